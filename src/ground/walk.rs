//! What the ground asks of a march, a charge and a ride (Companion 16 §3.1, §4; Q05, Q07).

use bevy::math::Vec2;

use serde::{Deserialize, Serialize};

pub use super::charge::{ChargeLine, ChargeWalk, walk_charge};
use super::lookup::Piece;
use super::met::{Meets, met, road_before, water_of};
use super::piece::{AreaKind, Ground, ObstacleKind, PieceId};
use super::sunken::{self, Passage};
use super::sweep::{Leg, Roads};
use super::water;
use crate::book::movement::{self, Ranks, Rates};
use crate::geometry::{Inches, March, Pose, Shape, path};

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
    /// What of the guaranteed 2.0" is used up: inches marched, and what was spent on anything but the ground.
    pub used: Inches,
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
            Guarantee::TwoInches => (movement::GUARANTEED - self.used).floor_zero(),
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

    /// A line has nothing from a road; of those who have, only columns on the march are narrow enough to keep out of the
    /// woods beside it (B26).
    pub(super) fn roads(&self) -> Roads {
        match self.rates.ranks {
            _ if self.rates.road <= self.rates.open => Roads::Ignored,
            Ranks::Column => Roads::Used,
            Ranks::Close | Ranks::Open => Roads::Rate,
        }
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
    /// What of that the ground takes beyond the inches marched; less than nothing on roads.
    pub taken: Inches,
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

/// What a march lacks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lack {
    /// Movement.
    Movement,
    /// A way: the ground bars it, whatever there is to spend.
    Way,
}

/// A march that cannot be paid for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Short {
    /// What is missing; if it is a way, `because` says it all.
    pub lacks: Lack,
    /// Movement that it would spend.
    pub needed: Inches,
    /// Movement that there is.
    pub left: Inches,
    /// What made it so dear or so little, in words; empty if only the distance did.
    pub because: String,
    /// Where it stands.
    pub page: &'static str,
}

/// The trail of the front-edge midpoint along legs.
fn trail(legs: &[Leg]) -> Vec<Vec2> {
    legs.iter().flat_map(Leg::trail).chain(legs.last().map(Leg::last)).collect()
}

/// The first point at which the front edge would be in a river without a bridge or a ford under it, and which river.
fn barred(ground: &Ground, legs: &[Leg], ranks: Ranks) -> Option<(Inches, PieceId)> {
    let mut rivers = ground.rivers().peekable();
    rivers.peek()?;
    let ways = water::ways_over(ground, ranks);
    let first = |river: &Shape| {
        let site = water_of(river, &ways, ranks);
        let mut before = Inches::ZERO;
        for leg in legs {
            if let Some((from, _)) = leg.inside(&site).first() {
                return Some(before + Inches::round(*from));
            }
            before += leg.length;
        }
        None
    };
    rivers.filter_map(|(id, river)| Some((first(river)?, id))).min()
}

fn bit(index: usize) -> u128 {
    if index < 128 { 1 << index } else { 0 }
}

