//! What is seen along the rays of a wedge: the same rules as [`sight`](crate::geometry::sight()), solved for all distances
//! at once, and for three directions at once: the middle of the wedge decides, and where its sides do not agree, that is
//! told.
//!
//! The ground along a ray is a row of stretches between the edges that it meets. For a target in one of them every rule
//! says either "not at all" or gives a nearest or a farthest distance, so what is seen of a stretch is one piece.

use super::along::{Along, Cover, Entered, Fading, Wood};
use super::edges::{Edge, Kind, Stage};
use super::mark::{Eye, Found, Mark, Start, Stop, Tag, place};
use super::trio::{Trio, Ways};
use crate::geometry::sight::{CREST, SHADOW, SMOKE};

/// Edges nearer than this to each other are one: shapes that share it.
const SAME: f64 = 1e-7;
/// Half of the last stored digit (Q31).
const HALF: f64 = 0.0005;
/// 1.0" behind a crest.
pub(super) const CRESTED: f64 = CREST.0 as f64 / 1000.0 + HALF;
/// 2.0" behind something lower.
pub(super) const SHADED: f64 = SHADOW.0 as f64 / 1000.0 + HALF;
/// 8.0" from the unit.
const SMOKED: f64 = SMOKE.0 as f64 / 1000.0 + HALF;

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
    stage: &'s Stage,
    /// The edges that are met, the nearest first.
    order: Vec<Met>,
    found: Found,
    ways: Ways,
    levels: Vec<i32>,
    /// First stretch of each level, and last edge of each level after the crest.
    first: Vec<Option<Mark>>,
    last: Vec<Option<Mark>>,
    /// Inches of each kind of cover on each level, where they do not hide the eye from all above them.
    on_level: Vec<[Trio; 4]>,
    fading: Vec<Fading>,
    entered: Vec<Entered>,
    woods: Vec<Wood>,
    /// Where smoke begins to hide, once that is known.
    smoke: Option<Trio>,
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
        let mut along = Along {
            level: 0,
            run: at_eye,
            highest: i32::MIN,
            fell: None,
            rose: false,
            body: if start.bodies > 0 { i32::MAX } else { i32::MIN },
            in_bodies: start.bodies,
            close: start.bodies > 0,
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
            along.above = order.get(next).map_or(i32::MIN, |met| met.above);
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

    /// Whether something is above 0. It is remembered where that is not so in the whole wedge.
    fn over(&mut self, what: Trio) -> bool {
        let (over, wavers) = what.over();
        if wavers {
            match what.passes() {
                Some(part) => self.found.turns.push(part),
                None => self.found.doubt = true,
            }
        }
        over
    }

    /// Whether an edge, so far away, is no farther than this.
    fn within(&mut self, edge: &Edge, r: Trio, limit: f64) -> bool {
        let beyond = self.over(r - Trio::all(limit));
        self.found.doubt |= beyond && edge.bulges(limit, &self.ways);
        !beyond
    }

    /// How far away a place is that is so many inches from the unit.
    fn apart(&self, eye: &Eye, limit: f64) -> Trio {
        Trio::new(self.ways.map(|toward| (eye.apart)(toward, limit)))
    }

    fn smoke(&mut self, eye: &Eye) -> Trio {
        let known = self.smoke.unwrap_or_else(|| self.apart(eye, SMOKED));
        self.smoke = Some(known);
        known
    }

    fn place(&self, level: i8) -> usize {
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

    /// Adds what is seen between two places with nothing between them.
    fn look(&mut self, eye: &Eye, along: &Along, from: &Mark, to: &Mark, weather: Option<&Mark>) {
        let up = along.level > eye.level;
        if if up { self.dark_above(along) } else { self.dark_below(eye, along) } {
            return;
        }
        let begin = from.r;
        let (mut from, mut to) = (*from, *to);
        let ground = if up {
            self.look_up(eye, along, begin, &mut to)
        } else {
            self.look_down(eye, along, begin, &mut from, &mut to)
        };
        if !ground {
            return;
        }
        if let Some(weather) = weather {
            self.nearest(&mut to, *weather);
        }
        if let Some(wall) = along.smoke {
            let smoke = Mark { r: self.smoke(eye), tag: Tag::Smoke };
            let far = if self.over(wall.r - smoke.r) { wall } else { smoke };
            self.nearest(&mut to, far);
        }
        // Edges do not change their order.
        let fixed = |mark: &Mark| matches!(mark.tag, Tag::Eye | Tag::Edge(_));
        if (fixed(&from) && fixed(&to)) || self.over(to.r - from.r) {
            match self.found.seen.last_mut() {
                Some((_, last)) if from.r.middle() <= last.r.middle() => *last = to,
                _ => self.found.seen.push((from, to)),
            }
        }
    }

    fn nearest(&mut self, to: &mut Mark, other: Mark) {
        if self.over(to.r - other.r) {
            *to = other;
        }
    }

    /// Whether no target no higher than the eye can be seen, however far away.
    fn dark_below(&self, eye: &Eye, along: &Along) -> bool {
        let own = i32::from(eye.level);
        let level = i32::from(along.level);
        along.highest > own
            || along.body >= own
            || along.in_bodies > 0
            || along.thick
            || (level < own && (along.rose || along.fell == Some(true)))
    }

    /// Whether no target above the eye can be seen.
    fn dark_above(&self, along: &Along) -> bool {
        let level = i32::from(along.level);
        along.highest >= level || along.close || along.body >= level
    }

    /// Targets no higher than the eye. Whether any can be seen.
    fn look_down(&mut self, eye: &Eye, along: &Along, begin: Trio, from: &mut Mark, to: &mut Mark) -> bool {
        let (own, level) = (i32::from(eye.level), i32::from(along.level));
        for between in along.level + 1..eye.level {
            if let Some(Mark { r, tag: Tag::Edge(edge) }) = self.last[self.place(between)] {
                let (num, den) = ((own - level) as i16, (own - i32::from(between)) as i16);
                let r = r * (f64::from(num) / f64::from(den));
                if self.over(r - from.r) {
                    *from = Mark { r, tag: Tag::Scaled(edge, num, den) };
                }
            }
        }
        if let Some(shadow) = along.shadow
            && self.over(shadow.r - from.r)
        {
            *from = shadow;
        }
        !along.covered
            || along
                .covers
                .iter()
                .enumerate()
                .all(|(kind, cover)| !cover.met || self.through(kind, cover.counted, cover.open, begin, to))
    }

    /// Targets above the eye, which look down on it. Whether any can be seen.
    fn look_up(&mut self, eye: &Eye, along: &Along, begin: Trio, to: &mut Mark) -> bool {
        if along.highest > i32::MIN {
            if let Tag::Edge(edge) = along.run.tag {
                self.nearest(to, Mark { r: along.run.r + Trio::all(CRESTED), tag: Tag::Crest(edge) });
            }
            for between in eye.level + 1..along.level {
                let Some(first) = self.first[self.place(between)] else { continue };
                let Tag::Edge(edge) = first.tag else { return false };
                let (num, den) =
                    (i16::from(along.level) - i16::from(eye.level), i16::from(between) - i16::from(eye.level));
                let r = first.r * (f64::from(num) / f64::from(den));
                self.nearest(to, Mark { r, tag: Tag::Scaled(edge, num, den) });
            }
        }
        !along.covered
            || along.covers.iter().enumerate().all(|(kind, cover)| {
                !cover.met || self.through(kind, self.seen_from_above(along, kind, along.level), cover.open, begin, to)
            })
    }

    /// How far a stretch from `begin` on is seen through cover, when there has been some of it already.
    fn through(&mut self, kind: usize, so_far: Trio, open: bool, begin: Trio, to: &mut Mark) -> bool {
        let left = Trio::all(self.stage.kinds[kind].1 + HALF) - so_far;
        if !self.over(left) {
            return false;
        }
        if open {
            self.nearest(to, Mark { r: begin + left, tag: Tag::Cover(kind) });
        }
        true
    }

    /// Inches of a kind of cover that hide the eye from somebody on this level, above it.
    fn seen_from_above(&self, along: &Along, kind: usize, level: i8) -> Trio {
        let on_levels = &self.on_level[self.place(level)..];
        on_levels.iter().fold(along.covers[kind].near, |all, inches| all + inches[kind])
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
        along.above.max(i32::from(along.level)) > i32::from(eye.level)
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

    /// Whether nothing farther along can be seen.
    fn nothing_more(&self, eye: &Eye, along: &Along) -> bool {
        let own = i32::from(eye.level);
        if !(along.highest > own || along.body >= own || along.thick) {
            return false;
        }
        // Who cannot be seen on the highest ground beyond cannot be seen below it either.
        let top = along.above.min(i32::from(self.stage.levels.1));
        let hides = |kind: usize| {
            let inches = self.seen_from_above(along, kind, top as i8);
            (inches - Trio::all(self.stage.kinds[kind].1 + HALF)).surely()
        };
        top <= own
            || along.close
            || along.highest.max(along.body) >= top
            || (along.covered && (0..self.stage.kinds.len()).any(|kind| along.covers[kind].met && hides(kind)))
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
