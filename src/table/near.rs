//! What may lie at a point of the table, so that a picture of many points does not ask every piece of terrain about each.

use bevy::math::{IVec2, Rect, Vec2};

/// Side of a square in inches.
const SIDE: f32 = 2.0;

/// Squares over a table that know the rectangles which reach into them.
pub struct Near {
    size: IVec2,
    squares: Vec<Vec<u32>>,
}

impl Near {
    /// Of some rectangles, over a table of this size in inches. What lies beyond its edges belongs to the squares there.
    pub fn over(table: Vec2, reaches: impl Iterator<Item = Rect>) -> Self {
        let size = (table / SIDE).ceil().as_ivec2().max(IVec2::ONE);
        let mut near = Self { size, squares: vec![Vec::new(); (size.x * size.y) as usize] };
        for (n, reach) in reaches.enumerate() {
            let (from, to) = (near.square(reach.min), near.square(reach.max));
            for y in from.y..=to.y {
                for x in from.x..=to.x {
                    near.squares[(y * size.x + x) as usize].push(n as u32);
                }
            }
        }
        near
    }

    /// Numbers of the rectangles that may hold a point, in their order: all that do are among them.
    pub fn at(&self, at: Vec2) -> impl Iterator<Item = usize> + '_ {
        let square = self.square(at);
        self.squares[(square.y * self.size.x + square.x) as usize].iter().map(|n| *n as usize)
    }

    fn square(&self, at: Vec2) -> IVec2 {
        (at / SIDE).floor().as_ivec2().clamp(IVec2::ZERO, self.size - IVec2::ONE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::noise;

    #[test]
    fn whatever_holds_a_point_is_near_it_and_little_else() {
        let table = Vec2::new(71.0, 48.0);
        let spot = |n: i32| Vec2::new(noise::signed(n, 1, 3), noise::signed(n, 2, 3)) * 40.0 + table / 2.0;
        let reaches: Vec<Rect> =
            (0..200).map(|n| Rect::from_center_size(spot(n), Vec2::new(0.5, 7.0) * noise::unit(n, 4, 3))).collect();
        let near = Near::over(table, reaches.iter().copied());
        let mut asked = 0;
        for at in (1000..4000).map(spot) {
            let holds = |n: &usize| reaches[*n].contains(at);
            asked += near.at(at).count();
            assert_eq!(
                near.at(at).filter(holds).collect::<Vec<_>>(),
                (0..200).filter(holds).collect::<Vec<_>>(),
                "{at}"
            );
        }
        assert!(asked < 3000 * 20, "a tenth of them at most: {asked}");
    }
}
