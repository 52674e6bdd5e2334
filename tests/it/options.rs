//! House rules: every one can be chosen by name, is stored with the battle, and is explained with both its sources.

use std::path::Path;
use std::process::{Command, Stdio};

use dress::book::Options;
use dress::book::options::HOUSE_RULES;
use dress::record::{self, Battle, Dice, file, replay};
use dress::scenario::shelf;

#[test]
fn every_house_rule_is_chosen_by_its_name_and_changes_nothing_else() {
    for rule in HOUSE_RULES {
        assert!(rule.values.len() == 2, "{} has two readings", rule.name);
        assert_eq!(Options::default().get(rule.name), rule.values[0].0, "the first is the default");
        for (value, _) in rule.values {
            let mut options = Options::default();
            options.set(rule.name, value).unwrap();
            assert_eq!(options.get(rule.name), *value);
            for other in HOUSE_RULES.iter().filter(|other| other.name != rule.name) {
                assert_eq!(
                    options.get(other.name),
                    other.values[0].0,
                    "{} = {value} changes {}",
                    rule.name,
                    other.name
                );
            }
            let written = ron::to_string(&options).unwrap();
            assert!(written.contains(&format!("{}:{value}", rule.name)), "{written}");
            assert_eq!(ron::from_str::<Options>(&written).unwrap(), options);
        }
    }
}

#[test]
fn every_field_of_the_options_is_a_house_rule() {
    let written = ron::to_string(&Options::default()).unwrap();
    let fields = written.matches(':').count();
    assert_eq!(fields, HOUSE_RULES.len(), "{written}");
}

#[test]
fn both_readings_name_a_printed_place_and_not_the_same() {
    for rule in HOUSE_RULES {
        let places: Vec<&str> = rule.values.iter().map(|(_, words)| words.split_once('(').unwrap().1).collect();
        assert!(
            places.iter().all(|place| ["RULE-01-", "QRS 4 ", "Companion "].iter().any(|book| place.starts_with(book)))
        );
        assert_ne!(places[0], places[1], "{}", rule.name);
    }
}

#[test]
fn what_does_not_exist_is_refused_with_what_does() {
    let mut options = Options::default();
    let why = options.set("hesitant", "table").unwrap_err();
    assert!(why.contains("no house rule \"hesitant\"") && why.contains("hesitant_at"), "{why}");
    let why = options.set("engaged", "none").unwrap_err();
    assert!(why.contains("cannot be \"none\"") && why.contains("contact or all"), "{why}");
    assert_eq!(options, Options::default());
}

/// The second reading of every rule.
fn all_changed() -> Options {
    let mut options = Options::default();
    for rule in HOUSE_RULES {
        options.set(rule.name, rule.values[1].0).unwrap();
    }
    options
}

#[test]
fn a_battle_keeps_the_rules_that_it_was_begun_with() {
    let scenario = shelf::find("sandy_ridge", &[]).unwrap();
    let mut app = replay::bare();
    record::begin(app.world_mut(), scenario.into(), all_changed(), Dice::Seeded(3)).unwrap();
    let written = file::text_of(app.world().resource::<Battle>());
    assert_eq!(file::read(&written, "battle.ron").unwrap().options, all_changed());
}

/// `run` with these options and no orders; gives what it says on its error stream, if it fails.
fn run(options: &[String], save: &Path) -> Result<(), String> {
    let options = options.iter().flat_map(|option| ["--option", option]);
    let done = Command::new(env!("CARGO_BIN_EXE_dress-on-the-colors"))
        .args(["run", "sandy_ridge", "--orders", "-", "--save"])
        .arg(save)
        .args(options)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    if done.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&done.stderr).into_owned()) }
}

#[test]
fn run_takes_them_on_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let save = folder.path().join("battle.ron");
    let all: Vec<String> = HOUSE_RULES.iter().map(|rule| format!("{}={}", rule.name, rule.values[1].0)).collect();
    run(&all, &save).unwrap();
    assert_eq!(record::load(&save).unwrap().options, all_changed());
    run(&[], &save).unwrap();
    assert_eq!(record::load(&save).unwrap().options, shelf::find("sandy_ridge", &[]).unwrap().options);

    for (option, says) in [("engaged=none", "contact or all"), ("engage=all", "engaged"), ("engaged", "NAME=VALUE")] {
        let why = run(&[option.to_owned()], &save).unwrap_err();
        assert!(why.contains(option) && why.contains(says), "{why}");
    }
}
