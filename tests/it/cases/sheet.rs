//! A case as it is written: only what differs from the ordinary.

use std::collections::BTreeMap;

use dress::army::{Arm, Face, Formation, Grade, Side, Temper, Trait, Weapon};
use dress::ground::{AreaKind, BridgeKind, ObstacleKind};
use dress::turn::{Means, Phase};
use serde::Deserialize;

/// Inches on the table.
pub type Point = (f64, f64);

/// One worked example.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// What it shows, as a sentence.
    pub name: String,
    /// Ids of the digest that it shows.
    pub rules: Vec<String>,
    /// Union regiments, facing up the table.
    #[serde(default)]
    pub union: Vec<Regiment>,
    /// Confederate regiments, facing down.
    #[serde(default)]
    pub confederate: Vec<Regiment>,
    /// What is special about brigades: "Union", "Union 2", "Confederate" ...
    #[serde(default)]
    pub brigades: BTreeMap<String, Brigade>,
    /// Division commanders, by side.
    #[serde(default)]
    pub division: BTreeMap<String, Point>,
    #[serde(default)]
    pub ground: Ground,
    /// House rules.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    #[serde(default)]
    pub brisk_wind: bool,
    /// How far anybody sees.
    #[serde(default)]
    pub visibility: Option<f64>,
    /// Name, place, points.
    #[serde(default)]
    pub objectives: Vec<(String, Point, u16)>,
    /// Where it begins.
    #[serde(default = "maneuver")]
    pub phase: Phase,
    #[serde(default = "union")]
    pub active: Side,
    #[serde(default = "third")]
    pub turn: u16,
    #[serde(default = "eight")]
    pub rounds: u16,
    /// Which side has said that it is ready.
    #[serde(default)]
    pub ready: Vec<Side>,
    /// The game as it is played.
    pub orders: Vec<Order>,
    /// The dice, in the order in which they are rolled.
    #[serde(default)]
    pub dice: Vec<u8>,
    /// Lines that must be told, in this order; `...` stands for anything.
    #[serde(default)]
    pub events: Vec<String>,
    /// What must not be in any line.
    #[serde(default)]
    pub never: Vec<String>,
    /// How it ends.
    #[serde(default)]
    pub after: After,
}

fn maneuver() -> Phase {
    Phase::Maneuver
}

fn union() -> Side {
    Side::Union
}

fn third() -> u16 {
    3
}

fn eight() -> u16 {
    8
}

/// A regiment: 5 stands of infantry, Regular, rifled muskets, in line, of its side's first brigade, facing the enemy's edge.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Regiment {
    pub name: String,
    /// Midpoint of its front edge.
    pub at: Point,
    #[serde(default)]
    pub facing: Option<f64>,
    #[serde(default = "five")]
    pub stands: u8,
    /// Stands lost before the case begins.
    #[serde(default)]
    pub lost: u8,
    /// Stands left and right of the colors, where they are not dressed evenly.
    #[serde(default)]
    pub files: Option<(u8, u8)>,
    #[serde(default = "regular")]
    pub grade: Grade,
    #[serde(default = "infantry")]
    pub arm: Arm,
    /// Rifled muskets, carbines or Napoleons by its arm.
    #[serde(default)]
    pub weapon: Option<Weapon>,
    #[serde(default)]
    pub traits: Vec<Trait>,
    /// Line, mounted line or unlimbered by its arm.
    #[serde(default)]
    pub formation: Option<Formation>,
    /// Number of its brigade within its army, from 1.
    #[serde(default = "one")]
    pub brigade: usize,
    /// Where the horse holders of a regiment on foot stand, facing as it does: one stand in four, taken from `stands`.
    #[serde(default)]
    pub horses: Option<Point>,
    #[serde(default)]
    pub disordered: bool,
    #[serde(default)]
    pub micro: u8,
    /// It has a Low Ammo marker.
    #[serde(default)]
    pub low_ammo: bool,
    #[serde(default)]
    pub gone: bool,
    #[serde(default)]
    pub doubled_last_turn: bool,
    /// Complete turns of rest behind it.
    #[serde(default)]
    pub rested: u8,
    /// It has been under fire that told.
    #[serde(default)]
    pub blooded: bool,
    /// One of its stands is out as a screen, taken from `stands`.
    #[serde(default)]
    pub screen: bool,
    /// Hits that its screen has taken.
    #[serde(default)]
    pub screen_hits: u8,
    /// How far behind its front edge its screen stands after an evasion.
    #[serde(default)]
    pub evaded: Option<f64>,
    /// Stands of its left and right end that are bent back.
    #[serde(default)]
    pub refused: (u8, u8),
    /// A marker lies before its front.
    #[serde(default)]
    pub smoke: bool,
    #[serde(default)]
    pub locked: bool,
    /// It stands whole in this building.
    #[serde(default)]
    pub inside: Option<usize>,
    /// It has put so many of its stands into this building: "A's garrison".
    #[serde(default)]
    pub garrison: Option<(usize, u8)>,
    /// The enemy that it has charged home, and where.
    #[serde(default)]
    pub struck: Option<(String, Face)>,
    /// What it has done this turn: "moved", "fired", "reacted", "charged", "momentum", "hurt", "pivoted", "fought".
    #[serde(default)]
    pub deeds: Vec<String>,
}

fn five() -> u8 {
    5
}

fn one() -> usize {
    1
}

fn regular() -> Grade {
    Grade::Regular
}

fn infantry() -> Arm {
    Arm::Infantry
}

