//! Ground, weather and markers through the real renderer: what must be told apart is told apart, by grey eyes too, and
//! seasons and weather show when they are stated.

use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use dress::table::gallery::{frame, plots};
use image::RgbImage;

/// Pixels an inch of the boards from far.
const INCH: f32 = 24.0;

struct Boards {
    _folder: tempfile::TempDir,
    seasons: [RgbImage; 4],
    weather: [RgbImage; 3],
}

fn board(folder: &Path, name: &str) -> RgbImage {
    image::open(folder.join(format!("{name}.png"))).unwrap_or_else(|e| panic!("{name}: {e}")).into_rgb8()
}

/// The boards, drawn once for all tests.
fn boards() -> &'static Boards {
    static BOARDS: OnceLock<Boards> = OnceLock::new();
    BOARDS.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let drawn = Command::new(env!("CARGO_BIN_EXE_dress-on-the-colors"))
            .arg("gallery")
            .arg(folder.path())
            .args(["--only", "terrain", "--name", "terrain_"])
            .output()
            .expect("the program starts");
        assert!(drawn.status.success(), "{}", String::from_utf8_lossy(&drawn.stderr));
        let seasons = ["spring", "summer", "autumn", "winter"].map(|of| board(folder.path(), &format!("terrain_{of}")));
        let weather = ["clear", "wind", "mist"].map(|of| board(folder.path(), &format!("terrain_{of}")));
        Boards { _folder: folder, seasons, weather }
    })
}

fn number(name: &str) -> usize {
    plots::PLOTS.iter().position(|plot| plot.name == name).unwrap_or_else(|| panic!("no plot {name}"))
}

/// A plot of a board, or the part of it that lies so many inches round its middle.
fn plot(board: &RgbImage, name: &str, half: (f32, f32)) -> RgbImage {
    let size = [(plots::PLOT.x * INCH) as u32, (plots::PLOT.y * INCH) as u32];
    let [left, top] = frame(number(name), size, plots::COLUMNS);
    let (x, y) = ((half.0 * INCH) as u32, (half.1 * INCH) as u32);
    image::imageops::crop_imm(board, left + size[0] / 2 - x, top + size[1] / 2 - y, 2 * x, 2 * y).to_image()
}

