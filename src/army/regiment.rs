//! Regiments of infantry and cavalry, and batteries: the word regiment stands for all of them.

use std::sync::Arc;

use bevy::ecs::component::Component;
use serde::{Deserialize, Serialize};

use super::dress::Files;
use super::kinds::{Arm, Colors, Formation, Grade, Trait, Uniform, Weapon};
use super::{BrigadeId, RegimentId, Side};
use crate::geometry::{Inches, Pose, Spot};
use crate::ground::PieceId;

/// What a regiment is; fixed for the battle.
#[derive(Component, Clone, PartialEq, Debug)]
pub struct Regiment {
    /// Its id.
    pub id: RegimentId,
    /// As its veterans wrote it: "6th Wisconsin".
    pub name: Arc<str>,
    /// Its army.
    pub side: Side,
    /// Its brigade, fixed by the scenario (C-38).
    pub brigade: BrigadeId,
    /// Branch of service.
    pub arm: Arm,
    /// For a detachment (a garrison, horse holders), the regiment that it belongs to.
    pub parent: Option<RegimentId>,
    /// Training.
    pub grade: Grade,
    /// Arms.
    pub weapon: Weapon,
    /// Traits, without repetition.
    pub traits: Arc<[Trait]>,
    /// Stands at the start of the battle: 3 to 12, sections of a battery 1 to 4; 0 for a detachment, whose stands count
    /// with its parent's.
    pub stands: u8,
    /// Men present at the start, for the roster; no rule reads it.
    pub men: u16,
    /// What the men wear.
    pub uniform: Uniform,
    /// What the colour bearers carry.
    pub colors: Arc<[Colors]>,
}

/// A regiment's name within a sentence: "the 6th Wisconsin", "the Washington Artillery", but "Cobb's Legion" and
/// "Battery B, 4th U.S. Artillery".
pub fn with_article(name: &str) -> String {
    let first = name.split(' ').next().unwrap_or_default();
    let owned = ["'s", "s'", "\u{2019}s", "s\u{2019}"].iter().any(|end| first.ends_with(end));
    let counted = matches!(first, "Battery" | "Company" | "Section" | "Squadron" | "Troop");
    match name.strip_prefix("The ") {
        Some(rest) => format!("the {rest}"),
        None if owned || counted => name.to_owned(),
        None => format!("the {name}"),
    }
}

impl Regiment {
    /// Whether it has the trait.
    pub fn has(&self, which: Trait) -> bool {
        self.traits.contains(&which)
    }

    /// Stands of it that go their own way, as a regiment: a garrison, or its horse holders. They count with their
    /// parent's, so they begin with none.
    pub fn detachment(&self, id: RegimentId, formation: Formation) -> Self {
        let what = match formation {
            Formation::LedHorses => "horses",
            _ => "garrison",
        };
        let name = format!("{} ({what})", self.name).into();
        Self { id, name, parent: Some(self.id), stands: 0, men: 0, ..self.clone() }
    }
}

/// Where a regiment is and how it is formed.
#[derive(Component, Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Place {
    /// Midpoint of the front edge, and facing.
    pub pose: Pose,
    /// Its formation.
    pub formation: Formation,
    /// Stands to either side of the colors.
    pub files: Files,
    /// The building that a garrison is in.
    pub within: Option<House>,
}

/// A building as its garrison's outline: the place's pose is the building's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct House {
    /// Which.
    pub piece: PieceId,
    /// Side to side.
    pub frontage: Inches,
    /// Front to rear.
    pub depth: Inches,
}

