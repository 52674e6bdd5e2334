//! What a front edge sweeps over on one leg of a march, and how far along.
//!
//! A leg is a straight advance or a wheel. Either way each point of the ground has a place in the leg: how many inches
//! of it are done when the front edge reaches the point, and whether the front edge is wide enough to reach it at all. A
//! straight piece of a map line keeps going one way in that measure, so its ends say where it is met.

use std::f32::consts::TAU;

use bevy::math::{Vec2, ops};

use super::piece::Ground;
use super::water;
use crate::geometry::polygon::{self, Bounds, NOISE};
use crate::geometry::{Degrees, Inches, March, Pose, Shape, path};

/// How a leg moves the front edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Motion {
    Straight,
    Wheel(Degrees),
}

/// What a road is to those who come along it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Roads {
    /// A column on the march goes at the road's rate, and the road is a clearing in the fields and woods beside it (B26).
    Used,
    /// The road's rate, and no more: too wide for the clearing.
    Rate,
    /// Roads are ground like any other.
    Ignored,
}

/// An area as a front edge meets it.
pub(super) struct Site<'g> {
    /// Its outline.
    pub(super) shape: &'g Shape,
    /// Outlines in which it does not count: bridges over water.
    pub(super) dry: &'g [&'g Shape],
    /// Whether it reaches across roads: water does, woods and fields do not.
    pub(super) over_roads: bool,
    /// Whether only the middle of the front edge counts: skirmishers go over bridges and fords in single file.
    pub(super) in_file: bool,
}

impl<'g> Site<'g> {
    /// One that ends beside the road.
    pub(super) fn beside_roads(shape: &'g Shape) -> Self {
        Self { shape, dry: &[], over_roads: false, in_file: false }
    }
}

/// One leg of a march.
#[derive(Clone, Debug)]
pub(super) struct Leg {
    from: Pose,
    frontage: f32,
    motion: Motion,
    /// Inches of the leg.
    pub(super) length: Inches,
    /// The box around all that the front edge sweeps.
    pub(super) bounds: Bounds,
    /// Inches of the leg during which the front-edge midpoint is on a road.
    roads: Vec<(f32, f32)>,
    /// What those are to it.
    uses: Roads,
}

impl Leg {
    /// The legs of a march that have any length.
    pub(super) fn of(ground: &Ground, from: Pose, frontage: Inches, march: &March, roads: Roads) -> Vec<Self> {
        let advanced = from.ahead(march.advance);
        let turned = path::wheeled(advanced, frontage, march.wheel);
        let arc = path::wheel_cost(frontage, march.wheel);
        [
            (from, Motion::Straight, march.advance),
            (advanced, Motion::Wheel(march.wheel), arc),
            (turned, Motion::Straight, march.then),
        ]
        .into_iter()
        .filter(|(.., length)| *length > Inches::ZERO)
        .map(|(from, motion, length)| Self::new(ground, from, frontage, motion, length, roads))
        .collect()
    }

    /// A leg straight ahead.
    pub(super) fn straight(ground: &Ground, from: Pose, frontage: Inches, length: Inches, roads: Roads) -> Self {
        Self::new(ground, from, frontage, Motion::Straight, length, roads)
    }

    fn new(ground: &Ground, from: Pose, frontage: Inches, motion: Motion, length: Inches, roads: Roads) -> Self {
        let mut leg = Self {
            from,
            frontage: frontage.get(),
            motion,
            length,
            bounds: Bounds::NOTHING,
            roads: Vec::new(),
            uses: roads,
        };
        let steps = leg.steps();
        let fronts = (0..=steps).map(|i| leg.front(leg.length.get() * i as f32 / steps as f32));
        // The outer corner bulges past the chord of a step by less than a tenth of an inch.
        leg.bounds = fronts.fold(Bounds::NOTHING, |all, [left, right]| all.with(left).with(right)).grown(0.1);
        if roads != Roads::Ignored {
            leg.roads = leg.on_roads(ground, steps);
        }
        leg
    }

    /// Chords that follow the leg closely enough for boxes and roads.
    fn steps(&self) -> usize {
        match self.motion {
            Motion::Straight => 1,
            Motion::Wheel(_) => (self.length.get() * 2.0).ceil().max(1.0) as usize,
        }
    }

