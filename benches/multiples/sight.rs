//! Sight among 300 pieces of terrain and 60 regiments, against a ray cast of parry in the same scene.

use std::f32::consts::TAU;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use dress::army::{Files, Place, RegimentId, Side};
use dress::book::Options;
use dress::geometry::{self, Degrees, Footprint, Inches, Pose, Spot};
use dress::ground::{Area, AreaKind, Building, BuildingKind, Ground, Hill, Obstacle, ObstacleKind};
use dress::record::{self, Dice};
use dress::scenario;
use dress::table::labels::Written;
use dress::table::miniatures::Parade;
use dress::table::overlays::{Outlook, Overlays, Shape};
use dress::table::{View, ViewInsets, strokes};
use dress::turn::{Field, planner, sight};
use parry2d::query::{Ray as Cast, RayCast};
use parry2d::shape::Polyline;

use super::{report, report_frame, timed};

fn ring(at: Vec2, radius: f32, corners: usize) -> Vec<Spot> {
    (0..corners)
        .map(|n| {
            let out = radius * (0.8 + 0.2 * ((n * 7919) % 11) as f32 / 11.0);
            Spot::round(at + Vec2::from_angle(n as f32 * TAU / corners as f32) * out)
        })
        .collect()
}

/// A place of a lattice that covers the table, shaken.
fn place(n: usize, of: usize) -> Vec2 {
    let across = (of as f32 * 1.5).sqrt().ceil() as usize;
    let down = of.div_ceil(across);
    let shake = Vec2::from_angle(n as f32 * 2.4) * 0.9;
    Vec2::new((n % across) as f32 + 0.5, (n / across) as f32 + 0.5)
        * Vec2::new(72.0 / across as f32, 48.0 / down as f32)
        + shake
}

/// 120 areas of 12 corners, 60 contours on three levels, 20 hollows, 60 obstacles, 40 buildings; 60 regiments.
fn crowd(field: &Field) -> Field {
    let mut ground = Ground::bare(Inches::new(72), Inches::new(48));
    let kinds = [AreaKind::LightWoods, AreaKind::Ploughed, AreaKind::Crops, AreaKind::DenseWoods];
    for n in 0..120 {
        let outline = ring(place(n, 120), 1.7, 12);
        ground.areas.push(Area { kind: kinds[n % 4], name: format!("Area {n}"), outline, ..Area::default() });
    }
    for n in 0..60 {
        let (at, level) = (place(n / 3 * 3, 60), (n % 3) as i8 + 1);
        ground.hills.push(Hill { name: format!("Hill {n}"), level, outline: ring(at, 4.5 - f32::from(level), 16) });
    }
    for n in 0..20 {
        ground.hills.push(Hill { name: format!("Hollow {n}"), level: -1, outline: ring(place(n, 20), 1.5, 10) });
    }
    for n in 0..60 {
        let at = place(n, 60) + Vec2::ONE;
        let line = [Vec2::ZERO, Vec2::new(1.5, 0.4), Vec2::new(3.0, 0.0)].map(|p| Spot::round(at + p)).to_vec();
        ground.obstacles.push(Obstacle { kind: ObstacleKind::RailFence, name: format!("Fence {n}"), line });
    }
    for n in 0..40 {
        let at = Spot::round(place(n, 40) + Vec2::new(-1.0, 1.0));
        let pose = Pose { at, heading: Degrees::new(17 * n as i32) };
        let base = Footprint { pose, frontage: Inches(1200), depth: Inches(1500) };
        ground.buildings.push(Building { kind: BuildingKind::House, name: format!("House {n}"), base, holds: 2 });
    }
    let mut field = field.clone();
    let some = field.units.clone();
    field.units = (0..60)
        .map(|n| {
            let mut unit = some[n % some.len()].clone();
            unit.regiment.id = RegimentId(n as u16);
            let (row, file) = (n / 10, n % 10);
            unit.place.pose.at =
                Spot::round(Vec2::new(4.0 + file as f32 * 7.0 + row as f32 * 0.4, 5.0 + row as f32 * 7.5));
            unit
        })
        .collect();
    field.ground = Arc::new(ground);
    field
}

