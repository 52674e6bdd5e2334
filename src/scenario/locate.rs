//! Where each field of a RON text stands. RON's own reader says where a text cannot be read; this says where a value
//! stands that can be read and is wrong.
//!
//! The walk is lenient: what it does not understand it leaves out, and a field that it does not know has the place of
//! the nearest field around it.

/// A RON text and the place of everything in it.
#[derive(Debug)]
pub struct Map<'a> {
    text: &'a str,
    /// Fields in the order of the text, each before what is inside it.
    fields: Vec<Field>,
}

#[derive(Debug)]
struct Field {
    path: String,
    start: usize,
    end: usize,
}

/// Deeper nesting than any file of ours has is not followed; RON refuses it at 128.
const DEEPEST: usize = 64;

impl<'a> Map<'a> {
    /// Walks a text.
    pub fn of(text: &'a str) -> Self {
        let mut walk = Walk { text, at: 0, fields: Vec::new() };
        walk.blank();
        while walk.eat("#!") {
            walk.skip_attribute();
            walk.blank();
        }
        walk.value(String::new(), 0);
        Self { text, fields: walk.fields }
    }

    /// Line and column of a field, or of the nearest field around it; both from 1.
    pub fn place(&self, path: &str) -> (usize, usize) {
        let mut path = path;
        loop {
            if let Some(field) = self.fields.iter().find(|field| field.path == path) {
                return self.line_column(field.start);
            }
            match path.rfind(['.', '[']) {
                Some(cut) => path = &path[..cut],
                None if path.is_empty() => return (1, 1),
                None => path = "",
            }
        }
    }

    /// What is written as the value of a field.
    pub fn written(&self, path: &str) -> Option<&'a str> {
        self.fields.iter().find(|field| field.path == path).map(|field| &self.text[field.start..field.end])
    }

    /// The innermost field at a line and column.
    pub fn field_at(&self, line: usize, column: usize) -> &str {
        let offset = self.offset(line, column);
        let inside = |field: &&Field| field.start <= offset && offset <= field.end;
        self.fields.iter().rev().find(inside).map_or("", |field| &field.path)
    }

    fn line_column(&self, offset: usize) -> (usize, usize) {
        let before = &self.text[..offset];
        let line_start = before.rfind('\n').map_or(0, |n| n + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    fn offset(&self, line: usize, column: usize) -> usize {
        let start = match line.checked_sub(2) {
            None => 0,
            Some(breaks) => self.text.match_indices('\n').nth(breaks).map_or(self.text.len(), |(n, _)| n + 1),
        };
        let rest = &self.text[start..];
        start + rest.char_indices().nth(column.saturating_sub(1)).map_or(rest.len(), |(n, _)| n)
    }
}

struct Walk<'a> {
    text: &'a str,
    at: usize,
    fields: Vec<Field>,
}

