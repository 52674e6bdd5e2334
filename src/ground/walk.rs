//! What the ground asks of a march, a charge and a ride (Companion 16 §3.1, §4; Q05, Q07).

use bevy::math::Vec2;

use super::lookup::Piece;
use super::piece::{AreaKind, Ground, ObstacleKind, PieceId};
use super::sweep::{Leg, Roads};
use crate::book::movement::{self, Rates};
use crate::geometry::{Bounds, Inches, March, Pose, Shape, path, polygon};
use serde::{Deserialize, Serialize};

/// Whether the guaranteed 2.0" is there to fall back on (Companion 16 §3.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Guarantee {
    /// A formed unit in command.
    TwoInches,
    /// Out of communication.
    Nothing,
}

/// A unit as the ground sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mover {
    /// Its row of the movement table.
    pub rates: Rates,
    /// Width of its front edge.
    pub frontage: Inches,
    /// All it may spend this turn: rate, Double-Time, Disorder.
    pub allowance: Inches,
    /// Spent this turn already.
    pub spent: Inches,
    /// The most it may spend this turn, where ground has cut it before.
    pub cap: Option<Inches>,
    /// Areas whose price it has paid this turn, one bit for each of the first 128.
    pub paid: u128,
    /// The guaranteed 2.0".
    pub guarantee: Guarantee,
}

impl Mover {
    /// All it may spend this turn, cuts included.
    pub fn total(&self) -> Inches {
        self.cap.map_or(self.allowance, |cap| cap.min(self.allowance))
    }

    /// What is left to spend.
    pub fn left(&self) -> Inches {
        (self.total() - self.spent).floor_zero()
    }

    /// The longest path that could be allowed.
    pub fn longest(&self) -> Inches {
        let guaranteed = match self.guarantee {
            Guarantee::TwoInches => (movement::GUARANTEED - self.spent).floor_zero(),
            Guarantee::Nothing => Inches::ZERO,
        };
        let left = self.left();
        // A road stretches it by rate over rate.
        let left = Inches((i64::from(left.0) * i64::from(self.road().0) / i64::from(self.rates.open.0.max(1))) as i32);
        left.max(guaranteed)
    }

    fn road(&self) -> Inches {
        self.rates.road.max(self.rates.open)
    }

    /// Only columns march at a road's rate; a line has nothing from it.
    pub(super) fn roads(&self) -> Roads {
        if self.rates.road > self.rates.open { Roads::Used } else { Roads::Ignored }
    }
}

/// An obstacle on the way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Crossing {
    /// Which.
    pub piece: PieceId,
    /// What it is.
    pub kind: ObstacleKind,
    /// Movement it costs.
    pub price: Inches,
    /// Inches of the path at which the front edge reaches it.
    pub along: Inches,
}

/// An area entered on the way; not one that the unit stood in when it began.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Which.
    pub piece: PieceId,
    /// What it is.
    pub kind: AreaKind,
    /// Inches of the path at which the front edge enters it.
    pub along: Inches,
}

/// A march that can be paid for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Walk {
    /// Movement that it spends.
    pub cost: Inches,
    /// The most the unit may spend this turn from now on, if ground has cut it.
    pub cap: Option<Inches>,
    /// Areas whose price is paid now, those from before included.
    pub paid: u128,
    /// Obstacles in the order met.
    pub crossings: Vec<Crossing>,
    /// Areas in the order entered.
    pub entered: Vec<Entry>,
    /// What took movement beyond the inches marched, in words, and how much.
    pub slowed: Vec<(String, Inches)>,
}

/// A march that cannot be paid for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Short {
    /// Movement that it would spend.
    pub needed: Inches,
    /// Movement that there is.
    pub left: Inches,
    /// What made it so dear or so little, in words; empty if only the distance did.
    pub because: String,
    /// Where it stands.
    pub page: &'static str,
}

/// Something that the ground does to a march.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Meets {
    /// Stands in this area when it begins.
    Stands(usize),
    /// Enters this area.
    Enters(usize),
    /// Crosses this obstacle.
    Crosses(usize),
}

/// The pose is rounded between two legs: by no more than this does the front edge jump.
const BETWEEN_LEGS: f32 = 0.002;

