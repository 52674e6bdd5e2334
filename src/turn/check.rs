//! May this order be given? The interface asks the same question before the click.

use super::agenda::{Agenda, Ask, Question};
use super::field::{Field, Unit};
use super::order::{Choice, Order};
use super::phase::Phase;
use super::refusal::Refusal;
use super::{assault, building, clock, command, deployment, general, march, reaction, screen, status, terrain, volley};
use crate::army::{RegimentId, Side};

/// Whether an order may be given now.
///
/// # Errors
/// The [`Refusal`] that the player sees.
pub fn check(field: &Field, agenda: &Agenda, order: &Order) -> Result<(), Refusal> {
    known(field, order)?;
    if let Some(question) = &agenda.question {
        return answers(field, question, order);
    }
    if field.clock.phase == Phase::Over {
        return Refusal::because("the battle is over", "RULE-01-6.3");
    }
    match order {
        Order::Answer(_) | Order::Dice(_) => Refusal::because("nothing has been asked", "RULE-01-1.0"),
        Order::Deploy { unit, pose, formation } => deployment::check_regiment(field, *unit, *pose, *formation),
        Order::DeployGeneral { general, at } => deployment::check_general(field, *general, *at),
        Order::Ready(side) => clock::check_ready(field, *side),
        Order::Rally(unit) => command::check_rally(field, *unit),
        Order::NaturalRally(unit) => status::check_natural_rally(field, *unit),
        Order::Reserve(brigade) => command::check_reserve(field, *brigade),
        Order::Bonus { general, brigade } => command::check_bonus(field, *general, *brigade),
        Order::March { unit, march } => march::check_march(field, *unit, march),
        Order::Pivot { unit, angle } => march::check_pivot(field, *unit, *angle),
        Order::Form { unit, formation } => march::check_form(field, *unit, *formation).map(|_| ()),
        Order::AboutFace(unit) => march::check_about_face(field, *unit),
        Order::FallBack { unit, distance } => march::check_fall_back(field, *unit, *distance),
        Order::Hold(unit) => march::check_hold(field, *unit),
        Order::DoubleTime(unit) => command::check_double_time(field, *unit),
        Order::Ride { general, to, via } => general::check_ride(field, *general, *to, via).map(|_| ()),
        Order::Follow { unit, path, facing } => march::check_follow(field, *unit, path, *facing),
        Order::Attach { general, unit, via } => general::check_attach(field, *general, *unit, via).map(|_| ()),
        Order::Assault(charges) => assault::check(field, charges),
        Order::Fire { unit, target } => volley::check_fire(field, *unit, *target),
        Order::Concentrate { batteries, target } => volley::battery::check(field, batteries, *target),
        Order::Dismantle(unit) => terrain::check_dismantle(field, *unit).map(|_| ()),
        Order::Screen(unit) => screen::check_screen(field, *unit).map(|_| ()),
        Order::Recall(unit) => screen::check_recall(field, *unit).map(|_| ()),
        Order::Garrison { unit, building, stands } => {
            building::check_garrison(field, *unit, *building, *stands).map(|_| ())
        }
        Order::LeaveBuilding { unit, wall } => building::check_leave(field, *unit, *wall).map(|_| ()),
        Order::Rejoin(unit) => building::check_rejoin(field, *unit).map(|_| ()),
    }
}

/// Ids that come from files are checked before anything looks them up.
fn known(field: &Field, order: &Order) -> Result<(), Refusal> {
    let units: Vec<RegimentId> = match order {
        Order::Deploy { unit, .. }
        | Order::Rally(unit)
        | Order::NaturalRally(unit)
        | Order::March { unit, .. }
        | Order::Follow { unit, .. }
        | Order::Pivot { unit, .. }
        | Order::Form { unit, .. }
        | Order::AboutFace(unit)
        | Order::FallBack { unit, .. }
        | Order::Hold(unit)
        | Order::DoubleTime(unit)
        | Order::Dismantle(unit)
        | Order::Screen(unit)
        | Order::Recall(unit)
        | Order::Garrison { unit, .. }
        | Order::LeaveBuilding { unit, .. }
        | Order::Rejoin(unit)
        | Order::Attach { unit, .. } => vec![*unit],
        Order::Assault(charges) => charges.iter().flat_map(|c| [c.unit, c.target]).collect(),
        Order::Fire { unit, target } => vec![*unit, *target],
        Order::Concentrate { batteries, target } => batteries.iter().chain([target]).copied().collect(),
        _ => Vec::new(),
    };
    if let Some(id) = units.iter().find(|id| !field.knows(**id)) {
        return Refusal::because(format!("there is no regiment number {}", id.0), "RULE-01-1.0");
    }
    let general = match order {
        Order::DeployGeneral { general, .. }
        | Order::Bonus { general, .. }
        | Order::Ride { general, .. }
        | Order::Attach { general, .. } => Some(general),
        _ => None,
    };
    if let Some(id) = general.filter(|id| id.index() >= field.generals.len()) {
        return Refusal::because(format!("there is no general number {}", id.0), "RULE-01-1.0");
    }
    let brigade = match order {
        Order::Reserve(brigade) | Order::Bonus { brigade, .. } => Some(brigade),
        _ => None,
    };
    if let Some(id) = brigade.filter(|id| id.index() >= field.brigades.len()) {
        return Refusal::because(format!("there is no brigade number {}", id.0), "RULE-01-1.0");
    }
    Ok(())
}

