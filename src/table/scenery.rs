//! What stands on the cloth: trees, orchards, corn, hedges, fences and walls. All of it grows from the stored outlines
//! by chance that depends on the place alone. Crowns over a regiment let it be seen.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::sprite::Anchor;

use super::atlas::{Cut, Sheet};
use super::brush::Brush;
use super::ground::rows_of;
use super::{Draw, Layer, noise, shapes};
use crate::ground::{Area, AreaKind, Ground, Obstacle, ObstacleKind};
use crate::turn::Field;

/// A plant: it fades while a regiment is under it.
#[derive(Component, Clone, Copy, Debug)]
pub struct Plant {
    /// Where its foot stands.
    foot: Vec2,
    /// Middle of what hides the ground.
    crown: Vec2,
    /// How far that reaches.
    reach: f32,
    /// How much of it is left when a regiment is under it.
    faded: f32,
}

#[derive(Component)]
struct Drawn;

/// Grows the scenery of the field.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, (grow, open_woods).chain().in_set(Draw::Build));
}

fn grow(
    mut commands: Commands,
    field: Option<Res<Field>>,
    sheet: Option<Res<Sheet>>,
    mut laid: Local<Option<Arc<Ground>>>,
    old: Query<Entity, With<Drawn>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    let (Some(field), Some(sheet)) = (field.filter(|field| field.is_changed()), sheet) else { return };
    if laid.as_ref().is_some_and(|ground| **ground == *field.ground) {
        return;
    }
    *laid = Some(field.ground.clone());
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let mut garden = Garden { sheet: &sheet, ground: &field.ground, planted: Vec::new() };
    for (n, area) in field.ground.areas.iter().enumerate().filter(|(_, area)| area.outline.len() >= 3) {
        garden.area(area, n as u32);
    }
    let mut brush = Brush::default();
    for (n, obstacle) in field.ground.obstacles.iter().enumerate() {
        let line = shapes::points(&obstacle.line);
        match obstacle.kind {
            ObstacleKind::RailFence => rail_fence(&mut brush, &line, n as u32),
            ObstacleKind::StoneWall => stone_wall(&mut brush, &line, n as u32),
            ObstacleKind::Hedge => garden.hedge(obstacle, n as u32),
            ObstacleKind::Abatis | ObstacleKind::Earthworks => stone_wall(&mut brush, &line, n as u32),
        }
    }
    commands.spawn_batch(garden.planted);
    if !brush.is_empty() {
        commands.spawn((
            Drawn,
            Mesh2d(meshes.add(brush.mesh())),
            MeshMaterial2d(materials.add(ColorMaterial::default())),
            Transform::from_xyz(0.0, 0.0, Layer::Fences.z()),
        ));
    }
}

type Planted = (Drawn, Plant, Sprite, Anchor, Transform);

struct Garden<'a> {
    sheet: &'a Sheet,
    ground: &'a Ground,
    planted: Vec<Planted>,
}

/// How a plant takes a regiment under it.
#[derive(Clone, Copy)]
enum Bends {
    /// A crown overhead becomes translucent.
    Crown,
    /// Trodden down: gone.
    Trodden,
}

