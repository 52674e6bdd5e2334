//! Markers on the table, on small flocked bases behind the regiment that they speak of: a drum for Disorder, a casualty
//! for a micro-hit, a crate of cartridges for Low Ammo, a musket stuck in the ground for Worn, a stack of arms for Spent.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::atlas::{Cut, Sheet};
use super::miniatures::{Muster, Parade};
use super::overlays::Overlays;
use super::paint::Mark;
use super::sky::fall;
use super::{Draw, LIFT, Layer};
use crate::army::{RegimentId, Side};
use crate::book::Health;
use crate::turn::Field;
use crate::turn::field::Unit;

/// The marks of how a regiment is.
pub fn of(field: &Field, unit: &Unit) -> Vec<Mark> {
    let condition = &unit.condition;
    let mut marks = Vec::new();
    marks.extend(condition.disordered.then_some(Mark::Drum));
    marks.extend((condition.micro > 0).then_some(Mark::Hit));
    marks.extend(condition.low_ammo.then_some(Mark::Ammo));
    // A battery is never Fresh, Worn or Spent.
    if !unit.regiment.arm.is_artillery() {
        match field.health(unit) {
            Health::Worn => marks.push(Mark::Worn),
            Health::Spent => marks.push(Mark::Spent),
            _ => {}
        }
    }
    marks
}

/// The sculpture of a mark: pictures of the sheet, the best first, and how much larger than life it is shown.
pub fn sculpture(mark: Mark, side: Side) -> Option<([&'static str; 2], f32)> {
    let fallen = match side {
        Side::Union => "fallen_union",
        Side::Confederate => "fallen_confederate",
    };
    match mark {
        Mark::Union | Mark::Confederate => None,
        Mark::Drum => Some((["drum", "own/mark_drum"], 2.6)),
        Mark::Hit => Some(([fallen, "own/mark_hit"], 1.3)),
        Mark::Ammo => Some((["own/token_crate"; 2], 1.1)),
        Mark::Fouled => Some((["own/token_rammers"; 2], 1.15)),
        Mark::Worn => Some((["own/token_musket"; 2], 1.15)),
        Mark::Spent => Some((["own/token_stack"; 2], 1.2)),
    }
}

/// Diameter of a marker's base, and inches from one to the next.
const BASE: f32 = 0.62;
const APART: f32 = 0.68;
/// Inches from the rear edge of a regiment to the middle of its markers.
pub const BEHIND: f32 = 0.42;

/// How deep the ground is that markers take behind their regiment.
pub const ROOM: f32 = BEHIND + BASE / 2.0;

/// A sprite of a marker.
#[derive(Component)]
struct Marker {
    unit: RegimentId,
    /// Places to the right of the middle of the rear edge.
    right: f32,
    part: Part,
    lift: f32,
}

#[derive(Clone, Copy)]
enum Part {
    Shadow,
    Base,
    Sculpture,
}

/// Which marks a regiment has, and whether it is lifted over the veil.
type Shown = BTreeMap<RegimentId, (Vec<Mark>, Side, bool)>;

/// Puts markers beside the regiments.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, put.in_set(Draw::Build).after(Muster)).add_systems(Update, follow.in_set(Draw::Dress));
}

fn put(
    mut commands: Commands,
    (field, sheet, overlays): (Option<Res<Field>>, Option<Res<Sheet>>, Res<Overlays>),
    mut shown: Local<Shown>,
    old: Query<Entity, With<Marker>>,
) {
    let (Some(field), Some(sheet)) = (field, sheet) else { return };
    if !field.is_changed() && !overlays.is_changed() && !sheet.is_changed() {
        return;
    }
    let lifted = overlays.lifted();
    let wanted: Shown = field
        .standing()
        .map(|unit| (unit.id(), (of(&field, unit), unit.side(), lifted.contains(&unit.id()))))
        .filter(|(_, (marks, ..))| !marks.is_empty())
        .collect();
    if *shown == wanted && !sheet.is_changed() {
        return;
    }
    for entity in &old {
        commands.entity(entity).despawn();
    }
    for (unit, (marks, side, lifted)) in &wanted {
        let lift = if *lifted { LIFT } else { 0.0 };
        let sculptures: Vec<_> = marks.iter().filter_map(|mark| sculpture(*mark, *side)).collect();
        let middle = (sculptures.len() as f32 - 1.0) / 2.0;
        for (n, (names, larger)) in sculptures.into_iter().enumerate() {
            let right = (n as f32 - middle) * APART;
            let mut sprite = |cut: Option<Cut>, part| {
                if let Some(cut) = cut {
                    let (sprite, anchor) = sheet.sprite(cut, Color::WHITE);
                    commands.spawn((sprite, anchor, Transform::default(), Marker { unit: *unit, right, part, lift }));
                }
            };
            let round = |name: &str, size: f32| sheet.cut(name, 0.0).map(|cut| Cut { size: Vec2::splat(size), ..cut });
            sprite(round("own/shadow", BASE * 1.30), Part::Shadow);
            sprite(round("own/base_round", BASE), Part::Base);
            let turn = 70.0 + 40.0 * n as f32;
            let cut = sheet.first(&names, turn).map(|cut| Cut { size: cut.size * larger, ..cut });
            sprite(cut, Part::Sculpture);
        }
    }
    *shown = wanted;
}

/// Markers go with their regiments.
fn follow(parade: Res<Parade>, mut markers: Query<(Ref<Marker>, &mut Transform)>) {
    for (marker, mut transform) in &mut markers {
        if !parade.is_changed() && !marker.is_added() {
            continue;
        }
        let Some([left, right, rear, _]) = parade.outline(marker.unit) else { continue };
        let (along, back) = ((right - left).normalize_or(Vec2::X), (rear - right).normalize_or(Vec2::NEG_Y));
        let middle = (left + right) / 2.0 + (rear - right);
        let at = middle + back * BEHIND + along * marker.right;
        let (at, z) = match marker.part {
            Part::Shadow => (at + fall(0.09), Layer::Shadows.z() + 0.3),
            Part::Base => (at, Layer::Bases.z() + 0.5 - at.y * 0.01),
            Part::Sculpture => (at - Vec2::Y * 0.06, Layer::standing(at.y - 0.06)),
        };
        let to = Transform::from_xyz(at.x, at.y, z + marker.lift);
        if *transform != to {
            *transform = to;
        }
    }
}
