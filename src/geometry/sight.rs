//! Sight: the one function that rules, previews and overlays ask, and that says why not (Companion 16 §4.4, §4.5, §5.7).

use std::sync::Arc;

use bevy::math::Vec2;

use super::footprint::Footprint;
use super::measure::Inches;
use super::polygon::{self, Bounds};
use super::shape::{Beside, Part, Shape};
use crate::ground::lookup::level;

pub use super::block::{Block, Sight};
pub use super::scene::{Body, Contour, Point, Scene, Solid, Veil, Wall};

/// A unit this far or less behind the crest is still seen (B34).
pub const CREST: Inches = Inches::new(1);
/// Seen from above, a unit or a wood hides this much behind it.
pub const SHADOW: Inches = Inches::new(2);
/// A Smoke Wall blocks between units farther apart than this (B67).
pub const SMOKE: Inches = Inches::new(8);
/// A line that cuts less of a base than this touches it.
pub const GRAZE: f32 = 0.002;

/// Looks from any of the eyes to any of the marks. `apart` is the distance between the two units, for smoke and weather.
pub fn sight(scene: &Scene, eyes: &[Point], marks: &[Point], apart: Inches) -> Sight {
    Lookout::over(scene, &Strip::between(eyes, marks), apart).sight(eyes, marks)
}

/// The part of the table that lines from some eyes to some marks run over, or a little more.
#[derive(Clone, Copy, Debug)]
pub struct Strip {
    /// The box around it.
    pub bounds: Bounds,
    across: Vec2,
    lo: f32,
    hi: f32,
}

impl Strip {
    /// Between these ends.
    pub fn between(eyes: &[Point], marks: &[Point]) -> Self {
        let middle = |ends: &[Point]| ends.iter().map(|end| end.at).sum::<Vec2>() / ends.len().max(1) as f32;
        let across = (middle(marks) - middle(eyes)).perp().normalize_or_zero();
        let nothing = Self { bounds: Bounds::NOTHING, across, lo: f32::INFINITY, hi: f32::NEG_INFINITY };
        let strip = eyes.iter().chain(marks).fold(nothing, |strip, end| {
            let off = end.at.dot(across);
            Self { bounds: strip.bounds.with(end.at), lo: strip.lo.min(off), hi: strip.hi.max(off), ..strip }
        });
        Self { lo: strip.lo - polygon::NOISE, hi: strip.hi + polygon::NOISE, ..strip }
    }

    /// A whole box.
    pub fn all(bounds: Bounds) -> Self {
        Self { bounds, across: Vec2::ZERO, lo: 0.0, hi: 0.0 }
    }

    /// Whether something in this box could lie on such a line.
    pub fn meets(&self, other: &Bounds) -> bool {
        if !self.bounds.meets(other) {
            return false;
        }
        let half = (other.hi - other.lo) / 2.0;
        let (middle, reach) = ((other.lo + half).dot(self.across), half.dot(self.across.abs()) + polygon::NOISE);
        middle - reach <= self.hi && self.lo <= middle + reach
    }
}

/// The part of a scene that lines between two units could meet, ready for many of them.
pub struct Lookout<'s, 'a> {
    /// Areas, kind by kind.
    areas: Vec<&'s Veil<'a>>,
    contours: Vec<&'s Contour<'a>>,
    bridges: Vec<&'s Shape>,
    bodies: Vec<(&'s Body, Bounds, Vec<Base>)>,
    buildings: Vec<&'s Solid<'a>>,
    walls: Vec<&'s Wall>,
    weather: Option<Inches>,
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
    /// The looker stands at its far end.
    upward: bool,
    high: i8,
    low: i8,
    length: f32,
    bounds: Bounds,
    ground: Vec<Stretch<'s>>,
}

impl Line<'_> {
    fn between(eye: Point, mark: Point) -> Self {
        let upward = mark.level > eye.level;
        let (top, bottom) = if upward { (mark, eye) } else { (eye, mark) };
        Self {
            from: top.at,
            to: bottom.at,
            upward,
            high: top.level,
            low: bottom.level,
            length: top.at.distance(bottom.at),
            bounds: Bounds::of(&[eye.at, mark.at]),
            ground: Vec::new(),
        }
    }

    /// Whether a blocker at this level that ends `end` inches along the line hides the far end. From a level or more
    /// above it hides only what lies within 2.0" behind it.
    fn hides(&self, level: i8, end: f32) -> bool {
        self.high - level < 1 || Inches::round(self.length - end) <= SHADOW
    }

    /// How far behind such a blocker the far end lies, if that matters.
    fn behind(&self, level: i8, end: f32) -> Option<Inches> {
        (self.high - level >= 1).then(|| Inches::round(self.length - end).floor_zero())
    }

