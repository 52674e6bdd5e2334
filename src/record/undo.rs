//! Taking back: freely to the last dice or question to the other side, with both players' agreement beyond.

use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battle::{Battle, TakenBack};
use super::journal;
use super::log::{BattleLog, LogEntry, Said};
use super::replay;
use super::words;
use crate::army::Side;
use crate::turn::{Agenda, Event, Field, Order, Refusal};

/// What it takes to take an order back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Price {
    /// Nothing: it used no dice and asked the other side nothing.
    Free,
    /// Both players' agreement, because of this.
    Agreement(&'static str),
    /// It cannot be taken back.
    Never,
}

/// Who has agreed that something is taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Agreement {
    /// The player who gave the order, alone.
    Alone,
    /// Both players.
    Both,
}

/// The order that would be taken back now.
#[derive(Clone, PartialEq, Debug)]
pub struct Offer {
    /// In words: "6th Wisconsin marches".
    pub what: String,
    /// What it takes.
    pub price: Price,
}

/// What [`take_back`] would take back, `None` when there is nothing.
pub fn offer(world: &World) -> Option<Offer> {
    let entry = last_order(world.get_resource::<BattleLog>()?)?;
    let Said::Order(order) = &entry.said else { return None };
    Some(Offer { what: words::order(order, world.resource::<Field>()), price: entry.undo })
}

fn last_order(log: &BattleLog) -> Option<&LogEntry> {
    log.entries.iter().rev().find(|entry| matches!(entry.said, Said::Order(_)))
}

/// Takes the last order back: the battle is set up anew and played to the order before. The log keeps a line about it.
///
/// # Errors
/// When there is nothing to take back, or the other player must agree and has not; nothing has changed then.
pub fn take_back(world: &mut World, agreed: Agreement) -> Result<TakenBack, Refusal> {
    let Some(offer) = offer(world) else {
        return Refusal::because("there is no order to take back", "RULE-01");
    };
    if let (Price::Agreement(why), Agreement::Alone) = (offer.price, agreed) {
        let what = format!("{}: {why}; it is taken back only if both players agree", offer.what);
        return Refusal::because(what, "RULE-01");
    }
    let mut battle = world.resource::<Battle>().clone();
    battle.orders.pop();
    let kept = battle.orders.len();
    let taken = TakenBack { kept, what: offer.what, agreed };
    for note in &mut battle.taken_back {
        note.kept = note.kept.min(kept);
    }
    battle.taken_back.push(taken.clone());
    let cuts = world.resource::<BattleLog>().cuts + 1;
    if let Err(trouble) = replay::rebuild(world, &battle) {
        return Refusal::because(trouble.to_string(), "RULE-01");
    }
    world.resource_mut::<BattleLog>().cuts = cuts;
    journal::append_taken_back(world, &taken);
    Ok(taken)
}

/// Whose order this is.
pub(super) fn giver(order: &Order, field: &Field, agenda: &Agenda) -> Option<Side> {
    let of_unit = |id: crate::army::RegimentId| field.units.get(id.index()).map(|unit| unit.side());
    let of_general = |id: crate::army::GeneralId| field.generals.get(id.index()).map(|general| general.general.side);
    match order {
        Order::Answer(_) | Order::Dice(_) => agenda.question.as_ref().map(|q| q.side),
        Order::Ready(side) => Some(*side),
        Order::Deploy { unit, .. }
        | Order::Rally(unit)
        | Order::NaturalRally(unit)
        | Order::March { unit, .. }
        | Order::Follow { unit, .. }
        | Order::Pivot { unit, .. }
        | Order::Form { unit, .. }
        | Order::AboutFace(unit)
        | Order::FallBack { unit, .. }
        | Order::Hold(unit)
        | Order::DoubleTime(unit)
        | Order::Dismantle(unit)
        | Order::Screen(unit)
        | Order::Recall(unit)
        | Order::Garrison { unit, .. }
        | Order::LeaveBuilding { unit, .. }
        | Order::Rejoin(unit)
        | Order::Fire { unit, .. } => of_unit(*unit),
        Order::DeployGeneral { general, .. }
        | Order::Bonus { general, .. }
        | Order::Ride { general, .. }
        | Order::Attach { general, .. } => of_general(*general),
        Order::Reserve(brigade) => field.brigades.get(brigade.index()).map(|b| b.brigade.side),
        Order::Concentrate { batteries, .. } => batteries.first().and_then(|id| of_unit(*id)),
        Order::Assault(charges) => charges.first().and_then(|charge| of_unit(charge.unit)),
    }
}

/// What it will take to take back an order that has led to this.
pub(super) fn price(by: Option<Side>, events: &[Event], agenda: &Agenda) -> Price {
    if events.iter().any(|event| matches!(event, Event::Rolled { .. })) {
        return Price::Agreement("dice have been rolled");
    }
    match &agenda.question {
        Some(question) if Some(question.side) != by => Price::Agreement("the other side has been asked to decide"),
        _ => Price::Free,
    }
}
