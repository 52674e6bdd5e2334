//! Plots: a table with one of every kind of ground on a plot of its own, side by side, to be looked at in every season.

use bevy::math::Vec2;

use crate::geometry::{Degrees, Footprint, Inches, Pose, Spot, polygon};
use crate::ground::{
    Area, AreaKind, Bridge, BridgeKind, Building, BuildingKind, Gap, Ground, Hill, Obstacle, ObstacleKind, Road,
};

/// Width and height of a plot in inches.
pub const PLOT: Vec2 = Vec2::new(9.0, 6.5);
/// Plots in a row.
pub const COLUMNS: usize = 8;

/// What is on a plot.
pub struct Plot {
    /// Its name on the board.
    pub name: &'static str,
    lay: fn(&mut Ground, Vec2),
}

/// Every plot, row by row from the far edge of the table.
pub const PLOTS: [Plot; 40] = [
    Plot { name: "grass", lay: |_, _| {} },
    Plot { name: "corn", lay: |g, at| field(g, at, AreaKind::Crops, "cornfield") },
    Plot { name: "wheat", lay: |g, at| field(g, at, AreaKind::Crops, "wheat") },
    Plot { name: "ploughed", lay: |g, at| field(g, at, AreaKind::Ploughed, "ploughed field") },
    Plot { name: "orchard", lay: |g, at| field(g, at, AreaKind::LightWoods, "orchard") },
    Plot { name: "light woods", lay: |g, at| wood(g, at, AreaKind::LightWoods) },
    Plot { name: "dense woods", lay: |g, at| wood(g, at, AreaKind::DenseWoods) },
    Plot { name: "rubble", lay: rubble },
    Plot { name: "stream", lay: |g, at| water(g, at, AreaKind::Stream, 0.7) },
    Plot { name: "river", lay: |g, at| water(g, at, AreaKind::River, 2.0) },
    Plot { name: "ford", lay: |g, at| crossing(g, at, BridgeKind::Ford, "the ford") },
    Plot { name: "wooden bridge", lay: |g, at| crossing(g, at, BridgeKind::Bridge, "the bridge") },
    Plot { name: "stone bridge", lay: |g, at| crossing(g, at, BridgeKind::Bridge, "the stone bridge") },
    Plot { name: "road", lay: |g, at| road(g, at, "the road") },
    Plot { name: "sunken road", lay: sunken },
    Plot { name: "crossroads", lay: crossroads },
    Plot { name: "hill", lay: |g, at| hill(g, at, &[(1, 3.4), (2, 1.7)]) },
    Plot { name: "ridge", lay: ridge },
    Plot { name: "hollow", lay: |g, at| hill(g, at, &[(-1, 2.8)]) },
    Plot { name: "wooded hill", lay: wooded },
    Plot { name: "snake fence", lay: |g, at| line(g, at, ObstacleKind::RailFence, "snake fence") },
    Plot { name: "post and rail", lay: |g, at| line(g, at, ObstacleKind::RailFence, "post and rail fence") },
    Plot { name: "board fence", lay: |g, at| line(g, at, ObstacleKind::RailFence, "board fence") },
    Plot { name: "stone wall", lay: |g, at| line(g, at, ObstacleKind::StoneWall, "stone wall") },
    Plot { name: "hedge", lay: |g, at| line(g, at, ObstacleKind::Hedge, "hedge") },
    Plot { name: "abatis", lay: |g, at| line(g, at, ObstacleKind::Abatis, "abatis") },
    Plot { name: "earthworks", lay: |g, at| line(g, at, ObstacleKind::Earthworks, "earthworks") },
    Plot { name: "fence with gap", lay: |g, at| gap(g, at, ObstacleKind::RailFence) },
    Plot { name: "wall with gap", lay: |g, at| gap(g, at, ObstacleKind::StoneWall) },
    Plot { name: "hedge with gap", lay: |g, at| gap(g, at, ObstacleKind::Hedge) },
    Plot { name: "abatis with gap", lay: |g, at| gap(g, at, ObstacleKind::Abatis) },
    Plot { name: "works with gap", lay: |g, at| gap(g, at, ObstacleKind::Earthworks) },
    Plot { name: "house", lay: |g, at| building(g, at, BuildingKind::House, "the house", (1.9, 1.5)) },
    Plot { name: "stone house", lay: |g, at| building(g, at, BuildingKind::House, "the stone tavern", (2.0, 1.6)) },
    Plot { name: "log cabin", lay: |g, at| building(g, at, BuildingKind::House, "the cabin", (1.6, 1.4)) },
    Plot { name: "barn", lay: |g, at| building(g, at, BuildingKind::Barn, "the barn", (2.6, 1.9)) },
    Plot { name: "church", lay: |g, at| building(g, at, BuildingKind::Church, "the church", (2.8, 1.8)) },
    Plot { name: "farmyard", lay: |g, at| building(g, at, BuildingKind::House, "the farm", (3.0, 3.0)) },
    Plot { name: "barnyard", lay: |g, at| building(g, at, BuildingKind::Barn, "the barns", (3.5, 3.0)) },
    Plot { name: "ruin", lay: ruin },
];

