//! What is seen along one ray: the same rules as [`sight`](crate::geometry::sight()), solved for all distances at once.
//!
//! The ground along the ray is a row of stretches between the edges that it meets. For a target in one of them every
//! rule says either "not at all" or gives a nearest or a farthest distance, so what is seen of a stretch is one piece.

use bevy::math::DVec2;

use super::along::{Along, Cover, Met};
use super::edges::{Edge, Kind, Stage};
use super::mark::{Eye, Found, Mark, Start, Tag, place};
use crate::geometry::sight::{CREST, SHADOW, SMOKE};

/// Edges nearer than this to each other are one: shapes that share it.
const SAME: f64 = 1e-7;
/// Half of the last stored digit (Q31).
const HALF: f64 = 0.0005;

/// Solves rays; keeps its tables between them.
pub(super) struct Ray<'s> {
    stage: &'s Stage,
    /// The edges that are met, the nearest first.
    order: Vec<Met>,
    /// How far away they are in the direction that is looked in.
    distances: Vec<f64>,
    sorting: Vec<(f64, u32)>,
    found: Found,
    levels: Vec<i32>,
    /// First stretch of each level, and last edge of each level after the crest.
    first: Vec<Option<Mark>>,
    last: Vec<Option<Mark>>,
    /// Inches of each kind of cover on each level, where they do not hide the eye from all above them.
    on_level: Vec<[f64; 4]>,
    fading: Vec<(f64, usize, f64, u32)>,
    entered: Vec<(u32, f64, u32)>,
}

impl<'s> Ray<'s> {
    pub(super) fn new(stage: &'s Stage) -> Self {
        let count = usize::from((stage.levels.0..=stage.levels.1).len() as u16);
        Self {
            stage,
            order: Vec::new(),
            distances: Vec::new(),
            sorting: Vec::new(),
            found: Found::default(),
            levels: vec![0; count],
            first: vec![None; count],
            last: vec![None; count],
            on_level: vec![[0.0; 4]; count],
            fading: Vec::new(),
            entered: Vec::new(),
        }
    }

    /// Sorts the edges that lie in a direction. They are met in the same order in the whole wedge between the directions
    /// where something changes.
    pub(super) fn arrange(&mut self, edges: &[Edge], active: &[u32], toward: DVec2) {
        self.sorting.clear();
        self.sorting.extend(active.iter().map(|n| (edges[*n as usize].at(toward), *n)));
        self.sorting.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        self.order.clear();
        self.order.extend(self.sorting.iter().map(|(_, n)| Met::of(&edges[*n as usize], *n)));
        let mut highest = i32::MIN;
        for met in self.order.iter_mut().rev() {
            highest = highest.max(met.kind.level());
            met.above = highest;
        }
    }

    /// Finds what is seen in a direction of length 1, past the edges that were arranged.
    pub(super) fn solve(&mut self, eye: &Eye, start: &Start, toward: DVec2, into: &mut Found) {
        std::mem::swap(&mut self.found, into);
        self.found.seen.clear();
        self.found.stop = None;
        self.found.checks.clear();
        self.found.margin = f64::INFINITY;
        self.distances.clear();
        self.distances.extend(self.order.iter().map(|met| met.at(toward)));
        let order = std::mem::take(&mut self.order);
        self.trace(eye, start, &order, toward);
        self.order = order;
        std::mem::swap(&mut self.found, into);
    }

