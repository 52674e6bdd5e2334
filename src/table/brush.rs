//! A brush that gathers coloured triangles into one mesh: lines of a width, dashes, hatching, filled outlines.

use bevy::asset::RenderAssetUsages;
use bevy::color::{Alpha, Color, ColorToComponents};
use bevy::math::{Rot2, Vec2};
use bevy::mesh::{Indices, Mesh, PrimitiveTopology};

use super::shapes;

/// Triangles with a colour at every corner. All lengths in inches of table.
#[derive(Default)]
pub struct Brush {
    positions: Vec<[f32; 3]>,
    colors: Vec<[f32; 4]>,
    indices: Vec<u32>,
}

impl Brush {
    /// Whether nothing has been drawn.
    pub fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }

    /// The mesh of everything drawn.
    pub fn mesh(self) -> Mesh {
        let uvs = vec![[0.0_f32, 0.0]; self.positions.len()];
        let normals = vec![[0.0_f32, 0.0, 1.0]; self.positions.len()];
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.positions)
            .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
            .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, uvs)
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, self.colors)
            .with_inserted_indices(Indices::U32(self.indices))
    }

    fn corner(&mut self, at: Vec2, color: Color) -> u32 {
        self.positions.push([at.x, at.y, 0.0]);
        self.colors.push(color.to_linear().to_f32_array());
        self.positions.len() as u32 - 1
    }

    /// A triangle.
    pub fn triangle(&mut self, corners: [Vec2; 3], colors: [Color; 3]) {
        for (at, color) in corners.into_iter().zip(colors) {
            let n = self.corner(at, color);
            self.indices.push(n);
        }
    }

    /// A four-cornered patch, corners in order.
    pub fn quad(&mut self, corners: [Vec2; 4], colors: [Color; 4]) {
        let n: Vec<u32> = corners.into_iter().zip(colors).map(|(at, color)| self.corner(at, color)).collect();
        self.indices.extend([n[0], n[1], n[2], n[0], n[2], n[3]]);
    }

    /// A filled simple outline.
    pub fn fill(&mut self, outline: &[Vec2], color: Color) {
        if outline.len() < 3 {
            return;
        }
        let first = self.positions.len() as u32;
        for at in outline {
            self.corner(*at, color);
        }
        for triangle in shapes::triangles(outline) {
            self.indices.extend(triangle.map(|n| first + n as u32));
        }
    }

    /// A filled outline with a rim that fades: whole up to `from` inches beyond the outline, gone `to` inches beyond it.
    pub fn pool(&mut self, outline: &[Vec2], [from, to]: [f32; 2], color: Color) {
        let (whole, gone) = (grown(outline, from), grown(outline, to));
        self.fill(&whole, color);
        let none = color.with_alpha(0.0);
        for ((a, b), (c, d)) in shapes::edges(&whole).zip(shapes::edges(&gone)) {
            self.quad([a, b, d, c], [color, color, none, none]);
        }
    }

    /// A line that is as dark as its colour in the middle and fades to both sides and to its ends.
    pub fn soft(&mut self, points: &[Vec2], width: f32, color: Color) {
        let stops = shapes::walk(points, 0.15);
        let last = stops.len().saturating_sub(1);
        let none = color.with_alpha(0.0);
        let ink = |k: usize| if k == 0 || k == last { none } else { color };
        for k in 0..last {
            for side in [-0.5, 0.5] {
                let out = |k: usize| stops[k].0 + stops[k].1.perp() * (side * width);
                let corners = [stops[k].0, stops[k + 1].0, out(k + 1), out(k)];
                self.quad(corners, [ink(k), ink(k + 1), none, none]);
            }
        }
    }

    /// A filled outline that is convex seen from `middle`, with another colour there.
    pub fn fan(&mut self, middle: Vec2, rim: &[Vec2], at_middle: Color, at_rim: Color) {
        for (a, b) in shapes::edges(rim) {
            self.triangle([middle, a, b], [at_middle, at_rim, at_rim]);
        }
    }

    /// A straight stroke.
    pub fn stroke(&mut self, a: Vec2, b: Vec2, width: f32, color: Color) {
        let Some(along) = (b - a).try_normalize() else { return };
        let side = along.perp() * (width / 2.0);
        self.quad([a + side, b + side, b - side, a - side], [color; 4]);
    }

    /// A line through points, with mitred corners. `Ends::Joined` closes it.
    pub fn line(&mut self, points: &[Vec2], ends: Ends, width: f32, color: Color) {
        let mut kept: Vec<Vec2> = Vec::with_capacity(points.len());
        for &point in points {
            if kept.last().is_none_or(|last| last.distance_squared(point) > 1e-8) {
                kept.push(point);
            }
        }
        let n = kept.len();
        if n < 2 {
            return;
        }
        let sides: Vec<Vec2> = (0..n)
            .map(|k| {
                let before = match ends {
                    Ends::Joined => Some(kept[(k + n - 1) % n]),
                    Ends::Open => k.checked_sub(1).map(|k| kept[k]),
                };
                let after = match ends {
                    Ends::Joined => Some(kept[(k + 1) % n]),
                    Ends::Open => kept.get(k + 1).copied(),
                };
                let come = before.and_then(|b| (kept[k] - b).try_normalize());
                let go = after.and_then(|a| (a - kept[k]).try_normalize());
                match (come, go) {
                    (Some(come), Some(go)) => {
                        let mitre = (come.perp() + go.perp()).try_normalize().unwrap_or(come.perp());
                        mitre / mitre.dot(come.perp()).max(0.4)
                    }
                    (Some(one), None) | (None, Some(one)) => one.perp(),
                    (None, None) => Vec2::Y,
                }
            })
            .collect();
        let half = width / 2.0;
        let last = match ends {
            Ends::Joined => n,
            Ends::Open => n - 1,
        };
        for k in 0..last {
            let next = (k + 1) % n;
            self.quad(
                [
                    kept[k] + sides[k] * half,
                    kept[next] + sides[next] * half,
                    kept[next] - sides[next] * half,
                    kept[k] - sides[k] * half,
                ],
                [color; 4],
            );
        }
    }

    /// A line of dashes: `on` drawn, `off` left out.
    pub fn dashes(&mut self, points: &[Vec2], ends: Ends, pattern: (f32, f32), width: f32, color: Color) {
        let mut path = points.to_vec();
        if ends == Ends::Joined {
            path.extend(points.first());
        }
        let (on, off) = pattern;
        let mut travelled = 0.0_f32;
        for w in path.windows(2) {
            let length = w[0].distance(w[1]);
            if length <= f32::EPSILON {
                continue;
            }
            let along = (w[1] - w[0]) / length;
            let mut here = 0.0;
            while here < length {
                let phase = travelled.rem_euclid(on + off);
                let step = if phase < on { on - phase } else { on + off - phase }.max(1e-4).min(length - here);
                if phase < on {
                    self.stroke(w[0] + along * here, w[0] + along * (here + step), width, color);
                }
                here += step;
                travelled += step;
            }
        }
    }

    /// Parallel strokes at `angle` radians, `every` inches apart, clipped to an outline.
    pub fn hatch(&mut self, outline: &[Vec2], angle: f32, every: f32, width: f32, color: Color) {
        if outline.len() < 3 {
            return;
        }
        let turn = Rot2::radians(-angle);
        let back = turn.inverse();
        let level: Vec<Vec2> = outline.iter().map(|p| turn * *p).collect();
        let box_ = shapes::bounds(&level);
        let mut y = (box_.min.y / every).ceil() * every;
        while y < box_.max.y {
            let mut cuts: Vec<f32> = shapes::edges(&level)
                .filter(|(a, b)| (a.y > y) != (b.y > y))
                .map(|(a, b)| a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y))
                .collect();
            cuts.sort_by(f32::total_cmp);
            for pair in cuts.chunks_exact(2) {
                self.stroke(back * Vec2::new(pair[0], y), back * Vec2::new(pair[1], y), width, color);
            }
            y += every;
        }
    }

    /// A filled arrow head with its point at `tip`.
    pub fn head(&mut self, tip: Vec2, along: Vec2, length: f32, color: Color) {
        let base = tip - along * length;
        let side = along.perp() * (length * 0.55);
        let notch = tip - along * (length * 0.72);
        self.triangle([tip, base + side, notch], [color; 3]);
        self.triangle([tip, notch, base - side], [color; 3]);
    }
}

