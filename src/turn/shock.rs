//! What a volley does to the nerves of its target: shock (Companion 16 §5.5), the test of the Spent (§8.1), and the
//! traits that meet fire (§9.0). One check a volley (B55, B94).

use super::agenda::{Hits, Step};
use super::event::{Cause, Event, Test, Volley};
use super::field::{Field, Unit};
use super::hand::Hand;
use super::refusal::Refusal;
use crate::army::{RegimentId, Trait};
use crate::book::Health;
use crate::book::fire::Shock;

/// A volley that has been rolled to hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Told {
    /// Who fired.
    pub by: RegimentId,
    /// At whom.
    pub target: RegimentId,
    /// Kind.
    pub volley: Volley,
    /// What shocks the target.
    pub shock: Shock,
    /// Hits before saves.
    pub hits: u8,
    /// Natural sixes.
    pub sixes: u8,
}

/// What a volley asks of its target's nerves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nerves {
    /// Disorder without a check: canister (B59).
    Disorder,
    /// This check.
    Check(Test),
    /// Nothing yet: men who have seen no fire take their test if a hit gets through, and this one otherwise.
    Wait(Option<Test>),
}

/// Whether its first fire is still before it (C-54).
pub fn awaits_the_elephant(unit: &Unit) -> bool {
    unit.regiment.has(Trait::SeenTheElephant) && !unit.condition.blooded
}

/// Whether Iron Discipline ignores its next shock: the first of each game turn (B129, Q15).
pub fn shrugs_off(unit: &Unit) -> bool {
    unit.regiment.has(Trait::IronDiscipline) && !unit.deeds.shrugged
}

/// The checks that a volley asks for before its saves are rolled, in order; and whether Iron Discipline has ignored one.
///
/// Canister takes the place of the natural six's check (B59); the test of men who have seen no fire takes the place of
/// any other (B55), and one of the Spent is merged with the natural six's (B94). What Iron Discipline ignores is the six:
/// the Spent among its men still test.
pub fn asked(field: &Field, told: &Told) -> (Vec<Nerves>, bool) {
    let unit = field.unit(told.target);
    let spent = told.hits > 0 && field.health(unit) == Health::Spent;
    let spent = spent.then_some(Test::Spent(told.volley));
    let shocked = matches!(told.shock, Shock::Sixes(needed) if told.sixes >= needed);
    let canister = told.shock == Shock::AnyHit && told.hits > 0;
    let mut all = Vec::new();
    if canister {
        all.push(Nerves::Disorder);
    }
    if awaits_the_elephant(unit) {
        all.push(match told.sixes {
            0 => Nerves::Wait(spent.filter(|_| !canister)),
            _ => Nerves::Check(Test::Elephant(told.volley)),
        });
        return (all, false);
    }
    if canister {
        return (all, false);
    }
    let ignored = shocked && shrugs_off(unit);
    let shock = (shocked && !ignored).then_some(Test::Suppression(told.volley));
    all.extend(shock.or(spent).map(Nerves::Check));
    (all, ignored)
}

/// Shock and its like, before saves are rolled (RULE-01-4.2); gives the check that waits for them.
pub fn of_volley(told: &Told, hand: &mut Hand) -> Option<Test> {
    let (all, ignored) = asked(hand.field, told);
    let (unit, by) = (told.target, Some(told.by));
    if ignored {
        hand.say(Event::ShockIgnored(unit));
    }
    let mut waits = None;
    for nerves in all {
        match nerves {
            Nerves::Disorder => hand.then(Step::Disorder { unit, cause: Cause::Canister, from: by }),
            Nerves::Check(test) => hand.then(Step::Check { unit, test, by }),
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
