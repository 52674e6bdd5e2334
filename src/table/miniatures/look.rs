//! What figures show of how a regiment is: bearing, ragged ranks, wounded.

use std::collections::BTreeMap;

use bevy::math::{IVec2, Vec2};

use super::dressing::Troops;
use super::{Bearing, Dress, Look, ranks};
use crate::army::{BrigadeId, Formation, Place, Rank, dress};
use crate::book::fire;
use crate::table::motion::degrees;
use crate::turn::field::{GeneralNow, Unit, touching};
use crate::turn::{Field, Phase};

fn bearing(crowd: &Crowd, unit: &Unit) -> Bearing {
    let field = crowd.field;
    let deeds = &unit.deeds;
    let phase = field.clock.phase;
    if crowd.engaged(unit) || (phase == Phase::Maneuver && deeds.assaulted) {
        return Bearing::Charging;
    }
    if deeds.fired || deeds.reacted {
        return Bearing::Firing;
    }
    // Beaten in a melee and in disorder: for this turn they run.
    if unit.condition.disordered && deeds.fought && !unit.regiment.arm.is_artillery() {
        return Bearing::Routing;
    }
    let may_fire = phase == Phase::Fire
        && unit.side() == field.clock.active
        && !unit.place.formation.is_march_column()
        && unit.place.formation != Formation::LedHorses
        && !deeds.about_faced;
    let reach = fire::reach(fire::Arms::of(&unit.regiment)).get();
    let facing = unit.place.pose.heading.forward();
    let sees = || {
        crowd.enemies(unit, unit.place.pose.at.vec(), reach).any(|enemy| {
            let to = enemy.footprint().centre() - unit.place.pose.at.vec();
            to.length() <= reach && to.normalize_or_zero().dot(facing) > 0.5
        })
    };
    if may_fire && sees() {
        return Bearing::Firing;
    }
    let advances = phase == Phase::Maneuver && deeds.moved && unit.side() == field.clock.active;
    if unit.place.formation == Formation::RoadColumn || advances { Bearing::Marching } else { Bearing::Ready }
}

/// A regiment at a place.
pub(super) fn look(crowd: &Crowd, unit: &Unit, place: Place, lifted: bool) -> Look {
    let stands = match place.within {
        Some(_) => vec![true],
        None => dress::dress(place.formation, place.files).iter().map(|stand| stand.colors).collect(),
    };
    Look {
        dress: Dress::Troops { troops: Troops::of(unit, place), stands, posts: ranks::posts(unit) },
        bearing: bearing(crowd, unit),
        ragged: unit.condition.disordered,
        wounded: unit.condition.micro > 0,
        low: unit.condition.low_ammo,
        alpha: 1.0,
        lifted,
        seed: u32::from(unit.id().0) * 1013 + 17,
    }
}

/// A general.
pub(super) fn general_look(general: &GeneralNow, lifted: bool) -> Look {
    Look {
        dress: Dress::General {
            side: general.general.side,
            rank: general.general.rank,
            diameter: general.general.diameter().get(),
        },
        bearing: Bearing::Ready,
        ragged: false,
        wounded: general.state.wounds > 0,
        low: false,
        alpha: 1.0,
        lifted,
        seed: u32::from(general.general.id.0) * 419 + 5,
    }
}

/// A general faces the way of his nearest regiment; alone he faces the enemy's side.
pub(super) fn general_heading(crowd: &Crowd, general: &GeneralNow) -> f32 {
    let at = general.state.at.vec();
    let nearest = |a: &&Unit, b: &&Unit| a.colors().distance_squared(at).total_cmp(&b.colors().distance_squared(at));
    let own = match general.general.rank {
        Rank::Brigadier(brigade) => crowd.brigades.get(&brigade).into_iter().flatten().copied().min_by(nearest),
        Rank::Division => crowd.field.of(general.general.side).min_by(nearest),
    };
    own.map_or(0.0, |unit| degrees(unit.place.pose.heading))
}

