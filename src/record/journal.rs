//! The journal: each confirmed order is a line that is on the disk before its result is on the screen. A killed
//! program goes on from it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::ecs::resource::Resource;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battle::{Battle, Dice, Given, TakenBack};
use super::file::{self, FORMAT, Text};
use super::folders::Folders;
use crate::book::Options;
use crate::scenario::{Problem, Problems, shelf};

/// Journals that are kept; the oldest goes when a new one is begun.
pub const KEPT: usize = 20;

const MARK: &str = " // ";

/// The journal of the battle that is being played.
#[derive(Resource, Debug)]
pub struct Journal {
    /// Its file.
    pub path: PathBuf,
    /// What is wrong with it, to be shown: the battle goes on, but the disk does not take it.
    pub trouble: Option<String>,
    file: Option<File>,
    /// Seal of the last line.
    seal: u64,
}

/// A line of a journal.
#[derive(Serialize, Deserialize)]
enum Entry {
    /// The first line.
    Battle { format: u32, scenario: Text, options: Options, dice: Dice, opening: u64 },
    /// An order.
    Order(Given),
    /// The order before was taken back.
    TakenBack(TakenBack),
}

/// Begins a journal for the battle as it stands, if the world has [`Folders`].
pub(super) fn begin(world: &mut World) {
    let Some(folder) = world.get_resource::<Folders>().map(Folders::journals) else { return };
    let battle = world.resource::<Battle>();
    let mut text = String::new();
    let mut seal = 0;
    for entry in entries_of(battle) {
        let (line, next) = line(&entry, seal);
        text.push_str(&line);
        seal = next;
    }
    let path = next_path(&folder);
    let opened = file::write_whole(&path, &text).and_then(|()| OpenOptions::new().append(true).open(&path));
    let journal = match opened {
        Ok(file) => {
            prune(&folder);
            Journal { path, trouble: None, file: Some(file), seal }
        }
        Err(why) => {
            let trouble = Some(format!("there is no journal of this battle: {} ({why})", path.display()));
            Journal { path, trouble, file: None, seal }
        }
    };
    world.insert_resource(journal);
}

/// Everything that has happened, as entries. What was taken back stands where it was said.
fn entries_of(battle: &Battle) -> Vec<Entry> {
    let notes = |kept| battle.taken_back.iter().filter(move |taken| taken.kept == kept).cloned().map(Entry::TakenBack);
    let mut entries = vec![Entry::Battle {
        format: FORMAT,
        scenario: Text::of(battle),
        options: battle.options,
        dice: battle.dice.clone(),
        opening: battle.opening,
    }];
    entries.extend(notes(0));
    for (n, given) in battle.orders.iter().enumerate() {
        entries.push(Entry::Order(given.clone()));
        entries.extend(notes(n + 1));
    }
    entries
}

/// Writes the battle's last order.
pub(super) fn append_last(world: &mut World) {
    let Some(given) = world.resource::<Battle>().orders.last().cloned() else { return };
    append(world, &Entry::Order(given));
}

/// Writes that something was taken back.
pub(super) fn append_taken_back(world: &mut World, taken: &TakenBack) {
    append(world, &Entry::TakenBack(taken.clone()));
}

fn append(world: &mut World, entry: &Entry) {
    let Some(mut journal) = world.get_resource_mut::<Journal>() else { return };
    let (line, seal) = line(entry, journal.seal);
    let Some(mut file) = journal.file.as_ref() else { return };
    match file.write_all(line.as_bytes()).and_then(|()| file.sync_data()) {
        Ok(()) => journal.seal = seal,
        Err(why) => {
            // A line may stand there half: nothing can follow it.
            journal.trouble = Some(format!("the journal cannot be written any more: {why}; save the battle by hand"));
            journal.file = None;
        }
    }
}

/// An entry as its line, with its seal behind it.
fn line(entry: &Entry, previous: u64) -> (String, u64) {
    let text = ron::ser::to_string(entry).unwrap_or_else(|error| {
        unreachable!("an entry holds nothing that RON cannot write: {error}");
    });
    let seal = chained(&text, previous);
    (format!("{text}{MARK}{seal:016x}\n"), seal)
}

/// The seal of a line holds the seal of the line before, so that no line can be missing or stand twice.
fn chained(text: &str, previous: u64) -> u64 {
    file::seal(&format!("{previous:016x}{text}"))
}

