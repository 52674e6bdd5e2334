//! The ground: areas, linear obstacles, hills and roads, as data for the rules and as entities for the table.

pub mod charge;
pub mod farthest;
pub mod fences;
pub mod index;
pub mod lookup;
pub mod met;
pub mod piece;
pub mod season;
pub mod sunken;
pub mod sweep;
pub mod track;
pub mod tread;
pub mod walk;
pub mod water;
pub mod works;

pub use charge::{ChargeLine, ChargeWalk, walk_charge};
pub use farthest::farthest;
pub use index::{GroundIndex, Indexed};
pub use lookup::{Piece, cover_of, crest_at, linear_cover, melee_cover_of};
pub use piece::{
    Area, AreaKind, Bridge, BridgeKind, Building, BuildingKind, Changes, Gap, Ground, Hill, Obstacle, ObstacleKind,
    PieceId, Road,
};
pub use season::Season;
pub use track::{ride_cost, walk_track, walk_way};
pub use tread::{Tread, tread};
pub use walk::{Mover, Short, Walk, walk};
pub use works::anchored_works;

#[cfg(test)]
mod walk_props;
