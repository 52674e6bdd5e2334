//! Guns, their crews, limbers and teams.

use crate::arms::{Kit, clothes, coat_of};
use crate::cavalry::rein_hand;
use crate::figure::{self, Dress, Pose};
use crate::kit::{Hat, Pack};
use crate::mounted::{self, Gait, SEAT, Tack};
use crate::palette::{Beard, Paint, hex};
use crate::poses;
use crate::roster::Side;
use crate::sculptor::Sculptor;
use crate::sdf::{Frame, Rot, Shape, V, v};

/// The tubes of the field artillery.
#[derive(Clone, Copy, PartialEq)]
pub enum Gun {
    /// The 12-pounder Napoleon, bronze with a swell at the muzzle.
    Napoleon,
    /// The 3-inch Ordnance rifle, long, slim and of wrought iron.
    Ordnance,
    /// The 10-pounder Parrott, iron with a band round the breech.
    Parrott,
    /// A howitzer, short and of bronze.
    Howitzer,
}

/// What a cannoneer does.
#[derive(Clone, Copy, PartialEq)]
pub enum Job {
    /// Standing clear with the sponge staff upright.
    Staff,
    /// Ramming or sponging.
    Ram,
    /// Bringing a round.
    Load,
    /// Pulling the lanyard.
    Lanyard,
    /// Turned away with his hands on his ears.
    Ears,
    /// Bent over the handspike at the trail.
    Trail,
    /// Holding the staff of the battery's colors, which are cast apart.
    Bear,
}

/// Radius of a wheel, and half the width between the wheels.
const WHEEL: f32 = 0.66;
const TRACK: f32 = 0.74;

struct Wood {
    paint: usize,
    iron: usize,
    dark: usize,
}

fn wood(s: &mut Sculptor) -> Wood {
    Wood {
        paint: s.paint(Paint::Leather(hex(0x7c8650))),
        iron: s.paint(Paint::Metal(hex(0x4a4e52))),
        dark: s.paint(Paint::Leather(hex(0x1d1a18))),
    }
}

/// Two wheels on an axle at `y`.
fn wheels(s: &mut Sculptor, y: f32, w: &Wood) {
    for sx in [-1.0, 1.0_f32] {
        let hub = v(TRACK * sx, y, WHEEL);
        let f = s.at.then(&Frame::new(hub, Rot::ID));
        s.group(0.0);
        s.add(Shape::Hoop { f, r: WHEEL - 0.030, deep: 0.030, wide: 0.050 }, w.iron);
        s.group(0.0);
        s.add(Shape::Hoop { f, r: WHEEL - 0.100, deep: 0.045, wide: 0.042 }, w.paint);
        s.group(0.0);
        for k in 0..12 {
            let (sn, cs) = (k as f32 / 12.0 * std::f32::consts::TAU).sin_cos();
            s.limb(hub, hub + v(0.0, sn, cs) * (WHEEL - 0.12), 0.040, 0.030, w.paint);
        }
        s.group(0.0);
        s.limb(hub - v(0.09 * sx, 0.0, 0.0), hub + v(0.10 * sx, 0.0, 0.0), 0.105, 0.080, w.paint);
        s.limb(hub + v(0.10 * sx, 0.0, 0.0), hub + v(0.15 * sx, 0.0, 0.0), 0.050, 0.050, w.iron);
    }
    s.group(0.0);
    s.limb(v(-TRACK, y, WHEEL), v(TRACK, y, WHEEL), 0.075, 0.075, w.paint);
}

/// A gun in battery, its axle over the ground point, facing +y.
pub fn gun(s: &mut Sculptor, gun: Gun) {
    let w = wood(s);
    wheels(s, 0.0, &w);
    // The stock with its cheeks, and the trail on the ground.
    s.group(0.02);
    for sx in [-1.0, 1.0] {
        s.limb(v(0.17 * sx, 0.26, 0.84), v(0.15 * sx, -0.72, 0.62), 0.075, 0.065, w.paint);
        s.limb(v(0.17 * sx, 0.16, 0.90), v(0.17 * sx, -0.18, 0.84), 0.080, 0.070, w.paint);
    }
    s.limb(v(0.0, -0.05, 0.66), v(0.0, -1.80, 0.13), 0.155, 0.120, w.paint);
    s.group(0.0);
    s.limb(v(0.0, -1.66, 0.17), v(0.0, -1.98, 0.10), 0.105, 0.075, w.iron);
    s.limb(v(0.0, -1.62, 0.26), v(0.06, -2.22, 0.50), 0.035, 0.028, w.paint);
    s.limb(v(0.0, -0.62, 0.56), v(0.0, -0.62, 0.86), 0.045, 0.045, w.iron);
    for sx in [-1.0, 1.0] {
        s.limb(v(0.12 * sx, -1.15, 0.40), v(0.16 * sx, -1.15, 0.40), 0.040, 0.040, w.iron);
    }
    tube(s, gun, &w);
}

