//! What befalls a skirmish screen (Companion 16 §3.4).

use serde::Serialize;

use super::{End, ScreenEnd};
use crate::geometry::Inches;

/// Something that befell a regiment's skirmish screen.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub enum ScreenEvent {
    /// A stand has gone out ahead as a skirmish screen.
    Out {
        /// The end of the line that it has left.
        from: End,
        /// Movement it cost.
        cost: Inches,
    },
    /// The screen is back in its line.
    In {
        /// The end at which its stand has fallen in.
        at: End,
        /// Movement it cost.
        cost: Inches,
    },
    /// The screen has fallen back through its line.
    Evaded {
        /// How far behind the line's front edge it stands now.
        behind: Inches,
    },
    /// The screen has taken the first hit of a volley (Companion 10 §2.0).
    Hit {
        /// All hits that it has taken.
        hits: u8,
    },
    /// The screen is lost.
    Lost {
        /// How.
        why: ScreenEnd,
    },
}