    fn on_roads(&self, ground: &Ground, steps: usize) -> Vec<(f32, f32)> {
        let step = self.length.get() / steps as f32;
        let mut on = Vec::new();
        for i in 0..steps {
            let start = step * i as f32;
            let (a, b) = (self.middle(start), self.middle(start + step));
            on.extend(ground.road_spans(a, b).into_iter().map(|(from, to)| (start + from * step, start + to * step)));
        }
        polygon::merged(on)
    }

    /// The two ends of the front edge after so many inches of the leg.
    fn front(&self, along: f32) -> [Vec2; 2] {
        let half = self.frontage / 2.0;
        match self.motion {
            Motion::Straight => [self.from.local(-half, along), self.from.local(half, along)],
            Motion::Wheel(angle) => {
                let pivot = path::pivot(self.from, Inches::round(self.frontage), angle);
                let (outward, forward) = self.outward(angle);
                let (sin, cos) = ops::sin_cos(along / self.frontage);
                [pivot, pivot + (outward * cos + forward * sin) * self.frontage]
            }
        }
    }

    fn middle(&self, along: f32) -> Vec2 {
        let [left, right] = self.front(along);
        left.midpoint(right)
    }

    /// For a wheel: from the pivot along the front edge, and the way the outer end sets off.
    fn outward(&self, angle: Degrees) -> (Vec2, Vec2) {
        let right = self.from.heading.right();
        (if angle > Degrees::ZERO { -right } else { right }, self.from.heading.forward())
    }

    /// Where in the leg the front edge meets a segment: the first and last inch, and whether its two ends are in reach.
    /// Several pieces only where the segment runs through the pivot.
    fn meets(&self, a: Vec2, b: Vec2) -> Vec<Met> {
        match self.motion {
            Motion::Straight => {
                let frame = |p: Vec2| {
                    let from = p - self.from.at.vec();
                    Vec2::new(from.dot(self.from.heading.right()), from.dot(self.from.heading.forward()))
                };
                straight(frame(a), frame(b), self.frontage / 2.0 - NOISE).into_iter().collect()
            }
            Motion::Wheel(angle) => {
                let pivot = path::pivot(self.from, Inches::round(self.frontage), angle);
                let (outward, forward) = self.outward(angle);
                let frame = |p: Vec2| Vec2::new((p - pivot).dot(outward), (p - pivot).dot(forward));
                turned(frame(a), frame(b), self.frontage)
            }
        }
    }

    /// Whether this leg could meet a shape.
    fn near(&self, shape: &Shape) -> bool {
        self.bounds.meets(&shape.bounds)
    }

    /// Inches of road in the first `along` inches of the leg.
    pub(super) fn road_before(&self, along: f32) -> f32 {
        self.roads.iter().map(|(from, to)| (to.min(along) - from).max(0.0)).sum()
    }

