//! What the rules say, and what shows it. `tests/coverage/statements.ron` lists every statement of the core rules; the
//! cases of `tests/cases` are tagged with those that they show; `tests/coverage/sides` names, boundary by boundary, the
//! case on this side and the case just across. The tables in `tests/coverage` are written from all three.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use ron::extensions::Extensions;
use serde::Deserialize;

use crate::cases;

/// Set to anything, the tables are written anew instead of compared.
const WRITE: &str = "COVERAGE";

/// The parts of the core rules, in the order in which they are told.
const PARTS: [(&str, &str); 15] = [
    ("SEQ", "Sequence of play"),
    ("CMD", "Command and staff pips"),
    ("MOV", "Movement and formations"),
    ("TER", "Terrain and sight"),
    ("FIR", "Fire"),
    ("ART", "Artillery"),
    ("SMK", "Smoke"),
    ("REA", "Reactions"),
    ("ASL", "Assault and melee"),
    ("MOR", "Morale"),
    ("TRT", "Traits"),
    ("CAV", "Cavalry"),
    ("SKR", "Skirmish screens"),
    ("LDR", "Leaders"),
    ("SCN", "Scale and scenarios"),
];

/// One statement of the rules.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Statement {
    id: String,
    /// Where it is printed.
    book: String,
    /// What it says, in our own words.
    says: String,
    /// Why there is nothing in it to test.
    #[serde(default)]
    prose: Option<String>,
    /// It holds only with this optional module.
    #[serde(default)]
    module: Option<String>,
    /// Test functions that show it where a case cannot.
    #[serde(default)]
    tests: Vec<String>,
}

impl Statement {
    fn part(&self) -> &str {
        self.id.split('-').next().unwrap_or_default()
    }
}

/// One boundary of a statement, and what shows both of its sides.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Boundary {
    id: String,
    /// Where the boundary runs, in a few words with its number.
    line: String,
    /// Names of cases, or of test functions, in which what is stated happens.
    within: Vec<String>,
    /// The same for its not happening just across.
    beyond: Vec<String>,
    /// Why there is nothing just across: the statement holds of everything there is.
    #[serde(default)]
    whole: Option<String>,
}

fn folder() -> PathBuf {
    cases::root().join("tests/coverage")
}

/// The boundaries of one part of the rules.
fn sides(part: &str) -> Vec<Boundary> {
    read(&format!("sides/{part}.ron"))
}

fn read<T: for<'de> Deserialize<'de>>(name: &str) -> T {
    let text = fs::read_to_string(folder().join(name)).unwrap_or_else(|why| panic!("{name}: {why}"));
    let reader = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    reader.from_str(&text).unwrap_or_else(|why| panic!("{name}: {why}"))
}

/// Cases by the statements that they show: each with its file, without its ending, and its name.
fn shown() -> BTreeMap<String, Vec<(String, String)>> {
    let mut all: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for (file, cases) in cases::sheets() {
        let file = file.trim_end_matches(".ron").to_owned();
        for case in cases.unwrap_or_else(|why| panic!("{file}: {why}")) {
            for rule in case.rules {
                all.entry(rule).or_default().push((file.clone(), case.name.clone()));
            }
        }
    }
    all
}

/// Names of all tests under `src` and `tests`.
fn test_names() -> BTreeSet<String> {
    let root = cases::root();
    let mut folders = vec![root.join("src"), root.join("tests")];
    let mut names = BTreeSet::new();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ext| ext == "rs") {
                let text = fs::read_to_string(path).unwrap();
                let lines: Vec<&str> = text.lines().map(str::trim).collect();
                let tests = lines.windows(2).filter(|pair| pair[0] == "#[test]").map(|pair| pair[1]);
                let names_of = tests.filter_map(|line| line.strip_prefix("fn ")?.split('(').next());
                names.extend(names_of.map(str::to_owned));
            }
        }
    }
    names
}

/// The table of one part of the rules.
fn table(part: &str, title: &str, all: &[Statement], shown: &BTreeMap<String, Vec<(String, String)>>) -> String {
    let own: Vec<&Statement> = all.iter().filter(|statement| statement.part() == part).collect();
    let sides = sides(part);
    let mut text = format!("# {title}\n\n");
    writeln!(text, "Written by `{WRITE}=write cargo test --test it coverage`; do not edit.\n").unwrap();
    for statement in own {
        writeln!(text, "**{}** {} ({})", statement.id, statement.says, statement.book).unwrap();
        if let Some(why) = &statement.prose {
            writeln!(text, "- nothing to test: {why}").unwrap();
        }
        if let Some(module) = &statement.module {
            writeln!(text, "- with an optional module only: {module}").unwrap();
        }
        for test in &statement.tests {
            writeln!(text, "- test `{test}`").unwrap();
        }
        for (file, name) in shown.get(&statement.id).into_iter().flatten() {
            writeln!(text, "- {file}: {name}").unwrap();
        }
        for side in sides.iter().filter(|side| side.id == statement.id) {
            let across = side.whole.clone().unwrap_or_else(|| side.beyond.join("; "));
            writeln!(text, "- both sides of: {}\n  - within: {}", side.line, side.within.join("; ")).unwrap();
            writeln!(text, "  - beyond: {across}").unwrap();
        }
        text.push('\n');
    }
    text
}

