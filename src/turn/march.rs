//! Phase 2, free moves (RULE-01-3.1, Companion 16 §3): march, pivot, formation change, about face, fall back, hold.

use bevy::ecs::prelude::*;
use bevy::math::Vec2;

use super::agenda::{Agenda, Ask, Gait, MarchProgress, Step};
use super::check::active_unit;
use super::event::{Cause, Event, Motion, Test, Volley};
use super::field::{Field, Unit, bases, footprint};
use super::hand::{Hand, Stop};
use super::order::{Choice, Order};
use super::phase::Phase;
use super::planner;
use super::refusal::Refusal;
use super::resolve::{Pending, in_phase};
use super::{assault, building, command, general, volley};
use crate::army::dress;
use crate::army::{BrigadeClock, Files, Formation, RegimentId};
use crate::book::command::Tier;
use crate::book::movement::{self, ABOUT_FACE, Change, FALL_BACK, STANDOFF};
use crate::geometry::{Arc, Degrees, Footprint, Inches, March, Pose, Spot, Way};
use crate::ground::walk::{self, Mover, Walk};
use crate::ground::{AreaKind, ObstacleKind, PieceId};

const FREE: &str = "RULE-01-3.1";
const MANEUVERS: &str = "Companion 16 \u{a7}3.3";

/// Adds the systems of Phase 2.
pub fn phase(schedule: &mut Schedule) {
    in_phase(schedule, Phase::Maneuver, open_order);
}

/// At the start of Phase 2 the Active side's Broken brigades go back (Companion 16 §8.2).
pub fn open(hand: &mut Hand) {
    let field = hand.field;
    let side = field.clock.active;
    let home = field.terms.home[side.index()].direction();
    let mut broken: Vec<&Unit> = field.of(side).filter(|u| field.clock_of(u) == BrigadeClock::Broken).collect();
    // Those nearest to their edge first, so that nobody has to run through his own brigade.
    broken.sort_by_key(|unit| (-Inches::round(unit.footprint().centre().dot(home)), unit.id()));
    for unit in broken {
        hand.then(Step::BrokenRetreat(unit.id()));
    }
}

fn open_order(mut pending: ResMut<Pending>, mut agenda: ResMut<Agenda>, field: Res<Field>) {
    let Some(order) = pending.take() else { return };
    match order {
        Order::March { unit, march } => {
            if let Ok(walk) = planner::lawful(&field, unit, &march) {
                agenda.push([Step::March(progress(&field, field.unit(unit), Gait::Forward, march.into(), walk))]);
            }
        }
        Order::Follow { unit, path, facing } => {
            if let Ok((track, walk)) = planner::lawful_track(&field, unit, &path, facing) {
                let way = Way::Track(track);
                agenda.push([Step::March(progress(&field, field.unit(unit), Gait::Forward, way, walk))]);
            }
        }
        Order::Pivot { unit, angle } => {
            let from = field.unit(unit).place.pose;
            let to = pivoted(field.unit(unit), angle);
            pending.said.push(moved(unit, Motion::Pivot, from, to, Inches::ZERO));
        }
        Order::Form { unit, formation } => {
            if let Ok(cost) = check_form(&field, unit, formation) {
                pending.said.push(Event::Formed { unit, formation, cost });
            }
        }
        Order::AboutFace(unit) => {
            let own = field.unit(unit);
            pending.said.push(moved(unit, Motion::AboutFace, own.place.pose, about(own), ABOUT_FACE));
        }
        Order::FallBack { unit, distance } => {
            if let Ok(walk) = fall_back_walk(&field, field.unit(unit), distance) {
                let march = March { advance: distance, ..March::default() };
                agenda.push([Step::March(progress(&field, field.unit(unit), Gait::Back, march.into(), walk))]);
            }
        }
        Order::Hold(unit) => pending.said.push(Event::Held(unit)),
        Order::DoubleTime(unit) => command::double_time(&field, unit, &mut pending, &mut agenda),
        Order::Ride { general, to, via } => {
            if let Ok(cost) = general::check_ride(&field, general, to, &via) {
                pending.said.push(Event::Rode { general, to, cost, attached: None });
            }
        }
        Order::Attach { general, unit } => {
            if let Ok((to, cost)) = general::check_attach(&field, general, unit) {
                pending.said.push(Event::Rode { general, to, cost, attached: Some(unit) });
            }
        }
        Order::Assault(charges) => assault::declare(&field, &charges, &mut pending, &mut agenda),
        Order::Garrison { .. } | Order::LeaveBuilding { .. } | Order::Rejoin(_) => {
            building::open_order(&field, &order, &mut pending, &mut agenda);
        }
        Order::Ready(_) => agenda.push([Step::Leave(Phase::Maneuver)]),
        _ => {}
    }
}

