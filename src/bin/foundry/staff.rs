//! Those who lead: officers on foot with their swords, generals, aides and captains in the saddle.

use crate::arms;
use crate::figure::{self, Dress};
use crate::kit::{self, Hat};
use crate::mounted::{self, Gait, Horse, SEAT, Tack};
use crate::palette::{Beard, Paint, hex};
use crate::poses;
use crate::roster::{Rider, Side};
use crate::sculptor::Sculptor;
use crate::sdf::{Rot, v};

/// The clothes of those who lead: 0 a captain on foot, 1 an officer in the saddle, 2 a general.
pub fn leader(side: Side, rank: u8) -> Dress {
    let (coat, trim, trousers) = match side {
        Side::Union => (0x27427c, 0xf0c24a, if rank > 1 { 0x2b4788 } else { 0x84aed4 }),
        Side::Confederate => (0x99a1a8, 0xf2d06a, 0x6f8cb8),
    };
    let felt = if side == Side::Union { 0x2b2b32 } else { 0xa9a498 };
    let hat = match (side, rank) {
        (Side::Union, 1) => {
            Hat::Kepi { cloth: hex(0x2c4a92), band: hex(0xf0c24a), badge: Some(hex(0xf0c24a)), tilt: 0.0 }
        }
        (Side::Confederate, 0) => {
            Hat::Kepi { cloth: hex(0x989fa4), band: hex(0xf0c24a), badge: Some(hex(0xf0c24a)), tilt: 0.1 }
        }
        _ => Hat::Slouch {
            felt: hex(felt),
            band: hex(0xf4c84e),
            curl: 0.08,
            tall: 0.115,
            tilt: -0.06,
            plume: (rank == 2 && side == Side::Confederate).then(|| hex(0x1d1d22)),
        },
    };
    let mut d = arms::clothes(coat, trim, trousers, hat);
    d.skirt = 0.80;
    d.sling = None;
    d.seam = Some(hex(0xf0c24a));
    d.sash = Some(if side == Side::Union { hex(0xb8242c) } else { hex(0xe4b23a) });
    d.buttons = if rank == 0 { 1 } else { 2 };
    d.shins = Some(hex(0x2a211d));
    d.gloves = Some(hex(0xe9cf98));
    d.beard = if rank == 1 { Beard::Moustache } else { Beard::Full };
    if side == Side::Confederate {
        d.hair = hex(0x5c4630);
    }
    d
}

/// An officer on foot with his sword.
pub fn officer(s: &mut Sculptor, dress: &Dress, ahead: bool) {
    let (pose, fist, edge) = if ahead {
        (poses::sword_ahead(), v(0.22, 0.66, 1.46), v(0.05, 1.0, 0.10))
    } else {
        (poses::sword_up(), v(0.44, 0.16, 1.86), v(0.16, -0.16, 1.0))
    };
    figure::man(s, &pose, dress);
    kit::sword(s, fist, edge);
    let steel = s.paint(Paint::Metal(hex(0xb4b8b8)));
    s.group(0.0);
    s.limb(v(-0.27, 0.02, 0.86), v(-0.36, -0.38, 0.22), 0.030, 0.022, steel);
}

fn charger(side: Side, who: Rider) -> Horse {
    let horse = |coat, points, mane, blaze, cloth, edge| Horse {
        coat: hex(coat),
        points: hex(points),
        mane: hex(mane),
        blaze,
        cloth: hex(cloth),
        edge: hex(edge),
    };
    match (side, who) {
        (Side::Union, Rider::General) => horse(0x7c4a2a, 0x2c1a12, 0x1e1612, true, 0x2c52a4, 0xf4c84e),
        (Side::Union, Rider::Aide) => horse(0x4a3c36, 0x1e1816, 0x16120f, false, 0x3460b4, 0xf0d060),
        (Side::Union, Rider::Captain | Rider::CaptainCharging) => {
            horse(0x443834, 0x1e1816, 0x16120f, true, 0x2c52a4, 0xf0c24a)
        }
        (Side::Confederate, Rider::Captain | Rider::CaptainCharging) => {
            horse(0x8a5a30, 0x4a2a16, 0xe8dcc0, true, 0x94443a, 0xe2c67c)
        }
        (Side::Union, Rider::Staff) => horse(0x98542a, 0x6a3418, 0x8a4a22, true, 0x2c52a4, 0xf0d060),
        (Side::Confederate, Rider::General) => horse(0xbab8b4, 0x5a5a5e, 0x6c6c70, false, 0x8c949c, 0xf0c24a),
        (Side::Confederate, Rider::Aide) => horse(0xa67a46, 0x6a4420, 0xefe2c2, true, 0xa8362e, 0xe8dcb8),
        (Side::Confederate, Rider::Staff) => horse(0x6a4226, 0x24160f, 0x1a120e, false, 0x8c949c, 0xf0c24a),
    }
}

/// An officer in the saddle.
pub fn rider(s: &mut Sculptor, side: Side, who: Rider) {
    let gait = match who {
        Rider::Staff => Gait::Stand,
        Rider::CaptainCharging => Gait::Gallop,
        _ => Gait::Walk(1),
    };
    mounted::horse(s, &charger(side, who), gait, Tack::Saddle);
    let hand = match (side, who) {
        (Side::Union, Rider::General) => v(0.42, 0.52, 0.86),
        (Side::Confederate, Rider::General) => v(0.48, 0.20, 1.00),
        (_, Rider::Aide) => v(0.44, 0.34, 0.72),
        (_, Rider::Staff) => v(0.10, 0.26, 0.86),
        (_, Rider::Captain) => v(0.36, 0.22, 0.30),
        (_, Rider::CaptainCharging) => v(0.36, 0.56, 0.80),
    };
    let d = leader(side, if who == Rider::General { 2 } else { 1 });
    let mut pose = poses::astride(SEAT, hand);
    if who == Rider::Staff {
        pose.head = (0.05, 0.16);
    }
    if who == Rider::CaptainCharging {
        pose.lean = 0.30;
        pose.head = (0.45, 0.36);
    }
    figure::man(s, &pose, &d);
    let palm = SEAT + hand;
    match (side, who) {
        (Side::Confederate, Rider::General) => kit::sword(s, palm, v(0.12, -0.10, 1.0)),
        (Side::Union, Rider::General) => {
            // A pointing finger of a gauntlet.
            let buff = s.paint(Paint::Cloth(hex(0xe9cf98)));
            s.group(0.02);
            s.limb(palm, palm + v(0.04, 0.14, 0.05), 0.045, 0.030, buff);
        }
        (_, Rider::Aide) => {
            // An aide carries the order that is going to be misunderstood.
            let paper = s.paint(Paint::Cloth(hex(0xfaf6ea)));
            s.group(0.0);
            s.block(palm + v(0.02, 0.06, 0.11), Rot::about_x(-0.4), v(0.075, 0.016, 0.11), 0.01, paper);
        }
        (_, Rider::Captain) => kit::sword(s, palm, v(0.12, -0.16, 1.0)),
        (_, Rider::CaptainCharging) => kit::sword(s, palm, v(0.06, 0.94, 0.34)),
        (_, Rider::Staff) => {
            let brass = s.paint(Paint::Metal(hex(0xd8b060)));
            s.group(0.0);
            s.limb(palm + v(-0.06, -0.02, 0.04), palm + v(-0.08, 0.34, 0.00), 0.045, 0.062, brass);
        }
    }
}
