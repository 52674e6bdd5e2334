//! Pieces that several panels share: floating sheets, order buttons with their reason, modifiers with their page.

use bevy_egui::egui::{
    self, Align, Area, Color32, Event, FontId, Frame, Key, Label, Layout, Modifiers, Order as Layer, Pos2, Rect,
    Response, RichText, Sense, Stroke, StrokeKind, TextStyle, Ui, WidgetInfo, WidgetType, vec2,
};

use super::glyph;
use super::text;
use super::theme;
use super::view::{Mode, PanelAction, View};
use crate::turn::event::Modifier;
use crate::turn::{Order, Refusal};

/// A sheet at a fixed place over the table. Returns the rectangle that it covers.
pub fn sheet(
    ctx: &egui::Context,
    name: &'static str,
    rect: Rect,
    frame: Frame,
    layer: Layer,
    add: impl FnOnce(&mut Ui),
) -> Rect {
    let margin = frame.total_margin().sum();
    Area::new(egui::Id::new(name))
        .order(layer)
        .fixed_pos(rect.min)
        .constrain(false)
        .fade_in(false)
        .sizing_pass(false)
        .default_size(rect.size())
        .show(ctx, |ui| {
            frame.show(ui, |ui| {
                let inner = rect.size() - margin;
                ui.set_min_size(inner);
                ui.set_max_size(inner);
                ui.shrink_clip_rect(Rect::from_min_size(ui.max_rect().min, inner).expand(1.0));
                add(ui);
            });
        });
    rect
}

/// A sheet of a fixed width that is as high as what is in it, hung at `anchor` by its middle. Returns what it covers.
pub fn float(
    ctx: &egui::Context,
    name: &'static str,
    anchor: Pos2,
    pivot: egui::Align2,
    width: f32,
    frame: Frame,
    add: impl FnOnce(&mut Ui),
) -> Rect {
    Area::new(egui::Id::new(name))
        .order(Layer::Foreground)
        .fixed_pos(anchor)
        .pivot(pivot)
        .constrain(true)
        .fade_in(false)
        .default_width(width)
        .show(ctx, |ui| {
            let margin = frame.total_margin().sum();
            let inner = width - margin.x;
            frame.show(ui, |ui| {
                ui.set_min_width(inner);
                ui.set_max_width(inner);
                // What hangs by its lower edge begins where it began last, and would have no more room than it took then.
                ui.set_max_height(ctx.content_rect().height() - margin.y);
                add(ui);
            });
        })
        .response
        .rect
}

/// One line of text that ends in an ellipsis where there is no room; the whole text shows under the pointer.
pub fn line(ui: &mut Ui, words: impl Into<RichText>) -> Response {
    ui.add(Label::new(words.into()).truncate())
}

/// Quiet text that wraps.
pub fn note(ui: &mut Ui, words: impl Into<String>) -> Response {
    ui.add(Label::new(RichText::new(words.into()).weak().size(theme::SMALL)).wrap())
}

/// A heading inside a panel, with a rule under it.
pub fn heading(ui: &mut Ui, words: impl Into<String>) {
    ui.add_space(4.0);
    ui.add(Label::new(RichText::new(words.into()).strong()).truncate());
    let rect = ui.available_rect_before_wrap();
    ui.painter().hline(rect.x_range(), ui.cursor().top(), Stroke::new(1.0, theme::RULE));
    ui.add_space(3.0);
}

/// Whether a key was struck while nobody types text. A key that is held down is one stroke, however often it repeats.
pub fn struck(ctx: &egui::Context, key: Key) -> bool {
    let is = |event: &Event| matches!(event, Event::Key { key: it, pressed: true, repeat: false, .. } if *it == key);
    !ctx.egui_wants_keyboard_input() && ctx.input(|i| i.modifiers == Modifiers::NONE && i.events.iter().any(is))
}

/// Whether a key was struck with Ctrl held, or Command on a Mac. Held down, it is still one stroke: it takes back one order.
pub fn struck_with_command(ctx: &egui::Context, key: Key) -> bool {
    let is = |event: &Event| match event {
        Event::Key { key: it, pressed: true, repeat: false, modifiers, .. } => *it == key && modifiers.command_only(),
        _ => false,
    };
    !ctx.egui_wants_keyboard_input() && ctx.input(|i| i.events.iter().any(is))
}

/// The name under which a struck key is noted whose button is grey.
const IN_VAIN: &str = "struck in vain";

/// What the key of a grey button would have done and why it does not, if one was struck since this was last asked. The
/// button may lie outside what is seen of the card.
pub fn struck_in_vain(ctx: &egui::Context) -> Option<String> {
    ctx.data_mut(|data| data.remove_temp::<String>(egui::Id::new(IN_VAIN)))
}

/// A button with its price and key, and a reason in the same place when it is grey.
pub struct Entry<'a> {
    /// What it does.
    pub label: String,
    /// What it costs, or an effect in a few words.
    pub cost: String,
    /// Its key.
    pub key: Option<Key>,
    /// Why it cannot be done now.
    pub reason: Option<String>,
    /// What more there is to know, under the pointer.
    pub hint: &'a str,
    /// How much it matters.
    pub weight: Weight,
}

