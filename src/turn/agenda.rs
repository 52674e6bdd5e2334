//! The agenda: what is still to be done, as data. A resolution can stop at any step for dice or a decision, and a
//! battle can be saved there.

use std::fmt;
use std::hash::{Hash, Hasher};

use bevy::ecs::resource::Resource;
use serde::{Deserialize, Serialize};

use super::event::{Cause, Motion, Test, Volley};
use super::order::{Charge, Choice, Means};
use super::phase::Phase;
use super::reaction::Opening;
use super::risk::Risk;
use crate::army::{BrigadeId, Face, GeneralId, RegimentId, Side};
use crate::book::cover::{Cover, Denial};
use crate::geometry::{Inches, Way};
use crate::ground::PieceId;
use crate::ground::walk::{Crossing, Entry};

/// One step of a resolution.
#[derive(Clone, PartialEq, Debug, Hash, Serialize, Deserialize)]
pub enum Step {
    /// Roll for the right to choose who goes first.
    Initiative,
    /// The winner of that roll chooses.
    ChooseFirst(Side),
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
    /// Batteries fire as one (Companion 16 §2.3).
    Concentrate {
        /// Which, in the order in which their sections are taken.
        batteries: Vec<RegimentId>,
        /// At whom.
        target: RegimentId,
    },
    /// Its target rolls cover saves and takes its losses.
    Saves(Hits),
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
    Smoke {
        /// Who fired.
        unit: RegimentId,
        /// At whom: a garrison's smoke hangs before the wall that it fired from.
        target: RegimentId,
    },
    /// A general's fate.
    LeaderRoll(Risk),
    /// After a Bloody Draw: who struck stays flush against whom he struck, whatever stands were lost.
    CloseUp {
        /// Who struck.
        unit: RegimentId,
        /// Whom.
        target: RegimentId,
    },
    /// A general is left alone: he flees if an enemy is upon him (C-37).
    Stranded(GeneralId),
    /// An enemy has come upon a lone general on his way: he flees (C-37).
    Overrun(GeneralId),
    /// A Natural Rally is rolled.
    NaturalRally(RegimentId),
    /// Charges advance to their 4.0" lines.
    ToTheLine(Vec<Charge>),
    /// The defender's answer to the chargers at their lines.
    ReactToCharges {
        /// Who is charged.
        target: RegimentId,
        /// By whom.
        chargers: Vec<Charger>,
    },
    /// A regiment goes to meet a charger.
    CounterCharge {
        /// Who.
        unit: RegimentId,
        /// Which charger.
        at: RegimentId,
    },
    /// A line bends its outer stands back, if its check is passed or its pip spent.
    RefuseFlank {
        /// Whose.
        unit: RegimentId,
        /// Which flank.
        flank: Face,
        /// How many stands.
        stands: u8,
        /// What it is done with.
        by: Means,
    },
    /// A charge is about to come upon a skirmish screen.
    ScreenCharged {
        /// Whose.
        unit: RegimentId,
        /// Who comes.
        by: Vec<RegimentId>,
    },
    /// A charger tests, if the closing volley hurt it, and closes.
    Close(ChargeProgress),
    /// Contact, before any melee dice.
    Strike {
        /// Who charged.
        unit: RegimentId,
        /// Whom.
        target: RegimentId,
    },
    /// The enemy is gone before contact; the charger may go on this far.
    Pursue {
        /// Who charged.
        unit: RegimentId,
        /// How far at most.
        most: Inches,
    },
    /// A fight is resolved.
    Fight(Vec<RegimentId>),
    /// Both sides of a fight name the regiment that leads them.
    NameLeads {
        /// Regiments of the side that attacked (or is Active).
        attackers: Vec<RegimentId>,
        /// Of the other.
        defenders: Vec<RegimentId>,
        /// Who leads the attackers, once that is known.
        attack_lead: Option<RegimentId>,
    },
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
        /// There was too little room: it has paid for that and goes as far as it can (C-42).
        short: bool,
    },
    /// A victor may move a little.
    Consolidate(RegimentId),
    /// A victor by 4 or more may sweep on, if whom it has beaten is gone (Companion 16 §7.4).
    Sweep {
        /// Who has won.
        unit: RegimentId,
        /// The lead of those whom it has beaten.
        beaten: RegimentId,
    },
    /// The melee of one that has swept on into another enemy.
    SweepMelee(RegimentId),
    /// Solid shot that hit a building is rolled for structural damage.
    Structure {
        /// Which building.
        building: PieceId,
        /// Hits.
        hits: u8,
        /// Whose shot.
        by: RegimentId,
    },
    /// The garrison of a building that has come down stands in the rubble.
    OutOfRuins {
        /// Which garrison.
        unit: RegimentId,
        /// Whose shot.
        by: RegimentId,
    },
    /// The phase is done: what follows it.
    Leave(Phase),
    /// The battle ends, for this reason.
    End(Ending),
    /// The horses of a firing line that has moved follow it.
    BringHorses {
        /// The firing line.
        line: RegimentId,
        /// How it moved.
        motion: Motion,
    },
}

