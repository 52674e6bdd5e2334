use proptest::prelude::*;

use super::*;
use crate::army::Formation;
use crate::geometry::{Degrees, Spot, polygon};
use crate::ground::{Area, Bridge, BridgeKind, Obstacle, Road, ride_cost};

fn spots(points: &[(i32, i32)]) -> Vec<Spot> {
    points.iter().map(|(x, y)| Spot { x: Inches(*x), y: Inches(*y) }).collect()
}

fn area(kind: AreaKind, (left, low): (i32, i32), (right, high): (i32, i32)) -> Area {
    Area { kind, outline: spots(&[(left, low), (right, low), (right, high), (left, high)]), ..Area::default() }
}

fn fence(points: &[(i32, i32)]) -> Obstacle {
    Obstacle { kind: ObstacleKind::RailFence, name: "".into(), line: spots(points) }
}

fn ground(areas: Vec<Area>, obstacles: Vec<Obstacle>) -> Ground {
    Ground { areas, obstacles, ..Ground::bare(Inches::new(72), Inches::new(48)) }
}

fn line() -> Mover {
    let rates = movement::rates(crate::army::Arm::Infantry, Formation::Line);
    Mover {
        rates,
        frontage: Inches::new(5),
        allowance: rates.open,
        spent: Inches::ZERO,
        used: Inches::ZERO,
        cap: None,
        paid: 0,
        guarantee: Guarantee::TwoInches,
    }
}

/// In the middle of the table, facing up.
fn start() -> Pose {
    Pose { at: Spot { x: Inches(30_000), y: Inches(20_000) }, heading: Degrees::ZERO }
}

fn ahead(inches: i32) -> March {
    March { advance: Inches(inches), ..March::default() }
}

#[test]
fn open_ground_costs_its_inches_and_no_thousandth_more() {
    let bare = ground(vec![], vec![]);
    assert_eq!(walk(&bare, &line(), start(), &ahead(6000)).unwrap().cost, Inches(6000));
    let short = walk(&bare, &line(), start(), &ahead(6001)).unwrap_err();
    assert_eq!((short.needed, short.left), (Inches(6001), Inches(6000)));
    let wheel = March { wheel: Degrees::new(45), then: Inches(2073), ..March::default() };
    assert_eq!(walk(&bare, &line(), start(), &wheel).unwrap().cost, Inches(6000));
}

#[test]
fn a_wood_is_entered_by_the_tip_of_the_line() {
    for (left, entered) in [(32_499, true), (32_500, false), (32_501, false)] {
        let woods = ground(vec![area(AreaKind::DenseWoods, (left, 22_000), (40_000, 30_000))], vec![]);
        let walk = walk(&woods, &line(), start(), &ahead(3000)).unwrap();
        assert_eq!(!walk.entered.is_empty(), entered, "{left}");
        if entered {
            assert_eq!(walk.entered[0].along, Inches(2000));
        }
    }
    // A pointed wood that only its corner reaches into the path.
    let mut wedge = area(AreaKind::DenseWoods, (0, 0), (0, 0));
    wedge.outline = spots(&[(30_000, 22_000), (30_100, 30_000), (29_900, 30_000)]);
    let walk = walk(&ground(vec![wedge], vec![]), &line(), start(), &ahead(3000)).unwrap();
    assert_eq!(walk.entered[0].along, Inches(2000));
}

#[test]
fn touching_the_edge_of_a_wood_is_not_entering_it() {
    let woods = ground(vec![area(AreaKind::DenseWoods, (20_000, 22_000), (40_000, 30_000))], vec![]);
    assert!(walk(&woods, &line(), start(), &ahead(2000)).unwrap().entered.is_empty());
    assert_eq!(walk(&woods, &line(), start(), &ahead(2001)).unwrap().entered.len(), 1);
    // From the edge inward it enters at once; from the edge away it never does.
    let at_edge = start().ahead(Inches(2000));
    assert_eq!(walk(&woods, &line(), at_edge, &ahead(1000)).unwrap().entered[0].along, Inches::ZERO);
    let leaving = Pose { at: Spot { x: Inches(30_000), y: Inches(30_000) }, heading: Degrees::ZERO };
    let left = walk(&woods, &line(), leaving, &ahead(6000)).unwrap();
    assert!(left.entered.is_empty() && left.cap.is_none());
}

