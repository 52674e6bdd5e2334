//! What the command line understands.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

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