impl Garden<'_> {
    fn area(&mut self, area: &Area, seed: u32) {
        let outline = shapes::points(&area.outline);
        match area.kind {
            AreaKind::Ploughed | AreaKind::Stream | AreaKind::River | AreaKind::SunkenRoad | AreaKind::Rubble => {}
            AreaKind::Crops => self.corn(&outline, seed),
            AreaKind::LightWoods if area.name.to_lowercase().contains("orchard") => self.orchard(&outline, seed),
            AreaKind::LightWoods => self.woods(&outline, 1.18, 0.30, seed),
            AreaKind::DenseWoods => self.woods(&outline, 0.80, 0.75, seed),
        }
    }

    /// Too near to the table's edge to stand on it with its whole crown.
    fn at_rim(&self, at: Vec2) -> bool {
        let (w, h) = (self.ground.width.get(), self.ground.height.get());
        at.x < 0.45 || at.x > w - 0.5 || at.y < 0.1 || at.y > h - 1.0
    }

    fn on_road(&self, at: Vec2) -> bool {
        self.ground
            .roads
            .iter()
            .any(|road| shapes::to_line(&shapes::points(&road.line), at) < road.width.get() / 2.0 + 0.15)
    }

    /// Trees scattered `apart`, closer at the edges; `thicket` is the share of bushes between them.
    fn woods(&mut self, outline: &[Vec2], apart: f32, thicket: f32, seed: u32) {
        let reach = shapes::bounds(outline);
        let rows = (reach.height() / apart).ceil() as i32 + 1;
        let columns = (reach.width() / apart).ceil() as i32 + 1;
        for row in 0..rows {
            for column in 0..columns {
                let stagger = if row % 2 == 0 { 0.0 } else { 0.5 };
                let jitter =
                    Vec2::new(noise::signed(column, row, seed + 1), noise::signed(column, row, seed + 2)) * 0.36;
                let at = reach.min + (Vec2::new(column as f32 + stagger, row as f32) + jitter) * apart;
                let depth = shapes::depth(outline, at);
                if depth < 0.12 || self.on_road(at) || self.at_rim(at) {
                    continue;
                }
                // Thinner inside than at the edge, where there is light.
                let gap = if depth > 1.3 { 0.16 } else { 0.04 };
                if noise::unit(column, row, seed + 3) < gap {
                    continue;
                }
                let pine = noise::layered(at * 0.16 + Vec2::splat(60.0), 2, None, seed + 4) > 0.58;
                let kind = noise::hash(column, row, seed + 5) % 3;
                let names: &[&str] = match (pine, kind) {
                    (true, 0) => &["tree_pine_a", "tree_oak_a", "own/oak_0"],
                    (true, _) => &["tree_pine_b", "tree_oak_b", "own/oak_1"],
                    (false, 0) => &["tree_oak_a", "own/oak_0"],
                    (false, 1) => &["tree_oak_b", "own/oak_1"],
                    (false, _) => &["tree_oak_c", "own/oak_2"],
                };
                self.plant(names, at, 0.80 + 0.36 * noise::unit(column, row, seed + 6), Bends::Crown, seed);
            }
        }
        let step = apart * 0.6;
        for (k, (at, along)) in shapes::walk(&closed(outline), step).into_iter().enumerate() {
            let k = k as i32;
            if noise::unit(k, 1, seed + 9) > thicket + 0.25 {
                continue;
            }
            let inward = along.perp() * if area(outline) > 0.0 { 1.0 } else { -1.0 };
            let at =
                at + inward * (0.14 + 0.35 * noise::unit(k, 2, seed + 9)) + along * 0.2 * noise::signed(k, 3, seed + 9);
            if !self.on_road(at) {
                let name = if noise::hash(k, 4, seed).is_multiple_of(2) { "bush_a" } else { "bush_b" };
                self.plant(&[name, "own/bush"], at, 0.75 + 0.4 * noise::unit(k, 5, seed + 9), Bends::Trodden, seed);
            }
        }
    }

    fn orchard(&mut self, outline: &[Vec2], seed: u32) {
        for (n, (at, k)) in in_rows(outline, 1.0, 1.0, 0.35).into_iter().enumerate() {
            let jitter = Vec2::new(noise::signed(k, n as i32, seed), noise::signed(n as i32, k, seed)) * 0.07;
            let name =
                if noise::hash(k, n as i32, seed + 1).is_multiple_of(2) { "fruit_tree_a" } else { "fruit_tree_b" };
            self.plant(
                &[name, "own/fruit"],
                at + jitter,
                0.92 + 0.16 * noise::unit(k, n as i32, seed + 2),
                Bends::Crown,
                seed,
            );
        }
    }

    fn corn(&mut self, outline: &[Vec2], seed: u32) {
        for (n, (at, k)) in in_rows(outline, 0.26, 0.22, 0.10).into_iter().enumerate() {
            let n = n as i32;
            let jitter = Vec2::new(noise::signed(k, n, seed), noise::signed(n, k, seed)) * 0.03;
            if noise::unit(n, k, seed + 4) < 0.05 || self.on_road(at) {
                continue;
            }
            let name = if noise::hash(k, n, seed + 1).is_multiple_of(2) { "corn_a" } else { "corn_b" };
            self.plant(
                &[name, "own/corn"],
                at + jitter,
                0.86 + 0.28 * noise::unit(k, n, seed + 2),
                Bends::Trodden,
                seed,
            );
        }
    }

    fn hedge(&mut self, hedge: &Obstacle, seed: u32) {
        for (k, (at, along)) in shapes::walk(&shapes::points(&hedge.line), 0.24).into_iter().enumerate() {
            let k = k as i32;
            let at = at + along.perp() * 0.05 * noise::signed(k, 1, seed) + along * 0.05 * noise::signed(k, 2, seed);
            let name = if noise::hash(k, 4, seed).is_multiple_of(2) { "bush_a" } else { "bush_b" };
            self.plant(&[name, "own/bush"], at, 0.85 + 0.3 * noise::unit(k, 5, seed), Bends::Crown, seed);
        }
    }

    fn plant(&mut self, names: &[&str], foot: Vec2, scale: f32, bends: Bends, seed: u32) {
        let (x, y) = ((foot.x * 100.0) as i32, (foot.y * 100.0) as i32);
        let Some(Cut { rect, anchor, size }) = self.sheet.first(names, 360.0 * noise::unit(x, y, seed)) else { return };
        let size = size * scale;
        let tone = 0.86 + 0.22 * noise::unit(x, y, seed + 40);
        let warm = 0.96 + 0.10 * noise::unit(x, y, seed + 41);
        let tint = Color::srgb(tone * warm, tone, tone * (1.94 - warm));
        let (mut sprite, anchor_part) = self.sheet.sprite(Cut { rect, anchor, size }, tint);
        sprite.flip_x = noise::hash(x, y, seed + 42).is_multiple_of(4) && size.x < 0.5;
        let crown = foot - anchor * size;
        let (reach, faded) = match bends {
            Bends::Crown => (size.min_element() * 0.42, 0.30),
            Bends::Trodden => (0.06, 0.0),
        };
        self.planted.push((
            Drawn,
            Plant { foot, crown, reach, faded },
            sprite,
            anchor_part,
            Transform::from_xyz(foot.x, foot.y, Layer::standing(foot.y)),
        ));
        // Its shadow lies to the lower right, as everybody's does.
        if let Bends::Crown = bends {
            let wide = size.x * 1.0;
            if let Some(cut) = self.sheet.cut("own/shadow", 0.0) {
                let shadow = Cut { size: Vec2::new(wide, wide * 0.72), ..cut };
                let (sprite, anchor) = self.sheet.sprite(shadow, Color::srgba(1.0, 1.0, 1.0, 0.85));
                let at = foot + Vec2::new(wide * 0.20, -wide * 0.10);
                self.planted.push((
                    Drawn,
                    Plant { foot, crown: at, reach: wide * 0.3, faded: 0.5 },
                    sprite,
                    anchor,
                    Transform::from_xyz(at.x, at.y, Layer::Shadows.z() - 1.0),
                ));
            }
        }
    }
}