#[test]
fn woods_cut_what_remains_and_leaving_gives_nothing_back() {
    // 1.0" open, 1.0" of dense woods, open again: 3.0" from the edge on.
    let woods = ground(vec![area(AreaKind::DenseWoods, (20_000, 21_000), (40_000, 22_000))], vec![]);
    let done = walk(&woods, &line(), start(), &ahead(4000)).unwrap();
    assert_eq!((done.cost, done.cap), (Inches(4000), Some(Inches(4000))));
    let short = walk(&woods, &line(), start(), &ahead(4001)).unwrap_err();
    assert_eq!(short.left, Inches(4000));
    // What remains is less than the cap already: it only keeps Double-Time from adding anything inside.
    let late = ground(vec![area(AreaKind::DenseWoods, (20_000, 24_000), (40_000, 29_000))], vec![]);
    assert_eq!(walk(&late, &line(), start(), &ahead(6000)).unwrap().cap, Some(Inches(7000)));
}

#[test]
fn two_caps_cut_one_after_the_other() {
    let woods = ground(
        vec![
            area(AreaKind::LightWoods, (20_000, 20_500), (40_000, 21_500)),
            area(AreaKind::DenseWoods, (20_000, 21_500), (40_000, 30_000)),
        ],
        vec![],
    );
    // Light woods at 0.5": 4.5" in all. Dense woods at 1.5": 3.0" more, the same 4.5".
    let done = walk(&woods, &line(), start(), &ahead(4500)).unwrap();
    assert_eq!(done.cap, Some(Inches(4500)));
    assert_eq!(done.entered.iter().map(|e| e.along).collect::<Vec<_>>(), [Inches(500), Inches(1500)]);
    assert!(walk(&woods, &line(), start(), &ahead(4501)).is_err());
    // The other way round the second cap cuts nothing.
    let woods = ground(
        vec![
            area(AreaKind::DenseWoods, (20_000, 20_500), (40_000, 21_500)),
            area(AreaKind::LightWoods, (20_000, 21_500), (40_000, 30_000)),
        ],
        vec![],
    );
    assert_eq!(walk(&woods, &line(), start(), &ahead(3500)).unwrap().cap, Some(Inches(3500)));
    assert!(walk(&woods, &line(), start(), &ahead(3501)).is_err());
}

#[test]
fn a_unit_that_starts_inside_is_inside_already() {
    let woods = ground(vec![area(AreaKind::DenseWoods, (32_000, 15_000), (40_000, 21_000))], vec![]);
    let done = walk(&woods, &line(), start(), &ahead(3000)).unwrap();
    assert!(done.entered.is_empty());
    assert_eq!(done.cap, Some(Inches(3000)));
    assert!(walk(&woods, &line(), start(), &ahead(3001)).is_err());
    // It goes on in the same turn with what is left of the 3.0".
    let later = Mover { spent: Inches(1000), used: Inches(1000), cap: done.cap, ..line() };
    assert!(walk(&woods, &later, start().ahead(Inches(500)), &ahead(2000)).is_ok());
    assert!(walk(&woods, &later, start().ahead(Inches(500)), &ahead(2001)).is_err());
}

#[test]
fn a_field_is_paid_once_a_turn_also_by_those_who_stand_in_it() {
    let corn = ground(vec![area(AreaKind::Crops, (20_000, 21_000), (40_000, 30_000))], vec![]);
    let done = walk(&corn, &line(), start(), &ahead(4000)).unwrap();
    assert_eq!((done.cost, done.paid), (Inches(6000), 1));
    assert!(walk(&corn, &line(), start(), &ahead(4001)).is_err());
    // Only up to the edge: nothing to pay.
    assert_eq!(walk(&corn, &line(), start(), &ahead(1000)).unwrap().cost, Inches(1000));
    let inside = start().ahead(Inches(3000));
    assert_eq!(walk(&corn, &line(), inside, &ahead(4000)).unwrap().cost, Inches(6000));
    let paid = Mover { paid: 1, spent: Inches(3000), ..line() };
    assert_eq!(walk(&corn, &paid, inside, &ahead(3000)).unwrap().cost, Inches(3000));
}

