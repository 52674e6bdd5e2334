//! The ground as vectors with their boxes, worked out once for each table.

use std::sync::{Arc, OnceLock};

use bevy::math::Vec2;

use super::piece::Ground;
use crate::geometry::polygon::ribbon;
use crate::geometry::{Shape, Spot};

fn vectors(spots: &[Spot]) -> Vec<Vec2> {
    spots.iter().map(|spot| spot.vec()).collect()
}

fn shape(spots: &[Spot]) -> Shape {
    Shape::of(vectors(spots))
}

/// A part of an obstacle that stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    /// Which obstacle of the list it belongs to.
    pub obstacle: usize,
    /// Its course.
    pub shape: Shape,
}

/// Every piece in the order of its list, ready for geometry.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GroundIndex {
    /// Outlines of the areas.
    pub areas: Vec<Shape>,
    /// Courses of the obstacles, as much of each as still stands, in one part or several.
    pub obstacles: Vec<Part>,
    /// Outlines of the contours.
    pub hills: Vec<Shape>,
    /// Courses of the roads, boxes grown by half the width.
    pub roads: Vec<Shape>,
    /// Outlines of the bridges and fords.
    pub bridges: Vec<Shape>,
    /// Outlines of the buildings, those that have come down included.
    pub buildings: Vec<Shape>,
    /// Contours with no higher contour inside: their outlines are the crests (C-63).
    pub crests: Vec<usize>,
}

impl GroundIndex {
    /// Works it out.
    pub fn of(ground: &Ground) -> Self {
        let hills: Vec<Shape> = ground.hills.iter().map(|h| shape(&h.outline)).collect();
        let higher_inside = |low: usize| {
            (0..hills.len()).any(|high| {
                ground.hills[high].level > ground.hills[low].level
                    && hills[high].points.first().is_some_and(|p| hills[low].holds(*p))
            })
        };
        let crests = (0..hills.len()).filter(|i| ground.hills[*i].level > 0 && !higher_inside(*i)).collect();
        let road = |r: &super::Road| shape(&r.line).widened(r.width.get() / 2.0);
        let area = |area: &super::Area| {
            Shape::with_holes(vectors(&area.outline), area.holes.iter().map(|hole| vectors(hole)).collect())
        };
        Self {
            areas: ground.areas.iter().map(area).collect(),
            obstacles: (0..ground.obstacles.len())
                .flat_map(|n| ground.standing_parts(n).into_iter().map(move |part| (n, part)))
                .map(|(obstacle, part)| Part { obstacle, shape: shape(&part) })
                .collect(),
            roads: ground.roads.iter().map(road).collect(),
            bridges: ground.bridges.iter().map(|b| Shape::of(ribbon(&vectors(&b.line), b.width.get()))).collect(),
            buildings: ground.buildings.iter().map(|b| Shape::of(b.base.corners().to_vec())).collect(),
            hills,
            crests,
        }
    }
}

/// Keeps the [`GroundIndex`] beside the ground it belongs to. A copy of the ground works out its own, so change a copy
/// and not a ground that has been asked already.
#[derive(Default, Debug)]
pub struct Indexed(OnceLock<Arc<GroundIndex>>);

impl Indexed {
    pub(super) fn get(&self, ground: &Ground) -> &Arc<GroundIndex> {
        self.0.get_or_init(|| Arc::new(GroundIndex::of(ground)))
    }
}

impl Clone for Indexed {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Indexed {
    /// It follows from the ground, so it never makes a difference.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
