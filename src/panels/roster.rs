//! The order of battle along the left edge: brigades with clock, pips and general, and their regiments.

use bevy_egui::egui::{self, Button, Rect, RichText, ScrollArea, Sense, Ui, UiBuilder, pos2, vec2};

use super::glyph::{self, Pip};
use super::state::{Fold, PanelState};
use super::view::{PanelAction, Selected, View};
use super::{reckon, text, theme, widgets};
use crate::army::{BrigadeClock, Rank, Side};
use crate::book::Health;
use crate::turn::field::BrigadeNow;
use crate::turn::{Order, Phase, Unit};

/// Width of the open panel, in points.
pub const WIDTH: f32 = 292.0;
/// Width of its tab when it is folded.
pub const TAB: f32 = 34.0;

/// Draws the panel between two heights of the screen.
pub fn draw(
    ctx: &egui::Context,
    view: &View,
    state: &mut PanelState,
    top: f32,
    bottom: f32,
    out: &mut Vec<PanelAction>,
) -> Rect {
    let left = ctx.content_rect().left();
    if state.roster == Fold::Folded {
        let rect = Rect::from_min_size(pos2(left, top), vec2(TAB, TAB + 2.0));
        return widgets::sheet(ctx, "roster-tab", rect, theme::sheet().inner_margin(4), egui::Order::Middle, |ui| {
            if ui.add(Button::new(">").min_size(vec2(24.0, 24.0))).on_hover_text("Order of battle").clicked() {
                state.roster = Fold::Open;
            }
        });
    }
    let rect = Rect::from_min_max(pos2(left, top), pos2(left + WIDTH, bottom));
    widgets::sheet(ctx, "roster", rect, theme::sheet(), egui::Order::Middle, |ui| {
        ui.horizontal(|ui| {
            ui.label(RichText::new("Order of battle").heading());
            widgets::from_right(ui, |ui| {
                if ui.button("<").on_hover_text("Fold away").clicked() {
                    state.roster = Fold::Folded;
                }
            });
        });
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            for side in Side::BOTH {
                army(ui, view, side, out);
            }
        });
    })
}

fn army(ui: &mut Ui, view: &View, side: Side, out: &mut Vec<PanelAction>) {
    ui.add_space(4.0);
    egui::Frame::new().fill(theme::accent(side)).inner_margin(egui::Margin::symmetric(6, 3)).show(ui, |ui| {
        theme::on_accent(ui, side);
        ui.horizontal(|ui| {
            ui.set_min_width(ui.available_width());
            glyph::side_flag(ui, side, 18.0);
            ui.label(RichText::new(side.to_string()).strong());
            if view.field.clock.active == side && view.field.clock.turn > 0 {
                ui.label(RichText::new("Active").size(theme::SMALL));
            }
            widgets::from_right(ui, |ui| {
                let [pool, reserved, banked] = reckon::pips(view.field, side);
                ui.label(RichText::new(text::count(usize::from(pool), "pip")).size(theme::SMALL)).on_hover_text(
                    format!("{pool} to spend, {reserved} reserved for a reaction, {banked} banked for the next roll"),
                );
            });
        });
    });
    for general in &view.field.generals {
        if general.general.side == side && general.general.rank == Rank::Division {
            general_line(ui, view, general.general.id, out);
        }
    }
    let mut brigades = view.field.brigades.iter().filter(|b| b.brigade.side == side).peekable();
    if brigades.peek().is_none() {
        widgets::note(ui, "No brigade of this army takes part.");
    }
    for now in brigades {
        brigade(ui, view, now, out);
    }
}

fn brigade(ui: &mut Ui, view: &View, now: &BrigadeNow, out: &mut Vec<PanelAction>) {
    let field = view.field;
    let id = now.brigade.id;
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let room = ui.available_width() - 76.0;
        ui.scope(|ui| {
            ui.set_max_width(room);
            widgets::line(ui, RichText::new(&*now.brigade.name).strong());
        });
        widgets::from_right(ui, |ui| {
            let state = now.state.clock;
            let color = if state == BrigadeClock::Fresh { theme::FADED } else { theme::MADDER };
            ui.label(RichText::new(state.to_string()).size(theme::SMALL).color(color))
                .on_hover_text(text::clock_means(state));
        });
    });
    clock_bar(ui, view, now);
    ui.horizontal(|ui| pips(ui, view, now, out));
    general_line(ui, view, now.brigade.general, out);
    let mut any = false;
    for unit in field.in_brigade(id).filter(|unit| unit.regiment.parent.is_none()) {
        regiment(ui, view, unit, out);
        any = true;
        // Its detachments under it, but not those that it has back or has lost.
        let own = field.family(unit.id()).filter(|part| part.id() != unit.id());
        for part in own.filter(|part| !part.condition.gone) {
            ui.indent(part.id().0, |ui| regiment(ui, view, part, out));
        }
    }
    if !any {
        widgets::note(ui, "This brigade has no regiments.");
    }
}

