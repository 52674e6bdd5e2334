//! The little map of a scenario: its ground, with both armies where they start.

use bevy_egui::egui::{Color32, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, StrokeKind, Ui, pos2, vec2};

use crate::army::{Files, Side};
use crate::geometry::Spot;
use crate::ground::{AreaKind, BridgeKind, BuildingKind, Ground, ObstacleKind};
use crate::panels::theme;
use crate::scenario::Scenario;
use crate::turn::field;

const GRASS: Color32 = Color32::from_rgb(0xd5, 0xd4, 0xa8);
const HIGHER: Color32 = Color32::from_rgb(0xc7, 0xbd, 0x8b);
const HOLLOW: Color32 = Color32::from_rgb(0xb4, 0xbb, 0x90);
const CONTOUR: Color32 = Color32::from_rgb(0x8a, 0x74, 0x4c);
const BEAM: Color32 = Color32::from_rgb(0x4a, 0x38, 0x26);
const PLANK: Color32 = Color32::from_rgb(0xb0, 0x98, 0x74);
const ROAD: Color32 = Color32::from_rgb(0xe9, 0xdc, 0xb9);

/// Draws the map as wide as there is room, at most `height` high.
pub fn draw(ui: &mut Ui, scenario: &Scenario, height: f32) -> Response {
    let ground = &scenario.ground;
    let (w, h) = (ground.width.get().max(1.0), ground.height.get().max(1.0));
    let scale = (ui.available_width() / w).min(height / h);
    let (rect, response) = ui.allocate_exact_size(vec2(w * scale, h * scale), Sense::hover());
    if ui.is_rect_visible(rect) {
        let painter = ui.painter_at(rect);
        let at = |spot: Spot| place(rect, scale, spot.x.get(), spot.y.get());
        terrain(&painter, rect, scale, ground, &at);
        for side in Side::BOTH {
            for regiment in scenario.army(side).regiments() {
                let outline = field::footprint(regiment.pose, regiment.formation, Files::of(regiment.stands));
                let corners: Vec<_> = outline.corners().iter().map(|c| place(rect, scale, c.x, c.y)).collect();
                painter.add(Shape::convex_polygon(
                    corners.clone(),
                    theme::accent(side),
                    Stroke::new(1.0, theme::CREAM),
                ));
                // The Union's blocks carry a bar, the Confederacy's a cross: the sides differ without colour.
                let line = Stroke::new(1.0, theme::CREAM);
                painter.line_segment([corners[0], corners[2]], line);
                if side == Side::Confederate {
                    painter.line_segment([corners[1], corners[3]], line);
                }
            }
            for brigade in &scenario.army(side).brigades {
                painter.circle(at(brigade.brigadier.at), 3.5, theme::accent(side), Stroke::new(1.0, theme::CREAM));
            }
        }
        for objective in &scenario.terms.objectives {
            star(&painter, at(objective.at), 6.0);
        }
        painter.rect_stroke(rect, 0, Stroke::new(2.0, theme::WALNUT), StrokeKind::Inside);
    }
    response
}

fn place(rect: Rect, scale: f32, x: f32, y: f32) -> Pos2 {
    pos2(rect.left() + x * scale, rect.bottom() - y * scale)
}

