//! Ranged fire (RULE-01-4, Companion 16 §5): who may fire at whom, what is needed, and what it does.

use bevy::ecs::prelude::*;
use bevy::math::Vec2;

use super::agenda::{Agenda, Hits, Risk, Step};
use super::check::{active_unit, present};
use super::event::{Cause, Event, Modifier, Purpose, ScreenEnd, Test, Volley};
use super::field::{Field, Unit};
use super::hand::{Hand, Roll, Stop, modifier, sum};
use super::order::Order;
use super::phase::Phase;
use super::refusal::Refusal;
use super::resolve::{Pending, in_phase};
use super::sight::{self, UnitSight};
use super::{building, casualties, reaction, screen};
use crate::army::{Arm, BrigadeClock, Formation, RegimentId, Smoke, Weapon};
use crate::book::cover::{self, Cover};
use crate::book::discipline::saves as is_saved;
use crate::book::fire::{self, Band, Shock};
use crate::book::options::CrestSilhouette;
use crate::book::{Health, Page};
use crate::geometry::sight::Block;
use crate::geometry::{Degrees, Inches, arc};
use crate::ground::{self, ObstacleKind};

const ELIGIBLE: &str = "Companion 16 \u{a7}5.1";
const MODIFIERS: &str = "Companion 16 \u{a7}5.6";
const COLUMNS: &str = "Companion 16 \u{a7}3.2";

/// Adds the systems of Phase 3.
pub fn phase(schedule: &mut Schedule) {
    in_phase(schedule, Phase::Fire, open);
}

fn open(mut pending: ResMut<Pending>, mut agenda: ResMut<Agenda>) {
    let Some(order) = pending.take() else { return };
    match order {
        Order::Fire { unit, target } => agenda.push([Step::Volley { unit, target, volley: Volley::Phase3 }]),
        Order::Ready(_) => agenda.push([Step::Leave(Phase::Fire)]),
        _ => {}
    }
}

/// A volley as it would be fired: everything that the dice need, each number with its reason.
#[derive(Clone, PartialEq, Debug)]
pub struct Shot {
    /// Shortest distance from a firing stand to the target.
    pub range: Inches,
    /// The band whose numbers count; Short for a Closing Volley.
    pub band: Band,
    /// Stands that fire.
    pub stands: u8,
    /// Dice, bonus dice included.
    pub dice: u8,
    /// What each die needs before modifiers.
    pub number: u8,
    /// What is added to each die.
    pub modifiers: Vec<Modifier>,
    /// The target's cover against this volley.
    pub cover: Cover,
    /// What is taken off its saves.
    pub penalty: i8,
    /// What shocks the target.
    pub shock: Shock,
}

impl Shot {
    /// Chance that one die hits.
    pub fn chance(&self) -> f64 {
        let added = sum(&self.modifiers);
        f64::from((1..=6).filter(|die| fire::hits(*die, added, self.number)).count() as u8) / 6.0
    }

    /// Chance that one hit is saved.
    pub fn saved(&self) -> f64 {
        self.cover.save().map_or(0.0, |number| {
            f64::from((1..=6).filter(|die| is_saved(*die, self.penalty, number)).count() as u8) / 6.0
        })
    }

    /// Hits expected to get through.
    pub fn expected(&self) -> f64 {
        f64::from(self.dice) * self.chance() * (1.0 - self.saved())
    }
}

