use super::*;
use crate::army::Side;
use crate::geometry::Spot;
use crate::ground::{Area, AreaKind, Obstacle, ObstacleKind};
use crate::turn::fixture::{Post, bare, field, pose};

const LINE: Formation = Formation::Line;
const US: RegimentId = RegimentId(0);

/// A line of five in the middle of the table, facing up, and others.
fn posts(others: &[Post]) -> Vec<Post> {
    let mut posts = vec![(Side::Union, 30_000, 20_000, 0, 5, LINE)];
    posts.extend_from_slice(others);
    posts
}

fn ahead(inches: i32) -> March {
    March { advance: Inches(inches), ..March::default() }
}

fn wheel(degrees: i32) -> March {
    March { wheel: Degrees::new(degrees), ..March::default() }
}

#[track_caller]
fn refused(result: Result<Walk, Refusal>, part: &str) {
    let why = result.expect_err("it should be refused").to_string();
    assert!(why.contains(part), "{why}");
}

#[test]
fn rates_with_double_time_and_disorder() {
    let mut field = field(bare(), &posts(&[]));
    assert_eq!(mover(&field, field.unit(US)).allowance, Inches(6000));
    field.units[0].deeds.doubled = true;
    assert_eq!(mover(&field, field.unit(US)).allowance, Inches(9000));
    field.units[0].deeds.doubled = false;
    field.clock.phase = Phase::Maneuver;
    field.units[0].condition.disordered = true;
    assert_eq!(mover(&field, field.unit(US)).allowance, Inches(6000), "disordered in mid-move");
    field.units[0].deeds.slow = true;
    assert_eq!(mover(&field, field.unit(US)).allowance, Inches(4000), "disordered when the phase began");
}

#[test]
fn a_free_move_keeps_more_than_an_inch_from_the_enemy() {
    // His front is 5.0" ahead.
    let field = field(bare(), &posts(&[(Side::Confederate, 30_000, 25_000, 180, 5, LINE)]));
    assert!(lawful(&field, US, &ahead(3999)).is_ok());
    refused(
        lawful(&field, US, &ahead(4000)),
        "it would end 1.0 in from the Regiment 1; a free move keeps more than 1.0 in",
    );
    refused(lawful(&field, US, &ahead(4200)), "0.8 in");
}

#[test]
fn passing_counts_as_well_as_ending() {
    // A column beside the path: passed with 1.0" to spare or a thousandth more.
    for (x, clear) in [(34_000, false), (34_001, true)] {
        let field = field(bare(), &posts(&[(Side::Confederate, x, 25_000, 0, 3, Formation::RoadColumn)]));
        let result = lawful(&field, US, &ahead(6000));
        if clear {
            assert!(result.is_ok());
        } else {
            refused(result, "it would pass 1.0 in");
        }
    }
    // The outer end of a wheel passes an enemy that its end does not come near.
    let field = field(bare(), &posts(&[(Side::Confederate, 26_740, 22_450, 180, 1, LINE)]));
    refused(lawful(&field, US, &wheel(45)), "it would pass 0.7");
    assert!(lawful(&field, US, &wheel(-45)).is_ok());
}

#[test]
fn who_begins_too_near_may_only_go_away() {
    let field = field(bare(), &posts(&[(Side::Confederate, 30_000, 18_000, 180, 5, LINE)]));
    assert!(lawful(&field, US, &ahead(1000)).is_ok());
    refused(lawful(&field, US, &ahead(200)), "it would end");
}

#[test]
fn friends_are_passed_and_not_stood_on() {
    let friend = |x, y| field(bare(), &posts(&[(Side::Union, x, y, 0, 5, LINE)]));
    // Flush behind him is lawful, a thousandth more is the noise of rounding, a hundredth is not.
    let ahead_of_us = friend(30_000, 23_750);
    assert!(lawful(&ahead_of_us, US, &ahead(3000)).is_ok());
    refused(lawful(&ahead_of_us, US, &ahead(3010)), "it would end on the Regiment 1, a friend");
    // His front is at 23.75: three quarters of an inch beyond it the passage is done.
    refused(lawful(&ahead_of_us, US, &ahead(4490)), "it would end on the Regiment 1, a friend");
    assert!(lawful(&ahead_of_us, US, &ahead(4500)).is_ok());
    // Side by side, flush, he is no hindrance straight ahead.
    assert!(lawful(&friend(35_000, 20_000), US, &ahead(3000)).is_ok());
    // At the interval of half an inch neither is he in a wheel.
    assert!(lawful(&friend(24_500, 20_000), US, &wheel(45)).is_ok());
}

