//! Saving, loading, replaying and taking back.

use bevy::app::App;
use dress::army::{Formation, Side};
use dress::record::{self, Agreement, Battle, BattleLog, Dice, Folders, Said, file, journal, replay, undo};
use dress::scenario::shelf;
use dress::turn::{self, Agenda, Field, Order, Phase};

use crate::player::Player;

fn begin(name: &str, dice: Dice) -> App {
    let scenario = shelf::find(name, &[]).unwrap();
    let mut app = dress::app::rules_app();
    record::begin(app.world_mut(), scenario.into(), Default::default(), dice).unwrap();
    app
}

#[test]
fn a_battle_saves_reloads_and_replays_to_the_same_state() {
    for seed in 1..=6 {
        let name = if seed % 2 == 0 { "brawners_farm" } else { "sandy_ridge" };
        let dice = if seed % 3 == 0 { Dice::Typed } else { Dice::Seeded(seed) };
        let mut app = begin(name, dice);
        let played = Player::new(seed).play(app.world_mut(), 3_000);
        assert!(played < 3_000, "the battle ends");
        assert_eq!(app.world().resource::<Field>().clock.phase, Phase::Over);
        let digest = turn::digest(app.world());

        let text = file::text_of(app.world().resource::<Battle>());
        let battle = file::read(&text, "again.ron").unwrap_or_else(|problems| panic!("{problems}"));
        assert_eq!(battle.orders, app.world().resource::<Battle>().orders);
        let mut again = dress::app::rules_app();
        record::open(again.world_mut(), &battle).unwrap_or_else(|trouble| panic!("seed {seed}: {trouble}"));
        assert_eq!(turn::digest(again.world()), digest);
        assert_eq!(again.world().resource::<Field>(), app.world().resource::<Field>());
        assert_eq!(again.world().resource::<BattleLog>().entries, app.world().resource::<BattleLog>().entries);
        assert_eq!(file::text_of(again.world().resource::<Battle>()), text);
    }
}

#[test]
fn a_save_survives_the_line_ends_of_other_systems() {
    let mut app = begin("sandy_ridge", Dice::Seeded(2));
    Player::new(2).play(app.world_mut(), 25);
    let text = file::text_of(app.world().resource::<Battle>());
    let battle = file::read(&text.replace('\n', "\r\n"), "mailed.ron").unwrap_or_else(|problems| panic!("{problems}"));
    replay::prove(&battle).unwrap();
}

#[test]
fn a_changed_digest_is_named_with_its_order() {
    let mut app = begin("sandy_ridge", Dice::Seeded(2));
    Player::new(2).play(app.world_mut(), 25);
    let mut battle = app.world().resource::<Battle>().clone();
    battle.orders[16].digest ^= 1;
    let trouble = replay::prove(&battle).unwrap_err().to_string();
    assert!(trouble.starts_with("order 17 ("), "{trouble}");
    // A battle that cannot be played leaves the table as it was.
    let before = turn::digest(app.world());
    assert!(record::open(app.world_mut(), &battle).is_err());
    assert_eq!(turn::digest(app.world()), before);
}

#[test]
fn a_refused_order_changes_nothing() {
    let mut app = begin("brawners_farm", Dice::Seeded(3));
    Player::new(3).play(app.world_mut(), 10);
    let world = app.world_mut();
    let (digest, log) = (turn::digest(world), world.resource::<BattleLog>().clone());
    let asked = world.resource::<Agenda>().question.is_some();
    let wrong = if asked { Order::Ready(Side::Union) } else { Order::Dice(vec![1]) };
    assert!(record::give(world, wrong).is_err());
    assert_eq!(turn::digest(world), digest);
    assert_eq!(*world.resource::<BattleLog>(), log);
}

