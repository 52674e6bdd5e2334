//! Events that belong together in one line that opens: a volley with its dice, saves and losses; a melee with both its
//! scores; a roll with what it decides.

use super::event::line;
use super::phrases::{faces, volley_page};
use super::{Line, count};
use crate::army::RegimentId;
use crate::turn::Field;
use crate::turn::event::{Event, Purpose, ScreenEvent, Test, Volley};
use crate::turn::words::needed;

/// The lines of an order's events. `field` is the field after the order: only names are read from it.
pub fn lines(events: &[Event], field: &Field) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut rest = events;
    while let Some(first) = rest.first() {
        let taken = reach(rest);
        let (group, behind) = rest.split_at(taken);
        lines.push(match first {
            _ if taken == 1 => line(first, field),
            Event::VolleyFired { .. } => volley(group, field),
            _ => last_of(group, field),
        });
        rest = behind;
    }
    lines
}

/// How many events from the first on belong together.
fn reach(events: &[Event]) -> usize {
    match &events[0] {
        Event::VolleyFired { volley: Volley::Concentrated, target, .. } => {
            // Batteries that fire as one: whoever fires at the target.
            let firers: Vec<RegimentId> = events
                .iter()
                .map_while(|event| match event {
                    Event::VolleyFired { unit, target: same, volley: Volley::Concentrated, .. } if same == target => {
                        Some(Some(*unit))
                    }
                    Event::Rolled { purpose: Purpose::ToHit(_) | Purpose::HitAgain(_), .. } => Some(None),
                    _ => None,
                })
                .flatten()
                .collect();
            volley_reach(events, &firers, *target)
        }
        Event::VolleyFired { unit, target, .. } => volley_reach(events, &[*unit], *target),
        Event::Rolled { purpose: Purpose::Melee(_), .. } => {
            let part = |event: &&Event| matches!(event, Event::Scored { .. } | Event::MeleeDecided { .. });
            1 + events[1..].iter().take_while(part).count()
        }
        Event::Rolled { purpose: Purpose::Pips(id), .. } => {
            let same = matches!(events.get(1), Some(Event::PipsGenerated { brigade, .. }) if brigade == id);
            1 + usize::from(same)
        }
        Event::Rolled { purpose: Purpose::Leader(id), .. } => {
            let same = matches!(events.get(1), Some(Event::Leader { general, .. }) if general == id);
            1 + usize::from(same)
        }
        Event::Rolled { purpose: Purpose::Initiative, .. } => {
            1 + usize::from(matches!(events.get(1), Some(Event::First(_))))
        }
        _ => 1,
    }
}

/// A volley reaches to the last event that is its own: what comes between, such as the shock of a natural six, is too.
fn volley_reach(events: &[Event], units: &[RegimentId], target: RegimentId) -> usize {
    let (mut told, mut smoke) = (0, 0);
    let mut reach = 1;
    for (n, event) in events.iter().enumerate().skip(1) {
        let own = match event {
            Event::VolleyFired { unit, .. } => units[1..].contains(unit),
            Event::LowAmmo(id) => units.contains(id),
            Event::Rolled { purpose, .. } => match purpose {
                Purpose::ToHit(id) | Purpose::HitAgain(id) => units.contains(id),
                Purpose::Saves(id) | Purpose::SaveAgain(id) => *id == target,
                Purpose::Discipline(id, Test::Suppression(_) | Test::Spent(_) | Test::Elephant(_)) => *id == target,
                _ => false,
            },
            Event::VolleyTold { .. } => {
                told += 1;
                true
            }
            Event::Hurt { unit: id, .. }
            | Event::StandLost { unit: id, .. }
            | Event::Screen { unit: id, what: ScreenEvent::Hit { .. } | ScreenEvent::Lost { .. } }
            | Event::Removed { unit: id, .. }
            | Event::ShockIgnored(id)
            | Event::SawTheElephant { unit: id, .. }
            | Event::Disordered { unit: id, .. }
            | Event::DoubleDisorder { unit: id, .. } => *id == target,
            Event::SmokePlaced(marker) => {
                smoke += 1;
                units.contains(&marker.of)
            }
            _ => false,
        };
        if !own {
            break;
        }
        reach = n + 1;
        if told >= units.len() && smoke >= units.len() {
            break;
        }
    }
    reach
}

