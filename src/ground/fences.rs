//! Fences that come down: gaps in obstacles, and what is left standing (Companion 16 §4.2).

use bevy::math::Vec2;

use super::piece::{Gap, Ground, ObstacleKind, PieceId};
use crate::geometry::polygon::{self, NOISE};
use crate::geometry::{Footprint, Inches, Spot};

/// Men reach a fence within this distance, and clear so much of it on either side of their front (C-82).
pub const REACH: Inches = Inches::new(1);

impl Ground {
    /// What stands of the obstacle of this number in the list: its whole course, or the parts between the gaps.
    pub fn standing_parts(&self, obstacle: usize) -> Vec<Vec<Spot>> {
        let Some(whole) = self.obstacles.get(obstacle) else { return Vec::new() };
        let id = self.obstacle_id(obstacle);
        let gaps = self.changes.gaps.iter().filter(|gap| gap.piece == id);
        let gaps = polygon::merged(gaps.map(|gap| (gap.from.get(), gap.to.get())).collect());
        if gaps.is_empty() {
            return vec![whole.line.clone()];
        }
        let course: Vec<Vec2> = whole.line.iter().map(|spot| spot.vec()).collect();
        let length: f32 = polygon::stretches(&course).map(|(a, b)| a.distance(b)).sum();
        let mut standing = Vec::new();
        let mut from = 0.0;
        for (begin, end) in gaps.into_iter().chain([(length, length)]) {
            if begin - from > NOISE {
                standing.push(part(&course, from, begin).into_iter().map(Spot::round).collect());
            }
            from = end;
        }
        standing
    }

    /// Takes a stretch of an obstacle down.
    pub fn take_down(&mut self, gap: Gap) {
        self.changes.gaps.push(gap);
        // What was worked out from the ground as it stood is out of date.
        self.index = super::Indexed::default();
    }

    /// The split-rail fence that men on this base can take down, the nearest one within 1.0".
    pub fn fence_at(&self, base: &Footprint) -> Option<PieceId> {
        let near = base.bounds().grown(REACH.get() + NOISE);
        self.index()
            .obstacles
            .iter()
            .filter(|part| {
                self.obstacles[part.obstacle].kind == ObstacleKind::RailFence && part.shape.bounds.meets(&near)
            })
            .flat_map(|part| {
                polygon::stretches(&part.shape.points).map(|(a, b)| (base.gap_to_segment(a, b), part.obstacle))
            })
            .filter(|(gap, _)| *gap <= REACH)
            .min()
            .map(|(_, obstacle)| self.obstacle_id(obstacle))
    }

    /// The stretches of an obstacle that these men clear: what stands within 1.0" of their base's outline, measured
    /// forward and to the sides.
    pub fn cleared(&self, id: PieceId, base: &Footprint) -> Vec<Gap> {
        let Some(obstacle) = self.obstacles.get(usize::from(id.0).wrapping_sub(self.areas.len())) else {
            return Vec::new();
        };
        let pose = base.pose;
        let frame = |spot: &Spot| {
            let from = spot.vec() - pose.at.vec();
            Vec2::new(from.dot(pose.heading.right()), from.dot(pose.heading.forward()))
        };
        let reach = REACH.get();
        let half = base.frontage.get() / 2.0 + reach;
        let (lo, hi) = (Vec2::new(-half, -base.depth.get() - reach), Vec2::new(half, reach));
        let mut along = 0.0;
        let mut cleared = Vec::new();
        for pair in obstacle.line.windows(2) {
            let (a, b) = (frame(&pair[0]), frame(&pair[1]));
            let length = pair[0].vec().distance(pair[1].vec());
            if let Some((from, to)) = clipped(a, b, lo, hi) {
                cleared.push((along + from * length, along + to * length));
            }
            along += length;
        }
        polygon::merged(cleared)
            .into_iter()
            .map(|(from, to)| Gap { piece: id, from: Inches::round(from), to: Inches::round(to) })
            .filter(|gap| gap.to > gap.from)
            .collect()
    }
}

