//! The foundry's work as it is on the disk: pages of pictures in numbered shades, the shades of each figure, and the
//! index that says what is where.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::thread;

use bevy::prelude::Resource;
use serde::Deserialize;

use crate::table::paint::Canvas;

/// The format that this program reads.
const FORMAT: u32 = 2;

/// `assets/miniatures.ron`.
#[derive(Deserialize, Debug)]
struct Index {
    px_per_inch: f32,
    pages: usize,
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
    /// Which page its pictures are on.
    page: usize,
    /// The uniform it wears, "union_sack", of those that a scenario chooses from.
    #[serde(default)]
    pub uniform: Option<String>,
    /// Pixels of this figure for an inch of table, where they are not the index's.
    #[serde(default)]
    px_per_inch: Option<f32>,
    /// For a bearer, where the staff of his flag stands: inches to his right and ahead of him.
    #[serde(default)]
    pub staff: Option<(f32, f32)>,
    /// One for each heading, or one: left, top, width and height on the page in pixels, and the point that stands on the
    /// ground, from the left and from the top. Entry `i` of `n` faces `i * 360 / n` degrees.
    sprites: Vec<(u32, u32, u32, u32, f32, f32)>,
}

impl Figure {
    /// The uniform or the flag that must be in a battle for this figure to be needed; `None` for what every battle needs.
    pub fn issue(&self) -> Option<&str> {
        let flag = || {
            let carried = self.name.strip_prefix("flag_").filter(|flag| !flag.starts_with("hq_"))?;
            carried.rsplit_once('_')?.0.rsplit_once('_').map(|(flag, _)| flag)
        };
        self.uniform.as_deref().or_else(flag)
    }

    /// At how many headings it was cast.
    pub fn headings(&self) -> usize {
        self.sprites.len()
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

/// A page of numbers.
struct Page {
    width: u32,
    height: u32,
    numbers: Vec<u8>,
}

/// All figures that the foundry cast.
#[derive(Resource)]
pub struct Library {
    px_per_inch: f32,
    /// In the order of the index.
    pub figures: Vec<Figure>,
    pages: Vec<Page>,
    shades: Vec<[[u8; 4]; 256]>,
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
        let text = std::fs::read_to_string(folder.join("miniatures.ron")).map_err(|e| e.to_string())?;
        let index = index(&text).map_err(|what| format!("miniatures.ron: {what}"))?;
        let (pages, shades) = thread::scope(|scope| {
            let page = |n: usize| read(&folder.join(format!("miniatures_{n}.png")), image::ColorType::L8);
            let pages: Vec<_> = (0..index.pages).map(|n| scope.spawn(move || page(n))).collect();
            let shades = read(&folder.join("miniatures_shades.png"), image::ColorType::Rgba8);
            let pages = pages.into_iter().map(|page| page.join().map_err(|_| "a page cannot be read".to_owned())?);
            (pages.collect::<Result<Vec<Page>, String>>(), shades)
        });
        let (pages, shades) = (pages?, shades?);
        if shades.width != 256 || shades.height as usize != index.figures.len() {
            return Err("miniatures_shades.png does not belong to miniatures.ron".to_owned());
        }
        for figure in &index.figures {
            let page = pages.get(figure.page).ok_or_else(|| format!("miniatures.ron: {} has no page", figure.name))?;
            let lies = |&(x, y, w, h, ..): &(u32, u32, u32, u32, f32, f32)| {
                w > 0 && h > 0 && x + w <= page.width && y + h <= page.height
            };
            if figure.sprites.is_empty() || !figure.sprites.iter().all(lies) {
                return Err(format!("miniatures.ron: a sprite of {} lies outside its page", figure.name));
            }
        }
        let shades = shades
            .numbers
            .chunks_exact(1024)
            .map(|row| std::array::from_fn(|n| [row[4 * n], row[4 * n + 1], row[4 * n + 2], row[4 * n + 3]]))
            .collect();
        let by_name = index.figures.iter().enumerate().map(|(n, figure)| (figure.name.clone(), n)).collect();
        Ok(Some(Self { px_per_inch: index.px_per_inch, figures: index.figures, pages, shades, by_name }))
    }

    /// The figure of a name.
    pub fn figure(&self, name: &str) -> Option<&Figure> {
        self.by_name.get(name).map(|n| &self.figures[*n])
    }

    /// The picture of a figure that faces `heading` degrees.
    pub fn facing(&self, name: &str, heading: f32) -> Option<Shot> {
        let n = *self.by_name.get(name)?;
        let many = self.figures[n].sprites.len();
        let k = (heading.rem_euclid(360.0) / 360.0 * many as f32).round() as usize % many;
        Some(self.shot(n, k))
    }

    /// Picture `k` of figure number `n`.
    pub(super) fn shot(&self, n: usize, k: usize) -> Shot {
        let figure = &self.figures[n];
        let (page, shades) = (&self.pages[figure.page], &self.shades[n]);
        let (x, y, width, height, ax, ay) = figure.sprites[k];
        let mut pixels = Vec::with_capacity((width * height * 4) as usize);
        for row in y..y + height {
            let from = (row * page.width + x) as usize;
            for number in &page.numbers[from..from + width as usize] {
                pixels.extend_from_slice(&shades[usize::from(*number)]);
            }
        }
        let px_per_inch = figure.px_per_inch.unwrap_or(self.px_per_inch);
        Shot { canvas: Canvas { width, height, pixels }, ground: (ax, ay), px_per_inch }
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

/// A picture of one or four bytes a pixel.
fn read(path: &Path, kind: image::ColorType) -> Result<Page, String> {
    let picture = image::open(path).map_err(|e| format!("{}: {e}", path.display()))?;
    if picture.color() != kind {
        return Err(format!("{}: {:?} where {kind:?} belongs", path.display(), picture.color()));
    }
    Ok(Page { width: picture.width(), height: picture.height(), numbers: picture.into_bytes() })
}
