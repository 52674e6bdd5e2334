//! Hills as they are drawn: rounded slopes shaded by the sun, the way to the nearest contour for the cloth to draw, and
//! ticks down the slope along every crest. Only pictures come from here; the rules read the stored outlines.

use bevy::prelude::*;

use super::brush::Brush;
use super::ground::same_land;
use super::lod::Zooms;
use super::near::Near;
use super::sky::SUN;
use super::{Draw, Layer, noise, shapes};
use crate::ground::{Ground, Hill};
use crate::turn::Field;

/// Heights for shading.
pub struct Relief {
    contours: Vec<(Vec<Vec2>, f32, Rect)>,
    near: Near,
}

/// Inches over which a slope rises on either side of a contour line.
const SLOPE: f32 = 1.15;

impl Relief {
    /// The hills of a ground.
    pub fn of(ground: &Ground) -> Self {
        let table = Vec2::new(ground.width.get(), ground.height.get());
        let contours: Vec<_> = ground
            .hills
            .iter()
            .filter(|hill| hill.outline.len() >= 3)
            .map(|hill| {
                // A hill that runs off the table does not end there.
                let outline = shapes::beyond(&shapes::points(&hill.outline), table, SLOPE + 1.0);
                let step = f32::from(hill.level - around(ground, hill));
                let reach = shapes::bounds(&outline).inflate(SLOPE + 0.6);
                (outline, step, reach)
            })
            .collect();
        let near = Near::over(table, contours.iter().map(|(_, _, reach)| *reach));
        Self { contours, near }
    }

    /// The contours that reach as far as a point.
    fn near(&self, at: Vec2) -> impl Iterator<Item = &(Vec<Vec2>, f32, Rect)> {
        self.near.at(at).map(|n| &self.contours[n]).filter(move |(_, _, reach)| reach.contains(at))
    }

    /// Height in levels, smoothed.
    pub fn height(&self, at: Vec2) -> f32 {
        self.near(at)
            .map(|(outline, step, _)| {
                let depth = shapes::depth(outline, at);
                let bulge = 0.22 * noise::rise(0.0, 6.0, depth);
                // Hills rise on both sides of their line, hollows fall within it.
                let (from, to) = if *step < 0.0 { (-0.45, SLOPE * 0.90) } else { (-SLOPE, SLOPE * 0.55) };
                step * (noise::rise(from, to, depth) + bulge)
            })
            .sum()
    }

    /// The way to the nearest contour in inches, an inch and a half at most: positive inside it.
    pub fn to_contour(&self, at: Vec2) -> f32 {
        let ways = self.near(at).map(|(outline, _, _)| shapes::depth(outline, at));
        ways.min_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(-1.5).clamp(-1.5, 1.5)
    }

    /// How brightly a point is lit: 1.0 on the flat.
    pub fn shade(&self, at: Vec2) -> f32 {
        let step = 0.12;
        if self.near(at).next().is_none() {
            return 1.0;
        }
        let slope = Vec2::new(
            self.height(at + Vec2::X * step) - self.height(at - Vec2::X * step),
            self.height(at + Vec2::Y * step) - self.height(at - Vec2::Y * step),
        ) / (2.0 * step);
        // Light comes from the upper left: ground that falls away from it is dark.
        let toward = -slope.dot(SUN);
        (1.0 + if toward > 0.0 { 0.36 * toward } else { 0.60 * toward }).clamp(0.45, 1.5)
    }
}

/// Level of the ground around a contour: that of the innermost one that holds it, 0 outside them all.
fn around(ground: &Ground, hill: &Hill) -> i8 {
    let Some(first) = hill.outline.first() else { return 0 };
    let area = |outline: &[Vec2]| shapes::edges(outline).map(|(a, b)| a.perp_dot(b)).sum::<f32>().abs();
    let own = area(&shapes::points(&hill.outline));
    ground
        .hills
        .iter()
        .filter(|other| other.outline.len() >= 3 && !std::ptr::eq(*other, hill))
        .map(|other| (shapes::points(&other.outline), other.level))
        .filter(|(outline, _)| area(outline) > own && shapes::inside(outline, first.vec()))
        .min_by(|(a, _), (b, _)| area(a).total_cmp(&area(b)))
        .map_or(0, |(_, level)| level)
}

