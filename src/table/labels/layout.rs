//! Where labels go so that none covers another: each asks for a place round its body, the nearest free one is given,
//! and what has no room says less. Plain arithmetic in logical pixels, y up, measured from the table's corner: the
//! answer does not depend on which part of the table is seen, so nothing moves when the view is moved.

use std::collections::BTreeMap;

use bevy::math::{Rect, Vec2};

/// What a label belongs to: an upright or slanted rectangle that it should stand beside.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Body {
    /// Its middle.
    pub middle: Vec2,
    /// Direction of its first side.
    pub along: Vec2,
    /// Half its length along that, half its breadth across.
    pub half: Vec2,
    /// How far what stands on it rises up the picture over its edge.
    pub rise: f32,
}

impl Body {
    /// An upright rectangle's.
    pub fn upright(rect: Rect) -> Self {
        Self { middle: rect.center(), along: Vec2::X, half: rect.half_size(), rise: 0.0 }
    }

    /// How far it reaches from its middle in a direction.
    fn reach(&self, way: Vec2) -> f32 {
        self.half.x * self.along.dot(way).abs() + self.half.y * self.along.perp().dot(way).abs()
    }

    /// How far from its middle, along `way`, a box of these half sides stands when it just touches.
    fn beside(&self, way: Vec2, half: Vec2) -> f32 {
        let apart = [Vec2::X, Vec2::Y, self.along, self.along.perp()].into_iter().filter_map(|axis| {
            let part = way.dot(axis).abs();
            let need = self.reach(axis) + half.dot(axis.abs());
            (part > 1e-3).then(|| need / part)
        });
        apart.fold(f32::INFINITY, f32::min) + self.rise * way.y.max(0.0)
    }

    /// The upright rectangle round it.
    fn bounds(&self) -> Rect {
        let half = Vec2::new(self.reach(Vec2::X), self.reach(Vec2::Y));
        Rect::from_center_half_size(self.middle, half)
    }

    /// How much of a box lies over it, roughly: the share by which they overlap along the axis where they do least.
    fn covered_by(&self, area: Rect) -> f32 {
        let half = area.half_size();
        let off = area.center() - self.middle;
        let least = [Vec2::X, Vec2::Y, self.along, self.along.perp()].into_iter().map(|axis| {
            let need = self.reach(axis) + half.dot(axis.abs());
            need - off.dot(axis).abs()
        });
        (least.fold(f32::INFINITY, f32::min) / half.y.max(1.0)).clamp(0.0, 1.0)
    }
}

/// A label that wants a place.
#[derive(Clone, PartialEq, Debug)]
pub struct Wish {
    /// What it stands beside.
    pub body: Body,
    /// Its sizes, the fullest first, each with how little it is wanted against a better place.
    pub forms: Vec<(Vec2, f32)>,
    /// Where it stood before: kept while it is free and hardly worse.
    pub kept: Option<Choice>,
}

/// Which form of a label stands in which of the places round its body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Index into [`Wish::forms`].
    pub form: usize,
    /// Index into the places.
    pub place: usize,
}

/// A label that has its place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Put {
    /// How.
    pub choice: Choice,
    /// What it covers.
    pub area: Rect,
    /// From its rim to its body, where it stands away from it.
    pub leader: Option<[Vec2; 2]>,
}

/// Ways round a body, the best first, with what each is worth against the first: below as on a map, then above, then
/// beside.
const WAYS: [(f32, f32, f32); 16] = [
    (0.0, -1.0, 0.0),
    (0.0, 1.0, 0.9),
    (0.38, -0.92, 0.5),
    (-0.38, -0.92, 0.5),
    (0.71, -0.71, 0.8),
    (-0.71, -0.71, 0.8),
    (1.0, 0.0, 1.1),
    (-1.0, 0.0, 1.1),
    (0.38, 0.92, 1.2),
    (-0.38, 0.92, 1.2),
    (0.92, -0.38, 1.1),
    (-0.92, -0.38, 1.1),
    (0.71, 0.71, 1.4),
    (-0.71, 0.71, 1.4),
    (0.92, 0.38, 1.4),
    (-0.92, 0.38, 1.4),
];
/// Pixels from the body, and what each is worth against standing next to it.
const RINGS: [(f32, f32); 4] = [(2.0, 0.0), (16.0, 1.3), (34.0, 2.4), (58.0, 3.6)];
/// From this ring on a line leads back to the body.
const LED: usize = 1;
/// What covering a body is worth.
const COVERS: f32 = 2.6;
/// What lying over smoke is worth.
const PALE: f32 = 1.6;
/// What lying over the table's edge is worth.
const OUTSIDE: f32 = 4.0;
/// How much better another place must be before a label leaves its own.
const KEEPS: f32 = 0.8;
/// Pixels that stay free between labels.
const BETWEEN: f32 = 2.0;

