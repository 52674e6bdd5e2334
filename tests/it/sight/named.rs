//! Sight where shapes touch: corners, edges, contours, clearings, and a wood of 3000 corners.

use std::f32::consts::TAU;

use bevy::math::Vec2;
use dress::geometry::scene::{Contour, Point, Scene, Solid, Veil};
use dress::geometry::{Inches, Shape, sight, view};
use dress::ground::{AreaKind, Bridge, BridgeKind, Ground, Hill};

use super::slow::{self, Nudge};
use super::tables::{Numbers, Table};

fn v(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

fn at(x: f32, y: f32, level: i8) -> Point {
    Point { at: v(x, y), level }
}

fn box_of(left: f32, low: f32, right: f32, high: f32) -> Vec<Vec2> {
    vec![v(left, low), v(right, low), v(right, high), v(left, high)]
}

fn rect(left: f32, low: f32, right: f32, high: f32) -> Shape {
    Shape::of(box_of(left, low, right, high))
}

fn dense(shape: &Shape) -> Veil<'_> {
    Veil { kind: AreaKind::DenseWoods, name: "the wood", limit: Inches::new(3), shape }
}

fn hill(level: i8, shape: &Shape) -> Contour<'_> {
    Contour { name: "the hill", level, shape }
}

/// Both ways, in words: empty when clear.
#[track_caller]
fn why_not(scene: &Scene, eye: Point, mark: Point) -> String {
    let apart = Inches::round(eye.at.distance(mark.at));
    let there = sight::sight(scene, &[eye], &[mark], apart);
    let back = sight::sight(scene, &[mark], &[eye], apart);
    assert_eq!(there.clear, back.clear, "{} / {}", there.why_not(), back.why_not());
    there.why_not()
}

#[test]
fn between_corners_that_touch_one_sees_and_past_them_not() {
    let (one, other) = (rect(10.0, 10.0, 15.0, 15.0), rect(15.0, 15.0, 20.0, 20.0));
    let solid = |shape| Solid { name: "the barn", level: 0, shape };
    let barns = Scene { buildings: vec![solid(&one), solid(&other)], ..Scene::default() };
    let woods = Scene { areas: vec![dense(&one), dense(&other)], ..Scene::default() };
    let hills = Scene { contours: vec![hill(1, &one), hill(1, &other)], ..Scene::default() };
    for scene in [&barns, &woods, &hills] {
        // Across the diagonal, through the corner that both have.
        assert_eq!(why_not(scene, at(12.0, 18.0, 0), at(18.0, 12.0, 0)), "");
        // Past a corner of one alone, and along a side.
        assert_eq!(why_not(scene, at(8.0, 12.0, 0), at(12.0, 8.0, 0)), "");
        assert_eq!(why_not(scene, at(8.0, 10.0, 0), at(30.0, 10.0, 0)), "");
    }
    assert_eq!(why_not(&barns, at(12.0, 17.9, 0), at(18.0, 11.9, 0)), "the barn is in the way");
}

#[test]
fn edges_on_one_line_do_not_hide_and_an_edge_that_two_share_is_inside() {
    // Two woods whose sides lie on one line: along it both are outside.
    let (one, other) = (rect(10.0, 10.0, 14.0, 14.0), rect(16.0, 10.0, 20.0, 14.0));
    let scene = Scene { areas: vec![dense(&one), dense(&other)], ..Scene::default() };
    assert_eq!(why_not(&scene, at(5.0, 14.0, 0), at(25.0, 14.0, 0)), "");
    assert_ne!(why_not(&scene, at(5.0, 13.9, 0), at(25.0, 13.9, 0)), "");
    // Two woods on either side of one edge: along it one is in the wood.
    let (left, right) = (rect(10.0, 10.0, 14.0, 20.0), rect(14.0, 10.0, 18.0, 20.0));
    let scene = Scene { areas: vec![dense(&left), dense(&right)], ..Scene::default() };
    assert_eq!(why_not(&scene, at(14.0, 5.0, 0), at(14.0, 25.0, 0)), "10.0 in of dense woods (the wood), limit 3.0 in");
    // Across the edge they are one wood: 1.500 and 1.501.
    let (left, right) = (rect(10.0, 10.0, 11.5, 20.0), rect(11.5, 10.0, 13.001, 20.0));
    let scene = Scene { areas: vec![dense(&left), dense(&right)], ..Scene::default() };
    let seen = why_not(&scene, at(5.0, 15.0, 0), at(25.0, 15.0, 0));
    assert_eq!(seen, "3.001 in of dense woods (the wood), limit 3.0 in");
}

