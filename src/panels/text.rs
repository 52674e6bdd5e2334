//! Sentences of the panels: who is asked for what, what a phase's end forgoes, what a regiment has done.

use crate::army::{Arm, BrigadeClock, Face, Side, Trait};
use crate::book::{brigade, fire};
use crate::geometry::Inches;
use crate::turn::command::cost;
use crate::turn::field::BrigadeNow;
use crate::turn::{Ask, Choice, Field, Means, Phase, Unit, rest};

use super::reckon::{self, Todo};
use super::view::{Mode, View};

/// What a unit is made of: stands, or sections of two guns.
pub const fn stands(unit: &Unit) -> &'static str {
    if unit.regiment.arm.is_artillery() { "sections" } else { "stands" }
}

/// `1 regiment`, `3 regiments`.
pub fn count(n: usize, one: &str) -> String {
    match n {
        1 => format!("1 {one}"),
        _ => format!("{n} {one}s"),
    }
}

/// What the first assault of Phase 2 forgoes.
pub fn ends_moves(view: &View) -> String {
    let left = view.todo.waiting.len();
    let who = match left {
        0 => String::new(),
        _ => format!(
            ": {} by then will not move any more",
            match left {
                1 => "one regiment that has not moved".to_owned(),
                n => format!("{n} regiments that have not moved"),
            }
        ),
    };
    format!("The first assault ends all free moves{who} (RULE-01-3.3).")
}