    /// Points of the front-edge midpoint, close enough together for what it passes through, without the last one.
    pub(super) fn trail(&self) -> impl Iterator<Item = Vec2> + '_ {
        let steps = self.steps();
        (0..steps).map(move |i| self.middle(self.length.get() * i as f32 / steps as f32))
    }

    /// The front-edge midpoint as the leg ends.
    pub(super) fn last(&self) -> Vec2 {
        self.middle(self.length.get())
    }

    fn in_clearing_at(&self, along: f32) -> bool {
        self.uses == Roads::Used && self.roads.iter().any(|(from, to)| (*from..=*to).contains(&along))
    }

    /// Whether part of the front edge is strictly inside an area after so many inches. For a column on a road, woods and
    /// fields end beside it.
    fn inside_at(&self, area: &Site, along: f32) -> bool {
        /// Half of the width of a file: no more than is needed to be somewhere.
        const FILE: f32 = 0.01;
        let [mut left, mut right] = self.front(along);
        if area.in_file {
            let (middle, side) = (left.midpoint(right), (right - left).normalize_or_zero() * FILE);
            (left, right) = (middle - side, middle + side);
        }
        (area.over_roads || !self.in_clearing_at(along)) && water::outside_of(area.shape, area.dry, left, right)
    }

    /// Whether part of the front edge is inside an area as the leg begins.
    pub(super) fn starts_inside(&self, area: &Site) -> bool {
        self.near(area.shape) && self.inside_at(area, 0.0)
    }

    /// The stretches of the leg, in inches, during which part of the front edge is inside an area.
    pub(super) fn inside(&self, area: &Site) -> Vec<(f32, f32)> {
        if !self.near(area.shape) {
            return Vec::new();
        }
        let length = self.length.get();
        let mut places: Vec<f32> = vec![0.0, length];
        let dry = area.dry.iter().filter(|shape| self.near(shape));
        if area.in_file {
            // The middle goes over edges where its trail does.
            let step = length / self.steps() as f32;
            let trail: Vec<Vec2> = self.trail().chain([self.last()]).collect();
            for (n, (a, b)) in polygon::stretches(&trail).enumerate() {
                let spans = [area.shape].into_iter().chain(dry.clone().copied()).flat_map(|shape| shape.spans(a, b));
                places.extend(spans.flat_map(|(from, to)| [from, to]).map(|t| (n as f32 + t) * step));
            }
        }
        // The front edge comes out of a bridge into the water also where the bridge's side and the bank meet.
        let corners = dry.clone().flat_map(|bridge| meetings(area.shape, bridge));
        places.extend(corners.flat_map(|(a, b)| self.meets(a, b)).map(|met| met.begin).flat_map(|s| self.turns(s)));
        for (a, b) in [area.shape].into_iter().chain(dry.copied()).flat_map(Shape::edges) {
            let ends = self.meets(a, b).into_iter().flat_map(|met| [met.begin, met.end]);
            places.extend(ends.flat_map(|s| self.turns(s)));
        }
        places.extend(self.roads.iter().flat_map(|(from, to)| [*from, *to]));
        places.retain(|s| (0.0..=length).contains(s));
        places.sort_by(f32::total_cmp);
        // Between two neighbouring places nothing changes, so the middle speaks for the whole stretch.
        let mut stretches: Vec<(f32, f32)> = Vec::new();
        for pair in places.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            if to - from <= NOISE || !self.inside_at(area, f32::midpoint(from, to)) {
                continue;
            }
            match stretches.last_mut() {
                Some(last) if from - last.1 <= 2.0 * NOISE => last.1 = to,
                _ => stretches.push((from, to)),
            }
        }
        stretches
    }

    /// Inches along the leg at which the front edge begins to sweep over an obstacle, once for each connected part of
    /// it. One that the front edge lies astride as the leg begins is being crossed already; one that it only comes up to
    /// is not crossed. `slack` is how far behind the front edge an obstacle still counts as lying before it.
    pub(super) fn crossings(&self, line: &Shape, slack: f32) -> Vec<f32> {
        if !self.near(line) {
            return Vec::new();
        }
        let mut runs: Vec<Run> = Vec::new();
        let mut open = false;
        for (a, b) in polygon::stretches(&line.points) {
            let mets = self.meets(a, b);
            let joined = open && mets.len() == 1 && mets[0].from_start;
            open = mets.last().is_some_and(|met| met.to_end);
            for met in mets {
                match runs.last_mut() {
                    Some(run) if joined => run.join(met, self.turn()),
                    _ => runs.push(Run { first: met.begin.min(met.end), last: met.begin.max(met.end), end: met.end }),
                }
            }
        }
        let length = self.length.get();
        let begins = |run: &Run| {
            let astride = self.turns(run.first).zip(self.turns(run.last)).any(|(f, l)| f < -slack && l > NOISE);
            let reached = self.turns(run.first).find(|s| (-slack..length - NOISE).contains(s));
            if astride { None } else { reached.map(|s| s.max(0.0)) }
        };
        runs.iter().filter_map(begins).collect()
    }

    /// Inches of the leg after which a wheel would meet the same place again.
    fn turn(&self) -> f32 {
        match self.motion {
            Motion::Straight => 0.0,
            Motion::Wheel(_) => TAU * self.frontage,
        }
    }

    /// A place in the leg, and the same one turn earlier and later.
    fn turns(&self, place: f32) -> impl Iterator<Item = f32> + use<> {
        let turn = self.turn();
        [place, place - turn, place + turn].into_iter()
    }
}