fn terrain(painter: &Painter, rect: Rect, scale: f32, ground: &Ground, at: &dyn Fn(Spot) -> Pos2) {
    painter.rect_filled(rect, 0, GRASS);
    for hill in &ground.hills {
        let points: Vec<_> = hill.outline.iter().map(|s| at(*s)).collect();
        fill(painter, points.clone(), if hill.level < 0 { HOLLOW } else { HIGHER });
        ring(painter, points.clone(), Stroke::new(1.5, CONTOUR));
        if hill.level < 0 {
            ticks(painter, &points);
        }
    }
    for road in &ground.roads {
        let points: Vec<_> = road.line.iter().map(|s| at(*s)).collect();
        painter.add(Shape::line(points, Stroke::new((road.width.get() * scale).max(2.0), ROAD)));
    }
    for area in &ground.areas {
        let points: Vec<_> = area.outline.iter().map(|s| at(*s)).collect();
        let (color, ink) = match area.kind {
            AreaKind::Crops => (Color32::from_rgb(0xde, 0xc8, 0x74), Color32::from_rgb(0xa8, 0x8a, 0x34)),
            AreaKind::Ploughed => (Color32::from_rgb(0xb5, 0x95, 0x6b), Color32::from_rgb(0x84, 0x66, 0x40)),
            AreaKind::LightWoods => (Color32::from_rgb(0x9c, 0xad, 0x6e), Color32::from_rgb(0x56, 0x6b, 0x35)),
            AreaKind::DenseWoods => (Color32::from_rgb(0x72, 0x8b, 0x54), Color32::from_rgb(0x3a, 0x50, 0x29)),
            AreaKind::Stream | AreaKind::River => {
                (Color32::from_rgb(0x8f, 0xad, 0xb8), Color32::from_rgb(0x4b, 0x6c, 0x7c))
            }
            AreaKind::SunkenRoad => (Color32::from_rgb(0xb8, 0x9d, 0x74), Color32::from_rgb(0x6a, 0x55, 0x38)),
            AreaKind::Rubble => (Color32::from_rgb(0xa9, 0xa2, 0x98), Color32::from_rgb(0x5f, 0x5a, 0x52)),
        };
        fill(painter, points.clone(), color);
        ring(painter, points.clone(), Stroke::new(1.0, ink));
        let holes: Vec<Vec<Pos2>> =
            area.holes.iter().map(|hole| hole.iter().map(|s| at(*s)).collect::<Vec<_>>()).collect();
        pattern(painter, &points, &holes, area.kind, ink);
        // Clearings show the open ground.
        for (hole, spots) in holes.iter().zip(&area.holes) {
            let on_hill = spots.first().is_some_and(|spot| ground.level_at(spot.vec()) > 0);
            fill(painter, hole.clone(), if on_hill { HIGHER } else { GRASS });
            ring(painter, hole.clone(), Stroke::new(1.0, ink));
        }
    }
    for bridge in &ground.bridges {
        let points: Vec<_> = bridge.line.iter().map(|s| at(*s)).collect();
        let wide = (bridge.width.get() * scale).max(4.0);
        match bridge.kind {
            BridgeKind::Bridge => {
                painter.add(Shape::line(points.clone(), Stroke::new(wide, BEAM)));
                painter.add(Shape::line(points, Stroke::new((wide - 3.0).max(2.0), PLANK)));
            }
            // Stepping stones.
            BridgeKind::Ford => {
                painter.extend(Shape::dotted_line(&points, BEAM, 5.0, 2.0));
            }
        }
    }
    for (n, building) in ground.buildings.iter().enumerate() {
        let corners: Vec<_> = building.base.corners().iter().map(|c| at(Spot::round(*c))).collect();
        let fallen = ground.changes.fallen.contains(&ground.building_id(n));
        let roof = if fallen { PLANK } else { Color32::from_rgb(0x7a, 0x3f, 0x33) };
        painter.add(Shape::convex_polygon(corners.clone(), roof, Stroke::new(1.0, theme::INK)));
        let line = Stroke::new(1.0, theme::CREAM);
        if building.kind == BuildingKind::Church {
            painter.line_segment([corners[0].lerp(corners[1], 0.5), corners[2].lerp(corners[3], 0.5)], line);
        }
        painter.line_segment([corners[1].lerp(corners[2], 0.5), corners[3].lerp(corners[0], 0.5)], line);
    }
    for obstacle in &ground.obstacles {
        let points: Vec<_> = obstacle.line.iter().map(|s| at(*s)).collect();
        match obstacle.kind {
            ObstacleKind::StoneWall => {
                painter.add(Shape::line(points, Stroke::new(3.0, Color32::from_rgb(0x6c, 0x68, 0x60))));
            }
            ObstacleKind::RailFence => {
                painter.extend(Shape::dashed_line(
                    &points,
                    Stroke::new(1.5, Color32::from_rgb(0x6b, 0x4e, 0x2c)),
                    4.0,
                    2.0,
                ));
            }
            ObstacleKind::Hedge => {
                painter.extend(Shape::dotted_line(&points, Color32::from_rgb(0x3d, 0x56, 0x2c), 4.0, 1.8));
            }
            ObstacleKind::Abatis => {
                painter.extend(Shape::dotted_line(&points, Color32::from_rgb(0x5b, 0x42, 0x28), 3.0, 1.4));
            }
            ObstacleKind::Earthworks => {
                painter.add(Shape::line(points, Stroke::new(3.5, Color32::from_rgb(0x7a, 0x5c, 0x38))));
            }
        }
    }
}

/// Woods are dotted with trees, fields are furrowed: kinds differ without colour.
fn pattern(painter: &Painter, outline: &[Pos2], holes: &[Vec<Pos2>], kind: AreaKind, ink: Color32) {
    let bounds = Rect::from_points(outline);
    let step = match kind {
        AreaKind::LightWoods => 13.0,
        AreaKind::DenseWoods => 8.0,
        AreaKind::Crops | AreaKind::Ploughed => 7.0,
        AreaKind::Stream | AreaKind::River => 9.0,
        AreaKind::Rubble => 6.0,
        AreaKind::SunkenRoad => {
            ticks(painter, outline);
            return;
        }
    };
    let mut y = bounds.top() + step / 2.0;
    let mut row = 0;
    while y < bounds.bottom() {
        let shift = if row % 2 == 0 { 0.0 } else { step / 2.0 };
        let mut x = bounds.left() + step / 2.0 + shift;
        while x < bounds.right() {
            let here = pos2(x, y);
            if inside(outline, here) && !holes.iter().any(|hole| inside(hole, here)) {
                match kind {
                    AreaKind::LightWoods | AreaKind::DenseWoods => {
                        painter.circle_filled(here, 2.2, ink);
                    }
                    AreaKind::Crops => {
                        painter.line_segment([here - vec2(0.0, 1.8), here + vec2(0.0, 1.8)], Stroke::new(1.0, ink));
                    }
                    AreaKind::Ploughed => {
                        painter.line_segment([here - vec2(2.5, 0.0), here + vec2(2.5, 0.0)], Stroke::new(1.0, ink));
                    }
                    AreaKind::Stream | AreaKind::River => {
                        let wave = Stroke::new(1.0, ink);
                        painter.line_segment([here - vec2(2.5, 0.0), here + vec2(0.0, 1.2)], wave);
                        painter.line_segment([here + vec2(0.0, 1.2), here + vec2(2.5, 0.0)], wave);
                    }
                    AreaKind::Rubble => {
                        painter.circle_filled(here, 1.2, ink);
                    }
                    AreaKind::SunkenRoad => {}
                }
            }
            x += step;
        }
        y += step;
        row += 1;
    }
}

