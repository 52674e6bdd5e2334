//! How a turn runs: orders are checked, become steps of the agenda, need dice or decisions, and leave events that
//! [`apply`] turns into the state of the table. One file a procedure.

pub mod agenda;
pub mod apply;
pub mod assault;
pub mod building;
pub mod casualties;
pub mod check;
pub mod clock;
pub mod command;
pub mod cup;
pub mod deployment;
pub mod discipline;
pub mod event;
pub mod field;
#[cfg(test)]
pub(crate) mod fixture;
pub mod gather;
pub mod general;
pub mod hand;
pub mod march;
pub mod melee;
pub mod mount;
pub mod order;
pub mod passage;
pub mod phase;
pub mod planner;
pub mod reaction;
pub mod refusal;
pub mod resolve;
pub mod rest;
pub mod retreat;
pub mod risk;
pub mod screen;
pub mod shock;
pub mod sight;
pub mod stands;
pub mod status;
pub mod steps;
pub mod terms;
pub mod terrain;
pub mod victor;
pub mod volley;
pub mod way_back;
pub mod words;

pub use agenda::{Agenda, Ask, Question, Step};
pub use check::check;
pub use cup::Cup;
pub use event::Event;
pub use field::{Clock, Edge, Field, Objective, Outcome, Terms, Unit};
pub use gather::digest;
pub use order::{Charge, Choice, Means, Order};
pub use phase::Phase;
pub use refusal::Refusal;
pub use resolve::{Resolve, give, plugin, resume, start};