/// Reckons a volley.
///
/// # Errors
/// Says why it cannot be fired.
pub fn reckon(field: &Field, id: RegimentId, target: RegimentId, volley: Volley) -> Result<Shot, Refusal> {
    let (unit, enemy) = (present(field, id)?, present(field, target)?);
    may_fire(field, unit, volley)?;
    let seen = sight::aims(field, id, target);
    let (arm, weapon) = (unit.regiment.arm, unit.regiment.weapon);
    let stands = able_stands(unit, &seen);
    if stands.is_empty() {
        return Err(why_none(field, unit, enemy, &seen));
    }
    let range = seen.stands.iter().filter(|s| stands.contains(&s.stand)).map(|s| s.range).min().unwrap_or(seen.range);
    let row = match volley {
        // At the 4.0" line, whatever the base's depth adds to the distance of a stand.
        Volley::Closing => fire::rows(arm, weapon).first().copied(),
        _ => fire::row(arm, weapon, range),
    };
    let Some(fire::Row { band, number, .. }) = row else {
        return Err(out_of_range(unit, range));
    };
    let firing = stands.len() as u8;
    let enfilade = enfilades(unit, enemy);
    let penalty = match enemy.place.formation {
        Formation::RoadColumn => 2,
        Formation::AssaultColumn if arm.is_artillery() => 1,
        _ => 0,
    };
    Ok(Shot {
        range,
        band,
        stands: firing,
        dice: firing * fire::dice_each(weapon) + fire::bonus(weapon, firing),
        number,
        modifiers: modifiers(field, unit, enemy, range, volley),
        cover: cover_from(field, unit, enemy, &stands, enfilade),
        penalty,
        shock: fire::shock(weapon, band, range),
    })
}

fn out_of_range(unit: &Unit, range: Inches) -> Refusal {
    let (arm, weapon) = (unit.regiment.arm, unit.regiment.weapon);
    let what = match (weapon.is_gun(), arm) {
        (true, _) => "guns",
        (false, Arm::Cavalry) => "carbines",
        (false, _) => "muskets",
    };
    Refusal::new(format!("it is {range} away; its {what} reach {}", fire::reach(arm, weapon)), page_of(unit))
}

/// Where the numbers of its weapon stand.
const fn page_of(unit: &Unit) -> &'static str {
    match (unit.regiment.weapon.is_gun(), unit.regiment.arm) {
        (true, _) => "Companion 16 \u{a7}5.3",
        (false, Arm::Cavalry) => "Companion 16 \u{a7}10.3",
        (false, _) => "Companion 16 \u{a7}5.2",
    }
}

/// The reason that is nearest to being cured: range, then arc, then sight.
fn why_none(field: &Field, unit: &Unit, enemy: &Unit, seen: &UnitSight) -> Refusal {
    if seen.range > fire::reach(unit.regiment.arm, unit.regiment.weapon) {
        return out_of_range(unit, seen.range);
    }
    if !seen.stands.iter().any(|stand| stand.in_arc) {
        let why = format!("the {} is outside the 45\u{b0} arc of the {}", enemy.name(), unit.name());
        return Refusal::new(why, "Companion 16 \u{a7}4.5");
    }
    let blocks: Vec<String> = seen
        .stands
        .iter()
        .filter(|stand| stand.in_arc)
        .flat_map(|stand| stand.sight.blocks.iter())
        .map(|block| match block {
            Block::Body { unit: friend, friendly: true, .. } if unit.regiment.arm.is_artillery() => {
                let friend = field.unit(RegimentId(*friend));
                match sight::overhead(field, unit, unit.place, friend, enemy) {
                    Err(why) => format!("{block} ({why})"),
                    Ok(()) => block.to_string(),
                }
            }
            _ => block.to_string(),
        })
        .fold(Vec::new(), |mut all, block| {
            if !all.contains(&block) {
                all.push(block);
            }
            all
        });
    Refusal::new(format!("no clear line of sight: {}", blocks.join("; ")), "Companion 16 \u{a7}4.5")
}

/// A formation that does not fire, as a sentence begins with it.
const fn in_words(formation: Formation) -> &'static str {
    match formation {
        Formation::RoadColumn => "a road column",
        Formation::MountedLine | Formation::MountedColumn => "cavalry in the saddle",
        Formation::Limbered => "a limbered battery",
        Formation::LedHorses => "the men who hold the horses",
        _ => "it",
    }
}

