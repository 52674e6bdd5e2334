//! A battle goes on from wherever it was put away: at every roll and every decision that a step of the agenda may stop for.
//!
//! Battles with typed dice stop for each of them. One after the other is played until every kind of stop has been met; at the
//! first of each kind the battle is put away, taken up again and gone on with. `SUSPENDED=n cargo test --test it suspended`
//! does so at every stop of n battles.

use std::collections::BTreeMap;

use bevy::app::App;
use bevy::ecs::world::World;
use dress::army::RegimentId;
use dress::record::{self, Battle, Dice, file};
use dress::scenario::{Scenario, read};
use dress::turn::agenda::Step;
use dress::turn::event::Test;
use dress::turn::{self, Agenda, Ask, Field, Order};

use crate::many::{number_of, order, scenario};
use crate::player::Player;

/// So many stops of a kind are tried, each in another battle if there is one.
const OF_A_KIND: usize = 2;
/// So many orders after each are given again and compared.
const ONWARD: usize = 25;
/// Battles in which every kind must have been met.
const MOST: u64 = 60;

/// Every kind of stop: the step that stops, and what for.
const KINDS: [&str; 29] = [
    "Initiative, dice",
    "ChooseFirst, decision",
    "RollPips, dice",
    "March, decision",
    "Volley, dice",
    "Concentrate, dice",
    "Saves, dice",
    "Check Suppression, dice",
    "Check Spent, dice",
    "Check Elephant, dice",
    "Check Wall, dice",
    "Check Retreaters, dice",
    "Check RebelYell, dice",
    "Check Passage, dice",
    "Structure, dice",
    "LeaderRoll, dice",
    "NaturalRally, dice",
    "ScreenCharged, decision",
    "ReactToCharges, decision",
    "RefuseFlank, dice",
    "Close, dice",
    "Pursue, decision",
    "NameLeads, decision",
    "MeleeDice, dice",
    "Sweep, decision",
    "Consolidate, decision",
    // Of assaults by several regiments, and fights of several.
    "ReactToCharges of several, decision",
    "MeleeDice of several, dice",
    "SweepMelee on the way, dice",
];

/// The step that has stopped, by its name; `None` for one that asks nothing. A new step must be put where it belongs.
fn name(step: &Step) -> Option<String> {
    let fixed = match step {
        Step::Initiative => "Initiative",
        Step::ChooseFirst(_) => "ChooseFirst",
        Step::RollPips(_) => "RollPips",
        Step::March(_) => "March",
        Step::Volley { .. } => "Volley",
        Step::Concentrate { .. } => "Concentrate",
        Step::Saves(_) => "Saves",
        Step::LeaderRoll(_) => "LeaderRoll",
        Step::NaturalRally(_) => "NaturalRally",
        Step::ScreenCharged { .. } => "ScreenCharged",
        Step::ReactToCharges { .. } => "ReactToCharges",
        Step::RefuseFlank { .. } => "RefuseFlank",
        Step::Close(_) => "Close",
        Step::Pursue { .. } => "Pursue",
        Step::NameLeads { .. } => "NameLeads",
        Step::MeleeDice { .. } => "MeleeDice",
        Step::Sweep { .. } => "Sweep",
        Step::Consolidate(_) => "Consolidate",
        Step::Structure { .. } => "Structure",
        Step::Check { test, .. } => {
            return Some(format!("Check {}", checked(*test)));
        }
        Step::NextDeployment
        | Step::BeginTurn
        | Step::AssessClocks
        | Step::Open(_)
        | Step::BrokenRetreat(_)
        | Step::Hits { .. }
        | Step::LoseStand { .. }
        | Step::Disorder { .. }
        | Step::Smoke { .. }
        | Step::CloseUp { .. }
        | Step::Stranded(_)
        | Step::Overrun(_)
        | Step::ToTheLine(_)
        | Step::CounterCharge { .. }
        | Step::Strike { .. }
        | Step::Fight(_)
        | Step::Retreat { .. }
        | Step::SweepMelee(_)
        | Step::OutOfRuins { .. }
        | Step::Leave(_)
        | Step::End(_)
        | Step::BringHorses { .. } => return None,
    };
    Some(fixed.to_owned())
}

