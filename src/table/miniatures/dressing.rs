//! What stands on the bases: the men of a regiment in its uniform, troopers in the saddle or on foot, horse holders,
//! sections of a battery in action or limbered, generals with an aide.

use bevy::prelude::*;

use super::{Bearing, Dress, Look, Stance};
use crate::army::{Arm, Colors, Formation, Place, Side, Uniform, Weapon, dress};
use crate::table::atlas::{Cut, Sheet};
use crate::table::{LIFT, Layer, noise};
use crate::turn::field::Unit;

/// What a regiment's stands carry.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Troops {
    arm: Arm,
    formation: Formation,
    side: Side,
    uniform: Uniform,
    weapon: Weapon,
    colors: Vec<Colors>,
    /// Frontage and depth of the building that a garrison is in, and how many stands are inside.
    house: Option<(f32, f32, u8)>,
}

impl Troops {
    /// The troops of a regiment at a place.
    pub(super) fn of(unit: &Unit, place: Place) -> Self {
        Self {
            arm: unit.regiment.arm,
            formation: place.formation,
            side: unit.side(),
            uniform: unit.regiment.uniform,
            weapon: unit.regiment.weapon,
            colors: unit.regiment.colors.to_vec(),
            house: place.within.map(|house| (house.frontage.get(), house.depth.get(), place.files.total())),
        }
    }

    fn depth(&self) -> f32 {
        dress::base(self.formation).depth.get()
    }
}

/// One sprite of a stand: where it is on the stand, and which way it looks from the stand's heading.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) stand: usize,
    right: f32,
    ahead: f32,
    turn: f32,
    what: What,
}

#[derive(Clone, Debug)]
enum What {
    /// A stand's card of this depth.
    Base(f32),
    RoundBase(f32),
    /// The card's shadow: how far it falls, and how large it is.
    Shadow(Vec2, Vec2),
    /// A soft shadow under a figure's feet, of this size.
    FootShadow(Vec2),
    /// Names of the sprite, the first that the sheet has, and how much larger than life it is shown.
    Figure(Vec<String>, f32),
    /// A figure on the roof of a building with these half sides; the part's place is the building's middle.
    Aloft(Vec<String>, Vec2),
}

/// Figures are shown larger than the sheet's scale, as 15 mm figures are for their ground.
const LARGER: f32 = 1.28;
/// The painted mark of a marker that lies on the base, in parts of an inch.
const MARKER: f32 = 0.34;
/// Guns and teams are shown near to scale, so that they fit their bases.
const GUN: f32 = 1.08;
const TEAM: f32 = 0.95;

/// Sprites of the sheet for a uniform.
fn uniform_name(uniform: Uniform) -> &'static str {
    match uniform {
        Uniform::UnionSackCoat => "union_kepi",
        Uniform::UnionBlackHat => "union_blackhat",
        Uniform::ConfederateSlouch => "confederate_slouch",
        Uniform::ConfederateKepi => "confederate_kepi",
    }
}

fn colors_name(colors: Colors) -> &'static str {
    match colors {
        Colors::UnionNational => "union_colors_national",
        Colors::UnionRegimental => "union_colors_regiment",
        Colors::ConfederateBattle => "confederate_colors_battle",
        Colors::ConfederateVirginia => "confederate_colors_virginia",
        Colors::ConfederateGeorgia => "confederate_colors_georgia",
    }
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::Union => "union",
        Side::Confederate => "confederate",
    }
}

fn gun_name(weapon: Weapon) -> &'static str {
    match weapon {
        Weapon::OrdnanceRifle => "gun_ordnance",
        Weapon::Parrott => "gun_parrott",
        Weapon::Howitzer => "gun_howitzer",
        _ => "gun_napoleon",
    }
}

/// Where the four men of a stand are: to the right of its middle and ahead of its front edge, in inches.
const RANK: [f32; 4] = [-0.375, -0.125, 0.125, 0.375];
const RANK_AHEAD: f32 = -0.42;

