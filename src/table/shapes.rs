//! Plane geometry for drawing: distances to outlines, points inside them, ears to cut. Nothing here decides a rule.

use bevy::math::{Rect, Vec2};

use crate::geometry::Spot;

/// The corners of a stored outline or line as vectors, in inches.
pub fn points(spots: &[Spot]) -> Vec<Vec2> {
    spots.iter().map(|spot| spot.vec()).collect()
}

/// Whether a point lies inside an outline.
pub fn inside(outline: &[Vec2], at: Vec2) -> bool {
    let mut within = false;
    for (a, b) in edges(outline) {
        if (a.y > at.y) != (b.y > at.y) && at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x {
            within = !within;
        }
    }
    within
}

/// The sides of an outline, the closing one included.
pub fn edges(outline: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
    (0..outline.len()).map(|n| (outline[n], outline[(n + 1) % outline.len()]))
}

/// Distance from a point to a stretch.
pub fn to_segment(a: Vec2, b: Vec2, at: Vec2) -> f32 {
    let along = b - a;
    let length = along.length_squared();
    let t = if length > 0.0 { ((at - a).dot(along) / length).clamp(0.0, 1.0) } else { 0.0 };
    at.distance(a + along * t)
}

/// Distance from a point to a line of two or more points.
pub fn to_line(line: &[Vec2], at: Vec2) -> f32 {
    line.windows(2).map(|w| to_segment(w[0], w[1], at)).fold(f32::INFINITY, f32::min)
}

/// Distance to an outline: positive inside, negative outside.
pub fn depth(outline: &[Vec2], at: Vec2) -> f32 {
    let distance = edges(outline).map(|(a, b)| to_segment(a, b, at)).fold(f32::INFINITY, f32::min);
    if inside(outline, at) { distance } else { -distance }
}

/// The smallest upright rectangle around some points.
pub fn bounds(outline: &[Vec2]) -> Rect {
    let mut rect = Rect::from_corners(outline[0], outline[0]);
    for point in outline {
        rect = rect.union_point(*point);
    }
    rect
}

/// An outline on a table, drawn on past the table's edge wherever it runs along it: nothing ends there.
pub fn beyond(outline: &[Vec2], table: Vec2, by: f32) -> Vec<Vec2> {
    let out = |p: Vec2| {
        let side = |at: f32, far: f32| {
            if at <= 0.01 {
                -by
            } else if at >= far - 0.01 {
                by
            } else {
                0.0
            }
        };
        Vec2::new(side(p.x, table.x), side(p.y, table.y))
    };
    let mut drawn = Vec::with_capacity(outline.len() + 4);
    for (a, b) in edges(outline) {
        drawn.push(a);
        // Both ends on one side of the table.
        let (from, to) = (out(a), out(b));
        let shared = (from.x != 0.0 && from.x == to.x) || (from.y != 0.0 && from.y == to.y);
        if shared {
            drawn.extend([a + from, b + to]);
        }
    }
    drawn
}

/// A smooth closed curve through the middles of the sides of an outline, for drawing what nature has rounded.
pub fn rounded(outline: &[Vec2], steps: usize) -> Vec<Vec2> {
    let n = outline.len();
    let mut curve = Vec::with_capacity(n * steps);
    for k in 0..n {
        let (before, corner, after) = (outline[(k + n - 1) % n], outline[k], outline[(k + 1) % n]);
        let (from, to) = ((before + corner) / 2.0, (corner + after) / 2.0);
        for step in 0..steps {
            let t = step as f32 / steps as f32;
            curve.push(from.lerp(corner, t).lerp(corner.lerp(to, t), t));
        }
    }
    curve
}

/// Points along a line, `every` inches apart, each with the direction of the line there. The ends are among them.
pub fn walk(line: &[Vec2], every: f32) -> Vec<(Vec2, Vec2)> {
    let mut stops = Vec::new();
    for w in line.windows(2) {
        let length = w[0].distance(w[1]);
        if length <= f32::EPSILON {
            continue;
        }
        let pieces = (length / every).round().max(1.0) as usize;
        let along = (w[1] - w[0]) / length;
        let skip = usize::from(!stops.is_empty());
        for n in skip..=pieces {
            stops.push((w[0] + along * length * (n as f32 / pieces as f32), along));
        }
    }
    stops
}

/// Cuts a simple outline into triangles, as indices into it.
pub fn triangles(outline: &[Vec2]) -> Vec<[usize; 3]> {
    let area: f32 = edges(outline).map(|(a, b)| a.perp_dot(b)).sum();
    let mut left: Vec<usize> = (0..outline.len()).collect();
    if area < 0.0 {
        left.reverse();
    }
    let mut cut = Vec::new();
    while left.len() > 3 {
        let n = left.len();
        let ear = (0..n).find(|&k| {
            let (i, j, l) = (left[(k + n - 1) % n], left[k], left[(k + 1) % n]);
            let (a, b, c) = (outline[i], outline[j], outline[l]);
            (b - a).perp_dot(c - b) > 0.0
                && left.iter().all(|&m| m == i || m == j || m == l || !in_triangle(a, b, c, outline[m]))
        });
        // An outline that crosses itself has no ear at some point: what is left is drawn as a fan.
        let k = ear.unwrap_or(0);
        cut.push([left[(k + n - 1) % n], left[k], left[(k + 1) % n]]);
        left.remove(k);
    }
    if let [a, b, c] = left[..] {
        cut.push([a, b, c]);
    }
    cut
}

fn in_triangle(a: Vec2, b: Vec2, c: Vec2, p: Vec2) -> bool {
    (b - a).perp_dot(p - a) >= 0.0 && (c - b).perp_dot(p - b) >= 0.0 && (a - c).perp_dot(p - c) >= 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runs_along_the_edge_of_the_table_is_drawn_past_it_and_keeps_its_other_sides() {
        let table = Vec2::new(72.0, 48.0);
        let wood = [(30.0, 48.0), (31.0, 44.0), (60.0, 43.0), (72.0, 40.0), (72.0, 48.0)].map(|(x, y)| Vec2::new(x, y));
        let drawn = beyond(&wood, table, 3.0);
        assert!(inside(&drawn, Vec2::new(50.0, 50.0)) && inside(&drawn, Vec2::new(74.0, 45.0)));
        assert!(depth(&drawn, Vec2::new(50.0, 47.9)) > 2.5, "its edge is not that of the table");
        for at in [Vec2::new(33.0, 44.5), Vec2::new(31.5, 46.0), Vec2::new(64.0, 43.5), Vec2::new(20.0, 47.0)] {
            assert_eq!(inside(&drawn, at), inside(&wood, at), "{at}");
        }
        let meadow = [(3.0, 3.0), (9.0, 3.0), (9.0, 9.0)].map(|(x, y)| Vec2::new(x, y));
        assert_eq!(beyond(&meadow, table, 3.0), meadow);
    }
}
