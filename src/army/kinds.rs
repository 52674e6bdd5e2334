//! Kinds that regiments are of: branch of service, formation, training, arms, traits and dress.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Side;

/// Branch of service. Decides the row of the movement table (Companion 16 §3.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Arm {
    /// Foot.
    Infantry,
    /// Horse; fights mounted or dismounted.
    Cavalry,
    /// A battery whose crews walk.
    FootArtillery,
    /// A battery whose crews ride.
    HorseArtillery,
}

impl Arm {
    /// A battery; its stands are sections of two guns (C-4).
    pub const fn is_artillery(self) -> bool {
        matches!(self, Self::FootArtillery | Self::HorseArtillery)
    }

    /// How it stands when nothing else is said.
    pub const fn usual(self) -> Formation {
        match self {
            Self::Infantry => Formation::Line,
            Self::Cavalry => Formation::MountedLine,
            Self::FootArtillery | Self::HorseArtillery => Formation::Unlimbered,
        }
    }

    /// Formations that its players may order, in the order in which they are listed.
    pub const fn formations(self) -> &'static [Formation] {
        match self {
            Self::Infantry => &[Formation::Line, Formation::AssaultColumn, Formation::RoadColumn],
            Self::Cavalry => &[Formation::MountedLine, Formation::MountedColumn, Formation::Dismounted],
            Self::FootArtillery | Self::HorseArtillery => &[Formation::Limbered, Formation::Unlimbered],
        }
    }
}

impl fmt::Display for Arm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Infantry => "infantry",
            Self::Cavalry => "cavalry",
            Self::FootArtillery => "foot artillery",
            Self::HorseArtillery => "horse artillery",
        })
    }
}

/// How a regiment stands on the table (Companion 16 §3.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Formation {
    /// Line of Battle: all stands abreast, all fire.
    Line,
    /// Assault Column: two stands wide.
    AssaultColumn,
    /// Road Column: one stand wide.
    RoadColumn,
    /// Cavalry in the saddle, all stands abreast.
    MountedLine,
    /// Cavalry in the saddle on the march: one stand wide.
    MountedColumn,
    /// Cavalry on foot in skirmish order, bases 0.5" apart; its horses stand behind it.
    Dismounted,
    /// Horse holders with the horses of a dismounted regiment.
    LedHorses,
    /// A battery on the march: one section wide.
    Limbered,
    /// A battery in action: sections abreast.
    Unlimbered,
    /// Inside a building; the outline is the building's.
    Garrison,
}

impl fmt::Display for Formation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Line => "line of battle",
            Self::AssaultColumn => "assault column",
            Self::RoadColumn => "road column",
            Self::MountedLine => "mounted line",
            Self::MountedColumn => "mounted column",
            Self::Dismounted => "dismounted skirmish order",
            Self::LedHorses => "horse holders",
            Self::Limbered => "limbered",
            Self::Unlimbered => "unlimbered",
            Self::Garrison => "garrison",
        })
    }
}

impl Formation {
    /// Formed (C-51): blocks sight, is disordered by woods, has the guaranteed 2.0".
    pub const fn is_formed(self) -> bool {
        matches!(self, Self::Line | Self::AssaultColumn | Self::RoadColumn | Self::MountedLine | Self::MountedColumn)
    }

    /// In the saddle.
    pub const fn is_mounted(self) -> bool {
        matches!(self, Self::MountedLine | Self::MountedColumn)
    }

    /// Skirmish order: goes where it likes, whichever way it faces (C-23).
    pub const fn is_skirmish(self) -> bool {
        matches!(self, Self::Dismounted | Self::LedHorses)
    }

    /// One stand wide, on the march: follows roads, crosses bridges, does not charge.
    pub const fn is_march_column(self) -> bool {
        matches!(self, Self::RoadColumn | Self::MountedColumn | Self::Limbered)
    }

    /// All its stands abreast: losses come off the ends.
    pub const fn is_abreast(self) -> bool {
        matches!(self, Self::Line | Self::MountedLine | Self::Dismounted | Self::Unlimbered | Self::LedHorses)
    }
}

/// Training and temper of the men; gives the number for Discipline Checks (Companion 16 §5.5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Grade {
    /// Green or conscript.
    Green,
    /// Regular line.
    Regular,
    /// Veteran.
    Veteran,
    /// Elite.
    Elite,
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// What the men carry (Companion 16 §5.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Weapon {
    /// .69 calibre musket, buck and ball.
    Smoothbore,
    /// Springfield or Enfield.
    RifledMusket,
    /// Spencer or Henry.
    RepeatingRifle,
    /// Sharps or Smith.
    BreechloadingCarbine,
    /// Spencer carbine of seven shots.
    RepeatingCarbine,
    /// Muzzleloading carbine or musketoon.
    Musketoon,
    /// Shotguns and pairs of revolvers.
    Shotgun,
    /// 12-pounder Napoleon.
    Napoleon,
    /// 3-inch Ordnance rifle.
    OrdnanceRifle,
    /// 10- or 20-pounder Parrott rifle.
    Parrott,
    /// 12- or 24-pounder field howitzer.
    Howitzer,
}

impl Weapon {
    /// A gun that sections serve.
    pub const fn is_gun(self) -> bool {
        matches!(self, Self::Napoleon | Self::OrdnanceRifle | Self::Parrott | Self::Howitzer)
    }
}

impl fmt::Display for Weapon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Smoothbore => "smoothbore musket",
            Self::RifledMusket => "rifled musket",
            Self::RepeatingRifle => "repeating rifle",
            Self::BreechloadingCarbine => "breechloading carbine",
            Self::RepeatingCarbine => "repeating carbine",
            Self::Musketoon => "musketoon",
            Self::Shotgun => "shotguns and revolvers",
            Self::Napoleon => "12-pounder Napoleons",
            Self::OrdnanceRifle => "3-inch Ordnance rifles",
            Self::Parrott => "Parrott rifles",
            Self::Howitzer => "field howitzers",
        })
    }
}

