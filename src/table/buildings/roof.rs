//! Roofs, and what rises from them: chimneys, a ventilator, a steeple.

use bevy::prelude::*;

use super::super::brush::{self, Brush, Ends};
use super::super::{noise, shapes};
use super::wall::Face;
use super::{Frame, INK, Style, light, tone, up};

/// A roof with its ridge along the frame, and the gables under it.
pub(super) fn gable(brush: &mut Brush, frame: &Frame, style: Style, (wall, ridge): (f32, f32), seed: u32) {
    let over = 0.07;
    // The gable end that faces the viewer.
    for end in [-1.0, 1.0] {
        let out = frame.along * end;
        if out.y < -0.01 {
            let (a, b) = (frame.at(end * frame.long, -frame.deep), frame.at(end * frame.long, frame.deep));
            let peak = up((a + b) / 2.0, wall + ridge);
            let lit = light(out, 0.0);
            brush.triangle([up(a, wall), up(b, wall), peak], [tone(style.wall(), lit * 0.92); 3]);
            for k in 1..6 {
                let t = k as f32 / 6.0;
                let (l, r) = (up(a, wall).lerp(peak, t), up(b, wall).lerp(peak, t));
                brush.stroke(l, r, 0.008, tone(style.wall(), lit * 0.62));
            }
        }
    }
    let eaves = wall - ridge * over / frame.deep.max(0.1);
    let slope = Vec2::new(frame.deep, ridge).normalize_or_zero();
    for side in [1.0, -1.0] {
        let out = frame.along.perp() * side;
        let lit = light(out * slope.y, slope.x);
        let low = |t: f32| up(frame.at(t * (frame.long + over), side * (frame.deep + over)), eaves);
        let high = |t: f32| up(frame.at(t * (frame.long + over), 0.0), wall + ridge);
        if side < 0.0 {
            // The fascia under the near eaves.
            brush.stroke(low(-1.0) - Vec2::Y * 0.012, low(1.0) - Vec2::Y * 0.012, 0.035, tone([0.20, 0.16, 0.12], 1.0));
        }
        let plane = Plane { corners: [low(-1.0), low(1.0), high(1.0), high(-1.0)] };
        plane.shingles(brush, style, lit, (2.0 * frame.long, frame.deep.hypot(ridge)), seed + side.to_bits() % 7);
        brush.line(&plane.corners, Ends::Joined, 0.016, INK);
    }
    let (a, b) =
        (up(frame.at(-frame.long - over, 0.0), wall + ridge), up(frame.at(frame.long + over, 0.0), wall + ridge));
    brush.stroke(a, b, 0.030, tone(style.roof(), 0.62));
    brush.stroke(a + Vec2::Y * 0.008, b + Vec2::Y * 0.008, 0.012, tone(style.roof(), 1.45));
}

/// A four-cornered slope of roof: lower left, lower right, upper right, upper left.
struct Plane {
    corners: [Vec2; 4],
}

impl Plane {
    fn at(&self, along: f32, rise: f32) -> Vec2 {
        let [a, b, c, d] = self.corners;
        a.lerp(b, along).lerp(d.lerp(c, along), rise)
    }

    fn shingles(&self, brush: &mut Brush, style: Style, lit: f32, (long, high): (f32, f32), seed: u32) {
        let rgb = style.roof();
        let rows = (high / 0.062).round().clamp(3.0, 40.0) as i32;
        let columns = (long / 0.075).round().clamp(3.0, 80.0) as i32;
        for row in 0..rows {
            let (low, top) = (row as f32 / rows as f32, (row + 1) as f32 / rows as f32);
            for column in -1..columns {
                let shift = if row % 2 == 0 { 0.0 } else { 0.5 };
                let from = ((column as f32 + shift) / columns as f32).clamp(0.0, 1.0);
                let to = ((column as f32 + 1.0 + shift) / columns as f32).clamp(0.0, 1.0);
                if to <= from {
                    continue;
                }
                let t = lit * (0.82 + 0.34 * noise::unit(row, column, seed));
                let color = tone(rgb, t);
                brush.quad(
                    [self.at(from, low), self.at(to, low), self.at(to, top), self.at(from, top)],
                    [tone(rgb, t * 1.06), tone(rgb, t * 1.06), color, color],
                );
                let lip = low + (top - low) * 0.20;
                let dark = tone(rgb, lit * 0.52);
                brush.quad([self.at(from, low), self.at(to, low), self.at(to, lip), self.at(from, lip)], [dark; 4]);
                brush.stroke(self.at(from, low), self.at(from, top), 0.007, dark);
            }
        }
    }
}

