//! The scenario file as it is written, before anything in it is believed. `scenarios/README.md` describes it for those
//! who write one; the checked [`super::Scenario`] says what each field means.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{EnumAccess, VariantAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::army::{Arm, Colors, Formation, Grade, Side, Temper, Trait, Uniform, Weapon};
use crate::ground::{AreaKind, BridgeKind, BuildingKind, ObstacleKind, Season};
use crate::turn::field::Edge;

/// The format that this program reads.
pub const FORMAT: u32 = 1;

/// A point as files write it: `(36.0, 12.5)`, in inches from the lower left corner.
pub type Point = (f64, f64);

/// A scenario file.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct File {
    pub format: i64,
    pub title: String,
    pub date: String,
    pub place: String,
    #[serde(default)]
    pub briefing: Vec<String>,
    #[serde(default)]
    pub sources: String,
    #[serde(default = "table")]
    pub table: Point,
    #[serde(default = "rounds")]
    pub rounds: i64,
    #[serde(default)]
    pub first: Option<Word<Side>>,
    #[serde(default)]
    pub brisk_wind: bool,
    #[serde(default)]
    pub visibility: Option<f64>,
    #[serde(default)]
    pub season: Option<Word<Season>>,
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    pub deployment: DeploymentFile,
    #[serde(default)]
    pub victory: VictoryFile,
    #[serde(default)]
    pub terrain: TerrainFile,
    pub armies: ArmiesFile,
}

/// C-14.
fn table() -> Point {
    (72.0, 48.0)
}

/// C-18.
fn rounds() -> i64 {
    8
}

/// How the armies come to the table.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub enum DeploymentFile {
    Fixed,
    Zones { union: Vec<Point>, confederate: Vec<Point> },
}

/// What counts.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields, default)]
pub struct VictoryFile {
    pub stand: i64,
    pub hesitant: i64,
    pub broken: i64,
    pub general: i64,
    pub division: i64,
    pub battery: i64,
    pub margin_percent: i64,
    pub objectives: Vec<ObjectiveFile>,
}

impl Default for VictoryFile {
    fn default() -> Self {
        let book = crate::turn::Terms::default();
        Self {
            stand: book.per_stand.into(),
            hesitant: book.per_hesitant.into(),
            broken: book.per_broken.into(),
            general: book.per_brigadier.into(),
            division: book.per_division.into(),
            battery: book.per_battery.into(),
            margin_percent: book.margin.into(),
            objectives: Vec::new(),
        }
    }
}

/// A place worth points.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct ObjectiveFile {
    pub name: String,
    pub at: Point,
    pub points: i64,
}

/// The ground.
#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields, default)]
pub struct TerrainFile {
    pub areas: Vec<AreaFile>,
    pub obstacles: Vec<ObstacleFile>,
    pub hills: Vec<HillFile>,
    pub roads: Vec<RoadFile>,
    pub bridges: Vec<BridgeFile>,
    pub buildings: Vec<BuildingFile>,
}

/// An area of terrain.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct AreaFile {
    pub kind: Word<AreaKind>,
    pub name: String,
    #[serde(default)]
    pub outline: Vec<Point>,
    #[serde(default)]
    pub holes: Vec<Vec<Point>>,
    #[serde(default)]
    pub course: Vec<Point>,
    #[serde(default)]
    pub width: Option<f64>,
}

/// A fence, wall or hedge.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct ObstacleFile {
    pub kind: Word<ObstacleKind>,
    pub name: String,
    pub line: Vec<Point>,
}

/// A contour.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct HillFile {
    pub name: String,
    pub level: i64,
    pub outline: Vec<Point>,
}

/// A road.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct RoadFile {
    pub name: String,
    pub line: Vec<Point>,
    #[serde(default = "road_width")]
    pub width: f64,
}

fn road_width() -> f64 {
    1.0
}

/// A bridge or ford.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct BridgeFile {
    pub kind: Word<BridgeKind>,
    pub name: String,
    pub line: Vec<Point>,
    #[serde(default = "bridge_width")]
    pub width: f64,
}

/// C-84.
fn bridge_width() -> f64 {
    2.0
}

/// A building.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct BuildingFile {
    #[serde(default)]
    pub kind: Option<Word<BuildingKind>>,
    pub name: String,
    pub at: Point,
    #[serde(default)]
    pub facing: f64,
    #[serde(default = "building_size")]
    pub size: Point,
    #[serde(default = "building_holds")]
    pub holds: i64,
}

/// C-67.
fn building_size() -> Point {
    (3.0, 3.0)
}

/// Companion 16 §4.3.
fn building_holds() -> i64 {
    2
}

/// Both armies.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct ArmiesFile {
    pub union: ArmyFile,
    pub confederate: ArmyFile,
}

/// One army.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct ArmyFile {
    pub name: String,
    #[serde(default)]
    pub home: Option<Word<Edge>>,
    #[serde(default)]
    pub commander: Option<CommanderFile>,
    pub brigades: Vec<BrigadeFile>,
}

/// A general.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct CommanderFile {
    pub name: String,
    #[serde(default)]
    pub temper: Option<Word<Temper>>,
    pub at: Point,
}

/// A brigade.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct BrigadeFile {
    pub name: String,
    pub brigadier: CommanderFile,
    pub regiments: Vec<RegimentFile>,
}

