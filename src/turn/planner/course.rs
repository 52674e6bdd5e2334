//! What a move of one regiment depends on, and what it sweeps over: the way is free or it is not.

use bevy::math::Vec2;

use super::{FREE, mover};
use crate::army::{Files, Formation, Side, with_article};
use crate::book::command::Tier;
use crate::book::movement::{Rates, STANDOFF};
use crate::geometry::slide::Slide;
use crate::geometry::{Bearing, Bounds, Degrees, Footprint, Inches, March, Pose, Track, Way, path};
use crate::ground::track;
use crate::ground::walk::{Mover, Walk};
use crate::turn::field::{self, Field, Unit};
use crate::turn::march::too_near;
use crate::turn::refusal::Refusal;
use crate::turn::sight::{blocks, blocks_of};
use crate::turn::{building, mount, terrain};

/// What is near the path.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    /// Another regiment.
    Regiment,
    /// Walls.
    Building,
}

/// Another regiment near the path, or a building.
pub(super) struct Other<'f> {
    pub(super) what: What,
    pub(super) name: &'f str,
    pub(super) blocks: Vec<Footprint>,
    pub(super) bounds: Bounds,
    /// Distance as the march begins.
    pub(super) gap: Inches,
    /// How deep rounding has left the two in each other.
    pub(super) sunk: f32,
    /// A free move stays farther than this from it, if it is an enemy (C-25).
    pub(super) standoff: Inches,
}

impl Other<'_> {
    /// It is in the way and gives no way.
    fn refuse(&self, how: &str) -> Result<(), Refusal> {
        match self.what {
            What::Regiment => Refusal::because(
                format!("it would {how} {}, a friend", with_article(self.name)),
                "Companion 16 \u{a7}3.3",
            ),
            What::Building => Refusal::because(format!("it would {how} {}", self.name), building::PAGE),
        }
    }
}

/// How deep rounding has left bases in each other.
pub fn sunk(ours: &[Footprint], theirs: &[Footprint]) -> f32 {
    ours.iter().flat_map(|mine| theirs.iter().map(|other| mine.rounded_into(other))).fold(0.0, f32::max)
}

/// The box around bases.
pub(super) fn bounds(blocks: &[Footprint]) -> Bounds {
    blocks.iter().map(Footprint::bounds).fold(Bounds::NOTHING, Bounds::join)
}

/// Who and what is near enough to a way to matter.
struct Near<'c, 'f> {
    foes: Vec<&'c Other<'f>>,
    /// Friends, and walls.
    friends: Vec<&'c Other<'f>>,
    /// Walls alone.
    walls: Vec<&'c Other<'f>>,
}

/// Everything that a march of one regiment depends on, gathered once.
pub(super) struct Course<'f> {
    pub(super) field: &'f Field,
    pub(super) unit: &'f Unit,
    pub(super) mover: Mover,
    /// The longest path off all roads.
    off_roads: Inches,
    pub(super) pose: Pose,
    pub(super) formation: Formation,
    pub(super) files: Files,
    pub(super) foes: Vec<Other<'f>>,
    pub(super) friends: Vec<Other<'f>>,
}

impl<'f> Course<'f> {
    pub(super) fn of(field: &'f Field, unit: &'f Unit) -> Self {
        let mut mover = mover(field, unit);
        let own = blocks_of(unit);
        // Those that turn on the way swing their far end round.
        let whole = unit.footprint();
        let off_road = Mover { rates: Rates { road: mover.rates.road.min(mover.rates.open), ..mover.rates }, ..mover };
        let off_roads = off_road.longest();
        // Who gets to no road without one has nothing of its road rate, and looks no farther than it gets.
        let about = Bounds::of(&[unit.place.pose.at.vec()]).grown(off_roads.get() + 0.1);
        if !field.ground.index().roads.iter().any(|road| road.bounds.meets(&about)) {
            mover = off_road;
        }
        let swings = unit.place.formation.is_march_column() || unit.place.formation.is_skirmish();
        let swing = if swings { whole.depth + whole.frontage } else { Inches::ZERO };
        let reach = mover.longest() + swing + STANDOFF + Inches::new(1);
        let near = |side: Side| {
            field
                .of(side)
                .filter(|other| other.id() != unit.id())
                .map(|other| {
                    let blocks = blocks_of(other);
                    let gap = crate::turn::sight::apart(&own, &blocks);
                    let sunk = sunk(&own, &blocks);
                    let (what, name, bounds) = (What::Regiment, other.name(), bounds(&blocks));
                    Other { what, name, bounds, blocks, gap, sunk, standoff: other.standoff() }
                })
                .filter(|other| other.gap <= reach)
                .collect()
        };
        let houses = field.ground.standing_buildings().map(|(_, building)| {
            let blocks = vec![building.base];
            let gap = crate::turn::sight::apart(&own, &blocks);
            let sunk = sunk(&own, &blocks);
            let (what, name, bounds) = (What::Building, building.name.as_str(), bounds(&blocks));
            Other { what, name, bounds, blocks, gap, sunk, standoff: Inches::ZERO }
        });
        let mut friends: Vec<Other> = near(unit.side());
        friends.extend(houses.filter(|house| house.gap <= reach));
        Self {
            field,
            unit,
            mover,
            off_roads,
            pose: unit.place.pose,
            formation: unit.place.formation,
            files: unit.place.files,
            foes: near(unit.side().other()),
            friends,
        }
    }

