//! Lays cells out on the one sheet that the table is drawn from.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;

use bevy::asset::RenderAssetUsages;
use bevy::image::{ImageFilterMode, ImageSampler, ImageSamplerDescriptor};
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

use super::levels::halved;
use super::library::{Library, Shot};
use super::{Cut, blocks, cell};
use crate::table::paint::Canvas;

/// Width of the sheet: what every graphics card takes.
pub const WIDTH: u32 = 8192;
/// The sheet and its smaller copies for far views: those that come out of the cells, an eighth and a sixteenth.
const LEVELS: u32 = 5;
/// Shapes tried for a block of what is pressed while the game starts.
const PATIENCE: usize = 2;

/// How a sheet lies in the graphics card's memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// In blocks, a byte a pixel.
    Pressed,
    /// In plain pixels of half the size, for cards that read no blocks: the same number of bytes.
    Halved,
}

/// A picture that waits for its place.
struct Item {
    name: String,
    size: UVec2,
    ground: Vec2,
    px_per_inch: f32,
}

impl Item {
    fn cell(&self) -> UVec2 {
        UVec2::new(cell::side(self.size.x), cell::side(self.size.y))
    }
}

/// Pictures that the program paints, on their way to the press.
#[derive(Default)]
pub(super) struct Packer(Vec<(String, Shot)>);

impl Packer {
    /// A picture `inches` wide on the table, standing on its middle.
    pub(super) fn own(&mut self, name: &str, canvas: Canvas, inches: f32) {
        let ground = (canvas.width as f32 / 2.0, canvas.height as f32 / 2.0);
        let px_per_inch = canvas.width as f32 / inches;
        self.piece(name, Shot { canvas, ground, px_per_inch });
    }

    /// A picture that stands on its ground point.
    pub(super) fn piece(&mut self, name: &str, shot: Shot) {
        self.0.push((name.to_owned(), shot));
    }

    /// What has been put in by name, for the gallery.
    pub(super) fn shots(self) -> Vec<(String, Shot)> {
        self.0
    }
}

/// What the program painted for itself, in cells: the same for every battle.
pub(super) struct Own(Vec<(Item, Vec<u8>)>);

impl Own {
    /// Presses pictures into their cells, on all processors.
    pub(super) fn press(packer: Packer) -> Self {
        let cells = shared(packer.0.len(), |n| {
            let mut cell = Vec::new();
            cell::fill(&packer.0[n].1.canvas, PATIENCE, &mut cell);
            cell
        });
        let item = |(name, shot): (String, Shot)| {
            let size = UVec2::new(shot.canvas.width, shot.canvas.height);
            Item { name, size, ground: shot.ground.into(), px_per_inch: shot.px_per_inch }
        };
        Self(packer.0.into_iter().map(item).zip(cells).collect())
    }
}

/// Does numbered jobs on all processors; what comes of them is in order.
fn shared<T: Send>(many: usize, job: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mine = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)).filter(|n| *n < many));
        mine.map(|n| (n, job(n))).collect::<Vec<_>>()
    };
    let workers = thread::available_parallelism().map_or(2, usize::from);
    let mut done: Vec<(usize, T)> = thread::scope(|scope| {
        let hands: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        // A thread ends early only if a job panics; then there is no sheet to speak of, and the panic goes on.
        let parts = hands.into_iter().map(|hand| hand.join().unwrap_or_else(|why| std::panic::resume_unwind(why)));
        parts.flatten().collect()
    });
    done.sort_by_key(|(n, _)| *n);
    done.into_iter().map(|(_, what)| what).collect()
}

/// Where everything is on a sheet: first what every battle needs, whose places are always the same, then the uniforms and
/// flags that are on the table.
pub(super) struct Plan {
    own: Vec<UVec2>,
    /// Figures by their number in the library, and the corners of their cells.
    figures: Vec<(usize, Vec<UVec2>)>,
    height: u32,
}

impl Plan {
    /// Of what a battle with these uniforms and flags needs.
    pub(super) fn of(own: &Own, library: Option<(&Library, &BTreeSet<&str>)>) -> Self {
        let mut always: Vec<UVec2> = own.0.iter().map(|(item, _)| item.cell()).collect();
        let mut dressed = Vec::new();
        // Which of the two, and its number.
        let mut lots = Vec::new();
        if let Some((library, issued)) = library {
            for (n, figure) in library.figures.iter().enumerate() {
                let to = match figure.issue() {
                    None => &mut always,
                    Some(issue) if issued.contains(issue) => &mut dressed,
                    Some(_) => continue,
                };
                lots.push((n, figure.issue().is_some(), to.len()));
                to.extend(figure.sprites.iter().map(|(w, h, ..)| UVec2::new(cell::side(*w), cell::side(*h))));
            }
        }
        let (always, top) = shelve(&always, 0);
        let (dressed, bottom) = shelve(&dressed, top);
        let figures = lots.into_iter().map(|(n, is_dressed, from)| {
            let corners = if is_dressed { &dressed } else { &always };
            let many = library.map_or(0, |(library, _)| library.figures[n].headings());
            (n, corners[from..from + many].to_vec())
        });
        let figures = figures.collect();
        let height = bottom.next_multiple_of(cell::UNIT << 2).max(cell::UNIT << 2);
        Self { own: always[..own.0.len()].to_vec(), figures, height }
    }

