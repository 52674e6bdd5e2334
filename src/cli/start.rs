//! SCENARIO|SAVE: what a command starts from.

use std::path::Path;
use std::sync::Arc;

use bevy::ecs::world::World;

use super::Failure;
use crate::record::{self, Battle, Dice, Folders, file, journal};
use crate::scenario::{self, Scenario, shelf};

/// What a command starts from.
#[derive(Clone, PartialEq, Debug)]
pub enum Start {
    /// A battle to be begun.
    Scenario(Arc<Scenario>),
    /// A battle to be gone on with.
    Battle(Box<Battle>),
}

/// Finds a scenario by its file or name, or a save or journal by its file.
///
/// # Errors
/// What is wrong with the file, or that there is none.
pub fn find(what: &str, folders: Option<&Folders>) -> Result<Start, Failure> {
    let path = Path::new(what);
    if path.is_file() {
        if path.extension().is_some_and(|ext| ext == "journal") {
            let recovered = journal::read(path).map_err(Failure::of)?;
            return Ok(Start::Battle(Box::new(recovered.battle)));
        }
        let text = shelf::text_of(path).map_err(Failure::of)?;
        if file::is_save(&text) {
            return Ok(Start::Battle(Box::new(file::read(&text, what).map_err(Failure::of)?)));
        }
        return Ok(Start::Scenario(Arc::new(scenario::read(&text, what).map_err(Failure::of)?)));
    }
    let own = folders.map(Folders::scenarios);
    let found = shelf::find(what, &shelf::folders(own.as_deref())).map_err(Failure::of)?;
    Ok(Start::Scenario(Arc::new(found)))
}

/// Puts a battle on the table: a new one with these dice, or one that goes on with its own.
///
/// # Errors
/// When a recorded battle does not go as it went.
pub fn begin(world: &mut World, start: Start, dice: Dice) -> Result<(), Failure> {
    match start {
        Start::Scenario(scenario) => {
            let options = scenario.options;
            record::begin(world, scenario, options, dice).map_err(Failure::of)
        }
        Start::Battle(battle) => record::open(world, &battle).map_err(Failure::of),
    }
}
