//! Skirmish Evade (Companion 10 §3.0, Companion 16 §6.0, C-39): the screen falls back 4.0" to 6.0" through its line, which
//! takes no test, and stands behind it, facing the enemy.

use super::{Course, Opening, PAGE, Reaction};
use crate::army::{Place, RegimentId};
use crate::book::movement::SCREEN_AHEAD;
use crate::geometry::{Footprint, Inches, Pose};
use crate::turn::agenda::Ask;
use crate::turn::assault::ChargePlan;
use crate::turn::check::present;
use crate::turn::event::{Event, ScreenEvent};
use crate::turn::field::{Field, Unit};
use crate::turn::hand::{Hand, Stop};
use crate::turn::order::Choice;
use crate::turn::refusal::Refusal;
use crate::turn::screen;

/// A formed enemy this near sets it off.
const TRIGGER: Inches = Inches::new(6);
/// The least that it falls back.
pub const NEAREST: Inches = Inches::new(4);
/// The most, and what is proposed.
const FARTHEST: Inches = Inches::new(6);

/// Where a formed mover comes within 6.0" of a screen; one who was that near already, where he comes nearer.
pub(super) fn openings(field: &Field, unit: &Unit, course: &Course) -> Vec<Opening> {
    if !unit.is_formed() {
        return Vec::new();
    }
    let start = unit.footprint();
    let screens = field.of(unit.side().other()).filter_map(|enemy| Some((enemy, screen::front(enemy)?)));
    screens
        .filter_map(|(enemy, [left, right])| {
            let gap = |outline: &Footprint| outline.gap_to_segment(left, right);
            let near = gap(&start);
            let along = course.first(|outline| gap(outline) <= TRIGGER && gap(outline) < near)?;
            Some(Opening { along, unit: enemy.id(), what: Reaction::Evade })
        })
        .collect()
}

/// The screens that a charge comes within 6.0" of on its way to its line.
pub fn upon(field: &Field, plan: &ChargePlan) -> Vec<RegimentId> {
    let unit = field.unit(plan.charge.unit);
    let outline = Footprint { pose: plan.start.ahead(plan.line.min(plan.reach)), ..unit.footprint() };
    let path = Footprint { depth: outline.depth + plan.line.min(plan.reach), ..outline };
    let screens = field.of(unit.side().other()).filter_map(|enemy| Some((enemy.id(), screen::front(enemy)?)));
    screens.filter(|(_, [left, right])| path.gap_to_segment(*left, *right) <= TRIGGER).map(|(id, _)| id).collect()
}

/// Whether the screen of a regiment may evade; gives how far at most.
///
/// # Errors
/// Says why not.
pub fn check(field: &Field, id: RegimentId) -> Result<Inches, Refusal> {
    match screen::front(present(field, id)?) {
        Some(_) => Ok(FARTHEST),
        None => Refusal::because("it has no screen out ahead of it", PAGE),
    }
}

/// The question before a charge: the screen evades, or it is run over as the charge passes (B75, B137). It does not use up
/// its regiment's answer at the 4.0" line (B74).
///
/// # Errors
/// See [`Stop`].
pub fn charged(id: RegimentId, by: &[RegimentId], hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    let Ok(most) = check(field, id) else { return Ok(()) };
    let side = field.unit(id).side();
    let choices = vec![Choice::Evade { unit: id, back: most }, Choice::Decline];
    match hand.ask(side, Ask::ScreenCharged { unit: id, by: by.to_vec() }, choices)? {
        Choice::Evade { back, .. } => back_to(id, back, hand),
        _ => hand.say(Event::Declined(side)),
    }
    Ok(())
}

/// It goes.
pub(super) fn back_to(id: RegimentId, back: Inches, hand: &mut Hand) {
    hand.say(Event::Screen { unit: id, what: ScreenEvent::Evaded { behind: back - SCREEN_AHEAD } });
}

/// A line that falls back comes upon its own screen behind it, or at least nearer to it; in contact the stand is in its
/// line again (C-39).
pub(in crate::turn) fn back_onto(unit: &Unit, to: Pose, hand: &mut Hand) {
    let Some(behind) = unit.condition.evaded else { return };
    let depth = unit.footprint().depth;
    let left = behind - Inches::round(unit.place.pose.at.vec().distance(to.at.vec()));
    let there = Unit { place: Place { pose: to, ..unit.place }, ..unit.clone() };
    let joins = screen::may_join(hand.field, &there).ok().filter(|_| left <= depth);
    let what = match joins {
        Some(at) => ScreenEvent::In { at, cost: Inches::ZERO },
        None if left != behind => ScreenEvent::Evaded { behind: left.max(depth) },
        None => return,
    };
    hand.say(Event::Screen { unit: unit.id(), what });
}
