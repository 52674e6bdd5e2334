//! Rule examples as data: every case in `tests/cases` is laid out, played and compared. See `tests/cases/README.md`.

pub mod sheet;
pub mod table;
mod tell;

use std::fmt::Debug;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use dress::army::GeneralId;
use dress::geometry::Inches;
use dress::record::words;
use dress::turn::{Event, Field, Refusal};
use ron::extensions::Extensions;

use sheet::{Case, Order, Winner};
use table::{Table, spot};

/// Positions are compared to a thousandth: rounding of a pose at an odd angle may go either way.
const NEAR: Inches = Inches(1);

#[test]
fn every_case_goes_as_it_is_written() {
    let only = std::env::var("CASE").unwrap_or_default();
    let (mut played, mut wrong) = (0, Vec::new());
    for (file, cases) in sheets() {
        let cases = match cases {
            Ok(cases) => cases,
            Err(why) => {
                wrong.push(format!("{file}: {why}"));
                continue;
            }
        };
        for case in cases.iter().filter(|case| case.name.contains(&only)) {
            played += 1;
            let outcome = catch_unwind(AssertUnwindSafe(|| play(case)));
            let problems = outcome.unwrap_or_else(|panic| vec![format!("panic: {}", words(&*panic))]);
            if !problems.is_empty() {
                wrong.push(format!("{file}: {}\n    {}", case.name, problems.join("\n    ")));
            }
        }
    }
    assert!(!only.is_empty() || played >= 100, "only {played} cases were found");
    assert!(wrong.is_empty(), "{} of {played} cases went otherwise:\n\n{}\n", wrong.len(), wrong.join("\n\n"));
}

/// The checkout whose cases are played: that which runs this test, so that a built test serves another checkout too.
pub fn root() -> PathBuf {
    std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from)
}

/// Every file of cases, in the order of their names: its name, and its cases or what is wrong with it.
pub fn sheets() -> Vec<(String, Result<Vec<Case>, String>)> {
    let folder = root().join("tests/cases");
    let mut files: Vec<PathBuf> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ext| ext == "ron"));
    files.sort();
    let read = |path: PathBuf| {
        let reader = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
        let cases = reader.from_str(&fs::read_to_string(&path).unwrap()).map_err(|why| why.to_string());
        (path.file_name().unwrap().to_string_lossy().into_owned(), cases)
    };
    files.into_iter().map(read).collect()
}

fn words(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default()
}

/// Plays a case; gives everything that went otherwise, and then what was told.
fn play(case: &Case) -> Vec<String> {
    let mut table = Table::lay(case);
    let opening = table.open(case);
    let mut told: Vec<String> = opening.iter().map(|event| tell::tell(event, &table.names)).collect();
    let mut problems = Vec::new();
    if case.rules.is_empty() {
        problems.push("it names no rule".to_owned());
    }
    'game: for order in &case.orders {
        for wanted in table.orders(order) {
            let before = (table.field().clone(), table.agenda().clone());
            let result = table.give(&wanted);
            match (order, result) {
                (Order::Refused(_, parts), Err(refusal)) => {
                    problems.extend(refused(order, parts, &refusal));
                    if (table.field(), table.agenda()) != (&before.0, &before.1) {
                        problems.push(format!("{order:?} was refused, and yet something has changed"));
                    }
                }
                (Order::Refused(..), Ok(events)) => {
                    told.extend(events.iter().map(|event| tell::tell(event, &table.names)));
                    problems.push(format!("{order:?} was accepted"));
                    break 'game;
                }
                (_, Ok(events)) => {
                    problems.extend(uncited(&events, table.field()));
                    told.extend(events.iter().map(|event| tell::tell(event, &table.names)));
                }
                (_, Err(refusal)) => {
                    problems.push(format!("{order:?} was refused: {refusal}"));
                    break 'game;
                }
            }
        }
    }
    problems.extend(missing(&case.events, &told));
    for line in told.iter().filter(|line| case.never.iter().any(|pattern| matches(pattern, line))) {
        problems.push(format!("this should not have been told: {line}"));
    }
    if table.dice_left() > 0 {
        problems.push(format!("{} of {} dice are left over", table.dice_left(), case.dice.len()));
    }
    compare(case, &table, &mut problems);
    if !problems.is_empty() {
        problems.push("what was told:".to_owned());
        problems.extend(told.iter().map(|line| format!("  | {line}")));
        if let Some(question) = &table.agenda().question {
            problems.push(format!("  ? {} must {}: {:?}", question.side, question.ask, question.choices));
        }
    }
    problems
}

/// Lines of the log that cite no printed place, or a modifier that cites none.
fn uncited(events: &[Event], field: &Field) -> Vec<String> {
    let lines = words::every(events, field).into_iter().zip(events);
    let bare = lines.filter(|(line, event)| line.page.is_none() && !SAID_WITHOUT_PAGE.iter().any(|plain| plain(event)));
    let bare = bare.map(|(line, _)| format!("it cites no page: {}", line.text));
    let modifiers = events.iter().flat_map(|event| match event {
        Event::Rolled { modifiers, .. } | Event::Scored { modifiers, .. } => modifiers.as_slice(),
        Event::VolleyTold { hopeless, .. } => hopeless.as_slice(),
        _ => &[],
    });
    let unfounded = modifiers.filter(|one| !PRINTED.iter().any(|book| one.page.0.starts_with(book)));
    bare.chain(unfounded.map(|one| format!("it cites no page: {:+} {}", one.value, one.why))).collect()
}

/// The books.
const PRINTED: [&str; 3] = ["RULE-01-", "QRS 4 ", "Companion "];

