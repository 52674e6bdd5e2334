//! The labels of regiments: mark, name and conditions in one row. How much of the name is written, and where, is
//! decided for all of them together; while regiments glide, their labels go along as they are.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::layout::{self, Around, Body, Put, Wish};
use super::{Pinned, Writing, measure, names, words};
use crate::army::{RegimentId, Side, Smoke};
use crate::table::atlas::{Cut, Sheet};
use crate::table::brush::Brush;
use crate::table::camera::View;
use crate::table::markers;
use crate::table::miniatures::Parade;
use crate::table::overlays::Overlays;
use crate::table::paint::Mark;
use crate::table::pointing::Selection;
use crate::table::{Draw, Layer};
use crate::turn::{Field, Phase};

/// From this many logical pixels an inch whole names are written where they have room, in larger letters.
pub const NAMES_FROM: f32 = 26.0;
/// Below this many, three stands are narrower than a word: the number is nearly as good.
const NUMBERS_BELOW: f32 = 12.0;
/// Pixels between the parts of a row.
const BETWEEN: f32 = 3.0;

/// What a label shows; it is written again when this changes.
#[derive(Clone, PartialEq)]
struct Line {
    name: String,
    side: Side,
    marks: Vec<&'static str>,
    lifted: bool,
}

/// How a label is written now.
struct Tag {
    line: Line,
    form: Form,
    small: bool,
    parts: Vec<Entity>,
    put: Put,
    /// The regiment's middle on the table when it was placed.
    middle: Vec2,
}

/// How much of a name is written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Form {
    /// "6th Wisconsin".
    Whole,
    /// "6 Wis".
    Short,
    /// "6".
    Number,
    /// The army's mark alone.
    Mark,
}

const FORMS: [Form; 4] = [Form::Whole, Form::Short, Form::Number, Form::Mark];

impl Form {
    fn text(self, name: &str) -> String {
        match self {
            Self::Whole => name.to_owned(),
            Self::Short => names::short(name),
            Self::Number => names::number(&names::short(name)).to_owned(),
            Self::Mark => String::new(),
        }
    }

    /// What writing no more than this is worth against a better place. Two forms differ by more than a label is kept for:
    /// how much is written does not hang on what was written before.
    const fn lacks(self, zoom: f32) -> f32 {
        let far = zoom < NUMBERS_BELOW;
        match self {
            Self::Whole if zoom < NAMES_FROM => 2.0,
            Self::Whole => 0.0,
            Self::Short if zoom < NAMES_FROM => 0.0,
            Self::Short => 1.0,
            Self::Number if far => 1.0,
            Self::Number => 2.2,
            Self::Mark => 6.0,
        }
    }
}

/// What is written now, and what it covers.
#[derive(Resource, Default)]
pub struct Written {
    tags: BTreeMap<RegimentId, Tag>,
    /// Logical pixels an inch when it was laid out.
    zoom: f32,
}

impl Written {
    /// How much of a regiment's name can be read.
    pub fn form(&self, unit: RegimentId) -> Option<Form> {
        self.tags.get(&unit).map(|tag| tag.form)
    }

    /// Whose label is at a point of the table, in inches.
    pub fn at(&self, point: Vec2) -> Option<RegimentId> {
        let at = point * self.zoom;
        self.tags.iter().find(|(_, tag)| tag.put.area.contains(at)).map(|(id, _)| *id)
    }

    /// What labels cover, in logical pixels from the table's corner, y up.
    pub fn areas(&self) -> impl Iterator<Item = Rect> + '_ {
        self.tags.values().map(|tag| tag.put.area)
    }
}

#[derive(Component)]
struct Leaders;

/// Writes the labels of regiments.
pub fn plugin(app: &mut App) {
    app.init_resource::<Written>().add_systems(Update, (arrange, lead).chain().in_set(Draw::Dress));
}

/// What every regiment that is seen would show.
fn lines(field: &Field, overlays: &Overlays) -> BTreeMap<RegimentId, Line> {
    let (lifted, dimmed) = (overlays.lifted(), overlays.dimmed());
    let table = Rect::from_corners(Vec2::ZERO, Vec2::new(field.ground.width.get(), field.ground.height.get()));
    field
        .standing()
        .filter(|unit| field.clock.phase != Phase::Deployment || table.contains(unit.place.pose.at.vec()))
        .map(|unit| {
            let marks = markers::of(field, unit).into_iter().map(Mark::picture).collect();
            let lifted = !dimmed || lifted.contains(&unit.id());
            (unit.id(), Line { name: unit.name().to_owned(), side: unit.side(), marks, lifted })
        })
        .collect()
}

