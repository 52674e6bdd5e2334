//! Walls of buildings: boards, logs or stone, with windows and doors.

use bevy::prelude::*;

use super::super::brush::Brush;
use super::super::{noise, shapes};
use super::{INK, Style, light, tone, up};

/// The outer sides that face the viewer, with boards, windows and doors.
pub(super) fn walls(brush: &mut Brush, outline: &[Vec2], style: Style, high: f32, seed: u32) {
    let turned = shapes::edges(outline).map(|(a, b)| a.perp_dot(b)).sum::<f32>() < 0.0;
    let mut sides: Vec<(Vec2, Vec2)> = shapes::edges(outline)
        .map(|(a, b)| if turned { (b, a) } else { (a, b) })
        // Counter-clockwise: what faces down the picture runs to the right.
        .filter(|(a, b)| b.x - a.x > 0.01 * a.distance(*b))
        .collect();
    sides.sort_by(|s, t| (t.0.y + t.1.y).total_cmp(&(s.0.y + s.1.y)));
    let longest = sides.iter().map(|(a, b)| (b.x - a.x).abs()).fold(0.0, f32::max);
    for (n, (a, b)) in sides.into_iter().enumerate() {
        let face = Face { a, b, high };
        let out = -(b - a).normalize_or_zero().perp();
        let lit = light(out, 0.0);
        face.boards(brush, style, lit, seed + n as u32);
        if high > 0.2 {
            face.openings(brush, style, lit, ((b.x - a.x) - longest).abs() < 0.01, seed + n as u32);
        }
    }
}

/// One upright side: `a` to `b` along its foot.
pub(super) struct Face {
    pub(super) a: Vec2,
    pub(super) b: Vec2,
    pub(super) high: f32,
}

impl Face {
    pub(super) fn at(&self, along: f32, height: f32) -> Vec2 {
        up(self.a.lerp(self.b, along), height)
    }

    pub(super) fn patch(&self, brush: &mut Brush, (from, to): (f32, f32), (low, top): (f32, f32), color: Color) {
        brush.quad([self.at(from, low), self.at(to, low), self.at(to, top), self.at(from, top)], [color; 4]);
    }

    fn boards(&self, brush: &mut Brush, style: Style, lit: f32, seed: u32) {
        let rgb = style.wall();
        let length = self.a.distance(self.b);
        match style {
            Style::House | Style::Church | Style::Cabin => {
                let rows = (self.high / if style == Style::Cabin { 0.075 } else { 0.048 }).round().max(2.0) as i32;
                for row in 0..rows {
                    let (low, top) = (row as f32 / rows as f32 * self.high, (row + 1) as f32 / rows as f32 * self.high);
                    let t = 0.92 + 0.14 * noise::unit(row, 1, seed);
                    self.patch(brush, (0.0, 1.0), (low, top), tone(rgb, lit * t));
                    let lip = low + (top - low) * 0.20;
                    self.patch(brush, (0.0, 1.0), (low, lip), tone(rgb, lit * t * 0.68));
                    if style == Style::Cabin {
                        let crown = low + (top - low) * 0.80;
                        self.patch(brush, (0.0, 1.0), (crown, top - 0.01), tone(rgb, lit * t * 1.22));
                    }
                }
            }
            Style::Barn => {
                let planks = (length / 0.07).round().max(2.0) as i32;
                for k in 0..planks {
                    let (from, to) = (k as f32 / planks as f32, (k + 1) as f32 / planks as f32);
                    let t = 0.88 + 0.24 * noise::unit(k, 2, seed);
                    self.patch(brush, (from, to), (0.0, self.high), tone(rgb, lit * t));
                    self.patch(brush, (from, from + (to - from) * 0.16), (0.0, self.high), tone(rgb, lit * 0.6));
                }
            }
            Style::Stone => {
                self.patch(brush, (0.0, 1.0), (0.0, self.high), tone(rgb, lit * 0.58));
                let rows = (self.high / 0.068).round().max(2.0) as i32;
                for row in 0..rows {
                    let (low, top) = (row as f32 / rows as f32 * self.high, (row + 1) as f32 / rows as f32 * self.high);
                    let (mut from, mut k) = (0.0, 0);
                    while from < 1.0 {
                        let to = (from + (0.07 + 0.09 * noise::unit(row, k, seed)) / length.max(0.1)).min(1.0);
                        let t = 0.84 + 0.34 * noise::unit(row, k, seed + 5);
                        let gap = 0.010 / length.max(0.1);
                        self.patch(brush, (from + gap, to - gap), (low + 0.006, top - 0.006), tone(rgb, lit * t));
                        (from, k) = (to, k + 1);
                    }
                }
            }
        }
        // A stone footing, shade under the eaves, dark corners.
        self.patch(brush, (0.0, 1.0), (0.0, self.high * 0.10), tone([0.46, 0.44, 0.40], lit));
        let (shade, clear) = (Color::srgba(0.04, 0.03, 0.02, 0.50), Color::srgba(0.04, 0.03, 0.02, 0.0));
        let (low, top) = (self.high * 0.62, self.high);
        brush.quad(
            [self.at(0.0, low), self.at(1.0, low), self.at(1.0, top), self.at(0.0, top)],
            [clear, clear, shade, shade],
        );
        for end in [0.0, 1.0] {
            brush.stroke(self.at(end, 0.0), self.at(end, self.high), 0.016, INK);
        }
        brush.stroke(self.at(0.0, 0.0), self.at(1.0, 0.0), 0.018, INK);
    }

