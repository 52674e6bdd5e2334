//! What is seen along the rays of a wedge: the same rules as [`sight`](crate::geometry::sight()), solved for all distances
//! at once, and for three directions at once: the middle of the wedge decides, and where its sides do not agree, that is
//! told.
//!
//! The ground along a ray is a row of stretches between the edges that it meets. For a target in one of them every rule
//! says either "not at all" or gives a nearest or a farthest distance, so what is seen of a stretch is one piece.

use bevy::math::DVec2;

use super::along::{Along, Cover, Entered, Fading, Wood};
use super::edges::{Edge, Kind, Stage};
use super::mark::{Eye, Found, Mark, Start, Stop, Tag, place};
use super::trio::{Trio, Ways};
use crate::geometry::sight::{CREST, SHADOW, SMOKE};

/// Edges nearer than this to each other are one: shapes that share it.
const SAME: f64 = 1e-7;
/// Half of the last stored digit (Q31).
pub(super) const HALF: f64 = 0.0005;
/// 1.0" behind a crest.
pub(super) const CRESTED: f64 = CREST.0 as f64 / 1000.0 + HALF;
/// 2.0" behind something lower.
pub(super) const SHADED: f64 = SHADOW.0 as f64 / 1000.0 + HALF;
/// 8.0" from the unit.
pub(super) const SMOKED: f64 = SMOKE.0 as f64 / 1000.0 + HALF;

/// An edge that is met.
#[derive(Clone, Copy)]
struct Met {
    number: u32,
    /// As [`Edge::reaches`].
    reaches: i32,
    /// The highest ground of which an edge is met there or beyond.
    above: i32,
}

/// Follows wedges; keeps its tables between them.
pub(super) struct Ray<'s> {
    pub(super) stage: &'s Stage,
    /// The edges that are met, the nearest first.
    order: Vec<Met>,
    pub(super) found: Found,
    pub(super) ways: Ways,
    levels: Vec<i32>,
    /// First stretch of each level, and last edge of each level after the crest.
    pub(super) first: Vec<Option<Mark>>,
    pub(super) last: Vec<Option<Mark>>,
    /// Inches of each kind of cover on each level, where they do not hide the eye from all above them.
    pub(super) on_level: Vec<[Trio; 4]>,
    fading: Vec<Fading>,
    entered: Vec<Entered>,
    woods: Vec<Wood>,
    /// Where smoke begins to hide, once that is known.
    pub(super) smoke: Option<Trio>,
}

impl<'s> Ray<'s> {
    pub(super) fn new(stage: &'s Stage) -> Self {
        let count = usize::from((stage.levels.0..=stage.levels.1).len() as u16);
        Self {
            stage,
            order: Vec::new(),
            found: Found::default(),
            ways: Ways::default(),
            levels: vec![0; count],
            first: vec![None; count],
            last: vec![None; count],
            on_level: vec![[Trio::ZERO; 4]; count],
            fading: Vec::new(),
            entered: Vec::new(),
            woods: Vec::new(),
            smoke: None,
        }
    }

    /// Takes the edges of a wedge, the nearest first. They are met in the same order in all of it.
    pub(super) fn arrange(&mut self, edges: &[Edge], sorted: impl Iterator<Item = u32>) {
        self.order.clear();
        self.order.extend(sorted.map(|number| {
            let edge = &edges[number as usize];
            Met { number, reaches: edge.reaches, above: edge.ground() }
        }));
        let mut highest = i32::MIN;
        for met in self.order.iter_mut().rev() {
            highest = highest.max(met.above);
            met.above = highest;
        }
    }

    /// Leaves out the edges that are met no longer in this direction: what hid their ends hides them from all of the wedge
    /// that goes on past them, and there they would lie anywhere.
    pub(super) fn pass_over(&mut self, edges: &[Edge], toward: DVec2) {
        self.order.retain(|met| toward.perp_dot(edges[met.number as usize].last) > 0.0);
    }

