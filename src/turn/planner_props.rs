//! The planner against a search that simply tries everything: what it offers is lawful, and it comes as near to the
//! pointer as anything that was tried, to within a tenth of an inch: a march straight ahead is not bent, nor a path
//! lengthened, for less. `SCENES` in the environment says how many scenes are tried.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::army::{Arm, GeneralId, Side};
use crate::book::movement::STANDOFF;
use crate::ground::{Area, AreaKind, Ground, Obstacle, ObstacleKind, Road};
use crate::turn::agenda::Agenda;
use crate::turn::check::check;
use crate::turn::fixture::{Post, bare, field};
use crate::turn::march as marches;
use crate::turn::sight::{blocks, blocks_of};

pub(super) const US: RegimentId = RegimentId(0);
/// As near as the best that was tried.
pub(super) const NEAR: f32 = 0.10;

pub(super) fn spot(x: i32, y: i32) -> Spot {
    Spot { x: Inches(x), y: Inches(y) }
}

/// What may stand about: kind, and a place relative to the mover.
pub(super) type Thing = (u8, i32, i32, i32);

fn things(most: usize) -> impl Strategy<Value = Vec<Thing>> {
    prop::collection::vec((0u8..8, -7000..7000i32, -3000..8000i32, 0..360i32), 0..=most)
}

/// A scene about a mover at (30, 20) who faces up the table.
pub(super) fn scene(arm: Arm, formation: Formation, stands: u8, things: &[Thing]) -> Field {
    let mut posts: Vec<Post> = vec![(Side::Union, 30_000, 20_000, 0, stands, formation)];
    let mut ground: Ground = bare();
    for (kind, x, y, turn) in things.iter().copied() {
        let (x, y) = (30_000 + x, 20_000 + y);
        let square = |kind: AreaKind| Area {
            kind,
            outline: vec![spot(x, y), spot(x + 3000, y + 500), spot(x + 2600, y + 3000), spot(x - 300, y + 2500)],
            ..Area::default()
        };
        match kind {
            0 | 1 => posts.push((Side::Confederate, x, y, turn, 3, Formation::Line)),
            2 => posts.push((Side::Union, x, y, turn, 2, Formation::Line)),
            3 => ground.areas.push(square(AreaKind::DenseWoods)),
            4 => ground.areas.push(square(AreaKind::Ploughed)),
            5 => ground.areas.push(square(AreaKind::Crops)),
            _ => {
                let heading = Degrees::new(turn).forward() * 3.0;
                let end = Spot::round(spot(x, y).vec() + heading);
                let (kind, line) = (ObstacleKind::RailFence, vec![spot(x, y), end]);
                ground.obstacles.push(Obstacle { kind, name: String::new(), line });
            }
        }
    }
    let mut all = field(ground, &posts);
    // Generals out of the way, near enough to command.
    for general in &mut all.generals {
        general.state.at = spot(30_000, 8_000);
    }
    all.units[0].regiment.arm = arm;
    all.ground.index();
    all
}

/// Nobody begins on top of another or within the standoff: battles do not either.
fn apart(field: &Field) -> bool {
    let own = blocks_of(field.unit(US));
    field.units.iter().skip(1).all(|other| {
        let gap = super::super::sight::apart(&own, &blocks_of(other));
        let table = other.bases().iter().all(|base| field.ground.holds(base));
        table && gap > if other.side() == Side::Union { Inches::ZERO } else { STANDOFF }
    })
}

pub(super) fn miss(plan: Option<&Plan>, field: &Field, pointer: Vec2) -> f32 {
    plan.map_or(field.unit(US).place.pose.at.vec(), |plan| plan.to.at.vec()).distance(pointer)
}

pub(super) fn offered(field: &Field, plan: &Plan) -> Result<(), TestCaseError> {
    let order = plan.order(US);
    let verdict = check(field, &Agenda::default(), &order);
    prop_assert!(verdict.is_ok(), "{order:?} is offered and refused: {verdict:?}");
    Ok(())
}

