//! Scenario files: those that come with the game, and what is said of those that are wrong.

use dress::book::health::Health;
use dress::geometry::Inches;
use dress::record::{self, Dice};
use dress::scenario::{Problems, read, shelf};
use dress::turn::Field;
use dress::turn::mount::horses_of;

const SMALL: &str = include_str!("../../scenarios/sandy_ridge.ron");

fn problems(text: &str) -> Problems {
    read(text, "test.ron").expect_err("there is something wrong with it")
}

/// The shipped file with one thing changed.
#[track_caller]
fn changed(from: &str, to: &str) -> String {
    assert!(SMALL.contains(from), "{from}");
    SMALL.replacen(from, to, 1)
}

/// One change, and one complaint at its field, with these words in it.
#[track_caller]
fn check(from: &str, to: &str, field: &str, words: &str) {
    let text = changed(from, to);
    let found = problems(&text);
    let hit = found.list.iter().find(|problem| problem.field == field && problem.what.contains(words));
    assert!(hit.is_some(), "{found}");
}

#[test]
fn the_shipped_scenarios_are_in_order_and_can_be_begun() {
    for (name, text) in shelf::SHIPPED {
        let scenario = read(text, name).unwrap_or_else(|problems| panic!("{problems}"));
        let mut app = dress::app::rules_app();
        let world = app.world_mut();
        let (men, stands) = (scenario.armies[0].men(), scenario.armies[0].stands());
        assert!((40..=100).contains(&(men / u32::from(stands))), "{name}: {men} men on {stands} stands");
        let options = scenario.options;
        record::begin(world, scenario.into(), options, Dice::Seeded(1)).unwrap();
        let field = world.resource::<Field>();
        assert!(field.standing().count() >= 8, "{name}");
    }
}

#[test]
fn every_problem_is_told_at_once_with_its_place() {
    let text = changed("men: 400, stands: 6", "men: 400, stands: 14")
        .replacen("weapon: Smoothbore", "weapon: Slingshot", 1)
        .replacen("rounds: 6", "rounds: 0", 1)
        .replacen("name: \"7th Ohio\"", "name: \"29th Ohio\"", 1);
    let found = problems(&text);
    assert_eq!(found.list.len(), 4, "{found}");
    let stands = found.list.iter().find(|p| p.field == "armies.union.brigades[0].regiments[3].stands").unwrap();
    assert_eq!(stands.what, "14 stands; from 3 to 12 are possible");
    let line = text.lines().nth(stands.line - 1).unwrap();
    assert!(line.chars().skip(stands.column - 1).collect::<String>().starts_with("14,"), "{line}");
    let shown = found.to_string();
    assert!(shown.contains("there is no weapon \"Slingshot\""), "{shown}");
    assert!(shown.contains("armies.union.brigades[0].regiments[1].name"), "{shown}");
    assert!(shown.contains("0 rounds; from 1 to 40 are possible"), "{shown}");
}

#[test]
fn numbers_that_no_table_has() {
    let at = "armies.union.brigades[0].regiments[0].at";
    check("at: (14.6, 26.2)", "at: (NaN, 26.2)", at, "off the table");
    check("at: (14.6, 26.2)", "at: (1e300, 26.2)", at, "off the table");
    check("at: (14.6, 26.2)", "at: (-inf, 26.2)", at, "off the table");
    check("facing: 178", "facing: NaN", "armies.union.brigades[0].regiments[0].facing", "degrees");
    check("table: (48, 36)", "table: (1e9, 36)", "table", "from 24 to 144");
    check("men: 420", "men: -1", "armies.union.brigades[0].regiments[0].men", "-1 men");
}

#[test]
fn numbers_too_long_to_be_numbers_are_a_problem_with_a_place() {
    let found = problems(&changed("men: 420", "men: 99999999999999999999999999"));
    assert_eq!(found.list.len(), 1, "{found}");
    assert_eq!(found.list[0].field, "armies.union.brigades[0].regiments[0].men");
}

#[test]
fn the_rebel_yell_is_the_confederates() {
    let at = "armies.union.brigades[0].regiments[0].traits[0]";
    check("men: 420", "traits: [RebelYell], men: 420", at, "the Rebel Yell is the Confederates'");
}

#[test]
fn places_that_cannot_be() {
    let first = "armies.union.brigades[0].regiments[0].at";
    check(
        "at: (14.6, 26.2), facing: 178",
        "at: (20.6, 26.2), facing: 178",
        "armies.union.brigades[0].regiments[1].at",
        "on top of the 29th Ohio",
    );
    check("at: (14.6, 26.2), facing: 178", "at: (14.6, 20), facing: 178", first, "outside the Union zone");
    check("at: (14.6, 26.2), facing: 178", "at: (2, 26.2), facing: 178", first, "off the table");
    check("at: (14.6, 26.2), facing: 178", "at: (39, 32), facing: 178", first, "from its brigadier");
    check(
        "at: (14.9, 10.7), facing: 2",
        "at: (14.6, 25.5), facing: 0",
        "armies.confederate.brigades[0].regiments[0].at",
        "enemies start more than 1.0 in apart",
    );
}