/// What the battle has done to a regiment.
#[derive(Component, Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Condition {
    /// Gone from the table (shattered, routed, overrun, left it); all its stands count as lost (B117, B119).
    pub gone: bool,
    /// Disorder marker; never more than one (Companion 16 §8.3).
    pub disordered: bool,
    /// An odd hit carried: 0 or 1 (Companion 16 §5.4).
    pub micro: u8,
    /// Locked by a Bloody Draw: the fight goes on in the next turn, without the bonuses of a charge (B82).
    pub locked: bool,
    /// The enemy that its charge struck, and on which face, while they are in contact.
    pub struck: Option<Struck>,
    /// Double-Time bought in the owner's last active turn (B15, C-81).
    pub doubled_last_turn: bool,
    /// It has been under fire that told, and has taken the test of men who had not (Companion 16 §9.0, C-54).
    pub blooded: bool,
    /// Complete game turns of rest behind it, with a Micro-Hit to recover from (Companion 12 §5.0).
    pub rested: u8,
    /// One of its stands is out ahead as a skirmish screen; its files are those in line (Companion 16 §3.4).
    pub screen: bool,
    /// Hits that its screen has taken; at 2 it is gone for good (Companion 10 §2.0).
    pub screen_hits: u8,
    /// How far behind the line's front edge its screen stands after an evasion; `None` when it is ahead, or in line.
    pub evaded: Option<Inches>,
    /// Stands of the left and of the right end that are bent back to refuse the flank, until it next moves (Companion 16
    /// §6.0).
    pub refused: [u8; 2],
    /// A battery that the enemy has taken: it is worth points of its own (C-19).
    #[serde(default)]
    pub taken: bool,
    /// It fired in Phase 3 of its owner's last active turn (B12).
    #[serde(default)]
    pub fired_last_turn: bool,
    /// Low Ammo marker: no bonus dice until the wagons have come up (Companion 12 §4.0).
    #[serde(default)]
    pub low_ammo: bool,
}

impl Condition {
    /// At the start of a battle.
    pub const FRESH: Self = Self {
        gone: false,
        disordered: false,
        micro: 0,
        locked: false,
        struck: None,
        doubled_last_turn: false,
        blooded: false,
        rested: 0,
        screen: false,
        screen_hits: 0,
        evaded: None,
        refused: [0; 2],
        taken: false,
        fired_last_turn: false,
        low_ammo: false,
    };

    /// With so many stands left, one of them at least holds the front.
    pub fn straighten(&mut self, stands: u8) {
        while self.refused[0] + self.refused[1] >= stands.max(1) {
            let longer = usize::from(self.refused[1] > self.refused[0]);
            self.refused[longer] -= 1;
        }
    }

    /// Stands that refuse this flank; a front or a rear is none.
    pub const fn refusing(&self, flank: Face) -> u8 {
        match flank {
            Face::Left => self.refused[0],
            Face::Right => self.refused[1],
            Face::Front | Face::Rear => 0,
        }
    }
}

/// The face of a unit that a charge strikes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Face {
    /// Front.
    Front,
    /// Left flank.
    Left,
    /// Right flank.
    Right,
    /// Rear.
    Rear,
}

/// Whom a charge struck, and where.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Struck {
    /// The regiment in contact.
    pub target: RegimentId,
    /// Which of its faces.
    pub face: Face,
    /// Level of the ground that the charge came from (Companion 16 §4.4).
    pub level: i8,
}

