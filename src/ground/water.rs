//! Rivers: where they can be crossed, and what may stand where (Companion 16 §4.1, C-84).

use bevy::math::Vec2;

use super::piece::{AreaKind, BridgeKind, Ground, PieceId};
use crate::army::Formation;
use crate::book::movement::Ranks;
use crate::geometry::polygon::{self, Bounds};
use crate::geometry::{Footprint, Inches, Pose, Shape, Spot};

/// Inches of a line that may lie over water for the rounding of poses: half of the last stored digit, and a hair.
const SLACK: f32 = 0.0006;

/// The outlines of the bridges, or of the fords.
fn crossings(ground: &Ground, kind: BridgeKind) -> impl Iterator<Item = &Shape> {
    let all = ground.bridges.iter().zip(&ground.index().bridges);
    all.filter(move |(bridge, _)| bridge.kind == kind).map(|(_, shape)| shape)
}

/// The bridges on which men in such ranks keep their feet dry: columns on the march only; single riders and skirmishers
/// go over in file (C-84).
pub(super) fn bridges(ground: &Ground, ranks: Ranks) -> Vec<&Shape> {
    match ranks {
        Ranks::Column | Ranks::Open => crossings(ground, BridgeKind::Bridge).collect(),
        Ranks::Close => Vec::new(),
    }
}

/// The bridges and fords by which men in such ranks get over a river: fords take any front that fits.
pub(super) fn ways_over(ground: &Ground, ranks: Ranks) -> Vec<&Shape> {
    let mut ways = bridges(ground, ranks);
    ways.extend(crossings(ground, BridgeKind::Ford));
    ways
}

/// Whether part of a segment lies strictly inside an outline and outside all of these others.
pub(super) fn outside_of(shape: &Shape, dry: &[&Shape], a: Vec2, b: Vec2) -> bool {
    let spans = shape.spans(a, b);
    if dry.is_empty() || spans.is_empty() {
        return !spans.is_empty();
    }
    let dry = polygon::merged(dry.iter().flat_map(|bridge| bridge.spans(a, b)).collect());
    let wet: f32 = spans.iter().map(|(from, to)| to - from).sum();
    let shared = spans.iter().flat_map(|s| dry.iter().map(|d| (s.1.min(d.1) - s.0.max(d.0)).max(0.0))).sum::<f32>();
    (wet - shared) * a.distance(b) > SLACK
}

impl Ground {
    /// The river that bars a base from standing here in this formation: some of it would lie in the water, and not on a
    /// bridge or ford that it can use.
    pub fn bars(&self, base: &Footprint, formation: Formation) -> Option<PieceId> {
        let ranks = if formation.is_march_column() {
            Ranks::Column
        } else if formation.is_skirmish() {
            Ranks::Open
        } else {
            Ranks::Close
        };
        let near = base.bounds();
        let mut rivers = self.rivers().filter(|(_, shape)| shape.bounds.meets(&near)).peekable();
        rivers.peek()?;
        // A hair less than the base: one that just fits a bridge stands on it.
        let (half, depth) = (base.frontage.get() / 2.0 - SLACK, base.depth.get() - SLACK);
        let corner = |(right, ahead): (f32, f32)| base.pose.local(right, ahead);
        let corners = [(-half, -SLACK), (half, -SLACK), (half, -depth), (-half, -depth)];
        let outline = Shape::of(corners.into_iter().map(corner).collect());
        let ways = ways_over(self, ranks);
        rivers
            .find(|(_, river)| {
                let into = |inner: &Shape, outer: &Shape| {
                    inner
                        .edges()
                        .any(|(a, b)| outer.bounds.meets(&Bounds::of(&[a, b])) && outside_of(outer, &ways, a, b))
                };
                into(&outline, river) || into(river, &outline)
            })
            .map(|(id, _)| id)
    }

    /// How far a base may go straight this way, its facing kept, before water bars it; `None` if none does within `most`,
    /// or if it stands in the water as it sets out.
    pub fn bars_way(&self, base: &Footprint, direction: Vec2, most: Inches, formation: Formation) -> Option<Inches> {
        /// Narrower than this no river is drawn.
        const STEP: Inches = Inches(100);
        self.rivers().next()?;
        let is_barred = |at: Inches| {
            let pose = Pose::round(base.pose.at.vec() + direction * at.get(), base.pose.heading);
            self.bars(&Footprint { pose, ..*base }, formation).is_some()
        };
        let mut free = Inches::ZERO;
        if is_barred(free) {
            return None;
        }
        while free < most {
            let next = (free + STEP).min(most);
            if is_barred(next) {
                let mut barred = next;
                while barred - free > Inches(1) {
                    let middle = Inches((free.0 + barred.0) / 2);
                    if is_barred(middle) { barred = middle } else { free = middle }
                }
                return Some(free);
            }
            free = next;
        }
        None
    }

    /// The river that a straight ride would go through, bridges and fords apart.
    pub fn bars_ride(&self, from: Spot, to: Spot) -> Option<PieceId> {
        let ways = ways_over(self, Ranks::Open);
        let mut rivers = self.rivers();
        rivers.find(|(_, river)| outside_of(river, &ways, from.vec(), to.vec())).map(|(id, _)| id)
    }

    /// Rivers with their outlines.
    pub(super) fn rivers(&self) -> impl Iterator<Item = (PieceId, &Shape)> {
        let shapes = self.areas.iter().zip(&self.index().areas).enumerate();
        shapes.filter(|(_, (area, _))| area.kind == AreaKind::River).map(|(i, (_, shape))| (self.area_id(i), shape))
    }

    /// A piece as a sentence names it: "the Rappahannock", "the river".
    pub fn the(&self, id: PieceId) -> String {
        let Some(piece) = self.piece(id) else { return "the ground".to_owned() };
        match piece.name() {
            "" => format!("the {}", piece.kind()),
            name if name.to_lowercase().starts_with("the ") => name.to_owned(),
            name => format!("the {name}"),
        }
    }
}