    /// Finds what is seen in these directions, past the edges that were arranged.
    pub(super) fn solve(&mut self, edges: &[Edge], eye: &Eye, start: &Start, ways: Ways, into: &mut Found) {
        std::mem::swap(&mut self.found, into);
        self.found.seen.clear();
        self.found.stops.clear();
        self.found.doubt = false;
        self.found.turns.clear();
        self.ways = ways;
        let order = std::mem::take(&mut self.order);
        self.trace(edges, eye, start, &order);
        self.order = order;
        std::mem::swap(&mut self.found, into);
    }

    fn trace(&mut self, edges: &[Edge], eye: &Eye, start: &Start, order: &[Met]) {
        self.levels.copy_from_slice(&start.levels);
        self.first.fill(None);
        self.last.fill(None);
        self.on_level.fill([Trio::ZERO; 4]);
        self.fading.clear();
        self.entered.clear();
        self.woods.clear();
        self.smoke = None;
        let at_eye = Mark { r: Trio::ZERO, tag: Tag::Eye };
        let cover = |inside| Cover { inside, met: inside > 0, open: inside > 0, close: inside > 0, ..Cover::default() };
        // Whoever stands in a unit looks over it from a level above it, and is hidden from all above him.
        let inside = start.bodies.iter().rposition(|count| *count > 0);
        let mut along = Along {
            level: 0,
            run: at_eye,
            highest: i32::MIN,
            fell: None,
            rose: false,
            body: inside.map_or(i32::MIN, |n| n as i32 + i32::from(self.stage.levels.0)),
            in_bodies: start.bodies.iter().sum(),
            close: inside.is_some(),
            shadow: None,
            bridges: start.bridges,
            smoke: eye.in_smoke.then_some(at_eye),
            covers: start.veils.map(cover),
            covered: start.veils.iter().any(|inside| *inside > 0),
            thick: false,
            veiled: false,
            turned: None,
            above: order.first().map_or(i32::MIN, |met| met.above),
            dark: i32::MIN,
        };
        along.level = self.level(&along);
        along.above = along.above.max(i32::from(along.level));
        if along.level < eye.level {
            along.fell = Some(false);
        }
        let weather = eye.weather.map(|limit| Mark { r: self.apart(eye, limit + HALF), tag: Tag::Weather });
        let ways = self.ways;
        let far = |next: usize| match order.get(next) {
            Some(met) => edges[met.number as usize].reach(&ways),
            None => (f64::INFINITY, Trio::ZERO),
        };
        let mut here = at_eye;
        // How far away that is in the middle, to the last digit, which tells edges apart.
        let mut now = 0.0;
        // What changes nothing that can still be seen is passed over.
        let after = |next: usize, along: &Along| {
            let some = order[next..].iter().position(|met| met.reaches > along.dark);
            some.map_or(order.len(), |more| next + more)
        };
        let mut next = 0;
        let mut ahead = far(0);
        while let Some(met) = order.get(next) {
            let mut there = Mark { r: ahead.1.max(here.r), tag: Tag::Edge(met.number) };
            let mut then = ahead.0.max(now);
            // Cover on lower ground may stop counting before the next edge is met.
            let faded = if self.fading.is_empty() { None } else { self.faded(&along, here.r, there.r) };
            let faded = faded.map(|n| self.fading.swap_remove(n));
            if let Some(fading) = &faded {
                there = Mark { r: fading.end.max(here.r), tag: Tag::Shadow(fading.edge) };
                then = there.r.middle().clamp(now, then);
            }
            if then - now > SAME {
                self.look(eye, &along, &here, &there, weather.as_ref());
                if along.covered {
                    self.measure(eye, &mut along, there.r - here.r);
                }
            }
            (here, now) = (there, then);
            self.found.far = here.r;
            if let Some(fading) = faded {
                along.covers[fading.kind].counted -= fading.inches;
                continue;
            }
            while let Some(met) = order.get(next)
                && ahead.0 - now <= SAME
            {
                let edge = &edges[met.number as usize];
                if edge.kind == Kind::Table {
                    return;
                }
                self.cross(eye, &mut along, Mark { r: here.r, tag: Tag::Edge(met.number) }, edge);
                next = after(next + 1, &along);
                ahead = far(next);
            }
            self.arrive(eye, &mut along, here, edges, met.number);
            along.above = order.get(next).map_or(i32::MIN, |met| met.above).max(i32::from(along.level));
            let own = i32::from(eye.level);
            if self.nothing_more(eye, &along) {
                // Counted inches may be fewer in another direction; what stands there does not change.
                let firm = if along.highest > own { along.body.max(along.highest) } else { along.body };
                if firm >= own.max(along.above) {
                    self.found.stops.push(Stop { edge: met.number, level: firm, all: true });
                }
                return;
            }
            let dark = if along.highest > own { along.highest } else { along.body.min(own) };
            if dark >= own && dark > along.dark {
                self.darken(&mut along, dark);
                self.found.stops.push(Stop { edge: met.number, level: dark, all: false });
                let more = after(next, &along);
                if more > next {
                    next = more;
                    ahead = far(next);
                }
            }
            let smoke = along.smoke.map(|wall| wall.r.max(self.smoke(eye)));
            let hidden = |far: Trio| (here.r - far).surely();
            if smoke.is_some_and(hidden) || weather.is_some_and(|weather| hidden(weather.r)) {
                return;
            }
        }
    }

