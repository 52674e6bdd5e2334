//! What the panels tell the table's pointer: what it may do, whom it may choose and why not others, and whom a question or
//! a phase is about.

use bevy::prelude::*;

use super::bridge::{Panels, context};
use super::reckon::{self, Engine, Rules};
use super::text;
use crate::army::RegimentId;
use crate::book::melee;
use crate::screens::Screen;
use crate::table::overlays::{Overlays, Shape, Style};
use crate::table::pointing::show::volley;
use crate::table::pointing::{Aim, Proposal, Reins, Selection, Targets, Tool, named};
use crate::turn::agenda::Question;
use crate::turn::{Agenda, Ask, Charge, Choice, Field, Order, Phase};

/// The name under which the veil of a question is kept among the table's overlays.
pub(super) const ASKER: &str = "question";
/// And that under which the outlines of those who may still act are.
pub(super) const WAITING: &str = "waiting";
/// And that of the volley that Space would fire.
pub(super) const AIMED: &str = "aimed";

/// What the pointer may do, whom it may choose, and the veil of a question.
pub(super) fn guide(world: &mut World, panels: &Panels) {
    let playing = *world.resource::<State<Screen>>().get() == Screen::Battle;
    let (reins, spared) = match &world.resource::<Agenda>().question {
        _ if !playing => (Reins::Watch, None),
        None => (Reins::Play, None),
        Some(question) => {
            let units = concerned(question);
            let reins = if matches!(question.ask, Ask::Consolidation(_)) { Reins::Play } else { Reins::Watch };
            (reins, (!units.is_empty()).then_some(units))
        }
    };
    world.resource_mut::<Reins>().set_if_neq(reins);
    let veil: Vec<Shape> = spared.map(|except| Shape::Dim { except }).into_iter().collect();
    lay(world, ASKER, veil);
    wait_for(world, panels, playing);
    aim(world, panels, playing);
    let tool = *world.resource::<Tool>();
    let list = match tool {
        Tool::PickTarget { unit, aim } => {
            let (field, agenda) = (world.resource::<Field>(), world.resource::<Agenda>());
            let rules = Engine { field, agenda, memo: &panels.memo };
            candidates(field, unit, aim)
                .into_iter()
                .map(|(target, order)| (target, rules.check(&order).map_err(|why| why.plain())))
                .collect()
        }
        _ => asked(world, panels),
    };
    let question = world.resource::<Agenda>().question.as_ref().filter(|_| playing);
    let answers: Vec<Choice> = question.map_or_else(Vec::new, |question| question.choices.clone());
    // An answer that has been overtaken is no longer proposed.
    let stale =
        |order: &Order| matches!(order, Order::Answer(choice) if named(*choice).is_some() && !answers.contains(choice));
    if world.resource::<Proposal>().0.as_ref().is_some_and(stale) {
        world.resource_mut::<Proposal>().set_if_neq(Proposal(None));
    }
    world.resource_mut::<Targets>().set_if_neq(Targets { list, answers });
}

/// Whom a question lets the pointer choose among, and why not others who are near.
fn asked(world: &World, panels: &Panels) -> Vec<(RegimentId, Result<(), String>)> {
    let (field, agenda) = (world.resource::<Field>(), world.resource::<Agenda>());
    let Some(question) = &agenda.question else { return Vec::new() };
    let mut list: Vec<(RegimentId, Result<(), String>)> = Vec::new();
    for unit in question.choices.iter().filter_map(|choice| named(*choice)) {
        if !list.iter().any(|(id, _)| *id == unit) {
            list.push((unit, Ok(())));
        }
    }
    if let Ask::Sweep { unit, .. } = question.ask {
        let rules = Engine { field, agenda, memo: &panels.memo };
        let base = field.unit(unit).footprint();
        // Farther away nobody thinks of it.
        let near = |id: &RegimentId| field.unit(*id).footprint().gap(&base) <= melee::SWEEP + melee::CONSOLIDATION;
        let others = reckon::assailable(field, field.unit(unit)).into_iter().filter(near);
        let others = others.filter(|id| !question.choices.contains(&Choice::Sweep(*id)));
        list.extend(others.map(|target| (target, Err(no_sweep(field, &rules, Charge { unit, target })))));
    }
    list
}

