//! Generals: riding, joining a regiment, and their fate (Companion 16 §2.4).

use bevy::math::Vec2;

use super::agenda::Step;
use super::check::{active_side, in_phase as during, present};
use super::event::{Cause, Event, Fate, Purpose};
use super::field::{self, Field, GeneralNow, Unit};
use super::hand::{Hand, Roll, Stop};
use super::phase::Phase;
use super::refusal::Refusal;
use super::risk::Risk;
use crate::army::{GeneralId, Place, Rank, RegimentId, Temper};
use crate::book::Page;
use crate::book::movement::{GENERAL, STANDOFF};
use crate::geometry::{Bounds, Degrees, Footprint, Inches, Pose, Spot};
use crate::ground::track;

const RATES: &str = "Companion 16 \u{a7}3.1";
const ATTACH: &str = "Companion 16 \u{a7}2.4";
/// What rounding makes of a distance.
const HAIR: Inches = Inches(1);
/// Ways are looked at this closely for generals who stand in them.
const STRIDE: Inches = Inches(250);

/// A ride; gives what it costs of his 12.0".
///
/// # Errors
/// Says why not.
pub fn check_ride(field: &Field, id: GeneralId, to: Spot, via: &[Spot]) -> Result<Inches, Refusal> {
    rider(field, id)?;
    check_route(field, id, to, via)
}

/// As [`check_ride`], whoever's turn it is.
///
/// # Errors
/// What is in the way, or what it costs too much.
pub fn check_route(field: &Field, id: GeneralId, to: Spot, via: &[Spot]) -> Result<Inches, Refusal> {
    let now = field.general(id);
    let cost = afford(field, now, to, via, Riding::Free)?;
    let radius = now.general.diameter().half();
    on_the_table(field, to, radius)?;
    if let Some((_, house)) = field.ground.standing_buildings().find(|(_, b)| b.base.gap_to(to.vec()) < radius) {
        return Refusal::because(format!("{} stands there", house.name), RATES);
    }
    for other in field.standing() {
        // An inch and his own breadth are all that matters.
        if other.footprint().gap_to(to.vec()) > STANDOFF + radius {
            continue;
        }
        let gap = other.bases().iter().map(|base| base.gap_to(to.vec())).min().unwrap_or(Inches::ZERO) - radius;
        if other.side() == now.general.side {
            if gap < Inches::ZERO {
                return Refusal::because(format!("{} stands there; he may join it", other.the()), RATES);
            }
        } else if gap <= other.standoff() {
            return super::march::too_near("he would be", gap.floor_zero(), &other.the(), other.standoff());
        }
    }
    Ok(cost)
}

/// Joining a regiment of his brigade at its colors, with these turns on the way; gives the place and what the ride costs.
///
/// # Errors
/// Says why not.
pub fn check_attach(field: &Field, id: GeneralId, unit: RegimentId, via: &[Spot]) -> Result<(Spot, Inches), Refusal> {
    rider(field, id)?;
    check_joining(field, id, unit, via)
}

/// As [`check_attach`], whoever's turn it is.
///
/// # Errors
/// Why he may not join it, what is in his way, or what the ride costs too much.
pub fn check_joining(field: &Field, id: GeneralId, unit: RegimentId, via: &[Spot]) -> Result<(Spot, Inches), Refusal> {
    let to = may_join(field, id, unit)?;
    let now = field.general(id);
    let cost = afford(field, now, to, via, Riding::Joining)?;
    let radius = now.general.diameter().half();
    on_the_table(field, to, radius)?;
    // Of his own side only the regiment itself, with what belongs to it, may be where he stands.
    let root = field.root(field.unit(unit)).id();
    let others = field.of(now.general.side).filter(|friend| field.root(friend).id() != root);
    let upon = |friend: &&Unit| friend.bases().iter().any(|base| base.gap_to(to.vec()) < radius);
    if let Some(friend) = others.into_iter().find(upon) {
        let why = format!("{} stands where he would be, at its colors", friend.the());
        return Refusal::because(why, ATTACH);
    }
    Ok((to, cost))
}

