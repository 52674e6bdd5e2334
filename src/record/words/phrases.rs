//! Phrases that the lines of the log are made of.

use super::{capital, count, tenths};
use crate::army::{BrigadeId, Face, Formation, GeneralId, RegimentId};
use crate::geometry::{Degrees, Inches};
use crate::ground::PieceId;
use crate::turn::event::{Cause, Modifier, Motion, Purpose, Test, Volley};
use crate::turn::{Field, building, words};

/// "Gibbon's Brigade".
pub(super) fn brigade(id: BrigadeId, field: &Field) -> &str {
    &field.brigade(id).brigade.name
}

/// "Brig. Gen. John Gibbon".
pub(super) fn general(id: GeneralId, field: &Field) -> &str {
    &field.general(id).general.name
}

/// "1 2 4 4 6".
pub(super) fn faces(dice: &[u8]) -> String {
    dice.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

/// Where it stands that a regiment is divided: horse holders, or stands in a building.
pub(super) const fn detachment_page(formation: Formation) -> &'static str {
    match formation {
        Formation::LedHorses => "Companion 16 \u{a7}10.2",
        _ => building::PAGE,
    }
}

pub(super) fn rolled(
    purpose: &Purpose,
    dice: &[u8],
    number: Option<u8>,
    modifiers: &[Modifier],
    passed: u8,
    field: &Field,
) -> String {
    let shown = faces(dice);
    let needs = number.map_or_else(String::new, |number| format!(", {}", words::needed(number, modifiers)));
    match purpose {
        Purpose::Initiative => format!("Initiative, Union and Confederate: {shown}"),
        Purpose::Pips(id) => format!("{} rolls for its pips: {shown}", brigade(*id, field)),
        Purpose::Discipline(id, test) => {
            let how = if passed > 0 { "stands firm" } else { "fails" };
            format!("{} {how} {}{needs}: {shown}", field.unit(*id).name(), occasion(*test))
        }
        Purpose::ToHit(id) => {
            let what = count(dice.len() as i64, "die", "dice");
            format!("{}, {what}{needs}: {shown}, {}", field.unit(*id).name(), count(passed, "hit", "hits"))
        }
        Purpose::Saves(id) => {
            format!("{} saves{needs}: {shown}, {} saved", field.unit(*id).name(), count(passed, "hit", "hits"))
        }
        Purpose::HitAgain(id) => {
            let how = if passed > 0 { "a hit" } else { "a miss" };
            format!("{} rolls a miss again{needs}: {shown}, {how}", field.unit(*id).name())
        }
        Purpose::SaveAgain(id) => {
            let how = if passed > 0 { "saved" } else { "not saved" };
            format!("{} rolls a failed save again{needs}: {shown}, {how}", field.unit(*id).name())
        }
        Purpose::Melee(_) => format!("Melee dice: {shown}"),
        Purpose::Rally(id) => {
            let how = if passed > 0 { "rallies by itself" } else { "does not rally" };
            format!("{} {how}{needs}: {shown}", field.unit(*id).name())
        }
        Purpose::Leader(_) => format!("{}: {shown}", capital(&words::purpose(purpose, field))),
        Purpose::Structure(_) => {
            let held = count(passed, "structural hit", "structural hits");
            format!("{}{needs}: {shown}, {held}", capital(&words::purpose(purpose, field)))
        }
    }
}

pub(super) fn subject(purpose: &Purpose) -> Option<RegimentId> {
    match purpose {
        Purpose::Discipline(id, _)
        | Purpose::ToHit(id)
        | Purpose::Saves(id)
        | Purpose::HitAgain(id)
        | Purpose::SaveAgain(id)
        | Purpose::Melee(id)
        | Purpose::Rally(id) => Some(*id),
        Purpose::Initiative | Purpose::Pips(_) | Purpose::Leader(_) | Purpose::Structure(_) => None,
    }
}

pub(super) const fn occasion(test: Test) -> &'static str {
    words::occasion(test)
}

