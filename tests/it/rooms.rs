//! The rooms of the rules know nothing of pictures, panels and time.

use std::fs;
use std::path::{Path, PathBuf};

const RULES: [&str; 8] = ["book", "geometry", "army", "ground", "turn", "record", "scenario", "odds"];
const SEEN: [&str; 6] = ["table", "panels", "screens", "report", "cli", "foundry"];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            found.push(path);
        }
    }
}

/// Words of a line of code: neither what is behind `//` nor what is in quotes, which is prose.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let code = line.split("//").next().unwrap_or_default();
    code.split('"')
        .step_by(2)
        .flat_map(|code| code.split(|c: char| !(c.is_alphanumeric() || c == '_')))
        .filter(|word| !word.is_empty())
}

#[test]
fn the_rules_name_no_rendering_no_panels_and_no_time() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let banned = |word: &str| {
        matches!(word, "Time" | "Instant" | "SystemTime" | "HashMap" | "HashSet" | "Camera" | "Camera2d" | "Sprite")
            || matches!(word, "Image" | "Mesh" | "Mesh2d" | "Window" | "Gizmos" | "egui" | "bevy_egui" | "winit")
            || word.starts_with("bevy_render")
    };
    let mut wrong = Vec::new();
    let mut looked_at = 0;
    for room in RULES {
        let mut found = Vec::new();
        files(&source.join(room), &mut found);
        // Tests may measure how long something takes.
        for path in found.into_iter().filter(|path| !path.to_string_lossy().ends_with("_tests.rs")) {
            looked_at += 1;
            let text = fs::read_to_string(&path).unwrap();
            for (n, line) in text.lines().enumerate() {
                let place = || format!("{}:{}: {}", path.display(), n + 1, line.trim());
                if words(line).any(banned) || line.contains("bevy::render") || line.contains("bevy::sprite") {
                    wrong.push(place());
                }
                if SEEN.iter().any(|room| line.contains(&format!("crate::{room}"))) {
                    wrong.push(place());
                }
            }
        }
    }
    assert!(looked_at > 40, "{looked_at} files");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
