//! The whole chance of a charge: closing volley, check before contact, melee.

use super::volley::{Outcome, VolleyOdds, share, volley};
use crate::army::{BrigadeClock, Files, Formation, RegimentId, Struck};
use crate::book::discipline::passes;
use crate::book::options::RoadColumnCharged;
use crate::turn::assault::{self, ChargePlan};
use crate::turn::casualties::which_stand;
use crate::turn::discipline;
use crate::turn::event::{End, Modifier, Test, Volley};
use crate::turn::hand::sum;
use crate::turn::melee::{self, Part};
use crate::turn::{Charge, Field, Refusal};

/// What may come of a charge, if the defender fires when he can.
#[derive(Clone, PartialEq, Debug)]
pub struct ChargeOdds {
    /// The charge.
    pub plan: ChargePlan,
    /// The closing volley; `None` if the defender cannot fire one.
    pub volley: Option<VolleyOdds>,
    /// Chance that the charger is stopped before contact: Shattered, or stalled by its check.
    pub stopped: f64,
    /// Chance that it strikes and wins.
    pub wins: f64,
    /// Chance of a Bloody Draw.
    pub draws: f64,
    /// Chance that it strikes and is beaten.
    pub loses: f64,
    /// The charger's modifiers in the melee if the volley does nothing.
    pub attack: Vec<Modifier>,
    /// The defender's.
    pub defence: Vec<Modifier>,
    /// Engaged stands of either, if the volley does nothing.
    pub engaged: [u8; 2],
}

/// Exact chances of a single charge.
///
/// # Errors
/// Says why it cannot be declared against this target.
pub fn charge(field: &Field, charge: Charge) -> Result<ChargeOdds, Refusal> {
    let plan = assault::reckon(field, charge)?;
    let Charge { unit, target } = charge;
    let mut at_line = field.clone();
    at_line.units[unit.index()].place.pose = plan.start.ahead(plan.line.min(plan.reach));
    let fired = (plan.reach >= plan.line).then(|| volley(&at_line, target, unit, Volley::Closing).ok()).flatten();
    Ok(from_line(&at_line, plan, fired))
}

/// What a charge comes to from its line on, under this volley or none.
pub(super) fn from_line(at_line: &Field, plan: ChargePlan, fired: Option<VolleyOdds>) -> ChargeOdds {
    let Charge { unit, target } = plan.charge;
    let untouched = [Outcome { stands: 0, disordered: false, chance: 1.0 }];
    let outcomes = fired.as_ref().map_or(&untouched[..], |odds| &odds.outcomes);
    let mut odds = ChargeOdds {
        volley: None,
        stopped: 0.0,
        wins: 0.0,
        draws: 0.0,
        loses: 0.0,
        attack: Vec::new(),
        defence: Vec::new(),
        engaged: [0; 2],
        plan,
    };
    for outcome in outcomes {
        weigh(at_line, &mut odds, *outcome);
    }
    let struck = after(at_line, &odds.plan, untouched[0]);
    (odds.attack, odds.defence, odds.engaged) = sides(&struck, unit, target);
    odds.volley = fired;
    odds
}

/// Whether the target leaves the table without dice: a road column, a limbered battery and horse holders on contact, a
/// Broken brigade's regiment at once.
fn gives_way(field: &Field, target: RegimentId) -> bool {
    let unit = field.unit(target);
    let overrun = field.options.road_column_charged == RoadColumnCharged::Destroyed;
    field.clock_of(unit) == BrigadeClock::Broken
        || match unit.place.formation {
            Formation::RoadColumn => overrun,
            Formation::Limbered | Formation::LedHorses => true,
            _ => false,
        }
}

