//! The cloth: grass, roads worn into it, fields, the floor of woods, water, cuttings, the shade of hills; and the wooden
//! edge and the room around it. Three pictures are computed when a battle begins: colours, and two of masks (how deep a
//! point lies inside a road, a field, water). The shader adds blades, ruts and furrows of its own, so that the cloth stays sharp at any zoom.

use std::thread;

use bevy::asset::{load_internal_asset, uuid_handle};
use bevy::image::{ImageAddressMode, ImageFilterMode, ImageSampler, ImageSamplerDescriptor};
use bevy::mesh::PlaneMeshBuilder;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy::render::render_resource::{AsBindGroup, TextureFormat};
use bevy::shader::{Shader, ShaderRef};
use bevy::sprite_render::{Material2d, Material2dPlugin};

use super::paint::Canvas;
use super::relief::Relief;
use super::rings::Rings;
use super::{Draw, Layer, atlas, noise, shapes};
use crate::ground::{AreaKind, Ground};
use crate::turn::Field;

const SHADER: Handle<Shader> = uuid_handle!("5d1f0a3e-6a53-4a2c-9b55-7f0f6d1c9e21");

/// The cloth's material.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
pub struct Cloth {
    /// Width and height of the table in inches.
    #[uniform(0)]
    pub table: Vec4,
    /// Colours.
    #[texture(1)]
    #[sampler(2)]
    pub colors: Handle<Image>,
    /// Red: depth inside a road; green: inside a ploughed field; blue: inside crops; alpha: the way furrows run.
    #[texture(3)]
    #[sampler(4)]
    pub masks: Handle<Image>,
    /// Blades and grain, repeated.
    #[texture(5)]
    #[sampler(6)]
    pub detail: Handle<Image>,
    /// Red: depth inside water; green: inside a sunken road.
    #[texture(7)]
    #[sampler(8)]
    pub cuts: Handle<Image>,
}

impl Material2d for Cloth {
    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }
}

/// The entity that shows the cloth.
#[derive(Component)]
struct ClothOf;

/// Draws the ground of the field.
pub fn plugin(app: &mut App) {
    load_internal_asset!(app, SHADER, "ground.wgsl", Shader::from_wgsl);
    app.add_plugins(Material2dPlugin::<Cloth>::default()).add_systems(Update, lay.in_set(Draw::Build));
}

/// Inches that one repeat of the detail picture covers.
const DETAIL_PIXELS: u32 = 1024;
/// Pixels of the computed pictures for an inch of table.
const PX_PER_INCH: f32 = 20.0;
/// Depth (inches) that a mask can tell, each way from the edge.
pub const MASK_REACH: f32 = 1.0;

#[expect(clippy::too_many_arguments, reason = "a Bevy system")]
fn lay(
    mut commands: Commands,
    field: Option<Res<Field>>,
    mut laid: Local<Option<std::sync::Arc<Ground>>>,
    old: Query<Entity, With<ClothOf>>,
    mut images: ResMut<Assets<Image>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<Cloth>>,
    mut detail: Local<Option<Handle<Image>>>,
) {
    let Some(field) = field.filter(|field| field.is_changed()) else { return };
    if laid.as_ref().is_some_and(|ground| same_land(ground, &field.ground)) {
        return;
    }
    *laid = Some(field.ground.clone());
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let detail = detail.get_or_insert_with(|| images.add(detail_picture())).clone();
    let [colors, masks, cuts] = bake(&field.ground).map(|picture| images.add(picture));
    let table = Vec2::new(field.ground.width.get(), field.ground.height.get());
    let material = Cloth { table: table.extend(0.0).extend(0.0), colors, masks, detail, cuts };
    // Wide enough for the room around the table at any shape of window.
    let around = table * 4.0;
    commands.spawn((
        ClothOf,
        Mesh2d(meshes.add(PlaneMeshBuilder::from_size(around).normal(Dir3::Z).build())),
        MeshMaterial2d(materials.add(material)),
        Transform::from_translation((table / 2.0).extend(Layer::Ground.z())),
    ));
}

