//! Skirmish screens (Companion 10, Companion 16 §3.4): one stand of a line goes ahead of it in open order and masks it.
//!
//! The screen is a state of its regiment: it stands 2.5" ahead as wide as the line (C-40), goes where the line goes and is
//! counted with it; only the stands in line fire and fight.

use bevy::math::Vec2;

use super::check::active_unit;
use super::event::{End, Event, Modifier, ScreenEnd, ScreenEvent};
use super::field::{Field, Unit, bases};
use super::hand::{Hand, modifier};
use super::march::{Intent, free_to_move};
use super::phase::Phase;
use super::planner;
use super::refusal::Refusal;
use super::volley::modifiers::line_of_fire;
use super::{building, casualties};
use crate::army::{Arm, Files, Formation, Place, RegimentId, Trait, dress};
use crate::book::command::Tier;
use crate::book::movement::{SCREEN, SCREEN_AHEAD, SCREEN_NEAREST};
use crate::geometry::{Footprint, Inches, Pose, polygon};
use crate::ground::track;

const PAGE: &str = "Companion 16 \u{a7}3.4";
/// Hits that take a screen off the table (Companion 10 §2.0).
pub const HITS: u8 = 2;
/// Where the shooting modifiers stand.
const MODIFIERS: &str = "Companion 16 \u{a7}5.6";
const WHO: &str = "Companion 10 \u{a7}1.0";

/// Sends a screen out; gives what it costs.
///
/// # Errors
/// Says why not.
pub fn check_screen(field: &Field, id: RegimentId) -> Result<Inches, Refusal> {
    let unit = active_unit(field, id, Phase::Maneuver, PAGE)?;
    may_change(field, unit)?;
    if unit.regiment.arm != Arm::Infantry || unit.regiment.parent.is_some() {
        return Refusal::because("only a regiment of infantry sends a screen out", WHO);
    }
    if unit.condition.screen {
        return Refusal::because("its screen is out", PAGE);
    }
    if unit.place.formation != Formation::Line {
        return Refusal::because(
            format!("a screen goes out from a line of battle, not from {}", unit.place.formation),
            PAGE,
        );
    }
    if unit.stands() < 4 {
        return Refusal::because(format!("it takes four stands; it has {}", unit.stands()), WHO);
    }
    ground_ahead(field, unit)?;
    half_a_move(field, unit)
}

/// There is ground for a screen 2.0" ahead of its line, and a way to it. Skirmishers go through and over everything but a
/// river, and over that by bridges and fords (Companion 10 §5.0, Companion 16 §4.1).
fn ground_ahead(field: &Field, unit: &Unit) -> Result<(), Refusal> {
    let (pose, ahead) = (unit.place.pose, SCREEN_NEAREST.get());
    if !field.ground.bounds().holds(pose.local(0.0, ahead)) {
        let why = format!("the table ends within {SCREEN_NEAREST} ahead of it: there is no ground for its screen");
        return Refusal::because(why, PAGE);
    }
    let half = unit.footprint().frontage.get() / 2.0;
    let ways = [-half, 0.0, half].map(|right| (pose.local(right, 0.0), pose.local(right, ahead)));
    let rivers = ways.map(|(from, to)| track::barred(&field.ground, from, to));
    match rivers {
        [Some(river), Some(_), Some(_)] => {
            let why = format!("its screen cannot cross {} here", field.ground.the(river));
            Refusal::because(why, "Companion 16 \u{a7}4.1")
        }
        _ => Ok(()),
    }
}

/// Takes a screen back in. The regiment that stands still this turn loses nothing by it and may fire: what is spent is
/// only missed by who marches (SKR-9), and has been movement for who forms anew (C-50).
///
/// The ground asks nothing of it: the men come back in open order, who go through timber, brush and abatis and over walls
/// without losing their order (Companion 10 §5.0), and the line that waits for them does not move.
///
/// # Errors
/// Says why not.
pub fn check_recall(field: &Field, id: RegimentId) -> Result<Inches, Refusal> {
    let unit = active_unit(field, id, Phase::Maneuver, PAGE)?;
    may_change(field, unit)?;
    if !unit.condition.screen {
        return Refusal::because("it has no screen out", PAGE);
    }
    may_join(field, unit)?;
    if unit.deeds.moved || unit.regiment.has(Trait::Sharpshooters) { half_a_move(field, unit) } else { Ok(SCREEN) }
}

/// The end of the line at which the stand of its screen falls in again: the shorter side of the colors, or where there is
/// no room for it the other.
///
/// # Errors
/// Says what is in its way on the shorter side.
pub fn may_join(field: &Field, unit: &Unit) -> Result<End, Refusal> {
    let Files { left, right } = unit.place.files;
    let (shorter, longer) = if left <= right { (End::Left, End::Right) } else { (End::Right, End::Left) };
    let room = |end: End| room_for(field, unit, &joined(&unit.place, end));
    match room(shorter) {
        Ok(()) => Ok(shorter),
        Err(why) => room(longer).map(|()| longer).map_err(|_| why),
    }
}

