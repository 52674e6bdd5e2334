//! The last four inches: the check before contact, contact, and charges that come up short (Companion 16 §7.2).

use super::STEP;
use super::approach::{advance, ground_tests, out_of_reach, say_crossed, step_of};
use super::line::{against, contact_pose, ground_of_charge, pause, shifted};
use crate::army::{Face, RegimentId};
use crate::book::melee;
use crate::geometry::{Footprint, Inches, Pose};
use crate::ground::walk::ChargeWalk;
use crate::turn::agenda::{ChargeProgress, Step};
use crate::turn::event::{Cause, Event, Halt, Motion, Test};
use crate::turn::field::{Field, Unit};
use crate::turn::hand::{Hand, Stop};
use crate::turn::{building, discipline};

/// The last stretch of a charge, as it would go from where the charger stands now.
#[derive(Clone, PartialEq, Debug)]
pub struct LastStretch {
    /// Where it stands.
    pub from: Pose,
    /// Inches straight on to the face that it strikes.
    pub distance: Inches,
    /// Its charge move carries it there.
    pub arrives: bool,
    /// It strikes with momentum.
    pub momentum: bool,
    /// What is on its way.
    pub walk: ChargeWalk,
    /// Where it comes flush against the target; `None` if it finds no room.
    pub contact: Option<Pose>,
}

/// Reckons the last stretch of a charge that stands at its line.
pub fn last_stretch(field: &Field, progress: &ChargeProgress) -> LastStretch {
    let ChargeProgress { unit: id, target, face, shift, left, arrives, momentum } = *progress;
    let (unit, enemy) = (field.unit(id), field.unit(target));
    let aim = shifted(against(&enemy.footprint(), face), shift);
    // Straight on, as it looks: lost stands shift its middle, not its path.
    let from = unit.place.pose;
    let ahead = (aim.at.vec() - from.at.vec()).dot(from.heading.forward());
    let distance = Inches::round(ahead).floor_zero();
    // Who is met on the way has no momentum, and less of a way (Companion 16 §6.0).
    let met = enemy.deeds.countered == Some(id);
    let (arrives, momentum) = (arrives || met && distance <= left, momentum && !met);
    // What is left is inches of the path, paid for already: here the ground is only asked for tests.
    let walk = ground_of_charge(field, unit, enemy, from, distance, distance + Inches::new(100));
    let contact = contact_pose(field, unit, enemy, aim, &[]);
    LastStretch { from, distance, arrives, momentum, walk, contact }
}

/// The charger tests, if the volley took a stand or disordered it, and closes (Companion 16 §7.2).
///
/// # Errors
/// See [`Stop`].
pub fn close(progress: &ChargeProgress, hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    let ChargeProgress { unit: id, target, face, left, .. } = *progress;
    let (unit, enemy) = (field.unit(id), field.unit(target));
    if unit.condition.gone {
        hand.say(Event::ChargeHalted { unit: id, why: Halt::ChargerGone });
        return Ok(());
    }
    // Men who fail at their first fire stay at the line: no further check (Q30).
    if unit.deeds.halted {
        hand.say(Event::ChargeHalted { unit: id, why: Halt::Elephant });
        return Ok(());
    }
    let LastStretch { from, distance, arrives, momentum, walk, contact } = last_stretch(field, progress);
    if enemy.condition.gone {
        hand.say(Event::ChargeHalted { unit: id, why: Halt::TargetGone });
        hand.then(Step::Pursue { unit: id, most: distance.min(left) });
        return Ok(());
    }
    if unit.deeds.shaken && !discipline::passed(unit, Test::Contact, Some(target), hand)? {
        let own = unit.footprint();
        let short =
            pause(distance, melee::STALL, |at| Footprint { pose: from.ahead(at), ..own }.front_gap(&enemy.footprint()));
        say_crossed(id, &walk, Inches::ZERO, short.min(left), hand);
        run_on(unit, from, short.min(left), hand);
        hand.say(Event::ChargeHalted { unit: id, why: Halt::Stalled });
        for step in ground_tests(id, &walk, Inches::ZERO, short.min(left)) {
            hand.then(step);
        }
        hand.then(Step::Disorder { unit: id, cause: Cause::Failed(Test::Contact), from: Some(target) });
        return Ok(());
    }
    let Some(contact) = contact.filter(|_| arrives) else {
        let short = short_of_others(field, unit, from, left.min(distance));
        say_crossed(id, &walk, Inches::ZERO, short, hand);
        run_on(unit, from, short, hand);
        let why = if arrives { Halt::NoRoom } else { out_of_reach(field, &walk) };
        hand.say(Event::ChargeHalted { unit: id, why });
        for step in ground_tests(id, &walk, Inches::ZERO, short) {
            hand.then(step);
        }
        return Ok(());
    };
    say_crossed(id, &walk, Inches::ZERO, distance + Inches(1), hand);
    advance(unit, Motion::Charge, from, contact, hand);
    hand.say(Event::Contact { unit: id, target, face, momentum });
    for step in ground_tests(id, &walk, Inches::ZERO, distance) {
        hand.then(step);
    }
    hand.then(Step::Strike { unit: id, target });
    Ok(())
}

/// A last stretch straight ahead, if there is any.
fn run_on(unit: &Unit, from: Pose, distance: Inches, hand: &mut Hand) {
    if distance > Inches::ZERO {
        advance(unit, Motion::Charge, from, from.ahead(distance), hand);
    }
}

/// How far a charge goes that cannot come home, without touching anybody.
pub fn short_of_others(field: &Field, unit: &Unit, start: Pose, most: Inches) -> Inches {
    let own = unit.footprint();
    let mut at = Inches::ZERO;
    while at < most {
        let next = (at + STEP).min(most);
        let here = Footprint { pose: start.ahead(next), ..own };
        if building::blocked(&field.ground, &[here], 0.0).is_some()
            || field.standing().any(|other| other.id() != unit.id() && here.gap(&other.footprint()) == Inches::ZERO)
        {
            break;
        }
        at = next;
    }
    at
}

/// After a Bloody Draw the lines stay locked, whatever ends they lost: who struck closes up on whom he struck.
///
/// # Errors
/// None; the signature is that of every step.
pub fn close_up(id: RegimentId, target: RegimentId, hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    let (unit, enemy) = (field.unit(id), field.unit(target));
    if unit.condition.gone || enemy.condition.gone || field.engaged_with(id).contains(&target) {
        return Ok(());
    }
    let face = unit.condition.struck.filter(|struck| struck.target == target).map_or(Face::Front, |struck| struck.face);
    if let Some(to) = contact_pose(field, unit, enemy, against(&enemy.footprint(), face), &[]) {
        let from = unit.place.pose;
        hand.say(step_of(id, Motion::Consolidate, from, to));
    }
    Ok(())
}
