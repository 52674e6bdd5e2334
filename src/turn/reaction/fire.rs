//! Where along a move enemies may fire at it: Opportunity Fire (C-30, C-31).

use bevy::math::Vec2;

use super::{Course, Opening, Reaction, STEP};
use crate::army::Formation;
use crate::geometry::{Arc, Footprint, Inches};
use crate::turn::field::{Field, Unit};

/// How near the enemy must pass (Companion 16 §6.0).
const REACH: Inches = Inches::new(8);
/// Sideways, it is no crossing under this (C-30).
const LATERAL: Inches = Inches::new(1);

/// Where along a march each enemy may fire at it: the mover passes laterally through the enemy's arc within 8.0", and
/// the point is the nearest to the enemy (C-30, C-31). What it has moved earlier in the turn counts for the passing, so
/// that many short moves are no way round it.
pub(super) fn openings(field: &Field, unit: &Unit, course: &Course) -> Vec<Opening> {
    let samples: Vec<(Inches, Vec2)> = course.samples.iter().map(|(along, at)| (*along, at.pose.at.vec())).collect();
    let before = earlier(unit);
    field
        .of(unit.side().other())
        .filter(|enemy| enemy.place.formation != Formation::RoadColumn && !enemy.deeds.reacted)
        .filter_map(|enemy| {
            let along = crossed(enemy, &samples, &before)?;
            Some(Opening { along, unit: enemy.id(), what: Reaction::Fire })
        })
        .collect()
}

/// Where it has come from this turn, every quarter of an inch.
fn earlier(unit: &Unit) -> Vec<Vec2> {
    let here = unit.place.pose.at.vec();
    let Some(began) = unit.deeds.began.map(|began| began.vec()) else { return Vec::new() };
    let gone = Inches::round(began.distance(here));
    let steps = (0..=gone.0 / STEP).map(|n| Inches(n * STEP));
    steps.map(|along| began.lerp(here, along.get() / gone.get().max(0.001))).collect()
}

/// The point of the path nearest to an enemy whose arc it crosses sideways.
fn crossed(enemy: &Unit, samples: &[(Inches, Vec2)], before: &[Vec2]) -> Option<Inches> {
    let base = enemy.footprint();
    let arc = Arc::of(&base);
    // A garrison looks all round.
    let inside = enemy.place.within.is_some();
    let distance = |point: Vec2| if inside { base.gap_to(point) } else { front_distance(&base, point) };
    let seen = |point: Vec2| (inside || arc.holds(point)) && distance(point) <= REACH;
    let now: Vec<(Inches, Vec2)> = samples.iter().filter(|(_, point)| seen(*point)).copied().collect();
    let last = now.last()?.1;
    let first = before.iter().find(|point| seen(**point)).copied().unwrap_or(now.first()?.1);
    let shift = last - first;
    let nearest = now.iter().min_by_key(|(at, point)| (distance(*point), *at))?;
    let ahead = match inside {
        true => (nearest.1 - base.centre()).normalize_or(base.pose.heading.forward()),
        false => base.pose.heading.forward(),
    };
    let sideways = Inches::round(shift.dot(ahead.perp()).abs());
    let along = Inches::round(shift.dot(ahead).abs());
    (sideways >= LATERAL && sideways > along).then_some(nearest.0)
}

/// From a front edge to a point.
fn front_distance(base: &Footprint, point: Vec2) -> Inches {
    let [left, right] = base.front();
    let along = right - left;
    let t = ((point - left).dot(along) / along.length_squared()).clamp(0.0, 1.0);
    Inches::round(point.distance(left + along * t))
}
