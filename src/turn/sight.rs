//! What regiments see of each other: the field as [`geometry::sight`](crate::geometry::sight) looks at it.

mod smoke;
mod views;

use bevy::math::Vec2;

use super::building;
use super::field::{Field, Unit, bases, footprint};
use crate::army::{Arm, Files, Formation, Place, RegimentId, Side, dress};
use crate::book::cover;
use crate::geometry::sight::{Body, Contour, Lookout, Point, Scene, Sight, Solid, Strip, Veil, sight};
use crate::geometry::{Arc, Bounds, Footprint, Inches, Pose};
use crate::ground::PieceId;

pub use smoke::walls;
pub use views::{glance_of, view_from_point, view_of, view_while};

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
    let mut least: Option<Inches> = None;
    for (a, b) in ours.iter().flat_map(|a| theirs.iter().map(move |b| (a, b))) {
        if least.is_none_or(|least| a.gap_at_least(b) < least) {
            let gap = a.gap(b);
            least = Some(least.map_or(gap, |least| least.min(gap)));
        }
    }
    least.unwrap_or(Inches::ZERO)
}

/// Everything that can hide something from a side, without these regiments and the buildings that they are in.
pub fn scene<'f>(field: &'f Field, looking: Side, without: &[RegimentId]) -> Scene<'f> {
    let houses: Vec<PieceId> = without.iter().filter_map(|id| Some(field.unit(*id).place.within?.piece)).collect();
    scene_near(field, looking, without, &houses, &Strip::all(field.ground.bounds().grown(1.0)))
}

/// What a regiment looks at another for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// To see it.
    Seeing,
    /// To fire at it: never through formed friends (Companion 16 §4.5), though they may be seen over; guns on a hill throw
    /// solid shot and shell over infantry below (§4.4).
    Firing,
    /// To charge it: a regiment needs no sight of whom it charges, but dead ground is not charged into (Companion 16 §4.4,
    /// §7.1), and in fog nobody is found (Companion 13 §21.0).
    Charging,
}

/// Friends stay this far from the muzzles of guns that fire over them (B58).
const FROM_MUZZLES: Inches = Inches::new(6);
/// And this far from the target.
const FROM_TARGET: Inches = Inches::new(4);

/// Whether guns may fire over a friendly regiment at a target (Companion 16 §4.4, B58). Friends that far from both ends
/// are never within canister range of the target, so that canister is never fired over them.
///
/// # Errors
/// Why not, in words.
pub fn overhead(field: &Field, unit: &Unit, place: Place, friend: &Unit, target: &Unit) -> Result<(), String> {
    let level = |base: &Footprint| field.ground.level_of(base);
    if !unit.regiment.arm.is_artillery() {
        return Err("only guns fire overhead".to_owned());
    }
    if level(&footprint(place.pose, place.formation, place.files)) < 1 {
        return Err("overhead fire is from a hill".to_owned());
    }
    // A ravine is cut into the level of the table, and who is in it is lower still.
    if friend.regiment.arm != Arm::Infantry || level(&friend.footprint()) > 0 {
        return Err("overhead fire is over infantry on the level of the table, or below it".to_owned());
    }
    let theirs = blocks_of(friend);
    let muzzles = bases(place.pose, place.formation, place.files);
    let near = muzzles.iter().flat_map(|gun| theirs.iter().map(|block| gun.front_gap(block))).min();
    if let Some(near) = near.filter(|near| *near < FROM_MUZZLES) {
        return Err(format!("{near} from the muzzles; overhead fire needs {FROM_MUZZLES}"));
    }
    let short = apart(&theirs, &blocks_of(target));
    if short < FROM_TARGET {
        return Err(format!("{short} from the target; overhead fire needs {FROM_TARGET}"));
    }
    Ok(())
}

/// Marks the friends through whom a regiment may not fire, and leaves out what does not stop a charge.
fn suit(scene: &mut Scene<'_>, field: &Field, unit: &Unit, place: Place, target: &Unit, purpose: Purpose) {
    match purpose {
        Purpose::Seeing => {}
        Purpose::Firing => {
            for body in scene.bodies.iter_mut().filter(|body| body.friendly) {
                body.bars = overhead(field, unit, place, field.unit(RegimentId(body.unit)), target).is_err();
            }
        }
        Purpose::Charging => {
            scene.areas.clear();
            scene.bodies.clear();
            scene.buildings.clear();
            scene.walls.clear();
        }
    }
}

