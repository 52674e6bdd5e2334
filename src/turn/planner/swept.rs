//! What bases sweep over on a way, part by part, and whether that keeps clear of others.

use crate::army::with_article;
use crate::book::movement::STANDOFF;
use crate::geometry::slide::Slide;
use crate::geometry::swing::Swing;
use crate::geometry::{Bounds, Footprint, Inches};
use crate::turn::march::too_near;
use crate::turn::refusal::Refusal;

use super::course::{Other, bounds};

/// Whether a way ends where it is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    /// It does: nothing is forgiven.
    There,
    /// It goes on: what is refused here is refused however it goes on.
    Beyond,
}

impl Ends {
    /// What rounding may take: a way that goes on is not rounded where it is looked at.
    pub(super) fn forgives(self) -> Inches {
        match self {
            Self::There => Inches::ZERO,
            Self::Beyond => Inches(2),
        }
    }
}

/// A part of what is swept.
pub(super) enum Step {
    /// Bases in one moment of a march, or the whole of a leg straight ahead.
    Still(Vec<Footprint>),
    /// Bases that go straight in any direction: the same at both ends.
    Slid {
        /// Where they begin.
        from: Vec<Footprint>,
        /// Where they end.
        to: Vec<Footprint>,
    },
    /// Bases that turn about a point.
    Swung(Vec<Swing>),
}

impl Step {
    /// The box around it all.
    pub(super) fn bounds(&self) -> Bounds {
        match self {
            Self::Still(blocks) => bounds(blocks),
            Self::Slid { from, to } => bounds(from).join(bounds(to)),
            Self::Swung(swings) => swings.iter().map(Swing::bounds).fold(Bounds::NOTHING, Bounds::join),
        }
    }

    /// Shortest distance from somebody; where that is more than the standoff, something that is more.
    fn gap(&self, other: &Other) -> Inches {
        let far = STANDOFF + Inches(1);
        match self {
            Self::Still(blocks) => crate::turn::sight::apart(blocks, &other.blocks),
            Self::Slid { from, to } => {
                let pairs = slides(from, to).flat_map(|slide| other.blocks.iter().map(move |base| (slide, base)));
                let near = pairs.filter(|(slide, base)| slide.gap_at_least(base) <= STANDOFF);
                near.map(|(slide, base)| slide.gap(base)).min().unwrap_or(far)
            }
            Self::Swung(swings) => {
                let pairs = swings.iter().flat_map(|swing| other.blocks.iter().map(move |base| (swing, base)));
                let near = pairs.filter(|(swing, base)| swing.gap_at_least(base) <= STANDOFF);
                near.map(|(swing, base)| swing.gap(base)).min().unwrap_or(far)
            }
        }
    }

    /// Whether it goes into somebody, or into something.
    pub(super) fn meets(&self, other: &Other, ends: Ends) -> bool {
        let before = other.sunk + ends.forgives().get();
        let mut theirs = other.blocks.iter();
        match self {
            Self::Still(blocks) => theirs.any(|base| blocks.iter().any(|own| own.overlaps_more(base, before))),
            Self::Slid { from, to } => {
                theirs.any(|base| slides(from, to).any(|slide| slide.overlaps_more(base, before)))
            }
            Self::Swung(swings) => theirs.any(|base| swings.iter().any(|swing| swing.overlaps_more(base, before))),
        }
    }
}

/// Each base with its way.
fn slides<'b>(from: &'b [Footprint], to: &'b [Footprint]) -> impl Iterator<Item = Slide> + 'b {
    from.iter().zip(to).map(|(from, to)| Slide { from: *from, to: *to })
}

/// A free move keeps more than 1.0" from a formed enemy all the way, and touches no other; one that begins nearer may
/// only go away from him (C-25).
pub(super) fn keeps_away(foe: &Other, swept: &[Step], end: &[Footprint], ends: Ends) -> Result<(), Refusal> {
    let last = crate::turn::sight::apart(end, &foe.blocks);
    if last <= foe.standoff && ends == Ends::There {
        return too_near("it would end", last, &with_article(foe.name), foe.standoff);
    }
    let least = swept.iter().map(|step| step.gap(foe)).min().unwrap_or(last);
    if least > foe.standoff {
        return Ok(());
    }
    // Through his ranks nobody leaves, however near he began, and nobody passes.
    let through = || swept.iter().any(|step| step.meets(foe, ends));
    // A thousandth is lost in rounding.
    let leaves = foe.gap <= foe.standoff && least + Inches(1) >= foe.gap;
    let passes = ends == Ends::Beyond && least + ends.forgives() > foe.standoff;
    if (leaves || passes) && !through() {
        return Ok(());
    }
    too_near("it would pass", least, &with_article(foe.name), foe.standoff)
}