/// The regiment as it is seen, in inches: what its label stands beside.
fn body(parade: &Parade, unit: RegimentId, marked: bool) -> Option<Body> {
    let [left, right, rear, _] = parade.outline(unit)?;
    // Its markers stand behind it.
    let rear = if marked { rear + (rear - right).normalize_or_zero() * markers::ROOM } else { rear };
    let along = (right - left).normalize_or(Vec2::X);
    let half = Vec2::new(left.distance(right), right.distance(rear)) / 2.0;
    let rise = if parade.housed(unit) { HOUSE } else { FIGURE };
    Some(Body { middle: (left + rear) / 2.0, along, half, rise })
}

/// Where the smoke of a volley hangs, in logical pixels.
fn billows(smoke: &Smoke, zoom: f32) -> Body {
    let (middle, half) = (smoke.pose.local(0.0, 0.45), Vec2::new(smoke.frontage.get() / 2.0 + 0.3, 0.5));
    Body { middle: middle * zoom, along: smoke.pose.heading.right(), half: half * zoom, rise: 0.0 }
}

/// Inches of wooden edge that labels may lie on.
const EDGE: f32 = 1.0;
/// Inches that figures rise over the far edge of their bases on the picture, and the colors over a house.
const FIGURE: f32 = 0.35;
const HOUSE: f32 = 1.1;

/// Sizes in logical pixels: army's mark, marks of condition, letters.
fn sizes(small: bool) -> (f32, f32, f32) {
    if small { (17.0, 14.0, 13.0) } else { (20.0, 17.0, 15.0) }
}

/// How much room a label takes.
fn size(line: &Line, form: Form, small: bool) -> Vec2 {
    let (mark, condition, letters) = sizes(small);
    let text = form.text(&line.name);
    let written = if text.is_empty() { 0.0 } else { measure::size(&text, letters).x + BETWEEN };
    let marks = line.marks.len() as f32 * (condition + BETWEEN);
    Vec2::new(mark + written + marks, mark)
}

/// Places every label, and writes those that are new or say something else.
pub(in crate::table) fn arrange(
    mut commands: Commands,
    field: Option<Res<Field>>,
    sheet: Option<Res<Sheet>>,
    (overlays, view, selection, parade): (Res<Overlays>, Res<View>, Res<Selection>, Res<Parade>),
    mut written: ResMut<Written>,
    mut pins: Query<&mut Pinned>,
) {
    let (Some(field), Some(sheet)) = (field, sheet) else { return };
    let zoomed = written.zoom != view.zoom;
    let changed = field.is_changed() || overlays.is_changed() || selection.is_changed() || parade.is_changed();
    if !changed && !zoomed {
        return;
    }
    if parade.moving() && !zoomed {
        carry(&parade, &mut written, &mut pins);
        return;
    }
    let lines = lines(&field, &overlays);
    let small = view.zoom < NAMES_FROM;
    let mut order: Vec<RegimentId> = lines.keys().copied().collect();
    // Whoever is selected is named first, then whom a question concerns.
    order.sort_by_key(|id| (selection.unit != Some(*id), !lines[id].lifted, *id));
    let mut wishes = Vec::new();
    let mut wanted = Vec::new();
    for id in order {
        let line = &lines[&id];
        let Some(inches) = body(&parade, id, !line.marks.is_empty()) else { continue };
        let body = Body {
            middle: inches.middle * view.zoom,
            half: inches.half * view.zoom,
            rise: inches.rise * view.zoom,
            ..inches
        };
        let kept = written.tags.get(&id).map(|tag| tag.put.choice);
        let forms = FORMS.map(|form| (size(line, form, small), form.lacks(view.zoom))).to_vec();
        wishes.push(Wish { body, forms, kept });
        wanted.push((id, inches.middle));
    }
    let table = Rect::from_corners(Vec2::ZERO, view.table * view.zoom).inflate(EDGE * view.zoom);
    let pale: Vec<Body> = field.smoke.iter().map(|smoke| billows(smoke, view.zoom)).collect();
    let puts = layout::arrange(&wishes, Around { taken: &[], pale: &pale, within: table });
    let same = written.tags.len() == puts.iter().flatten().count()
        && wanted.iter().zip(&puts).all(|((id, middle), put)| match (written.tags.get(id), put) {
            (Some(tag), Some(put)) => {
                tag.put == *put && tag.middle == *middle && tag.line == lines[id] && tag.small == small
            }
            (None, None) => true,
            _ => false,
        });
    if same && !zoomed {
        return;
    }
    let mut before = std::mem::take(&mut written.tags);
    for ((id, middle), put) in wanted.into_iter().zip(puts) {
        let Some(put) = put else { continue };
        let line = &lines[&id];
        let form = FORMS[put.choice.form];
        let shift = put.area.center() - middle * view.zoom;
        let old = before.remove(&id);
        let parts = match old {
            Some(tag) if tag.line == *line && tag.form == form && tag.small == small => {
                let moved = shift - (tag.put.area.center() - tag.middle * written.zoom);
                shove(&tag.parts, moved, middle, &mut pins);
                tag.parts
            }
            old => {
                rub_out(&mut commands, old);
                write(&mut commands, &sheet, Row { id, line, form, small, middle, shift, size: put.area.size() })
            }
        };
        written.tags.insert(id, Tag { line: line.clone(), form, small, parts, put, middle });
    }
    for tag in before.into_values() {
        rub_out(&mut commands, Some(tag));
    }
    written.zoom = view.zoom;
}

