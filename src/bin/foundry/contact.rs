//! The contact sheet: every figure on table green with its name, for the eye.

use dress::table::gallery::letters::glyph;

use crate::atlas::{Book, Entry, Place, SIDE};

/// Headings shown of each turning figure.
const SHOWN: [usize; 8] = [0, 4, 8, 12, 16, 20, 24, 28];
const GREEN: [u8; 3] = [104, 120, 66];

/// A picture being pasted up.
pub struct Board {
    pub w: usize,
    pub h: usize,
    pub px: Vec<u8>,
}

impl Board {
    fn paste(&mut self, book: &Book, n: usize, p: &Place, x: i32, y: i32) {
        let &Place(px, py, w, h, ax, ay) = p;
        let (page, card) = (&book.pages[book.figures[n].page], &book.cards[n]);
        let (x, y) = (x - ax.round() as i32, y - ay.round() as i32);
        for j in 0..h as i32 {
            for i in 0..w as i32 {
                let (tx, ty) = (x + i, y + j);
                if tx < 0 || ty < 0 || tx as usize >= self.w || ty as usize >= self.h {
                    continue;
                }
                let s = card[usize::from(page.px[(py as usize + j as usize) * SIDE + px as usize + i as usize])];
                let at = (ty as usize * self.w + tx as usize) * 3;
                for (to, from) in self.px[at..at + 3].iter_mut().zip(s) {
                    let a = f32::from(s[3]) / 255.0;
                    *to = (f32::from(*to) * (1.0 - a) + f32::from(from) * a + 0.5) as u8;
                }
            }
        }
    }

    fn write(&mut self, text: &str, x: usize, y: usize) {
        for (k, c) in text.chars().enumerate() {
            let g = glyph(c);
            for dot in 0..15 {
                if g >> (14 - dot) & 1 == 1 {
                    let (tx, ty) = (x + k * 4 + dot % 3, y + dot / 3);
                    if tx < self.w && ty < self.h {
                        let at = (ty * self.w + tx) * 3;
                        self.px[at..at + 3].copy_from_slice(&[245, 240, 215]);
                    }
                }
            }
        }
    }
}

/// How far the sprites of a figure reach above, below and beside their ground point.
fn extent(figure: &Entry) -> (usize, usize, usize) {
    let top = figure.sprites.iter().map(|p| p.5).fold(0.0, f32::max) as usize;
    let low = figure.sprites.iter().map(|p| p.3 as f32 - p.5).fold(0.0, f32::max) as usize;
    let side = figure.sprites.iter().map(|p| p.4.max(p.2 as f32 - p.4)).fold(0.0, f32::max) as usize;
    (top, low, side)
}

/// Lays the figures out: turning figures in rows of eight, the rest together below.
pub fn board(book: &Book) -> Board {
    let numbered = || book.figures.iter().enumerate();
    let turning: Vec<_> = numbered().filter(|(_, f)| f.sprites.len() > 1).collect();
    let single: Vec<_> = numbered().filter(|(_, f)| f.sprites.len() == 1).collect();
    let half = 1240;
    let mut spots: Vec<(usize, &Place, i32, i32)> = Vec::new();
    let mut words: Vec<(&str, usize, usize)> = Vec::new();
    // Two columns of rows.
    let (mut y, mut tall) = (0, 0);
    for (k, (n, f)) in turning.into_iter().enumerate() {
        if k % 2 == 0 {
            y += tall;
            tall = 0;
        }
        let (top, low, _) = extent(f);
        let x0 = (k % 2) * half;
        words.push((&f.name, x0 + 6, y + 4));
        for (i, h) in SHOWN.iter().enumerate() {
            let sprite = &f.sprites[*h * f.sprites.len() / 32];
            spots.push((n, sprite, (x0 + 76 + i * 152) as i32, (y + 12 + top) as i32));
        }
        tall = tall.max(top + low + 16);
    }
    y += tall + 10;
    let (mut x, mut shelf) = (10, 0);
    for (n, f) in single {
        let (top, low, _) = extent(f);
        let w = f.sprites[0].2 as usize + 20;
        if x + w > half * 2 {
            x = 10;
            y += shelf;
            shelf = 0;
        }
        words.push((&f.name, x, y + 2));
        spots.push((n, &f.sprites[0], (x as f32 + f.sprites[0].4) as i32, (y + 10 + top) as i32));
        x += w.max(f.name.len() * 4 + 8);
        shelf = shelf.max(top + low + 20);
    }
    let (w, h) = (half * 2, y + shelf + 10);
    let mut b = Board { w, h, px: GREEN.repeat(w * h) };
    for (n, p, x, y) in spots {
        b.paste(book, n, p, x, y);
    }
    for (t, x, y) in words {
        b.write(t, x, y);
    }
    b
}
