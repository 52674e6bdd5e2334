//! The man himself: a posable skeleton with legs, body, arms and head in the clothes of his
//! regiment. Hats, arms and baggage are hung on him by [`crate::kit`]; how he stands is in [`crate::poses`].
//!
//! He faces +y, his right hand is at +x, the ground is z = 0. Proportions are the "heroic" ones
//! of cast miniatures, with a large head and hands, because he is seen the size of a thumbnail.

use crate::kit::{self, Hat, Pack};
use crate::palette::{Beard, Paint, hex};
use crate::sculptor::Sculptor;
use crate::sdf::{Frame, Rot, V, v};

/// The cut of a man's trousers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Legs {
    Straight,
    /// Gathered below the knee, as zouaves wear them.
    Baggy,
}

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
    /// The other colour of striped trousers.
    pub stripe: Option<V>,
    pub legs: Legs,
    /// Stripe or piping colour of the trousers' outer seam.
    pub seam: Option<V>,
    /// Length of the coat below the belt, as a share of the thigh.
    pub skirt: f32,
    pub belt: V,
    pub sling: Option<V>,
    pub strap: Option<V>,
    pub sash: Option<V>,
    /// The shirt or vest that an open jacket shows.
    pub open: Option<V>,
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
    let cloth = s.paint(match d.stripe {
        Some(other) => Paint::Ticking { a: d.trousers, b: other },
        None => Paint::Cloth(d.trousers),
    });
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
        match d.legs {
            Legs::Straight => {
                s.limb(hip, knee, 0.128 * d.girth.sqrt(), 0.098, cloth);
                s.limb(knee, foot.mix(knee, 0.06), 0.098, 0.086, cloth);
            }
            Legs::Baggy => {
                s.limb(hip, knee, 0.150 * d.girth.sqrt(), 0.165, cloth);
                s.limb(knee, foot.mix(knee, 0.50), 0.165, 0.130, cloth);
                s.limb(foot.mix(knee, 0.50), foot.mix(knee, 0.06), 0.090, 0.084, cloth);
            }
        }
        if let Some(c) = seam {
            let out = hips.apply(v(sx, 0.0, 0.0));
            s.limb(hip + out * 0.105, knee + out * 0.082, 0.026, 0.026, c);
            s.limb(knee + out * 0.082, foot + out * 0.07, 0.026, 0.024, c);
        }
        if let Some(c) = shin {
            s.group(0.02);
            let high = if d.legs == Legs::Baggy { 0.46 } else { 0.62 };
            s.limb(foot.mix(knee, high), foot, 0.102, 0.090, c);
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
        open: d.open,
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
