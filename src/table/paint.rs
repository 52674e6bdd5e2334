//! Small pictures that the program paints for itself: flocked bases, shadows, markers, cotton smoke, and plain stand-ins
//! for figures and plants that the foundry's sheet does not have.

use bevy::math::Vec2;

use super::noise;
use super::sky::SUN;

/// Straight-alpha pixels, 8 bits a channel, sRGB.
#[derive(Clone)]
pub struct Canvas {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Four bytes a pixel, from the upper left.
    pub pixels: Vec<u8>,
}

/// Red, green, blue, alpha, each `0.0..=1.0`, as the eye sees them (sRGB).
pub type Paint = [f32; 4];

impl Canvas {
    /// Paints every pixel; `at` gives the colour at a place, both coordinates in `-1.0..1.0`, y up.
    pub fn paint(width: u32, height: u32, at: impl Fn(Vec2) -> Paint) -> Self {
        let mut pixels = Vec::with_capacity((width * height * 4) as usize);
        for y in 0..height {
            for x in 0..width {
                let place = Vec2::new(
                    (x as f32 + 0.5) / width as f32 * 2.0 - 1.0,
                    1.0 - (y as f32 + 0.5) / height as f32 * 2.0,
                );
                pixels.extend(at(place).map(|c| (c.clamp(0.0, 1.0) * 255.0 + 0.5) as u8));
            }
        }
        Self { width, height, pixels }
    }
}

fn lit(rgb: [f32; 3], light: f32, alpha: f32) -> Paint {
    [rgb[0] * light, rgb[1] * light, rgb[2] * light, alpha]
}

/// Top of a stand: static grass and grit on a painted card, darker toward its edge. One inch by three quarters.
pub fn base(seed: u32) -> Canvas {
    Canvas::paint(160, 120, |p| {
        let inch = p * Vec2::new(0.5, 0.375);
        let edge = (0.5 - inch.x.abs()).min(0.375 - inch.y.abs());
        flock(inch, edge, seed)
    })
}

/// The same for cavalry and guns, whose stands are deeper: 1.0" wide and `depth` inches deep.
pub fn deep_base(depth: f32, seed: u32) -> Canvas {
    Canvas::paint(160, (160.0 * depth) as u32, |p| {
        let inch = p * Vec2::new(0.5, depth / 2.0);
        let edge = (0.5 - inch.x.abs()).min(depth / 2.0 - inch.y.abs());
        flock(inch, edge, seed)
    })
}

/// The same for a general's round base, of one unit diameter.
pub fn round_base(seed: u32) -> Canvas {
    Canvas::paint(192, 192, |p| {
        let inch = p * 0.5;
        let edge = 0.5 - inch.length();
        let mut paint = flock(inch, edge, seed);
        paint[3] *= noise::rise(0.0, 0.012, edge);
        paint
    })
}

fn flock(inch: Vec2, edge: f32, seed: u32) -> Paint {
    let coarse = noise::layered(inch * 7.0 + Vec2::splat(40.0), 3, None, seed);
    let fine = noise::layered(inch * 46.0 + Vec2::splat(90.0), 2, None, seed + 9);
    let blade = noise::value(Vec2::new(inch.x * 95.0, inch.y * 30.0 + 60.0), None, seed + 4);
    let earth = noise::rise(0.60, 0.72, coarse);
    let green = [0.42 + 0.12 * coarse, 0.46 + 0.08 * coarse, 0.21 + 0.04 * coarse];
    let brown = [0.50, 0.42, 0.28];
    let rgb: [f32; 3] = std::array::from_fn(|c| noise::mix(green[c], brown[c], earth * 0.75));
    let light = 0.84 + 0.30 * fine + 0.16 * (blade - 0.5);
    // The card's rim: a dark line, then a worn bevel.
    let rim = noise::rise(0.004, 0.014, edge);
    let bevel = noise::mix(0.72, 1.0, noise::rise(0.012, 0.05, edge));
    lit(rgb, light * bevel * noise::mix(0.42, 1.0, rim), 1.0)
}

