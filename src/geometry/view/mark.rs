//! What is known of an eye, and what is found in a wedge of what it looks at.

use bevy::math::DVec2;

use super::edges::{Edge, Kind, Stage};
use super::trio::Trio;

/// What decides where something begins or ends to be seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tag {
    /// It begins at the eye.
    Eye,
    /// An edge.
    Edge(u32),
    /// The distance of an edge, so many times as far: lines of sight that come down behind a shelf, or rise to it.
    Scaled(u32, i16, i16),
    /// 1.0" behind a crest.
    Crest(u32),
    /// 2.0" behind something lower.
    Shadow(u32),
    /// As much of a kind of cover as is seen through.
    Cover(usize),
    /// 8.0" from the unit, with smoke before that.
    Smoke,
    /// As far as the weather lets see.
    Weather,
}

/// A place that is looked at: how far away in the three directions of a wedge, and what decides it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Mark {
    pub(super) r: Trio,
    pub(super) tag: Tag,
}

/// What is known of an eye before anything is met.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Start {
    /// Contours that it stands in, level by level from the lowest.
    pub(super) levels: Vec<i32>,
    pub(super) bridges: i32,
    pub(super) veils: [i32; 4],
    /// Units that it stands in, level by level from the lowest.
    pub(super) bodies: Vec<i32>,
}

impl Start {
    pub(super) fn new(stage: &Stage) -> Self {
        let count = usize::from((stage.levels.0..=stage.levels.1).len() as u16);
        Self { levels: vec![0; count], bodies: vec![0; count], ..Self::default() }
    }

    /// Counts an edge in (1) or out (-1): whoever leaves something that he has not entered stood in it.
    pub(super) fn count(&mut self, edge: &Edge, lowest: i8, by: i32) {
        let by = if edge.enters { -by } else { by };
        match edge.kind {
            Kind::Contour(level) => self.levels[place(level, lowest)] += by,
            Kind::Bridge => self.bridges += by,
            Kind::Veil(kind) => self.veils[kind] += by,
            Kind::Body(level) => self.bodies[place(level, lowest)] += by,
            Kind::Table | Kind::Building(_) | Kind::Wall => {}
        }
    }
}

pub(super) fn place(level: i8, lowest: i8) -> usize {
    (i16::from(level) - i16::from(lowest)) as usize
}

/// The eye, and how far its unit's smoke and the weather let it see in a direction.
pub(super) struct Eye<'a> {
    pub(super) level: i8,
    /// It stands in a Smoke Wall.
    pub(super) in_smoke: bool,
    /// Distance along a ray at which the unit is so many inches away.
    pub(super) apart: &'a dyn Fn(DVec2, f64) -> f64,
    pub(super) weather: Option<f64>,
}

/// Beyond an edge nothing is seen any more but some ground, whatever lies there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stop {
    pub(super) edge: u32,
    /// Only ground above this level.
    pub(super) level: i32,
    /// There is no such ground.
    pub(super) all: bool,
}

/// What was found in a wedge.
#[derive(Default)]
pub(super) struct Found {
    /// What is seen.
    pub(super) seen: Vec<(Mark, Mark)>,
    /// How far it was looked: nothing can be seen beyond.
    pub(super) far: Trio,
    /// What hides the rest, step by step.
    pub(super) stops: Vec<Stop>,
    /// Something may be seen otherwise in another direction of the wedge, who knows where.
    pub(super) doubt: bool,
    /// And something is so from here on, as parts of the wedge.
    pub(super) turns: Vec<f64>,
}
