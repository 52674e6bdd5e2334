//! Skirmish lines: any path round what is solid (C-23), at what the ground asks of the middle of their front.

use bevy::math::Vec2;

use super::maze::{Country, Maze, Purse, Solid};
use super::nearer::{self, CLOSE};
use super::region::{self, Region};
use super::wall::Wall;
use super::{Course, Plan, What};
use crate::book::movement;
use crate::geometry::Bounds;
use crate::geometry::{Bearing, Degrees, Footprint, Inches, Shape, Spot, Track, Way};
use crate::ground::walk::Mover;
use crate::ground::{Ground, track};

/// From place to place of the lattice.
const SPACING: f32 = 0.25;

/// Everything about the ground that a skirmish line minds.
pub(super) struct Skirmish {
    /// The table is where the middle of its front may be for its bases to be on it.
    solid: Solid,
    /// Areas in reach, with their price and their cap.
    areas: Vec<(usize, f32, Option<f32>)>,
    roads: bool,
    /// Open rate over road rate.
    road: f32,
}

impl Skirmish {
    fn of(course: &Course) -> Self {
        let ground: &Ground = &course.field.ground;
        let at = course.pose.at.vec();
        let whole = crate::turn::field::footprint(course.pose, course.formation, course.files);
        let body: Vec<Vec2> = whole.corners().iter().map(|corner| *corner - at).collect();
        let seen_from = |base: &Footprint| base.corners().iter().map(|corner| *corner - at).collect::<Vec<Vec2>>();
        let stands: Vec<Vec<Vec2>> = course.blocks_at(course.pose).iter().map(seen_from).collect();
        let mut walls = Vec::new();
        let corners = |blocks: &[Footprint]| blocks.iter().map(Footprint::corners).collect::<Vec<[Vec2; 4]>>();
        for foe in &course.foes {
            walls.extend(Wall::keeping(&corners(&foe.blocks), &stands, foe.standoff, at));
        }
        let mut ranks = Vec::new();
        // A corner of a friend may stay between two stands, and that of a house.
        for friend in &course.friends {
            let all = corners(&friend.blocks);
            let around = all.iter().flat_map(|block| stands.iter().map(|stand| Wall::around(block, stand, 0.0)));
            match friend.what {
                What::Building => walls.extend(around.filter(|wall| !wall.holds(at))),
                What::Regiment => ranks.extend(around),
            }
        }
        let reach = Bounds::of(&[at]).grown(course.mover.longest().get());
        let index = ground.index();
        let areas =
            ground.areas.iter().zip(&index.areas).enumerate().filter(|(_, (_, shape))| shape.bounds.meets(&reach));
        let rates = course.mover.rates;
        let areas = areas
            .map(|(n, (area, _))| {
                let cap = movement::area_cap(&rates, area.kind).map(Inches::get);
                (n, movement::price_inside(&rates, area.kind).get(), cap)
            })
            .filter(|(_, price, cap)| *price > 0.0 || cap.is_some())
            .take(64)
            .collect();
        let body = Bounds::of(&body);
        let near = |shapes: &[Shape]| shapes.iter().any(|shape| shape.bounds.meets(&reach));
        let rivers = ground
            .areas
            .iter()
            .zip(&index.areas)
            .any(|(area, shape)| area.kind == crate::ground::AreaKind::River && shape.bounds.meets(&reach));
        Self {
            solid: Solid {
                ground: course.field.ground.clone(),
                walls,
                ranks,
                table: Bounds { lo: ground.bounds().lo - body.lo, hi: ground.bounds().hi - body.hi },
                barriers: rivers,
            },
            areas,
            roads: rates.road > rates.open && near(&index.roads),
            road: rates.open.get() / rates.road.get().max(rates.open.get()),
        }
    }
}

impl Country for Skirmish {
    fn solid(&self) -> &Solid {
        &self.solid
    }

    fn spend(&self, purse: Purse, a: Vec2, b: Vec2) -> Option<Purse> {
        let length = a.distance(b);
        let bounds = Bounds::of(&[a, b]);
        let roads = if self.roads { self.solid.ground.road_spans(a, b) } else { Vec::new() };
        let mut met: Vec<(f32, usize)> = Vec::new();
        let shapes = &self.solid.ground.index().areas;
        for (n, (area, ..)) in self.areas.iter().enumerate() {
            let shape = &shapes[*area];
            if shape.bounds.meets(&bounds) && !track::bridged(&self.solid.ground, *area, a, b) {
                met.extend(shape.spans(a, b).into_iter().map(|(from, _)| (from, n)));
            }
        }
        // Of what is met together the prices come first, and what is left is cut then.
        met.sort_by_key(|(from, n)| (Inches::round(from * length), self.areas[*n].2.is_some(), *n));
        let Purse { mut left, mut paid, mut slowed } = purse;
        let mut done = 0.0;
        for (from, n) in met {
            let (_, price, cap) = self.areas[n];
            left -= (from - done) * length;
            done = from;
            if price > 0.0 && paid & (1 << n) == 0 {
                paid |= 1 << n;
                left -= price;
                slowed = true;
            }
            slowed |= cap.is_some_and(|cap| cap < left);
            left = cap.map_or(left, |cap| left.min(cap));
            if left < 0.0 {
                return None;
            }
        }
        let on_road: f32 = roads.iter().map(|(from, to)| to - from).sum::<f32>() * length;
        left -= (1.0 - done) * length - on_road * (1.0 - self.road);
        (left >= -1e-4).then_some(Purse { left, paid, slowed })
    }

