//! Bridges and fords.

use bevy::prelude::*;

use super::brush::{Brush, Ends};
use super::works::{beside_of, brown, log, spot};
use super::{noise, shapes};

/// A plank bridge along `line`, `wide` across, with parapets; it ends on the banks.
pub fn bridge(brush: &mut Brush, line: &[Vec2], wide: f32, stone: Build, seed: u32) {
    if line.len() < 2 {
        return;
    }
    let shadow: Vec<Vec2> = line.iter().map(|p| *p + Vec2::new(0.14, -0.16)).collect();
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

/// A ford: gravel and stones under shallow water, ripples over them, ruts down to it on both banks.
pub fn ford(brush: &mut Brush, line: &[Vec2], wide: f32, seed: u32) {
    if line.len() < 2 {
        return;
    }
    // Gravel shoals that fade toward the edges, and tracks worn down to the water.
    for k in 0..7 {
        let share = 1.0 - k as f32 / 8.0;
        brush.line(line, Ends::Open, wide * share, Color::srgba(0.60, 0.55, 0.40, 0.065));
    }
    for side in [-0.16, 0.16] {
        brush.line(&beside_of(line, side * wide), Ends::Open, 0.10, Color::srgba(0.42, 0.36, 0.25, 0.30));
    }
    for (k, (at, along)) in shapes::walk(line, 0.085).into_iter().enumerate() {
        for n in 0..((wide / 0.13) as i32).max(2) {
            let k = k as i32;
            if noise::unit(k, n, seed) > 0.30 {
                continue;
            }
            let across = (noise::unit(k, n, seed + 1) - 0.5) * wide * 0.96;
            let here = at + along.perp() * across + along * 0.05 * noise::signed(k, n, seed + 2);
            let tone = 0.48 + 0.26 * noise::unit(k, n, seed + 3);
            let color = Color::srgba(tone, tone * 0.95, tone * 0.82, 0.85);
            let size = 0.016 + 0.030 * noise::unit(k, n, seed + 4);
            brush.fan(
                here + Vec2::new(0.012, -0.012),
                &spot(here + Vec2::new(0.012, -0.012), size, k, seed),
                Color::srgba(0.05, 0.06, 0.05, 0.4),
                Color::srgba(0.05, 0.06, 0.05, 0.2),
            );
            brush.fan(here, &spot(here, size, k, seed), color.lighter(0.06), color);
        }
    }
}
