//! The sweep round an eye. Every corner, and every place where two edges cross, is a direction in which what is met may
//! change; between two such directions it does not. A piece that begins and ends at edges is exact; where 1.0" behind a
//! crest, a shadow, or counted inches of wood decide, the border is curved, and the wedge is halved until straight
//! pieces follow it.

use bevy::math::{DVec2, Vec2};

use super::edges::{Edge, Kind, Stage};
use super::pieces::Pieces;
use super::ray::{Eye, Mark, Ray, Start, Tag};

/// Directions closer than this are one: a twentieth of a thousandth of an inch at the far side of the table.
const SLIVER: f64 = 5e-7;
/// A curved border is followed to within this.
const BEND: f64 = 0.004;
/// Where pieces begin and end otherwise on the two sides of a wedge this wide, the wedge is left as it is.
const NARROW: f64 = 0.004;
/// How often a wedge is halved at most.
const DEEPEST: u32 = 16;

/// Direction as a number that grows counterclockwise, from 0 (to the right) to 4.
fn bearing(of: DVec2) -> f64 {
    let across = of.x / (of.x.abs() + of.y.abs());
    if of.y >= 0.0 { 1.0 - across } else { 3.0 + across }
}

#[derive(Clone, Copy)]
enum Change {
    Begins(u32),
    Ends(u32),
    Crossing,
}

struct Event {
    bearing: f64,
    at: DVec2,
    /// 0 when it must be looked at, whatever hides it.
    far: f64,
    change: Change,
}

/// Looks round from one eye after another.
pub(super) struct Sweep<'s> {
    stage: &'s Stage,
    edges: Vec<Edge>,
    events: Vec<Event>,
    active: Vec<u32>,
    table: Option<u32>,
    ray: Ray<'s>,
    first: Vec<(Mark, Mark)>,
    last: Vec<(Mark, Mark)>,
}

/// Where pieces go.
pub(super) struct Found<'p> {
    pub(super) seen: &'p mut Pieces,
    pub(super) dead: &'p mut Pieces,
}

impl<'s> Sweep<'s> {
    pub(super) fn new(stage: &'s Stage) -> Self {
        Self {
            stage,
            edges: Vec::new(),
            events: Vec::new(),
            active: Vec::new(),
            table: None,
            ray: Ray::new(stage),
            first: Vec::new(),
            last: Vec::new(),
        }
    }

