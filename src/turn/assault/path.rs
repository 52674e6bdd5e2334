//! Who and what is on the straight path of a charge: friends and walls bar it, the first enemy on it is the one it strikes
//! (Companion 6 §2.0, C-94).

use super::line::{Goal, against, face};
use crate::army::RegimentId;
use crate::geometry::{Footprint, Inches, Pose};
use crate::turn::field::{Field, Unit};
use crate::turn::refusal::Refusal;
use crate::turn::way_back::stretch;

const LOCKED: &str = "Companion 6 \u{a7}2.0";

/// Something on the path.
enum Met<'f> {
    Friend(&'f Unit),
    Enemy(&'f Unit),
    House(&'f str),
}

/// The enemy whom a charge straight ahead would strike before its target, if there is one.
///
/// # Errors
/// Says which friend or building bars its way.
pub(super) fn first_met(
    field: &Field,
    unit: &Unit,
    target: &Unit,
    companions: &[RegimentId],
    start: Pose,
    distance: Inches,
) -> Result<Option<RegimentId>, Refusal> {
    let own = Footprint { pose: start, ..unit.footprint() };
    let ahead = start.heading.forward();
    let touched = |base: &Footprint, depth: f32| stretch(&own, base, ahead, depth).filter(|(_, end)| *end > 0.0);
    let end = touched(&target.footprint(), 0.0).map_or(distance.get(), |(start, _)| start.min(distance.get()));
    let others = field
        .standing()
        .filter(|other| other.id() != unit.id() && other.id() != target.id() && !companions.contains(&other.id()));
    let others = others.filter_map(|other| {
        let bases = other.bases();
        let at = bases.iter().filter_map(|base| touched(base, own.flush(base))).map(|(start, _)| start);
        let met = if other.side() == unit.side() { Met::Friend(other) } else { Met::Enemy(other) };
        Some((at.min_by(f32::total_cmp)?, met))
    });
    // One that it would stand in as soon as it has turned to its line is met at once.
    let houses = field.ground.standing_buildings().filter_map(|(_, house)| {
        touched(&house.base, own.flush(&house.base)).map(|(start, _)| (start, Met::House(&house.name)))
    });
    // The first of them, by id where two are met at once: units are looked at in that order.
    let first = others.chain(houses).filter(|(at, _)| *at < end).min_by(|a, b| a.0.total_cmp(&b.0));
    match first.map(|(_, met)| met) {
        None => Ok(None),
        Some(Met::Enemy(enemy)) => Ok(Some(enemy.id())),
        Some(Met::Friend(friend)) => Refusal::because(format!("{} is in the way", friend.the()), LOCKED),
        Some(Met::House(name)) => Refusal::because(format!("{name} is in the way"), LOCKED),
    }
}

/// Where a charge strikes an enemy who stands on its path: where its line crosses the line of the face that it meets.
/// One that meets no face within 45° of square only grazes him, and cannot lie flush (Companion 15 §4.0).
pub(super) fn turned_upon(unit: &Unit, enemy: &Unit, start: Pose) -> Goal {
    let face = face(unit, enemy);
    let middle = against(&enemy.footprint(), face);
    let into = middle.heading.forward();
    let speed = start.heading.forward().dot(into);
    // Along the face it never comes to it: the angle is told by who asks.
    let along = if speed > 0.1 { (middle.at.vec() - start.at.vec()).dot(into) / speed } else { 0.0 };
    let distance = Inches::round(along).floor_zero();
    let aside = start.ahead(distance).at.vec() - middle.at.vec();
    Goal { target: enemy.id(), face, shift: Inches::round(aside.dot(middle.heading.right())), distance }
}
