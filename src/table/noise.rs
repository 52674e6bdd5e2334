//! Chance without dice: numbers that depend on a place alone, so that a table looks the same on every machine and in
//! every picture taken of it.

use bevy::math::{IVec2, Vec2};

/// A well-mixed number from two whole coordinates and a seed.
pub fn hash(x: i32, y: i32, seed: u32) -> u32 {
    let mut h =
        (x as u32).wrapping_mul(0x9E37_79B1) ^ (y as u32).wrapping_mul(0x85EB_CA77) ^ seed.wrapping_mul(0xC2B2_AE3D);
    h ^= h >> 15;
    h = h.wrapping_mul(0x2C1B_3C6D);
    h ^= h >> 12;
    h = h.wrapping_mul(0x297A_2D39);
    h ^ (h >> 15)
}

/// The same as a fraction in `0.0..1.0`.
pub fn unit(x: i32, y: i32, seed: u32) -> f32 {
    (hash(x, y, seed) >> 8) as f32 / 16_777_216.0
}

/// A fraction in `-1.0..1.0`.
pub fn signed(x: i32, y: i32, seed: u32) -> f32 {
    unit(x, y, seed) * 2.0 - 1.0
}

/// `0.0` below `from`, `1.0` above `to`, a smooth rise between.
pub fn rise(from: f32, to: f32, x: f32) -> f32 {
    let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Between `a` and `b`.
pub fn mix(a: f32, b: f32, t: f32) -> f32 {
    a + (b - a) * t
}

/// Smooth noise in `0.0..1.0`, one lattice point a unit. With `period` it repeats after so many units.
pub fn value(at: Vec2, period: Option<i32>, seed: u32) -> f32 {
    let cell = at.floor();
    let f = at - cell;
    let c = IVec2::new(cell.x as i32, cell.y as i32);
    let wrap = |v: i32| period.map_or(v, |p| v.rem_euclid(p));
    let corner = |dx: i32, dy: i32| unit(wrap(c.x + dx), wrap(c.y + dy), seed);
    let (u, v) = (f.x * f.x * (3.0 - 2.0 * f.x), f.y * f.y * (3.0 - 2.0 * f.y));
    mix(mix(corner(0, 0), corner(1, 0), u), mix(corner(0, 1), corner(1, 1), u), v)
}

/// `octaves` of [`value`], each twice as fine and half as strong, in about `0.0..1.0`.
pub fn layered(at: Vec2, octaves: u32, period: Option<i32>, seed: u32) -> f32 {
    let (mut sum, mut weight, mut total) = (0.0, 1.0, 0.0);
    let (mut p, mut period) = (at, period);
    for octave in 0..octaves {
        sum += weight * value(p, period, seed.wrapping_add(octave * 71));
        total += weight;
        weight *= 0.5;
        p *= 2.0;
        period = period.map(|n| n * 2);
    }
    sum / total
}
