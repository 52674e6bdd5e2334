//! The approach: every charger turns to its line, goes to the point 4.0" from its target and waits for the answer
//! (RULE-01-3.4, Companion 16 §7.2).

use super::line::{ChargePlan, reckon_with};
use crate::army::{BrigadeClock, RegimentId};
use crate::geometry::{Footprint, Inches, Pose};
use crate::ground::walk::ChargeWalk;
use crate::ground::{self, AreaKind, ObstacleKind};
use crate::turn::agenda::{Charger, Step};
use crate::turn::event::{Cause, Event, Exit, Halt, Motion, Test};
use crate::turn::field::{Field, Unit};
use crate::turn::hand::{Hand, Stop};
use crate::turn::order::Charge;
use crate::turn::{casualties, screen};

/// Every charger turns to the line of its charge and goes to its 4.0" line, or as far as it can.
///
/// # Errors
/// None; the signature is that of every step.
pub fn to_the_line(charges: &[Charge], hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    let plans: Vec<ChargePlan> = charges.iter().filter_map(|one| reckon_with(field, *one, charges).ok()).collect();
    let mut targets: Vec<RegimentId> = plans.iter().map(|plan| plan.charge.target).collect();
    targets.sort();
    targets.dedup();
    for target in &targets {
        // A regiment of a Broken brigade routs when it is charged (Companion 16 §8.2).
        if field.clock_of(field.unit(*target)) == BrigadeClock::Broken {
            casualties::swept_away(hand, *target, Exit::Routed);
        }
    }
    let mut tests = Vec::new();
    let mut at_line: Vec<(RegimentId, Charger)> = Vec::new();
    let mut closing = Vec::new();
    for (plan, to) in plans.iter().zip(pauses(field, &plans)) {
        let charge = plan.charge;
        let from = field.unit(charge.unit).place.pose;
        if plan.start != from {
            hand.say(step_of(charge.unit, Motion::FaceTarget, from, plan.start));
        }
        if field.clock_of(field.unit(charge.target)) == BrigadeClock::Broken {
            hand.say(Event::ChargeHalted { unit: charge.unit, why: Halt::TargetGone });
            closing.push(Step::Pursue { unit: charge.unit, most: plan.distance.min(plan.reach) });
            continue;
        }
        say_crossed(charge.unit, &plan.walk, Inches::ZERO, to, hand);
        if to > Inches::ZERO {
            advance(field.unit(charge.unit), Motion::Charge, plan.start, plan.start.ahead(to), hand);
        }
        tests.extend(ground_tests(charge.unit, &plan.walk, Inches::ZERO, to));
        if plan.reach < plan.line {
            hand.say(Event::ChargeHalted { unit: charge.unit, why: out_of_reach(field, &plan.walk) });
            continue;
        }
        at_line.push((charge.target, Charger { unit: charge.unit, face: plan.face }));
        closing.push(Step::Close(plan.at_line(to)));
    }
    for step in tests {
        hand.then(step);
    }
    for target in targets {
        let chargers: Vec<Charger> =
            at_line.iter().filter(|(t, _)| *t == target).map(|(_, charger)| *charger).collect();
        if !chargers.is_empty() {
            hand.then(Step::ReactToCharges { target, chargers });
        }
    }
    for step in closing {
        hand.then(step);
    }
    Ok(())
}

/// How far each of these charges goes before it pauses at its 4.0" line, or comes up short. Their paths draw together
/// toward the target: nobody runs into his neighbour on the way. Who charges a regiment of a Broken brigade, which is gone,
/// stays where he is.
pub fn pauses(field: &Field, plans: &[ChargePlan]) -> Vec<Inches> {
    let mut halted: Vec<Footprint> = Vec::new();
    let mut pause = |plan: &ChargePlan| {
        if field.clock_of(field.unit(plan.charge.target)) == BrigadeClock::Broken {
            return Inches::ZERO;
        }
        let own = field.unit(plan.charge.unit).footprint();
        let mut to = plan.line.min(plan.reach);
        let outline = |to: Inches| Footprint { pose: plan.start.ahead(to), ..own };
        while to > Inches::ZERO && halted.iter().any(|other| outline(to).overlaps(other)) {
            to = (to - Inches(100)).floor_zero();
        }
        halted.push(outline(to));
        to
    };
    plans.iter().map(&mut pause).collect()
}

pub(super) fn step_of(unit: RegimentId, motion: Motion, from: Pose, to: Pose) -> Event {
    let forward = if matches!(motion, Motion::Charge | Motion::CounterCharge) {
        Inches::round(from.at.vec().distance(to.at.vec()))
    } else {
        Inches::ZERO
    };
    let (via, taken, wheel) = (Vec::new(), Inches::ZERO, from.heading.to(to.heading));
    Event::Moved { unit, motion, from, via, to, cost: forward, taken, forward, wheel }
}

/// A stretch of a charge: it runs over screens that have stayed in its way (B137), and like any advance of an inch it leaves the smoke behind (Companion 5 §5.0).
pub(super) fn advance(unit: &Unit, motion: Motion, from: Pose, to: Pose, hand: &mut Hand) {
    let event = step_of(unit.id(), motion, from, to);
    let forward = Inches::round(from.at.vec().distance(to.at.vec()));
    hand.say(event);
    screen::trample(unit, &[from, to], hand);
    let smoking = hand.field.smoke.iter().any(|smoke| smoke.of == unit.id());
    if smoking && unit.deeds.forward + forward >= Inches::new(1) {
        hand.say(Event::SmokeLifted { unit: unit.id(), why: "it advanced out of it" });
    }
}

/// Obstacles that a charge has crossed between two points of it.
pub(super) fn say_crossed(unit: RegimentId, walk: &ChargeWalk, from: Inches, to: Inches, hand: &mut Hand) {
    for crossing in walk.crossings.iter().filter(|crossing| crossing.along >= from && crossing.along < to) {
        hand.say(Event::Crossed { unit, piece: crossing.piece, price: crossing.price });
    }
}

/// Why a charge does not get there.
pub(super) fn out_of_reach(field: &Field, walk: &ChargeWalk) -> Halt {
    match walk.halted.and_then(|piece| field.ground.piece(piece)) {
        Some(ground::Piece::Area(area)) if area.kind == AreaKind::SunkenRoad => Halt::SunkenRoad,
        Some(_) => Halt::Water,
        None => Halt::OutOfReach,
    }
}

/// Tests that the ground asks for between two points of a charge.
pub fn ground_tests(unit: RegimentId, walk: &ChargeWalk, from: Inches, to: Inches) -> Vec<Step> {
    let within = |along: Inches| along >= from && along < to;
    let walls = walk.crossings.iter().filter(|c| c.kind == ObstacleKind::StoneWall && within(c.along));
    let woods = walk.entered.iter().filter(|e| e.kind == AreaKind::DenseWoods && within(e.along));
    let walls = walls.map(|_| Step::Check { unit, test: Test::Wall, by: None });
    walls.chain(woods.map(|_| Step::Disorder { unit, cause: Cause::DenseWoods, from: None })).collect()
}