/// Why a Sweeping Advance does not reach an enemy.
fn no_sweep(field: &Field, rules: &dyn Rules, charge: Charge) -> String {
    match rules.sweep(charge) {
        Err(why) => why.plain(),
        Ok(plan) if plan.strikes != plan.named => {
            format!("it would strike {} first (Companion 6 \u{a7}2.0)", field.unit(plan.strikes).the())
        }
        Ok(plan) => format!(
            "it is {} to contact; a Sweeping Advance goes {} over open ground (Companion 16 \u{a7}7.4)",
            text::inches(plan.distance),
            text::inches(melee::SWEEP)
        ),
    }
}

/// Regiments that may still do what the phase is for stand out where most others may not: who may fire, who may rally.
fn wait_for(world: &mut World, panels: &Panels, playing: bool) {
    let phase = world.resource::<Field>().clock.phase;
    let shown = playing
        && matches!(phase, Phase::Command | Phase::Fire | Phase::Status)
        && world.resource::<Agenda>().question.is_none();
    let selected = world.resource::<Selection>().unit;
    let waiting = panels.todo.waiting.iter().filter(|id| shown && Some(**id) != selected);
    let shapes: Vec<Shape> = waiting.map(|unit| Shape::Outline { unit: *unit, style: Style::Legal }).collect();
    lay(world, WAITING, shapes);
}

/// What Space would fire: the arc of the selected regiment, its target, and how far off that is.
fn aim(world: &mut World, panels: &Panels, playing: bool) {
    let field = world.resource::<Field>();
    let free = playing
        && field.clock.phase == Phase::Fire
        && world.resource::<Agenda>().question.is_none()
        && world.resource::<Proposal>().0.is_none();
    let unit = world.resource::<Selection>().unit.filter(|unit| free && field.knows(*unit));
    let shot = unit.and_then(|unit| Some((unit, *panels.todo.targets(unit).first()?)));
    let shapes = shot.map_or_else(Vec::new, |(unit, target)| volley(field, unit, target));
    lay(world, AIMED, shapes);
}

/// Lays shapes on the table. The table has drawn this frame already: what changed shows in the next one.
fn lay(world: &mut World, asker: &'static str, shapes: Vec<Shape>) {
    if world.resource::<Overlays>().of(asker) == shapes {
        return;
    }
    world.resource_mut::<Overlays>().set(asker, shapes);
    if let Some(ctx) = context(world) {
        ctx.request_repaint();
    }
}

fn candidates(field: &Field, unit: RegimentId, aim: Aim) -> Vec<(RegimentId, Order)> {
    let now = field.unit(unit);
    match aim {
        Aim::Assault => reckon::assailable(field, now)
            .into_iter()
            .map(|target| (target, Order::Assault(vec![Charge { unit, target }])))
            .collect(),
        Aim::Fire => {
            reckon::targets(field, now).into_iter().map(|target| (target, Order::Fire { unit, target })).collect()
        }
    }
}

/// Regiments that a question speaks of.
pub(super) fn concerned(question: &Question) -> Vec<RegimentId> {
    match &question.ask {
        Ask::ChargedAt { target, chargers } => chargers.iter().map(|c| c.unit).chain([*target]).collect(),
        Ask::Crossing { mover, openings } => openings.iter().map(|o| o.unit).chain([*mover]).collect(),
        Ask::ScreenCharged { unit, by } => by.iter().copied().chain([*unit]).collect(),
        Ask::Consolidation(unit) => vec![*unit],
        Ask::Sweep { unit, .. } => {
            let enemies = question.choices.iter().filter_map(|choice| match choice {
                Choice::Sweep(target) => Some(*target),
                _ => None,
            });
            enemies.chain([*unit]).collect()
        }
        Ask::Lead(units) => units.clone(),
        Ask::GoFirst | Ask::Dice { .. } => Vec::new(),
    }
}