/// Where the edges of two shapes meet, each place as a segment of no more than a hair.
fn meetings(shape: &Shape, other: &Shape) -> Vec<(Vec2, Vec2)> {
    let near = shape.edges().filter(|(a, b)| other.bounds.meets(&Bounds::of(&[*a, *b])));
    near.flat_map(|(a, b)| {
        let hair = (b - a).normalize_or_zero() * NOISE;
        let places = other.edges().filter_map(move |(c, d)| polygon::meeting(a, b, c, d));
        places.map(move |(t, _)| (a.lerp(b, t) - hair, a.lerp(b, t) + hair)).collect::<Vec<_>>()
    })
    .collect()
}

/// A connected part of a course: where it is met first and last, and where its end so far is met.
struct Run {
    first: f32,
    last: f32,
    end: f32,
}

impl Run {
    /// Goes on with the next stretch, which begins where this one ends.
    fn join(&mut self, met: Met, turn: f32) {
        let shift = if turn > 0.0 { ((self.end - met.begin) / turn).round() * turn } else { 0.0 };
        self.first = self.first.min(met.begin.min(met.end) + shift);
        self.last = self.last.max(met.begin.max(met.end) + shift);
        self.end = met.end + shift;
    }
}

/// Where the two ends of the part of a segment in reach are met.
#[derive(Clone, Copy, Debug)]
struct Met {
    begin: f32,
    end: f32,
    /// Its start is in reach of the front edge.
    from_start: bool,
    /// Its end is.
    to_end: bool,
}

impl Met {
    fn between(begin: f32, end: f32, from: f32, to: f32) -> Self {
        Self { begin, end, from_start: from <= 0.0, to_end: to >= 1.0 }
    }
}

/// A segment in the frame of a straight leg: what lies within `half` of its middle line.
fn straight(a: Vec2, b: Vec2, half: f32) -> Option<Met> {
    let across = b.x - a.x;
    let (mut from, mut to) = (0.0_f32, 1.0_f32);
    if across.abs() <= f32::EPSILON {
        if a.x.abs() >= half {
            return None;
        }
    } else {
        let (one, two) = ((-half - a.x) / across, (half - a.x) / across);
        from = from.max(one.min(two));
        to = to.min(one.max(two));
        if from >= to {
            return None;
        }
    }
    let ahead = |t: f32| a.y + (b.y - a.y) * t;
    Some(Met::between(ahead(from), ahead(to), from, to))
}

/// A segment in the frame of a wheel's pivot (`x` along the front edge): what lies within the circle of the outer end.
fn turned(a: Vec2, b: Vec2, radius: f32) -> Vec<Met> {
    let along = b - a;
    let reach = radius - NOISE;
    let length = along.length_squared();
    if length <= 0.0 {
        return Vec::new();
    }
    let nearest = -a.dot(along) / length;
    let off = (a + along * nearest).length_squared();
    let room = reach * reach - off;
    if room <= 0.0 {
        return Vec::new();
    }
    let half = (room / length).sqrt();
    let (from, to) = ((nearest - half).max(0.0), (nearest + half).min(1.0));
    if from >= to {
        return Vec::new();
    }
    let place = |t: f32| a + along * t;
    let angle = |p: Vec2| ops::atan2(p.y, p.x);
    if off <= NOISE * NOISE && (from..=to).contains(&nearest) {
        // Through the pivot: each side of it is met all at once.
        let side = |t: f32, from: f32, to: f32| {
            let s = angle(place(t)) * radius;
            Met::between(s, s, from, to)
        };
        let mut sides = Vec::new();
        if nearest - from > f32::EPSILON {
            sides.push(side(f32::midpoint(from, nearest), from, 0.5));
        }
        if to - nearest > f32::EPSILON {
            sides.push(side(f32::midpoint(nearest, to), 0.5, to));
        }
        return sides;
    }
    let (p, q) = (place(from), place(to));
    let start = angle(p);
    let turn = ops::atan2(p.perp_dot(q), p.dot(q));
    vec![Met::between(start * radius, (start + turn) * radius, from, to)]
}
