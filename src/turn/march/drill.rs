//! Movements on the spot and to the rear: pivot, about face, fall back, hold (Companion 16 §3.3, §5.1).

use super::{Intent, MANEUVERS, Through, before_assaults, clear, clear_for, free_to_move};
use crate::army::{Files, Formation, RegimentId, dress};
use crate::book::command::Tier;
use crate::book::movement::{ABOUT_FACE, FALL_BACK};
use crate::geometry::{Degrees, Inches, Pose};
use crate::ground::walk::{self, Mover, Walk};
use crate::turn::building;
use crate::turn::check::active_unit;
use crate::turn::field::{Field, Unit, bases};
use crate::turn::mount;
use crate::turn::phase::Phase;
use crate::turn::planner;
use crate::turn::refusal::Refusal;

/// Where a pivot about the front centre of the Color Stand leads (Q29).
pub fn pivoted(unit: &Unit, angle: Degrees) -> Pose {
    let colors = unit.colors();
    let heading = (unit.place.pose.heading + angle).heading();
    let stand = dress::colors(unit.place.formation, unit.place.files);
    let at = colors - heading.right() * stand.right.get() - heading.forward() * stand.ahead.get();
    Pose::round(at, heading)
}

/// A pivot in place, up to 45° (C-24); the regiment does nothing else in Phase 2.
///
/// # Errors
/// Says why not.
pub fn check_pivot(field: &Field, id: RegimentId, angle: Degrees) -> Result<(), Refusal> {
    const PAGE: &str = "Companion 16 \u{a7}5.1";
    let unit = active_unit(field, id, Phase::Maneuver, PAGE)?;
    free_to_move(field, unit, Intent::Free)?;
    if field.tier(unit) == Tier::OutOfCommunication {
        return Refusal::because("out of communication it may not turn", "Companion 16 \u{a7}2.2");
    }
    before_assaults(field)?;
    if unit.deeds.moved || unit.deeds.spent > Inches::ZERO {
        return Refusal::because("it has moved; a pivot is in place", PAGE);
    }
    if angle.0 == 0 || angle.abs() > Degrees::new(45) {
        return Refusal::because(format!("a pivot is up to 45\u{b0}, not {}", angle.abs()), PAGE);
    }
    clear(field, unit, pivoted(unit, angle), unit.place.formation, unit.place.files)
}

/// Where an about face leads: the footprint stays, front and rear change places (Q01).
pub fn about(unit: &Unit) -> Pose {
    let depth = unit.footprint().depth.get();
    Pose::round(unit.place.pose.local(0.0, -depth), unit.place.pose.heading + Degrees::HALF_TURN)
}

/// About Face: 1.0" of movement, no fire this turn (Companion 16 §3.3).
///
/// # Errors
/// Says why not.
pub fn check_about_face(field: &Field, id: RegimentId) -> Result<(), Refusal> {
    let unit = active_unit(field, id, Phase::Maneuver, MANEUVERS)?;
    free_to_move(field, unit, Intent::Free)?;
    before_assaults(field)?;
    if matches!(unit.place.formation, Formation::Unlimbered | Formation::Garrison) {
        return Refusal::because(
            format!("{} it does not turn about; guns pivot in place", unit.place.formation),
            MANEUVERS,
        );
    }
    let mover = planner::mover(field, unit);
    let total = mover.cap.map_or(mover.allowance, |cap| cap.min(mover.allowance));
    let left = (total - unit.deeds.spent).floor_zero();
    if left < ABOUT_FACE {
        return Refusal::because(format!("it costs {ABOUT_FACE}; {left} is left"), MANEUVERS);
    }
    room_to_turn(field, unit)
}

/// The outline of a formation stays, but the odd last stand of a column does not.
fn room_to_turn(field: &Field, unit: &Unit) -> Result<(), Refusal> {
    let Files { left, right } = unit.place.files;
    let turned = bases(about(unit), unit.place.formation, Files { left: right, right: left });
    let in_the_way = |other: &&Unit| {
        let theirs = other.bases();
        let sunk = planner::sunk(&unit.bases(), &theirs);
        turned.iter().any(|mine| theirs.iter().any(|base| mine.overlaps_more(base, sunk)))
    };
    match field.standing().filter(|other| other.id() != unit.id()).find(in_the_way) {
        Some(other) => Refusal::because(format!("the {} is in the way of its last stand", other.name()), MANEUVERS),
        None => Ok(()),
    }
}

/// Fall Back in Good Order: up to 3.0" straight back, facing the enemy (Companion 16 §3.3).
///
/// # Errors
/// Says why not.
pub fn check_fall_back(field: &Field, id: RegimentId, distance: Inches) -> Result<(), Refusal> {
    let unit = active_unit(field, id, Phase::Maneuver, MANEUVERS)?;
    free_to_move(field, unit, Intent::Free)?;
    before_assaults(field)?;
    if unit.deeds.moved || unit.deeds.spent > Inches::ZERO {
        return Refusal::because("it has moved; falling back is all that it does", MANEUVERS);
    }
    if distance.0 <= 0 || distance > FALL_BACK {
        return Refusal::because(format!("it falls back up to {FALL_BACK}, not {distance}"), MANEUVERS);
    }
    if unit.place.formation == Formation::Limbered {
        return Refusal::because("a limbered battery turns about to go back", MANEUVERS);
    }
    fall_back_walk(field, unit, distance)?;
    mount::check_leash(field, unit, unit.place.pose.ahead(-distance))
}

/// The ground behind is paid for as the ground in front would be, out of 3.0".
pub(super) fn fall_back_walk(field: &Field, unit: &Unit, distance: Inches) -> Result<Walk, Refusal> {
    let own = planner::mover(field, unit);
    let mover = Mover { allowance: own.allowance.min(FALL_BACK), ..own };
    let walk = walk::fall_back(&field.ground, &mover, about(unit), unit.place.pose, distance).map_err(Refusal::from)?;
    let mut at = Inches::ZERO;
    while at < distance {
        at = (at + Inches(250)).min(distance);
        let way = if at < distance { Through::Passing } else { Through::Ending };
        clear_for(field, unit, unit.place.pose.ahead(-at), unit.place.formation, unit.place.files, way)?;
    }
    let end = unit.place.pose.ahead(-distance);
    building::tether(field, unit, &bases(end, unit.place.formation, unit.place.files))?;
    Ok(walk)
}

/// Hold: only a mark that the player has thought of it.
///
/// # Errors
/// Says why not.
pub fn check_hold(field: &Field, id: RegimentId) -> Result<(), Refusal> {
    let unit = active_unit(field, id, Phase::Maneuver, "Companion 16 \u{a7}2.3")?;
    if unit.deeds.held {
        return Refusal::because("it holds already", "Companion 16 \u{a7}2.3");
    }
    if unit.deeds.moved || unit.deeds.assaulted {
        return Refusal::because("it has moved this turn", "Companion 16 \u{a7}2.3");
    }
    Ok(())
}
