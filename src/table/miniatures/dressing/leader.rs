//! A general and the aide who rides with him, on one round base.

use bevy::prelude::*;

use super::part::{LARGER, Part, What};
use super::side_name;
use crate::army::Side;

/// Puts both on a base of this diameter.
pub(super) fn mounted(list: &mut Vec<Part>, side: Side, diameter: f32) {
    let mut add = |right: f32, ahead: f32, turn: f32, what: What| {
        list.push(Part { stand: 0, right, ahead, turn, what });
    };
    add(0.0, 0.0, 0.0, What::Shadow(Vec2::new(0.09, -0.10) * diameter.sqrt(), Vec2::splat(diameter * 1.22)));
    add(0.0, 0.0, 0.0, What::RoundBase(diameter));
    let name = side_name(side);
    let plain = format!("own/{name}");
    let places = [(-0.17, 0.08, 0.0, "general"), (0.20, -0.20, -14.0, "aide")];
    for (right, ahead, turn, who) in places {
        let (right, ahead) = (right * diameter, ahead * diameter);
        add(right, ahead, turn, What::FootShadow(Vec2::new(0.29, 0.18)));
        add(right, ahead, turn, What::Figure(vec![format!("{name}_{who}"), plain.clone()], LARGER));
    }
}
