//! Where scenarios are found: those that come with the game, and those that its players have written.

use std::fs;
use std::path::{Path, PathBuf};

use super::check::{LARGEST_FILE, read};
use super::problem::Problems;
use super::sheet::Scenario;

/// Scenarios inside the program, so that it always has them: name of the file, text.
pub const SHIPPED: &[(&str, &str)] = &[
    ("brawners_farm", include_str!("../../scenarios/brawners_farm.ron")),
    ("mcphersons_ridge", include_str!("../../scenarios/mcphersons_ridge.ron")),
    ("fleetwood_hill", include_str!("../../scenarios/fleetwood_hill.ron")),
    ("sandy_ridge", include_str!("../../scenarios/sandy_ridge.ron")),
    ("every_ground", include_str!("../../scenarios/every_ground.ron")),
];

/// A scenario on the shelf, or what is wrong with it.
#[derive(Debug)]
pub struct Entry {
    /// Name by which the command line finds it: `brawners_farm`.
    pub name: String,
    /// The scenario, or its problems: a list shows both.
    pub scenario: Result<Scenario, Problems>,
}

/// Everything on the shelf: shipped ones first, then those in `folders` in the order of their file names. A file takes
/// the place of a shipped scenario of the same name.
pub fn list(folders: &[PathBuf]) -> Vec<Entry> {
    let mut entries: Vec<Entry> = SHIPPED
        .iter()
        .map(|(name, text)| Entry { name: (*name).to_owned(), scenario: read(text, &format!("scenarios/{name}.ron")) })
        .collect();
    for folder in folders {
        for path in files_in(folder) {
            let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            let entry = Entry { scenario: open(&path), name };
            match entries.iter_mut().find(|known| known.name == entry.name) {
                Some(known) => *known = entry,
                None => entries.push(entry),
            }
        }
    }
    entries
}

/// `*.ron` of a folder, in order; none if there is no such folder.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "ron"))
        .collect();
    paths.sort();
    paths
}

/// Folders that hold scenarios, nearest last: beside the program, in the current folder, and the player's own.
pub fn folders(own: Option<&Path>) -> Vec<PathBuf> {
    let beside = std::env::current_exe().ok().and_then(|exe| exe.parent().map(|at| at.join("scenarios")));
    let here = PathBuf::from("scenarios");
    beside.into_iter().chain([here]).chain(own.map(Path::to_owned)).collect()
}

/// Reads one file.
///
/// # Errors
/// Its problems, or that it cannot be read.
pub fn open(path: &Path) -> Result<Scenario, Problems> {
    let name = path.display().to_string();
    read(&text_of(path)?, &name)
}

/// A scenario by the name of a file, or by its name on the shelf.
///
/// # Errors
/// Its problems, or that there is no such scenario, with the names that there are.
pub fn find(name: &str, folders: &[PathBuf]) -> Result<Scenario, Problems> {
    let path = Path::new(name);
    if path.is_file() {
        return open(path);
    }
    let file = format!("{name}.ron");
    if let Some(path) = folders.iter().rev().map(|folder| folder.join(&file)).find(|path| path.is_file()) {
        return open(&path);
    }
    match SHIPPED.iter().find(|(shipped, _)| *shipped == name) {
        Some((_, text)) => read(text, &format!("scenarios/{file}")),
        None => {
            let names: Vec<_> = SHIPPED.iter().map(|(name, _)| *name).collect();
            let (last, first) = names.split_last().expect("the game brings scenarios");
            let what = format!("there is no such file or scenario; the game brings {} and {last}", first.join(", "));
            Err(Problems::whole(name, what))
        }
    }
}

/// The text of a file that may be anything.
///
/// # Errors
/// That it cannot be read, is too large, or is not text.
pub fn text_of(path: &Path) -> Result<String, Problems> {
    let name = path.display().to_string();
    let failed = |what: String| Problems::whole(&name, what);
    let size = fs::metadata(path).map_err(|error| failed(format!("cannot be read: {error}")))?.len();
    // A save holds a scenario and some thousand orders.
    if size > 20 * LARGEST_FILE as u64 {
        return Err(failed(format!("{size} bytes; that is no scenario and no save")));
    }
    let bytes = fs::read(path).map_err(|error| failed(format!("cannot be read: {error}")))?;
    String::from_utf8(bytes)
        .map_err(|error| failed(format!("is not text: byte {} is no UTF-8", error.utf8_error().valid_up_to())))
}