pub(super) fn told(ground: &Ground, id: PieceId) -> String {
    ground.piece(id).map_or_else(String::new, |piece| match piece.name() {
        "" => piece.kind(),
        // "Ploughed field" says what it is.
        name if name.to_lowercase().contains(&piece.kind().to_lowercase()) => name.to_owned(),
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

/// What falling straight back costs: the rear edge goes first, over ground that is paid for as ground in front would
/// be; `about` is the pose that looks that way, `from` the unit's own.
///
/// # Errors
/// As [`walk`].
pub fn fall_back(ground: &Ground, mover: &Mover, about: Pose, from: Pose, distance: Inches) -> Result<Walk, Short> {
    let march = March { advance: distance, ..March::default() };
    let legs = Leg::of(ground, about, mover.frontage, &march, mover.roads());
    along(ground, mover, &legs, &[from.at.vec(), from.ahead(-distance).at.vec()])
}

/// What a path of any legs costs on this ground.
///
/// # Errors
/// As [`walk`].
pub(super) fn over(ground: &Ground, mover: &Mover, legs: &[Leg]) -> Result<Walk, Short> {
    along(ground, mover, legs, &trail(legs))
}

/// As [`over`], with the way that the middle of the unit's own front edge takes.
fn along(ground: &Ground, mover: &Mover, legs: &[Leg], trail: &[Vec2]) -> Result<Walk, Short> {
    const AREAS: &str = "Companion 16 \u{a7}4.1";
    let length: Inches = legs.iter().map(|leg| leg.length).sum();
    let no_way =
        |because: String, left: Inches, page| Err(Short { lacks: Lack::Way, needed: length, left, because, page });
    if let Some((at, river)) = barred(ground, legs, mover.rates.ranks) {
        return no_way(format!("{} cannot be crossed here", ground.the(river)), at, AREAS);
    }
    let climbs = climbing_out(ground, mover, length, trail)?;
    let mut walk = Walk { cap: mover.cap, paid: mover.paid, ..Walk::default() };
    let mut total = mover.total();
    let mut extra = Inches::ZERO;
    let mut priced: Vec<usize> = Vec::new();
    let mut because: Vec<String> = Vec::new();
    let mut page = "Companion 16 \u{a7}3.1";
    // An inch of road costs the open rate over the road rate.
    let saved = |along: Inches| match mover.roads() {
        Roads::Used | Roads::Rate => {
            let ratio = mover.rates.open.get() / mover.rates.road.get();
            Inches::round(road_before(legs, along) * (1.0 - ratio))
        }
        Roads::Ignored => Inches::ZERO,
    };
    for (along, meets) in met(ground, legs, mover.rates.ranks) {
        match meets {
            Meets::Stands(i) | Meets::Enters(i) => {
                let (id, kind) = (ground.area_id(i), ground.areas[i].kind);
                if matches!(meets, Meets::Enters(_)) && !walk.entered.iter().any(|entry| entry.piece == id) {
                    walk.entered.push(Entry { piece: id, kind, along });
                }
                let price = movement::price_inside(&mover.rates, kind);
                // Each field by itself, whatever they are called (Q05).
                if price > Inches::ZERO && walk.paid & bit(i) == 0 && !priced.contains(&i) {
                    walk.paid |= bit(i);
                    priced.push(i);
                    because.push(format!("{} takes {price}", told(ground, id)));
                    walk.slowed.push((told(ground, id), price));
                    extra += price;
                    page = AREAS;
                }
                if let Some(cap) = movement::area_cap(&mover.rates, kind) {
                    if cap == Inches::ZERO {
                        let because = format!("guns are not moved by hand in {}", ground.the(id));
                        return no_way(because, along, "Companion 16 \u{a7}3.1");
                    }
                    let most = mover.spent + along + extra - saved(along) + cap;
                    // Also where it is no less than what is left: a pip for Double-Time adds nothing inside.
                    walk.cap = Some(walk.cap.map_or(most, |cap| cap.min(most)));
                    if most < total {
                        because.push(at_most(ground, id, cap));
                        walk.slowed.push((told(ground, id), total - most));
                        total = most;
                        page = AREAS;
                    }
                }
            }
            Meets::Crosses(i) => {
                let (piece, kind) = (ground.obstacle_id(i), ground.obstacles[i].kind);
                let Some(price) = movement::crossing(&mover.rates, kind) else {
                    let because = format!("guns moved by hand do not cross {}", ground.the(piece));
                    return no_way(because, along, "Companion 16 \u{a7}3.1");
                };
                walk.crossings.push(Crossing { piece, kind, price, along });
                if price > Inches::ZERO {
                    because.push(format!("{} takes {price}", told(ground, piece)));
                    walk.slowed.push((told(ground, piece), price));
                    extra += price;
                    page = "Companion 16 \u{a7}4.2";
                }
            }
        }
    }
    walk.cost = length + extra - saved(length);
    let left = (total - mover.spent).floor_zero();
    if walk.cost > left {
        let guaranteed = mover.guarantee == Guarantee::TwoInches && mover.used + length <= movement::GUARANTEED;
        if !guaranteed {
            return Err(Short { lacks: Lack::Movement, needed: walk.cost, left, because: because.join(", "), page });
        }
        // It is the whole of that move: what the ground asks beyond it is taken from what would be left.
        walk.cost = length.max(left);
    }
    walk.taken = walk.cost - length;
    if let Some(road) = climbs {
        // The whole phase: nothing is left, whatever is bought later.
        let rest = (mover.left() - walk.cost).floor_zero();
        if rest > Inches::ZERO {
            walk.slowed.push((format!("climbing out of {}", ground.the(road)), rest));
        }
        walk.cost = walk.cost.max(mover.left());
        walk.cap = Some(mover.spent + walk.cost);
    }
    Ok(walk)
}

/// The sunken road that a path climbs out of. It must be all that the unit does in this phase, and short (C-83).
fn climbing_out(ground: &Ground, mover: &Mover, length: Inches, trail: &[Vec2]) -> Result<Option<PieceId>, Short> {
    let most = movement::CLIMB_OUT;
    let (road, because) = match sunken::passage(ground, trail) {
        Passage::Free => return Ok(None),
        Passage::Leaves(road) if mover.spent > Inches::ZERO => {
            (road, format!("climbing out of {} takes the whole phase, and it has moved", ground.the(road)))
        }
        Passage::Leaves(road) if length > most => {
            (road, format!("climbing out of {} takes the whole phase, for {most} at most", ground.the(road)))
        }
        Passage::Leaves(road) => return Ok(Some(road)),
        Passage::Through(road) => {
            (road, format!("it cannot go down into {} and climb out again in the same turn", ground.the(road)))
        }
    };
    let left = if ground.sunken_road_at(trail[0]) == Some(road) { most } else { Inches::ZERO };
    Err(Short { lacks: Lack::Way, needed: length, left, because, page: "Companion 16 \u{a7}4.1" })
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
