//! The record of a battle: everything needed to play it again, kept as it is played.
//!
//! A battle is its scenario, its house rules, where its dice come from, and its orders in turn. Saves and journals hold
//! exactly that, with a digest of the state after every order; loading is playing it again and comparing.

mod battle;
mod bounds;
pub mod file;
pub mod folders;
pub mod journal;
pub mod log;
mod orders;
pub mod replay;
pub mod undo;
pub mod words;

pub use battle::{Battle, Dice, Given, TakenBack, begin, give};
pub use file::{load, save};
pub use folders::Folders;
pub use journal::Journal;
pub use log::{BattleLog, LogEntry, Said};
pub use orders::{LastRefusal, Orders, plugin};
pub use replay::{Trouble, bare, open};
pub use undo::{Agreement, take_back};
pub use words::Line;
