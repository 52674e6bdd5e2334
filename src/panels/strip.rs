//! The strip along the top: turn, active side, the five phases, who is asked for what, and the way out of the phase.

use bevy_egui::egui::{self, Button, FontId, Rect, RichText, Sense, Stroke, Ui, vec2};

use super::state::{Fold, PanelState};
use super::view::{Mode, PanelAction, TakeBack, View};
use super::{glyph, text, theme, widgets};
use crate::army::Side;
use crate::table::Motion;
use crate::table::sound::{Hearing, Loudness};
use crate::turn::{Order, Phase};

/// Height of the strip, in points.
pub const HEIGHT: f32 = 84.0;

/// Draws the strip.
pub fn draw(ctx: &egui::Context, view: &View, state: &mut PanelState, out: &mut Vec<PanelAction>) -> Rect {
    let screen = ctx.content_rect();
    let rect = Rect::from_min_size(screen.min, vec2(screen.width(), HEIGHT));
    widgets::sheet(ctx, "strip", rect, theme::board(), egui::Order::Middle, |ui| {
        theme::on_walnut(ui);
        ui.horizontal(|ui| {
            ui.set_height(26.0);
            let who = view.field.clock.active;
            glyph::side_flag(ui, who, 22.0).on_hover_text(format!("{who} is Active"));
            ui.label(RichText::new(format!("{}. {who} is Active.", text::turn(view.field))).strong());
            ui.add_space(8.0);
            track(ui, view.field.clock.phase);
            widgets::from_right(ui, |ui| corner(ui, view, state, out));
        });
        ui.separator();
        ui.horizontal(|ui| {
            ui.set_height(32.0);
            if let Some(side) = text::asked(view) {
                glyph::side_flag(ui, side, 20.0);
            } else if view.field.clock.phase != Phase::Over {
                glyph::side_flag(ui, Side::Union, 20.0);
                glyph::side_flag(ui, Side::Confederate, 20.0);
            }
            widgets::from_right(ui, |ui| {
                leave(ui, view, out);
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    widgets::line(ui, RichText::new(text::sentence(view)).size(16.0));
                });
            });
        });
    })
}

/// The five phases as a track, the present one lit and named.
fn track(ui: &mut Ui, now: Phase) {
    for phase in Phase::TURN {
        let n = phase.number().unwrap_or(0);
        let current = phase == now;
        let done = now.number().is_some_and(|at| at > n);
        let label = if current { format!("{n} {phase}") } else { n.to_string() };
        let font = FontId::proportional(if current { theme::BODY } else { theme::SMALL });
        let color = if current { theme::INK } else { theme::CREAM };
        let galley = ui.painter().layout_no_wrap(label, font, color);
        let size = vec2(galley.size().x + 14.0, 22.0);
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        let painter = ui.painter();
        if current {
            painter.rect_filled(rect, 11, theme::CREAM);
        } else {
            let line = Stroke::new(1.0, theme::CREAM_FADED);
            painter.rect_stroke(rect, 11, line, egui::StrokeKind::Inside);
            if done {
                painter.hline(rect.x_range().shrink(4.0), rect.bottom() - 3.0, Stroke::new(2.0, theme::CREAM));
            }
        }
        painter.galley(rect.center() - galley.size() / 2.0, galley, color);
        response.on_hover_text(phase_words(phase));
    }
}

/// What happens in a phase, for the pointer.
pub const fn phase_words(phase: Phase) -> &'static str {
    match phase {
        Phase::Deployment => "Both sides place their brigades.",
        Phase::Command => "1 Staff & Command: both sides roll pips, rally, reserve a pip (RULE-01-2).",
        Phase::Maneuver => "2 Maneuver & Assault: the Active side moves, then assaults; the other reacts (RULE-01-3).",
        Phase::Fire => "3 Fire: Active regiments that held may fire (RULE-01-4).",
        Phase::Melee => "4 Melee: regiments in contact fight (RULE-01-5).",
        Phase::Status => "5 Status: smoke lifts, regiments rally, brigades are counted (RULE-01-6).",
        Phase::Over => "The battle is over.",
    }
}

