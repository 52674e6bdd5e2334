//! Hats, muskets, swords, packs, drums and standards.

use crate::figure::Dress;
use crate::flags::Flag;
use crate::palette::{Paint, hex};
use crate::sculptor::Sculptor;
use crate::sdf::{Frame, Rot, Shape, V, v};

/// What is on a man's head.
#[derive(Clone)]
pub enum Hat {
    Bare,
    /// Forage cap or kepi: cloth, band, badge on the crown, tilt, brass on the front.
    Kepi {
        cloth: V,
        band: V,
        badge: Option<V>,
        tilt: f32,
    },
    /// The tall black dress hat, looped up on the left, with a plume.
    Hardee {
        cord: V,
        tilt: f32,
    },
    /// A soft red cap in a turban, with a tassel.
    Fez {
        felt: V,
        turban: V,
        tassel: V,
        tilt: f32,
    },
    /// A wide soft hat: felt, band, side curl and crown height.
    Slouch {
        felt: V,
        band: V,
        curl: f32,
        tall: f32,
        tilt: f32,
        plume: Option<V>,
    },
}

/// What is on his back.
#[derive(Clone, PartialEq)]
pub enum Pack {
    None,
    /// A knapsack with a rolled blanket on top.
    Knapsack {
        body: V,
        roll: V,
    },
    /// A blanket rolled and worn over the left shoulder.
    Roll {
        wool: V,
        stripe: V,
    },
}

