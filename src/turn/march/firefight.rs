//! The paralysis of the firefight, as a house rule (Companion 2 §4.0, B12): foot that fired in its last own turn does not
//! leave its place for less than a pip. Where it stands it may form, pivot and fire on; an assault has its own price.

use crate::book::command::BREAK_OFF;
use crate::book::options;
use crate::turn::command::price;
use crate::turn::event::Event;
use crate::turn::field::{Field, Unit};
use crate::turn::refusal::Refusal;

/// Whether a pip must rouse it before it moves.
pub fn held(field: &Field, unit: &Unit) -> bool {
    field.options.firefight == options::Firefight::Pip
        && unit.condition.fired_last_turn
        && !unit.deeds.roused
        && !unit.deeds.doubled
        && !unit.regiment.arm.is_artillery()
}

/// Whether it can be moved at all.
///
/// # Errors
/// Says what is short of the pip.
pub(super) fn check(field: &Field, unit: &Unit) -> Result<(), Refusal> {
    if !held(field, unit) {
        return Ok(());
    }
    let roused = price(field, unit, BREAK_OFF).map(|_| ());
    roused.map_err(|why| Refusal::new(format!("it fired in its last turn: {}", why.why), "Companion 2 \u{a7}4.0"))
}

/// What is told when a move that has been checked rouses it.
pub(super) fn told(field: &Field, unit: &Unit) -> Vec<Event> {
    if !held(field, unit) {
        return Vec::new();
    }
    let pips = price(field, unit, BREAK_OFF).unwrap_or(BREAK_OFF);
    vec![
        Event::PipsSpent { brigade: unit.regiment.brigade, pips, on: "breaking off a firefight" },
        Event::Roused(unit.id()),
    ]
}