/// A roof over an outline of any shape: slopes up to a smaller outline of the same form.
pub(super) fn hipped(brush: &mut Brush, outline: &[Vec2], style: Style, (wall, ridge): (f32, f32), seed: u32) {
    let turned = shapes::edges(outline).map(|(a, b)| a.perp_dot(b)).sum::<f32>() < 0.0;
    let mut rim = outline.to_vec();
    if turned {
        rim.reverse();
    }
    let run = ridge / 0.8;
    let (eaves, top) = (brush::grown(&rim, 0.06), brush::grown(&rim, -run));
    let mut slopes: Vec<usize> = (0..rim.len()).collect();
    slopes.sort_by(|a, b| rim[*b].y.total_cmp(&rim[*a].y));
    brush.fill(&eaves.iter().map(|p| up(*p, wall)).collect::<Vec<_>>(), tone(style.roof(), 0.6));
    for k in slopes {
        let next = (k + 1) % rim.len();
        let out = -(rim[next] - rim[k]).normalize_or_zero().perp();
        let plane = Plane {
            corners: [up(eaves[k], wall), up(eaves[next], wall), up(top[next], wall + ridge), up(top[k], wall + ridge)],
        };
        let length = rim[k].distance(rim[next]);
        plane.shingles(brush, style, light(out * 0.6, 0.8), (length, run.hypot(ridge)), seed + k as u32);
        brush.line(&plane.corners, Ends::Joined, 0.014, INK);
    }
    brush.fill(&top.iter().map(|p| up(*p, wall + ridge)).collect::<Vec<_>>(), tone(style.roof(), 1.05));
}

/// A square shaft from one height to another.
pub(super) fn chimney(brush: &mut Brush, at: Vec2, (from, to): (f32, f32), half: f32, rgb: [f32; 3]) {
    let (l, r) = (at - Vec2::new(half, half), at + Vec2::new(half, -half));
    let lit = light(Vec2::NEG_Y, 0.0);
    brush.quad(
        [up(l, from), up(r, from), up(r, to), up(l, to)],
        [tone(rgb, lit * 0.85), tone(rgb, lit * 0.7), tone(rgb, lit), tone(rgb, lit * 1.15)],
    );
    let courses = ((to - from) / 0.05).round().max(1.0) as i32;
    for k in 1..courses {
        let h = from + (to - from) * k as f32 / courses as f32;
        brush.stroke(up(l, h), up(r, h), 0.007, tone(rgb, 0.5));
    }
    let back = Vec2::Y * (half * 2.0);
    let top = [up(l, to), up(r, to), up(r + back, to), up(l + back, to)];
    brush.quad(top, [tone(rgb, 1.25); 4]);
    let middle = top.iter().sum::<Vec2>() / 4.0;
    let hole = top.map(|corner| middle + (corner - middle) * 0.55);
    brush.quad(hole, [Color::srgb(0.08, 0.07, 0.06); 4]);
    brush.line(&[up(l, from), up(r, from), up(r, to), top[2], top[3], up(l, to)], Ends::Joined, 0.014, INK);
}

/// A pointed roof over four eaves corners (lower left first, counter-clockwise).
pub(super) fn pyramid(brush: &mut Brush, eaves: &[Vec2; 4], peak: Vec2, rgb: [f32; 3]) {
    for (k, out) in [(2, Vec2::Y), (3, Vec2::NEG_X), (1, Vec2::X), (0, Vec2::NEG_Y)] {
        let (a, b) = (eaves[k], eaves[(k + 1) % 4]);
        let color = tone(rgb, light(out, 0.7));
        brush.triangle([a, b, peak], [color; 3]);
        brush.line(&[a, b, peak], Ends::Joined, 0.012, INK);
    }
}

pub(super) fn steeple(brush: &mut Brush, frame: &Frame, ridge: f32) {
    let half = (frame.deep * 0.42).min(0.24);
    let at = frame.at(-frame.long + half * 1.15, 0.0);
    let top = ridge + 0.34;
    let face = Face { a: at + Vec2::new(-half, -half), b: at + Vec2::new(half, -half), high: top };
    let lit = light(Vec2::NEG_Y, 0.0);
    let low = ridge * 0.55;
    let rgb = Style::Church.wall();
    let rows = 9;
    for row in 0..rows {
        let h = |k: i32| low + (top - low) * k as f32 / rows as f32;
        face.patch(brush, (0.0, 1.0), (h(row), h(row + 1)), tone(rgb, lit));
        face.patch(brush, (0.0, 1.0), (h(row), h(row) + 0.012), tone(rgb, lit * 0.68));
    }
    // Louvres of the belfry.
    face.patch(brush, (0.30, 0.70), (top - 0.26, top - 0.07), Color::srgb(0.20, 0.20, 0.19));
    for k in 0..4 {
        let h = top - 0.24 + 0.045 * k as f32;
        brush.stroke(face.at(0.30, h), face.at(0.70, h), 0.014, tone(rgb, lit * 0.9));
    }
    brush.line(&[face.at(0.0, low), face.at(1.0, low), face.at(1.0, top), face.at(0.0, top)], Ends::Joined, 0.014, INK);
    let wide = half + 0.05;
    let eaves =
        [[-wide, -wide], [wide, -wide], [wide, wide], [-wide, wide]].map(|[x, y]| up(at + Vec2::new(x, y), top));
    pyramid(brush, &eaves, up(at, top + 0.62), Style::Church.roof());
    let tip = up(at, top + 0.62);
    let gold = Color::srgb(0.86, 0.68, 0.25);
    brush.stroke(tip, tip + Vec2::Y * 0.12, 0.018, gold);
    brush.stroke(tip + Vec2::new(-0.035, 0.075), tip + Vec2::new(0.035, 0.075), 0.018, gold);
}
