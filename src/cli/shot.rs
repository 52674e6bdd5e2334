//! `shot`: a picture of a scenario or a save, without a window.

use bevy::ecs::world::World;
use bevy::math::{UVec2, Vec2};

use super::Failure;
use super::args::{Shot, Show};
use super::start::{self, Start};
use super::window::{self, Needs};
use crate::app::{self, Dressing};
use crate::record::{self, Dice, Folders};
use crate::screens;
use crate::table::Motion;
use crate::table::miniatures::Parade;
use crate::table::offscreen::{self, Picture};
use crate::table::pointing::{Grip, Hover, Looking, Pinned, Selection, Tool};
use crate::turn::field::{GeneralNow, Unit};
use crate::turn::{Field, Order};

/// Draws the picture and writes it.
///
/// # Errors
/// A file that cannot be read, a machine that cannot draw, a picture that cannot be written.
pub fn shot(shot: &Shot, folders: Option<&Folders>) -> Result<(), Failure> {
    let start = start::find(&shot.what, folders)?;
    let picture = Picture { size: shot.size, scale: shot.scale, centre: shot.center, zoom: shot.zoom };
    window::with(Needs::Driver, || {
        let dressing = if shot.panels { Dressing::Panels } else { Dressing::Bare };
        let mut app = app::offscreen_app(&picture, dressing);
        let start = shortened(start, shot.to)?;
        let last = match shot.moment {
            Some(_) => Some(last_order(&start)?),
            None => None,
        };
        start::begin(app.world_mut(), before(start, last.as_ref()), Dice::Seeded(0))?;
        if dressing == Dressing::Panels {
            screens::bridge::take_the_field(app.world_mut());
        }
        if let (Some(order), Some(moment)) = (last, shot.moment) {
            // The table as it was, and then the order.
            offscreen::settle(&mut app).map_err(Failure::of)?;
            let world = app.world_mut();
            world.insert_resource(Motion::Steady);
            world.resource_mut::<Parade>().pin(moment);
            record::give(world, order).map_err(Failure::of)?;
        }
        point(shot, app.world_mut())?;
        offscreen::take(&mut app, &shot.out).map_err(Failure::of)
    })
}

/// The battle after so many of its orders.
fn shortened(start: Start, to: Option<usize>) -> Result<Start, Failure> {
    match (start, to) {
        (start, None) => Ok(start),
        (Start::Scenario(_), Some(_)) => Err(Failure("--to needs a save: a scenario has no orders yet".to_owned())),
        (Start::Battle(mut battle), Some(to)) if to <= battle.orders.len() => {
            battle.orders.truncate(to);
            Ok(Start::Battle(battle))
        }
        (Start::Battle(battle), Some(to)) => {
            Err(Failure(format!("--to {to}: the save has {} orders", battle.orders.len())))
        }
    }
}

fn last_order(start: &Start) -> Result<Order, Failure> {
    let Start::Battle(battle) = start else {
        return Err(Failure("--moment needs a save: in a scenario nothing has been ordered yet".to_owned()));
    };
    let last = battle.orders.last().ok_or_else(|| Failure("--moment: nothing was ordered in this save".to_owned()))?;
    Ok(last.order.clone())
}

/// The battle without its last order.
fn before(start: Start, last: Option<&Order>) -> Start {
    match (start, last) {
        (Start::Battle(mut battle), Some(_)) => {
            battle.orders.pop();
            Start::Battle(battle)
        }
        (start, _) => start,
    }
}

/// Selects, looks and drags as the arguments say.
fn point(shot: &Shot, world: &mut World) -> Result<(), Failure> {
    let looking = Looking { arcs: shot.show.contains(&Show::Arcs), sight: shot.show.contains(&Show::Sight) };
    world.insert_resource(Pinned(looking));
    if let Some(at) = shot.pointer {
        world.insert_resource(Hover { at: Some(at), ..Hover::default() });
    }
    let Some(name) = &shot.select else { return Ok(()) };
    let field = world.resource::<Field>();
    let wanted = name.to_lowercase();
    let named = |unit: &&Unit| unit.name().to_lowercase().contains(&wanted);
    let led = |now: &&GeneralNow| !now.state.gone && now.general.name.to_lowercase().contains(&wanted);
    let (selected, held) = if let Some(unit) = field.standing().find(named).map(Unit::id) {
        let turned = crate::geometry::Degrees::ZERO;
        (Selection::regiment(unit), Tool::Drag { unit, grip: Grip::Middle, offset: Vec2::ZERO, turned })
    } else if let Some(general) = field.generals.iter().find(led).map(|now| now.general.id) {
        (Selection::leader(general), Tool::Ride { general })
    } else {
        return Err(Failure(format!("no regiment and no general on the table has \"{name}\" in its name")));
    };
    world.insert_resource(selected);
    if shot.drag {
        world.insert_resource(held);
    }
    Ok(())
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

/// Seconds of motion.
///
/// # Errors
/// What is wrong with it.
pub fn moment(text: &str) -> Result<f32, String> {
    let within = |moment: &f32| (0.0..=60.0).contains(moment);
    text.parse().ok().filter(within).ok_or_else(|| "write seconds, from 0 to 60".to_owned())
}

/// Pixels a panel's pixel.
///
/// # Errors
/// What is wrong with it.
pub fn scale(text: &str) -> Result<f32, String> {
    let within = |scale: &f32| (1.0..=3.0).contains(scale);
    text.parse().ok().filter(within).ok_or_else(|| "write a factor from 1 to 3".to_owned())
}
