//! `run`: a battle from a list of orders, without a window.

use std::sync::Arc;

use super::args::Run;
use super::out::Out;
use super::{Failure, orders};
use crate::app::rules_app;
use crate::record::{self, Battle, BattleLog, Dice, Folders, Journal};
use crate::scenario::shelf;
use crate::turn::{Cup, Field};

/// Plays the orders and prints what happens.
///
/// # Errors
/// A scenario that cannot be read, an order that cannot be read or is refused, scripted dice that run out or are left
/// over, a save that cannot be written.
pub fn run(run: Run, folders: Option<Folders>, out: &mut Out) -> Result<(), Failure> {
    let own = folders.as_ref().map(Folders::scenarios);
    let scenario = shelf::find(&run.scenario, &shelf::folders(own.as_deref())).map_err(Failure::of)?;
    let mut options = scenario.options;
    for option in &run.option {
        let Some((name, value)) = option.split_once('=') else {
            return Err(Failure(format!("--option {option}: write NAME=VALUE")));
        };
        options.set(name.trim(), value.trim()).map_err(|what| Failure(format!("--option {option}: {what}")))?;
    }
    let orders = orders::open(&run.orders)?;
    let scripted = run.dice.is_some();
    let dice = run.dice.map_or(Dice::Seeded(run.seed), Dice::Scripted);

    let mut app = rules_app();
    let world = app.world_mut();
    if run.journal {
        let folders = folders.ok_or_else(|| Failure("there is no folder for journals; name one with --data".into()))?;
        world.insert_resource(folders);
    }
    record::begin(world, Arc::new(scenario), options, dice).map_err(Failure::of)?;
    if let Some(trouble) = world.get_resource::<Journal>().and_then(|journal| journal.trouble.clone()) {
        return Err(Failure(trouble));
    }
    let mut shown = 0;
    let mut show = |world: &bevy::ecs::world::World, out: &mut Out| {
        let log = world.resource::<BattleLog>();
        for entry in &log.entries[shown..] {
            out.entry(entry, world.resource::<Field>(), run.events);
        }
        shown = log.entries.len();
    };
    show(world, out);
    for (n, order) in orders.enumerate() {
        let order = order?;
        let words = record::words::order(&order, world.resource::<Field>());
        record::give(world, order).map_err(|refusal| Failure(format!("order {} ({words}): {refusal}", n + 1)))?;
        show(world, out);
    }
    let left = world.resource::<Cup>().left_over();
    if scripted && left > 0 {
        return Err(Failure(format!("{left} scripted dice are left over")));
    }
    if let Some(path) = &run.save {
        record::save(world.resource::<Battle>(), path).map_err(Failure::of)?;
    }
    Ok(())
}
