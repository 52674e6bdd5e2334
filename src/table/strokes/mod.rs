//! Draws [`Overlays`]: two meshes, one under and one over the miniatures, words beside them, and the ground that is seen. Lines keep their
//! breadth on the screen.
//!
//! | file | holds |
//! |---|---|
//! | `ink` | how each style looks |
//! | `outlook` | seen and dead ground, which may change in every frame |
//! | `pen` | the pen that draws shapes |
//! | `say` | words beside shapes: broken into lines, and placed where they cover nothing |

mod ink;
mod outlook;
mod pen;
mod say;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::brush::Brush;
use super::camera::{View, ViewInsets};
use super::labels::{self, Written};
use super::miniatures::Parade;
use super::overlays::{Overlays, Shape};
use super::{Draw, Layer, shapes};
use crate::turn::Field;
use pen::Pen;

/// Inches that figures rise over the far edge of their bases on the picture.
const RISE: f32 = 0.35;

#[derive(Component)]
struct Stroke;

/// Draws shapes.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, (draw.after(labels::tags::arrange), outlook::spread).in_set(Draw::Dress));
}

/// How high shapes are drawn that lie over the miniatures.
fn over(overlays: &Overlays) -> f32 {
    if overlays.dimmed() { Layer::Labels.z() - 8.0 } else { Layer::Over.z() }
}

/// What decides the picture.
#[derive(SystemParam)]
struct Seen<'w> {
    field: Option<Res<'w, Field>>,
    overlays: Res<'w, Overlays>,
    view: Res<'w, View>,
    insets: Res<'w, ViewInsets>,
    parade: Res<'w, Parade>,
    written: Res<'w, Written>,
}

impl Seen<'_> {
    fn changed(&self) -> bool {
        let outlined = |shape: &Shape| matches!(shape, Shape::Outline { .. } | Shape::OutlineGeneral { .. });
        let moved = self.parade.is_changed() && self.overlays.shapes().any(outlined);
        let elsewhere = self.view.is_changed() || self.insets.is_changed() || self.written.is_changed();
        self.overlays.is_changed() || elsewhere || self.field.as_ref().is_some_and(|field| field.is_changed()) || moved
    }
}

fn draw(
    mut commands: Commands,
    seen: Seen,
    old: Query<Entity, With<Stroke>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
    mut ink: Local<Option<Handle<ColorMaterial>>>,
) {
    let Some(field) = seen.field.as_ref().filter(|_| seen.changed()) else { return };
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let mut pen = Pen { px: 1.0 / seen.view.zoom, under: Brush::default(), over: Brush::default(), words: Vec::new() };
    for shape in seen.overlays.shapes() {
        pen.shape(shape, field, &seen.parade);
    }
    let words = std::mem::take(&mut pen.words);
    let bases = field.standing().map(|unit| shapes::bounds(&unit.footprint().corners()));
    let figures = bases.map(|base| base.union_point(base.max + Vec2::Y * RISE));
    let said = say::place(words, &seen.view, &seen.insets, seen.written.areas(), figures);
    for words in &said {
        pen.leader(words);
    }
    let ink = ink.get_or_insert_with(|| materials.add(ColorMaterial::default())).clone();
    let mut show = |brush: Brush, z: f32| {
        if !brush.is_empty() {
            let mesh = meshes.add(brush.mesh());
            commands.spawn((Stroke, Mesh2d(mesh), MeshMaterial2d(ink.clone()), Transform::from_xyz(0.0, 0.0, z)));
        }
    };
    show(pen.under, Layer::Under.z());
    show(pen.over, over(&seen.overlays));
    if seen.overlays.dimmed() {
        show(veil(seen.view.table), Layer::Veil.z());
    }
    for words in said {
        for entity in words.write(&mut commands) {
            commands.entity(entity).insert(Stroke);
        }
    }
}

/// What lies over everything that a reaction does not concern.
fn veil(table: Vec2) -> Brush {
    let mut veil = Brush::default();
    let (low, high) = (Vec2::splat(-200.0), table + Vec2::splat(200.0));
    let corners = [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)];
    veil.quad(corners, [Color::srgba(0.02, 0.02, 0.04, 0.55); 4]);
    veil
}
