//! Smoke Walls: the markers of regiments side by side (Companion 16 §5.7).

use bevy::math::Vec2;

use crate::army::{RegimentId, Smoke};
use crate::geometry::sight::Wall;
use crate::geometry::{Degrees, Inches, Shape};
use crate::turn::field::Field;

/// Markers whose regiments stand this close side by side make one wall (C-48).
const INTERVAL: Inches = Inches::new(1);
/// And face within this of each other (C-48).
const FACING: Degrees = Degrees::new(45);
/// A Smoke Wall takes this many regiments (B67).
const WALL: usize = 3;

/// The Smoke Walls: three or more regiments of one side, each with a marker, side by side (B67).
pub fn walls(field: &Field) -> Vec<Wall> {
    let mut left: Vec<&Smoke> = field.smoke.iter().collect();
    let mut walls = Vec::new();
    while let Some(first) = left.pop() {
        let mut group = vec![first];
        let mut next = 0;
        while next < group.len() {
            let at = group[next];
            let (joined, others): (Vec<&Smoke>, Vec<&Smoke>) = left.into_iter().partition(|s| adjacent(at, s));
            group.extend(joined);
            left = others;
            next += 1;
        }
        walls.extend(wall(field, group));
    }
    walls
}

fn wall(field: &Field, mut group: Vec<&Smoke>) -> Option<Wall> {
    let mut makers: Vec<RegimentId> = group.iter().map(|smoke| smoke.of).collect();
    makers.sort_unstable();
    makers.dedup();
    if makers.len() < WALL {
        return None;
    }
    // From left to right, as the wall faces.
    let right = group.iter().map(|smoke| smoke.pose.heading.right()).sum::<Vec2>();
    let along = |smoke: &Smoke| smoke.pose.at.vec().dot(right);
    group.sort_by(|a, b| along(a).total_cmp(&along(b)).then(a.of.cmp(&b.of)));
    let points = group.iter().flat_map(|smoke| front(smoke)).collect();
    let names: Vec<&str> = makers.iter().map(|id| field.unit(*id).name()).collect();
    Some(Wall { of: names.join(", ").into(), shape: Shape::of(points) })
}

fn front(smoke: &Smoke) -> [Vec2; 2] {
    let half = smoke.frontage.get() / 2.0;
    [smoke.pose.local(-half, 0.0), smoke.pose.local(half, 0.0)]
}

fn adjacent(one: &Smoke, other: &Smoke) -> bool {
    let gap = || front(one).into_iter().flat_map(|a| front(other).map(|b| a.distance(b))).fold(f32::INFINITY, f32::min);
    one.side == other.side
        && one.pose.heading.to(other.pose.heading).abs() <= FACING
        && Inches::round(gap()) <= INTERVAL
}
