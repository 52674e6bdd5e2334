use super::*;
use crate::army::Smoke;
use crate::geometry::Spot;
use crate::ground::{Area, AreaKind, Hill};
use crate::turn::fixture::{Post, bare, field, pose};

fn square(left: i32, low: i32, right: i32, high: i32) -> Vec<Spot> {
    [(left, low), (right, low), (right, high), (left, high)].map(|(x, y)| Spot { x: Inches(x), y: Inches(y) }).into()
}

const LINE: Formation = Formation::Line;
const US: RegimentId = RegimentId(0);
const THEM: RegimentId = RegimentId(1);

/// Two lines face each other, ten inches apart.
fn duel() -> [Post; 2] {
    [(Side::Union, 30_000, 20_000, 0, 5, LINE), (Side::Confederate, 30_000, 30_000, 180, 5, LINE)]
}

#[test]
fn every_stand_of_a_line_sees_and_measures_from_its_own_front() {
    let seen = sees(&field(bare(), &duel()), US, THEM);
    assert_eq!(seen.stands.len(), 5);
    assert!(seen.stands.iter().all(|stand| stand.in_arc && stand.sight.clear && stand.range == Inches(10_000)));
    // In column only the first rank counts.
    let mut posts = duel();
    posts[0].5 = Formation::AssaultColumn;
    assert_eq!(sees(&field(bare(), &posts), US, THEM).stands.len(), 2);
    // Turned away nobody has the enemy in his arc.
    posts[0].3 = 180;
    assert!(!sees(&field(bare(), &posts), US, THEM).clear());
}

#[test]
fn a_friend_between_bars_every_stand_behind_him() {
    let mut posts = duel().to_vec();
    posts.push((Side::Union, 30_000, 25_000, 0, 12, LINE));
    let seen = sees(&field(bare(), &posts), US, THEM);
    assert!(seen.stands.iter().all(|stand| !stand.sight.clear && stand.sight.barred()));
    assert_eq!(seen.stands[0].sight.why_not(), "Regiment 2, our own, is in the way");
    // A regiment that is gone hides nothing.
    let mut field = field(bare(), &posts);
    field.units[2].condition.gone = true;
    assert!(sees(&field, US, THEM).clear());
}

#[test]
fn what_would_be_seen_from_elsewhere() {
    let mut ground = bare();
    ground.areas.push(Area {
        kind: AreaKind::DenseWoods,
        outline: square(0, 22_000, 40_000, 28_000),
        ..Area::default()
    });
    let field = field(ground, &duel());
    assert!(!sees(&field, US, THEM).clear());
    let unit = field.unit(US);
    let place = Place { pose: pose(45_000, 25_000, 315), ..unit.place };
    assert!(sees_from(&field, unit, place, field.unit(THEM)).clear());
    assert!(!in_sight(&field, US, THEM));
    assert!(from_point(&field, Side::Union, Vec2::new(45.0, 25.0), field.unit(THEM)).clear);
}

#[test]
fn a_reverse_slope_hides_a_whole_regiment() {
    // The hill begins at y = 26; its regiment faces the crest from 1.0" behind it, then from a thousandth more.
    for (front, clear) in [(27_000, true), (27_001, false)] {
        let mut ground = bare();
        ground.hills.push(Hill { name: "Ridge".into(), level: 1, outline: square(0, 26_000, 72_000, 40_000) });
        let mut posts = duel();
        posts[1].2 = front;
        let field = field(ground, &posts);
        assert_eq!(sees(&field, US, THEM).clear(), clear);
        assert_eq!(sees(&field, THEM, US).clear(), clear);
        assert_eq!(in_sight(&field, US, THEM), clear);
    }
}

fn smoke(of: u16, x: i32, heading: i32) -> Smoke {
    Smoke { of: RegimentId(of), side: Side::Union, pose: pose(x, 20_000, heading), frontage: Inches(5000) }
}

#[test]
fn three_regiments_side_by_side_make_a_smoke_wall() {
    let posts: Vec<Post> = (0..4)
        .map(|n| match n {
            0 => (Side::Union, 30_000, 20_000, 0, 5, LINE),
            1 => (Side::Confederate, 30_000, 28_001, 180, 5, LINE),
            n => (Side::Union, 30_000 + 6000 * (n - 1), 20_000, 0, 5, LINE),
        })
        .collect();
    let mut field = field(bare(), &posts);
    field.smoke = vec![smoke(0, 30_000, 0), smoke(2, 36_000, 0), smoke(3, 42_000, 0)];
    assert_eq!(walls(&field).len(), 1);
    let seen = sees(&field, US, THEM);
    assert!(!seen.clear() && seen.stands[0].sight.why_not().contains("smoke wall"));
    assert!(!sees(&field, THEM, US).clear(), "it hides both ways");
    field.units[1].place.pose = pose(30_000, 28_000, 180);
    assert!(sees(&field, US, THEM).clear());
    // Too far between, turned too far, or only two regiments: no wall.
    field.smoke[2] = smoke(3, 42_001, 0);
    assert!(walls(&field).is_empty());
    field.smoke[2] = smoke(3, 42_000, 46);
    assert!(walls(&field).is_empty());
    field.smoke[2] = smoke(2, 42_000, 0);
    assert!(walls(&field).is_empty());
}

#[test]
fn an_assault_column_of_five_is_no_wider_than_its_bases_at_the_tail() {
    let column = blocks(pose(30_000, 20_000, 0), Formation::AssaultColumn, Files::of(5));
    assert_eq!(column.len(), 2);
    assert_eq!((column[0].depth, column[1].frontage), (Inches(1500), Inches(1000)));
    assert_eq!(column[1].pose.at.y, Inches(18_500));
    assert_eq!(blocks(pose(30_000, 20_000, 0), Formation::AssaultColumn, Files::of(4)).len(), 1);
}
