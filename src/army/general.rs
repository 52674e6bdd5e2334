//! Generals: brigadiers and division commanders.

use std::fmt;
use std::sync::Arc;

use bevy::ecs::component::Component;
use serde::{Deserialize, Serialize};

use super::{BrigadeId, GeneralId, RegimentId, Side};
use crate::geometry::{Inches, Spot};

/// How a commander leads: decides his staff pips (RULE-01-2.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Temper {
    /// Brilliant: 1D3+1 pips.
    Aggressive,
    /// Standard: 1D3 pips.
    Reliable,
    /// Political: 1D3/2 pips, rounded up.
    Timid,
}

impl fmt::Display for Temper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// What a general commands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Rank {
    /// Leads one brigade.
    Brigadier(BrigadeId),
    /// Gives one bonus pip a turn to any brigadier within 18.0" (Companion 16 §2.1).
    Division,
}

/// Who a general is.
#[derive(Component, Clone, PartialEq, Debug)]
pub struct General {
    /// His id.
    pub id: GeneralId,
    /// "Brig. Gen. John Gibbon".
    pub name: Arc<str>,
    /// His army.
    pub side: Side,
    /// What he commands.
    pub rank: Rank,
}

impl General {
    /// Diameter of his base (C-5).
    pub const fn diameter(&self) -> Inches {
        match self.rank {
            Rank::Brigadier(_) => Inches(1000),
            Rank::Division => Inches(1500),
        }
    }
}

/// What changes about a general.
#[derive(Component, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct GeneralState {
    /// Centre of his base.
    pub at: Spot,
    /// The regiment that he has joined, in contact with its Color Stand.
    pub attached: Option<RegimentId>,
    /// How he, or the colonel who took his place, leads.
    pub temper: Temper,
    /// Lightly wounded: one pip less on all future turns (Companion 16 §2.4), for each wound.
    pub wounds: u8,
    /// A colonel has taken over since (Companion 16 §2.4).
    pub succeeded: bool,
    /// Generals of this command killed or captured so far.
    pub lost: u8,
    /// Off the table with no successor (captured alone, or his brigade is gone).
    pub gone: bool,
    /// Movement spent this turn.
    pub spent: Inches,
    /// A division commander's bonus pip has been given this turn.
    pub bonus_given: bool,
}
