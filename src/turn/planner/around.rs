//! Round what is in the way of ranks that march: all marches in steps, the nearest to the pointer first, and the best
//! drawn nearer in ever smaller steps.

use std::cmp::Ordering;

use bevy::math::Vec2;

use super::{Course, Plan};
use crate::book::movement::STANDOFF;
use crate::geometry::{Bounds, Degrees, Footprint, Inches, March, Pose, Way, path};
use crate::ground::{farthest, walk};

/// Wheels told apart.
const WHEEL: Degrees = Degrees(250);
/// Advances told apart.
const STEP: Inches = Inches(500);
/// Wheels to one side.
const SIDE: usize = (path::WHEEL_LIMIT.0 / WHEEL.0) as usize;

/// What is known of the marches that begin with one advance. What stops a march stops every longer one of its kind, so
/// that a few of them tell of all.
struct Advance {
    /// For a wheel to the left and to the right: the least that something stops; none is looked at twice.
    turns: [Option<usize>; 2],
    /// For each wheel, the longest second advance known to pass and the shortest known to be stopped.
    then: Vec<Option<(Inches, Inches)>>,
}

impl Advance {
    fn unknown() -> Self {
        Self { turns: [None; 2], then: vec![None; 2 * SIDE + 1] }
    }
}

/// A march that may be lawful.
struct Hope {
    /// How far from the pointer it would end.
    miss: f32,
    /// Steps of its advance.
    k: usize,
    /// Steps of its wheel.
    n: i32,
    march: March,
}

impl Hope {
    /// The nearest to the pointer first.
    fn order(&self, other: &Self) -> Ordering {
        let rest = |hope: &Self| (hope.n, hope.k, hope.march.then);
        self.miss.total_cmp(&other.miss).then_with(|| rest(self).cmp(&rest(other)))
    }
}

/// The first of many that is lawful: as a rule it is among the nearest, so that the rest need not be sorted.
fn first(mut rest: &mut [Hope], mut lawful: impl FnMut(&Hope) -> bool) -> Option<&Hope> {
    let mut some = 128;
    while !rest.is_empty() {
        some = (2 * some).min(rest.len());
        if some < rest.len() {
            rest.select_nth_unstable_by(some, Hope::order);
        }
        let (near, far) = rest.split_at_mut(some);
        near.sort_unstable_by(Hope::order);
        let found = near.iter().position(&mut lawful);
        if let Some(n) = found {
            return Some(&near[n]);
        }
        rest = far;
    }
    None
}