#[test]
fn one_wheel_of_45_degrees_and_the_edge_of_the_table() {
    let mut field = field(bare(), &posts(&[]));
    assert!(lawful(&field, US, &wheel(45)).is_ok());
    refused(lawful(&field, US, &March { wheel: Degrees(4501), ..March::default() }), "45\u{b0} is the most");
    field.units[0].deeds.wheeled = true;
    refused(lawful(&field, US, &wheel(1)), "one wheel");
    assert!(passable(&field, US, &wheel(1)).is_ok(), "the rest of a wheel under way");
    refused(lawful(&field, US, &March::default()), "nowhere");
    field.units[0].place.pose = pose(30_000, 46_000, 0);
    assert!(lawful(&field, US, &ahead(2000)).is_ok());
    refused(lawful(&field, US, &ahead(2001)), "leave the table");
}

#[test]
fn the_pointer_is_reached_where_it_can_be() {
    let field = field(bare(), &posts(&[]));
    for to in [(30.0, 24.0), (31.5, 24.5), (28.0, 23.5), (32.0, 24.0)] {
        let to = Vec2::new(to.0, to.1);
        let plan = nearest(&field, US, to, Grip::Middle).unwrap();
        assert!(plan.to.at.vec().distance(to) < 0.15, "{to} {plan:?}");
        assert!(Course::of(&field, field.unit(US)).check(&plan.way).is_ok());
        assert!(plan.walk.cost <= Inches(6000));
    }
    let straight = nearest(&field, US, Vec2::new(30.05, 24.0), Grip::Middle).unwrap();
    assert_eq!(straight.way, ahead(4000).into());
    let far = nearest(&field, US, Vec2::new(30.0, 40.0), Grip::Middle).unwrap();
    assert_eq!(far.way, ahead(6000).into());
    assert!(nearest(&field, US, Vec2::new(30.0, 10.0), Grip::Middle).is_none());
}

#[test]
fn the_plan_stops_short_of_the_enemy_and_of_ground_that_costs_too_much() {
    let foe = field(bare(), &posts(&[(Side::Confederate, 30_000, 25_000, 180, 5, LINE)]));
    let plan = nearest(&foe, US, Vec2::new(30.0, 26.0), Grip::Middle).unwrap();
    assert!(plan.to.at.y > Inches(23_900) && plan.to.at.y < Inches(24_000), "{plan:?}");
    let mut ground = bare();
    let fence = [(0, 25_000), (72_000, 25_000)].map(|(x, y)| Spot { x: Inches(x), y: Inches(y) }).to_vec();
    ground.obstacles.push(Obstacle { kind: ObstacleKind::RailFence, name: "".into(), line: fence });
    let plan = nearest(&field(ground, &posts(&[])), US, Vec2::new(30.0, 27.0), Grip::Middle).unwrap();
    assert!(plan.to.at.y >= Inches(24_970) && plan.to.at.y <= Inches(25_000), "{plan:?}");
}

#[test]
fn a_flank_that_is_dragged_wheels() {
    let field = field(bare(), &posts(&[]));
    let plan = nearest(&field, US, Vec2::new(28.0, 23.0), Grip::LeftFlank).unwrap();
    assert!((plan.way.wheel().0 - 3_370).abs() < 5, "{plan:?}");
    assert_eq!(plan.way.forward(plan.to), Inches::ZERO);
    let plan = nearest(&field, US, Vec2::new(32.0, 23.0), Grip::RightFlank).unwrap();
    assert!((plan.way.wheel().0 + 3_370).abs() < 5, "{plan:?}");
    let most = nearest(&field, US, Vec2::new(33.0, 30.0), Grip::LeftFlank).unwrap();
    assert_eq!(most.way.wheel(), Degrees::new(45));
}

