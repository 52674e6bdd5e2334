//! The Sweeping Advance (Companion 16 §7.4): a Fresh attacker who has destroyed its enemy runs on for one pip more.

use super::{face_each_other, fights};
use crate::army::{BrigadeClock, RegimentId};
use crate::book::{Health, melee};
use crate::geometry::{Inches, Pose};
use crate::ground::walk::{self, ChargeLine, ChargeWalk};
use crate::turn::agenda::{Ask, Step};
use crate::turn::event::Event;
use crate::turn::field::{Field, Unit};
use crate::turn::hand::{Hand, Stop};
use crate::turn::order::Choice;
use crate::turn::{assault, command, march, victor};

/// A hair's breadth is rounding, and no move.
const HAIR: Inches = Inches(10);

/// The victor may sweep on, if whom it has beaten is gone; otherwise, and if it does not, it consolidates.
///
/// # Errors
/// See [`Stop`].
pub fn offer(id: RegimentId, beaten: RegimentId, hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    let unit = field.unit(id);
    let choices = choices(field, unit, beaten);
    let (Some(pips), false) = (price(field, unit), choices.is_empty()) else {
        hand.then(Step::Consolidate(id));
        return Ok(());
    };
    let all = choices.into_iter().chain([Choice::Decline]).collect();
    let answer = hand.ask(unit.side(), Ask::Sweep { unit: id, pips }, all)?;
    if answer == Choice::Decline {
        hand.then(Step::Consolidate(id));
        return Ok(());
    }
    hand.say(Event::PipsSpent { brigade: unit.regiment.brigade, pips, on: "a Sweeping Advance" });
    match answer {
        Choice::Sweep(target) => into(unit, target, hand),
        Choice::Advance(distance) => onward(unit, distance, hand),
        _ => {}
    }
    Ok(())
}

/// What it costs, if it can be paid: a pip more, by how far orders have to go (Companion 16 §2.2).
fn price(field: &Field, unit: &Unit) -> Option<u8> {
    command::price(field, unit, melee::SWEEP_PIPS).ok()
}

/// Enemies whom it can reach, and how far it can run straight on; nothing for one that may not sweep: it must be Fresh,
/// free, of a brigade that still assaults, and has not swept this turn (B85).
fn choices(field: &Field, unit: &Unit, beaten: RegimentId) -> Vec<Choice> {
    let done_with = field.unit(beaten).condition.gone && !unit.condition.gone && !field.engaged(unit.id());
    let able = field.health(unit) == Health::Fresh
        && !unit.regiment.arm.is_artillery()
        && field.clock_of(unit) < BrigadeClock::Hesitant
        && !unit.deeds.swept;
    if !done_with || !able || price(field, unit).is_none() {
        return Vec::new();
    }
    let reached = field.of(unit.side().other()).filter(|enemy| {
        assault::sweep(field, unit.id(), enemy.id())
            .is_ok_and(|plan| plan.reaches() && plan.charge.target == enemy.id())
    });
    let mut all: Vec<Choice> = reached.map(|enemy| Choice::Sweep(enemy.id())).collect();
    let run = furthest(field, unit);
    if run > HAIR {
        all.push(Choice::Advance(run));
    }
    all
}

/// How far it may run straight ahead, up to 4.0": over ground that it can pay for, more than 1.0" from the enemy.
fn furthest(field: &Field, unit: &Unit) -> Inches {
    let clear = |at: i32| {
        let pose = unit.place.pose.ahead(Inches(at));
        march::clear(field, unit, pose, unit.place.formation, unit.place.files).is_ok()
    };
    Inches(victor::last_clear(straight_on(field, unit, melee::SWEEP).reach.0, 100, clear))
}

/// What the ground does to a run straight ahead: it pays as a charge does.
fn straight_on(field: &Field, unit: &Unit, distance: Inches) -> ChargeWalk {
    let line = ChargeLine {
        rates: unit.rates(),
        allowance: melee::SWEEP,
        frontage: unit.footprint().frontage,
        from: unit.place.pose,
        distance,
        exempt: None,
        shelter: None,
    };
    walk::walk_charge(&field.ground, &line)
}

/// Into another enemy: contact is a new melee at once, without momentum (B85).
fn into(unit: &Unit, target: RegimentId, hand: &mut Hand) {
    let Ok(plan) = assault::sweep(hand.field, unit.id(), target) else { return };
    hand.say(Event::Swept { unit: unit.id(), target: Some(target) });
    assault::sweep_into(&plan, hand);
}

/// Straight on, touching nobody.
fn onward(unit: &Unit, distance: Inches, hand: &mut Hand) {
    hand.say(Event::Swept { unit: unit.id(), target: None });
    let walk = straight_on(hand.field, unit, distance);
    let from: Pose = unit.place.pose;
    assault::run(unit, from, from.ahead(distance), &walk, hand);
}

/// The melee of one that has swept on, with all who are in contact there; whoever it has struck may be gone without dice.
///
/// # Errors
/// None; the signature is that of every step.
pub fn fight_on(id: RegimentId, hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    if let Some(group) = fights(field).into_iter().find(|group| group.contains(&id)) {
        face_each_other(&group, field.unit(id).side(), hand);
    }
    Ok(())
}
