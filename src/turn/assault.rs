//! Assaults (Companion 16 §7.1, §7.2): the charge as a locked straight path, the pause at the 4.0" line, contact.

use super::agenda::{Agenda, Ask, ChargeProgress, Step};
use super::check::{active_unit, present};
use super::command::price;
use super::event::{Cause, Event, Exit, Halt, Motion, Test, Volley};
use super::field::{Field, Unit, bases, footprint};
use super::hand::{Hand, Stop};
use super::order::{Charge, Choice};
use super::phase::Phase;
use super::refusal::Refusal;
use super::resolve::Pending;
use super::{building, casualties, discipline, general, march, mount, sight, volley};
use crate::army::{BrigadeClock, Face, Formation, Grade, RegimentId, Trait};
use crate::book::options::RoadColumnCharged;
use crate::book::{Health, command, melee, movement};
use crate::geometry::{Arc, Degrees, Footprint, Inches, Pose, arc};
use crate::ground::walk::{self, ChargeLine, ChargeWalk};
use crate::ground::{self, AreaKind, ObstacleKind};

const DECLARE: &str = "Companion 16 \u{a7}7.1";
const STEP: Inches = Inches(250);

/// A charge as it would go if nobody interfered.
#[derive(Clone, PartialEq, Debug)]
pub struct ChargePlan {
    /// Who charges whom.
    pub charge: Charge,
    /// The face that it strikes.
    pub face: Face,
    /// How far to the right of the face's middle it aims: others strike the same face beside it.
    pub shift: Inches,
    /// Where it stands after turning on the spot to the line of its charge (Q06).
    pub start: Pose,
    /// From its front-edge midpoint to the midpoint of the face.
    pub distance: Inches,
    /// Inches along that line at which it pauses, 4.0" from the target; zero when it starts nearer.
    pub line: Inches,
    /// How far its charge move carries it.
    pub reach: Inches,
    /// Where it ends, flush against the target.
    pub contact: Pose,
    /// What the ground does to it.
    pub walk: ChargeWalk,
    /// It will have momentum when it strikes (Companion 16 §7.3).
    pub momentum: bool,
    /// Level of the ground that it starts from (Companion 16 §4.4).
    pub level: i8,
}

impl ChargePlan {
    /// Whether it gets there.
    pub fn reaches(&self) -> bool {
        self.reach >= self.distance
    }
}

/// The face that a charger strikes: by where it starts (Companion 15 §4.0); of a building the nearest wall.
pub fn face(unit: &Unit, target: &Unit) -> Face {
    let (own, theirs) = (unit.footprint(), target.footprint());
    if target.place.within.is_some() {
        return building::nearest(&theirs, unit.place.pose.at.vec());
    }
    if arc::wholly_behind_rear(&theirs, &own) {
        Face::Rear
    } else if arc::wholly_behind_front(&theirs, &own) {
        let across = (own.centre() - theirs.centre()).dot(theirs.pose.heading.right());
        if across < 0.0 { Face::Left } else { Face::Right }
    } else {
        Face::Front
    }
}

/// Midpoint of a face, and the way a charger looks who stands flush against it.
fn against(target: &Footprint, face: Face) -> Pose {
    let (half, depth) = (target.frontage.get() / 2.0, target.depth.get());
    let (right, ahead, turn) = match face {
        Face::Front => (0.0, 0.0, 180),
        Face::Rear => (0.0, -depth, 0),
        Face::Left => (-half, -depth / 2.0, 90),
        Face::Right => (half, -depth / 2.0, -90),
    };
    Pose::round(target.pose.local(right, ahead), target.pose.heading + Degrees::new(turn))
}

/// Reckons a charge.
///
/// # Errors
/// Says why it cannot be declared against this target.
pub fn reckon(field: &Field, charge: Charge) -> Result<ChargePlan, Refusal> {
    reckon_with(field, charge, &[charge])
}

