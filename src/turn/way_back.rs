//! The straight way back of who retreats, exact to the thousandth: who and what is on it, and where it may end (Companion
//! 16 §7.4, C-41, C-42).

use bevy::math::Vec2;

use super::field::{Field, Unit};
use crate::army::{Place, RegimentId};
use crate::book::movement::{self, ObstacleRate};
use crate::geometry::{Footprint, Inches, Pose};
use crate::ground::{self, AreaKind, Tread, track, tread};

/// Half of the last digit of a distance: two bases that are nearer than this touch.
const TOUCH: f32 = 0.0005;
/// Rounding of a distance in thousandths.
const NOISE: f32 = 0.1;

/// A straight way, the facing kept.
pub struct WayBack<'a> {
    unit: &'a Unit,
    direction: Vec2,
    /// The building that it is put out of.
    house: Option<Footprint>,
    /// How far nothing bars it: enemies, impassable water.
    room: Inches,
    /// Where it reaches the edge of the table.
    edge: Option<Inches>,
    /// Stretches of the way on which it stands on a friend, or touches an enemy whom it does not run into.
    taken: Vec<Taken>,
    /// Friends on the way, with the inches at which each is met.
    friends: Vec<(RegimentId, Inches)>,
}

impl<'a> WayBack<'a> {
    /// Looks twice as far as `distance`, and 6.0" more: friends may have to be passed.
    pub fn new(field: &Field, unit: &'a Unit, direction: Vec2, distance: Inches) -> Self {
        let room = distance + distance + Inches::new(6);
        let mut way = Self {
            unit,
            direction,
            house: field.unit(unit.id()).place.within.map(|_| field.unit(unit.id()).footprint()),
            room,
            edge: edge(field, unit, direction),
            taken: Vec::new(),
            friends: Vec::new(),
        };
        for other in field.standing().filter(|other| other.id() != unit.id()) {
            way.meet(other);
        }
        for (_, house) in field.ground.standing_buildings() {
            way.wall(&house.base);
        }
        // Who stands in the water already goes on.
        if let Some(water) = field.ground.bars_way(&unit.footprint(), direction, room, unit.place.formation) {
            way.room = way.room.min(water);
        }
        if let Some(by_hand) = way.as_far_as_hands_go(field) {
            way.room = way.room.min(by_hand);
        }
        way.friends.sort_by_key(|(id, at)| (*at, *id));
        way
    }

    /// Guns moved by hand cross no obstacle and go into no wood, driven back or not (Companion 16 §3.1, C-42).
    fn as_far_as_hands_go(&self, field: &Field) -> Option<Inches> {
        if self.unit.rates().obstacle != ObstacleRate::Impassable {
            return None;
        }
        let woods = |kind: AreaKind| movement::area_cap(&self.unit.rates(), kind).is_some();
        let barred = |at: i32| {
            let tread = self.tread(field, Inches(at));
            !tread.crossed.is_empty() || tread.entered.iter().any(|(_, kind)| woods(*kind))
        };
        let (mut free, mut bad) = (0, self.room.0);
        if !barred(bad) {
            return None;
        }
        while bad - free > 1 {
            let middle = (free + bad) / 2;
            if barred(middle) { bad = middle } else { free = middle }
        }
        Some(Inches(free))
    }

    /// What so many inches of the way bring its bases over. Who is put out of a house has stood in nothing but it.
    pub fn tread(&self, field: &Field, at: Inches) -> Tread {
        let (bases, by) = (self.unit.bases(), self.direction * at.get());
        let swept = bases.iter().map(|base| tread::slid(base, by)).collect();
        let from = match self.house {
            Some(house) => vec![house],
            None => bases,
        };
        ground::tread(&field.ground, &from, swept)
    }

    /// Whether it keeps to roads all the way, with the middle of its front.
    pub fn keeps_to_roads(&self, field: &Field, at: Inches) -> bool {
        track::on_roads(&field.ground, self.unit.place.pose.at.vec(), self.pose(at).at.vec())
    }

    /// Nobody runs through walls; who is put out of them has his own behind him.
    fn wall(&mut self, house: &Footprint) {
        for mine in self.unit.bases() {
            let flush = mine.flush(house);
            if stretch(&mine, house, self.direction, flush).is_some_and(|(start, _)| start > -flush)
                && let Some((start, _)) = stretch(&mine, house, self.direction, 0.0)
            {
                self.room = self.room.min(below(start)).floor_zero();
            }
        }
    }

    fn meet(&mut self, other: &Unit) {
        let friend = other.side() == self.unit.side();
        let mut first: Option<f32> = None;
        for mine in self.unit.bases() {
            for base in other.bases() {
                let flush = mine.flush(&base);
                let on = stretch(&mine, &base, self.direction, flush).filter(|(_, end)| *end > 0.0);
                let near = if friend { 0.0 } else { -TOUCH };
                let near = stretch(&mine, &base, self.direction, near).filter(|(_, end)| *end > 0.0);
                match (friend, on) {
                    (false, Some((start, _))) if start > 0.0 => {
                        let touch = near.map_or(start, |(start, _)| start);
                        self.room = self.room.min(below(touch)).floor_zero();
                    }
                    (true, Some((start, _))) => {
                        first = Some(first.map_or(start, |first| first.min(start)));
                        self.taken.extend(near.map(|(start, end)| Taken { start, end, slack: flush }));
                    }
                    (false, _) => self.taken.extend(near.map(|(start, end)| Taken { start, end, slack: 0.0 })),
                    (true, None) => {}
                }
            }
        }
        if let Some(at) = first {
            self.friends.push((other.id(), below(at).floor_zero()));
        }
    }

