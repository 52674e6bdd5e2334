//! Random small tables with everything on them that can be in the way.

use std::f32::consts::TAU;

use bevy::math::Vec2;
use dress::geometry::scene::{Body, Contour, Point, Scene, Solid, Veil, Wall};
use dress::geometry::{Bounds, Degrees, Footprint, Inches, Pose, Shape, Spot};
use dress::ground::AreaKind;

/// Numbers that are the same every time.
pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn real(&mut self, from: f32, to: f32) -> f32 {
        from + (to - from) * ((self.next() >> 40) as f32 / (1_u64 << 24) as f32)
    }

    /// `0..below`.
    pub fn whole(&mut self, below: u64) -> u64 {
        self.next() % below
    }
}

/// Side of the square in which everything lies.
pub const SIZE: f32 = 24.0;

/// A table.
#[derive(Clone, Default)]
pub struct Table {
    pub hills: Vec<(i8, Shape)>,
    pub woods: Vec<(AreaKind, Shape)>,
    pub bridges: Vec<Shape>,
    pub buildings: Vec<(i8, Shape)>,
    pub bodies: Vec<(i8, Footprint)>,
    pub walls: Vec<Vec<Vec2>>,
    pub weather: Option<Inches>,
}

fn ring(numbers: &mut Numbers, at: Vec2, radii: (f32, f32), stretch: f32) -> Vec<Vec2> {
    let corners = 3 + numbers.whole(6);
    let (turn, lie) = (numbers.real(0.0, TAU), numbers.real(0.0, TAU));
    (0..corners)
        .map(|n| {
            let out = numbers.real(radii.0, radii.1);
            let spoke = Vec2::from_angle(turn + TAU * n as f32 / corners as f32) * out;
            at + Vec2::from_angle(lie).rotate(Vec2::new(spoke.x * stretch, spoke.y / stretch))
        })
        .collect()
}

fn shrunk(ring: &[Vec2], by: f32) -> Vec<Vec2> {
    let middle = ring.iter().sum::<Vec2>() / ring.len() as f32;
    ring.iter().map(|p| middle + (*p - middle) * by).collect()
}

impl Table {
    pub fn random(numbers: &mut Numbers) -> Self {
        let mut table = Self::default();
        let place = |numbers: &mut Numbers| Vec2::new(numbers.real(2.0, SIZE - 2.0), numbers.real(2.0, SIZE - 2.0));
        for _ in 0..numbers.whole(3) {
            let at = place(numbers);
            let mut outline = ring(numbers, at, (2.0, 8.0), 1.0);
            for level in 1..=1 + numbers.whole(3) as i8 {
                table.hills.push((level, Shape::of(outline.clone())));
                outline = shrunk(&outline, numbers.real(0.4, 0.9));
            }
        }
        for _ in 0..numbers.whole(3) {
            let at = place(numbers);
            let level = -1 - numbers.whole(2) as i8;
            let outline = ring(numbers, at, (2.0, 6.0), 1.6);
            table.hills.push((level, Shape::of(outline)));
            if numbers.whole(2) == 0 {
                table.bridges.push(Shape::of(ring(numbers, at, (1.0, 2.0), 2.0)));
            }
        }
        for _ in 0..numbers.whole(4) {
            let kind = [AreaKind::Crops, AreaKind::LightWoods, AreaKind::DenseWoods][numbers.whole(3) as usize];
            let at = place(numbers);
            let outline = ring(numbers, at, (1.5, 7.0), 1.0);
            let holes = match numbers.whole(2) {
                0 => vec![shrunk(&outline, numbers.real(0.2, 0.7))],
                _ => Vec::new(),
            };
            table.woods.push((kind, Shape::with_holes(outline, holes)));
        }
        for _ in 0..numbers.whole(3) {
            let at = place(numbers);
            table.buildings.push((numbers.whole(3) as i8, Shape::of(ring(numbers, at, (0.5, 1.5), 1.0))));
        }
        for _ in 0..numbers.whole(4) {
            let at = Spot::round(place(numbers));
            let pose = Pose { at, heading: Degrees(numbers.whole(36_000) as i32) };
            let frontage = Inches(1000 * (1 + numbers.whole(5) as i32));
            table.bodies.push((numbers.whole(3) as i8, Footprint { pose, frontage, depth: Inches(750) }));
        }
        if numbers.whole(3) == 0 {
            let (a, b) = (place(numbers), place(numbers));
            table.walls.push(vec![a, a.lerp(b, 0.4) + Vec2::Y, b]);
        }
        table.weather = (numbers.whole(5) == 0).then(|| Inches(6000 + 1000 * numbers.whole(13) as i32));
        table
    }

    pub fn scene(&self) -> Scene<'_> {
        let limit = |kind| dress::book::cover::sight_limit(kind).expect("it limits sight");
        let body = |(n, (level, part)): (usize, &(i8, Footprint))| Body {
            unit: n as u16,
            name: format!("unit {n}").into(),
            friendly: n.is_multiple_of(2),
            bars: false,
            level: *level,
            parts: vec![*part],
        };
        Scene {
            areas: (self.woods.iter())
                .map(|(kind, shape)| Veil { kind: *kind, name: "", limit: limit(*kind), shape })
                .collect(),
            contours: self
                .hills
                .iter()
                .map(|(level, shape)| Contour { name: "the hill", level: *level, shape })
                .collect(),
            bridges: self.bridges.iter().collect(),
            bodies: self.bodies.iter().enumerate().map(body).collect(),
            buildings: self.buildings.iter().map(|(level, shape)| Solid { name: "", level: *level, shape }).collect(),
            walls: (self.walls.iter())
                .map(|course| Wall { of: "somebody".into(), shape: Shape::of(course.clone()) })
                .collect(),
            limit: self.weather,
        }
    }

    pub fn bounds() -> Bounds {
        Bounds { lo: Vec2::ZERO, hi: Vec2::splat(SIZE) }
    }

    /// The same table turned and moved.
    pub fn turned(&self, point: impl Fn(Vec2) -> Vec2, by: Degrees) -> Self {
        let ring = |ring: &Vec<Vec2>| ring.iter().map(|p| point(*p)).collect::<Vec<_>>();
        let shape = |shape: &Shape| Shape::with_holes(ring(&shape.points), shape.holes.iter().map(ring).collect());
        let base = |base: &Footprint| Footprint {
            pose: Pose::round(point(base.pose.at.vec()), base.pose.heading + by),
            ..*base
        };
        Self {
            hills: self.hills.iter().map(|(level, s)| (*level, shape(s))).collect(),
            woods: self.woods.iter().map(|(kind, s)| (*kind, shape(s))).collect(),
            bridges: self.bridges.iter().map(shape).collect(),
            buildings: self.buildings.iter().map(|(level, s)| (*level, shape(s))).collect(),
            bodies: self.bodies.iter().map(|(level, b)| (*level, base(b))).collect(),
            walls: self.walls.iter().map(ring).collect(),
            weather: self.weather,
        }
    }

    /// A place to look from or at, on the level of the ground there.
    pub fn point(&self, numbers: &mut Numbers) -> Point {
        let at = Vec2::new(numbers.real(0.0, SIZE), numbers.real(0.0, SIZE));
        Point { at, level: super::slow::level(self, at) }
    }
}
