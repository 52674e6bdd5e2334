//! The foundry casts and paints the miniatures of the game and packs them in one atlas.
//!
//! Usage: `foundry OUT_DIR [--sheet CONTACT_SHEET.png]`. It writes `miniatures.png` and
//! `miniatures.ron` to `OUT_DIR`. The same source gives the same bytes, however many threads
//! work on it: sprites are independent of each other and are packed in catalogue order.

mod arms;
mod atlas;
mod cavalry;
mod contact;
mod figure;
mod flags;
mod gunnery;
mod kit;
mod march;
mod mounted;
mod palette;
mod roster;
mod scenery;
mod sculptor;
mod sdf;
mod smoke;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};
use std::error::Error;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What the command line asked for.
struct Order {
    out: PathBuf,
    sheet: Option<PathBuf>,
    /// Only figures whose names contain one of these (comma separated), for a quick look.
    only: Option<String>,
}

fn order() -> Result<Order, String> {
    let usage = "usage: foundry OUT_DIR [--sheet CONTACT_SHEET.png] [--only NAME_PART]";
    let (mut out, mut sheet, mut only) = (None, None, None);
    let mut args = std::env::args().skip(1);
    while let Some(a) = args.next() {
        match a.as_str() {
            "--sheet" => sheet = Some(PathBuf::from(args.next().ok_or(usage)?)),
            "--only" => only = Some(args.next().ok_or(usage)?),
            _ if a.starts_with('-') || out.is_some() => return Err(usage.to_owned()),
            _ => out = Some(PathBuf::from(a)),
        }
    }
    let out = out.ok_or(usage)?;
    Ok(Order { out, sheet, only })
}

fn write_png(path: &Path, px: &[u8], w: usize, h: usize, kind: ExtendedColorType) -> Result<(), Box<dyn Error>> {
    let file = BufWriter::new(File::create(path)?);
    PngEncoder::new_with_quality(file, CompressionType::Best, FilterType::Adaptive)
        .write_image(px, w as u32, h as u32, kind)?;
    Ok(())
}

/// Shoots every sprite, on as many threads as the machine has cores.
fn cast(list: &[(String, roster::Cast)]) -> Vec<(String, Vec<march::Sprite>)> {
    let jobs: Vec<(usize, usize)> =
        list.iter().enumerate().flat_map(|(f, (_, c))| (0..c.headings()).map(move |i| (f, i))).collect();
    let slots: Vec<Mutex<Option<march::Sprite>>> = jobs.iter().map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    let workers = std::thread::available_parallelism().map_or(2, |n| n.get());
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let k = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&(f, i)) = jobs.get(k) else { break };
                    let heading = i as f32 / list[f].1.headings() as f32 * std::f32::consts::TAU;
                    let sprite = roster::portrait(list[f].1, heading);
                    if let Ok(mut slot) = slots[k].lock() {
                        *slot = Some(sprite);
                    }
                }
            });
        }
    });
    let mut done: Vec<(String, Vec<march::Sprite>)> = list.iter().map(|(n, _)| (n.clone(), Vec::new())).collect();
    for ((f, _), slot) in jobs.iter().zip(slots) {
        if let Ok(Some(sprite)) = slot.into_inner() {
            done[*f].1.push(sprite);
        }
    }
    done
}

fn main() -> Result<(), Box<dyn Error>> {
    let order = order()?;
    let mut list = roster::all();
    if let Some(part) = &order.only {
        list.retain(|(name, _)| part.split(',').any(|p| name.contains(p)));
    }
    let (sheet, index) = atlas::pack(cast(&list))?;
    fs::create_dir_all(&order.out)?;
    write_png(&order.out.join("miniatures.png"), sheet.px.as_flattened(), sheet.w, sheet.h, ExtendedColorType::Rgba8)?;
    let pretty = ron::ser::PrettyConfig::new().depth_limit(4).compact_arrays(false);
    fs::write(order.out.join("miniatures.ron"), ron::ser::to_string_pretty(&index, pretty)?)?;
    if let Some(path) = &order.sheet {
        let b = contact::board(&sheet, &index);
        write_png(path, &b.px, b.w, b.h, ExtendedColorType::Rgb8)?;
    }
    println!("{} figures on a sheet of {} x {}", index.figures.len(), sheet.w, sheet.h);
    Ok(())
}