/// What labels are placed among.
#[derive(Clone, Copy, Debug)]
pub struct Around<'a> {
    /// Covered already.
    pub taken: &'a [Rect],
    /// Smoke, over which letters are hard to read.
    pub pale: &'a [Body],
    /// Places outside are worth little.
    pub within: Rect,
}

/// Gives every wish a place, the first wishes first. A label whose every form finds every place taken gets none. No two
/// places overlap, and none overlaps what is taken.
pub fn arrange(wishes: &[Wish], around: Around) -> Vec<Option<Put>> {
    let mut crowd = Crowd { wishes, around, places: places(), placed: Index::default(), bodies: Index::default() };
    for area in around.taken {
        crowd.placed.add(*area, 0);
    }
    for (n, wish) in wishes.iter().enumerate() {
        crowd.bodies.add(wish.body.bounds(), n);
    }
    (0..wishes.len())
        .map(|n| {
            let put = crowd.best(n)?;
            crowd.placed.add(put.area, 0);
            Some(put)
        })
        .collect()
}

/// Way, ring and worth of every place round a body.
fn places() -> Vec<(Vec2, usize, f32)> {
    let ring =
        |(n, (_, far)): (usize, &(f32, f32))| WAYS.map(|(x, y, worth)| (Vec2::new(x, y).normalize(), n, worth + far));
    RINGS.iter().enumerate().flat_map(ring).collect()
}

/// All labels, and what has its place already.
struct Crowd<'a> {
    wishes: &'a [Wish],
    around: Around<'a>,
    places: Vec<(Vec2, usize, f32)>,
    placed: Index,
    bodies: Index,
}

impl Crowd<'_> {
    /// The place that is worth most to a label.
    fn best(&self, n: usize) -> Option<Put> {
        let wish = &self.wishes[n];
        let mut best: Option<(f32, Put)> = None;
        for (form, (size, lacks)) in wish.forms.iter().enumerate() {
            for (place, (way, ring, worth)) in self.places.iter().enumerate() {
                let choice = Choice { form, place };
                let stays = if wish.kept == Some(choice) { KEEPS } else { 0.0 };
                let plain = lacks + worth - stays;
                if best.is_some_and(|(least, _)| plain >= least) {
                    continue;
                }
                let away = wish.body.beside(*way, *size / 2.0) + RINGS[*ring].0;
                let area = Rect::from_center_size(wish.body.middle + *way * away, *size);
                if !self.is_free(area) {
                    continue;
                }
                let cost = plain + self.spoils(area, n);
                if best.is_none_or(|(least, _)| cost < least) {
                    let leader = (*ring >= LED).then(|| leader(&wish.body, *way, area));
                    best = Some((cost, Put { choice, area, leader }));
                }
            }
        }
        best.map(|(_, put)| put)
    }

    fn is_free(&self, area: Rect) -> bool {
        let area = area.inflate(BETWEEN);
        self.placed.near(area).all(|(other, _)| !overlap(area, other))
    }

    /// What a place loses by lying over other bodies, over smoke, or over the table's edge.
    fn spoils(&self, area: Rect, own: usize) -> f32 {
        let others = self.bodies.near(area).filter(|(_, n)| *n != own);
        let over = others.map(|(_, n)| self.wishes[n].body.covered_by(area)).fold(0.0, f32::max);
        let Around { pale, within, .. } = self.around;
        let smoke = pale.iter().map(|smoke| smoke.covered_by(area)).fold(0.0, f32::max);
        let inside = within.contains(area.min) && within.contains(area.max);
        COVERS * over + PALE * smoke + if inside { 0.0 } else { OUTSIDE }
    }
}

/// From the nearest point of a label's rim to the edge of its body.
fn leader(body: &Body, way: Vec2, area: Rect) -> [Vec2; 2] {
    let edge = body.middle + way * body.beside(way, Vec2::ZERO);
    [edge.clamp(area.min, area.max), edge]
}

/// Whether two boxes share more than an edge.
pub fn overlap(one: Rect, other: Rect) -> bool {
    one.min.x < other.max.x && other.min.x < one.max.x && one.min.y < other.max.y && other.min.y < one.max.y
}

