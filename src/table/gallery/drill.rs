//! The drill ground: one side's troops in every formation and in every state that figures show, each under the name of what
//! it shows.

use std::sync::Arc;

use bevy::math::Vec2;

use crate::army::{
    Arm, BrigadeId, Colors, Condition, Deeds, Files, Formation, GeneralId, House, Place, Rank, RegimentId, Side,
    Uniform, Weapon,
};
use crate::geometry::{Degrees, Footprint, Inches, Pose, Spot};
use crate::ground::{Building, BuildingKind, Ground, PieceId};
use crate::turn::field::{Unit, footprint};
use crate::turn::{Field, Phase};

/// Who stands there, as what, and what has happened to him.
type Post = (&'static str, Arm, Formation, fn(&mut Unit));

const POSTS: &[Post] = &[
    ("Ready", Arm::Infantry, Formation::Line, |_| {}),
    ("Moved", Arm::Infantry, Formation::Line, |unit| unit.deeds.moved = true),
    ("Fired", Arm::Infantry, Formation::Line, |unit| unit.deeds.fired = true),
    ("Charging", Arm::Infantry, Formation::Line, |unit| unit.deeds.assaulted = true),
    ("Disordered", Arm::Infantry, Formation::Line, |unit| unit.condition.disordered = true),
    ("Beaten", Arm::Infantry, Formation::Line, |unit| {
        unit.condition.disordered = true;
        unit.deeds.fought = true;
    }),
    ("Hit, low ammunition", Arm::Infantry, Formation::Line, |unit| {
        unit.condition.micro = 1;
        unit.condition.low_ammo = true;
    }),
    ("Screen out", Arm::Infantry, Formation::Line, |unit| unit.condition.screen = true),
    ("Flank refused", Arm::Infantry, Formation::Line, |unit| unit.condition.refused = [0, 2]),
    ("Assault column", Arm::Infantry, Formation::AssaultColumn, |_| {}),
    ("Road column", Arm::Infantry, Formation::RoadColumn, |_| {}),
    ("Garrison", Arm::Infantry, Formation::Garrison, |_| {}),
    ("Troopers", Arm::Cavalry, Formation::MountedLine, |_| {}),
    ("Troopers charging", Arm::Cavalry, Formation::MountedLine, |unit| unit.deeds.assaulted = true),
    ("Troopers beaten", Arm::Cavalry, Formation::MountedLine, |unit| {
        unit.condition.disordered = true;
        unit.deeds.fought = true;
    }),
    ("Mounted column", Arm::Cavalry, Formation::MountedColumn, |_| {}),
    ("On foot", Arm::Cavalry, Formation::Dismounted, |_| {}),
    ("On foot, firing", Arm::Cavalry, Formation::Dismounted, |unit| unit.deeds.fired = true),
    ("Led horses", Arm::Cavalry, Formation::LedHorses, |_| {}),
    ("Guns", Arm::FootArtillery, Formation::Unlimbered, |_| {}),
    ("Guns firing", Arm::FootArtillery, Formation::Unlimbered, |unit| unit.deeds.fired = true),
    ("Limbered", Arm::FootArtillery, Formation::Limbered, |_| {}),
    ("Horse artillery", Arm::HorseArtillery, Formation::Limbered, |_| {}),
];

/// The side of a place for one regiment, in inches, and places in a row.
const PLOT: Vec2 = Vec2::new(6.0, 4.5);
const ROW: usize = 4;
/// Rows of places.
const DOWN: usize = POSTS.len() / ROW + 1;
/// The drill ground.
pub const SIZE: Vec2 = Vec2::new(ROW as f32 * PLOT.x, DOWN as f32 * PLOT.y);
/// Pictures that show all of it.
pub const ROWS: usize = DOWN.div_ceil(3);

/// The middle of a picture, which shows three rows of places.
pub fn middle(picture: usize) -> Vec2 {
    Vec2::new(SIZE.x / 2.0, SIZE.y - (3.0 * picture as f32 + 1.5) * PLOT.y)
}

const UNIFORMS: [&[Uniform]; 2] = [
    &[
        Uniform::UnionSackCoat,
        Uniform::UnionBlackHat,
        Uniform::UnionZouave,
        Uniform::UnionSlouchHat,
        Uniform::UnionChasseur,
        Uniform::UnionFrockCoat,
        Uniform::UnionSharpshooter,
        Uniform::UnionBlueZouave,
    ],
    &[
        Uniform::ConfederateSlouch,
        Uniform::ConfederateKepi,
        Uniform::ConfederateButternut,
        Uniform::ConfederateZouave,
        Uniform::ConfederateFrockCoat,
        Uniform::ConfederateSackCoat,
    ],
];

const FLAGS: [&[&[Colors]]; 2] = [
    &[
        &[Colors::UnionNational, Colors::UnionRegimental],
        &[Colors::UnionNational, Colors::UnionNewYork],
        &[Colors::UnionIrish],
        &[Colors::UnionNational, Colors::UnionPennsylvania],
    ],
    &[
        &[Colors::ConfederateBattle],
        &[Colors::ConfederateBattle, Colors::ConfederateVirginia],
        &[Colors::ConfederateHardee],
        &[Colors::ConfederateSecondNational, Colors::ConfederateLouisiana],
    ],
];

/// A field with the drill ground on it; clock, rules and brigades are those of another battle.
pub fn field(of: &Field, side: Side) -> Field {
    let mut field = of.clone();
    let mut ground = Ground::bare(Inches::round(SIZE.x), Inches::round(SIZE.y));
    let sample = of.units.iter().find(|unit| unit.side() == side).unwrap_or(&of.units[0]);
    let us = usize::from(side == Side::Confederate);
    field.units = Vec::new();
    for (n, (name, arm, formation, state)) in POSTS.iter().enumerate() {
        let mut unit = sample.clone();
        let regiment = &mut unit.regiment;
        regiment.id = RegimentId(n as u16);
        regiment.name = (*name).into();
        regiment.side = side;
        regiment.arm = *arm;
        regiment.parent = None;
        regiment.uniform = UNIFORMS[us][n % UNIFORMS[us].len()];
        regiment.weapon = match arm {
            Arm::Infantry => Weapon::RifledMusket,
            Arm::Cavalry => Weapon::BreechloadingCarbine,
            Arm::FootArtillery if n % 2 == 0 => Weapon::Parrott,
            Arm::FootArtillery => Weapon::Napoleon,
            Arm::HorseArtillery => Weapon::OrdnanceRifle,
        };
        regiment.colors = match (arm, side) {
            (Arm::Infantry, _) => FLAGS[us][n % FLAGS[us].len()].into(),
            (Arm::Cavalry, Side::Union) => [Colors::UnionGuidon].into(),
            (_, Side::Union) => [Colors::UnionArtillery].into(),
            (_, Side::Confederate) => [Colors::ConfederateBattle].into(),
        };
        unit.condition = Condition::FRESH;
        unit.deeds = Deeds::default();
        let deep = matches!(formation, Formation::RoadColumn | Formation::MountedColumn | Formation::AssaultColumn);
        let teams = *formation == Formation::Limbered;
        // Teams stand along their row, or they would reach into the next one.
        let heading = Degrees::new(if teams { 90 } else { [180, 180, 160, 200, 135, 0][n % 6] });
        let stands = match (deep, teams) {
            (_, true) => 2,
            (true, _) => 3,
            _ => 4 - u8::from(arm.is_artillery()),
        };
        // The middle of all its bases is in the middle of its place, a little up: its name is written below. Columns have
        // their markers above.
        let up = Vec2::Y * if deep { -0.25 } else { 0.3 };
        let middle = Vec2::new((n % ROW) as f32 + 0.5, DOWN as f32 - 0.5 - (n / ROW) as f32) * PLOT + up;
        let files = Files::of(stands);
        let there = |at: Vec2| Pose { at: Spot::round(at), heading };
        let off = footprint(there(middle), *formation, files).centre() - middle;
        let pose = there(middle - off);
        unit.place = Place { pose, formation: *formation, files, within: None };
        if *formation == Formation::Garrison {
            let (frontage, depth) = (Inches(1500), Inches(1250));
            let base = Footprint { pose, frontage, depth };
            ground.buildings.push(Building { kind: BuildingKind::House, name: "house".into(), base, holds: 2 });
            unit.place.files = Files::of(2);
            // The only piece of terrain there.
            unit.place.within = Some(House { piece: PieceId(0), frontage, depth });
        }
        state(&mut unit);
        field.units.push(unit);
    }
    let last = Vec2::new(POSTS.len() as f32 % ROW as f32 + 0.3, 0.5) * PLOT;
    let mut leaders = of.generals.clone();
    leaders.truncate(2);
    for (n, now) in leaders.iter_mut().enumerate() {
        now.general.id = GeneralId(n as u16);
        now.general.side = side;
        now.general.rank = if n == 0 { Rank::Brigadier(BrigadeId(0)) } else { Rank::Division };
        now.state.at = Spot::round(last + Vec2::new(2.2 * n as f32, 0.0));
        now.state.attached = None;
        now.state.gone = false;
    }
    field.generals = leaders;
    field.smoke.clear();
    field.ground = Arc::new(ground);
    field.clock.phase = Phase::Maneuver;
    field.clock.active = side;
    field
}
