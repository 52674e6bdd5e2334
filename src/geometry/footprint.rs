//! Rectangles on the table: stands and whole formations.
//!
//! Everything is computed in the frame of one of the two rectangles, so that `f32` keeps the thousandths that decide.

use bevy::math::Vec2;
use parry2d::query;
use parry2d::shape::{ConvexPolygon, Cuboid, Segment};
use serde::{Deserialize, Serialize};

use super::measure::{Degrees, Inches, Pose};
use super::polygon;

/// Bases that stand at odd angles overlap when they reach more than this far into each other, and touch when they are no
/// farther apart: that is the rounding of their poses.
pub(super) const ROUNDED: f32 = 0.003;
/// Edges in contact are parallel to within this.
const PARALLEL: Degrees = Degrees(10);

/// A rectangle that faces along its pose: `frontage` wide, `depth` deep, its front edge centred on the pose.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Footprint {
    /// Midpoint of the front edge, and facing.
    pub pose: Pose,
    /// Side to side.
    pub frontage: Inches,
    /// Front to rear.
    pub depth: Inches,
}

impl Footprint {
    /// Front left, front right, rear right, rear left.
    pub fn corners(&self) -> [Vec2; 4] {
        let (half, depth) = (self.frontage.get() / 2.0, self.depth.get());
        [
            self.pose.local(-half, 0.0),
            self.pose.local(half, 0.0),
            self.pose.local(half, -depth),
            self.pose.local(-half, -depth),
        ]
    }

    /// Its middle.
    pub fn centre(&self) -> Vec2 {
        self.pose.local(0.0, -self.depth.get() / 2.0)
    }

    /// Front left and front right corner.
    pub fn front(&self) -> [Vec2; 2] {
        let [left, right, ..] = self.corners();
        [left, right]
    }

    /// As a parry shape, in table coordinates. `None` if it has no area.
    pub fn polygon(&self) -> Option<ConvexPolygon> {
        let mut corners = self.corners().to_vec();
        corners.reverse();
        ConvexPolygon::from_convex_polyline(corners)
    }

    /// What a line of sight may be drawn to: corners, edge midpoints and centre (C-29).
    pub fn marks(&self) -> [Vec2; 9] {
        let [fl, fr, rr, rl] = self.corners();
        let mid = |a: Vec2, b: Vec2| (a + b) / 2.0;
        [self.pose.at.vec(), self.centre(), fl, fr, mid(fr, rr), mid(fl, rl), mid(rr, rl), rr, rl]
    }

    /// What a line of sight may be drawn from: the front-edge midpoint and both front corners.
    pub fn eyes(&self) -> [Vec2; 3] {
        let [left, right] = self.front();
        [self.pose.at.vec(), left, right]
    }

    /// The smallest upright box around it.
    pub fn bounds(&self) -> polygon::Bounds {
        polygon::Bounds::of(&self.corners())
    }

    /// A point of the table as it lies from this front-edge midpoint: `x` inches to the right, `y` ahead.
    pub fn frame(&self, point: Vec2) -> Vec2 {
        let from = point - self.pose.at.vec();
        Vec2::new(from.dot(self.pose.heading.right()), from.dot(self.pose.heading.forward()))
    }

    /// The four corners of another rectangle in this one's frame. Offsets and turns are taken between stored numbers.
    pub fn framed(&self, other: &Self) -> [Vec2; 4] {
        let (half, depth) = (other.frontage.get() / 2.0, other.depth.get());
        let away = Vec2::new((other.pose.at.x - self.pose.at.x).get(), (other.pose.at.y - self.pose.at.y).get());
        let at = Vec2::new(away.dot(self.pose.heading.right()), away.dot(self.pose.heading.forward()));
        let Vec2 { x: sin, y: cos } = (other.pose.heading - self.pose.heading).heading().forward();
        let place = |right: f32, ahead: f32| at + Vec2::new(right * cos + ahead * sin, ahead * cos - right * sin);
        [place(-half, 0.0), place(half, 0.0), place(half, -depth), place(-half, -depth)]
    }

    /// Distance of a point in this frame from the rectangle; zero inside.
    pub(super) fn far_in_frame(&self, p: Vec2) -> f32 {
        self.square_in_frame(p).sqrt()
    }

