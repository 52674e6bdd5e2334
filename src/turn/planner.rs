//! Free moves before they are ordered: what a regiment may still march, whether a march is lawful, which lawful march
//! comes nearest to the pointer, and how far it could get.

use bevy::math::{Vec2, ops};

use super::field::{Field, Unit};
use super::phase::Phase;
use super::refusal::Refusal;
use super::sight::{blocks, blocks_of};
use crate::army::{Files, Formation, RegimentId, Side};
use crate::book::command::Tier;
use crate::book::movement::{DISORDER_PENALTY, DOUBLE_TIME, GUARANTEED, STANDOFF};
use crate::geometry::{Bounds, Degrees, Footprint, Inches, March, Pose, path};
use crate::ground::walk::{self, Guarantee, Mover, Short, Walk};

const FREE: &str = "RULE-01-3.1";

/// What a regiment may spend this turn: the rate of its formation, Double-Time, Disorder (QRS 4 §3).
pub fn mover(field: &Field, unit: &Unit) -> Mover {
    let rates = unit.rates();
    let mut allowance = rates.open;
    if unit.deeds.doubled {
        allowance += DOUBLE_TIME;
    }
    // A marker that comes in the middle of a turn counts from the next one (Q04).
    let slow = if field.clock.phase == Phase::Maneuver { unit.deeds.slow } else { unit.condition.disordered };
    if slow {
        allowance = (allowance - DISORDER_PENALTY).max(GUARANTEED.min(allowance));
    }
    let guarantee = match field.tier(unit) {
        // For formed infantry and cavalry only (B134).
        _ if !unit.is_formed() => Guarantee::Nothing,
        Tier::OutOfCommunication => Guarantee::Nothing,
        Tier::Bugle | Tier::Courier | Tier::DistantCourier => Guarantee::TwoInches,
    };
    Mover {
        rates,
        frontage: unit.footprint().frontage,
        allowance,
        spent: unit.deeds.spent,
        cap: unit.deeds.cap,
        paid: unit.deeds.paid,
        guarantee,
    }
}

impl From<Short> for Refusal {
    fn from(short: Short) -> Self {
        let why = match short.because.as_str() {
            "" => format!("it needs {}; {} are left", short.needed, short.left),
            because => format!("it needs {}; {} are left ({because})", short.needed, short.left),
        };
        Self::new(why, short.page)
    }
}

/// Whether a march may be ordered: one wheel a turn, affordable, on the table, more than 1.0" from every enemy all the
/// way, through no friend.
///
/// # Errors
/// The reason, with its inches.
pub fn lawful(field: &Field, id: RegimentId, march: &March) -> Result<Walk, Refusal> {
    if !field.knows(id) {
        return Refusal::because("there is no such regiment", FREE);
    }
    if march.wheel != Degrees::ZERO && field.unit(id).deeds.wheeled {
        return Refusal::because("it has used the one wheel of its free move", "Companion 16 \u{a7}2.3");
    }
    passable(field, id, march)
}

/// As [`lawful`], for the rest of a march that is under way: its wheel may have begun already.
///
/// # Errors
/// The reason, with its inches.
pub fn passable(field: &Field, id: RegimentId, march: &March) -> Result<Walk, Refusal> {
    let unit = field.unit(id);
    if unit.condition.gone {
        return Refusal::because(format!("the {} has left the table", unit.name()), FREE);
    }
    if march.advance < Inches::ZERO || march.then < Inches::ZERO {
        return Refusal::because("a march goes forward", FREE);
    }
    if march.wheel.abs() > path::WHEEL_LIMIT {
        let (asked, most) = (march.wheel.abs(), path::WHEEL_LIMIT);
        return Refusal::because(format!("a wheel of {asked}; {most} is the most"), "Companion 16 \u{a7}2.3");
    }
    if *march == March::default() {
        return Refusal::because("it goes nowhere", FREE);
    }
    Course::of(field, unit).check(march)
}

