//! The battle log: what was ordered and what came of it.

use bevy::ecs::resource::Resource;

use super::battle::TakenBack;
use super::undo::Price;
use crate::army::Side;
use crate::turn::{Event, Order};

/// Everything that has been said in the battle, in order. Read it from where you stopped: it only grows, except that
/// taking back cuts its end off ([`BattleLog::cuts`] counts how often).
#[derive(Resource, Clone, PartialEq, Default, Debug)]
pub struct BattleLog {
    /// The opening first.
    pub entries: Vec<LogEntry>,
    /// How often it has been written anew.
    pub cuts: u32,
}

/// One order with its consequences.
#[derive(Clone, PartialEq, Debug)]
pub struct LogEntry {
    /// Number of the order, from 1; 0 for the opening. A line about something taken back has the number of the last
    /// order that stayed.
    pub number: u64,
    /// Whose order it was.
    pub by: Option<Side>,
    /// What was said.
    pub said: Said,
    /// What came of it.
    pub events: Vec<Event>,
    /// What it takes to take it back.
    pub undo: Price,
}

/// Why there is an entry.
#[derive(Clone, PartialEq, Debug)]
pub enum Said {
    /// The battle began.
    Opening,
    /// An order was given.
    Order(Order),
    /// The order before was taken back.
    TakenBack(TakenBack),
}