/// Everybody on the field by where he is and by whom he follows: asked of each regiment in turn, "who is near?" must not
/// mean to look at all others.
pub(super) struct Crowd<'a> {
    pub(super) field: &'a Field,
    squares: BTreeMap<(i32, i32), Vec<&'a Unit>>,
    brigades: BTreeMap<BrigadeId, Vec<&'a Unit>>,
    /// How far the farthest corner of any regiment is from its middle.
    widest: f32,
}

/// Side of the squares in inches.
const SQUARE: f32 = 8.0;

fn square(at: Vec2) -> IVec2 {
    (at / SQUARE).floor().as_ivec2()
}

/// How far the corners of a regiment are from its middle.
fn width(unit: &Unit) -> f32 {
    let outline = unit.footprint();
    outline.corners()[0].distance(outline.centre())
}

impl<'a> Crowd<'a> {
    /// Of this field.
    pub(super) fn of(field: &'a Field) -> Self {
        let mut crowd = Self { field, squares: BTreeMap::new(), brigades: BTreeMap::new(), widest: 0.0 };
        for unit in field.standing() {
            let at = square(unit.footprint().centre());
            crowd.squares.entry((at.x, at.y)).or_default().push(unit);
            crowd.brigades.entry(unit.regiment.brigade).or_default().push(unit);
            crowd.widest = crowd.widest.max(width(unit));
        }
        crowd
    }

    /// Enemies of a regiment whose middles may be so near to a point; some are farther.
    fn enemies(&self, unit: &Unit, at: Vec2, within: f32) -> impl Iterator<Item = &'a Unit> {
        let side = unit.side().other();
        let (low, high) = (square(at - Vec2::splat(within)), square(at + Vec2::splat(within)));
        // A column of squares at a time: those beyond the table are not asked for.
        let columns = (low.x..=high.x).flat_map(move |x| self.squares.range((x, low.y)..=(x, high.y)));
        columns.flat_map(|(_, units)| units.iter().copied()).filter(move |enemy| enemy.side() == side)
    }

    /// Whether a regiment is in base contact with an enemy.
    fn engaged(&self, unit: &Unit) -> bool {
        let (middle, reach) = (unit.footprint().centre(), width(unit) + self.widest);
        !unit.condition.gone && self.enemies(unit, middle, reach).any(|enemy| touching(unit, enemy))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::army::Side;
    use crate::book::Options;
    use crate::geometry::{Degrees, Pose, Spot};
    use crate::record::{self, Dice};

    #[test]
    fn who_is_near_is_who_is_found_among_all() {
        let text = include_str!("../../../scenarios/brawners_farm.ron");
        let scenario = crate::scenario::read(text, "brawners_farm.ron").unwrap();
        let mut app = record::bare();
        record::begin(app.world_mut(), scenario.into(), Options::default(), Dice::Seeded(1)).unwrap();
        let mut field = app.world().resource::<Field>().clone();
        // Enemies in pairs face each other all over the table: front to front, or three inches apart.
        for side in Side::BOTH {
            for (n, unit) in field.units.iter_mut().filter(|unit| unit.side() == side).enumerate() {
                let (n, turn) = (n as i32, if side == Side::Union { 0 } else { 180 });
                let heading = Degrees::new((n * 47 + turn) % 360);
                let back = if n % 2 == 0 { 0.0 } else { 1.5 };
                let at = Vec2::new(8.0 + (n % 5 * 13) as f32, 8.0 + (n / 5 * 11) as f32) - heading.forward() * back;
                unit.place.pose = Pose { at: Spot::round(at), heading };
            }
        }
        let crowd = Crowd::of(&field);
        let engaged: Vec<bool> = field.standing().map(|unit| crowd.engaged(unit)).collect();
        let truly: Vec<bool> = field.standing().map(|unit| field.engaged(unit.id())).collect();
        assert_eq!(engaged, truly);
        assert!(truly.contains(&true) && truly.contains(&false));
    }
}
