//! Rides of generals: round the enemy, over bridges and fords, at the rates of roads and woods (Companion 16 §3.1).

use bevy::math::Vec2;

use super::maze::{Country, Maze, Purse, Solid};
use super::nearer::{self, CLOSE};
use super::wall::Wall;
use super::{Reach, region};
use crate::army::{GeneralId, RegimentId};
use crate::book::movement::GENERAL;
use crate::geometry::polygon::{self, Bounds};
use crate::geometry::{Footprint, Inches, Shape, Spot};
use crate::ground::{AreaKind, Ground, track};
use crate::turn::field::Field;
use crate::turn::general;
use crate::turn::order::Order;

/// From place to place of the lattice.
const SPACING: f32 = 0.5;
/// Inches behind the place at its colors from which he rides up to a regiment that is near the enemy.
const BEHIND: [f32; 4] = [0.3, 0.6, 1.0, 1.75];

/// A lawful ride.
#[derive(Clone, PartialEq, Debug)]
pub struct Ride {
    /// Where he turns.
    pub via: Vec<Spot>,
    /// Where he ends.
    pub to: Spot,
    /// What it costs of his 12.0".
    pub cost: Inches,
}

impl Ride {
    /// The order that it makes.
    pub fn order(&self, general: GeneralId) -> Order {
        Order::Ride { general, to: self.to, via: self.via.clone() }
    }
}

#[derive(Debug)]
struct Rider {
    solid: Solid,
    /// Boxes of the woods and roads in reach: elsewhere an inch is an inch.
    uneven: Vec<Bounds>,
    /// Roads in reach, by their place in the list.
    roads: Vec<usize>,
    /// Areas that have their price, and the price.
    priced: Vec<(usize, f32)>,
}

impl Rider {
    fn of(field: &Field, id: GeneralId) -> Self {
        let now = field.general(id);
        let (at, radius) = (now.state.at.vec(), now.general.diameter().half());
        let ground: &Ground = &field.ground;
        let reach = Bounds::of(&[at]).grown(GENERAL.road.get() + 1.0);
        let mut walls = Vec::new();
        for enemy in field.of(now.general.side.other()) {
            let bases = super::super::sight::blocks_of(enemy);
            let bases: Vec<[Vec2; 4]> = bases.iter().map(Footprint::corners).collect();
            walls.extend(Wall::keeping(&bases, &[vec![Vec2::ZERO]], enemy.standoff() + radius, at));
        }
        // One that he touches already is behind him; to touch one is not forbidden.
        for (_, house) in ground.standing_buildings().filter(|(_, house)| house.base.gap_to(at) >= radius) {
            walls.extend(Wall::keeping(&[house.base.corners()], &[vec![Vec2::ZERO]], radius - Inches(1), at));
        }
        let friends = field.of(now.general.side).flat_map(super::super::sight::blocks_of);
        let ranks = friends.map(|base| Wall::around(&base.corners(), &[Vec2::ZERO], radius.get())).collect();
        let index = ground.index();
        let near = |shape: &Shape| shape.bounds.meets(&reach);
        let areas = || ground.areas.iter().zip(&index.areas).filter(|(_, shape)| near(shape));
        let woods = areas().filter(|(area, _)| matches!(area.kind, AreaKind::LightWoods | AreaKind::DenseWoods));
        let priced = (0..ground.areas.len()).filter(|n| near(&index.areas[*n]));
        let priced = priced.map(|n| (n, track::ride_price(ground, n).get())).filter(|(_, price)| *price > 0.0);
        let priced = priced.take(64).collect();
        let roads: Vec<usize> = (0..index.roads.len()).filter(|n| near(&index.roads[*n])).collect();
        let uneven = woods.map(|(_, shape)| shape.bounds).chain(roads.iter().map(|n| index.roads[*n].bounds));
        Self {
            solid: Solid {
                ground: field.ground.clone(),
                walls,
                ranks,
                table: ground.bounds().grown(-radius.get()),
                barriers: areas().any(|(area, _)| area.kind == AreaKind::River),
            },
            uneven: uneven.collect(),
            roads,
            priced,
        }
    }
}

impl Country for Rider {
    fn solid(&self) -> &Solid {
        &self.solid
    }