#[test]
fn an_order_without_dice_is_taken_back_by_one_player_and_with_dice_by_both() {
    let mut app = begin("brawners_farm", Dice::Seeded(4));
    let world = app.world_mut();
    let mut player = Player::new(4);
    let (mut free, mut agreed) = (0, 0);
    for _ in 0..900 {
        if free > 10 && agreed > 5 {
            break;
        }
        let before = turn::digest(world);
        let state = world.resource::<Field>().clone();
        if player.play(world, 1) == 0 {
            break;
        }
        if player.below(3) > 0 {
            continue;
        }
        let offer = undo::offer(world).expect("an order was given");
        if free > 10 && matches!(offer.price, undo::Price::Free) {
            continue;
        }
        let rolled = |event: &turn::Event| matches!(event, turn::Event::Rolled { .. });
        let dice = world.resource::<BattleLog>().entries.last().unwrap().events.iter().any(rolled);
        let alone = record::take_back(world, Agreement::Alone);
        if dice {
            let why = alone.unwrap_err().why;
            assert!(why.starts_with(&offer.what) && why.contains("dice have been rolled"), "{why}");
        }
        if matches!(offer.price, undo::Price::Free) {
            free += 1;
        } else {
            record::take_back(world, Agreement::Both).unwrap();
            agreed += 1;
        }
        assert_eq!(turn::digest(world), before);
        assert_eq!(*world.resource::<Field>(), state);
        let last = world.resource::<BattleLog>().entries.last().unwrap();
        assert!(matches!(&last.said, Said::TakenBack(taken) if taken.what == offer.what));
    }
    assert!(free > 10 && agreed > 5, "{free} free, {agreed} agreed");
    let battle = world.resource::<Battle>().clone();
    let mut again = dress::app::rules_app();
    record::open(again.world_mut(), &battle).unwrap();
    let said =
        |app: &App| app.world().resource::<BattleLog>().entries.iter().map(|e| e.said.clone()).collect::<Vec<_>>();
    assert_eq!(said(&again), said(&app), "the log keeps its lines about what was taken back");
}

#[test]
fn horses_that_are_led_away_come_back_with_the_order_and_with_the_file() {
    let mut app = begin("every_ground", Dice::Seeded(1));
    let world = app.world_mut();
    while world.resource::<Field>().clock.phase != Phase::Maneuver {
        let (field, agenda) = (world.resource::<Field>(), world.resource::<Agenda>());
        let order = Side::BOTH.map(Order::Ready).into_iter().find(|order| turn::check(field, agenda, order).is_ok());
        record::give(world, order.expect("somebody may be ready")).unwrap();
    }
    let mut given = 0;
    for cavalry in world.resource::<Field>().units.clone().iter().filter(|unit| unit.place.formation.is_mounted()) {
        let before = turn::digest(world);
        let units = world.resource::<Field>().units.len();
        let order = Order::Form { unit: cavalry.id(), formation: Formation::Dismounted };
        if record::give(world, order.clone()).is_err() {
            continue;
        }
        given += 1;
        assert_eq!(world.resource::<Field>().units.len(), units + 1);
        let after = turn::digest(world);
        record::take_back(world, Agreement::Alone).unwrap();
        assert_eq!((turn::digest(world), world.resource::<Field>().units.len()), (before, units));
        record::give(world, order).unwrap();
        assert_eq!(turn::digest(world), after);
    }
    assert!(given > 0, "some cavalry of the Active side dismounts");
    let text = file::text_of(world.resource::<Battle>());
    let battle = file::read(&text, "horses.ron").unwrap_or_else(|problems| panic!("{problems}"));
    let mut again = dress::app::rules_app();
    record::open(again.world_mut(), &battle).unwrap();
    assert_eq!(turn::digest(again.world()), turn::digest(app.world()));
}

