//! Ranged fire (RULE-01-4, Companion 16 §5): who may fire at whom, what is needed, and what it does.
//!
//! | file | holds |
//! |---|---|
//! | [`shot`] | who may fire, what each die needs, what may save the target |
//! | [`modifiers`] | what is added to the dice and taken off the saves, with reasons |
//! | [`mod@cover`] | the target's cover |
//! | [`battery`] | batteries that fire together for a pip |
//! | [`ammunition`] | Low Ammo and resupply |

pub mod ammunition;
pub mod battery;
pub mod cover;
pub mod modifiers;
pub mod shot;

use bevy::ecs::prelude::*;

use super::agenda::{Agenda, Hits, Step};
use super::check::{active_unit, present};
use super::event::{Event, Purpose, ScreenEnd, ScreenEvent, Volley};
use super::field::{Field, Unit};
use super::hand::{Hand, Roll, Stop, sum};
use super::order::Order;
use super::phase::Phase;
use super::refusal::Refusal;
use super::resolve::{Pending, in_phase};
use super::risk::Risk;
use super::shock::{self, Told};
use super::{building, casualties, screen};
use crate::army::{RegimentId, Smoke, Trait};
use crate::book::Page;
use crate::book::discipline::saves as is_saved;
use crate::book::fire::{Band, Shock};

pub use cover::{in_cover, skylined};
pub use modifiers::{crossfire, enfilades};
pub use shot::{Shot, reckon};

const ELIGIBLE: &str = "Companion 16 \u{a7}5.1";
const MODIFIERS: &str = "Companion 16 \u{a7}5.6";
const COLUMNS: &str = "Companion 16 \u{a7}3.2";
const TRAITS: &str = "Companion 16 \u{a7}9.0";

/// Adds the systems of Phase 3.
pub fn phase(schedule: &mut Schedule) {
    in_phase(schedule, Phase::Fire, open);
}

fn open(mut pending: ResMut<Pending>, mut agenda: ResMut<Agenda>, field: Res<Field>) {
    let Some(order) = pending.take() else { return };
    match order {
        Order::Fire { unit, target } => agenda.push([Step::Volley { unit, target, volley: Volley::Phase3 }]),
        Order::Concentrate { batteries, target } => {
            pending.said.extend(battery::paid(&field, &batteries, target));
            agenda.push([Step::Concentrate { batteries, target }]);
        }
        Order::Ready(_) => agenda.push([Step::Leave(Phase::Fire)]),
        _ => {}
    }
}

/// Fire in Phase 3: eligibility and target priority (RULE-01-4.1, Companion 16 §4.5).
///
/// # Errors
/// Says why not.
pub fn check_fire(field: &Field, id: RegimentId, target: RegimentId) -> Result<(), Refusal> {
    active_unit(field, id, Phase::Fire, "RULE-01-4.1")?;
    aimed(field, id, target, Volley::Phase3)
}

/// The target is an enemy that this regiment may choose: the nearest, or one whose flank it has (B38).
fn aimed(field: &Field, id: RegimentId, target: RegimentId, volley: Volley) -> Result<(), Refusal> {
    let (unit, enemy) = (field.unit(id), present(field, target)?);
    if enemy.side() == unit.side() {
        return Refusal::because(format!("{} is a friend", enemy.the()), "RULE-01-4.1");
    }
    if field.engaged(target) {
        return Refusal::because(format!("{} is locked in melee", enemy.the()), "RULE-01-4.1");
    }
    let shot = reckon(field, id, target, volley)?;
    // A flank in effective range may be chosen before the nearest (B38).
    if enfilades(unit, enemy) && shot.band <= Band::Medium {
        return Ok(());
    }
    let nearer = field
        .of(enemy.side())
        .filter(|other| other.id() != target && !field.engaged(other.id()))
        .filter_map(|other| Some((reckon(field, id, other.id(), volley).ok()?.range, other)))
        .min_by_key(|(range, other)| (*range, other.id()));
    match nearer {
        Some((range, other)) if range < shot.range => {
            Refusal::because(format!("{} is nearer: {range} against {}", other.the(), shot.range), "RULE-01-4.1")
        }
        _ => Ok(()),
    }
}

