//! What is wrong with a file, said so that its writer can mend it.

use std::fmt;

/// One thing that is wrong.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Problem {
    /// Line, from 1; 0 when the file as a whole is meant.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Path of the field: `armies.union.brigades[0].regiments[2].stands`; empty when the text itself cannot be read.
    pub field: String,
    /// What is wrong, and what would be right.
    pub what: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 {
            return f.write_str(&self.what);
        }
        write!(f, "line {}, column {}", self.line, self.column)?;
        if !self.field.is_empty() {
            write!(f, ", {}", self.field)?;
        }
        write!(f, ": {}", self.what)
    }
}

/// Everything that is wrong with one file, in the order of its lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problems {
    /// The file, as it was named.
    pub file: String,
    /// What is wrong with it: at least one.
    pub list: Vec<Problem>,
}

impl Problems {
    /// A file with one problem that has no place in its text.
    pub fn whole(file: &str, what: impl Into<String>) -> Self {
        let problem = Problem { line: 0, column: 0, field: String::new(), what: what.into() };
        Self { file: file.to_owned(), list: vec![problem] }
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, problem) in self.list.iter().enumerate() {
            if n > 0 {
                writeln!(f)?;
            }
            write!(f, "{}: {problem}", self.file)?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}