fn grey(pixel: &image::Rgb<u8>) -> f32 {
    let [r, g, b] = pixel.0.map(f32::from);
    (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255.0
}

fn mean(picture: &RgbImage) -> [f32; 3] {
    let mut sum = [0.0_f32; 3];
    for pixel in picture.pixels() {
        for (to, c) in sum.iter_mut().zip(pixel.0) {
            *to += f32::from(c);
        }
    }
    sum.map(|c| c / (picture.width() * picture.height()) as f32)
}

/// What a photocopy keeps of a pattern: how light it is, how light differs from pixel to pixel across and up, from spot to
/// spot of a third of an inch, and how much of it is very dark or very light.
fn pattern(picture: &RgbImage) -> [f32; 6] {
    let (width, height) = picture.dimensions();
    let at = |x: u32, y: u32| grey(picture.get_pixel(x, y));
    let many = (width * height) as f32;
    let light = picture.pixels().map(grey).sum::<f32>() / many;
    let (mut across, mut up) = (0.0, 0.0);
    for y in 1..height {
        for x in 1..width {
            across += (at(x, y) - at(x - 1, y)).abs();
            up += (at(x, y) - at(x, y - 1)).abs();
        }
    }
    let spot = 10;
    let mut spots = Vec::new();
    for y in (0..height - spot).step_by(spot as usize) {
        for x in (0..width - spot).step_by(spot as usize) {
            let sum: f32 = (0..spot).flat_map(|j| (0..spot).map(move |i| (i, j))).map(|(i, j)| at(x + i, y + j)).sum();
            spots.push(sum / (spot * spot) as f32);
        }
    }
    let middle = spots.iter().sum::<f32>() / spots.len() as f32;
    let spread = (spots.iter().map(|spot| (spot - middle).powi(2)).sum::<f32>() / spots.len() as f32).sqrt();
    let dark = picture.pixels().filter(|pixel| grey(pixel) < 0.15).count() as f32 / many;
    let bright = picture.pixels().filter(|pixel| grey(pixel) > 0.60).count() as f32 / many;
    [light, 6.0 * across / many, 6.0 * up / many, 3.0 * spread, dark, bright]
}

fn apart(a: &[f32; 6], b: &[f32; 6]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f32>().sqrt()
}

/// Areas that bring different rules, in every season: no two alike on a photocopy.
#[test]
fn kinds_of_ground_are_told_apart_without_colour() {
    let kinds = ["grass", "corn", "ploughed", "orchard", "light woods", "dense woods", "rubble", "river", "hill"];
    for (season, board) in ["spring", "summer", "autumn", "winter"].iter().zip(&boards().seasons) {
        let patterns = kinds.map(|kind| {
            let half = match kind {
                "rubble" => (1.0, 0.9),
                "river" => (3.6, 0.7),
                "hill" => (3.0, 2.2),
                _ => (2.6, 1.6),
            };
            pattern(&plot(board, kind, half))
        });
        let mut wrong = Vec::new();
        for (n, a) in patterns.iter().enumerate() {
            for (m, b) in patterns.iter().enumerate().skip(n + 1) {
                let distance = apart(a, b);
                if distance < 0.055 {
                    wrong.push(format!("{season}: {} and {}: {distance:.3}", kinds[n], kinds[m]));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

/// Obstacles are lines: their silhouettes are compared on the same grass.
#[test]
fn kinds_of_obstacle_are_told_apart_without_colour() {
    let kinds = ["snake fence", "post and rail", "board fence", "stone wall", "hedge", "abatis", "earthworks"];
    let board = &boards().seasons[1];
    let patterns = kinds.map(|kind| pattern(&plot(board, kind, (3.8, 2.0))));
    let mut wrong = Vec::new();
    for (n, a) in patterns.iter().enumerate() {
        for (m, b) in patterns.iter().enumerate().skip(n + 1) {
            let distance = apart(a, b);
            if distance < 0.015 {
                wrong.push(format!("{} and {}: {distance:.3}", kinds[n], kinds[m]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn seasons_differ_on_grass_and_in_the_woods() {
    let boards = boards();
    let mut wrong = Vec::new();
    for (kind, half, least) in
        [("grass", (4.2, 3.0), 9.0), ("dense woods", (2.4, 1.5), 12.0), ("orchard", (2.6, 1.8), 9.0)]
    {
        let means = [0, 1, 2, 3].map(|n: usize| mean(&plot(&boards.seasons[n], kind, half)));
        for n in 0..4 {
            for m in n + 1..4 {
                let distance = means[n].iter().zip(&means[m]).map(|(a, b)| (a - b).powi(2)).sum::<f32>().sqrt();
                if distance < least {
                    wrong.push(format!("{kind}, seasons {n} and {m}: {distance:.1}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn weather_shows_when_it_is_stated_and_only_then() {
    let [clear, wind, mist] = &boards().weather;
    let same = clear.pixels().zip(wind.pixels()).filter(|(a, b)| a == b).count();
    let many = (clear.width() * clear.height()) as usize;
    assert!(same < many * 9 / 10, "the wind is in the grass: {same} of {many} pixels are the same");
    // The arrow lies in the middle of the table's upper edge, which is bare wood on a calm day.
    let brass = |picture: &RgbImage| {
        let edge = image::imageops::crop_imm(picture, picture.width() / 2 - 48, 0, 96, 80).to_image();
        edge.pixels().filter(|pixel| pixel.0[0] > 160 && pixel.0[1] > 110 && pixel.0[2] < 130).count()
    };
    assert!(brass(wind) > 60 && brass(clear) < 10 && brass(mist) < 10, "{} {}", brass(wind), brass(clear));
    // Mist takes the contrast out of everything on the table and leaves the room as it is.
    let middle = |picture: &RgbImage| {
        let part = image::imageops::crop_imm(picture, 300, 200, 1200, 450).to_image();
        let light: Vec<f32> = part.pixels().map(grey).collect();
        let mean = light.iter().sum::<f32>() / light.len() as f32;
        (mean, (light.iter().map(|l| (l - mean).powi(2)).sum::<f32>() / light.len() as f32).sqrt())
    };
    let ((dull, flat), (plain, crisp)) = (middle(mist), middle(clear));
    assert!(dull > plain + 0.05, "{dull} {plain}");
    assert!(flat < crisp, "{flat} {crisp}");
    let corner = |picture: &RgbImage| image::imageops::crop_imm(picture, 0, 0, picture.width(), 6).to_image();
    assert_eq!(corner(mist), corner(clear));
}

#[test]
fn shadows_fall_to_the_lower_right() {
    let board = &boards().seasons[1];
    for (name, half) in
        [("house", (0.95, 0.75)), ("barn", (1.3, 0.95)), ("church", (1.4, 0.9)), ("log cabin", (0.8, 0.7))]
    {
        let (wide, high) = (4.2, 3.0);
        let around = plot(board, name, (wide, high));
        // A strip of ground along each side of the building, as light as it is.
        let strip = |x: (f32, f32), y: (f32, f32)| {
            let pixel = |at: f32, half: f32| ((at + half) * INCH) as u32;
            let (left, right) = (pixel(x.0, wide), pixel(x.1, wide));
            let (top, bottom) = (pixel(-y.1, high), pixel(-y.0, high));
            let part = image::imageops::crop_imm(&around, left, top, right - left, bottom - top).to_image();
            part.pixels().map(grey).sum::<f32>() / (part.width() * part.height()) as f32
        };
        let right = strip((half.0 + 0.12, half.0 + 0.28), (-half.1, half.1 * 0.2));
        let left = strip((-half.0 - 0.28, -half.0 - 0.12), (-half.1, half.1 * 0.2));
        let below = strip((-half.0 * 0.3, half.0), (-half.1 - 0.24, -half.1 - 0.08));
        let darker = |strip: f32| strip < left * 0.85;
        assert!(darker(right) && darker(below), "{name}: right {right:.3}, below {below:.3}, left {left:.3}");
    }
}

/// The shape of a picture of the sheet as it is seen at so many pixels an inch: how much of each cell of a square of 24 by
/// 24 round its middle it covers.
fn shape(shot: &dress::table::atlas::library::Shot) -> Vec<f32> {
    let canvas = &shot.canvas;
    let picture = image::RgbaImage::from_raw(canvas.width, canvas.height, canvas.pixels.clone()).expect("its size");
    let side = canvas.width.max(canvas.height);
    let mut square = image::RgbaImage::new(side, side);
    let (left, top) = (i64::from((side - canvas.width) / 2), i64::from((side - canvas.height) / 2));
    image::imageops::replace(&mut square, &picture, left, top);
    let small = image::imageops::resize(&square, 24, 24, image::imageops::FilterType::Triangle);
    small.pixels().map(|pixel| f32::from(pixel.0[3]) / 255.0).collect()
}

/// How much of two shapes lies outside the other, as a share of what either covers.
fn differ(a: &[f32], b: &[f32]) -> f32 {
    let both: f32 = a.iter().zip(b).map(|(a, b)| a.min(*b)).sum();
    let either: f32 = a.iter().zip(b).map(|(a, b)| a.max(*b)).sum();
    1.0 - both / either
}

#[test]
fn marks_and_markers_are_told_apart_by_their_shapes() {
    use dress::army::Side;
    use dress::table::atlas::{Library, own_shots};
    use dress::table::{markers, paint::Mark};
    let own = own_shots();
    let library = Library::open().expect("the assets can be read").expect("there are assets");
    let of = |name: &str| {
        let painted = own.iter().find(|(own, _)| own == name).map(|(_, shot)| shape(shot));
        painted.or_else(|| library.facing(name, 70.0).map(|shot| shape(&shot))).unwrap_or_else(|| panic!("{name}"))
    };
    let marks = Mark::ALL.map(|mark| (format!("{mark:?}"), of(mark.picture())));
    let sculptures = Mark::ALL.into_iter().filter_map(|mark| {
        let ([name, _], _) = markers::sculpture(mark, Side::Union)?;
        Some((format!("{mark:?}, sculpted"), of(name)))
    });
    let mut wrong = Vec::new();
    for set in [marks.to_vec(), sculptures.collect()] {
        assert!(set.len() >= 6);
        for (n, (a, shape)) in set.iter().enumerate() {
            for (b, other) in &set[n + 1..] {
                let part = differ(shape, other);
                if part < 0.30 {
                    wrong.push(format!("{a} and {b}: {part:.2}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
