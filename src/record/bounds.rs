//! Orders come from files as well as from players: this turns away numbers that no table has, before anything
//! calculates with them.

use crate::army::{BrigadeId, GeneralId, RegimentId};
use crate::geometry::{Degrees, Inches, March, Pose, Spot};
use crate::turn::{Charge, Choice, Field, Order, Refusal};

/// Longer than any table.
const FAR: i32 = 1_000_000;
/// More than ten times round.
const ROUND: i32 = 360_000;
/// More dice than any roll needs.
const DICE: usize = 200;
/// More legs than any path needs.
const LEGS: usize = 200;

/// Whether an order speaks of units that exist and of lengths that a table can have.
///
/// # Errors
/// What is impossible about it.
pub fn check(order: &Order, field: &Field) -> Result<(), Refusal> {
    match order {
        Order::Ready(_) => Ok(()),
        Order::Deploy { unit, pose, .. } => regiment(*unit, field).and_then(|()| place(*pose)),
        Order::DeployGeneral { general, at } => commander(*general, field).and_then(|()| spot(*at)),
        Order::Ride { general, to, via } => {
            commander(*general, field).and_then(|()| spot(*to)).and_then(|()| legs(via))
        }
        Order::Attach { general, unit, via } => {
            commander(*general, field).and_then(|()| regiment(*unit, field)).and_then(|()| legs(via))
        }
        Order::Follow { unit, path, facing } => {
            regiment(*unit, field).and_then(|()| legs(path)).and_then(|()| turn(*facing))
        }
        Order::Rally(unit)
        | Order::NaturalRally(unit)
        | Order::AboutFace(unit)
        | Order::Hold(unit)
        | Order::DoubleTime(unit)
        | Order::Dismantle(unit)
        | Order::Screen(unit)
        | Order::Recall(unit)
        | Order::Garrison { unit, .. }
        | Order::LeaveBuilding { unit, .. }
        | Order::Rejoin(unit)
        | Order::Form { unit, .. } => regiment(*unit, field),
        Order::Reserve(id) => brigade(*id, field),
        Order::Bonus { general, brigade: id } => commander(*general, field).and_then(|()| brigade(*id, field)),
        Order::March { unit, march } => regiment(*unit, field).and_then(|()| path(*march)),
        Order::Pivot { unit, angle } => regiment(*unit, field).and_then(|()| turn(*angle)),
        Order::FallBack { unit, distance } => regiment(*unit, field).and_then(|()| length(*distance)),
        Order::Assault(charges) => {
            if charges.is_empty() || charges.len() > field.units.len() {
                return impossible(format!("an assault of {} charges", charges.len()));
            }
            let known =
                |Charge { unit, target }: &Charge| regiment(*unit, field).and_then(|()| regiment(*target, field));
            charges.iter().try_for_each(known)
        }
        Order::Fire { unit, target } => regiment(*unit, field).and_then(|()| regiment(*target, field)),
        Order::Concentrate { batteries, target } => {
            if batteries.is_empty() || batteries.len() > field.units.len() {
                return impossible(format!("fire of {} batteries", batteries.len()));
            }
            batteries.iter().chain([target]).try_for_each(|id| regiment(*id, field))
        }
        Order::Answer(choice) => answer(*choice, field),
        Order::Dice(dice) => {
            if dice.is_empty() || dice.len() > DICE {
                return impossible(format!("{} dice", dice.len()));
            }
            match dice.iter().find(|die| !(1..=6).contains(*die)) {
                Some(die) => impossible(format!("a die that shows {die}; dice show 1 to 6")),
                None => Ok(()),
            }
        }
    }
}

fn answer(choice: Choice, field: &Field) -> Result<(), Refusal> {
    match choice {
        Choice::ClosingVolley { unit, at } | Choice::CounterCharge { unit, at } => {
            regiment(unit, field).and_then(|()| regiment(at, field))
        }
        Choice::RefuseFlank { unit, .. } => regiment(unit, field),
        Choice::Evade { unit, back } => regiment(unit, field).and_then(|()| length(back)),
        Choice::OpportunityFire(unit) | Choice::Lead(unit) | Choice::Sweep(unit) => regiment(unit, field),
        Choice::Advance(distance) => length(distance),
        Choice::Turn(angle) => turn(angle),
        Choice::First(_) | Choice::Decline | Choice::Stand => Ok(()),
    }
}

fn impossible<T>(what: impl Into<String>) -> Result<T, Refusal> {
    Refusal::because(what, "Companion 15 \u{a7}8.0")
}

fn regiment(id: RegimentId, field: &Field) -> Result<(), Refusal> {
    if field.knows(id) { Ok(()) } else { impossible(format!("there is no regiment number {}", id.0)) }
}

fn brigade(id: BrigadeId, field: &Field) -> Result<(), Refusal> {
    if id.index() < field.brigades.len() { Ok(()) } else { impossible(format!("there is no brigade number {}", id.0)) }
}

fn commander(id: GeneralId, field: &Field) -> Result<(), Refusal> {
    if id.index() < field.generals.len() { Ok(()) } else { impossible(format!("there is no general number {}", id.0)) }
}

fn length(distance: Inches) -> Result<(), Refusal> {
    if distance.0.unsigned_abs() <= FAR.unsigned_abs() { Ok(()) } else { impossible("farther than any table is wide") }
}

fn turn(angle: Degrees) -> Result<(), Refusal> {
    if angle.0.unsigned_abs() <= ROUND.unsigned_abs() { Ok(()) } else { impossible("an angle of more than ten turns") }
}

fn spot(at: Spot) -> Result<(), Refusal> {
    length(at.x).and_then(|()| length(at.y))
}

fn legs(path: &[Spot]) -> Result<(), Refusal> {
    if path.len() > LEGS {
        return impossible(format!("a path of {} legs", path.len()));
    }
    path.iter().try_for_each(|at| spot(*at))
}

fn place(pose: Pose) -> Result<(), Refusal> {
    spot(pose.at).and_then(|()| turn(pose.heading))
}

fn path(march: March) -> Result<(), Refusal> {
    length(march.advance).and_then(|()| turn(march.wheel)).and_then(|()| length(march.then))
}
