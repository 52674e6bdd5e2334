//! The man himself: a posable skeleton with legs, body, arms and head in the clothes of his
//! regiment. Hats, arms and baggage are hung on him by [`crate::kit`].
//!
//! He faces +y, his right hand is at +x, the ground is z = 0. Proportions are the "heroic" ones
//! of cast miniatures, with a large head and hands, because he is seen the size of a thumbnail.

use crate::kit::{self, Hat, Pack};
use crate::palette::{Beard, Paint, hex};
use crate::sculptor::Sculptor;
use crate::sdf::{Frame, Rot, V, v};

/// How a man stands. Index 0 is his left, 1 his right.
#[derive(Clone)]
pub struct Pose {
    pub pelvis: V,
    /// Forward lean of the upper body, in radians.
    pub lean: f32,
    /// Turn of the shoulders, positive to his left.
    pub twist: f32,
    /// Turn and upward tilt of the head.
    pub head: (f32, f32),
    /// Ankles.
    pub feet: [V; 2],
    /// Pitch of each foot, positive with the heel lifted.
    pub heels: [f32; 2],
    /// Which way the knees point.
    pub knees: [V; 2],
    pub hands: [V; 2],
    /// Which way the elbows point.
    pub elbows: [V; 2],
    /// Butt and direction of the musket.
    pub gun: Option<(V, V)>,
}

/// What a man wears and carries.
#[derive(Clone)]
pub struct Dress {
    pub coat: V,
    pub trim: V,
    pub trousers: V,
    /// Stripe or piping colour of the trousers' outer seam.
    pub seam: Option<V>,
    /// Length of the coat below the belt, as a share of the thigh.
    pub skirt: f32,
    pub belt: V,
    pub sling: Option<V>,
    pub strap: Option<V>,
    pub sash: Option<V>,
    pub buttons: u8,
    pub hat: Hat,
    /// Lower legs: gaiters or tall boots where they differ from the trousers.
    pub shins: Option<V>,
    pub gloves: Option<V>,
    pub pack: Pack,
    pub haversack: Option<V>,
    pub canteen: Option<V>,
    pub skin: V,
    pub hair: V,
    pub beard: Beard,
    /// Girth of the body; 1 is average.
    pub girth: f32,
}

/// The middle joint of a two-boned limb from `a` to `b`, bent towards `pole`.
fn joint(a: V, b: V, l1: f32, l2: f32, pole: V) -> V {
    let ab = b - a;
    let d = ab.len().clamp(0.05, (l1 + l2) * 0.999);
    let dir = ab.unit();
    let x = (l1 * l1 - l2 * l2 + d * d) / (2.0 * d);
    let h = (l1 * l1 - x * x).max(0.0).sqrt();
    let perp = (pole - dir * pole.dot(dir)).unit();
    a + dir * x + perp * h
}

/// Sculpts a dressed man in the current frame.
pub fn man(s: &mut Sculptor, pose: &Pose, d: &Dress) {
    let chest = Frame::new(pose.pelvis, Rot::about_z(pose.twist).then(&Rot::about_x(-pose.lean)));
    legs(s, pose, d);
    torso(s, pose, d, &chest);
    head(s, pose, d, &chest);
    kit::pack(s, d, &chest);
    if let Some((butt, dir)) = pose.gun {
        kit::musket(s, butt, dir);
    }
}

