//! What those who go where they like stay out of: everything too near to somebody.

use bevy::math::{Vec2, ops};

use crate::geometry::polygon;
use crate::geometry::{Bounds, Inches};

/// Grazing what has no margin does not count: it is where bases touch.
const GRAZE: f32 = 0.0004;
/// What `f32` loses.
const HAIR: f32 = 0.000_02;
/// More than the standoff by what rounding a path may take.
const ROUNDING: f32 = 0.003;

/// A convex outline with a margin that the path stays out of; touching it is allowed.
#[derive(Clone, Debug)]
pub(super) struct Wall {
    /// The outline, counterclockwise.
    core: Vec<Vec2>,
    /// The margin.
    gap: f32,
    /// An outline around the margin: its sides, and corners for its arcs.
    points: Vec<Vec2>,
    bounds: Bounds,
}

impl Wall {
    /// The places from which a body of these corners (seen from the place) would come within `gap` of an outline.
    pub(super) fn around(outline: &[Vec2], body: &[Vec2], gap: f32) -> Self {
        let sums = outline.iter().flat_map(|p| body.iter().map(move |q| *p - *q)).collect();
        Self::grown(polygon::hull(sums), gap)
    }

    /// What bodies that begin somewhere together keep out of: any of them would come as near as `standoff` to one of these
    /// outlines or, where they begin nearer, nearer than that. An outline that a body begins on lets it go.
    pub(super) fn keeping(outlines: &[[Vec2; 4]], bodies: &[Vec<Vec2>], standoff: Inches, start: Vec2) -> Vec<Self> {
        let around =
            |outline: &[Vec2; 4]| bodies.iter().map(|body| Self::around(outline, body, 0.0)).collect::<Vec<_>>();
        let bare: Vec<Self> = outlines.iter().flat_map(around).filter(|wall| !wall.holds(start)).collect();
        let far = |wall: &Self| polygon::distance_to_edge(&wall.core, start);
        let begins = bare.iter().map(far).fold(f32::INFINITY, f32::min);
        // Nobody begins inside his own margin.
        let gap = (standoff.get() + ROUNDING).min(begins - 5.0 * HAIR).max(0.0);
        bare.into_iter().map(|wall| Self::grown(wall.core, gap)).collect()
    }

    fn grown(core: Vec<Vec2>, gap: f32) -> Self {
        let points = grown(&core, gap);
        Self { bounds: Bounds::of(&points), core, gap, points }
    }

    /// Whether a place is strictly inside.
    pub(super) fn holds(&self, at: Vec2) -> bool {
        let inside = |points: &[Vec2]| polygon::edges(points).all(|(a, b)| (b - a).perp_dot(at - a) > 0.0);
        let near = || inside(&self.core) || polygon::distance_to_edge(&self.core, at) < self.gap;
        self.bounds.holds(at) && inside(&self.points) && (self.gap <= 0.0 || near())
    }

    /// Whether a segment passes through the inside. Its start may be sunk in what has no margin by as much as rounding does.
    pub(super) fn stops(&self, a: Vec2, b: Vec2) -> bool {
        /// Inches of the segment.
        const SUNK: f32 = 0.08;
        if !self.bounds.meets(&Bounds::of(&[a, b])) {
            return false;
        }
        let hair = if self.gap > 0.0 { HAIR } else { GRAZE };
        let Some((from, to)) = within(&self.points, a, b, hair) else { return false };
        if self.gap <= 0.0 {
            return from > 0.0 || to * a.distance(b) > SUNK;
        }
        // Apart, two convex outlines are nearest at a corner of either.
        let ends = || polygon::distance_to_edge(&self.core, a).min(polygon::distance_to_edge(&self.core, b));
        let corners =
            || self.core.iter().map(|corner| polygon::distance_to(*corner, a, b)).fold(f32::INFINITY, f32::min);
        within(&self.core, a, b, 0.0).is_some() || corners() < self.gap - HAIR || ends() < self.gap - HAIR
    }

    /// Its corners, a hair outside.
    pub(super) fn corners(&self) -> impl Iterator<Item = Vec2> + '_ {
        let middle = self.points.iter().sum::<Vec2>() / self.points.len() as f32;
        self.points.iter().map(move |p| *p + (*p - middle).normalize_or_zero() * 0.003)
    }
}

/// The part of a segment that lies more than `hair` inside a convex outline.
fn within(points: &[Vec2], a: Vec2, b: Vec2, hair: f32) -> Option<(f32, f32)> {
    let (mut from, mut to) = (0.0_f32, 1.0_f32);
    for (p, q) in polygon::edges(points) {
        let normal = (q - p).perp();
        let reach = normal.length() * hair;
        let (at_a, at_b) = (normal.dot(a - p) - reach, normal.dot(b - p) - reach);
        if at_a <= 0.0 && at_b <= 0.0 {
            return None;
        }
        if at_a < 0.0 {
            from = from.max(at_a / (at_a - at_b));
        } else if at_b < 0.0 {
            to = to.min(at_a / (at_a - at_b));
        }
        if from >= to {
            return None;
        }
    }
    Some((from, to))
}

/// A convex outline grown by `gap`, its corners rounded a little outside the true arc.
fn grown(points: &[Vec2], gap: f32) -> Vec<Vec2> {
    /// Degrees of an arc that one corner stands for.
    const EACH: f32 = 22.5;
    if gap <= 0.0 {
        return points.to_vec();
    }
    let n = points.len();
    let out = |a: Vec2, b: Vec2| -(b - a).perp().normalize_or_zero();
    let mut all = Vec::with_capacity(n * 5);
    for i in 0..n {
        let (before, here, after) = (points[(i + n - 1) % n], points[i], points[(i + 1) % n]);
        let (from, to) = (out(before, here), out(here, after));
        let turn = ops::atan2(from.perp_dot(to), from.dot(to));
        let pieces = (turn.to_degrees() / EACH).ceil().max(1.0);
        let half = turn / pieces / 2.0;
        let reach = gap / ops::cos(half);
        for k in 0..pieces as usize {
            let (sin, cos) = ops::sin_cos(half * (2 * k + 1) as f32);
            all.push(here + Vec2::new(from.x * cos - from.y * sin, from.x * sin + from.y * cos) * reach);
        }
    }
    all
}
