//! An easel for small pictures that are painted stroke by stroke.

use bevy::math::Vec2;

use super::noise;
use super::paint::{Canvas, Paint};

/// A picture in the making, with its ground point: where what it shows stands.
pub struct Painted {
    /// Its pixels.
    pub canvas: Canvas,
    /// The ground point in pixels from the upper left.
    pub ground: Vec2,
}

/// Paint laid over paint.
pub struct Easel {
    width: usize,
    height: usize,
    /// Red, green, blue times alpha, and alpha.
    pixels: Vec<Paint>,
}

impl Easel {
    /// An empty one.
    pub fn new(width: usize, height: usize) -> Self {
        Self { width, height, pixels: vec![[0.0; 4]; width * height] }
    }

    /// A round-ended stroke between two points in pixels, from one breadth to another.
    pub fn stroke(&mut self, (a, b): (Vec2, Vec2), (from, to): (f32, f32), rgb: [f32; 3], alpha: f32) {
        let widest = from.max(to) / 2.0 + 1.0;
        let low = (a.min(b) - widest).max(Vec2::ZERO).as_uvec2();
        let high =
            (a.max(b) + widest).min(Vec2::new(self.width as f32 - 1.0, self.height as f32 - 1.0)).max(Vec2::ZERO);
        let high = high.as_uvec2();
        let along = b - a;
        let squared = along.length_squared().max(1e-6);
        for y in low.y..=high.y {
            for x in low.x..=high.x {
                let at = Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
                let t = ((at - a).dot(along) / squared).clamp(0.0, 1.0);
                let half = noise::mix(from, to, t) / 2.0;
                let cover = (half + 0.5 - at.distance(a + along * t)).clamp(0.0, 1.0) * alpha;
                if cover > 0.0 {
                    let under = &mut self.pixels[y as usize * self.width + x as usize];
                    for c in 0..3 {
                        under[c] = under[c] * (1.0 - cover) + rgb[c] * cover;
                    }
                    under[3] = under[3] * (1.0 - cover) + cover;
                }
            }
        }
    }

    /// The picture.
    pub fn done(self) -> Canvas {
        let straight = |[r, g, b, a]: Paint| {
            let by = if a > 0.0 { 1.0 / a } else { 0.0 };
            [r * by, g * by, b * by, a].map(|c| (c.clamp(0.0, 1.0) * 255.0 + 0.5) as u8)
        };
        let pixels = self.pixels.into_iter().flat_map(straight).collect();
        Canvas { width: self.width as u32, height: self.height as u32, pixels }
    }
}

/// Pixels of an inch of what is painted here.
pub const PX_PER_INCH: f32 = 150.0;
