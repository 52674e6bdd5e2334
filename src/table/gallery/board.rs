//! A board of table green that pictures are pasted on and lettered.

use image::{Rgb, RgbImage};

use super::letters::{HIGH, STEP, dots};
use crate::table::atlas::library::Shot;
use crate::table::paint::Canvas;

const GREEN: Rgb<u8> = Rgb([104, 120, 66]);
const CHALK: Rgb<u8> = Rgb([250, 245, 222]);
/// Pixels for a dot of a letter.
const DOT: u32 = 2;

/// A board, as wide as it was made, that grows downward.
pub(super) struct Board {
    pub(super) picture: RgbImage,
}

impl Board {
    pub(super) fn new(width: u32, height: u32) -> Self {
        Self { picture: RgbImage::from_pixel(width, height, GREEN) }
    }

    /// Makes it at least so high.
    pub(super) fn grow(&mut self, height: u32) {
        let width = self.picture.width();
        if height <= self.picture.height() {
            return;
        }
        let mut pixels = std::mem::take(&mut self.picture).into_raw();
        pixels.extend(GREEN.0.repeat((width as usize * height as usize * 3 - pixels.len()) / 3));
        // The pixels are as many as the sides say, so they are a picture.
        self.picture = RgbImage::from_raw(width, height, pixels).unwrap_or_default();
    }

    /// Pastes a picture with its ground point there.
    pub(super) fn paste(&mut self, shot: &Shot, x: i32, y: i32) {
        let (left, top) = (x - shot.ground.0.round() as i32, y - shot.ground.1.round() as i32);
        let width = shot.canvas.width as usize;
        for (n, pixel) in shot.canvas.pixels.chunks_exact(4).enumerate() {
            let (px, py) = (left + (n % width) as i32, top + (n / width) as i32);
            if px < 0 || py < 0 || px >= self.picture.width() as i32 || py >= self.picture.height() as i32 {
                continue;
            }
            let under = self.picture.get_pixel_mut(px as u32, py as u32);
            let alpha = f32::from(pixel[3]) / 255.0;
            for (to, from) in under.0.iter_mut().zip(pixel) {
                *to = (f32::from(*to) * (1.0 - alpha) + f32::from(*from) * alpha + 0.5) as u8;
            }
        }
    }

    /// Letters a name from its upper left corner.
    pub(super) fn write(&mut self, text: &str, x: u32, y: u32) {
        for (k, letter) in text.chars().enumerate() {
            for (across, down) in dots(letter) {
                let (left, top) = (x + (k as u32 * STEP + across) * DOT, y + down * DOT);
                for (px, py) in [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(i, j)| (left + i, top + j)) {
                    if px < self.picture.width() && py < self.picture.height() {
                        self.picture.put_pixel(px, py, CHALK);
                    }
                }
            }
        }
    }
}

/// Pixels that a name takes.
pub(super) fn wide(text: &str) -> u32 {
    text.chars().count() as u32 * STEP * DOT
}

/// Pixels from one line of letters to the next.
pub(super) const LINE: u32 = HIGH * DOT + 4;

/// A name in lines no longer than so many pixels, unless a word of it is.
pub(super) fn lines(text: &str, longest: u32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            // What tells pictures of one thing apart stays with its name.
            Some(line) if word.len() == 1 || wide(line) + wide(" ") + wide(word) <= longest => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A picture made so small that it is so wide; light is averaged by how much of it is seen.
pub(super) fn shrunk(canvas: &Canvas, width: u32) -> Canvas {
    let height = (canvas.height * width / canvas.width).max(1);
    let mut pixels = Vec::with_capacity((width * height * 4) as usize);
    for y in 0..height {
        for x in 0..width {
            let columns = (x * canvas.width / width)..((x + 1) * canvas.width).div_ceil(width);
            let rows = (y * canvas.height / height)..((y + 1) * canvas.height).div_ceil(height);
            let (mut sum, mut alpha, mut many) = ([0.0_f32; 3], 0.0_f32, 0.0_f32);
            for (i, j) in rows.flat_map(|j| columns.clone().map(move |i| (i, j))) {
                let at = ((j * canvas.width + i) * 4) as usize;
                let a = f32::from(canvas.pixels[at + 3]);
                for (to, c) in sum.iter_mut().zip(&canvas.pixels[at..at + 3]) {
                    *to += f32::from(*c) * a;
                }
                alpha += a;
                many += 1.0;
            }
            pixels.extend(sum.map(|c| if alpha > 0.0 { (c / alpha + 0.5) as u8 } else { 0 }));
            pixels.push((alpha / many + 0.5) as u8);
        }
    }
    Canvas { width, height, pixels }
}