pub(super) fn moved(name: &str, motion: Motion, cost: Inches, wheel: Degrees) -> String {
    match motion {
        Motion::March if wheel.0 > 0 => {
            format!("{name} marches {}, wheeling {} to the right", tenths(cost), degrees(wheel))
        }
        Motion::March if wheel.0 < 0 => {
            format!("{name} marches {}, wheeling {} to the left", tenths(cost), degrees(wheel.abs()))
        }
        Motion::March => format!("{name} marches {}", tenths(cost)),
        Motion::FallBack => format!("{name} falls back in good order, {}", tenths(cost)),
        Motion::FaceTarget => format!("{name} turns to the line of its charge"),
        Motion::Charge => format!("{name} charges, {}", tenths(cost)),
        Motion::CounterCharge => format!("{name} counter-charges"),
        Motion::Retreat => format!("{name} is driven back"),
        Motion::Consolidate => format!("{name} follows up"),
        Motion::Broken => format!("{name}, its brigade Broken, goes back"),
        Motion::Pivot => format!("{name} pivots"),
        Motion::AboutFace => format!("{name} faces about"),
    }
}

/// Whole degrees, and tenths below one.
pub(super) fn degrees(angle: Degrees) -> Degrees {
    if angle.0 < 100 { Degrees((angle.0 + 5) / 10 * 10) } else { Degrees((angle.0 + 50) / 100 * 100) }
}

pub(super) const fn motion_page(motion: Motion) -> &'static str {
    match motion {
        Motion::March => "Companion 16 \u{a7}3.1",
        Motion::FallBack | Motion::AboutFace => "Companion 16 \u{a7}3.3",
        Motion::FaceTarget | Motion::Charge => "Companion 16 \u{a7}7.2",
        Motion::CounterCharge => "Companion 16 \u{a7}6.0",
        Motion::Retreat | Motion::Consolidate => "Companion 16 \u{a7}7.4",
        Motion::Broken => "Companion 16 \u{a7}8.2",
        Motion::Pivot => "Companion 16 \u{a7}5.1",
    }
}

pub(super) const fn volley_page(volley: Volley) -> &'static str {
    match volley {
        Volley::Phase3 => "Companion 16 \u{a7}5.2",
        Volley::Closing | Volley::Opportunity => "Companion 16 \u{a7}6.0",
        Volley::Concentrated => "Companion 16 \u{a7}2.3",
    }
}

pub(super) const fn face_words(face: Face) -> &'static str {
    match face {
        Face::Front => "in front",
        Face::Left => "on its left flank",
        Face::Right => "on its right flank",
        Face::Rear => "in the rear",
    }
}

pub(super) const fn cause_words(cause: Cause) -> &'static str {
    match cause {
        Cause::Failed(test) => match test {
            Test::Suppression(_) => "shaken by the volley",
            Test::Spent(_) => "Spent, and hit again",
            Test::Elephant(_) => "it had never seen the elephant",
            Test::Contact => "it would not close",
            Test::Wall => "climbing the wall",
            Test::Retreaters => "beaten friends broke through",
            Test::RebelYell => "the Rebel Yell",
            Test::Passage => "ranks passed through each other",
            Test::RefuseFlank => "it could not refuse its flank",
        },
        Cause::DenseWoods => "entering dense woods",
        Cause::Canister => "under canister",
        Cause::DoubleTime => "at the double two turns running",
        Cause::Beaten => "beaten in melee",
        Cause::BloodyDraw => "a Bloody Draw",
        Cause::GeneralKilled => "its general is killed",
        Cause::BrigadeBroken => "its brigade is Broken",
        Cause::Collapse => "its building came down",
    }
}

pub(super) fn piece(id: PieceId, field: &Field) -> (String, &'static str) {
    let (ground, n) = (&field.ground, usize::from(id.0));
    if let Some(area) = ground.areas.get(n) {
        return (format!("{} ({})", area.kind, area.name), "Companion 16 \u{a7}4.1");
    }
    match ground.obstacles.get(n - ground.areas.len()) {
        Some(obstacle) => (format!("{} ({})", obstacle.kind, obstacle.name), "Companion 16 \u{a7}4.2"),
        None => ("ground".to_owned(), "Companion 16 \u{a7}4.0"),
    }
}

/// Formations as orders name them.
pub(super) const fn formation_words(formation: Formation) -> &'static str {
    match formation {
        Formation::Line => "line of battle",
        Formation::AssaultColumn => "assault column",
        Formation::RoadColumn => "road column",
        Formation::MountedLine => "mounted line",
        Formation::MountedColumn => "mounted column",
        Formation::Dismounted => "skirmish order on foot",
        Formation::LedHorses => "horse holders",
        Formation::Limbered => "limbered column",
        Formation::Unlimbered => "unlimbered line",
        Formation::Garrison => "a garrison",
    }
}
