//! The applications: the same rules with and without a window.

use bevy::MinimalPlugins;
use bevy::app::App;

use crate::record::{self, Folders};
use crate::table::offscreen::Picture;
use crate::{screens, table, turn};

/// The rules without anything to look at: the turn, the record and the queue of orders. Tests, replays and simulations
/// run in it, with or without frames.
pub fn rules_app() -> App {
    let mut app = record::bare();
    app.add_plugins(MinimalPlugins);
    record::plugin(&mut app);
    app
}

/// What is drawn over the table of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dressing {
    /// The table alone.
    Bare,
    /// With the panels of the battle, as in the window.
    Panels,
}

/// The table drawn into an image, for pictures and tests; the rules run in it too.
pub fn offscreen_app(picture: &Picture, dressing: Dressing) -> App {
    let mut app = table::offscreen::app(picture);
    turn::plugin(&mut app);
    record::plugin(&mut app);
    if dressing == Dressing::Panels {
        app.add_plugins(screens::plugin);
    }
    app
}

/// The game in its window, at its title.
pub fn windowed_app(folders: Option<Folders>) -> App {
    let mut app = App::new();
    app.add_plugins((table::window::plugin, table::plugin));
    turn::plugin(&mut app);
    record::plugin(&mut app);
    app.add_plugins(screens::plugin);
    #[cfg(feature = "sound")]
    app.add_plugins(table::sound::player::plugin);
    if let Some(folders) = folders {
        app.insert_resource(folders);
    }
    app
}
