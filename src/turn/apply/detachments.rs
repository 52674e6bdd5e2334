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
    let Condition { disordered, low_ammo, .. } = *part::<Condition>(world, parent);
    let condition = Condition { disordered, low_ammo, ..Condition::FRESH };
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
    carry_generals(world, parent);
}

/// A detachment is its regiment's again, and so is what it has suffered.
pub(super) fn rejoin(world: &mut World, unit: RegimentId, parent: RegimentId) {
    let stands = part::<Place>(world, unit).files.total();
    let mut place = part::<Place>(world, parent);
    place.files = Files::of(place.files.total() + stands);
    let mut condition = part::<Condition>(world, unit);
    condition.gone = true;
    let Condition { disordered, micro, low_ammo, .. } = *condition;
    let mut condition = part::<Condition>(world, parent);
    condition.disordered |= disordered;
    condition.micro |= micro;
    condition.low_ammo |= low_ammo;
    follow_colors(world, unit, parent);
    carry_generals(world, parent);
}
