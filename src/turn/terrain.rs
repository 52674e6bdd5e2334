//! What the ground asks of a unit beyond its march: dry feet, sunken roads, fences to be taken down (Companion 16 §4).

use super::agenda::Step;
use super::check::active_unit;
use super::event::{Cause, Event, Test};
use super::field::{Field, Unit};
use super::hand::Hand;
use super::phase::Phase;
use super::refusal::Refusal;
use crate::army::{Arm, Formation, RegimentId};
use crate::book::command::Tier;
use crate::book::movement::{self, Rates};
use crate::geometry::{Footprint, Inches};
use crate::ground::{self, AreaKind, ObstacleKind, PieceId, Tread};

const AREAS: &str = "Companion 16 \u{a7}4.1";
const OBSTACLES: &str = "Companion 16 \u{a7}4.2";

/// Whether a unit stands on a crest: within 1.0" of a topmost contour's edge, on either side of it (B34, B35).
pub fn on_crest(field: &Field, unit: &Unit) -> bool {
    ground::crest_at(&field.ground, &unit.footprint())
}

/// The sunken road that a unit is in: the middle of its front edge is (C-83).
pub fn sunken_road(field: &Field, unit: &Unit) -> Option<PieceId> {
    field.ground.sunken_road_at(unit.place.pose.at.vec())
}

/// Whether nothing of these bases would stand in a river.
///
/// # Errors
/// Names the river.
pub fn stands_dry(field: &Field, bases: &[Footprint], formation: Formation) -> Result<(), Refusal> {
    match bases.iter().find_map(|base| field.ground.bars(base, formation)) {
        Some(river) => Refusal::because(format!("it would stand in {}", field.ground.the(river)), AREAS),
        None => Ok(()),
    }
}

/// Discipline at stone walls (Companion 16 §4.2) and Disorder in dense woods (§4.1), for what a unit has been brought
/// over. Skirmishers climb and thread their way.
pub fn tests(unit: &Unit, tread: &Tread) -> Vec<Step> {
    let id = unit.id();
    let climbs = |kind: ObstacleKind| movement::crossing(&unit.rates(), kind).is_none_or(|price| price > Inches::ZERO);
    let walls = tread.crossed.iter().filter(|(_, kind)| *kind == ObstacleKind::StoneWall && climbs(*kind));
    let woods = tread.entered.iter().filter(|(_, kind)| *kind == AreaKind::DenseWoods && unit.is_formed());
    let walls = walls.map(|_| Step::Check { unit: id, test: Test::Wall, by: None });
    walls.chain(woods.map(|_| Step::Disorder { unit: id, cause: Cause::DenseWoods, from: None })).collect()
}

/// What a unit pays for being brought over all this by other means than a march: obstacles and areas at the prices that
/// are theirs in a move (Companion 16 §4.1, §4.2), areas once a turn (Q05); and what took it, in words.
///
/// # Errors
/// Guns moved by hand cross nothing and enter no wood (§3.1).
pub fn dues(field: &Field, unit: &Unit, rates: &Rates, tread: &Tread) -> Result<(Inches, Vec<String>), Refusal> {
    let mut all = (Inches::ZERO, Vec::new());
    let mut due = |piece: PieceId, price: Inches| {
        if price > Inches::ZERO {
            all.0 += price;
            all.1.push(format!("{} takes {price}", field.ground.the(piece)));
        }
    };
    for (piece, kind) in &tread.crossed {
        let Some(price) = movement::crossing(rates, *kind) else {
            let why = format!("guns moved by hand do not cross {}", field.ground.the(*piece));
            return Refusal::because(why, "Companion 16 \u{a7}3.1");
        };
        due(*piece, price);
    }
    for (piece, kind) in &tread.entered {
        if movement::area_cap(rates, *kind) == Some(Inches::ZERO) {
            let why = format!("guns are not moved by hand in {}", field.ground.the(*piece));
            return Refusal::because(why, "Companion 16 \u{a7}3.1");
        }
        if piece.0 >= 128 || unit.deeds.paid & (1 << piece.0) == 0 {
            due(*piece, movement::price_inside(rates, *kind));
        }
    }
    Ok(all)
}

