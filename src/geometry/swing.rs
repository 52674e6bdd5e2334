//! Bases that turn about a point, as those of a line do in its wheel: how near they pass to another base, whether they pass
//! into it, and how far out their corners come. Exactly, through whatever angle; nothing is looked at in steps, so that a
//! longer turn never passes where a shorter one is stopped.

use bevy::math::Vec2;

use super::footprint::{Footprint, ROUNDED};
use super::measure::{Degrees, Inches};
use super::polygon::Bounds;

/// A base and the turn that it makes, of half a circle at most.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Swing {
    /// Where it begins.
    pub from: Footprint,
    /// Where it ends, rounded as poses are.
    pub to: Footprint,
    /// The point that stays where it is.
    pub about: Vec2,
    /// How far it turns; clockwise is positive.
    pub angle: Degrees,
}

impl Swing {
    /// Shortest distance to another base during the turn; zero when they touch or overlap.
    pub fn gap(&self, other: &Footprint) -> Inches {
        let ends = self.from.gap(other).min(self.to.gap(other));
        if ends == Inches::ZERO || self.angle == Degrees::ZERO {
            return ends;
        }
        Inches::round(self.least(other, 0.0)).min(ends)
    }

    /// A distance that [`Swing::gap`] is not less than, found at a glance.
    pub fn gap_at_least(&self, other: &Footprint) -> Inches {
        let away = other.far_in_frame(other.frame(self.about));
        let arm = self.from.corners().iter().map(|corner| corner.distance(self.about)).fold(0.0, f32::max);
        Inches(((away - arm) * 1000.0) as i32 - 2)
    }

    /// Whether it comes deeper into another base than `before` inches, which rounding left between them.
    pub fn overlaps_more(&self, other: &Footprint, before: f32) -> bool {
        if self.from.overlaps_more(other, before) || self.to.overlaps_more(other, before) {
            return true;
        }
        self.least(other, ROUNDED.max(before)) <= 0.0
    }

    /// The box around all that it turns through.
    pub fn bounds(&self) -> Bounds {
        let corners = self.from.corners().into_iter();
        let out = corners.flat_map(|corner| {
            let round = Round::about(self.about, corner, self.angle);
            SIDES.into_iter().filter_map(move |side| round.reaches(side))
        });
        out.fold(self.from.bounds().join(self.to.bounds()), Bounds::with)
    }

    /// How near it comes to another base that is drawn in on all sides by so much.
    fn least(&self, other: &Footprint, drawn_in: f32) -> f32 {
        // Our corners go round past it, and its corners go round past us the other way.
        let theirs = Bounds { lo: frame(other).lo + drawn_in, hi: frame(other).hi - drawn_in };
        if !theirs.lo.cmple(theirs.hi).all() {
            return f32::INFINITY;
        }
        let about = other.frame(self.about);
        let mut least = f32::INFINITY;
        for corner in other.framed(&self.from) {
            least = least.min(Round::about(about, corner, self.angle).far_from(&theirs));
        }
        let (about, own) = (self.from.frame(self.about), frame(&self.from));
        for corner in inner(self.from.framed(other), drawn_in) {
            least = least.min(Round::about(about, corner, -self.angle).far_from(&own));
        }
        least
    }
}

/// The outermost of a circle in each direction.
const SIDES: [Vec2; 4] = [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y];

/// A base in its own frame.
fn frame(base: &Footprint) -> Bounds {
    let half = base.frontage.get() / 2.0;
    Bounds { lo: Vec2::new(-half, -base.depth.get()), hi: Vec2::new(half, 0.0) }
}

/// Four corners drawn in by so much along both sides.
fn inner([fl, fr, rr, rl]: [Vec2; 4], by: f32) -> [Vec2; 4] {
    let (across, ahead) = ((fr - fl).normalize_or_zero() * by, (fl - rl).normalize_or_zero() * by);
    [fl + across - ahead, fr - across - ahead, rr - across + ahead, rl + across + ahead]
}

/// A corner on its way round a point.
#[derive(Clone, Copy)]
struct Round {
    about: Vec2,
    radius: f32,
    /// From the point to where the corner begins and ends, an inch long; clockwise from the first to the second.
    first: Vec2,
    last: Vec2,
}

impl Round {
    fn about(about: Vec2, corner: Vec2, angle: Degrees) -> Self {
        let arm = corner - about;
        let radius = arm.length();
        let start = if radius > 0.0 { arm / radius } else { Vec2::Y };
        let Vec2 { x: sin, y: cos } = angle.heading().forward();
        let end = Vec2::new(start.x * cos + start.y * sin, start.y * cos - start.x * sin);
        let (first, last) = if angle >= Degrees::ZERO { (start, end) } else { (end, start) };
        Self { about, radius, first, last }
    }

    fn at(&self, direction: Vec2) -> Vec2 {
        self.about + direction * self.radius
    }

    /// Where it is in a direction, if it comes by there.
    fn reaches(&self, direction: Vec2) -> Option<Vec2> {
        let by = direction.perp_dot(self.first) >= 0.0 && self.last.perp_dot(direction) >= 0.0;
        by.then(|| self.at(direction))
    }