    /// From here on no ground of this level or below can be seen.
    fn darken(&mut self, along: &mut Along, level: i32) {
        along.dark = level;
        self.fading.clear();
        // Woods that reach no higher are not left: their edges are passed over.
        for wood in self.woods.extract_if(.., |wood| wood.reaches <= level) {
            let cover = &mut along.covers[wood.kind];
            cover.inside -= 1;
            cover.open &= cover.inside > 0;
        }
    }

    pub(super) fn place(&self, level: i8) -> usize {
        place(level, self.stage.levels.0)
    }

    /// The cover that stops counting first, if it does before the next edge.
    fn faded(&mut self, along: &Along, here: Trio, next: Trio) -> Option<usize> {
        let mut first: Option<usize> = None;
        for (n, fading) in self.fading.iter().enumerate() {
            let (before, wavers) = (next - fading.end).over();
            if wavers {
                // What comes first matters only where so much cover hides.
                let cover = &along.covers[fading.kind];
                let open = if cover.open { next - here } else { Trio::ZERO };
                self.found.doubt |= (cover.counted + open).most() > self.stage.kinds[fading.kind].1 + HALF;
            }
            if before && first.is_none_or(|first| fading.end.middle() < self.fading[first].end.middle()) {
                first = Some(n);
            }
        }
        first
    }

    /// Level of the ground where these contours lie over each other.
    fn level(&self, along: &Along) -> i8 {
        let (lowest, zero) = (self.stage.levels.0, self.place(0));
        let at = |n: usize| (n as i16 + i16::from(lowest)) as i8;
        if let Some(n) = (zero + 1..self.levels.len()).rev().find(|n| self.levels[*n] > 0) {
            return at(n);
        }
        if along.bridges > 0 {
            return 0;
        }
        (0..zero).find(|n| self.levels[*n] > 0).map_or(0, at)
    }

    /// Counts the cover of so many inches.
    fn measure(&mut self, eye: &Eye, along: &mut Along, length: Trio) {
        let level = self.place(along.level);
        for (kind, cover) in along.covers.iter_mut().enumerate().filter(|(_, cover)| cover.open) {
            cover.counted += length;
            if along.level >= eye.level {
                cover.high += length;
                along.thick |= (cover.high - Trio::all(self.stage.kinds[kind].1 + HALF)).surely();
            } else {
                cover.low += length;
            }
            *(if cover.close { &mut cover.near } else { &mut self.on_level[level][kind] }) += length;
        }
    }

    /// Whether somebody may look down on the eye from farther along.
    fn looked_down_on(eye: &Eye, along: &Along) -> bool {
        along.above > i32::from(eye.level)
    }