/// Everything in one mesh of edges with its tree of boxes.
fn mesh(field: &Field) -> Polyline {
    let index = field.ground.index();
    let shapes = index.areas.iter().chain(&index.hills).chain(&index.buildings);
    let units: Vec<geometry::Shape> =
        field.units.iter().map(|unit| geometry::Shape::of(unit.footprint().corners().to_vec())).collect();
    let (mut points, mut edges) = (Vec::new(), Vec::new());
    for (a, b) in shapes.chain(&units).flat_map(geometry::Shape::edges) {
        edges.push([points.len() as u32, points.len() as u32 + 1]);
        points.extend([a, b]);
    }
    Polyline::new(points, Some(edges))
}

/// A wood of 3000 corners that fills a good part of the table.
fn forest() -> Ground {
    let mut ground = Ground::bare(Inches::new(72), Inches::new(48));
    let outline = ring(Vec2::new(40.0, 24.0), 18.0, 3000);
    ground.areas.push(Area { kind: AreaKind::LightWoods, name: "the Wilderness".into(), outline, ..Area::default() });
    ground
}

/// Prints what sight costs.
pub fn measure(field: &Field) {
    let field = crowd(field);
    let points: Vec<(Vec2, Vec2)> =
        (0..500).map(|n| (place(n * 7 % 500, 500), place((n * 13 + 250) % 500, 500))).collect();
    let mesh = mesh(&field);
    let rays: Vec<Cast> = points.iter().map(|(from, to)| Cast::new(*from, (*to - *from).normalize_or_zero())).collect();
    // A ray is quicker than the clock: a hundred at a time.
    let cast = timed(200, |n| {
        for k in 0..100 {
            let (ray, (from, to)) = (&rays[(n + k) % rays.len()], points[(n + k) % points.len()]);
            black_box(mesh.cast_local_ray(ray, from.distance(to), true));
        }
    }) / 100;
    report("parry ray cast among 300 pieces and 60 regiments", cast, cast);
    let line = timed(200, |n| {
        for k in 0..10 {
            let (from, to) = points[(n * 10 + k) % points.len()];
            black_box(sight::explain(&field, Side::Union, from, to));
        }
    }) / 10;
    report("sight from a point to a point there", line, cast);
    let all = timed(300, |n| {
        let (from, to) = (RegimentId((n % 20) as u16), RegimentId((20 + n * 7 % 40) as u16));
        black_box(sight::sees(&field, from, to));
    });
    report("sight of a regiment to another there, all stands", all, cast);
    grounds(&field, &points);
    let wood = Field { ground: Arc::new(forest()), ..field };
    let bare = Field { units: Vec::new(), ..wood.clone() };
    let in_wood = timed(100, |n| {
        let (from, to) = points[n % points.len()];
        black_box(sight::explain(&bare, Side::Union, from, to));
    });
    report("sight from a point to a point about a wood of 3000 corners", in_wood, cast);
    println!("about a wood of 3000 corners, without regiments");
    from_points(&bare, &points);
    println!("about the same wood with the 60 regiments");
    grounds(&wood, &points);
    battles();
}

/// The middle and the worst of some times.
fn both(what: &str, mut times: Vec<Duration>) {
    times.sort();
    report_frame(what, times[times.len() / 2]);
    report_frame(&format!("{what}, the worst of {}", times.len()), times[times.len() - 1]);
}

/// How long each of some looks takes: the shortest of some runs, since others may keep the machine busy.
fn each(count: usize, mut act: impl FnMut(usize)) -> Vec<Duration> {
    const RUNS: usize = 5;
    let mut one = |n| {
        let begin = Instant::now();
        act(n);
        begin.elapsed()
    };
    (0..count).map(|n| (0..RUNS).map(|_| one(n)).min().unwrap_or_default()).collect()
}

