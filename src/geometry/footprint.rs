//! Rectangles on the table: stands and whole formations.

use bevy::math::Vec2;
use parry2d::query;
use parry2d::shape::ConvexPolygon;

use super::measure::{Inches, Pose};

/// A rectangle that faces along its pose: `frontage` wide, `depth` deep, its front edge centred on the pose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Footprint {
    /// Midpoint of the front edge, and facing.
    pub pose: Pose,
    /// Side to side.
    pub frontage: Inches,
    /// Front to rear.
    pub depth: Inches,
}

impl Footprint {
    /// Front left, front right, rear right, rear left.
    pub fn corners(&self) -> [Vec2; 4] {
        let (half, depth) = (self.frontage.get() / 2.0, self.depth.get());
        [
            self.pose.local(-half, 0.0),
            self.pose.local(half, 0.0),
            self.pose.local(half, -depth),
            self.pose.local(-half, -depth),
        ]
    }

    /// Its middle.
    pub fn centre(&self) -> Vec2 {
        self.pose.local(0.0, -self.depth.get() / 2.0)
    }

    /// Front left and front right corner.
    pub fn front(&self) -> [Vec2; 2] {
        let [left, right, ..] = self.corners();
        [left, right]
    }

    /// As a parry shape, in table coordinates. `None` if it has no area.
    pub fn polygon(&self) -> Option<ConvexPolygon> {
        let mut corners = self.corners().to_vec();
        corners.reverse();
        ConvexPolygon::from_convex_polyline(corners)
    }
}