    /// The longest path whose middle stays in a box.
    pub(super) fn longest_in(&self, around: &Bounds) -> Inches {
        let roads = &self.field.ground.index().roads;
        if roads.iter().any(|road| road.bounds.meets(around)) { self.mover.longest() } else { self.off_roads }
    }

    /// It may do more than go straight ahead.
    pub(super) fn may_turn(&self) -> bool {
        !self.field.clock.assaults_begun && self.field.tier(self.unit) != Tier::OutOfCommunication
    }

    pub(super) fn may_wheel(&self) -> bool {
        !self.unit.deeds.wheeled && self.may_turn()
    }

    pub(super) fn blocks_at(&self, pose: Pose) -> Vec<Footprint> {
        blocks(pose, self.formation, self.files)
    }

    pub(super) fn check(&self, way: &Way) -> Result<Walk, Refusal> {
        let walk = track::walk_way(&self.field.ground, &self.mover, self.pose, way)?;
        self.way(way)?;
        Ok(walk)
    }

    /// The way is free, whatever it costs.
    pub(super) fn way(&self, way: &Way) -> Result<(), Refusal> {
        let end = way.end(self.pose, self.mover.frontage);
        building::tether(self.field, self.unit, &field::bases(end, self.formation, self.files))?;
        mount::check_leash(self.field, self.unit, end)?;
        self.sweeps(way, Ends::There)
    }

    /// Whether it can be paid for and goes near no enemy, wherever it would end: what fails here fails with any more of
    /// the way.
    pub(super) fn passes(&self, way: &Way) -> Result<(), Refusal> {
        track::walk_way(&self.field.ground, &self.mover, self.pose, way)?;
        self.sweeps(way, Ends::Beyond)
    }

    /// What is swept on the way is free.
    pub(super) fn sweeps(&self, way: &Way, ends: Ends) -> Result<(), Refusal> {
        let near = self.near(self.swept_box(way));
        let swept = self.swept(way, &near);
        self.clear(&swept, &self.blocks_at(way.end(self.pose, self.mover.frontage)), &near, ends)
    }

    /// The wheel of a march is free, whatever comes before and after it.
    pub(super) fn wheels(&self, march: &March) -> bool {
        let advanced = self.pose.ahead(march.advance);
        let near = self.near(self.turning_box(advanced, march.wheel).grown(0.1));
        let mut swept = Vec::new();
        let frontage = self.mover.frontage;
        let turn = |angle| path::wheeled(advanced, frontage, angle);
        self.turn(turn, frontage.get(), march.wheel, &near, &mut swept);
        self.clear(&swept, &[], &near, Ends::Beyond).is_ok()
    }

    /// The second advance of a march is free, wherever it would end.
    pub(super) fn goes_on(&self, march: &March) -> bool {
        let end = path::end(self.pose, self.mover.frontage, march);
        let swept = [self.straight(end, march.then)];
        let around = swept[0].outermost().map(Footprint::bounds).fold(Bounds::NOTHING, Bounds::join);
        self.clear(&swept, &[], &self.near(around), Ends::Beyond).is_ok()
    }