impl<'a> Walk<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn next(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn eat(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word);
        if found {
            self.at += word.len();
        }
        found
    }

    /// Steps over one character, whatever it is.
    fn step(&mut self) -> Option<char> {
        let next = self.next()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn skip_while(&mut self, wanted: impl Fn(char) -> bool) {
        while self.next().is_some_and(&wanted) {
            self.step();
        }
    }

    /// White space and comments.
    fn blank(&mut self) {
        loop {
            self.skip_while(char::is_whitespace);
            if self.eat("//") {
                self.skip_while(|c| c != '\n');
            } else if self.eat("/*") {
                let mut open = 1;
                while open > 0 {
                    if self.eat("/*") {
                        open += 1;
                    } else if self.eat("*/") {
                        open -= 1;
                    } else if self.step().is_none() {
                        return;
                    }
                }
            } else {
                return;
            }
        }
    }

    fn skip_attribute(&mut self) {
        self.skip_while(|c| c != ']');
        self.step();
    }

    fn word(&mut self) -> &'a str {
        let start = self.at;
        self.skip_while(|c| c == '_' || c.is_alphanumeric());
        &self.text[start..self.at]
    }

    /// One value, noted under its path. Leaves the walk behind it.
    fn value(&mut self, path: String, depth: usize) {
        if depth > DEEPEST {
            self.at = self.text.len();
            return;
        }
        let start = self.at;
        let mine = self.fields.len();
        self.fields.push(Field { path: path.clone(), start, end: start });
        match self.next() {
            Some('(') => self.inside(&path, ')', depth),
            Some('[') => self.inside(&path, ']', depth),
            Some('{') => self.inside(&path, '}', depth),
            Some('"') => self.string(),
            Some('\'') => self.character(),
            Some(c) if c == '_' || c.is_alphabetic() => {
                if !self.raw_string() {
                    let word = self.word();
                    let behind = self.at;
                    self.blank();
                    match self.next() {
                        // `Some(x)` is x.
                        Some('(') if word == "Some" => {
                            self.step();
                            self.blank();
                            self.fields.remove(mine);
                            self.value(path, depth + 1);
                            self.blank();
                            self.eat(")");
                            return;
                        }
                        Some('(') => self.inside(&path, ')', depth),
                        _ => self.at = behind,
                    }
                }
            }
            _ => self.skip_while(|c| !matches!(c, ',' | ')' | ']' | '}' | ':' | '(' | '[' | '{') && !c.is_whitespace()),
        }
        self.fields[mine].end = self.at;
    }

    /// The members between brackets: named (`name: value`, `"key": value`) or counted.
    fn inside(&mut self, path: &str, close: char, depth: usize) {
        self.step();
        let mut count = 0;
        loop {
            self.blank();
            match self.next() {
                None => return,
                Some(c) if c == close => {
                    self.step();
                    return;
                }
                Some(',') => {
                    self.step();
                    continue;
                }
                Some(_) => {}
            }
            let before = self.at;
            let name = self.name(close);
            let inner = match name {
                Some(name) if path.is_empty() => name,
                Some(name) => format!("{path}.{name}"),
                None => format!("{path}[{count}]"),
            };
            count += 1;
            self.value(inner, depth + 1);
            if self.at == before {
                self.step();
            }
        }
    }

    /// `name:` or, in a map, `"key":`; nothing is taken if there is none.
    fn name(&mut self, close: char) -> Option<String> {
        let before = self.at;
        let name = if close == '}' && self.next() == Some('"') {
            self.string();
            self.text[before..self.at].trim_matches('"').to_owned()
        } else {
            self.eat("r#");
            self.word().to_owned()
        };
        self.blank();
        if close != ']' && !name.is_empty() && self.eat(":") {
            self.blank();
            Some(name)
        } else {
            self.at = before;
            None
        }
    }

    fn string(&mut self) {
        self.step();
        loop {
            match self.step() {
                Some('\\') => {
                    self.step();
                }
                Some('"') | None => return,
                Some(_) => {}
            }
        }
    }

    fn character(&mut self) {
        self.step();
        if self.step() == Some('\\') {
            self.skip_while(|c| c != '\'');
        }
        self.eat("'");
    }

    /// `r"..."`, `r#"..."#`, `b"..."`, `br"..."`; nothing is taken if there is none.
    fn raw_string(&mut self) -> bool {
        let before = self.at;
        self.eat("b");
        if self.next() == Some('"') && self.at > before {
            self.string();
            return true;
        }
        if self.eat("r") {
            let hashes = self.rest().chars().take_while(|c| *c == '#').count();
            self.at += hashes;
            if self.eat("\"") {
                let end = format!("\"{}", "#".repeat(hashes));
                self.at = self.rest().find(&end).map_or(self.text.len(), |n| self.at + n + end.len());
                return true;
            }
        }
        self.at = before;
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r##"#![enable(implicit_some)]
// a comment with (brackets
(
    title: "Bräwner's \"Farm\" (", /* and /* another */ one */
    raw: r#"a "raw" ) one"#,
    first: Some(Union),
    armies: (union: (brigades: [
        (name: "é", regiments: [(stands: 4), (stands: 14)]),
    ])),
    options: { "engaged": "all" },
    zone: Zones(union: [(1, 2), (3, -4.5)]),
)"##;

    #[track_caller]
    fn check(path: &str, written: &str, place: (usize, usize)) {
        let map = Map::of(TEXT);
        assert_eq!(map.written(path), Some(written));
        assert_eq!(map.place(path), place);
    }

    #[test]
    fn fields_are_found_through_strings_comments_and_variants() {
        check("armies.union.brigades[0].regiments[1].stands", "14", (8, 55));
        check("options.engaged", "\"all\"", (10, 27));
        check("zone.union[1][1]", "-4.5", (11, 37));
        check("first", "Union", (6, 17));
        check("raw", "r#\"a \"raw\" ) one\"#", (5, 10));
    }

    #[test]
    fn a_field_that_is_missing_has_the_place_of_what_is_around_it() {
        let map = Map::of(TEXT);
        assert_eq!(map.place("armies.union.brigades[0].regiments[0].men"), (8, 33));
        assert_eq!(map.field_at(8, 57), "armies.union.brigades[0].regiments[1].stands");
    }

    #[test]
    fn no_text_hangs_or_breaks_the_walk() {
        for cut in (0..TEXT.len()).filter(|n| TEXT.is_char_boundary(*n)) {
            Map::of(&TEXT[..cut]);
            Map::of(&TEXT[cut..]);
        }
        Map::of(&"(".repeat(100_000));
        Map::of(&"[{(a:".repeat(10_000));
    }
}
