//! The foundry's plants in other coats of leaves than that of summer.

use super::library::{Library, Shot};
use super::pack::Packer;
use crate::table::flora::COATS;
use crate::table::noise;
use crate::table::paint::Canvas;

/// Plants that change with the seasons.
const LEAFY: [&str; 9] =
    ["tree_oak_a", "tree_oak_b", "tree_oak_c", "fruit_tree_a", "fruit_tree_b", "bush_a", "bush_b", "corn_a", "corn_b"];

/// Leaves in shade, in plain light, in the sun.
type Leaves = [[f32; 3]; 3];

/// The leaves of a coat, and whether a plant is ever seen in it.
fn leaves(coat: &str, plant: &str) -> Option<Leaves> {
    let corn = plant.starts_with("corn");
    let fruit = plant.starts_with("fruit");
    match coat {
        "spring" if !fruit => Some([[0.17, 0.25, 0.07], [0.44, 0.58, 0.19], [0.76, 0.86, 0.42]]),
        "gold" if !corn => Some([[0.27, 0.18, 0.06], [0.66, 0.50, 0.17], [0.90, 0.78, 0.40]]),
        "rust" if !corn => Some([[0.22, 0.11, 0.05], [0.56, 0.32, 0.15], [0.82, 0.57, 0.32]]),
        "crimson" if !corn && !fruit => Some([[0.21, 0.07, 0.06], [0.52, 0.20, 0.14], [0.80, 0.45, 0.32]]),
        "brown" if !corn => Some([[0.175, 0.115, 0.065], [0.435, 0.315, 0.175], [0.68, 0.53, 0.33]]),
        "blossom" if fruit => Some([[0.34, 0.30, 0.26], [0.88, 0.74, 0.77], [1.0, 0.96, 0.95]]),
        "dry" if corn => Some([[0.25, 0.20, 0.13], [0.57, 0.49, 0.34], [0.81, 0.74, 0.57]]),
        _ => None,
    }
}

/// Puts the plants on the sheet in every coat that they wear.
pub(super) fn put_on(packer: &mut Packer, library: &Library) {
    for plant in LEAFY {
        for coat in COATS {
            let (Some(leaves), Some(Shot { canvas, ground, px_per_inch })) =
                (leaves(coat, plant), library.facing(plant, 0.0))
            else {
                continue;
            };
            let canvas = dyed(canvas, &leaves);
            packer.piece(&format!("{coat}/{plant}"), Shot { canvas, ground, px_per_inch });
        }
    }
}

/// A picture with its greens changed for other leaves; bark, fruit and ears keep their colours.
fn dyed(mut canvas: Canvas, leaves: &Leaves) -> Canvas {
    for pixel in canvas.pixels.chunks_exact_mut(4) {
        let [r, g, b] = [pixel[0], pixel[1], pixel[2]].map(|c| f32::from(c) / 255.0);
        let leafy = noise::rise(-0.01, 0.05, g - 0.90 * r) * noise::rise(0.0, 0.05, g - b);
        let light = 0.30 * r + 0.59 * g + 0.11 * b;
        for (c, old) in [r, g, b].into_iter().enumerate() {
            let [shade, plain, sun] = [leaves[0][c], leaves[1][c], leaves[2][c]];
            let new = if light < 0.40 {
                noise::mix(shade, plain, ((light - 0.10) / 0.30).max(0.0))
            } else {
                noise::mix(plain, sun, ((light - 0.40) / 0.34).min(1.0))
            };
            pixel[c] = (noise::mix(old, new, leafy).clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
        }
    }
    canvas
}