/// What a regiment has done and suffered in the current game turn; cleared when a turn begins.
#[derive(Component, Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub struct Deeds {
    /// Movement spent so far in Phase 2, costs included.
    pub spent: Inches,
    /// What the ground has taken of that beyond the inches marched; less than nothing on roads. It does not count against
    /// the guaranteed 2.0" (Companion 16 §3.1).
    #[serde(default)]
    pub taken: Inches,
    /// Most it may spend this turn, where ground has already cut it (Q05).
    pub cap: Option<Inches>,
    /// Inches advanced straight ahead in Phase 2, for the smoke (SMK-7).
    pub forward: Inches,
    /// Where the middle of its front was when it first moved this turn.
    pub began: Option<Spot>,
    /// It was Disordered when Phase 2 began: 2.0" less (QRS 4 §3, Q04).
    pub slow: bool,
    /// Any advance, wheel, fall back, about face, charge or retreat.
    pub moved: bool,
    /// It has used the one wheel of its free move.
    pub wheeled: bool,
    /// It pivoted in place: -1 To-Hit (Companion 16 §5.1).
    pub pivoted: bool,
    /// It changed formation: -1 To-Hit.
    pub reformed: bool,
    /// It has taken its screen in at the price of half a move, which is forgiven to who stays as he is (B125).
    #[serde(default)]
    pub recalled: bool,
    /// Its guns were unlimbered (Companion 16 §10.4).
    pub unlimbered: bool,
    /// It fell back in good order: full fire kept (Companion 16 §3.3).
    pub fell_back: bool,
    /// It turned about: no fire.
    pub about_faced: bool,
    /// Its owner has said that it holds.
    pub held: bool,
    /// A pip has bought Double-Time.
    pub doubled: bool,
    /// It declared or joined an assault.
    pub assaulted: bool,
    /// It fired in Phase 3.
    pub fired: bool,
    /// It fired a reaction; no second one this turn (B69).
    pub reacted: bool,
    /// It fought a melee.
    pub fought: bool,
    /// It lost a stand or took a micro-hit (B93).
    pub hurt: bool,
    /// It has lost a stand or been Disordered since its charge paused at the 4.0" line (B70).
    pub shaken: bool,
    /// Momentum of a charge that ended in contact this turn (Companion 16 §7.3).
    pub momentum: bool,
    /// The charger that it has gone to meet this turn (Companion 16 §6.0).
    pub countered: Option<RegimentId>,
    /// It was charging when contact was made this turn.
    pub charged: bool,
    /// Level of the ground on which it declared its charge.
    pub charged_from: i8,
    /// Enemies that have fired on it in this turn's phase of fire upon its side, the first eight (C-58).
    pub fired_on_by: [Option<RegimentId>; 8],
    /// Green men who failed at their first fire: not a step forward for the rest of the turn (Companion 13 §5.0).
    pub halted: bool,
    /// Iron Discipline has ignored this turn's first shock (Companion 16 §9.0).
    pub shrugged: bool,
    /// It has a Micro-Hit, and no enemy has disturbed its rest this turn (Companion 12 §5.0).
    pub resting: bool,
    /// It has rolled a failed cover save again, as a Steady regiment may once a turn (Companion 16 §9.0).
    #[serde(default)]
    pub saved_again: bool,
    /// It has tried its Natural Rally.
    pub rally_tried: bool,
    /// It takes a fence down and does nothing else (Companion 16 §4.2).
    pub dismantling: bool,
    /// Its charge has come through abatis: -2 in melee (B33).
    pub tangled: bool,
    /// A pip has broken the trance of its firefight (B12).
    #[serde(default)]
    pub roused: bool,
    /// It has made its Sweeping Advance (Companion 16 §7.4, B85).
    #[serde(default)]
    pub swept: bool,
    /// Area pieces whose fixed price it has paid this turn, one bit for each piece of the ground, the first 128 (Q05).
    pub paid: u128,
}

impl Deeds {
    /// Stationary (B93): it has not moved, wheeled, pivoted or re-formed this turn.
    pub const fn stationary(&self) -> bool {
        !(self.moved || self.wheeled || self.pivoted || self.reformed)
    }
}

#[cfg(test)]
mod tests {
    use super::with_article;

    #[test]
    fn names_have_their_article_where_they_take_one() {
        for (name, told) in [
            ("6th Wisconsin", "the 6th Wisconsin"),
            ("Jeff Davis Legion", "the Jeff Davis Legion"),
            ("Cobb's Legion", "Cobb's Legion"),
            ("Phillips' Legion", "Phillips' Legion"),
            ("Battery A, 2nd U.S. Artillery", "Battery A, 2nd U.S. Artillery"),
            ("The Citadel Cadets", "the Citadel Cadets"),
        ] {
            assert_eq!(with_article(name), told);
        }
    }
}
