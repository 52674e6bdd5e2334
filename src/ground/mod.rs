//! The ground: areas, linear obstacles, hills and roads, as data for the rules and as entities for the table.

pub mod piece;

pub use piece::{Area, AreaKind, Ground, Hill, Obstacle, ObstacleKind, PieceId, Road};
