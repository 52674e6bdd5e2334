//! Who is cast: the list of all figures, by name, and the recipe of each.

use crate::arms;
use crate::figure::{self, Dress, Pose};
use crate::flags::Flag;
use crate::kit::{self, Hat, Pack};
use crate::mounted::{self, Gait, Horse, SEAT, Tack};
use crate::palette::{Beard, Paint, hex};
use crate::scenery::{self, Piece};
use crate::sculptor::{Figure, Sculptor};
use crate::sdf::{Frame, Rot, V, v};
use crate::smoke;

/// The two sides.
#[derive(Clone, Copy, PartialEq)]
pub enum Side {
    Union,
    Confederate,
}

/// Troop types of the infantry.
#[derive(Clone, Copy, PartialEq)]
pub enum Troop {
    UnionKepi,
    BlackHat,
    Slouch,
    ConfederateKepi,
}

/// What an infantryman is doing.
#[derive(Clone, Copy, PartialEq)]
pub enum Act {
    Ready,
    Fire,
    Charge,
}

/// One entry of the catalogue.
#[derive(Clone, Copy, PartialEq)]
pub enum Cast {
    Foot(Troop, Act, bool),
    Officer(Side),
    Drummer(Side),
    Bearer(Side, Flag),
    Mounted(Side, bool),
    Fallen(Side),
    Drum,
    Piece(Piece, u32),
    Smoke(u32),
    /// Cavalry and artillery.
    Arm(arms::Piece),
}

impl Cast {
    /// At how many headings the figure is cast.
    pub fn headings(self) -> usize {
        match self {
            Cast::Drum | Cast::Piece(..) | Cast::Smoke(_) => 1,
            Cast::Arm(piece) => piece.headings(),
            _ => 32,
        }
    }

    /// Pixels for one table inch.
    pub fn fine(self) -> f32 {
        match self {
            Cast::Arm(piece) => piece.fine(),
            _ => crate::march::PX_PER_INCH,
        }
    }

    /// Whether it throws a full shadow on the table.
    pub fn big(self) -> bool {
        matches!(self, Cast::Piece(..))
    }
}

/// The whole catalogue in atlas order.
pub fn all() -> Vec<(String, Cast)> {
    let mut list = Vec::new();
    for (troop, name) in [
        (Troop::UnionKepi, "union_kepi"),
        (Troop::BlackHat, "union_blackhat"),
        (Troop::Slouch, "confederate_slouch"),
        (Troop::ConfederateKepi, "confederate_kepi"),
    ] {
        for (act, pose) in [(Act::Ready, "ready"), (Act::Fire, "fire"), (Act::Charge, "charge")] {
            for (second, tag) in [(false, "a"), (true, "b")] {
                list.push((format!("{name}_{pose}_{tag}"), Cast::Foot(troop, act, second)));
            }
        }
    }
    for (side, name) in [(Side::Union, "union"), (Side::Confederate, "confederate")] {
        list.push((format!("{name}_officer"), Cast::Officer(side)));
        list.push((format!("{name}_drummer"), Cast::Drummer(side)));
        list.push((format!("{name}_general"), Cast::Mounted(side, true)));
        list.push((format!("{name}_aide"), Cast::Mounted(side, false)));
        list.push((format!("fallen_{name}"), Cast::Fallen(side)));
    }
    for (name, side, flag) in [
        ("union_colors_national", Side::Union, Flag::National),
        ("union_colors_regiment", Side::Union, Flag::Regiment),
        ("confederate_colors_battle", Side::Confederate, Flag::Battle),
        ("confederate_colors_virginia", Side::Confederate, Flag::Virginia),
        ("confederate_colors_georgia", Side::Confederate, Flag::Georgia),
    ] {
        list.push((name.to_owned(), Cast::Bearer(side, flag)));
    }
    list.push(("drum".to_owned(), Cast::Drum));
    for (i, tag) in ["a", "b", "c"].iter().enumerate() {
        list.push((format!("smoke_{tag}"), Cast::Smoke(i as u32)));
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
            list.push((format!("{name}_{tag}"), Cast::Piece(piece, i as u32)));
        }
    }
    list.push(("house".to_owned(), Cast::Piece(Piece::House, 0)));
    list.push(("barn".to_owned(), Cast::Piece(Piece::Barn, 0)));
    list.extend(arms::all().into_iter().map(|(name, piece)| (name, Cast::Arm(piece))));
    list
}

