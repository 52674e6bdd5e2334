//! The season that a battle is fought in: how the ground looks. No rule reads it.

use serde::{Deserialize, Serialize};

/// A season.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Season {
    /// March to May: fresh grass, orchards in blossom.
    Spring,
    /// June to August: full leaf, ripe grain.
    #[default]
    Summer,
    /// September to November: turned leaves, dry corn.
    Autumn,
    /// December to February: bare trees, a thin snow.
    Winter,
}

/// Months by their names.
const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

impl Season {
    /// Every season, in the order of the year.
    pub const ALL: [Self; 4] = [Self::Spring, Self::Summer, Self::Autumn, Self::Winter];

    /// The season of a date as people write it, "28 August 1862"; summer where it names no month.
    pub fn of_date(date: &str) -> Self {
        let words = date.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase);
        // A month is written out or cut to its first three letters, or to four where they say "Sept.".
        let of = |word: String| {
            MONTHS
                .iter()
                .position(|full| word == *full || word == full[..3] || word == "sept" && full.starts_with("sept"))
        };
        let month = words.filter(|word| word.len() >= 3).find_map(of);
        match month {
            Some(2..=4) => Self::Spring,
            Some(8..=10) => Self::Autumn,
            Some(11 | 0 | 1) => Self::Winter,
            _ => Self::Summer,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_as_people_write_them_have_their_seasons() {
        for (date, season) in [
            ("28 August 1862", Season::Summer),
            ("9 June 1863", Season::Summer),
            ("23 March 1862", Season::Spring),
            ("2 May 1863, toward evening", Season::Spring),
            ("17 Sept. 1862", Season::Autumn),
            ("November 30, 1864", Season::Autumn),
            ("Dec. 13th, 1862", Season::Winter),
            ("16 February 1862", Season::Winter),
            ("Any day of the war", Season::Summer),
            ("Marching season", Season::Summer),
        ] {
            assert_eq!(Season::of_date(date), season, "{date}");
        }
    }
}
