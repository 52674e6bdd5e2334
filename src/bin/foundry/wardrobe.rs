//! The wardrobe: what each regiment's men wear. Uniforms of one cut are one casting in several coats of paint.

use crate::figure::{Dress, Legs};
use crate::kit::{Hat, Pack};
use crate::palette::{Beard, hex};
use crate::sdf::V;

/// What is cast: hat, coat and legs. Everything of one cut has the same shapes, man by man.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Cut {
    /// Forage cap and sack coat.
    KepiSack,
    /// Forage cap, short jacket and gaiters.
    KepiJacket,
    /// Forage cap and frock coat.
    KepiFrock,
    /// Soft hat and short jacket.
    Slouch,
    /// Tall dress hat, frock coat and gaiters.
    Hardee,
    /// Fez with a turban, open jacket, baggy trousers and gaiters.
    Zouave,
}

impl Cut {
    /// All cuts in atlas order.
    pub const ALL: [Cut; 6] = [Cut::KepiSack, Cut::KepiJacket, Cut::KepiFrock, Cut::Slouch, Cut::Hardee, Cut::Zouave];

    /// Names of the uniforms of this cut, as the index of the atlas calls them.
    pub fn uniforms(self) -> &'static [&'static str] {
        match self {
            Cut::KepiSack => &["union_sack", "confederate_sack"],
            Cut::KepiJacket => &["union_chasseur", "confederate_kepi"],
            Cut::KepiFrock => &["union_frock", "union_sharpshooter", "confederate_frock"],
            Cut::Slouch => &["union_slouch", "confederate_slouch", "confederate_butternut"],
            Cut::Hardee => &["union_blackhat"],
            Cut::Zouave => &["union_zouave", "union_blue_zouave", "confederate_zouave"],
        }
    }
}

/// The pigments of a uniform, as sRGB; three of what differs from man to man.
struct Colours {
    coat: [u32; 3],
    trim: u32,
    trousers: [u32; 3],
    stripe: Option<u32>,
    /// Crown and band of the hat, or felt and turban of the fez.
    hat: [u32; 3],
    band: u32,
    badge: u32,
    belt: u32,
    strap: u32,
    shins: u32,
    sash: u32,
    vest: u32,
    knapsack: u32,
    wool: [u32; 3],
    wool_end: u32,
    haversack: u32,
    canteen: u32,
}

const UNION: Colours = Colours {
    coat: [0x2b4580, 0x263d72, 0x304c8a],
    trim: 0x223a6e,
    trousers: [0x8cb2d6, 0x9dbcd6, 0x80a6cc],
    stripe: None,
    hat: [0x2c4684, 0x283f74, 0x2c4684],
    band: 0x1e3058,
    badge: 0xd0302c,
    belt: 0x1e1a1a,
    strap: 0xcfc3a0,
    shins: 0xf4efe2,
    sash: 0x2f6a9c,
    vest: 0x2b4580,
    knapsack: 0x2e2a2a,
    wool: [0x9a9488, 0x8e8c8a, 0x9a9488],
    wool_end: 0x2c2c30,
    haversack: 0x3a3a3e,
    canteen: 0x8fa3b8,
};

const CONFEDERATE: Colours = Colours {
    coat: [0x8e9494, 0xa88350, 0x9a9a90],
    trim: 0x767e80,
    trousers: [0x86745a, 0x78828c, 0x8a8c88],
    stripe: None,
    hat: [0x8d7a5e, 0x6b4a30, 0x9a8a70],
    band: 0x2e231a,
    badge: 0x8f979c,
    belt: 0x3a2416,
    strap: 0xf2ead4,
    shins: 0x86745a,
    sash: 0xa83a30,
    vest: 0x8e9494,
    knapsack: 0x6e5238,
    wool: [0xb8764a, 0x94443a, 0xb09468],
    wool_end: 0xf0e0b8,
    haversack: 0xf0e6ca,
    canteen: 0x8a5a34,
};

