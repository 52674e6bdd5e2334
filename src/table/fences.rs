//! Fences: snake fences of split rails, post and rail, boards, and the palings of a yard. The rules know one kind; which
//! it looks like, its name says.

use bevy::prelude::*;

use super::brush::{Brush, Ends};
use super::sky::fall;
use super::works::{SHADE, log};
use super::{noise, shapes};

/// How a fence is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fence {
    /// Split rails laid in a zigzag.
    Snake,
    /// Rails through mortised posts: along the highways.
    PostAndRail,
    /// Sawn boards on posts, limewashed: round houses and gardens.
    Boards,
}

impl Fence {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Snake, Self::PostAndRail, Self::Boards];

    /// The kind that a fence's name suggests.
    pub fn of(name: &str) -> Self {
        let name = name.to_lowercase();
        let says = |words: &[&str]| words.iter().any(|word| name.contains(word));
        if says(&["snake", "worm", "zigzag"]) {
            Self::Snake
        } else if says(&["post", "pike", "road"]) {
            Self::PostAndRail
        } else if says(&["board", "plank", "picket", "garden", "house", "yard", "depot"]) {
            Self::Boards
        } else {
            Self::Snake
        }
    }

    /// Draws it for the eye that is too far for single rails: its course, its posts or corners, its shadow.
    pub fn sketch(self, brush: &mut Brush, line: &[Vec2]) {
        let joints = shapes::walk(line, 0.52);
        let swing = if self == Self::Snake { 0.12 } else { 0.0 };
        let side = |k: usize| if k.is_multiple_of(2) { swing } else { -swing };
        let course: Vec<Vec2> =
            joints.iter().enumerate().map(|(k, (at, along))| *at + along.perp() * side(k)).collect();
        let raised = |by: Vec2| -> Vec<Vec2> { course.iter().map(|at| *at + by).collect() };
        let (rails, posts) = match self {
            Self::Snake => (Color::srgb(0.47, 0.41, 0.33), Color::srgb(0.30, 0.25, 0.19)),
            Self::PostAndRail => (Color::srgb(0.45, 0.36, 0.27), Color::srgb(0.24, 0.18, 0.12)),
            Self::Boards => (Color::srgb(0.80, 0.78, 0.71), Color::srgb(0.62, 0.60, 0.54)),
        };
        brush.line(&raised(fall(0.17)), Ends::Open, 0.13, SHADE);
        brush.line(&raised(Vec2::Y * 0.06), Ends::Open, 0.155, Color::srgb(0.16, 0.13, 0.09));
        brush.line(&raised(Vec2::Y * 0.08), Ends::Open, 0.095, rails);
        // The posts of every other panel, wide enough for a pixel of their own.
        for at in course.iter().step_by(2) {
            brush.stroke(*at - Vec2::Y * 0.03, *at + Vec2::Y * 0.19, 0.085, posts);
        }
    }

    /// Builds it along a line.
    pub fn build(self, brush: &mut Brush, line: &[Vec2], seed: u32) {
        match self {
            Self::Snake => snake(brush, line, seed),
            Self::PostAndRail => post_and_rail(brush, line, seed),
            Self::Boards => boards(brush, line, seed),
        }
    }
}

/// Height of a fence's posts.
const POST: f32 = 0.27;
/// How much of a height shows as distance up the picture.
const RISE: f32 = 0.72;

/// Four rails between posts, which stand half an inch apart.
fn post_and_rail(brush: &mut Brush, line: &[Vec2], seed: u32) {
    let posts = shapes::walk(line, 0.52);
    for w in posts.windows(2) {
        for height in [0.09, 0.15, 0.21] {
            brush.stroke(w[0].0 + fall(height), w[1].0 + fall(height), 0.030, SHADE);
        }
    }
    for (at, _) in &posts {
        brush.stroke(*at, *at + fall(POST), 0.044, SHADE);
    }
    for (k, w) in posts.windows(2).enumerate() {
        for (rail, height) in [0.05, 0.115, 0.18, 0.24].into_iter().enumerate() {
            let (k, rail) = (k as i32, rail as i32);
            let end = |n: i32| Vec2::Y * (height * RISE + 0.010 * noise::signed(k + n, rail, seed));
            log(brush, w[0].0 + end(0), w[1].0 + end(1), 0.027, 0.40 + 0.14 * noise::unit(k, rail, seed + 3));
        }
    }
    for (k, (at, _)) in posts.iter().enumerate() {
        let high = Vec2::Y * (POST * RISE + 0.014 * noise::signed(k as i32, 8, seed));
        log(brush, *at - Vec2::Y * 0.012, *at + high, 0.048, 0.36 + 0.10 * noise::unit(k as i32, 9, seed));
    }
}

