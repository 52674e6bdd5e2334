//! A checked scenario.

use std::sync::Arc;

use crate::army::{Arm, Colors, Files, Formation, Grade, Place, Side, Temper, Trait, Uniform, Weapon, dress};
use crate::book::Options;
use crate::book::movement::{HORSES_PLACED, horse_holders};
use crate::geometry::{Pose, Spot};
use crate::ground::Ground;
use crate::turn::Terms;

/// A battle as its scenario describes it. Everything in it is possible: on the table, apart, in range.
#[derive(Clone, PartialEq, Debug)]
pub struct Scenario {
    /// The file it was read from, as it was named.
    pub file: String,
    /// The whole text of that file: saves carry it along.
    pub text: Arc<str>,
    /// "Brawner's Farm".
    pub title: Arc<str>,
    /// "28 August 1862, toward evening".
    pub date: Arc<str>,
    /// "Near Groveton, Virginia".
    pub place: Arc<str>,
    /// What the players are told, in paragraphs.
    pub briefing: Vec<Arc<str>>,
    /// What the order of battle and the ground rest on.
    pub sources: Arc<str>,
    /// The table.
    pub ground: Ground,
    /// Length in rounds, each one turn of either side.
    pub rounds: u16,
    /// House rules that the scenario suggests.
    pub options: Options,
    /// Who goes first, where the armies deploy, the wind, and what is worth points.
    pub terms: Terms,
    /// Union, Confederate.
    pub armies: [Army; 2],
}

impl Scenario {
    /// One of its armies.
    pub fn army(&self, side: Side) -> &Army {
        &self.armies[side.index()]
    }
}

/// One side's force.
#[derive(Clone, PartialEq, Debug)]
pub struct Army {
    /// "Army of Virginia, King's Division".
    pub name: Arc<str>,
    /// Division commander, if one is on the table.
    pub commander: Option<Commander>,
    /// One or more.
    pub brigades: Vec<BrigadeSheet>,
}

impl Army {
    /// All its regiments, in order of battle.
    pub fn regiments(&self) -> impl Iterator<Item = &RegimentSheet> {
        self.brigades.iter().flat_map(|brigade| &brigade.regiments)
    }

    /// Men present.
    pub fn men(&self) -> u32 {
        self.regiments().map(|regiment| u32::from(regiment.men)).sum()
    }

    /// Stands on the table.
    pub fn stands(&self) -> u16 {
        self.regiments().map(|regiment| u16::from(regiment.stands)).sum()
    }
}

/// A general.
#[derive(Clone, PartialEq, Debug)]
pub struct Commander {
    /// With his rank: "Brig. Gen. John Gibbon".
    pub name: Arc<str>,
    /// How he leads.
    pub temper: Temper,
    /// Centre of his base.
    pub at: Spot,
}

/// A brigade.
#[derive(Clone, PartialEq, Debug)]
pub struct BrigadeSheet {
    /// "Gibbon's Brigade".
    pub name: Arc<str>,
    /// Who leads it.
    pub brigadier: Commander,
    /// One or more.
    pub regiments: Vec<RegimentSheet>,
}

/// A regiment.
#[derive(Clone, PartialEq, Debug)]
pub struct RegimentSheet {
    /// "6th Wisconsin".
    pub name: Arc<str>,
    /// Men present.
    pub men: u16,
    /// Branch of service.
    pub arm: Arm,
    /// 3 to 12; sections of a battery 1 to 4.
    pub stands: u8,
    /// Training.
    pub grade: Grade,
    /// Arms.
    pub weapon: Weapon,
    /// Traits.
    pub traits: Vec<Trait>,
    /// Dress.
    pub uniform: Uniform,
    /// Flags, one or more.
    pub colors: Vec<Colors>,
    /// Where it starts: the midpoint of its front edge.
    pub pose: Pose,
    /// How it starts.
    pub formation: Formation,
}

impl RegimentSheet {
    /// Where its stands start: those of the regiment, and behind a dismounted one its horses (Companion 16 §10.2).
    pub fn places(&self) -> (Place, Option<Place>) {
        let all = Place { pose: self.pose, formation: self.formation, files: Files::of(self.stands), within: None };
        if self.formation != Formation::Dismounted {
            return (all, None);
        }
        let holders = horse_holders(self.stands);
        let line = Place { files: Files::of(self.stands - holders), ..all };
        let behind = dress::depth(line.formation, line.files.total()) + HORSES_PLACED;
        let at = Spot::round(self.pose.local(0.0, -behind.get()));
        let pose = Pose { at, ..self.pose };
        let horses = Place { pose, formation: Formation::LedHorses, files: Files::of(holders), within: None };
        (line, Some(horses))
    }
}