/// Undo, help, save, leave.
fn corner(ui: &mut Ui, view: &View, state: &mut PanelState, out: &mut Vec<PanelAction>) {
    let ctx = ui.ctx().clone();
    if ui.button("Menu").on_hover_text("Save, or leave the table").clicked() {
        state.menu = state.menu.turned();
    }
    if ui.button("Rules F1").on_hover_text("The page about what is under the pointer, or selected").clicked()
        || widgets::struck(&ctx, egui::Key::F1)
    {
        state.help = match state.help {
            Some(_) => None,
            None => Some(super::help::Topic::about(view)),
        };
    }
    let ctrl_z = widgets::struck_with_command(&ctx, egui::Key::Z);
    if let Mode::Replay { .. } = view.mode {
        return;
    }
    let width = 230.0;
    match &view.take_back {
        TakeBack::Nothing => {
            ui.add_enabled(false, Button::new("Take back").shortcut_text("Ctrl+Z").truncate())
                .on_disabled_hover_text("There is nothing to take back.");
            if ctrl_z {
                state.toast("There is nothing to take back.");
            }
        }
        TakeBack::Free(what) => {
            let words = format!("Take back: {what}");
            let response = sized(ui, width, Button::new(words.as_str()).truncate());
            if response.on_hover_text(format!("{words} (Ctrl+Z). No dice have been rolled since.")).clicked() || ctrl_z
            {
                out.push(PanelAction::TakeBack);
            }
        }
        TakeBack::BothAgree { what, why } => {
            let words = format!("Ask to take back: {what}");
            let response = sized(ui, width, Button::new(words.as_str()).truncate());
            let tip = format!("{words} (Ctrl+Z). Since then {why}: both players must agree, and the log says so.");
            if response.on_hover_text(tip).clicked() || ctrl_z {
                state.agreed = Some([false; 2]);
            }
        }
    }
}

/// A button no wider than `width` that shrinks to its words.
fn sized(ui: &mut Ui, width: f32, button: Button) -> egui::Response {
    let room = ui.available_width().min(width).max(60.0);
    ui.scope(|ui| {
        ui.set_max_width(room);
        ui.add(button)
    })
    .inner
}

/// The buttons that end the phase, with what is forgone.
fn leave(ui: &mut Ui, view: &View, out: &mut Vec<PanelAction>) {
    let field = view.field;
    if let Mode::Replay { .. } = view.mode {
        return;
    }
    let sides: &[Side] = match field.clock.phase {
        Phase::Command | Phase::Status => &[Side::Confederate, Side::Union],
        Phase::Over => return,
        Phase::Deployment => match field.clock.deploying {
            Some(id) => match field.brigade(id).brigade.side {
                Side::Union => &[Side::Union],
                Side::Confederate => &[Side::Confederate],
            },
            None => &[],
        },
        _ => match field.clock.active {
            Side::Union => &[Side::Union],
            Side::Confederate => &[Side::Confederate],
        },
    };
    for side in sides {
        let order = Order::Ready(*side);
        let ready = matches!(field.clock.phase, Phase::Command | Phase::Status) && field.clock.ready[side.index()];
        let verdict = view.rules.check(&order);
        let label = if ready { format!("{side} is ready") } else { text::leave(field, *side) };
        let enabled = verdict.is_ok() && !ready;
        let mut response = ui
            .scope(|ui| {
                // Its colours come from the style, not from the button: it must light up under the pointer.
                theme::on_accent(ui, *side);
                ui.add_enabled(enabled, Button::new(RichText::new(label).strong()))
            })
            .inner;
        let lost = text::forgone(field, view.todo, *side);
        if let Err(refusal) = &verdict {
            response = response.on_disabled_hover_text(refusal.plain());
        } else if !lost.is_empty() {
            response = response.on_hover_text(lost.as_str());
        }
        if widgets::clicked(&response) {
            out.push(PanelAction::Order(order));
        }
        if sides.len() == 1 {
            let words = match &verdict {
                Ok(()) => lost,
                Err(refusal) => refusal.plain(),
            };
            if !words.is_empty() {
                let room = (ui.available_width() * 0.52).clamp(120.0, 640.0);
                ui.scope(|ui| {
                    ui.set_max_width(room);
                    widgets::line(ui, RichText::new(words).size(theme::SMALL).color(theme::CREAM_FADED));
                });
            }
        }
    }
}

