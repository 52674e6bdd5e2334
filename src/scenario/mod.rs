//! Scenarios: a file that people write by hand becomes a checked scenario, and a checked scenario becomes a table.
//!
//! [`read`] never half loads: it gives a whole [`Scenario`], or every problem of the file with its line and column.

mod check;
mod file;
mod locate;
mod outline;
pub mod problem;
pub mod sheet;
pub mod shelf;
mod spawn;

pub use check::read;
pub use file::Vocabulary;
pub use problem::{Problem, Problems};
pub use sheet::{Army, BrigadeSheet, Commander, RegimentSheet, Scenario};
pub use spawn::{Piece, clear, spawn};