#[test]
fn two_hills_that_share_an_edge_are_one_hill() {
    let (left, right) = (rect(10.0, 10.0, 20.0, 30.0), rect(20.0, 10.0, 30.0, 30.0));
    let scene = Scene { contours: vec![hill(1, &left), hill(1, &right)], ..Scene::default() };
    // Over the common edge there is no crest.
    assert_eq!(why_not(&scene, at(12.0, 20.0, 1), at(28.0, 20.0, 1)), "");
    let hidden = "dead ground: 8.0 in behind the crest of the hill, seen to 1.0 in";
    assert_eq!(why_not(&scene, at(18.0, 20.0, 1), at(5.0, 20.0, 0)), hidden);
    assert_eq!(why_not(&scene, at(22.0, 20.0, 1), at(5.0, 20.0, 0)), hidden.replace("8.0", "12.0"));
    // Along the common edge it is as high as on either side.
    assert_eq!(why_not(&scene, at(20.0, 25.0, 1), at(20.0, 35.0, 0)), hidden.replace("8.0", "5.0"));
    assert_eq!(why_not(&scene, at(20.0, 29.0, 1), at(20.0, 35.0, 0)), "");
    // And seen all at once.
    let table = Table::bounds();
    let seen = view::visible(&scene, &[at(20.0, 15.0, 1)], &[], table);
    assert!(seen.seen.hold(v(12.0, 22.0)) && seen.seen.hold(v(23.0, 22.0)) && seen.dead.hold(v(5.0, 15.0)));
}

#[test]
fn who_stands_exactly_on_a_contour_is_on_the_crest() {
    let mut ground = Ground::bare(Inches::new(72), Inches::new(48));
    let outline = [(10, 10), (30, 10), (30, 30), (10, 30)]
        .map(|(x, y)| dress::geometry::Spot { x: Inches::new(x), y: Inches::new(y) });
    ground.hills.push(Hill { name: "the hill".to_owned(), level: 1, outline: outline.to_vec() });
    let shape = &ground.index().hills[0];
    let scene = Scene { contours: vec![hill(1, shape)], ..Scene::default() };
    let stands = |x: f32, y: f32| at(x, y, ground.level_at(v(x, y)));
    let edge = stands(10.0, 20.0);
    assert_eq!(edge.level, 1);
    for mark in [stands(0.0, 20.0), stands(9.999, 20.0), stands(10.0, 12.0), stands(25.0, 25.0), stands(0.0, 40.0)] {
        assert_eq!(why_not(&scene, edge, mark), "", "{mark:?}");
    }
    assert_ne!(why_not(&scene, edge, stands(31.5, 20.0)), "");
    let seen = view::visible(&scene, &[edge], &[], ground.bounds());
    assert!(seen.seen.hold(v(1.0, 20.0)) && seen.seen.hold(v(29.0, 20.0)) && seen.dead.hold(v(40.0, 20.0)));
    // A corner of the contour looks into a quarter of it.
    let corner = stands(10.0, 10.0);
    assert_eq!(corner.level, 1);
    let seen = view::visible(&scene, &[corner], &[], ground.bounds());
    assert!(seen.seen.hold(v(1.0, 1.0)) && seen.seen.hold(v(20.0, 20.0)) && seen.dead.hold(v(40.0, 40.0)));
}

#[test]
fn a_clearing_is_not_wood() {
    // 1.5 of wood, a clearing, and 1.5 of wood again; then a clearing that is narrower by a thousandth.
    for (edge, seen) in [(14.5, ""), (14.499, "3.001 in of dense woods (the wood), limit 3.0 in")] {
        let shape = Shape::with_holes(box_of(10.0, 10.0, 16.0, 20.0), vec![box_of(11.5, 14.0, edge, 16.0)]);
        let scene = Scene { areas: vec![dense(&shape)], ..Scene::default() };
        assert_eq!(why_not(&scene, at(5.0, 15.0, 0), at(25.0, 15.0, 0)), seen);
        // Along the side of the clearing one is outside too.
        assert_eq!(why_not(&scene, at(5.0, 16.0, 0), at(25.0, 16.0, 0)), seen);
        // And beside it the wood is 6.0 deep.
        assert_ne!(why_not(&scene, at(5.0, 16.001, 0), at(25.0, 16.001, 0)), "");
        // Out of the clearing.
        assert_eq!(why_not(&scene, at(13.0, 15.0, 0), at(5.0, 15.0, 0)), "");
    }
}

