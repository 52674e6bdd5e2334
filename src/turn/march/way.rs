//! A march on its way: its legs, what the ground does on them, and where enemies may react to it.

use crate::army::Formation;
use crate::book::movement;
use crate::geometry::{Inches, Way};
use crate::ground::walk::{Crossing, Walk};
use crate::ground::{AreaKind, ObstacleKind, PieceId};
use crate::turn::agenda::{Gait, MarchProgress, Step};
use crate::turn::event::{Cause, Event, Motion, Test};
use crate::turn::field::{Field, Unit};
use crate::turn::hand::{Hand, Stop};
use crate::turn::reaction::{self, Opening};
use crate::turn::{passage, planner, screen};

/// A march as it is ordered.
pub(super) fn progress(field: &Field, unit: &Unit, gait: Gait, way: Way, walk: Walk) -> MarchProgress {
    MarchProgress {
        unit: unit.id(),
        gait,
        done: Inches::ZERO,
        stands: unit.stands(),
        halted: unit.deeds.halted,
        openings: reaction::openings(field, unit, gait, &way),
        passes: passage::of(field, unit, gait, &way),
        way,
        cost: walk.cost,
        taken: walk.taken,
        cap: walk.cap,
        paid: walk.paid,
        obstacles: walk.crossings,
        entered: walk.entered,
    }
}

/// A march on its way: to the next point where an enemy may react, or to its end.
///
/// # Errors
/// See [`Stop`].
pub fn go_on(progress: &MarchProgress, hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    let unit = field.unit(progress.unit);
    if unit.condition.gone {
        return Ok(());
    }
    // Green men who fail at their first fire halt where they are (Companion 13 §5.0).
    if unit.deeds.halted && !progress.halted {
        bring_horses(unit, hand);
        return Ok(());
    }
    // What may be answered where it stands, before it goes on or at its end.
    if progress.openings.first().is_some_and(|opening| opening.along == Inches::ZERO) {
        return reaction::open(progress, hand);
    }
    if progress.way.is_over(unit.place.pose) {
        return Ok(());
    }
    // Losses change the outline: if the way is not free for it any more, the march ends where it is.
    let changed = unit.stands() != progress.stands;
    if changed && progress.gait == Gait::Forward && planner::way_is_free(field, unit.id(), &progress.way).is_err() {
        hand.say(Event::MarchEnded(unit.id()));
        bring_horses(unit, hand);
        return Ok(());
    }
    let frontage = unit.footprint().frontage;
    let Some(Opening { along, .. }) = progress.openings.first().copied() else {
        leg(progress, &progress.way, Paid { cost: progress.cost, taken: progress.taken }, None, hand);
        return Ok(());
    };
    let (part, rest) = progress.way.split(unit.place.pose, frontage, along);
    // Those whom it has come nearest to only where it ends are asked there.
    let last = rest.is_over(part.end(unit.place.pose, frontage));
    let paid = if last { Paid { cost: progress.cost, taken: progress.taken } } else { so_far(field, progress, along) };
    leg(progress, &part, paid, (!last).then_some(progress.done + along), hand);
    let nearer = |opening: &Opening| Opening { along: opening.along - along, ..*opening };
    hand.then(Step::March(MarchProgress {
        way: rest,
        done: progress.done + along,
        openings: progress.openings.iter().map(nearer).collect(),
        cost: progress.cost - paid.cost,
        taken: progress.taken - paid.taken,
        ..progress.clone()
    }));
    Ok(())
}

/// What a stretch of a march spends.
#[derive(Clone, Copy)]
struct Paid {
    cost: Inches,
    /// What of that the ground takes beyond the inches.
    taken: Inches,
}

/// What the next inches of a march spend, if it should end there: obstacles are paid as they are crossed. Areas are paid
/// for at the end of the march, and by who stands in them when he next moves.
fn so_far(field: &Field, progress: &MarchProgress, along: Inches) -> Paid {
    let here = |crossing: &&Crossing| crossing.along >= progress.done && crossing.along < progress.done + along;
    let prices: Inches = progress.obstacles.iter().filter(here).map(|crossing| crossing.price).sum();
    let cost = (along + prices).min(progress.cost);
    // What is not left is not paid: the guaranteed 2.0" go over any fence (Companion 16 §3.1).
    let mover = planner::mover(field, field.unit(progress.unit));
    let cost = cost.min(mover.left().max(along));
    Paid { cost, taken: cost - along }
}