/// The tube on its trunnions.
fn tube(s: &mut Sculptor, gun: Gun, w: &Wood) {
    let bronze = s.paint(Paint::Metal(hex(0xd09a3c)));
    let black = s.paint(Paint::Metal(hex(0x3c4046)));
    let outer = s.enter(Frame::new(v(0.0, 0.12, 0.98), Rot::about_x(0.05)));
    let (metal, back, front, breech, muzzle) = match gun {
        Gun::Napoleon => (bronze, -0.78, 1.20, 0.185, 0.125),
        Gun::Ordnance => (black, -0.82, 1.46, 0.150, 0.080),
        Gun::Parrott => (black, -0.80, 1.36, 0.145, 0.092),
        Gun::Howitzer => (bronze, -0.52, 0.74, 0.175, 0.140),
    };
    let at = |y: f32| v(0.0, y, 0.0);
    s.group(0.02);
    s.limb(at(back), at(0.05), breech, breech * 0.93, metal);
    s.limb(at(0.05), at(front), breech * 0.90, muzzle, metal);
    s.group(0.0);
    s.limb(at(back - 0.12), at(back - 0.28), 0.055, 0.070, metal);
    s.limb(v(-0.25, 0.0, -0.03), v(0.25, 0.0, -0.03), 0.062, 0.062, metal);
    match gun {
        Gun::Napoleon => s.limb(at(front - 0.10), at(front), muzzle + 0.018, muzzle + 0.040, metal),
        Gun::Howitzer => {
            s.limb(at(front - 0.04), at(front), muzzle + 0.026, muzzle + 0.026, metal);
            s.limb(at(0.02), at(0.06), breech + 0.020, breech + 0.020, metal);
        }
        Gun::Parrott => {
            let turn = Rot::about_x(std::f32::consts::FRAC_PI_2);
            s.drum(at(-0.56), turn, (0.196, 0.196), 0.26, 0.02, metal);
        }
        Gun::Ordnance => {}
    }
    s.group(0.0);
    s.egg(at(front + muzzle * 0.78), v(muzzle * 0.62, muzzle * 0.34, muzzle * 0.62), w.dark);
    s.leave(outer);
}

/// A limber, its axle over the ground point and its pole toward +y.
pub fn limber(s: &mut Sculptor) {
    let w = wood(s);
    wheels(s, 0.0, &w);
    let lid = s.paint(Paint::Leather(hex(0x8a8a58)));
    s.group(0.02);
    s.limb(v(0.0, -0.34, 0.60), v(0.0, 2.30, 0.74), 0.080, 0.050, w.paint);
    s.limb(v(-0.34, -0.1, 0.74), v(-0.30, 0.62, 0.72), 0.055, 0.050, w.paint);
    s.limb(v(0.34, -0.1, 0.74), v(0.30, 0.62, 0.72), 0.055, 0.050, w.paint);
    s.group(0.0);
    s.limb(v(-0.62, 0.66, 0.74), v(0.62, 0.66, 0.74), 0.048, 0.048, w.paint);
    s.group(0.0);
    s.block(v(0.0, 0.0, 0.98), Rot::ID, v(0.56, 0.30, 0.21), 0.03, w.paint);
    s.block(v(0.0, 0.0, 1.20), Rot::ID, v(0.59, 0.33, 0.045), 0.02, lid);
    for x in [-0.30, 0.0, 0.30] {
        s.block(v(x, 0.0, 1.10), Rot::ID, v(0.025, 0.325, 0.15), 0.0, w.iron);
    }
    s.group(0.0);
    s.limb(v(0.0, -0.34, 0.60), v(0.0, -0.46, 0.66), 0.045, 0.035, w.iron);
}

