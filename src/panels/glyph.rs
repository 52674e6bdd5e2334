//! Small drawings made with egui's painter: flags, stands, pips, the drum of Disorder, dice.
//!
//! They carry their meaning by shape, so that nothing rests on colour alone.

use bevy_egui::egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, StrokeKind, Ui, Vec2, pos2, vec2,
};

pub use super::cloth::paint_flag;
use super::theme;
use crate::army::{Colors, Side, Temper};

const RED: Color32 = Color32::from_rgb(0xa8, 0x2b, 0x2b);
const WHITE: Color32 = Color32::from_rgb(0xf6, 0xf0, 0xe2);
const GOLD: Color32 = Color32::from_rgb(0xd8, 0xb0, 0x4a);
const STAFF: Color32 = Color32::from_rgb(0x5a, 0x44, 0x2c);

/// Reserves room for a drawing and paints it.
pub fn place(ui: &mut Ui, size: Vec2, sense: Sense, paint: impl FnOnce(&Painter, Rect)) -> Response {
    let (rect, response) = ui.allocate_exact_size(size, sense);
    if ui.is_rect_visible(rect) {
        paint(&ui.painter_at(rect.expand(1.0)), rect);
    }
    response
}

/// The flag that stands for an army: a long one with stripes, or a square one with a saltire.
pub fn side_flag(ui: &mut Ui, side: Side, height: f32) -> Response {
    let cloth = match side {
        Side::Union => Colors::UnionNational,
        Side::Confederate => Colors::ConfederateBattle,
    };
    flag(ui, cloth, height)
}

/// A flag on its staff.
pub fn flag(ui: &mut Ui, cloth: Colors, height: f32) -> Response {
    place(ui, vec2(height * 1.5, height), Sense::hover(), |painter, rect| paint_flag(painter, rect, cloth))
}

/// How one stand of a regiment is drawn on its card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Block {
    /// It stands.
    Standing,
    /// It stands and carries the flags.
    Colors,
    /// It is lost: hollow, crossed.
    Lost,
}

/// One stand as a block.
pub fn stand(ui: &mut Ui, block: Block, side: Side) -> Response {
    place(ui, vec2(22.0, 17.0), Sense::hover(), |painter, rect| {
        let rect = rect.shrink(1.0);
        match block {
            Block::Standing | Block::Colors => {
                painter.rect_filled(rect, 1, theme::accent(side));
                painter.rect_stroke(rect, 1, Stroke::new(1.0, theme::INK), StrokeKind::Inside);
            }
            Block::Lost => {
                painter.rect_stroke(rect, 1, Stroke::new(1.0, theme::FADED), StrokeKind::Inside);
                let thin = Stroke::new(1.0, theme::RULE);
                painter.line_segment([rect.left_top(), rect.right_bottom()], thin);
                painter.line_segment([rect.left_bottom(), rect.right_top()], thin);
            }
        }
        if block == Block::Colors {
            let pole = rect.left() + rect.width() * 0.35;
            painter
                .line_segment([pos2(pole, rect.top() + 2.0), pos2(pole, rect.bottom() - 2.0)], Stroke::new(1.5, WHITE));
            let cloth = Rect::from_min_size(pos2(pole, rect.top() + 2.0), vec2(8.0, 6.0));
            painter.rect_filled(cloth, 0, GOLD);
        }
    })
}

/// Kinds of staff pip.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pip {
    /// May be spent now: a filled coin.
    Pool,
    /// Kept for a reaction: a shield.
    Reserved,
    /// Kept over for the next turn: a strongbox.
    Banked,
}

/// One staff pip as a token.
pub fn pip(ui: &mut Ui, kind: Pip, sense: Sense) -> Response {
    place(ui, vec2(18.0, 18.0), sense, |painter, rect| {
        let c = rect.center();
        let line = Stroke::new(1.2, theme::INK);
        match kind {
            Pip::Pool => {
                painter.circle(c, 7.0, theme::BRASS, line);
                painter.circle_stroke(c, 4.2, Stroke::new(1.0, WHITE));
            }
            Pip::Reserved => {
                let points = vec![
                    c + vec2(-6.5, -7.0),
                    c + vec2(6.5, -7.0),
                    c + vec2(6.5, 1.0),
                    c + vec2(0.0, 8.0),
                    c + vec2(-6.5, 1.0),
                ];
                painter.add(Shape::convex_polygon(points, theme::BRASS, line));
                painter.line_segment([c + vec2(0.0, -5.0), c + vec2(0.0, 5.0)], Stroke::new(1.5, WHITE));
            }
            Pip::Banked => {
                let chest = Rect::from_center_size(c, vec2(15.0, 12.0));
                painter.rect(chest, 1, theme::WALNUT_LIGHT, line, StrokeKind::Inside);
                painter.line_segment([chest.left_center(), chest.right_center()], Stroke::new(1.0, GOLD));
                painter.circle_filled(c, 2.2, GOLD);
            }
        }
    })
}

