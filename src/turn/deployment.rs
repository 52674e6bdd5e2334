//! Before the first turn: who goes first (C-17), and placing the brigades in turn (C-15, C-16).

use bevy::ecs::prelude::*;
use bevy::math::Vec2;

use super::agenda::{Agenda, Ask, Step};
use super::building;
use super::check::in_phase as during;
use super::event::{Event, Purpose};
use super::field::{Field, footprint};
use super::hand::{Hand, Roll, Stop};
use super::order::{Choice, Order};
use super::phase::Phase;
use super::refusal::Refusal;
use super::resolve::{Pending, in_phase};
use crate::army::{BrigadeId, Files, Formation, GeneralId, RegimentId, Side};
use crate::book::Page;
use crate::geometry::{Inches, Pose, Spot, polygon};

const PAGE: &str = "Companion 13 \u{a7}1.0";

/// The farthest from its brigadier that a regiment starts (C-93).
pub const FROM_BRIGADIER: Inches = Inches::new(12);

/// Adds the systems of this phase.
pub fn phase(schedule: &mut Schedule) {
    in_phase(schedule, Phase::Deployment, open);
}

fn open(mut pending: ResMut<Pending>, mut agenda: ResMut<Agenda>) {
    let Some(order) = pending.take() else { return };
    match order {
        Order::Deploy { unit, pose, formation } => pending.said.push(Event::Deployed { unit, pose, formation }),
        Order::DeployGeneral { general, at } => {
            pending.said.push(Event::Rode { general, to: at, cost: Inches::ZERO, attached: None });
        }
        Order::Ready(_) => agenda.push([Step::NextDeployment]),
        _ => {}
    }
}

/// One die a side, Union first; the higher chooses who is Active first, ties are rolled again. A scenario may know.
///
/// # Errors
/// See [`Stop`].
pub fn initiative(hand: &mut Hand) -> Result<(), Stop> {
    if let Some(side) = hand.field.terms.first {
        hand.say(Event::First(side));
        order_of_deployment(side.other(), hand);
        return Ok(());
    }
    let roll = Roll {
        purpose: Purpose::Initiative,
        side: Side::Union,
        count: 2,
        number: None,
        modifiers: Vec::new(),
        page: Page(PAGE),
    };
    let dice = hand.roll(roll, |_| false)?;
    match dice[0].cmp(&dice[1]) {
        std::cmp::Ordering::Equal => hand.then(Step::Initiative),
        std::cmp::Ordering::Greater => hand.then(Step::ChooseFirst(Side::Union)),
        std::cmp::Ordering::Less => hand.then(Step::ChooseFirst(Side::Confederate)),
    }
    Ok(())
}

/// The winner of the roll chooses; the loser deploys first (C-16).
///
/// # Errors
/// See [`Stop`].
pub fn choose_first(winner: Side, hand: &mut Hand) -> Result<(), Stop> {
    let choices = Side::BOTH.map(Choice::First).to_vec();
    let first = match hand.ask(winner, Ask::GoFirst, choices)? {
        Choice::First(side) => side,
        _ => winner,
    };
    hand.say(Event::First(first));
    order_of_deployment(winner.other(), hand);
    Ok(())
}

/// Brigades alternate between the sides, `leading` first.
fn order_of_deployment(leading: Side, hand: &mut Hand) {
    if hand.field.terms.zones.is_some() {
        let of = |side: Side| -> Vec<BrigadeId> {
            hand.field.brigades.iter().filter(|b| b.brigade.side == side).map(|b| b.brigade.id).collect()
        };
        let (one, two) = (of(leading), of(leading.other()));
        let mut order = Vec::new();
        for n in 0..one.len().max(two.len()) {
            order.extend(one.get(n));
            order.extend(two.get(n));
        }
        hand.say(Event::DeploymentOrder(order));
    }
    hand.then(Step::NextDeployment);
}