/// Puts everything on the table that a look asks for.
pub(super) fn spawn(commands: &mut Commands, sheet: &Sheet, look: &Look) -> Vec<(Entity, Part)> {
    let mut list: Vec<Part> = Vec::new();
    match &look.dress {
        Dress::Troops { troops, stands, posts } => {
            for n in stands.len()..stands.len() + posts {
                let chance = |k: i32, what: u32| noise::signed(n as i32 * 16 + k, 3, look.seed + what);
                Stand { list: &mut list, stand: n, look, troops, chance: &chance }.skirmisher();
            }
            for (n, is_colors) in stands.iter().enumerate() {
                let chance = |k: i32, what: u32| noise::signed(n as i32 * 16 + k, 3, look.seed + what);
                let mut stand = Stand { list: &mut list, stand: n, look, troops, chance: &chance };
                stand.dress(*is_colors);
            }
        }
        Dress::General { side, diameter } => {
            let mut add = |right: f32, ahead: f32, turn: f32, what: What| {
                list.push(Part { stand: 0, right, ahead, turn, what });
            };
            add(0.0, 0.0, 0.0, What::Shadow(Vec2::new(0.09, -0.10) * diameter.sqrt(), Vec2::splat(diameter * 1.22)));
            add(0.0, 0.0, 0.0, What::RoundBase(*diameter));
            let name = side_name(*side);
            let plain = format!("own/{name}");
            let places = [(-0.17, 0.08, 0.0, "general"), (0.20, -0.20, -14.0, "aide")];
            for (right, ahead, turn, who) in places {
                let (right, ahead) = (right * diameter, ahead * diameter);
                add(right, ahead, turn, What::FootShadow(Vec2::new(0.29, 0.18)));
                add(right, ahead, turn, What::Figure(vec![format!("{name}_{who}"), plain.clone()], LARGER));
            }
        }
    }
    list.into_iter().filter_map(|part| part.spawn(commands, sheet, look)).collect()
}

struct Stand<'a> {
    list: &'a mut Vec<Part>,
    stand: usize,
    look: &'a Look,
    troops: &'a Troops,
    chance: &'a dyn Fn(i32, u32) -> f32,
}

