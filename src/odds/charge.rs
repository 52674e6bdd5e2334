//! The whole chance of a charge: the ground, the closing volley, the check before contact, the melee.

use super::clash::Clash;
use super::volley::{Outcome, VolleyOdds, volley};
use super::ways::{Way, over_ground, shattered, test};
use crate::army::{BrigadeClock, Formation, RegimentId, Struck};
use crate::book::options::RoadColumnCharged;
use crate::geometry::Inches;
use crate::turn::assault::{self, ChargePlan};
use crate::turn::event::{Modifier, Test, Volley};
use crate::turn::{Charge, Field, Refusal};

/// What may come of a charge, if the defender fires when he can. Where several with equally many stands might lead a
/// side, the one does who serves it best.
#[derive(Clone, PartialEq, Debug)]
pub struct ChargeOdds {
    /// The charge.
    pub plan: ChargePlan,
    /// The closing volley; `None` if the defender cannot fire one.
    pub volley: Option<VolleyOdds>,
    /// Chance that the charger is stopped before contact: Shattered, or stalled by its check.
    pub stopped: f64,
    /// Chance that it strikes and wins, or that the enemy is gone without a fight.
    pub wins: f64,
    /// Chance of a Bloody Draw.
    pub draws: f64,
    /// Chance that it strikes and is beaten.
    pub loses: f64,
    /// The modifiers of the charging side's lead in the melee if the volley does nothing and walls are crossed in order.
    pub attack: Vec<Modifier>,
    /// Those of the other side's.
    pub defence: Vec<Modifier>,
    /// Engaged stands of either side then.
    pub engaged: [u8; 2],
}

impl ChargeOdds {
    fn none(plan: ChargePlan) -> Self {
        Self {
            plan,
            volley: None,
            stopped: 0.0,
            wins: 0.0,
            draws: 0.0,
            loses: 0.0,
            attack: Vec::new(),
            defence: Vec::new(),
            engaged: [0; 2],
        }
    }

    /// Notes what either side brings to the melee on this field.
    fn scored(&mut self, field: &Field) {
        let Charge { unit, target } = self.plan.charge;
        if let Some(clash) = Clash::of(field, unit, Some(target)) {
            (self.attack, self.defence, self.engaged) = (clash.attack, clash.defence, clash.engaged);
        }
    }
}

/// Nothing has come of it.
const UNTOUCHED: Outcome = Outcome { stands: 0, micro: 0, disordered: false, halted: false, chance: 1.0 };

/// Exact chances of a single charge.
///
/// # Errors
/// Says why it cannot be declared against this target.
pub fn charge(field: &Field, charge: Charge) -> Result<ChargeOdds, Refusal> {
    let plan = assault::reckon(field, charge)?;
    let Charge { unit, target } = plan.charge;
    let to = plan.line.min(plan.reach);
    let at_line = standing(field, &plan, to);
    let mut odds = ChargeOdds::none(plan);
    // A regiment of a Broken brigade is gone at once (Companion 16 §8.2).
    if field.clock_of(field.unit(target)) == BrigadeClock::Broken {
        odds.wins = 1.0;
        return Ok(odds);
    }
    let pauses = odds.plan.reach >= odds.plan.line;
    let come_up = over_ground(at_line, unit, &odds.plan.walk, Inches::ZERO..to);
    for (n, way) in come_up.into_iter().flat_map(Way::fates).enumerate() {
        if shattered(&way.field, unit) {
            odds.stopped += way.chance;
            continue;
        }
        let fired = if pauses { volley(&way.field, target, unit, Volley::Closing).ok() } else { None };
        for outcome in fired.as_ref().map_or(&[unhurt(&way.field, unit)][..], |odds| &odds.outcomes) {
            close(&way, &mut odds, *outcome, to);
        }
        // The first way is the one without a failed test.
        if n == 0 {
            let calm = touching(way, &odds.plan);
            odds.scored(&calm.field);
            odds.volley = fired;
        }
    }
    Ok(odds)
}

/// What a charge comes to that stands at its line, under this volley or none; the ground before it is behind it.
pub(super) fn from_line(field: &Field, plan: ChargePlan, fired: Option<VolleyOdds>) -> ChargeOdds {
    let unit = plan.charge.unit;
    let way = standing(field, &plan, Inches::ZERO);
    let mut odds = ChargeOdds::none(plan);
    for outcome in fired.as_ref().map_or(&[unhurt(&way.field, unit)][..], |odds| &odds.outcomes) {
        close(&way, &mut odds, *outcome, Inches::ZERO);
    }
    odds.volley = fired;
    odds
}

/// Exact chances of a Sweeping Advance into this enemy: no volley, no check (Companion 16 §7.4).
///
/// # Errors
/// Says why it cannot be made.
pub fn sweep(field: &Field, unit: RegimentId, target: RegimentId) -> Result<ChargeOdds, Refusal> {
    let plan = assault::sweep(field, unit, target)?;
    let target = plan.charge.target;
    let mut odds = ChargeOdds::none(plan);
    if field.clock_of(field.unit(target)) == BrigadeClock::Broken {
        odds.wins = 1.0;
        return Ok(odds);
    }
    let way = standing(field, &odds.plan, Inches::ZERO);
    let struck = touching(way, &odds.plan);
    odds.scored(&struck.field);
    strike(struck, &mut odds, Inches::ZERO);
    Ok(odds)
}