fn moved(unit: RegimentId, motion: Motion, from: Pose, to: Pose, cost: Inches) -> Event {
    Event::Moved { unit, motion, from, via: Vec::new(), to, cost, forward: Inches::ZERO, wheel: Degrees::ZERO }
}

/// What a regiment wants to move for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intent {
    /// Its free move.
    Free,
    /// Buying Double-Time, which comes with the special orders.
    DoubleTime,
}

/// Whether a regiment may still move at all this turn, whatever the ground.
///
/// # Errors
/// Says what holds it.
pub fn free_to_move(field: &Field, unit: &Unit, intent: Intent) -> Result<(), Refusal> {
    if field.clock_of(unit) == BrigadeClock::Broken {
        return Refusal::because("its brigade is Broken: it only goes back", "Companion 16 \u{a7}8.2");
    }
    if field.engaged(unit.id()) {
        return Refusal::because("it is in contact with the enemy", "Companion 7 \u{a7}5.0");
    }
    if let Some(house) = unit.place.within {
        let name = field.ground.name_of(house.piece);
        return Refusal::because(format!("it is inside {name}: it comes out first"), building::PAGE);
    }
    if unit.deeds.assaulted {
        return Refusal::because("it took part in an assault this turn", FREE);
    }
    if unit.deeds.fell_back {
        return Refusal::because("it has fallen back in good order this turn", MANEUVERS);
    }
    if unit.deeds.pivoted {
        return Refusal::because("it has pivoted in place this turn", "Companion 16 \u{a7}5.1");
    }
    if field.clock.assaults_begun && intent == Intent::Free && !unit.deeds.doubled {
        return Refusal::because("free moves come before assaults, and one has been declared", "RULE-01-3.3");
    }
    Ok(())
}

/// Free maneuvers come before the special orders (RULE-01-3.3).
fn before_assaults(field: &Field) -> Result<(), Refusal> {
    if field.clock.assaults_begun {
        return Refusal::because("free maneuvers come before assaults, and one has been declared", "RULE-01-3.3");
    }
    Ok(())
}

/// A march: advance, at most one wheel, advance.
///
/// # Errors
/// Says what it lacks, in inches.
pub fn check_march(field: &Field, id: RegimentId, march: &March) -> Result<(), Refusal> {
    let unit = active_unit(field, id, Phase::Maneuver, FREE)?;
    free_to_move(field, unit, Intent::Free)?;
    if march.wheel.0 != 0 {
        if field.tier(unit) == Tier::OutOfCommunication {
            return Refusal::because("out of communication it may only go straight ahead", "Companion 16 \u{a7}2.2");
        }
        if field.clock.assaults_begun {
            return Refusal::because("Double-Time after assaults have begun is straight ahead", "RULE-01-3.3");
        }
    }
    planner::lawful(field, id, march).map(|_| ())
}

/// A path without wheels: a column along a road, a skirmish line.
///
/// # Errors
/// Says what it lacks, in inches.
pub fn check_follow(field: &Field, id: RegimentId, path: &[Spot], facing: Degrees) -> Result<(), Refusal> {
    let unit = active_unit(field, id, Phase::Maneuver, FREE)?;
    free_to_move(field, unit, Intent::Free)?;
    if field.tier(unit) == Tier::OutOfCommunication {
        return Refusal::because("out of communication it may only go straight ahead", "Companion 16 \u{a7}2.2");
    }
    before_assaults(field)?;
    planner::lawful_track(field, id, path, facing).map(|_| ())
}

/// A march as it is ordered.
fn progress(field: &Field, unit: &Unit, gait: Gait, way: Way, walk: Walk) -> MarchProgress {
    MarchProgress {
        unit: unit.id(),
        gait,
        done: Inches::ZERO,
        stands: unit.stands(),
        crossings: crossings(field, unit, gait, &way),
        way,
        cost: walk.cost,
        cap: walk.cap,
        paid: walk.paid,
        obstacles: walk.crossings,
        entered: walk.entered,
    }
}

