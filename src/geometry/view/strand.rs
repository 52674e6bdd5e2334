//! Pieces that go on from wedge to wedge: as long as the same edges bound them they are one.

use bevy::math::{DVec2, Vec2};

use super::mark::Tag;
use super::pieces::Pieces;
use super::strips::Outline;

/// A part of a wedge: between what it lies, and how near and how far on the wedge's two sides.
#[derive(Clone, Copy)]
pub(super) struct Span {
    pub(super) tags: [Tag; 2],
    pub(super) first: [f64; 2],
    pub(super) last: [f64; 2],
}

impl Span {
    /// Whether straight lines bound it that do not cross, so that it can go on.
    fn is_straight(&self) -> bool {
        let apart = |ends: [f64; 2]| ends[0] <= ends[1];
        apart(self.first)
            && apart(self.last)
            && self.tags.iter().all(|tag| matches!(tag, Tag::Eye | Tag::Edge(_) | Tag::Scaled(..)))
    }
}

/// A piece that began in a direction and may go on.
struct Held {
    since: DVec2,
    span: Span,
}

/// Where finished pieces go.
pub(super) enum Into<'p, 'l> {
    /// They are wanted.
    Pieces(&'p mut Pieces),
    /// And so is their outline.
    Both(&'p mut Pieces, &'p mut Outline<'l>),
}

/// Pieces of one kind, side by side outward from an eye.
#[derive(Default)]
pub(super) struct Strand {
    eye: DVec2,
    held: Vec<Held>,
    before: Vec<Held>,
    /// Where the last wedge ended.
    toward: DVec2,
}

impl Strand {
    pub(super) fn of(eye: Vec2) -> Self {
        Self { eye: eye.as_dvec2(), ..Self::default() }
    }

    /// Goes on with what lies in a wedge, from the eye outward.
    pub(super) fn wedge(&mut self, first: DVec2, last: DVec2, spans: impl Iterator<Item = Span>, into: &mut Into) {
        if first != self.toward {
            self.end(into);
            self.toward = first;
        }
        std::mem::swap(&mut self.held, &mut self.before);
        self.held.clear();
        let mut next = 0;
        for span in spans {
            let goes_on = |held: &Held| held.span.tags == span.tags && held.span.is_straight() && span.is_straight();
            if let Some(more) = self.before[next..].iter().position(goes_on) {
                self.before[next..next + more].iter().for_each(|held| self.finish(held, into));
                next += more + 1;
                let Held { since, span: Span { first, .. } } = self.before[next - 1];
                self.held.push(Held { since, span: Span { first, ..span } });
            } else {
                if let Into::Both(_, outline) = into {
                    outline.begin(span.first);
                }
                self.held.push(Held { since: first, span });
            }
        }
        self.before[next..].iter().for_each(|held| self.finish(held, into));
        if let Into::Both(_, outline) = into {
            outline.along(first);
        }
        self.toward = last;
    }

    /// Nothing goes on.
    pub(super) fn end(&mut self, into: &mut Into) {
        let held = std::mem::take(&mut self.held);
        held.iter().for_each(|held| self.finish(held, into));
        self.held = held;
        self.held.clear();
        if let Into::Both(_, outline) = into {
            outline.along(self.toward);
        }
    }

    fn finish(&self, held: &Held, into: &mut Into) {
        let Held { since, span: Span { first, last, .. } } = held;
        let at = |toward: DVec2, r: f64| (self.eye + toward * r).as_vec2();
        // Borders may cross where next to nothing is left between them.
        let met = |[near, far]: [f64; 2]| if near <= far { [near, far] } else { [f64::midpoint(near, far); 2] };
        let ([a, b], [d, c]) = (met(*first), met(*last));
        let corners = [at(*since, a), at(*since, b), at(self.toward, c), at(self.toward, d)];
        match into {
            Into::Pieces(pieces) => pieces.push(&corners),
            Into::Both(pieces, outline) => {
                pieces.push(&corners);
                outline.end(*last);
                let far = |ends: &[f64; 2]| ends[1].max(ends[0]);
                outline.side(at(*since, far(first)), at(self.toward, far(last)));
                outline.side(at(self.toward, last[0]), at(*since, first[0]));
            }
        }
    }
}