#[test]
fn a_bridge_over_a_ravine_is_as_high_as_its_banks() {
    let mut ground = Ground::bare(Inches::new(72), Inches::new(48));
    let spot = |x, y| dress::geometry::Spot { x: Inches::new(x), y: Inches::new(y) };
    let outline = vec![spot(20, 0), spot(26, 0), spot(26, 48), spot(20, 48)];
    ground.hills.push(Hill { name: "the ravine".to_owned(), level: -1, outline });
    let line = vec![spot(19, 24), spot(27, 24)];
    ground.bridges.push(Bridge {
        kind: BridgeKind::Bridge,
        name: "the bridge".to_owned(),
        line,
        width: Inches::new(2),
    });
    assert_eq!(ground.level_at(v(23.0, 24.0)), 0);
    assert_eq!(ground.level_at(v(23.0, 25.0)), 0, "its edge belongs to it");
    assert_eq!(ground.level_at(v(23.0, 25.001)), -1);
    let index = ground.index();
    let shape = &index.hills[0];
    let without = Scene { contours: vec![Contour { name: "the ravine", level: -1, shape }], ..Scene::default() };
    let scene = Scene { bridges: index.bridges.iter().collect(), ..without.clone() };
    // Two in the ravine on either side of it, and beside it.
    assert_eq!(why_not(&without, at(23.0, 20.0, -1), at(23.0, 30.0, -1)), "");
    assert_eq!(why_not(&scene, at(23.0, 20.0, -1), at(23.0, 30.0, -1)), "the bridge rises between, 3.0 in away");
    assert_eq!(why_not(&scene, at(23.0, 26.0, -1), at(23.0, 40.0, -1)), "");
    // From the bridge into the ravine: the brink is the bridge's side.
    assert_eq!(why_not(&scene, at(23.0, 24.0, 0), at(23.0, 30.0, -1)), "");
    let hidden = "dead ground: 1.001 in behind the crest of the bridge, seen to 1.0 in";
    assert_eq!(why_not(&scene, at(23.0, 23.999, 0), at(23.0, 30.0, -1)), hidden);
    // Over it from bank to bank, and past it.
    assert_eq!(why_not(&scene, at(15.0, 24.0, 0), at(30.0, 24.0, 0)), "");
}

#[test]
fn a_wood_of_three_thousand_corners_is_like_any_other() {
    let mut numbers = Numbers::new(3000);
    let corner = |n: usize, numbers: &mut Numbers| {
        v(12.0, 12.0) + Vec2::from_angle(n as f32 * TAU / 3000.0) * numbers.real(8.0, 8.4)
    };
    let outline: Vec<Vec2> = (0..3000).map(|n| corner(n, &mut numbers)).collect();
    let table = Table {
        woods: vec![(AreaKind::LightWoods, Shape::with_holes(outline, vec![box_of(10.0, 9.0, 14.0, 13.0)]))],
        ..Table::default()
    };
    let scene = table.scene();
    let (mut doubtful, mut clear) = (0, 0);
    for n in 0..60 {
        let (eye, mark) = (table.point(&mut numbers), table.point(&mut numbers));
        let seen = why_not(&scene, eye, mark).is_empty();
        clear += usize::from(seen);
        if seen != slow::clear(&table, eye, mark, Nudge::default()) {
            doubtful += 1;
            assert!(super::a_hair_decides(&table, eye, mark), "look {n}");
        }
    }
    assert!(doubtful <= 3 && (10..50).contains(&clear), "{doubtful} doubtful, {clear} clear");
    let eye = at(1.0, 1.0, 0);
    let seen = view::visible(&scene, &[eye], &[], Table::bounds());
    let mut off = 0;
    for _ in 0..200 {
        let mark = table.point(&mut numbers);
        off += usize::from(seen.seen.hold(mark.at) != why_not(&scene, eye, mark).is_empty());
    }
    assert!(off <= 4, "{off} of 200");
}