/// The next brigade, or the first turn.
///
/// # Errors
/// None; the signature is that of every step.
pub fn next(hand: &mut Hand) -> Result<(), Stop> {
    let brigade = hand.field.clock.to_deploy.first().copied();
    if brigade.is_some() || hand.field.clock.deploying.is_some() {
        hand.say(Event::Deploying(brigade));
    }
    if brigade.is_none() {
        hand.then(Step::BeginTurn);
    }
    Ok(())
}

/// A regiment stands inside its side's zone, on nobody else.
///
/// # Errors
/// Says what is in the way.
pub fn check_regiment(field: &Field, id: RegimentId, pose: Pose, formation: Formation) -> Result<(), Refusal> {
    during(field, Phase::Deployment, PAGE)?;
    let unit = field.unit(id);
    deploying(field, unit.side(), Some(unit.regiment.brigade))?;
    // Cavalry is placed in the saddle: who is on foot has left horses behind (Companion 16 §10.2).
    if !unit.regiment.arm.formations().contains(&formation) || formation == Formation::Dismounted {
        return Refusal::because(format!("{} is not placed in {formation}", unit.regiment.arm), PAGE);
    }
    let outline = footprint(pose, formation, Files::of(unit.place.files.total()));
    let zone = zone(field, unit.side());
    if !outline.corners().iter().all(|corner| polygon::contains(&zone, *corner)) {
        return Refusal::because(format!("{} would stand outside its side's ground", unit.the()), PAGE);
    }
    super::terrain::stands_dry(field, &[outline], formation)?;
    if let Some(house) = building::blocked(&field.ground, &[outline], 0.0) {
        return Refusal::because(format!("{} stands there", house.name), PAGE);
    }
    if let Some(other) = field.standing().find(|other| other.id() != id && outline.overlaps(&other.footprint())) {
        return Refusal::because(format!("{} stands there", other.the()), PAGE);
    }
    Ok(())
}

/// A brigade that stands has its regiments near its brigadier (C-93).
///
/// # Errors
/// Names the regiment that is too far off, and how far.
pub fn check_spread(field: &Field, brigade: BrigadeId) -> Result<(), Refusal> {
    for unit in field.standing().filter(|unit| unit.regiment.brigade == brigade && unit.regiment.parent.is_none()) {
        let far = from_brigadier(field.brigadier_of(unit).state.at, unit.place.pose.at);
        if far > FROM_BRIGADIER {
            let why = format!("{} stands {far} from its brigadier; {FROM_BRIGADIER} is the most", unit.the());
            return Refusal::because(why, PAGE);
        }
    }
    Ok(())
}

/// From the edge of a brigadier's base, 0.5 in from its centre (C-5), to the front of a regiment.
pub fn from_brigadier(at: Spot, front: Spot) -> Inches {
    Inches::round(at.vec().distance(front.vec()) - 0.5)
}

/// A general stands inside his side's zone.
///
/// # Errors
/// Says that he does not.
pub fn check_general(field: &Field, id: GeneralId, at: Spot) -> Result<(), Refusal> {
    during(field, Phase::Deployment, PAGE)?;
    let general = &field.general(id).general;
    let brigade = match general.rank {
        crate::army::Rank::Brigadier(brigade) => Some(brigade),
        crate::army::Rank::Division => None,
    };
    deploying(field, general.side, brigade)?;
    if !polygon::contains(&zone(field, general.side), at.vec()) {
        return Refusal::because(format!("{} would stand outside his side's ground", general.name), PAGE);
    }
    Ok(())
}

fn deploying(field: &Field, side: Side, brigade: Option<BrigadeId>) -> Result<(), Refusal> {
    let Some(now) = field.clock.deploying else {
        return Refusal::because("everybody has been placed", PAGE);
    };
    let now = &field.brigade(now).brigade;
    if now.side != side || brigade.is_some_and(|brigade| brigade != now.id) {
        return Refusal::because(format!("{} is being deployed now", now.name), PAGE);
    }
    Ok(())
}

fn zone(field: &Field, side: Side) -> Vec<Vec2> {
    let spots = field.terms.zones.as_ref().map(|zones| &zones[side.index()]);
    spots.map_or_else(Vec::new, |spots| spots.iter().map(|spot| spot.vec()).collect())
}
