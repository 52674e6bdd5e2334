//! Garrisons round the walls of their buildings.

use bevy::prelude::*;

use super::Stand;
use super::part::{LARGER, Part, What};
use crate::table::atlas::names;

impl Stand<'_> {
    /// Men round the walls of a building, facing outward, and the colors on its roof. The stand's middle is that of the
    /// building's front edge.
    pub(super) fn garrison(&mut self, frontage: f32, depth: f32, stands: u8) {
        let around = 2.0 * (frontage + depth);
        let men = usize::from(stands) * 6;
        for k in 0..men {
            // Clockwise from the left end of the front.
            let mut along = (k as f32 + 0.5) / men as f32 * around;
            let out = 0.15;
            let (right, ahead, turn) = if along < frontage {
                (along - frontage / 2.0, out, 0.0)
            } else if along < frontage + depth {
                along -= frontage;
                (frontage / 2.0 + out, -along, 90.0)
            } else if along < 2.0 * frontage + depth {
                along -= frontage + depth;
                (frontage / 2.0 - along, -depth - out, 180.0)
            } else {
                along -= 2.0 * frontage + depth;
                (-frontage / 2.0 - out, along - depth, 270.0)
            };
            let names = self.soldier(k as i32);
            self.place(names, (right, ahead, turn), Vec2::new(0.29, 0.18), LARGER);
        }
        // The colors fly from the roof, where they are seen from every side.
        if let Some(flag) = self.troops.colors.first() {
            let name = format!("flag_{}_foot_a", names::colors(*flag));
            let what = What::Aloft(vec![name, self.plain()], Vec2::new(frontage, depth) / 2.0);
            self.list.push(Part { stand: self.stand, right: 0.0, ahead: -depth / 2.0, turn: 0.0, what });
        }
    }
}