/// How a general leads: two chevrons up, one bar, or one chevron down.
pub fn temper(ui: &mut Ui, temper: Temper) -> Response {
    let color = ui.visuals().text_color();
    place(ui, vec2(16.0, 16.0), Sense::hover(), |painter, rect| {
        let c = rect.center();
        let line = Stroke::new(2.0, color);
        let chevron = |at: Pos2, up: f32| {
            painter.line_segment([at + vec2(-5.0, 2.5 * up), at - vec2(0.0, 2.5 * up)], line);
            painter.line_segment([at + vec2(5.0, 2.5 * up), at - vec2(0.0, 2.5 * up)], line);
        };
        match temper {
            Temper::Aggressive => {
                chevron(c - vec2(0.0, 3.5), 1.0);
                chevron(c + vec2(0.0, 2.5), 1.0);
            }
            Temper::Reliable => {
                painter.line_segment([c - vec2(5.0, 0.0), c + vec2(5.0, 0.0)], line);
            }
            Temper::Timid => chevron(c, -1.0),
        }
    })
    .on_hover_text(match temper {
        Temper::Aggressive => "Aggressive: 1D3+1 pips a turn (RULE-01-2.1)",
        Temper::Reliable => "Reliable: 1D3 pips a turn (RULE-01-2.1)",
        Temper::Timid => "Timid: 1D3 halved, rounded up, pips a turn (RULE-01-2.1)",
    })
}

/// The drum of a Disordered regiment.
pub fn drum(ui: &mut Ui, sense: Sense) -> Response {
    place(ui, vec2(18.0, 18.0), sense, |painter, rect| {
        let c = rect.center();
        let body = Rect::from_center_size(c + vec2(0.0, 1.5), vec2(13.0, 10.0));
        painter.rect(body, 1, RED, Stroke::new(1.0, theme::INK), StrokeKind::Inside);
        for x in [-6.0, -2.0, 2.0] {
            let top = pos2(c.x + x, body.top() + 1.0);
            painter.line_segment([top, pos2(top.x + 2.0, body.bottom() - 1.0)], Stroke::new(1.0, WHITE));
            painter.line_segment(
                [pos2(top.x + 2.0, body.bottom() - 1.0), pos2(top.x + 4.0, top.y)],
                Stroke::new(1.0, WHITE),
            );
        }
        painter.line_segment([c + vec2(-7.0, -7.5), c + vec2(2.0, -3.5)], Stroke::new(1.5, STAFF));
        painter.line_segment([c + vec2(7.0, -7.5), c + vec2(-2.0, -3.5)], Stroke::new(1.5, STAFF));
    })
}

/// A tick: it has acted.
pub fn tick(ui: &mut Ui) -> Response {
    let color = ui.visuals().text_color();
    place(ui, vec2(14.0, 14.0), Sense::hover(), |painter, rect| {
        let c = rect.center();
        let points = vec![c + vec2(-5.0, 0.0), c + vec2(-1.5, 4.0), c + vec2(5.0, -5.0)];
        painter.add(Shape::line(points, Stroke::new(2.0, color)));
    })
}

/// A bar of two crossed bayonets: locked in a fight.
pub fn crossed(ui: &mut Ui) -> Response {
    place(ui, vec2(16.0, 16.0), Sense::hover(), |painter, rect| {
        let c = rect.center();
        let line = Stroke::new(2.0, theme::MADDER);
        painter.line_segment([c + vec2(-6.0, 6.0), c + vec2(6.0, -6.0)], line);
        painter.line_segment([c + vec2(6.0, 6.0), c + vec2(-6.0, -6.0)], line);
        painter.line_segment([c + vec2(-6.5, 2.5), c + vec2(-2.5, 6.5)], line);
        painter.line_segment([c + vec2(6.5, 2.5), c + vec2(2.5, 6.5)], line);
    })
}

