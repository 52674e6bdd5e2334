//! The agenda: what is still to be done, as data. A resolution can stop at any step for dice or a decision, and a
//! battle can be saved there.

use std::fmt;

use bevy::ecs::resource::Resource;
use serde::{Deserialize, Serialize};

use super::event::{Cause, Test, Volley};
use super::order::{Charge, Choice};
use super::phase::Phase;
use crate::army::{BrigadeId, Face, GeneralId, RegimentId, Side};
use crate::geometry::{Inches, March, Pose};

/// One step of a resolution.
#[derive(Clone, PartialEq, Debug, Hash, Serialize, Deserialize)]
pub enum Step {
    /// Roll for the right to choose who goes first.
    Initiative,
    /// The next brigade deploys, or the first turn begins.
    NextDeployment,
    /// A turn begins.
    BeginTurn,
    /// This brigade rolls its pips.
    RollPips(BrigadeId),
    /// Brigade clocks are compared with their losses.
    AssessClocks,
    /// A phase begins.
    Open(Phase),
    /// A Broken brigade's regiment goes back.
    BrokenRetreat(RegimentId),
    /// A march, or what is left of it after a reaction.
    March(MarchProgress),
    /// A regiment takes a Discipline Check; what failing means depends on the test.
    Check {
        /// Whom.
        unit: RegimentId,
        /// Why.
        test: Test,
        /// The other regiment concerned: the firer, the charger, the one that passes.
        by: Option<RegimentId>,
    },
    /// A volley is rolled.
    Volley {
        /// Who fires.
        unit: RegimentId,
        /// At whom.
        target: RegimentId,
        /// Kind.
        volley: Volley,
    },
    /// Its target rolls cover saves and takes its losses.
    Saves {
        /// Who fired.
        unit: RegimentId,
        /// At whom.
        target: RegimentId,
        /// Kind.
        volley: Volley,
        /// Hits to save.
        hits: u8,
        /// A natural 6 was among the dice (for generals).
        six: bool,
    },
    /// Hits that were not saved, or micro-hits, take their toll.
    Hits {
        /// On whom.
        unit: RegimentId,
        /// How many.
        hits: u8,
        /// Where they came from (Q03).
        from: Option<RegimentId>,
    },
    /// A stand is lost outright, as the beaten lose one.
    LoseStand {
        /// Whose.
        unit: RegimentId,
        /// To whom.
        to: Option<RegimentId>,
    },
    /// A Disorder event: a marker, or a Micro-Hit if there is one.
    Disorder {
        /// On whom.
        unit: RegimentId,
        /// Why.
        cause: Cause,
        /// Where it came from (Q03).
        from: Option<RegimentId>,
    },
    /// Smoke of the volley.
    Smoke(RegimentId),
    /// A general's fate.
    LeaderRoll(GeneralId),
    /// Charges advance to their 4.0" lines.
    ToTheLine(Vec<Charge>),
    /// The defender's answer to the chargers at their lines.
    ReactToCharges {
        /// Who is charged.
        target: RegimentId,
        /// By whom.
        chargers: Vec<RegimentId>,
    },
    /// A charger tests, if the closing volley hurt it, and closes.
    Close(ChargeProgress),
    /// A fight is resolved.
    Fight(Vec<RegimentId>),
    /// Melee dice.
    MeleeDice {
        /// Regiments of the side that attacked (or is Active).
        attackers: Vec<RegimentId>,
        /// Of the other.
        defenders: Vec<RegimentId>,
        /// Who leads the attackers.
        attack_lead: RegimentId,
        /// Who leads the defenders.
        defence_lead: RegimentId,
    },
    /// A beaten regiment goes back from these enemies.
    Retreat {
        /// Whom.
        unit: RegimentId,
        /// Who beat it.
        from: RegimentId,
    },
    /// A victor may move a little.
    Consolidate(RegimentId),
    /// The phase is done: what follows it.
    Leave(Phase),
}

/// A march on its way.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct MarchProgress {
    /// Who marches.
    pub unit: RegimentId,
    /// The whole path that was ordered.
    pub march: March,
    /// Where it began.
    pub from: Pose,
    /// Straight and turned inches of the path already behind it.
    pub done: Inches,
    /// Enemies who may still fire at this move, with the inches along the path at which they do (C-31), in order.
    pub crossings: Vec<(Inches, RegimentId)>,
}

/// A charge on its way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ChargeProgress {
    /// Who charges.
    pub unit: RegimentId,
    /// Whom.
    pub target: RegimentId,
    /// The face it means to strike.
    pub face: Face,
    /// Where it began.
    pub from: Pose,
    /// Charge move left.
    pub left: Inches,
    /// It must test before it closes.
    pub test: bool,
}

/// A question that the game has stopped for.
#[derive(Clone, PartialEq, Debug, Hash, Serialize, Deserialize)]
pub struct Question {
    /// Who must answer.
    pub side: Side,
    /// What is asked.
    pub ask: Ask,
    /// Answers that are allowed; for [`Choice::Advance`] and [`Choice::Turn`] the value is the most.
    pub choices: Vec<Choice>,
}

/// Questions.
#[derive(Clone, PartialEq, Debug, Hash, Serialize, Deserialize)]
pub enum Ask {
    /// Won the initiative roll: who goes first?
    GoFirst,
    /// Chargers stand at their 4.0" lines before this regiment.
    ChargedAt {
        /// Who is charged.
        target: RegimentId,
        /// By whom.
        chargers: Vec<RegimentId>,
    },
    /// An enemy crosses the front of one or more regiments.
    Crossing {
        /// Who moves.
        mover: RegimentId,
    },
    /// The victor's consolidation.
    Consolidation(RegimentId),
    /// Two regiments have equally many stands engaged: which leads?
    Lead(Vec<RegimentId>),
    /// Players roll their own dice: so many, for this.
    Dice {
        /// How many.
        count: u8,
        /// For what, in words.
        purpose: String,
    },
}

/// What is still to be done, the next step last; and what the game waits for.
#[derive(Resource, Clone, PartialEq, Default, Debug, Hash, Serialize, Deserialize)]
pub struct Agenda {
    /// Steps, the next one last.
    pub steps: Vec<Step>,
    /// Nothing else is accepted until this is answered.
    pub question: Option<Question>,
    /// The answer, until the step that asked takes it.
    pub answer: Option<Choice>,
}

impl Agenda {
    /// Puts steps on top so that they are done in the order given.
    pub fn push(&mut self, steps: impl IntoIterator<Item = Step, IntoIter: DoubleEndedIterator>) {
        self.steps.extend(steps.into_iter().rev());
    }
}

impl fmt::Display for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::GoFirst => "choose who goes first",
            Self::ChargedAt { .. } => "answer the charge",
            Self::Crossing { .. } => "fire at the enemy that crosses your front",
            Self::Consolidation(_) => "consolidate",
            Self::Lead(_) => "name the regiment that leads",
            Self::Dice { .. } => "roll dice",
        })
    }
}
