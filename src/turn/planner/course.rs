//! What a move of one regiment depends on, and what it sweeps over: the way is free or it is not.

use bevy::math::Vec2;

use super::swept::{Ends, Step, keeps_away};
use super::{FREE, mover};
use crate::army::{Files, Formation, Side, with_article};
use crate::book::command::Tier;
use crate::book::movement::{Rates, STANDOFF};
use crate::geometry::polygon::NOISE;
use crate::geometry::swing::Swing;
use crate::geometry::{Bearing, Bounds, Degrees, Footprint, Inches, March, Pose, Track, Way, path};
use crate::ground::track;
use crate::ground::walk::{Mover, Walk};
use crate::turn::field::{self, Field, Unit};
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
    /// Friends, and walls: friends are passed (Companion 16 §3.3), walls are not.
    friends: Vec<&'c Other<'f>>,
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
        let swept = self.swept(way);
        let near = self.near(swept.iter().map(Step::bounds).fold(Bounds::NOTHING, Bounds::join));
        self.clear(&swept, &self.blocks_at(way.end(self.pose, self.mover.frontage)), &near, ends)
    }

    /// The wheel of a march is free, whatever comes before and after it.
    pub(super) fn wheels(&self, march: &March) -> bool {
        let swept = [self.wheel(self.pose.ahead(march.advance), march.wheel)];
        self.clear(&swept, &[], &self.near(swept[0].bounds()), Ends::Beyond).is_ok()
    }

    /// The second advance of a march is free, wherever it would end.
    pub(super) fn goes_on(&self, march: &March) -> bool {
        let end = path::end(self.pose, self.mover.frontage, march);
        let swept = [self.straight(end, march.then)];
        self.clear(&swept, &[], &self.near(swept[0].bounds()), Ends::Beyond).is_ok()
    }

    /// Who and what is near enough to a box to matter.
    fn near<'c>(&'c self, around: Bounds) -> Near<'c, 'f> {
        let around = around.grown(STANDOFF.get() + 0.01);
        let near = |others: &'c [Other<'f>]| others.iter().filter(|other| other.bounds.meets(&around)).collect();
        Near { foes: near(&self.foes), friends: near(&self.friends) }
    }

    /// What is swept is on the table, near no enemy and through no wall, and what stands at the end stands on nobody.
    fn clear(&self, swept: &[Step], end: &[Footprint], near: &Near, ends: Ends) -> Result<(), Refusal> {
        let table = self.field.ground.bounds().grown(NOISE + ends.forgives().get());
        if !swept.iter().all(|step| table.covers(&step.bounds())) {
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
            if friend.what == What::Building && swept.iter().any(|step| step.meets(friend, ends)) {
                return friend.refuse("pass through");
            }
        }
        Ok(())
    }

    /// What the bases sweep over on each leg: straight ahead long rectangles, in a wheel and a turn their whole swing.
    fn swept(&self, way: &Way) -> Vec<Step> {
        let mut swept = Vec::new();
        match way {
            Way::March(march) => {
                let advanced = self.pose.ahead(march.advance);
                let turned = path::wheeled(advanced, self.mover.frontage, march.wheel);
                if march.advance > Inches::ZERO {
                    swept.push(self.straight(advanced, march.advance));
                }
                if march.wheel != Degrees::ZERO {
                    swept.push(self.wheel(advanced, march.wheel));
                }
                if march.then > Inches::ZERO {
                    swept.push(self.straight(turned.ahead(march.then), march.then));
                }
            }
            Way::Track(track) => self.tracked(track, &mut swept),
        }
        swept
    }

    /// What a track sweeps over. A column is a rigid rectangle behind its head on each leg; between two legs its files
    /// bend round the corner, so nothing is swept there. A skirmish line turns where it ends.
    fn tracked(&self, track: &Track, swept: &mut Vec<Step>) {
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
        let (end, angle) = (track.end(self.pose), pose.heading.to(track.facing));
        swept.push(match track.bearing {
            Bearing::Kept if angle != Degrees::ZERO => self.turn(pose, end, pose.at.vec(), angle),
            _ => Step::Still(self.blocks_at(end)),
        });
    }

    /// What a leg straight ahead sweeps over, from where it ends.
    fn straight(&self, end: Pose, length: Inches) -> Step {
        let long = |block: Footprint| Footprint { depth: block.depth + length, ..block };
        Step::Still(self.blocks_at(end).into_iter().map(long).collect())
    }

    /// What a wheel sweeps over.
    fn wheel(&self, from: Pose, angle: Degrees) -> Step {
        let frontage = self.mover.frontage;
        self.turn(from, path::wheeled(from, frontage, angle), path::pivot(from, frontage, angle), angle)
    }

    /// What a turn about a point sweeps over, from one pose to another.
    fn turn(&self, from: Pose, to: Pose, about: Vec2, angle: Degrees) -> Step {
        let ends = self.blocks_at(from).into_iter().zip(self.blocks_at(to));
        Step::Swung(ends.map(|(from, to)| Swing { from, to, about, angle }).collect())
    }
}