/// What is told and stands in no book.
const SAID_WITHOUT_PAGE: [fn(&Event) -> bool; 3] = [
    |event| matches!(event, Event::Ready(_) | Event::PhaseBegan(_) | Event::BattleEnded { .. }),
    // Deployment lays out what the scenario asks for.
    |event| matches!(event, Event::DeploymentOrder(_) | Event::Deploying(_) | Event::Deployed { .. }),
    // The last moment of a march that its own losses have stopped.
    |event| matches!(event, Event::MarchEnded(_)),
];

fn refused(order: &Order, parts: &[String], refusal: &Refusal) -> Option<String> {
    let text = refusal.to_string();
    let missing: Vec<&String> = parts.iter().filter(|part| !text.contains(part.as_str())).collect();
    (!missing.is_empty()).then(|| format!("{order:?} was refused in other words: {text}"))
}

/// Whether the parts of a pattern, separated by `...`, are in a line in order.
fn matches(pattern: &str, line: &str) -> bool {
    let mut rest = line;
    pattern.split("...").all(|part| match rest.find(part.trim()) {
        Some(at) => {
            rest = &rest[at + part.trim().len()..];
            true
        }
        None => false,
    })
}

fn missing(patterns: &[String], told: &[String]) -> Option<String> {
    let mut lines = told.iter();
    let lost = patterns.iter().find(|pattern| !lines.by_ref().any(|line| matches(pattern, line)))?;
    Some(format!("this was not told, or not in its place: {lost}"))
}

fn compare(case: &Case, table: &Table, problems: &mut Vec<String>) {
    let field = table.field();
    let after = &case.after;
    for (name, wanted) in &after.units {
        let unit = field.unit(table.names.regiment(name));
        let mut same = Same { whose: name, problems };
        let (place, condition) = (&unit.place, &unit.condition);
        same.check("stands", wanted.stands, unit.stands());
        same.check("micro", wanted.micro, condition.micro);
        same.check("low_ammo", wanted.low_ammo, condition.low_ammo);
        same.check("disordered", wanted.disordered, condition.disordered);
        same.check("gone", wanted.gone, condition.gone);
        same.check("formation", wanted.formation, place.formation);
        same.check("screen", wanted.screen, condition.screen);
        same.check("screen_hits", wanted.screen_hits, condition.screen_hits);
        same.check("behind", wanted.behind, condition.evaded.map_or(0.0, f64::from));
        same.check("refused", wanted.refused, condition.refused.into());
        same.check("locked", wanted.locked, condition.locked);
        same.check("engaged", wanted.engaged, field.engaged(unit.id()));
        same.check("files", wanted.files, (place.files.left, place.files.right));
        same.check("smoke", wanted.smoke, field.smoke.iter().any(|smoke| smoke.of == unit.id()));
        same.check("spent", wanted.spent, f64::from(unit.deeds.spent));
        same.check("rested", wanted.rested, condition.rested);
        same.near("at", wanted.at, place.pose.at);
        same.check("facing", wanted.facing, f64::from(place.pose.heading));
    }
    for (name, wanted) in &after.brigades {
        let id = table.names.brigade(name);
        let state = &field.brigade(id).state;
        let general = &field.general(GeneralId(id.0)).state;
        let mut same = Same { whose: name, problems };
        same.check("pips", wanted.pips, state.pool);
        same.check("reserved", wanted.reserved, state.reserved);
        same.check("banked", wanted.banked, state.banked);
        same.check("clock", wanted.clock, state.clock);
        same.check("temper", wanted.temper, general.temper);
        same.check("wounds", wanted.wounds, general.wounds);
        same.check("general_gone", wanted.general_gone, general.gone);
        same.near("general", wanted.general, general.at);
        let attached = general.attached.map(|unit| field.unit(unit).name().to_owned());
        same.check("attached", wanted.attached.clone().map(Some), attached);
    }
    let mut same = Same { whose: "the battle", problems };
    same.check("phase", after.phase, field.clock.phase);
    same.check("active", after.active, field.clock.active);
    same.check("turn", after.turn, field.clock.turn);
    let asked = table.agenda().question.as_ref().map(|question| question.side);
    same.check("asked", after.asked.map(Some), asked);
    let outcome = field.clock.outcome.as_ref();
    same.check("points", after.points.map(Some), outcome.map(|end| (end.points[0], end.points[1])));
    let winner = outcome.map(|end| match end.winner {
        None => Winner::Nobody,
        Some(dress::army::Side::Union) => Winner::Union,
        Some(dress::army::Side::Confederate) => Winner::Confederate,
    });
    same.check("winner", after.winner.map(Some), winner);
    if after.asked.is_none()
        && let Some(question) = &table.agenda().question
    {
        same.problems.push(format!("{} is still asked to {}", question.side, question.ask));
    }
}

struct Same<'a> {
    whose: &'a str,
    problems: &'a mut Vec<String>,
}

impl Same<'_> {
    fn check<T: PartialEq + Debug>(&mut self, what: &str, wanted: Option<T>, is: T) {
        if let Some(wanted) = wanted.filter(|wanted| *wanted != is) {
            self.problems.push(format!("{}: {what} should be {wanted:?}, is {is:?}", self.whose));
        }
    }

    fn near(&mut self, what: &str, wanted: Option<sheet::Point>, is: dress::geometry::Spot) {
        let Some(wanted) = wanted.map(spot) else { return };
        let off = |a: Inches, b: Inches| Inches((a.0 - b.0).abs()) > NEAR;
        if off(wanted.x, is.x) || off(wanted.y, is.y) {
            self.problems.push(format!("{}: {what} should be {wanted:?}, is {is:?}", self.whose));
        }
    }
}