fn colours(uniform: &str) -> Colours {
    match uniform {
        "confederate_sack" => Colours {
            // North Carolina: a grey sack coat with black strips on collar and shoulders.
            coat: [0x868a8c, 0x7e8486, 0x8e9090],
            trim: 0x26262a,
            trousers: [0x74706a, 0x7e786c, 0x6c6c6c],
            hat: [0x8f979c, 0x9ca2a4, 0x8a9094],
            band: 0x26262a,
            strap: 0x26221f,
            wool: [0xd8d0bc, 0xb8764a, 0xd8d0bc],
            wool_end: 0x26262a,
            ..CONFEDERATE
        },
        "union_chasseur" => Colours {
            // The 14th Brooklyn: red cap with a blue band, red trousers, white leggings.
            coat: [0x1e3264, 0x1b2d5a, 0x22386c],
            trim: 0xc8342c,
            trousers: [0xc42f2a, 0xb82a28, 0xcc3a30],
            hat: [0xc8322c, 0xbc2c28, 0xc8322c],
            band: 0x24407c,
            badge: 0xf0c24a,
            strap: 0xe6dcc0,
            ..UNION
        },
        "confederate_kepi" => Colours {
            coat: [0x8f989e, 0x9da29e, 0x949ca2],
            trim: 0x4f76b4,
            trousers: [0x6f8cb4, 0x6784ac, 0x7690b6],
            hat: [0x8f979c, 0x9ca2a4, 0x8f979c],
            band: 0x3a62ac,
            badge: 0x8f979c,
            shins: 0x6f8cb4,
            wool: [0xb09468, 0xd8cdb0, 0xb09468],
            wool_end: 0x4a6aa4,
            canteen: 0x9a7a54,
            ..CONFEDERATE
        },
        "union_frock" => Colours {
            // Regulars and the best of the volunteers: nine-button frock coat, dark trousers, white gloves and belts.
            coat: [0x22386c, 0x1f3462, 0x263e74],
            trim: 0x8cb6e0,
            trousers: [0x283f70, 0x24396a, 0x2c4478],
            hat: [0x243a70, 0x20356a, 0x243a70],
            badge: 0xf0c24a,
            belt: 0xeee8da,
            strap: 0xeee8da,
            knapsack: 0x26221f,
            wool: [0xa84038, 0xa84038, 0xa84038],
            haversack: 0xe6dcc0,
            ..UNION
        },
        "union_sharpshooter" => Colours {
            coat: [0x234828, 0x1f4124, 0x284f2e],
            trim: 0x24442a,
            trousers: [0x264c2c, 0x224527, 0x2c5532],
            hat: [0x2c5832, 0x27502d, 0x2c5832],
            band: 0x284a2a,
            badge: 0x1d1d22,
            strap: 0x2a2622,
            knapsack: 0x9a7a56,
            wool: [0x8a8a86, 0x8a8a86, 0x8a8a86],
            haversack: 0x2e2c2a,
            canteen: 0x6e7a58,
            ..UNION
        },
        "confederate_frock" => Colours {
            // Cadet grey frock coats of the first year, with black facings and white belts.
            coat: [0xb0b8be, 0xa8b0b6, 0xb6bcc0],
            trim: 0x1f2a44,
            trousers: [0xd4d8da, 0xc8ccd0, 0xeeeae0],
            hat: [0xaab2b8, 0xa4acb2, 0xaab2b8],
            band: 0x1f2a44,
            badge: 0xf0c24a,
            belt: 0xf2ecdc,
            strap: 0xf2ecdc,
            knapsack: 0x26221f,
            wool: [0x94443a, 0x94443a, 0x94443a],
            haversack: 0xf2ecdc,
            ..CONFEDERATE
        },
        "union_slouch" => Colours {
            // The western armies: black hats, loose blouses, a bright blanket.
            hat: [0x2e2a28, 0x3a3028, 0x26242a],
            band: 0x8a7a50,
            coat: [0x2d4a88, 0x27407a, 0x33528e],
            trousers: [0x86aed4, 0x96b8d6, 0x7aa2c8],
            trim: 0x223a6e,
            wool: [0xb8342e, 0x8e8c8a, 0xb8342e],
            wool_end: 0x201c1c,
            haversack: 0x2e2c2e,
            belt: 0x1e1a1a,
            ..UNION
        },
        "confederate_butternut" => Colours {
            coat: [0xa67c48, 0x96683a, 0xb48c58],
            trim: 0x7c5a34,
            trousers: [0x9a7a50, 0x8a6a42, 0xa8885c],
            hat: [0x5c4028, 0x4a3422, 0x6e5034],
            wool: [0xe0d4b4, 0x6a7a86, 0xe0d4b4],
            wool_end: 0x7a2a24,
            ..CONFEDERATE
        },
        "union_blackhat" => Colours {
            coat: [0x27407a, 0x233a6c, 0x2b4682],
            trim: 0x8cb2d6,
            trousers: [0x84aed4, 0x2c4478, 0x84aed4],
            band: 0x8cc2f0,
            strap: 0xe6dcc0,
            knapsack: 0x2a2626,
            wool: [0x8c8a86, 0x8c8a86, 0x8c8a86],
            haversack: 0xe6dcc0,
            canteen: 0x7d93ac,
            ..UNION
        },
        "union_zouave" => Colours {
            // The 5th New York: red fez in a white turban, blue jacket trimmed red, red trousers, blue sash.
            coat: [0x25407e, 0x213a74, 0x2a4686],
            trim: 0xd2382e,
            trousers: [0xcc342c, 0xbe2e28, 0xd23c32],
            hat: [0xcc342c, 0xc02e28, 0xcc342c],
            band: 0xf4efe4,
            badge: 0xf0c24a,
            sash: 0x5a90c8,
            vest: 0x25407e,
            haversack: 0x2e2c2e,
            ..UNION
        },
        "union_blue_zouave" => Colours {
            // The 146th New York: light blue throughout with yellow trim, a red sash and a white turban.
            coat: [0x284f8c, 0x244884, 0x2e5896],
            trim: 0xf2ca4c,
            trousers: [0x224378, 0x1f3d70, 0x274c82],
            hat: [0xc8342c, 0xb82e28, 0xc8342c],
            band: 0xf4efe4,
            badge: 0xf0c24a,
            sash: 0xcc342c,
            vest: 0x2f5c9e,
            haversack: 0x2e2c2e,
            ..UNION
        },
        "confederate_zouave" => Colours {
            // Wheat's Tigers: brown jackets trimmed red, trousers of striped ticking, red fez.
            coat: [0xa67c4c, 0x9a7042, 0xb08656],
            trim: 0xc23a30,
            trousers: [0xf8f4ea, 0xf4f0e4, 0xf8f4ea],
            stripe: Some(0x7c9ac8),
            hat: [0xc23a30, 0xb4342c, 0xc23a30],
            band: 0xb4342c,
            badge: 0x26305a,
            sash: 0xc23a30,
            vest: 0xc23a30,
            shins: 0xf4efe2,
            haversack: 0xf0e6ca,
            ..CONFEDERATE
        },
        "confederate_slouch" => CONFEDERATE,
        _ => UNION,
    }
}

