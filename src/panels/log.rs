//! The log along the bottom: one line an event; a volley opens into its dice and modifiers; a click goes there.

use bevy_egui::egui::{self, Rect, RichText, ScrollArea, Sense, Ui, pos2};

use super::state::{Fold, PanelState};
use super::view::{LogLine, PanelAction, View};
use super::{glyph, theme, widgets};

/// Height of the log when it shows its last line only.
pub const FOLDED: f32 = 38.0;
/// Height of the open log.
pub const OPEN: f32 = 208.0;

/// How high the log is.
pub fn height(state: &PanelState) -> f32 {
    match state.log {
        Fold::Open => OPEN,
        Fold::Folded => FOLDED,
    }
}

/// Draws the log between two sides of the screen.
pub fn draw(
    ctx: &egui::Context,
    view: &View,
    state: &mut PanelState,
    left: f32,
    right: f32,
    out: &mut Vec<PanelAction>,
) -> Rect {
    let bottom = ctx.content_rect().bottom();
    let rect = Rect::from_min_max(pos2(left, bottom - height(state)), pos2(right, bottom));
    let follow = view.log.len() != state.log_len;
    state.log_len = view.log.len();
    widgets::sheet(ctx, "log", rect, theme::sheet().inner_margin(6), egui::Order::Middle, |ui| {
        ui.horizontal(|ui| {
            ui.set_height(24.0);
            let fold = if state.log == Fold::Open { "Log v" } else { "Log ^" };
            if ui.button(fold).on_hover_text("Open or fold the log").clicked() {
                state.log = state.log.turned();
            }
            match view.log.last() {
                None => {
                    widgets::line(ui, RichText::new("Nothing has happened yet.").color(theme::FADED));
                }
                Some(last) => {
                    if state.log == Fold::Folded
                        && widgets::line(ui, last.text.as_str()).interact(Sense::click()).clicked()
                        && let Some(at) = last.at
                    {
                        out.push(PanelAction::LookAt(at));
                    }
                    if state.log == Fold::Open {
                        ui.label(
                            RichText::new("Click a line to go there; the arrow opens its dice.")
                                .size(theme::SMALL)
                                .color(theme::FADED),
                        );
                    }
                }
            }
        });
        if state.log == Fold::Open {
            // Lines differ in height once opened, so only those near the end are laid out unless the player scrolls up.
            ScrollArea::vertical().auto_shrink(false).stick_to_bottom(true).show(ui, |ui| {
                let skip = view.log.len().saturating_sub(400);
                if skip > 0 {
                    widgets::note(ui, format!("{skip} earlier lines are in the record."));
                }
                for (n, line) in view.log.iter().enumerate().skip(skip) {
                    ui.push_id(n, |ui| one(ui, line, out));
                }
                if follow {
                    ui.scroll_to_cursor(Some(egui::Align::BOTTOM));
                }
            });
        }
    })
}

fn one(ui: &mut Ui, line: &LogLine, out: &mut Vec<PanelAction>) {
    if line.heading {
        widgets::heading(ui, line.text.as_str());
        return;
    }
    let opens = !(line.details.is_empty() && line.modifiers.is_empty() && line.dice.is_empty());
    let id = ui.make_persistent_id("opened");
    let mut opened = ui.data(|data| data.get_temp::<Fold>(id)).unwrap_or(Fold::Folded);
    ui.horizontal(|ui| {
        if opens {
            let words = if opened == Fold::Open { "-" } else { "+" };
            if ui.add_sized([22.0, 20.0], egui::Button::new(words)).on_hover_text("Dice, numbers, pages").clicked() {
                opened = opened.turned();
                ui.data_mut(|data| data.insert_temp(id, opened));
            }
        } else {
            ui.add_space(28.0);
        }
        match line.side {
            Some(side) => {
                glyph::side_flag(ui, side, 14.0);
            }
            None => ui.add_space(27.0),
        }
        let response = widgets::line(ui, line.text.as_str()).interact(Sense::click());
        if let Some(at) = line.at
            && response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked()
        {
            out.push(PanelAction::LookAt(at));
        }
    });
    if opened == Fold::Open {
        ui.horizontal(|ui| {
            ui.add_space(60.0);
            ui.vertical(|ui| {
                if !line.dice.is_empty() {
                    ui.horizontal_wrapped(|ui| {
                        for die in &line.dice {
                            glyph::die(ui, *die, 20.0, Sense::hover());
                        }
                    });
                }
                for detail in &line.details {
                    widgets::note(ui, detail.as_str());
                }
                widgets::modifiers(ui, &line.modifiers);
            });
        });
    }
}
