//! Convex pieces of the table.

use bevy::math::Vec2;

use crate::geometry::polygon::{self, Bounds};

/// Convex pieces, each with its corners counterclockwise.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Pieces {
    corners: Vec<Vec2>,
    /// Where the corners of each piece end.
    ends: Vec<u32>,
}

impl Pieces {
    /// Their corners, piece by piece: three or more each.
    pub fn iter(&self) -> impl Iterator<Item = &[Vec2]> {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        begins.zip(&self.ends).map(|(begin, end)| &self.corners[begin as usize..*end as usize])
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Square inches of all together.
    pub fn area(&self) -> f32 {
        self.iter().map(area).sum()
    }

    /// Whether a point is in one of them or on its edge.
    pub fn hold(&self, point: Vec2) -> bool {
        let inside = |(a, b): (Vec2, Vec2)| (b - a).perp_dot(point - a) >= -polygon::NOISE * a.distance(b);
        self.iter().any(|piece| polygon::edges(piece).all(inside))
    }

    /// Adds all of others.
    pub(super) fn append(&mut self, other: &Self) {
        let before = self.corners.len() as u32;
        self.corners.extend_from_slice(&other.corners);
        self.ends.extend(other.ends.iter().map(|end| end + before));
    }

    /// Adds a piece; one without area is left out, and so are corners without length between them.
    pub(super) fn push(&mut self, corners: &[Vec2]) {
        const NOTHING: f32 = 1e-6;
        /// Well over what a corner is rounded by.
        const APART: f32 = 5e-5;
        let begin = self.corners.len();
        for corner in corners {
            if self.corners[begin..].last().is_none_or(|last| last.distance_squared(*corner) > APART * APART) {
                self.corners.push(*corner);
            }
        }
        while self.corners.len() > begin + 1
            && self.corners[begin].distance_squared(self.corners[self.corners.len() - 1]) <= APART * APART
        {
            self.corners.pop();
        }
        if area(&self.corners[begin..]) <= NOTHING {
            self.corners.truncate(begin);
        } else {
            self.ends.push(self.corners.len() as u32);
        }
    }
}

/// What is in none of the pieces of any eye, cut into strips across the table: exact along their borders, and straight
/// from one to the next.
pub(super) fn strips(eyes: &[Pieces], table: Bounds) -> Pieces {
    /// From border to border.
    const HIGH: f32 = 0.1;
    /// Gaps narrower than this are rounding.
    const GAP: f32 = 0.004;
    /// The outermost lines keep so far inside the table.
    const INSIDE: f32 = 1e-3;
    let count = ((table.hi.y - table.lo.y) / HIGH).ceil().max(1.0) as usize;
    let at = |row: usize| (table.lo.y + row as f32 * HIGH).clamp(table.lo.y + INSIDE, table.hi.y - INSIDE);
    let mut seen: Vec<Vec<(f32, f32)>> = vec![Vec::new(); count + 1];
    for pieces in eyes {
        let others: Vec<usize> = seen.iter().map(Vec::len).collect();
        for piece in pieces.iter() {
            let bounds = Bounds::of(piece);
            let first = ((bounds.lo.y - table.lo.y) / HIGH - INSIDE / HIGH).ceil().max(0.0) as usize;
            let last = (((bounds.hi.y - table.lo.y) / HIGH + INSIDE / HIGH).floor().max(0.0) as usize).min(count);
            for row in first..=last {
                let Some((from, to)) = across(piece, at(row)) else { continue };
                // One after the other round the eye: most of them go on where the last one ended.
                let line = &mut seen[row];
                let own = line.len() > others[row];
                match line.last_mut() {
                    Some(last) if own && from <= last.1 + GAP && last.0 <= to + GAP => {
                        *last = (last.0.min(from), last.1.max(to));
                    }
                    _ => line.push((from, to)),
                }
            }
        }
    }
    let dark = |row: &mut Vec<(f32, f32)>| {
        row.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let (mut dark, mut end) = (Vec::new(), table.lo.x);
        for (from, to) in row.iter() {
            if *from > end + GAP {
                dark.push((end, *from));
            }
            end = end.max(*to);
        }
        if table.hi.x > end + GAP {
            dark.push((end, table.hi.x));
        }
        dark
    };
    let dark: Vec<Vec<(f32, f32)>> = seen.iter_mut().map(dark).collect();
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

/// The part of a level line inside a convex piece.
fn across(piece: &[Vec2], y: f32) -> Option<(f32, f32)> {
    let (mut from, mut to) = (f32::INFINITY, f32::NEG_INFINITY);
    for (a, b) in polygon::edges(piece) {
        if (a.y <= y) != (b.y <= y) {
            let x = a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y);
            (from, to) = (from.min(x), to.max(x));
        }
    }
    (from < to).then_some((from, to))
}

fn area(piece: &[Vec2]) -> f32 {
    let Some(origin) = piece.first() else { return 0.0 };
    piece.windows(2).map(|pair| (pair[0] - *origin).perp_dot(pair[1] - *origin)).sum::<f32>() / 2.0
}
