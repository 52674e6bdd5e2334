//! What a volley does to the nerves of its target: shock (Companion 16 §5.5), the test of the Spent (§8.1), and the
//! traits that meet fire (§9.0). One check a volley (B55, B94).

use super::agenda::{Hits, Step};
use super::event::{Cause, Event, Test, Volley};
use super::field::{Field, Unit};
use super::hand::Hand;
use super::refusal::Refusal;
use crate::army::{RegimentId, Trait};
use crate::book::Health;

/// A volley that has been rolled to hit, by one regiment or several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Told {
    /// At whom.
    pub target: RegimentId,
    /// Kind.
    pub volley: Volley,
    /// Whose canister has hit that disorders (B59).
    pub canister: Option<RegimentId>,
    /// It has the natural sixes that shock at its range (B43).
    pub shocked: bool,
    /// Whose dice show the first natural six.
    pub six: Option<RegimentId>,
    /// Whose dice show the first hit.
    pub hit: Option<RegimentId>,
}

/// What a volley asks of its target's nerves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nerves {
    /// Disorder without a check, from this firer (B59).
    Disorder(RegimentId),
    /// This check, because of this firer.
    Check(Test, RegimentId),
    /// Nothing yet: men who have seen no fire take their test if a hit gets through, and this one otherwise.
    Wait(Option<Test>),
}

/// Whether its first fire is still before it (C-54).
pub fn awaits_the_elephant(unit: &Unit) -> bool {
    unit.regiment.has(Trait::SeenTheElephant) && !unit.condition.blooded
}

/// Whether Iron Discipline ignores its next shock: the first of each game turn (B129, Q15), of the regiment with its
/// detachments.
pub fn shrugs_off(field: &Field, unit: &Unit) -> bool {
    unit.regiment.has(Trait::IronDiscipline) && !field.family(unit.id()).any(|member| member.deeds.shrugged)
}

/// What a volley asks for before its saves are rolled, in order; and whether Iron Discipline has ignored a shock.
///
/// Canister takes the place of the natural six's check (B59); the test of men who have seen no fire takes the place of
/// any other (B55), and one of the Spent is merged with the natural six's (B94). What Iron Discipline ignores is the six:
/// the Spent among its men still test.
pub fn asked(field: &Field, told: &Told) -> (Vec<Nerves>, bool) {
    let unit = field.unit(told.target);
    let mut all: Vec<Nerves> = told.canister.map(Nerves::Disorder).into_iter().collect();
    let spent = told.hit.filter(|_| told.canister.is_none() && field.health(unit) == Health::Spent);
    if awaits_the_elephant(unit) {
        all.push(match told.six {
            None => Nerves::Wait(spent.map(|_| Test::Spent(told.volley))),
            Some(by) => Nerves::Check(Test::Elephant(told.volley), by),
        });
        return (all, false);
    }
    if told.canister.is_some() {
        return (all, false);
    }
    let ignored = told.shocked && shrugs_off(field, unit);
    let shock = told.six.filter(|_| told.shocked && !ignored).map(|by| (Test::Suppression(told.volley), by));
    let check = shock.or(spent.map(|by| (Test::Spent(told.volley), told.six.unwrap_or(by))));
    all.extend(check.map(|(test, by)| Nerves::Check(test, by)));
    (all, ignored)
}

/// Shock and its like, before saves are rolled (RULE-01-4.2); gives the check that waits for them.
pub fn of_volley(told: &Told, hand: &mut Hand) -> Option<Test> {
    let (all, ignored) = asked(hand.field, told);
    let unit = told.target;
    if ignored {
        hand.say(Event::ShockIgnored(unit));
    }
    let mut waits = None;
    for nerves in all {
        match nerves {
            Nerves::Disorder(by) => hand.then(Step::Disorder { unit, cause: Cause::Canister, from: Some(by) }),
            Nerves::Check(test, by) => hand.then(Step::Check { unit, test, by: Some(by) }),
            Nerves::Wait(test) => waits = test,
        }
    }
    waits
}

/// What men who have seen no fire are asked once the saves are rolled: a hit that got through is their first.
pub fn after_saves(hits: &Hits, unsaved: u8, hand: &mut Hand) {
    if !awaits_the_elephant(hand.field.unit(hits.target)) {
        return;
    }
    let first = (unsaved > 0).then_some(Test::Elephant(hits.volley));
    let test = first.or(hits.waits);
    hand.then_all(test.map(|test| Step::Check { unit: hits.target, test, by: Some(hits.unit) }));
}

/// Who failed at his first fire takes no step forward for the rest of the turn (Companion 13 §5.0).
///
/// # Errors
/// Says so.
pub fn not_halted(unit: &Unit) -> Result<(), Refusal> {
    if unit.deeds.halted {
        let why = "it has seen the elephant and halted: no step forward this turn";
        return Refusal::because(why, "Companion 13 \u{a7}5.0");
    }
    Ok(())
}