/// Whether a line comes back to its first point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ends {
    /// It has two ends.
    Open,
    /// It is closed.
    Joined,
}

/// Points of a circle.
pub fn circle(centre: Vec2, radius: f32) -> Vec<Vec2> {
    let n = (radius * 10.0).clamp(24.0, 160.0) as usize;
    (0..n)
        .map(|k| centre + Rot2::radians(k as f32 / n as f32 * std::f32::consts::TAU) * Vec2::new(radius, 0.0))
        .collect()
}

/// The corners of a rectangle moved outward by `by`, corners kept sharp. Works for any convex outline.
pub fn grown(outline: &[Vec2], by: f32) -> Vec<Vec2> {
    let n = outline.len();
    let area: f32 = shapes::edges(outline).map(|(a, b)| a.perp_dot(b)).sum();
    let out = if area > 0.0 { -1.0 } else { 1.0 };
    (0..n)
        .map(|k| {
            let (before, here, after) = (outline[(k + n - 1) % n], outline[k], outline[(k + 1) % n]);
            let come = (here - before).normalize_or_zero().perp() * out;
            let go = (after - here).normalize_or_zero().perp() * out;
            let mitre = (come + go).normalize_or_zero();
            here + mitre * (by / mitre.dot(come).max(0.3))
        })
        .collect()
}
