//! Draws what is seen from somewhere: ground that is seen is lit under the miniatures; dead ground lies dark and hatched
//! over them. With the pointer it changes in every frame, so each of the two is one mesh of bare corners, and the
//! hatching a picture that repeats: the same at every zoom.

use bevy::asset::RenderAssetUsages;
use bevy::image::{ImageAddressMode, ImageSampler, ImageSamplerDescriptor};
use bevy::math::{Affine2, Rot2};
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

use super::super::Layer;
use super::super::camera::View;
use super::super::overlays::{Outlook, Overlays, Shape};
use crate::geometry::view::Pieces;

/// Ground that is seen.
const LIT: Color = Color::srgba(1.0, 0.92, 0.58, 0.075);
/// Dead ground, and the strokes that hatch it: red, green, blue and how much they cover.
const DARK: [f32; 4] = [0.02, 0.02, 0.06, 0.44];
const STROKE: [f32; 4] = [0.0, 0.0, 0.02, 0.62];
/// Logical pixels from stroke to stroke, and how wide they are.
const EVERY: f32 = 8.0;
const WIDE: f32 = 1.3;
/// How they slant, in radians.
const SLANT: f32 = 0.8;

/// A part of the ground that is drawn.
#[derive(Component)]
pub(super) struct Sheet;

/// What is drawn, and with what.
#[derive(Default)]
pub(super) struct Drawn {
    outlook: Option<(Outlook, f32)>,
    zoom: f32,
    materials: Option<[Handle<ColorMaterial>; 2]>,
}

/// Draws the ground of [`Shape::Ground`].
pub(super) fn spread(
    mut commands: Commands,
    (overlays, view): (Res<Overlays>, Res<View>),
    old: Query<Entity, With<Sheet>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
    mut images: ResMut<Assets<Image>>,
    mut drawn: Local<Drawn>,
) {
    let ground =
        overlays.shapes().find_map(|shape| if let Shape::Ground(outlook) = shape { Some(outlook) } else { None });
    let outlook = ground.map(|outlook| (outlook.clone(), super::over(&overlays)));
    if outlook.is_some() && drawn.zoom != view.zoom {
        drawn.zoom = view.zoom;
        let hatch = Affine2::from_scale(Vec2::new(view.zoom / EVERY, 1.0));
        match &drawn.materials {
            Some([_, dark]) => {
                if let Some(mut dark) = materials.get_mut(dark) {
                    dark.uv_transform = hatch;
                }
            }
            None => {
                let lit = materials.add(ColorMaterial::from(LIT));
                let texture = Some(images.add(hatching()));
                let dark = materials.add(ColorMaterial { texture, uv_transform: hatch, ..default() });
                drawn.materials = Some([lit, dark]);
            }
        }
    }
    if drawn.outlook == outlook {
        return;
    }
    for entity in &old {
        commands.entity(entity).despawn();
    }
    if let (Some((outlook, over)), Some([lit, dark])) = (&outlook, &drawn.materials) {
        for (pieces, ink, z) in [(outlook.0.lit(), lit, Layer::Under.z()), (&outlook.0.dead, dark, *over)] {
            if !pieces.is_empty() {
                let mesh = Mesh2d(meshes.add(mesh(pieces)));
                // Under everything else that is drawn there.
                commands.spawn((Sheet, mesh, MeshMaterial2d(ink.clone()), Transform::from_xyz(0.0, 0.0, z - 0.1)));
            }
        }
    }
    drawn.outlook = outlook;
}

/// All pieces in one mesh, with the distance across the hatching beside every corner.
fn mesh(pieces: &Pieces) -> Mesh {
    let across = Rot2::radians(-SLANT);
    let (mut positions, mut uvs, mut indices) = (Vec::new(), Vec::new(), Vec::new());
    for piece in pieces.iter() {
        let first = positions.len() as u32;
        positions.extend(piece.iter().map(|at| [at.x, at.y, 0.0]));
        uvs.extend(piece.iter().map(|at| [(across * *at).y, 0.0]));
        indices.extend((2..piece.len() as u32).flat_map(|n| [first, first + n - 1, first + n]));
    }
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, uvs)
        .with_inserted_indices(Indices::U32(indices))
}

/// From stroke to stroke: the stroke's middle lies where the picture begins again.
fn hatching() -> Image {
    const PIXELS: usize = 16;
    let share = WIDE / EVERY / 2.0 * PIXELS as f32;
    let covered = |n: usize| {
        let from_stroke = n.min(PIXELS - 1 - n) as f32;
        (share - from_stroke).clamp(0.0, 1.0)
    };
    let color = |n: usize| {
        let stroke = STROKE[3] * covered(n);
        let alpha = DARK[3] * (1.0 - stroke) + stroke;
        let mix = |k: usize| (DARK[k] * DARK[3] * (1.0 - stroke) + STROKE[k] * stroke) / alpha;
        [mix(0), mix(1), mix(2), alpha].map(|part| (part * 255.0).round() as u8)
    };
    let mut image = Image::new(
        Extent3d { width: PIXELS as u32, height: 1, depth_or_array_layers: 1 },
        TextureDimension::D2,
        (0..PIXELS).flat_map(color).collect(),
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::default(),
    );
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        address_mode_u: ImageAddressMode::Repeat,
        ..ImageSamplerDescriptor::linear()
    });
    image
}