#[test]
fn a_journal_has_every_order_and_what_was_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let folders = Folders::at(folder.path());
    let mut app = dress::app::rules_app();
    let world = app.world_mut();
    world.insert_resource(folders.clone());
    let scenario = shelf::find("sandy_ridge", &[]).unwrap();
    record::begin(world, scenario.into(), Default::default(), Dice::Seeded(9)).unwrap();
    let mut player = Player::new(9);
    for _ in 0..12 {
        player.play(world, 5);
        record::take_back(world, Agreement::Both).unwrap();
        player.play(world, 1);
    }
    let recovered = journal::read(&journal::newest(&folders.journals()).unwrap()).unwrap_or_else(|p| panic!("{p}"));
    assert!(!recovered.torn);
    assert_eq!(recovered.battle, *world.resource::<Battle>());
    assert_eq!(recovered.battle.taken_back.len(), 12);
    assert!(folders.saves().join("autosave.ron").is_file(), "a save at the beginning of each turn");
    replay::prove(&recovered.battle).unwrap();

    // Half a line at the end is an order that was never confirmed.
    let path = journal::newest(&folders.journals()).unwrap();
    let mut text = std::fs::read(&path).unwrap();
    text.truncate(text.len() - 5);
    std::fs::write(&path, text).unwrap();
    let torn = journal::read(&path).unwrap_or_else(|p| panic!("{p}"));
    assert!(torn.torn);
    assert_eq!(torn.battle.orders.len() + 1, recovered.battle.orders.len());

    // Going on begins a new journal and leaves the old one.
    record::open(world, &torn.battle).unwrap();
    let next = journal::newest(&folders.journals()).unwrap();
    assert_ne!(next, path);
    assert_eq!(journal::read(&next).unwrap_or_else(|p| panic!("{p}")).battle, torn.battle);
}

#[test]
fn orders_in_the_queue_are_given_before_the_frame() {
    let mut app = begin("brawners_farm", Dice::Seeded(4));
    let order = Player::new(1).order(app.world().resource::<Field>(), app.world().resource::<Agenda>()).unwrap();
    app.world_mut().resource_mut::<record::Orders>().push(order);
    app.world_mut().resource_mut::<record::Orders>().push(Order::Dice(vec![7]));
    app.update();
    assert_eq!(app.world().resource::<Battle>().orders.len(), 1);
    let refused = app.world().resource::<record::LastRefusal>();
    assert_eq!(refused.count, 1);
    assert!(refused.last.as_ref().unwrap().1.why.contains("shows 7"));
}

#[test]
fn a_replay_is_stepped_and_scrubbed_both_ways() {
    let mut app = begin("brawners_farm", Dice::Seeded(5));
    assert_eq!(Player::new(5).play(app.world_mut(), 60), 60, "the battle goes on");
    let record = app.world().resource::<Battle>().clone();
    let mut shown = dress::app::rules_app();
    let world = shown.world_mut();
    for to in [0, 1, 2, 30, 31, 12, 60, 59, 0] {
        replay::go_to(world, &record, to).unwrap();
        let expected = if to == 0 { record.opening } else { record.orders[to - 1].digest };
        assert_eq!(turn::digest(world), expected, "after {to} orders");
    }
    // From a point in it, another battle can be played.
    let mut other = dress::app::rules_app();
    record::open(other.world_mut(), &replay::branch(&record, 20)).unwrap();
    Player::new(77).play(other.world_mut(), 5);
    assert_eq!(other.world().resource::<Battle>().orders[..20], record.orders[..20]);
}

#[test]
fn the_list_of_saves_has_the_newest_first_and_tells_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = begin("sandy_ridge", Dice::Seeded(5));
    record::save(app.world().resource::<Battle>(), &folder.path().join("first.ron")).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(20));
    Player::new(5).play(app.world_mut(), 6);
    record::save(app.world().resource::<Battle>(), &folder.path().join("zweiter Abend, 'später'.ron")).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(20));
    std::fs::write(folder.path().join("broken.ron"), "(format: 1").unwrap();
    let list = file::list(folder.path());
    let names: Vec<_> = list.iter().map(|(path, _)| path.file_stem().unwrap().to_str().unwrap()).collect();
    assert_eq!(names, ["broken", "zweiter Abend, 'später'", "first"]);
    assert!(list[0].1.is_err());
    assert_eq!(list[1].1.as_ref().unwrap().orders.len(), 6);
    assert!(file::list(&folder.path().join("nowhere")).is_empty());
}
