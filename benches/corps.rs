//! A corps battle and tables of 4 and 16 times its size, without a window: what a frame costs the world of the game, what it
//! costs to get it ready for the graphics card, in how many draws it goes there, and what lies in its memory. Growth is
//! printed as multiples of the corps, since times alone say little about another machine; more than 4.0 and 16.0 is worse
//! than linear.
//!
//! Nothing is drawn: a processor that stands in for the card would take seconds for a frame, and it is not what is measured.
//!
//! The corps: 200 regiments and batteries in 1000 stands under 40 brigadiers, among 300 pieces of terrain, dressed in every
//! uniform that there is. The larger tables are larger, not fuller; they too are seen whole, so from farther away, where
//! single stalks and the shadows at men's feet are left out: "things drawn in layers" says what is left.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::app::AppLabel;
use bevy::ecs::schedule::IntoScheduleConfigs;
use bevy::math::{UVec2, Vec2};
use bevy::prelude::{App, ResMut, Resource};
use bevy::render::{Render, RenderApp, RenderSystems};
use dress::app::{Dressing, offscreen_app};
use dress::army::{BrigadeId, Colors, Files, Formation, GeneralId, Place, Rank, RegimentId, Side, Uniform};
use dress::book::Options;
use dress::geometry::{Degrees, Footprint, Inches, Pose, Spot};
use dress::ground::{Area, AreaKind, Building, BuildingKind, Ground, Hill, Obstacle, ObstacleKind, Road};
use dress::record::{self, Dice};
use dress::scenario;
use dress::table::atlas::{self, Library};
use dress::table::gauge;
use dress::table::offscreen::{self, Picture};
use dress::turn::Field;

/// Regiments of one corps, and the stands of a regiment.
const REGIMENTS: usize = 200;
const STANDS: u8 = 5;
/// Frames of which the middle one counts.
const FRAMES: usize = 15;

const UNION: [Uniform; 8] = [
    Uniform::UnionSackCoat,
    Uniform::UnionFrockCoat,
    Uniform::UnionSlouchHat,
    Uniform::UnionBlackHat,
    Uniform::UnionChasseur,
    Uniform::UnionZouave,
    Uniform::UnionBlueZouave,
    Uniform::UnionSharpshooter,
];
const CONFEDERATE: [Uniform; 6] = [
    Uniform::ConfederateSlouch,
    Uniform::ConfederateButternut,
    Uniform::ConfederateKepi,
    Uniform::ConfederateSackCoat,
    Uniform::ConfederateFrockCoat,
    Uniform::ConfederateZouave,
];

/// A battle of all arms to take regiments from.
fn sample() -> Field {
    let text = include_str!("../scenarios/mcphersons_ridge.ron");
    let scenario = scenario::read(text, "mcphersons_ridge.ron").unwrap_or_else(|problems| panic!("{problems}"));
    let mut app = record::bare();
    record::begin(app.world_mut(), Arc::new(scenario), Options::default(), Dice::Seeded(1863)).expect("it begins");
    app.world().resource::<Field>().clone()
}

/// A place of a lattice over the table.
fn place(n: usize, of: usize, table: Vec2) -> Vec2 {
    let across = ((of as f32 * table.x / table.y).sqrt().ceil() as usize).max(1);
    let down = of.div_ceil(across);
    Vec2::new((n % across) as f32 + 0.5, (n / across) as f32 + 0.5) * table / Vec2::new(across as f32, down as f32)
}

fn ring(at: Vec2, radius: f32, corners: usize) -> Vec<Spot> {
    let corner = |n: usize| {
        let out = radius * (0.8 + 0.2 * ((n * 7919) % 11) as f32 / 11.0);
        Spot::round(at + Vec2::from_angle(n as f32 * std::f32::consts::TAU / corners as f32) * out)
    };
    (0..corners).map(corner).collect()
}