    /// Rows of the sheet.
    pub(super) fn height(&self) -> u32 {
        self.height
    }

    /// Bytes that the sheet takes on the graphics card.
    pub(super) fn bytes(&self) -> usize {
        (0..LEVELS).map(|level| (WIDTH * self.height) as usize >> (2 * level)).sum()
    }
}

/// The sheet, and where everything is on it by name. Figures whose pictures cannot be unpacked are not there; why is in the
/// list.
pub(super) fn sheet(
    own: &Own,
    library: Option<(&Library, &BTreeSet<&str>)>,
    storage: Storage,
) -> (Image, BTreeMap<String, Vec<Cut>>, Vec<String>) {
    let plan = Plan::of(own, library);
    let mut surface = Surface::new(plan.height);
    let mut figures: BTreeMap<String, Vec<Cut>> = BTreeMap::new();
    let mut enter = |item: &Item, corner: UVec2| {
        figures.entry(item.name.clone()).or_default().push(cut(item, corner, storage));
    };
    for ((item, bytes), corner) in own.0.iter().zip(&plan.own) {
        surface.put(*corner, item.cell(), bytes);
        enter(item, *corner);
    }
    let mut wrong = Vec::new();
    if let Some((library, _)) = library {
        unpack(library, &plan.figures, |n, corners, cells| match cells {
            Ok(cells) => {
                let mut rest = &cells[..];
                for ((w, h, x, y), corner) in library.figures[n].sprites.iter().zip(corners) {
                    let (name, px_per_inch) = (library.figures[n].name.clone(), library.scale(n));
                    let item = Item { name, size: UVec2::new(*w, *h), ground: Vec2::new(*x, *y), px_per_inch };
                    let (bytes, tail) = rest.split_at(cell::all_bytes(item.cell().x, item.cell().y));
                    rest = tail;
                    surface.put(*corner, item.cell(), bytes);
                    enter(&item, *corner);
                }
            }
            Err(why) => wrong.push(why),
        });
    }
    (surface.image(storage), figures, wrong)
}

fn cut(item: &Item, corner: UVec2, storage: Storage) -> Cut {
    let inset = UVec2::new(cell::inset(item.size.x), cell::inset(item.size.y));
    let from = (corner + inset).as_vec2();
    let size = item.size.as_vec2();
    let part = item.ground / size;
    let scale = if storage == Storage::Halved { 0.5 } else { 1.0 };
    Cut {
        rect: Rect::from_corners(from * scale, (from + size) * scale),
        anchor: Vec2::new(part.x - 0.5, 0.5 - part.y),
        size: size / item.px_per_inch,
    }
}

