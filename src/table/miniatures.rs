//! The miniatures: every stand on its flocked base with four figures, colours, officer and drummer on the Color Stand,
//! generals on round bases. Built again for a regiment only when something about it has changed; a regiment that moved
//! glides to its new place.

use std::collections::BTreeMap;
use std::time::Duration;

use bevy::prelude::*;
use bevy::sprite::Anchor;
use bevy::window::RequestRedraw;

use super::atlas::{Cut, Sheet};
use super::overlays::Overlays;
use super::{Draw, LIFT, Layer, noise};
use crate::army::{Colors, Formation, GeneralId, Place, Rank, RegimentId, Side, Uniform, dress};
use crate::geometry::Degrees;
use crate::turn::field::{GeneralNow, Unit};
use crate::turn::{Field, Phase};

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
    alpha: f32,
    lifted: bool,
    seed: u32,
}

#[derive(Clone, PartialEq, Debug)]
enum Dress {
    Infantry { uniform: Uniform, colors: Vec<Colors>, side: Side, stands: Vec<bool> },
    General { side: Side, diameter: f32 },
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
    rigid: Option<(Stance, Stance, Vec<Vec2>)>,
    place: Option<Place>,
    t: f32,
}

#[derive(Clone, Debug)]
struct Part {
    stand: usize,
    right: f32,
    ahead: f32,
    turn: f32,
    what: What,
}

#[derive(Clone, Debug)]
enum What {
    Base,
    RoundBase(f32),
    Shadow(Vec2),
    /// A soft shadow under a figure's feet.
    FootShadow,
    /// Names of the sprite, the first that the sheet has.
    Figure(Vec<String>),
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
        self.bodies
            .get(&Owner::Regiment(unit))
            .map(|body| body.now.iter().map(|stance| (stance.at, stance.heading)).collect())
            .unwrap_or_default()
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

/// Sprites of the sheet for a uniform.
fn uniform_name(uniform: Uniform) -> &'static str {
    match uniform {
        Uniform::UnionSackCoat => "union_kepi",
        Uniform::UnionBlackHat => "union_blackhat",
        Uniform::ConfederateSlouch => "confederate_slouch",
        Uniform::ConfederateKepi => "confederate_kepi",
    }
}

fn colors_name(colors: Colors) -> &'static str {
    match colors {
        Colors::UnionNational => "union_colors_national",
        Colors::UnionRegimental => "union_colors_regiment",
        Colors::ConfederateBattle => "confederate_colors_battle",
        Colors::ConfederateVirginia => "confederate_colors_virginia",
        Colors::ConfederateGeorgia => "confederate_colors_georgia",
    }
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::Union => "union",
        Side::Confederate => "confederate",
    }
}

fn degrees(heading: Degrees) -> f32 {
    heading.0 as f32 / 100.0
}

