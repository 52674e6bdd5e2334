//! Who is cast: the list of all figures, by name, and the recipe of each.

use crate::arms;
use crate::cavalry::Skirmish;
use crate::figure::{self, Dress, Pose};
use crate::flags::{self, Flag};
use crate::gunnery::Job;
use crate::kit::{self, Hat, Pack};
use crate::mounted::{self, Gait, Horse, SEAT, Tack};
use crate::palette::{Beard, Paint, hex};
use crate::poses;
use crate::scenery::{self, Piece};
use crate::sculptor::{Figure, Sculptor};
use crate::sdf::{Frame, Rot, V, v};
use crate::smoke;
use crate::wardrobe::{self, Cut};

/// The two sides.
#[derive(Clone, Copy, PartialEq)]
pub enum Side {
    Union,
    Confederate,
}

/// What an infantryman is doing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Act {
    March,
    Ready,
    Fire,
    Load,
    Kneel,
    Charge,
    Rout,
    Waver,
    Bear,
    Fallen,
}

impl Act {
    /// All of them in atlas order.
    pub const ALL: [Act; 10] = [
        Act::March,
        Act::Ready,
        Act::Fire,
        Act::Load,
        Act::Kneel,
        Act::Charge,
        Act::Rout,
        Act::Waver,
        Act::Bear,
        Act::Fallen,
    ];

    fn name(self) -> &'static str {
        match self {
            Act::March => "march",
            Act::Ready => "ready",
            Act::Fire => "fire",
            Act::Load => "load",
            Act::Kneel => "kneel",
            Act::Charge => "charge",
            Act::Rout => "rout",
            Act::Waver => "waver",
            Act::Bear => "bear",
            Act::Fallen => "fallen",
        }
    }

    /// Which of the three men of a uniform does it, sculpt by sculpt.
    pub fn men(self) -> &'static [usize] {
        match self {
            Act::March | Act::Charge | Act::Fallen => &[0, 1],
            Act::Ready => &[2, 1],
            Act::Fire => &[0, 2],
            Act::Load | Act::Rout => &[1],
            Act::Kneel | Act::Waver => &[2],
            Act::Bear => &[0],
        }
    }

    /// Ranks that dress on each other need fine steps; a man who runs needs not.
    fn headings(self) -> usize {
        match self {
            Act::March | Act::Ready | Act::Fire | Act::Charge => 32,
            Act::Load | Act::Kneel | Act::Bear => 24,
            Act::Rout | Act::Waver => 16,
            Act::Fallen => 8,
        }
    }
}

/// One entry of the catalogue.
#[derive(Clone, Copy, PartialEq)]
pub enum Cast {
    /// A private, what he does, and which sculpt of it.
    Foot(Cut, Act, usize),
    Officer(Side, bool),
    Drummer(Side),
    /// A flag on its staff, carried in the saddle or on foot, and how the wind has it.
    Standard(Flag, bool, usize),
    Mounted(Side, Rider),
    Fallen(Side),
    FallenHorse,
    Drum,
    Piece(Piece, u32),
    Smoke(u32),
    /// Cavalry and artillery.
    Arm(arms::Piece),
}

/// Who rides about with orders.
#[derive(Clone, Copy, PartialEq)]
pub enum Rider {
    General,
    /// With a paper.
    Aide,
    /// With a field glass.
    Staff,
}

impl Cast {
    /// At how many headings the figure is cast.
    pub fn headings(self) -> usize {
        match self {
            Cast::Drum | Cast::Piece(..) | Cast::Smoke(_) | Cast::Standard(..) => 1,
            Cast::Foot(_, act, _) => act.headings(),
            Cast::Arm(piece) => piece.headings(),
            Cast::Officer(..) | Cast::Drummer(_) | Cast::Mounted(..) => 24,
            Cast::Fallen(_) | Cast::FallenHorse => 8,
        }
    }

    /// Pixels for one table inch.
    pub fn fine(self) -> f32 {
        match self {
            Cast::Arm(piece) => piece.fine(),
            Cast::Standard(..) => 220.0,
            Cast::FallenHorse => 150.0,
            _ => crate::march::PX_PER_INCH,
        }
    }

    /// Whether it throws a full shadow on the table.
    pub fn big(self) -> bool {
        matches!(self, Cast::Piece(..))
    }

    /// Where the staff of a flag stands beside a bearer.
    pub fn staff(self) -> Option<V> {
        match self {
            Cast::Foot(_, Act::Bear, _)
            | Cast::Arm(arms::Piece::Dismounted(_, Skirmish::Bear) | arms::Piece::Crew(_, Job::Bear)) => {
                Some(flags::IN_HAND)
            }
            Cast::Arm(arms::Piece::Guidon(_) | arms::Piece::GuidonCharging(_)) => Some(flags::IN_THE_SADDLE),
            _ => None,
        }
    }
}

/// One casting and the names under which it is listed, one for each coat of paint.
pub struct Lot {
    pub names: Vec<String>,
    pub cast: Cast,
}

