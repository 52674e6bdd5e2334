//! What bases come over when no march carries them: a retreat with its facing kept, a pivot, a change of formation, a
//! garrison that comes out. Marches and charges are swept by their front edge ([`super::sweep`]); here the whole base
//! counts, whichever way it goes.

use bevy::math::Vec2;

use super::piece::{AreaKind, Ground, ObstacleKind, PieceId};
use crate::geometry::polygon::{self, Bounds};
use crate::geometry::{Footprint, Shape};

/// A base that lies in something by less than this only touches it: the rounding of poses, and a hair.
const SLACK: f32 = 0.0006;

/// What bases have come over.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tread {
    /// Obstacles crossed, in the order of the map; none that a base lay astride before.
    pub crossed: Vec<(PieceId, ObstacleKind)>,
    /// Areas entered, in the order of the map; none that a base stood in before.
    pub entered: Vec<(PieceId, AreaKind)>,
}

impl Tread {
    /// Whether nothing was come over.
    pub fn is_nothing(&self) -> bool {
        self.crossed.is_empty() && self.entered.is_empty()
    }
}

/// The outline of a base, a hair inside it.
pub fn outline(base: &Footprint) -> Vec<Vec2> {
    let (half, depth) = (base.frontage.get() / 2.0 - SLACK, base.depth.get() - SLACK);
    let corners = [(-half, -SLACK), (half, -SLACK), (half, -depth), (-half, -depth)];
    corners.into_iter().map(|(right, ahead)| base.pose.local(right, ahead)).collect()
}

/// What a base sweeps that is moved straight by so much, its facing kept.
pub fn slid(base: &Footprint, by: Vec2) -> Vec<Vec2> {
    let from = outline(base);
    let to: Vec<Vec2> = from.iter().map(|corner| *corner + by).collect();
    polygon::hull(from.into_iter().chain(to).collect())
}

/// What bases come over that stood here and sweep these convex outlines.
pub fn tread(ground: &Ground, from: &[Footprint], swept: Vec<Vec<Vec2>>) -> Tread {
    let before: Vec<Shape> = from.iter().map(|base| Shape::of(outline(base))).collect();
    let swept: Vec<Shape> = swept.into_iter().map(Shape::of).collect();
    let around = swept.iter().map(|shape| shape.bounds).fold(Bounds::NOTHING, Bounds::join);
    let index = ground.index();
    let newly = |lies: &dyn Fn(&Shape) -> bool| swept.iter().any(lies) && !before.iter().any(lies);
    let mut all = Tread::default();
    for (n, (area, shape)) in ground.areas.iter().zip(&index.areas).enumerate() {
        if shape.bounds.meets(&around) && newly(&|base| overlap(base, shape)) {
            all.entered.push((ground.area_id(n), area.kind));
        }
    }
    for (n, obstacle) in ground.obstacles.iter().enumerate() {
        let parts = || index.obstacles.iter().filter(|part| part.obstacle == n && part.shape.bounds.meets(&around));
        if newly(&|base| parts().any(|part| lies_across(base, &part.shape))) {
            all.crossed.push((ground.obstacle_id(n), obstacle.kind));
        }
    }
    all
}

/// Whether two outlines have any area in common.
fn overlap(base: &Shape, area: &Shape) -> bool {
    if !base.bounds.meets(&area.bounds) {
        return false;
    }
    let into = |inner: &Shape, outer: &Shape| inner.edges().any(|(a, b)| !outer.spans(a, b).is_empty());
    let middle = base.points.iter().sum::<Vec2>() / base.points.len() as f32;
    into(base, area) || into(area, base) || area.holds_strictly(middle)
}

/// Whether part of a course lies inside a base.
fn lies_across(base: &Shape, course: &Shape) -> bool {
    polygon::stretches(&course.points).any(|(a, b)| !base.spans(a, b).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Degrees, Inches, Pose, Spot};
    use crate::ground::{Area, Obstacle};

    fn spots(points: &[(i32, i32)]) -> Vec<Spot> {
        points.iter().map(|(x, y)| Spot { x: Inches(*x), y: Inches(*y) }).collect()
    }

    /// A dense wood from 10.0" to 14.0" up the table, and a wall at 8.0".
    fn ground() -> Ground {
        let outline = spots(&[(0, 10_000), (40_000, 10_000), (40_000, 14_000), (0, 14_000)]);
        let wood = Area { kind: AreaKind::DenseWoods, outline, ..Area::default() };
        let line = spots(&[(0, 8_000), (40_000, 8_000)]);
        let wall = Obstacle { kind: ObstacleKind::StoneWall, name: String::new(), line };
        Ground { areas: vec![wood], obstacles: vec![wall], ..Ground::bare(Inches::new(72), Inches::new(48)) }
    }

    /// A line whose rear edge is so far up the table.
    fn line(rear: i32, heading: i32) -> Footprint {
        let heading = Degrees::new(heading);
        let at = Spot { x: Inches(20_000), y: Inches(rear + 750) };
        Footprint { pose: Pose { at, heading }, frontage: Inches::new(5), depth: Inches(750) }
    }

    fn back(rear: i32, inches: f32) -> (usize, usize) {
        let base = line(rear, 0);
        let met = tread(&ground(), &[base], vec![slid(&base, Vec2::new(0.0, -inches))]);
        (met.crossed.len(), met.entered.len())
    }

    #[test]
    fn to_the_edge_is_not_into_it() {
        assert_eq!(back(20_000, 6.0), (0, 0));
        assert_eq!(back(20_000, 6.001), (0, 1));
        assert_eq!(back(14_000, 0.001), (0, 1), "flush with it");
        assert_eq!(back(13_999, 1.0), (0, 0), "in it already");
    }

    #[test]
    fn over_a_wall_and_up_to_it() {
        assert_eq!(back(8_500, 0.5), (0, 0));
        assert_eq!(back(8_500, 0.501), (1, 0));
        assert_eq!(back(8_000, 0.001), (1, 0), "it begins flush with it");
        assert_eq!(back(7_999, 2.0), (0, 0), "it lies astride");
    }

    #[test]
    fn sideways_and_aslant_the_whole_base_counts() {
        let base = line(15_000, 0);
        let met = |by: Vec2| tread(&ground(), &[base], vec![slid(&base, by)]).entered.len();
        assert_eq!(met(Vec2::new(6.0, 0.0)), 0);
        assert_eq!(met(Vec2::new(6.0, -1.0)), 0);
        assert_eq!(met(Vec2::new(6.0, -1.01)), 1);
    }
}