    fn openings(&self, brush: &mut Brush, style: Style, lit: f32, front: bool, seed: u32) {
        let length = self.a.distance(self.b);
        let apart = match style {
            Style::Barn => 0.85,
            Style::Church => 0.46,
            _ => 0.36,
        };
        let many = (length / apart).floor().max(1.0) as i32;
        if length < 0.3 {
            return;
        }
        let white = tone([0.93, 0.90, 0.82], lit.max(0.75));
        let dark = Color::srgb(0.13, 0.16, 0.19);
        for k in 0..many {
            let middle = (k as f32 + 0.5) / many as f32;
            let door = front && k == many / 2;
            let (half, low, top) = match (style, door) {
                (Style::Barn, true) => (0.21, 0.04, 0.78),
                (_, true) => (0.075, 0.05, 0.72),
                (Style::Church, false) => (0.055, 0.30, 0.82),
                (Style::Barn, false) => (0.06, 0.50, 0.70),
                _ => (0.060, 0.34, 0.74),
            };
            let (half, low, top) = (half / length, low * self.high, top * self.high);
            let rim = 0.020 / length;
            self.patch(brush, (middle - half - rim, middle + half + rim), (low - 0.02, top + 0.025), white);
            let leaf = match (style, door) {
                (Style::Barn, true) => tone([0.50, 0.19, 0.14], lit),
                (_, true) => tone([0.36, 0.20, 0.13], lit),
                _ => dark,
            };
            self.patch(brush, (middle - half, middle + half), (low, top), leaf);
            if style == Style::Barn && door {
                for (from, to) in [(middle - half, middle), (middle, middle + half)] {
                    brush.stroke(self.at(from, low), self.at(to, top), 0.022, white);
                    brush.stroke(self.at(from, top), self.at(to, low), 0.022, white);
                    brush.stroke(self.at(from, low), self.at(from, top), 0.022, white);
                }
            } else if !door {
                let glint = Color::srgb(0.36, 0.42, 0.46);
                if noise::unit(k, 3, seed) > 0.4 {
                    self.patch(brush, (middle - half, middle), ((low + top) / 2.0, top), glint);
                }
                brush.stroke(self.at(middle, low), self.at(middle, top), 0.012, white);
                let across = (low + top) / 2.0;
                brush.stroke(self.at(middle - half, across), self.at(middle + half, across), 0.012, white);
            }
        }
    }
}
