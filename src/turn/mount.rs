//! Cavalry dismounts and mounts again, and what becomes of its horses (Companion 16 §10.2, Companion 13 §6.0).
//!
//! The horse holders are a detachment of their own, which moves and may be lost; while they stand, the firing line may
//! mount again. Nothing else is remembered of it.

use super::event::{Event, Motion};
use super::field::{Field, Unit, touching};
use super::hand::{Hand, Stop};
use super::march::{Horses, Reform, Through, allowance_in, clear, clear_besides};
use super::planner;
use super::refusal::Refusal;
use super::{casualties, command};
use crate::army::{Files, Formation, Place, RegimentId, dress};
use crate::book::movement::{HORSES_NEAR, HORSES_PLACED, HORSES_WITHIN, MOUNTING, horse_holders};
use crate::book::options::RemountPip;
use crate::geometry::{Degrees, Footprint, Inches, March, Pose, arc};
use crate::ground::walk;

const PAGE: &str = "Companion 16 \u{a7}10.2";
const HOLDERS: &str = "Companion 13 \u{a7}6.0";
/// Fineness of the search for a place, and of the way to it.
const STEP: Inches = Inches(250);

/// The horse holders of a dismounted regiment, while they are on the table.
pub fn horses_of<'f>(field: &'f Field, unit: &Unit) -> Option<&'f Unit> {
    field
        .standing()
        .find(|other| other.regiment.parent == Some(unit.id()) && other.place.formation == Formation::LedHorses)
}

/// The firing line that horse holders belong to, while it is on the table.
pub fn line_of<'f>(field: &'f Field, horses: &Unit) -> Option<&'f Unit> {
    let parent = horses.regiment.parent.filter(|_| horses.place.formation == Formation::LedHorses)?;
    Some(field.unit(parent)).filter(|line| !line.condition.gone)
}

/// Dismounting: unengaged, in good order, for half the mounted move; half of the move on foot is left (Q32).
///
/// # Errors
/// Says why not.
pub fn check_dismount(field: &Field, unit: &Unit) -> Result<Reform, Refusal> {
    if unit.condition.disordered {
        return Refusal::because("only a regiment in good order dismounts", HOLDERS);
    }
    let stands = unit.stands();
    if stands < 2 {
        return Refusal::because("one stand cannot fight on foot and hold the horses", PAGE);
    }
    half_a_move(unit, planner::mover(field, unit).total(), unit.place.formation)?;
    let firing = Files::of(stands - horse_holders(stands));
    clear(field, unit, unit.place.pose, Formation::Dismounted, firing)?;
    let line = Footprint {
        pose: unit.place.pose,
        frontage: dress::frontage(Formation::Dismounted, firing.total()),
        depth: dress::depth(Formation::Dismounted, firing.total()),
    };
    let holders = Files::of(horse_holders(stands));
    let Some(pose) = picket(field, unit, &line, holders, &[]) else {
        let why = format!("there is no room for its horses {} to {} behind it", HORSES_NEAR.0, HORSES_NEAR.1);
        return Refusal::because(why, PAGE);
    };
    let horses = Place { pose, formation: Formation::LedHorses, files: holders, within: None };
    let spends = allowance_in(field, unit, Formation::Dismounted).half();
    Ok(Reform { spends, pips: 0, horses: Horses::Led(horses) })
}

/// Half a mounted move must be left.
fn half_a_move(unit: &Unit, allowance: Inches, rate: Formation) -> Result<(), Refusal> {
    if unit.deeds.spent + MOUNTING <= allowance {
        return Ok(());
    }
    let left = (allowance - unit.deeds.spent).floor_zero();
    Refusal::because(too_dear(MOUNTING, left, allowance, rate), PAGE)
}

