//! What every point of the cloth is made of: its colour, and how deep it lies in a road, a field, water, a wood.

use bevy::prelude::*;

use super::near::Near;
use super::relief::Relief;
use super::rings::Rings;
use super::{noise, shapes};
use crate::ground::{AreaKind, Ground, Season};

/// Depth (inches) that a mask can tell, each way from the edge.
pub const MASK_REACH: f32 = 1.0;
/// The same for contours, which are thin.
const CONTOUR_REACH: f32 = 0.4;

type Rgb = [f32; 3];

/// What the season makes of grass and earth, as the eye sees colours.
struct Palette {
    /// Grass where it stands thick.
    lush: Rgb,
    /// Grass where it is burnt or withered.
    dry: Rgb,
    /// Grass that was mown or grazed.
    pale: Rgb,
    /// Earth that shows through.
    bare: Rgb,
    /// Along water.
    damp: Rgb,
    /// On heights.
    high: Rgb,
    /// The floor of light woods, and what lies on it here and there.
    glade: [Rgb; 2],
    /// The same in dense woods.
    thicket: [Rgb; 2],
}

impl Palette {
    const fn of(season: Season) -> Self {
        match season {
            Season::Spring => Self {
                lush: [0.295, 0.455, 0.155],
                dry: [0.415, 0.475, 0.210],
                pale: [0.390, 0.545, 0.205],
                bare: [0.45, 0.375, 0.25],
                damp: [0.265, 0.385, 0.150],
                high: [0.53, 0.56, 0.30],
                glade: [[0.32, 0.345, 0.150], [0.39, 0.325, 0.19]],
                thicket: [[0.24, 0.235, 0.11], [0.32, 0.255, 0.14]],
            },
            Season::Summer => Self {
                lush: [0.335, 0.405, 0.165],
                dry: [0.475, 0.465, 0.235],
                pale: [0.425, 0.475, 0.215],
                bare: [0.47, 0.40, 0.27],
                damp: [0.27, 0.36, 0.15],
                high: [0.56, 0.53, 0.31],
                glade: [[0.30, 0.315, 0.145], [0.37, 0.31, 0.18]],
                thicket: [[0.225, 0.215, 0.10], [0.30, 0.24, 0.13]],
            },
            Season::Autumn => Self {
                lush: [0.395, 0.390, 0.170],
                dry: [0.560, 0.480, 0.250],
                pale: [0.500, 0.455, 0.215],
                bare: [0.47, 0.375, 0.25],
                damp: [0.32, 0.345, 0.16],
                high: [0.60, 0.51, 0.30],
                glade: [[0.42, 0.300, 0.140], [0.56, 0.335, 0.125]],
                thicket: [[0.31, 0.215, 0.105], [0.47, 0.275, 0.110]],
            },
            Season::Winter => Self {
                lush: [0.405, 0.380, 0.245],
                dry: [0.535, 0.475, 0.330],
                pale: [0.475, 0.435, 0.290],
                bare: [0.415, 0.345, 0.255],
                damp: [0.345, 0.330, 0.215],
                high: [0.57, 0.52, 0.38],
                glade: [[0.365, 0.300, 0.205], [0.43, 0.34, 0.22]],
                thicket: [[0.295, 0.245, 0.170], [0.37, 0.29, 0.19]],
            },
        }
    }
}

/// A field, wood or water as it is painted.
struct Patch {
    outline: Rings,
    kind: AreaKind,
    /// Direction of furrows and rows, radians from the x axis, in `0.0..PI`.
    rows: f32,
    reach: Rect,
}

/// The way rows run in a field: along its longest side.
pub fn rows_of(outline: &[Vec2]) -> f32 {
    let (a, b) = shapes::edges(outline)
        .max_by(|x, y| (x.1 - x.0).length_squared().total_cmp(&(y.1 - y.0).length_squared()))
        .unwrap_or((Vec2::ZERO, Vec2::X));
    let along = b - a;
    bevy::math::ops::atan2(along.y, along.x).rem_euclid(std::f32::consts::PI)
}

/// A table's ground, ready to be asked about every point of it.
pub struct Turf {
    palette: Palette,
    relief: Relief,
    fields: Vec<Patch>,
    /// Middle lines, half widths and how far they reach.
    roads: Vec<(Vec<Vec2>, f32, Rect)>,
    /// Fields and roads by where they lie.
    near: [Near; 2],
}

impl Turf {
    /// The ground of a table in a season.
    pub fn of(ground: &Ground, season: Season) -> Self {
        let table = Vec2::new(ground.width.get(), ground.height.get());
        let fields = ground.areas.iter().filter(|area| area.outline.len() >= 3);
        let fields = fields.map(|area| {
            let outline = Rings::on(table, area);
            let reach = outline.bounds().inflate(2.0);
            Patch { rows: rows_of(&shapes::points(&area.outline)), kind: area.kind, reach, outline }
        });
        let roads = ground.roads.iter().filter(|road| road.line.len() >= 2);
        let roads = roads.map(|road| {
            let line = shapes::worn(&shapes::points(&road.line), 0.6);
            let reach = shapes::bounds(&line).inflate(road.width.get() + 1.5);
            (line, road.width.get() / 2.0, reach)
        });
        let (fields, roads): (Vec<_>, Vec<_>) = (fields.collect(), roads.collect());
        let near = [
            Near::over(table, fields.iter().map(|field| field.reach)),
            Near::over(table, roads.iter().map(|(_, _, reach)| *reach)),
        ];
        Self { palette: Palette::of(season), relief: Relief::of(ground), fields, roads, near }
    }

