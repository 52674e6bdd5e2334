//! Phase 4: the opposed melee roll (Companion 16 §7.3) and its outcomes (§7.4).

use bevy::ecs::prelude::*;

use super::agenda::{Ask, Risk, Step};
use super::building;
use super::event::{Cause, Event, Exit, Modifier, Motion, Purpose};
use super::field::{Field, Unit};
use super::hand::{Hand, Roll, Stop, modifier, sum};
use super::march;
use super::order::Choice;
use super::phase::Phase;
use super::resolve::{Pending, in_phase};
use crate::army::{Face, Formation, RegimentId, Side, Trait};
use crate::book::cover::{self, Cover};
use crate::book::melee::{self, CONSOLIDATION};
use crate::book::options::{Engaged, RoadColumnCharged};
use crate::book::{Health, Page};
use crate::geometry::{Degrees, Inches};
use crate::ground::{self, AreaKind, ObstacleKind};

const SHOCK: &str = "Companion 16 \u{a7}7.3";

/// Adds the systems of this phase: it asks questions, and takes no other orders.
pub fn phase(schedule: &mut Schedule) {
    in_phase(schedule, Phase::Melee, open_order);
}

fn open_order(mut pending: ResMut<Pending>) {
    pending.take();
}

/// Every fight on the table, in the order of the regiments' ids (C-55).
pub fn open(hand: &mut Hand) {
    for fight in fights(hand.field) {
        hand.then(Step::Fight(fight));
    }
    hand.then(Step::Leave(Phase::Melee));
}

/// Regiments that hang together by base contact, each group in id order.
pub fn fights(field: &Field) -> Vec<Vec<RegimentId>> {
    let mut all: Vec<Vec<RegimentId>> = Vec::new();
    for unit in field.standing() {
        if all.iter().any(|group| group.contains(&unit.id())) {
            continue;
        }
        let mut group = vec![unit.id()];
        let mut next = 0;
        while next < group.len() {
            for enemy in field.engaged_with(group[next]) {
                if !group.contains(&enemy) {
                    group.push(enemy);
                }
            }
            next += 1;
        }
        if group.len() > 1 {
            group.sort();
            all.push(group);
        }
    }
    all
}

/// A fight is sorted into attackers and defenders, and its leads are named.
///
/// # Errors
/// None; the signature is that of every step.
pub fn fight(units: &[RegimentId], hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    let standing: Vec<RegimentId> = units.iter().copied().filter(|id| field.engaged(*id)).collect();
    let side_of = |id: &RegimentId| field.unit(*id).side();
    let charged = |side: Side| {
        standing.iter().filter(|id| side_of(id) == side).any(|id| {
            field.unit(*id).condition.struck.is_some_and(|struck| field.engaged_with(*id).contains(&struck.target))
        })
    };
    let active = field.clock.active;
    let attacking = if charged(active) || !charged(active.other()) { active } else { active.other() };
    let (attackers, defenders): (Vec<_>, Vec<_>) = standing.iter().copied().partition(|id| side_of(id) == attacking);
    if !attackers.is_empty() && !defenders.is_empty() {
        hand.then(Step::NameLeads { attackers, defenders, attack_lead: None });
    }
    Ok(())
}

/// The regiment with most stands engaged leads its side; its owner decides between equals (C-45, Q09).
///
/// # Errors
/// See [`Stop`].
pub fn name_leads(
    attackers: &[RegimentId],
    defenders: &[RegimentId],
    attack_lead: Option<RegimentId>,
    hand: &mut Hand,
) -> Result<(), Stop> {
    let own = if attack_lead.is_none() { attackers } else { defenders };
    let most = own.iter().map(|id| engaged_stands(hand.field, *id)).max().unwrap_or(0);
    let equal: Vec<RegimentId> = own.iter().copied().filter(|id| engaged_stands(hand.field, *id) == most).collect();
    let lead = if equal.len() == 1 {
        equal[0]
    } else {
        let choices = equal.iter().map(|id| Choice::Lead(*id)).collect();
        match hand.ask(hand.field.unit(equal[0]).side(), Ask::Lead(equal.clone()), choices)? {
            Choice::Lead(id) => id,
            _ => equal[0],
        }
    };
    let (attackers, defenders) = (attackers.to_vec(), defenders.to_vec());
    hand.then(match attack_lead {
        None => Step::NameLeads { attackers, defenders, attack_lead: Some(lead) },
        Some(attack_lead) => Step::MeleeDice { attackers, defenders, attack_lead, defence_lead: lead },
    });
    Ok(())
}