fn legs(s: &mut Sculptor, pose: &Pose, d: &Dress) {
    let cloth = s.paint(Paint::Cloth(d.trousers));
    let boot = s.paint(Paint::Leather(hex(0x2b211c)));
    let coat = s.paint(Paint::Cloth(d.coat * 0.94));
    let shin = d.shins.map(|c| s.paint(Paint::Cloth(c)));
    let seam = d.seam.map(|c| s.paint(Paint::Cloth(c)));
    let hips = Rot::about_z(pose.twist * 0.45);
    for side in 0..2 {
        let sx = if side == 0 { -1.0 } else { 1.0 };
        let hip = pose.pelvis + hips.apply(v(0.105 * sx, 0.0, -0.02));
        let foot = pose.feet[side];
        let knee = joint(hip, foot, 0.44, 0.42, pose.knees[side]);
        s.group(0.035);
        s.limb(hip, knee, 0.128 * d.girth.sqrt(), 0.098, cloth);
        s.limb(knee, foot.mix(knee, 0.06), 0.098, 0.086, cloth);
        if let Some(c) = seam {
            let out = hips.apply(v(sx, 0.0, 0.0));
            s.limb(hip + out * 0.105, knee + out * 0.082, 0.026, 0.026, c);
            s.limb(knee + out * 0.082, foot + out * 0.07, 0.026, 0.024, c);
        }
        if let Some(c) = shin {
            s.group(0.02);
            s.limb(foot.mix(knee, 0.62), foot, 0.102, 0.090, c);
        }
        // The shoe points where the knee does.
        s.group(0.02);
        let ahead = v(pose.knees[side].x, pose.knees[side].y, 0.0).unit();
        let toe = ahead * 0.19 * pose.heels[side].cos() - v(0.0, 0.0, 0.19 * pose.heels[side].sin());
        let sole = foot + v(0.0, 0.0, -0.03);
        s.limb(sole - ahead * 0.03, sole + toe - v(0.0, 0.0, 0.01), 0.072, 0.060, boot);
        // The coat's skirt follows the thigh.
        if d.skirt > 0.0 {
            s.group(0.05);
            let hem = hip.mix(knee, d.skirt.min(1.0));
            let hem = if d.skirt > 1.0 { hem.mix(foot, d.skirt - 1.0) } else { hem };
            let flare = 0.145 + 0.045 * d.skirt;
            let centre = hem.mix(v(pose.pelvis.x, pose.pelvis.y - 0.03, hem.z), 0.25);
            s.limb(hip + v(0.0, 0.0, 0.04), centre, 0.135 * d.girth, flare, coat);
            let back = pose.pelvis + hips.apply(v(0.03 * sx, -0.05, 0.0));
            let tail = centre.mix(v(pose.pelvis.x, pose.pelvis.y - 0.12, hem.z), 0.5);
            s.limb(back, tail, 0.13, 0.13, coat);
        }
    }
}

fn torso(s: &mut Sculptor, pose: &Pose, d: &Dress, chest: &Frame) {
    let g = d.girth;
    let outer = s.enter(*chest);
    s.group(0.07);
    let body = s.paint(Paint::Coat {
        cloth: d.coat,
        collar: d.trim,
        belt: d.belt,
        sling: d.sling,
        strap: d.strap,
        sash: d.sash,
        buttons: d.buttons,
    });
    s.egg(v(0.0, 0.0, 0.33), v(0.235 * g, 0.165 * g, 0.27), body);
    s.egg(v(0.0, 0.01, 0.05), v(0.205 * g, 0.165 * g, 0.17), body);
    s.limb(v(-0.17, -0.01, 0.46), v(0.17, -0.01, 0.46), 0.105, 0.105, body);
    s.limb(v(0.0, 0.0, 0.50), v(0.0, 0.012, 0.575), 0.10, 0.088, body);
    if let Some(c) = d.sash {
        // A silk sash, knotted on the left hip.
        let silk = s.paint(Paint::Cloth(c));
        s.group(0.02);
        s.egg(v(0.0, 0.01, 0.03), v(0.232 * g, 0.195 * g, 0.075), silk);
        s.limb(v(-0.21 * g, 0.09, 0.02), v(-0.23 * g, 0.13, -0.24), 0.035, 0.055, silk);
    }
    s.leave(outer);
    let sleeve = s.paint(Paint::Cloth(d.coat * 1.06));
    let cuff = s.paint(Paint::Cloth(d.trim));
    let hand = s.paint(Paint::Cloth(d.gloves.unwrap_or(d.skin)));
    for side in 0..2 {
        let sx = if side == 0 { -1.0 } else { 1.0 };
        let shoulder = chest.out(v(0.245 * sx, -0.01, 0.46));
        let palm = pose.hands[side];
        let elbow = joint(shoulder, palm, 0.31, 0.30, pose.elbows[side]);
        s.group(0.03);
        s.limb(shoulder, elbow, 0.098, 0.078, sleeve);
        s.limb(elbow, palm.mix(elbow, 0.22), 0.078, 0.066, sleeve);
        s.group(0.0);
        let long = if d.gloves.is_some() { 0.45 } else { 0.30 };
        let cuff = if d.gloves.is_some() { hand } else { cuff };
        s.limb(palm.mix(elbow, long), palm.mix(elbow, 0.20), 0.080, 0.080, cuff);
        s.group(0.02);
        s.egg(palm, v(0.068, 0.068, 0.068), hand);
    }
}

