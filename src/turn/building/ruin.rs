//! Solid shot against masonry: structural hits and collapse (Companion 16 §4.3, §5.3).

use super::{PAGE, lookup, walls};
use crate::army::{Face, Formation, RegimentId, Weapon, dress};
use crate::book::{Page, cover};
use crate::geometry::{Inches, Pose};
use crate::ground::{Ground, PieceId};
use crate::turn::agenda::Step;
use crate::turn::event::{BuildingEvent, Cause, Event, Purpose, WayOut};
use crate::turn::hand::{Hand, Roll, Stop};

/// Solid shot has struck a building so many times: every artillery hit beyond canister range (B148). Call it after the
/// step that tells what the volley did to the garrison.
pub fn struck(hand: &mut Hand, building: PieceId, hits: u8, by: RegimentId) {
    if hits > 0 {
        hand.then(Step::Structure { building, hits, by });
    }
}

/// Structural hits that a building has taken.
pub fn damage(ground: &Ground, building: PieceId) -> u8 {
    ground.changes.struck.iter().find(|(id, _)| *id == building).map_or(0, |(_, hits)| *hits)
}

/// Structural hits that one success is worth: a Parrott does +1 against stone (B61).
pub const fn worth(weapon: Weapon) -> u8 {
    match weapon {
        Weapon::Parrott => 2,
        _ => 1,
    }
}

/// Each solid shot that hit rolls 4+; at four structural hits the building comes down, its garrison loses a stand, and the
/// others stand Disordered in the rubble.
///
/// # Errors
/// See [`Stop`].
pub fn structure(building: PieceId, hits: u8, by: RegimentId, hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    if field.ground.building(building).is_none() || field.ground.is_fallen(building) {
        return Ok(());
    }
    let firer = field.unit(by);
    let passes = |die: u8| die >= cover::STRUCTURE;
    let roll = Roll {
        purpose: Purpose::Structure(building),
        side: firer.side(),
        count: hits,
        number: Some(cover::STRUCTURE),
        modifiers: Vec::new(),
        page: Page(PAGE),
    };
    let dice = hand.roll(roll, passes)?;
    let new = dice.iter().filter(|die| passes(**die)).count() as u8 * worth(firer.regiment.weapon);
    if new == 0 {
        return Ok(());
    }
    let total = damage(&field.ground, building).saturating_add(new);
    hand.say(Event::Building(BuildingEvent::StructureHit { building, hits: new, total }));
    if total < cover::COLLAPSE {
        return Ok(());
    }
    hand.say(Event::Building(BuildingEvent::Collapsed(building)));
    let Some(garrison) = lookup::garrison_of(field, building) else { return Ok(()) };
    let unit = garrison.id();
    hand.then(Step::LoseStand { unit, to: Some(by) });
    hand.then(Step::OutOfRuins { unit, by });
    hand.then(Step::Disorder { unit, cause: Cause::Collapse, from: Some(by) });
    Ok(())
}

/// Whoever is left stands in the middle of what was the building, in line toward the guns.
///
/// # Errors
/// None; the signature is that of every step.
pub fn out_of_ruins(unit: RegimentId, by: RegimentId, hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    let own = field.unit(unit);
    if own.condition.gone || own.place.within.is_none() {
        return Ok(());
    }
    let outline = own.footprint();
    let wall = walls::nearest(&outline, field.unit(by).footprint().centre());
    let heading = walls::outward(&outline, wall).heading;
    let mut place = walls::outside(own, Pose { heading, ..outline.pose });
    // More of them than the ruin is wide stand two abreast.
    let wide = if wall == Face::Front || wall == Face::Rear { outline.frontage } else { outline.depth };
    if place.formation == Formation::Line && dress::frontage(place.formation, place.files.total()) > wide {
        place.formation = Formation::AssaultColumn;
    }
    let depth = dress::depth(place.formation, place.files.total());
    let front = outline.centre() + heading.forward() * depth.get() / 2.0;
    place.pose = Pose::round(front, heading);
    hand.say(Event::Building(BuildingEvent::CameOut { unit, place, cost: Inches::ZERO, way: WayOut::Collapse }));
    Ok(())
}
