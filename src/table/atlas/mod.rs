//! The sheet of sprites: the foundry's miniatures and what [`super::paint`] adds, packed into one picture so that
//! neighbours on the table are drawn together. It holds what every battle needs and the uniforms and flags of this one:
//! all of them together would be three times as much.
//!
//! | file | holds |
//! |---|---|
//! | `coats` | plants in the leaves of other seasons |
//! | [`library`] | the foundry's work as it is on the disk |
//! | [`names`] | what the foundry calls uniforms and flags |
//! | `own` | what the program paints for itself |
//! | `pack` | where everything goes on the sheet |
//! | [`levels`] | textures with halved copies for far views |

mod coats;
pub mod levels;
pub mod library;
pub mod names;
mod own;
mod pack;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::time::Instant;

use bevy::prelude::*;
use bevy::sprite::Anchor;

use super::Draw;
use crate::army::Arm;
use crate::turn::Field;
pub use levels::{picture, picture_of_channels};
pub use library::{Library, assets_folder};
use pack::Packer;

/// One picture of the sheet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cut {
    /// Where it is on the sheet, in pixels.
    pub rect: Rect,
    /// The point that stands on the ground, in fractions of its size from the middle, y up: a sprite's anchor.
    pub anchor: Vec2,
    /// Size on the table in inches.
    pub size: Vec2,
}

/// All sprites by name.
#[derive(Resource)]
pub struct Sheet {
    /// The packed picture.
    pub image: Handle<Image>,
    figures: BTreeMap<String, Vec<Cut>>,
    /// Uniforms and flags that it holds; `None` until the first battle, while it has only what the program paints.
    issued: Option<BTreeSet<&'static str>>,
    /// Where the staffs of flags stand beside their bearers: inches to the right and ahead.
    staffs: BTreeMap<String, Vec2>,
    missing: Mutex<BTreeSet<String>>,
}

impl Sheet {
    /// The picture of a figure that faces `heading` degrees; `None`, and one line in the log, if there is none.
    pub fn cut(&self, name: &str, heading: f32) -> Option<Cut> {
        let Some(cuts) = self.figures.get(name) else {
            if let Ok(mut missing) = self.missing.lock()
                && missing.insert(name.to_owned())
            {
                warn!("The sheet of miniatures has no {name:?}; a plain one takes its place.");
            }
            return None;
        };
        let n = cuts.len();
        let index = (heading.rem_euclid(360.0) / 360.0 * n as f32).round() as usize % n;
        Some(cuts[index])
    }

    /// The first of some names that the sheet has; the last one is a picture that is always there.
    pub fn first(&self, names: &[&str], heading: f32) -> Option<Cut> {
        names
            .iter()
            .find(|name| self.figures.contains_key(**name))
            .or(names.last())
            .and_then(|name| self.cut(name, heading))
    }

    /// Whether there is such a figure.
    pub fn has(&self, name: &str) -> bool {
        self.figures.contains_key(name)
    }

    /// Where the staff of a flag stands beside this bearer: inches to his right and ahead of him.
    pub fn staff(&self, bearer: &str) -> Option<Vec2> {
        self.staffs.get(bearer).copied()
    }

    /// What a sprite entity needs to show a cut, tinted.
    pub fn sprite(&self, cut: Cut, tint: Color) -> (Sprite, Anchor) {
        let sprite = Sprite {
            image: self.image.clone(),
            rect: Some(cut.rect),
            custom_size: Some(cut.size),
            color: tint,
            ..default()
        };
        (sprite, Anchor(cut.anchor))
    }
}

/// Makes the sheet before anything is drawn, and brings the uniforms of a battle onto it.
pub fn plugin(app: &mut App) {
    app.add_systems(PreStartup, load).add_systems(Update, stock.in_set(Draw::See));
}

fn load(mut commands: Commands, mut images: ResMut<Assets<Image>>) {
    let start = Instant::now();
    let library = match Library::open() {
        Ok(Some(library)) => {
            info!("{} figures read in {} ms", library.figures.len(), start.elapsed().as_millis());
            Some(library)
        }
        Ok(None) => {
            warn!("There are no miniatures in the assets folder; plain figures take their places.");
            None
        }
        Err(why) => {
            error!("The miniatures cannot be read: {why}");
            None
        }
    };
    // The foundry's figures wait for the first battle, which says who is in it.
    let (image, figures) = sheet(None, &BTreeSet::new());
    let staffs = library.iter().flat_map(|library| &library.figures);
    let staffs = staffs.filter_map(|figure| Some((figure.name.clone(), figure.staff?.into()))).collect();
    let image = images.add(image);
    commands.insert_resource(Sheet { image, figures, issued: default(), staffs, missing: default() });
    if let Some(library) = library {
        commands.insert_resource(library);
    }
}

fn sheet(library: Option<&Library>, issued: &BTreeSet<&'static str>) -> (Image, BTreeMap<String, Vec<Cut>>) {
    let start = Instant::now();
    let mut packer = Packer::default();
    own::pictures(&mut packer);
    if let Some(library) = library {
        coats::put_on(&mut packer, library);
        packer.foundry(library, issued);
    }
    let (image, figures) = packer.pack();
    let bytes = image.data.as_ref().map_or(0, Vec::len);
    let (wide, high, took) = (image.width(), image.height(), start.elapsed().as_millis());
    info!("{} figures on a sheet of {wide} x {high}, {} MB, in {took} ms", figures.len(), bytes / 1_000_000);
    (image, figures)
}

/// What the program paints for itself, by name.
pub fn own_shots() -> Vec<(String, library::Shot)> {
    let mut packer = Packer::default();
    own::pictures(&mut packer);
    packer.shots()
}

/// Packs the sheet again for a battle with uniforms or flags that it does not hold. What every battle needs keeps its place; the
/// miniatures are set up again.
fn stock(
    field: Option<Res<Field>>,
    library: Option<Res<Library>>,
    sheet_now: Option<ResMut<Sheet>>,
    mut images: ResMut<Assets<Image>>,
) {
    let (Some(field), Some(library), Some(mut now)) = (field, library, sheet_now) else { return };
    if !field.is_changed() {
        return;
    }
    let infantry = field.units.iter().filter(|unit| unit.regiment.arm == Arm::Infantry);
    let uniforms = infantry.map(|unit| names::uniform(unit.regiment.uniform));
    let flags = field.units.iter().flat_map(|unit| unit.regiment.colors.iter()).map(|flag| names::colors(*flag));
    let wanted: BTreeSet<&'static str> = uniforms.chain(flags).collect();
    if now.issued.as_ref().is_some_and(|issued| wanted.is_subset(issued)) {
        return;
    }
    let (image, figures) = sheet(Some(&library), &wanted);
    match images.insert(now.image.id(), image) {
        Ok(()) => {
            now.figures = figures;
            now.issued = Some(wanted);
        }
        Err(why) => error!("The miniatures of this battle cannot be laid out: {why}"),
    }
}