fn stances(place: Place) -> Vec<Stance> {
    let heading = degrees(place.pose.heading);
    dress::dress(place.formation, place.files)
        .into_iter()
        .map(|stand| Stance { at: place.pose.local(stand.right.get(), stand.ahead.get()), heading })
        .collect()
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
        && unit.place.formation != Formation::RoadColumn
        && !deeds.about_faced;
    let reach = crate::book::fire::reach(unit.regiment.arm, unit.regiment.weapon).get();
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
    Look {
        dress: Dress::Infantry {
            uniform: unit.regiment.uniform,
            colors: unit.regiment.colors.to_vec(),
            side: unit.side(),
            stands: dress::dress(place.formation, place.files).iter().map(|stand| stand.colors).collect(),
        },
        bearing: bearing(field, unit),
        ragged: unit.condition.disordered,
        wounded: unit.condition.micro > 0,
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
    let mut wanted: BTreeMap<Owner, (Look, Vec<Stance>, Option<Place>)> = BTreeMap::new();
    for unit in field.standing() {
        if field.clock.phase == Phase::Deployment && off_table(&field, unit.place) {
            continue;
        }
        let lift = lifted.contains(&unit.id());
        wanted.insert(
            Owner::Regiment(unit.id()),
            (look(&field, unit, unit.place, lift), stances(unit.place), Some(unit.place)),
        );
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
            wanted.insert(Owner::Ghost(unit), (look, stances(place), Some(place)));
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
    for (owner, (look, to, place)) in wanted {
        match parade.bodies.get_mut(&owner) {
            None => {
                let parts = spawn(&mut commands, &sheet, &look);
                let body = Body { look, parts, now: to.clone(), from: to.clone(), to, rigid: None, place, t: 0.999 };
                parade.bodies.insert(owner, body);
            }
            Some(body) => {
                if body.look != look {
                    for (entity, _) in &body.parts {
                        commands.entity(*entity).despawn();
                    }
                    body.parts = spawn(&mut commands, &sheet, &look);
                    body.look = look;
                    body.t = body.t.min(0.999);
                }
                if body.to != to {
                    let ghost = matches!(owner, Owner::Ghost(_) | Owner::GhostGeneral(_));
                    body.start(to, place, ghost || *motion == Motion::Off);
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
    fn start(&mut self, to: Vec<Stance>, place: Option<Place>, at_once: bool) {
        let same_dress = matches!((self.place, place), (Some(old), Some(new))
            if old.formation == new.formation && old.files == new.files);
        self.rigid = None;
        if same_dress && let (Some(old), Some(new)) = (self.place, place) {
            let stance = |place: Place| Stance { at: place.pose.at.vec(), heading: degrees(place.pose.heading) };
            let frame = dress::dress(new.formation, new.files)
                .iter()
                .map(|s| Vec2::new(s.right.get(), s.ahead.get()))
                .collect();
            self.rigid = Some((stance(old), stance(new), frame));
        }
        // Stands that were there walk to their new places; the colors stay the colors.
        let fallback = self.now.last().copied();
        self.from = (0..to.len()).map(|n| self.now.get(n).copied().or(fallback).unwrap_or(to[n])).collect();
        self.to = to;
        self.place = place;
        self.t = if at_once { 0.999 } else { 0.0 };
    }

    fn settle(&mut self) {
        let t = noise::rise(0.0, 1.0, self.t);
        self.now = if self.t >= 1.0 {
            self.to.clone()
        } else if let Some((from, to, frame)) = &self.rigid {
            let stance = from.toward(*to, t);
            frame.iter().map(|f| Stance { at: stance.local(f.x, f.y), heading: stance.heading }).collect()
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

impl Part {
    /// The sprite to show, if it turns with the heading, and where.
    fn place(&self, stance: Stance, look: &Look, sheet: &Sheet) -> (Option<Cut>, Transform) {
        let at = stance.local(self.right, self.ahead);
        let lift = if look.lifted { LIFT } else { 0.0 };
        let flat = Quat::from_rotation_z(-stance.heading.to_radians());
        let order = 0.5 - at.y * 0.01;
        match &self.what {
            What::Base | What::RoundBase(_) => {
                (None, Transform::from_xyz(at.x, at.y, Layer::Bases.z() + order + lift).with_rotation(flat))
            }
            What::Shadow(offset) => {
                let at = at + *offset;
                (None, Transform::from_xyz(at.x, at.y, Layer::Shadows.z() + order + lift).with_rotation(flat))
            }
            What::FootShadow => (None, Transform::from_xyz(at.x + 0.045, at.y - 0.012, Layer::Bases.z() + 6.0 + lift)),
            What::Figure(names) => {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let cut = sheet.first(&names, stance.heading + self.turn).map(larger);
                (cut, Transform::from_xyz(at.x, at.y, Layer::standing(at.y) + lift))
            }
        }
    }
}

/// Figures are shown larger than the sheet's scale, as 15 mm figures are for their ground.
const LARGER: f32 = 1.28;

fn larger(cut: Cut) -> Cut {
    Cut { size: cut.size * LARGER, ..cut }
}

/// Where the four men of a stand are: to the right of its middle and ahead of its front edge, in inches.
const RANK: [f32; 4] = [-0.375, -0.125, 0.125, 0.375];
const RANK_AHEAD: f32 = -0.42;

fn spawn(commands: &mut Commands, sheet: &Sheet, look: &Look) -> Vec<(Entity, Part)> {
    let mut list: Vec<Part> = Vec::new();
    match &look.dress {
        Dress::Infantry { uniform, colors, side, stands } => {
            for (n, is_colors) in stands.iter().enumerate() {
                let chance = |k: i32, what: u32| noise::signed(n as i32 * 16 + k, 3, look.seed + what);
                list.push(Part {
                    stand: n,
                    right: 0.0,
                    ahead: -0.375,
                    turn: 0.0,
                    what: What::Shadow(Vec2::new(0.085, -0.095)),
                });
                list.push(Part { stand: n, right: 0.0, ahead: -0.375, turn: 0.0, what: What::Base });
                let mut stand = Stand { list: &mut list, stand: n, look, chance: &chance };
                if *is_colors {
                    stand.color_party(*uniform, colors, *side);
                } else {
                    for (k, right) in RANK.into_iter().enumerate() {
                        stand.man(*uniform, *side, right, RANK_AHEAD, k as i32);
                    }
                }
            }
        }
        Dress::General { side, diameter } => {
            let mut add = |right: f32, ahead: f32, turn: f32, what: What| {
                list.push(Part { stand: 0, right, ahead, turn, what });
            };
            add(0.0, 0.0, 0.0, What::Shadow(Vec2::new(0.09, -0.10) * diameter.sqrt()));
            add(0.0, 0.0, 0.0, What::RoundBase(*diameter));
            let name = side_name(*side);
            let plain = format!("own/{name}");
            add(-0.17 * diameter, 0.08 * diameter, 0.0, What::FootShadow);
            add(-0.17 * diameter, 0.08 * diameter, 0.0, What::Figure(vec![format!("{name}_general"), plain.clone()]));
            add(0.20 * diameter, -0.20 * diameter, -14.0, What::FootShadow);
            add(0.20 * diameter, -0.20 * diameter, -14.0, What::Figure(vec![format!("{name}_aide"), plain]));
        }
    }
    list.into_iter().filter_map(|part| part.spawn(commands, sheet, look)).collect()
}

struct Stand<'a> {
    list: &'a mut Vec<Part>,
    stand: usize,
    look: &'a Look,
    chance: &'a dyn Fn(i32, u32) -> f32,
}

impl Stand<'_> {
    /// A figure near a place; ragged ranks stray further and look about.
    fn figure(&mut self, names: Vec<String>, right: f32, ahead: f32, k: i32) {
        let (stray, turn) = if self.look.ragged { (0.085, 34.0) } else { (0.022, 5.0) };
        let right = right + stray * (self.chance)(k, 0);
        let ahead = (ahead + stray * 1.5 * (self.chance)(k, 1)).clamp(-0.70, -0.05);
        let turn = turn * (self.chance)(k, 2);
        self.list.push(Part { stand: self.stand, right, ahead, turn, what: What::FootShadow });
        self.list.push(Part { stand: self.stand, right, ahead, turn, what: What::Figure(names) });
    }

    fn man(&mut self, uniform: Uniform, side: Side, right: f32, ahead: f32, k: i32) {
        let name = uniform_name(uniform);
        let variant = if (self.chance)(k, 4) < 0.0 { "a" } else { "b" };
        // In a firing line some are loading; in a disordered one some stand about.
        let bearing = match self.look.bearing {
            Bearing::Firing if (self.chance)(k, 5) < -0.35 => "ready",
            Bearing::Firing => "fire",
            Bearing::Charging => "charge",
            Bearing::Ready => "ready",
        };
        let names = vec![
            format!("{name}_{bearing}_{variant}"),
            format!("{name}_{bearing}_a"),
            format!("{name}_ready_a"),
            format!("own/{}", side_name(side)),
        ];
        self.figure(names, right, ahead, k);
    }

    fn color_party(&mut self, uniform: Uniform, colors: &[Colors], side: Side) {
        let plain = format!("own/{}", side_name(side));
        let flags: &[f32] = if colors.len() > 1 { &[-0.13, 0.13] } else { &[0.0] };
        self.man(uniform, side, -0.385, RANK_AHEAD + 0.04, 0);
        self.man(uniform, side, 0.385, RANK_AHEAD + 0.04, 3);
        for (k, (flag, right)) in colors.iter().zip(flags).enumerate() {
            self.figure(vec![colors_name(*flag).into(), plain.clone()], *right, -0.24, 4 + k as i32);
        }
        if colors.is_empty() {
            self.man(uniform, side, -0.125, RANK_AHEAD, 1);
            self.man(uniform, side, 0.125, RANK_AHEAD, 2);
        }
        self.figure(vec![format!("{}_officer", side_name(side)), plain.clone()], -0.20, -0.60, 8);
        self.figure(vec![format!("{}_drummer", side_name(side)), plain], 0.21, -0.61, 9);
        if self.look.wounded {
            let fallen = format!("fallen_{}", side_name(side));
            self.list.push(Part {
                stand: self.stand,
                right: 0.02,
                ahead: -0.69,
                turn: 70.0,
                what: What::Figure(vec![fallen, "own/mark_hit".into()]),
            });
        }
        if self.look.ragged {
            self.list.push(Part {
                stand: self.stand,
                right: 0.43,
                ahead: -0.66,
                turn: 0.0,
                what: What::Figure(vec!["drum".into(), "own/shadow".into()]),
            });
        }
    }
}

impl Part {
    fn spawn(self, commands: &mut Commands, sheet: &Sheet, look: &Look) -> Option<(Entity, Self)> {
        let seed = look.seed;
        let variant = noise::hash(self.stand as i32, 9, seed) % 8;
        let cut = match &self.what {
            What::Base => sheet.cut(&format!("own/base_{variant}"), 0.0)?,
            What::RoundBase(diameter) => {
                let cut = sheet.cut("own/base_round", 0.0)?;
                Cut { size: Vec2::splat(*diameter), ..cut }
            }
            What::Shadow(_) => match look.dress {
                Dress::Infantry { .. } => sheet.cut("own/base_shadow", 0.0)?,
                Dress::General { diameter, .. } => {
                    Cut { size: Vec2::splat(diameter * 1.22), ..sheet.cut("own/shadow", 0.0)? }
                }
            },
            What::FootShadow => Cut { size: Vec2::new(0.29, 0.18), ..sheet.cut("own/shadow", 0.0)? },
            What::Figure(names) => {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                // Asked for by name once, so that what is missing is told in the log.
                if !sheet.has(names[0]) {
                    sheet.cut(names[0], 0.0);
                }
                larger(sheet.first(&names, 0.0)?)
            }
        };
        let tone = match &self.what {
            What::Figure(_) => 0.95 + 0.07 * noise::unit((self.right * 100.0) as i32, self.stand as i32, seed),
            _ => 1.0,
        };
        let (sprite, anchor) = sheet.sprite(cut, Color::srgba(tone, tone, tone, look.alpha));
        let entity = commands.spawn((sprite, anchor, Transform::default())).id();
        Some((entity, self))
    }
}
