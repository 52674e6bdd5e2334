//! Playing a recorded battle again: loading, taking back, `replay` and watching are all this.

use std::fmt;

use bevy::app::App;
use bevy::ecs::world::World;
use bevy::state::app::StatesPlugin;

use super::battle::{self, Battle, TakenBack};
use super::journal::{self, Journal};
use super::log::{BattleLog, LogEntry, Said};
use super::undo::Price;
use super::words;
use crate::turn::{self, Field, Order, Refusal};

/// Why a recorded battle cannot be played again.
#[derive(Clone, PartialEq, Debug)]
pub enum Trouble {
    /// The scenario's opening does not lead to the state that was recorded.
    Opening,
    /// This order is refused now.
    Refused {
        /// Its number.
        number: usize,
        /// What was ordered, in words.
        order: String,
        /// Why not.
        refusal: Refusal,
    },
    /// This order leads to another state than it did.
    Differs {
        /// Its number.
        number: usize,
        /// What was ordered, in words.
        order: String,
    },
    /// The recorded dice run out.
    NoDice,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Opening => f.write_str(
                "the battle does not begin as it was recorded: the scenario in it, or this program's rules, have changed",
            ),
            Self::Refused { number, order, refusal } => {
                write!(f, "order {number} ({order}) is refused when it is played again: {refusal}")
            }
            Self::Differs { number, order } => write!(
                f,
                "order {number} ({order}) leads to another state than was recorded: the file, or this program's \
                 rules, have changed"
            ),
            Self::NoDice => f.write_str("the recorded dice run out before the first order"),
        }
    }
}

impl std::error::Error for Trouble {}

/// The rules alone, in a world of their own.
pub fn bare() -> App {
    let mut app = App::new();
    app.add_plugins(StatesPlugin);
    turn::plugin(&mut app);
    app
}

/// Plays the first `to` orders of a battle in this world, without a journal. `watch` sees each entry of the log with
/// the field as it is after it.
///
/// # Errors
/// At the first order that does not go as it went.
pub fn play(
    world: &mut World,
    record: &Battle,
    to: usize,
    mut watch: impl FnMut(&LogEntry, &Field),
) -> Result<(), Trouble> {
    battle::set_up(world, record.scenario.clone(), record.options, record.dice.clone()).map_err(|_| Trouble::NoDice)?;
    if world.resource::<Battle>().opening != record.opening {
        return Err(Trouble::Opening);
    }
    show(world, &mut watch);
    notes(world, record, 0, &mut watch);
    play_on(world, record, to, &mut watch)
}

/// Goes to the state after `to` orders of a record that this world is showing: on from where it stands, or from the
/// beginning if that is behind it. For stepping and scrubbing.
///
/// # Errors
/// At the first order that does not go as it went.
pub fn go_to(world: &mut World, record: &Battle, to: usize) -> Result<(), Trouble> {
    let shown = world.get_resource::<Battle>();
    let ahead = shown.is_some_and(|shown| {
        let at = shown.orders.len();
        shown.opening == record.opening && at <= to && record.orders.get(..at) == Some(shown.orders.as_slice())
    });
    if ahead { play_on(world, record, to, &mut |_, _| {}) } else { play(world, record, to, |_, _| {}) }
}

/// Gives the orders that follow those already given.
fn play_on(
    world: &mut World,
    record: &Battle,
    to: usize,
    watch: &mut impl FnMut(&LogEntry, &Field),
) -> Result<(), Trouble> {
    let given = world.resource::<Battle>().orders.len();
    for (n, given) in record.orders.iter().enumerate().take(to).skip(given) {
        let number = n + 1;
        if let Err(refusal) = battle::carry_out(world, given.order.clone()) {
            return Err(Trouble::Refused { number, order: name(world, &given.order), refusal });
        }
        if turn::digest(world) != given.digest {
            return Err(Trouble::Differs { number, order: name(world, &given.order) });
        }
        show(world, watch);
        notes(world, record, number, watch);
    }
    world.resource_mut::<Battle>().taken_back.clone_from(&record.taken_back);
    Ok(())
}

fn name(world: &World, order: &Order) -> String {
    words::order(order, world.resource::<Field>())
}

fn show(world: &World, watch: &mut impl FnMut(&LogEntry, &Field)) {
    if let Some(entry) = world.resource::<BattleLog>().entries.last() {
        watch(entry, world.resource::<Field>());
    }
}

/// What was taken back after this many orders.
fn notes(world: &mut World, record: &Battle, kept: usize, watch: &mut impl FnMut(&LogEntry, &Field)) {
    for taken in record.taken_back.iter().filter(|taken| taken.kept == kept) {
        let entry = entry_of(taken);
        world.resource_mut::<BattleLog>().entries.push(entry);
        show(world, watch);
    }
}

fn entry_of(taken: &TakenBack) -> LogEntry {
    LogEntry {
        number: taken.kept as u64,
        by: None,
        said: Said::TakenBack(taken.clone()),
        events: Vec::new(),
        undo: Price::Never,
    }
}

/// Plays a battle in a world of its own, to see whether it goes as it went.
///
/// # Errors
/// At the first order that does not.
pub fn prove(record: &Battle) -> Result<(), Trouble> {
    let mut app = bare();
    play(app.world_mut(), record, record.orders.len(), |_, _| {})
}

/// Takes a recorded battle up again on this table: it is proved elsewhere first, so that a battle that cannot be
/// played leaves the table as it was. A new journal is begun.
///
/// # Errors
/// At the first order that does not go as it went.
pub fn open(world: &mut World, record: &Battle) -> Result<(), Trouble> {
    prove(record)?;
    let cuts = world.get_resource::<BattleLog>().map_or(0, |log| log.cuts + 1);
    play(world, record, record.orders.len(), |_, _| {})?;
    world.resource_mut::<BattleLog>().cuts = cuts;
    world.remove_resource::<Journal>();
    journal::begin(world);
    Ok(())
}

/// Plays a shortened battle on the table where it is being played; the journal goes on.
pub(super) fn rebuild(world: &mut World, record: &Battle) -> Result<(), Trouble> {
    prove(record)?;
    play(world, record, record.orders.len(), |_, _| {})
}

/// Branches: takes up a recorded battle as it was after `to` orders, as a battle of its own.
pub fn branch(record: &Battle, to: usize) -> Battle {
    let mut branch = record.clone();
    branch.orders.truncate(to);
    branch.taken_back.retain(|taken| taken.kept <= to);
    branch
}
