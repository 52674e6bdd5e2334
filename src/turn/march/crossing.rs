//! Where along a march enemies may fire at it (C-30, C-31).

use bevy::math::Vec2;

use crate::army::{Formation, RegimentId};
use crate::geometry::{Arc, Footprint, Inches, Way};
use crate::turn::agenda::Gait;
use crate::turn::field::{Field, Unit};
use crate::turn::passage;

/// Where along a march each enemy may fire at it: the mover passes laterally through the enemy's arc within 8.0", and
/// the point is the nearest to the enemy (C-30, C-31). What it has moved earlier in the turn counts for the passing, so
/// that many short moves are no way round it.
pub fn crossings(field: &Field, unit: &Unit, gait: Gait, way: &Way) -> Vec<(Inches, RegimentId)> {
    const STEP: i32 = 250;
    const REACH: Inches = Inches::new(8);
    let frontage = unit.footprint().frontage;
    let from = unit.place.pose;
    let length = way.length(from, frontage);
    let point = |along: Inches| match gait {
        Gait::Forward => way.at(from, frontage, along).at.vec(),
        Gait::Back => from.ahead(-along).at.vec(),
    };
    let steps = |length: Inches| (0..=length.0 / STEP).map(|n| Inches(n * STEP));
    let mut samples: Vec<(Inches, Vec2)> = steps(length).map(|along| (along, point(along))).collect();
    if samples.last().is_none_or(|(at, _)| *at < length) {
        samples.push((length, point(length)));
    }
    let before: Vec<Vec2> = unit.deeds.began.map_or_else(Vec::new, |began| {
        let (began, here) = (began.vec(), from.at.vec());
        let gone = Inches::round(began.distance(here));
        steps(gone).map(|along| began.lerp(here, along.get() / gone.get().max(0.001))).collect()
    });
    let mut all: Vec<(Inches, RegimentId)> = field
        .of(unit.side().other())
        .filter(|enemy| enemy.place.formation != Formation::RoadColumn && !enemy.deeds.reacted)
        .filter_map(|enemy| {
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
            if sideways < Inches::new(1) || sideways <= along {
                return None;
            }
            // Nobody is fired on while he stands among friends whom he passes: before he met them.
            Some((passage::clear_before(field, unit, gait, way, nearest.0), enemy.id()))
        })
        .collect();
    all.sort();
    all
}

/// From a front edge to a point.
fn front_distance(base: &Footprint, point: Vec2) -> Inches {
    let [left, right] = base.front();
    let along = right - left;
    let t = ((point - left).dot(along) / along.length_squared()).clamp(0.0, 1.0);
    Inches::round(point.distance(left + along * t))
}
