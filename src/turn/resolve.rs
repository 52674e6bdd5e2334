//! The door that every order goes through, in tests, replays and the window alike.
//!
//! [`give`] runs the [`Resolve`] schedule once: the order is received and checked, the systems of the current phase turn
//! it into steps, the steps are worked off until the agenda is empty or somebody must decide, and the field is read anew.

use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor};
use bevy::state::app::AppExtStates;
use bevy::state::condition::in_state;

use super::agenda::{Agenda, Step};
use super::apply::apply;
use super::cup::Cup;
use super::event::Event;
use super::field::Field;
use super::hand::{Hand, Stop};
use super::order::Order;
use super::phase::Phase;
use super::refusal::Refusal;
use super::{check, gather, general, rest, risk, steps};

/// Runs once for every order, single-threaded and without frames.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Resolve;

/// The stages of [`Resolve`], in order.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The order is checked.
    Receive,
    /// The systems of the current phase turn it into events and steps.
    Open,
    /// Steps are worked off.
    Work,
    /// Stands are dressed and the field is read anew.
    Publish,
}

/// The systems of one phase. Phases are in order among each other, though only one of them runs.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct During(pub Phase);

/// The order that is being resolved.
#[derive(Resource, Default, Debug)]
pub struct Pending {
    /// The order; `None` at the start of a battle.
    pub order: Option<Order>,
    /// Why it was not accepted.
    pub refused: Option<Refusal>,
    /// What has happened so far.
    pub events: Vec<Event>,
    /// Events that the phase's systems have said and that are still to be applied.
    pub said: Vec<Event>,
    /// Scripted dice have run out.
    pub no_dice: bool,
}

impl Pending {
    /// The order, if it was accepted and no system has taken it up.
    pub fn take(&mut self) -> Option<Order> {
        if self.refused.is_some() { None } else { self.order.take() }
    }
}

/// Adds the turn: its states, its schedule and its resources.
pub fn plugin(app: &mut App) {
    app.init_state::<Phase>().init_resource::<Agenda>().init_resource::<Pending>();
    app.init_resource::<super::apply::Roll>();
    app.init_schedule(Resolve);
    app.edit_schedule(Resolve, |schedule| {
        schedule
            .set_executor(SingleThreadedExecutor::new())
            .set_build_settings(ScheduleBuildSettings { ambiguity_detection: LogLevel::Error, ..Default::default() })
            .configure_sets((Stage::Receive, Stage::Open, Stage::Work, Stage::Publish).chain())
            .configure_sets(
                (
                    During(Phase::Deployment),
                    During(Phase::Command),
                    During(Phase::Maneuver),
                    During(Phase::Fire),
                    During(Phase::Melee),
                    During(Phase::Status),
                )
                    .chain()
                    .in_set(Stage::Open),
            )
            .add_systems((
                receive.in_set(Stage::Receive),
                work.in_set(Stage::Work),
                (super::stands::dress_stands, super::stands::bury_stands, publish).chain().in_set(Stage::Publish),
            ));
        super::deployment::phase(schedule);
        super::command::phase(schedule);
        super::march::phase(schedule);
        super::volley::phase(schedule);
        super::melee::phase(schedule);
        super::status::phase(schedule);
    });
}

/// The systems of a phase: they run in [`Stage::Open`], only in that phase, and only one of them takes the order up.
pub fn in_phase<M>(
    schedule: &mut Schedule,
    phase: Phase,
    systems: impl IntoScheduleConfigs<bevy::ecs::system::ScheduleSystem, M>,
) {
    schedule.add_systems(systems.in_set(During(phase)).run_if(in_state(phase)));
}

/// Begins a battle that has been spawned: works the agenda to the first question or decision.
///
/// # Errors
/// When scripted dice have run out.
pub fn start(world: &mut World) -> Result<Vec<Event>, NoDice> {
    world.resource_mut::<Cup>().begin(0);
    super::stands::muster(world);
    let field = gather::gather(world);
    world.insert_resource(field);
    world.resource_mut::<Agenda>().push([Step::Initiative]);
    *world.resource_mut::<Pending>() = Pending::default();
    world.run_schedule(Resolve);
    let pending = std::mem::take(&mut *world.resource_mut::<Pending>());
    if pending.no_dice { Err(NoDice) } else { Ok(pending.events) }
}

/// Takes up a table in the middle of a turn: stands are mustered, the field is read, nothing is rolled. For simulations
/// and worked examples, which begin where their point is.
pub fn resume(world: &mut World) {
    super::stands::muster(world);
    let phase = world.resource::<super::field::Clock>().phase;
    super::phase::enter(world, phase);
    *world.resource_mut::<Agenda>() = Agenda::default();
    let field = gather::gather(world);
    world.insert_resource(field);
}

