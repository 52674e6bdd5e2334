//! What a volley looks like: flashes that run along the front, a puff before each muzzle, and the fallen where a stand
//! was.

use std::collections::VecDeque;

use bevy::prelude::*;

use super::Motion;
use super::script::{Act, Script};
use super::track::Stance;
use crate::army::{RegimentId, Side};
use crate::table::atlas::{Cut, Sheet};
use crate::table::miniatures::{Owner, Parade};
use crate::table::{Layer, noise};
use crate::turn::Field;
use crate::turn::event::End;

/// Seconds that a puff of a marker takes to fill.
pub(in crate::table) const PUFF: f32 = 1.1;

/// Effects that are still to come, at times of the parade's clock.
#[derive(Resource, Default)]
pub(in crate::table) struct Effects {
    to_come: VecDeque<(f32, RegimentId, What)>,
    /// When the smoke of each regiment that has fired begins to rise.
    smoke: Vec<(RegimentId, f32)>,
    /// Until when something is seen.
    until: f32,
    count: u32,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum What {
    Volley,
    Fall(End),
}

impl Effects {
    /// Takes over what a script has of them.
    pub fn begin(&mut self, script: &Script, clock: f32) {
        self.clear();
        for (at, who, act) in &script.cues {
            let Owner::Regiment(unit) = who else { continue };
            match act {
                Act::Fire(_) => {
                    self.to_come.push_back((clock + at, *unit, What::Volley));
                    self.smoke.push((*unit, clock + at + 0.1));
                    self.until = self.until.max(clock + at + 0.1 + PUFF);
                }
                Act::Fall(end) => self.to_come.push_back((clock + at, *unit, What::Fall(*end))),
                Act::Go(_) | Act::Turn(_) | Act::Dress | Act::Leave => {}
            }
        }
        self.until = self.until.max(clock + script.long);
    }

    /// There are none any more.
    pub fn clear(&mut self) {
        self.to_come.clear();
        self.smoke.clear();
        self.until = 0.0;
    }

    /// Whether any is to come or to be seen.
    pub fn moving(&self, clock: f32) -> bool {
        clock < self.until
    }

    /// When the smoke of a regiment begins to rise, if it has just fired.
    pub fn rises(&self, unit: RegimentId) -> Option<f32> {
        self.smoke.iter().find(|(of, _)| *of == unit).map(|(_, at)| *at)
    }
}

/// Something that is seen for a while.
#[derive(Component)]
pub(super) struct Spark {
    born: f32,
    life: f32,
    from: Vec2,
    drift: Vec2,
    size: (Vec2, Vec2),
    thick: f32,
}

/// Puts up what is due.
pub(super) fn show(
    mut commands: Commands,
    (field, sheet, parade): (Option<Res<Field>>, Option<Res<Sheet>>, Res<Parade>),
    mut effects: ResMut<Effects>,
) {
    let (Some(field), Some(sheet)) = (field, sheet) else { return };
    while effects.to_come.front().is_some_and(|(at, ..)| *at <= parade.clock()) {
        let Some((at, unit, what)) = effects.to_come.pop_front() else { break };
        if !field.knows(unit) {
            continue;
        }
        let stances: Vec<Stance> = parade.seen(unit).into_iter().map(|(at, heading)| Stance { at, heading }).collect();
        effects.count = effects.count.wrapping_add(1);
        let mut crew = Crew { commands: &mut commands, sheet: &sheet, seed: effects.count * 977, at };
        match what {
            What::Volley => {
                let guns = field.unit(unit).regiment.arm.is_artillery();
                crew.volley(&stances, guns);
            }
            What::Fall(end) => crew.fall(&stances, end, field.unit(unit).side()),
        }
        effects.until = effects.until.max(at + FALLEN);
    }
}

/// Seconds that the fallen are seen.
const FALLEN: f32 = 2.6;

struct Crew<'a, 'w, 's> {
    commands: &'a mut Commands<'w, 's>,
    sheet: &'a Sheet,
    seed: u32,
    at: f32,
}

