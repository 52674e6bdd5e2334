//! The applications: the same rules with and without a window.

use bevy::MinimalPlugins;
use bevy::app::App;

use crate::record;

/// The rules without anything to look at: the turn, the record and the queue of orders. Tests, replays and simulations
/// run in it, with or without frames.
pub fn rules_app() -> App {
    let mut app = record::bare();
    app.add_plugins(MinimalPlugins);
    record::plugin(&mut app);
    app
}
