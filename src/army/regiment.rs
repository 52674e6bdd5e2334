//! Regiments of infantry and cavalry, and batteries: the word regiment stands for all of them.

use std::fmt;
use std::sync::Arc;

use bevy::ecs::component::Component;
use serde::{Deserialize, Serialize};

use super::dress::Files;
use super::{BrigadeId, RegimentId, Side};
use crate::geometry::{Inches, Pose, Spot};
use crate::ground::PieceId;

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

/// What a regiment is; fixed for the battle.
#[derive(Component, Clone, PartialEq, Debug)]
pub struct Regiment {
    /// Its id.
    pub id: RegimentId,
    /// As its veterans wrote it: "6th Wisconsin".
    pub name: Arc<str>,
    /// Its army.
    pub side: Side,
    /// Its brigade, fixed by the scenario (C-38).
    pub brigade: BrigadeId,
    /// Branch of service.
    pub arm: Arm,
    /// For a detachment (a garrison, horse holders), the regiment that it belongs to.
    pub parent: Option<RegimentId>,
    /// Training.
    pub grade: Grade,
    /// Arms.
    pub weapon: Weapon,
    /// Traits, without repetition.
    pub traits: Arc<[Trait]>,
    /// Stands at the start of the battle: 3 to 12, sections of a battery 1 to 4; 0 for a detachment, whose stands count
    /// with its parent's.
    pub stands: u8,
    /// Men present at the start, for the roster; no rule reads it.
    pub men: u16,
    /// What the men wear.
    pub uniform: Uniform,
    /// What the colour bearers carry.
    pub colors: Arc<[Colors]>,
}

impl Regiment {
    /// Whether it has the trait.
    pub fn has(&self, which: Trait) -> bool {
        self.traits.contains(&which)
    }

    /// Stands of it that go their own way, as a regiment: a garrison, or its horse holders. They count with their
    /// parent's, so they begin with none.
    pub fn detachment(&self, id: RegimentId, formation: Formation) -> Self {
        let what = match formation {
            Formation::LedHorses => "horses",
            _ => "garrison",
        };
        let name = format!("{} ({what})", self.name).into();
        Self { id, name, parent: Some(self.id), stands: 0, men: 0, ..self.clone() }
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
    /// Sky blue zouave dress with yellow trim: the 146th New York.
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

/// Where a regiment is and how it is formed.
#[derive(Component, Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Place {
    /// Midpoint of the front edge, and facing.
    pub pose: Pose,
    /// Its formation.
    pub formation: Formation,
    /// Stands to either side of the colors.
    pub files: Files,
    /// The building that a garrison is in.
    pub within: Option<House>,
}

/// A building as its garrison's outline: the place's pose is the building's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct House {
    /// Which.
    pub piece: PieceId,
    /// Side to side.
    pub frontage: Inches,
    /// Front to rear.
    pub depth: Inches,
}

/// What the battle has done to a regiment.
#[derive(Component, Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Condition {
    /// Gone from the table (shattered, routed, overrun, left it); all its stands count as lost (B117, B119).
    pub gone: bool,
    /// Disorder marker; never more than one (Companion 16 §8.3).
    pub disordered: bool,
    /// An odd hit carried: 0 or 1 (Companion 16 §5.4).
    pub micro: u8,
    /// Locked by a Bloody Draw: the fight goes on in the next turn, without the bonuses of a charge (B82).
    pub locked: bool,
    /// The enemy that its charge struck, and on which face, while they are in contact.
    pub struck: Option<Struck>,
    /// Double-Time bought in the owner's last active turn (B15, C-81).
    pub doubled_last_turn: bool,
    /// It has been under fire that told, and has taken the test of men who had not (Companion 16 §9.0, C-54).
    pub blooded: bool,
    /// Complete game turns of rest behind it, with a Micro-Hit to recover from (Companion 12 §5.0).
    pub rested: u8,
    /// One of its stands is out ahead as a skirmish screen; its files are those in line (Companion 16 §3.4).
    pub screen: bool,
    /// Hits that its screen has taken; at 2 it is gone for good (Companion 10 §2.0).
    pub screen_hits: u8,
    /// How far behind the line's front edge its screen stands after an evasion; `None` when it is ahead, or in line.
    pub evaded: Option<Inches>,
    /// Stands of the left and of the right end that are bent back to refuse the flank, until it next moves (Companion 16
    /// §6.0).
    pub refused: [u8; 2],
    /// A battery that the enemy has taken: it is worth points of its own (C-19).
    #[serde(default)]
    pub taken: bool,
    /// Low Ammo marker: no bonus dice until the wagons have come up (Companion 12 §4.0).
    #[serde(default)]
    pub low_ammo: bool,
}

impl Condition {
    /// At the start of a battle.
    pub const FRESH: Self = Self {
        gone: false,
        disordered: false,
        micro: 0,
        locked: false,
        struck: None,
        doubled_last_turn: false,
        blooded: false,
        rested: 0,
        screen: false,
        screen_hits: 0,
        evaded: None,
        refused: [0; 2],
        taken: false,
        low_ammo: false,
    };

