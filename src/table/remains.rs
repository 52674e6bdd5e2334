//! What lies where a stretch of an obstacle is gone: rails thrown about, stones pulled down, trampled twigs, levelled
//! earth, branches dragged aside.

use bevy::prelude::*;

use super::brush::{Brush, Ends};
use super::sky::fall;
use super::works::{SHADE, log, spot};
use super::{noise, shapes};
use crate::ground::ObstacleKind;

/// Lays the remains of a stretch.
pub fn lie(brush: &mut Brush, kind: ObstacleKind, line: &[Vec2], seed: u32) {
    match kind {
        ObstacleKind::RailFence => thrown(brush, line, (0.24, 0.030), seed),
        ObstacleKind::Abatis => thrown(brush, line, (0.34, 0.044), seed),
        ObstacleKind::StoneWall => strewn(brush, line, &STONE, seed),
        ObstacleKind::Hedge => {
            strewn(brush, line, &LEAVES, seed);
            thrown(brush, line, (0.10, 0.014), seed + 1);
        }
        ObstacleKind::Earthworks => strewn(brush, line, &EARTH, seed),
    }
}

/// Lumps of something, trodden flat.
struct Lumps {
    /// Of the bare ground under them.
    floor: Color,
    /// Of the lumps: red, green and blue for a light of one.
    rgb: [f32; 3],
    /// Largest, in inches.
    size: f32,
    /// How many to an inch.
    many: f32,
}

const STONE: Lumps =
    Lumps { floor: Color::srgba(0.30, 0.27, 0.20, 0.45), rgb: [0.62, 0.59, 0.52], size: 0.075, many: 16.0 };
const LEAVES: Lumps =
    Lumps { floor: Color::srgba(0.34, 0.29, 0.18, 0.50), rgb: [0.34, 0.42, 0.18], size: 0.055, many: 18.0 };
const EARTH: Lumps =
    Lumps { floor: Color::srgba(0.44, 0.37, 0.24, 0.75), rgb: [0.52, 0.43, 0.29], size: 0.050, many: 26.0 };

fn strewn(brush: &mut Brush, line: &[Vec2], lumps: &Lumps, seed: u32) {
    for wide in [0.62, 0.46, 0.30] {
        brush.line(line, Ends::Open, wide, lumps.floor.with_alpha(lumps.floor.alpha() * 0.45));
    }
    for (k, (at, along)) in shapes::walk(line, 1.0 / lumps.many).into_iter().enumerate() {
        let k = k as i32;
        let at = at + along.perp() * 0.34 * noise::signed(k, 1, seed) + along * 0.05 * noise::signed(k, 2, seed);
        let size = lumps.size * (0.45 + 0.55 * noise::unit(k, 3, seed));
        let light = 0.75 + 0.45 * noise::unit(k, 4, seed);
        let [r, g, b] = lumps.rgb.map(|c| (c * light).min(1.0));
        let drop = at + fall(0.037);
        brush.fan(drop, &spot(drop, size, k, seed), SHADE, SHADE);
        let color = Color::srgb(r, g, b);
        brush.fan(at, &spot(at, size, k, seed), color.lighter(0.07), color);
    }
}

/// Pieces of wood this long and thick, thrown about.
fn thrown(brush: &mut Brush, line: &[Vec2], (long, thick): (f32, f32), seed: u32) {
    for (k, (at, along)) in shapes::walk(line, long * 0.8).into_iter().enumerate() {
        let k = k as i32;
        let at = at + along.perp() * 0.26 * noise::signed(k, 1, seed) + along * 0.1 * noise::signed(k, 2, seed);
        let way = Vec2::from_angle(along.to_angle() + 1.3 * noise::signed(k, 3, seed)) * long;
        let drop = fall(0.035);
        brush.stroke(at - way + drop, at + way + drop, thick + 0.01, SHADE);
        log(brush, at - way, at + way, thick, 0.38 + 0.14 * noise::unit(k, 4, seed));
    }
}
