//! Dressing a formation: where each stand is, seen from the regiment's pose (C-7 to C-11, Q02, Q03).

use serde::{Deserialize, Serialize};

use super::regiment::Formation;
use crate::geometry::Inches;

/// Frontage of an infantry stand (Companion 15 §8.0).
pub const STAND_WIDTH: Inches = Inches(1000);
/// Depth of an infantry stand (C-1).
pub const STAND_DEPTH: Inches = Inches(750);

/// Stands on either side of the Color Stand. The colors are always there: a regiment has `left + right + 1` stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Files {
    /// Stands left of the colors, as the regiment faces.
    pub left: u8,
    /// Stands right of the colors.
    pub right: u8,
}

impl Files {
    /// `stands` dressed evenly: the colors are number `stands / 2` from the left, counted from 0 (C-10).
    pub const fn of(stands: u8) -> Self {
        let left = stands / 2;
        Self { left, right: stands.saturating_sub(left + 1) }
    }

    /// All stands, the colors included.
    pub const fn total(self) -> u8 {
        self.left + self.right + 1
    }
}

/// One stand of a dressed formation, in the regiment's frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StandSpot {
    /// Centre of its front edge, to the right of the regiment's front-edge midpoint.
    pub right: Inches,
    /// Centre of its front edge, ahead of the regiment's front edge: zero or negative.
    pub ahead: Inches,
    /// Rank from the front, from 0.
    pub rank: u8,
    /// The stand that carries the flags.
    pub colors: bool,
}

/// Frontage of a formation of so many stands.
pub fn frontage(formation: Formation, stands: u8) -> Inches {
    let wide = match formation {
        Formation::Line => stands,
        Formation::AssaultColumn => stands.min(2),
        Formation::RoadColumn => 1,
    };
    Inches(STAND_WIDTH.0 * i32::from(wide))
}

/// Depth of a formation of so many stands.
pub fn depth(formation: Formation, stands: u8) -> Inches {
    let ranks = match formation {
        Formation::Line => 1,
        Formation::AssaultColumn => stands.div_ceil(2),
        Formation::RoadColumn => stands,
    };
    Inches(STAND_DEPTH.0 * i32::from(ranks))
}

/// Every stand of the formation: a line from left to right; a column rank by rank, each from the left, with the colors
/// first and a single last stand in the middle.
pub fn dress(formation: Formation, files: Files) -> Vec<StandSpot> {
    let stands = files.total();
    let spot = |column: i32, wide: i32, rank: u8, colors: bool| StandSpot {
        right: Inches(STAND_WIDTH.0 * column + STAND_WIDTH.0 / 2 - STAND_WIDTH.0 * wide / 2),
        ahead: Inches(-STAND_DEPTH.0 * i32::from(rank)),
        rank,
        colors,
    };
    (0..stands)
        .map(|n| match formation {
            Formation::Line => spot(i32::from(n), i32::from(stands), 0, n == files.left),
            Formation::AssaultColumn => {
                let rank = n / 2;
                let wide = i32::from((stands - rank * 2).min(2));
                spot(i32::from(n % 2), wide, rank, n == 0)
            }
            Formation::RoadColumn => spot(0, 1, n, n == 0),
        })
        .collect()
}

/// Centre of the Color Stand's front edge, in the regiment's frame: the point that command distance is measured to and
/// that the regiment pivots about (Companion 16 §2.2, Q29).
pub fn colors(formation: Formation, files: Files) -> StandSpot {
    dress(formation, files).into_iter().find(|stand| stand.colors).expect("every formation has its colors")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rights(formation: Formation, files: Files) -> Vec<i32> {
        dress(formation, files).iter().map(|s| s.right.0).collect()
    }

    #[test]
    fn five_stands_in_line_are_five_inches_wide_with_the_colors_in_the_middle() {
        let files = Files::of(5);
        assert_eq!(files, Files { left: 2, right: 2 });
        assert_eq!(frontage(Formation::Line, 5), Inches(5000));
        assert_eq!(rights(Formation::Line, files), [-2000, -1000, 0, 1000, 2000]);
        assert_eq!(colors(Formation::Line, files).right, Inches(0));
    }

    #[test]
    fn an_assault_column_of_five_is_two_wide_and_its_last_stand_is_in_the_middle() {
        let files = Files::of(5);
        assert_eq!(depth(Formation::AssaultColumn, 5), Inches(2250));
        assert_eq!(rights(Formation::AssaultColumn, files), [-500, 500, -500, 500, 0]);
        assert_eq!(colors(Formation::AssaultColumn, files).right, Inches(-500));
    }

    #[test]
    fn a_road_column_is_one_wide_and_the_colors_lead() {
        let files = Files::of(5);
        assert_eq!(depth(Formation::RoadColumn, 5), Inches(3750));
        assert_eq!(colors(Formation::RoadColumn, files).rank, 0);
    }
}
