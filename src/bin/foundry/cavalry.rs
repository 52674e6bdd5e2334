//! Cavalry: troopers in the saddle and on foot, their guidon, and the men who hold their horses.

use crate::arms::{Kit, clothes, coat_of};
use crate::figure::{self, Dress, Pose};
use crate::kit::{Hat, Pack, carbine, scabbard, sword};
use crate::mounted::{self, Gait, Horse, SEAT, Tack};
use crate::palette::{Beard, Paint, hex};
use crate::poses;
use crate::roster::Side;
use crate::sculptor::Sculptor;
use crate::sdf::{Frame, Rot, V, v};

/// What a mounted trooper is doing.
#[derive(Clone, Copy, PartialEq)]
pub enum Ride {
    /// At a walk, the sabre at the carry.
    Walk,
    /// At the gallop, the sabre at the enemy.
    Charge,
}

/// What a dismounted trooper is doing.
#[derive(Clone, Copy, PartialEq)]
pub enum Skirmish {
    /// Going forward with the carbine across the body.
    Advance,
    /// Standing and firing.
    Fire,
    /// Firing from one knee.
    Kneel,
    /// Holding the staff of the colors, which are cast apart.
    Bear,
}

/// The clothes of a trooper; `n` is which man of the three.
fn trooper(kit: Kit, n: u32) -> Dress {
    let yellow = 0xf0c24a;
    let side = kit.side;
    let mut d = match (side, n % 3) {
        (Side::Union, 1) => {
            let hat = Hat::Slouch {
                felt: hex(0x34322f),
                band: hex(yellow),
                curl: 0.06,
                tall: 0.105,
                tilt: 0.10,
                plume: None,
            };
            clothes(0x29437d, yellow, 0x84aed4, hat)
        }
        (Side::Union, n) => {
            let hat = Hat::Kepi {
                cloth: hex(0x2c4684),
                band: hex(0x1e3058),
                badge: Some(hex(yellow)),
                tilt: if n == 0 { -0.06 } else { 0.14 },
            };
            clothes(if n == 0 { 0x2b4580 } else { 0x24396c }, yellow, 0x8cb2d6, hat)
        }
        (Side::Confederate, 0) => {
            let hat = Hat::Slouch {
                felt: hex(0x6e5a44),
                band: hex(0x2a2019),
                curl: 0.08,
                tall: 0.11,
                tilt: -0.1,
                plume: None,
            };
            clothes(0x8f979c, yellow, 0x77838f, hat)
        }
        (Side::Confederate, 1) => {
            let hat = Hat::Slouch {
                felt: hex(0xa59474),
                band: hex(0x4a3826),
                curl: 0.04,
                tall: 0.10,
                tilt: 0.12,
                plume: Some(hex(0x1d1d22)),
            };
            clothes(0xa48a5e, 0x8c7040, 0x7c868c, hat)
        }
        (Side::Confederate, _) => {
            let hat = Hat::Kepi { cloth: hex(0x979da0), band: hex(yellow), badge: None, tilt: 0.1 };
            clothes(0x989fa2, 0xdcb64c, 0x8c7c62, hat)
        }
    };
    d.skirt = 0.10;
    d.shins = Some(hex(0x2a211d));
    d.seam = (n.is_multiple_of(3) || side == Side::Union).then(|| hex(yellow));
    d.sling = Some(hex(if side == Side::Union { 0x1e1a1a } else { 0x4a2f1c }));
    match (side, kit.second) {
        // Regulars wear one dark blue from neck to boot.
        (Side::Union, true) => {
            d.coat = hex(0x20356a);
            d.trousers = hex(0x2a4076);
        }
        (Side::Union, false) => {}
        // Whatever was woven at home and dyed with walnut.
        (Side::Confederate, true) => {
            let n = n as usize % 3;
            d.coat = hex([0xa67c48, 0x8c6438, 0xb48c58][n]);
            d.trim = hex([0x7c5a34, 0x6a4a2a, 0x8a6a42][n]);
            d.trousers = hex([0x8a6a42, 0x77838f, 0x9a7a50][n]);
        }
        (Side::Confederate, false) => {
            d.coat = if n % 3 == 1 { hex(0x969a98) } else { d.coat };
        }
    }
    match n % 3 {
        1 => {
            d.beard = Beard::Full;
            d.hair = hex(0x6a4526);
        }
        2 => {
            d.beard = Beard::Moustache;
            d.gloves = Some(hex(0xe9cf98));
        }
        _ => {}
    }
    d
}

