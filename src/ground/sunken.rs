//! Sunken roads: who is in one, and how he gets out (Companion 16 §4.1, C-83).
//!
//! A unit is in it when the middle of its front edge is, as with any road (Q05). Getting in is free. Getting out takes
//! the whole phase.

use bevy::math::Vec2;

use super::piece::{AreaKind, Ground, PieceId};
use crate::geometry::Shape;
use crate::geometry::polygon::{self, Bounds};

/// What a path of the front edge's middle does with sunken roads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Passage {
    /// It meets none, comes into one, or stays in one.
    Free,
    /// It begins in this one and climbs out.
    Leaves(PieceId),
    /// It comes into this one and would climb out again.
    Through(PieceId),
}

impl Ground {
    /// The sunken road that holds a point, edges included.
    pub fn sunken_road_at(&self, point: Vec2) -> Option<PieceId> {
        self.areas_at(point).find(|(_, area)| area.kind == AreaKind::SunkenRoad).map(|(id, _)| id)
    }

    fn sunken_roads(&self, near: &Bounds) -> Vec<(PieceId, &Shape)> {
        let shapes = self.areas.iter().zip(&self.index().areas).enumerate();
        shapes
            .filter(|(_, (area, shape))| area.kind == AreaKind::SunkenRoad && shape.bounds.meets(near))
            .map(|(i, (_, shape))| (self.area_id(i), shape))
            .collect()
    }
}

/// The stretches of a trail, in inches, during which it is in a sunken road, each with the road's number.
pub(super) fn stretches(ground: &Ground, trail: &[Vec2]) -> Vec<(f32, f32, PieceId)> {
    let roads = ground.sunken_roads(&Bounds::of(trail));
    if roads.is_empty() {
        return Vec::new();
    }
    let holder = |point: Vec2| roads.iter().find(|(_, shape)| shape.holds(point)).map(|(id, _)| *id);
    let mut all: Vec<(f32, f32, PieceId)> = Vec::new();
    let mut done = 0.0;
    for (a, b) in polygon::stretches(trail) {
        let length = a.distance(b);
        let spans = roads.iter().flat_map(|(_, shape)| shape.spans(a, b)).flat_map(|(from, to)| [from, to]);
        let mut cuts: Vec<f32> = spans.chain([0.0, 1.0]).collect();
        cuts.sort_by(f32::total_cmp);
        for pair in cuts.windows(2) {
            let (from, to) = (done + pair[0] * length, done + pair[1] * length);
            if to - from <= polygon::NOISE {
                continue;
            }
            let Some(id) = holder(a.lerp(b, f32::midpoint(pair[0], pair[1]))) else { continue };
            match all.last_mut() {
                Some(last) if from - last.1 <= 2.0 * polygon::NOISE => last.1 = to,
                _ => all.push((from, to, id)),
            }
        }
        done += length;
    }
    // On the edge is in it: who begins there has to climb out as well.
    if let Some(id) = trail.first().and_then(|start| holder(*start))
        && all.first().is_none_or(|first| first.0 > 2.0 * polygon::NOISE)
    {
        all.insert(0, (0.0, 0.0, id));
    }
    all
}

/// What a trail does with sunken roads.
pub(super) fn passage(ground: &Ground, trail: &[Vec2]) -> Passage {
    let length: f32 = polygon::stretches(trail).map(|(a, b)| a.distance(b)).sum();
    let mut passage = Passage::Free;
    for (from, to, id) in stretches(ground, trail) {
        if to >= length - polygon::NOISE {
            break;
        }
        if from > 2.0 * polygon::NOISE {
            return Passage::Through(id);
        }
        passage = Passage::Leaves(id);
    }
    passage
}
