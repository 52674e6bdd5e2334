//! What stands on the cloth: trees, orchards, corn and hedges. All of it grows from the stored outlines
//! by chance that depends on the place alone. Crowns over a regiment let it be seen.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::sprite::Anchor;

use super::atlas::{Cut, Sheet};
use super::flora::{Crop, Wood, lot};
use super::ground::{rows_of, same_land};
use super::lod::Zooms;
use super::presence::{self, Presence};
use super::rings::Rings;
use super::sky::{Sky, fall};
use super::{Draw, Layer, noise, shapes};
use crate::ground::{Area, AreaKind, Ground, ObstacleKind, Season};
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
    /// How thick it is otherwise.
    whole: f32,
    /// How much of it is left when a regiment is under it.
    faded: f32,
}

#[derive(Component)]
struct Drawn;

/// Part of a hedge.
#[derive(Component)]
struct Hedged;

/// Grows the scenery of the field.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, ((grow, hedges), open_woods).chain().in_set(Draw::Build).after(presence::gather));
}

fn grow(
    mut commands: Commands,
    field: Option<Res<Field>>,
    sheet: Option<Res<Sheet>>,
    mut laid: Local<Option<(Arc<Ground>, Season)>>,
    old: Query<Entity, With<Drawn>>,
) {
    let (Some(field), Some(sheet)) = (field.filter(|field| field.is_changed()), sheet) else { return };
    let season = Sky::of(&field).season;
    if laid.as_ref().is_some_and(|(ground, then)| same_land(ground, &field.ground) && *then == season) {
        return;
    }
    *laid = Some((field.ground.clone(), season));
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let mut garden = Garden { sheet: &sheet, ground: &field.ground, season, planted: Vec::new() };
    for (n, area) in field.ground.areas.iter().enumerate().filter(|(_, area)| area.outline.len() >= 3) {
        garden.area(area, n as u32);
    }
    for planted in garden.planted {
        commands.spawn((Drawn, planted));
    }
}

/// Hedges by themselves: they are grown again when a gap has been made in one.
fn hedges(
    mut commands: Commands,
    field: Option<Res<Field>>,
    sheet: Option<Res<Sheet>>,
    mut laid: Local<Option<(Arc<Ground>, Season)>>,
    old: Query<Entity, With<Hedged>>,
) {
    let (Some(field), Some(sheet)) = (field.filter(|field| field.is_changed()), sheet) else { return };
    let season = Sky::of(&field).season;
    let same = |(ground, then): &(Arc<Ground>, Season)| {
        same_land(ground, &field.ground) && ground.changes.gaps == field.ground.changes.gaps && *then == season
    };
    if laid.as_ref().is_some_and(same) {
        return;
    }
    *laid = Some((field.ground.clone(), season));
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let mut garden = Garden { sheet: &sheet, ground: &field.ground, season, planted: Vec::new() };
    for (n, obstacle) in field.ground.obstacles.iter().enumerate() {
        if obstacle.kind == ObstacleKind::Hedge {
            for stretch in field.ground.standing_parts(n) {
                garden.hedge(&shapes::points(&stretch), n as u32);
            }
        }
    }
    for planted in garden.planted {
        commands.spawn((Hedged, planted));
    }
}

type Planted = (Plant, Sprite, Anchor, Transform, Zooms);

/// Zoom below which what is knee-high is smaller than a pixel or two, and is not drawn plant by plant: no table of 72 x 48
/// is seen from so far away.
const KNEE_HIGH: f32 = 7.0;

struct Garden<'a> {
    sheet: &'a Sheet,
    ground: &'a Ground,
    season: Season,
    planted: Vec<Planted>,
}

/// How a plant takes a regiment under it.
#[derive(Clone, Copy)]
enum Bends {
    /// A crown overhead becomes translucent; it takes so much of the light from the ground.
    Crown(f32),
    /// Trodden down: gone.
    Trodden,
}

