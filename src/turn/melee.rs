//! Phase 4: fights, who leads them, the opposed melee roll (Companion 16 §7.3) and its outcomes (§7.4).
//!
//! What is added to the dice is in [`shock`], the Sweeping Advance of a victor in [`sweep`].

pub mod shock;
pub mod sweep;

use bevy::ecs::prelude::*;

use super::agenda::{Ask, Step};
use super::event::{Cause, Event, Exit, Purpose};
use super::field::Field;
use super::hand::{Hand, Roll, Stop, sum};
use super::order::Choice;
use super::phase::Phase;
use super::resolve::{Pending, in_phase};
use super::risk::Risk;
use crate::army::{RegimentId, Side};
use crate::book::Page;
use crate::book::melee::SWEEP_MARGIN;
use crate::book::options::DoubleDisorder;

pub use shock::{Part, cover, engaged_stands, flanked, modifiers};

/// Adds the systems of this phase: it asks questions, and takes no other orders.
pub fn phase(schedule: &mut Schedule) {
    in_phase(schedule, Phase::Melee, open_order);
}

fn open_order(mut pending: ResMut<Pending>) {
    pending.take();
}

/// Every fight on the table, in the order of the regiments' ids (C-55).
pub fn open(hand: &mut Hand) {
    for fight in fights(hand.field) {
        hand.then(Step::Fight(fight));
    }
    hand.then(Step::Leave(Phase::Melee));
}

/// Regiments that hang together by base contact, each group in id order.
pub fn fights(field: &Field) -> Vec<Vec<RegimentId>> {
    let mut all: Vec<Vec<RegimentId>> = Vec::new();
    for unit in field.standing() {
        if all.iter().any(|group| group.contains(&unit.id())) {
            continue;
        }
        let mut group = vec![unit.id()];
        let mut next = 0;
        while next < group.len() {
            for enemy in field.engaged_with(group[next]) {
                if !group.contains(&enemy) {
                    group.push(enemy);
                }
            }
            next += 1;
        }
        if group.len() > 1 {
            group.sort();
            all.push(group);
        }
    }
    all
}

/// A fight is sorted into attackers and defenders, and its leads are named; one that a Sweeping Advance has joined is
/// over already (B82: nobody fights on in the same turn).
///
/// # Errors
/// None; the signature is that of every step.
pub fn fight(units: &[RegimentId], hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    let standing: Vec<RegimentId> = units.iter().copied().filter(|id| field.engaged(*id)).collect();
    if standing.iter().all(|id| field.unit(*id).deeds.fought) {
        return Ok(());
    }
    let side_of = |id: &RegimentId| field.unit(*id).side();
    let charged = |side: Side| {
        standing.iter().filter(|id| side_of(id) == side).any(|id| {
            field.unit(*id).condition.struck.is_some_and(|struck| field.engaged_with(*id).contains(&struck.target))
        })
    };
    let active = field.clock.active;
    let attacking = if charged(active) || !charged(active.other()) { active } else { active.other() };
    face_each_other(&standing, attacking, hand);
    Ok(())
}

/// Those who are in contact take their sides, and name who leads them.
fn face_each_other(units: &[RegimentId], attacking: Side, hand: &mut Hand) {
    let (attackers, defenders): (Vec<_>, Vec<_>) =
        units.iter().copied().partition(|id| hand.field.unit(*id).side() == attacking);
    if !attackers.is_empty() && !defenders.is_empty() {
        hand.then(Step::NameLeads { attackers, defenders, attack_lead: None });
    }
}

/// The regiment with most stands engaged leads its side; its owner decides between equals (C-45, Q09).
///
/// # Errors
/// See [`Stop`].
pub fn name_leads(
    attackers: &[RegimentId],
    defenders: &[RegimentId],
    attack_lead: Option<RegimentId>,
    hand: &mut Hand,
) -> Result<(), Stop> {
    let own = if attack_lead.is_none() { attackers } else { defenders };
    let most = own.iter().map(|id| engaged_stands(hand.field, *id)).max().unwrap_or(0);
    let equal: Vec<RegimentId> = own.iter().copied().filter(|id| engaged_stands(hand.field, *id) == most).collect();
    let lead = if equal.len() == 1 {
        equal[0]
    } else {
        let choices = equal.iter().map(|id| Choice::Lead(*id)).collect();
        match hand.ask(hand.field.unit(equal[0]).side(), Ask::Lead(equal.clone()), choices)? {
            Choice::Lead(id) => id,
            _ => equal[0],
        }
    };
    let (attackers, defenders) = (attackers.to_vec(), defenders.to_vec());
    hand.then(match attack_lead {
        None => Step::NameLeads { attackers, defenders, attack_lead: Some(lead) },
        Some(attack_lead) => Step::MeleeDice { attackers, defenders, attack_lead, defence_lead: lead },
    });
    Ok(())
}

