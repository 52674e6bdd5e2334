//! Controls of a replay: play, step, back, a slider over all orders, speed.

use bevy_egui::egui::{self, Align2, Key, Rect, RichText, Slider, pos2};

use crate::panels::view::ReplayStep;
use crate::panels::{Mode, PanelAction, theme, widgets};

/// Draws the controls at the lower edge of the free part of the table.
pub fn draw(ctx: &egui::Context, mode: Mode, free: Rect) -> Vec<PanelAction> {
    let mut out = Vec::new();
    let Mode::Replay { at, of, running, speed } = mode else { return out };
    let width = 620.0_f32.min(free.width() - 16.0).max(320.0);
    let anchor = pos2(free.center().x, free.bottom() - 10.0);
    widgets::float(ctx, "replay", anchor, Align2::CENTER_BOTTOM, width, theme::board(), |ui| {
        theme::on_walnut(ui);
        ui.horizontal(|ui| {
            let mut step = |ui: &mut egui::Ui, label: &str, tip: &str, key: Key, may: bool, step: ReplayStep| {
                let clicked = ui.add_enabled(may, egui::Button::new(label)).on_hover_text(tip).clicked();
                if clicked || may && widgets::struck(ui.ctx(), key) {
                    out.push(PanelAction::Replay(step));
                }
            };
            step(ui, "|<", "To the beginning (Home)", Key::Home, at > 0, ReplayStep::To(0));
            step(
                ui,
                "< Back",
                "One order back (left arrow)",
                Key::ArrowLeft,
                at > 0,
                ReplayStep::To(at.saturating_sub(1)),
            );
            let (label, tip) = if running { ("Stop", "Stop here (Space)") } else { ("Play", "Run on (Space)") };
            step(ui, label, tip, Key::Space, running || at < of, ReplayStep::Run(!running));
            step(
                ui,
                "Step >",
                "One order on (right arrow)",
                Key::ArrowRight,
                at < of,
                ReplayStep::To((at + 1).min(of)),
            );
            step(ui, ">|", "To the end (End)", Key::End, at < of, ReplayStep::To(of));
            ui.add_space(8.0);
            for choice in [0.5, 1.0, 2.0, 4.0] {
                let words = RichText::new(format!("{choice}/s")).size(theme::SMALL);
                if ui.selectable_label((speed - choice).abs() < 0.01, words).on_hover_text("Orders a second").clicked()
                {
                    out.push(PanelAction::Replay(ReplayStep::Speed(choice)));
                }
            }
        });
        ui.horizontal(|ui| {
            let mut now = at;
            ui.spacing_mut().slider_width = (ui.available_width() - 130.0).max(120.0);
            if ui.add(Slider::new(&mut now, 0..=of).show_value(false)).on_hover_text("Drag to any order").changed()
                && now != at
            {
                out.push(PanelAction::Replay(ReplayStep::To(now)));
            }
            ui.label(RichText::new(format!("order {at} of {of}")).size(theme::SMALL));
        });
    });
    out
}