fn on_the_table(field: &Field, to: Spot, radius: Inches) -> Result<(), Refusal> {
    let (width, height) = (field.ground.width, field.ground.height);
    if to.x < radius || to.y < radius || to.x > width - radius || to.y > height - radius {
        return Refusal::because("he would leave the table", RATES);
    }
    Ok(())
}

/// Whether a general may join a regiment at all, wherever it is; gives the place where he would.
///
/// # Errors
/// Says why not.
pub fn may_join(field: &Field, id: GeneralId, unit: RegimentId) -> Result<Spot, Refusal> {
    let now = field.general(id);
    let regiment = present(field, unit)?;
    match now.general.rank {
        Rank::Brigadier(brigade) if brigade == regiment.regiment.brigade => {}
        Rank::Brigadier(_) => {
            return Refusal::because(format!("{} is not of his brigade", regiment.the()), ATTACH);
        }
        Rank::Division => return Refusal::because("only brigadiers join a regiment", ATTACH),
    }
    if now.state.attached == Some(unit) {
        return Refusal::because(format!("he is with {}", regiment.the()), ATTACH);
    }
    Ok(beside(&regiment.place))
}

fn beside(place: &Place) -> Spot {
    super::apply::beside_colors(place)
}

fn rider(field: &Field, id: GeneralId) -> Result<&GeneralNow, Refusal> {
    during(field, Phase::Maneuver, RATES)?;
    let now = field.general(id);
    if now.state.gone {
        return Refusal::because(format!("{} has left the table", now.general.name), ATTACH);
    }
    active_side(field, now.general.side)?;
    Ok(now)
}

/// What a ride is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Riding {
    /// To be there.
    Free,
    /// To join a regiment: its place among its men is his, however near the enemy is to it (Companion 16 §2.4).
    Joining,
}

/// What the ride costs, if he can afford it, passes no enemy within 1.0" (C-25), and crosses rivers only over bridges and
/// fords. One who joins a regiment nearer to the enemy comes within that on his last stretch, no nearer than its place is.
fn afford(field: &Field, now: &GeneralNow, to: Spot, via: &[Spot], riding: Riding) -> Result<Inches, Refusal> {
    let path: Vec<Spot> = std::iter::once(now.state.at).chain(via.iter().copied()).chain([to]).collect();
    let radius = now.general.diameter().half();
    let points: Vec<Vec2> = path.iter().map(|spot| spot.vec()).collect();
    let around = Bounds::of(&points).grown((STANDOFF + radius).get() + 0.1);
    for enemy in field.of(now.general.side.other()) {
        let bases = super::sight::blocks_of(enemy);
        if !bases.iter().any(|base| base.bounds().meets(&around)) {
            continue;
        }
        let nearest = |gap: &dyn Fn(&Footprint) -> Inches| bases.iter().map(gap).min().unwrap_or(Inches::new(100));
        let passes = |leg: &[Vec2]| nearest(&|base| base.gap_to_segment(leg[0], leg[1])) - radius;
        let stands = |at: Vec2| nearest(&|base| base.gap_to(at)) - radius;
        let (starts, ends) = (stands(points[0]), stands(to.vec()));
        let last = points.len() - 2;
        let too_near = |(n, leg): (usize, &[Vec2])| {
            let gap = passes(leg);
            // The nearest point of a leg and its end are rounded each by itself.
            let home = riding == Riding::Joining && n == last && ends >= Inches::ZERO && gap + HAIR >= ends;
            (gap <= enemy.standoff() && gap < starts && !home).then_some(gap)
        };
        if let Some(gap) = points.windows(2).enumerate().filter_map(too_near).min() {
            return super::march::too_near("he would ride", gap.floor_zero(), &enemy.the(), enemy.standoff());
        }
    }
    let mut houses = field.ground.standing_buildings().map(|(_, house)| house);
    // One that he touches already is behind him.
    let meets = |house: &&crate::ground::Building| {
        let passes = path.windows(2).map(|leg| house.base.gap_to_segment(leg[0].vec(), leg[1].vec())).min();
        passes.is_some_and(|gap| gap < radius) && house.base.gap_to(path[0].vec()) >= radius
    };
    if let Some(house) = houses.find(meets) {
        return Refusal::because(format!("{} is in his way", house.name), RATES);
    }
    if let Some(river) = path.windows(2).find_map(|leg| field.ground.bars_ride(leg[0], leg[1])) {
        let why = format!("{} cannot be crossed there", field.ground.the(river));
        return Refusal::because(why, "Companion 16 \u{a7}4.1");
    }
    let cost = track::ride_cost(&field.ground, &path);
    let left = GENERAL.open - now.state.spent;
    if cost > left {
        return Refusal::because(format!("the ride takes {cost} of his movement; {left} is left"), RATES);
    }
    Ok(cost)
}

