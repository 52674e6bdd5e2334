//! Saves: `NAME.ron`, format 1. The last line is a seal over the rest, so that a file that was cut short or damaged is
//! told from one that is whole.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};

use super::battle::{Battle, Dice, Given, TakenBack};
use crate::book::Options;
use crate::scenario::{self, Problem, Problems, shelf};

/// The format that this program writes; it reads this and all earlier ones.
pub const FORMAT: u32 = 1;

const SEAL: &str = "// seal ";

/// A save as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SaveFile {
    format: u32,
    scenario: Text,
    options: Options,
    dice: Dice,
    opening: u64,
    orders: Vec<Given>,
    #[serde(default)]
    taken_back: Vec<TakenBack>,
}

/// A scenario inside a save: the name of its file, and all of its text.
#[derive(Serialize, Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub(super) struct Text {
    pub file: String,
    pub text: String,
}

impl Text {
    pub(super) fn of(battle: &Battle) -> Self {
        Self { file: battle.scenario.file.clone(), text: battle.scenario.text.to_string() }
    }
}

/// A file that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("{} could not be written: {why}", path.display())]
pub struct NotWritten {
    /// Which.
    pub path: PathBuf,
    /// Why.
    pub why: io::Error,
}

/// Writes a battle: to a temporary file, synced, then renamed, so that the name always means a whole file.
///
/// # Errors
/// When the disk does not take it; an earlier file of that name is still there.
pub fn save(battle: &Battle, path: &Path) -> Result<(), NotWritten> {
    write_whole(path, &text_of(battle)).map_err(|why| NotWritten { path: path.to_owned(), why })
}

/// The text of a save.
pub fn text_of(battle: &Battle) -> String {
    let file = SaveFile {
        format: FORMAT,
        scenario: Text::of(battle),
        options: battle.options,
        dice: battle.dice.clone(),
        opening: battle.opening,
        orders: battle.orders.clone(),
        taken_back: battle.taken_back.clone(),
    };
    // Orders are a line each; the scenario stays readable.
    let config = PrettyConfig::new().escape_strings(false).depth_limit(2).new_line("\n");
    let mut text = ron::ser::to_string_pretty(&file, config).unwrap_or_else(|error| {
        unreachable!("a save holds nothing that RON cannot write: {error}");
    });
    text.push('\n');
    let body = text.replace("\r\n", "\n");
    let seal = seal(&body);
    format!("{body}{SEAL}{seal:016x}\n")
}

/// Writes a text so that the name always means a whole file: to a temporary one, synced, then renamed.
///
/// # Errors
/// When the disk does not take it; an earlier file of that name is still there.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = folder.join(name);
    let written = File::create(&temporary)
        .and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // Nothing more can be done if that fails too.
        let _ = fs::remove_file(&temporary);
    }
    written?;
    // The rename is on the disk when the folder is; where folders cannot be synced, the system does it in its time.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// The saves of a folder with what is in them or what is wrong with them, the one written last first.
pub fn list(folder: &Path) -> Vec<(PathBuf, Result<Battle, Problems>)> {
    let mut paths: Vec<_> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "ron"))
        .map(|path| (fs::metadata(&path).and_then(|about| about.modified()).ok(), path))
        .collect();
    paths.sort_by(|one, other| other.cmp(one));
    paths.into_iter().map(|(_, path)| (path.clone(), load(&path))).collect()
}

/// Reads a save.
///
/// # Errors
/// What is wrong with it: damage, another format, or the problems of the scenario inside. Nothing is played yet:
/// [`super::replay`] does that, and compares.
pub fn load(path: &Path) -> Result<Battle, Problems> {
    read(&shelf::text_of(path)?, &path.display().to_string())
}

/// Reads a save's text. `file` is its name, for the messages.
///
/// # Errors
/// As [`load`].
pub fn read(text: &str, file: &str) -> Result<Battle, Problems> {
    if let Some(format) = format_of(text).filter(|format| *format != u64::from(FORMAT)) {
        return Err(Problems::whole(file, format!("format {format}; this program reads saves of format {FORMAT}")));
    }
    // Line ends may have been changed on the way by mail or by an editor.
    let text = text.replace("\r\n", "\n");
    let body = sealed(&text).map_err(|what| Problems::whole(file, what))?;
    let saved: SaveFile = ron::from_str(body).map_err(|error| {
        let at = error.span.start;
        let problem = Problem { line: at.line, column: at.col, field: String::new(), what: error.code.to_string() };
        Problems { file: file.to_owned(), list: vec![problem] }
    })?;
    Ok(Battle {
        scenario: Arc::new(inner_scenario(&saved.scenario, file)?),
        options: saved.options,
        dice: saved.dice,
        opening: saved.opening,
        orders: saved.orders,
        taken_back: saved.taken_back,
    })
}

/// The scenario that a save or a journal carries. Problems name it as what it is: a text inside another file.
pub(super) fn inner_scenario(text: &Text, file: &str) -> Result<scenario::Scenario, Problems> {
    scenario::read(&text.text, &text.file).map_err(|problems| Problems {
        file: format!("{file}, the scenario inside ({})", problems.file),
        list: problems.list,
    })
}

/// Whether a text is a save rather than a scenario: it has orders.
pub fn is_save(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with("opening:")) || text.contains(SEAL)
}

/// The format that a text says it has, before anything else in it is believed.
fn format_of(text: &str) -> Option<u64> {
    let rest = text.trim_start().strip_prefix('(')?.trim_start().strip_prefix("format")?.trim_start();
    let digits = rest.strip_prefix(':')?.trim_start();
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().ok()
}

/// The text before its seal, if the seal holds.
fn sealed(text: &str) -> Result<&str, &'static str> {
    let at = text.rfind(SEAL).ok_or("has no seal in its last line: the file was cut short, or is no save")?;
    let (body, last) = text.split_at(at);
    let written = u64::from_str_radix(last[SEAL.len()..].trim_end(), 16);
    if written == Ok(seal(body)) {
        Ok(body)
    } else {
        Err("was changed or damaged after it was saved: the seal in its last line does not fit")
    }
}

/// FNV-1a, 64 bits: finds every single changed byte, and needs no crate that might change.
pub(super) fn seal(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}