/// Everything met on the legs, in order along the path.
fn met<'g>(ground: &'g Ground, legs: &[Leg]) -> Vec<(Inches, Meets)> {
    let index = ground.index();
    let around = legs.iter().map(|leg| leg.bounds).fold(Bounds::NOTHING, Bounds::join);
    let near = |shapes: &'g [Shape]| -> Vec<(usize, &'g Shape)> {
        shapes.iter().enumerate().filter(|(_, shape)| shape.bounds.meets(&around)).collect()
    };
    let (areas, obstacles) = (near(&index.areas), near(&index.obstacles));
    let mut met: Vec<(Inches, Meets)> = Vec::new();
    let mut before = Inches::ZERO;
    let mut crossed: Vec<(usize, Inches)> = Vec::new();
    for (n, leg) in legs.iter().enumerate() {
        for (i, area) in areas.iter().copied() {
            let already = leg.starts_inside(area);
            for (from, _) in leg.inside(area) {
                let flush = from <= polygon::NOISE;
                let along = before + Inches::round(from);
                if !(flush && already) {
                    met.push((along, Meets::Enters(i)));
                } else if n == 0 {
                    met.push((along, Meets::Stands(i)));
                }
            }
            let known = |m: &(Inches, Meets)| m.1 == Meets::Stands(i) || m.1 == Meets::Enters(i);
            if already && !met.iter().any(known) {
                // Inside as a later leg begins without having come in: the rounding of the pose between them.
                met.push((before, if n == 0 { Meets::Stands(i) } else { Meets::Enters(i) }));
            }
        }
        for (i, line) in obstacles.iter().copied() {
            let slack = if n == 0 { polygon::NOISE } else { BETWEEN_LEGS };
            for along in leg.crossings(line, slack) {
                let along = before + Inches::round(along);
                // A corner between two legs must not be paid twice for the rounding of a pose.
                if crossed.iter().any(|(o, at)| *o == i && (along - *at).0.abs() < 5) {
                    continue;
                }
                crossed.push((i, along));
                met.push((along, Meets::Crosses(i)));
            }
        }
        before += leg.length;
    }
    met.sort_by_key(|(along, meets)| {
        (
            *along,
            match meets {
                Meets::Stands(i) => (0, *i),
                Meets::Crosses(i) => (1, *i),
                Meets::Enters(i) => (2, *i),
            },
        )
    });
    met
}

/// Road inches in the first `along` inches of the path.
fn road_before(legs: &[Leg], along: Inches) -> f32 {
    let mut before = Inches::ZERO;
    let mut road = 0.0;
    for leg in legs {
        road += leg.road_before((along - before).get());
        before += leg.length;
        if before >= along {
            break;
        }
    }
    road
}

fn bit(index: usize) -> u128 {
    if index < 128 { 1 << index } else { 0 }
}

fn told(ground: &Ground, id: PieceId) -> String {
    ground.piece(id).map_or_else(String::new, |piece| match piece.name() {
        "" => piece.kind(),
        name => format!("{} ({})", name, piece.kind()),
    })
}

fn at_most(ground: &Ground, id: PieceId, cap: Inches) -> String {
    format!("at most {cap} more inside {}", told(ground, id))
}

/// What a march costs on this ground, or why it cannot be paid.
///
/// Entering or standing in woods cuts what remains to the smaller of the unit's woods rate and the ground's limit;
/// leaving gives nothing back. Fields are paid once a turn, obstacles each time (Q05). When nothing else is left, a
/// formed unit in command still moves 2.0" in all, obstacles and prices included (Companion 16 §3.1).
///
/// # Errors
/// [`Short`], with both numbers and what the ground took.
pub fn walk(ground: &Ground, mover: &Mover, from: Pose, march: &March) -> Result<Walk, Short> {
    over(ground, mover, &Leg::of(ground, from, mover.frontage, march, mover.roads()))
}