/// While regiments glide, their labels keep their places beside them.
fn carry(parade: &Parade, written: &mut ResMut<Written>, pins: &mut Query<&mut Pinned>) {
    let zoom = written.zoom;
    for (id, tag) in &mut written.tags {
        let Some(body) = body(parade, *id, !tag.line.marks.is_empty()).filter(|body| body.middle != tag.middle) else {
            continue;
        };
        let by = (body.middle - tag.middle) * zoom;
        shove(&tag.parts, Vec2::ZERO, body.middle, pins);
        tag.middle = body.middle;
        tag.put.area = Rect { min: tag.put.area.min + by, max: tag.put.area.max + by };
        tag.put.leader = tag.put.leader.map(|ends| ends.map(|end| end + by));
    }
}

fn shove(parts: &[Entity], by: Vec2, to: Vec2, pins: &mut Query<&mut Pinned>) {
    for part in parts {
        if let Ok(mut pinned) = pins.get_mut(*part)
            && (pinned.at != to || by != Vec2::ZERO)
        {
            pinned.at = to;
            pinned.shift += by;
        }
    }
}

fn rub_out(commands: &mut Commands, tag: Option<Tag>) {
    for part in tag.into_iter().flat_map(|tag| tag.parts) {
        commands.entity(part).despawn();
    }
}

/// A label to be written.
struct Row<'a> {
    id: RegimentId,
    line: &'a Line,
    form: Form,
    small: bool,
    middle: Vec2,
    shift: Vec2,
    size: Vec2,
}

/// How far words lie over the marks of all labels.
const WORDS: f32 = 0.8;

fn write(commands: &mut Commands, sheet: &Sheet, row: Row) -> Vec<Entity> {
    let z = if row.line.lifted { Layer::Labels.z() } else { Layer::Veil.z() - 2.0 } + f32::from(row.id.0) * 1e-4;
    let (mark, condition, letters) = sizes(row.small);
    let (flag, ink) = match row.line.side {
        Side::Union => ("own/mark_union", Color::srgb(0.90, 0.95, 1.0)),
        Side::Confederate => ("own/mark_confederate", Color::srgb(1.0, 0.955, 0.87)),
    };
    let mut parts = Vec::new();
    let mut left = row.shift.x - row.size.x / 2.0;
    let pinned = |x: f32, scale: f32| Pinned { at: row.middle, shift: Vec2::new(x, row.shift.y), scale, z };
    let picture = |commands: &mut Commands, name: &str, middle: f32, size: f32| {
        let cut = sheet.cut(name, 0.0)?;
        let (sprite, anchor) = sheet.sprite(Cut { size: Vec2::ONE, anchor: Vec2::ZERO, ..cut }, Color::WHITE);
        Some(commands.spawn((sprite, anchor, pinned(middle, size), Transform::default())).id())
    };
    parts.extend(picture(commands, flag, left + mark / 2.0, mark));
    left += mark;
    let text = row.form.text(&row.line.name);
    if !text.is_empty() {
        let wide = measure::size(&text, letters).x;
        // All words lie over all marks: neighbours that share a picture are drawn together.
        let middle = Pinned { z: z + WORDS, ..pinned(left + BETWEEN + wide / 2.0, 1.0) };
        parts.extend(words(commands, Writing { text: &text, letters, ink }, middle));
        left += BETWEEN + wide;
    }
    for name in &row.line.marks {
        parts.extend(picture(commands, name, left + BETWEEN + condition / 2.0, condition));
        left += BETWEEN + condition;
    }
    parts
}

/// Lines from labels that stand away from their regiments.
fn lead(
    mut commands: Commands,
    written: Res<Written>,
    old: Query<Entity, With<Leaders>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
    mut ink: Local<Option<Handle<ColorMaterial>>>,
) {
    if !written.is_changed() {
        return;
    }
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let px = 1.0 / written.zoom.max(1.0);
    let mut brush = Brush::default();
    for [from, to] in written.tags.values().filter_map(|tag| tag.put.leader) {
        brush.stroke(from * px, to * px, 3.4 * px, Color::srgba(0.04, 0.03, 0.02, 0.70));
        brush.stroke(from * px, to * px, 1.4 * px, Color::srgba(1.0, 0.97, 0.88, 0.95));
    }
    if brush.is_empty() {
        return;
    }
    let ink = ink.get_or_insert_with(|| materials.add(ColorMaterial::default())).clone();
    let z = Layer::Veil.z() - 3.0;
    commands.spawn((Leaders, Mesh2d(meshes.add(brush.mesh())), MeshMaterial2d(ink), Transform::from_xyz(0.0, 0.0, z)));
}
