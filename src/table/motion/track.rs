//! Where somebody is on his way: a leg from one place to the next, wheeled about the corner that it was wheeled about.

use bevy::prelude::Vec2;

use super::Gait;
use crate::geometry::{Degrees, Pose};
use crate::table::noise;

/// A stand, or the front of a regiment, as it is seen now: the middle of its front edge in inches, and its heading in
/// degrees clockwise from north.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(in crate::table) struct Stance {
    /// The middle of its front edge.
    pub at: Vec2,
    /// The way that it faces.
    pub heading: f32,
}

/// A heading in whole and broken degrees.
pub(in crate::table) fn degrees(heading: Degrees) -> f32 {
    heading.0 as f32 / 100.0
}

/// The way round that is shorter, in `-180.0..=180.0`.
fn turned(from: f32, to: f32) -> f32 {
    (to - from + 180.0).rem_euclid(360.0) - 180.0
}

impl Stance {
    /// A pose of the field.
    pub fn of(pose: Pose) -> Self {
        Self { at: pose.at.vec(), heading: degrees(pose.heading) }
    }

    /// A point `right` of its front's middle and `ahead` of it.
    pub fn local(self, right: f32, ahead: f32) -> Vec2 {
        let (sin, cos) = bevy::math::ops::sin_cos(self.heading.to_radians());
        self.at + Vec2::new(cos, -sin) * right + Vec2::new(sin, cos) * ahead
    }

    /// The same point as [`Self::local`] takes it.
    pub fn seen_from(self, at: Vec2) -> Vec2 {
        let (sin, cos) = bevy::math::ops::sin_cos(self.heading.to_radians());
        let out = at - self.at;
        Vec2::new(out.dot(Vec2::new(cos, -sin)), out.dot(Vec2::new(sin, cos)))
    }

    /// Part of the way to another place, as a body that stays rigid goes: turning, it keeps its distance from the one
    /// point that does not move.
    pub fn toward(self, to: Self, part: f32) -> Self {
        let turn = turned(self.heading, to.heading);
        let heading = self.heading + turn * part;
        // A turn of less goes as well on a straight line, and its corner would be far off the table.
        if turn.abs() < 0.5 {
            return Self { at: self.at.lerp(to.at, part), heading };
        }
        // Headings run clockwise, angles the other way.
        let angle = -turn.to_radians();
        let way = to.at - self.at;
        let corner = (self.at + to.at) / 2.0 + way.perp() * (0.5 / bevy::math::ops::tan(angle / 2.0));
        Self { at: corner + Vec2::from_angle(angle * part).rotate(self.at - corner), heading }
    }

    /// Inches of way, the longer sweep of a wheeling line's outer end included.
    pub fn way(self, to: Self) -> f32 {
        self.at.distance(to.at).max(turned(self.heading, to.heading).abs().to_radians() * 2.0)
    }
}

/// A part of a path.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::table) struct Leg {
    /// Where it begins.
    pub from: Stance,
    /// Where it ends.
    pub to: Stance,
    /// Seconds that it takes.
    pub long: f32,
    /// In which manner.
    pub gait: Gait,
    /// It begins and ends the path: it sets out and halts gently.
    pub alone: bool,
}

impl Leg {
    /// Where it is after so many seconds.
    pub fn at(&self, seconds: f32) -> Stance {
        let part = (seconds / self.long.max(0.001)).clamp(0.0, 1.0);
        let part = if self.alone { noise::rise(0.0, 1.0, part) } else { part };
        if part >= 1.0 { self.to } else { self.from.toward(self.to, part) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stance(x: f32, y: f32, heading: f32) -> Stance {
        Stance { at: Vec2::new(x, y), heading }
    }

    #[test]
    fn a_line_that_wheels_keeps_its_inner_corner() {
        // Four inches wide, facing north; it wheels right by 60 degrees about its right front corner at (12, 10).
        let from = stance(10.0, 10.0, 0.0);
        let corner = Vec2::new(12.0, 10.0);
        let angle = -60.0_f32.to_radians();
        let to = Stance { at: corner + Vec2::from_angle(angle).rotate(from.at - corner), heading: 60.0 };
        for step in 0..=10 {
            let now = from.toward(to, step as f32 / 10.0);
            assert!((now.local(2.0, 0.0) - corner).length() < 1e-4, "{now:?}");
            assert!((now.heading - 6.0 * step as f32).abs() < 1e-3);
        }
    }

    #[test]
    fn headings_go_the_short_way_round() {
        let now = stance(0.0, 0.0, 350.0).toward(stance(0.0, 0.0, 10.0), 0.5);
        assert!((now.heading - 360.0).abs() < 1e-3, "{now:?}");
        assert!(now.at.length() < 1e-4, "it turns on the spot: {now:?}");
    }

    #[test]
    fn a_straight_march_is_straight() {
        let now = stance(3.0, 4.0, 90.0).toward(stance(9.0, 4.0, 90.0), 0.25);
        assert_eq!(now, stance(4.5, 4.0, 90.0));
    }

    #[test]
    fn what_is_ahead_stays_ahead() {
        let front = stance(7.0, 3.0, 131.0);
        let at = front.local(1.5, -0.5);
        assert!((front.seen_from(at) - Vec2::new(1.5, -0.5)).length() < 1e-5);
    }
}
