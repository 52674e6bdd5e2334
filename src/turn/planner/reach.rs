//! How far a regiment could get.

use super::region::Region;
use super::{Course, loose, marches, road};
use crate::army::RegimentId;
use crate::book::movement;
use crate::geometry::{Inches, March, polygon};
use crate::ground::Walk;
use crate::ground::walk::Mover;
use crate::turn::field::Field;

/// Where the front-edge midpoint of a regiment may get to.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Reach {
    /// Where it may get to; a column has one part more for each road that it may follow, and who may only go straight ahead
    /// has the line of it.
    pub ground: Region,
    /// What of it lies where the ground slows it: beyond an obstacle, in woods, crops and mud.
    pub slow: Region,
}

/// Where a regiment may get to; empty when it cannot move.
pub fn reach(field: &Field, id: RegimentId) -> Reach {
    let unit = field.unit(id);
    if unit.condition.gone || unit.place.within.is_some() {
        return Reach::default();
    }
    super::Planner::of(field, id).reach()
}

impl super::Planner<'_> {
    /// Where the regiment may get to; empty when it cannot move.
    pub fn reach(&mut self) -> Reach {
        let course = &self.course;
        let mut reach = Reach::default();
        if course.formation.is_skirmish() && course.may_turn() {
            let paths = self.memory.loose.get_or_insert_with(|| loose::Paths::of(course));
            (reach.ground, reach.slow) = paths.regions();
            return reach;
        }
        if course.may_wheel() {
            (reach.ground, reach.slow) = marches::regions(course);
        } else {
            (reach.ground, reach.slow) = straight(course);
        }
        for plan in road::farthest(course, self.memory.roads.get_or_insert_with(|| road::branches(course))) {
            let points = plan.way.course(course.pose, course.mover.frontage);
            if points.len() > 1 {
                reach.ground.join(Region::of(polygon::ribbon(&points, course.mover.frontage.get())));
            }
        }
        reach
    }
}

/// Straight ahead as far as it gets, and what of that the ground slows: lines without breadth.
fn straight(course: &Course) -> (Region, Region) {
    let march = March { advance: course.mover.longest(), ..March::default() };
    let Some(plan) = course.prefix(&march.into(), 12) else { return (Region::default(), Region::default()) };
    let line = |from: Inches| Region::of(vec![course.pose.ahead(from).at.vec(), plan.to.at.vec()]);
    let slow = first_slowed(&course.mover, &plan.walk).map_or_else(Region::default, line);
    (line(Inches::ZERO), slow)
}

/// Where on its way the ground first slows a march; `None` if it never does.
pub(super) fn first_slowed(mover: &Mover, walk: &Walk) -> Option<Inches> {
    if walk.slowed.is_empty() {
        return None;
    }
    let rates = &mover.rates;
    let crossed = walk.crossings.iter().filter(|crossing| crossing.price > Inches::ZERO).map(|c| c.along);
    let entered = walk
        .entered
        .iter()
        .filter(|entry| {
            movement::area_price(entry.kind) > Inches::ZERO || movement::area_cap(rates, entry.kind).is_some()
        })
        .map(|entry| entry.along);
    // What slows it without being met on the way is what it stands in.
    Some(crossed.chain(entered).min().unwrap_or(Inches::ZERO))
}
