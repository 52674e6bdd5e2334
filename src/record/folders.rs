//! Where a player's files live.

use std::path::{Path, PathBuf};

use bevy::ecs::resource::Resource;

/// The folder of a player's scenarios, saves and journals. A world that has it keeps a journal.
#[derive(Resource, Clone, PartialEq, Eq, Debug)]
pub struct Folders {
    data: PathBuf,
}

/// Names another data folder: for a game on a stick, and for tests.
pub const VARIABLE: &str = "DRESS_ON_THE_COLORS_DATA";

impl Folders {
    /// A folder of one's own.
    pub fn at(data: impl Into<PathBuf>) -> Self {
        Self { data: data.into() }
    }

    /// The player's: what [`VARIABLE`] says, or where the system keeps data of programs. `None` on a system where
    /// nobody has a home.
    pub fn of_player() -> Option<Self> {
        if let Some(data) = std::env::var_os(VARIABLE).filter(|data| !data.is_empty()) {
            return Some(Self::at(data));
        }
        let project = directories::ProjectDirs::from("", "", "dress-on-the-colors")?;
        Some(Self::at(project.data_dir()))
    }

    /// Everything is in here.
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// The player's own scenarios.
    pub fn scenarios(&self) -> PathBuf {
        self.data.join("scenarios")
    }

    /// Saved battles, `NAME.ron`.
    pub fn saves(&self) -> PathBuf {
        self.data.join("saves")
    }

    /// Pictures of the window.
    pub fn pictures(&self) -> PathBuf {
        self.data.join("pictures")
    }

    /// Journals of battles that are or were being played.
    pub fn journals(&self) -> PathBuf {
        self.data.join("journals")
    }
}
