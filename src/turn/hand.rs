//! What a step of the agenda works with: it reads the field, asks for dice and decisions, says what happens and what
//! is to be done next. It never writes state.

use super::agenda::{Ask, Question, Step, Told};
use super::cup::{Cup, Empty};
use super::event::{Event, Modifier, Purpose};
use super::field::Field;
use super::order::Choice;
use crate::army::Side;
use crate::book::Page;

/// Why a step could not finish. It is done again from its beginning when what it lacks is there.
#[derive(Clone, PartialEq, Debug)]
pub enum Stop {
    /// A player must answer, or roll dice.
    Ask(Question),
    /// Scripted dice have run out.
    NoDice,
}

/// The tools of one step.
pub struct Hand<'a> {
    /// The field as it was when the step began.
    pub field: &'a Field,
    cup: &'a mut Cup,
    answer: Option<Choice>,
    events: Vec<Event>,
    next: Vec<Step>,
}

/// Dice to be rolled, and what the log says of them.
#[derive(Clone, PartialEq, Debug)]
pub struct Roll {
    /// What for.
    pub purpose: Purpose,
    /// Whose.
    pub side: Side,
    /// How many.
    pub count: u8,
    /// What each needs.
    pub number: Option<u8>,
    /// What is added to each.
    pub modifiers: Vec<Modifier>,
    /// Where it stands.
    pub page: Page,
}

impl<'a> Hand<'a> {
    /// Tools for one step.
    pub fn new(field: &'a Field, cup: &'a mut Cup, answer: Option<Choice>) -> Self {
        Self { field, cup, answer, events: Vec::new(), next: Vec::new() }
    }

    /// What the step said and what is to follow, in order.
    pub fn finish(self) -> (Vec<Event>, Vec<Step>) {
        (self.events, self.next)
    }

    /// Says that something happened.
    pub fn say(&mut self, event: Event) {
        self.events.push(event);
    }

    /// Puts a step after those already named.
    pub fn then(&mut self, step: Step) {
        self.next.push(step);
    }

    /// Puts a step after those already named, if there is one.
    pub fn then_all(&mut self, steps: impl IntoIterator<Item = Step>) {
        self.next.extend(steps);
    }

    /// The answer to a question of this step.
    ///
    /// # Errors
    /// [`Stop::Ask`] until there is one.
    pub fn ask(&self, side: Side, ask: Ask, choices: Vec<Choice>) -> Result<Choice, Stop> {
        self.answer.ok_or(Stop::Ask(Question { side, ask, choices }))
    }

    /// Rolls dice and says so; `success` tells which of them count as passed. A step rolls before it says anything else
    /// that depends on dice.
    ///
    /// # Errors
    /// [`Stop`] when players must roll first, or a script has run out.
    pub fn roll(&mut self, roll: Roll, success: impl Fn(u8) -> bool) -> Result<Vec<u8>, Stop> {
        let dice = match self.cup.roll(usize::from(roll.count)) {
            Ok(dice) => dice,
            Err(Empty::RanOut) => return Err(Stop::NoDice),
            Err(Empty::Waiting) => {
                let purpose = super::words::purpose(&roll.purpose, self.field);
                let told = Told { purpose, needs: super::words::needs(roll.number, &roll.modifiers) };
                let ask = Ask::Dice { count: roll.count, told };
                return Err(Stop::Ask(Question { side: roll.side, ask, choices: Vec::new() }));
            }
        };
        let passed = dice.iter().filter(|die| success(**die)).count() as u8;
        self.say(Event::Rolled {
            purpose: roll.purpose,
            side: roll.side,
            dice: dice.clone(),
            number: roll.number,
            modifiers: roll.modifiers,
            passed,
            page: roll.page,
        });
        Ok(dice)
    }
}

/// Sum of modifiers.
pub fn sum(modifiers: &[Modifier]) -> i8 {
    modifiers.iter().map(|m| m.value).sum()
}

/// A modifier with its page.
pub const fn modifier(value: i8, why: &'static str, page: &'static str) -> Modifier {
    Modifier { value, why, page: Page(page) }
}
