//! `gallery`: boards of everything that can stand on the table, pictures of the battles that the game brings, and every
//! sound.

mod terrain;

use std::fs;
use std::path::Path;

use bevy::math::{UVec2, Vec2};

use super::args::{Gallery, Rooms};
use super::start;
use super::window::{self, Needs};
use super::{Failure, Out};
use crate::app::{self, Dressing};
use crate::army::Side;
use crate::record::{Dice, Folders};
use crate::scenario::shelf;
use crate::table::View;
use crate::table::atlas::Library;
use crate::table::gallery as boards;
use crate::table::offscreen::{self, Picture};
use crate::table::sound::synth::{self, Distance, wav};
use crate::turn::Field;

/// Pixels an inch of the pictures of a brigade and of a regiment.
const ZOOMS: [(&str, f32); 2] = [("brigade", 46.0), ("regiment", 120.0)];
/// Size of the pictures of battles.
const SIZE: UVec2 = UVec2::new(1920, 1080);

/// Which of its kind every sound of the gallery is.
const SEED: u32 = 1;

/// Writes the boards, pictures and sounds.
///
/// # Errors
/// A folder that cannot be written, assets that cannot be read, a machine that cannot draw.
pub fn gallery(what: &Gallery, folders: Option<&Folders>, out: &mut Out) -> Result<(), Failure> {
    fs::create_dir_all(&what.folder).map_err(|e| Failure(format!("{}: {e}", what.folder.display())))?;
    let shown = |room: Rooms| what.only.is_none_or(|only| only == room);
    if shown(Rooms::Figures) {
        figures(&what.folder, &what.name, out)?;
    }
    if shown(Rooms::Terrain) {
        terrain::boards(&what.folder, &what.name, out)?;
    }
    if shown(Rooms::Battles) {
        for (name, _) in shelf::SHIPPED.iter().filter(|(name, _)| name.contains(&what.name)) {
            battle(name, &what.folder, folders, out)?;
        }
        for side in Side::BOTH {
            drill(side, what, folders, out)?;
        }
    }
    if shown(Rooms::Sounds) {
        sounds(&what.folder, &what.name, out)?;
    }
    Ok(())
}

fn sounds(folder: &Path, part: &str, out: &mut Out) -> Result<(), Failure> {
    for sound in synth::ALL {
        for distance in Distance::ALL {
            let name = format!("{}_{}", sound.name(), distance.word());
            if name.contains(part) {
                let path = folder.join(format!("{name}.wav"));
                fs::write(&path, wav::file(&sound.wave(distance, SEED)))
                    .map_err(|e| Failure(format!("{}: {e}", path.display())))?;
                out.line(&path.display().to_string());
            }
        }
    }
    Ok(())
}

fn figures(folder: &Path, part: &str, out: &mut Out) -> Result<(), Failure> {
    let library = Library::open().map_err(Failure)?;
    let Some(library) = library else {
        return Err(Failure("there are no miniatures in the assets folder; the foundry makes them".to_owned()));
    };
    for sheet in boards::sheets(&library, part) {
        let path = folder.join(format!("{}.png", sheet.name));
        sheet.picture.save(&path).map_err(|e| Failure(format!("{}: {e}", path.display())))?;
        out.line(&path.display().to_string());
    }
    Ok(())
}

/// A side's troops on the drill ground, a row to a picture.
fn drill(side: Side, what: &Gallery, folders: Option<&Folders>, out: &mut Out) -> Result<(), Failure> {
    let name = format!("drill_{side}").to_lowercase();
    if !name.contains(&what.name) {
        return Ok(());
    }
    window::with(Needs::Driver, || {
        let picture = Picture { size: SIZE, ..Picture::default() };
        let mut app = app::offscreen_app(&picture, Dressing::Bare);
        start::begin(app.world_mut(), start::find("mcphersons_ridge", folders)?, Dice::Seeded(0))?;
        let field = boards::drill::field(app.world().resource::<Field>(), side);
        app.insert_resource(field);
        for row in 0..boards::drill::ROWS {
            let mut view = app.world_mut().resource_mut::<View>();
            view.whole = false;
            view.zoom = SIZE.x as f32 / boards::drill::SIZE.x;
            view.centre = boards::drill::middle(row);
            let path = what.folder.join(format!("{name}_{}.png", row + 1));
            offscreen::take(&mut app, &path).map_err(Failure::of)?;
            out.line(&path.display().to_string());
        }
        Ok(())
    })
}

/// The whole table, the neighbourhood of the regiment that is nearest to an enemy, and that regiment.
fn battle(name: &str, folder: &Path, folders: Option<&Folders>, out: &mut Out) -> Result<(), Failure> {
    window::with(Needs::Driver, || {
        let start = start::find(name, folders)?;
        let picture = Picture { size: SIZE, ..Picture::default() };
        let mut app = app::offscreen_app(&picture, Dressing::Bare);
        start::begin(app.world_mut(), start, Dice::Seeded(0))?;
        let mut write = |app: &mut bevy::app::App, tag: &str| {
            let path = folder.join(format!("battle_{name}_{tag}.png"));
            offscreen::take(app, &path).map_err(Failure::of)?;
            out.line(&path.display().to_string());
            Ok(())
        };
        write(&mut app, "table")?;
        let centre = foremost(app.world().resource::<Field>());
        for (tag, zoom) in ZOOMS {
            let mut view = app.world_mut().resource_mut::<View>();
            view.whole = false;
            view.zoom = zoom;
            view.centre = centre;
            write(&mut app, tag)?;
        }
        Ok(())
    })
}

/// Where the colors are of the regiment that is nearest to an enemy.
fn foremost(field: &Field) -> Vec2 {
    let reach = |at: Vec2, side: Side| {
        field.of(side.other()).map(|enemy| enemy.colors().distance_squared(at)).fold(f32::INFINITY, f32::min)
    };
    field
        .standing()
        .map(|unit| (unit.colors(), unit.side()))
        .min_by(|a, b| reach(a.0, a.1).total_cmp(&reach(b.0, b.1)))
        .map_or(Vec2::new(36.0, 24.0), |(at, _)| at)
}
