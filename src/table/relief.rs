//! Hills as they are drawn: rounded slopes shaded by a light from the upper left, contour lines, and ticks down the
//! slope along every crest. Only pictures come from here; the rules read the stored outlines.

use bevy::prelude::*;

use super::brush::{Brush, Ends};
use super::ground::same_land;
use super::{Draw, Layer, noise, shapes};
use crate::ground::{Ground, Hill};
use crate::turn::Field;

/// Heights for shading.
pub struct Relief {
    contours: Vec<(Vec<Vec2>, f32, Rect)>,
}

/// Inches over which a slope rises on either side of a contour line.
const SLOPE: f32 = 1.15;

impl Relief {
    /// The hills of a ground.
    pub fn of(ground: &Ground) -> Self {
        let contours = ground
            .hills
            .iter()
            .filter(|hill| hill.outline.len() >= 3)
            .map(|hill| {
                let outline = shapes::points(&hill.outline);
                let step = f32::from(hill.level - around(ground, hill));
                let reach = shapes::bounds(&outline).inflate(SLOPE + 0.6);
                (outline, step, reach)
            })
            .collect();
        Self { contours }
    }

    /// Height in levels, smoothed.
    pub fn height(&self, at: Vec2) -> f32 {
        self.contours
            .iter()
            .filter(|(_, _, reach)| reach.contains(at))
            .map(|(outline, step, _)| {
                let depth = shapes::depth(outline, at);
                let bulge = 0.22 * noise::rise(0.0, 6.0, depth);
                // Hills rise on both sides of their line, hollows fall within it.
                let (from, to) = if *step < 0.0 { (-0.45, SLOPE * 0.90) } else { (-SLOPE, SLOPE * 0.55) };
                step * (noise::rise(from, to, depth) + bulge)
            })
            .sum()
    }

    /// How brightly a point is lit: 1.0 on the flat.
    pub fn shade(&self, at: Vec2) -> f32 {
        let step = 0.12;
        if !self.contours.iter().any(|(_, _, reach)| reach.contains(at)) {
            return 1.0;
        }
        let slope = Vec2::new(
            self.height(at + Vec2::X * step) - self.height(at - Vec2::X * step),
            self.height(at + Vec2::Y * step) - self.height(at - Vec2::Y * step),
        ) / (2.0 * step);
        // Light comes from the upper left: ground that falls away from it is dark.
        let toward = -slope.dot(Vec2::new(-0.62, 0.78));
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
struct Drawn;

/// Draws contours and crests.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(Draw::Build));
}

fn draw(
    mut commands: Commands,
    field: Option<Res<Field>>,
    mut laid: Local<Option<std::sync::Arc<Ground>>>,
    old: Query<Entity, With<Drawn>>,
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
    let mut brush = Brush::default();
    for (n, hill) in field.ground.hills.iter().enumerate() {
        let falls = hill.level < around(&field.ground, hill);
        contour(
            &mut brush,
            &shapes::points(&hill.outline),
            if falls { Slope::Inward } else { Slope::Outward },
            n as u32,
        );
    }
    if !brush.is_empty() {
        commands.spawn((
            Drawn,
            Mesh2d(meshes.add(brush.mesh())),
            MeshMaterial2d(materials.add(ColorMaterial::default())),
            Transform::from_xyz(0.0, 0.0, Layer::Relief.z()),
        ));
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

/// The line itself is exact, since the rules measure to it; the ticks run down the slope from it.
fn contour(brush: &mut Brush, outline: &[Vec2], slope: Slope, seed: u32) {
    if outline.len() < 3 {
        return;
    }
    let area: f32 = shapes::edges(outline).map(|(a, b)| a.perp_dot(b)).sum();
    let mut closed = outline.to_vec();
    closed.push(outline[0]);
    for (k, (at, along)) in shapes::walk(&closed, 0.19).into_iter().enumerate() {
        let outward = if area > 0.0 { -along.perp() } else { along.perp() };
        let out = if slope == Slope::Outward { outward } else { -outward };
        let k = k as i32;
        let sunny = out.dot(Vec2::new(-0.62, 0.78));
        let length = 0.46 + 0.36 * noise::unit(k, 7, seed);
        let width = 0.045 + 0.018 * noise::unit(k, 8, seed);
        let at = at + along * 0.06 * noise::signed(k, 9, seed);
        let lean = (out + along * 0.18 * noise::signed(k, 10, seed)).normalize_or_zero();
        // Dark on the shaded flank, faint where the sun falls.
        let alpha = 0.42 - 0.16 * sunny;
        let ink = Color::srgba(0.16, 0.13, 0.05, alpha);
        let gone = Color::srgba(0.16, 0.13, 0.05, 0.0);
        let side = lean.perp() * width / 2.0;
        let tip = at + lean * length;
        brush.quad([at + side, tip, tip, at - side], [ink, gone, gone, ink]);
    }
    brush.line(outline, Ends::Joined, 0.060, Color::srgba(0.95, 0.90, 0.62, 0.26));
    brush.line(outline, Ends::Joined, 0.026, Color::srgba(0.20, 0.15, 0.05, 0.75));
}
