//! What the pointer holds, drawn: selection, ghosts, paths, targets, tape, arcs and command.

use bevy::prelude::*;

use super::vista::{self, Vista};
use super::{GhostPlan, Hover, Looking, Proposal, Selection, Targets, Tool, plan};
use crate::army::{GeneralId, RegimentId, Side};
use crate::book::movement;
use crate::geometry::Inches;
use crate::table::labels::Written;
use crate::table::labels::tags::Form;
use crate::table::overlays::{self, Overlays, Shape, Style};
use crate::turn::march::{self, Intent};
use crate::turn::planner::ride::Rides;
use crate::turn::volley::modifiers::line_of_fire;
use crate::turn::{Agenda, Charge, Choice, Field, Order, Phase, Refusal, assault, check, planner, screen};

/// The name under which these shapes are kept.
pub const ASKER: &str = "pointing";

#[derive(bevy::ecs::system::SystemParam)]
pub(super) struct Seen<'w> {
    field: Option<Res<'w, Field>>,
    agenda: Option<Res<'w, Agenda>>,
    hover: Res<'w, Hover>,
    selection: Res<'w, Selection>,
    tool: Res<'w, Tool>,
    proposal: Res<'w, Proposal>,
    ghost: Res<'w, GhostPlan>,
    targets: Res<'w, Targets>,
    looking: Res<'w, Looking>,
    reach: Res<'w, Reach>,
    vista: Res<'w, Vista>,
    written: Res<'w, Written>,
}

/// Where the selected regiment or general can get to, worked out once for each field.
#[derive(Resource, Default)]
pub struct Reach {
    of: Option<Who>,
    ground: planner::Reach,
}

/// Whose reach it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Who {
    Regiment(RegimentId),
    General(GeneralId),
}

/// Works out the reach of the selected regiment while its owner may march it, or of the selected general.
pub(super) fn reach(
    (field, agenda): (Option<Res<Field>>, Option<Res<Agenda>>),
    selection: Res<Selection>,
    mut reach: ResMut<Reach>,
) {
    let Some(field) = field else { return };
    let asked = agenda.is_some_and(|agenda| agenda.question.is_some());
    let free = |side: Side| !asked && field.clock.phase == Phase::Maneuver && side == field.clock.active;
    let may = |unit: &RegimentId| {
        let now = field.unit(*unit);
        free(now.side()) && !now.condition.gone && march::free_to_move(&field, now, Intent::Free).is_ok()
    };
    let may_ride = |general: &GeneralId| {
        let now = field.generals.get(general.index());
        now.is_some_and(|now| free(now.general.side) && !now.state.gone)
    };
    let unit = selection.unit.filter(|unit| field.knows(*unit)).filter(may).map(Who::Regiment);
    let of = unit.or_else(|| selection.general.filter(may_ride).map(Who::General));
    if of != reach.of || (of.is_some() && field.is_changed()) {
        reach.ground = match of {
            Some(Who::Regiment(unit)) => planner::reach(&field, unit),
            Some(Who::General(general)) => Rides::of(&field, general).reach(),
            None => planner::Reach::default(),
        };
        reach.of = of;
    }
}

/// Asks for the shapes whenever one of its reasons has changed.
pub(super) fn show(seen: Seen, mut overlays: ResMut<Overlays>) {
    let Some(field) = &seen.field else { return };
    let mut shapes = Vec::new();
    vista::ground(&seen.vista, &mut shapes);
    laid_down(field, &mut shapes);
    screens(field, &mut shapes);
    let reach = &seen.reach.ground;
    for (region, style) in [(&reach.ground, Style::Reach), (&reach.slow, Style::ReachSlow)] {
        if !region.is_empty() {
            shapes.push(Shape::Region { region: region.clone(), style });
        }
    }
    selected(&seen, field, &mut shapes);
    match *seen.tool {
        Tool::PickTarget { .. } => targets(&seen, field, &mut shapes),
        Tool::Idle | Tool::Pressed { .. } if !seen.targets.answers.is_empty() => targets(&seen, field, &mut shapes),
        Tool::Measure { from } => tape(&seen, field, from, &mut shapes),
        _ => {}
    }
    proposed(&seen, field, &mut shapes);
    if seen.looking.arcs {
        looks(&seen, field, &mut shapes);
    }
    vista::lines(&seen.vista, field, &seen.hover, &mut shapes);
    overlays::set(&mut overlays, ASKER, shapes);
}

