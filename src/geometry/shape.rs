//! Outlines and courses of the ground, with holes, and a tree of boxes over the edges of large ones: a wood of 3000
//! corners is asked as quickly as a field of four.
//!
//! The edge, of a hole too, belongs to the inside for points. A line that runs along an edge has the inside on one side
//! of it only and is outside; along an edge that two shapes share it has both.

use bevy::math::Vec2;

use super::polygon::{self, Bounds, NOISE, edges};

/// Shapes of more edges than this get a tree.
const SMALL: usize = 24;
/// Edges to a leaf of the tree.
const LEAF: usize = 8;
/// How far to the side of a line that runs along an edge the ground is looked at.
const ASIDE: f32 = 4.0 * NOISE;

/// An outline, with its holes, or a course, with its box.
#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    /// Its points in order.
    pub points: Vec<Vec2>,
    /// Clearings: rings inside the outline that are outside the shape.
    pub holes: Vec<Vec<Vec2>>,
    /// The box around it, a hair larger.
    pub bounds: Bounds,
    tree: Option<Tree>,
}

/// On which sides of a line the inside of a shape lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beside {
    /// The line is inside.
    Both,
    /// It runs along an edge, the inside to its left.
    Left,
    /// It runs along an edge, the inside to its right.
    Right,
}

/// A part of a segment, of 0 to 1, that has the inside of a shape at least on one side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Part {
    /// Where it begins.
    pub from: f32,
    /// Where it ends.
    pub to: f32,
    /// Where the inside lies.
    pub side: Beside,
}

impl Shape {
    /// Around these points.
    pub fn of(points: Vec<Vec2>) -> Self {
        Self::with_holes(points, Vec::new())
    }

    /// Around these points, without what lies strictly inside the holes.
    pub fn with_holes(points: Vec<Vec2>, holes: Vec<Vec<Vec2>>) -> Self {
        let bounds = Bounds::of(&points).grown(NOISE);
        let mut shape = Self { points, holes, bounds, tree: None };
        if shape.points.len() + shape.holes.iter().map(Vec::len).sum::<usize>() > SMALL {
            shape.tree = Some(Tree::of(shape.edges().collect()));
        }
        shape
    }

    /// With a larger box: a course that is wider than a line.
    pub fn widened(self, by: f32) -> Self {
        Self { bounds: self.bounds.grown(by), ..self }
    }

