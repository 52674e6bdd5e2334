//! The pen that draws shapes into two meshes, and collects the words beside them.

use bevy::prelude::*;

use super::ink::{DARK, Pattern};
use super::say::{Rank, Said, Saying};
use crate::army::RegimentId;
use crate::geometry::{Footprint, Inches};
use crate::table::brush::{self, Brush, Ends};
use crate::table::miniatures::Parade;
use crate::table::overlays::{Shape, Style};
use crate::turn::Field;
use crate::turn::field::footprint;

/// How far above the place that they speak of the middle of words stands, in logical pixels.
const BESIDE: f32 = 14.0;

/// Draws shapes.
pub(super) struct Pen {
    /// Inches of one logical pixel.
    pub px: f32,
    /// What lies under the miniatures.
    pub under: Brush,
    /// What lies over them.
    pub over: Brush,
    /// What is to be written.
    pub words: Vec<Saying>,
}

impl Pen {
    fn say(&mut self, text: &str, at: Vec2, shift: Vec2, color: Color) {
        self.say_as(Rank::Plain, text, at, shift, color);
    }

    fn say_as(&mut self, rank: Rank, text: &str, at: Vec2, shift: Vec2, color: Color) {
        if !text.is_empty() {
            // Words stay light whatever the lines are, so that they can be read on any ground.
            let ink = color.mix(&Color::WHITE, 0.62);
            self.words.push(Saying { text: text.to_owned(), at, shift, ink, rank });
        }
    }

    /// A line from words that had to move to what they speak of.
    pub fn leader(&mut self, words: &Said) {
        if words.led {
            let middle = words.at + words.shift * self.px;
            let half = words.half * self.px;
            let from = words.at.clamp(middle - half, middle + half);
            self.over.stroke(from, words.at, 3.4 * self.px, DARK);
            self.over.stroke(from, words.at, 1.4 * self.px, Color::srgba(1.0, 0.97, 0.88, 0.95));
        }
    }