/// What a path of any legs costs on this ground.
///
/// # Errors
/// As [`walk`].
pub(super) fn over(ground: &Ground, mover: &Mover, legs: &[Leg]) -> Result<Walk, Short> {
    let length: Inches = legs.iter().map(|leg| leg.length).sum();
    let mut walk = Walk { cap: mover.cap, paid: mover.paid, ..Walk::default() };
    let mut total = mover.total();
    let mut extra = Inches::ZERO;
    let mut because: Vec<String> = Vec::new();
    let mut page = "Companion 16 §3.1";
    // An inch of road costs the open rate over the road rate.
    let saved = |along: Inches| match mover.roads() {
        Roads::Used => {
            let ratio = mover.rates.open.get() / mover.rates.road.get();
            Inches::round(road_before(legs, along) * (1.0 - ratio))
        }
        Roads::Ignored => Inches::ZERO,
    };
    for (along, meets) in met(ground, legs) {
        match meets {
            Meets::Stands(i) | Meets::Enters(i) => {
                let (id, kind) = (ground.area_id(i), ground.areas[i].kind);
                if matches!(meets, Meets::Enters(_)) && !walk.entered.iter().any(|entry| entry.piece == id) {
                    walk.entered.push(Entry { piece: id, kind, along });
                }
                let price = movement::area_price(kind);
                if price > Inches::ZERO
                    && walk.paid & bit(i) == 0
                    && !walk.slowed.iter().any(|s| s.0 == told(ground, id))
                {
                    walk.paid |= bit(i);
                    because.push(format!("{} takes {price}", told(ground, id)));
                    walk.slowed.push((told(ground, id), price));
                    extra += price;
                    page = "Companion 16 §4.1";
                }
                if let Some(cap) = movement::area_cap(&mover.rates, kind) {
                    let spent = mover.spent + along + extra - saved(along);
                    if spent + cap < total {
                        because.push(at_most(ground, id, cap));
                        walk.slowed.push((at_most(ground, id, cap), total - spent - cap));
                        total = spent + cap;
                        walk.cap = Some(total);
                        page = "Companion 16 §4.1";
                    }
                }
            }
            Meets::Crosses(i) => {
                let (piece, kind) = (ground.obstacle_id(i), ground.obstacles[i].kind);
                let Some(price) = movement::crossing(&mover.rates, kind) else {
                    let because = format!("{} cannot be crossed", told(ground, piece));
                    return Err(Short { needed: length, left: along, because, page: "Companion 16 §3.1" });
                };
                walk.crossings.push(Crossing { piece, kind, price, along });
                if price > Inches::ZERO {
                    because.push(format!("{} takes {price}", told(ground, piece)));
                    walk.slowed.push((told(ground, piece), price));
                    extra += price;
                    page = "Companion 16 §4.2";
                }
            }
        }
    }
    walk.cost = length + extra - saved(length);
    let left = (total - mover.spent).floor_zero();
    if walk.cost <= left {
        return Ok(walk);
    }
    let guaranteed = mover.guarantee == Guarantee::TwoInches && mover.spent + length <= movement::GUARANTEED;
    if guaranteed {
        // It is the whole of that move: what the ground asks beyond it is taken from what would be left.
        walk.cost = length.max(mover.left());
        return Ok(walk);
    }
    Err(Short { needed: walk.cost, left, because: because.join(", "), page })
}

/// How a charge fares on its straight line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChargeWalk {
    /// Charge move that it spends as far as it gets.
    pub cost: Inches,
    /// Inches of the line that it covers: the whole distance if nothing holds it up.
    pub reach: Inches,
    /// Obstacles crossed, in order.
    pub crossings: Vec<Crossing>,
    /// Areas entered, in order.
    pub entered: Vec<Entry>,
    /// What took charge move beyond the inches run, in words, and how much.
    pub slowed: Vec<(String, Inches)>,
    /// The last 3.0" of the distance are open ground without an obstacle: momentum (Companion 16 §7.3, B78).
    pub open_run: bool,
}

impl ChargeWalk {
    /// Whether it covers the whole distance.
    pub fn arrives(&self, distance: Inches) -> bool {
        self.reach >= distance
    }
}

/// Length of the run that gives momentum.
const RUN: Inches = Inches::new(3);

