//! From pixels to blocks.
#![expect(clippy::needless_range_loop, reason = "the same place of several arrays is used at once")]

use std::sync::LazyLock;

use super::write::{five, six, two};
use super::{BLOCK, SHAPES};

/// Red, green, blue and opacity, 0 to 255.
type Colour = [f32; 4];

/// Squared error of a block, all channels of all pixels together, that nobody sees.
const GOOD: f32 = 16.0 * 30.0;

/// What is so little short of opaque is opaque: blocks without any opacity of their own keep their colours better.
const OPAQUE: u8 = 248;

/// Added and taken away again it leaves a number whole: there are no bits for less (to so many numbers at once that a cast
/// costs more than all the rest).
const WHOLE: f32 = 12_582_912.0;

/// The pixels of a block, channel by channel.
struct Texels {
    at: [[f32; 16]; 4],
    /// How much of a pixel's colour is seen, 0 to 1.
    seen: [f32; 16],
    opaque: bool,
}

/// One line through colours: its ends as the block stores them, and how far along it each pixel is.
pub(super) struct Line {
    pub(super) ends: [Colour; 2],
    pub(super) steps: [f32; 16],
    error: f32,
}

/// A block from its pixels in rows.
fn block(pixels: &[[u8; 4]; 16], patience: usize) -> [u8; BLOCK] {
    if pixels.iter().all(|pixel| pixel[3] == 0) {
        // Mode 6 from nothing to nothing.
        return (1_u128 << 6).to_le_bytes();
    }
    let texels = Texels::of(pixels);
    if texels.opaque { texels.pressed::<3>(patience) } else { texels.pressed::<4>(patience) }
}

impl Texels {
    /// The best block for them; where all is opaque, three channels say everything.
    fn pressed<const N: usize>(&self, patience: usize) -> [u8; BLOCK] {
        let all = [1.0; 16];
        let (middle, axis) = self.spread::<N>(&all);
        let one = self.line::<N>(&all, middle, axis, &SIX);
        if one.error <= GOOD {
            return six(&one, self.opaque);
        }
        let (mut block, mut error) = (None, one.error);
        if !self.opaque {
            let (colour, alpha) = self.apart();
            if colour.error + alpha.error < error {
                error = colour.error + alpha.error;
                block = Some(five(&colour, &alpha));
            }
        }
        // The two parts: pixels before the middle of the line, and those behind it.
        let along = self.from::<N>(middle, axis);
        let mask = (0..16).fold(0_u16, |mask, n| mask | u16::from(along[n] > 0.0) << n);
        let kind = if self.opaque { &ONE } else { &SEVEN };
        let mut attempt = |shape: usize| {
            let mut parts = [[0.0; 16]; 2];
            for n in 0..16 {
                parts[usize::from(SHAPES[shape] >> n & 1)][n] = 1.0;
            }
            let lines = parts.each_ref().map(|part| {
                let (middle, axis) = self.spread::<N>(part);
                self.line::<N>(part, middle, axis, kind)
            });
            if lines[0].error + lines[1].error < error {
                error = lines[0].error + lines[1].error;
                block = Some(two(&lines, shape, kind));
            }
        };
        attempt(nearest_shape(mask));
        if patience > 1 {
            let mut shapes: [(u32, usize); 64] = std::array::from_fn(|shape| (unlike(mask, SHAPES[shape]), shape));
            shapes.sort_unstable();
            shapes[1..patience.min(64)].iter().for_each(|(_, shape)| attempt(*shape));
        }
        block.unwrap_or_else(|| six(&one, self.opaque))
    }
}