    /// Draws one shape.
    pub fn shape(&mut self, shape: &Shape, field: &Field, parade: &Parade) {
        match shape {
            Shape::Outline { unit, style } => {
                if let Some(outline) = seen_outline(field, parade, *unit) {
                    self.frame(&outline, *style);
                }
            }
            Shape::OutlineGeneral { general, style } => {
                if let Some(now) = field.generals.get(general.index()).filter(|now| !now.state.gone) {
                    let rim = brush::circle(now.state.at.vec(), now.general.diameter().get() / 2.0 + 3.0 * self.px);
                    self.rim(&rim, Ends::Joined, *style);
                }
            }
            Shape::Area { outline, style } => {
                let ink = style.ink();
                self.under.fill(outline, ink.fill);
                if ink.pattern == Pattern::Hatched {
                    self.under.hatch(outline, 0.8, 9.0 * self.px, 1.2 * self.px, ink.line.with_alpha(0.45));
                }
                let pattern = if ink.pattern == Pattern::Hatched { Pattern::Solid } else { ink.pattern };
                self.line(true, outline, Ends::Joined, ink.width, pattern, ink.line.with_alpha(0.9));
            }
            Shape::Region { region, style } => {
                let ink = style.ink();
                for piece in &region.pieces {
                    self.under.fill(piece, ink.fill);
                }
                if ink.pattern == Pattern::Hatched {
                    for piece in &region.pieces {
                        self.under.hatch(piece, 0.8, 9.0 * self.px, 1.2 * self.px, ink.line.with_alpha(0.45));
                    }
                }
                let pattern = if ink.pattern == Pattern::Hatched { Pattern::Solid } else { ink.pattern };
                for rim in &region.rims {
                    self.line(true, rim, Ends::Joined, ink.width, pattern, ink.line.with_alpha(0.9));
                }
            }
            Shape::Line { points, style, label } => {
                self.rim(points, Ends::Open, *style);
                self.ends(points, *style);
                if let (Some(text), Some(at)) = (label, middle(points)) {
                    self.say(text, at, Vec2::new(0.0, 13.0), style.ink().line);
                }
            }
            Shape::Arrow { points, style, label } => {
                self.arrow(points, *style);
                if let (Some(text), Some(at)) = (label, points.last()) {
                    self.say(text, *at, Vec2::new(0.0, 20.0), style.ink().line);
                }
            }
            Shape::Ring { centre, radius, style, label } => {
                let ink = style.ink();
                // A place that counts is found from afar too.
                let least = if *style == Style::Goal { 9.0 * self.px } else { 0.0 };
                let radius = &radius.max(least);
                let rim = brush::circle(*centre, *radius);
                self.under.fan(*centre, &rim, ink.fill.with_alpha(0.0), ink.fill);
                self.line(true, &rim, Ends::Joined, ink.width, ink.pattern, ink.line);
                if let Some(text) = label {
                    let shift = if *radius > 3.0 { -12.0 } else { 11.0 };
                    let rank = if *style == Style::Goal { Rank::Standing } else { Rank::Plain };
                    self.say_as(rank, text, *centre + Vec2::Y * *radius, Vec2::new(0.0, shift), ink.line);
                }
            }
            Shape::Arc { from, bands } => self.arc(from, bands),
            Shape::Label { at, text, style } => self.say(text, *at, Vec2::ZERO, style.ink().line),
            Shape::Aside { at, text, style } => {
                self.say_as(Rank::Aside, text, *at, Vec2::new(0.0, BESIDE), style.said());
            }
            Shape::Ghost { unit, place, text, style } => {
                if !field.knows(*unit) {
                    return;
                }
                let outline = footprint(place.pose, place.formation, place.files).corners();
                if *style == Style::Illegal {
                    self.over.hatch(&outline, 0.8, 8.0 * self.px, 1.6 * self.px, style.ink().line.with_alpha(0.8));
                }
                self.frame(&outline, *style);
                let reach = crate::table::shapes::bounds(&outline);
                // On the far side of its course, so that the path is seen too; figures rise over their bases.
                let (y, shift) = if reach.center().y > field.unit(*unit).footprint().centre().y {
                    (reach.max.y + 0.4, 14.0)
                } else {
                    (reach.min.y, -16.0)
                };
                let at = Vec2::new(reach.center().x, y);
                self.say_as(Rank::Held, text, at, Vec2::new(0.0, shift), style.ink().line);
            }
            Shape::GhostGeneral { general, at, text, style } => {
                let radius = field.generals.get(general.index()).map_or(0.5, |now| now.general.diameter().get() / 2.0);
                self.rim(&brush::circle(*at, radius), Ends::Joined, *style);
                let below = Vec2::new(0.0, -radius / self.px - 14.0);
                self.say_as(Rank::Held, text, *at, below, style.ink().line);
            }
            Shape::Block { at, along, text } => self.block(*at, *along, text),
            // These are not the pen's.
            Shape::Ground(_) | Shape::Dim { .. } => {}
        }
    }

    /// A bar across a line of sight, and what it is.
    fn block(&mut self, at: Vec2, along: Vec2, text: &str) {
        let px = self.px;
        let ink = Style::Blocked.ink().line;
        let side = along.normalize_or(Vec2::X).perp() * 9.0 * px;
        self.over.line(&[at - side, at + side], Ends::Open, 6.5 * px, DARK);
        self.over.line(&[at - side, at + side], Ends::Open, 3.6 * px, ink);
        self.say(text, at, Vec2::new(0.0, BESIDE), Style::Blocked.said());
    }

    fn line(&mut self, under: bool, points: &[Vec2], ends: Ends, width: f32, pattern: Pattern, color: Color) {
        let px = self.px;
        let brush = if under { &mut self.under } else { &mut self.over };
        match pattern {
            Pattern::Solid | Pattern::Hatched => {
                brush.line(points, ends, (width + 2.0) * px, DARK);
                brush.line(points, ends, width * px, color);
            }
            Pattern::Dashed => {
                brush.line(points, ends, (width + 1.4) * px, DARK.with_alpha(0.45));
                brush.dashes(points, ends, (11.0 * px, 6.0 * px), width * px, color);
            }
            Pattern::Dotted => {
                brush.line(points, ends, (width + 1.2) * px, DARK.with_alpha(0.30));
                brush.dashes(points, ends, (5.0 * px, 5.0 * px), width * px, color);
            }
        }
    }