#[derive(Component)]
struct Ticks;

/// How ticks are set: inches between them, their length and their breadth; and at which zooms they are seen.
const NEAR: (f32, f32, f32) = (0.19, 0.64, 0.054);
const FAR: (f32, f32, f32) = (0.44, 0.80, 0.120);
/// Zoom at which the ones give way to the others.
const NEARER: f32 = 34.0;

/// Draws crests: ticks down the slope from every contour. The contour itself is in the cloth.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(Draw::Build));
}

fn draw(
    mut commands: Commands,
    field: Option<Res<Field>>,
    mut laid: Local<Option<std::sync::Arc<Ground>>>,
    old: Query<Entity, With<Ticks>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    let Some(field) = field.filter(|field| field.is_changed()) else { return };
    if laid.as_ref().is_some_and(|ground| same_land(ground, &field.ground)) {
        return;
    }
    *laid = Some(field.ground.clone());
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let ground = &field.ground;
    let table = Rect::from_corners(Vec2::ZERO, Vec2::new(ground.width.get(), ground.height.get()));
    let ink = materials.add(ColorMaterial::default());
    for (set, zooms) in [(NEAR, Zooms::near(NEARER)), (FAR, Zooms::far(NEARER))] {
        let mut brush = Brush::default();
        for (n, hill) in ground.hills.iter().enumerate().filter(|(_, hill)| hill.outline.len() >= 3) {
            let slope = if hill.level < around(ground, hill) { Slope::Inward } else { Slope::Outward };
            let outline = shapes::beyond(&shapes::points(&hill.outline), table.max, 2.0);
            ticks(&mut brush, &outline, table, slope, set, n as u32);
        }
        if !brush.is_empty() {
            commands.spawn((
                (Ticks, zooms),
                Mesh2d(meshes.add(brush.mesh())),
                MeshMaterial2d(ink.clone()),
                Transform::from_xyz(0.0, 0.0, Layer::Relief.z()),
            ));
        }
    }
}

/// Which way the ground falls from a contour line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slope {
    /// A hill.
    Outward,
    /// A hollow.
    Inward,
}

/// Ticks run down the slope from the contour.
fn ticks(
    brush: &mut Brush,
    outline: &[Vec2],
    table: Rect,
    slope: Slope,
    (apart, long, broad): (f32, f32, f32),
    seed: u32,
) {
    let area: f32 = shapes::edges(outline).map(|(a, b)| a.perp_dot(b)).sum();
    let mut closed = outline.to_vec();
    closed.push(outline[0]);
    for (k, (at, along)) in shapes::walk(&closed, apart).into_iter().enumerate() {
        let outward = if area > 0.0 { -along.perp() } else { along.perp() };
        let out = if slope == Slope::Outward { outward } else { -outward };
        let k = k as i32;
        let sunny = out.dot(SUN);
        let length = long * (0.72 + 0.56 * noise::unit(k, 7, seed));
        let width = broad * (0.85 + 0.35 * noise::unit(k, 8, seed));
        let at = at + along * (apart * 0.3) * noise::signed(k, 9, seed);
        let lean = (out + along * 0.18 * noise::signed(k, 10, seed)).normalize_or_zero();
        let tip = at + lean * length;
        if !table.contains(at) || !table.contains(tip) {
            continue;
        }
        // Dark on the shaded flank, faint where the sun falls.
        let alpha = 0.44 - 0.16 * sunny;
        let ink = Color::srgba(0.16, 0.13, 0.05, alpha);
        let gone = Color::srgba(0.16, 0.13, 0.05, 0.0);
        let side = lean.perp() * width / 2.0;
        brush.quad([at + side, tip, tip, at - side], [ink, gone, gone, ink]);
    }
}