/// The best of all marches in steps of 0.5", 5 degrees and 0.5".
fn brute_march(field: &Field, pointer: Vec2) -> (f32, March) {
    let course = Course::of(field, field.unit(US));
    let frontage = course.mover.frontage;
    let mut all: Vec<(f32, March)> = Vec::new();
    for advance in (0..=9000).step_by(500) {
        for wheel in (-4500..=4500).step_by(500) {
            for then in (0..=9000).step_by(500) {
                let march = March { advance: Inches(advance), wheel: Degrees(wheel), then: Inches(then) };
                if march != March::default() && path::length(frontage, &march) <= course.mover.longest() {
                    all.push((path::end(course.pose, frontage, &march).at.vec().distance(pointer), march));
                }
            }
        }
    }
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let best = all.into_iter().find(|(_, march)| course.check(&(*march).into()).is_ok());
    best.unwrap_or((f32::INFINITY, March::default()))
}

/// The nearest place to the pointer that a lattice of 0.25" steps, each free of enemies and houses, gets to in five
/// inches.
pub(super) fn brute_loose(field: &Field, pointer: Vec2) -> f32 {
    const STEP: i32 = 250;
    let unit = field.unit(US);
    let (from, budget) = (unit.place.pose, mover(field, unit).left().0);
    let pose = |(x, y): (i32, i32)| Pose {
        at: Spot { x: from.at.x + Inches(x * STEP), y: from.at.y + Inches(y * STEP) },
        ..from
    };
    // Passing friends is allowed, so only enemies and the table close a place; 1.02" so that a whole step is clear.
    let mut field = field.clone();
    let closed = |field: &Field, pose: Pose| {
        let own = blocks(pose, unit.place.formation, unit.place.files);
        let near =
            field.of(Side::Confederate).any(|foe| super::super::sight::apart(&own, &blocks_of(foe)) <= Inches(1030));
        near || !own.iter().all(|block| field.ground.holds(block))
    };
    let mut reached: BTreeMap<(i32, i32), i32> = BTreeMap::from([((0, 0), 0)]);
    let mut due: std::collections::BTreeSet<(i32, (i32, i32))> = [(0, (0, 0))].into();
    let mut open: BTreeMap<(i32, i32), bool> = BTreeMap::new();
    while let Some((spent, at)) = due.pop_first() {
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let next = (at.0 + dx, at.1 + dy);
            let cost = spent + if dx * dy == 0 { STEP } else { STEP * 1415 / 1000 };
            if cost > budget || reached.get(&next).is_some_and(|known| *known <= cost) {
                continue;
            }
            if !*open.entry(next).or_insert_with(|| !closed(&field, pose(next))) {
                continue;
            }
            reached.insert(next, cost);
            due.insert((cost, next));
        }
    }
    let mut near: Vec<(f32, (i32, i32))> =
        reached.keys().map(|at| (pose(*at).at.vec().distance(pointer), *at)).collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0));
    let rests = |field: &mut Field, at: (i32, i32)| {
        let unit = field.unit(US).clone();
        marches::clear(field, &unit, pose(at), unit.place.formation, unit.place.files).is_ok()
    };
    near.into_iter().find(|(_, at)| rests(&mut field, *at)).map_or(f32::INFINITY, |(miss, _)| miss)
}

/// The best of all paths of one turn on a lattice of an inch, with any ground in the way.
fn brute_turn(field: &Field, pointer: Vec2) -> f32 {
    let from = field.unit(US).place.pose.at.vec();
    let reach = mover(field, field.unit(US)).longest().get();
    let mut all: Vec<(f32, Vec<Spot>)> = Vec::new();
    for dx in -6..=6 {
        for dy in -6..=6 {
            let via = from + Vec2::new(dx as f32, dy as f32);
            for (ex, ey) in [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (2, 0), (-2, 0), (0, -2)] {
                let end = pointer + Vec2::new(ex as f32, ey as f32) * 0.5;
                if from.distance(via) + via.distance(end) <= reach {
                    all.push((end.distance(pointer), vec![Spot::round(via), Spot::round(end)]));
                }
            }
        }
    }
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let lawful = |path: &[Spot]| lawful_track(field, US, path, Degrees::ZERO).is_ok();
    all.into_iter().find(|(_, path)| lawful(path)).map_or(f32::INFINITY, |(miss, _)| miss)
}

