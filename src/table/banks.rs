//! What grows and lies along water: rushes, stones, a little sand. It shows where the bank runs, which the rules measure
//! to.

use bevy::prelude::*;

use super::brush::Brush;
use super::sky::fall;
use super::works::{SHADE, spot};
use super::{noise, shapes};
use crate::ground::{Ground, Season};

/// Dresses the banks of a piece of water.
pub fn dress(brush: &mut Brush, ground: &Ground, outline: &[Vec2], season: Season, seed: u32) {
    let table = Rect::from_corners(Vec2::splat(0.1), Vec2::new(ground.width.get(), ground.height.get()) - 0.1);
    let roads: Vec<(Vec<Vec2>, f32)> = ground
        .roads
        .iter()
        .map(|road| (shapes::points(&road.line), road.width.get()))
        .chain(ground.bridges.iter().map(|bridge| (shapes::points(&bridge.line), bridge.width.get())))
        .filter(|(line, _)| line.len() > 1)
        .collect();
    let open = |at: Vec2| {
        table.contains(at) && !roads.iter().any(|(line, wide)| shapes::to_line(line, at) < wide / 2.0 + 0.12)
    };
    let mut closed = outline.to_vec();
    closed.extend(outline.first());
    let inward = if shapes::edges(outline).map(|(a, b)| a.perp_dot(b)).sum::<f32>() > 0.0 { 1.0 } else { -1.0 };
    let mut places: Vec<(Vec2, Vec2, i32)> = shapes::walk(&closed, 0.16)
        .into_iter()
        .enumerate()
        .map(|(k, (at, along))| (at, along.perp() * inward, k as i32))
        .collect();
    places.sort_by(|a, b| b.0.y.total_cmp(&a.0.y));
    for (at, into, k) in places {
        let at = at + into * (0.02 + 0.07 * noise::signed(k, 1, seed)) + into.perp() * 0.06 * noise::signed(k, 2, seed);
        // Rushes stand together, stones lie together.
        let thick = noise::layered(at * 0.8 + Vec2::splat(40.0), 2, None, seed + 6);
        if !open(at) {
            continue;
        }
        if thick > 0.54 && noise::unit(k, 3, seed) < 0.80 {
            rushes(brush, at, season, k, seed);
        } else if thick < 0.46 && noise::unit(k, 4, seed) < 0.55 {
            stone(brush, at, k, seed);
        }
    }
}

fn rushes(brush: &mut Brush, at: Vec2, season: Season, k: i32, seed: u32) {
    let (foot, tip) = match season {
        Season::Spring => ([0.20, 0.30, 0.09], [0.50, 0.62, 0.24]),
        Season::Summer => ([0.17, 0.25, 0.08], [0.43, 0.52, 0.21]),
        Season::Autumn => ([0.28, 0.22, 0.09], [0.66, 0.54, 0.26]),
        Season::Winter => ([0.30, 0.24, 0.14], [0.66, 0.58, 0.40]),
    };
    let shade = at + fall(0.06);
    brush.fan(shade, &spot(shade, 0.055, k, seed), SHADE, Color::srgba(0.03, 0.04, 0.01, 0.0));
    for n in 0..7 {
        let chance = |what: i32| noise::signed(k * 8 + n, what, seed);
        let from = at + Vec2::new(0.055 * chance(10), 0.025 * chance(11));
        let to = from + Vec2::new(0.045 * chance(12), 0.10 + 0.05 * chance(13));
        let light = 0.85 + 0.2 * chance(14);
        let color = |rgb: [f32; 3]| Color::srgb(rgb[0] * light, rgb[1] * light, rgb[2] * light);
        let side = Vec2::X * 0.009;
        brush.quad([from - side, from + side, to, to], [color(foot), color(foot), color(tip), color(tip)]);
        // A cattail here and there.
        if chance(15) > 0.75 {
            brush.stroke(to - Vec2::Y * 0.035, to, 0.018, Color::srgb(0.30, 0.19, 0.10));
        }
    }
}

fn stone(brush: &mut Brush, at: Vec2, k: i32, seed: u32) {
    for n in 0..3 {
        let chance = |what: i32| noise::signed(k * 4 + n, what, seed);
        let here = at + Vec2::new(0.07 * chance(20), 0.05 * chance(21));
        let size = 0.018 + 0.016 * (1.0 + chance(22));
        let tone = 0.52 + 0.14 * chance(23);
        let color = Color::srgb(tone, tone * 0.96, tone * 0.86);
        let drop = here + fall(size);
        brush.fan(drop, &spot(drop, size, k, seed), SHADE, SHADE);
        brush.fan(here, &spot(here, size, k + n, seed), color.lighter(0.10), color.darker(0.06));
    }
}
