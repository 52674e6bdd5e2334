//! The battle as it is kept, and the door that orders are given through.

use std::sync::Arc;

use bevy::ecs::resource::Resource;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::bounds;
use super::file;
use super::folders::Folders;
use super::journal::{self, Journal};
use super::log::{BattleLog, LogEntry, Said};
use super::undo::{self, Agreement};
use crate::book::Options;
use crate::scenario::{self, Scenario};
use crate::turn::resolve::NoDice;
use crate::turn::{self, Agenda, Cup, Event, Field, Order, Refusal};

/// Everything needed to play the battle again.
#[derive(Resource, Clone, PartialEq, Debug)]
pub struct Battle {
    /// What is played.
    pub scenario: Arc<Scenario>,
    /// House rules.
    pub options: Options,
    /// Where the dice come from.
    pub dice: Dice,
    /// Digest of the state before the first order.
    pub opening: u64,
    /// Orders, in turn: entry `n` is order number `n + 1`.
    pub orders: Vec<Given>,
    /// Orders that were taken back, in the order in which that happened.
    pub taken_back: Vec<TakenBack>,
}

/// Where a battle's dice come from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Dice {
    /// From a seed; each order has its own stream.
    Seeded(u64),
    /// The players roll, and type in what they rolled.
    Typed,
    /// In a fixed order.
    Scripted(Vec<u8>),
}

impl Dice {
    /// The cup that gives them.
    pub fn cup(&self) -> Cup {
        match self {
            Self::Seeded(seed) => Cup::seeded(*seed),
            Self::Typed => Cup::typed(),
            Self::Scripted(dice) => Cup::scripted(dice.iter().copied()),
        }
    }
}

/// An order that was carried out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Given {
    /// What was ordered.
    pub order: Order,
    /// Digest of the state that it led to.
    pub digest: u64,
}

/// An order that was taken back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TakenBack {
    /// Orders that stayed.
    pub kept: usize,
    /// What was taken back, in words.
    pub what: String,
    /// Who agreed.
    pub agreed: Agreement,
}

/// Begins a battle on this table: spawns the scenario and goes to the first question or decision. With [`Folders`] in
/// the world, a journal is begun too.
///
/// # Errors
/// When a script of dice runs out at once.
pub fn begin(world: &mut World, scenario: Arc<Scenario>, options: Options, dice: Dice) -> Result<(), NoDice> {
    world.remove_resource::<Journal>();
    set_up(world, scenario, options, dice)?;
    journal::begin(world);
    Ok(())
}

/// The same without a journal.
pub(super) fn set_up(world: &mut World, scenario: Arc<Scenario>, options: Options, dice: Dice) -> Result<(), NoDice> {
    world.remove_resource::<Battle>();
    scenario::spawn(&scenario, &options, dice.cup(), world);
    let events = turn::start(world)?;
    let opening = turn::digest(world);
    let mut log = BattleLog::default();
    log.entries.push(LogEntry { number: 0, by: None, said: Said::Opening, events, undo: undo::Price::Never });
    world.insert_resource(log);
    world.insert_resource(Battle { scenario, options, dice, opening, orders: Vec::new(), taken_back: Vec::new() });
    Ok(())
}

/// Gives an order. When this returns, the order is carried out, in the log, and on the disk if there is a journal.
///
/// # Errors
/// A refusal, and nothing has changed.
pub fn give(world: &mut World, order: Order) -> Result<(), Refusal> {
    carry_out(world, order)?;
    journal::append_last(world);
    if world.contains_resource::<Journal>() && turn_began(world) {
        autosave(world);
    }
    Ok(())
}

/// The same without the journal.
pub(super) fn carry_out(world: &mut World, order: Order) -> Result<(), Refusal> {
    if !world.contains_resource::<Battle>() {
        return Refusal::because("no battle has begun", "RULE-01");
    }
    let field = world.resource::<Field>();
    bounds::check(&order, field)?;
    let by = undo::giver(&order, field, world.resource::<Agenda>());
    let number = world.resource::<Battle>().orders.len() as u64 + 1;
    let events = turn::give(world, &order, number)?;
    let digest = turn::digest(world);
    let undo = undo::price(by, &events, world.resource::<Agenda>());
    world.resource_mut::<BattleLog>().entries.push(LogEntry {
        number,
        by,
        said: Said::Order(order.clone()),
        events,
        undo,
    });
    world.resource_mut::<Battle>().orders.push(Given { order, digest });
    Ok(())
}

fn turn_began(world: &World) -> bool {
    let began = |entry: &LogEntry| entry.events.iter().any(|event| matches!(event, Event::TurnBegan { .. }));
    world.resource::<BattleLog>().entries.last().is_some_and(began)
}

/// A save at the beginning of each turn, so that the list of saves has the battle without anybody asking for it.
fn autosave(world: &mut World) {
    let Some(folders) = world.get_resource::<Folders>() else { return };
    let path = folders.saves().join("autosave.ron");
    if let Err(trouble) = file::save(world.resource::<Battle>(), &path) {
        world.resource_mut::<Journal>().trouble = Some(trouble.to_string());
    }
}
