//! Names of things in questions to the players, and in the log.

use super::event::{Modifier, Purpose, Test};
use super::field::Field;

/// What dice are for, in words.
pub fn purpose(purpose: &Purpose, field: &Field) -> String {
    match purpose {
        Purpose::Initiative => "the choice of who goes first, one die a side, Union first".to_owned(),
        Purpose::Pips(brigade) => format!("staff pips of {}", field.brigade(*brigade).brigade.name),
        Purpose::Discipline(unit, test) => {
            format!("Discipline of {}: {}", field.unit(*unit).the(), occasion(*test))
        }
        Purpose::ToHit(unit) => format!("the volley of {}", field.unit(*unit).the()),
        Purpose::HitAgain(unit) => format!("the first miss of {}, again", field.unit(*unit).the()),
        Purpose::SaveAgain(unit) => format!("the first failed save of {}, again", field.unit(*unit).the()),
        Purpose::Saves(unit) => format!("cover saves of {}", field.unit(*unit).the()),
        Purpose::Melee(unit) => {
            format!("the melee, one die a side, first for the side of {}", field.unit(*unit).the())
        }
        Purpose::Rally(unit) => format!("Natural Rally of {}", field.unit(*unit).the()),
        Purpose::Leader(general) => format!("the fate of {}", field.general(*general).general.name),
        Purpose::Structure(building) => format!("the walls of {}", field.ground.name_of(*building)),
    }
}

/// The occasion of a Discipline Check, in words.
pub const fn occasion(test: Test) -> &'static str {
    match test {
        Test::Suppression(_) => "under fire",
        Test::Spent(_) => "Spent and under fire",
        Test::Elephant(_) => "seeing the elephant",
        Test::Contact => "before contact",
        Test::Wall => "crossing a stone wall",
        Test::Retreaters => "beaten friends pass through",
        Test::RebelYell => "the Rebel Yell",
        Test::Passage => "passing through ranks",
        Test::RefuseFlank => "refusing its flank",
    }
}

/// What each die needs: "4+", "4+ with -1".
pub fn needed(number: u8, modifiers: &[Modifier]) -> String {
    match modifiers.iter().map(|m| i32::from(m.value)).sum::<i32>() {
        0 => format!("{number}+"),
        sum => format!("{number}+ with {sum:+}"),
    }
}

/// "-1 Disordered (Companion 16 §5.2)".
pub fn modifier(modifier: &Modifier) -> String {
    format!("{:+} {} ({})", modifier.value, modifier.why, modifier.page)
}

/// What dice must show before anybody has seen them, a line each.
pub fn needs(number: Option<u8>, modifiers: &[Modifier]) -> Vec<String> {
    let first = number.map(|number| format!("Each needs {}.", needed(number, modifiers)));
    first.into_iter().chain(modifiers.iter().map(self::modifier)).collect()
}