    /// The shortest distance from a box on the way round.
    fn far_from(&self, base: &Bounds) -> f32 {
        let far = |point: Vec2| point.distance_squared(point.clamp(base.lo, base.hi));
        let mut least = far(self.at(self.first)).min(far(self.at(self.last)));
        let middle = self.about.clamp(base.lo, base.hi);
        // Wherever it went round to, it would come no nearer than this.
        let best = (self.about.distance(middle) - self.radius).max(0.0);
        if least <= best * best {
            return least.sqrt();
        }
        let corners = [base.lo, Vec2::new(base.hi.x, base.lo.y), base.hi, Vec2::new(base.lo.x, base.hi.y)];
        // It is nearest to a corner straight toward it, and to an edge straight across; over an edge it is at none.
        // A corner that it goes round is as far away everywhere.
        let toward = corners.into_iter().filter_map(|corner| (corner - self.about).try_normalize()).chain(SIDES);
        let over = |at: f32| {
            let across = at / self.radius;
            let along = (1.0 - across * across).max(0.0).sqrt();
            (across.abs() <= 1.0).then_some([(across, along), (across, -along)]).into_iter().flatten()
        };
        let (lo, hi) = (base.lo - self.about, base.hi - self.about);
        let upright = [lo.x, hi.x].into_iter().flat_map(over).map(|(x, y)| Vec2::new(x, y));
        let level = [lo.y, hi.y].into_iter().flat_map(over).map(|(y, x)| Vec2::new(x, y));
        for point in toward.chain(upright).chain(level).filter_map(|direction| self.reaches(direction)) {
            least = least.min(far(point));
        }
        // What lies over an edge lies a hair outside as often as inside.
        if least < HAIR * HAIR { 0.0 } else { least.sqrt() }
    }
}

/// What `f32` loses on the way round.
const HAIR: f32 = 0.00002;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::geometry::{Pose, Spot, path};

    fn base(x: i32, y: i32, heading: i32, frontage: i32, depth: i32) -> Footprint {
        let pose = Pose { at: Spot { x: Inches(x), y: Inches(y) }, heading: Degrees(heading) };
        Footprint { pose, frontage: Inches(frontage), depth: Inches(depth) }
    }

    fn wheel(from: Footprint, angle: Degrees) -> Swing {
        let to = Footprint { pose: path::wheeled(from.pose, from.frontage, angle), ..from };
        Swing { from, to, about: path::pivot(from.pose, from.frontage, angle), angle }
    }

    #[test]
    fn the_outer_corner_passes_nearer_than_either_end() {
        // Its rear left corner goes round the right front corner at (32.5, 20), 5.056" from it, and passes a post whose
        // nearest corner is 5.534" from there.
        let line = base(30_000, 20_000, 0, 5000, 750);
        let swing = wheel(line, Degrees::new(40));
        let post = base(27_000, 22_250, 0, 500, 500);
        assert!(swing.from.gap(&post) > Inches(1000) && swing.to.gap(&post) > Inches(1000));
        assert_eq!(swing.gap(&post), Inches(478));
        assert!(!swing.overlaps_more(&post, 0.0));
        assert!(swing.overlaps_more(&base(27_900, 22_250, 0, 500, 500), 0.0));
    }

    #[test]
    fn an_arc_that_bulges_over_an_edge_touches() {
        let line = base(30_000, 20_000, 0, 5000, 750);
        let swing = wheel(line, Degrees::new(45));
        let thin = |x: i32| base(x, 22_500, 0, 300, 300);
        assert_eq!(swing.gap(&thin(27_600)), Inches(179));
        assert_eq!(swing.gap(&thin(28_000)), Inches::ZERO);
        // Up to where the left corner ends, and out to where the rear one is due left of the pivot.
        let all = swing.bounds();
        assert!((all.hi.y - 23.5355).abs() < 0.001 && (all.lo.x - 27.444).abs() < 0.001, "{all:?}");
        let about = Swing { from: line, to: line, about: Vec2::new(30.0, 20.0), angle: Degrees::new(180) };
        assert!((about.bounds().hi.y - 22.610).abs() < 0.001, "{:?}", about.bounds());
    }

    proptest! {
        #[test]
        fn it_is_as_near_as_the_nearest_of_many_looks(
            x in -6000..6000i32, y in -6000..6000i32, turned in 0..36_000i32, angle in -4500..4500i32,
            frontage in 500..5000i32, size in 300..4000i32,
        ) {
            let swing = wheel(base(30_000, 20_000, 1234, frontage, 750), Degrees(angle));
            let other = base(30_000 + x, 20_000 + y, turned, size, 750);
            let looks = (0..=400).map(|n| {
                let pose = path::wheeled(swing.from.pose, swing.from.frontage, Degrees(angle * n / 400));
                Footprint { pose, ..swing.from }
            });
            let looks: Vec<Footprint> = looks.collect();
            let seen = looks.iter().map(|look| look.gap(&other)).min().expect("some");
            let gap = swing.gap(&other);
            prop_assert!(gap <= seen + Inches(1), "{gap} exactly, {seen} is seen");
            prop_assert!(gap + Inches(12) >= seen, "{gap} exactly, {seen} is seen");
            prop_assert!(swing.gap_at_least(&other) <= gap);
            let half = wheel(swing.from, Degrees(angle / 2)).gap(&other);
            prop_assert!(half + Inches(1) >= gap, "half the turn comes to {half}, all of it to {gap}");
            let meets = looks.iter().any(|look| look.overlaps_more(&other, 0.01));
            prop_assert!(!meets || swing.overlaps_more(&other, 0.0));
            prop_assert!(gap == Inches::ZERO || !swing.overlaps_more(&other, 0.0));
            let all = swing.bounds().grown(0.002);
            prop_assert!(looks.iter().flat_map(Footprint::corners).all(|corner| all.holds(corner)));
        }
    }
}
