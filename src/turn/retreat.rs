//! Going back: the beaten (Companion 16 §7.4, C-41 to C-44) and Broken brigades (§8.2).

use super::agenda::Step;
use super::building::walls;
use super::event::{BuildingEvent, Cause, Event, Exit, Motion, ScreenEnd, Test, WayOut};
use super::field::{Field, Unit};
use super::hand::{Hand, Stop};
use super::way_back::WayBack;
use super::{casualties, melee, screen, terrain};
use crate::army::{Face, Formation, Place, RegimentId};
use crate::book::brigade::BROKEN_RETREAT;
use crate::book::melee::{RETREAT, RETREAT_MOUNTED, RETREAT_ROOM};
use crate::geometry::{Degrees, Inches};

/// A beaten regiment goes back 6.0", cavalry before cavalry 9.0" (Companion 16 §10.1), facing as it did (C-43); away from
/// who struck its flank or rear (Q10).
///
/// With less room it goes to the first legal spot, if that is 3.0" or more; otherwise it loses a stand and goes as far
/// as it can (C-42). One that cannot break contact at all is captured.
///
/// # Errors
/// None; the signature is that of every step.
pub fn beaten(id: RegimentId, from: RegimentId, short: bool, hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    let unit = field.unit(id);
    if unit.condition.gone {
        return Ok(());
    }
    let enemy = field.unit(from);
    if unit.place.within.is_some() {
        return driven_out(unit, enemy, short, hand);
    }
    if screen::front(unit).is_some() {
        // Nobody is left behind whom it could fall back upon.
        casualties::lose_screen(unit, ScreenEnd::Beaten, hand);
        hand.then(Step::Retreat { unit: id, from, short });
        return Ok(());
    }
    let direction = if melee::flanked(enemy, unit) && !enemy.condition.gone {
        enemy.place.pose.heading.forward()
    } else {
        -unit.place.pose.heading.forward()
    };
    let both_mounted = unit.place.formation.is_mounted() && enemy.place.formation.is_mounted();
    let far = if both_mounted { RETREAT_MOUNTED } else { RETREAT };
    let way = WayBack::new(field, unit, direction, far);
    match way.goal(far).filter(|goal| short || *goal >= RETREAT_ROOM) {
        Some(goal) => {
            go_back(unit, &way, goal, Motion::Retreat, hand);
            disordered(unit, enemy, &way, goal, hand);
        }
        None if short => casualties::remove(hand, id, Exit::Captured),
        None => {
            hand.then(Step::LoseStand { unit: id, to: Some(from) });
            hand.then(Step::Retreat { unit: id, from, short: true });
        }
    }
    Ok(())
}

/// A beaten garrison is put out by the wall across from who stormed it, 6.0" from it, or by another where there is no way
/// back. The victor has the next turn to go in.
fn driven_out(unit: &Unit, enemy: &Unit, short: bool, hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    let outline = unit.footprint();
    let stormed = match enemy.condition.struck {
        Some(struck) if struck.target == unit.id() => struck.face,
        _ => walls::nearest(&outline, enemy.footprint().centre()),
    };
    let across = walls::opposite(stormed);
    let others = walls::WALLS.into_iter().filter(|wall| *wall != stormed && *wall != across);
    let ghosts: Vec<Unit> = [across]
        .into_iter()
        .chain(others)
        .map(|wall| Unit { place: walls::backing_out(unit, wall), ..unit.clone() })
        .collect();
    let ways: Vec<(WayBack, Inches)> = ghosts
        .iter()
        .map(|ghost| WayBack::new(field, ghost, -ghost.place.pose.heading.forward(), RETREAT))
        .filter_map(|way| way.goal(RETREAT).map(|goal| (way, goal)))
        .collect();
    let far = ways.iter().find(|(_, goal)| *goal >= RETREAT_ROOM);
    match far.or_else(|| ways.iter().max_by_key(|(_, goal)| *goal).filter(|_| short)) {
        Some((way, goal)) => {
            go_back(unit, way, *goal, Motion::Retreat, hand);
            disordered(unit, enemy, way, *goal, hand);
        }
        None if short => casualties::remove(hand, unit.id(), Exit::Captured),
        None => {
            hand.then(Step::LoseStand { unit: unit.id(), to: Some(enemy.id()) });
            hand.then(Step::Retreat { unit: unit.id(), from: enemy.id(), short: true });
        }
    }
    Ok(())
}

