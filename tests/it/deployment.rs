//! Placing the brigades before the first turn: in turn (C-16), in the zones (C-15), near their brigadiers (C-93); and what
//! holds where a scenario says nothing (C-12, C-14, C-18, C-92).

use bevy::app::App;
use dress::army::{BrigadeId, Formation, GeneralId, Grade, RegimentId, Side, Temper, Weapon};
use dress::geometry::{Degrees, Inches, Pose, Spot};
use dress::record::{self, Dice};
use dress::scenario::read;
use dress::turn::{Field, Order, Phase, Refusal};

/// Two brigades against one, with the zones of C-15 and nothing said that need not be.
const THREE: &str = r#"(
    format: 1, title: "Three brigades", date: "-", place: "-",
    deployment: Zones(
        union: [(6, 0), (66, 0), (66, 12), (6, 12)], confederate: [(6, 36), (66, 36), (66, 48), (6, 48)],
    ),
    armies: (
        union: (name: "Union", brigades: [
            (name: "First", brigadier: (name: "A", at: (20, 4)), regiments: [(name: "1st", men: 300, stands: 5, at: (20, 10), facing: 0)]),
            (name: "Second", brigadier: (name: "B", at: (50, 4)), regiments: [(name: "2nd", men: 300, stands: 5, at: (50, 10), facing: 0)]),
        ]),
        confederate: (name: "Confederate", brigades: [
            (name: "Third", brigadier: (name: "C", at: (36, 44)), regiments: [(name: "3rd", men: 300, stands: 5, at: (36, 38), facing: 180)]),
        ]),
    ),
)"#;

/// The scenario laid out; `seed` decides the roll for the initiative.
fn laid_out(seed: u64) -> App {
    let scenario = read(THREE, "three.ron").unwrap_or_else(|problems| panic!("{problems}"));
    let mut app = dress::app::rules_app();
    let options = scenario.options;
    record::begin(app.world_mut(), scenario.into(), options, Dice::Seeded(seed)).unwrap();
    app
}

fn field(app: &App) -> &Field {
    app.world().resource::<Field>()
}

#[track_caller]
fn give(app: &mut App, order: Order) {
    if let Err(why) = record::give(app.world_mut(), order.clone()) {
        panic!("{order:?}: {}", why.plain());
    }
}

#[track_caller]
fn refused(app: &mut App, order: Order, words: &str) {
    let why: Refusal = record::give(app.world_mut(), order.clone()).expect_err("it is refused");
    assert!(why.plain().contains(words), "{order:?}: {}", why.plain());
}

/// Answers the winner's question with the Union, and says who lost the roll.
fn union_goes_first(app: &mut App) -> Side {
    use dress::turn::{Agenda, Choice};
    let winner = app.world().resource::<Agenda>().question.as_ref().expect("somebody chooses").side;
    give(app, Order::Answer(Choice::First(Side::Union)));
    winner.other()
}

fn placed(app: &App) -> Option<BrigadeId> {
    field(app).clock.deploying
}

fn to(unit: u16, x: i32, y: i32, facing: i32) -> Order {
    let pose = Pose { at: Spot { x: Inches(x), y: Inches(y) }, heading: Degrees::new(facing) };
    Order::Deploy { unit: RegimentId(unit), pose, formation: Formation::Line }
}

#[test]
fn brigades_are_placed_in_turn_and_who_lost_the_roll_begins() {
    let mut seen = [false; 2];
    for seed in 0..8 {
        let mut app = laid_out(seed);
        let loser = union_goes_first(&mut app);
        let order: &[u16] = match loser {
            Side::Union => &[0, 2, 1],
            Side::Confederate => &[2, 0, 1],
        };
        for brigade in order {
            assert_eq!(placed(&app), Some(BrigadeId(*brigade)), "the {loser} side has lost the roll");
            let side = field(&app).brigade(BrigadeId(*brigade)).brigade.side;
            refused(&mut app, Order::Ready(side.other()), "is being deployed now");
            give(&mut app, Order::Ready(side));
        }
        assert_eq!((placed(&app), field(&app).clock.phase), (None, Phase::Command));
        seen[loser.index()] = true;
    }
    assert_eq!(seen, [true; 2], "either side has lost a roll");
}

/// The brigade that is being placed is the Confederates' one, whose regiment is number 2.
fn confederates_place() -> App {
    let mut app = (0..8)
        .map(laid_out)
        .find(|app| {
            app.world().resource::<dress::turn::Agenda>().question.as_ref().is_some_and(|q| q.side == Side::Union)
        })
        .expect("the Union wins one roll of eight");
    union_goes_first(&mut app);
    app
}

#[test]
fn a_line_is_placed_within_its_zone_to_the_thousandth() {
    let mut app = confederates_place();
    // Five stands: 2.5 in to either side of the middle of its front, 0.75 in behind it.
    give(&mut app, to(2, 36_000, 36_000, 180));
    refused(&mut app, to(2, 36_000, 35_999, 180), "would stand outside its side's ground");
    give(&mut app, to(2, 63_500, 40_000, 180));
    refused(&mut app, to(2, 63_501, 40_000, 180), "would stand outside its side's ground");
    refused(&mut app, to(0, 20_000, 8_000, 0), "is being deployed now");
}

#[test]
fn a_brigade_that_stands_is_within_twelve_inches_of_its_brigadier() {
    let mut app = confederates_place();
    // Its brigadier is at (36, 44), his base half an inch to its edge.
    give(&mut app, to(2, 48_501, 44_000, 180));
    refused(
        &mut app,
        Order::Ready(Side::Confederate),
        "the 3rd stands 12.001 in from its brigadier; 12.0 in is the most",
    );
    give(&mut app, Order::DeployGeneral { general: GeneralId(2), at: Spot { x: Inches(36_001), y: Inches(44_000) } });
    give(&mut app, Order::Ready(Side::Confederate));
}

#[test]
fn what_a_scenario_does_not_say_is_as_the_book_has_it() {
    let scenario = read(THREE, "three.ron").unwrap_or_else(|problems| panic!("{problems}"));
    let mut app = dress::app::rules_app();
    let options = scenario.options;
    record::begin(app.world_mut(), scenario.into(), options, Dice::Seeded(1)).unwrap();
    let field = field(&app);
    let first = field.unit(RegimentId(0));
    assert_eq!((field.ground.width, field.ground.height), (Inches::new(72), Inches::new(48)));
    assert_eq!(field.clock.last_turn(), 16, "eight rounds of two turns");
    assert_eq!((first.regiment.grade, first.regiment.weapon), (Grade::Regular, Weapon::RifledMusket));
    assert_eq!(first.place.formation, Formation::Line);
    assert_eq!(field.general(GeneralId(0)).state.temper, Temper::Reliable);
}
