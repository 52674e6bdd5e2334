//! Costs as multiples of each other in one run, since times alone say little about another machine:
//! a march among 20 regiments and 60 pieces of terrain against an empty `Resolve` run, a query of sight against the
//! same and against a ray cast, plans and reaches for a pointer at work, and the replay of 500 orders against one of 50.

#[path = "multiples/sight.rs"]
mod sight;

use std::fmt::Write as _;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::ecs::world::World;
use bevy::math::Vec2;
use dress::army::{Arm, Formation, GeneralId, RegimentId, Side};
use dress::book::Options;
use dress::geometry::{Inches, March};
use dress::record::{self, Battle, Dice};
use dress::scenario::{self, Scenario};
use dress::turn::planner::{self, Grip, ride};
use dress::turn::{self, Field, Order, Phase, Resolve};

/// Two armies of ten regiments each, 24 inches apart, among 60 woods, fields, fences, hills and roads.
fn table() -> Arc<Scenario> {
    let mut text = String::from(
        "(format: 1, title: \"Bench\", date: \"-\", place: \"-\", briefing: [\"-\"], sources: \"-\", table: (72, 48), \
         rounds: 40, first: Some(Union), deployment: Fixed, terrain: (areas: [",
    );
    for n in 0..36 {
        let kind = ["LightWoods", "Ploughed", "Crops", "DenseWoods"][n % 4];
        let (x, y) = (4.0 + (n % 12) as f32 * 5.6, [17.5, 24.0, 30.5][n / 12]);
        let _ = write!(text, "(kind: {kind}, name: \"Area {n}\", outline: [");
        for corner in 0..12 {
            let angle = corner as f32 * std::f32::consts::TAU / 12.0;
            let _ = write!(text, "({:.2}, {:.2}),", x + 1.9 * angle.cos(), y + 1.4 * angle.sin());
        }
        text.push_str("]),");
    }
    text.push_str("], obstacles: [");
    for n in 0..18 {
        let kind = ["RailFence", "StoneWall", "Hedge"][n % 3];
        let (x, y) = (5.0 + (n % 9) as f32 * 7.0, [18.0, 30.5][n / 9]);
        let _ = write!(
            text,
            "(kind: {kind}, name: \"Line {n}\", line: [({x}, {y}), ({}, {}), ({}, {y})]),",
            x + 1.5,
            y + 0.4,
            x + 3.0
        );
    }
    text.push_str("], hills: [");
    for n in 0..4 {
        let x = 6.0 + n as f32 * 16.0;
        let _ = write!(
            text,
            "(name: \"Hill {n}\", level: 1, outline: [({x}, 22), ({}, 21), ({}, 25), ({x}, 26)]),",
            x + 8.0,
            x + 9.0
        );
    }
    text.push_str("], roads: [");
    for n in 0..2 {
        let y = 20 + n * 9;
        let _ = write!(text, "(name: \"Road {n}\", width: 0.8, line: [(0, {y}), (36, {}), (72, {y})]),", y + 1);
    }
    text.push_str("]), armies: (");
    for (side, name, y, facing) in [(Side::Union, "union", 10.0, 0), (Side::Confederate, "confederate", 38.0, 180)] {
        let _ = write!(text, "{name}: (name: \"{side}\", brigades: [");
        for brigade in 0..2 {
            let left = 4.0 + brigade as f32 * 34.0;
            let _ = write!(
                text,
                "(name: \"{side} {brigade}\", brigadier: (name: \"General {side} {brigade}\", temper: Reliable, at: ({}, {})), regiments: [",
                left + 15.0,
                if facing == 0 { y - 3.0 } else { y + 3.0 }
            );
            for n in 0..5 {
                let _ = write!(
                    text,
                    "(name: \"{side} {brigade}-{n}\", men: 350, stands: 5, grade: Regular, weapon: RifledMusket, colors: [{}], at: ({}, {y}), facing: {facing}),",
                    if facing == 0 { "UnionNational" } else { "ConfederateBattle" },
                    left + 3.0 + n as f32 * 6.0
                );
            }
            text.push_str("]),");
        }
        text.push_str("]),");
    }
    text.push_str("))");
    Arc::new(scenario::read(&text, "bench.ron").unwrap_or_else(|problems| panic!("{problems}")))
}

fn begin(world: &mut World) {
    record::begin(world, table(), Options::default(), Dice::Seeded(1862)).expect("dice do not run out");
    ready(world);
}

/// Both sides are ready until Phase 2.
fn ready(world: &mut World) {
    while world.resource::<Field>().clock.phase != Phase::Maneuver {
        let side = Side::BOTH
            .into_iter()
            .find(|side| turn::check(world.resource::<Field>(), world.resource(), &Order::Ready(*side)).is_ok());
        record::give(world, Order::Ready(side.expect("somebody can be ready"))).expect("it was checked");
    }
}

/// The middle of many measurements.
fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn timed(count: usize, mut act: impl FnMut(usize)) -> Duration {
    median(
        (0..count)
            .map(|n| {
                let begin = Instant::now();
                act(n);
                begin.elapsed()
            })
            .collect(),
    )
}

fn report(what: &str, time: Duration, base: Duration) {
    println!("{what:<62}{time:>12.2?}{:>10.1} x", time.as_secs_f64() / base.as_secs_f64());
}

/// What every new place of the pointer costs, as a part of what it may cost at 144 Hz.
fn report_frame(what: &str, time: Duration) {
    const FRAME: f64 = 1.0 / 144.0;
    println!("{what:<62}{time:>12.2?}{:>10.2} of 6.9 ms", time.as_secs_f64() / FRAME);
}