/// Where in the row of those who charge the same face a charger's place is, to the right of the face's middle as they
/// look: side by side in the order in which they stand, the whole row centred on the face.
fn place_in_row(field: &Field, charge: Charge, face: Face, together: &[Charge]) -> Inches {
    let target = field.unit(charge.target);
    let right = against(&target.footprint(), face).heading.right();
    let mut row: Vec<(Inches, RegimentId, Inches)> = together
        .iter()
        .filter(|other| other.target == charge.target && self::face(field.unit(other.unit), target) == face)
        .map(|other| {
            let base = field.unit(other.unit).footprint();
            (Inches::round(base.centre().dot(right)), other.unit, base.frontage)
        })
        .collect();
    row.sort();
    let whole: Inches = row.iter().map(|(_, _, frontage)| *frontage).sum();
    let before: Inches = row.iter().take_while(|(_, id, _)| *id != charge.unit).map(|(_, _, frontage)| *frontage).sum();
    before + field.unit(charge.unit).footprint().frontage.half() - whole.half()
}

/// The aim moved sideways.
fn shifted(aim: Pose, shift: Inches) -> Pose {
    Pose::round(aim.local(shift.get(), 0.0), aim.heading)
}

/// As [`reckon`], with those of the same assault, who move at the same time and are not in the way.
fn reckon_with(field: &Field, charge: Charge, together: &[Charge]) -> Result<ChargePlan, Refusal> {
    let companions: Vec<RegimentId> = together.iter().map(|charge| charge.unit).collect();
    let companions = companions.as_slice();
    let (unit, target) = (present(field, charge.unit)?, present(field, charge.target)?);
    if target.side() == unit.side() {
        return Refusal::because(format!("the {} is a friend", target.name()), DECLARE);
    }
    super::terrain::may_leave_to_charge(field, unit, target)?;
    let rates = unit.rates();
    let Some(allowance) = rates.charge else {
        return Refusal::because(format!("{} cannot charge", stays(unit.place.formation)), "Companion 16 \u{a7}3.1");
    };
    let (own, theirs) = (unit.footprint(), target.footprint());
    if !Arc::of(&own).sees(&theirs) {
        return Refusal::because(format!("the {} is outside its 45\u{b0} arc", target.name()), DECLARE);
    }
    let gap = own.front_gap(&theirs);
    if gap > allowance {
        return Refusal::because(format!("the {} is {gap} away; a charge is {allowance}", target.name()), DECLARE);
    }
    if !sight::in_sight(field, charge.unit, charge.target) {
        let seen = sight::sees(field, charge.unit, charge.target);
        let blocks: Vec<String> = seen
            .stands
            .first()
            .map_or_else(Vec::new, |stand| stand.sight.blocks.iter().map(ToString::to_string).collect());
        let why = format!("the {} is out of its sight: {}", target.name(), blocks.join("; "));
        return Refusal::because(why, "Companion 16 \u{a7}4.4");
    }
    let face = face(unit, target);
    let shift = place_in_row(field, charge, face, together);
    let aim = shifted(against(&theirs, face), shift);
    let (distance, start) = line_of_charge(unit, aim)?;
    let square = start.heading.to(aim.heading).abs();
    if square > Degrees::new(45) {
        let why = format!("it would strike at {square} from square; it may turn 45\u{b0} to lie flush");
        return Refusal::because(why, "Companion 15 \u{a7}4.0");
    }
    let outline = |at: Inches| Footprint { pose: start.ahead(at), ..own };
    path_is_clear(field, unit, target, companions, distance, outline)?;
    let Some(contact) = contact_pose(field, unit, target, aim, companions) else {
        let front = theirs.frontage;
        let why = format!("there is no room for it to come flush against the {front} of the {}", target.name());
        return Refusal::because(why, "Companion 15 \u{a7}4.0");
    };
    let line = pause(distance, melee::LINE_OF_REACTION, |at| outline(at).front_gap(&theirs));
    building::tether(field, unit, &bases(contact, unit.place.formation, unit.place.files))?;
    let walk = ground_of_charge(field, unit, target, start, distance, allowance);
    let momentum = distance >= melee::MOMENTUM_RUN && walk.open_run && !walk.through_abatis();
    let level = field.ground.level_of(&own);
    Ok(ChargePlan { charge, face, shift, start, distance, line, reach: walk.reach, contact, walk, momentum, level })
}

/// Those whose row of the movement table has no charge (Companion 16 §3.1), as a sentence begins with them.
const fn stays(formation: Formation) -> &'static str {
    match formation {
        Formation::RoadColumn => "a road column",
        Formation::MountedColumn => "a mounted column",
        Formation::Dismounted => "cavalry on foot",
        Formation::LedHorses => "the men who hold the horses",
        Formation::Limbered => "a limbered battery",
        Formation::Unlimbered => "a battery",
        Formation::Garrison => "a garrison",
        Formation::Line | Formation::AssaultColumn | Formation::MountedLine => "it",
    }
}

