//! Going into a building, coming out of it, and rejoining.
//!
//! The book says how many a building holds and not what going in costs. Putting stands in or taking them back is done as a
//! skirmish screen is detached and recalled (Companion 16 §3.4): for half of the regiment's move. So is going in whole,
//! and what is left of the move is lost; coming out in line costs half of the line's move.

use super::lookup::{self, TETHER};
use super::{PAGE, walls};
use crate::army::{Arm, BrigadeClock, Face, Files, Formation, House, Place, RegimentId};
use crate::book::command::Tier;
use crate::book::movement;
use crate::geometry::Inches;
use crate::ground::{self, Building, PieceId, track, tread};
use crate::turn::agenda::Agenda;
use crate::turn::apply::beside_colors;
use crate::turn::casualties;
use crate::turn::check::active_unit;
use crate::turn::event::{BuildingEvent, Event, WayOut};
use crate::turn::field::{Field, Unit};
use crate::turn::march::{self, Intent};
use crate::turn::order::Order;
use crate::turn::phase::Phase;
use crate::turn::planner;
use crate::turn::refusal::Refusal;
use crate::turn::resolve::Pending;
use crate::turn::sight::{apart, blocks_of};
use crate::turn::terrain;

/// A regiment goes in from base contact or from this near.
pub const BESIDE: Inches = Inches::new(1);

/// The place of stands inside a building.
fn inside(building: PieceId, of: &Building, stands: u8) -> Place {
    let house = House { piece: building, frontage: of.base.frontage, depth: of.base.depth };
    Place { pose: of.base.pose, formation: Formation::Garrison, files: Files::of(stands), within: Some(house) }
}

/// Distance of a unit from a building.
pub fn distance(unit: &Unit, building: &Building) -> Inches {
    unit.bases().iter().map(|base| base.gap(&building.base)).min().unwrap_or_default()
}

/// What holds a unit that would otherwise change how it stands.
fn may_rearrange(field: &Field, unit: &Unit) -> Result<(), Refusal> {
    if field.tier(unit) == Tier::OutOfCommunication {
        return Refusal::because(
            "out of communication it may only hold, fall back or advance",
            "Companion 16 \u{a7}2.2",
        );
    }
    before_assaults(field)
}

fn before_assaults(field: &Field) -> Result<(), Refusal> {
    if field.clock.assaults_begun {
        return Refusal::because("free maneuvers come before assaults, and one has been declared", "RULE-01-3.3");
    }
    Ok(())
}

/// Out of communication a garrison does not sally, but it may give its house up and go back (Companion 16 §2.2, B11): by a
/// wall that does not look toward the enemy who is nearest.
fn goes_back(field: &Field, unit: &Unit, wall: Face) -> Result<(), Refusal> {
    let house = unit.footprint();
    let gap = |enemy: &&Unit| (apart(&[house], &blocks_of(enemy)), enemy.id());
    let Some(nearest) = field.of(unit.side().other()).min_by_key(gap) else { return Ok(()) };
    let toward = nearest.footprint().centre() - house.centre();
    if Inches::round(toward.dot(walls::outward(&house, wall).heading.forward())) > Inches::ZERO {
        let why = format!("out of communication it comes out only to go back, and {} is on that side", nearest.the());
        return Refusal::because(why, "Companion 16 \u{a7}2.2");
    }
    Ok(())
}

/// Half of the unit's move, if that much of it is left.
fn half_move(field: &Field, unit: &Unit) -> Result<Inches, Refusal> {
    let cost = unit.rates().open.half();
    let mover = planner::mover(field, unit);
    let total = mover.cap.map_or(mover.allowance, |cap| cap.min(mover.allowance));
    let left = (total - unit.deeds.spent).floor_zero();
    if left < cost {
        return Refusal::because(format!("it takes half of a move, {cost}; {left} is left"), PAGE);
    }
    Ok(cost)
}