    /// How it stands as it sets out.
    pub fn place(&self) -> Place {
        self.unit.place
    }

    /// Where it stands after so many inches.
    pub fn pose(&self, at: Inches) -> Pose {
        let from = self.unit.place.pose;
        Pose::round(from.at.vec() + self.direction * at.get(), from.heading)
    }

    /// Whether so many inches bring it to the edge of the table, with nothing to bar it before.
    pub fn reaches_edge(&self, at: Inches) -> bool {
        self.edge.is_some_and(|edge| edge <= at && edge <= self.room)
    }

    /// Friends met in so many inches, the first one first.
    pub fn friends(&self, at: Inches) -> impl Iterator<Item = RegimentId> + '_ {
        self.friends.iter().filter(move |(_, met)| *met < at).map(|(id, _)| *id)
    }

    /// Where it ends: at the distance; past friends who stand there; or before it, when there is no room. `None` if it
    /// cannot leave the spot.
    pub fn goal(&self, distance: Inches) -> Option<Inches> {
        let last = self.edge.map_or(self.room, |edge| edge.min(self.room));
        let beyond = self.free(distance, Seek::Onward);
        if beyond <= last {
            return Some(beyond);
        }
        let before = self.free(distance.min(last), Seek::Back);
        (before > Inches::ZERO).then_some(before)
    }

    /// The nearest free spot from a point on.
    fn free(&self, from: Inches, seek: Seek) -> Inches {
        let mut at = from;
        // Each stretch is left at most once, in one direction.
        for _ in 0..=self.taken.len() {
            let here = at.get();
            let inside = |taken: &&Taken| taken.start + taken.slack < here && here < taken.end - taken.slack;
            let Some(taken) = self.taken.iter().find(inside) else { break };
            at = match seek {
                Seek::Onward => above(taken.end),
                Seek::Back => below(taken.start),
            };
        }
        at
    }
}

/// A stretch of the way on which nobody can end.
struct Taken {
    start: f32,
    end: f32,
    /// How far into it is still its edge: on friends what rounding makes of flush lines, at enemies nothing.
    slack: f32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Seek {
    Onward,
    Back,
}

/// The greatest stored distance that is no more.
fn below(inches: f32) -> Inches {
    Inches((inches * 1000.0 + NOISE).floor() as i32)
}

/// The least stored distance that is no less.
fn above(inches: f32) -> Inches {
    Inches((inches * 1000.0 - NOISE).ceil() as i32)
}

/// The stretch of a straight way, in inches, on which one base lies deeper than `depth` in another; a negative depth is
/// a distance. By the four axes that could separate them.
pub fn stretch(mine: &Footprint, theirs: &Footprint, direction: Vec2, depth: f32) -> Option<(f32, f32)> {
    let from = mine.pose.at.vec();
    let (ours, others) = (mine.corners().map(|c| c - from), theirs.corners().map(|c| c - from));
    let axes = [mine, theirs].into_iter().flat_map(|base| [base.pose.heading.right(), base.pose.heading.forward()]);
    let (mut start, mut end) = (f32::NEG_INFINITY, f32::INFINITY);
    for axis in axes {
        let span = |corners: [Vec2; 4]| {
            corners
                .iter()
                .map(|c| c.dot(axis))
                .fold((f32::INFINITY, f32::NEG_INFINITY), |(lo, hi), x| (lo.min(x), hi.max(x)))
        };
        let ((low, high), (their_low, their_high)) = (span(ours), span(others));
        let (near, far) = (their_low + depth - high, their_high - depth - low);
        let speed = direction.dot(axis);
        if speed.abs() < 1e-5 {
            if near >= 0.0 || far <= 0.0 {
                return None;
            }
        } else {
            let (a, b) = (near / speed, far / speed);
            start = start.max(a.min(b));
            end = end.min(a.max(b));
        }
    }
    (start < end).then_some((start, end))
}

/// Where the first corner reaches the edge of the table; `None` if it goes nowhere.
fn edge(field: &Field, unit: &Unit, direction: Vec2) -> Option<Inches> {
    let size = Vec2::new(field.ground.width.get(), field.ground.height.get());
    let ways = unit.footprint().corners().into_iter().flat_map(|corner| {
        [(corner.x, direction.x, size.x), (corner.y, direction.y, size.y)]
            .into_iter()
            .filter(|(_, speed, _)| speed.abs() > 1e-5)
            .map(|(at, speed, size)| if speed > 0.0 { (size - at) / speed } else { -at / speed })
    });
    ways.min_by(f32::total_cmp).map(|far| below(far).floor_zero())
}