/// 1-3 unhurt, 4 lightly wounded, 5 severely wounded, 6 killed (Companion 16 §2.4); no roll if his regiment lost no
/// stand and that was the danger, or if he has fallen meanwhile.
///
/// # Errors
/// See [`Stop`].
pub fn leader_roll(risk: &Risk, hand: &mut Hand) -> Result<(), Stop> {
    let now = hand.field.general(risk.general);
    let unhurt = risk.fewer_than.is_some_and(|stands| hand.field.unit(risk.unit).present() >= stands);
    if now.state.gone || now.state.lost > risk.fallen || unhurt {
        return Ok(());
    }
    let roll = Roll {
        purpose: Purpose::Leader(risk.general),
        side: now.general.side,
        count: 1,
        number: None,
        modifiers: Vec::new(),
        page: Page(ATTACH),
    };
    let die = hand.roll(roll, |die| die <= 3)?[0];
    let fate = match die {
        1..=3 => Fate::Unhurt,
        4 => Fate::LightlyWounded,
        5 => Fate::SeverelyWounded,
        _ => Fate::Killed,
    };
    fall(risk.general, fate, hand);
    if fate == Fate::Killed {
        hand.then(Step::Disorder { unit: risk.unit, cause: Cause::GeneralKilled, from: None });
        if let Rank::Brigadier(brigade) = now.general.rank {
            hand.say(Event::PipsForfeited(brigade));
        }
    }
    Ok(())
}

/// Writes a fate down; the senior colonel takes over with the Timid formula, in contact with the brigade's nearest
/// regiment (Q20). With no regiment left there is nobody to command.
fn fall(id: GeneralId, fate: Fate, hand: &mut Hand) {
    let now = hand.field.general(id);
    let replaced = matches!(fate, Fate::SeverelyWounded | Fate::Killed | Fate::Captured);
    let temper = if replaced { Temper::Timid } else { now.state.temper };
    hand.say(Event::Leader { general: id, fate, temper });
    if !replaced {
        return;
    }
    let successor = match now.general.rank {
        Rank::Division => None,
        Rank::Brigadier(brigade) => hand
            .field
            .in_brigade(brigade)
            .filter(|unit| !unit.condition.gone)
            // Colonels are with their regiments, not with their garrisons and horses while there is a regiment left.
            .min_by_key(|unit| {
                let away = Inches::round(unit.colors().distance(now.state.at.vec()));
                (unit.regiment.parent.is_some(), away, unit.id())
            }),
    };
    match successor {
        Some(unit) => {
            let to = beside(&unit.place);
            hand.say(Event::Rode { general: id, to, cost: Inches::ZERO, attached: Some(unit.id()) });
        }
        None => hand.say(Event::GeneralGone(id)),
    }
}

/// Lone generals whom a charger has reached flee (C-37).
pub fn overrun(hand: &mut Hand, by: RegimentId) {
    let unit = hand.field.unit(by);
    for now in hand.field.generals.iter().filter(|g| g.general.side != unit.side()) {
        if alone(now) && touches(unit, now) {
            flee(now, hand);
        }
    }
}

