//! The edges of everything that could be in the way, as they lie around an eye.

use bevy::math::{DVec2, Vec2};

use super::trio::{Trio, Ways};
use crate::geometry::polygon::{self, Bounds, NOISE};
use crate::geometry::scene::{Point, Scene};
use crate::geometry::shape::Shape;
use crate::geometry::sight::{GRAZE, SHADOW};
use crate::ground::AreaKind;

/// Crossings are rounded to less than this.
const ROUNDED: f64 = 1e-3;

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
    /// Level of the highest ground that an edge bounds, or nothing. Around a hollow the table is higher.
    fn ground(self) -> i32 {
        if let Self::Contour(level) = self { i32::from(level).max(0) } else { i32::MIN }
    }

    /// The highest level on which it can change what is seen from 2.0" away or more, if it lies where the ground is no
    /// higher than `top`.
    fn reaches(self, top: i32) -> i32 {
        match self {
            Self::Table | Self::Wall => i32::MAX,
            Self::Contour(_) => self.ground(),
            Self::Bridge => 0,
            Self::Veil(_) => top,
            Self::Body(level) | Self::Building(level) => i32::from(level),
        }
    }
}

/// Something on the table.
struct Thing {
    bounds: Bounds,
    /// As [`Kind::reaches`].
    reaches: i32,
}

/// A side of something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    a: Vec2,
    b: Vec2,
    kind: Kind,
    /// Its length.
    long: f64,
    /// Number of the thing.
    of: u32,
    /// The thing is to the left, going from `a` to `b`.
    left: bool,
}

impl Side {
    fn of((a, b): (Vec2, Vec2), kind: Kind, of: u32, left: bool) -> Self {
        Self { a, b, kind, long: a.as_dvec2().distance(b.as_dvec2()), of, left }
    }
}

/// Where sides of different things cross or touch.
pub(super) struct Meeting {
    pub(super) at: Vec2,
    /// The highest ground that they bound.
    pub(super) ground: i32,
    /// As [`Kind::reaches`], the higher of the two.
    pub(super) reaches: i32,
}

/// Everything on the table, ready to be looked at from any eye.
pub(super) struct Stage {
    things: Vec<Thing>,
    sides: Vec<Side>,
    pub(super) meetings: Vec<Meeting>,
    /// Kinds of cover, with how much of each is seen through.
    pub(super) kinds: Vec<(AreaKind, f64)>,
    /// The lowest and the highest level of the ground and of whoever stands on it, 0 included.
    pub(super) levels: (i8, i8),
}

/// A side as it lies around an eye.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// Its end that comes first, going round counterclockwise; from the eye.
    pub(super) first: DVec2,
    /// The other.
    pub(super) last: DVec2,
    pub(super) along: DVec2,
    pub(super) area: f64,
    pub(super) far: f64,
    /// What lies farther out across its line, in parts of its length, lies behind it.
    behind: f64,
    pub(super) kind: Kind,
    pub(super) of: u32,
    /// As [`Kind::reaches`]; without limit where the thing is so near that it can hide the eye.
    pub(super) reaches: i32,
    /// Whoever looks outward across it enters the thing.
    pub(super) enters: bool,
}

impl Edge {
    /// How far away it is in a direction of length 1.
    pub(super) fn at(&self, toward: DVec2) -> f64 {
        /// Less than any edge that can be met spans.
        const TINY: f64 = 1e-200;
        // Looked along, its ends are as good as any place.
        let across = toward.perp_dot(self.along);
        let r = self.area / if across > TINY { across } else { TINY };
        if r < self.far { r } else { self.far }
    }

    /// Whether a place that lies in a direction in which it is met is farther away.
    pub(super) fn hides(&self, at: DVec2) -> bool {
        at.perp_dot(self.along) > self.behind
    }

    /// How far away it is in the middle of a wedge, and in its three directions.
    pub(super) fn reach(&self, ways: &Ways) -> (f64, Trio) {
        let reach = ways.map(|toward| self.at(toward));
        (reach[1], Trio::new(reach))
    }