fn head(s: &mut Sculptor, pose: &Pose, d: &Dress, chest: &Frame) {
    let face = s.paint(Paint::Face { skin: d.skin, hair: d.hair, beard: d.beard });
    let skin = s.paint(Paint::Cloth(d.skin.mix(hex(0xd9705a), 0.12)));
    let (yaw, tilt) = pose.head;
    let turn = Rot::about_z(yaw).then(&Rot::about_x(tilt));
    let neck = chest.out(v(0.0, 0.02, 0.56));
    let at = Frame::new(neck + turn.apply(v(0.0, 0.035, 0.175)), turn);
    let outer = s.enter(at);
    s.group(0.03);
    s.egg(v(0.0, 0.0, 0.02), v(0.138, 0.155, 0.165), face);
    s.egg(v(0.0, 0.035, -0.075), v(0.098, 0.112, 0.095), face);
    s.limb(v(0.0, 0.145, 0.015), v(0.0, 0.172, -0.032), 0.020, 0.030, skin);
    if d.beard == Beard::Full {
        let hair = s.paint(Paint::Cloth(d.hair));
        s.limb(v(0.0, 0.105, -0.12), v(0.0, 0.115, -0.19), 0.075, 0.04, hair);
    }
    kit::hat(s, d);
    s.leave(outer);
}

/// Standing with the musket on the right shoulder (or, second variant, at the order).
pub fn ready(second: bool) -> Pose {
    let mut p = Pose {
        pelvis: v(0.0, 0.0, 0.88),
        lean: -0.02,
        twist: 0.0,
        head: (0.06, 0.36),
        feet: [v(-0.125, 0.02, 0.09), v(0.125, -0.02, 0.09)],
        heels: [0.0, 0.0],
        knees: [v(-0.35, 1.0, 0.0), v(0.35, 1.0, 0.0)],
        hands: [v(-0.33, 0.06, 0.80), v(0.27, 0.24, 1.08)],
        elbows: [v(-0.25, -1.0, 0.0), v(0.55, -0.9, 0.0)],
        gun: Some((v(0.25, 0.27, 0.96), v(0.05, -0.40, 0.92))),
    };
    if second {
        p.head = (-0.30, 0.38);
        p.feet = [v(-0.15, 0.12, 0.09), v(0.12, -0.06, 0.09)];
        p.twist = -0.12;
        p.hands = [v(-0.20, 0.24, 1.12), v(0.30, 0.20, 1.10)];
        p.gun = Some((v(0.34, 0.20, 0.05), v(-0.035, 0.0, 1.0)));
    }
    p
}

/// Taking aim, left foot forward.
pub fn fire(second: bool) -> Pose {
    let up = if second { 0.06 } else { 0.0 };
    Pose {
        pelvis: v(0.0, -0.04, 0.86),
        lean: 0.05,
        twist: -0.75,
        head: (if second { 0.10 } else { -0.06 }, 0.20 + up),
        feet: [v(-0.12, if second { 0.30 } else { 0.22 }, 0.09), v(0.15, -0.24, 0.09)],
        heels: [0.0, if second { 0.25 } else { 0.0 }],
        knees: [v(-0.1, 1.0, 0.0), v(1.0, 0.5, 0.0)],
        hands: [v(0.05, 0.60, 1.40 + up), v(0.14, 0.25, 1.38)],
        elbows: [v(-0.3, 0.2, -1.0), v(1.0, -0.2, -0.25)],
        gun: Some((v(0.155, -0.03, 1.40), v(-0.13, 0.99, 0.0 + up))),
    }
}

