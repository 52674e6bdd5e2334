//! Who is on the table: bodies come, change their dress, set out and go, as the field and the ghosts say.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::dressing;
use super::look::{general_heading, general_look, look};
use super::parade::{Body, Motion, Parade, Stance};
use super::ranks::Ranks;
use super::{Look, Owner};
use crate::army::Place;
use crate::table::atlas::Sheet;
use crate::table::overlays::Overlays;
use crate::turn::{Field, Phase};

/// Brings the bodies up to date.
pub(super) fn muster(
    mut commands: Commands,
    field: Option<Res<Field>>,
    sheet: Option<Res<Sheet>>,
    overlays: Res<Overlays>,
    motion: Res<Motion>,
    mut parade: ResMut<Parade>,
) {
    let (Some(field), Some(sheet)) = (field, sheet) else {
        return;
    };
    if !field.is_changed() && !overlays.is_changed() && !sheet.is_changed() {
        return;
    }
    if sheet.is_changed() {
        // Everything has another place on the sheet.
        for (_, body) in std::mem::take(&mut parade.bodies) {
            for (entity, _) in body.parts {
                commands.entity(entity).despawn();
            }
        }
    }
    let lifted = overlays.lifted();
    let mut wanted: BTreeMap<Owner, (Look, Vec<Stance>, Option<Ranks>)> = BTreeMap::new();
    for unit in field.standing() {
        if field.clock.phase == Phase::Deployment && off_table(&field, unit.place) {
            continue;
        }
        let lift = lifted.contains(&unit.id());
        let ranks = Ranks::of(unit);
        let look = look(&field, unit, unit.place, lift);
        wanted.insert(Owner::Regiment(unit.id()), (look, ranks.stances(), Some(ranks)));
    }
    for general in field.generals.iter().filter(|general| !general.state.gone) {
        let stance = Stance { at: general.state.at.vec(), heading: general_heading(&field, general) };
        let lift = general.state.attached.is_some_and(|unit| lifted.contains(&unit));
        wanted.insert(Owner::General(general.general.id), (general_look(general, lift), vec![stance], None));
    }
    for (unit, place) in overlays.ghosts() {
        if field.knows(unit) {
            let mut look = look(&field, field.unit(unit), place, false);
            look.alpha = 0.58;
            look.wounded = false;
            let ranks = Ranks::at(field.unit(unit), place);
            wanted.insert(Owner::Ghost(unit), (look, ranks.stances(), Some(ranks)));
        }
    }
    for (general, at) in overlays.general_ghosts() {
        if let Some(now) = field.generals.get(general.index()) {
            let mut look = general_look(now, false);
            look.alpha = 0.58;
            let stance = Stance { at, heading: general_heading(&field, now) };
            wanted.insert(Owner::GhostGeneral(general), (look, vec![stance], None));
        }
    }
    parade.bodies.retain(|owner, body| {
        let stays = wanted.contains_key(owner);
        if !stays {
            for (entity, _) in &body.parts {
                commands.entity(*entity).despawn();
            }
        }
        stays
    });
    for (owner, (look, to, ranks)) in wanted {
        match parade.bodies.get_mut(&owner) {
            None => {
                let parts = dressing::spawn(&mut commands, &sheet, &look);
                let body = Body { look, parts, now: to.clone(), from: to.clone(), to, rigid: None, ranks, t: 0.999 };
                parade.bodies.insert(owner, body);
            }
            Some(body) => {
                if body.look != look {
                    for (entity, _) in &body.parts {
                        commands.entity(*entity).despawn();
                    }
                    body.parts = dressing::spawn(&mut commands, &sheet, &look);
                    body.look = look;
                    body.t = body.t.min(0.999);
                }
                if body.to != to {
                    let ghost = matches!(owner, Owner::Ghost(_) | Owner::GhostGeneral(_));
                    body.start(to, ranks, ghost || *motion == Motion::Off);
                }
            }
        }
    }
}

/// Regiments that wait beside the table during deployment are not drawn.
fn off_table(field: &Field, place: Place) -> bool {
    let at = place.pose.at.vec();
    at.x < 0.0 || at.y < 0.0 || at.x > field.ground.width.get() || at.y > field.ground.height.get()
}
