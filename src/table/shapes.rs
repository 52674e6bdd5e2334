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

/// How far inside the table's edge a corner may lie of the end of a river that runs off the table at a slant.
const SLANT: f32 = 0.7;

/// An outline on a table, drawn on past the table's edge wherever it runs along it, or ends on it at a slant: nothing
/// ends there.
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
        } else if let Some(off) = slant(a, b, table) {
            drawn.extend([a + off * by, b + off * by]);
        }
    }
    drawn
}

/// The way off the table where a side runs along its edge at a slant, one end on it or past it and one a little inside.
fn slant(a: Vec2, b: Vec2, table: Vec2) -> Option<Vec2> {
    let inside = |p: Vec2, way: Vec2| if way.max_element() > 0.0 { (table - p).dot(way) } else { p.dot(-way) };
    [Vec2::NEG_X, Vec2::X, Vec2::NEG_Y, Vec2::Y].into_iter().find(|way| {
        let (from, to) = (inside(a, *way), inside(b, *way));
        let along = (b - a).dot(way.perp()).abs();
        from.min(to) <= 0.01 && from.max(to) < SLANT && (from - to).abs() < 0.5 * along
    })
}

/// A line whose corners are worn round, as wheels cut them: the last `by` inches before and after a turn are a curve.
/// Bends too slight to see stay as they are.
pub fn worn(line: &[Vec2], by: f32) -> Vec<Vec2> {
    const STEPS: u32 = 4;
    let mut out = Vec::with_capacity(line.len());
    for (k, &corner) in line.iter().enumerate() {
        let around = k.checked_sub(1).and_then(|before| Some((line[before], *line.get(k + 1)?)));
        let Some((before, after)) = around else {
            out.push(corner);
            continue;
        };
        let (back, on) = (before - corner, after - corner);
        let (from, to) = (back.normalize_or_zero(), on.normalize_or_zero());
        if from.dot(to) < -0.99 {
            out.push(corner);
            continue;
        }
        // Two corners close together share what lies between them.
        let (from, to) = (corner + from * by.min(back.length() * 0.45), corner + to * by.min(on.length() * 0.45));
        out.extend((0..=STEPS).map(|step| {
            let t = step as f32 / STEPS as f32;
            from.lerp(corner, t).lerp(corner.lerp(to, t), t)
        }));
    }
    out
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
    fn a_worn_line_cuts_its_corners_and_keeps_its_ends() {
        let line = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (4.3, 8.0)].map(|(x, y)| Vec2::new(x, y));
        let worn = worn(&line, 0.6);
        assert_eq!((worn[0], worn[worn.len() - 1]), (line[0], line[3]));
        let sharpest = worn.windows(3).map(|w| (w[1] - w[0]).angle_to(w[2] - w[1]).abs()).fold(0.0, f32::max);
        assert!(sharpest < 0.55, "{sharpest}");
        // Never so far that who stands on the road as the rules have it would stand beside it.
        let off = worn.iter().map(|at| to_line(&line, *at)).fold(0.0, f32::max);
        assert!(off < 0.22, "{off}");
    }

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
        // A river that leaves over the lower edge at a slant covers the edge to its whole width.
        let course = [Vec2::new(20.0, 6.0), Vec2::new(22.0, 0.0)];
        let river: Vec<Vec2> =
            crate::geometry::polygon::ribbon(&course, 2.0).into_iter().map(|p| p.max(Vec2::ZERO)).collect();
        assert!(depth(&river, Vec2::new(22.9, 0.0)) < 0.0);
        assert!(depth(&beyond(&river, table, 3.0), Vec2::new(22.9, 0.0)) > 0.0);
    }
}