#[test]
fn the_tables_of_coverage_are_as_the_cases_are_tagged() {
    let all: Vec<Statement> = read("statements.ron");
    let shown = shown();
    let mut stale = Vec::new();
    for (part, title) in PARTS {
        let (path, text) = (folder().join(format!("{part}.md")), table(part, title, &all, &shown));
        if std::env::var_os(WRITE).is_some() {
            fs::write(&path, text).unwrap();
        } else if fs::read_to_string(&path).unwrap_or_default() != text {
            stale.push(part);
        }
    }
    let how = format!("write them anew with: {WRITE}=write cargo test --test it coverage");
    assert!(stale.is_empty(), "tests/coverage: the tables of {} are not up to date; {how}", stale.join(", "));
}

#[test]
fn every_statement_of_the_core_rules_is_shown() {
    let all: Vec<Statement> = read("statements.ron");
    let open: Vec<String> = read("open.ron");
    let (shown, functions) = (shown(), test_names());
    let mut wrong = Vec::new();
    for (part, _) in PARTS {
        let numbers = all.iter().filter(|statement| statement.part() == part).map(|statement| statement.id.clone());
        let counted: Vec<String> = (1..=numbers.clone().count()).map(|n| format!("{part}-{n}")).collect();
        if numbers.collect::<Vec<_>>() != counted || counted.is_empty() {
            wrong.push(format!("{part} is not numbered from 1 without a gap"));
        }
    }
    for statement in &all {
        let id = &statement.id;
        let cases = shown.get(id).is_some_and(|cases| !cases.is_empty());
        let excused = statement.prose.is_some() || statement.module.is_some();
        if !cases && statement.tests.is_empty() && !excused && !open.contains(id) {
            wrong.push(format!("no case shows {id}: {}", statement.says));
        }
        if statement.prose.is_some() && (cases || !statement.tests.is_empty()) {
            wrong.push(format!("{id} has nothing to test, they say, and yet it is shown"));
        }
        let unknown = statement.tests.iter().filter(|test| !functions.contains(*test));
        wrong.extend(unknown.map(|test| format!("{id}: there is no test {test}")));
    }
    // A slip in a tag would show a statement that does not exist.
    let known: BTreeSet<&str> = all.iter().map(|statement| statement.id.as_str()).collect();
    let core = |id: &str| PARTS.iter().any(|(part, _)| id.split('-').next() == Some(part));
    for (id, cases) in shown.iter().filter(|(id, _)| core(id) && !known.contains(id.as_str())) {
        wrong.push(format!("there is no statement {id}, which {:?} shows", cases[0]));
    }
    let gone = open.iter().filter(|id| !known.contains(id.as_str()));
    wrong.extend(gone.map(|id| format!("there is no statement {id}, which is said to be open")));
    assert!(all.len() > 400, "only {} statements were found", all.len());
    assert!(wrong.is_empty(), "tests/coverage: {} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_statement_is_shown_on_both_sides_of_its_boundary() {
    let all: Vec<Statement> = read("statements.ron");
    let (shown, functions) = (shown(), test_names());
    let mut wrong = Vec::new();
    for (part, _) in PARTS {
        let sides = sides(part);
        for statement in all.iter().filter(|statement| statement.part() == part) {
            let excused = statement.prose.is_some() || statement.module.is_some();
            if !excused && !sides.iter().any(|side| side.id == statement.id) {
                wrong.push(format!("{} has no boundary: {}", statement.id, statement.says));
            }
        }
        for side in &sides {
            let (id, tagged) = (&side.id, shown.get(&side.id).map_or(&[][..], Vec::as_slice));
            if !id.starts_with(part) || !all.iter().any(|statement| statement.id == *id) {
                wrong.push(format!("{part} has no statement {id}"));
            }
            if side.within.is_empty() || side.beyond.is_empty() != side.whole.is_some() {
                wrong.push(format!("{id}, {}: name a case on each side, or say why it holds of the whole", side.line));
            }
            for name in side.within.iter().chain(&side.beyond) {
                if !functions.contains(name) && !tagged.iter().any(|(_, case)| case == name) {
                    wrong.push(format!("{id}, {}: no case tagged {id}, and no test, is called {name:?}", side.line));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "tests/coverage/sides: {} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
