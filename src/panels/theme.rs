//! The look of the panels: printed orders on warm paper, a walnut strip above them, one accent for each army.
//!
//! No text is smaller than [`SMALL`] points. Whatever a colour says is said by a shape or a word too.

use bevy_egui::egui::{
    self, Color32, CornerRadius, FontFamily, FontId, Frame, Margin, Shadow, Stroke, TextStyle, Ui, Visuals,
};

use crate::army::Side;

/// Paper of the panels.
pub const PAPER: Color32 = Color32::from_rgb(0xf1, 0xe9, 0xd6);
/// Paper a shade darker: buttons, boxes, every other row.
pub const PAPER_DEEP: Color32 = Color32::from_rgb(0xe4, 0xd8, 0xbd);
/// Paper under the pointer.
pub const PAPER_HOVER: Color32 = Color32::from_rgb(0xd8, 0xc8, 0xa4);
/// Printing ink.
pub const INK: Color32 = Color32::from_rgb(0x26, 0x1d, 0x14);
/// Ink of notes and refusals; still dark enough to read on paper.
pub const FADED: Color32 = Color32::from_rgb(0x6a, 0x5a, 0x45);
/// Rules and frames on paper.
pub const RULE: Color32 = Color32::from_rgb(0xb9, 0xa5, 0x80);
/// The strip and the title.
pub const WALNUT: Color32 = Color32::from_rgb(0x34, 0x26, 0x1b);
/// Walnut a shade lighter: its buttons.
pub const WALNUT_LIGHT: Color32 = Color32::from_rgb(0x4c, 0x39, 0x29);
/// Lettering on walnut.
pub const CREAM: Color32 = Color32::from_rgb(0xf4, 0xe8, 0xcc);
/// Quiet lettering on walnut.
pub const CREAM_FADED: Color32 = Color32::from_rgb(0xc9, 0xb8, 0x96);
/// Tokens, and the button that matters most.
pub const BRASS: Color32 = Color32::from_rgb(0xb8, 0x8a, 0x2e);
/// Losses and warnings.
pub const MADDER: Color32 = Color32::from_rgb(0x9c, 0x2a, 0x1e);
/// The Union's accent.
pub const UNION: Color32 = Color32::from_rgb(0x1f, 0x3c, 0x70);
/// The Confederacy's accent: butternut.
pub const CONFEDERATE: Color32 = Color32::from_rgb(0x7d, 0x42, 0x26);

/// Smallest text, in points.
pub const SMALL: f32 = 13.0;
/// Running text, in points.
pub const BODY: f32 = 14.5;

/// The accent of an army, dark enough for cream lettering.
pub const fn accent(side: Side) -> Color32 {
    match side {
        Side::Union => UNION,
        Side::Confederate => CONFEDERATE,
    }
}

/// The name of the large lettering of titles.
pub fn display() -> TextStyle {
    TextStyle::Name("display".into())
}

/// Dresses a whole egui context.
pub fn apply(ctx: &egui::Context) {
    ctx.set_theme(egui::Theme::Light);
    // However long the button was held, a press and a release in one place are a click: on a slow machine frames are long.
    ctx.options_mut(|options| options.input_options.max_click_duration = f64::INFINITY);
    ctx.all_styles_mut(|style| {
        style.visuals = paper_visuals();
        let sizes = [
            (TextStyle::Small, SMALL),
            (TextStyle::Body, BODY),
            (TextStyle::Button, BODY),
            (TextStyle::Heading, 19.0),
            (display(), 46.0),
        ];
        style.text_styles = sizes
            .into_iter()
            .map(|(name, size)| (name, FontId::new(size, FontFamily::Proportional)))
            .chain([(TextStyle::Monospace, FontId::new(SMALL, FontFamily::Monospace))])
            .collect();
        style.spacing.item_spacing = egui::vec2(6.0, 4.0);
        style.spacing.button_padding = egui::vec2(8.0, 4.0);
        style.spacing.interact_size.y = 24.0;
        style.spacing.tooltip_width = 380.0;
        style.spacing.scroll = egui::style::ScrollStyle::solid();
        style.spacing.scroll.fade.strength = 0.0;
        style.interaction.selectable_labels = false;
        style.interaction.tooltip_delay = 0.25;
        style.animation_time = 0.0;
    });
}

