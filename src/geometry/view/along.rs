//! What is kept while a ray is followed.

use bevy::math::DVec2;

use super::edges::{Edge, Kind, distance};
use super::mark::Mark;

/// An edge that is met, with what a ray asks of it side by side.
pub(super) struct Met {
    pub(super) along: DVec2,
    pub(super) area: f64,
    pub(super) far: f64,
    pub(super) kind: Kind,
    pub(super) number: u32,
    pub(super) of: u32,
    /// The highest ground of which an edge is met there or beyond.
    pub(super) above: i32,
    pub(super) enters: bool,
}

impl Met {
    pub(super) fn of(edge: &Edge, number: u32) -> Self {
        let Edge { along, area, far, kind, of, enters, .. } = *edge;
        Self { along, area, far, kind, number, of, above: i32::MIN, enters }
    }

    /// As [`Edge::at`].
    pub(super) fn at(&self, toward: DVec2) -> f64 {
        distance(self.along, self.area, self.far, toward)
    }
}

/// Cover of one kind along a ray.
#[derive(Clone, Copy, Default)]
pub(super) struct Cover {
    pub(super) inside: i32,
    /// In a stretch of it.
    pub(super) open: bool,
    /// Where that began.
    pub(super) since: f64,
    /// Inches on ground as high as the eye or higher: they count for good.
    pub(super) high: f64,
    /// Inches of this stretch on lower ground.
    pub(super) low: f64,
    /// Inches on lower ground of stretches that still hide what lies close behind them.
    pub(super) fading: f64,
    /// Inches that begin within 2.0" of the eye: for whoever looks from above they hide it.
    pub(super) near: f64,
}

/// The rest of what is known along a ray.
pub(super) struct Along {
    pub(super) level: i8,
    /// Where the ground's level changed last.
    pub(super) run: Mark,
    /// Highest ground before that.
    pub(super) highest: i32,
    /// Where the ground fell below the eye.
    pub(super) fell: Option<f64>,
    /// After that it rose to the eye's level again.
    pub(super) rose: bool,
    /// Highest unit that is passed.
    pub(super) body: i32,
    /// Inside units.
    pub(super) in_bodies: i32,
    /// A passed unit hides the eye from whoever looks down on it.
    pub(super) close: bool,
    /// Seen from above, what is nearer than this is hidden behind a unit.
    pub(super) shadow: Option<Mark>,
    pub(super) bridges: i32,
    pub(super) smoke: Option<Mark>,
    pub(super) covers: [Cover; 4],
    /// There has been some cover.
    pub(super) covered: bool,
    /// An edge of cover was just met.
    pub(super) veiled: bool,
    /// The contour just met.
    pub(super) turned: Option<Mark>,
}