/// Own stands in edge contact with any enemy; at least one for a unit that is in contact at all (B76, Q14).
pub fn engaged_stands(field: &Field, id: RegimentId) -> u8 {
    let unit = field.unit(id);
    if unit.regiment.arm.is_artillery() {
        // One die and one for the crews, however many sections stand there (B60).
        return 1;
    }
    if field.options.engaged == Engaged::All {
        return unit.stands();
    }
    let enemies: Vec<_> = field.engaged_with(id).iter().flat_map(|enemy| field.unit(*enemy).bases()).collect();
    let touching =
        unit.bases().iter().filter(|base| enemies.iter().any(|enemy| base.shared_edge(enemy) > Inches::ZERO)).count()
            as u8;
    touching.max(1)
}

/// A side's part in a melee.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// It charged.
    Attacker,
    /// It was charged.
    Defender,
}

/// Everything added to a lead's die except engaged stands (Companion 16 §7.3, §4.4).
pub fn modifiers(field: &Field, lead: RegimentId, against: RegimentId, part: Part) -> Vec<Modifier> {
    let (unit, enemy) = (field.unit(lead), field.unit(against));
    let mut all = Vec::new();
    match field.health(unit) {
        Health::Fresh => all.push(modifier(1, "Fresh", SHOCK)),
        Health::Worn => {}
        Health::Spent | Health::Shattered => all.push(modifier(-1, "Spent", SHOCK)),
    }
    if unit.condition.disordered {
        all.push(modifier(melee::DISORDERED, "Disordered", SHOCK));
    }
    if field.attached_to(lead).is_some() {
        all.push(modifier(melee::BRIGADIER, "a general is with it", SHOCK));
    }
    match part {
        Part::Attacker => attacker(field, unit, enemy, &mut all),
        Part::Defender => {
            defender(field, unit, enemy, &mut all);
            // Who goes to meet a charge has his own shock (Companion 16 §6.0, §9.0).
            if unit.deeds.countered.is_some() && unit.regiment.has(Trait::RebelYell) {
                all.push(modifier(melee::REBEL_YELL, "Rebel Yell", SHOCK));
            }
        }
    }
    let fights_in_column = field.options.road_column_charged == RoadColumnCharged::MeleeMinus2;
    if unit.place.formation == Formation::RoadColumn && fights_in_column {
        all.push(modifier(-2, "road column", "Companion 16 \u{a7}10.1"));
    }
    all
}

fn attacker(field: &Field, unit: &Unit, enemy: &Unit, all: &mut Vec<Modifier>) {
    // A fight that goes on in the next turn has no charge in it any more (B82): deeds are of one turn.
    let charging = unit.deeds.charged;
    if charging && unit.deeds.tangled {
        all.push(modifier(melee::ABATIS, "through abatis", "Companion 16 \u{a7}4.2"));
    }
    if charging && unit.deeds.momentum {
        all.push(modifier(melee::MOMENTUM, "momentum", SHOCK));
    }
    if charging && unit.place.formation == Formation::AssaultColumn {
        all.push(modifier(melee::COLUMN, "assault column", SHOCK));
    }
    if charging && unit.regiment.has(Trait::RebelYell) {
        all.push(modifier(melee::REBEL_YELL, "Rebel Yell", SHOCK));
    }
    if flanked(unit, enemy) && !secure(field, unit, enemy) && !refused(unit, enemy) {
        all.push(modifier(melee::FLANK, "flank or rear attack", SHOCK));
    }
    let (mine, theirs) = levels(field, unit, enemy);
    if mine > theirs && charging {
        all.push(modifier(melee::CREST, "charging downhill", "Companion 16 \u{a7}4.4"));
    }
    if charging && theirs > mine && ground::crest_at(&field.ground, &enemy.footprint()) {
        all.push(modifier(melee::UPHILL, "uphill against a crest", "Companion 16 \u{a7}4.4"));
    }
}

