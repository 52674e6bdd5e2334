//! Turns, the brigade clocks and the end of the battle.

use super::agenda::{Ending, Step};
use super::event::{Cause, Event};
use super::field::Field;
use super::hand::{Hand, Stop};
use super::phase::Phase;
use super::refusal::Refusal;
use crate::army::{BrigadeClock, Side};
use crate::book::brigade;
use crate::geometry::Inches;

/// A game turn begins: roles have been swapped (RULE-01-6.3), both sides roll pips, then the clocks are compared
/// (RULE-01-2.1, 2.2).
///
/// # Errors
/// None; the signature is that of every step.
pub fn begin_turn(hand: &mut Hand) -> Result<(), Stop> {
    let clock = &hand.field.clock;
    let active = if clock.turn == 0 { clock.active } else { clock.active.other() };
    let turn = clock.turn + 1;
    hand.say(Event::TurnBegan { turn, active });
    hand.say(Event::PhaseBegan(Phase::Command));
    for side in [active, active.other()] {
        for now in hand.field.brigades.iter().filter(|b| b.brigade.side == side) {
            hand.then(Step::RollPips(now.brigade.id));
        }
    }
    hand.then(Step::AssessClocks);
    hand.then(Step::Open(Phase::Command));
    Ok(())
}

/// Brigade casualties against 30% and 50% (RULE-01-2.2); a side with nothing but Broken brigades has lost (C-19).
///
/// # Errors
/// None; the signature is that of every step.
pub fn assess(hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    let mut broken = Vec::new();
    for now in &field.brigades {
        let id = now.brigade.id;
        let lost = field.brigade_lost(id);
        let to = brigade::clock(now.brigade.stands, lost, field.options.hesitant_at).max(now.state.clock);
        if to == BrigadeClock::Broken {
            broken.push(id);
        }
        if to == now.state.clock {
            continue;
        }
        hand.say(Event::ClockMoved { brigade: id, to, lost, of: now.brigade.stands });
        if to == BrigadeClock::Broken {
            // One marker each, once; no Micro-Hit for those who have one (Companion 16 §8.2).
            for unit in field.in_brigade(id).filter(|u| !u.condition.gone && !u.condition.disordered) {
                hand.say(Event::Disordered { unit: unit.id(), cause: Cause::BrigadeBroken });
            }
        }
    }
    // Batteries alone hold no field: they do not keep an army in it whose brigades are all Broken.
    let collapsed = Side::BOTH.map(|side| {
        let counted = field.brigades.iter().filter(|b| b.brigade.side == side && b.brigade.stands > 0);
        let mut of = counted.map(|b| b.brigade.id).peekable();
        of.peek().is_some() && of.all(|id| broken.contains(&id))
    });
    match collapsed {
        [false, false] => {}
        [true, true] => hand.then(Step::End(Ending::BothCollapse)),
        [true, false] => hand.then(Step::End(Ending::Collapse(Side::Union))),
        [false, true] => hand.then(Step::End(Ending::Collapse(Side::Confederate))),
    }
    Ok(())
}

/// A side may say that it is done.
///
/// # Errors
/// Says why not yet, or why not it.
pub fn check_ready(field: &Field, side: Side) -> Result<(), Refusal> {
    match field.clock.phase {
        Phase::Deployment => {
            let Some(now) = field.clock.deploying else {
                return Refusal::because("everybody has been placed", "Companion 13 \u{a7}1.0");
            };
            let now = &field.brigade(now).brigade;
            if now.side != side {
                return Refusal::because(format!("{} is being deployed now", now.name), "Companion 13 \u{a7}1.0");
            }
            super::deployment::check_spread(field, now.id)
        }
        Phase::Command | Phase::Status => {
            if field.clock.ready[side.index()] {
                Refusal::because(format!("{side} is ready already"), "Companion 16 \u{a7}1.0")
            } else {
                Ok(())
            }
        }
        Phase::Maneuver | Phase::Fire | Phase::Melee => super::check::active_side(field, side),
        Phase::Over => Refusal::because("the battle is over", "RULE-01-6.3"),
    }
}

