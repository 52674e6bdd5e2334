//! `replay`: a recorded battle again, compared with what was recorded.

use super::Failure;
use super::args::Replay;
use super::out::Out;
use crate::app::rules_app;
use crate::record::{journal, replay};

/// Plays a save or a journal and prints what happens.
///
/// # Errors
/// A file that cannot be read, or a battle that does not go as it went.
pub fn replay(arguments: &Replay, out: &mut Out) -> Result<(), Failure> {
    let recovered = journal::read_any(&arguments.save).map_err(Failure::of)?;
    let battle = recovered.battle;
    let to = arguments.to.unwrap_or(battle.orders.len());
    if to > battle.orders.len() {
        return Err(Failure(format!("--to {to}: the battle has {} orders", battle.orders.len())));
    }
    let mut app = rules_app();
    let path = arguments.save.display();
    replay::play(app.world_mut(), &battle, to, |entry, field| out.entry(entry, field, arguments.events))
        .map_err(|trouble| Failure(format!("{path}: {trouble}")))?;
    if recovered.torn {
        eprintln!("{path}: the last line was only half written and is left out");
    }
    Ok(())
}
