//! What events are made of: purposes of dice, occasions of tests, reasons.

use serde::Serialize;

use crate::army::{BrigadeId, GeneralId, RegimentId};
use crate::book::Page;
use crate::ground::PieceId;

/// A number added to a die or a score, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Modifier {
    /// What it is worth.
    pub value: i8,
    /// "Disordered".
    pub why: &'static str,
    /// Where it stands.
    pub page: Page,
}

/// What dice are rolled for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Purpose {
    /// Who chooses to go first.
    Initiative,
    /// Staff pips of a brigade.
    Pips(BrigadeId),
    /// A Discipline Check.
    Discipline(RegimentId, Test),
    /// A volley, to hit.
    ToHit(RegimentId),
    /// A missed die of a volley, again (Companion 16 §9.0).
    HitAgain(RegimentId),
    /// Cover saves.
    Saves(RegimentId),
    /// A failed cover save, again (Companion 16 §9.0).
    SaveAgain(RegimentId),
    /// Melee, one die for the leader of each side.
    Melee(RegimentId),
    /// Natural Rally.
    Rally(RegimentId),
    /// The leader table.
    Leader(GeneralId),
    /// Solid shot against a building.
    Structure(PieceId),
}

/// Occasions of Discipline Checks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, serde::Deserialize)]
pub enum Test {
    /// A volley's natural 6 (Companion 16 §5.5).
    Suppression(Volley),
    /// A hit on a Spent unit (Companion 16 §8.1).
    Spent(Volley),
    /// The first fire that tells on men who have seen none (Companion 16 §9.0).
    Elephant(Volley),
    /// Before contact (Companion 16 §7.2).
    Contact,
    /// Crossing a stone wall (Companion 16 §4.2).
    Wall,
    /// Beaten friends pass through (C-41).
    Retreaters,
    /// Rebel Yell (Companion 16 §9.0).
    RebelYell,
    /// Passage of Lines (Companion 16 §3.3).
    Passage,
    /// Refusing a flank without a pip (Companion 16 §6.0); failing it means nothing.
    RefuseFlank,
}

/// Kinds of volley.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, serde::Deserialize)]
pub enum Volley {
    /// In Phase 3.
    Phase3,
    /// Closing Volley.
    Closing,
    /// Opportunity Fire.
    Opportunity,
    /// In Phase 3, as a part of Concentrated Battery Fire (Companion 16 §2.3).
    Concentrated,
}

/// Why a Disorder marker was placed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, serde::Deserialize)]
pub enum Cause {
    /// A failed check.
    Failed(Test),
    /// Entering dense woods.
    DenseWoods,
    /// Hit by a Napoleon's canister.
    Canister,
    /// Double-Time two turns running.
    DoubleTime,
    /// Beaten in melee.
    Beaten,
    /// A Bloody Draw.
    BloodyDraw,
    /// Its general was killed.
    GeneralKilled,
    /// Its brigade broke.
    BrigadeBroken,
    /// Its building came down.
    Collapse,
}

/// Why a regiment left the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, serde::Deserialize)]
pub enum Exit {
    /// One stand left.
    Shattered,
    /// Charged while its brigade was Broken.
    Routed,
    /// Charged in road column.
    Overrun,
    /// Reached the table edge.
    LeftTable,
    /// Beaten with no way back.
    Captured,
    /// A battery beaten in melee, or caught limbered.
    GunsTaken,
    /// A battery's last section, a detachment's last stand is lost.
    Destroyed,
    /// Horse holders that a charge has reached.
    HorsesTaken,
}

/// How regiments move when no player's march moves them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, serde::Deserialize)]
pub enum Motion {
    /// A free move, or its part up to a reaction.
    March,
    /// Fall Back in Good Order.
    FallBack,
    /// Turning on the spot to the line of a charge.
    FaceTarget,
    /// A charge.
    Charge,
    /// Going to meet a charge.
    CounterCharge,
    /// Going back beaten.
    Retreat,
    /// Victor's consolidation.
    Consolidate,
    /// A Broken brigade's retreat.
    Broken,
    /// Pivot in place.
    Pivot,
    /// About Face.
    AboutFace,
}

/// What brings a garrison out of its building.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, serde::Deserialize)]
pub enum WayOut {
    /// Its player.
    Ordered,
    /// Beaten in melee.
    Driven,
    /// Its brigade is Broken.
    Broken,
    /// The building came down.
    Collapse,
}

/// Where a stand was taken from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, serde::Deserialize)]
pub enum End {
    /// The left end of a line.
    Left,
    /// The right end of a line.
    Right,
    /// The tail of a column.
    Rear,
}

/// Why a charge ended without contact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, serde::Deserialize)]
pub enum Halt {
    /// A failed check before contact: 2.0" short, Disordered.
    Stalled,
    /// The charge move ran out.
    OutOfReach,
    /// There is no room left to come flush against the target.
    NoRoom,
    /// Men who had seen no fire would not go on from the 4.0" line (Q30).
    Elephant,
    /// The target left the table.
    TargetGone,
    /// The charger was shattered.
    ChargerGone,
    /// It came to the water's edge.
    Water,
    /// It came down into a sunken road in which nobody waited.
    SunkenRoad,
}

/// The leader table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, serde::Deserialize)]
pub enum Fate {
    /// 1-3.
    Unhurt,
    /// 4.
    LightlyWounded,
    /// 5.
    SeverelyWounded,
    /// 6.
    Killed,
    /// Alone and overrun, he reached a friendly regiment (C-37).
    Escaped(RegimentId),
    /// Alone and overrun (C-37).
    Captured,
}

/// How a skirmish screen is lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, serde::Deserialize)]
pub enum ScreenEnd {
    /// It has taken its second hit.
    Shot,
    /// A formed enemy has run over it.
    RunOver,
    /// Its regiment was beaten behind it.
    Beaten,
}
