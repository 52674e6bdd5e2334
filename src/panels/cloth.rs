//! Flags in small, for the panels: what tells them apart, and no more than that.

use bevy_egui::egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, pos2, vec2};

use super::theme;
use crate::army::Colors;

const RED: Color32 = Color32::from_rgb(0xa8, 0x2b, 0x2b);
const WHITE: Color32 = Color32::from_rgb(0xf6, 0xf0, 0xe2);
const BLUE: Color32 = Color32::from_rgb(0x23, 0x3f, 0x78);
const GOLD: Color32 = Color32::from_rgb(0xd8, 0xb0, 0x4a);
const GREEN: Color32 = Color32::from_rgb(0x24, 0x6e, 0x3c);
const BUFF: Color32 = Color32::from_rgb(0xe0, 0xc2, 0x84);
const STAFF: Color32 = Color32::from_rgb(0x5a, 0x44, 0x2c);

/// Paints a flag on its staff into a rectangle half as wide again as it is high.
pub fn paint_flag(painter: &Painter, rect: Rect, cloth: Colors) {
    let staff = rect.left() + 1.5;
    painter.line_segment([pos2(staff, rect.top()), pos2(staff, rect.bottom())], Stroke::new(2.0, STAFF));
    let square = matches!(cloth, Colors::ConfederateBattle);
    let height = rect.height() * 0.86;
    let width = if square { height } else { height * 1.4 };
    let field = Rect::from_min_size(pos2(staff + 1.0, rect.top()), vec2(width.min(rect.right() - staff - 1.0), height));
    let flag = Cloth { painter, field };
    match cloth {
        Colors::UnionNational => flag.stripes(RED),
        Colors::UnionPennsylvania => {
            flag.stripes(RED);
            painter.circle_filled(flag.at(0.21, 0.28), height * 0.16, GOLD);
        }
        Colors::UnionGuidon => {
            flag.stripes(RED);
            let notch = vec![flag.at(1.02, 0.0), flag.at(0.70, 0.5), flag.at(1.02, 1.0)];
            painter.add(Shape::convex_polygon(notch, theme::PAPER, Stroke::NONE));
        }
        Colors::UnionRegimental => {
            flag.fill(BLUE);
            flag.eagle();
        }
        Colors::UnionIrish => {
            flag.fill(GREEN);
            // The harp: a pillar, a neck and strings between them.
            let line = |points: Vec<Pos2>| painter.add(Shape::line(points, Stroke::new(1.5, GOLD)));
            line(vec![flag.at(0.38, 0.18), flag.at(0.38, 0.84), flag.at(0.66, 0.30), flag.at(0.38, 0.18)]);
            line(vec![flag.at(0.50, 0.26), flag.at(0.50, 0.62)]);
        }
        Colors::UnionMassachusetts => {
            flag.fill(WHITE);
            let shield = [(0.34, 0.18), (0.66, 0.18), (0.66, 0.52), (0.50, 0.84), (0.34, 0.52)];
            flag.shape(&shield, BLUE);
            painter.circle_filled(flag.at(0.5, 0.42), height * 0.10, GOLD);
        }
        Colors::UnionNewYork => {
            flag.fill(BUFF);
            painter.circle_filled(flag.at(0.5, 0.42), height * 0.20, BLUE);
            painter.circle_filled(flag.at(0.5, 0.38), height * 0.08, GOLD);
            flag.bar(0.18, 0.82, 0.76, 0.90, RED);
        }
        Colors::UnionArtillery => {
            flag.fill(GOLD);
            for (a, b) in [((0.25, 0.2), (0.75, 0.8)), ((0.25, 0.8), (0.75, 0.2))] {
                painter.line_segment([flag.at(a.0, a.1), flag.at(b.0, b.1)], Stroke::new(height * 0.14, STAFF));
            }
        }
        Colors::ConfederateBattle => flag.saltire(field),
        Colors::ConfederateHardee => {
            flag.fill(WHITE);
            flag.bar(0.10, 0.90, 0.13, 0.87, BLUE);
            painter.circle_filled(flag.at(0.5, 0.5), height * 0.20, WHITE);
        }
        Colors::ConfederateSecondNational => {
            flag.fill(WHITE);
            flag.saltire(Rect::from_min_size(field.min, vec2(height * 0.62, height * 0.62)));
        }
        Colors::ConfederateBonnieBlue => {
            flag.fill(BLUE);
            flag.star(0.5, 0.5, 0.30, WHITE);
        }
        Colors::ConfederateVirginia => {
            flag.fill(BLUE);
            painter.circle_filled(field.center(), height * 0.34, WHITE);
            painter.circle_stroke(field.center(), height * 0.2, Stroke::new(1.0, STAFF));
        }
        Colors::ConfederateGeorgia => {
            flag.fill(RED);
            flag.bar(0.0, 1.0, 1.0 / 3.0, 2.0 / 3.0, WHITE);
            flag.bar(0.0, 0.42, 0.0, 2.0 / 3.0, BLUE);
            painter.circle_stroke(flag.at(0.21, 1.0 / 3.0), height * 0.19, Stroke::new(1.5, WHITE));
        }
        Colors::ConfederateNorthCarolina => {
            flag.fill(WHITE);
            flag.bar(0.36, 1.0, 0.0, 0.5, BLUE);
            flag.bar(0.0, 0.36, 0.0, 1.0, RED);
            flag.star(0.18, 0.5, 0.17, WHITE);
        }
        Colors::ConfederateSouthCarolina => {
            flag.fill(BLUE);
            // The palmetto, and the crescent at the hoist.
            painter.line_segment([flag.at(0.56, 0.35), flag.at(0.56, 0.86)], Stroke::new(1.5, WHITE));
            flag.shape(&[(0.38, 0.42), (0.56, 0.16), (0.74, 0.42)], WHITE);
            painter.circle_filled(flag.at(0.18, 0.24), height * 0.12, WHITE);
            painter.circle_filled(flag.at(0.21, 0.19), height * 0.10, BLUE);
        }
        Colors::ConfederateMississippi => {
            flag.fill(WHITE);
            flag.bar(0.0, 0.32, 0.0, 0.44, BLUE);
            flag.bar(0.92, 1.0, 0.0, 1.0, RED);
            painter.line_segment([flag.at(0.62, 0.5), flag.at(0.62, 0.88)], Stroke::new(1.5, STAFF));
            painter.circle_filled(flag.at(0.62, 0.42), height * 0.24, GREEN);
        }
        Colors::ConfederateLouisiana => {
            for stripe in 0..7_u8 {
                let (top, colour) = (f32::from(stripe) / 7.0, [BLUE, WHITE, RED, WHITE][usize::from(stripe) % 4]);
                flag.bar(0.0, 1.0, top, top + 1.0 / 7.0, colour);
            }
            flag.bar(0.0, 0.42, 0.0, 4.0 / 7.0, RED);
            flag.star(0.21, 0.29, 0.20, GOLD);
        }
        Colors::ConfederateTexas => {
            flag.fill(WHITE);
            flag.bar(0.0, 1.0, 0.5, 1.0, RED);
            flag.bar(0.0, 0.36, 0.0, 1.0, BLUE);
            flag.star(0.18, 0.5, 0.18, WHITE);
        }
    }
    painter.rect_stroke(field, 0, Stroke::new(1.0, theme::INK.gamma_multiply(0.6)), StrokeKind::Inside);
}

