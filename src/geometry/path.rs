//! Marches: straight advance, at most one wheel about the inner front corner, straight advance (C-21, C-22).

use serde::{Deserialize, Serialize};

use super::measure::{Degrees, Inches};

/// A free move: advance straight, at most one wheel, advance straight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub struct March {
    /// First advance.
    pub advance: Inches,
    /// The wheel about the inner front corner: clockwise (to the right) is positive; at most 45° either way.
    pub wheel: Degrees,
    /// Advance after the wheel.
    pub then: Inches,
}