/// A general whose regiment is gone flees if an enemy is in contact with him (C-37).
///
/// # Errors
/// None; the signature is that of every step.
pub fn stranded(id: GeneralId, hand: &mut Hand) -> Result<(), Stop> {
    let now = hand.field.general(id);
    if alone(now) && hand.field.of(now.general.side.other()).any(|enemy| touches(enemy, now)) {
        flee(now, hand);
    }
    Ok(())
}

/// Generals who stood alone in the way of enemies that have moved: one step for each (C-37).
pub fn overrun_on_the_way(field: &Field, events: &[Event]) -> Vec<Step> {
    let mut found: Vec<GeneralId> = Vec::new();
    for event in events {
        let Event::Moved { unit, from, via, to, .. } = event else { continue };
        let unit = field.unit(*unit);
        let path: Vec<Pose> = [*from].into_iter().chain(via.iter().copied()).chain([*to]).collect();
        let met = field.generals.iter().filter(|now| now.general.side != unit.side() && alone(now));
        let met = met.filter(|now| path.windows(2).any(|leg| passes_over(unit, leg[0], leg[1], now)));
        found.extend(met.map(|now| now.general.id));
    }
    found.sort();
    found.dedup();
    found.into_iter().map(Step::Overrun).collect()
}

/// Whether a regiment's bases come upon a general between two poses of its way.
fn passes_over(unit: &Unit, from: Pose, to: Pose, now: &GeneralNow) -> bool {
    let (at, radius) = (now.state.at.vec(), now.general.diameter().half());
    let outline = unit.footprint();
    let near = outline.frontage + outline.depth + radius;
    let (a, b) = (from.at.vec(), to.at.vec());
    let far = |point: Vec2| Inches::round(point.distance(at)) > near + Inches::round(a.distance(b));
    if far(a) && far(b) {
        return false;
    }
    let turn = from.heading.to(to.heading);
    let steps = (Inches::round(a.distance(b)).0 / STRIDE.0).max(turn.abs().0 / 200).max(1);
    (0..=steps).any(|n| {
        let along = n as f32 / steps as f32;
        let heading = from.heading + Degrees((turn.0 as f32 * along) as i32);
        let pose = Pose::round(a + (b - a) * along, heading);
        let bases = field::bases(pose, unit.place.formation, unit.place.files);
        bases.iter().any(|base| base.gap_to(at) <= radius)
    })
}

/// He flees from whoever has come upon him, if he is still alone.
///
/// # Errors
/// None; the signature is that of every step.
pub fn ridden_down(id: GeneralId, hand: &mut Hand) -> Result<(), Stop> {
    let now = hand.field.general(id);
    if alone(now) {
        flee(now, hand);
    }
    Ok(())
}

const fn alone(now: &GeneralNow) -> bool {
    !now.state.gone && now.state.attached.is_none()
}

fn touches(unit: &Unit, now: &GeneralNow) -> bool {
    let radius = now.general.diameter().half();
    unit.bases().iter().any(|base| base.gap_to(now.state.at.vec()) <= radius)
}

/// At once to the nearest friends within 12.0"; if there are none, captured.
fn flee(now: &GeneralNow, hand: &mut Hand) {
    let radius = now.general.diameter().half();
    let refuge = hand
        .field
        .of(now.general.side)
        .map(|friend| (friend.bases().iter().map(|b| b.gap_to(now.state.at.vec())).min(), friend))
        .filter_map(|(gap, friend)| Some(((gap? - radius).floor_zero(), friend)))
        .filter(|(gap, _)| *gap <= Inches::new(12))
        .min_by_key(|(gap, friend)| (*gap, friend.id()));
    let id = now.general.id;
    match refuge {
        Some((_, friend)) => {
            hand.say(Event::Leader { general: id, fate: Fate::Escaped(friend.id()), temper: now.state.temper });
            let to = beside(&friend.place);
            hand.say(Event::Rode { general: id, to, cost: Inches::ZERO, attached: Some(friend.id()) });
        }
        None => fall(id, Fate::Captured, hand),
    }
}
