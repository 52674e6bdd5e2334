//! What is where: areas, levels, roads and crests, and the pieces by their numbers.

use bevy::math::Vec2;

use super::index::GroundIndex;
use super::piece::{Area, AreaKind, Bridge, Building, Changes, Ground, Hill, Obstacle, ObstacleKind, PieceId, Road};
use crate::book::cover::{self, Cover};
use crate::geometry::polygon::{self, Bounds};
use crate::geometry::{Footprint, Inches};

/// A unit this close behind the crest stands on it (B34).
pub const ON_CREST: Inches = Inches::new(1);

/// A piece of terrain by its number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Piece<'a> {
    /// An area.
    Area(&'a Area),
    /// A linear obstacle.
    Obstacle(&'a Obstacle),
    /// A contour.
    Hill(&'a Hill),
    /// A road.
    Road(&'a Road),
    /// A bridge or ford.
    Bridge(&'a Bridge),
    /// A building.
    Building(&'a Building),
}

impl Piece<'_> {
    /// As the map calls it.
    pub fn name(&self) -> &str {
        match self {
            Self::Area(area) => &area.name,
            Self::Obstacle(obstacle) => &obstacle.name,
            Self::Hill(hill) => &hill.name,
            Self::Road(road) => &road.name,
            Self::Bridge(bridge) => &bridge.name,
            Self::Building(building) => &building.name,
        }
    }

    /// What it is, in words: "rail fence".
    pub fn kind(&self) -> String {
        match self {
            Self::Area(area) => area.kind.to_string(),
            Self::Obstacle(obstacle) => obstacle.kind.to_string(),
            Self::Hill(_) => "hill".to_owned(),
            Self::Road(_) => "road".to_owned(),
            Self::Bridge(bridge) => bridge.kind.to_string(),
            Self::Building(building) => building.kind.to_string(),
        }
    }
}

impl Ground {
    /// Bare ground of this size.
    pub fn bare(width: Inches, height: Inches) -> Self {
        Self {
            width,
            height,
            areas: Vec::new(),
            obstacles: Vec::new(),
            hills: Vec::new(),
            roads: Vec::new(),
            bridges: Vec::new(),
            buildings: Vec::new(),
            changes: Changes::default(),
            index: super::Indexed::default(),
        }
    }

    /// Outlines and boxes, worked out on the first call.
    pub fn index(&self) -> &GroundIndex {
        self.index.get(self)
    }

    /// The box of the whole table.
    pub fn bounds(&self) -> Bounds {
        Bounds { lo: Vec2::ZERO, hi: Vec2::new(self.width.get(), self.height.get()) }
    }

    /// Whether a base lies wholly on the table; the edge is still table.
    pub fn holds(&self, base: &Footprint) -> bool {
        let table = self.bounds().grown(polygon::NOISE);
        base.corners().into_iter().all(|corner| table.holds(corner))
    }

    /// Number of an area.
    pub fn area_id(&self, index: usize) -> PieceId {
        PieceId(index as u16)
    }

    /// Number of an obstacle.
    pub fn obstacle_id(&self, index: usize) -> PieceId {
        PieceId((self.areas.len() + index) as u16)
    }

    /// Number of a contour.
    pub fn hill_id(&self, index: usize) -> PieceId {
        PieceId((self.areas.len() + self.obstacles.len() + index) as u16)
    }

    /// Number of a road.
    pub fn road_id(&self, index: usize) -> PieceId {
        PieceId((self.areas.len() + self.obstacles.len() + self.hills.len() + index) as u16)
    }

    /// Number of a bridge or ford.
    pub fn bridge_id(&self, index: usize) -> PieceId {
        PieceId(self.road_id(self.roads.len()).0 + index as u16)
    }

    /// Number of a building.
    pub fn building_id(&self, index: usize) -> PieceId {
        PieceId(self.bridge_id(self.bridges.len()).0 + index as u16)
    }

    /// How many pieces there are.
    pub fn pieces(&self) -> u16 {
        self.building_id(self.buildings.len()).0
    }

    /// A building by its number.
    pub fn building(&self, id: PieceId) -> Option<&Building> {
        match self.piece(id) {
            Some(Piece::Building(building)) => Some(building),
            _ => None,
        }
    }

    /// Whether a building has come down.
    pub fn is_fallen(&self, id: PieceId) -> bool {
        self.changes.fallen.contains(&id)
    }

    /// The fallen building whose rubble holds a point, edges included: light rubble covers who stands in it (Companion 16
    /// §4.3), and hinders neither sight nor movement.
    pub fn rubble_at(&self, point: Vec2) -> Option<PieceId> {
        self.changes.fallen.iter().copied().find(|id| self.building(*id).is_some_and(|b| b.base.contains(point)))
    }

    /// Buildings that still stand.
    pub fn standing_buildings(&self) -> impl Iterator<Item = (PieceId, &Building)> {
        let all = self.buildings.iter().enumerate().map(|(n, building)| (self.building_id(n), building));
        all.filter(|(id, _)| !self.is_fallen(*id))
    }

    /// The bridge or ford that holds a point, edges included.
    pub fn bridge_at(&self, point: Vec2) -> Option<&Bridge> {
        self.bridges.iter().zip(&self.index().bridges).find(|(_, shape)| shape.holds(point)).map(|(bridge, _)| bridge)
    }

    /// A piece by its number, `None` if there is no such piece.
    pub fn piece(&self, id: PieceId) -> Option<Piece<'_>> {
        let mut index = usize::from(id.0);
        if let Some(area) = self.areas.get(index) {
            return Some(Piece::Area(area));
        }
        index -= self.areas.len();
        if let Some(obstacle) = self.obstacles.get(index) {
            return Some(Piece::Obstacle(obstacle));
        }
        index -= self.obstacles.len();
        if let Some(hill) = self.hills.get(index) {
            return Some(Piece::Hill(hill));
        }
        index -= self.hills.len();
        if let Some(road) = self.roads.get(index) {
            return Some(Piece::Road(road));
        }
        index -= self.roads.len();
        if let Some(bridge) = self.bridges.get(index) {
            return Some(Piece::Bridge(bridge));
        }
        self.buildings.get(index - self.bridges.len()).map(Piece::Building)
    }

    /// What the map calls a piece; empty if there is no such piece.
    pub fn name_of(&self, id: PieceId) -> &str {
        match self.piece(id) {
            Some(Piece::Area(area)) => &area.name,
            Some(Piece::Obstacle(obstacle)) => &obstacle.name,
            Some(Piece::Hill(hill)) => &hill.name,
            Some(Piece::Road(road)) => &road.name,
            Some(Piece::Bridge(bridge)) => &bridge.name,
            Some(Piece::Building(building)) => &building.name,
            None => "",
        }
    }

    /// Areas that hold a point, edges included.
    pub fn areas_at(&self, point: Vec2) -> impl Iterator<Item = (PieceId, &Area)> {
        let shapes = &self.index().areas;
        self.areas
            .iter()
            .zip(shapes)
            .enumerate()
            .filter(move |(_, (_, shape))| shape.holds(point))
            .map(|(i, (area, _))| (self.area_id(i), area))
    }

    /// Level of the ground: the highest contour that holds the point, edges included; hollows count below 0, and not at
    /// all on a bridge, which lies as high as its banks.
    pub fn level_at(&self, point: Vec2) -> i8 {
        let held = self.hills.iter().zip(&self.index().hills).filter(|(_, shape)| shape.holds(point));
        let level = level(held.map(|(hill, _)| hill.level));
        if level < 0 && self.bridge_at(point).is_some() { 0 } else { level }
    }

    /// Level that a base stands on: the ground under its middle.
    pub fn level_of(&self, base: &Footprint) -> i8 {
        self.level_at(base.centre())
    }

    /// Whether a point is on a road.
    pub fn on_road(&self, point: Vec2) -> bool {
        self.roads.iter().zip(&self.index().roads).any(|(road, shape)| {
            let reach = road.width.get() / 2.0 + polygon::NOISE;
            shape.bounds.holds(point)
                && polygon::stretches(&shape.points).any(|(a, b)| polygon::distance_to(point, a, b) <= reach)
        })
    }

    /// The parts of a segment, as pieces of 0 to 1, that lie on a road.
    pub fn road_spans(&self, a: Vec2, b: Vec2) -> Vec<(f32, f32)> {
        let bounds = Bounds::of(&[a, b]);
        let mut spans = Vec::new();
        for (road, shape) in self.roads.iter().zip(&self.index().roads) {
            if !shape.bounds.meets(&bounds) {
                continue;
            }
            let half = road.width.get() / 2.0;
            spans.extend(polygon::stretches(&shape.points).filter_map(|(c, d)| polygon::within(a, b, c, d, half)));
        }
        polygon::merged(spans)
    }

    /// The contours whose outlines are crests: those without a higher contour inside (C-63).
    pub fn crests(&self) -> impl Iterator<Item = &Hill> {
        self.index().crests.iter().map(|i| &self.hills[*i])
    }
}

/// Level where contours of these levels lie over each other.
pub(crate) fn level(held: impl Iterator<Item = i8>) -> i8 {
    held.fold(None, |all: Option<i8>, level| {
        Some(match all {
            Some(so_far) if so_far > 0 || level > 0 => so_far.max(level),
            Some(so_far) => so_far.min(level),
            None => level,
        })
    })
    .unwrap_or(0)
}

/// Whether a base stands on a crest: within 1.0" of a topmost contour's edge, on either side of it (B34, B35).
pub fn crest_at(ground: &Ground, base: &Footprint) -> bool {
    let near = base.bounds().grown(ON_CREST.get() + polygon::NOISE);
    ground.index().crests.iter().any(|i| {
        let shape = &ground.index().hills[*i];
        shape.bounds.meets(&near) && shape.edges().any(|(a, b)| base.gap_to_segment(a, b) <= ON_CREST)
    })
}

/// The areas that hold a point, with the rubble of buildings that have come down.
fn kinds_at(ground: &Ground, point: Vec2) -> impl Iterator<Item = (PieceId, AreaKind)> {
    let rubble = ground.rubble_at(point).map(|id| (id, AreaKind::Rubble));
    let areas = ground.areas_at(point).map(|(id, area)| (id, area.kind));
    areas.chain(rubble)
}

/// What an area must be worth to more than half of a unit's stands, with their middles in it (C-66), best first; the
/// piece that holds most of them is named.
fn majority<W: Ord + Copy>(
    ground: &Ground,
    bases: &[Footprint],
    worth: impl Fn(AreaKind) -> W,
    steps: &[W],
) -> Option<(PieceId, AreaKind)> {
    let held: Vec<Vec<(PieceId, AreaKind)>> =
        bases.iter().map(|base| kinds_at(ground, base.centre()).collect()).collect();
    steps.iter().find_map(|step| {
        let inside = held.iter().filter(|kinds| kinds.iter().any(|(_, kind)| worth(*kind) >= *step)).count();
        if inside * 2 <= bases.len() {
            return None;
        }
        let mut votes: Vec<(PieceId, AreaKind, usize)> = Vec::new();
        // Where better ground holds too few of them, it gives them no more than the rest has.
        for (id, kind) in held.iter().flatten().filter(|(_, kind)| worth(*kind) == *step) {
            match votes.iter_mut().find(|vote| vote.0 == *id) {
                Some(vote) => vote.2 += 1,
                None => votes.push((*id, *kind, 1)),
            }
        }
        votes.into_iter().max_by_key(|(id, _, n)| (*n, std::cmp::Reverse(*id))).map(|(id, kind, _)| (id, kind))
    })
}

/// The area that gives a unit cover: more than half of its stands stand in such areas with their middles (C-66). Where
/// they stand in several, the one with the most stands is named.
pub fn cover_of(ground: &Ground, bases: &[Footprint]) -> Option<(PieceId, AreaKind)> {
    majority(ground, bases, cover::area, &[Cover::Heavy, Cover::Light])
}

/// The area that helps a unit to defend itself hand to hand: a sunken road, rubble.
pub fn melee_cover_of(ground: &Ground, bases: &[Footprint]) -> Option<(PieceId, AreaKind)> {
    majority(ground, bases, cover::area_melee, &[2, 1])
}

/// Linear cover reaches this far (C-66).
const LINEAR_COVER: Inches = Inches::new(1);

/// The obstacle that covers a target: within 1.0" of it, and crossed by more than half of the lines from the firing
/// stands' front-edge midpoints to the target's nearest points (Q28). The best cover wins.
pub fn linear_cover(ground: &Ground, eyes: &[Vec2], target: &[Footprint]) -> Option<(PieceId, ObstacleKind)> {
    let near = target.iter().map(Footprint::bounds).reduce(Bounds::join)?.grown(LINEAR_COVER.get() + polygon::NOISE);
    let lines: Vec<(Vec2, Vec2)> = eyes
        .iter()
        .filter_map(|eye| {
            let nearest = target.iter().map(|base| base.nearest(*eye));
            Some((*eye, nearest.min_by(|a, b| a.distance(*eye).total_cmp(&b.distance(*eye)))?))
        })
        .collect();
    // Only the stretches before the target count: another side of the same fence, by the firers, covers nobody.
    let close = |(a, b): &(Vec2, Vec2)| target.iter().any(|base| base.gap_to_segment(*a, *b) <= LINEAR_COVER);
    let stretches: Vec<(usize, (Vec2, Vec2))> = ground
        .index()
        .obstacles
        .iter()
        .filter(|part| part.shape.bounds.meets(&near))
        .flat_map(|part| polygon::stretches(&part.shape.points).filter(close).map(|stretch| (part.obstacle, stretch)))
        .collect();
    let covers = |obstacle: usize| {
        let crosses = |(eye, mark): &&(Vec2, Vec2)| {
            let own = stretches.iter().filter(|(of, _)| *of == obstacle);
            own.into_iter().any(|(_, (a, b))| polygon::segments_touch(*eye, *mark, *a, *b))
        };
        lines.iter().filter(crosses).count() * 2 > lines.len()
    };
    let mut near: Vec<usize> = stretches.iter().map(|(obstacle, _)| *obstacle).collect();
    near.dedup();
    near.into_iter()
        .map(|i| (i, ground.obstacles[i].kind))
        .filter(|(i, kind)| cover::obstacle(*kind) > Cover::Open && covers(*i))
        .max_by_key(|(i, kind)| {
            // Of two that save alike the one that does more besides: hand to hand, and on a crest (B31, B35).
            let works = *kind == ObstacleKind::Earthworks;
            (cover::obstacle(*kind), cover::melee(*kind), works, std::cmp::Reverse(*i))
        })
        .map(|(i, kind)| (ground.obstacle_id(i), kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Degrees, Pose, Spot};

    fn spots(points: &[(i32, i32)]) -> Vec<Spot> {
        points.iter().map(|(x, y)| Spot { x: Inches(*x), y: Inches(*y) }).collect()
    }

    fn square(lo: i32, hi: i32) -> Vec<Spot> {
        spots(&[(lo, lo), (hi, lo), (hi, hi), (lo, hi)])
    }

    fn ground() -> Ground {
        let hill = |level, outline| Hill { name: "Herr Ridge".into(), level, outline };
        Ground {
            areas: vec![Area {
                kind: AreaKind::DenseWoods,
                name: "Woods".into(),
                outline: square(40_000, 46_000),
                ..Area::default()
            }],
            obstacles: vec![
                Obstacle {
                    kind: ObstacleKind::RailFence,
                    name: "Fence".into(),
                    line: spots(&[(0, 5000), (72_000, 5000)]),
                },
                Obstacle {
                    kind: ObstacleKind::StoneWall,
                    name: "Wall".into(),
                    line: spots(&[(30_000, 5000), (34_000, 5000)]),
                },
            ],
            hills: vec![hill(1, square(10_000, 20_000)), hill(2, square(12_000, 18_000))],
            roads: vec![Road {
                name: "Pike".into(),
                line: spots(&[(0, 30_000), (72_000, 30_000)]),
                width: Inches(1000),
            }],
            ..Ground::bare(Inches::new(72), Inches::new(48))
        }
    }

    fn stand(x: i32, y: i32, heading: i32) -> Footprint {
        Footprint {
            pose: Pose { at: Spot { x: Inches(x), y: Inches(y) }, heading: Degrees::new(heading) },
            frontage: Inches(1000),
            depth: Inches(750),
        }
    }

    #[test]
    fn a_point_on_the_contour_is_on_the_hill() {
        let ground = ground();
        assert_eq!(ground.level_at(Vec2::new(10.0, 15.0)), 1);
        assert_eq!(ground.level_at(Vec2::new(9.999, 15.0)), 0);
        assert_eq!(ground.level_at(Vec2::new(12.0, 18.0)), 2);
        assert_eq!(level([-1].into_iter()), -1);
        assert_eq!(level([-1, 1].into_iter()), 1);
    }

    #[test]
    fn pieces_are_numbered_areas_obstacles_hills_roads() {
        let ground = ground();
        let names: Vec<&str> = (0..7).map(|n| ground.name_of(PieceId(n))).collect();
        assert_eq!(names, ["Woods", "Fence", "Wall", "Herr Ridge", "Herr Ridge", "Pike", ""]);
        assert_eq!(ground.road_id(0), PieceId(5));
    }

    #[test]
    fn the_road_is_half_its_width_to_either_side() {
        let ground = ground();
        assert!(ground.on_road(Vec2::new(20.0, 30.5)));
        assert!(!ground.on_road(Vec2::new(20.0, 30.501)));
    }

    #[test]
    fn a_crest_is_the_edge_of_the_top_contour_and_an_inch_behind_it() {
        let ground = ground();
        // Facing up the table at the top contour's upper edge, y = 18.
        assert!(crest_at(&ground, &stand(15_000, 17_000, 0)));
        assert!(!crest_at(&ground, &stand(15_000, 16_999, 0)));
        assert!(crest_at(&ground, &stand(15_000, 18_000, 0)));
        assert!(!crest_at(&ground, &stand(15_000, 20_000, 0)), "a shelf below the top is no crest");
    }

    #[test]
    fn most_of_the_stands_must_be_in_the_wood() {
        let ground = ground();
        let line = |inside: i32| (0..4).map(|n| stand(39_500 + 1000 * (n - 4 + inside) + 1000, 44_000, 0)).collect();
        let (two, three): (Vec<_>, Vec<_>) = (line(2), line(3));
        assert_eq!(cover_of(&ground, &two), None);
        assert_eq!(cover_of(&ground, &three), Some((PieceId(0), AreaKind::DenseWoods)));
    }

    #[test]
    fn the_best_obstacle_within_an_inch_that_most_lines_cross_covers() {
        let ground = ground();
        let eyes: Vec<Vec2> = (0..5).map(|n| Vec2::new(30.0 + n as f32, 15.0)).collect();
        assert_eq!(
            linear_cover(&ground, &eyes, &[stand(32_000, 5000, 0)]),
            Some((PieceId(2), ObstacleKind::StoneWall)),
            "flush against it"
        );
        assert_eq!(
            linear_cover(&ground, &eyes, &[stand(32_000, 4000, 0)]),
            Some((PieceId(2), ObstacleKind::StoneWall))
        );
        assert_eq!(linear_cover(&ground, &eyes, &[stand(32_000, 3999, 0)]), None);
        assert_eq!(linear_cover(&ground, &eyes, &[stand(50_000, 4500, 0)]).unwrap().1, ObstacleKind::RailFence);
        assert_eq!(linear_cover(&ground, &eyes, &[stand(32_000, 6000, 0)]), None, "the fence is behind them");
    }
}
