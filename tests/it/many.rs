//! Many small battles, each on a table, with armies and with house rules of its own: none of them gets stuck, breaks
//! what must always hold, or goes otherwise when it is put away and taken up again.
//!
//! `MANY=10000 cargo test --test it many` plays so many; a battle that fails names its number, and `ONLY=number` plays
//! that one.

use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

use bevy::ecs::world::World;
use dress::book::options::HOUSE_RULES;
use dress::record::{self, Battle, BattleLog, Dice, file};
use dress::scenario::{Scenario, read};
use dress::turn::{self, Agenda, Field, Phase};

use crate::battles::{Books, hold};
use crate::bold;
use crate::player::Player;

/// Where a unit may start: three places in each of two rows, far enough apart for a line of six, near its brigadier.
const COLUMNS: [f64; 3] = [12.0, 20.6, 29.2];

/// The words for a regiment in one of the places.
fn regiment(luck: &mut Player, side: &str, number: usize, out: &mut String) {
    let (x, row) = (COLUMNS[number % 3], number / 3);
    let facing = if side == "union" { 0 } else { 180 };
    let (arm, weapons, formations, stands): (_, &[&str], &[&str], _) = match luck.below(8) {
        0..=3 => {
            let weapons = &["Smoothbore", "RifledMusket", "RepeatingRifle", "BreechloadingCarbine"];
            ("Infantry", weapons, &["Line", "Line", "AssaultColumn", "RoadColumn"], 3 + luck.below(4))
        }
        4 | 5 => {
            let weapons = &["BreechloadingCarbine", "RepeatingCarbine", "Musketoon", "Shotgun"];
            ("Cavalry", weapons, &["MountedLine", "MountedLine", "MountedColumn", "Dismounted"], 3 + luck.below(3))
        }
        6 => {
            let weapons = &["Napoleon", "OrdnanceRifle", "Parrott", "Howitzer"];
            ("FootArtillery", weapons, &["Unlimbered", "Limbered"], 1 + luck.below(3))
        }
        _ => ("HorseArtillery", &["OrdnanceRifle", "Napoleon"], &["Unlimbered", "Limbered"], 1 + luck.below(3)),
    };
    let one = |luck: &mut Player, from: &[&str]| from[luck.below(from.len())].to_owned();
    let (weapon, formation) = (one(luck, weapons), one(luck, formations));
    let grade = one(luck, &["Green", "Regular", "Regular", "Veteran", "Elite"]);
    let traits = ["RebelYell", "SeenTheElephant", "IronDiscipline", "Steady", "Sharpshooters", "BuckAndBall"];
    let mut traits: Vec<_> = traits.into_iter().filter(|_| luck.below(5) == 0).collect();
    traits.retain(|one| side == "confederate" || *one != "RebelYell");
    // Columns reach back from the front; a dismounted line has its horses behind it.
    let front = if row == 0 { 13.2 } else { 6.6 };
    let y = if side == "union" { front } else { 32.0 - front };
    let jitter = luck.below(9) as f64 / 10.0;
    writeln!(
        out,
        "(name: \"{side} {number}\", men: {}, arm: {arm}, stands: {stands}, grade: {grade}, weapon: {weapon}, \
         traits: [{}], at: ({:.1}, {y:.1}), facing: {facing}, formation: {formation}),",
        stands * 70,
        traits.join(", "),
        x + jitter,
    )
    .unwrap();
}

fn army(luck: &mut Player, side: &str) -> String {
    let mut out = format!("{side}: (name: \"The {side} side\", brigades: [");
    for brigade in 0..1 + luck.below(2) {
        // Each brigade has a row: the first in front, two or three of its four places taken.
        let y = [9.4, 2.6][brigade];
        let y = if side == "union" { y } else { 32.0 - y };
        let temper = ["Aggressive", "Reliable", "Timid"][luck.below(3)];
        write!(
            out,
            "(name: \"{side} brigade {brigade}\", brigadier: (name: \"General {side} {brigade}\", temper: {temper}, \
             at: (21, {y:.1})), regiments: ["
        )
        .unwrap();
        for place in 0..2 + luck.below(2) {
            regiment(luck, side, brigade * 3 + place, &mut out);
        }
        out.push_str("]),");
    }
    out.push_str("])");
    out
}

