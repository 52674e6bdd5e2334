//! Every Discipline Check with everything that is added to it, and nothing else (B52).

use super::{modifiers, needed};
use crate::army::{BrigadeClock, Formation, Grade, RegimentId, Side, Trait};
use crate::book::options::PrintedDiscipline;
use crate::geometry::{Inches, Spot};
use crate::ground::{Area, AreaKind, Ground};
use crate::turn::event::{Test, Volley};
use crate::turn::field::Field;
use crate::turn::fixture;

/// The regiment that is tested, who fires at it, and who has fired at it from its flank.
const UNIT: RegimentId = RegimentId(0);
const FIRER: RegimentId = RegimentId(1);
const OTHER: RegimentId = RegimentId(2);

/// A Worn regiment within 6.0" of its brigadier, in the open, an enemy 8.0" before it and another on its right.
fn field() -> Field {
    let posts = [
        (Side::Union, 36_000, 20_000, 0, 5, Formation::Line),
        (Side::Confederate, 36_000, 28_000, 180, 5, Formation::Line),
        (Side::Confederate, 46_000, 18_000, 270, 5, Formation::Line),
    ];
    let mut field = fixture::field(fixture::bare(), &posts);
    field.units[0].place.files = crate::army::Files::of(3);
    field.generals[0].state.at = spot(36_000, 16_000);
    field
}

fn spot(x: i32, y: i32) -> Spot {
    Spot { x: Inches(x), y: Inches(y) }
}

fn wooded() -> Ground {
    let outline = vec![spot(30_000, 15_000), spot(42_000, 15_000), spot(42_000, 21_000), spot(30_000, 21_000)];
    let area = Area { kind: AreaKind::LightWoods, outline, ..Area::default() };
    Ground { areas: vec![area], ..fixture::bare() }
}

const ALL: [Test; 14] = [
    Test::Suppression(Volley::Phase3),
    Test::Suppression(Volley::Closing),
    Test::Suppression(Volley::Opportunity),
    Test::Spent(Volley::Phase3),
    Test::Spent(Volley::Closing),
    Test::Spent(Volley::Opportunity),
    Test::Elephant(Volley::Phase3),
    Test::Elephant(Volley::Closing),
    Test::Elephant(Volley::Opportunity),
    Test::Contact,
    Test::Wall,
    Test::Retreaters,
    Test::RebelYell,
    Test::Passage,
];

fn under_fire(test: Test) -> bool {
    matches!(test, Test::Suppression(_) | Test::Spent(_))
}

fn any(_: Test) -> bool {
    true
}

/// Checks that a Closing Volley causes (Q15).
fn of_closing(test: Test) -> bool {
    matches!(
        test,
        Test::Suppression(Volley::Closing)
            | Test::Spent(Volley::Closing)
            | Test::Elephant(Volley::Closing)
            | Test::Contact
    )
}

/// A condition, what it is worth, and the checks that it touches.
type Row = (&'static str, fn(&mut Field), i8, fn(Test) -> bool);

const TABLE: [Row; 13] = [
    ("12.000 from its brigadier", |f| f.generals[0].state.at = spot(36_000, 7_500), 0, any),
    ("12.001 from its brigadier", |f| f.generals[0].state.at = spot(36_000, 7_499), -1, any),
    ("24.001 from its brigadier", |f| f.generals[0].state.at = spot(60_501, 20_000), -1, any),
    ("no brigadier left", |f| f.generals[0].state.gone = true, -1, any),
    ("its brigade Hesitant", |f| f.brigades[0].state.clock = BrigadeClock::Hesitant, -1, any),
    // He is with it: it is in command wherever he was.
    ("its brigadier with it", |f| f.generals[0].state.attached = Some(UNIT), 1, any),
    ("Fresh", |f| f.units[0].place.files = crate::army::Files::of(5), 1, under_fire),
    ("Spent", |f| f.units[0].place.files = crate::army::Files::of(2), -1, under_fire),
    ("in cover", |f| f.ground = std::sync::Arc::new(wooded()), 1, under_fire),
    ("in crossfire", |f| f.units[0].deeds.fired_on_by[0] = Some(OTHER), -1, under_fire),
    ("Steady", |f| f.units[0].regiment.traits = [Trait::Steady].into(), 1, of_closing),
    ("Disordered", |f| f.units[0].condition.disordered = true, 0, any),
    ("other traits", |f| f.units[0].regiment.traits = [Trait::IronDiscipline, Trait::RebelYell].into(), 0, any),
];

#[test]
fn what_is_added_to_each_check_and_nothing_else() {
    assert!(ALL.iter().all(|test| modifiers(&field(), field().unit(UNIT), *test, Some(FIRER)).is_empty()));
    for (name, set, worth, touches) in TABLE {
        let mut field = field();
        set(&mut field);
        for test in ALL {
            let added = modifiers(&field, field.unit(UNIT), test, Some(FIRER));
            let sum: i8 = added.iter().map(|one| one.value).sum();
            let wanted = if touches(test) { worth } else { 0 };
            assert_eq!(sum, wanted, "{name}, {test:?}: {added:?}");
            assert_eq!(added.len(), usize::from(wanted != 0), "{name}, {test:?}: {added:?}");
        }
    }
}

#[test]
fn an_enemy_who_fired_from_the_same_side_makes_no_crossfire() {
    let mut field = field();
    field.units[0].deeds.fired_on_by[0] = Some(FIRER);
    let added = modifiers(&field, field.unit(UNIT), ALL[0], Some(FIRER));
    assert!(added.is_empty(), "{added:?}");
}

#[test]
fn printed_numbers_stand_and_the_others_go_by_grade() {
    let grades = [(Grade::Green, 5), (Grade::Regular, 4), (Grade::Veteran, 3), (Grade::Elite, 3)];
    for (grade, own) in grades {
        let mut field = field();
        field.units[0].regiment.grade = grade;
        for test in ALL {
            let printed = match test {
                Test::Suppression(_) | Test::Spent(_) | Test::Contact => own,
                Test::Elephant(_) => 5,
                Test::Wall | Test::Retreaters | Test::RebelYell | Test::Passage | Test::RefuseFlank => 4,
            };
            field.options.printed_discipline = PrintedDiscipline::Printed;
            assert_eq!(needed(&field, field.unit(UNIT), test).0, printed, "{grade}, {test:?}");
            field.options.printed_discipline = PrintedDiscipline::ByGrade;
            assert_eq!(needed(&field, field.unit(UNIT), test).0, own, "{grade}, {test:?}");
        }
    }
}
