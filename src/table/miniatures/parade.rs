//! Where everything that stands in ranks is seen now, and how it goes on along its way.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy::sprite::Anchor;
use bevy::window::RequestRedraw;

use super::body::Body;
use super::{Owner, dressing};
use crate::army::{Place, RegimentId, dress};
use crate::table::atlas::Sheet;
use crate::table::motion::{Effects, Motion, Stance};

/// Everything that stands in ranks on the table, by owner.
#[derive(Resource, Default)]
pub struct Parade {
    pub(super) bodies: BTreeMap<Owner, Body>,
    /// Seconds of motion that have been seen so far.
    clock: f32,
    gliding: bool,
    /// How much faster everything is for now: a replay's speed.
    pub hurry: f32,
    /// Everything shall be over in the next frame.
    over: bool,
    /// The clock shows this and stands, for a picture.
    pinned: Option<f32>,
}

impl Parade {
    /// Whether anything is on its way.
    pub fn moving(&self) -> bool {
        self.gliding
    }

    /// The time of everything that moves, in seconds; it stands while nothing does.
    pub fn clock(&self) -> f32 {
        self.clock
    }

    /// A parade at such a time, for tests of what follows its clock.
    #[cfg(test)]
    pub(in crate::table) fn at(clock: f32, moving: bool) -> Self {
        Self { clock, gliding: moving, ..Self::default() }
    }

    /// Holds everything at this moment of what comes next, in seconds, for a picture.
    pub fn pin(&mut self, moment: f32) {
        self.pinned = Some(self.clock + moment);
    }

    /// Ends all motion, flashes and smoke too, in the next frame.
    pub fn hasten(&mut self) {
        self.over = true;
    }

    /// Ends all motion: everybody is where he is.
    pub fn skip(&mut self) {
        for body in self.bodies.values_mut() {
            body.finish();
            if let Some(at) = &mut body.leaves {
                *at = self.clock;
            }
        }
    }

    /// Where the stands of a regiment are seen now: front-edge middles and headings in degrees.
    pub fn seen(&self, unit: RegimentId) -> Vec<(Vec2, f32)> {
        let Some(body) = self.bodies.get(&Owner::Regiment(unit)) else { return Vec::new() };
        let seen = |stances: &[Stance]| stances.iter().map(|stance| (stance.at, stance.heading)).collect();
        match &body.goal.ranks {
            Some(ranks) => match ranks.straight() {
                Some(straight) if !self.gliding => seen(&straight),
                _ => seen(&body.now[..ranks.stands.min(body.now.len())]),
            },
            None => seen(&body.now),
        }
    }

    /// Where the bases themselves are drawn, bent back where a flank is refused: front-edge middles and headings in
    /// degrees.
    pub fn bases(&self, unit: RegimentId) -> Vec<(Vec2, f32)> {
        let Some(body) = self.bodies.get(&Owner::Regiment(unit)) else { return Vec::new() };
        let stands = body.goal.ranks.as_ref().map_or(body.now.len(), |ranks| ranks.stands.min(body.now.len()));
        body.now[..stands].iter().map(|stance| (stance.at, stance.heading)).collect()
    }

    /// Whether it is seen round a building.
    pub fn housed(&self, unit: RegimentId) -> bool {
        self.place(unit).is_some_and(|place| place.within.is_some())
    }

    /// Corners of the rectangle round a regiment's bases as they are seen now, front left first, then clockwise.
    pub fn outline(&self, unit: RegimentId) -> Option<[Vec2; 4]> {
        let (seen, card) = (self.seen(unit), self.card(unit));
        let (first, heading) = *seen.first()?;
        let (sin, cos) = bevy::math::ops::sin_cos(heading.to_radians());
        let (right, ahead) = (Vec2::new(cos, -sin), Vec2::new(sin, cos));
        let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        for (at, _) in &seen {
            let local = Vec2::new((*at - first).dot(right), (*at - first).dot(ahead));
            low = low.min(local - Vec2::new(card.x / 2.0, card.y));
            high = high.max(local + Vec2::new(card.x / 2.0, 0.0));
        }
        let corner = |x: f32, y: f32| first + right * x + ahead * y;
        Some([corner(low.x, high.y), corner(high.x, high.y), corner(high.x, low.y), corner(low.x, low.y)])
    }