/// Whether the order answers the question that the game has stopped for.
fn answers(field: &Field, question: &Question, order: &Order) -> Result<(), Refusal> {
    let page = match question.ask {
        Ask::GoFirst => "Companion 13 \u{a7}1.0",
        Ask::ChargedAt { .. } | Ask::Crossing { .. } | Ask::ScreenCharged { .. } => "Companion 16 \u{a7}6.0",
        Ask::Consolidation(_) | Ask::Lead(_) | Ask::Sweep { .. } => "Companion 16 \u{a7}7.4",
        Ask::Dice { .. } => "RULE-01-4.2",
    };
    let waits = || Refusal::because(format!("{} must {} first", question.side, question.ask), page);
    match (order, &question.ask) {
        (Order::Dice(dice), Ask::Dice { count, .. }) => {
            if dice.len() != usize::from(*count) {
                return Refusal::because(format!("{count} dice are to be rolled, not {}", dice.len()), page);
            }
            if let Some(die) = dice.iter().find(|die| !(1..=6).contains(*die)) {
                return Refusal::because(format!("a die shows 1 to 6, not {die}"), page);
            }
            Ok(())
        }
        (_, Ask::Dice { .. }) | (Order::Dice(_), _) => waits(),
        (Order::Answer(choice), _) => {
            if question.choices.iter().any(|allowed| fits(*choice, *allowed)) {
                return Ok(());
            }
            match reaction::forbids(field, question, *choice) {
                Some(why) => Err(why),
                None => Refusal::because(no_answer(question, *choice), page),
            }
        }
        _ => waits(),
    }
}

/// Why a choice is no answer: how far it may go where only the distance is wrong, otherwise what is asked.
fn no_answer(question: &Question, choice: Choice) -> String {
    let most = question.choices.iter().find_map(|offered| match (choice, *offered) {
        (Choice::Advance(_), Choice::Advance(most)) => Some(format!("it advances {most} at most")),
        (Choice::Turn(mine), Choice::Turn(most)) if mine.0.signum() == most.0.signum() => {
            Some(format!("that way it turns {} at most", most.abs()))
        }
        (Choice::Evade { unit: mine, .. }, Choice::Evade { unit, back }) if mine == unit => {
            Some(format!("it falls back {} to {back}", reaction::NEAREST))
        }
        _ => None,
    });
    let why = most.unwrap_or_else(|| format!("{} must {}", question.side, question.ask));
    format!("that is not one of the answers allowed here: {why}")
}

/// Whether a choice is one that is offered; distances and angles may be anything up to what is offered.
fn fits(choice: Choice, offered: Choice) -> bool {
    match (choice, offered) {
        (Choice::Advance(mine), Choice::Advance(most)) => mine.0 > 0 && mine <= most,
        (Choice::Turn(mine), Choice::Turn(most)) => {
            mine.0 != 0 && mine.0.signum() == most.0.signum() && mine.abs() <= most.abs()
        }
        (Choice::Evade { unit: mine, back }, Choice::Evade { unit, back: most }) => {
            mine == unit && (reaction::NEAREST..=most).contains(&back)
        }
        _ => choice == offered,
    }
}

/// The regiment is on the table and belongs to the Active side, in this phase.
///
/// # Errors
/// Says which of these fails.
pub fn active_unit<'a>(
    field: &'a Field,
    id: RegimentId,
    phase: Phase,
    page: &'static str,
) -> Result<&'a Unit, Refusal> {
    in_phase(field, phase, page)?;
    let unit = present(field, id)?;
    if unit.side() != field.clock.active {
        return Refusal::because(format!("{} is not of the Active side", unit.the()), "RULE-01-1.0");
    }
    Ok(unit)
}

/// It is this phase.
///
/// # Errors
/// Says in which phase the order is given.
pub fn in_phase(field: &Field, phase: Phase, page: &'static str) -> Result<(), Refusal> {
    if field.clock.phase == phase {
        return Ok(());
    }
    let when = phase.number().map_or_else(|| phase.to_string(), |n| format!("Phase {n}, {phase}"));
    Refusal::because(format!("this is done in {when}"), page)
}

/// The regiment is on the table.
///
/// # Errors
/// Says that it is gone.
pub fn present(field: &Field, id: RegimentId) -> Result<&Unit, Refusal> {
    let unit = field.unit(id);
    if unit.condition.gone {
        return Refusal::because(format!("{} has left the table", unit.the()), "Companion 16 \u{a7}8.1");
    }
    Ok(unit)
}

/// The side has a say now.
///
/// # Errors
/// Says whose turn it is.
pub fn active_side(field: &Field, side: Side) -> Result<(), Refusal> {
    if side == field.clock.active {
        Ok(())
    } else {
        Refusal::because(format!("it is the {} side's turn", field.clock.active), "RULE-01-1.0")
    }
}
