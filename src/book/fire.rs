//! Small arms (Companion 16 §5.2) and suppression (§5.5).

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::army::{Formation, Weapon};
use crate::geometry::Inches;

/// Range band; a distance equal to a limit is in the shorter band (B45).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Band {
    /// To 6.0".
    Short,
    /// To 14.0".
    Medium,
    /// To 20.0".
    Long,
}

impl fmt::Display for Band {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Short => "short",
            Self::Medium => "medium",
            Self::Long => "long",
        })
    }
}

/// Limit of short range, of smoke's point-blank exemption and of the one-six shock.
pub const SHORT: Inches = Inches::new(6);
/// Limit of medium range.
pub const MEDIUM: Inches = Inches::new(14);
/// Limit of long range.
pub const LONG: Inches = Inches::new(20);

/// The band of a distance, `None` beyond 20.0".
pub fn band(range: Inches) -> Option<Band> {
    if range <= SHORT {
        Some(Band::Short)
    } else if range <= MEDIUM {
        Some(Band::Medium)
    } else if range <= LONG {
        Some(Band::Long)
    } else {
        None
    }
}

/// What a weapon needs to hit in a band; `None` is out of range.
pub const fn number(weapon: Weapon, band: Band) -> Option<u8> {
    match (weapon, band) {
        (Weapon::Smoothbore | Weapon::RepeatingRifle, Band::Short) => Some(3),
        (Weapon::Smoothbore, Band::Medium) => Some(5),
        (Weapon::Smoothbore, Band::Long) => None,
        (Weapon::RifledMusket | Weapon::BreechloadingCarbine, Band::Short)
        | (Weapon::RifledMusket | Weapon::RepeatingRifle | Weapon::BreechloadingCarbine, Band::Medium) => Some(4),
        (Weapon::RifledMusket | Weapon::RepeatingRifle | Weapon::BreechloadingCarbine, Band::Long) => Some(5),
    }
}

/// Longest range of a weapon.
pub const fn reach(weapon: Weapon) -> Inches {
    match weapon {
        Weapon::Smoothbore => MEDIUM,
        Weapon::RifledMusket | Weapon::RepeatingRifle | Weapon::BreechloadingCarbine => LONG,
    }
}

/// Bonus dice for so many firing stands (C-71).
pub const fn bonus(weapon: Weapon, firing: u8) -> u8 {
    match weapon {
        Weapon::RepeatingRifle if firing > 0 => 2,
        Weapon::BreechloadingCarbine => firing / 2,
        _ => 0,
    }
}

/// Ranks of a formation that fire: all in line, the front two stands of an assault column, none on the march.
pub const fn firing_ranks(formation: Formation) -> u8 {
    match formation {
        Formation::Line | Formation::AssaultColumn => 1,
        Formation::RoadColumn => 0,
    }
}

/// Whether a shot hits: a natural 1 always misses, a natural 6 always hits (C-57).
pub const fn hits(die: u8, modifier: i8, number: u8) -> bool {
    super::discipline::passes(die, modifier, number)
}

/// Natural sixes that a volley needs to shock its target (B43).
pub fn sixes_for_shock(range: Inches) -> u8 {
    if range <= SHORT { 1 } else { 2 }
}
