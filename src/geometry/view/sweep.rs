//! The sweep round an eye. Every corner, and every place where two edges cross, is a direction in which what is met may
//! change; between two such directions it does not. A piece that begins and ends at edges is exact; where 1.0" behind a
//! crest, a shadow, or counted inches of wood decide, the border is curved, and the wedge is halved until straight
//! pieces follow it.

use bevy::math::{DVec2, Vec2};

use super::edges::{Edge, Kind, Stage};
use super::mark::{Eye, Found, Mark, Start, Stop, Tag};
use super::pieces::Pieces;
use super::ray::Ray;
use super::strips::Outline;

/// Directions closer than this are one: a twentieth of a thousandth of an inch at the far side of the table.
const SLIVER: f64 = 5e-7;
/// Crossings are rounded to less than this.
const ROUNDED: f64 = 1e-3;
/// A curved border is followed to within this.
const BEND: f64 = 0.006;
/// Where pieces begin and end otherwise on the two sides of a wedge this wide, the wedge is left as it is.
const NARROW: f64 = 0.008;
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
    /// Ground of this level begins or ends there.
    level: i32,
    change: Change,
}

/// Looks round from one eye after another.
pub(super) struct Sweep<'s> {
    pub(super) stage: &'s Stage,
    edges: Vec<Edge>,
    events: Vec<Event>,
    /// Bearings and numbers of the events, all round.
    order: Vec<(f64, u32)>,
    active: Vec<u32>,
    table: Option<u32>,
    ray: Ray<'s>,
    /// What was found somewhere in the wedge.
    inside: Found,
    /// For more of them.
    spare: Vec<Found>,
}

/// A wedge: its first and last direction, and what is known of the eye there.
struct Wedge<'e> {
    from: Vec2,
    eye: &'e Eye<'e>,
    start: &'e Start,
    table: u32,
}

/// Where pieces go.
pub(super) struct Ground<'p> {
    pub(super) seen: &'p mut Pieces,
    pub(super) dead: Dead<'p>,
}

