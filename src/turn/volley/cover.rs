//! The target's cover against a volley (Companion 16 §5.4, C-66).

use bevy::math::Vec2;

use super::shot::able_stands;
use crate::army::{Formation, RegimentId, Weapon};
use crate::book::cover::{self, Cover, Denial};
use crate::book::options::CrestSilhouette;
use crate::ground::{self, ObstacleKind};
use crate::turn::field::{Field, Unit};
use crate::turn::{building, sight};

/// Whether the target stands in any cover from these enemies, be its save denied or not: that is worth a point against
/// shock (Companion 16 §5.5).
pub fn in_cover(field: &Field, id: RegimentId, target: RegimentId) -> bool {
    let (unit, enemy) = (field.unit(id), field.unit(target));
    let stands = able_stands(unit, &sight::aims(field, id, target));
    shelter(field, unit, enemy, &stands).0 > Cover::Open
}

/// The cover that saves the target from these stands, and what denies it that.
pub(super) fn cover_from(
    field: &Field,
    unit: &Unit,
    enemy: &Unit,
    stands: &[usize],
    enfilade: bool,
) -> (Cover, Option<Denial>) {
    let (best, behind) = shelter(field, unit, enemy, stands);
    // Masonry covers from every side (Companion 16 §4.3).
    if best == Cover::Open || enemy.place.within.is_some() {
        return (best, None);
    }
    let denial = if enemy.place.formation == Formation::LedHorses {
        Denial::Horses
    } else if skylined(field, unit, enemy) && behind != Some(ObstacleKind::Earthworks) {
        Denial::Skyline
    } else if best == Cover::Light && enfilade {
        Denial::Enfilade
    } else if best == Cover::Light && unit.regiment.weapon == Weapon::Howitzer {
        Denial::Shells
    } else {
        return (best, None);
    };
    (Cover::Open, Some(denial))
}

/// The better of area and linear cover, and the obstacle that the target is behind.
fn shelter(field: &Field, unit: &Unit, enemy: &Unit, stands: &[usize]) -> (Cover, Option<ObstacleKind>) {
    if enemy.place.within.is_some() {
        return (Cover::Heavy, None);
    }
    let bases = enemy.bases();
    let area = ground::cover_of(&field.ground, &bases).map_or(Cover::Open, |(_, kind)| cover::area(kind));
    // Skirmish order is light cover of its own (Companion 16 §5.4).
    let loose = if enemy.place.formation == Formation::Dismounted { Cover::Light } else { Cover::Open };
    let own = unit.bases();
    let toward = enemy.footprint().centre();
    let eyes: Vec<Vec2> = stands.iter().map(|n| building::eye(unit, &own[*n], toward)).collect();
    let behind = ground::linear_cover(&field.ground, &eyes, &bases).map(|(_, kind)| kind);
    let line = behind.map_or(Cover::Open, cover::obstacle);
    (area.max(loose).max(line), behind)
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
