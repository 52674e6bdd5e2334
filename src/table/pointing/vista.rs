//! What is seen while V is held: by the selected regiment, from where its ghost stands if it is being moved, or from
//! under the pointer. Ground that is seen is lit, dead ground is dark and hatched, and every line of sight that is
//! blocked says by what, where it is. In the window this is worked out beside the frames, so that the pointer never waits
//! for it. Where all that a regiment sees takes longer than a frame, on very crowded tables or slow machines, what it sees
//! at a glance is shown while it moves, from the ends and the middle of its front, and all of it where it comes to rest.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, TaskPool, block_on};
use bevy::window::RequestRedraw;

use super::{GhostPlan, Hover, Looking, Selection, plan};
use crate::army::{Place, RegimentId, Side};
use crate::geometry::Inches;
use crate::geometry::sight::{Block, Sight};
use crate::geometry::view::View;
use crate::table::overlays::{Outlook, Shape, Style};
use crate::table::shapes as plane;
use crate::turn::field::Unit;
use crate::turn::{Field, sight};

/// What a look around may take to be shown with every step of a pointer.
struct Limit(Duration);

impl Default for Limit {
    /// A frame at 144 Hz.
    fn default() -> Self {
        Self(Duration::from_nanos(6_944_444))
    }
}

/// Who looks.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Onlooker {
    /// A regiment at a place.
    Unit(RegimentId, Place),
    /// Somebody of a side at a point.
    Point(Side, Vec2),
}

/// The last look around, kept until somebody else looks or the field changes.
#[derive(Resource, Default)]
pub struct Vista {
    of: Option<Onlooker>,
    /// It is more than a glance.
    whole: bool,
    outlook: Option<Outlook>,
    /// To each enemy on the table.
    lines: Vec<(RegimentId, Sight)>,
    pace: Pace,
    /// The last time all that a regiment sees took longer than a frame: while one moves, glances are shown.
    slow: bool,
    limit: Limit,
    /// Who looks around now, beside the frames.
    task: Option<(Onlooker, Task<Option<Look>>)>,
    /// Set once nobody waits any more for what is being looked at.
    given_up: Arc<AtomicBool>,
    /// The field as the looks of [`Pace::Beside`] see it.
    field: Option<Arc<Field>>,
}

/// When a look around is done.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Pace {
    /// In the frame that asks for it: a picture, a test.
    #[default]
    AtOnce,
    /// Beside the frames: the pointer never waits, and the newest look that is done is shown.
    Beside,
}

impl Vista {
    /// That looks around so.
    pub fn paced(pace: Pace) -> Self {
        Self { pace, ..Self::default() }
    }

    /// Whether a look around is still being worked out.
    pub fn looking(&self) -> bool {
        self.task.is_some()
    }

    /// Seen and dead ground of the last look around that is done.
    pub fn outlook(&self) -> Option<&Outlook> {
        self.outlook.as_ref()
    }

    /// Nothing is known any more but how long looks take.
    fn forget(&mut self) {
        *self = Self { slow: self.slow, limit: std::mem::take(&mut self.limit), ..Self::paced(self.pace) };
    }

    fn show(&mut self, of: Onlooker, look: Look) {
        if look.whole && matches!(of, Onlooker::Unit(..)) {
            self.slow = look.took > self.limit.0;
        }
        (self.of, self.whole) = (Some(of), look.whole);
        (self.outlook, self.lines) = (Some(Outlook(Arc::new(look.view))), look.lines);
    }

    /// Shows what has been worked out beside the frames, if that is done.
    fn gather(&mut self) {
        let done = |(_, task): &mut (Onlooker, Task<Option<Look>>)| task.is_finished();
        if let Some((of, task)) = self.task.take_if(done)
            && let Some(look) = block_on(task)
        {
            self.show(of, look);
        }
    }
}

/// What one look around finds.
struct Look {
    /// It is more than a glance.
    whole: bool,
    took: Duration,
    view: View,
    lines: Vec<(RegimentId, Sight)>,
}

