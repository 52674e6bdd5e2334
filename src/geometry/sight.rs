//! Sight: the one function that rules, previews and overlays ask, and that says why not (Companion 16 §4.4, §4.5, §5.7).

use std::fmt;
use std::sync::Arc;

use bevy::math::Vec2;

use super::footprint::Footprint;
use super::measure::Inches;
use super::polygon::{self, Bounds, Shape};
use crate::ground::AreaKind;

/// A unit this far or less behind the crest is still seen (B34).
const CREST: Inches = Inches::new(1);
/// Seen from above, a unit or a wood hides this much behind it.
const SHADOW: Inches = Inches::new(2);
/// A Smoke Wall blocks between units farther apart than this (B67).
const SMOKE: Inches = Inches::new(8);
/// A line that cuts less of a base than this touches it.
const GRAZE: f32 = 0.002;

/// A place that a line of sight begins or ends at, and the level that its stand stands on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// Where.
    pub at: Vec2,
    /// Level of the ground under the stand.
    pub level: i8,
}

/// Everything that could be in the way, as plain data.
#[derive(Clone, Default, Debug)]
pub struct Scene<'a> {
    /// Areas that limit sight.
    pub areas: Vec<Veil<'a>>,
    /// Contours.
    pub contours: Vec<Contour<'a>>,
    /// Formed units, the two ends left out.
    pub bodies: Vec<Body>,
    /// Smoke Walls.
    pub walls: Vec<Wall>,
}

/// An area that limits sight.
#[derive(Clone, Copy, Debug)]
pub struct Veil<'a> {
    /// What grows there.
    pub kind: AreaKind,
    /// As the map calls it.
    pub name: &'a str,
    /// Sight ends when more than this much of the line lies inside.
    pub limit: Inches,
    /// Its outline.
    pub shape: &'a Shape,
}

/// A contour: the ground inside lies at its level.
#[derive(Clone, Copy, Debug)]
pub struct Contour<'a> {
    /// As the map calls the hill.
    pub name: &'a str,
    /// 1 or more; below 0 for hollows.
    pub level: i8,
    /// Its outline.
    pub shape: &'a Shape,
}

/// A formed unit.
#[derive(Clone, Debug)]
pub struct Body {
    /// Number of the regiment.
    pub unit: u16,
    /// Its name.
    pub name: Arc<str>,
    /// Of the side that looks: it also bars fire.
    pub friendly: bool,
    /// Level that it stands on.
    pub level: i8,
    /// Rectangles that together are its bases.
    pub parts: Vec<Footprint>,
}

/// A Smoke Wall: a course along the front edges of those who made it.
#[derive(Clone, Debug)]
pub struct Wall {
    /// Whose: "the 2nd, 6th and 7th Wisconsin".
    pub of: Arc<str>,
    /// Its course.
    pub shape: Shape,
}

/// Something that blocks a line of sight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Block {
    /// A formed unit.
    Body {
        /// Its number.
        unit: u16,
        /// Its name.
        name: Arc<str>,
        /// Of the side that looks.
        friendly: bool,
    },
    /// Too much of one kind of ground.
    Area {
        /// The area that has most of it.
        name: Arc<str>,
        /// What it is.
        kind: AreaKind,
        /// Inches of the line inside this kind of ground.
        inside: Inches,
        /// As much as would still be seen through.
        limit: Inches,
    },
    /// A Smoke Wall, and the units are more than 8.0" apart.
    SmokeWall {
        /// Whose smoke.
        of: Arc<str>,
        /// How far apart they are.
        apart: Inches,
    },
    /// Ground above both ends.
    HigherGround {
        /// The hill.
        hill: Arc<str>,
    },
    /// The higher end stands too far behind its own crest.
    DeadGround {
        /// The hill.
        hill: Arc<str>,
        /// From the higher end to the crest.
        behind: Inches,
    },
    /// Ground below the crest that still rises into the line.
    BehindHill {
        /// The hill.
        hill: Arc<str>,
    },
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |name: &str| if name.is_empty() { "the hill".to_owned() } else { name.to_owned() };
        match self {
            Self::Body { name, friendly: true, .. } => write!(f, "{name}, our own, is in the way"),
            Self::Body { name, friendly: false, .. } => write!(f, "{name} is in the way"),
            Self::Area { name, kind, inside, limit } if name.is_empty() => {
                write!(f, "{inside} of {kind}, limit {limit}")
            }
            Self::Area { name, kind, inside, limit } => write!(f, "{inside} of {kind} ({name}), limit {limit}"),
            Self::SmokeWall { of, apart } => {
                write!(f, "the smoke wall of {of}: {apart} apart, seen through to {SMOKE}")
            }
            Self::HigherGround { hill } => write!(f, "{} rises between", named(hill)),
            Self::DeadGround { hill, behind } => {
                write!(f, "dead ground: {behind} behind the crest of {}, seen to {CREST}", named(hill))
            }
            Self::BehindHill { hill } => write!(f, "hidden behind the slope of {}", named(hill)),
        }
    }
}

