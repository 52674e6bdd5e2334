//! The sheet of sprites: the foundry's miniatures and what [`super::paint`] adds, packed into one picture so that
//! neighbours on the table are drawn together. It holds what every battle needs and the uniforms and flags of this one.
//!
//! The foundry presses its pictures into blocks of a byte a pixel ([`blocks`]), which graphics cards read as they are; what
//! is left to do when a battle begins is to unpack them and lay them side by side.
//!
//! | file | holds |
//! |---|---|
//! | `coats` | plants in the leaves of other seasons |
//! | [`library`] | the foundry's work as it is on the disk |
//! | [`cell`] | a picture pressed in all its sizes |
//! | [`blocks`] | pixels to blocks, blocks to pixels |
//! | [`names`] | what the foundry calls uniforms and flags |
//! | `own` | what the program paints for itself |
//! | `pack` | where everything goes on the sheet |
//! | [`levels`] | textures with halved copies for far views |

pub mod blocks;
pub mod cell;
mod coats;
pub mod levels;
pub mod library;
pub mod names;
mod own;
mod pack;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use bevy::prelude::*;
use bevy::render::renderer::RenderDevice;
use bevy::render::settings::WgpuFeatures;
use bevy::sprite::Anchor;

use super::Draw;
use crate::army::Arm;
use crate::turn::Field;
use crate::turn::field::Unit;
pub use levels::{picture, picture_of_channels};
pub use library::{Library, assets_folder};
use pack::{Own, Packer, Plan};
pub use pack::{Storage, WIDTH};

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

/// The pictures of a figure round the compass, from north; or the one that it has.
#[derive(Clone, Debug)]
pub struct Cuts(Arc<[Cut]>);

impl Cuts {
    /// The picture that faces `heading` degrees.
    pub fn facing(&self, heading: f32) -> Cut {
        let n = self.0.len();
        self.0[(heading.rem_euclid(360.0) / 360.0 * n as f32).round() as usize % n]
    }
}

/// All sprites by name.
#[derive(Resource)]
pub struct Sheet {
    /// The packed picture.
    pub image: Handle<Image>,
    figures: BTreeMap<String, Cuts>,
    /// Uniforms and flags that it holds; `None` until the first battle, while it has only what the program paints.
    issued: Option<BTreeSet<String>>,
    /// What the program painted, ready for the next sheet.
    own: Own,
    storage: Storage,
    /// Where the staffs of flags stand beside their bearers: inches to the right and ahead.
    staffs: BTreeMap<String, Vec2>,
    missing: Mutex<BTreeSet<String>>,
}

impl Sheet {
    /// The picture of a figure that faces `heading` degrees; `None`, and one line in the log, if there is none.
    pub fn cut(&self, name: &str, heading: f32) -> Option<Cut> {
        self.all(name).map(|cuts| cuts.facing(heading))
    }

    /// The pictures of a figure; `None`, and one line in the log, if there are none.
    pub fn all(&self, name: &str) -> Option<Cuts> {
        let cuts = self.figures.get(name).cloned();
        if cuts.is_none()
            && let Ok(mut missing) = self.missing.lock()
            && missing.insert(name.to_owned())
        {
            warn!("The sheet of miniatures has no {name:?}; a plain one takes its place.");
        }
        cuts
    }

    /// The first of some names that the sheet has; the last one is a picture that is always there.
    pub fn first(&self, names: &[&str], heading: f32) -> Option<Cut> {
        self.first_of(names).map(|cuts| cuts.facing(heading))
    }

    /// All pictures of that one.
    pub fn first_of(&self, names: &[&str]) -> Option<Cuts> {
        let known = names.iter().find(|name| self.figures.contains_key(**name));
        known.or(names.last()).and_then(|name| self.all(name))
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

fn load(mut commands: Commands, mut images: ResMut<Assets<Image>>, device: Option<Res<RenderDevice>>) {
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
    // Where nothing draws, it does not matter.
    let reads_blocks = device.is_none_or(|device| device.features().contains(WgpuFeatures::TEXTURE_COMPRESSION_BC));
    let storage = if reads_blocks { Storage::Pressed } else { Storage::Halved };
    let own = Own::press(painted(library.as_ref()));
    // The foundry's figures wait for the first battle, which says who is in it.
    let (image, figures) = sheet(&own, None, storage);
    let staffs = library.iter().flat_map(|library| &library.figures);
    let staffs = staffs.filter_map(|figure| Some((figure.name.clone(), figure.staff?.into()))).collect();
    let image = images.add(image);
    commands.insert_resource(Sheet { image, figures, issued: default(), own, storage, staffs, missing: default() });
    if let Some(library) = library {
        commands.insert_resource(library);
    }
}

fn sheet(own: &Own, library: Option<(&Library, &BTreeSet<&str>)>, storage: Storage) -> (Image, BTreeMap<String, Cuts>) {
    let start = Instant::now();
    let (image, figures, wrong) = pack::sheet(own, library, storage);
    for why in wrong {
        error!("{why}");
    }
    let bytes = image.data.as_ref().map_or(0, Vec::len);
    let (wide, high, took) = (image.width(), image.height(), start.elapsed().as_millis());
    info!("{} figures on a sheet of {wide} x {high}, {} MB, in {took} ms", figures.len(), bytes / 1_000_000);
    let figures = figures.into_iter().map(|(name, cuts)| (name, Cuts(cuts.into()))).collect();
    (image, figures)
}

/// What the program paints for every battle.
fn painted(library: Option<&Library>) -> Packer {
    let mut packer = Packer::default();
    own::pictures(&mut packer);
    if let Some(library) = library {
        coats::put_on(&mut packer, library);
    }
    packer
}

/// What the program paints for itself, by name.
pub fn own_shots() -> Vec<(String, library::Shot)> {
    painted(None).shots()
}

/// Rows and bytes of the sheet of a battle with everything that there is.
pub fn largest(library: &Library) -> (u32, usize) {
    let plan = Plan::of(&Own::press(painted(Some(library))), Some((library, &everything(library))));
    (plan.height(), plan.bytes())
}

/// Lays that sheet out, for a bench: its rows and bytes.
pub fn press_largest(library: &Library) -> (u32, usize) {
    let (image, _) =
        sheet(&Own::press(painted(Some(library))), Some((library, &everything(library))), Storage::Pressed);
    (image.height(), image.data.map_or(0, |data| data.len()))
}

fn everything(library: &Library) -> BTreeSet<&str> {
    library.figures.iter().filter_map(library::Figure::issue).collect()
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
    let issues = |unit: &Unit| {
        let (arm, uniform) = (unit.regiment.arm, unit.regiment.uniform);
        // The crews of horse artillery ride.
        let mounts = (arm == Arm::HorseArtillery).then(|| names::issues(Arm::Cavalry, uniform));
        let flags = unit.regiment.colors.iter().map(|flag| names::colors(*flag).to_owned());
        names::issues(arm, uniform).into_iter().chain(mounts.into_iter().flatten()).chain(flags).collect::<Vec<_>>()
    };
    let wanted: BTreeSet<String> = field.units.iter().flat_map(issues).collect();
    if now.issued.as_ref().is_some_and(|issued| wanted.is_subset(issued)) {
        return;
    }
    let names = wanted.iter().map(String::as_str).collect();
    let (image, figures) = sheet(&now.own, Some((&library, &names)), now.storage);
    match images.insert(now.image.id(), image) {
        Ok(()) => {
            now.figures = figures;
            now.issued = Some(wanted);
        }
        Err(why) => error!("The miniatures of this battle cannot be laid out: {why}"),
    }
}
