//! The field as everybody may read it: rules, previews, panels and the table.

use std::sync::Arc;

use bevy::ecs::resource::Resource;
use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::phase::Phase;
pub use super::terms::{Edge, Objective, Terms};
use crate::army::dress::{self, StandSpot};
use crate::army::{
    Arm, Brigade, BrigadeClock, BrigadeId, BrigadeState, Condition, Deeds, Files, Formation, General, GeneralId,
    GeneralState, Place, Rank, Regiment, RegimentId, Side, Smoke, with_article,
};
use crate::book::command::Tier;
use crate::book::movement::{self, Rates};
use crate::book::{Health, Options};
use crate::geometry::{Footprint, Inches, Pose};
use crate::ground::Ground;

/// Turn, phase and sides.
#[derive(Resource, Clone, PartialEq, Debug, Hash, Serialize, Deserialize)]
pub struct Clock {
    /// Game turn, from 1; 0 before the first (B01: each side's turn counts one).
    pub turn: u16,
    /// Length of the battle in rounds, each one turn of either side.
    pub rounds: u16,
    /// The phase; the same as Bevy's state.
    pub phase: Phase,
    /// Who is Active.
    pub active: Side,
    /// Who has said that he is done with Phase 1 or 5.
    pub ready: [bool; 2],
    /// The brigade that is deploying.
    pub deploying: Option<BrigadeId>,
    /// Brigades still to deploy, the next one first.
    pub to_deploy: Vec<BrigadeId>,
    /// An assault has been declared: no more free moves this turn (RULE-01-3.3).
    pub assaults_begun: bool,
    /// Points and winner, once it is over.
    pub outcome: Option<Outcome>,
}

/// How a battle ended.
#[derive(Clone, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub struct Outcome {
    /// Why it ended.
    pub why: String,
    /// Points of the Union and of the Confederate army.
    pub points: [u16; 2],
    /// `None` is a drawn battle.
    pub winner: Option<Side>,
}

impl Clock {
    /// The round that this turn belongs to, from 1.
    pub fn round(&self) -> u16 {
        self.turn.div_ceil(2).max(1)
    }

    /// Game turns in the battle.
    pub fn last_turn(&self) -> u16 {
        self.rounds * 2
    }
}

/// One regiment with everything about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Unit {
    /// What it is.
    pub regiment: Regiment,
    /// Where it is.
    pub place: Place,
    /// What the battle has done to it.
    pub condition: Condition,
    /// What it has done this turn.
    pub deeds: Deeds,
}

impl Unit {
    /// Its id.
    pub fn id(&self) -> RegimentId {
        self.regiment.id
    }

    /// Its army.
    pub fn side(&self) -> Side {
        self.regiment.side
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.regiment.name
    }

    /// Its name in a sentence: "the 6th Wisconsin", "Cobb's Legion".
    pub fn the(&self) -> String {
        with_article(self.name())
    }

    /// Stands on the table; 0 when it is gone.
    pub fn stands(&self) -> u8 {
        if self.condition.gone { 0 } else { self.place.files.total() }
    }

    /// Stands on the table, its skirmish screen included (B120).
    pub fn present(&self) -> u8 {
        self.stands() + u8::from(self.condition.screen && !self.condition.gone)
    }

    /// Formed (C-51): Line, columns, mounted.
    pub fn is_formed(&self) -> bool {
        self.place.formation.is_formed()
    }

    /// Formed, or infantry that holds a building: it is in good array there, though no formation of the book (C-51).
    pub fn keeps_ranks(&self) -> bool {
        self.is_formed() || (self.place.within.is_some() && self.regiment.arm == Arm::Infantry)
    }

    /// A free move of its enemies stays more than this from it: 1.0" from who is formed; skirmishers and guns are only not
    /// to be touched, which is for assaults (RULE-01-3.1, C-25, C-51).
    pub fn standoff(&self) -> Inches {
        if self.keeps_ranks() { movement::STANDOFF } else { Inches::ZERO }
    }

    /// Its row of the movement table (Companion 16 §3.1).
    pub fn rates(&self) -> Rates {
        movement::rates(self.regiment.arm, self.place.formation)
    }

    /// Its outline: a rectangle from its front edge to its last rank; a garrison has that of its building.
    pub fn footprint(&self) -> Footprint {
        match self.place.within {
            Some(house) => Footprint { pose: self.place.pose, frontage: house.frontage, depth: house.depth },
            None => footprint(self.place.pose, self.place.formation, self.place.files),
        }
    }

    /// Its stands, as [`dress`] arranges them.
    pub fn dressed(&self) -> Vec<StandSpot> {
        dress::dress(self.place.formation, self.place.files)
    }