/// Whether the way of a march is free of friends, enemies and the table's edge, whatever it costs: for one that goes on
/// after losses.
///
/// # Errors
/// What is in the way.
pub fn way_is_free(field: &Field, id: RegimentId, march: &March) -> Result<(), Refusal> {
    Course::of(field, field.unit(id)).way(march)
}

/// How a unit is held while its ghost is dragged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Grip {
    /// By the middle of its front edge: it advances, wheels and advances.
    Middle,
    /// By its left front corner: it wheels to the right.
    LeftFlank,
    /// By its right front corner: it wheels to the left.
    RightFlank,
}

/// A lawful march.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The path.
    pub march: March,
    /// What it costs.
    pub walk: Walk,
    /// Where it ends.
    pub to: Pose,
}

/// The lawful march that ends nearest to the pointer; `None` when the regiment cannot move that way at all. Whether its
/// owner may order it now is for [`super::march::check_march`] to say.
pub fn nearest(field: &Field, id: RegimentId, pointer: Vec2, grip: Grip) -> Option<Plan> {
    if !field.knows(id) || field.unit(id).condition.gone {
        return None;
    }
    let course = Course::of(field, field.unit(id));
    match grip {
        Grip::Middle => course.toward(pointer),
        Grip::LeftFlank | Grip::RightFlank => course.flank(pointer, grip),
    }
}

/// The outline of where the front-edge midpoint of a regiment may get to, beginning with where it is. Empty when it
/// cannot move.
pub fn reach(field: &Field, id: RegimentId) -> Vec<Vec2> {
    /// Directions told apart.
    const RAYS: usize = 37;
    let unit = field.unit(id);
    if unit.condition.gone {
        return Vec::new();
    }
    let course = Course::of(field, unit);
    let longest = course.mover.longest();
    let turns: Vec<i32> = if course.may_wheel() { (-9..=9).map(|n| n * 5).collect() } else { vec![0] };
    let from = course.pose.at.vec();
    let mut far = vec![(0.0_f32, from); RAYS];
    for turn in turns {
        let wheel = Degrees::new(turn);
        let budget = longest - path::wheel_cost(course.mover.frontage, wheel);
        if budget < Inches::ZERO {
            continue;
        }
        let parts = if turn == 0 { 0 } else { 3 };
        for part in 0..=parts {
            let advance = if parts == 0 { Inches::ZERO } else { Inches(budget.0 * part / parts) };
            let march = March { advance, wheel, then: budget - advance };
            let Some(plan) = course.prefix(&march, 7) else { continue };
            let away = course.pose.heading.to(Degrees::along(plan.to.at.vec() - from));
            let ray = (away.0 as f32 / 9_000.0 + 0.5) * (RAYS - 1) as f32;
            let distance = from.distance(plan.to.at.vec());
            if (0.0..=(RAYS - 1) as f32).contains(&ray) && distance > far[ray.round() as usize].0 {
                far[ray.round() as usize] = (distance, plan.to.at.vec());
            }
        }
    }
    let mut outline = vec![from];
    outline.extend(far.into_iter().filter(|(distance, _)| *distance > 0.0).map(|(_, point)| point));
    if outline.len() == 1 { Vec::new() } else { outline }
}

/// What is near the path.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    /// Another regiment.
    Regiment,
    /// Walls.
    Building,
}

/// Another regiment near the path, or a building.
struct Other<'f> {
    what: What,
    name: &'f str,
    blocks: Vec<Footprint>,
    bounds: Bounds,
    /// Distance as the march begins.
    gap: Inches,
    /// How deep rounding has left the two in each other.
    sunk: f32,
}

impl Other<'_> {
    /// It is in the way and gives no way.
    fn refuse(&self, how: &str) -> Result<(), Refusal> {
        match self.what {
            What::Regiment => {
                Refusal::because(format!("it would {how} the {}, a friend", self.name), "Companion 16 \u{a7}3.3")
            }
            What::Building => Refusal::because(format!("it would {how} {}", self.name), super::building::PAGE),
        }
    }
}

