//! The table and what lies on it.

use super::{Check, MOST_PIECES};
use crate::geometry::{Spot, polygon};
use crate::ground::{Area, Ground, Hill, Obstacle, Road};
use crate::scenario::file;

impl Check<'_> {
    pub(super) fn ground(&mut self, terrain: file::TerrainFile, size: Spot) -> Ground {
        for (path, count) in [
            ("terrain.areas", terrain.areas.len()),
            ("terrain.obstacles", terrain.obstacles.len()),
            ("terrain.hills", terrain.hills.len()),
            ("terrain.roads", terrain.roads.len()),
        ] {
            if count > MOST_PIECES {
                self.problem(path, format!("{count} pieces; a table has {MOST_PIECES} at most of each kind"));
            }
        }
        let areas = terrain.areas.iter().take(MOST_PIECES).enumerate().filter_map(|(n, area)| {
            let path = format!("terrain.areas[{n}]");
            let kind = self.word(&format!("{path}.kind"), &area.kind);
            let name = self.name(&format!("{path}.name"), &area.name).to_string();
            let outline = self.outline(&format!("{path}.outline"), &area.outline, size);
            Some(Area { kind: kind?, name: name.to_string(), outline })
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
                level: self.count(&format!("{path}.level"), hill.level, 1..=5, "levels above the table") as i8,
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
        let ground =
            Ground { width: size.x, height: size.y, areas, obstacles, hills, roads, index: Default::default() };
        self.contours(&ground);
        ground
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