    /// Level of the highest ground that it bounds, or nothing.
    pub(super) fn ground(&self) -> i32 {
        self.kind.ground()
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
                sides.extend(polygon::edges(ring).map(|(a, b)| Side::of((a, b), *kind, of as u32, left)));
            };
            if *kind == Kind::Wall {
                let stretches = polygon::stretches(&shape.points);
                sides.extend(stretches.map(|ends| Side::of(ends, *kind, of as u32, false)));
            } else {
                ring(&shape.points, true);
                shape.holes.iter().for_each(|hole| ring(hole, false));
            }
        }
        let (lo, hi) = (table.lo, table.hi);
        let corners = [lo, Vec2::new(hi.x, lo.y), hi, Vec2::new(lo.x, hi.y)];
        sides.extend(polygon::edges(&corners).map(|ends| Side::of(ends, Kind::Table, u32::MAX, true)));
        let rim = Shape::of(corners.to_vec());
        let top = |bounds: &Bounds| {
            let hills = scene.contours.iter().filter(|contour| contour.shape.bounds.meets(bounds));
            hills.map(|hill| i32::from(hill.level)).fold(0, i32::max)
        };
        let reaches =
            |kind: Kind, bounds: &Bounds| kind.reaches(if let Kind::Veil(_) = kind { top(bounds) } else { 0 });
        let known: Vec<Thing> = (things.iter())
            .map(|(kind, shape)| Thing { bounds: shape.bounds, reaches: reaches(*kind, &shape.bounds) })
            .collect();
        let mut shapes: Vec<(i32, i32, &Shape)> =
            things.iter().zip(&known).map(|((kind, shape), thing)| (kind.ground(), thing.reaches, *shape)).collect();
        shapes.push((i32::MIN, i32::MAX, &rim));
        let standing = scene.bodies.iter().map(|body| body.level).chain(eyes.iter().map(|eye| eye.level));
        let levels = scene.contours.iter().map(|contour| contour.level).chain(standing);
        Self {
            meetings: meetings(&mut shapes),
            levels: levels.fold((0, 0), |(low, high), level| (low.min(level), high.max(level))),
            things: known,
            kinds,
            sides,
        }
    }

    /// The sides around an eye. Those that it stands on are left out: what it looks into then begins at once.
    /// Whether there are such.
    pub(super) fn around(&self, eye: Vec2, edges: &mut Vec<Edge>) -> bool {
        let from = eye.as_dvec2();
        edges.clear();
        // Whatever is near may hide the eye from above.
        let around = Bounds { lo: eye, hi: eye }.grown(SHADOW.get() + 2.0 * NOISE + 0.001);
        let reaches: Vec<i32> = self
            .things
            .iter()
            .map(|thing| if thing.bounds.meets(&around) { i32::MAX } else { thing.reaches })
            .collect();
        for side in &self.sides {
            let (a, b) = (side.a.as_dvec2() - from, side.b.as_dvec2() - from);
            let area = a.perp_dot(b - a);
            let (far_a, far_b) = (a.length_squared(), b.length_squared());
            if area * area <= 1e-18 * far_a * far_b {
                continue;
            }
            // Only an eye near its line can be near a side.
            if area.abs() <= f64::from(NOISE) * side.long && polygon::distance_to(eye, side.a, side.b) <= NOISE {
                continue;
            }
            let (first, last) = if area > 0.0 { (a, b) } else { (b, a) };
            edges.push(Edge {
                first,
                last,
                along: last - first,
                area: area.abs(),
                far: far_a.max(far_b).sqrt(),
                behind: area.abs() + ROUNDED * side.long,
                kind: side.kind,
                of: side.of,
                reaches: reaches.get(side.of as usize).copied().unwrap_or(i32::MAX),
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

fn meetings(shapes: &mut [(i32, i32, &Shape)]) -> Vec<Meeting> {
    shapes.sort_by(|a, b| a.2.bounds.lo.x.total_cmp(&b.2.bounds.lo.x));
    let mut meetings = Vec::new();
    for (n, (ground, reaches, one)) in shapes.iter().enumerate() {
        let beside = shapes[n + 1..].iter().take_while(|(.., other)| other.bounds.lo.x <= one.bounds.hi.x);
        for (higher, farther, other) in beside.filter(|(.., other)| one.bounds.meets(&other.bounds)) {
            let (few, many) = if one.points.len() <= other.points.len() { (one, other) } else { (other, one) };
            let (ground, reaches) = (*ground.max(higher), *reaches.max(farther));
            for (a, b) in few.edges() {
                let near = Bounds::of(&[a, b]);
                if !near.meets(&many.bounds) {
                    continue;
                }
                many.along(a, b, |c, d| {
                    if near.meets(&Bounds::of(&[c, d]))
                        && let Some((t, _)) = polygon::meeting(a, b, c, d)
                    {
                        meetings.push(Meeting { at: a.lerp(b, t), ground, reaches });
                    }
                });
            }
        }
    }
    meetings
}
