//! What lies under the pointer: a regiment by its base, its figures or its name, a general, and what the left button went
//! down on.

use bevy::input::ButtonState;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowEvent};
use bevy_egui::input::EguiWantsInput;

use super::{Hover, Tool};
use crate::army::{GeneralId, RegimentId};
use crate::table::camera::{View, ViewInsets};
use crate::table::labels::Written;
use crate::table::shapes;
use crate::turn::Field;

/// Finds what is under the pointer: bases first, then the figures that stand on them, then the names beside them.
pub(super) fn hover(
    field: Option<Res<Field>>,
    view: Res<View>,
    insets: Res<ViewInsets>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    egui: Option<Res<EguiWantsInput>>,
    (mut hover, tool): (ResMut<Hover>, Res<Tool>),
    written: Option<Res<Written>>,
) {
    let (Some(field), Some(window)) = (field, window) else { return };
    // A drag that began on the table goes on over a panel.
    let free = egui.is_none_or(|egui| !egui.wants_any_pointer_input())
        || !matches!(*tool, Tool::Idle | Tool::PickTarget { .. });
    let at = window.cursor_position().filter(|_| free).map(|cursor| view.table_at(cursor, &insets));
    let now = at.map_or(Hover::default(), |at| Hover {
        at: Some(at),
        unit: pointed_at(&field, written.as_deref(), at),
        general: general_at(&field, at),
    });
    hover.set_if_neq(now);
}

/// Where the left button went down in this frame, and what was under it there. A slow frame may hold a press and the way
/// that the pointer has gone since: what is seized is what was pressed on.
#[derive(Resource, Default)]
pub(super) struct Press(pub(super) Option<(Vec2, Hover)>);

/// Finds the press among the window's events, which come in their order.
pub(super) fn press(
    mut events: MessageReader<WindowEvent>,
    mut cursor: Local<Option<Vec2>>,
    (view, insets): (Res<View>, Res<ViewInsets>),
    field: Option<Res<Field>>,
    (hover, written): (Res<Hover>, Option<Res<Written>>),
    mut press: ResMut<Press>,
) {
    let at = pressed_at(events.read(), &mut cursor);
    let found = match (at, field, hover.at) {
        (Some(cursor), Some(field), Some(_)) => {
            let at = view.table_at(cursor, &insets);
            let unit = pointed_at(&field, written.as_deref(), at);
            Some((cursor, Hover { at: Some(at), unit, general: general_at(&field, at) }))
        }
        _ => None,
    };
    if press.0.is_some() || found.is_some() {
        press.0 = found;
    }
}

/// Where the pointer was when the left button went down; it moves `cursor` along.
fn pressed_at<'a>(events: impl Iterator<Item = &'a WindowEvent>, cursor: &mut Option<Vec2>) -> Option<Vec2> {
    let mut at = None;
    for event in events {
        match event {
            WindowEvent::CursorMoved(moved) => *cursor = Some(moved.position),
            WindowEvent::MouseButtonInput(input)
                if input.button == MouseButton::Left && input.state == ButtonState::Pressed =>
            {
                at = *cursor;
            }
            _ => {}
        }
    }
    at
}

/// How far figures rise over their bases on the table's picture, in inches, in steps from the base up.
const FIGURES: [f32; 3] = [0.0, 0.25, 0.5];

/// The regiment that a point means: who stands there, or whose name is written there.
fn pointed_at(field: &Field, written: Option<&Written>, at: Vec2) -> Option<RegimentId> {
    let named = || written?.at(at).filter(|unit| field.knows(*unit) && !field.unit(*unit).condition.gone);
    regiment_at(field, at).or_else(named)
}

/// The regiment one of whose bases is at a point; where there is none, the one whose figures are.
pub fn regiment_at(field: &Field, at: Vec2) -> Option<RegimentId> {
    FIGURES.into_iter().find_map(|up| base_at(field, at - Vec2::Y * up))
}

fn base_at(field: &Field, at: Vec2) -> Option<RegimentId> {
    field
        .standing()
        .filter(|unit| unit.place.pose.at.vec().distance_squared(at) < 256.0)
        .find(|unit| unit.bases().iter().any(|base| shapes::depth(&base.corners(), at) > -0.06))
        .map(crate::turn::Unit::id)
}

/// The general whose base is at a point, or whose figure.
pub fn general_at(field: &Field, at: Vec2) -> Option<GeneralId> {
    field
        .generals
        .iter()
        .filter(|now| !now.state.gone)
        .find(|now| {
            let near = now.general.diameter().get() / 2.0 + 0.05;
            FIGURES.into_iter().any(|up| now.state.at.vec().distance(at - Vec2::Y * up) <= near)
        })
        .map(|now| now.general.id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::input::mouse::MouseButtonInput;
    use bevy::window::CursorMoved;

    fn moved(x: f32) -> WindowEvent {
        let position = Vec2::new(x, 0.0);
        WindowEvent::CursorMoved(CursorMoved { window: Entity::PLACEHOLDER, position, delta: None })
    }

    fn button(button: MouseButton, state: ButtonState) -> WindowEvent {
        WindowEvent::MouseButtonInput(MouseButtonInput { button, state, window: Entity::PLACEHOLDER })
    }

    #[test]
    fn a_press_is_where_the_pointer_was_however_far_it_has_gone_within_the_frame() {
        let mut cursor = None;
        let frame = [moved(1.0), moved(5.0)];
        assert_eq!(pressed_at(frame.iter(), &mut cursor), None);
        // Pressed where the frame before had left it, then moved on.
        let frame = [button(MouseButton::Left, ButtonState::Pressed), moved(9.0), moved(40.0)];
        assert_eq!(pressed_at(frame.iter(), &mut cursor), Some(Vec2::new(5.0, 0.0)));
        let frame = [moved(41.0), button(MouseButton::Left, ButtonState::Released), moved(50.0)];
        assert_eq!(pressed_at(frame.iter(), &mut cursor), None);
        let frame = [moved(60.0), button(MouseButton::Right, ButtonState::Pressed), moved(70.0)];
        assert_eq!(pressed_at(frame.iter(), &mut cursor), None);
        let frame = [moved(71.0), button(MouseButton::Left, ButtonState::Pressed), moved(90.0)];
        assert_eq!(pressed_at(frame.iter(), &mut cursor), Some(Vec2::new(71.0, 0.0)));
    }
}