/// The blocks of a picture that is made of whole ones, from its pixels in rows. The more patience, the more shapes of two
/// parts are tried for a block.
pub fn pressed(pixels: &[u8], width: usize, patience: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(pixels.len() / 4);
    let stride = width * 4;
    for rows in pixels.chunks_exact(stride * 4) {
        for x in (0..width).step_by(4) {
            let pixel = |n: usize| -> [u8; 4] {
                let at = n / 4 * stride + (x + n % 4) * 4;
                [rows[at], rows[at + 1], rows[at + 2], rows[at + 3]]
            };
            out.extend_from_slice(&block(&std::array::from_fn(pixel), patience));
        }
    }
    out
}

/// What a mode has room for.
pub(super) struct Kind {
    /// Bits of an end's channel, the last shared one not counted.
    pub(super) bits: u32,
    /// Steps of a line.
    pub(super) steps: f32,
    pub(super) index_bits: u32,
    /// Both ends share their last bit.
    pub(super) shared: bool,
    /// The last bit is one more bit of precision; all ends of mode 6 have it too.
    pub(super) alpha: bool,
}

/// Mode 6.
pub(super) const SIX: Kind = Kind { bits: 7, steps: 15.0, index_bits: 4, shared: false, alpha: true };
/// Mode 1.
const ONE: Kind = Kind { bits: 6, steps: 7.0, index_bits: 3, shared: true, alpha: false };
/// Mode 7.
const SEVEN: Kind = Kind { bits: 5, steps: 3.0, index_bits: 2, shared: false, alpha: true };

/// Mode 5: ends of eight bits, the last of which in colours is the first once more.
pub(super) const FIVE: Kind = Kind { bits: 7, steps: 3.0, index_bits: 2, shared: false, alpha: false };

impl Kind {
    /// The nearest colours to the ends of a line that a block can store.
    fn stored(&self, ends: [Colour; 2], opaque: bool) -> [Colour; 2] {
        let most = ((1_u32 << (self.bits + 1)) - 1) as f32;
        let (to_number, to_value) = (most / 255.0, 255.0 / most);
        // With a last bit of 0 and of 1: what is stored for an end, and how far off that is.
        let (mut values, mut errors) = ([[[255.0_f32; 4]; 2]; 2], [[0.0_f32; 2]; 2]);
        for (last, bit) in [0.0_f32, 1.0].into_iter().enumerate() {
            for n in 0..2 {
                for c in 0..4 {
                    let half = less(more((ends[n][c] * to_number - bit) * 0.5, 0.0), (most - 1.0) * 0.5);
                    let number = ((half + WHOLE) - WHOLE) * 2.0 + bit;
                    let value = if c < 3 || self.alpha { number * to_value } else { 255.0 };
                    values[last][n][c] = (value + WHOLE) - WHOLE;
                    errors[last][n] += (value - ends[n][c]) * (value - ends[n][c]);
                }
            }
        }
        if opaque && self.alpha {
            // Only an odd number stands for all of the opacity.
            return values[1];
        }
        let odd = |n: usize| errors[1][n] < errors[0][n];
        if self.shared {
            return values[usize::from(errors[1][0] + errors[1][1] < errors[0][0] + errors[0][1])];
        }
        [values[usize::from(odd(0))][0], values[usize::from(odd(1))][1]]
    }
}

impl Texels {
    fn of(pixels: &[[u8; 4]; 16]) -> Self {
        let mut at = [[0.0; 16]; 4];
        for (n, pixel) in pixels.iter().enumerate() {
            for c in 0..4 {
                at[c][n] = f32::from(pixel[c]);
            }
        }
        let opaque = pixels.iter().all(|pixel| pixel[3] >= OPAQUE);
        let mut seen = [0.0; 16];
        for n in 0..16 {
            at[3][n] = if at[3][n] >= f32::from(OPAQUE) { 255.0 } else { at[3][n] };
            seen[n] = at[3][n] / 255.0;
        }
        if !opaque {
            // What is clear has the colour of the rest: it may be any, and that one costs nothing.
            let all: f32 = seen.iter().sum();
            for channel in &mut at[..3] {
                let mean = dot(channel, &seen) / all;
                for n in 0..16 {
                    channel[n] = if seen[n] == 0.0 { mean } else { channel[n] };
                }
            }
        }
        Self { at, seen, opaque }
    }

