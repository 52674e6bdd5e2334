//! When the fate of a general is rolled (Companion 16 §2.4, B98): his regiment has lost a stand, whatever took it, or an
//! enemy's dice have shown a natural six. He rolls once, and when the matter that put him at risk is wholly resolved (Q19).
//!
//! A volley and a melee put those rolls on the agenda themselves, behind all that comes of them. Every other stand is lost
//! in some step of a march, a charge or a retreat: [`lost`] finds it in what has been told, and [`Agenda::put_at_risk`]
//! finds the place of the roll.

use serde::{Deserialize, Serialize};

use super::agenda::{Agenda, Step};
use super::event::{Cause, Event, Exit, ScreenEvent};
use super::field::{Field, GeneralNow};
use crate::army::{GeneralId, RegimentId};

/// What puts a general at risk (Companion 16 §2.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Risk {
    /// Who.
    pub general: GeneralId,
    /// With which regiment.
    pub unit: RegimentId,
    /// He rolls only if it has fewer stands than this now, its skirmish screen included; `None` if it is certain.
    pub fewer_than: Option<u8>,
    /// Generals of his command who had fallen before: a successor does not roll for what befell his predecessor.
    pub fallen: u8,
}

impl Risk {
    /// Of every general who is with this regiment.
    pub fn all(field: &Field, unit: RegimentId, fewer_than: Option<u8>) -> impl Iterator<Item = Self> {
        let risk = move |now: &GeneralNow| Self { general: now.general.id, unit, fewer_than, fallen: now.state.lost };
        field.generals_with(unit).map(risk)
    }
}

/// Generals whose regiments lose a stand in what a step has told, their screens and their last ones too. What a general's
/// own death costs is part of what he died of: nobody rolls for that, nor does who takes his place.
pub fn lost(field: &Field, step: &Step, events: &[Event]) -> Vec<Risk> {
    if matches!(step, Step::Disorder { cause: Cause::GeneralKilled, .. }) {
        return Vec::new();
    }
    let loses = |event: &Event| match event {
        Event::StandLost { unit, .. }
        | Event::Screen { unit, what: ScreenEvent::Lost { .. } }
        | Event::Removed { unit, exit: Exit::Shattered | Exit::Destroyed } => Some(*unit),
        _ => None,
    };
    events.iter().filter_map(loses).flat_map(|unit| Risk::all(field, unit, None)).collect()
}

impl Agenda {
    /// A general whose regiment has lost a stand rolls before the next fight, retreat or question of the turn, or when all
    /// is done. One who waits for his roll waits on, and rolls once.
    pub fn put_at_risk(&mut self, risk: Risk) {
        let waits = |step: &Step| matches!(step, Step::LeaderRoll(other) if other.general == risk.general);
        if !self.steps.iter().any(waits) {
            let resolved = self.steps.iter().rposition(is_another_matter).map_or(0, |next| next + 1);
            self.steps.insert(resolved, Step::LeaderRoll(risk));
        }
    }
}

/// Whether what has gone before is wholly resolved when this step's turn comes: a march, an approach, a melee with its
/// retreats.
const fn is_another_matter(step: &Step) -> bool {
    match step {
        Step::Initiative
        | Step::ChooseFirst(_)
        | Step::NextDeployment
        | Step::BeginTurn
        | Step::RollPips(_)
        | Step::AssessClocks
        | Step::Open(_)
        | Step::Leave(_)
        | Step::End(_)
        | Step::BrokenRetreat(_)
        | Step::NaturalRally(_)
        | Step::ScreenCharged { .. }
        | Step::ReactToCharges { .. }
        | Step::Fight(_)
        | Step::Sweep { .. }
        | Step::SweepMelee(_)
        | Step::Consolidate(_) => true,
        Step::March(_)
        | Step::Check { .. }
        | Step::Volley { .. }
        | Step::Concentrate { .. }
        | Step::Saves(_)
        | Step::Hits { .. }
        | Step::LoseStand { .. }
        | Step::Disorder { .. }
        | Step::Smoke { .. }
        | Step::LeaderRoll(_)
        | Step::CloseUp { .. }
        | Step::Stranded(_)
        | Step::Overrun(_)
        | Step::ToTheLine(_)
        | Step::CounterCharge { .. }
        | Step::RefuseFlank { .. }
        | Step::Close(_)
        | Step::Strike { .. }
        | Step::Pursue { .. }
        | Step::NameLeads { .. }
        | Step::MeleeDice { .. }
        | Step::Retreat { .. }
        | Step::BringHorses { .. }
        | Step::Structure { .. }
        | Step::OutOfRuins { .. } => false,
    }
}
