//! How much a battle asks of a graphics card.

use std::sync::Arc;

use bevy::math::UVec2;
use dress::app::{Dressing, offscreen_app};
use dress::book::Options;
use dress::record::{self, Dice};
use dress::scenario;
use dress::table::atlas::{self, Library};
use dress::table::gauge;
use dress::table::offscreen::{self, Picture};

/// Bytes that miniatures and terrain may take together.
const MEMORY: usize = 256_000_000;
/// Draws of the largest battle that comes with the game, all of it in view.
const DRAWS: usize = 30;
/// Rows of a texture that every graphics card of the last ten years takes.
const ROWS: u32 = 16_384;

#[test]
fn the_largest_battle_is_few_draws_and_fits_in_memory_with_all_uniforms_there_are() {
    let text = include_str!("../../scenarios/mcphersons_ridge.ron");
    let scenario = scenario::read(text, "mcphersons_ridge.ron").unwrap_or_else(|problems| panic!("{problems}"));
    let picture = Picture { size: UVec2::new(1280, 800), ..Picture::default() };
    let mut app = offscreen_app(&picture, Dressing::Bare);
    record::begin(app.world_mut(), Arc::new(scenario), Options::default(), Dice::Seeded(1863)).expect("it begins");
    offscreen::settle(&mut app).expect("it can be drawn");
    let (draws, drawn) = (gauge::draws(&app), gauge::drawn(&app));
    assert!(drawn > 1_000, "{drawn} things are drawn");
    assert!(draws < DRAWS, "{drawn} things are drawn in {draws} draws");

    let textures = gauge::textures(&app);
    let on_sheet = |texture: &&(u32, u32, usize)| texture.0 == atlas::WIDTH;
    assert_eq!(textures.iter().filter(on_sheet).count(), 1, "one sheet: {textures:?}");
    let rest: usize = textures.iter().filter(|texture| !on_sheet(texture)).map(|texture| texture.2).sum();
    let library = Library::open().expect("the assets can be read").expect("there are assets");
    let (rows, sheet) = atlas::largest(&library);
    assert!(rows <= ROWS, "{rows} rows");
    let whole = sheet + library.bytes() + rest;
    assert!(whole < MEMORY, "sheet {sheet}, library {}, terrain and the rest {rest}", library.bytes());
}
