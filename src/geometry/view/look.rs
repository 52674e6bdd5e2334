//! What of a stretch of ground is seen, and whether anything is beyond it.

use super::along::Along;
use super::edges::Edge;
use super::mark::{Eye, Mark, Tag};
use super::ray::{CRESTED, HALF, Ray, SMOKED};
use super::trio::Trio;

impl Ray<'_> {
    /// Whether something is above 0. It is remembered where that is not so in the whole wedge.
    pub(super) fn over(&mut self, what: Trio) -> bool {
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
    pub(super) fn within(&mut self, edge: &Edge, r: Trio, limit: f64) -> bool {
        let beyond = self.over(r - Trio::all(limit));
        self.found.doubt |= beyond && edge.bulges(limit, &self.ways);
        !beyond
    }

    /// How far away a place is that is so many inches from the unit.
    pub(super) fn apart(&self, eye: &Eye, limit: f64) -> Trio {
        Trio::new(self.ways.map(|toward| (eye.apart)(toward, limit)))
    }

    pub(super) fn smoke(&mut self, eye: &Eye) -> Trio {
        let known = self.smoke.unwrap_or_else(|| self.apart(eye, SMOKED));
        self.smoke = Some(known);
        known
    }

    /// Adds what is seen between two places with nothing between them.
    pub(super) fn look(&mut self, eye: &Eye, along: &Along, from: &Mark, to: &Mark, weather: Option<&Mark>) {
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
        let more = to.r - from.r;
        if if fixed(&from) && fixed(&to) { more.middle() > 0.0 } else { self.over(more) } {
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
    pub(super) fn seen_from_above(&self, along: &Along, kind: usize, level: i8) -> Trio {
        let on_levels = &self.on_level[self.place(level)..];
        on_levels.iter().fold(along.covers[kind].near, |all, inches| all + inches[kind])
    }

    /// Whether nothing farther along can be seen.
    pub(super) fn nothing_more(&self, eye: &Eye, along: &Along) -> bool {
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
