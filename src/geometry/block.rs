//! What a look found: clear, or everything that blocks, each with its name and the inches that matter.

use std::fmt;
use std::sync::Arc;

use bevy::math::Vec2;

use super::measure::Inches;
use super::sight::{CREST, SHADOW, SMOKE};
use crate::ground::AreaKind;

/// Something that blocks a line of sight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Block {
    /// A formed unit.
    Body {
        /// Its number.
        unit: u16,
        /// Its name.
        name: Arc<str>,
        /// Of the side that looks.
        friendly: bool,
        /// Looked at from a level above: how far behind it the lower end lies.
        behind: Option<Inches>,
    },
    /// A building.
    Building {
        /// As the map calls it.
        name: Arc<str>,
        /// Looked at from a level above: how far behind it the lower end lies.
        behind: Option<Inches>,
    },
    /// Too much of one kind of ground.
    Area {
        /// The area that has most of it.
        name: Arc<str>,
        /// What it is.
        kind: AreaKind,
        /// Inches of the line inside this kind of ground.
        inside: Inches,
        /// As much as would still be seen through.
        limit: Inches,
    },
    /// A Smoke Wall, and the units are more than 8.0" apart.
    SmokeWall {
        /// Whose smoke.
        of: Arc<str>,
        /// How far apart they are.
        apart: Inches,
    },
    /// Ground above both ends.
    HigherGround {
        /// The hill.
        hill: Arc<str>,
        /// From the looker to where it rises.
        away: Inches,
    },
    /// The higher end stands too far behind its own crest.
    DeadGround {
        /// The hill.
        hill: Arc<str>,
        /// From the higher end to the crest.
        behind: Inches,
    },
    /// Ground below the crest that still rises into the line.
    BehindHill {
        /// The hill.
        hill: Arc<str>,
        /// From the looker to where it rises.
        away: Inches,
    },
    /// Rain or fog, and the units are farther apart than it lets anybody see.
    Weather {
        /// How far apart they are.
        apart: Inches,
        /// How far anybody sees.
        limit: Inches,
    },
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |name: &str, what: &str| if name.is_empty() { format!("the {what}") } else { name.to_owned() };
        let below = |f: &mut fmt::Formatter<'_>, behind: &Option<Inches>| match behind {
            Some(behind) => write!(f, " (from above it hides {SHADOW} behind it; this is {behind} behind)"),
            None => Ok(()),
        };
        match self {
            Self::Body { name, friendly, behind, .. } => {
                write!(f, "{name}{} is in the way", if *friendly { ", our own," } else { "" })?;
                below(f, behind)
            }
            Self::Building { name, behind } => {
                write!(f, "{} is in the way", named(name, "building"))?;
                below(f, behind)
            }
            Self::Area { name, kind, inside, limit } if name.is_empty() => {
                write!(f, "{inside} of {kind}, limit {limit}")
            }
            Self::Area { name, kind, inside, limit } => write!(f, "{inside} of {kind} ({name}), limit {limit}"),
            Self::SmokeWall { of, apart } => {
                write!(f, "the smoke wall of {of}: {apart} apart, seen through to {SMOKE}")
            }
            Self::HigherGround { hill, away } => write!(f, "{} rises between, {away} away", named(hill, "hill")),
            Self::DeadGround { hill, behind } => {
                write!(f, "dead ground: {behind} behind the crest of {}, seen to {CREST}", named(hill, "hill"))
            }
            Self::BehindHill { hill, away } => {
                write!(f, "hidden behind the slope of {}, {away} away", named(hill, "hill"))
            }
            Self::Weather { apart, limit } => write!(f, "the weather: {apart} apart, seen to {limit}"),
        }
    }
}

/// What a look found.
#[derive(Clone, PartialEq, Debug)]
pub struct Sight {
    /// Some line is clear.
    pub clear: bool,
    /// A clear line, from eye to mark.
    pub line: Option<(Vec2, Vec2)>,
    /// When none is clear: what blocks the line that has least in its way.
    pub blocks: Vec<Block>,
    /// That line.
    pub best: Option<(Vec2, Vec2)>,
}

impl Sight {
    /// Whether a unit of the side that looks is in the way: no fire under any circumstances (TER-33).
    pub fn barred(&self) -> bool {
        self.blocks.iter().any(|block| matches!(block, Block::Body { friendly: true, .. }))
    }

    /// All that blocks, in words.
    pub fn why_not(&self) -> String {
        self.blocks.iter().map(Block::to_string).collect::<Vec<_>>().join("; ")
    }
}
