//! Gunsmoke: billows of cotton along the front that fired, thickest on the marker itself.

use bevy::prelude::*;

use super::atlas::{Cut, Sheet};
use super::miniatures::Parade;
use super::motion::{Effects, Motion, PUFF};
use super::sky::{DOWNWIND, Sky};
use super::{Draw, Layer, noise};
use crate::army::Smoke;
use crate::turn::Field;

#[derive(Component)]
struct Billow {
    home: Vec2,
    phase: f32,
    /// When it began to rise on the parade's clock, and from where; `None` for one that has been there.
    born: Option<f32>,
    size: Vec2,
    thick: f32,
    /// How far it stirs: about its place, or along the wind.
    stirs: Vec2,
}

/// Draws the smoke of the field.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, blow.in_set(Draw::Build).after(super::miniatures::Muster))
        .add_systems(Update, drift.in_set(Draw::Dress));
}

fn blow(
    mut commands: Commands,
    field: Option<Res<Field>>,
    (sheet, effects, motion): (Option<Res<Sheet>>, Res<Effects>, Res<Motion>),
    mut shown: Local<Vec<Smoke>>,
    old: Query<Entity, With<Billow>>,
) {
    let (Some(field), Some(sheet)) = (field.filter(|field| field.is_changed()), sheet) else { return };
    if *shown == field.smoke {
        return;
    }
    let before = std::mem::replace(&mut *shown, field.smoke.clone());
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let windy = Sky::of(&field).windy;
    for smoke in &field.smoke {
        let seed = u32::from(smoke.of.0) + 900;
        let new = *motion != Motion::Off && !before.contains(smoke);
        let born = effects.rises(smoke.of).filter(|_| new);
        let half = smoke.frontage.get() / 2.0;
        let count = ((smoke.frontage.get() * 1.7) as i32).max(4);
        for k in 0..count {
            let along = (k as f32 + 0.5) / count as f32 * 2.0 - 1.0;
            let right = along * (half - 0.1) + 0.16 * noise::signed(k, 0, seed);
            let ahead = 0.42 + 0.22 * noise::signed(k, 1, seed);
            billow(
                &mut commands,
                &sheet,
                (smoke.pose.local(right, ahead), born),
                (0.95 + 0.45 * noise::unit(k, 2, seed), 0.62),
                k,
                seed,
            );
            // The wind tears rags out of it.
            if windy {
                for n in 0..2 {
                    let far = 0.5 + 1.3 * n as f32 + 1.2 * noise::unit(k, 7 + n, seed);
                    let stray = Vec2::Y * (0.14 + 0.12 * far) * noise::signed(k, 9 + n, seed);
                    let rag = smoke.pose.local(right, ahead) + DOWNWIND * far + stray;
                    billow(
                        &mut commands,
                        &sheet,
                        (rag, born),
                        (0.8 + 0.35 * far, 0.50 - 0.15 * far),
                        80 + 40 * n + k,
                        seed,
                    );
                }
            }
        }
        // The marker that the rules measure to: a disc of one inch.
        for k in 0..5 {
            let out = Vec2::from_angle(k as f32 * 1.257) * if k == 0 { 0.0 } else { 0.22 };
            billow(&mut commands, &sheet, (smoke.centre() + out, born), (0.80, 0.80), 40 + k, seed);
        }
    }
}

fn billow(
    commands: &mut Commands,
    sheet: &Sheet,
    (at, born): (Vec2, Option<f32>),
    (size, thick): (f32, f32),
    k: i32,
    seed: u32,
) {
    let names: [&[&str]; 3] = [&["smoke_a", "own/puff_0"], &["smoke_b", "own/puff_1"], &["smoke_c", "own/puff_2"]];
    let Some(cut) = sheet.first(names[(noise::hash(k, 3, seed) % 3) as usize], 0.0) else { return };
    // What trails in the wind is drawn out along it.
    let trails = k >= 80;
    let long = if trails { 1.5 } else { 1.0 };
    let size = Vec2::new(size * long, size / long * cut.size.y / cut.size.x);
    let stirs = if trails { DOWNWIND * 0.12 } else { Vec2::X * 0.05 };
    // What rises first is seen when it rises.
    let seen = if born.is_some() { 0.0 } else { thick };
    let (mut sprite, _) = sheet.sprite(Cut { size, ..cut }, Color::srgba(1.0, 0.995, 0.98, seen));
    sprite.flip_x = noise::hash(k, 4, seed).is_multiple_of(2);
    commands.spawn((
        Billow { home: at, phase: noise::unit(k, 5, seed) * std::f32::consts::TAU, born, size, thick, stirs },
        sprite,
        Transform::from_xyz(at.x, at.y, Layer::Smoke.z() + 5.0 - at.y * 0.05 + 0.01 * noise::unit(k, 6, seed)),
    ));
}

/// Smoke stirs while something else moves, and asks for no picture of its own; new smoke rises before the muzzles.
fn drift(parade: Res<Parade>, mut rising: Local<bool>, mut billows: Query<(&mut Billow, &mut Transform, &mut Sprite)>) {
    if !parade.moving() && !*rising {
        return;
    }
    *rising = parade.moving();
    let clock = parade.clock();
    for (mut billow, mut transform, mut sprite) in &mut billows {
        let (sin, cos) = bevy::math::ops::sin_cos(clock * 0.8 + billow.phase);
        let at = billow.home + billow.stirs * sin + billow.stirs.perp() * (0.6 * cos);
        transform.translation = at.extend(transform.translation.z);
        if let Some(born) = billow.born {
            // Where nothing moves any more, it has risen.
            let risen = if parade.moving() { noise::rise(0.0, 1.0, (clock - born) / PUFF) } else { 1.0 };
            sprite.color.set_alpha(billow.thick * risen);
            sprite.custom_size = Some(billow.size * (0.35 + 0.65 * risen));
            if risen >= 1.0 {
                billow.born = None;
            }
        }
    }
}