/// Adds the hat, in the head's frame.
pub fn hat(s: &mut Sculptor, d: &Dress) {
    match &d.hat {
        Hat::Bare => {
            let hair = s.paint(Paint::Cloth(d.hair));
            s.group(0.0);
            s.egg(v(0.0, -0.03, 0.06), v(0.145, 0.15, 0.145), hair);
        }
        Hat::Kepi { cloth, band, badge, tilt } => {
            let cap = s.paint(Paint::Cap { cloth: *cloth, band: *band, badge: *badge, top: 0.085 });
            let peak = s.paint(Paint::Leather(hex(0x201c1c)));
            let brass = s.paint(Paint::Metal(hex(0xf0c04c)));
            let lean = Rot::about_y(*tilt).then(&Rot::about_x(-0.30));
            let outer = s.enter(Frame::new(v(0.0, 0.002, 0.178), lean));
            s.group(0.02);
            s.drum(v(0.0, 0.0, 0.0), Rot::ID, (0.158, 0.120), 0.085, 0.02, cap);
            // A raised welt round the crown catches the light.
            s.group(0.0);
            s.egg(v(0.0, 0.135, 0.005), v(0.028, 0.022, 0.028), brass);
            s.leave(outer);
            s.group(0.0);
            let f = s.at.then(&Frame::new(v(0.0, 0.112, 0.116), Rot::about_x(0.0)));
            s.add(Shape::Brim { f, rx: 0.118, ry: 0.082, side: -0.035, front: -0.01, left: 0.0 }, peak);
        }
        Hat::Hardee { cord, tilt } => {
            let felt = s.paint(Paint::Leather(hex(0x2c2c33)));
            let cord = s.paint(Paint::Cloth(*cord));
            let brass = s.paint(Paint::Metal(hex(0xf4c64e)));
            let plume = s.paint(Paint::Cloth(hex(0x17171c)));
            let outer = s.enter(Frame::new(v(0.0, -0.01, 0.108), Rot::about_y(*tilt).then(&Rot::about_x(0.12))));
            s.group(0.03);
            let f = s.at;
            s.add(Shape::Brim { f, rx: 0.245, ry: 0.262, side: 0.03, front: 0.015, left: 0.15 }, felt);
            s.drum(v(0.0, 0.0, 0.13), Rot::ID, (0.158, 0.128), 0.125, 0.03, felt);
            s.group(0.0);
            s.drum(v(0.0, 0.0, 0.045), Rot::ID, (0.167, 0.164), 0.022, 0.01, cord);
            s.egg(v(0.0, 0.152, 0.12), v(0.045, 0.02, 0.040), brass);
            s.egg(v(-0.165, 0.0, 0.12), v(0.02, 0.035, 0.035), brass);
            // The feather sweeps back along the right side and over the crown.
            s.group(0.05);
            s.limb(v(0.155, 0.10, 0.10), v(0.165, -0.04, 0.24), 0.030, 0.052, plume);
            s.limb(v(0.165, -0.04, 0.24), v(0.115, -0.20, 0.22), 0.052, 0.026, plume);
            s.leave(outer);
        }
        Hat::Fez { felt, turban, tassel, tilt } => {
            let felt = s.paint(Paint::Cloth(*felt));
            let linen = s.paint(Paint::Cloth(*turban));
            let silk = s.paint(Paint::Cloth(*tassel));
            let outer = s.enter(Frame::new(v(0.0, -0.015, 0.150), Rot::about_y(*tilt).then(&Rot::about_x(0.10))));
            s.group(0.04);
            s.drum(v(0.0, 0.0, 0.070), Rot::ID, (0.150, 0.112), 0.115, 0.045, felt);
            s.group(0.03);
            let ring: Vec<V> = (0..=10)
                .map(|k| {
                    let (sn, cs) = (k as f32 / 10.0 * std::f32::consts::TAU).sin_cos();
                    v(0.136 * sn, 0.140 * cs, -0.03)
                })
                .collect();
            s.rope(&ring, 0.042, linen);
            s.group(0.0);
            s.limb(v(0.0, 0.0, 0.165), v(-0.13, -0.10, 0.12), 0.016, 0.014, silk);
            s.limb(v(-0.13, -0.10, 0.12), v(-0.165, -0.13, -0.02), 0.022, 0.038, silk);
            s.leave(outer);
        }
        Hat::Slouch { felt, band, curl, tall, tilt, plume } => {
            let body = s.paint(Paint::Cloth(*felt));
            let ribbon = s.paint(Paint::Cloth(*band));
            let outer = s.enter(Frame::new(v(0.0, -0.012, 0.108), Rot::about_y(*tilt).then(&Rot::about_x(0.16))));
            s.group(0.035);
            let f = s.at;
            s.add(Shape::Brim { f, rx: 0.250, ry: 0.265, side: *curl, front: -0.015, left: 0.0 }, body);
            s.limb(v(0.0, 0.0, 0.03), v(0.0, -0.01, *tall), 0.152, 0.120, body);
            // The crease along the crown, left standing as two soft ridges.
            s.limb(v(-0.055, -0.07, *tall + 0.075), v(-0.045, 0.07, *tall + 0.065), 0.045, 0.040, body);
            s.limb(v(0.055, -0.07, *tall + 0.075), v(0.045, 0.07, *tall + 0.065), 0.045, 0.040, body);
            s.group(0.0);
            s.drum(v(0.0, 0.0, 0.050), Rot::ID, (0.163, 0.158), 0.026, 0.01, ribbon);
            if let Some(c) = plume {
                let feather = s.paint(Paint::Cloth(*c));
                s.group(0.04);
                s.limb(v(-0.16, 0.06, 0.10), v(-0.19, -0.06, 0.22), 0.025, 0.045, feather);
                s.limb(v(-0.19, -0.06, 0.22), v(-0.15, -0.20, 0.20), 0.045, 0.02, feather);
            }
            s.leave(outer);
        }
    }
}

/// A rifle-musket with its bayonet, from the butt along `dir`.
pub fn musket(s: &mut Sculptor, butt: V, dir: V) {
    let d = dir.unit();
    let wood = s.paint(Paint::Leather(hex(0x8a4f26)));
    let steel = s.paint(Paint::Metal(hex(0xaab4bc)));
    let blade = s.paint(Paint::Metal(hex(0xe8eef2)));
    let brass = s.paint(Paint::Metal(hex(0xd8a848)));
    // The barrel lies on top of the stock, whichever way that is.
    let side = d.cross(v(0.0, 0.0, 1.0));
    let over = if side.len() > 0.2 { side.cross(d).unit() } else { v(0.0, 1.0, 0.0) };
    let at = |t: f32, h: f32| butt + d * t + over * h;
    s.group(0.02);
    s.limb(at(0.02, -0.055), at(0.34, -0.01), 0.052, 0.036, wood);
    s.limb(at(0.34, -0.01), at(1.16, 0.0), 0.036, 0.030, wood);
    s.group(0.0);
    s.limb(at(0.46, 0.024), at(1.44, 0.022), 0.026, 0.022, steel);
    s.limb(at(0.40, 0.028), at(0.46, 0.060), 0.030, 0.022, steel);
    s.limb(at(0.80, 0.008), at(0.825, 0.008), 0.040, 0.040, brass);
    s.limb(at(1.10, 0.008), at(1.125, 0.008), 0.038, 0.038, brass);
    s.limb(at(1.38, 0.035), at(1.88, 0.035), 0.023, 0.010, blade);
}