/// A regiment.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct RegimentFile {
    pub name: String,
    #[serde(default)]
    pub arm: Option<Word<Arm>>,
    pub men: i64,
    pub stands: i64,
    #[serde(default)]
    pub grade: Option<Word<Grade>>,
    #[serde(default)]
    pub weapon: Option<Word<Weapon>>,
    #[serde(default)]
    pub traits: Vec<Word<Trait>>,
    #[serde(default)]
    pub uniform: Option<Word<Uniform>>,
    #[serde(default)]
    pub colors: Vec<Word<Colors>>,
    pub at: Point,
    pub facing: f64,
    #[serde(default)]
    pub formation: Option<Word<Formation>>,
}

/// A word out of a list, kept as written so that a wrong one is told together with everything else that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word<T> {
    /// As written.
    pub written: String,
    means: PhantomData<T>,
}

/// Things that files name by a word.
pub trait Vocabulary: Copy + 'static {
    /// What the words are for: "weapon".
    const WHAT: &'static str;
    /// Every word and what it means.
    const WORDS: &'static [(&'static str, Self)];
}

impl<T: Vocabulary> Word<T> {
    /// What the word means.
    ///
    /// # Errors
    /// Says which words there are.
    pub fn meaning(&self) -> Result<T, String> {
        T::WORDS.iter().find(|(word, _)| *word == self.written).map(|(_, meaning)| *meaning).ok_or_else(|| {
            let words: Vec<_> = T::WORDS.iter().map(|(word, _)| *word).collect();
            format!("there is no {} \"{}\"; there is {}", T::WHAT, self.written, words.join(", "))
        })
    }
}

impl<'de, T> Deserialize<'de> for Word<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Any<T>(PhantomData<T>);
        impl<'de, T> Visitor<'de> for Any<T> {
            type Value = Word<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a word")
            }
            fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<Self::Value, A::Error> {
                let (Name(written), rest) = access.variant()?;
                rest.unit_variant()?;
                Ok(Word { written, means: PhantomData })
            }
        }
        from.deserialize_enum("", &[], Any(PhantomData))
    }
}

/// The bare name of a variant.
struct Name(String);

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Bare;
        impl Visitor<'_> for Bare {
            type Value = Name;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a word")
            }
            fn visit_str<E>(self, name: &str) -> Result<Name, E> {
                Ok(Name(name.to_owned()))
            }
        }
        from.deserialize_identifier(Bare)
    }
}

macro_rules! vocabulary {
    ($of:ty, $what:literal, $($word:ident),+) => {
        impl Vocabulary for $of {
            const WHAT: &'static str = $what;
            const WORDS: &'static [(&'static str, Self)] = &[$((stringify!($word), <$of>::$word)),+];
        }
    };
}

vocabulary!(Side, "side", Union, Confederate);
vocabulary!(Edge, "edge of the table", Lower, Upper, Left, Right);
vocabulary!(Season, "season", Spring, Summer, Autumn, Winter);
vocabulary!(AreaKind, "kind of area", Crops, Ploughed, LightWoods, DenseWoods, Stream, River, SunkenRoad, Rubble);
vocabulary!(ObstacleKind, "kind of obstacle", RailFence, StoneWall, Hedge, Abatis, Earthworks);
vocabulary!(BridgeKind, "kind of crossing", Bridge, Ford);
vocabulary!(BuildingKind, "kind of building", House, Barn, Church);
vocabulary!(Arm, "arm", Infantry, Cavalry, FootArtillery, HorseArtillery);
vocabulary!(Temper, "temper", Aggressive, Reliable, Timid);
vocabulary!(Grade, "grade", Green, Regular, Veteran, Elite);
vocabulary!(
    Weapon,
    "weapon",
    Smoothbore,
    RifledMusket,
    RepeatingRifle,
    BreechloadingCarbine,
    RepeatingCarbine,
    Musketoon,
    Shotgun,
    Napoleon,
    OrdnanceRifle,
    Parrott,
    Howitzer
);
vocabulary!(Trait, "trait", RebelYell, SeenTheElephant, IronDiscipline, Steady, Sharpshooters, BuckAndBall);
vocabulary!(
    Uniform,
    "uniform",
    UnionSackCoat,
    UnionFrockCoat,
    UnionSlouchHat,
    UnionBlackHat,
    UnionChasseur,
    UnionZouave,
    UnionBlueZouave,
    UnionSharpshooter,
    ConfederateSlouch,
    ConfederateButternut,
    ConfederateKepi,
    ConfederateSackCoat,
    ConfederateFrockCoat,
    ConfederateZouave
);
vocabulary!(
    Colors,
    "flag",
    UnionNational,
    UnionRegimental,
    UnionIrish,
    UnionMassachusetts,
    UnionNewYork,
    UnionPennsylvania,
    UnionArtillery,
    UnionGuidon,
    ConfederateBattle,
    ConfederateHardee,
    ConfederateSecondNational,
    ConfederateBonnieBlue,
    ConfederateVirginia,
    ConfederateGeorgia,
    ConfederateNorthCarolina,
    ConfederateSouthCarolina,
    ConfederateMississippi,
    ConfederateLouisiana,
    ConfederateTexas
);
vocabulary!(
    Formation,
    "formation",
    Line,
    AssaultColumn,
    RoadColumn,
    MountedLine,
    MountedColumn,
    Dismounted,
    Limbered,
    Unlimbered
);
