//! Columns on roads: which paths a column may follow from where it is, and whether a path is one.

use bevy::math::Vec2;

use super::{Course, Plan};
use crate::geometry::polygon::{self, NOISE};
use crate::geometry::{Bearing, Degrees, Inches, Pose, Spot, Track, Way};
use crate::ground::{Ground, track};
use crate::turn::field::{Field, Unit};
use crate::turn::refusal::Refusal;

const PAGE: &str = "Companion 16 \u{a7}3.1";

/// A pointer this near to a road means the road.
pub(super) const AT_THE_ROAD: f32 = 0.6;
/// A column starts along a road within this of the way it faces.
const START: Degrees = Degrees::new(90);
/// And does not turn about on it: by no more than this within an inch.
const SHARPEST: Degrees = Degrees::new(135);
/// The inch.
const WITHIN: Inches = Inches::new(1);
/// Its facing at the end is the road's to within this.
const FACING: Degrees = Degrees::new(1);

/// Whether a column follows roads on its track: it starts on one, no leg leaves them, and it does not turn about.
///
/// # Errors
/// Which of these fails.
pub(super) fn follows(field: &Field, unit: &Unit, track: &Track) -> Result<(), Refusal> {
    let ground = &field.ground;
    let pose = unit.place.pose;
    if !ground.on_road(pose.at.vec()) {
        return Refusal::because("the head of the column is not on a road; it marches onto it first", PAGE);
    }
    let legs = track.legs(pose);
    let Some(last) = legs.last() else {
        return Refusal::because("it goes nowhere", PAGE);
    };
    if legs.iter().any(|leg| !track::on_roads(ground, leg.from.at.vec(), leg.to.vec())) {
        return Refusal::because("the path leaves the road", PAGE);
    }
    let start = pose.heading.to(legs[0].from.heading).abs();
    if start > START {
        return Refusal::because(format!("it would turn {start} to follow the road; {START} is the most"), PAGE);
    }
    let mut headings = vec![(pose.heading, Inches::ZERO)];
    headings.extend(legs.iter().map(|leg| (leg.from.heading, leg.length)));
    headings.push((track.facing, Inches::ZERO));
    for first in 0..headings.len() {
        let mut between = Inches::ZERO;
        for (heading, length) in &headings[first + 1..] {
            let turn = headings[first].0.to(*heading).abs();
            if turn > SHARPEST {
                let why = format!("it would turn {turn} within {WITHIN} of road; {SHARPEST} is the most");
                return Refusal::because(why, PAGE);
            }
            between += *length;
            if between >= WITHIN {
                break;
            }
        }
    }
    let runs = track::road_heading(ground, last.to.vec(), track.facing).unwrap_or(last.from.heading);
    if runs.to(track.facing).abs() > FACING {
        return Refusal::because(format!("at the end it faces as the road runs: {runs}"), PAGE);
    }
    Ok(())
}

/// A track whose facing is the road's where it ends.
pub(super) fn dressed(ground: &Ground, from: Pose, mut track: Track) -> Track {
    if let Some(last) = track.legs(from).last() {
        track.facing = track::road_heading(ground, last.to.vec(), last.from.heading).unwrap_or(last.from.heading);
    }
    track
}

/// One way along the roads, as far as the column could get: points of the middle of the road, from where it is.
pub(super) struct Branch {
    points: Vec<Vec2>,
}

/// More forks than a march comes to.
const MOST: usize = 24;

/// Every way along the roads from where a column stands; none if it is no column or not on a road.
pub(super) fn branches(course: &Course) -> Vec<Branch> {
    let ground = &course.field.ground;
    let head = course.pose.at.vec();
    if !course.may_turn() || !course.formation.is_march_column() || !ground.on_road(head) {
        return Vec::new();
    }
    let mut walker = Walker { ground, done: Vec::new() };
    for (road, shape) in ground.index().roads.iter().enumerate() {
        let reach = ground.roads[road].width.get() / 2.0 + NOISE;
        let stretches = shape.points.windows(2).enumerate();
        let nearest = stretches
            .map(|(n, w)| (polygon::distance_to(head, w[0], w[1]), n, polygon::nearest_on(head, w[0], w[1])))
            .min_by(|a, b| a.0.total_cmp(&b.0));
        let Some((off, stretch, joins)) = nearest.filter(|(off, ..)| *off <= reach) else { continue };
        for way in [Onward::Down, Onward::Up] {
            let start = Walk { road, stretch, at: joins, left: course.mover.longest().get() + off };
            walker.walk(start, way, course.pose.heading, START, vec![head]);
        }
    }
    walker.done.into_iter().map(|points| Branch { points: joined(points) }).collect()
}

