//! Pictures through the real renderer, taken by the program itself.

use std::path::Path;
use std::process::Command;

use image::RgbImage;

fn shot(folder: &Path, name: &str, arguments: &[&str]) -> RgbImage {
    let out = folder.join(name);
    let taken = Command::new(env!("CARGO_BIN_EXE_dress-on-the-colors"))
        .args(["shot", "sandy_ridge"])
        .arg(&out)
        .args(arguments)
        .output()
        .expect("the program starts");
    assert!(taken.status.success(), "{}", String::from_utf8_lossy(&taken.stderr));
    image::open(&out).expect("a picture").into_rgb8()
}

/// Share of the pixels of a part that fulfil a condition.
fn share(picture: &RgbImage, part: [u32; 4], is: impl Fn([u8; 3]) -> bool) -> f64 {
    let [left, top, right, bottom] = part;
    let all = (left..right).flat_map(|x| (top..bottom).map(move |y| (x, y)));
    let of = f64::from((right - left) * (bottom - top));
    all.filter(|(x, y)| is(picture.get_pixel(*x, *y).0)).count() as f64 / of
}

fn green([r, g, b]: [u8; 3]) -> bool {
    g > r && g > b && g > 40
}

#[test]
fn the_table_is_green_with_men_in_blue_and_grey_on_it() {
    let folder = tempfile::tempdir().unwrap();
    let whole = shot(folder.path(), "whole.png", &["--size", "960x720"]);
    assert_eq!(whole.dimensions(), (960, 720));
    let meadow = share(&whole, [240, 180, 720, 540], green);
    assert!(meadow > 0.6, "the middle of the table is a meadow: {meadow}");
    let frame = share(&whole, [0, 0, 960, 4], green);
    assert!(frame < 0.1, "the table has an edge: {frame}");

    // The 7th Ohio from near: dark blue coats over the turf.
    let near = shot(folder.path(), "near.png", &["--size", "800x400", "--center", "21.8,26.6", "--zoom", "90"]);
    let blue =
        share(&near, [100, 100, 700, 300], |[r, g, b]| b > 60 && b.saturating_sub(r) > 20 && b.saturating_sub(g) > 10);
    assert!(blue > 0.02, "blue coats: {blue}");
    // The 33rd Virginia: greys, where neither green nor blue leads.
    let near = shot(folder.path(), "grey.png", &["--size", "800x400", "--center", "14.9,10.4", "--zoom", "90"]);
    let grey = share(&near, [200, 100, 600, 300], |[r, g, b]| r > 70 && r.abs_diff(g) < 22 && g.abs_diff(b) < 26);
    assert!(grey > 0.01, "grey coats: {grey}");
}

#[test]
fn panels_are_in_the_picture_when_they_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    for (size, scale, strip) in [("1280x720", "1", 80), ("2560x1440", "2", 160)] {
        let bare = shot(folder.path(), "bare.png", &["--size", size]);
        let panels = shot(folder.path(), "panels.png", &["--size", size, "--scale", scale, "--panels"]);
        assert_eq!(bare.dimensions(), panels.dimensions());
        let (width, height) = panels.dimensions();
        let paper = |[r, g, b]: [u8; 3]| r > 200 && g > 190 && b > 170;
        let roster = [10, strip + 10, width / 8, height - height / 8];
        assert!(share(&panels, roster, paper) > 0.3, "the order of battle is on the left at {size}");
        assert!(share(&bare, roster, paper) < 0.05, "and not in a picture of the table alone at {size}");
        let text = share(&panels, [0, 0, width, strip], paper);
        assert!(text > 0.001, "there are words in the strip at {size}: {text}");
    }
}