#[test]
fn a_fence_is_crossed_when_the_front_edge_goes_over_it() {
    let fenced = ground(vec![], vec![fence(&[(20_000, 22_000), (40_000, 22_000)])]);
    assert!(walk(&fenced, &line(), start(), &ahead(2000)).unwrap().crossings.is_empty());
    let over = walk(&fenced, &line(), start(), &ahead(4000)).unwrap();
    assert_eq!((over.cost, over.crossings[0].along), (Inches(6000), Inches(2000)));
    assert!(walk(&fenced, &line(), start(), &ahead(4001)).is_err());
    // Flush against it, it is still to be crossed.
    assert_eq!(walk(&fenced, &line(), start().ahead(Inches(2000)), &ahead(500)).unwrap().crossings.len(), 1);
    assert_eq!(walk(&fenced, &line(), start().ahead(Inches(2001)), &ahead(500)).unwrap().crossings.len(), 0);
    // A fence that ends a thousandth outside the line's right end is not met.
    let beside = ground(vec![], vec![fence(&[(32_500, 22_000), (40_000, 22_000)])]);
    assert!(walk(&beside, &line(), start(), &ahead(4000)).unwrap().crossings.is_empty());
    // A slanting fence is crossed once, though the sweep over it takes long.
    let slant = ground(vec![], vec![fence(&[(20_000, 12_000), (30_000, 22_000), (40_000, 32_000)])]);
    let lower = Pose { at: Spot { x: Inches(30_000), y: Inches(19_000) }, ..start() };
    assert_eq!(walk(&slant, &line(), lower, &ahead(2000)).unwrap().crossings.len(), 1);
    assert_eq!(walk(&slant, &line(), lower.ahead(Inches(1000)), &ahead(2000)).unwrap().crossings.len(), 0, "astride");
    // Two sides of one fence are two crossings.
    let pen = [(20_000, 21_000), (40_000, 21_000), (40_000, 21_500), (20_000, 21_500)];
    assert_eq!(walk(&ground(vec![], vec![fence(&pen)]), &line(), start(), &ahead(2000)).unwrap().crossings.len(), 2);
}

#[test]
fn a_wheel_sweeps_with_its_outer_end() {
    // A right wheel about (32.5, 20): the left end starts at (27.5, 20) and comes up.
    let wheel = March { wheel: Degrees::new(45), ..March::default() };
    let fenced = ground(vec![], vec![fence(&[(20_000, 22_000), (30_000, 22_000)])]);
    let over = walk(&fenced, &line(), start(), &wheel).unwrap();
    // 5.0" x asin(2/5) = 2.058".
    assert_eq!(over.crossings[0].along, Inches(2058));
    assert_eq!(over.cost, Inches(5927));
    let beyond = ground(vec![], vec![fence(&[(20_000, 22_000), (27_900, 22_000)])]);
    assert!(walk(&beyond, &line(), start(), &wheel).unwrap().crossings.is_empty());
    let behind = ground(vec![], vec![fence(&[(20_000, 19_900), (32_000, 19_900)])]);
    assert!(walk(&behind, &line(), start(), &wheel).unwrap().crossings.is_empty());
    let woods = ground(vec![area(AreaKind::LightWoods, (20_000, 22_000), (29_000, 30_000))], vec![]);
    let done = walk(&woods, &line(), start(), &wheel).unwrap();
    assert_eq!(done.entered[0].along, Inches(2058));
    // The other way the same wood is not reached.
    let left = March { wheel: Degrees::new(-45), ..March::default() };
    assert!(walk(&woods, &line(), start(), &left).unwrap().entered.is_empty());
}

