//! What people have built on the ground and what the battle has made of it: fences with the gaps taken out of them,
//! walls, works, bridges and fords, buildings and their ruins. Drawn anew only when one of them has changed.

use std::sync::Arc;

use bevy::prelude::*;

use super::brush::Brush;
use super::buildings::{self, Style};
use super::fences::Fence;
use super::ground::same_land;
use super::lod::Zooms;
use super::presence::{self, Presence};
use super::sky::Sky;
use super::{Draw, Layer, banks, crossings, remains, shapes, works};
use crate::ground::{AreaKind, Bridge, BridgeKind, Building, BuildingKind, Ground, ObstacleKind, Season};
use crate::turn::Field;

#[derive(Component)]
struct Drawn;

/// Draws the structures of the field.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, (build, raise).in_set(Draw::Build).after(presence::gather));
}

fn build(
    mut commands: Commands,
    field: Option<Res<Field>>,
    mut laid: Local<Option<(Arc<Ground>, Season)>>,
    old: Query<Entity, With<Drawn>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
    mut paint: Local<Option<Handle<ColorMaterial>>>,
) {
    let Some(field) = field.filter(|field| field.is_changed()) else { return };
    let season = Sky::of(&field).season;
    let same = |(old, then): &(Arc<Ground>, Season)| {
        same_land(old, &field.ground) && old.changes == field.ground.changes && *then == season
    };
    if laid.as_ref().is_some_and(same) {
        return;
    }
    *laid = Some((field.ground.clone(), season));
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let ground = &*field.ground;
    let paint = paint.get_or_insert_with(|| materials.add(ColorMaterial::default())).clone();
    let mut show = |brush: Brush, z: f32, zooms: Option<Zooms>| {
        if !brush.is_empty() {
            let mesh = Mesh2d(meshes.add(brush.mesh()));
            let place = Transform::from_xyz(0.0, 0.0, z);
            let mut drawn = commands.spawn((Drawn, mesh, MeshMaterial2d(paint.clone()), place));
            if let Some(zooms) = zooms {
                drawn.insert(zooms);
            }
        }
    };
    // What lies flat, under the bases.
    let mut flat = Brush::default();
    for (n, area) in ground.areas.iter().enumerate().filter(|(_, area)| area.kind == AreaKind::Rubble) {
        buildings::rubble(&mut flat, &shapes::points(&area.outline), Style::Stone, n as u32);
    }
    for (n, area) in ground.areas.iter().enumerate() {
        if matches!(area.kind, AreaKind::Stream | AreaKind::River) && area.outline.len() >= 3 {
            // No bank where it leaves the table.
            let table = Vec2::new(ground.width.get(), ground.height.get());
            let outline = shapes::beyond(&shapes::points(&area.outline), table, 1.0);
            banks::dress(&mut flat, ground, &outline, season, n as u32 + 50);
        }
    }
    for (n, bridge) in ground.bridges.iter().enumerate() {
        crossing(&mut flat, bridge, n as u32);
    }
    for (n, building) in ground.buildings.iter().enumerate() {
        let outline = building.base.corners();
        let style = style(building);
        if ground.changes.fallen.contains(&ground.building_id(n)) {
            buildings::rubble(&mut flat, &outline, style, n as u32);
        } else {
            buildings::foundation(&mut flat, &outline, style, n as u32);
        }
    }
    show(flat, Layer::Relief.z() + 1.0, None);
    let (mut near, mut far) = (Brush::default(), Brush::default());
    for n in 0..ground.obstacles.len() {
        obstruct(&mut near, ground, n);
        from_afar(&mut far, ground, n);
    }
    show(near, Layer::Fences.z(), Some(Zooms::near(RAILS_FROM)));
    show(far, Layer::Fences.z(), Some(Zooms::far(RAILS_FROM)));
}

/// A building that stands, open or roofed; men before and behind it are.
#[derive(Component)]
struct House;

/// What a building was drawn from.
#[derive(Clone, PartialEq)]
struct Raised {
    ground: Arc<Ground>,
    open: Vec<bool>,
}

/// Raises every building by itself, without its roof while somebody would be hidden behind it.
#[expect(clippy::too_many_arguments, reason = "a Bevy system")]
fn raise(
    mut commands: Commands,
    field: Option<Res<Field>>,
    presence: Res<Presence>,
    mut shown: Local<Option<Raised>>,
    old: Query<Entity, With<House>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
    mut paint: Local<Option<Handle<ColorMaterial>>>,
) {
    let Some(field) = field.filter(|field| field.is_changed() || presence.is_changed()) else { return };
    let ground = &field.ground;
    let standing: Vec<usize> =
        (0..ground.buildings.len()).filter(|n| !ground.changes.fallen.contains(&ground.building_id(*n))).collect();
    let open: Vec<bool> = standing.iter().map(|n| hides(ground, *n, &presence)).collect();
    let same = |raised: &Raised| {
        let built = same_land(&raised.ground, ground) && raised.ground.changes.fallen == ground.changes.fallen;
        built && raised.open == open
    };
    if shown.as_ref().is_some_and(same) {
        return;
    }
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let paint = paint.get_or_insert_with(|| materials.add(ColorMaterial::default())).clone();
    for (n, open) in standing.into_iter().zip(&open) {
        let building = &ground.buildings[n];
        let outline = building.base.corners();
        let mut house = Brush::default();
        if *open {
            buildings::opened(&mut house, &outline, style(building), n as u32);
        } else {
            buildings::raise(&mut house, &outline, style(building), n as u32);
        }
        let nearest = outline.iter().map(|corner| corner.y).fold(f32::INFINITY, f32::min);
        let z = Layer::standing(nearest + 0.04);
        let mesh = Mesh2d(meshes.add(house.mesh()));
        commands.spawn((House, mesh, MeshMaterial2d(paint.clone()), Transform::from_xyz(0.0, 0.0, z)));
    }
    *shown = Some(Raised { ground: ground.clone(), open });
}

