//! Simple polygons, polylines and segments of the table's ground. Corners may run either way round; the edge belongs to
//! the inside, and running along an edge is not being inside.

use bevy::math::Vec2;

/// Nearer than this is touching: well under the last stored digit, well over what `f32` loses on the table.
pub const NOISE: f32 = 0.0002;

/// An upright box, to leave out quickly what cannot matter.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// Lower left.
    pub lo: Vec2,
    /// Upper right.
    pub hi: Vec2,
}

impl Bounds {
    /// Holds nothing.
    pub const NOTHING: Self = Self { lo: Vec2::INFINITY, hi: Vec2::NEG_INFINITY };

    /// Around points.
    pub fn of(points: &[Vec2]) -> Self {
        points.iter().fold(Self::NOTHING, |all, p| all.with(*p))
    }

    /// Grown to hold a point.
    pub fn with(self, point: Vec2) -> Self {
        Self { lo: self.lo.min(point), hi: self.hi.max(point) }
    }

    /// Grown to hold another box.
    pub fn join(self, other: Self) -> Self {
        Self { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    /// Grown on all sides.
    pub fn grown(self, by: f32) -> Self {
        Self { lo: self.lo - Vec2::splat(by), hi: self.hi + Vec2::splat(by) }
    }

    /// Whether two boxes have a point in common.
    pub fn meets(&self, other: &Self) -> bool {
        self.lo.cmple(other.hi).all() && other.lo.cmple(self.hi).all()
    }

    /// Inches of a segment in the box.
    pub fn length_of(&self, a: Vec2, b: Vec2) -> f32 {
        let along = b - a;
        let (mut from, mut to) = (0.0_f32, 1.0_f32);
        for (start, step, lo, hi) in [(a.x, along.x, self.lo.x, self.hi.x), (a.y, along.y, self.lo.y, self.hi.y)] {
            if step.abs() <= f32::EPSILON {
                if start < lo || start > hi {
                    return 0.0;
                }
                continue;
            }
            let (one, two) = ((lo - start) / step, (hi - start) / step);
            (from, to) = (from.max(one.min(two)), to.min(one.max(two)));
        }
        (to - from).max(0.0) * along.length()
    }

    /// Whether another box lies in this one.
    pub fn covers(&self, other: &Self) -> bool {
        self.lo.cmple(other.lo).all() && other.hi.cmple(self.hi).all()
    }

    /// Whether a point is in the box.
    pub fn holds(&self, point: Vec2) -> bool {
        self.lo.cmple(point).all() && point.cmple(self.hi).all()
    }
}

/// The edges of a closed outline.
pub fn edges(outline: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
    (0..outline.len()).map(|i| (outline[i], outline[(i + 1) % outline.len()]))
}

/// The stretches of an open line.
pub fn stretches(line: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
    line.windows(2).map(|w| (w[0], w[1]))
}

/// The point of a segment that is nearest to `p`.
pub fn nearest_on(p: Vec2, a: Vec2, b: Vec2) -> Vec2 {
    let along = b - a;
    let length = along.length_squared();
    if length <= 0.0 {
        return a;
    }
    a + along * ((p - a).dot(along) / length).clamp(0.0, 1.0)
}

/// Distance from a point to a segment.
pub fn distance_to(p: Vec2, a: Vec2, b: Vec2) -> f32 {
    p.distance(nearest_on(p, a, b))
}

/// Whether a point lies on the edge of an outline.
pub fn on_edge(outline: &[Vec2], p: Vec2) -> bool {
    edges(outline).any(|(a, b)| distance_to(p, a, b) <= NOISE)
}

/// Whether a point is inside by the even-odd rule; on the edge the answer may be either.
fn even_odd(outline: &[Vec2], p: Vec2) -> bool {
    edges(outline).fold(false, |inside, (a, b)| inside != crossed_to_the_right(p, a, b))
}

/// Whether a level line from `p` to the right crosses a segment: an odd number of edges so crossed is inside.
pub fn crossed_to_the_right(p: Vec2, a: Vec2, b: Vec2) -> bool {
    (a.y > p.y) != (b.y > p.y) && {
        let (a, b) = (a - p, b - p);
        (a.x + (b.x - a.x) * (-a.y / (b.y - a.y))) > 0.0
    }
}

/// Whether a point is inside or on the edge.
pub fn contains(outline: &[Vec2], p: Vec2) -> bool {
    even_odd(outline, p) || on_edge(outline, p)
}

/// Whether a point is inside and not on the edge.
pub fn contains_strictly(outline: &[Vec2], p: Vec2) -> bool {
    even_odd(outline, p) && !on_edge(outline, p)
}

/// Distance from a point to the edge of an outline.
pub fn distance_to_edge(outline: &[Vec2], p: Vec2) -> f32 {
    edges(outline).map(|(a, b)| distance_to(p, a, b)).fold(f32::INFINITY, f32::min)
}

/// Where along `a..b` (0 to 1) it meets `c..d`, with the place along `c..d`. `None` when they are parallel or miss.
pub fn meeting(a: Vec2, b: Vec2, c: Vec2, d: Vec2) -> Option<(f32, f32)> {
    let (r, s, between) = (b - a, d - c, c - a);
    let cross = r.perp_dot(s);
    if cross.abs() <= 1e-9 * (1.0 + r.length() * s.length()) {
        return None;
    }
    let t = between.perp_dot(s) / cross;
    let u = between.perp_dot(r) / cross;
    let (slack_t, slack_u) = (NOISE / r.length(), NOISE / s.length());
    ((-slack_t..=1.0 + slack_t).contains(&t) && (-slack_u..=1.0 + slack_u).contains(&u)).then_some((t, u))
}

/// Whether two segments have a point in common; touching counts.
pub fn segments_touch(a: Vec2, b: Vec2, c: Vec2, d: Vec2) -> bool {
    meeting(a, b, c, d).is_some()
        || [(a, c, d), (b, c, d), (c, a, b), (d, a, b)].into_iter().any(|(p, s, e)| distance_to(p, s, e) <= NOISE)
}

/// Whether a segment meets an open line; touching counts.
pub fn touches_line(a: Vec2, b: Vec2, line: &[Vec2]) -> bool {
    stretches(line).any(|(c, d)| segments_touch(a, b, c, d))
}

/// The parts of a segment that lie strictly inside an outline, as pieces of 0 to 1, in order.
pub fn spans(outline: &[Vec2], a: Vec2, b: Vec2) -> Vec<(f32, f32)> {
    let length = a.distance(b);
    if length <= NOISE || outline.len() < 3 {
        return Vec::new();
    }
    let mut cuts = vec![0.0, 1.0];
    let along = (b - a) / length;
    for (c, d) in edges(outline) {
        if let Some((t, _)) = meeting(a, b, c, d) {
            cuts.push(t.clamp(0.0, 1.0));
        }
        // Corners on the segment cut it too: an edge that runs along it has no single meeting point.
        let from = c - a;
        if from.perp_dot(along).abs() <= NOISE {
            cuts.push((from.dot(along) / length).clamp(0.0, 1.0));
        }
    }
    cuts.sort_by(f32::total_cmp);
    let mut inside: Vec<(f32, f32)> = Vec::new();
    for pair in cuts.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        if (to - from) * length <= NOISE / 4.0 || !contains_strictly(outline, a.lerp(b, f32::midpoint(from, to))) {
            continue;
        }
        match inside.last_mut() {
            Some(last) if (from - last.1) * length <= NOISE => last.1 = to,
            _ => inside.push((from, to)),
        }
    }
    inside
}

/// Joins pieces that meet or overlap.
pub fn merged(mut pieces: Vec<(f32, f32)>) -> Vec<(f32, f32)> {
    pieces.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut joined: Vec<(f32, f32)> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        match joined.last_mut() {
            Some(last) if piece.0 <= last.1 => last.1 = last.1.max(piece.1),
            _ => joined.push(piece),
        }
    }
    joined
}

