//! Privates in everything that they do, drummers, and those who have fallen.

use crate::figure::{self, Dress, Pose};
use crate::kit::{self, Hat, Pack};
use crate::palette::{Beard, Paint, hex};
use crate::poses;
use crate::roster::{Act, Side};
use crate::sculptor::Sculptor;
use crate::sdf::{Frame, Rot, v};
use crate::wardrobe::{self, Cut};

/// The clothes of a plain private of a side.
pub fn sack(side: Side) -> Dress {
    match side {
        Side::Union => wardrobe::private(Cut::KepiSack, "union_sack", 0),
        Side::Confederate => wardrobe::private(Cut::Slouch, "confederate_slouch", 0),
    }
}

/// A private of a uniform.
pub fn private(s: &mut Sculptor, cut: Cut, act: Act, sculpt: usize, uniform: &str) {
    let second = sculpt == 1;
    let mut d = wardrobe::private(cut, uniform, act.men()[sculpt]);
    let pose: Pose = match act {
        Act::March => poses::march(second),
        Act::Ready => poses::ready(second),
        Act::Fire => poses::fire(second),
        Act::Load => poses::load(),
        Act::Kneel => poses::kneel(),
        Act::Charge => poses::charge(second),
        Act::Rout => poses::rout(),
        Act::Waver => poses::waver(),
        Act::Bear => poses::bearer(),
        Act::Fallen => return fallen(s, d, second),
    };
    if act == Act::Bear {
        // The bearer's sling carries the staff and is of white leather.
        d.pack = Pack::None;
        d.sling = Some(hex(0xf4eee0));
        d.strap = None;
        d.gloves = Some(hex(0xf4eee0));
    }
    if act == Act::Rout {
        d.pack = Pack::None;
    }
    figure::man(s, &pose, &d);
    if act == Act::Load {
        kit::musket(s, v(-0.10, 0.38, 0.04), v(0.06, -0.03, 1.0));
        let steel = s.paint(Paint::Metal(hex(0xc8d0d6)));
        s.group(0.0);
        s.limb(v(0.02, 0.35, 1.46), v(0.13, 0.34, 2.02), 0.016, 0.016, steel);
    }
}

/// A drummer of a uniform.
pub fn drummer(s: &mut Sculptor, cut: Cut, uniform: &str) {
    let mut d = wardrobe::private(cut, uniform, 0);
    d.pack = Pack::None;
    d.strap = None;
    d.sling = Some(hex(0xf4eee0));
    d.beard = Beard::None;
    d.hair = hex(0xa8763a);
    d.girth = 0.92;
    figure::man(s, &poses::drumming(), &d);
    let (shell, hoop) =
        if uniform.starts_with("union") { (hex(0x2a56a8), hex(0xc8302c)) } else { (hex(0xb04a2e), hex(0x33549a)) };
    kit::drum(s, v(-0.03, 0.42, 0.78), Rot::about_x(-0.25).then(&Rot::about_y(0.18)), shell, hoop);
    let stick = s.paint(Paint::Cloth(hex(0xe8cf9a)));
    s.group(0.0);
    s.limb(v(-0.20, 0.36, 1.08), v(-0.05, 0.58, 1.00), 0.020, 0.018, stick);
    s.limb(v(0.20, 0.36, 1.12), v(0.06, 0.58, 1.06), 0.020, 0.018, stick);
}

/// A man who lies where he fell, his hat and musket beside him.
pub fn fallen(s: &mut Sculptor, mut d: Dress, second: bool) {
    let hat = std::mem::replace(&mut d.hat, Hat::Bare);
    d.pack = Pack::None;
    let roll = Rot::about_z(if second { 0.5 } else { -0.2 });
    let flat = Frame::new(v(0.0, 0.85, 0.19), Rot::about_x(std::f32::consts::FRAC_PI_2).then(&roll));
    let outer = s.enter(flat);
    figure::man(s, &poses::sprawled(second), &d);
    s.leave(outer);
    // Hat and musket lie where they fell.
    let at = Frame::new(v(0.42, -0.95, -0.02), Rot::about_y(0.25).then(&Rot::about_z(0.8)));
    let outer = s.enter(at);
    d.hat = hat;
    kit::hat(s, &d);
    s.leave(outer);
    let x = if second { -0.62 } else { 0.50 };
    kit::musket(s, v(x, 0.85, 0.05), v(0.10, -1.0, 0.0));
}