    fn trace(&mut self, eye: &Eye, start: &Start, order: &[Met], toward: DVec2) {
        self.levels.copy_from_slice(&start.levels);
        self.first.fill(None);
        self.last.fill(None);
        self.on_level.fill([0.0; 4]);
        self.fading.clear();
        self.entered.clear();
        let at_eye = Mark { r: 0.0, tag: Tag::Eye };
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
            covers: start.veils.map(|inside| Cover { inside, open: inside > 0, ..Cover::default() }),
            covered: start.veils.iter().any(|inside| *inside > 0),
            veiled: false,
            turned: None,
        };
        along.level = self.level(&along);
        if along.level < eye.level {
            along.fell = Some(0.0);
        }
        let weather = eye.weather.map(|limit| Mark { r: (eye.apart)(toward, limit + HALF), tag: Tag::Weather });
        let mut here = at_eye;
        let mut next = 0;
        while next < order.len() {
            let edge = order[next].number;
            let mut r = self.distances[next].max(here.r);
            let mut tag = Tag::Edge(edge);
            // Cover on lower ground may stop counting before the next edge is met.
            let fades = self.fading.iter().enumerate().filter(|(_, (end, ..))| *end < r);
            let fade = fades.min_by(|a, b| a.1.0.total_cmp(&b.1.0)).map(|(n, f)| (n, *f));
            if let Some((_, (end, _, _, of))) = fade {
                (r, tag) = (end.max(here.r), Tag::Shadow(of));
            }
            let there = Mark { r, tag };
            self.look(eye, &along, here, there, toward, weather);
            self.measure(eye, &mut along, here.r, r);
            here = there;
            if let Some((n, (_, kind, inches, _))) = fade {
                along.covers[kind].fading -= inches;
                self.fading.swap_remove(n);
                continue;
            }
            while next < order.len() && self.distances[next] - r <= SAME {
                let met = &order[next];
                if met.kind == Kind::Table {
                    return;
                }
                self.cross(&mut along, Mark { r, tag: Tag::Edge(met.number) }, met);
                next += 1;
            }
            self.arrive(eye, &mut along, here, edge);
            let above = order.get(next).map_or(i32::MIN, |met| met.above);
            if self.nothing_more(eye, &along, above) {
                // Counted inches may be fewer in another direction; what stands there does not change.
                let own = i32::from(eye.level);
                let firm = if along.highest > own { along.body.max(along.highest) } else { along.body };
                self.found.stop = (firm >= own.max(above)).then_some((edge, firm));
                return;
            }
            let smoke = along.smoke.map(|wall| wall.r.max((eye.apart)(toward, f64::from(SMOKE.get()) + HALF)));
            if smoke.is_some_and(|far| r > far) || weather.is_some_and(|far| r > far.r) {
                return;
            }
        }
    }

    fn place(&self, level: i8) -> usize {
        place(level, self.stage.levels.0)
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
    fn look(&mut self, eye: &Eye, along: &Along, from: Mark, to: Mark, toward: DVec2, weather: Option<Mark>) {
        if to.r - from.r <= SAME {
            return;
        }
        let (mut from, mut to) = (from, to);
        let nearest = |to: &mut Mark, r: f64, tag: Tag| {
            if r < to.r {
                *to = Mark { r, tag };
            }
        };
        let begin = from.r;
        let ground = if along.level <= eye.level {
            self.look_down(eye, along, begin, &mut from, &mut to)
        } else {
            self.look_up(eye, along, begin, &mut to)
        };
        if !ground {
            return;
        }
        if let Some(weather) = weather {
            self.found.margin = self.found.margin.min((to.r - weather.r).abs());
            nearest(&mut to, weather.r, weather.tag);
        }
        if let Some(wall) = along.smoke {
            let smoke = (eye.apart)(toward, f64::from(SMOKE.get()) + HALF);
            let far = if wall.r > smoke { wall } else { Mark { r: smoke, tag: Tag::Smoke } };
            self.found.margin = self.found.margin.min((to.r - far.r).abs());
            nearest(&mut to, far.r, far.tag);
        }
        if to.r - from.r <= SAME {
            return;
        }
        match self.found.seen.last_mut() {
            Some((_, last)) if from.r - last.r <= SAME => *last = to,
            _ => self.found.seen.push((from, to)),
        }
    }

    /// Targets no higher than the eye. Whether any can be seen.
    fn look_down(&mut self, eye: &Eye, along: &Along, begin: f64, from: &mut Mark, to: &mut Mark) -> bool {
        let (own, level) = (i32::from(eye.level), i32::from(along.level));
        if along.highest > own || along.body >= own || along.in_bodies > 0 {
            return false;
        }
        if level < own {
            if along.rose || along.fell.is_some_and(|crest| crest > f64::from(CREST.get()) + HALF) {
                return false;
            }
            for between in along.level + 1..eye.level {
                if let Some(edge) = self.last[self.place(between)] {
                    let (num, den) = ((own - level) as i16, (own - i32::from(between)) as i16);
                    let r = edge.r * f64::from(num) / f64::from(den);
                    self.found.margin = self.found.margin.min((r - from.r).abs()).min((r - to.r).abs());
                    if let Tag::Edge(edge) = edge.tag
                        && r > from.r
                    {
                        *from = Mark { r, tag: Tag::Scaled(edge, num, den) };
                    }
                }
            }
        }
        if let Some(shadow) = along.shadow {
            self.found.margin = self.found.margin.min((shadow.r - from.r).abs()).min((shadow.r - to.r).abs());
            if shadow.r > from.r {
                *from = shadow;
            }
        }
        if along.covered {
            for (kind, cover) in along.covers.iter().enumerate().take(self.stage.kinds.len()) {
                if !self.through(kind, cover.high + cover.low + cover.fading, cover.open, begin, to) {
                    return false;
                }
            }
        }
        from.r < to.r
    }

    /// Targets above the eye, which look down on it. Whether any can be seen.
    fn look_up(&mut self, eye: &Eye, along: &Along, begin: f64, to: &mut Mark) -> bool {
        let level = i32::from(along.level);
        if along.highest >= level || along.close || along.body >= level {
            return false;
        }
        if along.highest > i32::MIN {
            if let Tag::Edge(edge) = along.run.tag {
                let r = along.run.r + f64::from(CREST.get()) + HALF;
                self.found.margin = self.found.margin.min((r - to.r).abs());
                if r < to.r {
                    *to = Mark { r, tag: Tag::Crest(edge) };
                }
            }
            for between in eye.level + 1..along.level {
                let Some(first) = self.first[self.place(between)] else { continue };
                let Tag::Edge(edge) = first.tag else { return false };
                let (num, den) =
                    (i16::from(along.level) - i16::from(eye.level), i16::from(between) - i16::from(eye.level));
                let r = first.r * f64::from(num) / f64::from(den);
                self.found.margin = self.found.margin.min((r - to.r).abs());
                if r < to.r {
                    *to = Mark { r, tag: Tag::Scaled(edge, num, den) };
                }
            }
        }
        for (kind, cover) in
            along.covers.iter().enumerate().take(if along.covered { self.stage.kinds.len() } else { 0 })
        {
            if !self.through(kind, self.seen_from_above(along, kind, along.level), cover.open, begin, to) {
                return false;
            }
        }
        true
    }

    /// How far a stretch from `begin` on is seen through cover, when there has been some of it already.
    fn through(&mut self, kind: usize, so_far: f64, open: bool, begin: f64, to: &mut Mark) -> bool {
        if so_far <= 0.0 && !open {
            return true;
        }
        let left = self.stage.kinds[kind].1 + HALF - so_far;
        self.found.margin = self.found.margin.min(left.abs());
        if left < 0.0 {
            return false;
        }
        if open {
            let r = begin + left;
            self.found.margin = self.found.margin.min((to.r - r).abs());
            if r < to.r {
                *to = Mark { r, tag: Tag::Cover(kind) };
            }
        }
        true
    }

    /// Inches of a kind of cover that hide the eye from somebody on this level, above it.
    fn seen_from_above(&self, along: &Along, kind: usize, level: i8) -> f64 {
        along.covers[kind].near + self.on_level[self.place(level)..].iter().map(|inches| inches[kind]).sum::<f64>()
    }

    /// Counts the cover between two places.
    fn measure(&mut self, eye: &Eye, along: &mut Along, from: f64, to: f64) {
        if !along.covered {
            return;
        }
        let level = self.place(along.level);
        for (kind, cover) in along.covers.iter_mut().enumerate().filter(|(_, cover)| cover.open) {
            *(if along.level >= eye.level { &mut cover.high } else { &mut cover.low }) += to - from;
            let near = cover.since <= f64::from(SHADOW.get()) + HALF;
            *(if near { &mut cover.near } else { &mut self.on_level[level][kind] }) += to - from;
        }
    }

    fn cross(&mut self, along: &mut Along, here: Mark, edge: &Met) {
        let number = edge.number;
        let by = if edge.enters { 1 } else { -1 };
        let reach = f64::from(SHADOW.get()) + HALF;
        let checks = &mut self.found.checks;
        let mut passed = |along: &mut Along, (since, edge): (f64, u32), level: i8| {
            along.body = along.body.max(i32::from(level));
            along.close |= since <= reach;
            checks.push((edge, reach));
        };
        let shade = |along: &mut Along| {
            along.shadow = Some(Mark { r: here.r + reach, tag: Tag::Shadow(number) });
        };
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
            }
            Kind::Body(level) => {
                along.in_bodies += by;
                if edge.enters {
                    passed(along, (here.r, number), level);
                } else {
                    shade(along);
                }
            }
            Kind::Building(_) if edge.enters => self.entered.push((edge.of, here.r, number)),
            Kind::Building(level) => {
                if let Some(n) = self.entered.iter().position(|(of, ..)| *of == edge.of) {
                    let (_, since, first) = self.entered.swap_remove(n);
                    passed(along, (since, first), level);
                    shade(along);
                }
            }
            Kind::Wall => along.smoke = along.smoke.or(Some(here)),
        }
    }

    /// After all edges of one place are crossed.
    fn arrive(&mut self, eye: &Eye, along: &mut Along, here: Mark, edge: u32) {
        let met = if std::mem::take(&mut along.veiled) { along.covers.len() } else { 0 };
        let turned = |cover: &Cover| cover.open != (cover.inside > 0);
        for (kind, cover) in along.covers.iter_mut().enumerate().take(met).filter(|(_, cover)| turned(cover)) {
            cover.open = !cover.open;
            if cover.open {
                along.covered = true;
                (cover.since, cover.low) = (here.r, 0.0);
                self.found.checks.push((edge, f64::from(SHADOW.get()) + HALF));
            } else if cover.low > 0.0 {
                cover.fading += cover.low;
                self.fading.push((here.r + f64::from(SHADOW.get()) + HALF, kind, cover.low, edge));
                cover.low = 0.0;
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
        } else if now < own {
            along.fell = Some(here.r);
            if let Tag::Edge(edge) = turned.tag {
                self.found.checks.push((edge, f64::from(CREST.get()) + HALF));
            }
        }
        (along.level, along.run) = (now, turned);
    }

    /// Whether nothing farther along can be seen, where no edge of ground higher than `above` lies.
    fn nothing_more(&self, eye: &Eye, along: &Along, above: i32) -> bool {
        let own = i32::from(eye.level);
        let kinds = || self.stage.kinds.iter().enumerate().take(if along.covered { usize::MAX } else { 0 });
        let low = along.highest > own
            || along.body >= own
            || kinds().any(|(kind, (_, limit))| along.covers[kind].high > limit + HALF);
        // Who cannot be seen on the highest ground beyond cannot be seen below it either.
        let top = above.min(i32::from(self.stage.levels.1));
        low && (top <= own
            || along.close
            || along.highest.max(along.body) >= top
            || kinds().any(|(kind, (_, limit))| self.seen_from_above(along, kind, top as i8) > limit + HALF))
    }
}