    /// Stands that are bent back to refuse a flank (Companion 16 §6.0), as places in [`Unit::dressed`].
    pub fn refused_stands(&self) -> Vec<usize> {
        let mut row: Vec<(Inches, usize)> =
            self.dressed().iter().enumerate().map(|(stand, spot)| (spot.right, stand)).collect();
        row.sort();
        let [left, right] = self.condition.refused.map(usize::from);
        let ends = row.iter().take(left).chain(row.iter().rev().take(right));
        ends.map(|(_, stand)| *stand).collect()
    }

    /// The base of each stand, in the order of [`Unit::dressed`]; a garrison's stands all have the building's outline.
    pub fn bases(&self) -> Vec<Footprint> {
        match self.place.within {
            Some(_) => vec![self.footprint(); usize::from(self.place.files.total())],
            None => bases(self.place.pose, self.place.formation, self.place.files),
        }
    }

    /// Front centre of the Color Stand.
    pub fn colors(&self) -> Vec2 {
        let stand = dress::colors(self.place.formation, self.place.files);
        self.place.pose.local(stand.right.get(), stand.ahead.get())
    }
}

/// Outline of a formation at a pose.
pub fn footprint(pose: Pose, formation: Formation, files: Files) -> Footprint {
    let stands = files.total();
    Footprint { pose, frontage: dress::frontage(formation, stands), depth: dress::depth(formation, stands) }
}

/// Base of each stand of a formation at a pose.
pub fn bases(pose: Pose, formation: Formation, files: Files) -> Vec<Footprint> {
    let base = dress::base(formation);
    dress::dress(formation, files)
        .into_iter()
        .map(|stand| Footprint {
            pose: Pose::round(pose.local(stand.right.get(), stand.ahead.get()), pose.heading),
            frontage: base.width,
            depth: base.depth,
        })
        .collect()
}

/// A brigade with its state.
#[derive(Clone, PartialEq, Debug)]
pub struct BrigadeNow {
    /// What it is.
    pub brigade: Brigade,
    /// What changes.
    pub state: BrigadeState,
}

/// A general with his state.
#[derive(Clone, PartialEq, Debug)]
pub struct GeneralNow {
    /// Who he is.
    pub general: General,
    /// What changes.
    pub state: GeneralState,
}

/// The whole field, read from the entities after every order. Lists are in id order: entry `n` has id `n`.
#[derive(Resource, Clone, PartialEq, Debug)]
pub struct Field {
    /// Terrain.
    pub ground: Arc<Ground>,
    /// Regiments, those that are gone included.
    pub units: Vec<Unit>,
    /// Brigades.
    pub brigades: Vec<BrigadeNow>,
    /// Generals.
    pub generals: Vec<GeneralNow>,
    /// Smoke, in the order of the regiments that made it.
    pub smoke: Vec<Smoke>,
    /// Turn, phase and sides.
    pub clock: Clock,
    /// House rules.
    pub options: Options,
    /// What the scenario lays down.
    pub terms: Arc<Terms>,
}

impl Field {
    /// A regiment by id.
    ///
    /// # Panics
    /// If there is no such regiment: ids from files and players are checked first, with [`Field::knows`].
    pub fn unit(&self, id: RegimentId) -> &Unit {
        &self.units[id.index()]
    }

    /// Whether there is such a regiment.
    pub fn knows(&self, id: RegimentId) -> bool {
        id.index() < self.units.len()
    }

    /// A brigade by id.
    ///
    /// # Panics
    /// If there is no such brigade.
    pub fn brigade(&self, id: BrigadeId) -> &BrigadeNow {
        &self.brigades[id.index()]
    }

    /// A general by id.
    ///
    /// # Panics
    /// If there is no such general.
    pub fn general(&self, id: GeneralId) -> &GeneralNow {
        &self.generals[id.index()]
    }

    /// Regiments still on the table.
    pub fn standing(&self) -> impl Iterator<Item = &Unit> {
        self.units.iter().filter(|unit| !unit.condition.gone)
    }

    /// Regiments of a side still on the table.
    pub fn of(&self, side: Side) -> impl Iterator<Item = &Unit> {
        self.standing().filter(move |unit| unit.side() == side)
    }

    /// Regiments of a brigade, those that are gone included.
    pub fn in_brigade(&self, id: BrigadeId) -> impl Iterator<Item = &Unit> {
        self.units.iter().filter(move |unit| unit.regiment.brigade == id)
    }