/// Whether the land itself is the same, whatever the battle has done to what stands on it.
pub fn same_land(a: &Ground, b: &Ground) -> bool {
    std::ptr::eq(a, b)
        || ((a.width, a.height) == (b.width, b.height)
            && a.areas == b.areas
            && a.hills == b.hills
            && a.roads == b.roads
            && a.obstacles == b.obstacles
            && a.bridges == b.bridges
            && a.buildings == b.buildings)
}

struct Patch {
    outline: Rings,
    kind: AreaKind,
    /// Direction of furrows and rows, radians from the x axis, in `0.0..PI`.
    rows: f32,
    reach: Rect,
}

/// The way rows run in a field: along its longest side.
pub fn rows_of(outline: &[Vec2]) -> f32 {
    let (a, b) = shapes::edges(outline)
        .max_by(|x, y| (x.1 - x.0).length_squared().total_cmp(&(y.1 - y.0).length_squared()))
        .unwrap_or((Vec2::ZERO, Vec2::X));
    let along = b - a;
    bevy::math::ops::atan2(along.y, along.x).rem_euclid(std::f32::consts::PI)
}

fn bake(ground: &Ground) -> [Image; 3] {
    let (w, h) = (ground.width.get(), ground.height.get());
    let size = UVec2::new((w * PX_PER_INCH) as u32, (h * PX_PER_INCH) as u32).max(UVec2::splat(8));
    let relief = Relief::of(ground);
    let fields: Vec<Patch> = ground
        .areas
        .iter()
        .filter(|area| area.outline.len() >= 3)
        .map(|area| {
            let outline = Rings::of(area);
            let reach = outline.bounds().inflate(2.0);
            Patch { rows: rows_of(outline.outer()), kind: area.kind, reach, outline }
        })
        .collect();
    let roads: Vec<(Vec<Vec2>, f32, Rect)> = ground
        .roads
        .iter()
        .filter(|road| road.line.len() >= 2)
        .map(|road| {
            let line = shapes::points(&road.line);
            let reach = shapes::bounds(&line).inflate(road.width.get() + 1.5);
            (line, road.width.get() / 2.0, reach)
        })
        .collect();
    let rows: Vec<u32> = (0..size.y).collect();
    let hands = thread::available_parallelism().map_or(1, usize::from).min(8);
    let paint_row = |y: u32| {
        let mut row = [const { Vec::new() }; 3];
        for x in 0..size.x {
            let at =
                Vec2::new((x as f32 + 0.5) / size.x as f32 * w, (size.y as f32 - y as f32 - 0.5) / size.y as f32 * h);
            for (pixels, point) in row.iter_mut().zip(point(at, &relief, &fields, &roads)) {
                pixels.extend(point.map(|c| (c.clamp(0.0, 1.0) * 255.0 + 0.5) as u8));
            }
        }
        row
    };
    let parts: Vec<[Vec<u8>; 3]> = thread::scope(|scope| {
        let per = rows.len().div_ceil(hands);
        let workers: Vec<_> = rows
            .chunks(per)
            .map(|chunk| scope.spawn(move || chunk.iter().map(|y| paint_row(*y)).collect::<Vec<_>>()))
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    });
    let mut pictures = [const { Vec::new() }; 3];
    for mut row in parts {
        for (picture, row) in pictures.iter_mut().zip(&mut row) {
            picture.append(row);
        }
    }
    let [colors, masks, cuts] = pictures.map(|pixels| Canvas { width: size.x, height: size.y, pixels });
    [
        atlas::picture(colors, 1, TextureFormat::Rgba8UnormSrgb, ImageSampler::linear()),
        atlas::picture(masks, 1, TextureFormat::Rgba8Unorm, ImageSampler::linear()),
        atlas::picture_of_channels(cuts, 1, TextureFormat::Rgba8Unorm, ImageSampler::linear()),
    ]
}

