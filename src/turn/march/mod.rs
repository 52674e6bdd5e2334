//! Phase 2, free moves (RULE-01-3.1, Companion 16 §3): march, pivot, formation change, about face, fall back, hold.

use bevy::ecs::prelude::*;

use super::agenda::{Agenda, Gait, Step};
use super::check::active_unit;
use super::event::{Event, Motion, ScreenEvent};
use super::field::{Field, Unit};
use super::hand::Hand;
use super::order::Order;
use super::phase::Phase;
use super::planner;
use super::refusal::Refusal;
use super::resolve::{Pending, in_phase};
use super::{assault, building, casualties, command, general, screen, shock, terrain};
use crate::army::{BrigadeClock, RegimentId};
use crate::book::command::Tier;
use crate::book::movement::ABOUT_FACE;
use crate::geometry::{Degrees, Inches, March, Pose, Spot, Way};

mod clear;
mod drill;
pub mod firefight;
mod form;
mod way;

pub use clear::{Through, clear, clear_besides, clear_for, too_near};
pub use drill::{about, check_about_face, check_fall_back, check_hold, check_pivot, pivot_tread, pivoted};
pub use form::{Horses, Reform, check_form};
pub use way::go_on;

pub(super) use form::allowance_in;

const FREE: &str = "RULE-01-3.1";
const FORMATIONS: &str = "Companion 16 \u{a7}3.2";
const MANEUVERS: &str = "Companion 16 \u{a7}3.3";

/// Adds the systems of Phase 2.
pub fn phase(schedule: &mut Schedule) {
    in_phase(schedule, Phase::Maneuver, open_order);
}

/// At the start of Phase 2 the Active side's Broken brigades go back (Companion 16 §8.2).
pub fn open(hand: &mut Hand) {
    let field = hand.field;
    let side = field.clock.active;
    let home = field.terms.home[side.index()].direction();
    let mut broken: Vec<&Unit> = field.of(side).filter(|u| field.clock_of(u) == BrigadeClock::Broken).collect();
    // Those nearest to their edge first, so that nobody has to run through his own brigade.
    broken.sort_by_key(|unit| (-Inches::round(unit.footprint().centre().dot(home)), unit.id()));
    for unit in broken {
        hand.then(Step::BrokenRetreat(unit.id()));
    }
}

fn open_order(mut pending: ResMut<Pending>, mut agenda: ResMut<Agenda>, field: Res<Field>) {
    let Some(order) = pending.take() else { return };
    match order {
        Order::March { unit, march } => {
            if let Ok(walk) = planner::lawful(&field, unit, &march) {
                pending.said.extend(firefight::told(&field, field.unit(unit)));
                agenda.push([Step::March(way::progress(&field, field.unit(unit), Gait::Forward, march.into(), walk))]);
            }
        }
        Order::Follow { unit, path, facing } => {
            if let Ok((track, walk)) = planner::lawful_track(&field, unit, &path, facing) {
                let way = Way::Track(track);
                pending.said.extend(firefight::told(&field, field.unit(unit)));
                agenda.push([Step::March(way::progress(&field, field.unit(unit), Gait::Forward, way, walk))]);
            }
        }
        Order::Pivot { unit, angle } => {
            let own = field.unit(unit);
            let tread = pivot_tread(&field, own, angle);
            pending.said.extend(terrain::told(own, &own.rates(), &tread));
            pending.said.push(moved(unit, Motion::Pivot, own.place.pose, pivoted(own, angle), Inches::ZERO));
            agenda.push(terrain::tests(own, &tread));
        }
        Order::Form { unit, formation } => {
            if let Ok(reform) = check_form(&field, unit, formation) {
                let own = field.unit(unit);
                pending.said.extend(form::events(&field, own, formation, reform));
                agenda.push(form::tests(&field, own, formation));
                if let Horses::Mounted(horses) = reform.horses {
                    agenda.push(casualties::carried_back(field.unit(horses)));
                }
            }
        }
        Order::AboutFace(unit) => {
            let own = field.unit(unit);
            let cost = drill::about_cost(&field, own);
            pending.said.extend(firefight::told(&field, own));
            pending.said.push(moved(unit, Motion::AboutFace, own.place.pose, about(own), cost));
            if cost > ABOUT_FACE {
                // Nothing is left, whatever is bought later.
                pending.said.push(Event::Capped { unit, cap: own.deeds.spent + cost });
            }
        }
        Order::FallBack { unit, distance } => {
            if let Ok(walk) = drill::fall_back_walk(&field, field.unit(unit), distance) {
                let march = March { advance: distance, ..March::default() };
                pending.said.extend(firefight::told(&field, field.unit(unit)));
                agenda.push([Step::March(way::progress(&field, field.unit(unit), Gait::Back, march.into(), walk))]);
            }
        }
        Order::Hold(unit) => pending.said.push(Event::Held(unit)),
        Order::DoubleTime(unit) => command::double_time(&field, unit, &mut pending, &mut agenda),
        Order::Ride { general, to, via } => {
            if let Ok(cost) = general::check_ride(&field, general, to, &via) {
                pending.said.push(Event::Rode { general, to, cost, attached: None });
            }
        }
        Order::Attach { general, unit, via } => {
            if let Ok((to, cost)) = general::check_attach(&field, general, unit, &via) {
                pending.said.push(Event::Rode { general, to, cost, attached: Some(unit) });
            }
        }
        Order::Assault(charges) => assault::declare(&field, &charges, &mut pending, &mut agenda),
        Order::Garrison { .. } | Order::LeaveBuilding { .. } | Order::Rejoin(_) => {
            building::open_order(&field, &order, &mut pending, &mut agenda);
        }
        Order::Screen(unit) => {
            if let Ok(cost) = screen::check_screen(&field, unit) {
                pending.said.push(screen::out(field.unit(unit), cost));
            }
        }
        Order::Recall(unit) => {
            if let Ok(cost) = screen::check_recall(&field, unit)
                && let Ok(at) = screen::may_join(&field, field.unit(unit))
            {
                pending.said.push(Event::Screen { unit, what: ScreenEvent::In { at, cost } });
            }
        }
        Order::Ready(_) => agenda.push([Step::Leave(Phase::Maneuver)]),
        Order::Dismantle(unit) => {
            if let Ok(piece) = terrain::check_dismantle(&field, unit) {
                pending.said.push(Event::Dismantling { unit, piece });
            }
        }
        _ => {}
    }
}

