//! What a charge comes to after each answer that may be given to it at its 4.0" line.

use super::charge::{ChargeOdds, from_line};
use super::volley::{share, volley};
use crate::army::{Face, RegimentId};
use crate::book::discipline::passes;
use crate::turn::agenda::{Agenda, ChargeProgress, Charger, Step};
use crate::turn::event::{Test, Volley};
use crate::turn::hand::sum;
use crate::turn::order::Means;
use crate::turn::{Charge, Choice, Field, Refusal, assault, discipline};

/// How a charge goes on, in all.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Fate {
    /// It does not get home.
    pub stopped: f64,
    /// It strikes and wins.
    pub wins: f64,
    /// A Bloody Draw.
    pub draws: f64,
    /// It strikes and is beaten.
    pub loses: f64,
}

impl Fate {
    fn of(odds: &ChargeOdds) -> Self {
        Self { stopped: odds.stopped, wins: odds.wins, draws: odds.draws, loses: odds.loses }
    }

    fn mixed(self, other: Self, share: f64) -> Self {
        let mix = |a: f64, b: f64| a * share + b * (1.0 - share);
        Self {
            stopped: mix(self.stopped, other.stopped),
            wins: mix(self.wins, other.wins),
            draws: mix(self.draws, other.draws),
            loses: mix(self.loses, other.loses),
        }
    }
}

/// Exact chances of a charger that waits at its line, if the regiment that it charges gives this answer. An answer to
/// another charger is none to this one.
///
/// # Errors
/// Says why the charge cannot be reckoned.
pub fn answered(field: &Field, agenda: &Agenda, charge: Charge, answer: Choice) -> Result<Fate, Refusal> {
    let progress = agenda.steps.iter().find_map(|step| match step {
        Step::Close(progress) if progress.unit == charge.unit => Some(*progress),
        _ => None,
    });
    let mut field = field.clone();
    let target = charge.target.index();
    match answer {
        Choice::ClosingVolley { at, .. } if at == charge.unit => {
            let fired = volley(&field, charge.target, at, Volley::Closing)?;
            Ok(Fate::of(&from_line(&field, plan(&field, charge, progress)?, Some(fired))))
        }
        Choice::CounterCharge { unit, at } if at == charge.unit => {
            let face = Face::Front;
            let meeting = assault::meet(&field, unit, Charger { unit: at, face })?;
            field.units[target].place.pose = meeting.to;
            field.units[target].deeds.countered = Some(at);
            let mut plan = plan(&field, charge, progress)?;
            plan.momentum = false;
            Ok(Fate::of(&from_line(&field, plan, None)))
        }
        Choice::RefuseFlank { flank, stands, by, .. } => {
            let open = Fate::of(&from_line(&field, plan(&field, charge, progress)?, None));
            let share = if by == Means::Reserve { 1.0 } else { refuses(&field, charge.target) };
            field.units[target].condition.refused[usize::from(flank == Face::Right)] = stands;
            let refused = Fate::of(&from_line(&field, plan(&field, charge, progress)?, None));
            Ok(refused.mixed(open, share))
        }
        _ => Ok(Fate::of(&from_line(&field, plan(&field, charge, progress)?, None))),
    }
}

/// Chance that a regiment passes the check by which it refuses its flank without a pip.
pub fn refuses(field: &Field, unit: RegimentId) -> f64 {
    let unit = field.unit(unit);
    let (needs, _) = discipline::needed(field, unit, Test::RefuseFlank);
    let added = sum(&discipline::modifiers(field, unit, Test::RefuseFlank, None));
    share(|die| passes(die, added, needs))
}

/// The rest of the charge: what was settled when it set out holds, wherever it stands now.
fn plan(field: &Field, charge: Charge, progress: Option<ChargeProgress>) -> Result<assault::ChargePlan, Refusal> {
    let mut plan = assault::reckon(field, charge)?;
    if let Some(ChargeProgress { face, left, arrives, momentum, .. }) = progress {
        if plan.face != face {
            return Refusal::because("it turns to another face from here", "Companion 15 \u{a7}4.0");
        }
        plan.momentum = momentum;
        plan.level = field.unit(charge.unit).deeds.charged_from;
        plan.reach = if arrives { plan.distance } else { left };
    }
    Ok(plan)
}
