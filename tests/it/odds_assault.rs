//! Assaults of several regiments: what the engine itself does comes out as the exact chances of the whole say.

use dress::army::{BrigadeState, Condition, Deeds, GeneralState, Place, RegimentId, Side};
use dress::odds::{self, AssaultOdds};
use dress::turn::apply::Roll;
use dress::turn::event::{Event, Exit, Halt};
use dress::turn::{self, Ask, Charge, Choice, Clock, Cup, Field, Order, Phase};
use ron::extensions::Extensions;

use crate::cases::sheet::Case;
use crate::cases::table::Table;

/// Within four standard errors of a share.
#[track_caller]
fn check_share(what: &str, got: f64, wanted: f64, trials: u32) {
    let error = 4.0 * (wanted * (1.0 - wanted) / f64::from(trials)).sqrt().max(1e-6);
    assert!((got - wanted).abs() <= error, "{what}: {got:.4}, wanted {wanted:.4} within {error:.4}");
}

/// A case's table whose regiments can be put back as they were, and whose dice come from a seed.
struct Again {
    table: Table,
    units: Vec<(Place, Condition, Deeds)>,
    brigades: Vec<BrigadeState>,
    generals: Vec<GeneralState>,
    clock: Clock,
    given: u64,
}

impl Again {
    fn new(case: &str, seed: u64) -> Self {
        let reader = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
        let case: Case = reader.from_str(case).expect("a case");
        let mut table = Table::lay(&case);
        table.open(&case);
        table.world().insert_resource(Cup::seeded(seed));
        let field = table.field();
        let units = field.units.iter().map(|unit| (unit.place, unit.condition, unit.deeds)).collect();
        let brigades = field.brigades.iter().map(|brigade| brigade.state).collect();
        let generals = field.generals.iter().map(|general| general.state.clone()).collect();
        let clock = table.world().resource::<Clock>().clone();
        Self { table, units, brigades, generals, clock, given: 0 }
    }

    /// Everybody as at the start.
    fn back(&mut self) -> &Field {
        let world = self.table.world();
        let roll = world.resource::<Roll>().clone();
        for (entity, (place, condition, deeds)) in roll.regiments.iter().zip(&self.units) {
            world.entity_mut(*entity).insert((*place, *condition, *deeds));
        }
        for (entity, state) in roll.brigades.iter().zip(&self.brigades) {
            world.entity_mut(*entity).insert(*state);
        }
        for (entity, state) in roll.generals.iter().zip(&self.generals) {
            world.entity_mut(*entity).insert(state.clone());
        }
        world.insert_resource(self.clock.clone());
        turn::resume(world);
        self.table.field()
    }

    fn charges(&self, of: &[(&str, &str)]) -> Vec<Charge> {
        let id = |name: &str| self.table.names.regiment(name);
        of.iter().map(|(unit, target)| Charge { unit: id(unit), target: id(target) }).collect()
    }

    fn give(&mut self, order: &Order) -> Vec<Event> {
        self.given += 1;
        turn::give(self.table.world(), order, self.given).unwrap_or_else(|why| panic!("{order:?}: {why}"))
    }

    /// The assault to the end of its melees: each defender fires at whom he is told to; nobody moves afterwards.
    fn play(&mut self, charges: &[Charge], volleys: &[(RegimentId, RegimentId)]) -> Vec<Event> {
        self.back();
        let mut events = self.give(&Order::Assault(charges.to_vec()));
        let turn = self.clock.turn;
        loop {
            let question = self.table.agenda().question.clone();
            let phase = self.table.field().clock.phase;
            let order = match question.map(|question| (question.ask, question.choices)) {
                Some((Ask::ChargedAt { target, .. }, choices)) => {
                    let fires = |choice: &&Choice| matches!(choice, Choice::ClosingVolley { at, .. } if volleys.contains(&(target, *at)));
                    Order::Answer(choices.iter().find(fires).copied().unwrap_or(Choice::Decline))
                }
                // All who might lead are alike in these fights.
                Some((Ask::Lead(units), _)) => Order::Answer(Choice::Lead(units[0])),
                Some((Ask::Sweep { .. }, _)) => Order::Answer(Choice::Decline),
                Some((Ask::Consolidation(_), _)) => Order::Answer(Choice::Stand),
                Some((ask, _)) => panic!("{ask:?}"),
                None if self.table.field().clock.turn > turn => return events,
                None if matches!(phase, Phase::Maneuver | Phase::Fire) => Order::Ready(self.table.field().clock.active),
                None => return events,
            };
            events.extend(self.give(&order));
        }
    }
}