/// "4 of 20 lost, Hesitant at 6, Broken at 10", with the marks drawn under it.
fn clock_bar(ui: &mut Ui, view: &View, now: &BrigadeNow) {
    use crate::book::brigade::{broken_at, hesitant_at};
    let words = text::brigade_clock(view.field, now);
    widgets::line(ui, RichText::new(&words).size(theme::SMALL));
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 7.0), Sense::hover());
    let total = now.brigade.stands.max(1);
    let at = |n: u16| rect.left() + rect.width() * f32::from(n.min(total)) / f32::from(total);
    let painter = ui.painter();
    let lost = Rect::from_min_max(rect.min, pos2(at(view.field.brigade_lost(now.brigade.id)), rect.bottom()));
    painter.rect_filled(rect, 0, theme::PAPER_DEEP);
    painter.rect_filled(lost, 0, theme::MADDER);
    let ink = egui::Stroke::new(1.5, theme::INK);
    painter.vline(at(hesitant_at(total, view.field.options.hesitant_at)), rect.y_range(), ink);
    painter.vline(at(broken_at(total)), rect.y_range(), egui::Stroke::new(3.0, theme::INK));
    response.on_hover_text(format!("{words}. Thin mark: Hesitant. Thick mark: Broken. (Companion 16 \u{a7}8.2)"));
}

fn pips(ui: &mut Ui, view: &View, now: &BrigadeNow, out: &mut Vec<PanelAction>) {
    let order = Order::Reserve(now.brigade.id);
    let verdict = view.rules.check(&order);
    ui.spacing_mut().item_spacing.x = 3.0;
    for _ in 0..now.state.pool {
        let may = verdict.is_ok();
        let response = glyph::pip(ui, Pip::Pool, if may { Sense::click() } else { Sense::hover() });
        let tip = match &verdict {
            Ok(()) => "A pip to spend. Click: reserve it for a reaction (Companion 16 \u{a7}2.3).".to_owned(),
            Err(refusal) => format!("A pip to spend. It cannot be reserved now: {}", refusal.plain()),
        };
        if response.on_hover_text(tip).clicked() {
            out.push(PanelAction::Order(order.clone()));
        }
    }
    for _ in 0..now.state.reserved {
        glyph::pip(ui, Pip::Reserved, Sense::hover())
            .on_hover_text("Reserved: pays for one reaction in the enemy's turn (RULE-01-2.3).");
    }
    for _ in 0..now.state.banked {
        glyph::pip(ui, Pip::Banked, Sense::hover())
            .on_hover_text("Banked: is added to the next roll (Companion 16 \u{a7}2.1).");
    }
    let words = match (now.state.pool, now.state.reserved, now.state.banked) {
        (0, 0, 0) => "no pips".to_owned(),
        (pool, reserved, banked) => {
            let mut parts = vec![format!("{pool} to spend")];
            if reserved > 0 {
                parts.push(format!("{reserved} reserved"));
            }
            if banked > 0 {
                parts.push(format!("{banked} banked"));
            }
            parts.join(", ")
        }
    };
    ui.add_space(3.0);
    widgets::line(ui, RichText::new(words).size(theme::SMALL).color(theme::FADED));
}

fn general_line(ui: &mut Ui, view: &View, id: crate::army::GeneralId, out: &mut Vec<PanelAction>) {
    let now = view.field.general(id);
    let this = Selected::General(id);
    let response = row(ui, view.selected == Some(this), |ui| {
        glyph::temper(ui, now.state.temper);
        let words = if now.state.gone {
            format!("{} is gone", now.general.name)
        } else if now.state.succeeded {
            format!("A colonel, for {}", now.general.name)
        } else {
            now.general.name.to_string()
        };
        let mut right = now.state.temper.to_string();
        if now.state.wounds > 0 {
            right = format!("wounded, -{} pip", now.state.wounds);
        }
        widgets::from_right(ui, |ui| {
            ui.label(RichText::new(right).size(theme::SMALL).color(theme::FADED));
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                widgets::line(ui, RichText::new(words).italics());
            });
        });
    });
    if response.clicked() && !now.state.gone {
        out.push(PanelAction::Select(Some(this)));
    }
}

