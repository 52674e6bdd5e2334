//! Answers that are given by pointing: a question that asks for a choice among regiments is answered by a click on one of
//! them, which proposes, and Space, which confirms.

use bevy::prelude::*;

use super::plan;
use crate::army::RegimentId;
use crate::table::overlays::{Shape, Style};
use crate::turn::agenda::Question;
use crate::turn::{Ask, Choice, Field, Order, assault};

/// The regiment that an answer names, where it names one.
pub const fn named(choice: Choice) -> Option<RegimentId> {
    match choice {
        Choice::Sweep(unit) | Choice::Lead(unit) | Choice::OpportunityFire(unit) => Some(unit),
        Choice::ClosingVolley { at, .. } | Choice::CounterCharge { at, .. } => Some(at),
        Choice::Evade { unit, .. } | Choice::RefuseFlank { unit, .. } => Some(unit),
        Choice::First(_) | Choice::Decline | Choice::Stand | Choice::Advance(_) | Choice::Turn(_) => None,
    }
}

/// The answer that a click on a regiment proposes: the first that names it; clicked again, the next one.
pub(super) fn clicked(answers: &[Choice], shown: Option<&Order>, unit: RegimentId) -> Option<Order> {
    let own: Vec<Choice> = answers.iter().copied().filter(|choice| named(*choice) == Some(unit)).collect();
    let shown = own.iter().position(|choice| shown == Some(&Order::Answer(*choice)));
    let next = shown.map_or(0, |shown| (shown + 1) % own.len().max(1));
    own.get(next).map(|choice| Order::Answer(*choice))
}

/// What a proposed answer would do, drawn.
pub(super) fn shapes(field: &Field, question: &Question, choice: Choice) -> Vec<Shape> {
    let Some(unit) = named(choice).filter(|unit| field.knows(*unit)) else { return Vec::new() };
    let mut all = vec![Shape::Outline { unit, style: Style::Legal }];
    let way = way(field, question, choice);
    let arrow = way.is_some();
    all.extend(way);
    if !arrow {
        let reach = crate::table::shapes::bounds(&field.unit(unit).footprint().corners());
        let at = Vec2::new(reach.center().x, reach.max.y + 0.9);
        all.push(Shape::Label { at, text: format!("{}. Space: so be it", words(choice)), style: Style::Plain });
    }
    all
}

/// The way that somebody would go.
fn way(field: &Field, question: &Question, choice: Choice) -> Option<Shape> {
    let (from, to, words) = match (choice, &question.ask) {
        (Choice::Sweep(target), Ask::Sweep { unit, .. }) => {
            let plan = assault::sweep(field, *unit, target).ok()?;
            let far = plan::tenths(plan.distance);
            (plan.start, plan.start.ahead(plan.distance), format!("sweeps on {far}. Space: so be it"))
        }
        (Choice::CounterCharge { unit, at }, Ask::ChargedAt { chargers, .. }) => {
            let charger = chargers.iter().find(|charger| charger.unit == at)?;
            let meeting = assault::meet(field, unit, *charger).ok()?;
            let far = plan::tenths(meeting.distance);
            (field.unit(unit).place.pose, meeting.to, format!("goes to meet it, {far}. Space: so be it"))
        }
        _ => return None,
    };
    let points = vec![from.at.vec(), to.at.vec()];
    Some(Shape::Arrow { points, style: Style::Charge, label: Some(words) })
}

const fn words(choice: Choice) -> &'static str {
    match choice {
        Choice::Lead(_) => "leads",
        Choice::OpportunityFire(_) => "fires at the passing enemy",
        Choice::ClosingVolley { .. } => "meets the closing volley",
        Choice::Evade { .. } => "its skirmishers run",
        Choice::RefuseFlank { .. } => "refuses its flank",
        _ => "chosen",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turn::Order::Answer;

    #[test]
    fn a_click_takes_the_first_answer_that_names_the_regiment_and_the_next_one_the_next() {
        let (a, b, c) = (RegimentId(1), RegimentId(2), RegimentId(3));
        let volley = Choice::ClosingVolley { unit: c, at: a };
        let counter = Choice::CounterCharge { unit: c, at: a };
        let other = Choice::ClosingVolley { unit: c, at: b };
        let all = [volley, other, counter, Choice::Decline];
        assert_eq!(clicked(&all, None, a), Some(Answer(volley)));
        assert_eq!(clicked(&all, Some(&Answer(volley)), a), Some(Answer(counter)));
        assert_eq!(clicked(&all, Some(&Answer(counter)), a), Some(Answer(volley)));
        assert_eq!(clicked(&all, Some(&Answer(counter)), b), Some(Answer(other)));
        assert_eq!(clicked(&all, None, c), None, "who is charged is no choice");
        assert_eq!(clicked(&[], None, a), None);
    }

    #[test]
    fn a_sweep_and_a_lead_are_chosen_by_whom_they_name() {
        let (a, b) = (RegimentId(1), RegimentId(2));
        let all = [Choice::Sweep(a), Choice::Sweep(b), Choice::Decline];
        assert_eq!(clicked(&all, Some(&Answer(Choice::Sweep(a))), b), Some(Answer(Choice::Sweep(b))));
        assert_eq!(clicked(&[Choice::Lead(a), Choice::Lead(b)], None, b), Some(Answer(Choice::Lead(b))));
    }
}