/// Why a change costs too much: "it costs 4.0 in; 3.5 in of its 10.0 in limbered are left", "3.5 in of its 9.0 in as a
/// mounted line are left".
pub(super) fn too_dear(cost: Inches, left: Inches, allowance: Inches, rate: Formation) -> String {
    let rate = match rate {
        Formation::Limbered | Formation::Unlimbered => rate.to_string(),
        Formation::AssaultColumn => format!("as an {rate}"),
        _ => format!("as a {rate}"),
    };
    format!("it costs {cost}; {left} of its {allowance} {rate} are left")
}

/// Mounting again is on the list of what pips buy, assaults begun or not (RULE-01-3.3, B13); a house rule makes it free,
/// and a maneuver like any other.
pub(super) fn is_bought(field: &Field, from: Formation, to: Formation) -> bool {
    from == Formation::Dismounted && to.is_mounted() && field.options.remount_pip == RemountPip::Pip
}

/// Mounting again, in base contact with the horse holders: surviving men and holders together (B105). What is left of a
/// mounted line's move may then be made in line or in column.
///
/// # Errors
/// Says why not.
pub fn check_mount(field: &Field, unit: &Unit, to: Formation) -> Result<Reform, Refusal> {
    let Some(horses) = horses_of(field, unit) else {
        return Refusal::because("its horses are lost: it cannot mount again", HOLDERS);
    };
    if unit.deeds.reformed {
        return Refusal::because("it dismounted this turn", PAGE);
    }
    if !touching(unit, horses) {
        let apart = super::sight::apart(&unit.bases(), &horses.bases());
        let why = format!("it mounts in base contact with its horses; they are {apart} away");
        return Refusal::because(why, PAGE);
    }
    let line = allowance_in(field, unit, Formation::MountedLine);
    half_a_move(unit, line, Formation::MountedLine)?;
    let pips = match field.options.remount_pip {
        RemountPip::Pip => command::price(field, unit, crate::book::command::REMOUNT)?,
        RemountPip::Free => 0,
    };
    let files = Files::of(unit.stands() + horses.stands());
    clear_besides(field, unit, (unit.place.pose, to, files), Through::Ending, &[horses.id()])?;
    // As much is left in column as in line.
    let spends = MOUNTING + (allowance_in(field, unit, to) - line).floor_zero();
    Ok(Reform { spends, pips, horses: Horses::Mounted(horses.id()) })
}

/// Where horse holders stand behind a firing line: 2.5" behind its centre, or the nearest clear place 2.0" to 3.0"
/// behind it.
fn picket(field: &Field, unit: &Unit, line: &Footprint, files: Files, besides: &[RegimentId]) -> Option<Pose> {
    let half = line.frontage.half().0 / STEP.0;
    let mut places: Vec<(i64, i32, i32)> = (HORSES_NEAR.0.0..=HORSES_NEAR.1.0)
        .step_by(STEP.0 as usize)
        .flat_map(|back| (-half..=half).map(move |n| (back, n * STEP.0)))
        .map(|(back, right)| {
            let off = i64::from(back - HORSES_PLACED.0);
            (off * off + i64::from(right) * i64::from(right), back, right)
        })
        .collect();
    places.sort_by_key(|(off, back, right)| (*off, right.abs(), *back, *right));
    places.into_iter().find_map(|(_, back, right)| {
        let at = line.pose.local(Inches(right).get(), -(line.depth + Inches(back)).get());
        let pose = Pose::round(at, line.pose.heading);
        let place = (pose, Formation::LedHorses, files);
        clear_besides(field, unit, place, Through::Ending, besides).is_ok().then_some(pose)
    })
}

