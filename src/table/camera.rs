//! The eye above the table: which part of it is seen, and how large.

use bevy::camera::{ImageRenderTarget, RenderTarget};
use bevy::input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll, MouseScrollUnit};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::input::EguiWantsInput;

use super::Layer;
use crate::turn::Field;

/// Logical pixels at each side of the window that panels cover. Panels set it; the table keeps its middle free of them.
#[derive(Resource, Clone, Copy, PartialEq, Default, Debug)]
pub struct ViewInsets {
    /// Left.
    pub left: f32,
    /// Right.
    pub right: f32,
    /// Top.
    pub top: f32,
    /// Bottom.
    pub bottom: f32,
}

/// What is seen. `centre` (inches) lies in the middle of the window's part that [`ViewInsets`] leaves free.
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub struct View {
    /// A point of the table, in inches.
    pub centre: Vec2,
    /// Logical pixels an inch.
    pub zoom: f32,
    /// Size of the window or picture in logical pixels.
    pub size: Vec2,
    /// Width and height of the table in inches.
    pub table: Vec2,
    /// Until the player moves it, the view shows the whole table, however the window changes.
    pub whole: bool,
}

impl Default for View {
    fn default() -> Self {
        Self {
            centre: Vec2::new(36.0, 24.0),
            zoom: 20.0,
            size: Vec2::new(1280.0, 720.0),
            table: Vec2::new(72.0, 48.0),
            whole: true,
        }
    }
}

/// Inches of wooden edge that are kept in view around the table.
const EDGE: f32 = 1.4;
/// Nearest view, logical pixels an inch.
const NEAREST: f32 = 240.0;

impl View {
    /// Size of the free part of the window, in logical pixels.
    fn free(&self, insets: &ViewInsets) -> Vec2 {
        Vec2::new(self.size.x - insets.left - insets.right, self.size.y - insets.top - insets.bottom)
            .max(Vec2::splat(64.0))
    }

    /// Zoom at which the whole table is seen.
    pub fn whole_zoom(&self, insets: &ViewInsets) -> f32 {
        let fits = self.free(insets) / (self.table + Vec2::splat(2.0 * EDGE));
        fits.x.min(fits.y)
    }

    /// Shows the whole table.
    pub fn show_whole(&mut self, insets: &ViewInsets) {
        self.centre = self.table / 2.0;
        self.zoom = self.whole_zoom(insets);
        self.whole = true;
    }

    /// Looks at a point, at a zoom of at least `zoom` logical pixels an inch.
    pub fn look_at(&mut self, at: Vec2, zoom: f32, insets: &ViewInsets) {
        self.whole = false;
        self.centre = at;
        self.zoom = self.zoom.max(zoom);
        self.clamp(insets);
    }

    /// Logical pixels from the window's middle to the middle of its free part, y up.
    fn shift(insets: &ViewInsets) -> Vec2 {
        Vec2::new(insets.left - insets.right, insets.bottom - insets.top) / 2.0
    }

    /// The point of the table under a point of the window (logical pixels from its upper left).
    pub fn table_at(&self, cursor: Vec2, insets: &ViewInsets) -> Vec2 {
        let from_middle = Vec2::new(cursor.x - self.size.x / 2.0, self.size.y / 2.0 - cursor.y);
        self.centre + (from_middle - Self::shift(insets)) / self.zoom
    }

    /// Where a point of the table is in the window (logical pixels from its upper left).
    pub fn window_at(&self, at: Vec2, insets: &ViewInsets) -> Vec2 {
        let from_middle = (at - self.centre) * self.zoom + Self::shift(insets);
        Vec2::new(from_middle.x + self.size.x / 2.0, self.size.y / 2.0 - from_middle.y)
    }

    /// The part of the table's plane that panels leave in sight, in inches.
    pub fn seen(&self, insets: &ViewInsets) -> Rect {
        Rect::from_center_size(self.centre, self.free(insets) / self.zoom)
    }

    fn zoom_at(&mut self, factor: f32, cursor: Vec2, insets: &ViewInsets) {
        let before = self.table_at(cursor, insets);
        self.zoom = (self.zoom * factor).clamp(self.whole_zoom(insets), NEAREST);
        self.centre += before - self.table_at(cursor, insets);
        self.whole = self.zoom <= self.whole_zoom(insets) * 1.001;
        self.clamp(insets);
    }

    fn clamp(&mut self, insets: &ViewInsets) {
        let least = self.whole_zoom(insets);
        self.zoom = self.zoom.clamp(least.min(NEAREST), NEAREST.max(least));
        let half = self.free(insets) / self.zoom / 2.0;
        let edge = Vec2::splat(EDGE);
        let (low, high) = (half - edge, self.table + edge - half);
        for axis in 0..2 {
            self.centre[axis] = if low[axis] > high[axis] {
                self.table[axis] / 2.0
            } else {
                self.centre[axis].clamp(low[axis], high[axis])
            };
        }
    }
}

/// The camera over the table.
#[derive(Component)]
pub struct TableCamera;

/// Where the table is drawn when not in a window: put in before start-up.
#[derive(Resource, Clone)]
pub struct DrawInto(pub ImageRenderTarget);

/// The camera, and how the player moves it.
pub fn plugin(app: &mut App) {
    app.init_resource::<View>()
        .init_resource::<ViewInsets>()
        .add_systems(Startup, spawn)
        .add_systems(Update, (measure, steer, aim).chain().in_set(super::Draw::See));
}