#[test]
fn the_reach_is_a_fan_cut_where_the_enemy_is_near() {
    let far = |field: &Field| reach(field, US).ground.rims.concat().iter().map(|p| p.y).fold(0.0, f32::max);
    let open = field(bare(), &posts(&[]));
    assert!((far(&open) - 26.0).abs() < 0.1);
    // A wheel at once carries the middle of its front round the corner, 2.5" from it; 3.927" of the way are gone then.
    let (start, end) = (Vec2::new(30.732, 21.768), Vec2::new(32.198, 23.234));
    let ground = reach(&open, US).ground;
    for (inside, place) in [
        (true, start.lerp(end, 0.8) + Vec2::new(-0.1, 0.1)),
        (false, start.lerp(end, 1.1)),
        (false, start.lerp(end, 0.5) + Vec2::new(0.2, -0.2)),
        (true, start.lerp(end, 0.5) + Vec2::new(-0.2, 0.2)),
        (true, Vec2::new(30.0, 25.9)),
        (false, Vec2::new(30.0, 26.1)),
        (false, Vec2::new(30.0, 19.8)),
        (false, Vec2::new(27.8, 21.5)),
    ] {
        assert_eq!(ground.holds(place), inside, "{place}");
    }
    // His front is at 24.0 and twelve stands wide: 1.0" before it nobody stops.
    let foe = field(bare(), &posts(&[(Side::Confederate, 30_000, 24_000, 180, 12, LINE)]));
    assert!((far(&foe) - 23.0).abs() < 0.1);
}

#[test]
fn the_reach_of_a_line_goes_by_an_enemy_and_leaves_friends_out() {
    // A stand of the enemy ahead on the right, from 33 to 34, and friends on the left, from 25 to 27 and from 24.25 to 25.
    let others = [(Side::Confederate, 33_500, 24_000, 180, 1, LINE), (Side::Union, 26_000, 25_000, 0, 2, LINE)];
    let field = field(bare(), &posts(&others));
    let ground = reach(&field, US).ground;
    let mut inside = 0;
    for (x, y) in (0..14).flat_map(|x| (0..12).map(move |y| (x, y))) {
        let place = Vec2::new(26.1 + 0.61 * x as f32, 19.7 + 0.57 * y as f32);
        let rims = ground.rims.iter().flat_map(|rim| crate::geometry::polygon::edges(rim));
        let edge = rims.map(|(a, b)| crate::geometry::polygon::distance_to(place, a, b)).fold(f32::INFINITY, f32::min);
        if edge > 0.2 {
            let plan = nearest(&field, US, place, Grip::Middle);
            let miss = plan.map_or(f32::INFINITY, |plan| plan.to.at.vec().distance(place));
            assert_eq!(ground.holds(place), miss < 0.1, "{place}, the planner is {miss} off");
            inside += usize::from(ground.holds(place));
        }
    }
    assert!(inside > 12, "{inside}");
}

#[test]
fn who_may_not_wheel_has_a_line_for_his_reach() {
    let mut field = field(bare(), &posts(&[]));
    field.units[0].deeds.wheeled = true;
    let reach = reach(&field, US);
    assert_eq!(reach.ground.rims, [[Vec2::new(30.0, 20.0), Vec2::new(30.0, 26.0)]]);
    assert!(reach.slow.is_empty());
}

#[test]
fn the_reach_of_a_line_is_slow_beyond_a_fence() {
    let line = vec![Spot { x: Inches(20_000), y: Inches(22_000) }, Spot { x: Inches(40_000), y: Inches(22_000) }];
    let mut ground = bare();
    ground.obstacles.push(Obstacle { kind: ObstacleKind::RailFence, name: "".into(), line });
    let reach = reach(&field(ground, &posts(&[])), US);
    let at = |x: f32, y: f32| (reach.ground.holds(Vec2::new(x, y)), reach.slow.holds(Vec2::new(x, y)));
    assert_eq!(at(30.0, 21.7), (true, false));
    assert_eq!(at(30.0, 22.4), (true, true));
    assert_eq!(at(30.0, 23.6), (true, true));
    assert_eq!(at(30.0, 24.3), (false, false));
}

