//! Outlines with clearings in them, ready to be asked about every point of a picture.

use bevy::math::{IVec2, Rect, Vec2};

use super::shapes::{beyond, bounds, edges, points, to_segment};
use crate::ground::Area;

/// An outline with the clearings in it. Every ring has what it encloses on its left: the outer one runs
/// counter-clockwise, clearings clockwise.
pub struct Rings {
    rings: Vec<Vec<Vec2>>,
    bounds: Rect,
    grid: Grid,
}

/// Distances beyond this many inches are told as this many.
pub const FAR: f32 = 1.5;

impl Rings {
    /// Of an area of three corners or more.
    pub fn of(area: &Area) -> Self {
        Self::around(points(&area.outline), area)
    }

    /// The same, drawn on past the edge of a table of this size wherever it runs along it.
    pub fn on(table: Vec2, area: &Area) -> Self {
        Self::around(beyond(&points(&area.outline), table, 2.0 * FAR), area)
    }

    fn around(outline: Vec<Vec2>, area: &Area) -> Self {
        let mut rings = vec![turned(outline, 1.0)];
        rings.extend(area.holes.iter().filter(|hole| hole.len() >= 3).map(|hole| turned(points(hole), -1.0)));
        let bounds = bounds(&rings[0]);
        let grid = Grid::over(&rings, bounds);
        Self { rings, bounds, grid }
    }

    /// The outer ring.
    pub fn outer(&self) -> &[Vec2] {
        &self.rings[0]
    }

    /// All rings, the outer one first.
    pub fn rings(&self) -> impl Iterator<Item = &[Vec2]> {
        self.rings.iter().map(Vec::as_slice)
    }

    /// The smallest upright rectangle around it.
    pub fn bounds(&self) -> Rect {
        self.bounds
    }

    /// Distance to its edge, [`FAR`] at most: positive inside, negative outside and in clearings.
    pub fn depth(&self, at: Vec2) -> f32 {
        let Some(cell) = self.grid.cell(at) else { return -FAR };
        let (mut within, mut nearest) = (cell.within, FAR);
        for (a, b) in &cell.sides {
            nearest = nearest.min(to_segment(*a, *b, at));
            // Every side crossed on the way from the cell's middle changes between inside and outside.
            if crosses(*a, *b, cell.middle, at) {
                within = !within;
            }
        }
        if within { nearest } else { -nearest }
    }
}

/// Squares of an inch that know the sides near them, so that a wood of thousands of corners is as quick as a small one.
struct Grid {
    low: Vec2,
    size: IVec2,
    cells: Vec<Cell>,
}

#[derive(Clone)]
struct Cell {
    middle: Vec2,
    /// Whether its middle is inside.
    within: bool,
    sides: Vec<(Vec2, Vec2)>,
}

impl Grid {
    fn over(rings: &[Vec<Vec2>], bounds: Rect) -> Self {
        let low = (bounds.min - Vec2::splat(FAR)).floor();
        let size = ((bounds.max + Vec2::splat(FAR)).ceil() - low).as_ivec2().max(IVec2::ONE);
        let all: Vec<(Vec2, Vec2)> = rings.iter().flat_map(|ring| edges(ring)).collect();
        let mut cells = Vec::with_capacity((size.x * size.y) as usize);
        for y in 0..size.y {
            for x in 0..size.x {
                let middle = low + Vec2::new(x as f32, y as f32) + Vec2::splat(0.5);
                cells.push(Cell { middle, within: holds(&all, middle), sides: Vec::new() });
            }
        }
        for (a, b) in all {
            let from = ((a.min(b) - Vec2::splat(FAR) - low).floor().as_ivec2()).max(IVec2::ZERO);
            let to = ((a.max(b) + Vec2::splat(FAR) - low).floor().as_ivec2()).min(size - IVec2::ONE);
            for y in from.y..=to.y {
                for x in from.x..=to.x {
                    cells[(y * size.x + x) as usize].sides.push((a, b));
                }
            }
        }
        Self { low, size, cells }
    }

    fn cell(&self, at: Vec2) -> Option<&Cell> {
        let cell = (at - self.low).floor().as_ivec2();
        let on = cell.cmpge(IVec2::ZERO).all() && cell.cmplt(self.size).all();
        on.then(|| &self.cells[(cell.y * self.size.x + cell.x) as usize])
    }
}

fn holds(sides: &[(Vec2, Vec2)], at: Vec2) -> bool {
    let crossed =
        |(a, b): &&(Vec2, Vec2)| (a.y > at.y) != (b.y > at.y) && at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x;
    sides.iter().filter(crossed).count() % 2 == 1
}

/// Whether a side lies across the way between two points; an end on the way counts to one of its sides only.
fn crosses(a: Vec2, b: Vec2, from: Vec2, to: Vec2) -> bool {
    let way = to - from;
    let (left, right) = (way.perp_dot(a - from) > 0.0, way.perp_dot(b - from) > 0.0);
    if left == right {
        return false;
    }
    let side = b - a;
    (side.perp_dot(from - a) > 0.0) != (side.perp_dot(to - a) > 0.0)
}

/// A ring that runs counter-clockwise for `way` above zero, clockwise below.
fn turned(mut ring: Vec<Vec2>, way: f32) -> Vec<Vec2> {
    let area: f32 = edges(&ring).map(|(a, b)| a.perp_dot(b)).sum();
    if area * way < 0.0 {
        ring.reverse();
    }
    ring
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Spot;
    use crate::table::{noise, shapes};

    #[test]
    fn a_wood_of_three_thousand_corners_with_a_clearing_is_measured_as_side_by_side() {
        let ring = |middle: Vec2, radius: f32, corners: u32| -> Vec<Spot> {
            (0..corners)
                .map(|k| {
                    let turn = k as f32 / corners as f32 * std::f32::consts::TAU;
                    let out = radius * (0.8 + 0.2 * (turn * 9.0).sin());
                    Spot::round(middle + Vec2::from_angle(turn) * out)
                })
                .collect()
        };
        let middle = Vec2::new(30.0, 24.0);
        let area = Area { outline: ring(middle, 12.0, 3000), holes: vec![ring(middle, 4.0, 40)], ..Area::default() };
        let rings = Rings::of(&area);
        let (outer, hole) = (shapes::points(&area.outline), shapes::points(&area.holes[0]));
        for k in 0..600 {
            let at = middle + Vec2::new(noise::signed(k, 1, 7), noise::signed(k, 2, 7)) * 16.0;
            let (to_outer, to_hole) = (shapes::depth(&outer, at), shapes::depth(&hole, at));
            let plain = to_outer.min(-to_hole).clamp(-FAR, FAR);
            assert!((rings.depth(at) - plain).abs() < 1e-3, "{at}: {} for {plain}", rings.depth(at));
        }
    }
}
