//! Three directions of a wedge at once.

use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

use bevy::math::{DVec2, Vec4, Vec4Swizzles};

/// How far inside a wedge its borders are looked at, where no two edges are equally far: as a part of it, and in any case
/// no more than so many radians.
const INSIDE: f64 = 0.002;
const ASIDE: f64 = 2e-5;

/// Directions of length 1: close to where a wedge begins, its middle, and close to where it ends.
pub(super) type Ways = [DVec2; 3];

/// The directions in which a wedge is looked at.
pub(super) fn ways(first: DVec2, last: DVec2) -> Ways {
    let inside = INSIDE.min(ASIDE / first.distance_squared(last).sqrt());
    [first.lerp(last, inside), first + last, last.lerp(first, inside)].map(unit)
}

/// Made as long as 1.
pub(super) fn unit(along: DVec2) -> DVec2 {
    along / along.length_squared().sqrt()
}

/// A number of inches in each of the three directions of a wedge; in the middle twice.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct Trio(Vec4);

impl Trio {
    pub(super) const ZERO: Self = Self(Vec4::ZERO);

    pub(super) fn new([first, middle, last]: [f64; 3]) -> Self {
        Self(Vec4::new(first as f32, middle as f32, last as f32, middle as f32))
    }

    pub(super) fn all(of: f64) -> Self {
        Self(Vec4::splat(of as f32))
    }

    pub(super) fn first(self) -> f64 {
        f64::from(self.0.x)
    }

    pub(super) fn middle(self) -> f64 {
        f64::from(self.0.y)
    }

    pub(super) fn last(self) -> f64 {
        f64::from(self.0.z)
    }

    pub(super) fn max(self, other: Self) -> Self {
        Self(self.0.max(other.0))
    }

    pub(super) fn most(self) -> f64 {
        f64::from(self.0.max_element())
    }

    /// Whether it is above 0 in the middle, and whether it may be otherwise in another direction of the wedge: it is so in
    /// one of the three, or bends by more in between than is left of it.
    pub(super) fn over(self) -> (bool, bool) {
        let above = self.0.cmpgt(Vec4::ZERO).bitmask();
        let bend = (self.0 + self.0.zyxw() - 2.0 * self.0.yyyy()).abs().xxxx();
        let firm = (2.0 * self.0.abs()).cmpgt(bend).bitmask();
        (above & 2 != 0, firm != 15 || (above != 0 && above != 15))
    }

    /// Where in the wedge, from 0 to 1, it passes 0, if it does so once.
    pub(super) fn passes(self) -> Option<f64> {
        let [one, middle, other] = [self.first(), self.middle(), self.last()];
        if (one > 0.0) == (other > 0.0) {
            return None;
        }
        // A parabola through the three, from -1 to 1.
        let (slope, bend) = ((other - one) / 2.0, (other + one) / 2.0 - middle);
        let root = (slope * slope - 4.0 * bend * middle).max(0.0).sqrt();
        let at = -2.0 * middle / (slope + root.copysign(slope));
        at.is_finite().then(|| 0.5 + at.clamp(-1.0, 1.0) * 0.5)
    }

    /// Whether it is above 0 in the whole wedge.
    pub(super) fn surely(self) -> bool {
        self.over() == (true, false)
    }
}

impl Add for Trio {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Trio {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Mul<f64> for Trio {
    type Output = Self;
    fn mul(self, by: f64) -> Self {
        Self(self.0 * by as f32)
    }
}

impl AddAssign for Trio {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for Trio {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}
