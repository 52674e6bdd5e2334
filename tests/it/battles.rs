//! Whole battles of random legal orders: no order breaks what must always hold, and every battle saves, reloads and
//! replays to the same digest.

use std::sync::Arc;

use dress::army::{Arm, RegimentId};
use dress::book::Options;
use dress::geometry::{Footprint, Inches};
use dress::record::{self, Battle, BattleLog, Dice};
use dress::scenario::{Scenario, shelf};
use dress::turn::event::ScreenEvent;
use dress::turn::{self, Event, Field, Phase};
use proptest::prelude::*;

use crate::bold;
use crate::player::Player;

/// What the events of a battle say of each regiment, to compare with what the table says.
#[derive(Default)]
pub struct Books {
    hits: Vec<u32>,
    stands: Vec<u32>,
    removed: Vec<bool>,
    rejoined: Vec<bool>,
    read: usize,
}

impl Books {
    /// Reads on.
    pub fn read(&mut self, log: &BattleLog, units: usize) {
        self.hits.resize(units, 0);
        self.stands.resize(units, 0);
        self.removed.resize(units, false);
        self.rejoined.resize(units, false);
        for entry in &log.entries[self.read..] {
            for event in &entry.events {
                match event {
                    Event::Hurt { unit, hits, .. } => self.hits[unit.index()] += u32::from(*hits),
                    // The hit that it carried is off.
                    Event::Recovered(unit) => self.hits[unit.index()] -= 1,
                    Event::StandLost { unit, .. } | Event::Screen { unit, what: ScreenEvent::Lost { .. } } => {
                        self.stands[unit.index()] += 1
                    }
                    Event::Removed { unit, .. } => self.removed[unit.index()] = true,
                    Event::Rejoined { unit, .. } => {
                        self.removed[unit.index()] = true;
                        self.rejoined[unit.index()] = true;
                    }
                    _ => {}
                }
            }
        }
        self.read = log.entries.len();
    }
}

/// A base less a hundredth of an inch all round: lines that touch may be rounded into each other by thousandths.
pub fn inner(base: &Footprint) -> Footprint {
    Footprint {
        pose: base.pose.ahead(Inches(-10)),
        frontage: base.frontage - Inches(20),
        depth: base.depth - Inches(20),
    }
}

/// What holds after every order.
pub fn hold(field: &Field, books: &Books) -> Result<(), TestCaseError> {
    for unit in &field.units {
        let n = unit.id().index();
        prop_assert_eq!(unit.condition.gone, books.removed[n], "the {} left uncounted", unit.name());
        prop_assert!(unit.condition.micro <= 1, "hits of the {} leaked", unit.name());
        let family: Vec<_> = field.family(unit.id()).collect();
        if unit.regiment.parent.is_none() {
            // Stands of a regiment are on the table, lost one by one, or gone with a detachment.
            let lost: u32 = family.iter().map(|member| books.stands[member.id().index()]).sum();
            let gone = family.iter().filter(|member| member.condition.gone && !books.rejoined[member.id().index()]);
            let gone: u32 =
                gone.map(|member| u32::from(member.place.files.total() + u8::from(member.condition.screen))).sum();
            let all = u32::from(field.family_stands(unit.id())) + lost + gone;
            prop_assert_eq!(all, u32::from(unit.regiment.stands), "stands of the {} went without a word", unit.name());
        }
        if family.len() == 1 {
            prop_assert_eq!(u32::from(unit.condition.micro), books.hits[n] % 2, "hits of the {} leaked", unit.name());
        }
        if unit.condition.gone {
            continue;
        }
        let condition = &unit.condition;
        let [left, right] = condition.refused;
        prop_assert!(left + right == 0 || left + right < unit.stands(), "all of the {} is bent back", unit.name());
        prop_assert!(condition.screen || condition.evaded.is_none(), "no screen of the {} has evaded", unit.name());
        prop_assert!(condition.screen_hits < 2, "the screen of the {} should be gone", unit.name());
        let least = if unit.regiment.arm.is_artillery() { 1 } else { 2 };
        prop_assert!(field.family_stands(unit.id()) >= least, "the {} should be gone", unit.name());
        for base in unit.bases() {
            for corner in base.corners() {
                let on = corner.x >= -0.002
                    && corner.y >= -0.002
                    && corner.x <= field.ground.width.get() + 0.002
                    && corner.y <= field.ground.height.get() + 0.002;
                prop_assert!(on, "the {} hangs over the edge at {corner}", unit.name());
            }
        }
        for other in field.standing().filter(|other| other.id() > unit.id()) {
            if unit.footprint().gap(&other.footprint()) > Inches::ZERO {
                continue;
            }
            for base in unit.bases() {
                for their in other.bases() {
                    let overlap = inner(&base).overlaps(&their);
                    prop_assert!(!overlap, "the {} stands on the {}", unit.name(), other.name());
                }
            }
        }
    }
    for brigade in &field.brigades {
        let pips = &brigade.state;
        prop_assert!(pips.pool <= 8 && pips.reserved <= 1 && pips.banked <= 1, "{pips:?}");
    }
    Ok(())
}