/// How much a button matters.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Weight {
    /// One of several.
    #[default]
    Plain,
    /// The one that the screen is for.
    Chief,
    /// What the pointer has proposed on the table.
    Shown,
}

/// The name under which a reason is kept that stands above a list of buttons, so that each need not repeat it.
const SAID: &str = "reason said above";

/// Says a reason once for all buttons that follow and share it; `None` ends that.
pub fn say_once(ui: &mut Ui, reason: Option<&str>) {
    let id = egui::Id::new(SAID);
    match reason {
        Some(reason) => {
            theme::boxed().show(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.add(Label::new(RichText::new(format!("Not now: {reason}")).size(theme::SMALL)).wrap());
            });
            ui.data_mut(|data| data.insert_temp(id, reason.to_owned()));
        }
        None => ui.data_mut(|data| data.remove::<String>(id)),
    }
}

fn said(ui: &Ui, reason: &str) -> bool {
    ui.data(|data| data.get_temp::<String>(egui::Id::new(SAID))).is_some_and(|said| said == reason)
}

/// Whether a button was clicked, the rest of a double click left out: what lies under the pointer by then may be a
/// button of the next question or the next phase, which nobody has read.
pub fn clicked(response: &Response) -> bool {
    response.clicked() && !response.double_clicked() && !response.triple_clicked()
}

impl<'a> Entry<'a> {
    /// An entry that can be chosen.
    pub fn new(label: impl Into<String>) -> Self {
        Self { label: label.into(), cost: String::new(), key: None, reason: None, hint: "", weight: Weight::Plain }
    }

    /// With a price.
    pub fn cost(mut self, cost: impl Into<String>) -> Self {
        self.cost = cost.into();
        self
    }

    /// With a key.
    pub fn key(mut self, key: Key) -> Self {
        self.key = Some(key);
        self
    }

    /// As the button that the screen is for.
    pub fn chief(mut self) -> Self {
        self.weight = Weight::Chief;
        self
    }

    /// As what the pointer has proposed on the table: Space gives it, too.
    pub fn shown(mut self) -> Self {
        self.weight = Weight::Shown;
        self.cost = if self.cost.is_empty() { "Space".to_owned() } else { format!("{}, Space", self.cost) };
        self
    }

    /// With a note that shows under the pointer.
    pub fn hint(mut self, hint: &'a str) -> Self {
        self.hint = hint;
        self
    }

    /// Grey, with the refusal's words.
    pub fn judged(mut self, verdict: Result<(), Refusal>) -> Self {
        self.reason = verdict.err().map(|refusal| refusal.plain());
        self
    }

    /// Draws it over the whole width; true when it was clicked or its key struck.
    pub fn show(self, ui: &mut Ui) -> bool {
        let enabled = self.reason.is_none();
        let width = ui.available_width();
        let pad = match self.weight {
            Weight::Plain | Weight::Shown => vec2(8.0, 4.0),
            Weight::Chief => vec2(12.0, 9.0),
        };
        let v = ui.visuals();
        let (ink, quiet) = (v.text_color(), v.weak_text_color());
        let font = match self.weight {
            Weight::Plain | Weight::Shown => TextStyle::Button.resolve(ui.style()),
            Weight::Chief => TextStyle::Heading.resolve(ui.style()),
        };
        let small = FontId::proportional(theme::SMALL);
        let cap_width = self
            .key
            .map_or(0.0, |key| ui.painter().layout_no_wrap(key.name().to_owned(), small.clone(), ink).size().x + 18.0);
        let cost = ui.painter().layout_no_wrap(self.cost.clone(), small.clone(), quiet);
        let room =
            (width - pad.x * 2.0 - cap_width - cost.size().x - if self.cost.is_empty() { 0.0 } else { 8.0 }).max(40.0);
        let label_color = if enabled { ink } else { quiet };
        let mut job = egui::text::LayoutJob::simple(self.label.clone(), font, label_color, room);
        job.wrap.max_rows = 2;
        job.wrap.break_anywhere = false;
        let label = ui.painter().layout_job(job);
        let why =
            self.reason.as_ref().filter(|reason| !said(ui, reason)).map(|reason| {
                ui.painter().layout(reason.clone(), small.clone(), quiet, (width - pad.x * 2.0).max(40.0))
            });
        let mut height = label.size().y.max(18.0) + pad.y * 2.0;
        if let Some(why) = &why {
            height += why.size().y;
        }
        let sense = if enabled { Sense::click() } else { Sense::hover() };
        let (rect, mut response) = ui.allocate_exact_size(vec2(width, height), sense);
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, enabled, &self.label));
        if ui.is_rect_visible(rect) {
            let w = if enabled { *ui.style().interact(&response) } else { ui.visuals().widgets.noninteractive };
            let line = if enabled { w.bg_stroke } else { Stroke::new(1.0, w.bg_stroke.color.gamma_multiply(0.7)) };
            let fill = match (enabled, self.weight) {
                (false, _) => Color32::TRANSPARENT,
                (true, Weight::Plain | Weight::Shown) => w.weak_bg_fill,
                (true, Weight::Chief) if response.hovered() => theme::BRASS,
                (true, Weight::Chief) => ui.visuals().selection.bg_fill,
            };
            let line = match (enabled, self.weight) {
                (true, Weight::Shown) => Stroke::new(3.0, ui.visuals().selection.bg_fill),
                _ => line,
            };
            ui.painter().rect(rect.shrink(0.5), 2, fill, line, StrokeKind::Inside);
            let row = rect.top() + pad.y;
            let row_middle = row + label.size().y.max(18.0) / 2.0;
            let top = row_middle - label.size().y / 2.0;
            let mut right = rect.right() - pad.x;
            if let Some(key) = self.key {
                right -= glyph::key_cap(ui.painter(), egui::pos2(right, row_middle), key.name(), label_color) + 8.0;
            }
            if !self.cost.is_empty() {
                let at = egui::pos2(right - cost.size().x, row_middle - cost.size().y / 2.0);
                ui.painter().galley(at, cost, quiet);
            }
            let below = row + label.size().y.max(18.0);
            ui.painter().galley(egui::pos2(rect.left() + pad.x, top), label, label_color);
            if let Some(why) = why {
                ui.painter().galley(egui::pos2(rect.left() + pad.x, below), why, quiet);
            }
        }
        let mut tip = self.hint.to_owned();
        if let Some(reason) = &self.reason {
            if !tip.is_empty() {
                tip.push('\n');
            }
            tip.push_str("Not now: ");
            tip.push_str(reason);
        }
        if !tip.is_empty() {
            response = response.on_hover_text(tip);
        }
        let struck = self.key.is_some_and(|key| struck(ui.ctx(), key));
        if let Some(reason) = self.reason.as_ref().filter(|_| struck) {
            let words = format!("{}: {reason}.", self.label);
            ui.data_mut(|data| data.insert_temp(egui::Id::new(IN_VAIN), words));
        }
        enabled && (clicked(&response) || struck)
    }
}

