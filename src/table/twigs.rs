//! Plants painted stroke by stroke for the sheet: trees that have lost their leaves, and standing grain.

use bevy::math::{Vec2, Vec3};

use super::easel::{Easel, PX_PER_INCH, Painted};
use super::noise;
use super::sky::{SUN, SUN_IN_SPACE};

/// A stretch of trunk or branch: its ends in inches, z up, and its thickness at both.
struct Bough {
    ends: [Vec3; 2],
    thick: [f32; 2],
}

/// Grows a bough and what springs from it.
fn grow(boughs: &mut Vec<Bough>, from: Vec3, way: Vec3, (long, thick): (f32, f32), left: u32, seed: u32) {
    let key = boughs.len() as i32;
    let tip = from + way * long;
    boughs.push(Bough { ends: [from, tip], thick: [thick, thick * 0.66] });
    if left == 0 {
        return;
    }
    let many = if left >= 4 { 4 } else { 3 };
    let turn = noise::unit(key, 1, seed) * std::f32::consts::TAU;
    for k in 0..many {
        let chance = |what: i32| noise::signed(key * 8 + k, what, seed);
        let around = turn + (k as f32 + 0.3 * chance(2)) / many as f32 * std::f32::consts::TAU;
        let side = way.any_orthonormal_vector();
        let out = side * bevy::math::ops::cos(around) + way.cross(side) * bevy::math::ops::sin(around);
        // Branches strive upward again.
        let lean = 0.62 + 0.22 * chance(3);
        let next = (way * (1.0 - 0.35 * lean) + out * lean + Vec3::Z * 0.16).normalize_or(Vec3::Z);
        let start = from + way * long * (0.72 + 0.28 * noise::unit(key * 8 + k, 4, seed));
        grow(boughs, start, next, (long * (0.70 + 0.12 * chance(5)), thick * 0.58), left - 1, seed);
    }
}

/// A tree without leaves, this many inches high, seen at the slant of the miniatures.
pub fn bare_tree(high: f32, seed: u32) -> Painted {
    let mut boughs = Vec::new();
    grow(&mut boughs, Vec3::ZERO, Vec3::Z, (high * 0.30, high * 0.098), 4, seed);
    let side = (high * 1.35 * PX_PER_INCH) as usize;
    let ground = Vec2::new(side as f32 / 2.0, side as f32 * 0.90);
    let seen = |at: Vec3| ground + Vec2::new(at.x, -(0.77 * at.y + 0.64 * at.z)) * PX_PER_INCH;
    boughs.sort_by(|a, b| b.ends[0].y.total_cmp(&a.ends[0].y));
    let mut easel = Easel::new(side, side);
    let pixels = |thick: f32| (thick * PX_PER_INCH).max(2.0);
    for bough in &boughs {
        let [a, b] = bough.ends.map(seen);
        let [from, to] = bough.thick.map(pixels);
        easel.stroke((a, b), (from + 1.6, to + 1.4), [0.10, 0.08, 0.06], 0.85);
    }
    for (n, bough) in boughs.iter().enumerate() {
        let [a, b] = bough.ends.map(seen);
        let [from, to] = bough.thick.map(pixels);
        let way = (bough.ends[1] - bough.ends[0]).normalize_or(Vec3::Z);
        // A bough that lies across the light catches more of it.
        let across = 1.0 - way.dot(SUN_IN_SPACE).abs();
        let tone = 0.235 + 0.13 * across + 0.08 * noise::unit(n as i32, 6, seed);
        easel.stroke((a, b), (from, to), [tone * 1.10, tone * 0.97, tone * 0.84], 1.0);
        let lit = Vec2::new(SUN.x, -SUN.y) * (from * 0.22);
        easel.stroke((a + lit, b + lit), (from * 0.36, to * 0.36), [tone * 1.75, tone * 1.60, tone * 1.42], 0.8);
    }
    Painted { canvas: easel.done(), ground }
}

