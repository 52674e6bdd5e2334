//! The miniatures: every stand on its flocked base, generals on round ones. Built again for a regiment only when
//! something about it has changed; a regiment that moved glides to its new place.
//!
//! | file | holds |
//! |---|---|
//! | `look` | what figures show of how a regiment is |
//! | `dressing` | what stands on the bases |
//! | `muster` | who is on the table |
//! | `ranks` | where stands are within their regiment, bent back or out as skirmishers |
//! | `parade` | where they are seen, and how they glide |

mod dressing;
mod look;
mod muster;
mod parade;
mod ranks;

use bevy::prelude::*;

use super::Draw;
use crate::army::{GeneralId, Rank, RegimentId, Side};
use dressing::Troops;

use parade::Stance;
pub use parade::{Motion, Parade};

/// Who a body on the table belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Owner {
    /// A regiment.
    Regiment(RegimentId),
    /// A general.
    General(GeneralId),
    /// A regiment where it would stand.
    Ghost(RegimentId),
    /// A general where he would stand.
    GhostGeneral(GeneralId),
}

/// How figures hold themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bearing {
    Ready,
    /// On the road, or on the move this turn.
    Marching,
    Firing,
    Charging,
    /// Running from the enemy.
    Routing,
}

/// What the figures of a regiment show.
#[derive(Clone, PartialEq, Debug)]
struct Look {
    dress: Dress,
    bearing: Bearing,
    ragged: bool,
    wounded: bool,
    /// It carries a Low Ammo marker.
    low: bool,
    alpha: f32,
    lifted: bool,
    seed: u32,
}

#[derive(Clone, PartialEq, Debug)]
enum Dress {
    /// A regiment, battery or detachment; which of its stands are Color Stands.
    Troops {
        troops: Troops,
        stands: Vec<bool>,
        /// Skirmishers of its screen, each at a post of his own behind the stands.
        posts: usize,
    },
    General {
        side: Side,
        rank: Rank,
        diameter: f32,
    },
}

/// Builds, moves and dresses the miniatures.
pub fn plugin(app: &mut App) {
    app.init_resource::<Parade>()
        .init_resource::<Motion>()
        .add_systems(Update, muster::muster.in_set(Draw::Build))
        .add_systems(Update, parade::glide.in_set(Draw::Move))
        .add_systems(Update, parade::place_parts.in_set(Draw::Dress));
}