/// With a capital, at the beginning of a line.
pub fn capital(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// A chance as players read it: whole per cents, and never 0 or 100 when it is not certain.
pub fn percent(chance: f32) -> String {
    match chance * 100.0 {
        p if p <= 0.0 => "0%".into(),
        p if p < 1.0 => "under 1%".into(),
        p if p > 99.0 && p < 100.0 => "over 99%".into(),
        p => format!("{p:.0}%"),
    }
}

/// A number with its sign.
pub fn signed(value: i8) -> String {
    if value > 0 { format!("+{value}") } else { value.to_string() }
}

/// "Turn 5 of 16, round 3".
pub fn turn(field: &Field) -> String {
    let clock = &field.clock;
    match clock.phase {
        Phase::Deployment => format!("Before the first of {}", count(usize::from(clock.last_turn()), "turn")),
        _ if clock.turn == 0 => format!("Before the first of {}", count(usize::from(clock.last_turn()), "turn")),
        _ => format!("Turn {} of {}, round {}", clock.turn, clock.last_turn(), clock.round()),
    }
}

/// The side that is asked, if one side is.
pub fn asked(view: &View) -> Option<Side> {
    if let Some(question) = &view.agenda.question {
        return Some(question.side);
    }
    let clock = &view.field.clock;
    match clock.phase {
        Phase::Maneuver | Phase::Fire | Phase::Melee => Some(clock.active),
        Phase::Deployment => clock.deploying.map(|id| view.field.brigade(id).brigade.side),
        Phase::Command | Phase::Status => match clock.ready {
            [true, false] => Some(Side::Confederate),
            [false, true] => Some(Side::Union),
            _ => None,
        },
        Phase::Over => None,
    }
}

/// One sentence that says who is asked for what.
pub fn sentence(view: &View) -> String {
    let field = view.field;
    if let Mode::Replay { at, of, .. } = view.mode {
        return format!("Replay: order {at} of {of}.");
    }
    if let Some(question) = &view.agenda.question {
        let side = question.side;
        return match &question.ask {
            Ask::GoFirst => format!("{side}: you won the initiative. Say who goes first."),
            Ask::ChargedAt { target, chargers } => {
                let by: Vec<_> = chargers.iter().map(|charger| field.unit(charger.unit).name()).collect();
                format!("{side}: {} is charged by {}. Answer.", field.unit(*target).name(), list(&by))
            }
            Ask::Crossing { mover, .. } => {
                format!("{side}: {} moves within your reach. React, or let it pass.", field.unit(*mover).name())
            }
            Ask::ScreenCharged { unit, .. } => {
                format!("{side}: the skirmishers of {} are charged. Evade, or stand.", field.unit(*unit).name())
            }
            Ask::Consolidation(unit) => {
                format!("{side}: {} has won the ground and may consolidate.", field.unit(*unit).name())
            }
            Ask::Sweep { unit, .. } => {
                format!("{side}: {} has destroyed its enemy and may sweep on.", field.unit(*unit).name())
            }
            Ask::Lead(_) => format!("{side}: name the regiment that leads the fight."),
            Ask::Dice { count: dice, told } => {
                stopped(format!("{side}: roll {} for {}", count_dice(usize::from(*dice)), told.purpose))
            }
        };
    }
    let clock = &field.clock;
    let active = clock.active;
    let waiting = view.todo.waiting.len();
    match clock.phase {
        Phase::Deployment => match clock.deploying {
            Some(id) => {
                let brigade = &field.brigade(id).brigade;
                format!("{}: place {}, then say that it stands.", brigade.side, brigade.name)
            }
            None => "Both sides: deployment begins with the roll for the initiative.".into(),
        },
        Phase::Command => {
            let what = if waiting == 0 {
                "reserve a pip if you wish, then say ready".to_owned()
            } else {
                format!("rally, reserve a pip, then say ready. {} may be rallied", count(waiting, "regiment"))
            };
            match asked(view) {
                Some(side) => format!("{side}: {what}. {} is ready.", side.other()),
                None => format!("Both sides: {what}."),
            }
        }
        Phase::Maneuver if clock.assaults_begun => {
            format!("{active}: declare more assaults, or end the phase. Free moves are over.")
        }
        Phase::Maneuver => format!("{active}: move, or declare assaults. {}", still(waiting, "moved")),
        Phase::Fire if waiting == 0 => format!("{active}: nobody is left who can fire."),
        Phase::Fire => format!("{active}: fire. {} may.", count(waiting, "regiment")),
        Phase::Melee => "Fights are decided, one by one.".into(),
        Phase::Status => {
            let what = if waiting == 0 {
                "say ready".to_owned()
            } else {
                format!("rally, then say ready. {} may try", count(waiting, "regiment"))
            };
            match asked(view) {
                Some(side) => format!("{side}: {what}. {} is ready.", side.other()),
                None => format!("Both sides: {what}."),
            }
        }
        Phase::Over => clock
            .outcome
            .as_ref()
            .map_or_else(|| "The battle is over.".into(), |o| format!("The battle is over: {}.", o.why)),
    }
}

fn still(n: usize, done: &str) -> String {
    match n {
        0 => format!("All regiments have {done}."),
        1 => format!("1 regiment has not {done}."),
        _ => format!("{n} regiments have not {done}."),
    }
}

/// A sentence with its full stop, which a name at its end may bring: "the 4th U.S."
pub fn stopped(mut words: String) -> String {
    if !words.ends_with('.') {
        words.push('.');
    }
    words
}

/// `1 die`, `5 dice`.
pub fn count_dice(n: usize) -> String {
    if n == 1 { "1 die".into() } else { format!("{n} dice") }
}

/// "A", "A and B", "A, B and C".
pub fn list(names: &[&str]) -> String {
    match names {
        [] => "nobody".into(),
        [one] => (*one).into(),
        [head @ .., last] => format!("{} and {last}", head.join(", ")),
    }
}

/// The words on the button by which a side leaves the phase.
pub fn leave(field: &Field, side: Side) -> String {
    match field.clock.phase {
        Phase::Deployment => field
            .clock
            .deploying
            .map_or_else(|| format!("{side} ready"), |id| format!("{} stands", field.brigade(id).brigade.name)),
        Phase::Command | Phase::Status => format!("{side} ready"),
        Phase::Maneuver => "End of movement".into(),
        Phase::Fire => "Cease fire".into(),
        Phase::Melee => "End of the fighting".into(),
        Phase::Over => "Over".into(),
    }
}

/// What is forgone when a side leaves the phase now; empty when nothing is.
pub fn forgone(field: &Field, todo: &Todo, side: Side) -> String {
    let own = todo.waiting.iter().filter(|id| field.unit(**id).side() == side).count();
    let [pool, reserved, _] = reckon::pips(field, side);
    let mut parts = Vec::new();
    match field.clock.phase {
        Phase::Command => {
            if own > 0 {
                parts.push(format!("{} not rallied", count(own, "regiment")));
            }
            if side != field.clock.active && pool > 0 && reserved == 0 {
                parts.push("no pip reserved for reactions".into());
            }
        }
        Phase::Maneuver => {
            if own > 0 {
                parts.push(format!(
                    "{} that {} not moved",
                    count(own, "regiment"),
                    if own == 1 { "has" } else { "have" }
                ));
            }
            if pool > 0 {
                parts.push(format!("{} that can only rally from here", count(usize::from(pool), "pip")));
            }
        }
        Phase::Fire if own > 0 => parts.push(format!("{} that may fire", count(own, "regiment"))),
        Phase::Status => {
            if own > 0 {
                parts.push(format!("{} not rallied", count(own, "regiment")));
            }
            if pool > 0 {
                let kept: u8 =
                    field.brigades.iter().filter(|b| b.brigade.side == side && b.state.pool > 0).count() as u8;
                let lost = pool.saturating_sub(kept);
                parts.push(format!(
                    "{} left: {kept} {} banked, {lost} lost",
                    count(usize::from(pool), "pip"),
                    if kept == 1 { "is" } else { "are" }
                ));
            }
        }
        _ => {}
    }
    if parts.is_empty() { String::new() } else { format!("Forgone: {}.", parts.join("; ")) }
}

/// A brigade's clock as the book prints it: "4 of 20 lost, Hesitant at 6, Broken at 10".
pub fn brigade_clock(field: &Field, now: &BrigadeNow) -> String {
    let total = now.brigade.stands;
    format!(
        "{} of {total} lost, Hesitant at {}, Broken at {}",
        field.brigade_lost(now.brigade.id),
        brigade::hesitant_at(total, field.options.hesitant_at),
        brigade::broken_at(total)
    )
}

/// What a brigade's state means for its regiments.
pub const fn clock_means(clock: BrigadeClock) -> &'static str {
    match clock {
        BrigadeClock::Fresh => "Fights as it likes.",
        BrigadeClock::Hesitant => "-1 to hit, and no assaults (Companion 16 \u{a7}8.2).",
        BrigadeClock::Broken => {
            "No fire, no pips; goes back 6.0 in each turn and routs when charged (Companion 16 \u{a7}8.2)."
        }
    }
}

