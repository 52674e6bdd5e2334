//! The foundry's work as it is on the disk: an index that says who is there, and a file with the pictures of one figure
//! after another, pressed into cells and packed.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use bevy::prelude::Resource;
use flate2::read::ZlibDecoder;
use serde::Deserialize;

use super::cell;
use crate::table::paint::Canvas;

/// The format that this program reads.
const FORMAT: u32 = 3;

/// `assets/miniatures.ron`.
#[derive(Deserialize, Debug)]
struct Index {
    px_per_inch: f32,
    figures: Vec<Figure>,
}

/// The format alone, for files of another one.
#[derive(Deserialize)]
struct Format {
    format: u32,
}

/// One figure of the index.
#[derive(Deserialize, Debug)]
pub struct Figure {
    /// "union_sack_ready_a".
    pub name: String,
    /// Where its pictures begin in `miniatures.bin`, and how many bytes they take there.
    at: (usize, usize),
    /// The uniform it wears, "union_sack", of those that a scenario chooses from.
    #[serde(default)]
    pub uniform: Option<String>,
    /// "cavalry_union_regular": which troops it belongs to, if no battle without them needs it.
    #[serde(default)]
    issue: Option<String>,
    /// Pixels of this figure for an inch of table, where they are not the index's.
    #[serde(default)]
    px_per_inch: Option<f32>,
    /// For a bearer, where the staff of his flag stands: inches to his right and ahead of him.
    #[serde(default)]
    pub staff: Option<(f32, f32)>,
    /// One for each heading, or one: width and height in pixels, and the point that stands on the ground, from the left and
    /// from the top. Entry `i` of `n` faces `i * 360 / n` degrees.
    pub(super) sprites: Vec<(u32, u32, f32, f32)>,
}

impl Figure {
    /// The uniform, flag or troops that must be in a battle for this figure to be needed; `None` for what every battle needs.
    pub fn issue(&self) -> Option<&str> {
        let flag = || {
            let carried = self.name.strip_prefix("flag_").filter(|flag| !flag.starts_with("hq_"))?;
            carried.rsplit_once('_')?.0.rsplit_once('_').map(|(flag, _)| flag)
        };
        self.uniform.as_deref().or(self.issue.as_deref()).or_else(flag)
    }

    /// At how many headings it was cast.
    pub fn headings(&self) -> usize {
        self.sprites.len()
    }

    /// Bytes of its cells, one after another, when they are unpacked.
    fn bytes(&self) -> usize {
        self.sprites.iter().map(|(w, h, ..)| cell::all_bytes(cell::side(*w), cell::side(*h))).sum()
    }
}

/// One picture of a figure.
pub struct Shot {
    /// Its pixels.
    pub canvas: Canvas,
    /// The point that stands on the ground, from the upper left corner.
    pub ground: (f32, f32),
    /// Pixels for an inch of table.
    pub px_per_inch: f32,
}

/// All figures that the foundry cast. Their pictures stay packed until they are asked for.
#[derive(Resource)]
pub struct Library {
    px_per_inch: f32,
    /// In the order of the index.
    pub figures: Vec<Figure>,
    packed: Vec<u8>,
    by_name: BTreeMap<String, usize>,
}

/// The folder of assets: beside the program, where the package was built, or here.
pub fn assets_folder() -> Option<PathBuf> {
    let beside = std::env::current_exe().ok().and_then(|exe| exe.parent().map(|dir| dir.join("assets")));
    let built = Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("assets"));
    [beside, built, Some(PathBuf::from("assets"))]
        .into_iter()
        .flatten()
        .find(|dir| dir.join("miniatures.ron").is_file())
}

impl Library {
    /// Reads the library; `None` where there is none.
    ///
    /// # Errors
    /// Says which file is wrong, and how.
    pub fn open() -> Result<Option<Self>, String> {
        let Some(folder) = assets_folder() else { return Ok(None) };
        let wrong = |name: &str, what: String| format!("{name}: {what}");
        let text = std::fs::read_to_string(folder.join("miniatures.ron")).map_err(|e| e.to_string())?;
        let index = index(&text).map_err(|what| wrong("miniatures.ron", what))?;
        let packed =
            std::fs::read(folder.join("miniatures.bin")).map_err(|e| wrong("miniatures.bin", e.to_string()))?;
        for figure in &index.figures {
            let (from, long) = figure.at;
            if figure.sprites.is_empty() || from.checked_add(long).is_none_or(|end| end > packed.len()) {
                return Err(wrong("miniatures.ron", format!("there are no pictures of {} where it says", figure.name)));
            }
        }
        let by_name = index.figures.iter().enumerate().map(|(n, figure)| (figure.name.clone(), n)).collect();
        Ok(Some(Self { px_per_inch: index.px_per_inch, figures: index.figures, packed, by_name }))
    }

    /// Bytes that it keeps in memory.
    pub fn bytes(&self) -> usize {
        self.packed.len()
    }

    /// The figure of a name.
    pub fn figure(&self, name: &str) -> Option<&Figure> {
        self.by_name.get(name).map(|n| &self.figures[*n])
    }

    /// The picture of a figure that faces `heading` degrees.
    pub fn facing(&self, name: &str, heading: f32) -> Option<Shot> {
        let n = *self.by_name.get(name)?;
        let figure = &self.figures[n];
        let many = figure.sprites.len();
        let k = (heading.rem_euclid(360.0) / 360.0 * many as f32).round() as usize % many;
        let cells = self.cells(n).ok()?;
        let before = figure.sprites[..k].iter().map(|(w, h, ..)| cell::all_bytes(cell::side(*w), cell::side(*h))).sum();
        let (width, height, x, y) = figure.sprites[k];
        let canvas = cell::picture(&cells[before..], width, height);
        Some(Shot { canvas, ground: (x, y), px_per_inch: self.scale(n) })
    }

    /// Pixels of figure number `n` for an inch of table.
    pub(super) fn scale(&self, n: usize) -> f32 {
        self.figures[n].px_per_inch.unwrap_or(self.px_per_inch)
    }

    /// The cells of figure number `n`, one after another.
    pub(super) fn cells(&self, n: usize) -> Result<Vec<u8>, String> {
        let figure = &self.figures[n];
        let (from, long) = figure.at;
        let mut cells = Vec::with_capacity(figure.bytes());
        let wrong = |what: String| format!("miniatures.bin: {}: {what}", figure.name);
        ZlibDecoder::new(&self.packed[from..from + long]).read_to_end(&mut cells).map_err(|e| wrong(e.to_string()))?;
        if cells.len() == figure.bytes() { Ok(cells) } else { Err(wrong("not the pictures of the index".to_owned())) }
    }
}

fn index(text: &str) -> Result<Index, String> {
    let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    let Format { format } = options.from_str(text).map_err(|e| e.to_string())?;
    if format != FORMAT {
        return Err(format!("format {format}; this program reads format {FORMAT}"));
    }
    options.from_str(text).map_err(|e| e.to_string())
}
