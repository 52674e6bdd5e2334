//! Declaring an assault: who may, who goes together, what it costs (RULE-01-3.3, Companion 16 §2.3, §7.1).

use super::DECLARE;
use super::line::reckon_with;
use crate::army::{BrigadeClock, RegimentId};
use crate::book::{Health, command, melee, movement};
use crate::geometry::{Degrees, Footprint};
use crate::turn::agenda::{Agenda, Step};
use crate::turn::check::active_unit;
use crate::turn::command::{cost, price};
use crate::turn::event::Event;
use crate::turn::field::{Field, Unit, footprint};
use crate::turn::order::Charge;
use crate::turn::phase::Phase;
use crate::turn::refusal::Refusal;
use crate::turn::resolve::Pending;
use crate::turn::{reaction, shock, terrain};

/// An assault by one regiment, or by several that stand together (Companion 16 §7.1).
///
/// # Errors
/// Says why not.
pub fn check(field: &Field, charges: &[Charge]) -> Result<(), Refusal> {
    let Some(first) = charges.first() else {
        return Refusal::because("an assault needs a regiment", DECLARE);
    };
    let units: Vec<RegimentId> = charges.iter().map(|charge| charge.unit).collect();
    if (1..units.len()).any(|n| units[..n].contains(&units[n])) {
        return Refusal::because("a regiment charges once", DECLARE);
    }
    let mut ends: Vec<(RegimentId, Footprint)> = Vec::new();
    for charge in charges {
        may_assault(field, charge.unit)?;
        let unit = field.unit(charge.unit);
        let plan = reckon_with(field, *charge, charges)?;
        let there = footprint(plan.contact, unit.place.formation, unit.place.files);
        if let Some((other, _)) = ends.iter().find(|(_, taken)| there.overlaps(taken)) {
            let target = field.unit(charge.target);
            let why = format!(
                "there is no room for it beside {} on the {} of {}",
                field.unit(*other).the(),
                target.footprint().frontage,
                target.the()
            );
            return Refusal::because(why, "Companion 15 \u{a7}4.0");
        }
        ends.push((charge.unit, there));
    }
    if charges.len() == 1 {
        return price(field, field.unit(first.unit), command::ASSAULT).map(|_| ());
    }
    together(field, &units)?;
    price(field, dearest(field, &units, command::DRESS_ON_THE_COLORS), command::DRESS_ON_THE_COLORS).map(|_| ())
}

/// The participant whose orders take longest: it sets the price (B09).
pub fn dearest<'a>(field: &'a Field, units: &[RegimentId], standard: u8) -> &'a Unit {
    let takes = |id: &RegimentId| (field.tier(field.unit(*id)), cost(field, field.unit(*id), standard));
    // Where no pips reach is dearer than any price.
    let worst = units.iter().max_by_key(|id| (takes(id).1.unwrap_or(u8::MAX), takes(id).0, **id));
    field.unit(*worst.unwrap_or(&units[0]))
}

/// What the charger itself must be.
fn may_assault(field: &Field, id: RegimentId) -> Result<(), Refusal> {
    let unit = active_unit(field, id, Phase::Maneuver, DECLARE)?;
    let deeds = &unit.deeds;
    if unit.condition.disordered {
        return Refusal::because("a Disordered regiment cannot assault", DECLARE);
    }
    if field.clock_of(unit) >= BrigadeClock::Hesitant {
        let why = format!("its brigade is {}: no assaults", field.clock_of(unit));
        return Refusal::because(why, "Companion 16 \u{a7}8.2");
    }
    if field.health(unit) == Health::Spent && !field.is_led(id) {
        return Refusal::because("a Spent regiment assaults only with a general", DECLARE);
    }
    if field.engaged(id) {
        return Refusal::because("it is in contact with the enemy", DECLARE);
    }
    if deeds.assaulted {
        return Refusal::because("it has assaulted this turn", DECLARE);
    }
    terrain::not_at_work(unit)?;
    shock::not_halted(unit)?;
    if deeds.moved || deeds.wheeled || deeds.pivoted || deeds.reformed {
        return Refusal::because("it has moved or re-formed this turn", "RULE-01-3.1");
    }
    if deeds.doubled {
        return Refusal::because("it goes at the double this turn: that is a move", "RULE-01-3.1");
    }
    Ok(())
}

