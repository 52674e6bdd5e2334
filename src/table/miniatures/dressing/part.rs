//! One sprite of a stand: what it shows, and where it goes as the stand moves.

use bevy::prelude::*;

use crate::table::atlas::{Cut, Cuts, Sheet};
use crate::table::lod::Zooms;
use crate::table::miniatures::{Dress, Look};
use crate::table::motion::Stance;
use crate::table::sky::fall;
use crate::table::{LIFT, Layer, noise};

/// One sprite of a stand: where it is on the stand, and which way it looks from the stand's heading.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The stand's number.
    pub(super) stand: usize,
    pub(super) right: f32,
    pub(super) ahead: f32,
    pub(super) turn: f32,
    pub(super) what: What,
}

/// What a sprite shows.
#[derive(Clone, Debug)]
pub(super) enum What {
    /// A stand's card of this depth.
    Base(f32),
    RoundBase(f32),
    /// A card's shadow: how high over the table what throws it is, in inches, and how large it is.
    Shadow(f32, Vec2),
    /// A soft shadow under a figure's feet, of this size.
    FootShadow(Vec2),
    /// Names of the sprite, the first that the sheet has, and how much larger than life it is shown.
    Figure(Vec<String>, f32),
    /// A flag by name, carried by the figure of that name that stands here.
    Flag(String, String),
    /// A figure on the roof of a building with these half sides; the part's place is the building's middle.
    Aloft(Vec<String>, Vec2),
}

/// Figures are shown larger than the sheet's scale, as 15 mm figures are for their ground.
pub(super) const LARGER: f32 = 1.28;
/// How high over the table the middle is of what throws the soft shadow at a figure's feet, in inches.
const KNEE: f32 = 0.06;
/// The same for the edge of a card, and of what stands along it.
pub(super) const EDGE: f32 = 0.165;
/// Zoom below which the shadow at a man's feet is two or three pixels of dark green on green, and is not drawn.
const AT_FEET: f32 = 12.0;

/// A part with its sprite: what is looked up by name is looked up once.
pub(in crate::table::miniatures) struct Posted {
    part: Part,
    cuts: Cuts,
    /// Where the staff of a flag stands beside its bearer.
    staff: Vec2,
}

impl Posted {
    /// The number of the stand that it belongs to.
    pub(in crate::table::miniatures) fn stand(&self) -> usize {
        self.part.stand
    }

    /// The sprite to show, if it turns with the heading, and where.
    pub(in crate::table::miniatures) fn place(&self, stance: Stance, look: &Look) -> (Option<Cut>, Transform) {
        let Part { right, ahead, turn, what, .. } = &self.part;
        let at = stance.local(*right, *ahead);
        let lift = if look.lifted { LIFT } else { 0.0 };
        let flat = Quat::from_rotation_z(-stance.heading.to_radians());
        let order = 0.5 - at.y * 0.01;
        let faced = |larger: f32| Some(grown(self.cuts.facing(stance.heading + turn), larger));
        match what {
            What::Base(_) | What::RoundBase(_) => {
                (None, Transform::from_xyz(at.x, at.y, Layer::Bases.z() + order + lift).with_rotation(flat))
            }
            What::Shadow(high, _) => {
                let at = at + fall(*high);
                (None, Transform::from_xyz(at.x, at.y, Layer::Shadows.z() + order + lift).with_rotation(flat))
            }
            What::FootShadow(_) => {
                let at = at + fall(KNEE);
                (None, Transform::from_xyz(at.x, at.y, Layer::Bases.z() + 6.0 + lift))
            }
            What::Figure(_, larger) => (faced(*larger), Transform::from_xyz(at.x, at.y, Layer::standing(at.y) + lift)),
            What::Flag(..) => {
                // The flag belongs to the wind, its staff to the man's hand.
                let staff = self.staff * LARGER;
                let (sin, cos) = bevy::math::ops::sin_cos(turn.to_radians());
                let at = stance.local(right + staff.x * cos + staff.y * sin, ahead - staff.x * sin + staff.y * cos);
                let cut = grown(self.cuts.facing(0.0), LARGER);
                (Some(cut), Transform::from_xyz(at.x, at.y, Layer::standing(at.y) + lift))
            }
            What::Aloft(_, half) => {
                // Before the whole building, which stands at its nearest corner.
                let (sin, cos) = bevy::math::ops::sin_cos(stance.heading.to_radians());
                let nearest = at.y - half.x * sin.abs() - half.y * cos.abs();
                (faced(LARGER), Transform::from_xyz(at.x, at.y + 0.30, Layer::standing(nearest) + lift))
            }
        }
    }
}