/// What the firer itself allows.
fn may_fire(field: &Field, unit: &Unit, volley: Volley) -> Result<(), Refusal> {
    if fire::firing_ranks(unit.place.formation) == 0 {
        return Refusal::because(format!("{} cannot fire", in_words(unit.place.formation)), ELIGIBLE);
    }
    if field.clock_of(unit) == BrigadeClock::Broken {
        return Refusal::because("its brigade is Broken: no shooting", "Companion 16 \u{a7}8.2");
    }
    if field.engaged(unit.id()) {
        return Refusal::because("it is in contact with the enemy", ELIGIBLE);
    }
    let deeds = &unit.deeds;
    match volley {
        Volley::Phase3 => {
            super::terrain::not_at_work(unit)?;
            if deeds.fired {
                return Refusal::because("it has fired this turn", "RULE-01-4.2");
            }
            if deeds.assaulted {
                return Refusal::because("it took part in an assault this turn", ELIGIBLE);
            }
            if deeds.about_faced {
                return Refusal::because("it turned about this turn", "Companion 16 \u{a7}3.3");
            }
            if unit.regiment.arm == Arm::FootArtillery && deeds.unlimbered {
                return Refusal::because("it unlimbered this turn", "Companion 8 \u{a7}2.0");
            }
            // Horse artillery may come up, unlimber and fire; a battery that goes back by hand may not (Companion 16 §10.4).
            let kept = if unit.regiment.arm.is_artillery() { deeds.unlimbered } else { deeds.fell_back };
            if deeds.moved && !kept {
                return Refusal::because("it moved this turn", ELIGIBLE);
            }
        }
        Volley::Closing | Volley::Opportunity => {
            if deeds.reacted {
                return Refusal::because("it has fired a reaction this turn", "Companion 16 \u{a7}6.0");
            }
        }
    }
    Ok(())
}

/// Everything added to each die (the complete core list is in Companion 16 §5.6, §5.1 and §8.2).
fn modifiers(field: &Field, unit: &Unit, enemy: &Unit, range: Inches, volley: Volley) -> Vec<Modifier> {
    let mut all = Vec::new();
    if unit.condition.disordered {
        all.push(modifier(-1, "Disordered", MODIFIERS));
    }
    if field.clock_of(unit) == BrigadeClock::Hesitant {
        all.push(modifier(-1, "its brigade is Hesitant", "Companion 16 \u{a7}8.2"));
    }
    if volley == Volley::Phase3 && (unit.deeds.pivoted || unit.deeds.reformed && !unit.deeds.unlimbered) {
        all.push(modifier(-1, "it pivoted or re-formed", ELIGIBLE));
    }
    if enfilades(unit, enemy) && ground::anchored_works(&field.ground, &enemy.bases()).is_none() {
        all.push(modifier(1, "enfilade", MODIFIERS));
    }
    if let Some(screened) = screen::through(field, unit, enemy) {
        let why = if screened.id() == enemy.id() { "through its skirmish screen" } else { "through skirmishers" };
        let page = if screened.side() == unit.side() { MODIFIERS } else { "Companion 16 \u{a7}3.4" };
        all.push(modifier(-1, why, page));
    }
    if range > fire::SHORT && smoke_between(field, unit, enemy) {
        all.push(modifier(-1, "smoke beyond 6 in", MODIFIERS));
    }
    all
}

/// More than half of the firer's stands have their centres behind the target's front line, outside its arc (C-33). A
/// garrison has no flank.
pub fn enfilades(unit: &Unit, enemy: &Unit) -> bool {
    if enemy.place.within.is_some() {
        return false;
    }
    let target = enemy.footprint();
    let bases = unit.bases();
    // A flank that is refused is no flank (Companion 16 §6.0).
    let raking = |at: Vec2| arc::behind_front_line(&target, at) && !reaction::covers(enemy, at);
    let behind = bases.iter().filter(|base| raking(base.centre())).count();
    behind * 2 > bases.len()
}

