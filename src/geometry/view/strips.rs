//! What none of several eyes sees, from the outlines of what each of them sees.

use bevy::math::{DVec2, Vec2};

use super::pieces::Pieces;
use crate::geometry::polygon::Bounds;

/// From border to border.
const HIGH: f32 = 0.1;
/// Gaps narrower than this are rounding.
const GAP: f32 = 0.004;
/// The outermost lines keep so far inside the table.
const INSIDE: f32 = 1e-3;

/// Level lines across the table, a tenth of an inch apart, and where what is seen begins and ends along each of them.
pub(super) struct Lines {
    table: Bounds,
    /// From the lowest: where a line is met, with 1 more eye from there on, or 1 less.
    met: Vec<Vec<(f32, i32)>>,
}

impl Lines {
    pub(super) fn across(table: Bounds) -> Self {
        let count = ((table.hi.y - table.lo.y) / HIGH).ceil().max(1.0) as usize;
        Self { table, met: vec![Vec::new(); count + 1] }
    }

    fn height(&self, line: usize) -> f32 {
        (self.table.lo.y + line as f32 * HIGH).clamp(self.table.lo.y + INSIDE, self.table.hi.y - INSIDE)
    }

    /// How many lines lie below a height.
    fn below(&self, y: f32) -> usize {
        let near = (((y - self.table.lo.y) / HIGH).ceil().max(0.0) as usize).min(self.met.len());
        let under = |line: usize| self.height(line) < y;
        let first = near.saturating_sub(1);
        first + (first..(near + 2).min(self.met.len())).take_while(|line| under(*line)).count()
    }

    /// Adds a side of an outline that runs counterclockwise.
    fn side(&mut self, a: Vec2, b: Vec2) {
        let (from, to) = (self.below(a.y), self.below(b.y));
        if from == to {
            return;
        }
        let (lines, more) = if from < to { (from..to, -1) } else { (to..from, 1) };
        let slope = (b.x - a.x) / (b.y - a.y);
        for line in lines {
            let x = a.x + (self.height(line) - a.y) * slope;
            self.met[line].push((x.clamp(a.x.min(b.x), a.x.max(b.x)), more));
        }
    }

    /// Adds what others have met.
    pub(super) fn join(&mut self, others: &Self) {
        self.met.iter_mut().zip(&others.met).for_each(|(own, other)| own.extend_from_slice(other));
    }

    /// What no eye sees, cut into strips: exact along the lines, and straight from one to the next.
    pub(super) fn dark(mut self) -> Pieces {
        let table = self.table;
        let dark: Vec<Vec<(f32, f32)>> = self.met.iter_mut().map(|line| unseen(line, table)).collect();
        let mut all = Pieces::default();
        for (row, pair) in dark.windows(2).enumerate() {
            let (low, high) = (table.lo.y + row as f32 * HIGH, (table.lo.y + (row + 1) as f32 * HIGH).min(table.hi.y));
            let (below, above) = (&pair[0], &pair[1]);
            let mut put = |below: (f32, f32), above: (f32, f32), low: f32, high: f32| {
                let corner = Vec2::new;
                all.push(&[corner(below.0, low), corner(below.1, low), corner(above.1, high), corner(above.0, high)]);
            };
            let go_on = below.len() == above.len() && below.iter().zip(above).all(|(a, b)| a.0 < b.1 && b.0 < a.1);
            if go_on {
                below.iter().zip(above).for_each(|(a, b)| put(*a, *b, low, high));
            } else {
                // Something begins or ends between: each border holds for its half.
                let middle = f32::midpoint(low, high);
                below.iter().for_each(|a| put(*a, *a, low, middle));
                above.iter().for_each(|b| put(*b, *b, middle, high));
            }
        }
        all
    }
}

/// The parts of a line that no eye sees, in order.
fn unseen(line: &mut [(f32, i32)], table: Bounds) -> Vec<(f32, f32)> {
    line.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
    let (mut dark, mut end, mut eyes) = (Vec::new(), table.lo.x, 0);
    for (x, more) in line.iter() {
        if eyes <= 0 && eyes + more > 0 && *x > end + GAP {
            dark.push((end, *x));
        }
        eyes += more;
        if eyes <= 0 {
            end = end.max(*x);
        }
    }
    if table.hi.x > end + GAP {
        dark.push((end, table.hi.x));
    }
    dark
}

/// The outline of what one eye sees, put together wedge by wedge: of the sides that two neighbours have in common only
/// the parts are left where one of them sees and the other does not.
pub(super) struct Outline<'l> {
    lines: &'l mut Lines,
    eye: DVec2,
    /// The last direction of the last wedge.
    toward: DVec2,
    /// Where along it something is seen, as begins and ends.
    last: Vec<f64>,
    steps: Vec<(f64, i32)>,
}

impl<'l> Outline<'l> {
    pub(super) fn of(eye: Vec2, lines: &'l mut Lines) -> Self {
        Self { lines, eye: eye.as_dvec2(), toward: DVec2::ZERO, last: Vec::new(), steps: Vec::new() }
    }

    fn corner(&self, toward: DVec2, r: f64) -> Vec2 {
        (self.eye + toward * r).as_vec2()
    }

    /// Goes on with a wedge: from where to where something is seen along its first and its last direction.
    pub(super) fn wedge(&mut self, first: DVec2, last: DVec2, seen: impl Iterator<Item = ([f64; 2], [f64; 2])>) {
        if first != self.toward {
            self.close();
            self.toward = first;
        }
        let steps = |ends: &[f64; 2], by: i32| [(ends[0], by), (ends[1], -by)];
        self.steps.clear();
        self.steps.extend(self.last.chunks_exact(2).flat_map(|ends| steps(&[ends[0], ends[1]], -1)));
        self.last.clear();
        for (one, other) in seen {
            // Borders may cross where next to nothing is seen.
            let [one, other] = [one, other].map(|[near, far]| [near, far.max(near)]);
            self.steps.extend(steps(&one, 1));
            self.last.extend(other);
            let [near, far] = [0, 1].map(|end| (self.corner(first, one[end]), self.corner(last, other[end])));
            self.lines.side(far.0, far.1);
            self.lines.side(near.1, near.0);
        }
        self.along();
        self.toward = last;
    }

    /// Ends the outline.
    pub(super) fn close(&mut self) {
        self.steps.clear();
        self.steps.extend(self.last.chunks_exact(2).flat_map(|ends| [(ends[0], -1), (ends[1], 1)]));
        self.last.clear();
        self.along();
    }

    /// Adds the sides along the direction between two wedges.
    fn along(&mut self) {
        self.steps.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let mut inside = 0;
        for n in 1..self.steps.len() {
            inside += self.steps[n - 1].1;
            let (near, far) = (self.steps[n - 1].0, self.steps[n].0);
            if inside == 0 || near == far {
                continue;
            }
            let (near, far) = (self.corner(self.toward, near), self.corner(self.toward, far));
            if inside > 0 { self.lines.side(near, far) } else { self.lines.side(far, near) }
        }
    }
}