/// One brigade, each within 1.0" of another, facing alike (Companion 16 §2.3).
fn together(field: &Field, units: &[RegimentId]) -> Result<(), Refusal> {
    const PAGE: &str = "Companion 16 \u{a7}2.3";
    let brigade = field.unit(units[0]).regiment.brigade;
    let mut reached = vec![units[0]];
    let mut next = 0;
    while next < reached.len() {
        let here = field.unit(reached[next]);
        next += 1;
        for id in units {
            let other = field.unit(*id);
            let turned = here.place.pose.heading.to(other.place.pose.heading).abs();
            // Beside it, not behind it.
            let apart = other.footprint().centre() - here.footprint().centre();
            let heading = here.place.pose.heading;
            let beside = apart.dot(heading.right()).abs() > apart.dot(heading.forward()).abs();
            let close = here.footprint().gap(&other.footprint()) <= melee::ADJACENT;
            let near = close && beside && turned <= Degrees::new(45);
            if near && !reached.contains(id) {
                reached.push(*id);
            }
        }
    }
    for id in units {
        let unit = field.unit(*id);
        if unit.regiment.brigade != brigade {
            return Refusal::because(format!("{} is of another brigade", unit.the()), PAGE);
        }
        if !reached.contains(id) {
            let why = format!("{} is not beside the others: within 1.0 in, facing within 45\u{b0}", unit.the());
            return Refusal::because(why, PAGE);
        }
    }
    Ok(())
}

/// The events and steps of an assault that has been checked.
pub fn declare(field: &Field, charges: &[Charge], pending: &mut Pending, agenda: &mut Agenda) {
    let units: Vec<RegimentId> = charges.iter().map(|charge| charge.unit).collect();
    let (standard, on) = if units.len() == 1 {
        (command::ASSAULT, "an assault")
    } else {
        (command::DRESS_ON_THE_COLORS, "\"Dress on the Colors\"")
    };
    let worst = dearest(field, &units, standard);
    let pips = price(field, worst, standard).unwrap_or(standard);
    pending.said.push(Event::PipsSpent { brigade: worst.regiment.brigade, pips, on });
    pending.said.push(Event::AssaultDeclared(charges.to_vec()));
    // Free moves are over: Double-Time that was bought before is worth 3.0" straight ahead from now on (RULE-01-3.3).
    for unit in field.of(worst.side()).filter(|unit| unit.deeds.doubled && !units.contains(&unit.id())) {
        let cap = unit.deeds.spent + movement::DOUBLE_TIME;
        pending.said.push(Event::Capped { unit: unit.id(), cap: unit.deeds.cap.map_or(cap, |old| old.min(cap)) });
    }
    let mut steps = screens_before(field, charges);
    steps.push(Step::ToTheLine(charges.to_vec()));
    agenda.push(steps);
}

/// The questions to skirmish screens that these charges come upon, in the order of their regiments (B137). A regiment of a
/// Broken brigade runs, and nobody charges up to it.
fn screens_before(field: &Field, charges: &[Charge]) -> Vec<Step> {
    let mut met: Vec<(RegimentId, RegimentId)> = charges
        .iter()
        .filter(|charge| field.clock_of(field.unit(charge.target)) != BrigadeClock::Broken)
        .filter_map(|charge| reckon_with(field, *charge, charges).ok())
        .flat_map(|plan| reaction::upon(field, &plan).into_iter().map(move |screen| (screen, plan.charge.unit)))
        .collect();
    met.sort();
    let mut steps: Vec<Step> = Vec::new();
    for (screen, charger) in met {
        match steps.last_mut() {
            Some(Step::ScreenCharged { unit, by }) if *unit == screen => by.push(charger),
            _ => steps.push(Step::ScreenCharged { unit: screen, by: vec![charger] }),
        }
    }
    steps
}
