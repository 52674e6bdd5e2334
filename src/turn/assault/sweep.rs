//! The way of a Sweeping Advance: that of a charge, 4.0" long, without pause, volley or check (Companion 16 §7.4, B85).

use super::approach::{advance, ground_tests, say_crossed, step_of};
use super::line::{ChargePlan, Run, reckon_for};
use crate::army::{BrigadeClock, RegimentId};
use crate::geometry::{Inches, Pose};
use crate::ground::walk::ChargeWalk;
use crate::turn::agenda::Step;
use crate::turn::casualties;
use crate::turn::event::{Event, Exit, Motion};
use crate::turn::field::{Field, Unit};
use crate::turn::hand::Hand;
use crate::turn::order::Charge;
use crate::turn::refusal::Refusal;

/// Reckons a Sweeping Advance against a second enemy.
///
/// # Errors
/// Says why it cannot reach him.
pub fn sweep(field: &Field, unit: RegimentId, target: RegimentId) -> Result<ChargePlan, Refusal> {
    let charge = Charge { unit, target };
    reckon_for(field, charge, &[charge], Run::Sweep)
}

/// The victor sweeps on into contact; a regiment of a Broken brigade routs before him (Companion 16 §8.2).
pub fn sweep_into(plan: &ChargePlan, hand: &mut Hand) {
    let field = hand.field;
    let Charge { unit: id, target } = plan.charge;
    let unit = field.unit(id);
    let from = unit.place.pose;
    if plan.start != from {
        hand.say(step_of(id, Motion::FaceTarget, from, plan.start));
    }
    if field.clock_of(field.unit(target)) == BrigadeClock::Broken {
        casualties::swept_away(hand, target, Exit::Routed);
        hand.then(Step::Pursue { unit: id, most: plan.distance.min(plan.reach) });
        return;
    }
    run_to(unit, plan.start, plan.contact, (&plan.walk, plan.distance + Inches(1)), hand);
    hand.say(Event::Contact { unit: id, target, face: plan.face, momentum: false });
    hand.then_all(ground_tests(id, &plan.walk, Inches::ZERO, plan.distance));
    hand.then(Step::Strike { unit: id, target });
    hand.then(Step::SweepMelee(id));
}

/// A run straight ahead that touches nobody.
pub fn run(unit: &Unit, from: Pose, to: Pose, walk: &ChargeWalk, hand: &mut Hand) {
    let far = Inches::round(from.at.vec().distance(to.at.vec()));
    run_to(unit, from, to, (walk, far), hand);
    hand.then_all(ground_tests(unit.id(), walk, Inches::ZERO, far));
}

/// Over the obstacles in the first inches of a walk, to where it ends.
fn run_to(unit: &Unit, from: Pose, to: Pose, (walk, far): (&ChargeWalk, Inches), hand: &mut Hand) {
    say_crossed(unit.id(), walk, Inches::ZERO, far, hand);
    advance(unit, Motion::Charge, from, to, hand);
}
