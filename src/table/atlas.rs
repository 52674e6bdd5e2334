//! The sheet of sprites: the foundry's miniatures and what [`super::paint`] adds, packed into one picture so that
//! neighbours on the table are drawn together.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bevy::asset::RenderAssetUsages;
use bevy::image::{ImageFilterMode, ImageSampler, ImageSamplerDescriptor};
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::sprite::Anchor;
use serde::Deserialize;

use super::paint::{self, Canvas, Mark};

/// `assets/miniatures.ron`, format 1: where the foundry put each figure on its sheet.
#[derive(Deserialize, Debug)]
pub struct FoundryIndex {
    /// 1.
    pub format: u32,
    /// Pixels of the sheet for an inch of table.
    pub px_per_inch: f32,
    /// Headings of a figure that can turn; entry `i` faces `i * 360 / headings` degrees.
    pub headings: u32,
    /// All figures.
    pub figures: Vec<FoundryFigure>,
}

/// One figure of the foundry's sheet.
#[derive(Deserialize, Debug)]
pub struct FoundryFigure {
    /// "union_kepi_ready_a".
    pub name: String,
    /// Pixels of this figure for an inch of table, where they are not the sheet's.
    #[serde(default)]
    pub px_per_inch: Option<f32>,
    /// One for each heading, or one. A figure may have fewer headings than the sheet says.
    pub sprites: Vec<FoundrySprite>,
}

/// Where a picture is on the foundry's sheet, in pixels.
#[derive(Deserialize, Clone, Copy, Debug)]
pub struct FoundrySprite {
    /// Left.
    pub x: u32,
    /// Top.
    pub y: u32,
    /// Width.
    pub w: u32,
    /// Height.
    pub h: u32,
    /// The point that stands on the ground, from its left side.
    pub ax: f32,
    /// From its top.
    pub ay: f32,
}

/// One picture of the sheet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cut {
    /// Where it is on the sheet, in pixels.
    pub rect: Rect,
    /// The point that stands on the ground, in fractions of its size from the middle, y up: a sprite's anchor.
    pub anchor: Vec2,
    /// Size on the table in inches.
    pub size: Vec2,
}

/// All sprites by name.
#[derive(Resource)]
pub struct Sheet {
    /// The packed picture.
    pub image: Handle<Image>,
    figures: BTreeMap<String, Vec<Cut>>,
    missing: std::sync::Mutex<std::collections::BTreeSet<String>>,
}

impl Sheet {
    /// The picture of a figure that faces `heading` degrees; `None`, and one line in the log, if there is none.
    pub fn cut(&self, name: &str, heading: f32) -> Option<Cut> {
        let Some(cuts) = self.figures.get(name) else {
            if let Ok(mut missing) = self.missing.lock()
                && missing.insert(name.to_owned())
            {
                warn!("The sheet of miniatures has no {name:?}; a plain one takes its place.");
            }
            return None;
        };
        let n = cuts.len();
        let index = (heading.rem_euclid(360.0) / 360.0 * n as f32).round() as usize % n;
        Some(cuts[index])
    }

    /// The first of some names that the sheet has; the last one is a picture that is always there.
    pub fn first(&self, names: &[&str], heading: f32) -> Option<Cut> {
        names
            .iter()
            .find(|name| self.figures.contains_key(**name))
            .or(names.last())
            .and_then(|name| self.cut(name, heading))
    }

    /// Whether there is such a figure.
    pub fn has(&self, name: &str) -> bool {
        self.figures.contains_key(name)
    }

    /// What a sprite entity needs to show a cut, tinted.
    pub fn sprite(&self, cut: Cut, tint: Color) -> (Sprite, Anchor) {
        let sprite = Sprite {
            image: self.image.clone(),
            rect: Some(cut.rect),
            custom_size: Some(cut.size),
            color: tint,
            ..default()
        };
        (sprite, Anchor(cut.anchor))
    }
}

/// Makes the sheet before anything is drawn.
pub fn plugin(app: &mut App) {
    app.add_systems(PreStartup, load);
}

fn load(mut commands: Commands, mut images: ResMut<Assets<Image>>) {
    let mut packer = Packer::default();
    own_pictures(&mut packer);
    match foundry() {
        Ok(Some((index, sheet))) => packer.add_foundry(&index, &sheet),
        Ok(None) => warn!("There is no miniatures.png in the assets folder; plain figures take their places."),
        Err(why) => error!("The sheet of miniatures cannot be read: {why}"),
    }
    let (image, figures) = packer.pack();
    commands.insert_resource(Sheet { image: images.add(image), figures, missing: default() });
}

/// The folder of assets: beside the program, where the package was built, or here.
pub fn assets_folder() -> Option<PathBuf> {
    let beside = std::env::current_exe().ok().and_then(|exe| exe.parent().map(|dir| dir.join("assets")));
    let built = Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("assets"));
    [beside, built, Some(PathBuf::from("assets"))]
        .into_iter()
        .flatten()
        .find(|dir| dir.join("miniatures.ron").is_file())
}

fn foundry() -> Result<Option<(FoundryIndex, Canvas)>, String> {
    let Some(folder) = assets_folder() else { return Ok(None) };
    let text = std::fs::read_to_string(folder.join("miniatures.ron")).map_err(|e| e.to_string())?;
    let index: FoundryIndex = ron::from_str(&text).map_err(|e| format!("miniatures.ron: {e}"))?;
    if index.format != 1 {
        return Err(format!("miniatures.ron has format {}, this program reads format 1", index.format));
    }
    let picture = image::open(folder.join("miniatures.png")).map_err(|e| format!("miniatures.png: {e}"))?.into_rgba8();
    let (width, height) = picture.dimensions();
    Ok(Some((index, Canvas { width, height, pixels: picture.into_raw() })))
}

