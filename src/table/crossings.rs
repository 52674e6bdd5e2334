//! Bridges and fords.

use bevy::prelude::*;

use super::brush::{Brush, Ends};
use super::sky::fall;
use super::works::{beside_of, brown, log, spot};
use super::{noise, shapes};

/// A plank bridge along `line`, `wide` across, with parapets; it ends on the banks.
pub fn bridge(brush: &mut Brush, line: &[Vec2], wide: f32, stone: Build, seed: u32) {
    if line.len() < 2 {
        return;
    }
    let shadow: Vec<Vec2> = line.iter().map(|p| *p + fall(0.27)).collect();
    brush.line(&shadow, Ends::Open, wide + 0.06, Color::srgba(0.02, 0.03, 0.03, 0.45));
    let bed = match stone {
        Build::Wood => Color::srgb(0.15, 0.11, 0.07),
        Build::Stone => Color::srgb(0.42, 0.38, 0.30),
    };
    brush.line(line, Ends::Open, wide, bed);
    match stone {
        Build::Wood => {
            for (k, (at, along)) in shapes::walk(line, 0.12).into_iter().enumerate() {
                let k = k as i32;
                let side = along.perp() * (wide / 2.0 - 0.01 + 0.02 * noise::signed(k, 1, seed));
                let tone = 0.40 + 0.16 * noise::unit(k, 2, seed);
                brush.stroke(at - side, at + side, 0.106, brown(tone));
                brush.stroke(at - side + along * 0.034, at + side + along * 0.034, 0.014, brown(tone * 1.22));
                // Worn by wheels.
                for rut in [-0.22, 0.22] {
                    let here = at + along.perp() * (wide * rut);
                    brush.stroke(
                        here - along.perp() * 0.05,
                        here + along.perp() * 0.05,
                        0.066,
                        Color::srgba(0.72, 0.64, 0.48, 0.28),
                    );
                }
            }
        }
        Build::Stone => {
            for (k, (at, along)) in shapes::walk(line, 0.10).into_iter().enumerate() {
                for n in 0..6 {
                    let k = k as i32;
                    let across = (n as f32 - 2.5) / 6.0 * (wide - 0.16) + 0.02 * noise::signed(k, n, seed);
                    let here = at + along.perp() * across;
                    let tone = 0.46 + 0.18 * noise::unit(k, n, seed + 3);
                    let color = Color::srgb(tone * 1.03, tone * 0.96, tone * 0.82);
                    brush.fan(here, &spot(here, 0.055, k * 6 + n, seed), color.lighter(0.05), color.darker(0.08));
                }
            }
        }
    }
    for side in [1.0, -1.0] {
        let rail = beside_of(line, side * (wide / 2.0 + 0.01));
        match stone {
            Build::Wood => {
                for (at, _) in shapes::walk(&rail, 0.34) {
                    log(brush, at - Vec2::Y * 0.02, at + Vec2::Y * 0.12, 0.036, 0.40);
                }
                for height in [0.06, 0.12] {
                    let raised: Vec<Vec2> = rail.iter().map(|p| *p + Vec2::Y * height).collect();
                    for w in raised.windows(2) {
                        log(brush, w[0], w[1], 0.030, 0.46);
                    }
                }
            }
            Build::Stone => {
                brush.line(&rail, Ends::Open, 0.13, Color::srgb(0.20, 0.18, 0.14));
                let top: Vec<Vec2> = rail.iter().map(|p| *p + Vec2::Y * 0.09).collect();
                for w in 0..rail.len() - 1 {
                    let face = Color::srgb(0.44, 0.41, 0.34);
                    brush.quad([rail[w], rail[w + 1], top[w + 1], top[w]], [face; 4]);
                }
                for (k, (at, along)) in shapes::walk(&top, 0.15).into_iter().enumerate() {
                    let tone = 0.60 + 0.16 * noise::unit(k as i32, 9, seed);
                    let color = Color::srgb(tone, tone * 0.95, tone * 0.84);
                    brush.stroke(at - along * 0.068, at + along * 0.068, 0.11, color);
                }
            }
        }
    }
}

