//! Defensive reactions to moves (RULE-01-3.2, Companion 16 §6.0): where along a move who may do what, and what comes of it.
//! The answers to charges are with [`super::assault`].
//!
//! The Reactive side has one reaction to each action of the enemy (B74); who lets a chance pass may take a later one of the
//! same move.

use serde::{Deserialize, Serialize};

use super::agenda::Gait;
use super::field::{Field, Unit};
use super::passage;
use super::refusal::Refusal;
use crate::army::{Face, RegimentId};
use crate::book::command::Tier;
use crate::geometry::{Footprint, Inches, Way};

mod evade;
mod fire;
mod flank;
mod window;

pub use evade::{NEAREST, charged, check as check_evade, upon};
pub use flank::{cards as flank_cards, check as check_flank, covers, refuse};
pub use window::{answers, cards, forbids, open};

pub(super) use evade::back_onto;

/// Where the list of reactions stands.
pub const PAGE: &str = "Companion 16 \u{a7}6.0";
/// No two looks at a move are farther apart than this (C-30).
const STEP: i32 = 250;

/// What a regiment may do about an enemy's move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Reaction {
    /// Opportunity Fire.
    Fire,
    /// Skirmish Evade.
    Evade,
    /// Refuse Flank, this one.
    Refuse(Face),
}

/// A point of a move at which a regiment may react.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Opening {
    /// Inches ahead of where the mover is.
    pub along: Inches,
    /// Who.
    pub unit: RegimentId,
    /// With what.
    pub what: Reaction,
}

/// Every point of a move at which somebody may react, in order. Whether he then can is for [`answers`].
pub fn openings(field: &Field, unit: &Unit, gait: Gait, way: &Way) -> Vec<Opening> {
    let course = Course::of(unit, gait, way);
    let mut all = fire::openings(field, unit, &course);
    all.extend(evade::openings(field, unit, &course));
    all.extend(flank::openings(field, unit, &course));
    for opening in &mut all {
        // Nobody is stopped while he stands among friends whom he passes: before he met them.
        opening.along = passage::clear_before(field, unit, gait, way, opening.along);
    }
    all.sort();
    all
}

/// A move as it is looked at.
struct Course<'a> {
    unit: &'a Unit,
    gait: Gait,
    way: &'a Way,
    /// The mover's outline every quarter of an inch, and at the end.
    samples: Vec<(Inches, Footprint)>,
}

impl<'a> Course<'a> {
    fn of(unit: &'a Unit, gait: Gait, way: &'a Way) -> Self {
        let length = way.length(unit.place.pose, unit.footprint().frontage);
        let mut course = Self { unit, gait, way, samples: Vec::new() };
        let looks = (0..=length.0 / STEP).map(|n| Inches(n * STEP)).chain((length.0 % STEP != 0).then_some(length));
        course.samples = looks.map(|along| (along, course.outline(along))).collect();
        course
    }

    fn outline(&self, along: Inches) -> Footprint {
        let pose = passage::pose_at(self.unit, self.gait, self.way, along);
        Footprint { pose, ..self.unit.footprint() }
    }

    fn length(&self) -> Inches {
        self.samples.last().map_or(Inches::ZERO, |(along, _)| *along)
    }

    /// The first point of the move, to the thousandth, at which something holds that did not hold at its start.
    fn first(&self, holds: impl Fn(&Footprint) -> bool) -> Option<Inches> {
        let n = self.samples.iter().position(|(_, outline)| holds(outline)).filter(|n| *n > 0)?;
        let (mut before, mut after) = (self.samples[n - 1].0.0, self.samples[n].0.0);
        while after - before > 1 {
            let middle = (before + after) / 2;
            if holds(&self.outline(Inches(middle))) { after = middle } else { before = middle }
        }
        Some(Inches(after))
    }
}

/// Whether a regiment's brigade has a pip in reserve that reaches it (RULE-01-2.3, Companion 16 §2.2). A reaction costs one
/// wherever the brigadier's word goes: only special orders cost more far off.
///
/// # Errors
/// Says why not.
pub fn reserve(field: &Field, unit: &Unit) -> Result<(), Refusal> {
    let brigade = field.brigade(unit.regiment.brigade);
    if brigade.state.reserved == 0 {
        return Refusal::because(format!("{} has no pip in reserve", brigade.brigade.name), "RULE-01-2.3");
    }
    if field.tier(unit) == Tier::OutOfCommunication {
        let why = format!("{} is out of communication: no pips reach it", unit.the());
        return Refusal::because(why, "Companion 16 \u{a7}2.2");
    }
    Ok(())
}