/// The part of a segment, of 0 to 1, inside an upright box.
fn clipped(a: Vec2, b: Vec2, lo: Vec2, hi: Vec2) -> Option<(f32, f32)> {
    let along = b - a;
    let (mut from, mut to) = (0.0_f32, 1.0_f32);
    for (start, step, lo, hi) in [(a.x, along.x, lo.x, hi.x), (a.y, along.y, lo.y, hi.y)] {
        if step.abs() <= f32::EPSILON {
            if start < lo || start > hi {
                return None;
            }
            continue;
        }
        let (one, two) = ((lo - start) / step, (hi - start) / step);
        (from, to) = (from.max(one.min(two)), to.min(one.max(two)));
    }
    (from < to).then_some((from, to))
}

/// The part of a course between two distances along it.
fn part(course: &[Vec2], from: f32, to: f32) -> Vec<Vec2> {
    let mut points: Vec<Vec2> = Vec::new();
    let mut done = 0.0;
    for (a, b) in polygon::stretches(course) {
        let length = a.distance(b);
        let (begin, end) = ((from - done).max(0.0), (to - done).min(length));
        if length > 0.0 && end > begin {
            if points.is_empty() {
                points.push(a.lerp(b, begin / length));
            }
            points.push(if end < length { a.lerp(b, end / length) } else { b });
        }
        done += length;
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Degrees, Pose};
    use crate::ground::Obstacle;

    fn fenced(line: &[(i32, i32)]) -> Ground {
        let line = line.iter().map(|(x, y)| Spot { x: Inches(*x), y: Inches(*y) }).collect();
        let fence = Obstacle { kind: ObstacleKind::RailFence, name: "".into(), line };
        Ground { obstacles: vec![fence], ..Ground::bare(Inches::new(72), Inches::new(48)) }
    }

    fn base(x: i32, y: i32) -> Footprint {
        Footprint {
            pose: Pose { at: Spot { x: Inches(x), y: Inches(y) }, heading: Degrees::ZERO },
            frontage: Inches::new(5),
            depth: Inches(750),
        }
    }

    #[test]
    fn a_fence_is_reached_within_an_inch() {
        let ground = fenced(&[(20_000, 21_000), (50_000, 21_000)]);
        assert_eq!(ground.fence_at(&base(36_000, 20_000)), Some(PieceId(0)));
        assert_eq!(ground.fence_at(&base(36_000, 19_999)), None);
        assert_eq!(ground.fence_at(&base(36_000, 22_750)), Some(PieceId(0)), "behind it");
    }

    #[test]
    fn it_comes_down_on_the_frontage_and_an_inch_to_either_side() {
        let mut ground = fenced(&[(20_000, 20_500), (50_000, 20_500)]);
        let gaps = ground.cleared(PieceId(0), &base(36_000, 20_000));
        assert_eq!(gaps, [Gap { piece: PieceId(0), from: Inches(12_500), to: Inches(19_500) }]);
        for gap in gaps {
            ground.take_down(gap);
        }
        let spots = |parts: Vec<Vec<Spot>>| {
            parts.iter().map(|part| part.iter().map(|s| (s.x.0, s.y.0)).collect::<Vec<_>>()).collect::<Vec<_>>()
        };
        assert_eq!(
            spots(ground.standing_parts(0)),
            [vec![(20_000, 20_500), (32_500, 20_500)], vec![(39_500, 20_500), (50_000, 20_500)]]
        );
        // A second stretch beside it leaves one gap; one that reaches the end leaves one part.
        ground.take_down(Gap { piece: PieceId(0), from: Inches(19_000), to: Inches(30_000) });
        assert_eq!(spots(ground.standing_parts(0)), [vec![(20_000, 20_500), (32_500, 20_500)]]);
        assert_eq!(ground.index().obstacles.len(), 1);
    }

    #[test]
    fn the_far_side_of_a_field_stays_fenced() {
        // Up before its left end, along its front, and back: only what is within an inch comes down.
        let ground = fenced(&[(33_000, 15_000), (33_000, 20_500), (45_000, 20_500), (45_000, 15_000)]);
        let gaps = ground.cleared(PieceId(0), &base(36_000, 20_000));
        assert_eq!(gaps, [Gap { piece: PieceId(0), from: Inches(3_250), to: Inches(12_000) }]);
    }
}