impl Garden<'_> {
    fn area(&mut self, area: &Area, seed: u32) {
        let outline = Rings::on(self.table(), area);
        let rows = rows_of(&shapes::points(&area.outline));
        match area.kind {
            AreaKind::Ploughed | AreaKind::Stream | AreaKind::River | AreaKind::SunkenRoad | AreaKind::Rubble => {}
            AreaKind::Crops => self.crop((&outline, rows), Crop::of(&area.name), seed),
            AreaKind::LightWoods if area.name.to_lowercase().contains("orchard") => {
                self.orchard((&outline, rows), seed)
            }
            AreaKind::LightWoods => self.woods(&outline, 1.18, 0.30, seed),
            AreaKind::DenseWoods => self.woods(&outline, 0.80, 0.75, seed),
        }
    }

    fn table(&self) -> Vec2 {
        Vec2::new(self.ground.width.get(), self.ground.height.get())
    }

    /// Too near to the table's edge to stand on it with its whole crown.
    fn at_rim(&self, at: Vec2) -> bool {
        let table = self.table();
        at.x < 0.45 || at.x > table.x - 0.5 || at.y < 0.1 || at.y > table.y - 1.0
    }

    /// The same for what is low.
    fn off(&self, at: Vec2) -> bool {
        let table = self.table();
        at.x < 0.12 || at.x > table.x - 0.12 || at.y < 0.05 || at.y > table.y - 0.3
    }

    fn on_road(&self, at: Vec2) -> bool {
        self.ground
            .roads
            .iter()
            .any(|road| shapes::to_line(&shapes::points(&road.line), at) < road.width.get() / 2.0 + 0.15)
    }

    /// Trees scattered `apart`, closer at the edges; `thicket` is the share of bushes between them.
    fn woods(&mut self, outline: &Rings, apart: f32, thicket: f32, seed: u32) {
        let reach = outline.bounds();
        let rows = (reach.height() / apart).ceil() as i32 + 1;
        let columns = (reach.width() / apart).ceil() as i32 + 1;
        for row in 0..rows {
            for column in 0..columns {
                let stagger = if row % 2 == 0 { 0.0 } else { 0.5 };
                let jitter =
                    Vec2::new(noise::signed(column, row, seed + 1), noise::signed(column, row, seed + 2)) * 0.36;
                let at = reach.min + (Vec2::new(column as f32 + stagger, row as f32) + jitter) * apart;
                let depth = outline.depth(at);
                if depth < 0.12 || self.on_road(at) {
                    continue;
                }
                if self.at_rim(at) {
                    // Brush, where a crown would hang over the edge.
                    if !self.off(at) {
                        let names = Wood::Bush.names(self.season, lot(column, row, seed + 5));
                        let scale = 0.85 + 0.4 * noise::unit(column, row, seed + 6);
                        self.plant(&names, at, scale, Bends::Trodden, seed);
                    }
                    continue;
                }
                // Thinner inside than at the edge, where there is light.
                let gap = if depth > 1.3 { 0.16 } else { 0.04 };
                if noise::unit(column, row, seed + 3) < gap {
                    continue;
                }
                let pine = noise::layered(at * 0.16 + Vec2::splat(60.0), 2, None, seed + 4) > 0.58;
                let wood = if pine && noise::unit(column, row, seed + 8) < 0.84 { Wood::Pine } else { Wood::Broad };
                let names = wood.names(self.season, lot(column, row, seed + 5));
                let scale = 0.78 + 0.40 * noise::unit(column, row, seed + 6);
                self.plant(&names, at, scale, Bends::Crown(wood.shade(self.season)), seed);
            }
        }
        let step = apart * 0.6;
        for (k, (at, along)) in outline.rings().flat_map(|ring| shapes::walk(&closed(ring), step)).enumerate() {
            let k = k as i32;
            if noise::unit(k, 1, seed + 9) > thicket + 0.25 {
                continue;
            }
            // Rings run with the woods on their left.
            let inward = along.perp();
            let at =
                at + inward * (0.14 + 0.35 * noise::unit(k, 2, seed + 9)) + along * 0.2 * noise::signed(k, 3, seed + 9);
            if !self.on_road(at) && !self.off(at) {
                let names = Wood::Bush.names(self.season, lot(k, 4, seed));
                self.plant(&names, at, 0.75 + 0.4 * noise::unit(k, 5, seed + 9), Bends::Trodden, seed);
            }
        }
    }

    fn orchard(&mut self, field: (&Rings, f32), seed: u32) {
        for (n, (at, k)) in in_rows(field, 1.0, 1.0, 0.35).into_iter().enumerate() {
            let jitter = Vec2::new(noise::signed(k, n as i32, seed), noise::signed(n as i32, k, seed)) * 0.07;
            if self.at_rim(at) || self.on_road(at) {
                continue;
            }
            let names = Wood::Fruit.names(self.season, lot(k, n as i32, seed + 1));
            let scale = 0.92 + 0.16 * noise::unit(k, n as i32, seed + 2);
            self.plant(&names, at + jitter, scale, Bends::Crown(Wood::Fruit.shade(self.season)), seed);
        }
    }

    fn crop(&mut self, field: (&Rings, f32), crop: Crop, seed: u32) {
        let (between, within) = crop.apart();
        for (n, (at, k)) in in_rows(field, between, within, 0.10).into_iter().enumerate() {
            let n = n as i32;
            let jitter = Vec2::new(noise::signed(k, n, seed), noise::signed(n, k, seed)) * 0.03;
            if noise::unit(n, k, seed + 4) < 0.05 || self.on_road(at) || self.off(at) {
                continue;
            }
            let names = crop.names(self.season, lot(k, n, seed + 1));
            // Young corn is not yet as high.
            let young = if (crop, self.season) == (Crop::Corn, Season::Spring) { 0.78 } else { 1.0 };
            let scale = young * (0.86 + 0.28 * noise::unit(k, n, seed + 2));
            self.plant_in(crop.tone(self.season), &names, at + jitter, scale, Bends::Trodden, seed);
        }
    }

    fn hedge(&mut self, line: &[Vec2], seed: u32) {
        for (k, (at, along)) in shapes::walk(line, 0.24).into_iter().enumerate() {
            let k = k as i32;
            let at = at + along.perp() * 0.05 * noise::signed(k, 1, seed) + along * 0.05 * noise::signed(k, 2, seed);
            let names = Wood::Bush.names(self.season, lot(k, 4, seed));
            let scale = 0.85 + 0.3 * noise::unit(k, 5, seed);
            self.plant(&names, at, scale, Bends::Crown(Wood::Bush.shade(self.season)), seed);
        }
    }

    fn plant(&mut self, names: &[impl AsRef<str>], foot: Vec2, scale: f32, bends: Bends, seed: u32) {
        self.plant_in(1.0, names, foot, scale, bends, seed);
    }

    /// `tone` is how light it is, as a multiple.
    fn plant_in(&mut self, tone: f32, names: &[impl AsRef<str>], foot: Vec2, scale: f32, bends: Bends, seed: u32) {
        let (x, y) = ((foot.x * 100.0) as i32, (foot.y * 100.0) as i32);
        let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        let Some(Cut { rect, anchor, size }) = self.sheet.first(&names, 360.0 * noise::unit(x, y, seed)) else {
            return;
        };
        let size = size * scale;
        let tone = tone * (0.86 + 0.22 * noise::unit(x, y, seed + 40));
        let warm = 0.96 + 0.10 * noise::unit(x, y, seed + 41);
        let tint = Color::srgb(tone * warm, tone, tone * (1.94 - warm));
        let (mut sprite, anchor_part) = self.sheet.sprite(Cut { rect, anchor, size }, tint);
        sprite.flip_x = noise::hash(x, y, seed + 42).is_multiple_of(4) && size.x < 0.5;
        let crown = foot - anchor * size;
        let (reach, faded) = match bends {
            Bends::Crown(_) => (size.min_element() * 0.42, 0.30),
            Bends::Trodden => (0.06, 0.0),
        };
        let zooms = match bends {
            Bends::Crown(_) => Zooms::near(0.0),
            Bends::Trodden => Zooms::near(KNEE_HIGH),
        };
        self.planted.push((
            Plant { foot, crown, reach, whole: 1.0, faded },
            sprite,
            anchor_part,
            Transform::from_xyz(foot.x, foot.y, Layer::standing(foot.y)),
            zooms,
        ));
        // Its shadow lies away from the sun, as everybody's does.
        if let Bends::Crown(shade) = bends {
            let wide = size.x * 1.0;
            if let Some(cut) = self.sheet.cut("own/shadow", 0.0) {
                let shadow = Cut { size: Vec2::new(wide, wide * 0.86), ..cut };
                let (sprite, anchor) = self.sheet.sprite(shadow, Color::srgba(1.0, 1.0, 1.0, shade));
                // The middle of a crown is two fifths of its breadth above the ground.
                let at = foot + fall(wide * 0.45);
                self.planted.push((
                    Plant { foot, crown: at, reach: wide * 0.3, whole: shade, faded: 0.5 * shade },
                    sprite,
                    anchor,
                    Transform::from_xyz(at.x, at.y, Layer::Shadows.z() - 1.0),
                    Zooms::near(KNEE_HIGH),
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

/// Places in a field's rows, `between` rows and `within` a row, at least `margin` inside; with the row's
/// number.
fn in_rows((rings, rows): (&Rings, f32), between: f32, within: f32, margin: f32) -> Vec<(Vec2, i32)> {
    let outline = rings.outer();
    let turn = Rot2::radians(rows);
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
            if rings.depth(at) >= margin {
                places.push((at, row));
            }
        }
    }
    places
}

/// Crowns over a regiment or its ghost become translucent, crops under it are trodden down.
fn open_woods(presence: Res<Presence>, mut plants: Query<(Ref<Plant>, &mut Sprite)>) {
    let moved = presence.is_changed();
    for (plant, mut sprite) in &mut plants {
        if !moved && !plant.is_added() {
            continue;
        }
        let alpha = if plant.covers(&presence) { plant.faded } else { plant.whole };
        if (sprite.color.alpha() - alpha).abs() > 0.001 {
            sprite.color.set_alpha(alpha);
        }
    }
}

impl Plant {
    /// Whether somebody is under it, or hidden behind it.
    fn covers(&self, presence: &Presence) -> bool {
        let area = Rect::from_center_half_size(self.crown, Vec2::splat(self.reach)).union_point(self.foot).inflate(0.1);
        presence.near(area).any(|base| {
            shapes::depth(&base.corners, self.crown) > -self.reach || shapes::depth(&base.corners, self.foot) > -0.1
        })
    }
}
