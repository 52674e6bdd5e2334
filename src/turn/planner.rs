//! Free moves before they are ordered: what a regiment may still march, whether a march is lawful, which lawful march
//! comes nearest to the pointer, and how far it could get.

mod around;
mod course;
mod line;
mod loose;
mod marches;
mod maze;
mod nearer;
mod reach;
mod region;
pub mod ride;
mod road;
mod swept;
mod wall;

use bevy::math::Vec2;

use super::agenda::Gait;
use super::field::{Field, Unit};
use super::order::Order;
use super::phase::Phase;
use super::reaction;
use super::refusal::Refusal;
use crate::army::{Formation, RegimentId};
use crate::book::command::Tier;
use crate::book::movement::{DISORDER_PENALTY, DOUBLE_TIME, GUARANTEED};
use crate::geometry::{Bearing, Degrees, Inches, March, Pose, Spot, Track, Way, path};
use crate::ground::walk::{Guarantee, Lack, Mover, Short, Walk};

use course::{Course, What, bounds};

pub use course::sunk;
pub use reach::{Reach, reach};
pub use region::Region;

const FREE: &str = "RULE-01-3.1";

/// What a regiment may spend this turn: the rate of its formation, Double-Time, Disorder (QRS 4 §3).
pub fn mover(field: &Field, unit: &Unit) -> Mover {
    let rates = unit.rates();
    let mut allowance = rates.open;
    if unit.deeds.doubled {
        allowance += DOUBLE_TIME;
    }
    // A marker that comes in the middle of a turn counts from the next one (Q04).
    let slow = if field.clock.phase == Phase::Maneuver { unit.deeds.slow } else { unit.condition.disordered };
    // The guaranteed 2.0" is for formed infantry and cavalry (B134).
    let formed = unit.is_formed();
    if slow {
        let least = if formed { GUARANTEED.min(allowance) } else { Inches::ZERO };
        allowance = (allowance - DISORDER_PENALTY).max(least);
    }
    let guarantee = match field.tier(unit) {
        Tier::Bugle | Tier::Courier | Tier::DistantCourier if formed => Guarantee::TwoInches,
        _ => Guarantee::Nothing,
    };
    Mover {
        rates,
        frontage: unit.footprint().frontage,
        allowance,
        spent: unit.deeds.spent,
        used: unit.deeds.spent - unit.deeds.taken,
        cap: unit.deeds.cap,
        paid: unit.deeds.paid,
        guarantee,
    }
}

impl From<Short> for Refusal {
    fn from(short: Short) -> Self {
        if short.lacks == Lack::Way {
            return Self::new(short.because, short.page);
        }
        let why = match short.because.as_str() {
            "" => format!("it needs {}; {} are left", short.needed, short.left),
            because => format!("it needs {}; {} are left ({because})", short.needed, short.left),
        };
        Self::new(why, short.page)
    }
}

/// Whether a march may be ordered: one wheel a turn, affordable, on the table, more than 1.0" from every enemy all the
/// way, through no friend.
///
/// # Errors
/// The reason, with its inches.
pub fn lawful(field: &Field, id: RegimentId, march: &March) -> Result<Walk, Refusal> {
    if !field.knows(id) {
        return Refusal::because("there is no such regiment", FREE);
    }
    if march.wheel != Degrees::ZERO && field.unit(id).deeds.wheeled {
        return Refusal::because("it has used the one wheel of its free move", "Companion 16 \u{a7}2.3");
    }
    passable(field, id, march)
}

/// As [`lawful`], for the rest of a march that is under way: its wheel may have begun already.
///
/// # Errors
/// The reason, with its inches.
pub fn passable(field: &Field, id: RegimentId, march: &March) -> Result<Walk, Refusal> {
    let unit = field.unit(id);
    if unit.condition.gone {
        return Refusal::because(format!("{} has left the table", unit.the()), FREE);
    }
    if march.advance < Inches::ZERO || march.then < Inches::ZERO {
        return Refusal::because("a march goes forward", FREE);
    }
    if march.wheel.abs() > path::WHEEL_LIMIT {
        let (asked, most) = (march.wheel.abs(), path::WHEEL_LIMIT);
        return Refusal::because(format!("a wheel of {asked}; {most} is the most"), "Companion 16 \u{a7}2.3");
    }
    if *march == March::default() {
        return Refusal::because("it goes nowhere", FREE);
    }
    Course::of(field, unit).check(&(*march).into())
}

/// Whether a path without wheels may be ordered: a column's lies on roads and turns no sharper than they do, a skirmish
/// line's goes anywhere; affordable, on the table, more than 1.0" from every enemy all the way, through no friend.
///
/// # Errors
/// The reason, with its inches.
pub fn lawful_track(field: &Field, id: RegimentId, path: &[Spot], facing: Degrees) -> Result<(Track, Walk), Refusal> {
    if !field.knows(id) {
        return Refusal::because("there is no such regiment", FREE);
    }
    let unit = field.unit(id);
    if unit.condition.gone {
        return Refusal::because(format!("{} has left the table", unit.the()), FREE);
    }
    let bearing = bearing(unit)?;
    let track = Track { path: path.to_vec(), facing: facing.heading(), bearing };
    let way = Way::Track(track.clone());
    if way.is_over(unit.place.pose) {
        return Refusal::because("it goes nowhere", FREE);
    }
    if bearing == Bearing::Along {
        road::follows(field, unit, &track)?;
    }
    let walk = Course::of(field, unit).check(&way)?;
    Ok((track, walk))
}

