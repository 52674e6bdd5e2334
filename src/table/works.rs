//! What soldiers and farmers build along a line: stone walls, earthworks, log breastworks, abatis. Heights
//! are drawn up the picture, shadows fall to the lower right; every rail, stone and branch has its place by chance that
//! depends on the line alone.

use bevy::prelude::*;

use super::brush::{self, Brush, Ends};
use super::sky::{SUN, fall};
use super::{noise, shapes};

pub(super) const SHADE: Color = Color::srgba(0.03, 0.04, 0.01, 0.34);

pub(super) fn brown(light: f32) -> Color {
    Color::srgb((light * 1.08).min(1.0), light * 0.93, light * 0.72)
}

/// A log from `a` to `b` with its own shadow side and shine.
pub(super) fn log(brush: &mut Brush, a: Vec2, b: Vec2, width: f32, light: f32) {
    brush.stroke(a, b, width + 0.020, Color::srgb(0.12, 0.09, 0.05));
    brush.stroke(a, b, width, brown(light));
    let Some(along) = (b - a).try_normalize() else { return };
    let mut lit = along.perp();
    if lit.dot(SUN) < 0.0 {
        lit = -lit;
    }
    let shine = lit * (width * 0.22);
    brush.stroke(a + shine, b + shine, width * 0.30, brown(light * 1.35));
    brush.stroke(a - shine * 1.4, b - shine * 1.4, width * 0.22, brown(light * 0.66));
}

/// A bank of earth thrown up along the line with a shallow ditch on either side, and a head log along its crest. The
/// rules know no front of works, so both sides look alike.
pub fn earthwork(brush: &mut Brush, line: &[Vec2], seed: u32) {
    if line.len() < 2 {
        return;
    }
    for side in [0.34, -0.34] {
        let ditch = beside_of(line, side);
        for (wide, dark) in [(0.26, 0.12), (0.20, 0.16), (0.14, 0.20), (0.08, 0.24)] {
            brush.line(&ditch, Ends::Open, wide, Color::srgba(0.12, 0.095, 0.05, dark));
        }
    }
    let shadow: Vec<Vec2> = line.iter().map(|p| *p + fall(0.24)).collect();
    for (wide, dark) in [(0.52, 0.16), (0.46, 0.20), (0.40, 0.24)] {
        brush.line(&shadow, Ends::Open, wide, Color::srgba(0.03, 0.04, 0.01, dark));
    }
    // The bank: two slopes, each lit by the way it faces.
    let rise = Vec2::Y * 0.13;
    let crest: Vec<Vec2> = line.iter().map(|p| *p + rise).collect();
    let slopes = [0.25, -0.25].map(|side| (side, beside_of(line, side)));
    for (side, foot) in &slopes {
        for k in 0..line.len() - 1 {
            let Some(along) = (line[k + 1] - line[k]).try_normalize() else { continue };
            let l = 0.43 + 0.18 * (along.perp() * side.signum()).dot(SUN);
            let (low, high) = (Color::srgb(l * 0.98, l * 0.84, l * 0.56), Color::srgb(l * 1.16, l * 0.96, l * 0.66));
            brush.quad([foot[k], foot[k + 1], crest[k + 1], crest[k]], [low, low, high, high]);
        }
    }
    // Clods and tufts of grass.
    for (k, (at, along)) in shapes::walk(line, 0.030).into_iter().enumerate() {
        let k = k as i32;
        let across = 0.26 * noise::signed(k, 1, seed);
        let up = rise * (1.0 - across.abs() / 0.25).max(0.0);
        let at = at + along.perp() * across + up + along * 0.03 * noise::signed(k, 2, seed);
        let tone = 0.30 + 0.28 * noise::unit(k, 3, seed);
        let size = 0.012 + 0.022 * noise::unit(k, 4, seed);
        let color = if noise::unit(k, 5, seed) > 0.66 {
            Color::srgb(tone * 0.80, tone, tone * 0.42)
        } else {
            Color::srgb(tone * 1.1, tone * 0.88, tone * 0.60)
        };
        brush.fan(at, &spot(at, size, k, seed), color.lighter(0.06), color);
    }
    // The revetment: logs on the crest, held by stakes.
    for (course, height) in [0.08, 0.13].into_iter().enumerate() {
        let row: Vec<Vec2> = line.iter().map(|p| *p + Vec2::Y * height).collect();
        for (k, w) in pieces(&row, 0.80, course).into_iter().enumerate() {
            log(brush, w.0, w.1, 0.050, 0.34 + 0.10 * noise::unit(k as i32, course as i32, seed + 8));
        }
    }
    for (k, (at, along)) in shapes::walk(line, 0.55).into_iter().enumerate() {
        let lean = along.perp() * 0.05;
        log(
            brush,
            at - lean + Vec2::Y * 0.02,
            at + lean + Vec2::Y * (0.20 + 0.02 * noise::unit(k as i32, 9, seed)),
            0.034,
            0.42,
        );
    }
}

