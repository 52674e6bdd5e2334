//! Who is on the table: bodies come, get another goal and set out for it, and go, as the field and the ghosts say.

use std::collections::{BTreeMap, VecDeque};

use bevy::prelude::*;

use super::body::{Body, Goal};
use super::dressing;
use super::look::{Crowd, general_heading, general_look, look};
use super::parade::Parade;
use super::ranks::Ranks;
use super::{Look, Owner};
use crate::army::{GeneralId, Place};
use crate::record::log::BattleLog;
use crate::table::atlas::Sheet;
use crate::table::motion::{self, Act, Effects, Gait, Leg, Motion, Script, Stance};
use crate::table::overlays::Overlays;
use crate::turn::field::Unit;
use crate::turn::{Field, Phase};

/// Brings the bodies up to date.
#[expect(clippy::too_many_arguments, reason = "a system asks for what it reads and writes")]
pub(super) fn muster(
    mut commands: Commands,
    (field, log): (Option<Res<Field>>, Option<Res<BattleLog>>),
    sheet: Option<Res<Sheet>>,
    overlays: Res<Overlays>,
    motion: Res<Motion>,
    mut parade: ResMut<Parade>,
    mut effects: ResMut<Effects>,
    mut told: Local<u64>,
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
    let script = match log.as_deref().filter(|_| field.is_changed()) {
        Some(log) => motion::newest(log, &mut told).map(Script::of),
        None => None,
    };
    let script = script.filter(|script| *motion != Motion::Off && !script.cues.is_empty());
    let clock = parade.clock();
    if let Some(script) = &script {
        // What was still under way is over: there is one order to be seen at a time.
        parade.skip();
        effects.begin(script, clock);
    }
    let wanted = goals(&field, &overlays);
    parade.bodies.retain(|owner, body| {
        if wanted.contains_key(owner) {
            body.leaves = None;
            return true;
        }
        let ghost = matches!(owner, Owner::Ghost(_) | Owner::GhostGeneral(_));
        if let Some(script) = script.as_ref().filter(|_| !ghost) {
            let end = script.part(*owner).find(|(_, act)| **act == Act::Leave).map(|(at, _)| clock + at);
            if end.is_some() {
                let cues = script.part(*owner).map(|(at, act)| (clock + at, act.clone())).collect();
                body.leave(end, cues);
            }
        }
        let stays = body.leaves.is_some();
        if !stays {
            body.parts.drain(..).for_each(|(entity, _)| commands.entity(entity).despawn());
        }
        stays
    });
    for (owner, goal) in wanted {
        let Some(body) = parade.bodies.get_mut(&owner) else {
            let parts = dressing::spawn(&mut commands, &sheet, &goal.look);
            parade.bodies.insert(owner, Body::standing(goal, parts));
            continue;
        };
        if body.wants(&goal) {
            body.goal.ranks = goal.ranks;
            continue;
        }
        let ghost = matches!(owner, Owner::Ghost(_) | Owner::GhostGeneral(_));
        let cues = match &script {
            Some(script) => cues(&field, script, owner, body, &goal, clock),
            None => VecDeque::new(),
        };
        body.set_out(goal, cues);
        if ghost || *motion == Motion::Off {
            body.finish();
        }
    }
}

/// What shall be on the table.
fn goals(field: &Field, overlays: &Overlays) -> BTreeMap<Owner, Goal> {
    let lifted = overlays.lifted();
    let crowd = Crowd::of(field);
    let mut wanted = BTreeMap::new();
    for unit in field.standing() {
        if field.clock.phase == Phase::Deployment && off_table(field, unit.place) {
            continue;
        }
        let look = look(&crowd, unit, unit.place, lifted.contains(&unit.id()));
        wanted.insert(Owner::Regiment(unit.id()), regiment(look, Ranks::of(unit)));
    }
    for general in field.generals.iter().filter(|general| !general.state.gone) {
        let front = Stance { at: general.state.at.vec(), heading: general_heading(&crowd, general) };
        let lift = general.state.attached.is_some_and(|unit| lifted.contains(&unit));
        wanted.insert(Owner::General(general.general.id), leader(general_look(general, lift), front));
    }
    for (unit, place) in overlays.ghosts() {
        if field.knows(unit) {
            let look = Look { wounded: false, ..ghostly(look(&crowd, field.unit(unit), place, false)) };
            wanted.insert(Owner::Ghost(unit), regiment(look, Ranks::at(field.unit(unit), place)));
        }
    }
    for (general, at) in overlays.general_ghosts() {
        if let Some(now) = field.generals.get(general.index()) {
            let front = Stance { at, heading: general_heading(&crowd, now) };
            wanted.insert(Owner::GhostGeneral(general), leader(ghostly(general_look(now, false)), front));
        }
    }
    wanted
}

fn regiment(look: Look, ranks: Ranks) -> Goal {
    Goal { look, front: ranks.stance(), members: ranks.members().to_vec(), ranks: Some(ranks) }
}

fn leader(look: Look, front: Stance) -> Goal {
    Goal { look, front, members: vec![(Vec2::ZERO, 0.0)], ranks: None }
}

fn ghostly(look: Look) -> Look {
    Look { alpha: 0.58, ..look }
}

/// Somebody's part of a script, at times of the parade's clock. A general who rides along is with his regiment all the
/// way; one who rides alone takes the time that he needs.
fn cues(field: &Field, script: &Script, owner: Owner, body: &Body, goal: &Goal, clock: f32) -> VecDeque<(f32, Act)> {
    let own: VecDeque<(f32, Act)> = script.part(owner).map(|(at, act)| (clock + at, act.clone())).collect();
    let Owner::General(general) = owner else { return own };
    let (start, end) = attended(field, general).and_then(|unit| script.going(unit.id())).unwrap_or((0.0, 0.0));
    let from = body.front();
    let long = if end > start { end - start } else { (from.way(goal.front) / Gait::Ride.pace()).clamp(0.3, 1.5) };
    [(clock + start, Act::Go(Leg { from, to: goal.front, long, gait: Gait::Ride, alone: true }))].into()
}

/// The regiment that a general is with.
fn attended(field: &Field, general: GeneralId) -> Option<&Unit> {
    let unit = field.generals.get(general.index())?.state.attached?;
    field.knows(unit).then(|| field.unit(unit))
}

/// Regiments that wait beside the table during deployment are not drawn.
fn off_table(field: &Field, place: Place) -> bool {
    let at = place.pose.at.vec();
    at.x < 0.0 || at.y < 0.0 || at.x > field.ground.width.get() || at.y > field.ground.height.get()
}