fn find(name: &str) -> Arc<Scenario> {
    Arc::new(shelf::find(name, &[]).expect("a scenario that comes with the game"))
}

fn play(scenario: &str, seed: u64) -> Result<(), TestCaseError> {
    let mut app = record::replay::bare();
    let world = app.world_mut();
    let scenario = find(scenario);
    record::begin(world, scenario, Options::default(), Dice::Seeded(seed)).expect("seeded dice do not run out");
    let (mut player, mut books) = (Player::new(seed), Books::default());
    let mut orders = 0;
    while player.play(world, 1) == 1 {
        orders += 1;
        prop_assert!(orders < 4_000, "the battle does not end");
        let field = world.resource::<Field>();
        books.read(world.resource::<BattleLog>(), field.units.len());
        hold(field, &books)?;
    }
    let field = world.resource::<Field>();
    prop_assert_eq!(field.clock.phase, Phase::Over);
    prop_assert!(field.clock.outcome.is_some());
    let digest = turn::digest(world);
    let text = record::file::text_of(world.resource::<Battle>());
    let again =
        record::file::read(&text, "battle.ron").map_err(|problems| TestCaseError::fail(problems.to_string()))?;
    let mut app = record::replay::bare();
    record::open(app.world_mut(), &again).map_err(|trouble| TestCaseError::fail(trouble.to_string()))?;
    prop_assert_eq!(turn::digest(app.world()), digest);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn small_battles_to_the_end(seed in 0u64..1_000_000) {
        play("sandy_ridge", seed)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn large_battles_to_the_end(seed in 0u64..1_000_000) {
        play("brawners_farm", seed)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn battles_of_every_arm_on_every_ground(seed in 0u64..1_000_000) {
        play("every_ground", seed)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn battles_of_three_brigades_with_all_arms(seed in 0u64..1_000_000) {
        play("mcphersons_ridge", seed)?;
    }

    #[test]
    fn cavalry_battles(seed in 0u64..1_000_000) {
        play("fleetwood_hill", seed)?;
    }
}

/// Battles of players with a purpose: everything that a battle can come to is met in them.
#[test]
fn bold_battles_to_the_end() {
    let mut met = [0; 11];
    for seed in 0..20 {
        // From 16 on with cavalry and guns.
        let scenario = match seed {
            16.. => "every_ground",
            7 | 15 => "brawners_farm",
            _ => "sandy_ridge",
        };
        let mut app = record::replay::bare();
        let world = app.world_mut();
        record::begin(world, find(scenario), Options::default(), Dice::Seeded(seed)).expect("dice");
        let mut books = Books::default();
        while let Some(order) = bold::play(world) {
            let field = world.resource::<Field>();
            books.read(world.resource::<BattleLog>(), field.units.len());
            hold(field, &books).unwrap_or_else(|fault| panic!("seed {seed}, {order:?}: {fault}"));
        }
        assert_eq!(world.resource::<Field>().clock.phase, Phase::Over, "seed {seed}");
        for event in world.resource::<BattleLog>().entries.iter().flat_map(|entry| &entry.events) {
            match event {
                Event::MeleeDecided { winner: Some(_), .. } => met[0] += 1,
                Event::MeleeDecided { winner: None, .. } => met[1] += 1,
                Event::Removed { .. } => met[2] += 1,
                Event::ClockMoved { .. } => met[3] += 1,
                Event::ChargeHalted { .. } => met[4] += 1,
                Event::Rallied(_) => met[5] += 1,
                Event::Swept { .. } => met[6] += 1,
                Event::Contact { unit, .. } if mounted(world.resource::<Field>(), *unit) => met[7] += 1,
                Event::CounterCharged { .. } => met[8] += 1,
                Event::FlankRefused { .. } => met[9] += 1,
                Event::Screen { what: ScreenEvent::Evaded { .. }, .. } => met[10] += 1,
                _ => {}
            }
        }
        if let Some(folder) = std::env::var_os("BATTLES") {
            let path = std::path::Path::new(&folder).join(format!("bold_{seed}.ron"));
            record::save(world.resource::<Battle>(), &path).expect("the folder can be written");
        }
    }
    assert!(
        met.iter().all(|count| *count > 0),
        "melees, draws, removals, clocks, halts, rallies, sweeps, cavalry, counter-charges, refused flanks, evasions: {met:?}"
    );
}

/// Cavalry charges in the saddle only.
fn mounted(field: &Field, unit: RegimentId) -> bool {
    field.unit(unit).regiment.arm == Arm::Cavalry
}
