//! How a turn runs: orders are checked, become steps of the agenda, need dice or decisions, and leave events that
//! [`apply`] turns into the state of the table. One file a procedure.

pub mod agenda;
pub mod cup;
pub mod event;
pub mod field;
pub mod order;
pub mod phase;
pub mod refusal;

pub use agenda::{Agenda, Ask, Question, Step};
pub use cup::Cup;
pub use event::Event;
pub use field::{Clock, Field, Objective, Outcome, Terms, Unit};
pub use order::{Charge, Choice, Order};
pub use phase::Phase;
pub use refusal::Refusal;
