//! Discipline Checks (QRS 4 §3, Companion 16 §5.5).

use super::options::PrintedDiscipline;
use crate::army::Grade;

/// What the grade needs on 1D6.
pub const fn number(grade: Grade) -> u8 {
    match grade {
        Grade::Veteran | Grade::Elite => 3,
        Grade::Regular => 4,
        Grade::Green => 5,
    }
}

/// What a check needs that prints its number, "(4+)" or "(5+)" (B29).
pub const fn printed(printed: u8, grade: Grade, reading: PrintedDiscipline) -> u8 {
    match reading {
        PrintedDiscipline::Printed => printed,
        PrintedDiscipline::ByGrade => number(grade),
    }
}

/// Whether a die passes: a natural 1 always fails, a natural 6 always succeeds (C-57).
pub const fn passes(die: u8, modifier: i8, number: u8) -> bool {
    die == 6 || die != 1 && die as i8 + modifier >= number as i8
}

/// Whether a cover save is made with `penalty` taken off the die: a natural 1 fails, and a save that needs 7 or more does
/// not exist (B50).
pub const fn saves(die: u8, penalty: i8, number: u8) -> bool {
    let needed = number as i8 + penalty;
    die != 1 && needed <= 6 && die as i8 >= needed
}