/// Ground between the armies, and some of it under them.
fn ground(luck: &mut Player) -> String {
    let mut areas = String::new();
    let spot = |luck: &mut Player| (6.0 + luck.below(320) as f64 / 10.0, 13.5 + luck.below(50) as f64 / 10.0);
    for (number, kind) in ["Crops", "Ploughed", "LightWoods", "DenseWoods", "Rubble"].iter().enumerate() {
        if luck.below(3) > 0 {
            continue;
        }
        let (x, y) = spot(luck);
        let (w, h) = (2.0 + luck.below(60) as f64 / 10.0, 1.5 + luck.below(30) as f64 / 10.0);
        write!(
            areas,
            "(kind: {kind}, name: \"area {number}\", outline: [({x:.1}, {y:.1}), ({:.1}, {y:.1}), ({:.1}, {:.1}), \
             ({x:.1}, {:.1})]),",
            x + w,
            x + w,
            y + h,
            y + h
        )
        .unwrap();
    }
    let water = ["Stream", "River", "SunkenRoad"][luck.below(3)];
    let bridges = if luck.below(3) == 0 {
        let y = 14.6 + luck.below(28) as f64 / 10.0;
        write!(areas, "(kind: {water}, name: \"the water\", course: [(0, {y:.1}), (48, {:.1})], width: 0.8),", y + 0.4)
            .unwrap();
        let x = 10.0 + luck.below(280) as f64 / 10.0;
        if water == "SunkenRoad" {
            String::new()
        } else {
            format!("(kind: Bridge, name: \"the bridge\", line: [({x:.1}, {:.1}), ({x:.1}, {:.1})])", y - 0.8, y + 1.2)
        }
    } else {
        String::new()
    };
    let mut lines = String::new();
    for (number, kind) in ["RailFence", "StoneWall", "Hedge", "Abatis", "Earthworks"].iter().enumerate() {
        if luck.below(3) > 0 {
            continue;
        }
        let (x, y) = spot(luck);
        write!(
            lines,
            "(kind: {kind}, name: \"line {number}\", line: [({x:.1}, {y:.1}), ({:.1}, {:.1})]),",
            x + 5.0,
            y + luck.below(20) as f64 / 10.0
        )
        .unwrap();
    }
    let mut hills = String::new();
    for number in 0..luck.below(3) {
        let ((x, y), level) = (spot(luck), [1, 1, -1][luck.below(3)]);
        let (w, h) = ((4.0 + luck.below(80) as f64 / 10.0).min(47.5 - x), 3.0 + luck.below(60) as f64 / 10.0);
        write!(
            hills,
            "(name: \"hill {number}\", level: {level}, outline: [({x:.1}, {y:.1}), ({:.1}, {:.1}), ({:.1}, {:.1}), \
             ({:.1}, {:.1})]),",
            x + w,
            y + 0.6,
            x + w - 0.8,
            y + h,
            x + 0.5,
            y + h - 0.4
        )
        .unwrap();
    }
    let houses = if luck.below(3) == 0 {
        format!("(name: \"the house\", at: ({:.1}, 17.4))", 16.0 + luck.below(160) as f64 / 10.0)
    } else {
        String::new()
    };
    let roads = if luck.below(2) == 0 { "(name: \"the road\", line: [(24, 0), (23, 15), (26, 32)])" } else { "" };
    format!(
        "terrain: (areas: [{areas}], obstacles: [{lines}], hills: [{hills}], roads: [{roads}], bridges: [{bridges}], \
         buildings: [{houses}])"
    )
}

