//! The label that a player glues to the edge of a regiment's base: its name in print on a strip of card, read from near.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::atlas::{Cut, Sheet};
use super::camera::View;
use super::labels::{lettered, measure, names};
use super::miniatures::{Muster, Parade};
use super::overlays::Overlays;
use super::{Draw, LIFT, Layer};
use crate::army::{RegimentId, Side};
use crate::turn::Field;

/// Logical pixels an inch from which a strip can be read.
const READ_FROM: f32 = 76.0;
/// Height of the strip and of its letters in inches; its greatest length.
const HIGH: f32 = 0.150;
const LETTERS: f32 = 0.122;
const LONGEST: f32 = 0.94;
/// Depth of a base in inches from which on it carries a team.
const TEAM: f32 = 1.9;
/// Sizes at which its letters are set, in logical pixels: they are shown at that size or a little smaller. Letters that
/// are set much larger than they are shown lose their thin strokes.
const SIZES: [f32; 8] = [10.0, 11.5, 13.5, 16.0, 19.0, 22.0, 25.0, 29.5];

/// The size for a view of so many logical pixels an inch.
fn set(zoom: f32) -> f32 {
    SIZES.into_iter().find(|size| *size >= LETTERS * zoom).unwrap_or(SIZES[SIZES.len() - 1])
}

/// Part of a strip.
#[derive(Component)]
struct Plate {
    unit: RegimentId,
    /// Inches to the right of its place.
    right: f32,
    /// Depth over the base.
    over: f32,
    scale: f32,
    lift: f32,
}

/// Glues the strips on.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, glue.in_set(Draw::Build).after(Muster)).add_systems(Update, follow.in_set(Draw::Dress));
}

/// The size of the letters, whose strips are on, what they say, and whether they are lifted over the veil.
type Shown = (f32, BTreeMap<RegimentId, (String, Side, bool)>);

fn glue(
    mut commands: Commands,
    (field, sheet): (Option<Res<Field>>, Option<Res<Sheet>>),
    (overlays, view): (Res<Overlays>, Res<View>),
    mut shown: Local<Shown>,
    old: Query<Entity, With<Plate>>,
) {
    let (Some(field), Some(sheet)) = (field, sheet) else { return };
    if !(field.is_changed() || overlays.is_changed() || sheet.is_changed() || view.is_changed()) {
        return;
    }
    let lifted = overlays.lifted();
    let near = view.zoom >= READ_FROM;
    let strip = |unit: &crate::turn::field::Unit| {
        (unit.id(), (names::short(unit.name()), unit.side(), lifted.contains(&unit.id())))
    };
    let strips = field.standing().filter(|unit| near && unit.place.within.is_none()).map(strip).collect();
    let wanted: Shown = (set(view.zoom), strips);
    let same = shown.1 == wanted.1 && (shown.0 == wanted.0 || !near);
    if same && !sheet.is_changed() {
        return;
    }
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let set = wanted.0;
    for (unit, (name, side, lifted)) in &wanted.1 {
        let lift = if *lifted { LIFT } else { 0.0 };
        let Some(cut) = sheet.cut("own/white", 0.0) else { continue };
        let written = measure::size(name, set).x * (LETTERS / set);
        // A long name is set in narrower letters.
        let squeeze = (LONGEST / (written + 0.06)).min(1.0);
        let wide = (written * squeeze + 0.06).min(LONGEST);
        let (card, ink) = match side {
            Side::Union => (Color::srgb(0.86, 0.90, 0.95), Color::srgb(0.05, 0.08, 0.20)),
            Side::Confederate => (Color::srgb(0.95, 0.91, 0.80), Color::srgb(0.22, 0.06, 0.04)),
        };
        for (size, color, over) in [
            (Vec2::new(wide + 0.016, HIGH + 0.016), Color::srgb(0.16, 0.14, 0.09), 0.001),
            (Vec2::new(wide, HIGH), card, 0.002),
        ] {
            let (sprite, anchor) = sheet.sprite(Cut { size, ..cut }, color);
            commands.spawn((
                sprite,
                anchor,
                Transform::default(),
                Plate { unit: *unit, right: 0.0, over, scale: 1.0, lift },
            ));
        }
        let scale = LETTERS / set * squeeze;
        // Struck twice, so that the light face is as black as print.
        for (right, over) in [(-0.2 * scale, 0.003), (0.2 * scale, 0.004)] {
            let words = lettered(&mut commands, name, set, ink);
            commands.entity(words).insert(Plate { unit: *unit, right, over, scale, lift });
        }
    }
    *shown = wanted;
}