/// A brigade: Fresh, no pips, a Reliable brigadier 5.0" behind the front of its first regiment.
#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields, default)]
pub struct Brigade {
    pub pips: u8,
    pub reserved: u8,
    pub banked: u8,
    pub clock: Option<dress::army::BrigadeClock>,
    pub temper: Option<Temper>,
    pub wounds: u8,
    /// Centre of the brigadier's base.
    pub general: Option<Point>,
    pub attached: Option<String>,
}

/// Kind, name, outline, holes.
pub type Outlined = (AreaKind, String, Vec<Point>, Vec<Vec<Point>>);

/// Terrain.
#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields, default)]
pub struct Ground {
    /// Upright rectangles: kind, lower left, upper right.
    pub areas: Vec<(AreaKind, Point, Point)>,
    /// Straight obstacles.
    pub obstacles: Vec<(ObstacleKind, Point, Point)>,
    /// Upright rectangular contours: level, lower left, upper right.
    pub hills: Vec<(i8, Point, Point)>,
    /// Straight roads, 1.0" wide.
    pub roads: Vec<(Point, Point)>,
    /// Areas of any outline, with their holes and their names.
    pub shapes: Vec<Outlined>,
    /// Contours of any outline, with their names.
    pub contours: Vec<(i8, String, Vec<Point>)>,
    /// Obstacles along any course.
    pub courses: Vec<(ObstacleKind, Vec<Point>)>,
    /// Roads along any course, 1.0" wide.
    pub tracks: Vec<Vec<Point>>,
    /// Straight bridges and fords, 2.0" wide.
    pub bridges: Vec<(BridgeKind, Point, Point)>,
    /// Buildings of 3.0" by 3.0" that hold two stands: middle of the front, the way it looks.
    pub buildings: Vec<(Point, f64)>,
    /// Numbers of buildings that have come down.
    pub fallen: Vec<usize>,
}

/// What somebody does. Regiments and generals go by their names; a brigadier by his brigade's.
#[derive(Deserialize, Clone, Debug)]
pub enum Order {
    /// Straight ahead.
    March(String, f64),
    /// Advance, wheel, advance.
    Wheel(String, f64, f64, f64),
    Pivot(String, f64),
    Form(String, Formation),
    AboutFace(String),
    FallBack(String, f64),
    Hold(String),
    DoubleTime(String),
    Screen(String),
    Recall(String),
    Ride(String, Point),
    /// A ride with its turns.
    RideBy(String, Vec<Point>),
    /// A path without wheels, and the facing at its end.
    Follow(String, Vec<Point>, f64),
    Attach(String, String),
    /// Joining with the turns of the ride.
    AttachBy(String, Vec<Point>, String),
    Charge(String, String),
    /// "Dress on the Colors".
    Assault(Vec<(String, String)>),
    Fire(String, String),
    /// Concentrated Battery Fire: batteries, target.
    Concentrate(Vec<String>, String),
    Dismantle(String),
    Rally(String),
    NaturalRally(String),
    Reserve(String),
    /// From a side's division commander to a brigade.
    Bonus(Side, String),
    Ready(Side),
    /// Whoever may says that he is ready: the Active side, or both in Phases 1 and 5.
    Done,
    ClosingVolley(String, String),
    OpportunityFire(String),
    /// Who goes to meet which charger.
    CounterCharge(String, String),
    /// Whose flank, which, with how many stands, by what.
    RefuseFlank(String, Face, u8, Means),
    /// Whose screen falls back how far.
    Evade(String, f64),
    Decline,
    Stand,
    Advance(f64),
    Turn(f64),
    Lead(String),
    /// A Sweeping Advance into this enemy.
    Sweep(String),
    First(Side),
    /// Whose stands, the number of the building, how many.
    Garrison(String, usize, u8),
    /// A garrison comes out before this wall.
    Leave(String, Face),
    Rejoin(String),
    /// The order is refused, in words that have these in them.
    Refused(Box<Order>, Vec<String>),
}

/// Only what is named is looked at.
#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields, default)]
pub struct After {
    pub units: BTreeMap<String, RegimentAfter>,
    pub brigades: BTreeMap<String, BrigadeAfter>,
    pub phase: Option<Phase>,
    pub active: Option<Side>,
    pub turn: Option<u16>,
    pub points: Option<(u16, u16)>,
    pub winner: Option<Winner>,
    /// Who must answer a question.
    pub asked: Option<Side>,
}

/// How a battle ends.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Winner {
    Union,
    Confederate,
    Nobody,
}

/// A regiment at the end.
#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields, default)]
pub struct RegimentAfter {
    pub stands: Option<u8>,
    pub micro: Option<u8>,
    pub low_ammo: Option<bool>,
    pub disordered: Option<bool>,
    pub gone: Option<bool>,
    pub at: Option<Point>,
    pub facing: Option<f64>,
    pub formation: Option<Formation>,
    pub smoke: Option<bool>,
    pub locked: Option<bool>,
    pub screen: Option<bool>,
    pub screen_hits: Option<u8>,
    /// How far behind its front edge its screen stands; 0 when it does not.
    pub behind: Option<f64>,
    pub refused: Option<(u8, u8)>,
    pub engaged: Option<bool>,
    /// Stands left and right of the colors.
    pub files: Option<(u8, u8)>,
    /// Movement spent.
    pub spent: Option<f64>,
    /// Complete turns of rest.
    pub rested: Option<u8>,
}

/// A brigade and its brigadier at the end.
#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields, default)]
pub struct BrigadeAfter {
    pub pips: Option<u8>,
    pub reserved: Option<u8>,
    pub banked: Option<u8>,
    pub clock: Option<dress::army::BrigadeClock>,
    pub temper: Option<Temper>,
    pub wounds: Option<u8>,
    pub general: Option<Point>,
    pub attached: Option<String>,
    pub general_gone: Option<bool>,
}
