//! Visible and dead ground: everything that an eye sees of a table and everything that it does not, as polygons. It is
//! what [`sight`](super::sight::sight()) says of every point, a target standing on the ground's level there, worked out all at
//! once by a sweep round the eye.

mod along;
mod edges;
mod mark;
mod pieces;
mod ray;
mod strips;
mod sweep;

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use bevy::math::{DVec2, Vec2};

use super::footprint::Footprint;
use super::polygon::Bounds;
use super::scene::{Point, Scene};

use edges::Stage;
use mark::Eye;
pub use pieces::Pieces;
use strips::{Lines, Outline};
use sweep::{Dead, Ground, Sweep};

/// What is seen of a table and what is not.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct View {
    /// Ground that is seen, eye by eye: the pieces of one eye do not overlap, those of two do.
    pub seen: Pieces,
    /// Ground that no eye sees: dead ground, and what woods, units, smoke and weather hide. Its pieces never overlap. For
    /// one eye they are exact; for several they are strips of a tenth of an inch across the table, exact along their
    /// borders and straight between them.
    pub dead: Pieces,
}

/// What any of the eyes sees of a table. Smoke and weather count from the nearest of the `bases` of the unit that looks;
/// from the eye where there is none.
pub fn visible(scene: &Scene, eyes: &[Point], bases: &[Footprint], table: Bounds) -> View {
    let stage = Stage::of(scene, eyes, table);
    if let [only] = eyes {
        let mut view = View::default();
        let mut ground = Ground { seen: &mut view.seen, dead: Dead::Pieces(&mut view.dead) };
        look(&mut Sweep::new(&stage), scene, *only, bases, &mut ground);
        return view;
    }
    together(&stage, scene, eyes, bases, table)
}

/// What one eye sees.
fn look(sweep: &mut Sweep, scene: &Scene, point: Point, bases: &[Footprint], ground: &mut Ground) {
    let apart = |toward: DVec2, limit: f64| apart(point.at, bases, toward, limit);
    let eye = Eye {
        level: point.level,
        in_smoke: sweep.stage.in_smoke(point.at),
        apart: &apart,
        weather: scene.limit.map(|limit| f64::from(limit.get())),
    };
    sweep.look(point.at, &eye, ground);
}

/// What several eyes see, looked at on all cores: the same however many there are.
fn together(stage: &Stage, scene: &Scene, eyes: &[Point], bases: &[Footprint], table: Bounds) -> View {
    let next = AtomicUsize::new(0);
    let some = || {
        let (mut sweep, mut lines, mut each) = (Sweep::new(stage), Lines::across(table), Vec::new());
        while let n = next.fetch_add(1, Ordering::Relaxed)
            && let Some(eye) = eyes.get(n)
        {
            let mut seen = Pieces::default();
            let dead = Dead::Outline(Outline::of(eye.at, &mut lines));
            look(&mut sweep, scene, *eye, bases, &mut Ground { seen: &mut seen, dead });
            each.push((n, seen));
        }
        (lines, each)
    };
    let cores = thread::available_parallelism().map_or(1, NonZero::get).min(eyes.len());
    let (lines, mut each) = thread::scope(|scope| {
        let others: Vec<_> = (1..cores).map(|_| scope.spawn(some)).collect();
        let own = some();
        others.into_iter().fold(own, |(mut lines, mut each), other| {
            let (more, seen) = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            lines.join(&more);
            each.extend(seen);
            (lines, each)
        })
    });
    each.sort_unstable_by_key(|(n, _)| *n);
    let mut view = View::default();
    each.iter().for_each(|(_, seen)| view.seen.append(seen));
    view.dead = lines.dark();
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