/// A march on its way: to the next point where an enemy may fire, or to its end.
///
/// # Errors
/// See [`Stop`].
pub fn go_on(progress: &MarchProgress, hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    let unit = field.unit(progress.unit);
    if unit.condition.gone || progress.way.is_over(unit.place.pose) {
        return Ok(());
    }
    // Losses change the outline: if the way is not free for it any more, the march ends where it is.
    let changed = unit.stands() != progress.stands;
    if changed && progress.gait == Gait::Forward && planner::way_is_free(field, unit.id(), &progress.way).is_err() {
        hand.say(Event::MarchEnded(unit.id()));
        return Ok(());
    }
    let frontage = unit.footprint().frontage;
    let Some((along, _)) = progress.crossings.first().copied() else {
        leg(progress, &progress.way, progress.cost, None, hand);
        return Ok(());
    };
    if along > Inches::ZERO {
        let (part, rest) = progress.way.split(unit.place.pose, frontage, along);
        let cost = along.min(progress.cost);
        leg(progress, &part, cost, Some(progress.done + along), hand);
        let crossings = progress.crossings.iter().map(|(at, id)| (*at - along, *id)).collect();
        hand.then(Step::March(MarchProgress {
            way: rest,
            done: progress.done + along,
            crossings,
            cost: progress.cost - cost,
            ..progress.clone()
        }));
        return Ok(());
    }
    let here: Vec<RegimentId> =
        progress.crossings.iter().take_while(|(at, _)| *at == Inches::ZERO).map(|(_, id)| *id).collect();
    let later: Vec<_> = progress.crossings[here.len()..].to_vec();
    let able: Vec<Choice> = here
        .iter()
        .filter(|id| volley::reckon(field, **id, progress.unit, Volley::Opportunity).is_ok())
        .map(|id| Choice::OpportunityFire(*id))
        .collect();
    let mut onward = MarchProgress { crossings: later, ..progress.clone() };
    if !able.is_empty() {
        let side = unit.side().other();
        let choices = able.into_iter().chain([Choice::Decline]).collect();
        match hand.ask(side, Ask::Crossing { mover: progress.unit }, choices)? {
            Choice::OpportunityFire(by) => {
                // One reaction for each action of the enemy (Companion 16 §6.0).
                onward.crossings.clear();
                hand.then(Step::Volley { unit: by, target: progress.unit, volley: Volley::Opportunity });
            }
            _ => hand.say(Event::Declined(side)),
        }
    }
    hand.then(Step::March(onward));
    Ok(())
}

/// One stretch of a march, with what the ground does to it up to these inches of the whole path, or to its end.
fn leg(progress: &MarchProgress, way: &Way, cost: Inches, until: Option<Inches>, hand: &mut Hand) {
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
        cost,
        forward,
        wheel: way.wheel(),
    });
    // An advance of an inch leaves the smoke behind (Companion 5 §5.0).
    let advanced = unit.deeds.forward + forward;
    if advanced >= Inches::new(1) && hand.field.smoke.iter().any(|smoke| smoke.of == id) {
        hand.say(Event::SmokeLifted { unit: id, why: "it advanced out of it" });
    }
    // Tests and Disorder that the ground asks for: stone walls (Companion 16 §4.2), dense woods (§4.1). Skirmishers climb
    // and thread their way, and the woods disorder formed infantry and cavalry only (B26).
    let walls = progress
        .obstacles
        .iter()
        .filter(|crossing| crossing.kind == ObstacleKind::StoneWall && here(crossing.along))
        .filter(|_| !unit.place.formation.is_skirmish())
        .map(|crossing| (crossing.along, Step::Check { unit: id, test: Test::Wall, by: None }));
    let woods = progress
        .entered
        .iter()
        .filter(|entry| entry.kind == AreaKind::DenseWoods && here(entry.along))
        .filter(|_| unit.is_formed())
        .map(|entry| (entry.along, Step::Disorder { unit: id, cause: Cause::DenseWoods, from: None }));
    let mut tests: Vec<_> = walls.chain(woods).collect();
    tests.sort_by_key(|(along, _)| *along);
    for (_, test) in tests {
        hand.then(test);
    }
}

/// Prices of areas and the cap, for the log and for the rest of the turn.
fn say_paid(hand: &mut Hand, progress: &MarchProgress) {
    let field = hand.field;
    let deeds = &field.unit(progress.unit).deeds;
    let unit = progress.unit;
    if let Some(cap) = progress.cap.filter(|cap| deeds.cap != Some(*cap)) {
        hand.say(Event::Capped { unit, cap });
    }
    let new = progress.paid & !deeds.paid;
    for n in (0..128u16).filter(|n| new & (1 << n) != 0) {
        let price = field.ground.areas.get(usize::from(n)).map_or(Inches::ZERO, |area| movement::area_price(area.kind));
        hand.say(Event::Crossed { unit, piece: PieceId(n), price });
    }
}

