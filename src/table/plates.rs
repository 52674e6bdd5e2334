//! The label that a player glues to the edge of a regiment's base: its name in print on a strip of card, read from near.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::atlas::{Cut, Sheet};
use super::camera::View;
use super::labels::{lettered, measure, names};
use super::miniatures::{Muster, Parade};
use super::overlays::Overlays;
use super::{Draw, LIFT, Layer};
use crate::army::{RegimentId, Side};
use crate::turn::Field;

/// Logical pixels an inch from which a strip can be read.
const READ_FROM: f32 = 64.0;
/// Height of the strip and of its letters in inches; its greatest length.
const HIGH: f32 = 0.115;
const LETTERS: f32 = 0.088;
const LONGEST: f32 = 0.94;
/// Size at which its letters are set, in pixels.
const SET: f32 = 40.0;

/// Part of a strip.
#[derive(Component)]
struct Plate {
    unit: RegimentId,
    /// Depth over the base.
    over: f32,
    scale: f32,
    lift: f32,
}

/// Glues the strips on.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, glue.in_set(Draw::Build).after(Muster)).add_systems(Update, follow.in_set(Draw::Dress));
}

/// Whose strips are on, what they say, and whether they are lifted over the veil.
type Shown = BTreeMap<RegimentId, (String, Side, bool)>;

fn glue(
    mut commands: Commands,
    (field, sheet): (Option<Res<Field>>, Option<Res<Sheet>>),
    (overlays, view): (Res<Overlays>, Res<View>),
    mut shown: Local<Shown>,
    old: Query<Entity, With<Plate>>,
) {
    let (Some(field), Some(sheet)) = (field, sheet) else { return };
    if !(field.is_changed() || overlays.is_changed() || sheet.is_changed() || view.is_changed()) {
        return;
    }
    let lifted = overlays.lifted();
    let near = view.zoom >= READ_FROM;
    let strip = |unit: &crate::turn::field::Unit| {
        (unit.id(), (names::short(unit.name()), unit.side(), lifted.contains(&unit.id())))
    };
    let wanted: Shown = field.standing().filter(|unit| near && unit.place.within.is_none()).map(strip).collect();
    if *shown == wanted && !sheet.is_changed() {
        return;
    }
    for entity in &old {
        commands.entity(entity).despawn();
    }
    for (unit, (name, side, lifted)) in &wanted {
        let lift = if *lifted { LIFT } else { 0.0 };
        let Some(cut) = sheet.cut("own/white", 0.0) else { continue };
        let written = measure::size(name, SET).x * (LETTERS / SET);
        // A long name is set in narrower letters.
        let squeeze = (LONGEST / (written + 0.06)).min(1.0);
        let wide = (written * squeeze + 0.06).min(LONGEST);
        let (card, ink) = match side {
            Side::Union => (Color::srgb(0.86, 0.90, 0.95), Color::srgb(0.05, 0.08, 0.20)),
            Side::Confederate => (Color::srgb(0.95, 0.91, 0.80), Color::srgb(0.22, 0.06, 0.04)),
        };
        for (size, color, over) in [
            (Vec2::new(wide + 0.016, HIGH + 0.016), Color::srgb(0.16, 0.14, 0.09), 0.001),
            (Vec2::new(wide, HIGH), card, 0.002),
        ] {
            let (sprite, anchor) = sheet.sprite(Cut { size, ..cut }, color);
            commands.spawn((sprite, anchor, Transform::default(), Plate { unit: *unit, over, scale: 1.0, lift }));
        }
        let words = lettered(&mut commands, name, SET, ink);
        let scale = LETTERS / SET * squeeze;
        commands.entity(words).insert(Plate { unit: *unit, over: 0.003, scale, lift });
    }
    *shown = wanted;
}

/// Strips go with their bases, upright to whoever looks at the table.
fn follow(parade: Res<Parade>, mut plates: Query<(Ref<Plate>, &mut Transform, &mut Visibility)>) {
    for (plate, mut transform, mut visibility) in &mut plates {
        if !parade.is_changed() && !plate.is_added() {
            continue;
        }
        let seen = parade.seen(plate.unit);
        let Some((_, heading)) = seen.first() else { continue };
        let (sin, cos) = bevy::math::ops::sin_cos(heading.to_radians());
        let (right, ahead) = (Vec2::new(cos, -sin), Vec2::new(sin, cos));
        // Beside the colors, who would stand before it.
        let middle = seen.iter().map(|(at, _)| *at).sum::<Vec2>() / seen.len() as f32 + right;
        let nearest = |a: &&(Vec2, f32), b: &&(Vec2, f32)| a.0.distance(middle).total_cmp(&b.0.distance(middle));
        let Some((front, heading)) = seen.iter().min_by(nearest) else { continue };
        // On the edge that is nearer to whoever looks.
        let turned = (91.0..269.0).contains(&heading.rem_euclid(360.0));
        let inside = HIGH / 2.0 + 0.02;
        let back = if turned { inside } else { parade.card(plate.unit).y - inside };
        let at = *front - ahead * back;
        let readable = if turned { heading + 180.0 } else { *heading };
        // One band for all of them: their letters are drawn together.
        *transform = Transform::from_xyz(at.x, at.y, Layer::Bases.z() + 5.0 + plate.over + plate.lift)
            .with_rotation(Quat::from_rotation_z(-readable.to_radians()))
            .with_scale(Vec3::splat(plate.scale));
        visibility.set_if_neq(Visibility::Inherited);
    }
}
