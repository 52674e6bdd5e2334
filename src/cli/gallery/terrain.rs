//! Boards of the ground: every kind of it on a plot of its own in each season, from far and near; weather; and regiments
//! with every marker.

use std::path::Path;
use std::sync::Arc;

use bevy::app::App;
use bevy::math::{UVec2, Vec2};
use image::RgbImage;

use crate::app::{self, Dressing};
use crate::army::{Files, Formation, Place, RegimentId, Smoke};
use crate::cli::start::{self, Start};
use crate::cli::window::{self, Needs};
use crate::cli::{Failure, Out};
use crate::geometry::{Degrees, Inches, Pose, Spot};
use crate::ground::{Ground, Season};
use crate::record::Dice;
use crate::scenario::{self, shelf};
use crate::table::gallery::{framed, plots};
use crate::table::offscreen::{self, Picture};
use crate::table::{View, ViewInsets};
use crate::turn::field::Terms;
use crate::turn::{Field, Phase};

/// Pixels an inch of the boards of plots, and of those seen from near.
const FAR: f32 = 24.0;
const NEAR: f32 = 110.0;

/// Size of the pictures of the whole table, and of one plot from near.
const WHOLE: UVec2 = UVec2::new(1800, 840);
const CLOSE: UVec2 = UVec2::new(640, 520);

/// Writes the boards with a part of a name in theirs.
///
/// # Errors
/// A machine that cannot draw, a picture that cannot be written.
pub(super) fn boards(folder: &Path, part: &str, out: &mut Out) -> Result<(), Failure> {
    let seasons = Season::ALL.map(|season| (format!("terrain_{season:?}").to_lowercase(), season));
    let wanted = |name: &str| name.contains(part);
    let others = ["close_terrain", "terrain_clear", "terrain_wind", "terrain_mist", "markers_30", "markers_110"];
    if !seasons.iter().any(|(name, _)| wanted(name)) && !others.into_iter().any(wanted) {
        return Ok(());
    }
    window::with(Needs::Driver, || {
        let mut stage = Stage::new(WHOLE)?;
        let mut hang = |name: &str, picture: RgbImage| {
            let path = folder.join(format!("{name}.png"));
            picture.save(&path).map_err(|e| Failure(format!("{}: {e}", path.display())))?;
            out.line(&path.display().to_string());
            Ok::<(), Failure>(())
        };
        for (name, season) in seasons.iter().filter(|(name, _)| wanted(name)) {
            stage.lay(plots::ground(), Terms { season: *season, ..Terms::default() });
            hang(name, stage.plots()?)?;
        }
        if wanted("close_terrain") {
            let mut stage = Stage::new(CLOSE)?;
            stage.lay(plots::ground(), Terms::default());
            hang("close_terrain", stage.close_up()?)?;
        }
        let weathers = [
            ("terrain_clear", Terms::default()),
            ("terrain_wind", Terms { brisk_wind: true, ..Terms::default() }),
            ("terrain_mist", Terms { visibility: Some(Inches::from(12.0)), ..Terms::default() }),
        ];
        for (name, terms) in weathers.into_iter().filter(|(name, _)| wanted(name)) {
            stage.lay(plots::ground(), terms);
            stage.smoke();
            hang(name, stage.picture(None, None)?)?;
        }
        for (name, zoom) in [("markers_30", 30.0), ("markers_110", NEAR)].into_iter().filter(|(name, _)| wanted(name)) {
            let size = (Vec2::new(8.0, 3.6) * zoom).as_uvec2();
            let mut stage = Stage::new(size)?;
            stage.lay(Ground::bare(Inches::new(36), Inches::new(24)), Terms::default());
            let regiments = stage.marked();
            hang(name, stage.near(&regiments, zoom, size, 2)?)?;
        }
        Ok(())
    })
}

/// A table for pictures, with the regiments of a battle waiting beside it.
struct Stage {
    app: App,
    field: Field,
}

impl Stage {
    fn new(size: UVec2) -> Result<Self, Failure> {
        let picture = Picture { size, ..Picture::default() };
        let mut app = app::offscreen_app(&picture, Dressing::Bare);
        let text = shelf::SHIPPED.iter().find(|(name, _)| *name == "sandy_ridge").map_or("", |(_, text)| text);
        let scenario = scenario::read(text, "sandy_ridge").map_err(Failure::of)?;
        start::begin(app.world_mut(), Start::Scenario(Arc::new(scenario)), Dice::Seeded(0))?;
        let field = app.world().resource::<Field>().clone();
        Ok(Self { app, field })
    }

    /// Ground and weather, and nobody on it.
    fn lay(&mut self, ground: Ground, terms: Terms) {
        let mut field = self.field.clone();
        field.ground = Arc::new(ground);
        field.terms = Arc::new(terms);
        for unit in &mut field.units {
            unit.condition.gone = true;
        }
        field.generals.clear();
        field.smoke.clear();
        self.app.insert_resource(field);
    }

