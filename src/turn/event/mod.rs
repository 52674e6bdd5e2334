//! Events: what happened, as data. [`super::apply`] turns them into the state of the table, and nothing else does.

use serde::Serialize;

use super::order::Charge;
use super::phase::Phase;
use crate::army::{BrigadeClock, BrigadeId, Face, Formation, GeneralId, Place, RegimentId, Side, Smoke, Temper};
use crate::book::Page;
use crate::book::cover::{Cover, Denial};
use crate::book::fire::Band;
use crate::geometry::{Degrees, Inches, Pose, Spot};
use crate::ground::{Gap, PieceId};

mod buildings;
mod kinds;
mod screens;

pub use buildings::BuildingEvent;
pub use kinds::{Cause, End, Exit, Fate, Halt, Modifier, Motion, Purpose, ScreenEnd, Test, Volley, WayOut};
pub use screens::ScreenEvent;

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub enum Event {
    /// Dice were rolled: `dice` for `purpose`, each needing `number` after `modifiers`; `passed` counts successes.
    Rolled {
        /// For what.
        purpose: Purpose,
        /// Whose dice.
        side: Side,
        /// The dice in order.
        dice: Vec<u8>,
        /// What each needed, where there is such a number.
        number: Option<u8>,
        /// What was added, and why.
        modifiers: Vec<Modifier>,
        /// Successes.
        passed: u8,
        /// Where it stands.
        page: Page,
    },
    /// Who is Active first.
    First(Side),
    /// A regiment was placed.
    Deployed {
        /// Whom.
        unit: RegimentId,
        /// Where.
        pose: Pose,
        /// How.
        formation: Formation,
    },
    /// A general was placed or rode.
    Rode {
        /// Who.
        general: GeneralId,
        /// Where to.
        to: Spot,
        /// Movement it cost.
        cost: Inches,
        /// The regiment he joined.
        attached: Option<RegimentId>,
    },
    /// A side has said that it is done.
    Ready(Side),
    /// In this order the brigades deploy.
    DeploymentOrder(Vec<BrigadeId>),
    /// It is this brigade's turn to deploy.
    Deploying(Option<BrigadeId>),
    /// A game turn began.
    TurnBegan {
        /// From 1.
        turn: u16,
        /// The Active side.
        active: Side,
    },
    /// A phase began.
    PhaseBegan(Phase),
    /// A brigade's pips for the turn, banked pip included.
    PipsGenerated {
        /// Whose.
        brigade: BrigadeId,
        /// The new ones.
        rolled: u8,
        /// The one kept over.
        banked: u8,
    },
    /// Pips were spent.
    PipsSpent {
        /// Whose.
        brigade: BrigadeId,
        /// How many.
        pips: u8,
        /// What for.
        on: &'static str,
    },
    /// A brigade lost its pips with its general (Companion 16 §2.4).
    PipsForfeited(BrigadeId),
    /// A division commander gave a pip.
    BonusPip {
        /// Who.
        general: GeneralId,
        /// To whom.
        brigade: BrigadeId,
    },
    /// A pip was reserved.
    Reserved(BrigadeId),
    /// The reserved pip was spent on a reaction.
    ReserveSpent {
        /// Whose.
        brigade: BrigadeId,
        /// What for.
        on: &'static str,
    },
    /// A reserved pip went back to the pool, unused (B08).
    ReserveLapsed(BrigadeId),
    /// At the turn's end: `banked` kept, `lost` gone (Companion 16 §2.1).
    PipsBanked {
        /// Whose.
        brigade: BrigadeId,
        /// 0 or 1.
        banked: u8,
        /// Discarded.
        lost: u8,
    },
    /// A brigade's clock moved.
    ClockMoved {
        /// Whose.
        brigade: BrigadeId,
        /// To which state.
        to: BrigadeClock,
        /// Stands lost.
        lost: u16,
        /// Of how many.
        of: u16,
    },
    /// A regiment moved from one pose to another.
    Moved {
        /// Whom.
        unit: RegimentId,
        /// How.
        motion: Motion,
        /// From where.
        from: Pose,
        /// Poses on the way that are not on the straight line, in order (where it began and ended its wheel).
        via: Vec<Pose>,
        /// To where.
        to: Pose,
        /// Movement spent.
        cost: Inches,
        /// What of that the ground took beyond the inches marched; less than nothing on roads.
        taken: Inches,
        /// Inches of straight advance in it.
        forward: Inches,
        /// Angle wheeled in it.
        wheel: Degrees,
    },
    /// A march ended early: after losses its way is not free any more.
    MarchEnded(RegimentId),
    /// The ground cut what a regiment may still move to this total (Q05).
    Capped {
        /// Whom.
        unit: RegimentId,
        /// The most it may spend this turn.
        cap: Inches,
    },
    /// A regiment paid an area's or crossed an obstacle's price.
    Crossed {
        /// Whom.
        unit: RegimentId,
        /// What.
        piece: PieceId,
        /// For how much (already in the move's cost).
        price: Inches,
    },
    /// Formation changed.
    Formed {
        /// Whom.
        unit: RegimentId,
        /// To what.
        formation: Formation,
        /// Movement it cost, in inches of the new formation's rate.
        cost: Inches,
    },
    /// It holds.
    Held(RegimentId),
    /// Double-Time was bought.
    Doubled(RegimentId),
    /// Charges were declared.
    AssaultDeclared(Vec<Charge>),
    /// A charge pauses 4.0" from its target (Companion 16 §7.2).
    AtTheLine(RegimentId),
    /// A charge was halted short, and why.
    ChargeHalted {
        /// Whom.
        unit: RegimentId,
        /// Why.
        why: Halt,
    },
    /// A charge struck home.
    Contact {
        /// Who.
        unit: RegimentId,
        /// Whom.
        target: RegimentId,
        /// Which face it struck.
        face: Face,
        /// The charge had momentum.
        momentum: bool,
    },
    /// A regiment gives up its volley and goes to meet a charge.
    CounterCharged {
        /// Who.
        unit: RegimentId,
        /// Whom it meets.
        at: RegimentId,
    },
    /// The outer stands of a line are bent back.
    FlankRefused {
        /// Whose.
        unit: RegimentId,
        /// Which flank.
        flank: Face,
        /// How many, those of before included.
        stands: u8,
    },
    /// A reaction was declined, or nobody reacted.
    Declined(Side),
    /// A volley begins.
    VolleyFired {
        /// Who.
        unit: RegimentId,
        /// At whom.
        target: RegimentId,
        /// Which kind.
        volley: Volley,
        /// Distance.
        range: Inches,
        /// Band whose numbers are used.
        band: Band,
        /// Stands that fire.
        stands: u8,
    },
    /// What a volley did.
    VolleyTold {
        /// Who fired.
        unit: RegimentId,
        /// At whom.
        target: RegimentId,
        /// Hits after the dice.
        hits: u8,
        /// Hits after saves.
        unsaved: u8,
        /// The target's cover.
        cover: Cover,
        /// Why it has none, where it stands in cover.
        denied: Option<Denial>,
        /// What has been taken off a save that no die makes any more; nothing where saves were rolled.
        hopeless: Vec<Modifier>,
    },
    /// Cartridges run low: no bonus dice until it is resupplied (Companion 12 §4.0).
    LowAmmo(RegimentId),
    /// The wagons have come up.
    Resupplied(RegimentId),
    /// Hits that found their mark became a micro-hit or lost stands. `micro` is what is carried afterwards.
    Hurt {
        /// Whom.
        unit: RegimentId,
        /// Unsaved hits or micro-hits taken.
        hits: u8,
        /// Odd hit carried afterwards.
        micro: u8,
    },
    /// One stand was taken away (Q03).
    StandLost {
        /// Whose.
        unit: RegimentId,
        /// From which end or place.
        from: End,
        /// Stands left.
        left: u8,
    },
    /// A regiment left the table.
    Removed {
        /// Whom.
        unit: RegimentId,
        /// Why.
        exit: Exit,
    },
    /// A Disorder marker was placed.
    Disordered {
        /// On whom.
        unit: RegimentId,
        /// Why.
        cause: Cause,
    },
    /// It was Disordered already: a Micro-Hit instead (Companion 16 §8.3).
    DoubleDisorder {
        /// Whom.
        unit: RegimentId,
        /// Why.
        cause: Cause,
    },
    /// Iron Discipline: the shock of a volley is ignored (Companion 16 §9.0).
    ShockIgnored(RegimentId),
    /// The first fire that tells on men who have seen none (Companion 16 §9.0).
    SawTheElephant {
        /// Whom.
        unit: RegimentId,
        /// Whether it stood; if not it takes no step forward for the rest of the turn.
        stood: bool,
    },
    /// A turn begins, and nothing disturbs a regiment that has a Micro-Hit to recover from (Companion 12 §5.0).
    Resting(RegimentId),
    /// An enemy has seen a regiment that was resting, or come within 12.0" (Companion 12 §5.0).
    RestDisturbed {
        /// Whose rest.
        unit: RegimentId,
        /// By whom.
        by: RegimentId,
    },
    /// At a turn's end: complete turns of rest behind a regiment with a Micro-Hit.
    Rested {
        /// Whom.
        unit: RegimentId,
        /// How many turns running, 0 when its rest was broken.
        turns: u8,
    },
    /// After two complete turns of rest the Micro-Hit is off (Companion 12 §5.0).
    Recovered(RegimentId),
    /// The Disorder marker was taken off.
    Rallied(RegimentId),
    /// A Natural Rally was tried.
    RallyTried(RegimentId),
    /// Smoke was placed.
    SmokePlaced(Smoke),
    /// Smoke lifted.
    SmokeLifted {
        /// Whose.
        unit: RegimentId,
        /// Why.
        why: &'static str,
    },
    /// A side's shock score in a melee.
    Scored {
        /// The regiment that leads it.
        lead: RegimentId,
        /// Its die.
        die: u8,
        /// Engaged stands.
        engaged: u8,
        /// What was added.
        modifiers: Vec<Modifier>,
        /// The sum.
        total: i8,
    },
    /// A melee was decided; `None` is a Bloody Draw.
    MeleeDecided {
        /// Regiments of one side.
        attackers: Vec<RegimentId>,
        /// Of the other.
        defenders: Vec<RegimentId>,
        /// Who won.
        winner: Option<Side>,
    },
    /// A victor sweeps on, into an enemy or past all of them (Companion 16 §7.4).
    Swept {
        /// Who.
        unit: RegimentId,
        /// Into whom.
        target: Option<RegimentId>,
    },
    /// A victor used its consolidation, or not.
    Consolidated(RegimentId),
    /// A general's fate (Companion 16 §2.4).
    Leader {
        /// Who.
        general: GeneralId,
        /// What became of him.
        fate: Fate,
        /// How his brigade is led from now on.
        temper: Temper,
    },
    /// A general left the table with nobody to take his place.
    GeneralGone(GeneralId),
    /// Stands leave their regiment to be a unit of their own (a garrison, horse holders), with the next free id.
    Detached {
        /// The new unit.
        unit: RegimentId,
        /// The regiment that they leave.
        parent: RegimentId,
        /// How they stand; its files say how many they are.
        place: Place,
    },
    /// A pip has broken the trance of a firefight: it may move this turn (Companion 2 §4.0).
    Roused(RegimentId),
    /// A detachment is taken back into its regiment.
    Rejoined {
        /// The detachment, which is gone after this.
        unit: RegimentId,
        /// The regiment.
        parent: RegimentId,
    },
    /// It begins to take a fence down; the fence is down when the phase ends (Companion 16 §4.2).
    Dismantling {
        /// Who.
        unit: RegimentId,
        /// Which fence.
        piece: PieceId,
    },
    /// A stretch of a fence is down.
    FenceDown {
        /// Who took it down.
        unit: RegimentId,
        /// Which stretch.
        gap: Gap,
    },
    /// Something befell a building or those in it.
    Building(BuildingEvent),
    /// Something befell a regiment's skirmish screen.
    Screen {
        /// Whose.
        unit: RegimentId,
        /// What.
        what: ScreenEvent,
    },
    /// The battle is over.
    BattleEnded {
        /// Why.
        why: &'static str,
        /// Points of the Union and of the Confederate army.
        points: [u16; 2],
        /// `None` is a drawn battle.
        winner: Option<Side>,
    },
}