const fn checked(test: Test) -> &'static str {
    match test {
        Test::Suppression(_) => "Suppression",
        Test::Spent(_) => "Spent",
        Test::Elephant(_) => "Elephant",
        Test::Wall => "Wall",
        Test::Retreaters => "Retreaters",
        Test::RebelYell => "RebelYell",
        Test::Passage => "Passage",
        // These two are taken by steps of their own.
        Test::Contact => "Contact",
        Test::RefuseFlank => "RefuseFlank",
    }
}

/// The kinds that the present stop is of; empty when the battle does not stop.
fn kinds(world: &World) -> Vec<String> {
    let agenda = world.resource::<Agenda>();
    let (Some(question), Some(step)) = (&agenda.question, agenda.steps.last()) else { return Vec::new() };
    let name = name(step).unwrap_or_else(|| panic!("this step has stopped for {:?}: {step:?}", question.ask));
    let what = if matches!(question.ask, Ask::Dice { .. }) { "dice" } else { "decision" };
    let mut all = vec![format!("{name}, {what}")];
    let several = match step {
        Step::ReactToCharges { chargers, .. } => chargers.len() > 1,
        Step::MeleeDice { attackers, defenders, .. } => attackers.len() + defenders.len() > 2,
        _ => false,
    };
    if several {
        all.push(format!("{name} of several, {what}"));
    }
    // The melee of a Sweeping Advance is fought while others wait.
    let swept = |id: &RegimentId| world.resource::<Field>().unit(*id).deeds.swept;
    if let Step::MeleeDice { attackers, .. } = step
        && attackers.iter().any(swept)
    {
        all.push(format!("SweepMelee on the way, {what}"));
    }
    all
}

/// A battle that has been played to its end, with the number of orders before each stop and the kinds of that stop.
struct Played {
    whole: Battle,
    stops: Vec<(usize, Vec<String>)>,
}

fn play(number: u64) -> Played {
    let scenario = scenario(number);
    let mut luck = Player::new(number ^ 0x10ad);
    played(&scenario, |world| order(world, &mut luck))
}

/// Plays these orders, and notes where the battle stops.
fn played(scenario: &Scenario, mut next: impl FnMut(&World) -> Option<Order>) -> Played {
    let mut app = record::replay::bare();
    let world = app.world_mut();
    record::begin(world, scenario.clone().into(), scenario.options, Dice::Typed)
        .expect("they are typed in when they are needed");
    let mut stops = vec![(0, kinds(world))];
    while let Some(order) = next(world) {
        let told = format!("{order:?}");
        record::give(world, order).unwrap_or_else(|why| panic!("{}: {told}: {why}", scenario.title));
        stops.push((world.resource::<Battle>().orders.len(), kinds(world)));
    }
    stops.retain(|(_, kinds)| !kinds.is_empty());
    Played { whole: world.resource::<Battle>().clone(), stops }
}

/// A battle in which happens what seldom does: two regiments charge one, two charge a road column, a victor sweeps on, a
/// charge comes upon a screen, and batteries fire as one at a house.
fn rare() -> Played {
    let scenario = read(RARE, "rare.ron").unwrap_or_else(|problems| panic!("{problems}"));
    let mut orders = RARE_ORDERS.iter().map(|text| ron::from_str(text).expect("an order"));
    played(&scenario, |world| rolled(world.resource::<Agenda>()).or_else(|| orders.next()))
}

/// Dice as that battle needs them: closing volleys that miss, melees that the attacker wins by far, and sixes.
fn rolled(agenda: &Agenda) -> Option<Order> {
    let (question, step) = (agenda.question.as_ref()?, agenda.steps.last()?);
    let Ask::Dice { count, .. } = question.ask else { return None };
    Some(Order::Dice(match step {
        Step::MeleeDice { .. } => vec![6, 1],
        Step::Volley { .. } | Step::Saves(_) => vec![1; usize::from(count)],
        _ => vec![6; usize::from(count)],
    }))
}

