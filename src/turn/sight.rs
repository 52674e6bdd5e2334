//! What regiments see of each other: the field as [`geometry::sight`](crate::geometry::sight) looks at it.

use bevy::math::Vec2;

use super::building;
use super::field::{Field, Unit, bases, footprint};
use crate::army::{Files, Formation, Place, RegimentId, Side, Smoke, dress};
use crate::book::cover;
use crate::geometry::sight::{Body, Contour, Point, Scene, Sight, Veil, Wall, sight};
use crate::geometry::{Arc, Degrees, Footprint, Inches, Pose, Shape};

/// Markers whose regiments stand this close side by side make one wall (C-48).
const INTERVAL: Inches = Inches::new(1);
/// And face within this of each other (C-48).
const FACING: Degrees = Degrees::new(45);
/// A Smoke Wall takes this many regiments (B67).
const WALL: usize = 3;

/// What one stand sees of a target.
#[derive(Clone, PartialEq, Debug)]
pub struct StandSight {
    /// Its place in [`Unit::bases`].
    pub stand: usize,
    /// Any part of the target is in its own arc (C-32).
    pub in_arc: bool,
    /// From its front edge to the nearest point of the target (C-28).
    pub range: Inches,
    /// Whether it sees the target, and what hides it.
    pub sight: Sight,
}

/// What a regiment sees of a target.
#[derive(Clone, PartialEq, Debug)]
pub struct UnitSight {
    /// Its stands of the first rank.
    pub stands: Vec<StandSight>,
    /// The shortest range of these stands.
    pub range: Inches,
}

impl UnitSight {
    /// Whether some stand has the target in its arc and sees it.
    pub fn clear(&self) -> bool {
        self.stands.iter().any(|stand| stand.in_arc && stand.sight.clear)
    }
}

/// The few rectangles that a formation's bases fill: one, or two for an assault column with a single last stand; one for
/// each stand in skirmish order.
pub fn blocks(pose: Pose, formation: Formation, files: Files) -> Vec<Footprint> {
    let stands = files.total();
    let whole = footprint(pose, formation, files);
    if dress::interval(formation) > Inches::ZERO {
        return bases(pose, formation, files);
    }
    if formation != Formation::AssaultColumn || stands.is_multiple_of(2) || stands == 1 {
        return vec![whole];
    }
    let base = dress::base(formation);
    let depth = dress::depth(formation, stands - 1);
    let last = Footprint { pose: pose.ahead(-depth), frontage: base.width, depth: base.depth };
    vec![Footprint { depth, ..whole }, last]
}

/// The blocks of a regiment where it stands.
pub fn blocks_of(unit: &Unit) -> Vec<Footprint> {
    match unit.place.within {
        Some(_) => vec![unit.footprint()],
        None => blocks(unit.place.pose, unit.place.formation, unit.place.files),
    }
}

/// Shortest distance between the bases of two formations.
pub fn apart(ours: &[Footprint], theirs: &[Footprint]) -> Inches {
    ours.iter().flat_map(|a| theirs.iter().map(|b| a.gap(b))).min().unwrap_or(Inches::ZERO)
}

/// Everything that can hide something from a side, without these regiments.
pub fn scene<'f>(field: &'f Field, looking: Side, without: &[RegimentId]) -> Scene<'f> {
    let (ground, index) = (&field.ground, field.ground.index());
    let areas = ground.areas.iter().zip(&index.areas).filter_map(|(area, shape)| {
        Some(Veil { kind: area.kind, name: &area.name, limit: cover::sight_limit(area.kind)?, shape })
    });
    let contours = ground.hills.iter().zip(&index.hills);
    let bodies = field.standing().filter(|unit| unit.is_formed() && !without.contains(&unit.id())).map(|unit| Body {
        unit: unit.id().0,
        name: unit.regiment.name.clone(),
        friendly: unit.side() == looking,
        level: ground.level_of(&unit.footprint()),
        parts: blocks_of(unit),
    });
    Scene {
        areas: areas.collect(),
        contours: contours.map(|(hill, shape)| Contour { name: &hill.name, level: hill.level, shape }).collect(),
        bodies: bodies.collect(),
        walls: walls(field),
    }
}

/// Whether and from where a regiment sees another.
pub fn sees(field: &Field, from: RegimentId, target: RegimentId) -> UnitSight {
    let unit = field.unit(from);
    sees_from(field, unit, unit.place, field.unit(target))
}

