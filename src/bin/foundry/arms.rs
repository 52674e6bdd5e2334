//! The catalogue of the mounted arms: what cavalry and artillery add to [`crate::roster`].

use crate::cavalry::{self, Ride, Skirmish};
use crate::figure::{Dress, Legs};
use crate::gunnery::{self, Gun, Job};
use crate::kit::{Hat, Pack};
use crate::mounted::Horse;
use crate::palette::{Beard, hex};
use crate::roster::Side;
use crate::sculptor::Sculptor;

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
}

/// All of them by name, in atlas order.
pub fn all() -> Vec<(String, Piece)> {
    let mut list = Vec::new();
    for (side, name) in [(Side::Union, "union"), (Side::Confederate, "confederate")] {
        for (ride, act) in [(Ride::Walk, "walk"), (Ride::Charge, "charge")] {
            for (n, tag) in ["a", "b", "c"].iter().enumerate() {
                list.push((format!("{name}_trooper_{act}_{tag}"), Piece::Trooper(side, ride, n as u32)));
            }
        }
        list.push((format!("{name}_guidon_walk"), Piece::Guidon(side)));
        list.push((format!("{name}_guidon_charge"), Piece::GuidonCharging(side)));
        for (act, pose) in [
            (Skirmish::Advance, "advance"),
            (Skirmish::Fire, "fire"),
            (Skirmish::Kneel, "kneel"),
            (Skirmish::Bear, "bear"),
        ] {
            list.push((format!("{name}_dismounted_{pose}"), Piece::Dismounted(side, act)));
        }
        list.push((format!("{name}_holder"), Piece::Holder(side)));
        for (job, pose) in [
            (Job::Staff, "staff"),
            (Job::Ram, "ram"),
            (Job::Load, "load"),
            (Job::Lanyard, "lanyard"),
            (Job::Ears, "ears"),
            (Job::Trail, "trail"),
            (Job::Bear, "bear"),
        ] {
            list.push((format!("{name}_gunner_{pose}"), Piece::Crew(side, job)));
        }
        for (n, tag) in ["a", "b"].iter().enumerate() {
            list.push((format!("{name}_team_{tag}"), Piece::Team(side, n as u32)));
        }
    }
    for (gun, name) in [
        (Gun::Napoleon, "gun_napoleon"),
        (Gun::Ordnance, "gun_ordnance"),
        (Gun::Parrott, "gun_parrott"),
        (Gun::Howitzer, "gun_howitzer"),
    ] {
        list.push((name.to_owned(), Piece::Gun(gun)));
    }
    list.push(("limber".to_owned(), Piece::Limber));
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

    /// Pixels for one table inch: fewer than the infantry's, so that one sheet holds everybody.
    pub fn fine(self) -> f32 {
        150.0
    }
}

/// Sculpts one of them.
pub fn sculpt(s: &mut Sculptor, piece: Piece) {
    match piece {
        Piece::Trooper(side, ride, n) => cavalry::mounted(s, side, ride, n),
        Piece::Guidon(side) => cavalry::guidon(s, side, false),
        Piece::GuidonCharging(side) => cavalry::guidon(s, side, true),
        Piece::Dismounted(side, act) => cavalry::dismounted(s, side, act),
        Piece::Holder(side) => cavalry::holder(s, side),
        Piece::Gun(gun) => gunnery::gun(s, gun),
        Piece::Crew(side, job) => gunnery::crew(s, side, job),
        Piece::Limber => gunnery::limber(s),
        Piece::Team(side, n) => gunnery::team(s, side, n),
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
