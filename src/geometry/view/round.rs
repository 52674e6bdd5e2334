//! What lies around an eye: every corner, and every place where two edges cross, is a direction in which what is met may
//! change; between two such directions it does not.

use std::ops::Range;

use bevy::math::{DVec2, Vec2};

use super::edges::{Edge, Kind, Meeting, Stage};
use super::trio::unit;

/// Directions closer than this are one: a twentieth of a thousandth of an inch at the far side of the table.
const SLIVER: f64 = 5e-7;

/// Eighths of the circle. No wedge is wider.
pub(super) const SECTORS: usize = 8;

/// Where an eighth of the circle begins.
pub(super) fn begins(sector: usize) -> DVec2 {
    /// The cosine of 45 degrees.
    const SLANT: f64 = std::f64::consts::FRAC_1_SQRT_2;
    let (x, y) = [
        (1.0, 0.0),
        (SLANT, SLANT),
        (0.0, 1.0),
        (-SLANT, SLANT),
        (-1.0, 0.0),
        (-SLANT, -SLANT),
        (0.0, -1.0),
        (SLANT, -SLANT),
    ][sector % SECTORS];
    DVec2::new(x, y)
}

/// Direction as a number that grows counterclockwise, from 0 (to the right) to 4.
fn bearing(of: DVec2) -> f64 {
    let across = of.x / (of.x.abs() + of.y.abs());
    if of.y >= 0.0 { 1.0 - across } else { 3.0 + across }
}

/// What happens in a direction.
#[derive(Clone, Copy)]
pub(super) enum Change {
    /// An edge begins to be met.
    Begins(u32),
    /// It is met no longer.
    Ends(u32),
    /// Two edges cross.
    Crossing,
}

pub(super) struct Event {
    pub(super) at: DVec2,
    /// Ground of this level begins or ends there; without limit when it must be looked at, whatever hides it.
    pub(super) ground: i32,
    /// The highest level on which it changes what is seen; without limit in the same way.
    pub(super) reaches: i32,
    pub(super) change: Change,
}

/// An eye's surroundings, sorted by direction.
pub(super) struct Round<'s> {
    pub(super) stage: &'s Stage,
    pub(super) from: Vec2,
    pub(super) edges: Vec<Edge>,
    /// Those of edge `n` are `2 n` and `2 n + 1`.
    events: Vec<Event>,
    /// Their bearings in whole parts.
    bearings: Vec<u64>,
    /// Bearings and, in their last bits, numbers of the events, all round.
    order: Vec<u64>,
    /// How many bits a number takes.
    bits: u32,
    /// The eye stands on a side of something, or looks along it.
    pub(super) loose: bool,
}

impl<'s> Round<'s> {
    pub(super) fn new(stage: &'s Stage) -> Self {
        Self {
            stage,
            from: Vec2::ZERO,
            edges: Vec::new(),
            events: Vec::new(),
            bearings: Vec::new(),
            order: Vec::new(),
            bits: 1,
            loose: false,
        }
    }

    /// Lists the directions in which something changes for an eye.
    pub(super) fn gather(&mut self, from: Vec2) {
        self.from = from;
        self.loose = self.stage.around(from, &mut self.edges);
        self.events.clear();
        for (n, edge) in self.edges.iter().enumerate() {
            // All around the table's sides is looked at anew: what is dead ends there.
            let ground = if edge.kind == Kind::Table { i32::MAX } else { edge.ground() };
            let (n, reaches) = (n as u32, edge.reaches);
            self.events.push(Event { at: edge.first, ground, reaches, change: Change::Begins(n) });
            self.events.push(Event { at: edge.last, ground, reaches, change: Change::Ends(n) });
        }
        let eye = from.as_dvec2();
        let crossing = |meeting: &Meeting| Event {
            at: meeting.at.as_dvec2() - eye,
            ground: meeting.ground,
            reaches: meeting.reaches,
            change: Change::Crossing,
        };
        self.events.extend(self.stage.meetings.iter().map(crossing).filter(|event| event.at != DVec2::ZERO));
        let always = |at| Event { at, ground: i32::MAX, reaches: i32::MAX, change: Change::Crossing };
        self.events.extend((0..SECTORS).map(begins).map(always));
        self.bits = usize::BITS - self.events.len().leading_zeros();
        let parts = (1_u64 << (61 - self.bits)) as f64;
        self.bearings.clear();
        self.bearings.extend(self.events.iter().map(|event| (bearing(event.at) * parts) as u64));
        let sectors = self.events.len() - SECTORS;
        for sector in 0..SECTORS {
            self.bearings[sectors + sector] = self.sector(sector);
        }
        self.order.clear();
        self.order.extend(self.bearings.iter().zip(0..).map(|(bearing, n): (_, u64)| bearing << self.bits | n));
        self.order.sort_unstable();
    }

    /// The bearing at which an eighth of the circle begins.
    fn sector(&self, sector: usize) -> u64 {
        (sector as u64) << (60 - self.bits)
    }

    /// The events of an eighth of the circle.
    pub(super) fn of(&self, sector: usize) -> Range<usize> {
        let before = |sector: usize| self.order.partition_point(|at| at >> self.bits < self.sector(sector));
        before(sector)..if sector + 1 == SECTORS { self.order.len() } else { before(sector + 1) }
    }

    /// The edges that lie in the direction in which an eighth of the circle begins, but for those that begin there.
    pub(super) fn across(&self, sector: usize) -> impl Iterator<Item = u32> {
        let at = self.sector(sector);
        (0..self.edges.len() as u32).filter(move |n| {
            let [begins, ends] = [0, 1].map(|end| self.bearings[2 * *n as usize + end]);
            if begins <= ends { begins < at && at <= ends } else { begins < at || at <= ends }
        })
    }

    /// How many of some events lie in the direction of the first.
    pub(super) fn together(&self, range: Range<usize>) -> usize {
        let sliver = (SLIVER * (1_u64 << (61 - self.bits)) as f64) as u64;
        let first = self.order[range.start] >> self.bits;
        self.order[range].iter().take_while(|at| (**at >> self.bits) - first <= sliver).count()
    }

    /// An event by its place all round.
    pub(super) fn event(&self, place: usize) -> &Event {
        &self.events[(self.order[place] & ((1 << self.bits) - 1)) as usize]
    }

    /// The direction of an event, of length 1.
    pub(super) fn toward(&self, place: usize) -> DVec2 {
        unit(self.event(place).at)
    }
}