/// The part of a scene that lines inside a box could meet.
fn scene_near<'f>(
    field: &'f Field,
    looking: Side,
    without: &[RegimentId],
    houses: &[PieceId],
    near: &Strip,
) -> Scene<'f> {
    let (ground, index) = (&field.ground, field.ground.index());
    let areas = ground.areas.iter().zip(&index.areas).filter(|(_, shape)| near.meets(&shape.bounds));
    let areas = areas.filter_map(|(area, shape)| {
        Some(Veil { kind: area.kind, name: &area.name, limit: cover::sight_limit(area.kind)?, shape })
    });
    let contours = ground.hills.iter().zip(&index.hills).filter(|(_, shape)| near.meets(&shape.bounds));
    let bridges = index.bridges.iter().filter(|shape| near.meets(&shape.bounds));
    // A garrison is in its building, which hides as much.
    let formed = field.standing().filter(|unit| unit.is_formed() && unit.place.within.is_none());
    let bodies = formed.filter(|unit| !without.contains(&unit.id())).filter_map(|unit| {
        let base = unit.footprint();
        let reach = base.frontage.get() / 2.0 + base.depth.get();
        near.meets(&Bounds::of(&[base.pose.at.vec()]).grown(reach)).then(|| Body {
            unit: unit.id().0,
            name: unit.regiment.name.clone(),
            friendly: unit.side() == looking,
            bars: false,
            level: ground.level_of(&base),
            parts: blocks_of(unit),
        })
    });
    let buildings = ground.buildings.iter().zip(&index.buildings).enumerate().filter(|(n, (_, shape))| {
        let id = ground.building_id(*n);
        near.meets(&shape.bounds) && !ground.is_fallen(id) && !houses.contains(&id)
    });
    let buildings = buildings.map(|(_, (building, shape))| Solid {
        name: &building.name,
        level: ground.level_of(&building.base),
        shape,
    });
    Scene {
        areas: areas.collect(),
        contours: contours.map(|(hill, shape)| Contour { name: &hill.name, level: hill.level, shape }).collect(),
        bridges: bridges.collect(),
        bodies: bodies.collect(),
        buildings: buildings.collect(),
        walls: walls(field),
        limit: field.terms.visibility,
    }
}

/// Whether and from where a regiment sees another.
pub fn sees(field: &Field, from: RegimentId, target: RegimentId) -> UnitSight {
    let unit = field.unit(from);
    sees_from(field, unit, unit.place, field.unit(target))
}

/// From where a regiment may fire at another, as far as sight and its friends allow.
pub fn aims(field: &Field, from: RegimentId, target: RegimentId) -> UnitSight {
    let unit = field.unit(from);
    looks_from(field, unit, unit.place, field.unit(target), Purpose::Firing)
}

/// What a regiment would see of a target from another place, in another formation.
pub fn sees_from(field: &Field, unit: &Unit, place: Place, target: &Unit) -> UnitSight {
    looks_from(field, unit, place, target, Purpose::Seeing)
}

/// As [`sees_from`], to see or to fire.
pub fn looks_from(field: &Field, unit: &Unit, place: Place, target: &Unit, purpose: Purpose) -> UnitSight {
    if let Some(house) = place.within {
        let outline = Footprint { pose: place.pose, frontage: house.frontage, depth: house.depth };
        return garrison_sees(field, unit, place, &outline, target, purpose);
    }
    let theirs = blocks_of(target);
    let marks = marks(field, &target.bases());
    let apart = apart(&blocks(place.pose, place.formation, place.files), &theirs);
    let own = bases(place.pose, place.formation, place.files);
    let ranks = dress::dress(place.formation, place.files);
    let front = || own.iter().zip(&ranks).enumerate().filter(|(_, (_, spot))| spot.rank == 0);
    let eyes: Vec<[Point; 3]> = front().map(|(_, (base, _))| eyes(field, base)).collect();
    let ends = Strip::between(eyes.as_flattened(), &marks);
    let mut scene = scene_near(field, unit.side(), &[unit.id(), target.id()], &houses([target.place]), &ends);
    suit(&mut scene, field, unit, place, target, purpose);
    let lookout = Lookout::over(&scene, &ends, apart);
    let stands: Vec<StandSight> = front()
        .zip(&eyes)
        .map(|((stand, (base, _)), eyes)| StandSight {
            stand,
            in_arc: theirs.iter().any(|block| Arc::of(base).sees(block)),
            range: theirs.iter().map(|block| base.front_gap(block)).min().unwrap_or(Inches::ZERO),
            sight: lookout.sight(eyes, &by_distance(&marks, base.pose.at.vec())),
        })
        .collect();
    let range = stands.iter().map(|stand| stand.range).min().unwrap_or(Inches::ZERO);
    UnitSight { stands, range }
}

