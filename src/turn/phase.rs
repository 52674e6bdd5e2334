//! The five phases of a game turn (Companion 16 §1.0), with deployment before the first and the end after the last.
//! Nothing else in the rules knows how many there are.

use std::fmt;

use bevy::ecs::world::World;
use bevy::state::state::{NextState, StateTransition, States};
use serde::{Deserialize, Serialize};

/// Where the turn stands. Bevy's state machine gates each phase's systems by it.
#[derive(States, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize)]
pub enum Phase {
    /// Before the first turn.
    #[default]
    Deployment,
    /// Phase 1: both sides.
    Command,
    /// Phase 2: the Active side, with reactions.
    Maneuver,
    /// Phase 3: the Active side.
    Fire,
    /// Phase 4: both sides.
    Melee,
    /// Phase 5: both sides.
    Status,
    /// The battle is over.
    Over,
}

impl Phase {
    /// The five phases of a turn, in order.
    pub const TURN: [Self; 5] = [Self::Command, Self::Maneuver, Self::Fire, Self::Melee, Self::Status];

    /// Its number in the turn, 1 to 5.
    pub fn number(self) -> Option<u8> {
        Self::TURN.iter().position(|p| *p == self).map(|n| n as u8 + 1)
    }

    /// The phase that follows within a turn.
    pub fn next(self) -> Option<Self> {
        let n = Self::TURN.iter().position(|p| *p == self)?;
        Self::TURN.get(n + 1).copied()
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Deployment => "Deployment",
            Self::Command => "Staff & Command",
            Self::Maneuver => "Maneuver & Assault",
            Self::Fire => "Fire",
            Self::Melee => "Melee",
            Self::Status => "Status",
            Self::Over => "The battle is over",
        })
    }
}

/// Moves Bevy's state machine to a phase, at once: the rest of the order is resolved in it.
pub fn enter(world: &mut World, next: Phase) {
    if let Some(mut pending) = world.get_resource_mut::<NextState<Phase>>() {
        NextState::set_if_neq(&mut pending, next);
        world.run_schedule(StateTransition);
    }
}