/// Felled trees thrown across the line, most of their tops one way, branches sharpened and tangled.
pub fn abatis(brush: &mut Brush, line: &[Vec2], seed: u32) {
    if line.len() < 2 {
        return;
    }
    let floor: Vec<Vec2> = line.iter().map(|p| *p + fall(0.08)).collect();
    brush.soft(&floor, 0.86, Color::srgba(0.07, 0.06, 0.025, 0.52));
    let mut trees: Vec<(Vec2, Vec2, i32)> =
        shapes::walk(line, 0.23).into_iter().enumerate().map(|(k, (at, along))| (at, along, k as i32)).collect();
    // Far ones first.
    trees.sort_by(|a, b| b.0.y.total_cmp(&a.0.y));
    for (at, along, k) in trees {
        let front = if noise::unit(k, 11, seed) > 0.3 { 1.0 } else { -1.0 };
        let out = (along.perp() * front + along * 0.75 * noise::signed(k, 1, seed)).normalize_or_zero();
        let at = at + along * 0.07 * noise::signed(k, 2, seed) - out * 0.26;
        let long = 0.46 + 0.20 * noise::unit(k, 3, seed);
        let tip = at + out * long + Vec2::Y * 0.06;
        let drop = fall(0.08);
        brush.stroke(at + drop, tip + drop, 0.06, SHADE);
        log(brush, at, at + (tip - at) * 0.65, 0.052, 0.30 + 0.08 * noise::unit(k, 4, seed));
        brush.fan(at, &spot(at, 0.028, k, seed), brown(0.70), brown(0.56));
        for n in 0..7 {
            let from = at + (tip - at) * (0.30 + 0.10 * n as f32);
            let side = if n % 2 == 0 { 1.0 } else { -1.0 };
            let way = (out * (0.5 + 0.5 * noise::unit(k * 8 + n, 5, seed))
                + out.perp() * side
                + Vec2::Y * 0.35 * noise::unit(k * 8 + n, 6, seed))
            .normalize_or_zero();
            let reach = 0.13 + 0.13 * noise::unit(k * 8 + n, 7, seed);
            let end = from + way * reach;
            brush.stroke(from + drop * 0.6, end + drop, 0.022, SHADE);
            brush.stroke(from, end, 0.030, Color::srgb(0.12, 0.09, 0.05));
            brush.stroke(from, end, 0.017, brown(0.36 + 0.16 * noise::unit(k * 8 + n, 8, seed)));
            // A pale cut point, or withered leaves.
            if noise::unit(k * 8 + n, 9, seed) > 0.45 {
                brush.stroke(end - way * 0.03, end, 0.016, brown(0.78));
            } else {
                let green = 0.26 + 0.16 * noise::unit(k * 8 + n, 10, seed);
                let leaf = Color::srgb(green * 0.95, green, green * 0.45);
                brush.fan(end, &spot(end, 0.045, k * 8 + n, seed), leaf.lighter(0.05), leaf);
            }
        }
    }
}

/// A line moved sideways, to the left of its direction.
pub fn beside_of(line: &[Vec2], by: f32) -> Vec<Vec2> {
    let n = line.len();
    (0..n)
        .map(|k| {
            let come = k.checked_sub(1).and_then(|b| (line[k] - line[b]).try_normalize());
            let go = line.get(k + 1).and_then(|a| (*a - line[k]).try_normalize());
            let side = match (come, go) {
                (Some(come), Some(go)) => {
                    let mitre = (come.perp() + go.perp()).try_normalize().unwrap_or(come.perp());
                    mitre / mitre.dot(come.perp()).max(0.5)
                }
                (Some(one), None) | (None, Some(one)) => one.perp(),
                (None, None) => Vec2::ZERO,
            };
            line[k] + side * by
        })
        .collect()
}

