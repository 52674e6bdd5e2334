//! The sweep round an eye, eighth by eighth of the circle. A piece that begins and ends at edges is exact; where 1.0" behind
//! a crest, a shadow, or counted inches of wood decide, the border is curved, and the wedge is halved until straight
//! pieces follow it.

use bevy::math::{DVec2, Vec2};

use super::edges::{Edge, Kind, Stage};
use super::mark::{Eye, Found, Mark, Start, Tag};
use super::pieces::Pieces;
use super::ray::{CRESTED, Ray, SHADED};
use super::round::{Change, Event, Round, SECTORS, begins};
use super::strand::{Into, Span, Strand};
use super::strips::{Lines, Outline};
use super::trio::{Trio, unit, ways};

/// Crossings are rounded to less than this.
const ROUNDED: f64 = 1e-3;
/// A curved border is followed to within this.
const BEND: f64 = 0.006;
/// Where pieces begin and end otherwise on the two sides of a wedge this wide, the wedge is left as it is.
const NARROW: f64 = 0.008;
/// How often a wedge is halved at most.
const DEEPEST: u32 = 48;

/// Looks round from one eye after another.
pub(super) struct Sweep<'s> {
    /// The edges that are met, about as far as they were when last looked at.
    active: Vec<u32>,
    sorting: Vec<(f64, u32)>,
    table: Option<u32>,
    ray: Ray<'s>,
    /// For what is found.
    spare: Vec<Found>,
    /// For where wedges are parted.
    turns: Vec<f64>,
}

/// What is swept, and what is known of the eye in a direction.
struct Wedge<'e> {
    round: &'e Round<'e>,
    eye: &'e Eye<'e>,
    start: &'e Start,
    table: u32,
}

/// A wedge that has begun.
struct Open {
    first: DVec2,
    /// Where it was thought to end.
    until: DVec2,
    /// What was found up to there.
    found: Found,
}

impl Open {
    /// Whether something that happens in a direction is hidden, or so low that it changes nothing that is seen there.
    fn hides(&self, edges: &[Edge], toward: DVec2, event: &Event) -> bool {
        self.found.stops.iter().any(|stop| {
            let low = if stop.all { event.ground <= stop.level } else { event.reaches <= stop.level };
            low && event.far > edges[stop.edge as usize].at(toward) + ROUNDED
        })
    }
}

/// Where pieces go.
pub(super) struct Ground<'p> {
    seen: &'p mut Pieces,
    lit: Strand,
    dead: Dead<'p>,
}