/// What a look found.
#[derive(Clone, PartialEq, Debug)]
pub struct Sight {
    /// Some line is clear.
    pub clear: bool,
    /// A clear line, from eye to mark.
    pub line: Option<(Vec2, Vec2)>,
    /// When none is clear: what blocks the line that has least in its way.
    pub blocks: Vec<Block>,
    /// That line.
    pub best: Option<(Vec2, Vec2)>,
}

impl Sight {
    /// Whether a unit of the side that looks is in the way: no fire under any circumstances (TER-33).
    pub fn barred(&self) -> bool {
        self.blocks.iter().any(|block| matches!(block, Block::Body { friendly: true, .. }))
    }

    /// All that blocks, in words.
    pub fn why_not(&self) -> String {
        self.blocks.iter().map(Block::to_string).collect::<Vec<_>>().join("; ")
    }
}

/// Looks from any of the eyes to any of the marks. `apart` is the distance between the two units, for the smoke.
pub fn sight(scene: &Scene, eyes: &[Point], marks: &[Point], apart: Inches) -> Sight {
    let ends = eyes.iter().chain(marks).fold(Bounds::NOTHING, |all, point| all.with(point.at));
    let near = Near::of(scene, ends, apart);
    let mut best: Option<(Vec<Block>, (Vec2, Vec2))> = None;
    for eye in eyes {
        for mark in marks {
            let limit = best.as_ref().map_or(usize::MAX, |(blocks, _)| blocks.len());
            let Some(blocks) = near.blocks(*eye, *mark, limit) else { continue };
            let line = (eye.at, mark.at);
            if blocks.is_empty() {
                return Sight { clear: true, line: Some(line), blocks, best: Some(line) };
            }
            best = Some((blocks, line));
        }
    }
    match best {
        Some((blocks, line)) => Sight { clear: false, line: None, blocks, best: Some(line) },
        None => Sight { clear: false, line: None, blocks: Vec::new(), best: None },
    }
}

/// The part of a scene that the lines of one look could meet.
struct Near<'s, 'a> {
    areas: Vec<&'s Veil<'a>>,
    contours: Vec<&'s Contour<'a>>,
    bodies: Vec<(&'s Body, Bounds)>,
    walls: Vec<&'s Wall>,
    apart: Inches,
}

/// A piece of a line over ground of one level, in inches from where it is looked along.
#[derive(Clone, Copy, Debug)]
struct Stretch<'s> {
    from: f32,
    to: f32,
    level: i8,
    hill: Option<&'s str>,
}

/// A line as seen from its higher end; from the eye when the ends are level.
struct Line<'s> {
    from: Vec2,
    to: Vec2,
    high: i8,
    low: i8,
    length: f32,
    bounds: Bounds,
    ground: Vec<Stretch<'s>>,
}

impl Line<'_> {
    /// Whether a blocker at this level that ends `end` inches along the line hides the far end. From a level or more
    /// above it hides only what lies within 2.0" behind it.
    fn hides(&self, level: i8, end: f32) -> bool {
        self.high - level < 1 || Inches::round(self.length - end) <= SHADOW
    }
}

