//! How far a march could get at most, found from one look at the ground: for those who try many marches of one kind.

use super::met::{Meets, met, road_before};
use super::piece::Ground;
use super::sweep::{Leg, Roads};
use super::walk::{Guarantee, Mover};
use crate::book::movement;
use crate::geometry::{Inches, March, Pose, path};

/// Inches of a march beyond which it cannot be paid for. It may be stopped before: by a river, by a sunken road, by what
/// is not of the ground.
pub fn farthest(ground: &Ground, mover: &Mover, from: Pose, march: &March) -> Inches {
    let paid = farthest_paid(ground, mover, from, march);
    match mover.guarantee {
        Guarantee::TwoInches => paid.max(movement::GUARANTEED - mover.used),
        Guarantee::Nothing => paid,
    }
}

fn farthest_paid(ground: &Ground, mover: &Mover, from: Pose, march: &March) -> Inches {
    let length = path::length(mover.frontage, march);
    let roads = mover.roads() != Roads::Ignored && !ground.roads.is_empty();
    let (open, road) = (i64::from(mover.rates.open.0), i64::from(mover.rates.road.0.max(1)));
    let legs = Leg::of(ground, from, mover.frontage, march, mover.roads());
    // An inch of road costs less: no inch costs less than all on a road would, and no part of the march is spared more
    // than the whole.
    let spared = match roads {
        true => Inches::round(road_before(&legs, length) * (1.0 - open as f32 / road as f32)) + Inches(1),
        false => Inches::ZERO,
    };
    let on_road = |along: Inches| Inches((i64::from(along.0) * open / road) as i32);
    let least = |along: Inches| if roads { on_road(along).max(along - spared) } else { along };
    let (mut total, mut extra, mut paid) = (mover.total() - mover.spent, Inches::ZERO, mover.paid);
    for (along, meets) in met(ground, &legs, mover.rates.ranks) {
        if least(along) + extra > total {
            break;
        }
        match meets {
            Meets::Stands(area) | Meets::Enters(area) => {
                let kind = ground.areas[area].kind;
                let bit = if area < 128 { 1_u128 << area } else { 0 };
                if paid & bit == 0 && bit != 0 {
                    paid |= bit;
                    extra += movement::price_inside(&mover.rates, kind);
                }
                match movement::area_cap(&mover.rates, kind) {
                    Some(Inches::ZERO) => return along,
                    Some(cap) => total = total.min(along + extra + cap),
                    None => {}
                }
            }
            Meets::Crosses(line) => match movement::crossing(&mover.rates, ground.obstacles[line].kind) {
                Some(price) => extra += price,
                None => return along,
            },
        }
        if least(along) + extra > total {
            return along;
        }
    }
    let left = total - extra;
    let stretched = Inches((i64::from(left.0) * road / open.max(1)) as i32 + 1);
    length.min(if roads { stretched.min(left + spared) } else { left })
}
