//! Brigades: their clock and their staff pips.

use std::sync::Arc;

use bevy::ecs::component::Component;
use serde::{Deserialize, Serialize};

use super::{BrigadeId, GeneralId, Side};

/// What a brigade is; fixed for the battle.
#[derive(Component, Clone, PartialEq, Debug)]
pub struct Brigade {
    /// Its id.
    pub id: BrigadeId,
    /// "Gibbon's Brigade".
    pub name: Arc<str>,
    /// Its army.
    pub side: Side,
    /// The brigadier who leads it.
    pub general: GeneralId,
    /// Stands of all its regiments at the start: what the clock counts against (C-59).
    pub stands: u16,
}

/// Where the brigade's clock stands (Companion 16 §8.2). It never runs back (C-60).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum BrigadeClock {
    /// Under 30% lost.
    Fresh,
    /// 30% lost.
    Hesitant,
    /// 50% lost.
    Broken,
}

impl std::fmt::Display for BrigadeClock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Fresh => "Fresh",
            Self::Hesitant => "Hesitant",
            Self::Broken => "Broken",
        })
    }
}

/// What changes about a brigade.
#[derive(Component, Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct BrigadeState {
    /// State as last assessed, in Phase 1 (B02).
    pub clock: BrigadeClock,
    /// Pips that may be spent now.
    pub pool: u8,
    /// The slot declared in Phase 1 for a reaction: 0 or 1 (B07, B08).
    pub reserved: u8,
    /// The slot kept over from the last turn's end: 0 or 1 (B07). Added to the pool by the next roll.
    pub banked: u8,
}