/// A head beside the middle of the road comes to it on a slant, not sideways.
fn joined(mut points: Vec<Vec2>) -> Vec<Vec2> {
    if points.len() > 2 && points[0].distance(points[1]) > 0.02 {
        let off = points[0].distance(points[1]);
        let slant = (3.0 * off).max(0.5);
        let (a, b) = (points[1], points[2]);
        if a.distance(b) > slant {
            points[1] = a + (b - a).normalize() * slant;
        } else {
            points.remove(1);
        }
    }
    points
}

/// Which way along a road's course.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Onward {
    /// As its points are listed.
    Down,
    /// The other way.
    Up,
}

/// A place on a road.
#[derive(Clone, Copy)]
struct Walk {
    road: usize,
    /// The stretch that holds the place.
    stretch: usize,
    at: Vec2,
    /// Inches that may still be walked.
    left: f32,
}

struct Walker<'g> {
    ground: &'g Ground,
    done: Vec<Vec<Vec2>>,
}

impl Walker<'_> {
    /// Walks on along a road and into every road that meets it.
    fn walk(&mut self, mut here: Walk, onward: Onward, from: Degrees, most: Degrees, mut points: Vec<Vec2>) {
        let ground = self.ground;
        let course = &ground.index().roads[here.road].points;
        let mut limit = (from, most);
        points.push(here.at);
        loop {
            let next = match onward {
                Onward::Down => course[here.stretch + 1],
                Onward::Up => course[here.stretch],
            };
            let along = next - here.at;
            let length = along.length();
            if length > NOISE {
                let heading = Degrees::along(along);
                if limit.0.to(heading).abs() > limit.1 {
                    return;
                }
                limit = (heading, SHARPEST);
                for (t, fork) in self.forks(here, next) {
                    let left = here.left - t * length - fork.at.distance(here.at.lerp(next, t));
                    if left > 0.0 && self.done.len() < MOST {
                        let mut turned = points.clone();
                        turned.push(here.at.lerp(next, t));
                        for way in [Onward::Down, Onward::Up] {
                            self.walk(Walk { left, ..fork }, way, heading, SHARPEST, turned.clone());
                        }
                    }
                }
                if here.left <= length {
                    points.push(here.at + along * (here.left / length));
                    self.done.push(points);
                    return;
                }
                points.push(next);
                here.left -= length;
            }
            here.at = next;
            match onward {
                Onward::Down if here.stretch + 2 < course.len() => here.stretch += 1,
                Onward::Up if here.stretch > 0 => here.stretch -= 1,
                _ => {
                    self.done.push(points);
                    return;
                }
            }
        }
    }

    /// Other roads that meet this one between here and `next`: how far along, and the place on the other.
    fn forks(&self, here: Walk, next: Vec2) -> Vec<(f32, Walk)> {
        /// Nearer than this the fork has just been passed.
        const PASSED: f32 = 0.02;
        let ground = self.ground;
        let length = here.at.distance(next);
        let half = |road: usize| ground.roads[road].width.get() / 2.0;
        let mut forks: Vec<(f32, Walk)> = Vec::new();
        for (road, shape) in ground.index().roads.iter().enumerate().filter(|(road, _)| *road != here.road) {
            for (stretch, w) in shape.points.windows(2).enumerate() {
                let mut meets = |t: f32, at: Vec2| {
                    let known = forks.iter().any(|(u, fork)| fork.road == road && (u - t).abs() * length < 0.1);
                    if (PASSED..=length).contains(&(t * length)) && !known {
                        forks.push((t, Walk { road, stretch, at, left: 0.0 }));
                    }
                };
                if let Some((t, u)) = polygon::meeting(here.at, next, w[0], w[1]) {
                    meets(t.clamp(0.0, 1.0), w[0].lerp(w[1], u.clamp(0.0, 1.0)));
                    continue;
                }
                // A road that ends beside this one, and this one where it ends beside another.
                for end in w {
                    let on = polygon::nearest_on(*end, here.at, next);
                    if end.distance(on) <= half(here.road) + NOISE {
                        meets(here.at.distance(on) / length, *end);
                    }
                }
                let on = polygon::nearest_on(next, w[0], w[1]);
                if next.distance(on) <= half(road) + NOISE {
                    meets(1.0, on);
                }
            }
        }
        forks
    }
}

impl Branch {
    /// Inches of all of it.
    fn length(&self) -> f32 {
        polygon::stretches(&self.points).map(|(a, b)| a.distance(b)).sum()
    }

