//! What a player has set for himself. It is kept in `settings.ron` beside his saves, and belongs to no battle.

use std::path::PathBuf;

use bevy::prelude::*;
use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};

use crate::record::{Folders, file};
use crate::table::Motion;
use crate::table::sound::Loudness;

const FORMAT: u32 = 1;

/// The file.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
struct Settings {
    format: u32,
    #[serde(default)]
    motion: Motion,
    /// Kept by a build without sound too, for the next one with it.
    #[serde(default)]
    loudness: Loudness,
}

fn place(folders: &Folders) -> PathBuf {
    folders.data().join("settings.ron")
}

/// Reads them when the program starts, and writes them when they change.
pub fn plugin(app: &mut App) {
    app.add_systems(Startup, read).add_systems(Last, write);
}

/// A file that is missing or cannot be read leaves everything as the program comes: it holds nothing that a battle needs.
fn read(folders: Option<Res<Folders>>, mut motion: ResMut<Motion>, mut loudness: ResMut<Loudness>) {
    let Some(folders) = folders else { return };
    let path = place(&folders);
    let Ok(text) = std::fs::read_to_string(&path) else { return };
    match ron::from_str::<Settings>(&text) {
        Ok(settings) if settings.format == FORMAT => {
            motion.set_if_neq(settings.motion);
            loudness.set_if_neq(Loudness(settings.loudness.0.min(Loudness::MOST)));
        }
        Ok(settings) => warn!("{}: format {} is not known here; it is left alone.", path.display(), settings.format),
        Err(why) => warn!("{}: {why}; the settings are those that the game comes with.", path.display()),
    }
}

fn write(
    folders: Option<Res<Folders>>,
    (motion, loudness): (Res<Motion>, Res<Loudness>),
    buttons: Option<Res<ButtonInput<MouseButton>>>,
    mut changed: Local<bool>,
) {
    // Nobody has changed anything when the resources have only just come.
    *changed |= (motion.is_changed() && !motion.is_added()) || (loudness.is_changed() && !loudness.is_added());
    // A slider that is still being dragged is not at its place yet.
    if !*changed || buttons.is_some_and(|buttons| buttons.get_pressed().next().is_some()) {
        return;
    }
    *changed = false;
    let Some(folders) = folders else { return };
    let settings = Settings { format: FORMAT, motion: *motion, loudness: *loudness };
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
            app.insert_resource(Folders::at(folder.path())).init_resource::<Motion>().init_resource::<Loudness>();
            app.init_resource::<ButtonInput<MouseButton>>().add_plugins(plugin);
            app.update();
            app
        };
        let mut first = game();
        assert_eq!(*first.world().resource::<Motion>(), Motion::Steady);
        *first.world_mut().resource_mut::<Motion>() = Motion::Brisk;
        first.update();
        assert_eq!(*game().world().resource::<Motion>(), Motion::Brisk);
        assert_eq!(*game().world().resource::<Loudness>(), Loudness::default());
        // Where a slider is let go is where it stays.
        for (loudness, held) in [(20, true), (85, true), (85, false)] {
            first.world_mut().resource_mut::<Loudness>().set_if_neq(Loudness(loudness));
            let mut buttons = first.world_mut().resource_mut::<ButtonInput<MouseButton>>();
            if held {
                buttons.press(MouseButton::Left)
            } else {
                buttons.release(MouseButton::Left)
            }
            first.update();
            let kept = game().world().resource::<Loudness>().0;
            assert_eq!(kept, if held { Loudness::default().0 } else { 85 });
        }
        assert_eq!(*game().world().resource::<Motion>(), Motion::Brisk);
        // A file from before there was sound is read, and one that asks for too much gives all there is.
        std::fs::write(folder.path().join("settings.ron"), "(format: 1, motion: Slow)").expect("written");
        assert_eq!(*game().world().resource::<Motion>(), Motion::Slow);
        assert_eq!(*game().world().resource::<Loudness>(), Loudness::default());
        std::fs::write(folder.path().join("settings.ron"), "(format: 1, loudness: 250)").expect("written");
        assert_eq!(*game().world().resource::<Loudness>(), Loudness(Loudness::MOST));
        // A file of a later format is left as it is.
        std::fs::write(folder.path().join("settings.ron"), "(format: 2, motion: Off)").expect("written");
        assert_eq!(*game().world().resource::<Motion>(), Motion::Steady);
    }
}
