//! What is heard of an order: its script of motion, read for the ear, and the dice and pages of the table.

use super::synth::{Gun, Pace, Sound};
use crate::army::{Arm, Formation, RegimentId, Side, Weapon};
use crate::book::fire::Band;
use crate::record::log::{LogEntry, Said};
use crate::table::miniatures::Owner;
use crate::table::motion::{Act, Gait, Leg, Script, Shots};
use crate::turn::field::Unit;
use crate::turn::{Event, Field, Order};

/// Something that will be heard.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Cue {
    /// Seconds of the script.
    pub at: f32,
    /// From whom; nobody's is heard from beside the table.
    pub from: Option<RegimentId>,
    /// What.
    pub sound: Sound,
    /// After so many seconds of the script it ends, for what lasts as long as a march does.
    pub held: Option<f32>,
}

/// Muskets heard for a stand in close order, and in skirmish order.
const CLOSE: u16 = 12;
const LOOSE: u16 = 5;
/// No line is heard as more than this.
const MOST_MUSKETS: u16 = 120;
/// Nor a battery, nor a handful of dice.
const MOST_GUNS: u8 = 4;
const MOST_DICE: u8 = 12;
/// Legs with no more than this between them are one march.
const PAUSE: f32 = 0.05;

/// What is heard of what an entry of the log has set going, in the order of time.
pub(super) fn cues(entry: &LogEntry, script: &Script, field: &Field) -> Vec<Cue> {
    let mut cues = beside_the_table(entry);
    for (n, (at, owner, act)) in script.cues.iter().enumerate() {
        let Owner::Regiment(unit) = *owner else { continue };
        if !field.knows(unit) {
            continue;
        }
        let who = field.unit(unit);
        match act {
            Act::Fire(shots) => {
                cues.push(Cue { at: *at, from: Some(unit), sound: discharge(who, *shots), held: None });
            }
            Act::Go(leg) => {
                let march = March::from(script, n);
                if march.first {
                    go(who, leg.gait, *at, march.end, script.part(*owner), &mut cues);
                }
            }
            Act::Turn(_) | Act::Dress | Act::Fall(_) | Act::Leave => {}
        }
    }
    cues.sort_by(|a, b| a.at.total_cmp(&b.at));
    cues
}

/// Dice that the program throws, and a page for a new phase.
fn beside_the_table(entry: &LogEntry) -> Vec<Cue> {
    let mut cues = Vec::new();
    let beside = |sound| Cue { at: 0.0, from: None, sound, held: None };
    let typed = matches!(&entry.said, Said::Order(Order::Dice(_)));
    let dice: usize =
        entry.events.iter().map(|e| if let Event::Rolled { dice, .. } = e { dice.len() } else { 0 }).sum();
    // Whoever types what he has thrown has heard his own.
    if dice > 0 && !typed {
        cues.push(beside(Sound::Dice(u8::try_from(dice).unwrap_or(MOST_DICE).min(MOST_DICE))));
    }
    if entry.events.iter().any(|event| matches!(event, Event::PhaseBegan(_))) {
        cues.push(beside(Sound::Page));
    }
    cues
}

/// A volley of these men or guns.
fn discharge(who: &Unit, shots: Shots) -> Sound {
    if who.regiment.arm.is_artillery() {
        let pieces = shots.stands.clamp(1, MOST_GUNS);
        return match (shots.band, who.regiment.weapon) {
            (Band::Short, _) => Sound::Canister(pieces),
            (_, Weapon::OrdnanceRifle | Weapon::Parrott) => Sound::Guns(Gun::Rifled, pieces),
            _ => Sound::Guns(Gun::Smoothbore, pieces),
        };
    }
    let loose = who.place.formation == Formation::Dismounted;
    match shots.stands {
        0 => Sound::Skirmish,
        1 if loose => Sound::Skirmish,
        stands => Sound::Volley((u16::from(stands) * if loose { LOOSE } else { CLOSE }).min(MOST_MUSKETS)),
    }
}

/// Where in its march a leg is.
struct March {
    first: bool,
    /// When the march ends.
    end: f32,
}

