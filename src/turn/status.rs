//! Phase 5: smoke lifts, lines rally, pips are banked, sides change (RULE-01-6, Companion 16 §8.3).

use bevy::ecs::prelude::*;

use super::agenda::{Agenda, Ending, Step};
use super::check::{in_phase as during, present};
use super::command;
use super::event::{Event, Purpose};
use super::field::{Field, Unit};
use super::hand::{Hand, Roll, Stop};
use super::order::Order;
use super::phase::Phase;
use super::refusal::Refusal;
use super::resolve::{Pending, in_phase};
use super::rest;
use crate::army::{BrigadeClock, RegimentId, Side, Trait};
use crate::book::Page;
use crate::book::discipline::{number, passes};

const RALLY: &str = "Companion 16 \u{a7}8.3";
/// What men of Iron Discipline rally on (Companion 16 §9.0).
const IRON: u8 = 3;

/// Adds the systems of this phase.
pub fn phase(schedule: &mut Schedule) {
    in_phase(schedule, Phase::Status, open_order);
}

fn open_order(mut pending: ResMut<Pending>, mut agenda: ResMut<Agenda>, field: Res<Field>) {
    let Some(order) = pending.take() else { return };
    match order {
        Order::Rally(unit) => pending.said.extend(command::rally(&field, unit)),
        Order::NaturalRally(unit) => agenda.push([Step::NaturalRally(unit)]),
        Order::Ready(side) => {
            pending.said.push(Event::Ready(side));
            if field.clock.ready[side.other().index()] {
                agenda.push([Step::Leave(Phase::Status)]);
            }
        }
        _ => {}
    }
}

/// Smoke lifts (RULE-01-6.1, B63); rest is counted (Companion 12 §5.0); a side with nobody to rally is ready at once.
pub fn open(hand: &mut Hand) {
    let field = hand.field;
    for smoke in &field.smoke {
        let unit = field.unit(smoke.of);
        let why = if unit.condition.gone {
            "its regiment is gone"
        } else if unit.deeds.fought {
            "it fought a melee"
        } else if unit.deeds.moved {
            "it moved"
        } else if unit.side() == field.clock.active && !unit.deeds.fired {
            "it held its fire"
        } else {
            continue;
        };
        hand.say(Event::SmokeLifted { unit: smoke.of, why });
    }
    rest::tell(hand);
    super::volley::ammunition::resupply(hand);
    let idle = Side::BOTH.map(|side| {
        field.of(side).all(|unit| {
            natural_rally_allowed(field, unit.id()).is_err() && command::rally_allowed(field, unit.id()).is_err()
        })
    });
    for side in Side::BOTH {
        if idle[side.index()] {
            hand.say(Event::Ready(side));
        }
    }
    if idle == [true; 2] {
        hand.then(Step::Leave(Phase::Status));
    }
}

/// Natural Rally: Disordered, unengaged, stationary, unhurt (Companion 16 §8.3).
///
/// # Errors
/// Says why not.
pub fn check_natural_rally(field: &Field, id: RegimentId) -> Result<(), Refusal> {
    during(field, Phase::Status, RALLY)?;
    natural_rally_allowed(field, id)?;
    command::not_ready(field, field.unit(id).side())
}

fn natural_rally_allowed(field: &Field, id: RegimentId) -> Result<(), Refusal> {
    let unit = present(field, id)?;
    let deeds = &unit.deeds;
    if !unit.condition.disordered {
        return Refusal::because("it is not Disordered", RALLY);
    }
    if field.clock_of(unit) == BrigadeClock::Broken {
        return Refusal::because("its brigade is Broken: no rallying", "Companion 16 \u{a7}8.2");
    }
    if field.engaged(id) {
        return Refusal::because("it is in contact with the enemy", RALLY);
    }
    if !deeds.stationary() {
        return Refusal::because("it was not stationary this turn", RALLY);
    }
    if deeds.hurt {
        return Refusal::because("it took casualties this turn", RALLY);
    }
    if deeds.rally_tried {
        return Refusal::because("it has tried this turn", RALLY);
    }
    Ok(())
}

/// What it needs to rally by itself: the grade's number, 3 for men of Iron Discipline; and where that stands.
pub fn rally_number(unit: &Unit) -> (u8, &'static str) {
    let own = number(unit.regiment.grade);
    if own > IRON && unit.regiment.has(Trait::IronDiscipline) {
        return (IRON, "Companion 16 \u{a7}9.0");
    }
    (own, "RULE-01-6.2")
}

/// A Natural Rally: its number, without modifiers (Q18).
///
/// # Errors
/// See [`Stop`].
pub fn natural_rally(id: RegimentId, hand: &mut Hand) -> Result<(), Stop> {
    let unit = hand.field.unit(id);
    let (needs, page) = rally_number(unit);
    let roll = Roll {
        purpose: Purpose::Rally(id),
        side: unit.side(),
        count: 1,
        number: Some(needs),
        modifiers: Vec::new(),
        page: Page(page),
    };
    let die = hand.roll(roll, |die| passes(die, 0, needs))?[0];
    hand.say(Event::RallyTried(id));
    if passes(die, 0, needs) {
        hand.say(Event::Rallied(id));
    }
    Ok(())
}

/// Pips are banked, a brisk wind takes the smoke, and the next turn begins or the battle ends (RULE-01-6.3).
///
/// # Errors
/// None; the signature is that of every step.
pub fn leave(hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    if field.terms.brisk_wind {
        for smoke in &field.smoke {
            hand.say(Event::SmokeLifted { unit: smoke.of, why: "the wind is brisk" });
        }
    }
    for now in field.brigades.iter().filter(|now| now.state.pool > 0) {
        let banked = now.state.pool.min(1);
        hand.say(Event::PipsBanked { brigade: now.brigade.id, banked, lost: now.state.pool - banked });
    }
    if field.clock.turn >= field.clock.last_turn() {
        hand.then(Step::End(Ending::LastTurn));
    } else {
        hand.then(Step::BeginTurn);
    }
    Ok(())
}