/// A pair of draught horses, the near one ridden by its driver.
pub fn team(s: &mut Sculptor, kit: Kit, n: u32) {
    let side = kit.side;
    let colours = match (side, n) {
        (Side::Union, 0) => [0, 0],
        (Side::Union, _) => [2, 0],
        (Side::Confederate, 0) => [2, 1],
        (Side::Confederate, _) => [0, 3],
    };
    for (k, x) in [-0.43, 0.43].into_iter().enumerate() {
        let outer = s.enter(Frame::new(v(x, if k == 0 { 0.0 } else { 0.05 }, 0.0), Rot::ID));
        let horse = coat_of(colours[k], (if side == Side::Union { 0x2c52a4 } else { 0x8c949c }, 0xc03a30));
        let tack = if k == 0 { Tack::Driven } else { Tack::Harness };
        mounted::horse(s, &horse, Gait::Walk((k + n as usize) % 2), tack);
        if k == 0 {
            let mut d = gunner(kit, n as usize);
            d.pack = Pack::None;
            d.shins = Some(hex(0x2a211d));
            let mut pose = poses::astride(SEAT, rein_hand());
            pose.head = (-0.1 + 0.2 * n as f32, 0.34);
            figure::man(s, &pose, &d);
        }
        s.leave(outer);
    }
    // Traces run back to the splinter bar, a breast strap joins the pair.
    let black = s.paint(Paint::Leather(hex(0x1c1614)));
    s.group(0.0);
    for x in [-0.77, -0.09, 0.09, 0.77] {
        s.rope(&[v(x, -0.95, 0.98), v(x * 0.95, -1.45, 0.84)], 0.024, black);
    }
    s.limb(v(-0.20, 1.05, 1.24), v(0.20, 1.05, 1.24), 0.026, 0.026, black);
}

/// The clothes of a cannoneer; `n` is which man.
fn gunner(kit: Kit, n: usize) -> Dress {
    let side = kit.side;
    let red = 0xc8342c;
    let mut d = match side {
        Side::Union => {
            let hat = Hat::Kepi {
                cloth: hex(0x2c4684),
                band: hex(if n.is_multiple_of(2) { red } else { 0x1e3058 }),
                badge: Some(hex(0xf0c24a)),
                tilt: if n.is_multiple_of(2) { -0.08 } else { 0.12 },
            };
            clothes(if n.is_multiple_of(2) { 0x2b4580 } else { 0x263d72 }, red, 0x8cb2d6, hat)
        }
        Side::Confederate => {
            let hat = if n % 3 == 1 {
                Hat::Slouch { felt: hex(0x7a6448), band: hex(0x2e231a), curl: 0.05, tall: 0.10, tilt: 0.1, plume: None }
            } else {
                Hat::Kepi { cloth: hex(red), band: hex(0x8f979c), badge: None, tilt: 0.08 }
            };
            clothes([0x8f989e, 0xa88a58, 0x9a9f9c][n % 3], red, [0x8a8c88, 0x78828c, 0x86745a][n % 3], hat)
        }
    };
    d.skirt = if side == Side::Union { 0.22 } else { 0.10 };
    d.sling = None;
    d.seam = (side == Side::Union).then(|| hex(red));
    match (side, kit.second) {
        (Side::Union, true) => {
            d.coat = hex(0x20356a);
            d.trousers = hex(0x2a4076);
        }
        (Side::Confederate, true) => {
            d.coat = hex([0xa67c48, 0x8c6438, 0xb48c58][n % 3]);
            d.trousers = hex([0x8a6a42, 0x77838f, 0x9a7a50][n % 3]);
        }
        (Side::Confederate, false) => d.coat = if n % 3 == 1 { hex(0xa2a6a4) } else { d.coat },
        (Side::Union, false) => {}
    }
    d.hair = hex([0x4a2e1c, 0x8a5a2c, 0x2e2018][n % 3]);
    d.beard = [Beard::Moustache, Beard::Full, Beard::None][n % 3];
    d
}