/// Skirmish screens: where they stand before their regiments.
fn screens(field: &Field, shapes: &mut Vec<Shape>) {
    let lines = field.standing().filter_map(screen::front).map(|front| Shape::Line {
        points: front.to_vec(),
        style: Style::Plain,
        label: None,
    });
    shapes.extend(lines);
}

/// What the scenario has laid down: places worth points, and zones while they count.
fn laid_down(field: &Field, shapes: &mut Vec<Shape>) {
    for objective in &field.terms.objectives {
        let label = Some(format!("{}: {} points", objective.name, objective.points));
        shapes.push(Shape::Ring { centre: objective.at.vec(), radius: 0.55, style: Style::Goal, label });
    }
    if field.clock.phase == Phase::Deployment
        && let (Some(zones), Some(brigade)) = (&field.terms.zones, field.clock.deploying)
    {
        let zone = &zones[field.brigade(brigade).brigade.side.index()];
        shapes.push(Shape::Area { outline: crate::table::shapes::points(zone), style: Style::Zone });
    }
}

fn selected(seen: &Seen, field: &Field, shapes: &mut Vec<Shape>) {
    if let Some(unit) = seen.selection.unit.filter(|unit| field.knows(*unit)) {
        shapes.push(Shape::Outline { unit, style: Style::Selected });
    }
    if let Some(general) = seen.selection.general {
        shapes.push(Shape::OutlineGeneral { general, style: Style::Selected });
    }
    let quiet = matches!(*seen.tool, Tool::Idle | Tool::PickTarget { .. });
    if let Some(general) = seen.hover.general.filter(|general| quiet && seen.selection.general != Some(*general)) {
        shapes.push(Shape::OutlineGeneral { general, style: Style::Hover });
        if let Some(now) = field.generals.get(general.index()) {
            let at = now.state.at.vec() + Vec2::Y * (now.general.diameter().get() / 2.0 + 0.6);
            shapes.push(Shape::Label { at, text: now.general.name.to_string(), style: Style::Plain });
        }
    } else if let Some(unit) = seen.hover.unit.filter(|unit| quiet && seen.selection.unit != Some(*unit)) {
        shapes.push(Shape::Outline { unit, style: Style::Hover });
        // Its label may be shortened, or have no room at all.
        if seen.written.form(unit) != Some(Form::Whole) && matches!(*seen.tool, Tool::Idle) {
            let reach = crate::table::shapes::bounds(&field.unit(unit).footprint().corners());
            let at = Vec2::new(reach.center().x, reach.max.y + 0.5);
            shapes.push(Shape::Label { at, text: field.unit(unit).name().to_owned(), style: Style::Plain });
        }
    }
}

fn targets(seen: &Seen, field: &Field, shapes: &mut Vec<Shape>) {
    for (unit, verdict) in seen.targets.list.iter().filter(|(unit, _)| field.knows(*unit)) {
        match verdict {
            Ok(()) => shapes.push(Shape::Outline { unit: *unit, style: Style::Legal }),
            Err(why) => {
                shapes.push(Shape::Outline { unit: *unit, style: Style::Illegal });
                if seen.hover.unit == Some(*unit) {
                    let at = field.unit(*unit).footprint().centre() + Vec2::Y * 0.9;
                    shapes.push(Shape::Label { at, text: why.clone(), style: Style::Plain });
                }
            }
        }
    }
}

fn tape(seen: &Seen, field: &Field, from: Vec2, shapes: &mut Vec<Shape>) {
    let Some(to) = seen.hover.at else { return };
    let mut text = Inches::round(from.distance(to)).to_string();
    // From base to base the tape says the distance that the rules use.
    let bases = (super::under::regiment_at(field, from), seen.hover.unit);
    if let (Some(a), Some(b)) = bases
        && a != b
    {
        let gap = field.unit(a).footprint().gap(&field.unit(b).footprint());
        text = format!("{text}; edge to edge {gap}");
    }
    let tenth = |text: &str| text.to_owned();
    shapes.push(Shape::Line { points: vec![from, to], style: Style::Measure, label: Some(tenth(&text)) });
}

