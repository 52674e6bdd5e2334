//! The keys that belong to the table. Those of orders belong to the panels.

use bevy::prelude::*;
use bevy_egui::input::EguiWantsInput;

use super::hand::Hand;
use super::{Looking, Pinned, Selection, Tool};

/// Space confirms, Esc lets go, Alt and V look, M measures.
pub(super) fn keys(
    mut hand: Hand,
    keys: Res<ButtonInput<KeyCode>>,
    egui: Option<Res<EguiWantsInput>>,
    pinned: Res<Pinned>,
    mut looking: ResMut<Looking>,
) {
    if egui.is_some_and(|egui| egui.wants_any_keyboard_input()) {
        looking.set_if_neq(pinned.0);
        return;
    }
    looking.set_if_neq(Looking {
        arcs: pinned.0.arcs || keys.any_pressed([KeyCode::AltLeft, KeyCode::AltRight]),
        sight: pinned.0.sight || keys.pressed(KeyCode::KeyV),
    });
    if keys.just_pressed(KeyCode::Escape) {
        if *hand.tool == Tool::Idle && hand.proposal.0.is_none() {
            hand.selection.set_if_neq(Selection::default());
        }
        hand.drop_all();
    }
    if keys.just_pressed(KeyCode::Space) && hand.proposal.0.is_some() {
        hand.confirm();
    }
    if keys.just_pressed(KeyCode::KeyM) {
        match (*hand.tool, hand.hover.at) {
            (Tool::Measure { .. }, _) => *hand.tool = Tool::Idle,
            (Tool::Idle, Some(from)) => *hand.tool = Tool::Measure { from },
            _ => {}
        }
    }
}
