//! Light and air over the table: the one sun that everything is lit by, the season, and the weather that the scenario
//! states.

use bevy::math::{Vec2, Vec3};

use crate::ground::Season;
use crate::turn::Field;

/// Where the sun stands, seen from above: the upper left.
pub const SUN: Vec2 = Vec2::new(-0.622, 0.783);
/// The same as a direction in space, z up: fifty-two degrees above the table.
pub const SUN_IN_SPACE: Vec3 = Vec3::new(-0.380, 0.479, 0.791);
/// How long a shadow is for an inch of height: what [`SUN_IN_SPACE`] makes of it.
const LONG: f32 = 0.773;

/// From the foot of something this many inches high to where the shadow of its top falls.
pub fn fall(high: f32) -> Vec2 {
    SUN * (-LONG * high)
}

/// Where the wind goes when it is brisk: flags fly to the right, and smoke follows them.
pub const DOWNWIND: Vec2 = Vec2::new(0.985, -0.174);

/// What the air is like on the day of a battle.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Sky {
    /// The season.
    pub season: Season,
    /// A brisk wind blows (Companion 16 §5.7).
    pub windy: bool,
    /// Inches that anybody sees through fog or rain (Companion 13 §21.0); `None` on a clear day.
    pub haze: Option<f32>,
}

impl Sky {
    /// As the scenario of a field has it.
    pub fn of(field: &Field) -> Self {
        let terms = &field.terms;
        Self { season: terms.season, windy: terms.brisk_wind, haze: terms.visibility.map(|far| far.get()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_one_sun() {
        let flat = SUN_IN_SPACE.truncate();
        assert!((SUN.length() - 1.0).abs() < 1e-3 && (SUN_IN_SPACE.length() - 1.0).abs() < 1e-3);
        assert!(flat.normalize().distance(SUN) < 1e-2);
        assert!((flat.length() / SUN_IN_SPACE.z - LONG).abs() < 1e-2);
        assert!(fall(1.0).x > 0.0 && fall(1.0).y < 0.0, "shadows fall to the lower right");
    }
}