const SKIN: [u32; 3] = [0xf2bb92, 0xe4aa80, 0xeab28a];
const HAIR: [u32; 3] = [0x4a2e1c, 0x8a5a2c, 0x2c2019];
const TILT: [f32; 3] = [-0.06, 0.16, 0.08];

fn hat(cut: Cut, c: &Colours, man: usize) -> Hat {
    let (top, band, tilt) = (hex(c.hat[man]), hex(c.band), TILT[man]);
    match cut {
        Cut::KepiSack | Cut::KepiJacket | Cut::KepiFrock => {
            Hat::Kepi { cloth: top, band, badge: Some(hex(c.badge)), tilt }
        }
        Cut::Slouch => {
            let curl = [0.02, 0.07, 0.04][man];
            Hat::Slouch { felt: top, band, curl, tall: [0.105, 0.100, 0.118][man], tilt, plume: None }
        }
        Cut::Hardee => Hat::Hardee { cord: band, tilt: [0.06, -0.12, 0.02][man] },
        Cut::Zouave => Hat::Fez { felt: top, turban: band, tassel: hex(c.badge), tilt },
    }
}

fn pack(cut: Cut, c: &Colours, man: usize) -> Pack {
    let roll = Pack::Roll { wool: hex(c.wool[man]), stripe: hex(c.wool_end) };
    let knapsack = Pack::Knapsack { body: hex(c.knapsack), roll: hex(c.wool[man]) };
    match (cut, man) {
        (Cut::Slouch, 2) | (Cut::Hardee, 1) | (Cut::Zouave, 1) => Pack::None,
        (Cut::Slouch, _) | (_, 1) => roll,
        (Cut::KepiJacket | Cut::KepiSack, 2) => Pack::None,
        _ => knapsack,
    }
}