/// The firer's or the target's own marker, or a third one on the line from the firer's front centre to the target's
/// centre (B64, Q12).
fn smoke_between(field: &Field, unit: &Unit, enemy: &Unit) -> bool {
    let to = enemy.footprint().centre();
    let from = building::eye(unit, &unit.footprint(), to);
    field.smoke.iter().any(|smoke| {
        smoke.of == unit.id()
            || smoke.of == enemy.id()
            || distance_to_segment(smoke.centre(), from, to) < Smoke::DIAMETER.get() / 2.0
    })
}

fn distance_to_segment(point: Vec2, a: Vec2, b: Vec2) -> f32 {
    let along = b - a;
    let t = if along.length_squared() == 0.0 {
        0.0
    } else {
        ((point - a).dot(along) / along.length_squared()).clamp(0.0, 1.0)
    };
    point.distance(a + along * t)
}

/// The target's cover against the stands that have it in arc, in sight and in range.
pub fn cover(field: &Field, id: RegimentId, target: RegimentId) -> Cover {
    let (unit, enemy) = (field.unit(id), field.unit(target));
    let stands = able_stands(unit, &sight::aims(field, id, target));
    cover_from(field, unit, enemy, &stands, enfilades(unit, enemy))
}

/// Stands of the first rank that have the target in arc, in sight and in range.
fn able_stands(unit: &Unit, seen: &UnitSight) -> Vec<usize> {
    let reach = fire::reach(unit.regiment.arm, unit.regiment.weapon);
    let bent = refused_stands(unit);
    let able = seen.stands.iter().filter(|stand| stand.in_arc && stand.sight.clear && stand.range <= reach);
    able.map(|stand| stand.stand).filter(|stand| !bent.contains(stand)).collect()
}

/// Stands that are bent back to refuse a flank, as places in [`Unit::bases`]: they do not fire forward (B72).
pub fn refused_stands(unit: &Unit) -> Vec<usize> {
    let mut row: Vec<(Inches, usize)> =
        unit.dressed().iter().enumerate().map(|(stand, spot)| (spot.right, stand)).collect();
    row.sort();
    let [left, right] = unit.condition.refused.map(usize::from);
    let ends = row.iter().take(left).chain(row.iter().rev().take(right));
    ends.map(|(_, stand)| *stand).collect()
}

/// The better of area and linear cover; enfilade denies light cover (Companion 16 §4.5).
fn cover_from(field: &Field, unit: &Unit, enemy: &Unit, stands: &[usize], enfilade: bool) -> Cover {
    // Masonry covers from every side (Companion 16 §4.3).
    if enemy.place.within.is_some() {
        return Cover::Heavy;
    }
    let bases = enemy.bases();
    let area = ground::cover_of(&field.ground, &bases).map_or(Cover::Open, |(_, kind)| cover::area(kind));
    let area = match enemy.place.formation {
        // Skirmish order is light cover of its own (Companion 16 §5.4); led horses have none anywhere (Companion 13 §6.0).
        Formation::Dismounted => area.max(Cover::Light),
        Formation::LedHorses => return Cover::Open,
        _ => area,
    };
    let own = unit.bases();
    let toward = enemy.footprint().centre();
    let eyes: Vec<Vec2> = stands.iter().map(|n| building::eye(unit, &own[*n], toward)).collect();
    let behind = ground::linear_cover(&field.ground, &eyes, &bases).map(|(_, kind)| kind);
    let line = behind.map_or(Cover::Open, cover::obstacle);
    let best = area.max(line);
    // Howitzers throw their shells over ridges and fences (B61).
    let over = enfilade || unit.regiment.weapon == Weapon::Howitzer;
    if best == Cover::Light && over || skylined(field, unit, enemy) && behind != Some(ObstacleKind::Earthworks) {
        return Cover::Open;
    }
    best
}

