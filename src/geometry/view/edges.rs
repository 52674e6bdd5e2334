//! The edges of everything that could be in the way, as they lie around an eye.

use bevy::math::{DVec2, Vec2};

use super::trio::{Trio, Ways};
use crate::geometry::polygon::{self, Bounds, NOISE};
use crate::geometry::scene::{Point, Scene};
use crate::geometry::shape::Shape;
use crate::geometry::sight::GRAZE;
use crate::ground::AreaKind;

/// What lies on the far or the near side of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// The table ends.
    Table,
    /// Ground of this level.
    Contour(i8),
    /// A bridge.
    Bridge,
    /// Cover of a kind: a place in [`Stage::kinds`].
    Veil(usize),
    /// A unit on this level.
    Body(i8),
    /// A building on this level.
    Building(i8),
    /// A Smoke Wall.
    Wall,
}

impl Kind {
    /// Level of the ground that an edge bounds, or nothing.
    pub(super) fn level(self) -> i32 {
        if let Self::Contour(level) = self { i32::from(level) } else { i32::MIN }
    }
}

/// A side of something on the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    a: Vec2,
    b: Vec2,
    kind: Kind,
    /// Number of the thing.
    of: u32,
    /// The thing is to the left, going from `a` to `b`.
    left: bool,
}

/// Everything on the table, ready to be looked at from any eye.
pub(super) struct Stage {
    sides: Vec<Side>,
    /// Where sides of different things cross or touch, with the level of the higher ground that they bound.
    pub(super) crossings: Vec<(Vec2, i32)>,
    /// Kinds of cover, with how much of each is seen through.
    pub(super) kinds: Vec<(AreaKind, f64)>,
    /// The lowest and the highest level of the ground, 0 included.
    pub(super) levels: (i8, i8),
}

/// A side as it lies around an eye.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// Its end that comes first, going round counterclockwise; from the eye.
    pub(super) first: DVec2,
    /// The other.
    pub(super) last: DVec2,
    /// How far away they are.
    pub(super) ends: [f64; 2],
    pub(super) along: DVec2,
    pub(super) area: f64,
    pub(super) far: f64,
    pub(super) kind: Kind,
    pub(super) of: u32,
    /// Whoever looks outward across it enters the thing.
    pub(super) enters: bool,
}

impl Edge {
    /// How far away it is in a direction of length 1.
    pub(super) fn at(&self, toward: DVec2) -> f64 {
        let across = toward.perp_dot(self.along);
        // Looked along, its ends are as good as any place.
        if across * self.far <= self.area { self.far } else { self.area / across }
    }

    /// How far away it is in the middle of a wedge, and in its three directions.
    pub(super) fn reach(&self, ways: &Ways) -> (f64, Trio) {
        let reach = ways.map(|toward| self.at(toward));
        (reach[1], Trio::new(reach))
    }

    /// Level of the ground that it bounds, or nothing.
    pub(super) fn level(&self) -> i32 {
        self.kind.level()
    }

    /// Whether it comes nearer than this in a wedge, though it does not on the wedge's sides.
    pub(super) fn bulges(&self, limit: f64, ways: &Ways) -> bool {
        if self.area * self.area > limit * limit * self.along.length_squared() {
            return false;
        }
        let upright = DVec2::new(self.along.y, -self.along.x);
        ways[0].perp_dot(upright) > 0.0 && upright.perp_dot(ways[2]) > 0.0
    }
}

