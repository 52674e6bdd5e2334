//! Levels of detail: what is drawn one way for the eye that is near, and another for the eye that is far.

use bevy::prelude::*;

use super::Draw;
use super::camera::View;

/// Seen from one zoom, in logical pixels an inch, to just under another.
#[derive(Component, Clone, Copy, PartialEq, Debug)]
pub struct Zooms {
    /// From here.
    pub from: f32,
    /// To here.
    pub to: f32,
}

impl Zooms {
    /// From this zoom on.
    pub const fn near(from: f32) -> Self {
        Self { from, to: f32::INFINITY }
    }

    /// Below this zoom.
    pub const fn far(to: f32) -> Self {
        Self { from: 0.0, to }
    }
}

/// Shows what the zoom asks for.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, choose.in_set(Draw::Dress));
}

fn choose(view: Res<View>, mut all: Query<(Ref<Zooms>, &mut Visibility)>, mut last: Local<Option<f32>>) {
    let moved = last.replace(view.zoom) != Some(view.zoom);
    for (zooms, mut visibility) in &mut all {
        if moved || zooms.is_added() {
            let seen = (zooms.from..zooms.to).contains(&view.zoom);
            visibility.set_if_neq(if seen { Visibility::Inherited } else { Visibility::Hidden });
        }
    }
}
