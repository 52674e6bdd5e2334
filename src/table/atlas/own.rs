//! What the program paints for itself: bases, shadows, marks, and plain stand-ins for figures that the foundry lacks.

use super::library::Shot;
use super::pack::Packer;
use crate::table::easel::{PX_PER_INCH, Painted};
use crate::table::paint::{self, Mark};
use crate::table::{tokens, twigs};

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
    for n in 0..4 {
        piece(packer, &format!("own/bare_{n}"), twigs::bare_tree(1.55, 900 + n * 7));
    }
    for n in 0..2 {
        piece(packer, &format!("own/bare_small_{n}"), twigs::bare_tree(0.82, 960 + n * 7));
        for (name, straw) in [("green", twigs::GREEN), ("ripe", twigs::RIPE), ("stale", twigs::STALE)] {
            piece(packer, &format!("own/grain_{name}_{n}"), twigs::grain(straw, 980 + n * 11));
        }
    }
    let skin_hat = [0.52, 0.45, 0.36];
    packer.own("own/union", paint::soldier([0.14, 0.19, 0.38], [0.45, 0.56, 0.70], [0.12, 0.15, 0.30]), 0.22);
    packer.own("own/confederate", paint::soldier([0.55, 0.54, 0.50], [0.50, 0.44, 0.36], skin_hat), 0.22);
    for which in Mark::ALL {
        packer.own(which.picture(), paint::mark(which), 1.0);
    }
    for (name, painted) in tokens::all() {
        piece(packer, name, painted);
    }
    packer.own("own/mist", paint::mist(), 12.0);
    packer.own("own/vane", paint::vane(), 3.3);
}

fn piece(packer: &mut Packer, name: &str, painted: Painted) {
    let Painted { canvas, ground } = painted;
    packer.piece(name, Shot { canvas, ground: ground.into(), px_per_inch: PX_PER_INCH });
}