/// A regiment's volley is rolled to hit; natural sixes shock before saves are rolled (RULE-01-4.2, 4.3).
///
/// # Errors
/// See [`Stop`].
pub fn fire(id: RegimentId, target: RegimentId, volley: Volley, hand: &mut Hand) -> Result<(), Stop> {
    let Ok(shot) = reckon(hand.field, id, target, volley) else { return Ok(()) };
    fire_together(&[(id, shot)], target, volley, hand)
}

/// What one regiment's dice did.
struct Fired<'s> {
    by: RegimentId,
    shot: &'s Shot,
    hits: u8,
    sixes: u8,
}

/// One volley, of a regiment or of several batteries: they roll to hit, the target is shocked once, and saves all that
/// has hit it.
fn fire_together(
    shots: &[(RegimentId, Shot)],
    target: RegimentId,
    volley: Volley,
    hand: &mut Hand,
) -> Result<(), Stop> {
    let field = hand.field;
    let enemy = field.unit(target);
    let mut fired = Vec::new();
    for (by, shot) in shots {
        fired.push(roll_to_hit(*by, target, volley, shot, hand)?);
    }
    let mut waits = shock::of_volley(&told(target, volley, &fired), hand);
    let sixes: u8 = fired.iter().map(|one| one.sixes).sum();
    for (n, one) in fired.iter().enumerate() {
        // Solid shot strikes the building too.
        let guns = field.unit(one.by).regiment.weapon.is_gun();
        let house = enemy.place.within.filter(|_| guns && one.shot.band > Band::Short);
        let (unit, hits, cover, denied) = (one.by, one.hits, one.shot.cover, one.shot.denied);
        let waits = if n + 1 == fired.len() { waits.take() } else { None };
        hand.then(Step::Saves(Hits { unit, target, hits, cover, denied, volley, waits }));
        if let Some(house) = house {
            building::struck(hand, house.piece, hits, unit);
        }
    }
    // A general whose regiment lost a stand or took a natural six rolls once, after all is told (B98, Q19).
    let fewer_than = (sixes == 0).then_some(enemy.present());
    hand.then_all(Risk::all(field, target, fewer_than).map(Step::LeaderRoll));
    if volley != Volley::Closing {
        hand.then_all(fired.iter().map(|one| Step::Smoke { unit: one.by, target }));
    }
    Ok(())
}

/// One regiment's dice; a sharpshooter's first miss is rolled again (C-85), and what shows then counts.
fn roll_to_hit<'s>(
    by: RegimentId,
    target: RegimentId,
    volley: Volley,
    shot: &'s Shot,
    hand: &mut Hand,
) -> Result<Fired<'s>, Stop> {
    let field = hand.field;
    let unit = field.unit(by);
    let Shot { range, band, stands, .. } = *shot;
    hand.say(Event::VolleyFired { unit: by, target, volley, range, band, stands });
    let roll = Roll {
        purpose: Purpose::ToHit(by),
        side: unit.side(),
        count: shot.dice,
        number: Some(shot.number),
        modifiers: shot.modifiers.clone(),
        page: Page(shot::page_of(unit)),
    };
    let again = Roll { purpose: Purpose::HitAgain(by), count: 1, page: Page(TRAITS), ..roll.clone() };
    let mut dice = hand.roll(roll, |die| shot.hits(die))?;
    if let Some(missed) = dice.iter().position(|die| !shot.hits(*die)).filter(|_| shot.again) {
        dice[missed] = hand.roll(again, |die| shot.hits(die))?[0];
    }
    ammunition::spend(field, by, &dice, hand);
    let count = |which: &dyn Fn(u8) -> bool| dice.iter().filter(|die| which(**die)).count() as u8;
    Ok(Fired { by, shot, hits: count(&|die| shot.hits(die)), sixes: count(&|die| die == 6) })
}