    /// The square of that distance.
    fn square_in_frame(&self, p: Vec2) -> f32 {
        let half = self.frontage.get() / 2.0;
        let nearest = Vec2::new(p.x.clamp(-half, half), p.y.clamp(-self.depth.get(), 0.0));
        p.distance_squared(nearest)
    }

    /// How far these corners, given in this frame, reach into the rectangle along its own two axes; negative is apart.
    pub(super) fn reach_in(&self, corners: &[Vec2; 4]) -> f32 {
        let half = self.frontage.get() / 2.0;
        let (lo, hi) = corners.iter().fold((corners[0], corners[0]), |(lo, hi), c| (lo.min(*c), hi.max(*c)));
        let across = (hi.x + half).min(half - lo.x);
        let along = (hi.y + self.depth.get()).min(-lo.y);
        across.min(along)
    }

    /// How deep two rectangles lie in each other; negative when an axis separates them.
    fn depth_in(&self, other: &Self) -> f32 {
        self.reach_in(&self.framed(other)).min(other.reach_in(&other.framed(self)))
    }

    /// Shortest distance from base edge to base edge; zero when they touch or overlap.
    pub fn gap(&self, other: &Self) -> Inches {
        let (theirs, ours) = (self.framed(other), other.framed(self));
        if self.reach_in(&theirs).min(other.reach_in(&ours)) >= 0.0 {
            return Inches::ZERO;
        }
        // Of two convex shapes apart, one end of the shortest distance is always a corner.
        let to_us = theirs.iter().map(|c| self.square_in_frame(*c)).fold(f32::INFINITY, f32::min);
        let to_them = ours.iter().map(|c| other.square_in_frame(*c)).fold(f32::INFINITY, f32::min);
        Inches::round(to_us.min(to_them).sqrt())
    }

    /// A distance that [`Footprint::gap`] is not less than, found at a glance.
    pub fn gap_at_least(&self, other: &Self) -> Inches {
        // No corner is farther from the middle of the front than its half and the whole depth.
        let around = |base: &Self| base.frontage.half() + base.depth;
        let between = self.pose.at.vec().distance(other.pose.at.vec());
        Inches((between * 1000.0) as i32 - 2) - around(self) - around(other)
    }

    /// Shortest distance from the base to a point; zero inside and on the edge.
    pub fn gap_to(&self, point: Vec2) -> Inches {
        Inches::round(self.far_in_frame(self.frame(point)))
    }

    /// Shortest distance from the base to a segment; zero when they touch.
    pub fn gap_to_segment(&self, a: Vec2, b: Vec2) -> Inches {
        let (a, b) = (self.frame(a), self.frame(b));
        let middle = Vec2::new(0.0, -self.depth.get() / 2.0);
        let base = Cuboid::new(Vec2::new(self.frontage.get() / 2.0, self.depth.get() / 2.0));
        let stay = parry2d::math::Pose::IDENTITY;
        let segment = Segment::new(a - middle, b - middle);
        let gap = query::distance(&stay, &base, &stay, &segment).unwrap_or_else(|_| {
            // Parry knows boxes and segments; were that to change, the nearer end is the safe answer.
            self.far_in_frame(a).min(self.far_in_frame(b))
        });
        Inches::round(gap)
    }

    /// The point of the base that is nearest to `point`.
    pub fn nearest(&self, point: Vec2) -> Vec2 {
        let p = self.frame(point);
        let half = self.frontage.get() / 2.0;
        self.pose.local(p.x.clamp(-half, half), p.y.clamp(-self.depth.get(), 0.0))
    }

    /// Whether a point lies on the base; its edge belongs to it.
    pub fn contains(&self, point: Vec2) -> bool {
        self.gap_to(point) == Inches::ZERO
    }

    /// How deep two bases may lie in each other, or how far apart, and still be flush: not at all where both stand square to
    /// the table, for then every corner is on whole thousandths; at odd angles by what rounding makes of their poses (Q31).
    pub fn flush(&self, other: &Self) -> f32 {
        let square = |base: &Self| base.pose.heading.0.rem_euclid(9_000) == 0;
        if square(self) && square(other) { polygon::NOISE } else { ROUNDED }
    }

