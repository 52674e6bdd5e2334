//! Reads the field from the entities, and its digest.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use bevy::ecs::entity::Entity;
use bevy::ecs::world::World;

use super::agenda::Agenda;
use super::apply::Roll;
use super::field::{BrigadeNow, Clock, Field, GeneralNow, Terms, Unit};
use crate::army::{Brigade, BrigadeState, Condition, Deeds, General, GeneralState, Place, Regiment, RegimentId, Smoke};
use crate::book::Options;
use crate::ground::Ground;

/// Reads everything.
///
/// # Panics
/// If the world has not been set up by a scenario.
pub fn gather(world: &mut World) -> Field {
    let roll = world.resource::<Roll>().clone();
    let units = roll.regiments.iter().map(|entity| unit(world, *entity)).collect();
    let brigades = roll
        .brigades
        .iter()
        .map(|e| BrigadeNow {
            brigade: world.get::<Brigade>(*e).expect("a brigade").clone(),
            state: *world.get::<BrigadeState>(*e).expect("its state"),
        })
        .collect();
    let generals = roll
        .generals
        .iter()
        .map(|e| GeneralNow {
            general: world.get::<General>(*e).expect("a general").clone(),
            state: world.get::<GeneralState>(*e).expect("his state").clone(),
        })
        .collect();
    let ground = Arc::new(world.resource::<Ground>().clone());
    let terms = Arc::new(world.resource::<Terms>().clone());
    let (clock, options) = (world.resource::<Clock>().clone(), *world.resource::<Options>());
    Field { ground, units, brigades, generals, smoke: smoke(world), clock, options, terms }
}

fn unit(world: &World, entity: Entity) -> Unit {
    let entity = world.entity(entity);
    Unit {
        regiment: entity.get::<Regiment>().expect("a regiment").clone(),
        place: *entity.get::<Place>().expect("its place"),
        condition: *entity.get::<Condition>().expect("its condition"),
        deeds: *entity.get::<Deeds>().expect("its deeds"),
    }
}

/// Reads what changes; what a regiment, the ground or the terms are does not.
pub fn refresh(world: &mut World, field: &mut Field) {
    let roll = world.resource::<Roll>().clone();
    // Detachments join the list when they are made.
    for entity in roll.regiments.iter().skip(field.units.len()) {
        field.units.push(unit(world, *entity));
    }
    for (unit, entity) in field.units.iter_mut().zip(&roll.regiments) {
        let entity = world.entity(*entity);
        unit.place = *entity.get::<Place>().expect("its place");
        unit.condition = *entity.get::<Condition>().expect("its condition");
        unit.deeds = *entity.get::<Deeds>().expect("its deeds");
    }
    for (brigade, entity) in field.brigades.iter_mut().zip(&roll.brigades) {
        brigade.state = *world.get::<BrigadeState>(*entity).expect("its state");
    }
    for (general, entity) in field.generals.iter_mut().zip(&roll.generals) {
        general.state = world.get::<GeneralState>(*entity).expect("his state").clone();
    }
    // What the battle does to the ground is rare; most orders leave it alone.
    let ground = world.resource::<Ground>();
    if ground.changes != field.ground.changes {
        field.ground = Arc::new(ground.clone());
    }
    field.smoke = smoke(world);
    field.clock = world.resource::<Clock>().clone();
}

fn smoke(world: &mut World) -> Vec<Smoke> {
    let mut query = world.query::<&Smoke>();
    let mut all: Vec<Smoke> = query.iter(world).copied().collect();
    // Query order is not stable; each regiment has at most one marker.
    all.sort_by_key(|smoke| smoke.of);
    all
}

/// A number that two states share only if they are the same: what orders, dice and events have led to, on every machine.
pub fn digest(world: &World) -> u64 {
    let field = world.resource::<Field>();
    let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
    for unit in &field.units {
        (RegimentId::index(unit.id()) as u32).hash(&mut hasher);
        unit.place.hash(&mut hasher);
        unit.condition.hash(&mut hasher);
        unit.deeds.hash(&mut hasher);
    }
    for brigade in &field.brigades {
        brigade.state.hash(&mut hasher);
    }
    for general in &field.generals {
        general.state.hash(&mut hasher);
    }
    for smoke in &field.smoke {
        smoke.hash(&mut hasher);
    }
    field.ground.changes.hash(&mut hasher);
    field.clock.hash(&mut hasher);
    world.resource::<Agenda>().hash(&mut hasher);
    hasher.finish()
}

/// FNV-1a over little-endian bytes, so that the digest does not depend on the machine or the standard library.
struct Fnv(u64);

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn write_u16(&mut self, n: u16) {
        self.write(&n.to_le_bytes());
    }

    fn write_u32(&mut self, n: u32) {
        self.write(&n.to_le_bytes());
    }

    fn write_u64(&mut self, n: u64) {
        self.write(&n.to_le_bytes());
    }

    fn write_u128(&mut self, n: u128) {
        self.write(&n.to_le_bytes());
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }

    fn write_i32(&mut self, n: i32) {
        self.write_u32(n as u32);
    }

    fn write_isize(&mut self, n: isize) {
        self.write_u64(n as u64);
    }
}
