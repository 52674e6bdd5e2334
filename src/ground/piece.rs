//! Pieces of terrain (Companion 16 §4.0).

use std::fmt;

use bevy::ecs::resource::Resource;
use serde::{Deserialize, Serialize};

use super::index::Indexed;
use crate::geometry::{Footprint, Inches, Spot};

/// A piece of terrain: areas first, then obstacles, hills, roads, bridges and buildings, in the order of the scenario.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PieceId(pub u16);

/// Kinds of area terrain (Companion 16 §4.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub enum AreaKind {
    /// Cornfield or high crops: -2.0", Light cover, sight 4.0".
    Crops,
    /// Ploughed field or mud: -2.0", charges -1.0".
    #[default]
    Ploughed,
    /// Orchard or light woods: at most 4.0", Light cover, sight 6.0".
    LightWoods,
    /// Dense woods or scrub: at most 3.0", Light cover, sight 3.0", formed units are disordered on entering.
    DenseWoods,
    /// Minor stream: -2.0", charges halt at the water's edge.
    Stream,
    /// Major river: impassable except at bridges and fords.
    River,
    /// Sunken road: Heavy cover, +2 in melee, a whole turn to climb out.
    SunkenRoad,
    /// Light rubble of a fallen building: Light cover.
    Rubble,
}

impl fmt::Display for AreaKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Crops => "high crops",
            Self::Ploughed => "ploughed field",
            Self::LightWoods => "light woods",
            Self::DenseWoods => "dense woods",
            Self::Stream => "stream",
            Self::River => "river",
            Self::SunkenRoad => "sunken road",
            Self::Rubble => "rubble",
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
    /// Abatis: 3.0" to cross, no cover, -2 in melee for who has come through it, and no momentum.
    Abatis,
    /// Breastworks or earthworks: Heavy cover, +2 in melee; no flank where they are anchored.
    Earthworks,
}

impl fmt::Display for ObstacleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::RailFence => "rail fence",
            Self::StoneWall => "stone wall",
            Self::Hedge => "hedge",
            Self::Abatis => "abatis",
            Self::Earthworks => "earthworks",
        })
    }
}

/// An area of terrain. Its outline is a simple polygon; its edge belongs to it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Area {
    /// What is there.
    pub kind: AreaKind,
    /// As the map calls it: "Brawner's Woods".
    pub name: String,
    /// Corners in order, three or more.
    pub outline: Vec<Spot>,
    /// Clearings in it: each a simple polygon inside the outline; its edge still belongs to the area.
    pub holes: Vec<Vec<Spot>>,
    /// The middle line, where the area was laid out as a ribbon: streams, rivers, sunken roads.
    pub course: Vec<Spot>,
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
    /// 1 or more; flat ground is 0; ravines and swales are -1 and below.
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

/// How a watercourse is crossed (C-84).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum BridgeKind {
    /// Columns on the march only.
    Bridge,
    /// Costs half a move.
    Ford,
}

impl fmt::Display for BridgeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bridge => "bridge",
            Self::Ford => "ford",
        })
    }
}

/// A bridge or ford: a ribbon on which water and hollows do not count.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Bridge {
    /// What it is.
    pub kind: BridgeKind,
    /// As the map calls it.
    pub name: String,
    /// Its middle line from bank to bank, two points or more.
    pub line: Vec<Spot>,
    /// Side to side (C-84: 2.0").
    pub width: Inches,
}

/// What a building looks like; no rule reads it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum BuildingKind {
    /// A dwelling house.
    House,
    /// A barn.
    Barn,
    /// A church or chapel.
    Church,
}

impl fmt::Display for BuildingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::House => "house",
            Self::Barn => "barn",
            Self::Church => "church",
        })
    }
}

/// A masonry building (Companion 16 §4.3).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Building {
    /// What it looks like.
    pub kind: BuildingKind,
    /// As the map calls it.
    pub name: String,
    /// Its outline: midpoint of its front, the way that looks, and its sides (C-67: 3.0" by 3.0").
    pub base: Footprint,
    /// Stands that it holds.
    pub holds: u8,
}

/// A stretch of an obstacle that has been taken down, in inches along its course.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Gap {
    /// Which obstacle.
    pub piece: PieceId,
    /// Where it begins.
    pub from: Inches,
    /// Where it ends.
    pub to: Inches,
}

/// What the battle has done to the ground.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Changes {
    /// Gaps in fences.
    pub gaps: Vec<Gap>,
    /// Structural hits on each building that has taken any.
    pub struck: Vec<(PieceId, u8)>,
    /// Buildings that have come down: their outlines are Light Rubble.
    pub fallen: Vec<PieceId>,
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
    /// Bridges and fords.
    pub bridges: Vec<Bridge>,
    /// Buildings.
    pub buildings: Vec<Building>,
    /// What the battle has done to all that.
    #[serde(default)]
    pub changes: Changes,
    /// Worked out from the rest on first use; [`Ground::index`] reads it. Write `Default::default()`.
    #[serde(skip)]
    pub index: Indexed,
}