/// How deep rounding has left bases in each other.
pub fn sunk(ours: &[Footprint], theirs: &[Footprint]) -> f32 {
    ours.iter().flat_map(|mine| theirs.iter().map(|other| mine.rounded_into(other))).fold(0.0, f32::max)
}

/// The box around bases.
fn bounds(blocks: &[Footprint]) -> Bounds {
    blocks.iter().map(Footprint::bounds).fold(Bounds::NOTHING, Bounds::join)
}

/// Everything that a march of one regiment depends on, gathered once.
struct Course<'f> {
    field: &'f Field,
    unit: &'f Unit,
    mover: Mover,
    pose: Pose,
    formation: Formation,
    files: Files,
    foes: Vec<Other<'f>>,
    friends: Vec<Other<'f>>,
}

impl<'f> Course<'f> {
    fn of(field: &'f Field, unit: &'f Unit) -> Self {
        let mover = mover(field, unit);
        let own = blocks_of(unit);
        let reach = mover.longest() + STANDOFF + Inches::new(1);
        let near = |side: Side| {
            field
                .of(side)
                .filter(|other| other.id() != unit.id())
                .map(|other| {
                    let blocks = blocks_of(other);
                    let gap = super::sight::apart(&own, &blocks);
                    let sunk = sunk(&own, &blocks);
                    Other { what: What::Regiment, name: other.name(), bounds: bounds(&blocks), blocks, gap, sunk }
                })
                .filter(|other| other.gap <= reach)
                .collect()
        };
        let houses = field.ground.standing_buildings().map(|(_, building)| {
            let blocks = vec![building.base];
            let gap = super::sight::apart(&own, &blocks);
            let sunk = sunk(&own, &blocks);
            Other { what: What::Building, name: &building.name, bounds: bounds(&blocks), blocks, gap, sunk }
        });
        let mut friends: Vec<Other> = near(unit.side());
        friends.extend(houses.filter(|house| house.gap <= reach));
        Self {
            field,
            unit,
            mover,
            pose: unit.place.pose,
            formation: unit.place.formation,
            files: unit.place.files,
            foes: near(unit.side().other()),
            friends,
        }
    }

    fn may_wheel(&self) -> bool {
        !self.unit.deeds.wheeled
            && !self.field.clock.assaults_begun
            && self.field.tier(self.unit) != Tier::OutOfCommunication
    }

    fn blocks_at(&self, pose: Pose) -> Vec<Footprint> {
        blocks(pose, self.formation, self.files)
    }

    fn bases_at(&self, march: &March) -> Vec<Footprint> {
        let end = path::end(self.pose, self.mover.frontage, march);
        super::field::bases(end, self.formation, self.files)
    }

    fn check(&self, march: &March) -> Result<Walk, Refusal> {
        let walk = walk::walk(&self.field.ground, &self.mover, self.pose, march)?;
        self.way(march)?;
        Ok(walk)
    }