const fn motion_words(motion: Motion) -> &'static str {
    match motion {
        Motion::Off => "Everything is at its new place at once.",
        Motion::Slow => "Half as fast as Steady.",
        Motion::Steady => "A regiment marches five inches a second.",
        Motion::Brisk => "Twice as fast as Steady.",
    }
}

/// How loud the battle is, or why it is not heard.
fn sound(ui: &mut egui::Ui, view: &View, out: &mut Vec<PanelAction>) {
    let why = match view.hearing {
        Hearing::Plays => None,
        Hearing::NotBuilt => {
            Some("This build has no sound. One with it: cargo run --release --features sound".to_owned())
        }
        Hearing::Silent(why) => Some(format!("No loudspeaker was found, so the battle is silent: {why}.")),
    };
    if let Some(why) = why {
        ui.label(RichText::new(why).size(theme::SMALL).weak());
        return;
    }
    widgets::line(ui, RichText::new("Sound: how loud the battle is").size(theme::SMALL));
    let mut loudness = view.loudness.0;
    let slider = egui::Slider::new(&mut loudness, 0..=Loudness::MOST);
    if ui.add(slider).on_hover_text("0 is silent.").changed() {
        out.push(PanelAction::Loudness(Loudness(loudness)));
    }
}

/// The menu under the strip's right end.
pub fn menu(ctx: &egui::Context, view: &View, state: &mut PanelState, out: &mut Vec<PanelAction>) {
    if state.menu == Fold::Folded {
        return;
    }
    let at = ctx.content_rect().right_top() + vec2(-8.0, HEIGHT + 6.0);
    let area = widgets::float(ctx, "menu", at, egui::Align2::RIGHT_TOP, 280.0, theme::sheet(), |ui| {
        widgets::heading(ui, view.title);
        if view.mode == Mode::Play
            && widgets::Entry::new("Save")
                .hint("Every confirmed order is kept already; this writes a save of its own.")
                .show(ui)
        {
            out.push(PanelAction::Save);
            state.menu = Fold::Folded;
        }
        if widgets::Entry::new("Back to the title").hint("The battle is kept; Continue brings it back.").show(ui) {
            out.push(PanelAction::Leave);
            state.menu = Fold::Folded;
        }
        ui.add_space(4.0);
        widgets::line(ui, RichText::new("Motion: how fast regiments are seen to move").size(theme::SMALL));
        ui.horizontal(|ui| {
            for motion in Motion::ALL {
                let chosen = view.motion == motion;
                if ui.selectable_label(chosen, motion.word()).on_hover_text(motion_words(motion)).clicked() {
                    out.push(PanelAction::Motion(motion));
                }
            }
        });
        widgets::line(ui, RichText::new("Enter ends what is still under way.").size(theme::SMALL).weak());
        ui.add_space(4.0);
        sound(ui, view, out);
        ui.add_space(4.0);
        if widgets::Entry::new("Stay").show(ui) {
            state.menu = Fold::Folded;
        }
    });
    // Whoever points elsewhere has thought better of it. The strip's own button folds it itself.
    let elsewhere = ctx.input(|i| {
        let at = i.pointer.interact_pos().filter(|at| at.y > HEIGHT && !area.contains(*at));
        i.pointer.any_pressed() && at.is_some()
    });
    if elsewhere || widgets::struck(ctx, egui::Key::Escape) {
        state.menu = Fold::Folded;
    }
}
