//! The printed rules as tables and pure functions; each item cites its place. No ECS, no dice.

pub mod brigade;
pub mod command;
pub mod cover;
pub mod discipline;
pub mod fire;
pub mod health;
pub mod melee;
pub mod movement;
pub mod options;
pub mod page;

pub use health::Health;
pub use options::Options;
pub use page::Page;