/// A firing line and its horses stay within 4.0" of each other: a move of either that would end farther is refused,
/// unless the horses can follow (Companion 13 §6.0). One that brings them nearer is not.
///
/// # Errors
/// Says how far apart they would be.
pub fn check_leash(field: &Field, unit: &Unit, to: Pose) -> Result<(), Refusal> {
    let mut moved = unit.clone();
    moved.place.pose = to;
    let other = match unit.place.formation {
        Formation::Dismounted => horses_of(field, unit),
        _ => line_of(field, unit),
    };
    let Some(other) = other else { return Ok(()) };
    let gap = moved.footprint().gap(&other.footprint());
    if gap <= HORSES_WITHIN || gap < unit.footprint().gap(&other.footprint()) {
        return Ok(());
    }
    if unit.place.formation == Formation::Dismounted && follow(field, &moved, other).is_some() {
        return Ok(());
    }
    let who = if unit.place.formation == Formation::Dismounted { "its horses, who cannot follow" } else { "its men" };
    let why = format!("it would be {gap} from {who}; they stay within {HORSES_WITHIN}");
    Refusal::because(why, HOLDERS)
}

/// The straight way by which horses come within 4.0" of a firing line, toward their place behind it: where it ends and
/// what it costs. `None` if they have not enough movement left, or nowhere to stand.
fn follow(field: &Field, line: &Unit, horses: &Unit) -> Option<(Pose, Inches)> {
    let (base, from) = (line.footprint(), horses.place.pose);
    let wanted = base.pose.local(0.0, -(base.depth + HORSES_PLACED).get());
    let way = wanted - from.at.vec();
    let length = Inches::round(way.length());
    if length == Inches::ZERO {
        return None;
    }
    let heading = Degrees::along(way);
    let along = Pose { heading, ..from };
    let at = |far: Inches| Pose { heading: base.pose.heading, ..along.ahead(far) };
    let near = |far: Inches| {
        super::field::footprint(at(far), Formation::LedHorses, horses.place.files).gap(&base) <= HORSES_WITHIN
    };
    let mover = planner::mover(field, horses);
    let go = |far: Inches| {
        let march = March { advance: far, ..March::default() };
        let cost = walk::walk(&field.ground, &mover, along, &march).ok()?.cost;
        let place = (at(far), Formation::LedHorses, horses.place.files);
        clear_besides(field, horses, place, Through::Ending, &[line.id()]).ok()?;
        Some((at(far), cost))
    };
    if !near(length) {
        return None;
    }
    let (mut far, mut close) = (0, length.0);
    while close - far > 1 {
        let middle = (far + close) / 2;
        if near(Inches(middle)) { close = middle } else { far = middle }
    }
    let mut tries = (0..).map(|n| Inches(close + n * STEP.0)).take_while(|far| *far < length).chain([length]);
    tries.find_map(go)
}

/// After a move of a firing line its horses follow, if they are more than 4.0" away: by their own movement after a march,
/// in the rout of a retreat to a clear place behind it.
///
/// # Errors
/// None; the signature is that of every step.
pub fn bring_horses(id: RegimentId, motion: Motion, hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    let line = field.unit(id);
    let Some(horses) = horses_of(field, line).filter(|_| !line.condition.gone) else { return Ok(()) };
    let (base, theirs) = (line.footprint(), horses.footprint());
    // Driven back past its horses it takes them along.
    let passed = motion == Motion::Retreat && !arc::wholly_behind_rear(&base, &theirs);
    if base.gap(&theirs) <= HORSES_WITHIN && !passed {
        return Ok(());
    }
    let there = match motion {
        Motion::Retreat => picket(field, horses, &base, horses.place.files, &[]).map(|pose| (pose, Inches::ZERO)),
        _ => follow(field, line, horses),
    };
    if let Some((to, cost)) = there {
        let (unit, from) = (horses.id(), horses.place.pose);
        let (via, taken, forward, wheel) = (Vec::new(), Inches::ZERO, Inches::ZERO, Degrees::ZERO);
        hand.say(Event::Moved { unit, motion, from, via, to, cost, taken, forward, wheel });
    }
    Ok(())
}

/// Horse holders contacted by a charge are captured; the regiment fights on foot from then on (Companion 16 §10.2).
pub fn captured(horses: &Unit, hand: &mut Hand) {
    casualties::remove(hand, horses.id(), super::event::Exit::HorsesTaken);
}
