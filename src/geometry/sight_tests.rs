use proptest::prelude::*;

use super::*;
use crate::geometry::{Degrees, Pose, Spot};
use crate::ground::AreaKind;

fn v(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

fn rect(left: f32, low: f32, right: f32, high: f32) -> Shape {
    Shape::of(vec![v(left, low), v(right, low), v(right, high), v(left, high)])
}

fn at(x: f32, y: f32, level: i8) -> Point {
    Point { at: v(x, y), level }
}

fn limit(kind: AreaKind) -> Inches {
    crate::book::cover::sight_limit(kind).unwrap()
}

fn line(x: i32, y: i32, heading: i32, wide: i32) -> Footprint {
    let at = Spot { x: Inches(x), y: Inches(y) };
    Footprint { pose: Pose { at, heading: Degrees(heading) }, frontage: Inches(wide), depth: Inches(750) }
}

fn body(part: Footprint, level: i8) -> Body {
    Body { unit: 7, name: "4th Virginia".into(), friendly: false, bars: false, level, parts: vec![part] }
}

/// Looks from one point to one point over hills and woods.
fn look(hills: &[(i8, Shape)], woods: &[(AreaKind, Shape)], bodies: Vec<Body>, eye: Point, mark: Point) -> Sight {
    let hill = "Herr Ridge";
    let wood = "";
    let scene = Scene {
        areas: woods.iter().map(|(kind, shape)| Veil { kind: *kind, name: wood, limit: limit(*kind), shape }).collect(),
        contours: hills.iter().map(|(level, shape)| Contour { name: hill, level: *level, shape }).collect(),
        bodies,
        ..Scene::default()
    };
    sight(&scene, &[eye], &[mark], Inches::round(eye.at.distance(mark.at)))
}

#[track_caller]
fn both_ways(hills: &[(i8, Shape)], a: Point, b: Point, clear: bool) {
    assert_eq!(look(hills, &[], vec![], a, b).clear, clear);
    assert_eq!(look(hills, &[], vec![], b, a).clear, clear);
}

#[test]
fn woods_hide_beyond_their_limit() {
    for (deep, clear) in [(2.999, true), (3.0, true), (3.001, false)] {
        let woods = [(AreaKind::DenseWoods, rect(10.0, 0.0, 10.0 + deep, 10.0))];
        assert_eq!(look(&[], &woods, vec![], at(5.0, 5.0, 0), at(20.0, 5.0, 0)).clear, clear, "{deep}");
    }
    let woods = [(AreaKind::DenseWoods, rect(10.0, 0.0, 13.4, 10.0))];
    let blocked = look(&[], &woods, vec![], at(5.0, 5.0, 0), at(20.0, 5.0, 0));
    assert_eq!(blocked.why_not(), "3.4 in of dense woods, limit 3.0 in");
    // Along the edge of a wood nothing is hidden.
    assert!(look(&[], &woods, vec![], at(5.0, 10.0, 0), at(20.0, 10.0, 0)).clear);
}

#[test]
fn woods_of_one_kind_add_up_and_of_two_kinds_do_not() {
    let strips = [rect(10.0, 0.0, 12.0, 10.0), rect(15.0, 0.0, 16.5, 10.0)];
    let same = strips.clone().map(|shape| (AreaKind::DenseWoods, shape));
    assert!(!look(&[], &same, vec![], at(5.0, 5.0, 0), at(20.0, 5.0, 0)).clear);
    let [one, two] = strips;
    let mixed = [(AreaKind::DenseWoods, one), (AreaKind::Crops, two)];
    assert!(look(&[], &mixed, vec![], at(5.0, 5.0, 0), at(20.0, 5.0, 0)).clear);
}

#[test]
fn a_unit_blocks_and_the_touch_of_its_edge_does_not() {
    let there = body(line(10_000, 5000, 0, 1000), 0);
    let hidden = look(&[], &[], vec![there.clone()], at(10.0, 0.0, 0), at(10.0, 20.0, 0));
    assert_eq!(hidden.why_not(), "4th Virginia is in the way");
    assert!(look(&[], &[], vec![there.clone()], at(10.5, 0.0, 0), at(10.5, 20.0, 0)).clear);
    assert!(look(&[], &[], vec![there.clone()], at(0.0, 5.0, 0), at(20.0, 5.0, 0)).clear);
    // Past its corner.
    assert!(look(&[], &[], vec![there], at(10.0, 5.5, 0), at(11.0, 4.5, 0)).clear);
}

#[test]
fn any_clear_line_is_enough_and_otherwise_the_best_one_is_explained() {
    let wood = "";
    let shape = rect(9.0, 8.0, 30.0, 12.0);
    let scene = Scene {
        areas: vec![Veil { kind: AreaKind::DenseWoods, name: wood, limit: Inches::new(3), shape: &shape }],
        bodies: vec![body(line(10_000, 5000, 0, 1000), 0)],
        ..Scene::default()
    };
    let eyes = [at(10.0, 0.0, 0), at(12.0, 0.0, 0)];
    let blocked = sight(&scene, &eyes, &[at(10.0, 20.0, 0), at(12.0, 20.0, 0)], Inches::new(20));
    assert_eq!(blocked.blocks.len(), 1);
    let clear = sight(&scene, &eyes, &[at(10.0, 20.0, 0), at(0.0, 20.0, 0)], Inches::new(20));
    assert!(clear.clear && clear.line.is_some());
}

#[test]
fn dead_ground_begins_a_thousandth_more_than_an_inch_behind_the_crest_and_hides_both_ways() {
    let hill = [(1, rect(10.0, 0.0, 30.0, 20.0))];
    for (x, clear) in [(10.999, true), (11.0, true), (11.001, false)] {
        both_ways(&hill, at(x, 10.0, 1), at(0.0, 10.0, 0), clear);
    }
    let hidden = look(&hill, &[], vec![], at(0.0, 10.0, 0), at(12.3, 10.0, 1));
    assert_eq!(hidden.why_not(), "dead ground: 2.3 in behind the crest of Herr Ridge, seen to 1.0 in");
    // On the plateau they see each other.
    both_ways(&hill, at(12.0, 10.0, 1), at(28.0, 10.0, 1), true);
    // Exactly on the contour, looking away from the hill and along it.
    both_ways(&hill, at(10.0, 10.0, 1), at(0.0, 10.0, 0), true);
    both_ways(&hill, at(10.0, 0.0, 1), at(10.0, 20.0, 1), true);
}

#[test]
fn a_hill_between_hides_and_its_edge_does_not() {
    let hill = [(1, rect(10.0, 0.0, 30.0, 20.0))];
    both_ways(&hill, at(0.0, 10.0, 0), at(40.0, 10.0, 0), false);
    both_ways(&hill, at(0.0, 20.0, 0), at(40.0, 20.0, 0), true);
    // Two hills of one height: over the valley, but not over a third.
    let two = [(1, rect(0.0, 0.0, 5.0, 20.0)), (1, rect(30.0, 0.0, 40.0, 20.0))];
    both_ways(&two, at(3.0, 10.0, 1), at(35.0, 10.0, 1), true);
    // From the crest, over a hill of the same height, down behind it.
    let ridge = [(1, rect(0.0, 0.0, 5.0, 20.0)), (1, rect(10.0, 0.0, 12.0, 20.0))];
    both_ways(&ridge, at(5.0, 10.0, 1), at(20.0, 10.0, 0), false);
}

#[test]
fn a_shelf_hides_what_the_line_has_sunk_below() {
    // Level 2 to x = 10, a shelf of level 1 from there to `edge`.
    let steps = |edge: f32| [(2, rect(0.0, 0.0, 10.0, 20.0)), (1, rect(0.0, 0.0, edge, 20.0))];
    // From the crest at x = 10 to a target 20.0" off the line has come down one level after 10.0".
    both_ways(&steps(20.0), at(10.0, 10.0, 2), at(30.0, 10.0, 0), true);
    both_ways(&steps(20.002), at(10.0, 10.0, 2), at(30.0, 10.0, 0), false);
}

#[test]
fn from_above_a_unit_hides_only_two_inches_behind_it() {
    let hill = [(1, rect(0.0, 0.0, 5.0, 20.0))];
    // Its rear edge is at x = 15: facing left, front at 14.25.
    let wall = || vec![body(line(14_250, 10_000, 27_000, 5000), 0)];
    let eye = at(5.0, 10.0, 1);
    for (x, clear) in [(16.0, false), (17.0, false), (17.001, true), (20.0, true)] {
        assert_eq!(look(&hill, &[], wall(), eye, at(x, 10.0, 0)).clear, clear, "{x}");
        assert_eq!(look(&hill, &[], wall(), at(x, 10.0, 0), eye).clear, clear, "{x}");
    }
    // A unit on the same level as the looker hides everything.
    let level = vec![body(line(14_250, 10_000, 27_000, 5000), 1)];
    assert!(!look(&hill, &[], level, eye, at(30.0, 10.0, 0)).clear);
    // The same for a wood on lower ground.
    let woods = [(AreaKind::DenseWoods, rect(10.0, 0.0, 15.0, 20.0))];
    assert!(!look(&hill, &woods, vec![], eye, at(17.0, 10.0, 0)).clear);
    assert!(look(&hill, &woods, vec![], eye, at(17.001, 10.0, 0)).clear);
    assert!(!look(&hill, &woods, vec![], eye, at(14.5, 10.0, 0)).clear, "deep inside it");
}

#[test]
fn a_smoke_wall_blocks_beyond_eight_inches_and_its_makers_too() {
    let shape = Shape::of(vec![v(0.0, 5.0), v(20.0, 5.0)]);
    let scene = Scene { walls: vec![Wall { of: "the Iron Brigade".into(), shape }], ..Scene::default() };
    let from = [at(10.0, 5.0, 0)];
    for (apart, clear) in [(7999, true), (8000, true), (8001, false)] {
        let mark = at(10.0, 5.0 + apart as f32 / 1000.0, 0);
        assert_eq!(sight(&scene, &from, &[mark], Inches(apart)).clear, clear);
    }
}

/// Sight worked out by walking along the line in small steps; `slack` moves every limit, so that scenes where the steps
/// could decide are told apart.
fn slow(scene: &Scene, eye: Point, mark: Point, slack: f32) -> bool {
    const STEP: f32 = 0.004;
    let (top, low) = if mark.level > eye.level { (mark, eye) } else { (eye, mark) };
    let length = top.at.distance(low.at);
    let n = (length / STEP) as usize;
    let inside = |shape: &Shape, p: Vec2| {
        let mut odd = false;
        for (a, b) in polygon::edges(&shape.points) {
            if (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) * (b.x - a.x) / (b.y - a.y) {
                odd = !odd;
            }
        }
        odd
    };
    let level = |p: Vec2| scene.contours.iter().filter(|c| inside(c.shape, p)).map(|c| c.level).max().unwrap_or(0);
    let points: Vec<(f32, Vec2)> =
        (0..n).map(|i| (i as f32 + 0.5) * STEP).map(|s| (s, top.at.lerp(low.at, s / length))).collect();
    let mut crest = None;
    for (s, p) in &points {
        let here = level(*p);
        if here > top.level {
            return false;
        }
        if top.level == low.level {
            continue;
        }
        if here < top.level && crest.is_none() {
            crest = Some(*s);
            if *s > 1.0 + slack {
                return false;
            }
        }
        let sunk = f32::from(top.level) - f32::from(top.level - low.level) * s / length;
        if crest.is_some() && (here >= top.level || (here > low.level && sunk + slack < f32::from(here))) {
            return false;
        }
    }
    // It has fallen by the low end at the latest, though that be less than a step behind the contour.
    if crest.is_none() && top.level > low.level && length > 1.0 + slack {
        return false;
    }
    for body in &scene.bodies {
        let hit = points.iter().rfind(|(_, p)| {
            body.parts.iter().any(|part| {
                let q = part.frame(*p);
                q.x.abs() < part.frontage.get() / 2.0 && q.y < 0.0 && q.y > -part.depth.get()
            })
        });
        if let Some((s, _)) = hit
            && (top.level - body.level < 1 || length - s <= 2.0 - slack)
        {
            return false;
        }
    }
    for kind in [AreaKind::Crops, AreaKind::LightWoods, AreaKind::DenseWoods] {
        let veils: Vec<&Veil> = scene.areas.iter().filter(|veil| veil.kind == kind).collect();
        let within: Vec<bool> = points.iter().map(|(_, p)| veils.iter().any(|veil| inside(veil.shape, *p))).collect();
        let mut count = 0;
        for (i, (_, p)) in points.iter().enumerate().filter(|(i, _)| within[*i]) {
            let end = (i..n).find(|j| !within[*j]).map_or(length, |j| points[j].0);
            if top.level - level(*p) < 1 || length - end <= 2.0 - slack {
                count += 1;
            }
        }
        if count as f32 * STEP > limit(kind).get() + slack {
            return false;
        }
    }
    true
}

#[test]
fn a_hair_behind_the_contour_is_dead_ground_too() {
    let hill = Shape::of(vec![v(16.535152, 23.13861), v(8.358326, 27.657566), v(15.133983, 15.963083)]);
    let contours = vec![Contour { name: "", level: 1, shape: &hill }];
    let scene = Scene { contours, ..Scene::default() };
    // Half a thousandth of an inch outside, 2.9" from an eye on the hill; and as far inside.
    for (mark, clear) in [(at(11.413651, 22.383419, 0), false), (at(11.414651, 22.383919, 1), true)] {
        assert_eq!(hill.holds(mark.at), clear);
        let eye = at(14.016058, 23.65655, 1);
        assert_eq!(sight(&scene, &[eye], &[mark], Inches::ZERO).clear, clear);
        assert_eq!([-0.05, 0.05].map(|slack| slow(&scene, eye, mark, slack)), [clear; 2]);
    }
}

fn blob() -> impl Strategy<Value = Shape> {
    (10.0_f32..30.0, 10.0_f32..30.0, prop::collection::vec(1.0_f32..9.0, 3..8), 0.0_f32..1.0).prop_map(
        |(x, y, radii, turn)| {
            let n = radii.len() as f32;
            let corner = |(i, r): (usize, &f32)| {
                let (sin, cos) = bevy::math::ops::sin_cos((i as f32 + turn) * std::f32::consts::TAU / n);
                v(x + r * cos, y + r * sin)
            };
            Shape::of(radii.iter().enumerate().map(corner).collect())
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn fast_and_slow_sight_agree(
        woods in prop::collection::vec((0..3_usize, blob()), 0..4),
        hills in prop::collection::vec((1..3_i8, blob()), 0..3),
        bodies in prop::collection::vec((8_000..32_000, 8_000..32_000, 0..36_000, 0..2_i8), 0..3),
        eye in (5.0_f32..35.0, 5.0_f32..35.0),
        mark in (5.0_f32..35.0, 5.0_f32..35.0),
    ) {
        let name = "";
        let kinds = [AreaKind::Crops, AreaKind::LightWoods, AreaKind::DenseWoods];
        let scene = Scene {
            areas: woods.iter().map(|(k, shape)| Veil { kind: kinds[*k], name, limit: limit(kinds[*k]), shape }).collect(),
            contours: hills.iter().map(|(level, shape)| Contour { name, level: *level, shape }).collect(),
            bodies: bodies.iter().map(|(x, y, h, level)| body(line(*x, *y, *h, 3000), *level)).collect(),
            ..Scene::default()
        };
        let stand = |(x, y): (f32, f32)| {
            let held = hills.iter().filter(|(_, shape)| shape.holds(v(x, y)));
            at(x, y, held.map(|(level, _)| *level).max().unwrap_or(0))
        };
        let (eye, mark) = (stand(eye), stand(mark));
        prop_assume!(eye.at.distance(mark.at) > 1.0);
        // Lines that graze a corner are decided by hundredths that the slow walk steps over.
        let corners = scene.areas.iter().flat_map(|veil| veil.shape.points.clone());
        let corners = corners.chain(scene.contours.iter().flat_map(|contour| contour.shape.points.clone()));
        let mut corners = corners.chain(scene.bodies.iter().flat_map(|body| body.parts[0].corners()));
        prop_assume!(corners.all(|corner| polygon::distance_to(corner, eye.at, mark.at) > 0.02));
        let fast = sight(&scene, &[eye], &[mark], Inches::ZERO).clear;
        let (strict, lenient) = (slow(&scene, eye, mark, -0.05), slow(&scene, eye, mark, 0.05));
        if strict == lenient {
            prop_assert_eq!(fast, strict);
        }
    }
}
