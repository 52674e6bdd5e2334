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
    let by = |shape: &Shape| shape.holds(end) || shape.edges().any(|(a, b)| near(polygon::distance_to(end, a, b)));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Spot;
    use crate::ground::{Area, Obstacle};

    fn spots(points: &[(i32, i32)]) -> Vec<Spot> {
        points.iter().map(|(x, y)| Spot { x: Inches(*x), y: Inches(*y) }).collect()
    }

    fn work(points: &[(i32, i32)]) -> Obstacle {
        Obstacle { kind: ObstacleKind::Earthworks, name: "".into(), line: spots(points) }
    }

    fn ground(kind: AreaKind, gap: i32, works: Vec<Obstacle>) -> Ground {
        // The work runs from the table's edge to x = 30; the area begins so far beyond.
        let left = 30_000 + gap;
        let outline = spots(&[(left, 18_000), (40_000, 18_000), (40_000, 22_000), (left, 22_000)]);
        Ground {
            areas: vec![Area { kind, outline, ..Area::default() }],
            obstacles: [work(&[(1_000, 20_000), (30_000, 20_000)])].into_iter().chain(works).collect(),
            ..Ground::bare(Inches::new(72), Inches::new(48))
        }
    }

    #[test]
    fn each_end_needs_something_within_an_inch() {
        for (kind, anchors) in [
            (AreaKind::River, true),
            (AreaKind::DenseWoods, true),
            (AreaKind::LightWoods, false),
            (AreaKind::Stream, false),
        ] {
            assert_eq!(is_anchored(&ground(kind, 1_000, vec![]), 0), anchors, "{kind}");
            assert!(!is_anchored(&ground(kind, 1_001, vec![]), 0), "{kind}");
            assert_eq!(is_anchored(&ground(kind, -500, vec![]), 0), anchors, "{kind}, in it");
        }
        let mut short = ground(AreaKind::River, 500, vec![]);
        short.obstacles[0].line[0].x = Inches(1_001);
        assert!(!is_anchored(&short, 0), "a thousandth more than an inch from the edge");
    }

    #[test]
    fn another_work_and_a_closed_one_are_anchors_a_wall_is_none() {
        let beside = |kind| {
            let other = Obstacle { kind, ..work(&[(31_000, 10_000), (31_000, 30_000)]) };
            is_anchored(&ground(AreaKind::Crops, 500, vec![other]), 0)
        };
        assert!(beside(ObstacleKind::Earthworks));
        assert!(!beside(ObstacleKind::StoneWall));
        let redoubt = work(&[(50_000, 30_000), (54_000, 30_000), (52_000, 34_000), (50_000, 30_000)]);
        assert!(is_anchored(&ground(AreaKind::Crops, 500, vec![redoubt]), 1));
    }
}
