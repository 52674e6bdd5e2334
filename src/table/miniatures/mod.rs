//! The miniatures: every stand on its flocked base, generals on round ones; what stands on each is in `dressing`. Built again for a regiment only when something about it has changed; a regiment that moved
//! glides to its new place.

mod dressing;
mod ranks;

use std::collections::BTreeMap;
use std::time::Duration;

use bevy::prelude::*;
use bevy::sprite::Anchor;
use bevy::window::RequestRedraw;

use super::atlas::Sheet;
use super::overlays::Overlays;
use super::{Draw, noise};
use crate::army::{Formation, GeneralId, Place, Rank, RegimentId, Side, dress};
use crate::geometry::Degrees;
use crate::turn::field::{GeneralNow, Unit};
use crate::turn::{Field, Phase};

use dressing::{Part, Troops};
use ranks::Ranks;

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

/// Who a body on the table belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Owner {
    /// A regiment.
    Regiment(RegimentId),
    /// A general.
    General(GeneralId),
    /// A regiment where it would stand.
    Ghost(RegimentId),
    /// A general where he would stand.
    GhostGeneral(GeneralId),
}

/// How figures hold themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bearing {
    Ready,
    Firing,
    Charging,
}

/// What the figures of a regiment show.
#[derive(Clone, PartialEq, Debug)]
struct Look {
    dress: Dress,
    bearing: Bearing,
    ragged: bool,
    wounded: bool,
    /// It carries a Low Ammo marker.
    low: bool,
    alpha: f32,
    lifted: bool,
    seed: u32,
}

#[derive(Clone, PartialEq, Debug)]
enum Dress {
    /// A regiment, battery or detachment; which of its stands are Color Stands.
    Troops {
        troops: Troops,
        stands: Vec<bool>,
        /// Skirmishers of its screen, each at a post of his own behind the stands.
        posts: usize,
    },
    General {
        side: Side,
        diameter: f32,
    },
}

/// A stand as it is seen now: middle of its front edge and heading in degrees.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Stance {
    at: Vec2,
    heading: f32,
}

impl Stance {
    fn local(self, right: f32, ahead: f32) -> Vec2 {
        let (sin, cos) = bevy::math::ops::sin_cos(self.heading.to_radians());
        self.at + Vec2::new(cos, -sin) * right + Vec2::new(sin, cos) * ahead
    }

    fn toward(self, to: Self, t: f32) -> Self {
        let turn = (to.heading - self.heading + 180.0).rem_euclid(360.0) - 180.0;
        Self { at: self.at.lerp(to.at, t), heading: self.heading + turn * t }
    }
}

struct Body {
    look: Look,
    parts: Vec<(Entity, Part)>,
    now: Vec<Stance>,
    from: Vec<Stance>,
    to: Vec<Stance>,
    /// Rigid motion of the whole formation, when its dress is the same.
    rigid: Option<(Stance, Stance)>,
    ranks: Option<Ranks>,
    t: f32,
}

/// Everything that stands in ranks on the table, by owner.
#[derive(Resource, Default)]
pub struct Parade {
    bodies: BTreeMap<Owner, Body>,
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

    /// Width and depth of what stands at each of [`Self::seen`]: a stand's base, or the building of a garrison.
    pub fn card(&self, unit: RegimentId) -> Vec2 {
        match self.bodies.get(&Owner::Regiment(unit)).and_then(|body| body.ranks.as_ref()).map(|ranks| ranks.place) {
            Some(Place { within: Some(house), .. }) => Vec2::new(house.frontage.get(), house.depth.get()),
            Some(place) => {
                let base = dress::base(place.formation);
                Vec2::new(base.width.get(), base.depth.get())
            }
            None => Vec2::new(1.0, 0.75),
        }
    }
}

/// Builds, moves and dresses the miniatures.
pub fn plugin(app: &mut App) {
    app.init_resource::<Parade>()
        .init_resource::<Motion>()
        .add_systems(Update, muster.in_set(Draw::Build))
        .add_systems(Update, glide.in_set(Draw::Move))
        .add_systems(Update, place_parts.in_set(Draw::Dress));
}

fn degrees(heading: Degrees) -> f32 {
    heading.0 as f32 / 100.0
}

fn bearing(field: &Field, unit: &Unit) -> Bearing {
    let deeds = &unit.deeds;
    let phase = field.clock.phase;
    if field.engaged(unit.id()) || (phase == Phase::Maneuver && deeds.assaulted) {
        return Bearing::Charging;
    }
    if deeds.fired || deeds.reacted {
        return Bearing::Firing;
    }
    let may_fire = phase == Phase::Fire
        && unit.side() == field.clock.active
        && !unit.place.formation.is_march_column()
        && unit.place.formation != Formation::LedHorses
        && !deeds.about_faced;
    let reach = crate::book::fire::reach(crate::book::fire::Arms::of(&unit.regiment)).get();
    let facing = unit.place.pose.heading.forward();
    let sees = || {
        field.of(unit.side().other()).any(|enemy| {
            let to = enemy.footprint().centre() - unit.place.pose.at.vec();
            to.length() <= reach && to.normalize_or_zero().dot(facing) > 0.5
        })
    };
    if may_fire && sees() { Bearing::Firing } else { Bearing::Ready }
}

fn look(field: &Field, unit: &Unit, place: Place, lifted: bool) -> Look {
    let stands = match place.within {
        Some(_) => vec![true],
        None => dress::dress(place.formation, place.files).iter().map(|stand| stand.colors).collect(),
    };
    Look {
        dress: Dress::Troops { troops: Troops::of(unit, place), stands, posts: ranks::posts(unit) },
        bearing: bearing(field, unit),
        ragged: unit.condition.disordered,
        wounded: unit.condition.micro > 0,
        low: unit.condition.low_ammo,
        alpha: 1.0,
        lifted,
        seed: u32::from(unit.id().0) * 1013 + 17,
    }
}

fn general_look(general: &GeneralNow, lifted: bool) -> Look {
    Look {
        dress: Dress::General { side: general.general.side, diameter: general.general.diameter().get() },
        bearing: Bearing::Ready,
        ragged: false,
        wounded: general.state.wounds > 0,
        low: false,
        alpha: 1.0,
        lifted,
        seed: u32::from(general.general.id.0) * 419 + 5,
    }
}

/// A general faces the way of his nearest regiment; alone he faces the enemy's side.
fn general_heading(field: &Field, general: &GeneralNow) -> f32 {
    let at = general.state.at.vec();
    let own = |unit: &&Unit| match general.general.rank {
        Rank::Brigadier(brigade) => unit.regiment.brigade == brigade,
        Rank::Division => unit.side() == general.general.side,
    };
    field
        .standing()
        .filter(own)
        .min_by(|a, b| a.colors().distance_squared(at).total_cmp(&b.colors().distance_squared(at)))
        .map_or(0.0, |unit| degrees(unit.place.pose.heading))
}

fn muster(
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
    if !field.is_changed() && !overlays.is_changed() {
        return;
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

impl Body {
    fn start(&mut self, to: Vec<Stance>, ranks: Option<Ranks>, at_once: bool) {
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

fn glide(
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

fn place_parts(
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
