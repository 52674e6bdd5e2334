//! The cloth: grass, roads worn into it, fields, the floor of woods, water, cuttings, the shade of hills; and the wooden
//! edge and the room around it. Three pictures are computed when a battle begins ([`super::turf`]): colours, and two of
//! masks (how deep a point lies inside a road, a field, water). The shader adds blades, ruts, furrows and snow of its own,
//! so that the cloth stays sharp at any zoom.

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
use super::sky::Sky;
use super::turf::Turf;
use super::{Draw, Layer, atlas, noise};
use crate::ground::{Ground, Season};
use crate::turn::Field;

pub use super::turf::{MASK_REACH, rows_of};

const SHADER: Handle<Shader> = uuid_handle!("5d1f0a3e-6a53-4a2c-9b55-7f0f6d1c9e21");

/// The cloth's material.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
pub struct Cloth {
    /// Width and height of the table in inches; the season, from spring's 0 on; 1 where a brisk wind blows.
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
    /// Red: depth inside water; green: inside a sunken road; blue: inside woods; alpha: the way to a contour, inside it
    /// above the middle.
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

#[expect(clippy::too_many_arguments, reason = "a Bevy system")]
fn lay(
    mut commands: Commands,
    field: Option<Res<Field>>,
    mut laid: Local<Option<(std::sync::Arc<Ground>, Sky)>>,
    old: Query<Entity, With<ClothOf>>,
    mut images: ResMut<Assets<Image>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<Cloth>>,
    mut detail: Local<Option<Handle<Image>>>,
) {
    let Some(field) = field.filter(|field| field.is_changed()) else { return };
    let sky = Sky::of(&field);
    if laid.as_ref().is_some_and(|(ground, then)| same_land(ground, &field.ground) && *then == sky) {
        return;
    }
    *laid = Some((field.ground.clone(), sky));
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let detail = detail.get_or_insert_with(|| images.add(detail_picture())).clone();
    let [colors, masks, cuts] = bake(&field.ground, sky.season).map(|picture| images.add(picture));
    let table = Vec2::new(field.ground.width.get(), field.ground.height.get());
    let material = Cloth {
        table: table.extend(f32::from(sky.season as u8)).extend(if sky.windy { 1.0 } else { 0.0 }),
        colors,
        masks,
        detail,
        cuts,
    };
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

fn bake(ground: &Ground, season: Season) -> [Image; 3] {
    let (w, h) = (ground.width.get(), ground.height.get());
    let size = UVec2::new((w * PX_PER_INCH) as u32, (h * PX_PER_INCH) as u32).max(UVec2::splat(8));
    let turf = Turf::of(ground, season);
    let rows: Vec<u32> = (0..size.y).collect();
    let hands = thread::available_parallelism().map_or(1, usize::from).min(8);
    let paint_row = |y: u32| {
        let mut row = [const { Vec::new() }; 3];
        for x in 0..size.x {
            let at =
                Vec2::new((x as f32 + 0.5) / size.x as f32 * w, (size.y as f32 - y as f32 - 0.5) / size.y as f32 * h);
            for (pixels, point) in row.iter_mut().zip(turf.at(at)) {
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
