//! The shade card: reduces the pictures of one figure to 255 shades and clear, so that a sheet is a byte a pixel and
//! every figure keeps a card of its own.

use crate::march::Sprite;

/// The shades of one figure; the first is clear.
pub type Card = [[u8; 4]; 256];

/// A colour that occurs, weighted by its opacity as light is, and how often.
struct Swatch {
    key: u32,
    /// Red, green and blue times opacity, and opacity.
    at: [f32; 4],
    many: f32,
}

/// Rounds in which the shades are moved to the middle of what they stand for.
const ROUNDS: usize = 2;

fn key(p: [u8; 4]) -> u32 {
    u32::from(p[0] >> 2) << 16 | u32::from(p[1] >> 2) << 10 | u32::from(p[2] >> 2) << 4 | u32::from(p[3] >> 4)
}

/// All colours of the sprites, in the order of their keys.
fn swatches(sprites: &[Sprite]) -> Vec<Swatch> {
    let seen = sprites.iter().flat_map(|s| &s.px).filter(|p| p[3] > 0);
    let mut all: Vec<(u32, [u8; 4])> = seen.map(|p| (key(*p), *p)).collect();
    all.sort_unstable();
    let mut list: Vec<Swatch> = Vec::new();
    for (k, p) in all {
        let a = f32::from(p[3]) / 255.0;
        let at = [f32::from(p[0]) * a, f32::from(p[1]) * a, f32::from(p[2]) * a, f32::from(p[3])];
        match list.last_mut().filter(|last| last.key == k) {
            Some(last) => {
                for (sum, c) in last.at.iter_mut().zip(at) {
                    *sum += c;
                }
                last.many += 1.0;
            }
            None => list.push(Swatch { key: k, at, many: 1.0 }),
        }
    }
    for s in &mut list {
        s.at = s.at.map(|sum| sum / s.many);
        // Rare colours are seen too.
        s.many = s.many.powf(0.7);
    }
    list
}

/// Middle and spread of some swatches: the sum of squares along the widest axis, which axis, and where its middle is.
fn spread(list: &[Swatch]) -> (f32, usize, [f32; 4]) {
    let weight: f32 = list.iter().map(|s| s.many).sum();
    let mean = [0, 1, 2, 3].map(|c| list.iter().map(|s| s.at[c] * s.many).sum::<f32>() / weight.max(1e-6));
    let squares = [0, 1, 2, 3].map(|c| list.iter().map(|s| (s.at[c] - mean[c]).powi(2) * s.many).sum::<f32>());
    let widest = (1..4).fold(0, |best, c| if squares[c] > squares[best] { c } else { best });
    (squares[widest], widest, mean)
}

/// Cuts the swatches in two where they differ most, until there are enough heaps; their middles are the shades.
fn heaps(list: &mut [Swatch], most: usize) -> Vec<[f32; 4]> {
    let mut heaps = vec![(0, list.len(), spread(list))];
    while heaps.len() < most {
        let Some(widest) = (0..heaps.len()).max_by(|a, b| heaps[*a].2.0.total_cmp(&heaps[*b].2.0)) else { break };
        let (from, to, (square, axis, mean)) = heaps[widest];
        if square < 1.0 {
            break;
        }
        let part = &mut list[from..to];
        part.sort_by(|a, b| a.at[axis].total_cmp(&b.at[axis]).then(a.key.cmp(&b.key)));
        let cut = from + part.partition_point(|s| s.at[axis] < mean[axis]).clamp(1, to - from - 1);
        heaps[widest] = (from, cut, spread(&list[from..cut]));
        heaps.push((cut, to, spread(&list[cut..to])));
    }
    heaps.iter().map(|(_, _, (_, _, mean))| *mean).collect()
}

fn nearest(shades: &[[f32; 4]], at: [f32; 4]) -> usize {
    let mut best = (f32::INFINITY, 0);
    for (n, shade) in shades.iter().enumerate() {
        let d: f32 = shade.iter().zip(at).map(|(a, b)| (a - b) * (a - b)).sum();
        if d < best.0 {
            best = (d, n);
        }
    }
    best.1
}

/// The card of a figure and its pictures in numbers of that card.
pub fn reduce(sprites: &[Sprite]) -> (Card, Vec<Vec<u8>>) {
    let mut list = swatches(sprites);
    let mut card: Card = [[0; 4]; 256];
    if list.is_empty() {
        return (card, sprites.iter().map(|s| vec![0; s.px.len()]).collect());
    }
    let mut shades = heaps(&mut list, 255);
    for _ in 0..ROUNDS {
        let mut sums = vec![([0.0_f32; 4], 0.0_f32); shades.len()];
        for s in &list {
            let (sum, many) = &mut sums[nearest(&shades, s.at)];
            for (to, c) in sum.iter_mut().zip(s.at) {
                *to += c * s.many;
            }
            *many += s.many;
        }
        for (shade, (sum, many)) in shades.iter_mut().zip(sums) {
            if many > 0.0 {
                *shade = sum.map(|c| c / many);
            }
        }
    }
    for (to, shade) in card[1..].iter_mut().zip(&shades) {
        let a = (shade[3] / 255.0).max(1.0 / 255.0);
        let q = |c: f32| (c / a + 0.5).clamp(0.0, 255.0) as u8;
        *to = [q(shade[0]), q(shade[1]), q(shade[2]), (shade[3] + 0.5).clamp(1.0, 255.0) as u8];
    }
    let mut numbers: Vec<(u32, u8)> = list.iter().map(|s| (s.key, 1 + nearest(&shades, s.at) as u8)).collect();
    numbers.sort_unstable();
    let number = |p: &[u8; 4]| match p[3] {
        0 => 0,
        _ => numbers.binary_search_by_key(&key(*p), |n| n.0).map_or(0, |at| numbers[at].1),
    };
    (card, sprites.iter().map(|s| s.px.iter().map(number).collect()).collect())
}