    /// Whether two bases lie in each other. Flush contact, and what rounding makes of it, is no overlap.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.depth_in(other) > self.flush(other)
    }

    /// Whether two bases lie deeper in each other than `before` inches, and are not flush; for moves of those who already
    /// stand in each other, so that they do not stick.
    pub fn overlaps_more(&self, other: &Self, before: f32) -> bool {
        self.depth_in(other) > self.flush(other).max(before)
    }

    /// How deep rounding has left two flush bases in each other; 0 when they are apart.
    pub fn rounded_into(&self, other: &Self) -> f32 {
        self.depth_in(other).max(0.0)
    }

    /// Length over which the edges of two bases are in contact; zero at a corner (Q14). Where both stand square to the
    /// table a thousandth is contact; at odd angles what rounding makes of their poses is not (Q31).
    pub fn shared_edge(&self, other: &Self) -> Inches {
        let turn = (other.pose.heading.0 - self.pose.heading.0).rem_euclid(9_000);
        if turn.min(9_000 - turn) > PARALLEL.0 {
            return Inches::ZERO;
        }
        let (half, depth) = (self.frontage.get() / 2.0, self.depth.get());
        let ours = [Vec2::new(-half, 0.0), Vec2::new(half, 0.0), Vec2::new(half, -depth), Vec2::new(-half, -depth)];
        let theirs = self.framed(other);
        let sides = |c: [Vec2; 4]| [(c[0], c[1]), (c[1], c[2]), (c[2], c[3]), (c[3], c[0])];
        let near = self.flush(other);
        let met = sides(ours).into_iter().flat_map(|mine| sides(theirs).map(|its| contact(mine, its, near)));
        let longest = met.fold(0.0, f32::max);
        if longest > near { Inches::round(longest) } else { Inches::ZERO }
    }

    /// From this front edge to the nearest point of a target's base (C-27).
    pub fn front_gap(&self, target: &Self) -> Inches {
        Self { depth: Inches::ZERO, ..*self }.gap(target)
    }
}