/// A regiment's mounts: bay, black, chestnut, grey.
fn mount(side: Side, n: u32) -> Horse {
    let (cloth, edge) = match side {
        Side::Union => (0x2c52a4, 0xf0c24a),
        Side::Confederate => ([0x8c949c, 0x94443a, 0x9a7a50][n as usize % 3], 0xe2c67c),
    };
    coat_of(
        match (side, n % 4) {
            (Side::Union, 0) | (Side::Confederate, 1) => 0,
            (Side::Union, 1) | (Side::Confederate, 3) => 1,
            (Side::Union, 2) | (Side::Confederate, 0) => 2,
            _ => 3,
        },
        (cloth, edge),
    )
}

/// A trooper on his horse.
pub fn mounted(s: &mut Sculptor, kit: Kit, ride: Ride, n: u32) {
    let horse = mount(kit.side, n);
    let gait = if ride == Ride::Walk { Gait::Walk((n as usize + 1) % 2) } else { Gait::Gallop };
    mounted::horse(s, &horse, gait, Tack::Saddle);
    let d = trooper(kit, n);
    let hand = match (ride, n % 3) {
        (Ride::Walk, _) => v(0.36, 0.22, 0.30),
        (Ride::Charge, 0) => v(0.34, 0.54, 0.66),
        (Ride::Charge, 1) => v(0.52, 0.02, 1.02),
        (Ride::Charge, _) => v(0.40, 0.40, 0.92),
    };
    let mut pose = poses::astride(SEAT, hand);
    let edge = match (ride, n % 3) {
        (Ride::Walk, _) => v(0.12, -0.16, 1.0),
        (Ride::Charge, 0) => v(-0.08, 1.0, 0.16),
        (Ride::Charge, 1) => v(0.30, 0.16, 1.0),
        (Ride::Charge, _) => v(0.05, 0.62, 0.80),
    };
    if ride == Ride::Charge {
        pose.lean = 0.34;
        pose.twist = 0.10;
        pose.head = (0.0, 0.44);
    }
    figure::man(s, &pose, &d);
    sword(s, SEAT + hand, edge);
    scabbard(s, SEAT + v(-0.30, -0.06, -0.02), v(-0.16, -0.52, -0.80));
    // The carbine hangs muzzle down from its sling.
    if ride == Ride::Walk || n % 3 != 1 {
        carbine(s, SEAT + v(0.34, -0.16, 0.06), v(0.10, -0.30, -0.92));
    }
}

/// The bearer of a guidon or a flag, which is cast apart from him: its staff stands at [`crate::flags::IN_THE_SADDLE`].
pub fn guidon(s: &mut Sculptor, kit: Kit, gallop: bool) {
    let side = kit.side;
    let horse = coat_of(if side == Side::Union { 3 } else { 1 }, (0x2c52a4, 0xf0c24a));
    let horse = if side == Side::Union { horse } else { Horse { cloth: hex(0x8c949c), ..horse } };
    mounted::horse(s, &horse, if gallop { Gait::Gallop } else { Gait::Walk(1) }, Tack::Saddle);
    let mut d = trooper(kit, if side == Side::Union { 0 } else { 1 });
    d.gloves = Some(hex(0xf4eee0));
    let hand = v(0.34, 0.30, 0.34);
    let mut pose = poses::astride(SEAT, hand);
    if gallop {
        pose.lean = 0.24;
    }
    figure::man(s, &pose, &d);
    scabbard(s, SEAT + v(-0.30, -0.06, -0.02), v(-0.16, -0.52, -0.80));
}