fn closed(outline: &[Vec2]) -> Vec<Vec2> {
    let mut line = outline.to_vec();
    line.extend(outline.first());
    line
}

fn area(outline: &[Vec2]) -> f32 {
    shapes::edges(outline).map(|(a, b)| a.perp_dot(b)).sum::<f32>() / 2.0
}

/// Places in rows along the longest side, `between` rows and `within` a row, at least `margin` inside; with the row's
/// number.
fn in_rows(outline: &[Vec2], between: f32, within: f32, margin: f32) -> Vec<(Vec2, i32)> {
    let turn = Rot2::radians(rows_of(outline));
    let level: Vec<Vec2> = outline.iter().map(|p| turn.inverse() * *p).collect();
    let reach = shapes::bounds(&level);
    let rows = (reach.height() / between) as i32 + 1;
    let columns = (reach.width() / within) as i32 + 1;
    // Rows stand on the same lattice as the furrows that the shader draws: multiples of `between` from the origin.
    let first = (reach.min.y / between).ceil();
    let mut places = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let at = turn * Vec2::new(reach.min.x + (column as f32 + 0.5) * within, (first + row as f32) * between);
            if shapes::depth(outline, at) >= margin {
                places.push((at, row));
            }
        }
    }
    places
}

/// Crowns over a regiment become translucent, crops under it are trodden down.
fn open_woods(field: Option<Res<Field>>, mut plants: Query<(&Plant, &mut Sprite)>, new: Query<(), Added<Plant>>) {
    let Some(field) = field else { return };
    if !field.is_changed() && new.is_empty() {
        return;
    }
    let mut bases: Vec<(Vec2, Vec<Vec2>)> = Vec::new();
    for unit in field.standing() {
        for base in unit.bases() {
            bases.push((base.centre(), base.corners().to_vec()));
        }
    }
    for general in field.generals.iter().filter(|general| !general.state.gone) {
        let at = general.state.at.vec();
        let half = general.general.diameter().get() / 2.0;
        let corners = [Vec2::new(-half, half), Vec2::splat(half), Vec2::new(half, -half), Vec2::splat(-half)];
        bases.push((at, corners.map(|corner| at + corner).to_vec()));
    }
    for (plant, mut sprite) in &mut plants {
        let covers = bases.iter().any(|(centre, corners)| {
            centre.distance_squared(plant.crown) < (plant.reach + 1.0) * (plant.reach + 1.0)
                && (shapes::depth(corners, plant.crown) > -plant.reach || shapes::depth(corners, plant.foot) > -0.1)
        });
        let alpha = if covers { plant.faded } else { 1.0 };
        if (sprite.color.alpha() - alpha).abs() > 0.001 {
            sprite.color.set_alpha(alpha);
        }
    }
}