/// A target on the crest stands out against the sky for guns below it: no cover but earthworks saves it (Companion 3
/// §2.0, B35).
pub fn skylined(field: &Field, unit: &Unit, enemy: &Unit) -> bool {
    let (low, high) = (unit.footprint(), enemy.footprint());
    field.options.crest_silhouette == CrestSilhouette::On
        && unit.regiment.arm.is_artillery()
        && field.ground.level_of(&low) < field.ground.level_of(&high)
        && ground::crest_at(&field.ground, &high)
}

/// The target has been fired on in this phase by an earlier enemy whose direction differs by 90° or more, seen from the
/// target's centre (C-58).
pub fn crossfire(field: &Field, by: RegimentId, unit: &Unit) -> bool {
    let centre = unit.footprint().centre();
    let toward = |id: RegimentId| Degrees::along(field.unit(id).footprint().centre() - centre);
    let now = toward(by);
    unit.deeds
        .fired_on_by
        .iter()
        .flatten()
        .any(|earlier| *earlier != by && toward(*earlier).to(now).abs() >= Degrees::new(90))
}

/// Fire in Phase 3: eligibility and target priority (RULE-01-4.1, Companion 16 §4.5).
///
/// # Errors
/// Says why not.
pub fn check_fire(field: &Field, id: RegimentId, target: RegimentId) -> Result<(), Refusal> {
    let unit = active_unit(field, id, Phase::Fire, "RULE-01-4.1")?;
    let enemy = present(field, target)?;
    if enemy.side() == unit.side() {
        return Refusal::because(format!("the {} is a friend", enemy.name()), "RULE-01-4.1");
    }
    if field.engaged(target) {
        return Refusal::because(format!("the {} is locked in melee", enemy.name()), "RULE-01-4.1");
    }
    let shot = reckon(field, id, target, Volley::Phase3)?;
    // A flank in effective range may be chosen before the nearest (B38).
    if enfilades(unit, enemy) && shot.band <= Band::Medium {
        return Ok(());
    }
    let nearer = field
        .of(enemy.side())
        .filter(|other| other.id() != target && !field.engaged(other.id()))
        .filter_map(|other| Some((reckon(field, id, other.id(), Volley::Phase3).ok()?.range, other)))
        .min_by_key(|(range, other)| (*range, other.id()));
    match nearer {
        Some((range, other)) if range < shot.range => {
            Refusal::because(format!("the {} is nearer: {range} against {}", other.name(), shot.range), "RULE-01-4.1")
        }
        _ => Ok(()),
    }
}

