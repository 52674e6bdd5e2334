//! Breastworks and earthworks: who is behind them, and whether they are anchored (Companion 16 §4.2, B39).

use bevy::math::Vec2;

use super::piece::{AreaKind, Ground, ObstacleKind, PieceId};
use crate::geometry::polygon::{self, Bounds};
use crate::geometry::{Footprint, Inches, Shape};

/// A work that ends this near to something that nobody gets round is anchored there (B39); men this near behind it are in
/// its cover (C-66).
const NEAR: Inches = Inches::new(1);

/// The anchored works that a unit defends: more than half of its stands have them within 1.0" before their fronts. Who
/// comes at its flank there gains nothing by it.
pub fn anchored_works(ground: &Ground, bases: &[Footprint]) -> Option<PieceId> {
    let near = bases.iter().map(Footprint::bounds).reduce(Bounds::join)?.grown(NEAR.get() + polygon::NOISE);
    let before = |shape: &Shape, base: &Footprint| {
        let (from, to) = (base.centre(), base.pose.local(0.0, NEAR.get()));
        polygon::touches_line(from, to, &shape.points)
    };
    ground
        .index()
        .obstacles
        .iter()
        .filter(|part| {
            ground.obstacles[part.obstacle].kind == ObstacleKind::Earthworks && part.shape.bounds.meets(&near)
        })
        .find(|part| {
            bases.iter().filter(|base| before(&part.shape, base)).count() * 2 > bases.len()
                && is_anchored(ground, part.obstacle)
        })
        .map(|part| ground.obstacle_id(part.obstacle))
}

/// Whether both ends of a work are anchored: within 1.0" of a river, dense woods, a building that stands, another work
/// or the table's edge. A work that closes on itself has no ends.
pub fn is_anchored(ground: &Ground, obstacle: usize) -> bool {
    let line = &ground.obstacles[obstacle].line;
    let (Some(first), Some(last)) = (line.first(), line.last()) else { return false };
    first == last || [first, last].into_iter().all(|end| is_end_anchored(ground, obstacle, end.vec()))
}

fn is_end_anchored(ground: &Ground, obstacle: usize, end: Vec2) -> bool {
    let near = |distance: f32| Inches::round(distance) <= NEAR;
    let by = |shape: &Shape| {
        shape.holds(end) || polygon::edges(&shape.points).any(|(a, b)| near(polygon::distance_to(end, a, b)))
    };
    let table = ground.bounds();
    let edge = (end - table.lo).min_element().min((table.hi - end).min_element());
    let index = ground.index();
    near(edge)
        || ground
            .areas
            .iter()
            .zip(&index.areas)
            .any(|(area, shape)| matches!(area.kind, AreaKind::River | AreaKind::DenseWoods) && by(shape))
        || index.buildings.iter().enumerate().any(|(n, shape)| !ground.is_fallen(ground.building_id(n)) && by(shape))
        || index.obstacles.iter().any(|part| {
            part.obstacle != obstacle
                && ground.obstacles[part.obstacle].kind == ObstacleKind::Earthworks
                && polygon::stretches(&part.shape.points).any(|(a, b)| near(polygon::distance_to(end, a, b)))
        })
}