/// A trooper who has left his horse to the holders.
pub fn dismounted(s: &mut Sculptor, kit: Kit, act: Skirmish) {
    let (n, pose) = match act {
        Skirmish::Advance => (0, advancing()),
        Skirmish::Fire => (1, Pose { gun: None, ..poses::fire(false) }),
        Skirmish::Bear => (0, poses::bearer()),
        Skirmish::Kneel => (2, Pose { gun: None, ..poses::kneel() }),
    };
    let mut d = trooper(kit, n);
    if act != Skirmish::Kneel {
        d.pack = Pack::None;
        d.haversack = Some(hex(0xe6dcc0));
    }
    figure::man(s, &pose, &d);
    match act {
        Skirmish::Advance => carbine(s, v(0.30, -0.06, 0.92), v(-0.62, 0.62, 0.50)),
        Skirmish::Fire => carbine(s, v(0.155, -0.03, 1.40), v(-0.13, 0.99, 0.0)),
        Skirmish::Kneel => carbine(s, v(0.155, 0.02, 1.04), v(-0.13, 0.99, 0.02)),
        Skirmish::Bear => scabbard(s, v(-0.27, 0.02, 0.86), v(-0.10, -0.40, -0.64)),
    }
}

/// Stooping forward, quick on the feet.
fn advancing() -> Pose {
    Pose {
        pelvis: v(0.0, -0.02, 0.84),
        lean: 0.26,
        twist: -0.25,
        head: (0.05, 0.36),
        feet: [v(-0.13, 0.34, 0.10), v(0.14, -0.42, 0.15)],
        heels: [0.0, 0.7],
        knees: [v(-0.2, 1.0, 0.0), v(0.3, 1.0, 0.0)],
        hands: [v(-0.12, 0.36, 1.24), v(0.25, 0.05, 1.00)],
        elbows: [v(-0.9, -0.2, -0.6), v(0.9, -0.8, 0.0)],
        gun: None,
    }
}

/// One man with four horses, his own among them.
pub fn holder(s: &mut Sculptor, kit: Kit) {
    let rein = s.paint(Paint::Leather(hex(0x3a2416)));
    for (k, (x, y, turn)) in
        [(-1.20, -0.10, 0.10), (-0.42, 0.06, 0.03), (0.44, -0.12, -0.05), (1.22, 0.04, -0.12)].into_iter().enumerate()
    {
        let place = Frame::new(v(x, y, 0.0), Rot::about_z(-turn));
        let outer = s.enter(place);
        mounted::horse(s, &mount(kit.side, k as u32), Gait::Stand, Tack::Saddle);
        s.leave(outer);
        let mouth = place.out(v(0.0, 1.50, 1.46));
        let palm = if x < 0.0 { v(-0.28, 1.62, 1.18) } else { v(0.30, 1.60, 1.14) };
        s.group(0.0);
        s.rope(&[mouth, mouth.mix(palm, 0.5) - v(0.0, 0.0, 0.10), palm], 0.024, rein);
    }
    let outer = s.enter(Frame::new(v(0.0, 1.72, 0.0), Rot::ID));
    let mut d = trooper(kit, 1);
    d.pack = Pack::None;
    let mut pose = poses::ready(false);
    pose.gun = None;
    pose.hands = [v(-0.28, -0.10, 1.18), v(0.30, -0.12, 1.14)];
    pose.elbows = [v(-1.0, 0.3, -0.4), v(1.0, 0.3, -0.4)];
    pose.head = (0.5, 0.30);
    figure::man(s, &pose, &d);
    s.leave(outer);
}

/// The right side of a hand's breadth, used by those who hold reins.
pub fn rein_hand() -> V {
    v(0.20, 0.34, 0.20)
}
