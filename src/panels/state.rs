//! What the panels themselves remember between frames. None of it belongs to the battle.

use crate::army::{RegimentId, Side};
use crate::geometry::Inches;
use crate::turn::{Charge, Phase};

/// Open or folded.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Fold {
    /// Shown whole.
    #[default]
    Open,
    /// Folded to a tab.
    Folded,
}

impl Fold {
    /// The other of the two.
    pub const fn turned(self) -> Self {
        match self {
            Self::Open => Self::Folded,
            Self::Folded => Self::Open,
        }
    }
}

/// A message that shows for a while.
#[derive(Clone, PartialEq, Debug)]
pub struct Toast {
    /// Its words.
    pub words: String,
    /// Seconds of egui's clock at which it goes; set when it is first drawn.
    pub until: Option<f64>,
}

/// What the panels remember.
#[derive(Clone, PartialEq, Debug)]
pub struct PanelState {
    /// The order of battle.
    pub roster: Fold,
    /// The log.
    pub log: Fold,
    /// The page of rules is open.
    pub help: Option<super::help::Topic>,
    /// How far Fall Back goes.
    pub fall_back: Inches,
    /// How far a pivot in place turns, in whole degrees; clockwise is positive.
    pub pivot: i32,
    /// The selection and the phase that the slider positions belong to.
    pub sliders_of: Option<(RegimentId, Phase)>,
    /// Charges gathered for a "Dress on the Colors".
    pub dress: Vec<Charge>,
    /// Batteries that the player leaves out of a Concentrated Battery Fire.
    pub apart: Vec<RegimentId>,
    /// Dice typed in so far.
    pub dice: Vec<u8>,
    /// How far a skirmish screen falls back.
    pub evade: Inches,
    /// How far a consolidation advances.
    pub advance: Inches,
    /// How far a Sweeping Advance goes.
    pub sweep: Inches,
    /// How far it pivots, in whole degrees.
    pub turn: i32,
    /// Refusals and notices.
    pub toasts: Vec<Toast>,
    /// *Fire the rest* is on its way; the version of the field for which it has last given an order.
    pub fire_rest: Option<u64>,
    /// Players who have agreed to take back.
    pub agreed: Option<[bool; 2]>,
    /// The last turn for which the strip between turns was put away.
    pub turn_seen: u16,
    /// The active side when it was.
    pub side_seen: Option<Side>,
    /// The *leave the table?* note is open.
    pub menu: Fold,
    /// The version of the field for which typed dice were last cleared.
    pub dice_version: u64,
    /// Lines in the log when it was last drawn, to follow its end.
    pub log_len: usize,
}

impl Default for PanelState {
    fn default() -> Self {
        Self {
            roster: Fold::Open,
            log: Fold::Folded,
            help: None,
            fall_back: crate::book::movement::FALL_BACK,
            pivot: 0,
            sliders_of: None,
            dress: Vec::new(),
            apart: Vec::new(),
            dice: Vec::new(),
            evade: Inches::new(6),
            advance: crate::book::melee::CONSOLIDATION,
            sweep: crate::book::melee::SWEEP,
            turn: 0,
            toasts: Vec::new(),
            fire_rest: None,
            agreed: None,
            turn_seen: 0,
            side_seen: None,
            menu: Fold::Folded,
            dice_version: 0,
            log_len: 0,
        }
    }
}

impl PanelState {
    /// Shows a message for a few seconds.
    pub fn toast(&mut self, words: impl Into<String>) {
        let words = words.into();
        self.toasts.retain(|toast| toast.words != words);
        self.toasts.push(Toast { words, until: None });
        let extra = self.toasts.len().saturating_sub(3);
        self.toasts.drain(..extra);
    }
}
