//! Textures with halved copies of themselves behind them, for far views.

use bevy::asset::RenderAssetUsages;
use bevy::image::{ImageFilterMode, ImageSampler, ImageSamplerDescriptor};
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

use crate::table::paint::Canvas;

/// A texture with `levels` halved copies behind it. Colours are averaged by how much of them is seen.
pub fn picture(canvas: Canvas, levels: u32, format: TextureFormat, sampler: ImageSampler) -> Image {
    with_copies(canvas, levels, format, sampler, halved)
}

/// The same for a picture whose four channels have nothing to do with each other.
pub fn picture_of_channels(canvas: Canvas, levels: u32, format: TextureFormat, sampler: ImageSampler) -> Image {
    with_copies(canvas, levels, format, sampler, |from| {
        let (width, height, stride) = (from.width / 2, from.height / 2, from.width as usize * 4);
        let mut pixels = Vec::with_capacity((width * height * 4) as usize);
        for y in 0..height as usize {
            for x in 0..width as usize {
                for c in 0..4 {
                    let at =
                        |dx: usize, dy: usize| u32::from(from.pixels[(2 * y + dy) * stride + (2 * x + dx) * 4 + c]);
                    pixels.push(((at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1) + 2) / 4) as u8);
                }
            }
        }
        Canvas { width, height, pixels }
    })
}

fn with_copies(
    canvas: Canvas,
    levels: u32,
    format: TextureFormat,
    sampler: ImageSampler,
    halve: impl Fn(&Canvas) -> Canvas,
) -> Image {
    let (width, height) = (canvas.width, canvas.height);
    let mut data = canvas.pixels.clone();
    let mut above = canvas;
    let mut count = 1;
    while count < levels
        && above.width.is_multiple_of(2)
        && above.height.is_multiple_of(2)
        && above.width > 1
        && above.height > 1
    {
        above = halve(&above);
        data.extend_from_slice(&above.pixels);
        count += 1;
    }
    let mut image = Image::new_uninit(
        Extent3d { width, height, depth_or_array_layers: 1 },
        TextureDimension::D2,
        format,
        RenderAssetUsages::RENDER_WORLD,
    );
    image.texture_descriptor.mip_level_count = count;
    image.data = Some(data);
    image.sampler = match sampler {
        ImageSampler::Descriptor(mut descriptor) => {
            descriptor.mipmap_filter = ImageFilterMode::Linear;
            ImageSampler::Descriptor(descriptor)
        }
        ImageSampler::Default => ImageSampler::Descriptor(ImageSamplerDescriptor::linear()),
    };
    image
}

/// A picture of half the width and height.
pub fn halved(from: &Canvas) -> Canvas {
    let (width, height) = (from.width / 2, from.height / 2);
    let stride = (from.width * 4) as usize;
    let mut pixels = Vec::with_capacity((width * height * 4) as usize);
    for y in 0..height as usize {
        let upper = &from.pixels[2 * y * stride..(2 * y + 1) * stride];
        let lower = &from.pixels[(2 * y + 1) * stride..(2 * y + 2) * stride];
        for (a, b) in upper.chunks_exact(8).zip(lower.chunks_exact(8)) {
            let alpha = u32::from(a[3]) + u32::from(a[7]) + u32::from(b[3]) + u32::from(b[7]);
            for c in 0..3 {
                // Squares stand in for the eye's curve, so that light and dark mix as light does.
                let sum: u32 = [(a[c], a[3]), (a[c + 4], a[7]), (b[c], b[3]), (b[c + 4], b[7])]
                    .map(|(v, w)| u32::from(v) * u32::from(v) * u32::from(w))
                    .iter()
                    .sum();
                let mean = if alpha == 0 { 0.0 } else { (sum as f32 / alpha as f32).sqrt() };
                pixels.push(mean as u8);
            }
            pixels.push((alpha / 4) as u8);
        }
    }
    Canvas { width, height, pixels }
}
