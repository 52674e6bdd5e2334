//! Skirmish screens on the table.

use bevy::ecs::world::World;

use super::generals::carry_generals;
use super::losses::lose_stand;
use super::parts::part;
use crate::army::{Condition, Deeds, Place, RegimentId};
use crate::geometry::Inches;
use crate::turn::event::ScreenEvent;
use crate::turn::screen;

/// What befalls the skirmish screen of this regiment.
pub(super) fn apply(world: &mut World, unit: RegimentId, what: &ScreenEvent) {
    match what {
        ScreenEvent::Out { from, cost } => {
            lose_stand(&mut part::<Place>(world, unit), *from);
            let mut condition = part::<Condition>(world, unit);
            condition.screen = true;
            condition.refused = [0; 2];
            let mut deeds = part::<Deeds>(world, unit);
            deeds.spent += *cost;
            // Sharpshooters do it without losing their fire (B125).
            deeds.moved |= *cost > Inches::ZERO;
            deeds.held = false;
            carry_generals(world, unit);
        }
        ScreenEvent::In { at, cost } => {
            let mut place = part::<Place>(world, unit);
            *place = screen::joined(&place, *at);
            let mut condition = part::<Condition>(world, unit);
            condition.screen = false;
            condition.evaded = None;
            condition.refused = [0; 2];
            let mut deeds = part::<Deeds>(world, unit);
            deeds.spent += *cost;
            deeds.recalled = *cost > Inches::ZERO;
            carry_generals(world, unit);
        }
        ScreenEvent::Evaded { behind } => part::<Condition>(world, unit).evaded = Some(*behind),
        ScreenEvent::Hit { hits } => part::<Condition>(world, unit).screen_hits = *hits,
        ScreenEvent::Lost { .. } => {
            let mut condition = part::<Condition>(world, unit);
            condition.screen = false;
            condition.evaded = None;
            condition.screen_hits = 0;
            let mut deeds = part::<Deeds>(world, unit);
            deeds.hurt = true;
            deeds.shaken = true;
        }
    }
}