    /// The place nearest to a pointer: how far away, and how many inches along.
    fn nearest(&self, pointer: Vec2) -> Option<(f32, f32)> {
        let mut before = 0.0;
        let places = polygon::stretches(&self.points).map(|(a, b)| {
            let on = polygon::nearest_on(pointer, a, b);
            let place = (on.distance(pointer), before + a.distance(on));
            before += a.distance(b);
            place
        });
        places.min_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// The way to the place so many inches along it, and the place.
    fn way(&self, course: &Course, along: f32) -> (Way, Vec2) {
        let (mut left, mut path, mut end) = (along, Vec::new(), self.points[0]);
        for (a, b) in polygon::stretches(&self.points) {
            let length = a.distance(b);
            end = if left < length { a + (b - a) * (left / length) } else { b };
            path.push(Spot::round(end));
            left -= length;
            if left <= 0.0 {
                break;
            }
        }
        path.dedup();
        let track = Track { path, facing: Degrees::ZERO, bearing: Bearing::Along };
        (Way::Track(dressed(&course.field.ground, course.pose, track)), end)
    }

    /// A friend stands where the column would end: short of him or past him, as near to the pointer as it may.
    fn beside(&self, course: &Course, pointer: Vec2, least: f32, lawful: impl Fn(&Plan) -> bool) -> Option<Plan> {
        /// Inches along the road from place to place.
        const STEP: f32 = 0.08;
        /// So many of them are longer than a column and a friend before it.
        const MOST: i32 = 60;
        let (_, nearest) = self.nearest(pointer)?;
        let whole = self.length();
        let mut past = true;
        for n in 1..=MOST.min((least / STEP) as i32) {
            for (side, along) in [(1, nearest + STEP * n as f32), (-1, nearest - STEP * n as f32)] {
                if !(0.0..=whole).contains(&along) || (side > 0 && !past) {
                    continue;
                }
                let (way, end) = self.way(course, along);
                if end.distance(pointer) + 0.02 >= least || way.is_over(course.pose) {
                    continue;
                }
                if let Some(plan) = course.plan(&way).filter(&lawful) {
                    return Some(plan);
                }
                // What stops it on the way there stops it on every longer one.
                past &= side < 0 || !course.may_end(way.end(course.pose, course.mover.frontage));
            }
        }
        None
    }
}

/// The lawful path along the roads that ends nearest to the pointer.
pub(super) fn toward(course: &Course, branches: &[Branch], pointer: Vec2) -> Option<Plan> {
    let mut hopes: Vec<(f32, Way, &Branch)> = Vec::new();
    for branch in branches {
        let Some((miss, along)) = branch.nearest(pointer) else { continue };
        let (way, _) = branch.way(course, along);
        let hope = miss + way.length(course.pose, course.mover.frontage).get() * 0.02;
        if !hopes.iter().any(|(_, known, _)| *known == way) {
            hopes.push((hope, way, branch));
        }
    }
    hopes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let stay = course.pose.at.vec().distance(pointer);
    let mut best: Option<(f32, Plan)> = None;
    for (hope, way, branch) in hopes {
        if best.as_ref().is_some_and(|(miss, _)| *miss <= hope) {
            break;
        }
        let lawful = |plan: &Plan| match &plan.way {
            Way::Track(track) => follows(course.field, course.unit, track).is_ok(),
            Way::March(_) => false,
        };
        let whole = course.prefix(&way, 12).filter(lawful);
        let missed = |plan: &Plan| plan.to.at.vec().distance(pointer);
        let least = whole.as_ref().map_or(stay, missed).min(best.as_ref().map_or(stay, |(miss, _)| *miss));
        let stopped = whole.as_ref().is_none_or(|plan| plan.way != way);
        let beside = if stopped { branch.beside(course, pointer, least, lawful) } else { None };
        for plan in [whole, beside].into_iter().flatten() {
            let miss = missed(&plan);
            if best.as_ref().is_none_or(|(least, _)| miss < *least) {
                best = Some((miss, plan));
            }
        }
    }
    best.filter(|(miss, _)| *miss < stay).map(|(_, plan)| plan)
}

/// As far as a column gets along each branch: the courses, for the shape of its reach.
pub(super) fn farthest(course: &Course, branches: &[Branch]) -> Vec<Plan> {
    branches
        .iter()
        .filter_map(|branch| {
            let mut path: Vec<Spot> = branch.points[1..].iter().copied().map(Spot::round).collect();
            path.dedup();
            let track = Track { path, facing: Degrees::ZERO, bearing: Bearing::Along };
            course.prefix(&Way::Track(dressed(&course.field.ground, course.pose, track)), 9)
        })
        .collect()
}