impl Stand<'_> {
    fn dress(&mut self, is_colors: bool) {
        if let Some((frontage, depth, stands)) = self.troops.house {
            self.garrison(frontage, depth, stands);
            return;
        }
        self.card();
        match self.troops.formation {
            Formation::Line | Formation::AssaultColumn | Formation::RoadColumn | Formation::Garrison => {
                if is_colors {
                    self.color_party();
                } else {
                    for (k, right) in RANK.into_iter().enumerate() {
                        self.man(right, RANK_AHEAD, k as i32);
                    }
                }
            }
            Formation::MountedLine | Formation::MountedColumn => self.troopers(is_colors),
            Formation::Dismounted => self.skirmishers(is_colors),
            Formation::LedHorses => self.horses(),
            Formation::Unlimbered => self.gun(is_colors),
            Formation::Limbered => self.team(is_colors),
        }
    }

    /// The base and its shadow.
    fn card(&mut self) {
        let depth = self.troops.depth();
        let (stand, ahead) = (self.stand, -depth / 2.0);
        let shadow = What::Shadow(Vec2::new(0.085, -0.095), Vec2::new(1.25, depth + 0.25));
        self.list.push(Part { stand, right: 0.0, ahead, turn: 0.0, what: shadow });
        self.list.push(Part { stand, right: 0.0, ahead, turn: 0.0, what: What::Base(depth) });
    }

    fn side(&self) -> &'static str {
        side_name(self.troops.side)
    }

    fn plain(&self) -> String {
        format!("own/{}", self.side())
    }

    fn place(&mut self, names: Vec<String>, (right, ahead, turn): (f32, f32, f32), shadow: Vec2, larger: f32) {
        let stand = self.stand;
        self.list.push(Part { stand, right, ahead, turn, what: What::FootShadow(shadow) });
        self.list.push(Part { stand, right, ahead, turn, what: What::Figure(names, larger) });
    }

    /// A figure near a place; ragged ranks stray further and look about.
    fn figure(&mut self, names: Vec<String>, right: f32, ahead: f32, k: i32) {
        self.posted(names, (right, ahead, 0.0), k);
    }

    /// The same, looking to one side.
    fn posted(&mut self, names: Vec<String>, (right, ahead, turn): (f32, f32, f32), k: i32) {
        let (stray, about) = if self.look.ragged { (0.085, 34.0) } else { (0.022, 5.0) };
        let right = right + stray * (self.chance)(k, 0);
        let rear = 0.05 - self.troops.depth();
        let ahead = (ahead + stray * 1.5 * (self.chance)(k, 1)).clamp(rear, -0.05);
        let turn = turn + about * (self.chance)(k, 2);
        self.place(names, (right, ahead, turn), Vec2::new(0.29, 0.18), LARGER);
    }

    /// A rider near a place.
    fn rider(&mut self, names: Vec<String>, right: f32, ahead: f32, k: i32) {
        let (stray, about) = if self.look.ragged { (0.10, 30.0) } else { (0.02, 4.0) };
        let right = right + stray * (self.chance)(k, 0);
        let ahead = ahead + stray * 1.4 * (self.chance)(k, 1);
        let turn = about * (self.chance)(k, 2);
        self.place(names, (right, ahead, turn), Vec2::new(0.46, 0.30), LARGER);
    }

    fn man(&mut self, right: f32, ahead: f32, k: i32) {
        let names = self.soldier(k);
        self.figure(names, right, ahead, k);
    }

    fn soldier(&self, k: i32) -> Vec<String> {
        let name = uniform_name(self.troops.uniform);
        let variant = if (self.chance)(k, 4) < 0.0 { "a" } else { "b" };
        // In a firing line some are loading; in a disordered one some stand about.
        let bearing = match self.look.bearing {
            Bearing::Firing if (self.chance)(k, 5) < -0.35 => "ready",
            Bearing::Firing => "fire",
            Bearing::Charging => "charge",
            Bearing::Ready => "ready",
        };
        vec![
            format!("{name}_{bearing}_{variant}"),
            format!("{name}_{bearing}_a"),
            format!("{name}_ready_a"),
            self.plain(),
        ]
    }

    fn fallen(&mut self, right: f32, ahead: f32) {
        if self.look.wounded {
            let names = vec![format!("fallen_{}", self.side()), "own/mark_hit".into()];
            let what = What::Figure(names, LARGER);
            self.list.push(Part { stand: self.stand, right, ahead, turn: 70.0, what });
        }
    }

    fn color_party(&mut self) {
        let colors = self.troops.colors.clone();
        let flags: &[f32] = if colors.len() > 1 { &[-0.13, 0.13] } else { &[0.0] };
        self.man(-0.385, RANK_AHEAD + 0.04, 0);
        self.man(0.385, RANK_AHEAD + 0.04, 3);
        for (k, (flag, right)) in colors.iter().zip(flags).enumerate() {
            let names = vec![colors_name(*flag).into(), self.plain()];
            self.figure(names, *right, -0.24, 4 + k as i32);
        }
        if colors.is_empty() {
            self.man(-0.125, RANK_AHEAD, 1);
            self.man(0.125, RANK_AHEAD, 2);
        }
        let (officer, drummer) = (format!("{}_officer", self.side()), format!("{}_drummer", self.side()));
        self.figure(vec![officer, self.plain()], -0.20, -0.60, 8);
        self.figure(vec![drummer, self.plain()], 0.21, -0.61, 9);
        self.fallen(0.02, -0.69);
        if self.look.low {
            let what = What::Figure(vec!["own/mark_ammo".into()], MARKER);
            self.list.push(Part { stand: self.stand, right: -0.43, ahead: -0.66, turn: 0.0, what });
        }
        if self.look.ragged {
            let what = What::Figure(vec!["drum".into(), "own/shadow".into()], LARGER);
            self.list.push(Part { stand: self.stand, right: 0.43, ahead: -0.66, turn: 0.0, what });
        }
    }

    /// Three troopers knee to knee in line, two in column; the guidon and an officer with the colors.
    fn troopers(&mut self, is_colors: bool) {
        let gait = if self.look.bearing == Bearing::Charging { "charge" } else { "walk" };
        let name = self.side();
        let trooper = |variant: &str| {
            vec![format!("{name}_trooper_{gait}_{variant}"), format!("{name}_aide"), format!("own/{name}")]
        };
        let guidon = vec![format!("{name}_guidon_{gait}"), format!("{name}_aide"), format!("own/{name}")];
        let officer = vec![format!("{name}_aide"), format!("own/{name}")];
        let variant =
            |stand: &Self, k: i32| ["a", "b", "c"][(k + ((stand.chance)(k, 6) * 2.0) as i32).rem_euclid(3) as usize];
        let places: &[f32] =
            if self.troops.formation == Formation::MountedLine { &[-0.32, 0.0, 0.32] } else { &[-0.22, 0.22] };
        let many = places.len() as i32;
        for (k, right) in places.iter().enumerate() {
            let k = k as i32;
            let names = match (is_colors, k) {
                (true, k) if k == many / 2 => guidon.clone(),
                (true, 0) => officer.clone(),
                _ => trooper(variant(self, k)),
            };
            let ahead = -0.50 + [0.03, -0.04, 0.0][(k % 3) as usize];
            self.rider(names, *right, ahead, k);
        }
        if is_colors {
            self.fallen(0.30, -0.86);
        }
    }

    /// One man of a screen of infantry, and in every other place a second.
    fn skirmisher(&mut self) {
        let names = self.soldier(0);
        self.place(names, (0.12 * (self.chance)(0, 0), 0.1 * (self.chance)(0, 1), 0.0), Vec2::new(0.29, 0.18), LARGER);
        if self.stand.is_multiple_of(2) {
            let names = self.soldier(1);
            let at = (0.42 + 0.08 * (self.chance)(1, 0), -0.18 + 0.1 * (self.chance)(1, 1), 0.0);
            self.place(names, at, Vec2::new(0.29, 0.18), LARGER);
        }
    }

    /// Three men of a skirmish line to a stand, well apart.
    fn skirmishers(&mut self, is_colors: bool) {
        let name = self.side();
        let places = [(-0.33, -0.28), (0.03, -0.48), (0.34, -0.24)];
        for (k, (right, ahead)) in places.into_iter().enumerate() {
            let k = k as i32;
            let act = match (self.look.bearing, ((self.chance)(k, 5) * 50.0) as i32 % 2 == 0) {
                (Bearing::Firing, true) | (Bearing::Ready, false) => "kneel",
                (Bearing::Firing, false) => "fire",
                (Bearing::Ready, true) | (Bearing::Charging, _) => "advance",
            };
            let names = match (is_colors, k, self.troops.colors.first()) {
                (true, 1, Some(flag)) => vec![colors_name(*flag).into(), self.plain()],
                _ => vec![format!("{name}_dismounted_{act}"), self.plain()],
            };
            self.figure(names, right, ahead, k);
        }
        if is_colors {
            self.figure(vec![format!("{name}_officer"), self.plain()], -0.24, -0.60, 8);
            self.fallen(0.30, -0.66);
        }
    }

    /// One man with four horses.
    fn horses(&mut self) {
        let names = vec![format!("{}_holder", self.side()), self.plain()];
        let turn = 6.0 * (self.chance)(1, 2);
        self.place(names, (0.0, -0.58, turn), Vec2::new(0.95, 0.62), 1.12);
    }

    /// A gun in battery with its crew; the color section has the officer.
    fn gun(&mut self, is_colors: bool) {
        let name = self.side();
        let gun = vec![gun_name(self.troops.weapon).into(), self.plain()];
        self.place(gun, (0.0, -0.46, 1.5 * (self.chance)(0, 2)), Vec2::new(0.62, 0.60), GUN);
        let crew: &[(&str, f32, f32, f32)] = match self.look.bearing {
            Bearing::Firing => &[
                ("staff", 0.38, -0.24, 20.0),
                ("ears", -0.37, -0.34, -70.0),
                ("lanyard", 0.37, -0.72, 5.0),
                ("trail", -0.14, -1.06, 0.0),
            ],
            _ => &[
                ("ram", 0.38, -0.34, 8.0),
                ("load", -0.36, -0.40, 55.0),
                ("staff", 0.38, -0.80, -10.0),
                ("trail", -0.08, -1.06, 0.0),
            ],
        };
        for (k, (job, right, ahead, turn)) in crew.iter().enumerate() {
            let names = vec![format!("{name}_gunner_{job}"), self.plain()];
            self.posted(names, (*right, *ahead, *turn), k as i32);
        }
        if is_colors {
            self.figure(vec![format!("{name}_officer"), self.plain()], -0.38, -0.92, 8);
            self.fallen(0.34, -1.08);
        }
    }

    /// Two pairs of horses, the limber, and the gun hooked to it.
    fn team(&mut self, is_colors: bool) {
        let name = self.side();
        let plain = self.plain();
        let pair = |tag: &str| vec![format!("{name}_team_{tag}"), plain.clone()];
        self.place(pair("a"), (0.0, -0.33, 0.0), Vec2::new(0.50, 0.46), TEAM);
        self.place(pair("b"), (0.0, -0.87, 0.0), Vec2::new(0.50, 0.46), TEAM);
        self.place(vec!["limber".into(), plain.clone()], (0.0, -1.25, 0.0), Vec2::new(0.46, 0.32), TEAM);
        let gun = vec![gun_name(self.troops.weapon).into(), plain.clone()];
        self.place(gun, (0.0, -1.71, 180.0), Vec2::new(0.50, 0.42), TEAM);
        if is_colors {
            self.rider(vec![format!("{name}_aide"), plain], 0.36, -0.52, 8);
            self.fallen(-0.36, -1.60);
        } else if self.troops.arm == Arm::HorseArtillery {
            // The crew rides.
            self.rider(vec![format!("{name}_trooper_walk_a"), plain], 0.36, -1.10, 8);
        } else {
            // The crew walks beside the gun.
            for (k, ahead) in [-1.18, -1.56].into_iter().enumerate() {
                self.figure(vec![format!("{name}_gunner_load"), plain.clone()], 0.36, ahead, 8 + k as i32);
            }
        }
    }

    /// Men round the walls of a building, facing outward, and the colors on its roof. The stand's middle is that of the
    /// building's front edge.
    fn garrison(&mut self, frontage: f32, depth: f32, stands: u8) {
        let around = 2.0 * (frontage + depth);
        let men = usize::from(stands) * 6;
        for k in 0..men {
            // Clockwise from the left end of the front.
            let mut along = (k as f32 + 0.5) / men as f32 * around;
            let out = 0.15;
            let (right, ahead, turn) = if along < frontage {
                (along - frontage / 2.0, out, 0.0)
            } else if along < frontage + depth {
                along -= frontage;
                (frontage / 2.0 + out, -along, 90.0)
            } else if along < 2.0 * frontage + depth {
                along -= frontage + depth;
                (frontage / 2.0 - along, -depth - out, 180.0)
            } else {
                along -= 2.0 * frontage + depth;
                (-frontage / 2.0 - out, along - depth, 270.0)
            };
            let names = self.soldier(k as i32);
            self.place(names, (right, ahead, turn), Vec2::new(0.29, 0.18), LARGER);
        }
        // The colors fly from the roof, where they are seen from every side.
        if let Some(flag) = self.troops.colors.first() {
            let names = vec![colors_name(*flag).into(), self.plain()];
            let what = What::Aloft(names, Vec2::new(frontage, depth) / 2.0);
            self.list.push(Part { stand: self.stand, right: 0.0, ahead: -depth / 2.0, turn: 0.0, what });
        }
    }
}