/// Shadow of a stand: black, soft edged; the picture is a third of an inch larger than the stand each way.
pub fn base_shadow() -> Canvas {
    Canvas::paint(120, 96, |p| {
        let inch = p * Vec2::new(0.625, 0.5);
        let d = Vec2::new((inch.x.abs() - 0.47).max(0.0), (inch.y.abs() - 0.345).max(0.0)).length();
        [0.05, 0.06, 0.02, 0.62 * (1.0 - noise::rise(0.0, 0.125, d))]
    })
}

/// A round soft shadow.
pub fn blob_shadow() -> Canvas {
    Canvas::paint(64, 64, |p| [0.04, 0.05, 0.02, 0.55 * (1.0 - noise::rise(0.25, 1.0, p.length()))])
}

/// Plain white, to be tinted.
pub fn white() -> Canvas {
    Canvas::paint(8, 8, |_| [1.0; 4])
}

/// The flash of a muzzle: white heart, yellow rays, a red edge.
pub fn flash() -> Canvas {
    Canvas::paint(64, 64, |p| {
        let angle = p.y.atan2(p.x);
        let rays = 0.62 + 0.26 * (angle * 5.0).cos().abs() + 0.12 * (angle * 3.0 + 1.0).sin();
        let out = p.length() / rays.max(0.2);
        let heat = 1.0 - noise::rise(0.0, 1.0, out);
        [1.0, 0.55 + 0.45 * noise::rise(0.2, 0.7, heat), 0.12 + 0.88 * noise::rise(0.5, 0.95, heat), heat.sqrt()]
    })
}

/// A billow of cotton.
pub fn puff(seed: u32) -> Canvas {
    let lobes: Vec<(Vec2, f32)> = (0..11)
        .map(|k| {
            let turn = noise::unit(k, 1, seed) * std::f32::consts::TAU;
            let out = 0.52 * noise::unit(k, 2, seed).sqrt();
            (Vec2::from_angle(turn) * out * Vec2::new(1.1, 0.8), 0.20 + 0.22 * noise::unit(k, 3, seed))
        })
        .collect();
    Canvas::paint(128, 128, |p| {
        let warp = Vec2::new(
            noise::layered(p * 3.0 + Vec2::splat(20.0), 3, None, seed + 20) - 0.5,
            noise::layered(p * 3.0 + Vec2::splat(70.0), 3, None, seed + 21) - 0.5,
        );
        let q = p + warp * 0.42;
        let mut height = 0.0_f32;
        let mut slope = Vec2::ZERO;
        for (centre, radius) in &lobes {
            let d = (q - *centre).length() / radius;
            if d < 1.0 {
                let h = (1.0 - d * d).sqrt() * radius;
                if h > height {
                    height = h;
                    slope = (q - *centre) / radius;
                }
            }
        }
        let body = lobes.iter().map(|(c, r)| (1.0 - (q - *c).length() / (r * 1.25)).max(0.0)).fold(0.0, f32::max);
        let light = 0.86 + 0.16 * slope.dot(SUN) + 0.06 * height;
        let grain = noise::layered(p * 12.0 + Vec2::splat(30.0), 2, None, seed + 30) - 0.5;
        let alpha = noise::rise(0.02, 0.5, body + 0.25 * grain) * 0.86;
        [light + 0.06 * grain, light * 0.985 + 0.06 * grain, light * 0.95 + 0.06 * grain, alpha]
    })
}

