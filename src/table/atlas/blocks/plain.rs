//! From blocks to pixels: for graphics cards that do not read blocks, and for whoever wants to look at a picture without one.

use super::{ANCHORS, BLOCK, SHAPES};

/// Weights of the steps of a line, of 64.
const WEIGHTS: [&[u32]; 5] = [
    &[],
    &[],
    &[0, 21, 43, 64],
    &[0, 9, 18, 27, 37, 46, 55, 64],
    &[0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64],
];

/// Bits of a block, taken from the lowest.
struct Bits(u128);

impl Bits {
    fn take(&mut self, many: u32) -> u32 {
        let taken = (self.0 & ((1 << many) - 1)) as u32;
        self.0 >>= many;
        taken
    }
}

fn between(ends: [u32; 2], step: u32, bits: usize) -> u8 {
    let weight = WEIGHTS[bits][step as usize];
    ((ends[0] * (64 - weight) + ends[1] * weight + 32) >> 6) as u8
}

/// The number of so many bits as a value of eight.
fn value(number: u32, bits: u32) -> u32 {
    number << (8 - bits) | number >> (2 * bits - 8)
}

/// The pixels of a block in rows; clear where it is of a mode that is never pressed here.
fn block(bytes: [u8; BLOCK]) -> [[u8; 4]; 16] {
    let mode = bytes[0].trailing_zeros();
    let mut bits = Bits(u128::from_le_bytes(bytes) >> (mode + 1));
    match mode {
        5 => apart(&mut bits),
        1 => lines(&mut bits, Mode { parts: 2, bits: 6, alpha: false, shared: true, steps: 3 }),
        6 => lines(&mut bits, Mode { parts: 1, bits: 7, alpha: true, shared: false, steps: 4 }),
        7 => lines(&mut bits, Mode { parts: 2, bits: 5, alpha: true, shared: false, steps: 2 }),
        _ => [[0; 4]; 16],
    }
}

struct Mode {
    parts: usize,
    /// Bits of an end's channel, the last shared one not counted.
    bits: u32,
    alpha: bool,
    /// Both ends of a line have the same last bit.
    shared: bool,
    /// Bits of a step.
    steps: usize,
}

fn lines(bits: &mut Bits, mode: Mode) -> [[u8; 4]; 16] {
    let shape = if mode.parts == 2 { bits.take(6) as usize } else { 0 };
    // Channel by channel, the ends of the first line, then those of the second.
    let mut ends = [[[255_u32; 2]; 2]; 4];
    for channel in &mut ends[..if mode.alpha { 4 } else { 3 }] {
        for end in channel[..mode.parts].as_flattened_mut() {
            *end = bits.take(mode.bits) << 1;
        }
    }
    for part in 0..mode.parts {
        let first = bits.take(1);
        let second = if mode.shared { first } else { bits.take(1) };
        for channel in &mut ends[..if mode.alpha { 4 } else { 3 }] {
            let [a, b] = channel[part];
            channel[part] = [value(a | first, mode.bits + 1), value(b | second, mode.bits + 1)];
        }
    }
    let anchor = usize::from(ANCHORS[shape]);
    std::array::from_fn(|n| {
        let part = if mode.parts == 2 { usize::from(SHAPES[shape] >> n & 1) } else { 0 };
        let short = n == 0 || (mode.parts == 2 && n == anchor);
        let step = bits.take(mode.steps as u32 - u32::from(short));
        std::array::from_fn(|c| between(ends[c][part], step, mode.steps))
    })
}

fn apart(bits: &mut Bits) -> [[u8; 4]; 16] {
    // Two bits say which channel has changed places with opacity; here none ever has.
    bits.take(2);
    let mut ends = [[0; 2]; 4];
    for end in ends[..3].as_flattened_mut() {
        *end = value(bits.take(7), 7);
    }
    for end in &mut ends[3] {
        *end = bits.take(8);
    }
    let mut steps = || -> [u32; 16] { std::array::from_fn(|n| bits.take(if n == 0 { 1 } else { 2 })) };
    let (colours, alphas) = (steps(), steps());
    std::array::from_fn(|n| std::array::from_fn(|c| between(ends[c], if c < 3 { colours[n] } else { alphas[n] }, 2)))
}

/// The pixels, in rows, of a picture so wide that was pressed into blocks.
pub fn unpressed(blocks: &[u8], width: usize) -> Vec<u8> {
    let mut pixels = vec![0; blocks.len() * 4];
    let across = width / 4;
    for (n, bytes) in blocks.as_chunks::<BLOCK>().0.iter().enumerate() {
        let corner = (n / across * 4 * width + n % across * 4) * 4;
        for (k, row) in block(*bytes).chunks_exact(4).enumerate() {
            let at = corner + k * width * 4;
            pixels[at..at + 16].copy_from_slice(row.as_flattened());
        }
    }
    pixels
}