/// Boxes by the squares that they touch, so that a crowd costs what its neighbours cost.
#[derive(Default)]
pub struct Index {
    squares: BTreeMap<(i32, i32), Vec<usize>>,
    boxes: Vec<(Rect, usize)>,
}

impl Index {
    const SQUARE: f32 = 96.0;

    fn squares(area: Rect) -> impl Iterator<Item = (i32, i32)> {
        let (low, high) = ((area.min / Self::SQUARE).floor().as_ivec2(), (area.max / Self::SQUARE).floor().as_ivec2());
        (low.x..=high.x).flat_map(move |x| (low.y..=high.y).map(move |y| (x, y)))
    }

    /// Adds a box with what it stands for.
    pub fn add(&mut self, area: Rect, what: usize) {
        let n = self.boxes.len();
        self.boxes.push((area, what));
        for square in Self::squares(area) {
            self.squares.entry(square).or_default().push(n);
        }
    }

    /// Boxes that may touch an area; one that fills several squares comes as often.
    pub fn near(&self, area: Rect) -> impl Iterator<Item = (Rect, usize)> + '_ {
        Self::squares(area).filter_map(|square| self.squares.get(&square)).flatten().map(|n| self.boxes[*n])
    }
}

/// Places for words round where they belong, the nearest first, pushed into the box where they must stay: ring by ring
/// of a grid, straight up or down before sideways.
fn outward(middle: Vec2, size: Vec2, within: Rect, step: Vec2) -> impl Iterator<Item = Vec2> {
    const RINGS: i32 = 24;
    let half = size / 2.0;
    let (low, high) = (within.min + half, within.max - half);
    let clamp = move |at: Vec2| if low.x > high.x || low.y > high.y { at } else { at.clamp(low, high) };
    (0..RINGS).flat_map(move |ring| {
        let mut round: Vec<(i32, i32)> = (-ring..=ring)
            .flat_map(|column| (-ring..=ring).map(move |row| (column, row)))
            .filter(|(column, row)| column.abs().max(row.abs()) == ring)
            .collect();
        round.sort_by_key(|(column, row)| (column.abs(), -row));
        round.into_iter().map(move |(column, row)| clamp(middle + step * Vec2::new(column as f32, row as f32)))
    })
}

/// The nearest free place for words that must be said, sought outward from where they belong. There always is one.
pub fn room_for(middle: Vec2, size: Vec2, within: Rect, taken: &Index) -> Vec2 {
    let free = |at: &Vec2| {
        let area = Rect::from_center_size(*at, size);
        taken.near(area).all(|(other, _)| !overlap(area, other))
    };
    // Beyond everything that is there.
    let beyond = || {
        let below = taken.boxes.iter().map(|(area, _)| area.min.y).fold(middle.y, f32::min);
        Vec2::new(middle.x, below - size.y)
    };
    let step = Vec2::new((size.x / 3.0).min(48.0), size.y);
    outward(middle, size, within, step).find(free).unwrap_or_else(beyond)
}

/// The place for words that must stay close to a point, no farther from it than `reach`: free if there is one, otherwise
/// where they cover least. What a box is worth against being covered is told by `worth`, from what it stands for.
pub fn room_near(
    (point, reach): (Vec2, f32),
    middle: Vec2,
    size: Vec2,
    within: Rect,
    taken: &Index,
    worth: impl Fn(usize) -> f32,
) -> Vec2 {
    let covers = |at: Vec2| {
        let area = Rect::from_center_size(at, size);
        let shared = |other: Rect| {
            let part = area.intersect(other);
            if part.is_empty() { 0.0 } else { part.width() * part.height() / (size.x * size.y) }
        };
        taken.near(area).map(|(other, what)| worth(what) * shared(other)).fold(0.0, f32::max)
    };
    let mut best = (f32::INFINITY, middle);
    let step = Vec2::new((size.x / 6.0).min(24.0), size.y / 2.0);
    for at in outward(middle, size, within, step) {
        if off(point, Rect::from_center_size(at, size)) > reach {
            continue;
        }
        let cost = covers(at);
        if cost < best.0 {
            best = (cost, at);
        }
        if cost == 0.0 {
            break;
        }
    }
    best.1
}

/// How far a point is from a box.
pub fn off(point: Vec2, area: Rect) -> f32 {
    point.distance(point.clamp(area.min, area.max))
}

#[cfg(test)]
#[path = "layout_tests.rs"]
mod tests;
