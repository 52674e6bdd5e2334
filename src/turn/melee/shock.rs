//! What a side of a melee brings besides its die: stands in contact, and the modifiers of its lead (Companion 16 §7.3).

use crate::army::{Arm, Face, Formation, RegimentId, Weapon};
use crate::book::cover::{self as covers, Cover};
use crate::book::melee;
use crate::book::options::{Engaged, MeleeModifiers, RoadColumnCharged};
use crate::geometry::Inches;
use crate::ground::{self, AreaKind, ObstacleKind};
use crate::turn::assault;
use crate::turn::building;
use crate::turn::event::Modifier;
use crate::turn::field::{Field, Unit};
use crate::turn::hand::modifier;

const SHOCK: &str = "Companion 16 \u{a7}7.3";
const CARD: &str = "QRS 4 \u{a7}2";
const HILLS: &str = "Companion 16 \u{a7}4.4";
const CAVALRY: &str = "Companion 16 \u{a7}10.1";

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

/// Everything added to a lead's die except engaged stands (Companion 16 §7.3, §4.4, §10.1).
pub fn modifiers(field: &Field, lead: RegimentId, against: RegimentId, part: Part) -> Vec<Modifier> {
    let (unit, enemy) = (field.unit(lead), field.unit(against));
    let table = field.options.melee_modifiers;
    let mut all = Vec::new();
    if !unit.regiment.arm.is_artillery() {
        // Stands that are out ahead or in a house are left to the regiment as well.
        let health = melee::health(table, field.health(unit), field.family_stands(lead));
        all.extend(health.map(|(value, why)| modifier(value, why, rows(table))));
    }
    if unit.condition.disordered {
        all.push(modifier(melee::DISORDERED, "Disordered", SHOCK));
    }
    if field.is_led(lead) {
        all.push(modifier(melee::BRIGADIER, "a general is with it", SHOCK));
    }
    if unit.regiment.weapon == Weapon::Shotgun {
        all.push(modifier(melee::SHOTGUNS, "shotguns and revolvers", "Companion 16 \u{a7}10.3"));
    }
    match part {
        Part::Attacker => attacker(field, unit, enemy, &mut all),
        Part::Defender => {
            defender(field, unit, enemy, &mut all);
            // Who goes to meet a charge has his own shock (Companion 16 §6.0, §9.0).
            if unit.deeds.countered.is_some() && assault::yells(unit) {
                all.push(modifier(melee::REBEL_YELL, "Rebel Yell", SHOCK));
            }
        }
    }
    all
}

/// Where the rows stand that a house rule swaps.
const fn rows(table: MeleeModifiers) -> &'static str {
    match table {
        MeleeModifiers::Chapter16 => SHOCK,
        MeleeModifiers::Qrs4 => CARD,
    }
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
    if charging && assault::yells(unit) {
        all.push(modifier(melee::REBEL_YELL, "Rebel Yell", SHOCK));
    }
    all.extend(rides_down(field, unit, enemy));
    let attacks_flank = field.options.melee_modifiers == MeleeModifiers::Chapter16;
    if attacks_flank && flanked(unit, enemy) && !secure(field, unit, enemy) {
        all.push(modifier(melee::FLANK, "flank or rear attack", SHOCK));
    }
    let (mine, theirs) = levels(field, unit, enemy);
    if mine > theirs && charging {
        all.push(modifier(melee::CREST, "charging downhill", HILLS));
    }
    if charging && theirs > mine && ground::crest_at(&field.ground, &enemy.footprint()) {
        all.push(modifier(melee::UPHILL, "uphill against a crest", HILLS));
    }
}

/// What cavalry in the saddle has that charges infantry: in the open (Companion 16 §7.3), and wherever it is Disordered
/// or in column (§10.1); once, whatever the reasons (B83).
fn rides_down(field: &Field, unit: &Unit, enemy: &Unit) -> Option<Modifier> {
    if !rides_at(unit, enemy) {
        return None;
    }
    let (why, page) = if in_column(enemy) {
        ("cavalry against a column", CAVALRY)
    } else if enemy.condition.disordered {
        ("cavalry against Disordered infantry", CAVALRY)
    } else if in_the_open(field, unit, enemy) {
        ("cavalry against infantry in the open", SHOCK)
    } else {
        return None;
    };
    Some(modifier(melee::CAVALRY, why, page))
}

