//! What figures show of how a regiment is: bearing, ragged ranks, wounded.

use super::dressing::Troops;
use super::{Bearing, Dress, Look, ranks};
use crate::army::{Formation, Place, Rank, dress};
use crate::book::fire;
use crate::table::motion::degrees;
use crate::turn::field::{GeneralNow, Unit};
use crate::turn::{Field, Phase};

fn bearing(field: &Field, unit: &Unit) -> Bearing {
    let deeds = &unit.deeds;
    let phase = field.clock.phase;
    if field.engaged(unit.id()) || (phase == Phase::Maneuver && deeds.assaulted) {
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
        field.of(unit.side().other()).any(|enemy| {
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
pub(super) fn look(field: &Field, unit: &Unit, place: Place, lifted: bool) -> Look {
    let stands = match place.within {
        Some(_) => vec![true],
        None => dress::dress(place.formation, place.files).iter().map(|stand| stand.colors).collect(),
    };
    Look {
        dress: Dress::Troops { troops: Troops::of(unit, place), stands, posts: ranks::posts(unit) },
        bearing: bearing(field, unit),
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
pub(super) fn general_heading(field: &Field, general: &GeneralNow) -> f32 {
    let at = general.state.at.vec();
    let own = |unit: &&Unit| match general.general.rank {
        Rank::Brigadier(brigade) => unit.regiment.brigade == brigade,
        Rank::Division => unit.side() == general.general.side,
    };
    field
        .standing()
        .filter(own)
        .min_by(|a, b| a.colors().distance_squared(at).total_cmp(&b.colors().distance_squared(at)))
        .map_or(0.0, |unit| degrees(unit.place.pose.heading))
}