    /// The way is free, whatever it costs.
    fn way<'c>(&'c self, march: &March) -> Result<(), Refusal> {
        let ground = self.swept_box(march).grown(STANDOFF.get());
        let near = |others: &'c [Other<'f>]| others.iter().filter(|o| o.bounds.meets(&ground)).collect::<Vec<_>>();
        let (foes, friends) = (near(&self.foes), near(&self.friends));
        let swept = self.swept(march, &foes, &friends);
        let end = self.blocks_at(path::end(self.pose, self.mover.frontage, march));
        super::building::tether(self.field, self.unit, &self.bases_at(march))?;
        let leaves = |blocks: &Vec<Footprint>| !blocks.iter().all(|block| self.field.ground.holds(block));
        if swept.iter().any(|step| leaves(&step.blocks)) {
            return Refusal::because("it would leave the table", FREE);
        }
        for foe in foes {
            keeps_away(foe, &swept, &end)?;
        }
        for friend in friends {
            let into = |blocks: &[Footprint]| {
                blocks.iter().any(|a| friend.blocks.iter().any(|b| a.overlaps_more(b, friend.sunk)))
            };
            if into(&end) {
                return friend.refuse("end on");
            }
            // Friends are passed (Companion 16 §3.3); walls are not.
            if friend.what == What::Building && swept.iter().any(|step| into(&step.blocks)) {
                return friend.refuse("pass through");
            }
        }
        Ok(())
    }

    /// What the bases sweep over: each straight leg as long rectangles, a wheel in steps of which no point moves more
    /// than a twenty-fifth of an inch while anybody is near enough to matter.
    fn swept(&self, march: &March, foes: &[&Other], friends: &[&Other]) -> Vec<Step> {
        let advanced = self.pose.ahead(march.advance);
        let turned = path::wheeled(advanced, self.mover.frontage, march.wheel);
        let mut swept = Vec::new();
        if march.advance > Inches::ZERO {
            swept.push(self.straight(advanced, march.advance));
        }
        if march.wheel != Degrees::ZERO {
            self.wheel(advanced, march.wheel, (foes, friends), &mut swept);
        }
        if march.then > Inches::ZERO {
            swept.push(self.straight(turned.ahead(march.then), march.then));
        }
        swept
    }

    /// A box that holds all that a march sweeps over.
    fn swept_box(&self, march: &March) -> Bounds {
        /// Between these steps of a wheel no corner bulges out by more than a tenth of an inch.
        const STEPS: i32 = 4;
        let advanced = self.pose.ahead(march.advance);
        let turning =
            (0..=STEPS).map(|n| path::wheeled(advanced, self.mover.frontage, Degrees(march.wheel.0 * n / STEPS)));
        let end = path::end(self.pose, self.mover.frontage, march);
        [self.pose, end]
            .into_iter()
            .chain(turning)
            .fold(Bounds::NOTHING, |all, pose| {
                all.join(super::field::footprint(pose, self.formation, self.files).bounds())
            })
            .grown(0.1)
    }

    fn straight(&self, end: Pose, length: Inches) -> Step {
        let long = |block: Footprint| Footprint { depth: block.depth + length, ..block };
        Step { blocks: self.blocks_at(end).into_iter().map(long).collect() }
    }

    fn wheel(&self, from: Pose, angle: Degrees, (foes, friends): (&[&Other], &[&Other]), swept: &mut Vec<Step>) {
        /// A step of a wheel, in inches of the point that moves farthest.
        const STEP: f32 = 0.04;
        /// The longest step, for the edge of the table, in hundredths of a degree.
        const LONGEST: f32 = 300.0;
        let whole = super::field::footprint(from, self.formation, self.files);
        let radius = Vec2::new(self.mover.frontage.get(), whole.depth.get()).length();
        let mut done = 0;
        while done < angle.0.abs() {
            let pose = path::wheeled(from, self.mover.frontage, Degrees(done * angle.0.signum()));
            let step = Step { blocks: self.blocks_at(pose) };
            // As far as it can turn before anything could come near enough to matter.
            let room = room(&step.blocks, foes, friends).max(STEP);
            swept.push(step);
            done += ((room / radius).to_degrees() * 100.0).clamp(1.0, LONGEST) as i32;
        }
        swept.push(Step { blocks: self.blocks_at(path::wheeled(from, self.mover.frontage, angle)) });
    }

    /// As much of a march as is lawful, found in so many halvings; `None` if not even its beginning is.
    fn prefix(&self, march: &March, halvings: u32) -> Option<Plan> {
        let plan =
            |march: March, walk: Walk| Plan { march, walk, to: path::end(self.pose, self.mover.frontage, &march) };
        if *march == March::default() {
            return None;
        }
        if let Ok(walk) = self.check(march) {
            return Some(plan(*march, walk));
        }
        let (mut lo, mut hi) = (Inches::ZERO, path::length(self.mover.frontage, march));
        let mut best = None;
        for _ in 0..halvings {
            let along = Inches((lo.0 + hi.0) / 2);
            let (part, _) = path::split(march, self.mover.frontage, along);
            match (part != March::default()).then(|| self.check(&part)) {
                Some(Ok(walk)) => {
                    best = Some(plan(part, walk));
                    lo = along;
                }
                Some(Err(_)) => hi = along,
                None => break,
            }
        }
        best
    }

    /// The march for a pointer that holds the middle of the front edge.
    fn toward(&self, pointer: Vec2) -> Option<Plan> {
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
                let Some(plan) = self.prefix(&march, 6) else { continue };
                // Where it is cut short, a march that was aimed no farther may come nearer.
                let again = (plan.march != march)
                    .then(|| self.aim(pointer, march.wheel, path::length(frontage, &plan.march)))
                    .flatten()
                    .and_then(|march| Some((self.prefix(&march, 6)?, march)));
                for (plan, march) in [Some((plan, march)), again].into_iter().flatten() {
                    let got = score(plan.march.wheel, path::length(frontage, &plan.march), plan.to.at.vec());
                    if best.as_ref().is_none_or(|(score, ..)| got < *score) {
                        best = Some((got, plan, march));
                    }
                }
            }
        }
        let plan = self.prefix(&best?.2, 12)?;
        let stay = self.pose.at.vec().distance(pointer);
        // Standing still may be the nearest that it can do.
        (plan.to.at.vec().distance(pointer) < stay).then_some(plan)
    }

    /// With a wheel by this angle, the advances before and after it that end nearest to the pointer on a path no longer
    /// than `longest`. `None` if the wheel alone is too much.
    fn aim(&self, pointer: Vec2, wheel: Degrees, longest: Inches) -> Option<March> {
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
    fn flank(&self, pointer: Vec2, grip: Grip) -> Option<Plan> {
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
        self.prefix(&March { wheel: Degrees(angle.0 * side), ..March::default() }, 11)
    }
}