/// The clothes of a private of a uniform; `man` is which of three.
pub fn private(cut: Cut, uniform: &str, man: usize) -> Dress {
    let c = colours(uniform);
    let colour = |rgb: u32| -> V { hex(rgb) };
    let gaiters = matches!(cut, Cut::Hardee | Cut::Zouave | Cut::KepiJacket);
    // The men of the Iron Brigade who had worn theirs out wore their trousers over the shoe.
    let plain_leg = cut == Cut::KepiJacket && uniform.starts_with("confederate");
    let shins = if plain_leg { c.trousers[man] } else { c.shins };
    let beard = match (cut, man) {
        (_, 1) => Beard::Moustache,
        (Cut::Slouch | Cut::Hardee, 0) | (Cut::KepiSack | Cut::KepiJacket | Cut::KepiFrock | Cut::Zouave, 2) => {
            Beard::Full
        }
        _ => Beard::None,
    };
    Dress {
        coat: colour(c.coat[man]),
        trim: colour(c.trim),
        trousers: colour(c.trousers[man]),
        stripe: c.stripe.map(colour),
        legs: if cut == Cut::Zouave { Legs::Baggy } else { Legs::Straight },
        seam: None,
        skirt: match cut {
            Cut::KepiSack => 0.30,
            Cut::KepiFrock => 0.86,
            Cut::Hardee => 0.92,
            Cut::KepiJacket | Cut::Slouch => 0.10,
            Cut::Zouave => 0.0,
        },
        belt: colour(c.belt),
        sling: Some(colour(if matches!(uniform, "union_frock" | "confederate_frock") { c.belt } else { 0x241d1a })),
        strap: (man != 1).then(|| colour(c.strap)),
        sash: (cut == Cut::Zouave).then(|| colour(c.sash)),
        open: (cut == Cut::Zouave).then(|| colour(c.vest)),
        buttons: u8::from(cut != Cut::Zouave),
        hat: hat(cut, &c, man),
        shins: gaiters.then(|| colour(shins)),
        gloves: None,
        pack: pack(cut, &c, man),
        haversack: Some(colour(if man == 1 && uniform == "union_sack" { 0xe0d6b8 } else { c.haversack })),
        canteen: Some(colour(c.canteen)),
        skin: colour(SKIN[man]),
        hair: colour(HAIR[man]),
        beard,
        girth: [1.0, 1.08, 0.95][man],
    }
}

/// The clothes of an officer of a uniform: better cloth, a frock coat, sword belt, sash and boots, and the hat of his men.
pub fn officer(cut: Cut, uniform: &str) -> Dress {
    let c = colours(uniform);
    let union = uniform.starts_with("union");
    let gold = if union { 0xf0c24a } else { 0xf2d06a };
    let man = private(cut, uniform, 0);
    let hat = match hat(cut, &c, 0) {
        Hat::Kepi { cloth, band, .. } => Hat::Kepi { cloth, band, badge: Some(hex(gold)), tilt: 0.0 },
        Hat::Slouch { felt, .. } => {
            Hat::Slouch { felt, band: hex(gold), curl: 0.08, tall: 0.115, tilt: -0.06, plume: None }
        }
        Hat::Hardee { .. } => Hat::Hardee { cord: hex(gold), tilt: 0.06 },
        // Zouave officers left the fez to their men.
        Hat::Fez { felt, .. } => Hat::Kepi { cloth: felt, band: man.coat, badge: Some(hex(gold)), tilt: 0.0 },
        Hat::Bare => Hat::Bare,
    };
    let trousers = match uniform {
        "union_sack" | "union_slouch" | "union_blackhat" => 0x84aed4,
        "confederate_zouave" => 0x6f8cb8,
        "confederate_frock" => 0x2c3a5c,
        _ => c.trousers[0],
    };
    Dress {
        coat: if uniform == "confederate_slouch" { hex(0x99a1a8) } else { man.coat * 1.04 },
        trim: hex(gold),
        trousers: hex(trousers),
        stripe: None,
        legs: Legs::Straight,
        seam: Some(hex(gold)),
        skirt: 0.80,
        belt: hex(0x1e1a1a),
        sling: None,
        strap: None,
        sash: Some(if union { hex(0xb8242c) } else { hex(0xe4b23a) }),
        open: None,
        buttons: 1,
        hat,
        shins: Some(hex(0x2a211d)),
        gloves: Some(hex(0xe9cf98)),
        pack: Pack::None,
        haversack: None,
        canteen: None,
        beard: Beard::Full,
        ..man
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn uniforms_of_one_cut_are_one_casting() {
        use crate::roster::{all, sculpt};
        let lots = all();
        let several = lots.iter().filter(|lot| lot.names.len() > 1);
        assert!(several.clone().count() > 100);
        for lot in several {
            let figures: Vec<_> = (0..lot.names.len()).filter_map(|coat| sculpt(lot.cast, coat, 0.3)).collect();
            for (other, name) in figures[1..].iter().zip(&lot.names[1..]) {
                assert_eq!(other.paints.len(), figures[0].paints.len(), "{name}");
                let shapes = |figure: &crate::sculptor::Figure| format!("{:?}", figure.scene);
                assert_eq!(shapes(other), shapes(&figures[0]), "{name}");
                let paints = |figure: &crate::sculptor::Figure| format!("{:?}", figure.paints);
                assert_ne!(paints(other), paints(&figures[0]), "{name} is painted as another");
            }
        }
    }
}