/// Works, fences, sunken roads, rubble and crests are lines of one table: the best of them counts (B31, B32).
fn defender(field: &Field, unit: &Unit, enemy: &Unit, all: &mut Vec<Modifier>) {
    if unit.place.within.is_some() {
        all.push(modifier(cover::GARRISON, "inside a building", building::PAGE));
        return;
    }
    let line = barrier(field, enemy, unit).map(|(_, kind)| (cover::melee(kind), behind(kind)));
    let area = ground::melee_cover_of(&field.ground, &unit.bases()).map(|(_, kind)| match kind {
        AreaKind::SunkenRoad => (cover::area_melee(kind), "in a sunken road"),
        _ => (cover::area_melee(kind), "in rubble"),
    });
    let (mine, theirs) = levels(field, unit, enemy);
    let crest = mine > theirs && !flanked(enemy, unit) && ground::crest_at(&field.ground, &unit.footprint());
    let crest = crest.then_some((melee::CREST, "defending a crest"));
    let mut best: Option<(i8, &'static str)> = None;
    for (value, why) in [line, area, crest].into_iter().flatten() {
        if value > best.map_or(0, |(most, _)| most) {
            best = Some((value, why));
        }
    }
    all.extend(best.map(|(value, why)| modifier(value, why, SHOCK)));
}

const fn behind(kind: ObstacleKind) -> &'static str {
    match kind {
        ObstacleKind::StoneWall => "behind a stone wall",
        ObstacleKind::Earthworks => "behind earthworks",
        ObstacleKind::RailFence | ObstacleKind::Hedge | ObstacleKind::Abatis => "behind a fence",
    }
}

/// Whether anchored works take a flank attack its shock (B39); they have no back.
fn secure(field: &Field, unit: &Unit, enemy: &Unit) -> bool {
    unit.condition.struck.is_some_and(|struck| struck.face != Face::Rear)
        && ground::anchored_works(&field.ground, &enemy.bases()).is_some()
}

/// Whether the flank that the attacker struck is refused: no shock of a flank attack (Companion 16 §6.0).
fn refused(unit: &Unit, enemy: &Unit) -> bool {
    unit.condition.struck.is_some_and(|struck| enemy.condition.refusing(struck.face) > 0)
}

/// Whether the attacker's charge struck a flank or the rear of this enemy; a garrison has neither (Companion 16 §4.3).
pub fn flanked(unit: &Unit, enemy: &Unit) -> bool {
    enemy.place.within.is_none()
        && unit.condition.struck.is_some_and(|struck| struck.target == enemy.id() && struck.face != Face::Front)
}

/// The obstacle between attacker and defender, if the attack comes from the front: flanks have no wall.
fn barrier(field: &Field, attacker: &Unit, defender: &Unit) -> Option<(ground::PieceId, ground::ObstacleKind)> {
    if flanked(attacker, defender) {
        return None;
    }
    // The charger stands over the wall when it has come home: look from where its rear rank is.
    let eyes: Vec<_> = attacker.bases().iter().map(|base| base.pose.local(0.0, -base.depth.get() - 1.5)).collect();
    ground::linear_cover(&field.ground, &eyes, &defender.bases())
}

/// The defender's linear cover in this melee.
pub fn cover(field: &Field, attacker: &Unit, defender: &Unit) -> Cover {
    if defender.place.within.is_some() {
        return Cover::Heavy;
    }
    barrier(field, attacker, defender).map_or(Cover::Open, |(_, kind)| cover::obstacle(kind))
}

