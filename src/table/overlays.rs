//! Shapes drawn over the table on request: plain data, so that panels, previews and tests ask for them in the same way.
//!
//! Each asker keeps a list under its own name, and replaces it as a whole:
//! ```
//! use dress::table::{Overlays, Shape, Style};
//! use bevy::math::Vec2;
//! let mut overlays = Overlays::default();
//! let sight = Shape::Line { points: vec![Vec2::ZERO, Vec2::X], style: Style::Sight, label: Some("1.0 in".into()) };
//! overlays.set("sight", vec![sight]);
//! assert_eq!(overlays.shapes().count(), 1);
//! overlays.clear("sight");
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bevy::prelude::*;

use crate::army::{GeneralId, Place, RegimentId};
use crate::book::fire;
use crate::geometry::{Footprint, Inches};
use crate::turn::field::{GeneralNow, Unit};
use crate::turn::planner::Region;

/// One thing to draw. Coordinates and lengths in inches of table; widths of lines are the program's concern.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// Around the bases of a regiment, where they are seen now.
    Outline {
        /// Which.
        unit: RegimentId,
        /// How.
        style: Style,
    },
    /// Around a general's base.
    OutlineGeneral {
        /// Whose.
        general: GeneralId,
        /// How.
        style: Style,
    },
    /// A filled area with a rim; some styles are hatched.
    Area {
        /// Corners in order.
        outline: Vec<Vec2>,
        /// How.
        style: Style,
    },
    /// A part of the table that may have holes, with rims round it and round them; some styles are hatched.
    Region {
        /// What it is made of, and its rims.
        region: Region,
        /// How.
        style: Style,
    },
    /// A line, with words at its middle.
    Line {
        /// Its course.
        points: Vec<Vec2>,
        /// How.
        style: Style,
        /// Words at its middle.
        label: Option<String>,
    },
    /// A broad arrow along a course.
    Arrow {
        /// Its course.
        points: Vec<Vec2>,
        /// How.
        style: Style,
        /// Words at its point.
        label: Option<String>,
    },
    /// A circle, with words at its top.
    Ring {
        /// Its middle.
        centre: Vec2,
        /// Its radius.
        radius: f32,
        /// How.
        style: Style,
        /// Words at its top.
        label: Option<String>,
    },
    /// What a front edge can fire at: between rays 45 degrees outward from its corners, shaded in bands.
    Arc {
        /// The unit that would fire.
        from: Footprint,
        /// Limit of each band, the nearest first, and its words.
        bands: Vec<(Inches, String)>,
    },
    /// Words on their own.
    Label {
        /// Where.
        at: Vec2,
        /// What.
        text: String,
        /// How.
        style: Style,
    },
    /// Words that are left out where there is no room for them close to what they speak of: one of many that say the same
    /// kind of thing.
    Aside {
        /// Where.
        at: Vec2,
        /// What.
        text: String,
        /// How.
        style: Style,
    },
    /// A regiment where it would stand: translucent miniatures and an outline.
    Ghost {
        /// Which.
        unit: RegimentId,
        /// Where and how formed.
        place: Place,
        /// "4.2 in, 1.8 in left".
        text: String,
        /// [`Style::Legal`], or [`Style::Illegal`] with the reason as text.
        style: Style,
    },
    /// A general where he would ride.
    GhostGeneral {
        /// Who.
        general: GeneralId,
        /// Where.
        at: Vec2,
        /// "8.5 in of 12.0".
        text: String,
        /// As for a regiment.
        style: Style,
    },
    /// The ground that is seen from somewhere, lit, and the ground that is not, darkened and hatched.
    Ground(Outlook),
    /// What stands in the way of a line of sight, where it does: a bar across the line, with words.
    Block {
        /// Where the line meets it.
        at: Vec2,
        /// The direction of the line.
        along: Vec2,
        /// "dead ground: 2.3 in behind the crest of Herr Ridge".
        text: String,
    },
    /// A veil over everything but these regiments.
    Dim {
        /// Whom it spares.
        except: Vec<RegimentId>,
    },
}

/// Seen and dead ground, shared; two are the same only when they are one.
#[derive(Clone, Debug)]
pub struct Outlook(pub Arc<crate::geometry::view::View>);

