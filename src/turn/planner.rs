//! Free moves before they are ordered: what a regiment may still march, whether a march is lawful, which lawful march
//! comes nearest to the pointer, and how far it could get.

mod line;
mod loose;
mod maze;
mod reach;
pub mod ride;
mod road;

use bevy::math::Vec2;

use super::agenda::Gait;
use super::event::Volley;
use super::field::{Field, Unit};
use super::order::Order;
use super::phase::Phase;
use super::refusal::Refusal;
use super::sight::{blocks, blocks_of};
use super::{march, volley};
use crate::army::{Files, Formation, RegimentId, Side};
use crate::book::command::Tier;
use crate::book::movement::{DISORDER_PENALTY, DOUBLE_TIME, GUARANTEED, STANDOFF};
use crate::geometry::{Bearing, Bounds, Degrees, Footprint, Inches, March, Pose, Spot, Track, Way, path};
use crate::ground::track;
use crate::ground::walk::{Guarantee, Lack, Mover, Short, Walk};

pub use reach::{Reach, reach};

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
    // The guaranteed 2.0" is for formed infantry and cavalry (B134).
    let formed = unit.is_formed();
    if slow {
        allowance = (allowance - DISORDER_PENALTY).max(GUARANTEED.min(allowance));
    }
    let guarantee = match field.tier(unit) {
        Tier::Bugle | Tier::Courier | Tier::DistantCourier if formed => Guarantee::TwoInches,
        _ => Guarantee::Nothing,
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
        if short.lacks == Lack::Way {
            return Self::new(short.because, short.page);
        }
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
    Course::of(field, unit).check(&(*march).into())
}

/// Whether a path without wheels may be ordered: a column's lies on roads and turns no sharper than they do, a skirmish
/// line's goes anywhere; affordable, on the table, more than 1.0" from every enemy all the way, through no friend.
///
/// # Errors
/// The reason, with its inches.
pub fn lawful_track(field: &Field, id: RegimentId, path: &[Spot], facing: Degrees) -> Result<(Track, Walk), Refusal> {
    if !field.knows(id) {
        return Refusal::because("there is no such regiment", FREE);
    }
    let unit = field.unit(id);
    if unit.condition.gone {
        return Refusal::because(format!("the {} has left the table", unit.name()), FREE);
    }
    let bearing = bearing(unit)?;
    let track = Track { path: path.to_vec(), facing: facing.heading(), bearing };
    let way = Way::Track(track.clone());
    if way.is_over(unit.place.pose) {
        return Refusal::because("it goes nowhere", FREE);
    }
    if bearing == Bearing::Along {
        road::follows(field, unit, &track)?;
    }
    let walk = Course::of(field, unit).check(&way)?;
    Ok((track, walk))
}

/// How a unit that needs no wheels faces on its track.
fn bearing(unit: &Unit) -> Result<Bearing, Refusal> {
    let formation = unit.place.formation;
    if formation.is_march_column() {
        Ok(Bearing::Along)
    } else if formation.is_skirmish() {
        Ok(Bearing::Kept)
    } else {
        Refusal::because(format!("in {formation} it keeps its ranks: it advances and wheels"), "Companion 16 \u{a7}2.3")
    }
}

/// Whether a way is free of friends, enemies and the table's edge, whatever it costs: for one that goes on after losses.
///
/// # Errors
/// What is in the way.
pub fn way_is_free(field: &Field, id: RegimentId, way: &Way) -> Result<(), Refusal> {
    Course::of(field, field.unit(id)).way(way)
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

/// A lawful move.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The path.
    pub way: Way,
    /// What it costs.
    pub walk: Walk,
    /// Where it ends.
    pub to: Pose,
}

impl Plan {
    /// The order that it makes.
    pub fn order(&self, unit: RegimentId) -> Order {
        match &self.way {
            Way::March(march) => Order::March { unit, march: *march },
            Way::Track(track) => Order::Follow { unit, path: track.path.clone(), facing: track.facing },
        }
    }
}

/// A place on the way where an enemy may fire.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reaction {
    /// Who.
    pub by: RegimentId,
    /// Inches of the way.
    pub along: Inches,
    /// Where the middle of the mover's front is then.
    pub at: Vec2,
}