/// Levels of two regiments in contact. A charger counts as high as where its charge began: base to base on a slope both
/// stand on the same ground (B32).
fn levels(field: &Field, unit: &Unit, enemy: &Unit) -> (i8, i8) {
    let level = |own: &Unit, other: &Unit| match own.condition.struck {
        Some(struck) if struck.target == other.id() => struck.level,
        _ => field.ground.level_of(&own.footprint()),
    };
    (level(unit, enemy), level(enemy, unit))
}

/// Both sides roll one die each, the attackers' first; the higher total wins, a tie is a Bloody Draw.
///
/// # Errors
/// See [`Stop`].
pub fn dice(
    attackers: &[RegimentId],
    defenders: &[RegimentId],
    attack_lead: RegimentId,
    defence_lead: RegimentId,
    hand: &mut Hand,
) -> Result<(), Stop> {
    let field = hand.field;
    let side = field.unit(attack_lead).side();
    let roll = Roll {
        purpose: Purpose::Melee(attack_lead),
        side,
        count: 2,
        number: None,
        modifiers: Vec::new(),
        page: Page("RULE-01-5.2"),
    };
    let dice = hand.roll(roll, |_| false)?;
    let mut totals = [0i8; 2];
    let parts = [
        (attack_lead, defence_lead, attackers, Part::Attacker),
        (defence_lead, attack_lead, defenders, Part::Defender),
    ];
    for (n, (lead, against, all, part)) in parts.into_iter().enumerate() {
        let engaged: u8 = all.iter().map(|id| engaged_stands(field, *id)).sum();
        let modifiers = modifiers(field, lead, against, part);
        let total = dice[n] as i8 + engaged as i8 + sum(&modifiers);
        totals[n] = total;
        hand.say(Event::Scored { lead, die: dice[n], engaged, modifiers, total });
    }
    let winner = match totals[0].cmp(&totals[1]) {
        std::cmp::Ordering::Greater => Some(side),
        std::cmp::Ordering::Less => Some(side.other()),
        std::cmp::Ordering::Equal => None,
    };
    hand.say(Event::MeleeDecided { attackers: attackers.to_vec(), defenders: defenders.to_vec(), winner });
    match winner {
        None => bloody_draw(attackers, defenders, hand),
        Some(winner) if winner == side => beaten(defenders, defence_lead, attackers, attack_lead, hand),
        Some(_) => beaten(attackers, attack_lead, defenders, defence_lead, hand),
    }
    Ok(())
}

/// Every engaged regiment takes a Micro-Hit and a Disorder marker, and they stay locked (Q09).
fn bloody_draw(attackers: &[RegimentId], defenders: &[RegimentId], hand: &mut Hand) {
    for (own, other) in [(attackers, defenders), (defenders, attackers)] {
        for id in own {
            hand.then(Step::Hits { unit: *id, hits: 1, from: other.first().copied() });
            hand.then(Step::Disorder { unit: *id, cause: Cause::BloodyDraw, from: other.first().copied() });
        }
    }
    for id in attackers.iter().chain(defenders) {
        if let Some(struck) = hand.field.unit(*id).condition.struck {
            hand.then(Step::CloseUp { unit: *id, target: struck.target });
        }
    }
    leaders_at_risk(&[attackers, defenders].concat(), hand);
}

/// The lead loses a stand; every engaged regiment of its side goes back and is Disordered (C-44, C-45). Beaten guns are
/// taken (Companion 8 §6.0).
fn beaten(losers: &[RegimentId], lead: RegimentId, winners: &[RegimentId], by: RegimentId, hand: &mut Hand) {
    let guns = |id: &RegimentId| hand.field.unit(*id).regiment.arm.is_artillery();
    if !guns(&lead) {
        hand.then(Step::LoseStand { unit: lead, to: Some(by) });
    }
    let (taken, going): (Vec<RegimentId>, Vec<RegimentId>) = losers.iter().partition(|id| guns(id));
    for id in taken {
        super::casualties::remove(hand, id, Exit::GunsTaken);
    }
    for id in &going {
        let from = hand.field.engaged_with(*id).into_iter().find(|enemy| *enemy == by);
        let from = from.or_else(|| hand.field.engaged_with(*id).first().copied()).unwrap_or(by);
        hand.then(Step::Retreat { unit: *id, from, short: false });
        hand.then(Step::Disorder { unit: *id, cause: Cause::Beaten, from: Some(from) });
    }
    leaders_at_risk(losers, hand);
    for id in winners {
        hand.then(Step::Consolidate(*id));
    }
}

