//! The target's cover against a volley (Companion 16 §5.4, C-66).

use bevy::math::Vec2;

use super::modifiers::enfilades;
use super::shot::able_stands;
use crate::army::{Formation, RegimentId, Weapon};
use crate::book::cover::{self, Cover};
use crate::book::options::CrestSilhouette;
use crate::ground::{self, ObstacleKind};
use crate::turn::field::{Field, Unit};
use crate::turn::{building, sight};

/// The target's cover against the stands that have it in arc, in sight and in range.
pub fn cover(field: &Field, id: RegimentId, target: RegimentId) -> Cover {
    let (unit, enemy) = (field.unit(id), field.unit(target));
    let stands = able_stands(unit, &sight::aims(field, id, target));
    cover_from(field, unit, enemy, &stands, enfilades(unit, enemy))
}

/// The better of area and linear cover; enfilade denies light cover (Companion 16 §4.5).
pub(super) fn cover_from(field: &Field, unit: &Unit, enemy: &Unit, stands: &[usize], enfilade: bool) -> Cover {
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
