//! Names of things in questions to the players.

use super::event::{Purpose, Test};
use super::field::Field;

/// What dice are for, in words.
pub fn purpose(purpose: &Purpose, field: &Field) -> String {
    match purpose {
        Purpose::Initiative => "the choice of who goes first, one die a side, Union first".to_owned(),
        Purpose::Pips(brigade) => format!("staff pips of {}", field.brigade(*brigade).brigade.name),
        Purpose::Discipline(unit, test) => {
            format!("Discipline of the {}: {}", field.unit(*unit).name(), occasion(*test))
        }
        Purpose::ToHit(unit) => format!("the volley of the {}", field.unit(*unit).name()),
        Purpose::HitAgain(unit) => format!("the first miss of the {}, again", field.unit(*unit).name()),
        Purpose::SaveAgain(unit) => format!("the first failed save of the {}, again", field.unit(*unit).name()),
        Purpose::Saves(unit) => format!("cover saves of the {}", field.unit(*unit).name()),
        Purpose::Melee(unit) => {
            format!("the melee, one die a side, first for the side of the {}", field.unit(*unit).name())
        }
        Purpose::Rally(unit) => format!("Natural Rally of the {}", field.unit(*unit).name()),
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