/// Where along a march each enemy may fire at it: the mover passes laterally through the enemy's arc within 8.0", and
/// the point is the nearest to the enemy (C-30, C-31). What it has moved earlier in the turn counts for the passing, so
/// that many short moves are no way round it.
pub fn crossings(field: &Field, unit: &Unit, gait: Gait, way: &Way) -> Vec<(Inches, RegimentId)> {
    const STEP: i32 = 250;
    const REACH: Inches = Inches::new(8);
    let frontage = unit.footprint().frontage;
    let from = unit.place.pose;
    let length = way.length(from, frontage);
    let point = |along: Inches| match gait {
        Gait::Forward => way.at(from, frontage, along).at.vec(),
        Gait::Back => from.ahead(-along).at.vec(),
    };
    let steps = |length: Inches| (0..=length.0 / STEP).map(|n| Inches(n * STEP));
    let mut samples: Vec<(Inches, Vec2)> = steps(length).map(|along| (along, point(along))).collect();
    if samples.last().is_none_or(|(at, _)| *at < length) {
        samples.push((length, point(length)));
    }
    let before: Vec<Vec2> = unit.deeds.began.map_or_else(Vec::new, |began| {
        let (began, here) = (began.vec(), from.at.vec());
        let way = Inches::round(began.distance(here));
        steps(way).map(|along| began.lerp(here, along.get() / way.get().max(0.001))).collect()
    });
    let mut all: Vec<(Inches, RegimentId)> = field
        .of(unit.side().other())
        .filter(|enemy| enemy.place.formation != Formation::RoadColumn && !enemy.deeds.reacted)
        .filter_map(|enemy| {
            let base = enemy.footprint();
            let arc = Arc::of(&base);
            // A garrison looks all round.
            let inside = enemy.place.within.is_some();
            let distance = |point: Vec2| if inside { base.gap_to(point) } else { front_distance(&base, point) };
            let seen = |point: Vec2| (inside || arc.holds(point)) && distance(point) <= REACH;
            let now: Vec<(Inches, Vec2)> = samples.iter().filter(|(_, point)| seen(*point)).copied().collect();
            let last = now.last()?.1;
            let first = before.iter().find(|point| seen(**point)).copied().unwrap_or(now.first()?.1);
            let shift = last - first;
            let nearest = now.iter().min_by_key(|(at, point)| (distance(*point), *at))?;
            let ahead = match inside {
                true => (nearest.1 - base.centre()).normalize_or(base.pose.heading.forward()),
                false => base.pose.heading.forward(),
            };
            let sideways = Inches::round(shift.dot(ahead.perp()).abs());
            let along = Inches::round(shift.dot(ahead).abs());
            if sideways < Inches::new(1) || sideways <= along {
                return None;
            }
            Some((nearest.0, enemy.id()))
        })
        .collect();
    all.sort();
    all
}

/// From a front edge to a point.
fn front_distance(base: &Footprint, point: Vec2) -> Inches {
    let [left, right] = base.front();
    let along = right - left;
    let t = ((point - left).dot(along) / along.length_squared()).clamp(0.0, 1.0);
    Inches::round(point.distance(left + along * t))
}

/// The ground where a regiment would stand is clear: on the table, on nobody, more than 1.0" from the enemy.
///
/// # Errors
/// Says who or what is too near.
pub fn clear(field: &Field, unit: &Unit, pose: Pose, formation: Formation, files: Files) -> Result<(), Refusal> {
    clear_for(field, unit, pose, formation, files, Through::Ending)
}

/// Whether a regiment stays where it is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Through {
    /// It ends there.
    Ending,
    /// It goes on: one that began within 1.0" of an enemy may still be leaving him.
    Passing,
}