/// The line grows by a stand where it stands, near the enemy or not.
fn room_for(field: &Field, unit: &Unit, place: &Place) -> Result<(), Refusal> {
    let stands = bases(place.pose, place.formation, place.files);
    if !stands.iter().all(|stand| field.ground.holds(stand)) {
        return Refusal::because("its line would reach over the edge of the table", PAGE);
    }
    if let Some(house) = building::blocked(&field.ground, &stands, 0.0) {
        return Refusal::because(format!("{} is in the way of its line", house.name), PAGE);
    }
    super::terrain::stands_dry(field, &stands, place.formation)?;
    let own = unit.bases();
    let in_the_way = |other: &&Unit| {
        let theirs = other.bases();
        let sunk = planner::sunk(&own, &theirs);
        stands.iter().any(|mine| theirs.iter().any(|base| mine.overlaps_more(base, sunk)))
    };
    match field.standing().filter(|other| other.id() != unit.id()).find(in_the_way) {
        Some(other) => Refusal::because(format!("{} is in the way of its line", other.the()), PAGE),
        None => Ok(()),
    }
}

fn may_change(field: &Field, unit: &Unit) -> Result<(), Refusal> {
    free_to_move(field, unit, Intent::Free)?;
    if field.tier(unit) == Tier::OutOfCommunication {
        return Refusal::because("out of communication it changes nothing about its screen", "Companion 16 \u{a7}2.2");
    }
    if field.clock.assaults_begun {
        return Refusal::because("screens go out and in before assaults, and one has been declared", "RULE-01-3.3");
    }
    Ok(())
}

/// Half a move; nothing for sharpshooters (Companion 13 §5.0, B125).
fn half_a_move(field: &Field, unit: &Unit) -> Result<Inches, Refusal> {
    if unit.regiment.has(Trait::Sharpshooters) {
        return Ok(Inches::ZERO);
    }
    let left = planner::mover(field, unit).left();
    if left < SCREEN {
        return Refusal::because(format!("it costs {SCREEN}; {left} is left"), PAGE);
    }
    Ok(SCREEN)
}

/// The end from which a stand goes out: as one would be lost, from the longer side of the colors.
pub fn leaving(unit: &Unit) -> End {
    super::casualties::which_stand(unit.place.formation, unit.place.files, None)
}

/// The line with its stand back at this end; the colors stay where they are.
pub fn joined(place: &Place, end: End) -> Place {
    let half = dress::base(place.formation).width.half().get();
    let Files { left, right } = place.files;
    let (files, shift) = match end {
        End::Left => (Files { left: left + 1, right }, -half),
        End::Right | End::Rear => (Files { left, right: right + 1 }, half),
    };
    let pose = Pose::round(place.pose.local(shift, 0.0), place.pose.heading);
    Place { pose, files, ..*place }
}

/// Where a screen stands that is out ahead: both its ends, 2.5" ahead, as wide as its regiment's front.
pub fn front(unit: &Unit) -> Option<[Vec2; 2]> {
    let half = unit.footprint().frontage.get() / 2.0;
    let ahead = SCREEN_AHEAD.get();
    let pose = unit.place.pose;
    let out = unit.condition.screen && unit.condition.evaded.is_none() && !unit.condition.gone;
    out.then(|| [pose.local(-half, ahead), pose.local(half, ahead)])
}

/// What fire at a regiment suffers from skirmishers in between, once: its own screen, the firer's, any other of either
/// side, and cavalry that skirmishes on foot (SKR-3, B48, C-40).
pub fn between(field: &Field, unit: &Unit, enemy: &Unit) -> Option<Modifier> {
    let [from, to] = line_of_fire(unit, enemy);
    let screened = |by: &Unit| front(by).is_some_and(|[left, right]| polygon::segments_touch(from, to, left, right));
    if screened(enemy) {
        return Some(modifier(-1, "through its skirmish screen", PAGE));
    }
    if screened(unit) {
        return Some(modifier(-1, "through its own skirmish screen", MODIFIERS));
    }
    let skirmishing = |other: &Unit| {
        other.place.formation == Formation::Dismounted
            && polygon::length_inside(&other.footprint().corners(), from, to) > 0.0
    };
    let others = field.standing().filter(|other| other.id() != unit.id() && other.id() != enemy.id());
    let between = others.into_iter().any(|other| screened(other) || skirmishing(other));
    between.then(|| modifier(-1, "through skirmishers", MODIFIERS))
}

/// A formed regiment that moves over an enemy's screen destroys it (QRS 4 §1.3, B75); `points` are the poses of its way.
pub(super) fn trample(unit: &Unit, points: &[Pose], hand: &mut Hand) {
    if !unit.is_formed() {
        return;
    }
    let field = hand.field;
    let base = unit.footprint();
    let over = |[left, right]: [Vec2; 2]| {
        let along = points.windows(2).flat_map(|leg| looks(leg[0], leg[1]));
        along.into_iter().any(|pose| Footprint { pose, ..base }.gap_to_segment(left, right) == Inches::ZERO)
    };
    let screens = field.of(unit.side().other()).filter(|enemy| front(enemy).is_some_and(over));
    for enemy in screens.collect::<Vec<_>>() {
        casualties::lose_screen(enemy, ScreenEnd::RunOver, hand);
    }
}

/// Poses on the straight line from one to another, a quarter of an inch apart; it looks as it will look at the end.
fn looks(from: Pose, to: Pose) -> impl Iterator<Item = Pose> {
    let (a, b) = (from.at.vec(), to.at.vec());
    let steps = (a.distance(b) * 4.0).ceil().max(1.0) as u16;
    (0..=steps).map(move |n| Pose::round(a.lerp(b, f32::from(n) / f32::from(steps)), to.heading))
}

/// What is told when it goes out.
pub(super) fn out(unit: &Unit, cost: Inches) -> Event {
    Event::Screen { unit: unit.id(), what: ScreenEvent::Out { from: leaving(unit), cost } }
}
