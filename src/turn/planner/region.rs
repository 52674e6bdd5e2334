//! Where somebody may get to, as it is: with what he goes round cut out of it, and what lies behind kept in it. Followed
//! from place to place of a lattice, and found closely between two of them.

use bevy::math::Vec2;

use super::maze::{Country, Maze};

/// A part of the table.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Region {
    /// What it is made of: outlines that do not overlap.
    pub pieces: Vec<Vec<Vec2>>,
    /// Its edges: round it, and round every hole in it.
    pub rims: Vec<Vec<Vec2>>,
}

impl Region {
    /// One outline.
    pub fn of(outline: Vec<Vec2>) -> Self {
        Self { pieces: vec![outline.clone()], rims: vec![outline] }
    }

    /// Both.
    pub fn join(&mut self, other: Self) {
        self.pieces.extend(other.pieces);
        self.rims.extend(other.rims);
    }

    /// Nothing.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Whether a point is in it; its edge may be counted either way.
    pub fn holds(&self, point: Vec2) -> bool {
        self.pieces.iter().any(|piece| crate::geometry::polygon::contains(piece, point))
    }
}

/// A place of the lattice, by its column and its row.
pub(super) type Node = (usize, usize);

/// Places in rows and columns, each of which belongs to a part of the table or does not.
pub(super) trait Lattice {
    /// Places in a row, and rows.
    fn side(&self) -> usize;
    /// Where a place is.
    fn spot(&self, node: Node) -> Vec2;
    /// Whether it belongs to the part.
    fn has(&self, node: Node) -> bool;
    /// Where between two neighbours, of which the first belongs to the part, it ends.
    fn between(&self, inside: Node, outside: Node) -> Vec2;
}

/// What is being followed round.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// All that may be reached.
    All,
    /// What of it is reached over ground that slows.
    Slow,
}

/// All that may be reached to stay at, and what of it lies behind or in ground that slows.
pub(super) fn of(maze: &Maze, country: &dyn Country) -> (Region, Region) {
    let part = |part: Part| traced(&Outline { maze, country, part });
    (part(Part::All), part(Part::Slow))
}

struct Outline<'m> {
    maze: &'m Maze,
    country: &'m dyn Country,
    part: Part,
}

/// The corners of a cell, counterclockwise from the lower left.
const CORNERS: [Node; 4] = [(0, 0), (1, 0), (1, 1), (0, 1)];

/// The part of the table that a lattice tells of.
pub(super) fn traced(lattice: &dyn Lattice) -> Region {
    let side = lattice.side();
    let inside: Vec<bool> = (0..side * side).map(|n| lattice.has((n % side, n / side))).collect();
    let is_in = |node: Node| inside[node.1 * side + node.0];
    // Where the edge of the part crosses the edges of the cells: to the right of a node, and above it.
    let crossing = |a: Node, b: Node| match (is_in(a), is_in(b)) {
        (true, false) => Some(lattice.between(a, b)),
        (false, true) => Some(lattice.between(b, a)),
        _ => None,
    };
    let mut right: Vec<Option<Vec2>> = vec![None; side * side];
    let mut above = right.clone();
    for (n, (right, above)) in right.iter_mut().zip(&mut above).enumerate() {
        let (x, y) = (n % side, n / side);
        *right = if x + 1 < side { crossing((x, y), (x + 1, y)) } else { None };
        *above = if y + 1 < side { crossing((x, y), (x, y + 1)) } else { None };
    }
    let mut region = Region::default();
    // From each crossing to the next one, the part to the left of it.
    let mut next: Vec<Option<usize>> = vec![None; 2 * side * side];
    for y in 0..side.saturating_sub(1) {
        // Whole cells beside each other are one piece.
        let mut run: Option<usize> = None;
        for x in 0..side - 1 {
            let nodes = CORNERS.map(|(dx, dy)| (x + dx, y + dy));
            let whole = nodes.iter().all(|node| is_in(*node));
            if whole {
                run.get_or_insert(x);
            } else if let Some(from) = run.take() {
                region.pieces.push(block(lattice, (from, y), (x, y + 1)));
            }
            if whole || !nodes.iter().any(|node| is_in(*node)) {
                continue;
            }
            // Edges of the cell: below, right, above, left, as the corners run.
            let edges =
                [(y * side + x) * 2, (y * side + x + 1) * 2 + 1, ((y + 1) * side + x) * 2, (y * side + x) * 2 + 1];
            let at = |edge: usize| if edge.is_multiple_of(2) { right[edge / 2] } else { above[edge / 2] };
            for piece in pieces(nodes.map(is_in)) {
                let mut points = Vec::new();
                for (n, mark) in piece.iter().enumerate() {
                    match mark {
                        Mark::Corner(corner) => points.push(lattice.spot(nodes[*corner])),
                        Mark::Edge(edge) => points.extend(at(edges[*edge])),
                    }
                    // From an edge straight to the next edge runs the rim, the part on its left.
                    if let (Mark::Edge(from), Mark::Edge(to)) = (mark, &piece[(n + 1) % piece.len()]) {
                        next[edges[*from]] = Some(edges[*to]);
                    }
                }
                region.pieces.push(points);
            }
        }
        if let Some(from) = run {
            region.pieces.push(block(lattice, (from, y), (side - 1, y + 1)));
        }
    }
    let at = |edge: usize| if edge.is_multiple_of(2) { right[edge / 2] } else { above[edge / 2] };
    for first in 0..next.len() {
        let mut rim: Vec<Vec2> = Vec::new();
        let mut edge = first;
        while let Some(to) = next[edge].take() {
            rim.extend(at(edge));
            edge = to;
        }
        if rim.len() > 2 {
            region.rims.push(without_bends(rim));
        }
    }
    region
}

