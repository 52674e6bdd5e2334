//! Refuse Flank (Companion 16 §6.0, B72, Q25): the outer stands of a line are bent back against an enemy who comes round
//! its end. It is a state of the regiment: drawn bent, its outline as before.

use bevy::math::Vec2;

use super::{Course, Opening, PAGE, Reaction, reserve};
use crate::army::{BrigadeClock, Face, Formation, RegimentId};
use crate::geometry::{Footprint, Inches, polygon};
use crate::turn::check::present;
use crate::turn::discipline;
use crate::turn::event::{Event, Test};
use crate::turn::field::{Field, Unit};
use crate::turn::hand::{Hand, Stop};
use crate::turn::order::{Choice, Means};
use crate::turn::refusal::Refusal;

/// An enemy who comes round a flank within this is answered (Companion 13 §13.0 prints it; §6.0 prints none).
pub const REACH: Inches = Inches::new(12);
/// With so many stands two may be bent back.
const TWO_FROM: u8 = 4;
/// Half a thousandth: a corner on the ray of the arc is in the arc (Q13).
const HAIR: f32 = 0.0005;

/// Where a mover first comes round a flank: some part of it is outside the arc, beyond that end of the line and within
/// 12.0", and none was when it set out.
pub(super) fn openings(field: &Field, unit: &Unit, course: &Course) -> Vec<Opening> {
    let far = REACH + course.length();
    let mut all = Vec::new();
    for enemy in field.of(unit.side().other()).filter(|enemy| bends(enemy.place.formation)) {
        let line = enemy.footprint();
        if line.gap(&unit.footprint()) > far {
            continue;
        }
        for flank in [Face::Left, Face::Right] {
            // A flank that is refused already has nothing to answer.
            let along = course.first(|outline| comes_round(&line, outline, flank));
            if let Some(along) = along.filter(|_| enemy.condition.refusing(flank) == 0) {
                all.push(Opening { along, unit: enemy.id(), what: Reaction::Refuse(flank) });
            }
        }
    }
    all
}

/// Formations with ends that can be bent back.
const fn bends(formation: Formation) -> bool {
    matches!(formation, Formation::Line | Formation::MountedLine)
}

/// Whether some part of a base lies outside a line's arc, beyond this end of it, within 12.0".
pub fn comes_round(line: &Footprint, other: &Footprint, flank: Face) -> bool {
    let half = line.frontage.get() / 2.0;
    // As if it were the right flank.
    let side = if flank == Face::Left { -1.0 } else { 1.0 };
    let shape: Vec<Vec2> = line.framed(other).iter().map(|p| Vec2::new(p.x * side, p.y)).collect();
    // Between the ray of the arc and the front line, and behind the front line beyond the end.
    let mut ahead = shape.clone();
    polygon::cut(&mut ahead, |p| p.y);
    polygon::cut(&mut ahead, |p| (p.x - half - p.y) * std::f32::consts::FRAC_1_SQRT_2 - HAIR);
    let mut behind = shape;
    polygon::cut(&mut behind, |p| -p.y);
    polygon::cut(&mut behind, |p| p.x - half - HAIR);
    let table = |p: Vec2| line.pose.local(p.x * side, p.y);
    [ahead, behind]
        .iter()
        .any(|part| polygon::edges(part).any(|(a, b)| line.gap_to_segment(table(a), table(b)) <= REACH))
}

/// Whether a regiment that refuses a flank has whoever stands at this point on that flank: beyond the end of its line.
pub fn covers(unit: &Unit, point: Vec2) -> bool {
    let line = unit.footprint();
    let at = line.frame(point).x;
    let flank = if at < 0.0 { Face::Left } else { Face::Right };
    unit.condition.refusing(flank) > 0 && at.abs() > line.frontage.get() / 2.0
}

/// Whether a regiment may refuse a flank now; gives the most stands that it may bend back.
///
/// # Errors
/// Says why not.
pub fn check(field: &Field, id: RegimentId, flank: Face) -> Result<u8, Refusal> {
    let unit = present(field, id)?;
    if !bends(unit.place.formation) {
        let why = format!("only a line bends its ends back; it is in {}", unit.place.formation);
        return Refusal::because(why, PAGE);
    }
    if field.clock_of(unit) == BrigadeClock::Broken {
        return Refusal::because("its brigade is Broken: it only goes back", "Companion 16 \u{a7}8.2");
    }
    if field.engaged(id) {
        return Refusal::because("it is in contact with the enemy", PAGE);
    }
    if unit.condition.refusing(flank) > 0 {
        return Refusal::because("that flank is refused already", PAGE);
    }
    let others = unit.condition.refused[0] + unit.condition.refused[1];
    let front = unit.stands().saturating_sub(others + 1);
    if front == 0 {
        return Refusal::because("nobody would be left to hold its front", PAGE);
    }
    Ok(front.min(if unit.stands() >= TWO_FROM { 2 } else { 1 }))
}

/// Every card of a refused flank, those that are not allowed with what forbids them.
pub fn cards(field: &Field, id: RegimentId, flank: Face) -> Vec<(Choice, Result<(), Refusal>)> {
    let card = |by, stands| Choice::RefuseFlank { unit: id, flank, stands, by };
    let most = match check(field, id, flank) {
        Ok(most) => most,
        Err(why) => return vec![(card(Means::Reserve, 1), Err(why))],
    };
    let mut cards = match reserve(field, field.unit(id)) {
        Ok(()) => (1..=most).map(|stands| (card(Means::Reserve, stands), Ok(()))).collect(),
        Err(why) => vec![(card(Means::Reserve, 1), Err(why))],
    };
    cards.extend((1..=most).map(|stands| (card(Means::Check, stands), Ok(()))));
    cards
}

/// The stands are bent back, for a pip or on a check; a check that fails means nothing.
///
/// # Errors
/// See [`Stop`].
pub fn refuse(id: RegimentId, flank: Face, stands: u8, by: Means, hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    let unit = field.unit(id);
    if unit.condition.gone {
        return Ok(());
    }
    let done = match by {
        Means::Reserve => {
            hand.say(Event::ReserveSpent { brigade: unit.regiment.brigade, on: "refusing a flank" });
            true
        }
        Means::Check => discipline::passed(unit, Test::RefuseFlank, None, hand)?,
    };
    if done {
        hand.say(Event::FlankRefused { unit: id, flank, stands });
    }
    Ok(())
}