/// Cavalry in the saddle that has charged infantry this turn; cavalry on foot is no infantry (C-75).
fn rides_at(unit: &Unit, enemy: &Unit) -> bool {
    unit.deeds.charged && unit.place.formation.is_mounted() && enemy.regiment.arm == Arm::Infantry
}

const fn in_column(unit: &Unit) -> bool {
    matches!(unit.place.formation, Formation::AssaultColumn | Formation::RoadColumn)
}

/// Nothing covers it against who comes: no wood or crop, no wall or fence, no building. A crest is open ground.
fn in_the_open(field: &Field, unit: &Unit, enemy: &Unit) -> bool {
    let area = ground::cover_of(&field.ground, &enemy.bases()).map_or(Cover::Open, |(_, kind)| covers::area(kind));
    area == Cover::Open && cover(field, unit, enemy) == Cover::Open
}

/// Works, fences, sunken roads, rubble and crests are lines of one table: the best of them counts (B31, B32).
fn defender(field: &Field, unit: &Unit, enemy: &Unit, all: &mut Vec<Modifier>) {
    let table = field.options.melee_modifiers;
    let column_fights = field.options.road_column_charged == RoadColumnCharged::MeleeMinus2;
    let caught = unit.place.formation == Formation::RoadColumn && column_fights;
    // In column or Disordered: the -2 is one and the same (Companion 16 §10.1, B83).
    if !unit.condition.disordered && (caught || in_column(unit) && rides_at(enemy, unit)) {
        let why = if caught { "road column" } else { "assault column against cavalry" };
        all.push(modifier(melee::RIDDEN_DOWN, why, CAVALRY));
    }
    if unit.place.within.is_some() {
        all.push(modifier(covers::GARRISON, "inside a building", building::PAGE));
        return;
    }
    if table == MeleeModifiers::Qrs4 && flanked(enemy, unit) && !secure(field, enemy, unit) {
        all.push(modifier(-melee::FLANK, "attacked in flank or rear", CARD));
    }
    let line = barrier(field, enemy, unit).map(|(_, kind)| (covers::melee(kind), behind(kind)));
    let area = ground::melee_cover_of(&field.ground, &unit.bases()).map(|(_, kind)| match kind {
        AreaKind::SunkenRoad => (covers::area_melee(kind), "in a sunken road"),
        _ => (covers::area_melee(kind), "in rubble"),
    });
    let (mine, theirs) = levels(field, unit, enemy);
    let crest = mine > theirs && !flanked(enemy, unit) && ground::crest_at(&field.ground, &unit.footprint());
    let crest = crest.then_some((melee::CREST, "defending a crest"));
    let mut best: Option<(i8, &'static str)> = None;
    for (value, why) in [line, area, crest].into_iter().flatten() {
        let value = melee::cover(table, value);
        if value > best.map_or(0, |(most, _)| most) {
            best = Some((value, why));
        }
    }
    all.extend(best.map(|(value, why)| modifier(value, why, rows(table))));
}

const fn behind(kind: ObstacleKind) -> &'static str {
    match kind {
        ObstacleKind::StoneWall => "behind a stone wall",
        ObstacleKind::Earthworks => "behind earthworks",
        ObstacleKind::RailFence | ObstacleKind::Hedge | ObstacleKind::Abatis => "behind a fence",
    }
}

/// Whether anchored works (B39; they have no back), or a flank that is refused (Companion 16 §6.0), take a flank attack
/// its shock.
fn secure(field: &Field, unit: &Unit, enemy: &Unit) -> bool {
    if unit.condition.struck.is_some_and(|struck| enemy.condition.refusing(struck.face) > 0) {
        return true;
    }
    unit.condition.struck.is_some_and(|struck| struck.face != Face::Rear)
        && ground::anchored_works(&field.ground, &enemy.bases()).is_some()
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
    barrier(field, attacker, defender).map_or(Cover::Open, |(_, kind)| covers::obstacle(kind))
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
