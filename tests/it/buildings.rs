//! Whole battles of random legal orders around four houses: regiments go in and come out, are stormed and shelled, and no
//! stand goes without a word.

use std::sync::Arc;

use dress::army::{Face, Formation, RegimentId};
use dress::book::Options;
use dress::geometry::Inches;
use dress::record::{self, Battle, BattleLog, Dice};
use dress::scenario;
use dress::turn::event::{BuildingEvent, ScreenEvent};
use dress::turn::{self, Agenda, Charge, Event, Field, Order, Phase};
use proptest::prelude::*;

use crate::battles::inner;
use crate::player::Player;

/// Two brigades a side on both sides of a row of houses.
const HAMLET: &str = r#"(
    format: 1, title: "Four houses", date: "1863", place: "nowhere", briefing: ["Hold the houses."], sources: "none",
    table: (52, 40), rounds: 5, deployment: Fixed,
    terrain: (buildings: [
        (name: "the inn", at: (10, 21.5), facing: 0),
        (kind: Barn, name: "the barn", at: (20, 21.5), facing: 0, size: (4, 3), holds: 3),
        (kind: Church, name: "the church", at: (31.5, 20), facing: 90),
        (name: "the mill", at: (40.8, 21.2), facing: 20),
    ]),
    armies: (
        union: (name: "Union", brigades: [
            (name: "Left", brigadier: (name: "Left", at: (15, 12)), regiments: [
                (name: "1st", men: 300, stands: 5, at: (10, 17.7), facing: 0),
                (name: "2nd", men: 200, stands: 3, at: (25, 16), facing: 0),
                (name: "Guns", arm: FootArtillery, weapon: Parrott, men: 60, stands: 3, at: (20, 9), facing: 0),
            ]),
            (name: "Right", brigadier: (name: "Right", at: (35, 12)), regiments: [
                (name: "3rd", men: 300, stands: 5, at: (30, 17.7), facing: 0),
                (name: "4th", men: 200, stands: 4, at: (40.5, 17), facing: 0),
                (name: "Battery", arm: FootArtillery, weapon: Napoleon, men: 60, stands: 3, at: (35.5, 9), facing: 0),
            ]),
        ]),
        confederate: (name: "Confederate", brigades: [
            (name: "Near", brigadier: (name: "Near", at: (15, 29)), regiments: [
                (name: "5th", men: 300, stands: 6, at: (6.5, 23.5), facing: 180),
                (name: "6th", men: 300, stands: 4, at: (20, 22.4), facing: 180),
                (name: "Rifles", arm: FootArtillery, weapon: OrdnanceRifle, men: 60, stands: 3, at: (13.5, 31), facing: 180),
            ]),
            (name: "Far", brigadier: (name: "Far", at: (35, 29)), regiments: [
                (name: "7th", men: 300, stands: 5, at: (30, 22.3), facing: 180),
                (name: "8th", men: 300, stands: 5, at: (45.6, 23), facing: 180),
                (name: "Parrotts", arm: FootArtillery, weapon: Parrott, men: 60, stands: 3, at: (40, 30), facing: 180),
            ]),
        ]),
    ),
)"#;

/// Stands of each unit as the events count them.
#[derive(Default)]
struct Ledger {
    stands: Vec<u8>,
    detachments: Vec<usize>,
    read: usize,
    met: Met,
}

/// What the battles have come to.
#[derive(Default, Debug, Clone, Copy)]
struct Met {
    entered: u32,
    left: u32,
    rejoined: u32,
    stormed: u32,
    collapsed: u32,
}

impl Ledger {
    fn read(&mut self, log: &BattleLog) {
        for event in log.entries[self.read..].iter().flat_map(|entry| &entry.events) {
            match event {
                Event::Detached { unit, parent, place } => {
                    assert_eq!(unit.index(), self.stands.len(), "the next id");
                    self.detachments.push(self.stands.len());
                    self.stands.push(place.files.total());
                    self.stands[parent.index()] -= place.files.total();
                    self.met.entered += 1;
                }
                Event::Rejoined { unit, parent } => {
                    self.stands[parent.index()] += self.stands[unit.index()];
                    self.stands[unit.index()] = 0;
                    self.met.rejoined += 1;
                }
                Event::StandLost { unit, .. } | Event::Screen { unit, what: ScreenEvent::Lost { .. } } => {
                    self.stands[unit.index()] -= 1
                }
                Event::Removed { unit, .. } => self.stands[unit.index()] = 0,
                Event::Building(BuildingEvent::WentIn { .. }) => self.met.entered += 1,
                Event::Building(BuildingEvent::CameOut { way: turn::event::WayOut::Ordered, .. }) => self.met.left += 1,
                Event::Contact { target, .. } if self.detachments.contains(&target.index()) => self.met.stormed += 1,
                Event::Building(BuildingEvent::Collapsed(_)) => self.met.collapsed += 1,
                _ => {}
            }
        }
        self.read = log.entries.len();
    }
}