impl Course<'_> {
    /// Something is in the way of what was aimed straight at the pointer: all other marches in steps, the nearest to the
    /// pointer first, and the first lawful one drawn nearer in small steps.
    pub(super) fn round_about(&self, pointer: Vec2, ideal: f32, known: Option<Plan>) -> Option<Plan> {
        let stay = self.pose.at.vec().distance(pointer);
        let least = known.as_ref().map_or(stay, |plan| plan.to.at.vec().distance(pointer));
        if let Some(plan) = self.aimed(pointer) {
            return Some(plan);
        }
        let found = self.first_of_all(pointer, least);
        let best = match (found, &known) {
            (Some(march), _) => march,
            (None, Some(Plan { way: Way::March(march), .. })) => *march,
            _ => return known,
        };
        self.plan(&self.drawn_nearer(pointer, ideal, best).into()).or(known)
    }

    /// The shortest lawful march to the pointer itself. With one wheel there is only one that ends there, so that all of
    /// them are looked at with wheels that are close enough to each other.
    fn aimed(&self, pointer: Vec2) -> Option<Plan> {
        /// Wheels told apart.
        const EACH: i32 = 50;
        /// From the pointer.
        const THERE: f32 = 0.02;
        if !self.may_wheel() {
            return None;
        }
        let frontage = self.mover.frontage;
        let most = path::WHEEL_LIMIT.0 / EACH;
        let wheels = (-most..=most).map(|n| Degrees(EACH * n));
        let marches = wheels.filter_map(|wheel| self.aim(pointer, wheel, self.mover.longest()));
        let there = |march: &March| path::end(self.pose, frontage, march).at.vec().distance(pointer) <= THERE;
        let mut marches: Vec<March> = marches.filter(there).collect();
        marches.sort_by_key(|march| (path::length(frontage, march), march.wheel.abs()));
        marches.into_iter().find_map(|march| self.plan(&march.into()))
    }

    /// The lawful march nearest to the pointer of all in steps, if it is nearer than `least`.
    fn first_of_all(&self, pointer: Vec2, least: f32) -> Option<March> {
        let frontage = self.mover.frontage;
        let longest = self.mover.longest();
        let straight = self.straight_on(longest);
        let steps = if self.may_wheel() { SIDE as i32 } else { 0 };
        let mut hopes: Vec<Hope> = Vec::new();
        for n in -steps..=steps {
            let wheel = Degrees(WHEEL.0 * n);
            let still = path::wheeled(self.pose, frontage, wheel);
            let arc = path::wheel_cost(frontage, wheel);
            let (ahead, onward) = (self.pose.heading.forward(), still.heading.forward());
            for k in 0..=straight.0 / STEP.0 {
                let advance = Inches(STEP.0 * k);
                let budget = longest - advance - arc;
                if budget < Inches::ZERO {
                    break;
                }
                let turned = still.at.vec() + ahead * advance.get();
                let course = [self.pose.at.vec(), self.pose.at.vec() + ahead * advance.get(), turned];
                let around = Bounds::of(&course).with(turned + onward * budget.get()).grown(arc.get() + 0.1);
                let budget = self.longest_in(&around) - advance - arc;
                if budget < Inches::ZERO {
                    continue;
                }
                let most = if n == 0 { Inches::ZERO } else { budget };
                let near = Inches::round((pointer - turned).dot(onward)).floor_zero().min(most);
                for then in (0..=most.0 / STEP.0).map(|m| Inches(STEP.0 * m)).chain([near]) {
                    let miss = (turned + onward * then.get()).distance(pointer);
                    if miss + 0.02 < least && (k, n, then) != (0, 0, Inches::ZERO) {
                        hopes.push(Hope { miss, k: k as usize, n, march: March { advance, wheel, then } });
                    }
                }
            }
        }
        let mut all: Vec<Advance> = (0..=straight.0 / STEP.0).map(|_| Advance::unknown()).collect();
        // What is quickly told first.
        let mut lawful = |Hope { k, n, march, .. }: &Hope| {
            let place = (n + SIDE as i32) as usize;
            let limit = |then: Option<(Inches, Inches)>| then.map_or(Inches(i32::MAX), |(_, stopped)| stopped);
            if march.then >= limit(all[*k].then[place])
                || !self.may_end(path::end(self.pose, frontage, march))
                || n.unsigned_abs() as usize >= self.turns(&mut all[*k], *n, march)
            {
                return false;
            }
            let (passed, stopped) = *all[*k].then[place].get_or_insert_with(|| (Inches(-1), self.paid_for(march)));
            if march.then >= stopped {
                return false;
            }
            if march.then <= passed || self.gets_on(march) {
                if let Some((passed, _)) = &mut all[*k].then[place] {
                    *passed = march.then.max(*passed);
                }
                return self.check(&Way::March(*march)).is_ok();
            }
            all[*k].then[place] = Some(self.onward(march, passed));
            false
        };
        first(&mut hopes, |hope| lawful(hope)).map(|hope| hope.march)
    }

    /// The second advance of a march like this one that is too long to be paid for.
    fn paid_for(&self, march: &March) -> Inches {
        let before = march.advance + path::wheel_cost(self.mover.frontage, march.wheel);
        let longest = March { then: (self.mover.longest() - before).floor_zero(), ..*march };
        farthest(&self.field.ground, &self.mover, self.pose, &longest) - before + Inches(1)
    }

    /// The least number of steps of a wheel to the side of `n` that something stops, after this advance.
    fn turns(&self, known: &mut Advance, n: i32, march: &March) -> usize {
        let side = usize::from(n > 0);
        if n == 0 {
            return 1;
        }
        *known.turns[side].get_or_insert_with(|| {
            let free = |steps: usize| {
                let wheel = Degrees(WHEEL.0 * steps as i32 * n.signum());
                self.wheels(&March { wheel, then: Inches::ZERO, ..*march })
            };
            if free(SIDE) {
                return SIDE + 1;
            }
            let (mut lo, mut hi) = (0, SIDE);
            while hi - lo > 1 {
                let middle = usize::midpoint(lo, hi);
                if free(middle) { lo = middle } else { hi = middle }
            }
            hi
        })
    }

    /// Whether a march whose wheel is free may pass, wherever it would end.
    fn gets_on(&self, march: &March) -> bool {
        self.goes_on(march) && walk(&self.field.ground, &self.mover, self.pose, march).is_ok()
    }

    /// The longest second advance that passes and the shortest that is stopped, to within a step, when this one is
    /// stopped and `passed` is not.
    fn onward(&self, march: &March, passed: Inches) -> (Inches, Inches) {
        let (mut lo, mut hi) = (passed, march.then);
        while (hi - lo) > STEP.half() && hi > Inches::ZERO {
            let middle = if lo < Inches::ZERO { Inches(hi.0 / 2) } else { Inches(i32::midpoint(lo.0, hi.0)) };
            if self.gets_on(&March { then: middle, ..*march }) { lo = middle } else { hi = middle }
        }
        (lo, hi)
    }

    /// A march drawn nearer to the pointer in ever smaller steps of each of its three numbers, while any of them helps.
    fn drawn_nearer(&self, pointer: Vec2, ideal: f32, mut best: March) -> March {
        let frontage = self.mover.frontage;
        let longest = self.mover.longest();
        let miss = |march: &March| path::end(self.pose, frontage, march).at.vec().distance(pointer);
        let fits = |march: &March| {
            let whole = march.advance >= Inches::ZERO && march.then >= Inches::ZERO;
            whole && march.wheel.abs() <= path::WHEEL_LIMIT && path::length(frontage, march) <= longest
        };
        let mut least = miss(&best);
        for step in [200, 80, 30, 10] {
            let mut moved = true;
            while moved && least > ideal + 0.02 {
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
                    (step, turn, -step),
                    (step, -turn, -step),
                    (-step, turn, step),
                    (-step, -turn, step),
                    (step, turn, 0),
                    (step, -turn, 0),
                    (-step, turn, 0),
                    (-step, -turn, 0),
                    (0, turn, step),
                    (0, -turn, step),
                    (0, turn, -step),
                    (0, -turn, -step),
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
                    let end = path::end(self.pose, frontage, &next);
                    if hope + 0.002 < least && self.may_end(end) && self.check(&next.into()).is_ok() {
                        (least, best, moved) = (hope, next, true);
                    }
                }
            }
        }
        best
    }

    /// How far it may go straight ahead, whether or not it may end there.
    pub(super) fn straight_on(&self, longest: Inches) -> Inches {
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
    pub(super) fn may_end(&self, pose: Pose) -> bool {
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
}
