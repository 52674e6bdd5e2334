//! What holds for any march over any ground: longer is not cheaper, two marches are not cheaper than one, and the table
//! may be turned.

use proptest::prelude::*;

use super::walk::{Guarantee, Lack, Mover, Short, Walk, walk};
use super::{Area, AreaKind, Bridge, BridgeKind, Ground, Obstacle, ObstacleKind, Road};
use crate::army::{Arm, Formation};
use crate::book::movement::rates;
use crate::geometry::{Degrees, Inches, March, Pose, Spot, path};

const AREAS: [AreaKind; 8] = [
    AreaKind::Crops,
    AreaKind::Ploughed,
    AreaKind::LightWoods,
    AreaKind::DenseWoods,
    AreaKind::Stream,
    AreaKind::River,
    AreaKind::SunkenRoad,
    AreaKind::Rubble,
];

const OBSTACLES: [ObstacleKind; 5] = [
    ObstacleKind::RailFence,
    ObstacleKind::StoneWall,
    ObstacleKind::Hedge,
    ObstacleKind::Abatis,
    ObstacleKind::Earthworks,
];

/// Arm, formation, frontage.
const MOVERS: [(Arm, Formation, i32); 9] = [
    (Arm::Infantry, Formation::Line, 5),
    (Arm::Infantry, Formation::AssaultColumn, 2),
    (Arm::Infantry, Formation::RoadColumn, 1),
    (Arm::Cavalry, Formation::MountedLine, 4),
    (Arm::Cavalry, Formation::MountedColumn, 1),
    (Arm::Cavalry, Formation::Dismounted, 4),
    (Arm::FootArtillery, Formation::Limbered, 1),
    (Arm::HorseArtillery, Formation::Limbered, 1),
    (Arm::FootArtillery, Formation::Unlimbered, 2),
];

fn mover(which: usize) -> Mover {
    let (arm, formation, frontage) = MOVERS[which];
    let rates = rates(arm, formation);
    Mover {
        rates,
        frontage: Inches::new(frontage),
        allowance: rates.open,
        spent: Inches::ZERO,
        used: Inches::ZERO,
        cap: None,
        paid: 0,
        guarantee: if formation.is_formed() { Guarantee::TwoInches } else { Guarantee::Nothing },
    }
}

/// In the middle of the ground that [`ground`] makes.
fn start() -> Pose {
    Pose { at: Spot { x: Inches(30_000), y: Inches(20_000) }, heading: Degrees(2_137) }
}