    /// From the looker to a stretch.
    fn away(&self, stretch: &Stretch) -> Inches {
        Inches::round(if self.upward { self.length - stretch.to } else { stretch.from })
    }
}

impl<'s, 'a> Lookout<'s, 'a> {
    /// For lines inside this strip, between units so far apart.
    pub fn over(scene: &'s Scene<'a>, ends: &Strip, apart: Inches) -> Self {
        let body = |body: &'s Body| {
            let bounds = body.parts.iter().map(Footprint::bounds).fold(Bounds::NOTHING, Bounds::join);
            ends.meets(&bounds).then(|| (body, bounds, body.parts.iter().map(Base::of).collect()))
        };
        let mut areas: Vec<&Veil> = scene.areas.iter().filter(|veil| ends.meets(&veil.shape.bounds)).collect();
        areas.sort_by_key(|veil| veil.kind);
        let no_walls = apart <= SMOKE;
        Self {
            areas,
            contours: scene.contours.iter().filter(|contour| ends.meets(&contour.shape.bounds)).collect(),
            bridges: scene.bridges.iter().copied().filter(|bridge| ends.meets(&bridge.bounds)).collect(),
            bodies: scene.bodies.iter().filter_map(body).collect(),
            buildings: scene.buildings.iter().filter(|solid| ends.meets(&solid.shape.bounds)).collect(),
            walls: scene.walls.iter().filter(|wall| !no_walls && ends.meets(&wall.shape.bounds)).collect(),
            weather: scene.limit.filter(|limit| apart > *limit),
            apart,
        }
    }

    /// Looks from any of the eyes to any of the marks.
    pub fn sight(&self, eyes: &[Point], marks: &[Point]) -> Sight {
        let mut best: Option<(Vec<Block>, (Vec2, Vec2))> = None;
        // What hides one line alone hides the next one too, as a rule.
        let mut culprit: Option<Block> = None;
        for eye in eyes {
            for mark in marks {
                if culprit.as_ref().is_some_and(|block| self.hides_too(block, *eye, *mark)) {
                    continue;
                }
                let limit = best.as_ref().map_or(usize::MAX, |(blocks, _)| blocks.len());
                let Some(blocks) = self.blocks(*eye, *mark, limit) else { continue };
                let line = (eye.at, mark.at);
                if blocks.is_empty() {
                    return Sight { clear: true, line: Some(line), blocks, best: Some(line) };
                }
                culprit = (blocks.len() == 1).then(|| blocks[0].clone());
                best = Some((blocks, line));
            }
        }
        match best {
            Some((blocks, line)) => Sight { clear: false, line: None, blocks, best: Some(line) },
            None => Sight { clear: false, line: None, blocks: Vec::new(), best: None },
        }
    }

    /// Whether a unit or a wood that hides one line hides another, where that is quickly known.
    fn hides_too(&self, block: &Block, eye: Point, mark: Point) -> bool {
        let line = Line::between(eye, mark);
        match block {
            Block::Body { unit, .. } => {
                let mut same = self.bodies.iter().filter(|(body, ..)| body.unit == *unit);
                same.any(|(body, _, bases)| self.body_on(&line, body, bases).is_some())
            }
            // On level ground every inch counts.
            Block::Area { kind, limit, .. } if self.contours.is_empty() && line.high <= 0 => {
                let veils = self.areas.iter().filter(|veil| veil.kind == *kind);
                veils.filter(|veil| veil.shape.bounds.length_of(line.from, line.to) > limit.get()).any(|veil| {
                    let inside: f32 = veil.shape.spans(line.from, line.to).iter().map(|(from, to)| to - from).sum();
                    Inches::round(inside * line.length) > *limit
                })
            }
            _ => false,
        }
    }

    /// What blocks one line; `None` once there is as much as `limit`.
    fn blocks(&self, eye: Point, mark: Point, limit: usize) -> Option<Vec<Block>> {
        let mut line = Line::between(eye, mark);
        // Units are quickest to look at, and the likeliest to be in the way.
        let mut blocks = Vec::new();
        self.bodies_on(&line, &mut blocks);
        if blocks.len() >= limit {
            return None;
        }
        self.buildings_on(&line, &mut blocks);
        if blocks.len() >= limit {
            return None;
        }
        line.ground = self.profile(line.from, line.to);
        if let Some(block) = ground(&line) {
            blocks.insert(0, block);
        }
        if blocks.len() >= limit {
            return None;
        }
        self.areas_on(&line, &mut blocks);
        let walls = self.walls.iter().filter(|wall| {
            wall.shape.bounds.meets(&line.bounds) && polygon::touches_line(eye.at, mark.at, &wall.shape.points)
        });
        blocks.extend(walls.map(|wall| Block::SmokeWall { of: wall.of.clone(), apart: self.apart }));
        blocks.extend(self.weather.map(|limit| Block::Weather { apart: self.apart, limit }));
        (blocks.len() < limit).then_some(blocks)
    }

    /// The levels that a line passes over. Running along a contour is outside it, unless there is as high ground on its
    /// other side.
    fn profile(&self, from: Vec2, to: Vec2) -> Vec<Stretch<'s>> {
        let length = from.distance(to);
        let (mut parts, mut owner): (Vec<Part>, Vec<usize>) = (Vec::new(), Vec::new());
        for (n, contour) in self.contours.iter().enumerate() {
            contour.shape.parts(from, to, &mut parts);
            owner.resize(parts.len(), n);
        }
        if parts.is_empty() {
            return vec![Stretch { from: 0.0, to: length, level: 0, hill: None }];
        }
        let bridges = match parts.iter().zip(&owner).any(|(_, n)| self.contours[*n].level < 0) {
            true => self.bridges.iter().flat_map(|bridge| bridge.spans(from, to)).collect(),
            false => Vec::new(),
        };
        let mut cuts = vec![0.0, 1.0];
        cuts.extend(parts.iter().flat_map(|part| [part.from, part.to]));
        cuts.extend(bridges.iter().flat_map(|(start, end)| [*start, *end]));
        cuts.sort_unstable_by(f32::total_cmp);
        let mut profile: Vec<Stretch> = Vec::with_capacity(cuts.len());
        for pair in cuts.windows(2) {
            if (pair[1] - pair[0]) * length <= polygon::NOISE {
                continue;
            }
            let middle = f32::midpoint(pair[0], pair[1]);
            let bridged = bridges.iter().any(|(start, end)| (*start..=*end).contains(&middle));
            let here = || {
                let here = parts.iter().zip(&owner).filter(|(part, _)| (part.from..=part.to).contains(&middle));
                here.map(|(part, n)| (part.side, self.contours[*n])).filter(|(_, c)| !bridged || c.level > 0)
            };
            let on = |not: Beside| level(here().filter(|(side, _)| *side != not).map(|(_, contour)| contour.level));
            let level = lower_of(on(Beside::Right), on(Beside::Left));
            let hill = here().find(|(_, contour)| contour.level == level).map(|(_, contour)| contour.name);
            let hill = hill.or(bridged.then_some("the bridge"));
            match profile.last_mut() {
                Some(last) if last.level == level => last.to = pair[1] * length,
                _ => profile.push(Stretch { from: pair[0] * length, to: pair[1] * length, level, hill }),
            }
        }
        profile
    }

    fn bodies_on(&self, line: &Line, blocks: &mut Vec<Block>) {
        for (body, bounds, bases) in &self.bodies {
            if !bounds.meets(&line.bounds) {
                continue;
            }
            if let Some(end) = self.body_on(line, body, bases) {
                let (unit, name, friendly) = (body.unit, body.name.clone(), body.friendly);
                blocks.push(Block::Body { unit, name, friendly, behind: line.behind(body.level, end) });
            }
        }
    }

    /// Where a line leaves a unit that hides its far end.
    fn body_on(&self, line: &Line, body: &Body, bases: &[Base]) -> Option<f32> {
        let through = bases.iter().filter_map(|base| base.through(line.from, line.to));
        let end = through.map(|(_, end)| end * line.length).reduce(f32::max)?;
        (body.bars || line.hides(body.level, end)).then_some(end)
    }

    /// A building that the line begins or ends in is not in its way.
    fn buildings_on(&self, line: &Line, blocks: &mut Vec<Block>) {
        for solid in &self.buildings {
            let ends = polygon::NOISE / line.length.max(polygon::NOISE);
            let through = solid.shape.spans(line.from, line.to).into_iter();
            let through = through.filter(|(from, to)| *from > ends && *to < 1.0 - ends);
            let Some(end) = through.map(|(_, end)| end * line.length).reduce(f32::max) else { continue };
            if line.hides(solid.level, end) {
                blocks.push(Block::Building { name: solid.name.into(), behind: line.behind(solid.level, end) });
            }
        }
    }

    fn areas_on(&self, line: &Line, blocks: &mut Vec<Block>) {
        for veils in self.areas.chunk_by(|a, b| a.kind == b.kind) {
            let limit = veils[0].limit;
            // No more of the line than lies in their boxes can be inside.
            let at_most: f32 = veils.iter().map(|veil| veil.shape.bounds.length_of(line.from, line.to)).sum();
            if at_most <= limit.get() {
                continue;
            }
            let mut most: Option<(f32, &Veil)> = None;
            let mut parts: Vec<Part> = Vec::new();
            for veil in veils {
                let before = parts.len();
                veil.shape.parts(line.from, line.to, &mut parts);
                let length: f32 = parts[before..].iter().map(|part| part.to - part.from).sum();
                if length > most.map_or(0.0, |(most, _)| most) {
                    most = Some((length, veil));
                }
            }
            let Some((_, veil)) = most else { continue };
            let hidden: f32 = within(&parts, line.length)
                .into_iter()
                .map(|(from, to)| hidden(line, from * line.length, to * line.length))
                .sum();
            let inside = Inches::round(hidden);
            if inside > limit {
                blocks.push(Block::Area { name: veil.name.into(), kind: veil.kind, inside, limit });
            }
        }
    }
}

