//! Houses, barns, churches and cabins as they are drawn: raised on the exact outline that the rules measure to, with
//! roofs, windows and chimneys of their kind, and the ruin that is left of one.
//!
//! Height is drawn up the picture, as it is for the miniatures; shadows fall to the lower right.

use bevy::prelude::*;

use super::brush::{self, Brush, Ends};
use super::{noise, shapes, works};

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
/// Where the shadow of a point one inch up falls.
const FALL: Vec2 = Vec2::new(0.78, -0.40);

fn up(at: Vec2, height: f32) -> Vec2 {
    at + Vec2::Y * (height * RISE)
}

fn tone(rgb: [f32; 3], light: f32) -> Color {
    Color::srgb((rgb[0] * light).clamp(0.0, 1.0), (rgb[1] * light).clamp(0.0, 1.0), (rgb[2] * light).clamp(0.0, 1.0))
}

/// Light on a wall or roof whose normal leans `flat` across the ground and `high` upward.
fn light(flat: Vec2, high: f32) -> f32 {
    let n = flat.extend(high).normalize_or_zero();
    0.58 + 0.62 * n.dot(Vec3::new(-0.56, 0.26, 0.79)).max(-0.25) + 0.10 * n.dot(Vec3::new(0.2, -0.9, 0.4)).max(0.0)
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
        works::palings(brush, &wall, seed);
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

/// The shadow on the ground.
fn shadow(brush: &mut Brush, outline: &[Vec2], style: Style) {
    let frame = Frame::around(outline);
    let (wall, ridge) = style.heights(frame.deep * 2.0);
    let mut points: Vec<Vec2> = outline.to_vec();
    points.extend(outline.iter().map(|p| *p + FALL * wall));
    for end in [-1.0, 1.0] {
        points.push(frame.at(end * frame.long, 0.0) + FALL * (wall + ridge));
    }
    if style == Style::Church {
        points.push(frame.at(-frame.long * 0.75, 0.0) + FALL * (wall + ridge + 0.75));
    }
    let hull = hull(points);
    for (by, dark) in [(0.10, 0.14), (0.05, 0.18), (0.0, 0.24), (-0.05, 0.26)] {
        brush.fill(&brush::grown(&hull, by), Color::srgba(0.03, 0.04, 0.01, dark));
    }
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

/// The outer sides that face the viewer, with boards, windows and doors.
fn walls(brush: &mut Brush, outline: &[Vec2], style: Style, high: f32, seed: u32) {
    let turned = shapes::edges(outline).map(|(a, b)| a.perp_dot(b)).sum::<f32>() < 0.0;
    let mut sides: Vec<(Vec2, Vec2)> = shapes::edges(outline)
        .map(|(a, b)| if turned { (b, a) } else { (a, b) })
        // Counter-clockwise: what faces down the picture runs to the right.
        .filter(|(a, b)| b.x - a.x > 0.01 * a.distance(*b))
        .collect();
    sides.sort_by(|s, t| (t.0.y + t.1.y).total_cmp(&(s.0.y + s.1.y)));
    let longest = sides.iter().map(|(a, b)| (b.x - a.x).abs()).fold(0.0, f32::max);
    for (n, (a, b)) in sides.into_iter().enumerate() {
        let face = Face { a, b, high };
        let out = -(b - a).normalize_or_zero().perp();
        let lit = light(out, 0.0);
        face.boards(brush, style, lit, seed + n as u32);
        face.openings(brush, style, lit, ((b.x - a.x) - longest).abs() < 0.01, seed + n as u32);
    }
}

/// One upright side: `a` to `b` along its foot.
struct Face {
    a: Vec2,
    b: Vec2,
    high: f32,
}

impl Face {
    fn at(&self, along: f32, height: f32) -> Vec2 {
        up(self.a.lerp(self.b, along), height)
    }

    fn patch(&self, brush: &mut Brush, (from, to): (f32, f32), (low, top): (f32, f32), color: Color) {
        brush.quad([self.at(from, low), self.at(to, low), self.at(to, top), self.at(from, top)], [color; 4]);
    }

    fn boards(&self, brush: &mut Brush, style: Style, lit: f32, seed: u32) {
        let rgb = style.wall();
        let length = self.a.distance(self.b);
        match style {
            Style::House | Style::Church | Style::Cabin => {
                let rows = (self.high / if style == Style::Cabin { 0.075 } else { 0.048 }).round().max(2.0) as i32;
                for row in 0..rows {
                    let (low, top) = (row as f32 / rows as f32 * self.high, (row + 1) as f32 / rows as f32 * self.high);
                    let t = 0.92 + 0.14 * noise::unit(row, 1, seed);
                    self.patch(brush, (0.0, 1.0), (low, top), tone(rgb, lit * t));
                    let lip = low + (top - low) * 0.20;
                    self.patch(brush, (0.0, 1.0), (low, lip), tone(rgb, lit * t * 0.68));
                    if style == Style::Cabin {
                        let crown = low + (top - low) * 0.80;
                        self.patch(brush, (0.0, 1.0), (crown, top - 0.01), tone(rgb, lit * t * 1.22));
                    }
                }
            }
            Style::Barn => {
                let planks = (length / 0.07).round().max(2.0) as i32;
                for k in 0..planks {
                    let (from, to) = (k as f32 / planks as f32, (k + 1) as f32 / planks as f32);
                    let t = 0.88 + 0.24 * noise::unit(k, 2, seed);
                    self.patch(brush, (from, to), (0.0, self.high), tone(rgb, lit * t));
                    self.patch(brush, (from, from + (to - from) * 0.16), (0.0, self.high), tone(rgb, lit * 0.6));
                }
            }
            Style::Stone => {
                self.patch(brush, (0.0, 1.0), (0.0, self.high), tone(rgb, lit * 0.58));
                let rows = (self.high / 0.068).round().max(2.0) as i32;
                for row in 0..rows {
                    let (low, top) = (row as f32 / rows as f32 * self.high, (row + 1) as f32 / rows as f32 * self.high);
                    let (mut from, mut k) = (0.0, 0);
                    while from < 1.0 {
                        let to = (from + (0.07 + 0.09 * noise::unit(row, k, seed)) / length.max(0.1)).min(1.0);
                        let t = 0.84 + 0.34 * noise::unit(row, k, seed + 5);
                        let gap = 0.010 / length.max(0.1);
                        self.patch(brush, (from + gap, to - gap), (low + 0.006, top - 0.006), tone(rgb, lit * t));
                        (from, k) = (to, k + 1);
                    }
                }
            }
        }
        // A stone footing, shade under the eaves, dark corners.
        self.patch(brush, (0.0, 1.0), (0.0, self.high * 0.10), tone([0.46, 0.44, 0.40], lit));
        let (shade, clear) = (Color::srgba(0.04, 0.03, 0.02, 0.50), Color::srgba(0.04, 0.03, 0.02, 0.0));
        let (low, top) = (self.high * 0.62, self.high);
        brush.quad(
            [self.at(0.0, low), self.at(1.0, low), self.at(1.0, top), self.at(0.0, top)],
            [clear, clear, shade, shade],
        );
        for end in [0.0, 1.0] {
            brush.stroke(self.at(end, 0.0), self.at(end, self.high), 0.016, INK);
        }
        brush.stroke(self.at(0.0, 0.0), self.at(1.0, 0.0), 0.018, INK);
    }

    fn openings(&self, brush: &mut Brush, style: Style, lit: f32, front: bool, seed: u32) {
        let length = self.a.distance(self.b);
        let apart = match style {
            Style::Barn => 0.85,
            Style::Church => 0.46,
            _ => 0.36,
        };
        let many = (length / apart).floor().max(1.0) as i32;
        if length < 0.3 {
            return;
        }
        let white = tone([0.93, 0.90, 0.82], lit.max(0.75));
        let dark = Color::srgb(0.13, 0.16, 0.19);
        for k in 0..many {
            let middle = (k as f32 + 0.5) / many as f32;
            let door = front && k == many / 2;
            let (half, low, top) = match (style, door) {
                (Style::Barn, true) => (0.21, 0.04, 0.78),
                (_, true) => (0.075, 0.05, 0.72),
                (Style::Church, false) => (0.055, 0.30, 0.82),
                (Style::Barn, false) => (0.06, 0.50, 0.70),
                _ => (0.060, 0.34, 0.74),
            };
            let (half, low, top) = (half / length, low * self.high, top * self.high);
            let rim = 0.020 / length;
            self.patch(brush, (middle - half - rim, middle + half + rim), (low - 0.02, top + 0.025), white);
            let leaf = match (style, door) {
                (Style::Barn, true) => tone([0.50, 0.19, 0.14], lit),
                (_, true) => tone([0.36, 0.20, 0.13], lit),
                _ => dark,
            };
            self.patch(brush, (middle - half, middle + half), (low, top), leaf);
            if style == Style::Barn && door {
                for (from, to) in [(middle - half, middle), (middle, middle + half)] {
                    brush.stroke(self.at(from, low), self.at(to, top), 0.022, white);
                    brush.stroke(self.at(from, top), self.at(to, low), 0.022, white);
                    brush.stroke(self.at(from, low), self.at(from, top), 0.022, white);
                }
            } else if !door {
                let glint = Color::srgb(0.36, 0.42, 0.46);
                if noise::unit(k, 3, seed) > 0.4 {
                    self.patch(brush, (middle - half, middle), ((low + top) / 2.0, top), glint);
                }
                brush.stroke(self.at(middle, low), self.at(middle, top), 0.012, white);
                let across = (low + top) / 2.0;
                brush.stroke(self.at(middle - half, across), self.at(middle + half, across), 0.012, white);
            }
        }
    }
}

/// A roof with its ridge along the frame, and the gables under it.
fn gable(brush: &mut Brush, frame: &Frame, style: Style, (wall, ridge): (f32, f32), seed: u32) {
    let over = 0.07;
    // The gable end that faces the viewer.
    for end in [-1.0, 1.0] {
        let out = frame.along * end;
        if out.y < -0.01 {
            let (a, b) = (frame.at(end * frame.long, -frame.deep), frame.at(end * frame.long, frame.deep));
            let peak = up((a + b) / 2.0, wall + ridge);
            let lit = light(out, 0.0);
            brush.triangle([up(a, wall), up(b, wall), peak], [tone(style.wall(), lit * 0.92); 3]);
            for k in 1..6 {
                let t = k as f32 / 6.0;
                let (l, r) = (up(a, wall).lerp(peak, t), up(b, wall).lerp(peak, t));
                brush.stroke(l, r, 0.008, tone(style.wall(), lit * 0.62));
            }
        }
    }
    let eaves = wall - ridge * over / frame.deep.max(0.1);
    let slope = Vec2::new(frame.deep, ridge).normalize_or_zero();
    for side in [1.0, -1.0] {
        let out = frame.along.perp() * side;
        let lit = light(out * slope.y, slope.x);
        let low = |t: f32| up(frame.at(t * (frame.long + over), side * (frame.deep + over)), eaves);
        let high = |t: f32| up(frame.at(t * (frame.long + over), 0.0), wall + ridge);
        if side < 0.0 {
            // The fascia under the near eaves.
            brush.stroke(low(-1.0) - Vec2::Y * 0.012, low(1.0) - Vec2::Y * 0.012, 0.035, tone([0.20, 0.16, 0.12], 1.0));
        }
        let plane = Plane { corners: [low(-1.0), low(1.0), high(1.0), high(-1.0)] };
        plane.shingles(brush, style, lit, (2.0 * frame.long, frame.deep.hypot(ridge)), seed + side.to_bits() % 7);
        brush.line(&plane.corners, Ends::Joined, 0.016, INK);
    }
    let (a, b) =
        (up(frame.at(-frame.long - over, 0.0), wall + ridge), up(frame.at(frame.long + over, 0.0), wall + ridge));
    brush.stroke(a, b, 0.030, tone(style.roof(), 0.62));
    brush.stroke(a + Vec2::Y * 0.008, b + Vec2::Y * 0.008, 0.012, tone(style.roof(), 1.45));
}

/// A four-cornered slope of roof: lower left, lower right, upper right, upper left.
struct Plane {
    corners: [Vec2; 4],
}

impl Plane {
    fn at(&self, along: f32, rise: f32) -> Vec2 {
        let [a, b, c, d] = self.corners;
        a.lerp(b, along).lerp(d.lerp(c, along), rise)
    }

    fn shingles(&self, brush: &mut Brush, style: Style, lit: f32, (long, high): (f32, f32), seed: u32) {
        let rgb = style.roof();
        let rows = (high / 0.062).round().clamp(3.0, 40.0) as i32;
        let columns = (long / 0.075).round().clamp(3.0, 80.0) as i32;
        for row in 0..rows {
            let (low, top) = (row as f32 / rows as f32, (row + 1) as f32 / rows as f32);
            for column in -1..columns {
                let shift = if row % 2 == 0 { 0.0 } else { 0.5 };
                let from = ((column as f32 + shift) / columns as f32).clamp(0.0, 1.0);
                let to = ((column as f32 + 1.0 + shift) / columns as f32).clamp(0.0, 1.0);
                if to <= from {
                    continue;
                }
                let t = lit * (0.82 + 0.34 * noise::unit(row, column, seed));
                let color = tone(rgb, t);
                brush.quad(
                    [self.at(from, low), self.at(to, low), self.at(to, top), self.at(from, top)],
                    [tone(rgb, t * 1.06), tone(rgb, t * 1.06), color, color],
                );
                let lip = low + (top - low) * 0.20;
                let dark = tone(rgb, lit * 0.52);
                brush.quad([self.at(from, low), self.at(to, low), self.at(to, lip), self.at(from, lip)], [dark; 4]);
                brush.stroke(self.at(from, low), self.at(from, top), 0.007, dark);
            }
        }
    }
}

/// A roof over an outline of any shape: slopes up to a smaller outline of the same form.
fn hipped(brush: &mut Brush, outline: &[Vec2], style: Style, (wall, ridge): (f32, f32), seed: u32) {
    let turned = shapes::edges(outline).map(|(a, b)| a.perp_dot(b)).sum::<f32>() < 0.0;
    let mut rim = outline.to_vec();
    if turned {
        rim.reverse();
    }
    let run = ridge / 0.8;
    let (eaves, top) = (brush::grown(&rim, 0.06), brush::grown(&rim, -run));
    let mut slopes: Vec<usize> = (0..rim.len()).collect();
    slopes.sort_by(|a, b| rim[*b].y.total_cmp(&rim[*a].y));
    brush.fill(&eaves.iter().map(|p| up(*p, wall)).collect::<Vec<_>>(), tone(style.roof(), 0.6));
    for k in slopes {
        let next = (k + 1) % rim.len();
        let out = -(rim[next] - rim[k]).normalize_or_zero().perp();
        let plane = Plane {
            corners: [up(eaves[k], wall), up(eaves[next], wall), up(top[next], wall + ridge), up(top[k], wall + ridge)],
        };
        let length = rim[k].distance(rim[next]);
        plane.shingles(brush, style, light(out * 0.6, 0.8), (length, run.hypot(ridge)), seed + k as u32);
        brush.line(&plane.corners, Ends::Joined, 0.014, INK);
    }
    brush.fill(&top.iter().map(|p| up(*p, wall + ridge)).collect::<Vec<_>>(), tone(style.roof(), 1.05));
}

/// A square shaft from one height to another.
fn chimney(brush: &mut Brush, at: Vec2, (from, to): (f32, f32), half: f32, rgb: [f32; 3]) {
    let (l, r) = (at - Vec2::new(half, half), at + Vec2::new(half, -half));
    let lit = light(Vec2::NEG_Y, 0.0);
    brush.quad(
        [up(l, from), up(r, from), up(r, to), up(l, to)],
        [tone(rgb, lit * 0.85), tone(rgb, lit * 0.7), tone(rgb, lit), tone(rgb, lit * 1.15)],
    );
    let courses = ((to - from) / 0.05).round().max(1.0) as i32;
    for k in 1..courses {
        let h = from + (to - from) * k as f32 / courses as f32;
        brush.stroke(up(l, h), up(r, h), 0.007, tone(rgb, 0.5));
    }
    let back = Vec2::Y * (half * 2.0);
    let top = [up(l, to), up(r, to), up(r + back, to), up(l + back, to)];
    brush.quad(top, [tone(rgb, 1.25); 4]);
    let hole = [0.55, 0.55, 0.55, 0.55].map(|k: f32| k);
    let middle = top.iter().sum::<Vec2>() / 4.0;
    brush.quad(std::array::from_fn(|k| middle + (top[k] - middle) * hole[k]), [Color::srgb(0.08, 0.07, 0.06); 4]);
    brush.line(&[up(l, from), up(r, from), up(r, to), top[2], top[3], up(l, to)], Ends::Joined, 0.014, INK);
}

/// A pointed roof over four eaves corners (lower left first, counter-clockwise).
fn pyramid(brush: &mut Brush, eaves: &[Vec2; 4], peak: Vec2, rgb: [f32; 3]) {
    for (k, out) in [(2, Vec2::Y), (3, Vec2::NEG_X), (1, Vec2::X), (0, Vec2::NEG_Y)] {
        let (a, b) = (eaves[k], eaves[(k + 1) % 4]);
        let color = tone(rgb, light(out, 0.7));
        brush.triangle([a, b, peak], [color; 3]);
        brush.line(&[a, b, peak], Ends::Joined, 0.012, INK);
    }
}

fn steeple(brush: &mut Brush, frame: &Frame, ridge: f32) {
    let half = (frame.deep * 0.42).min(0.24);
    let at = frame.at(-frame.long + half * 1.15, 0.0);
    let top = ridge + 0.34;
    let face = Face { a: at + Vec2::new(-half, -half), b: at + Vec2::new(half, -half), high: top };
    let lit = light(Vec2::NEG_Y, 0.0);
    let low = ridge * 0.55;
    let rgb = Style::Church.wall();
    let rows = 9;
    for row in 0..rows {
        let h = |k: i32| low + (top - low) * k as f32 / rows as f32;
        face.patch(brush, (0.0, 1.0), (h(row), h(row + 1)), tone(rgb, lit));
        face.patch(brush, (0.0, 1.0), (h(row), h(row) + 0.012), tone(rgb, lit * 0.68));
    }
    // Louvres of the belfry.
    face.patch(brush, (0.30, 0.70), (top - 0.26, top - 0.07), Color::srgb(0.20, 0.20, 0.19));
    for k in 0..4 {
        let h = top - 0.24 + 0.045 * k as f32;
        brush.stroke(face.at(0.30, h), face.at(0.70, h), 0.014, tone(rgb, lit * 0.9));
    }
    brush.line(&[face.at(0.0, low), face.at(1.0, low), face.at(1.0, top), face.at(0.0, top)], Ends::Joined, 0.014, INK);
    let wide = half + 0.05;
    let eaves =
        [[-wide, -wide], [wide, -wide], [wide, wide], [-wide, wide]].map(|[x, y]| up(at + Vec2::new(x, y), top));
    pyramid(brush, &eaves, up(at, top + 0.62), Style::Church.roof());
    let tip = up(at, top + 0.62);
    let gold = Color::srgb(0.86, 0.68, 0.25);
    brush.stroke(tip, tip + Vec2::Y * 0.12, 0.018, gold);
    brush.stroke(tip + Vec2::new(-0.035, 0.075), tip + Vec2::new(0.035, 0.075), 0.018, gold);
}

/// What is left of a building: stumps of wall, stones, charred beams.
pub fn rubble(brush: &mut Brush, outline: &[Vec2], style: Style, seed: u32) {
    if outline.len() < 3 {
        return;
    }
    for by in [0.16, 0.11, 0.06, 0.02] {
        brush.fill(&brush::grown(outline, by), Color::srgba(0.10, 0.085, 0.06, 0.20));
    }
    brush.fill(outline, Color::srgba(0.27, 0.24, 0.19, 0.80));
    let reach = shapes::bounds(outline);
    let rgb = match style {
        Style::Stone => Style::Stone.wall(),
        Style::House => [0.55, 0.33, 0.26],
        _ => [0.44, 0.41, 0.36],
    };
    let step = 0.15;
    let (columns, rows) = ((reach.width() / step) as i32 + 1, (reach.height() / step) as i32 + 1);
    for row in (0..rows).rev() {
        for column in 0..columns {
            let jitter = Vec2::new(noise::signed(column, row, seed), noise::signed(row, column, seed)) * 0.07;
            let at = reach.min + Vec2::new(column as f32, row as f32) * step + jitter;
            let depth = shapes::depth(outline, at);
            // More lies along the fallen walls than in the middle.
            let share = if depth < 0.20 { 0.80 } else { 0.50 };
            if depth < -0.10 || noise::unit(column, row, seed + 2) > share {
                continue;
            }
            let size = 0.045 + 0.05 * noise::unit(column, row, seed + 3);
            let turn = noise::unit(column, row, seed + 4) * 3.0;
            let rim: Vec<Vec2> = (0..5)
                .map(|k| {
                    let r = size * (0.75 + 0.4 * noise::unit(column * 5 + k, row, seed + 5));
                    at + Vec2::from_angle(turn + k as f32 * 1.257) * r * Vec2::new(1.0, 0.8)
                })
                .collect();
            let shade: Vec<Vec2> = rim.iter().map(|p| *p + Vec2::new(0.030, -0.022)).collect();
            brush.fill(&shade, Color::srgba(0.03, 0.03, 0.02, 0.55));
            let t = 0.62 + 0.55 * noise::unit(column, row, seed + 6);
            for (a, b) in shapes::edges(&rim) {
                let l = |p: Vec2| t * (1.0 + 0.34 * ((p - at) / size).dot(Vec2::new(-0.62, 0.78)));
                brush.triangle([at, a, b], [tone(rgb, t), tone(rgb, l(a)), tone(rgb, l(b))]);
            }
        }
    }
    let frame = Frame::around(outline);
    for k in 0..7 {
        let at = frame.at(noise::signed(k, 11, seed) * frame.long * 0.8, noise::signed(k, 12, seed) * frame.deep * 0.7);
        let along = Vec2::from_angle(noise::unit(k, 13, seed) * 3.1) * (0.16 + 0.16 * noise::unit(k, 14, seed));
        let drop = Vec2::new(0.035, -0.03);
        brush.stroke(at - along + drop, at + along + drop, 0.06, Color::srgba(0.02, 0.02, 0.02, 0.5));
        brush.stroke(at - along, at + along, 0.052, Color::srgb(0.09, 0.075, 0.065));
        brush.stroke(at - along + Vec2::Y * 0.012, at + along + Vec2::Y * 0.012, 0.014, Color::srgb(0.26, 0.22, 0.19));
    }
    if matches!(style, Style::House | Style::Stone | Style::Cabin) {
        let brick = if style == Style::House { [0.50, 0.26, 0.20] } else { [0.48, 0.45, 0.40] };
        chimney(brush, frame.at(0.78 * frame.long, 0.0), (0.0, 0.55), 0.095, brick);
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