/// An open cartridge box with nothing in it: Low Ammo.
pub fn cartridges(ui: &mut Ui) -> Response {
    place(ui, vec2(16.0, 16.0), Sense::hover(), |painter, rect| {
        let c = rect.center();
        let line = Stroke::new(1.5, theme::INK);
        let corners = [vec2(-6.0, -1.5), vec2(-6.0, 6.0), vec2(6.0, 6.0), vec2(6.0, -1.5)];
        painter.add(Shape::line(corners.map(|corner| c + corner).to_vec(), line));
        // The lid stands open.
        painter.line_segment([c + vec2(-6.0, -1.5), c + vec2(-2.5, -6.5)], line);
        painter.line_segment([c + vec2(-2.5, -6.5), c + vec2(7.0, -5.0)], line);
        // One cartridge left.
        painter.line_segment([c + vec2(-3.0, 0.0), c + vec2(-3.0, 4.0)], Stroke::new(2.0, theme::MADDER));
    })
}

/// A line with dots before it, or behind it after an evasion: a skirmish screen.
pub fn screen(ui: &mut Ui, behind: bool) -> Response {
    place(ui, vec2(16.0, 16.0), Sense::hover(), |painter, rect| {
        let c = rect.center();
        let side = if behind { 4.0 } else { -4.0 };
        painter.line_segment([c + vec2(-6.0, 0.0), c + vec2(6.0, 0.0)], Stroke::new(2.5, theme::INK));
        for x in [-5.0, 0.0, 5.0] {
            painter.circle_filled(c + vec2(x, side), 1.5, theme::INK);
        }
    })
}

/// A line whose end is bent back: a refused flank. `ends` says which, left and right.
pub fn bent(ui: &mut Ui, ends: [bool; 2]) -> Response {
    place(ui, vec2(16.0, 16.0), Sense::hover(), |painter, rect| {
        let c = rect.center();
        let line = Stroke::new(2.0, theme::INK);
        let end = |side: f32, bent: bool| c + vec2(7.0 * side, if bent { 5.0 } else { -2.0 });
        let corners = [c + vec2(-3.0, -2.0), c + vec2(3.0, -2.0)];
        painter.line_segment([end(-1.0, ends[0]), corners[0]], line);
        painter.line_segment(corners, line);
        painter.line_segment([corners[1], end(1.0, ends[1])], line);
    })
}

/// A half-filled disc: an odd hit carried.
pub fn micro(ui: &mut Ui) -> Response {
    place(ui, vec2(14.0, 14.0), Sense::hover(), |painter, rect| {
        let c = rect.center();
        painter.circle_stroke(c, 5.0, Stroke::new(1.5, theme::MADDER));
        painter.circle_filled(c, 2.5, theme::MADDER);
    })
}

/// A die showing 1 to 6; nothing on it for 0.
pub fn die(ui: &mut Ui, value: u8, size: f32, sense: Sense) -> Response {
    let hovered_fill = theme::PAPER_HOVER;
    let (rect, response) = ui.allocate_exact_size(vec2(size, size), sense);
    let fill = if response.hovered() && sense.senses_click() { hovered_fill } else { WHITE };
    paint_die(&ui.painter_at(rect.expand(1.0)), rect, value, fill);
    response
}

/// Paints a die face.
pub fn paint_die(painter: &Painter, rect: Rect, value: u8, fill: Color32) {
    painter.rect(rect, rect.width() * 0.16, fill, Stroke::new(1.2, theme::INK), StrokeKind::Inside);
    let d = rect.width() * 0.26;
    let spots: &[(f32, f32)] = match value {
        1 => &[(0.0, 0.0)],
        2 => &[(-1.0, -1.0), (1.0, 1.0)],
        3 => &[(-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)],
        4 => &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)],
        5 => &[(-1.0, -1.0), (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
        6 => &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 0.0), (1.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
        _ => &[],
    };
    for (x, y) in spots {
        painter.circle_filled(rect.center() + vec2(x * d, y * d), rect.width() * 0.085, theme::INK);
    }
}

/// A key cap with its letter, at the right of a button.
pub fn key_cap(painter: &Painter, right_center: Pos2, label: &str, color: Color32) -> f32 {
    let galley = painter.layout_no_wrap(label.to_owned(), FontId::proportional(theme::SMALL), color);
    let size = galley.size() + vec2(10.0, 2.0);
    let rect = Rect::from_min_size(right_center - vec2(size.x, size.y / 2.0), size);
    painter.rect_stroke(rect, 3, Stroke::new(1.0, color), StrokeKind::Inside);
    painter.text(rect.center(), Align2::CENTER_CENTER, label, FontId::proportional(theme::SMALL), color);
    size.x
}
