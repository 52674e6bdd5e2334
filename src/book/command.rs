//! Staff pips and command range (RULE-01-2.1, Companion 16 §2).

use std::fmt;

use super::options::CourierPrice;
use crate::army::Temper;
use crate::geometry::Inches;

/// 1D3 from a D6 (C-56).
pub const fn d3(d6: u8) -> u8 {
    d6.div_ceil(2)
}

/// Pips that a commander generates with this die, wounds taken off, never below 0 (B143).
pub const fn pips(temper: Temper, d6: u8, wounds: u8) -> u8 {
    let rolled = match temper {
        Temper::Aggressive => d3(d6) + 1,
        Temper::Reliable => d3(d6),
        Temper::Timid => d3(d6).div_ceil(2),
    };
    rolled.saturating_sub(wounds)
}

/// How far the brigadier's voice carries (Companion 16 §2.2); each limit belongs to the nearer tier (CMD-40).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tier {
    /// To 6.0".
    Bugle,
    /// To 12.0".
    Courier,
    /// To 24.0": special orders cost double, -1 to Discipline Checks.
    DistantCourier,
    /// Beyond 24.0": no pips, -1 to Discipline Checks, may only hold, fall back or advance straight ahead.
    OutOfCommunication,
}

impl Tier {
    /// The tier of a regiment at this distance.
    pub fn at(distance: Inches) -> Self {
        if distance <= Inches::new(6) {
            Self::Bugle
        } else if distance <= Inches::new(12) {
            Self::Courier
        } else if distance <= Inches::new(24) {
            Self::DistantCourier
        } else {
            Self::OutOfCommunication
        }
    }

    /// What an order with this standard price costs here; `None` beyond communication.
    pub const fn price(self, standard: u8, reading: CourierPrice) -> Option<u8> {
        match self {
            Self::Bugle | Self::Courier => Some(standard),
            Self::DistantCourier => Some(match reading {
                CourierPrice::Doubled => standard * 2,
                CourierPrice::Flat2 => 2,
            }),
            Self::OutOfCommunication => None,
        }
    }

    /// Modifier to every Discipline Check (Companion 16 §2.2).
    pub const fn discipline(self) -> i8 {
        match self {
            Self::Bugle | Self::Courier => 0,
            Self::DistantCourier | Self::OutOfCommunication => -1,
        }
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bugle => "bugle",
            Self::Courier => "courier",
            Self::DistantCourier => "distant courier",
            Self::OutOfCommunication => "out of communication",
        })
    }
}

/// A single Regimental Assault (Companion 16 §2.3).
pub const ASSAULT: u8 = 1;
/// A "Dress on the Colors" assault of several regiments.
pub const DRESS_ON_THE_COLORS: u8 = 2;
/// Double-Time.
pub const DOUBLE_TIME: u8 = 1;
/// Command Rally.
pub const RALLY: u8 = 1;
/// Concentrated Battery Fire (Companion 16 §2.3).
pub const CONCENTRATE: u8 = 1;
/// Sections that it combines at most.
pub const CONCENTRATED_SECTIONS: u8 = 3;
/// Mounting again (RULE-01-3.3).
pub const REMOUNT: u8 = 1;
/// Reserve for Reaction: always one, from the brigadier's own pool.
pub const RESERVE: u8 = 1;
/// What a wall of smoke in a courier's way costs, as a house rule (Companion 5 §4.0, B14).
pub const SMOKE: u8 = 1;
/// Breaking off a firefight, as a house rule (Companion 2 §4.0, B12).
pub const BREAK_OFF: u8 = 1;
/// Reach of a division commander's bonus pip, edge to edge (Companion 16 §2.1, B144).
pub const BONUS_REACH: Inches = Inches::new(18);
