//! Moves, the prices of the ground, and changes of formation.

use bevy::ecs::world::World;

use super::generals::carry_generals;
use super::losses::forget_struck;
use super::parts::part;
use crate::army::{Condition, Deeds, Files, Formation, Place, RegimentId};
use crate::geometry::{Degrees, Inches, Pose};
use crate::ground::{Ground, ObstacleKind, Piece, PieceId};
use crate::turn::event::Motion;

/// One move of a regiment, as its event tells it.
pub(super) struct Move {
    /// How.
    pub motion: Motion,
    /// From where.
    pub from: Pose,
    /// To where.
    pub to: Pose,
    /// Movement spent.
    pub cost: Inches,
    /// What of that the ground took beyond the inches marched.
    pub taken: Inches,
    /// Inches of straight advance in it.
    pub forward: Inches,
    /// Angle wheeled in it.
    pub wheel: Degrees,
}

/// A regiment has moved.
pub(super) fn moved(world: &mut World, unit: RegimentId, how: &Move) {
    let mut place = part::<Place>(world, unit);
    place.pose = how.to;
    if how.motion == Motion::AboutFace {
        // The stands stay where they are; left and right change hands.
        place.files = Files { left: place.files.right, right: place.files.left };
    }
    let mut deeds = part::<Deeds>(world, unit);
    deeds.spent += how.cost;
    deeds.taken += how.taken;
    deeds.forward += how.forward;
    deeds.held = false;
    deeds.began.get_or_insert(how.from.at);
    match how.motion {
        Motion::Pivot => deeds.pivoted = true,
        _ => deeds.moved = true,
    }
    deeds.wheeled |= how.wheel.0 != 0 && how.motion == Motion::March;
    deeds.fell_back |= how.motion == Motion::FallBack;
    deeds.about_faced |= how.motion == Motion::AboutFace;
    let mut condition = part::<Condition>(world, unit);
    condition.refused = [0; 2];
    if !matches!(how.motion, Motion::FaceTarget | Motion::Charge | Motion::Consolidate) {
        condition.struck = None;
    }
    if matches!(how.motion, Motion::Retreat | Motion::Broken) {
        // The fight is over for those who struck it: when they meet again, nobody is in a flank any more.
        forget_struck(world, unit);
    }
    carry_generals(world, unit);
}

/// A regiment has paid for a piece of ground.
pub(super) fn crossed(world: &mut World, unit: RegimentId, piece: PieceId) {
    let abatis = matches!(
        world.resource::<Ground>().piece(piece),
        Some(Piece::Obstacle(obstacle)) if obstacle.kind == ObstacleKind::Abatis
    );
    let mut deeds = part::<Deeds>(world, unit);
    if piece.0 < 128 {
        deeds.paid |= 1 << piece.0;
    }
    deeds.tangled |= abatis && deeds.assaulted;
}

/// A regiment stands in another formation.
pub(super) fn formed(world: &mut World, unit: RegimentId, formation: Formation, cost: Inches) {
    let mut place = part::<Place>(world, unit);
    let remounts = place.formation == Formation::Dismounted;
    place.formation = formation;
    place.files = Files::of(place.files.total());
    part::<Condition>(world, unit).refused = [0; 2];
    let mut deeds = part::<Deeds>(world, unit);
    deeds.spent += cost;
    deeds.reformed = true;
    deeds.unlimbered = formation == Formation::Unlimbered;
    // Detachments, mounting and dismounting are movement: no fire (B125).
    deeds.moved |= matches!(formation, Formation::Dismounted) || remounts;
    // So is the recall of a screen for who does not stand as he stood (C-50).
    deeds.moved |= deeds.recalled;
    carry_generals(world, unit);
}