/// The lower left corner of a plot on the table.
pub fn corner(n: usize) -> Vec2 {
    let (row, column) = (n / COLUMNS, n % COLUMNS);
    let rows = PLOTS.len().div_ceil(COLUMNS);
    Vec2::new(column as f32 * PLOT.x, (rows - 1 - row) as f32 * PLOT.y)
}

/// Width and height of the table of all plots.
pub fn ground_size() -> Vec2 {
    Vec2::new(COLUMNS as f32, PLOTS.len().div_ceil(COLUMNS) as f32) * PLOT
}

/// The table of all plots.
pub fn ground() -> Ground {
    let size = Spot::round(ground_size());
    let mut ground = Ground::bare(size.x, size.y);
    for (n, plot) in PLOTS.iter().enumerate() {
        (plot.lay)(&mut ground, corner(n) + PLOT / 2.0);
    }
    // Numbers of pieces are known once all of them are laid.
    for n in (0..ground.obstacles.len()).filter(|n| ground.obstacles[*n].name == BROKEN) {
        ground.changes.gaps.push(Gap { piece: ground.obstacle_id(n), from: Inches::from(2.0), to: Inches::from(4.2) });
    }
    let fallen = (0..ground.buildings.len()).filter(|n| ground.buildings[*n].name == RUIN);
    ground.changes.fallen = fallen.map(|n| ground.building_id(n)).collect();
    ground
}

fn spots(middle: Vec2, corners: &[(f32, f32)]) -> Vec<Spot> {
    corners.iter().map(|(x, y)| Spot::round(middle + Vec2::new(*x, *y))).collect()
}

/// A round outline that is a little longer than high.
fn round(middle: Vec2, radius: f32) -> Vec<Spot> {
    let corner = |k: usize| {
        let turn = k as f32 / 28.0 * std::f32::consts::TAU;
        let out = radius * (1.0 + 0.07 * bevy::math::ops::sin(3.0 * turn));
        Spot::round(middle + Vec2::from_angle(turn) * out * Vec2::new(1.0, 0.72))
    };
    (0..28).map(corner).collect()
}

fn area(ground: &mut Ground, kind: AreaKind, name: &str, outline: Vec<Spot>) {
    ground.areas.push(Area { kind, name: name.to_owned(), outline, ..Area::default() });
}

fn field(ground: &mut Ground, at: Vec2, kind: AreaKind, name: &str) {
    area(ground, kind, name, spots(at, &[(-3.2, -2.1), (3.0, -2.3), (3.3, 1.9), (-3.0, 2.1)]));
}

fn wood(ground: &mut Ground, at: Vec2, kind: AreaKind) {
    let outline =
        [(-3.1, -1.0), (-1.6, -2.1), (1.2, -1.9), (3.0, -0.9), (2.8, 1.2), (0.9, 1.9), (-1.7, 1.7), (-3.0, 0.8)];
    area(ground, kind, "wood", spots(at, &outline));
}

fn rubble(ground: &mut Ground, at: Vec2) {
    area(ground, AreaKind::Rubble, "rubble", spots(at, &[(-1.3, -1.1), (1.2, -1.0), (1.4, 1.0), (-1.1, 1.2)]));
}

/// A winding course across a plot.
fn course(at: Vec2) -> Vec<Spot> {
    let mut course = Vec::new();
    for k in 0..=16 {
        let t = k as f32 / 16.0;
        course.push(Spot::round(at + Vec2::new((t - 0.5) * 8.4, 0.7 * bevy::math::ops::sin(t * 7.0))));
    }
    course
}