/// What is left of a line when stretches of it, in inches along its course, are taken out.
pub fn without(line: &[Vec2], gaps: &[(f32, f32)]) -> Vec<Vec<Vec2>> {
    let mut left = Vec::new();
    let mut piece: Vec<Vec2> = Vec::new();
    let mut travelled = 0.0_f32;
    for w in line.windows(2) {
        let length = w[0].distance(w[1]);
        // Cuts of this side, in the order in which they are met.
        let mut stops = vec![0.0, length];
        for (from, to) in gaps {
            stops.extend([from - travelled, to - travelled].into_iter().filter(|at| *at > 0.0 && *at < length));
        }
        stops.sort_by(f32::total_cmp);
        for pair in stops.windows(2) {
            let middle = travelled + (pair[0] + pair[1]) / 2.0;
            let at = |t: f32| w[0].lerp(w[1], if length > 0.0 { t / length } else { 0.0 });
            if gaps.iter().any(|(from, to)| (*from..*to).contains(&middle)) {
                if piece.len() > 1 {
                    left.push(std::mem::take(&mut piece));
                }
                piece.clear();
            } else {
                if piece.is_empty() {
                    piece.push(at(pair[0]));
                }
                piece.push(at(pair[1]));
            }
        }
        travelled += length;
    }
    if piece.len() > 1 {
        left.push(piece);
    }
    left
}

/// Stretches of about a length along a line, every other course shifted by half.
fn pieces(line: &[Vec2], length: f32, course: usize) -> Vec<(Vec2, Vec2)> {
    let stops = shapes::walk(line, length / 2.0);
    stops.windows(3).skip(course % 2).step_by(2).map(|w| (w[0].0, w[2].0)).collect()
}

/// A small uneven round spot.
pub(super) fn spot(at: Vec2, size: f32, k: i32, seed: u32) -> Vec<Vec2> {
    (0..6)
        .map(|n| {
            let r = size * (0.75 + 0.45 * noise::unit(k * 6 + n, 77, seed));
            at + Vec2::from_angle(n as f32 * std::f32::consts::TAU / 6.0) * r
        })
        .collect()
}

/// A dry stone wall, two courses wide, every stone its own.
pub fn stone_wall(brush: &mut Brush, line: &[Vec2], seed: u32) {
    let shadow: Vec<Vec2> = line.iter().map(|p| *p + fall(0.18)).collect();
    brush.line(&shadow, brush::Ends::Open, 0.30, Color::srgba(0.03, 0.04, 0.01, 0.42));
    brush.line(line, brush::Ends::Open, 0.26, Color::srgb(0.16, 0.145, 0.11));
    let mut stones: Vec<(Vec2, f32, i32, i32)> = Vec::new();
    for course in 0..3 {
        let across = [-0.085, 0.085, 0.0][course as usize];
        let every = if course == 2 { 0.19 } else { 0.155 };
        for (k, (at, along)) in shapes::walk(line, every).into_iter().enumerate() {
            let k = k as i32;
            let slide = along * (0.04 * noise::signed(k, course, seed) + if course == 1 { 0.07 } else { 0.0 });
            let lift = if course == 2 { Vec2::new(0.0, 0.045) } else { Vec2::ZERO };
            let at = at + along.perp() * (across + 0.018 * noise::signed(k, course, seed + 1)) + slide + lift;
            stones.push((at, if course == 2 { 0.088 } else { 0.082 }, k, course));
        }
    }
    for (at, size, k, course) in stones {
        let sides = 7;
        let turn = noise::unit(k, course, seed + 2) * 6.0;
        let squash = 0.78 + 0.3 * noise::unit(k, course, seed + 3);
        let rim: Vec<Vec2> = (0..sides)
            .map(|n| {
                let radius = size * (0.82 + 0.30 * noise::unit(k * 8 + n, course, seed + 4));
                at + Vec2::from_angle(turn + n as f32 / sides as f32 * std::f32::consts::TAU)
                    * radius
                    * Vec2::new(1.0, squash)
            })
            .collect();
        let tone = 0.46 + 0.20 * noise::unit(k, course, seed + 5) + if course == 2 { 0.06 } else { 0.0 };
        let warm = noise::signed(k, course, seed + 6) * 0.02;
        let gray = |light: f32| Color::srgb((tone + warm) * light, tone * light, (tone - warm - 0.03) * light);
        brush.fan(at, &brush::grown(&rim, 0.012), Color::srgb(0.12, 0.11, 0.09), Color::srgb(0.12, 0.11, 0.09));
        for (a, b) in shapes::edges(&rim) {
            let light = |p: Vec2| 1.0 + 0.36 * ((p - at) / size).dot(SUN);
            brush.triangle([at, a, b], [gray(1.08), gray(light(a)), gray(light(b))]);
        }
    }
}