/// Every place of a way where an enemy may fire at the mover, and who: those that would be asked if it were ordered now
/// (C-30, C-31).
pub fn reactions(field: &Field, id: RegimentId, way: &Way) -> Vec<Reaction> {
    let unit = field.unit(id);
    let crossings = march::crossings(field, unit, Gait::Forward, way);
    if crossings.is_empty() {
        return Vec::new();
    }
    let frontage = unit.footprint().frontage;
    let mut then = field.clone();
    let mut able = Vec::new();
    for (along, by) in crossings {
        let pose = way.at(unit.place.pose, frontage, along);
        then.units[id.index()].place.pose = pose;
        if volley::reckon(&then, by, id, Volley::Opportunity).is_ok() {
            able.push(Reaction { by, along, at: pose.at.vec() });
        }
    }
    able
}

/// The lawful move that ends nearest to the pointer; `None` when the regiment cannot move that way at all. Whether its
/// owner may order it now is for [`super::march::check_march`] and [`super::march::check_follow`] to say.
pub fn nearest(field: &Field, id: RegimentId, pointer: Vec2, grip: Grip) -> Option<Plan> {
    if !field.knows(id) || field.unit(id).condition.gone {
        return None;
    }
    Planner::of(field, id).nearest(pointer, grip)
}

/// What a planner has worked out that does not depend on the pointer: it serves one regiment, and only while the field
/// stays as it is.
#[derive(Default)]
pub struct Memory {
    loose: Option<loose::Paths>,
    roads: Option<Vec<road::Branch>>,
}

/// The planner for one regiment.
pub struct Planner<'f> {
    course: Course<'f>,
    memory: Memory,
}

impl<'f> Planner<'f> {
    /// For a regiment on the table.
    pub fn of(field: &'f Field, id: RegimentId) -> Self {
        Self::recalling(field, id, Memory::default())
    }

    /// For a regiment on the table, with what was worked out for it before on the same field.
    pub fn recalling(field: &'f Field, id: RegimentId, memory: Memory) -> Self {
        Self { course: Course::of(field, field.unit(id)), memory }
    }

    /// What it has worked out, for the next time.
    pub fn into_memory(self) -> Memory {
        self.memory
    }

    /// The lawful move that ends nearest to the pointer. A skirmish line keeps its facing, or turns on the spot when it
    /// is held by a flank.
    pub fn nearest(&mut self, pointer: Vec2, grip: Grip) -> Option<Plan> {
        self.nearest_turned(pointer, grip, Degrees::ZERO)
    }

    /// As [`Planner::nearest`]; a skirmish line turns by so much where it ends.
    pub fn nearest_turned(&mut self, pointer: Vec2, grip: Grip, turned: Degrees) -> Option<Plan> {
        let course = &self.course;
        if course.formation == Formation::Garrison {
            return None;
        }
        if course.formation.is_skirmish() && course.may_turn() {
            return match grip {
                Grip::Middle => {
                    self.memory.loose.get_or_insert_with(|| loose::Paths::of(course)).toward(course, pointer, turned)
                }
                Grip::LeftFlank | Grip::RightFlank => course.turn_loose(pointer, grip),
            };
        }
        match grip {
            Grip::Middle => {
                let roads = self.memory.roads.get_or_insert_with(|| road::branches(course));
                let along = road::toward(course, roads, pointer);
                let miss = |plan: &Plan| plan.to.at.vec().distance(pointer);
                // By road when the pointer is on it, or nearer to it than a march would get.
                if along.as_ref().is_some_and(|plan| miss(plan) <= road::AT_THE_ROAD) {
                    return along;
                }
                let march = course.toward(pointer);
                match (along, march) {
                    (Some(along), Some(march)) if miss(&along) <= miss(&march) => Some(along),
                    (along, None) => along,
                    (_, march) => march,
                }
            }
            Grip::LeftFlank | Grip::RightFlank => course.flank(pointer, grip),
        }
    }
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
        // Those that turn on the way swing their far end round.
        let whole = unit.footprint();
        let swings = unit.place.formation.is_march_column() || unit.place.formation.is_skirmish();
        let swing = if swings { whole.depth + whole.frontage } else { Inches::ZERO };
        let reach = mover.longest() + swing + STANDOFF + Inches::new(1);
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

    /// It may do more than go straight ahead.
    fn may_turn(&self) -> bool {
        !self.field.clock.assaults_begun && self.field.tier(self.unit) != Tier::OutOfCommunication
    }

    fn may_wheel(&self) -> bool {
        !self.unit.deeds.wheeled && self.may_turn()
    }

    fn blocks_at(&self, pose: Pose) -> Vec<Footprint> {
        blocks(pose, self.formation, self.files)
    }

    fn check(&self, way: &Way) -> Result<Walk, Refusal> {
        let walk = track::walk_way(&self.field.ground, &self.mover, self.pose, way)?;
        self.way(way)?;
        Ok(walk)
    }