/// Horses follow a firing line to where its march ends, however it ends (Companion 13 §6.0).
fn bring_horses(line: &Unit, hand: &mut Hand) {
    if line.place.formation == Formation::Dismounted {
        hand.then(Step::BringHorses { line: line.id(), motion: Motion::March });
    }
}

/// One stretch of a march, with what the ground does to it up to these inches of the whole path, or to its end.
fn leg(progress: &MarchProgress, way: &Way, paid: Paid, until: Option<Inches>, hand: &mut Hand) {
    let unit = hand.field.unit(progress.unit);
    let (id, from, frontage) = (unit.id(), unit.place.pose, unit.footprint().frontage);
    let (motion, points, forward) = match progress.gait {
        Gait::Forward => (Motion::March, way.waypoints(from, frontage), way.forward(from)),
        Gait::Back => (Motion::FallBack, vec![from, from.ahead(-way.length(from, frontage))], Inches::ZERO),
    };
    let to = *points.last().unwrap_or(&from);
    let here = |along: Inches| along >= progress.done && until.is_none_or(|until| along < until);
    if until.is_none() {
        say_paid(hand, progress);
    }
    for crossing in progress.obstacles.iter().filter(|crossing| here(crossing.along)) {
        hand.say(Event::Crossed { unit: id, piece: crossing.piece, price: crossing.price });
    }
    hand.say(Event::Moved {
        unit: id,
        motion,
        from,
        via: points.iter().skip(1).take(points.len().saturating_sub(2)).copied().collect(),
        to,
        cost: paid.cost,
        taken: paid.taken,
        forward,
        wheel: way.wheel(),
    });
    screen::trample(unit, &points, hand);
    if progress.gait == Gait::Back {
        reaction::back_onto(unit, to, hand);
    }
    // An advance of an inch leaves the smoke behind (Companion 5 §5.0).
    let advanced = unit.deeds.forward + forward;
    if advanced >= Inches::new(1) && hand.field.smoke.iter().any(|smoke| smoke.of == id) {
        hand.say(Event::SmokeLifted { unit: id, why: "it advanced out of it" });
    }
    // Tests and Disorder that the ground asks for: stone walls (Companion 16 §4.2), dense woods (§4.1). Skirmishers
    // climb and thread their way.
    let walls = progress
        .obstacles
        .iter()
        .filter(|crossing| {
            // Who climbs it for nothing is not put to the test by it.
            crossing.kind == ObstacleKind::StoneWall && crossing.price > Inches::ZERO && here(crossing.along)
        })
        .map(|crossing| (crossing.along, Step::Check { unit: id, test: Test::Wall, by: None }));
    let woods = progress
        .entered
        .iter()
        .filter(|entry| entry.kind == AreaKind::DenseWoods && here(entry.along) && unit.is_formed())
        .map(|entry| (entry.along, Step::Disorder { unit: id, cause: Cause::DenseWoods, from: None }));
    let mut tests: Vec<_> = walls.chain(woods).collect();
    tests.sort_by_key(|(along, _)| *along);
    for (_, test) in tests {
        hand.then(test);
    }
    // Passage of Lines: who passes and everyone who is passed (Companion 16 §3.3).
    let passed = progress.passes.iter().filter(|(along, _)| here(*along)).map(|(_, id)| *id);
    let before = progress.passes.iter().any(|(along, _)| *along < progress.done);
    passage::test(id, passed, if before { passage::Mover::HasTested } else { passage::Mover::Tests }, hand);
    if until.is_none() {
        bring_horses(unit, hand);
    }
}

/// Prices of areas and the cap, for the log and for the rest of the turn.
fn say_paid(hand: &mut Hand, progress: &MarchProgress) {
    let field = hand.field;
    let deeds = &field.unit(progress.unit).deeds;
    let unit = progress.unit;
    // What is more than any pace would bring is not worth a word.
    let most = planner::mover(field, field.unit(progress.unit)).allowance + movement::DOUBLE_TIME;
    if let Some(cap) = progress.cap.filter(|cap| deeds.cap != Some(*cap) && *cap < most) {
        hand.say(Event::Capped { unit, cap });
    }
    let new = progress.paid & !deeds.paid;
    for n in (0..128u16).filter(|n| new & (1 << n) != 0) {
        let rates = field.unit(unit).rates();
        let area = field.ground.areas.get(usize::from(n));
        let price = area.map_or(Inches::ZERO, |area| movement::price_inside(&rates, area.kind));
        hand.say(Event::Crossed { unit, piece: PieceId(n), price });
    }
}