/// The scenario of a number. Some throws of the dice lay something where something else stands; the next one is taken.
pub fn scenario(number: u64) -> Scenario {
    let mut luck = Player::new(number);
    for _ in 0..40 {
        let rules = HOUSE_RULES.iter().filter(|_| luck.below(4) == 0).collect::<Vec<_>>();
        let rules: Vec<_> = rules
            .into_iter()
            .map(|rule| format!("\"{}\": \"{}\"", rule.name, rule.values[luck.below(rule.values.len())].0))
            .collect();
        let text = format!(
            "(format: 1, title: \"Battle {number}\", date: \"-\", place: \"-\", table: (48, 32), rounds: 3, \
             brisk_wind: {}, deployment: Fixed, options: {{{}}}, victory: (objectives: [(name: \"middle\", at: (24, \
             16), points: 4)]), {}, armies: ({}, {}))",
            luck.below(6) == 0,
            rules.join(", "),
            ground(&mut luck),
            army(&mut luck, "union"),
            army(&mut luck, "confederate"),
        );
        match read(&text, "many.ron") {
            Ok(scenario) => return scenario,
            Err(problems) if problems.list.iter().all(|problem| problem.field.contains("regiments")) => {}
            Err(problems) => panic!("battle {number}: {problems}\n{text}"),
        }
    }
    panic!("battle {number}: no room on forty tables")
}

/// One order: at random, or with a purpose. `None` when the battle is over.
pub fn order(world: &World, luck: &mut Player) -> Option<turn::Order> {
    let (field, agenda) = (world.resource::<Field>(), world.resource::<Agenda>());
    if luck.below(3) == 0 || matches!(agenda.question.as_ref().map(|it| &it.ask), Some(turn::Ask::Dice { .. })) {
        luck.order(field, agenda)
    } else {
        bold::order(field, agenda)
    }
}

/// Plays battle `number` to its end.
fn play(number: u64) {
    let scenario = scenario(number);
    let options = scenario.options;
    let mut app = record::replay::bare();
    let world = app.world_mut();
    record::begin(world, scenario.into(), options, Dice::Seeded(number)).expect("seeded dice do not run out");
    let (mut luck, mut books) = (Player::new(number ^ 0x5eed), Books::default());
    let mut given = 0;
    while let Some(order) = order(world, &mut luck) {
        given += 1;
        assert!(given < 3_000, "the battle does not end; the last order is {order:?}");
        let told = format!("{order:?}");
        record::give(world, order).unwrap_or_else(|why| panic!("{told} was checked and is refused: {why}"));
        let field = world.resource::<Field>();
        books.read(world.resource::<BattleLog>(), field.units.len());
        hold(field, &books).unwrap_or_else(|fault| {
            let events = world.resource::<BattleLog>().entries.last().map(|entry| &entry.events);
            panic!("after order {given}, {told}: {fault}; it came to {events:#?}")
        });
    }
    let field = world.resource::<Field>();
    assert_eq!(field.clock.phase, Phase::Over);
    if number.is_multiple_of(8) {
        let text = file::text_of(world.resource::<Battle>());
        let battle = file::read(&text, "many.ron").unwrap_or_else(|problems| panic!("{problems}"));
        let mut again = record::replay::bare();
        record::open(again.world_mut(), &battle).unwrap_or_else(|trouble| panic!("{trouble}"));
        assert_eq!(turn::digest(again.world()), turn::digest(app.world()));
    }
}

pub fn number_of(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

#[test]
fn many_small_battles_of_all_arms_end() {
    let all: Vec<u64> = match number_of("ONLY") {
        Some(one) => vec![one],
        None => (0..number_of("MANY").unwrap_or(120)).collect(),
    };
    let hands = std::thread::available_parallelism().map_or(1, usize::from);
    let faults: Vec<u64> = std::thread::scope(|scope| {
        let work = all.chunks(all.len().div_ceil(hands));
        let done: Vec<_> = work
            .map(|part| {
                let failed = |number: &u64| catch_unwind(AssertUnwindSafe(|| play(*number))).is_err();
                scope.spawn(move || part.iter().copied().filter(failed).collect::<Vec<_>>())
            })
            .collect();
        done.into_iter().flat_map(|one| one.join().expect("failures are caught")).collect()
    });
    assert!(faults.is_empty(), "{} of {} battles failed: {faults:?}", faults.len(), all.len());
}
