//! Where the stands of a regiment are drawn within it: in their ranks, bent back where a flank is refused, and the men of its
//! skirmish screen one by one before them or behind.

use bevy::prelude::Vec2;

use crate::army::{Place, dress};
use crate::book::movement::SCREEN_AHEAD;
use crate::table::motion::Stance;
use crate::turn::field::Unit;

/// How far stands are bent back that refuse a flank, in degrees (Companion 16 §6.0).
const BENT: f32 = 45.0;

/// A regiment as it is drawn.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Ranks {
    /// Where it is.
    pub(super) place: Place,
    /// How many of its members are stands; the others are skirmishers.
    pub(super) stands: usize,
    members: Vec<Member>,
}

/// Where somebody stands within his regiment: to the right of its front's middle and ahead of it, and how far turned from
/// its heading.
pub(super) type Member = (Vec2, f32);

/// Skirmishers of a screen: one for each inch of the line that they mask.
pub(super) fn posts(unit: &Unit) -> usize {
    if unit.condition.screen { usize::from(unit.stands()) } else { 0 }
}

impl Ranks {
    /// Where it stands now.
    pub(super) fn of(unit: &Unit) -> Self {
        let mut ranks = Self::at(unit, unit.place);
        if unit.place.within.is_none() {
            let width = dress::base(unit.place.formation).width.get();
            bend(unit.condition.refused, width, &mut ranks.members[..ranks.stands]);
        }
        ranks
    }

    /// Where it would stand: a regiment that moves has its flanks straight.
    pub(super) fn at(unit: &Unit, place: Place) -> Self {
        // A garrison stands round its building as one.
        let mut members: Vec<Member> = match place.within {
            Some(_) => vec![(Vec2::ZERO, 0.0)],
            None => dress::dress(place.formation, place.files)
                .iter()
                .map(|stand| (Vec2::new(stand.right.get(), stand.ahead.get()), 0.0))
                .collect(),
        };
        let stands = members.len();
        let ahead = unit.condition.evaded.map_or(SCREEN_AHEAD.get(), |behind| -behind.get());
        let wide = dress::frontage(place.formation, place.files.total()).get();
        let posts = posts(unit);
        members.extend((0..posts).map(|n| {
            let along = (n as f32 + 0.5) / posts as f32 - 0.5;
            (Vec2::new(along * wide, ahead), 0.0)
        }));
        Self { place, stands, members }
    }

    /// Its front's middle.
    pub(super) fn stance(&self) -> Stance {
        Stance::of(self.place.pose)
    }

    /// Its stands as if none were bent back: what is round them is their base, which a refused flank leaves as it was.
    pub(super) fn straight(&self) -> Option<Vec<Stance>> {
        let bent = self.members[..self.stands].iter().any(|(_, turn)| *turn != 0.0);
        let middle = self.stance();
        let stand = |spot: &dress::StandSpot| Stance {
            at: middle.local(spot.right.get(), spot.ahead.get()),
            heading: middle.heading,
        };
        bent.then(|| dress::dress(self.place.formation, self.place.files).iter().map(stand).collect())
    }

    /// Every member as it is seen from the front's middle: to the right, ahead, and how far turned.
    pub(super) fn members(&self) -> &[Member] {
        &self.members
    }
}

/// Bends the outer stands back about the corner where the line goes on.
fn bend(refused: [u8; 2], width: f32, stands: &mut [Member]) {
    for (side, count) in [-1.0, 1.0].into_iter().zip(refused) {
        let mut row: Vec<usize> = (0..stands.len()).collect();
        row.sort_by(|a, b| (stands[*b].0.x * side).total_cmp(&(stands[*a].0.x * side)));
        let bent = &row[..usize::from(count).min(row.len())];
        let Some(corner) = bent.last().map(|inner| stands[*inner].0.x - width / 2.0 * side) else { continue };
        let turn = BENT * side;
        let (sin, cos) = bevy::math::ops::sin_cos(turn.to_radians());
        for n in bent {
            let (at, heading) = &mut stands[*n];
            let out = at.x - corner;
            *at = Vec2::new(corner + out * cos, at.y - out * sin);
            *heading = turn;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_stands_of_a_right_end_are_bent_back_about_the_corner_of_the_third() {
        let mut stands: Vec<Member> =
            [-2.0, -1.0, 0.0, 1.0, 2.0].into_iter().map(|x| (Vec2::new(x, 0.0), 0.0)).collect();
        bend([0, 2], 1.0, &mut stands);
        // The corner is at 0.5; the middles of the two fronts were 0.5 and 1.5 out from it.
        let diagonal = std::f32::consts::FRAC_1_SQRT_2;
        assert_eq!(stands[2], (Vec2::ZERO, 0.0));
        assert!((stands[3].0 - Vec2::new(0.5 + 0.5 * diagonal, -0.5 * diagonal)).length() < 1e-5, "{stands:?}");
        assert!((stands[4].0 - Vec2::new(0.5 + 1.5 * diagonal, -1.5 * diagonal)).length() < 1e-5, "{stands:?}");
        assert_eq!((stands[3].1, stands[4].1), (45.0, 45.0));
        assert_eq!(stands[0], (Vec2::new(-2.0, 0.0), 0.0));
    }
}