/// What a regiment would see of a target from another place, in another formation.
pub fn sees_from(field: &Field, unit: &Unit, place: Place, target: &Unit) -> UnitSight {
    if let Some(house) = place.within {
        let outline = Footprint { pose: place.pose, frontage: house.frontage, depth: house.depth };
        return garrison_sees(field, unit, &outline, place.files.total(), target);
    }
    let scene = scene(field, unit.side(), &[unit.id(), target.id()]);
    let theirs = blocks_of(target);
    let marks = marks(field, &target.bases());
    let apart = apart(&blocks(place.pose, place.formation, place.files), &theirs);
    let ranks = dress::dress(place.formation, place.files);
    let stands: Vec<StandSight> = bases(place.pose, place.formation, place.files)
        .iter()
        .zip(ranks)
        .enumerate()
        .filter(|(_, (_, spot))| spot.rank == 0)
        .map(|(stand, (base, _))| StandSight {
            stand,
            in_arc: theirs.iter().any(|block| Arc::of(base).sees(block)),
            range: theirs.iter().map(|block| base.front_gap(block)).min().unwrap_or(Inches::ZERO),
            sight: sight(&scene, &eyes(field, base), &by_distance(&marks, base.pose.at.vec()), apart),
        })
        .collect();
    let range = stands.iter().map(|stand| stand.range).min().unwrap_or(Inches::ZERO);
    UnitSight { stands, range }
}

/// What a garrison sees of a target: all round, from the walls of its building (Companion 16 §4.3). Every stand sees alike.
fn garrison_sees(field: &Field, unit: &Unit, outline: &Footprint, stands: u8, target: &Unit) -> UnitSight {
    let scene = scene(field, unit.side(), &[unit.id(), target.id()]);
    let theirs = blocks_of(target);
    let range = apart(&[*outline], &theirs);
    let level = field.ground.level_of(outline);
    let eyes = building::walls::windows(outline).map(|at| Point { at, level });
    let marks = by_distance(&marks(field, &target.bases()), outline.centre());
    let sight = sight(&scene, &eyes, &marks, range);
    let one = |stand| StandSight { stand, in_arc: true, range, sight: sight.clone() };
    UnitSight { stands: (0..usize::from(stands)).map(one).collect(), range }
}

/// Whether either of two regiments sees the other (Q16), wherever they face.
pub fn in_sight(field: &Field, one: RegimentId, other: RegimentId) -> bool {
    [(one, other), (other, one)]
        .into_iter()
        .any(|(from, to)| sees(field, from, to).stands.iter().any(|stand| stand.sight.clear))
}

/// What an onlooker of a side sees of a regiment from a point of the table.
pub fn from_point(field: &Field, looking: Side, point: Vec2, target: &Unit) -> Sight {
    let scene = scene(field, looking, &[target.id()]);
    let eye = Point { at: point, level: field.ground.level_at(point) };
    let gap = blocks_of(target).iter().map(|block| block.gap_to(point)).min().unwrap_or(Inches::ZERO);
    sight(&scene, &[eye], &by_distance(&marks(field, &target.bases()), point), gap)
}

fn eyes(field: &Field, base: &Footprint) -> [Point; 3] {
    let level = field.ground.level_of(base);
    base.eyes().map(|at| Point { at, level })
}

/// Every mark of a target once: neighbouring stands share their corners.
fn marks(field: &Field, bases: &[Footprint]) -> Vec<Point> {
    let mut marks: Vec<Point> = Vec::with_capacity(bases.len() * 9);
    for base in bases {
        let level = field.ground.level_of(base);
        for at in base.marks() {
            let known = |mark: &Point| mark.level == level && mark.at.distance_squared(at) < 1e-6;
            if !marks.iter().any(known) {
                marks.push(Point { at, level });
            }
        }
    }
    marks
}

/// The nearest first: the likeliest to be seen.
fn by_distance(marks: &[Point], from: Vec2) -> Vec<Point> {
    let mut sorted = marks.to_vec();
    sorted.sort_by(|a, b| a.at.distance_squared(from).total_cmp(&b.at.distance_squared(from)));
    sorted
}

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

#[cfg(test)]
#[path = "sight_tests.rs"]
mod tests;
