//! Three directions of a wedge at once.

use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

use bevy::math::DVec2;

/// How far inside a wedge its borders are looked at, where no two edges are equally far.
const INSIDE: f64 = 0.002;

/// Directions of length 1: close to where a wedge begins, in its middle, and close to where it ends.
pub(super) type Ways = [DVec2; 3];

/// The directions in which a wedge is looked at.
pub(super) fn ways(first: DVec2, last: DVec2) -> Ways {
    [first.lerp(last, INSIDE), first + last, last.lerp(first, INSIDE)].map(unit)
}

/// Made as long as 1.
pub(super) fn unit(along: DVec2) -> DVec2 {
    along / along.length_squared().sqrt()
}

/// A number in each of the three directions of a wedge.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct Trio(pub(super) [f64; 3]);

impl Trio {
    pub(super) const ZERO: Self = Self([0.0; 3]);

    pub(super) fn all(of: f64) -> Self {
        Self([of; 3])
    }

    pub(super) fn middle(self) -> f64 {
        self.0[1]
    }

    pub(super) fn max(self, other: Self) -> Self {
        Self([0, 1, 2].map(|n| if self.0[n] > other.0[n] { self.0[n] } else { other.0[n] }))
    }

    pub(super) fn most(self) -> f64 {
        self.0[0].max(self.0[1]).max(self.0[2])
    }

    /// Whether it may be above 0 in one direction of the wedge and not in another: it is so in the three, or bends by more
    /// in between than is left of it.
    pub(super) fn wavers(self) -> bool {
        let [one, middle, other] = self.0;
        let same = (one > 0.0) == (middle > 0.0) && (other > 0.0) == (middle > 0.0);
        let low = one.abs().min(middle.abs()).min(other.abs());
        !same || (one - 2.0 * middle + other).abs() >= 2.0 * low
    }

    /// Whether it is above 0 in the whole wedge.
    pub(super) fn surely(self) -> bool {
        self.middle() > 0.0 && !self.wavers()
    }
}

impl Add for Trio {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self([0, 1, 2].map(|n| self.0[n] + other.0[n]))
    }
}

impl Sub for Trio {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self([0, 1, 2].map(|n| self.0[n] - other.0[n]))
    }
}

impl Add<f64> for Trio {
    type Output = Self;
    fn add(self, other: f64) -> Self {
        Self(self.0.map(|own| own + other))
    }
}

impl Sub<f64> for Trio {
    type Output = Self;
    fn sub(self, other: f64) -> Self {
        Self(self.0.map(|own| own - other))
    }
}

impl Mul<f64> for Trio {
    type Output = Self;
    fn mul(self, by: f64) -> Self {
        Self(self.0.map(|own| own * by))
    }
}

impl AddAssign for Trio {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Trio {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}