    fn gather(&mut self, from: Vec2) {
        self.stage.around(from, &mut self.edges);
        self.events.clear();
        let event = |at: DVec2, change| Event { bearing: bearing(at), at, far: at.length(), change };
        for (n, edge) in self.edges.iter().enumerate() {
            let n = n as u32;
            // All around the table's sides are looked at anew: what is dead ends there.
            let far = |event: Event| Event { far: if edge.kind == Kind::Table { 0.0 } else { event.far }, ..event };
            self.events.push(far(event(edge.first, Change::Begins(n))));
            self.events.push(far(event(edge.last, Change::Ends(n))));
        }
        let crossings = self.stage.crossings.iter().map(|at| event(at.as_dvec2() - from.as_dvec2(), Change::Crossing));
        self.events.extend(crossings.filter(|event| event.far > 0.0));
        // No wedge is wider than an eighth of the circle.
        for (x, y) in
            [(1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (-1.0, 1.0), (-1.0, 0.0), (-1.0, -1.0), (0.0, -1.0), (1.0, -1.0)]
        {
            self.events.push(Event { far: 0.0, ..event(DVec2::new(x, y), Change::Crossing) });
        }
        self.events.sort_unstable_by(|a, b| a.bearing.total_cmp(&b.bearing));
    }

    fn begin(&mut self, n: u32) {
        self.active.push(n);
        if self.edges[n as usize].kind == Kind::Table {
            self.table = Some(n);
        }
    }

    fn end(&mut self, n: u32) {
        if let Some(at) = self.active.iter().position(|active| *active == n) {
            self.active.swap_remove(at);
        }
        if self.table == Some(n) {
            self.table = None;
        }
    }

    /// Looks all round from a point.
    pub(super) fn look(&mut self, from: Vec2, eye: &Eye, found: &mut Found) {
        self.gather(from);
        let lowest = self.stage.levels.0;
        let mut start = Start::new(self.stage);
        self.active.clear();
        self.table = None;
        for n in 0..self.edges.len() as u32 {
            let edge = self.edges[n as usize];
            if bearing(edge.first) > bearing(edge.last) {
                self.begin(n);
                start.count(&edge, lowest, 1);
            }
        }
        let events = std::mem::take(&mut self.events);
        let mut after = start.clone();
        // Where the wedge began in which the same edges are met in the same order, and what hides all else in it.
        let mut open: Option<(DVec2, Option<u32>)> = None;
        let mut next = 0;
        while next < events.len() {
            let toward = events[next].at.normalize();
            let cluster = &events[next..];
            let together = |event: &Event| event.bearing - cluster[0].bearing <= SLIVER;
            let cluster = &cluster[..cluster.iter().take_while(|event| together(event)).count()];
            next += cluster.len();
            let stop = open.and_then(|(_, stop)| stop);
            let hidden_from = stop.map_or(f64::INFINITY, |stop| self.edges[stop as usize].at(toward) + 1e-6);
            after.clone_from(&start);
            for event in cluster {
                match event.change {
                    Change::Begins(n) => after.count(&self.edges[n as usize], lowest, 1),
                    Change::Ends(n) => after.count(&self.edges[n as usize], lowest, -1),
                    Change::Crossing => {}
                }
            }
            // An eye on an edge looks into what it stands on from here on.
            let matters = open.is_none() || after != start || cluster.iter().any(|event| event.far <= hidden_from);
            if matters && let Some((since, _)) = open.take() {
                self.emit(from, eye, &start, since, toward, found);
            }
            for event in cluster {
                match event.change {
                    Change::Begins(n) => self.begin(n),
                    Change::Ends(n) => self.end(n),
                    Change::Crossing => {}
                }
            }
            start.clone_from(&after);
            if matters {
                let until = events.get(next).map_or(DVec2::X, |event| event.at.normalize());
                self.ray.solve(eye, &start, &self.edges, &self.active, (toward + until).normalize());
                open = Some((toward, self.ray.stop));
            }
        }
        if let Some((since, _)) = open {
            self.emit(from, eye, &start, since, DVec2::X, found);
        }
        self.events = events;
    }

    /// The pieces of a wedge; the ray has been solved somewhere in it.
    fn emit(&mut self, from: Vec2, eye: &Eye, start: &Start, first: DVec2, last: DVec2, found: &mut Found) {
        let Some(table) = self.table else { return };
        let straight = |mark: &Mark| matches!(mark.tag, Tag::Eye | Tag::Edge(_));
        let straight = self.ray.seen.iter().all(|(near, far)| straight(near) && straight(far));
        if straight && self.ray.margin == f64::INFINITY && !self.wavers(first, last) {
            let ends = |mark: &Mark| (self.border(mark, first), self.border(mark, last));
            let pieces = self.ray.seen.iter().map(|(near, far)| (ends(near), ends(far)));
            put(from, first, last, pieces, self.ends_at(table, first, last), found);
        } else {
            self.bend(from, eye, start, (first, last), table, DEEPEST, found);
        }
    }

    fn border(&self, mark: &Mark, toward: DVec2) -> f64 {
        match mark.tag {
            Tag::Edge(edge) => self.edges[edge as usize].at(toward),
            _ => mark.r,
        }
    }

    /// Whether what was found so near or so far is otherwise in another direction of the wedge.
    fn wavers(&self, first: DVec2, last: DVec2) -> bool {
        self.ray.checks.iter().any(|(edge, reach)| self.edges[*edge as usize].straddles(*reach, first, last))
    }

    fn ends_at(&self, edge: u32, first: DVec2, last: DVec2) -> (f64, f64) {
        (self.edges[edge as usize].at(first), self.edges[edge as usize].at(last))
    }

    /// A wedge with curved borders.
    #[expect(clippy::too_many_arguments, reason = "it calls itself with all of them")]
    fn bend(
        &mut self,
        from: Vec2,
        eye: &Eye,
        start: &Start,
        (first, last): (DVec2, DVec2),
        table: u32,
        depth: u32,
        found: &mut Found,
    ) {
        /// How far inside the wedge its borders are looked at, where no two edges are equally far.
        const INSIDE: f64 = 0.002;
        let middle = (first + last).normalize();
        let mut margins = [0.0; 3];
        for (toward, into) in [(first.lerp(last, INSIDE), 0), (last.lerp(first, INSIDE), 1), (middle, 2)] {
            self.ray.solve(eye, start, &self.edges, &self.active, toward.normalize());
            margins[into] = self.ray.margin;
            match into {
                0 => self.first.clone_from(&self.ray.seen),
                1 => self.last.clone_from(&self.ray.seen),
                _ => {}
            }
        }
        let alike = |one: &[(Mark, Mark)], other: &[(Mark, Mark)]| {
            let tags = |pair: &(Mark, Mark)| (pair.0.tag, pair.1.tag);
            one.len() == other.len() && one.iter().map(tags).eq(other.iter().map(tags))
        };
        // Amounts that differ by more than what is left of them may run out in between.
        let [low, high] = [f64::min, f64::max].map(|of| margins.into_iter().reduce(of).unwrap_or(0.0));
        let sure = low == f64::INFINITY || high - low < low;
        let same = sure
            && !self.wavers(first, last)
            && alike(&self.first, &self.ray.seen)
            && alike(&self.last, &self.ray.seen);
        let follows = |a: &Mark, b: &Mark, c: &Mark| {
            let (p, q) = (first * a.r, last * b.r);
            let chord = q - p;
            let across = middle.perp_dot(chord);
            matches!(c.tag, Tag::Eye | Tag::Edge(_)) || (p.perp_dot(chord) / across - c.r).abs() <= BEND
        };
        let sides = || self.first.iter().zip(&self.last);
        if same && sides().zip(&self.ray.seen).all(|((a, b), c)| follows(&a.0, &b.0, &c.0) && follows(&a.1, &b.1, &c.1))
        {
            let ends = |a: &Mark, b: &Mark| (self.border(a, first), self.border(b, last));
            let pieces = sides().map(|(a, b)| (ends(&a.0, &b.0), ends(&a.1, &b.1)));
            put(from, first, last, pieces, self.ends_at(table, first, last), found);
            return;
        }
        let far = self.edges[table as usize].at(middle);
        if depth == 0 || first.distance(last) * far <= NARROW {
            let ends = |mark: &Mark| (self.border(mark, first), self.border(mark, last));
            let pieces = self.ray.seen.iter().map(|(near, far)| (ends(near), ends(far)));
            put(from, first, last, pieces, self.ends_at(table, first, last), found);
            return;
        }
        self.bend(from, eye, start, (first, middle), table, depth - 1, found);
        self.bend(from, eye, start, (middle, last), table, depth - 1, found);
    }
}

/// Adds the pieces of a wedge that are seen, and those between them that are not.
fn put(
    from: Vec2,
    first: DVec2,
    last: DVec2,
    seen: impl Iterator<Item = ((f64, f64), (f64, f64))>,
    table: (f64, f64),
    found: &mut Found,
) {
    let eye = from.as_dvec2();
    let piece = |near: (f64, f64), far: (f64, f64)| {
        [eye + first * near.0, eye + first * far.0, eye + last * far.1, eye + last * near.1].map(|at| at.as_vec2())
    };
    let mut dark = (0.0, 0.0);
    for (near, far) in seen {
        found.dead.push(&piece(dark, near));
        found.seen.push(&piece(near, far));
        dark = far;
    }
    found.dead.push(&piece(dark, table));
}
