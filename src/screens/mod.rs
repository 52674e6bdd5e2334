//! The screens around a battle: title, new battle, saves, replay, the end.
//!
//! Each is a function of what it shows and of what it remembers, and gives back [`ScreenAction`]s.

pub mod bridge;
pub mod end;
pub mod load;
pub mod map;
pub mod new_battle;
pub mod replay;
pub mod settings;
pub mod title;
pub mod watch;

use std::path::PathBuf;

use bevy::state::state::{NextState, States};
use bevy_egui::egui::{self, RichText, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

use crate::book::Options;
use crate::panels::{theme, widgets};

/// Which screen is shown.
#[derive(States, Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Screen {
    /// The title.
    #[default]
    Title,
    /// Choosing a scenario.
    NewBattle,
    /// Choosing a save to go on with.
    Load,
    /// Choosing a save to watch.
    Replays,
    /// At the table.
    Battle,
    /// At the table, watching.
    Replay,
}

/// What a player did on a screen.
#[derive(Clone, PartialEq, Debug)]
pub enum ScreenAction {
    /// Shows another screen.
    Go(Screen),
    /// Goes on with the last battle.
    Continue,
    /// Begins a battle.
    Begin {
        /// Its place on the shelf.
        scenario: usize,
        /// House rules.
        options: Options,
        /// Dice.
        dice: new_battle::Dice,
        /// The seed, if one was typed.
        seed: Option<u64>,
    },
    /// Goes on with a save.
    Load(PathBuf),
    /// Watches a save.
    Watch(PathBuf),
    /// Leaves the game.
    Quit,
}

/// All screens, and the panels of the battle.
pub fn plugin(app: &mut bevy::app::App) {
    app.add_plugins((
        bridge::plugin,
        settings::plugin,
        watch::plugin,
        crate::panels::bridge::plugin,
        crate::panels::picture::plugin,
    ));
}

/// Shows another screen from the next frame on.
pub fn go_to(world: &mut bevy::ecs::world::World, screen: Screen) {
    NextState::set_if_neq(&mut world.resource_mut::<NextState<Screen>>(), screen);
}

/// The head of a screen: its name, and the way back.
fn header(ui: &mut Ui, name: &str, out: &mut Vec<ScreenAction>) {
    ui.horizontal(|ui| {
        if ui.button("< Title").on_hover_text("Back (Esc)").clicked() {
            out.push(ScreenAction::Go(Screen::Title));
        }
        ui.label(RichText::new(name).size(24.0).strong());
    });
    ui.separator();
}

/// What is left of a screen, no wider than `most` points and in its middle.
fn page(ui: &Ui, most: f32) -> egui::Rect {
    let rest = ui.available_rect_before_wrap();
    let spare = (rest.width() - most).max(0.0) / 2.0;
    rest.shrink2(vec2(spare, 0.0))
}

/// An entry of a list in two lines; true when it was clicked.
fn choice(ui: &mut Ui, chosen: bool, name: &str, note: &str) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 50.0), Sense::click());
    response.widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::Button, true, chosen, name));
    if ui.is_rect_visible(rect) {
        let fill = if chosen {
            ui.visuals().selection.bg_fill
        } else if response.hovered() {
            theme::PAPER_HOVER
        } else {
            theme::PAPER_DEEP
        };
        ui.painter().rect(rect.shrink(1.0), 2, fill, Stroke::new(1.0, theme::RULE), StrokeKind::Inside);
        if chosen {
            let mark = egui::Rect::from_min_size(rect.min, vec2(4.0, rect.height()));
            ui.painter().rect_filled(mark, 0, theme::INK);
        }
        let inner = rect.shrink2(vec2(12.0, 5.0));
        for (top, height, words) in
            [(0.0, 22.0, RichText::new(name).strong()), (21.0, 19.0, RichText::new(note).size(theme::SMALL))]
        {
            let place = egui::Rect::from_min_size(pos2(inner.left(), inner.top() + top), vec2(inner.width(), height));
            let mut child = ui.new_child(
                egui::UiBuilder::new().max_rect(place).layout(egui::Layout::left_to_right(egui::Align::Center)),
            );
            widgets::line(&mut child, words);
        }
    }
    response.clicked()
}

#[cfg(test)]
mod tests;
