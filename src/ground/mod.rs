//! The ground: areas, linear obstacles, hills and roads, as data for the rules and as entities for the table.

pub mod index;
pub mod lookup;
pub mod piece;
pub mod sweep;
pub mod track;
pub mod walk;

pub use index::{GroundIndex, Indexed};
pub use lookup::{Piece, cover_of, crest_at, linear_cover};
pub use piece::{
    Area, AreaKind, Bridge, BridgeKind, Building, BuildingKind, Changes, Gap, Ground, Hill, Obstacle, ObstacleKind,
    PieceId, Road,
};
pub use track::{ride_cost, walk_track, walk_way};
pub use walk::{Mover, Short, Walk, walk, walk_charge};
