//! The ground that is seen from a point or by a regiment, and the ground that is not.

use bevy::math::Vec2;

use super::{blocks, eyes, point_of, same, scene, scene_near, standing_at, windows};
use crate::army::{Place, Side, dress};
use crate::geometry::Footprint;
use crate::geometry::sight::{Point, Strip};
use crate::geometry::view::{self, View};
use crate::turn::field::{Field, Unit, bases};

/// The ground that an onlooker of a side sees from a point of the table, and the ground that he does not.
pub fn view_from_point(field: &Field, looking: Side, point: Vec2) -> View {
    let scene = scene(field, looking, &standing_at(field, point));
    view::visible(&scene, &[point_of(field, point)], &[], field.ground.bounds())
}

/// The ground that a regiment would see from a place, all round, and the ground that it would not.
pub fn view_of(field: &Field, unit: &Unit, place: Place) -> View {
    view_while(field, unit, place, &|| true).unwrap_or_default()
}

/// As [`view_of`], as long as it is wanted: nothing if it is given up.
pub fn view_while(field: &Field, unit: &Unit, place: Place, wanted: &(dyn Fn() -> bool + Sync)) -> Option<View> {
    let eyes = lookouts(field, place);
    from_eyes(field, unit, place, &eyes, wanted)
}

/// What of [`view_of`] is seen from the ends and the middle of its front: some of it, in a third of the time and less.
/// Nothing where that would be all of it.
pub fn glance_of(field: &Field, unit: &Unit, place: Place) -> Option<View> {
    let eyes = lookouts(field, place);
    let ends = [eyes.len() / 2, 0, eyes.len().saturating_sub(1)];
    (place.within.is_none() && eyes.len() > ends.len())
        .then(|| from_eyes(field, unit, place, &ends.map(|n| eyes[n]), &|| true))?
}

/// All eyes of a regiment, from one end of its front to the other: each once.
fn lookouts(field: &Field, place: Place) -> Vec<Point> {
    if let Some(house) = place.within {
        let outline = Footprint { pose: place.pose, frontage: house.frontage, depth: house.depth };
        return windows(field, &outline).to_vec();
    }
    let ranks = dress::dress(place.formation, place.files);
    let front = bases(place.pose, place.formation, place.files).into_iter().zip(ranks);
    let mut all: Vec<Point> = Vec::new();
    for (base, _) in front.filter(|(_, spot)| spot.rank == 0) {
        let [middle, left, right] = eyes(field, &base);
        // Neighbouring stands share their corners.
        for eye in [left, middle, right] {
            if !all.iter().any(|known| same(known, &eye)) {
                all.push(eye);
            }
        }
    }
    all
}

fn from_eyes(
    field: &Field,
    unit: &Unit,
    place: Place,
    eyes: &[Point],
    wanted: &(dyn Fn() -> bool + Sync),
) -> Option<View> {
    let table = field.ground.bounds();
    let (houses, bases) = match place.within {
        Some(house) => {
            let outline = Footprint { pose: place.pose, frontage: house.frontage, depth: house.depth };
            (vec![house.piece], vec![outline])
        }
        None => (Vec::new(), blocks(place.pose, place.formation, place.files)),
    };
    let scene = scene_near(field, unit.side(), &[unit.id()], &houses, &Strip::all(table));
    view::visible_while(&scene, eyes, &bases, table, wanted)
}
