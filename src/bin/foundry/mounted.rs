//! Horses.

use crate::palette::{Paint, hex};
use crate::sculptor::Sculptor;
use crate::sdf::{Frame, Rot, V, v};

/// A horse's colours and what he wears.
pub struct Horse {
    pub coat: V,
    pub points: V,
    pub mane: V,
    pub blaze: bool,
    pub cloth: V,
    pub edge: V,
}

/// How a horse moves.
#[derive(Clone, Copy, PartialEq)]
pub enum Gait {
    /// Walking, with one forefoot raised: 0 the left one, 1 the right one.
    Walk(usize),
    /// Stretched out.
    Gallop,
    /// All four feet on the ground.
    Stand,
}

/// What a horse wears.
#[derive(Clone, Copy, PartialEq)]
pub enum Tack {
    /// Saddle, cloth and roll.
    Saddle,
    /// A draught horse's collar and traces.
    Harness,
    /// Both, for a driver's horse.
    Driven,
}

/// Height of the saddle for a rider's pelvis.
pub const SEAT: V = v(0.0, -0.06, 1.62);

/// Knee and foot of a foreleg, hock and foot of a hind leg, at `x` from the middle.
fn legs(gait: Gait, side: usize, x: f32) -> [V; 4] {
    if gait == Gait::Gallop {
        return match side {
            0 => [v(x, 1.04, 0.86), v(x, 1.42, 0.66), v(x, -1.14, 0.66), v(x, -1.50, 0.36)],
            _ => [v(x, 0.96, 0.62), v(x, 1.22, 0.26), v(x, -1.02, 0.50), v(x, -1.30, 0.12)],
        };
    }
    let lift = gait == Gait::Walk(side);
    let (knee, foot) = if lift { (v(x, 0.92, 0.78), v(x, 0.80, 0.42)) } else { (v(x, 0.62, 0.55), v(x, 0.60, 0.12)) };
    let back = if lift { -0.10 } else { 0.06 };
    [knee, foot, v(x, -0.86 + back, 0.58), v(x, -0.74 + back * 1.6, 0.12)]
}

/// A horse, facing +y.
pub fn horse(s: &mut Sculptor, h: &Horse, gait: Gait, tack: Tack) {
    let hide = s.paint(Paint::Hide { coat: h.coat, points: h.points });
    let hair = s.paint(Paint::Cloth(h.mane));
    let hoof = s.paint(Paint::Leather(hex(0x3a322c)));
    let leather = s.paint(Paint::Leather(hex(0x4a2c1a)));
    let dark = s.paint(Paint::Leather(hex(0x1a1412)));
    // Barrel, quarters, chest and neck are one casting.
    s.group(0.12);
    s.limb(v(0.0, -0.50, 1.16), v(0.0, 0.46, 1.14), 0.335, 0.31, hide);
    s.egg(v(-0.13, -0.66, 1.20), v(0.22, 0.33, 0.32), hide);
    s.egg(v(0.13, -0.66, 1.20), v(0.22, 0.33, 0.32), hide);
    s.egg(v(0.0, 0.58, 1.12), v(0.27, 0.24, 0.31), hide);
    // The neck of a galloping horse is stretched forward, and a standing one's hangs a little.
    let bow = match gait {
        Gait::Walk(_) => None,
        Gait::Gallop => Some(-0.42),
        Gait::Stand => Some(-0.16),
    };
    let stretched = bow.map(|bow| {
        let (turn, root) = (Rot::about_x(bow), v(0.0, 0.58, 1.30));
        Frame::new(root - turn.apply(root), turn)
    });
    let upright = s.at;
    if let Some(frame) = stretched {
        s.enter(frame);
    }
    s.limb(v(0.0, 0.58, 1.30), v(0.0, 0.96, 1.86), 0.25, 0.155, hide);
    if stretched.is_some() {
        s.leave(upright);
    }
    for (side, sx) in [(0, -1.0_f32), (1, 1.0_f32)] {
        let x = 0.17 * sx;
        s.group(0.06);
        let [knee, hock_f, hock, fet] = legs(gait, side, x);
        s.limb(v(x, 0.55, 1.02), knee, 0.135, 0.082, hide);
        s.limb(knee, hock_f, 0.078, 0.062, hide);
        s.limb(v(x, -0.66, 1.06), hock, 0.185, 0.085, hide);
        s.limb(hock, fet, 0.080, 0.062, hide);
        s.group(0.0);
        for f in [hock_f, fet] {
            s.limb(f + v(0.0, 0.01, -0.03), f + v(0.0, 0.035, -0.065), 0.068, 0.078, hoof);
        }
    }
    // Head, with ears, eyes and bridle.
    if let Some(frame) = stretched {
        s.enter(frame);
    }
    s.group(0.05);
    s.limb(v(0.0, 0.99, 1.88), v(0.0, 1.20, 1.72), 0.165, 0.125, hide);
    s.limb(v(0.0, 1.20, 1.72), v(0.0, 1.40, 1.54), 0.120, 0.100, hide);
    s.limb(v(-0.075, 0.94, 1.98), v(-0.095, 0.95, 2.11), 0.045, 0.014, hide);
    s.limb(v(0.075, 0.94, 1.98), v(0.095, 0.95, 2.11), 0.045, 0.014, hide);
    s.group(0.0);
    for sx in [-1.0, 1.0] {
        s.egg(v(0.125 * sx, 1.09, 1.86), v(0.026, 0.032, 0.030), dark);
        s.egg(v(0.050 * sx, 1.47, 1.52), v(0.020, 0.020, 0.020), dark);
        s.rope(&[v(0.108 * sx, 1.35, 1.57), v(0.155 * sx, 1.00, 1.86)], 0.024, leather);
        s.rope(&[v(0.11 * sx, 1.34, 1.55), v(0.21 * sx, 0.75, 1.62), v(0.06 * sx, 0.32, 1.80)], 0.020, leather);
    }
    s.rope(&[v(-0.11, 1.33, 1.62), v(0.0, 1.35, 1.70), v(0.11, 1.33, 1.62)], 0.024, leather);
    s.rope(&[v(-0.15, 1.0, 1.94), v(0.0, 1.05, 2.01), v(0.15, 1.0, 1.94)], 0.024, leather);
    if h.blaze {
        let white = s.paint(Paint::Cloth(hex(0xf2ece0)));
        s.group(0.02);
        s.limb(v(0.0, 1.14, 1.885), v(0.0, 1.33, 1.70), 0.030, 0.022, white);
    }
    // Mane along the crest, forelock, tail.
    s.group(0.05);
    s.limb(v(0.02, 0.93, 2.01), v(0.03, 0.72, 1.80), 0.060, 0.075, hair);
    s.limb(v(0.03, 0.72, 1.80), v(0.03, 0.42, 1.50), 0.075, 0.050, hair);
    s.limb(v(0.0, 0.98, 2.00), v(0.0, 1.09, 1.93), 0.045, 0.028, hair);
    if stretched.is_some() {
        s.leave(upright);
    }
    s.group(0.05);
    match gait {
        Gait::Gallop => {
            s.limb(v(0.0, -0.95, 1.36), v(0.0, -1.30, 1.38), 0.065, 0.085, hair);
            s.limb(v(0.0, -1.30, 1.38), v(0.0, -1.78, 1.16), 0.085, 0.040, hair);
        }
        _ => {
            s.limb(v(0.0, -0.95, 1.36), v(0.0, -1.14, 1.16), 0.065, 0.085, hair);
            s.limb(v(0.0, -1.14, 1.16), v(0.0, -1.17, 0.62), 0.085, 0.045, hair);
        }
    }
    if tack != Tack::Harness {
        saddle(s, h, leather);
    }
    if tack != Tack::Saddle {
        harness(s);
    }
}

