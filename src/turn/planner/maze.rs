//! Ways round things, for those who go where they like: a lattice of places about the start, searched from the start
//! outward, each place reached straight from the last place where the path has to turn.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::sync::Arc;

use bevy::math::Vec2;

use super::wall::Wall;
use crate::geometry::Bounds;
use crate::ground::{Ground, track};

/// What is left to a mover somewhere, in inches of his own measure, and which prices he has paid.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Purse {
    pub(super) left: f32,
    pub(super) paid: u64,
    /// Ground has taken more of it than the inches gone.
    pub(super) slowed: bool,
}

impl Purse {
    /// With this to spend, nothing paid.
    pub(super) const fn full(left: f32) -> Self {
        Self { left, paid: 0, slowed: false }
    }
}

/// What stands in a path's way.
#[derive(Debug)]
pub(super) struct Solid {
    pub(super) ground: Arc<Ground>,
    /// Enemies with their inch, and houses.
    pub(super) walls: Vec<Wall>,
    /// Where friends stand: they let a path pass and not end.
    pub(super) ranks: Vec<Wall>,
    /// Where on the table the path may be.
    pub(super) table: Bounds,
    /// Rivers are in reach.
    pub(super) barriers: bool,
}

impl Solid {
    /// Whether a straight leg is free of everything solid.
    pub(super) fn free(&self, a: Vec2, b: Vec2) -> bool {
        let wet = self.barriers && track::barred(&self.ground, a, b).is_some();
        !wet && !self.walls.iter().any(|wall| wall.stops(a, b))
    }

    /// Whether a place is.
    pub(super) fn open(&self, at: Vec2) -> bool {
        self.table.holds(at) && !self.walls.iter().any(|wall| wall.holds(at))
    }

    /// Whether the path may end at a place where it may pass.
    pub(super) fn rests(&self, at: Vec2) -> bool {
        !self.ranks.iter().any(|ranks| ranks.holds(at))
    }

    /// Corners to turn at.
    pub(super) fn corners(&self) -> Vec<Vec2> {
        self.walls.iter().chain(&self.ranks).flat_map(Wall::corners).collect()
    }

    /// Places just outside the corners of areas, to go round what has its price. Outlines of very many corners have no
    /// corner worth a turn: the lattice follows them well enough.
    pub(super) fn beside(&self, areas: impl Iterator<Item = usize>) -> Vec<Vec2> {
        /// From the corner.
        const ASIDE: f32 = 0.01;
        /// Corners of one area.
        const MOST: usize = 64;
        let shapes = &self.ground.index().areas;
        let few = areas.map(|area| &shapes[area].points).filter(|points| points.len() <= MOST);
        let outside = |points: &Vec<Vec2>, n: usize| {
            let (before, here, after) =
                (points[(n + points.len() - 1) % points.len()], points[n], points[(n + 1) % points.len()]);
            here + ((here - before).normalize_or_zero() + (here - after).normalize_or_zero()).normalize_or_zero()
                * ASIDE
        };
        few.flat_map(|points| (0..points.len()).map(move |n| outside(points, n))).collect()
    }
}

/// What a path goes through and what it costs.
pub(super) trait Country {
    /// What stands in its way.
    fn solid(&self) -> &Solid;
    /// What is left after a straight leg; `None` if it cannot be paid.
    fn spend(&self, purse: Purse, a: Vec2, b: Vec2) -> Option<Purse>;
    /// The most inches that what is left could buy.
    fn most(&self, left: f32) -> f32;
    /// Places that matter beside the lattice: corners to turn, roads to ride on.
    fn places(&self) -> Vec<Vec2>;
}

#[derive(Clone, Copy, Debug)]
struct Place {
    at: Vec2,
    purse: Purse,
    parent: usize,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Unknown,
    Shut,
    Seen,
    Settled,
}

/// A place in the queue: what is left there, most first.
#[derive(PartialEq)]
struct Due(f32, usize);

impl Eq for Due {}

impl PartialOrd for Due {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Due {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0).then(other.1.cmp(&self.1))
    }
}

/// Every place that can be reached, with the way to it.
#[derive(Debug)]
pub(super) struct Maze {
    places: Vec<Place>,
    spacing: f32,
    /// Places of the lattice to either side of the start.
    across: usize,
    /// The places of the lattice, row by row; none where it is too far.
    lattice: Vec<Option<usize>>,
}

