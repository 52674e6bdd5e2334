//! The catalogue of the mounted arms: what cavalry and artillery add to [`crate::roster`].

use crate::cavalry::{self, Ride, Skirmish};
use crate::figure::{Dress, Legs};
use crate::gunnery::{self, Gun, Job};
use crate::kit::{Hat, Pack};
use crate::mounted::Horse;
use crate::palette::{Beard, hex};
use crate::roster::Side;
use crate::sculptor::Sculptor;
use crate::staff;

/// A figure of the cavalry or the artillery.
#[derive(Clone, Copy, PartialEq)]
pub enum Piece {
    /// A trooper, what he does, and which of the three he is.
    Trooper(Side, Ride, u32),
    /// The guidon's bearer, at a walk.
    Guidon(Side),
    /// The guidon's bearer, at the gallop.
    GuidonCharging(Side),
    Dismounted(Side, Skirmish),
    Holder(Side),
    Gun(Gun),
    Crew(Side, Job),
    Limber,
    /// A pair of draught horses with the driver; two kinds.
    Team(Side, u32),
    /// An officer of the guns or of dismounted cavalry.
    Officer(Side),
}

/// The two ways in which a side's troopers and gunners are dressed: coats of paint of one casting.
#[derive(Clone, Copy, PartialEq)]
pub struct Kit {
    pub side: Side,
    /// Union regulars, all in dark blue; Confederates in homespun, all in browns.
    pub second: bool,
}

impl Kit {
    fn of(side: Side, coat: usize) -> Self {
        Self { side, second: coat == 1 }
    }

    /// As the names of its figures begin.
    fn name(side: Side, coat: usize) -> &'static str {
        match (side, coat) {
            (Side::Union, 0) => "union",
            (Side::Union, _) => "union_regular",
            (Side::Confederate, 0) => "confederate",
            (Side::Confederate, _) => "confederate_homespun",
        }
    }
}

/// All of them by name, in atlas order: a name for each coat of paint.
pub fn all() -> Vec<(Vec<String>, Piece)> {
    let mut list = Vec::new();
    for side in [Side::Union, Side::Confederate] {
        let mut both = |what: String, piece: Piece| {
            list.push(([0, 1].map(|coat| format!("{}_{what}", Kit::name(side, coat))).to_vec(), piece));
        };
        for (ride, act) in [(Ride::Walk, "walk"), (Ride::Charge, "charge")] {
            for (n, tag) in ["a", "b", "c"].iter().enumerate() {
                both(format!("trooper_{act}_{tag}"), Piece::Trooper(side, ride, n as u32));
            }
        }
        for (act, pose) in [
            (Skirmish::Advance, "advance"),
            (Skirmish::Fire, "fire"),
            (Skirmish::Kneel, "kneel"),
            (Skirmish::Bear, "bear"),
        ] {
            both(format!("dismounted_{pose}"), Piece::Dismounted(side, act));
        }
        both("holder".to_owned(), Piece::Holder(side));
        for (job, pose) in [
            (Job::Staff, "staff"),
            (Job::Ram, "ram"),
            (Job::Load, "load"),
            (Job::Lanyard, "lanyard"),
            (Job::Ears, "ears"),
            (Job::Trail, "trail"),
            (Job::Bear, "bear"),
        ] {
            both(format!("gunner_{pose}"), Piece::Crew(side, job));
        }
        let name = side.name();
        list.push((vec![format!("{name}_guidon_walk")], Piece::Guidon(side)));
        list.push((vec![format!("{name}_guidon_charge")], Piece::GuidonCharging(side)));
        for (n, tag) in ["a", "b"].iter().enumerate() {
            list.push((vec![format!("{name}_team_{tag}")], Piece::Team(side, n as u32)));
        }
    }
    for (gun, name) in [
        (Gun::Napoleon, "gun_napoleon"),
        (Gun::Ordnance, "gun_ordnance"),
        (Gun::Parrott, "gun_parrott"),
        (Gun::Howitzer, "gun_howitzer"),
    ] {
        list.push((vec![name.to_owned()], Piece::Gun(gun)));
    }
    list.push((vec!["limber".to_owned()], Piece::Limber));
    list
}