impl PartialEq for Outlook {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// What a shape means; decides its colour, its pattern and the breadth of its lines.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Style {
    /// The selected unit: bright double line with corner brackets.
    Selected,
    /// The unit under the pointer: thin line.
    Hover,
    /// May be chosen: dashed, with chevrons.
    Legal,
    /// May not be chosen: hatched.
    Illegal,
    /// The path of a move.
    Path,
    /// The path of a charge.
    Charge,
    /// The 4.0" line before a charge's target.
    ReactionLine,
    /// Command radii.
    Command,
    /// A clear line of sight.
    Sight,
    /// A blocked line of sight: dashed with a cross at its end.
    Blocked,
    /// The measuring tape.
    Measure,
    /// Where a unit can go.
    Reach,
    /// Where it goes more slowly.
    ReachSlow,
    /// Hidden ground.
    Hidden,
    /// A place that counts at the end.
    Goal,
    /// Where a side may deploy.
    Zone,
    /// Nothing special: light words or lines.
    Plain,
}

/// All shapes, by asker.
#[derive(Resource, Default, Debug)]
pub struct Overlays {
    by: BTreeMap<&'static str, Vec<Shape>>,
}

impl Overlays {
    /// Replaces what an asker wants drawn. Does nothing to the picture if it is the same as before; call it through
    /// [`set`] to keep Bevy's change detection quiet too.
    pub fn set(&mut self, asker: &'static str, shapes: Vec<Shape>) {
        if shapes.is_empty() {
            self.by.remove(asker);
        } else {
            self.by.insert(asker, shapes);
        }
    }

    /// Takes away what an asker wanted.
    pub fn clear(&mut self, asker: &'static str) {
        self.by.remove(asker);
    }

    /// What an asker has asked for.
    pub fn of(&self, asker: &'static str) -> &[Shape] {
        self.by.get(asker).map_or(&[], Vec::as_slice)
    }

    /// Everything to draw.
    pub fn shapes(&self) -> impl Iterator<Item = &Shape> {
        self.by.values().flatten()
    }

    /// Regiments raised above the veil; empty when there is none.
    pub fn lifted(&self) -> BTreeSet<RegimentId> {
        self.shapes()
            .filter_map(|shape| match shape {
                Shape::Dim { except } => Some(except),
                _ => None,
            })
            .flatten()
            .copied()
            .collect()
    }

    /// Whether there is a veil.
    pub fn dimmed(&self) -> bool {
        self.shapes().any(|shape| matches!(shape, Shape::Dim { .. }))
    }

    /// Regiments to show where they would stand.
    pub fn ghosts(&self) -> impl Iterator<Item = (RegimentId, Place)> + '_ {
        self.shapes().filter_map(|shape| match shape {
            Shape::Ghost { unit, place, .. } => Some((*unit, *place)),
            _ => None,
        })
    }

    /// Generals to show where they would ride.
    pub fn general_ghosts(&self) -> impl Iterator<Item = (GeneralId, Vec2)> + '_ {
        self.shapes().filter_map(|shape| match shape {
            Shape::GhostGeneral { general, at, .. } => Some((*general, *at)),
            _ => None,
        })
    }
}

/// [`Overlays::set`] that leaves the resource untouched when nothing is different.
pub fn set(overlays: &mut ResMut<Overlays>, asker: &'static str, shapes: Vec<Shape>) {
    if overlays.of(asker) != shapes {
        overlays.set(asker, shapes);
    }
}

/// The firing arc of a regiment with the bands of its weapon.
pub fn arc(unit: &Unit) -> Shape {
    let footprint = unit.footprint();
    arc_from(footprint, unit)
}

/// The firing arc that a regiment would have from another place.
pub fn arc_from(from: Footprint, unit: &Unit) -> Shape {
    let bands = fire::rows(fire::Arms::of(&unit.regiment))
        .into_iter()
        .map(|row| (row.to, format!("{} {}: {}+", row.band, row.to, row.number)))
        .collect();
    Shape::Arc { from, bands }
}

/// Command radii around a general, from the edge of his base.
pub fn command(general: &GeneralNow) -> Vec<Shape> {
    let edge = general.general.diameter().get() / 2.0;
    [(6.0, "bugle 6.0 in"), (12.0, "courier 12.0 in"), (24.0, "distant courier 24.0 in")]
        .into_iter()
        .map(|(radius, words)| Shape::Ring {
            centre: general.state.at.vec(),
            radius: radius + edge,
            style: Style::Command,
            label: Some(words.into()),
        })
        .collect()
}

/// The 4.0" line across the way of a charge from `from` that strikes at `to`, as wide as the charger.
pub fn reaction_line(from: Vec2, to: Vec2, frontage: f32) -> Vec<Shape> {
    let Some(along) = (to - from).try_normalize() else { return Vec::new() };
    let middle = to - along * 4.0;
    let side = along.perp() * (frontage / 2.0 + 0.5);
    vec![Shape::Line {
        points: vec![middle + side, middle - side],
        style: Style::ReactionLine,
        label: Some("4.0 in line".into()),
    }]
}

/// The resource; drawing is in [`super::strokes`].
pub fn plugin(app: &mut App) {
    app.init_resource::<Overlays>();
}
