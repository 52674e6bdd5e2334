//! Clear ground: on the table, on nobody, more than 1.0" from formed enemies and in contact with none (C-25).

use bevy::math::Vec2;

use super::{FREE, MANEUVERS};
use crate::army::{Files, Formation, RegimentId};
use crate::book::movement::STANDOFF;
use crate::geometry::{Inches, Pose};
use crate::turn::building;
use crate::turn::field::{Field, Unit, bases, footprint};
use crate::turn::planner;
use crate::turn::refusal::Refusal;
use crate::turn::terrain;

/// The ground where a regiment would stand is clear: on the table, on nobody, more than 1.0" from formed
/// enemies and in contact with none.
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
    /// It swings round on the spot: as [`Through::Passing`], but through nobody's ranks.
    Turning,
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
    clear_besides(field, unit, (pose, formation, files), way, &[])
}

/// As [`clear_for`], as if these regiments were not there. Friends in the way matter only to who stays: on the way they
/// are passed (Companion 16 §3.3).
///
/// # Errors
/// Says who or what is too near.
pub fn clear_besides(
    field: &Field,
    unit: &Unit,
    (pose, formation, files): (Pose, Formation, Files),
    way: Through,
    besides: &[RegimentId],
) -> Result<(), Refusal> {
    let outline = footprint(pose, formation, files);
    let (width, height) = (field.ground.width.get(), field.ground.height.get());
    let off = |c: &Vec2| c.x < -0.0005 || c.y < -0.0005 || c.x > width + 0.0005 || c.y > height + 0.0005;
    if outline.corners().iter().any(off) {
        return Refusal::because("it would leave the table", FREE);
    }
    let stands = bases(pose, formation, files);
    terrain::stands_dry(field, &[outline], formation)?;
    let sunk = field.ground.standing_buildings().map(|(_, house)| planner::sunk(&unit.bases(), &[house.base]));
    let sunk = if unit.place.within.is_some() { 0.0 } else { sunk.fold(0.0, f32::max) };
    if let Some(house) = building::blocked(&field.ground, &stands, sunk) {
        return Refusal::because(format!("{} is in the way", house.name), building::PAGE);
    }
    for other in field.standing().filter(|other| other.id() != unit.id() && !besides.contains(&other.id())) {
        if outline.gap(&other.footprint()) > STANDOFF {
            continue;
        }
        let theirs = other.bases();
        if other.side() == unit.side() {
            if way == Through::Passing {
                continue;
            }
            let sunk = planner::sunk(&unit.bases(), &theirs);
            if stands.iter().any(|s| theirs.iter().any(|o| s.overlaps_more(o, sunk))) {
                return Refusal::because(format!("{} is in the way", other.the()), MANEUVERS);
            }
        } else if let Some(gap) = stands.iter().flat_map(|s| theirs.iter().map(|o| s.gap(o))).min()
            && gap <= other.standoff()
            && !(way != Through::Ending && gap > unit.footprint().gap(&other.footprint()))
        {
            return too_near("it would be", gap, &other.the(), other.standoff());
        }
    }
    Ok(())
}

/// Refuses a place or a way that is too near to an enemy: "it would be", so far, from whom, and what he is owed.
///
/// # Errors
/// Always.
pub fn too_near<T>(how: &str, gap: Inches, whom: &str, standoff: Inches) -> Result<T, Refusal> {
    if standoff == Inches::ZERO {
        return Refusal::because(format!("{how} on {whom}; only an assault touches the enemy"), FREE);
    }
    Refusal::because(format!("{how} {gap} from {whom}; a free move keeps more than {standoff}"), FREE)
}