    /// Middle of a part of the pixels, and the direction in which they differ most.
    fn spread<const N: usize>(&self, part: &[f32; 16]) -> (Colour, Colour) {
        let many: f32 = part.iter().sum::<f32>().max(1.0);
        let (mut middle, mut off) = ([0.0; 4], [[0.0; 16]; 4]);
        for c in 0..N {
            middle[c] = dot(&self.at[c], part) / many;
            for n in 0..16 {
                off[c][n] = (self.at[c][n] - middle[c]) * part[n];
            }
        }
        let mut square = [[0.0; 4]; 4];
        for c in 0..N {
            for d in c..N {
                square[c][d] = dot(&off[c], &off[d]);
                square[d][c] = square[c][d];
            }
        }
        // Begun with the channel that spreads most, the power of the matrix turns to its widest axis.
        let widest = (1..N).fold(0, |best, c| if square[c][c] > square[best][best] { c } else { best });
        let mut axis = square[widest];
        for _ in 0..4 {
            let mut next = [0.0; 4];
            let mut largest = 1e-3_f32;
            for c in 0..N {
                for d in 0..N {
                    next[c] += square[c][d] * axis[d];
                }
                largest = largest.max(next[c].abs());
            }
            for c in 0..N {
                axis[c] = next[c] / largest;
            }
        }
        let length = axis.iter().map(|c| c * c).sum::<f32>().sqrt();
        (middle, if length > 0.0 { axis.map(|c| c / length) } else { [0.5; 4] })
    }

    /// How far every pixel is from the middle along an axis.
    fn from<const N: usize>(&self, middle: Colour, axis: Colour) -> [f32; 16] {
        let mut along = [0.0; 16];
        for c in 0..N {
            for n in 0..16 {
                along[n] += (self.at[c][n] - middle[c]) * axis[c];
            }
        }
        along
    }

    /// The best line for a part of the pixels.
    fn line<const N: usize>(&self, part: &[f32; 16], middle: Colour, axis: Colour, kind: &Kind) -> Line {
        let along = self.from::<N>(middle, axis);
        let (mut lows, mut highs) = ([0.0; 4], [0.0; 4]);
        for n in 0..16 {
            lows[n % 4] = less(lows[n % 4], along[n] * part[n]);
            highs[n % 4] = more(highs[n % 4], along[n] * part[n]);
        }
        let low = less(less(lows[0], lows[1]), less(lows[2], lows[3]));
        let high = more(more(highs[0], highs[1]), more(highs[2], highs[3]));
        let end = |along: f32| -> Colour { std::array::from_fn(|c| (middle[c] + axis[c] * along).clamp(0.0, 255.0)) };
        let first = self.along::<N>(part, kind.stored([end(low), end(high)], self.opaque), kind);
        if first.error <= GOOD / 16.0 {
            return first;
        }
        let second = self.along::<N>(part, kind.stored(self.refitted::<N>(part, &first, kind), self.opaque), kind);
        if second.error < first.error { second } else { first }
    }

    /// Every pixel's step along a line, and what is lost by it.
    fn along<const N: usize>(&self, part: &[f32; 16], ends: [Colour; 2], kind: &Kind) -> Line {
        let way: Colour = std::array::from_fn(|c| ends[1][c] - ends[0][c]);
        let square = way.iter().map(|c| c * c).sum::<f32>();
        let per = if square > 0.0 { kind.steps / square } else { 0.0 };
        let mut steps = [0.0; 16];
        for c in 0..N {
            for n in 0..16 {
                steps[n] += (self.at[c][n] - ends[0][c]) * way[c];
            }
        }
        for step in &mut steps {
            *step = (less(more(*step * per, 0.0), kind.steps) + WHOLE) - WHOLE;
        }
        let mut errors = [0.0; 16];
        for c in 0..N {
            let by = way[c] / kind.steps;
            for n in 0..16 {
                let off = self.at[c][n] - ends[0][c] - by * steps[n];
                errors[n] += off * off * if c < 3 { self.seen[n] } else { 1.0 };
            }
        }
        Line { ends, steps, error: dot(&errors, part) }
    }