/// "6th Wisconsin fires at the 4th Virginia, 5.2 in, five dice, 4+: 1 2 4 4 6, three hits; two stands lost".
fn volley(group: &[Event], field: &Field) -> Line {
    let mut whole = line(&group[0], field);
    if let Event::VolleyFired { volley, .. } = &group[0] {
        whole = whole.page(volley_page(*volley));
    }
    let mut lost = 0_u8;
    for (n, event) in group.iter().enumerate() {
        match event {
            Event::VolleyFired { unit, .. } if n > 0 => whole.text += &format!("; {}", field.unit(*unit).name()),
            Event::Rolled { purpose: Purpose::HitAgain(_), dice, passed, .. } => {
                let how = if *passed > 0 { "a hit" } else { "a miss" };
                whole.text += &format!(", a miss again {}: {how}", faces(dice));
            }
            Event::LowAmmo(_) => whole.text += "; low on cartridges",
            Event::Rolled { purpose: Purpose::ToHit(_), dice, number, modifiers, passed, .. } => {
                let needs = number.map_or_else(String::new, |number| format!(", {}", needed(number, modifiers)));
                let what = count(dice.len() as i64, "die", "dice");
                whole.text += &format!(", {what}{needs}: {}, {}", faces(dice), count(*passed, "hit", "hits"));
            }
            Event::VolleyTold { hits, unsaved, .. } if unsaved < hits => {
                whole.text += &format!(", {} saved", hits - unsaved);
            }
            Event::StandLost { .. } => lost += 1,
            Event::Screen { what: ScreenEvent::Lost { .. }, .. } => whole.text += "; its skirmishers shot down",
            Event::Screen { what: ScreenEvent::Hit { hits: 1 }, .. } => whole.text += "; a hit on its skirmishers",
            _ => {}
        }
    }
    if lost > 0 {
        whole.text += &format!("; {} lost", count(lost, "stand", "stands"));
    }
    for event in &group[1..] {
        match event {
            Event::Disordered { unit, .. } | Event::DoubleDisorder { unit, .. } => {
                whole.text += &format!("; {} Disordered", field.unit(*unit).name());
            }
            Event::Removed { unit, .. } => whole.text += &format!("; {} is gone", field.unit(*unit).name()),
            _ => {}
        }
        open(&mut whole, event, field);
    }
    whole
}

/// A roll and what it decides: the decision is the line.
fn last_of(group: &[Event], field: &Field) -> Line {
    let (last, before) = group.split_last().expect("a group has events");
    let mut whole = line(last, field);
    whole.detail.clear();
    for event in before {
        open(&mut whole, event, field);
    }
    if let Event::MeleeDecided { .. } = last {
        whole.fight = true;
        let mut totals: Vec<i8> = before.iter().filter_map(score).collect();
        totals.sort_unstable_by(|a, b| b.cmp(a));
        if let [more, less] = totals[..] {
            whole.text = format!("{}, {more} to {less}", whole.text);
        }
    }
    whole
}

const fn score(event: &Event) -> Option<i8> {
    match event {
        Event::Scored { total, .. } => Some(*total),
        _ => None,
    }
}

/// Puts an event into the details of a line.
fn open(whole: &mut Line, event: &Event, field: &Field) {
    let line = line(event, field);
    whole.detail.push(line.whole());
    // The dice are in the line already; what was added to them is not.
    let skip = usize::from(matches!(event, Event::Rolled { .. }));
    whole.detail.extend(line.detail.into_iter().skip(skip).map(|more| format!("  {more}")));
}
