//! A general and those who ride with him, on one round base: a brigadier has the bearer of his flag, a division commander
//! an aide and a staff officer as well.

use bevy::prelude::*;

use super::part::{EDGE, LARGER, Part, What};
use super::side_name;
use crate::army::{Rank, Side};

/// Puts them on a base of this diameter.
pub(super) fn mounted(list: &mut Vec<Part>, side: Side, rank: Rank, diameter: f32) {
    let mut add = |right: f32, ahead: f32, turn: f32, what: What| {
        list.push(Part { stand: 0, right, ahead, turn, what });
    };
    add(0.0, 0.0, 0.0, What::Shadow(EDGE * diameter.sqrt(), Vec2::splat(diameter * 1.22)));
    add(0.0, 0.0, 0.0, What::RoundBase(diameter));
    let name = side_name(side);
    let plain = format!("own/{name}");
    let (places, command): (&[_], _) = match rank {
        Rank::Brigadier(_) => (&[(-0.17, 0.08, 0.0, "general"), (0.20, -0.20, -14.0, "guidon_walk")], "brigade"),
        Rank::Division => (
            &[
                (-0.04, 0.16, 0.0, "general"),
                (-0.30, -0.14, 16.0, "aide"),
                (0.32, -0.02, -20.0, "guidon_walk"),
                (0.08, -0.28, -6.0, "staff"),
            ],
            "division",
        ),
    };
    for &(right, ahead, turn, who) in places {
        let (right, ahead) = (right * diameter, ahead * diameter);
        let rider = format!("{name}_{who}");
        add(right, ahead, turn, What::FootShadow(Vec2::new(0.29, 0.18)));
        add(right, ahead, turn, What::Figure(vec![rider.clone(), plain.clone()], LARGER));
        if who == "guidon_walk" {
            add(right, ahead, turn, What::Flag(format!("flag_hq_{name}_{command}_mounted_a"), rider));
        }
    }
}