/// Looks around when V is held and there is something new to see.
pub(super) fn look(
    field: Option<Res<Field>>,
    looking: Res<Looking>,
    hover: Res<Hover>,
    selection: Res<Selection>,
    ghost: Res<GhostPlan>,
    mut vista: ResMut<Vista>,
    frames: Option<ResMut<Messages<RequestRedraw>>>,
) {
    let Some(field) = field else { return };
    let onlooker = looking.sight.then(|| onlooker(&field, &hover, &selection, &ghost)).flatten();
    let Some(onlooker) = onlooker else {
        if vista.of.is_some() || vista.task.is_some() {
            vista.forget();
        }
        return;
    };
    if field.is_changed() && vista.field.is_some() {
        // What was seen of another field is not shown, and who looks at it looks for nothing.
        vista.forget();
    }
    if vista.task.is_some() {
        vista.gather();
    }
    let elsewhere = vista.of != Some(onlooker);
    match vista.pace {
        Pace::AtOnce if elsewhere || field.is_changed() => {
            if let Some(look) = look_around(&field, onlooker, &|| true) {
                vista.show(onlooker, look);
            }
        }
        // One after the other: the next begins where the pointer is when the last is done. Where it takes long, who moves on
        // is shown glances; all is worked out where the pointer comes to rest, and given up when it moves on before that.
        Pace::Beside if vista.task.is_none() && (elsewhere || !vista.whole) => {
            let field = vista.field.get_or_insert_with(|| Arc::new(field.clone())).clone();
            let pool = AsyncComputeTaskPool::get_or_init(TaskPool::default);
            let given_up = Arc::new(AtomicBool::new(false));
            vista.given_up = given_up.clone();
            let slow = vista.slow;
            let look = async move {
                let glance = if elsewhere && slow { glance(&field, onlooker) } else { None };
                glance.or_else(|| look_around(&field, onlooker, &|| !(slow && given_up.load(Ordering::Relaxed))))
            };
            vista.task = Some((onlooker, pool.spawn(look)));
        }
        Pace::Beside if vista.task.as_ref().is_some_and(|(of, _)| *of != onlooker) => {
            vista.given_up.store(true, Ordering::Relaxed);
        }
        _ => {}
    }
    if let (true, Some(mut frames)) = (vista.looking(), frames) {
        frames.write(RequestRedraw);
    }
}

/// All that somebody sees, as long as it is wanted.
fn look_around(field: &Field, onlooker: Onlooker, wanted: &(dyn Fn() -> bool + Sync)) -> Option<Look> {
    let begin = Instant::now();
    let view = match onlooker {
        Onlooker::Unit(unit, place) => sight::view_while(field, field.unit(unit), place, wanted)?,
        Onlooker::Point(side, at) => sight::view_from_point(field, side, at),
    };
    let lines = lines_to(field, onlooker);
    Some(Look { whole: true, took: begin.elapsed(), view, lines })
}

/// What somebody sees at a glance, where that is less than all.
fn glance(field: &Field, onlooker: Onlooker) -> Option<Look> {
    let Onlooker::Unit(unit, place) = onlooker else { return None };
    let view = sight::glance_of(field, field.unit(unit), place)?;
    Some(Look { whole: false, took: Duration::ZERO, view, lines: lines_to(field, onlooker) })
}

/// What somebody sees of each enemy.
fn lines_to(field: &Field, onlooker: Onlooker) -> Vec<(RegimentId, Sight)> {
    match onlooker {
        Onlooker::Unit(unit, place) => {
            let unit = field.unit(unit);
            let sees = |enemy: &Unit| (enemy.id(), best(sight::sees_from(field, unit, place, enemy)));
            field.of(unit.side().other()).map(sees).collect()
        }
        Onlooker::Point(side, at) => {
            let sees = |enemy: &Unit| (enemy.id(), sight::from_point(field, side, at, enemy));
            field.of(side.other()).map(sees).collect()
        }
    }
}

fn onlooker(field: &Field, hover: &Hover, selection: &Selection, ghost: &GhostPlan) -> Option<Onlooker> {
    let chosen = selection.unit.filter(|unit| field.knows(*unit) && !field.unit(*unit).condition.gone);
    match chosen {
        Some(unit) => {
            let place = ghost.plan.as_ref().map_or(field.unit(unit).place, |plan| plan::at(field, unit, plan.to));
            Some(Onlooker::Unit(unit, place))
        }
        None => hover.at.map(|at| Onlooker::Point(field.clock.active, at)),
    }
}

/// Of what the stands of a regiment see, the clearest.
fn best(seen: sight::UnitSight) -> Sight {
    let stands = seen.stands.into_iter().map(|stand| stand.sight);
    stands.min_by_key(|sight| (!sight.clear, sight.blocks.len())).unwrap_or(Sight {
        clear: false,
        line: None,
        blocks: Vec::new(),
        best: None,
    })
}

/// The ground of the last look around; it lies under everything else that is drawn.
pub(super) fn ground(vista: &Vista, shapes: &mut Vec<Shape>) {
    shapes.extend(vista.outlook.clone().map(Shape::Ground));
}

/// The lines of the last look around. With a regiment selected, what hides the point under the pointer from it is told
/// too.
pub(super) fn lines(vista: &Vista, field: &Field, hover: &Hover, shapes: &mut Vec<Shape>) {
    let Some(outlook) = &vista.outlook else { return };
    // The nearest come first: where there is little room for words, theirs are written.
    let mut all: Vec<&(RegimentId, Sight)> = vista.lines.iter().collect();
    let long = |sight: &Sight| sight.line.or(sight.best).map_or(f32::INFINITY, |(from, to)| from.distance(to));
    all.sort_by(|(_, a), (_, b)| long(a).total_cmp(&long(b)));
    let mut said: Vec<String> = Vec::new();
    for (enemy, sight) in all {
        let words = if hover.unit == Some(*enemy) { Words::All } else { Words::First(&mut said) };
        line(field, sight, words, shapes);
    }
    if let (Some(Onlooker::Unit(unit, place)), Some(to)) = (vista.of, hover.at) {
        let side = field.unit(unit).side();
        let over_enemy = hover.unit.is_some_and(|unit| field.unit(unit).side() != side);
        if !over_enemy && !outlook.0.seen.hold(to) {
            let sight = sight::explain(field, side, place.pose.at.vec(), to);
            if !sight.clear {
                line(field, &sight, Words::All, shapes);
            }
        }
    }
}

