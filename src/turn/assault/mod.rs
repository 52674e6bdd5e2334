//! Assaults (Companion 16 §7.1, §7.2): the charge as a locked straight path, the pause at the 4.0" line, contact.

use crate::geometry::Inches;

mod approach;
mod close;
mod counter;
mod declare;
mod line;
mod path;
mod react;
mod slides;
mod strike;
mod sweep;

pub use approach::{ground_tests, pauses, to_the_line};
pub use close::{LastStretch, close, close_up, last_stretch, short_of_others};
pub use counter::{Meeting, counter, meet};
pub use declare::{check, dearest, declare};
pub use line::{ChargePlan, face, reckon, reckon_with, stays};
pub use react::{answers, react};
pub use strike::{hears_the_yell, pursue, strike, yells};
pub use sweep::{run, sweep, sweep_into};

const DECLARE: &str = "Companion 16 \u{a7}7.1";
/// Charges that come up short look at their way at every one of these.
const STEP: Inches = Inches(250);