impl Piece {
    /// Sprites round the compass. Horses are large and there are many of them, so they turn in coarser steps than the
    /// infantry, and men who stand about singly in coarser ones still.
    pub fn headings(self) -> usize {
        match self {
            Piece::Holder(_) | Piece::Crew(..) => 16,
            _ => 24,
        }
    }

    /// What must be on the table for a coat of paint to be needed; nothing for what generals need too.
    pub fn issue(self, coat: usize) -> Option<String> {
        match self {
            Piece::Trooper(side, ..) | Piece::Dismounted(side, _) | Piece::Holder(side) => {
                Some(format!("cavalry_{}", Kit::name(side, coat)))
            }
            Piece::GuidonCharging(side) => Some(format!("cavalry_{}", side.name())),
            Piece::Crew(side, _) => Some(format!("artillery_{}", Kit::name(side, coat))),
            Piece::Team(side, _) => Some(format!("artillery_{}", side.name())),
            Piece::Gun(_) | Piece::Limber | Piece::Guidon(_) | Piece::Officer(_) => None,
        }
    }

    /// Pixels for one table inch: fewer than the infantry's, so that one sheet holds everybody.
    pub fn fine(self) -> f32 {
        150.0
    }
}

/// Sculpts one of them in one of its coats of paint.
pub fn sculpt(s: &mut Sculptor, piece: Piece, coat: usize) {
    let kit = |side: Side| Kit::of(side, coat);
    match piece {
        Piece::Trooper(side, ride, n) => cavalry::mounted(s, kit(side), ride, n),
        Piece::Guidon(side) => cavalry::guidon(s, kit(side), false),
        Piece::GuidonCharging(side) => cavalry::guidon(s, kit(side), true),
        Piece::Dismounted(side, act) => cavalry::dismounted(s, kit(side), act),
        Piece::Holder(side) => cavalry::holder(s, kit(side)),
        Piece::Gun(gun) => gunnery::gun(s, gun),
        Piece::Crew(side, job) => gunnery::crew(s, kit(side), job),
        Piece::Limber => gunnery::limber(s),
        Piece::Team(side, n) => gunnery::team(s, kit(side), n),
        Piece::Officer(side) => staff::officer(s, &staff::leader(side, 0), false),
    }
}

/// A soldier's clothes to begin with: no pack, black belt.
pub fn clothes(coat: u32, trim: u32, trousers: u32, hat: Hat) -> Dress {
    Dress {
        coat: hex(coat),
        trim: hex(trim),
        trousers: hex(trousers),
        seam: None,
        skirt: 0.10,
        belt: hex(0x1e1a1a),
        sling: None,
        strap: None,
        sash: None,
        open: None,
        stripe: None,
        legs: Legs::Straight,
        buttons: 1,
        hat,
        shins: None,
        gloves: None,
        pack: Pack::None,
        haversack: None,
        canteen: None,
        skin: hex(0xecb48a),
        hair: hex(0x4a2e1c),
        beard: Beard::None,
        girth: 1.0,
    }
}

/// A horse of one of the four colours: 0 bay, 1 black, 2 chestnut, 3 grey; with the cloth and edge under its saddle.
pub fn coat_of(colour: u32, (cloth, edge): (u32, u32)) -> Horse {
    let (coat, points, mane, blaze) = match colour {
        0 => (0x7c4a2a, 0x2c1a12, 0x1e1612, false),
        1 => (0x443834, 0x1e1816, 0x16120f, true),
        2 => (0x98542a, 0x6a3418, 0x8a4a22, true),
        _ => (0xb4b2ae, 0x5a5a5e, 0x6c6c70, false),
    };
    Horse { coat: hex(coat), points: hex(points), mane: hex(mane), blaze, cloth: hex(cloth), edge: hex(edge) }
}