fn regiment(ui: &mut Ui, view: &View, unit: &Unit, out: &mut Vec<PanelAction>) {
    let this = Selected::Regiment(unit.id());
    let gone = unit.condition.gone;
    let selected = view.selected == Some(this);
    let mut rally = false;
    let response = row(ui, selected, |ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let cloth = unit.regiment.colors.last().copied().unwrap_or(match unit.side() {
            Side::Union => crate::army::Colors::UnionRegimental,
            Side::Confederate => crate::army::Colors::ConfederateBattle,
        });
        glyph::flag(ui, cloth, 15.0);
        widgets::from_right(ui, |ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            if gone {
                ui.label(RichText::new("gone").size(theme::SMALL).color(theme::MADDER));
            } else {
                // A battery has no such state (Companion 16 §8.1 is about stands).
                if !unit.regiment.arm.is_artillery() {
                    let health = view.field.health(unit);
                    let color = if health == Health::Fresh { theme::FADED } else { theme::MADDER };
                    ui.label(RichText::new(health.to_string()).size(theme::SMALL).color(color));
                }
                stands(ui, view, unit);
                rally = markers(ui, view, unit);
                if reckon::acted(view.field, unit) {
                    glyph::tick(ui).on_hover_text(text::deeds(unit).join("; "));
                }
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                // Under its regiment a detachment needs to be told apart from that alone.
                let name = RichText::new(match unit.regiment.parent {
                    Some(_) => text::detachment(unit.name()),
                    None => unit.name().to_owned(),
                });
                widgets::line(ui, if gone { name.strikethrough().color(theme::FADED) } else { name });
            });
        });
    });
    if rally {
        out.push(PanelAction::Order(Order::Rally(unit.id())));
    } else if response.clicked() {
        out.push(PanelAction::Select(Some(this)));
    }
}

/// "4/5", and "2+3/5" with two of them detached; of a detachment what it has.
fn stands(ui: &mut Ui, view: &View, unit: &Unit) {
    let (here, all) = (unit.stands(), unit.regiment.stands);
    let apart = view.field.family_stands(unit.id()).saturating_sub(here);
    let (words, tip) = match (unit.regiment.parent, apart) {
        (Some(_), _) => (here.to_string(), format!("{} detached", text::count(usize::from(here), "stand"))),
        (None, 0) => (format!("{here}/{all}"), format!("{here} of {all} {} left", text::stands(unit))),
        (None, apart) => {
            let tip = format!("{} of {all} stands left, {apart} of them detached", here + apart);
            (format!("{here}+{apart}/{all}"), tip)
        }
    };
    ui.label(words).on_hover_text(tip);
}

/// Markers of a regiment; true when its drum was clicked.
fn markers(ui: &mut Ui, view: &View, unit: &Unit) -> bool {
    let mut rally = false;
    if unit.condition.locked || view.field.engaged(unit.id()) {
        glyph::crossed(ui).on_hover_text("In contact with the enemy");
    }
    if unit.condition.micro > 0 {
        glyph::micro(ui).on_hover_text("Carries an odd hit: the next one costs a stand (Companion 16 \u{a7}5.4)");
    }
    if unit.condition.screen {
        glyph::screen(ui, unit.condition.evaded.is_some()).on_hover_text(text::screen(&unit.condition));
    }
    if unit.condition.refused != [0; 2] {
        let ends = unit.condition.refused.map(|stands| stands > 0);
        glyph::bent(ui, ends).on_hover_text("A flank is refused until it moves (Companion 16 \u{a7}6.0)");
    }
    if unit.condition.low_ammo {
        glyph::cartridges(ui).on_hover_text(super::reckon::low_ammo_means(view.field, unit));
    }
    if unit.condition.disordered {
        let verdict = view.rules.check(&Order::Rally(unit.id()));
        let may = verdict.is_ok();
        let price = text::price(view.field, unit, crate::book::command::RALLY);
        let tip = match &verdict {
            Ok(()) => format!("Disordered. Click: Command Rally, {price}, no roll (Companion 16 \u{a7}2.3)."),
            Err(_) if !matches!(view.field.clock.phase, Phase::Command | Phase::Status) => {
                "Disordered. It may be rallied in Phases 1 and 5 (Companion 16 \u{a7}8.3).".to_owned()
            }
            Err(refusal) => format!("Disordered. No Command Rally now: {}", refusal.plain()),
        };
        rally = glyph::drum(ui, if may { Sense::click() } else { Sense::hover() }).on_hover_text(tip).clicked();
    }
    rally
}

/// A row that is clicked as a whole.
fn row(ui: &mut Ui, selected: bool, add: impl FnOnce(&mut Ui)) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 24.0), Sense::click());
    if ui.is_rect_visible(rect) {
        if selected {
            ui.painter().rect_filled(rect, 2, ui.visuals().selection.bg_fill);
            let mark = Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
            ui.painter().rect_filled(mark, 0, theme::INK);
        } else if response.hovered() {
            ui.painter().rect_filled(rect, 2, theme::PAPER_DEEP);
        }
        let inner = rect.shrink2(vec2(6.0, 1.0));
        let mut child =
            ui.new_child(UiBuilder::new().max_rect(inner).layout(egui::Layout::left_to_right(egui::Align::Center)));
        child.shrink_clip_rect(rect);
        add(&mut child);
    }
    response
}