/// Inches of a segment that lie inside an outline; along its edge is outside.
pub fn length_inside(outline: &[Vec2], a: Vec2, b: Vec2) -> f32 {
    spans(outline, a, b).iter().map(|(from, to)| to - from).sum::<f32>() * a.distance(b)
}

/// The part of a segment, of 0 to 1, within `half` of another segment: a stretch of road is such a ribbon.
pub fn within(a: Vec2, b: Vec2, c: Vec2, d: Vec2, half: f32) -> Option<(f32, f32)> {
    let length = a.distance(b);
    // Of the many stretches of a road nearly all lie far away: their boxes tell.
    let apart = !Bounds::of(&[a, b]).grown(half + NOISE).meets(&Bounds::of(&[c, d]));
    if length <= 0.0 || apart {
        return None;
    }
    // Distance to a convex set is convex along a line: find the lowest point, then the two ends by halving.
    let far = |t: f32| distance_to(a.lerp(b, t), c, d);
    let reach = half + NOISE;
    let (mut lo, mut hi) = (0.0_f32, 1.0_f32);
    for _ in 0..40 {
        let (one, two) = (lo + (hi - lo) / 3.0, hi - (hi - lo) / 3.0);
        if far(one) <= far(two) { hi = two } else { lo = one }
    }
    let low = [0.0, f32::midpoint(lo, hi), 1.0].into_iter().min_by(|x, y| far(*x).total_cmp(&far(*y)))?;
    if far(low) > reach {
        return None;
    }
    let edge = |mut inside: f32, mut outside: f32| {
        if far(outside) <= reach {
            return outside;
        }
        for _ in 0..24 {
            let mid = f32::midpoint(inside, outside);
            if far(mid) <= reach { inside = mid } else { outside = mid }
        }
        inside
    };
    Some((edge(low, 0.0), edge(low, 1.0)))
}

