//! Stand entities: children of their regiment, dressed whenever its place changes.

use bevy::ecs::prelude::*;

use super::apply::Roll;
use crate::army::dress;
use crate::army::{Condition, Place, Regiment, RegimentId};
use crate::geometry::Pose;

/// One stand of a regiment.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stand {
    /// Whose.
    pub of: RegimentId,
    /// Number in the dressed formation.
    pub number: u8,
    /// It carries the colors.
    pub colors: bool,
    /// Centre of its front edge on the table, and facing.
    pub pose: Pose,
}

/// Ties a stand to its regiment; the stand goes when the regiment does.
#[derive(Component, Debug)]
#[relationship(relationship_target = Stands)]
pub struct StandOf(pub Entity);

/// The stands of a regiment.
#[derive(Component, Default, Debug)]
#[relationship_target(relationship = StandOf, linked_spawn)]
pub struct Stands(Vec<Entity>);

impl Stands {
    /// Its stands, in no promised order.
    pub fn iter(&self) -> impl Iterator<Item = Entity> + '_ {
        self.0.iter().copied()
    }
}

/// Gives every regiment its stands, in place of any that it had.
pub fn muster(world: &mut World) {
    for entity in world.resource::<Roll>().regiments.clone() {
        muster_one(world, entity);
    }
}

/// Gives one regiment its stands, in place of any that it had.
pub fn muster_one(world: &mut World, entity: Entity) {
    world.entity_mut(entity).despawn_related::<Stands>();
    let regiment = world.get::<Regiment>(entity).expect("a regiment").id;
    let place = *world.get::<Place>(entity).expect("its place");
    for stand in dressed(regiment, &place) {
        world.spawn((stand, StandOf(entity)));
    }
}

fn dressed(of: RegimentId, place: &Place) -> impl Iterator<Item = Stand> + '_ {
    dress::dress(place.formation, place.files).into_iter().enumerate().map(move |(number, spot)| Stand {
        of,
        number: number as u8,
        colors: spot.colors,
        pose: Pose::round(place.pose.local(spot.right.get(), spot.ahead.get()), place.pose.heading),
    })
}

/// Dresses the ranks of regiments that have moved, changed formation or lost stands.
pub fn dress_stands(
    mut commands: Commands,
    moved: Query<(Entity, &Regiment, &Condition, &Place, &Stands), Changed<Place>>,
    mut stands: Query<&mut Stand>,
) {
    for (entity, regiment, condition, place, own) in &moved {
        if condition.gone {
            continue;
        }
        let mut entities: Vec<Entity> = own.iter().collect();
        entities.sort_by_key(|entity| stands.get(*entity).map_or(u8::MAX, |stand| stand.number));
        let mut entities = entities.into_iter();
        for stand in dressed(regiment.id, place) {
            if let Some(entity) = entities.next()
                && let Ok(mut old) = stands.get_mut(entity)
            {
                old.set_if_neq(stand);
            } else {
                // Men who were detached are back.
                commands.spawn((stand, StandOf(entity)));
            }
        }
        for lost in entities {
            commands.entity(lost).despawn();
        }
    }
}

/// Takes the stands of regiments that have left the table off it.
pub fn bury_stands(mut commands: Commands, changed: Query<(&Condition, &Stands), Changed<Condition>>) {
    for (condition, stands) in &changed {
        if condition.gone {
            for stand in stands.iter() {
                commands.entity(stand).despawn();
            }
        }
    }
}