    /// The edges of the outline and of all holes.
    pub fn edges(&self) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
        edges(&self.points).chain(self.holes.iter().flat_map(|hole| edges(hole)))
    }

    /// Corners of the outline and of all holes.
    pub fn corners(&self) -> impl Iterator<Item = Vec2> + '_ {
        self.points.iter().chain(self.holes.iter().flatten()).copied()
    }

    /// Calls `each` with all edges that could lie in a box that is `wanted`, and with some others.
    fn visit(&self, wanted: impl Fn(&Bounds) -> bool, mut each: impl FnMut(Vec2, Vec2)) {
        match &self.tree {
            Some(tree) => tree.visit(wanted, each),
            None => self.edges().for_each(|(a, b)| each(a, b)),
        }
    }

    /// Calls `each` with all edges that the segment could meet, and with some others.
    pub fn along(&self, a: Vec2, b: Vec2, each: impl FnMut(Vec2, Vec2)) {
        let line = Slab::of(a, b);
        self.visit(|bounds| line.meets(bounds), each);
    }

    /// Whether a point is inside or on an edge.
    pub fn holds(&self, point: Vec2) -> bool {
        self.bounds.holds(point) && (self.even_odd(point) || self.on_edge(point))
    }

    /// Whether a point is inside and not on an edge.
    pub fn holds_strictly(&self, point: Vec2) -> bool {
        self.bounds.holds(point) && self.even_odd(point) && !self.on_edge(point)
    }

    fn even_odd(&self, p: Vec2) -> bool {
        let right_of = |bounds: &Bounds| bounds.lo.y <= p.y && p.y <= bounds.hi.y && bounds.hi.x >= p.x;
        let mut inside = false;
        self.visit(right_of, |a, b| inside ^= polygon::crossed_to_the_right(p, a, b));
        inside
    }

    /// Whether a point is on the edge.
    pub fn on_edge(&self, p: Vec2) -> bool {
        let near = Bounds { lo: p, hi: p }.grown(NOISE);
        let mut on = false;
        self.visit(|bounds| bounds.meets(&near), |a, b| on = on || polygon::distance_to(p, a, b) <= NOISE);
        on
    }

    /// The parts of a segment strictly inside, of 0 to 1, in order.
    pub fn spans(&self, a: Vec2, b: Vec2) -> Vec<(f32, f32)> {
        let mut parts = Vec::new();
        self.parts(a, b, &mut parts);
        parts.retain(|part| part.side == Beside::Both);
        parts.iter().map(|part| (part.from, part.to)).collect()
    }

    /// Adds the parts of a segment that have the inside on a side, in order.
    pub fn parts(&self, a: Vec2, b: Vec2, out: &mut Vec<Part>) {
        let length = a.distance(b);
        let line = Slab::of(a, b);
        if length <= NOISE || self.points.len() < 3 || !line.meets(&self.bounds) {
            return;
        }
        let mut cuts: Vec<f32> = Vec::new();
        let along = (b - a) / length;
        self.visit(
            |bounds| line.meets(bounds),
            |c, d| {
                if let Some((t, _)) = polygon::meeting(a, b, c, d) {
                    cuts.push(t.clamp(0.0, 1.0));
                }
                // Corners on the segment cut it too: an edge that runs along it has no single meeting point.
                let from = c - a;
                if from.perp_dot(along).abs() <= NOISE {
                    cuts.push((from.dot(along) / length).clamp(0.0, 1.0));
                }
            },
        );
        if cuts.is_empty() && !self.bounds.holds(a) {
            return;
        }
        cuts.extend([0.0, 1.0]);
        cuts.sort_unstable_by(f32::total_cmp);
        let first = out.len();
        for pair in cuts.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            if (to - from) * length <= NOISE / 4.0 {
                continue;
            }
            let Some(side) = self.beside(a.lerp(b, f32::midpoint(from, to)), along) else { continue };
            match out[first..].last_mut() {
                Some(last) if last.side == side && (from - last.to) * length <= NOISE => last.to = to,
                _ => out.push(Part { from, to, side }),
            }
        }
    }

    /// Where the inside lies of a line through this point, which no edge crosses here.
    fn beside(&self, p: Vec2, along: Vec2) -> Option<Beside> {
        if !self.on_edge(p) {
            return self.even_odd(p).then_some(Beside::Both);
        }
        let left = along.perp() * ASIDE;
        match (self.even_odd(p + left), self.even_odd(p - left)) {
            // A slit narrower than a hair: the edges on both sides are edges all the same.
            (true, true) | (false, false) => None,
            (true, false) => Some(Beside::Left),
            (false, true) => Some(Beside::Right),
        }
    }
}

/// A segment as boxes are asked whether they meet it.
struct Slab {
    bounds: Bounds,
    a: Vec2,
    across: Vec2,
}

impl Slab {
    fn of(a: Vec2, b: Vec2) -> Self {
        Self { bounds: Bounds::of(&[a, b]).grown(2.0 * NOISE), a, across: (b - a).perp().normalize_or_zero() }
    }

    fn meets(&self, other: &Bounds) -> bool {
        if !self.bounds.meets(other) {
            return false;
        }
        let half = (other.hi - other.lo) / 2.0;
        let off = (other.lo + half - self.a).dot(self.across).abs();
        off <= half.dot(self.across.abs()) + 4.0 * NOISE
    }
}

/// Boxes over consecutive edges, boxes over pairs of these, and so on: node `i` has the children `2 i` and `2 i + 1`.
#[derive(Clone, PartialEq, Debug)]
struct Tree {
    edges: Vec<(Vec2, Vec2)>,
    /// From node 1; node 0 is not used.
    boxes: Vec<Bounds>,
}

impl Tree {
    fn of(edges: Vec<(Vec2, Vec2)>) -> Self {
        let leaves = edges.len().div_ceil(LEAF).next_power_of_two();
        let mut boxes = vec![Bounds::NOTHING; 2 * leaves];
        for (leaf, some) in edges.chunks(LEAF).enumerate() {
            let around = some.iter().fold(Bounds::NOTHING, |all, (a, b)| all.with(*a).with(*b));
            boxes[leaves + leaf] = around.grown(2.0 * NOISE);
        }
        for node in (1..leaves).rev() {
            boxes[node] = boxes[2 * node].join(boxes[2 * node + 1]);
        }
        Self { edges, boxes }
    }