/// What is told of it: each price, whether or not there was so much left.
pub fn told(unit: &Unit, rates: &Rates, tread: &Tread) -> Vec<Event> {
    let id = unit.id();
    let crossed = tread.crossed.iter().filter_map(|(piece, kind)| Some((*piece, movement::crossing(rates, *kind)?)));
    let entered = tread.entered.iter().map(|(piece, kind)| (*piece, movement::price_inside(rates, *kind)));
    let entered = entered
        .filter(|(piece, price)| *price > Inches::ZERO && (piece.0 >= 128 || unit.deeds.paid & (1 << piece.0) == 0));
    crossed.chain(entered).map(|(piece, price)| Event::Crossed { unit: id, piece, price }).collect()
}

/// Climbing out of a sunken road takes the whole phase and is no charge: from it only who is in the same one is assaulted
/// (C-83).
///
/// # Errors
/// Says so.
pub fn may_leave_to_charge(field: &Field, unit: &Unit, target: &Unit) -> Result<(), Refusal> {
    match sunken_road(field, unit) {
        Some(road) if sunken_road(field, target) != Some(road) => {
            let road = field.ground.the(road);
            Refusal::because(format!("climbing out of {road} takes the whole phase: no assault out of it"), AREAS)
        }
        _ => Ok(()),
    }
}

/// A unit that takes a fence down does nothing else in that turn.
///
/// # Errors
/// Says that it is at work.
pub fn not_at_work(unit: &Unit) -> Result<(), Refusal> {
    if unit.deeds.dismantling {
        return Refusal::because("it is taking the fence down", OBSTACLES);
    }
    Ok(())
}

/// Taking a split-rail fence down: one whole phase, standing within 1.0" of it (C-82). Gives the fence.
///
/// # Errors
/// Says why not.
pub fn check_dismantle(field: &Field, id: RegimentId) -> Result<PieceId, Refusal> {
    let unit = active_unit(field, id, Phase::Maneuver, OBSTACLES)?;
    let able = match unit.regiment.arm {
        Arm::Infantry => unit.place.formation != Formation::Garrison,
        Arm::Cavalry => unit.place.formation == Formation::Dismounted,
        Arm::FootArtillery | Arm::HorseArtillery => false,
    };
    if !able {
        return Refusal::because("only infantry and dismounted cavalry take fences down", OBSTACLES);
    }
    super::march::free_to_move(field, unit, super::march::Intent::Free)?;
    if field.tier(unit) == Tier::OutOfCommunication {
        return Refusal::because("out of communication it does not work on fences", "Companion 16 \u{a7}2.2");
    }
    let deeds = &unit.deeds;
    if deeds.moved || deeds.reformed || deeds.doubled || deeds.spent > Inches::ZERO {
        return Refusal::because("taking a fence down is all that it does in the phase, and it has moved", OBSTACLES);
    }
    let Some(fence) = field.ground.fence_at(&unit.footprint()) else {
        return Refusal::because("no split-rail fence is within 1.0 in of it", OBSTACLES);
    };
    Ok(fence)
}

/// At the end of Phase 2 the fences that were worked on are down.
pub fn fences_down(hand: &mut Hand) {
    let field = hand.field;
    let workers = field.of(field.clock.active).filter(|unit| unit.deeds.dismantling && !field.engaged(unit.id()));
    for unit in workers {
        let base = unit.footprint();
        let Some(fence) = field.ground.fence_at(&base) else { continue };
        for gap in field.ground.cleared(fence, &base) {
            hand.say(Event::FenceDown { unit: unit.id(), gap });
        }
    }
}
