//! One regiment or general as he is seen: where, and what is still to be seen of his way there.

use std::collections::VecDeque;

use bevy::prelude::*;

use super::dressing::Posted;
use super::ranks::{Member, Ranks};
use super::{Bearing, Look};
use crate::table::motion::{Act, Gait, Leg, Stance};
use crate::table::noise;

/// What somebody shall look like, and where.
pub(super) struct Goal {
    pub look: Look,
    pub front: Stance,
    pub members: Vec<Member>,
    pub ranks: Option<Ranks>,
}

impl Goal {
    fn stances(&self) -> Vec<Stance> {
        placed(self.front, &self.members)
    }
}

fn placed(front: Stance, members: &[Member]) -> Vec<Stance> {
    let member = |(at, turn): &Member| Stance { at: front.local(at.x, at.y), heading: front.heading + turn };
    members.iter().map(member).collect()
}

/// One regiment or general.
pub(super) struct Body {
    /// As he looks now.
    pub look: Look,
    pub parts: Vec<(Entity, Posted)>,
    /// Where his stands are seen now.
    pub now: Vec<Stance>,
    pub goal: Goal,
    front: Stance,
    ranks: Ease,
    leg: Option<(f32, Leg)>,
    cues: VecDeque<(f32, Act)>,
    dressed: bool,
    /// The dress of his figures is not that of his look any more.
    pub stale: bool,
    /// His sprites are where he is seen.
    pub placed: bool,
    /// He has left the field, and is seen until then.
    pub leaves: Option<f32>,
}

/// Ranks that are dressed anew: every member goes from where he was to where he belongs.
struct Ease {
    from: Vec<Member>,
    to: Vec<Member>,
    start: f32,
    long: f32,
}

impl Ease {
    fn settled(to: Vec<Member>) -> Self {
        Self { from: Vec::new(), to, start: 0.0, long: 0.0 }
    }

    fn at(&self, clock: f32) -> Vec<Member> {
        let part = noise::rise(0.0, 1.0, (clock - self.start) / self.long.max(0.001));
        if part >= 1.0 || self.from.len() != self.to.len() {
            return self.to.clone();
        }
        let between = |((a, from), (b, to)): (&Member, &Member)| {
            let turn = (to - from + 180.0).rem_euclid(360.0) - 180.0;
            (a.lerp(*b, part), from + turn * part)
        };
        self.from.iter().zip(&self.to).map(between).collect()
    }

    fn moves(&self, clock: f32) -> bool {
        !self.from.is_empty() && clock < self.start + self.long
    }
}

/// Seconds in which ranks are dressed.
const DRESSING: f32 = 0.5;

impl Body {
    /// He is there, and has been.
    pub fn standing(goal: Goal, parts: Vec<(Entity, Posted)>) -> Self {
        Self {
            look: goal.look.clone(),
            parts,
            now: goal.stances(),
            front: goal.front,
            ranks: Ease::settled(goal.members.clone()),
            goal,
            leg: None,
            cues: VecDeque::new(),
            dressed: true,
            stale: false,
            placed: false,
            leaves: None,
        }
    }

    /// Whether a goal is the one that he has.
    pub fn wants(&self, goal: &Goal) -> bool {
        self.goal.look == goal.look && self.goal.front == goal.front && self.goal.members == goal.members
    }

    /// Gets another goal, and the way there: cues at times of the parade's clock.
    pub fn set_out(&mut self, goal: Goal, cues: VecDeque<(f32, Act)>) {
        self.goal = goal;
        self.cues = cues;
        self.dressed = false;
    }

    /// Has left the field, and is seen to go until the end.
    pub fn leave(&mut self, end: Option<f32>, cues: VecDeque<(f32, Act)>) {
        self.leaves = end;
        self.cues = cues;
        // He keeps the look that he has: there is no other.
        self.goal.look = self.look.clone();
    }

    /// Where his front is seen now.
    pub fn front(&self) -> Stance {
        self.front
    }

    /// Is at his goal at once.
    pub fn finish(&mut self) {
        self.cues.clear();
        self.leg = None;
        self.front = self.goal.front;
        self.ranks = Ease::settled(self.goal.members.clone());
        self.now = self.goal.stances();
        self.placed = false;
        self.dressed = true;
        self.wear(self.goal.look.clone());
    }

    /// Whether there is anything left of his way.
    pub fn moves(&self, clock: f32) -> bool {
        !self.cues.is_empty() || self.leg.is_some() || !self.dressed || self.ranks.moves(clock) || self.leaves.is_some()
    }

    /// Goes on until the clock shows so much.
    pub fn go(&mut self, clock: f32) {
        while self.cues.front().is_some_and(|(at, _)| *at <= clock) {
            if let Some((at, act)) = self.cues.pop_front() {
                self.walk(at);
                self.begin(at, act);
            }
        }
        self.walk(clock);
        if self.cues.is_empty() && self.leg.is_none() && (!self.dressed || self.front != self.goal.front) {
            self.dress(clock);
        }
        self.now = placed(self.front, &self.ranks.at(clock));
        self.placed = false;
        let bearing = match self.leg {
            Some((_, Leg { gait: Gait::Charge, .. })) => Bearing::Charging,
            Some((_, Leg { gait: Gait::March, .. })) => Bearing::Marching,
            Some((_, Leg { gait: Gait::Flight, .. })) => Bearing::Routing,
            Some((_, Leg { gait: Gait::Ride, .. })) => Bearing::Ready,
            None if self.dressed => self.goal.look.bearing,
            None => self.look.bearing,
        };
        if bearing != self.look.bearing {
            self.wear(Look { bearing, ..self.look.clone() });
        }
    }

