//! Sight once more, slowly: by walking along the line in small steps and looking at what is there. Nothing here is taken
//! from the game's geometry but the numbers that describe the table.

use bevy::math::Vec2;
use dress::geometry::scene::Point;
use dress::geometry::{Footprint, Shape};
use dress::ground::AreaKind;

use super::tables::Table;

/// Steps are no longer than this.
const STRIDE: f64 = 0.015;

type P = (f64, f64);

fn p(v: Vec2) -> P {
    (f64::from(v.x), f64::from(v.y))
}

/// Times that a ring winds round a point.
fn winds(ring: &[Vec2], (x, y): P) -> i32 {
    let mut times = 0;
    let mut from = p(ring[ring.len() - 1]);
    for corner in ring {
        let to = p(*corner);
        let side = (to.0 - from.0) * (y - from.1) - (x - from.0) * (to.1 - from.1);
        if from.1 <= y && to.1 > y && side > 0.0 {
            times += 1;
        } else if from.1 > y && to.1 <= y && side < 0.0 {
            times -= 1;
        }
        from = to;
    }
    times
}

fn inside(shape: &Shape, at: P) -> bool {
    let b = &shape.bounds;
    let outside =
        at.0 < f64::from(b.lo.x) || at.0 > f64::from(b.hi.x) || at.1 < f64::from(b.lo.y) || at.1 > f64::from(b.hi.y);
    !outside && winds(&shape.points, at) != 0 && shape.holes.iter().all(|hole| winds(hole, at) == 0)
}

/// Corners of a base from its stored numbers: heading 0 is up the table, clockwise.
fn on_base(base: &Footprint, at: P) -> bool {
    let heading = f64::from(base.pose.heading.0) / 100.0;
    let (sin, cos) = heading.to_radians().sin_cos();
    let (x, y) = (at.0 - f64::from(base.pose.at.x.0) / 1000.0, at.1 - f64::from(base.pose.at.y.0) / 1000.0);
    let (right, ahead) = (x * cos - y * sin, x * sin + y * cos);
    right.abs() * 2.0 < f64::from(base.frontage.0) / 1000.0 && ahead < 0.0 && ahead > -f64::from(base.depth.0) / 1000.0
}

fn ground(table: &Table, at: P) -> i8 {
    let (mut top, mut bottom) = (0, 0);
    for (level, shape) in &table.hills {
        if inside(shape, at) {
            top = top.max(*level);
            bottom = bottom.min(*level);
        }
    }
    if top > 0 || table.bridges.iter().any(|bridge| inside(bridge, at)) { top } else { bottom }
}

/// Level of the ground at a point that is on no edge.
pub fn level(table: &Table, at: Vec2) -> i8 {
    ground(table, p(at))
}

/// Moves the line sideways and every limit, to find out whether a hair decides.
#[derive(Clone, Copy, Default)]
pub struct Nudge {
    pub sideways: f64,
    pub slack: f64,
}

/// Whether a line is clear.
pub fn clear(table: &Table, eye: Point, mark: Point, nudge: Nudge) -> bool {
    // From the higher end down; from the eye when they are level.
    let (a, b) = if mark.level > eye.level { (mark, eye) } else { (eye, mark) };
    let (high, low) = (i32::from(a.level), i32::from(b.level));
    let (from, to) = (p(a.at), p(b.at));
    let long = (to.0 - from.0).hypot(to.1 - from.1);
    let way = ((to.0 - from.0) / long, (to.1 - from.1) / long);
    let from = (from.0 - way.1 * nudge.sideways, from.1 + way.0 * nudge.sideways);
    let to = (from.0 + way.0 * long, from.1 + way.1 * long);
    let slack = nudge.slack;
    if table.weather.is_some_and(|limit| long > f64::from(limit.0) / 1000.0 + slack) {
        return false;
    }
    if long > 8.0 + slack && table.walls.iter().any(|wall| wall.windows(2).any(|w| cross(from, to, p(w[0]), p(w[1])))) {
        return false;
    }
    let steps = (long / STRIDE) as usize + 1;
    let step = long / steps as f64;
    let place = |n: usize| (n as f64 + 0.5) * step;
    let at = |n: usize| (from.0 + way.0 * place(n), from.1 + way.1 * place(n));
    let levels: Vec<i32> = (0..steps).map(|n| i32::from(ground(table, at(n)))).collect();
    // The ground.
    if levels.iter().any(|level| *level > high) {
        return false;
    }
    if high > low
        && let Some(crest) = levels.iter().position(|level| *level < high)
    {
        if crest as f64 * step > 1.0 + slack {
            return false;
        }
        for (n, level) in levels.iter().enumerate().skip(crest) {
            let sunk = f64::from(high) - f64::from(high - low) * (n + 1) as f64 * step / long;
            if *level >= high || (*level > low && sunk + slack < f64::from(*level)) {
                return false;
            }
        }
    }
    // What stands at `level` and ends `end` inches along the line.
    let hides = |level: i32, end: f64| high - level < 1 || long - end <= 2.0 + slack;
    for (level, base) in &table.bodies {
        let last = (0..steps).rfind(|n| on_base(base, at(*n)));
        if last.is_some_and(|n| hides(i32::from(*level), place(n))) {
            return false;
        }
    }
    for (level, shape) in &table.buildings {
        let within: Vec<bool> = (0..steps).map(|n| inside(shape, at(n))).collect();
        // What the line begins or ends in does not count.
        let begin = within.iter().position(|inside| !inside).unwrap_or(steps);
        let end = within.iter().rposition(|inside| !inside).unwrap_or(0);
        let last = (begin..end).rfind(|n| within[*n]);
        if last.is_some_and(|n| hides(i32::from(*level), place(n))) {
            return false;
        }
    }
    for (kind, limit) in [(AreaKind::Crops, 4.0), (AreaKind::LightWoods, 6.0), (AreaKind::DenseWoods, 3.0)] {
        let woods: Vec<&Shape> = table.woods.iter().filter(|(k, _)| *k == kind).map(|(_, shape)| shape).collect();
        if woods.is_empty() {
            continue;
        }
        let (mut hidden, mut end) = (0.0, None);
        // Back from the lower end, so that the far edge of each stretch is known before the stretch.
        for n in (0..steps).rev() {
            if !woods.iter().any(|shape| inside(shape, at(n))) {
                end = None;
                continue;
            }
            let end = *end.get_or_insert(if n + 1 == steps { long } else { (n + 1) as f64 * step });
            if hides(levels[n], end) {
                hidden += step;
            }
        }
        if hidden > limit + slack {
            return false;
        }
    }
    true
}

fn cross(a: P, b: P, c: P, d: P) -> bool {
    let side = |p: P, q: P, r: P| (q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0);
    side(a, b, c) * side(a, b, d) <= 0.0 && side(c, d, a) * side(c, d, b) <= 0.0
}