    /// Colour, masks and cuts of a point, as [`super::ground::Cloth`] has them.
    pub fn at(&self, at: Vec2) -> [[f32; 4]; 3] {
        let palette = &self.palette;
        // Grass: wide drifts of lush and dry, meadow and mown.
        let drift = noise::layered(at * 0.075 + Vec2::splat(11.0), 4, None, 1);
        let patch = noise::layered(at * 0.22 + Vec2::new(31.0, 7.0), 4, None, 2);
        let tuft = noise::layered(at * 1.3 + Vec2::splat(50.0), 4, None, 3);
        let dryness = noise::rise(0.46, 0.70, drift + 0.25 * (patch - 0.5));
        let paleness = noise::rise(0.50, 0.62, patch + 0.18 * (tuft - 0.5)) * 0.7;
        let mut rgb: Rgb = std::array::from_fn(|c| {
            let grass = noise::mix(palette.lush[c], palette.pale[c], paleness);
            noise::mix(grass, palette.dry[c], dryness * 0.8) * (0.84 + 0.32 * tuft)
        });
        // Bare earth here and there.
        let bare = noise::rise(0.72, 0.80, noise::layered(at * 0.55 + Vec2::splat(90.0), 4, None, 4));
        tint(&mut rgb, palette.bare, bare * 0.55);

        let [mut mask, mut cut] = [[0.0; 4]; 2];
        let mut nearest = f32::NEG_INFINITY;
        for field in self.near[0].at(at).map(|n| &self.fields[n]) {
            if !field.reach.contains(at) {
                continue;
            }
            let wobble = 0.35 * (noise::layered(at * 0.9 + Vec2::splat(17.0), 3, None, 5) - 0.5);
            let depth = field.outline.depth(at);
            let told = (0.5 + depth / (2.0 * MASK_REACH)).clamp(0.0, 1.0);
            match field.kind {
                AreaKind::Ploughed => mask[1] = f32::max(mask[1], told),
                AreaKind::Crops => mask[2] = f32::max(mask[2], told),
                AreaKind::Stream | AreaKind::River => {
                    cut[0] = f32::max(cut[0], told);
                    // Lush and damp along the banks.
                    tint(&mut rgb, palette.damp, 0.75 * noise::rise(-1.0, 0.0, depth + wobble));
                }
                AreaKind::SunkenRoad => {
                    cut[1] = f32::max(cut[1], told);
                    tint(&mut rgb, [0.50, 0.42, 0.28], 0.8 * noise::rise(-0.2, 0.15, depth + 0.4 * wobble));
                }
                AreaKind::Rubble => {
                    tint(&mut rgb, [0.40, 0.37, 0.32], 0.8 * noise::rise(-0.4, 0.1, depth + 0.9 * wobble));
                }
                AreaKind::LightWoods => {
                    cut[2] = f32::max(cut[2], told);
                    let floor = noise::rise(-0.45, 0.75, depth + 2.2 * wobble);
                    tint(&mut rgb, palette.glade[0], floor * 0.62);
                    tint(&mut rgb, palette.glade[1], floor * 0.35 * noise::rise(0.45, 0.6, patch));
                }
                AreaKind::DenseWoods => {
                    cut[2] = f32::max(cut[2], told);
                    let floor = noise::rise(-0.5, 0.55, depth + 2.2 * wobble);
                    tint(&mut rgb, palette.thicket[0], floor * 0.86);
                    tint(&mut rgb, palette.thicket[1], floor * 0.4 * noise::rise(0.45, 0.6, patch));
                }
            }
            if matches!(field.kind, AreaKind::Ploughed | AreaKind::Crops) && depth > nearest {
                nearest = depth;
                mask[3] = field.rows / std::f32::consts::PI;
            }
        }
        for (line, half, reach) in self.near[1].at(at).map(|n| &self.roads[n]) {
            if reach.contains(at) {
                let depth = half - shapes::to_line(line, at);
                // Verges are trodden and dusty beyond the road itself.
                tint(&mut rgb, [0.52, 0.46, 0.32], 0.5 * noise::rise(-0.7, 0.0, depth + 0.5 * (tuft - 0.5)));
                mask[0] = f32::max(mask[0], 0.5 + depth / (2.0 * MASK_REACH));
            }
        }
        let shade = self.relief.shade(at);
        let height = self.relief.height(at).min(3.0);
        // Higher ground is drier and lighter.
        tint(&mut rgb, palette.high, (0.30 * height).clamp(0.0, 0.8));
        // Hollows keep their damp.
        tint(&mut rgb, palette.damp.map(|c| c * 0.85), (-0.34 * height).clamp(0.0, 0.6));
        let lit = rgb.map(|c| c * shade);
        cut[3] = 0.5 + (self.relief.to_contour(at) / (2.0 * CONTOUR_REACH)).clamp(-0.5, 0.5);
        [[lit[0], lit[1], lit[2], (shade * 0.5).clamp(0.0, 1.0)], mask, cut]
    }
}

fn tint(rgb: &mut Rgb, toward: Rgb, by: f32) {
    for c in 0..3 {
        rgb[c] = noise::mix(rgb[c], toward[c], by);
    }
}