const SKIN: u32 = 0xf2bb92;
const TAN: u32 = 0xe4aa80;

fn dress(coat: u32, trim: u32, trousers: u32, hat: Hat) -> Dress {
    Dress {
        coat: hex(coat),
        trim: hex(trim),
        trousers: hex(trousers),
        seam: None,
        skirt: 0.30,
        belt: hex(0x1e1a1a),
        sling: Some(hex(0x211c1b)),
        strap: None,
        sash: None,
        buttons: 1,
        hat,
        shins: None,
        gloves: None,
        pack: Pack::None,
        haversack: None,
        canteen: None,
        skin: hex(SKIN),
        hair: hex(0x4a2e1c),
        beard: Beard::None,
        girth: 1.0,
    }
}

/// The clothes of a private; `second` is the other man of the pair.
fn private(troop: Troop, second: bool) -> Dress {
    let mut d = match troop {
        Troop::UnionKepi => {
            let hat = Hat::Kepi {
                cloth: hex(if second { 0x283f74 } else { 0x2c4684 }),
                band: hex(0x1e3058),
                badge: Some(hex(0xd0302c)),
                tilt: if second { 0.16 } else { -0.06 },
            };
            let mut d = dress(0x2b4580, 0x223a6e, 0x8cb2d6, hat);
            d.strap = Some(hex(0xcfc3a0));
            d.haversack = Some(hex(0x3a3a3e));
            d.canteen = Some(hex(0x8fa3b8));
            d.pack = Pack::Knapsack { body: hex(0x2e2a2a), roll: hex(0x9a9488) };
            if second {
                d.coat = hex(0x263d72);
                d.trousers = hex(0x9dbcd6);
                d.haversack = Some(hex(0xe0d6b8));
                d.pack = Pack::Roll { wool: hex(0x8e8c8a), stripe: hex(0x2c2c30) };
                d.strap = None;
            }
            d
        }
        Troop::BlackHat => {
            let hat = Hat::Hardee { cord: hex(0x8cc2f0), tilt: if second { -0.12 } else { 0.06 } };
            let mut d = dress(0x27407a, 0x8cb2d6, 0x84aed4, hat);
            d.skirt = 0.92;
            d.shins = Some(hex(0xf4efe2));
            d.strap = Some(hex(0xe6dcc0));
            d.haversack = Some(hex(0xe6dcc0));
            d.canteen = Some(hex(0x7d93ac));
            d.pack = Pack::Knapsack { body: hex(0x2a2626), roll: hex(0x8c8a86) };
            if second {
                d.coat = hex(0x233a6c);
                d.trousers = hex(0x2c4478);
                d.pack = Pack::None;
            }
            d
        }
        Troop::Slouch => {
            let hat = Hat::Slouch {
                felt: hex(if second { 0x6b4a30 } else { 0x8d7a5e }),
                band: hex(0x2e231a),
                curl: if second { 0.07 } else { 0.02 },
                tall: 0.105,
                tilt: if second { 0.14 } else { -0.08 },
                plume: None,
            };
            let mut d = dress(0x8e9494, 0x767e80, 0x86745a, hat);
            d.skirt = 0.10;
            d.belt = hex(0x3a2416);
            d.sling = Some(hex(0x3a2416));
            d.haversack = Some(hex(0xf0e6ca));
            d.canteen = Some(hex(0x8a5a34));
            d.pack = Pack::Roll { wool: hex(0xb8764a), stripe: hex(0xf0e0b8) };
            if second {
                d.coat = hex(0xa88350);
                d.trim = hex(0x8c6a3c);
                d.trousers = hex(0x78828c);
                d.pack = Pack::Roll { wool: hex(0x94443a), stripe: hex(0x2a2626) };
            }
            d
        }
        Troop::ConfederateKepi => {
            let hat = Hat::Kepi {
                cloth: hex(if second { 0x9ca2a4 } else { 0x8f979c }),
                band: hex(if second { 0x33549a } else { 0x3a62ac }),
                badge: None,
                tilt: if second { -0.14 } else { 0.08 },
            };
            let mut d = dress(0x8f989e, 0x4f76b4, 0x9a9c98, hat);
            d.skirt = 0.10;
            d.strap = Some(hex(0xf2ead4));
            d.haversack = Some(hex(0xf0e6ca));
            d.canteen = Some(hex(0x9a7a54));
            if second {
                d.coat = hex(0x9da29e);
                d.trousers = hex(0x7c94b0);
                d.pack = Pack::Roll { wool: hex(0xd8cdb0), stripe: hex(0x4a6aa4) };
                d.strap = None;
            } else {
                d.pack = Pack::Knapsack { body: hex(0x6e5238), roll: hex(0xb09468) };
            }
            d
        }
    };
    if second {
        d.hair = hex(0x8a5a2c);
        d.beard = Beard::Moustache;
        d.girth = 1.08;
        d.skin = hex(TAN);
    } else if matches!(troop, Troop::Slouch | Troop::BlackHat) {
        d.beard = Beard::Full;
    }
    d
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
    let mut d = dress(coat, trim, trousers, hat);
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
        Side::Union => private(Troop::UnionKepi, false),
        Side::Confederate => private(Troop::Slouch, false),
    }
}

