//! Houses, barns, churches and cabins as they are drawn: raised on the exact outline that the rules measure to, with
//! roofs, windows and chimneys of their kind, and the ruin that is left of one.
//!
//! Height is drawn up the picture, as it is for the miniatures; shadows fall to the lower right.

mod roof;
mod ruin;
mod wall;

use bevy::prelude::*;

use super::brush::{self, Brush};
use super::sky::{SUN_IN_SPACE, fall};
use super::{fences, noise, shapes};
use roof::{chimney, gable, hipped, pyramid, steeple};
pub use ruin::rubble;
use wall::walls;

/// What a building looks like. The rules do not ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// White clapboards under brown shingles, brick chimneys at both ends.
    House,
    /// Field stone under slates.
    Stone,
    /// Red boards, a great door and a ventilator on the ridge.
    Barn,
    /// White boards and a steeple.
    Church,
    /// Logs, with a stone chimney at one end.
    Cabin,
}

impl Style {
    /// The style that a building's name suggests.
    pub fn of(name: &str) -> Self {
        let name = name.to_lowercase();
        let says = |words: &[&str]| words.iter().any(|word| name.contains(word));
        if says(&["church", "chapel", "meeting", "seminary", "school"]) {
            Self::Church
        } else if says(&["barn", "stable", "shed", "mill"]) {
            Self::Barn
        } else if says(&["cabin", "log", "hut"]) {
            Self::Cabin
        } else if says(&["stone", "tavern", "inn", "brick", "court", "mansion"]) {
            Self::Stone
        } else {
            Self::House
        }
    }

    /// Heights of the eaves and of the ridge above them, in inches of table, for a building this deep.
    fn heights(self, deep: f32) -> (f32, f32) {
        let (wall, pitch) = match self {
            Self::House => (0.58, 0.66),
            Self::Stone => (0.56, 0.62),
            Self::Barn => (0.62, 0.74),
            Self::Church => (0.68, 0.92),
            Self::Cabin => (0.40, 0.62),
        };
        let half = (deep / 2.0).min(0.9);
        (wall * (0.75 + 0.25 * half / 0.5).min(1.25), pitch * half)
    }

    fn roof(self) -> [f32; 3] {
        match self {
            Self::House => [0.47, 0.38, 0.28],
            Self::Stone => [0.36, 0.38, 0.41],
            Self::Barn => [0.47, 0.44, 0.39],
            Self::Church => [0.33, 0.32, 0.33],
            Self::Cabin => [0.40, 0.32, 0.23],
        }
    }

    fn wall(self) -> [f32; 3] {
        match self {
            Self::House | Self::Church => [0.89, 0.86, 0.78],
            Self::Stone => [0.62, 0.58, 0.50],
            Self::Barn => [0.58, 0.22, 0.16],
            Self::Cabin => [0.46, 0.34, 0.22],
        }
    }
}

/// How much of a height shows as distance up the picture.
const RISE: f32 = 0.72;

fn up(at: Vec2, height: f32) -> Vec2 {
    at + Vec2::Y * (height * RISE)
}

fn tone(rgb: [f32; 3], light: f32) -> Color {
    Color::srgb((rgb[0] * light).clamp(0.0, 1.0), (rgb[1] * light).clamp(0.0, 1.0), (rgb[2] * light).clamp(0.0, 1.0))
}

/// Light on a wall or roof whose normal leans `flat` across the ground and `high` upward.
fn light(flat: Vec2, high: f32) -> f32 {
    let n = flat.extend(high).normalize_or_zero();
    0.58 + 0.62 * n.dot(SUN_IN_SPACE).max(-0.25) + 0.10 * n.dot(Vec3::new(0.2, -0.9, 0.4)).max(0.0)
}

const INK: Color = Color::srgb(0.10, 0.08, 0.06);

/// The smallest rectangle around an outline: middle, direction of its long side, half its length and half its depth.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Its middle.
    pub middle: Vec2,
    /// Along the long side; the picture's lower side is to its right.
    pub along: Vec2,
    /// Half the length.
    pub long: f32,
    /// Half the depth.
    pub deep: f32,
}

