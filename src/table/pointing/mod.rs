//! Pointing at the table: what is selected, what the pointer holds, and what the player proposes by it.
//!
//! - Left click selects. Left drag of a selected or selectable regiment moves its ghost; dropping it gives the order;
//!   Esc or right click puts it back. Seized by its middle it advances, wheels, advances; by a flank it wheels. A
//!   column on a road follows it; a skirmish line goes anywhere, and turns with the wheel, Q and E.
//! - A general is dragged to where he rides, or onto a regiment that he joins.
//! - In deployment a drag places freely; the wheel, Q and E, or the right button held, turn it: 15 degrees a step, one
//!   with Shift.
//! - While a question waits, a click on a regiment that an answer names proposes that answer, and Space gives it.
//! - With [`Tool::PickTarget`] a click on a target proposes; Space confirms. So does a double click on an enemy.
//! - The middle button pans, the wheel zooms, Alt shows arcs and command, V what the selected regiment or the pointer sees, M measures.
//!
//! Orders leave as [`GiveOrder`] messages, the one door to the rules. [`Targets`] is how the rules say, before the
//! click, who may be chosen and why others may not.

pub mod answer;
pub mod hand;
pub mod keys;
pub mod plan;
pub mod show;
pub mod under;
pub mod vista;

use bevy::prelude::*;

use super::Draw;
use crate::army::{Formation, GeneralId, RegimentId};
use crate::geometry::{Degrees, Inches};
use crate::turn::{Choice, Order, planner};

pub use answer::named;
pub use plan::Grip;

/// What is selected.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Selection {
    /// A regiment.
    pub unit: Option<RegimentId>,
    /// A general.
    pub general: Option<GeneralId>,
}

impl Selection {
    /// A regiment alone.
    pub fn regiment(unit: RegimentId) -> Self {
        Self { unit: Some(unit), general: None }
    }

    /// A general alone.
    pub fn leader(general: GeneralId) -> Self {
        Self { unit: None, general: Some(general) }
    }
}

/// What is under the pointer.
#[derive(Resource, Clone, Copy, PartialEq, Default, Debug)]
pub struct Hover {
    /// The regiment whose base is there.
    pub unit: Option<RegimentId>,
    /// The general whose base is there; he lies over regiments.
    pub general: Option<GeneralId>,
    /// The point of the table; `None` while the pointer is over a panel or outside the window.
    pub at: Option<Vec2>,
}

/// Which targets are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// Of a charge.
    Assault,
    /// Of a volley.
    Fire,
}

/// What the pointer is doing.
#[derive(Resource, Clone, Copy, PartialEq, Default, Debug)]
pub enum Tool {
    /// Selecting.
    #[default]
    Idle,
    /// The left button is down on something and has not moved yet.
    Pressed {
        /// Where in the window, logical pixels.
        cursor: Vec2,
        /// Where on the table.
        at: Vec2,
    },
    /// Moves a regiment's ghost.
    Drag {
        /// Whom.
        unit: RegimentId,
        /// Where it was seized.
        grip: Grip,
        /// From its front-edge middle to the pointer when it was seized.
        offset: Vec2,
        /// How far a skirmish line has been turned while it is held; clockwise is positive.
        turned: Degrees,
    },
    /// Moves a general's ghost.
    Ride {
        /// Whom.
        general: GeneralId,
    },
    /// Places a regiment freely.
    DeployDrag {
        /// Whom.
        unit: RegimentId,
        /// Which way it faces.
        heading: Degrees,
        /// How it is formed.
        formation: Formation,
        /// How it came into the hand.
        held: Held,
    },
    /// The victor's two inches.
    ConsolidateDrag {
        /// Whom.
        unit: RegimentId,
        /// Where it was seized.
        grip: Grip,
    },
    /// A click chooses a target.
    PickTarget {
        /// Whose.
        unit: RegimentId,
        /// For what.
        aim: Aim,
    },
    /// The tape: from here to the pointer.
    Measure {
        /// Its first end.
        from: Vec2,
    },
}

/// Whether the button must stay down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Held {
    /// Dragged: the drop places it.
    Down,
    /// Taken from beside the table: the next click places it.
    Carried,
}

/// The order that the player has shown but not yet given; Space gives it.
#[derive(Resource, Clone, PartialEq, Default, Debug)]
pub struct Proposal(pub Option<Order>);

/// An order from the pointer, for whoever runs the battle.
#[derive(Message, Clone, PartialEq, Debug)]
pub struct GiveOrder(pub Order);

/// Targets of the selected regiment, told by whoever knows the rules: whom [`Tool::PickTarget`] may choose, and in the
/// player's words why not the others.
#[derive(Resource, Clone, PartialEq, Default, Debug)]
pub struct Targets {
    /// Each regiment considered.
    pub list: Vec<(RegimentId, Result<(), String>)>,
    /// Answers to the question that waits: a click on the regiment that one names proposes it.
    pub answers: Vec<Choice>,
}

/// What the pointer may do at all.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Reins {
    /// Everything.
    #[default]
    Play,
    /// Looking and selecting only: a replay, or a question that waits.
    Watch,
}

/// Which side views are held up by keys.
#[derive(Resource, Clone, Copy, PartialEq, Default, Debug)]
pub struct Looking {
    /// Alt: arcs and command.
    pub arcs: bool,
    /// V: what the pointer's place sees.
    pub sight: bool,
}

/// Side views that stay up without a key: for pictures taken without a window.
#[derive(Resource, Clone, Copy, PartialEq, Default, Debug)]
pub struct Pinned(pub Looking);

/// Result of a plan for the ghost, remembered between frames so that it is computed once a place.
#[derive(Resource, Clone, PartialEq, Default, Debug)]
pub struct GhostPlan {
    /// What would be ordered, where it would end, what it costs.
    pub plan: Option<plan::Plan>,
    /// The point that it was made for, and how far the unit was turned.
    pub pointer: Option<(Vec2, Degrees)>,
}

/// What planning has worked out for the unit in the hand, while the field stays as it is.
#[derive(Resource, Default)]
pub struct Planned {
    /// Of a regiment.
    unit: planner::Memory,
    /// Of a general.
    rides: Option<(GeneralId, planner::ride::Rides)>,
}

/// The most a victor may advance or turn, from the question asked.
fn consolidation(choices: &[Choice]) -> (Option<Inches>, Option<Degrees>) {
    let mut most = (None, None);
    for choice in choices {
        match choice {
            Choice::Advance(inches) => most.0 = Some(*inches),
            Choice::Turn(degrees) => most.1 = Some(*degrees),
            _ => {}
        }
    }
    most
}

/// Pointing.
pub fn plugin(app: &mut App) {
    app.init_resource::<Selection>()
        .init_resource::<Hover>()
        .init_resource::<Tool>()
        .init_resource::<Proposal>()
        .init_resource::<Targets>()
        .init_resource::<Reins>()
        .init_resource::<Looking>()
        .init_resource::<Pinned>()
        .init_resource::<GhostPlan>()
        .init_resource::<Planned>()
        .init_resource::<under::Press>()
        .init_resource::<show::Reach>()
        .init_resource::<vista::Vista>()
        .add_message::<GiveOrder>()
        .add_systems(
            Update,
            (under::hover, under::press, keys::keys, hand::buttons, hand::drag, show::reach, vista::look, show::show)
                .chain()
                .in_set(Draw::Point),
        );
}