impl Maze {
    /// Searches from `start` with what is in the purse.
    pub(super) fn search(country: &dyn Country, start: Vec2, purse: Purse, spacing: f32) -> Self {
        let radius = country.most(purse.left);
        let across = (radius / spacing).ceil() as i32 + 1;
        let side = (2 * across + 1) as usize;
        let mut maze = Self {
            places: Vec::with_capacity(side * side),
            spacing,
            across: across as usize,
            lattice: vec![None; side * side],
        };
        let unknown = |at| Place { at, purse: Purse::full(f32::MIN), parent: 0, state: State::Unknown };
        // Cells of the lattice hold one place each, and the few that were asked for besides.
        let mut cells: Vec<Vec<usize>> = vec![Vec::new(); side * side];
        let cell = |at: Vec2| {
            let from = ((at - start) / spacing).round();
            let (x, y) = (from.x as i32 + across, from.y as i32 + across);
            ((0..side as i32).contains(&x) && (0..side as i32).contains(&y)).then_some((x as usize, y as usize))
        };
        maze.places.push(Place { purse, state: State::Seen, ..unknown(start) });
        cells[across as usize * side + across as usize].push(0);
        maze.lattice[across as usize * side + across as usize] = Some(0);
        for y in -across..=across {
            for x in -across..=across {
                let away = Vec2::new(x as f32, y as f32) * spacing;
                if (x, y) != (0, 0) && away.length() <= radius {
                    let cell = (y + across) as usize * side + (x + across) as usize;
                    cells[cell].push(maze.places.len());
                    maze.lattice[cell] = Some(maze.places.len());
                    maze.places.push(unknown(start + away));
                }
            }
        }
        for at in country.places() {
            if at.distance(start) <= radius
                && let Some((x, y)) = cell(at)
            {
                cells[y * side + x].push(maze.places.len());
                maze.places.push(unknown(at));
            }
        }
        let mut queue = BinaryHeap::from([Due(purse.left, 0)]);
        while let Some(Due(left, here)) = queue.pop() {
            let now = maze.places[here];
            if now.state == State::Settled || left < now.purse.left {
                continue;
            }
            maze.places[here].state = State::Settled;
            let Some((x, y)) = cell(now.at) else { continue };
            for row in y.saturating_sub(1)..=(y + 1).min(side - 1) {
                for column in x.saturating_sub(1)..=(x + 1).min(side - 1) {
                    for &next in &cells[row * side + column] {
                        if let Some(left) = maze.relax(country, here, next) {
                            queue.push(Due(left, next));
                        }
                    }
                }
            }
        }
        maze
    }

    /// Tries to reach a neighbour better than before: straight from the place before, or from here.
    fn relax(&mut self, country: &dyn Country, here: usize, next: usize) -> Option<f32> {
        let there = self.places[next];
        if matches!(there.state, State::Settled | State::Shut) || here == next {
            return None;
        }
        if there.state == State::Unknown && !country.solid().open(there.at) {
            self.places[next].state = State::Shut;
            return None;
        }
        let mut best: Option<(Purse, usize)> = None;
        for from in [self.places[here].parent, here] {
            let source = self.places[from];
            let least = best.map_or(there.purse.left, |(purse, _)| purse.left);
            // Even on the best of ground it would do no better.
            if from == next || country.most(source.purse.left) - source.at.distance(there.at) <= least.max(-1e-3) {
                continue;
            }
            if there.state == State::Seen && there.parent == from {
                continue;
            }
            if !country.solid().free(source.at, there.at) {
                continue;
            }
            // Only what is better by more than rounding is worth a turn.
            if let Some(purse) = country.spend(source.purse, source.at, there.at)
                && purse.left > least + if from == here { 2e-5 } else { 0.0 }
            {
                best = Some((purse, from));
            }
        }
        let (purse, parent) = best?;
        self.places[next] = Place { purse, parent, state: State::Seen, ..there };
        Some(purse.left)
    }

    fn reached(&self) -> impl Iterator<Item = (usize, &Place)> {
        self.places.iter().enumerate().filter(|(_, place)| place.state == State::Settled)
    }

    /// The turns of the way to a place, the start left out, the place at the end.
    fn chain(&self, mut place: usize) -> Vec<Vec2> {
        let mut chain = Vec::new();
        while place != 0 {
            chain.push(self.places[place].at);
            place = self.places[place].parent;
        }
        chain.reverse();
        chain
    }

