//! The colours of the regiments, painted from their written descriptions.

use crate::palette::hex;
use crate::sdf::V;

/// The flags that are carried.
#[derive(Clone, Copy, PartialEq)]
pub enum Flag {
    National,
    Regiment,
    Battle,
    Virginia,
    Georgia,
    /// The Union cavalry's stars and stripes with a swallow's tail.
    Guidon,
    /// A small battle flag, as Confederate cavalry carried it.
    Square,
}

/// An eagle with spread wings, as a device small enough to be read at arm's length.
const EAGLE: [&str; 12] = [
    "#.................#",
    "##......##.......##",
    "###....####.....###",
    "####....###....####",
    ".#####.#####.#####.",
    ".#################.",
    "..###############..",
    "....###########....",
    "......#######......",
    ".......#####.......",
    "......#######......",
    "....##..###..##....",
];

/// Sic semper: a standing figure over a fallen one.
const VIRTUE: [&str; 11] = [
    "....##.......",
    "....##..#....",
    "..######.#...",
    ".#.####..#...",
    "#..####..#...",
    "...####..#...",
    "...####..#...",
    "..######.....",
    "..##..##.....",
    ".###..######.",
    "..##########.",
];

/// Bilinear lookup in a device, so that enlarging does not show squares.
fn device(art: &[&str], x: f32, y: f32) -> bool {
    let (wide, high) = (art[0].len() as f32, art.len() as f32);
    let (fx, fy) = (x * wide - 0.5, y * high - 0.5);
    let at = |i: f32, j: f32| -> f32 {
        if i < 0.0 || j < 0.0 || i >= wide || j >= high {
            return 0.0;
        }
        if art[j as usize].as_bytes()[i as usize] == b'#' { 1.0 } else { 0.0 }
    };
    let (i, j) = (fx.floor(), fy.floor());
    let (u, w) = (fx - i, fy - j);
    let top = at(i, j) * (1.0 - u) + at(i + 1.0, j) * u;
    let low = at(i, j + 1.0) * (1.0 - u) + at(i + 1.0, j + 1.0) * u;
    top * (1.0 - w) + low * w > 0.45
}

/// A five-pointed star of radius `r` at the origin, point up.
fn star(x: f32, y: f32, r: f32) -> bool {
    let d = x.hypot(y) / r;
    if d > 1.0 {
        return false;
    }
    let fifth = std::f32::consts::TAU / 5.0;
    let a = (x.atan2(-y) + fifth * 0.5).rem_euclid(fifth) - fifth * 0.5;
    d * (a.abs() * 1.9).cos().max(0.2) < 1.0 - a.abs() * 0.95
}

const WHITE: u32 = 0xf6f1e4;
const RED: u32 = 0xc3262c;
const BLUE: u32 = 0x25418f;
const GOLD: u32 = 0xf3c545;

/// The colour of a flag at `u` along the fly and `w` down the hoist, both 0..1.
pub fn colour(kind: Flag, u: f32, w: f32) -> V {
    hex(match kind {
        Flag::National => national(u, w),
        Flag::Guidon => guidon(u, w),
        Flag::Regiment => regiment(u, w),
        Flag::Battle | Flag::Square => battle(u, w),
        Flag::Virginia => virginia(u, w),
        Flag::Georgia => georgia(u, w),
    })
}

fn national(u: f32, w: f32) -> u32 {
    if u < 0.42 && w < 7.0 / 13.0 {
        let (cx, cy) = (u / 0.42 * 6.0, w * 13.0 / 7.0 * 5.0);
        let (fx, fy) = (cx.fract() - 0.5, cy.fract() - 0.5);
        return if fx.hypot(fy) < 0.27 { WHITE } else { BLUE };
    }
    if ((w * 13.0) as i32) & 1 == 0 { RED } else { WHITE }
}

fn guidon(u: f32, w: f32) -> u32 {
    if u < 0.46 && w < 7.0 / 13.0 {
        // A wreath of stars round one large one.
        let (x, y) = (u - 0.23, (w - 0.27) * 0.72);
        let ring = x.hypot(y);
        let on = (y.atan2(x) * 12.0 / std::f32::consts::TAU).rem_euclid(1.0) < 0.6;
        return if ring < 0.055 || ((ring - 0.135).abs() < 0.032 && on) { GOLD } else { BLUE };
    }
    if ((w * 13.0) as i32) & 1 == 0 { RED } else { WHITE }
}

fn regiment(u: f32, w: f32) -> u32 {
    // A yellow fringe, an eagle under an arc of stars, a red scroll below.
    if u > 0.965 || !(0.035..=0.965).contains(&w) {
        return GOLD;
    }
    if device(&EAGLE, (u - 0.17) / 0.66, (w - 0.19) / 0.50) {
        return GOLD;
    }
    let bow = 0.85 - 0.10 * ((u - 0.5) * 3.2).powi(2);
    if (w - bow).abs() < 0.065 && (0.17..0.83).contains(&u) {
        let letter = (u * 21.0).fract() < 0.55 && (w - bow).abs() < 0.030;
        return if letter { GOLD } else { RED };
    }
    for k in 0..7 {
        let a = (k as f32 - 3.0) * 0.36;
        if star(u - 0.5 - 0.40 * a.sin(), w - 0.55 + 0.46 * a.cos(), 0.045) {
            return WHITE;
        }
    }
    0x24489c
}

fn battle(u: f32, w: f32) -> u32 {
    if !(0.045..=0.955).contains(&u) || !(0.045..=0.955).contains(&w) {
        return WHITE;
    }
    let (x, y) = (u - 0.5, w - 0.5);
    let d = (x - y).abs().min((x + y).abs()) * std::f32::consts::FRAC_1_SQRT_2;
    if d < 0.088 {
        for k in -3..=3_i32 {
            let q = k as f32 * 0.132;
            if star(x - q, y - q, 0.064) || star(x - q, y + q, 0.064) {
                return WHITE;
            }
        }
        return 0x223d86;
    }
    if d < 0.122 { WHITE } else { 0xc9202a }
}

fn virginia(u: f32, w: f32) -> u32 {
    if u > 0.96 {
        return WHITE;
    }
    let (x, y) = ((u - 0.49) * 1.12, w - 0.5);
    let r = x.hypot(y);
    if r > 0.36 {
        return 0x2650a8;
    }
    if r > 0.325 {
        return 0xb98c3a;
    }
    if device(&VIRTUE, (x + 0.23) / 0.46, (y + 0.24) / 0.46) {
        return if y > 0.14 { 0x6b4a2c } else { 0x8c3b34 };
    }
    if y > 0.19 { 0x6f8a45 } else { WHITE }
}

fn georgia(u: f32, w: f32) -> u32 {
    // The first national pattern: three bars and a ring of stars.
    if u < 0.44 && w < 0.667 {
        let (x, y) = (u - 0.22, (w - 0.333) * 0.9);
        for k in 0..7 {
            let a = k as f32 * std::f32::consts::TAU / 7.0;
            if star(x - 0.145 * a.sin(), y + 0.145 * a.cos() * 1.15, 0.058) {
                return WHITE;
            }
        }
        if star(x, y, 0.075) {
            return WHITE;
        }
        return 0x274a9c;
    }
    if (0.333..0.667).contains(&w) { WHITE } else { 0xc4242c }
}
