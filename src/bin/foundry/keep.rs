//! The shelf of finished castings, so that work on one figure need not cast all the others again. A casting is known by
//! everything that went into it: shapes, paints, size, headings and the way of taking pictures.

use std::fs;
use std::path::{Path, PathBuf};

use crate::flags;
use crate::march::{self, Sprite};
use crate::roster::{self, Cast, Lot};

/// Where the pictures of a lot are kept in `shelf`.
fn place(shelf: &Path, lot: &Lot) -> PathBuf {
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |text: &str| {
        for byte in text.bytes() {
            sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for coat in 0..lot.names.len() {
        let figure = roster::sculpt(lot.cast, coat, 0.37);
        add(&figure.map_or(String::new(), |f| format!("{:?} {:?} {:?}", f.scene, f.paints, f.frames)));
    }
    if let Cast::Standard(flag, ..) = lot.cast {
        // A flag's design is painted, not sculpted.
        for k in 0..1600_u16 {
            let at = (f32::from(k % 40) / 40.0, f32::from(k / 40) / 40.0);
            add(&format!("{:?}", flags::colour(flag, at.0, at.1)));
        }
    }
    add(&format!("{} {} {} {}", lot.cast.headings(), lot.cast.fine(), lot.cast.big(), march::EDITION));
    shelf.join(format!("{}_{sum:016x}", lot.names[0]))
}

/// Puts the pictures of a lot, coat by coat, on the shelf.
pub fn put(shelf: &Path, lot: &Lot, coats: &[Vec<Sprite>]) -> std::io::Result<()> {
    let mut bytes = Vec::new();
    for s in coats.iter().flatten() {
        for n in [s.w as u32, s.h as u32, s.ax.to_bits(), s.ay.to_bits(), s.fine.to_bits()] {
            bytes.extend_from_slice(&n.to_le_bytes());
        }
        bytes.extend_from_slice(s.px.as_flattened());
    }
    fs::create_dir_all(shelf)?;
    let path = place(shelf, lot);
    let unfinished = path.with_extension("part");
    fs::write(&unfinished, bytes)?;
    fs::rename(unfinished, path)
}

/// Takes the pictures of a lot from the shelf, if they are there.
pub fn take(shelf: &Path, lot: &Lot) -> Option<Vec<Vec<Sprite>>> {
    let bytes = fs::read(place(shelf, lot)).ok()?;
    let mut rest = &bytes[..];
    let mut coats = Vec::new();
    for _ in &lot.names {
        let mut sprites = Vec::new();
        for _ in 0..lot.cast.headings() {
            let mut number = || {
                let (head, tail) = rest.split_first_chunk::<4>()?;
                rest = tail;
                Some(u32::from_le_bytes(*head))
            };
            let (w, h) = (number()? as usize, number()? as usize);
            let [ax, ay, fine] = [number()?, number()?, number()?].map(f32::from_bits);
            let (px, tail) = rest.split_at_checked(w * h * 4)?;
            rest = tail;
            let px = px.chunks_exact(4).map(|p| [p[0], p[1], p[2], p[3]]).collect();
            sprites.push(Sprite { fine, w, h, ax, ay, px });
        }
        coats.push(sprites);
    }
    Some(coats)
}
