//! Words and marks that keep their size on the screen: the name of every regiment near by, its army's mark from afar,
//! with a drum for Disorder, a drop for a micro-hit and chevrons for worn ranks.

use bevy::prelude::*;
use bevy::sprite::{Anchor, Text2d};
use bevy::text::{Font, FontSize, TextColor, TextFont};

use super::atlas::{Cut, Sheet};
use super::camera::View;
use super::miniatures::Parade;
use super::overlays::Overlays;
use super::{Draw, Layer};
use crate::army::{RegimentId, Side};
use crate::book::Health;
use crate::turn::{Field, Phase};

/// Something placed at a point of the table whose size is in logical pixels.
#[derive(Component, Clone, Copy, Debug)]
pub struct Pinned {
    /// Where on the table.
    pub at: Vec2,
    /// Moved by so many logical pixels, y up.
    pub shift: Vec2,
    /// Height of one unit of its own size in logical pixels.
    pub scale: f32,
    /// Depth.
    pub z: f32,
    /// Logical pixels an inch at which it is seen.
    pub seen: (f32, f32),
}

/// Which regiment a label belongs to.
#[derive(Component, Clone, Copy)]
struct Of(RegimentId);

#[derive(Component)]
struct Tag;

/// A label that hangs under its regiment although it is seen from afar.
#[derive(Component)]
struct Below;

/// From this many logical pixels an inch names are written.
pub const NAMES_FROM: f32 = 30.0;
/// Below this many, numbers alone.
const NUMBERS_BELOW: f32 = 12.0;

/// Writes names and marks.
pub fn plugin(app: &mut App) {
    app.add_systems(PreStartup, choose_font)
        .add_systems(Update, write.in_set(Draw::Build))
        .add_systems(Update, (follow, pin).chain().in_set(Draw::Pin));
}

/// Letters for the table: the face that the panels use, which has the letters of names in most languages.
#[derive(Resource, Default)]
struct Face(Handle<Font>);

fn choose_font(mut commands: Commands, mut fonts: ResMut<Assets<Font>>) {
    let set = bevy_egui::egui::FontDefinitions::default();
    let face = set.font_data.get("Ubuntu-Light").map(|data| fonts.add(Font::from_bytes(data.font.to_vec())));
    commands.insert_resource(Face(face.unwrap_or_default()));
}

/// What a label shows; it is written again when this changes.
#[derive(Clone, PartialEq)]
struct Line {
    id: RegimentId,
    name: String,
    side: Side,
    marks: Vec<&'static str>,
    lifted: bool,
}

fn write(
    mut commands: Commands,
    field: Option<Res<Field>>,
    sheet: Option<Res<Sheet>>,
    overlays: Res<Overlays>,
    mut shown: Local<Vec<Line>>,
    old: Query<Entity, With<Tag>>,
) {
    let (Some(field), Some(sheet)) = (field, sheet) else { return };
    if !field.is_changed() && !overlays.is_changed() {
        return;
    }
    let lifted = overlays.lifted();
    let dimmed = overlays.dimmed();
    let table = Vec2::new(field.ground.width.get(), field.ground.height.get());
    let lines: Vec<Line> = field
        .standing()
        .filter(|unit| {
            let at = unit.place.pose.at.vec();
            field.clock.phase != Phase::Deployment || Rect::from_corners(Vec2::ZERO, table).contains(at)
        })
        .map(|unit| {
            let mut marks = Vec::new();
            if unit.condition.disordered {
                marks.push("own/mark_drum");
            }
            if unit.condition.micro > 0 {
                marks.push("own/mark_hit");
            }
            if unit.condition.low_ammo {
                marks.push("own/mark_ammo");
            }
            // A battery is never Fresh, Worn or Spent.
            match field.health(unit) {
                _ if unit.regiment.arm.is_artillery() => {}
                Health::Worn => marks.push("own/mark_worn"),
                Health::Spent => marks.push("own/mark_spent"),
                _ => {}
            }
            let lifted = !dimmed || lifted.contains(&unit.id());
            Line { id: unit.id(), name: unit.name().to_owned(), side: unit.side(), marks, lifted }
        })
        .collect();
    if lines == *shown {
        return;
    }
    for entity in &old {
        commands.entity(entity).despawn();
    }
    for line in &lines {
        tag(&mut commands, &sheet, line);
    }
    *shown = lines;
}

