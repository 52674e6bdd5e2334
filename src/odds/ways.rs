//! The ways in which things may go before dice decide: fields with their chances.

use std::ops::Range;

use super::volley::{KILLED, share};
use crate::army::RegimentId;
use crate::book::discipline::passes;
use crate::geometry::Inches;
use crate::ground::walk::ChargeWalk;
use crate::turn::agenda::Step;
use crate::turn::event::Test;
use crate::turn::hand::sum;
use crate::turn::{Field, apply, assault, casualties, discipline};

/// A field as it may come to be, and how likely.
#[derive(Clone)]
pub(super) struct Way {
    /// The field.
    pub field: Field,
    /// Its chance.
    pub chance: f64,
    /// Regiments that have lost a stand with a general among them who is still to roll for it.
    pub risked: Vec<RegimentId>,
}

impl Way {
    /// This field for certain.
    pub const fn of(field: Field) -> Self {
        Self { field, chance: 1.0, risked: Vec::new() }
    }

    /// The generals roll whose regiments have lost a stand: one who is killed disorders his men (Companion 16 §2.4). The
    /// first way is the one in which none is.
    pub fn fates(mut self) -> Vec<Self> {
        let risked = std::mem::take(&mut self.risked);
        let mut ways = vec![self];
        for unit in risked {
            let generals = ways[0].field.generals_with(unit).count();
            for _ in 0..if shattered(&ways[0].field, unit) { 0 } else { generals } {
                ways = ways.into_iter().flat_map(|way| way.disordered(unit, None, KILLED)).collect();
            }
        }
        // What a general's death costs is part of it.
        ways.iter_mut().for_each(|way| way.risked.clear());
        ways
    }

    /// As it goes without a Disorder event that has this chance, and with it; ways that cannot be are left out.
    pub fn disordered(self, unit: RegimentId, from: Option<RegimentId>, chance: f64) -> Vec<Self> {
        let mut worse = Self { chance: self.chance * chance, ..self.clone() };
        worse.disorder(unit, from);
        let calm = Self { chance: self.chance * (1.0 - chance), ..self };
        [calm, worse].into_iter().filter(|way| way.chance > 0.0).collect()
    }

    /// A marker, or a Micro-Hit for a regiment that has it (Companion 16 §8.3).
    fn disorder(&mut self, unit: RegimentId, from: Option<RegimentId>) {
        let condition = &mut self.field.units[unit.index()].condition;
        if !condition.disordered {
            condition.disordered = true;
            return;
        }
        condition.micro += 1;
        if condition.micro == 2 {
            condition.micro = 0;
            self.lose(unit, from);
            if self.field.is_led(unit) && !self.risked.contains(&unit) {
                self.risked.push(unit);
            }
        }
    }

    /// A stand less, as the rules take it (Q03).
    pub fn lose(&mut self, unit: RegimentId, to: Option<RegimentId>) {
        let near = to.and_then(|to| casualties::side_of(&self.field, self.field.unit(unit), to));
        let place = &mut self.field.units[unit.index()].place;
        if place.files.total() > 1 {
            let from = casualties::which_stand(place.formation, place.files, near);
            apply::lose_stand(place, from);
        }
    }
}

/// Whether a regiment has come down to its last stand.
pub(super) fn shattered(field: &Field, unit: RegimentId) -> bool {
    !field.unit(unit).regiment.arm.is_artillery() && field.family_stands(unit) <= 1
}

/// Chance that a Discipline Check is failed.
pub(super) fn test(field: &Field, unit: RegimentId, test: Test, by: Option<RegimentId>) -> f64 {
    let who = field.unit(unit);
    let (needs, _) = discipline::needed(field, who, test);
    let added = sum(&discipline::modifiers(field, who, test, by));
    1.0 - share(|die| passes(die, added, needs))
}

/// What the ground does to the order of a charger in a stretch of its line: woods always, walls by a check each. The
/// first way is the one without a failed check.
pub(super) fn over_ground(start: Way, unit: RegimentId, walk: &ChargeWalk, stretch: Range<Inches>) -> Vec<Way> {
    let mut ways = vec![start];
    for step in assault::ground_tests(unit, walk, stretch.start, stretch.end) {
        let chance = |way: &Way| match &step {
            Step::Check { test: which, by, .. } => test(&way.field, unit, *which, *by),
            _ => 1.0,
        };
        ways = ways
            .into_iter()
            .flat_map(|way| {
                let chance = chance(&way);
                if shattered(&way.field, unit) { vec![way] } else { way.disordered(unit, None, chance) }
            })
            .collect();
    }
    ways
}
