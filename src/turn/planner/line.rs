//! Units that keep their ranks: advance, one wheel, advance.

use bevy::math::{Vec2, ops};

use super::{Course, Grip, Plan, road};
use crate::geometry::{Bearing, Degrees, Inches, March, Track, Way, path};

impl Course<'_> {
    /// The plan of a way that has been checked.
    pub(super) fn plan(&self, way: &Way) -> Option<Plan> {
        let to = way.end(self.pose, self.mover.frontage);
        // Where it cannot end is told sooner than whether it gets there.
        if !self.may_end(to) {
            return None;
        }
        let walk = self.check(way).ok()?;
        Some(Plan { way: way.clone(), walk, to })
    }

    /// The beginning of a way: so many inches of it. A column that is stopped on its road faces as the road runs there.
    pub(super) fn cut(&self, way: &Way, along: Inches) -> Way {
        match way.split(self.pose, self.mover.frontage, along).0 {
            Way::Track(track) if track.bearing == Bearing::Along => {
                Way::Track(road::dressed(&self.field.ground, self.pose, track))
            }
            other => other,
        }
    }

    /// As much of a way as is lawful, found in so many halvings; `None` if not even its beginning is.
    pub(super) fn prefix(&self, way: &Way, halvings: u32) -> Option<Plan> {
        self.prefix_from(way, Inches::ZERO, halvings)
    }

    /// As [`Course::prefix`], of a way whose first inches are likely to be lawful.
    pub(super) fn prefix_from(&self, way: &Way, likely: Inches, halvings: u32) -> Option<Plan> {
        if way.is_over(self.pose) {
            return None;
        }
        if let Some(plan) = self.plan(way) {
            return Some(plan);
        }
        let (mut lo, mut hi) = (Inches::ZERO, way.length(self.pose, self.mover.frontage));
        let mut best = None;
        if likely > Inches::ZERO && likely < hi {
            best = self.plan(&self.cut(way, likely));
            if best.is_some() { lo = likely } else { hi = likely }
        }
        for _ in 0..halvings {
            let along = Inches((lo.0 + hi.0) / 2);
            let part = self.cut(way, along);
            if part.is_over(self.pose) {
                break;
            }
            match self.plan(&part) {
                Some(plan) => {
                    best = Some(plan);
                    lo = along;
                }
                None => hi = along,
            }
        }
        best
    }

    /// The march for a pointer that holds the middle of the front edge.
    pub(super) fn toward(&self, pointer: Vec2) -> Option<Plan> {
        /// How much nearer a wheel must bring it: a march straight ahead is not bent by a trembling hand.
        const STRAIGHT: f32 = 0.12;
        /// Inches of distance that an inch of path is worth: of two ways to a place the shorter.
        const PATH: f32 = 0.02;
        let score = |wheel: Degrees, length: Inches, at: Vec2| {
            let bent = if wheel == Degrees::ZERO { 0.0 } else { STRAIGHT };
            at.distance(pointer) + length.get() * PATH + bent
        };
        let frontage = self.mover.frontage;
        let mut best: Option<(f32, Plan, March)> = None;
        let mut tried: Vec<i32> = Vec::new();
        let stages: &[(i32, i32)] = if self.may_wheel() { &[(750, 6), (150, 4), (30, 4)] } else { &[(750, 0)] };
        for (step, count) in stages {
            let middle = best.as_ref().map_or(0, |(.., whole)| whole.wheel.0);
            let mut hopes: Vec<(f32, March)> = Vec::new();
            for n in -count..=*count {
                let wheel = (middle + n * step).clamp(-path::WHEEL_LIMIT.0, path::WHEEL_LIMIT.0);
                if tried.contains(&wheel) {
                    continue;
                }
                tried.push(wheel);
                let Some(march) = self.aim(pointer, Degrees(wheel), self.mover.longest()) else { continue };
                let end = path::end(self.pose, frontage, &march).at.vec();
                hopes.push((score(march.wheel, path::length(frontage, &march), end), march));
            }
            // The most hopeful first: one that cannot do better even unhindered need not be tried.
            hopes.sort_by(|a, b| a.0.total_cmp(&b.0));
            for (hope, march) in hopes {
                if best.as_ref().is_some_and(|(score, ..)| *score <= hope) {
                    break;
                }
                let Some(plan) = self.prefix(&march.into(), 6) else { continue };
                // Where it is cut short, a march that was aimed no farther may come nearer.
                let again = (plan.way != march.into())
                    .then(|| self.aim(pointer, march.wheel, plan.way.length(self.pose, frontage)))
                    .flatten()
                    .and_then(|march| Some((self.prefix(&march.into(), 6)?, march)));
                for (plan, march) in [Some((plan, march)), again].into_iter().flatten() {
                    let got = score(plan.way.wheel(), plan.way.length(self.pose, frontage), plan.to.at.vec());
                    if best.as_ref().is_none_or(|(score, ..)| got < *score) {
                        best = Some((got, plan, march));
                    }
                }
            }
        }
        let plan = best.and_then(|(_, _, whole)| self.prefix(&whole.into(), 12));
        let miss = |plan: &Option<Plan>| plan.as_ref().map_or(f32::INFINITY, |plan| plan.to.at.vec().distance(pointer));
        let ideal = self.ideal(pointer);
        let plan = if miss(&plan) > ideal + 0.08 { self.round_about(pointer, ideal, plan) } else { plan };
        let stay = self.pose.at.vec().distance(pointer);
        // Standing still may be the nearest that it can do.
        plan.filter(|plan| plan.to.at.vec().distance(pointer) < stay)
    }

    /// How near a march would come to the pointer if nothing were in its way.
    fn ideal(&self, pointer: Vec2) -> f32 {
        let wheels = if self.may_wheel() { -9..=9 } else { 0..=0 };
        let aimed = wheels.filter_map(|n| self.aim(pointer, Degrees(n * 500), self.mover.longest()));
        let misses = aimed.map(|march| path::end(self.pose, self.mover.frontage, &march).at.vec().distance(pointer));
        misses.fold(f32::INFINITY, f32::min)
    }

    /// With a wheel by this angle, the advances before and after it that end nearest to the pointer on a path no longer
    /// than `longest`. `None` if the wheel alone is too much.
    pub(super) fn aim(&self, pointer: Vec2, wheel: Degrees, longest: Inches) -> Option<March> {
        let budget = longest - path::wheel_cost(self.mover.frontage, wheel);
        if budget < Inches::ZERO {
            return None;
        }
        let turned = path::wheeled(self.pose, self.mover.frontage, wheel);
        let to = pointer - turned.at.vec();
        let (f, g) = (self.pose.heading.forward(), turned.heading.forward());
        let most = budget.get();
        let along = |dir: Vec2| to.dot(dir).clamp(0.0, most);
        let (advance, then) = if wheel == Degrees::ZERO {
            (along(f), 0.0)
        } else {
            let cross = f.perp_dot(g);
            let (a, t) = (to.perp_dot(g) / cross, f.perp_dot(to) / cross);
            if a >= 0.0 && t >= 0.0 && a + t <= most {
                (a, t)
            } else {
                let side = g - f;
                let last = ((to - f * most).dot(side) / side.length_squared()).clamp(0.0, most);
                let edges = [(0.0, along(g)), (along(f), 0.0), (most - last, last)];
                let miss = |(a, t): (f32, f32)| (to - f * a - g * t).length_squared();
                edges.into_iter().min_by(|x, y| miss(*x).total_cmp(&miss(*y)))?
            }
        };
        let advance = Inches::round(advance).min(budget);
        Some(March { advance, wheel, then: Inches::round(then).min(budget - advance) })
    }

    /// The wheel that brings a flank nearest to the pointer.
    pub(super) fn flank(&self, pointer: Vec2, grip: Grip) -> Option<Plan> {
        if !self.may_wheel() {
            return None;
        }
        let side = if grip == Grip::LeftFlank { 1 } else { -1 };
        let pivot = path::pivot(self.pose, self.mover.frontage, Degrees(side));
        let from = pointer - pivot;
        // Along the front edge toward the flank that is held, and ahead.
        let out = -self.pose.heading.right().dot(from) * side as f32;
        let angle = Degrees::from_radians(ops::atan2(self.pose.heading.forward().dot(from), out));
        let angle = Degrees(angle.0.clamp(0, path::WHEEL_LIMIT.0));
        let affordable = self.mover.longest().get() / self.mover.frontage.get();
        let angle = Degrees(angle.0.min(Degrees::from_radians(affordable).0));
        self.prefix(&March { wheel: Degrees(angle.0 * side), ..March::default() }.into(), 11)
    }

    /// A skirmish line held by a flank turns on the spot until the flank looks at the pointer.
    pub(super) fn turn_loose(&self, pointer: Vec2, grip: Grip) -> Option<Plan> {
        let toward = Degrees::along(pointer - self.pose.at.vec());
        let quarter = if grip == Grip::LeftFlank { Degrees::new(90) } else { Degrees::new(-90) };
        let facing = (toward + quarter).heading();
        let way = Way::Track(Track { path: Vec::new(), facing, bearing: Bearing::Kept });
        if way.is_over(self.pose) { None } else { self.plan(&way) }
    }
}
