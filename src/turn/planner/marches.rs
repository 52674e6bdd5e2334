//! Where ranks that march may get to: advance, one wheel, advance (Companion 16 §2.3).
//!
//! For one wheel the marches make a lattice of their own: so many inches ahead of it and so many after it are a place, and
//! for each number of inches ahead there is a longest second advance. What may be reached is what these cover together.

use bevy::math::Vec2;

use super::Course;
use super::region::{self, Lattice, Node, Region};
use crate::geometry::{Degrees, Inches, March, Pose, Spot, path};
use crate::ground::{AreaKind, farthest, walk};
use crate::turn::{building, mount, terrain};

/// Advances before the wheel that are looked at.
const STEP: Inches = Inches(250);
/// Wheels to either side that are looked at; the first for what lies nearly straight ahead.
const WHEELS: [i32; 20] =
    [10, 50, 250, 500, 750, 1000, 1250, 1500, 1750, 2000, 2250, 2500, 2750, 3000, 3250, 3500, 3750, 4000, 4250, 4500];
/// From place to place of the table.
const SPACING: f32 = 0.25;
/// A place beside what the wheels that are looked at cover, by no more than this, is covered by one between them.
const BETWEEN: f32 = 0.05;

/// Where ranks may get to, and what of it only over ground that slows them.
pub(super) fn regions(course: &Course) -> (Region, Region) {
    let fan = Fan::of(course);
    let places = Places::of(&fan);
    let part = |slow| region::traced(&Traced { places: &places, fan: &fan, slow });
    (part(Slow::Too), part(Slow::Only))
}

/// The longest second advance after an advance and a wheel.
#[derive(Clone, Copy)]
struct Then {
    /// Inches.
    most: f32,
    /// Inches of it that no ground has slowed.
    swift: f32,
}

/// All marches with one wheel.
struct Turn {
    heading: Degrees,
    /// Where the front's middle is when it has wheeled at once.
    start: Vec2,
    onward: Vec2,
    /// For each advance before it, what may come after it; nothing where something stops the wheel.
    then: Vec<Option<Then>>,
}

/// All marches.
struct Fan<'c, 'f> {
    course: &'c Course<'f>,
    from: Vec2,
    ahead: Vec2,
    turns: Vec<Turn>,
    /// Nobody and nothing is near enough to forbid it to stay anywhere.
    alone: bool,
}

impl<'c, 'f> Fan<'c, 'f> {
    fn of(course: &'c Course<'f>) -> Self {
        let field = course.field;
        let straight = course.straight_on(course.mover.longest());
        let advances: Vec<Inches> = (0..=straight.0 / STEP.0).map(|n| Inches(n * STEP.0)).collect();
        let family = field.family(course.unit.id()).filter(|member| !member.condition.gone).count();
        let rivers = field.ground.areas.iter().any(|area| area.kind == AreaKind::River);
        let alone = course.foes.is_empty() && course.friends.is_empty() && family == 1 && !rivers;
        let ahead = course.pose.heading.forward();
        let mut fan = Self { course, from: course.pose.at.vec(), ahead, turns: Vec::new(), alone };
        for side in [-1, 1] {
            let open: Vec<usize> = advances.iter().map(|advance| fan.open(*advance, side)).collect();
            for (n, wheel) in WHEELS.into_iter().enumerate() {
                let wheel = Degrees(wheel * side);
                let turned = path::wheeled(course.pose, course.mover.frontage, wheel);
                let then =
                    advances.iter().zip(&open).map(|(a, open)| (n < *open).then(|| fan.then(*a, wheel)).flatten());
                let turn = Turn {
                    heading: turned.heading,
                    start: turned.at.vec(),
                    onward: turned.heading.forward(),
                    then: then.collect(),
                };
                fan.turns.push(turn);
            }
        }
        fan
    }

    /// How many of the wheels to one side nothing stops, after this advance. What stops one stops every greater one.
    fn open(&self, advance: Inches, side: i32) -> usize {
        let free = |n: usize| {
            let march = March { advance, wheel: Degrees(WHEELS[n] * side), then: Inches::ZERO };
            path::length(self.course.mover.frontage, &march) <= self.course.mover.longest()
                && self.course.wheels(&march)
        };
        if free(WHEELS.len() - 1) {
            return WHEELS.len();
        }
        let (mut lo, mut hi) = (0, WHEELS.len() - 1);
        if !free(0) {
            return 0;
        }
        while hi - lo > 1 {
            let middle = usize::midpoint(lo, hi);
            if free(middle) { lo = middle } else { hi = middle }
        }
        hi
    }