/// Cuts a convex shape down to where `inside` is not negative; what is left may be a point, an edge or nothing.
pub fn cut(shape: &mut Vec<Vec2>, inside: impl Fn(Vec2) -> f32) {
    let mut left = Vec::with_capacity(shape.len() + 2);
    for (a, b) in edges(shape) {
        let (at_a, at_b) = (inside(a), inside(b));
        if at_a >= 0.0 {
            left.push(a);
        }
        if (at_a > 0.0 && at_b < 0.0) || (at_a < 0.0 && at_b > 0.0) {
            left.push(a.lerp(b, at_a / (at_a - at_b)));
        }
    }
    *shape = left;
}

/// The convex hull of points, counterclockwise.
pub fn hull(mut points: Vec<Vec2>) -> Vec<Vec2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let half = |points: &mut dyn Iterator<Item = Vec2>| {
        let mut chain: Vec<Vec2> = Vec::new();
        for p in points {
            while let [.., a, b] = chain[..]
                && (b - a).perp_dot(p - a) <= 1e-6
            {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut all = half(&mut points.iter().copied());
    all.extend(half(&mut points.iter().rev().copied()));
    all
}

/// Whether a convex shape and an outline have any area in common.
pub fn overlaps(convex: &[Vec2], outline: &[Vec2]) -> bool {
    edges(convex).any(|(a, b)| !spans(outline, a, b).is_empty())
        || edges(outline).any(|(a, b)| !spans(convex, a, b).is_empty())
        || contains_strictly(outline, convex.iter().sum::<Vec2>() / convex.len() as f32)
}

/// The outline of a ribbon along a course, `width` inches from side to side: down its right side and back up its left.
/// Bends are mitred, sharp ones no farther out than twice the half width.
pub fn ribbon(course: &[Vec2], width: f32) -> Vec<Vec2> {
    /// Limit of a mitre, in half widths.
    const SHARPEST: f32 = 2.0;
    let half = width / 2.0;
    let side = |a: Vec2, b: Vec2| -(b - a).perp().normalize_or_zero();
    let out = |i: usize| {
        let before = (i > 0).then(|| side(course[i - 1], course[i]));
        let after = (i + 1 < course.len()).then(|| side(course[i], course[i + 1]));
        match (before, after) {
            (Some(a), Some(b)) => {
                let middle = (a + b).normalize_or_zero();
                middle * (1.0 / middle.dot(a).max(1.0 / SHARPEST))
            }
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => Vec2::ZERO,
        }
    };
    let right = (0..course.len()).map(|i| course[i] + out(i) * half);
    let left = (0..course.len()).rev().map(|i| course[i] - out(i) * half);
    right.chain(left).collect()
}

/// Whether no two edges of an outline cross and none has no length.
pub fn is_simple(outline: &[Vec2]) -> bool {
    let n = outline.len();
    if n < 3 || edges(outline).any(|(a, b)| a.distance(b) <= NOISE) {
        return false;
    }
    let side = |i: usize| (outline[i], outline[(i + 1) % n]);
    (0..n).all(|i| {
        (i + 1..n).all(|j| {
            let neighbours = j == i + 1 || (i == 0 && j == n - 1);
            let ((a, b), (c, d)) = (side(i), side(j));
            neighbours || !segments_touch(a, b, c, d)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn v(x: f32, y: f32) -> Vec2 {
        Vec2::new(x, y)
    }

    fn square() -> [Vec2; 4] {
        [v(10.0, 10.0), v(20.0, 10.0), v(20.0, 20.0), v(10.0, 20.0)]
    }

    #[test]
    fn the_edge_is_inside_for_points_and_outside_for_lines() {
        assert!(contains(&square(), v(10.0, 15.0)));
        assert!(contains(&square(), v(20.0, 20.0)));
        assert!(!contains(&square(), v(9.999, 15.0)));
        assert!(!contains_strictly(&square(), v(10.0, 15.0)));
        assert!(spans(&square(), v(10.0, 0.0), v(10.0, 30.0)).is_empty());
        assert!(spans(&square(), v(0.0, 10.0), v(20.0, -10.0)).is_empty());
        assert!(spans(&square(), v(5.0, 25.0), v(15.0, 15.0 + 20.0)).is_empty());
        let inside = length_inside(&square(), v(0.0, 15.0), v(30.0, 15.0));
        assert!((inside - 10.0).abs() < 1e-4);
    }

    #[test]
    fn a_horseshoe_counts_both_arms() {
        let shape =
            [v(0.0, 0.0), v(9.0, 0.0), v(9.0, 9.0), v(6.0, 9.0), v(6.0, 3.0), v(3.0, 3.0), v(3.0, 9.0), v(0.0, 9.0)];
        assert_eq!(spans(&shape, v(-3.0, 6.0), v(12.0, 6.0)).len(), 2);
        // Along the bottom of the gap: an edge on one side, inside before and after.
        let along = length_inside(&shape, v(-3.0, 3.0), v(12.0, 3.0));
        assert!((along - 6.0).abs() < 1e-3, "{along}");
        assert!(is_simple(&shape));
        assert!(!is_simple(&[v(0.0, 0.0), v(4.0, 4.0), v(4.0, 0.0), v(0.0, 4.0)]));
    }

    #[test]
    fn shapes_that_touch_do_not_overlap() {
        let quad = [v(20.0, 12.0), v(25.0, 12.0), v(25.0, 15.0), v(20.0, 15.0)];
        assert!(!overlaps(&quad, &square()));
        assert!(overlaps(&quad.map(|p| p - v(0.01, 0.0)), &square()));
        assert!(overlaps(&[v(12.0, 12.0), v(13.0, 12.0), v(13.0, 13.0)], &square()));
        assert!(overlaps(&[v(0.0, 0.0), v(30.0, 0.0), v(30.0, 30.0), v(0.0, 30.0)], &square()));
    }

    #[test]
    fn a_ribbon_is_cut_where_the_line_leaves_it() {
        let (from, to) = within(v(0.0, 5.0), v(10.0, 5.0), v(4.0, 0.0), v(4.0, 10.0), 0.5).unwrap();
        assert!((from * 10.0 - 3.5).abs() < 1e-2 && (to * 10.0 - 4.5).abs() < 1e-2, "{from} {to}");
        assert!(within(v(0.0, 5.0), v(3.0, 5.0), v(4.0, 0.0), v(4.0, 10.0), 0.5).is_none());
        assert_eq!(within(v(4.0, 2.0), v(4.2, 8.0), v(4.0, 0.0), v(4.0, 10.0), 0.5), Some((0.0, 1.0)));
    }
}