    fn spend(&self, purse: Purse, a: Vec2, b: Vec2) -> Option<Purse> {
        let bounds = Bounds::of(&[a, b]);
        let plain = !self.uneven.iter().any(|uneven| uneven.meets(&bounds));
        let cost = if plain { a.distance(b) } else { track::ride_leg(&self.solid.ground, a, b) };
        let Purse { mut left, mut paid, mut slowed } = purse;
        left -= cost;
        slowed |= cost > a.distance(b) + 1e-4;
        for (n, (area, price)) in self.priced.iter().enumerate() {
            let shape = &self.solid.ground.index().areas[*area];
            let new = paid & (1 << n) == 0;
            if new && shape.bounds.meets(&bounds) && track::rides_through(&self.solid.ground, *area, a, b) {
                left -= price;
                slowed = true;
                paid |= 1 << n;
            }
        }
        (left >= -1e-4).then_some(Purse { left, paid, slowed })
    }

    fn most(&self, left: f32) -> f32 {
        if self.roads.is_empty() { left } else { left * GENERAL.road.get() / GENERAL.open.get() }
    }

    fn places(&self) -> Vec<Vec2> {
        /// From one to the next along a road.
        const EACH: f32 = 0.5;
        let mut places = self.solid.corners();
        places.extend(self.solid.beside(self.priced.iter().map(|(area, _)| *area)));
        for road in &self.roads {
            for (a, b) in polygon::stretches(&self.solid.ground.index().roads[*road].points) {
                let pieces = (a.distance(b) / EACH).ceil().max(1.0) as usize;
                places.extend((0..=pieces).map(|k| a.lerp(b, k as f32 / pieces as f32)));
            }
        }
        for bridge in &self.solid.ground.bridges {
            places.extend(bridge.line.iter().map(|spot| spot.vec()));
        }
        places
    }
}

/// All rides of one general while the field stays as it is, searched once.
#[derive(Debug)]
pub struct Rides {
    id: GeneralId,
    country: Rider,
    maze: Maze,
}

impl Rides {
    /// For a general on the table.
    pub fn of(field: &Field, id: GeneralId) -> Self {
        let country = Rider::of(field, id);
        let state = &field.general(id).state;
        let purse = Purse::full((GENERAL.open - state.spent).floor_zero().get());
        let maze = Maze::search(&country, state.at.vec(), purse, SPACING);
        Self { id, country, maze }
    }

    /// The lawful ride that ends nearest to the pointer.
    pub fn nearest(&self, field: &Field, pointer: Vec2) -> Option<Ride> {
        /// Places near the pointer.
        const BESIDE: usize = 4;
        let start = field.general(self.id).state.at;
        let stay = start.vec().distance(pointer);
        let left = GENERAL.open - field.general(self.id).state.spent;
        let ideal = (stay - self.country.most(left.floor_zero().get())).max(0.0);
        let mut rides = self.begun(field, pointer);
        let miss = |ride: &Ride| ride.to.vec().distance(pointer);
        if rides.first().is_some_and(|first| miss(first) > ideal + CLOSE) {
            let beside = self.maze.beside(&self.country, pointer, BESIDE);
            rides.extend(beside.into_iter().filter_map(|way| Some(self.prefix(field, &way, 12)?.0)));
            rides.sort_by(|a, b| miss(a).total_cmp(&miss(b)));
            rides = nearer::worth(rides, |ride| ride.to.vec());
            rides = rides.into_iter().map(|ride| self.drawn_nearer(field, ride, pointer, ideal)).collect();
            rides.sort_by(|a, b| miss(a).total_cmp(&miss(b)));
        }
        rides.into_iter().next().filter(|ride| miss(ride) < stay)
    }

    /// Lawful rides toward the pointer, the one that ends nearest to it first: as much of each way as is lawful.
    fn begun(&self, field: &Field, pointer: Vec2) -> Vec<Ride> {
        /// Ways looked at closely.
        const MOST: usize = 4;
        let mut ways = vec![vec![pointer]];
        ways.extend(self.maze.toward(&self.country, pointer, MOST));
        let mut rides: Vec<(f32, Ride)> = Vec::new();
        for way in ways {
            let Some((ride, arrived)) = self.prefix(field, &way, 12) else { continue };
            rides.push((ride.to.vec().distance(pointer) + 0.005 * ride.cost.get(), ride));
            if arrived {
                break;
            }
        }
        rides.sort_by(|a, b| a.0.total_cmp(&b.0));
        rides.into_iter().map(|(_, ride)| ride).collect()
    }

