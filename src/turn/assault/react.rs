//! The answer of a regiment that is charged, at the 4.0" line (RULE-01-3.4, Companion 16 §6.0).

use crate::army::RegimentId;
use crate::turn::agenda::{Ask, Step};
use crate::turn::event::{Event, Volley};
use crate::turn::hand::{Hand, Stop};
use crate::turn::order::Choice;
use crate::turn::volley;

/// The defender's answer: one reaction for a regiment that is assaulted, against one of its chargers (Q08).
///
/// # Errors
/// See [`Stop`].
pub fn react(target: RegimentId, chargers: &[RegimentId], hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    let unit = field.unit(target);
    let chargers: Vec<RegimentId> = chargers.iter().copied().filter(|id| !field.unit(*id).condition.gone).collect();
    if unit.condition.gone || chargers.is_empty() {
        return Ok(());
    }
    let volleys: Vec<Choice> = chargers
        .iter()
        .filter(|at| volley::reckon(field, target, **at, Volley::Closing).is_ok())
        .map(|at| Choice::ClosingVolley { unit: target, at: *at })
        .collect();
    let answer = if volleys.is_empty() {
        Choice::Decline
    } else {
        let choices = volleys.into_iter().chain([Choice::Decline]).collect();
        hand.ask(unit.side(), Ask::ChargedAt { target, chargers: chargers.clone() }, choices)?
    };
    for charger in &chargers {
        hand.say(Event::AtTheLine(*charger));
    }
    match answer {
        Choice::ClosingVolley { at, .. } => {
            hand.then(Step::Volley { unit: target, target: at, volley: Volley::Closing })
        }
        _ => hand.say(Event::Declined(unit.side())),
    }
    Ok(())
}
