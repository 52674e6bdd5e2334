//! Gunsmoke markers.

use bevy::ecs::component::Component;
use serde::{Deserialize, Serialize};

use super::{RegimentId, Side};
use crate::geometry::{Inches, Pose};

/// A marker lies where it was put: a disc in front of the firer's front centre (C-47). Removed, never moved.
#[derive(Component, Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Smoke {
    /// The regiment that made it.
    pub of: RegimentId,
    /// Its army.
    pub side: Side,
    /// Pose of the regiment's front edge when it fired.
    pub pose: Pose,
    /// Frontage of the regiment when it fired: its share of a Smoke Wall.
    pub frontage: Inches,
}

impl Smoke {
    /// Diameter of the disc (C-47).
    pub const DIAMETER: Inches = Inches(1000);

    /// Centre of the disc: half an inch ahead of the front centre.
    pub fn centre(&self) -> bevy::math::Vec2 {
        self.pose.local(0.0, Self::DIAMETER.half().get())
    }
}
