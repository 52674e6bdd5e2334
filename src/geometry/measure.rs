//! Lengths, angles and places as the table stores them: whole thousandths of an inch and whole hundredths of a degree.
//!
//! Everything stored is an integer, so `4.000 <= 4.000` holds on every machine. Calculations go through `f32` vectors
//! and come back rounded once.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};
use std::sync::LazyLock;

use bevy::math::{Vec2, ops};
use serde::{Deserialize, Serialize};

/// A length on the table in thousandths of an inch (1 inch is 25 yards). Written to files as inches: `4.25`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(from = "f64", into = "f64")]
pub struct Inches(pub i32);

impl Inches {
    /// No length at all.
    pub const ZERO: Self = Self(0);

    /// `whole` inches.
    pub const fn new(whole: i32) -> Self {
        Self(whole * 1000)
    }

    /// Rounds a computed length to the nearest thousandth (Q31).
    pub fn round(inches: f32) -> Self {
        Self((inches * 1000.0).round() as i32)
    }

    /// The length as a number of inches.
    pub fn get(self) -> f32 {
        self.0 as f32 / 1000.0
    }

    /// Half of it, rounded down to the thousandth.
    pub const fn half(self) -> Self {
        Self(self.0 / 2)
    }

    /// Never below zero.
    pub fn floor_zero(self) -> Self {
        Self(self.0.max(0))
    }
}

impl fmt::Display for Inches {
    /// One decimal as a player says it; three when a thousandth decides.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.0.unsigned_abs() / 1000, self.0.unsigned_abs() % 1000);
        let sign = if self.0 < 0 { "-" } else { "" };
        match part {
            tenths if tenths % 100 == 0 => write!(f, "{sign}{whole}.{} in", tenths / 100),
            hundredths if hundredths % 10 == 0 => write!(f, "{sign}{whole}.{:02} in", hundredths / 10),
            thousandths => write!(f, "{sign}{whole}.{thousandths:03} in"),
        }
    }
}

impl From<f64> for Inches {
    fn from(inches: f64) -> Self {
        Self((inches * 1000.0).round() as i32)
    }
}

impl From<Inches> for f64 {
    fn from(length: Inches) -> Self {
        Self::from(length.0) / 1000.0
    }
}

impl Add for Inches {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Inches {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Inches {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl SubAssign for Inches {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Neg for Inches {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Sum for Inches {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::ZERO, Add::add)
    }
}

/// An angle in hundredths of a degree. Headings are kept in `0..36000`: 0 faces up the table (north), 90 faces right.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(from = "f64", into = "f64")]
pub struct Degrees(pub i32);

impl Degrees {
    /// No turn.
    pub const ZERO: Self = Self(0);
    /// Half way round.
    pub const HALF_TURN: Self = Self::new(180);

    /// `whole` degrees.
    pub const fn new(whole: i32) -> Self {
        Self(whole * 100)
    }

    /// From radians, rounded to the hundredth of a degree.
    pub fn from_radians(radians: f32) -> Self {
        Self((radians.to_degrees() * 100.0).round() as i32)
    }

    /// As radians.
    pub fn radians(self) -> f32 {
        (self.0 as f32 / 100.0).to_radians()
    }

    /// As a heading in `0..36000`.
    pub const fn heading(self) -> Self {
        Self(self.0.rem_euclid(36_000))
    }

    /// The signed turn from `self` to `other`, in `-18000..18000`; clockwise is positive.
    pub const fn to(self, other: Self) -> Self {
        let d = (other.0 - self.0).rem_euclid(36_000);
        Self(if d >= 18_000 { d - 36_000 } else { d })
    }

    /// Its size without sign.
    pub const fn abs(self) -> Self {
        Self(self.0.abs())
    }

    /// The unit vector that a unit with this heading faces along.
    pub fn forward(self) -> Vec2 {
        /// Every heading that is stored, worked out once: the same numbers, some twenty times as quickly.
        static ALL: LazyLock<Vec<Vec2>> = LazyLock::new(|| (0..36_000).map(|n| Degrees(n).sin_cos()).collect());
        match usize::try_from(self.0).ok().and_then(|n| ALL.get(n)) {
            Some(forward) => *forward,
            None => self.sin_cos(),
        }
    }

    /// Its sine and its cosine.
    fn sin_cos(self) -> Vec2 {
        let (sin, cos) = ops::sin_cos(self.radians());
        Vec2::new(sin, cos)
    }

    /// The unit vector to the right hand of a unit with this heading.
    pub fn right(self) -> Vec2 {
        let forward = self.forward();
        Vec2::new(forward.y, -forward.x)
    }

    /// The heading that looks along `direction`.
    pub fn along(direction: Vec2) -> Self {
        Self::from_radians(ops::atan2(direction.x, direction.y)).heading()
    }
}

impl fmt::Display for Degrees {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 % 100 == 0 {
            write!(f, "{}\u{b0}", self.0 / 100)
        } else {
            write!(f, "{}\u{b0}", f64::from(self.0) / 100.0)
        }
    }
}

impl From<f64> for Degrees {
    fn from(degrees: f64) -> Self {
        Self((degrees * 100.0).round() as i32)
    }
}

impl From<Degrees> for f64 {
    fn from(angle: Degrees) -> Self {
        Self::from(angle.0) / 100.0
    }
}

impl Add for Degrees {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Degrees {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Degrees {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// A point of the table: `x` to the right, `y` up the table, from its lower left corner. Written as `(36.0, 12.5)`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(from = "(Inches, Inches)", into = "(Inches, Inches)")]
pub struct Spot {
    /// From the left edge.
    pub x: Inches,
    /// From the lower edge.
    pub y: Inches,
}

impl Spot {
    /// The spot at whole thousandths nearest to a vector in inches.
    pub fn round(at: Vec2) -> Self {
        Self { x: Inches::round(at.x), y: Inches::round(at.y) }
    }

    /// As a vector in inches.
    pub fn vec(self) -> Vec2 {
        Vec2::new(self.x.get(), self.y.get())
    }
}

impl From<(Inches, Inches)> for Spot {
    fn from((x, y): (Inches, Inches)) -> Self {
        Self { x, y }
    }
}

impl From<Spot> for (Inches, Inches) {
    fn from(spot: Spot) -> Self {
        (spot.x, spot.y)
    }
}

/// Where a unit stands: the midpoint of its front edge and the way it faces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub struct Pose {
    /// Midpoint of the front edge.
    pub at: Spot,
    /// The way it faces.
    pub heading: Degrees,
}

impl Pose {
    /// A pose from inches and degrees, rounded to what the table stores.
    pub fn round(at: Vec2, heading: Degrees) -> Self {
        Self { at: Spot::round(at), heading: heading.heading() }
    }

    /// A point given in the unit's own frame: `right` and `forward` inches from the front-edge midpoint.
    pub fn local(self, right: f32, forward: f32) -> Vec2 {
        self.at.vec() + self.heading.right() * right + self.heading.forward() * forward
    }

    /// The same facing, `distance` further forward (negative: back).
    pub fn ahead(self, distance: Inches) -> Self {
        Self::round(self.at.vec() + self.heading.forward() * distance.get(), self.heading)
    }
}
