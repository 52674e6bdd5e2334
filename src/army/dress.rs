//! Dressing a formation: where each stand is, seen from the regiment's pose (C-7 to C-11, Q02, Q03).

use serde::{Deserialize, Serialize};

use super::kinds::Formation;
use crate::geometry::Inches;

/// Base of one stand or section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Base {
    /// Side to side.
    pub width: Inches,
    /// Front to rear.
    pub depth: Inches,
}

/// The base that troops in this formation stand on (Companion 15 §8.0, C-1 to C-3, C-6). A garrison's stands are of
/// infantry; on the table it has the outline of its building.
pub const fn base(formation: Formation) -> Base {
    let depth = match formation {
        Formation::Line
        | Formation::AssaultColumn
        | Formation::RoadColumn
        | Formation::Dismounted
        | Formation::Garrison => Inches(750),
        Formation::MountedLine | Formation::MountedColumn | Formation::LedHorses => Inches(1000),
        Formation::Unlimbered => Inches(1250),
        Formation::Limbered => Inches(2000),
    };
    Base { width: Inches(1000), depth }
}

/// From base to base within a rank: skirmishers keep 0.5" (Companion 13 §6.0), all others close up.
pub const fn interval(formation: Formation) -> Inches {
    match formation {
        Formation::Dismounted => Inches(500),
        _ => Inches::ZERO,
    }
}

/// Stands in a full rank of so many.
pub const fn rank_width(formation: Formation, stands: u8) -> u8 {
    match formation {
        Formation::Line
        | Formation::MountedLine
        | Formation::Dismounted
        | Formation::LedHorses
        | Formation::Unlimbered
        | Formation::Garrison => stands,
        Formation::AssaultColumn => {
            if stands < 2 {
                stands
            } else {
                2
            }
        }
        Formation::RoadColumn | Formation::MountedColumn | Formation::Limbered => 1,
    }
}

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
pub const fn frontage(formation: Formation, stands: u8) -> Inches {
    let wide = rank_width(formation, stands) as i32;
    let gaps = if wide > 0 { wide - 1 } else { 0 };
    Inches(base(formation).width.0 * wide + interval(formation).0 * gaps)
}

/// Depth of a formation of so many stands.
pub const fn depth(formation: Formation, stands: u8) -> Inches {
    let wide = rank_width(formation, stands);
    let ranks = if wide == 0 { 0 } else { stands.div_ceil(wide) };
    Inches(base(formation).depth.0 * ranks as i32)
}

/// Every stand of the formation: a line from left to right; a column rank by rank, each from the left, with the colors
/// first and a single last stand in the middle.
pub fn dress(formation: Formation, files: Files) -> Vec<StandSpot> {
    let stands = files.total();
    let full = rank_width(formation, stands).max(1);
    let base = base(formation);
    let step = base.width + interval(formation);
    (0..stands)
        .map(|n| {
            let rank = n / full;
            let (column, wide) = (i32::from(n % full), i32::from((stands - rank * full).min(full)));
            StandSpot {
                right: Inches(step.0 * column - step.0 * (wide - 1) / 2),
                ahead: Inches(-base.depth.0 * i32::from(rank)),
                rank,
                colors: if formation.is_abreast() { n == files.left } else { n == 0 },
            }
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