/// Puts the battle away after so many orders, takes it up again from what was written, and goes on.
fn put_away(whole: &Battle, stop: usize) {
    let part = Battle { orders: whole.orders[..stop].to_vec(), ..whole.clone() };
    let text = file::text_of(&part);
    let part = file::read(&text, "part.ron").unwrap_or_else(|problems| panic!("{problems}"));
    let mut again: App = record::replay::bare();
    let world = again.world_mut();
    // Reading plays the orders again and compares what they lead to.
    record::open(world, &part).unwrap_or_else(|trouble| panic!("after order {stop}: {trouble}"));
    for (n, given) in whole.orders.iter().enumerate().skip(stop).take(ONWARD) {
        record::give(world, given.order.clone())
            .unwrap_or_else(|why| panic!("put away after {stop}, order {n}: {why}"));
        assert_eq!(turn::digest(world), given.digest, "put away after order {stop}, order {n} leads elsewhere");
    }
}

#[test]
fn a_battle_goes_on_from_wherever_it_was_put_away() {
    let whole_battles = number_of("SUSPENDED");
    let mut tried: BTreeMap<String, usize> = BTreeMap::new();
    let met = |tried: &BTreeMap<String, usize>| KINDS.iter().all(|kind| tried.contains_key(*kind));
    for number in 0..MOST.max(whole_battles.unwrap_or(0)) {
        let all = whole_battles.is_some_and(|battles| number < battles);
        if !all && met(&tried) {
            break;
        }
        let Played { whole, stops } = if number == 0 { rare() } else { play(number) };
        let mut here: BTreeMap<String, usize> = BTreeMap::new();
        for (stop, kinds) in stops {
            let new = |kind: &String| tried.get(kind).is_none_or(|n| *n < OF_A_KIND) && !here.contains_key(kind);
            if !all && !kinds.iter().any(new) {
                continue;
            }
            put_away(&whole, stop);
            for kind in kinds {
                *tried.entry(kind.clone()).or_default() += 1;
                *here.entry(kind).or_default() += 1;
            }
        }
    }
    let told: Vec<String> = tried.iter().map(|(kind, n)| format!("{kind}: {n}")).collect();
    println!("put away at\n  {}", told.join("\n  "));
    let missed: Vec<&str> = KINDS.into_iter().filter(|kind| !tried.contains_key(*kind)).collect();
    assert!(missed.is_empty(), "no battle has stopped for {missed:?}; it has for\n  {}", told.join("\n  "));
    let unknown: Vec<&String> = tried.keys().filter(|kind| !KINDS.contains(&kind.as_str())).collect();
    assert!(unknown.is_empty(), "kinds of stops that the list lacks: {unknown:?}");
}

