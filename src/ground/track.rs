//! What the ground asks of paths of many legs: columns on a road, skirmish lines, rides (Companion 16 §3.1; Q05).
//!
//! A column's front edge sweeps its legs as in any march. A skirmish line has no front to speak of while it moves: it is
//! where the middle of its front edge is, as everybody is for a road (Q05). A general is where the middle of his base is.

use bevy::math::Vec2;

use super::piece::{AreaKind, BridgeKind, Ground, PieceId};
use super::sweep::Leg;
use super::walk::{self, Mover, Short, Walk};
use crate::book::movement;
use crate::geometry::{Bearing, Degrees, Inches, Pose, Spot, Track, Way, polygon};

/// As wide as the front of a skirmish line is for the ground.
const POINT: Inches = Inches(10);

/// What a track costs, or why it cannot be paid.
///
/// # Errors
/// [`Short`], with both numbers and what the ground took.
pub fn walk_track(ground: &Ground, mover: &Mover, from: Pose, track: &Track) -> Result<Walk, Short> {
    let frontage = match track.bearing {
        Bearing::Along => mover.frontage,
        Bearing::Kept => POINT,
    };
    let legs: Vec<Leg> = track
        .legs(from)
        .into_iter()
        .map(|leg| Leg::straight(ground, leg.from, frontage, leg.length, mover.roads()))
        .collect();
    walk::over(ground, mover, &legs)
}

/// What a way costs, whichever it is.
///
/// # Errors
/// As [`walk_track`].
pub fn walk_way(ground: &Ground, mover: &Mover, from: Pose, way: &Way) -> Result<Walk, Short> {
    match way {
        Way::March(march) => walk::walk(ground, mover, from, march),
        Way::Track(track) => walk_track(ground, mover, from, track),
    }
}

/// Whether a segment lies on roads from end to end; roads that meet are one.
pub fn on_roads(ground: &Ground, a: Vec2, b: Vec2) -> bool {
    /// Poses are rounded to the thousandth.
    const SLACK: f32 = 0.004;
    let length = a.distance(b).max(1e-6);
    let spans = ground.road_spans(a, b);
    let mut on = 0.0_f32;
    for (from, to) in spans {
        if (from - on) * length > SLACK {
            return false;
        }
        on = on.max(to);
    }
    (1.0 - on) * length <= SLACK
}

/// The way a road runs at a point: the direction of its course that is nearest to `toward`. `None` off the roads.
pub fn road_heading(ground: &Ground, at: Vec2, toward: Degrees) -> Option<Degrees> {
    let mut best: Option<(i32, Degrees)> = None;
    for (road, shape) in ground.roads.iter().zip(&ground.index().roads) {
        let reach = road.width.get() / 2.0 + 0.004;
        if !shape.bounds.grown(0.01).holds(at) {
            continue;
        }
        for (a, b) in polygon::stretches(&shape.points) {
            if polygon::distance_to(at, a, b) > reach {
                continue;
            }
            for heading in [Degrees::along(b - a), Degrees::along(a - b)] {
                let off = toward.to(heading).0.abs();
                if best.is_none_or(|(least, _)| off < least) {
                    best = Some((off, heading));
                }
            }
        }
    }
    best.map(|(_, heading)| heading)
}

/// What a ride over these points costs of a general's 12.0", rounded once: an inch of woods 1.5", an inch of road 0.75",
/// obstacles nothing (Companion 16 §3.1); each ford half of his move (C-84).
pub fn ride_cost(ground: &Ground, path: &[Spot]) -> Inches {
    let points: Vec<Vec2> = path.iter().map(|spot| spot.vec()).collect();
    let legs = || points.windows(2).map(|leg| (leg[0], leg[1]));
    let fords = (0..ground.bridges.len()).filter(|n| legs().any(|(a, b)| fords(ground, *n, a, b))).count();
    Inches::round(legs().map(|(a, b)| ride_leg(ground, a, b)).sum()) + Inches(FORDING.0 * fords as i32)
}

/// How many fords a segment goes through.
pub fn forded(ground: &Ground, a: Vec2, b: Vec2) -> usize {
    (0..ground.bridges.len()).filter(|n| fords(ground, *n, a, b)).count()
}

/// Half of a general's move.
pub const FORDING: Inches = movement::GENERAL.open.half();

/// Whether a segment goes through the river at this ford.
fn fords(ground: &Ground, bridge: usize, a: Vec2, b: Vec2) -> bool {
    let index = ground.index();
    if ground.bridges[bridge].kind != BridgeKind::Ford {
        return false;
    }
    let at_ford = index.bridges[bridge].spans(a, b);
    !at_ford.is_empty()
        && ground.areas.iter().zip(&index.areas).filter(|(area, _)| area.kind == AreaKind::River).any(|(_, shape)| {
            let wet = shape.spans(a, b);
            wet.iter().any(|(from, to)| at_ford.iter().any(|(on, off)| from.max(*on) < to.min(*off)))
        })
}

/// What one leg of a ride costs, in inches of open ground.
pub fn ride_leg(ground: &Ground, a: Vec2, b: Vec2) -> f32 {
    let woods = ground
        .areas
        .iter()
        .zip(&ground.index().areas)
        .filter(|(area, _)| matches!(area.kind, AreaKind::LightWoods | AreaKind::DenseWoods));
    let woods = polygon::merged(woods.flat_map(|(_, shape)| shape.spans(a, b)).collect());
    let roads = ground.road_spans(a, b);
    let all = |spans: &[(f32, f32)]| spans.iter().map(|(from, to)| to - from).sum::<f32>();
    let both: f32 = woods.iter().flat_map(|w| roads.iter().map(|r| (w.1.min(r.1) - w.0.max(r.0)).max(0.0))).sum();
    let rates = movement::GENERAL;
    let rate = |of: Inches| rates.open.get() / of.get();
    // A road through a wood is a road.
    let (wood, road) = (all(&woods) - both, all(&roads));
    let open = (1.0 - wood - road).max(0.0);
    a.distance(b) * (open + wood * rate(rates.woods) + road * rate(rates.road))
}

/// The river that a segment enters away from bridges and fords.
pub fn barred(ground: &Ground, a: Vec2, b: Vec2) -> Option<PieceId> {
    let length = a.distance(b);
    let index = ground.index();
    let rivers =
        ground.areas.iter().zip(&index.areas).enumerate().filter(|(_, (area, _))| area.kind == AreaKind::River);
    for (n, (_, shape)) in rivers {
        let wet = shape.spans(a, b);
        if wet.is_empty() {
            continue;
        }
        let bridges = polygon::merged(index.bridges.iter().flat_map(|bridge| bridge.spans(a, b)).collect());
        let dry = |(from, to): &(f32, f32)| {
            bridges.iter().any(|(on, off)| (on - from) * length <= 0.004 && (to - off) * length <= 0.004)
        };
        if !wet.iter().all(dry) {
            return Some(ground.area_id(n));
        }
    }
    None
}