fn blob() -> impl Strategy<Value = Vec<Spot>> {
    (26_000..40_000, 16_000..32_000, prop::collection::vec(300.0_f32..3500.0, 3..7), 0.0_f32..1.0).prop_map(
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

fn course() -> impl Strategy<Value = Vec<Spot>> {
    prop::collection::vec((24_000..44_000, 14_000..36_000), 2..4)
        .prop_map(|points| points.into_iter().map(|(x, y)| Spot { x: Inches(x), y: Inches(y) }).collect())
}

fn ground() -> impl Strategy<Value = Ground> {
    (
        prop::collection::vec((0..AREAS.len(), blob()), 0..5),
        prop::collection::vec((0..OBSTACLES.len(), course()), 0..4),
        prop::collection::vec(course(), 0..3),
        prop::collection::vec((any::<bool>(), course()), 0..3),
    )
        .prop_map(|(areas, obstacles, roads, bridges)| Ground {
            areas: areas
                .into_iter()
                .map(|(kind, outline)| Area { kind: AREAS[kind], outline, ..Area::default() })
                .collect(),
            obstacles: obstacles
                .into_iter()
                .map(|(kind, line)| Obstacle { kind: OBSTACLES[kind], name: String::new(), line })
                .collect(),
            roads: roads.into_iter().map(|line| Road { name: String::new(), line, width: Inches::new(1) }).collect(),
            bridges: bridges
                .into_iter()
                .map(|(ford, line)| Bridge {
                    kind: if ford { BridgeKind::Ford } else { BridgeKind::Bridge },
                    name: String::new(),
                    line,
                    width: Inches::new(2),
                })
                .collect(),
            ..Ground::bare(Inches::new(72), Inches::new(48))
        })
}

fn march() -> impl Strategy<Value = March> {
    (0..5000, prop_oneof![Just(0), -4500..4500], 0..5000).prop_map(|(advance, wheel, then)| March {
        advance: Inches(advance),
        wheel: Degrees(wheel),
        then: Inches(then),
    })
}

/// A quarter turn to the right about the table's corner.
fn turned(ground: &Ground) -> Ground {
    let spot = |spot: &Spot| Spot { x: spot.y, y: ground.width - spot.x };
    let spots = |line: &[Spot]| line.iter().map(spot).collect::<Vec<_>>();
    let mut turned = Ground { width: ground.height, height: ground.width, ..ground.clone() };
    turned.areas.iter_mut().for_each(|area| area.outline = spots(&area.outline));
    turned.obstacles.iter_mut().for_each(|obstacle| obstacle.line = spots(&obstacle.line));
    turned.roads.iter_mut().for_each(|road| road.line = spots(&road.line));
    turned.bridges.iter_mut().for_each(|bridge| bridge.line = spots(&bridge.line));
    turned
}

/// Everything moved by so much.
fn moved(ground: &Ground, (x, y): (i32, i32)) -> Ground {
    let mut moved = ground.clone();
    let shift = |line: &mut Vec<Spot>| {
        for spot in line {
            *spot = Spot { x: spot.x + Inches(x), y: spot.y + Inches(y) };
        }
    };
    moved.areas.iter_mut().for_each(|area| shift(&mut area.outline));
    moved.obstacles.iter_mut().for_each(|obstacle| shift(&mut obstacle.line));
    moved.roads.iter_mut().for_each(|road| shift(&mut road.line));
    moved.bridges.iter_mut().for_each(|bridge| shift(&mut bridge.line));
    moved
}

/// Whether two answers are the same but for the last digits of lengths.
fn alike(a: &Result<Walk, Short>, b: &Result<Walk, Short>) -> bool {
    /// Rounding of poses, a few thousandths at the rim of a wheel.
    const NEAR: i32 = 12;
    match (a, b) {
        (Ok(a), Ok(b)) => {
            (a.cost - b.cost).0.abs() <= NEAR
                && a.crossings.iter().map(|c| c.piece).eq(b.crossings.iter().map(|c| c.piece))
                && a.paid == b.paid
        }
        (Err(a), Err(b)) => a.lacks == b.lacks,
        _ => false,
    }
}

/// Whether a hair more or less of a march changes what it is: then rounding decides, and nothing is shown.
fn is_settled(ground: &Ground, mover: &Mover, from: Pose, march: &March) -> bool {
    let here = walk(ground, mover, from, march);
    [-15, 15].into_iter().all(|hair| {
        let along = March { then: (march.then + Inches(hair)).floor_zero(), ..*march };
        let aside = Pose { at: Spot { x: from.at.x + Inches(hair), y: from.at.y - Inches(hair) }, ..from };
        [walk(ground, mover, from, &along), walk(ground, mover, aside, march)].iter().all(|there| {
            match (&here, there) {
                (Ok(a), Ok(b)) => {
                    (a.cost - b.cost).0.abs() <= 200 && a.paid == b.paid && a.crossings.len() == b.crossings.len()
                }
                (Err(a), Err(b)) => a.lacks == b.lacks,
                _ => false,
            }
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn longer_is_not_cheaper(ground in ground(), which in 0..MOVERS.len(), march in march(), part in 0.0_f32..1.0) {
        let mover = mover(which);
        let rich = Mover { allowance: Inches::new(40), ..mover };
        for mover in [mover, rich] {
            let length = path::length(mover.frontage, &march);
            let (first, _) = path::split(&march, mover.frontage, Inches::round(length.get() * part));
            if let Ok(whole) = walk(&ground, &mover, start(), &march) {
                let short = walk(&ground, &mover, start(), &first);
                prop_assert!(short.is_ok(), "{short:?} on the way of {whole:?}");
                let cost = short.unwrap().cost;
                prop_assert!(cost <= whole.cost + Inches(3), "{cost} on the way of {}", whole.cost);
            }
        }
    }

    #[test]
    fn two_marches_are_not_cheaper_than_one(
        ground in ground(), which in 0..MOVERS.len(), march in march(), part in 0.0_f32..1.0,
    ) {
        let own = mover(which);
        let rich = Mover { allowance: Inches::new(40), ..own };
        for mover in [own, rich] {
            let length = path::length(mover.frontage, &march);
            let cut = Inches::round(length.get() * part);
            let (first, second) = path::split(&march, mover.frontage, cut);
            prop_assume!(first != March::default() && second != March::default());
            let Ok(before) = walk(&ground, &mover, start(), &first) else { continue };
            let (spent, used) = (before.cost, before.cost - before.taken);
            let later = Mover { spent, used, cap: before.cap, paid: before.paid, ..mover };
            let halfway = path::end(start(), mover.frontage, &first);
            let Ok(after) = walk(&ground, &later, halfway, &second) else { continue };
            // Where the cut falls on an obstacle or an edge, the rounding of the pose decides which part meets it.
            let settled = [-4, 4].into_iter().all(|hair| {
                let (first, _) = path::split(&march, mover.frontage, (cut + Inches(hair)).floor_zero());
                walk(&ground, &mover, start(), &first).is_ok_and(|walk| {
                    (walk.cost - before.cost).0.abs() <= 10 && walk.crossings.len() == before.crossings.len()
                })
            });
            prop_assume!(settled && is_settled(&ground, &mover, start(), &march));
            match walk(&ground, &mover, start(), &march) {
                Ok(whole) => {
                    let sum = before.cost + after.cost;
                    prop_assert!(sum + Inches(15) >= whole.cost, "{sum} in two marches, {} in one", whole.cost);
                }
                Err(short) => prop_assert!(false, "two marches go where one does not: {short:?}, {before:?}, {after:?}"),
            }
        }
    }

    #[test]
    fn the_table_may_be_turned_and_moved(
        ground in ground(), which in 0..MOVERS.len(), march in march(), by in (-4000..4000, -4000..4000),
    ) {
        let mover = mover(which);
        prop_assume!(is_settled(&ground, &mover, start(), &march));
        let here = walk(&ground, &mover, start(), &march);
        let at = start().at;
        let there = Pose { at: Spot { x: at.y, y: ground.width - at.x }, heading: start().heading + Degrees::new(90) };
        let quarter = walk(&turned(&ground), &mover, there, &march);
        prop_assert!(alike(&here, &quarter), "{here:?}\nturned {quarter:?}");
        let beyond = Pose { at: Spot { x: at.x + Inches(by.0), y: at.y + Inches(by.1) }, ..start() };
        let shifted = walk(&moved(&ground, by), &mover, beyond, &march);
        prop_assert!(alike(&here, &shifted), "{here:?}\nmoved {shifted:?}");
    }

    /// No march that is allowed leaves the front edge in a river without a bridge or a ford under it.
    #[test]
    fn nobody_stands_in_a_river(ground in ground(), which in 0..MOVERS.len(), march in march()) {
        let mover = Mover { allowance: Inches::new(40), ..mover(which) };
        let dry = |pose: Pose| {
            let half = mover.frontage.get() / 2.0 - 0.01;
            (0..=40).map(|n| pose.local(half * (n as f32 / 20.0 - 1.0), 0.0)).all(|point| {
                let wet = ground.areas_at(point).any(|(_, area)| {
                    area.kind == AreaKind::River
                });
                !wet || ground.bridge_at(point).is_some() || ground.rivers().all(|(_, r)| !r.holds_strictly(point))
            })
        };
        prop_assume!(dry(start()));
        let open = MOVERS[which].1.is_skirmish();
        match walk(&ground, &mover, start(), &march) {
            Ok(_) if !open => {
                let length = path::length(mover.frontage, &march);
                for n in 0..=50 {
                    let along = Inches::round(length.get() * n as f32 / 50.0);
                    let pose = path::at(start(), mover.frontage, &march, along);
                    // A hair behind the front: touching the bank is not being in the water.
                    prop_assert!(dry(pose.ahead(Inches(-3))), "in the water after {along}");
                }
            }
            Ok(_) => {}
            Err(short) => prop_assert!(short.lacks == Lack::Way || short.needed > short.left),
        }
    }
}
