//! Packs the sprites on one sheet and writes the index.

use crate::march::{PX_PER_INCH, Sprite};
use serde::Serialize;

/// The widest texture every graphics card takes.
pub const SIDE: usize = 4096;
/// Clear pixels round each sprite.
const PAD: usize = 2;

/// Where a sprite lies on the sheet, and its ground point.
#[derive(Serialize, Clone)]
pub struct Place {
    pub x: u32,
    pub y: u32,
    pub w: u32,
    pub h: u32,
    pub ax: f32,
    pub ay: f32,
}

/// One figure: its name and its sprites by heading.
#[derive(Serialize)]
pub struct Entry {
    pub name: String,
    /// Pixels for one table inch where they are not the sheet's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub px_per_inch: Option<f32>,
    pub sprites: Vec<Place>,
}

/// The index file.
#[derive(Serialize)]
pub struct Index {
    pub format: u32,
    pub px_per_inch: f32,
    pub headings: u32,
    pub figures: Vec<Entry>,
}

/// The sheet of all sprites, straight alpha.
pub struct Sheet {
    pub w: usize,
    pub h: usize,
    pub px: Vec<[u8; 4]>,
}

/// Lays sprites out in shelves, tallest first, and paints them on the sheet.
pub fn pack(figures: Vec<(String, Vec<Sprite>)>) -> Result<(Sheet, Index), String> {
    let mut order: Vec<(usize, usize)> = Vec::new();
    for (f, (_, sprites)) in figures.iter().enumerate() {
        order.extend((0..sprites.len()).map(|i| (f, i)));
    }
    order.sort_by_key(|&(f, i)| (usize::MAX - figures[f].1[i].h, f, i));
    let mut places: Vec<Vec<Place>> = figures
        .iter()
        .map(|(_, s)| {
            s.iter().map(|s| Place { x: 0, y: 0, w: s.w as u32, h: s.h as u32, ax: s.ax, ay: s.ay }).collect()
        })
        .collect();
    let (mut x, mut y, mut shelf) = (PAD, PAD, 0);
    for (f, i) in order {
        let s = &figures[f].1[i];
        if x + s.w + PAD > SIDE {
            x = PAD;
            y += shelf + PAD;
            shelf = 0;
        }
        places[f][i].x = x as u32;
        places[f][i].y = y as u32;
        x += s.w + PAD;
        shelf = shelf.max(s.h);
    }
    let h = y + shelf + PAD;
    if h > SIDE {
        return Err(format!("the sprites need {h} rows, a sheet has {SIDE}"));
    }
    let mut sheet = Sheet { w: SIDE, h, px: vec![[0; 4]; SIDE * h] };
    for ((_, sprites), places) in figures.iter().zip(&places) {
        for (s, p) in sprites.iter().zip(places) {
            for row in 0..s.h {
                let to = (p.y as usize + row) * SIDE + p.x as usize;
                sheet.px[to..to + s.w].copy_from_slice(&s.px[row * s.w..(row + 1) * s.w]);
            }
        }
    }
    bleed(&mut sheet);
    let figures = figures
        .into_iter()
        .zip(places)
        .map(|((name, shots), sprites)| {
            let px_per_inch = shots.first().map(|s| s.fine).filter(|fine| *fine != PX_PER_INCH);
            Entry { name, px_per_inch, sprites }
        })
        .collect();
    let index = Index { format: 1, px_per_inch: PX_PER_INCH, headings: 32, figures };
    Ok((sheet, index))
}

/// Spreads colour into clear neighbours, so that filtering finds no black there.
fn bleed(sheet: &mut Sheet) {
    let (w, h) = (sheet.w as i32, sheet.h as i32);
    let mut known: Vec<bool> = sheet.px.iter().map(|p| p[3] > 0).collect();
    for _ in 0..2 {
        let mut found = Vec::new();
        for y in 0..h {
            for x in 0..w {
                let at = (y * w + x) as usize;
                if known[at] {
                    continue;
                }
                let (mut sum, mut n) = ([0_u32; 3], 0);
                for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)] {
                    let (nx, ny) = (x + dx, y + dy);
                    if nx < 0 || ny < 0 || nx >= w || ny >= h {
                        continue;
                    }
                    let o = (ny * w + nx) as usize;
                    if known[o] {
                        for (s, c) in sum.iter_mut().zip(sheet.px[o]) {
                            *s += u32::from(c);
                        }
                        n += 1;
                    }
                }
                if let [Some(r), Some(g), Some(b)] = sum.map(|s| s.checked_div(n)) {
                    found.push((at, [r as u8, g as u8, b as u8, 0]));
                }
            }
        }
        for (at, c) in found {
            sheet.px[at] = c;
            known[at] = true;
        }
    }
}