/// Stands go into a building; gives what that costs their regiment.
///
/// # Errors
/// Says why not.
pub fn check_garrison(field: &Field, id: RegimentId, building: PieceId, stands: u8) -> Result<Inches, Refusal> {
    let unit = active_unit(field, id, Phase::Maneuver, PAGE)?;
    if unit.condition.screen {
        return Refusal::because("its screen is out: it calls it in first", "Companion 16 \u{a7}3.4");
    }
    march::free_to_move(field, unit, Intent::Free)?;
    may_rearrange(field, unit)?;
    let Some(house) = field.ground.building(building) else {
        return Refusal::because("that is no building", PAGE);
    };
    let name = &house.name;
    if field.ground.is_fallen(building) {
        return Refusal::because(format!("{name} has come down"), PAGE);
    }
    match (unit.regiment.arm, unit.place.formation) {
        (Arm::Infantry, _) | (Arm::Cavalry, Formation::Dismounted) => {}
        (Arm::Cavalry, Formation::LedHorses) => {
            return Refusal::because("horses do not go into a building", PAGE);
        }
        (Arm::Cavalry, _) => return Refusal::because("cavalry dismounts before it goes in", PAGE),
        (Arm::FootArtillery | Arm::HorseArtillery, _) => {
            return Refusal::because("only infantry and dismounted cavalry go in, not guns", PAGE);
        }
    }
    if unit.condition.disordered {
        return Refusal::because("it is Disordered; only men in good order go in", PAGE);
    }
    let gap = distance(unit, house);
    if gap > BESIDE {
        return Refusal::because(format!("{name} is {gap} away; they go in from within {BESIDE}"), PAGE);
    }
    if let Some(other) = lookup::garrison_of(field, building) {
        return Refusal::because(format!("{name} is held by {}", other.the()), PAGE);
    }
    if let Some((gap, enemy)) = too_near(field, unit, house) {
        let why = match enemy.standoff() {
            Inches::ZERO => format!("{} touches {name}; only an assault touches the enemy", enemy.the()),
            standoff => format!("{} is {gap} from {name}; free moves keep more than {standoff}", enemy.the()),
        };
        return Refusal::because(why, "RULE-01-3.1");
    }
    let total = unit.place.files.total();
    if stands == 0 || stands > house.holds {
        return Refusal::because(format!("{name} holds {} stands, not {stands}", house.holds), PAGE);
    }
    if stands > total {
        return Refusal::because(format!("it has {total} stands, not {stands}"), PAGE);
    }
    if stands < total && unit.regiment.parent.is_some() {
        return Refusal::because("a detachment is not divided", PAGE);
    }
    half_move(field, unit)
}

/// The nearest of the enemies who are too near to a building for a free move into it.
fn too_near<'f>(field: &'f Field, unit: &Unit, building: &Building) -> Option<(Inches, &'f Unit)> {
    let enemies = field.of(unit.side().other()).map(|enemy| (distance(enemy, building), enemy));
    let near = enemies.filter(|(gap, enemy)| *gap <= enemy.standoff());
    near.min_by_key(|(gap, enemy)| (*gap, enemy.id()))
}

/// A garrison comes out in line before a wall; gives where, and what that costs it.
///
/// # Errors
/// Says why not.
pub fn check_leave(field: &Field, id: RegimentId, wall: Face) -> Result<(Place, Inches), Refusal> {
    let unit = active_unit(field, id, Phase::Maneuver, PAGE)?;
    garrison_may_go(field, unit)?;
    before_assaults(field)?;
    if field.tier(unit) == Tier::OutOfCommunication {
        goes_back(field, unit, wall)?;
    }
    let place = walls::before(unit, wall);
    march::clear(field, unit, place.pose, place.formation, place.files)?;
    let outside = Unit { place, ..unit.clone() };
    lookup::tether(field, unit, &outside.bases())?;
    Ok((place, movement::rates(unit.regiment.arm, place.formation).open.half()))
}

/// A garrison that may leave its building.
fn garrison_may_go(field: &Field, unit: &Unit) -> Result<(), Refusal> {
    if unit.place.within.is_none() {
        return Refusal::because("it is in no building", PAGE);
    }
    if field.engaged(unit.id()) {
        return Refusal::because("it is in contact with the enemy", "Companion 7 \u{a7}5.0");
    }
    if field.clock_of(unit) == BrigadeClock::Broken {
        return Refusal::because("its brigade is Broken: it only goes back", "Companion 16 \u{a7}8.2");
    }
    if unit.deeds.moved {
        return Refusal::because("it went in this turn", PAGE);
    }
    Ok(())
}

