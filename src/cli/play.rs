//! The game in its window: at the title, or straight at the table.

use bevy::app::AppExit;

use super::Failure;
use super::start;
use super::window::{self, Needs};
use crate::app;
use crate::record::{Dice, Folders};
use crate::screens::bridge::{any_seed, take_the_field};

/// Opens the game, and stays until it is left.
///
/// # Errors
/// A file that cannot be read, or a machine without display or graphics driver.
pub fn play(what: Option<&str>, folders: Option<Folders>) -> Result<(), Failure> {
    let start = what.map(|what| start::find(what, folders.as_ref())).transpose()?;
    window::with(Needs::Window, || {
        let mut app = app::windowed_app(folders);
        if let Some(start) = start {
            start::begin(app.world_mut(), start, Dice::Seeded(any_seed()))?;
            take_the_field(app.world_mut());
        }
        match app.run() {
            AppExit::Success => Ok(()),
            AppExit::Error(code) => Err(Failure(format!("the window closed with an error ({code})"))),
        }
    })
}