/// The level of a line with ground of these levels on its two sides: the one nearer to 0.
fn lower_of(left: i8, right: i8) -> i8 {
    match (left.signum(), right.signum()) {
        (1, 1) => left.min(right),
        (-1, -1) => left.max(right),
        _ => 0,
    }
}

/// The pieces of a line that have the inside of some shape on both sides; shapes that share an edge are one.
fn within(parts: &[Part], length: f32) -> Vec<(f32, f32)> {
    let on = |side: Beside| parts.iter().filter(move |part| part.side == side);
    let mut inside: Vec<(f32, f32)> = on(Beside::Both).map(|part| (part.from, part.to)).collect();
    for left in on(Beside::Left) {
        let shared = on(Beside::Right).map(|right| (left.from.max(right.from), left.to.min(right.to)));
        inside.extend(shared.filter(|(from, to)| from < to));
    }
    inside.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    inside.dedup_by(|next, last| {
        let joins = (next.0 - last.1) * length <= polygon::NOISE;
        if joins {
            last.1 = last.1.max(next.1);
        }
        joins
    });
    inside
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
        return Some(Block::HigherGround { hill: named(above), away: line.away(above) });
    }
    if line.high == line.low {
        return None;
    }
    let fall = line.ground.iter().position(|stretch| stretch.level < line.high)?;
    let behind = Inches::round(line.ground[fall].from);
    if behind > CREST {
        // The stretch before the fall is the hill that the higher end stands on; from the plain one falls into a ravine.
        let before = &line.ground[fall.saturating_sub(1)];
        return Some(Block::DeadGround {
            hill: named(if before.hill.is_some() { before } else { &line.ground[fall] }),
            behind,
        });
    }
    let (high, low) = (i64::from(line.high), i64::from(line.low));
    let length = i64::from(Inches::round(line.length).0);
    let rises = line.ground[fall..].iter().find(|stretch| {
        let level = i64::from(stretch.level);
        let end = i64::from(Inches::round(stretch.to).0);
        // The line has come down to `high - (high - low) * end / length` over the stretch's far edge.
        level >= high || (level > low && (high - level) * length < (high - low) * end)
    })?;
    Some(Block::BehindHill { hill: named(rises), away: line.away(rises) })
}

