//! What players put beside a regiment to show how it is, as small sculptures: a crate of cartridges all but empty, rammers
//! crossed, a musket stuck in the ground, a stack of arms. Each has a silhouette of its own.

use bevy::math::Vec2;

use super::easel::{Easel, PX_PER_INCH, Painted};
use super::sky::fall;

type Rgb = [f32; 3];

const WOOD: Rgb = [0.47, 0.31, 0.17];
const PALE_WOOD: Rgb = [0.66, 0.50, 0.31];
const STEEL: Rgb = [0.62, 0.65, 0.68];
const DARK: Rgb = [0.10, 0.08, 0.06];
const LINEN: Rgb = [0.92, 0.89, 0.80];

/// Every sculpture and its name on the sheet.
pub fn all() -> [(&'static str, Painted); 4] {
    [
        ("own/token_crate", crate_of_cartridges()),
        ("own/token_rammers", rammers()),
        ("own/token_musket", musket()),
        ("own/token_stack", stack()),
    ]
}

/// A thing in the making on its own easel; lengths in inches from its ground point, y up.
struct Bench {
    easel: Easel,
    ground: Vec2,
}

impl Bench {
    fn new(wide: f32, high: f32, below: f32) -> Self {
        let size = Vec2::new(wide, high + below) * PX_PER_INCH;
        let ground = Vec2::new(size.x / 2.0, high * PX_PER_INCH);
        Self { easel: Easel::new(size.x as usize, size.y as usize), ground }
    }

    fn pixel(&self, at: Vec2) -> Vec2 {
        self.ground + Vec2::new(at.x, -at.y) * PX_PER_INCH
    }

    /// The shadow of a rod from one point to another, both with a height above the ground.
    fn shadow(&mut self, (a, up): (Vec2, f32), (b, top): (Vec2, f32), thick: f32) {
        let ends = (self.pixel(a + fall(up)), self.pixel(b + fall(top)));
        let thick = thick * PX_PER_INCH;
        self.easel.stroke(ends, (thick, thick), [0.03, 0.04, 0.01], 0.40);
    }

    /// A rod with a dark rim, lit from the left.
    fn rod(&mut self, a: Vec2, b: Vec2, (from, to): (f32, f32), rgb: Rgb) {
        let ends = (self.pixel(a), self.pixel(b));
        let (from, to) = (from * PX_PER_INCH, to * PX_PER_INCH);
        self.easel.stroke(ends, (from + 2.4, to + 2.4), DARK, 1.0);
        self.easel.stroke(ends, (from, to), rgb, 1.0);
        let lit = Vec2::new(-0.20, -0.20) * from.min(to);
        self.easel.stroke((ends.0 + lit, ends.1 + lit), (from * 0.4, to * 0.4), rgb.map(|c| (c * 1.4).min(1.0)), 0.8);
    }

    fn done(self) -> Painted {
        Painted { canvas: self.easel.done(), ground: self.ground }
    }
}

/// One musket, its muzzle at `tip`, its butt at `butt`.
fn arm(bench: &mut Bench, butt: Vec2, tip: Vec2) {
    let at = |t: f32| butt.lerp(tip, t);
    bench.rod(at(0.70), at(1.0), (0.010, 0.007), STEEL);
    bench.rod(at(0.24), at(0.76), (0.026, 0.020), STEEL.map(|c| c * 0.86));
    bench.rod(at(0.0), at(0.66), (0.048, 0.024), WOOD);
}

/// Muskets that lean together: spent men rest.
fn stack() -> Painted {
    let mut bench = Bench::new(0.62, 0.56, 0.20);
    let top = Vec2::new(0.0, 0.36);
    let feet = [Vec2::new(0.02, 0.10), Vec2::new(-0.20, -0.03), Vec2::new(0.20, -0.05)];
    for foot in feet {
        bench.shadow((foot, 0.0), (Vec2::new(0.0, 0.02), 0.46), 0.030);
    }
    for foot in feet {
        let beyond = top + (top - foot).normalize_or_zero() * 0.13;
        arm(&mut bench, foot, beyond);
    }
    bench.done()
}

/// A musket stuck into the ground by its bayonet, a cap on its butt: a worn regiment has left men behind.
fn musket() -> Painted {
    let mut bench = Bench::new(0.44, 0.62, 0.24);
    let butt = Vec2::new(0.025, 0.47);
    bench.shadow((Vec2::ZERO, 0.0), (Vec2::ZERO, 0.62), 0.034);
    bench.shadow((Vec2::ZERO, 0.62), (Vec2::ZERO, 0.68), 0.13);
    arm(&mut bench, butt, Vec2::new(0.0, -0.01));
    // The cap: a low crown that falls forward, and its peak.
    bench.rod(butt + Vec2::new(-0.055, 0.005), butt + Vec2::new(0.060, 0.015), (0.085, 0.085), [0.24, 0.25, 0.30]);
    bench.rod(butt + Vec2::new(-0.075, 0.055), butt + Vec2::new(0.020, 0.060), (0.070, 0.060), [0.33, 0.34, 0.40]);
    bench.rod(butt + Vec2::new(-0.105, -0.030), butt + Vec2::new(-0.030, -0.040), (0.022, 0.022), DARK);
    bench.done()
}

/// Two rammers crossed, their swabs black with powder.
fn rammers() -> Painted {
    let mut bench = Bench::new(0.66, 0.36, 0.22);
    for side in [-1.0, 1.0] {
        let (low, high) = (Vec2::new(-0.22 * side, -0.08), Vec2::new(0.22 * side, 0.24));
        bench.shadow((low, 0.03), (high, 0.03), 0.040);
        bench.shadow((low.lerp(high, 0.80), 0.04), (high, 0.04), 0.10);
        bench.rod(low, high, (0.030, 0.030), PALE_WOOD);
        bench.rod(low.lerp(high, 0.78), high, (0.084, 0.084), [0.36, 0.34, 0.31]);
        bench.rod(low, low.lerp(high, 0.06), (0.056, 0.050), LINEN.map(|c| c * 0.82));
    }
    bench.done()
}

/// A broken crate, its lid off, three packets left in it.
fn crate_of_cartridges() -> Painted {
    let mut bench = Bench::new(0.66, 0.44, 0.24);
    bench.shadow((Vec2::new(-0.17, -0.04), 0.10), (Vec2::new(0.17, -0.04), 0.10), 0.18);
    // The lid leans on its back.
    for k in 0..3 {
        let y = 0.17 + 0.055 * k as f32;
        bench.rod(
            Vec2::new(-0.20 + 0.02 * k as f32, y),
            Vec2::new(0.14 + 0.02 * k as f32, y + 0.02),
            (0.050, 0.050),
            PALE_WOOD,
        );
    }
    // Its inside, and what is left there.
    for k in 0..3 {
        let y = 0.075 + 0.035 * k as f32;
        bench.rod(Vec2::new(-0.16, y), Vec2::new(0.16, y), (0.045, 0.045), [0.16, 0.11, 0.07]);
    }
    for (x, y) in [(-0.11, 0.075), (-0.05, 0.085), (0.10, 0.07)] {
        bench.rod(Vec2::new(x, y), Vec2::new(x, y + 0.05), (0.036, 0.036), LINEN);
    }
    // The front and the ends.
    for side in [-1.0, 1.0] {
        bench.rod(Vec2::new(0.18 * side, -0.05), Vec2::new(0.18 * side, 0.14), (0.040, 0.040), WOOD.map(|c| c * 0.85));
    }
    for k in 0..2 {
        let y = -0.035 + 0.062 * k as f32;
        bench.rod(Vec2::new(-0.165, y), Vec2::new(0.165, y), (0.052, 0.052), WOOD.map(|c| c * (1.0 + 0.12 * k as f32)));
    }
    // Stencilled.
    bench.rod(Vec2::new(-0.07, -0.035), Vec2::new(0.07, -0.035), (0.012, 0.012), DARK);
    bench.done()
}
