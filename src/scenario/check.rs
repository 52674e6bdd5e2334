//! From the file to a scenario that can be played, with every problem on the way.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use bevy::math::Vec2;
use ron::extensions::Extensions;

use super::file::{self, File, Point, Vocabulary, Word};
use super::locate::Map;
use super::outline;
use super::problem::{Problem, Problems};
use super::sheet::{Army, BrigadeSheet, Commander, RegimentSheet, Scenario};
use crate::army::{Colors, Files, Formation, Grade, Side, Temper, Trait, Uniform, Weapon};
use crate::book::Options;
use crate::geometry::{Degrees, Footprint, Inches, Pose, Spot};
use crate::ground::{Area, Ground, Hill, Obstacle, Road};
use crate::turn::field::{Objective, Terms, footprint};

/// Longest name of anything.
pub const LONGEST_NAME: usize = 60;
/// Longest paragraph of a briefing.
const LONGEST_TEXT: usize = 4_000;
/// Longest file that is looked at: a scenario is some ten thousand characters.
pub const LARGEST_FILE: usize = 1_000_000;
/// Most pieces of a kind; areas are numbered in a regiment's 128 bits of paid prices.
const MOST_PIECES: usize = 128;
/// Most corners of an outline or a line.
const MOST_POINTS: usize = 200;

/// Reads a scenario. `file` is its name, for the messages.
///
/// # Errors
/// Every problem that the text has.
pub fn read(text: &str, file: &str) -> Result<Scenario, Problems> {
    if text.len() > LARGEST_FILE {
        return Err(Problems::whole(file, format!("{} bytes; a scenario has {LARGEST_FILE} at most", text.len())));
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let map = Map::of(text);
    wrong_format(&map, file)?;
    let parsed = ron::Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME)
        .from_str::<File>(text)
        .map_err(|error| {
            let at = error.span.start;
            let field = map.field_at(at.line, at.col).to_owned();
            let problem = Problem { line: at.line, column: at.col, field, what: error.code.to_string() };
            Problems { file: file.to_owned(), list: vec![problem] }
        })?;
    let mut check = Check { map, list: Vec::new(), names: BTreeMap::new() };
    let scenario = check.scenario(parsed, text, file);
    let mut list = check.list;
    if list.is_empty() {
        return Ok(scenario);
    }
    list.sort();
    list.dedup();
    Err(Problems { file: file.to_owned(), list })
}

/// A file of another format would fail in many places; this names the one that matters.
fn wrong_format(map: &Map<'_>, file: &str) -> Result<(), Problems> {
    let Some(written) = map.written("format") else { return Ok(()) };
    if written.parse() == Ok(file::FORMAT) {
        return Ok(());
    }
    let (line, column) = map.place("format");
    let what = format!("format {written}; this program reads format {}", file::FORMAT);
    let problem = Problem { line, column, field: "format".to_owned(), what };
    Err(Problems { file: file.to_owned(), list: vec![problem] })
}

/// Collects problems; each value comes out as something possible all the same, so that the rest can be looked at.
struct Check<'a> {
    map: Map<'a>,
    list: Vec<Problem>,
    /// Names that are taken, with the path of their owner.
    names: BTreeMap<(&'static str, String), String>,
}