    /// The regiment that a detachment belongs to; itself if it is none.
    pub fn root<'f>(&'f self, unit: &'f Unit) -> &'f Unit {
        unit.regiment.parent.map_or(unit, |parent| self.unit(parent))
    }

    /// A regiment and its detachments, those that are gone included, in id order.
    pub fn family(&self, id: RegimentId) -> impl Iterator<Item = &Unit> {
        let root = self.root(self.unit(id)).id();
        self.units.iter().filter(move |unit| unit.id() == root || unit.regiment.parent == Some(root))
    }

    /// Stands on the table of a regiment and its detachments together.
    pub fn family_stands(&self, id: RegimentId) -> u8 {
        self.family(id).map(Unit::present).sum()
    }

    /// Fresh, Worn, Spent or Shattered: judged on the whole regiment, its detachments included (B120, C-73). A battery
    /// has no such state (C-68): it counts as Worn, which changes nothing.
    pub fn health(&self, unit: &Unit) -> Health {
        if unit.regiment.arm.is_artillery() {
            return Health::Worn;
        }
        Health::of(self.root(unit).regiment.stands, self.family_stands(unit.id()))
    }

    /// Stands that a regiment has lost so far, those of its detachments included; all of them when it is gone (B119).
    /// None for a detachment.
    pub fn lost(&self, unit: &Unit) -> u8 {
        match unit.regiment.parent {
            Some(_) => 0,
            None => unit.regiment.stands.saturating_sub(self.family_stands(unit.id())),
        }
    }

    /// Stands that a brigade has lost; sections of batteries do not count (C-59).
    pub fn brigade_lost(&self, id: BrigadeId) -> u16 {
        self.in_brigade(id)
            .filter(|unit| !unit.regiment.arm.is_artillery())
            .map(|unit| u16::from(self.lost(unit)))
            .sum()
    }

    /// State of the regiment's brigade clock.
    pub fn clock_of(&self, unit: &Unit) -> BrigadeClock {
        self.brigade(unit.regiment.brigade).state.clock
    }

    /// The brigadier who commands a regiment.
    pub fn brigadier_of(&self, unit: &Unit) -> &GeneralNow {
        self.general(self.brigade(unit.regiment.brigade).brigade.general)
    }

    /// The generals who are with a regiment: its brigadier, others who have fled to it (C-37).
    pub fn generals_with(&self, id: RegimentId) -> impl Iterator<Item = &GeneralNow> {
        self.generals.iter().filter(move |g| !g.state.gone && g.state.attached == Some(id))
    }

    /// Whether a general is with a regiment.
    pub fn is_led(&self, id: RegimentId) -> bool {
        self.generals_with(id).next().is_some()
    }

    /// Command distance: edge of the brigadier's base to the Color Stand's front centre (Companion 16 §2.2); zero when
    /// he has joined the regiment. `None` when there is no brigadier left.
    pub fn command_distance(&self, unit: &Unit) -> Option<Inches> {
        let brigadier = self.brigadier_of(unit);
        if brigadier.state.gone {
            return None;
        }
        if brigadier.state.attached == Some(unit.id()) {
            return Some(Inches::ZERO);
        }
        let centre = brigadier.state.at.vec().distance(unit.colors());
        Some(Inches::round(centre - brigadier.general.diameter().get() / 2.0).floor_zero())
    }

    /// Command tier of a regiment; out of communication when there is no brigadier.
    pub fn tier(&self, unit: &Unit) -> Tier {
        self.command_distance(unit).map_or(Tier::OutOfCommunication, Tier::at)
    }

    /// Enemies in base contact with a regiment, in id order.
    pub fn engaged_with(&self, id: RegimentId) -> Vec<RegimentId> {
        let unit = self.unit(id);
        if unit.condition.gone {
            return Vec::new();
        }
        self.of(unit.side().other()).filter(|enemy| touching(unit, enemy)).map(Unit::id).collect()
    }

    /// Whether a regiment is in base contact with an enemy (C-49).
    pub fn engaged(&self, id: RegimentId) -> bool {
        !self.engaged_with(id).is_empty()
    }

    /// The division commander of a side, if it has one on the table.
    pub fn division_commander(&self, side: Side) -> Option<&GeneralNow> {
        self.generals.iter().find(|g| g.general.side == side && !g.state.gone && g.general.rank == Rank::Division)
    }
}

/// Whether two regiments touch with any part of their bases.
pub fn touching(a: &Unit, b: &Unit) -> bool {
    if a.footprint().gap(&b.footprint()) > Inches::ZERO {
        return false;
    }
    let theirs = b.bases();
    a.bases().iter().any(|mine| theirs.iter().any(|other| mine.gap(other) == Inches::ZERO))
}