/// The volley is rolled to hit; natural sixes shock before saves are rolled (RULE-01-4.2, 4.3).
///
/// # Errors
/// See [`Stop`].
pub fn fire(id: RegimentId, target: RegimentId, volley: Volley, hand: &mut Hand) -> Result<(), Stop> {
    let Ok(shot) = reckon(hand.field, id, target, volley) else { return Ok(()) };
    let (unit, enemy) = (hand.field.unit(id), hand.field.unit(target));
    let added = sum(&shot.modifiers);
    hand.say(Event::VolleyFired { unit: id, target, volley, range: shot.range, band: shot.band, stands: shot.stands });
    let roll = Roll {
        purpose: Purpose::ToHit(id),
        side: unit.side(),
        count: shot.dice,
        number: Some(shot.number),
        modifiers: shot.modifiers.clone(),
        page: Page(page_of(unit)),
    };
    let dice = hand.roll(roll, |die| fire::hits(die, added, shot.number))?;
    let hits = dice.iter().filter(|die| fire::hits(**die, added, shot.number)).count() as u8;
    let sixes = dice.iter().filter(|die| **die == 6).count() as u8;
    // One test a volley, whether a six or a hit on a Spent unit asks for it (B94); none where canister disorders anyhow.
    match shot.shock {
        Shock::AnyHit if hits > 0 => {
            hand.then(Step::Disorder { unit: target, cause: Cause::Canister, from: Some(id) });
        }
        Shock::Sixes(needed) if sixes >= needed || (hits > 0 && hand.field.health(enemy) == Health::Spent) => {
            hand.then(Step::Check { unit: target, test: Test::Suppression, by: Some(id) });
        }
        _ => {}
    }
    // One roll for a general whose regiment lost a stand or took a natural six, after all is told (B98, Q19).
    let risk = hand.field.attached_to(target).map(|now| Risk {
        general: now.general.id,
        unit: target,
        fewer_than: (sixes == 0).then_some(enemy.stands()),
        fallen: now.state.lost,
    });
    // Solid shot strikes the building too; a general inside rolls once, for all of it.
    let house = enemy.place.within.filter(|_| unit.regiment.weapon.is_gun() && shot.band > Band::Short);
    let (now, later) = if house.is_some() { (None, risk) } else { (risk, None) };
    hand.then(Step::Saves(Hits { unit: id, target, hits, risk: now, cover: shot.cover, penalty: shot.penalty }));
    if let Some(house) = house {
        building::struck(hand, house.piece, hits, id);
        hand.then_all(later.map(Step::LeaderRoll));
    }
    if volley != Volley::Closing {
        hand.then(Step::Smoke(id));
    }
    Ok(())
}

/// The target rolls cover saves; what gets through takes its toll (Companion 16 §5.4).
///
/// # Errors
/// See [`Stop`].
pub fn saves(volley: &Hits, hand: &mut Hand) -> Result<(), Stop> {
    let Hits { unit, target, hits, risk, cover, penalty } = *volley;
    let enemy = hand.field.unit(target);
    if enemy.condition.gone {
        hand.then_all(risk.map(Step::LeaderRoll));
        return Ok(());
    }
    let exists = cover.save().filter(|number| *number as i8 + penalty <= 6);
    let mut unsaved = hits;
    if let Some(number) = exists.filter(|_| hits > 0) {
        let modifiers = match enemy.place.formation {
            _ if penalty == 0 => Vec::new(),
            Formation::AssaultColumn => vec![modifier(-penalty, "assault column under artillery", COLUMNS)],
            _ => vec![modifier(-penalty, "road column", COLUMNS)],
        };
        let roll = Roll {
            purpose: Purpose::Saves(target),
            side: enemy.side(),
            count: hits,
            number: Some(number),
            modifiers,
            page: Page("Companion 16 \u{a7}5.4"),
        };
        let dice = hand.roll(roll, |die| is_saved(die, penalty, number))?;
        unsaved -= dice.iter().filter(|die| is_saved(**die, penalty, number)).count() as u8;
    }
    hand.say(Event::VolleyTold { unit, target, hits, unsaved, cover });
    if unsaved > 0 && screen::front(enemy).is_some() {
        // The first unsaved hit of each volley is the screen's (Companion 10 §2.0, B121).
        unsaved -= 1;
        let taken = enemy.condition.screen_hits + 1;
        hand.say(Event::ScreenHit { unit: target, hits: taken });
        if taken >= screen::HITS {
            casualties::lose_screen(enemy, ScreenEnd::Shot, hand);
        }
    }
    hand.then(Step::Hits { unit: target, hits: unsaved, from: Some(unit) });
    hand.then_all(risk.map(Step::LeaderRoll));
    Ok(())
}

/// A marker in front of the firer (Companion 16 §5.7).
///
/// # Errors
/// None; the signature is that of every step.
pub fn smoke(id: RegimentId, hand: &mut Hand) -> Result<(), Stop> {
    let unit = hand.field.unit(id);
    if !unit.condition.gone {
        let frontage = unit.footprint().frontage;
        hand.say(Event::SmokePlaced(Smoke { of: id, side: unit.side(), pose: unit.place.pose, frontage }));
    }
    Ok(())
}
