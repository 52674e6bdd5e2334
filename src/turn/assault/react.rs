//! The answer of a regiment that is charged, at the 4.0" line (RULE-01-3.4, Companion 15 §7.0, Companion 16 §6.0): a Closing
//! Volley, a Counter-Charge, a refused flank, or none of them.

use super::counter::meet;
use crate::army::{Face, RegimentId};
use crate::turn::agenda::{Ask, Charger, Step};
use crate::turn::event::{Event, Volley};
use crate::turn::field::Field;
use crate::turn::hand::{Hand, Stop};
use crate::turn::order::Choice;
use crate::turn::reaction;
use crate::turn::refusal::Refusal;
use crate::turn::volley;

/// Everything that a regiment may do about those who charge it, each answer with its choices or with what forbids it, in
/// the order of the cards.
pub fn answers(field: &Field, target: RegimentId, chargers: &[Charger]) -> Vec<(Choice, Result<(), Refusal>)> {
    let mut all = Vec::new();
    for charger in chargers {
        let at = charger.unit;
        let volley = volley::reckon(field, target, at, Volley::Closing).map(|_| ());
        all.push((Choice::ClosingVolley { unit: target, at }, volley));
    }
    for charger in chargers {
        let counter = meet(field, target, *charger).map(|_| ());
        all.push((Choice::CounterCharge { unit: target, at: charger.unit }, counter));
    }
    for flank in [Face::Left, Face::Right] {
        if chargers.iter().any(|charger| charger.face == flank) {
            all.extend(reaction::flank_cards(field, target, flank));
        }
    }
    all
}

/// The defender's answer: one reaction for a regiment that is assaulted, against one of its chargers (Q08).
///
/// # Errors
/// See [`Stop`].
pub fn react(target: RegimentId, chargers: &[Charger], hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    let unit = field.unit(target);
    let chargers: Vec<Charger> = chargers.iter().copied().filter(|c| !field.unit(c.unit).condition.gone).collect();
    if unit.condition.gone || chargers.is_empty() {
        return Ok(());
    }
    let able: Vec<Choice> = answers(field, target, &chargers)
        .into_iter()
        .filter(|(_, may)| may.is_ok())
        .map(|(choice, _)| choice)
        .collect();
    let answer = if able.is_empty() {
        Choice::Decline
    } else {
        let choices = able.into_iter().chain([Choice::Decline]).collect();
        hand.ask(unit.side(), Ask::ChargedAt { target, chargers: chargers.clone() }, choices)?
    };
    for charger in &chargers {
        hand.say(Event::AtTheLine(charger.unit));
    }
    match answer {
        Choice::ClosingVolley { at, .. } => {
            hand.then(Step::Volley { unit: target, target: at, volley: Volley::Closing });
        }
        Choice::CounterCharge { at, .. } => hand.then(Step::CounterCharge { unit: target, at }),
        Choice::RefuseFlank { unit, flank, stands, by } => hand.then(Step::RefuseFlank { unit, flank, stands, by }),
        _ => hand.say(Event::Declined(unit.side())),
    }
    Ok(())
}
