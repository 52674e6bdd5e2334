//! Changes of formation of every arm (Companion 16 §3.2, §10.2, §10.4).

use super::{FORMATIONS, Intent, clear, free_to_move};
use crate::army::{Files, Formation, Place, RegimentId, dress};
use crate::book::command::Tier;
use crate::book::movement::{self, Change, Rates};
use crate::geometry::{Footprint, Inches, Pose};
use crate::ground::{self, Tread, tread};
use crate::turn::agenda::Step;
use crate::turn::building;
use crate::turn::check::active_unit;
use crate::turn::event::Event;
use crate::turn::field::{Field, Unit, bases};
use crate::turn::mount;
use crate::turn::phase::Phase;
use crate::turn::planner;
use crate::turn::refusal::Refusal;
use crate::turn::sight::{blocks, blocks_of};
use crate::turn::terrain;

/// A change of formation as it would go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reform {
    /// What it adds to the movement spent this turn, in inches of the new formation's rate.
    pub spends: Inches,
    /// What it costs its brigade.
    pub pips: u8,
    /// What becomes of its horses.
    pub horses: Horses,
}

/// Horses in a change of formation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Horses {
    /// They are not concerned.
    Stay,
    /// Horse holders take them over and stand here.
    Led(Place),
    /// The regiment mounts them again.
    Mounted(RegimentId),
}

/// A change of formation; gives what it takes.
///
/// # Errors
/// Says why not.
pub fn check_form(field: &Field, id: RegimentId, to: Formation) -> Result<Reform, Refusal> {
    let unit = active_unit(field, id, Phase::Maneuver, FORMATIONS)?;
    let from = unit.place.formation;
    let intent = if mount::is_bought(field, from, to) { Intent::Bought } else { Intent::Free };
    free_to_move(field, unit, intent)?;
    if from == to {
        return Refusal::because(format!("it is in {to}"), FORMATIONS);
    }
    if field.tier(unit) == Tier::OutOfCommunication {
        return Refusal::because("out of communication it may not change formation", "Companion 16 \u{a7}2.2");
    }
    if field.clock.assaults_begun && intent == Intent::Free {
        return Refusal::because("formation changes come before assaults, and one has been declared", "RULE-01-3.3");
    }
    if unit.condition.screen {
        return Refusal::because("its screen is out: only a line has one", "Companion 16 \u{a7}3.4");
    }
    if to == Formation::Dismounted && from.is_mounted() {
        return mount::check_dismount(field, unit);
    }
    if from == Formation::Dismounted && to.is_mounted() {
        return mount::check_mount(field, unit, to);
    }
    let spends = price(field, unit, to)?;
    let files = Files::of(unit.place.files.total());
    clear(field, unit, unit.place.pose, to, files)?;
    building::tether(field, unit, &bases(unit.place.pose, to, files))?;
    Ok(Reform { spends, pips: 0, horses: Horses::Stay })
}

/// What the change takes of the new formation's rate; for unlimbering, of the limbered battery's (B20, B56, Q22).
fn price(field: &Field, unit: &Unit, to: Formation) -> Result<Inches, Refusal> {
    let (from, spent) = (unit.place.formation, unit.deeds.spent);
    let own = planner::mover(field, unit).total();
    let (rate, allowance) = match to {
        Formation::Unlimbered => (from, own),
        _ => (to, allowance_in(field, unit, to)),
    };
    match movement::formation_change(unit.regiment.arm, from, to) {
        Change::Never => Refusal::because(format!("from {from} it does not change to {to}"), FORMATIONS),
        Change::WholePhase if unit.deeds.moved || spent > Inches::ZERO => {
            Refusal::because(format!("from {from} to {to} takes the whole phase, and it has moved"), FORMATIONS)
        }
        Change::WholePhase => Ok(allowance.max(own)),
        Change::Costs(cost) => {
            let (dues, because) = terrain::dues(field, unit, &moving(unit, to), &comes_over(field, unit, to))?;
            let (cost, left) = (cost + dues, (allowance - spent).floor_zero());
            if cost <= left {
                return Ok(cost);
            }
            let why = mount::too_dear(cost, left, allowance, rate);
            if because.is_empty() {
                return Refusal::because(why, FORMATIONS);
            }
            Refusal::because(format!("{why} ({})", because.join(", ")), "Companion 16 \u{a7}4.2")
        }
    }
}

/// What the ranks come over that take their new places: those of a column that go to the rear behind its head, those of a
/// line to either side. Mounting and dismounting are done where they stand, in open order.
fn comes_over(field: &Field, unit: &Unit, to: Formation) -> Tread {
    if to.is_skirmish() || unit.place.formation.is_skirmish() {
        return Tread::default();
    }
    let Place { pose, files, .. } = unit.place;
    let files = Files::of(files.total());
    let blocks = blocks(pose, to, files);
    // The files of a column from its head to its last rank, so that nothing slips between two ranks.
    let ranks = bases(pose, to, files);
    let stands = dress::dress(to, files).into_iter().zip(ranks).map(|(stand, base)| Footprint {
        pose: Pose::round(pose.local(stand.right.get(), 0.0), pose.heading),
        depth: base.depth - stand.ahead,
        ..base
    });
    let swept = blocks.into_iter().chain(stands).map(|base| tread::outline(&base)).collect();
    ground::tread(&field.ground, &blocks_of(unit), swept)
}

/// The row of the movement table by which the change is made: guns in action came as they were limbered.
fn moving(unit: &Unit, to: Formation) -> Rates {
    match to {
        Formation::Unlimbered => unit.rates(),
        _ => movement::rates(unit.regiment.arm, to),
    }
}

/// What the ground asks of the ranks as they take their places: walls test, dense woods disorder (Companion 16 §4.1, §4.2).
pub(super) fn tests(field: &Field, unit: &Unit, to: Formation) -> Vec<Step> {
    let mut formed = unit.clone();
    formed.place.formation = to;
    terrain::tests(&formed, &comes_over(field, unit, to))
}

/// What the regiment could spend this turn in a formation: the new one's rate, less what it has moved already (B20).
pub(in crate::turn) fn allowance_in(field: &Field, unit: &Unit, formation: Formation) -> Inches {
    let mut changed = unit.clone();
    changed.place.formation = formation;
    planner::mover(field, &changed).total()
}

/// What is told of a change of formation that has been checked.
pub(super) fn events(field: &Field, unit: &Unit, to: Formation, reform: Reform) -> Vec<Event> {
    let id = unit.id();
    let formed = Event::Formed { unit: id, formation: to, cost: reform.spends };
    let paid = (reform.pips > 0).then_some(Event::PipsSpent {
        brigade: unit.regiment.brigade,
        pips: reform.pips,
        on: "mounting again",
    });
    let mut told: Vec<Event> = paid.into_iter().collect();
    match reform.horses {
        Horses::Stay => {
            told.extend(terrain::told(unit, &moving(unit, to), &comes_over(field, unit, to)));
            told.push(formed);
        }
        Horses::Led(place) => {
            let next = RegimentId(field.units.len() as u16);
            told.extend([Event::Detached { unit: next, parent: id, place }, formed]);
        }
        Horses::Mounted(horses) => told.extend([Event::Rejoined { unit: horses, parent: id }, formed]),
    }
    told
}