/// What colour grain has: at the foot, along the stalk, in the ear.
#[derive(Clone, Copy)]
pub struct Straw {
    foot: [f32; 3],
    stalk: [f32; 3],
    ear: [f32; 3],
}

/// Ripe.
pub const RIPE: Straw = Straw { foot: [0.35, 0.28, 0.14], stalk: [0.67, 0.57, 0.31], ear: [0.87, 0.78, 0.50] };
/// Green.
pub const GREEN: Straw = Straw { foot: [0.16, 0.22, 0.07], stalk: [0.40, 0.53, 0.20], ear: [0.66, 0.74, 0.38] };
/// Weathered.
pub const STALE: Straw = Straw { foot: [0.27, 0.21, 0.13], stalk: [0.60, 0.51, 0.35], ear: [0.77, 0.68, 0.50] };

/// A tuft of standing grain.
pub fn grain(straw: Straw, seed: u32) -> Painted {
    let (wide, high) = (0.30, 0.36);
    let (width, height) = ((wide * PX_PER_INCH) as usize, (high * PX_PER_INCH) as usize);
    let ground = Vec2::new(width as f32 / 2.0, height as f32 - 11.0);
    let mut easel = Easel::new(width, height);
    let mut stalks: Vec<i32> = (0..34).collect();
    let depth = |k: i32| noise::unit(k, 1, seed);
    stalks.sort_by(|a, b| depth(*a).total_cmp(&depth(*b)));
    for k in stalks {
        let chance = |what: i32| noise::signed(k, what, seed);
        let foot = ground + Vec2::new(chance(2) * 0.105, depth(k) * 0.12 - 0.06) * PX_PER_INCH;
        let tall = (0.20 + 0.045 * chance(3)) * PX_PER_INCH;
        let tip = foot + Vec2::new(chance(4) * 0.030 * PX_PER_INCH, -tall);
        let light = 0.86 + 0.20 * noise::unit(k, 5, seed);
        let shaded = |rgb: [f32; 3]| rgb.map(|c| c * light);
        easel.stroke((foot, tip), (2.6, 2.2), [0.12, 0.10, 0.04], 0.35);
        let knee = foot.lerp(tip, 0.45);
        easel.stroke((foot, knee), (1.7, 1.6), shaded(straw.foot), 1.0);
        easel.stroke((knee, tip), (1.6, 1.3), shaded(straw.stalk), 1.0);
        let nod = tip + Vec2::new(2.6 + 1.6 * chance(6), -3.2 + 1.2 * chance(7));
        easel.stroke((tip, nod), (3.0, 2.2), shaded(straw.ear.map(|c| c * 0.72)), 1.0);
        easel.stroke((tip - Vec2::splat(0.5), nod - Vec2::splat(0.5)), (1.8, 1.4), shaded(straw.ear), 1.0);
    }
    Painted { canvas: easel.done(), ground }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::paint::Canvas;

    fn covered(canvas: &Canvas) -> usize {
        canvas.pixels.chunks_exact(4).filter(|pixel| pixel[3] > 128).count()
    }

    #[test]
    fn bare_trees_let_the_ground_be_seen_and_stay_on_their_canvas() {
        for seed in [1, 2, 3] {
            let Painted { canvas, ground } = bare_tree(1.1, seed);
            let share = covered(&canvas) as f32 / (canvas.width * canvas.height) as f32;
            assert!((0.04..0.45).contains(&share), "{share}");
            let alpha = |x: u32, y: u32| canvas.pixels[((y * canvas.width + x) * 4 + 3) as usize];
            let rim = (0..canvas.width).map(|x| alpha(x, 0).max(alpha(x, canvas.height - 1))).max();
            assert!(rim < Some(40), "it is cut off: {rim:?}");
            assert!(alpha(ground.x as u32, ground.y as u32 - 4) > 200, "its trunk stands on its ground point");
        }
    }
}
