//! What is added to the dice of a volley and taken off the target's saves, each with its reason and its page.

use bevy::math::Vec2;

use super::{COLUMNS, ELIGIBLE, MODIFIERS, ammunition};
use crate::army::{BrigadeClock, Formation, RegimentId, Smoke, Trait, Weapon};
use crate::book::fire;
use crate::geometry::{Degrees, Inches, arc};
use crate::ground;
use crate::turn::event::{Modifier, Volley};
use crate::turn::field::{Field, Unit};
use crate::turn::hand::modifier;
use crate::turn::{building, reaction, screen};

/// Everything added to each die (the complete core list is in Companion 16 §5.6, §5.1 and §8.2).
pub fn modifiers(field: &Field, unit: &Unit, enemy: &Unit, range: Inches, volley: Volley) -> Vec<Modifier> {
    let mut all = Vec::new();
    if unit.condition.disordered {
        all.push(modifier(-1, "Disordered", MODIFIERS));
    }
    if field.clock_of(unit) == BrigadeClock::Hesitant {
        all.push(modifier(-1, "its brigade is Hesitant", "Companion 16 \u{a7}8.2"));
    }
    let own_phase = matches!(volley, Volley::Phase3 | Volley::Concentrated);
    if own_phase && (unit.deeds.pivoted || unit.deeds.reformed && !unit.deeds.unlimbered) {
        all.push(modifier(-1, "it pivoted or re-formed", ELIGIBLE));
    }
    if enfilades(unit, enemy) && ground::anchored_works(&field.ground, &enemy.bases()).is_none() {
        all.push(modifier(1, "enfilade", MODIFIERS));
    }
    all.extend(screen::between(field, unit, enemy));
    if range > fire::SHORT && smoke_between(field, unit, enemy) {
        all.push(modifier(-1, "smoke beyond 6 in", MODIFIERS));
    }
    all.extend(ammunition::worse(field, unit));
    all
}

/// Dice that no stand rolls: of arms that fire fast, and of specialists at point-blank range. With a Low Ammo marker
/// there are none (Companion 12 §4.0, Companion 16 §9.0).
pub(super) fn bonus_dice(unit: &Unit, firing: u8, range: Inches) -> Vec<Modifier> {
    let weapon = unit.regiment.weapon;
    let mut all = Vec::new();
    match weapon {
        Weapon::RepeatingRifle | Weapon::RepeatingCarbine => {
            all.push(modifier(fire::bonus(weapon, firing) as i8, "repeaters", super::shot::page_of(unit)));
        }
        Weapon::BreechloadingCarbine => {
            all.push(modifier(fire::bonus(weapon, firing) as i8, "breechloaders", super::shot::page_of(unit)));
        }
        _ => {}
    }
    if unit.regiment.has(Trait::BuckAndBall) && !weapon.is_gun() && range <= fire::POINT_BLANK {
        all.push(modifier(1, "buck and ball to 3 in", "Companion 16 \u{a7}9.0"));
    }
    all.retain(|bonus| bonus.value > 0);
    let lost: i8 = all.iter().map(|bonus| bonus.value).sum();
    if unit.condition.low_ammo && lost > 0 {
        all.push(modifier(-lost, "Low Ammo", ammunition::PAGE));
    }
    all
}

/// What is taken off the target's saves. Guns rake deep columns; batteries under one command converge (B49, B145).
pub(super) fn save_penalties(unit: &Unit, enemy: &Unit, volley: Volley) -> Vec<Modifier> {
    let mut all = Vec::new();
    match enemy.place.formation {
        Formation::RoadColumn => all.push(modifier(-2, "road column", COLUMNS)),
        Formation::AssaultColumn if unit.regiment.arm.is_artillery() => {
            all.push(modifier(-1, "assault column under artillery", COLUMNS));
        }
        _ => {}
    }
    if volley == Volley::Concentrated {
        all.push(modifier(-1, "concentrated battery fire", super::battery::PAGE));
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
    let [from, to] = line_of_fire(unit, enemy);
    field.smoke.iter().any(|smoke| {
        smoke.of == unit.id()
            || smoke.of == enemy.id()
            || distance_to_segment(smoke.centre(), from, to) < Smoke::DIAMETER.get() / 2.0
    })
}

/// The one line that stands for a whole volley: from the firer's front centre, or the wall of its building, to the
/// middle of the target (Q12).
pub fn line_of_fire(unit: &Unit, enemy: &Unit) -> [Vec2; 2] {
    let to = enemy.footprint().centre();
    [building::eye(unit, &unit.footprint(), to), to]
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