/// A round crown of leaves, lit from the upper left, with its trunk hidden under it.
pub fn crown(seed: u32, rgb: [f32; 3]) -> Canvas {
    let lobes: Vec<(Vec2, f32)> = (0..26)
        .map(|k| {
            let turn = noise::unit(k, 4, seed) * std::f32::consts::TAU;
            let out = 0.66 * noise::unit(k, 5, seed).sqrt();
            (Vec2::from_angle(turn) * out, 0.17 + 0.16 * noise::unit(k, 6, seed))
        })
        .collect();
    Canvas::paint(160, 160, |p| {
        let ragged = noise::layered(p * 11.0 + Vec2::splat(50.0), 3, None, seed + 7) - 0.5;
        let q = p + Vec2::splat(ragged * 0.11);
        let mut best = -1.0_f32;
        let mut slope = Vec2::ZERO;
        let mut reach = f32::INFINITY;
        for (k, (centre, radius)) in lobes.iter().enumerate() {
            let d = (q - *centre) / *radius;
            let length = d.length();
            reach = reach.min(length);
            if length < 1.0 {
                let top =
                    (1.0 - length * length).sqrt() * radius + 0.55 * (1.0 - centre.length()) + 0.02 * k as f32 / 26.0;
                if top > best {
                    best = top;
                    slope = d;
                }
            }
        }
        let alpha = 1.0 - noise::rise(0.94, 1.04, reach);
        let sun = slope.dot(SUN) * 0.26 + p.dot(SUN) * 0.24;
        let leaf = noise::layered(p * 22.0 + Vec2::splat(80.0), 2, None, seed + 8) - 0.5;
        let light = 0.82 + sun + leaf * 0.5 + best.max(0.0) * 0.18;
        lit(rgb, light.max(0.25), alpha)
    })
}

/// A plain painted soldier seen from above at a slant, for uniforms that the sheet does not have.
pub fn soldier(coat: [f32; 3], trousers: [f32; 3], hat: [f32; 3]) -> Canvas {
    Canvas::paint(40, 80, |p| {
        let at = p * Vec2::new(0.5, 1.0);
        let part = |centre: Vec2, half: Vec2| 1.0 - ((at - centre) / half).length();
        let parts = [
            (part(Vec2::new(-0.12, -0.72), Vec2::new(0.11, 0.28)), trousers),
            (part(Vec2::new(0.12, -0.72), Vec2::new(0.11, 0.28)), trousers),
            (part(Vec2::new(0.0, -0.12), Vec2::new(0.34, 0.46)), coat),
            (part(Vec2::new(0.0, 0.42), Vec2::new(0.17, 0.22)), [0.80, 0.62, 0.50]),
            (part(Vec2::new(0.0, 0.56), Vec2::new(0.25, 0.17)), hat),
        ];
        let Some((depth, rgb)) = parts.iter().rev().find(|(d, _)| *d > 0.0) else { return [0.0; 4] };
        let light = 0.85 - 0.35 * at.x + 0.1 * at.y;
        lit(*rgb, if *depth < 0.14 { 0.35 } else { light }, 1.0)
    })
}

/// Marks of the armies and of how a regiment is. They differ in shape as well as in colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// A blue swallow-tailed guidon with a white bar.
    Union,
    /// A red lozenge, white at its rim and its heart.
    Confederate,
    /// A yellow drum with its sticks: Disorder.
    Drum,
    /// A red drop: a micro-hit.
    Hit,
    /// An open cartridge box, all but empty: Low Ammo.
    Ammo,
    /// Two rammers crossed: Fouled (Companion 13 §21.0).
    Fouled,
    /// One hollow chevron: Worn.
    Worn,
    /// Two hollow chevrons: Spent.
    Spent,
}

impl Mark {
    /// Every mark.
    pub const ALL: [Self; 8] =
        [Self::Union, Self::Confederate, Self::Drum, Self::Hit, Self::Ammo, Self::Fouled, Self::Worn, Self::Spent];

    /// Its name on the sheet.
    pub const fn picture(self) -> &'static str {
        match self {
            Self::Union => "own/mark_union",
            Self::Confederate => "own/mark_confederate",
            Self::Drum => "own/mark_drum",
            Self::Hit => "own/mark_hit",
            Self::Ammo => "own/mark_ammo",
            Self::Fouled => "own/mark_fouled",
            Self::Worn => "own/mark_worn",
            Self::Spent => "own/mark_spent",
        }
    }
}

