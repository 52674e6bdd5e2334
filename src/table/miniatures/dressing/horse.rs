//! Cavalry in the saddle, and the horses of those who fight on foot.

use bevy::prelude::*;

use super::Stand;
use crate::army::Formation;
use crate::table::miniatures::Bearing;

impl Stand<'_> {
    /// Three troopers knee to knee in line, two in column; the guidon and an officer with the colors.
    pub(super) fn troopers(&mut self, is_colors: bool) {
        let gallops = matches!(self.look.bearing, Bearing::Charging | Bearing::Routing);
        let gait = if gallops { "charge" } else { "walk" };
        let (name, kit) = (self.side(), self.kit());
        let trooper = |variant: &str| {
            vec![format!("{kit}_trooper_{gait}_{variant}"), format!("{name}_aide"), format!("own/{name}")]
        };
        let guidon = vec![format!("{name}_guidon_{gait}"), format!("{name}_aide"), format!("own/{name}")];
        let officer = vec![format!("{name}_captain_{gait}"), format!("{name}_aide"), format!("own/{name}")];
        let variant =
            |stand: &Self, k: i32| ["a", "b", "c"][(k + ((stand.chance)(k, 6) * 2.0) as i32).rem_euclid(3) as usize];
        let places: &[f32] =
            if self.troops.formation == Formation::MountedLine { &[-0.32, 0.0, 0.32] } else { &[-0.22, 0.22] };
        let many = places.len() as i32;
        for (k, right) in places.iter().enumerate() {
            let k = k as i32;
            let names = match (is_colors, k) {
                (true, k) if k == many / 2 => guidon.clone(),
                (true, 0) => officer.clone(),
                _ => trooper(variant(self, k)),
            };
            let ahead = -0.50 + [0.03, -0.04, 0.0][(k % 3) as usize];
            let carries = is_colors && k == many / 2;
            self.rider(names, *right, ahead, k);
            if let Some(flag) = self.troops.colors.first().copied().filter(|_| carries) {
                self.flag(&guidon[0], flag, "mounted", k);
            }
        }
        if is_colors {
            self.fallen(0.30, -0.86);
        }
    }

    /// One man with four horses.
    pub(super) fn horses(&mut self) {
        let names = vec![format!("{}_holder", self.kit()), self.plain()];
        let turn = 6.0 * (self.chance)(1, 2);
        self.place(names, (0.0, -0.58, turn), Vec2::new(0.95, 0.62), 1.12);
    }
}