    /// With so many stands left, one of them at least holds the front.
    pub fn straighten(&mut self, stands: u8) {
        while self.refused[0] + self.refused[1] >= stands.max(1) {
            let longer = usize::from(self.refused[1] > self.refused[0]);
            self.refused[longer] -= 1;
        }
    }

    /// Stands that refuse this flank; a front or a rear is none.
    pub const fn refusing(&self, flank: Face) -> u8 {
        match flank {
            Face::Left => self.refused[0],
            Face::Right => self.refused[1],
            Face::Front | Face::Rear => 0,
        }
    }
}

/// The face of a unit that a charge strikes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Face {
    /// Front.
    Front,
    /// Left flank.
    Left,
    /// Right flank.
    Right,
    /// Rear.
    Rear,
}

/// Whom a charge struck, and where.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Struck {
    /// The regiment in contact.
    pub target: RegimentId,
    /// Which of its faces.
    pub face: Face,
    /// Level of the ground that the charge came from (Companion 16 §4.4).
    pub level: i8,
}

/// What a regiment has done and suffered in the current game turn; cleared when a turn begins.
#[derive(Component, Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub struct Deeds {
    /// Movement spent so far in Phase 2, costs included.
    pub spent: Inches,
    /// Most it may spend this turn, where ground has already cut it (Q05).
    pub cap: Option<Inches>,
    /// Inches advanced straight ahead in Phase 2, for the smoke (SMK-7).
    pub forward: Inches,
    /// Where the middle of its front was when it first moved this turn.
    pub began: Option<Spot>,
    /// It was Disordered when Phase 2 began: 2.0" less (QRS 4 §3, Q04).
    pub slow: bool,
    /// Any advance, wheel, fall back, about face, charge or retreat.
    pub moved: bool,
    /// It has used the one wheel of its free move.
    pub wheeled: bool,
    /// It pivoted in place: -1 To-Hit (Companion 16 §5.1).
    pub pivoted: bool,
    /// It changed formation: -1 To-Hit.
    pub reformed: bool,
    /// Its guns were unlimbered (Companion 16 §10.4).
    pub unlimbered: bool,
    /// It fell back in good order: full fire kept (Companion 16 §3.3).
    pub fell_back: bool,
    /// It turned about: no fire.
    pub about_faced: bool,
    /// Its owner has said that it holds.
    pub held: bool,
    /// A pip has bought Double-Time.
    pub doubled: bool,
    /// It declared or joined an assault.
    pub assaulted: bool,
    /// It fired in Phase 3.
    pub fired: bool,
    /// It fired a reaction; no second one this turn (B69).
    pub reacted: bool,
    /// It fought a melee.
    pub fought: bool,
    /// It lost a stand or took a micro-hit (B93).
    pub hurt: bool,
    /// It has lost a stand or been Disordered since its charge paused at the 4.0" line (B70).
    pub shaken: bool,
    /// Momentum of a charge that ended in contact this turn (Companion 16 §7.3).
    pub momentum: bool,
    /// The charger that it has gone to meet this turn (Companion 16 §6.0).
    pub countered: Option<RegimentId>,
    /// It was charging when contact was made this turn.
    pub charged: bool,
    /// Level of the ground on which it declared its charge.
    pub charged_from: i8,
    /// Enemies that have fired on it in this turn's Phase 3, the first four (C-58).
    pub fired_on_by: [Option<RegimentId>; 4],
    /// Green men who failed at their first fire: not a step forward for the rest of the turn (Companion 13 §5.0).
    pub halted: bool,
    /// Iron Discipline has ignored this turn's first shock (Companion 16 §9.0).
    pub shrugged: bool,
    /// It has a Micro-Hit, and no enemy has disturbed its rest this turn (Companion 12 §5.0).
    pub resting: bool,
    /// It has rolled a failed cover save again, as a Steady regiment may once a turn (Companion 16 §9.0).
    #[serde(default)]
    pub saved_again: bool,
    /// It has tried its Natural Rally.
    pub rally_tried: bool,
    /// It takes a fence down and does nothing else (Companion 16 §4.2).
    pub dismantling: bool,
    /// Its charge has come through abatis: -2 in melee (B33).
    pub tangled: bool,
    /// It has made its Sweeping Advance (Companion 16 §7.4, B85).
    #[serde(default)]
    pub swept: bool,
    /// Area pieces whose fixed price it has paid this turn, one bit for each piece of the ground, the first 128 (Q05).
    pub paid: u128,
}

impl Deeds {
    /// Stationary (B93): it has not moved, wheeled, pivoted or re-formed this turn.
    pub const fn stationary(&self) -> bool {
        !(self.moved || self.wheeled || self.pivoted || self.reformed)
    }
}
