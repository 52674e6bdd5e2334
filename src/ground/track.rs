//! What the ground asks of paths of many legs: columns on a road, skirmish lines, rides (Companion 16 §3.1; Q05).
//!
//! A column's front edge sweeps its legs as in any march. A skirmish line has no front to speak of while it moves: it is
//! where the middle of its front edge is, as everybody is for a road (Q05). A general is where the middle of his base is.

use bevy::math::Vec2;

use super::piece::{AreaKind, Ground, PieceId};
use super::sweep::Leg;
use super::walk::{self, Mover, Short, Walk};
use super::water;
use crate::book::movement::{self, Ranks};
use crate::geometry::{Bearing, Degrees, Inches, Pose, Spot, Track, Way, polygon};

/// As wide as the front of a skirmish line is for the ground.
const POINT: Inches = Inches(2);

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
/// obstacles nothing (Companion 16 §3.1); each stream, field of crops and ploughed field its price, a ford half of his
/// rate (C-84), each once.
pub fn ride_cost(ground: &Ground, path: &[Spot]) -> Inches {
    let legs = || path.windows(2).map(|leg| (leg[0].vec(), leg[1].vec()));
    let prices = (0..ground.areas.len()).filter(|n| legs().any(|(a, b)| rides_through(ground, *n, a, b)));
    let prices: Inches = prices.map(|n| ride_price(ground, n)).sum();
    Inches::round(legs().map(|(a, b)| ride_leg(ground, a, b)).sum()) + prices
}

/// What riding into an area takes at once.
pub fn ride_price(ground: &Ground, area: usize) -> Inches {
    movement::price_inside(&movement::GENERAL, ground.areas[area].kind)
}

/// Whether one on his own goes through an area that has its price, and not over a bridge there.
pub fn rides_through(ground: &Ground, area: usize, a: Vec2, b: Vec2) -> bool {
    let (kind, shape) = (ground.areas[area].kind, &ground.index().areas[area]);
    if movement::price_inside(&movement::GENERAL, kind) == Inches::ZERO {
        return false;
    }
    match kind {
        AreaKind::Stream | AreaKind::River => water::outside_of(shape, &water::bridges(ground, Ranks::Open), a, b),
        _ => !shape.spans(a, b).is_empty(),
    }
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

/// The river that bars a segment to one on his own or in open ranks: he would enter it away from bridges and fords.
pub fn barred(ground: &Ground, a: Vec2, b: Vec2) -> Option<PieceId> {
    let mut rivers = ground.rivers().peekable();
    rivers.peek()?;
    let ways = water::ways_over(ground, Ranks::Open);
    rivers.find(|(_, river)| water::outside_of(river, &ways, a, b)).map(|(id, _)| id)
}

/// Whether a segment goes over an area of water by a bridge, as those in open ranks do.
pub fn bridged(ground: &Ground, area: usize, a: Vec2, b: Vec2) -> bool {
    let water = matches!(ground.areas[area].kind, AreaKind::Stream | AreaKind::River);
    water && !water::outside_of(&ground.index().areas[area], &water::bridges(ground, Ranks::Open), a, b)
}
