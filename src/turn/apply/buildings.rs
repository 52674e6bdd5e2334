//! Buildings on the table: who goes in and out, and what shot does to them.

use bevy::ecs::world::World;

use super::generals::carry_generals;
use super::losses::forget_struck;
use super::parts::part;
use crate::army::{Deeds, Place, RegimentId};
use crate::geometry::Inches;
use crate::ground::Ground;
use crate::turn::event::{BuildingEvent, WayOut};

/// What befalls a building or those in it.
pub(super) fn apply(world: &mut World, what: &BuildingEvent) {
    match what {
        BuildingEvent::WentIn { unit, place, cost } => rehouse(world, *unit, place, *cost),
        BuildingEvent::CameOut { unit, place, cost, way } => {
            rehouse(world, *unit, place, *cost);
            if *way != WayOut::Ordered {
                forget_struck(world, *unit);
            }
        }
        BuildingEvent::StructureHit { building, total, .. } => {
            let struck = &mut world.resource_mut::<Ground>().changes.struck;
            struck.retain(|(piece, _)| piece != building);
            struck.push((*building, *total));
        }
        BuildingEvent::Collapsed(building) => world.resource_mut::<Ground>().changes.fallen.push(*building),
    }
}

/// A regiment goes into a building, or comes out of one.
fn rehouse(world: &mut World, unit: RegimentId, place: &Place, cost: Inches) {
    *part::<Place>(world, unit) = *place;
    let mut deeds = part::<Deeds>(world, unit);
    deeds.spent += cost;
    deeds.moved = true;
    deeds.held = false;
    carry_generals(world, unit);
}
