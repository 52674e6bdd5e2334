//! Men on foot: the ranks of infantry with the color party, skirmish lines of dismounted cavalry.

use bevy::prelude::*;

use super::Stand;
use super::part::{LARGER, Part, What};
use crate::table::atlas::names;
use crate::table::miniatures::Bearing;

/// How much smaller the crate on a base is than the one that marks its regiment.
const CRATE: f32 = 0.52;
/// Where the four men of a stand are: to the right of its middle and ahead of its front edge, in inches.
const RANK: [f32; 4] = [-0.375, -0.125, 0.125, 0.375];
const RANK_AHEAD: f32 = -0.42;

impl Stand<'_> {
    /// Four men in one rank.
    pub(super) fn rank(&mut self) {
        for (k, right) in RANK.into_iter().enumerate() {
            self.man(right, RANK_AHEAD, k as i32);
        }
    }

    pub(super) fn man(&mut self, right: f32, ahead: f32, k: i32) {
        let names = self.soldier(k);
        self.posted(names, (right, ahead, self.back()), k);
    }

    /// A man of the regiment, by what it does and by chance: in a firing line some load and some kneel, in a disordered
    /// one some waver.
    pub(super) fn soldier(&self, k: i32) -> Vec<String> {
        let name = names::uniform(self.troops.uniform);
        let tag = if (self.chance)(k, 4) < 0.0 { "a" } else { "b" };
        // From -1 to 1, all alike.
        let lot = (self.chance)(k, 5);
        let pose = match self.look.bearing {
            Bearing::Routing => "rout_a".to_owned(),
            _ if self.look.ragged && lot < -0.35 => "waver_a".to_owned(),
            Bearing::Firing if lot < -0.45 => "load_a".to_owned(),
            Bearing::Firing if lot > 0.62 => "kneel_a".to_owned(),
            Bearing::Firing => format!("fire_{tag}"),
            Bearing::Charging => format!("charge_{tag}"),
            Bearing::Marching => format!("march_{tag}"),
            Bearing::Ready => format!("ready_{tag}"),
        };
        vec![format!("{name}_{pose}"), format!("{name}_ready_a"), self.plain()]
    }

    /// The bearer of a flag on foot.
    pub(super) fn bear(&self) -> Vec<String> {
        vec![format!("{}_bear_a", names::uniform(self.troops.uniform)), self.plain()]
    }

    fn officer(&self) -> Vec<String> {
        let ahead = matches!(self.look.bearing, Bearing::Charging | Bearing::Marching);
        let name = names::uniform(self.troops.uniform);
        vec![format!("{name}_officer_{}", if ahead { "b" } else { "a" }), self.plain()]
    }

    /// The colors with two men of the guard, the officer and the drummer.
    pub(super) fn color_party(&mut self) {
        let colors = self.troops.colors.clone();
        let flags: &[f32] = if colors.len() > 1 { &[-0.13, 0.13] } else { &[0.0] };
        self.man(-0.385, RANK_AHEAD + 0.04, 0);
        self.man(0.385, RANK_AHEAD + 0.04, 3);
        for (k, (flag, right)) in colors.iter().zip(flags).enumerate() {
            self.bearer(self.bear(), *flag, (*right, -0.24), 4 + k as i32);
        }
        if colors.is_empty() {
            self.man(-0.125, RANK_AHEAD, 1);
            self.man(0.125, RANK_AHEAD, 2);
        }
        let drummer = format!("{}_drummer", names::uniform(self.troops.uniform));
        self.figure(self.officer(), -0.20, -0.60, 8);
        self.figure(vec![drummer, self.plain()], 0.21, -0.61, 9);
        self.fallen(0.02, -0.69);
        if self.look.low {
            let what = What::Figure(vec!["own/token_crate".into()], CRATE);
            self.list.push(Part { stand: self.stand, right: -0.38, ahead: -0.66, turn: 0.0, what });
        }
        if self.look.ragged {
            let what = What::Figure(vec!["drum".into(), "own/shadow".into()], LARGER);
            self.list.push(Part { stand: self.stand, right: 0.43, ahead: -0.66, turn: 0.0, what });
        }
    }

    /// One man of a screen of infantry, and at every other post a second.
    pub(super) fn skirmisher(&mut self) {
        let near = |stand: &Self, k: i32| (0.1 * (stand.chance)(k, 0), 0.1 * (stand.chance)(k, 1));
        let (right, ahead) = near(self, 0);
        let names = self.soldier(0);
        self.place(names, (right, ahead, 0.0), Vec2::new(0.29, 0.18), LARGER);
        if self.stand.is_multiple_of(2) {
            let (right, ahead) = near(self, 1);
            let names = self.soldier(1);
            self.place(names, (0.42 + right, ahead - 0.18, 0.0), Vec2::new(0.29, 0.18), LARGER);
        }
    }

    /// Three men of a skirmish line to a stand, well apart.
    pub(super) fn skirmishers(&mut self, is_colors: bool) {
        let name = self.kit();
        let places = [(-0.33, -0.28), (0.03, -0.48), (0.34, -0.24)];
        for (k, (right, ahead)) in places.into_iter().enumerate() {
            let k = k as i32;
            let act = match (self.look.bearing, ((self.chance)(k, 5) * 50.0) as i32 % 2 == 0) {
                (Bearing::Firing, true) | (Bearing::Ready, false) => "kneel",
                (Bearing::Firing, false) => "fire",
                _ => "advance",
            };
            let bearer = vec![format!("{name}_dismounted_bear"), self.plain()];
            match (is_colors, k, self.troops.colors.first()) {
                (true, 1, Some(flag)) => self.bearer(bearer, *flag, (right, ahead), k),
                _ => self.figure(vec![format!("{name}_dismounted_{act}"), self.plain()], right, ahead, k),
            }
        }
        if is_colors {
            let officer = vec![format!("{}_officer", self.side()), self.plain()];
            self.figure(officer, -0.24, -0.60, 8);
            self.fallen(0.30, -0.66);
        }
    }
}
