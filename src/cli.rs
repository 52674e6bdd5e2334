//! The command line. `run`, `replay`, `check` and `odds` start no renderer.

mod args;
mod check;
mod gallery;
mod orders;
mod out;
mod play;
mod replay;
mod run;
mod shot;
mod start;
mod window;

use std::fmt;
use std::process::ExitCode;

use clap::Parser;

pub use args::{Arguments, Command, EventsAs};
pub use out::Out;
pub use start::Start;
pub use window::Needs;

/// Why a command failed: what the player reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure(pub String);

impl Failure {
    /// From anything that says what is wrong.
    pub fn of(what: impl fmt::Display) -> Self {
        Self(what.to_string())
    }
}

/// Runs the program with the arguments it was started with.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(arguments) {
        Ok(code) => code,
        Err(Failure(what)) => {
            eprintln!("{what}");
            ExitCode::FAILURE
        }
    }
}

/// Runs one command.
///
/// # Errors
/// What went wrong, in words for the player.
pub fn run(arguments: Arguments) -> Result<ExitCode, Failure> {
    let folders = arguments.folders();
    let mut out = Out::new();
    match arguments.command {
        Some(Command::Run(run)) => run::run(run, folders, &mut out).map(|()| ExitCode::SUCCESS),
        Some(Command::Replay(replay)) => replay::replay(&replay, &mut out).map(|()| ExitCode::SUCCESS),
        Some(Command::Check { files }) => Ok(check::check(&files, &mut out)),
        Some(Command::Odds { table }) => {
            out.line(crate::odds::print(table.into()).trim_end());
            Ok(ExitCode::SUCCESS)
        }
        Some(Command::Gallery(what)) => gallery::gallery(&what, folders.as_ref(), &mut out).map(|()| ExitCode::SUCCESS),
        Some(Command::Shot(shot)) => shot::shot(&shot, folders.as_ref()).map(|()| ExitCode::SUCCESS),
        Some(Command::Play { what }) => play::play(Some(&what), folders).map(|()| ExitCode::SUCCESS),
        None => play::play(None, folders).map(|()| ExitCode::SUCCESS),
    }
}