    /// Ways that may end near a point, the most promising first: the turns of each, the point at the end. At the last turn
    /// but the point it may end.
    pub(super) fn toward(&self, country: &dyn Country, point: Vec2, most: usize) -> Vec<Vec<Vec2>> {
        let resting = self.reached().filter(|(_, place)| country.solid().rests(place.at));
        let mut near: Vec<(f32, usize)> = resting.map(|(n, place)| (place.at.distance(point), n)).collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        let least = near.first().map_or(0.0, |(least, _)| *least);
        near.retain(|(miss, _)| *miss <= least + 2.0 * self.spacing);
        near.truncate(48);
        // The last turn before the point: a place near it, or the turn before that place.
        let mut turns: Vec<(f32, usize)> = Vec::new();
        for (_, n) in near {
            for from in [self.places[n].parent, n] {
                let source = self.places[from];
                if turns.iter().any(|(_, known)| *known == from) {
                    continue;
                }
                let whole = source.at.distance(point);
                let reach = country.most(source.purse.left);
                let go = (reach / whole.max(1e-6)).min(1.0);
                let end = source.at.lerp(point, go);
                let clear = country.solid().free(source.at, end);
                let spent = country.spend(source.purse, source.at, end).map_or(f32::MIN, |purse| purse.left);
                let miss = match (clear && country.solid().rests(end), country.solid().rests(source.at)) {
                    (true, _) => end.distance(point),
                    (false, true) => source.at.distance(point),
                    (false, false) => continue,
                };
                // As near as can be, and of those with the most left.
                let rank = miss - if spent > f32::MIN { 0.01 * spent } else { -0.3 };
                turns.push((rank, from));
            }
        }
        turns.sort_by(|a, b| a.0.total_cmp(&b.0));
        turns.truncate(most);
        let way = |(_, from): (f32, usize)| self.chain(from).into_iter().chain([point]).collect();
        turns.into_iter().map(way).collect()
    }

    /// Ways to the places nearest to a point at which the path may end, no two of them beside each other.
    pub(super) fn beside(&self, country: &dyn Country, point: Vec2, most: usize) -> Vec<Vec<Vec2>> {
        let mut near: Vec<(f32, usize)> = self.reached().map(|(n, place)| (place.at.distance(point), n)).collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut kept: Vec<usize> = Vec::new();
        for (_, n) in near.into_iter().take(200) {
            let apart = kept.iter().all(|k| self.places[*k].at.distance(self.places[n].at) > 1.6 * self.spacing);
            if n != 0 && apart && country.solid().rests(self.places[n].at) {
                kept.push(n);
            }
            if kept.len() == most {
                break;
            }
        }
        kept.into_iter().map(|n| self.chain(n)).collect()
    }

    /// Ways to a point itself, those that leave the most first: the turns of each, the point left out.
    pub(super) fn reaching(&self, country: &dyn Country, point: Vec2, most: usize) -> Vec<Vec<Vec2>> {
        let near = self.reached().filter(|(_, place)| place.at.distance(point) <= 2.0 * self.spacing);
        let mut from: Vec<usize> = near.flat_map(|(n, place)| [place.parent, n]).collect();
        from.sort_unstable();
        from.dedup();
        let mut ways: Vec<(f32, usize)> = from
            .into_iter()
            .filter(|n| country.solid().free(self.places[*n].at, point))
            .filter_map(|n| Some((country.spend(self.places[n].purse, self.places[n].at, point)?.left, n)))
            .collect();
        ways.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        ways.truncate(most);
        ways.into_iter().map(|(_, n)| self.chain(n)).collect()
    }

    /// Places in a row of the lattice.
    pub(super) fn side(&self) -> usize {
        2 * self.across + 1
    }

    /// Where a place of the lattice is, by its column and its row.
    pub(super) fn spot(&self, (x, y): (usize, usize)) -> Vec2 {
        let middle = self.across as f32;
        self.places[0].at + Vec2::new(x as f32 - middle, y as f32 - middle) * self.spacing
    }

    /// A place of the lattice, if it is reached.
    pub(super) fn settled(&self, (x, y): (usize, usize)) -> Option<usize> {
        self.lattice[y * self.side() + x].filter(|n| self.places[*n].state == State::Settled)
    }

    /// Where a place is.
    pub(super) fn at(&self, place: usize) -> Vec2 {
        self.places[place].at
    }

    /// What is left there.
    pub(super) fn purse(&self, place: usize) -> Purse {
        self.places[place].purse
    }

    /// The last turn before it.
    pub(super) fn parent(&self, place: usize) -> usize {
        self.places[place].parent
    }
}