fn moved(unit: RegimentId, motion: Motion, from: Pose, to: Pose, cost: Inches) -> Event {
    let (via, taken, forward, wheel) = (Vec::new(), Inches::ZERO, Inches::ZERO, Degrees::ZERO);
    Event::Moved { unit, motion, from, via, to, cost, taken, forward, wheel }
}

/// What a regiment wants to move for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intent {
    /// Its free move.
    Free,
    /// What a pip buys: Double-Time, mounting again. It comes with the special orders (RULE-01-3.3).
    Bought,
}

/// Whether a regiment may still move at all this turn, whatever the ground.
///
/// # Errors
/// Says what holds it.
pub fn free_to_move(field: &Field, unit: &Unit, intent: Intent) -> Result<(), Refusal> {
    if field.clock_of(unit) == BrigadeClock::Broken {
        return Refusal::because("its brigade is Broken: it only goes back", "Companion 16 \u{a7}8.2");
    }
    if field.engaged(unit.id()) {
        return Refusal::because("it is in contact with the enemy", "Companion 7 \u{a7}5.0");
    }
    if let Some(house) = unit.place.within {
        let name = field.ground.name_of(house.piece);
        return Refusal::because(format!("it is inside {name}: it comes out first"), building::PAGE);
    }
    if unit.deeds.assaulted {
        return Refusal::because("it took part in an assault this turn", FREE);
    }
    if unit.deeds.fell_back {
        return Refusal::because("it has fallen back in good order this turn", MANEUVERS);
    }
    if unit.deeds.pivoted {
        return Refusal::because("it has pivoted in place this turn", "Companion 16 \u{a7}5.1");
    }
    terrain::not_at_work(unit)?;
    if field.clock.assaults_begun && intent == Intent::Free && !unit.deeds.doubled {
        return Refusal::because("free moves come before assaults, and one has been declared", "RULE-01-3.3");
    }
    Ok(())
}

/// Free maneuvers come before the special orders (RULE-01-3.3).
fn before_assaults(field: &Field) -> Result<(), Refusal> {
    if field.clock.assaults_begun {
        return Refusal::because("free maneuvers come before assaults, and one has been declared", "RULE-01-3.3");
    }
    Ok(())
}

/// A march: advance, at most one wheel, advance.
///
/// # Errors
/// Says what it lacks, in inches.
pub fn check_march(field: &Field, id: RegimentId, march: &March) -> Result<(), Refusal> {
    let unit = active_unit(field, id, Phase::Maneuver, FREE)?;
    free_to_move(field, unit, Intent::Free)?;
    shock::not_halted(unit)?;
    firefight::check(field, unit)?;
    if march.wheel.0 != 0 {
        if field.tier(unit) == Tier::OutOfCommunication {
            return Refusal::because("out of communication it may only go straight ahead", "Companion 16 \u{a7}2.2");
        }
        if field.clock.assaults_begun {
            return Refusal::because("Double-Time after assaults have begun is straight ahead", "RULE-01-3.3");
        }
    }
    planner::lawful(field, id, march).map(|_| ())
}

/// A path without wheels: a column along a road, a skirmish line.
///
/// # Errors
/// Says what it lacks, in inches.
pub fn check_follow(field: &Field, id: RegimentId, path: &[Spot], facing: Degrees) -> Result<(), Refusal> {
    let unit = active_unit(field, id, Phase::Maneuver, FREE)?;
    free_to_move(field, unit, Intent::Free)?;
    firefight::check(field, unit)?;
    shock::not_halted(unit)?;
    if field.tier(unit) == Tier::OutOfCommunication {
        return Refusal::because("out of communication it may only go straight ahead", "Companion 16 \u{a7}2.2");
    }
    before_assaults(field)?;
    planner::lawful_track(field, id, path, facing).map(|_| ())
}