/// What a bridge is built of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Build {
    /// Planks on trestles, post and rail at the sides.
    Wood,
    /// Arches and parapets.
    Stone,
}

/// A ford: a bar of gravel under shallow water, stones that break it, ruts down to it on both banks.
pub fn ford(brush: &mut Brush, line: &[Vec2], wide: f32, seed: u32) {
    if line.len() < 2 {
        return;
    }
    // The bar fades toward its sides and is never quite straight.
    let sand = |alpha: f32| Color::srgba(0.70, 0.63, 0.45, alpha);
    let stops = shapes::walk(line, 0.12);
    let sides = [-0.78, -0.36, 0.0, 0.36, 0.78];
    let thick = [0.0, 0.36, 0.52, 0.36, 0.0];
    let across = |k: usize, n: usize| {
        let (at, along) = stops[k];
        let stray = 0.20 * (noise::value(Vec2::new(k as f32 * 0.35, n as f32 * 9.0), None, seed) - 0.5);
        at + along.perp() * (wide * (sides[n] + stray))
    };
    // At both ends it runs out on the bank, sooner here than there.
    let last = stops.len().saturating_sub(1);
    let fades = |k: usize, n: usize| {
        let from_end = stops[k].0.distance(stops[0].0).min(stops[k].0.distance(stops[last].0));
        noise::rise(0.0, 0.45 + 0.5 * noise::unit(n as i32, i32::from(k * 2 > last), seed + 8), from_end)
    };
    let here = |k: usize, n: usize| sand(thick[n] * fades(k, n));
    for k in 0..last {
        for n in 0..4 {
            brush.quad(
                [across(k, n), across(k + 1, n), across(k + 1, n + 1), across(k, n + 1)],
                [here(k, n), here(k + 1, n), here(k + 1, n + 1), here(k, n + 1)],
            );
        }
    }
    for side in [-0.14, 0.14] {
        let rut = |k: usize| {
            let (at, along) = stops[k];
            let (middle, half) = (at + along.perp() * (side * wide), along.perp() * 0.0425);
            (middle + half, middle - half, Color::srgba(0.36, 0.30, 0.20, 0.26 * fades(k, 2)))
        };
        for k in 0..last {
            let ((a, b, here), (c, d, there)) = (rut(k), rut(k + 1));
            brush.quad([a, c, d, b], [here, there, there, here]);
        }
    }
    // Stones: many small ones, a few that stand out of the water with a ripple below them.
    let steps = shapes::walk(line, 0.13);
    // The ends of a ford lie on its banks.
    let wet = steps.len() * 3 / 10..steps.len() * 7 / 10;
    for (k, (at, along)) in steps.into_iter().enumerate() {
        let rippled = wet.contains(&k);
        for n in 0..((wide / 0.16) as i32).max(2) {
            let k = k as i32;
            let share = noise::unit(k, n, seed + 1) - 0.5;
            if noise::unit(k, n, seed) > 0.34 * (1.0 - share.abs()) {
                continue;
            }
            let here = at + along.perp() * (share * wide * 1.05) + along * 0.06 * noise::signed(k, n, seed + 2);
            let tone = 0.46 + 0.24 * noise::unit(k, n, seed + 3);
            let color = Color::srgb(tone, tone * 0.96, tone * 0.85);
            let large = noise::unit(k, n, seed + 5) > 0.86;
            let size = if large { 0.052 } else { 0.015 + 0.018 * noise::unit(k, n, seed + 4) };
            let drop = here + fall(size * 0.9);
            let shade = Color::srgba(0.05, 0.06, 0.05, 0.45);
            brush.fan(drop, &spot(drop, size, k, seed), shade, shade);
            brush.fan(here, &spot(here, size, k, seed), color.lighter(0.08), color.darker(0.06));
            if large && rippled {
                let foam = Color::srgba(0.84, 0.89, 0.88, 0.26);
                let gone = foam.with_alpha(0.0);
                let tail = along.perp() * 0.20;
                for side in [-0.045, 0.045] {
                    let from = here + along * side;
                    let to = from + along * side * 0.5 - tail;
                    brush.quad([from, from - along * side * 0.35, to, to], [foam, foam, gone, gone]);
                }
            }
        }
    }
}
