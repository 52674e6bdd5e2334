//! Inches and angles, footprints, arcs, wheels, paths and tracks, contact, sight and dead ground. No ECS, no dice.

pub mod arc;
pub mod footprint;
pub mod measure;
pub mod path;
pub mod polygon;
pub mod sight;
pub mod track;

pub use arc::{Arc, Hand};
pub use footprint::Footprint;
pub use measure::{Degrees, Inches, Pose, Spot};
pub use path::March;
pub use polygon::{Bounds, Shape};
pub use sight::{Block, Scene, Sight};
pub use track::{Bearing, Track, Way};
