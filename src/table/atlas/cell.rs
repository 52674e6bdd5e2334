//! A picture in its cell: a rectangle of whole blocks in full size, half and quarter, and plain pixels at an eighth. The
//! foundry fills cells and presses them, since that takes long; a sheet is laid out by putting them side by side.

use super::blocks;
use super::levels::halved;
use crate::table::paint::Canvas;

/// Sides of cells are multiples of this, so that a block of the quarter size lies in one cell.
pub const UNIT: u32 = 16;
/// Levels that are pressed: full size, half, quarter.
pub const NEAR: u32 = 3;
/// Pixels kept free round a picture, so that smaller copies do not mix neighbours.
const GAP: u32 = 2;

/// Side of the cell of a picture with this side.
pub fn side(pixels: u32) -> u32 {
    (pixels + 2 * GAP).next_multiple_of(UNIT)
}

/// Where in its cell a picture begins.
pub fn inset(pixels: u32) -> u32 {
    (side(pixels) - pixels) / 2
}

/// Bytes of a cell's level: blocks, and at last the pixels of the eighth.
pub fn bytes(width: u32, height: u32, level: u32) -> usize {
    let pixels = (width * height) as usize >> (2 * level);
    if level < NEAR { pixels } else { pixels * 4 }
}

/// Bytes of all levels of a cell.
pub fn all_bytes(width: u32, height: u32) -> usize {
    (0..=NEAR).map(|level| bytes(width, height, level)).sum()
}

/// Presses a picture into its cell, level after level. With more patience it looks better, and takes longer.
pub fn fill(picture: &Canvas, patience: usize, into: &mut Vec<u8>) {
    let (width, height) = (side(picture.width), side(picture.height));
    let mut pixels = vec![0; (width * height * 4) as usize];
    let row = (picture.width * 4) as usize;
    for (y, line) in picture.pixels.chunks_exact(row).enumerate() {
        let to = (((y as u32 + inset(picture.height)) * width + inset(picture.width)) * 4) as usize;
        pixels[to..to + row].copy_from_slice(line);
    }
    let mut canvas = Canvas { width, height, pixels };
    for _ in 0..NEAR {
        into.extend(blocks::pressed(&canvas.pixels, canvas.width as usize, patience));
        canvas = halved(&canvas);
    }
    into.extend(canvas.pixels);
}

/// The picture in a cell, from its pressed pixels.
pub fn picture(cell: &[u8], width: u32, height: u32) -> Canvas {
    let stride = side(width);
    let all = blocks::unpressed(&cell[..bytes(stride, side(height), 0)], stride as usize);
    let mut pixels = Vec::with_capacity((width * height * 4) as usize);
    for y in 0..height {
        let from = (((y + inset(height)) * stride + inset(width)) * 4) as usize;
        pixels.extend_from_slice(&all[from..from + (width * 4) as usize]);
    }
    Canvas { width, height, pixels }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_comes_out_of_its_cell_as_large_as_it_went_in() {
        for (width, height) in [(1, 1), (12, 13), (45, 75), (60, 4)] {
            let pixels = (0..width * height).flat_map(|n| [90, 60 + n as u8 % 40, 30, 255]).collect();
            let mut cell = Vec::new();
            fill(&Canvas { width, height, pixels }, 1, &mut cell);
            assert_eq!(cell.len(), all_bytes(side(width), side(height)));
            let again = picture(&cell, width, height);
            assert_eq!((again.width, again.height), (width, height));
            assert!(again.pixels.chunks_exact(4).all(|p| p[0].abs_diff(90) < 12 && p[3] > 240), "{width} {height}");
        }
    }
}