fn tag(commands: &mut Commands, sheet: &Sheet, line: &Line) {
    let z = if line.lifted { Layer::Labels.z() } else { Layer::Veil.z() - 2.0 } + f32::from(line.id.0) * 0.01;
    let mark = match line.side {
        Side::Union => "own/mark_union",
        Side::Confederate => "own/mark_confederate",
    };
    let far = (0.0, NAMES_FROM);
    let near = (NAMES_FROM, f32::INFINITY);
    let mut picture = |name: &str, shift: Vec2, size: f32, seen| {
        if let Some(cut) = sheet.cut(name, 0.0) {
            let (sprite, anchor) = sheet.sprite(Cut { size: Vec2::ONE, anchor: Vec2::ZERO, ..cut }, Color::WHITE);
            commands.spawn((
                Tag,
                Of(line.id),
                sprite,
                anchor,
                Pinned { at: Vec2::ZERO, shift, scale: size, z, seen },
                Transform::default(),
            ));
        }
    };
    picture(mark, Vec2::new(0.0, 13.0), 21.0, far);
    for (n, mark) in line.marks.iter().enumerate() {
        picture(mark, Vec2::new(17.0 + 15.0 * n as f32, 13.0), 15.0, far);
    }
    // Near by: mark, name, conditions on one line under the regiment.
    let half = line.name.chars().count() as f32 * 3.7 + 3.0;
    picture(mark, Vec2::new(-half - 12.0, 0.0), 22.0, near);
    for (n, mark) in line.marks.iter().enumerate() {
        picture(mark, Vec2::new(half + 11.0 + 19.0 * n as f32, 0.0), 19.0, near);
    }
    let ink = match line.side {
        Side::Union => Color::srgb(0.90, 0.95, 1.0),
        Side::Confederate => Color::srgb(1.0, 0.955, 0.87),
    };
    for (entity, pinned) in words(commands, &line.name, 15.0, ink, Vec2::ZERO, Vec2::ZERO, z, near) {
        commands.entity(entity).insert((Tag, Of(line.id), pinned));
    }
    // From afar as on a map, and from farther, where three stands are narrower than a word, the number alone.
    let map = short(&line.name);
    let number = map.split(' ').next().filter(|first| first.chars().all(|c| c.is_ascii_digit())).unwrap_or(&map);
    for (text, seen) in [(map.as_str(), (NUMBERS_BELOW, NAMES_FROM)), (number, (0.0, NUMBERS_BELOW))] {
        for (entity, pinned) in words(commands, text, 13.0, ink, Vec2::ZERO, Vec2::new(0.0, -7.0), z, seen) {
            commands.entity(entity).insert((Tag, Of(line.id), Below, pinned));
        }
    }
}

/// States as maps of the war shorten them.
const STATES: [(&str, &str); 33] = [
    ("Alabama", "Ala"),
    ("Arkansas", "Ark"),
    ("California", "Cal"),
    ("Connecticut", "Conn"),
    ("Delaware", "Del"),
    ("Florida", "Fla"),
    ("Georgia", "Ga"),
    ("Illinois", "Ill"),
    ("Indiana", "Ind"),
    ("Iowa", "Iowa"),
    ("Kansas", "Kan"),
    ("Kentucky", "Ky"),
    ("Louisiana", "La"),
    ("Maine", "Me"),
    ("Maryland", "Md"),
    ("Massachusetts", "Mass"),
    ("Michigan", "Mich"),
    ("Minnesota", "Minn"),
    ("Mississippi", "Miss"),
    ("Missouri", "Mo"),
    ("New Hampshire", "N.H."),
    ("New Jersey", "N.J."),
    ("New York", "N.Y."),
    ("North Carolina", "N.C."),
    ("Ohio", "Ohio"),
    ("Pennsylvania", "Pa"),
    ("Rhode Island", "R.I."),
    ("South Carolina", "S.C."),
    ("Tennessee", "Tenn"),
    ("U.S.", "U.S."),
    ("Vermont", "Vt"),
    ("Virginia", "Va"),
    ("Wisconsin", "Wis"),
];

/// A regiment's name as a map writes it: "110 Pa" for "110th Pennsylvania", "8 Ill Cav" for "8th Illinois Cavalry", "B, 4
/// U.S." for "Battery B, 4th U.S. Artillery". Names of another kind stay as they are.
fn short(name: &str) -> String {
    const ENDINGS: [(&str, &str); 5] = [
        (" (horses)", " horses"),
        (" (garrison)", " garrison"),
        (" Cavalry", " Cav"),
        (" Horse Artillery", " H.A."),
        (" Artillery", " Art'y"),
    ];
    let battery = name.strip_prefix("Battery ").and_then(|rest| rest.split_once(", "));
    if let Some((letter, of)) = battery {
        return format!("{letter}, {}", short(of.strip_suffix(" Artillery").unwrap_or(of)));
    }
    for (ending, mark) in ENDINGS {
        if let Some(stem) = name.strip_suffix(ending) {
            return short(stem) + mark;
        }
    }
    let Some((number, state)) = name.split_once(' ') else { return name.to_owned() };
    let digits = number.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let numbered = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
    match STATES.iter().find(|(whole, _)| numbered && *whole == state) {
        Some((_, letters)) => format!("{digits} {letters}"),
        None => name.to_owned(),
    }
}