/// How a unit that needs no wheels faces on its track.
fn bearing(unit: &Unit) -> Result<Bearing, Refusal> {
    let formation = unit.place.formation;
    if formation.is_march_column() {
        Ok(Bearing::Along)
    } else if formation.is_skirmish() {
        Ok(Bearing::Kept)
    } else {
        Refusal::because(format!("in {formation} it keeps its ranks: it advances and wheels"), "Companion 16 \u{a7}2.3")
    }
}

/// Whether a way is free of friends, enemies and the table's edge, whatever it costs: for one that goes on after losses.
///
/// # Errors
/// What is in the way.
pub fn way_is_free(field: &Field, id: RegimentId, way: &Way) -> Result<(), Refusal> {
    Course::of(field, field.unit(id)).way(way)
}

/// How a unit is held while its ghost is dragged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Grip {
    /// By the middle of its front edge: it advances, wheels and advances.
    Middle,
    /// By its left front corner: it wheels to the right.
    LeftFlank,
    /// By its right front corner: it wheels to the left.
    RightFlank,
}

/// A lawful move.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The path.
    pub way: Way,
    /// What it costs.
    pub walk: Walk,
    /// Where it ends.
    pub to: Pose,
}

impl Plan {
    /// The order that it makes.
    pub fn order(&self, unit: RegimentId) -> Order {
        match &self.way {
            Way::March(march) => Order::March { unit, march: *march },
            Way::Track(track) => Order::Follow { unit, path: track.path.clone(), facing: track.facing },
        }
    }
}

/// A place on the way where an enemy may react.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reaction {
    /// Who.
    pub by: RegimentId,
    /// With what.
    pub what: reaction::Reaction,
    /// Inches of the way.
    pub along: Inches,
    /// Where the middle of the mover's front is then.
    pub at: Vec2,
}

/// Every place of a way where an enemy may react to the mover, and who: those that would be asked if it were ordered now
/// (C-30, C-31).
pub fn reactions(field: &Field, id: RegimentId, way: &Way) -> Vec<Reaction> {
    let unit = field.unit(id);
    let openings = reaction::openings(field, unit, Gait::Forward, way);
    if openings.is_empty() {
        return Vec::new();
    }
    let frontage = unit.footprint().frontage;
    let mut then = field.clone();
    let mut able = Vec::new();
    for opening in openings {
        let pose = way.at(unit.place.pose, frontage, opening.along);
        then.units[id.index()].place.pose = pose;
        if reaction::answers(&then, id, &opening).iter().any(|(_, may)| may.is_ok()) {
            let reaction::Opening { along, unit: by, what } = opening;
            able.push(Reaction { by, what, along, at: pose.at.vec() });
        }
    }
    able
}

/// The lawful move that ends nearest to the pointer; `None` when the regiment cannot move that way at all. Whether its
/// owner may order it now is for [`super::march::check_march`] and [`super::march::check_follow`] to say.
pub fn nearest(field: &Field, id: RegimentId, pointer: Vec2, grip: Grip) -> Option<Plan> {
    if !field.knows(id) || field.unit(id).condition.gone {
        return None;
    }
    Planner::of(field, id).nearest(pointer, grip)
}

/// What a planner has worked out that does not depend on the pointer: it serves one regiment, and only while the field
/// stays as it is.
#[derive(Default)]
pub struct Memory {
    loose: Option<loose::Paths>,
    roads: Option<Vec<road::Branch>>,
}

/// The planner for one regiment.
pub struct Planner<'f> {
    course: Course<'f>,
    memory: Memory,
}

impl<'f> Planner<'f> {
    /// For a regiment on the table.
    pub fn of(field: &'f Field, id: RegimentId) -> Self {
        Self::recalling(field, id, Memory::default())
    }

    /// For a regiment on the table, with what was worked out for it before on the same field.
    pub fn recalling(field: &'f Field, id: RegimentId, memory: Memory) -> Self {
        Self { course: Course::of(field, field.unit(id)), memory }
    }

    /// What it has worked out, for the next time.
    pub fn into_memory(self) -> Memory {
        self.memory
    }

    /// The lawful move that ends nearest to the pointer. A skirmish line keeps its facing, or turns on the spot when it
    /// is held by a flank.
    pub fn nearest(&mut self, pointer: Vec2, grip: Grip) -> Option<Plan> {
        self.nearest_turned(pointer, grip, Degrees::ZERO)
    }

    /// As [`Planner::nearest`]; a skirmish line turns by so much where it ends.
    pub fn nearest_turned(&mut self, pointer: Vec2, grip: Grip, turned: Degrees) -> Option<Plan> {
        let course = &self.course;
        if course.formation == Formation::Garrison {
            return None;
        }
        if course.formation.is_skirmish() && course.may_turn() {
            return match grip {
                Grip::Middle => {
                    self.memory.loose.get_or_insert_with(|| loose::Paths::of(course)).toward(course, pointer, turned)
                }
                Grip::LeftFlank | Grip::RightFlank => course.turn_loose(pointer, grip),
            };
        }
        match grip {
            Grip::Middle => {
                let roads = self.memory.roads.get_or_insert_with(|| road::branches(course));
                let along = road::toward(course, roads, pointer);
                let miss = |plan: &Plan| plan.to.at.vec().distance(pointer);
                // By road when the pointer is on it, or nearer to it than a march would get.
                if along.as_ref().is_some_and(|plan| miss(plan) <= road::AT_THE_ROAD) {
                    return along;
                }
                let march = course.toward(pointer);
                match (along, march) {
                    (Some(along), Some(march)) if miss(&along) <= miss(&march) => Some(along),
                    (along, None) => along,
                    (_, march) => march,
                }
            }
            Grip::LeftFlank | Grip::RightFlank => course.flank(pointer, grip),
        }
    }
}

#[cfg(test)]
#[path = "planner_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "planner_props.rs"]
mod props;

#[cfg(test)]
#[path = "planner_found.rs"]
mod found;
