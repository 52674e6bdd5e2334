//! Sound: what the table's motion lets be seen is heard too, from where it is on the table.
//!
//! Every build can make the sounds and knows when they are due; only a build with the cargo feature `sound` plays them,
//! because that wants a package of the system on Linux.
//!
//! | file | holds |
//! |---|---|
//! | `synth` | the sounds themselves, made from numbers |
//! | `cues` | what is heard of an order, laid out in time as its motion is |
//! | `ear` | how loud and from which side, and who is drowned by the others |
//! | `call` | when a cue is due, it is called out |
//! | `library` | sounds that were made, kept for the next time |
//! | `desk` | sounds laid over each other for two ears |
//! | `player` | the desk's output to the loudspeaker (feature `sound`) |

mod call;
mod cues;
mod desk;
mod ear;
#[cfg(any(test, feature = "sound"))]
mod library;
#[cfg(feature = "sound")]
pub mod player;
#[cfg(test)]
mod stage;
pub mod synth;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

pub use call::{Call, callers};
pub use desk::{Desk, Entry, Feed};

/// How loud the battle is, 0 to [`Loudness::MOST`].
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Loudness(pub u8);

impl Default for Loudness {
    fn default() -> Self {
        Self(60)
    }
}

impl Loudness {
    /// As loud as it goes.
    pub const MOST: u8 = 100;

    /// What samples are multiplied by. Ears take a tenth of the strength for half as loud: so it grows with the square.
    /// At its most, a volley from near just fills what the loudspeaker can do.
    pub fn gain(self) -> f32 {
        const FULL: f32 = 2.2;
        let part = f32::from(self.0.min(Self::MOST)) / f32::from(Self::MOST);
        FULL * part * part
    }
}

/// Whether this program can be heard.
#[derive(Resource, Clone, PartialEq, Eq, Default, Debug)]
pub enum Hearing {
    /// It was built without sound.
    #[default]
    NotBuilt,
    /// It plays.
    Plays,
    /// No loudspeaker could be opened, and why; it goes on silently.
    Silent(String),
}

/// What the menu and the settings need in every build.
pub fn plugin(app: &mut App) {
    app.init_resource::<Loudness>().init_resource::<Hearing>();
}
