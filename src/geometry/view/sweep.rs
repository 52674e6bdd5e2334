//! The sweep round an eye, eighth by eighth of the circle. A piece that begins and ends at edges is exact; where 1.0" behind
//! a crest, a shadow, or counted inches of wood decide, the border is curved, and the wedge is halved until straight
//! pieces follow it.

use std::ops::Range;

use bevy::math::{DVec2, Vec2};

use super::edges::{Edge, Kind, Stage};
use super::mark::{Eye, Found, Mark, Start, Stop, Tag};
use super::pieces::Pieces;
use super::ray::{CRESTED, Ray, SHADED};
use super::round::{Change, Event, Round, begins};
use super::strand::{Into, Span, Strand};
use super::strips::{Lines, Outline};
use super::trio::{Trio, unit, ways};

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
    /// What hid the rest of the wedge before.
    stops: Vec<Stop>,
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
    /// What happens before this place all round is known to change nothing in it.
    sure: usize,
    /// What was found up to there.
    found: Found,
}

/// Whether something that happens somewhere is hidden, or so low that it changes nothing that is seen there.
fn hides(stops: &[Stop], edges: &[Edge], event: &Event) -> bool {
    stops.iter().any(|stop| {
        let low = if stop.all { event.ground <= stop.level } else { event.reaches <= stop.level };
        low && edges[stop.edge as usize].hides(event.at)
    })
}