/// Length over which two edges that face each other lie within so many inches.
fn contact((a, b): (Vec2, Vec2), (c, d): (Vec2, Vec2), near: f32) -> f32 {
    let along = (b - a).normalize_or_zero();
    // Both rectangles list their corners the same way round, so edges that face each other run in opposite directions.
    if along.dot(d - c) >= 0.0 {
        return 0.0;
    }
    let at = |p: Vec2| Vec2::new((p - a).dot(along), (p - a).perp_dot(along));
    let (from, to) = (at(d), at(c));
    let (mut lo, mut hi) = (from.x.max(0.0), to.x.min(a.distance(b)));
    let slope = (to.y - from.y) / (to.x - from.x);
    if slope.abs() > f32::EPSILON {
        let one = from.x + (-near - from.y) / slope;
        let two = from.x + (near - from.y) / slope;
        lo = lo.max(one.min(two));
        hi = hi.min(one.max(two));
    } else if from.y.abs() > near {
        return 0.0;
    }
    (hi - lo).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Spot;

    fn stand(x: i32, y: i32, heading: i32) -> Footprint {
        Footprint {
            pose: Pose { at: Spot { x: Inches(x), y: Inches(y) }, heading: Degrees(heading) },
            frontage: Inches(1000),
            depth: Inches(750),
        }
    }

    #[test]
    fn a_thousandth_more_or_less_than_four_inches_is_seen_anywhere_on_the_table() {
        for x in [500, 36_123, 71_000] {
            for gap in [3999, 4000, 4001] {
                let a = stand(x, 30_000, 0);
                // Facing each other: front edge to front edge.
                assert_eq!(a.gap(&stand(x, 30_000 + gap, 18_000)), Inches(gap));
                assert_eq!(stand(x, 30_000 + gap, 18_000).gap(&a), Inches(gap));
                assert_eq!(a.front_gap(&stand(x + 200, 30_000 + gap, 18_000)), Inches(gap));
                // Side by side.
                assert_eq!(a.gap(&stand(x + 1000 + gap, 30_100, 0)), Inches(gap));
            }
        }
    }

    #[test]
    fn corner_to_corner_is_the_diagonal() {
        assert_eq!(stand(0, 0, 0).gap(&stand(4000, 4750, 0)), Inches(5000));
    }

    #[test]
    fn crossed_bases_without_a_corner_inside_have_no_gap() {
        let long = Footprint { frontage: Inches(6000), ..stand(10_000, 10_000, 0) };
        let across = Footprint { frontage: Inches(6000), ..stand(10_375, 9_625, 9_000) };
        assert_eq!(long.gap(&across), Inches::ZERO);
        assert!(long.overlaps(&across));
    }

    #[test]
    fn flush_is_touching_and_not_overlapping() {
        let (a, b) = (stand(10_000, 10_000, 0), stand(10_400, 10_000, 18_000));
        assert_eq!(a.gap(&b), Inches::ZERO);
        assert!(!a.overlaps(&b));
        assert_eq!(a.shared_edge(&b), Inches(600));
        // A hair of rounding at an odd angle.
        let slant = stand(20_000, 20_000, 3_217);
        let facing = Footprint {
            pose: Pose { at: Spot::round(slant.pose.local(0.25, 0.0)), heading: Degrees(21_217) },
            ..slant
        };
        assert!(!slant.overlaps(&facing));
        assert!((slant.shared_edge(&facing).0 - 750).abs() <= 2);
        // Square to the table a thousandth is an overlap; at an odd angle it may be the rounding of a pose.
        assert!(stand(10_000, 10_000, 0).overlaps(&stand(10_000, 9_999, 18_000)));
        assert!(!stand(10_000, 10_000, 0).overlaps(&stand(10_000, 10_000, 18_000)));
        assert!(stand(10_000, 10_000, 9_000).overlaps_more(&stand(10_001, 10_000, 9_000), 0.0));
        assert!(!stand(10_000, 10_000, 0).overlaps(&stand(10_000, 9_999, 18_001)));
        assert!(stand(10_000, 10_000, 0).overlaps(&stand(10_000, 9_995, 18_001)));
        // Who stands in another already does not stick there, and does not get deeper.
        let (a, b) = (stand(10_000, 10_000, 0), stand(10_000, 9_990, 18_000));
        assert!(!a.overlaps_more(&b, a.rounded_into(&b)));
        assert!(a.overlaps_more(&stand(10_000, 9_989, 18_000), a.rounded_into(&b)));
    }

    #[test]
    fn corners_that_touch_share_no_edge() {
        let a = stand(10_000, 10_000, 0);
        for other in [stand(11_000, 10_750, 0), stand(11_000, 9_250, 0), stand(11_000, 10_000, 18_000)] {
            assert_eq!(a.gap(&other), Inches::ZERO);
            assert_eq!(a.shared_edge(&other), Inches::ZERO);
            assert!(!a.overlaps(&other));
        }
        // A thousandth along the edge is no corner any more; between edges it is air, and at an odd angle rounding.
        assert_eq!(a.shared_edge(&stand(10_999, 10_750, 0)), Inches(1));
        assert_eq!(a.shared_edge(&stand(10_999, 10_000, 18_000)), Inches(1));
        assert_eq!(a.shared_edge(&stand(10_400, 10_001, 18_000)), Inches::ZERO);
        assert_eq!(stand(10_000, 10_000, 3).shared_edge(&stand(10_998, 10_000, 18_003)), Inches::ZERO);
        assert_eq!(stand(10_000, 10_000, 3).shared_edge(&stand(10_996, 10_000, 18_003)), Inches(4));
        // Side by side they share the depth of a stand; a corner stuck in an edge shares nothing.
        assert_eq!(a.shared_edge(&stand(11_000, 10_000, 0)), Inches(750));
        let stuck = stand(10_000, 10_000 + 707, 4_500);
        assert_eq!(a.shared_edge(&stuck), Inches::ZERO);
    }

    #[test]
    fn the_front_edge_measures_and_not_the_base_behind_it() {
        let a = stand(10_000, 10_000, 0);
        let behind = stand(10_000, 8_000, 0);
        assert_eq!(a.gap(&behind), Inches(1250));
        assert_eq!(a.front_gap(&behind), Inches(2000));
        assert_eq!(a.gap_to(Vec2::new(10.0, 13.0)), Inches(3000));
        assert_eq!(a.gap_to_segment(Vec2::new(0.0, 12.0), Vec2::new(30.0, 12.0)), Inches(2000));
        assert!(a.contains(Vec2::new(10.5, 10.0)));
        assert!(!a.contains(Vec2::new(10.501, 10.0)));
    }
}