    fn field(&mut self) -> bevy::prelude::Mut<'_, Field> {
        self.app.world_mut().resource_mut::<Field>()
    }

    /// A volley's smoke on the first plot.
    fn smoke(&mut self) {
        let at = Spot::round(plots::corner(0) + plots::PLOT / 2.0);
        let pose = Pose { at, heading: Degrees::ZERO };
        let mut field = self.field();
        let side = field.units[0].side();
        field.smoke = vec![Smoke { of: RegimentId(0), side, pose, frontage: Inches::new(5) }];
    }

    fn picture(&mut self, centre: Option<Vec2>, zoom: Option<f32>) -> Result<RgbImage, Failure> {
        let mut view = self.app.world_mut().resource_mut::<View>();
        view.whole = centre.is_none();
        if let (Some(centre), Some(zoom)) = (centre, zoom) {
            (view.centre, view.zoom) = (centre, zoom);
        }
        offscreen::capture(&mut self.app).map_err(Failure::of)
    }

    /// A part of a picture round a point of the table, so many pixels in size.
    fn round(&self, picture: &RgbImage, at: Vec2, size: UVec2) -> [u32; 4] {
        let view = self.app.world().resource::<View>();
        let middle = view.window_at(at, &ViewInsets::default());
        let room = (UVec2::new(picture.width(), picture.height()) - size).as_vec2();
        let corner = (middle - size.as_vec2() / 2.0).round().clamp(Vec2::ZERO, room).as_uvec2();
        [corner.x, corner.y, size.x, size.y]
    }

    /// All plots from far: the whole table is one picture.
    fn plots(&mut self) -> Result<RgbImage, Failure> {
        let whole = self.picture(Some(plots::ground_size() / 2.0), Some(FAR))?;
        let size = (plots::PLOT * FAR).as_uvec2();
        let cut = |(n, plot): (usize, &plots::Plot)| {
            (plot.name.to_owned(), self.round(&whole, plots::corner(n) + plots::PLOT / 2.0, size))
        };
        let cuts: Vec<_> = plots::PLOTS.iter().enumerate().map(cut).collect();
        Ok(framed(&whole, &cuts, plots::COLUMNS))
    }

    /// The middle of every plot from near.
    fn close_up(&mut self) -> Result<RgbImage, Failure> {
        let places: Vec<_> = plots::PLOTS.iter().enumerate().collect();
        // A little up: what is high reaches up the picture.
        let middle = plots::PLOT / 2.0 + Vec2::Y * 0.25;
        let places = places.into_iter().map(|(n, plot)| (plot.name.to_owned(), plots::corner(n) + middle));
        self.near(&places.collect::<Vec<_>>(), NEAR, CLOSE, 5)
    }

    /// Places one after the other, each in a picture of its own, on one board.
    fn near(&mut self, places: &[(String, Vec2)], zoom: f32, size: UVec2, columns: usize) -> Result<RgbImage, Failure> {
        let mut all = RgbImage::new(size.x, size.y * places.len() as u32);
        let mut cuts = Vec::new();
        for (n, (name, at)) in places.iter().enumerate() {
            let whole = self.picture(Some(*at), Some(zoom))?;
            let [left, top, width, height] = self.round(&whole, *at, size);
            let part = image::imageops::crop_imm(&whole, left, top, width, height).to_image();
            let below = size.y * n as u32;
            image::imageops::replace(&mut all, &part, 0, i64::from(below));
            cuts.push((name.clone(), [0, below, size.x, size.y]));
        }
        Ok(framed(&all, &cuts, columns))
    }

    /// Regiments with one marker each, and one with all of them: the first of the Union's on the left.
    fn marked(&mut self) -> Vec<(String, Vec2)> {
        let mut field = self.field();
        field.clock.phase = Phase::Maneuver;
        let names = ["none", "disorder", "micro hit", "low ammo", "worn", "spent", "all"];
        let mut shown = Vec::new();
        for ((n, name), unit) in names.into_iter().enumerate().zip(&mut field.units) {
            unit.regiment.stands = 6;
            let at = Vec2::new(4.5 + 9.0 * (n % 4) as f32, 16.0 - 8.0 * (n / 4) as f32);
            let strength = unit.regiment.stands;
            let left = match name {
                "worn" => strength - strength / 3,
                "spent" | "all" => strength / 3,
                _ => strength,
            };
            unit.place = Place {
                pose: Pose { at: Spot::round(at), heading: Degrees::ZERO },
                formation: Formation::Line,
                files: Files::of(left),
                within: None,
            };
            unit.condition.gone = false;
            unit.condition.disordered = matches!(name, "disorder" | "all");
            unit.condition.micro = u8::from(matches!(name, "micro hit" | "all"));
            unit.condition.low_ammo = matches!(name, "low ammo" | "all");
            shown.push((name.to_owned(), at - Vec2::Y * 0.6));
        }
        shown
    }
}
