//! Phase 1: staff pips, command rally and reserves (RULE-01-2, Companion 16 §2); and Double-Time, which pips buy.

use bevy::ecs::prelude::*;

use super::agenda::{Agenda, Step};
use super::check::{active_unit, in_phase as during, present};
use super::event::{Cause, Event, Purpose};
use super::field::{Field, Unit};
use super::hand::{Hand, Roll, Stop};
use super::order::Order;
use super::phase::Phase;
use super::refusal::Refusal;
use super::resolve::{Pending, in_phase};
use super::sight;
use crate::army::{BrigadeClock, BrigadeId, Formation, GeneralId, RegimentId, Side};
use crate::book::Page;
use crate::book::command::{self, BONUS_REACH, Tier};
use crate::book::options::SmokeCouriers;
use crate::geometry::scene::Wall;
use crate::geometry::{Inches, polygon};

const ORDERS: &str = "Companion 16 \u{a7}2.3";
const RALLY: &str = "Companion 16 \u{a7}8.3";
const RANGE: &str = "Companion 16 \u{a7}2.2";
/// What stops so far short of a line has not passed it.
const CLEAR: Inches = Inches(1);

/// Adds the systems of this phase.
pub fn phase(schedule: &mut Schedule) {
    in_phase(schedule, Phase::Command, open_order);
}

fn open_order(mut pending: ResMut<Pending>, mut agenda: ResMut<Agenda>, field: Res<Field>) {
    let Some(order) = pending.take() else { return };
    match order {
        Order::Rally(unit) => pending.said.extend(rally(&field, unit)),
        Order::Reserve(brigade) => {
            pending.said.push(Event::PipsSpent { brigade, pips: command::RESERVE, on: "a reaction in reserve" });
            pending.said.push(Event::Reserved(brigade));
        }
        Order::Bonus { general, brigade } => pending.said.push(Event::BonusPip { general, brigade }),
        Order::Ready(side) => {
            pending.said.push(Event::Ready(side));
            if field.clock.ready[side.other().index()] {
                agenda.push([Step::Leave(Phase::Command)]);
            }
        }
        _ => {}
    }
}

/// A brigade rolls its pips (RULE-01-2.1); a Broken one forfeits them, and nobody rolls for a brigade that is gone.
///
/// # Errors
/// See [`Stop`].
pub fn roll_pips(id: BrigadeId, hand: &mut Hand) -> Result<(), Stop> {
    let now = hand.field.brigade(id);
    let general = hand.field.general(now.brigade.general);
    let gone = hand.field.in_brigade(id).all(|unit| unit.condition.gone);
    if now.state.clock == BrigadeClock::Broken || general.state.gone || gone {
        return Ok(());
    }
    let roll = Roll {
        purpose: Purpose::Pips(id),
        side: now.brigade.side,
        count: 1,
        number: None,
        modifiers: Vec::new(),
        page: Page("RULE-01-2.1"),
    };
    let die = hand.roll(roll, |_| false)?[0];
    let rolled = command::pips(general.state.temper, die, general.state.wounds);
    hand.say(Event::PipsGenerated { brigade: id, rolled, banked: now.state.banked });
    Ok(())
}

/// Rest begins; sides that have no pip to spend are ready at once.
pub fn open(hand: &mut Hand) {
    super::rest::begin(hand);
    let idle = Side::BOTH.map(|side| {
        let mut own = hand.field.brigades.iter().filter(|b| b.brigade.side == side);
        own.all(|b| b.state.pool == 0)
            && !hand.field.brigades.iter().any(|b| {
                hand.field
                    .division_commander(side)
                    .is_some_and(|g| check_bonus(hand.field, g.general.id, b.brigade.id).is_ok())
            })
    });
    for side in Side::BOTH {
        if idle[side.index()] {
            hand.say(Event::Ready(side));
        }
    }
    if idle == [true; 2] {
        hand.then(Step::Leave(Phase::Command));
    }
}

/// What an order costs for one regiment, and whether its brigade can pay.
///
/// # Errors
/// Says how many pips are short, or that no pips reach the regiment.
pub fn price(field: &Field, unit: &Unit, standard: u8) -> Result<u8, Refusal> {
    let Some(price) = cost(field, unit, standard) else {
        let far = field.command_distance(unit).map_or_else(String::new, |d| format!(", {d} from its brigadier"));
        return Refusal::because(format!("{} is out of communication{far}: no pips reach it", unit.the()), RANGE);
    };
    let brigade = field.brigade(unit.regiment.brigade);
    if let Some(wall) = smoke_in_the_way(field, unit).filter(|_| brigade.state.pool + command::SMOKE == price) {
        let why = format!("this costs {}, one of them through the smoke wall of {}", pips(price), wall.of);
        let why = format!("{why}; {} has {}", brigade.brigade.name, pips(brigade.state.pool));
        return Refusal::because(why, "Companion 5 \u{a7}4.0");
    }
    afford(&brigade.brigade.name, brigade.state.pool, price)?;
    Ok(price)
}