/// What the dice of a volley ask of its target's nerves. A six at short range is enough; of those beyond it takes two
/// (B43).
fn told(target: RegimentId, volley: Volley, fired: &[Fired]) -> Told {
    let first = |which: &dyn Fn(&Fired) -> bool| fired.iter().find(|one| which(one)).map(|one| one.by);
    let halves: u8 = fired.iter().map(|one| one.sixes * one.shot.shock.half_shocks()).sum();
    Told {
        target,
        volley,
        canister: first(&|one| one.shot.shock == Shock::AnyHit && one.hits > 0),
        shocked: halves >= Shock::WHOLE,
        six: first(&|one| one.sixes > 0),
        hit: first(&|one| one.hits > 0),
    }
}

/// The target rolls cover saves; what gets through takes its toll (Companion 16 §5.4).
///
/// # Errors
/// See [`Stop`].
pub fn saves(told: &Hits, hand: &mut Hand) -> Result<(), Stop> {
    let Hits { unit, target, hits, cover, denied, volley, .. } = *told;
    let field = hand.field;
    let enemy = field.unit(target);
    if enemy.condition.gone {
        return Ok(());
    }
    let modifiers = modifiers::save_penalties(field.unit(unit), enemy, volley);
    let penalty = -sum(&modifiers);
    let exists = cover.save().filter(|number| *number as i8 + penalty <= 6);
    let hopeless = match (cover.save(), exists) {
        (Some(_), None) => modifiers.clone(),
        _ => Vec::new(),
    };
    let mut unsaved = hits;
    if let Some(number) = exists.filter(|_| hits > 0) {
        let page = Page("Companion 16 \u{a7}5.4");
        let roll = Roll {
            purpose: Purpose::Saves(target),
            side: enemy.side(),
            count: hits,
            number: Some(number),
            modifiers,
            page,
        };
        let again = Roll { purpose: Purpose::SaveAgain(target), count: 1, page: Page(TRAITS), ..roll.clone() };
        let saved = |die: u8| is_saved(die, penalty, number);
        let mut dice = hand.roll(roll, saved)?;
        if let Some(failed) = dice.iter().position(|die| !saved(*die)).filter(|_| saves_again(field, enemy)) {
            dice[failed] = hand.roll(again, saved)?[0];
        }
        unsaved -= dice.iter().filter(|die| saved(**die)).count() as u8;
    }
    hand.say(Event::VolleyTold { unit, target, hits, unsaved, cover, denied, hopeless });
    if unsaved > 0 && screen::front(enemy).is_some() {
        // The first unsaved hit of each volley is the screen's (Companion 10 §2.0, B121).
        unsaved -= 1;
        let taken = enemy.condition.screen_hits + 1;
        hand.say(Event::Screen { unit: target, what: ScreenEvent::Hit { hits: taken } });
        if taken >= screen::HITS {
            casualties::lose_screen(enemy, ScreenEnd::Shot, hand);
        }
    }
    hand.then(Step::Hits { unit: target, hits: unsaved, from: Some(unit) });
    shock::after_saves(told, unsaved, hand);
    Ok(())
}

/// A Steady regiment rolls its first failed cover save of a turn again; it and its detachments do so once (Companion 16
/// §9.0, C-85).
pub fn saves_again(field: &Field, unit: &Unit) -> bool {
    unit.regiment.has(Trait::Steady) && !field.family(unit.id()).any(|member| member.deeds.saved_again)
}

/// A marker in front of the firer (Companion 16 §5.7): a garrison's before the wall that it fired from.
///
/// # Errors
/// None; the signature is that of every step.
pub fn smoke(id: RegimentId, target: RegimentId, hand: &mut Hand) -> Result<(), Stop> {
    let unit = hand.field.unit(id);
    if !unit.condition.gone {
        let (pose, frontage) = building::muzzles(unit, hand.field.unit(target).footprint().centre());
        hand.say(Event::SmokePlaced(Smoke { of: id, side: unit.side(), pose, frontage }));
    }
    Ok(())
}