/// "Bugle, 4.2 in".
pub fn command(field: &Field, unit: &Unit) -> String {
    match field.command_distance(unit) {
        None => "no general left: out of communication".into(),
        Some(Inches::ZERO) if field.is_led(unit.id()) => "the general is with the colors".into(),
        Some(distance) => format!("{} ({})", field.tier(unit), inches(distance)),
    }
}

/// A length to a tenth of an inch, as a player says it.
pub fn inches(length: Inches) -> String {
    format!("{:.1} in", f64::from(length.0) / 1000.0)
}

/// What pips an order costs a regiment, in words.
pub fn price(field: &Field, unit: &Unit, standard: u8) -> String {
    cost(field, unit, standard).map_or_else(|| "no courier".into(), |n| count(usize::from(n), "pip"))
}

/// What a regiment has done this turn, in a few words each.
pub fn deeds(unit: &Unit) -> Vec<String> {
    let d = &unit.deeds;
    let fires = fire::firing_ranks(unit.place.formation) > 0;
    let mut done = Vec::new();
    if d.doubled {
        done.push("double-time".to_owned());
    }
    if d.assaulted {
        done.push(if d.charged { "charged home".into() } else { "assaulted".into() });
    } else if d.fell_back {
        done.push("fell back".into());
    } else if d.moved && d.spent > Inches::ZERO {
        done.push(format!("moved, {} spent", inches(d.spent)));
    } else if d.moved {
        done.push("moved".into());
    }
    for (did, what) in [
        (d.about_faced, "turned about: no fire"),
        (d.pivoted, "pivoted: -1 to hit"),
        (d.unlimbered && unit.regiment.arm == Arm::HorseArtillery, "unlimbered: full fire"),
        (d.unlimbered && unit.regiment.arm != Arm::HorseArtillery, "unlimbered: no fire"),
        (d.reformed && !d.unlimbered && fires && !d.moved, "changed formation: -1 to hit"),
        (d.reformed && !d.unlimbered && (!fires || d.moved), "changed formation: no fire"),
        (d.dismantling, "taking the fence down: no fire"),
        (d.held, "holds"),
        (d.fired, "fired"),
        (d.reacted, "reacted"),
        (d.fought, "fought"),
        (d.hurt, "was hurt"),
        (d.halted, "saw the elephant: no step forward"),
        (d.shrugged, "ignored a shock"),
        (d.rally_tried, "tried to rally"),
    ] {
        if did {
            done.push(what.into());
        }
    }
    if let Some(cap) = d.cap.filter(|cap| *cap < unit.rates().open || d.doubled) {
        done.push(format!("the ground allows {} in all", inches(cap)));
    }
    done
}

