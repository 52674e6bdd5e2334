//! The end of a battle: the score as the scenario defines it, losses, the winner.

use bevy_egui::egui::{self, Align2, Rect, RichText, ScrollArea, Sense, Stroke, Ui, pos2, vec2};

use crate::army::Side;
use crate::geometry::Spot;
use crate::panels::widgets::{self, Entry};
use crate::panels::{PanelAction, View, glyph, text, theme};
use crate::turn::{Field, clock};

/// Draws the sheet over the free part of the table.
pub fn draw(ctx: &egui::Context, view: &View, losses: &[[u16; 2]], free: Rect) -> Vec<PanelAction> {
    let mut out = Vec::new();
    let Some(outcome) = &view.field.clock.outcome else { return out };
    let width = 640.0_f32.min(free.width() - 16.0).max(320.0);
    let at = pos2(free.center().x, free.top() + 10.0);
    widgets::float(ctx, "end", at, Align2::CENTER_TOP, width, theme::sheet(), |ui| {
        ui.vertical_centered(|ui| {
            if let Some(side) = outcome.winner {
                glyph::side_flag(ui, side, 34.0);
            }
            let words = match outcome.winner {
                Some(side) => format!("{side} victory"),
                None => "A drawn battle".into(),
            };
            ui.label(RichText::new(words).size(28.0).strong());
            ui.add(egui::Label::new(format!("{}. {}.", view.title, text::capital(&outcome.why))).wrap());
        });
        ScrollArea::vertical().max_height((free.height() - 230.0).max(160.0)).show(ui, |ui| {
            ui.spacing_mut().item_spacing.x = 18.0;
            ui.columns(2, |columns| {
                for (ui, side) in columns.iter_mut().zip(Side::BOTH) {
                    column(ui, view, side, outcome.points[side.index()], &mut out);
                }
            });
            widgets::heading(ui, "Stands lost over the turns");
            chart(ui, losses);
            let most = losses.iter().flatten().copied().max().unwrap_or(0);
            let top = text::count(usize::from(most), "stand");
            let turns = text::count(losses.len().saturating_sub(1), "turn");
            widgets::note(ui, format!("Unbroken: Union. Dashed: Confederate. Height: {top}; length: {turns}."));
        });
        ui.columns(3, |columns| {
            if Entry::new("Watch it again").show(&mut columns[0]) {
                out.push(PanelAction::Watch);
            }
            if Entry::new("Save").show(&mut columns[1]) {
                out.push(PanelAction::Save);
            }
            if Entry::new("Back to the title").show(&mut columns[2]) {
                out.push(PanelAction::Leave);
            }
        });
    });
    out
}

fn column(ui: &mut Ui, view: &View, side: Side, points: u16, out: &mut Vec<PanelAction>) {
    egui::Frame::new().fill(theme::accent(side)).inner_margin(egui::Margin::symmetric(6, 4)).show(ui, |ui| {
        theme::on_accent(ui, side);
        ui.horizontal(|ui| {
            ui.set_min_width(ui.available_width());
            glyph::side_flag(ui, side, 18.0);
            ui.label(RichText::new(format!("{side}: {}", text::count(usize::from(points), "point"))).strong());
        });
    });
    let lines = clock::tally(view.field, side);
    if lines.is_empty() {
        widgets::note(ui, "No points.");
    }
    for line in &lines {
        ui.horizontal(|ui| {
            widgets::from_right(ui, |ui| {
                ui.label(RichText::new(line.points.to_string()).strong());
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    let response = widgets::line(ui, line.what.as_str()).interact(Sense::click());
                    if let Some(at) = place(view.field, &line.what)
                        && response.on_hover_text("Click: show it on the table").clicked()
                    {
                        out.push(PanelAction::LookAt(at));
                    }
                });
            });
        });
    }
    for unit in view.field.units.iter().filter(|u| u.side() == side && view.field.lost(u) > 0) {
        let words = if unit.condition.gone {
            "gone".to_owned()
        } else {
            format!("{} of {} lost", view.field.lost(unit), unit.regiment.stands)
        };
        ui.horizontal(|ui| {
            widgets::from_right(ui, |ui| {
                ui.label(RichText::new(words).size(theme::SMALL));
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    widgets::line(ui, RichText::new(unit.name()).size(theme::SMALL));
                });
            });
        });
    }
    if !view.field.units.iter().any(|u| u.side() == side && view.field.lost(u) > 0) {
        widgets::note(ui, "No regiment lost a stand.");
    }
}

/// Where a line of the score points to: the objective or the brigade that it names.
fn place(field: &Field, what: &str) -> Option<Spot> {
    let objective = field.terms.objectives.iter().find(|o| what.starts_with(&*o.name)).map(|o| o.at);
    objective.or_else(|| {
        let now = field.brigades.iter().find(|b| what.starts_with(&*b.brigade.name))?;
        field.in_brigade(now.brigade.id).find(|unit| !unit.condition.gone).map(|unit| unit.place.pose.at)
    })
}

/// Two lines over the turns: the Union's unbroken, the Confederacy's dashed.
fn chart(ui: &mut Ui, losses: &[[u16; 2]]) {
    if losses.len() < 2 {
        widgets::note(ui, "The battle was too short for a curve.");
        return;
    }
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 90.0), Sense::hover());
    let most = losses.iter().flatten().copied().max().unwrap_or(0).max(1);
    let painter = ui.painter_at(rect);
    painter.rect_stroke(rect, 0, Stroke::new(1.0, theme::RULE), egui::StrokeKind::Inside);
    let inner = rect.shrink(6.0);
    for side in Side::BOTH {
        let points: Vec<_> = losses
            .iter()
            .enumerate()
            .map(|(n, lost)| {
                let x = inner.left() + inner.width() * n as f32 / (losses.len() - 1) as f32;
                pos2(x, inner.bottom() - inner.height() * f32::from(lost[side.index()]) / f32::from(most))
            })
            .collect();
        let stroke = Stroke::new(2.0, theme::accent(side));
        match side {
            Side::Union => {
                painter.add(egui::Shape::line(points, stroke));
            }
            Side::Confederate => painter.extend(egui::Shape::dashed_line(&points, stroke, 6.0, 4.0)),
        }
    }
    let last = losses[losses.len() - 1];
    response.on_hover_text(format!(
        "At the end: Union {} stands lost (unbroken), Confederate {} (dashed).",
        last[0], last[1]
    ));
}