/// Scripted dice ran out in the middle of a resolution; what happened before stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoDice;

impl std::fmt::Display for NoDice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the scripted dice have run out")
    }
}

impl std::error::Error for NoDice {}

/// Gives an order; `number` counts the battle's orders from 1 and is the order's stream of dice.
///
/// # Errors
/// A [`Refusal`], and nothing has changed. Scripted dice that run out are one too, but what happened before stays.
pub fn give(world: &mut World, order: &Order, number: u64) -> Result<Vec<Event>, Refusal> {
    {
        let field = world.resource::<Field>();
        let agenda = world.resource::<Agenda>();
        check::check(field, agenda, order)?;
    }
    world.resource_mut::<Cup>().begin(number);
    *world.resource_mut::<Pending>() = Pending { order: Some(order.clone()), ..Pending::default() };
    world.run_schedule(Resolve);
    let pending = std::mem::take(&mut *world.resource_mut::<Pending>());
    if let Some(refusal) = pending.refused {
        return Err(refusal);
    }
    if pending.no_dice {
        return Refusal::because(NoDice.to_string(), "--dice");
    }
    Ok(pending.events)
}

/// Answers and dice go to the step that waits for them; other orders are left for the phase's systems.
fn receive(mut pending: ResMut<Pending>, mut agenda: ResMut<Agenda>, mut cup: ResMut<Cup>, field: Res<Field>) {
    let Some(order) = &pending.order else { return };
    if let Err(refusal) = check::check(&field, &agenda, order) {
        pending.refused = Some(refusal);
        return;
    }
    match order {
        Order::Answer(choice) => agenda.answer = Some(*choice),
        Order::Dice(dice) => cup.put(dice),
        _ => return,
    }
    agenda.question = None;
    pending.order = None;
}

/// Applies what the phase's systems said, then works off steps.
fn work(world: &mut World) {
    let said = std::mem::take(&mut world.resource_mut::<Pending>().said);
    record(world, said);
    loop {
        let Some(step) = world.resource_mut::<Agenda>().steps.pop() else {
            if settle(world) {
                continue;
            }
            return;
        };
        match world.resource_scope(|world, mut cup: Mut<Cup>| attempt(world, &step, &mut cup)) {
            Ok((events, next)) => {
                let at_risk = risk::lost(world.resource::<Field>(), &step, &events);
                let mut agenda = world.resource_mut::<Agenda>();
                agenda.answer = None;
                agenda.push(next);
                at_risk.into_iter().for_each(|risk| agenda.put_at_risk(risk));
                record(world, events);
            }
            Err(stop) => {
                world.resource_mut::<Agenda>().steps.push(step);
                match stop {
                    Stop::Ask(question) => world.resource_mut::<Agenda>().question = Some(question),
                    Stop::NoDice => world.resource_mut::<Pending>().no_dice = true,
                }
                return;
            }
        }
    }
}

/// When nothing is left to do: generals whom somebody has ridden over on the way flee, and whoever rested in sight of
/// an enemy rests no more. Tells whether there are new steps to do.
fn settle(world: &mut World) -> bool {
    let field = world.resource::<Field>();
    if !matches!(field.clock.phase, Phase::Command | Phase::Maneuver | Phase::Fire | Phase::Melee | Phase::Status) {
        return false;
    }
    let overrun = general::overrun_on_the_way(field, &world.resource::<Pending>().events);
    if !overrun.is_empty() {
        world.resource_mut::<Agenda>().push(overrun);
        return true;
    }
    let seen = rest::watch(field);
    record(world, seen);
    false
}

/// Does one step against the field; dice that a step took before it had to stop go back into the cup.
fn attempt(world: &World, step: &Step, cup: &mut Cup) -> Result<(Vec<Event>, Vec<Step>), Stop> {
    let before = cup.mark();
    let answer = world.resource::<Agenda>().answer;
    let mut hand = Hand::new(world.resource::<Field>(), cup, answer);
    match steps::work(step, &mut hand) {
        Ok(()) => Ok(hand.finish()),
        Err(stop) => {
            cup.back_to(before);
            Err(stop)
        }
    }
}

/// Applies events, reads the field anew and keeps them for the log.
fn record(world: &mut World, events: Vec<Event>) {
    if events.is_empty() {
        return;
    }
    for event in &events {
        apply(world, event);
    }
    world.resource_scope(|world, mut field: Mut<Field>| gather::refresh(world, &mut field));
    world.resource_mut::<Pending>().events.extend(events);
}

fn publish(world: &mut World) {
    world.resource_scope(|world, mut field: Mut<Field>| gather::refresh(world, &mut field));
}
