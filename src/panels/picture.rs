//! F12: a picture of the window, panels and all, as it is.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};

use super::bridge::Panels;
use crate::record::Folders;

/// Takes pictures.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, take);
}

fn take(
    mut commands: Commands,
    keys: Option<Res<ButtonInput<KeyCode>>>,
    folders: Option<Res<Folders>>,
    mut panels: ResMut<Panels>,
) {
    if !keys.is_some_and(|keys| keys.just_pressed(KeyCode::F12)) {
        return;
    }
    let Some(folders) = folders else {
        panels.state.toast("There is no folder for pictures on this system.");
        return;
    };
    let folder = folders.pictures();
    commands.spawn(Screenshot::primary_window()).observe(
        move |shot: On<ScreenshotCaptured>, mut panels: ResMut<Panels>| {
            let words = match write(shot.image.clone(), folder.clone()) {
                Ok(path) => format!("Picture: {}", path.display()),
                Err(why) => format!("The picture could not be written: {why}"),
            };
            panels.state.toast(words);
        },
    );
}

fn write(image: Image, folder: PathBuf) -> Result<PathBuf, String> {
    let picture = image.try_into_dynamic().map_err(|why| why.to_string())?.into_rgb8();
    std::fs::create_dir_all(&folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    let path = (1..10_000)
        .map(|n| folder.join(format!("picture-{n:04}.png")))
        .find(|path| !path.exists())
        .ok_or("there are too many pictures in the folder")?;
    picture.save_with_format(&path, image::ImageFormat::Png).map_err(|why| format!("{}: {why}", path.display()))?;
    Ok(path)
}
