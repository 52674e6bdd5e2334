//! Stands and regiments that are lost.

use bevy::ecs::world::World;

use super::Roll;
use super::parts::part;
use crate::army::dress;
use crate::army::{Condition, Files, GeneralState, Place, RegimentId};
use crate::geometry::Pose;
use crate::turn::event::End;

/// Takes a stand away; the Color Stand does not move (C-11).
pub(crate) fn lose_stand(place: &mut Place, from: End) {
    let half = (dress::base(place.formation).width + dress::interval(place.formation)).half().get();
    match from {
        End::Left => {
            place.files.left -= 1;
            place.pose = Pose::round(place.pose.local(half, 0.0), place.pose.heading);
        }
        End::Right => {
            place.files.right -= 1;
            place.pose = Pose::round(place.pose.local(-half, 0.0), place.pose.heading);
        }
        End::Rear => place.files = Files::of(place.files.total() - 1),
    }
}

/// A regiment is gone from the table; a general who was with it stands alone.
pub(super) fn remove(world: &mut World, unit: RegimentId) {
    let mut condition = part::<Condition>(world, unit);
    condition.gone = true;
    forget_struck(world, unit);
    let roll = world.resource::<Roll>().clone();
    for entity in roll.generals {
        let mut state = world.get_mut::<GeneralState>(entity).expect("a general has his state");
        if state.attached == Some(unit) {
            state.attached = None;
        }
    }
}

/// Nobody has this regiment before his bayonets any more.
pub(super) fn forget_struck(world: &mut World, target: RegimentId) {
    for entity in world.resource::<Roll>().regiments.clone() {
        let mut other = world.get_mut::<Condition>(entity).expect("condition");
        if other.struck.is_some_and(|struck| struck.target == target) {
            other.struck = None;
            other.locked = false;
        }
    }
    // And whom it had before its own.
    let mut own = part::<Condition>(world, target);
    own.locked = false;
    if let Some(struck) = own.struck.take() {
        part::<Condition>(world, struck.target).locked = false;
    }
}