    /// The way is free, whatever it costs.
    fn way(&self, way: &Way) -> Result<(), Refusal> {
        let end = way.end(self.pose, self.mover.frontage);
        super::building::tether(self.field, self.unit, &super::field::bases(end, self.formation, self.files))?;
        super::mount::check_leash(self.field, self.unit, end)?;
        self.sweeps(way, Ends::There)
    }

    /// Whether it can be paid for and goes near no enemy, wherever it would end: what fails here fails with any more of
    /// the way.
    fn passes(&self, way: &Way) -> Result<(), Refusal> {
        track::walk_way(&self.field.ground, &self.mover, self.pose, way)?;
        self.sweeps(way, Ends::Beyond)
    }

    /// What is swept on the way is free.
    fn sweeps<'c>(&'c self, way: &Way, ends: Ends) -> Result<(), Refusal> {
        let ground = self.swept_box(way).grown(STANDOFF.get());
        let near = |others: &'c [Other<'f>]| others.iter().filter(|o| o.bounds.meets(&ground)).collect::<Vec<_>>();
        let (foes, friends) = (near(&self.foes), near(&self.friends));
        // Friends are passed (Companion 16 §3.3); walls are not.
        let walls: Vec<&Other> = friends.iter().copied().filter(|friend| friend.what == What::Building).collect();
        let swept = self.swept(way, &foes, &walls);
        let end = self.blocks_at(way.end(self.pose, self.mover.frontage));
        let leaves = |blocks: &Vec<Footprint>| !blocks.iter().all(|block| self.field.ground.holds(block));
        if swept.iter().any(|step| leaves(&step.blocks)) {
            return Refusal::because("it would leave the table", FREE);
        }
        if ends == Ends::There {
            super::terrain::stands_dry(self.field, &end, self.formation)?;
        }
        for foe in foes {
            keeps_away(foe, &swept, &end, ends)?;
        }
        for friend in friends {
            let into = |blocks: &[Footprint]| {
                blocks.iter().any(|a| friend.blocks.iter().any(|b| a.overlaps_more(b, friend.sunk)))
            };
            if ends == Ends::There && into(&end) {
                return friend.refuse("end on");
            }
            if friend.what == What::Building && swept.iter().any(|step| into(&step.blocks)) {
                return friend.refuse("pass through");
            }
        }
        Ok(())
    }

    /// What the bases sweep over: each leg straight ahead as long rectangles, everything else in steps of which no point
    /// moves more than a twenty-fifth of an inch while anybody is near enough to matter.
    fn swept(&self, way: &Way, foes: &[&Other], friends: &[&Other]) -> Vec<Step> {
        let mut swept = Vec::new();
        match way {
            Way::March(march) => {
                let advanced = self.pose.ahead(march.advance);
                let turned = path::wheeled(advanced, self.mover.frontage, march.wheel);
                if march.advance > Inches::ZERO {
                    swept.push(self.straight(advanced, march.advance));
                }
                if march.wheel != Degrees::ZERO {
                    let frontage = self.mover.frontage;
                    let turn = |angle| path::wheeled(advanced, frontage, angle);
                    self.turn(turn, frontage.get(), march.wheel, (foes, friends), &mut swept);
                }
                if march.then > Inches::ZERO {
                    swept.push(self.straight(turned.ahead(march.then), march.then));
                }
            }
            Way::Track(track) => self.tracked(track, (foes, friends), &mut swept),
        }
        swept
    }

    /// What a track sweeps over. A column is a rigid rectangle behind its head on each leg; between two legs its files
    /// bend round the corner, so nothing is swept there. A skirmish line turns where it ends.
    fn tracked(&self, track: &Track, near: (&[&Other], &[&Other]), swept: &mut Vec<Step>) {
        let mut pose = self.pose;
        for leg in track.legs(self.pose) {
            match track.bearing {
                Bearing::Along => {
                    pose = Pose { at: leg.to, ..leg.from };
                    swept.push(self.straight(pose, leg.length));
                }
                Bearing::Kept => {
                    self.slide(pose, leg.to, near, swept);
                    pose.at = leg.to;
                }
            }
        }
        let angle = pose.heading.to(track.facing);
        match track.bearing {
            Bearing::Kept if angle != Degrees::ZERO => {
                let turn = |angle: Degrees| Pose { heading: (pose.heading + angle).heading(), ..pose };
                self.turn(turn, self.mover.frontage.get() / 2.0, angle, near, swept);
            }
            _ => swept.push(Step { blocks: self.blocks_at(track.end(self.pose)) }),
        }
    }

    /// The box of a whole formation at a pose.
    fn box_at(&self, pose: Pose) -> Bounds {
        super::field::footprint(pose, self.formation, self.files).bounds()
    }

    /// A box that holds all that a way sweeps over.
    fn swept_box(&self, way: &Way) -> Bounds {
        /// Between these steps of a wheel no corner bulges out by more than a tenth of an inch.
        const STEPS: i32 = 4;
        match way {
            Way::March(march) => {
                let advanced = self.pose.ahead(march.advance);
                let turning = (0..=STEPS)
                    .map(|n| path::wheeled(advanced, self.mover.frontage, Degrees(march.wheel.0 * n / STEPS)));
                let end = path::end(self.pose, self.mover.frontage, march);
                let all = [self.pose, end].into_iter().chain(turning).map(|pose| self.box_at(pose));
                all.fold(Bounds::NOTHING, Bounds::join).grown(0.1)
            }
            Way::Track(track) => {
                let whole = super::field::footprint(self.pose, self.formation, self.files);
                // However it turns about the middle of its front.
                let reach = Vec2::new(whole.frontage.get() / 2.0, whole.depth.get()).length();
                Bounds::of(&Way::Track(track.clone()).course(self.pose, whole.frontage)).grown(reach)
            }
        }
    }

    fn straight(&self, end: Pose, length: Inches) -> Step {
        let long = |block: Footprint| Footprint { depth: block.depth + length, ..block };
        Step { blocks: self.blocks_at(end).into_iter().map(long).collect() }
    }

    /// Turns through an angle about some point, `arm` inches from it to the farther end of the front edge.
    fn turn(
        &self,
        at: impl Fn(Degrees) -> Pose,
        arm: f32,
        angle: Degrees,
        (foes, friends): (&[&Other], &[&Other]),
        swept: &mut Vec<Step>,
    ) {
        /// The longest step, for the edge of the table, in hundredths of a degree.
        const LONGEST: f32 = 300.0;
        let depth = super::field::footprint(self.pose, self.formation, self.files).depth;
        let radius = Vec2::new(arm, depth.get()).length();
        let mut done = 0;
        while done < angle.0.abs() {
            let step = Step { blocks: self.blocks_at(at(Degrees(done * angle.0.signum()))) };
            // As far as it can turn before anything could come near enough to matter.
            let room = room(&step.blocks, foes, friends).max(STEP);
            swept.push(step);
            done += ((room / radius).to_degrees() * 100.0).clamp(1.0, LONGEST) as i32;
        }
        swept.push(Step { blocks: self.blocks_at(at(angle)) });
    }

    /// Goes in any direction without turning.
    fn slide(&self, from: Pose, to: Spot, (foes, friends): (&[&Other], &[&Other]), swept: &mut Vec<Step>) {
        let (a, b) = (from.at.vec(), to.vec());
        let length = a.distance(b);
        let mut done = 0.0;
        while done < length {
            let pose = Pose { at: Spot::round(a.lerp(b, done / length)), ..from };
            let step = Step { blocks: self.blocks_at(pose) };
            done += room(&step.blocks, foes, friends).max(STEP);
            swept.push(step);
        }
        swept.push(Step { blocks: self.blocks_at(Pose { at: to, ..from }) });
    }
}

