//! What contact does before any melee dice, and what a charger does whose enemy is gone before it (Companion 16 §3.2,
//! §9.0, Q26).

use super::approach::{advance, ground_tests, say_crossed};
use super::close::short_of_others;
use crate::army::{Formation, Grade, RegimentId, Side, Trait};
use crate::book::cover::Cover;
use crate::book::options::RoadColumnCharged;
use crate::geometry::Inches;
use crate::ground::walk::{self, ChargeLine};
use crate::ground::{self, AreaKind};
use crate::turn::agenda::{Ask, Step};
use crate::turn::event::{Exit, Motion, Test};
use crate::turn::field::{Field, Unit};
use crate::turn::hand::{Hand, Stop};
use crate::turn::order::Choice;
use crate::turn::{casualties, general, melee, mount};

/// What contact does before any melee dice: road columns are overrun, the Rebel Yell is heard, lone generals flee.
///
/// # Errors
/// None; the signature is that of every step.
pub fn strike(id: RegimentId, target: RegimentId, hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    let (unit, enemy) = (field.unit(id), field.unit(target));
    if unit.condition.gone || enemy.condition.gone {
        return Ok(());
    }
    general::overrun(hand, id);
    let overrun = field.options.road_column_charged == RoadColumnCharged::Destroyed;
    if enemy.place.formation == Formation::RoadColumn && overrun {
        casualties::swept_away(hand, target, Exit::Overrun);
        return Ok(());
    }
    match enemy.place.formation {
        Formation::LedHorses => {
            mount::captured(enemy, hand);
            return Ok(());
        }
        // A battery that cannot fire is taken without a fight (B132).
        Formation::Limbered => {
            casualties::swept_away(hand, target, Exit::GunsTaken);
            return Ok(());
        }
        _ => {}
    }
    if hears_the_yell(field, id, target) {
        hand.then(Step::Check { unit: target, test: Test::RebelYell, by: Some(id) });
    }
    // Who goes to meet a charge yells too (Q23).
    if enemy.deeds.countered == Some(id) && hears_the_yell(field, target, id) {
        hand.then(Step::Check { unit: id, test: Test::RebelYell, by: Some(target) });
    }
    Ok(())
}

/// Whether it raises the Rebel Yell: Confederates do (B128).
pub fn yells(unit: &Unit) -> bool {
    unit.side() == Side::Confederate && unit.regiment.has(Trait::RebelYell)
}

/// Whether the Rebel Yell makes the target test: a Green or Regular regiment outside heavy works, which are those that are
/// worth two in the melee: earthworks, stone walls, sunken roads and masonry (Companion 16 §7.3, §9.0).
pub fn hears_the_yell(field: &Field, id: RegimentId, target: RegimentId) -> bool {
    let (unit, enemy) = (field.unit(id), field.unit(target));
    yells(unit)
        && matches!(enemy.regiment.grade, Grade::Green | Grade::Regular)
        && melee::cover(field, unit, enemy) < Cover::Heavy
        && ground::melee_cover_of(&field.ground, &enemy.bases()).is_none_or(|(_, kind)| kind != AreaKind::SunkenRoad)
}

/// The enemy is gone before contact: the charger may go as far as where it stood (Q26), if its charge would have carried
/// it there. With nobody left to be covered, the wall that covered him is climbed like any other: it tests (Q07).
///
/// # Errors
/// See [`Stop`].
pub fn pursue(id: RegimentId, most: Inches, hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    let unit = field.unit(id);
    if unit.condition.gone {
        return Ok(());
    }
    let from = unit.place.pose;
    let most = short_of_others(field, unit, from, most);
    if most <= Inches::ZERO {
        return Ok(());
    }
    let choices = vec![Choice::Stand, Choice::Advance(most)];
    if let Choice::Advance(distance) = hand.ask(unit.side(), Ask::Consolidation(id), choices)? {
        let line = ChargeLine {
            rates: unit.rates(),
            // The inches are paid for already.
            allowance: distance + Inches::new(100),
            frontage: unit.footprint().frontage,
            from,
            distance,
            exempt: None,
            shelter: None,
        };
        let met = walk::walk_charge(&field.ground, &line);
        say_crossed(id, &met, Inches::ZERO, distance, hand);
        advance(unit, Motion::Charge, from, from.ahead(distance), hand);
        hand.then_all(ground_tests(id, &met, Inches::ZERO, distance));
    }
    Ok(())
}