    fn rim(&mut self, points: &[Vec2], ends: Ends, style: Style) {
        let ink = style.ink();
        self.line(false, points, ends, ink.width, ink.pattern, ink.line);
    }

    /// An outline around bases, a little off their edges.
    fn frame(&mut self, corners: &[Vec2], style: Style) {
        let px = self.px;
        let ink = style.ink();
        let around = brush::grown(corners, 2.5 * px);
        match style {
            Style::Selected => {
                self.under.fill(&brush::grown(corners, 7.0 * px), ink.fill);
                self.line(false, &around, Ends::Joined, 1.4, Pattern::Solid, ink.line);
                // Corner brackets tell it from every other outline.
                let wide = brush::grown(corners, 6.5 * px);
                let n = wide.len();
                for k in 0..n {
                    let (before, here, after) = (wide[(k + n - 1) % n], wide[k], wide[(k + 1) % n]);
                    let arm = 13.0 * px;
                    let a = here + (before - here).clamp_length_max(arm);
                    let b = here + (after - here).clamp_length_max(arm);
                    self.line(false, &[a, here, b], Ends::Open, 2.8, Pattern::Solid, ink.line);
                }
            }
            Style::Legal => {
                self.under.fill(&brush::grown(corners, 9.0 * px), ink.fill);
                self.rim(&around, Ends::Joined, style);
                // Chevrons before its front point at it.
                let front = (corners[0] + corners[1]) / 2.0;
                let out = (front - (corners[2] + corners[3]) / 2.0).normalize_or_zero();
                for step in [9.0, 16.0] {
                    let tip = front + out * step * px;
                    let side = out.perp() * 8.0 * px;
                    let back = out * 7.0 * px;
                    self.line(
                        false,
                        &[tip + back + side, tip, tip + back - side],
                        Ends::Open,
                        2.2,
                        Pattern::Solid,
                        ink.line,
                    );
                }
            }
            Style::Illegal => {
                self.over.hatch(&around, 0.8, 9.0 * px, 1.3 * px, ink.line.with_alpha(0.55));
                self.rim(&around, Ends::Joined, style);
            }
            _ => self.rim(&around, Ends::Joined, style),
        }
    }

    /// Ticks of a tape, a cross on what is blocked.
    fn ends(&mut self, points: &[Vec2], style: Style) {
        let (Some(&from), Some(&to)) = (points.first(), points.last()) else { return };
        let Some(along) = (to - from).try_normalize() else { return };
        let (px, ink) = (self.px, style.ink());
        match style {
            Style::Measure => {
                for w in points.windows(2) {
                    let length = w[0].distance(w[1]);
                    let along = (w[1] - w[0]).normalize_or_zero();
                    for inch in 0..=length as i32 {
                        let tall = if inch % 6 == 0 { 8.0 } else { 4.5 } * px;
                        let at = w[0] + along * inch as f32;
                        self.over.stroke(at - along.perp() * tall, at + along.perp() * tall, 3.2 * px, DARK);
                        self.over.stroke(at - along.perp() * tall, at + along.perp() * tall, 1.4 * px, ink.line);
                    }
                }
            }
            Style::Blocked => {
                for slant in [along + along.perp(), along - along.perp()] {
                    let arm = slant * 5.0 * px;
                    self.line(false, &[to - arm, to + arm], Ends::Open, 2.4, Pattern::Solid, ink.line);
                }
            }
            Style::Sight => self.over.fill(&brush::circle(to, 3.5 * px), ink.line),
            Style::ReactionLine => {
                for end in [from, to] {
                    let arm = along.perp() * 7.0 * px;
                    self.line(false, &[end - arm, end + arm], Ends::Open, 2.6, Pattern::Solid, ink.line);
                }
            }
            _ => {}
        }
    }

