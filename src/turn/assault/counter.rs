//! Counter-Charge (RULE-01-3.4, Companion 16 §6.0, B73): instead of a volley the regiment goes to meet its charger, for a
//! reserved pip. They meet at half the gap between them, 2.0" of the way at most (Q24).

use super::approach::{advance, ground_tests, say_crossed};
use crate::army::{BrigadeClock, Face, RegimentId};
use crate::book::cover::{self, Cover};
use crate::book::{Health, melee};
use crate::geometry::{Degrees, Footprint, Inches, Pose};
use crate::ground;
use crate::ground::walk::{self, ChargeLine, ChargeWalk};
use crate::turn::agenda::Charger;
use crate::turn::check::present;
use crate::turn::event::{Event, Motion};
use crate::turn::field::{Field, Unit, bases};
use crate::turn::hand::{Hand, Stop};
use crate::turn::reaction::{self, PAGE};
use crate::turn::refusal::Refusal;
use crate::turn::{building, melee as fight, planner};

/// No two looks at its way are farther apart than this.
const STEP: Inches = Inches(125);

/// A counter-charge as it would go.
#[derive(Clone, PartialEq, Debug)]
pub struct Meeting {
    /// Where it meets its charger.
    pub to: Pose,
    /// How far it goes.
    pub distance: Inches,
    /// What is on its way.
    pub walk: ChargeWalk,
}

/// Reckons a counter-charge against a charger that stands at its line.
///
/// # Errors
/// Says why it cannot be made.
pub fn meet(field: &Field, id: RegimentId, charger: Charger) -> Result<Meeting, Refusal> {
    let (unit, enemy) = (present(field, id)?, present(field, charger.unit)?);
    able(field, unit)?;
    if charger.face != Face::Front {
        let why = format!("{} comes at its flank: it meets only what comes at its front", enemy.the());
        return Refusal::because(why, PAGE);
    }
    if sheltered(field, unit, enemy) {
        return Refusal::because("it does not leave heavy cover to meet a charge", PAGE);
    }
    reaction::reserve(field, unit)?;
    let gap = enemy.footprint().front_gap(&unit.footprint());
    let distance = gap.half().min(melee::MEETING);
    // It comes down the line of the charge, looking as it looked.
    let along = -enemy.place.pose.heading.forward();
    let at = |along_it: Inches| Pose::round(unit.place.pose.at.vec() + along * along_it.get(), unit.place.pose.heading);
    way_is_free(field, unit, enemy, distance, at)?;
    let toward = Pose { heading: (enemy.place.pose.heading + Degrees::new(180)).heading(), ..unit.place.pose };
    let line = ChargeLine {
        rates: unit.rates(),
        // It ignores what a move may be (B73): the ground is only asked what is there.
        allowance: distance + Inches::new(100),
        frontage: unit.footprint().frontage,
        from: toward,
        distance,
        exempt: None,
        shelter: None,
    };
    let walk = walk::walk_charge(&field.ground, &line);
    if let Some(piece) = walk.halted {
        let why = format!("{} is in its way", field.ground.name_of(piece));
        return Refusal::because(why, "Companion 16 \u{a7}4.1");
    }
    Ok(Meeting { to: at(distance), distance, walk })
}

/// Who may counter-charge at all (B73, B140).
fn able(field: &Field, unit: &Unit) -> Result<(), Refusal> {
    if unit.regiment.arm.is_artillery() {
        return Refusal::because("guns do not go to meet a charge", PAGE);
    }
    if unit.place.within.is_some() {
        return Refusal::because("it is inside a building", PAGE);
    }
    if unit.rates().charge.is_none() {
        return Refusal::because(format!("it cannot charge in {}", unit.place.formation), PAGE);
    }
    if unit.condition.disordered {
        return Refusal::because("a Disordered regiment does not go to meet a charge", PAGE);
    }
    let clock = field.clock_of(unit);
    if clock >= BrigadeClock::Hesitant {
        return Refusal::because(format!("its brigade is {clock}: no counter-charge"), "Companion 16 \u{a7}8.2");
    }
    if field.health(unit) == Health::Spent && !field.is_led(unit.id()) {
        return Refusal::because("a Spent regiment goes to meet a charge only with a general", PAGE);
    }
    if field.engaged(unit.id()) {
        return Refusal::because("it is in contact with the enemy", PAGE);
    }
    Ok(())
}

/// In heavy cover against this charger: works, a wall, a sunken road.
fn sheltered(field: &Field, unit: &Unit, enemy: &Unit) -> bool {
    let area = ground::cover_of(&field.ground, &unit.bases()).map_or(Cover::Open, |(_, kind)| cover::area(kind));
    area.max(fight::cover(field, enemy, unit)) >= Cover::Heavy
}

/// No friend, no building and no other enemy on the way, and the table does not end there.
fn way_is_free(
    field: &Field,
    unit: &Unit,
    enemy: &Unit,
    distance: Inches,
    at: impl Fn(Inches) -> Pose,
) -> Result<(), Refusal> {
    let own = unit.bases();
    // Friends close up to it on either side; no other enemy is touched on the way.
    let meets = |stands: &[Footprint], other: &Unit| {
        let theirs = other.bases();
        let sunk = planner::sunk(&own, &theirs);
        let friend = other.side() == unit.side();
        let met = |mine: &Footprint, base: &Footprint| match friend {
            true => mine.overlaps_more(base, sunk),
            false => mine.gap(base) == Inches::ZERO,
        };
        stands.iter().any(|mine| theirs.iter().any(|base| met(mine, base)))
    };
    let others = || field.standing().filter(|other| other.id() != unit.id() && other.id() != enemy.id());
    let looks = (1..).map(|n| Inches(n * STEP.0)).take_while(|along| *along < distance).chain([distance]);
    for along in looks {
        let stands = bases(at(along), unit.place.formation, unit.place.files);
        if !stands.iter().all(|stand| field.ground.holds(stand)) {
            return Refusal::because("its way leads off the table", PAGE);
        }
        if let Some(house) = building::blocked(&field.ground, &stands, 0.0) {
            return Refusal::because(format!("{} is in its way", house.name), PAGE);
        }
        if let Some(other) = others().find(|other| meets(&stands, other)) {
            return Refusal::because(format!("{} is in its way", other.the()), PAGE);
        }
    }
    Ok(())
}

/// It goes: the pip is spent, the volley forgone; ground on its short way is met as in a charge.
///
/// # Errors
/// None; the signature is that of every step.
pub fn counter(id: RegimentId, at: RegimentId, hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    let Ok(meeting) = meet(field, id, Charger { unit: at, face: Face::Front }) else { return Ok(()) };
    let unit = field.unit(id);
    hand.say(Event::ReserveSpent { brigade: unit.regiment.brigade, on: "a Counter-Charge" });
    hand.say(Event::CounterCharged { unit: id, at });
    if meeting.to != unit.place.pose {
        say_crossed(id, &meeting.walk, Inches::ZERO, meeting.distance, hand);
        advance(unit, Motion::CounterCharge, unit.place.pose, meeting.to, hand);
    }
    for step in ground_tests(id, &meeting.walk, Inches::ZERO, meeting.distance) {
        hand.then(step);
    }
    Ok(())
}
