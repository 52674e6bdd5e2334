//! The gallery: every figure, flag, marker and piece of the sheet with its name, on boards of table green, for a close look
//! by those who make them and for the pages of a club's bulletin. Pasted up from the foundry's work; no renderer is
//! needed. The ground has boards of its own, cut from pictures of a table that has everything on it.
//!
//! | file | holds |
//! |---|---|
//! | `board` | pasting and lettering |
//! | [`drill`] | troops in every formation and state, on a table of their own |
//! | [`eyes`] | how colours look to those who see fewer of them |
//! | [`plots`] | a table with one of every kind of ground |

mod board;
pub mod drill;
pub mod eyes;
pub mod letters;
pub mod plots;

use image::RgbImage;

use super::atlas::Library;
use super::atlas::library::Shot;
use super::atlas::own_shots;
use board::Board;
use eyes::Eyes;

/// A board and the name of its file, without ending.
pub struct Sheet {
    /// "uniform_union_sack".
    pub name: String,
    /// The board.
    pub picture: RgbImage,
}

/// Headings shown of a figure that turns, in degrees.
const TURNS: [f32; 8] = [0.0, 45.0, 90.0, 135.0, 180.0, 225.0, 270.0, 315.0];
/// Rows of figures on one board.
const ROWS: usize = 12;
/// Width of the cloth of a flag in the row that shows it from afar, in pixels.
pub const FLAG_AFAR: u32 = 40;

/// All boards, or those with a part of a name in theirs.
pub fn sheets(library: &Library, part: &str) -> Vec<Sheet> {
    let mut list = Vec::new();
    let mut hang = |name: String, paste: &dyn Fn() -> RgbImage| {
        if name.contains(part) {
            list.push(Sheet { name, picture: paste() });
        }
    };
    let mut uniforms: Vec<&str> = library.figures.iter().filter_map(|figure| figure.uniform.as_deref()).collect();
    uniforms.sort_unstable();
    uniforms.dedup();
    for uniform in &uniforms {
        let poses = library.figures.iter().filter(|figure| figure.uniform.as_deref() == Some(*uniform));
        let names: Vec<&str> = poses.map(|figure| figure.name.as_str()).collect();
        hang(format!("uniform_{uniform}"), &|| turning(library, &names));
    }
    let plain = || library.figures.iter().filter(|figure| figure.uniform.is_none());
    let turners: Vec<&str> = plain().filter(|f| f.headings() > 1).map(|f| f.name.as_str()).collect();
    for (n, names) in turners.chunks(ROWS).enumerate() {
        hang(format!("figures_{}", n + 1), &|| turning(library, names));
    }
    let singles = plain().filter(|f| f.headings() == 1).map(|f| f.name.as_str());
    let (flags, pieces): (Vec<&str>, Vec<&str>) = singles.partition(|name| name.starts_with("flag_"));
    let shots = |names: &[&str]| -> Vec<(String, Shot)> {
        names.iter().filter_map(|name| Some(((*name).to_owned(), library.facing(name, 0.0)?))).collect()
    };
    hang("flags".to_owned(), &|| standing(&shots(&flags)));
    hang("flags_from_afar".to_owned(), &|| standing(&afar(shots(&flags))));
    hang("pieces".to_owned(), &|| standing(&shots(&pieces)));
    let (markers, painted): (Vec<_>, Vec<_>) = own_shots().into_iter().partition(|(name, _)| is_marker(name));
    hang("markers".to_owned(), &|| standing(&markers));
    hang("painted".to_owned(), &|| standing(&painted));
    hang("uniforms_by_eyes".to_owned(), &|| by_eyes(library, &uniforms));
    list
}

/// Whether a picture that the program paints for itself marks something.
fn is_marker(name: &str) -> bool {
    ["own/mark_", "own/token_", "own/vane"].iter().any(|family| name.starts_with(family))
}

/// Figures in rows, eight headings of each.
fn turning(library: &Library, names: &[&str]) -> RgbImage {
    let (mut board, mut y) = (Board::new(8 * 190, 8), 8);
    for name in names {
        let shots: Vec<Shot> = TURNS.iter().filter_map(|turn| library.facing(name, *turn)).collect();
        let above = shots.iter().map(|shot| shot.ground.1 as u32).max().unwrap_or(0);
        let below = shots.iter().map(|shot| shot.canvas.height - shot.ground.1 as u32).max().unwrap_or(0);
        board.grow(y + above + below + 34);
        board.write(&caption(name), 8, y);
        for (n, shot) in shots.iter().enumerate() {
            board.paste(shot, 95 + 190 * n as i32, (y + board::LINE + above) as i32);
        }
        y += above + below + 30;
    }
    board.picture
}