/// Writes outlined words at a point; the size is in logical pixels.
#[expect(clippy::too_many_arguments, reason = "each is one plain property of the words")]
pub fn words(
    commands: &mut Commands,
    text: &str,
    size: f32,
    ink: Color,
    at: Vec2,
    shift: Vec2,
    z: f32,
    seen: (f32, f32),
) -> Vec<(Entity, Pinned)> {
    let dark = Color::srgba(0.04, 0.03, 0.02, 0.92);
    let around = [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0), (-0.8, -0.8), (0.8, -0.8), (-0.8, 0.8), (0.8, 0.8)];
    let rim = around.map(|(x, y)| (Vec2::new(x, y) * 1.4, dark, 0.0));
    rim.into_iter()
        .chain([(Vec2::ZERO, ink, 0.005), (Vec2::new(0.4, 0.0), ink, 0.006)])
        .map(|(offset, color, over)| {
            let pinned = Pinned { at, shift: shift + offset, scale: 1.0, z: z + over, seen };
            let entity = commands
                .spawn((
                    Text2d::new(text),
                    TextFont { font_size: FontSize::Px(size), ..default() },
                    TextColor(color),
                    Anchor::CENTER,
                    Transform::default(),
                    // Seen from the moment that it has its size and place.
                    Visibility::Hidden,
                    pinned,
                ))
                .id();
            commands.queue(move |world: &mut World| {
                let face = world.get_resource::<Face>().map(|face| face.0.clone()).unwrap_or_default();
                if let Some(mut font) = world.get_mut::<TextFont>(entity) {
                    font.font = face.into();
                }
            });
            (entity, pinned)
        })
        .collect()
}

/// Labels go along with their regiments.
fn follow(
    field: Option<Res<Field>>,
    parade: Res<Parade>,
    new: Query<(), Added<Of>>,
    mut tags: Query<(&Of, &mut Pinned, Has<Below>)>,
) {
    let Some(field) = field else { return };
    if !parade.is_changed() && new.is_empty() {
        return;
    }
    for (of, mut pinned, below) in &mut tags {
        let seen = parade.seen(of.0);
        let unit = field.unit(of.0);
        if seen.is_empty() {
            continue;
        }
        let card = parade.card(of.0);
        let mut low = f32::INFINITY;
        let mut middle = Vec2::ZERO;
        for (at, heading) in &seen {
            let (sin, cos) = bevy::math::ops::sin_cos(heading.to_radians());
            let (right, ahead) = (Vec2::new(cos, -sin), Vec2::new(sin, cos));
            let (side, rear) = (right * (card.x / 2.0), -ahead * card.y);
            for corner in [side, -side, side + rear, rear - side] {
                low = low.min((*at + corner).y);
            }
            middle += *at + rear / 2.0;
        }
        middle /= seen.len() as f32;
        let at = if pinned.seen.1 <= NAMES_FROM && !below {
            let n = unit.dressed().iter().position(|stand| stand.colors).unwrap_or(0).min(seen.len() - 1);
            seen[n].0
        } else {
            // Under the regiment: behind a column, but not further than a steep line reaches.
            let most = if unit.place.formation.is_march_column() { f32::INFINITY } else { 1.6 };
            Vec2::new(middle.x, low.max(middle.y - most) - 0.16)
        };
        if pinned.at != at {
            pinned.at = at;
        }
    }
}

/// Gives what keeps its size on the screen its place. What writes words runs before it, or they show unmeasured.
pub(super) fn pin(view: Res<View>, mut pins: Query<(Ref<Pinned>, &mut Transform, &mut Visibility, Has<Text2d>)>) {
    for (pinned, mut transform, mut visibility, is_text) in &mut pins {
        if !view.is_changed() && !pinned.is_changed() {
            continue;
        }
        let mut at = pinned.at + pinned.shift / view.zoom;
        if is_text {
            // Words are sharpest on whole pixels, or halves of the larger logical ones.
            at = ((at - view.centre) * view.zoom * 2.0).round() / (view.zoom * 2.0) + view.centre;
        }
        let to = Transform::from_xyz(at.x, at.y, pinned.z).with_scale(Vec3::splat(pinned.scale / view.zoom));
        if *transform != to {
            *transform = to;
        }
        let seen = if view.zoom >= pinned.seen.0 && view.zoom < pinned.seen.1 {
            Visibility::Inherited
        } else {
            Visibility::Hidden
        };
        if *visibility != seen {
            *visibility = seen;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn names_are_shortened_as_on_maps() {
        assert_eq!(short("110th Pennsylvania"), "110 Pa");
        assert_eq!(short("1st New York"), "1 N.Y.");
        assert_eq!(short("Phillips' Legion"), "Phillips' Legion");
        assert_eq!(short("2nd U.S. Sharpshooters"), "2nd U.S. Sharpshooters");
        assert_eq!(short("8th Illinois Cavalry"), "8 Ill Cav");
        assert_eq!(short("8th Illinois Cavalry (horses)"), "8 Ill Cav horses");
        assert_eq!(short("Battery B, 4th U.S. Artillery"), "B, 4 U.S.");
        assert_eq!(short("Stuart Horse Artillery"), "Stuart H.A.");
        assert_eq!(short("Rockbridge Artillery"), "Rockbridge Art'y");
    }
}