/// 300 pieces for each corps: woods, fields, fences, walls, hills, houses, roads.
fn ground(times: usize, table: Vec2) -> Ground {
    let mut ground = Ground::bare(Inches::round(table.x), Inches::round(table.y));
    let kinds = [AreaKind::LightWoods, AreaKind::Ploughed, AreaKind::Crops, AreaKind::DenseWoods];
    let many = |each: usize| 0..each * times;
    for n in many(120) {
        let outline = ring(place(n, 120 * times, table), 1.6, 12);
        ground.areas.push(Area { kind: kinds[n % 4], name: format!("Area {n}"), outline, ..Area::default() });
    }
    for n in many(40) {
        let outline = ring(place(n, 40 * times, table), 3.0, 16);
        ground.hills.push(Hill { name: format!("Hill {n}"), level: 1, outline });
    }
    for n in many(90) {
        let at = place(n, 90 * times, table) + Vec2::new(0.8, 0.9);
        let line = [Vec2::ZERO, Vec2::new(1.5, 0.4), Vec2::new(3.0, 0.0)].map(|p| Spot::round(at + p)).to_vec();
        let kind = if n % 2 == 0 { ObstacleKind::RailFence } else { ObstacleKind::StoneWall };
        ground.obstacles.push(Obstacle { kind, name: format!("Fence {n}"), line });
    }
    for n in many(40) {
        let pose = Pose {
            at: Spot::round(place(n, 40 * times, table) + Vec2::new(-1.0, 1.0)),
            heading: Degrees::new(17 * n as i32),
        };
        let base = Footprint { pose, frontage: Inches(1200), depth: Inches(1500) };
        ground.buildings.push(Building { kind: BuildingKind::House, name: format!("House {n}"), base, holds: 2 });
    }
    for n in many(10) {
        let at = place(n, 10 * times, table);
        let line = [-6.0, 0.0, 6.0].map(|x| Spot::round(at + Vec2::new(x, x * 0.2))).to_vec();
        ground.roads.push(Road { name: format!("Road {n}"), line, width: Inches(800) });
    }
    ground
}

/// So many corps on one table, with 4 of the stands in 5 afoot.
fn battle(sample: &Field, times: usize) -> Field {
    let side = (times as f32).sqrt();
    let table = Vec2::new(72.0, 48.0) * side;
    let mut field = sample.clone();
    let all = REGIMENTS * times;
    let of = |side: Side| sample.units.iter().filter(|unit| unit.side() == side).cloned().collect::<Vec<_>>();
    let rolls = [of(Side::Union), of(Side::Confederate)];
    field.units = (0..all)
        .map(|n| {
            let (brigade, union) = (n / 5, n / 5 % 2 == 0);
            let roll = &rolls[usize::from(!union)];
            let mut unit = roll[n % roll.len()].clone();
            let regiment = &mut unit.regiment;
            regiment.id = RegimentId(n as u16);
            regiment.brigade = BrigadeId(brigade as u16);
            regiment.name = format!("{n} {}", regiment.name).into();
            regiment.uniform = if union { UNION[n / 10 % 8] } else { CONFEDERATE[n / 10 % 6] };
            if !regiment.arm.is_artillery() {
                regiment.colors = match (union, n % 3) {
                    (true, 0) => vec![Colors::UnionNational, Colors::UnionRegimental],
                    (true, _) => vec![Colors::UnionNational, Colors::UnionNewYork],
                    (false, 0) => vec![Colors::ConfederateBattle],
                    (false, _) => vec![Colors::ConfederateBattle, Colors::ConfederateNorthCarolina],
                }
                .into();
            }
            let formation = if regiment.arm.is_artillery() { Formation::Unlimbered } else { regiment.arm.usual() };
            let pose = Pose { at: Spot::round(place(n, all, table)), heading: Degrees::new((n * 37 % 360) as i32) };
            unit.place = Place { pose, formation, files: Files::of(STANDS), within: None };
            unit.condition.disordered = n % 9 == 0;
            unit.condition.micro = u8::from(n % 7 == 0);
            unit
        })
        .collect();
    let brigades = all / 5;
    field.generals = (0..brigades)
        .map(|n| {
            let mut now = sample.generals[n % sample.generals.len()].clone();
            now.general.id = GeneralId(n as u16);
            now.general.side = if n % 2 == 0 { Side::Union } else { Side::Confederate };
            now.general.rank = Rank::Brigadier(BrigadeId(n as u16));
            now.state.at = Spot::round(place(n * 5 + 2, all, table) + Vec2::new(0.0, -1.5));
            now.state.attached = None;
            now.state.gone = false;
            now
        })
        .collect();
    field.brigades = (0..brigades)
        .map(|n| {
            let mut now = sample.brigades[n % sample.brigades.len()].clone();
            now.brigade.id = BrigadeId(n as u16);
            now.brigade.general = GeneralId(n as u16);
            now.brigade.side = if n % 2 == 0 { Side::Union } else { Side::Confederate };
            now
        })
        .collect();
    field.smoke.clear();
    field.ground = Arc::new(ground(times, table));
    field
}

/// When the renderer began to get a frame ready, and when it began to draw it.
#[derive(Resource)]
struct Watch {
    begun: Instant,
    ready: Duration,
}

/// What a frame cost.
struct Frame {
    main: Duration,
    extract: Duration,
    prepare: Duration,
}

