//! Scenes in which a search that tries everything once found what the planner did not: each is one of a kind.

use bevy::math::Vec2;

use super::props::{NEAR, Thing, US, brute_loose, miss, offered, reach_is_true, scene, spot};
use super::*;
use crate::army::Arm;

/// A pointer, in thousandths from the mover.
fn at(x: i32, y: i32) -> Vec2 {
    spot(30_000 + x, 20_000 + y).vec()
}

/// Three stands of dismounted cavalry come as near to the pointer as any path on a lattice.
#[track_caller]
fn skirmishers_come_as_near_as_the_lattice(things: &[Thing], pointer: Vec2) {
    let field = scene(Arm::Cavalry, Formation::Dismounted, 3, things);
    let plan = nearest(&field, US, pointer, Grip::Middle).expect("it may go");
    offered(&field, &plan).expect("it is lawful");
    let (got, best) = (miss(Some(&plan), &field, pointer), brute_loose(&field, pointer));
    assert!(got <= best + NEAR, "{got} from the pointer, the lattice comes to {best}");
}

#[track_caller]
fn skirmishers_have_a_true_reach(things: &[Thing], pointer: Vec2) {
    let field = scene(Arm::Cavalry, Formation::Dismounted, 3, things);
    assert!(reach(&field, US).ground.holds(pointer), "{pointer}");
    reach_is_true(&field, pointer).expect("it is true");
}

#[test]
fn who_begins_a_hair_beyond_an_inch_from_the_enemy_is_not_held_there() {
    // 1.0006" from him, which rounds to 1.001": a path may pass as near, and no nearer than 1.0005".
    skirmishers_come_as_near_as_the_lattice(&[(0, -2324, 2654, 292)], at(-2199, 564));
}

#[test]
fn a_corner_of_the_enemy_before_an_interval_is_as_far_as_it_is_from_the_stands() {
    // 1.0005" from the nearest stand, 0.992" from the line that the stands stand on.
    skirmishers_come_as_near_as_the_lattice(&[(0, 72, 2158, 129)], at(446, 2788));
}

#[test]
fn who_begins_in_a_ploughed_field_within_a_wood_pays_before_the_wood_cuts_what_is_left() {
    // Of 5.0" the field takes 2.0", and the wood's 4.0" cut nothing of the rest: 3.0", however the map lists them.
    for things in [[(3, 0, -84, 0), (4, 0, -84, 0)], [(4, 0, -84, 0), (3, 0, -84, 0)]] {
        skirmishers_have_a_true_reach(&things, at(-2349, 0));
    }
}

#[test]
fn between_two_enemies_it_gets_as_far_as_the_lattice() {
    skirmishers_come_as_near_as_the_lattice(&[(0, -3936, 1807, 241), (0, 0, -2675, 7)], at(-1372, -764));
}

#[test]
fn what_a_long_wheel_passes_a_shorter_one_passes() {
    // Past each enemy, however near: what stops a wheel stops every longer one, to within the rounding of their ends.
    let field = scene(Arm::Infantry, Formation::Line, 5, &[(0, -4100, 2600, 30), (1, 4300, 1900, 200)]);
    let course = Course::of(&field, field.unit(US));
    let mut firsts = Vec::new();
    for side in [-1, 1] {
        for advance in (0..=1000).step_by(50).map(Inches) {
            let free = |wheel: i32| course.wheels(&March { advance, wheel: Degrees(wheel * side), then: Inches::ZERO });
            let first = (10..=4500).step_by(10).find(|wheel| !free(*wheel)).unwrap_or(4510);
            assert!((first..=4500).step_by(10).all(|wheel| !free(wheel)), "{advance}, from {first} on");
            firsts.push(first);
        }
    }
    // Many of them are stopped on the way round.
    assert!(firsts.iter().filter(|first| (100..4500).contains(*first)).count() > 12, "{firsts:?}");
}
