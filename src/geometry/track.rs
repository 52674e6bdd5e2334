//! Tracks: where the middle of a front edge goes when its unit does not wheel (C-21, C-23). A column on a road follows
//! its bends, a skirmish line goes where it likes. And ways: a march or a track, whichever it is.

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::measure::{Degrees, Inches, Pose, Spot};
use super::path::{self, March};

/// Which way a unit faces along its track.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Bearing {
    /// Along each leg, the body straight behind the head: a column on a road.
    Along,
    /// As it faced at the start until it has arrived, and turns there: a skirmish line.
    Kept,
}

/// A path of straight legs of the front-edge midpoint.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Track {
    /// Where each leg ends.
    pub path: Vec<Spot>,
    /// The way it faces at the end.
    pub facing: Degrees,
    /// The way it faces before.
    pub bearing: Bearing,
}

/// One leg of a track.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leg {
    /// Where it begins; the heading is the direction of the leg, whichever way the unit faces.
    pub from: Pose,
    /// Where it ends.
    pub to: Spot,
    /// Its inches.
    pub length: Inches,
}

impl Track {
    /// The legs that have any length, in order.
    pub fn legs(&self, from: Pose) -> Vec<Leg> {
        let mut at = from.at;
        let mut legs = Vec::with_capacity(self.path.len());
        for to in self.path.iter().copied() {
            let along = to.vec() - at.vec();
            let length = Inches::round(along.length());
            if length > Inches::ZERO {
                legs.push(Leg { from: Pose { at, heading: Degrees::along(along) }, to, length });
                at = to;
            }
        }
        legs
    }

    /// Inches of the whole path.
    pub fn length(&self, from: Pose) -> Inches {
        self.legs(from).iter().map(|leg| leg.length).sum()
    }

    /// Where it ends.
    pub fn end(&self, from: Pose) -> Pose {
        Pose { at: self.path.last().copied().unwrap_or(from.at), heading: self.facing.heading() }
    }

    /// The way the unit faces on a leg.
    fn faces(&self, from: Pose, leg: &Leg) -> Degrees {
        match self.bearing {
            Bearing::Along => leg.from.heading,
            Bearing::Kept => from.heading,
        }
    }

    /// The part that is done after so many inches, and the rest, which begins at the end of the first.
    pub fn split(&self, from: Pose, along: Inches) -> (Self, Self) {
        let mut left = along.floor_zero();
        let legs = self.legs(from);
        for (n, leg) in legs.iter().enumerate() {
            if left < leg.length {
                let part = left.get() / leg.length.get();
                let cut = Spot::round(leg.from.at.vec().lerp(leg.to.vec(), part));
                let mut done: Vec<Spot> = legs[..n].iter().map(|leg| leg.to).collect();
                let facing = match (done.is_empty() && left == Inches::ZERO, self.bearing) {
                    (true, _) | (_, Bearing::Kept) => from.heading,
                    (false, Bearing::Along) if left == Inches::ZERO => legs[n - 1].from.heading,
                    (false, Bearing::Along) => leg.from.heading,
                };
                if left > Inches::ZERO {
                    done.push(cut);
                }
                let rest = legs[n..].iter().map(|leg| leg.to).collect();
                return (Self { path: done, facing, ..*self }, Self { path: rest, ..*self });
            }
            left -= leg.length;
        }
        (self.clone(), Self { path: Vec::new(), ..*self })
    }

    /// The pose after so many inches.
    pub fn at(&self, from: Pose, along: Inches) -> Pose {
        self.split(from, along).0.end(from)
    }

    /// The start, the end of each leg, and the end; none twice.
    pub fn waypoints(&self, from: Pose) -> Vec<Pose> {
        let legs = self.legs(from);
        let mut poses = vec![from];
        poses.extend(legs.iter().map(|leg| Pose { at: leg.to, heading: self.faces(from, leg) }));
        match poses.last_mut() {
            Some(last) if !legs.is_empty() => last.heading = self.facing.heading(),
            _ => poses.push(self.end(from)),
        }
        poses.dedup();
        poses
    }

    /// Whether it goes anywhere.
    pub fn is_over(&self) -> bool {
        self.path.is_empty()
    }
}

/// How a unit moves: it advances and wheels, or it goes along a track.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Way {
    /// Advance, wheel, advance.
    March(March),
    /// A path without wheels.
    Track(Track),
}

impl Default for Way {
    fn default() -> Self {
        Self::March(March::default())
    }
}

impl From<March> for Way {
    fn from(march: March) -> Self {
        Self::March(march)
    }
}

impl Way {
    /// Inches of the path.
    pub fn length(&self, from: Pose, frontage: Inches) -> Inches {
        match self {
            Self::March(march) => path::length(frontage, march),
            Self::Track(track) => track.length(from),
        }
    }

    /// Where it ends.
    pub fn end(&self, from: Pose, frontage: Inches) -> Pose {
        match self {
            Self::March(march) => path::end(from, frontage, march),
            Self::Track(track) => track.end(from),
        }
    }