/// From the charger's front-edge midpoint straight to the aim; it may turn 45° on the spot to look along it (Q06).
fn line_of_charge(unit: &Unit, aim: Pose) -> Result<(Inches, Pose), Refusal> {
    let from = unit.place.pose;
    let along = aim.at.vec() - from.at.vec();
    let distance = Inches::round(along.length());
    let heading = if distance == Inches::ZERO { from.heading } else { Degrees::along(along) };
    let turn = from.heading.to(heading).abs();
    if turn > Degrees::new(45) {
        let why = format!("it would have to turn {turn} to the line of its charge; 45\u{b0} is the most");
        return Refusal::because(why, "Companion 6 \u{a7}2.0");
    }
    Ok((distance, Pose { heading, ..from }))
}

/// What the charge pays on its way; the obstacle that covers the defender is in the melee, not in the move (Q07).
fn ground_of_charge(
    field: &Field,
    unit: &Unit,
    target: &Unit,
    start: Pose,
    distance: Inches,
    allowance: Inches,
) -> ChargeWalk {
    let eyes: Vec<_> = unit.bases().iter().map(|base| base.pose.at.vec()).collect();
    let exempt = ground::linear_cover(&field.ground, &eyes, &target.bases()).map(|(piece, _)| piece);
    let line = ChargeLine {
        rates: unit.rates(),
        allowance,
        frontage: unit.footprint().frontage,
        from: start,
        distance,
        exempt,
        shelter: field.ground.sunken_road_at(target.place.pose.at.vec()),
    };
    walk::walk_charge(&field.ground, &line)
}

/// First point of a straight charge at which the gap to the target is no more than `wanted`.
fn pause(distance: Inches, wanted: Inches, gap: impl Fn(Inches) -> Inches) -> Inches {
    if gap(Inches::ZERO) <= wanted {
        return Inches::ZERO;
    }
    // The gap shrinks along a straight charge: halve the stretch until the thousandth is found.
    let (mut far, mut near) = (0, distance.0);
    while near - far > 1 {
        let middle = (far + near) / 2;
        if gap(Inches(middle)) <= wanted { near = middle } else { far = middle }
    }
    Inches(near)
}

/// No friend on the path, and no other enemy who would be struck first (C-94).
fn path_is_clear(
    field: &Field,
    unit: &Unit,
    target: &Unit,
    companions: &[RegimentId],
    distance: Inches,
    outline: impl Fn(Inches) -> Footprint,
) -> Result<(), Refusal> {
    let others: Vec<&Unit> = field
        .standing()
        .filter(|other| other.id() != unit.id() && other.id() != target.id() && !companions.contains(&other.id()))
        .collect();
    let theirs = target.footprint();
    let mut at = Inches::ZERO;
    while at < distance {
        let here = outline(at);
        if here.overlaps(&theirs) {
            break;
        }
        if let Some(house) = building::blocked(&field.ground, &[here], 0.0) {
            return Refusal::because(format!("{} is in the way", house.name), "Companion 6 \u{a7}2.0");
        }
        for other in &others {
            if here.gap(&other.footprint()) == Inches::ZERO && other.bases().iter().any(|base| here.overlaps(base)) {
                let why = if other.side() == unit.side() {
                    format!("the {} is in the way", other.name())
                } else {
                    format!("it would strike the {} first", other.name())
                };
                return Refusal::because(why, "Companion 6 \u{a7}2.0");
            }
        }
        at += STEP;
    }
    Ok(())
}