impl Part {
    /// The sprite to show, if it turns with the heading, and where.
    pub(super) fn place(&self, stance: Stance, look: &Look, sheet: &Sheet) -> (Option<Cut>, Transform) {
        let at = stance.local(self.right, self.ahead);
        let lift = if look.lifted { LIFT } else { 0.0 };
        let flat = Quat::from_rotation_z(-stance.heading.to_radians());
        let order = 0.5 - at.y * 0.01;
        match &self.what {
            What::Base(_) | What::RoundBase(_) => {
                (None, Transform::from_xyz(at.x, at.y, Layer::Bases.z() + order + lift).with_rotation(flat))
            }
            What::Shadow(offset, _) => {
                let at = at + *offset;
                (None, Transform::from_xyz(at.x, at.y, Layer::Shadows.z() + order + lift).with_rotation(flat))
            }
            What::FootShadow(_) => {
                (None, Transform::from_xyz(at.x + 0.045, at.y - 0.012, Layer::Bases.z() + 6.0 + lift))
            }
            What::Figure(names, larger) => {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let cut = sheet.first(&names, stance.heading + self.turn).map(|cut| grown(cut, *larger));
                (cut, Transform::from_xyz(at.x, at.y, Layer::standing(at.y) + lift))
            }
            What::Aloft(names, half) => {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let cut = sheet.first(&names, stance.heading + self.turn).map(|cut| grown(cut, LARGER));
                // Before the whole building, which stands at its nearest corner.
                let (sin, cos) = bevy::math::ops::sin_cos(stance.heading.to_radians());
                let nearest = at.y - half.x * sin.abs() - half.y * cos.abs();
                (cut, Transform::from_xyz(at.x, at.y + 0.30, Layer::standing(nearest) + lift))
            }
        }
    }

