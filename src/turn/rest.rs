//! Rest (Companion 12 §5.0): a regiment that stands still, unengaged, out of every enemy's sight and more than 12.0" from
//! the nearest for two complete game turns running is rid of its Micro-Hit (B96).
//!
//! Whether it is left in peace is looked at when a turn begins, after everything that anybody does in it, and when its
//! Phase 5 begins: nothing moves after that.

use super::event::Event;
use super::field::{Field, Unit};
use super::hand::Hand;
use super::sight;
use crate::army::RegimentId;
use crate::geometry::Inches;

/// Who is no farther away than this allows no rest.
pub const PEACE: Inches = Inches::new(12);
/// Complete game turns, one active turn of each side (B01).
pub const TURNS: u8 = 2;

/// Regiments with a Micro-Hit that nothing disturbs when the turn begins.
pub fn begin(hand: &mut Hand) {
    let field = hand.field;
    for unit in field.standing().filter(|unit| unit.condition.micro > 0 && disturber(field, unit).is_none()) {
        hand.say(Event::Resting(unit.id()));
    }
}

/// Those whose rest has come to an end with what has just been done.
pub fn watch(field: &Field) -> Vec<Event> {
    let resting = field.standing().filter(|unit| unit.deeds.resting);
    resting.filter_map(|unit| Some(Event::RestDisturbed { unit: unit.id(), by: disturber(field, unit)? })).collect()
}

/// What this turn has been worth, when nobody moves any more.
pub fn tell(hand: &mut Hand) {
    let field = hand.field;
    for unit in field.standing() {
        let rested = unit.deeds.resting
            && unit.deeds.stationary()
            && !unit.deeds.hurt
            && unit.condition.micro > 0
            && disturber(field, unit).is_none();
        let turns = if rested { unit.condition.rested + 1 } else { 0 };
        if turns >= TURNS {
            hand.say(Event::Recovered(unit.id()));
        } else if turns != unit.condition.rested {
            hand.say(Event::Rested { unit: unit.id(), turns });
        }
    }
}

/// The enemy that allows a regiment no rest: one in contact or too near, or one who sees it; the nearest of them first.
pub fn disturber(field: &Field, unit: &Unit) -> Option<RegimentId> {
    let own = sight::blocks_of(unit);
    let mut enemies: Vec<(Inches, RegimentId)> =
        field.of(unit.side().other()).map(|enemy| (sight::apart(&own, &sight::blocks_of(enemy)), enemy.id())).collect();
    enemies.sort();
    let (near, id) = enemies.first()?;
    if *near <= PEACE {
        return Some(*id);
    }
    enemies.iter().map(|(_, id)| *id).find(|id| sight::in_sight(field, unit.id(), *id))
}