/// Flush against the face, slid sideways up to 1.0" to find room (C-26), further where friends are there already.
fn contact_pose(field: &Field, unit: &Unit, target: &Unit, aim: Pose, companions: &[RegimentId]) -> Option<Pose> {
    let others: Vec<&Unit> = field
        .standing()
        .filter(|other| other.id() != unit.id() && other.id() != target.id())
        .filter(|other| !companions.contains(&other.id()) || field.engaged(other.id()))
        .collect();
    let joined = field.engaged_with(target.id()).iter().any(|id| *id != unit.id());
    let most = if joined { target.footprint().frontage + unit.footprint().frontage } else { Inches::new(2) }.0 / 2;
    let theirs = target.bases();
    let room = |slide: i32| {
        let pose = Pose::round(aim.local(slide as f32 / 1000.0, 0.0), aim.heading);
        let outline = footprint(pose, unit.place.formation, unit.place.files);
        let free = others.iter().all(|other| {
            outline.gap(&other.footprint()) > Inches::ZERO
                || !super::field::bases(pose, unit.place.formation, unit.place.files)
                    .iter()
                    .any(|mine| other.bases().iter().any(|base| mine.overlaps(base)))
        });
        let stands = bases(pose, unit.place.formation, unit.place.files);
        let free = free && building::blocked(&field.ground, &stands, 0.0).is_none();
        let touches = theirs.iter().any(|base| outline.shared_edge(base) > Inches::ZERO);
        let (width, height) = (field.ground.width.get(), field.ground.height.get());
        let on = outline.corners().iter().all(|c| c.x >= 0.0 && c.y >= 0.0 && c.x <= width && c.y <= height);
        (free && touches && on).then_some(pose)
    };
    (0..=most / STEP.0).find_map(|n| room(n * STEP.0).or_else(|| room(-n * STEP.0)))
}

/// An assault by one regiment, or by several that stand together (Companion 16 §7.1).
///
/// # Errors
/// Says why not.
pub fn check(field: &Field, charges: &[Charge]) -> Result<(), Refusal> {
    let Some(first) = charges.first() else {
        return Refusal::because("an assault needs a regiment", DECLARE);
    };
    let units: Vec<RegimentId> = charges.iter().map(|charge| charge.unit).collect();
    if (1..units.len()).any(|n| units[..n].contains(&units[n])) {
        return Refusal::because("a regiment charges once", DECLARE);
    }
    let mut ends: Vec<(RegimentId, Footprint)> = Vec::new();
    for charge in charges {
        may_assault(field, charge.unit)?;
        let unit = field.unit(charge.unit);
        let plan = reckon_with(field, *charge, charges)?;
        let there = footprint(plan.contact, unit.place.formation, unit.place.files);
        if let Some((other, _)) = ends.iter().find(|(_, taken)| there.overlaps(taken)) {
            let target = field.unit(charge.target);
            let why = format!(
                "there is no room for it beside the {} on the {} of the {}",
                field.unit(*other).name(),
                target.footprint().frontage,
                target.name()
            );
            return Refusal::because(why, "Companion 15 \u{a7}4.0");
        }
        ends.push((charge.unit, there));
    }
    if charges.len() == 1 {
        return price(field, field.unit(first.unit), command::ASSAULT).map(|_| ());
    }
    together(field, &units)?;
    let worst = worst_placed(field, &units);
    price(field, worst, command::DRESS_ON_THE_COLORS).map(|_| ())
}

/// The participant whose orders take longest: its tier sets the price (B09).
fn worst_placed<'a>(field: &'a Field, units: &[RegimentId]) -> &'a Unit {
    let worst = units.iter().max_by_key(|id| (field.tier(field.unit(**id)), **id));
    field.unit(*worst.unwrap_or(&units[0]))
}

/// What the charger itself must be.
fn may_assault(field: &Field, id: RegimentId) -> Result<(), Refusal> {
    let unit = active_unit(field, id, Phase::Maneuver, DECLARE)?;
    let deeds = &unit.deeds;
    if unit.condition.disordered {
        return Refusal::because("a Disordered regiment cannot assault", DECLARE);
    }
    if field.clock_of(unit) >= BrigadeClock::Hesitant {
        let why = format!("its brigade is {}: no assaults", field.clock_of(unit));
        return Refusal::because(why, "Companion 16 \u{a7}8.2");
    }
    if field.health(unit) == Health::Spent && field.attached_to(id).is_none() {
        return Refusal::because("a Spent regiment assaults only with a general", DECLARE);
    }
    if field.engaged(id) {
        return Refusal::because("it is in contact with the enemy", DECLARE);
    }
    if deeds.assaulted {
        return Refusal::because("it has assaulted this turn", DECLARE);
    }
    super::terrain::not_at_work(unit)?;
    super::shock::not_halted(unit)?;
    if deeds.moved || deeds.wheeled || deeds.pivoted || deeds.reformed || deeds.doubled {
        return Refusal::because("it has moved or re-formed this turn", "RULE-01-3.1");
    }
    Ok(())
}

