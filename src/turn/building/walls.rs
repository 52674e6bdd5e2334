//! The four walls of a building.

use bevy::math::Vec2;

use crate::army::{Arm, Face, Files, Formation, Place, dress};
use crate::geometry::{Degrees, Footprint, Inches, Pose};
use crate::turn::field::Unit;

/// Every wall, clockwise from the front.
pub const WALLS: [Face; 4] = [Face::Front, Face::Right, Face::Rear, Face::Left];

/// Middle of a wall, looking out of the building.
pub fn outward(outline: &Footprint, wall: Face) -> Pose {
    let (half, depth) = (outline.frontage.get() / 2.0, outline.depth.get());
    let (right, ahead, turn) = match wall {
        Face::Front => (0.0, 0.0, 0),
        Face::Right => (half, -depth / 2.0, 90),
        Face::Rear => (0.0, -depth, 180),
        Face::Left => (-half, -depth / 2.0, 270),
    };
    Pose::round(outline.pose.local(right, ahead), (outline.pose.heading + Degrees::new(turn)).heading())
}

/// The wall whose middle is nearest to a point; of equals the first, clockwise from the front.
pub fn nearest(outline: &Footprint, point: Vec2) -> Face {
    let far = |wall: &Face| Inches::round(outward(outline, *wall).at.vec().distance(point));
    WALLS.into_iter().min_by_key(far).unwrap_or(Face::Front)
}

/// The wall across the building.
pub const fn opposite(wall: Face) -> Face {
    match wall {
        Face::Front => Face::Rear,
        Face::Rear => Face::Front,
        Face::Left => Face::Right,
        Face::Right => Face::Left,
    }
}

/// Where a garrison fires at a point from: the middle of the nearest wall. For anybody else the middle of the front edge
/// of this base.
pub fn eye(unit: &Unit, base: &Footprint, toward: Vec2) -> Vec2 {
    match unit.place.within {
        Some(_) => outward(base, nearest(base, toward)).at.vec(),
        None => base.pose.at.vec(),
    }
}

/// The edge that the muzzles of a volley at a point are along: its middle, the way they point, and its length. A
/// garrison fires all round (TER-19), so its edge is the wall nearest to the point; everybody else's is the front.
pub fn muzzles(unit: &Unit, toward: Vec2) -> (Pose, Inches) {
    let base = unit.footprint();
    if unit.place.within.is_none() {
        return (base.pose, base.frontage);
    }
    let wall = nearest(&base, toward);
    (outward(&base, wall), length(&base, wall))
}

/// How long a wall is.
const fn length(outline: &Footprint, wall: Face) -> Inches {
    match wall {
        Face::Front | Face::Rear => outline.frontage,
        Face::Left | Face::Right => outline.depth,
    }
}

/// What a garrison's windows see from: corners and middles of the walls.
pub fn windows(outline: &Footprint) -> [Vec2; 8] {
    let [a, b, c, d] = outline.corners();
    let middle = |wall: Face| outward(outline, wall).at.vec();
    [middle(Face::Front), middle(Face::Right), middle(Face::Rear), middle(Face::Left), a, b, c, d]
}

/// The formation of stands that have come out of a building.
pub const fn formation_outside(arm: Arm) -> Formation {
    match arm {
        Arm::Cavalry => Formation::Dismounted,
        _ => Formation::Line,
    }
}

/// The stands of a garrison outside its building, dressed evenly, at a pose.
pub fn outside(unit: &Unit, pose: Pose) -> Place {
    let formation = formation_outside(unit.regiment.arm);
    Place { pose, formation, files: Files::of(unit.place.files.total()), within: None }
}

/// Before a wall with its back to it: how a garrison comes out of its own will.
pub fn before(unit: &Unit, wall: Face) -> Place {
    let place = outside(unit, outward(&unit.footprint(), wall));
    let depth = dress::depth(place.formation, place.files.total());
    Place { pose: place.pose.ahead(depth), ..place }
}

/// Before a wall, looking at it: how a garrison begins to go back that is put out by it.
pub fn backing_out(unit: &Unit, wall: Face) -> Place {
    let out = outward(&unit.footprint(), wall);
    outside(unit, Pose { heading: (out.heading + Degrees::HALF_TURN).heading(), ..out })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Spot;

    fn house() -> Footprint {
        Footprint {
            pose: Pose { at: Spot { x: Inches(30_000), y: Inches(20_000) }, heading: Degrees::new(0) },
            frontage: Inches(4000),
            depth: Inches(2000),
        }
    }

    #[test]
    fn walls_look_out() {
        let wall = |wall| outward(&house(), wall);
        let at = |x, y, heading| Pose { at: Spot { x: Inches(x), y: Inches(y) }, heading: Degrees::new(heading) };
        assert_eq!(wall(Face::Front), at(30_000, 20_000, 0));
        assert_eq!(wall(Face::Right), at(32_000, 19_000, 90));
        assert_eq!(wall(Face::Rear), at(30_000, 18_000, 180));
        assert_eq!(wall(Face::Left), at(28_000, 19_000, 270));
        for wall in WALLS {
            assert_eq!(opposite(opposite(wall)), wall);
        }
    }

    #[test]
    fn the_nearest_wall_is_the_one_whose_middle_is_nearest() {
        assert_eq!(nearest(&house(), Vec2::new(30.5, 26.0)), Face::Front);
        assert_eq!(nearest(&house(), Vec2::new(40.0, 19.0)), Face::Right);
        assert_eq!(nearest(&house(), Vec2::new(30.0, 10.0)), Face::Rear);
        assert_eq!(nearest(&house(), Vec2::new(20.0, 19.0)), Face::Left);
        assert_eq!(nearest(&house(), Vec2::new(30.0, 19.0)), Face::Front, "of equals the front");
    }
}