/// Saddle cloth, saddle, girth and valise.
fn saddle(s: &mut Sculptor, h: &Horse, leather: usize) {
    let outer = s.enter(Frame::new(v(0.0, -0.12, 1.25), Rot::ID));
    let cloth = s.paint(Paint::Shabrack { cloth: h.cloth, edge: h.edge });
    s.group(0.04);
    s.egg(v(0.0, 0.0, -0.03), v(0.375, 0.36, 0.315), cloth);
    s.leave(outer);
    s.group(0.05);
    s.egg(v(0.0, -0.08, 1.53), v(0.20, 0.26, 0.075), leather);
    s.limb(v(0.0, 0.14, 1.56), v(0.0, 0.17, 1.64), 0.06, 0.045, leather);
    s.limb(v(-0.10, -0.30, 1.60), v(0.10, -0.30, 1.60), 0.06, 0.06, leather);
    let roll = s.paint(Paint::Cloth(h.cloth * 0.85));
    s.group(0.0);
    s.limb(v(-0.22, -0.44, 1.56), v(0.22, -0.44, 1.56), 0.085, 0.085, roll);
    s.rope(&[v(-0.30, 0.62, 1.22), v(0.0, 0.84, 1.18), v(0.30, 0.62, 1.22)], 0.024, leather);
}

/// Collar, hames, backbands and traces of a draught horse.
fn harness(s: &mut Sculptor) {
    let black = s.paint(Paint::Leather(hex(0x1c1614)));
    let brass = s.paint(Paint::Metal(hex(0xd8a848)));
    s.group(0.02);
    let ring: Vec<V> = (0..=10)
        .map(|k| {
            let (sn, cs) = (k as f32 / 10.0 * std::f32::consts::TAU).sin_cos();
            v(0.30 * sn, 0.66 + 0.10 * cs, 1.24 + 0.36 * cs)
        })
        .collect();
    s.rope(&ring, 0.055, black);
    s.group(0.0);
    s.limb(v(0.0, 0.77, 1.63), v(0.0, 0.80, 1.74), 0.035, 0.02, brass);
    for y in [-0.62, 0.22] {
        let band: Vec<V> = (0..=6)
            .map(|k| {
                let (sn, cs) = ((k as f32 / 6.0 - 0.5) * 3.4).sin_cos();
                v(0.352 * sn, y, 1.165 + 0.352 * cs)
            })
            .collect();
        s.rope(&band, 0.026, black);
    }
    for sx in [-1.0, 1.0] {
        s.rope(&[v(0.29 * sx, 0.66, 1.08), v(0.36 * sx, 0.0, 1.06), v(0.34 * sx, -0.98, 0.98)], 0.026, black);
    }
}