#[test]
fn a_fence_met_where_two_legs_join_is_paid_once() {
    let fenced = ground(vec![], vec![fence(&[(20_000, 21_000), (40_000, 21_000)])]);
    let march = March { advance: Inches(1000), wheel: Degrees::new(10), then: Inches(1000) };
    let done = walk(&fenced, &line(), start(), &march).unwrap();
    assert_eq!(done.crossings.len(), 1);
}

#[test]
fn two_inches_are_guaranteed_over_a_fence_and_are_all_of_that_move() {
    let worst = ground(
        vec![area(AreaKind::Crops, (20_000, 20_500), (40_000, 30_000))],
        vec![fence(&[(20_000, 21_000), (40_000, 21_000)])],
    );
    let disordered = Mover { allowance: Inches(4000), ..line() };
    let done = walk(&worst, &disordered, start(), &ahead(2000)).unwrap();
    assert_eq!(done.cost, Inches(4000));
    assert_eq!(done.crossings.len(), 1);
    assert!(walk(&worst, &disordered, start(), &ahead(2001)).is_err());
    // Not for a unit out of command, nor for one that has moved.
    assert!(walk(&worst, &Mover { guarantee: Guarantee::Nothing, ..disordered }, start(), &ahead(2000)).is_err());
    assert!(walk(&worst, &Mover { used: Inches(1), ..disordered }, start(), &ahead(2000)).is_err());
    let short = walk(&worst, &disordered, start(), &ahead(3000)).unwrap_err();
    assert!(short.because.contains("rail fence takes 2.0 in"), "{}", short.because);
}

#[test]
fn a_column_on_a_road_pays_the_road_rate_and_stays_out_of_the_woods() {
    let rates = movement::rates(crate::army::Arm::Infantry, Formation::RoadColumn);
    let column = Mover { rates, frontage: Inches::new(1), allowance: rates.open, ..line() };
    let mut wooded = ground(vec![area(AreaKind::DenseWoods, (20_000, 21_000), (40_000, 45_000))], vec![]);
    assert!(walk(&wooded, &column, start(), &ahead(12_000)).is_err());
    wooded.roads = vec![Road { name: "".into(), line: spots(&[(30_000, 0), (30_000, 48_000)]), width: Inches(1000) }];
    let wooded = wooded.clone();
    let done = walk(&wooded, &column, start(), &ahead(12_000)).unwrap();
    assert_eq!(done.cost, Inches(10_000));
    assert!(done.entered.is_empty());
    assert!(walk(&wooded, &column, start(), &ahead(12_002)).is_err());
    // A line of battle has nothing from the road.
    assert!(!walk(&wooded, &line(), start(), &ahead(2000)).unwrap().entered.is_empty());
}

#[test]
fn a_charge_pays_the_ground_and_stops_where_it_cannot() {
    let rates = movement::rates(crate::army::Arm::Infantry, Formation::Line);
    let nine = Inches::new(9);
    let charge = |ground: &Ground, distance: i32, exempt| {
        let (frontage, from, distance) = (Inches::new(5), start(), Inches(distance));
        walk_charge(ground, &ChargeLine { rates, allowance: nine, frontage, from, distance, exempt, shelter: None })
    };
    let bare = charge(&ground(vec![], vec![]), 9000, None);
    assert_eq!((bare.reach, bare.open_run), (Inches(9000), true));
    assert!(!charge(&ground(vec![], vec![]), 2999, None).open_run);

    let plough = ground(vec![area(AreaKind::Ploughed, (20_000, 21_000), (40_000, 22_000))], vec![]);
    let over = charge(&plough, 9000, None);
    assert_eq!((over.reach, over.cost, over.open_run), (Inches(8000), Inches(9000), true));
    assert!(charge(&plough, 8000, None).arrives(Inches(8000)));

    let fenced = ground(vec![], vec![fence(&[(20_000, 25_000), (40_000, 25_000)])]);
    let over = charge(&fenced, 7000, None);
    assert_eq!((over.reach, over.open_run, over.crossings.len()), (Inches(7000), false, 1));
    assert_eq!(charge(&fenced, 7001, None).reach, Inches(7000));
    let own = charge(&fenced, 9000, Some(PieceId(0)));
    assert_eq!((own.reach, own.open_run, own.crossings.len()), (Inches(9000), true, 0));

    let late = ground(vec![], vec![fence(&[(20_000, 28_000), (40_000, 28_000)])]);
    let stuck = charge(&late, 9000, None);
    assert_eq!((stuck.reach, stuck.crossings.len()), (Inches(8000), 0));

    let woods = ground(vec![area(AreaKind::DenseWoods, (20_000, 23_000), (40_000, 40_000))], vec![]);
    assert_eq!(charge(&woods, 9000, None).reach, Inches(6000));
}