/// One brigade, each within 1.0" of another, facing alike (Companion 16 §2.3).
fn together(field: &Field, units: &[RegimentId]) -> Result<(), Refusal> {
    const PAGE: &str = "Companion 16 \u{a7}2.3";
    let brigade = field.unit(units[0]).regiment.brigade;
    let mut reached = vec![units[0]];
    let mut next = 0;
    while next < reached.len() {
        let here = field.unit(reached[next]);
        next += 1;
        for id in units {
            let other = field.unit(*id);
            let turned = here.place.pose.heading.to(other.place.pose.heading).abs();
            // Beside it, not behind it.
            let apart = other.footprint().centre() - here.footprint().centre();
            let heading = here.place.pose.heading;
            let beside = apart.dot(heading.right()).abs() > apart.dot(heading.forward()).abs();
            let close = here.footprint().gap(&other.footprint()) <= melee::ADJACENT;
            let near = close && beside && turned <= Degrees::new(45);
            if near && !reached.contains(id) {
                reached.push(*id);
            }
        }
    }
    for id in units {
        let unit = field.unit(*id);
        if unit.regiment.brigade != brigade {
            return Refusal::because(format!("the {} is of another brigade", unit.name()), PAGE);
        }
        if !reached.contains(id) {
            let why = format!("the {} is not beside the others: within 1.0 in, facing within 45\u{b0}", unit.name());
            return Refusal::because(why, PAGE);
        }
    }
    Ok(())
}

/// The events and steps of an assault that has been checked.
pub fn declare(field: &Field, charges: &[Charge], pending: &mut Pending, agenda: &mut Agenda) {
    let units: Vec<RegimentId> = charges.iter().map(|charge| charge.unit).collect();
    let worst = worst_placed(field, &units);
    let (standard, on) = if units.len() == 1 {
        (command::ASSAULT, "an assault")
    } else {
        (command::DRESS_ON_THE_COLORS, "\"Dress on the Colors\"")
    };
    let pips = price(field, worst, standard).unwrap_or(standard);
    pending.said.push(Event::PipsSpent { brigade: worst.regiment.brigade, pips, on });
    pending.said.push(Event::AssaultDeclared(charges.to_vec()));
    // Free moves are over: Double-Time that was bought before is worth 3.0" straight ahead from now on (RULE-01-3.3).
    for unit in field.of(worst.side()).filter(|unit| unit.deeds.doubled && !units.contains(&unit.id())) {
        let cap = unit.deeds.spent + movement::DOUBLE_TIME;
        pending.said.push(Event::Capped { unit: unit.id(), cap: unit.deeds.cap.map_or(cap, |old| old.min(cap)) });
    }
    agenda.push([Step::ToTheLine(charges.to_vec())]);
}

