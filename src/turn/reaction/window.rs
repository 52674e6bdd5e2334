//! The pause in a move: its owner's enemy says what he does about it, if there is anything that he can do.

use super::{NEAREST, Opening, Reaction, check_evade, evade, flank_cards};
use crate::army::RegimentId;
use crate::geometry::Inches;
use crate::turn::agenda::{Ask, MarchProgress, Question, Step};
use crate::turn::event::{Event, Volley};
use crate::turn::field::Field;
use crate::turn::hand::{Hand, Stop};
use crate::turn::order::Choice;
use crate::turn::refusal::Refusal;
use crate::turn::{assault, volley};

/// What may be answered at an opening: each card, with what forbids it if it is not allowed.
pub fn answers(field: &Field, mover: RegimentId, opening: &Opening) -> Vec<(Choice, Result<(), Refusal>)> {
    let unit = opening.unit;
    match opening.what {
        Reaction::Fire => {
            let may = volley::reckon(field, unit, mover, Volley::Opportunity).map(|_| ());
            vec![(Choice::OpportunityFire(unit), may)]
        }
        Reaction::Evade => match check_evade(field, unit) {
            Ok(back) => vec![(Choice::Evade { unit, back }, Ok(()))],
            Err(why) => vec![(Choice::Evade { unit, back: NEAREST }, Err(why))],
        },
        Reaction::Refuse(flank) => flank_cards(field, unit, flank),
    }
}

/// Every card of a question that asks for a reaction, with what forbids it if it is not allowed.
pub fn cards(field: &Field, question: &Question) -> Vec<(Choice, Result<(), Refusal>)> {
    match &question.ask {
        Ask::ChargedAt { target, chargers } => assault::answers(field, *target, chargers),
        Ask::Crossing { mover, openings } => openings.iter().flat_map(|o| answers(field, *mover, o)).collect(),
        Ask::ScreenCharged { .. } => question.choices.iter().map(|choice| (*choice, Ok(()))).collect(),
        Ask::GoFirst | Ask::Consolidation(_) | Ask::Sweep { .. } | Ask::Lead(_) | Ask::Dice { .. } => Vec::new(),
    }
}

/// What forbids a reaction that has not been offered, where one thing does.
pub fn forbids(field: &Field, question: &Question, choice: Choice) -> Option<Refusal> {
    let alike = |card: &Choice| match (*card, choice) {
        (Choice::RefuseFlank { unit: a, flank: b, by: c, .. }, Choice::RefuseFlank { unit, flank, by, .. }) => {
            (a, b, c) == (unit, flank, by)
        }
        (card, choice) => card == choice,
    };
    cards(field, question).into_iter().find(|(card, _)| alike(card)).and_then(|(_, may)| may.err())
}

/// A move stands at its next opening: who may react is asked, and it goes on (Companion 16 §6.0).
///
/// # Errors
/// See [`Stop`].
pub fn open(progress: &MarchProgress, hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    let mover = progress.unit;
    let here = progress.openings.iter().take_while(|opening| opening.along == Inches::ZERO).count();
    let (here, later) = progress.openings.split_at(here);
    let mut onward = MarchProgress { openings: later.to_vec(), ..progress.clone() };
    let cards = here.iter().flat_map(|opening| answers(field, mover, opening));
    let able: Vec<Choice> = cards.filter(|(_, may)| may.is_ok()).map(|(choice, _)| choice).collect();
    if able.is_empty() {
        hand.then(Step::March(onward));
        return Ok(());
    }
    let side = field.unit(mover).side().other();
    let ask = Ask::Crossing { mover, openings: here.to_vec() };
    let choices = able.into_iter().chain([Choice::Decline]).collect();
    let answer = hand.ask(side, ask, choices)?;
    if answer != Choice::Decline {
        // One reaction to each action of the enemy.
        onward.openings.clear();
    }
    match answer {
        Choice::OpportunityFire(by) => {
            hand.then(Step::Volley { unit: by, target: mover, volley: Volley::Opportunity });
        }
        Choice::Evade { unit, back } => evade::back_to(unit, back, hand),
        Choice::RefuseFlank { unit, flank, stands, by } => hand.then(Step::RefuseFlank { unit, flank, stands, by }),
        _ => hand.say(Event::Declined(side)),
    }
    hand.then(Step::March(onward));
    Ok(())
}