/// Both sides roll one die each, the attackers' first; the higher total wins, a tie is a Bloody Draw.
///
/// # Errors
/// See [`Stop`].
pub fn dice(
    attackers: &[RegimentId],
    defenders: &[RegimentId],
    attack_lead: RegimentId,
    defence_lead: RegimentId,
    hand: &mut Hand,
) -> Result<(), Stop> {
    let field = hand.field;
    let side = field.unit(attack_lead).side();
    let roll = Roll {
        purpose: Purpose::Melee(attack_lead),
        side,
        count: 2,
        number: None,
        modifiers: Vec::new(),
        page: Page("RULE-01-5.2"),
    };
    let dice = hand.roll(roll, |_| false)?;
    let mut totals = [0i8; 2];
    let parts = [
        (attack_lead, defence_lead, attackers, Part::Attacker),
        (defence_lead, attack_lead, defenders, Part::Defender),
    ];
    for (n, (lead, against, all, part)) in parts.into_iter().enumerate() {
        let engaged: u8 = all.iter().map(|id| engaged_stands(field, *id)).sum();
        let modifiers = modifiers(field, lead, against, part);
        let total = dice[n] as i8 + engaged as i8 + sum(&modifiers);
        totals[n] = total;
        hand.say(Event::Scored { lead, die: dice[n], engaged, modifiers, total });
    }
    let winner = match totals[0].cmp(&totals[1]) {
        std::cmp::Ordering::Greater => Some(side),
        std::cmp::Ordering::Less => Some(side.other()),
        std::cmp::Ordering::Equal => None,
    };
    hand.say(Event::MeleeDecided { attackers: attackers.to_vec(), defenders: defenders.to_vec(), winner });
    match winner {
        None => bloody_draw(attackers, defenders, hand),
        Some(winner) if winner == side => {
            beaten(defenders, defence_lead, attack_lead, hand);
            let sweeps = totals[0] - totals[1] >= SWEEP_MARGIN;
            for id in attackers {
                hand.then(match sweeps && *id == attack_lead {
                    true => Step::Sweep { unit: *id, beaten: defence_lead },
                    false => Step::Consolidate(*id),
                });
            }
        }
        Some(_) => {
            beaten(attackers, attack_lead, defence_lead, hand);
            hand.then_all(defenders.iter().copied().map(Step::Consolidate));
        }
    }
    Ok(())
}

/// Every engaged regiment takes a Micro-Hit and a Disorder marker, and they stay locked (Q09).
fn bloody_draw(attackers: &[RegimentId], defenders: &[RegimentId], hand: &mut Hand) {
    for (own, other) in [(attackers, defenders), (defenders, attackers)] {
        for id in own {
            hand.then(Step::Hits { unit: *id, hits: 1, from: other.first().copied() });
            hand.then(Step::Disorder { unit: *id, cause: Cause::BloodyDraw, from: other.first().copied() });
        }
    }
    for id in attackers.iter().chain(defenders) {
        if let Some(struck) = hand.field.unit(*id).condition.struck {
            hand.then(Step::CloseUp { unit: *id, target: struck.target });
        }
    }
    leaders_at_risk(&[attackers, defenders].concat(), hand);
}

/// The lead loses a stand; every engaged regiment of its side goes back, Disordered (C-44, C-45). Beaten guns are
/// taken (Companion 8 §6.0). By a house rule those who are Disordered already rout where they stand: no stand, no way
/// back, nobody whom they run through (Companion 7 §3.0, B80).
fn beaten(losers: &[RegimentId], lead: RegimentId, by: RegimentId, hand: &mut Hand) {
    let field = hand.field;
    let routs = field.options.double_disorder == DoubleDisorder::Rout;
    let lost = |id: RegimentId| {
        let unit = field.unit(id);
        let routed = (routs && unit.condition.disordered).then_some(Exit::Routed);
        if unit.regiment.arm.is_artillery() { Some(Exit::GunsTaken) } else { routed }
    };
    if lost(lead).is_none() {
        hand.then(Step::LoseStand { unit: lead, to: Some(by) });
    }
    for id in losers {
        if let Some(exit) = lost(*id) {
            super::casualties::remove(hand, *id, exit);
        }
    }
    for id in losers.iter().filter(|id| lost(**id).is_none()) {
        let from = hand.field.engaged_with(*id).into_iter().find(|enemy| *enemy == by);
        let from = from.or_else(|| hand.field.engaged_with(*id).first().copied()).unwrap_or(by);
        hand.then(Step::Retreat { unit: *id, from, short: false });
    }
    leaders_at_risk(losers, hand);
}

/// Generals with a regiment that has lost a stand roll once, when all is done (Q19).
fn leaders_at_risk(units: &[RegimentId], hand: &mut Hand) {
    let field = hand.field;
    for id in units {
        let fewer_than = Some(field.unit(*id).present());
        hand.then_all(Risk::all(field, *id, fewer_than).map(Step::LeaderRoll));
    }
}
