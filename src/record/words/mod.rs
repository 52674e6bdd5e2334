//! The log in plain words.

mod event;
mod group;
mod order;
mod phrases;

use std::borrow::Cow;

use super::battle::TakenBack;
use super::undo::Agreement;
use crate::army::RegimentId;
use crate::book::Page;
use crate::geometry::Inches;
use crate::turn::{Event, Field};

pub use event::line;
pub use group::lines;
pub use order::order;

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// What happened, in one sentence without a full stop.
    pub text: String,
    /// Where it stands in the books.
    pub page: Option<Page>,
    /// Dice, modifiers and consequences, when it is opened.
    pub detail: Vec<String>,
    /// The regiment that it is about: where a click goes.
    pub unit: Option<RegimentId>,
    /// It tells who has won a melee.
    pub fight: bool,
}

impl Line {
    fn of(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    fn about(mut self, unit: RegimentId) -> Self {
        self.unit = Some(unit);
        self
    }

    fn page(mut self, page: &'static str) -> Self {
        self.page = Some(Page(page));
        self
    }

    /// The line with its page, as `run` and files have it.
    pub fn whole(&self) -> String {
        match self.page {
            Some(page) => format!("{} ({page})", self.text),
            None => self.text.clone(),
        }
    }
}

/// Every event in a line of its own with its details behind it, for those who want everything.
pub fn every(events: &[Event], field: &Field) -> Vec<Line> {
    events.iter().map(|event| line(event, field)).collect()
}

/// The log's line about an order that was taken back.
pub fn taken_back(taken: &TakenBack) -> String {
    let why = match taken.agreed {
        Agreement::Alone => "no dice had been rolled",
        Agreement::Both => "both players agreed",
    };
    format!("Taken back, {why}: {}", taken.what)
}

/// "one stand", "three hits".
fn count(number: impl Into<i64>, one: &str, many: &str) -> String {
    let number = number.into();
    let word = match number {
        0 => "no",
        1 => return format!("one {one}"),
        2 => "two",
        3 => "three",
        4 => "four",
        5 => "five",
        6 => "six",
        7 => "seven",
        8 => "eight",
        9 => "nine",
        10 => "ten",
        11 => "eleven",
        12 => "twelve",
        _ => return format!("{number} {many}"),
    };
    format!("{word} {many}")
}

/// "19th Indiana, 2nd Wisconsin and 7th Wisconsin".
fn list(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [some @ .., last] => format!("{} and {last}", some.join(", ")),
    }
}

/// A name in the middle of a sentence: "the Stonewall Brigade".
fn within(name: &str) -> Cow<'_, str> {
    match name.strip_prefix("The ") {
        Some(rest) => Cow::Owned(format!("the {rest}")),
        None => Cow::Borrowed(name),
    }
}

/// A length as players say it, to the tenth of an inch; in full where the tenth would say a whole inch that it is not,
/// since bands and limits are whole inches.
fn inches(length: Inches) -> String {
    let tenth = Inches((length.0 + 50).div_euclid(100) * 100);
    let tells = tenth == length || tenth.0 % 1000 != 0;
    (if tells { tenth } else { length }).to_string()
}

/// A length marched, to a tenth: nothing hangs on the thousandths that a plan was rounded by.
fn tenths(length: Inches) -> String {
    Inches((length.0 + 50).div_euclid(100) * 100).to_string()
}

/// A name with its capital, at the beginning of a line.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_lists_read_like_speech() {
        assert_eq!(count(0, "hit", "hits"), "no hits");
        assert_eq!(count(1, "hit", "hits"), "one hit");
        assert_eq!(count(14, "hit", "hits"), "14 hits");
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
        assert_eq!(capital("étage"), "Étage");
        assert_eq!(within("The Stonewall Brigade"), "the Stonewall Brigade");
        assert_eq!(inches(Inches(8_896)), "8.9 in");
        assert_eq!(inches(Inches(6_040)), "6.04 in");
        assert_eq!(inches(Inches(6_000)), "6.0 in");
    }
}
