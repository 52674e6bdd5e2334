//! `shot`: a picture of a scenario or a save, without a window.

use bevy::app::App;
use bevy::math::{UVec2, Vec2};

use super::Failure;
use super::args::Shot;
use super::start::{self, Start};
use super::window::{self, Needs};
use crate::record::{self, Dice, Folders};
use crate::table::offscreen::{self, Picture};
use crate::turn;

/// Draws the picture and writes it.
///
/// # Errors
/// A file that cannot be read, a machine that cannot draw, a picture that cannot be written.
pub fn shot(shot: &Shot, folders: Option<&Folders>) -> Result<(), Failure> {
    let start = start::find(&shot.what, folders)?;
    let picture = Picture { size: shot.size, centre: shot.center, zoom: shot.zoom, ..Picture::default() };
    window::with(Needs::Driver, || {
        let mut app = offscreen::app(&picture);
        furnish(&mut app, start)?;
        offscreen::take(&mut app, &shot.out).map_err(Failure::of)
    })
}

/// Puts the battle on the table.
fn furnish(app: &mut App, start: Start) -> Result<(), Failure> {
    turn::plugin(app);
    let world = app.world_mut();
    match start {
        Start::Scenario(scenario) => {
            let options = scenario.options;
            record::begin(world, scenario, options, Dice::Seeded(0)).map_err(Failure::of)
        }
        Start::Battle(battle) => record::open(world, &battle).map_err(Failure::of),
    }
}

/// Widest picture that graphics drivers draw in one piece.
const WIDEST: u32 = 8192;

/// `1920x1080`.
///
/// # Errors
/// What is wrong with it.
pub fn size(text: &str) -> Result<UVec2, String> {
    let wrong = || format!("write WIDTHxHEIGHT in pixels, each from 16 to {WIDEST}");
    let (width, height) = text.split_once(['x', 'X']).ok_or_else(wrong)?;
    let side = |text: &str| text.trim().parse().ok().filter(|side| (16..=WIDEST).contains(side)).ok_or_else(wrong);
    Ok(UVec2::new(side(width)?, side(height)?))
}

/// `36,24.5`.
///
/// # Errors
/// What is wrong with it.
pub fn center(text: &str) -> Result<Vec2, String> {
    let wrong = || "write X,Y in inches from the lower left corner".to_owned();
    let (x, y) = text.split_once(',').ok_or_else(wrong)?;
    let inches = |text: &str| text.trim().parse().ok().filter(|at: &f32| at.abs() <= 1_000.0).ok_or_else(wrong);
    Ok(Vec2::new(inches(x)?, inches(y)?))
}

/// Pixels an inch.
///
/// # Errors
/// What is wrong with it.
pub fn zoom(text: &str) -> Result<f32, String> {
    let within = |zoom: &f32| (1.0..=1_000.0).contains(zoom);
    text.parse().ok().filter(within).ok_or_else(|| "write pixels an inch, from 1 to 1000".to_owned())
}
