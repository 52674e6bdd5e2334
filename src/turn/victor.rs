//! The victor of a melee holds the ground, and consolidates (Companion 16 §7.4).

use super::agenda::{Ask, Step};
use super::event::{Cause, Event, Motion, Test};
use super::field::{Field, Unit};
use super::hand::{Hand, Stop};
use super::order::Choice;
use super::sight::{blocks, blocks_of};
use super::{march, planner, terrain};
use crate::army::RegimentId;
use crate::book::melee::CONSOLIDATION;
use crate::geometry::{Degrees, Inches, March};
use crate::ground::walk::{self, Guarantee, Mover, Walk};
use crate::ground::{self, AreaKind, ObstacleKind, Tread, tread};

/// The victor may advance up to 2.0", or pivot up to 45°, or stand and dress ranks (Companion 16 §7.4).
///
/// The ground is paid for out of the 2.0" as in any move: obstacles and areas have their prices (§4.1, §4.2). A formed
/// unit in command may always move 2.0" (§3.1), so that it is others who are stopped by a fence. Walls test all who climb
/// them, and dense woods disorder ranks.
///
/// # Errors
/// See [`Stop`].
pub fn consolidate(id: RegimentId, hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    let unit = field.unit(id);
    if unit.condition.gone || field.engaged(id) || unit.regiment.arm.is_artillery() || unit.place.within.is_some() {
        return Ok(());
    }
    let mut choices = vec![Choice::Stand];
    let ahead = furthest(field, unit);
    // A hair's breadth is rounding, and no move.
    if ahead > Inches(10) {
        choices.push(Choice::Advance(ahead));
    }
    for sign in [-1, 1] {
        let most = widest(field, unit, sign);
        if most.abs() >= Degrees::new(1) {
            choices.push(Choice::Turn(most));
        }
    }
    if choices.len() == 1 {
        return Ok(());
    }
    match hand.ask(unit.side(), Ask::Consolidation(id), choices)? {
        Choice::Advance(distance) => follow(field, unit, distance, hand),
        Choice::Turn(angle) => swing(field, unit, angle, hand),
        _ => hand.say(Event::Consolidated(id)),
    }
    Ok(())
}

/// Straight ahead over what is there.
fn follow(field: &Field, unit: &Unit, distance: Inches, hand: &mut Hand) {
    let id = unit.id();
    let walk = walked(field, unit, distance).unwrap_or_default();
    for crossing in &walk.crossings {
        hand.say(Event::Crossed { unit: id, piece: crossing.piece, price: crossing.price });
    }
    moved(unit, unit.place.pose.ahead(distance), hand);
    let walls = walk.crossings.iter().filter(|c| c.kind == ObstacleKind::StoneWall && c.price > Inches::ZERO);
    let walls = walls.map(|c| (c.along, Step::Check { unit: id, test: Test::Wall, by: None }));
    let woods = walk.entered.iter().filter(|e| e.kind == AreaKind::DenseWoods && unit.is_formed());
    let woods = woods.map(|e| (e.along, Step::Disorder { unit: id, cause: Cause::DenseWoods, from: None }));
    let mut tests: Vec<(Inches, Step)> = walls.chain(woods).collect();
    tests.sort_by_key(|(along, _)| *along);
    hand.then_all(tests.into_iter().map(|(_, test)| test));
}

/// Round on the colors, over what is there.
fn swing(field: &Field, unit: &Unit, angle: Degrees, hand: &mut Hand) {
    let tread = march::pivot_tread(field, unit, angle);
    for event in terrain::told(unit, &unit.rates(), &tread) {
        hand.say(event);
    }
    moved(unit, march::pivoted(unit, angle), hand);
    hand.then_all(terrain::tests(unit, &tread));
}

