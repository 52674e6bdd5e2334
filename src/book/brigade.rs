//! The brigade faltering clock (Companion 16 §8.2).

use super::options::HesitantAt;
use crate::army::BrigadeClock;

/// Stands lost at which a brigade of `total` becomes Hesitant (B91).
pub const fn hesitant_at(total: u16, reading: HesitantAt) -> u16 {
    match reading {
        // Round half up of 0.3 * total: reproduces every row of the printed table.
        HesitantAt::Table => (total * 3 + 5) / 10,
        HesitantAt::Strict30 => (total * 3).div_ceil(10),
    }
}

/// Stands lost at which it is Broken.
pub const fn broken_at(total: u16) -> u16 {
    total.div_ceil(2)
}

/// The state of a brigade of `total` stands that has lost `lost`. One of batteries alone has none to lose (C-59).
pub const fn clock(total: u16, lost: u16, reading: HesitantAt) -> BrigadeClock {
    if total == 0 {
        BrigadeClock::Fresh
    } else if lost >= broken_at(total) {
        BrigadeClock::Broken
    } else if lost >= hesitant_at(total, reading) {
        BrigadeClock::Hesitant
    } else {
        BrigadeClock::Fresh
    }
}

/// How far a Broken brigade's regiments go back each turn.
pub const BROKEN_RETREAT: crate::geometry::Inches = crate::geometry::Inches::new(6);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_brigade_table() {
        for (total, hesitant, broken) in [(16, 5, 8), (20, 6, 10), (24, 7, 12), (28, 8, 14), (32, 10, 16)] {
            assert_eq!(hesitant_at(total, HesitantAt::Table), hesitant);
            assert_eq!(broken_at(total), broken);
        }
    }

    #[test]
    fn batteries_alone_do_not_falter() {
        assert_eq!(clock(0, 0, HesitantAt::Table), BrigadeClock::Fresh);
        assert_eq!(clock(3, 1, HesitantAt::Table), BrigadeClock::Hesitant);
    }

    #[test]
    fn strictly_thirty_percent_differs_in_two_rows() {
        assert_eq!(hesitant_at(24, HesitantAt::Strict30), 8);
        assert_eq!(hesitant_at(28, HesitantAt::Strict30), 9);
        assert_eq!(hesitant_at(20, HesitantAt::Strict30), 6);
    }
}
