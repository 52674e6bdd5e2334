//! `check`: everything that is wrong with files.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::out::Out;
use crate::record::{Battle, file, journal, replay};
use crate::scenario::{self, Problems, Scenario, shelf};

/// Looks at each file and says what it is or what is wrong with it.
pub fn check(files: &[PathBuf], out: &mut Out) -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    for path in files {
        match look(path) {
            Ok(what) => out.line(&format!("{}: {what}", path.display())),
            Err(problems) => {
                out.line(&problems.to_string());
                code = ExitCode::FAILURE;
            }
        }
    }
    code
}

/// What a file is.
fn look(path: &Path) -> Result<String, Problems> {
    let name = path.display().to_string();
    if path.extension().is_some_and(|ext| ext == "journal") {
        let recovered = journal::read(path)?;
        let torn = if recovered.torn { ", its last line only half written" } else { "" };
        return Ok(format!("{}{torn}", proved("a journal", &recovered.battle, &name)?));
    }
    let text = shelf::text_of(path)?;
    if file::is_save(&text) {
        return proved("a save", &file::read(&text, &name)?, &name);
    }
    Ok(described(&scenario::read(&text, &name)?))
}

fn proved(what: &str, battle: &Battle, name: &str) -> Result<String, Problems> {
    replay::prove(battle).map_err(|trouble| Problems::whole(name, trouble.to_string()))?;
    Ok(format!("{what} of \"{}\" with {} orders, in order", battle.scenario.title, battle.orders.len()))
}

fn described(scenario: &Scenario) -> String {
    let [union, confederate] = &scenario.armies;
    format!(
        "the scenario \"{}\", {} Union and {} Confederate stands, {} rounds, in order",
        scenario.title,
        union.stands(),
        confederate.stands(),
        scenario.rounds
    )
}