/// What an order with this standard price costs for one regiment; `None` where no pips reach it.
pub fn cost(field: &Field, unit: &Unit, standard: u8) -> Option<u8> {
    let price = field.tier(unit).price(standard, field.options.courier_price)?;
    Some(price + smoke_in_the_way(field, unit).map_or(0, |_| command::SMOKE))
}

/// The wall of smoke between a brigadier and one of his regiments beyond bugle range, where the battle counts it (B14).
fn smoke_in_the_way(field: &Field, unit: &Unit) -> Option<Wall> {
    let couriers = matches!(field.tier(unit), Tier::Courier | Tier::DistantCourier);
    if field.options.smoke_couriers == SmokeCouriers::Free || !couriers {
        return None;
    }
    let (from, colors) = (field.brigadier_of(unit).state.at.vec(), unit.colors());
    // A regiment that makes the wall stands on its line: who comes up from behind it has not passed through.
    let to = colors + (from - colors).normalize_or_zero() * CLEAR.get();
    sight::walls(field).into_iter().find(|wall| polygon::touches_line(from, to, &wall.shape.points))
}

fn pips(n: u8) -> String {
    if n == 1 { "1 pip".to_owned() } else { format!("{n} pips") }
}

fn afford(name: &str, pool: u8, price: u8) -> Result<(), Refusal> {
    if pool >= price {
        return Ok(());
    }
    Refusal::because(format!("this costs {}, {name} has {}", pips(price), pips(pool)), ORDERS)
}

/// Command Rally in Phase 1 or 5 (Companion 16 §8.3).
///
/// # Errors
/// Says why not.
pub fn check_rally(field: &Field, id: RegimentId) -> Result<(), Refusal> {
    if !matches!(field.clock.phase, Phase::Command | Phase::Status) {
        return Refusal::because("Command Rally is for Phases 1 and 5", RALLY);
    }
    rally_allowed(field, id)?;
    not_ready(field, field.unit(id).side())
}

/// Whether a Command Rally of this regiment could be paid for, whatever the phase.
///
/// # Errors
/// Says why not.
pub fn rally_allowed(field: &Field, id: RegimentId) -> Result<(), Refusal> {
    let unit = present(field, id)?;
    if !unit.condition.disordered {
        return Refusal::because("it is not Disordered", RALLY);
    }
    if field.clock_of(unit) == BrigadeClock::Broken {
        return Refusal::because("its brigade is Broken: no rallying", "Companion 16 \u{a7}8.2");
    }
    price(field, unit, command::RALLY).map(|_| ())
}

/// The events of a Command Rally that has been checked.
pub fn rally(field: &Field, id: RegimentId) -> Vec<Event> {
    let unit = field.unit(id);
    let brigade = unit.regiment.brigade;
    let pips = price(field, unit, command::RALLY).unwrap_or(command::RALLY);
    vec![Event::PipsSpent { brigade, pips, on: "a Command Rally" }, Event::Rallied(id)]
}

/// A side that has said it is ready gives no more orders in this phase.
///
/// # Errors
/// Says so.
pub fn not_ready(field: &Field, side: Side) -> Result<(), Refusal> {
    if field.clock.ready[side.index()] {
        return Refusal::because(format!("{side} has said that it is ready"), "Companion 16 \u{a7}1.0");
    }
    Ok(())
}

/// Reserve for Reaction: one slot, Phase 1 (RULE-01-2.3).
///
/// # Errors
/// Says why not.
pub fn check_reserve(field: &Field, id: BrigadeId) -> Result<(), Refusal> {
    during(field, Phase::Command, "RULE-01-2.3")?;
    let now = field.brigade(id);
    not_ready(field, now.brigade.side)?;
    if now.state.reserved > 0 {
        return Refusal::because("a pip is in reserve already; one is the most", "RULE-01-2.3");
    }
    if now.state.clock == BrigadeClock::Broken {
        return Refusal::because(format!("{} is Broken and keeps no pips", now.brigade.name), "Companion 11 \u{a7}3.0");
    }
    afford(&now.brigade.name, now.state.pool, command::RESERVE)
}

