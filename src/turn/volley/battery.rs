//! Concentrated Battery Fire (Companion 16 §2.3): up to three sections of one brigade's batteries fire on one target as
//! one volley, and its saves are at -1.

use super::shot::{Shot, reckon};
use super::{aimed, fire_together};
use crate::army::RegimentId;
use crate::book::command::{CONCENTRATE, CONCENTRATED_SECTIONS};
use crate::book::fire;
use crate::turn::check::active_unit;
use crate::turn::command::price;
use crate::turn::event::{Event, Volley};
use crate::turn::field::{Field, Unit};
use crate::turn::hand::{Hand, Stop};
use crate::turn::phase::Phase;
use crate::turn::refusal::Refusal;

/// Where the order stands.
pub const PAGE: &str = "Companion 16 \u{a7}2.3";

/// Batteries that fire together, and what it costs.
#[derive(Clone, PartialEq, Debug)]
pub struct Concentration {
    /// Each battery with its part of the volley, in the order named.
    pub shots: Vec<(RegimentId, Shot)>,
    /// Pips.
    pub price: u8,
}

/// Reckons a concentration: who fires with how many sections, and the price. Sections are taken in the order in which the
/// batteries are named, until there are three; the rest of the last battery stays silent.
///
/// # Errors
/// Says which battery cannot take part, and why; or what else is missing.
pub fn concentration(field: &Field, batteries: &[RegimentId], target: RegimentId) -> Result<Concentration, Refusal> {
    let first = *batteries.first().ok_or_else(|| Refusal::new("no battery is named", PAGE))?;
    let brigade = field.unit(first).regiment.brigade;
    for (n, id) in batteries.iter().enumerate() {
        let unit = active_unit(field, *id, Phase::Fire, PAGE)?;
        if batteries[..n].contains(id) {
            return Refusal::because(format!("{} is named twice", unit.the()), PAGE);
        }
        if !unit.regiment.arm.is_artillery() {
            return Refusal::because(format!("{} is not a battery", unit.the()), PAGE);
        }
        if unit.regiment.brigade != brigade {
            let own = &field.brigade(brigade).brigade.name;
            return Refusal::because(format!("{} is not of {own}, whose pip it is", unit.the()), PAGE);
        }
    }
    let shots = allot(field, batteries, target)?;
    let price = batteries.iter().map(|id| price(field, field.unit(*id), CONCENTRATE)).try_fold(0, |most, each| {
        // The battery whose orders take longest sets the price (B09).
        each.map(|pips| most.max(pips))
    })?;
    Ok(Concentration { shots, price })
}

/// The sections of the batteries in the order named, to three in all.
fn allot(field: &Field, batteries: &[RegimentId], target: RegimentId) -> Result<Vec<(RegimentId, Shot)>, Refusal> {
    let mut left = CONCENTRATED_SECTIONS;
    let mut shots: Vec<(RegimentId, Shot)> = Vec::new();
    for id in batteries {
        let unit = field.unit(*id);
        let named = |why: Refusal| Refusal { why: format!("{}: {}", unit.name(), why.why), ..why };
        aimed(field, *id, target, Volley::Concentrated).map_err(named)?;
        let shot = reckon(field, *id, target, Volley::Concentrated).map_err(named)?;
        if left == 0 {
            let why = format!(
                "{CONCENTRATED_SECTIONS} sections are the most, and those named before {} are so many",
                unit.the()
            );
            return Refusal::because(why, PAGE);
        }
        let shot = shot.by(left, fire::dice_each(unit.regiment.weapon));
        left -= shot.stands;
        // It is one volley: what the target's formation gives in the open, it gives once.
        let given = shots.iter().any(|(_, shot)| !shot.in_open.is_empty());
        shots.push((*id, if given { shot.plain() } else { shot }));
    }
    if CONCENTRATED_SECTIONS - left < 2 {
        return Refusal::because("a single section has none to combine its fire with", PAGE);
    }
    Ok(shots)
}

/// Whether the order may be given.
///
/// # Errors
/// Says why not.
pub fn check(field: &Field, batteries: &[RegimentId], target: RegimentId) -> Result<(), Refusal> {
    concentration(field, batteries, target).map(|_| ())
}

/// The pips of an order that has been checked.
pub(super) fn paid(field: &Field, batteries: &[RegimentId], target: RegimentId) -> Option<Event> {
    let pips = concentration(field, batteries, target).ok()?.price;
    let brigade = field.unit(*batteries.first()?).regiment.brigade;
    Some(Event::PipsSpent { brigade, pips, on: "Concentrated Battery Fire" })
}

/// The combined volley is fired.
///
/// # Errors
/// See [`Stop`].
pub fn fire_concentrated(batteries: &[RegimentId], target: RegimentId, hand: &mut Hand) -> Result<(), Stop> {
    let Ok(shots) = allot(hand.field, batteries, target) else { return Ok(()) };
    fire_together(&shots, target, Volley::Concentrated, hand)
}

/// Batteries of a battery's brigade that could join it in firing at a target, itself first, then by id.
pub fn companions(field: &Field, unit: &Unit, target: RegimentId) -> Vec<RegimentId> {
    let others = field.of(unit.side()).filter(|other| {
        other.id() != unit.id()
            && other.regiment.arm.is_artillery()
            && other.regiment.brigade == unit.regiment.brigade
            && aimed(field, other.id(), target, Volley::Concentrated).is_ok()
    });
    std::iter::once(unit.id()).chain(others.map(Unit::id)).collect()
}
