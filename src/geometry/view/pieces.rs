//! Convex pieces of the table.

use bevy::math::Vec2;

use crate::geometry::polygon;

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

fn area(piece: &[Vec2]) -> f32 {
    let Some(origin) = piece.first() else { return 0.0 };
    piece.windows(2).map(|pair| (pair[0] - *origin).perp_dot(pair[1] - *origin)).sum::<f32>() / 2.0
}