/// Running at the enemy with the bayonet down.
pub fn charge(second: bool) -> Pose {
    let mut p = Pose {
        pelvis: v(0.0, -0.04, 0.85),
        lean: 0.36,
        twist: -0.45,
        head: (0.0, 0.34),
        feet: [v(-0.13, 0.42, 0.17), v(0.13, -0.62, 0.23)],
        heels: [-0.25, 1.0],
        knees: [v(-0.15, 1.0, 0.0), v(0.2, 1.0, 0.0)],
        hands: [v(-0.03, 0.62, 1.13), v(0.24, 0.16, 1.02)],
        elbows: [v(-0.8, -0.1, -0.6), v(0.7, -0.9, 0.1)],
        gun: Some((v(0.30, -0.16, 0.97), v(-0.30, 0.94, 0.13))),
    };
    if second {
        p.feet = [v(-0.13, -0.60, 0.22), v(0.13, 0.40, 0.15)];
        p.heels = [1.0, -0.15];
        p.lean = 0.28;
        p.head = (0.12, 0.36);
        p.hands = [v(0.02, 0.56, 1.36), v(0.24, 0.12, 1.16)];
        p.gun = Some((v(0.32, -0.18, 1.06), v(-0.30, 0.90, 0.30)));
    }
    p
}

/// An officer with his sword in the air.
pub fn sword_up() -> Pose {
    Pose {
        pelvis: v(0.0, 0.0, 0.87),
        lean: 0.04,
        twist: 0.20,
        head: (-0.15, 0.38),
        feet: [v(-0.15, 0.26, 0.09), v(0.14, -0.22, 0.10)],
        heels: [0.0, 0.35],
        knees: [v(-0.25, 1.0, 0.0), v(0.5, 1.0, 0.0)],
        hands: [v(-0.36, 0.22, 1.02), v(0.44, 0.16, 1.86)],
        elbows: [v(-0.9, -0.6, 0.0), v(1.0, -0.1, -0.3)],
        gun: None,
    }
}

/// Both hands on an upright staff.
pub fn bearer() -> Pose {
    Pose {
        hands: [v(0.11, 0.31, 1.34), v(0.16, 0.31, 1.06)],
        elbows: [v(-1.0, -0.2, -0.4), v(1.0, -0.4, -0.3)],
        feet: [v(-0.15, 0.16, 0.09), v(0.13, -0.12, 0.09)],
        head: (-0.2, 0.36),
        gun: None,
        ..ready(false)
    }
}

/// Sticks over the drum.
pub fn drumming() -> Pose {
    Pose {
        hands: [v(-0.20, 0.36, 1.06), v(0.20, 0.36, 1.10)],
        elbows: [v(-1.0, -0.5, -0.2), v(1.0, -0.5, -0.2)],
        feet: [v(-0.13, 0.14, 0.10), v(0.12, -0.10, 0.09)],
        head: (0.1, 0.32),
        gun: None,
        ..ready(false)
    }
}

/// Astride, with the pelvis at the saddle; the reins in the left hand.
pub fn astride(seat: V, right: V) -> Pose {
    Pose {
        pelvis: seat,
        lean: -0.02,
        twist: 0.0,
        head: (-0.12, 0.36),
        feet: [seat + v(-0.42, 0.12, -0.76), seat + v(0.42, 0.12, -0.76)],
        heels: [-0.3, -0.3],
        knees: [v(-0.9, 1.0, 0.1), v(0.9, 1.0, 0.1)],
        hands: [seat + v(-0.08, 0.40, 0.22), seat + right],
        elbows: [v(-1.0, -0.5, -0.2), v(1.0, -0.3, -0.4)],
        gun: None,
    }
}

/// Sprawled; sculpted standing, then laid down by the caller.
pub fn sprawled(second: bool) -> Pose {
    let mut p = ready(false);
    p.gun = None;
    p.feet = [v(-0.30, 0.06, 0.12), v(0.20, 0.02, 0.10)];
    p.knees = [v(-1.0, 0.6, 0.0), v(0.8, 0.5, 0.0)];
    p.hands = [v(-0.62, -0.02, 1.62), v(0.56, -0.02, 1.02)];
    p.elbows = [v(-1.0, 0.0, -0.4), v(0.6, 0.0, 0.8)];
    p.head = (0.45, 0.10);
    if second {
        p.feet = [v(-0.16, 0.10, 0.22), v(0.24, 0.25, 0.38)];
        p.hands = [v(-0.50, 0.20, 1.00), v(0.40, 0.40, 1.62)];
        p.head = (-0.3, 0.0);
    }
    p
}