impl Frame {
    /// Around an outline of three corners or more.
    pub fn around(outline: &[Vec2]) -> Self {
        let mut best: Option<(f32, Self)> = None;
        for (a, b) in shapes::edges(outline) {
            let Some(along) = (b - a).try_normalize() else { continue };
            let side = along.perp();
            let (mut low, mut high) = (Vec2::splat(f32::INFINITY), Vec2::splat(f32::NEG_INFINITY));
            for p in outline {
                let q = Vec2::new(p.dot(along), p.dot(side));
                (low, high) = (low.min(q), high.max(q));
            }
            let half = (high - low) / 2.0;
            let mid = (high + low) / 2.0;
            let middle = along * mid.x + side * mid.y;
            let frame = if half.x >= half.y {
                Self { middle, along, long: half.x, deep: half.y }
            } else {
                Self { middle, along: side, long: half.y, deep: half.x }
            };
            if best.as_ref().is_none_or(|(area, _)| half.x * half.y < area - 1e-4) {
                best = Some((half.x * half.y, frame));
            }
        }
        let mut frame =
            best.map_or(Self { middle: Vec2::ZERO, along: Vec2::X, long: 0.0, deep: 0.0 }, |(_, frame)| frame);
        if frame.along.x < 0.0 || (frame.along.x < 0.01 && frame.along.y < 0.0) {
            frame.along = -frame.along;
        }
        frame
    }

    fn at(&self, along: f32, across: f32) -> Vec2 {
        self.middle + self.along * along + self.along.perp() * across
    }

    fn fills(&self, outline: &[Vec2]) -> bool {
        let area: f32 = shapes::edges(outline).map(|(a, b)| a.perp_dot(b)).sum::<f32>().abs() / 2.0;
        area > 0.93 * 4.0 * self.long * self.deep
    }
}

/// Larger than this both ways, an outline is a farmyard: a main building at the front, a wing and a shed behind it.
const ONE_ROOF: f32 = 2.2;

/// The buildings that an outline is covered with, the farthest up the picture first.
fn roofs(outline: &[Vec2], style: Style) -> Vec<(Vec<Vec2>, Style)> {
    let frame = Frame::around(outline);
    if frame.deep * 2.0 <= ONE_ROOF || !frame.fills(outline) {
        return vec![(outline.to_vec(), style)];
    }
    let block = |x: (f32, f32), y: (f32, f32)| {
        [(x.0, y.0), (x.1, y.0), (x.1, y.1), (x.0, y.1)].map(|(x, y)| frame.at(x * frame.long, y * frame.deep)).to_vec()
    };
    let shed = if style == Style::Barn { Style::Stone } else { Style::Barn };
    let wing = if style == Style::Church { Style::House } else { style };
    let mut all = vec![
        (block((-0.98, 0.98), (-0.98, -0.02)), style),
        (block((-0.98, -0.20), (-0.45, 0.98)), wing),
        (block((0.28, 0.98), (0.42, 0.98)), shed),
    ];
    let middle = |outline: &[Vec2]| outline.iter().map(|p| p.y).sum::<f32>();
    all.sort_by(|(a, _), (b, _)| middle(b).total_cmp(&middle(a)));
    all
}

/// What lies on the ground: the yard with its wall, and the shadows.
pub fn foundation(brush: &mut Brush, outline: &[Vec2], style: Style, seed: u32) {
    if outline.len() < 3 {
        return;
    }
    let roofs = roofs(outline, style);
    if roofs.len() > 1 {
        brush.fill(outline, Color::srgb(0.40, 0.34, 0.22));
        let reach = shapes::bounds(outline);
        for k in 0..(reach.size().element_product() * 90.0) as i32 {
            let at = reach.min + reach.size() * Vec2::new(noise::unit(k, 1, seed), noise::unit(k, 2, seed));
            if shapes::depth(outline, at) > 0.05 {
                let t = 0.30 + 0.26 * noise::unit(k, 3, seed);
                let size = Vec2::new(0.05, 0.03) * (0.5 + noise::unit(k, 4, seed));
                let dot =
                    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| at + Vec2::new(x, y) * size);
                brush.quad(dot, [Color::srgba(t * 1.1, t * 0.95, t * 0.68, 0.6); 4]);
            }
        }
    }
    for (outline, style) in &roofs {
        shadow(brush, outline, *style);
    }
    if roofs.len() > 1 {
        let mut wall = outline.to_vec();
        wall.extend(outline.first());
        fences::palings(brush, &wall, seed);
    }
}

/// Raises what stands on an outline.
pub fn raise(brush: &mut Brush, outline: &[Vec2], style: Style, seed: u32) {
    if outline.len() < 3 {
        return;
    }
    for (n, (outline, style)) in roofs(outline, style).iter().enumerate() {
        house(brush, outline, *style, seed + 17 * n as u32);
    }
}

