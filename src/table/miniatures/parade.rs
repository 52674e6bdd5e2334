//! Where everything that stands in ranks is seen now, and how it glides to a new place.

use std::collections::BTreeMap;
use std::time::Duration;

use bevy::prelude::*;
use bevy::sprite::Anchor;
use bevy::window::RequestRedraw;

use super::dressing::Part;
use super::ranks::Ranks;
use super::{Look, Owner};
use crate::army::{Place, RegimentId, dress};
use crate::geometry::Degrees;
use crate::table::atlas::Sheet;
use crate::table::noise;

/// Whether regiments glide to new places or are there at once.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Motion {
    /// They take this long. Orders never wait for it.
    Glide(Duration),
    /// No animation.
    Off,
}

impl Default for Motion {
    fn default() -> Self {
        Self::Glide(Duration::from_millis(420))
    }
}

/// A stand as it is seen now: middle of its front edge and heading in degrees.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Stance {
    pub at: Vec2,
    pub heading: f32,
}

impl Stance {
    pub fn local(self, right: f32, ahead: f32) -> Vec2 {
        let (sin, cos) = bevy::math::ops::sin_cos(self.heading.to_radians());
        self.at + Vec2::new(cos, -sin) * right + Vec2::new(sin, cos) * ahead
    }

    pub fn toward(self, to: Self, t: f32) -> Self {
        let turn = (to.heading - self.heading + 180.0).rem_euclid(360.0) - 180.0;
        Self { at: self.at.lerp(to.at, t), heading: self.heading + turn * t }
    }
}

/// One regiment or general as it is seen.
pub(super) struct Body {
    pub look: Look,
    pub parts: Vec<(Entity, Part)>,
    pub now: Vec<Stance>,
    pub from: Vec<Stance>,
    pub to: Vec<Stance>,
    /// Rigid motion of the whole formation, when its dress is the same.
    pub rigid: Option<(Stance, Stance)>,
    pub ranks: Option<Ranks>,
    pub t: f32,
}

/// Everything that stands in ranks on the table, by owner.
#[derive(Resource, Default)]
pub struct Parade {
    pub(super) bodies: BTreeMap<Owner, Body>,
    gliding: bool,
}

impl Parade {
    /// Whether anything is gliding to a new place.
    pub fn moving(&self) -> bool {
        self.gliding
    }

    /// Ends all motion at once.
    pub fn skip(&mut self) {
        for body in self.bodies.values_mut() {
            body.t = 1.0;
        }
    }

    /// Where the stands of a regiment are seen now: front-edge middles and headings in degrees.
    pub fn seen(&self, unit: RegimentId) -> Vec<(Vec2, f32)> {
        let Some(body) = self.bodies.get(&Owner::Regiment(unit)) else { return Vec::new() };
        let seen = |stances: &[Stance]| stances.iter().map(|stance| (stance.at, stance.heading)).collect();
        match &body.ranks {
            Some(ranks) => match ranks.straight() {
                Some(straight) => seen(&straight),
                None => seen(&body.now[..ranks.stands.min(body.now.len())]),
            },
            None => seen(&body.now),
        }
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
        self.bodies.get(&Owner::Regiment(unit))?.ranks.as_ref().map(|ranks| ranks.place)
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

/// A heading in whole and broken degrees.
pub(super) fn degrees(heading: Degrees) -> f32 {
    heading.0 as f32 / 100.0
}

impl Body {
    /// Sets out for a new place.
    pub fn start(&mut self, to: Vec<Stance>, ranks: Option<Ranks>, at_once: bool) {
        self.rigid = match (&self.ranks, &ranks) {
            (Some(old), Some(new)) if old.same_dress(new) => Some((old.stance(), new.stance())),
            _ => None,
        };
        // Stands that were there walk to their new places; the colors stay the colors.
        let fallback = self.now.last().copied();
        self.from = (0..to.len()).map(|n| self.now.get(n).copied().or(fallback).unwrap_or(to[n])).collect();
        self.to = to;
        self.ranks = ranks;
        self.t = if at_once { 0.999 } else { 0.0 };
    }

    fn settle(&mut self) {
        let t = noise::rise(0.0, 1.0, self.t);
        self.now = if self.t >= 1.0 {
            self.to.clone()
        } else if let (Some((from, to)), Some(ranks)) = (&self.rigid, &self.ranks) {
            ranks.from(from.toward(*to, t))
        } else {
            self.from.iter().zip(&self.to).map(|(from, to)| from.toward(*to, t)).collect()
        };
    }
}

/// Moves what is on its way.
pub(super) fn glide(
    mut parade: ResMut<Parade>,
    motion: Res<Motion>,
    time: Res<Time<Real>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let moving = parade.bodies.values().any(|body| body.t < 1.0);
    if !moving {
        if parade.gliding {
            parade.gliding = false;
        }
        return;
    }
    // The first frame after a rest brings a long step: it is not a step of the motion.
    let most = if parade.gliding { 0.25 } else { 0.016 };
    let step = match *motion {
        Motion::Glide(whole) => time.delta_secs().min(most) / whole.as_secs_f32().max(0.01),
        Motion::Off => 1.0,
    };
    let mut gliding = false;
    for body in parade.bodies.values_mut() {
        if body.t < 1.0 {
            body.t = (body.t + step).min(1.0);
            body.settle();
            gliding |= body.t < 1.0;
        }
    }
    parade.gliding = gliding;
    if gliding {
        redraw.write(RequestRedraw);
    }
}

/// Puts every sprite where its stand is seen.
pub(super) fn place_parts(
    parade: Res<Parade>,
    sheet: Option<Res<Sheet>>,
    mut sprites: Query<(&mut Transform, &mut Sprite, &mut Anchor)>,
) {
    let Some(sheet) = sheet.filter(|_| parade.is_changed()) else { return };
    for body in parade.bodies.values() {
        for (entity, part) in &body.parts {
            let (Ok((mut transform, mut sprite, mut anchor)), Some(stance)) =
                (sprites.get_mut(*entity), body.now.get(part.stand).or(body.now.last()))
            else {
                continue;
            };
            let (cut, to) = part.place(*stance, &body.look, &sheet);
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