/// A division commander's bonus pip to a brigadier within 18.0" (Companion 16 §2.1).
///
/// # Errors
/// Says why not.
pub fn check_bonus(field: &Field, giver: GeneralId, id: BrigadeId) -> Result<(), Refusal> {
    const PAGE: &str = "Companion 16 \u{a7}2.1";
    during(field, Phase::Command, PAGE)?;
    let commander = field.general(giver);
    let now = field.brigade(id);
    if commander.general.rank != crate::army::Rank::Division || commander.state.gone {
        return Refusal::because("only a division commander gives bonus pips", PAGE);
    }
    if commander.general.side != now.brigade.side {
        return Refusal::because("that is not his army", PAGE);
    }
    not_ready(field, now.brigade.side)?;
    if commander.state.bonus_given {
        return Refusal::because("he has given this turn's bonus pip", PAGE);
    }
    if commander.state.wounds > 0 {
        return Refusal::because("he is wounded: one pip less, and he has no more to give", "Companion 16 \u{a7}2.4");
    }
    if now.state.clock == BrigadeClock::Broken {
        return Refusal::because(format!("{} is Broken and keeps no pips", now.brigade.name), "Companion 11 \u{a7}3.0");
    }
    let brigadier = field.general(now.brigade.general);
    if brigadier.state.gone {
        return Refusal::because(format!("{} has no brigadier", now.brigade.name), PAGE);
    }
    let apart = commander.state.at.vec().distance(brigadier.state.at.vec());
    let radii = (commander.general.diameter() + brigadier.general.diameter()).half();
    let gap = (Inches::round(apart) - radii).floor_zero();
    if gap > BONUS_REACH {
        return Refusal::because(format!("{} is {gap} away; he reaches {BONUS_REACH}", brigadier.general.name), PAGE);
    }
    Ok(())
}

/// Double-Time: 3.0" more for a pip (Companion 16 §2.3).
///
/// # Errors
/// Says why not.
pub fn check_double_time(field: &Field, id: RegimentId) -> Result<(), Refusal> {
    let unit = active_unit(field, id, Phase::Maneuver, ORDERS)?;
    if unit.deeds.doubled {
        return Refusal::because("it doubles already", ORDERS);
    }
    if !matches!(unit.place.formation, Formation::Line | Formation::AssaultColumn | Formation::RoadColumn) {
        return Refusal::because("only infantry in line or column goes at the double", ORDERS);
    }
    if unit.condition.disordered {
        return Refusal::because("a Disordered regiment cannot double-time", "QRS 4 \u{a7}3");
    }
    if field.clock_of(unit) >= BrigadeClock::Hesitant {
        let why = format!("its brigade is {}: no double-time", field.clock_of(unit));
        return Refusal::because(why, "Companion 16 \u{a7}8.2");
    }
    super::march::free_to_move(field, unit, super::march::Intent::Bought)?;
    super::shock::not_halted(unit)?;
    let mover = super::planner::mover(field, unit);
    let most = mover.allowance + crate::book::movement::DOUBLE_TIME;
    let left = mover.cap.map_or(most, |cap| cap.min(most)) - unit.deeds.spent;
    if left <= Inches::ZERO {
        return Refusal::because(format!("it has spent {}; a pip would buy nothing", unit.deeds.spent), ORDERS);
    }
    // Woods have cut what it may still move: no pip gives any of it back (Q05).
    if let Some(cap) = mover.cap.filter(|cap| *cap <= mover.allowance) {
        let left = cap - unit.deeds.spent;
        let why = format!("the ground leaves it {left} whatever its pace; a pip would buy nothing");
        return Refusal::because(why, "Companion 16 \u{a7}4.1");
    }
    // More than a whole move is spent only on a change that takes the whole phase: no pip brings any of it back (B20).
    if unit.deeds.reformed && unit.deeds.spent > mover.allowance {
        let why = "its change of formation took the whole phase; a pip would buy nothing";
        return Refusal::because(why, "Companion 16 \u{a7}3.2");
    }
    price(field, unit, command::DOUBLE_TIME).map(|_| ())
}

/// The events and steps of Double-Time that has been checked; two turns running disorder (Companion 12 §2.0).
pub fn double_time(field: &Field, id: RegimentId, pending: &mut Pending, agenda: &mut Agenda) {
    let unit = field.unit(id);
    let pips = price(field, unit, command::DOUBLE_TIME).unwrap_or(command::DOUBLE_TIME);
    pending.said.push(Event::PipsSpent { brigade: unit.regiment.brigade, pips, on: "Double-Time" });
    pending.said.push(Event::Doubled(id));
    if field.clock.assaults_begun {
        // Free moves are over: what it buys is 3.0" straight ahead, and no more (RULE-01-3.3).
        let cap = unit.deeds.spent + crate::book::movement::DOUBLE_TIME;
        pending.said.push(Event::Capped { unit: id, cap: unit.deeds.cap.map_or(cap, |old| old.min(cap)) });
    }
    if unit.condition.doubled_last_turn {
        agenda.push([Step::Disorder { unit: id, cause: Cause::DoubleTime, from: None }]);
    }
}

/// A reserved pip of the side that was Reactive goes back unused at the end of Phase 2 (B08).
pub fn lapse_reserves(hand: &mut Hand) {
    let reactive = hand.field.clock.active.other();
    for now in hand.field.brigades.iter().filter(|b| b.brigade.side == reactive && b.state.reserved > 0) {
        hand.say(Event::ReserveLapsed(now.brigade.id));
    }
}