/// A mark, 96 pixels square.
pub fn mark(which: Mark) -> Canvas {
    Canvas::paint(96, 96, |p| {
        let (inside, rgb) = match which {
            Mark::Union => guidon(p),
            Mark::Confederate => lozenge(p),
            Mark::Drum => drum(p),
            Mark::Hit => {
                let drop = 0.52 - (p - Vec2::new(0.0, -0.34)).length();
                let tip = 0.40 * (0.95 - p.y) - 1.02 * p.x.abs();
                let glint = (p - Vec2::new(-0.22, -0.10)).length() < 0.15;
                (drop.max(tip.min(p.y + 0.2)), if glint { [0.98, 0.80, 0.76] } else { [0.78, 0.10, 0.08] })
            }
            Mark::Ammo => cartridge_box(p),
            Mark::Fouled => rammers(p),
            Mark::Worn => (chevron(p), [0.97, 0.90, 0.70]),
            Mark::Spent => {
                (chevron(p - Vec2::new(0.0, 0.34)).max(chevron(p + Vec2::new(0.0, 0.34))), [0.97, 0.78, 0.40])
            }
        };
        let alpha = noise::rise(-0.10, -0.06, inside);
        let ink = noise::rise(-0.02, 0.02, inside);
        [rgb[0] * ink + 0.06 * (1.0 - ink), rgb[1] * ink + 0.05 * (1.0 - ink), rgb[2] * ink + 0.04 * (1.0 - ink), alpha]
    })
}

/// Two rammers with their swabs, crossed.
fn rammers(p: Vec2) -> (f32, [f32; 3]) {
    let along = |way: Vec2| (p.dot(way), p.dot(way.perp()).abs());
    let mut best = (f32::NEG_INFINITY, [0.0; 3]);
    for way in [Vec2::new(0.66, 0.75), Vec2::new(-0.66, 0.75)] {
        let (far, off) = along(way);
        let staff = (0.11 - off).min(0.92 - far.abs());
        let swab = (0.25 - off).min(0.20 - (far - 0.70).abs());
        if swab > best.0 {
            best = (swab, [0.95, 0.92, 0.84]);
        }
        if staff > best.0 {
            best = (staff, [0.70, 0.50, 0.28]);
        }
    }
    best
}

fn guidon(p: Vec2) -> (f32, [f32; 3]) {
    let body = (0.86 - p.x.abs()).min(0.56 - p.y.abs());
    let tail = 0.86 - p.x - 0.8 * (0.56 - p.y.abs()).max(0.0);
    let bar = p.y.abs() < 0.13;
    (body.min(tail), if bar { [0.96, 0.94, 0.88] } else { [0.13, 0.24, 0.52] })
}

fn lozenge(p: Vec2) -> (f32, [f32; 3]) {
    let body = (0.90 - (p.x.abs() + p.y.abs())) * 0.8;
    let pale = body < 0.10 || p.length() < 0.22;
    let rgb = if pale { [0.96, 0.94, 0.88] } else { [0.70, 0.10, 0.11] };
    (body, rgb)
}

