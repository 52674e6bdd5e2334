//! The title: a few large entries.

use bevy_egui::egui::{self, Align2, FontId, RichText, Sense, Stroke, StrokeKind, TextStyle, Ui, pos2, vec2};

use super::{Screen, ScreenAction};
use crate::army::Colors;
use crate::panels::{glyph, theme, widgets};

/// What lies behind the title.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Backdrop {
    /// Walnut.
    #[default]
    Walnut,
    /// The last battle's table, seen through a veil.
    Table,
}

/// What the title knows.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TitleView {
    /// The battle that *Continue* goes on with, in a line: "Brawner's Farm, turn 5 of 16".
    pub last: Option<String>,
    /// Something that the players should know: a save that could not be read, where files are kept.
    pub notice: Option<String>,
    /// What lies behind it.
    pub backdrop: Backdrop,
}

/// Draws the title.
pub fn draw(ctx: &egui::Context, view: &TitleView) -> Vec<ScreenAction> {
    let mut out = Vec::new();
    let screen = ctx.content_rect();
    let board = match view.backdrop {
        Backdrop::Walnut => theme::board(),
        Backdrop::Table => theme::board().fill(theme::WALNUT.gamma_multiply(0.82)),
    };
    widgets::sheet(ctx, "title", screen, board, egui::Order::Background, |ui| {
        theme::on_walnut(ui);
        frame(ui);
        let free = ui.max_rect();
        let height = 470.0_f32.min(free.height());
        ui.add_space(((free.height() - height) / 2.0).max(8.0));
        ui.vertical_centered(|ui| {
            ui.add(egui::Label::new(
                RichText::new("Dress on the Colors").text_style(theme::display()).color(theme::CREAM),
            ));
            ui.label(RichText::new("Brigade battles of the American Civil War").size(17.0).color(theme::CREAM_FADED));
            ui.add_space(6.0);
            flags(ui);
            ui.add_space(14.0);
            let none = "there is no battle to go on with; begin a new one".to_owned();
            let last = view.last.clone().unwrap_or_default();
            if entry(ui, "Continue", &last, view.last.is_none().then_some(none.as_str())) {
                out.push(ScreenAction::Continue);
            }
            for (name, note, action) in [
                ("New battle", "choose a battle and take the field", ScreenAction::Go(Screen::NewBattle)),
                ("Load", "go on with a saved battle", ScreenAction::Go(Screen::Load)),
                ("Replay", "watch a saved battle from its first roll", ScreenAction::Go(Screen::Replays)),
                ("Quit", "leave the game", ScreenAction::Quit),
            ] {
                if entry(ui, name, note, None) {
                    out.push(action);
                }
            }
            if let Some(notice) = &view.notice {
                ui.add_space(8.0);
                ui.set_max_width(560.0_f32.min(free.width() - 20.0));
                ui.add(egui::Label::new(RichText::new(notice).color(theme::CREAM)).wrap());
            }
        });
    });
    out
}

/// What stands on the screen while a battle is laid out, which takes a moment on a slow machine.
pub fn laying(ctx: &egui::Context) {
    let screen = ctx.content_rect();
    widgets::sheet(ctx, "title", screen, theme::board(), egui::Order::Background, |ui| {
        theme::on_walnut(ui);
        frame(ui);
        ui.add_space((ui.max_rect().height() / 2.0 - 40.0).max(8.0));
        ui.vertical_centered(|ui| {
            ui.label(RichText::new("The table is laid out ...").size(24.0).color(theme::CREAM));
            ui.label(RichText::new("ground, houses and regiments").size(17.0).color(theme::CREAM_FADED));
        });
    });
}

/// Two ruled lines around the board, as on a printed title page.
fn frame(ui: &Ui) {
    let rect = ui.max_rect().shrink(10.0);
    let painter = ui.painter();
    painter.rect_stroke(rect, 0, Stroke::new(2.0, theme::CREAM_FADED), StrokeKind::Inside);
    painter.rect_stroke(rect.shrink(6.0), 0, Stroke::new(1.0, theme::CREAM_FADED), StrokeKind::Inside);
}

fn flags(ui: &mut Ui) {
    glyph::place(ui, vec2(220.0, 42.0), Sense::hover(), |painter, rect| {
        let size = vec2(57.0, 38.0);
        let left = egui::Rect::from_center_size(rect.center() - vec2(60.0, 0.0), size);
        let right = egui::Rect::from_center_size(rect.center() + vec2(66.0, 0.0), size);
        glyph::paint_flag(painter, left, Colors::UnionNational);
        glyph::paint_flag(painter, right, Colors::ConfederateBattle);
        let c = rect.center();
        for (a, b) in [(vec2(-16.0, 14.0), vec2(16.0, -14.0)), (vec2(16.0, 14.0), vec2(-16.0, -14.0))] {
            painter.line_segment([c + a, c + b], Stroke::new(2.0, theme::CREAM_FADED));
        }
    });
}

/// A large entry: its name, and a line about it. Grey with its reason when it leads nowhere.
fn entry(ui: &mut Ui, name: &str, note: &str, reason: Option<&str>) -> bool {
    let width = 420.0_f32.min(ui.available_width());
    let sense = if reason.is_none() { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(vec2(width, 52.0), sense);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, reason.is_none(), name));
    let v = if reason.is_none() { *ui.style().interact(&response) } else { ui.visuals().widgets.noninteractive };
    let ink = if reason.is_none() { theme::CREAM } else { theme::CREAM_FADED };
    let painter = ui.painter();
    painter.rect(rect.shrink(1.0), 2, v.weak_bg_fill, v.bg_stroke, StrokeKind::Inside);
    painter.text(
        pos2(rect.center().x, rect.top() + 17.0),
        Align2::CENTER_CENTER,
        name,
        FontId::proportional(20.0),
        ink,
    );
    let words = reason.unwrap_or(note);
    // On brass, while it is pressed, only full cream can be read.
    let quiet = if response.is_pointer_button_down_on() { theme::CREAM } else { theme::CREAM_FADED };
    let mut job =
        egui::text::LayoutJob::simple(words.to_owned(), TextStyle::Small.resolve(ui.style()), quiet, width - 20.0);
    job.wrap.max_rows = 1;
    job.halign = egui::Align::Center;
    let galley = ui.painter().layout_job(job);
    ui.painter().galley(pos2(rect.center().x, rect.top() + 29.0), galley, quiet);
    response.clicked()
}