fn proposed(seen: &Seen, field: &Field, shapes: &mut Vec<Shape>) {
    let Some(order) = &seen.proposal.0 else { return };
    match order {
        Order::March { unit, .. } | Order::Follow { unit, .. } => {
            if let Some(plan) = &seen.ghost.plan {
                course(field, *unit, plan, *seen.tool, shapes);
            }
        }
        Order::Deploy { unit, pose, formation } => {
            let mut place = plan::at(field, *unit, *pose);
            place.formation = *formation;
            let (text, style) = match refused(seen, field, order) {
                Ok(()) => (format!("{} facing {}", field.unit(*unit).name(), pose.heading), Style::Plain),
                Err(why) => (why.plain(), Style::Illegal),
            };
            shapes.push(Shape::Ghost { unit: *unit, place, text, style });
        }
        Order::Ride { general, to, via } => {
            let from = field.general(*general).state.at;
            let most = (movement::GENERAL.open - field.general(*general).state.spent).floor_zero();
            let (text, style) = match crate::turn::general::check_route(field, *general, *to, via) {
                Ok(cost) => (format!("{} of {}", plan::tenths(cost), plan::tenths(most)), Style::Plain),
                Err(why) => (why.plain(), Style::Illegal),
            };
            let points = [from].iter().chain(via).chain([to]).map(|spot| spot.vec()).collect();
            shapes.push(Shape::Line { points, style: Style::Path, label: None });
            shapes.push(Shape::GhostGeneral { general: *general, at: to.vec(), text, style });
        }
        Order::DeployGeneral { general, at } => {
            let (text, style) = match refused(seen, field, order) {
                Ok(()) => (String::new(), Style::Plain),
                Err(why) => (why.plain(), Style::Illegal),
            };
            shapes.push(Shape::GhostGeneral { general: *general, at: at.vec(), text, style });
        }
        Order::Attach { general, unit, via } => {
            let from = field.general(*general).state.at;
            let joins = format!("joins {}", field.unit(*unit).the());
            let (text, style) = match refused(seen, field, order) {
                Ok(()) => (joins, Style::Legal),
                Err(why) => (format!("{joins}: {}", why.plain()), Style::Illegal),
            };
            shapes.push(Shape::Outline { unit: *unit, style });
            let turns = std::iter::once(&from).chain(via).map(|spot| spot.vec());
            let points = turns.chain([field.unit(*unit).colors()]).collect();
            shapes.push(Shape::Arrow { points, style: Style::Path, label: Some(text) });
        }
        Order::Assault(charges) => {
            for charge in charges {
                shapes.extend(charge_shapes(field, *charge, charges));
            }
        }
        Order::Fire { unit, target } => shapes.extend(volley(field, *unit, *target)),
        Order::Concentrate { batteries, target } => {
            for unit in batteries {
                shapes.extend(volley(field, *unit, *target));
            }
        }
        Order::Answer(choice) => answer(seen, field, *choice, shapes),
        _ => {}
    }
}

/// A volley that is proposed: the arc, the target, and the distance between.
pub fn volley(field: &Field, unit: RegimentId, target: RegimentId) -> Vec<Shape> {
    let (unit, enemy) = (field.unit(unit), field.unit(target));
    let (points, gap) = (line_of_fire(unit, enemy).to_vec(), unit.footprint().gap(&enemy.footprint()));
    vec![
        overlays::arc(unit),
        Shape::Outline { unit: target, style: Style::Legal },
        Shape::Line { points, style: Style::Sight, label: Some(plan::tenths(gap)) },
    ]
}

/// What the rules say to an order that is only proposed.
fn refused(seen: &Seen, field: &Field, order: &Order) -> Result<(), Refusal> {
    seen.agenda.as_ref().map_or(Ok(()), |agenda| check::check(field, agenda, order))
}

fn course(field: &Field, unit: RegimentId, plan: &plan::Plan, tool: Tool, shapes: &mut Vec<Shape>) {
    shapes.push(Shape::Arrow { points: plan.course.clone(), style: Style::Path, label: None });
    let mut text = format!("{} used, {} left", plan::tenths(plan.cost), plan::tenths(plan.left));
    if !plan.slowed.is_empty() {
        text = format!("{text} ({})", plan.slowed.join(", "));
    }
    if !plan.passes.is_empty() {
        let names: Vec<_> = plan.passes.iter().map(|id| field.unit(*id).the()).collect();
        text = format!("{text}; passes through {}: each tests, as it does", names.join(" and "));
    }
    if tool == Tool::Idle {
        text.push_str(". Space: march");
    }
    for (at, who) in &plan.reactions {
        let (centre, label) = (*at, Some(who.clone()));
        shapes.push(Shape::Ring { centre, radius: 0.2, style: Style::ReactionLine, label });
    }
    shapes.push(Shape::Ghost { unit, place: plan::at(field, unit, plan.to), text, style: Style::Plain });
}

