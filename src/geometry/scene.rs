//! Everything that could be in the way of a look, as plain data.

use std::sync::Arc;

use bevy::math::Vec2;

use super::footprint::Footprint;
use super::measure::Inches;
use super::shape::Shape;
use crate::ground::AreaKind;

/// A place that a line of sight begins or ends at, and the level that its stand stands on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// Where.
    pub at: Vec2,
    /// Level of the ground under the stand.
    pub level: i8,
}

/// What could be in the way.
#[derive(Clone, Default, Debug)]
pub struct Scene<'a> {
    /// Areas that limit sight.
    pub areas: Vec<Veil<'a>>,
    /// Contours.
    pub contours: Vec<Contour<'a>>,
    /// Bridges: on them the ground is never below 0.
    pub bridges: Vec<&'a Shape>,
    /// Formed units, the two ends left out.
    pub bodies: Vec<Body>,
    /// Buildings.
    pub buildings: Vec<Solid<'a>>,
    /// Smoke Walls.
    pub walls: Vec<Wall>,
    /// The weather: nobody sees farther than this (Companion 13 §21.0).
    pub limit: Option<Inches>,
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
    /// Of the side that looks.
    pub friendly: bool,
    /// It is in the way even of a line that passes over it: fire through friends is barred (TER-33).
    pub bars: bool,
    /// Level that it stands on.
    pub level: i8,
    /// Rectangles that together are its bases.
    pub parts: Vec<Footprint>,
}

/// A building: it hides what is behind it as a formed unit does, and not what is in it.
#[derive(Clone, Copy, Debug)]
pub struct Solid<'a> {
    /// As the map calls it.
    pub name: &'a str,
    /// Level that it stands on.
    pub level: i8,
    /// Its outline.
    pub shape: &'a Shape,
}

/// A Smoke Wall: a course along the front edges of those who made it.
#[derive(Clone, Debug)]
pub struct Wall {
    /// Whose: "the 2nd, 6th and 7th Wisconsin".
    pub of: Arc<str>,
    /// Its course.
    pub shape: Shape,
}