/// As [`clear`], for a point on the way as well.
///
/// # Errors
/// Says who or what is too near.
pub fn clear_for(
    field: &Field,
    unit: &Unit,
    pose: Pose,
    formation: Formation,
    files: Files,
    way: Through,
) -> Result<(), Refusal> {
    let outline = footprint(pose, formation, files);
    let (width, height) = (field.ground.width.get(), field.ground.height.get());
    let off = |c: &Vec2| c.x < -0.0005 || c.y < -0.0005 || c.x > width + 0.0005 || c.y > height + 0.0005;
    if outline.corners().iter().any(off) {
        return Refusal::because("it would leave the table", FREE);
    }
    let stands = bases(pose, formation, files);
    let sunk = field.ground.standing_buildings().map(|(_, house)| planner::sunk(&unit.bases(), &[house.base]));
    let sunk = if unit.place.within.is_some() { 0.0 } else { sunk.fold(0.0, f32::max) };
    if let Some(house) = building::blocked(&field.ground, &stands, sunk) {
        return Refusal::because(format!("{} is in the way", house.name), building::PAGE);
    }
    for other in field.standing().filter(|other| other.id() != unit.id()) {
        if outline.gap(&other.footprint()) > STANDOFF {
            continue;
        }
        let theirs = other.bases();
        if other.side() == unit.side() {
            let sunk = planner::sunk(&unit.bases(), &theirs);
            if stands.iter().any(|s| theirs.iter().any(|o| s.overlaps_more(o, sunk))) {
                return Refusal::because(format!("the {} is in the way", other.name()), MANEUVERS);
            }
        } else if let Some(gap) = stands.iter().flat_map(|s| theirs.iter().map(|o| s.gap(o))).min()
            && gap <= STANDOFF
            && !(way == Through::Passing && gap > unit.footprint().gap(&other.footprint()))
        {
            return Refusal::because(
                format!("it would be {gap} from the {}; free moves keep more than {STANDOFF}", other.name()),
                FREE,
            );
        }
    }
    Ok(())
}

/// Where a pivot about the front centre of the Color Stand leads (Q29).
pub fn pivoted(unit: &Unit, angle: Degrees) -> Pose {
    let colors = unit.colors();
    let heading = (unit.place.pose.heading + angle).heading();
    let stand = dress::colors(unit.place.formation, unit.place.files);
    let at = colors - heading.right() * stand.right.get() - heading.forward() * stand.ahead.get();
    Pose::round(at, heading)
}

/// A pivot in place, up to 45° (C-24); the regiment does nothing else in Phase 2.
///
/// # Errors
/// Says why not.
pub fn check_pivot(field: &Field, id: RegimentId, angle: Degrees) -> Result<(), Refusal> {
    const PAGE: &str = "Companion 16 \u{a7}5.1";
    let unit = active_unit(field, id, Phase::Maneuver, PAGE)?;
    free_to_move(field, unit, Intent::Free)?;
    if field.tier(unit) == Tier::OutOfCommunication {
        return Refusal::because("out of communication it may not turn", "Companion 16 \u{a7}2.2");
    }
    before_assaults(field)?;
    if unit.deeds.moved || unit.deeds.spent > Inches::ZERO {
        return Refusal::because("it has moved; a pivot is in place", PAGE);
    }
    if angle.0 == 0 || angle.abs() > Degrees::new(45) {
        return Refusal::because(format!("a pivot is up to 45\u{b0}, not {}", angle.abs()), PAGE);
    }
    clear(field, unit, pivoted(unit, angle), unit.place.formation, unit.place.files)
}

/// A change of formation; gives what it costs (Companion 16 §3.2).
///
/// # Errors
/// Says why not.
pub fn check_form(field: &Field, id: RegimentId, to: Formation) -> Result<Inches, Refusal> {
    const PAGE: &str = "Companion 16 \u{a7}3.2";
    let unit = active_unit(field, id, Phase::Maneuver, PAGE)?;
    free_to_move(field, unit, Intent::Free)?;
    let from = unit.place.formation;
    if from == to {
        return Refusal::because(format!("it is in {to}"), PAGE);
    }
    if field.tier(unit) == Tier::OutOfCommunication {
        return Refusal::because("out of communication it may not change formation", "Companion 16 \u{a7}2.2");
    }
    if field.clock.assaults_begun {
        return Refusal::because("formation changes come before assaults, and one has been declared", "RULE-01-3.3");
    }
    let allowance = allowance_in(field, unit, to);
    let spent = unit.deeds.spent;
    let cost = match movement::formation_change(unit.regiment.arm, from, to) {
        Change::Never => return Refusal::because(format!("from {from} it does not change to {to}"), PAGE),
        Change::WholePhase if unit.deeds.moved || spent > Inches::ZERO => {
            return Refusal::because(format!("from {from} to {to} takes the whole phase, and it has moved"), PAGE);
        }
        Change::WholePhase => allowance.max(planner::mover(field, unit).allowance),
        Change::Costs(cost) if spent + cost > allowance => {
            let left = (allowance - spent).floor_zero();
            return Refusal::because(format!("it costs {cost}; of {allowance} in {to} {left} is left"), PAGE);
        }
        Change::Costs(cost) => cost,
    };
    let files = Files::of(unit.place.files.total());
    clear(field, unit, unit.place.pose, to, files)?;
    building::tether(field, unit, &bases(unit.place.pose, to, files))?;
    Ok(cost)
}