impl Crew<'_, '_, '_> {
    /// Three muskets of each stand, or its gun, one after the other from the right.
    fn volley(&mut self, stances: &[Stance], guns: bool) {
        for (n, stance) in stances.iter().enumerate() {
            let muzzles: &[f32] = if guns { &[0.0] } else { &[-0.36, -0.12, 0.12, 0.36] };
            for (k, right) in muzzles.iter().enumerate() {
                let seed = self.seed;
                let chance = |what: i32| noise::unit(n as i32 * 8 + k as i32, what, seed);
                let late = 0.06 * n as f32 + 0.22 * chance(0);
                let ahead = if guns { 0.42 } else { 0.02 + 0.05 * chance(1) };
                let muzzle = stance.local(right + 0.05 * (chance(2) - 0.5), ahead);
                // Muzzles are at the height of a shoulder, which the picture shows as farther up the table.
                let muzzle = muzzle + Vec2::Y * if guns { 0.10 } else { 0.17 };
                let forward = stance.local(0.0, 1.0) - stance.at;
                let large = if guns { 1.9 } else { 1.0 };
                let flash = 0.34 * large * (0.8 + 0.5 * chance(3));
                self.spark("own/flash", muzzle + forward * 0.07 * large, (flash * 1.2, flash * 0.55), 1.0, late, 0.15);
                let drift = forward * (0.34 + 0.2 * chance(4)) * large + Vec2::new(0.05, 0.06);
                let puff = (0.16 * large, (0.5 + 0.25 * chance(5)) * large);
                let name = ["own/puff_0", "own/puff_1", "own/puff_2"][(chance(6) * 3.0) as usize % 3];
                self.drifting(name, muzzle, drift, puff, 0.85, late + 0.02, 1.2);
            }
        }
    }

    /// Those of the stand at one end lie where they stood.
    fn fall(&mut self, stances: &[Stance], end: End, side: Side) {
        let Some(first) = stances.first() else { return };
        let place = |stance: &&Stance| {
            let local = first.seen_from(stance.at);
            match end {
                End::Left => local.x,
                End::Right => -local.x,
                End::Rear => local.y,
            }
        };
        let Some(stance) = stances.iter().min_by(|a, b| place(a).total_cmp(&place(b))) else { return };
        let name = match side {
            Side::Union => "fallen_union",
            Side::Confederate => "fallen_confederate",
        };
        for (k, right) in [-0.34, 0.02, 0.33].into_iter().enumerate() {
            let seed = self.seed;
            let chance = |what: i32| noise::signed(k as i32, what, seed);
            let at = stance.local(right + 0.08 * chance(0), -0.38 + 0.16 * chance(1));
            let heading = stance.heading + 180.0 * chance(2);
            let Some(cut) = self.sheet.first(&[name, "own/mark_hit"], heading) else { continue };
            let size = cut.size * 1.28;
            let spark = Spark {
                born: self.at + 0.1 * k as f32,
                life: FALLEN - 0.2,
                from: at,
                drift: Vec2::ZERO,
                size: (size, size),
                thick: 1.0,
            };
            self.spawn(Cut { size, ..cut }, spark, Layer::standing(at.y) - 0.01);
        }
    }

    fn spark(&mut self, name: &str, at: Vec2, size: (f32, f32), thick: f32, late: f32, life: f32) {
        self.drifting(name, at, Vec2::ZERO, size, thick, late, life);
    }

    #[expect(clippy::too_many_arguments, reason = "a spark is these numbers and nothing else")]
    fn drifting(
        &mut self,
        name: &str,
        from: Vec2,
        drift: Vec2,
        (small, large): (f32, f32),
        thick: f32,
        late: f32,
        life: f32,
    ) {
        let Some(cut) = self.sheet.cut(name, 0.0) else { return };
        let size = (Vec2::splat(small), Vec2::splat(large));
        let z = Layer::Smoke.z() + 6.0 - from.y * 0.05;
        self.spawn(Cut { size: size.0, ..cut }, Spark { born: self.at + late, life, from, drift, size, thick }, z);
    }

    fn spawn(&mut self, cut: Cut, spark: Spark, z: f32) {
        let (sprite, anchor) = self.sheet.sprite(cut, Color::srgba(1.0, 1.0, 1.0, 0.0));
        self.commands.spawn((sprite, anchor, Transform::from_translation(spark.from.extend(z)), spark));
    }
}

/// Sparks flare up, drift and go out.
pub(super) fn fade(
    mut commands: Commands,
    (parade, motion): (Res<Parade>, Res<Motion>),
    mut sparks: Query<(Entity, &Spark, &mut Transform, &mut Sprite)>,
) {
    for (entity, spark, mut transform, mut sprite) in &mut sparks {
        let part = (parade.clock() - spark.born) / spark.life;
        if part >= 1.0 || *motion == Motion::Off || !parade.moving() {
            commands.entity(entity).despawn();
            continue;
        }
        let (thick, grown) = if part < 0.0 {
            (0.0, 0.0)
        } else {
            // Up at once, away slowly.
            (
                spark.thick * noise::rise(0.0, 0.06, part) * (1.0 - noise::rise(0.35, 1.0, part)),
                (part * 2.0 - part * part),
            )
        };
        sprite.color.set_alpha(thick);
        sprite.custom_size = Some(spark.size.0.lerp(spark.size.1, grown));
        transform.translation = (spark.from + spark.drift * grown).extend(transform.translation.z);
    }
}