/// Where pieces go.
pub(super) struct Ground<'p> {
    seen: &'p mut Pieces,
    lit: Strand,
    dead: Dead<'p>,
    /// What is seen in a wedge.
    spans: Vec<Span>,
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
        Self { seen, lit: Strand::of(from), dead: Dead::Pieces(dead, Strand::of(from)), spans: Vec::new() }
    }

    /// For one of several.
    pub(super) fn of_several(from: Vec2, seen: &'p mut Pieces, lines: &'p mut Lines) -> Self {
        Self { seen, lit: Strand::of(from), dead: Dead::Outline(Outline::of(from, lines)), spans: Vec::new() }
    }

    /// Goes on with a wedge of which the spans are known, and where the table ends.
    fn wedge(&mut self, first: DVec2, last: DVec2, table: Span) {
        let seen = self.spans.iter().copied();
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
            stops: Vec::new(),
            ray: Ray::new(stage),
            spare: Vec::new(),
            turns: Vec::new(),
        }
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
                // What happens unseen lies at the far end.
                if let Some(at) = self.active.iter().rposition(|active| *active == n) {
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
        let toward = |place: usize| match place {
            _ if place == events.start => begins(sector),
            _ if place == events.end => end,
            _ => round.toward(place),
        };
        self.stops.clear();
        let mut next = events.start;
        while next < events.end {
            let together = next..next + round.together(next..events.end);
            let cluster = || together.clone().map(|place| round.event(place));
            let shows =
                |open: &Open| next >= open.sure && cluster().any(|event| !hides(&open.found.stops, edges, event));
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
            let matters = open.as_ref().is_none_or(|open| shows(open) || (round.loose && after != start));
            let goes_on = open.is_some() && self.replace(round, &together);
            if matters && let Some(open) = open.take() {
                self.stops.clone_from(&open.found.stops);
                self.end(round, eye, &start, open, toward(next), ground);
            }
            if !goes_on {
                cluster().for_each(|event| self.change(edges, event.change));
            }
            if round.loose {
                start.clone_from(&after);
            }
            let begin = next;
            next = together.end;
            if matters {
                open = Some(self.begin(round, eye, &start, (begin, next, events.end), goes_on, &toward));
            }
        }
        if let Some(open) = open {
            self.end(round, eye, &start, open, end, ground);
        }
        ground.end();
    }

    /// Where all that happens in a direction is that one side of a thing follows another at a corner, it takes its place.
    fn replace(&mut self, round: &Round, together: &Range<usize>) -> bool {
        if together.len() != 2 {
            return false;
        }
        let (one, other) = match [together.start, together.start + 1].map(|place| round.event(place).change) {
            [Change::Ends(one), Change::Begins(other)] | [Change::Begins(other), Change::Ends(one)] => (one, other),
            _ => return false,
        };
        let (before, after) = (&round.edges[one as usize], &round.edges[other as usize]);
        let one_corner = before.of == after.of && before.enters == after.enters && before.last == after.first;
        if !one_corner || before.kind == Kind::Table {
            return false;
        }
        let Some(active) = self.active.iter_mut().rfind(|active| **active == one) else { return false };
        *active = other;
        true
    }

    /// Begins a wedge at a place all round, past what happens there.
    fn begin(
        &mut self,
        round: &Round,
        eye: &Eye,
        start: &Start,
        (first, next, end): (usize, usize, usize),
        sorted: bool,
        toward: &impl Fn(usize) -> DVec2,
    ) -> Open {
        let edges = &round.edges;
        let (first, until) = (toward(first), toward(next));
        if !sorted {
            self.sort(edges, first + until);
        }
        let mut found = self.spare.pop().unwrap_or_default();
        // As a rule what hid something before hides it from here on, too.
        let sure = if round.loose { next } else { self.hidden(round, next, end, &self.stops) };
        if sure > next {
            let ways = ways(first, toward(sure));
            self.ray.arrange(edges, self.active.iter().copied());
            self.ray.pass_over(edges, ways[2]);
            self.ray.solve(edges, eye, start, ways, &mut found);
            if self.hidden(round, next, sure, &found.stops) == sure {
                return Open { first, until: toward(sure), sure, found };
            }
        }
        self.ray.arrange(edges, self.active.iter().copied());
        self.ray.solve(edges, eye, start, ways(first, until), &mut found);
        Open { first, until, sure: next, found }
    }

    /// Up to where all that happens is hidden.
    fn hidden(&self, round: &Round, mut next: usize, end: usize, stops: &[Stop]) -> usize {
        while next < end {
            let together = next..next + round.together(next..end);
            next = together.end;
            if together.clone().any(|place| !hides(stops, &round.edges, round.event(place))) {
                return together.start;
            }
        }
        next
    }

    /// Sorts the edges that lie in a direction. They are met in the same order in the whole wedge between the directions
    /// where something changes.
    fn sort(&mut self, edges: &[Edge], toward: DVec2) {
        let toward = unit(toward);
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
    }

    /// The pieces of a wedge, once it is known where it ends.
    fn end(&mut self, round: &Round, eye: &Eye, start: &Start, open: Open, last: DVec2, ground: &mut Ground) {
        let Open { first, until, mut found, .. } = open;
        if let Some(table) = self.table {
            let wedge = Wedge { round, eye, start, table };
            if until != last {
                // It is wider than it was thought to be.
                let ways = ways(first, last);
                self.ray.pass_over(&round.edges, ways[2]);
                self.ray.solve(&round.edges, eye, start, ways, &mut found);
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

    /// Adds the pieces of a wedge that are seen, and those between them that are not. Borders that reach the table's edge
    /// in it end there.
    fn put(&self, (first, last): (DVec2, DVec2), found: &Found, ground: &mut Ground) {
        let rim = Tag::Edge(self.table);
        let limit = self.ends(&Mark { r: Trio::ZERO, tag: rim }, first, last);
        let table = Span { tags: [rim; 2], first: [limit.0; 2], last: [limit.1; 2] };
        let ends = |mark: &Mark| {
            let ends = self.ends(mark, first, last);
            (ends.0.min(limit.0), ends.1.min(limit.1))
        };
        ground.spans.clear();
        ground.spans.extend(found.seen.iter().map(|(near, far)| {
            let (near_ends, far_ends) = (ends(near), ends(far));
            Span { tags: [near.tag, far.tag], first: [near_ends.0, far_ends.0], last: [near_ends.1, far_ends.1] }
        }));
        ground.wedge(first, last, table);
    }
}