fn moved(unit: &Unit, to: crate::geometry::Pose, hand: &mut Hand) {
    let (id, from) = (unit.id(), unit.place.pose);
    let (via, cost, taken, forward) = (Vec::new(), Inches::ZERO, Inches::ZERO, Inches::ZERO);
    let wheel = from.heading.to(to.heading);
    hand.say(Event::Moved { unit: id, motion: Motion::Consolidate, from, via, to, cost, taken, forward, wheel });
    hand.say(Event::Consolidated(id));
}

/// Who has 2.0" to go, whatever he has spent this turn and whether or not he is Disordered.
fn mover(field: &Field, unit: &Unit) -> Mover {
    let own = planner::mover(field, unit);
    Mover { allowance: CONSOLIDATION, spent: Inches::ZERO, used: Inches::ZERO, cap: None, paid: 0, ..own }
}

/// What it meets straight ahead; `None` if it cannot pay for it.
fn walked(field: &Field, unit: &Unit, distance: Inches) -> Option<Walk> {
    let march = March { advance: distance, ..March::default() };
    walk::walk(&field.ground, &mover(field, unit), unit.place.pose, &march).ok()
}

/// How far ahead the ground is clear and can be paid for, up to 2.0"; not out of a sunken road.
fn furthest(field: &Field, unit: &Unit) -> Inches {
    // Climbing out of a sunken road is a turn's work (C-83).
    let sunken = terrain::sunken_road(field, unit);
    let clear = |at: i32| {
        let pose = unit.place.pose.ahead(Inches(at));
        (sunken.is_none() || field.ground.sunken_road_at(pose.at.vec()) == sunken)
            && walked(field, unit, Inches(at)).is_some()
            && march::clear(field, unit, pose, unit.place.formation, unit.place.files).is_ok()
    };
    Inches(last_clear(CONSOLIDATION.0, 100, clear))
}

/// The last number up to `most`, from 0 on, before the first that is not clear; looked for in steps, then to the last
/// digit.
pub fn last_clear(most: i32, step: i32, clear: impl Fn(i32) -> bool) -> i32 {
    let mut good = 0;
    while good < most {
        let next = (good + step).min(most);
        if clear(next) {
            good = next;
            continue;
        }
        let mut bad = next;
        while bad - good > 1 {
            let middle = (good + bad) / 2;
            if clear(middle) { good = middle } else { bad = middle }
        }
        break;
    }
    good
}

/// How far it may pivot one way: up to 45°, no corner moving more than 2.0" (B27), over clear ground that it can pay for; not
/// out of a sunken road.
fn widest(field: &Field, unit: &Unit, sign: i32) -> Degrees {
    let before = unit.footprint().corners();
    let from = blocks_of(unit);
    let sunken = terrain::sunken_road(field, unit);
    let certain = mover(field, unit).guarantee == Guarantee::TwoInches;
    let allowed = |hundredths: i32| {
        let pose = march::pivoted(unit, Degrees(sign * hundredths));
        // Travel is measured along the arc (RULE-01-5.3's 2").
        let pivot = unit.colors();
        let turned = Degrees(hundredths).radians();
        let travel =
            before.iter().map(|corner| Inches::round(corner.distance(pivot) * turned)).max().unwrap_or_default();
        let outlines = blocks(pose, unit.place.formation, unit.place.files).iter().map(tread::outline).collect();
        let price = price(field, unit, &ground::tread(&field.ground, &from, outlines));
        travel <= CONSOLIDATION
            && (sunken.is_none() || field.ground.sunken_road_at(pose.at.vec()) == sunken)
            && price.is_some_and(|price| certain || travel + price <= CONSOLIDATION)
            && march::clear(field, unit, pose, unit.place.formation, unit.place.files).is_ok()
    };
    Degrees(sign * last_clear(4_500, 100, allowed))
}

fn price(field: &Field, unit: &Unit, tread: &Tread) -> Option<Inches> {
    terrain::dues(field, unit, &unit.rates(), tread).ok().map(|(price, _)| price)
}
