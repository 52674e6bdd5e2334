//! Visible and dead ground: everything that an eye sees of a table and everything that it does not, as polygons. It is
//! what [`sight`](super::sight::sight()) says of every point, a target standing on the ground's level there, worked out all at
//! once by a sweep round the eye.

mod edges;
mod mark;
mod pieces;
mod ray;
mod sweep;

use bevy::math::{DVec2, Vec2};

use super::footprint::Footprint;
use super::polygon::Bounds;
use super::scene::{Point, Scene};

use edges::Stage;
use mark::Eye;
pub use pieces::Pieces;
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
}

/// What any of the eyes sees of a table. Smoke and weather count from the nearest of the `bases` of the unit that looks;
/// from the eye where there is none.
pub fn visible(scene: &Scene, eyes: &[Point], bases: &[Footprint], table: Bounds) -> View {
    let stage = Stage::of(scene, eyes, table);
    let mut sweep = Sweep::new(&stage);
    let mut view = View::default();
    let mut each = Vec::with_capacity(eyes.len());
    for point in eyes {
        let apart = |toward: DVec2, limit: f64| apart(point.at, bases, toward, limit);
        let eye = Eye {
            level: point.level,
            in_smoke: stage.in_smoke(point.at),
            apart: &apart,
            weather: scene.limit.map(|limit| f64::from(limit.get())),
        };
        let mut found = View::default();
        sweep.look(point.at, &eye, &mut Ground { seen: &mut found.seen, dead: &mut found.dead });
        view.seen.append(&found.seen);
        view.dead = found.dead;
        each.push(found.seen);
    }
    if each.len() > 1 {
        view.dead = pieces::strips(&each, table);
    }
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