/// Ticks into a hollow from its edge.
fn ticks(painter: &Painter, outline: &[Pos2]) {
    for (n, a) in outline.iter().enumerate() {
        let b = outline[(n + 1) % outline.len()];
        let length = a.distance(b);
        if length < 1.0 {
            continue;
        }
        let along = (b - *a) / length;
        let side = vec2(-along.y, along.x);
        let mut here = 2.5;
        while here < length {
            let foot = *a + along * here;
            let inward = if inside(outline, foot + side * 1.5) { side } else { -side };
            painter.line_segment([foot, foot + inward * 4.0], Stroke::new(1.0, CONTOUR));
            here += 5.0;
        }
    }
}

fn inside(outline: &[Pos2], p: Pos2) -> bool {
    let mut odd = false;
    for (n, a) in outline.iter().enumerate() {
        let b = outline[(n + 1) % outline.len()];
        if (a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x {
            odd = !odd;
        }
    }
    odd
}

/// Fills a simple polygon that may be hollow: cut into triangles by ears, since egui fills convex ones only.
fn fill(painter: &Painter, outline: Vec<Pos2>, color: Color32) {
    let mut mesh = bevy_egui::egui::Mesh::default();
    for corner in &outline {
        mesh.colored_vertex(*corner, color);
    }
    for [a, b, c] in ears(&outline) {
        mesh.add_triangle(a as u32, b as u32, c as u32);
    }
    painter.add(Shape::mesh(mesh));
}

fn ring(painter: &Painter, outline: Vec<Pos2>, stroke: Stroke) {
    painter.add(Shape::closed_line(outline, stroke));
}

/// Triangles of a simple polygon, by corner numbers.
fn ears(outline: &[Pos2]) -> Vec<[usize; 3]> {
    let cross = |a: Pos2, b: Pos2, c: Pos2| (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    let area: f32 = (0..outline.len())
        .map(|n| {
            let (a, b) = (outline[n], outline[(n + 1) % outline.len()]);
            a.x * b.y - b.x * a.y
        })
        .sum();
    let way = if area < 0.0 { -1.0 } else { 1.0 };
    let mut left: Vec<usize> = (0..outline.len()).collect();
    let mut found = Vec::new();
    while left.len() > 3 {
        let ear = (0..left.len()).find(|n| {
            let (i, j, k) = (left[(n + left.len() - 1) % left.len()], left[*n], left[(n + 1) % left.len()]);
            let (a, b, c) = (outline[i], outline[j], outline[k]);
            if cross(a, b, c) * way <= 0.0 {
                return false;
            }
            !left.iter().any(|m| {
                let p = outline[*m];
                ![i, j, k].contains(m)
                    && cross(a, b, p) * way >= 0.0
                    && cross(b, c, p) * way >= 0.0
                    && cross(c, a, p) * way >= 0.0
            })
        });
        // A polygon with points on one line may have no ear left; what remains has no area worth drawing.
        let Some(n) = ear else { break };
        found.push([left[(n + left.len() - 1) % left.len()], left[n], left[(n + 1) % left.len()]]);
        left.remove(n);
    }
    if left.len() == 3 {
        found.push([left[0], left[1], left[2]]);
    }
    found
}

fn star(painter: &Painter, at: Pos2, r: f32) {
    painter.circle(at, r, theme::BRASS, Stroke::new(1.5, theme::INK));
    for n in 0..5u8 {
        let a = std::f32::consts::TAU * (f32::from(n) / 5.0) - std::f32::consts::FRAC_PI_2;
        painter.line_segment([at, at + vec2(a.cos(), a.sin()) * r], Stroke::new(1.0, theme::INK));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hollow_polygon_is_cut_into_triangles_of_the_same_area() {
        let outline = [(0.0, 0.0), (6.0, 0.0), (6.0, 6.0), (4.0, 6.0), (4.0, 2.0), (0.0, 2.0)].map(|(x, y)| pos2(x, y));
        let area: f32 = ears(&outline)
            .iter()
            .map(|[a, b, c]| {
                let (a, b, c) = (outline[*a], outline[*b], outline[*c]);
                ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)).abs() / 2.0
            })
            .sum();
        assert!((area - 20.0).abs() < 1e-3, "{area}");
    }
}
