//! The master movement table (Companion 16 §3.1) and what formation changes cost (§3.2).

use crate::army::{Arm, Formation};
use crate::geometry::Inches;
use crate::ground::{AreaKind, ObstacleKind};

/// What crossing a linear obstacle takes of a unit's own column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObstacleRate {
    /// Nothing.
    Free,
    /// So much, or the obstacle's own price if that is more (B19).
    Costs(Inches),
    /// It cannot.
    Impassable,
}

/// One row of the master movement table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rates {
    /// Open ground.
    pub open: Inches,
    /// Woods and rough ground; zero is impassable.
    pub woods: Inches,
    /// Along a road.
    pub road: Inches,
    /// Crossing an obstacle.
    pub obstacle: ObstacleRate,
    /// Charge move; `None` is prohibited.
    pub charge: Option<Inches>,
    /// Woods are no worse for it than its own rate says: dense woods' limit does not bind skirmishers (B18).
    pub ranks: Ranks,
}

/// Whether the ranks can be broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ranks {
    /// Close order: dense woods limit and disorder it.
    Close,
    /// Close order one stand wide, on the march: a road is a clearing for it, and bridges carry it (B26, C-84).
    Column,
    /// Skirmish order, single riders.
    Open,
}

const fn row(open: i32, woods: i32, road: i32, obstacle: ObstacleRate, charge: Option<i32>, ranks: Ranks) -> Rates {
    let charge = match charge {
        Some(inches) => Some(Inches::new(inches)),
        None => None,
    };
    Rates { open: Inches::new(open), woods: Inches::new(woods), road: Inches::new(road), obstacle, charge, ranks }
}

/// The rows of the master movement table (Companion 16 §3.1). A cavalry column's obstacle cell is a dash: it pays what
/// a line of cavalry does (B19). Horse artillery's guns are moved by hand at 3.0" (§10.4). Horse holders walk 4.0", 8.0"
/// on a road (Companion 13 §6.0). A garrison goes nowhere.
pub const fn rates(arm: Arm, formation: Formation) -> Rates {
    use ObstacleRate::{Costs, Free, Impassable};
    const fn costs(inches: i32) -> ObstacleRate {
        Costs(Inches::new(inches))
    }
    match formation {
        Formation::Line => row(6, 4, 6, costs(2), Some(9), Ranks::Close),
        Formation::AssaultColumn => row(8, 5, 9, costs(2), Some(9), Ranks::Close),
        Formation::RoadColumn => row(10, 6, 12, costs(1), None, Ranks::Column),
        Formation::MountedLine => row(9, 5, 10, costs(3), Some(12), Ranks::Close),
        Formation::MountedColumn => row(10, 6, 14, costs(3), None, Ranks::Column),
        Formation::Dismounted => row(5, 4, 6, Free, None, Ranks::Open),
        Formation::LedHorses => row(4, 4, 8, Free, None, Ranks::Open),
        Formation::Limbered => match arm {
            Arm::HorseArtillery => row(10, 4, 14, costs(3), None, Ranks::Column),
            _ => row(8, 3, 12, costs(4), None, Ranks::Column),
        },
        Formation::Unlimbered => match arm {
            Arm::HorseArtillery => row(3, 0, 3, Impassable, None, Ranks::Close),
            _ => row(2, 0, 2, Impassable, None, Ranks::Close),
        },
        Formation::Garrison => row(0, 0, 0, Impassable, None, Ranks::Close),
    }
}

/// The row of a mounted general.
pub const GENERAL: Rates = row(12, 8, 16, ObstacleRate::Free, None, Ranks::Open);

/// A formed unit in command may always move this far (Companion 16 §3.1).
pub const GUARANTEED: Inches = Inches::new(2);
/// Double-Time adds this to an infantry line or column (Companion 16 §2.3).
pub const DOUBLE_TIME: Inches = Inches::new(3);
/// A Disordered unit moves this much less (QRS 4 §3).
pub const DISORDER_PENALTY: Inches = Inches::new(2);
/// Fall Back in Good Order, at most (Companion 16 §3.3).
pub const FALL_BACK: Inches = Inches::new(3);
/// An About Face (Companion 16 §3.3).
pub const ABOUT_FACE: Inches = Inches::new(1);
/// A free move keeps more than this from formed enemies (C-25, Q13).
pub const STANDOFF: Inches = Inches::new(1);
/// Climbing out of a sunken road takes the whole phase and goes no farther (C-83).
pub const CLIMB_OUT: Inches = Inches::new(2);
/// A ploughed field takes this off a charge (Companion 16 §4.1).
pub const PLOUGHED_CHARGE: Inches = Inches::new(1);

/// Sending a skirmish screen out or taking it back: half of a line's move (Companion 16 §3.4).
pub const SCREEN: Inches = Inches::new(3);
/// How far ahead of its line a screen stands (Companion 16 §3.4: 2.0" to 3.0").
pub const SCREEN_AHEAD: Inches = Inches(2500);

