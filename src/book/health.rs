//! Regimental health (Companion 16 §8.1).

use std::fmt;

use serde::{Deserialize, Serialize};

/// State of a regiment by the stands it has left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Health {
    /// More than 75%.
    Fresh,
    /// 35% to 75%.
    Worn,
    /// Under 35%, or two stands.
    Spent,
    /// One stand: removed at once.
    Shattered,
}

impl Health {
    /// The state of a regiment that began with `start` stands and has `left` (B89: two stands are Spent always).
    pub const fn of(start: u8, left: u8) -> Self {
        let (start, left) = (start as u32, left as u32);
        if left <= 1 {
            Self::Shattered
        } else if left == 2 || left * 100 < start * 35 {
            Self::Spent
        } else if left * 100 > start * 75 {
            Self::Fresh
        } else {
            Self::Worn
        }
    }
}

impl fmt::Display for Health {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::Health::{self, *};

    #[test]
    fn the_printed_stand_count_table() {
        let rows: [(u8, &[Health]); 5] = [
            (8, &[Shattered, Spent, Worn, Worn, Worn, Worn, Fresh, Fresh]),
            (6, &[Shattered, Spent, Worn, Worn, Fresh, Fresh]),
            (5, &[Shattered, Spent, Worn, Fresh, Fresh]),
            (4, &[Shattered, Spent, Worn, Fresh]),
            (3, &[Shattered, Spent, Fresh]),
        ];
        for (start, states) in rows {
            for (i, state) in states.iter().enumerate() {
                assert_eq!(Health::of(start, i as u8 + 1), *state, "{} of {start}", i + 1);
            }
        }
    }

    #[test]
    fn three_of_nine_are_spent_by_percentage() {
        assert_eq!(Health::of(9, 3), Spent);
        assert_eq!(Health::of(8, 3), Worn);
    }
}