/// The best of all rides of one turn on a lattice of an inch.
fn brute_ride(field: &Field, pointer: Vec2) -> f32 {
    let id = GeneralId(0);
    let from = field.general(id).state.at.vec();
    let mut all: Vec<(f32, Vec<Spot>, Spot)> = Vec::new();
    for (dx, dy) in (-8..=8).flat_map(|dx| (-8..=8).map(move |dy| (dx, dy))) {
        let via = from + Vec2::new(dx as f32, dy as f32) * 1.5;
        for (ex, ey) in [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (2, 0), (-2, 0), (0, -2)] {
            let end = pointer + Vec2::new(ex as f32, ey as f32) * 0.5;
            if from.distance(via) + via.distance(end) <= 12.0 {
                all.push((end.distance(pointer), vec![Spot::round(via)], Spot::round(end)));
            }
        }
    }
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let lawful = |to: Spot, via: &[Spot]| crate::turn::general::check_route(field, id, to, via).is_ok();
    all.into_iter().find(|(_, via, to)| lawful(*to, via)).map_or(f32::INFINITY, |(miss, ..)| miss)
}

/// What the planner offers is lawful, and no march that is tried comes nearer than it, or than staying.
fn as_near_as_any_march(field: &Field, pointer: Vec2) -> Result<(), TestCaseError> {
    let plan = nearest(field, US, pointer, Grip::Middle);
    if let Some(plan) = &plan {
        offered(field, plan)?;
    }
    let (best, march) = brute_march(field, pointer);
    let got = miss(plan.as_ref(), field, pointer);
    let stay = miss(None, field, pointer);
    prop_assert!(got <= best.min(stay) + NEAR, "{got} from the pointer, {march:?} comes to {best}");
    Ok(())
}

/// The reach is true to within one of its cells: it is got to wherever it holds all that is so near, and it holds what is
/// got to with all that is so near.
pub(super) fn reach_is_true(field: &Field, pointer: Vec2) -> Result<(), TestCaseError> {
    /// From corner to corner of a cell.
    const CELL: f32 = 0.36;
    let ground = reach(field, US).ground;
    let rims = ground.rims.iter().flat_map(|rim| crate::geometry::polygon::edges(rim));
    let edge = rims.map(|(a, b)| crate::geometry::polygon::distance_to(pointer, a, b)).fold(f32::INFINITY, f32::min);
    prop_assume!(edge > CELL);
    let mut planner = Planner::of(field, US);
    let mut gets = |to: Vec2| miss(planner.nearest(to, Grip::Middle).as_ref(), field, to) < NEAR;
    if ground.holds(pointer) {
        prop_assert!(gets(pointer), "it is in the reach, {edge} from its edge, and not got to");
    } else if gets(pointer) {
        let around = (0..16).map(|n| pointer + Degrees(2250 * n).forward() * CELL);
        let whole = around.filter(|at| !gets(*at)).count() == 0;
        prop_assert!(!whole, "it is got to with all around it, {edge} from the edge of the reach, and not in it");
    }
    Ok(())
}

#[test]
fn a_column_ends_short_of_a_friend_on_its_road_or_past_him_whichever_is_nearer() {
    let mut field = scene(Arm::Infantry, Formation::RoadColumn, 3, &[(2, 0, 4000, 0)]);
    let mut ground = (*field.ground).clone();
    let line = vec![spot(30_000, 10_000), spot(30_000, 40_000)];
    ground.roads.push(Road { name: String::new(), line, width: Inches(1000) });
    field.ground = std::sync::Arc::new(ground);
    // The friend stands from 23.25 to 24 up the table, and the column is 2.25 long.
    for (pointer, end) in [(24.0, 23.25), (25.5, 26.25), (23.0, 23.0), (27.0, 27.0)] {
        let course = Course::of(&field, field.unit(US));
        let plan = road::toward(&course, &road::branches(&course), Vec2::new(30.0, pointer)).expect("it may march");
        let at = plan.to.at.vec().y;
        assert!((at - end).abs() <= NEAR, "{pointer}: {at}, not {end}");
    }
}

