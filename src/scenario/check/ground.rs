//! The table and what lies on it.

use super::{Check, MOST_PIECES};
use crate::geometry::{Footprint, Pose, Spot, polygon};
use crate::ground::{Area, AreaKind, Bridge, Building, BuildingKind, Ground, Hill, Obstacle, Road};
use crate::scenario::file;

impl Check<'_> {
    pub(super) fn ground(&mut self, terrain: file::TerrainFile, size: Spot) -> Ground {
        for (path, count) in [
            ("terrain.areas", terrain.areas.len()),
            ("terrain.obstacles", terrain.obstacles.len()),
            ("terrain.hills", terrain.hills.len()),
            ("terrain.roads", terrain.roads.len()),
            ("terrain.bridges", terrain.bridges.len()),
            ("terrain.buildings", terrain.buildings.len()),
        ] {
            if count > MOST_PIECES {
                self.problem(path, format!("{count} pieces; a table has {MOST_PIECES} at most of each kind"));
            }
        }
        let areas = terrain.areas.iter().take(MOST_PIECES).enumerate().filter_map(|(n, area)| {
            let path = format!("terrain.areas[{n}]");
            let kind = self.word(&format!("{path}.kind"), &area.kind);
            let name = self.name(&format!("{path}.name"), &area.name).to_string();
            let (outline, course) = self.area_outline(area, &path, size);
            let holes = self.holes(&area.holes, &outline, &path, size);
            Some(Area { kind: kind?, name: name.to_string(), outline, holes, course })
        });
        let areas = areas.collect();
        let obstacles = terrain.obstacles.iter().take(MOST_PIECES).enumerate().filter_map(|(n, obstacle)| {
            let path = format!("terrain.obstacles[{n}]");
            let kind = self.word(&format!("{path}.kind"), &obstacle.kind);
            let name = self.name(&format!("{path}.name"), &obstacle.name).to_string();
            let line = self.line(&format!("{path}.line"), &obstacle.line, size);
            Some(Obstacle { kind: kind?, name: name.to_string(), line })
        });
        let obstacles = obstacles.collect();
        let hills = terrain.hills.iter().take(MOST_PIECES).enumerate().map(|(n, hill)| {
            let path = format!("terrain.hills[{n}]");
            Hill {
                name: self.name(&format!("{path}.name"), &hill.name).to_string(),
                level: self.level(&format!("{path}.level"), hill.level),
                outline: self.outline(&format!("{path}.outline"), &hill.outline, size),
            }
        });
        let hills = hills.collect();
        let roads = terrain.roads.iter().take(MOST_PIECES).enumerate().map(|(n, road)| {
            let path = format!("terrain.roads[{n}]");
            Road {
                name: self.name(&format!("{path}.name"), &road.name).to_string(),
                line: self.line(&format!("{path}.line"), &road.line, size),
                width: self.inches(&format!("{path}.width"), road.width, 0.25..=4.0),
            }
        });
        let roads = roads.collect();
        let bridges = terrain.bridges.iter().take(MOST_PIECES).enumerate().filter_map(|(n, bridge)| {
            let path = format!("terrain.bridges[{n}]");
            let kind = self.word(&format!("{path}.kind"), &bridge.kind);
            let name = self.name(&format!("{path}.name"), &bridge.name).to_string();
            let line = self.line(&format!("{path}.line"), &bridge.line, size);
            let width = self.inches(&format!("{path}.width"), bridge.width, 0.5..=6.0);
            Some(Bridge { kind: kind?, name, line, width })
        });
        let bridges = bridges.collect();
        let buildings = terrain.buildings.iter().take(MOST_PIECES).enumerate().map(|(n, building)| {
            let path = format!("terrain.buildings[{n}]");
            let at = self.spot(&format!("{path}.at"), building.at, size);
            let heading = self.degrees(&format!("{path}.facing"), building.facing);
            let side = |check: &mut Self, inches| check.inches(&format!("{path}.size"), inches, 1.0..=8.0);
            Building {
                kind: self.word_or(&format!("{path}.kind"), building.kind.as_ref(), BuildingKind::House),
                name: self.name(&format!("{path}.name"), &building.name).to_string(),
                base: Footprint {
                    pose: Pose { at, heading },
                    frontage: side(self, building.size.0),
                    depth: side(self, building.size.1),
                },
                holds: self.count(&format!("{path}.holds"), building.holds, 1..=4, "stands") as u8,
            }
        });
        let buildings = buildings.collect();
        let ground = Ground {
            width: size.x,
            height: size.y,
            areas,
            obstacles,
            hills,
            roads,
            bridges,
            buildings,
            changes: Default::default(),
            index: Default::default(),
        };
        for (n, building) in ground.buildings.iter().enumerate() {
            if !ground.holds(&building.base) {
                self.problem(&format!("terrain.buildings[{n}].at"), "a corner of it is off the table");
            }
        }
        self.crossings(&ground);
        self.contours(&ground);
        ground
    }

    /// A bridge or ford that ends in a river leads nowhere.
    fn crossings(&mut self, ground: &Ground) {
        let rivers = || ground.areas.iter().filter(|area| area.kind == AreaKind::River && area.outline.len() > 2);
        for (n, bridge) in ground.bridges.iter().enumerate() {
            let ends = bridge.line.first().into_iter().chain(bridge.line.last());
            let wet = ends.flat_map(|end| rivers().map(move |river| (end, river))).find(|(end, river)| {
                let outline: Vec<_> = river.outline.iter().map(|spot| spot.vec()).collect();
                polygon::contains_strictly(&outline, end.vec())
            });
            if let Some((end, river)) = wet {
                let (x, y) = (end.x.get(), end.y.get());
                let what = format!("it ends at ({x}, {y}), in {}; it must reach both banks", river.name);
                self.problem(&format!("terrain.bridges[{n}].line"), what);
            }
        }
    }

    /// Level of a contour: hills from 1, hollows from -1 down.
    fn level(&mut self, path: &str, level: i64) -> i8 {
        if level == 0 {
            self.problem(path, "0 is the level of the table; hills are 1 and more, ravines and swales -1 and less");
        }
        self.count(path, level, -3..=5, "levels") as i8
    }

    /// The outline of an area, given as such or as a ribbon along a course.
    fn area_outline(&mut self, area: &file::AreaFile, path: &str, size: Spot) -> (Vec<Spot>, Vec<Spot>) {
        if area.course.is_empty() {
            if area.width.is_some() {
                self.problem(&format!("{path}.width"), "a width needs a `course` instead of an `outline`");
            }
            return (self.outline(&format!("{path}.outline"), &area.outline, size), Vec::new());
        }
        if !area.outline.is_empty() {
            self.problem(&format!("{path}.course"), "give an `outline` or a `course` with its `width`, not both");
        }
        let course = self.line(&format!("{path}.course"), &area.course, size);
        let width = self.inches(&format!("{path}.width"), area.width.unwrap_or(1.0), 0.25..=12.0);
        let middle: Vec<_> = course.iter().map(|spot| spot.vec()).collect();
        let on_table = |p: &bevy::math::Vec2| Spot::round(p.clamp(bevy::math::Vec2::ZERO, size.vec()));
        let mut outline: Vec<Spot> = polygon::ribbon(&middle, width.get()).iter().map(on_table).collect();
        outline.dedup();
        let corners: Vec<_> = outline.iter().map(|spot| spot.vec()).collect();
        if course.len() > 1 && !polygon::is_simple(&corners) {
            self.problem(&format!("{path}.course"), "it bends too sharply for its width: its banks cross");
        }
        (outline, course)
    }

    /// Clearings lie inside the outline.
    fn holes(&mut self, holes: &[Vec<file::Point>], outline: &[Spot], path: &str, size: Spot) -> Vec<Vec<Spot>> {
        let corners: Vec<_> = outline.iter().map(|spot| spot.vec()).collect();
        let mut all = Vec::new();
        for (n, hole) in holes.iter().enumerate() {
            let path = format!("{path}.holes[{n}]");
            let hole = self.outline(&path, hole, size);
            if !hole.iter().all(|spot| polygon::contains(&corners, spot.vec())) {
                self.problem(&path, "a hole lies inside the outline; a corner of this one does not");
            }
            all.push(hole);
        }
        all
    }

    /// Higher contours lie inside lower ones (C-63).
    fn contours(&mut self, ground: &Ground) {
        for (n, hill) in ground.hills.iter().enumerate().filter(|(_, hill)| hill.level > 1) {
            let inside = |lower: &Hill| {
                let lower: Vec<_> = lower.outline.iter().map(|spot| spot.vec()).collect();
                hill.outline.iter().all(|spot| polygon::contains(&lower, spot.vec()))
            };
            if !ground.hills.iter().any(|lower| lower.level == hill.level - 1 && inside(lower)) {
                let what =
                    format!("no contour of level {} lies all around this one of level {}", hill.level - 1, hill.level);
                self.problem(&format!("terrain.hills[{n}].outline"), what);
            }
        }
    }
}