#[test]
fn the_farthest_from_the_brigadier_to_the_thousandth() {
    // The 29th Ohio's brigadier is at (22.6, 31.4), his base half an inch to its edge.
    let first = "armies.union.brigades[0].regiments[0].at";
    let words = "starts 12.001 in from its brigadier";
    check("at: (14.6, 26.2), facing: 178", "at: (10.099, 31.4), facing: 178", first, words);
    let near = changed("at: (14.6, 26.2), facing: 178", "at: (10.1, 31.4), facing: 178");
    assert!(read(&near, "test.ron").is_ok());
}

#[test]
fn a_ford_that_ends_in_the_water() {
    let (river, ford) =
        ("(kind: River, name: \"Opequon Creek\", course: [(0, 34), (48, 34)], width: 2), ", "bridges: [");
    let wet = changed("areas: [", &format!("areas: [{river}"));
    assert!(!wet.contains(ford), "the shipped file has no bridges");
    let with = |line: &str| {
        wet.replacen("areas: [", &format!("bridges: [(kind: Ford, name: \"ford\", line: {line})], areas: ["), 1)
    };
    let found = problems(&with("[(12, 32.999), (12, 34.999)]"));
    let hit =
        |p: &&dress::scenario::Problem| p.field == "terrain.bridges[0].line" && p.what.contains("in Opequon Creek");
    assert!(found.list.iter().any(|p| hit(&p)), "{found}");
    assert!(read(&with("[(12, 33), (12, 35)]"), "test.ron").is_ok());
}

#[test]
fn outlines_that_cross_themselves() {
    check("(36.6, 8.9), (38.5, 7.6)", "(36.6, 8.9), (38.5, 12.9)", "terrain.areas[2].outline[7]", "crosses itself");
    let points = "(kind: Ploughed, name: \"A\", outline: [(1, 1), (3, 1), (2, 3)]), ".repeat(130);
    check("areas: [", &format!("areas: [{points}"), "terrain.areas", "128 at most");
}

#[test]
fn names_in_any_language_and_none_that_hide_something() {
    for name in
        ["Régiment d'Orléans — «Garde»", "第七オハイオ連隊", "O'Brien's \\\"Irish\\\" Battalion", &"é".repeat(60)]
    {
        let text = changed("29th Ohio", name);
        let scenario = read(&text, "test.ron").unwrap_or_else(|problems| panic!("{problems}"));
        assert_eq!(&*scenario.armies[0].brigades[0].regiments[0].name, name.replace('\\', ""));
    }
    let field = "armies.union.brigades[0].regiments[0].name";
    check("29th Ohio", &"é".repeat(61), field, "61 characters; 60 is the most");
    check("29th Ohio", "", field, "is empty");
    check("29th Ohio", "29th\\u{7}Ohio", field, "control character U+0007");
    check("29th Ohio", "29th\\u{202e}Ohio", field, "control character U+202E");
}

#[test]
fn the_format_is_named_before_anything_else() {
    let found = problems(&changed("format: 1", "format: 2").replace("rounds", "length"));
    assert_eq!(found.to_string(), "test.ron: line 4, column 13, format: format 2; this program reads format 1");
}

#[test]
fn what_cannot_be_read_at_all_has_one_problem_with_a_place() {
    let found = problems(&changed("rounds: 6,", "rounds: 6, rouns: 7,"));
    assert_eq!(found.list.len(), 1, "{found}");
    let line = SMALL.lines().position(|line| line.contains("rounds: 6")).unwrap() + 1;
    assert_eq!(found.list[0].line, line, "{found}");
    assert!(problems(&"(".repeat(5_000)).list.len() == 1);
    assert!(problems("").list.len() == 1);
    assert!(problems(&"x".repeat(2_000_000)).to_string().contains("at most"));
}