/// Inches that any point of these blocks may move before they come within 1.0" of a foe or into a friend. Foes that were
/// closer from the start do not shorten it.
fn room(blocks: &[Footprint], foes: &[&Other], friends: &[&Other]) -> f32 {
    let gap = |other: &&Other| super::sight::apart(blocks, &other.blocks);
    let foes = foes.iter().filter(|foe| foe.gap > STANDOFF).map(|foe| gap(foe) - STANDOFF);
    foes.chain(friends.iter().map(gap)).min().map_or(f32::INFINITY, Inches::get)
}

/// Bases in one moment of a march, or the whole of a straight leg.
struct Step {
    blocks: Vec<Footprint>,
}

/// A free move keeps more than 1.0" from an enemy all the way; one that begins nearer may only go away from him (C-25).
fn keeps_away(foe: &Other, swept: &[Step], end: &[Footprint]) -> Result<(), Refusal> {
    let gap = |blocks: &[Footprint]| super::sight::apart(blocks, &foe.blocks);
    let last = gap(end);
    if last <= STANDOFF {
        let why = format!("it would end {last} from the {}; a free move keeps more than {STANDOFF}", foe.name);
        return Refusal::because(why, FREE);
    }
    let least = swept.iter().map(|step| gap(&step.blocks)).min().unwrap_or(last);
    let leaves = foe.gap <= STANDOFF && least + Inches(1) >= foe.gap;
    if least <= STANDOFF && !leaves {
        let why = format!("it would pass {least} from the {}; a free move keeps more than {STANDOFF}", foe.name);
        return Refusal::because(why, FREE);
    }
    Ok(())
}

#[cfg(test)]
#[path = "planner_tests.rs"]
mod tests;