fn foot(s: &mut Sculptor, troop: Troop, act: Act, second: bool) {
    let pose: Pose = match act {
        Act::Ready => figure::ready(second),
        Act::Fire => figure::fire(second),
        Act::Charge => figure::charge(second),
    };
    figure::man(s, &pose, &private(troop, second));
}

fn bearer(s: &mut Sculptor, side: Side, flag: Flag) {
    let mut d = match (side, flag) {
        (Side::Union, Flag::Regiment) => private(Troop::UnionKepi, true),
        (Side::Union, _) => private(Troop::UnionKepi, false),
        (_, Flag::Battle) => private(Troop::Slouch, true),
        (_, Flag::Virginia) => private(Troop::ConfederateKepi, false),
        _ => private(Troop::Slouch, false),
    };
    d.pack = Pack::None;
    // The bearer's sling carries the staff and is of white leather.
    d.sling = Some(hex(0xf4eee0));
    d.gloves = Some(hex(0xf4eee0));
    figure::man(s, &figure::bearer(), &d);
    kit::standard(s, v(0.14, 0.34, 0.72), flag);
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
    figure::man(s, &figure::drumming(), &d);
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

fn rider(s: &mut Sculptor, side: Side, general: bool) {
    let horse = match (side, general) {
        (Side::Union, true) => Horse {
            coat: hex(0x7c4a2a),
            points: hex(0x2c1a12),
            mane: hex(0x1e1612),
            blaze: true,
            cloth: hex(0x2c52a4),
            edge: hex(0xf4c84e),
        },
        (Side::Union, false) => Horse {
            coat: hex(0x4a3c36),
            points: hex(0x1e1816),
            mane: hex(0x16120f),
            blaze: false,
            cloth: hex(0x3460b4),
            edge: hex(0xf0d060),
        },
        (Side::Confederate, true) => Horse {
            coat: hex(0xbab8b4),
            points: hex(0x5a5a5e),
            mane: hex(0x6c6c70),
            blaze: false,
            cloth: hex(0x8c949c),
            edge: hex(0xf0c24a),
        },
        (Side::Confederate, false) => Horse {
            coat: hex(0xa67a46),
            points: hex(0x6a4420),
            mane: hex(0xefe2c2),
            blaze: true,
            cloth: hex(0xa8362e),
            edge: hex(0xe8dcb8),
        },
    };
    mounted::horse(s, &horse, Gait::Walk(1), Tack::Saddle);
    let hand = match (side, general) {
        (Side::Union, true) => v(0.42, 0.52, 0.86),
        (Side::Confederate, true) => v(0.48, 0.20, 1.00),
        _ => v(0.44, 0.34, 0.72),
    };
    let d = leader(side, if general { 2 } else { 1 });
    figure::man(s, &figure::astride(SEAT, hand), &d);
    let palm = SEAT + hand;
    match (side, general) {
        (Side::Confederate, true) => kit::sword(s, palm, v(0.12, -0.10, 1.0)),
        (Side::Union, true) => {
            // A pointing finger of a gauntlet.
            let buff = s.paint(Paint::Cloth(hex(0xe9cf98)));
            s.group(0.02);
            s.limb(palm, palm + v(0.04, 0.14, 0.05), 0.045, 0.030, buff);
        }
        _ => {
            // An aide carries the order that is going to be misunderstood.
            let paper = s.paint(Paint::Cloth(hex(0xfaf6ea)));
            s.group(0.0);
            s.block(palm + v(0.02, 0.06, 0.11), Rot::about_x(-0.4), v(0.075, 0.016, 0.11), 0.01, paper);
        }
    }
}

fn fallen(s: &mut Sculptor, side: Side) {
    let second = side == Side::Confederate;
    let mut d = sack(side);
    let hat = std::mem::replace(&mut d.hat, Hat::Bare);
    if second {
        d.coat = hex(0x9c7e50);
        d.beard = Beard::None;
        d.hair = hex(0x9a6a34);
    } else {
        d.pack = Pack::None;
    }
    let roll = Rot::about_z(if second { 0.5 } else { -0.2 });
    let flat = Frame::new(v(0.0, 0.85, 0.19), Rot::about_x(std::f32::consts::FRAC_PI_2).then(&roll));
    let outer = s.enter(flat);
    figure::man(s, &figure::sprawled(second), &d);
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

/// Sculpts one figure at a compass heading in radians; smoke is not sculpted but photographed.
pub fn sculpt(cast: Cast, heading: f32) -> Option<Figure> {
    let mut s = Sculptor::new(heading);
    match cast {
        Cast::Foot(troop, act, second) => foot(&mut s, troop, act, second),
        Cast::Officer(side) => {
            figure::man(&mut s, &figure::sword_up(), &leader(side, 0));
            kit::sword(&mut s, v(0.44, 0.16, 1.86), v(0.16, -0.16, 1.0));
            let steel = s.paint(Paint::Metal(hex(0xb4b8b8)));
            s.group(0.0);
            s.limb(v(-0.27, 0.02, 0.86), v(-0.36, -0.38, 0.22), 0.030, 0.022, steel);
        }
        Cast::Drummer(side) => drummer(&mut s, side),
        Cast::Bearer(side, flag) => bearer(&mut s, side, flag),
        Cast::Mounted(side, general) => rider(&mut s, side, general),
        Cast::Fallen(side) => fallen(&mut s, side),
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

/// The picture of one figure at one heading.
pub fn portrait(cast: Cast, heading: f32) -> crate::march::Sprite {
    match (cast, sculpt(cast, heading)) {
        (_, Some(fig)) => {
            let ground = if cast.big() { crate::march::Ground::Shadow } else { crate::march::Ground::Contact };
            crate::march::shoot(&fig, ground, cast.fine())
        }
        (Cast::Smoke(n), None) => smoke::puff(n),
        (_, None) => smoke::puff(0),
    }
}

/// Kept here so that scenery can share the inch.
pub fn inch(x: f32) -> f32 {
    x / crate::march::INCH_PER_UNIT
}

/// A shorthand for a point above the stand's centre.
pub fn up(z: f32) -> V {
    v(0.0, 0.0, z)
}
