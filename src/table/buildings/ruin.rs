//! Ruins.

use bevy::prelude::*;

use super::super::brush::{self, Brush};
use super::super::sky::{SUN, fall};
use super::super::{noise, shapes};
use super::roof::chimney;
use super::{Frame, Style, tone};

/// What is left of a building: stumps of wall, stones, charred beams.
pub fn rubble(brush: &mut Brush, outline: &[Vec2], style: Style, seed: u32) {
    if outline.len() < 3 {
        return;
    }
    for by in [0.16, 0.11, 0.06, 0.02] {
        brush.fill(&brush::grown(outline, by), Color::srgba(0.10, 0.085, 0.06, 0.20));
    }
    brush.fill(outline, Color::srgba(0.27, 0.24, 0.19, 0.46));
    let reach = shapes::bounds(outline);
    let rgb = match style {
        Style::Stone => Style::Stone.wall(),
        Style::House => [0.55, 0.33, 0.26],
        _ => [0.44, 0.41, 0.36],
    };
    let step = 0.15;
    let (columns, rows) = ((reach.width() / step) as i32 + 1, (reach.height() / step) as i32 + 1);
    for row in (0..rows).rev() {
        for column in 0..columns {
            let jitter = Vec2::new(noise::signed(column, row, seed), noise::signed(row, column, seed)) * 0.07;
            let at = reach.min + Vec2::new(column as f32, row as f32) * step + jitter;
            let depth = shapes::depth(outline, at);
            // More lies along the fallen walls than in the middle.
            let share = if depth < 0.20 { 0.80 } else { 0.50 };
            if depth < -0.10 || noise::unit(column, row, seed + 2) > share {
                continue;
            }
            let size = 0.045 + 0.05 * noise::unit(column, row, seed + 3);
            let turn = noise::unit(column, row, seed + 4) * 3.0;
            let rim: Vec<Vec2> = (0..5)
                .map(|k| {
                    let r = size * (0.75 + 0.4 * noise::unit(column * 5 + k, row, seed + 5));
                    at + Vec2::from_angle(turn + k as f32 * 1.257) * r * Vec2::new(1.0, 0.8)
                })
                .collect();
            let shade: Vec<Vec2> = rim.iter().map(|p| *p + fall(0.05)).collect();
            brush.fill(&shade, Color::srgba(0.03, 0.03, 0.02, 0.55));
            let t = 0.62 + 0.55 * noise::unit(column, row, seed + 6);
            for (a, b) in shapes::edges(&rim) {
                let l = |p: Vec2| t * (1.0 + 0.34 * ((p - at) / size).dot(SUN));
                brush.triangle([at, a, b], [tone(rgb, t), tone(rgb, l(a)), tone(rgb, l(b))]);
            }
        }
    }
    let frame = Frame::around(outline);
    for k in 0..7 {
        let at = frame.at(noise::signed(k, 11, seed) * frame.long * 0.8, noise::signed(k, 12, seed) * frame.deep * 0.7);
        let along = Vec2::from_angle(noise::unit(k, 13, seed) * 3.1) * (0.16 + 0.16 * noise::unit(k, 14, seed));
        let drop = fall(0.06);
        brush.stroke(at - along + drop, at + along + drop, 0.06, Color::srgba(0.02, 0.02, 0.02, 0.5));
        brush.stroke(at - along, at + along, 0.052, Color::srgb(0.09, 0.075, 0.065));
        brush.stroke(at - along + Vec2::Y * 0.012, at + along + Vec2::Y * 0.012, 0.014, Color::srgb(0.26, 0.22, 0.19));
    }
    if matches!(style, Style::House | Style::Stone | Style::Cabin) {
        let brick = if style == Style::House { [0.50, 0.26, 0.20] } else { [0.48, 0.45, 0.40] };
        chimney(brush, frame.at(0.78 * frame.long, 0.0), (0.0, 0.55), 0.095, brick);
    }
}
