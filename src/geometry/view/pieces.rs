//! Convex pieces of the table.

use bevy::math::Vec2;

use crate::geometry::polygon::{self, Bounds};

/// Convex pieces that do not overlap, each with its corners counterclockwise.
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

    /// What is left of these, which one eye does not see, when another eye sees so much and no more. A piece of which it
    /// sees nothing stays whole.
    pub(super) fn without(&self, seen: &Self, dead: &Self, newly: &mut Self) -> Self {
        /// Square inches that are nothing: what two roundings of one border leave between them.
        const NOTHING: f32 = 1e-3;
        let (bright, dark) = (Lattice::of(seen), Lattice::of(dead));
        let mut left = Self::default();
        let (mut looked, mut parts) = (Looked::default(), Self::default());
        for piece in self.iter() {
            parts.clear();
            bright.common(seen, piece, &mut looked, &mut parts);
            if parts.area() <= NOTHING {
                left.push(piece);
            } else {
                newly.append(&parts);
                dark.common(dead, piece, &mut looked, &mut left);
            }
        }
        left
    }

    fn clear(&mut self) {
        self.corners.clear();
        self.ends.clear();
    }

    fn get(&self, n: usize) -> &[Vec2] {
        let begin = if n == 0 { 0 } else { self.ends[n - 1] };
        &self.corners[begin as usize..self.ends[n] as usize]
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

/// The part of a convex shape to the left of a line.
fn clip(shape: &[Vec2], a: Vec2, b: Vec2, into: &mut Vec<Vec2>) {
    into.clear();
    let side = |p: Vec2| (b - a).perp_dot(p - a);
    for (p, q) in polygon::edges(shape) {
        let (at_p, at_q) = (side(p), side(q));
        if at_p >= 0.0 {
            into.push(p);
        }
        if (at_p > 0.0 && at_q < 0.0) || (at_p < 0.0 && at_q > 0.0) {
            into.push(p.lerp(q, at_p / (at_p - at_q)));
        }
    }
}

/// Room to work in.
#[derive(Default)]
struct Looked {
    near: Vec<u32>,
    shape: Vec<Vec2>,
    cut: Vec<Vec2>,
}

/// Which pieces lie in which square of the table.
struct Lattice {
    lo: Vec2,
    columns: usize,
    rows: usize,
    held: Vec<Vec<u32>>,
    bounds: Vec<Bounds>,
}

impl Lattice {
    /// Squares to the inch.
    const FINE: f32 = 1.0;

    fn of(pieces: &Pieces) -> Self {
        let bounds: Vec<Bounds> = pieces.iter().map(Bounds::of).collect();
        let all = bounds.iter().copied().fold(Bounds::NOTHING, Bounds::join);
        let size = if bounds.is_empty() { Vec2::ZERO } else { (all.hi - all.lo) * Self::FINE };
        let (columns, rows) = (size.x as usize + 1, size.y as usize + 1);
        let mut lattice = Self { lo: all.lo, columns, rows, held: vec![Vec::new(); columns * rows], bounds };
        for n in 0..lattice.bounds.len() {
            for (column, row) in lattice.cells(&lattice.bounds[n]) {
                lattice.held[row * columns + column].push(n as u32);
            }
        }
        lattice
    }

    /// Adds what a piece has in common with the pieces that lie in this lattice.
    fn common(&self, of: &Pieces, piece: &[Vec2], looked: &mut Looked, into: &mut Pieces) {
        let bounds = Bounds::of(piece);
        looked.near.clear();
        for (column, row) in self.cells(&bounds) {
            let here = self.held[row * self.columns + column].iter().copied();
            looked.near.extend(here.filter(|n| self.bounds[*n as usize].meets(&bounds)));
        }
        looked.near.sort_unstable();
        looked.near.dedup();
        for n in &looked.near {
            looked.shape.clear();
            looked.shape.extend_from_slice(piece);
            for (a, b) in polygon::edges(of.get(*n as usize)) {
                clip(&looked.shape, a, b, &mut looked.cut);
                std::mem::swap(&mut looked.shape, &mut looked.cut);
                if looked.shape.len() < 3 {
                    break;
                }
            }
            into.push(&looked.shape);
        }
    }

    fn cells(&self, bounds: &Bounds) -> impl Iterator<Item = (usize, usize)> + use<> {
        let most = Vec2::new(self.columns as f32 - 1.0, self.rows as f32 - 1.0);
        let at = |p: Vec2| ((p - self.lo) * Self::FINE).clamp(Vec2::ZERO, most);
        let (lo, hi) = (at(bounds.lo), at(bounds.hi));
        let (left, right) = (lo.x as usize, hi.x as usize);
        (lo.y as usize..=hi.y as usize).flat_map(move |row| (left..=right).map(move |column| (column, row)))
    }
}

fn area(piece: &[Vec2]) -> f32 {
    let Some(origin) = piece.first() else { return 0.0 };
    piece.windows(2).map(|pair| (pair[0] - *origin).perp_dot(pair[1] - *origin)).sum::<f32>() / 2.0
}
