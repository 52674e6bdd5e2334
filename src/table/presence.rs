//! Where somebody stands, or would stand if the player let go of what he holds. What would hide them opens: crowns fade,
//! crops are trodden down, buildings show their floor.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::overlays::Overlays;
use super::{Draw, shapes};
use crate::army::Place;
use crate::geometry::Footprint;
use crate::ground::PieceId;
use crate::turn::Field;
use crate::turn::field::bases;

/// A base on the table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Base {
    /// Its corners in order.
    pub corners: [Vec2; 4],
    /// The building that its men hold, if they do.
    pub house: Option<PieceId>,
}

impl Base {
    /// Its middle.
    pub fn centre(&self) -> Vec2 {
        (self.corners[0] + self.corners[2]) / 2.0
    }

    fn of(base: &Footprint, house: Option<PieceId>) -> Self {
        Self { corners: base.corners(), house }
    }

    fn round(at: Vec2, diameter: f32) -> Self {
        let half = diameter / 2.0;
        let corners = [Vec2::new(-half, half), Vec2::splat(half), Vec2::new(half, -half), Vec2::splat(-half)];
        Self { corners: corners.map(|corner| at + corner), house: None }
    }
}

/// Every base on the table, ghosts among them, by the squares of two inches that they touch.
#[derive(Resource, Clone, PartialEq, Default, Debug)]
pub struct Presence {
    bases: Vec<Base>,
    squares: BTreeMap<(i32, i32), Vec<usize>>,
}

const SQUARE: f32 = 2.0;

impl Presence {
    /// Of these bases.
    pub fn of(bases: Vec<Base>) -> Self {
        let mut squares: BTreeMap<(i32, i32), Vec<usize>> = BTreeMap::new();
        for (n, base) in bases.iter().enumerate() {
            for square in touched(shapes::bounds(&base.corners)) {
                squares.entry(square).or_default().push(n);
            }
        }
        Self { bases, squares }
    }

    /// Bases that may touch an area; one that lies in several squares comes as often.
    pub fn near(&self, area: Rect) -> impl Iterator<Item = &Base> {
        touched(area).filter_map(|square| self.squares.get(&square)).flatten().map(|n| &self.bases[*n])
    }
}

fn touched(area: Rect) -> impl Iterator<Item = (i32, i32)> {
    let (low, high) = ((area.min / SQUARE).floor().as_ivec2(), (area.max / SQUARE).floor().as_ivec2());
    (low.x..=high.x).flat_map(move |x| (low.y..=high.y).map(move |y| (x, y)))
}

/// Keeps [`Presence`].
pub fn plugin(app: &mut App) {
    app.init_resource::<Presence>().add_systems(Update, gather.in_set(Draw::Build));
}

/// Gathers the bases of the field and of what the player holds.
pub fn gather(field: Option<Res<Field>>, overlays: Res<Overlays>, mut presence: ResMut<Presence>) {
    let Some(field) = field.filter(|field| field.is_changed() || overlays.is_changed()) else { return };
    let mut all: Vec<Base> = field.standing().flat_map(|unit| at(unit.place)).collect();
    all.extend(overlays.ghosts().filter(|(unit, _)| field.knows(*unit)).flat_map(|(_, place)| at(place)));
    for general in field.generals.iter().filter(|general| !general.state.gone) {
        all.push(Base::round(general.state.at.vec(), general.general.diameter().get()));
    }
    for (general, at) in overlays.general_ghosts() {
        if let Some(now) = field.generals.get(general.index()) {
            all.push(Base::round(at, now.general.diameter().get()));
        }
    }
    presence.set_if_neq(Presence::of(all));
}

fn at(place: Place) -> Vec<Base> {
    match place.within {
        Some(house) => {
            let outline = Footprint { pose: place.pose, frontage: house.frontage, depth: house.depth };
            vec![Base::of(&outline, Some(house.piece))]
        }
        None => bases(place.pose, place.formation, place.files).iter().map(|base| Base::of(base, None)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bases_are_found_wherever_they_reach_to() {
        let presence =
            Presence::of(vec![Base::round(Vec2::new(3.9, 4.1), 1.0), Base::round(Vec2::new(30.0, 4.0), 1.0)]);
        let found = |x: f32, y: f32| presence.near(Rect::from_center_size(Vec2::new(x, y), Vec2::splat(0.2))).count();
        assert!(found(3.9, 4.1) > 0 && found(4.2, 4.3) > 0 && found(3.5, 3.7) > 0);
        assert_eq!(found(12.0, 4.0), 0);
        assert!((presence.bases[0].centre() - Vec2::new(3.9, 4.1)).length() < 1e-5);
    }
}
