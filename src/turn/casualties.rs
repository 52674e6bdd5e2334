//! Hits, lost stands, Disorder, and what follows from them (Companion 16 §5.4, §8).

use super::agenda::Step;
use super::event::{Cause, End, Event, Exit, ScreenEnd, ScreenEvent};
use super::field::{Field, Unit};
use super::hand::{Hand, Stop};
use super::risk::Risk;
use crate::army::{Files, Formation, RegimentId};

/// Unsaved hits: every two take a stand, an odd one is carried (Companion 16 §5.4).
///
/// # Errors
/// None; the signature is that of every step.
pub fn hits(id: RegimentId, hits: u8, from: Option<RegimentId>, hand: &mut Hand) -> Result<(), Stop> {
    let unit = hand.field.unit(id);
    if unit.condition.gone || hits == 0 {
        return Ok(());
    }
    let carried = unit.condition.micro + hits;
    hand.say(Event::Hurt { unit: id, hits, micro: carried % 2 });
    lose_stands(unit, carried / 2, from, hand);
    Ok(())
}

/// A stand lost outright; the carried hit stays as it is (B81).
///
/// # Errors
/// None; the signature is that of every step.
pub fn lose_stand(id: RegimentId, to: Option<RegimentId>, hand: &mut Hand) -> Result<(), Stop> {
    let unit = hand.field.unit(id);
    if !unit.condition.gone {
        lose_stands(unit, 1, to, hand);
    }
    Ok(())
}

/// Takes stands away one by one. A regiment left with one stand, its detachments included, is Shattered (Companion 16
/// §8.1); a battery goes with its last section, a detachment with its last stand (C-68, C-73).
fn lose_stands(unit: &Unit, count: u8, source: Option<RegimentId>, hand: &mut Hand) {
    if count == 0 {
        return;
    }
    let field = hand.field;
    let (least, end) = match unit.regiment.arm.is_artillery() {
        true => (0, Exit::Destroyed),
        false => (1, Exit::Shattered),
    };
    let mut left = field.family_stands(unit.id());
    let mut files = unit.place.files;
    let mut last_gone = false;
    let near = source.and_then(|source| side_of(field, unit, source));
    for _ in 0..count {
        if left <= least || last_gone {
            break;
        }
        left -= 1;
        if files.total() == 1 {
            last_gone = true;
            continue;
        }
        let from = which_stand(unit.place.formation, files, near);
        match from {
            End::Left => files.left -= 1,
            End::Right => files.right -= 1,
            End::Rear => files = Files::of(files.total() - 1),
        }
        hand.say(Event::StandLost { unit: unit.id(), from, left: files.total() });
    }
    if left <= least {
        for member in field.family(unit.id()).filter(|member| !member.condition.gone) {
            remove(hand, member.id(), end);
        }
    } else if last_gone {
        remove(hand, unit.id(), Exit::Destroyed);
    }
}

/// An odd hit that a detachment carried is its regiment's from now on: two of them are a stand (Companion 16 §5.4).
pub fn carried_back(detachment: &Unit) -> Option<Step> {
    let parent = detachment.regiment.parent?;
    (detachment.condition.micro > 0).then_some(Step::Hits { unit: parent, hits: 1, from: None })
}

/// The stand of a skirmish screen is lost; a regiment that has but one left is Shattered (B120).
pub fn lose_screen(unit: &Unit, why: ScreenEnd, hand: &mut Hand) {
    let field = hand.field;
    hand.say(Event::Screen { unit: unit.id(), what: ScreenEvent::Lost { why } });
    if field.family_stands(unit.id()) <= 2 {
        for member in field.family(unit.id()).filter(|member| !member.condition.gone) {
            remove(hand, member.id(), Exit::Shattered);
        }
    }
}

/// Which stand goes (Q03): in line from the longer side of the colors; sides equal, from the end nearer the source, and
/// the left if it is dead ahead or there is none. In column the last.
pub fn which_stand(formation: Formation, files: Files, near: Option<End>) -> End {
    if !formation.is_abreast() {
        return End::Rear;
    }
    match files.left.cmp(&files.right) {
        std::cmp::Ordering::Greater => End::Left,
        std::cmp::Ordering::Less => End::Right,
        std::cmp::Ordering::Equal => near.unwrap_or(End::Left),
    }
}

/// The end of a line that is nearer to another regiment.
pub fn side_of(field: &Field, unit: &Unit, other: RegimentId) -> Option<End> {
    let away = field.unit(other).footprint().centre() - unit.place.pose.at.vec();
    let sideways = crate::geometry::Inches::round(away.dot(unit.place.pose.heading.right()));
    match sideways.0.cmp(&0) {
        std::cmp::Ordering::Less => Some(End::Left),
        std::cmp::Ordering::Greater => Some(End::Right),
        std::cmp::Ordering::Equal => None,
    }
}

/// What is left of a regiment that has lost a detachment at one stroke: with one stand it is Shattered (Companion 16 §8.1).
fn shattered(lost: &Unit, hand: &mut Hand) {
    let field = hand.field;
    if lost.regiment.arm.is_artillery() || field.family_stands(lost.id()) - lost.present() > 1 {
        return;
    }
    for member in field.family(lost.id()).filter(|member| !member.condition.gone && member.id() != lost.id()) {
        remove(hand, member.id(), Exit::Shattered);
    }
}

/// Takes a regiment off the table, its horses with it; a general who was with it is alone then. A detachment that goes at
/// one stroke may leave a regiment of one stand behind.
pub fn remove(hand: &mut Hand, id: RegimentId, exit: Exit) {
    let unit = hand.field.unit(id);
    take_off(hand, id, exit);
    if exit == Exit::Shattered {
        return;
    }
    if let Some(horses) = super::mount::horses_of(hand.field, unit) {
        take_off(hand, horses.id(), exit);
    }
    // Where stands are lost one by one, that has been looked at.
    if unit.regiment.parent.is_some() && exit != Exit::Destroyed {
        shattered(unit, hand);
    }
}

/// A charge has swept a regiment away without a melee: all its stands are lost, and a general who is with it rolls for his
/// life (Companion 16 §2.4).
pub fn swept_away(hand: &mut Hand, id: RegimentId, exit: Exit) {
    hand.then_all(Risk::all(hand.field, id, None).map(Step::LeaderRoll));
    remove(hand, id, exit);
}

fn take_off(hand: &mut Hand, id: RegimentId, exit: Exit) {
    hand.say(Event::Removed { unit: id, exit });
    hand.then_all(hand.field.generals_with(id).map(|now| Step::Stranded(now.general.id)));
}

/// A Disorder event: the marker, or, for a regiment that has it, a Micro-Hit (Companion 16 §8.3).
///
/// # Errors
/// None; the signature is that of every step.
pub fn disorder(id: RegimentId, cause: Cause, from: Option<RegimentId>, hand: &mut Hand) -> Result<(), Stop> {
    let unit = hand.field.unit(id);
    if unit.condition.gone {
        return Ok(());
    }
    if !unit.condition.disordered {
        hand.say(Event::Disordered { unit: id, cause });
        return Ok(());
    }
    hand.say(Event::DoubleDisorder { unit: id, cause });
    hits(id, 1, from, hand)
}
