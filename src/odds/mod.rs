//! Chances: exact ones of what a player is about to do, and the book's tables as the engine's own procedures give them.

pub mod answer;
pub mod assault;
pub mod charge;
pub mod clash;
pub mod nerves;
pub mod range;
pub mod tables;
pub mod volley;
mod ways;

pub use answer::{Fate, answered, refuses};
pub use assault::{AssaultOdds, assault};
pub use charge::{ChargeOdds, charge, sweep};
pub use clash::{Clash, Settled};
pub use tables::{Table, print};
pub use volley::{VolleyOdds, concentrated, volley};