    /// The pose after so many inches.
    pub fn at(&self, from: Pose, frontage: Inches, along: Inches) -> Pose {
        match self {
            Self::March(march) => path::at(from, frontage, march, along),
            Self::Track(track) => track.at(from, along),
        }
    }

    /// The part that is done after so many inches, and the rest.
    pub fn split(&self, from: Pose, frontage: Inches, along: Inches) -> (Self, Self) {
        match self {
            Self::March(march) => {
                let (done, rest) = path::split(march, frontage, along);
                (Self::March(done), Self::March(rest))
            }
            Self::Track(track) => {
                let (done, rest) = track.split(from, along);
                (Self::Track(done), Self::Track(rest))
            }
        }
    }

    /// The poses between its legs, the start and the end; none twice.
    pub fn waypoints(&self, from: Pose, frontage: Inches) -> Vec<Pose> {
        match self {
            Self::March(march) => path::waypoints(from, frontage, march),
            Self::Track(track) => track.waypoints(from),
        }
    }

    /// Whether nothing of it is left: a track that only turns on the spot is not over.
    pub fn is_over(&self, from: Pose) -> bool {
        match self {
            Self::March(march) => *march == March::default(),
            Self::Track(track) => track.is_over() && track.facing.heading() == from.heading,
        }
    }

    /// The wheel in it.
    pub fn wheel(&self) -> Degrees {
        match self {
            Self::March(march) => march.wheel,
            Self::Track(_) => Degrees::ZERO,
        }
    }

    /// Inches that it goes forward, for the smoke: straight advances, all of a column's way, and as much of a skirmish
    /// line's as lies before its front.
    pub fn forward(&self, from: Pose) -> Inches {
        match self {
            Self::March(march) => march.advance + march.then,
            Self::Track(track) => match track.bearing {
                Bearing::Along => track.length(from),
                Bearing::Kept => {
                    let gone = track.end(from).at.vec() - from.at.vec();
                    Inches::round(gone.dot(from.heading.forward())).floor_zero()
                }
            },
        }
    }

    /// Its course for drawing, points no more than about half an inch apart where it bends.
    pub fn course(&self, from: Pose, frontage: Inches) -> Vec<Vec2> {
        match self {
            Self::March(march) => {
                let length = path::length(frontage, march);
                let pieces = (length.0 / 500).clamp(1, 40);
                let along = |k: i32| Inches((i64::from(length.0) * i64::from(k) / i64::from(pieces)) as i32);
                (0..=pieces).map(|k| path::at(from, frontage, march, along(k)).at.vec()).collect()
            }
            Self::Track(track) => {
                let legs = track.legs(from);
                std::iter::once(from.at.vec()).chain(legs.iter().map(|leg| leg.to.vec())).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spot(x: i32, y: i32) -> Spot {
        Spot { x: Inches(x), y: Inches(y) }
    }

    fn start() -> Pose {
        Pose { at: spot(10_000, 10_000), heading: Degrees::ZERO }
    }

    fn bend(bearing: Bearing) -> Track {
        let path = vec![spot(10_000, 13_000), spot(14_000, 13_000)];
        Track { path, facing: Degrees::new(90), bearing }
    }

    #[test]
    fn a_column_faces_along_each_leg_and_a_skirmish_line_turns_at_the_end() {
        let column = bend(Bearing::Along);
        assert_eq!(column.length(start()), Inches(7000));
        assert_eq!(column.at(start(), Inches(3000)), Pose { at: spot(10_000, 13_000), heading: Degrees::ZERO });
        assert_eq!(column.at(start(), Inches(3500)), Pose { at: spot(10_500, 13_000), heading: Degrees::new(90) });
        let loose = bend(Bearing::Kept);
        assert_eq!(loose.at(start(), Inches(6999)).heading, Degrees::ZERO);
        assert_eq!(loose.at(start(), Inches(7000)), Pose { at: spot(14_000, 13_000), heading: Degrees::new(90) });
        assert_eq!(loose.waypoints(start()).len(), 3);
    }

    #[test]
    fn a_track_can_be_cut_anywhere_and_goes_on_where_it_stopped() {
        for bearing in [Bearing::Along, Bearing::Kept] {
            let track = bend(bearing);
            for along in (0..=7000).step_by(83).map(Inches) {
                let (done, rest) = track.split(start(), along);
                let there = done.end(start());
                assert_eq!(done.length(start()), along);
                assert_eq!(rest.length(there), Inches(7000) - along);
                assert_eq!(rest.end(there), track.end(start()));
            }
        }
    }

    #[test]
    fn turning_on_the_spot_is_a_way_that_is_over_once_it_is_done() {
        let turn = Way::Track(Track { path: Vec::new(), facing: Degrees::new(30), bearing: Bearing::Kept });
        assert!(!turn.is_over(start()));
        assert!(turn.is_over(turn.end(start(), Inches::new(3))));
        assert_eq!(turn.waypoints(start(), Inches::new(3)).len(), 2);
    }
}