/// A base as lines are drawn through it: its frame worked out once.
struct Base {
    at: Vec2,
    right: Vec2,
    forward: Vec2,
    half: f32,
    depth: f32,
}

impl Base {
    fn of(base: &Footprint) -> Self {
        let (right, forward) = (base.pose.heading.right(), base.pose.heading.forward());
        Self { at: base.pose.at.vec(), right, forward, half: base.frontage.get() / 2.0, depth: base.depth.get() }
    }

    fn frame(&self, point: Vec2) -> Vec2 {
        let from = point - self.at;
        Vec2::new(from.dot(self.right), from.dot(self.forward))
    }

    /// The part of a segment inside, of 0 to 1; `None` when it only touches the base.
    fn through(&self, from: Vec2, to: Vec2) -> Option<(f32, f32)> {
        let (a, b) = (self.frame(from), self.frame(to));
        self.clipped(a, b, GRAZE).and_then(|_| self.clipped(a, b, 0.0))
    }

    /// The part of a segment, in this frame, inside the base made smaller by `graze` on all sides.
    fn clipped(&self, a: Vec2, b: Vec2, graze: f32) -> Option<(f32, f32)> {
        let half = self.half - graze;
        let along = b - a;
        let mut piece = (0.0_f32, 1.0_f32);
        for (start, step, lo, hi) in [(a.x, along.x, -half, half), (a.y, along.y, graze - self.depth, -graze)] {
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
}

#[cfg(test)]
#[path = "sight_tests.rs"]
mod tests;