#[test]
fn lines_that_stand_flush_at_an_odd_angle_neither_stick_nor_creep() {
    for heading in [1_234, 3_711, 7_777, 20_013, 31_415] {
        let mut field = field(bare(), &posts(&[(Side::Union, 36_000, 20_000, 0, 5, LINE)]));
        field.units[0].place.pose.heading = Degrees(heading);
        let beside = field.units[0].place.pose.local(5.0, 0.0);
        field.units[1].place.pose = Pose::round(beside, Degrees(heading));
        for general in &mut field.generals {
            general.state.at = Spot::round(beside);
        }
        for n in 0..60 {
            for id in [RegimentId(0), RegimentId(1)] {
                let march = ahead(41 + 7 * (n % 9));
                let plan = lawful(&field, id, &march);
                assert!(plan.is_ok(), "{heading}, {n}: {plan:?}");
                let unit = &mut field.units[id.index()];
                unit.place.pose = path::end(unit.place.pose, Inches::new(5), &march);
            }
            let deep = sunk(&field.units[0].bases(), &field.units[1].bases());
            assert!(deep < 0.003, "{heading}, {n}: {deep}");
        }
    }
}

#[test]
fn the_reach_of_a_skirmish_line_goes_round_the_enemy_and_on_behind_him() {
    // A stand of the enemy ahead, from 29.25 to 30 and from 23 to 24, and one of friends on the left, from 26.5 to 27.5 and
    // from 19.25 to 20. Our own is 1.0" wide, and 0.75" deep behind its place.
    let others = [(Side::Confederate, 30_000, 23_500, 90, 1, LINE), (Side::Union, 27_000, 20_000, 0, 1, LINE)];
    let mut field = field(bare(), &posts(&others));
    field.units[0].regiment.arm = crate::army::Arm::Cavalry;
    field.units[0].place.formation = Formation::Dismounted;
    field.units[0].place.files = crate::army::Files::of(1);
    field.generals[0].state.at = Spot { x: Inches(30_000), y: Inches(12_000) };
    let reach = reach(&field, US);
    for (place, inside) in [
        ((30.0, 20.0), true),
        ((30.0, 21.9), true),
        // Within an inch of him.
        ((30.0, 22.1), false),
        ((31.4, 23.5), false),
        ((31.6, 23.5), true),
        // Past him, and not behind him: it goes 5.0".
        ((32.2, 23.9), true),
        ((30.0, 24.9), false),
        // On friends nobody ends; past them he may go.
        ((27.0, 19.8), false),
        ((25.4, 20.0), true),
        ((30.0, 15.1), true),
        ((30.0, 14.9), false),
        ((35.1, 20.0), false),
    ] {
        let plan = nearest(&field, US, Vec2::from(place), Grip::Middle);
        let miss = plan.map_or(f32::INFINITY, |plan| plan.to.at.vec().distance(Vec2::from(place)));
        assert_eq!(reach.ground.holds(Vec2::from(place)), inside, "{place:?}, the planner is {miss} off");
    }
    assert_eq!(reach.ground.rims.len(), 2, "round it all, and round the friends");
    assert!(reach.slow.is_empty());
}

#[test]
fn the_reach_of_a_skirmish_line_is_slow_where_the_ground_is() {
    let mut ground = bare();
    let outline = [(28_000, 22_000), (36_000, 22_000), (36_000, 30_000), (28_000, 30_000)];
    let outline = outline.map(|(x, y)| Spot { x: Inches(x), y: Inches(y) }).to_vec();
    ground.areas.push(Area { kind: AreaKind::Ploughed, outline, ..Area::default() });
    let mut field = field(ground, &posts(&[]));
    field.units[0].regiment.arm = crate::army::Arm::Cavalry;
    field.units[0].place.formation = Formation::Dismounted;
    field.generals[0].state.at = Spot { x: Inches(30_000), y: Inches(12_000) };
    let reach = reach(&field, US);
    let at = |x: f32, y: f32| (reach.ground.holds(Vec2::new(x, y)), reach.slow.holds(Vec2::new(x, y)));
    assert_eq!(at(30.0, 21.8), (true, false));
    assert_eq!(at(30.0, 22.3), (true, true));
    // Of 5.0" the field takes 2.0": an inch of it is left, and round its corner more.
    assert_eq!(at(30.0, 22.8), (true, true));
    assert_eq!(at(30.0, 23.2), (false, false));
    assert_eq!(at(27.8, 24.0), (true, false));
}

