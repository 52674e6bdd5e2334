//! The foundry casts and paints the miniatures of the game and packs them in one atlas.
//!
//! Usage: `foundry OUT_DIR [--sheet CONTACT_SHEET.png] [--only NAME_PART,...] [--keep SHELF_DIR]`. It writes to `OUT_DIR` the
//! pressed pictures of all figures, `miniatures.bin`, and the index `miniatures.ron`. The same source gives the same bytes,
//! however many threads work on it: sprites are independent of each other and are packed in catalogue order.

mod arms;
mod atlas;
mod cavalry;
mod contact;
mod devices;
mod figure;
mod flags;
mod gunnery;
mod infantry;
mod keep;
mod kit;
mod march;
mod mounted;
mod palette;
mod poses;
mod roster;
mod scenery;
mod sculptor;
mod sdf;
mod smoke;
mod staff;
mod wardrobe;

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
    /// A shelf of finished castings, to be used and filled.
    keep: Option<PathBuf>,
}

fn order() -> Result<Order, String> {
    let usage = "usage: foundry OUT_DIR [--sheet CONTACT_SHEET.png] [--only NAME_PART,...] [--keep SHELF_DIR]";
    let (mut out, mut sheet, mut only, mut keep) = (None, None, None, None);
    let mut args = std::env::args().skip(1);
    while let Some(a) = args.next() {
        match a.as_str() {
            "--sheet" => sheet = Some(PathBuf::from(args.next().ok_or(usage)?)),
            "--only" => only = Some(args.next().ok_or(usage)?),
            "--keep" => keep = Some(PathBuf::from(args.next().ok_or(usage)?)),
            _ if a.starts_with('-') || out.is_some() => return Err(usage.to_owned()),
            _ => out = Some(PathBuf::from(a)),
        }
    }
    let out = out.ok_or(usage)?;
    Ok(Order { out, sheet, only, keep })
}

fn write_png(path: &Path, px: &[u8], w: usize, h: usize, kind: ExtendedColorType) -> Result<(), Box<dyn Error>> {
    let file = BufWriter::new(File::create(path)?);
    PngEncoder::new_with_quality(file, CompressionType::Best, FilterType::Adaptive)
        .write_image(px, w as u32, h as u32, kind)?;
    Ok(())
}

/// Does numbered jobs on as many threads as the machine has cores; results come in order.
fn workshop<T: Send>(many: usize, job: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let slots: Vec<Mutex<Option<T>>> = (0..many).map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    let workers = std::thread::available_parallelism().map_or(2, |n| n.get());
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let k = next.fetch_add(1, Ordering::Relaxed);
                    if k >= many {
                        break;
                    }
                    let done = job(k);
                    if let Ok(mut slot) = slots[k].lock() {
                        *slot = Some(done);
                    }
                }
            });
        }
    });
    slots.into_iter().filter_map(|slot| slot.into_inner().ok().flatten()).collect()
}

/// The pictures of one casting: for each coat of paint, one for each heading.
fn shoot(lot: &roster::Lot) -> Vec<Vec<march::Sprite>> {
    let many = lot.cast.headings();
    let mut coats: Vec<Vec<march::Sprite>> = lot.names.iter().map(|_| Vec::new()).collect();
    let taken = workshop(many, |i| {
        roster::portraits(lot.cast, lot.names.len(), i as f32 / many as f32 * std::f32::consts::TAU)
    });
    for sprites in taken {
        for (coat, sprite) in coats.iter_mut().zip(sprites) {
            coat.push(sprite);
        }
    }
    coats
}

/// Shoots every sprite, or takes it from the shelf.
fn cast(list: &[roster::Lot], shelf: Option<&Path>) -> Result<Vec<atlas::Shot>, Box<dyn Error>> {
    let mut figures: Vec<Vec<Vec<march::Sprite>>> = Vec::new();
    for lot in list {
        let kept = shelf.and_then(|shelf| keep::take(shelf, lot));
        let coats = match (kept, shelf) {
            (Some(coats), _) => coats,
            (None, None) => shoot(lot),
            (None, Some(shelf)) => {
                let coats = shoot(lot);
                keep::put(shelf, lot, &coats)?;
                coats
            }
        };
        figures.push(coats);
    }
    let named = list.iter().zip(figures).flat_map(|(lot, coats)| {
        let uniforms = lot.cast.uniforms();
        lot.names.iter().enumerate().zip(coats).map(move |((n, name), sprites)| atlas::Shot {
            name: name.clone(),
            uniform: uniforms.map(|all| all[n].to_owned()),
            issue: lot.cast.issue(n),
            staff: lot.cast.staff(),
            sprites,
        })
    });
    Ok(named.collect())
}

fn main() -> Result<(), Box<dyn Error>> {
    let order = order()?;
    let mut list = roster::all();
    if let Some(part) = &order.only {
        list.retain(|lot| part.split(',').any(|p| lot.names.iter().any(|name| name.contains(p))));
    }
    let shots = cast(&list, order.keep.as_deref())?;
    let packed = workshop(shots.len(), |k| atlas::packed(&shots[k])).into_iter().collect::<Result<Vec<_>, _>>()?;
    fs::create_dir_all(&order.out)?;
    fs::write(order.out.join("miniatures.bin"), packed.concat())?;
    fs::write(order.out.join("miniatures.ron"), atlas::index(&shots, &packed)?)?;
    if let Some(path) = &order.sheet {
        let b = contact::board(&shots);
        write_png(path, &b.px, b.w, b.h, ExtendedColorType::Rgb8)?;
    }
    let bytes: usize = packed.iter().map(Vec::len).sum();
    println!("{} figures in {} bytes", shots.len(), bytes);
    Ok(())
}
