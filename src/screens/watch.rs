//! Watching a recorded battle: the record is played again on the table to any of its orders.

use std::time::Duration;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use super::{Screen, go_to};
use crate::panels::Mode;
use crate::panels::bridge::{Panels, context};
use crate::panels::view::ReplayStep;
use crate::record::replay::{self, Trouble};
use crate::record::{Battle, Journal};
use crate::table::miniatures::Parade;

/// The battle that is being watched.
#[derive(Resource, Clone, Debug)]
pub struct Watching {
    record: Battle,
    at: usize,
    pace: Pace,
    /// Orders a second.
    speed: f32,
    since: Duration,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pace {
    Stands,
    Runs,
}

impl Watching {
    /// What the panels show of it.
    pub fn mode(&self) -> Mode {
        Mode::Replay { at: self.at, of: self.record.orders.len(), running: self.pace == Pace::Runs, speed: self.speed }
    }
}

/// Lets a replay run.
pub fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, run.run_if(in_state(Screen::Replay)).before(crate::panels::bridge::Show));
}

/// Puts a recorded battle on the table as it began.
///
/// # Errors
/// When the record cannot be played.
pub fn open(world: &mut World, record: Battle) -> Result<(), Trouble> {
    // It is proved whole before the table is cleared, so that a record that fails leaves everything as it was.
    replay::prove(&record)?;
    world.remove_resource::<Journal>();
    replay::play(world, &record, 0, |_, _| {})?;
    world.resource_mut::<Panels>().forget();
    world.insert_resource(Watching { record, at: 0, pace: Pace::Stands, speed: 1.0, since: Duration::ZERO });
    go_to(world, Screen::Replay);
    Ok(())
}

/// Watches the battle on the table from its beginning.
pub fn again(world: &mut World) {
    let Some(record) = world.get_resource::<Battle>().cloned() else { return };
    if let Err(trouble) = open(world, record) {
        world.resource_mut::<Panels>().state.toast(trouble.to_string());
    }
}

/// Uses a control.
pub fn control(world: &mut World, step: ReplayStep) {
    let Some(mut watching) = world.remove_resource::<Watching>() else { return };
    match step {
        ReplayStep::Run(run) => {
            world.resource_mut::<Parade>().hurry = 1.0;
            watching.pace = if run { Pace::Runs } else { Pace::Stands };
            watching.since = Duration::ZERO;
        }
        ReplayStep::Speed(speed) => watching.speed = speed,
        ReplayStep::To(at) => go(world, &mut watching, at),
    }
    world.insert_resource(watching);
}

fn go(world: &mut World, watching: &mut Watching, at: usize) {
    let at = at.min(watching.record.orders.len());
    match replay::play(world, &watching.record, at, |_, _| {}) {
        Ok(()) => watching.at = at,
        Err(trouble) => {
            watching.pace = Pace::Stands;
            world.resource_mut::<Panels>().state.toast(trouble.to_string());
        }
    }
    // The log is written anew by every step.
    let state = std::mem::take(&mut world.resource_mut::<Panels>().state);
    let mut panels = world.resource_mut::<Panels>();
    panels.forget();
    panels.state = state;
}

/// The next order, when its time has come.
fn run(world: &mut World) {
    let passed = world.resource::<Time>().delta();
    let Some(mut watching) = world.remove_resource::<Watching>() else { return };
    if watching.pace == Pace::Runs {
        // A frame after a long rest must not swallow an order.
        // Nor does one order end what is seen of the one before.
        let mut parade = world.resource_mut::<Parade>();
        parade.hurry = watching.speed;
        let passed = if parade.moving() { Duration::ZERO } else { passed };
        watching.since += passed.min(Duration::from_millis(100));
        let wait = Duration::from_secs_f32(1.0 / watching.speed.max(0.1));
        if watching.since >= wait {
            watching.since = Duration::ZERO;
            let next = watching.at + 1;
            go(world, &mut watching, next);
            if watching.at >= watching.record.orders.len() {
                watching.pace = Pace::Stands;
            }
        }
        if let Some(ctx) = context(world) {
            ctx.request_repaint();
        }
    }
    world.insert_resource(watching);
}
