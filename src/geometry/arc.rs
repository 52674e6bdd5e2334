//! Arcs of fire and the lines through a unit's front and rear (Companion 16 §4.5, Companion 15 §4.0).

use bevy::math::Vec2;

use super::footprint::Footprint;
use super::measure::Inches;
use super::polygon;

/// Half of the last stored digit: a point this far outside a ray is on it (Q31).
const NOISE: f32 = 0.0005;

/// The ground that a front edge looks at: between rays 45 degrees outward from its two corners. The rays belong to it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Arc {
    front: Footprint,
    half: f32,
}

/// The left or right hand of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Hand {
    /// Left, as it faces.
    Left,
    /// Right, as it faces.
    Right,
}

impl Arc {
    /// The arc of a stand or of a whole formation.
    pub fn of(front: &Footprint) -> Self {
        Self { front: *front, half: front.frontage.get() / 2.0 }
    }

    /// Whether a point is in the arc; on a ray it is (Q13).
    pub fn holds(&self, point: Vec2) -> bool {
        let p = self.front.frame(point);
        p.y >= -NOISE && p.x.abs() <= self.half + p.y + NOISE
    }

    /// Whether any part of a base is in the arc (C-32).
    pub fn sees(&self, target: &Footprint) -> bool {
        let mut shape = self.front.framed(target).to_vec();
        let reach = self.half + NOISE;
        polygon::cut(&mut shape, |p| p.y + NOISE);
        polygon::cut(&mut shape, |p| reach + p.y - p.x);
        polygon::cut(&mut shape, |p| reach + p.y + p.x);
        !shape.is_empty()
    }

    /// Whether a whole base is in the arc.
    pub fn holds_all(&self, target: &Footprint) -> bool {
        target.corners().into_iter().all(|corner| self.holds(corner))
    }

    /// Its corners, `reach` inches deep, for drawing: front left, front right, far right, far left.
    pub fn outline(&self, reach: Inches) -> [Vec2; 4] {
        let (half, deep) = (self.half, reach.get());
        let pose = self.front.pose;
        [pose.local(-half, 0.0), pose.local(half, 0.0), pose.local(half + deep, deep), pose.local(-half - deep, deep)]
    }
}

/// Whether a point lies strictly behind the infinite line through the target's front edge.
pub fn behind_front_line(target: &Footprint, point: Vec2) -> bool {
    Inches::round(target.frame(point).y) < Inches::ZERO
}

/// Whether a base lies entirely behind the target's front line: it strikes a flank (Companion 15 §4.0).
pub fn wholly_behind_front(target: &Footprint, other: &Footprint) -> bool {
    target.framed(other).into_iter().all(|corner| Inches::round(corner.y) < Inches::ZERO)
}

/// Whether a base lies entirely behind the line through the target's rear edge: it strikes the rear.
pub fn wholly_behind_rear(target: &Footprint, other: &Footprint) -> bool {
    target.framed(other).into_iter().all(|corner| Inches::round(corner.y) < -target.depth)
}

/// On which hand of the target the middle of the other base lies; dead ahead or behind counts as the right.
pub fn right_or_left(target: &Footprint, other: &Footprint) -> Hand {
    if Inches::round(target.frame(other.centre()).x) < Inches::ZERO { Hand::Left } else { Hand::Right }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Degrees, Pose, Spot};

    fn line(x: i32, y: i32, heading: i32) -> Footprint {
        Footprint {
            pose: Pose { at: Spot { x: Inches(x), y: Inches(y) }, heading: Degrees(heading) },
            frontage: Inches(5000),
            depth: Inches(750),
        }
    }

    #[test]
    fn a_point_on_the_ray_is_in_the_arc_and_a_thousandth_beyond_is_not() {
        let arc = Arc::of(&line(30_000, 20_000, 0));
        assert!(arc.holds(Vec2::new(35.5, 23.0)));
        assert!(!arc.holds(Vec2::new(35.501, 23.0)));
        assert!(arc.holds(Vec2::new(32.5, 20.0)));
        assert!(!arc.holds(Vec2::new(32.5, 19.999)));
    }

    #[test]
    fn any_part_of_the_target_counts() {
        let firer = line(30_000, 20_000, 0);
        let arc = Arc::of(&firer);
        // Its left end reaches exactly to the ray.
        assert!(arc.sees(&line(38_000, 23_000, 0)));
        assert!(!arc.sees(&line(38_001, 23_000, 0)));
        assert!(!arc.sees(&line(30_000, 19_000, 0)));
        // A target wider than the arc, none of whose corners is inside.
        assert!(arc.sees(&Footprint { frontage: Inches(40_000), ..line(30_000, 21_000, 18_000) }));
    }

    #[test]
    fn behind_the_front_line_is_strict() {
        let target = line(30_000, 20_000, 0);
        assert!(!behind_front_line(&target, Vec2::new(50.0, 20.0)));
        assert!(behind_front_line(&target, Vec2::new(50.0, 19.999)));
        // Facing left, its right end forward: the front edge is a vertical line.
        let charger = line(40_000, 17_000, 27_000);
        assert!(wholly_behind_front(&target, &charger));
        assert!(!wholly_behind_front(&target, &line(40_000, 17_500, 27_000)));
        assert!(!wholly_behind_rear(&target, &charger));
        assert!(wholly_behind_rear(&target, &line(40_000, 16_500, 27_000)));
        assert_eq!(right_or_left(&target, &charger), Hand::Right);
        assert_eq!(right_or_left(&target, &line(20_000, 17_000, 9_000)), Hand::Left);
    }
}