    fn most(&self, left: f32) -> f32 {
        if self.roads { left / self.road } else { left }
    }

    fn places(&self) -> Vec<Vec2> {
        let mut places = self.solid.corners();
        places.extend(self.solid.beside(self.areas.iter().map(|(area, ..)| *area)));
        places
    }
}

/// All paths of a skirmish line, searched once.
pub(super) struct Paths {
    country: Skirmish,
    maze: Maze,
}

impl Paths {
    pub(super) fn of(course: &Course) -> Self {
        let country = Skirmish::of(course);
        let purse = Purse::full(left(&course.mover));
        let maze = Maze::search(&country, course.pose.at.vec(), purse, SPACING);
        Self { country, maze }
    }

    /// Where the line may get to, and what of that lies where the ground slows it.
    pub(super) fn regions(&self) -> (Region, Region) {
        region::of(&self.maze, &self.country)
    }

    /// The lawful path that ends nearest to the pointer; the line turns there by so much.
    pub(super) fn toward(&self, course: &Course, pointer: Vec2, turned: Degrees) -> Option<Plan> {
        let stay = course.pose.at.vec().distance(pointer);
        let ideal = (stay - self.country.most(left(&course.mover))).max(0.0);
        let mut plans = self.begun(course, pointer, turned);
        if plans.first().is_some_and(|first| miss(first, pointer) > ideal + CLOSE) {
            plans.extend(self.beside(course, pointer, turned));
            plans.sort_by(|a, b| miss(a, pointer).total_cmp(&miss(b, pointer)));
            plans = nearer::worth(plans, |plan| plan.to.at.vec());
            plans = plans.into_iter().map(|plan| self.drawn_nearer(course, plan, pointer, ideal)).collect();
            plans.sort_by(|a, b| miss(a, pointer).total_cmp(&miss(b, pointer)));
        }
        plans.into_iter().next().filter(|plan| turned != Degrees::ZERO || miss(plan, pointer) < stay)
    }

    /// Paths to places near the pointer.
    fn beside(&self, course: &Course, pointer: Vec2, turned: Degrees) -> Vec<Plan> {
        /// Places.
        const MOST: usize = 4;
        let ways = self.maze.beside(&self.country, pointer, MOST);
        ways.into_iter().filter_map(|turns| course.plan(&track(course, &turns, turned))).collect()
    }

    /// Lawful paths toward the pointer, the one that ends nearest to it first: as much of each way as is lawful.
    fn begun(&self, course: &Course, pointer: Vec2, turned: Degrees) -> Vec<Plan> {
        /// Ways looked at closely.
        const MOST: usize = 6;
        let mut plans: Vec<(f32, Plan)> = Vec::new();
        for turns in self.maze.toward(&self.country, pointer, MOST) {
            let way = track(course, &turns, turned);
            let Some(plan) = course.prefix_from(&way, before_last(course, &way), 12) else { continue };
            let arrived = plan.way == way;
            plans.push((miss(&plan, pointer) + 0.005 * plan.walk.cost.get(), plan));
            if arrived {
                break;
            }
        }
        plans.sort_by(|a, b| a.0.total_cmp(&b.0));
        plans.into_iter().map(|(_, plan)| plan).collect()
    }

    /// A path drawn nearer to the pointer.
    fn drawn_nearer(&self, course: &Course, plan: Plan, pointer: Vec2, ideal: f32) -> Plan {
        let Way::Track(track) = &plan.way else { return plan };
        let (start, purse) = (course.pose.at.vec(), Purse::full(left(&course.mover)));
        let mut best = None;
        nearer::drawn(track.path.clone(), pointer, ideal, |path| {
            if !nearer::promises(&self.country, start, purse, path) {
                return false;
            }
            let nearer = course.plan(&Way::Track(Track { path: path.to_vec(), ..track.clone() }));
            let lawful = nearer.is_some();
            best = nearer.or(best.take());
            lawful
        });
        best.unwrap_or(plan)
    }
}

fn miss(plan: &Plan, pointer: Vec2) -> f32 {
    plan.to.at.vec().distance(pointer)
}

/// A path of these turns, no longer than the line could ever go.
pub(super) fn track(course: &Course, turns: &[Vec2], turned: Degrees) -> Way {
    let mut path: Vec<Spot> = turns.iter().copied().map(Spot::round).collect();
    path.dedup();
    let way = Way::Track(Track { path, facing: (course.pose.heading + turned).heading(), bearing: Bearing::Kept });
    let longest = course.mover.longest() + Inches(10);
    if way.length(course.pose, Inches::ZERO) > longest { course.cut(&way, longest) } else { way }
}

/// Inches of a way to the last turn before its end.
fn before_last(course: &Course, way: &Way) -> Inches {
    match way {
        Way::Track(track) => {
            let legs = track.legs(course.pose);
            legs.iter().take(legs.len().saturating_sub(1)).map(|leg| leg.length).sum()
        }
        Way::March(_) => Inches::ZERO,
    }
}

/// What a mover has left to spend.
fn left(mover: &Mover) -> f32 {
    mover.left().get()
}