/// Every charger turns to the line of its charge and goes to its 4.0" line, or as far as it can.
///
/// # Errors
/// None; the signature is that of every step.
pub fn to_the_line(charges: &[Charge], hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    let mut targets: Vec<RegimentId> = charges.iter().map(|charge| charge.target).collect();
    targets.sort();
    targets.dedup();
    for target in &targets {
        // A regiment of a Broken brigade routs when it is charged (Companion 16 §8.2).
        if field.clock_of(field.unit(*target)) == BrigadeClock::Broken {
            casualties::remove(hand, *target, Exit::Routed);
        }
    }
    let mut tests = Vec::new();
    let mut at_line: Vec<(RegimentId, RegimentId)> = Vec::new();
    let mut closing = Vec::new();
    let mut halted: Vec<Footprint> = Vec::new();
    for charge in charges {
        let Ok(plan) = reckon_with(field, *charge, charges) else { continue };
        let from = field.unit(charge.unit).place.pose;
        if plan.start != from {
            hand.say(step_of(charge.unit, Motion::FaceTarget, from, plan.start));
        }
        if field.clock_of(field.unit(charge.target)) == BrigadeClock::Broken {
            hand.say(Event::ChargeHalted { unit: charge.unit, why: Halt::TargetGone });
            closing.push(Step::Pursue { unit: charge.unit, most: plan.distance.min(plan.reach) });
            continue;
        }
        // Their paths draw together toward the target: nobody runs into his neighbour on the way.
        let own = field.unit(charge.unit).footprint();
        let mut to = plan.line.min(plan.reach);
        let outline = |to: Inches| Footprint { pose: plan.start.ahead(to), ..own };
        while to > Inches::ZERO && halted.iter().any(|other| outline(to).overlaps(other)) {
            to = (to - Inches(100)).floor_zero();
        }
        halted.push(outline(to));
        say_crossed(charge.unit, &plan.walk, Inches::ZERO, to, hand);
        if to > Inches::ZERO {
            advance(field.unit(charge.unit), plan.start, plan.start.ahead(to), hand);
        }
        tests.extend(ground_tests(charge.unit, &plan.walk, Inches::ZERO, to));
        if plan.reach < plan.line {
            hand.say(Event::ChargeHalted { unit: charge.unit, why: out_of_reach(field, &plan.walk) });
            continue;
        }
        at_line.push((charge.target, charge.unit));
        closing.push(Step::Close(ChargeProgress {
            unit: charge.unit,
            target: charge.target,
            face: plan.face,
            shift: plan.shift,
            left: plan.reach - to,
            arrives: plan.reaches(),
            momentum: plan.momentum,
        }));
    }
    for step in tests {
        hand.then(step);
    }
    for target in targets {
        let chargers: Vec<RegimentId> = at_line.iter().filter(|(t, _)| *t == target).map(|(_, unit)| *unit).collect();
        if !chargers.is_empty() {
            hand.then(Step::ReactToCharges { target, chargers });
        }
    }
    for step in closing {
        hand.then(step);
    }
    Ok(())
}

fn step_of(unit: RegimentId, motion: Motion, from: Pose, to: Pose) -> Event {
    let forward =
        if motion == Motion::Charge { Inches::round(from.at.vec().distance(to.at.vec())) } else { Inches::ZERO };
    Event::Moved { unit, motion, from, via: Vec::new(), to, cost: forward, forward, wheel: from.heading.to(to.heading) }
}

/// A stretch of a charge; like any advance of an inch it leaves the smoke behind (Companion 5 §5.0).
fn advance(unit: &Unit, from: Pose, to: Pose, hand: &mut Hand) {
    let event = step_of(unit.id(), Motion::Charge, from, to);
    let forward = Inches::round(from.at.vec().distance(to.at.vec()));
    hand.say(event);
    let smoking = hand.field.smoke.iter().any(|smoke| smoke.of == unit.id());
    if smoking && unit.deeds.forward + forward >= Inches::new(1) {
        hand.say(Event::SmokeLifted { unit: unit.id(), why: "it advanced out of it" });
    }
}

/// Obstacles that a charge has crossed between two points of it.
fn say_crossed(unit: RegimentId, walk: &ChargeWalk, from: Inches, to: Inches, hand: &mut Hand) {
    for crossing in walk.crossings.iter().filter(|crossing| crossing.along >= from && crossing.along < to) {
        hand.say(Event::Crossed { unit, piece: crossing.piece, price: crossing.price });
    }
}

/// Why a charge does not get there.
fn out_of_reach(field: &Field, walk: &ChargeWalk) -> Halt {
    match walk.halted.and_then(|piece| field.ground.piece(piece)) {
        Some(ground::Piece::Area(area)) if area.kind == AreaKind::SunkenRoad => Halt::SunkenRoad,
        Some(_) => Halt::Water,
        None => Halt::OutOfReach,
    }
}

/// Tests that the ground asks for between two points of a charge.
fn ground_tests(unit: RegimentId, walk: &ChargeWalk, from: Inches, to: Inches) -> Vec<Step> {
    let within = |along: Inches| along >= from && along < to;
    let walls = walk.crossings.iter().filter(|c| c.kind == ObstacleKind::StoneWall && within(c.along));
    let woods = walk.entered.iter().filter(|e| e.kind == AreaKind::DenseWoods && within(e.along));
    let walls = walls.map(|_| Step::Check { unit, test: Test::Wall, by: None });
    walls.chain(woods.map(|_| Step::Disorder { unit, cause: Cause::DenseWoods, from: None })).collect()
}

