//! Passage of Lines (Companion 16 §3.3): a regiment marches through friends and ends clear of them; who passes and who is
//! passed both test. Skirmishers, guns and generals let ranks through, and go through ranks, without a test.

use super::agenda::{Gait, Step};
use super::event::Test;
use super::field::{Field, Unit, bases};
use super::hand::Hand;
use super::planner;
use crate::army::RegimentId;
use crate::geometry::{Footprint, Inches, Pose, Way};

/// No two looks at a march are farther apart than this.
const STEP: i32 = 40;

/// Formed friends whom a march passes through, with the inches of its path at which it first meets each, in order; none
/// for who is not formed itself.
pub fn of(field: &Field, unit: &Unit, gait: Gait, way: &Way) -> Vec<(Inches, RegimentId)> {
    if !unit.is_formed() {
        return Vec::new();
    }
    let frontage = unit.footprint().frontage;
    let length = way.length(unit.place.pose, frontage);
    let mut met: Vec<(Inches, RegimentId)> = field
        .of(unit.side())
        .filter(|friend| friend.id() != unit.id() && friend.is_formed() && within(unit, friend, length))
        .filter_map(|friend| {
            let ranks = Ranks::of(unit, friend);
            let first = looks(length).find(|along| ranks.meet(pose_at(unit, gait, way, *along)))?;
            Some((first, friend.id()))
        })
        .collect();
    met.sort();
    met
}

/// The last point of a march, no farther than `along`, at which it stands on no friend.
pub(super) fn clear_before(field: &Field, unit: &Unit, gait: Gait, way: &Way, along: Inches) -> Inches {
    let friends: Vec<Ranks> = field
        .of(unit.side())
        .filter(|friend| friend.id() != unit.id() && within(unit, friend, along))
        .map(|friend| Ranks::of(unit, friend))
        .collect();
    let clear = |at: &Inches| {
        let pose = pose_at(unit, gait, way, *at);
        !friends.iter().any(|ranks| ranks.meet(pose))
    };
    let back = (0..=along.0 / STEP).map(|n| Inches(along.0 - n * STEP));
    back.into_iter().find(clear).unwrap_or(Inches::ZERO)
}

/// Whether the one that passes has taken its test on an earlier stretch of its march.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mover {
    /// Not yet.
    Tests,
    /// It has.
    HasTested,
}

/// The tests of a passage: first of who passes, once a march, then of everyone who is passed.
pub(super) fn test(id: RegimentId, passed: impl Iterator<Item = RegimentId>, mover: Mover, hand: &mut Hand) {
    let mut mover = mover;
    for friend in passed {
        if mover == Mover::Tests {
            hand.then(Step::Check { unit: id, test: Test::Passage, by: Some(friend) });
            mover = Mover::HasTested;
        }
        hand.then(Step::Check { unit: friend, test: Test::Passage, by: Some(id) });
    }
}

fn within(unit: &Unit, friend: &Unit, length: Inches) -> bool {
    // A wheel carries the outer corner no farther than the path is long; an inch to spare.
    unit.footprint().gap(&friend.footprint()) <= length + Inches::new(1)
}

fn looks(length: Inches) -> impl Iterator<Item = Inches> {
    (0..=length.0 / STEP).map(|n| Inches(n * STEP)).chain([length])
}

pub(super) fn pose_at(unit: &Unit, gait: Gait, way: &Way, along: Inches) -> Pose {
    let from = unit.place.pose;
    match gait {
        Gait::Forward => way.at(from, unit.footprint().frontage, along),
        Gait::Back => from.ahead(-along),
    }
}

/// Two regiments, one of which moves.
struct Ranks<'f> {
    unit: &'f Unit,
    theirs: Vec<Footprint>,
    /// How deep rounding has left them in each other before that.
    sunk: f32,
}

impl<'f> Ranks<'f> {
    fn of(unit: &'f Unit, friend: &Unit) -> Self {
        let theirs = friend.bases();
        let sunk = planner::sunk(&unit.bases(), &theirs);
        Self { unit, theirs, sunk }
    }

    fn meet(&self, pose: Pose) -> bool {
        let ours = bases(pose, self.unit.place.formation, self.unit.place.files);
        ours.iter().any(|mine| self.theirs.iter().any(|base| mine.overlaps_more(base, self.sunk)))
    }
}