impl<'s, 'a> Near<'s, 'a> {
    fn of(scene: &'s Scene<'a>, ends: Bounds, apart: Inches) -> Self {
        let body = |body: &'s Body| {
            let bounds = body.parts.iter().map(Footprint::bounds).fold(Bounds::NOTHING, Bounds::join);
            bounds.meets(&ends).then_some((body, bounds))
        };
        Self {
            areas: scene.areas.iter().filter(|veil| veil.shape.bounds.meets(&ends)).collect(),
            contours: scene.contours.iter().filter(|contour| contour.shape.bounds.meets(&ends)).collect(),
            bodies: scene.bodies.iter().filter_map(body).collect(),
            walls: match apart > SMOKE {
                true => scene.walls.iter().filter(|wall| wall.shape.bounds.meets(&ends)).collect(),
                false => Vec::new(),
            },
            apart,
        }
    }

    /// What blocks one line; `None` once there is as much as `limit`.
    fn blocks(&self, eye: Point, mark: Point, limit: usize) -> Option<Vec<Block>> {
        let (top, bottom) = if mark.level > eye.level { (mark, eye) } else { (eye, mark) };
        let line = Line {
            from: top.at,
            to: bottom.at,
            high: top.level,
            low: bottom.level,
            length: top.at.distance(bottom.at),
            bounds: Bounds::of(&[eye.at, mark.at]),
            ground: self.profile(top.at, bottom.at),
        };
        let mut blocks = Vec::new();
        blocks.extend(ground(&line));
        self.bodies_on(&line, &mut blocks);
        if blocks.len() >= limit {
            return None;
        }
        self.areas_on(&line, &mut blocks);
        let walls = self.walls.iter().filter(|wall| {
            wall.shape.bounds.meets(&line.bounds) && polygon::touches_line(eye.at, mark.at, &wall.shape.points)
        });
        blocks.extend(walls.map(|wall| Block::SmokeWall { of: wall.of.clone(), apart: self.apart }));
        (blocks.len() < limit).then_some(blocks)
    }

    /// The levels that a line passes over. Running along a contour is outside it.
    fn profile(&self, from: Vec2, to: Vec2) -> Vec<Stretch<'s>> {
        let length = from.distance(to);
        let mut cuts = vec![0.0, 1.0];
        let mut over: Vec<(f32, f32, &Contour)> = Vec::new();
        for contour in &self.contours {
            for (start, end) in contour.shape.spans(from, to) {
                cuts.extend([start, end]);
                over.push((start, end, contour));
            }
        }
        cuts.sort_by(f32::total_cmp);
        let mut profile: Vec<Stretch> = Vec::new();
        for pair in cuts.windows(2) {
            if (pair[1] - pair[0]) * length <= polygon::NOISE {
                continue;
            }
            let middle = f32::midpoint(pair[0], pair[1]);
            let here = || over.iter().filter(|(start, end, _)| (*start..=*end).contains(&middle));
            let level = crate::ground::lookup::level(here().map(|(.., contour)| contour.level));
            let hill = here().find(|(.., contour)| contour.level == level).map(|(.., contour)| contour.name);
            match profile.last_mut() {
                Some(last) if last.level == level => last.to = pair[1] * length,
                _ => profile.push(Stretch { from: pair[0] * length, to: pair[1] * length, level, hill }),
            }
        }
        profile
    }

    fn bodies_on(&self, line: &Line, blocks: &mut Vec<Block>) {
        for (body, bounds) in &self.bodies {
            if !bounds.meets(&line.bounds) {
                continue;
            }
            let through = body.parts.iter().filter_map(|part| through(part, line.from, line.to));
            let Some(end) = through.map(|(_, end)| end * line.length).reduce(f32::max) else { continue };
            if line.hides(body.level, end) {
                let (unit, name, friendly) = (body.unit, body.name.clone(), body.friendly);
                blocks.push(Block::Body { unit, name, friendly });
            }
        }
    }

    fn areas_on(&self, line: &Line, blocks: &mut Vec<Block>) {
        let mut kinds: Vec<AreaKind> = self.areas.iter().map(|veil| veil.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        for kind in kinds {
            let mut most: Option<(f32, &Veil)> = None;
            let mut spans = Vec::new();
            for veil in self.areas.iter().filter(|veil| veil.kind == kind) {
                let inside = veil.shape.spans(line.from, line.to);
                let length: f32 = inside.iter().map(|(from, to)| to - from).sum();
                if length > most.map_or(0.0, |(most, _)| most) {
                    most = Some((length, veil));
                }
                spans.extend(inside);
            }
            let Some((_, veil)) = most else { continue };
            let hidden: f32 = polygon::merged(spans)
                .into_iter()
                .map(|(from, to)| hidden(line, from * line.length, to * line.length))
                .sum();
            let inside = Inches::round(hidden);
            if inside > veil.limit {
                blocks.push(Block::Area { name: veil.name.into(), kind, inside, limit: veil.limit });
            }
        }
    }
}

