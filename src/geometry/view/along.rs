//! What is kept while a wedge is followed outward.

use super::mark::Mark;
use super::trio::Trio;

/// Cover of one kind.
#[derive(Clone, Copy, Default)]
pub(super) struct Cover {
    /// Inches that hide what is no higher than the eye: those on ground as high as the eye or higher, for good, and those
    /// on lower ground of this stretch and of others that lie close behind.
    pub(super) counted: Trio,
    /// Those that count for good.
    pub(super) high: Trio,
    /// Those of this stretch on lower ground.
    pub(super) low: Trio,
    /// Inches that begin within 2.0" of the eye: for whoever looks from above they hide it.
    pub(super) near: Trio,
    pub(super) inside: i32,
    /// There is or has been some.
    pub(super) met: bool,
    /// In a stretch of it.
    pub(super) open: bool,
    /// That begins within 2.0" of the eye.
    pub(super) close: bool,
}

/// Cover on lower ground that hides only what lies close behind it.
#[derive(Clone, Copy)]
pub(super) struct Fading {
    /// It counts as far as here.
    pub(super) end: Trio,
    pub(super) kind: usize,
    pub(super) inches: Trio,
    /// Where it was left.
    pub(super) edge: u32,
}

/// A wood that was entered.
#[derive(Clone, Copy)]
pub(super) struct Wood {
    pub(super) of: u32,
    pub(super) kind: usize,
    pub(super) reaches: i32,
}

/// A building that was entered.
#[derive(Clone, Copy)]
pub(super) struct Entered {
    pub(super) of: u32,
    /// Within 2.0" of the eye.
    pub(super) close: bool,
}

/// The rest of what is known.
pub(super) struct Along {
    pub(super) level: i8,
    /// Where the ground's level changed last.
    pub(super) run: Mark,
    /// Highest ground before that.
    pub(super) highest: i32,
    /// The ground fell below the eye: whether more than 1.0" away.
    pub(super) fell: Option<bool>,
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
    /// More of a kind of it than is seen through counts for good.
    pub(super) thick: bool,
    /// An edge of cover was just met.
    pub(super) veiled: bool,
    /// The contour just met.
    pub(super) turned: Option<Mark>,
    /// The highest ground there, or of which an edge lies beyond.
    pub(super) above: i32,
    /// Ground of this level or below cannot be seen any more, whatever lies farther along.
    pub(super) dark: i32,
}
