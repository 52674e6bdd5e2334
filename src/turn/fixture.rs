//! Small fields for the tests of this room.

use std::sync::Arc;

use super::field::{BrigadeNow, Clock, Field, GeneralNow, Terms, Unit};
use super::phase::Phase;
use crate::army::{
    Brigade, BrigadeClock, BrigadeId, BrigadeState, Condition, Deeds, Files, Formation, General, GeneralId,
    GeneralState, Grade, Place, Rank, Regiment, RegimentId, Side, Temper, Uniform, Weapon,
};
use crate::book::Options;
use crate::geometry::{Degrees, Inches, Pose, Spot};
use crate::ground::Ground;

/// A regiment of a test: side, x and y in thousandths, heading in degrees, stands, formation.
pub type Post = (Side, i32, i32, i32, u8, Formation);

/// A field of regiments in line of their sides' only brigades, the generals in the middle of the table.
pub fn field(ground: Ground, posts: &[Post]) -> Field {
    let unit = |(n, (side, x, y, heading, stands, formation)): (usize, &Post)| Unit {
        regiment: Regiment {
            arm: crate::army::Arm::Infantry,
            parent: None,
            id: RegimentId(n as u16),
            name: format!("Regiment {n}").into(),
            side: *side,
            brigade: BrigadeId(side.index() as u16),
            grade: Grade::Regular,
            weapon: Weapon::RifledMusket,
            traits: [].into(),
            stands: *stands,
            men: 300,
            uniform: Uniform::UnionSackCoat,
            colors: [].into(),
        },
        place: Place { pose: pose(*x, *y, *heading), formation: *formation, files: Files::of(*stands), within: None },
        condition: Condition::FRESH,
        deeds: Deeds::default(),
    };
    let brigade = |side: Side| BrigadeNow {
        brigade: Brigade {
            id: BrigadeId(side.index() as u16),
            name: "Brigade".into(),
            side,
            general: GeneralId(side.index() as u16),
            stands: 20,
        },
        state: BrigadeState { clock: BrigadeClock::Fresh, pool: 0, reserved: 0, banked: 0 },
    };
    let general = |side: Side| GeneralNow {
        general: General {
            id: GeneralId(side.index() as u16),
            name: "General".into(),
            side,
            rank: Rank::Brigadier(BrigadeId(side.index() as u16)),
        },
        state: GeneralState {
            at: Spot { x: Inches(30_000), y: Inches(24_000) },
            attached: None,
            temper: Temper::Reliable,
            wounds: 0,
            succeeded: false,
            gone: false,
            lost: 0,
            spent: Inches::ZERO,
            bonus_given: false,
        },
    };
    Field {
        ground: Arc::new(ground),
        units: posts.iter().enumerate().map(unit).collect(),
        brigades: Side::BOTH.map(brigade).into(),
        generals: Side::BOTH.map(general).into(),
        smoke: Vec::new(),
        clock: Clock {
            turn: 1,
            rounds: 8,
            phase: Phase::Maneuver,
            active: Side::Union,
            ready: [false; 2],
            deploying: None,
            to_deploy: Vec::new(),
            assaults_begun: false,
            outcome: None,
        },
        options: Options::default(),
        terms: Arc::new(Terms::default()),
    }
}

/// The usual table with nothing on it.
pub fn bare() -> Ground {
    Ground::bare(Inches::new(72), Inches::new(48))
}

/// A pose from thousandths of an inch and whole degrees.
pub fn pose(x: i32, y: i32, heading: i32) -> Pose {
    Pose { at: Spot { x: Inches(x), y: Inches(y) }, heading: Degrees::new(heading) }
}
