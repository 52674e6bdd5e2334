//! From the file to a scenario that can be played, with every problem on the way.

mod ground;
mod positions;
mod values;

use std::collections::BTreeMap;

use ron::extensions::Extensions;

use super::file::{self, File, Point};
use super::locate::Map;
use super::problem::{Problem, Problems};
use super::sheet::{Army, BrigadeSheet, Commander, RegimentSheet, Scenario};
use crate::army::{Arm, Colors, Grade, Side, Temper, Trait, Uniform, Weapon};
use crate::book::Options;
use crate::geometry::{Pose, Spot};
use crate::ground::Season;
use crate::turn::field::{Objective, Terms};

/// Longest name of anything.
pub const LONGEST_NAME: usize = 60;
/// Longest paragraph of a briefing.
const LONGEST_TEXT: usize = 4_000;
/// Longest file that is looked at: a scenario is some ten thousand characters.
pub const LARGEST_FILE: usize = 1_000_000;
/// Most pieces of a kind; areas are numbered in a regiment's 128 bits of paid prices.
const MOST_PIECES: usize = 128;
/// Most corners of an outline or a line.
const MOST_POINTS: usize = 4_000;

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
        if file.format != i64::from(file::FORMAT) {
            self.problem("format", format!("this program reads format {}", file::FORMAT));
        }
        let size = self.size(file.table);
        let ground = self.ground(file.terrain, size);
        let zones = self.zones(file.deployment, size);
        let rounds = self.count("rounds", file.rounds, 1..=40, "rounds") as u16;
        let options = self.options(&file.options);
        let first = file.first.and_then(|word| self.word("first", &word));
        let home = self.home(&file.armies);
        let visibility = file.visibility.map(|far| self.inches("visibility", far, 1.0..=200.0));
        let season = file.season.and_then(|word| self.word("season", &word));
        let season = season.unwrap_or_else(|| Season::of_date(&file.date));
        let brisk_wind = file.brisk_wind;
        let terms = Terms { first, zones, home, brisk_wind, visibility, season, ..self.victory(file.victory, size) };
        let armies = [
            self.army(file.armies.union, "armies.union", size),
            self.army(file.armies.confederate, "armies.confederate", size),
        ];
        self.positions(&armies, &terms, &ground);
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

    fn zones(&mut self, file: file::DeploymentFile, size: Spot) -> Option<[Vec<Spot>; 2]> {
        match file {
            file::DeploymentFile::Fixed => None,
            file::DeploymentFile::Zones { union, confederate } => Some([
                self.outline("deployment.union", &union, size),
                self.outline("deployment.confederate", &confederate, size),
            ]),
        }
    }

    /// Edges that the armies came from (C-62).
    fn home(&mut self, armies: &file::ArmiesFile) -> [crate::turn::Edge; 2] {
        let [lower, upper] = Terms::default().home;
        let home = [
            self.word_or("armies.union.home", armies.union.home.as_ref(), lower),
            self.word_or("armies.confederate.home", armies.confederate.home.as_ref(), upper),
        ];
        if home[0] == home[1] {
            let what = "both armies come from the same edge; name `home` of the other one too";
            self.problem("armies.confederate.home", what);
        }
        home
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
        let per_battery = points("battery", file.battery);
        let margin = points("margin_percent", file.margin_percent);
        let objectives = file.objectives.iter().enumerate().map(|(n, objective)| {
            let path = format!("victory.objectives[{n}]");
            Objective {
                name: self.unique("objective", &format!("{path}.name"), &objective.name).to_string(),
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
            per_battery,
            objectives,
            margin,
            ..Terms::default()
        }
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
        let side = if path.starts_with("armies.union") { Side::Union } else { Side::Confederate };
        let field = |name: &str| format!("{path}.{name}");
        let mut traits: Vec<Trait> = Vec::new();
        for (n, word) in file.traits.iter().enumerate() {
            let at = format!("{path}.traits[{n}]");
            if let Some(one) = self.word(&at, word) {
                if traits.contains(&one) {
                    self.problem(&at, format!("{one} is there already"));
                } else if one == Trait::RebelYell && side == Side::Union {
                    self.problem(&at, "the Rebel Yell is the Confederates'; no Union regiment raises it");
                } else {
                    traits.push(one);
                }
            }
        }
        let arm = self.word_or(&field("arm"), file.arm.as_ref(), Arm::Infantry);
        let usual = match arm {
            Arm::Infantry => Weapon::RifledMusket,
            Arm::Cavalry => Weapon::BreechloadingCarbine,
            Arm::FootArtillery => Weapon::Napoleon,
            Arm::HorseArtillery => Weapon::OrdnanceRifle,
        };
        let weapon = self.word_or(&field("weapon"), file.weapon.as_ref(), usual);
        if weapon.is_gun() != arm.is_artillery() {
            self.problem(&field("weapon"), format!("{arm} does not carry {weapon}"));
        }
        let formation = self.word_or(&field("formation"), file.formation.as_ref(), arm.usual());
        if !arm.formations().contains(&formation) {
            self.problem(&field("formation"), format!("{arm} does not stand in {formation}"));
        }
        let (least, what) = if arm.is_artillery() { (1..=4, "sections") } else { (3..=12, "stands") };
        RegimentSheet {
            name: self.unique("regiment", &field("name"), &file.name),
            arm,
            men: self.count(&field("men"), file.men, 1..=5_000, "men") as u16,
            stands: self.count(&field("stands"), file.stands, least, what) as u8,
            grade: self.word_or(&field("grade"), file.grade.as_ref(), Grade::Regular),
            weapon,
            traits,
            uniform: self.uniform(&field("uniform"), file.uniform.as_ref(), side),
            colors: self.colors(&field("colors"), &file.colors, side, arm),
            pose: Pose {
                at: self.spot(&field("at"), file.at, size),
                heading: self.degrees(&field("facing"), file.facing),
            },
            formation,
        }
    }

    fn uniform(&mut self, path: &str, word: Option<&file::Word<Uniform>>, side: Side) -> Uniform {
        let usual = match side {
            Side::Union => Uniform::UnionSackCoat,
            Side::Confederate => Uniform::ConfederateSlouch,
        };
        let uniform = self.word_or(path, word, usual);
        if uniform.side() != side {
            self.problem(path, format!("{uniform:?} is not worn by the {side} side"));
        }
        uniform
    }

    /// Flags as written, or the usual one of the arm.
    fn colors(&mut self, path: &str, words: &[file::Word<Colors>], side: Side, arm: Arm) -> Vec<Colors> {
        if words.len() > 2 {
            self.problem(path, format!("{} flags; a Color Stand carries one or two", words.len()));
        }
        let mut colors: Vec<Colors> = Vec::new();
        for (n, word) in words.iter().enumerate() {
            let at = format!("{path}[{n}]");
            let Some(flag) = self.word(&at, word) else { continue };
            if flag.side() != side {
                self.problem(&at, format!("{flag:?} is not carried by the {side} side"));
            }
            colors.push(flag);
        }
        if colors.is_empty() {
            colors.push(match (side, arm) {
                (Side::Union, Arm::Infantry) => Colors::UnionNational,
                (Side::Union, Arm::Cavalry) => Colors::UnionGuidon,
                (Side::Union, Arm::FootArtillery | Arm::HorseArtillery) => Colors::UnionArtillery,
                (Side::Confederate, _) => Colors::ConfederateBattle,
            });
        }
        colors
    }
}
