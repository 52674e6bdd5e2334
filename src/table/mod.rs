//! The table as it is seen and heard: ground, miniatures, smoke, sounds, overlays, and pointing at them.
//!
//! Everything here reads [`crate::turn::Field`] and draws it; nothing here changes the battle. What the player means by
//! a gesture leaves through [`pointing::GiveOrder`].

pub mod air;
pub mod atlas;
pub mod banks;
pub mod brush;
pub mod buildings;
pub mod camera;
pub mod crossings;
pub mod easel;
pub mod fences;
pub mod flora;
pub mod gallery;
pub mod gauge;
pub mod ground;
pub mod labels;
pub mod lod;
pub mod markers;
pub mod miniatures;
pub mod motion;
pub mod near;
pub mod noise;
pub mod offscreen;
pub mod overlays;
pub mod paint;
pub mod plates;
pub mod pointing;
pub mod presence;
pub mod relief;
pub mod remains;
pub mod rings;
pub mod scenery;
pub mod shapes;
pub mod sky;
pub mod smoke;
pub mod sound;
pub mod strokes;
pub mod structures;
pub mod tokens;
pub mod turf;
pub mod twigs;
pub mod window;
pub mod works;

use bevy::prelude::*;

pub use camera::{TableCamera, View, ViewInsets};
pub use motion::Motion;
pub use overlays::{Overlays, Shape, Style};
pub use pointing::{GiveOrder, Hover, Proposal, Selection, Tool};

/// Order of the table's work within a frame.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Draw {
    /// The view is measured and moved.
    See,
    /// The player points.
    Point,
    /// What is on the table is brought up to date.
    Build,
    /// What has a new place goes toward it.
    Move,
    /// What follows from places is brought along: sprites, names, outlines.
    Dress,
    /// Words and marks, the new ones too, get their places and their size on the screen.
    Pin,
}

/// What lies over what, from the cloth up. Each has a range of depths; standing things share one, ordered from the far
/// edge of the table to the near one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Layer {
    /// The cloth.
    Ground,
    /// Contours and what is drawn on the cloth.
    Relief,
    /// Shapes that lie under the miniatures: arcs, rings, reach.
    Under,
    /// Shadows of bases.
    Shadows,
    /// Bases.
    Bases,
    /// Fences and walls.
    Fences,
    /// Figures, trees, crops.
    Standing,
    /// Gunsmoke.
    Smoke,
    /// Shapes drawn over the miniatures: outlines, arrows.
    Over,
    /// The veil over everything that a reaction does not concern. What it does concern is lifted above it.
    Veil,
    /// Names, marks and numbers.
    Labels,
}

impl Layer {
    /// Depth of its lowest part.
    pub fn z(self) -> f32 {
        match self {
            // Names stay above what is lifted over the veil.
            Self::Labels => 150.0,
            other => f32::from(other as u8) * 10.0,
        }
    }

    /// Depth of something standing at `y`: nearer things cover farther ones.
    pub fn standing(y: f32) -> f32 {
        Self::Standing.z() + 5.0 - (y - 24.0) * 0.05
    }
}

/// How much a lifted regiment is raised: from its own layers to above the veil.
pub const LIFT: f32 = Layer::Veil as u8 as f32 * 10.0 - Layer::Shadows as u8 as f32 * 10.0 + 1.0;

/// Everything that draws the table and lets the player point at it.
pub fn plugin(app: &mut App) {
    app.configure_sets(Update, (Draw::See, Draw::Point, Draw::Build, Draw::Move, Draw::Dress, Draw::Pin).chain());
    app.add_plugins((
        atlas::plugin,
        camera::plugin,
        presence::plugin,
        ground::plugin,
        relief::plugin,
        scenery::plugin,
        structures::plugin,
        air::plugin,
        lod::plugin,
    ));
    app.add_plugins((
        miniatures::plugin,
        motion::plugin,
        markers::plugin,
        plates::plugin,
        smoke::plugin,
        labels::plugin,
        overlays::plugin,
        strokes::plugin,
        pointing::plugin,
        sound::plugin,
    ));
}