fn from_points(field: &Field, points: &[(Vec2, Vec2)]) {
    let look = |n: usize| drop(black_box(sight::view_from_point(field, Side::Union, points[n % points.len()].0)));
    both("dead ground of the table from a point", each(200, look));
}

/// What every new place of the pointer costs.
fn grounds(field: &Field, points: &[(Vec2, Vec2)]) {
    from_points(field, points);
    for stands in [5, 8] {
        let look = |n: usize| {
            let unit = &field.units[n % field.units.len()];
            let place = Place { files: Files::of(stands), ..unit.place };
            black_box(sight::view_of(field, unit, place));
        };
        both(&format!("dead ground of the table from {stands} stands"), each(60, look));
        let glance = |n: usize| {
            let unit = &field.units[n % field.units.len()];
            let place = Place { files: Files::of(stands), ..unit.place };
            black_box(sight::glance_of(field, unit, place));
        };
        both(&format!("a glance of {stands} stands while they move"), each(60, glance));
    }
    let line = field.units[2].id();
    let reach = |_| drop(black_box(planner::reach(field, line)));
    both("reach of a line of five stands there", each(5, reach));
    drawing(field, points);
}

/// The battles that the game brings, as they begin: what each regiment of each sees from all its stands.
fn battles() {
    let files = [
        ("Brawner's Farm", include_str!("../../scenarios/brawners_farm.ron")),
        ("Every Kind of Ground", include_str!("../../scenarios/every_ground.ron")),
        ("Fleetwood Hill", include_str!("../../scenarios/fleetwood_hill.ron")),
        ("McPherson's Ridge", include_str!("../../scenarios/mcphersons_ridge.ron")),
        ("The Stone Wall at Kernstown", include_str!("../../scenarios/sandy_ridge.ron")),
    ];
    for (title, text) in files {
        let scenario = scenario::read(text, title).unwrap_or_else(|problems| panic!("{problems}"));
        let mut app = record::bare();
        record::begin(app.world_mut(), Arc::new(scenario), Options::default(), Dice::Seeded(1862)).expect("it begins");
        let field = app.world().resource::<Field>();
        println!("{title}: {} regiments and batteries", field.units.len());
        let look = |n: usize| {
            let unit = &field.units[n];
            black_box(sight::view_of(field, unit, unit.place));
        };
        both("dead ground of the table from each of them", each(field.units.len(), look));
    }
}

/// What it costs to draw all of this anew in every frame.
fn drawing(field: &Field, points: &[(Vec2, Vec2)]) {
    let mut app = App::new();
    app.insert_resource(field.clone())
        .insert_resource(View { size: Vec2::new(1920.0, 1080.0), ..View::default() })
        .init_resource::<Overlays>()
        .init_resource::<ViewInsets>()
        .init_resource::<Parade>()
        .init_resource::<Written>()
        .init_resource::<Assets<Mesh>>()
        .init_resource::<Assets<ColorMaterial>>()
        .init_resource::<Assets<Image>>()
        .add_plugins(strokes::plugin);
    let mut draw = |what: &str, views: Vec<geometry::View>| {
        let outlooks: Vec<Outlook> = views.into_iter().map(|view| Outlook(Arc::new(view))).collect();
        let frame = |n: usize| {
            app.world_mut().resource_mut::<Overlays>().set("sight", vec![Shape::Ground(outlooks[n].clone())]);
            app.update();
            app.world_mut().resource_mut::<Overlays>().set("sight", Vec::new());
            app.update();
        };
        both(what, each(outlooks.len(), frame));
    };
    let at = |n: usize| sight::view_from_point(field, Side::Union, points[n].0);
    draw("drawing what is seen from a point", (0..50).map(at).collect());
    let unit = |n: usize| sight::view_of(field, &field.units[n], field.units[n].place);
    draw("drawing what is seen from five stands", (0..50).map(unit).collect());
}