    fn arrow(&mut self, points: &[Vec2], style: Style) {
        let [.., before, tip] = points else { return };
        let (px, ink) = (self.px, style.ink());
        let Some(along) = (*tip - *before).try_normalize() else { return };
        let head = 20.0 * px;
        let mut shaft = points.to_vec();
        if let Some(last) = shaft.last_mut() {
            *last = *tip - along * head * 0.7;
        }
        self.over.line(&shaft, Ends::Open, 8.0 * px, DARK.with_alpha(0.5));
        self.over.line(&shaft, Ends::Open, 5.4 * px, ink.fill);
        match ink.pattern {
            Pattern::Solid | Pattern::Hatched => self.over.line(&shaft, Ends::Open, 3.0 * px, ink.line),
            Pattern::Dashed | Pattern::Dotted => {
                self.over.dashes(&shaft, Ends::Open, (12.0 * px, 6.0 * px), 3.0 * px, ink.line);
            }
        }
        self.over.head(*tip + along * 2.5 * px, along, head + 5.0 * px, DARK);
        self.over.head(*tip, along, head, ink.line);
    }

    fn arc(&mut self, from: &Footprint, bands: &[(Inches, String)]) {
        let [left, right] = from.front();
        let (forward, side) = (from.pose.heading.forward(), from.pose.heading.right());
        let rim = |reach: f32| {
            let mut points = Vec::new();
            // Around the left corner, then the right: the edge of everything within reach of the front edge.
            for (corner, sign) in [(left, -1.0_f32), (right, 1.0)] {
                for k in 0..=16 {
                    let part = k as f32 / 16.0;
                    let turn = if sign < 0.0 { 1.0 - part } else { part };
                    let (sin, cos) = bevy::math::ops::sin_cos(std::f32::consts::FRAC_PI_4 * turn);
                    points.push(corner + forward * (reach * cos) + side * (reach * sin * sign));
                }
            }
            points
        };
        let mut inner: Vec<Vec2> = std::iter::repeat_n(left, 17).chain(std::iter::repeat_n(right, 17)).collect();
        let shades = [0.26, 0.16, 0.09];
        let warm = Color::srgb(1.0, 0.80, 0.42);
        for (n, (limit, text)) in bands.iter().enumerate() {
            let outer = rim(limit.get());
            let fill = warm.with_alpha(shades[n.min(2)]);
            for k in 0..outer.len() - 1 {
                self.under.quad([inner[k], inner[k + 1], outer[k + 1], outer[k]], [fill; 4]);
            }
            let pattern = [Pattern::Solid, Pattern::Dashed, Pattern::Dotted][n.min(2)];
            self.line(true, &outer, Ends::Open, 1.8, pattern, warm);
            self.say(text, from.pose.local(0.0, limit.get()), Vec2::new(0.0, -12.0), warm.lighter(0.2));
            inner = outer;
        }
        if let (Some(first), Some(last)) = (inner.first(), inner.last()) {
            self.line(true, &[left, *first], Ends::Open, 1.8, Pattern::Solid, warm);
            self.line(true, &[right, *last], Ends::Open, 1.8, Pattern::Solid, warm);
        }
    }
}

fn middle(points: &[Vec2]) -> Option<Vec2> {
    let whole: f32 = points.windows(2).map(|w| w[0].distance(w[1])).sum();
    let mut left = whole / 2.0;
    for w in points.windows(2) {
        let length = w[0].distance(w[1]);
        if left <= length && length > 0.0 {
            return Some(w[0].lerp(w[1], left / length));
        }
        left -= length;
    }
    points.first().copied()
}

/// Corners of the rectangle around a regiment's bases as they are seen now, front left first.
fn seen_outline(field: &Field, parade: &Parade, unit: RegimentId) -> Option<[Vec2; 4]> {
    if !field.knows(unit) || field.unit(unit).condition.gone {
        return None;
    }
    parade.outline(unit)
}
