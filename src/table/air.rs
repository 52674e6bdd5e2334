//! Weather that can be seen: mist over the table where the scenario limits sight, and a brass arrow in the wooden edge
//! where it has a brisk wind. What the wind does to grass is in the cloth, what it does to smoke is with the smoke.

use bevy::prelude::*;

use super::atlas::{Cut, Sheet};
use super::sky::{DOWNWIND, Sky};
use super::{Draw, Layer, noise};
use crate::turn::Field;

#[derive(Component)]
struct Drawn;

/// Shows the weather of the field.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, show.in_set(Draw::Build));
}

/// Height and width of a bank of mist, in inches.
const BANK: Vec2 = Vec2::new(13.0, 6.5);

fn show(
    mut commands: Commands,
    (field, sheet): (Option<Res<Field>>, Option<Res<Sheet>>),
    mut shown: Local<Option<(Sky, Vec2)>>,
    old: Query<Entity, With<Drawn>>,
) {
    let (Some(field), Some(sheet)) = (field, sheet) else { return };
    if !field.is_changed() && !sheet.is_changed() {
        return;
    }
    let table = Vec2::new(field.ground.width.get(), field.ground.height.get());
    let now = (Sky::of(&field), table);
    if *shown == Some(now) && !sheet.is_changed() {
        return;
    }
    *shown = Some(now);
    for entity in &old {
        commands.entity(entity).despawn();
    }
    if now.0.windy
        && let Some(cut) = sheet.cut("own/vane", 0.0)
    {
        let (sprite, anchor) = sheet.sprite(cut, Color::WHITE);
        let turn = Quat::from_rotation_z(DOWNWIND.to_angle());
        let at = Vec3::new(table.x / 2.0, table.y + 0.55, Layer::Relief.z());
        commands.spawn((Drawn, sprite, anchor, Transform::from_translation(at).with_rotation(turn)));
    }
    if let Some(far) = now.0.haze {
        mist(&mut commands, &sheet, table, far);
    }
}

/// Banks of mist, thicker the less can be seen: they lie over trees and houses and under names and marks.
fn mist(commands: &mut Commands, sheet: &Sheet, table: Vec2, far: f32) {
    let Some(cut) = sheet.cut("own/mist", 0.0) else { return };
    let thick = (4.0 / far.max(6.0)).clamp(0.08, 0.45);
    // A thin veil over everything, and banks that stay within the table's edge.
    if let Some(white) = sheet.cut("own/white", 0.0) {
        let veil = Color::srgba(0.84, 0.865, 0.88, thick * 0.42);
        let (sprite, anchor) = sheet.sprite(Cut { size: table, ..white }, veil);
        commands.spawn((
            Drawn,
            sprite,
            anchor,
            Transform::from_translation((table / 2.0).extend(Layer::Smoke.z() + 0.1)),
        ));
    }
    let many = (table.element_product() / 38.0) as i32;
    for k in 0..many {
        let size = BANK * (0.7 + 0.6 * noise::unit(k, 3, 5));
        let room = (table - size).max(Vec2::ZERO);
        let at = size / 2.0 + room * Vec2::new(noise::unit(k, 1, 5), noise::unit(k, 2, 5));
        let tint = Color::srgba(1.0, 1.0, 1.0, thick * (0.5 + 0.5 * noise::unit(k, 4, 5)));
        let (mut sprite, anchor) = sheet.sprite(Cut { size, ..cut }, tint);
        sprite.flip_x = k % 2 == 0;
        sprite.flip_y = k % 3 == 0;
        commands.spawn((Drawn, sprite, anchor, Transform::from_translation(at.extend(Layer::Smoke.z() + 0.2))));
    }
}