/// A detachment, in its building or put out of it, goes back to its regiment; gives what that costs the regiment.
///
/// # Errors
/// Says why not.
pub fn check_rejoin(field: &Field, id: RegimentId) -> Result<Inches, Refusal> {
    let unit = active_unit(field, id, Phase::Maneuver, PAGE)?;
    let Some(parent) = unit.regiment.parent.filter(|_| unit.place.formation != Formation::LedHorses) else {
        return Refusal::because("it is no detachment", PAGE);
    };
    if unit.place.within.is_some() {
        garrison_may_go(field, unit)?;
    } else {
        march::free_to_move(field, unit, Intent::Free)?;
    }
    may_rearrange(field, unit)?;
    let parent = field.unit(parent);
    if parent.condition.gone {
        return Refusal::because("its regiment has left the table", PAGE);
    }
    march::free_to_move(field, parent, Intent::Free)?;
    may_rearrange(field, parent)?;
    if unit.condition.disordered {
        return Refusal::because("it is Disordered: it rallies before it rejoins", PAGE);
    }
    if parent.place.within.is_some() || parent.place.formation.is_mounted() {
        return Refusal::because(format!("its regiment stands in {}", parent.place.formation), PAGE);
    }
    let gap = parent.bases().iter().flat_map(|a| unit.bases().iter().map(|b| a.gap(b)).min()).min();
    let gap = gap.unwrap_or_default();
    if gap > TETHER {
        return Refusal::because(format!("its regiment is {gap} away; it rejoins within {TETHER}"), PAGE);
    }
    if let Some(river) = river_between(field, unit, parent) {
        let why = format!("{} is between it and its regiment", field.ground.the(river));
        return Refusal::because(why, "Companion 16 \u{a7}4.1");
    }
    let cost = half_move(field, parent)?;
    // There must be room for them in the ranks. They leave the room that they take up now.
    let mut without = field.clone();
    without.units[unit.id().index()].condition.gone = true;
    let files = Files::of(parent.place.files.total() + unit.place.files.total());
    march::clear(&without, parent, parent.place.pose, parent.place.formation, files)?;
    Ok(cost)
}

/// The river between a detachment and its regiment. Nothing else stops its men: they come back as those of a screen do, in
/// open order (Companion 10 §5.0).
fn river_between(field: &Field, unit: &Unit, parent: &Unit) -> Option<PieceId> {
    let (ours, theirs) = (unit.bases(), parent.bases());
    let pairs = ours.iter().flat_map(|mine| theirs.iter().map(move |base| (mine, base)));
    let ways = pairs.filter(|(mine, base)| mine.gap(base) <= TETHER).map(|(mine, base)| {
        let from = mine.nearest(base.centre());
        track::barred(&field.ground, from, base.nearest(from))
    });
    // One way over is enough: a bridge, a ford.
    ways.collect::<Option<Vec<PieceId>>>()?.first().copied()
}

/// The events of an order of this file that has been checked.
pub fn open_order(field: &Field, order: &Order, pending: &mut Pending, agenda: &mut Agenda) {
    match *order {
        Order::Garrison { unit, building, stands } => go_in(field, unit, building, stands, pending),
        Order::LeaveBuilding { unit, wall } => {
            if let Ok((place, cost)) = check_leave(field, unit, wall) {
                pending.said.push(Event::Building(BuildingEvent::CameOut { unit, place, cost, way: WayOut::Ordered }));
                // In line before a wall in dense woods it is a formed line that has come into them (Companion 16 §4.1).
                let (own, outside) = (field.unit(unit), Unit { place, ..field.unit(unit).clone() });
                let swept = outside.bases().iter().map(tread::outline).collect();
                agenda.push(terrain::tests(&outside, &ground::tread(&field.ground, &[own.footprint()], swept)));
            }
        }
        Order::Rejoin(unit) => rejoin(field, unit, pending, agenda),
        _ => {}
    }
}

fn go_in(field: &Field, id: RegimentId, building: PieceId, stands: u8, pending: &mut Pending) {
    let Ok(cost) = check_garrison(field, id, building, stands) else { return };
    let Some(house) = field.ground.building(building) else { return };
    let (unit, place) = (field.unit(id), inside(building, house, stands));
    if stands == unit.place.files.total() {
        pending.said.push(Event::Building(BuildingEvent::WentIn { unit: id, place, cost }));
        return;
    }
    let next = RegimentId(field.units.len() as u16);
    pending.said.push(Event::Detached { unit: next, parent: id, place });
    // The rest close their ranks.
    pending.said.push(Event::Formed { unit: id, formation: unit.place.formation, cost });
}

fn rejoin(field: &Field, id: RegimentId, pending: &mut Pending, agenda: &mut Agenda) {
    let Ok(cost) = check_rejoin(field, id) else { return };
    let unit = field.unit(id);
    let Some(parent) = unit.regiment.parent else { return };
    pending.said.push(Event::Rejoined { unit: id, parent });
    pending.said.push(Event::Formed { unit: parent, formation: field.unit(parent).place.formation, cost });
    if field.smoke.iter().any(|smoke| smoke.of == id) {
        pending.said.push(Event::SmokeLifted { unit: id, why: "it has rejoined" });
    }
    for general in field.generals_with(id) {
        let (general, to) = (general.general.id, beside_colors(&field.unit(parent).place));
        pending.said.push(Event::Rode { general, to, cost: Inches::ZERO, attached: Some(parent) });
    }
    agenda.push(casualties::carried_back(unit));
}
