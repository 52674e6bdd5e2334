//! Where in the books something stands, as players look it up.

use std::fmt;

use serde::Serialize;

/// A printed place: `RULE-01-3.4`, `QRS 4 §1.1`, `Companion 16 §6.0`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct Page(pub &'static str);

impl fmt::Display for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
