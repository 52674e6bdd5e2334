//! Single values: each is looked at, complained about where it is wrong, and made into something possible.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::{Check, LONGEST_NAME, LONGEST_TEXT, MOST_POINTS};
use crate::geometry::{Degrees, Inches, Spot};
use crate::scenario::file::{Point, Vocabulary, Word};
use crate::scenario::outline;

impl Check<'_> {
    pub(super) fn points_of(&mut self, path: &str, value: i64) -> u16 {
        self.count(path, value, 0..=100, "points") as u16
    }

    pub(super) fn count(&mut self, path: &str, value: i64, allowed: RangeInclusive<i64>, what: &str) -> i64 {
        if !allowed.contains(&value) {
            let (least, most) = (allowed.start(), allowed.end());
            self.problem(path, format!("{value} {what}; from {least} to {most} are possible"));
        }
        value.clamp(*allowed.start(), *allowed.end())
    }

    pub(super) fn inches(&mut self, path: &str, value: f64, allowed: RangeInclusive<f64>) -> Inches {
        let (least, most) = (*allowed.start(), *allowed.end());
        if !allowed.contains(&value) {
            self.problem(path, format!("{value} in; from {least} to {most} in are possible"));
            return Inches::from(least);
        }
        Inches::from(value)
    }

    pub(super) fn degrees(&mut self, path: &str, value: f64) -> Degrees {
        if !(-360.0..=360.0).contains(&value) {
            self.problem(path, format!("{value} degrees; 0 faces up the table, 90 to the right, from -360 to 360"));
            return Degrees::ZERO;
        }
        Degrees::from(value).heading()
    }

    pub(super) fn spot(&mut self, path: &str, at: Point, size: Spot) -> Spot {
        let (width, height) = (f64::from(size.x), f64::from(size.y));
        if !(0.0..=width).contains(&at.0) || !(0.0..=height).contains(&at.1) {
            let what = format!("({}, {}) is off the table; x runs from 0 to {width}, y from 0 to {height}", at.0, at.1);
            self.problem(path, what);
            return Spot { x: size.x.half(), y: size.y.half() };
        }
        Spot { x: at.0.into(), y: at.1.into() }
    }

    /// A course of two points or more.
    pub(super) fn line(&mut self, path: &str, points: &[Point], size: Spot) -> Vec<Spot> {
        let line = self.points(path, points, 2, size);
        if let Some(n) = line.windows(2).position(|pair| pair[0] == pair[1]) {
            self.problem(&format!("{path}[{}]", n + 1), "the same point twice running");
        }
        line
    }

    /// A simple polygon.
    pub(super) fn outline(&mut self, path: &str, points: &[Point], size: Spot) -> Vec<Spot> {
        let mut outline = self.points(path, points, 3, size);
        // A ring closed by naming its first point again means the same.
        if outline.len() > 3 && outline.first() == outline.last() {
            outline.pop();
        }
        if outline.len() != points.len() && outline.len() + 1 != points.len() {
            return outline;
        }
        if let Some((first, second)) = outline::crossing(&outline) {
            let what = format!(
                "the outline crosses itself: the side from point {first} meets the side from point {second}; \
                 name the corners in order around the area"
            );
            self.problem(&format!("{path}[{second}]"), what);
        } else if outline.len() > 2 && outline::doubled_area(&outline) < 500_000 {
            self.problem(path, "the outline encloses next to nothing");
        }
        outline
    }

    pub(super) fn points(&mut self, path: &str, points: &[Point], least: usize, size: Spot) -> Vec<Spot> {
        if points.len() < least || points.len() > MOST_POINTS {
            self.problem(path, format!("{} points; from {least} to {MOST_POINTS} are possible", points.len()));
        }
        points
            .iter()
            .take(MOST_POINTS)
            .enumerate()
            .map(|(n, point)| self.spot(&format!("{path}[{n}]"), *point, size))
            .collect()
    }

    pub(super) fn word<T: Vocabulary>(&mut self, path: &str, word: &Word<T>) -> Option<T> {
        word.meaning().map_err(|what| self.problem(path, what)).ok()
    }

    pub(super) fn word_or<T: Vocabulary>(&mut self, path: &str, word: Option<&Word<T>>, otherwise: T) -> T {
        word.and_then(|word| self.word(path, word)).unwrap_or(otherwise)
    }

    pub(super) fn name(&mut self, path: &str, text: &str) -> Arc<str> {
        self.line_of_text(path, text, LONGEST_NAME)
    }

    pub(super) fn line_of_text(&mut self, path: &str, text: &str, longest: usize) -> Arc<str> {
        let text = text.trim();
        let length = text.chars().count();
        if text.is_empty() {
            self.problem(path, "is empty");
        } else if length > longest {
            self.problem(path, format!("{length} characters; {longest} is the most"));
        }
        if let Some(bad) = text.chars().find(|c| hidden(*c)) {
            self.problem(
                path,
                format!("has the control character U+{:04X}; names are one line of plain text", bad as u32),
            );
        }
        text.into()
    }

    /// A paragraph: a line break in the file is only where its writer's line ended.
    pub(super) fn text(&mut self, path: &str, text: &str) -> Arc<str> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.is_empty() {
            return "".into();
        }
        self.line_of_text(path, &text, LONGEST_TEXT)
    }

    /// A name that nothing else of its kind has: the log could not tell them apart.
    pub(super) fn unique(&mut self, what: &'static str, path: &str, text: &str) -> Arc<str> {
        let name = self.name(path, text);
        let key = (what, name.to_lowercase());
        if let Some(owner) = self.names.get(&key).filter(|_| !name.is_empty()) {
            let what =
                format!("the {what} \"{name}\" is there already, at {owner}; add something that tells them apart");
            self.problem(path, what);
        } else {
            self.names.insert(key, path.to_owned());
        }
        name
    }
}

/// Control characters, and marks that turn the direction of the text around them.
fn hidden(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}')
}