    fn spawn(self, commands: &mut Commands, sheet: &Sheet, look: &Look) -> Option<(Entity, Self)> {
        let seed = look.seed;
        let variant = noise::hash(self.stand as i32, 9, seed) % 8;
        let cut = match &self.what {
            What::Base(depth) => base(sheet, *depth, variant)?,
            What::RoundBase(diameter) => Cut { size: Vec2::splat(*diameter), ..sheet.cut("own/base_round", 0.0)? },
            What::Shadow(_, size) => {
                let name = if matches!(look.dress, Dress::General { .. }) { "own/shadow" } else { "own/base_shadow" };
                Cut { size: *size, ..sheet.cut(name, 0.0)? }
            }
            What::FootShadow(size) => Cut { size: *size, ..sheet.cut("own/shadow", 0.0)? },
            What::Figure(names, larger) => {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                // Asked for by name once, so that what is missing is told in the log.
                if !sheet.has(names[0]) {
                    sheet.cut(names[0], 0.0);
                }
                grown(sheet.first(&names, 0.0)?, *larger)
            }
            What::Aloft(names, _) => {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                grown(sheet.first(&names, 0.0)?, LARGER)
            }
        };
        let tone = match &self.what {
            What::Figure(..) => 0.95 + 0.07 * noise::unit((self.right * 100.0) as i32, self.stand as i32, seed),
            _ => 1.0,
        };
        let (sprite, anchor) = sheet.sprite(cut, Color::srgba(tone, tone, tone, look.alpha));
        let entity = commands.spawn((sprite, anchor, Transform::default())).id();
        Some((entity, self))
    }
}

fn grown(cut: Cut, larger: f32) -> Cut {
    Cut { size: cut.size * larger, ..cut }
}

/// The card of a stand: one is painted for each depth that the game knows.
fn base(sheet: &Sheet, depth: f32, variant: u32) -> Option<Cut> {
    let name = match (depth * 100.0).round() as i32 {
        75 => return sheet.cut(&format!("own/base_{variant}"), 0.0),
        100 => format!("own/base_100_{}", variant % 3),
        125 => format!("own/base_125_{}", variant % 3),
        _ => format!("own/base_200_{}", variant % 3),
    };
    let cut = sheet.cut(&name, 0.0)?;
    Some(Cut { size: Vec2::new(1.0, depth), ..cut })
}
