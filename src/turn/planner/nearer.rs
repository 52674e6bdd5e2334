//! Paths of those who go where they like, drawn nearer to the pointer.

use bevy::math::Vec2;

use super::maze::{Country, Purse};
use crate::geometry::{Degrees, Spot};

/// Near enough to the pointer, or to the best that could be.
pub(super) const CLOSE: f32 = 0.02;

/// Of paths, the nearest to the pointer first, those worth drawing nearer: none that ends beside one before it.
pub(super) fn worth<T>(all: Vec<T>, end: impl Fn(&T) -> Vec2) -> Vec<T> {
    /// Paths drawn nearer.
    const MOST: usize = 3;
    /// Ends this near are beside each other.
    const BESIDE: f32 = 0.3;
    let mut kept: Vec<T> = Vec::new();
    for one in all {
        if kept.len() < MOST && kept.iter().all(|known| end(known).distance(end(&one)) > BESIDE) {
            kept.push(one);
        }
    }
    kept
}

/// A path drawn nearer to the pointer, or to within `ideal` of it: its end moved, alone or with one of its last turns, in
/// ever smaller steps while that helps.
pub(super) fn drawn(path: Vec<Spot>, pointer: Vec2, ideal: f32, mut lawful: impl FnMut(&[Spot]) -> bool) -> Vec<Spot> {
    let mut best = path;
    for step in [0.3, 0.1, 0.03, 0.01] {
        while best.last().is_some_and(|end| end.vec().distance(pointer) > ideal + CLOSE) {
            let Some(nearer) = tries(&best, pointer, step).find(|path| lawful(path)) else { break };
            best = nearer;
        }
    }
    best
}

/// Paths like this one that end nearer, by some part of `step`.
fn tries(path: &[Spot], pointer: Vec2, step: f32) -> impl Iterator<Item = Vec<Spot>> {
    let turns = path.len().saturating_sub(1);
    let end = path.last().map_or(pointer, |end| end.vec());
    let least = end.distance(pointer);
    let ahead = (pointer - end) / least.max(1e-6) * step.min(least);
    let ends = [0, 45, -45, 75, -75].into_iter().map(move |aside| {
        let Vec2 { x: sin, y: cos } = Degrees::new(aside).forward();
        (aside, end + Vec2::new(ahead.x * cos + ahead.y * sin, ahead.y * cos - ahead.x * sin))
    });
    let nearer = ends.filter(move |(_, to)| to.distance(pointer) + 0.001 < least);
    nearer.flat_map(move |(aside, to)| {
        // The turns as they are, or one of the last two moved to any side.
        let first = if aside.abs() > 45 { turns } else { turns.saturating_sub(2) };
        let moved = (first..turns).flat_map(move |n| (0..8).map(move |k| (n, Degrees::new(45 * k).forward() * step)));
        std::iter::once((turns, Vec2::ZERO)).chain(moved).map(move |(turn, by)| {
            let mut path = path.to_vec();
            path[turns] = Spot::round(to);
            if turn < turns {
                path[turn] = Spot::round(path[turn].vec() + by);
            }
            path
        })
    })
}

/// Whether a path is free and can be paid for at a glance: the check itself has the last word.
pub(super) fn promises(country: &dyn Country, start: Vec2, purse: Purse, path: &[Spot]) -> bool {
    let solid = country.solid();
    let end = path.last().map_or(start, |end| end.vec());
    if !solid.rests(end) || !solid.table.holds(end) {
        return false;
    }
    let (mut at, mut purse) = (start, purse);
    path.iter().all(|to| {
        let from = std::mem::replace(&mut at, to.vec());
        let spent = country.spend(purse, from, at).filter(|_| solid.free(from, at));
        purse = spent.unwrap_or(purse);
        spent.is_some()
    })
}
