//! What the program paints for itself: bases, shadows, marks, and plain stand-ins for figures that the foundry lacks.

use super::pack::Packer;
use crate::table::paint::{self, Mark};

/// Puts all of it on the sheet.
pub(super) fn pictures(packer: &mut Packer) {
    for n in 0..8 {
        packer.own(&format!("own/base_{n}"), paint::base(100 + n * 17), 1.0);
    }
    for n in 0..3 {
        for (name, depth) in [("100", 1.0), ("125", 1.25), ("200", 2.0)] {
            packer.own(&format!("own/base_{name}_{n}"), paint::deep_base(depth, 140 + n * 23), 1.0);
        }
    }
    packer.own("own/base_round", paint::round_base(300), 1.0);
    packer.own("own/base_shadow", paint::base_shadow(), 1.25);
    packer.own("own/shadow", paint::blob_shadow(), 1.0);
    packer.own("own/white", paint::white(), 1.0);
    packer.own("own/flash", paint::flash(), 1.0);
    for n in 0..3 {
        packer.own(&format!("own/puff_{n}"), paint::puff(500 + n * 31), 1.0);
        packer.own(&format!("own/oak_{n}"), paint::crown(700 + n * 13, [0.30, 0.38, 0.16]), 1.5);
    }
    packer.own("own/fruit", paint::crown(800, [0.40, 0.47, 0.20]), 0.8);
    packer.own("own/bush", paint::crown(810, [0.33, 0.40, 0.17]), 0.5);
    packer.own("own/corn", paint::crown(820, [0.52, 0.56, 0.22]), 0.34);
    packer.own("own/rock", paint::crown(830, [0.55, 0.54, 0.50]), 0.3);
    let skin_hat = [0.52, 0.45, 0.36];
    packer.own("own/union", paint::soldier([0.14, 0.19, 0.38], [0.45, 0.56, 0.70], [0.12, 0.15, 0.30]), 0.22);
    packer.own("own/confederate", paint::soldier([0.55, 0.54, 0.50], [0.50, 0.44, 0.36], skin_hat), 0.22);
    for (name, which) in [
        ("own/mark_union", Mark::Union),
        ("own/mark_confederate", Mark::Confederate),
        ("own/mark_drum", Mark::Drum),
        ("own/mark_hit", Mark::Hit),
        ("own/mark_ammo", Mark::Ammo),
        ("own/mark_worn", Mark::Worn),
        ("own/mark_spent", Mark::Spent),
    ] {
        packer.own(name, paint::mark(which), 1.0);
    }
}
