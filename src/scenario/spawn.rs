//! A checked scenario becomes a table.

use std::sync::Arc;

use bevy::ecs::component::Component;
use bevy::ecs::entity::Entity;
use bevy::ecs::query::{Or, With};
use bevy::ecs::world::World;

use super::sheet::{Commander, RegimentSheet, Scenario};
use crate::army::{
    Brigade, BrigadeClock, BrigadeId, BrigadeState, Condition, Deeds, General, GeneralId, GeneralState, Place, Rank,
    Regiment, RegimentId, Side, Smoke,
};
use crate::book::Options;
use crate::geometry::Inches;
use crate::ground::PieceId;
use crate::turn::apply::Roll;
use crate::turn::field::Clock;
use crate::turn::phase;
use crate::turn::{Agenda, Cup, Phase};

/// A piece of terrain as an entity, for those who draw it or point at it; the rules read [`crate::ground::Ground`].
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece(pub PieceId);

/// Takes the last battle off the table.
pub fn clear(world: &mut World) {
    type OfABattle = Or<(With<Regiment>, With<Brigade>, With<General>, With<Smoke>, With<Piece>)>;
    let gone: Vec<Entity> = world.query_filtered::<Entity, OfABattle>().iter(world).collect();
    for entity in gone {
        // A child may have gone with its parent.
        if let Ok(entity) = world.get_entity_mut(entity) {
            entity.despawn();
        }
    }
}

/// Puts a scenario on the cleared table: brigades, regiments and generals in order of battle, the Union's first, and
/// the resources that a turn needs. The turn has not begun: `turn::start` does that.
pub fn spawn(scenario: &Scenario, options: &Options, cup: Cup, world: &mut World) {
    clear(world);
    let mut roll = Roll::default();
    let mut generals: Vec<(General, GeneralState)> = Vec::new();
    let (mut brigade_id, mut regiment_id) = (0, 0);
    let mut horses: Vec<(Regiment, Place)> = Vec::new();
    for side in Side::BOTH {
        for sheet in &scenario.army(side).brigades {
            let id = BrigadeId(brigade_id);
            brigade_id += 1;
            let general = GeneralId(generals.len() as u16);
            generals.push(person(general, &sheet.brigadier, side, Rank::Brigadier(id)));
            let brigade = world.spawn((
                Brigade {
                    id,
                    name: sheet.name.clone(),
                    side,
                    general,
                    // Sections of batteries do not count (C-59).
                    stands: sheet
                        .regiments
                        .iter()
                        .filter(|regiment| !regiment.arm.is_artillery())
                        .map(|regiment| u16::from(regiment.stands))
                        .sum(),
                },
                BrigadeState { clock: BrigadeClock::Fresh, pool: 0, reserved: 0, banked: 0 },
            ));
            roll.brigades.push(brigade.id());
            for regiment in &sheet.regiments {
                let (place, led) = regiment.places();
                let component = own(RegimentId(regiment_id), id, side, regiment);
                horses.extend(led.map(|led| (component.clone(), led)));
                roll.regiments.push(world.spawn((component, place, Condition::FRESH, Deeds::default())).id());
                regiment_id += 1;
            }
        }
    }
    // Ids go through the order of battle first; then come the horses of those who start dismounted.
    for (parent, place) in horses {
        let detachment = parent.detachment(RegimentId(regiment_id), place.formation);
        roll.regiments.push(world.spawn((detachment, place, Condition::FRESH, Deeds::default())).id());
        regiment_id += 1;
    }
    for side in Side::BOTH {
        if let Some(commander) = &scenario.army(side).commander {
            generals.push(person(GeneralId(generals.len() as u16), commander, side, Rank::Division));
        }
    }
    roll.generals = world.spawn_batch(generals).collect();
    world.insert_resource(roll);
    let ground = &scenario.ground;
    world.spawn_batch((0..ground.pieces()).map(|n| Piece(PieceId(n))));
    world.insert_resource(ground.clone());
    world.insert_resource(scenario.terms.clone());
    world.insert_resource(Clock {
        turn: 0,
        rounds: scenario.rounds,
        phase: Phase::Deployment,
        active: scenario.terms.first.unwrap_or(Side::Union),
        ready: [false; 2],
        deploying: None,
        to_deploy: match scenario.terms.zones {
            None => Vec::new(),
            Some(_) => (0..brigade_id).map(BrigadeId).collect(),
        },
        assaults_begun: false,
        outcome: None,
    });
    world.insert_resource(*options);
    world.insert_resource(Agenda::default());
    world.insert_resource(cup);
    phase::enter(world, Phase::Deployment);
}

fn own(id: RegimentId, brigade: BrigadeId, side: Side, sheet: &RegimentSheet) -> Regiment {
    Regiment {
        id,
        name: sheet.name.clone(),
        side,
        brigade,
        arm: sheet.arm,
        parent: None,
        grade: sheet.grade,
        weapon: sheet.weapon,
        traits: Arc::from(sheet.traits.as_slice()),
        stands: sheet.stands,
        men: sheet.men,
        uniform: sheet.uniform,
        colors: Arc::from(sheet.colors.as_slice()),
    }
}

fn person(id: GeneralId, sheet: &Commander, side: Side, rank: Rank) -> (General, GeneralState) {
    (
        General { id, name: sheet.name.clone(), side, rank },
        GeneralState {
            at: sheet.at,
            attached: None,
            temper: sheet.temper,
            wounds: 0,
            succeeded: false,
            lost: 0,
            gone: false,
            spent: Inches::ZERO,
            bonus_given: false,
        },
    )
}
