//! Why an order cannot be given.

use std::fmt;

use crate::book::Page;

/// A refusal in the player's words, with the numbers and the printed place. The interface shows the same words on the
/// greyed button.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// "3.2 in short of the 4.0 in line".
    pub why: String,
    /// Where it stands in the books.
    pub page: Page,
}

impl Refusal {
    /// A refusal with its page.
    pub fn new(why: impl Into<String>, page: &'static str) -> Self {
        Self { why: why.into(), page: Page(page) }
    }

    /// The refusal as a player reads lengths off a tape, to a tenth of an inch: "the ride takes 12.2 in of his movement;
    /// 12.0 in is left". Where tenths would hide that two of its lengths differ, the thousandths stay.
    pub fn plain(&self) -> String {
        format!("{} ({})", off_the_tape(&self.why), self.page)
    }

    /// The same as an `Err`, to leave a check with.
    ///
    /// # Errors
    /// Always: that is its purpose.
    pub fn because<T>(why: impl Into<String>, page: &'static str) -> Result<T, Self> {
        Err(Self::new(why, page))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.why, self.page)
    }
}

impl std::error::Error for Refusal {}

/// Words with their lengths to a tenth of an inch, if all that differ still differ.
fn off_the_tape(why: &str) -> String {
    let mut rounded = String::with_capacity(why.len());
    let mut seen: Vec<(&str, String)> = Vec::new();
    let mut rest = why;
    while let Some(end) = rest.find(" in") {
        let number = rest[..end].trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
        let (start, number) = (number.len(), &rest[number.len()..end]);
        rounded.push_str(&rest[..start]);
        match number.parse::<f64>().ok().filter(|_| number.contains('.')) {
            Some(inches) => {
                let tenths = format!("{inches:.1}");
                rounded.push_str(&tenths);
                seen.push((number, tenths));
            }
            None => rounded.push_str(number),
        }
        rounded.push_str(" in");
        rest = &rest[end + 3..];
    }
    rounded.push_str(rest);
    let hides = |a: &(&str, String), b: &(&str, String)| a.1 == b.1 && a.0.parse::<f64>() != b.0.parse::<f64>();
    if seen.iter().any(|a| seen.iter().any(|b| hides(a, b))) { why.to_owned() } else { rounded }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_to_a_tenth_unless_that_hides_what_decides() {
        let plain = |why: &str| Refusal::new(why, "Companion 16 \u{a7}3.1").plain();
        assert_eq!(
            plain("the ride takes 12.165 in of his movement; 12.0 in is left"),
            "the ride takes 12.2 in of his movement; 12.0 in is left (Companion 16 \u{a7}3.1)"
        );
        assert_eq!(
            plain("the 1st Tennessee is 13.302 in away; a charge is 12.0 in"),
            "the 1st Tennessee is 13.3 in away; a charge is 12.0 in (Companion 16 \u{a7}3.1)"
        );
        assert_eq!(
            plain("it costs 1.0 in; 0.001 in is left"),
            "it costs 1.0 in; 0.0 in is left (Companion 16 \u{a7}3.1)"
        );
        for exact in
            ["it needs 6.001 in; 6.0 in are left", "4.001 in inside the 4.0 in line", "it is inside a building"]
        {
            assert_eq!(plain(exact), format!("{exact} (Companion 16 \u{a7}3.1)"));
        }
    }
}