/// A historical trait of a regiment (Companion 16 §9.0).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Trait {
    /// +1 when charging; Green and Regular defenders outside heavy works test on contact.
    RebelYell,
    /// A Green regiment tests once, at the first unsaved hit or natural 6 it suffers in the battle.
    SeenTheElephant,
    /// Ignores the first suppression of each game turn; rallies naturally on 3+.
    IronDiscipline,
    /// +1 on Discipline Checks that closing volleys cause; one failed cover save a turn is rolled again.
    Steady,
    /// One missed die at medium range is rolled again; its skirmish screen goes out free.
    Sharpshooters,
    /// 3+ at short range, another die to 3.0", no fire beyond 14.0".
    BuckAndBall,
}

impl fmt::Display for Trait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::RebelYell => "Rebel Yell",
            Self::SeenTheElephant => "Seen the Elephant",
            Self::IronDiscipline => "Iron Discipline",
            Self::Steady => "Steady",
            Self::Sharpshooters => "Sharpshooters",
            Self::BuckAndBall => "Buck & Ball Specialists",
        })
    }
}

/// Dress of the figures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Uniform {
    /// Dark blue sack coat and forage cap.
    UnionSackCoat,
    /// Dark blue frock coat and trousers, white belts: regulars.
    UnionFrockCoat,
    /// Dark blue sack coat and black slouch hat: the western armies.
    UnionSlouchHat,
    /// Dark blue frock coat, white leggings and tall black hat: the Iron Brigade.
    UnionBlackHat,
    /// Dark blue jacket, red trousers and cap, white leggings: the 14th Brooklyn.
    UnionChasseur,
    /// Blue jacket, baggy red trousers, fez and turban: the 5th New York.
    UnionZouave,
    /// Light blue zouave dress with yellow trim: the 146th New York.
    UnionBlueZouave,
    /// Green frock coat and cap: the United States Sharpshooters.
    UnionSharpshooter,
    /// Grey or butternut jacket and slouch hat.
    ConfederateSlouch,
    /// Butternut all over, and a dark slouch hat.
    ConfederateButternut,
    /// Grey jacket with blue facings, and kepi.
    ConfederateKepi,
    /// Grey sack coat with black trim, and kepi: North Carolina's issue.
    ConfederateSackCoat,
    /// Cadet grey frock coat with dark facings, white belts: the first year.
    ConfederateFrockCoat,
    /// Brown jacket, baggy striped trousers and red fez: the Louisiana Tigers.
    ConfederateZouave,
}

impl Uniform {
    /// Whose men wear it.
    pub const fn side(self) -> Side {
        match self {
            Self::UnionSackCoat
            | Self::UnionFrockCoat
            | Self::UnionSlouchHat
            | Self::UnionBlackHat
            | Self::UnionChasseur
            | Self::UnionZouave
            | Self::UnionBlueZouave
            | Self::UnionSharpshooter => Side::Union,
            Self::ConfederateSlouch
            | Self::ConfederateButternut
            | Self::ConfederateKepi
            | Self::ConfederateSackCoat
            | Self::ConfederateFrockCoat
            | Self::ConfederateZouave => Side::Confederate,
        }
    }
}

/// A flag carried by the Color Stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Colors {
    /// Stars and stripes.
    UnionNational,
    /// Blue regimental color with the arms of the United States.
    UnionRegimental,
    /// Green, with the harp: the Irish regiments' second color.
    UnionIrish,
    /// White, with the arms of Massachusetts.
    UnionMassachusetts,
    /// Buff, with the arms of New York.
    UnionNewYork,
    /// Stars and stripes with the arms of Pennsylvania in the canton.
    UnionPennsylvania,
    /// Yellow with crossed cannon: the artillery's.
    UnionArtillery,
    /// The cavalry's swallow-tailed stars and stripes.
    UnionGuidon,
    /// Battle flag of the Army of Northern Virginia.
    ConfederateBattle,
    /// Blue with a white moon: Hardee's corps.
    ConfederateHardee,
    /// White, with the battle flag in the canton: the second national pattern.
    ConfederateSecondNational,
    /// Blue with one white star.
    ConfederateBonnieBlue,
    /// State flag of Virginia.
    ConfederateVirginia,
    /// First national pattern, as carried by Georgia regiments.
    ConfederateGeorgia,
    /// State flag of North Carolina.
    ConfederateNorthCarolina,
    /// State flag of South Carolina.
    ConfederateSouthCarolina,
    /// State flag of Mississippi, with the magnolia.
    ConfederateMississippi,
    /// State flag of Louisiana of 1861, striped, with one star.
    ConfederateLouisiana,
    /// State flag of Texas.
    ConfederateTexas,
}

impl Colors {
    /// Whose men carry it.
    pub const fn side(self) -> Side {
        match self {
            Self::UnionNational
            | Self::UnionRegimental
            | Self::UnionIrish
            | Self::UnionMassachusetts
            | Self::UnionNewYork
            | Self::UnionPennsylvania
            | Self::UnionArtillery
            | Self::UnionGuidon => Side::Union,
            Self::ConfederateBattle
            | Self::ConfederateHardee
            | Self::ConfederateSecondNational
            | Self::ConfederateBonnieBlue
            | Self::ConfederateVirginia
            | Self::ConfederateGeorgia
            | Self::ConfederateNorthCarolina
            | Self::ConfederateSouthCarolina
            | Self::ConfederateMississippi
            | Self::ConfederateLouisiana
            | Self::ConfederateTexas => Side::Confederate,
        }
    }
}