impl March {
    /// Of the leg that is the `n`th act of a script.
    fn from(script: &Script, n: usize) -> Self {
        let (at, owner, _) = &script.cues[n];
        let legs: Vec<(f32, &Leg)> = script
            .part(*owner)
            .filter_map(|(at, act)| if let Act::Go(leg) = act { Some((at, leg)) } else { None })
            .collect();
        let joined = |before: &(f32, &Leg), at: f32| at - before.0 - before.1.long <= PAUSE;
        let this = legs.iter().position(|leg| leg.0 == *at).unwrap_or(0);
        let first = this == 0 || !joined(&legs[this - 1], legs[this].0);
        let mut last = this;
        while last + 1 < legs.len() && joined(&legs[last], legs[last + 1].0) {
            last += 1;
        }
        Self { first, end: legs.get(last).map_or(*at, |leg| leg.0 + leg.1.long) }
    }
}

/// Somebody sets out.
fn go<'s>(who: &Unit, gait: Gait, at: f32, end: f32, own: impl Iterator<Item = (f32, &'s Act)>, cues: &mut Vec<Cue>) {
    let mut add = |sound, held| cues.push(Cue { at, from: Some(who.id()), sound, held });
    let feet = feet(who, gait);
    add(feet, Some(end - at));
    if gait != Gait::Charge {
        return;
    }
    let horse = feet == Sound::Hooves(Pace::Gallop);
    let again =
        own.filter(|(when, act)| *when < at && matches!(act, Act::Go(leg) if leg.gait == Gait::Charge)).count() > 0;
    // The bugle sends horsemen off; whoever goes in after the volley, and all foot, cheer.
    match who.side() {
        _ if horse && !again => add(Sound::Bugle, None),
        Side::Union => add(Sound::Hurrah, None),
        Side::Confederate => add(Sound::Yell, None),
    }
}

