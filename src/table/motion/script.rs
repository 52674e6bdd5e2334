//! What came of an order, laid out in time: who goes where and when, when a volley flashes, when men fall.

use super::track::{Leg, Stance};
use crate::army::RegimentId;
use crate::book::fire::Band;
use crate::record::log::{BattleLog, Said};
use crate::table::miniatures::Owner;
use crate::turn::Event;
use crate::turn::event::{BuildingEvent, End, Motion};

/// In which manner somebody goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::table) enum Gait {
    /// In step.
    March,
    /// At the run, bayonets down.
    Charge,
    /// Back, beaten.
    Flight,
    /// On a horse by himself.
    Ride,
}

impl Gait {
    /// Inches a second.
    pub const fn pace(self) -> f32 {
        match self {
            Self::March => 5.0,
            Self::Charge => 8.0,
            Self::Flight | Self::Ride => 7.0,
        }
    }
}

/// A volley as it is seen and heard.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::table) struct Shots {
    /// Stands that fire.
    pub stands: u8,
    /// How far.
    pub band: Band,
}

/// Something that is seen.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::table) enum Act {
    /// Goes a part of his path.
    Go(Leg),
    /// Every man turns where he stands: the front is there now.
    Turn(Stance),
    /// From now on he looks as he does at the end: fewer stands, another formation, a marker.
    Dress,
    /// A volley leaves his front.
    Fire(Shots),
    /// A stand falls at this end.
    Fall(End),
    /// He is gone.
    Leave,
}

/// What is seen of an order, in the order of time.
#[derive(Clone, PartialEq, Default, Debug)]
pub(in crate::table) struct Script {
    /// When, in seconds from its beginning, who, and what.
    pub cues: Vec<(f32, Owner, Act)>,
    /// Seconds until all is done.
    pub long: f32,
}

/// The longest that an order is seen, in seconds; what would take longer goes faster.
const MOST: f32 = 6.0;

impl Script {
    /// Of what happened.
    pub fn of(events: &[Event]) -> Self {
        let mut script = Self::default();
        for event in events {
            script.add(event);
        }
        script.dress_once();
        let faster = (script.long / MOST).max(1.0);
        for (at, _, act) in &mut script.cues {
            *at /= faster;
            if let Act::Go(leg) = act {
                leg.long /= faster;
            }
        }
        script.long /= faster;
        script
    }

    /// What somebody does, in the order of time.
    pub fn part(&self, who: Owner) -> impl Iterator<Item = (f32, &Act)> {
        self.cues.iter().filter(move |(_, owner, _)| *owner == who).map(|(at, _, act)| (*at, act))
    }

    /// When a regiment sets out and when it halts, if it goes at all.
    pub fn going(&self, unit: RegimentId) -> Option<(f32, f32)> {
        let legs = self.part(Owner::Regiment(unit)).filter_map(|(at, act)| match act {
            Act::Go(leg) => Some((at, at + leg.long)),
            _ => None,
        });
        legs.reduce(|all, leg| (all.0, leg.1))
    }

    fn add(&mut self, event: &Event) {
        match event {
            Event::Moved { unit, motion, from, via, to, .. } => {
                let path: Vec<Stance> = [*from].iter().chain(via).chain([to]).map(|pose| Stance::of(*pose)).collect();
                match motion {
                    Motion::AboutFace => self.act(*unit, Act::Turn(Stance::of(*to)), 0.6),
                    _ => self.go(Owner::Regiment(*unit), &path, gait(*motion)),
                }
            }
            Event::Formed { unit, .. } => self.act(*unit, Act::Dress, 0.7),
            Event::VolleyFired { unit, stands, band, .. } => {
                self.act(*unit, Act::Fire(Shots { stands: *stands, band: *band }), 0.6);
            }
            Event::StandLost { unit, from, .. } => {
                self.act(*unit, Act::Fall(*from), 0.06);
                self.act(*unit, Act::Dress, 0.12);
            }
            Event::Hurt { unit, .. }
            | Event::Disordered { unit, .. }
            | Event::Rallied(unit)
            | Event::LowAmmo(unit)
            | Event::Resupplied(unit)
            | Event::FlankRefused { unit, .. } => self.act(*unit, Act::Dress, 0.1),
            Event::Screen { unit, .. } => self.act(*unit, Act::Dress, 0.1),
            Event::Building(BuildingEvent::WentIn { unit, .. } | BuildingEvent::CameOut { unit, .. }) => {
                self.act(*unit, Act::Dress, 0.5);
            }
            Event::Detached { parent, .. } | Event::Rejoined { parent, .. } => self.act(*parent, Act::Dress, 0.3),
            Event::Contact { .. } => self.long += 0.2,
            Event::MeleeDecided { .. } => self.long += 0.4,
            Event::Removed { unit, .. } => self.act(*unit, Act::Leave, 0.3),
            _ => {}
        }
    }

    fn act(&mut self, unit: RegimentId, act: Act, long: f32) {
        self.cues.push((self.long, Owner::Regiment(unit), act));
        self.long += long;
    }

    fn go(&mut self, who: Owner, path: &[Stance], gait: Gait) {
        let whole: f32 = path.windows(2).map(|ends| ends[0].way(ends[1])).sum();
        if whole <= 0.0 {
            return;
        }
        // A short step is not over in a blink, a long road does not take for ever.
        let long = (whole / gait.pace()).clamp(0.25, 2.4);
        for ends in path.windows(2) {
            let part = ends[0].way(ends[1]) / whole;
            let leg = Leg { from: ends[0], to: ends[1], long: long * part, gait, alone: path.len() == 2 };
            self.cues.push((self.long, who, Act::Go(leg)));
            self.long += leg.long;
        }
    }

