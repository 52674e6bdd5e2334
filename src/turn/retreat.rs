//! Going back: the beaten (Companion 16 §7.4, C-41 to C-44) and Broken brigades (§8.2).

use bevy::math::Vec2;

use super::agenda::Step;
use super::building::{self, walls};
use super::event::{Event, Exit, Motion, Test, WayOut};
use super::field::{Field, Unit, bases, footprint};
use super::hand::{Hand, Stop};
use super::{casualties, melee, planner};
use crate::army::{Face, Place, RegimentId};
use crate::book::brigade::BROKEN_RETREAT;
use crate::book::melee::{RETREAT, RETREAT_ROOM};
use crate::geometry::{Degrees, Footprint, Inches, Pose};

const STEP: Inches = Inches(100);

/// A beaten regiment goes back 6.0", facing as it did (C-43); away from who struck its flank or rear (Q10).
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
    let direction = if melee::flanked(enemy, unit) && !enemy.condition.gone {
        enemy.place.pose.heading.forward()
    } else {
        -unit.place.pose.heading.forward()
    };
    let way = Way::new(field, unit, direction, RETREAT);
    match way.goal(RETREAT).filter(|goal| short || *goal >= RETREAT_ROOM) {
        Some(goal) => go_back(unit, &way, goal, Motion::Retreat, hand),
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
    let ways: Vec<(Way, Inches)> = ghosts
        .iter()
        .map(|ghost| Way::new(field, ghost, -ghost.place.pose.heading.forward(), RETREAT))
        .filter_map(|way| way.goal(RETREAT).map(|goal| (way, goal)))
        .collect();
    let far = ways.iter().find(|(_, goal)| *goal >= RETREAT_ROOM);
    match far.or_else(|| ways.iter().max_by_key(|(_, goal)| *goal).filter(|_| short)) {
        Some((way, goal)) => go_back(unit, way, *goal, Motion::Retreat, hand),
        None if short => casualties::remove(hand, unit.id(), Exit::Captured),
        None => {
            hand.then(Step::LoseStand { unit: unit.id(), to: Some(enemy.id()) });
            hand.then(Step::Retreat { unit: unit.id(), from: enemy.id(), short: true });
        }
    }
    Ok(())
}

/// A regiment of a Broken brigade goes 6.0" toward its own table edge; one that reaches it is lost (C-61).
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
    let way = Way::new(field, &ghost, direction, BROKEN_RETREAT);
    let goal = way.goal(BROKEN_RETREAT);
    if goal.is_some_and(|goal| way.reaches_edge(field, goal))
        || way.leaves_at.is_some_and(|at| at <= BROKEN_RETREAT && at <= way.room)
    {
        casualties::remove(hand, id, Exit::LeftTable);
    } else if let Some(goal) = goal {
        go_back(unit, &way, goal, Motion::Broken, hand);
    }
    Ok(())
}

fn go_back(unit: &Unit, way: &Way, goal: Inches, motion: Motion, hand: &mut Hand) {
    let from = unit.place.pose;
    if unit.place.within.is_some() {
        let place = Place { pose: way.pose(goal), ..way.unit.place };
        let out = if motion == Motion::Broken { WayOut::Broken } else { WayOut::Driven };
        hand.say(Event::CameOut { unit: unit.id(), place, cost: Inches::ZERO, way: out });
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
        forward: Inches::ZERO,
        wheel: Degrees::ZERO,
    });
    shake_friends(unit, way, goal, hand);
}

/// Friends they run through are shaken (C-41).
fn shake_friends(unit: &Unit, way: &Way, goal: Inches, hand: &mut Hand) {
    for friend in way.friends.iter().filter(|(_, at)| *at <= goal).map(|(id, _)| *id) {
        hand.then(Step::Check { unit: friend, test: Test::Retreaters, by: Some(unit.id()) });
    }
}

