//! Who is cast: the list of all figures, by name, and the recipe of each.

use crate::arms;
use crate::cavalry::Skirmish;
use crate::flags::{self, Flag};
use crate::gunnery::Job;
use crate::infantry;
use crate::kit;
use crate::mounted::{self, Gait, Tack};
use crate::palette::{Paint, hex};
use crate::scenery::{self, Piece};
use crate::sculptor::{Figure, Sculptor};
use crate::sdf::{Frame, Rot, V, v};
use crate::smoke;
use crate::staff;
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
    /// An infantry officer, his sword in the air or pointing the way.
    Officer(Cut, bool),
    Drummer(Cut),
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
    /// Of cavalry, at a walk with his sabre at the carry.
    Captain,
    /// The same at the gallop, pointing the way.
    CaptainCharging,
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

    /// The uniforms of its coats of paint, of those that a scenario chooses.
    pub fn uniforms(self) -> Option<&'static [&'static str]> {
        match self {
            Cast::Foot(cut, ..) | Cast::Officer(cut, _) | Cast::Drummer(cut) => Some(cut.uniforms()),
            _ => None,
        }
    }

    /// What must be on the table for one of its coats of paint to be needed, beyond uniforms and flags.
    pub fn issue(self, coat: usize) -> Option<String> {
        match self {
            Cast::Arm(piece) => piece.issue(coat),
            Cast::Mounted(side, Rider::Captain | Rider::CaptainCharging) => Some(format!("cavalry_{}", side.name())),
            _ => None,
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

impl Side {
    /// As the names of figures begin.
    pub fn name(self) -> &'static str {
        match self {
            Side::Union => "union",
            Side::Confederate => "confederate",
        }
    }
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
        for (who, cast) in [
            ("officer_a", Cast::Officer(cut, false)),
            ("officer_b", Cast::Officer(cut, true)),
            ("drummer", Cast::Drummer(cut)),
        ] {
            list.push(Lot { names: cut.uniforms().iter().map(|uniform| format!("{uniform}_{who}")).collect(), cast });
        }
    }
    let mut single: Vec<(String, Cast)> = Vec::new();
    for (side, name) in sides() {
        single.push((format!("{name}_officer"), Cast::Arm(arms::Piece::Officer(side))));
        single.push((format!("{name}_general"), Cast::Mounted(side, Rider::General)));
        single.push((format!("{name}_aide"), Cast::Mounted(side, Rider::Aide)));
        single.push((format!("{name}_staff"), Cast::Mounted(side, Rider::Staff)));
        single.push((format!("{name}_captain_walk"), Cast::Mounted(side, Rider::Captain)));
        single.push((format!("{name}_captain_charge"), Cast::Mounted(side, Rider::CaptainCharging)));
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
    list.extend(single.into_iter().map(|(name, cast)| Lot { names: vec![name], cast }));
    list.extend(arms::all().into_iter().map(|(names, piece)| Lot { names, cast: Cast::Arm(piece) }));
    list
}

/// Sculpts one figure in one of its coats of paint at a compass heading in radians; smoke is not sculpted but
/// photographed.
pub fn sculpt(cast: Cast, coat: usize, heading: f32) -> Option<Figure> {
    let mut s = Sculptor::new(heading);
    match cast {
        Cast::Foot(cut, act, sculpt) => infantry::private(&mut s, cut, act, sculpt, cut.uniforms()[coat]),
        Cast::Officer(cut, ahead) => staff::officer(&mut s, &wardrobe::officer(cut, cut.uniforms()[coat]), ahead),
        Cast::Drummer(cut) => infantry::drummer(&mut s, cut, cut.uniforms()[coat]),
        Cast::Standard(flag, mounted, gust) => {
            let foot = if mounted { flags::IN_THE_SADDLE.z } else { flags::IN_HAND.z };
            kit::standard(&mut s, up(foot), flag, mounted, gust);
        }
        Cast::Mounted(side, who) => staff::rider(&mut s, side, who),
        Cast::Fallen(side) => {
            let mut d = infantry::sack(side);
            d.shins = Some(hex(0x2a211d));
            infantry::fallen(&mut s, d, side == Side::Confederate);
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
        Cast::Arm(piece) => arms::sculpt(&mut s, piece, coat),
        Cast::Smoke(_) => return None,
    }
    Some(s.finish())
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
