//! Orders: everything a player decides, as data.

use serde::{Deserialize, Serialize};

use crate::army::{BrigadeId, Face, Formation, GeneralId, RegimentId, Side};
use crate::geometry::{Degrees, Inches, March, Pose, Spot};
use crate::ground::PieceId;

/// A decision of a player. What is stored, replayed, undone and checked is exactly this.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Order {
    /// Places a regiment during deployment.
    Deploy {
        /// Whom.
        unit: RegimentId,
        /// Where.
        pose: Pose,
        /// In which formation.
        formation: Formation,
    },
    /// Places a general during deployment.
    DeployGeneral {
        /// Whom.
        general: GeneralId,
        /// Where.
        at: Spot,
    },
    /// Done: with this brigade's deployment, or with the phase. Both sides say it in Phases 1 and 5.
    Ready(Side),

    /// Command Rally: pips take off the Disorder marker, no roll (Companion 16 §8.3).
    Rally(RegimentId),
    /// Natural Rally in Phase 5 (Companion 11 §5.0).
    NaturalRally(RegimentId),
    /// Reserve for Reaction (Companion 16 §2.3).
    Reserve(BrigadeId),
    /// A division commander's bonus pip (Companion 16 §2.1).
    Bonus {
        /// Who gives it.
        general: GeneralId,
        /// To whose brigade.
        brigade: BrigadeId,
    },

    /// Advance, wheel, advance.
    March {
        /// Whom.
        unit: RegimentId,
        /// The path.
        march: March,
    },
    /// A pivot in place about the Color Stand: up to 45°, fires at -1 (C-24).
    Pivot {
        /// Whom.
        unit: RegimentId,
        /// Clockwise is positive.
        angle: Degrees,
    },
    /// A change of formation.
    Form {
        /// Whom.
        unit: RegimentId,
        /// The new formation.
        formation: Formation,
    },
    /// About Face.
    AboutFace(RegimentId),
    /// Fall Back in Good Order, keeping face to the enemy.
    FallBack {
        /// Whom.
        unit: RegimentId,
        /// How far, to 3.0".
        distance: Inches,
    },
    /// The regiment holds.
    Hold(RegimentId),
    /// Double-Time: a pip for 3.0" more.
    DoubleTime(RegimentId),
    /// A general rides; on his own he goes where he likes.
    Ride {
        /// Who.
        general: GeneralId,
        /// Where to.
        to: Spot,
        /// Where he turns on the way: round the enemy, over a bridge. Straight when there is nothing in it.
        #[serde(default)]
        via: Vec<Spot>,
    },
    /// A column on a road follows it, a skirmish line goes where it likes (Companion 16 §3.1, C-23).
    Follow {
        /// Whom.
        unit: RegimentId,
        /// Where each leg of its front-edge midpoint ends.
        path: Vec<Spot>,
        /// The way it faces at the end; for a column the way the road runs there.
        facing: Degrees,
    },
    /// A general joins a regiment at its colors.
    Attach {
        /// Who.
        general: GeneralId,
        /// Which.
        unit: RegimentId,
        /// Where he turns on the way, as in a ride.
        #[serde(default)]
        via: Vec<Spot>,
    },
    /// One charge, or several at once: "Dress on the Colors".
    Assault(Vec<Charge>),
    /// It takes the split-rail fence before it down, and does nothing else in this phase (Companion 16 §4.2).
    Dismantle(RegimentId),

    /// Fire in Phase 3.
    Fire {
        /// Who fires.
        unit: RegimentId,
        /// At whom.
        target: RegimentId,
    },

    /// Concentrated Battery Fire: a pip for up to three sections of a brigade's batteries on one target (Companion 16 §2.3).
    Concentrate {
        /// Which batteries, in the order in which their sections are taken.
        batteries: Vec<RegimentId>,
        /// At whom.
        target: RegimentId,
    },

    /// Stands of a regiment go into a building beside it: a detachment, or all of them.
    Garrison {
        /// Whose stands.
        unit: RegimentId,
        /// The building.
        building: PieceId,
        /// How many.
        stands: u8,
    },
    /// A garrison comes out in line before a wall of its building.
    LeaveBuilding {
        /// The garrison.
        unit: RegimentId,
        /// The wall.
        wall: Face,
    },
    /// A detachment, in a building or put out of one, goes back to its regiment.
    Rejoin(RegimentId),

    /// Sends a skirmish screen out.
    Screen(RegimentId),
    /// Takes it back in.
    Recall(RegimentId),

    /// The answer to a question that the game has stopped for.
    Answer(Choice),
    /// Dice that the players have rolled themselves, in order.
    Dice(Vec<u8>),
}

/// One regiment's part of an assault.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Charge {
    /// Who charges.
    pub unit: RegimentId,
    /// Whom.
    pub target: RegimentId,
}

/// What a reaction is done with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Means {
    /// The brigade's reserved pip: it succeeds.
    Reserve,
    /// A Discipline Check on 4+: free, and it may fail.
    Check,
}

/// Answers to the questions of the agenda.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Choice {
    /// This side is Active first (C-17).
    First(Side),
    /// Fires a Closing Volley at this charger.
    ClosingVolley {
        /// Who fires.
        unit: RegimentId,
        /// At which charger.
        at: RegimentId,
    },
    /// Fires at a unit that crosses the front.
    OpportunityFire(RegimentId),
    /// Gives up its volley and goes to meet this charger: a reserved pip (Companion 16 §6.0).
    CounterCharge {
        /// Who.
        unit: RegimentId,
        /// Which charger.
        at: RegimentId,
    },
    /// Bends the outer stands of a line back (Companion 16 §6.0).
    RefuseFlank {
        /// Whose.
        unit: RegimentId,
        /// [`Face::Left`] or [`Face::Right`].
        flank: Face,
        /// 1 or 2.
        stands: u8,
        /// What it costs.
        by: Means,
    },
    /// The skirmish screen of a regiment falls back through its line, so far (Companion 10 §3.0).
    Evade {
        /// Whose.
        unit: RegimentId,
        /// 4.0" to 6.0".
        back: Inches,
    },
    /// No reaction.
    Decline,
    /// The victor stays where it is, or dresses ranks.
    Stand,
    /// The victor advances straight.
    Advance(Inches),
    /// The victor pivots about its Color Stand; clockwise is positive.
    Turn(Degrees),
    /// Sweeps on into this enemy (Companion 16 §7.4).
    Sweep(RegimentId),
    /// This regiment leads its side of the fight (Q09).
    Lead(RegimentId),
}