/// Whether the roof of a building would hide somebody who is not in it.
fn hides(ground: &Ground, n: usize, presence: &Presence) -> bool {
    let building = &ground.buildings[n];
    let id = ground.building_id(n);
    let outline = building.base.corners();
    let shade = buildings::hidden_behind(&outline, style(building));
    presence.near(shapes::bounds(&shade)).filter(|base| base.house != Some(id)).any(|base| {
        // Figures stand up to half an inch over their bases.
        let men = base.corners.into_iter().chain([base.centre()]);
        men.flat_map(|at| [at, at + Vec2::Y * 0.25])
            .any(|at| shapes::depth(&shade, at) > 0.05 && shapes::depth(&outline, at) < 0.0)
    })
}

/// Logical pixels an inch from which single rails can be seen; fences are drawn in one stroke below.
const RAILS_FROM: f32 = 22.0;

/// An obstacle for the eye that is far: the rails of fences run together.
fn from_afar(brush: &mut Brush, ground: &Ground, n: usize) {
    let obstacle = &ground.obstacles[n];
    match obstacle.kind {
        ObstacleKind::RailFence => {
            for stretch in ground.standing_parts(n) {
                Fence::of(&obstacle.name).sketch(brush, &shapes::points(&stretch));
            }
        }
        _ => obstruct(brush, ground, n),
    }
}

fn obstruct(brush: &mut Brush, ground: &Ground, n: usize) {
    let (obstacle, seed) = (&ground.obstacles[n], n as u32);
    let id = ground.obstacle_id(n);
    let gaps: Vec<(f32, f32)> =
        ground.changes.gaps.iter().filter(|gap| gap.piece == id).map(|gap| (gap.from.get(), gap.to.get())).collect();
    if !gaps.is_empty() {
        let line = shapes::points(&obstacle.line);
        let whole = complement(&gaps, line.windows(2).map(|w| w[0].distance(w[1])).sum());
        for taken in works::without(&line, &whole) {
            remains::lie(brush, obstacle.kind, &taken, seed + 3);
        }
    }
    for stretch in ground.standing_parts(n) {
        let stretch = shapes::points(&stretch);
        match obstacle.kind {
            ObstacleKind::RailFence => Fence::of(&obstacle.name).build(brush, &stretch, seed),
            ObstacleKind::StoneWall => works::stone_wall(brush, &stretch, seed),
            ObstacleKind::Earthworks => works::earthwork(brush, &stretch, seed),
            ObstacleKind::Abatis => works::abatis(brush, &stretch, seed),
            // It grows: the scenery plants it.
            ObstacleKind::Hedge => {}
        }
    }
}

/// What the gaps leave standing, of a line this long.
fn complement(gaps: &[(f32, f32)], length: f32) -> Vec<(f32, f32)> {
    let mut sorted = gaps.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut left = Vec::new();
    let mut here = 0.0;
    for (from, to) in sorted {
        if from > here {
            left.push((here, from));
        }
        here = f32::max(here, to);
    }
    // A little beyond its end, so that the last point is not counted as a gap.
    left.push((here, length + 1.0));
    left
}

fn crossing(brush: &mut Brush, bridge: &Bridge, seed: u32) {
    let line = shapes::points(&bridge.line);
    let wide = bridge.width.get();
    match bridge.kind {
        BridgeKind::Ford => crossings::ford(brush, &line, wide, seed),
        BridgeKind::Bridge => {
            let name = bridge.name.to_lowercase();
            let stone =
                ["stone", "arch", "burnside", "brick", "middle", "lower"].iter().any(|word| name.contains(word));
            crossings::bridge(
                brush,
                &line,
                wide,
                if stone { crossings::Build::Stone } else { crossings::Build::Wood },
                seed,
            );
        }
    }
}

fn style(building: &Building) -> Style {
    match building.kind {
        BuildingKind::Barn => Style::Barn,
        BuildingKind::Church => Style::Church,
        BuildingKind::House => Style::of(&building.name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_and_what_they_leave_are_the_whole_line() {
        let line = [Vec2::ZERO, Vec2::new(3.0, 0.0), Vec2::new(3.0, 4.0)];
        let gaps = [(2.0, 4.0)];
        let left = works::without(&line, &gaps);
        assert_eq!(left, vec![vec![Vec2::ZERO, Vec2::new(2.0, 0.0)], vec![Vec2::new(3.0, 1.0), Vec2::new(3.0, 4.0)],]);
        let taken = works::without(&line, &complement(&gaps, 7.0));
        assert_eq!(taken, vec![vec![Vec2::new(2.0, 0.0), Vec2::new(3.0, 0.0), Vec2::new(3.0, 1.0)]]);
    }
}