/// The defender's answer: one reaction for a regiment that is assaulted, against one of its chargers (Q08).
///
/// # Errors
/// See [`Stop`].
pub fn react(target: RegimentId, chargers: &[RegimentId], hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    let unit = field.unit(target);
    let chargers: Vec<RegimentId> = chargers.iter().copied().filter(|id| !field.unit(*id).condition.gone).collect();
    if unit.condition.gone || chargers.is_empty() {
        return Ok(());
    }
    let volleys: Vec<Choice> = chargers
        .iter()
        .filter(|at| volley::reckon(field, target, **at, Volley::Closing).is_ok())
        .map(|at| Choice::ClosingVolley { unit: target, at: *at })
        .collect();
    let answer = if volleys.is_empty() {
        Choice::Decline
    } else {
        let choices = volleys.into_iter().chain([Choice::Decline]).collect();
        hand.ask(unit.side(), Ask::ChargedAt { target, chargers: chargers.clone() }, choices)?
    };
    for charger in &chargers {
        hand.say(Event::AtTheLine(*charger));
    }
    match answer {
        Choice::ClosingVolley { at, .. } => {
            hand.then(Step::Volley { unit: target, target: at, volley: Volley::Closing })
        }
        _ => hand.say(Event::Declined(unit.side())),
    }
    Ok(())
}

/// The charger tests, if the volley took a stand or disordered it, and closes (Companion 16 §7.2).
///
/// # Errors
/// See [`Stop`].
pub fn close(progress: &ChargeProgress, hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    let ChargeProgress { unit: id, target, face, shift, left, arrives, momentum } = *progress;
    let (unit, enemy) = (field.unit(id), field.unit(target));
    if unit.condition.gone {
        hand.say(Event::ChargeHalted { unit: id, why: Halt::ChargerGone });
        return Ok(());
    }
    // Men who fail at their first fire stay at the line: no further check (Q30).
    if unit.deeds.halted {
        hand.say(Event::ChargeHalted { unit: id, why: Halt::Elephant });
        return Ok(());
    }
    let aim = shifted(against(&enemy.footprint(), face), shift);
    // Straight on, as it looks: lost stands shift its middle, not its path.
    let from = unit.place.pose;
    let ahead = (aim.at.vec() - from.at.vec()).dot(from.heading.forward());
    let distance = Inches::round(ahead).floor_zero();
    if enemy.condition.gone {
        hand.say(Event::ChargeHalted { unit: id, why: Halt::TargetGone });
        hand.then(Step::Pursue { unit: id, most: distance.min(left) });
        return Ok(());
    }
    // What is left is inches of the path, paid for already: here the ground is only asked for tests.
    let walk = ground_of_charge(field, unit, enemy, from, distance, distance + Inches::new(100));
    if unit.deeds.shaken && !discipline::passed(unit, Test::Contact, Some(target), hand)? {
        let own = unit.footprint();
        let short =
            pause(distance, melee::STALL, |at| Footprint { pose: from.ahead(at), ..own }.front_gap(&enemy.footprint()));
        say_crossed(id, &walk, Inches::ZERO, short.min(left), hand);
        run_on(unit, from, short.min(left), hand);
        hand.say(Event::ChargeHalted { unit: id, why: Halt::Stalled });
        for step in ground_tests(id, &walk, Inches::ZERO, short.min(left)) {
            hand.then(step);
        }
        hand.then(Step::Disorder { unit: id, cause: Cause::Failed(Test::Contact), from: Some(target) });
        return Ok(());
    }
    let contact = contact_pose(field, unit, enemy, aim, &[]);
    let Some(contact) = contact.filter(|_| arrives) else {
        let short = short_of_others(field, unit, from, left.min(distance));
        say_crossed(id, &walk, Inches::ZERO, short, hand);
        run_on(unit, from, short, hand);
        let why = if arrives { Halt::NoRoom } else { out_of_reach(field, &walk) };
        hand.say(Event::ChargeHalted { unit: id, why });
        for step in ground_tests(id, &walk, Inches::ZERO, short) {
            hand.then(step);
        }
        return Ok(());
    };
    say_crossed(id, &walk, Inches::ZERO, distance + Inches(1), hand);
    advance(unit, from, contact, hand);
    hand.say(Event::Contact { unit: id, target, face, momentum });
    for step in ground_tests(id, &walk, Inches::ZERO, distance) {
        hand.then(step);
    }
    hand.then(Step::Strike { unit: id, target });
    Ok(())
}