fn frame(app: &mut App, changed: bool) -> Frame {
    if changed {
        use bevy::ecs::change_detection::DetectChangesMut;
        app.world_mut().resource_mut::<Field>().set_changed();
    }
    let apps = app.sub_apps_mut();
    let begin = Instant::now();
    apps.main.run_default_schedule();
    let main = begin.elapsed();
    let renderer = apps.sub_apps.get_mut(&RenderApp.intern()).expect("there is a renderer");
    let begin = Instant::now();
    renderer.extract(apps.main.world_mut());
    let extract = begin.elapsed();
    renderer.update();
    let prepare = renderer.world().resource::<Watch>().ready;
    apps.main.world_mut().clear_trackers();
    Frame { main, extract, prepare }
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1e3
}

/// Milliseconds: the game's world at rest and after an order, extraction, preparation; draws, sprites, megabytes.
fn measure(sample: &Field, times: usize) -> [f64; 8] {
    let picture = Picture { size: UVec2::new(1920, 1080), ..Picture::default() };
    let mut app = offscreen_app(&picture, Dressing::Bare);
    let field = battle(sample, times);
    let stands: usize = field.units.iter().map(|unit| usize::from(unit.stands())).sum();
    let pieces = {
        let ground = &field.ground;
        ground.areas.len() + ground.hills.len() + ground.obstacles.len() + ground.buildings.len() + ground.roads.len()
    };
    println!("{times:>3} x: {} regiments, {stands} stands, {pieces} pieces of terrain", field.units.len());
    app.insert_resource(field);
    let begin = Instant::now();
    let renderer = app.sub_app_mut(RenderApp);
    renderer.configure_sets(Render, RenderSystems::Render.run_if(|| false));
    renderer.insert_resource(Watch { begun: Instant::now(), ready: Duration::ZERO });
    renderer.add_systems(
        Render,
        (
            (|mut watch: ResMut<Watch>| watch.begun = Instant::now()).before(RenderSystems::ExtractCommands),
            (|mut watch: ResMut<Watch>| watch.ready = watch.begun.elapsed())
                .after(RenderSystems::PrepareBindGroups)
                .before(RenderSystems::Render),
        ),
    );
    offscreen::settle(&mut app).expect("it can be drawn");
    println!("       first frames in {:.2} s", begin.elapsed().as_secs_f64());
    let rest: Vec<Frame> = (0..FRAMES).map(|_| frame(&mut app, false)).collect();
    let ordered: Vec<Frame> = (0..FRAMES).map(|_| frame(&mut app, true)).collect();
    let of = |frames: &[Frame], what: fn(&Frame) -> Duration| median(frames.iter().map(what).collect());
    let textures = gauge::textures(&app);
    let all: usize = textures.iter().map(|texture| texture.2).sum();
    let sheet = textures.iter().find(|texture| texture.0 == atlas::WIDTH).map_or(0, |texture| texture.2);
    [
        of(&rest, |frame| frame.main),
        of(&ordered, |frame| frame.main),
        of(&rest, |frame| frame.extract),
        of(&rest, |frame| frame.prepare),
        gauge::draws(&app) as f64,
        gauge::drawn(&app) as f64,
        sheet as f64 / 1e6,
        (all - sheet) as f64 / 1e6,
    ]
}

/// Seconds that the assets take: the library read, and the sheet of every uniform laid out.
fn assets() {
    let begin = Instant::now();
    let library = Library::open().expect("the assets can be read").expect("there are assets");
    let read = begin.elapsed();
    let begin = Instant::now();
    let (rows, bytes) = atlas::press_largest(&library);
    let laid = begin.elapsed();
    println!(
        "assets: read in {:.0} ms, {:.1} MB kept; every uniform laid out in {:.0} ms on a sheet of {} x {rows}, {:.1} MB",
        read.as_secs_f64() * 1e3,
        library.bytes() as f64 / 1e6,
        laid.as_secs_f64() * 1e3,
        atlas::WIDTH,
        bytes as f64 / 1e6
    );
}

fn main() {
    assets();
    let sample = sample();
    let tables = [1, 4, 16].map(|times| measure(&sample, times));
    let rows = [
        "the game's world, a frame at rest, ms",
        "the game's world, a frame after an order, ms",
        "extraction, ms",
        "preparation until the first draw, ms",
        "draws",
        "things drawn in layers",
        "sheet of miniatures, MB",
        "all other textures, MB",
    ];
    println!("{:<48}{:>10}{:>10}{:>10}{:>9}{:>9}", "", "1 x", "4 x", "16 x", "growth", "growth");
    for (n, row) in rows.iter().enumerate() {
        let [one, four, sixteen] = tables.map(|table| table[n]);
        println!("{row:<48}{one:>10.2}{four:>10.2}{sixteen:>10.2}{:>9.1}{:>9.1}", four / one, sixteen / one);
    }
}