fn widget(fill: Color32, line: Color32, text: Color32) -> egui::style::WidgetVisuals {
    egui::style::WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(1.0, line),
        fg_stroke: Stroke::new(1.0, text),
        corner_radius: CornerRadius::same(2),
        expansion: 0.0,
    }
}

fn paper_visuals() -> Visuals {
    let mut v = Visuals::light();
    v.widgets.noninteractive = widget(PAPER, RULE, INK);
    v.widgets.inactive = widget(PAPER_DEEP, RULE, INK);
    v.widgets.hovered = widget(PAPER_HOVER, INK, INK);
    v.widgets.active = widget(RULE, INK, INK);
    v.widgets.open = widget(PAPER_HOVER, RULE, INK);
    v.panel_fill = PAPER;
    v.window_fill = PAPER;
    v.window_stroke = Stroke::new(1.0, FADED);
    v.window_corner_radius = CornerRadius::same(3);
    v.menu_corner_radius = CornerRadius::same(3);
    v.extreme_bg_color = Color32::from_rgb(0xfb, 0xf6, 0xea);
    v.faint_bg_color = PAPER_DEEP;
    v.code_bg_color = PAPER_DEEP;
    v.hyperlink_color = UNION;
    v.weak_text_color = Some(FADED);
    v.warn_fg_color = MADDER;
    v.error_fg_color = MADDER;
    v.selection.bg_fill = Color32::from_rgb(0xd9, 0xb8, 0x62);
    v.selection.stroke = Stroke::new(1.0, INK);
    v.popup_shadow = shadow();
    v.window_shadow = shadow();
    v.disabled_alpha = 0.62;
    v
}

/// Cream lettering and walnut buttons for what follows in this `Ui`.
pub fn on_walnut(ui: &mut Ui) {
    let v = ui.visuals_mut();
    v.widgets.noninteractive = widget(WALNUT, WALNUT_LIGHT, CREAM);
    v.widgets.inactive = widget(WALNUT_LIGHT, CREAM_FADED, CREAM);
    v.widgets.hovered = widget(Color32::from_rgb(0x66, 0x4e, 0x39), CREAM, CREAM);
    v.widgets.active = widget(BRASS, CREAM, CREAM);
    v.widgets.open = widget(WALNUT_LIGHT, CREAM_FADED, CREAM);
    v.weak_text_color = Some(CREAM_FADED);
}

/// Cream lettering on an army's colour for what follows in this `Ui`.
pub fn on_accent(ui: &mut Ui, side: Side) {
    let fill = accent(side);
    let v = ui.visuals_mut();
    let raised = fill.lerp_to_gamma(Color32::WHITE, 0.12);
    v.widgets.noninteractive = widget(fill, raised, CREAM);
    v.widgets.inactive = widget(raised, CREAM_FADED, CREAM);
    v.widgets.hovered = widget(fill.lerp_to_gamma(Color32::WHITE, 0.24), CREAM, CREAM);
    v.widgets.active = widget(BRASS, CREAM, CREAM);
    v.weak_text_color = Some(Color32::from_rgb(0xe8, 0xdb, 0xbf));
}

fn shadow() -> Shadow {
    Shadow { offset: [0, 3], blur: 10, spread: 0, color: Color32::from_black_alpha(90) }
}

/// A sheet of paper over the table.
pub fn sheet() -> Frame {
    Frame::new()
        .fill(PAPER)
        .stroke(Stroke::new(1.0, FADED))
        .inner_margin(Margin::same(8))
        .corner_radius(CornerRadius::same(2))
        .shadow(shadow())
}

/// A walnut board over the table.
pub fn board() -> Frame {
    Frame::new().fill(WALNUT).inner_margin(Margin::symmetric(10, 6)).shadow(shadow())
}

/// A board in an army's colour.
pub fn banner(side: Side) -> Frame {
    Frame::new()
        .fill(accent(side))
        .stroke(Stroke::new(2.0, CREAM))
        .inner_margin(Margin::same(10))
        .corner_radius(CornerRadius::same(3))
        .shadow(shadow())
}

/// A ruled box on paper.
pub fn boxed() -> Frame {
    Frame::new()
        .stroke(Stroke::new(1.0, RULE))
        .inner_margin(Margin::symmetric(6, 4))
        .corner_radius(CornerRadius::same(2))
}