/// A cavalryman's carbine, from the butt along `dir`.
pub fn carbine(s: &mut Sculptor, butt: V, dir: V) {
    let d = dir.unit();
    let wood = s.paint(Paint::Leather(hex(0x8a4f26)));
    let steel = s.paint(Paint::Metal(hex(0x8e989e)));
    let side = d.cross(v(0.0, 0.0, 1.0));
    let over = if side.len() > 0.2 { side.cross(d).unit() } else { v(0.0, 1.0, 0.0) };
    let at = |t: f32, h: f32| butt + d * t + over * h;
    s.group(0.02);
    s.limb(at(0.02, -0.055), at(0.32, -0.01), 0.054, 0.038, wood);
    s.limb(at(0.32, -0.01), at(0.78, 0.0), 0.038, 0.032, wood);
    s.group(0.0);
    s.limb(at(0.36, 0.024), at(1.10, 0.022), 0.030, 0.025, steel);
    s.limb(at(0.34, 0.030), at(0.42, 0.055), 0.036, 0.026, steel);
    s.limb(at(0.70, 0.008), at(0.725, 0.008), 0.042, 0.042, steel);
}

/// A sabre's scabbard on the left side, its mouth at `at`.
pub fn scabbard(s: &mut Sculptor, at: V, dir: V) {
    let steel = s.paint(Paint::Metal(hex(0xb4b8b8)));
    s.group(0.0);
    s.limb(at, at + dir.unit() * 0.85, 0.030, 0.024, steel);
}

/// A sword in the fist.
pub fn sword(s: &mut Sculptor, hand: V, dir: V) {
    let d = dir.unit();
    let blade = s.paint(Paint::Metal(hex(0xeaf0f4)));
    let brass = s.paint(Paint::Metal(hex(0xf0bf48)));
    s.group(0.0);
    s.limb(hand - d * 0.08, hand + d * 0.08, 0.040, 0.040, brass);
    s.egg(hand + d * 0.085, v(0.07, 0.07, 0.035), brass);
    let bend = v(0.0, -0.03, 0.0);
    s.limb(hand + d * 0.1, hand + d * 0.55 + bend, 0.030, 0.026, blade);
    s.limb(hand + d * 0.55 + bend, hand + d * 1.0, 0.026, 0.009, blade);
}

/// Everything slung about the body, in the chest's frame.
pub fn pack(s: &mut Sculptor, d: &Dress, chest: &Frame) {
    let outer = s.enter(*chest);
    let g = d.girth;
    let black = s.paint(Paint::Leather(hex(0x26201e)));
    match &d.pack {
        Pack::None => {}
        Pack::Knapsack { body, roll } => {
            let bag = s.paint(Paint::Leather(*body));
            let straps = s.paint(Paint::Leather(hex(0x3a2a1e)));
            s.group(0.0);
            s.block(v(0.0, -0.235 * g, 0.315), Rot::ID, v(0.165, 0.085, 0.165), 0.03, bag);
            s.block(v(-0.07, -0.325 * g, 0.30), Rot::ID, v(0.018, 0.012, 0.15), 0.01, straps);
            s.block(v(0.07, -0.325 * g, 0.30), Rot::ID, v(0.018, 0.012, 0.15), 0.01, straps);
            let inner = s.enter(Frame::new(v(0.0, -0.225 * g, 0.535), Rot::ID));
            let wool = s.paint(Paint::Blanket { wool: *roll, stripe: hex(0x2a2622), at: 0.085 });
            s.group(0.0);
            s.limb(v(-0.18, 0.0, 0.0), v(0.18, 0.0, 0.0), 0.085, 0.085, wool);
            s.leave(inner);
        }
        Pack::Roll { wool, stripe } => {
            let cloth = s.paint(Paint::Blanket { wool: *wool, stripe: *stripe, at: 0.10 });
            s.group(0.03);
            // An oval loop from the left shoulder to the right hip.
            let n = 12;
            let ring: Vec<V> = (0..=n)
                .map(|i| {
                    let a = i as f32 / n as f32 * std::f32::consts::TAU;
                    let (sn, cs) = a.sin_cos();
                    v(-0.235 * g * cs, 0.215 * g * sn, 0.285 + 0.255 * cs - 0.02)
                })
                .collect();
            s.rope(&ring, 0.068, cloth);
        }
    }
    if let Some(c) = d.haversack {
        let bag = s.paint(Paint::Cloth(c));
        let flap = s.paint(Paint::Cloth(c * 0.72));
        s.group(0.0);
        let turn = Rot::about_z(-0.35);
        s.block(v(-0.27 * g, -0.10, -0.06), turn, v(0.055, 0.125, 0.115), 0.035, bag);
        s.block(v(-0.28 * g, -0.10, 0.02), turn, v(0.058, 0.128, 0.045), 0.03, flap);
    }
    if let Some(c) = d.canteen {
        let tin = s.paint(Paint::Cloth(c));
        let cork = s.paint(Paint::Metal(hex(0xd0d0c8)));
        s.group(0.01);
        let turn = Rot::about_y(1.35).then(&Rot::about_x(0.5));
        s.drum(v(-0.19 * g, -0.25, 0.02), turn, (0.10, 0.10), 0.045, 0.03, tin);
        s.egg(v(-0.19 * g, -0.25, 0.135), v(0.022, 0.022, 0.03), cork);
    }
    if d.sling.is_some() {
        // Cartridge box on the right hip, cap box in front.
        s.group(0.0);
        s.block(v(0.20 * g, -0.17, -0.03), Rot::about_z(0.55), v(0.10, 0.05, 0.085), 0.02, black);
        s.block(v(0.12, 0.175 * g, 0.0), Rot::ID, v(0.04, 0.025, 0.04), 0.015, black);
    }
    s.leave(outer);
}

