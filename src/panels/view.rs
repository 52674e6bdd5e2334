//! What the panels are given to draw, and what they give back.

use crate::army::{GeneralId, RegimentId, Side};
use crate::geometry::Spot;
use crate::table::Motion;
use crate::table::sound::{Hearing, Loudness};
use crate::turn::event::Modifier;
use crate::turn::{Agenda, Event, Field, Order};

use super::reckon::{Rules, Todo};

/// What is selected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selected {
    /// A regiment.
    Regiment(RegimentId),
    /// A general.
    General(GeneralId),
}

/// What the pointer on the table is used for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Task {
    /// Selecting, and dragging ghosts.
    #[default]
    Move,
    /// Choosing the target of a charge.
    Assault,
    /// Choosing the target of a volley.
    Fire,
}

/// What taking back would do.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum TakeBack {
    /// There is nothing to take back.
    #[default]
    Nothing,
    /// No dice lie between: one click is enough. Names what is taken back.
    Free(String),
    /// Dice have been rolled since: both players must agree. Names what is taken back.
    BothAgree {
        /// What would be taken back.
        what: String,
        /// What has happened since that the other player has a say in: "dice have been rolled".
        why: &'static str,
    },
}

/// One line of the log, with what it opens into.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LogLine {
    /// The line in words.
    pub text: String,
    /// Whose deed it was.
    pub side: Option<Side>,
    /// Dice, for drawing.
    pub dice: Vec<u8>,
    /// Details, one a row: dice, numbers, pages.
    pub details: Vec<String>,
    /// Modifiers that counted.
    pub modifiers: Vec<Modifier>,
    /// Where on the table it happened.
    pub at: Option<Spot>,
    /// It opens a turn or a phase, and is set as a heading.
    pub heading: bool,
    /// It tells who has won a melee.
    pub fight: bool,
}

/// Where there is room for a banner without hiding the units it speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Room {
    /// The upper part of the table is free.
    #[default]
    Above,
    /// The lower part is.
    Below,
}

/// Whether the battle is being played or watched.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Mode {
    /// Orders may be given.
    Play,
    /// A replay stands after order `at` of `of`.
    Replay {
        /// Orders shown so far.
        at: usize,
        /// Orders in the record.
        of: usize,
        /// It runs by itself.
        running: bool,
        /// Orders a second.
        speed: f32,
    },
}

/// Everything the panels read.
pub struct View<'a> {
    /// The field.
    pub field: &'a Field,
    /// What the game waits for.
    pub agenda: &'a Agenda,
    /// The rules, for reasons and reckonings.
    pub rules: &'a dyn Rules,
    /// Who has still something to do.
    pub todo: &'a Todo,
    /// What is selected.
    pub selected: Option<Selected>,
    /// What is under the pointer on the table.
    pub hovered: Option<Selected>,
    /// What the pointer is used for.
    pub task: Task,
    /// What Space would confirm, in words: the proposal on the table.
    pub proposal: Option<&'a str>,
    /// The proposal itself.
    pub proposed: Option<&'a Order>,
    /// The log, oldest line first.
    pub log: &'a [LogLine],
    /// Events since the last change of sides, for the strip between turns.
    pub last_turn: &'a [Event],
    /// What undo would take back.
    pub take_back: TakeBack,
    /// Orders confirmed so far: changes whenever the field does.
    pub version: u64,
    /// Where a banner may go.
    pub room: Room,
    /// How high it may be there, in points, before it hides a regiment that it speaks of.
    pub clear: f32,
    /// Played or watched.
    pub mode: Mode,
    /// How fast regiments are seen to move.
    pub motion: Motion,
    /// How loud the battle is.
    pub loudness: Loudness,
    /// Whether it can be heard.
    pub hearing: &'a Hearing,
    /// What the last order has set going is still to be seen.
    pub moving: bool,
    /// The name of the battle.
    pub title: &'a str,
}

impl View<'_> {
    /// Whether this order may be given now.
    pub fn may(&self, order: &Order) -> bool {
        self.mode == Mode::Play && self.rules.check(order).is_ok()
    }

    /// The regiment that is selected, if one is.
    pub fn selected_unit(&self) -> Option<&crate::turn::Unit> {
        match self.selected {
            Some(Selected::Regiment(id)) if self.field.knows(id) => Some(self.field.unit(id)),
            _ => None,
        }
    }
}

/// What a player did in the panels.
#[derive(Clone, PartialEq, Debug)]
pub enum PanelAction {
    /// Gives an order.
    Order(Order),
    /// Selects something, or nothing.
    Select(Option<Selected>),
    /// Gives the order that is proposed on the table.
    Confirm,
    /// Uses the pointer for something else.
    Task(Task),
    /// Centres the table there.
    LookAt(Spot),
    /// Takes the last order back; where dice were rolled, both have agreed.
    TakeBack,
    /// Saves the battle.
    Save,
    /// Sets how fast regiments are seen to move.
    Motion(Motion),
    /// Sets how loud the battle is.
    Loudness(Loudness),
    /// Ends what is still to be seen of the last order.
    Hasten,
    /// Leaves the table for the title.
    Leave,
    /// Watches the battle again from its beginning.
    Watch,
    /// A replay control.
    Replay(ReplayStep),
}

/// Controls of a replay.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ReplayStep {
    /// Runs, or stops.
    Run(bool),
    /// Shows the table after so many orders.
    To(usize),
    /// Orders a second.
    Speed(f32),
}
