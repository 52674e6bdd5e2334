//! Ways to the components of a regiment, a brigade and a general.

use bevy::ecs::world::{EntityWorldMut, World};

use super::Roll;
use crate::army::{BrigadeId, BrigadeState, GeneralId, GeneralState, RegimentId};
use crate::turn::field::Clock;

pub(super) fn clock(world: &mut World) -> bevy::ecs::change_detection::Mut<'_, Clock> {
    world.resource_mut::<Clock>()
}

pub(super) fn regiment(world: &mut World, id: RegimentId) -> EntityWorldMut<'_> {
    let entity = world.resource::<Roll>().regiments[id.index()];
    world.entity_mut(entity)
}

/// One component of a regiment.
pub(super) fn part<C: bevy::ecs::component::Component<Mutability = bevy::ecs::component::Mutable>>(
    world: &mut World,
    id: RegimentId,
) -> bevy::ecs::change_detection::Mut<'_, C> {
    let entity = world.resource::<Roll>().regiments[id.index()];
    world.get_mut::<C>(entity).expect("a regiment has all its parts")
}

pub(super) fn brigade_state(world: &mut World, id: BrigadeId) -> bevy::ecs::change_detection::Mut<'_, BrigadeState> {
    let entity = world.resource::<Roll>().brigades[id.index()];
    world.get_mut(entity).expect("a brigade has its state")
}

pub(super) fn general_state(world: &mut World, id: GeneralId) -> bevy::ecs::change_detection::Mut<'_, GeneralState> {
    let entity = world.resource::<Roll>().generals[id.index()];
    world.get_mut(entity).expect("a general has his state")
}
