//! Pieces of terrain (Companion 16 §4.0).

use std::fmt;

use bevy::ecs::resource::Resource;
use serde::{Deserialize, Serialize};

use super::index::Indexed;
use crate::geometry::{Inches, Spot};

/// A piece of terrain: areas first, then obstacles, hills and roads, in the order of the scenario.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PieceId(pub u16);

/// Kinds of area terrain (Companion 16 §4.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum AreaKind {
    /// Cornfield or high crops: -2.0", Light cover, sight 4.0".
    Crops,
    /// Ploughed field or mud: -2.0", charges -1.0".
    Ploughed,
    /// Orchard or light woods: at most 4.0", Light cover, sight 6.0".
    LightWoods,
    /// Dense woods or scrub: at most 3.0", Light cover, sight 3.0", formed units are disordered on entering.
    DenseWoods,
}

impl fmt::Display for AreaKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Crops => "high crops",
            Self::Ploughed => "ploughed field",
            Self::LightWoods => "light woods",
            Self::DenseWoods => "dense woods",
        })
    }
}

/// Kinds of linear obstacle (Companion 16 §4.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum ObstacleKind {
    /// Split-rail or snake fence: 2.0" to cross, Light cover, +1 in melee.
    RailFence,
    /// Stone wall: 2.0" and a Discipline Check to cross, Heavy cover, +2 in melee.
    StoneWall,
    /// Hedge or brush row: 2.0" to cross, Light cover, nothing in melee.
    Hedge,
}

impl fmt::Display for ObstacleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::RailFence => "rail fence",
            Self::StoneWall => "stone wall",
            Self::Hedge => "hedge",
        })
    }
}

/// An area of terrain. Its outline is a simple polygon; its edge belongs to it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Area {
    /// What is there.
    pub kind: AreaKind,
    /// As the map calls it: "Brawner's Woods".
    pub name: String,
    /// Corners in order, three or more.
    pub outline: Vec<Spot>,
}

/// A linear obstacle, without thickness.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Obstacle {
    /// What it is.
    pub kind: ObstacleKind,
    /// As the map calls it.
    pub name: String,
    /// Its course, two points or more.
    pub line: Vec<Spot>,
}

/// One contour of a hill: the ground inside is at `level` (C-63). Higher contours lie inside lower ones.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Hill {
    /// As the map calls it.
    pub name: String,
    /// 1 or more; flat ground is 0.
    pub level: i8,
    /// Corners in order, three or more.
    pub outline: Vec<Spot>,
}

/// A road. A unit is on it when its front-edge midpoint is (Q05).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Road {
    /// As the map calls it.
    pub name: String,
    /// Its course, two points or more.
    pub line: Vec<Spot>,
    /// From edge to edge.
    pub width: Inches,
}

/// The whole table.
#[derive(Resource, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ground {
    /// Left to right (C-14: 72).
    pub width: Inches,
    /// Lower to upper edge (C-14: 48).
    pub height: Inches,
    /// Areas.
    pub areas: Vec<Area>,
    /// Linear obstacles.
    pub obstacles: Vec<Obstacle>,
    /// Contours.
    pub hills: Vec<Hill>,
    /// Roads.
    pub roads: Vec<Road>,
    /// Worked out from the rest on first use; [`Ground::index`] reads it. Write `Default::default()`.
    #[serde(skip)]
    pub index: Indexed,
}