/// A battle from its journal.
#[derive(Clone, PartialEq, Debug)]
pub struct Recovered {
    /// The battle.
    pub battle: Battle,
    /// The last line was half written and is left out: the order in it had not been confirmed.
    pub torn: bool,
}

/// Reads a journal.
///
/// # Errors
/// Says what is wrong, with the line; only the last line may be torn.
pub fn read(path: &Path) -> Result<Recovered, Problems> {
    let name = path.display().to_string();
    // The last line may have been cut inside a character.
    let bytes = fs::read(path).map_err(|error| Problems::whole(&name, format!("cannot be read: {error}")))?;
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let torn = whole < bytes.len();
    let text = String::from_utf8_lossy(&bytes[..whole]);
    let mut battle: Option<Battle> = None;
    let mut seal = 0;
    for (n, line) in text.lines().enumerate() {
        let problem = |what: String| Problems {
            file: name.clone(),
            list: vec![Problem { line: n + 1, column: 1, field: String::new(), what }],
        };
        if let Some(format) = other_format(line).filter(|_| n == 0) {
            return Err(problem(format!("format {format}; this program reads journals of format {FORMAT}")));
        }
        let (entry, next) = parse(line, seal).map_err(problem)?;
        seal = next;
        match (entry, &mut battle) {
            (Entry::Battle { scenario, options, dice, opening, .. }, None) => {
                let scenario = Arc::new(file::inner_scenario(&scenario, &name)?);
                let (orders, taken_back) = (Vec::new(), Vec::new());
                battle = Some(Battle { scenario, options, dice, opening, orders, taken_back });
            }
            (Entry::Order(given), Some(battle)) => battle.orders.push(given),
            (Entry::TakenBack(taken), Some(battle)) => take_back(battle, taken),
            (Entry::Battle { .. }, Some(_)) => return Err(problem("a second battle begins here".to_owned())),
            (_, None) => return Err(problem("the battle that this belongs to is missing".to_owned())),
        }
    }
    match battle {
        Some(battle) => Ok(Recovered { battle, torn }),
        None => Err(Problems::whole(&name, "holds no battle")),
    }
}

fn take_back(battle: &mut Battle, taken: TakenBack) {
    battle.orders.truncate(taken.kept);
    for note in &mut battle.taken_back {
        note.kept = note.kept.min(taken.kept);
    }
    battle.taken_back.push(taken);
}

/// The format of a first line, if it is not ours: told before anything else is believed.
fn other_format(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("Battle(format:")?;
    let format = &rest[..rest.find(|c: char| !c.is_ascii_digit())?];
    (format.parse() != Ok(FORMAT)).then_some(format)
}

fn parse(line: &str, previous: u64) -> Result<(Entry, u64), String> {
    let damaged = || "the line, or one before it, was changed or damaged after it was written".to_owned();
    let (text, written) = line.rsplit_once(MARK).ok_or_else(damaged)?;
    let seal = chained(text, previous);
    if u64::from_str_radix(written, 16) != Ok(seal) {
        return Err(damaged());
    }
    let entry = ron::from_str(text).map_err(|error| format!("cannot be understood: {}", error.code))?;
    Ok((entry, seal))
}

/// The newest journal of a folder.
pub fn newest(folder: &Path) -> Option<PathBuf> {
    all(folder).pop().map(|(_, path)| path)
}

/// Journals by their numbers, the newest last.
fn all(folder: &Path) -> Vec<(u64, PathBuf)> {
    let mut found: Vec<(u64, PathBuf)> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name();
            let number = name.to_str()?.strip_prefix("battle-")?.strip_suffix(".journal")?.parse().ok()?;
            Some((number, entry.path()))
        })
        .collect();
    found.sort();
    found
}

fn next_path(folder: &Path) -> PathBuf {
    let number = all(folder).last().map_or(1, |(number, _)| number + 1);
    folder.join(format!("battle-{number:06}.journal"))
}

fn prune(folder: &Path) {
    let all = all(folder);
    for (_, path) in &all[..all.len().saturating_sub(KEPT)] {
        // One that cannot be removed stays; the next battle tries again.
        let _: io::Result<()> = fs::remove_file(path);
    }
}

/// The text of a journal or a save, whichever the file is.
///
/// # Errors
/// As [`read`] and [`file::load`].
pub fn read_any(path: &Path) -> Result<Recovered, Problems> {
    if path.extension().is_some_and(|ext| ext == "journal") {
        return read(path);
    }
    let text = shelf::text_of(path)?;
    file::read(&text, &path.display().to_string()).map(|battle| Recovered { battle, torn: false })
}