/// A volley that has hit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Hits {
    /// Who fired.
    pub unit: RegimentId,
    /// At whom.
    pub target: RegimentId,
    /// Hits to save.
    pub hits: u8,
    /// The target's cover against it.
    pub cover: Cover,
    /// Why it has none, where it stands in cover.
    pub denied: Option<Denial>,
    /// Which kind of volley.
    pub volley: Volley,
    /// What is due after the saves of men who have seen no fire, if no hit gets through to them.
    pub waits: Option<Test>,
}

/// Why a battle ends (C-19).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Ending {
    /// The last turn is over.
    LastTurn,
    /// Every brigade of this side is Broken or gone.
    Collapse(Side),
    /// Every brigade of both sides is Broken or gone.
    BothCollapse,
}

/// How a march goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Gait {
    /// Forward, as a free move does.
    Forward,
    /// Straight back, facing the enemy.
    Back,
}

/// A march on its way. What it costs was settled when it was ordered; a reaction in its middle changes nothing of that.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct MarchProgress {
    /// Who marches.
    pub unit: RegimentId,
    /// How.
    pub gait: Gait,
    /// What is left of the path.
    pub way: Way,
    /// Inches of the path already behind it.
    pub done: Inches,
    /// Stands it had when it was ordered.
    pub stands: u8,
    /// It was halted at its first fire before it was ordered: it only goes back.
    pub halted: bool,
    /// Reactions that enemies may still answer this move with, with the inches ahead at which they do, in order.
    pub openings: Vec<Opening>,
    /// Movement still to be paid.
    pub cost: Inches,
    /// What of that the ground takes beyond the inches marched.
    #[serde(default)]
    pub taken: Inches,
    /// The most it may spend this turn, if ground on the way has cut it.
    pub cap: Option<Inches>,
    /// Areas whose price is paid with it.
    pub paid: u128,
    /// Formed friends on the whole path, with the inches at which each is met (Companion 16 §3.3).
    pub passes: Vec<(Inches, RegimentId)>,
    /// Obstacles on the whole path.
    pub obstacles: Vec<Crossing>,
    /// Areas entered on the whole path.
    pub entered: Vec<Entry>,
}

/// One that stands at its 4.0" line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Charger {
    /// Who charges.
    pub unit: RegimentId,
    /// The face of its target that it means to strike.
    pub face: Face,
}

/// A charge at its 4.0" line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ChargeProgress {
    /// Who charges.
    pub unit: RegimentId,
    /// Whom.
    pub target: RegimentId,
    /// The face it means to strike.
    pub face: Face,
    /// How far to the right of its middle.
    pub shift: Inches,
    /// Charge move left, in inches of its path.
    pub left: Inches,
    /// The whole of its path is within its charge move. Losses on the way do not make it longer.
    pub arrives: bool,
    /// It strikes with momentum.
    pub momentum: bool,
}

/// A question that the game has stopped for.
#[derive(Clone, PartialEq, Debug, Hash, Serialize, Deserialize)]
pub struct Question {
    /// Who must answer.
    pub side: Side,
    /// What is asked.
    pub ask: Ask,
    /// Answers that are allowed; for [`Choice::Advance`], [`Choice::Turn`] and [`Choice::Evade`] the value is the most.
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
        chargers: Vec<Charger>,
    },
    /// An enemy has come to a point of its move at which there may be reactions to it.
    Crossing {
        /// Who moves.
        mover: RegimentId,
        /// Who may do what, and why some may not.
        openings: Vec<Opening>,
    },
    /// A charge comes upon a skirmish screen.
    ScreenCharged {
        /// Whose.
        unit: RegimentId,
        /// Who comes.
        by: Vec<RegimentId>,
    },
    /// The victor's consolidation.
    Consolidation(RegimentId),
    /// The victor may make a Sweeping Advance.
    Sweep {
        /// Who has won.
        unit: RegimentId,
        /// What it costs.
        pips: u8,
    },
    /// Two regiments have equally many stands engaged: which leads?
    Lead(Vec<RegimentId>),
    /// Players roll their own dice: so many, for this.
    Dice {
        /// How many.
        count: u8,
        /// For what, and what they must show.
        told: Told,
    },
}

/// Words for the players about dice that they are to roll.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Told {
    /// For what.
    pub purpose: String,
    /// What each must show, and what is added to it: a line each.
    pub needs: Vec<String>,
}

/// Words are no part of what has happened: a better word must not break the digest of an old save.
impl Hash for Told {
    fn hash<H: Hasher>(&self, _: &mut H) {}
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
            Self::Crossing { .. } => "answer the enemy's move",
            Self::ScreenCharged { .. } => "say whether the skirmish screen evades",
            Self::Consolidation(_) => "consolidate",
            Self::Sweep { .. } => "decide on a Sweeping Advance",
            Self::Lead(_) => "name the regiment that leads",
            Self::Dice { .. } => "roll dice",
        })
    }
}
