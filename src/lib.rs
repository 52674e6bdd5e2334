//! *Dress on the Colors*: the map of the house.

pub mod app;
pub mod army;
pub mod book;
pub mod cli;
pub mod geometry;
pub mod ground;
pub mod odds;
pub mod panels;
pub mod record;
pub mod scenario;
pub mod screens;
pub mod table;
pub mod turn;
