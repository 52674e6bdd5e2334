//! Orders in words: what taking back names, and what a refused order was.

use super::phrases::{faces, formation_words};
use super::{list, within};
use crate::army::{BrigadeId, GeneralId, RegimentId};
use crate::turn::{Choice, Field, Order};

/// An order in a few words: "6th Wisconsin marches". Units that do not exist are named by their number.
pub fn order(order: &Order, field: &Field) -> String {
    let unit = |id: &RegimentId| unit(*id, field);
    let the = |id: &RegimentId| the(*id, field);
    match order {
        Order::Deploy { unit: id, .. } => format!("{} is placed", unit(id)),
        Order::DeployGeneral { general: id, .. } => format!("{} is placed", general(*id, field)),
        Order::Ready(side) => format!("{side} is ready"),
        Order::Rally(id) => format!("{} is rallied", unit(id)),
        Order::NaturalRally(id) => format!("{} tries to rally", unit(id)),
        Order::Reserve(id) => format!("{} reserves a pip", brigade(*id, field)),
        Order::Bonus { general: id, brigade: to } => {
            format!("{} gives a pip to {}", general(*id, field), within(&brigade(*to, field)))
        }
        Order::March { unit: id, .. } | Order::Follow { unit: id, .. } => format!("{} marches", unit(id)),
        Order::Pivot { unit: id, .. } => format!("{} pivots", unit(id)),
        Order::Form { unit: id, formation } => format!("{} forms {}", unit(id), formation_words(*formation)),
        Order::AboutFace(id) => format!("{} faces about", unit(id)),
        Order::FallBack { unit: id, .. } => format!("{} falls back", unit(id)),
        Order::Hold(id) => format!("{} holds", unit(id)),
        Order::DoubleTime(id) => format!("{} goes at the double", unit(id)),
        Order::Ride { general: id, .. } => format!("{} rides", general(*id, field)),
        Order::Attach { general: id, unit: to, .. } => format!("{} joins {}", general(*id, field), the(to)),
        Order::Assault(charges) => {
            let told = |all: Vec<String>| list(&all.iter().map(String::as_str).collect::<Vec<_>>());
            let mut targets: Vec<_> = charges.iter().map(|charge| unit(&charge.target)).collect();
            targets.dedup();
            let verb = if charges.len() == 1 { "assaults" } else { "assault" };
            let who = told(charges.iter().map(|charge| unit(&charge.unit)).collect());
            format!("{who} {verb} {}", told(targets))
        }
        Order::Dismantle(id) => format!("{} takes the fence down", unit(id)),
        Order::Fire { unit: id, target } => format!("{} fires at {}", unit(id), unit(target)),
        Order::Concentrate { batteries, target } => {
            let names: Vec<_> = batteries.iter().map(&unit).collect();
            let names: Vec<_> = names.iter().map(String::as_str).collect();
            let verb = if names.len() == 1 { "concentrates" } else { "concentrate" };
            format!("{} {verb} on {}", list(&names), unit(target))
        }
        Order::Garrison { unit: id, building, .. } => {
            format!("{} goes into {}", unit(id), field.ground.name_of(*building))
        }
        Order::LeaveBuilding { unit: id, .. } => format!("{} comes out", unit(id)),
        Order::Rejoin(id) => format!("{} rejoins", unit(id)),
        Order::Screen(id) => format!("{} sends its screen out", unit(id)),
        Order::Recall(id) => format!("{} calls its screen in", unit(id)),
        Order::Answer(choice) => answer(*choice, field),
        Order::Dice(dice) => format!("dice: {}", faces(dice)),
    }
}

fn answer(choice: Choice, field: &Field) -> String {
    match choice {
        Choice::First(side) => format!("{side} goes first"),
        Choice::ClosingVolley { unit: id, .. } => format!("Closing Volley of {}", the(id, field)),
        Choice::OpportunityFire(id) => format!("Opportunity Fire of {}", the(id, field)),
        Choice::CounterCharge { unit: id, .. } => format!("Counter-Charge of {}", the(id, field)),
        Choice::RefuseFlank { unit: id, .. } => format!("{} refuses a flank", unit(id, field)),
        Choice::Evade { unit: id, back } => format!("skirmishers of {} evade {back}", the(id, field)),
        Choice::Decline => "no reaction".to_owned(),
        Choice::Stand => "the victor stays".to_owned(),
        Choice::Advance(distance) => format!("the victor advances {distance}"),
        Choice::Turn(angle) => format!("the victor turns {angle}"),
        Choice::Sweep(id) => format!("sweeps on into {}", the(id, field)),
        Choice::Lead(id) => format!("{} leads", unit(id, field)),
    }
}

fn unit(id: RegimentId, field: &Field) -> String {
    match field.units.get(id.index()) {
        Some(unit) => unit.name().to_owned(),
        None => format!("regiment number {}", id.0),
    }
}

fn brigade(id: BrigadeId, field: &Field) -> String {
    match field.brigades.get(id.index()) {
        Some(brigade) => brigade.brigade.name.to_string(),
        None => format!("brigade number {}", id.0),
    }
}

fn general(id: GeneralId, field: &Field) -> String {
    match field.generals.get(id.index()) {
        Some(general) => general.general.name.to_string(),
        None => format!("general number {}", id.0),
    }
}

fn the(id: RegimentId, field: &Field) -> String {
    match field.units.get(id.index()) {
        Some(unit) => unit.the(),
        None => unit(id, field),
    }
}