/// The charger so many inches along its line.
fn standing(field: &Field, plan: &ChargePlan, at: Inches) -> Way {
    let mut field = field.clone();
    field.units[plan.charge.unit.index()].place.pose = plan.start.ahead(at);
    Way::of(field)
}

/// A volley that has done nothing to this regiment.
fn unhurt(field: &Field, unit: RegimentId) -> Outcome {
    Outcome { micro: field.unit(unit).condition.micro, ..UNTOUCHED }
}

/// Whether the target leaves the table without dice on contact: a road column, a limbered battery, horse holders.
pub(super) fn gives_way(field: &Field, target: RegimentId) -> bool {
    let overrun = field.options.road_column_charged == RoadColumnCharged::Destroyed;
    match field.unit(target).place.formation {
        Formation::RoadColumn => overrun,
        Formation::Limbered | Formation::LedHorses => true,
        _ => false,
    }
}

/// Adds what follows from one outcome of the volley, fired when the charger had come so far.
fn close(at_line: &Way, odds: &mut ChargeOdds, outcome: Outcome, to: Inches) {
    let Charge { unit, target } = odds.plan.charge;
    let hurt = hit(at_line, outcome, unit, target);
    if shattered(&hurt.field, unit) || outcome.halted || !odds.plan.reaches() {
        odds.stopped += hurt.chance;
        return;
    }
    let shaken = outcome.stands > 0 || outcome.disordered;
    let fails = if shaken { test(&hurt.field, unit, Test::Contact, Some(target)) } else { 0.0 };
    odds.stopped += hurt.chance * fails;
    let closes = Way { chance: hurt.chance * (1.0 - fails), ..hurt };
    strike(touching(closes, &odds.plan), odds, to);
}

/// Adds what follows from contact: the last stretch of ground, who gives way, the yell, the melee.
fn strike(struck: Way, odds: &mut ChargeOdds, from: Inches) {
    let Charge { unit, target } = odds.plan.charge;
    for way in over_ground(struck, unit, &odds.plan.walk, from..odds.plan.distance) {
        if shattered(&way.field, unit) {
            odds.stopped += way.chance;
            continue;
        }
        if gives_way(&way.field, target) {
            odds.wins += way.chance;
            continue;
        }
        let yells = assault::hears_the_yell(&way.field, unit, target);
        let shaken = if yells { test(&way.field, target, Test::RebelYell, Some(unit)) } else { 0.0 };
        for way in way.disordered(target, Some(unit), shaken) {
            if shattered(&way.field, target) {
                odds.wins += way.chance;
                continue;
            }
            // Who goes to meet a charge yells too (Q23).
            let met = way.field.unit(target).deeds.countered == Some(unit);
            let yells = met && assault::hears_the_yell(&way.field, target, unit);
            let shaken = if yells { test(&way.field, unit, Test::RebelYell, Some(target)) } else { 0.0 };
            for way in way.disordered(unit, Some(target), shaken) {
                for way in way.fates() {
                    meet(&way, odds);
                }
            }
        }
    }
}

/// Adds what comes of it when all rolls before the melee are made.
fn meet(struck: &Way, odds: &mut ChargeOdds) {
    let Charge { unit, target } = odds.plan.charge;
    if shattered(&struck.field, unit) {
        odds.stopped += struck.chance;
    } else if shattered(&struck.field, target) {
        odds.wins += struck.chance;
    } else {
        fight(struck, odds);
    }
}

/// Adds the outcomes of a melee.
fn fight(struck: &Way, odds: &mut ChargeOdds) {
    let Charge { unit, target } = odds.plan.charge;
    // Who has come up, and finds the line that he struck drawn away from him, fights nobody.
    let Some(clash) = Clash::of(&struck.field, unit, Some(target)) else {
        odds.stopped += struck.chance;
        return;
    };
    let settled = clash.settled();
    odds.wins += struck.chance * settled.wins;
    odds.draws += struck.chance * settled.draws;
    odds.loses += struck.chance * settled.loses;
}

/// The charger after this outcome of the volley.
pub(super) fn hit(at_line: &Way, outcome: Outcome, unit: RegimentId, by: RegimentId) -> Way {
    let mut way = Way { chance: at_line.chance * outcome.chance, ..at_line.clone() };
    for _ in 0..outcome.stands {
        way.lose(unit, Some(by));
    }
    let condition = &mut way.field.units[unit.index()].condition;
    condition.micro = outcome.micro;
    condition.disordered |= outcome.disordered;
    way
}

/// The charger in contact.
fn touching(mut way: Way, plan: &ChargePlan) -> Way {
    let Charge { unit, target } = plan.charge;
    let charger = &mut way.field.units[unit.index()];
    charger.condition.struck = Some(Struck { target, face: plan.face, level: plan.level });
    charger.deeds.charged = true;
    charger.deeds.momentum = plan.momentum;
    charger.deeds.tangled = plan.walk.through_abatis();
    charger.place.pose = plan.contact;
    way
}