/// The table of [`rare`].
const RARE: &str = r#"(format: 1, title: "Everything", date: "-", place: "-", table: (72, 48), rounds: 3, first: Union, deployment: Fixed,
 terrain: (buildings: [(name: "the house", at: (6, 16))]),
 armies: (
  union: (name: "Union", brigades: [
    (name: "First", brigadier: (name: "Gen 1", temper: Aggressive, at: (12, 15)), regiments: [
      (name: "two on one", men: 1, arm: Infantry, stands: 5, grade: Regular, weapon: RifledMusket, at: (13.25, 20), facing: 0, formation: Line),
      (name: "beside it", men: 1, arm: Infantry, stands: 5, grade: Regular, weapon: RifledMusket, at: (18.75, 20), facing: 0, formation: Line),
      (name: "before the house", men: 1, arm: Infantry, stands: 3, grade: Regular, weapon: RifledMusket, at: (6, 12.5), facing: 0, formation: Line)]),
    (name: "Second", brigadier: (name: "Gen 2", temper: Aggressive, at: (34, 14)), regiments: [
      (name: "sweeper", men: 1, arm: Infantry, stands: 5, grade: Regular, weapon: RifledMusket, at: (32, 20), facing: 0, formation: Line)]),
    (name: "Third", brigadier: (name: "Gen 3", temper: Aggressive, at: (46, 14)), regiments: [
      (name: "runner", men: 1, arm: Infantry, stands: 5, grade: Regular, weapon: RifledMusket, at: (43.25, 20), facing: 0, formation: Line),
      (name: "pursuer", men: 1, arm: Infantry, stands: 5, grade: Regular, weapon: RifledMusket, at: (48.75, 20), facing: 0, formation: Line)]),
    (name: "Fourth", brigadier: (name: "Gen 4", temper: Aggressive, at: (62, 14)), regiments: [
      (name: "screened", men: 1, arm: Infantry, stands: 5, grade: Regular, weapon: RifledMusket, at: (62, 20), facing: 0, formation: Line)]),
  ]),
  confederate: (name: "Confederate", brigades: [
    (name: "Fifth", brigadier: (name: "Gen 5", temper: Aggressive, at: (16, 34)), regiments: [
      (name: "one on two", men: 1, arm: Infantry, stands: 7, grade: Regular, weapon: RifledMusket, at: (16, 27), facing: 180, formation: Line)]),
    (name: "Sixth", brigadier: (name: "Gen 6", temper: Aggressive, at: (36, 36)), regiments: [
      (name: "guns", men: 1, arm: FootArtillery, stands: 2, grade: Regular, weapon: Napoleon, at: (32, 27), facing: 180, formation: Unlimbered),
      (name: "behind the guns", men: 1, arm: Infantry, stands: 3, grade: Regular, weapon: RifledMusket, at: (31, 30.5), facing: 180, formation: Line)]),
    (name: "Seventh", brigadier: (name: "Gen 7", temper: Aggressive, at: (46, 36)), regiments: [
      (name: "on the road", men: 1, arm: Infantry, stands: 3, grade: Regular, weapon: RifledMusket, at: (46, 27), facing: 180, formation: RoadColumn)]),
    (name: "Eighth", brigadier: (name: "Gen 8", temper: Aggressive, at: (62, 34)), regiments: [
      (name: "upon the screen", men: 1, arm: Infantry, stands: 5, grade: Regular, weapon: RifledMusket, at: (62, 28), facing: 180, formation: Line)]),
    (name: "Ninth", brigadier: (name: "Gen 9", temper: Aggressive, at: (6, 32)), regiments: [
      (name: "first battery", men: 1, arm: FootArtillery, stands: 1, grade: Regular, weapon: Napoleon, at: (4, 24), facing: 180, formation: Unlimbered),
      (name: "second battery", men: 1, arm: FootArtillery, stands: 2, grade: Regular, weapon: Napoleon, at: (7, 24), facing: 180, formation: Unlimbered)]),
  ])))"#;

/// What is ordered there. Ids run through the order of battle; the garrison is the fifteenth.
const RARE_ORDERS: [&str; 25] = [
    "Ready(Union)",
    "Ready(Confederate)",
    "Garrison(unit: 2, building: 0, stands: 2)",
    "Screen(6)",
    "Assault([(unit: 0, target: 7), (unit: 1, target: 7)])",
    "Answer(ClosingVolley(unit: 7, at: 0))",
    "Assault([(unit: 4, target: 10), (unit: 5, target: 10)])",
    "Answer(Stand)",
    "Assault([(unit: 3, target: 8)])",
    "Answer(ClosingVolley(unit: 8, at: 3))",
    "Ready(Union)",
    "Ready(Union)",
    "Answer(Lead(0))",
    "Answer(Stand)",
    "Answer(Stand)",
    "Answer(Sweep(9))",
    "Answer(Stand)",
    "Ready(Confederate)",
    "Ready(Union)",
    "Ready(Confederate)",
    "Assault([(unit: 11, target: 6)])",
    "Answer(Evade(unit: 6, back: 5))",
    "Answer(Decline)",
    "Ready(Confederate)",
    "Concentrate(batteries: [12, 13], target: 14)",
];
