//! `kill -9` in the middle of a reaction window loses nothing that had been confirmed.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use dress::record::{self, Battle, Dice, Folders, journal};
use dress::scenario::shelf;
use dress::turn::{self, Agenda, Ask, Field, Order};

use crate::player::Player;

/// Orders that lead into a reaction window, with the state after each.
fn to_a_reaction() -> (u64, Vec<Order>, Vec<u64>) {
    for seed in 1..200 {
        let mut app = dress::app::rules_app();
        let world = app.world_mut();
        let scenario = shelf::find("sandy_ridge", &[]).unwrap();
        record::begin(world, scenario.into(), Default::default(), Dice::Seeded(seed)).unwrap();
        let mut player = Player::new(seed);
        for _ in 0..1_500 {
            if player.play(world, 1) == 0 {
                break;
            }
            let question = world.resource::<Agenda>().question.as_ref();
            if question.is_some_and(|q| matches!(q.ask, Ask::ChargedAt { .. } | Ask::Crossing { .. })) {
                let battle = world.resource::<Battle>();
                let (orders, digests) = battle.orders.iter().map(|given| (given.order.clone(), given.digest)).unzip();
                return (seed, orders, digests);
            }
        }
    }
    panic!("nobody ever reacted");
}

#[test]
fn a_killed_program_goes_on_in_the_reaction_window() {
    let (seed, orders, digests) = to_a_reaction();
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_dress-on-the-colors"))
        .args(["run", "sandy_ridge", "--orders", "-", "--journal", "--seed", &seed.to_string()])
        .arg("--data")
        .arg(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut shown = BufReader::new(child.stdout.take().unwrap()).lines();
    for order in &orders {
        writeln!(input, "{}", ron::to_string(order).unwrap()).unwrap();
    }
    input.flush().unwrap();
    // Its events are on the screen: from then on the order counts. Every order says something.
    let mut app = dress::app::rules_app();
    let scenario = shelf::find("sandy_ridge", &[]).unwrap();
    record::begin(app.world_mut(), scenario.into(), Default::default(), Dice::Seeded(seed)).unwrap();
    for order in &orders {
        record::give(app.world_mut(), order.clone()).unwrap();
    }
    let events: usize = app.world().resource::<record::BattleLog>().entries.iter().map(|e| e.events.len()).sum();
    for _ in 0..events {
        shown.next().expect("an event is shown").unwrap();
    }
    // The child waits for the answer. SIGKILL: it has no chance to tidy up.
    child.kill().unwrap();
    child.wait().unwrap();

    let journals = Folders::at(folder.path()).journals();
    let recovered = journal::read(&journal::newest(&journals).unwrap()).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(recovered.battle.orders.len(), orders.len(), "every order that was shown is there");
    assert!(recovered.battle.orders.iter().zip(&digests).all(|(given, digest)| given.digest == *digest));
    let mut app = dress::app::rules_app();
    record::open(app.world_mut(), &recovered.battle).unwrap_or_else(|trouble| panic!("{trouble}"));
    let question = app.world().resource::<Agenda>().question.clone().expect("the same question is asked again");
    assert!(matches!(question.ask, Ask::ChargedAt { .. } | Ask::Crossing { .. }));
    assert_eq!(turn::digest(app.world()), *digests.last().unwrap());
    let answer = crate::player::decline(app.world().resource::<Agenda>()).unwrap();
    record::give(app.world_mut(), answer).unwrap();
    assert!(app.world().resource::<Field>().units.len() > 1);
}
