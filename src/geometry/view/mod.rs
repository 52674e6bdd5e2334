//! Visible and dead ground: everything that an eye sees of a table and everything that it does not, as polygons. It is
//! what [`sight`](super::sight::sight()) says of every point, a target standing on the ground's level there, worked out all at
//! once by a sweep round the eye.

mod along;
mod edges;
mod look;
mod mark;
mod pieces;
mod ray;
mod round;
mod share;
mod strand;
mod strips;
mod sweep;
mod trio;

use std::ops::Range;

use bevy::math::{DVec2, Vec2};

use super::footprint::Footprint;
use super::polygon::Bounds;
use super::scene::{Point, Scene};

use edges::Stage;
use mark::Eye;
pub use pieces::Pieces;
use round::{Round, SECTORS};
use share::share;
use strips::Lines;
use sweep::{Ground, Sweep};

/// What is seen of a table and what is not.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct View {
    /// Ground that is seen, eye by eye: the pieces of one eye do not overlap, those of two do.
    pub seen: Pieces,
    /// Ground that no eye sees: dead ground, and what woods, units, smoke and weather hide. Its pieces never overlap. For
    /// one eye they are exact; for several they are strips of a tenth of an inch across the table, exact along their
    /// borders and straight between them.
    pub dead: Pieces,
    /// For several eyes, what is left of the table in the same strips.
    strips: Option<Pieces>,
}

impl View {
    /// Ground that is seen, in pieces that do not overlap: to be drawn.
    pub fn lit(&self) -> &Pieces {
        self.strips.as_ref().unwrap_or(&self.seen)
    }
}

/// What any of the eyes sees of a table. Smoke and weather count from the nearest of the `bases` of the unit that looks;
/// from the eye where there is none.
pub fn visible(scene: &Scene, eyes: &[Point], bases: &[Footprint], table: Bounds) -> View {
    visible_while(scene, eyes, bases, table, &|| true).unwrap_or_default()
}

/// As [`visible`], as long as it is wanted: nothing if it is given up between one eye and the next.
pub fn visible_while(
    scene: &Scene,
    eyes: &[Point],
    bases: &[Footprint],
    table: Bounds,
    wanted: &(dyn Fn() -> bool + Sync),
) -> Option<View> {
    let stage = Stage::of(scene, eyes, table);
    if let [only] = eyes {
        return Some(alone(&stage, scene, *only, bases));
    }
    let view = together(&stage, scene, eyes, bases, table, wanted);
    wanted().then_some(view)
}

/// Calls what is to be done on the eye that looks from a point.
fn with_eye<T>(scene: &Scene, stage: &Stage, point: Point, bases: &[Footprint], act: impl FnOnce(&Eye) -> T) -> T {
    let apart = |toward: DVec2, limit: f64| apart(point.at, bases, toward, limit);
    act(&Eye {
        level: point.level,
        in_smoke: stage.in_smoke(point.at),
        apart: &apart,
        weather: scene.limit.map(|limit| f64::from(limit.get())),
    })
}

/// What one eye sees, an eighth of the circle after the other on all cores: the same however many there are.
fn alone(stage: &Stage, scene: &Scene, point: Point, bases: &[Footprint]) -> View {
    let mut round = Round::new(stage);
    round.gather(point.at);
    let begin = || (Sweep::new(stage), Vec::new());
    let look = |(sweep, parts): &mut (Sweep, Vec<(usize, View)>), sector| {
        let mut view = View::default();
        let mut ground = Ground::alone(point.at, &mut view.seen, &mut view.dead);
        with_eye(scene, stage, point, bases, |eye| sweep.sector(&round, eye, sector, &mut ground));
        parts.push((sector, view));
    };
    let mut parts: Vec<_> = share(SECTORS, begin, look).into_iter().flat_map(|(_, parts)| parts).collect();
    parts.sort_unstable_by_key(|(sector, _)| *sector);
    let mut view = View::default();
    for (_, part) in &parts {
        view.seen.append(&part.seen);
        view.dead.append(&part.dead);
    }
    view
}

/// What a core of several finds.
struct Several<'s> {
    round: Round<'s>,
    /// The eye that it is gathered round.
    of: Option<usize>,
    sweep: Sweep<'s>,
    lines: Lines,
    /// What is seen, with the number of the part.
    seen: Vec<(usize, Pieces)>,
}

/// What several eyes see, looked at on all cores: the same however many there are.
fn together(
    stage: &Stage,
    scene: &Scene,
    eyes: &[Point],
    bases: &[Footprint],
    table: Bounds,
    wanted: &(dyn Fn() -> bool + Sync),
) -> View {
    // The last eye is looked through in parts, so that no core waits for long.
    let parts = (0..eyes.len()).flat_map(|eye| {
        let sectors = if eye + 1 == eyes.len() { 1 } else { SECTORS };
        (0..SECTORS).step_by(sectors).map(move |first| (eye, first..first + sectors))
    });
    let parts: Vec<(usize, Range<usize>)> = parts.collect();
    let begin = || Several {
        round: Round::new(stage),
        of: None,
        sweep: Sweep::new(stage),
        lines: Lines::across(table),
        seen: Vec::new(),
    };
    let look = |own: &mut Several, part: usize| {
        if !wanted() {
            return;
        }
        let (eye, sectors) = parts[part].clone();
        let mut seen = Pieces::default();
        let mut ground = Ground::of_several(eyes[eye].at, &mut seen, &mut own.lines);
        if own.of.replace(eye) != Some(eye) {
            own.round.gather(eyes[eye].at);
        }
        with_eye(scene, stage, eyes[eye], bases, |eye| {
            sectors.for_each(|sector| own.sweep.sector(&own.round, eye, sector, &mut ground));
        });
        own.seen.push((part, seen));
    };
    let (mut lines, mut each) = (Lines::across(table), Vec::new());
    for own in share(parts.len(), begin, look) {
        lines.join(&own.lines);
        each.extend(own.seen);
    }
    each.sort_unstable_by_key(|(part, _)| *part);
    let mut view = View::default();
    each.iter().for_each(|(_, seen)| view.seen.append(seen));
    let [lit, dark] = lines.lit_and_dark();
    (view.dead, view.strips) = (dark, Some(lit));
    view
}

/// How far along a ray a place is so many inches away from the unit that looks.
fn apart(eye: Vec2, bases: &[Footprint], toward: DVec2, limit: f64) -> f64 {
    /// Halvings, down to a ten-thousandth.
    const STEPS: u32 = 24;
    let toward = toward.as_vec2();
    let far = |base: &Footprint| {
        let frame = |p: Vec2| base.frame(p);
        let (at, step) = (frame(eye), frame(eye + toward) - frame(eye));
        let half = base.frontage.get() / 2.0;
        let gap = |r: f32| {
            let p = at + step * r;
            f64::from(p.distance(Vec2::new(p.x.clamp(-half, half), p.y.clamp(-base.depth.get(), 0.0))))
        };
        // A base is convex, and the eye near it: along the ray the distance passes the limit once.
        let (mut near, mut beyond) = (0.0_f32, limit as f32 + 2.0 * half + base.depth.get());
        for _ in 0..STEPS {
            let middle = f32::midpoint(near, beyond);
            if gap(middle) <= limit { near = middle } else { beyond = middle }
        }
        f64::from(near)
    };
    bases.iter().map(far).reduce(f64::max).unwrap_or(limit)
}

#[cfg(test)]
mod tests;