fn block(lattice: &dyn Lattice, lo: Node, hi: Node) -> Vec<Vec2> {
    [lo, (hi.0, lo.1), hi, (lo.0, hi.1)].map(|node| lattice.spot(node)).to_vec()
}

impl Lattice for Outline<'_> {
    fn side(&self) -> usize {
        self.maze.side()
    }

    fn spot(&self, node: Node) -> Vec2 {
        self.maze.spot(node)
    }

    fn has(&self, node: Node) -> bool {
        self.maze.settled(node).is_some_and(|place| {
            let stays = self.country.solid().rests(self.maze.at(place));
            stays && (self.part == Part::All || self.maze.purse(place).slowed)
        })
    }

    fn between(&self, from: Node, to: Node) -> Vec2 {
        let sources: Vec<usize> = [from, to]
            .into_iter()
            .filter_map(|node| self.maze.settled(node))
            .flat_map(|place| [place, self.maze.parent(place)])
            .collect();
        halved(self.maze.spot(from), self.maze.spot(to), |at| self.reaches(&sources, at))
    }
}

impl Outline<'_> {
    /// Whether a place belongs to the part when it is reached from one of these.
    fn reaches(&self, sources: &[usize], at: Vec2) -> bool {
        let solid = self.country.solid();
        if !solid.open(at) || !solid.rests(at) {
            return false;
        }
        let ways = sources.iter().filter(|n| solid.free(self.maze.at(**n), at));
        let purses = ways.filter_map(|n| self.country.spend(self.maze.purse(*n), self.maze.at(*n), at));
        match self.part {
            Part::All => purses.into_iter().next().is_some(),
            Part::Slow => purses.max_by(|a, b| a.left.total_cmp(&b.left)).is_some_and(|best| best.slowed),
        }
    }
}

/// Where on the way from a place inside to one outside a part ends, to within a hundredth of an inch.
pub(super) fn halved(inside: Vec2, outside: Vec2, holds: impl Fn(Vec2) -> bool) -> Vec2 {
    const HALVINGS: u32 = 5;
    let (mut lo, mut hi) = (0.0_f32, 1.0_f32);
    for _ in 0..HALVINGS {
        let middle = f32::midpoint(lo, hi);
        if holds(inside.lerp(outside, middle)) { lo = middle } else { hi = middle }
    }
    inside.lerp(outside, f32::midpoint(lo, hi))
}

/// A corner of a piece of a cell: one of the cell's own, or where the edge of the part crosses one of its edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    Corner(usize),
    Edge(usize),
}

/// What of a cell belongs to the part, by which of its corners do. Two corners across from each other are two pieces.
fn pieces(corners: [bool; 4]) -> Vec<Vec<Mark>> {
    let edge = |n: usize| Mark::Edge(n % 4);
    if corners == [true, false, true, false] || corners == [false, true, false, true] {
        let alone = |n: usize| vec![Mark::Corner(n), edge(n), edge(n + 3)];
        return (0..4).filter(|n| corners[*n]).map(alone).collect();
    }
    let mut piece = Vec::new();
    for n in 0..4 {
        if corners[n] {
            piece.push(Mark::Corner(n));
        }
        if corners[n] != corners[(n + 1) % 4] {
            piece.push(edge(n));
        }
    }
    vec![piece]
}

/// An outline without the points that lie as good as on a line between their neighbours.
fn without_bends(outline: Vec<Vec2>) -> Vec<Vec2> {
    /// Off the line, in inches.
    const OFF: f32 = 0.004;
    let n = outline.len();
    let straight = |i: usize| {
        let (a, b, c) = (outline[(i + n - 1) % n], outline[i], outline[(i + 1) % n]);
        crate::geometry::polygon::distance_to(b, a, c) < OFF
    };
    let kept: Vec<Vec2> = (0..n).filter(|i| !straight(*i)).map(|i| outline[i]).collect();
    if kept.len() > 2 { kept } else { outline }
}