/// What becomes of the ground that is not seen.
pub(super) enum Dead<'p> {
    /// Its pieces are wanted.
    Pieces(&'p mut Pieces),
    /// The outline of what is seen, to be laid over those of other eyes.
    Outline(Outline<'p>),
}

impl<'s> Sweep<'s> {
    pub(super) fn new(stage: &'s Stage) -> Self {
        Self {
            stage,
            edges: Vec::new(),
            events: Vec::new(),
            order: Vec::new(),
            active: Vec::new(),
            table: None,
            ray: Ray::new(stage),
            inside: Found::default(),
            spare: Vec::new(),
        }
    }

    /// Lists the directions in which something changes. Whether the eye stands on a side of something, or looks along it.
    fn gather(&mut self, from: Vec2) -> bool {
        let loose = self.stage.around(from, &mut self.edges);
        self.events.clear();
        let event = |at: DVec2, change| Event { bearing: bearing(at), at, far: at.length(), level: i32::MIN, change };
        for (n, edge) in self.edges.iter().enumerate() {
            let n = n as u32;
            // All around the table's sides are looked at anew: what is dead ends there.
            let far = |event: Event| Event {
                far: if edge.kind == Kind::Table { 0.0 } else { event.far },
                level: edge.level(),
                ..event
            };
            self.events.push(far(event(edge.first, Change::Begins(n))));
            self.events.push(far(event(edge.last, Change::Ends(n))));
        }
        let crossing = |(at, level): &(Vec2, i32)| Event {
            level: *level,
            ..event(at.as_dvec2() - from.as_dvec2(), Change::Crossing)
        };
        let crossings = self.stage.crossings.iter().map(crossing);
        self.events.extend(crossings.filter(|event| event.far > 0.0));
        // No wedge is wider than an eighth of the circle.
        for (x, y) in
            [(1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (-1.0, 1.0), (-1.0, 0.0), (-1.0, -1.0), (0.0, -1.0), (1.0, -1.0)]
        {
            self.events.push(Event { far: 0.0, ..event(DVec2::new(x, y), Change::Crossing) });
        }
        self.order.clear();
        self.order.extend(self.events.iter().enumerate().map(|(n, event)| (event.bearing, n as u32)));
        self.order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        loose
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
    pub(super) fn look(&mut self, from: Vec2, eye: &Eye, ground: &mut Ground) {
        let loose = self.gather(from);
        let lowest = self.stage.levels.0;
        let mut start = Start::new(self.stage);
        self.active.clear();
        self.table = None;
        for n in 0..self.edges.len() as u32 {
            let edge = self.edges[n as usize];
            if self.events[2 * n as usize].bearing > self.events[2 * n as usize + 1].bearing {
                self.begin(n);
                start.count(&edge, lowest, 1);
            }
        }
        let (events, order) = (std::mem::take(&mut self.events), std::mem::take(&mut self.order));
        let mut after = start.clone();
        // Where the wedge began in which the same edges are met in the same order, where it was looked at, and what hides
        // all else in it.
        let mut open: Option<(DVec2, DVec2, Option<Stop>)> = None;
        let mut next = 0;
        while next < order.len() {
            let (bearing, first) = order[next];
            let toward = events[first as usize].at.normalize();
            let together = order[next..].iter().take_while(|(other, _)| other - bearing <= SLIVER).count();
            let cluster = || order[next..next + together].iter().map(|(_, n)| &events[*n as usize]);
            let stop = open.and_then(|(_, _, stop)| stop);
            let hidden = stop.map(|(edge, level)| (self.edges[edge as usize].at(toward) + ROUNDED, level));
            let shows = |event: &Event| hidden.is_none_or(|(far, level)| event.far <= far || event.level > level);
            if loose {
                after.clone_from(&start);
                for event in cluster() {
                    match event.change {
                        Change::Begins(n) => after.count(&self.edges[n as usize], lowest, 1),
                        Change::Ends(n) => after.count(&self.edges[n as usize], lowest, -1),
                        Change::Crossing => {}
                    }
                }
            }
            // An eye on an edge looks into what it stands on from here on.
            let matters = open.is_none() || (loose && after != start) || cluster().any(shows);
            if matters && let Some((since, looked, _)) = open.take() {
                self.emit(from, eye, &start, (since, looked, toward), ground);
            }
            for event in cluster() {
                match event.change {
                    Change::Begins(n) => self.begin(n),
                    Change::Ends(n) => self.end(n),
                    Change::Crossing => {}
                }
            }
            if loose {
                start.clone_from(&after);
            }
            next += together;
            if matters {
                let until = order.get(next).map_or(DVec2::X, |(_, n)| events[*n as usize].at.normalize());
                let middle = (toward + until).normalize();
                self.ray.arrange(&self.edges, &self.active, middle);
                self.ray.solve(eye, &start, middle, &mut self.inside);
                open = Some((toward, middle, self.inside.stop));
            }
        }
        if let Some((since, looked, _)) = open {
            self.emit(from, eye, &start, (since, looked, DVec2::X), ground);
        }
        if let Dead::Outline(outline) = &mut ground.dead {
            outline.close();
        }
        (self.events, self.order) = (events, order);
    }

    /// The pieces of a wedge, of which it is known what is seen somewhere inside it.
    fn emit(
        &mut self,
        from: Vec2,
        eye: &Eye,
        start: &Start,
        (first, looked, last): (DVec2, DVec2, DVec2),
        ground: &mut Ground,
    ) {
        /// How far inside the wedge its borders are looked at, where no two edges are equally far.
        const INSIDE: f64 = 0.002;
        let Some(table) = self.table else { return };
        let wedge = Wedge { from, eye, start, table };
        let straight = |mark: &Mark| matches!(mark.tag, Tag::Eye | Tag::Edge(_));
        let inside = std::mem::take(&mut self.inside);
        let edges = inside.seen.iter().all(|(near, far)| straight(near) && straight(far));
        if edges && inside.margin == f64::INFINITY && !self.wavers(&inside, first, last) {
            self.put(&wedge, first, last, (&inside, &inside), ground);
        } else {
            let [mut one, mut other] = [self.more(), self.more()];
            let [begin, end] = [first.lerp(last, INSIDE), last.lerp(first, INSIDE)].map(DVec2::normalize);
            self.ray.solve(eye, start, begin, &mut one);
            self.ray.solve(eye, start, end, &mut other);
            // Most wedges end where they were thought to end, and were looked at in the middle.
            let middle = (first + last).normalize();
            if middle == looked {
                self.bend(&wedge, (first, &one), (middle, &inside), (last, &other), DEEPEST, ground);
            } else {
                self.halve(&wedge, (first, &one), (last, &other), DEEPEST, ground);
            }
            self.spare.extend([one, other]);
        }
        self.inside = inside;
    }

    fn more(&mut self) -> Found {
        self.spare.pop().unwrap_or_default()
    }

    /// Looks at a wedge in its middle too.
    fn halve(
        &mut self,
        wedge: &Wedge,
        (first, one): (DVec2, &Found),
        (last, other): (DVec2, &Found),
        depth: u32,
        ground: &mut Ground,
    ) {
        let middle = (first + last).normalize();
        let mut half = self.more();
        self.ray.solve(wedge.eye, wedge.start, middle, &mut half);
        self.bend(wedge, (first, one), (middle, &half), (last, other), depth, ground);
        self.spare.push(half);
    }

    /// Whether what was found so near or so far is otherwise in another direction of the wedge.
    fn wavers(&self, found: &Found, first: DVec2, last: DVec2) -> bool {
        found.checks.iter().any(|(edge, reach)| self.edges[*edge as usize].straddles(*reach, first, last))
    }

    fn border(&self, mark: &Mark, toward: DVec2) -> f64 {
        match mark.tag {
            Tag::Edge(edge) => self.edges[edge as usize].at(toward),
            _ => mark.r,
        }
    }

    /// A wedge with curved borders, of which it is known what is seen on both sides of it and in the middle.
    fn bend(
        &mut self,
        wedge: &Wedge,
        (first, one): (DVec2, &Found),
        (middle, half): (DVec2, &Found),
        (last, other): (DVec2, &Found),
        depth: u32,
        ground: &mut Ground,
    ) {
        let alike = |one: &Found, other: &Found| {
            let tags = |pair: &(Mark, Mark)| (pair.0.tag, pair.1.tag);
            one.seen.len() == other.seen.len() && one.seen.iter().map(tags).eq(other.seen.iter().map(tags))
        };
        // Where amounts bend more than is left of them they may run out in between.
        let margins = [one.margin, half.margin, other.margin];
        let low = margins.into_iter().fold(f64::INFINITY, f64::min);
        let sure = low == f64::INFINITY || (margins[0] - 2.0 * margins[1] + margins[2]).abs() < 2.0 * low;
        let same = sure && !self.wavers(half, first, last) && alike(one, half) && alike(other, half);
        let follows = |a: &Mark, b: &Mark, c: &Mark| {
            let (p, q) = (first * a.r, last * b.r);
            let chord = q - p;
            let across = middle.perp_dot(chord);
            matches!(c.tag, Tag::Eye | Tag::Edge(_)) || (p.perp_dot(chord) / across - c.r).abs() <= BEND
        };
        let mut sides = one.seen.iter().zip(&other.seen).zip(&half.seen);
        if same && sides.all(|((a, b), c)| follows(&a.0, &b.0, &c.0) && follows(&a.1, &b.1, &c.1)) {
            self.put(wedge, first, last, (one, other), ground);
        } else {
            let farthest = |found: &Found| found.seen.last().map_or(0.0, |(_, far)| far.r);
            let far = farthest(one).max(farthest(other)).max(farthest(half));
            if depth == 0 || first.distance(last) * far <= NARROW {
                self.put(wedge, first, last, (half, half), ground);
            } else {
                self.halve(wedge, (first, one), (middle, half), depth - 1, ground);
                self.halve(wedge, (middle, half), (last, other), depth - 1, ground);
            }
        }
    }

    /// Adds the pieces of a wedge that are seen, and those between them that are not.
    fn put(&self, wedge: &Wedge, first: DVec2, last: DVec2, (one, other): (&Found, &Found), ground: &mut Ground) {
        let ends = |mark: (&Mark, &Mark)| (self.border(mark.0, first), self.border(mark.1, last));
        let seen = one.seen.iter().zip(&other.seen).map(|(a, b)| (ends((&a.0, &b.0)), ends((&a.1, &b.1))));
        let eye = wedge.from.as_dvec2();
        let corners = |near: (f64, f64), far: (f64, f64)| {
            let corners = [eye + first * near.0, eye + first * far.0, eye + last * far.1, eye + last * near.1];
            corners.map(|at| at.as_vec2())
        };
        match &mut ground.dead {
            Dead::Pieces(dead) => {
                let mut dark = (0.0, 0.0);
                for (near, far) in seen {
                    dead.push(&corners(dark, near));
                    ground.seen.push(&corners(near, far));
                    dark = far;
                }
                let table = &self.edges[wedge.table as usize];
                dead.push(&corners(dark, (table.at(first), table.at(last))));
            }
            Dead::Outline(outline) => {
                seen.clone().for_each(|(near, far)| ground.seen.push(&corners(near, far)));
                outline.wedge(first, last, seen.map(|(near, far)| ([near.0, far.0], [near.1, far.1])));
            }
        }
    }
}
