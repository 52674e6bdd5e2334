//! A new turn and a new phase: what of the last one is forgotten.

use bevy::ecs::world::World;

use super::Roll;
use super::parts::clock;
use crate::army::{Condition, Deeds, GeneralState, Regiment, Side};
use crate::geometry::Inches;
use crate::turn::phase;

/// A new game turn: what was done in the last one is forgotten, except what two turns running would punish.
pub(super) fn begin_turn(world: &mut World, turn: u16, active: Side) {
    let mut clock = clock(world);
    // Deeds of the turn before the new active side's last one decide on Double-Time two turns running (B15).
    clock.turn = turn;
    clock.active = active;
    clock.ready = [false; 2];
    clock.assaults_begun = false;
    let roll = world.resource::<Roll>().clone();
    for entity in roll.regiments {
        let mut regiment = world.entity_mut(entity);
        let side = regiment.get::<Regiment>().expect("a regiment").side;
        let Deeds { doubled, fired, .. } = *regiment.get::<Deeds>().expect("deeds");
        if side != active {
            // The turn that has just ended was this side's own.
            let mut condition = regiment.get_mut::<Condition>().expect("condition");
            (condition.doubled_last_turn, condition.fired_last_turn) = (doubled, fired);
        }
        *regiment.get_mut::<Deeds>().expect("deeds") = Deeds::default();
    }
    for entity in roll.generals {
        let mut state = world.get_mut::<GeneralState>(entity).expect("a general has his state");
        state.spent = Inches::ZERO;
        state.bonus_given = false;
    }
}

pub(super) fn begin_phase(world: &mut World, next: phase::Phase) {
    let mut clock = clock(world);
    clock.phase = next;
    clock.ready = [false; 2];
    phase::enter(world, next);
    if next == phase::Phase::Maneuver {
        for entity in world.resource::<Roll>().regiments.clone() {
            let slow = world.get::<Condition>(entity).expect("condition").disordered;
            world.get_mut::<Deeds>(entity).expect("deeds").slow = slow;
        }
    }
}
