//! The contact sheet: every figure on table green with its name, for the eye.

use dress::table::gallery::letters::{STEP, dots};

use crate::atlas::Shot;
use crate::march::Sprite;

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
    fn paste(&mut self, sprite: &Sprite, x: i32, y: i32) {
        let (x, y) = (x - sprite.ax.round() as i32, y - sprite.ay.round() as i32);
        for (n, pixel) in sprite.px.iter().enumerate() {
            let (tx, ty) = (x + (n % sprite.w) as i32, y + (n / sprite.w) as i32);
            if tx < 0 || ty < 0 || tx as usize >= self.w || ty as usize >= self.h {
                continue;
            }
            let at = (ty as usize * self.w + tx as usize) * 3;
            for (to, from) in self.px[at..at + 3].iter_mut().zip(pixel) {
                let a = f32::from(pixel[3]) / 255.0;
                *to = (f32::from(*to) * (1.0 - a) + f32::from(*from) * a + 0.5) as u8;
            }
        }
    }

    fn write(&mut self, text: &str, x: usize, y: usize) {
        for (k, c) in text.chars().enumerate() {
            for (across, down) in dots(c) {
                let (tx, ty) = (x + k * STEP as usize + across as usize, y + down as usize);
                if tx < self.w && ty < self.h {
                    let at = (ty * self.w + tx) * 3;
                    self.px[at..at + 3].copy_from_slice(&[245, 240, 215]);
                }
            }
        }
    }
}

/// How far the sprites of a figure reach above and below their ground point.
fn extent(shot: &Shot) -> (usize, usize) {
    let top = shot.sprites.iter().map(|s| s.ay).fold(0.0, f32::max) as usize;
    let low = shot.sprites.iter().map(|s| s.h as f32 - s.ay).fold(0.0, f32::max) as usize;
    (top, low)
}

/// Lays the figures out: turning figures in rows of eight, the rest together below.
pub fn board(shots: &[Shot]) -> Board {
    let (turning, single): (Vec<&Shot>, Vec<&Shot>) = shots.iter().partition(|shot| shot.sprites.len() > 1);
    let half = 1240;
    let mut spots: Vec<(&Sprite, i32, i32)> = Vec::new();
    let mut words: Vec<(&str, usize, usize)> = Vec::new();
    // Two columns of rows.
    let (mut y, mut tall) = (0, 0);
    for (k, shot) in turning.into_iter().enumerate() {
        if k % 2 == 0 {
            y += tall;
            tall = 0;
        }
        let (top, low) = extent(shot);
        let x0 = (k % 2) * half;
        words.push((&shot.name, x0 + 6, y + 4));
        for (i, h) in SHOWN.iter().enumerate() {
            let sprite = &shot.sprites[*h * shot.sprites.len() / 32];
            spots.push((sprite, (x0 + 76 + i * 152) as i32, (y + 12 + top) as i32));
        }
        tall = tall.max(top + low + 16);
    }
    y += tall + 10;
    let (mut x, mut shelf) = (10, 0);
    for shot in single {
        let (top, low) = extent(shot);
        let sprite = &shot.sprites[0];
        let w = sprite.w + 20;
        if x + w > half * 2 {
            x = 10;
            y += shelf;
            shelf = 0;
        }
        words.push((&shot.name, x, y + 2));
        spots.push((sprite, (x as f32 + sprite.ax) as i32, (y + 10 + top) as i32));
        x += w.max(shot.name.len() * STEP as usize + 8);
        shelf = shelf.max(top + low + 20);
    }
    let (w, h) = (half * 2, y + shelf + 10);
    let mut b = Board { w, h, px: GREEN.repeat(w * h) };
    for (sprite, x, y) in spots {
        b.paste(sprite, x, y);
    }
    for (t, x, y) in words {
        b.write(t, x, y);
    }
    b
}
