//! What grows where, by season: names of pictures of the sheet, the best first and one that is always there last.

use super::noise;
use crate::ground::Season;

/// What stands in a field of crops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Crop {
    /// Maize in rows.
    Corn,
    /// Wheat, rye, oats or hay, sown thick.
    Grain,
}

impl Crop {
    /// What a field's name says; high crops of no name are corn.
    pub fn of(name: &str) -> Self {
        let name = name.to_lowercase();
        let grain = |word: &str| {
            let named =
                ["wheat", "wheatfield", "rye", "oats", "barley", "grain", "hay", "hayfield", "clover", "timothy"];
            named.contains(&word)
        };
        if name.split(|c: char| !c.is_alphabetic()).any(grain) { Self::Grain } else { Self::Corn }
    }

    /// Inches between its rows, and between its plants.
    pub const fn apart(self) -> (f32, f32) {
        match self {
            Self::Corn => (0.26, 0.22),
            Self::Grain => (0.173, 0.20),
        }
    }

    /// How light its plants are, as a multiple: withered corn is dark beside bleached straw, whatever their colours.
    pub const fn tone(self, season: Season) -> f32 {
        match (self, season) {
            (Self::Corn, Season::Autumn | Season::Winter) => 0.68,
            (Self::Grain, Season::Autumn | Season::Winter) => 1.16,
            _ => 1.0,
        }
    }

    /// The pictures of one plant of it; `lot` is a number by which plants differ.
    pub fn names(self, season: Season, lot: u32) -> [&'static str; 2] {
        let odd = lot % 2 == 1;
        match (self, season, odd) {
            (Self::Corn, Season::Spring, false) => ["spring/corn_a", "own/corn"],
            (Self::Corn, Season::Spring, true) => ["spring/corn_b", "own/corn"],
            (Self::Corn, Season::Summer, false) => ["corn_a", "own/corn"],
            (Self::Corn, Season::Summer, true) => ["corn_b", "own/corn"],
            (Self::Corn, _, false) => ["dry/corn_a", "own/corn"],
            (Self::Corn, _, true) => ["dry/corn_b", "own/corn"],
            (Self::Grain, Season::Spring, false) => ["own/grain_green_0"; 2],
            (Self::Grain, Season::Spring, true) => ["own/grain_green_1"; 2],
            (Self::Grain, Season::Summer, false) => ["own/grain_ripe_0"; 2],
            (Self::Grain, Season::Summer, true) => ["own/grain_ripe_1"; 2],
            (Self::Grain, _, false) => ["own/grain_stale_0"; 2],
            (Self::Grain, _, true) => ["own/grain_stale_1"; 2],
        }
    }
}

/// Kinds of trees and bushes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wood {
    /// Oaks, maples, hickories: they turn and fall.
    Broad,
    /// Pines.
    Pine,
    /// Apples, peaches and cherries in rows.
    Fruit,
    /// Bushes and brush.
    Bush,
}

/// Coats of leaves that the foundry's plants also come in: the first part of a picture's name.
pub const COATS: [&str; 7] = ["spring", "gold", "rust", "crimson", "brown", "blossom", "dry"];

impl Wood {
    /// The pictures of one plant of it; `lot` is a number by which plants differ.
    pub fn names(self, season: Season, lot: u32) -> [String; 2] {
        let (sort, coat) = (lot % 4, (lot / 4) % 16);
        let leafy = |coat: &str, name: &str, own: &str| {
            let name = if coat.is_empty() { name.to_owned() } else { format!("{coat}/{name}") };
            [name, own.to_owned()]
        };
        match self {
            Self::Pine => leafy("", ["tree_pine_a", "tree_pine_b"][sort as usize % 2], "own/oak_0"),
            Self::Broad => {
                let (name, own) = [
                    ("tree_oak_a", "own/oak_0"),
                    ("tree_oak_b", "own/oak_1"),
                    ("tree_oak_c", "own/oak_2"),
                    ("tree_oak_b", "own/oak_1"),
                ][sort as usize];
                match season {
                    Season::Spring => leafy("spring", name, own),
                    Season::Summer => leafy("", name, own),
                    Season::Autumn => {
                        let coat = match coat {
                            0..=4 => "gold",
                            5..=9 => "rust",
                            10 => "crimson",
                            11..=14 => "brown",
                            _ => "",
                        };
                        leafy(coat, name, own)
                    }
                    Season::Winter => [format!("own/bare_{sort}"), own.to_owned()],
                }
            }
            Self::Fruit => {
                let name = ["fruit_tree_a", "fruit_tree_b"][sort as usize % 2];
                match season {
                    Season::Spring => leafy("blossom", name, "own/fruit"),
                    Season::Summer => leafy("", name, "own/fruit"),
                    Season::Autumn => leafy(["gold", "rust", "", "brown"][coat as usize % 4], name, "own/fruit"),
                    Season::Winter => [format!("own/bare_small_{}", sort % 2), "own/fruit".to_owned()],
                }
            }
            Self::Bush => {
                let name = ["bush_a", "bush_b"][sort as usize % 2];
                let coat = match season {
                    Season::Spring => "spring",
                    Season::Summer => "",
                    Season::Autumn => ["brown", "rust", "brown", ""][coat as usize % 4],
                    Season::Winter => "brown",
                };
                leafy(coat, name, "own/bush")
            }
        }
    }

    /// How much light its crown takes from the ground.
    pub const fn shade(self, season: Season) -> f32 {
        match (self, season) {
            (Self::Broad | Self::Fruit, Season::Winter) => 0.42,
            _ => 0.85,
        }
    }
}

/// A number by which the plant at a place differs from others.
pub fn lot(x: i32, y: i32, seed: u32) -> u32 {
    noise::hash(x, y, seed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_grows() {
        for (name, crop) in [
            ("the Cornfield", Crop::Corn),
            ("Wheat north of the cut", Crop::Grain),
            ("Oats by the run", Crop::Grain),
            ("Rye", Crop::Grain),
            ("Corn patch", Crop::Corn),
            ("", Crop::Corn),
            ("Hays' field", Crop::Corn),
        ] {
            assert_eq!(Crop::of(name), crop, "{name}");
        }
    }
}
