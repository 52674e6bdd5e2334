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

    /// What some eye sees and what no eye sees, cut into strips: exact along the lines, and straight from one to the next.
    pub(super) fn lit_and_dark(mut self) -> [Pieces; 2] {
        let table = self.table;
        let dark: Vec<Vec<(f32, f32)>> = self.met.iter_mut().map(|line| unseen(line, table)).collect();
        let mut all = [Pieces::default(), Pieces::default()];
        for (row, pair) in dark.windows(2).enumerate() {
            let (low, high) = (table.lo.y + row as f32 * HIGH, (table.lo.y + (row + 1) as f32 * HIGH).min(table.hi.y));
            let (below, above) = (&pair[0], &pair[1]);
            let mut put = |below: &[(f32, f32)], above: &[(f32, f32)], low: f32, high: f32| {
                // From the left to the right: what is seen, what is not, and so on.
                let ends = below.iter().zip(above).flat_map(|(a, b)| [(a.0, b.0), (a.1, b.1)]);
                let mut last = (table.lo.x, table.lo.x);
                for (n, next) in ends.chain([(table.hi.x, table.hi.x)]).enumerate() {
                    let at = Vec2::new;
                    all[n % 2].push(&[at(last.0, low), at(next.0, low), at(next.1, high), at(last.1, high)]);
                    last = next;
                }
            };
            let go_on = below.len() == above.len() && below.iter().zip(above).all(|(a, b)| a.0 < b.1 && b.0 < a.1);
            if go_on {
                put(below, above, low, high);
            } else {
                // Something begins or ends between: each border holds for its half.
                let middle = f32::midpoint(low, high);
                put(below, below, low, middle);
                put(above, above, middle, high);
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
        let seen = eyes > 0;
        eyes += more;
        match (seen, eyes > 0) {
            (false, true) if *x > end + GAP => dark.push((end, *x)),
            (true, false) => end = *x,
            _ => {}
        }
    }
    if table.hi.x > end + GAP {
        dark.push((end, table.hi.x));
    }
    dark
}

/// The outline of what one eye sees, put together piece by piece: of the sides that two neighbours have in common only
/// the parts are left where one of them sees and the other does not.
pub(super) struct Outline<'l> {
    lines: &'l mut Lines,
    eye: DVec2,
    /// Where along the direction that is looked in pieces begin and end.
    steps: Vec<(f64, i32)>,
}

impl<'l> Outline<'l> {
    pub(super) fn of(eye: Vec2, lines: &'l mut Lines) -> Self {
        Self { lines, eye: eye.as_dvec2(), steps: Vec::new() }
    }

    /// A piece begins, so near and so far.
    pub(super) fn begin(&mut self, ends: [f64; 2]) {
        self.steps.extend([(ends[0], 1), (ends[1].max(ends[0]), -1)]);
    }

    /// One ends.
    pub(super) fn end(&mut self, ends: [f64; 2]) {
        self.steps.extend([(ends[0], -1), (ends[1].max(ends[0]), 1)]);
    }

    /// Adds a side of a piece, going round counterclockwise.
    pub(super) fn side(&mut self, a: Vec2, b: Vec2) {
        self.lines.side(a, b);
    }

    /// Adds the sides along the direction in which these pieces begin and end.
    pub(super) fn along(&mut self, toward: DVec2) {
        self.steps.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let corner = |r: f64| (self.eye + toward * r).as_vec2();
        let mut inside = 0;
        for n in 1..self.steps.len() {
            inside += self.steps[n - 1].1;
            let (near, far) = (self.steps[n - 1].0, self.steps[n].0);
            if inside == 0 || near == far {
                continue;
            }
            let (near, far) = (corner(near), corner(far));
            if inside > 0 { self.lines.side(near, far) } else { self.lines.side(far, near) }
        }
        self.steps.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::super::mark::Tag;
    use super::super::strand::{Into, Span, Strand};
    use super::*;

    const TABLE: Bounds = Bounds { lo: Vec2::ZERO, hi: Vec2::new(72.0, 48.0) };

    #[test]
    fn what_several_eyes_see_of_a_line_is_left_out_once() {
        // One eye sees 10 to 30, another 20 to 40, a third 40.003 to 50: the gap is rounding.
        let mut line = vec![(10.0, 1), (30.0, -1), (20.0, 1), (40.0, -1), (40.003, 1), (50.0, -1)];
        assert_eq!(unseen(&mut line, TABLE), [(0.0, 10.0), (50.0, 72.0)]);
        assert_eq!(unseen(&mut [], TABLE), [(0.0, 72.0)]);
        assert_eq!(unseen(&mut [(0.0, 1), (72.0, -1)], TABLE), []);
        // Where borders cross in next to nothing the outline runs backwards: what is dark before it stays dark.
        let mut line = vec![(10.0, -1), (10.002, 1), (20.0, 1), (30.0, -1)];
        assert_eq!(unseen(&mut line, TABLE), [(0.0, 20.0), (30.0, 72.0)]);
    }

    #[test]
    fn neighbours_leave_no_side_between_them() {
        let mut lines = Lines::across(TABLE);
        let eye = Vec2::new(36.0, 10.0);
        let mut outline = Outline::of(eye, &mut lines);
        let (mut strand, mut seen) = (Strand::of(eye), Pieces::default());
        let mut into = Into::Both(&mut seen, &mut outline);
        let ways = [(1.0, 1.0), (0.0, 1.0), (-1.0, 1.0)].map(|(x, y)| DVec2::new(x, y).normalize());
        // A quarter of the table's way up, seen from 5 to 20 inches away, the second half to 10 only.
        let span = |far: u32, r: f64| Span { tags: [Tag::Edge(0), Tag::Edge(far)], first: [5.0, r], last: [5.0, r] };
        strand.wedge(ways[0], ways[1], [span(1, 20.0)].into_iter(), &mut into);
        strand.wedge(ways[1], ways[2], [span(2, 10.0)].into_iter(), &mut into);
        strand.end(&mut into);
        assert_eq!(seen.len(), 2);
        let at = |lines: &Lines, y: f32| lines.met[(y * 10.0) as usize].len();
        // At 16 both halves are met: two sides out, and nothing between them. At 25 the right one alone.
        assert_eq!((at(&lines, 16.0), at(&lines, 25.0), at(&lines, 31.0)), (2, 2, 0));
        let [lit, dark] = lines.lit_and_dark();
        assert!((lit.area() + dark.area() - 72.0 * 48.0).abs() < 0.1);
        let hold = |x: f32, y: f32| dark.hold(Vec2::new(x, y));
        assert!(!hold(37.0, 16.0) && !hold(35.0, 16.0) && !hold(37.0, 25.0), "seen");
        assert!(hold(35.0, 25.0) && hold(36.0, 11.0) && hold(60.0, 16.0), "not seen");
    }
}