impl Stage {
    pub(super) fn of(scene: &Scene, eyes: &[Point], table: Bounds) -> Self {
        let mut kinds: Vec<(AreaKind, f64)> =
            scene.areas.iter().map(|veil| (veil.kind, f64::from(veil.limit.get()))).collect();
        kinds.sort_by_key(|(kind, _)| *kind);
        kinds.dedup_by_key(|(kind, _)| *kind);
        let place = |kind: AreaKind| kinds.iter().position(|(known, _)| *known == kind).unwrap_or(0);
        // Bases are looked at as the lines are drawn that may touch them: smaller by a graze.
        let bodies: Vec<(Kind, Shape)> = scene
            .bodies
            .iter()
            .flat_map(|body| body.parts.iter().map(|part| (Kind::Body(body.level), part)))
            .map(|(kind, part)| {
                let (half, deep) = (part.frontage.get() / 2.0 - GRAZE, part.depth.get() - GRAZE);
                let corner = |x, y| part.pose.local(x, y);
                let ring = [corner(-half, -deep), corner(half, -deep), corner(half, -GRAZE), corner(-half, -GRAZE)];
                (kind, Shape::of(ring.to_vec()))
            })
            .collect();
        let things: Vec<(Kind, &Shape)> = (scene.contours.iter().map(|c| (Kind::Contour(c.level), c.shape)))
            .chain(scene.areas.iter().map(|veil| (Kind::Veil(place(veil.kind)), veil.shape)))
            .chain(scene.bridges.iter().map(|bridge| (Kind::Bridge, *bridge)))
            .chain(scene.buildings.iter().map(|solid| (Kind::Building(solid.level), solid.shape)))
            .chain(bodies.iter().map(|(kind, shape)| (*kind, shape)))
            .chain(scene.walls.iter().map(|wall| (Kind::Wall, &wall.shape)))
            .filter(|(_, shape)| shape.bounds.meets(&table))
            .collect();
        let mut sides = Vec::with_capacity(things.iter().map(|(_, shape)| shape.points.len()).sum::<usize>() + 4);
        for (of, (kind, shape)) in things.iter().enumerate() {
            let mut ring = |ring: &[Vec2], inward: bool| {
                let left = (turn(ring) > 0.0) == inward;
                sides.extend(polygon::edges(ring).map(|(a, b)| Side { a, b, kind: *kind, of: of as u32, left }));
            };
            if *kind == Kind::Wall {
                let stretches = polygon::stretches(&shape.points);
                sides.extend(stretches.map(|(a, b)| Side { a, b, kind: *kind, of: of as u32, left: false }));
            } else {
                ring(&shape.points, true);
                shape.holes.iter().for_each(|hole| ring(hole, false));
            }
        }
        let (lo, hi) = (table.lo, table.hi);
        let corners = [lo, Vec2::new(hi.x, lo.y), hi, Vec2::new(lo.x, hi.y)];
        sides.extend(polygon::edges(&corners).map(|(a, b)| Side { a, b, kind: Kind::Table, of: u32::MAX, left: true }));
        let rim = Shape::of(corners.to_vec());
        let mut shapes: Vec<(i32, &Shape)> = things.iter().map(|(kind, shape)| (kind.level(), *shape)).collect();
        shapes.push((i32::MIN, &rim));
        let levels = scene.contours.iter().map(|contour| contour.level).chain(eyes.iter().map(|eye| eye.level));
        Self {
            crossings: crossings(&mut shapes),
            levels: levels.fold((0, 0), |(low, high), level| (low.min(level), high.max(level))),
            kinds,
            sides,
        }
    }

    /// The sides around an eye. Those that it stands on are left out: what it looks into then begins at once.
    /// Whether there are such.
    pub(super) fn around(&self, eye: Vec2, edges: &mut Vec<Edge>) -> bool {
        let from = eye.as_dvec2();
        edges.clear();
        for side in &self.sides {
            let (a, b) = (side.a.as_dvec2() - from, side.b.as_dvec2() - from);
            let area = a.perp_dot(b - a);
            let (long_a, long_b) = (a.length_squared().sqrt(), b.length_squared().sqrt());
            if area.abs() <= 1e-9 * long_a * long_b {
                continue;
            }
            // Only an eye near its line can be near a side.
            let near = f64::from(2.0 * NOISE);
            if area * area <= near * near * (b - a).length_squared()
                && polygon::distance_to(eye, side.a, side.b) <= 2.0 * NOISE
            {
                continue;
            }
            let (first, last, ends) =
                if area > 0.0 { (a, b, [long_a, long_b]) } else { (b, a, [long_b, long_a]) };
            edges.push(Edge {
                first,
                last,
                ends,
                along: last - first,
                area: area.abs(),
                far: long_a.max(long_b),
                kind: side.kind,
                of: side.of,
                enters: (area > 0.0) != side.left,
            });
        }
        edges.len() < self.sides.len()
    }

    /// Whether an eye stands on a Smoke Wall.
    pub(super) fn in_smoke(&self, eye: Vec2) -> bool {
        let mut walls = self.sides.iter().filter(|side| side.kind == Kind::Wall);
        walls.any(|side| polygon::distance_to(eye, side.a, side.b) <= NOISE)
    }
}

/// Twice the area of a ring; above 0 when it runs counterclockwise.
fn turn(ring: &[Vec2]) -> f64 {
    let origin = ring.first().copied().unwrap_or_default();
    polygon::edges(ring).map(|(a, b)| f64::from((a - origin).perp_dot(b - origin))).sum()
}

fn crossings(shapes: &mut [(i32, &Shape)]) -> Vec<(Vec2, i32)> {
    shapes.sort_by(|a, b| a.1.bounds.lo.x.total_cmp(&b.1.bounds.lo.x));
    let mut crossings = Vec::new();
    for (n, (level, one)) in shapes.iter().enumerate() {
        let beside = shapes[n + 1..].iter().take_while(|(_, other)| other.bounds.lo.x <= one.bounds.hi.x);
        for (height, other) in beside.filter(|(_, other)| one.bounds.meets(&other.bounds)) {
            let (few, many) = if one.points.len() <= other.points.len() { (one, other) } else { (other, one) };
            let level = *level.max(height);
            for (a, b) in few.edges() {
                let near = Bounds::of(&[a, b]);
                if !near.meets(&many.bounds) {
                    continue;
                }
                many.along(a, b, |c, d| {
                    if near.meets(&Bounds::of(&[c, d]))
                        && let Some((t, _)) = polygon::meeting(a, b, c, d)
                    {
                        crossings.push((a.lerp(b, t), level));
                    }
                });
            }
        }
    }
    crossings
}
