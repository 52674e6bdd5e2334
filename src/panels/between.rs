//! What shows between things: the turn in five lines when the sides change, the dialog that asks both players, toasts.

use bevy_egui::egui::{self, Align2, Button, Rect, RichText, Stroke, pos2, vec2};

use super::state::PanelState;
use super::view::{Mode, PanelAction, TakeBack, View};
use super::widgets::{self, Entry};
use super::{glyph, text, theme};
use crate::army::Side;
use crate::turn::Phase;

/// The turn that has ended in five lines, until it is put away.
pub fn handover(ctx: &egui::Context, view: &View, state: &mut PanelState, rect: Rect) -> Option<Rect> {
    let clock = &view.field.clock;
    let fresh = clock.turn > 1 && clock.turn != state.turn_seen && clock.phase == Phase::Command;
    if view.mode != Mode::Play || !fresh || view.last_turn.is_empty() || view.agenda.question.is_some() {
        return None;
    }
    let width = 620.0_f32.min(rect.width() - 16.0).max(320.0);
    let at = pos2(rect.center().x, rect.top() + 8.0);
    Some(widgets::float(ctx, "handover", at, Align2::CENTER_TOP, width, theme::sheet(), |ui| {
        ui.horizontal(|ui| {
            glyph::side_flag(ui, clock.active, 26.0);
            ui.add(
                egui::Label::new(
                    RichText::new(format!("Turn {} is over. {} is Active now.", clock.turn - 1, clock.active))
                        .heading(),
                )
                .wrap(),
            );
        });
        for line in text::five_lines(view.field, view.last_turn) {
            ui.add(egui::Label::new(line).wrap());
        }
        let words = format!("Begin turn {} of {}", clock.turn, clock.last_turn());
        if Entry::new(words).key(egui::Key::Enter).show(ui) {
            state.turn_seen = clock.turn;
        }
    }))
}

/// Both players are asked before dice, or what the other has been asked, are taken back.
pub fn agree(
    ctx: &egui::Context,
    view: &View,
    state: &mut PanelState,
    rect: Rect,
    out: &mut Vec<PanelAction>,
) -> Option<Rect> {
    let mut agreed = state.agreed?;
    let TakeBack::BothAgree { what, why } = &view.take_back else {
        state.agreed = None;
        return None;
    };
    let mut given_up = false;
    let at = pos2(rect.center().x, rect.top() + 8.0);
    let area = widgets::float(
        ctx,
        "agree",
        at,
        Align2::CENTER_TOP,
        460.0_f32.min(rect.width() - 16.0),
        theme::sheet(),
        |ui| {
            widgets::heading(ui, "Take it back?");
            ui.add(
                egui::Label::new(format!(
                    "Would be taken back: {what}. Since then {why}, so both must agree. The log will say so."
                ))
                .wrap(),
            );
            ui.columns(2, |columns| {
                for (ui, side) in columns.iter_mut().zip(Side::BOTH) {
                    let yes = agreed[side.index()];
                    let label = if yes { format!("{side} has agreed") } else { format!("{side} agrees") };
                    let button = Button::new(RichText::new(label).color(theme::CREAM))
                        .fill(theme::accent(side))
                        .stroke(Stroke::new(1.0, theme::INK))
                        .min_size(vec2(ui.available_width(), 32.0));
                    if ui.add_enabled(!yes, button).clicked() {
                        agreed[side.index()] = true;
                    }
                }
            });
            given_up = Entry::new("No, it stands").key(egui::Key::Escape).show(ui);
        },
    );
    state.agreed = Some(agreed);
    if given_up {
        state.agreed = None;
    } else if agreed == [true; 2] {
        state.agreed = None;
        out.push(PanelAction::TakeBack);
    }
    Some(area)
}

/// Refusals and notices, for a few seconds each.
pub fn toasts(ctx: &egui::Context, state: &mut PanelState, rect: Rect) {
    let now = ctx.input(|i| i.time);
    for toast in &mut state.toasts {
        let length = 4.0 + toast.words.len() as f64 / 25.0;
        toast.until.get_or_insert(now + length);
    }
    state.toasts.retain(|toast| toast.until.is_none_or(|until| until > now));
    if state.toasts.is_empty() {
        return;
    }
    let soonest = state.toasts.iter().filter_map(|t| t.until).fold(f64::MAX, f64::min);
    ctx.request_repaint_after(std::time::Duration::from_secs_f64((soonest - now).max(0.05)));
    let at = pos2(rect.center().x, rect.bottom() - 12.0);
    widgets::float(
        ctx,
        "toasts",
        at,
        Align2::CENTER_BOTTOM,
        560.0_f32.min(rect.width() - 16.0),
        theme::board(),
        |ui| {
            theme::on_walnut(ui);
            for toast in &state.toasts {
                ui.add(egui::Label::new(RichText::new(&toast.words).color(theme::CREAM)).wrap());
            }
        },
    );
}
