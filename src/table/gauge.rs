//! What the table costs a graphics card: how often it is asked to draw for a frame, and the memory of its textures. For tests
//! and benches.

use bevy::core_pipeline::core_2d::Transparent2d;
use bevy::prelude::*;
use bevy::render::RenderApp;
use bevy::render::render_asset::RenderAssets;
use bevy::render::render_phase::{PhaseItem, ViewSortedRenderPhases};
use bevy::render::texture::GpuImage;

/// Draws of the last frame for everything that lies on the table in layers: figures, trees, names, marks. Neighbours that
/// share a picture are one draw.
pub fn draws(app: &App) -> usize {
    let Some(phases) = rendered(app).and_then(|world| world.get_resource::<ViewSortedRenderPhases<Transparent2d>>())
    else {
        return 0;
    };
    // As the renderer goes through them: the first of a batch draws all of it.
    let count = |ranges: Vec<std::ops::Range<u32>>| {
        let (mut n, mut draws) = (0, 0);
        while let Some(range) = ranges.get(n) {
            draws += usize::from(!range.is_empty());
            n += range.len().max(1);
        }
        draws
    };
    phases.values().map(|phase| count(phase.items.values().map(|item| item.batch_range().clone()).collect())).sum()
}

/// Things drawn in layers in the last frame.
pub fn drawn(app: &App) -> usize {
    rendered(app)
        .and_then(|world| world.get_resource::<ViewSortedRenderPhases<Transparent2d>>())
        .map_or(0, |phases| phases.values().map(|phase| phase.items.len()).sum())
}

/// Every texture on the graphics card: width, height and bytes, smaller copies included, largest first.
pub fn textures(app: &App) -> Vec<(u32, u32, usize)> {
    let images = rendered(app).and_then(|world| world.get_resource::<RenderAssets<GpuImage>>());
    let bytes = |image: &GpuImage| {
        let texture = &image.texture_descriptor;
        let (format, levels) = (texture.format, texture.mip_level_count);
        let (across, down) = format.block_dimensions();
        let block = format.block_copy_size(None).unwrap_or(4) as usize;
        let level = |level: u32| {
            let blocks = |side: u32, of: u32| (side >> level).max(1).div_ceil(of) as usize;
            blocks(texture.size.width, across) * blocks(texture.size.height, down) * block
        };
        let layers = texture.size.depth_or_array_layers as usize;
        (texture.size.width, texture.size.height, (0..levels).map(level).sum::<usize>() * layers)
    };
    let mut list: Vec<_> = images.into_iter().flat_map(|images| images.iter()).map(|(_, image)| bytes(image)).collect();
    list.sort_by_key(|(width, height, bytes)| std::cmp::Reverse((*bytes, *width, *height)));
    list
}

fn rendered(app: &App) -> Option<&World> {
    app.get_sub_app(RenderApp).map(|renderer| renderer.world())
}