    fn visit(&self, wanted: impl Fn(&Bounds) -> bool, mut each: impl FnMut(Vec2, Vec2)) {
        let leaves = self.boxes.len() / 2;
        // Node numbers say how to go on, so no stack is needed: down to the left, else up to the next on the right.
        let mut node = 1;
        loop {
            let meets = wanted(&self.boxes[node]);
            if meets && node < leaves {
                node *= 2;
                continue;
            }
            if meets {
                let first = (node - leaves) * LEAF;
                let last = (first + LEAF).min(self.edges.len());
                self.edges.get(first..last).unwrap_or_default().iter().for_each(|(a, b)| each(*a, *b));
            }
            while node & 1 == 1 {
                node >>= 1;
            }
            if node == 0 {
                return;
            }
            node += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn v(x: f32, y: f32) -> Vec2 {
        Vec2::new(x, y)
    }

    fn rect(left: f32, low: f32, right: f32, high: f32) -> Vec<Vec2> {
        vec![v(left, low), v(right, low), v(right, high), v(left, high)]
    }

    #[test]
    fn a_clearing_is_outside_and_its_edge_inside() {
        let wood = Shape::with_holes(rect(0.0, 0.0, 10.0, 10.0), vec![rect(4.0, 4.0, 6.0, 6.0)]);
        assert!(!wood.holds(v(5.0, 5.0)));
        assert!(wood.holds(v(4.0, 5.0)) && !wood.holds_strictly(v(4.0, 5.0)));
        assert!(!wood.holds(v(4.001, 5.0)) && wood.holds_strictly(v(3.999, 5.0)));
        let across = wood.spans(v(-5.0, 5.0), v(15.0, 5.0));
        assert_eq!(across.len(), 2);
        assert!((across[0].1 - 0.45).abs() < 1e-4 && (across[1].0 - 0.55).abs() < 1e-4);
        // Along the edge of the clearing the line is outside, before and after it inside.
        let along = wood.spans(v(-5.0, 6.0), v(15.0, 6.0));
        assert_eq!(along.len(), 2);
        assert!((along[0].1 - 0.45).abs() < 1e-4 && (along[1].0 - 0.55).abs() < 1e-4);
    }

    #[test]
    fn along_an_edge_the_inside_is_on_one_side() {
        let mut parts = Vec::new();
        Shape::of(rect(0.0, 0.0, 10.0, 10.0)).parts(v(10.0, -5.0), v(10.0, 5.0), &mut parts);
        assert_eq!(parts.iter().map(|part| part.side).collect::<Vec<_>>(), [Beside::Left]);
        assert!((parts[0].from - 0.5).abs() < 1e-4 && parts[0].to == 1.0);
        parts.clear();
        Shape::of(rect(0.0, 0.0, 10.0, 10.0)).parts(v(0.0, -5.0), v(0.0, 5.0), &mut parts);
        assert_eq!(parts.iter().map(|part| part.side).collect::<Vec<_>>(), [Beside::Right]);
    }

    /// A ragged ring of `n` corners.
    fn ragged(n: usize, x: f32, y: f32, radius: f32, teeth: f32) -> Vec<Vec2> {
        (0..n)
            .map(|i| {
                let (sin, cos) = bevy::math::ops::sin_cos(i as f32 * std::f32::consts::TAU / n as f32);
                let out = radius * (1.0 + teeth * ((i * 7919) % 101) as f32 / 101.0);
                v(x + out * cos, y + out * sin)
            })
            .collect()
    }

    proptest! {
        #[test]
        fn the_tree_changes_no_answer(
            n in 25..400_usize, teeth in 0.0_f32..0.4, hole in 3..60_usize,
            a in (-2.0_f32..42.0, -2.0_f32..42.0), b in (-2.0_f32..42.0, -2.0_f32..42.0),
        ) {
            let (outer, inner) = (ragged(n, 20.0, 20.0, 12.0, teeth), ragged(hole, 19.0, 21.0, 4.0, 0.3));
            let shape = Shape::with_holes(outer.clone(), vec![inner.clone()]);
            prop_assert!(shape.tree.is_some());
            let (a, b) = (v(a.0, a.1), v(b.0, b.1));
            let plain = polygon::contains(&outer, a) && !polygon::contains_strictly(&inner, a);
            prop_assert_eq!(shape.holds(a), plain);
            let small = Shape { tree: None, ..shape.clone() };
            prop_assert_eq!(shape.spans(a, b), small.spans(a, b));
            let length: f32 = shape.spans(a, b).iter().map(|(from, to)| to - from).sum();
            let wanted = polygon::length_inside(&outer, a, b) - polygon::length_inside(&inner, a, b);
            prop_assert!((length * a.distance(b) - wanted).abs() < 0.01);
        }
    }
}