/// What a trait does, in one line with its page.
pub const fn trait_means(which: Trait) -> &'static str {
    match which {
        Trait::RebelYell => "+1 when it charges; Green and Regular defenders test on contact (Companion 16 \u{a7}9.0)",
        Trait::SeenTheElephant => {
            "At the first six or unsaved hit of its battle a check of 5+, or Disorder and no step forward (Companion 16 \u{a7}9.0)"
        }
        Trait::IronDiscipline => {
            "Pays no heed to the first shock of each turn; rallies by itself on 3+ (Companion 16 \u{a7}9.0)"
        }
        Trait::Steady => {
            "+1 on checks that Closing Volleys cause; one failed cover save a turn is rolled again (Companion 16 \u{a7}9.0)"
        }
        Trait::Sharpshooters => {
            "One missed die at medium range is rolled again; its screen goes out free (Companion 16 \u{a7}9.0)"
        }
        Trait::BuckAndBall => {
            "3+ at short range, a die more to 3.0 in, no fire beyond 14.0 in (Companion 16 \u{a7}9.0)"
        }
    }
}

/// How far a regiment is on its way to be rid of its Micro-Hit.
pub fn rest(unit: &Unit) -> String {
    const PAGE: &str = "(Companion 12 \u{a7}5.0)";
    let behind = format!("{} of {} complete turns behind it", unit.condition.rested, rest::TURNS);
    match (unit.deeds.resting, unit.deeds.stationary()) {
        (true, true) => format!("At rest, {behind}: after that the hit is off {PAGE}."),
        (true, false) => format!("Not at rest this turn: it has moved {PAGE}."),
        (false, _) => {
            format!(
                "Not at rest this turn: two turns out of sight and over {} from the enemy {PAGE}.",
                inches(rest::PEACE)
            )
        }
    }
}

/// What a detachment is: "Horses" for "8th Illinois Cavalry (horses)".
pub fn detachment(name: &str) -> String {
    let inside = name.rsplit_once('(').and_then(|(_, rest)| rest.strip_suffix(')'));
    capital(inside.unwrap_or(name))
}

/// An answer in a few words.
pub fn choice(field: &Field, choice: Choice) -> String {
    match choice {
        Choice::ClosingVolley { at, .. } => format!("Closing Volley at {}", field.unit(at).name()),
        Choice::CounterCharge { at, .. } => format!("Counter-Charge against {}", field.unit(at).name()),
        Choice::RefuseFlank { unit, flank, stands, by } => {
            let side = if flank == Face::Left { "left" } else { "right" };
            let with = if by == Means::Reserve { "by a reserved pip" } else { "by a check" };
            let bent = if stands == 1 { "1 stand".to_owned() } else { format!("{stands} stands") };
            format!("{} refuses its {side} flank with {bent}, {with}", field.unit(unit).name())
        }
        Choice::Evade { unit, back } => format!("Skirmishers of {} evade, {}", field.unit(unit).name(), inches(back)),
        Choice::OpportunityFire(unit) => format!("{} fires", field.unit(unit).name()),
        Choice::First(side) => format!("{side} goes first"),
        Choice::Decline => "Let it pass".into(),
        Choice::Stand => "Stand and dress ranks".into(),
        Choice::Advance(distance) => format!("Advance {}", inches(distance)),
        Choice::Turn(angle) => turn_words("Pivot", angle.0),
        Choice::Sweep(target) => format!("Sweep on into {}", field.unit(target).name()),
        Choice::Lead(unit) => format!("{} leads", field.unit(unit).name()),
    }
}

/// "Pivot 15° right".
pub fn turn_words(verb: &str, hundredths: i32) -> String {
    let degrees = f64::from(hundredths.abs()) / 100.0;
    let hand = if hundredths < 0 { "left" } else { "right" };
    format!("{verb} {degrees:.0}\u{b0} {hand}")
}

/// Where a regiment's skirmish screen is, and what it has suffered.
pub fn screen(condition: &crate::army::Condition) -> String {
    let hit = if condition.screen_hits > 0 { " It has taken a hit: one more, and it is lost." } else { "" };
    match condition.evaded {
        Some(behind) => format!(
            "Its skirmishers have fallen back and stand {} behind its front: recall them to have the stand in line (Companion 16 \u{a7}3.4).{hit}",
            inches(behind)
        ),
        None => format!(
            "A stand is out as a screen, 2.5 in ahead: -1 for fire through it, and it takes the first hit of each volley (Companion 16 \u{a7}3.4).{hit}"
        ),
    }
}