    /// Who and what is near enough to a box to matter.
    fn near<'c>(&'c self, around: Bounds) -> Near<'c, 'f> {
        let around = around.grown(STANDOFF.get());
        let near = |others: &'c [Other<'f>]| others.iter().filter(|o| o.bounds.meets(&around)).collect::<Vec<_>>();
        let friends = near(&self.friends);
        // Friends are passed (Companion 16 §3.3); walls are not.
        let walls = friends.iter().copied().filter(|friend| friend.what == What::Building).collect();
        Near { foes: near(&self.foes), friends, walls }
    }

    /// What is swept is on the table, near no enemy and through no wall, and what stands at the end stands on nobody.
    fn clear(&self, swept: &[Step], end: &[Footprint], near: &Near, ends: Ends) -> Result<(), Refusal> {
        let leaves = |block: &Footprint| !self.field.ground.holds(block);
        if swept.iter().any(|step| step.outermost().any(leaves)) {
            return Refusal::because("it would leave the table", FREE);
        }
        if ends == Ends::There {
            terrain::stands_dry(self.field, end, self.formation)?;
        }
        for foe in &near.foes {
            keeps_away(foe, swept, end, ends)?;
        }
        for friend in &near.friends {
            let into = |a: &Footprint| friend.blocks.iter().any(|b| a.overlaps_more(b, friend.sunk));
            if ends == Ends::There && end.iter().any(into) {
                return friend.refuse("end on");
            }
            if friend.what == What::Building && swept.iter().any(|step| step.meets(friend)) {
                return friend.refuse("pass through");
            }
        }
        Ok(())
    }

    /// What the bases sweep over: each leg straight ahead as long rectangles, everything else in steps of which no point
    /// moves more than a twenty-fifth of an inch while anybody is near enough to matter.
    fn swept(&self, way: &Way, near: &Near) -> Vec<Step> {
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
                    self.turn(turn, frontage.get(), march.wheel, near, &mut swept);
                }
                if march.then > Inches::ZERO {
                    swept.push(self.straight(turned.ahead(march.then), march.then));
                }
            }
            Way::Track(track) => self.tracked(track, near, &mut swept),
        }
        swept
    }

    /// What a track sweeps over. A column is a rigid rectangle behind its head on each leg; between two legs its files
    /// bend round the corner, so nothing is swept there. A skirmish line turns where it ends.
    fn tracked(&self, track: &Track, near: &Near, swept: &mut Vec<Step>) {
        let mut pose = self.pose;
        for leg in track.legs(self.pose) {
            match track.bearing {
                Bearing::Along => {
                    pose = Pose { at: leg.to, ..leg.from };
                    swept.push(self.straight(pose, leg.length));
                }
                Bearing::Kept => {
                    let to = Pose { at: leg.to, ..pose };
                    swept.push(Step::Slid { from: self.blocks_at(pose), to: self.blocks_at(to) });
                    pose = to;
                }
            }
        }
        let angle = pose.heading.to(track.facing);
        match track.bearing {
            Bearing::Kept if angle != Degrees::ZERO => {
                let turn = |angle: Degrees| Pose { heading: (pose.heading + angle).heading(), ..pose };
                self.turn(turn, self.mover.frontage.get() / 2.0, angle, near, swept);
            }
            _ => swept.push(Step::Still(self.blocks_at(track.end(self.pose)))),
        }
    }

    /// The box of a whole formation at a pose.
    fn box_at(&self, pose: Pose) -> Bounds {
        field::footprint(pose, self.formation, self.files).bounds()
    }

    /// A box that holds all that a wheel sweeps over, but for a tenth of an inch.
    fn turning_box(&self, advanced: Pose, wheel: Degrees) -> Bounds {
        /// Between these steps no corner bulges out by more.
        const STEPS: i32 = 4;
        let turning = (0..=STEPS).map(|n| path::wheeled(advanced, self.mover.frontage, Degrees(wheel.0 * n / STEPS)));
        turning.map(|pose| self.box_at(pose)).fold(Bounds::NOTHING, Bounds::join)
    }

    /// A box that holds all that a way sweeps over.
    fn swept_box(&self, way: &Way) -> Bounds {
        match way {
            Way::March(march) => {
                let turning = self.turning_box(self.pose.ahead(march.advance), march.wheel);
                let end = path::end(self.pose, self.mover.frontage, march);
                turning.join(self.box_at(self.pose)).join(self.box_at(end)).grown(0.1)
            }
            Way::Track(track) => {
                let whole = field::footprint(self.pose, self.formation, self.files);
                // However it turns about the middle of its front.
                let reach = Vec2::new(whole.frontage.get() / 2.0, whole.depth.get()).length();
                Bounds::of(&Way::Track(track.clone()).course(self.pose, whole.frontage)).grown(reach)
            }
        }
    }

    fn straight(&self, end: Pose, length: Inches) -> Step {
        let long = |block: Footprint| Footprint { depth: block.depth + length, ..block };
        Step::Still(self.blocks_at(end).into_iter().map(long).collect())
    }

    /// Turns through an angle about some point, `arm` inches from it to the farther end of the front edge.
    fn turn(&self, at: impl Fn(Degrees) -> Pose, arm: f32, angle: Degrees, near: &Near, swept: &mut Vec<Step>) {
        /// The longest step, for the edge of the table, in hundredths of a degree.
        const LONGEST: f32 = 300.0;
        let depth = field::footprint(self.pose, self.formation, self.files).depth;
        let radius = Vec2::new(arm, depth.get()).length();
        let mut done = 0;
        while done < angle.0.abs() {
            let blocks = self.blocks_at(at(Degrees(done * angle.0.signum())));
            // As far as it can turn before anything could come near enough to matter.
            let room = room(&blocks, near).max(STEP);
            swept.push(Step::Still(blocks));
            done += ((room / radius).to_degrees() * 100.0).clamp(1.0, LONGEST) as i32;
        }
        swept.push(Step::Still(self.blocks_at(at(angle))));
    }
}

