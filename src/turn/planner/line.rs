//! Units that keep their ranks: advance, one wheel, advance.

use bevy::math::{Vec2, ops};

use super::{Course, Grip, Plan, road};
use crate::book::movement::STANDOFF;
use crate::geometry::{Bearing, Degrees, Footprint, Inches, March, Pose, Track, Way, path};

impl Course<'_> {
    /// The plan of a way that has been checked.
    pub(super) fn plan(&self, way: &Way) -> Option<Plan> {
        let walk = self.check(way).ok()?;
        Some(Plan { way: way.clone(), walk, to: way.end(self.pose, self.mover.frontage) })
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
        let plan = if miss(&plan) > ideal + 0.1 { self.round_about(pointer, ideal, plan) } else { plan };
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

    /// Something is in the way of what was aimed straight at the pointer: all other marches in steps, the nearest to the
    /// pointer first, and the first lawful one drawn nearer in small steps.
    fn round_about(&self, pointer: Vec2, ideal: f32, known: Option<Plan>) -> Option<Plan> {
        /// Marches that a line follows, at most.
        const MOST: usize = 2500;
        /// Those that a column does: it has far more within its reach, and its road besides.
        const MOST_OF_A_COLUMN: usize = 450;
        /// Wheels told apart.
        const WHEEL: Degrees = Degrees(250);
        /// Advances told apart.
        const STEP: Inches = Inches(500);
        let frontage = self.mover.frontage;
        let longest = self.mover.longest();
        let miss = |march: &March| path::end(self.pose, frontage, march).at.vec().distance(pointer);
        let fits = |march: &March| {
            let whole = march.advance >= Inches::ZERO && march.then >= Inches::ZERO;
            whole && march.wheel.abs() <= path::WHEEL_LIMIT && path::length(frontage, march) <= longest
        };
        let mut least =
            known.as_ref().map_or(self.pose.at.vec().distance(pointer), |plan| plan.to.at.vec().distance(pointer));
        let steps = if self.may_wheel() { path::WHEEL_LIMIT.0 / WHEEL.0 } else { 0 };
        let straight = self.straight_on(longest);
        let mut hopes: Vec<(f32, March)> = Vec::new();
        for wheel in (-steps..=steps).map(|n| Degrees(WHEEL.0 * n)) {
            let still = path::wheeled(self.pose, frontage, wheel);
            let arc = path::wheel_cost(frontage, wheel);
            for advance in (0..=straight.0 / STEP.0).map(|n| Inches(STEP.0 * n)) {
                let budget = longest - advance - arc;
                if budget < Inches::ZERO {
                    break;
                }
                let onward = if wheel == Degrees::ZERO { Inches::ZERO } else { budget };
                let turned = still.at.vec() + self.pose.heading.forward() * advance.get();
                let near = Inches::round((pointer - turned).dot(still.heading.forward())).floor_zero().min(onward);
                let lattice = (0..=onward.0 / STEP.0).map(|n| Inches(STEP.0 * n));
                let marches = lattice.chain([near]).map(|then| March { advance, wheel, then });
                let better = marches.map(|march| (miss(&march), march));
                hopes.extend(better.filter(|(miss, march)| *miss + 0.02 < least && *march != March::default()));
            }
        }
        let key = |march: &March| (march.wheel.0, march.advance, march.then);
        hopes.sort_by(|a, b| a.0.total_cmp(&b.0).then(key(&a.1).cmp(&key(&b.1))));
        let ends = |march: &March| self.may_end(path::end(self.pose, frontage, march));
        let found = hopes
            .into_iter()
            .filter(|(_, march)| ends(march))
            .take(if self.formation.is_march_column() { MOST_OF_A_COLUMN } else { MOST })
            .find(|(_, march)| self.check(&Way::March(*march)).is_ok());
        let mut best = match (found, &known) {
            (Some((hope, march)), _) => {
                least = hope;
                march
            }
            (None, Some(Plan { way: Way::March(march), .. })) => *march,
            _ => return known,
        };
        for step in [200, 80, 30, 10] {
            let mut moved = true;
            while moved && least > ideal + 0.03 {
                moved = false;
                let turn = if best.wheel == Degrees::ZERO { 0 } else { (step * 6000 / frontage.0.max(1)).max(1) };
                for (advance, wheel, then) in [
                    (step, 0, 0),
                    (-step, 0, 0),
                    (0, 0, step),
                    (0, 0, -step),
                    (0, turn, 0),
                    (0, -turn, 0),
                    (step, 0, -step),
                    (-step, 0, step),
                    (-step, turn, step),
                    (-step, -turn, step),
                ] {
                    let next = March {
                        advance: best.advance + Inches(advance),
                        wheel: best.wheel + Degrees(wheel),
                        then: best.then + Inches(then),
                    };
                    let (straight, bent) = (next.wheel == Degrees::ZERO, next.then != Inches::ZERO);
                    if !fits(&next) || (straight && bent) || next == March::default() {
                        continue;
                    }
                    let hope = miss(&next);
                    if hope + 0.002 < least && ends(&next) && self.check(&next.into()).is_ok() {
                        (least, best, moved) = (hope, next, true);
                    }
                }
            }
        }
        self.plan(&best.into()).or(known)
    }

    /// How far it may go straight ahead, whether or not it may end there.
    fn straight_on(&self, longest: Inches) -> Inches {
        let passes = |advance: Inches| self.passes(&March { advance, ..March::default() }.into()).is_ok();
        if passes(longest) {
            return longest;
        }
        let (mut lo, mut hi) = (0, longest.0);
        while hi - lo > 1 {
            let middle = (lo + hi) / 2;
            if passes(Inches(middle)) { lo = middle } else { hi = middle }
        }
        Inches(lo)
    }

    /// Whether it could end here for what else stands on the table: a quick look before the way is followed.
    fn may_end(&self, pose: Pose) -> bool {
        let blocks = self.blocks_at(pose);
        let around = super::bounds(&blocks).grown(STANDOFF.get());
        blocks.iter().all(|block| self.field.ground.holds(block))
            && !self
                .foes
                .iter()
                .any(|foe| foe.bounds.meets(&around) && crate::turn::sight::apart(&blocks, &foe.blocks) <= foe.standoff)
            && !self.friends.iter().any(|friend| {
                let into = |a: &Footprint| friend.blocks.iter().any(|b| a.overlaps_more(b, friend.sunk));
                friend.bounds.meets(&around) && blocks.iter().any(into)
            })
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