fn drum(p: Vec2) -> (f32, [f32; 3]) {
    // Below the sticks, which stand in a V over the head.
    let q = (p + Vec2::new(0.0, 0.20)) / 0.86;
    let head = 1.0 - ((q - Vec2::new(0.0, 0.34)) / Vec2::new(0.72, 0.30)).length();
    let shell = (0.72 - q.x.abs())
        .min(0.74 - (q.y + 0.18).abs())
        .min(1.0 - ((q + Vec2::new(0.0, 0.3)) / Vec2::new(1.02, 0.62)).length());
    let mut stick = f32::NEG_INFINITY;
    for side in [-1.0, 1.0] {
        let (from, to) = (Vec2::new(0.10 * side, 0.10), Vec2::new(0.62 * side, 0.92));
        let t = ((p - from).dot(to - from) / (to - from).length_squared()).clamp(0.0, 1.0);
        let off = p.distance(from.lerp(to, t));
        stick = stick.max(0.085 - off).max(0.13 - p.distance(to));
    }
    if stick > 0.0 && (p.y > 0.36 || head <= 0.0) {
        return (stick, [0.86, 0.72, 0.50]);
    }
    if head > 0.0 {
        return (head * 0.4, [0.95, 0.91, 0.80]);
    }
    let cord = ((q.x * 3.0).rem_euclid(2.0) - 1.0).abs() * 0.5 - 0.35 - q.y;
    let rgb = if (q.y + 0.68).abs() < 0.1 || (q.y - 0.06).abs() < 0.08 {
        [0.66, 0.14, 0.12]
    } else if cord.abs() < 0.09 {
        [0.95, 0.93, 0.85]
    } else {
        [0.83, 0.64, 0.16]
    };
    ((shell * 0.6).max(stick), rgb)
}

/// Black leather, its lid thrown open, a single paper cartridge in its tin.
fn cartridge_box(p: Vec2) -> (f32, [f32; 3]) {
    let shell = (0.78 - p.x.abs()).min(0.46 - (p.y + 0.36).abs());
    let lid = (0.78 - (p.x - 0.3 * (p.y - 0.1)).abs()).min(0.26 - (p.y - 0.46).abs());
    let tin = (0.62 - p.x.abs()).min(0.30 - (p.y + 0.36).abs());
    let round = (0.13 - (p.x + 0.34).abs()).min(0.26 - (p.y + 0.36).abs());
    let rgb = match () {
        () if round > 0.0 => [0.95, 0.91, 0.80],
        () if tin > 0.0 => [0.55, 0.56, 0.56],
        () if lid > 0.06 => [0.45, 0.29, 0.16],
        () => [0.30, 0.19, 0.11],
    };
    (shell.max(lid), rgb)
}

fn chevron(p: Vec2) -> f32 {
    let arm = p.y + 0.55 * p.x.abs() - 0.2;
    (0.16 - arm.abs()).min(0.80 - p.x.abs())
}

/// A bank of mist, without edges.
pub fn mist() -> Canvas {
    Canvas::paint(256, 128, |p| {
        let out = (p * Vec2::new(1.0, 1.0)).length();
        let body = noise::layered(p * Vec2::new(4.0, 2.4) + Vec2::splat(30.0), 4, None, 77);
        let alpha = (1.0 - noise::rise(0.25, 0.98, out)) * noise::rise(0.24, 0.72, body);
        [0.90, 0.915, 0.92, alpha]
    })
}

/// A weathercock's arrow of brass, let into the wooden edge: it points the way that the wind goes, to the right.
pub fn vane() -> Canvas {
    Canvas::paint(312, 96, |p| {
        let q = Vec2::new(p.x * 3.25, p.y);
        let shaft = (0.085 - q.y.abs()).min(2.2 - q.x.abs());
        let point = ((3.0 - q.x) * 0.42 - q.y.abs()).min(q.x - 1.9);
        // Feathers, cut out behind.
        let tail = (q.x + 2.95 - 0.55 * (0.62 - q.y.abs()).max(0.0))
            .min(-1.75 - q.x + 0.45 * (0.62 - q.y.abs()))
            .min(0.62 - q.y.abs());
        let hub = 0.30 - q.length();
        let inside = shaft.max(point).max(tail).max(hub);
        let brushed = noise::value(Vec2::new(q.x * 3.0, q.y * 60.0 + 90.0), None, 5);
        let light = 0.80 + 0.30 * brushed + 0.20 * p.dot(SUN);
        let ink = noise::rise(0.0, 0.05, inside);
        let rgb = [0.80 * light, 0.64 * light, 0.30 * light].map(|c| c * ink + 0.05 * (1.0 - ink));
        [rgb[0], rgb[1], rgb[2], noise::rise(-0.10, -0.05, inside)]
    })
}