impl Part {
    pub(super) fn spawn(self, commands: &mut Commands, sheet: &Sheet, look: &Look) -> Option<(Entity, Posted)> {
        let seed = look.seed;
        let variant = noise::hash(self.stand as i32, 9, seed) % 8;
        let round = matches!(look.dress, Dress::General { .. });
        let cuts = match &self.what {
            What::Base(depth) => base(sheet, *depth, variant)?,
            What::RoundBase(_) => sheet.all("own/base_round")?,
            What::Shadow(..) => sheet.all(if round { "own/shadow" } else { "own/base_shadow" })?,
            What::FootShadow(_) => sheet.all("own/shadow")?,
            What::Figure(names, _) | What::Aloft(names, _) => {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                // Asked for by name once, so that what is missing is told in the log.
                if !sheet.has(names[0]) {
                    sheet.all(names[0]);
                }
                sheet.first_of(&names)?
            }
            What::Flag(name, _) => sheet.all(name)?,
        };
        let cut = match &self.what {
            What::Base(depth) => Cut { size: Vec2::new(1.0, *depth), ..cuts.facing(0.0) },
            What::RoundBase(diameter) => Cut { size: Vec2::splat(*diameter), ..cuts.facing(0.0) },
            What::Shadow(_, size) | What::FootShadow(size) => Cut { size: *size, ..cuts.facing(0.0) },
            What::Figure(_, larger) => grown(cuts.facing(0.0), *larger),
            What::Flag(..) | What::Aloft(..) => grown(cuts.facing(0.0), LARGER),
        };
        let staff = match &self.what {
            What::Flag(_, bearer) => sheet.staff(bearer).unwrap_or_default(),
            _ => Vec2::ZERO,
        };
        let tint = match &self.what {
            What::Figure(..) => {
                // No two men stand in quite the same light or wear quite the same cloth.
                let chance = |n: u32| noise::unit((self.right * 100.0) as i32, self.stand as i32, seed + n);
                let (tone, warm) = (0.93 + 0.09 * chance(0), 0.025 * (chance(1) - 0.5));
                Color::srgba(tone + warm, tone, tone - warm, look.alpha)
            }
            _ => Color::srgba(1.0, 1.0, 1.0, look.alpha),
        };
        let (sprite, anchor) = sheet.sprite(cut, tint);
        let entity = commands.spawn((sprite, anchor, Transform::default())).id();
        if let What::FootShadow(_) = self.what {
            commands.entity(entity).insert(Zooms::near(AT_FEET));
        }
        Some((entity, Posted { part: self, cuts, staff }))
    }
}

fn grown(cut: Cut, larger: f32) -> Cut {
    Cut { size: cut.size * larger, ..cut }
}

/// The card of a stand: one is painted for each depth that the game knows.
fn base(sheet: &Sheet, depth: f32, variant: u32) -> Option<Cuts> {
    let name = match (depth * 100.0).round() as i32 {
        75 => format!("own/base_{variant}"),
        100 => format!("own/base_100_{}", variant % 3),
        125 => format!("own/base_125_{}", variant % 3),
        _ => format!("own/base_200_{}", variant % 3),
    };
    sheet.all(&name)
}