/// A man of the gun's crew.
pub fn crew(s: &mut Sculptor, kit: Kit, job: Job) {
    let n = job as usize;
    let mut d = gunner(kit, n);
    let stand = |hands: [V; 2]| Pose {
        hands,
        elbows: [v(-1.0, -0.4, -0.3), v(1.0, -0.4, -0.3)],
        feet: [v(-0.15, 0.12, 0.09), v(0.14, -0.12, 0.09)],
        gun: None,
        ..poses::ready(false)
    };
    match job {
        Job::Staff => {
            figure::man(s, &stand([v(-0.30, 0.06, 0.82), v(0.30, 0.26, 1.22)]), &d);
            staff(s, v(0.31, 0.28, 0.04), v(0.0, 0.0, 1.0));
        }
        Job::Ram => {
            d.girth = 1.06;
            let mut pose = stand([v(-0.16, 0.52, 1.10), v(0.24, 0.26, 1.06)]);
            pose.lean = 0.30;
            pose.twist = -0.45;
            pose.feet = [v(-0.14, 0.38, 0.09), v(0.18, -0.36, 0.12)];
            pose.heels = [0.0, 0.5];
            figure::man(s, &pose, &d);
            staff(s, v(0.56, -0.02, 1.00), v(-0.80, 0.58, 0.10));
        }
        Job::Load => {
            let mut pose = stand([v(-0.10, 0.34, 1.06), v(0.14, 0.34, 1.04)]);
            pose.feet = [v(-0.13, 0.26, 0.09), v(0.14, -0.22, 0.12)];
            pose.heels = [0.0, 0.4];
            figure::man(s, &pose, &d);
            let round = s.paint(Paint::Metal(hex(0x2c2c30)));
            let bag = s.paint(Paint::Cloth(hex(0xe8dcc0)));
            s.group(0.0);
            s.egg(v(0.02, 0.40, 1.18), v(0.095, 0.095, 0.095), round);
            s.limb(v(0.02, 0.40, 1.02), v(0.02, 0.40, 1.10), 0.085, 0.085, bag);
        }
        Job::Lanyard => {
            // He leans away from the wheel, the cord over his shoulder drawn tight.
            let mut pose = stand([v(-0.34, -0.10, 0.98), v(0.52, -0.22, 1.34)]);
            pose.lean = -0.10;
            pose.twist = 0.30;
            pose.feet = [v(-0.22, 0.14, 0.09), v(0.26, -0.22, 0.09)];
            pose.head = (0.35, 0.24);
            figure::man(s, &pose, &d);
            let cord = s.paint(Paint::Cloth(hex(0xe6d8b0)));
            s.group(0.0);
            s.rope(&[v(0.52, -0.22, 1.34), v(-0.05, 0.42, 1.16), v(-0.50, 0.86, 1.06)], 0.011, cord);
        }
        Job::Ears => {
            let mut pose = stand([v(-0.21, 0.06, 1.66), v(0.21, 0.06, 1.66)]);
            pose.elbows = [v(-1.0, 0.5, -0.3), v(1.0, 0.5, -0.3)];
            pose.lean = 0.24;
            pose.head = (0.1, 0.05);
            figure::man(s, &pose, &d);
        }
        Job::Bear => {
            d.gloves = Some(hex(0xf4eee0));
            figure::man(s, &poses::bearer(), &d);
        }
        Job::Trail => {
            let mut pose = stand([v(-0.10, 0.56, 0.76), v(0.12, 0.54, 0.70)]);
            pose.lean = 0.70;
            pose.pelvis = v(0.0, -0.12, 0.82);
            pose.head = (0.0, 0.62);
            pose.feet = [v(-0.18, 0.22, 0.09), v(0.18, -0.28, 0.09)];
            figure::man(s, &pose, &d);
        }
    }
}

/// A sponge staff from its rammer's head along `dir`.
fn staff(s: &mut Sculptor, foot: V, dir: V) {
    let d = dir.unit();
    let wood = s.paint(Paint::Leather(hex(0xb48a50)));
    let wool = s.paint(Paint::Cloth(hex(0xd8d0bc)));
    s.group(0.0);
    s.limb(foot, foot + d * 2.0, 0.030, 0.030, wood);
    s.limb(foot, foot + d * 0.14, 0.070, 0.070, wood);
    s.group(0.0);
    s.limb(foot + d * 1.86, foot + d * 2.12, 0.082, 0.082, wool);
}