/// Why nothing can be ordered while a battle is watched.
pub fn replay() -> Refusal {
    Refusal::new("this is a replay", "to play on, load the battle")
}

/// A button built from an order: grey with the refusal's words when the rules refuse it.
pub fn order_button(ui: &mut Ui, view: &View, entry: Entry, order: &Order, out: &mut Vec<PanelAction>) -> bool {
    let verdict = match view.mode {
        Mode::Play => view.rules.check(order),
        Mode::Replay { .. } => Err(replay()),
    };
    let entry = if view.proposed == Some(order) { entry.shown() } else { entry };
    let given = entry.judged(verdict).show(ui);
    if given {
        out.push(PanelAction::Order(order.clone()));
    }
    given
}

/// Modifiers, one a row: value, reason, page.
pub fn modifiers(ui: &mut Ui, all: &[Modifier]) {
    for modifier in all {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            let value = RichText::new(text::signed(modifier.value)).strong();
            ui.add_sized([24.0, 18.0], Label::new(value));
            ui.add(
                Label::new(RichText::new(format!("{} ({})", modifier.why, modifier.page)).size(theme::SMALL)).wrap(),
            );
        });
    }
}

/// A chance as a bar with its number.
pub fn bar(ui: &mut Ui, what: &str, chance: f32, hint: &str) {
    let width = ui.available_width();
    let (rect, response) = ui.allocate_exact_size(vec2(width, 20.0), Sense::hover());
    if ui.is_rect_visible(rect) {
        let (text_color, line) = (ui.visuals().text_color(), ui.visuals().widgets.noninteractive.bg_stroke);
        let number = text::percent(chance);
        let fill = Rect::from_min_size(rect.min, vec2(rect.width() * chance.clamp(0.0, 1.0), rect.height()));
        ui.painter().rect_filled(fill, 1, theme::BRASS.gamma_multiply(0.55));
        ui.painter().rect_stroke(rect, 1, line, StrokeKind::Inside);
        let font = FontId::proportional(theme::SMALL);
        let right = ui.painter().layout_no_wrap(number, font.clone(), text_color);
        let mut job = egui::text::LayoutJob::simple(what.to_owned(), font, text_color, width - right.size().x - 20.0);
        job.wrap.max_rows = 1;
        let left = ui.painter().layout_job(job);
        let y = rect.center().y;
        ui.painter().galley(egui::pos2(rect.left() + 6.0, y - left.size().y / 2.0), left, text_color);
        ui.painter().galley(
            egui::pos2(rect.right() - 6.0 - right.size().x, y - right.size().y / 2.0),
            right,
            text_color,
        );
    }
    response.on_hover_text(if hint.is_empty() { what } else { hint });
}

/// Lays out from the right.
pub fn from_right<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    ui.with_layout(Layout::right_to_left(Align::Center), add).inner
}