/// Three limewashed boards on posts.
fn boards(brush: &mut Brush, line: &[Vec2], seed: u32) {
    let posts = shapes::walk(line, 0.46);
    let course = |height: f32| -> Vec<Vec2> { posts.iter().map(|(at, _)| *at + Vec2::Y * (height * RISE)).collect() };
    for height in [0.07, 0.14, 0.21] {
        let shadow: Vec<Vec2> = posts.iter().map(|(at, _)| *at + fall(height)).collect();
        brush.line(&shadow, Ends::Open, 0.045, SHADE);
    }
    for (row, height) in [0.06, 0.135, 0.21].into_iter().enumerate() {
        brush.line(&course(height), Ends::Open, 0.054, Color::srgb(0.21, 0.19, 0.15));
        for (k, w) in course(height).windows(2).enumerate() {
            let t = 0.70 + 0.16 * noise::unit(k as i32, row as i32, seed);
            brush.stroke(w[0], w[1], 0.040, Color::srgb(t, t * 0.97, t * 0.89));
            let shade = Vec2::Y * 0.013;
            brush.stroke(w[0] - shade, w[1] - shade, 0.010, Color::srgb(t * 0.70, t * 0.67, t * 0.60));
        }
    }
    for (k, (at, _)) in posts.iter().enumerate() {
        let t = 0.74 + 0.12 * noise::unit(k as i32, 7, seed);
        let top = *at + Vec2::Y * (POST * RISE);
        brush.stroke(*at - Vec2::Y * 0.012, top, 0.056, Color::srgb(0.21, 0.19, 0.15));
        brush.stroke(*at, top - Vec2::Y * 0.008, 0.040, Color::srgb(t, t * 0.97, t * 0.90));
    }
}

/// A low fence of palings round a yard: it shows where a building's outline runs, and is no obstacle of its own.
pub fn palings(brush: &mut Brush, line: &[Vec2], seed: u32) {
    let shadow: Vec<Vec2> = line.iter().map(|p| *p + fall(0.07)).collect();
    brush.line(&shadow, Ends::Open, 0.07, SHADE);
    brush.line(line, Ends::Open, 0.030, Color::srgb(0.20, 0.17, 0.12));
    for (k, (at, _)) in shapes::walk(line, 0.062).into_iter().enumerate() {
        let tone = 0.62 + 0.20 * noise::unit(k as i32, 5, seed);
        let pale = Color::srgb(tone, tone * 0.97, tone * 0.88);
        let high = Vec2::Y * (0.085 + 0.012 * noise::signed(k as i32, 6, seed));
        brush.stroke(at - Vec2::Y * 0.01, at + high, 0.034, Color::srgb(0.24, 0.21, 0.16));
        brush.stroke(at, at + high, 0.022, pale);
    }
}

/// A snake fence: panels at a slant to each other, three rails high, their ends crossed.
fn snake(brush: &mut Brush, line: &[Vec2], seed: u32) {
    let stops = shapes::walk(line, 0.52);
    let joints: Vec<Vec2> = stops
        .iter()
        .enumerate()
        .map(|(k, (at, along))| *at + along.perp() * if k % 2 == 0 { 0.095 } else { -0.095 })
        .collect();
    for w in joints.windows(2) {
        let along = (w[1] - w[0]).normalize_or_zero();
        for height in [0.02, 0.12] {
            brush.stroke(
                w[0] - along * 0.07 + fall(0.07 + height),
                w[1] + along * 0.07 + fall(0.07 + height),
                0.05,
                Color::srgba(0.03, 0.04, 0.01, 0.34),
            );
        }
    }
    for (k, w) in joints.windows(2).enumerate() {
        let along = (w[1] - w[0]).normalize_or_zero();
        for (rail, height) in [0.0, 0.062, 0.124, 0.186].into_iter().enumerate() {
            let (k, rail) = (k as i32, rail as i32);
            let rise = Vec2::Y * (height * 0.72 + 0.008 * noise::signed(k, rail, seed));
            let over = 0.06 + 0.05 * noise::unit(k, rail, seed + 1);
            let tilt = Vec2::Y * 0.012 * noise::signed(k, rail, seed + 2);
            let (a, b) = (w[0] - along * over + rise - tilt, w[1] + along * over + rise + tilt);
            let tone = 0.34 + 0.15 * noise::unit(k, rail, seed + 3) + 0.045 * rail as f32;
            let color = Color::srgb(tone * 1.08, tone * 0.95, tone * 0.76);
            brush.stroke(a - along * 0.006, b + along * 0.006, 0.052, Color::srgb(0.13, 0.10, 0.06));
            brush.stroke(a, b, 0.032, color);
            let shine = Vec2::Y * 0.008;
            brush.stroke(a + shine, b + shine, 0.009, color.lighter(0.10));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_how_a_fence_is_built() {
        for (name, fence) in [
            ("Turnpike fence, west", Fence::PostAndRail),
            ("road fence", Fence::PostAndRail),
            ("Worm fence by the road", Fence::Snake),
            ("House fence", Fence::Boards),
            ("Old pasture fence", Fence::Snake),
        ] {
            assert_eq!(Fence::of(name), fence, "{name}");
        }
    }
}