/// A regiment of a Broken brigade goes 6.0" toward its own table edge; one that reaches it is lost (C-61). One that is
/// hemmed in leaves a stand behind, as the beaten do.
///
/// # Errors
/// None; the signature is that of every step.
pub fn broken(id: RegimentId, hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    let unit = field.unit(id);
    if unit.condition.gone {
        return Ok(());
    }
    let direction = field.terms.home[unit.side().index()].direction();
    // A garrison leaves by the wall that looks that way.
    let inside = unit.place.within.is_some();
    let out = |wall: &Face| Inches::round(walls::outward(&unit.footprint(), *wall).heading.forward().dot(direction));
    let wall = walls::WALLS.into_iter().max_by_key(|wall| (out(wall), *wall == Face::Front));
    let place = wall.filter(|_| inside).map_or(unit.place, |wall| walls::backing_out(unit, wall));
    let ghost = Unit { place, ..unit.clone() };
    let way = WayBack::new(field, &ghost, direction, BROKEN_RETREAT);
    let goal = way.goal(BROKEN_RETREAT);
    if way.reaches_edge(goal.unwrap_or(Inches::ZERO).max(BROKEN_RETREAT)) {
        casualties::remove(hand, id, Exit::LeftTable);
        return Ok(());
    }
    if let Some(goal) = goal {
        go_back(unit, &way, goal, Motion::Broken, hand);
        hand.then_all(shaken_by_the_ground(hand.field, &ghost, &way, goal));
    }
    // With less room than 3.0" it leaves a stand behind (C-42).
    if goal.unwrap_or(Inches::ZERO) < RETREAT_ROOM {
        hand.then(Step::LoseStand { unit: id, to: None });
    }
    Ok(())
}

fn go_back(unit: &Unit, way: &WayBack, goal: Inches, motion: Motion, hand: &mut Hand) {
    let from = unit.place.pose;
    if unit.place.within.is_some() {
        let place = Place { pose: way.pose(goal), ..way.place() };
        let out = if motion == Motion::Broken { WayOut::Broken } else { WayOut::Driven };
        hand.say(Event::Building(BuildingEvent::CameOut { unit: unit.id(), place, cost: Inches::ZERO, way: out }));
        shake_friends(unit, way, goal, hand);
        return;
    }
    hand.say(Event::Moved {
        unit: unit.id(),
        motion,
        from,
        via: Vec::new(),
        to: way.pose(goal),
        cost: Inches::ZERO,
        taken: Inches::ZERO,
        forward: Inches::ZERO,
        wheel: Degrees::ZERO,
    });
    shake_friends(unit, way, goal, hand);
    if unit.place.formation == Formation::Dismounted {
        hand.then(Step::BringHorses { line: unit.id(), motion: Motion::Retreat });
    }
}

/// The beaten go back Disordered (RULE-01-5.3), and the ground has its due of them as they do.
fn disordered(unit: &Unit, by: &Unit, way: &WayBack, goal: Inches, hand: &mut Hand) {
    hand.then(Step::Disorder { unit: unit.id(), cause: Cause::Beaten, from: Some(by.id()) });
    let ghost = Unit { place: way.place(), ..unit.clone() };
    hand.then_all(shaken_by_the_ground(hand.field, &ghost, way, goal));
}

/// What the ground asks of who goes back over it: walls are climbed and dense woods entered by those who run as by those
/// who march (Companion 16 §4.1, §4.2), and a Disorder on top of another is a Micro-Hit (§8.3). Inches it takes none: the
/// distance is laid down (§7.4, §8.2). A column that keeps to its road keeps out of the woods beside it (B26).
fn shaken_by_the_ground(field: &Field, unit: &Unit, way: &WayBack, goal: Inches) -> Vec<Step> {
    let mut tread = way.tread(field, goal);
    if unit.place.formation.is_march_column() && way.keeps_to_roads(field, goal) {
        tread.entered.clear();
    }
    terrain::tests(unit, &tread)
}

/// Formed friends that ranks run through are shaken (C-41); skirmishers slip through.
fn shake_friends(unit: &Unit, way: &WayBack, goal: Inches, hand: &mut Hand) {
    let slips = unit.place.formation.is_skirmish();
    let friends = way.friends(goal).filter(|friend| !slips && hand.field.unit(*friend).is_formed());
    for friend in friends.collect::<Vec<_>>() {
        hand.then(Step::Check { unit: friend, test: Test::Retreaters, by: Some(unit.id()) });
    }
}