fn spawn(mut commands: Commands, into: Option<Res<DrawInto>>) {
    let camera = commands
        .spawn((
            TableCamera,
            Camera2d,
            Camera { clear_color: ClearColorConfig::Custom(Color::srgb(0.055, 0.045, 0.04)), ..default() },
            Transform::from_xyz(0.0, 0.0, Layer::Labels.z() + 50.0),
        ))
        .id();
    if let Some(into) = into {
        commands.entity(camera).insert(RenderTarget::Image(into.0.clone()));
    }
}

fn measure(
    mut view: ResMut<View>,
    insets: Res<ViewInsets>,
    field: Option<Res<Field>>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    into: Option<Res<DrawInto>>,
    images: Res<Assets<Image>>,
) {
    let mut now = *view;
    if let Some(window) = window {
        now.size = window.resolution.size();
    } else if let Some(image) = into.as_ref().and_then(|into| images.get(&into.0.handle)) {
        now.size = image.size().as_vec2() / into.as_ref().map_or(1.0, |into| into.0.scale_factor);
    }
    if let Some(field) = field {
        now.table = Vec2::new(field.ground.width.get(), field.ground.height.get());
    }
    if now.whole {
        now.show_whole(&insets);
    } else {
        now.clamp(&insets);
    }
    view.set_if_neq(now);
}

#[derive(bevy::ecs::system::SystemParam)]
struct Hands<'w> {
    keys: Res<'w, ButtonInput<KeyCode>>,
    buttons: Res<'w, ButtonInput<MouseButton>>,
    scroll: Res<'w, AccumulatedMouseScroll>,
    motion: Res<'w, AccumulatedMouseMotion>,
    egui: Option<Res<'w, EguiWantsInput>>,
    time: Res<'w, Time>,
    selection: Option<Res<'w, super::pointing::Selection>>,
    tool: Option<Res<'w, super::pointing::Tool>>,
}

fn steer(
    mut view: ResMut<View>,
    insets: Res<ViewInsets>,
    hands: Hands,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    mut redraw: MessageWriter<bevy::window::RequestRedraw>,
) {
    let Some(window) = window else { return };
    let mut now = *view;
    let pointer_free = hands.egui.as_ref().is_none_or(|egui| !egui.wants_any_pointer_input());
    let keys_free = hands.egui.as_ref().is_none_or(|egui| !egui.wants_any_keyboard_input());
    let command =
        hands.keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight, KeyCode::AltLeft, KeyCode::SuperLeft]);
    // A regiment in the hand during deployment turns with the wheel.
    let turning = hands.tool.as_ref().is_some_and(|tool| matches!(**tool, super::pointing::Tool::DeployDrag { .. }));
    if pointer_free && !turning && hands.scroll.delta.y != 0.0 {
        let notches = match hands.scroll.unit {
            MouseScrollUnit::Line => hands.scroll.delta.y,
            MouseScrollUnit::Pixel => hands.scroll.delta.y / 50.0,
        };
        if let Some(cursor) = window.cursor_position() {
            now.zoom_at(bevy::math::ops::powf(1.18, notches.clamp(-6.0, 6.0)), cursor, &insets);
        }
    }
    if hands.buttons.pressed(MouseButton::Middle) && hands.motion.delta != Vec2::ZERO {
        let moved = hands.motion.delta / window.scale_factor();
        now.centre += Vec2::new(-moved.x, moved.y) / now.zoom;
        now.whole = false;
        now.clamp(&insets);
    }
    if keys_free && !command {
        // With a regiment in hand the letters are its orders; the arrows always pan.
        let letters = hands.selection.as_ref().is_none_or(|selection| selection.unit.is_none());
        let pressed = |one, two| i8::from((letters && hands.keys.pressed(one)) || hands.keys.pressed(two));
        let right = pressed(KeyCode::KeyD, KeyCode::ArrowRight) - pressed(KeyCode::KeyA, KeyCode::ArrowLeft);
        let up = pressed(KeyCode::KeyW, KeyCode::ArrowUp) - pressed(KeyCode::KeyS, KeyCode::ArrowDown);
        if (right, up) != (0, 0) {
            // A frame after a long rest must not jump: the step is capped.
            let step = hands.time.delta_secs().min(0.05) * 900.0 / now.zoom;
            now.centre += Vec2::new(f32::from(right), f32::from(up)) * step;
            now.whole = false;
            now.clamp(&insets);
            redraw.write(bevy::window::RequestRedraw);
        }
        if hands.keys.just_pressed(KeyCode::KeyF) {
            now.show_whole(&insets);
        }
    }
    view.set_if_neq(now);
}

fn aim(
    view: Res<View>,
    insets: Res<ViewInsets>,
    camera: Option<Single<(&mut Transform, &mut Projection), With<TableCamera>>>,
) {
    if !view.is_changed() && !insets.is_changed() {
        return;
    }
    let Some(camera) = camera else { return };
    let (mut transform, mut projection) = camera.into_inner();
    let middle = view.centre - View::shift(&insets) / view.zoom;
    transform.translation = middle.extend(transform.translation.z);
    if let Projection::Orthographic(orthographic) = &mut *projection {
        orthographic.scale = 1.0 / view.zoom;
    }
}
