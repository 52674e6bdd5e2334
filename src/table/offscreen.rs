//! Pictures without a window: the same table, drawn into an image and written to a file. Used by `shot`, by reports and
//! by the picture tests.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use bevy::app::{ScheduleRunnerPlugin, TerminalCtrlCHandlerPlugin};
use bevy::camera::{ImageRenderTarget, RenderTarget};
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::render::render_resource::TextureFormat;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::ExitCondition;
use bevy::winit::WinitPlugin;
use bevy_egui::{EguiGlobalSettings, EguiPlugin, EguiPrimaryContextPass, PrimaryEguiContext};
use thiserror::Error;

use super::camera::{DrawInto, TableCamera, View};
use super::motion::Motion;

/// What to take.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Picture {
    /// Width and height in pixels.
    pub size: UVec2,
    /// Pixels a logical pixel: 1.0 to 2.0.
    pub scale: f32,
    /// The point of the table in the middle; `None` is the middle of the table.
    pub centre: Option<Vec2>,
    /// Pixels an inch; `None` shows the whole table.
    pub zoom: Option<f32>,
}

impl Default for Picture {
    fn default() -> Self {
        Self { size: UVec2::new(1920, 1080), scale: 1.0, centre: None, zoom: None }
    }
}

/// Why there is no picture.
#[derive(Debug, Error)]
pub enum PictureError {
    /// No adapter, or the renderer stopped.
    #[error("the table cannot be drawn: no graphics driver answered. On Debian, install mesa-vulkan-drivers.")]
    NoRenderer,
    /// The file cannot be written.
    #[error("{path}: {source}")]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        source: image::ImageError,
    },
}

/// An app that draws the table into an image. Put a [`crate::turn::Field`] in, and panels if they are wanted, before the
/// first update; then [`take`].
pub fn app(picture: &Picture) -> App {
    let mut app = App::new();
    app.add_plugins(
        DefaultPlugins
            .set(WindowPlugin { primary_window: None, exit_condition: ExitCondition::DontExit, ..default() })
            .set(RenderPlugin { synchronous_pipeline_compilation: true, ..default() })
            .disable::<WinitPlugin>()
            // Rendered in step with the updates, so that a picture shows exactly what was built.
            .disable::<PipelinedRenderingPlugin>()
            .disable::<TerminalCtrlCHandlerPlugin>(),
    )
    .add_plugins(ScheduleRunnerPlugin::run_once())
    .add_plugins(EguiPlugin::default())
    // egui wants its pass to exist even when no panel draws in it.
    .init_schedule(EguiPrimaryContextPass)
    .insert_resource(Motion::Off);
    app.world_mut().resource_mut::<EguiGlobalSettings>().auto_create_primary_context = false;
    let image = Image::new_target_texture(picture.size.x, picture.size.y, TextureFormat::Rgba8UnormSrgb, None);
    let handle = app.world_mut().resource_mut::<Assets<Image>>().add(image);
    app.insert_resource(DrawInto(ImageRenderTarget { handle, scale_factor: picture.scale }));
    app.add_plugins(super::plugin);
    app.add_systems(PostStartup, |mut commands: Commands, camera: Query<Entity, With<TableCamera>>| {
        for entity in &camera {
            commands.entity(entity).insert(PrimaryEguiContext);
        }
    });
    if picture.zoom.is_some() || picture.centre.is_some() {
        let mut view = app.world_mut().resource_mut::<View>();
        view.whole = false;
        view.zoom = picture.zoom.map_or(0.0, |zoom| zoom / picture.scale);
        if let Some(centre) = picture.centre {
            view.centre = centre;
        }
    }
    app
}

/// Frames drawn before the picture is taken: the first ones build the table, fonts and textures.
const SETTLE: usize = 5;
/// Updates that a picture may take to come back from the renderer.
const PATIENCE: usize = 240;

/// Draws and writes a PNG.
///
/// # Errors
/// When nothing can be drawn, or the file cannot be written.
pub fn take(app: &mut App, to: &Path) -> Result<(), PictureError> {
    let picture = capture(app)?;
    let file = |source| PictureError::File { path: to.to_owned(), source };
    picture.save_with_format(to, image::ImageFormat::Png).map_err(file)
}

/// Draws until everything on the table has been built.
///
/// # Errors
/// When nothing can be drawn.
pub fn settle(app: &mut App) -> Result<(), PictureError> {
    if app.plugins_state() != bevy::app::PluginsState::Cleaned {
        while app.plugins_state() == bevy::app::PluginsState::Adding {
            bevy::tasks::tick_global_task_pools_on_main_thread();
        }
        app.finish();
        app.cleanup();
    }
    if app.get_sub_app(bevy::render::RenderApp).is_none() {
        return Err(PictureError::NoRenderer);
    }
    for _ in 0..SETTLE {
        app.update();
    }
    Ok(())
}

/// Draws and gives the pixels.
///
/// # Errors
/// When nothing can be drawn.
pub fn capture(app: &mut App) -> Result<image::RgbImage, PictureError> {
    settle(app)?;
    let caught: Arc<Mutex<Option<Image>>> = Arc::default();
    let slot = caught.clone();
    // The very target of the camera, its scale included: another one would be a picture of nothing.
    let target = Screenshot(RenderTarget::Image(app.world().resource::<DrawInto>().0.clone()));
    app.world_mut().spawn(target).observe(move |shot: On<ScreenshotCaptured>| {
        if let Ok(mut slot) = slot.lock() {
            *slot = Some(shot.image.clone());
        }
    });
    for _ in 0..PATIENCE {
        app.update();
        let image = caught.lock().ok().and_then(|mut slot| slot.take());
        if let Some(image) = image {
            return image.try_into_dynamic().map(|picture| picture.into_rgb8()).map_err(|_| PictureError::NoRenderer);
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    Err(PictureError::NoRenderer)
}

/// A picture of a battle: `furnish` puts the field, and panels if they are wanted, into the app.
///
/// # Errors
/// When nothing can be drawn, or the file cannot be written.
pub fn shot(furnish: impl FnOnce(&mut App), picture: &Picture, to: &Path) -> Result<(), PictureError> {
    let mut app = app(picture);
    furnish(&mut app);
    take(&mut app, to)
}
