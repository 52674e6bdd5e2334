//! Standard output, for programs that read it line by line, and may stop reading.

use std::io::{self, Write};

use super::args::EventsAs;
use crate::record::{LogEntry, Said, words};
use crate::turn::Field;

/// Standard output. Once nobody reads any more, it takes everything and writes nothing.
#[derive(Debug)]
pub struct Out {
    closed: bool,
}

impl Out {
    /// Standard output, open.
    pub fn new() -> Self {
        Self { closed: false }
    }

    /// Writes a line, at once.
    pub fn line(&mut self, text: &str) {
        if self.closed {
            return;
        }
        let mut out = io::stdout().lock();
        // A reader that has had enough, as `head` has, is no failure of ours.
        self.closed = writeln!(out, "{text}").and_then(|()| out.flush()).is_err();
    }

    /// Writes an entry of the log, one event a line.
    pub fn entry(&mut self, entry: &LogEntry, field: &Field, format: EventsAs) {
        if let (Said::TakenBack(taken), EventsAs::Text) = (&entry.said, format) {
            self.line(&words::taken_back(taken));
        }
        for event in &entry.events {
            match format {
                EventsAs::Text => self.line(&words::line(event, field).whole()),
                EventsAs::Ron => match ron::ser::to_string(event) {
                    Ok(text) => self.line(&text),
                    Err(error) => unreachable!("events hold nothing that RON cannot write: {error}"),
                },
            }
        }
    }
}

impl Default for Out {
    fn default() -> Self {
        Self::new()
    }
}
