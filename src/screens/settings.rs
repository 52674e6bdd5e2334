//! What a player has set for himself. It is kept in `settings.ron` beside his saves, and belongs to no battle.

use std::path::PathBuf;

use bevy::prelude::*;
use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};

use crate::record::{Folders, file};
use crate::table::Motion;

const FORMAT: u32 = 1;

/// The file.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
struct Settings {
    format: u32,
    #[serde(default)]
    motion: Motion,
}

fn place(folders: &Folders) -> PathBuf {
    folders.data().join("settings.ron")
}

/// Reads them when the program starts, and writes them when they change.
pub fn plugin(app: &mut App) {
    app.add_systems(Startup, read).add_systems(Last, write.run_if(resource_exists_and_changed::<Motion>));
}

/// A file that is missing or cannot be read leaves everything as the program comes: it holds nothing that a battle needs.
fn read(folders: Option<Res<Folders>>, mut motion: ResMut<Motion>) {
    let Some(folders) = folders else { return };
    let path = place(&folders);
    let Ok(text) = std::fs::read_to_string(&path) else { return };
    match ron::from_str::<Settings>(&text) {
        Ok(settings) if settings.format == FORMAT => {
            motion.set_if_neq(settings.motion);
        }
        Ok(settings) => warn!("{}: format {} is not known here; it is left alone.", path.display(), settings.format),
        Err(why) => warn!("{}: {why}; the settings are those that the game comes with.", path.display()),
    }
}

fn write(folders: Option<Res<Folders>>, motion: Res<Motion>) {
    // Nobody has changed anything when the resource has only just come.
    let Some(folders) = folders.filter(|_| !motion.is_added()) else { return };
    let settings = Settings { format: FORMAT, motion: *motion };
    let path = place(&folders);
    let written = ron::ser::to_string_pretty(&settings, PrettyConfig::new())
        .map_err(|why| why.to_string())
        .and_then(|text| file::write_whole(&path, &format!("{text}\n")).map_err(|why| why.to_string()));
    if let Err(why) = written {
        warn!("{}: {why}; what was set holds until the game is left.", path.display());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_set_is_there_the_next_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let game = || {
            let mut app = App::new();
            app.insert_resource(Folders::at(folder.path())).init_resource::<Motion>().add_plugins(plugin);
            app.update();
            app
        };
        let mut first = game();
        assert_eq!(*first.world().resource::<Motion>(), Motion::Steady);
        *first.world_mut().resource_mut::<Motion>() = Motion::Brisk;
        first.update();
        assert_eq!(*game().world().resource::<Motion>(), Motion::Brisk);
        // A file of a later format is left as it is.
        std::fs::write(folder.path().join("settings.ron"), "(format: 2, motion: Off)").expect("written");
        assert_eq!(*game().world().resource::<Motion>(), Motion::Steady);
    }
}