/// Adds what follows from one outcome of the volley.
fn weigh(at_line: &Field, odds: &mut ChargeOdds, outcome: Outcome) {
    let Charge { unit, target } = odds.plan.charge;
    if at_line.family_stands(unit).saturating_sub(outcome.stands) <= 1 || !odds.plan.reaches() {
        odds.stopped += outcome.chance;
        return;
    }
    let struck = after(at_line, &odds.plan, outcome);
    let mut passed = 1.0;
    if outcome.stands > 0 || outcome.disordered {
        let charger = struck.unit(unit);
        let (needs, _) = discipline::needed(&struck, charger, Test::Contact);
        let added = sum(&discipline::modifiers(&struck, charger, Test::Contact, Some(target)));
        passed = share(|die| passes(die, added, needs));
    }
    odds.stopped += outcome.chance * (1.0 - passed);
    let closes = outcome.chance * passed;
    if gives_way(&struck, target) {
        odds.wins += closes;
        return;
    }
    // Who goes to meet a charge yells too (Q23).
    let met = struck.unit(target).deeds.countered == Some(unit);
    let by_us = yell(&struck, unit, target);
    let by_them = if met { yell(&struck, target, unit) } else { 0.0 };
    for (theirs, ours) in [(false, false), (true, false), (false, true), (true, true)] {
        let part = |shaken: bool, chance: f64| if shaken { chance } else { 1.0 - chance };
        let chance = closes * part(theirs, by_us) * part(ours, by_them);
        if chance > 0.0 {
            let mut struck = struck.clone();
            struck.units[target.index()].condition.disordered |= theirs;
            struck.units[unit.index()].condition.disordered |= ours;
            fight(&struck, odds, chance);
        }
    }
}

/// Chance that the Rebel Yell disorders the target on contact (Companion 16 §9.0).
fn yell(struck: &Field, unit: RegimentId, target: RegimentId) -> f64 {
    if !assault::hears_the_yell(struck, unit, target) {
        return 0.0;
    }
    let enemy = struck.unit(target);
    let (needs, _) = discipline::needed(struck, enemy, Test::RebelYell);
    let added = sum(&discipline::modifiers(struck, enemy, Test::RebelYell, Some(unit)));
    1.0 - share(|die| passes(die, added, needs))
}

/// Adds the outcomes of a melee that is fought with this chance.
fn fight(struck: &Field, odds: &mut ChargeOdds, chance: f64) {
    let Charge { unit, target } = odds.plan.charge;
    let (attack, defence, engaged) = sides(struck, unit, target);
    let lead = i32::from(engaged[0]) + i32::from(sum(&attack)) - i32::from(engaged[1]) - i32::from(sum(&defence));
    for mine in 1..=6 {
        for theirs in 1..=6 {
            let p = chance / 36.0;
            match (lead + mine - theirs).signum() {
                1 => odds.wins += p,
                0 => odds.draws += p,
                _ => odds.loses += p,
            }
        }
    }
}

/// The field as it would be at contact, after this outcome of the volley.
fn after(at_line: &Field, plan: &ChargePlan, outcome: Outcome) -> Field {
    let mut field = at_line.clone();
    let Charge { unit, target } = plan.charge;
    let charger = &mut field.units[unit.index()];
    for _ in 0..outcome.stands {
        lose(&mut charger.place.files, charger.place.formation);
    }
    charger.condition.disordered |= outcome.disordered;
    charger.condition.struck = Some(Struck { target, face: plan.face, level: plan.level });
    charger.deeds.charged = true;
    charger.deeds.momentum = plan.momentum;
    charger.place.pose = plan.contact;
    field
}

fn lose(files: &mut Files, formation: Formation) {
    match which_stand(formation, *files, None) {
        End::Left if files.left > 0 => files.left -= 1,
        End::Right if files.right > 0 => files.right -= 1,
        End::Rear if files.total() > 1 => *files = Files::of(files.total() - 1),
        _ => {}
    }
}

fn sides(field: &Field, unit: RegimentId, target: RegimentId) -> (Vec<Modifier>, Vec<Modifier>, [u8; 2]) {
    (
        melee::modifiers(field, unit, target, Part::Attacker),
        melee::modifiers(field, target, unit, Part::Defender),
        [melee::engaged_stands(field, unit), melee::engaged_stands(field, target)],
    )
}
