//! *Dress on the Colors*: the map of the house.

pub mod army;
pub mod book;
pub mod geometry;
pub mod ground;
pub mod scenario;
pub mod table;
pub mod turn;