/// A step of a turn or a slide, in inches of the point that moves farthest.
const STEP: f32 = 0.04;

/// Inches that any point of these blocks may move before they come within 1.0" of a foe or into a friend. Foes that were
/// closer from the start do not shorten it.
fn room(blocks: &[Footprint], foes: &[&Other], friends: &[&Other]) -> f32 {
    let gap = |other: &&Other| super::sight::apart(blocks, &other.blocks);
    let foes = foes.iter().filter(|foe| foe.gap > STANDOFF).map(|foe| gap(foe) - STANDOFF);
    foes.chain(friends.iter().map(gap)).min().map_or(f32::INFINITY, Inches::get)
}

/// Whether a way ends where it is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    There,
    Beyond,
}

/// Bases in one moment of a march, or the whole of a straight leg.
struct Step {
    blocks: Vec<Footprint>,
}

/// A free move keeps more than 1.0" from an enemy all the way; one that begins nearer may only go away from him (C-25).
fn keeps_away(foe: &Other, swept: &[Step], end: &[Footprint], ends: Ends) -> Result<(), Refusal> {
    let gap = |blocks: &[Footprint]| super::sight::apart(blocks, &foe.blocks);
    let last = gap(end);
    if last <= STANDOFF && ends == Ends::There {
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

#[cfg(test)]
#[path = "planner_props.rs"]
mod props;