/// The way of a charge: its arrow, the 4.0" line and the enemy whom it will strike, named where it is another than the
/// one that was pointed at.
pub fn charge_shapes(field: &Field, charge: Charge, together: &[Charge]) -> Vec<Shape> {
    let own = field.unit(charge.unit);
    let from = own.place.pose.at.vec();
    let Ok(plan) = assault::reckon_with(field, charge, together) else {
        // Why not is told by the refusal; the line shows only who is meant.
        let to = field.unit(charge.target).footprint().centre();
        return vec![
            Shape::Outline { unit: charge.target, style: Style::Legal },
            Shape::Arrow { points: vec![from, to], style: Style::Charge, label: None },
        ];
    };
    let struck = plan.charge.target;
    let to = plan.start.ahead(plan.distance).at.vec();
    let mut label = format!("charge {}", plan::tenths(plan.distance));
    if !plan.reaches() {
        label = format!("{label}: stops {} short", plan::tenths(plan.distance - plan.reach));
    } else if struck != plan.named {
        label = format!("{label}: strikes {} first", field.unit(struck).the());
    }
    let mut shapes = vec![
        Shape::Outline { unit: struck, style: Style::Legal },
        Shape::Arrow { points: vec![from, to], style: Style::Charge, label: Some(label) },
    ];
    shapes.extend(overlays::reaction_line(from, to, own.footprint().frontage.get()));
    shapes
}

fn answer(seen: &Seen, field: &Field, choice: Choice, shapes: &mut Vec<Shape>) {
    let Tool::ConsolidateDrag { unit, .. } = *seen.tool else {
        if let Some(question) = seen.agenda.as_ref().and_then(|agenda| agenda.question.as_ref()) {
            shapes.extend(super::answer::shapes(field, question, choice));
        }
        return;
    };
    let pose = field.unit(unit).place.pose;
    let (to, text) = match choice {
        Choice::Advance(inches) => (pose.ahead(inches), format!("{inches} forward")),
        Choice::Turn(by) => (pivoted(field, unit, by), format!("turns {by}")),
        _ => return,
    };
    shapes.push(Shape::Ghost { unit, place: plan::at(field, unit, to), text, style: Style::Plain });
}

/// A regiment turned about its Color Stand's front centre.
fn pivoted(field: &Field, unit: RegimentId, by: crate::geometry::Degrees) -> crate::geometry::Pose {
    let now = field.unit(unit);
    let pose = now.place.pose;
    let arm = pose.at.vec() - now.colors();
    let turned = Rot2::radians(-by.radians()) * arm;
    crate::geometry::Pose::round(now.colors() + turned, pose.heading + by)
}

fn looks(seen: &Seen, field: &Field, shapes: &mut Vec<Shape>) {
    let unit =
        seen.selection.unit.or(seen.hover.unit).filter(|unit| field.knows(*unit) && !field.unit(*unit).condition.gone);
    let general = seen.selection.general.or(seen.hover.general);
    if let Some(unit) = unit {
        let unit = field.unit(unit);
        // A ghost shows what it would see from where it would stand.
        let ghost = seen
            .ghost
            .plan
            .as_ref()
            .map(|plan| crate::turn::field::footprint(plan.to, unit.place.formation, unit.place.files));
        shapes.push(match ghost {
            Some(from) => overlays::arc_from(from, unit),
            None => overlays::arc(unit),
        });
        let brigadier = field.brigadier_of(unit);
        if !brigadier.state.gone {
            shapes.extend(overlays::command(brigadier));
            if let Some(distance) = field.command_distance(unit) {
                let text = format!("{distance}, {}", field.tier(unit));
                let points = vec![brigadier.state.at.vec(), unit.colors()];
                shapes.push(Shape::Line { points, style: Style::Command, label: Some(text) });
            }
        }
    } else if let Some(now) = general.and_then(|general| field.generals.get(general.index())) {
        shapes.extend(overlays::command(now));
    }
}
