//! Who is inside, what stands in the way, and how far a regiment may go from its garrison.

use super::PAGE;
use crate::army::Formation;
use crate::geometry::{Footprint, Inches};
use crate::ground::{Building, Ground, PieceId};
use crate::turn::field::{Field, Unit};
use crate::turn::refusal::Refusal;

/// How far a regiment and its garrison may be apart (B40), from base edge to the outline of the building.
pub const TETHER: Inches = Inches::new(3);

/// The unit inside a building.
pub fn garrison_of(field: &Field, building: PieceId) -> Option<&Unit> {
    field.standing().find(|unit| unit.place.within.is_some_and(|house| house.piece == building))
}

/// The standing building that these bases would stand in, if they reach more than `sunk` inches of rounding into it.
/// Nobody passes through one or ends on it; touching its walls is allowed.
pub fn blocked<'g>(ground: &'g Ground, bases: &[Footprint], sunk: f32) -> Option<&'g Building> {
    let mut standing = ground.standing_buildings().map(|(_, building)| building);
    standing.find(|building| bases.iter().any(|base| base.overlaps_more(&building.base, sunk)))
}

/// The parts of a regiment that must stay together: itself and the detachments that buildings have made. Horse holders
/// have a distance of their own.
fn tied<'f>(field: &'f Field, unit: &'f Unit) -> impl Iterator<Item = &'f Unit> {
    let root = field.root(unit).id();
    let apart = move |other: &&Unit| {
        other.id() != unit.id()
            && !other.condition.gone
            && other.place.formation != Formation::LedHorses
            // Two garrisons of one regiment are tied to it, not to each other.
            && (other.id() == root || unit.id() == root)
    };
    field.family(unit.id()).filter(apart)
}

/// A regiment and its garrison keep within 3.0" of each other (B40): whether the unit may end here of its own will. Those
/// whom a fight has driven farther apart may not go farther still.
///
/// # Errors
/// Says how far it would be from which part.
pub fn tether(field: &Field, unit: &Unit, there: &[Footprint]) -> Result<(), Refusal> {
    if unit.place.formation == Formation::LedHorses {
        return Ok(());
    }
    for other in tied(field, unit) {
        let theirs = other.bases();
        let gap = |bases: &[Footprint]| bases.iter().flat_map(|a| theirs.iter().map(|b| a.gap(b))).min();
        let (now, then) = (gap(&unit.bases()).unwrap_or_default(), gap(there).unwrap_or_default());
        if then > TETHER && then > now {
            let why = format!("it would be {then} from {}; they keep within {TETHER}", other.the());
            return Refusal::because(why, PAGE);
        }
    }
    Ok(())
}
