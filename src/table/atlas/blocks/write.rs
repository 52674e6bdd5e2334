//! Lines as the bits of a block.
#![expect(clippy::needless_range_loop, reason = "the same place of several arrays is used at once")]

use super::press::{FIVE, Kind, Line, SIX};
use super::{ANCHORS, BLOCK, SHAPES};

/// Bits of a block, filled from the lowest.
#[derive(Default)]
struct Bits {
    bits: u128,
    used: u32,
}

impl Bits {
    fn put(&mut self, value: u32, many: u32) {
        self.bits |= u128::from(value) << self.used;
        self.used += many;
    }
}

/// The whole numbers of a line: its ends channel by channel and its steps, turned so that the step of its anchor has no
/// highest bit, which the block leaves out.
fn whole(line: &Line, kind: &Kind, anchor: usize) -> ([[u32; 2]; 4], [u32; 16]) {
    let turned = line.steps[anchor] > kind.steps / 2.0;
    let (mut ends, mut steps) = ([[0; 2]; 4], [0; 16]);
    for c in 0..4 {
        let [a, b] = [0, 1].map(|end| u32::from(line.ends[end][c] as u8) >> (7 - kind.bits));
        ends[c] = if turned { [b, a] } else { [a, b] };
    }
    for n in 0..16 {
        let step = line.steps[n];
        steps[n] = u32::from(if turned { kind.steps - step } else { step } as u8);
    }
    (ends, steps)
}

/// One line through all channels.
pub(super) fn six(line: &Line, opaque: bool) -> [u8; BLOCK] {
    let (mut ends, steps) = whole(line, &SIX, 0);
    if opaque {
        ends[3] = [255; 2];
    }
    let mut bits = Bits::default();
    bits.put(1 << 6, 7);
    for end in ends.as_flattened() {
        bits.put(end >> 1, 7);
    }
    bits.put(ends[0][0] & 1, 1);
    bits.put(ends[0][1] & 1, 1);
    for (n, step) in steps.into_iter().enumerate() {
        bits.put(step, if n == 0 { 3 } else { 4 });
    }
    bits.bits.to_le_bytes()
}

/// Colour and opacity each with a line of four steps.
pub(super) fn five(colour: &Line, alpha: &Line) -> [u8; BLOCK] {
    let ((rgb, colours), (ends, alphas)) = (whole(colour, &FIVE, 0), whole(alpha, &FIVE, 0));
    let mut bits = Bits::default();
    bits.put(1 << 5, 8);
    for end in rgb[..3].as_flattened() {
        bits.put(end >> 1, 7);
    }
    for end in ends[3] {
        bits.put(end, 8);
    }
    for steps in [colours, alphas] {
        for (n, step) in steps.into_iter().enumerate() {
            bits.put(step, if n == 0 { 1 } else { 2 });
        }
    }
    bits.bits.to_le_bytes()
}

/// Two lines for two parts.
pub(super) fn two(lines: &[Line; 2], shape: usize, kind: &Kind) -> [u8; BLOCK] {
    let anchors = [0, usize::from(ANCHORS[shape])];
    let [a, b] = [0, 1].map(|n| whole(&lines[n], kind, anchors[n]));
    let mut bits = Bits::default();
    if kind.alpha {
        bits.put(1 << 7, 8);
    } else {
        bits.put(1 << 1, 2);
    }
    bits.put(shape as u32, 6);
    for c in 0..if kind.alpha { 4 } else { 3 } {
        for number in a.0[c].into_iter().chain(b.0[c]) {
            bits.put(number >> 1, kind.bits);
        }
    }
    for part in [a.0[0], b.0[0]] {
        bits.put(part[0] & 1, 1);
        if !kind.shared {
            bits.put(part[1] & 1, 1);
        }
    }
    for n in 0..16 {
        let step = if SHAPES[shape] >> n & 1 == 0 { a.1[n] } else { b.1[n] };
        bits.put(step, kind.index_bits - u32::from(anchors.contains(&n)));
    }
    bits.bits.to_le_bytes()
}