/// How often each charger was stopped, won, drew and lost; and how often all, and none, got home and beat their enemies.
fn tallied(again: &mut Again, charges: &[Charge], odds: &AssaultOdds, trials: u32) -> (Vec<[f64; 4]>, [f64; 4]) {
    let volleys: Vec<_> = odds.volleys.iter().map(|(by, at, _)| (*by, *at)).collect();
    let (mut each, mut whole) = (vec![[0.0; 4]; charges.len()], [0.0; 4]);
    let one = 1.0 / f64::from(trials);
    let mut enemies: Vec<RegimentId> = charges.iter().map(|charge| charge.target).collect();
    enemies.sort();
    enemies.dedup();
    for _ in 0..trials {
        let events = again.play(charges, &volleys);
        let (mut ends, mut beaten) = (Vec::new(), vec![false; enemies.len()]);
        for charge in charges {
            let gone_unfought = events.iter().any(|event| match event {
                Event::ChargeHalted { unit, why: Halt::TargetGone } => *unit == charge.unit,
                Event::Removed { unit, exit: Exit::Overrun | Exit::Routed } => {
                    *unit == charge.target && contact(&events, charge.unit)
                }
                _ => false,
            });
            let end = match decided(&events, charge.unit) {
                _ if gone_unfought => 1,
                None => 0,
                Some(None) => 2,
                Some(Some(winner)) if winner == again.clock.active => 1,
                Some(Some(_)) => 3,
            };
            beaten[enemies.binary_search(&charge.target).expect("he is one of them")] |= end == 1;
            ends.push(end);
        }
        for (tally, end) in each.iter_mut().zip(&ends) {
            tally[*end] += one;
        }
        let met = [
            ends.iter().all(|end| *end > 0),
            ends.iter().all(|end| *end == 0),
            beaten.iter().all(|beaten| *beaten),
            !beaten.contains(&true),
        ];
        for (share, met) in whole.iter_mut().zip(met) {
            *share += if met { one } else { 0.0 };
        }
    }
    (each, whole)
}

fn contact(events: &[Event], charger: RegimentId) -> bool {
    events.iter().any(|event| matches!(event, Event::Contact { unit, .. } if *unit == charger))
}

/// How the melee of a charger was decided.
fn decided(events: &[Event], charger: RegimentId) -> Option<Option<Side>> {
    events.iter().find_map(|event| match event {
        Event::MeleeDecided { attackers, winner, .. } if attackers.contains(&charger) => Some(*winner),
        _ => None,
    })
}

/// Who charges whom.
type Charges = &'static [(&'static str, &'static str)];

/// Two regiments on one; two on two; three, of which two are on one enemy, over a wall, with a road column among them.
const COMMON: [(&str, &str, Charges); 5] = [
    (
        "two on one",
        r#"(name: "two on one", rules: ["Q08"], orders: [],
            union: [(name: "A", at: (33.25, 20)), (name: "C", at: (38.75, 20), grade: Green)],
            confederate: [(name: "B", at: (36, 27), stands: 7)],
            brigades: {"Union": (pips: 2, general: (36, 15)), "Confederate": (pips: 3)})"#,
        &[("A", "B"), ("C", "B")],
    ),
    (
        "two on two, a general with one of them, a fence before one of theirs",
        r#"(name: "two on two", rules: ["Q08"], orders: [],
            union: [(name: "A", at: (31.25, 20), stands: 6, lost: 2), (name: "C", at: (36.25, 20), micro: 1)],
            confederate: [(name: "B", at: (31, 27), weapon: Smoothbore), (name: "D", at: (36.5, 27), disordered: true)],
            ground: (obstacles: [(RailFence, (27, 26.5), (34, 26.5))]),
            brigades: {"Union": (pips: 2, attached: "A"), "Confederate": (pips: 3)})"#,
        &[("A", "B"), ("C", "D")],
    ),
    (
        "three on two, over a wall",
        r#"(name: "three on two", rules: ["Q08"], orders: [],
            union: [(name: "A", at: (30, 21), stands: 3), (name: "C", at: (33.5, 21), stands: 3), (name: "E", at: (38, 21))],
            confederate: [(name: "B", at: (31.75, 27), stands: 6, lost: 1), (name: "D", at: (38, 27), stands: 4, grade: Elite)],
            ground: (obstacles: [(StoneWall, (20, 22.5), (46, 22.5))]),
            brigades: {"Union": (pips: 2, general: (33, 16)), "Confederate": (pips: 3)})"#,
        &[("A", "B"), ("C", "B"), ("E", "D")],
    ),
    (
        "on a road column beside a line",
        r#"(name: "column", rules: ["Q08"], orders: [],
            union: [(name: "A", at: (30, 20)), (name: "C", at: (36, 20))],
            confederate: [(name: "B", at: (30, 27), formation: RoadColumn), (name: "D", at: (36, 27))],
            brigades: {"Union": (pips: 2, general: (33, 15)), "Confederate": (pips: 3)})"#,
        &[("A", "B"), ("C", "D")],
    ),
    (
        "over two walls, with a yell, generals with both sides' shaken men",
        r#"(name: "yell", rules: ["LDR-1"], orders: [], active: Confederate,
            union: [(name: "B", at: (30, 25.6), disordered: true, micro: 1), (name: "D", at: (36, 25.6))],
            confederate: [(name: "A", at: (30, 30.5), micro: 1, traits: [RebelYell]), (name: "C", at: (36, 30.5))],
            ground: (obstacles: [(StoneWall, (26, 30.3), (33, 30.3)), (StoneWall, (26, 29.9), (33, 29.9))]),
            brigades: {"Confederate": (pips: 2, attached: "A"), "Union": (pips: 3, attached: "B")})"#,
        &[("A", "B"), ("C", "D")],
    ),
];

