//! What the scenario lays down: who begins, from where, in what weather, and what counts at the end.

use bevy::ecs::resource::Resource;
use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use crate::army::Side;
use crate::geometry::{Inches, Spot};
use crate::ground::Season;

/// What the scenario lays down for the whole battle.
#[derive(Resource, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Terms {
    /// Who is Active first; `None` lets the dice decide (C-17).
    pub first: Option<Side>,
    /// Where each side may deploy, Union first; `None` when the scenario has placed everybody.
    pub zones: Option<[Vec<Spot>; 2]>,
    /// All smoke lifts at the end of the active turn (Companion 16 §5.7).
    pub brisk_wind: bool,
    /// Nobody sees farther than this: fog and downpours (Companion 13 §21.0).
    pub visibility: Option<Inches>,
    /// How the ground looks; no rule reads it.
    #[serde(default)]
    pub season: Season,
    /// Points for each enemy stand lost.
    pub per_stand: u16,
    /// Points for each enemy brigade that is Hesitant at the end.
    pub per_hesitant: u16,
    /// Points for each enemy brigade that is Broken at the end.
    pub per_broken: u16,
    /// Points for each enemy brigadier killed or captured.
    pub per_brigadier: u16,
    /// Points for each enemy division commander killed or captured.
    pub per_division: u16,
    /// Points for each enemy battery captured.
    pub per_battery: u16,
    /// The table edges that the sides came from, Union first (C-62).
    pub home: [Edge; 2],
    /// Places that count for who holds them at the end.
    pub objectives: Vec<Objective>,
    /// Lead that wins, in percent of all points scored.
    pub margin: u16,
}

impl Default for Terms {
    /// The figures that hold where a scenario gives no others (C-19).
    fn default() -> Self {
        Self {
            first: None,
            zones: None,
            brisk_wind: false,
            visibility: None,
            season: Season::default(),
            per_stand: 1,
            per_hesitant: 3,
            per_broken: 6,
            per_brigadier: 3,
            per_division: 5,
            per_battery: 3,
            home: [Edge::Lower, Edge::Upper],
            objectives: Vec::new(),
            margin: 10,
        }
    }
}

/// An edge of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Edge {
    /// Bottom of the picture.
    Lower,
    /// Top of the picture.
    Upper,
    /// Left of the picture.
    Left,
    /// Right of the picture.
    Right,
}

impl Edge {
    /// The unit vector that points to it.
    pub const fn direction(self) -> Vec2 {
        match self {
            Self::Lower => Vec2::NEG_Y,
            Self::Upper => Vec2::Y,
            Self::Left => Vec2::NEG_X,
            Self::Right => Vec2::X,
        }
    }
}

/// A place worth points to who controls it at the end (C-20).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Objective {
    /// As the briefing calls it.
    pub name: String,
    /// Its middle.
    pub at: Spot,
    /// What it is worth.
    pub points: u16,
}