    /// A ride drawn nearer to the pointer.
    fn drawn_nearer(&self, field: &Field, ride: Ride, pointer: Vec2, ideal: f32) -> Ride {
        let state = &field.general(self.id).state;
        let purse = Purse::full((GENERAL.open - state.spent).floor_zero().get());
        let path = ride.via.iter().copied().chain([ride.to]).collect();
        let mut best = None;
        nearer::drawn(path, pointer, ideal, |path| {
            let Some((to, via)) = path.split_last() else { return false };
            if !nearer::promises(&self.country, state.at.vec(), purse, path) {
                return false;
            }
            let cost = general::check_route(field, self.id, *to, via).ok();
            let nearer = cost.map(|cost| Ride { via: via.to_vec(), to: *to, cost });
            let lawful = nearer.is_some();
            best = nearer.or(best.take());
            lawful
        });
        best.unwrap_or(ride)
    }

    /// The order by which he joins a regiment: round what is in his way, the cheapest way there is. Where there is none it
    /// is the straight ride, which is refused with its reason.
    pub fn joining(&self, field: &Field, unit: RegimentId) -> Order {
        /// Ways looked at closely.
        const MOST: usize = 6;
        let general = self.id;
        let straight = Order::Attach { general, unit, via: Vec::new() };
        let Ok(to) = general::may_join(field, general, unit) else { return straight };
        let to = to.vec();
        let mut ways = self.maze.reaching(&self.country, to, MOST);
        if ways.is_empty() {
            // The regiment stands nearer to an enemy than he may ride: round it, and up to its colors from behind.
            let back = -field.unit(unit).place.pose.heading.forward();
            for behind in BEHIND.map(|inches| to + back * inches) {
                let up = |turns: Vec<Vec2>| turns.into_iter().chain([behind]).collect();
                ways.extend(self.maze.reaching(&self.country, behind, MOST).into_iter().map(up));
            }
        }
        let turns = ways.into_iter().map(|turns| turns.into_iter().map(Spot::round).collect::<Vec<Spot>>());
        let lawful = turns.chain([Vec::new()]).filter_map(|via| {
            let (_, cost) = general::check_joining(field, general, unit, &via).ok()?;
            Some((cost, via))
        });
        match lawful.min_by_key(|(cost, via)| (*cost, via.len())) {
            Some((_, via)) => Order::Attach { general, unit, via },
            None => straight,
        }
    }

    /// As much of a ride as is lawful, and whether that is all of it.
    fn prefix(&self, field: &Field, turns: &[Vec2], halvings: u32) -> Option<(Ride, bool)> {
        let start = field.general(self.id).state.at;
        let points: Vec<Vec2> = std::iter::once(start.vec()).chain(turns.iter().copied()).collect();
        let whole: f32 = points.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
        let ride = |length: f32| {
            let mut left = length;
            let mut path: Vec<Spot> = Vec::new();
            for leg in points.windows(2) {
                let far = leg[0].distance(leg[1]);
                path.push(Spot::round(leg[0].lerp(leg[1], (left / far.max(1e-6)).min(1.0))));
                left -= far;
                if left <= 0.0 {
                    break;
                }
            }
            path.dedup();
            let to = path.pop().filter(|to| *to != start)?;
            let cost = general::check_route(field, self.id, to, &path).ok()?;
            Some(Ride { via: path, to, cost })
        };
        if let Some(ride) = ride(whole) {
            return Some((ride, true));
        }
        let (mut lo, mut hi) = (0.0, whole.min(GENERAL.road.get() + 0.1));
        let mut best = None;
        // The last turn is a place to stay at, though what comes before it may not be.
        let likely = whole - points.windows(2).last().map_or(0.0, |leg| leg[0].distance(leg[1]));
        if likely > 0.0 && likely < hi {
            best = ride(likely).map(|ride| (ride, false));
            if best.is_some() { lo = likely } else { hi = likely }
        }
        for _ in 0..halvings {
            let middle = f32::midpoint(lo, hi);
            match ride(middle) {
                Some(ride) => {
                    best = Some((ride, false));
                    lo = middle;
                }
                None => hi = middle,
            }
        }
        best
    }

    /// Where he may get to, and what of that lies where the ground slows him.
    pub fn reach(&self) -> Reach {
        let (ground, slow) = region::of(&self.maze, &self.country);
        Reach { ground, slow }
    }
}

/// The lawful ride that ends nearest to the pointer; `None` when there is none.
pub fn nearest(field: &Field, general: GeneralId, pointer: Vec2) -> Option<Ride> {
    let now = field.generals.get(general.index()).filter(|now| !now.state.gone)?;
    Rides::of(field, now.general.id).nearest(field, pointer)
}