#[test]
fn a_common_assault_goes_as_its_odds_say() {
    const TRIALS: u32 = 250;
    let trials = std::env::var("TRIALS").ok().and_then(|n| n.parse().ok()).unwrap_or(TRIALS);
    for (n, (what, case, of)) in COMMON.into_iter().enumerate() {
        let mut again = Again::new(case, 41_000 + n as u64);
        let charges = again.charges(of);
        let odds = odds::assault(again.back(), &charges).unwrap_or_else(|why| panic!("{what}: {why}"));
        let (each, whole) = tallied(&mut again, &charges, &odds, trials);
        for ((plan, fate), got) in odds.charges.iter().zip(&each) {
            let told = [fate.stopped, fate.wins, fate.draws, fate.loses];
            assert!((told.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{what}: {told:?}");
            for (outcome, (got, told)) in ["stopped", "wins", "draws", "loses"].iter().zip(got.iter().zip(told)) {
                check_share(&format!("{what}, {:?}: {outcome}", plan.charge.unit), *got, told, trials);
            }
        }
        let told = [odds.all_home, odds.none_home, odds.all_beaten, odds.none_beaten];
        for (outcome, (got, told)) in
            ["all get home", "none gets home", "all are beaten", "none is beaten"].iter().zip(whole.iter().zip(told))
        {
            check_share(&format!("{what}: {outcome}"), *got, told, trials);
        }
    }
}

#[test]
fn a_common_assault_of_one_is_a_charge() {
    for (case, name, target) in [(COMMON[0].1, "A", "B"), (COMMON[2].1, "E", "D"), (COMMON[3].1, "A", "B")] {
        let mut again = Again::new(case, 1);
        let charge = again.charges(&[(name, target)])[0];
        let field = again.back();
        let alone = odds::charge(field, charge).unwrap_or_else(|why| panic!("{why}"));
        let common = odds::assault(field, &[charge]).unwrap_or_else(|why| panic!("{why}"));
        let fate = common.charges[0].1;
        for (one, other) in [
            (alone.stopped, fate.stopped),
            (alone.wins, fate.wins),
            (alone.draws, fate.draws),
            (alone.loses, fate.loses),
            (alone.wins, common.all_beaten),
            (alone.stopped, common.none_home),
        ] {
            assert!((one - other).abs() < 1e-9, "{name}: {one} alone, {other} in an assault of one");
        }
    }
}

#[test]
fn those_who_charge_one_enemy_fight_him_together() {
    let mut again = Again::new(COMMON[0].1, 1);
    let charges = again.charges(COMMON[0].2);
    let odds = odds::assault(again.back(), &charges).unwrap_or_else(|why| panic!("{why}"));
    // A holds x 31 to 36, C 36 to 41, B 32.5 to 39.5: four stands of each touch it, and all seven of its own.
    assert_eq!(odds.melees.len(), 1);
    assert_eq!(odds.melees[0].engaged, [8, 7]);
    // The volley is at the regulars or the green men, one of them: at whom it tells most.
    assert_eq!(odds.volleys.len(), 1);
    assert_eq!(odds.volleys[0].1, charges[1].unit, "the green men pass their check on 5+ only");
}