#[test]
fn a_scenario_is_found_by_file_and_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my_battle.ron");
    std::fs::write(&path, changed("The Stone Wall at Kernstown", "Mine")).unwrap();
    let folders = [folder.path().to_owned()];
    assert_eq!(&*shelf::find("my_battle", &folders).unwrap().title, "Mine");
    assert_eq!(&*shelf::find(path.to_str().unwrap(), &[]).unwrap().title, "Mine");
    assert_eq!(&*shelf::find("brawners_farm", &folders).unwrap().title, "Brawner's Farm");
    let wrong = shelf::find("nowhere", &folders).unwrap_err().to_string();
    assert!(wrong.contains("brawners_farm, mcphersons_ridge, fleetwood_hill, sandy_ridge and every_ground"), "{wrong}");
    let names: Vec<_> = shelf::list(&folders).into_iter().map(|entry| entry.name).collect();
    let shipped = ["brawners_farm", "mcphersons_ridge", "fleetwood_hill", "sandy_ridge", "every_ground"];
    assert_eq!(names[..5], shipped);
    assert_eq!(names[5..], ["my_battle"]);
}

#[test]
fn cavalry_can_start_dismounted_with_its_horses_behind_it() {
    let mut app = dress::app::rules_app();
    let world = app.world_mut();
    let scenario = shelf::find("mcphersons_ridge", &[]).unwrap();
    let options = scenario.options;
    record::begin(world, scenario.into(), options, Dice::Seeded(1)).unwrap();
    let field = world.resource::<Field>();
    let line = field.standing().find(|unit| &*unit.regiment.name == "8th Illinois Cavalry").unwrap();
    let horses = horses_of(field, line).expect("two of its five stands hold the horses");
    assert_eq!((line.stands(), horses.stands(), field.health(line)), (3, 2, Health::Fresh));
    assert_eq!(line.footprint().gap(&horses.footprint()), Inches(2500));
}

#[test]
fn cavalry_deploys_mounted() {
    let fixed = shelf::SHIPPED.iter().find(|(name, _)| *name == "mcphersons_ridge").unwrap().1;
    let zones =
        "Zones(union: [(32, 0), (72, 0), (72, 48), (32, 48)], confederate: [(0, 0), (26, 0), (26, 48), (0, 48)])";
    let text = fixed.replacen("deployment: Fixed", &format!("deployment: {zones}"), 1);
    let found = problems(&text);
    let field = "armies.union.brigades[0].regiments[0].formation";
    assert!(found.list.iter().any(|p| p.field == field && p.what.contains("deploys mounted")), "{found}");
}

#[test]
fn uniforms_and_flags_are_known_and_of_their_own_side() {
    let first = "armies.union.brigades[0].regiments[0]";
    let (uniform, flags) = (format!("{first}.uniform"), format!("{first}.colors[1]"));
    check("uniform: UnionSlouchHat", "uniform: Toga", &uniform, "there is no uniform \"Toga\"; there is UnionSackCoat");
    check("uniform: UnionSlouchHat", "uniform: ConfederateKepi", &uniform, "is not worn by the Union side");
    let (national, written) = ("[UnionNational, UnionRegimental]", "[UnionNational, ConfederateTexas]");
    check(national, written, &flags, "is not carried by the Union side");
    check(national, "[UnionNational, Eagle]", &flags, "there is no flag \"Eagle\"");
    let all = "[UnionNational, UnionRegimental, UnionIrish]";
    check(national, all, &format!("{first}.colors"), "3 flags; a Color Stand carries one or two");
}

#[test]
fn what_is_not_said_of_flags_goes_by_side_and_arm() {
    use dress::army::{Colors, Uniform};
    let text = changed("uniform: UnionSlouchHat, colors: [UnionNational, UnionRegimental],\n", "\n");
    let scenario = read(&text, "test.ron").unwrap_or_else(|problems| panic!("{problems}"));
    let regiment = &scenario.armies[0].brigades[0].regiments[0];
    assert_eq!((regiment.uniform, &regiment.colors[..]), (Uniform::UnionSackCoat, &[Colors::UnionNational][..]));
    let cavalry = changed(
        "weapon: RifledMusket,\n                            uniform: UnionSlouchHat, colors: [UnionNational, UnionRegimental],",
        "arm: Cavalry, weapon: BreechloadingCarbine,\n",
    );
    let scenario = read(&cavalry, "test.ron").unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(scenario.armies[0].brigades[0].regiments[0].colors[..], [Colors::UnionGuidon]);
}

#[test]
fn a_season_is_stated_or_follows_from_the_date() {
    use dress::ground::Season;
    let of = |text: &str| read(text, "test.ron").expect("it is in order").terms.season;
    assert_eq!(of(SMALL), Season::Spring, "23 March");
    let autumn = changed("date: \"23 March 1862\"", "date: \"9 October 1862\"");
    assert_eq!(of(&autumn), Season::Autumn);
    let stated = autumn.replacen("rounds: 6", "season: Winter, rounds: 6", 1);
    assert_eq!(of(&stated), Season::Winter, "what is stated wins over the date");
    check("rounds: 6", "season: Monsoon, rounds: 6", "season", "there is no season \"Monsoon\"");
}
