//! Everything that can be heard, made from numbers: no recording is in the game. The same sound, distance and seed give
//! the same samples.
//!
//! | file | holds |
//! |---|---|
//! | `wave` | strips of samples, hiss, filters, the open air |
//! | `arms` | muskets and guns |
//! | `music` | drums and bugle |
//! | `throats` | cheers, hooves, wheels |
//! | `tabletop` | dice, a page |
//! | `wav` | the file format |

mod arms;
mod music;
mod tabletop;
mod throats;
mod wave;

#[cfg(test)]
mod tests;

pub mod wav;

use wave::Filter;
pub use wave::{RATE, Wave};

/// Kinds of gun that an ear tells apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Gun {
    /// A 12-pounder Napoleon or a howitzer: a deep thump and a long roll.
    Smoothbore,
    /// An Ordnance or Parrott rifle: sharper, and its shell is heard going.
    Rifled,
}

/// How horses go.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Pace {
    /// In pairs of feet.
    Trot,
    /// In threes.
    Gallop,
}

/// Something that can be heard.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sound {
    /// So many muskets along a line.
    Volley(u16),
    /// One musket.
    Skirmish,
    /// So many guns with shot or shell.
    Guns(Gun, u8),
    /// So many guns with canister.
    Canister(u8),
    /// A cadence at quickstep, and the feet that follow it.
    Drums,
    /// Men on foot without a drum.
    Tramp,
    /// The charge.
    Bugle,
    /// A Union cheer.
    Hurrah,
    /// The Rebel yell.
    Yell,
    /// A troop of horse.
    Hooves(Pace),
    /// Teams and guns on the move.
    Limbers,
    /// So many dice on the table.
    Dice(u8),
    /// A page is turned.
    Page,
}

/// How far off it is heard.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Distance {
    /// As if one stood beside it.
    Near,
    /// Across a field: the edge is off it.
    Across,
    /// From beyond the woods: a mutter.
    Far,
}

impl Distance {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Near, Self::Across, Self::Far];

    /// Its name in a file's name.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Near => "near",
            Self::Across => "across",
            Self::Far => "far",
        }
    }
}

/// One of every sound, in sizes as battles have them.
pub const ALL: [Sound; 20] = [
    Sound::Skirmish,
    Sound::Volley(4),
    Sound::Volley(20),
    Sound::Volley(60),
    Sound::Volley(120),
    Sound::Guns(Gun::Smoothbore, 1),
    Sound::Guns(Gun::Smoothbore, 3),
    Sound::Guns(Gun::Rifled, 1),
    Sound::Guns(Gun::Rifled, 3),
    Sound::Canister(2),
    Sound::Drums,
    Sound::Tramp,
    Sound::Bugle,
    Sound::Hurrah,
    Sound::Yell,
    Sound::Hooves(Pace::Trot),
    Sound::Hooves(Pace::Gallop),
    Sound::Limbers,
    Sound::Dice(6),
    Sound::Page,
];

impl Sound {
    /// Its name, as files are called.
    pub fn name(self) -> String {
        match self {
            Self::Volley(muskets) => format!("volley_of_{muskets}"),
            Self::Skirmish => "skirmish_shot".to_owned(),
            Self::Guns(Gun::Smoothbore, pieces) => format!("napoleons_{pieces}"),
            Self::Guns(Gun::Rifled, pieces) => format!("rifled_guns_{pieces}"),
            Self::Canister(pieces) => format!("canister_{pieces}"),
            Self::Drums => "drums_quickstep".to_owned(),
            Self::Tramp => "tramp".to_owned(),
            Self::Bugle => "bugle_charge".to_owned(),
            Self::Hurrah => "cheer_union".to_owned(),
            Self::Yell => "cheer_confederate".to_owned(),
            Self::Hooves(Pace::Trot) => "hooves_trot".to_owned(),
            Self::Hooves(Pace::Gallop) => "hooves_gallop".to_owned(),
            Self::Limbers => "limbers".to_owned(),
            Self::Dice(count) => format!("dice_{count}"),
            Self::Page => "page".to_owned(),
        }
    }

    /// Its length.
    pub fn seconds(self) -> f32 {
        match self {
            Self::Volley(muskets) => arms::volley_seconds(muskets),
            Self::Skirmish => arms::SKIRMISH_SECONDS,
            Self::Guns(_, pieces) | Self::Canister(pieces) => arms::guns_seconds(pieces),
            Self::Drums => music::DRUMS_SECONDS,
            Self::Tramp => music::TRAMP_SECONDS,
            Self::Bugle => music::bugle_seconds(),
            Self::Hurrah | Self::Yell => throats::CHEER_SECONDS,
            Self::Hooves(_) | Self::Limbers => throats::HOOVES_SECONDS,
            Self::Dice(_) => tabletop::DICE_SECONDS,
            Self::Page => tabletop::PAGE_SECONDS,
        }
    }

    /// Its samples. Two seeds give two of the kind, as no two volleys are alike.
    pub fn wave(self, distance: Distance, seed: u32) -> Wave {
        let wave = match self {
            Self::Volley(muskets) => arms::volley(muskets, seed),
            Self::Skirmish => arms::skirmish(seed),
            Self::Guns(gun, pieces) => arms::guns(gun, pieces, seed),
            Self::Canister(pieces) => arms::canister(pieces, seed),
            Self::Drums => music::drums(seed),
            Self::Tramp => music::tramp(seed),
            Self::Bugle => music::bugle(seed),
            Self::Hurrah => throats::hurrah(seed),
            Self::Yell => throats::yell(seed),
            Self::Hooves(pace) => throats::hooves(pace, seed),
            Self::Limbers => throats::limbers(seed),
            Self::Dice(count) => tabletop::dice(count, seed),
            Self::Page => tabletop::page(seed),
        };
        // Air and leaves take the high tones first.
        let wave = match distance {
            Distance::Near => wave,
            Distance::Across => wave.through(Filter::soft(2600.0)).through(Filter::soft(5200.0)),
            Distance::Far => wave.through(Filter::low(1000.0, 0.6)).through(Filter::soft(2000.0)),
        };
        wave.finished()
    }
}
