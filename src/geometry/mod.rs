//! Inches and angles, footprints, arcs, wheels, paths and tracks, contact, sight and dead ground. No ECS, no dice.

pub mod arc;
pub mod block;
pub mod footprint;
pub mod measure;
pub mod path;
pub mod polygon;
pub mod scene;
pub mod shape;
pub mod sight;
pub mod slide;
pub mod swing;
pub mod track;
pub mod view;

pub use arc::{Arc, Hand};
pub use block::{Block, Sight};
pub use footprint::Footprint;
pub use measure::{Degrees, Inches, Pose, Spot};
pub use path::March;
pub use polygon::Bounds;
pub use scene::Scene;
pub use shape::Shape;
pub use track::{Bearing, Track, Way};
pub use view::View;