#[test]
fn a_general_rides_slower_in_woods_and_faster_on_roads() {
    let mut country = ground(vec![area(AreaKind::LightWoods, (10_000, 10_000), (20_000, 20_000))], vec![]);
    let spot = |x, y| Spot { x: Inches(x), y: Inches(y) };
    assert_eq!(ride_cost(&country, &[spot(5_000, 15_000), spot(15_000, 15_000)]), Inches(12_500));
    country.roads = vec![Road { name: "".into(), line: spots(&[(0, 15_000), (72_000, 15_000)]), width: Inches(1000) }];
    let country = country.clone();
    assert_eq!(ride_cost(&country, &[spot(5_000, 15_000), spot(15_000, 15_000)]), Inches(7_500));
    assert_eq!(ride_cost(&country, &[spot(30_000, 30_000), spot(42_000, 30_000)]), Inches(12_000));
}

/// The front edge after so many inches, worked out from the pose and not from the sweep.
fn front(march: &March, along: f32) -> (Vec2, Vec2) {
    let pose = path::at(start(), Inches::new(5), march, Inches::round(along));
    (pose.local(-2.5, 0.0), pose.local(2.5, 0.0))
}

/// Distance of a segment from a course; zero when they cross.
fn apart(a: Vec2, b: Vec2, course: &[Vec2]) -> f32 {
    if polygon::touches_line(a, b, course) {
        return 0.0;
    }
    let ends =
        [a, b].into_iter().flat_map(|p| polygon::stretches(course).map(move |(c, d)| polygon::distance_to(p, c, d)));
    ends.chain(course.iter().map(|p| polygon::distance_to(*p, a, b))).fold(f32::INFINITY, f32::min)
}

fn vecs(spots: &[Spot]) -> Vec<Vec2> {
    spots.iter().map(|s| s.vec()).collect()
}

