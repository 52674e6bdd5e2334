//! Discipline Checks (QRS 4 §3) and what failing them means.

use super::agenda::Step;
use super::event::{Cause, Event, Modifier, Purpose, Test, Volley};
use super::field::{Field, Unit};
use super::hand::{Hand, Roll, Stop, modifier, sum};
use crate::army::{BrigadeClock, RegimentId, Trait};
use crate::book::command::Tier;
use crate::book::discipline::{number, passes, printed};
use crate::book::{Health, Page};

/// A Discipline Check that is being taken; failing it is a Disorder event, and ends a charge.
///
/// # Errors
/// See [`Stop`].
pub fn check(id: RegimentId, test: Test, by: Option<RegimentId>, hand: &mut Hand) -> Result<(), Stop> {
    let unit = hand.field.unit(id);
    if unit.condition.gone {
        return Ok(());
    }
    let stood = passed(unit, test, by, hand)?;
    if let Test::Elephant(_) = test {
        hand.say(Event::SawTheElephant { unit: id, stood });
    }
    if !stood {
        hand.then(Step::Disorder { unit: id, cause: Cause::Failed(test), from: by });
    }
    Ok(())
}

/// Rolls the check and tells whether it was passed.
///
/// # Errors
/// See [`Stop`].
pub fn passed(unit: &Unit, test: Test, by: Option<RegimentId>, hand: &mut Hand) -> Result<bool, Stop> {
    let (needs, page) = needed(hand.field, unit, test);
    let modifiers = modifiers(hand.field, unit, test, by);
    let added = sum(&modifiers);
    let roll = Roll {
        purpose: Purpose::Discipline(unit.id(), test),
        side: unit.side(),
        count: 1,
        number: Some(needs),
        modifiers,
        page: Page(page),
    };
    let die = hand.roll(roll, |die| passes(die, added, needs))?[0];
    Ok(passes(die, added, needs))
}

/// The number that a check needs, and where it stands (B29).
pub fn needed(field: &Field, unit: &Unit, test: Test) -> (u8, &'static str) {
    let grade = unit.regiment.grade;
    let printed = |number| printed(number, grade, field.options.printed_discipline);
    match test {
        Test::Suppression(_) => (number(grade), "Companion 16 \u{a7}5.5"),
        Test::Spent(_) => (number(grade), "Companion 16 \u{a7}8.1"),
        Test::Elephant(_) => (printed(5), "Companion 16 \u{a7}9.0"),
        Test::Contact => (number(grade), "Companion 16 \u{a7}7.2"),
        Test::Wall => (printed(4), "Companion 16 \u{a7}4.2"),
        Test::Retreaters => (printed(4), "Companion 16 \u{a7}3.3"),
        Test::RebelYell => (printed(4), "Companion 16 \u{a7}9.0"),
        Test::Passage => (printed(4), "Companion 16 \u{a7}3.3"),
        Test::RefuseFlank => (printed(4), "Companion 16 \u{a7}6.0"),
    }
}

/// The volley that has caused a check: what a check before contact comes from is a Closing Volley (B70).
const fn caused_by(test: Test) -> Option<Volley> {
    match test {
        Test::Suppression(volley) | Test::Spent(volley) | Test::Elephant(volley) => Some(volley),
        Test::Contact => Some(Volley::Closing),
        Test::Wall | Test::Retreaters | Test::RebelYell | Test::Passage | Test::RefuseFlank => None,
    }
}

/// Everything that is added to a check. Health, cover and crossfire count under fire only (B52).
pub fn modifiers(field: &Field, unit: &Unit, test: Test, by: Option<RegimentId>) -> Vec<Modifier> {
    let mut all = Vec::new();
    match field.tier(unit) {
        Tier::Bugle | Tier::Courier => {}
        Tier::DistantCourier => all.push(modifier(-1, "more than 12 in from its brigadier", "Companion 16 \u{a7}2.2")),
        Tier::OutOfCommunication => all.push(modifier(-1, "out of communication", "Companion 16 \u{a7}2.2")),
    }
    if field.is_led(unit.id()) {
        all.push(modifier(1, "a general is with it", "Companion 16 \u{a7}2.4"));
    }
    if field.clock_of(unit) == BrigadeClock::Hesitant {
        all.push(modifier(-1, "its brigade is Hesitant", "Companion 16 \u{a7}8.2"));
    }
    if unit.regiment.has(Trait::Steady) && caused_by(test) == Some(Volley::Closing) {
        all.push(modifier(1, "Steady against a Closing Volley", "Companion 16 \u{a7}9.0"));
    }
    if !matches!(test, Test::Suppression(_) | Test::Spent(_)) {
        return all;
    }
    match field.health(unit) {
        Health::Fresh => all.push(modifier(1, "Fresh", "Companion 16 \u{a7}5.5")),
        Health::Spent | Health::Shattered => all.push(modifier(-1, "Spent", "Companion 16 \u{a7}5.5")),
        Health::Worn => {}
    }
    if let Some(by) = by {
        if super::volley::in_cover(field, by, unit.id()) {
            all.push(modifier(1, "in cover", "Companion 16 \u{a7}5.5"));
        }
        if super::volley::crossfire(field, by, unit) {
            all.push(modifier(-1, "in crossfire", "Companion 16 \u{a7}5.5"));
        }
    }
    all
}

#[cfg(test)]
#[path = "checks_tests.rs"]
mod tests;
