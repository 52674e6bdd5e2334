//! How far a regiment could get.

use bevy::math::Vec2;

use super::region::Region;
use super::{Course, Plan, loose, road};
use crate::army::RegimentId;
use crate::book::movement;
use crate::geometry::{Degrees, Inches, March, path, polygon};
use crate::ground::Walk;
use crate::turn::field::Field;

/// Where the front-edge midpoint of a regiment may get to.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Reach {
    /// Where it may get to. Of ranks it is one outline that begins with where they are; a column has one more for each road
    /// that it may follow.
    pub ground: Region,
    /// What of it lies where the ground slows it: beyond an obstacle, in woods, crops and mud.
    pub slow: Region,
}

/// One direction: how far it gets, and from where on the ground has slowed it.
struct Ray {
    far: Vec2,
    slow: Option<Vec2>,
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
        let from = course.pose.at.vec();
        let mut reach = Reach::default();
        if course.formation.is_skirmish() && course.may_turn() {
            let paths = self.memory.loose.get_or_insert_with(|| loose::Paths::of(course));
            (reach.ground, reach.slow) = paths.regions();
            return reach;
        }
        let rays = fan(course);
        if !rays.is_empty() {
            let outline = std::iter::once(from).chain(rays.iter().map(|ray| ray.far)).collect();
            reach.ground.join(Region::of(outline));
            slow(&rays).into_iter().for_each(|outline| reach.slow.join(Region::of(outline)));
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

/// The fan of marches: the farthest in each direction.
fn fan(course: &Course) -> Vec<Ray> {
    /// Directions told apart.
    const RAYS: usize = 37;
    let longest = course.mover.longest();
    let turns: Vec<i32> = if course.may_wheel() { (-9..=9).map(|n| n * 5).collect() } else { vec![0] };
    let from = course.pose.at.vec();
    let mut far: Vec<Option<(f32, Plan)>> = vec![None; RAYS];
    for turn in turns {
        let wheel = Degrees::new(turn);
        let budget = longest - path::wheel_cost(course.mover.frontage, wheel);
        if budget < Inches::ZERO {
            continue;
        }
        let parts = if turn == 0 { 0 } else { 3 };
        for part in 0..=parts {
            let advance = if parts == 0 { Inches::ZERO } else { Inches(budget.0 * part / parts) };
            let march = March { advance, wheel, then: budget - advance };
            let Some(plan) = course.prefix(&march.into(), 7) else { continue };
            let away = course.pose.heading.to(Degrees::along(plan.to.at.vec() - from));
            let ray = (away.0 as f32 / 9_000.0 + 0.5) * (RAYS - 1) as f32;
            if !(0.0..=(RAYS - 1) as f32).contains(&ray) {
                continue;
            }
            let distance = from.distance(plan.to.at.vec());
            let best = &mut far[ray.round() as usize];
            if distance > 0.0 && best.as_ref().is_none_or(|(least, _)| distance > *least) {
                *best = Some((distance, plan));
            }
        }
    }
    let mut rays: Vec<Plan> = far.into_iter().flatten().map(|(_, plan)| plan).collect();
    mend(course, &mut rays);
    rays.iter().map(|plan| Ray { far: plan.to.at.vec(), slow: slowed(course, plan) }).collect()
}

/// The marches of the fan are few: over slopes and hedges some directions get none of the better ones, and the outline
/// would have teeth where there are none. Where one falls short of what lies to both its sides, a march straight to
/// there is looked for; teeth that are left are of the ground.
fn mend(course: &Course, rays: &mut [Plan]) {
    /// Directions to either side that are looked at.
    const BESIDE: usize = 3;
    /// Marches looked for, the deepest notch first.
    const MOST: usize = 10;
    /// How deep a notch is worth it, in inches.
    const DEEP: f32 = 0.25;
    let from = course.pose.at.vec();
    let far: Vec<f32> = rays.iter().map(|plan| plan.to.at.vec().distance(from)).collect();
    let most = |part: &[f32]| part.iter().copied().fold(0.0, f32::max);
    let around = |n: usize| {
        let (left, right) = (n.saturating_sub(BESIDE), (n + 1 + BESIDE).min(far.len()));
        most(&far[left..n]).min(most(&far[n + 1..right]))
    };
    let mut notches: Vec<(f32, usize)> =
        (0..far.len()).map(|n| (around(n) - far[n], n)).filter(|(depth, _)| *depth > DEEP).collect();
    notches.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    for (depth, n) in notches.into_iter().take(MOST) {
        let way = (rays[n].to.at.vec() - from).normalize_or_zero();
        let goal = from + way * (far[n] + depth);
        let better = course.toward(goal).filter(|plan| {
            let to = plan.to.at.vec();
            to.distance(goal) < depth && to.distance(from) > far[n]
        });
        if let Some(plan) = better {
            rays[n] = plan;
        }
    }
}

/// Where on its way the ground first slows a march; `None` if it never does.
fn slowed(course: &Course, plan: &Plan) -> Option<Vec2> {
    let along = first_slowed(course, &plan.walk)?;
    Some(plan.way.at(course.pose, course.mover.frontage, along).at.vec())
}

fn first_slowed(course: &Course, walk: &Walk) -> Option<Inches> {
    if walk.slowed.is_empty() {
        return None;
    }
    let rates = &course.mover.rates;
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

/// The slow parts between neighbouring directions, as outlines.
fn slow(rays: &[Ray]) -> Vec<Vec<Vec2>> {
    let mut parts: Vec<Vec<Vec2>> = Vec::new();
    let mut run: Vec<(Vec2, Vec2)> = Vec::new();
    let mut finish = |run: &mut Vec<(Vec2, Vec2)>| {
        if run.len() > 1 {
            parts.push(run.iter().map(|r| r.1).chain(run.iter().rev().map(|r| r.0)).collect());
        }
        run.clear();
    };
    for ray in rays {
        match ray.slow {
            Some(near) => run.push((near, ray.far)),
            None => finish(&mut run),
        }
    }
    finish(&mut run);
    parts
}