/// A drum slung before the left thigh, with sticks in both hands.
pub fn drum(s: &mut Sculptor, at: V, turn: Rot, shell: V, hoop: V) {
    let outer = s.enter(Frame::new(at, turn));
    let body = s.paint(Paint::DrumShell { shell, hoop, high: 0.19 });
    let skin = s.paint(Paint::Cloth(hex(0xf6ecd2)));
    let rim = s.paint(Paint::Cloth(hoop));
    s.group(0.0);
    s.drum(V::default(), Rot::ID, (0.205, 0.205), 0.19, 0.008, body);
    s.drum(v(0.0, 0.0, 0.165), Rot::ID, (0.222, 0.222), 0.030, 0.01, rim);
    s.drum(v(0.0, 0.0, -0.165), Rot::ID, (0.222, 0.222), 0.030, 0.01, rim);
    s.drum(v(0.0, 0.0, 0.188), Rot::ID, (0.188, 0.188), 0.012, 0.005, skin);
    s.drum(v(0.0, 0.0, -0.188), Rot::ID, (0.188, 0.188), 0.012, 0.005, skin);
    s.leave(outer);
}

/// A standard: staff, finial and the flag streaming to the right of the picture. A flag in the saddle is smaller and on a
/// shorter staff; the wind catches it in one of two ways.
pub fn standard(s: &mut Sculptor, foot: V, kind: Flag, mounted: bool, gust: usize) {
    let (len, high) = kind.size();
    let (len, high, tall) = if mounted { (len * 0.80, high * 0.76, 2.05) } else { (len, high, 2.88) };
    let phase = [0.9, 3.4][gust];
    let wood = s.paint(Paint::Leather(hex(0x9a6a3a)));
    let gold = s.paint(Paint::Metal(hex(0xf6cc55)));
    let top = foot + v(0.0, 0.0, tall);
    s.group(0.0);
    s.limb(foot, top, 0.034, 0.028, wood);
    s.group(0.02);
    s.egg(top + v(0.0, 0.0, 0.03), v(0.05, 0.05, 0.04), gold);
    s.limb(top + v(0.0, 0.0, 0.05), top + v(0.0, 0.0, 0.21), 0.048, 0.006, gold);
    let o = s.at.out(top - v(0.0, 0.0, 0.06)) + v(0.02, 0.0, 0.0);
    let outer = s.enter(Frame::new(top - v(-0.02, 0.0, 0.06), Rot::ID));
    let cloth = s.paint(Paint::Flag { kind, len, high, phase });
    s.group(0.0);
    let swallow = crate::flags::swallow(kind);
    s.add(if swallow { Shape::Swallow { o, len, high, phase } } else { Shape::Sheet { o, len, high, phase } }, cloth);
    s.leave(outer);
}
