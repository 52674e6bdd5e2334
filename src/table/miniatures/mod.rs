//! The miniatures: every stand on its flocked base, generals on round ones. Built again for a regiment only when
//! something about it has changed; a regiment that moved is seen to march to its new place.
//!
//! | file | holds |
//! |---|---|
//! | `look` | what figures show of how a regiment is |
//! | `dressing` | what stands on the bases |
//! | `muster` | who is on the table |
//! | `ranks` | where stands are within their regiment, bent back or out as skirmishers |
//! | `body` | one regiment or general as he is seen, and on his way |
//! | `parade` | where all of them are seen |

mod body;
mod dressing;
mod look;
mod muster;
mod parade;
mod ranks;

use bevy::prelude::*;

use super::Draw;
use crate::army::{GeneralId, Rank, RegimentId, Side};
use dressing::Troops;

pub use parade::Parade;

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

/// Everybody gets his goal.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Muster;

/// Everybody goes on along his way.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Go;

/// Builds, moves and dresses the miniatures.
pub fn plugin(app: &mut App) {
    app.init_resource::<Parade>()
        .add_systems(Update, muster::muster.in_set(Draw::Build).in_set(Muster))
        .add_systems(Update, parade::go.in_set(Draw::Move).in_set(Go))
        .add_systems(Update, parade::place_parts.in_set(Draw::Dress));
}