impl Check<'_> {
    fn problem(&mut self, path: &str, what: impl Into<String>) {
        let (line, column) = self.map.place(path);
        self.list.push(Problem { line, column, field: path.to_owned(), what: what.into() });
    }

    fn scenario(&mut self, file: File, text: &str, name: &str) -> Scenario {
        let size = self.size(file.table);
        let ground = self.ground(file.terrain, size);
        let zones = self.zones(file.deployment, size);
        let rounds = self.count("rounds", file.rounds, 1..=40, "rounds") as u16;
        let options = self.options(&file.options);
        let first = file.first.and_then(|word| self.word("first", &word));
        let terms = Terms { first, zones, brisk_wind: file.brisk_wind, ..self.victory(file.victory, size) };
        let armies = [
            self.army(file.armies.union, "armies.union", size),
            self.army(file.armies.confederate, "armies.confederate", size),
        ];
        self.positions(&armies, terms.zones.as_ref(), size);
        Scenario {
            file: name.to_owned(),
            text: text.into(),
            title: self.name("title", &file.title),
            date: self.name("date", &file.date),
            place: self.name("place", &file.place),
            briefing: file
                .briefing
                .iter()
                .enumerate()
                .map(|(n, paragraph)| self.text(&format!("briefing[{n}]"), paragraph))
                .collect(),
            sources: self.text("sources", &file.sources),
            ground,
            rounds,
            options,
            terms,
            armies,
        }
    }

    fn size(&mut self, table: Point) -> Spot {
        let side = 24.0..=144.0;
        let x = self.inches("table", table.0, side.clone());
        let y = self.inches("table", table.1, side);
        Spot { x, y }
    }

    fn ground(&mut self, terrain: file::TerrainFile, size: Spot) -> Ground {
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
            let name = self.name(&format!("{path}.name"), &area.name);
            let outline = self.outline(&format!("{path}.outline"), &area.outline, size);
            Some(Area { kind: kind?, name, outline })
        });
        let areas = areas.collect();
        let obstacles = terrain.obstacles.iter().take(MOST_PIECES).enumerate().filter_map(|(n, obstacle)| {
            let path = format!("terrain.obstacles[{n}]");
            let kind = self.word(&format!("{path}.kind"), &obstacle.kind);
            let name = self.name(&format!("{path}.name"), &obstacle.name);
            let line = self.line(&format!("{path}.line"), &obstacle.line, size);
            Some(Obstacle { kind: kind?, name, line })
        });
        let obstacles = obstacles.collect();
        let hills = terrain.hills.iter().take(MOST_PIECES).enumerate().map(|(n, hill)| {
            let path = format!("terrain.hills[{n}]");
            Hill {
                name: self.name(&format!("{path}.name"), &hill.name),
                level: self.count(&format!("{path}.level"), hill.level, 1..=5, "levels above the table") as i8,
                outline: self.outline(&format!("{path}.outline"), &hill.outline, size),
            }
        });
        let hills = hills.collect();
        let roads = terrain.roads.iter().take(MOST_PIECES).enumerate().map(|(n, road)| {
            let path = format!("terrain.roads[{n}]");
            Road {
                name: self.name(&format!("{path}.name"), &road.name),
                line: self.line(&format!("{path}.line"), &road.line, size),
                width: self.inches(&format!("{path}.width"), road.width, 0.25..=4.0),
            }
        });
        let roads = roads.collect();
        let ground = Ground { width: size.x, height: size.y, areas, obstacles, hills, roads };
        self.contours(&ground);
        ground
    }

    /// Higher contours lie inside lower ones (C-63).
    fn contours(&mut self, ground: &Ground) {
        for (n, hill) in ground.hills.iter().enumerate().filter(|(_, hill)| hill.level > 1) {
            let inside = |lower: &Hill| hill.outline.iter().all(|spot| outline::contains(&lower.outline, spot.vec()));
            if !ground.hills.iter().any(|lower| lower.level == hill.level - 1 && inside(lower)) {
                let what =
                    format!("no contour of level {} lies all around this one of level {}", hill.level - 1, hill.level);
                self.problem(&format!("terrain.hills[{n}].outline"), what);
            }
        }
    }

    fn zones(&mut self, file: file::DeploymentFile, size: Spot) -> Option<[Vec<Spot>; 2]> {
        match file {
            file::DeploymentFile::Fixed => None,
            file::DeploymentFile::Zones { union, confederate } => Some([
                self.outline("deployment.union", &union, size),
                self.outline("deployment.confederate", &confederate, size),
            ]),
        }
    }

    fn options(&mut self, file: &BTreeMap<String, String>) -> Options {
        let mut options = Options::default();
        for (name, value) in file {
            if let Err(what) = options.set(name, value) {
                self.problem(&format!("options.{name}"), what);
            }
        }
        options
    }

    /// Terms with their points; the rest is left as the book has it.
    fn victory(&mut self, file: file::VictoryFile, size: Spot) -> Terms {
        let mut points = |field: &str, value| self.points_of(&format!("victory.{field}"), value);
        let (per_stand, per_hesitant, per_broken) =
            (points("stand", file.stand), points("hesitant", file.hesitant), points("broken", file.broken));
        let (per_brigadier, per_division) = (points("general", file.general), points("division", file.division));
        let margin = points("margin_percent", file.margin_percent);
        let objectives = file.objectives.iter().enumerate().map(|(n, objective)| {
            let path = format!("victory.objectives[{n}]");
            Objective {
                name: self.unique("objective", &format!("{path}.name"), &objective.name),
                at: self.spot(&format!("{path}.at"), objective.at, size),
                points: self.points_of(&format!("{path}.points"), objective.points),
            }
        });
        let objectives = objectives.collect();
        Terms {
            per_stand,
            per_hesitant,
            per_broken,
            per_brigadier,
            per_division,
            objectives,
            margin,
            ..Terms::default()
        }
    }

    fn points_of(&mut self, path: &str, value: i64) -> u16 {
        self.count(path, value, 0..=100, "points") as u16
    }

    fn army(&mut self, file: file::ArmyFile, path: &str, size: Spot) -> Army {
        let commander = file.commander.map(|commander| self.commander(commander, &format!("{path}.commander"), size));
        self.count(&format!("{path}.brigades"), file.brigades.len() as i64, 1..=12, "brigades");
        let brigades = file
            .brigades
            .into_iter()
            .enumerate()
            .map(|(n, brigade)| self.brigade(brigade, &format!("{path}.brigades[{n}]"), size))
            .collect();
        Army { name: self.name(&format!("{path}.name"), &file.name), commander, brigades }
    }

    fn commander(&mut self, file: file::CommanderFile, path: &str, size: Spot) -> Commander {
        Commander {
            name: self.unique("general", &format!("{path}.name"), &file.name),
            temper: self.word_or(&format!("{path}.temper"), file.temper.as_ref(), Temper::Reliable),
            at: self.spot(&format!("{path}.at"), file.at, size),
        }
    }

    fn brigade(&mut self, file: file::BrigadeFile, path: &str, size: Spot) -> BrigadeSheet {
        self.count(&format!("{path}.regiments"), file.regiments.len() as i64, 1..=12, "regiments");
        BrigadeSheet {
            name: self.unique("brigade", &format!("{path}.name"), &file.name),
            brigadier: self.commander(file.brigadier, &format!("{path}.brigadier"), size),
            regiments: file
                .regiments
                .into_iter()
                .enumerate()
                .map(|(n, regiment)| self.regiment(regiment, &format!("{path}.regiments[{n}]"), size))
                .collect(),
        }
    }

    fn regiment(&mut self, file: file::RegimentFile, path: &str, size: Spot) -> RegimentSheet {
        let blue = path.starts_with("armies.union");
        let field = |name: &str| format!("{path}.{name}");
        let uniform = if blue { Uniform::UnionSackCoat } else { Uniform::ConfederateSlouch };
        let mut traits: Vec<Trait> = Vec::new();
        for (n, word) in file.traits.iter().enumerate() {
            let at = format!("{path}.traits[{n}]");
            if let Some(one) = self.word(&at, word) {
                if traits.contains(&one) {
                    self.problem(&at, format!("{one} is there already"));
                } else {
                    traits.push(one);
                }
            }
        }
        let mut colors: Vec<Colors> = Vec::new();
        for (n, word) in file.colors.iter().enumerate() {
            colors.extend(self.word(&format!("{path}.colors[{n}]"), word));
        }
        if file.colors.len() > 2 {
            self.problem(&field("colors"), format!("{} flags; a Color Stand carries one or two", file.colors.len()));
        }
        if colors.is_empty() {
            colors.push(if blue { Colors::UnionNational } else { Colors::ConfederateBattle });
        }
        RegimentSheet {
            name: self.unique("regiment", &field("name"), &file.name),
            men: self.count(&field("men"), file.men, 1..=5_000, "men") as u16,
            stands: self.count(&field("stands"), file.stands, 2..=12, "stands") as u8,
            grade: self.word_or(&field("grade"), file.grade.as_ref(), Grade::Regular),
            weapon: self.word_or(&field("weapon"), file.weapon.as_ref(), Weapon::RifledMusket),
            traits,
            uniform: self.word_or(&field("uniform"), file.uniform.as_ref(), uniform),
            colors,
            pose: Pose {
                at: self.spot(&field("at"), file.at, size),
                heading: self.degrees(&field("facing"), file.facing),
            },
            formation: self.word_or(&field("formation"), file.formation.as_ref(), Formation::Line),
        }
    }

    /// Everybody on the table, nobody on somebody else, enemies apart, in the zones, and near the brigadier (C-93).
    fn positions(&mut self, armies: &[Army; 2], zones: Option<&[Vec<Spot>; 2]>, size: Spot) {
        let mut placed: Vec<(Side, String, Arc<str>, Footprint)> = Vec::new();
        for side in Side::BOTH {
            let army = &armies[side.index()];
            let side_path = if side == Side::Union { "armies.union" } else { "armies.confederate" };
            for (b, brigade) in army.brigades.iter().enumerate() {
                let leader = brigade.brigadier.at.vec();
                for (r, regiment) in brigade.regiments.iter().enumerate() {
                    let path = format!("{side_path}.brigades[{b}].regiments[{r}].at");
                    let outline = footprint(regiment.pose, regiment.formation, Files::of(regiment.stands));
                    self.on_table(&path, &outline, size);
                    if let Some(zones) = zones
                        && zones[side.index()].len() > 2
                        && !outline.corners().iter().all(|c| outline::contains(&zones[side.index()], *c))
                    {
                        self.problem(&path, format!("{} starts outside the {side} zone", regiment.name));
                    }
                    let far = Inches::round(leader.distance(regiment.pose.at.vec()) - 0.5);
                    if far > Inches::new(12) {
                        let what = format!("{} starts {far} from its brigadier; 12.0 in is the most", regiment.name);
                        self.problem(&path, what);
                    }
                    placed.push((side, path, regiment.name.clone(), outline));
                }
            }
        }
        for (n, (side, path, name, mine)) in placed.iter().enumerate() {
            for (other_side, _, other_name, other) in &placed[..n] {
                let gap = mine.gap(other);
                if side != other_side && gap <= Inches::new(1) {
                    let what = format!("{name} starts {gap} from {other_name}; enemies keep more than 1.0 in apart");
                    self.problem(path, what);
                } else if side == other_side && shrunk(mine).gap(&shrunk(other)) == Inches::ZERO {
                    self.problem(path, format!("{name} starts on top of {other_name}"));
                }
            }
        }
    }

    fn on_table(&mut self, path: &str, outline: &Footprint, size: Spot) {
        let on = |corner: &Vec2| {
            let corner = Spot::round(*corner);
            corner.x >= Inches::ZERO && corner.y >= Inches::ZERO && corner.x <= size.x && corner.y <= size.y
        };
        if let Some(off) = outline.corners().iter().find(|corner| !on(corner)) {
            let off = Spot::round(*off);
            self.problem(
                path,
                format!("a corner stands at {}, {}, off the table of {} by {}", off.x, off.y, size.x, size.y),
            );
        }
    }

    fn count(&mut self, path: &str, value: i64, allowed: RangeInclusive<i64>, what: &str) -> i64 {
        if !allowed.contains(&value) {
            let (least, most) = (allowed.start(), allowed.end());
            self.problem(path, format!("{value} {what}; from {least} to {most} are possible"));
        }
        value.clamp(*allowed.start(), *allowed.end())
    }

    fn inches(&mut self, path: &str, value: f64, allowed: RangeInclusive<f64>) -> Inches {
        let (least, most) = (*allowed.start(), *allowed.end());
        if !allowed.contains(&value) {
            self.problem(path, format!("{value} in; from {least} to {most} in are possible"));
            return Inches::from(least);
        }
        Inches::from(value)
    }

    fn degrees(&mut self, path: &str, value: f64) -> Degrees {
        if !(-360.0..=360.0).contains(&value) {
            self.problem(path, format!("{value} degrees; 0 faces up the table, 90 to the right, from -360 to 360"));
            return Degrees::ZERO;
        }
        Degrees::from(value).heading()
    }

    fn spot(&mut self, path: &str, at: Point, size: Spot) -> Spot {
        let (width, height) = (f64::from(size.x), f64::from(size.y));
        if !(0.0..=width).contains(&at.0) || !(0.0..=height).contains(&at.1) {
            let what = format!("({}, {}) is off the table; x runs from 0 to {width}, y from 0 to {height}", at.0, at.1);
            self.problem(path, what);
            return Spot { x: size.x.half(), y: size.y.half() };
        }
        Spot { x: at.0.into(), y: at.1.into() }
    }

    /// A course of two points or more.
    fn line(&mut self, path: &str, points: &[Point], size: Spot) -> Vec<Spot> {
        let line = self.points(path, points, 2, size);
        if let Some(n) = line.windows(2).position(|pair| pair[0] == pair[1]) {
            self.problem(&format!("{path}[{}]", n + 1), "the same point twice running");
        }
        line
    }

    /// A simple polygon.
    fn outline(&mut self, path: &str, points: &[Point], size: Spot) -> Vec<Spot> {
        let mut outline = self.points(path, points, 3, size);
        // A ring closed by naming its first point again means the same.
        if outline.len() > 3 && outline.first() == outline.last() {
            outline.pop();
        }
        if outline.len() != points.len() && outline.len() + 1 != points.len() {
            return outline;
        }
        if let Some((first, second)) = outline::crossing(&outline) {
            let what = format!(
                "the outline crosses itself: the side from point {first} meets the side from point {second}; \
                 name the corners in order around the area"
            );
            self.problem(&format!("{path}[{second}]"), what);
        } else if outline.len() > 2 && outline::doubled_area(&outline) < 500_000 {
            self.problem(path, "the outline encloses next to nothing");
        }
        outline
    }

    fn points(&mut self, path: &str, points: &[Point], least: usize, size: Spot) -> Vec<Spot> {
        if points.len() < least || points.len() > MOST_POINTS {
            self.problem(path, format!("{} points; from {least} to {MOST_POINTS} are possible", points.len()));
        }
        points
            .iter()
            .take(MOST_POINTS)
            .enumerate()
            .map(|(n, point)| self.spot(&format!("{path}[{n}]"), *point, size))
            .collect()
    }

    fn word<T: Vocabulary>(&mut self, path: &str, word: &Word<T>) -> Option<T> {
        word.meaning().map_err(|what| self.problem(path, what)).ok()
    }

    fn word_or<T: Vocabulary>(&mut self, path: &str, word: Option<&Word<T>>, otherwise: T) -> T {
        word.and_then(|word| self.word(path, word)).unwrap_or(otherwise)
    }

    fn name(&mut self, path: &str, text: &str) -> Arc<str> {
        self.line_of_text(path, text, LONGEST_NAME)
    }

    fn line_of_text(&mut self, path: &str, text: &str, longest: usize) -> Arc<str> {
        let text = text.trim();
        let length = text.chars().count();
        if text.is_empty() {
            self.problem(path, "is empty");
        } else if length > longest {
            self.problem(path, format!("{length} characters; {longest} is the most"));
        }
        if let Some(bad) = text.chars().find(|c| hidden(*c)) {
            self.problem(
                path,
                format!("has the control character U+{:04X}; names are one line of plain text", bad as u32),
            );
        }
        text.into()
    }

    /// A paragraph: a line break in the file is only where its writer's line ended.
    fn text(&mut self, path: &str, text: &str) -> Arc<str> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.is_empty() {
            return "".into();
        }
        self.line_of_text(path, &text, LONGEST_TEXT)
    }

    /// A name that nothing else of its kind has: the log could not tell them apart.
    fn unique(&mut self, what: &'static str, path: &str, text: &str) -> Arc<str> {
        let name = self.name(path, text);
        let key = (what, name.to_lowercase());
        if let Some(owner) = self.names.get(&key).filter(|_| !name.is_empty()) {
            let what =
                format!("the {what} \"{name}\" is there already, at {owner}; add something that tells them apart");
            self.problem(path, what);
        } else {
            self.names.insert(key, path.to_owned());
        }
        name
    }
}

/// Control characters, and marks that turn the direction of the text around them.
fn hidden(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}')
}

/// A little smaller all round, so that neighbours may touch.
fn shrunk(of: &Footprint) -> Footprint {
    const BY: Inches = Inches(10);
    Footprint {
        pose: of.pose.ahead(-BY),
        frontage: (of.frontage - BY - BY).floor_zero(),
        depth: (of.depth - BY - BY).floor_zero(),
    }
}
