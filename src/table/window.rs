//! The game's window: its plugins, and how it rests. At rest nothing is drawn and next to no processor is used: a frame
//! comes with input, with a glide, or when egui has said that it will look different after some time.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::view::screenshot::Screenshot;
use bevy::window::{Monitor, PrimaryWindow, RequestRedraw, WindowEvent};
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_egui::{EguiContext, EguiPlugin, EguiPostUpdateSet, EguiPrimaryContextPass};

use super::miniatures::Parade;
use super::pointing::vista::{Pace, Vista};

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
    .insert_resource(Vista::paced(Pace::Beside))
    .init_resource::<Wanted>()
    .init_resource::<Ours>()
    .add_systems(First, (listen, fit))
    .add_systems(PostUpdate, note.before(EguiPostUpdateSet::EndPass))
    .add_systems(Last, rest);
}

/// The longest rest between two looks at the world.
const LONG: Duration = Duration::from_secs(3600);
/// The rest while egui means to look different soon: a blinking cursor, a hint about to appear. One length for all of
/// them, because a change of it costs a frame itself.
const SOON: Duration = Duration::from_millis(100);
/// What egui wants sooner than this it wants at once.
const AT_ONCE: Duration = Duration::from_millis(8);
/// Frames drawn after egui's wish or the last event of the window: a resize, an exposure, the pointer.
const SETTLE: u8 = 4;

/// Once, when the monitors are known: a window larger than its monitor would hide its lower edge, and the log with it.
fn fit(monitors: Query<&Monitor>, mut windows: Query<&mut Window, With<PrimaryWindow>>, mut done: Local<bool>) {
    if *done || monitors.is_empty() {
        return;
    }
    *done = true;
    let sizes = monitors.iter().map(|monitor| UVec2::new(monitor.physical_width, monitor.physical_height));
    // On which of them the window opens is the desktop's choice: it must fit the least.
    let Some(least) = sizes.reduce(UVec2::min) else { return };
    for mut window in &mut windows {
        let room = least.as_vec2() / window.resolution.scale_factor();
        let (now, size) = (window.resolution.size(), fitted(window.resolution.size(), room));
        if size != now {
            window.resolution.set(size.x, size.y);
        }
    }
}

/// A window's size where there is so much room, in logical pixels. A monitor of no size tells nothing.
fn fitted(window: Vec2, room: Vec2) -> Vec2 {
    if room.min_element() < 1.0 { window } else { window.min(room) }
}

fn resting(wait: Duration) -> WinitSettings {
    WinitSettings {
        focused_mode: UpdateMode::reactive_low_power(wait),
        unfocused_mode: UpdateMode::reactive_low_power(wait),
    }
}

/// When egui wants its next picture, as it has told since this was last looked at.
#[derive(Resource, Clone)]
struct Wanted(Arc<Mutex<Duration>>);

impl Default for Wanted {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(LONG)))
    }
}

/// Listens to every egui context. Requests of the last frame have been met by this one.
fn listen(
    mut contexts: Query<&mut EguiContext, Added<EguiContext>>,
    wanted: Res<Wanted>,
    mut met: ResMut<Messages<RequestRedraw>>,
) {
    met.clear();
    for mut context in &mut contexts {
        let soonest = wanted.0.clone();
        context.get_mut().set_request_repaint_callback(move |request| {
            if let Ok(mut soonest) = soonest.lock() {
                *soonest = (*soonest).min(request.delay);
            }
        });
    }
}

/// egui's bridge asks for the next frame whenever egui has planned any repaint, however late: a blinking cursor or a
/// hint that will appear would draw without end. So the requests of this frame are weighed again here: only what moves
/// now, what the program asks for, or what egui wants at once gets the next frame; what egui wants later shortens the
/// rest.
fn rest(
    mut requests: ResMut<Messages<RequestRedraw>>,
    mut settings: ResMut<WinitSettings>,
    (parade, pictures): (Option<Res<Parade>>, Query<(), With<Screenshot>>),
    ours: Res<Ours>,
    wanted: Res<Wanted>,
    mut events: MessageReader<WindowEvent>,
    mut settle: Local<u8>,
) {
    // What the frame of an event has changed shows in the next ones: a size that egui hears of late, a panel that gives
    // way to another, a hover. The requests themselves are no events; a picture that is being taken needs frames.
    let happened = events.read().any(|event| !matches!(event, WindowEvent::RequestRedraw(_)));
    if happened || !pictures.is_empty() {
        *settle = SETTLE;
    }
    let told = wanted.0.lock().map_or(LONG, |mut soonest| std::mem::replace(&mut *soonest, LONG));
    if told < AT_ONCE {
        *settle = SETTLE;
    }
    let moving = parade.is_some_and(|parade| parade.moving());
    requests.clear();
    if moving || ours.0 || *settle > 0 {
        *settle = settle.saturating_sub(1);
        requests.write(RequestRedraw);
    }
    let wait = if (AT_ONCE..LONG).contains(&told) { SOON } else { LONG };
    let next = resting(wait);
    if settings.focused_mode != next.focused_mode {
        *settings = next;
    }
}

/// Whether anything but egui's bridge has asked for the next frame.
#[derive(Resource, Default)]
struct Ours(bool);

/// Notes the requests that were made before egui's bridge adds its own.
fn note(requests: Res<Messages<RequestRedraw>>, mut ours: ResMut<Ours>) {
    ours.0 = !requests.is_empty();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_opens_no_larger_than_its_monitor() {
        let wanted = Vec2::new(1280.0, 800.0);
        assert_eq!(fitted(wanted, Vec2::new(1280.0, 720.0)), Vec2::new(1280.0, 720.0));
        assert_eq!(fitted(wanted, Vec2::new(1024.0, 768.0)), Vec2::new(1024.0, 768.0));
        assert_eq!(fitted(wanted, Vec2::new(1920.0, 1080.0)), wanted);
        assert_eq!(fitted(wanted, Vec2::ZERO), wanted);
    }
}