/// A star-shaped outline near the march.
fn blob() -> impl Strategy<Value = Vec<Spot>> {
    (25_000..35_000, 18_000..27_000, prop::collection::vec(300.0_f32..3500.0, 3..7), 0.0_f32..1.0).prop_map(
        |(x, y, radii, turn)| {
            let n = radii.len() as f32;
            let corner = |(i, r): (usize, &f32)| {
                let (sin, cos) = bevy::math::ops::sin_cos((i as f32 + turn) * std::f32::consts::TAU / n);
                Spot { x: Inches(x + (r * cos) as i32), y: Inches(y + (r * sin) as i32) }
            };
            radii.iter().enumerate().map(corner).collect()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// The sweep against the front edge taken every fiftieth of an inch.
    #[test]
    fn the_sweep_agrees_with_small_steps(
        advance in 0..3000, angle in -4500..4500, then in 0..3000,
        outline in blob(),
        course in prop::collection::vec((24_000..36_000, 17_000..28_000), 2..5),
    ) {
        let march = March { advance: Inches(advance), wheel: Degrees(angle), then: Inches(then) };
        let length = path::length(Inches::new(5), &march).get();
        let course = spots(&course);
        let field = Area { kind: AreaKind::Ploughed, outline: outline.clone(), ..Area::default() };
        let ground = ground(vec![field], vec![fence(&[])]);
        let ground = Ground { obstacles: vec![Obstacle { line: course.clone(), ..ground.obstacles[0].clone() }], ..ground };
        let rich = Mover { allowance: Inches::new(100), ..line() };
        let walk = walk(&ground, &rich, start(), &march).unwrap();
        let (outline, course) = (vecs(&outline), vecs(&course));
        let closed: Vec<Vec2> = outline.iter().chain(outline.first()).copied().collect();

        for entry in &walk.entered {
            let (a, b) = front(&march, entry.along.get());
            prop_assert!(apart(a, b, &closed) < 0.02, "enters nothing at {}", entry.along);
        }
        for crossing in &walk.crossings {
            let (a, b) = front(&march, crossing.along.get());
            prop_assert!(apart(a, b, &course) < 0.02, "crosses nothing at {}", crossing.along);
        }
        let (a, b) = front(&march, 0.0);
        let outside = polygon::spans(&outline, a, b).is_empty();
        let away = apart(a, b, &course) > 0.05;
        for s in (0..).map(|n| n as f32 * 0.02).take_while(|s| *s < length) {
            let (a, b) = front(&march, s);
            if outside && polygon::length_inside(&outline, a, b) > 0.1 {
                prop_assert!(walk.entered.iter().any(|e| e.along.get() <= s + 0.01), "inside at {s}");
            }
            let shorter = (a.lerp(b, 0.02), b.lerp(a, 0.02));
            if away && s + 0.05 < length && polygon::touches_line(shorter.0, shorter.1, &course) {
                prop_assert!(walk.crossings.iter().any(|c| c.along.get() <= s + 0.01), "crosses at {s}");
            }
        }
    }
}

#[test]
fn a_bank_that_comes_out_from_under_a_bridge_bars_the_way() {
    // The river's corner lies on the bridge's side: the front is over the bridge until it has passed it.
    let corner = |x: i32| {
        let mut river = area(AreaKind::River, (0, 0), (0, 0));
        river.outline = spots(&[(29_800, 21_000), (x, 22_000), (29_800, 23_000)]);
        let line = spots(&[(30_000, 20_500), (30_000, 24_000)]);
        let bridge = Bridge { kind: BridgeKind::Bridge, name: String::new(), line, width: Inches::new(2) };
        Ground { bridges: vec![bridge], ..ground(vec![river], vec![]) }
    };
    let rates = movement::rates(crate::army::Arm::Infantry, Formation::RoadColumn);
    let column = Mover { rates, frontage: Inches::new(2), allowance: Inches::new(10), ..line() };
    let beside = Pose { at: Spot { x: Inches(30_500), y: Inches(20_000) }, ..start() };
    assert!(walk(&corner(31_000), &column, beside, &ahead(4_000)).is_ok());
    let short = walk(&corner(31_010), &column, beside, &ahead(4_000)).unwrap_err();
    assert_eq!(short.lacks, Lack::Way);
    assert_eq!(short.because, "the river cannot be crossed here");
}

#[test]
fn a_wood_with_a_clearing_is_a_wood_around_it() {
    let mut woods = area(AreaKind::DenseWoods, (20_000, 15_000), (40_000, 30_000));
    woods.holes = vec![spots(&[(25_000, 18_000), (35_000, 18_000), (35_000, 25_000), (25_000, 25_000)])];
    let ground = ground(vec![woods], vec![]);
    let inside = walk(&ground, &line(), start(), &ahead(5_000)).unwrap();
    assert!(inside.entered.is_empty() && inside.cap.is_none());
    assert_eq!(walk(&ground, &line(), start(), &ahead(5_001)).unwrap().entered.len(), 1);
}

#[test]
fn what_is_guaranteed_ends_under_the_woods_own_limit() {
    let woods = ground(
        vec![area(AreaKind::DenseWoods, (20_000, 20_500), (40_000, 30_000))],
        vec![fence(&[(20_000, 21_000), (40_000, 21_000)])],
    );
    // 2.0" and the fence are 4.0", the woods leave 3.5": what is left of those goes with it.
    let done = walk(&woods, &line(), start(), &ahead(2_000)).unwrap();
    assert_eq!((done.cost, done.cap), (Inches(3_500), Some(Inches(3_500))));
}