/// What a charge straight ahead meets. It pays obstacles, areas and caps as a move does, ploughed ground with 1.0"; the
/// obstacle that covers the defender (`exempt`) costs it nothing (Q07).
pub fn walk_charge(
    ground: &Ground,
    rates: &Rates,
    allowance: Inches,
    frontage: Inches,
    from: Pose,
    distance: Inches,
    exempt: Option<PieceId>,
) -> ChargeWalk {
    let march = March { advance: distance, ..March::default() };
    let legs = Leg::of(ground, from, frontage, &march, Roads::Ignored);
    let mut charge = ChargeWalk {
        cost: Inches::ZERO,
        reach: Inches::ZERO,
        crossings: Vec::new(),
        entered: Vec::new(),
        slowed: Vec::new(),
        open_run: distance >= RUN && open_between(ground, &legs, distance - RUN, exempt),
    };
    let mut total = allowance;
    let mut extra = Inches::ZERO;
    for (along, meets) in met(ground, &legs) {
        if along + extra > total {
            break;
        }
        match meets {
            Meets::Stands(i) | Meets::Enters(i) => {
                let (id, kind) = (ground.area_id(i), ground.areas[i].kind);
                let price = match kind {
                    AreaKind::Ploughed => movement::PLOUGHED_CHARGE,
                    _ => movement::area_price(kind),
                };
                let paid = charge.slowed.iter().any(|s| s.0 == told(ground, id));
                if price > Inches::ZERO && !paid {
                    if along + extra + price > total {
                        total = along + extra;
                        break;
                    }
                    charge.slowed.push((told(ground, id), price));
                    extra += price;
                }
                if matches!(meets, Meets::Enters(_)) && !charge.entered.iter().any(|entry| entry.piece == id) {
                    charge.entered.push(Entry { piece: id, kind, along });
                }
                if let Some(cap) = movement::area_cap(rates, kind)
                    && along + extra + cap < total
                {
                    let lost = total - along - extra - cap;
                    charge.slowed.push((at_most(ground, id, cap), lost));
                    total = along + extra + cap;
                }
            }
            Meets::Crosses(i) => {
                let (piece, kind) = (ground.obstacle_id(i), ground.obstacles[i].kind);
                if exempt == Some(piece) {
                    continue;
                }
                let price = movement::crossing(rates, kind).filter(|price| along + extra + *price <= total);
                let Some(price) = price else {
                    total = along + extra;
                    break;
                };
                charge.crossings.push(Crossing { piece, kind, price, along });
                charge.slowed.push((told(ground, piece), price));
                extra += price;
            }
        }
    }
    charge.reach = (total - extra).floor_zero().min(distance);
    charge.cost = charge.reach + extra;
    charge
}

/// Whether the front edge meets no area and no obstacle from here to the end of the legs.
fn open_between(ground: &Ground, legs: &[Leg], from: Inches, exempt: Option<PieceId>) -> bool {
    let index = ground.index();
    let clear_of_areas = index
        .areas
        .iter()
        .all(|area| legs.iter().flat_map(|leg| leg.inside(area)).all(|(_, to)| Inches::round(to) <= from));
    let clear_of_obstacles = index.obstacles.iter().enumerate().all(|(i, line)| {
        exempt == Some(ground.obstacle_id(i))
            || legs.iter().flat_map(|leg| leg.crossings(line, polygon::NOISE)).all(|along| Inches::round(along) < from)
    });
    clear_of_areas && clear_of_obstacles
}

/// The path that a march sweeps, as points of the front-edge midpoint, for drawing.
pub fn trace(from: Pose, frontage: Inches, march: &March) -> Vec<Vec2> {
    let length = path::length(frontage, march);
    let arc = path::wheel_cost(frontage, march.wheel);
    let mut along: Vec<Inches> = vec![Inches::ZERO, march.advance];
    let steps = (arc.0 / 250).max(1);
    along.extend((1..=steps).map(|i| march.advance + Inches(arc.0 * i / steps)));
    along.push(length);
    let mut points: Vec<Vec2> =
        along.into_iter().map(|along| path::at(from, frontage, march, along).at.vec()).collect();
    points.dedup();
    points
}

/// The kind of a piece, for those who only have its number.
pub fn obstacle_kind(ground: &Ground, id: PieceId) -> Option<ObstacleKind> {
    match ground.piece(id) {
        Some(Piece::Obstacle(obstacle)) => Some(obstacle.kind),
        _ => None,
    }
}

#[cfg(test)]
#[path = "walk_tests.rs"]
mod tests;
