//! Pictures in blocks of BC7, a byte a pixel where a plain picture has four: the format that every desktop's graphics
//! card reads as it draws.
//!
//! A block of 4 x 4 pixels is one line through colour and opacity with sixteen steps (the format's mode 6); where that is
//! not good enough, two lines for two parts of the block (mode 1 where all is opaque, mode 7 elsewhere), or one for colour
//! and another for opacity (mode 5). Modes, weights and parts are those of the *Khronos Data Format Specification* 1.3,
//! chapter 20, "BPTC Compressed Texture Image Formats".
//!
//! | file | holds |
//! |---|---|
//! | `press` | from pixels to blocks |
//! | `write` | the bits of a block |
//! | `plain` | from blocks to pixels, where no graphics card does it |

mod plain;
mod press;
mod write;

pub use plain::unpressed;
pub use press::pressed;

/// Bytes of a block.
pub const BLOCK: usize = 16;

/// The parts that a block can be divided in: bit `n` says which of two parts pixel `n` belongs to.
const SHAPES: [u16; 64] = [
    0xcccc, 0x8888, 0xeeee, 0xecc8, 0xc880, 0xfeec, 0xfec8, 0xec80, 0xc800, 0xffec, 0xfe80, 0xe800, 0xffe8, 0xff00,
    0xfff0, 0xf000, 0xf710, 0x008e, 0x7100, 0x08ce, 0x008c, 0x7310, 0x3100, 0x8cce, 0x088c, 0x3110, 0x6666, 0x366c,
    0x17e8, 0x0ff0, 0x718e, 0x399c, 0xaaaa, 0xf0f0, 0x5a5a, 0x33cc, 0x3c3c, 0x55aa, 0x9696, 0xa55a, 0x73ce, 0x13c8,
    0x324c, 0x3bdc, 0x6996, 0xc33c, 0x9966, 0x0660, 0x0272, 0x04e4, 0x4e40, 0x2720, 0xc936, 0x936c, 0x39c6, 0x639c,
    0x9336, 0x9cc6, 0x817e, 0xe718, 0xccf0, 0x0fcc, 0x7744, 0xee22,
];

/// The pixel of the second part whose step is stored without its highest bit; in the first part it is the first pixel.
const ANCHORS: [u8; 64] = [
    15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 2, 8, 2, 2, 8, 8, 15, 2, 8, 2, 2, 8, 8, 2, 2,
    15, 15, 6, 8, 2, 8, 15, 15, 2, 8, 2, 2, 2, 15, 15, 6, 6, 2, 6, 8, 15, 15, 2, 2, 15, 15, 15, 15, 15, 2, 2, 15,
];

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture of 64 x 64: a dark outline round a body of two cloths with a bright belt, clear outside.
    fn man() -> Vec<u8> {
        let pixel = |n: usize| {
            let (x, y) = ((n % 64) as f32 - 32.0, (n / 64) as f32 - 32.0);
            let out = (x * x / 500.0 + y * y / 900.0).sqrt();
            let alpha = ((1.06 - out) * 20.0).clamp(0.0, 1.0);
            let cloth = if y > 6.0 { [132.0, 170.0, 212.0] } else { [38.0, 64.0, 124.0] };
            let lit = 1.0 + 0.2 * (x * 0.3).sin() + 0.1 * (y * 0.5).cos();
            let rgb = match (out > 0.94, (y + x * 0.6).abs() < 1.5) {
                (true, _) => [22.0, 24.0, 30.0],
                (false, true) => [236.0, 226.0, 200.0],
                (false, false) => cloth.map(|c: f32| c * lit),
            };
            [rgb[0] as u8, rgb[1] as u8, rgb[2] as u8, (alpha * 255.0) as u8]
        };
        (0..64 * 64).flat_map(pixel).collect()
    }

    /// Root of the mean squared difference of what is seen on a meadow.
    fn off(a: &[u8], b: &[u8]) -> f32 {
        let seen = |p: &[u8]| -> [f32; 3] {
            let alpha = f32::from(p[3]) / 255.0;
            std::array::from_fn(|c| f32::from(p[c]) * alpha + [104.0, 120.0, 66.0][c] * (1.0 - alpha))
        };
        let squares = a.chunks_exact(4).zip(b.chunks_exact(4)).map(|(a, b)| {
            let (a, b) = (seen(a), seen(b));
            a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f32>() / 3.0
        });
        (squares.sum::<f32>() * 4.0 / a.len() as f32).sqrt()
    }

    #[test]
    fn a_pressed_picture_looks_as_it_did() {
        let man = man();
        let blocks = pressed(&man, 64, 8);
        assert_eq!(blocks.len(), man.len() / 4);
        let again = unpressed(&blocks, 64);
        let modes: std::collections::BTreeSet<u32> =
            blocks.chunks_exact(BLOCK).map(|block| block[0].trailing_zeros()).collect();
        assert_eq!(modes, [1, 5, 6, 7].into(), "every kind of block is shown by this picture");
        assert!(off(&man, &again) < 3.0, "{}", off(&man, &again));
        // What is opaque stays so, but for what nobody sees; what is clear is clear.
        for (was, is) in man.chunks_exact(4).zip(again.chunks_exact(4)) {
            assert!(was[3] != 255 || is[3] >= 240, "{was:?} {is:?}");
        }
        let clear = pressed(&[0; 16 * 16 * 4], 16, 1);
        assert!(unpressed(&clear, 16).iter().skip(3).step_by(4).all(|alpha| *alpha == 0));
    }

    #[test]
    fn more_patience_makes_no_picture_worse() {
        let man = man();
        let [quick, patient] = [1, 12].map(|patience| off(&man, &unpressed(&pressed(&man, 64, patience), 64)));
        assert!(patient <= quick + 0.01, "{patient} {quick}");
    }

    #[test]
    fn a_block_of_one_colour_is_that_colour() {
        for colour in [[0, 0, 0, 255], [255, 255, 255, 255], [104, 120, 66, 255], [200, 31, 40, 255]] {
            let again = unpressed(&pressed(&colour.repeat(16), 4, 1), 4);
            for pixel in again.chunks_exact(4) {
                assert!(pixel.iter().zip(colour).all(|(is, was)| is.abs_diff(was) <= 1), "{colour:?} {pixel:?}");
            }
        }
    }
}