/// What a garrison sees of a target: all round, from the walls of its building (Companion 16 §4.3). Every stand sees alike.
fn garrison_sees(
    field: &Field,
    unit: &Unit,
    place: Place,
    outline: &Footprint,
    target: &Unit,
    purpose: Purpose,
) -> UnitSight {
    let theirs = blocks_of(target);
    let range = apart(&[*outline], &theirs);
    let eyes = windows(field, outline);
    let marks = by_distance(&marks(field, &target.bases()), outline.centre());
    let ends = Strip::between(&eyes, &marks);
    let mut scene = scene_near(field, unit.side(), &[unit.id(), target.id()], &houses([place, target.place]), &ends);
    suit(&mut scene, field, unit, place, target, purpose);
    let sight = sight(&scene, &eyes, &marks, range);
    let one = |stand| StandSight { stand, in_arc: true, range, sight: sight.clone() };
    UnitSight { stands: (0..usize::from(place.files.total())).map(one).collect(), range }
}

fn windows(field: &Field, outline: &Footprint) -> [Point; 8] {
    let level = field.ground.level_of(outline);
    building::walls::windows(outline).map(|at| Point { at, level })
}

fn houses<const N: usize>(places: [Place; N]) -> Vec<PieceId> {
    places.into_iter().filter_map(|place| Some(place.within?.piece)).collect()
}

/// Whether either of two regiments sees the other (Q16), wherever they face.
pub fn in_sight(field: &Field, one: RegimentId, other: RegimentId) -> bool {
    either_way(field, one, other, Purpose::Seeing).is_ok()
}

/// Whether the ground lets one regiment charge another.
///
/// # Errors
/// What hides it.
pub fn may_be_charged(field: &Field, by: RegimentId, target: RegimentId) -> Result<(), String> {
    either_way(field, by, target, Purpose::Charging)
}

/// Whether a line is clear from either of two regiments to the other; if none is, what hides the other from the one.
fn either_way(field: &Field, one: RegimentId, other: RegimentId, purpose: Purpose) -> Result<(), String> {
    let (one, other) = (field.unit(one), field.unit(other));
    let there = looks_from(field, one, one.place, other, purpose);
    let clear = |seen: &UnitSight| seen.stands.iter().any(|stand| stand.sight.clear);
    if clear(&there) || clear(&looks_from(field, other, other.place, one, purpose)) {
        return Ok(());
    }
    Err(there.stands.first().map_or_else(String::new, |stand| stand.sight.why_not()))
}

/// What an onlooker of a side sees of a regiment from a point of the table.
pub fn from_point(field: &Field, looking: Side, point: Vec2, target: &Unit) -> Sight {
    let eye = point_of(field, point);
    let marks = by_distance(&marks(field, &target.bases()), point);
    let gap = blocks_of(target).iter().map(|block| block.gap_to(point)).min().unwrap_or(Inches::ZERO);
    let ends = Strip::between(&[eye], &marks);
    let mut without = standing_at(field, point);
    without.push(target.id());
    let scene = scene_near(field, looking, &without, &houses([target.place]), &ends);
    sight(&scene, &[eye], &marks, gap)
}

/// Whether an onlooker of a side at one point of the table sees another point, and what hides it: the same answer as
/// [`view_from_point`] gives for the whole table.
pub fn explain(field: &Field, looking: Side, from: Vec2, to: Vec2) -> Sight {
    let (eye, mark) = (point_of(field, from), point_of(field, to));
    let ends = Strip::between(&[eye], &[mark]);
    let scene = scene_near(field, looking, &standing_at(field, from), &[], &ends);
    sight(&scene, &[eye], &[mark], Inches::round(from.distance(to)))
}

/// Whoever stands on a point does not hide anything from an onlooker there.
fn standing_at(field: &Field, point: Vec2) -> Vec<RegimentId> {
    let near = |base: &Footprint| {
        let reach = base.frontage.get() / 2.0 + base.depth.get();
        base.pose.at.vec().distance_squared(point) <= reach * reach && base.contains(point)
    };
    field.standing().filter(|unit| near(&unit.footprint())).map(Unit::id).collect()
}

fn point_of(field: &Field, at: Vec2) -> Point {
    Point { at, level: field.ground.level_at(at) }
}

fn same(one: &Point, other: &Point) -> bool {
    one.level == other.level && one.at.distance_squared(other.at) < 1e-6
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
            let mark = Point { at, level };
            if !marks.iter().any(|known| same(known, &mark)) {
                marks.push(mark);
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

#[cfg(test)]
#[path = "sight_tests.rs"]
mod tests;
