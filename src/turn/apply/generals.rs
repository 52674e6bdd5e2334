//! Generals who go with a regiment.

use bevy::ecs::world::World;

use super::Roll;
use super::parts::regiment;
use crate::army::dress;
use crate::army::{GeneralState, Place, RegimentId};
use crate::geometry::Spot;

/// A general who was with a detachment is with its regiment now.
pub(super) fn follow_colors(world: &mut World, unit: RegimentId, parent: RegimentId) {
    for entity in world.resource::<Roll>().generals.clone() {
        let mut state = world.get_mut::<GeneralState>(entity).expect("a general has his state");
        if state.attached == Some(unit) {
            state.attached = Some(parent);
        }
    }
}

/// A general who has joined a regiment goes where its colors go.
pub(super) fn carry_generals(world: &mut World, unit: RegimentId) {
    let place = *regiment(world, unit).get::<Place>().expect("a regiment has its place");
    for entity in world.resource::<Roll>().generals.clone() {
        let mut state = world.get_mut::<GeneralState>(entity).expect("a general has his state");
        if state.attached == Some(unit) {
            state.at = beside_colors(&place);
        }
    }
}

/// Where a general stands who has joined a regiment: in contact with the rear of its Color Stand in line, with its left
/// side in column, where the next rank is behind it (Companion 16 §2.4).
pub fn beside_colors(place: &Place) -> Spot {
    let stand = dress::colors(place.formation, place.files);
    let radius = 0.5;
    let base = dress::base(place.formation);
    let (right, ahead) = if let Some(house) = place.within {
        (0.0, -house.depth.get() - radius)
    } else if place.formation.is_abreast() {
        (stand.right.get(), stand.ahead.get() - base.depth.get() - radius)
    } else {
        (stand.right.get() - base.width.get() / 2.0 - radius, stand.ahead.get() - base.depth.get() / 2.0)
    };
    Spot::round(place.pose.local(right, ahead))
}
