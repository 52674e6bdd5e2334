//! What the command line understands.

use std::path::PathBuf;

use bevy::math::{UVec2, Vec2};
use clap::{Args, Parser, Subcommand, ValueEnum};

use super::shot;
use crate::odds::Table;
use crate::record::Folders;

/// An American Civil War brigade battle for two players at one machine. Without a command, the game opens.
#[derive(Parser, Debug)]
#[command(name = "dress-on-the-colors", version)]
pub struct Arguments {
    /// Folder of your scenarios, saves and journals, instead of your system's usual place
    #[arg(long, global = true, value_name = "FOLDER")]
    pub data: Option<PathBuf>,
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

impl Arguments {
    /// The player's folders, if there can be any.
    pub fn folders(&self) -> Option<Folders> {
        self.data.clone().map(Folders::at).or_else(Folders::of_player)
    }
}

/// What to do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Go straight to the table with a scenario, a save or a journal
    Play {
        /// A scenario by file or name, a save or a journal by file
        #[arg(value_name = "SCENARIO|SAVE")]
        what: String,
    },
    /// Play a list of orders without a window; prints one event a line
    Run(Run),
    /// Play a saved battle again and compare it with what was recorded; prints one event a line
    Replay(Replay),
    /// Say everything that is wrong with scenarios, saves and journals; exit status 1 if anything is
    Check {
        /// Files to look at
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Print one of the book's tables, made by the engine's own procedures
    Odds {
        /// Which
        #[arg(value_enum)]
        table: OddsOf,
    },
    /// Take a picture of a scenario or a save, without a window
    Shot(Shot),
    /// Write pictures of every figure, flag, marker and piece by name, of each battle from far and near, and every sound
    Gallery(Gallery),
}

/// Arguments of `gallery`.
#[derive(Args, Debug)]
pub struct Gallery {
    /// Where the pictures and sounds go; it is made if it is not there
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// One of the rooms
    #[arg(long, value_enum, value_name = "ROOM")]
    pub only: Option<Rooms>,
    /// Only boards, battles and sounds with this in their name
    #[arg(long, value_name = "PART", default_value = "")]
    pub name: String,
}

/// Rooms of the gallery.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rooms {
    /// Boards of figures; they need no graphics driver
    Figures,
    /// Boards of every kind of ground by season, weather and markers
    Terrain,
    /// Battles
    Battles,
    /// Every sound as a WAV file, from near and far; they need neither graphics driver nor loudspeaker
    Sounds,
}

/// Tables of `odds`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum OddsOf {
    /// Hits and losses by weapon, range and cover
    Firepower,
    /// Shock by dice, range and grade
    Suppression,
    /// Outcomes by difference of the scores before the dice
    Melee,
    /// Health by stands
    Health,
    /// Hesitant and Broken by brigade size
    Brigade,
}

impl From<OddsOf> for Table {
    fn from(table: OddsOf) -> Self {
        match table {
            OddsOf::Firepower => Self::Firepower,
            OddsOf::Suppression => Self::Suppression,
            OddsOf::Melee => Self::Melee,
            OddsOf::Health => Self::Health,
            OddsOf::Brigade => Self::Brigade,
        }
    }
}

/// Arguments of `shot`.
#[derive(Args, Debug)]
pub struct Shot {
    /// A scenario, by file or name, or a save
    #[arg(value_name = "SCENARIO|SAVE")]
    pub what: String,
    /// The picture, a PNG file
    #[arg(value_name = "OUT.png")]
    pub out: PathBuf,
    /// Pixels
    #[arg(long, value_name = "1920x1080", default_value = "1920x1080", value_parser = shot::size)]
    pub size: UVec2,
    /// The point of the table in the middle, in inches; the middle of the table if left out
    #[arg(long, value_name = "X,Y", value_parser = shot::center, allow_hyphen_values = true)]
    pub center: Option<Vec2>,
    /// Pixels an inch; the whole table if left out
    #[arg(long, value_name = "PX_PER_INCH", value_parser = shot::zoom)]
    pub zoom: Option<f32>,
    /// Physical pixels for each of the panels' own, 1 to 3
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = shot::scale)]
    pub scale: f32,
    /// With the panels of the battle
    #[arg(long)]
    pub panels: bool,
    /// With this regiment or general selected, and in Phase 2 the reach: the name, or a part of it
    #[arg(long, value_name = "NAME")]
    pub select: Option<String>,
    /// With what a key held down shows: Alt's arcs and command, V's lines of sight and dead ground
    #[arg(long, value_enum, value_name = "WHAT")]
    pub show: Vec<Show>,
    /// With the pointer here: what V looks from
    #[arg(long, value_name = "X,Y", value_parser = shot::center)]
    pub pointer: Option<Vec2>,
    /// With who is selected dragged to the pointer, a regiment by its middle
    #[arg(long, requires = "select", requires = "pointer")]
    pub drag: bool,
    /// A save after so many of its orders; all of them if left out
    #[arg(long, value_name = "ORDER")]
    pub to: Option<usize>,
    /// So many seconds into what the last order set going: a volley in its flash, a charge on its way
    #[arg(long, value_name = "SECONDS", value_parser = shot::moment)]
    pub moment: Option<f32>,
}

/// Side views of the table.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Show {
    /// Arcs of fire and command
    Arcs,
    /// Lines of sight and dead ground
    Sight,
}

/// Arguments of `run`.
#[derive(Args, Debug)]
pub struct Run {
    /// A scenario: a file, or the name of one that the game brings
    pub scenario: String,
    /// Orders, as a RON list or one a line; `-` reads lines from standard input and gives each as it comes
    #[arg(long, value_name = "FILE")]
    pub orders: String,
    /// Dice from this seed
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "dice")]
    pub seed: u64,
    /// These dice, in this order; it is an error if they run out or are left over
    #[arg(long, value_name = "6,1,3", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=6))]
    pub dice: Option<Vec<u8>>,
    /// A house rule; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    pub option: Vec<String>,
    /// How events are written
    #[arg(long, value_enum, default_value_t = EventsAs::Text)]
    pub events: EventsAs,
    /// Save the battle here when the orders are done
    #[arg(long, value_name = "OUT")]
    pub save: Option<PathBuf>,
    /// Keep a journal, as the game does: an order is on the disk before its events are printed
    #[arg(long)]
    pub journal: bool,
}

/// Arguments of `replay`.
#[derive(Args, Debug)]
pub struct Replay {
    /// A save or a journal
    pub save: PathBuf,
    /// Stop after this order
    #[arg(long, value_name = "ORDER")]
    pub to: Option<usize>,
    /// How events are written
    #[arg(long, value_enum, default_value_t = EventsAs::Text)]
    pub events: EventsAs,
}

/// How events are written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventsAs {
    /// In plain words, with dice, modifiers and page
    Text,
    /// As data
    Ron,
}