/// Inches of a stretch of wood that count against sight.
fn hidden(line: &Line, from: f32, to: f32) -> f32 {
    let counts = |stretch: &&Stretch| line.hides(stretch.level, to);
    line.ground.iter().filter(counts).map(|stretch| (stretch.to.min(to) - stretch.from.max(from)).max(0.0)).sum()
}

/// What the shape of the ground hides, looked at from the higher end down.
fn ground(line: &Line) -> Option<Block> {
    let named = |stretch: &Stretch| Arc::<str>::from(stretch.hill.unwrap_or_default());
    if let Some(above) = line.ground.iter().find(|stretch| stretch.level > line.high) {
        return Some(Block::HigherGround { hill: named(above) });
    }
    if line.high == line.low {
        return None;
    }
    let fall = line.ground.iter().position(|stretch| stretch.level < line.high)?;
    let behind = Inches::round(line.ground[fall].from);
    if behind > CREST {
        // The stretch before the fall is the hill that the higher end stands on.
        return Some(Block::DeadGround { hill: named(&line.ground[fall.saturating_sub(1)]), behind });
    }
    let (high, low) = (i64::from(line.high), i64::from(line.low));
    let length = i64::from(Inches::round(line.length).0);
    let rises = line.ground[fall..].iter().find(|stretch| {
        let level = i64::from(stretch.level);
        let end = i64::from(Inches::round(stretch.to).0);
        // The line has come down to `high - (high - low) * end / length` over the stretch's far edge.
        level >= high || (level > low && (high - level) * length < (high - low) * end)
    })?;
    Some(Block::BehindHill { hill: named(rises) })
}

/// The part of a segment inside a base, of 0 to 1; `None` when it only touches it.
fn through(base: &Footprint, from: Vec2, to: Vec2) -> Option<(f32, f32)> {
    let (a, b) = (base.frame(from), base.frame(to));
    clipped(base, a, b, GRAZE).and_then(|_| clipped(base, a, b, 0.0))
}

/// The part of a segment, in the base's frame, inside the base made smaller by `graze` on all sides.
fn clipped(base: &Footprint, a: Vec2, b: Vec2, graze: f32) -> Option<(f32, f32)> {
    let (half, depth) = (base.frontage.get() / 2.0 - graze, base.depth.get());
    let along = b - a;
    let mut piece = (0.0_f32, 1.0_f32);
    for (start, step, lo, hi) in [(a.x, along.x, -half, half), (a.y, along.y, graze - depth, -graze)] {
        if step.abs() <= f32::EPSILON {
            if start <= lo || start >= hi {
                return None;
            }
            continue;
        }
        let (one, two) = ((lo - start) / step, (hi - start) / step);
        piece = (piece.0.max(one.min(two)), piece.1.min(one.max(two)));
    }
    ((piece.1 - piece.0) * along.length() > polygon::NOISE).then_some(piece)
}

#[cfg(test)]
#[path = "sight_tests.rs"]
mod tests;
