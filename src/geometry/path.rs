//! Marches: straight advance, at most one wheel about the inner front corner, straight advance (C-21, C-22).

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::measure::{Degrees, Inches, Pose};

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

/// The most that one wheel may turn (Companion 16 §2.3).
pub const WHEEL_LIMIT: Degrees = Degrees::new(45);

/// Movement that a wheel takes: the arc of the outer front corner, frontage times angle.
pub fn wheel_cost(frontage: Inches, angle: Degrees) -> Inches {
    Inches::round(frontage.get() * angle.abs().radians())
}

/// Where a wheel ends: a rigid rotation about the inner front corner, the right one when turning right.
pub fn wheeled(pose: Pose, frontage: Inches, angle: Degrees) -> Pose {
    if angle == Degrees::ZERO {
        return pose;
    }
    let half = if angle > Degrees::ZERO { frontage.get() / 2.0 } else { -frontage.get() / 2.0 };
    let heading = (pose.heading + angle).heading();
    Pose::round(pose.at.vec() + (pose.heading.right() - heading.right()) * half, heading)
}

/// The inner front corner that a wheel by this angle turns about.
pub fn pivot(pose: Pose, frontage: Inches, angle: Degrees) -> Vec2 {
    pose.local(if angle >= Degrees::ZERO { frontage.get() / 2.0 } else { -frontage.get() / 2.0 }, 0.0)
}

/// Where a march ends. The pose is rounded once after each of its legs.
pub fn end(pose: Pose, frontage: Inches, march: &March) -> Pose {
    wheeled(pose.ahead(march.advance), frontage, march.wheel).ahead(march.then)
}

/// The poses between its legs: the start, the end of the advance, the end of the wheel, the end; none twice.
pub fn waypoints(pose: Pose, frontage: Inches, march: &March) -> Vec<Pose> {
    let advanced = pose.ahead(march.advance);
    let turned = wheeled(advanced, frontage, march.wheel);
    let mut poses = vec![pose, advanced, turned, turned.ahead(march.then)];
    poses.dedup();
    poses
}

/// Inches of the path: both advances and the arc of the wheel.
pub fn length(frontage: Inches, march: &March) -> Inches {
    march.advance + wheel_cost(frontage, march.wheel) + march.then
}

/// The pose after so many inches of the path.
pub fn at(pose: Pose, frontage: Inches, march: &March, along: Inches) -> Pose {
    end(pose, frontage, &split(march, frontage, along).0)
}

/// The part of a march that is done after so many inches of it, and the rest.
pub fn split(march: &March, frontage: Inches, along: Inches) -> (March, March) {
    let along = along.floor_zero();
    if along < march.advance {
        let done = March { advance: along, ..March::default() };
        return (done, March { advance: march.advance - along, ..*march });
    }
    let along = along - march.advance;
    let arc = wheel_cost(frontage, march.wheel);
    if along < arc {
        // Whole hundredths of a degree, so that the two parts add up to the wheel that was ordered.
        let part = i64::from(march.wheel.0) * i64::from(along.0) / i64::from(arc.0.max(1));
        let part = Degrees(part as i32);
        let done = March { advance: march.advance, wheel: part, then: Inches::ZERO };
        return (done, March { advance: Inches::ZERO, wheel: march.wheel - part, then: march.then });
    }
    let then = (along - arc).min(march.then);
    let done = March { then, ..*march };
    (done, March { advance: march.then - then, ..March::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Spot;

    const LINE: Inches = Inches::new(5);

    fn start() -> Pose {
        Pose { at: Spot { x: Inches(30_000), y: Inches(20_000) }, heading: Degrees::ZERO }
    }

    #[test]
    fn a_wheel_of_45_degrees_costs_a_line_of_five_3_927_and_a_column_1_571() {
        assert_eq!(wheel_cost(LINE, Degrees::new(45)), Inches(3927));
        assert_eq!(wheel_cost(LINE, Degrees::new(-45)), Inches(3927));
        assert_eq!(wheel_cost(Inches::new(2), Degrees::new(45)), Inches(1571));
    }

    #[test]
    fn a_wheel_turns_about_the_inner_front_corner() {
        let right = wheeled(start(), LINE, Degrees::new(45));
        assert_eq!(right.heading, Degrees::new(45));
        assert_eq!(Spot::round(right.local(2.5, 0.0)), Spot { x: Inches(32_500), y: Inches(20_000) });
        let left = wheeled(start(), LINE, Degrees::new(-30));
        assert_eq!(left.heading, Degrees::new(330));
        assert_eq!(Spot::round(left.local(-2.5, 0.0)), Spot { x: Inches(27_500), y: Inches(20_000) });
    }

    #[test]
    fn a_march_can_be_cut_anywhere_and_goes_on_where_it_stopped() {
        let march = March { advance: Inches(1500), wheel: Degrees(3_333), then: Inches(700) };
        let whole = end(start(), LINE, &march);
        let length = length(LINE, &march);
        for along in (0..=length.0).step_by(97).map(Inches) {
            let (done, rest) = split(&march, LINE, along);
            let there = end(end(start(), LINE, &done), LINE, &rest);
            assert_eq!(there.heading, whole.heading);
            assert!((there.at.x - whole.at.x).0.abs() <= 3 && (there.at.y - whole.at.y).0.abs() <= 3, "{along}");
        }
        assert_eq!(at(start(), LINE, &march, length), whole);
        assert_eq!(at(start(), LINE, &march, Inches::ZERO), start());
        assert_eq!(split(&march, LINE, length + Inches(5)).1, March::default());
    }

    #[test]
    fn waypoints_name_each_place_once() {
        let march = March { advance: Inches(2000), ..March::default() };
        assert_eq!(waypoints(start(), LINE, &march).len(), 2);
        assert_eq!(waypoints(start(), LINE, &March::default()), [start()]);
        let march = March { wheel: Degrees::new(10), then: Inches(1000), ..march };
        assert_eq!(waypoints(start(), LINE, &march).len(), 4);
    }
}