/// What is heard of somebody who is on his way.
fn feet(who: &Unit, gait: Gait) -> Sound {
    match (who.regiment.arm, who.place.formation, gait) {
        (_, Formation::LedHorses, _) => Sound::Hooves(Pace::Trot),
        (Arm::Cavalry, Formation::MountedLine | Formation::MountedColumn, Gait::March | Gait::Ride) => {
            Sound::Hooves(Pace::Trot)
        }
        (Arm::Cavalry, Formation::MountedLine | Formation::MountedColumn, _) => Sound::Hooves(Pace::Gallop),
        (Arm::FootArtillery | Arm::HorseArtillery, Formation::Limbered, _) => Sound::Limbers,
        // Only a line of foot has its drums, and only while it is in step.
        (Arm::Infantry, _, Gait::March) => Sound::Drums,
        _ => Sound::Tramp,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Pose;
    use crate::table::sound::stage::{entry, field, fired, moved, unit};
    use crate::turn::Phase;
    use crate::turn::event::{End, Motion, Purpose};

    fn heard(field: &Field, events: Vec<Event>) -> Vec<Cue> {
        let entry = entry(1, events);
        cues(&entry, &Script::of(&entry.events), field)
    }

    fn sounds(cues: &[Cue]) -> Vec<Sound> {
        cues.iter().map(|cue| cue.sound).collect()
    }

    #[test]
    fn a_volley_is_heard_when_it_flashes_and_as_many_stands_as_fire() {
        let field = field("mcphersons_ridge");
        let foot = unit(&field, Arm::Infantry, Side::Confederate);
        let events = vec![
            moved(&field, foot, Motion::March),
            fired(foot, Band::Medium, 4),
            Event::StandLost { unit: foot, from: End::Left, left: 3 },
        ];
        let script = Script::of(&events);
        let flash = script.cues.iter().find(|cue| matches!(cue.2, Act::Fire(_))).expect("it fires").0;
        let cues = heard(&field, events);
        let volley = cues.iter().find(|cue| cue.sound == Sound::Volley(48)).expect("four stands of twelve");
        assert_eq!((volley.at, volley.from, volley.held), (flash, Some(foot), None));
        let small = heard(&field, vec![fired(foot, Band::Medium, 2)]);
        assert_eq!(sounds(&small), [Sound::Volley(24)]);
    }

    #[test]
    fn guns_are_told_by_their_bore_and_canister_by_the_range() {
        let field = field("mcphersons_ridge");
        let battery =
            |weapon| field.units.iter().find(|unit| unit.regiment.weapon == weapon).expect("it is in the battle").id();
        let (rifles, napoleons) = (battery(Weapon::OrdnanceRifle), battery(Weapon::Napoleon));
        assert_eq!(sounds(&heard(&field, vec![fired(rifles, Band::Long, 3)])), [Sound::Guns(Gun::Rifled, 3)]);
        assert_eq!(sounds(&heard(&field, vec![fired(napoleons, Band::Medium, 2)])), [Sound::Guns(Gun::Smoothbore, 2)]);
        assert_eq!(sounds(&heard(&field, vec![fired(napoleons, Band::Short, 2)])), [Sound::Canister(2)]);
    }

    #[test]
    fn a_march_has_its_drum_from_the_first_step_to_the_last() {
        let field = field("mcphersons_ridge");
        let foot = unit(&field, Arm::Infantry, Side::Union);
        let mut march = moved(&field, foot, Motion::March);
        if let Event::Moved { via, from, .. } = &mut march {
            // Of two legs, and one drum.
            via.push(Pose { at: from.ahead(crate::geometry::Inches::new(2)).at, ..*from });
        }
        let script = Script::of(std::slice::from_ref(&march));
        let (from, to) = script.going(foot).expect("it marches");
        let cues = heard(&field, vec![march]);
        assert_eq!(sounds(&cues), [Sound::Drums]);
        assert_eq!(cues[0].at, from);
        assert!((cues[0].held.expect("it ends with the march") - (to - from)).abs() < 1e-4);
    }

    #[test]
    fn each_side_has_its_cheer_and_horsemen_their_bugle() {
        let field = field("fleetwood_hill");
        let charge = |id| sounds(&heard(&field, vec![moved(&field, id, Motion::Charge)]));
        let horse = unit(&field, Arm::Cavalry, Side::Union);
        assert_eq!(charge(horse), [Sound::Hooves(Pace::Gallop), Sound::Bugle]);
        let field = self::field("mcphersons_ridge");
        let charge = |id| sounds(&heard(&field, vec![moved(&field, id, Motion::Charge)]));
        assert_eq!(charge(unit(&field, Arm::Infantry, Side::Union)), [Sound::Tramp, Sound::Hurrah]);
        assert_eq!(charge(unit(&field, Arm::Infantry, Side::Confederate)), [Sound::Tramp, Sound::Yell]);
    }

    #[test]
    fn a_charge_that_is_fired_at_goes_in_after_the_volley_with_a_cheer_of_its_own() {
        let field = field("fleetwood_hill");
        let (horse, enemy) = (unit(&field, Arm::Cavalry, Side::Confederate), unit(&field, Arm::Cavalry, Side::Union));
        let events = vec![
            moved(&field, horse, Motion::Charge),
            fired(enemy, Band::Short, 3),
            moved(&field, horse, Motion::Charge),
        ];
        let cues = heard(&field, events);
        let of: Vec<Sound> = cues.iter().filter(|cue| cue.from == Some(horse)).map(|cue| cue.sound).collect();
        let gallop = Sound::Hooves(Pace::Gallop);
        assert_eq!(of, [gallop, Sound::Bugle, gallop, Sound::Yell]);
        assert!(cues.is_sorted_by(|a, b| a.at <= b.at));
        let volley = cues.iter().find(|cue| cue.from == Some(enemy)).expect("it fires").at;
        assert!(cues[0].at + cues[0].held.expect("held") <= volley + 1e-4);
    }

    #[test]
    fn the_beaten_have_no_drum() {
        let field = field("mcphersons_ridge");
        let foot = unit(&field, Arm::Infantry, Side::Union);
        assert_eq!(sounds(&heard(&field, vec![moved(&field, foot, Motion::Retreat)])), [Sound::Tramp]);
    }

    #[test]
    fn the_programs_dice_rattle_and_typed_ones_do_not() {
        let field = field("mcphersons_ridge");
        let foot = unit(&field, Arm::Infantry, Side::Union);
        let rolled = Event::Rolled {
            purpose: Purpose::ToHit(foot),
            side: Side::Union,
            dice: vec![1, 2, 3, 4, 5],
            number: Some(4),
            modifiers: Vec::new(),
            passed: 2,
            page: crate::book::Page("QRS 3"),
        };
        let said = |said, events: Vec<Event>| {
            let entry = LogEntry { said, ..entry(1, events) };
            sounds(&cues(&entry, &Script::default(), &field))
        };
        let seeded = Said::Order(Order::Ready(Side::Union));
        assert_eq!(said(seeded.clone(), vec![rolled.clone(), rolled.clone()]), [Sound::Dice(10)]);
        assert_eq!(said(seeded.clone(), vec![rolled.clone(); 3]), [Sound::Dice(MOST_DICE)]);
        assert_eq!(said(Said::Order(Order::Dice(vec![1])), vec![rolled]), []);
        assert_eq!(said(seeded, vec![Event::PhaseBegan(Phase::Fire)]), [Sound::Page]);
    }
}