fn scenes() -> u32 {
    std::env::var("SCENES").ok().and_then(|n| n.parse().ok()).unwrap_or(120)
}

proptest! {
    // Most scenes at random have somebody standing in somebody else, and are passed over.
    #![proptest_config(ProptestConfig { cases: scenes(), max_global_rejects: 1_000_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn lines_come_as_near_as_any_march_that_is_tried(
        things in things(5), stands in 2u8..6, x in -6000..6000i32, y in -500..7500i32,
    ) {
        let field = scene(Arm::Infantry, Formation::Line, stands, &things);
        prop_assume!(apart(&field));
        as_near_as_any_march(&field, spot(30_000 + x, 20_000 + y).vec())?;
    }

    #[test]
    fn columns_in_the_open_come_as_near_as_any_march_that_is_tried(
        things in things(5), stands in 2u8..6, x in -6000..6000i32, y in -500..9500i32,
    ) {
        let field = scene(Arm::Infantry, Formation::RoadColumn, stands, &things);
        prop_assume!(apart(&field));
        as_near_as_any_march(&field, spot(30_000 + x, 20_000 + y).vec())?;
    }

    #[test]
    fn generals_come_as_near_as_any_ride_of_one_turn(
        things in things(5), x in -12_000..12_000i32, y in -12_000..12_000i32,
    ) {
        let mut field = scene(Arm::Infantry, Formation::Line, 3, &things);
        prop_assume!(apart(&field));
        // He rides from behind his regiment, where the rules let a general stand.
        field.generals[0].state.at = spot(30_000, 18_000);
        let here = field.generals[0].state.at.vec();
        prop_assume!(field.units.iter().all(|unit| {
            let gap = unit.footprint().gap_to(here) - field.generals[0].general.diameter().half();
            gap > if unit.side() == Side::Union { Inches::ZERO } else { STANDOFF }
        }));
        let pointer = spot(30_000 + x, 18_000 + y).vec();
        let ride = ride::nearest(&field, GeneralId(0), pointer);
        if let Some(ride) = &ride {
            let order = ride.order(GeneralId(0));
            let verdict = check(&field, &Agenda::default(), &order);
            prop_assert!(verdict.is_ok(), "{order:?} is offered and refused: {verdict:?}");
        }
        let stay = field.generals[0].state.at.vec().distance(pointer);
        let got = ride.map_or(stay, |ride| ride.to.vec().distance(pointer));
        let best = brute_ride(&field, pointer).min(stay);
        prop_assert!(got <= best + NEAR, "{got} from the pointer, a turn comes to {best}");
    }

    #[test]
    fn skirmish_lines_come_as_near_as_any_path_on_a_lattice(
        things in things(5), x in -5500..5500i32, y in -5500..5500i32,
    ) {
        let solid: Vec<Thing> = things.into_iter().filter(|thing| thing.0 < 3).collect();
        let field = scene(Arm::Cavalry, Formation::Dismounted, 3, &solid);
        prop_assume!(apart(&field));
        let pointer = spot(30_000 + x, 20_000 + y).vec();
        let plan = nearest(&field, US, pointer, Grip::Middle);
        if let Some(plan) = &plan {
            offered(&field, plan)?;
        }
        let (got, best) = (miss(plan.as_ref(), &field, pointer), brute_loose(&field, pointer));
        prop_assert!(got <= best + NEAR, "{got} from the pointer, the lattice comes to {best}");
    }

    #[test]
    fn skirmish_lines_come_as_near_as_any_path_of_one_turn(
        things in things(5), x in -5500..5500i32, y in -5500..5500i32,
    ) {
        let field = scene(Arm::Cavalry, Formation::Dismounted, 3, &things);
        prop_assume!(apart(&field));
        let pointer = spot(30_000 + x, 20_000 + y).vec();
        let plan = nearest(&field, US, pointer, Grip::Middle);
        if let Some(plan) = &plan {
            offered(&field, plan)?;
        }
        let (got, best) = (miss(plan.as_ref(), &field, pointer), brute_turn(&field, pointer));
        prop_assert!(got <= best + NEAR, "{got} from the pointer, a turn comes to {best}");
    }

    #[test]
    fn the_reach_of_skirmish_lines_is_where_they_can_get_to(
        things in things(5), x in -6500..6500i32, y in -6500..6500i32,
    ) {
        let field = scene(Arm::Cavalry, Formation::Dismounted, 3, &things);
        prop_assume!(apart(&field));
        // Whether it begins in a field by a hair is for the check to say, way by way.
        let here = field.unit(US).place.pose.at.vec();
        let hair = |shape: &crate::geometry::Shape| {
            shape.edges().any(|(a, b)| crate::geometry::polygon::distance_to(here, a, b) < 0.01)
        };
        prop_assume!(!field.ground.index().areas.iter().any(hair));
        reach_is_true(&field, spot(30_000 + x, 20_000 + y).vec())?;
    }

    #[test]
    fn the_reach_of_ranks_is_where_they_can_get_to(
        things in things(5), stands in 2u8..6, formation in 0usize..3, x in -8000..8000i32, y in -2000..10_000i32,
    ) {
        let formation = [Formation::Line, Formation::AssaultColumn, Formation::RoadColumn][formation];
        let field = scene(Arm::Infantry, formation, stands, &things);
        prop_assume!(apart(&field));
        reach_is_true(&field, spot(30_000 + x, 20_000 + y).vec())?;
    }

    #[test]
    fn columns_come_as_near_as_their_road_does(
        things in things(3), bend in -2500..2500i32, fork in 0..3000i32, far in 0..13000i32, aside in -300..300i32,
    ) {
        let mut field = scene(Arm::Infantry, Formation::RoadColumn, 3, &things);
        let line = vec![spot(30_000, 10_000), spot(30_000, 23_000), spot(30_000 + bend, 27_000), spot(30_000 + bend, 40_000)];
        let branch = vec![spot(30_000, 20_500 + fork / 2), spot(38_000, 22_000 + fork)];
        let course: Vec<Vec2> = line.iter().map(|spot| spot.vec()).collect();
        let mut ground = (*field.ground).clone();
        for line in [line, branch] {
            ground.roads.push(Road { name: String::new(), line, width: Inches(1000) });
        }
        field.ground = std::sync::Arc::new(ground);
        prop_assume!(apart(&field));
        // The pointer is somewhere along the road, a little aside.
        let start = [vec![Vec2::new(30.0, 20.0)], course[1..].to_vec()].concat();
        let mut left = far as f32 / 1000.0;
        let mut paths: Vec<Vec<Spot>> = Vec::new();
        let mut pointer = start[0];
        let mut turns: Vec<Spot> = Vec::new();
        for leg in start.windows(2) {
            let length = leg[0].distance(leg[1]);
            for n in 1..=(length * 4.0) as usize {
                let at = leg[0].lerp(leg[1], n as f32 / (length * 4.0));
                paths.push(turns.iter().copied().chain([Spot::round(at)]).collect());
            }
            turns.push(Spot::round(leg[1]));
            if left > 0.0 {
                pointer = leg[0].lerp(leg[1], (left / length).min(1.0));
            }
            left -= length;
        }
        let pointer = pointer + Vec2::X * (aside as f32 / 1000.0);
        let plan = nearest(&field, US, pointer, Grip::Middle);
        if let Some(plan) = &plan {
            offered(&field, plan)?;
        }
        let lawful = |path: &Vec<Spot>| {
            let end = path.last().expect("a place").vec();
            let before = path.len().checked_sub(2).map_or(start[0], |n| path[n].vec());
            let facing = Degrees::along(end - before);
            lawful_track(&field, US, path, facing).is_ok().then_some(end.distance(pointer))
        };
        let best = paths.iter().filter_map(lawful).fold(f32::INFINITY, f32::min);
        let got = miss(plan.as_ref(), &field, pointer);
        // At the road the road is followed, even where a march would come nearer.
        prop_assert!(got <= best + NEAR, "{got} from the pointer, the road comes to {best}");
    }
}