/// Colour, masks and cuts of a point.
fn point(at: Vec2, relief: &Relief, fields: &[Patch], roads: &[(Vec<Vec2>, f32, Rect)]) -> [[f32; 4]; 3] {
    // Grass: wide drifts of lush and dry, meadow and mown.
    let drift = noise::layered(at * 0.075 + Vec2::splat(11.0), 4, None, 1);
    let patch = noise::layered(at * 0.22 + Vec2::new(31.0, 7.0), 4, None, 2);
    let tuft = noise::layered(at * 1.3 + Vec2::splat(50.0), 4, None, 3);
    let lush = [0.335, 0.405, 0.165];
    let dry = [0.475, 0.465, 0.235];
    let pale = [0.425, 0.475, 0.215];
    let dryness = noise::rise(0.46, 0.70, drift + 0.25 * (patch - 0.5));
    let paleness = noise::rise(0.50, 0.62, patch + 0.18 * (tuft - 0.5)) * 0.7;
    let mut rgb: [f32; 3] = std::array::from_fn(|c| {
        let grass = noise::mix(lush[c], pale[c], paleness);
        noise::mix(grass, dry[c], dryness * 0.8) * (0.84 + 0.32 * tuft)
    });
    // Bare earth here and there.
    let bare = noise::rise(0.72, 0.80, noise::layered(at * 0.55 + Vec2::splat(90.0), 4, None, 4));
    tint(&mut rgb, [0.47, 0.40, 0.27], bare * 0.55);

    let mut mask = [0.0, 0.0, 0.0, 0.0];
    let mut cut = [0.0, 0.0, 0.0, 1.0];
    let mut nearest = f32::NEG_INFINITY;
    for field in fields {
        if !field.reach.contains(at) {
            continue;
        }
        let wobble = 0.35 * (noise::layered(at * 0.9 + Vec2::splat(17.0), 3, None, 5) - 0.5);
        let depth = field.outline.depth(at);
        let told = (0.5 + depth / (2.0 * MASK_REACH)).clamp(0.0, 1.0);
        match field.kind {
            AreaKind::Ploughed => mask[1] = f32::max(mask[1], told),
            AreaKind::Crops => mask[2] = f32::max(mask[2], told),
            AreaKind::Stream | AreaKind::River => {
                cut[0] = f32::max(cut[0], told);
                // Lush and damp along the banks.
                tint(&mut rgb, [0.27, 0.36, 0.15], 0.6 * noise::rise(-1.0, 0.0, depth + wobble));
            }
            AreaKind::SunkenRoad => {
                cut[1] = f32::max(cut[1], told);
                tint(&mut rgb, [0.50, 0.42, 0.28], 0.8 * noise::rise(-0.2, 0.15, depth + 0.4 * wobble));
            }
            AreaKind::Rubble => {
                tint(&mut rgb, [0.40, 0.37, 0.32], 0.8 * noise::rise(-0.4, 0.1, depth + 0.6 * wobble));
            }
            AreaKind::LightWoods => {
                let floor = noise::rise(-0.45, 0.75, depth + 2.2 * wobble);
                tint(&mut rgb, [0.30, 0.315, 0.145], floor * 0.62);
                tint(&mut rgb, [0.37, 0.31, 0.18], floor * 0.35 * noise::rise(0.45, 0.6, patch));
            }
            AreaKind::DenseWoods => {
                let floor = noise::rise(-0.5, 0.55, depth + 2.2 * wobble);
                tint(&mut rgb, [0.225, 0.215, 0.10], floor * 0.86);
                tint(&mut rgb, [0.30, 0.24, 0.13], floor * 0.4 * noise::rise(0.45, 0.6, patch));
            }
        }
        if matches!(field.kind, AreaKind::Ploughed | AreaKind::Crops) && depth > nearest {
            nearest = depth;
            mask[3] = field.rows / std::f32::consts::PI;
        }
    }
    for (line, half, reach) in roads {
        if reach.contains(at) {
            let depth = half - shapes::to_line(line, at);
            // Verges are trodden and dusty beyond the road itself.
            tint(&mut rgb, [0.52, 0.46, 0.32], 0.5 * noise::rise(-0.7, 0.0, depth + 0.5 * (tuft - 0.5)));
            mask[0] = f32::max(mask[0], 0.5 + depth / (2.0 * MASK_REACH));
        }
    }
    let shade = relief.shade(at);
    let height = relief.height(at).min(3.0);
    // Higher ground is drier and lighter.
    tint(&mut rgb, [0.56, 0.53, 0.31], (0.30 * height).clamp(0.0, 0.8));
    // Hollows keep their damp.
    tint(&mut rgb, [0.235, 0.290, 0.125], (-0.34 * height).clamp(0.0, 0.6));
    let lit = rgb.map(|c| c * shade);
    [[lit[0], lit[1], lit[2], (shade * 0.5).clamp(0.0, 1.0)], mask, cut]
}

