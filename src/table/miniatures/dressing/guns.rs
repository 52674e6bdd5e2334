//! Sections of a battery: in action with their crew, or limbered behind their teams.

use bevy::prelude::*;

use super::Stand;
use crate::army::{Arm, Weapon};
use crate::table::miniatures::Bearing;

/// Guns and teams are shown near to scale, so that they fit their bases.
const GUN: f32 = 1.08;
const TEAM: f32 = 0.95;

fn gun_name(weapon: Weapon) -> &'static str {
    match weapon {
        Weapon::OrdnanceRifle => "gun_ordnance",
        Weapon::Parrott => "gun_parrott",
        Weapon::Howitzer => "gun_howitzer",
        _ => "gun_napoleon",
    }
}

impl Stand<'_> {
    /// A gun in battery with its crew; the color section has the officer.
    pub(super) fn gun(&mut self, is_colors: bool) {
        let (side, name) = (self.side(), self.kit());
        let gun = vec![gun_name(self.troops.weapon).into(), self.plain()];
        self.place(gun, (0.0, -0.46, 1.5 * (self.chance)(0, 2)), Vec2::new(0.62, 0.60), GUN);
        let crew: &[(&str, f32, f32, f32)] = match self.look.bearing {
            Bearing::Firing => &[
                ("staff", 0.38, -0.24, 20.0),
                ("ears", -0.37, -0.34, -70.0),
                ("lanyard", 0.37, -0.72, 5.0),
                ("trail", -0.14, -1.06, 0.0),
            ],
            _ => &[
                ("ram", 0.38, -0.34, 8.0),
                ("load", -0.36, -0.40, 55.0),
                ("staff", 0.38, -0.80, -10.0),
                ("trail", -0.08, -1.06, 0.0),
            ],
        };
        for (k, (job, right, ahead, turn)) in crew.iter().enumerate() {
            let names = vec![format!("{name}_gunner_{job}"), self.plain()];
            self.posted(names, (*right, *ahead, *turn), k as i32);
        }
        if is_colors {
            self.figure(vec![format!("{side}_officer"), self.plain()], -0.38, -0.92, 8);
            if let Some(flag) = self.troops.colors.first().copied() {
                let bearer = vec![format!("{name}_gunner_bear"), self.plain()];
                self.bearer(bearer, flag, (0.36, -1.02), 9);
            }
            self.fallen(-0.20, -0.80);
        }
    }

    /// Two pairs of horses, the limber, and the gun hooked to it.
    pub(super) fn team(&mut self, is_colors: bool) {
        let name = self.side();
        let plain = self.plain();
        let pair = |tag: &str| vec![format!("{name}_team_{tag}"), plain.clone()];
        self.place(pair("a"), (0.0, -0.33, 0.0), Vec2::new(0.50, 0.46), TEAM);
        self.place(pair("b"), (0.0, -0.87, 0.0), Vec2::new(0.50, 0.46), TEAM);
        self.place(vec!["limber".into(), plain.clone()], (0.0, -1.25, 0.0), Vec2::new(0.46, 0.32), TEAM);
        let gun = vec![gun_name(self.troops.weapon).into(), plain.clone()];
        self.place(gun, (0.0, -1.71, 180.0), Vec2::new(0.50, 0.42), TEAM);
        if is_colors {
            // The battery's colors ride beside the teams.
            let bearer = format!("{name}_guidon_walk");
            self.rider(vec![bearer.clone(), plain], 0.36, -0.52, 8);
            if let Some(flag) = self.troops.colors.first().copied() {
                self.flag(&bearer, flag, "mounted", 8);
            }
            self.fallen(-0.36, -1.60);
        } else if self.troops.arm == Arm::HorseArtillery {
            // The crew rides.
            self.rider(vec![format!("{}_trooper_walk_a", self.kit()), plain], 0.36, -1.10, 8);
        } else {
            // The crew walks beside the gun.
            for (k, ahead) in [-1.18, -1.56].into_iter().enumerate() {
                self.figure(vec![format!("{}_gunner_load", self.kit()), plain.clone()], 0.36, ahead, 8 + k as i32);
            }
        }
    }
}
