//! Motion: what an order has set going is seen step by step. Regiments march along their paths and wheel about their
//! inner corner, a volley flashes along the line, men fall, ranks dress again, the beaten go back.
//!
//! Nothing waits for it: decisions are asked and orders are taken at once, and the next order finishes what is still
//! under way. The field is where everything really is; here is only what the eye follows.
//!
//! | file | holds |
//! |---|---|
//! | `script` | events of an order, laid out in time |
//! | `track` | a leg of a path, and places between |
//! | `effects` | muzzle flashes, puffs, the fallen |

mod effects;
mod script;
mod track;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::Draw;

pub(super) use effects::{Effects, PUFF};
pub(super) use script::{Act, Gait, Script, Shots, newest};
pub(super) use track::{Leg, Stance, degrees};

/// How fast regiments are seen to move, fire and fall back. The rules do not know of it.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub enum Motion {
    /// Everything is at its new place at once.
    Off,
    /// Half as fast.
    Slow,
    /// A regiment marches five inches a second.
    #[default]
    Steady,
    /// Twice as fast.
    Brisk,
}

impl Motion {
    /// Every choice, the slowest last but one.
    pub const ALL: [Self; 4] = [Self::Off, Self::Slow, Self::Steady, Self::Brisk];

    /// How many seconds of the script pass in one of the clock; `None` is no motion at all.
    pub const fn speed(self) -> Option<f32> {
        match self {
            Self::Off => None,
            Self::Slow => Some(0.5),
            Self::Steady => Some(1.0),
            Self::Brisk => Some(2.0),
        }
    }

    /// Its name in the menu.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Off => "Off",
            Self::Slow => "Slow",
            Self::Steady => "Steady",
            Self::Brisk => "Brisk",
        }
    }
}

/// Shows the effects. The bodies are moved by the miniatures.
pub fn plugin(app: &mut App) {
    app.init_resource::<Motion>()
        .init_resource::<Effects>()
        .add_systems(Update, effects::show.in_set(Draw::Move).after(super::miniatures::Go))
        .add_systems(Update, effects::fade.in_set(Draw::Dress));
}