/// Pictures that do not turn in rows, each under its name.
fn standing(shots: &[(String, Shot)]) -> RgbImage {
    const WIDE: u32 = 1900;
    const NAME: u32 = 170;
    const APART: u32 = 14;
    let mut rows: Vec<Vec<(u32, Vec<String>, &Shot)>> = Vec::new();
    let mut x = WIDE;
    for (name, shot) in shots {
        let lines = board::lines(&caption(name), NAME.max(shot.canvas.width));
        let width = lines.iter().map(|line| board::wide(line)).fold(shot.canvas.width, u32::max) + APART;
        if x + width > WIDE {
            rows.push(Vec::new());
            x = 8;
        }
        rows.last_mut().into_iter().for_each(|row| row.push((x, lines.clone(), shot)));
        x += width;
    }
    let (mut board, mut y) = (Board::new(WIDE, 8), 8);
    for row in rows {
        let top = y + board::LINE * row.iter().map(|(_, lines, _)| lines.len() as u32).max().unwrap_or(0);
        let below = top + row.iter().map(|(.., shot)| shot.canvas.height).max().unwrap_or(0) + APART;
        board.grow(below);
        for (x, lines, shot) in row {
            for (k, line) in lines.iter().enumerate() {
                board.write(line, x, y + k as u32 * board::LINE);
            }
            board.paste(shot, x as i32 + shot.ground.0 as i32, top as i32 + shot.ground.1 as i32);
        }
        y = below;
    }
    board.picture
}

/// A picture's name on the sheet as it is written on a board: "headquarters union brigade mounted a".
fn caption(name: &str) -> String {
    let name = name.trim_start_matches("own/").trim_start_matches("flag_");
    name.split('_').map(|word| if word == "hq" { "headquarters" } else { word }).collect::<Vec<_>>().join(" ")
}

/// Flags so small that their cloth is 40 pixels wide, as at the far side of the table.
fn afar(shots: Vec<(String, Shot)>) -> Vec<(String, Shot)> {
    shots
        .into_iter()
        .map(|(name, shot)| {
            let canvas = board::shrunk(&shot.canvas, FLAG_AFAR);
            let scale = canvas.width as f32 / shot.canvas.width as f32;
            let ground = (shot.ground.0 * scale, shot.ground.1 * scale);
            (name, Shot { canvas, ground, px_per_inch: shot.px_per_inch * scale })
        })
        .collect()
}

/// A man of each uniform as different eyes see him.
fn by_eyes(library: &Library, uniforms: &[&str]) -> RgbImage {
    let step = 158;
    let mut board = Board::new(step * uniforms.len() as u32 + 16, 180 * Eyes::ALL.len() as u32 + 8);
    for (row, eyes) in Eyes::ALL.into_iter().enumerate() {
        let top = 180 * row as u32;
        for (n, uniform) in uniforms.iter().enumerate() {
            if let Some(shot) = library.facing(&format!("{uniform}_ready_a"), 180.0) {
                board.paste(&shot, (80 + step * n as u32) as i32, (top + 165) as i32);
            }
        }
        let below = top + 180;
        for y in top..below.min(board.picture.height()) {
            for x in 0..board.picture.width() {
                let seen = eyes.see(board.picture.get_pixel(x, y).0);
                board.picture.put_pixel(x, y, image::Rgb(seen));
            }
        }
        board.write(eyes.name(), 8, top + 8);
        for (n, uniform) in uniforms.iter().enumerate() {
            let (side, cloth) = uniform.split_once('_').unwrap_or(("", uniform));
            board.write(side, 8 + step * n as u32, top + 8 + board::LINE);
            board.write(&caption(cloth), 8 + step * n as u32, top + 8 + 2 * board::LINE);
        }
    }
    board.picture
}

/// Where piece `n` of a board of [`framed`] pieces of one size begins: pixels from the left and from the top.
pub fn frame(n: usize, [width, height]: [u32; 2], columns: usize) -> [u32; 2] {
    [12 + (width + 12) * (n % columns) as u32, 26 + (height + 30) * (n / columns) as u32]
}

/// A board of pieces of one size cut from a picture of a table, each with its name over it: `cuts` say where in pixels from
/// the upper left, `columns` how many go side by side.
pub fn framed(picture: &RgbImage, cuts: &[(String, [u32; 4])], columns: usize) -> RgbImage {
    let Some((_, [_, _, width, height])) = cuts.first() else { return RgbImage::default() };
    let [_, bottom] = frame(cuts.len().div_ceil(columns) * columns, [*width, *height], columns);
    let [right, _] = frame(columns - 1, [*width, *height], columns);
    let mut board = Board::new(right + width + 12, bottom);
    for (n, (name, [left, top, width, height])) in cuts.iter().enumerate() {
        let [x, y] = frame(n, [*width, *height], columns);
        board.write(name, x, y - 18);
        let piece = image::imageops::crop_imm(picture, *left, *top, *width, *height).to_image();
        image::imageops::replace(&mut board.picture, &piece, i64::from(x), i64::from(y));
    }
    board.picture
}