/// What the regiment could spend this turn in a formation: the new one's rate, less what it has moved already (B20).
fn allowance_in(field: &Field, unit: &Unit, formation: Formation) -> Inches {
    let mut changed = unit.clone();
    changed.place.formation = formation;
    let allowance = planner::mover(field, &changed).allowance;
    unit.deeds.cap.map_or(allowance, |cap| cap.min(allowance))
}

/// Where an about face leads: the footprint stays, front and rear change places (Q01).
pub fn about(unit: &Unit) -> Pose {
    let depth = unit.footprint().depth.get();
    Pose::round(unit.place.pose.local(0.0, -depth), unit.place.pose.heading + Degrees::HALF_TURN)
}

/// About Face: 1.0" of movement, no fire this turn (Companion 16 §3.3).
///
/// # Errors
/// Says why not.
pub fn check_about_face(field: &Field, id: RegimentId) -> Result<(), Refusal> {
    let unit = active_unit(field, id, Phase::Maneuver, MANEUVERS)?;
    free_to_move(field, unit, Intent::Free)?;
    before_assaults(field)?;
    let mover = planner::mover(field, unit);
    let total = mover.cap.map_or(mover.allowance, |cap| cap.min(mover.allowance));
    let left = (total - unit.deeds.spent).floor_zero();
    if left < ABOUT_FACE {
        return Refusal::because(format!("it costs {ABOUT_FACE}; {left} is left"), MANEUVERS);
    }
    Ok(())
}

/// Fall Back in Good Order: up to 3.0" straight back, facing the enemy (Companion 16 §3.3).
///
/// # Errors
/// Says why not.
pub fn check_fall_back(field: &Field, id: RegimentId, distance: Inches) -> Result<(), Refusal> {
    let unit = active_unit(field, id, Phase::Maneuver, MANEUVERS)?;
    free_to_move(field, unit, Intent::Free)?;
    before_assaults(field)?;
    if unit.deeds.moved || unit.deeds.spent > Inches::ZERO {
        return Refusal::because("it has moved; falling back is all that it does", MANEUVERS);
    }
    if distance.0 <= 0 || distance > FALL_BACK {
        return Refusal::because(format!("it falls back up to {FALL_BACK}, not {distance}"), MANEUVERS);
    }
    fall_back_walk(field, unit, distance).map(|_| ())
}

/// The ground behind is paid for as the ground in front would be, out of 3.0".
fn fall_back_walk(field: &Field, unit: &Unit, distance: Inches) -> Result<Walk, Refusal> {
    let own = planner::mover(field, unit);
    let mover = Mover { allowance: own.allowance.min(FALL_BACK), ..own };
    let march = March { advance: distance, ..March::default() };
    let walk = walk::walk(&field.ground, &mover, about(unit), &march).map_err(Refusal::from)?;
    let mut at = Inches::ZERO;
    while at < distance {
        at = (at + Inches(250)).min(distance);
        let way = if at < distance { Through::Passing } else { Through::Ending };
        clear_for(field, unit, unit.place.pose.ahead(-at), unit.place.formation, unit.place.files, way)?;
    }
    let end = unit.place.pose.ahead(-distance);
    building::tether(field, unit, &bases(end, unit.place.formation, unit.place.files))?;
    Ok(walk)
}

/// Hold: only a mark that the player has thought of it.
///
/// # Errors
/// Says why not.
pub fn check_hold(field: &Field, id: RegimentId) -> Result<(), Refusal> {
    let unit = active_unit(field, id, Phase::Maneuver, "Companion 16 \u{a7}2.3")?;
    if unit.deeds.held {
        return Refusal::because("it holds already", "Companion 16 \u{a7}2.3");
    }
    if unit.deeds.moved || unit.deeds.assaulted {
        return Refusal::because("it has moved this turn", "Companion 16 \u{a7}2.3");
    }
    Ok(())
}
