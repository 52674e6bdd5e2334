use super::*;
use crate::geometry::scene::{Body, Contour, Solid, Veil};
use crate::geometry::sight::sight;
use crate::geometry::{Degrees, Inches, Pose, Shape, Spot};
use crate::ground::AreaKind;

fn v(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

fn rect(left: f32, low: f32, right: f32, high: f32) -> Shape {
    Shape::of(vec![v(left, low), v(right, low), v(right, high), v(left, high)])
}

const TABLE: Bounds = Bounds { lo: Vec2::ZERO, hi: Vec2::new(72.0, 48.0) };

fn from(scene: &Scene, x: f32, y: f32, level: i8) -> View {
    let view = visible(scene, &[Point { at: v(x, y), level }], &[], TABLE);
    let all = view.seen.area() + view.dead.area();
    assert!((all - 72.0 * 48.0).abs() < 0.5, "{all}");
    view
}

#[test]
fn on_a_bare_table_all_is_seen() {
    let scene = Scene::default();
    for (x, y) in [(36.0, 24.0), (1.0, 47.0), (0.0, 24.0), (72.0, 48.0)] {
        let view = visible(&scene, &[Point { at: v(x, y), level: 0 }], &[], TABLE);
        assert!((view.seen.area() - 72.0 * 48.0).abs() < 0.01, "{x} {y}: {}", view.seen.area());
        assert!(view.dead.is_empty());
    }
}

#[test]
fn a_unit_hides_what_is_behind_it() {
    let pose = Pose { at: Spot { x: Inches(36_000), y: Inches(30_000) }, heading: Degrees(0) };
    let part = Footprint { pose, frontage: Inches(4000), depth: Inches(750) };
    let body = Body { unit: 1, name: "A".into(), friendly: false, bars: false, level: 0, parts: vec![part] };
    let scene = Scene { bodies: vec![body], ..Scene::default() };
    let view = from(&scene, 36.0, 20.0, 0);
    // From (36, 20) its rear edge is 9.25 away and 4 wide: a trapezium from there to the edge, 28 away.
    let wide = |far: f32| 4.0 * far / 9.25;
    let dead = (wide(9.25) + wide(28.0)) / 2.0 * (28.0 - 9.25);
    assert!((view.dead.area() - dead).abs() < 0.2, "{} {dead}", view.dead.area());
    assert!(view.seen.hold(v(36.0, 29.2)) && view.dead.hold(v(36.0, 31.0)) && view.seen.hold(v(42.0, 40.0)));
}

#[test]
fn dead_ground_begins_an_inch_behind_the_crest() {
    let hill = rect(30.0, 0.0, 50.0, 48.0);
    let scene = Scene { contours: vec![Contour { name: "", level: 1, shape: &hill }], ..Scene::default() };
    let view = from(&scene, 20.0, 24.0, 0);
    for y in [24.0, 10.0, 40.0] {
        // One inch along the line of sight.
        let line = (v(30.0, y) - v(20.0, 24.0)).normalize();
        assert!(view.seen.hold(v(30.0, y) + line * 0.99) && view.dead.hold(v(30.0, y) + line * 1.01), "{y}");
    }
    assert!(view.dead.hold(v(60.0, 24.0)));
    // From the crest everything below is seen but what lies behind the other one.
    let view = from(&scene, 30.5, 24.0, 1);
    assert!(view.seen.hold(v(10.0, 10.0)) && view.seen.hold(v(45.0, 30.0)) && view.dead.hold(v(60.0, 24.0)));
}

#[test]
fn woods_are_seen_into_as_far_as_their_limit() {
    let wood = Shape::with_holes(rect(30.0, 10.0, 50.0, 40.0).points, vec![rect(31.0, 22.0, 45.0, 26.0).points]);
    let veil = Veil { kind: AreaKind::DenseWoods, name: "", limit: Inches::new(3), shape: &wood };
    let scene = Scene { areas: vec![veil], ..Scene::default() };
    let view = from(&scene, 20.0, 24.0, 0);
    assert!(view.seen.hold(v(46.9, 24.0)) && view.dead.hold(v(47.1, 24.0)));
    let line = (v(30.0, 14.0) - v(20.0, 24.0)).normalize();
    assert!(view.seen.hold(v(30.0, 14.0) + line * 2.99) && view.dead.hold(v(30.0, 14.0) + line * 3.01));
}

#[test]
fn several_eyes_see_what_any_of_them_sees() {
    let blocks = [rect(30.0, 20.0, 33.0, 22.0), rect(40.0, 30.0, 43.0, 33.0), rect(20.0, 30.0, 26.0, 31.0)];
    let wood = rect(10.0, 12.0, 28.0, 17.0);
    let solid = |shape| Solid { name: "", level: 0, shape };
    let veil = Veil { kind: AreaKind::DenseWoods, name: "", limit: Inches::new(3), shape: &wood };
    let scene = Scene { buildings: blocks.iter().map(solid).collect(), areas: vec![veil], ..Scene::default() };
    let eyes: Vec<Point> = (0..11).map(|n| Point { at: v(30.0 + n as f32 * 0.5, 10.0), level: 0 }).collect();
    let all = visible(&scene, &eyes, &[], TABLE);
    let each: Vec<View> = eyes.iter().map(|eye| visible(&scene, &[*eye], &[], TABLE)).collect();
    let none = |p: Vec2| each.iter().all(|view| view.dead.hold(p));
    for n in 0..2000 {
        let p = v((n * 37 % 719) as f32 / 10.0 + 0.03, (n * 53 % 479) as f32 / 10.0 + 0.04);
        assert_eq!(each.iter().any(|view| view.seen.hold(p)), all.seen.hold(p), "{p}");
        assert!(all.lit().hold(p) || all.dead.hold(p), "{p}");
        if all.dead.hold(p) != none(p) {
            let near = [(0.1, 0.0), (-0.1, 0.0), (0.0, 0.1), (0.0, -0.1)].map(|(x, y)| none(p + v(x, y)));
            assert!(near.iter().any(|near| *near != none(p)), "{p}");
        }
    }
    let whole = all.lit().area() + all.dead.area();
    assert!((whole - 72.0 * 48.0).abs() < 0.1, "what is lit and what is dead do not overlap: {whole}");
    let alone = each[5].dead.area();
    assert!(all.dead.area() > 50.0 && all.dead.area() < alone, "{} {alone}", all.dead.area());
}

#[test]
fn an_eye_that_looks_twice_sees_as_much_as_once() {
    let (hill, wood) = (rect(30.0, 8.0, 50.0, 40.0), rect(10.0, 12.0, 28.0, 17.0));
    let block = rect(20.0, 30.0, 26.0, 31.0);
    let scene = Scene {
        contours: vec![Contour { name: "", level: 1, shape: &hill }],
        areas: vec![Veil { kind: AreaKind::DenseWoods, name: "", limit: Inches::new(3), shape: &wood }],
        buildings: vec![Solid { name: "", level: 0, shape: &block }],
        ..Scene::default()
    };
    // On a line between two strips, beside one, in the wood, on the hill's crest, at the edge of the table.
    for (x, y, level) in [(22.0, 20.0, 0), (22.0, 20.03, 0), (15.0, 15.0, 0), (30.0, 20.0, 1), (0.0, 48.0, 0)] {
        let eye = Point { at: v(x, y), level };
        let once = visible(&scene, &[eye], &[], TABLE);
        let twice = visible(&scene, &[eye; 2], &[], TABLE);
        let (one, two) = (once.dead.area(), twice.dead.area());
        assert!(one > 10.0 && (one - two).abs() < 0.004 * one, "{x} {y}: {one} {two}");
        let mut both = once.seen.clone();
        both.append(&once.seen);
        assert_eq!(twice.seen, both, "eye by eye, in their order");
        for n in 0..2000 {
            let p = v((n * 37 % 719) as f32 / 10.0 + 0.03, (n * 53 % 479) as f32 / 10.0 + 0.04);
            if once.dead.hold(p) != twice.dead.hold(p) {
                let near = [(0.1, 0.0), (-0.1, 0.0), (0.0, 0.1), (0.0, -0.1)].map(|(x, y)| once.dead.hold(p + v(x, y)));
                assert!(near.iter().any(|near| *near != once.dead.hold(p)), "{x} {y}: {p}");
            }
        }
    }
}

#[test]
fn whoever_stands_in_a_hollow_is_looked_down_on_over_others_in_it() {
    let hollow = rect(20.0, 0.0, 40.0, 48.0);
    let pose = Pose { at: Spot { x: Inches(30_000), y: Inches(24_000) }, heading: Degrees(9000) };
    let part = Footprint { pose, frontage: Inches(4000), depth: Inches(750) };
    let body = Body { unit: 1, name: "A".into(), friendly: false, bars: false, level: -1, parts: vec![part] };
    let contours = vec![Contour { name: "", level: -1, shape: &hollow }];
    let scene = Scene { contours, bodies: vec![body], ..Scene::default() };
    let view = from(&scene, 22.0, 24.0, -1);
    for (x, level, clear) in [(35.0, -1, false), (39.9, -1, false), (40.9, 0, true), (41.1, 0, false), (19.1, 0, true)]
    {
        let mark = Point { at: v(x, 24.0), level };
        let apart = Inches::round(x - 22.0);
        assert_eq!(sight(&scene, &[Point { at: v(22.0, 24.0), level: -1 }], &[mark], apart).clear, clear, "{x}");
        assert_eq!((view.seen.hold(mark.at), view.dead.hold(mark.at)), (clear, !clear), "{x}");
    }
}

#[test]
fn what_is_low_behind_a_unit_hides_nothing_high_behind_that() {
    // A unit, woods and a house on the plain beyond it, some of them at the foot of a hill and on it, and the hill's crest.
    let (hill, top) = (rect(44.0, 10.0, 60.0, 38.0), rect(48.0, 12.0, 58.0, 36.0));
    let woods = [rect(34.0, 18.0, 38.0, 30.0), rect(40.0, 22.0, 46.0, 26.0), rect(46.5, 26.5, 47.5, 28.0)];
    let house = rect(36.0, 14.0, 37.0, 16.0);
    let pose = Pose { at: Spot { x: Inches(30_000), y: Inches(24_000) }, heading: Degrees(9000) };
    let part = Footprint { pose, frontage: Inches(9000), depth: Inches(750) };
    let body = Body { unit: 1, name: "A".into(), friendly: false, bars: false, level: 0, parts: vec![part] };
    let veil = |shape| Veil { kind: AreaKind::DenseWoods, name: "", limit: Inches::new(3), shape };
    let scene = Scene {
        contours: vec![Contour { name: "", level: 1, shape: &hill }, Contour { name: "", level: 2, shape: &top }],
        areas: woods.iter().map(veil).collect(),
        buildings: vec![Solid { name: "", level: 0, shape: &house }],
        bodies: vec![body],
        ..Scene::default()
    };
    for (x, y) in [(10.0, 24.0), (10.0, 15.0), (22.0, 27.0), (28.6, 24.0), (28.0, 19.4), (5.0, 40.0)] {
        let (view, eye) = (from(&scene, x, y, 0), Point { at: v(x, y), level: 0 });
        for n in 0..4000 {
            let at = v((n * 37 % 719) as f32 / 10.0 + 0.03, (n * 53 % 479) as f32 / 10.0 + 0.04);
            let clear = |at: Vec2| {
                let level = if top.holds(at) { 2 } else { i8::from(hill.holds(at)) };
                sight(&scene, &[eye], &[Point { at, level }], Inches::round(at.distance(eye.at))).clear
            };
            let seen = clear(at);
            if view.seen.hold(at) != seen || view.dead.hold(at) == seen {
                let near = |n: i32| clear(at + Vec2::from_angle(n as f32 * 0.7) * 0.012);
                assert!((0..9).any(|n| near(n) != seen), "{x} {y}: {at}");
            }
        }
    }
}

#[test]
fn whoever_stands_above_a_unit_that_he_stands_in_looks_over_it() {
    let hill = rect(20.0, 10.0, 40.0, 40.0);
    let pose = Pose { at: Spot { x: Inches(30_000), y: Inches(24_000) }, heading: Degrees(0) };
    let part = Footprint { pose, frontage: Inches(4000), depth: Inches(750) };
    let contours = vec![Contour { name: "", level: 1, shape: &hill }];
    for (level, over) in [(0, true), (1, false)] {
        let body = Body { unit: 1, name: "A".into(), friendly: false, bars: false, level, parts: vec![part] };
        let scene = Scene { contours: contours.clone(), bodies: vec![body], ..Scene::default() };
        let eye = Point { at: v(30.3, 23.6), level: 1 };
        let view = from(&scene, 30.3, 23.6, 1);
        // Within the unit and close behind it nothing is seen, farther off all on the hill is, if he stands above the unit.
        for (x, y, far) in [(31.0, 23.7, false), (30.3, 25.9, false), (30.3, 26.1, true), (38.0, 39.0, true)] {
            let mark = Point { at: v(x, y), level: 1 };
            let clear = sight(&scene, &[eye], &[mark], Inches::round(eye.at.distance(mark.at))).clear;
            assert_eq!(clear, over && far, "{level}: {x} {y}");
            assert_eq!((view.seen.hold(mark.at), view.dead.hold(mark.at)), (clear, !clear), "{level}: {x} {y}");
        }
    }
}
