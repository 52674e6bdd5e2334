//! Packs pictures into the one sheet that the table is drawn from.

use std::collections::{BTreeMap, BTreeSet};

use bevy::image::ImageSampler;
use bevy::prelude::*;
use bevy::render::render_resource::TextureFormat;

use super::library::{Library, Shot};
use super::{Cut, levels};
use crate::table::paint::Canvas;

/// Pixels kept free around a picture, so that the smaller copies of the sheet do not mix neighbours.
const MARGIN: u32 = 4;
/// Width of the packed sheet: what every graphics card takes.
const SHEET_WIDTH: u32 = 8192;
/// Halved copies of the sheet for far views.
const LEVELS: u32 = 5;

struct Item {
    name: String,
    canvas: Canvas,
    ground: Vec2,
    px_per_inch: f32,
}

/// Pictures that wait to be packed: first those that every battle needs, whose places on the sheet are always the same,
/// then the uniforms and flags that are on the table.
#[derive(Default)]
pub(super) struct Packer {
    always: Vec<Item>,
    dressed: Vec<Item>,
}

impl Packer {
    /// A picture `inches` wide on the table, standing on its middle.
    pub(super) fn own(&mut self, name: &str, canvas: Canvas, inches: f32) {
        let ground = Vec2::new(canvas.width as f32, canvas.height as f32) / 2.0;
        let px_per_inch = canvas.width as f32 / inches;
        self.always.push(Item { name: name.to_owned(), canvas, ground, px_per_inch });
    }

    /// A picture that stands on its ground point.
    pub(super) fn piece(&mut self, name: &str, shot: Shot) {
        let Shot { canvas, ground, px_per_inch } = shot;
        self.always.push(Item { name: name.to_owned(), canvas, ground: ground.into(), px_per_inch });
    }

    /// What has been put in by name, for the gallery.
    pub(super) fn shots(self) -> Vec<(String, Shot)> {
        let shot = |item: Item| {
            let Item { name, canvas, ground, px_per_inch } = item;
            (name, Shot { canvas, ground: (ground.x, ground.y), px_per_inch })
        };
        self.always.into_iter().map(shot).collect()
    }

    /// The foundry's figures: all that every battle needs, and the uniforms and flags that are `issued` to this one.
    pub(super) fn foundry(&mut self, library: &Library, issued: &BTreeSet<&'static str>) {
        for (n, figure) in library.figures.iter().enumerate() {
            let to = match figure.issue() {
                None => &mut self.always,
                Some(issue) if issued.contains(issue) => &mut self.dressed,
                Some(_) => continue,
            };
            for k in 0..figure.headings() {
                let Shot { canvas, ground, px_per_inch } = library.shot(n, k);
                to.push(Item { name: figure.name.clone(), canvas, ground: ground.into(), px_per_inch });
            }
        }
    }

    /// The sheet, and where everything is on it.
    pub(super) fn pack(self) -> (Image, BTreeMap<String, Vec<Cut>>) {
        let (always, top) = shelve(&self.always, 0);
        let (dressed, bottom) = shelve(&self.dressed, top);
        let height = bottom.next_multiple_of(1 << LEVELS).max(1 << LEVELS);
        let mut pixels = vec![0_u8; (SHEET_WIDTH * height * 4) as usize];
        let mut figures: BTreeMap<String, Vec<Cut>> = BTreeMap::new();
        for (item, corner) in self.always.iter().zip(always).chain(self.dressed.iter().zip(dressed)) {
            let row_bytes = (item.canvas.width * 4) as usize;
            for (row, line) in item.canvas.pixels.chunks_exact(row_bytes).enumerate() {
                let to = (((corner.y + row as u32) * SHEET_WIDTH + corner.x) * 4) as usize;
                pixels[to..to + row_bytes].copy_from_slice(line);
            }
            let size = Vec2::new(item.canvas.width as f32, item.canvas.height as f32);
            let part = item.ground / size;
            figures.entry(item.name.clone()).or_default().push(Cut {
                rect: Rect::from_corners(corner.as_vec2(), corner.as_vec2() + size),
                anchor: Vec2::new(part.x - 0.5, 0.5 - part.y),
                size: size / item.px_per_inch,
            });
        }
        let canvas = Canvas { width: SHEET_WIDTH, height, pixels };
        (levels::picture(canvas, LEVELS, TextureFormat::Rgba8UnormSrgb, ImageSampler::linear()), figures)
    }
}

/// Lays pictures out in shelves from a row down, tallest first: the upper left corner of each, and the row below the last.
fn shelve(items: &[Item], from: u32) -> (Vec<UVec2>, u32) {
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by_key(|&n| std::cmp::Reverse(items[n].canvas.height));
    let mut corners = vec![UVec2::ZERO; items.len()];
    let (mut x, mut y, mut shelf) = (0, from, 0);
    for n in order {
        let canvas = &items[n].canvas;
        let (w, h) = (canvas.width + 2 * MARGIN, canvas.height + 2 * MARGIN);
        if x + w > SHEET_WIDTH {
            (x, y, shelf) = (0, y + shelf, 0);
        }
        corners[n] = UVec2::new(x + MARGIN, y + MARGIN);
        x += w;
        shelf = shelf.max(h);
    }
    (corners, y + shelf)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str, side: u32) -> Item {
        let canvas = Canvas { width: side, height: side, pixels: vec![200; (side * side * 4) as usize] };
        Item { name: name.to_owned(), canvas, ground: Vec2::splat(side as f32 / 2.0), px_per_inch: 100.0 }
    }

    #[test]
    fn what_every_battle_needs_stays_where_it_is_whatever_the_uniforms() {
        let always = || vec![square("drum", 40), square("tree", 90), square("drum", 30)];
        let (_, bare) = Packer { always: always(), dressed: Vec::new() }.pack();
        let (image, dressed) = Packer { always: always(), dressed: vec![square("union_sack_ready_a", 120)] }.pack();
        for (name, cuts) in &bare {
            assert_eq!(dressed.get(name), Some(cuts), "{name}");
        }
        let man = dressed["union_sack_ready_a"][0].rect;
        for other in bare.values().flatten() {
            assert!(man.intersect(other.rect).is_empty(), "{man:?} {other:?}");
        }
        assert!(man.max.y as u32 <= image.height());
    }
}