    fn place(&self, unit: RegimentId) -> Option<Place> {
        self.bodies.get(&Owner::Regiment(unit))?.goal.ranks.as_ref().map(|ranks| ranks.place)
    }

    /// Width and depth of what stands at each of [`Self::seen`]: a stand's base, or the building of a garrison.
    pub fn card(&self, unit: RegimentId) -> Vec2 {
        match self.place(unit) {
            Some(Place { within: Some(house), .. }) => Vec2::new(house.frontage.get(), house.depth.get()),
            Some(place) => {
                let base = dress::base(place.formation);
                Vec2::new(base.width.get(), base.depth.get())
            }
            None => Vec2::new(1.0, 0.75),
        }
    }
}

/// Everybody goes on along his way; whoever looks different is dressed anew.
pub(super) fn go(
    mut commands: Commands,
    mut parade: ResMut<Parade>,
    (motion, mut effects, sheet): (Res<Motion>, ResMut<Effects>, Option<Res<Sheet>>),
    time: Res<Time<Real>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some(sheet) = sheet else { return };
    let clock = parade.clock;
    let moving = effects.moving(clock) || parade.bodies.values().any(|body| body.stale || body.moves(clock));
    if !moving {
        if parade.gliding {
            parade.gliding = false;
        }
        return;
    }
    // The first frame after a rest brings a long step: it is not a step of the motion.
    let most = if parade.gliding { 0.25 } else { 0.016 };
    match motion.speed().filter(|_| !std::mem::take(&mut parade.over)) {
        Some(_) if parade.pinned.is_some() => parade.clock = parade.pinned.unwrap_or(clock),
        Some(speed) => parade.clock += time.delta_secs().min(most) * speed * parade.hurry.max(1.0),
        None => {
            parade.skip();
            effects.clear();
        }
    }
    let clock = parade.clock;
    let mut gone = Vec::new();
    for (owner, body) in &mut parade.bodies {
        if body.leaves.is_some_and(|at| at <= clock) {
            body.parts.drain(..).for_each(|(entity, _)| commands.entity(entity).despawn());
            gone.push(*owner);
        } else if body.moves(clock) {
            body.go(clock);
        }
        if std::mem::take(&mut body.stale) {
            body.parts.drain(..).for_each(|(entity, _)| commands.entity(entity).despawn());
            body.parts = dressing::spawn(&mut commands, &sheet, &body.look);
            body.placed = false;
        }
    }
    for owner in gone {
        parade.bodies.remove(&owner);
    }
    parade.gliding = effects.moving(clock) || parade.bodies.values().any(|body| body.moves(clock));
    if parade.gliding {
        redraw.write(RequestRedraw);
    }
}

/// Puts every sprite where its stand is seen.
pub(super) fn place_parts(mut parade: ResMut<Parade>, mut sprites: Query<(&mut Transform, &mut Sprite, &mut Anchor)>) {
    if !parade.is_changed() {
        return;
    }
    // That sprites have been brought along is nothing that others need to hear of.
    for body in parade.bypass_change_detection().bodies.values_mut().filter(|body| !body.placed) {
        body.placed = true;
        for (entity, part) in &body.parts {
            let (Ok((mut transform, mut sprite, mut anchor)), Some(stance)) =
                (sprites.get_mut(*entity), body.now.get(part.stand()).or(body.now.last()))
            else {
                continue;
            };
            let (cut, to) = part.place(*stance, &body.look);
            if *transform != to {
                *transform = to;
            }
            if let Some(cut) = cut
                && (sprite.rect != Some(cut.rect) || sprite.custom_size != Some(cut.size))
            {
                sprite.rect = Some(cut.rect);
                sprite.custom_size = Some(cut.size);
                anchor.0 = cut.anchor;
            }
        }
    }
}