/// The cloth of a flag, measured in fractions along the fly and down the hoist.
struct Cloth<'a> {
    painter: &'a Painter,
    field: Rect,
}

impl Cloth<'_> {
    fn at(&self, along: f32, down: f32) -> Pos2 {
        self.field.min + vec2(self.field.width() * along, self.field.height() * down)
    }

    fn fill(&self, colour: Color32) {
        self.painter.rect_filled(self.field, 0, colour);
    }

    fn bar(&self, left: f32, right: f32, top: f32, bottom: f32, colour: Color32) {
        self.painter.rect_filled(Rect::from_min_max(self.at(left, top), self.at(right, bottom)), 0, colour);
    }

    fn shape(&self, corners: &[(f32, f32)], colour: Color32) {
        let corners = corners.iter().map(|(along, down)| self.at(*along, *down)).collect();
        self.painter.add(Shape::convex_polygon(corners, colour, Stroke::NONE));
    }

    /// Seven stripes and a canton of stars.
    fn stripes(&self, colour: Color32) {
        self.fill(WHITE);
        for stripe in [0.0, 2.0, 4.0, 6.0] {
            self.bar(0.0, 1.0, stripe / 7.0, (stripe + 1.0) / 7.0, colour);
        }
        self.bar(0.0, 0.42, 0.0, 4.0 / 7.0, BLUE);
        for (along, down) in [(0.105, 1.0 / 7.0), (0.315, 1.0 / 7.0), (0.105, 3.0 / 7.0), (0.315, 3.0 / 7.0)] {
            let size = (self.field.height() * 4.0 / 7.0 * 0.12).max(0.8);
            self.painter.circle_filled(self.at(along, down), size, WHITE);
        }
    }

    /// The eagle of the arms: two wings and a shield.
    fn eagle(&self) {
        let c = self.field.center();
        let (w, h) = (self.field.width() * 0.26, self.field.height() * 0.24);
        let wings = vec![c + vec2(-w, -h), c + vec2(0.0, -h * 0.2), c + vec2(w, -h), c + vec2(0.0, h)];
        self.painter.add(Shape::line(wings, Stroke::new(1.5, GOLD)));
        self.painter.circle_filled(c, h * 0.45, GOLD);
    }

    /// A red square with the blue cross of Saint Andrew.
    fn saltire(&self, square: Rect) {
        let painter = self.painter.with_clip_rect(square.intersect(self.painter.clip_rect()));
        painter.rect_filled(square, 0, RED);
        for (wide, colour) in [(0.3, WHITE), (0.2, BLUE)] {
            let stroke = Stroke::new(square.height() * wide, colour);
            painter.line_segment([square.left_top(), square.right_bottom()], stroke);
            painter.line_segment([square.left_bottom(), square.right_top()], stroke);
        }
        painter.rect_stroke(square, 0, Stroke::new(1.0, WHITE), StrokeKind::Inside);
    }

    /// A star of five points, its size in parts of the hoist.
    fn star(&self, along: f32, down: f32, size: f32, colour: Color32) {
        let (centre, out) = (self.at(along, down), self.field.height() * size);
        for k in 0..5_u8 {
            let turn = |n: f32| {
                let (sin, cos) = (std::f32::consts::TAU / 5.0 * n).sin_cos();
                vec2(sin, -cos)
            };
            let point = f32::from(k);
            let kite = vec![
                centre,
                centre + turn(point - 0.5) * out * 0.42,
                centre + turn(point) * out,
                centre + turn(point + 0.5) * out * 0.42,
            ];
            self.painter.add(Shape::convex_polygon(kite, colour, Stroke::NONE));
        }
    }
}