#[test]
fn a_general_joins_a_regiment_round_what_is_in_his_way() {
    use crate::army::GeneralId;
    use crate::turn::order::Order;
    // The enemy stands between him and the first regiment of his brigade.
    let mut field = field(bare(), &posts(&[(Side::Confederate, 30_000, 14_000, 180, 3, LINE)]));
    field.generals[0].state.at = Spot { x: Inches(30_000), y: Inches(11_400) };
    let rides = ride::Rides::of(&field, GeneralId(0));
    let order = rides.joining(&field, US);
    let Order::Attach { via, .. } = &order else { panic!("{order:?}") };
    assert!(!via.is_empty());
    assert!(crate::turn::check(&field, &crate::turn::Agenda::default(), &order).is_ok(), "{order:?}");
    let (_, cost) = crate::turn::general::check_joining(&field, GeneralId(0), US, via).unwrap();
    // By the corners at 1.5" from his flank it is 10.87"; a way along the curve is shorter.
    assert!(cost < Inches(10_880), "{cost}");
    // A regiment in contact he joins from behind, though his place there is nearer to the enemy than he may ride.
    let mut fight = self::field(bare(), &posts(&[(Side::Confederate, 30_000, 20_000, 180, 5, LINE)]));
    fight.generals[0].state.at = Spot { x: Inches(37_000), y: Inches(22_000) };
    let order = ride::Rides::of(&fight, GeneralId(0)).joining(&fight, US);
    assert!(crate::turn::check(&fight, &crate::turn::Agenda::default(), &order).is_ok(), "{order:?}");
    // With nothing between he rides straight; out of his reach he is told why not.
    field.generals[0].state.at = Spot { x: Inches(20_000), y: Inches(18_000) };
    let rides = ride::Rides::of(&field, GeneralId(0));
    assert_eq!(rides.joining(&field, US), Order::Attach { general: GeneralId(0), unit: US, via: Vec::new() });
    field.generals[0].state.at = Spot { x: Inches(10_000), y: Inches(18_000) };
    let rides = ride::Rides::of(&field, GeneralId(0));
    let far = rides.joining(&field, US);
    let verdict = crate::turn::check(&field, &crate::turn::Agenda::default(), &far);
    assert!(verdict.is_err_and(|why| why.to_string().contains("12.0 in is left")), "{far:?}");
}

#[test]
fn on_a_crowded_table_every_plan_is_lawful() {
    let mut others = Vec::new();
    for n in 0..30 {
        others.push((Side::Union, 3_000 + 5500 * (n % 12), 12_000 + 2000 * (n / 12), 0, 5, LINE));
        others.push((Side::Confederate, 3_000 + 5500 * (n % 12), 27_000 + 2000 * (n / 12), 180, 5, LINE));
    }
    let mut ground = bare();
    for n in 0..150 {
        let (x, y) = (500 + 2300 * (n % 30), 2_000 + 9000 * (n / 30));
        let spots = |points: &[(i32, i32)]| points.iter().map(|(x, y)| Spot { x: Inches(*x), y: Inches(*y) }).collect();
        ground.areas.push(Area {
            kind: AreaKind::LightWoods,
            outline: spots(&[(x, y), (x + 1500, y), (x + 1500, y + 1500), (x, y + 1500)]),
            ..Area::default()
        });
        ground.obstacles.push(Obstacle {
            kind: ObstacleKind::RailFence,
            name: "".into(),
            line: spots(&[(x, y + 3000), (x + 2000, y + 3300)]),
        });
    }
    let field = field(ground, &posts(&others));
    // Everywhere in front, most of it out of reach or too near the enemy.
    let mut plans = 0;
    for n in 0..60 {
        let to = Vec2::new(24.0 + 0.2 * n as f32, 21.0 + 0.13 * n as f32);
        if let Some(plan) = nearest(&field, US, to, Grip::Middle) {
            assert!(plan.walk.cost <= Inches::new(6), "{plan:?}");
            assert!(crate::turn::check(&field, &crate::turn::Agenda::default(), &plan.order(US)).is_ok(), "{plan:?}");
            plans += 1;
        }
    }
    assert!(plans > 30, "{plans} of 60");
    assert!(!reach(&field, US).ground.is_empty());
}
