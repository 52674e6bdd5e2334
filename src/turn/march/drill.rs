//! Movements on the spot and to the rear: pivot, about face, fall back, hold (Companion 16 §3.3, §5.1).

use super::{Intent, MANEUVERS, Through, before_assaults, clear_for, firefight, free_to_move};
use crate::army::{Files, Formation, Place, RegimentId, dress};
use crate::book::command::Tier;
use crate::book::movement::{ABOUT_FACE, FALL_BACK, GUARANTEED};
use crate::geometry::{Degrees, Inches, Pose};
use crate::ground::walk::{self, Guarantee, Mover, Walk};
use crate::ground::{self, PieceId, Tread, tread};
use crate::turn::building;
use crate::turn::check::active_unit;
use crate::turn::field::{Field, Unit, bases};
use crate::turn::mount;
use crate::turn::phase::Phase;
use crate::turn::planner;
use crate::turn::refusal::Refusal;
use crate::turn::sight::{apart, blocks, blocks_of};
use crate::turn::terrain;

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
    for turned in swing(angle) {
        let way = if turned == angle { Through::Ending } else { Through::Turning };
        clear_for(field, unit, pivoted(unit, turned), unit.place.formation, unit.place.files, way)?;
    }
    let mover = planner::mover(field, unit);
    let (price, because) = terrain::dues(field, unit, &mover.rates, &pivot_tread(field, unit, angle))?;
    let least = if mover.guarantee == Guarantee::TwoInches { GUARANTEED } else { Inches::ZERO };
    if price > mover.left().max(least) {
        let why = format!("it needs {price}; {} are left ({})", mover.left(), because.join(", "));
        return Refusal::because(why, "Companion 16 \u{a7}4.2");
    }
    Ok(())
}

/// The angles of a pivot at which it is looked at: every degree, and the last.
fn swing(angle: Degrees) -> impl Iterator<Item = Degrees> {
    const EACH: i32 = 100;
    (1..=(angle.0.abs() - 1) / EACH).map(move |n| Degrees(n * EACH * angle.0.signum())).chain([angle])
}

/// What a pivot brings the ranks over: obstacles cost a pivot nothing else than they cost a move, walls test and dense
/// woods disorder it (Companion 16 §4.1, §4.2).
pub fn pivot_tread(field: &Field, unit: &Unit, angle: Degrees) -> Tread {
    let Place { formation, files, .. } = unit.place;
    let swept = swing(angle).flat_map(|turned| blocks(pivoted(unit, turned), formation, files));
    ground::tread(&field.ground, &blocks_of(unit), swept.map(|block| tread::outline(&block)).collect())
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
    firefight::check(field, unit)?;
    if matches!(unit.place.formation, Formation::Unlimbered | Formation::Garrison) {
        return Refusal::because(
            format!("{} it does not turn about; guns pivot in place", unit.place.formation),
            MANEUVERS,
        );
    }
    let left = planner::mover(field, unit).left();
    if left < ABOUT_FACE {
        return Refusal::because(format!("it costs {ABOUT_FACE}; {left} is left"), MANEUVERS);
    }
    if let Some(road) = climbs_out(field, unit).filter(|_| unit.deeds.spent > Inches::ZERO) {
        let why = format!(
            "turned about it is out of {}: that takes the whole phase, and it has moved",
            field.ground.the(road)
        );
        return Refusal::because(why, "Companion 16 \u{a7}4.1");
    }
    if field.tier(unit) == Tier::OutOfCommunication {
        turns_to_go_back(field, unit)?;
    }
    room_to_turn(field, unit)
}

/// The sunken road that a regiment leaves by turning about: it stands where the middle of its front edge is, and its front
/// is where its rear was (C-83).
fn climbs_out(field: &Field, unit: &Unit) -> Option<PieceId> {
    let road = terrain::sunken_road(field, unit)?;
    (field.ground.sunken_road_at(about(unit).at.vec()) != Some(road)).then_some(road)
}

/// What an about face takes: 1.0", or the whole phase for who climbs out of a sunken road by it (Companion 16 §4.1).
pub(super) fn about_cost(field: &Field, unit: &Unit) -> Inches {
    match climbs_out(field, unit) {
        Some(_) => planner::mover(field, unit).left(),
        None => ABOUT_FACE,
    }
}

/// Out of communication a regiment advances straight ahead or goes back (Companion 16 §2.2). It goes back by 3.0" with its
/// face to the enemy, or up to a full move with its back to him (B11): it turns about for that, away from the enemy who is
/// nearest, and not toward one.
fn turns_to_go_back(field: &Field, unit: &Unit) -> Result<(), Refusal> {
    let own = blocks_of(unit);
    let gap = |enemy: &&Unit| (apart(&own, &blocks_of(enemy)), enemy.id());
    let Some(nearest) = field.of(unit.side().other()).min_by_key(gap) else { return Ok(()) };
    let toward = nearest.footprint().centre() - unit.footprint().centre();
    if Inches::round(toward.dot(unit.place.pose.heading.forward())) < Inches::ZERO {
        let why = format!("out of communication it turns about only to go back, and {} is behind it", nearest.the());
        return Refusal::because(why, "Companion 16 \u{a7}2.2");
    }
    Ok(())
}

/// The outline of a formation stays, but the odd last stand of a column does not.
fn room_to_turn(field: &Field, unit: &Unit) -> Result<(), Refusal> {
    let Files { left, right } = unit.place.files;
    let turned = bases(about(unit), unit.place.formation, Files { left: right, right: left });
    terrain::stands_dry(field, &turned, unit.place.formation)?;
    let sunk = field.ground.standing_buildings().map(|(_, house)| planner::sunk(&unit.bases(), &[house.base]));
    if let Some(house) = building::blocked(&field.ground, &turned, sunk.fold(0.0, f32::max)) {
        return Refusal::because(format!("{} is in the way of its last stand", house.name), building::PAGE);
    }
    let in_the_way = |other: &&Unit| {
        let theirs = other.bases();
        let sunk = planner::sunk(&unit.bases(), &theirs);
        turned.iter().any(|mine| theirs.iter().any(|base| mine.overlaps_more(base, sunk)))
    };
    match field.standing().filter(|other| other.id() != unit.id()).find(in_the_way) {
        Some(other) => Refusal::because(format!("{} is in the way of its last stand", other.the()), MANEUVERS),
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
    firefight::check(field, unit)?;
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
    if unit.deeds.dismantling {
        return Refusal::because("it is taking the fence down", "Companion 16 \u{a7}4.2");
    }
    Ok(())
}