fn ribbon(ground: &mut Ground, at: Vec2, kind: AreaKind, name: &str, wide: f32) {
    let middle: Vec<Vec2> = course(at).iter().map(|spot| spot.vec()).collect();
    let outline = polygon::ribbon(&middle, wide).into_iter().map(Spot::round).collect();
    area(ground, kind, name, outline);
}

fn water(ground: &mut Ground, at: Vec2, kind: AreaKind, wide: f32) {
    ribbon(ground, at, kind, "water", wide);
}

fn crossing(ground: &mut Ground, at: Vec2, kind: BridgeKind, name: &str) {
    water(ground, at, AreaKind::River, 1.8);
    let line = spots(at, &[(-0.3, -1.3), (0.2, 1.3)]);
    let path = spots(at, &[(-0.7, -3.0), (-0.3, -1.3), (0.2, 1.3), (0.6, 3.0)]);
    ground.roads.push(Road { name: "the way".to_owned(), line: path, width: Inches::from(0.9) });
    ground.bridges.push(Bridge { kind, name: name.to_owned(), line, width: Inches::from(1.4) });
}

fn road(ground: &mut Ground, at: Vec2, name: &str) {
    ground.roads.push(Road { name: name.to_owned(), line: course(at), width: Inches::from(1.0) });
}

fn crossroads(ground: &mut Ground, at: Vec2) {
    road(ground, at, "the pike");
    let line = spots(at, &[(0.4, -3.0), (0.1, 0.0), (-0.6, 3.0)]);
    ground.roads.push(Road { name: "the lane".to_owned(), line, width: Inches::from(0.7) });
}

fn sunken(ground: &mut Ground, at: Vec2) {
    ribbon(ground, at, AreaKind::SunkenRoad, "sunken road", 1.0);
    road(ground, at, "sunken road");
    if let Some(road) = ground.roads.last_mut() {
        road.width = Inches::from(0.9);
    }
}

fn hill(ground: &mut Ground, at: Vec2, levels: &[(i8, f32)]) {
    for (level, radius) in levels {
        ground.hills.push(Hill { name: "hill".to_owned(), level: *level, outline: round(at, *radius) });
    }
}

fn wooded(ground: &mut Ground, at: Vec2) {
    hill(ground, at, &[(1, 3.4)]);
    wood(ground, at, AreaKind::LightWoods);
}

fn ridge(ground: &mut Ground, at: Vec2) {
    let low = [(-4.0, -1.2), (-1.0, -1.9), (2.5, -1.0), (4.0, 0.2), (3.6, 1.4), (0.5, 1.1), (-2.2, 0.6), (-4.0, 0.4)];
    let top = [(-2.6, -0.9), (-0.8, -1.2), (1.9, -0.3), (3.0, 0.5), (2.4, 0.8), (0.4, 0.4), (-1.7, -0.1)];
    ground.hills.push(Hill { name: "ridge".to_owned(), level: 1, outline: spots(at, &low) });
    ground.hills.push(Hill { name: "ridge".to_owned(), level: 2, outline: spots(at, &top) });
}

fn line(ground: &mut Ground, at: Vec2, kind: ObstacleKind, name: &str) {
    let line = spots(at, &[(-3.8, -1.3), (-0.8, -0.9), (1.4, 0.6), (1.2, 2.2)]);
    ground.obstacles.push(Obstacle { kind, name: name.to_owned(), line });
}

/// Name of an obstacle with a gap in it, and of a building that has come down.
const BROKEN: &str = "broken";
const RUIN: &str = "the ruin";

fn gap(ground: &mut Ground, at: Vec2, kind: ObstacleKind) {
    line(ground, at, kind, BROKEN);
}

fn building(ground: &mut Ground, at: Vec2, kind: BuildingKind, name: &str, size: (f32, f32)) {
    let front = Spot::round(at + Vec2::new(0.0, size.1 / 2.0));
    let base = Footprint {
        pose: Pose { at: front, heading: Degrees::ZERO },
        frontage: Inches::from(f64::from(size.0)),
        depth: Inches::from(f64::from(size.1)),
    };
    ground.buildings.push(Building { kind, name: name.to_owned(), base, holds: 2 });
}

fn ruin(ground: &mut Ground, at: Vec2) {
    building(ground, at, BuildingKind::House, RUIN, (1.9, 1.5));
}