    fn cross(&mut self, eye: &Eye, along: &mut Along, here: Mark, edge: &Edge) {
        let by = if edge.enters { 1 } else { -1 };
        match edge.kind {
            Kind::Table => {}
            Kind::Contour(level) => {
                let level = self.place(level);
                self.levels[level] += by;
                along.turned = Some(here);
            }
            Kind::Bridge => {
                along.bridges += by;
                along.turned = Some(here);
            }
            Kind::Veil(kind) => {
                along.covers[kind].inside += by;
                along.veiled = true;
                if edge.enters {
                    self.woods.push(Wood { of: edge.of, kind, reaches: edge.reaches });
                } else if let Some(n) = self.woods.iter().rposition(|wood| wood.of == edge.of) {
                    self.woods.swap_remove(n);
                }
            }
            Kind::Body(level) => {
                along.in_bodies += by;
                if edge.enters {
                    let close = self.close(eye, along, here, edge);
                    along.pass(level, close);
                } else {
                    along.shade(here);
                }
            }
            Kind::Building(_) if edge.enters => {
                let close = self.close(eye, along, here, edge);
                self.entered.push(Entered { of: edge.of, close });
            }
            Kind::Building(level) => {
                if let Some(n) = self.entered.iter().position(|entered| entered.of == edge.of) {
                    let entered = self.entered.swap_remove(n);
                    along.pass(level, entered.close);
                    along.shade(here);
                }
            }
            Kind::Wall => along.smoke = along.smoke.or(Some(here)),
        }
    }

    /// Whether what begins here hides the eye from all above it.
    fn close(&mut self, eye: &Eye, along: &Along, here: Mark, edge: &Edge) -> bool {
        Self::looked_down_on(eye, along) && self.within(edge, here.r, SHADED)
    }

    /// After all edges of one place are crossed.
    fn arrive(&mut self, eye: &Eye, along: &mut Along, here: Mark, edges: &[Edge], edge: u32) {
        if std::mem::take(&mut along.veiled) {
            for kind in 0..self.stage.kinds.len() {
                let cover = along.covers[kind];
                if cover.open != (cover.inside > 0) {
                    let close = !cover.open && self.close(eye, along, here, &edges[edge as usize]);
                    self.turn(&mut along.covers[kind], kind, close, here, edge);
                    along.covered = true;
                }
            }
        }
        let Some(turned) = along.turned.take() else { return };
        let (before, now) = (along.level, self.level(along));
        if before == now {
            return;
        }
        let own = eye.level;
        along.highest = along.highest.max(i32::from(before));
        let before_place = self.place(before);
        self.first[before_place].get_or_insert(along.run);
        if along.fell.is_some() {
            self.last[before_place] = Some(turned);
            along.rose |= before >= own;
        } else if now < own
            && let Tag::Edge(edge) = turned.tag
        {
            along.fell = Some(!self.within(&edges[edge as usize], here.r, CRESTED));
        }
        (along.level, along.run) = (now, turned);
    }

    /// Cover of a kind begins or ends.
    fn turn(&mut self, cover: &mut Cover, kind: usize, close: bool, here: Mark, edge: u32) {
        cover.open = !cover.open;
        if cover.open {
            (cover.met, cover.close, cover.low) = (true, close, Trio::ZERO);
        } else if cover.low.middle() > 0.0 {
            self.fading.push(Fading { end: here.r + Trio::all(SHADED), kind, inches: cover.low, edge });
            cover.low = Trio::ZERO;
        }
    }
}

impl Along {
    /// A unit or a building on this level lies behind.
    fn pass(&mut self, level: i8, close: bool) {
        self.body = self.body.max(i32::from(level));
        self.close |= close;
    }

    /// What lies close behind this is hidden from above.
    fn shade(&mut self, here: Mark) {
        let Tag::Edge(edge) = here.tag else { return };
        self.shadow = Some(Mark { r: here.r + Trio::all(SHADED), tag: Tag::Shadow(edge) });
    }
}