fn tint(rgb: &mut [f32; 3], toward: [f32; 3], by: f32) {
    for c in 0..3 {
        rgb[c] = noise::mix(rgb[c], toward[c], by);
    }
}

/// Grain that repeats: red, blades of grass; green, broad mottling; blue, ragged edges; alpha, grit.
fn detail_picture() -> Image {
    let n = DETAIL_PIXELS;
    let per = 64.0 / n as f32;
    let mut pixels = vec![0_u8; (n * n * 4) as usize];
    for y in 0..n {
        for x in 0..n {
            let at = Vec2::new(x as f32, y as f32) * per;
            let ground = noise::layered(at, 4, Some(64), 21);
            let broad = noise::layered(at / 8.0, 4, Some(8), 22);
            let ragged = noise::layered(at / 4.0, 6, Some(16), 23);
            let grit = noise::value(at * 6.0, Some(384), 24);
            let i = ((y * n + x) * 4) as usize;
            for (c, v) in [0.26 + 0.36 * ground, broad, ragged, grit].into_iter().enumerate() {
                pixels[i + c] = (v.clamp(0.0, 1.0) * 255.0) as u8;
            }
        }
    }
    // Blades: short strokes, most of them leaning with the light, dark at the foot and bright at the tip.
    let size = n as i32;
    for k in 0..26_000 {
        let x0 = noise::unit(k, 0, 31) * n as f32;
        let y0 = noise::unit(k, 1, 31) * n as f32;
        let lean = noise::signed(k, 2, 31) * 0.9;
        let length = 5.0 + 9.0 * noise::unit(k, 3, 31);
        let tone = 0.30 + 0.62 * noise::unit(k, 4, 31);
        let steps = length as i32;
        for s in 0..steps {
            let t = s as f32 / steps as f32;
            let x = (x0 + lean * s as f32 * 0.8) as i32;
            let y = (y0 - s as f32) as i32;
            let i = ((y.rem_euclid(size) * size + x.rem_euclid(size)) * 4) as usize;
            let old = f32::from(pixels[i]) / 255.0;
            let new = noise::mix(old, tone * (0.55 + 0.6 * t), 0.72);
            pixels[i] = (new.clamp(0.0, 1.0) * 255.0) as u8;
        }
    }
    let sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        address_mode_u: ImageAddressMode::Repeat,
        address_mode_v: ImageAddressMode::Repeat,
        mag_filter: ImageFilterMode::Linear,
        min_filter: ImageFilterMode::Linear,
        mipmap_filter: ImageFilterMode::Linear,
        ..default()
    });
    // The alpha of this picture is grit, not coverage, so its smaller copies are averaged channel by channel.
    atlas::picture_of_channels(Canvas { width: n, height: n, pixels }, 8, TextureFormat::Rgba8Unorm, sampler)
}