/// Pixels kept free around a picture, so that the smaller copies of the sheet do not mix neighbours.
const MARGIN: u32 = 6;
/// Width of the packed sheet.
const SHEET_WIDTH: u32 = 4096;
/// Halved copies of the sheet for far views.
const LEVELS: u32 = 5;

struct Item {
    name: String,
    canvas: Canvas,
    ground: Vec2,
    px_per_inch: f32,
}

#[derive(Default)]
struct Packer {
    items: Vec<Item>,
}

impl Packer {
    /// A picture `inches` wide on the table, standing on its middle.
    fn own(&mut self, name: &str, canvas: Canvas, inches: f32) {
        let ground = Vec2::new(canvas.width as f32, canvas.height as f32) / 2.0;
        let px_per_inch = canvas.width as f32 / inches;
        self.items.push(Item { name: name.to_owned(), canvas, ground, px_per_inch });
    }

    fn add_foundry(&mut self, index: &FoundryIndex, sheet: &Canvas) {
        for figure in &index.figures {
            for &FoundrySprite { x, y, w, h, ax, ay } in &figure.sprites {
                if w == 0 || h == 0 || x + w > sheet.width || y + h > sheet.height {
                    error!("miniatures.ron: a sprite of {:?} lies outside the sheet", figure.name);
                    continue;
                }
                let mut pixels = Vec::with_capacity((w * h * 4) as usize);
                for row in y..y + h {
                    let from = ((row * sheet.width + x) * 4) as usize;
                    pixels.extend_from_slice(&sheet.pixels[from..from + (w * 4) as usize]);
                }
                self.items.push(Item {
                    name: figure.name.clone(),
                    canvas: Canvas { width: w, height: h, pixels },
                    ground: Vec2::new(ax, ay),
                    px_per_inch: figure.px_per_inch.unwrap_or(index.px_per_inch),
                });
            }
        }
    }

    fn pack(self) -> (Image, BTreeMap<String, Vec<Cut>>) {
        let mut order: Vec<usize> = (0..self.items.len()).collect();
        order.sort_by_key(|&n| std::cmp::Reverse(self.items[n].canvas.height));
        let mut corners = vec![UVec2::ZERO; self.items.len()];
        let (mut x, mut y, mut shelf) = (0, 0, 0);
        for n in order {
            let canvas = &self.items[n].canvas;
            let (w, h) = (canvas.width + 2 * MARGIN, canvas.height + 2 * MARGIN);
            if x + w > SHEET_WIDTH {
                (x, y, shelf) = (0, y + shelf, 0);
            }
            corners[n] = UVec2::new(x + MARGIN, y + MARGIN);
            x += w;
            shelf = shelf.max(h);
        }
        let height = (y + shelf).next_multiple_of(1 << LEVELS).max(1 << LEVELS);
        let mut pixels = vec![0_u8; (SHEET_WIDTH * height * 4) as usize];
        let mut figures: BTreeMap<String, Vec<Cut>> = BTreeMap::new();
        for (item, corner) in self.items.iter().zip(&corners) {
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
        let image = picture(
            Canvas { width: SHEET_WIDTH, height, pixels },
            LEVELS,
            TextureFormat::Rgba8UnormSrgb,
            ImageSampler::linear(),
        );
        (image, figures)
    }
}

fn own_pictures(packer: &mut Packer) {
    for n in 0..8 {
        packer.own(&format!("own/base_{n}"), paint::base(100 + n * 17), 1.0);
    }
    for n in 0..3 {
        for (name, depth) in [("100", 1.0), ("125", 1.25), ("200", 2.0)] {
            packer.own(&format!("own/base_{name}_{n}"), paint::deep_base(depth, 140 + n * 23), 1.0);
        }
    }
    packer.own("own/base_round", paint::round_base(300), 1.0);
    packer.own("own/base_shadow", paint::base_shadow(), 1.25);
    packer.own("own/shadow", paint::blob_shadow(), 1.0);
    packer.own("own/white", paint::white(), 1.0);
    packer.own("own/flash", paint::flash(), 1.0);
    for n in 0..3 {
        packer.own(&format!("own/puff_{n}"), paint::puff(500 + n * 31), 1.0);
        packer.own(&format!("own/oak_{n}"), paint::crown(700 + n * 13, [0.30, 0.38, 0.16]), 1.5);
    }
    packer.own("own/fruit", paint::crown(800, [0.40, 0.47, 0.20]), 0.8);
    packer.own("own/bush", paint::crown(810, [0.33, 0.40, 0.17]), 0.5);
    packer.own("own/corn", paint::crown(820, [0.52, 0.56, 0.22]), 0.34);
    packer.own("own/rock", paint::crown(830, [0.55, 0.54, 0.50]), 0.3);
    let skin_hat = [0.52, 0.45, 0.36];
    packer.own("own/union", paint::soldier([0.14, 0.19, 0.38], [0.45, 0.56, 0.70], [0.12, 0.15, 0.30]), 0.22);
    packer.own("own/confederate", paint::soldier([0.55, 0.54, 0.50], [0.50, 0.44, 0.36], skin_hat), 0.22);
    for (name, which) in [
        ("own/mark_union", Mark::Union),
        ("own/mark_confederate", Mark::Confederate),
        ("own/mark_drum", Mark::Drum),
        ("own/mark_hit", Mark::Hit),
        ("own/mark_ammo", Mark::Ammo),
        ("own/mark_worn", Mark::Worn),
        ("own/mark_spent", Mark::Spent),
    ] {
        packer.own(name, paint::mark(which), 1.0);
    }
}

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

fn halved(from: &Canvas) -> Canvas {
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