    /// Only the first loss, or else the first change, dresses a regiment: it dresses for all of them at once.
    fn dress_once(&mut self) {
        let mut dressed: Vec<Owner> = Vec::new();
        let lost: Vec<Owner> = self.cues.iter().filter(|cue| matches!(cue.2, Act::Fall(_))).map(|cue| cue.1).collect();
        let mut fell: Vec<Owner> = Vec::new();
        self.cues.retain(|(_, who, act)| match act {
            Act::Fall(_) => {
                fell.push(*who);
                true
            }
            Act::Dress if dressed.contains(who) => false,
            // Markers wait for the loss, so that the stand is not gone before the volley.
            Act::Dress if lost.contains(who) && !fell.contains(who) => false,
            Act::Dress => {
                dressed.push(*who);
                true
            }
            _ => true,
        });
    }
}

const fn gait(motion: Motion) -> Gait {
    match motion {
        Motion::Charge | Motion::CounterCharge => Gait::Charge,
        Motion::Retreat | Motion::Broken => Gait::Flight,
        Motion::March
        | Motion::FallBack
        | Motion::FaceTarget
        | Motion::Consolidate
        | Motion::Pivot
        | Motion::AboutFace => Gait::March,
    }
}

/// What the order since `seen` has brought, if it was a single one. Then `seen` is up to date.
pub(in crate::table) fn newest<'l>(log: &'l BattleLog, seen: &mut u64) -> Option<&'l [Event]> {
    let entry = log.entries.last()?;
    let before = std::mem::replace(seen, entry.number);
    let one = matches!(entry.said, Said::Order(_)) && entry.number == before + 1;
    one.then_some(entry.events.as_slice())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Degrees, Inches, Pose, Spot};
    use crate::turn::event::Volley;

    fn pose(x: i32, y: i32, heading: i32) -> Pose {
        Pose { at: Spot { x: Inches::new(x), y: Inches::new(y) }, heading: Degrees::new(heading) }
    }

    fn moved(unit: u16, motion: Motion, path: &[Pose]) -> Event {
        Event::Moved {
            unit: RegimentId(unit),
            motion,
            from: path[0],
            via: path[1..path.len() - 1].to_vec(),
            to: path[path.len() - 1],
            cost: Inches::ZERO,
            taken: Inches::ZERO,
            forward: Inches::ZERO,
            wheel: Degrees::ZERO,
        }
    }

    fn lost(unit: u16) -> Event {
        Event::StandLost { unit: RegimentId(unit), from: End::Left, left: 3 }
    }

    fn fired(unit: u16, target: u16) -> Event {
        Event::VolleyFired {
            unit: RegimentId(unit),
            target: RegimentId(target),
            volley: Volley::Closing,
            range: Inches::new(4),
            band: crate::book::fire::Band::Short,
            stands: 4,
        }
    }

    #[test]
    fn a_charge_halts_is_fired_at_loses_a_stand_and_goes_on() {
        let charge = [pose(20, 10, 0), pose(20, 14, 0), pose(20, 18, 0)];
        let events = [
            moved(0, Motion::Charge, &charge[..2]),
            fired(1, 0),
            Event::Hurt { unit: RegimentId(0), hits: 2, micro: 0 },
            lost(0),
            moved(0, Motion::Charge, &charge[1..]),
        ];
        let script = Script::of(&events);
        let at = |wanted: fn(&Act) -> bool| script.cues.iter().find(|cue| wanted(&cue.2)).map(|cue| cue.0);
        let legs: Vec<(f32, f32)> = script
            .part(Owner::Regiment(RegimentId(0)))
            .filter_map(|(at, act)| if let Act::Go(leg) = act { Some((at, leg.long)) } else { None })
            .collect();
        let flash = at(|act| matches!(act, Act::Fire(_))).expect("it fires");
        let dress: Vec<_> = script.cues.iter().filter(|cue| matches!(cue.2, Act::Dress)).collect();
        assert_eq!(legs.len(), 2);
        assert!(legs[0].0 + legs[0].1 <= flash + 1e-4 && flash < legs[1].0);
        let fall = at(|act| matches!(act, Act::Fall(_))).expect("a stand falls");
        // One change of dress, with the fall and not with the hurt before it.
        assert_eq!(dress.len(), 1);
        assert!(dress[0].0 >= fall && fall > flash);
        assert_eq!(script.going(RegimentId(0)), Some((legs[0].0, legs[1].0 + legs[1].1)));
    }

    #[test]
    fn a_long_story_is_told_faster_and_keeps_its_order() {
        let events: Vec<Event> =
            (0..40).map(|n| moved(n, Motion::March, &[pose(10, 10, 0), pose(10, 16, 0)])).collect();
        let script = Script::of(&events);
        assert!((script.long - MOST).abs() < 1e-3);
        assert!(script.cues.is_sorted_by(|a, b| a.0 <= b.0));
    }

    #[test]
    fn men_who_turn_about_turn_where_they_stand() {
        let script = Script::of(&[moved(2, Motion::AboutFace, &[pose(10, 10, 0), pose(10, 9, 180)])]);
        assert_eq!(script.cues.len(), 1);
        assert!(matches!(script.cues[0].2, Act::Turn(stance) if stance.heading == 180.0));
    }
}