    /// The ends that lose least if every pixel keeps its step: least squares.
    fn refitted<const N: usize>(&self, part: &[f32; 16], line: &Line, kind: &Kind) -> [Colour; 2] {
        let (mut a, mut b, mut weighted) = ([0.0; 16], [0.0; 16], [[0.0; 16]; 2]);
        for n in 0..16 {
            b[n] = line.steps[n] / kind.steps;
            a[n] = 1.0 - b[n];
            weighted[0][n] = a[n] * part[n];
            weighted[1][n] = b[n] * part[n];
        }
        let (aa, ab, bb) = (dot(&weighted[0], &a), dot(&weighted[0], &b), dot(&weighted[1], &b));
        let whole = aa * bb - ab * ab;
        if whole.abs() < 1e-4 {
            return line.ends;
        }
        let mut ends = [[0.0; 4]; 2];
        for c in 0..N {
            let (pa, pb) = (dot(&weighted[0], &self.at[c]), dot(&weighted[1], &self.at[c]));
            ends[0][c] = ((pa * bb - pb * ab) / whole).clamp(0.0, 255.0);
            ends[1][c] = ((pb * aa - pa * ab) / whole).clamp(0.0, 255.0);
        }
        ends
    }
}

impl Texels {
    /// A line through the colours that are seen, and another through opacity alone.
    fn apart(&self) -> (Line, Line) {
        let [red, green, blue, alpha] = self.at;
        let rgb = Self { at: [red, green, blue, [255.0; 16]], seen: self.seen, opaque: false };
        let (middle, axis) = rgb.spread::<3>(&self.seen);
        let mut visible = [0.0; 16];
        for n in 0..16 {
            visible[n] = if self.seen[n] > 0.0 { 1.0 } else { 0.0 };
        }
        let colour = rgb.line::<3>(&visible, middle, axis, &FIVE);
        let (low, high) = alpha.iter().fold((255.0_f32, 0.0_f32), |(low, high), a| (low.min(*a), high.max(*a)));
        let alone = Self { at: [[0.0; 16], [0.0; 16], [0.0; 16], alpha], seen: self.seen, opaque: false };
        let end = |alpha: f32| [0.0, 0.0, 0.0, alpha];
        (colour, alone.along::<4>(&[1.0; 16], [end(low), end(high)], &FIVE))
    }
}

/// One instruction, where [`f32::min`] takes care of what is not a number.
fn less(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

fn more(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

fn dot(a: &[f32; 16], b: &[f32; 16]) -> f32 {
    // Four sums side by side are what a processor adds at once.
    let mut sums = [0.0; 4];
    for (a, b) in a.chunks_exact(4).zip(b.chunks_exact(4)) {
        for k in 0..4 {
            sums[k] += a[k] * b[k];
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}

/// How many pixels are in the wrong part of a shape; which part is which does not matter.
fn unlike(mask: u16, shape: u16) -> u32 {
    let wrong = (mask ^ shape).count_ones();
    wrong.min(16 - wrong)
}

/// For every division of a block in two, the shape that is most like it.
static NEAREST: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let best = |mask: u16| (0..64_u8).min_by_key(|shape| unlike(mask, SHAPES[usize::from(*shape)])).unwrap_or(0);
    (0..1 << 15).map(best).collect()
});

fn nearest_shape(mask: u16) -> usize {
    let mask = if mask >> 15 == 1 { !mask } else { mask };
    usize::from(NEAREST[usize::from(mask)])
}