/// And how near at least.
pub const SCREEN_NEAREST: Inches = Inches::new(2);

/// Dismounting and mounting again: half of a mounted line's move (Companion 16 §10.2).
pub const MOUNTING: Inches = Inches(4500);
/// Where horse holders are placed behind the centre of the firing line (Companion 16 §10.2: 2.0" to 3.0").
pub const HORSES_PLACED: Inches = Inches(2500);
/// The nearest and the farthest that they may be placed.
pub const HORSES_NEAR: (Inches, Inches) = (Inches::new(2), Inches::new(3));
/// Horse holders stay this near to the firing line (Companion 13 §6.0).
pub const HORSES_WITHIN: Inches = Inches::new(4);

/// Stands of a mounted regiment that hold the horses: one in four (Companion 16 §10.2, C-72).
pub const fn horse_holders(stands: u8) -> u8 {
    stands.div_ceil(4)
}

/// The most a unit may move once it is inside (B18): the smaller of its woods rate and the ground's own limit, which does
/// not bind skirmishers in dense woods.
pub fn area_cap(rates: &Rates, kind: AreaKind) -> Option<Inches> {
    match kind {
        AreaKind::LightWoods => Some(rates.woods.min(Inches::new(4))),
        AreaKind::DenseWoods => Some(match rates.ranks {
            Ranks::Close | Ranks::Column => rates.woods.min(Inches::new(3)),
            Ranks::Open => rates.woods,
        }),
        AreaKind::Crops
        | AreaKind::Ploughed
        | AreaKind::Stream
        | AreaKind::River
        | AreaKind::SunkenRoad
        | AreaKind::Rubble => None,
    }
}

/// The price of entering, or of moving inside, once a move (Q05).
pub const fn area_price(kind: AreaKind) -> Inches {
    match kind {
        AreaKind::Crops | AreaKind::Ploughed | AreaKind::Stream => Inches::new(2),
        AreaKind::LightWoods | AreaKind::DenseWoods | AreaKind::River | AreaKind::SunkenRoad | AreaKind::Rubble => {
            Inches::ZERO
        }
    }
}

/// What being in an area takes of this unit's move, once a move (Q05): half of its open rate at a river's ford (C-84),
/// the area's own price elsewhere.
pub const fn price_inside(rates: &Rates, kind: AreaKind) -> Inches {
    match kind {
        AreaKind::River => Inches(rates.open.0 / 2),
        _ => area_price(kind),
    }
}

/// What the obstacle's own row asks (Companion 16 §4.2); earthworks print no price.
pub const fn obstacle_price(kind: ObstacleKind) -> Inches {
    match kind {
        ObstacleKind::RailFence | ObstacleKind::StoneWall | ObstacleKind::Hedge => Inches::new(2),
        ObstacleKind::Abatis => Inches::new(3),
        ObstacleKind::Earthworks => Inches::ZERO,
    }
}

/// Crossing: the larger of the unit's and the obstacle's price; free stays free, impassable impassable: `None` (B19).
pub fn crossing(rates: &Rates, kind: ObstacleKind) -> Option<Inches> {
    match rates.obstacle {
        ObstacleRate::Free => Some(Inches::ZERO),
        ObstacleRate::Costs(own) => Some(own.max(obstacle_price(kind))),
        ObstacleRate::Impassable => None,
    }
}

/// What a change of formation takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// So much of the new formation's rate.
    Costs(Inches),
    /// The whole phase.
    WholePhase,
    /// It is not done.
    Never,
}

/// What a change of formation takes of the new formation's rate (Companion 16 §3.2, B20; for cavalry §10.2, for
/// batteries §5.1, §10.4 and B56). Mounting and dismounting take 4.5", half of a mounted line's move; between its mounted
/// formations cavalry pays as infantry does between line and column.
pub const fn formation_change(arm: Arm, from: Formation, to: Formation) -> Change {
    use Formation::{AssaultColumn, Dismounted, Limbered, Line, MountedColumn, MountedLine, RoadColumn, Unlimbered};
    match (from, to) {
        (RoadColumn, Line | AssaultColumn) => Change::WholePhase,
        (Line | AssaultColumn, Line | AssaultColumn | RoadColumn) => Change::Costs(Inches::new(3)),
        (MountedColumn, MountedLine) | (MountedLine, MountedColumn) => Change::Costs(Inches::new(3)),
        (MountedLine | MountedColumn, Dismounted) | (Dismounted, MountedLine | MountedColumn) => {
            Change::Costs(MOUNTING)
        }
        (Limbered, Unlimbered) | (Unlimbered, Limbered) => match arm {
            Arm::HorseArtillery => Change::Costs(Inches::new(4)),
            _ => Change::WholePhase,
        },
        _ => Change::Never,
    }
}