/// Planning for a pointer at work, which at 144 Hz has 6.9 ms for it: the middle and the worst of many pointers.
fn planning(field: &Field, empty: Duration) {
    let line = RegimentId(2);
    let reach = timed(20, |_| drop(black_box(planner::reach(field, line))));
    report("reach of a line of five stands", reach, empty);
    report_frame("the same", reach);
    let armed = |arm: Arm, formation: Formation| {
        let mut field = field.clone();
        field.units[line.index()].regiment.arm = arm;
        field.units[line.index()].place.formation = formation;
        field
    };
    let dismounted = armed(Arm::Cavalry, Formation::Dismounted);
    let column = armed(Arm::Infantry, Formation::RoadColumn);
    report("reach of a skirmish line", timed(20, |_| drop(black_box(planner::reach(&dismounted, line)))), empty);
    for (what, field) in [("line of five", field), ("road column", &column), ("skirmish line", &dismounted)] {
        let from = field.unit(line).place.pose.at.vec();
        let pointers = |n: usize| {
            let (sin, cos) = (n as f32 * 0.37).sin_cos();
            from + Vec2::new(sin, cos.abs()) * (0.5 + n as f32 * 0.03)
        };
        let times = shortest(|| {
            // The first pointer of a drag does the searching that the others recall.
            let mut memory = Some(planner::Memory::default());
            move |n| {
                let mut plans = planner::Planner::recalling(field, line, memory.take().unwrap_or_default());
                black_box(plans.nearest(pointers(n), Grip::Middle));
                memory = Some(plans.into_memory());
            }
        });
        report(&format!("plan for a {what}, the first of a drag"), times[0], empty);
        middle_and_worst(&format!("plan for a {what}"), times, empty);
    }
    let general = GeneralId(0);
    report("rides of a general, searched", timed(20, |_| drop(black_box(ride::Rides::of(field, general)))), empty);
    let rides = ride::Rides::of(field, general);
    let at = field.general(general).state.at.vec();
    let times = shortest(|| {
        |n| {
            let (sin, cos) = (n as f32 * 0.37).sin_cos();
            black_box(rides.nearest(field, at + Vec2::new(sin, cos) * (0.5 + n as f32 * 0.04)));
        }
    });
    middle_and_worst("plan of a ride", times, empty);
}

/// How long each of 400 steps of a drag takes: the shortest of some drags, since others may keep the machine busy.
fn shortest<A: FnMut(usize)>(mut drag: impl FnMut() -> A) -> Vec<Duration> {
    const DRAGS: usize = 5;
    let mut times = vec![Duration::MAX; 400];
    for _ in 0..DRAGS {
        let mut step = drag();
        for (n, time) in times.iter_mut().enumerate() {
            let begin = Instant::now();
            step(n);
            *time = begin.elapsed().min(*time);
        }
    }
    times
}

fn middle_and_worst(what: &str, times: Vec<Duration>, empty: Duration) {
    let worst = times.iter().max().copied().unwrap_or_default();
    let middle = median(times);
    report(what, middle, empty);
    report_frame("the same", middle);
    report_frame("and the worst of 400", worst);
}

fn main() {
    let mut app = record::bare();
    let world = app.world_mut();
    begin(world);

    let empty = timed(5_000, |_| world.run_schedule(Resolve));
    println!("{:<62}{:>12}{:>12}", "", "median", "multiple");
    report("empty Resolve run", empty, empty);

    planning(&world.resource::<Field>().clone(), empty);

    // Ten regiments march a twentieth of an inch at a time; the order alone, without log and digest.
    let march = March { advance: Inches(50), ..March::default() };
    let mut number = 1_000;
    let order = timed(1_000, |n| {
        let order = Order::March { unit: RegimentId((n % 10) as u16), march };
        number += 1;
        black_box(turn::give(world, &order, number).expect("it is a legal march"));
    });
    report("march among 20 regiments and 60 pieces", order, empty);

    let check = timed(1_000, |n| {
        let order = Order::March { unit: RegimentId((n % 10) as u16), march };
        let _ = black_box(turn::check(world.resource::<Field>(), world.resource(), &order));
    });
    report("its check alone", check, empty);

    let digest = timed(1_000, |_| {
        black_box(turn::digest(world));
    });
    report("digest of the state", digest, empty);

    let field = world.resource::<Field>().clone();
    let sight = timed(1_000, |n| {
        let (from, to) = (RegimentId((n % 10) as u16), RegimentId((10 + n % 7) as u16));
        black_box(turn::sight::sees(&field, from, to));
    });
    report("sight of one regiment to another, all stands", sight, empty);
    sight::measure(&field);

    let replays = [50, 500].map(|orders| {
        let mut app = record::bare();
        let world = app.world_mut();
        begin(world);
        let so_far = world.resource::<Battle>().orders.len();
        for n in 0..orders - so_far {
            let march = March { advance: Inches(100), ..March::default() };
            let unit = RegimentId((n % 10) as u16);
            if record::give(world, Order::March { unit, march }).is_err() {
                record::give(world, Order::Ready(Side::Union)).expect("the phase can be ended");
            }
        }
        let battle = world.resource::<Battle>().clone();
        let mut app = record::bare();
        timed(5, |_| {
            record::replay::play(app.world_mut(), &battle, battle.orders.len(), |_, _| {}).expect("it replays");
        })
    });
    report("replay of 50 orders, digests compared", replays[0], empty);
    report("replay of 500 orders, digests compared", replays[1], empty);
    report("the same against the replay of 50", replays[1], replays[0]);
}
