//! The game's window: its plugins, and how it rests. At rest nothing is drawn and next to no processor is used: a frame
//! comes with input, with a glide, or when egui has said that it will look different after some time.

use std::time::Duration;

use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::view::screenshot::Screenshot;
use bevy::window::{RequestRedraw, WindowEvent};
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_egui::{EguiContext, EguiPlugin, EguiPrimaryContextPass};

use super::miniatures::Parade;

/// Bevy with a window, egui and the settings of a desktop program. The table's own [`super::plugin`] comes on top.
pub fn plugin(app: &mut App) {
    let window = Window {
        title: "Dress on the Colors".into(),
        name: Some("dress-on-the-colors".into()),
        resolution: (1280, 800).into(),
        resize_constraints: WindowResizeConstraints { min_width: 960.0, min_height: 600.0, ..default() },
        ..default()
    };
    app.add_plugins(
        DefaultPlugins
            .set(WindowPlugin { primary_window: Some(window), ..default() })
            // A window at rest draws no second frame: what the first one shows must be whole.
            .set(RenderPlugin { synchronous_pipeline_compilation: true, ..default() }),
    )
    .add_plugins(EguiPlugin::default())
    .init_schedule(EguiPrimaryContextPass)
    .insert_resource(resting(LONG))
    .add_systems(Last, rest);
}

/// The longest rest between two looks at the world.
const LONG: Duration = Duration::from_secs(3600);
/// Frames drawn after the last event of the window: a resize, an exposure, the pointer.
const SETTLE: u8 = 4;

fn resting(wait: Duration) -> WinitSettings {
    WinitSettings {
        focused_mode: UpdateMode::reactive_low_power(wait),
        unfocused_mode: UpdateMode::reactive_low_power(wait),
    }
}

/// egui's bridge asks for the next frame whenever egui has planned any repaint, however late: a blinking cursor or a
/// hint that will appear would draw without end. So the requests of this frame are weighed again here: only what moves
/// now, or what egui wants at once, gets the next frame; what egui wants later becomes the length of the rest.
fn rest(
    mut requests: ResMut<Messages<RequestRedraw>>,
    mut settings: ResMut<WinitSettings>,
    parade: Option<Res<Parade>>,
    keys: Option<Res<ButtonInput<KeyCode>>>,
    mut contexts: Query<&mut EguiContext>,
    mut events: MessageReader<WindowEvent>,
    mut settling: Local<u8>,
    pictures: Query<(), With<Screenshot>>,
) {
    let moving = parade.is_some_and(|parade| parade.moving()) || !pictures.is_empty();
    if !pictures.is_empty() {
        *settling = SETTLE;
    }
    let steering = keys.is_some_and(|keys| {
        keys.any_pressed([
            KeyCode::ArrowLeft,
            KeyCode::ArrowRight,
            KeyCode::ArrowUp,
            KeyCode::ArrowDown,
            KeyCode::KeyW,
            KeyCode::KeyA,
            KeyCode::KeyS,
            KeyCode::KeyD,
        ])
    });
    let mut soonest = LONG;
    for mut context in &mut contexts {
        soonest = soonest.min(repaint_delay(context.get_mut()));
    }
    requests.clear();
    // What the frame of an event has changed shows in the next ones: a size that egui hears of late, a panel that gives
    // way to another, a hover. The requests themselves are no events.
    if events.read().any(|event| !matches!(event, WindowEvent::RequestRedraw(_))) {
        *settling = SETTLE;
    }
    if moving || steering || *settling > 0 || soonest < Duration::from_millis(8) {
        *settling = settling.saturating_sub(1);
        requests.write(RequestRedraw);
    }
    let wait = soonest.max(Duration::from_millis(8));
    let next = resting(if soonest >= LONG { LONG } else { wait });
    if settings.focused_mode != next.focused_mode {
        *settings = next;
    }
}

/// How long egui can wait for its next picture.
fn repaint_delay(context: &bevy_egui::egui::Context) -> Duration {
    if context.has_requested_repaint() {
        // Causes are recorded for requests of the last pass; a request without delay means at once.
        Duration::ZERO
    } else {
        LONG
    }
}