/// The straight way back, looked at every tenth of an inch.
struct Way<'a> {
    unit: &'a Unit,
    direction: Vec2,
    /// How far it is free of enemies and on the table.
    room: Inches,
    /// Where it would begin to leave the table.
    leaves_at: Option<Inches>,
    /// Friends on it, with the first point at which each is met.
    friends: Vec<(RegimentId, Inches)>,
    /// Points, within the room, where it would stand on nobody.
    clear: Vec<Inches>,
}

impl<'a> Way<'a> {
    /// Looks twice as far as `distance`, and 6.0" more: friends may have to be passed.
    fn new(field: &Field, unit: &'a Unit, direction: Vec2, distance: Inches) -> Self {
        let mut way =
            Self { unit, direction, room: Inches::ZERO, leaves_at: None, friends: Vec::new(), clear: Vec::new() };
        let most = distance + distance + Inches::new(6);
        let others: Vec<(&Unit, Footprint, Vec<Footprint>)> = field
            .standing()
            .filter(|other| other.id() != unit.id())
            .map(|other| (other, other.footprint(), other.bases()))
            .collect();
        let (width, height) = (field.ground.width.get(), field.ground.height.get());
        // Its own building is behind one that is put out of it.
        let start = bases(unit.place.pose, unit.place.formation, unit.place.files);
        let houses = field.ground.standing_buildings().map(|(_, house)| planner::sunk(&start, &[house.base]));
        let sunk = houses.fold(0.0, f32::max);
        let mut at = STEP;
        while at <= most {
            let pose = way.pose(at);
            let outline = footprint(pose, unit.place.formation, unit.place.files);
            if outline.corners().iter().any(|c| c.x < 0.0 || c.y < 0.0 || c.x > width || c.y > height) {
                way.leaves_at = Some(at);
                break;
            }
            let stands = bases(pose, unit.place.formation, unit.place.files);
            let mut clear = true;
            // Nobody runs through walls.
            let mut enemy = building::blocked(&field.ground, &stands, sunk).is_some();
            for (other, theirs, bases) in &others {
                if outline.gap(theirs) > Inches::ZERO {
                    continue;
                }
                let friend = other.side() == unit.side();
                let on = stands.iter().any(|mine| bases.iter().any(|base| mine.overlaps(base)));
                let touches = stands.iter().any(|mine| bases.iter().any(|base| mine.gap(base) == Inches::ZERO));
                if on && !friend {
                    enemy = true;
                }
                if on && friend && !way.friends.iter().any(|(id, _)| *id == other.id()) {
                    way.friends.push((other.id(), at));
                }
                clear &= !on && (friend || !touches);
            }
            if enemy {
                break;
            }
            way.room = at;
            if clear {
                way.clear.push(at);
            }
            at += STEP;
        }
        // Reaching the edge itself counts for those who leave by it.
        if way.leaves_at.is_some() {
            way.room = way.room.max(way.leaves_at.unwrap_or(way.room));
        }
        way
    }

    fn pose(&self, at: Inches) -> Pose {
        let from = self.unit.place.pose;
        Pose::round(from.at.vec() + self.direction * at.get(), from.heading)
    }

    /// Whether it stands at the edge that it goes toward after so many inches: reaching it is leaving by it (C-61).
    fn reaches_edge(&self, field: &Field, at: Inches) -> bool {
        /// Half of the last stored digit.
        const BEYOND: f32 = 0.0005;
        let outline = footprint(self.pose(at), self.unit.place.formation, self.unit.place.files);
        let table = field.ground.bounds();
        outline.corners().into_iter().any(|corner| !table.holds(corner + self.direction * BEYOND))
    }

    /// Where it ends: at the distance, beyond it past friends, or before it when there is no room.
    fn goal(&self, distance: Inches) -> Option<Inches> {
        let beyond = self.clear.iter().find(|at| **at >= distance);
        beyond.or_else(|| self.clear.iter().rev().find(|at| **at < distance)).copied()
    }
}