    /// What may come after an advance and a wheel.
    fn then(&self, advance: Inches, wheel: Degrees) -> Option<Then> {
        let course = self.course;
        let (ground, mover) = (&course.field.ground, &course.mover);
        let before = advance + path::wheel_cost(mover.frontage, wheel);
        let march = |then: Inches| March { advance, wheel, then };
        let budget = mover.longest() - before;
        if budget < Inches::ZERO {
            return None;
        }
        let paid = farthest(ground, mover, course.pose, &march(budget)) - before;
        if paid < Inches::ZERO {
            return None;
        }
        let passes =
            |then: Inches| course.goes_on(&march(then)) && walk(ground, mover, course.pose, &march(then)).is_ok();
        let most = if passes(paid) {
            paid
        } else {
            let (mut lo, mut hi) = (-1, paid.0);
            while hi - lo > 40 {
                let middle = (lo + hi) / 2;
                if passes(Inches(middle.max(0))) { lo = middle.max(0) } else { hi = middle }
            }
            if lo < 0 {
                return None;
            }
            Inches(lo)
        };
        let slowed = walk(ground, mover, course.pose, &march(most)).ok();
        let slowed = slowed.and_then(|walk| super::reach::first_slowed(mover, &walk));
        let swift = slowed.map_or(most.get(), |along| (along - before).get());
        Some(Then { most: most.get(), swift })
    }

    /// Whether a place may be reached to stay at; if so, whether no ground need slow it on the way.
    fn reaches(&self, at: Vec2) -> Option<Swift> {
        let mut found = None;
        for turn in &self.turns {
            let Some((then, after)) = turn.to(self.ahead, at) else { continue };
            let swift = after <= then.swift + BETWEEN;
            if after > then.most + BETWEEN || (found.is_some() && !swift) || !self.rests(turn, at) {
                continue;
            }
            if swift {
                return Some(Swift::Yes);
            }
            found = Some(Swift::No);
        }
        found
    }

    /// Whether it may stay where a march with this wheel ends.
    fn rests(&self, turn: &Turn, at: Vec2) -> bool {
        if self.alone {
            return true;
        }
        let course = self.course;
        let pose = Pose { at: Spot::round(at), heading: turn.heading };
        if !course.may_end(pose) {
            return false;
        }
        let stands = crate::turn::field::bases(pose, course.formation, course.files);
        terrain::stands_dry(course.field, &stands, course.formation).is_ok()
            && building::tether(course.field, course.unit, &stands).is_ok()
            && mount::check_leash(course.field, course.unit, pose).is_ok()
    }
}

/// Whether ground slows who goes somewhere.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Swift {
    Yes,
    No,
}

impl Turn {
    /// What may come after the advance that this wheel takes to lead to a place, and what would have to; `None` where no
    /// advance does.
    fn to(&self, ahead: Vec2, at: Vec2) -> Option<(Then, f32)> {
        let cross = ahead.perp_dot(self.onward);
        let rest = at - self.start;
        let (advance, after) = (rest.perp_dot(self.onward) / cross, ahead.perp_dot(rest) / cross);
        if advance < -BETWEEN || after < -BETWEEN {
            return None;
        }
        let place = advance.max(0.0) / STEP.get();
        let (n, part) = (place.floor() as usize, place.fract());
        let here = self.then.get(n).copied().flatten();
        let next = self.then.get(n + 1).copied().flatten();
        let then = match (here, next) {
            (Some(a), Some(b)) => {
                let mixed = |a: f32, b: f32| a + (b - a) * part;
                Then { most: mixed(a.most, b.most), swift: mixed(a.swift, b.swift) }
            }
            // No further, or not with enough of the move left.
            (Some(a), None) if part * STEP.get() <= BETWEEN || a.most < STEP.get() => {
                Then { most: a.most - part * STEP.get(), ..a }
            }
            (None, Some(b)) if (1.0 - part) * STEP.get() <= BETWEEN => b,
            _ => return None,
        };
        Some((then, after))
    }
}

/// What is known of each place of the table about the start.
struct Places {
    from: Vec2,
    across: usize,
    reached: Vec<Option<Swift>>,
}

impl Places {
    fn of(fan: &Fan) -> Self {
        let radius = fan.course.mover.longest().get() + fan.course.mover.frontage.get() / 2.0;
        let across = (radius / SPACING).ceil() as usize + 1;
        let side = 2 * across + 1;
        let mut places = Self { from: fan.from, across, reached: Vec::new() };
        places.reached = (0..side * side).map(|n| fan.reaches(places.spot((n % side, n / side)))).collect();
        places
    }

    fn side(&self) -> usize {
        2 * self.across + 1
    }

    fn spot(&self, (x, y): Node) -> Vec2 {
        let middle = self.across as f32;
        self.from + Vec2::new(x as f32 - middle, y as f32 - middle) * SPACING
    }
}

/// Which part is being followed round.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slow {
    /// All of it.
    Too,
    /// What ground slows.
    Only,
}

struct Traced<'p, 'c, 'f> {
    places: &'p Places,
    fan: &'p Fan<'c, 'f>,
    slow: Slow,
}

impl Traced<'_, '_, '_> {
    fn counts(&self, reached: Option<Swift>) -> bool {
        match self.slow {
            Slow::Too => reached.is_some(),
            Slow::Only => reached == Some(Swift::No),
        }
    }
}

impl Lattice for Traced<'_, '_, '_> {
    fn side(&self) -> usize {
        self.places.side()
    }

    fn spot(&self, node: Node) -> Vec2 {
        self.places.spot(node)
    }

    fn has(&self, (x, y): Node) -> bool {
        self.counts(self.places.reached[y * self.places.side() + x])
    }

    fn between(&self, inside: Node, outside: Node) -> Vec2 {
        region::halved(self.spot(inside), self.spot(outside), |at| self.counts(self.fan.reaches(at)))
    }
}