fn sides() -> [(Side, &'static str); 2] {
    [(Side::Union, "union"), (Side::Confederate, "confederate")]
}

/// The whole catalogue in atlas order.
pub fn all() -> Vec<Lot> {
    let mut list = Vec::new();
    for cut in Cut::ALL {
        for act in Act::ALL {
            for (sculpt, tag) in ["a", "b"].iter().enumerate().take(act.men().len()) {
                let name = |uniform: &&str| format!("{uniform}_{}_{tag}", act.name());
                let names = cut.uniforms().iter().map(name).collect();
                list.push(Lot { names, cast: Cast::Foot(cut, act, sculpt) });
            }
        }
    }
    let mut single: Vec<(String, Cast)> = Vec::new();
    for (side, name) in sides() {
        single.push((format!("{name}_officer_a"), Cast::Officer(side, false)));
        single.push((format!("{name}_officer_b"), Cast::Officer(side, true)));
        single.push((format!("{name}_drummer"), Cast::Drummer(side)));
        single.push((format!("{name}_general"), Cast::Mounted(side, Rider::General)));
        single.push((format!("{name}_aide"), Cast::Mounted(side, Rider::Aide)));
        single.push((format!("{name}_staff"), Cast::Mounted(side, Rider::Staff)));
        single.push((format!("fallen_{name}"), Cast::Fallen(side)));
    }
    single.push(("fallen_horse".to_owned(), Cast::FallenHorse));
    for (name, flag) in Flag::ALL {
        for (mounted, seat) in [(false, "foot"), (true, "mounted")] {
            for (gust, tag) in ["a", "b"].iter().enumerate() {
                single.push((format!("flag_{name}_{seat}_{tag}"), Cast::Standard(flag, mounted, gust)));
            }
        }
    }
    single.push(("drum".to_owned(), Cast::Drum));
    for (i, tag) in ["a", "b", "c"].iter().enumerate() {
        single.push((format!("smoke_{tag}"), Cast::Smoke(i as u32)));
    }
    for (name, piece, many) in [
        ("tree_oak", Piece::Oak, 3),
        ("tree_pine", Piece::Pine, 2),
        ("fruit_tree", Piece::Fruit, 2),
        ("bush", Piece::Bush, 2),
        ("corn", Piece::Corn, 2),
        ("rock", Piece::Rock, 2),
    ] {
        for (i, tag) in ["a", "b", "c"].iter().take(many).enumerate() {
            single.push((format!("{name}_{tag}"), Cast::Piece(piece, i as u32)));
        }
    }
    single.push(("house".to_owned(), Cast::Piece(Piece::House, 0)));
    single.push(("barn".to_owned(), Cast::Piece(Piece::Barn, 0)));
    single.extend(arms::all().into_iter().map(|(name, piece)| (name, Cast::Arm(piece))));
    list.extend(single.into_iter().map(|(name, cast)| Lot { names: vec![name], cast }));
    list
}

fn leader(side: Side, rank: u8) -> Dress {
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

fn sack(side: Side) -> Dress {
    match side {
        Side::Union => wardrobe::private(Cut::KepiSack, "union_sack", 0),
        Side::Confederate => wardrobe::private(Cut::Slouch, "confederate_slouch", 0),
    }
}

fn foot(s: &mut Sculptor, cut: Cut, act: Act, sculpt: usize, uniform: &str) {
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

fn drummer(s: &mut Sculptor, side: Side) {
    let mut d = sack(side);
    d.pack = Pack::None;
    d.strap = None;
    d.sling = Some(hex(0xf4eee0));
    d.beard = Beard::None;
    d.hair = hex(0xa8763a);
    d.girth = 0.92;
    if side == Side::Union {
        d.trim = hex(0x8cc2f0);
    }
    figure::man(s, &poses::drumming(), &d);
    let (shell, hoop) = match side {
        Side::Union => (hex(0x2a56a8), hex(0xc8302c)),
        Side::Confederate => (hex(0xb04a2e), hex(0x33549a)),
    };
    kit::drum(s, v(-0.03, 0.42, 0.78), Rot::about_x(-0.25).then(&Rot::about_y(0.18)), shell, hoop);
    let stick = s.paint(Paint::Cloth(hex(0xe8cf9a)));
    s.group(0.0);
    s.limb(v(-0.20, 0.36, 1.08), v(-0.05, 0.58, 1.00), 0.020, 0.018, stick);
    s.limb(v(0.20, 0.36, 1.12), v(0.06, 0.58, 1.06), 0.020, 0.018, stick);
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
        (Side::Union, Rider::Staff) => horse(0x98542a, 0x6a3418, 0x8a4a22, true, 0x2c52a4, 0xf0d060),
        (Side::Confederate, Rider::General) => horse(0xbab8b4, 0x5a5a5e, 0x6c6c70, false, 0x8c949c, 0xf0c24a),
        (Side::Confederate, Rider::Aide) => horse(0xa67a46, 0x6a4420, 0xefe2c2, true, 0xa8362e, 0xe8dcb8),
        (Side::Confederate, Rider::Staff) => horse(0x6a4226, 0x24160f, 0x1a120e, false, 0x8c949c, 0xf0c24a),
    }
}

fn rider(s: &mut Sculptor, side: Side, who: Rider) {
    let gait = if who == Rider::Staff { Gait::Stand } else { Gait::Walk(1) };
    mounted::horse(s, &charger(side, who), gait, Tack::Saddle);
    let hand = match (side, who) {
        (Side::Union, Rider::General) => v(0.42, 0.52, 0.86),
        (Side::Confederate, Rider::General) => v(0.48, 0.20, 1.00),
        (_, Rider::Aide) => v(0.44, 0.34, 0.72),
        (_, Rider::Staff) => v(0.10, 0.26, 0.86),
    };
    let d = leader(side, if who == Rider::General { 2 } else { 1 });
    let mut pose = poses::astride(SEAT, hand);
    if who == Rider::Staff {
        pose.head = (0.05, 0.16);
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
        (_, Rider::Staff) => {
            let brass = s.paint(Paint::Metal(hex(0xd8b060)));
            s.group(0.0);
            s.limb(palm + v(-0.06, -0.02, 0.04), palm + v(-0.08, 0.34, 0.00), 0.045, 0.062, brass);
        }
    }
}

fn fallen(s: &mut Sculptor, mut d: Dress, second: bool) {
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

/// Sculpts one figure in one of its coats of paint at a compass heading in radians; smoke is not sculpted but
/// photographed.
pub fn sculpt(cast: Cast, coat: usize, heading: f32) -> Option<Figure> {
    let mut s = Sculptor::new(heading);
    match cast {
        Cast::Foot(cut, act, sculpt) => foot(&mut s, cut, act, sculpt, cut.uniforms()[coat]),
        Cast::Officer(side, ahead) => officer(&mut s, side, ahead),
        Cast::Drummer(side) => drummer(&mut s, side),
        Cast::Standard(flag, mounted, gust) => {
            let foot = if mounted { flags::IN_THE_SADDLE.z } else { flags::IN_HAND.z };
            kit::standard(&mut s, up(foot), flag, mounted, gust);
        }
        Cast::Mounted(side, who) => rider(&mut s, side, who),
        Cast::Fallen(side) => {
            let mut d = sack(side);
            d.shins = Some(hex(0x2a211d));
            fallen(&mut s, d, side == Side::Confederate);
        }
        Cast::FallenHorse => {
            let lying = Frame::new(v(-1.10, -0.1, 0.34), Rot::about_y(1.52));
            let outer = s.enter(lying);
            mounted::horse(&mut s, &arms::coat_of(0, (0x2c3a5a, 0x6a5a3a)), Gait::Gallop, Tack::Saddle);
            s.leave(outer);
        }
        Cast::Drum => {
            let turn = Rot::about_z(0.6).then(&Rot::about_y(1.25));
            kit::drum(&mut s, v(0.0, 0.0, 0.23), turn, hex(0x2a56a8), hex(0xc8302c));
            let stick = s.paint(Paint::Cloth(hex(0xe8cf9a)));
            s.group(0.0);
            s.limb(v(-0.10, -0.42, 0.03), v(0.30, -0.32, 0.03), 0.024, 0.018, stick);
            s.limb(v(0.02, -0.28, 0.03), v(0.36, -0.46, 0.03), 0.024, 0.018, stick);
        }
        Cast::Piece(piece, n) => scenery::piece(&mut s, piece, n),
        Cast::Arm(piece) => arms::sculpt(&mut s, piece),
        Cast::Smoke(_) => return None,
    }
    Some(s.finish())
}

fn officer(s: &mut Sculptor, side: Side, ahead: bool) {
    let (pose, fist, edge) = if ahead {
        (poses::sword_ahead(), v(0.22, 0.66, 1.46), v(0.05, 1.0, 0.10))
    } else {
        (poses::sword_up(), v(0.44, 0.16, 1.86), v(0.16, -0.16, 1.0))
    };
    figure::man(s, &pose, &leader(side, 0));
    kit::sword(s, fist, edge);
    let steel = s.paint(Paint::Metal(hex(0xb4b8b8)));
    s.group(0.0);
    s.limb(v(-0.27, 0.02, 0.86), v(-0.36, -0.38, 0.22), 0.030, 0.022, steel);
}

/// The pictures of one casting at one heading, one for each of its coats of paint.
pub fn portraits(cast: Cast, coats: usize, heading: f32) -> Vec<crate::march::Sprite> {
    if let Cast::Smoke(n) = cast {
        return vec![smoke::puff(n)];
    }
    let figures: Vec<Figure> = (0..coats).filter_map(|coat| sculpt(cast, coat, heading)).collect();
    let ground = if cast.big() { crate::march::Ground::Shadow } else { crate::march::Ground::Contact };
    crate::march::shoot(&figures, ground, cast.fine())
}

/// Kept here so that scenery can share the inch.
pub fn inch(x: f32) -> f32 {
    x / crate::march::INCH_PER_UNIT
}

/// A shorthand for a point above the stand's centre.
pub fn up(z: f32) -> V {
    v(0.0, 0.0, z)
}
