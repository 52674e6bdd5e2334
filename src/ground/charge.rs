//! What a charge meets on its straight line (Companion 16 §4, §7; Q07).

use super::met::{Meets, met};
use super::piece::{AreaKind, Ground, ObstacleKind, PieceId};
use super::sunken;
use super::sweep::{Leg, Roads, Site};
use super::walk::{Crossing, Entry, told};
use crate::book::movement::{self, Rates};
use crate::geometry::{Inches, March, Pose, polygon};

/// A charge that is to be reckoned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChargeLine {
    /// Its row of the movement table.
    pub rates: Rates,
    /// Its charge move, or what is left of it.
    pub allowance: Inches,
    /// Width of its front edge.
    pub frontage: Inches,
    /// Where it sets off, looking along its line.
    pub from: Pose,
    /// From the middle of its front edge to where it means to strike.
    pub distance: Inches,
    /// The obstacle that covers the defender: it is in the melee, not in the move (Q07).
    pub exempt: Option<PieceId>,
    /// The sunken road that the defender stands in: this one it may come down into.
    pub shelter: Option<PieceId>,
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
    /// The water or the sunken road at which it ends, whatever it has left.
    pub halted: Option<PieceId>,
}

impl ChargeWalk {
    /// Whether it covers the whole distance.
    pub fn arrives(&self, distance: Inches) -> bool {
        self.reach >= distance
    }

    /// Whether its way to the enemy leads through abatis (B33).
    pub fn through_abatis(&self) -> bool {
        self.crossings.iter().any(|crossing| crossing.kind == ObstacleKind::Abatis)
    }
}

/// Length of the run that gives momentum.
const RUN: Inches = Inches::new(3);

/// What a charge straight ahead meets. It pays obstacles, areas and caps as a move does, ploughed ground with 1.0"; it
/// halts at the water's edge, and at the far bank of a sunken road in which nobody waits for it.
///
/// Abatis count as crossed also where they lie along the enemy's very front: a charge comes through them to strike.
pub fn walk_charge(ground: &Ground, line: &ChargeLine) -> ChargeWalk {
    let ChargeLine { rates, allowance, frontage, from, distance, exempt, .. } = *line;
    let hair = Inches(1);
    let march = March { advance: distance + hair, ..March::default() };
    let legs = Leg::of(ground, from, frontage, &march, Roads::Ignored);
    let (bank, road) = far_bank(ground, line);
    let mut charge = ChargeWalk {
        cost: Inches::ZERO,
        reach: Inches::ZERO,
        crossings: Vec::new(),
        entered: Vec::new(),
        slowed: Vec::new(),
        open_run: distance >= RUN && open_between(ground, line),
        halted: None,
    };
    let mut total = allowance;
    let mut extra = Inches::ZERO;
    let mut priced: Vec<usize> = Vec::new();
    for (along, meets) in met(ground, &legs, rates.ranks) {
        if along + extra > total || along >= bank {
            break;
        }
        match meets {
            Meets::Stands(i) | Meets::Enters(i) if along < distance => {
                let (id, kind) = (ground.area_id(i), ground.areas[i].kind);
                let enters = matches!(meets, Meets::Enters(_));
                if enters && matches!(kind, AreaKind::Stream | AreaKind::River) {
                    total = along + extra;
                    charge.halted = Some(id);
                    break;
                }
                let price = match kind {
                    AreaKind::Ploughed => movement::PLOUGHED_CHARGE,
                    _ => movement::price_inside(&rates, kind),
                };
                // Each field by itself, whatever they are called (Q05).
                if price > Inches::ZERO && !priced.contains(&i) {
                    if along + extra + price > total {
                        total = along + extra;
                        break;
                    }
                    priced.push(i);
                    charge.slowed.push((told(ground, id), price));
                    extra += price;
                }
                if enters && !charge.entered.iter().any(|entry| entry.piece == id) {
                    charge.entered.push(Entry { piece: id, kind, along });
                }
                if let Some(cap) = movement::area_cap(&rates, kind)
                    && along + extra + cap < total
                {
                    let lost = total - along - extra - cap;
                    charge.slowed.push((told(ground, id), lost));
                    total = along + extra + cap;
                }
            }
            Meets::Crosses(i) if along < distance || ground.obstacles[i].kind == ObstacleKind::Abatis => {
                let (piece, kind) = (ground.obstacle_id(i), ground.obstacles[i].kind);
                if exempt == Some(piece) {
                    continue;
                }
                let price = movement::crossing(&rates, kind).filter(|price| along + extra + *price <= total);
                let Some(price) = price else {
                    total = along + extra - if along >= distance { hair } else { Inches::ZERO };
                    break;
                };
                charge.crossings.push(Crossing { piece, kind, price, along });
                charge.slowed.push((told(ground, piece), price));
                extra += price;
            }
            _ => {}
        }
    }
    charge.reach = (total - extra).floor_zero().min(distance);
    if bank < charge.reach {
        charge.reach = bank;
        charge.halted = road;
    }
    charge.cost = charge.reach + extra;
    charge
}

/// How far a charge may go before it would climb out of a sunken road that it has come down into, and which road; no
/// bound where there is none, where the defender stands in it, or where the charge begins in it.
fn far_bank(ground: &Ground, line: &ChargeLine) -> (Inches, Option<PieceId>) {
    let trail = [line.from.at.vec(), line.from.ahead(line.distance).at.vec()];
    let begins = ground.sunken_road_at(trail[0]);
    let mut roads = sunken::stretches(ground, &trail).into_iter();
    match roads.find(|(.., road)| Some(*road) != line.shelter && Some(*road) != begins) {
        Some((from, to, road)) => {
            // The last stored point that is still in it.
            let (from, mut to) = (Inches::round(from), Inches::round(to));
            while to > from && ground.sunken_road_at(line.from.ahead(to).at.vec()) != Some(road) {
                to -= Inches(1);
            }
            (to, Some(road))
        }
        None => (line.distance + line.allowance, None),
    }
}

/// Whether the front edge meets no area and no obstacle in the last 3.0" of its line.
fn open_between(ground: &Ground, line: &ChargeLine) -> bool {
    let march = March { advance: line.distance, ..March::default() };
    let legs = Leg::of(ground, line.from, line.frontage, &march, Roads::Ignored);
    let index = ground.index();
    let from = line.distance - RUN;
    let clear_of_areas = index.areas.iter().all(|area| {
        let site = Site::beside_roads(area);
        legs.iter().flat_map(|leg| leg.inside(&site)).all(|(_, to)| Inches::round(to) <= from)
    });
    let clear_of_obstacles = index.obstacles.iter().all(|part| {
        line.exempt == Some(ground.obstacle_id(part.obstacle))
            || legs
                .iter()
                .flat_map(|leg| leg.crossings(&part.shape, polygon::NOISE))
                .all(|along| Inches::round(along) < from)
    });
    clear_of_areas && clear_of_obstacles
}
