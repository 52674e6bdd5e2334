//! Cover (Companion 16 §5.4) and what it is worth in melee (§7.3, B31).

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::ground::{AreaKind, ObstacleKind};

/// Class of cover.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Cover {
    /// No save.
    Open,
    /// 5+.
    Light,
    /// 4+.
    Heavy,
}

impl Cover {
    /// What saves a hit on 1D6.
    pub const fn save(self) -> Option<u8> {
        match self {
            Self::Open => None,
            Self::Light => Some(5),
            Self::Heavy => Some(4),
        }
    }
}

impl fmt::Display for Cover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Open => "open ground",
            Self::Light => "light cover",
            Self::Heavy => "heavy cover",
        })
    }
}

/// What takes a target its save, although it stands in cover.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Denial {
    /// Fire from the flank, at light cover.
    Enfilade,
    /// A howitzer's shells, at light cover (B61).
    Shells,
    /// Guns below who see it against the sky (B35).
    Skyline,
    /// Horse holders have no save anywhere.
    Horses,
}

impl Denial {
    /// As a player is told.
    pub const fn why(self) -> &'static str {
        match self {
            Self::Enfilade => "enfilade denies the save of light cover",
            Self::Shells => "a howitzer's shells go over light cover",
            Self::Skyline => "on the skyline, for guns below it",
            Self::Horses => "horse holders have no save",
        }
    }

    /// Where it stands.
    pub const fn page(self) -> &'static str {
        match self {
            Self::Enfilade => "Companion 16 \u{a7}4.5",
            Self::Shells => "Companion 16 \u{a7}5.3",
            Self::Skyline => "Companion 3 \u{a7}2.0",
            Self::Horses => "Companion 13 \u{a7}6.0",
        }
    }
}

/// Cover of troops inside an area.
pub const fn area(kind: AreaKind) -> Cover {
    match kind {
        AreaKind::Ploughed | AreaKind::Stream | AreaKind::River => Cover::Open,
        AreaKind::Crops | AreaKind::LightWoods | AreaKind::DenseWoods | AreaKind::Rubble => Cover::Light,
        AreaKind::SunkenRoad => Cover::Heavy,
    }
}

/// Cover of troops behind an obstacle.
pub const fn obstacle(kind: ObstacleKind) -> Cover {
    match kind {
        ObstacleKind::RailFence | ObstacleKind::Hedge => Cover::Light,
        ObstacleKind::StoneWall | ObstacleKind::Earthworks => Cover::Heavy,
        ObstacleKind::Abatis => Cover::Open,
    }
}

/// Melee modifier of a garrison (Companion 16 §4.3).
pub const GARRISON: i8 = 2;
/// What solid shot that has hit a building needs to damage its structure (Companion 16 §4.3).
pub const STRUCTURE: u8 = 4;
/// Structural hits at which a building comes down.
pub const COLLAPSE: u8 = 4;

/// Melee modifier of troops who defend an obstacle.
pub const fn melee(kind: ObstacleKind) -> i8 {
    match kind {
        ObstacleKind::RailFence => 1,
        ObstacleKind::StoneWall | ObstacleKind::Earthworks => 2,
        ObstacleKind::Hedge | ObstacleKind::Abatis => 0,
    }
}

/// Melee modifier of troops who defend an area (Companion 16 §4.1, §7.3, B31): woods and crops give saves only.
pub const fn area_melee(kind: AreaKind) -> i8 {
    match kind {
        AreaKind::SunkenRoad => 2,
        AreaKind::Rubble => 1,
        AreaKind::Crops
        | AreaKind::Ploughed
        | AreaKind::LightWoods
        | AreaKind::DenseWoods
        | AreaKind::Stream
        | AreaKind::River => 0,
    }
}

/// Sight ends when more than this much of the line lies inside (Companion 16 §4.1).
pub const fn sight_limit(kind: AreaKind) -> Option<crate::geometry::Inches> {
    match kind {
        AreaKind::Crops => Some(crate::geometry::Inches::new(4)),
        AreaKind::LightWoods => Some(crate::geometry::Inches::new(6)),
        AreaKind::DenseWoods => Some(crate::geometry::Inches::new(3)),
        AreaKind::Ploughed | AreaKind::Stream | AreaKind::River | AreaKind::SunkenRoad | AreaKind::Rubble => None,
    }
}
