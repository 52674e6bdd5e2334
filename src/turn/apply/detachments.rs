//! Stands that leave their regiment to be a unit of their own, and come back.

use bevy::ecs::world::World;

use super::Roll;
use super::generals::{carry_generals, follow_colors};
use super::parts::{part, regiment};
use crate::army::{Condition, Deeds, Files, Formation, Place, Regiment, RegimentId};
use crate::book::movement;
use crate::geometry::Inches;
use crate::turn::stands;

/// A detachment becomes an entity of its own. Its stands count with its parent's, so it began with none.
pub(super) fn detach(world: &mut World, unit: RegimentId, parent: RegimentId, place: &Place) {
    let own = regiment(world, parent).get::<Regiment>().expect("a regiment").clone();
    let detachment = own.detachment(unit, place.formation);
    let Condition { disordered, low_ammo, blooded, fired_last_turn, .. } = *part::<Condition>(world, parent);
    let condition = Condition { disordered, low_ammo, blooded, fired_last_turn, ..Condition::FRESH };
    // Half of what horse holders could walk has gone into taking the horses over.
    let spent = match place.formation {
        Formation::LedHorses => movement::rates(own.arm, place.formation).open.half(),
        _ => Inches::ZERO,
    };
    let deeds = Deeds { moved: true, spent, ..Deeds::default() };
    let entity = world.spawn((detachment, *place, condition, deeds)).id();
    world.resource_mut::<Roll>().regiments.push(entity);
    stands::muster_one(world, entity);
    let mut left = part::<Place>(world, parent);
    left.files = Files::of(left.files.total() - place.files.total());
    let left = left.files.total();
    part::<Condition>(world, parent).straighten(left);
    // To detach spends movement: no fire (B125).
    part::<Deeds>(world, parent).moved = true;
    carry_generals(world, parent);
}

/// A detachment is its regiment's again, and so is what it has suffered; a hit that it carries is told as one of its own.
pub(super) fn rejoin(world: &mut World, unit: RegimentId, parent: RegimentId) {
    let stands = part::<Place>(world, unit).files.total();
    let mut place = part::<Place>(world, parent);
    place.files = Files::of(place.files.total() + stands);
    let mut condition = part::<Condition>(world, unit);
    condition.gone = true;
    let Condition { disordered, low_ammo, .. } = *condition;
    let mut condition = part::<Condition>(world, parent);
    condition.disordered |= disordered;
    condition.low_ammo |= low_ammo;
    part::<Deeds>(world, parent).moved = true;
    follow_colors(world, unit, parent);
    carry_generals(world, parent);
}

/// A regiment has been under fire that told, its detachments with it: it tests once in a battle (C-54).
pub(super) fn bloody(world: &mut World, unit: RegimentId) {
    let root = |regiment: &Regiment| regiment.parent.unwrap_or(regiment.id);
    let own = root(regiment(world, unit).get::<Regiment>().expect("a regiment"));
    for entity in world.resource::<Roll>().regiments.clone() {
        if root(world.get::<Regiment>(entity).expect("a regiment")) == own {
            world.get_mut::<Condition>(entity).expect("its condition").blooded = true;
        }
    }
}