/// What is left standing to the eye while somebody behind it must be seen: the floor, and the walls to a man's knee.
pub fn opened(brush: &mut Brush, outline: &[Vec2], style: Style, seed: u32) {
    if outline.len() < 3 {
        return;
    }
    for (n, (outline, style)) in roofs(outline, style).iter().enumerate() {
        let seed = seed + 17 * n as u32;
        brush.fill(outline, Color::srgb(0.36, 0.29, 0.20));
        brush.hatch(outline, Frame::around(outline).along.to_angle(), 0.11, 0.012, Color::srgba(0.14, 0.10, 0.06, 0.8));
        let mut rim = outline.clone();
        rim.extend(outline.first());
        brush.line(&rim, brush::Ends::Open, 0.10, INK);
        brush.line(&rim, brush::Ends::Open, 0.065, tone(style.wall(), 0.86));
        walls(brush, outline, *style, KNEE, seed);
    }
}

/// Height of what is left of an opened building's walls, in inches.
const KNEE: f32 = 0.10;

/// What a building hides: its outline and that of its ridge, and what is between.
pub fn hidden_behind(outline: &[Vec2], style: Style) -> Vec<Vec2> {
    let mut points = Vec::new();
    for (outline, style) in roofs(outline, style) {
        let frame = Frame::around(&outline);
        let (wall, ridge) = style.heights(frame.deep * 2.0);
        points.extend(outline.iter().flat_map(|corner| [*corner, up(*corner, wall)]));
        points.extend([-1.0, 1.0].map(|end| up(frame.at(end * frame.long, 0.0), wall + ridge)));
    }
    hull(points)
}

/// The shadow on the ground.
fn shadow(brush: &mut Brush, outline: &[Vec2], style: Style) {
    let frame = Frame::around(outline);
    let (wall, ridge) = style.heights(frame.deep * 2.0);
    let mut points: Vec<Vec2> = outline.to_vec();
    points.extend(outline.iter().map(|p| *p + fall(wall)));
    for end in [-1.0, 1.0] {
        points.push(frame.at(end * frame.long, 0.0) + fall(wall + ridge));
    }
    if style == Style::Church {
        points.push(frame.at(-frame.long * 0.75, 0.0) + fall(wall + ridge + 0.75));
    }
    let hull = hull(points);
    brush.pool(&hull, [-0.05, 0.11], Color::srgba(0.03, 0.04, 0.01, 0.58));
    brush.fill(&brush::grown(outline, 0.03), Color::srgb(0.20, 0.17, 0.11));
}

/// One building with its walls and its roof.
fn house(brush: &mut Brush, outline: &[Vec2], style: Style, seed: u32) {
    let frame = Frame::around(outline);
    let (wall, ridge) = style.heights(frame.deep * 2.0);
    walls(brush, outline, style, wall, seed);
    if frame.fills(outline) {
        gable(brush, &frame, style, (wall, ridge), seed);
    } else {
        hipped(brush, outline, style, (wall, ridge.min(0.4)), seed);
    }
    match style {
        Style::House | Style::Stone => {
            let brick = if style == Style::House { [0.58, 0.28, 0.20] } else { [0.52, 0.49, 0.43] };
            for end in [-0.78, 0.78] {
                chimney(
                    brush,
                    frame.at(end * frame.long, 0.0),
                    (wall + ridge * 0.72, wall + ridge + 0.22),
                    0.085,
                    brick,
                );
            }
        }
        Style::Cabin => {
            let at = frame.at(frame.long * 0.98, 0.0);
            chimney(brush, at, (0.0, wall + ridge + 0.14), 0.11, [0.50, 0.47, 0.41]);
        }
        Style::Barn => {
            chimney(brush, frame.middle, (wall + ridge * 0.86, wall + ridge + 0.16), 0.10, [0.80, 0.77, 0.70]);
            let eaves = [[-0.14, -0.14], [0.14, -0.14], [0.14, 0.14], [-0.14, 0.14]]
                .map(|[x, y]| up(frame.middle + Vec2::new(x, y), wall + ridge + 0.14));
            pyramid(brush, &eaves, up(frame.middle, wall + ridge + 0.30), Style::Barn.roof());
        }
        Style::Church => steeple(brush, &frame, wall + ridge),
    }
}

/// The convex hull of some points, counter-clockwise.
fn hull(mut points: Vec<Vec2>) -> Vec<Vec2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let half = |points: &mut dyn Iterator<Item = Vec2>| {
        let mut line: Vec<Vec2> = Vec::new();
        for p in points {
            while let [.., a, b] = line[..]
                && (b - a).perp_dot(p - b) <= 1e-6
            {
                line.pop();
            }
            line.push(p);
        }
        line.pop();
        line
    };
    let mut rim = half(&mut points.iter().copied());
    rim.extend(half(&mut points.iter().rev().copied()));
    rim
}