/// What holds after every order.
fn hold(field: &Field, ledger: &Ledger) -> Result<(), TestCaseError> {
    for unit in &field.units {
        prop_assert_eq!(unit.present(), ledger.stands[unit.id().index()], "stands of the {}", unit.name());
        if unit.condition.gone {
            continue;
        }
        prop_assert_eq!(unit.place.within.is_some(), unit.place.formation == Formation::Garrison);
        if let Some(house) = unit.place.within {
            let building = field.ground.building(house.piece).expect("a building");
            prop_assert!(!field.ground.is_fallen(house.piece), "the {} is in a ruin", unit.name());
            prop_assert_eq!(unit.footprint(), building.base);
            prop_assert!(unit.stands() <= building.holds);
        } else {
            for (_, house) in field.ground.standing_buildings() {
                let into = unit.bases().iter().any(|base| inner(base).overlaps(&house.base));
                prop_assert!(!into, "the {} stands in {}", unit.name(), house.name);
            }
        }
        for base in unit.bases() {
            prop_assert!(field.ground.holds(&inner(&base)), "the {} hangs over the edge", unit.name());
        }
        for other in field.standing().filter(|other| other.id() > unit.id()) {
            if unit.footprint().gap(&other.footprint()) > Inches::ZERO {
                continue;
            }
            for base in unit.bases() {
                let on = other.bases().iter().any(|their| inner(&base).overlaps(their));
                prop_assert!(!on, "the {} stands on the {}", unit.name(), other.name());
            }
        }
    }
    Ok(())
}

/// Every order about buildings that may be given now, charges and fire on garrisons included.
fn building_orders(field: &Field, agenda: &Agenda) -> Vec<Order> {
    if !matches!(field.clock.phase, Phase::Maneuver | Phase::Fire) || agenda.question.is_some() {
        return Vec::new();
    }
    let garrisons = field.of(field.clock.active.other()).filter(|unit| unit.place.within.is_some());
    let garrisons: Vec<RegimentId> = garrisons.map(|unit| unit.id()).collect();
    let mut all = Vec::new();
    for unit in field.of(field.clock.active) {
        let unit = unit.id();
        all.extend(garrisons.iter().map(|target| Order::Fire { unit, target: *target }));
        all.extend(garrisons.iter().map(|target| Order::Assault(vec![Charge { unit, target: *target }])));
        for n in 0..field.ground.buildings.len() {
            let building = field.ground.building_id(n);
            all.extend((1..=4).map(|stands| Order::Garrison { unit, building, stands }));
        }
        let walls = [Face::Front, Face::Right, Face::Rear, Face::Left];
        all.extend(walls.map(|wall| Order::LeaveBuilding { unit, wall }));
        all.push(Order::Rejoin(unit));
    }
    all.retain(|order| turn::check(field, agenda, order).is_ok());
    all
}

fn play(seed: u64) -> Result<Met, TestCaseError> {
    let hamlet = scenario::read(HAMLET, "hamlet.ron").unwrap_or_else(|problems| panic!("{problems}"));
    let mut app = record::replay::bare();
    let world = app.world_mut();
    record::begin(world, Arc::new(hamlet), Options::default(), Dice::Seeded(seed)).expect("dice");
    let mut player = Player::new(seed);
    let stands = world.resource::<Field>().units.iter().map(|unit| unit.stands()).collect();
    let mut ledger = Ledger { stands, ..Ledger::default() };
    for n in 0.. {
        prop_assert!(n < 4_000, "the battle does not end");
        let (field, agenda) = (world.resource::<Field>(), world.resource::<Agenda>());
        let mut about = building_orders(field, agenda);
        // Charges are rarely possible; they are what garrisons are for.
        if about.iter().any(|order| matches!(order, Order::Assault(_))) && player.below(4) > 0 {
            about.retain(|order| matches!(order, Order::Assault(_)));
        }
        if !about.is_empty() && player.below(3) > 0 {
            let order = about[player.below(about.len())].clone();
            record::give(world, order.clone()).unwrap_or_else(|refusal| panic!("{order:?}: {refusal}"));
        } else if player.play(world, 1) == 0 {
            break;
        }
        ledger.read(world.resource::<BattleLog>());
        hold(world.resource::<Field>(), &ledger).map_err(|fault| {
            let last = world.resource::<Battle>().orders.last();
            TestCaseError::fail(format!("{fault}, after {last:?}"))
        })?;
    }
    prop_assert_eq!(world.resource::<Field>().clock.phase, Phase::Over);
    let digest = turn::digest(world);
    let text = record::file::text_of(world.resource::<Battle>());
    let again =
        record::file::read(&text, "battle.ron").map_err(|problems| TestCaseError::fail(problems.to_string()))?;
    let mut app = record::replay::bare();
    record::open(app.world_mut(), &again).map_err(|trouble| TestCaseError::fail(trouble.to_string()))?;
    prop_assert_eq!(turn::digest(app.world()), digest);
    Ok(ledger.met)
}

#[test]
fn battles_around_houses_to_the_end() {
    let mut all = Met::default();
    for seed in 0..12 {
        let met = play(seed).unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
        all.entered += met.entered;
        all.left += met.left;
        all.rejoined += met.rejoined;
        all.stormed += met.stormed;
        all.collapsed += met.collapsed;
    }
    let counts = [all.entered, all.left, all.rejoined, all.stormed, all.collapsed];
    assert!(counts.iter().all(|count| *count > 0), "{all:?}");
}