    /// Goes on along his leg.
    fn walk(&mut self, clock: f32) {
        if let Some((start, leg)) = &self.leg {
            self.front = leg.at(clock - start);
            // The next leg begins when this one ends, give or take the last bit of a sum.
            if clock + 1e-4 >= start + leg.long {
                self.front = leg.to;
                self.leg = None;
            }
        }
    }

    fn begin(&mut self, at: f32, act: Act) {
        match act {
            Act::Go(leg) => {
                if leg.from != self.front {
                    self.stand_at(leg.from, self.ranks.to.clone(), at);
                }
                self.leg = Some((at, leg));
            }
            Act::Turn(front) => self.stand_at(front, self.ranks.to.clone(), at),
            Act::Dress if !self.dressed => {
                self.dressed = true;
                self.wear(self.goal.look.clone());
                // The front of the regiment is where its next step begins, or where it stays.
                let next = self.cues.iter().find_map(|(_, act)| match act {
                    Act::Go(leg) => Some(leg.from),
                    Act::Turn(front) => Some(*front),
                    _ => None,
                });
                self.stand_at(next.unwrap_or(self.goal.front), self.goal.members.clone(), at);
            }
            Act::Dress | Act::Fire(_) | Act::Fall(_) | Act::Leave => {}
        }
    }

    /// Looks and stands as he shall in the end.
    fn dress(&mut self, clock: f32) {
        self.dressed = true;
        self.wear(self.goal.look.clone());
        self.stand_at(self.goal.front, self.goal.members.clone(), clock);
    }

    fn wear(&mut self, look: Look) {
        if self.look != look {
            self.look = look;
            self.stale = true;
        }
    }

    /// The front is elsewhere, or the ranks are others: everybody goes there from where he is seen.
    fn stand_at(&mut self, front: Stance, members: Vec<Member>, clock: f32) {
        let seen = placed(self.front, &self.ranks.at(clock));
        let from = nearest(front, &seen, &members);
        self.front = front;
        self.ranks = Ease { from, to: members, start: clock, long: DRESSING };
    }
}

/// For each member, who goes to his post: the nearest who has not gone elsewhere.
fn nearest(front: Stance, seen: &[Stance], members: &[Member]) -> Vec<Member> {
    let local: Vec<Member> =
        seen.iter().map(|stance| (front.seen_from(stance.at), stance.heading - front.heading)).collect();
    let mut pairs: Vec<(f32, usize, usize)> = members
        .iter()
        .enumerate()
        .flat_map(|(n, (to, _))| local.iter().enumerate().map(move |(m, (from, _))| (to.distance_squared(*from), n, m)))
        .collect();
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let mut out: Vec<Option<Member>> = vec![None; members.len()];
    let mut gone = vec![false; local.len()];
    for (_, n, m) in pairs {
        if out[n].is_none() && !gone[m] {
            out[n] = Some(local[m]);
            gone[m] = true;
        }
    }
    // Those who come from nowhere are there.
    out.into_iter().zip(members).map(|(from, to)| from.unwrap_or(*to)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn men_who_turn_about_stay_where_they_are() {
        // Three stands in line, seen facing north; the front is now where their rear was, facing south.
        let members: Vec<Member> = [-1.0, 0.0, 1.0].map(|x| (Vec2::new(x, 0.0), 0.0)).to_vec();
        let north = Stance { at: Vec2::new(10.0, 10.0), heading: 0.0 };
        let seen = placed(north, &members);
        let south = Stance { at: Vec2::new(10.0, 9.25), heading: 180.0 };
        let from = nearest(south, &seen, &members);
        // Each goes no farther than the depth of his base, and none crosses the line.
        for ((from, turn), (to, _)) in from.iter().zip(&members) {
            assert!((from.x - to.x).abs() < 1e-4 && (from.y - to.y).abs() < 0.76, "{from:?} {to:?}");
            assert!((turn + 180.0).abs() < 1e-3);
        }
    }

    #[test]
    fn a_line_that_loses_its_end_keeps_everybody_else_in_place() {
        let five: Vec<Member> = [-2.0, -1.0, 0.0, 1.0, 2.0].map(|x| (Vec2::new(x, 0.0), 0.0)).to_vec();
        let seen = placed(Stance { at: Vec2::new(20.0, 20.0), heading: 0.0 }, &five);
        let four: Vec<Member> = [-1.5, -0.5, 0.5, 1.5].map(|x| (Vec2::new(x, 0.0), 0.0)).to_vec();
        // The left stand is gone; the middle of the front is half an inch farther right.
        let from = nearest(Stance { at: Vec2::new(20.5, 20.0), heading: 0.0 }, &seen, &four);
        for (from, to) in from.iter().zip(&four) {
            assert!((from.0 - to.0).length() < 1e-4);
        }
    }
}