/// A last stretch straight ahead, if there is any.
fn run_on(unit: &Unit, from: Pose, distance: Inches, hand: &mut Hand) {
    if distance > Inches::ZERO {
        advance(unit, from, from.ahead(distance), hand);
    }
}

/// How far a charge goes that cannot come home, without touching anybody.
fn short_of_others(field: &Field, unit: &Unit, start: Pose, most: Inches) -> Inches {
    let own = unit.footprint();
    let mut at = Inches::ZERO;
    while at < most {
        let next = (at + STEP).min(most);
        let here = Footprint { pose: start.ahead(next), ..own };
        if building::blocked(&field.ground, &[here], 0.0).is_some()
            || field.standing().any(|other| other.id() != unit.id() && here.gap(&other.footprint()) == Inches::ZERO)
        {
            break;
        }
        at = next;
    }
    at
}

/// After a Bloody Draw the lines stay locked, whatever ends they lost: who struck closes up on whom he struck.
///
/// # Errors
/// None; the signature is that of every step.
pub fn close_up(id: RegimentId, target: RegimentId, hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    let (unit, enemy) = (field.unit(id), field.unit(target));
    if unit.condition.gone || enemy.condition.gone || field.engaged_with(id).contains(&target) {
        return Ok(());
    }
    let face = unit.condition.struck.filter(|struck| struck.target == target).map_or(Face::Front, |struck| struck.face);
    if let Some(to) = contact_pose(field, unit, enemy, against(&enemy.footprint(), face), &[]) {
        let from = unit.place.pose;
        hand.say(step_of(id, Motion::Consolidate, from, to));
    }
    Ok(())
}

/// What contact does before any melee dice: road columns are overrun, the Rebel Yell is heard, lone generals flee.
///
/// # Errors
/// None; the signature is that of every step.
pub fn strike(id: RegimentId, target: RegimentId, hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    let (unit, enemy) = (field.unit(id), field.unit(target));
    if unit.condition.gone || enemy.condition.gone {
        return Ok(());
    }
    general::overrun(hand, id);
    let overrun = field.options.road_column_charged == RoadColumnCharged::Destroyed;
    if enemy.place.formation == Formation::RoadColumn && overrun {
        casualties::remove(hand, target, Exit::Overrun);
        return Ok(());
    }
    match enemy.place.formation {
        Formation::LedHorses => {
            mount::captured(enemy, hand);
            return Ok(());
        }
        // A battery that cannot fire is taken without a fight (B132).
        Formation::Limbered => {
            casualties::remove(hand, target, Exit::GunsTaken);
            return Ok(());
        }
        _ => {}
    }
    if hears_the_yell(field, id, target) {
        hand.then(Step::Check { unit: target, test: Test::RebelYell, by: Some(id) });
    }
    Ok(())
}

/// Whether the Rebel Yell makes the target test: a Green or Regular regiment outside heavy works (Companion 16 §9.0).
pub fn hears_the_yell(field: &Field, id: RegimentId, target: RegimentId) -> bool {
    let (unit, enemy) = (field.unit(id), field.unit(target));
    unit.regiment.has(Trait::RebelYell)
        && matches!(enemy.regiment.grade, Grade::Green | Grade::Regular)
        && super::melee::cover(field, unit, enemy) < crate::book::cover::Cover::Heavy
}

/// The enemy is gone before contact: the charger may go as far as where it stood (Q26).
///
/// # Errors
/// See [`Stop`].
pub fn pursue(id: RegimentId, most: Inches, hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    let unit = field.unit(id);
    if unit.condition.gone {
        return Ok(());
    }
    let from = unit.place.pose;
    let most = short_of_others(field, unit, from, most);
    if most <= Inches::ZERO {
        return Ok(());
    }
    let choices = vec![Choice::Stand, Choice::Advance(most)];
    if let Choice::Advance(distance) = hand.ask(unit.side(), Ask::Consolidation(id), choices)? {
        let woods = march::into_dense_woods(field, unit, distance);
        advance(unit, from, from.ahead(distance), hand);
        if woods {
            hand.then(Step::Disorder { unit: id, cause: Cause::DenseWoods, from: None });
        }
    }
    Ok(())
}
