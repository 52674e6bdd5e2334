//! Words and marks that keep their size on the screen: the army's mark and the name of every regiment, with a drum for
//! Disorder, a drop for a micro-hit and chevrons for worn ranks.
//!
//! | file | holds |
//! |---|---|
//! | [`tags`] | what the label of a regiment says, and writing it |
//! | [`layout`] | where labels and other words go so that none covers another |
//! | [`names`] | names as maps shorten them |
//! | [`measure`] | how large words will be |
//!
//! Here is what they share: words with a dark rim, and pinning things to a point at a size of the screen.

pub mod layout;
pub mod measure;
pub mod names;
pub mod tags;

use bevy::prelude::*;
use bevy::sprite::{Anchor, Text2d};
use bevy::text::{Font, FontSize, Justify, LineHeight, TextColor, TextFont, TextLayout};

use super::Draw;
use super::camera::View;

pub use tags::Written;

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
}

/// Breadth of the dark rim round letters, in logical pixels.
const RIM: f32 = 1.4;

/// Writes names and marks.
pub fn plugin(app: &mut App) {
    app.add_plugins(tags::plugin).add_systems(PreStartup, choose_font).add_systems(Update, pin.in_set(Draw::Pin));
}

/// Letters for the table: the face that the panels use, which has the letters of names in most languages.
#[derive(Resource, Default)]
struct Face(Handle<Font>);

fn choose_font(mut commands: Commands, mut fonts: ResMut<Assets<Font>>) {
    let set = bevy_egui::egui::FontDefinitions::default();
    let face = set.font_data.get("Ubuntu-Light").map(|data| fonts.add(Font::from_bytes(data.font.to_vec())));
    commands.insert_resource(Face(face.unwrap_or_default()));
}

/// Words as they are to be written: letters of a size in logical pixels, in an ink.
#[derive(Clone, Copy, Debug)]
pub struct Writing<'a> {
    /// What.
    pub text: &'a str,
    /// Size of the letters.
    pub letters: f32,
    /// Their colour.
    pub ink: Color,
}

/// Writes words with a dark rim; `middle` is where their middle is pinned.
pub fn words(commands: &mut Commands, writing: Writing, middle: Pinned) -> Vec<Entity> {
    let dark = Color::srgba(0.04, 0.03, 0.02, 0.92);
    let around = [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0), (-0.8, -0.8), (0.8, -0.8), (-0.8, 0.8), (0.8, 0.8)];
    let rim = around.map(|(x, y)| (Vec2::new(x, y) * RIM, dark, 0.0));
    let ink = writing.ink;
    rim.into_iter()
        .chain([(Vec2::ZERO, ink, 0.005), (Vec2::new(0.4, 0.0), ink, 0.006)])
        .map(|(offset, color, over)| {
            let pinned = Pinned { shift: middle.shift + offset, z: middle.z + over, ..middle };
            let entity = lettered(commands, writing.text, writing.letters, color);
            commands.entity(entity).insert(pinned);
            entity
        })
        .collect()
}

/// One line of letters without a rim, hidden until somebody gives it its place.
pub(in crate::table) fn lettered(commands: &mut Commands, text: &str, letters: f32, ink: Color) -> Entity {
    let entity = commands
        .spawn((
            Text2d::new(text),
            TextFont { font_size: FontSize::Px(letters), ..default() },
            TextColor(ink),
            TextLayout { justify: Justify::Center, ..default() },
            LineHeight::RelativeToFont(measure::LINE),
            Anchor::CENTER,
            Transform::default(),
            // Seen from the moment that it has its size and place.
            Visibility::Hidden,
        ))
        .id();
    commands.queue(move |world: &mut World| {
        let face = world.get_resource::<Face>().map(|face| face.0.clone()).unwrap_or_default();
        if let Some(mut font) = world.get_mut::<TextFont>(entity) {
            font.font = face.into();
        }
    });
    entity
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
        if *visibility != Visibility::Inherited {
            *visibility = Visibility::Inherited;
        }
    }
}
