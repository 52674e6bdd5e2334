//! Presses the sprites, packs them in one file and writes the index.

use std::io::Write;

use crate::march::{INCH_PER_UNIT, PX_PER_INCH, Sprite};
use crate::sdf::V;
use dress::table::atlas::cell;
use dress::table::paint::Canvas;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde::Serialize;

/// Shapes that are tried for a block of two parts.
const PATIENCE: usize = 16;

/// A figure that has been cast.
pub struct Shot {
    pub name: String,
    /// The uniform that it wears, of those that a scenario chooses.
    pub uniform: Option<String>,
    /// What else must be on the table for it to be needed.
    pub issue: Option<String>,
    pub staff: Option<V>,
    pub sprites: Vec<Sprite>,
}

/// Width and height of a sprite, and its ground point.
#[derive(Serialize, Clone, Copy)]
struct Place(u32, u32, f32, f32);

/// One figure of the index.
#[derive(Serialize)]
struct Entry {
    name: String,
    /// Where its pictures begin in the file, and how long they are there.
    at: (usize, usize),
    #[serde(skip_serializing_if = "Option::is_none")]
    uniform: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    issue: Option<String>,
    /// Pixels for one table inch where they are not the sheet's.
    #[serde(skip_serializing_if = "Option::is_none")]
    px_per_inch: Option<f32>,
    /// Where a flag's staff stands beside its bearer, in inches to the right and ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    staff: Option<(f32, f32)>,
    sprites: Vec<Place>,
}

/// The pictures of a figure, pressed and packed.
pub fn packed(shot: &Shot) -> std::io::Result<Vec<u8>> {
    let mut cells = Vec::new();
    for sprite in &shot.sprites {
        let pixels = sprite.px.as_flattened().to_vec();
        cell::fill(&Canvas { width: sprite.w as u32, height: sprite.h as u32, pixels }, PATIENCE, &mut cells);
    }
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
    packer.write_all(&cells)?;
    packer.finish()
}

/// The index as RON, a figure a line, for pictures that lie in the file in this order.
pub fn index(shots: &[Shot], packed: &[Vec<u8>]) -> Result<String, ron::Error> {
    let mut text = format!("(\n    format: 3,\n    px_per_inch: {PX_PER_INCH:?},\n    figures: [\n");
    let mut from = 0;
    for (shot, packed) in shots.iter().zip(packed) {
        let entry = Entry {
            name: shot.name.clone(),
            at: (from, packed.len()),
            uniform: shot.uniform.clone(),
            issue: shot.issue.clone(),
            px_per_inch: shot.sprites.first().map(|s| s.fine).filter(|fine| *fine != PX_PER_INCH),
            staff: shot.staff.map(|at| (at.x * INCH_PER_UNIT, at.y * INCH_PER_UNIT)),
            sprites: shot.sprites.iter().map(|s| Place(s.w as u32, s.h as u32, s.ax, s.ay)).collect(),
        };
        from += packed.len();
        text.push_str("        ");
        text.push_str(&ron::to_string(&entry)?.replace("Place(", "("));
        text.push_str(",\n");
    }
    text.push_str("    ],\n)\n");
    Ok(text)
}
