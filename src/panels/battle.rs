//! The card of the battle, in the place of the card while nothing is selected: what both sides have scored so far and
//! for what, the places that count, and what to do with the mouse now.

use bevy_egui::egui::{Margin, RichText, ScrollArea, Sense, Ui};

use super::state::PanelState;
use super::view::{Mode, PanelAction, View};
use super::{fire, glyph, text, theme, widgets};
use crate::army::Side;
use crate::geometry::Inches;
use crate::turn::{Phase, clock};

/// Draws it.
pub fn draw(ui: &mut Ui, view: &View, state: &mut PanelState, out: &mut Vec<PanelAction>) {
    let field = view.field;
    widgets::line(ui, RichText::new(view.title).heading());
    widgets::line(ui, RichText::new(text::turn(field)).size(theme::SMALL).color(theme::FADED));
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        if let (Some(words), Mode::Play) = (hands(view), view.mode) {
            widgets::heading(ui, "Now");
            widgets::note(ui, words);
            if field.clock.phase == Phase::Fire {
                fire::rest(ui, view, state);
            }
        }
        widgets::heading(ui, "Score so far");
        for side in Side::BOTH {
            score(ui, view, side);
        }
        objectives(ui, view, out);
        widgets::heading(ui, "Worth points");
        for words in worth(view) {
            widgets::note(ui, words);
        }
    });
}

/// What the mouse does in this phase.
fn hands(view: &View) -> Option<&'static str> {
    if view.agenda.question.is_some() {
        return Some("Play has stopped for a question: the banner on the table says whose, and what may be answered.");
    }
    Some(match view.field.clock.phase {
        Phase::Deployment => {
            "Drag each regiment and general into the zone on the table. Right button while dragging, or Q and E, turns. \
             When all stand well, say so above on the right."
        }
        Phase::Command => {
            "Click a Disordered regiment to rally it, or a pip in the list to reserve it for a reaction. Then both say ready."
        }
        Phase::Maneuver => {
            "Click a regiment to see how far it reaches, drag it to march; letting go gives the order. X declares an \
             assault. Tab goes to the next that has not moved."
        }
        Phase::Fire => {
            "Click a regiment that may fire; its targets and chances show here. Tab goes to the next, G fires all."
        }
        Phase::Melee => "Fights are decided one by one. The victor may be asked whether it goes on.",
        Phase::Status => "Click a Disordered regiment to try a rally. Then both say ready.",
        Phase::Over => return None,
    })
}

fn score(ui: &mut Ui, view: &View, side: Side) {
    let lines = clock::tally(view.field, side);
    let total: u16 = lines.iter().map(|line| line.points).sum();
    bevy_egui::egui::Frame::new().fill(theme::accent(side)).inner_margin(Margin::symmetric(6, 3)).show(ui, |ui| {
        theme::on_accent(ui, side);
        ui.horizontal(|ui| {
            ui.set_min_width(ui.available_width());
            glyph::side_flag(ui, side, 16.0);
            ui.label(RichText::new(format!("{side}: {}", text::count(usize::from(total), "point"))).strong());
        });
    });
    if lines.is_empty() {
        widgets::note(ui, "Nothing yet.");
    }
    for line in &lines {
        ui.horizontal(|ui| {
            widgets::from_right(ui, |ui| {
                ui.label(RichText::new(line.points.to_string()).strong());
                ui.with_layout(bevy_egui::egui::Layout::left_to_right(bevy_egui::egui::Align::Center), |ui| {
                    widgets::line(ui, RichText::new(line.what.as_str()).size(theme::SMALL));
                });
            });
        });
    }
    ui.add_space(4.0);
}

fn objectives(ui: &mut Ui, view: &View, out: &mut Vec<PanelAction>) {
    let terms = &view.field.terms;
    if terms.objectives.is_empty() {
        return;
    }
    widgets::heading(ui, "Places that count");
    for objective in &terms.objectives {
        let holder = clock::holder(view.field, objective.at.vec());
        ui.horizontal(|ui| {
            match holder {
                Some(side) => {
                    glyph::side_flag(ui, side, 14.0);
                }
                None => ui.add_space(27.0),
            }
            let held = holder.map_or_else(|| "nobody's".to_owned(), |side| side.to_string());
            let worth = text::count(usize::from(objective.points), "point");
            let words = RichText::new(format!("{}: {worth}, {held}", objective.name)).size(theme::SMALL);
            if widgets::line(ui, words).interact(Sense::click()).clicked() {
                out.push(PanelAction::LookAt(objective.at));
            }
        });
    }
    let near = text::inches(Inches::new(3));
    widgets::note(
        ui,
        format!("Held by whoever alone has formed regiments within {near}, one of them at least in Good Order."),
    );
}

/// What counts, in words; what is worth nothing is left out.
fn worth(view: &View) -> Vec<String> {
    let terms = &view.field.terms;
    let mut lines: Vec<String> = [
        (terms.per_stand, "an enemy stand lost"),
        (terms.per_hesitant, "an enemy brigade that is Hesitant"),
        (terms.per_broken, "an enemy brigade that is Broken"),
        (terms.per_brigadier, "an enemy brigadier killed or captured"),
        (terms.per_division, "an enemy division commander killed or captured"),
        (terms.per_battery, "an enemy battery captured, besides its sections"),
    ]
    .into_iter()
    .filter(|(points, _)| *points > 0)
    .map(|(points, what)| format!("{points} for {what}"))
    .collect();
    lines.push(format!("To win, a side must lead by {} in 100 of all points.", terms.margin));
    lines
}