/// Counts the points and names the winner (C-19).
///
/// # Errors
/// None; the signature is that of every step.
pub fn end(ending: Ending, hand: &mut Hand) -> Result<(), Stop> {
    let points = Side::BOTH.map(|side| tally(hand.field, side).iter().map(|line| line.points).sum::<u16>());
    let (mine, theirs) = (u32::from(points[0]), u32::from(points[1]));
    let lead = mine.abs_diff(theirs);
    let enough = lead > 0 && lead * 100 >= (mine + theirs) * u32::from(hand.field.terms.margin);
    let winner = match (enough, mine > theirs) {
        (false, _) => None,
        (true, true) => Some(Side::Union),
        (true, false) => Some(Side::Confederate),
    };
    let why = match ending {
        Ending::LastTurn => "the last turn is over",
        Ending::BothCollapse => "every brigade of both sides is Broken",
        Ending::Collapse(Side::Union) => "every Union brigade is Broken",
        Ending::Collapse(Side::Confederate) => "every Confederate brigade is Broken",
    };
    hand.say(Event::BattleEnded { why, points, winner });
    hand.say(Event::PhaseBegan(Phase::Over));
    Ok(())
}

/// One line of a side's score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreLine {
    /// "11 stands of the enemy lost".
    pub what: String,
    /// What it is worth.
    pub points: u16,
}

/// A side's score so far, line by line; lines worth nothing are left out.
pub fn tally(field: &Field, side: Side) -> Vec<ScoreLine> {
    let enemy = side.other();
    let terms = &field.terms;
    let mut lines = Vec::new();
    let stands: u16 = field.units.iter().filter(|u| u.side() == enemy).map(|u| u16::from(field.lost(u))).sum();
    let what = if stands == 1 { "1 enemy stand lost".to_owned() } else { format!("{stands} enemy stands lost") };
    lines.push(ScoreLine { what, points: stands * terms.per_stand });
    for now in field.brigades.iter().filter(|b| b.brigade.side == enemy) {
        let points = match brigade_state(field, now.brigade.id) {
            BrigadeClock::Fresh => 0,
            BrigadeClock::Hesitant => terms.per_hesitant,
            BrigadeClock::Broken => terms.per_broken,
        };
        lines
            .push(ScoreLine { what: format!("{} {}", now.brigade.name, brigade_state(field, now.brigade.id)), points });
    }
    for now in field.generals.iter().filter(|g| g.general.side == enemy) {
        let each = match now.general.rank {
            crate::army::Rank::Brigadier(_) => terms.per_brigadier,
            crate::army::Rank::Division => terms.per_division,
        };
        let what = format!("{} killed or captured", now.general.name);
        lines.push(ScoreLine { what, points: each * u16::from(now.state.lost) });
    }
    for taken in field.units.iter().filter(|u| u.side() == enemy && u.condition.taken) {
        lines.push(ScoreLine { what: format!("{} captured", taken.name()), points: terms.per_battery });
    }
    for objective in &terms.objectives {
        let points = if holder(field, objective.at.vec()) == Some(side) { objective.points } else { 0 };
        lines.push(ScoreLine { what: format!("{} held", objective.name), points });
    }
    lines.retain(|line| line.points > 0);
    lines
}

/// The clock as losses now make it: at the battle's end nothing waits for the next Phase 1.
fn brigade_state(field: &Field, id: crate::army::BrigadeId) -> BrigadeClock {
    let now = field.brigade(id);
    brigade::clock(now.brigade.stands, field.brigade_lost(id), field.options.hesitant_at).max(now.state.clock)
}

/// Who controls a place: the side with a formed regiment in good order within 3.0", if the enemy has no formed one there
/// (C-20). Skirmishers and guns neither hold nor dispute it.
pub fn holder(field: &Field, at: bevy::math::Vec2) -> Option<Side> {
    let near = |side: Side| {
        let formed = field.of(side).filter(|unit| unit.keeps_ranks());
        formed.filter(move |u| u.bases().iter().any(|b| b.gap_to(at) <= Inches::new(3)))
    };
    let holds = |side: Side| near(side).any(|u| !u.condition.disordered) && near(side.other()).next().is_none();
    Side::BOTH.into_iter().find(|side| holds(*side))
}
