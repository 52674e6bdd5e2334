//! Small arms (Companion 16 §5.2) and suppression (§5.5).

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::army::{Arm, Formation, Regiment, Trait, Weapon};
use crate::geometry::Inches;

/// Range band; a distance equal to a limit is in the shorter band (B45).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Band {
    /// To 6.0"; of guns, canister.
    Short,
    /// To 14.0" for muskets.
    Medium,
    /// To 20.0" for muskets.
    Long,
}

impl fmt::Display for Band {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Short => "short",
            Self::Medium => "medium",
            Self::Long => "long",
        })
    }
}

/// Limit of short range, of canister, of smoke's point-blank exemption and of the one-six shock.
pub const SHORT: Inches = Inches::new(6);
/// Limit of medium range for small arms, and of what Buck & Ball Specialists reach at all (Companion 16 §5.2, §9.0).
pub const MEDIUM: Inches = Inches::new(14);
/// Where Buck & Ball Specialists have a die more (Companion 16 §9.0).
pub const POINT_BLANK: Inches = Inches::new(3);

/// A weapon in certain hands: what decides on its bands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arms {
    /// Branch of service.
    pub arm: Arm,
    /// What they carry.
    pub weapon: Weapon,
    /// Buck & Ball Specialists (Companion 16 §9.0).
    pub specialists: bool,
}

impl Arms {
    /// What a regiment fires with.
    pub fn of(regiment: &Regiment) -> Self {
        let specialists = regiment.has(Trait::BuckAndBall) && !regiment.weapon.is_gun();
        Self { arm: regiment.arm, weapon: regiment.weapon, specialists }
    }
}

/// One band of a weapon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The band.
    pub band: Band,
    /// Its limit, which still belongs to it (B45).
    pub to: Inches,
    /// What a die needs to hit.
    pub number: u8,
}

/// The bands of a weapon in these hands, the shortest first: small arms Companion 16 §5.2, carbines of dismounted
/// cavalry §10.3 (B47: they reach 18.0"), guns §5.3. A smoothbore, a musketoon and shotguns have no long range. Buck &
/// Ball Specialists hit on 3+ at short range and do not fire beyond 14.0", whatever they carry (§9.0, B46).
pub fn rows(arms: Arms) -> Vec<Row> {
    let long = if arms.arm == Arm::Cavalry { 18 } else { 20 };
    let mut table: [(i32, u8); 3] = match arms.weapon {
        Weapon::Smoothbore => [(6, 3), (14, 5), (0, 0)],
        Weapon::RifledMusket => [(6, 4), (14, 4), (20, 5)],
        Weapon::BreechloadingCarbine => [(6, 4), (14, 4), (long, 5)],
        Weapon::RepeatingRifle | Weapon::RepeatingCarbine => [(6, 3), (14, 4), (long, 5)],
        Weapon::Musketoon => [(6, 4), (14, 5), (0, 0)],
        Weapon::Shotgun => [(4, 3), (0, 0), (0, 0)],
        Weapon::Napoleon => [(6, 2), (18, 4), (30, 5)],
        Weapon::OrdnanceRifle | Weapon::Parrott => [(6, 3), (20, 4), (36, 4)],
        Weapon::Howitzer => [(6, 2), (16, 4), (24, 5)],
    };
    if arms.specialists {
        table[0].1 = table[0].1.min(3);
        table[2] = (0, 0);
    }
    [Band::Short, Band::Medium, Band::Long]
        .into_iter()
        .zip(table)
        .filter(|(_, (to, _))| *to > 0)
        .map(|(band, (to, number))| Row { band, to: Inches::new(to), number })
        .collect()
}

/// The band that a range falls in; `None` is out of range.
pub fn row(arms: Arms, range: Inches) -> Option<Row> {
    rows(arms).into_iter().find(|row| range <= row.to)
}

/// Longest range of a weapon in these hands.
pub fn reach(arms: Arms) -> Inches {
    rows(arms).last().map_or(Inches::ZERO, |row| row.to)
}

/// Dice that each firing stand or section rolls (Companion 16 §5.2, §5.3).
pub const fn dice_each(weapon: Weapon) -> u8 {
    if weapon.is_gun() { 2 } else { 1 }
}

/// Bonus dice for so many firing stands (C-71).
pub const fn bonus(weapon: Weapon, firing: u8) -> u8 {
    match weapon {
        Weapon::RepeatingRifle | Weapon::RepeatingCarbine if firing > 0 => 2,
        Weapon::BreechloadingCarbine => firing / 2,
        _ => 0,
    }
}

/// Ranks of a formation that fire: all in line, the front two stands of an assault column, none on the march, in the
/// saddle (Q11), limbered or holding horses.
pub const fn firing_ranks(formation: Formation) -> u8 {
    match formation {
        Formation::Line
        | Formation::AssaultColumn
        | Formation::Dismounted
        | Formation::Unlimbered
        | Formation::Garrison => 1,
        Formation::RoadColumn
        | Formation::MountedLine
        | Formation::MountedColumn
        | Formation::LedHorses
        | Formation::Limbered => 0,
    }
}

/// Whether a shot hits: a natural 1 always misses, a natural 6 always hits (C-57).
pub const fn hits(die: u8, modifier: i8, number: u8) -> bool {
    super::discipline::passes(die, modifier, number)
}

/// What in a volley shocks its target.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shock {
    /// So many natural sixes ask for a Discipline Check (B43).
    Sixes(u8),
    /// Any hit disorders it, without a check: a Napoleon's canister (B59).
    AnyHit,
}

impl Shock {
    /// What makes a target test: sixes are counted in halves of this, because batteries that fire as one may stand at
    /// ranges that count their sixes differently.
    pub const WHOLE: u8 = 2;

    /// What one natural six is worth of [`Shock::WHOLE`].
    pub const fn half_shocks(self) -> u8 {
        match self {
            Self::Sixes(needed) => Self::WHOLE / needed,
            Self::AnyHit => 0,
        }
    }
}

/// What shocks the target of a volley from this range: one natural six to 6.0", two beyond; a Napoleon's canister has
/// its own way (Companion 16 §5.3, §5.5).
pub fn shock(weapon: Weapon, band: Band, range: Inches) -> Shock {
    match (weapon, band) {
        (Weapon::Napoleon, Band::Short) => Shock::AnyHit,
        _ => Shock::Sixes(if range <= SHORT { 1 } else { 2 }),
    }
}