/// A snake fence: panels at a slant to each other, three rails high, their ends crossed.
fn rail_fence(brush: &mut Brush, line: &[Vec2], seed: u32) {
    let stops = shapes::walk(line, 0.52);
    let joints: Vec<Vec2> = stops
        .iter()
        .enumerate()
        .map(|(k, (at, along))| *at + along.perp() * if k % 2 == 0 { 0.095 } else { -0.095 })
        .collect();
    for w in joints.windows(2) {
        let along = (w[1] - w[0]).normalize_or_zero();
        for height in [0.02, 0.12] {
            let fall = Vec2::new(0.06 + height * 0.7, -0.035 - height * 0.35);
            brush.stroke(
                w[0] - along * 0.07 + fall,
                w[1] + along * 0.07 + fall,
                0.05,
                Color::srgba(0.03, 0.04, 0.01, 0.34),
            );
        }
    }
    for (k, w) in joints.windows(2).enumerate() {
        let along = (w[1] - w[0]).normalize_or_zero();
        for (rail, height) in [0.0, 0.062, 0.124, 0.186].into_iter().enumerate() {
            let (k, rail) = (k as i32, rail as i32);
            let rise = Vec2::Y * (height * 0.72 + 0.008 * noise::signed(k, rail, seed));
            let over = 0.06 + 0.05 * noise::unit(k, rail, seed + 1);
            let tilt = Vec2::Y * 0.012 * noise::signed(k, rail, seed + 2);
            let (a, b) = (w[0] - along * over + rise - tilt, w[1] + along * over + rise + tilt);
            let tone = 0.34 + 0.15 * noise::unit(k, rail, seed + 3) + 0.045 * rail as f32;
            let color = Color::srgb(tone * 1.08, tone * 0.95, tone * 0.76);
            brush.stroke(a - along * 0.006, b + along * 0.006, 0.052, Color::srgb(0.13, 0.10, 0.06));
            brush.stroke(a, b, 0.032, color);
            let shine = Vec2::Y * 0.008;
            brush.stroke(a + shine, b + shine, 0.009, color.lighter(0.10));
        }
    }
}

/// A dry stone wall, two courses wide, every stone its own.
fn stone_wall(brush: &mut Brush, line: &[Vec2], seed: u32) {
    let shadow: Vec<Vec2> = line.iter().map(|p| *p + Vec2::new(0.10, -0.11)).collect();
    brush.line(&shadow, super::brush::Ends::Open, 0.30, Color::srgba(0.03, 0.04, 0.01, 0.42));
    brush.line(line, super::brush::Ends::Open, 0.26, Color::srgb(0.16, 0.145, 0.11));
    let mut stones: Vec<(Vec2, f32, i32, i32)> = Vec::new();
    for course in 0..3 {
        let across = [-0.085, 0.085, 0.0][course as usize];
        let every = if course == 2 { 0.19 } else { 0.155 };
        for (k, (at, along)) in shapes::walk(line, every).into_iter().enumerate() {
            let k = k as i32;
            let slide = along * (0.04 * noise::signed(k, course, seed) + if course == 1 { 0.07 } else { 0.0 });
            let lift = if course == 2 { Vec2::new(0.0, 0.045) } else { Vec2::ZERO };
            let at = at + along.perp() * (across + 0.018 * noise::signed(k, course, seed + 1)) + slide + lift;
            stones.push((at, if course == 2 { 0.088 } else { 0.082 }, k, course));
        }
    }
    for (at, size, k, course) in stones {
        let sides = 7;
        let turn = noise::unit(k, course, seed + 2) * 6.0;
        let squash = 0.78 + 0.3 * noise::unit(k, course, seed + 3);
        let rim: Vec<Vec2> = (0..sides)
            .map(|n| {
                let radius = size * (0.82 + 0.30 * noise::unit(k * 8 + n, course, seed + 4));
                at + Vec2::from_angle(turn + n as f32 / sides as f32 * std::f32::consts::TAU)
                    * radius
                    * Vec2::new(1.0, squash)
            })
            .collect();
        let tone = 0.46 + 0.20 * noise::unit(k, course, seed + 5) + if course == 2 { 0.06 } else { 0.0 };
        let warm = noise::signed(k, course, seed + 6) * 0.02;
        let gray = |light: f32| Color::srgb((tone + warm) * light, tone * light, (tone - warm - 0.03) * light);
        brush.fan(at, &super::brush::grown(&rim, 0.012), Color::srgb(0.12, 0.11, 0.09), Color::srgb(0.12, 0.11, 0.09));
        for (a, b) in shapes::edges(&rim) {
            let light = |p: Vec2| 1.0 + 0.36 * ((p - at) / size).dot(Vec2::new(-0.62, 0.78));
            brush.triangle([at, a, b], [gray(1.08), gray(light(a)), gray(light(b))]);
        }
    }
}
