//! What stands on the bases.
//!
//! | file | dresses |
//! |---|---|
//! | [`foot`] | infantry in ranks, the color party, skirmishers |
//! | [`horse`] | troopers in the saddle, horse holders |
//! | [`guns`] | sections in action or limbered |
//! | [`garrison`] | men round a building |
//! | [`leader`] | a general with an aide |
//! | [`part`] | one sprite of all that, and its place |

mod foot;
mod garrison;
mod guns;
mod horse;
mod leader;
mod part;

use bevy::prelude::*;

use super::{Bearing, Dress, Look};
use crate::army::{Arm, Colors, Formation, Place, Side, Uniform, Weapon, dress};
use crate::table::atlas::{Sheet, names};
use crate::table::noise;
use crate::turn::field::Unit;

pub(super) use part::Posted;
use part::{EDGE, LARGER};
use part::{Part, What};

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

fn side_name(side: Side) -> &'static str {
    match side {
        Side::Union => "union",
        Side::Confederate => "confederate",
    }
}

/// Puts everything on the table that a look asks for.
pub(super) fn spawn(commands: &mut Commands, sheet: &Sheet, look: &Look) -> Vec<(Entity, Posted)> {
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
        Dress::General { side, rank, diameter } => leader::mounted(&mut list, *side, *rank, *diameter),
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
                    self.rank();
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
        let shadow = What::Shadow(EDGE, Vec2::new(1.25, depth + 0.25));
        self.list.push(Part { stand, right: 0.0, ahead, turn: 0.0, what: shadow });
        self.list.push(Part { stand, right: 0.0, ahead, turn: 0.0, what: What::Base(depth) });
    }

    fn side(&self) -> &'static str {
        side_name(self.troops.side)
    }

    /// What the names of its troopers and gunners begin with.
    fn kit(&self) -> &'static str {
        names::kit(self.troops.uniform)
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
        let larger = LARGER * (1.0 + 0.045 * (self.chance)(k, 7));
        let ahead = (ahead + stray * 1.5 * (self.chance)(k, 1)).clamp(rear, -0.05);
        let turn = turn + about * (self.chance)(k, 2);
        self.place(names, (right, ahead, turn), Vec2::new(0.29, 0.18), larger);
    }

    /// The same with a flag. How the wind has it is a matter of chance.
    fn bearer(&mut self, names: Vec<String>, flag: Colors, (right, ahead): (f32, f32), k: i32) {
        let bearer = names[0].clone();
        self.figure(names, right, ahead, k);
        self.flag(&bearer, flag, "foot", k);
    }

    /// Gives the figure that was placed last a flag to carry.
    fn flag(&mut self, bearer: &str, flag: Colors, seat: &str, k: i32) {
        let Some(&Part { right, ahead, turn, .. }) = self.list.last() else { return };
        let gust = if (self.chance)(k, 8) < 0.0 { "a" } else { "b" };
        let what = What::Flag(format!("flag_{}_{seat}_{gust}", names::colors(flag)), bearer.to_owned());
        self.list.push(Part { stand: self.stand, right, ahead, turn, what });
    }

    /// A regiment that is driven back keeps its face to the enemy on the table; its men do not.
    fn back(&self) -> f32 {
        if self.look.bearing == Bearing::Routing { 180.0 } else { 0.0 }
    }

    /// A rider near a place.
    fn rider(&mut self, names: Vec<String>, right: f32, ahead: f32, k: i32) {
        let (stray, about) = if self.look.ragged { (0.10, 30.0) } else { (0.02, 4.0) };
        let right = right + stray * (self.chance)(k, 0);
        let ahead = ahead + stray * 1.4 * (self.chance)(k, 1);
        let turn = self.back() + about * (self.chance)(k, 2);
        let larger = LARGER * (1.0 + 0.03 * (self.chance)(k, 7));
        self.place(names, (right, ahead, turn), Vec2::new(0.46, 0.30), larger);
    }

    /// Who has fallen: a man of the regiment, a horse of cavalry in the saddle, a gunner.
    fn fallen(&mut self, right: f32, ahead: f32) {
        if !self.look.wounded {
            return;
        }
        let tag = if (self.chance)(11, 9) < 0.0 { "a" } else { "b" };
        let name = match self.troops.arm {
            Arm::Infantry => format!("{}_fallen_{tag}", names::uniform(self.troops.uniform)),
            Arm::Cavalry if self.troops.formation.is_mounted() => "fallen_horse".to_owned(),
            _ => format!("fallen_{}", self.side()),
        };
        let turn = 70.0 + 140.0 * (self.chance)(11, 2);
        let what = What::Figure(vec![name, "own/mark_hit".into()], LARGER);
        self.list.push(Part { stand: self.stand, right, ahead, turn, what });
    }
}