/// A step of a turn, in inches of the point that moves farthest.
const STEP: f32 = 0.04;

/// Inches that any point of these blocks may move before they come too near to a foe or into a friend. Foes that were
/// closer from the start do not shorten it.
fn room(blocks: &[Footprint], near: &Near) -> f32 {
    let gap = |other: &&Other| crate::turn::sight::apart(blocks, &other.blocks);
    let foes = near.foes.iter().filter(|foe| foe.gap > foe.standoff).map(|foe| gap(foe) - foe.standoff);
    foes.chain(near.walls.iter().map(gap)).min().map_or(f32::INFINITY, Inches::get)
}

/// Whether a way ends where it is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    There,
    Beyond,
}

/// A part of what is swept.
enum Step {
    /// Bases in one moment of a march, or the whole of a leg straight ahead.
    Still(Vec<Footprint>),
    /// Bases that go straight in any direction: the same at both ends.
    Slid {
        /// Where they begin.
        from: Vec<Footprint>,
        /// Where they end.
        to: Vec<Footprint>,
    },
}

impl Step {
    /// Bases beyond which it does not reach.
    fn outermost(&self) -> impl Iterator<Item = &Footprint> {
        let (one, other): (&[Footprint], &[Footprint]) = match self {
            Self::Still(blocks) => (blocks, &[]),
            Self::Slid { from, to } => (from, to),
        };
        one.iter().chain(other)
    }

    /// Shortest distance from somebody; where that is more than the standoff, something that is more.
    fn gap(&self, other: &Other) -> Inches {
        match self {
            Self::Still(blocks) => crate::turn::sight::apart(blocks, &other.blocks),
            Self::Slid { from, to } => {
                let pairs = slides(from, to).flat_map(|slide| other.blocks.iter().map(move |base| (slide, base)));
                let near = pairs.filter(|(slide, base)| slide.gap_at_least(base) <= STANDOFF);
                near.map(|(slide, base)| slide.gap(base)).min().unwrap_or(STANDOFF + Inches(1))
            }
        }
    }

    /// Whether it goes into somebody, or into something.
    fn meets(&self, other: &Other) -> bool {
        let mut theirs = other.blocks.iter();
        match self {
            Self::Still(blocks) => theirs.any(|base| blocks.iter().any(|own| own.overlaps_more(base, other.sunk))),
            Self::Slid { from, to } => {
                theirs.any(|base| slides(from, to).any(|slide| slide.overlaps_more(base, other.sunk)))
            }
        }
    }
}

/// Each base with its way.
fn slides<'b>(from: &'b [Footprint], to: &'b [Footprint]) -> impl Iterator<Item = Slide> + 'b {
    from.iter().zip(to).map(|(from, to)| Slide { from: *from, to: *to })
}

/// A free move keeps more than 1.0" from a formed enemy all the way, and touches no other; one that begins nearer may
/// only go away from him (C-25).
fn keeps_away(foe: &Other, swept: &[Step], end: &[Footprint], ends: Ends) -> Result<(), Refusal> {
    let last = crate::turn::sight::apart(end, &foe.blocks);
    if last <= foe.standoff && ends == Ends::There {
        return too_near("it would end", last, &with_article(foe.name), foe.standoff);
    }
    let least = swept.iter().map(|step| step.gap(foe)).min().unwrap_or(last);
    // A thousandth is lost in rounding; through his ranks nobody leaves, however near he began.
    let through = || swept.iter().any(|step| step.meets(foe));
    let leaves = foe.gap <= foe.standoff && least + Inches(1) >= foe.gap && !through();
    if least <= foe.standoff && !leaves {
        return too_near("it would pass", least, &with_article(foe.name), foe.standoff);
    }
    Ok(())
}