/// Generals with a regiment that has lost a stand roll once, when all is done (Q19).
fn leaders_at_risk(units: &[RegimentId], hand: &mut Hand) {
    for id in units {
        if let Some(now) = hand.field.attached_to(*id) {
            hand.then(Step::LeaderRoll(Risk {
                general: now.general.id,
                unit: *id,
                fewer_than: Some(hand.field.unit(*id).stands()),
                fallen: now.state.lost,
            }));
        }
    }
}

/// The victor may advance up to 2.0", or pivot up to 45°, or stand and dress ranks (Companion 16 §7.4).
///
/// # Errors
/// See [`Stop`].
pub fn consolidate(id: RegimentId, hand: &mut Hand) -> Result<(), Stop> {
    let field = hand.field;
    let unit = field.unit(id);
    if unit.condition.gone || field.engaged(id) || unit.regiment.arm.is_artillery() {
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
    let from = unit.place.pose;
    let mut woods = false;
    let to = match hand.ask(unit.side(), Ask::Consolidation(id), choices)? {
        Choice::Advance(distance) => {
            woods = march::into_dense_woods(field, unit, distance);
            from.ahead(distance)
        }
        Choice::Turn(angle) => march::pivoted(unit, angle),
        _ => from,
    };
    if to != from {
        hand.say(Event::Moved {
            unit: id,
            motion: Motion::Consolidate,
            from,
            via: Vec::new(),
            to,
            cost: Inches::ZERO,
            forward: Inches::ZERO,
            wheel: from.heading.to(to.heading),
        });
    }
    hand.say(Event::Consolidated(id));
    if woods {
        hand.then(Step::Disorder { unit: id, cause: Cause::DenseWoods, from: None });
    }
    Ok(())
}

/// How far ahead the ground is clear, up to 2.0"; not out of a sunken road.
fn furthest(field: &Field, unit: &Unit) -> Inches {
    // Climbing out of a sunken road is a turn's work (C-83).
    let sunken = super::terrain::sunken_road(field, unit);
    let clear = |at: i32| {
        let pose = unit.place.pose.ahead(Inches(at));
        (sunken.is_none() || field.ground.sunken_road_at(pose.at.vec()) == sunken)
            && march::clear(field, unit, pose, unit.place.formation, unit.place.files).is_ok()
    };
    Inches(last_clear(CONSOLIDATION.0, 100, clear))
}

/// The last number up to `most`, from 0 on, before the first that is not clear; looked for in steps, then to the last
/// digit.
fn last_clear(most: i32, step: i32, clear: impl Fn(i32) -> bool) -> i32 {
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

/// How far it may pivot one way: up to 45°, no corner moving more than 2.0", over clear ground (B27).
fn widest(field: &Field, unit: &Unit, sign: i32) -> Degrees {
    let before = unit.footprint().corners();
    let allowed = |hundredths: i32| {
        let pose = march::pivoted(unit, Degrees(sign * hundredths));
        // Travel is measured along the arc (RULE-01-5.3's 2").
        let pivot = unit.colors();
        let turned = Degrees(hundredths).radians();
        let travel = before.iter().map(|corner| Inches::round(corner.distance(pivot) * turned)).max();
        travel.is_none_or(|travel| travel <= CONSOLIDATION)
            && march::clear(field, unit, pose, unit.place.formation, unit.place.files).is_ok()
    };
    Degrees(sign * last_clear(4_500, 100, allowed))
}
