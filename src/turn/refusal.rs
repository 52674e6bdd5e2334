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
