//! What shows between things: the turn in five lines when the sides change, the dialog that asks both players, toasts.

use bevy_egui::egui::{self, Align2, Button, Rect, RichText, Stroke, pos2, vec2};

use super::state::PanelState;
use super::view::{Mode, PanelAction, TakeBack, View};
use super::widgets::{self, Entry};
use super::{glyph, text, theme};
use crate::army::Side;
use crate::turn::event::{Fate, ScreenEvent};
use crate::turn::{Event, Field, Phase};

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
        for line in five_lines(view.field, view.last_turn) {
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

/// The turn that has ended, in five lines.
fn five_lines(field: &Field, events: &[Event]) -> [String; 5] {
    let mut lost = [0usize; 2];
    let mut volleys = [0usize; 2];
    let mut hits = [0usize; 2];
    let mut fights = Vec::new();
    let mut news = Vec::new();
    let mut gone = Vec::new();
    for event in events {
        match event {
            Event::StandLost { unit, .. } | Event::Screen { unit, what: ScreenEvent::Lost { .. } } => {
                lost[field.unit(*unit).side().index()] += 1
            }
            Event::VolleyTold { unit, unsaved, .. } => {
                let side = field.unit(*unit).side().index();
                volleys[side] += 1;
                hits[side] += usize::from(*unsaved);
            }
            Event::MeleeDecided { attackers, defenders, winner } => {
                let (a, d) = (field.unit(attackers[0]), field.unit(defenders[0]));
                fights.push(match winner {
                    None => format!("{} and {} fought to a Bloody Draw", a.name(), d.name()),
                    Some(side) if *side == a.side() => format!("{} beat {}", a.name(), d.name()),
                    Some(_) => format!("{} threw back {}", d.name(), a.name()),
                });
            }
            Event::ClockMoved { brigade, to, .. } => {
                news.push(format!("{} is {to}", field.brigade(*brigade).brigade.name));
            }
            Event::Leader { general, fate, .. } if !matches!(fate, Fate::Unhurt) => {
                news.push(format!("{}: {}", field.general(*general).general.name, fate_words(*fate)));
            }
            Event::Removed { unit, .. } => gone.push(field.unit(*unit).name()),
            _ => {}
        }
    }
    let both = |what: [usize; 2]| format!("Union {}, Confederate {}", what[0], what[1]);
    [
        format!("Stands lost: {}.", both(lost)),
        format!("Volleys fired: {}; hits that told: {}.", both(volleys), both(hits)),
        if fights.is_empty() { "No hand-to-hand fighting.".into() } else { format!("{}.", fights.join("; ")) },
        if gone.is_empty() {
            "No regiment left the field.".into()
        } else {
            format!("Left the field: {}.", text::list(&gone))
        },
        if news.is_empty() {
            "No brigade changed its state, no general fell.".into()
        } else {
            format!("{}.", news.join("; "))
        },
    ]
}

/// A general's fate in a few words.
fn fate_words(fate: Fate) -> &'static str {
    match fate {
        Fate::Unhurt => "unhurt",
        Fate::LightlyWounded => "lightly wounded, one pip less each turn",
        Fate::SeverelyWounded => "severely wounded, a colonel takes over",
        Fate::Killed => "killed, a colonel takes over",
        Fate::Escaped(_) => "overrun, and escaped to a regiment",
        Fate::Captured => "captured",
    }
}