/// Strips go with their bases, upright to whoever looks at the table.
fn follow(parade: Res<Parade>, mut plates: Query<(Ref<Plate>, &mut Transform, &mut Visibility)>) {
    for (plate, mut transform, mut visibility) in &mut plates {
        if !parade.is_changed() && !plate.is_added() {
            continue;
        }
        let Some(strip) = place(&parade.bases(plate.unit), parade.card(plate.unit).y) else { continue };
        let at = strip.at + Vec2::from_angle(strip.turn) * plate.right;
        // One band for all of them: their letters are drawn together.
        *transform = Transform::from_xyz(at.x, at.y, Layer::Bases.z() + 5.0 + plate.over + plate.lift)
            .with_rotation(Quat::from_rotation_z(strip.turn))
            .with_scale(Vec3::splat(plate.scale));
        visibility.set_if_neq(Visibility::Inherited);
    }
}

/// Where a strip is glued: its middle, and how far its letters are turned to the left, in radians.
struct Strip {
    at: Vec2,
    turn: f32,
}

/// Finds the place on bases of this depth, each with its front-edge middle and heading in degrees: beside the colors, who
/// would stand before it, and in a column on the base that no other base's men stand before.
fn place(bases: &[(Vec2, f32)], depth: f32) -> Option<Strip> {
    let (_, heading) = bases.first()?;
    let (right, ahead) = ways(*heading);
    let middle = bases.iter().map(|(at, _)| *at).sum::<Vec2>() / bases.len() as f32;
    let spread = |way: Vec2| bases.iter().map(|(at, _)| (*at - middle).dot(way).abs()).fold(0.0, f32::max);
    // The colors are in the middle of a line, or half a stand to the right of it.
    let beside = if bases.len() == 2 { -0.5 } else { 1.4 };
    let last = (Vec2::Y + 0.5 * ahead) * -20.0;
    let wanted = middle + if spread(ahead) > spread(right) { last } else { right * beside };
    let away = |at: &Vec2| at.distance(wanted);
    let (front, heading) = bases.iter().min_by(|a, b| away(&a.0).total_cmp(&away(&b.0)))?;
    // Teams and their guns fill a base to its rear edge: there the flank that is nearer to whoever looks.
    let (right, ahead) = ways(*heading);
    if depth >= TEAM && ahead.x.abs() > 0.7 {
        let low = if right.y < 0.0 { right } else { -right };
        let along = ahead * ahead.x.signum();
        // Between the gun and the lead horses.
        let at = *front - ahead * (depth / 2.0 - 0.3) + low * (0.5 - HIGH / 2.0 - 0.02);
        return Some(Strip { at, turn: along.to_angle() });
    }
    // Behind the men, or before them if they face whoever looks. The stands of a refused flank look elsewhere than the
    // others.
    let turned = (91.0..269.0).contains(&heading.rem_euclid(360.0));
    let inside = HIGH / 2.0 + 0.02;
    let back = if ahead.y < -0.42 { inside } else { depth - inside };
    let readable = if turned { heading + 180.0 } else { *heading };
    Some(Strip { at: *front - ahead * back, turn: -readable.to_radians() })
}

/// To the right and ahead of a heading in degrees.
fn ways(heading: f32) -> (Vec2, Vec2) {
    let (sin, cos) = bevy::math::ops::sin_cos(heading.to_radians());
    (Vec2::new(cos, -sin), Vec2::new(sin, cos))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a point lies on a base of this depth.
    fn holds((front, heading): (Vec2, f32), depth: f32, at: Vec2) -> bool {
        let (right, ahead) = ways(heading);
        let (across, along) = ((at - front).dot(right), (at - front).dot(ahead));
        across.abs() <= 0.5 && (-depth..=0.0).contains(&along)
    }

    #[test]
    fn a_strip_lies_on_a_base_however_the_regiment_stands() {
        let line = |n: i32, heading: f32| -> Vec<(Vec2, f32)> {
            let right = ways(heading).0;
            (0..n).map(|k| (right * (k as f32 - (n - 1) as f32 / 2.0), heading)).collect()
        };
        let column = |heading: f32| -> Vec<(Vec2, f32)> {
            (0..4).map(|k| (ways(heading).1 * (-0.75 * k as f32), heading)).collect()
        };
        for turn in 0..36 {
            let heading = turn as f32 * 10.0;
            let mut bent = line(5, heading);
            bent[0].1 += 45.0;
            bent[0].0 += ways(heading).1 * -0.35;
            let foot = [line(1, heading), line(2, heading), line(7, heading), column(heading), bent];
            for (bases, depth) in foot.map(|bases| (bases, 0.75)).into_iter().chain([(line(1, heading), 2.0)]) {
                let strip = place(&bases, depth).unwrap();
                let glued = bases.iter().filter(|base| holds(**base, depth, strip.at)).count();
                assert!(glued >= 1, "{heading}: {bases:?}");
                // Nobody reads it upside down.
                assert!(strip.turn.cos() > -0.02, "{heading}");
            }
        }
    }
}
