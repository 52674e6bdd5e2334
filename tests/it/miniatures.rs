//! Can the miniatures be told apart? Measured on the foundry's own pictures, as all kinds of eyes see them.

use std::sync::OnceLock;

use dress::table::atlas::library::{Library, Shot};
use dress::table::gallery::FLAG_AFAR;
use dress::table::gallery::eyes::Eyes;

/// Distances are CIE 1976 (2.3 is just seen, side by side). The sides must be told apart by light and dark alone.
const SIDES_APART_GREY: f32 = 10.0;
/// And by every pair of eyes that sees some colour.
const SIDES_APART: f32 = 14.0;
/// Any two uniforms, to eyes that see all colours.
const UNIFORMS_APART: f32 = 9.0;
/// Any two uniforms, to eyes that see fewer.
const UNIFORMS_APART_FEWER: f32 = 6.0;
/// Any two flags 40 pixels wide, in the quarter of their cloth where they differ most; and without any colour.
const FLAGS_APART: f32 = 20.0;
const FLAGS_APART_GREY: f32 = 9.0;

fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| Library::open().expect("the assets can be read").expect("there are assets"))
}

fn uniforms() -> Vec<&'static str> {
    let mut names: Vec<&str> = library().figures.iter().filter_map(|figure| figure.uniform.as_deref()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// What is pressed is not always opaque to the last.
const OPAQUE: u8 = 240;

/// Mean colour of legs, body and head of a figure: bands of heights above its ground point, in pixels, narrow enough to
/// leave the musket out.
const BANDS: [(f32, f32); 3] = [(4.0, 20.0), (20.0, 36.0), (36.0, 50.0)];

type Bands = [[u8; 3]; 3];

fn bands(uniform: &str) -> Bands {
    let mut sums = [([0.0_f64; 3], 0.0_f64); 3];
    for pose in ["ready_a", "ready_b", "march_a", "march_b"] {
        for turn in 0..8_u8 {
            let shot = library().facing(&format!("{uniform}_{pose}"), f32::from(turn) * 45.0).expect("a pose");
            for (n, pixel) in shot.canvas.pixels.chunks_exact(4).enumerate() {
                let x = (n % shot.canvas.width as usize) as f32 - shot.ground.0;
                let above = shot.ground.1 - (n / shot.canvas.width as usize) as f32;
                let band = BANDS.iter().position(|(low, high)| (*low..*high).contains(&above));
                let Some(band) = band.filter(|_| x.abs() < 11.0 && pixel[3] >= OPAQUE) else { continue };
                for (sum, c) in sums[band].0.iter_mut().zip(pixel) {
                    *sum += f64::from(*c);
                }
                sums[band].1 += 1.0;
            }
        }
    }
    sums.map(|(sum, many)| sum.map(|c| (c / many) as u8))
}

/// How far apart two uniforms are where they differ most.
fn apart(eyes: Eyes, a: &Bands, b: &Bands) -> f32 {
    a.iter().zip(b).map(|(a, b)| eyes.apart(*a, *b)).fold(0.0, f32::max)
}

/// Every pair closer than it should be.
fn too_near(names: &[&str], least: impl Fn(&str, &str, Eyes) -> Option<f32>) -> Vec<String> {
    let looks: Vec<Bands> = names.iter().map(|name| bands(name)).collect();
    let mut wrong = Vec::new();
    for (n, a) in names.iter().enumerate() {
        for (m, b) in names.iter().enumerate().skip(n + 1) {
            for eyes in Eyes::ALL {
                let distance = apart(eyes, &looks[n], &looks[m]);
                if least(a, b, eyes).is_some_and(|least| distance < least) {
                    wrong.push(format!("{a} and {b}, {}: {distance:.1}", eyes.name()));
                }
            }
        }
    }
    wrong
}

fn of_two_sides(a: &str, b: &str) -> bool {
    a.starts_with("union") != b.starts_with("union")
}

#[test]
fn the_sides_are_told_apart_in_grey_and_by_all_eyes() {
    let wrong = too_near(&uniforms(), |a, b, eyes| {
        let least = if eyes == Eyes::Grey { SIDES_APART_GREY } else { SIDES_APART };
        of_two_sides(a, b).then_some(least)
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_uniform_is_told_from_every_other() {
    let names = uniforms();
    assert_eq!(names.len(), 14, "{names:?}");
    let wrong = too_near(&names, |_, _, eyes| match eyes {
        Eyes::All => Some(UNIFORMS_APART),
        Eyes::Grey => None,
        _ => Some(UNIFORMS_APART_FEWER),
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn two_sculpts_of_one_man_are_not_one_man_twice() {
    for uniform in uniforms() {
        let [a, b] = ["a", "b"].map(|tag| library().facing(&format!("{uniform}_march_{tag}"), 90.0).expect("a pose"));
        assert_ne!(a.canvas.pixels, b.canvas.pixels, "{uniform}");
    }
}

/// The cloth of a flag, 40 pixels wide: the picture to the right of its staff, without the staff below it.
fn cloth(name: &str) -> Vec<[u8; 3]> {
    let Shot { canvas, .. } = library().facing(name, 0.0).expect("a flag");
    let opaque = |x: u32, y: u32| canvas.pixels[((y * canvas.width + x) * 4 + 3) as usize] >= OPAQUE;
    let middle = canvas.width / 2;
    let rows: Vec<u32> = (0..canvas.height).filter(|y| opaque(middle, *y)).collect();
    let (top, bottom) = (*rows.first().expect("cloth"), *rows.last().expect("cloth"));
    let picture = image::RgbaImage::from_raw(canvas.width, canvas.height, canvas.pixels).expect("its size");
    let cloth = image::imageops::crop_imm(&picture, 0, top, picture.width(), bottom - top + 1).to_image();
    let high = FLAG_AFAR * 9 / 10;
    let small = image::imageops::resize(&cloth, FLAG_AFAR, high, image::imageops::FilterType::Triangle);
    let meadow = [104.0, 120.0, 66.0_f32];
    small
        .pixels()
        .map(|pixel| {
            let alpha = f32::from(pixel.0[3]) / 255.0;
            std::array::from_fn(|c| (f32::from(pixel.0[c]) * alpha + meadow[c] * (1.0 - alpha)) as u8)
        })
        .collect()
}

#[test]
fn flags_are_told_apart_when_they_are_forty_pixels_wide() {
    let named = |figure: &'static dress::table::atlas::library::Figure| figure.name.strip_suffix("_foot_a");
    let names: Vec<&str> = library().figures.iter().filter_map(named).filter(|n| n.starts_with("flag_")).collect();
    assert_eq!(names.len(), 23, "{names:?}");
    let cloths: Vec<_> = names.iter().map(|name| cloth(&format!("{name}_foot_a"))).collect();
    let mut wrong = Vec::new();
    for (n, a) in cloths.iter().enumerate() {
        for (m, b) in cloths.iter().enumerate().skip(n + 1) {
            for eyes in Eyes::ALL {
                let mut apart: Vec<f32> = a.iter().zip(b).map(|(a, b)| eyes.apart(*a, *b)).collect();
                apart.sort_by(|a, b| b.total_cmp(a));
                let quarter = &apart[..apart.len() / 4];
                let distance = quarter.iter().sum::<f32>() / quarter.len() as f32;
                let least = if eyes == Eyes::Grey { FLAGS_APART_GREY } else { FLAGS_APART };
                if distance < least {
                    wrong.push(format!("{} and {}, {}: {distance:.1}", names[n], names[m], eyes.name()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every word that a scenario may use has figures behind it.
#[test]
fn the_foundry_has_cast_what_scenarios_ask_for() {
    use dress::army::{Colors, Uniform};
    use dress::scenario::Vocabulary;
    use dress::table::atlas::names;
    for (word, uniform) in Uniform::WORDS {
        for pose in
            ["march_a", "ready_b", "fire_b", "load_a", "kneel_a", "charge_b", "rout_a", "waver_a", "bear_a", "fallen_b"]
        {
            let name = format!("{}_{pose}", names::uniform(*uniform));
            assert!(library().figure(&name).is_some(), "{word}: {name}");
        }
    }
    for (word, flag) in Colors::WORDS {
        for carried in ["foot_a", "foot_b", "mounted_a", "mounted_b"] {
            let name = format!("flag_{}_{carried}", names::colors(*flag));
            assert!(library().figure(&name).is_some(), "{word}: {name}");
        }
    }
    for bearer in ["union_sack_bear_a", "confederate_guidon_walk", "union_gunner_bear", "union_dismounted_bear"] {
        assert!(library().figure(bearer).is_some_and(|figure| figure.staff.is_some()), "{bearer}");
    }
}

#[test]
fn the_assets_keep_their_budget() {
    let folder = dress::table::atlas::assets_folder().expect("there are assets");
    let files = std::fs::read_dir(folder).expect("a folder").flatten();
    let sheets = files.filter(|file| file.path().is_file());
    let bytes: u64 = sheets.map(|file| file.metadata().expect("a file").len()).sum();
    assert!(bytes < 36_000_000, "{bytes} bytes; pictures for the documents come to that");
}

#[test]
fn the_gallery_hangs_figures_by_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let green = image::Rgb([104, 120, 66]);
    // All of them take a minute and a half without optimisation.
    for board in ["uniform_union_blackhat", "figures_1", "flags_from_afar", "uniforms_by_eyes"] {
        let done = std::process::Command::new(env!("CARGO_BIN_EXE_dress-on-the-colors"))
            .arg("gallery")
            .arg(folder.path())
            .args(["--only", "figures", "--name", board])
            .output()
            .expect("the program starts");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        let picture = image::open(folder.path().join(format!("{board}.png"))).expect("a board").into_rgb8();
        let painted = picture.pixels().filter(|pixel| **pixel != green).count();
        assert!(painted > 5_000, "{board}: {painted}");
    }
    let hung: Vec<_> = std::fs::read_dir(folder.path()).unwrap().flatten().map(|file| file.file_name()).collect();
    assert!(!hung.iter().any(|name| name == "flags.png"), "only what was asked for: {hung:?}");
}