/// Unpacks figures on all processors and gives them one by one, as they come.
fn unpack<'a>(
    library: &Library,
    figures: &'a [(usize, Vec<UVec2>)],
    mut take: impl FnMut(usize, &'a [UVec2], Result<Vec<u8>, String>),
) {
    let next = AtomicUsize::new(0);
    let workers = thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| {
        let (give, taken) = sync_channel(2 * workers);
        for _ in 0..workers {
            let (give, next) = (give.clone(), &next);
            scope.spawn(move || {
                while let Some((n, corners)) = figures.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if give.send((*n, &corners[..], library.cells(*n))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(give);
        for (n, corners, cells) in taken {
            take(n, corners, cells);
        }
    });
}

/// The sheet in the making: pressed levels one after another, and the pixels of the eighth.
struct Surface {
    height: u32,
    near: [Vec<u8>; cell::NEAR as usize],
    far: Vec<u8>,
}

impl Surface {
    fn new(height: u32) -> Self {
        let level = |level: u32| vec![0; cell::bytes(WIDTH, height, level)];
        Self { height, near: std::array::from_fn(|n| level(n as u32)), far: level(cell::NEAR) }
    }

    /// Puts the levels of a cell where they belong.
    fn put(&mut self, corner: UVec2, size: UVec2, mut bytes: &[u8]) {
        for (level, to) in self.near.iter_mut().enumerate() {
            let (level_bytes, rest) = bytes.split_at(cell::bytes(size.x, size.y, level as u32));
            bytes = rest;
            // A row of blocks has four bytes for each pixel of its width.
            let (row, stride) = ((size.x as usize >> level) * 4, (WIDTH as usize >> level) * 4);
            let (x, y) = ((corner.x as usize >> level) * 4, corner.y as usize >> level >> 2);
            for (k, line) in level_bytes.chunks_exact(row).enumerate() {
                let at = (y + k) * stride + x;
                to[at..at + row].copy_from_slice(line);
            }
        }
        let (row, stride) = (size.x as usize / 8 * 4, WIDTH as usize / 8 * 4);
        for (k, line) in bytes.chunks_exact(row).enumerate() {
            let at = (corner.y as usize / 8 + k) * stride + corner.x as usize / 8 * 4;
            self.far[at..at + row].copy_from_slice(line);
        }
    }

    fn image(self, storage: Storage) -> Image {
        let far = Canvas { width: WIDTH / 8, height: self.height / 8, pixels: self.far };
        let farthest = halved(&far);
        let [full, half, quarter] = self.near;
        let (format, shrunk, levels, data) = match storage {
            Storage::Pressed => {
                let mut data = full;
                for level in [half, quarter, pressed(&far), pressed(&farthest)] {
                    data.extend(level);
                }
                (TextureFormat::Bc7RgbaUnormSrgb, 0, LEVELS, data)
            }
            Storage::Halved => {
                let mut data = blocks::unpressed(&half, WIDTH as usize / 2);
                data.extend(blocks::unpressed(&quarter, WIDTH as usize / 4));
                data.extend(far.pixels);
                data.extend(farthest.pixels);
                (TextureFormat::Rgba8UnormSrgb, 1, LEVELS - 1, data)
            }
        };
        let mut image = Image::new_uninit(
            Extent3d { width: WIDTH >> shrunk, height: self.height >> shrunk, depth_or_array_layers: 1 },
            TextureDimension::D2,
            format,
            RenderAssetUsages::RENDER_WORLD,
        );
        image.texture_descriptor.mip_level_count = levels;
        image.data = Some(data);
        image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
            mipmap_filter: ImageFilterMode::Linear,
            ..ImageSamplerDescriptor::linear()
        });
        image
    }
}

/// Presses a far level on all processors, sixteen rows of blocks at a time.
fn pressed(canvas: &Canvas) -> Vec<u8> {
    let width = canvas.width as usize;
    let strips: Vec<&[u8]> = canvas.pixels.chunks(16 * 4 * width * 4).collect();
    shared(strips.len(), |n| blocks::pressed(strips[n], width, 1)).concat()
}

/// Lays cells out in shelves from a row down, tallest first: the upper left corner of each, and the row below the last.
fn shelve(cells: &[UVec2], from: u32) -> (Vec<UVec2>, u32) {
    let mut order: Vec<usize> = (0..cells.len()).collect();
    order.sort_by_key(|&n| std::cmp::Reverse((cells[n].y, cells[n].x)));
    let mut corners = vec![UVec2::ZERO; cells.len()];
    let (mut x, mut y, mut shelf) = (0, from, 0);
    for n in order {
        if x + cells[n].x > WIDTH {
            (x, y, shelf) = (0, y + shelf, 0);
        }
        corners[n] = UVec2::new(x, y);
        x += cells[n].x;
        shelf = shelf.max(cells[n].y);
    }
    (corners, y + shelf)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(pictures: Vec<(String, Shot)>) -> Own {
        Own::press(Packer(pictures))
    }

    fn square(name: &str, side: u32, grey: u8) -> (String, Shot) {
        let canvas =
            Canvas { width: side, height: side, pixels: [grey, grey, grey, 255].repeat((side * side) as usize) };
        let half = side as f32 / 2.0;
        (name.to_owned(), Shot { canvas, ground: (half, half), px_per_inch: 100.0 })
    }

    #[test]
    fn every_level_of_the_sheet_shows_a_picture_where_the_cut_says() {
        let own = press(vec![square("tree", 90, 200), square("drum", 120, 120), square("drum", 112, 60)]);
        let (image, figures, wrong) = sheet(&own, None, Storage::Pressed);
        assert!(wrong.is_empty());
        let data = image.data.as_deref().expect("pixels");
        let mut from = 0;
        for level in 0..LEVELS {
            let (width, height) = (WIDTH as usize >> level, image.height() as usize >> level);
            let pixels = blocks::unpressed(&data[from..from + width * height], width);
            from += width * height;
            for (name, n, grey) in [("tree", 0, 200), ("drum", 0, 120), ("drum", 1, 60)] {
                let middle = figures[name][n].rect.center() / (1 << level) as f32;
                let at = (middle.y as usize * width + middle.x as usize) * 4;
                assert!(pixels[at].abs_diff(grey) < 12, "{name} at level {level}: {:?}", &pixels[at..at + 4]);
            }
        }
        assert_eq!(from, data.len());
    }

    #[test]
    fn a_card_that_reads_no_blocks_gets_the_same_picture_at_half_the_size() {
        let own = press(vec![square("tree", 90, 200), square("drum", 40, 120)]);
        let (image, figures, _) = sheet(&own, None, Storage::Halved);
        let (pressed, whole, _) = sheet(&own, None, Storage::Pressed);
        assert_eq!(figures["tree"][0].size, whole["tree"][0].size);
        let middle = figures["drum"][0].rect.center();
        let at = (middle.y as usize * image.width() as usize + middle.x as usize) * 4;
        let [plain, blocks] = [image, pressed].map(|image| image.data.expect("pixels"));
        assert!(plain[at].abs_diff(120) < 4 && plain[at + 3] > 250);
        assert!(plain.len() <= blocks.len() + blocks.len() / 100);
    }
}