/// How much of what blocks a line is told.
enum Words<'w> {
    /// All of it: somebody asks.
    All,
    /// The nearest to the onlooker, where there is room and it has not been said of another line; the rest has its bars.
    First(&'w mut Vec<String>),
}

/// One line of sight: clear with its length, or as far as what blocks it.
fn line(field: &Field, sight: &Sight, words: Words, shapes: &mut Vec<Shape>) {
    if let (true, Some((from, to))) = (sight.clear, sight.line) {
        shapes.push(Shape::Line { points: vec![from, to], style: Style::Sight, label: None });
        let (at, text) = (from.midpoint(to), Inches::round(from.distance(to)).to_string());
        shapes.push(match words {
            Words::All => Shape::Label { at, text, style: Style::Sight },
            Words::First(_) => Shape::Aside { at, text, style: Style::Sight },
        });
        return;
    }
    let Some((from, end)) = sight.best else { return };
    shapes.push(Shape::Line { points: vec![from, end], style: Style::Blocked, label: None });
    let mut blocks: Vec<(Vec2, &Block)> =
        sight.blocks.iter().map(|block| (place_of(field, block, from, end), block)).collect();
    blocks.sort_by(|(a, _), (b, _)| a.distance_squared(from).total_cmp(&b.distance_squared(from)));
    let bar = |at: Vec2, text: String| Shape::Block { at, along: end - from, text };
    match words {
        Words::All => shapes.extend(blocks.iter().map(|(at, block)| bar(*at, block.to_string()))),
        Words::First(said) => {
            shapes.extend(blocks.iter().map(|(at, _)| bar(*at, String::new())));
            let Some((at, block)) = blocks.first() else { return };
            // What hides one hides others, only so many inches more or less.
            let kind = block.to_string().replace(|c: char| c.is_ascii_digit(), "");
            if !said.contains(&kind) {
                said.push(kind);
                shapes.push(Shape::Aside { at: *at, text: block.to_string(), style: Style::Blocked });
            }
        }
    }
}

/// Where along a line from an onlooker the block is.
fn place_of(field: &Field, block: &Block, from: Vec2, to: Vec2) -> Vec2 {
    let length = from.distance(to).max(1e-3);
    let along = (to - from) / length;
    let at = |inches: f32| from + along * inches.clamp(0.0, length);
    let ground = &field.ground;
    match block {
        Block::Body { unit, .. } => {
            let bases = field.units.get(usize::from(*unit)).map(Unit::bases).unwrap_or_default();
            let meets = bases.iter().filter_map(|base| enters(&[base.corners().to_vec()], from, to));
            at(nearest(meets, length))
        }
        Block::Building { name, .. } => {
            let house = ground.buildings.iter().filter(|house| *house.name == **name);
            let meets = house.filter_map(|house| enters(&[house.base.corners().to_vec()], from, to));
            at(nearest(meets, length))
        }
        Block::Area { name, kind, .. } => {
            let area = ground.areas.iter().filter(|area| area.kind == *kind && *area.name == **name);
            let meets = area.filter_map(|area| {
                let rings: Vec<Vec<Vec2>> =
                    std::iter::once(&area.outline).chain(&area.holes).map(|ring| plane::points(ring)).collect();
                enters(&rings, from, to)
            });
            at(nearest(meets, length))
        }
        Block::HigherGround { away, .. } | Block::BehindHill { away, .. } => at(away.get()),
        Block::DeadGround { behind, .. } => {
            // Measured from the higher end.
            let eye_is_higher = ground.level_at(from) >= ground.level_at(to);
            at(if eye_is_higher { behind.get() } else { length - behind.get() })
        }
        Block::SmokeWall { .. } => at(length * 0.5),
        Block::Weather { limit, .. } => at(limit.get()),
    }
}

/// The first of some places along a line; its middle if there is none.
fn nearest(places: impl Iterator<Item = f32>, length: f32) -> f32 {
    let first = places.fold(f32::INFINITY, f32::min);
    if first.is_finite() { first } else { length / 2.0 }
}

/// How far along a line it first meets an outline, or is in it.
fn enters(rings: &[Vec<Vec2>], from: Vec2, to: Vec2) -> Option<f32> {
    let within = rings.iter().filter(|ring| plane::inside(ring, from)).count() % 2 == 1;
    if within {
        return Some(0.0);
    }
    let way = to - from;
    let meets = |(a, b): (Vec2, Vec2)| {
        let side = b - a;
        let cross = way.perp_dot(side);
        let (t, u) = ((a - from).perp_dot(side) / cross, (a - from).perp_dot(way) / cross);
        (cross.abs() > 1e-9 && (0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u)).then_some(t)
    };
    let first = rings.iter().flat_map(|ring| plane::edges(ring)).filter_map(meets).fold(f32::INFINITY, f32::min);
    first.is_finite().then(|| first * way.length())
}

#[cfg(test)]
#[path = "vista_tests.rs"]
mod tests;