/// What becomes of the ground that is not seen.
enum Dead<'p> {
    /// Its pieces are wanted.
    Pieces(&'p mut Pieces, Strand),
    /// The outline of what is seen, to be laid over those of other eyes.
    Outline(Outline<'p>),
}

impl<'p> Ground<'p> {
    /// For one eye.
    pub(super) fn alone(from: Vec2, seen: &'p mut Pieces, dead: &'p mut Pieces) -> Self {
        Self { seen, lit: Strand::of(from), dead: Dead::Pieces(dead, Strand::of(from)) }
    }

    /// For one of several.
    pub(super) fn of_several(from: Vec2, seen: &'p mut Pieces, lines: &'p mut Lines) -> Self {
        Self { seen, lit: Strand::of(from), dead: Dead::Outline(Outline::of(from, lines)) }
    }

    /// Goes on with a wedge: what is seen in it, and where the table ends.
    fn wedge(&mut self, first: DVec2, last: DVec2, seen: impl Iterator<Item = Span> + Clone, table: Span) {
        match &mut self.dead {
            Dead::Pieces(pieces, strand) => {
                let mut near = Span { tags: [Tag::Eye; 2], first: [0.0; 2], last: [0.0; 2] };
                let dead = seen.clone().chain([table]).map(|span| {
                    let dark = Span {
                        tags: [near.tags[1], span.tags[0]],
                        first: [near.first[1], span.first[0]],
                        last: [near.last[1], span.last[0]],
                    };
                    near = span;
                    dark
                });
                strand.wedge(first, last, dead, &mut Into::Pieces(pieces));
                self.lit.wedge(first, last, seen, &mut Into::Pieces(self.seen));
            }
            Dead::Outline(outline) => self.lit.wedge(first, last, seen, &mut Into::Both(self.seen, outline)),
        }
    }

    /// Nothing goes on.
    fn end(&mut self) {
        match &mut self.dead {
            Dead::Pieces(pieces, strand) => {
                strand.end(&mut Into::Pieces(pieces));
                self.lit.end(&mut Into::Pieces(self.seen));
            }
            Dead::Outline(outline) => self.lit.end(&mut Into::Both(self.seen, outline)),
        }
    }
}

impl<'s> Sweep<'s> {
    pub(super) fn new(stage: &'s Stage) -> Self {
        Self {
            active: Vec::new(),
            sorting: Vec::new(),
            table: None,
            ray: Ray::new(stage),
            spare: Vec::new(),
            turns: Vec::new(),
        }
    }

    /// Looks all round.
    pub(super) fn look(&mut self, round: &Round, eye: &Eye, ground: &mut Ground) {
        (0..SECTORS).for_each(|sector| self.sector(round, eye, sector, ground));
    }

    fn change(&mut self, edges: &[Edge], change: Change) {
        match change {
            Change::Begins(n) => {
                self.active.push(n);
                if edges[n as usize].kind == Kind::Table {
                    self.table = Some(n);
                }
            }
            Change::Ends(n) => {
                if let Some(at) = self.active.iter().position(|active| *active == n) {
                    self.active.remove(at);
                }
                if self.table == Some(n) {
                    self.table = None;
                }
            }
            Change::Crossing => {}
        }
    }

    /// Looks over an eighth of the circle.
    pub(super) fn sector(&mut self, round: &Round, eye: &Eye, sector: usize, ground: &mut Ground) {
        let (edges, lowest) = (&round.edges, round.stage.levels.0);
        let mut start = Start::new(round.stage);
        self.active.clear();
        self.table = None;
        for n in round.across(sector) {
            self.change(edges, Change::Begins(n));
            start.count(&edges[n as usize], lowest, 1);
        }
        let end = begins(sector + 1);
        let mut after = start.clone();
        // The wedge in which the same edges are met in the same order, as far as anything can be seen.
        let mut open: Option<Open> = None;
        let events = round.of(sector);
        let mut next = events.start;
        while next < events.end {
            let toward = if next == events.start { begins(sector) } else { round.toward(next) };
            let together = next..next + round.together(next..events.end);
            let cluster = || together.clone().map(|place| round.event(place));
            let shows = |event: &Event| open.as_ref().is_none_or(|open| !open.hides(edges, toward, event));
            if round.loose {
                after.clone_from(&start);
                for event in cluster() {
                    match event.change {
                        Change::Begins(n) => after.count(&edges[n as usize], lowest, 1),
                        Change::Ends(n) => after.count(&edges[n as usize], lowest, -1),
                        Change::Crossing => {}
                    }
                }
            }
            // An eye on an edge looks into what it stands on from here on.
            let matters = open.is_none() || (round.loose && after != start) || cluster().any(shows);
            if matters && let Some(open) = open.take() {
                self.end(round, eye, &start, open, toward, ground);
            }
            cluster().for_each(|event| self.change(edges, event.change));
            if round.loose {
                start.clone_from(&after);
            }
            next = together.end;
            if matters {
                let until = if next < events.end { round.toward(next) } else { end };
                self.arrange(edges, (toward + until).normalize());
                let mut found = self.spare.pop().unwrap_or_default();
                self.ray.solve(edges, eye, &start, ways(toward, until), &mut found);
                open = Some(Open { first: toward, until, found });
            }
        }
        if let Some(open) = open {
            self.end(round, eye, &start, open, end, ground);
        }
        ground.end();
    }

    /// Sorts the edges that lie in a direction. They are met in the same order in the whole wedge between the directions
    /// where something changes.
    fn arrange(&mut self, edges: &[Edge], toward: DVec2) {
        self.sorting.clear();
        self.sorting.extend(self.active.iter().map(|n| (edges[*n as usize].at(toward), *n)));
        // From wedge to wedge little changes.
        let sooner = |a: &(f64, u32), b: &(f64, u32)| a.0 < b.0 || (a.0 == b.0 && a.1 < b.1);
        for n in 1..self.sorting.len() {
            let one = self.sorting[n];
            let mut place = n;
            while place > 0 && sooner(&one, &self.sorting[place - 1]) {
                self.sorting[place] = self.sorting[place - 1];
                place -= 1;
            }
            self.sorting[place] = one;
        }
        self.active.iter_mut().zip(&self.sorting).for_each(|(active, (_, n))| *active = *n);
        self.ray.arrange(edges, self.active.iter().copied());
    }

    /// The pieces of a wedge, once it is known where it ends.
    fn end(&mut self, round: &Round, eye: &Eye, start: &Start, open: Open, last: DVec2, ground: &mut Ground) {
        let Open { first, until, mut found } = open;
        if let Some(table) = self.table {
            let wedge = Wedge { round, eye, start, table };
            if until != last {
                // It is wider than it was thought to be.
                self.ray.solve(&round.edges, eye, start, ways(first, last), &mut found);
            }
            self.settle(&wedge, (first, last), &found, DEEPEST, ground);
        }
        self.spare.push(found);
    }

    /// The pieces of a wedge, of which it is known what is seen in it.
    fn settle(&mut self, wedge: &Wedge, (first, last): (DVec2, DVec2), found: &Found, depth: u32, ground: &mut Ground) {
        let wide = first.distance_squared(last).sqrt() * found.far.most();
        if depth == 0 || wide <= NARROW {
            wedge.put((first, last), found, ground);
            return;
        }
        let mut turns = std::mem::take(&mut self.turns);
        turns.clear();
        if found.doubt {
            turns.push(0.5);
        } else {
            // Each part is looked at in its turn, but for one so narrow at a side that it is left as it is.
            let least = (0.99 * NARROW / wide).min(0.5);
            turns.extend(found.turns.iter().map(|part| part.clamp(least, 1.0 - least)));
            if turns.is_empty() && !follows(found, first, last) {
                turns.push(0.5);
            }
        }
        if turns.is_empty() {
            wedge.put((first, last), found, ground);
        } else {
            turns.sort_unstable_by(f64::total_cmp);
            turns.dedup_by(|next, last| (*next - *last) * wide <= NARROW);
            let mut part = self.spare.pop().unwrap_or_default();
            let mut begin = first;
            for end in turns.iter().map(|part| unit(first.lerp(last, *part))).chain([last]) {
                self.ray.solve(&wedge.round.edges, wedge.eye, wedge.start, ways(begin, end), &mut part);
                self.settle(wedge, (begin, end), &part, depth - 1, ground);
                begin = end;
            }
            self.spare.push(part);
        }
        self.turns = turns;
    }
}

/// Whether straight borders follow those of a wedge.
fn follows(found: &Found, first: DVec2, last: DVec2) -> bool {
    let straight = |mark: &Mark| {
        if matches!(mark.tag, Tag::Eye | Tag::Edge(_) | Tag::Scaled(..)) {
            return true;
        }
        let (one, middle, other) = (mark.r.first(), mark.r.middle(), mark.r.last());
        let (p, q) = (first * one, last * other);
        let chord = q - p;
        let across = (first + last).perp_dot(chord);
        (p.perp_dot(chord) / across * (first + last).length() - middle).abs() <= BEND
    };
    found.seen.iter().all(|(near, far)| straight(near) && straight(far))
}

impl Wedge<'_> {
    /// How far away something is on the two sides of the wedge.
    fn ends(&self, mark: &Mark, first: DVec2, last: DVec2) -> (f64, f64) {
        let both = |edge: u32, of: &dyn Fn(f64) -> f64| {
            let edge = &self.round.edges[edge as usize];
            (of(edge.at(first)), of(edge.at(last)))
        };
        match mark.tag {
            Tag::Eye => (0.0, 0.0),
            Tag::Edge(edge) => both(edge, &|r| r),
            Tag::Scaled(edge, num, den) => both(edge, &|r| r * f64::from(num) / f64::from(den)),
            Tag::Crest(edge) => both(edge, &|r| r + CRESTED),
            Tag::Shadow(edge) => both(edge, &|r| r + SHADED),
            Tag::Cover(_) | Tag::Smoke | Tag::Weather => (mark.r.first(), mark.r.last()),
        }
    }

    /// Adds the pieces of a wedge that are seen, and those between them that are not.
    fn put(&self, (first, last): (DVec2, DVec2), found: &Found, ground: &mut Ground) {
        let span = |near: &Mark, far: &Mark| {
            let (near_ends, far_ends) = (self.ends(near, first, last), self.ends(far, first, last));
            Span { tags: [near.tag, far.tag], first: [near_ends.0, far_ends.0], last: [near_ends.1, far_ends.1] }
        };
        let table = Mark { r: Trio::ZERO, tag: Tag::Edge(self.table) };
        let seen = found.seen.iter().map(|(near, far)| span(near, far));
        ground.wedge(first, last, seen, span(&table, &table));
    }
}
