//! The master movement table (Companion 16 §3.1) and what formation changes cost (§3.2).

use crate::army::Formation;
use crate::geometry::Inches;
use crate::ground::{AreaKind, ObstacleKind};

/// One row of the master movement table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rates {
    /// Open ground.
    pub open: Inches,
    /// Woods and rough ground.
    pub woods: Inches,
    /// Along a road.
    pub road: Inches,
    /// Cost of crossing an obstacle; `None` is free.
    pub obstacle: Option<Inches>,
    /// Charge move; `None` is prohibited.
    pub charge: Option<Inches>,
}

/// The infantry rows.
pub const fn infantry(formation: Formation) -> Rates {
    match formation {
        Formation::Line => Rates {
            open: Inches::new(6),
            woods: Inches::new(4),
            road: Inches::new(6),
            obstacle: Some(Inches::new(2)),
            charge: Some(Inches::new(9)),
        },
        Formation::AssaultColumn => Rates {
            open: Inches::new(8),
            woods: Inches::new(5),
            road: Inches::new(9),
            obstacle: Some(Inches::new(2)),
            charge: Some(Inches::new(9)),
        },
        Formation::RoadColumn => Rates {
            open: Inches::new(10),
            woods: Inches::new(6),
            road: Inches::new(12),
            obstacle: Some(Inches::new(1)),
            charge: None,
        },
    }
}

/// The row of a mounted general.
pub const GENERAL: Rates =
    Rates { open: Inches::new(12), woods: Inches::new(8), road: Inches::new(16), obstacle: None, charge: None };

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
/// A free move keeps more than this from enemies (C-25, Q13).
pub const STANDOFF: Inches = Inches::new(1);
/// A ploughed field takes this off a charge (Companion 16 §4.1).
pub const PLOUGHED_CHARGE: Inches = Inches::new(1);

/// The most a unit may move once it is inside (B18): the smaller of its woods rate and the ground's own limit.
pub fn area_cap(rates: &Rates, kind: AreaKind) -> Option<Inches> {
    match kind {
        AreaKind::LightWoods => Some(rates.woods.min(Inches::new(4))),
        AreaKind::DenseWoods => Some(rates.woods.min(Inches::new(3))),
        AreaKind::Crops | AreaKind::Ploughed => None,
    }
}

/// The price of entering, or of moving inside, once a move (Q05).
pub const fn area_price(kind: AreaKind) -> Inches {
    match kind {
        AreaKind::Crops | AreaKind::Ploughed => Inches::new(2),
        AreaKind::LightWoods | AreaKind::DenseWoods => Inches::ZERO,
    }
}

/// What the obstacle's own row asks (Companion 16 §4.2).
pub const fn obstacle_price(kind: ObstacleKind) -> Inches {
    match kind {
        ObstacleKind::RailFence | ObstacleKind::StoneWall | ObstacleKind::Hedge => Inches::new(2),
    }
}

/// Crossing: the larger of the unit's and the obstacle's price; free stays free (B19).
pub fn crossing(rates: &Rates, kind: ObstacleKind) -> Inches {
    rates.obstacle.map_or(Inches::ZERO, |own| own.max(obstacle_price(kind)))
}

/// What a change of formation costs of the new formation's rate (B20); `None` is the whole phase.
pub const fn formation_change(from: Formation, to: Formation) -> Option<Inches> {
    match (from, to) {
        (Formation::RoadColumn, Formation::Line | Formation::AssaultColumn) => None,
        _ => Some(Inches::new(3)),
    }
}
