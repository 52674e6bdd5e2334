//! One event, one line.

use super::phrases::{
    brigade, cause_words, detachment_page, face_words, faces, general, motion_page, moved, piece, rolled, subject,
    volley_page,
};
use super::{Line, capital, count, inches, list, within};
use crate::army::{Face, RegimentId};
use crate::geometry::Inches;
use crate::turn::Field;
use crate::turn::building;
use crate::turn::event::{BuildingEvent, Event, Exit, Fate, Halt, ScreenEnd, ScreenEvent, Volley, WayOut};
use crate::turn::volley::ammunition;
use crate::turn::words::modifier;

/// An event in words. `field` is the field after the order that it belongs to: only names are read from it.
pub fn line(event: &Event, field: &Field) -> Line {
    let unit = |id: &RegimentId| field.unit(*id).name();
    let the = |id: &RegimentId| field.unit(*id).the();
    match event {
        Event::Rolled { purpose, side, dice, number, modifiers, passed, page } => {
            let mut line = Line::of(rolled(purpose, dice, *number, modifiers, *passed, field));
            line.page = Some(*page);
            line.unit = subject(purpose);
            line.detail = modifiers.iter().map(modifier).collect();
            line.detail.insert(0, format!("{side} dice: {}", faces(dice)));
            line
        }
        Event::MarchEnded(id) => {
            Line::of(format!("{} halts: after its losses the way is not free", capital(&the(id)))).about(*id)
        }
        Event::AtTheLine(id) => Line::of(format!("{} pauses at the 4.0 in line", capital(&the(id))))
            .page("Companion 16 \u{a7}7.2")
            .about(*id),
        Event::First(side) => Line::of(format!("{side} goes first")).page("Companion 13 \u{a7}1.0"),
        Event::DeploymentOrder(brigades) => {
            let names: Vec<_> = brigades.iter().map(|id| brigade(*id, field)).collect();
            Line::of(format!("The brigades deploy in this order: {}", list(&names)))
        }
        Event::Deploying(Some(id)) => Line::of(format!("{} deploys", capital(brigade(*id, field)))),
        Event::Deploying(None) => Line::of("Everybody is in place"),
        Event::Deployed { unit: id, formation, .. } => {
            Line::of(format!("{} is placed in {formation}", unit(id))).about(*id)
        }
        Event::Rode { general: id, attached, cost, .. } => {
            let who = general(*id, field);
            match attached {
                Some(regiment) => {
                    Line::of(format!("{who} joins {}", the(regiment))).page("Companion 16 \u{a7}2.4").about(*regiment)
                }
                None if *cost == Inches::ZERO => Line::of(format!("{who} takes his place")),
                None => Line::of(format!("{who} rides {}", inches(*cost))).page("Companion 16 \u{a7}3.1"),
            }
        }
        Event::Ready(side) => Line::of(format!("{side} is ready")),
        Event::TurnBegan { turn, active } => Line::of(format!("Turn {turn}: {active}")).page("Companion 16 \u{a7}1.0"),
        Event::PhaseBegan(phase) => match phase.number() {
            Some(number) => Line::of(format!("Phase {number}: {phase}")),
            None => Line::of(phase.to_string()),
        },
        Event::PipsGenerated { brigade: id, rolled, banked } => {
            let mut text = format!("{} has {}", brigade(*id, field), count(*rolled + *banked, "pip", "pips"));
            if *banked > 0 {
                text += ", one of them kept from the last turn";
            }
            Line::of(text).page("Companion 16 \u{a7}2.1")
        }
        Event::PipsSpent { brigade: id, pips, on } => {
            Line::of(format!("{} spends {} on {on}", brigade(*id, field), count(*pips, "pip", "pips")))
                .page("Companion 16 \u{a7}2.3")
        }
        Event::PipsForfeited(id) => {
            Line::of(format!("{} loses its pips with its general", brigade(*id, field))).page("Companion 16 \u{a7}2.4")
        }
        Event::BonusPip { general: id, brigade: to } => {
            Line::of(format!("{} gives a pip to {}", general(*id, field), within(brigade(*to, field))))
                .page("Companion 16 \u{a7}2.1")
        }
        Event::Reserved(id) => Line::of(format!("{} keeps a pip in reserve for a reaction", brigade(*id, field)))
            .page("Companion 16 \u{a7}2.3"),
        Event::ReserveSpent { brigade: id, on } => {
            Line::of(format!("{} spends its reserved pip on {on}", brigade(*id, field))).page("RULE-01-2.3")
        }
        Event::ReserveLapsed(id) => Line::of(format!("{} takes its reserved pip back, unused", brigade(*id, field)))
            .page("Companion 16 \u{a7}2.3"),
        Event::PipsBanked { brigade: id, banked, lost } => {
            let who = brigade(*id, field);
            let text = match (banked, lost) {
                (0, lost) => format!("{who} loses {} unspent", count(*lost, "pip", "pips")),
                (_, 0) => format!("{who} keeps a pip for the next turn"),
                (_, lost) => format!("{who} keeps a pip for the next turn and loses {}", count(*lost, "pip", "pips")),
            };
            Line::of(text).page("Companion 16 \u{a7}2.1")
        }
        Event::ClockMoved { brigade: id, to, lost, of } => {
            Line::of(format!("{} is {to}: {lost} of {of} stands lost", brigade(*id, field)))
                .page("Companion 16 \u{a7}8.2")
        }
        Event::Moved { unit: id, motion, cost, wheel, .. } => {
            Line::of(moved(unit(id), *motion, *cost, *wheel)).page(motion_page(*motion)).about(*id)
        }
        Event::Capped { unit: id, cap } => {
            let double = field.units.get(id.index()).is_some_and(|unit| *cap >= unit.rates().open);
            let pace = if double { ", and no faster at the double" } else { "" };
            Line::of(format!("The ground lets {} move {cap} at most this turn{pace}", the(id)))
                .page("Companion 16 \u{a7}4.1")
                .about(*id)
        }
        Event::Crossed { unit: id, piece: which, price } => {
            let (name, page) = piece(*which, field);
            Line::of(format!("{} pays {price} for the {name}", unit(id))).page(page).about(*id)
        }
        Event::Formed { unit: id, formation, .. } => {
            Line::of(format!("{} forms {formation}", unit(id))).page("Companion 16 \u{a7}3.2").about(*id)
        }
        Event::Held(id) => Line::of(format!("{} holds", unit(id))).page("Companion 16 \u{a7}2.3").about(*id),
        Event::Doubled(id) => {
            Line::of(format!("{} goes at the double: 3.0 in more", unit(id))).page("Companion 16 \u{a7}2.3").about(*id)
        }
        Event::AssaultDeclared(charges) => {
            let all: Vec<_> = charges
                .iter()
                .map(|charge| format!("{} against {}", unit(&charge.unit), unit(&charge.target)))
                .collect();
            let all: Vec<_> = all.iter().map(String::as_str).collect();
            let mut line = Line::of(format!("Assault: {}", list(&all))).page("RULE-01-3.3");
            line.unit = charges.first().map(|charge| charge.unit);
            line
        }
        Event::ChargeHalted { unit: id, why } => {
            let text = match why {
                Halt::Stalled => format!("The charge of {} stalls 2.0 in short", the(id)),
                Halt::Elephant => format!("{} has seen the elephant: its charge ends at the 4.0 in line", unit(id)),
                Halt::NoRoom => format!("{} finds no room to come flush against its target", capital(&the(id))),
                Halt::OutOfReach => format!("The charge of {} does not reach its target", the(id)),
                Halt::TargetGone => format!("{} has nobody left to charge", unit(id)),
                Halt::ChargerGone => format!("The charge of {} is broken up", the(id)),
                Halt::Water => format!("The charge of {} halts at the water's edge", the(id)),
                Halt::SunkenRoad => format!("The charge of {} halts in the sunken road", the(id)),
            };
            Line::of(text).page("Companion 16 \u{a7}7.2").about(*id)
        }
        Event::Contact { unit: id, target, face, momentum } => {
            let mut text = format!("{} strikes {} {}", unit(id), the(target), face_words(*face));
            if *momentum {
                text += " with momentum";
            }
            Line::of(text).page("Companion 16 \u{a7}7.2").about(*id)
        }
        Event::CounterCharged { unit: id, at } => {
            Line::of(format!("{} goes to meet the charge of {}", unit(id), the(at)))
                .page("Companion 16 \u{a7}6.0")
                .about(*id)
        }
        Event::FlankRefused { unit: id, flank, stands } => {
            let side = if *flank == Face::Left { "left" } else { "right" };
            Line::of(format!("{} refuses its {side} flank with {}", unit(id), count(*stands, "stand", "stands")))
                .page("Companion 16 \u{a7}6.0")
                .about(*id)
        }
        Event::Declined(side) => Line::of(format!("{side} does not react")).page("Companion 15 \u{a7}7.0"),
        Event::VolleyFired { unit: id, target, volley, range, band, stands } => {
            let what = match volley {
                Volley::Phase3 => "fires at",
                Volley::Closing => "gives its Closing Volley to",
                Volley::Opportunity => "takes the opportunity to fire at",
                Volley::Concentrated => "concentrates its fire on",
            };
            let text = format!("{} {what} {}, {}", unit(id), the(target), inches(*range));
            let mut line = Line::of(text).page(volley_page(*volley)).about(*id);
            line.detail.push(format!("{} fire, {band} range", count(*stands, "stand", "stands")));
            line
        }
        Event::VolleyTold { target, hits, unsaved, cover, denied, hopeless, .. } => {
            let mut text = capital(&count(*hits, "hit", "hits"));
            if unsaved < hits {
                text += &format!(", {} saved by {cover}", hits - unsaved);
            }
            let mut line = Line::of(format!("{text} on {}", the(target))).page("Companion 16 \u{a7}5.4").about(*target);
            line.detail.extend(denied.map(|why| format!("No save: {} ({})", why.why(), why.page())));
            line.detail.extend(cover.save().filter(|_| !hopeless.is_empty()).map(|number| {
                let needed = i16::from(number) - hopeless.iter().map(|one| i16::from(one.value)).sum::<i16>();
                format!("No save: {cover} saves on {number}+, and no die shows {needed}")
            }));
            line.detail.extend(hopeless.iter().map(modifier));
            line
        }
        Event::LowAmmo(id) => Line::of(format!("{} runs low on cartridges", unit(id)))
            .page(ammunition::page(field.options.low_ammunition))
            .about(*id),
        Event::Resupplied(id) => {
            Line::of(format!("{} is resupplied from the brigade's wagons", unit(id))).page(ammunition::PAGE).about(*id)
        }
        Event::Hurt { unit: id, hits, micro } => {
            let mut text = format!("{} takes {}", unit(id), count(*hits, "hit", "hits"));
            if *micro > 0 {
                text += ", one is carried";
            }
            Line::of(text).page("Companion 16 \u{a7}5.4").about(*id)
        }
        Event::StandLost { unit: id, left, .. } => {
            Line::of(format!("{} loses a stand: {} left", unit(id), left)).page("Companion 16 \u{a7}5.4").about(*id)
        }
        Event::Removed { unit: id, exit } => {
            let (text, page) = match exit {
                Exit::Shattered => ("is shattered", "Companion 16 \u{a7}8.1"),
                Exit::Routed => ("is routed: its brigade is Broken", "Companion 16 \u{a7}8.2"),
                Exit::Overrun => ("is overrun in road column", "Companion 6 \u{a7}2.0"),
                Exit::LeftTable => ("leaves the table", "Companion 16 \u{a7}8.2"),
                Exit::Captured => ("has no way back and is captured", "Companion 16 \u{a7}7.4"),
                Exit::GunsTaken => ("is overrun and its guns are taken", "Companion 8 \u{a7}6.0"),
                Exit::Destroyed => ("is destroyed", "Companion 16 \u{a7}5.4"),
                Exit::HorsesTaken => ("is captured", "Companion 16 \u{a7}10.2"),
            };
            Line::of(format!("{} {text}", unit(id))).page(page).about(*id)
        }
        Event::Disordered { unit: id, cause } => {
            Line::of(format!("{} is Disordered: {}", unit(id), cause_words(*cause)))
                .page("Companion 16 \u{a7}8.3")
                .about(*id)
        }
        Event::DoubleDisorder { unit: id, cause } => {
            Line::of(format!("{}, Disordered already, takes a Micro-Hit: {}", unit(id), cause_words(*cause)))
                .page("Companion 16 \u{a7}8.3")
                .about(*id)
        }
        Event::Roused(id) => Line::of(format!("{} is roused from its firefight and may move", unit(id)))
            .page("Companion 2 \u{a7}4.0")
            .about(*id),
        Event::ShockIgnored(id) => Line::of(format!("Iron Discipline: {} pays no heed to the shock", unit(id)))
            .page("Companion 16 \u{a7}9.0")
            .about(*id),
        Event::SawTheElephant { unit: id, stood } => {
            let how = if *stood { "and stands" } else { "and halts: no step forward this turn" };
            Line::of(format!("{} has seen the elephant {how}", unit(id))).page("Companion 13 \u{a7}5.0").about(*id)
        }
        Event::Resting(id) => {
            Line::of(format!("{} rests, out of the enemy's sight", unit(id))).page("Companion 12 \u{a7}5.0").about(*id)
        }
        Event::RestDisturbed { unit: id, by } => {
            Line::of(format!("The rest of {} is disturbed by {}", the(id), the(by)))
                .page("Companion 12 \u{a7}5.0")
                .about(*id)
        }
        Event::Rested { unit: id, turns: 0 } => {
            Line::of(format!("{} has lost its rest", unit(id))).page("Companion 12 \u{a7}5.0").about(*id)
        }
        Event::Rested { unit: id, turns } => {
            let turns = count(*turns, "complete turn", "complete turns");
            Line::of(format!("{} has rested {turns} of two", unit(id))).page("Companion 12 \u{a7}5.0").about(*id)
        }
        Event::Recovered(id) => Line::of(format!("{}, rested for two turns, is rid of its Micro-Hit", unit(id)))
            .page("Companion 12 \u{a7}5.0")
            .about(*id),
        Event::Rallied(id) => Line::of(format!("{} rallies", unit(id))).page("Companion 16 \u{a7}8.3").about(*id),
        Event::RallyTried(id) => {
            Line::of(format!("{} tries to rally by itself", unit(id))).page("Companion 11 \u{a7}5.0").about(*id)
        }
        Event::SmokePlaced(smoke) => {
            Line::of(format!("Smoke hangs before {}", the(&smoke.of))).page("Companion 16 \u{a7}5.7").about(smoke.of)
        }
        Event::SmokeLifted { unit: id, why } => {
            Line::of(format!("The smoke of {} lifts: {why}", the(id))).page("Companion 16 \u{a7}5.7").about(*id)
        }
        Event::Scored { lead, die, engaged, modifiers, total } => {
            let text =
                format!("{} scores {total}: die {die}, {} engaged", unit(lead), count(*engaged, "stand", "stands"));
            let mut line = Line::of(text).page("Companion 16 \u{a7}7.3").about(*lead);
            line.detail = modifiers.iter().map(modifier).collect();
            line
        }
        Event::MeleeDecided { attackers, defenders, winner } => {
            let names = |ids: &[RegimentId]| list(&ids.iter().map(unit).collect::<Vec<_>>());
            let (us, them) = (names(attackers), names(defenders));
            let side = attackers.first().map(|id| field.unit(*id).side());
            let text = match winner {
                None => format!("Bloody Draw between {us} and {them}"),
                Some(winner) if Some(*winner) == side => format!("{us} beats {them}"),
                Some(_) => format!("{them} beats {us}"),
            };
            let mut line = Line::of(text).page("Companion 16 \u{a7}7.4");
            line.unit = attackers.first().copied();
            line
        }
        Event::Swept { unit: id, target } => {
            let into = target.map_or_else(String::new, |target| format!(" into {}", the(&target)));
            Line::of(format!("{} sweeps on{into}", unit(id))).page("Companion 16 \u{a7}7.4").about(*id)
        }
        Event::Consolidated(id) => Line::of(format!("{} dresses its ranks after the fight", unit(id)))
            .page("Companion 16 \u{a7}7.4")
            .about(*id),
        Event::Leader { general: id, fate, temper } => {
            let who = general(*id, field);
            let text = match fate {
                Fate::Unhurt => format!("{who} is unhurt"),
                Fate::LightlyWounded => format!("{who} is lightly wounded and stays: one pip less from now on"),
                Fate::SeverelyWounded => format!("{who} is severely wounded; a {temper} officer takes his place"),
                Fate::Killed => format!("{who} is killed; a {temper} officer takes his place"),
                Fate::Escaped(to) => format!("{who} is overrun and escapes to {}", the(to)),
                Fate::Captured => format!("{who} is captured"),
            };
            Line::of(text).page("Companion 16 \u{a7}2.4")
        }
        Event::GeneralGone(id) => {
            Line::of(format!("{} leaves the field", general(*id, field))).page("Companion 16 \u{a7}2.4")
        }
        Event::Detached { unit: id, parent, place } => {
            let stands = count(place.files.total(), "stand", "stands");
            let text = format!("{stands} of {} detached: {}", the(parent), place.formation);
            Line::of(text).page(detachment_page(place.formation)).about(*id)
        }
        Event::Rejoined { unit: id, parent } => {
            let page = detachment_page(field.unit(*id).place.formation);
            Line::of(format!("{} has its detachment back: {}", capital(&the(parent)), unit(id)))
                .page(page)
                .about(*parent)
        }
        Event::Dismantling { unit: id, piece: which } => {
            Line::of(format!("{} sets about the {}", unit(id), piece(*which, field).0))
                .page("Companion 16 \u{a7}4.2")
                .about(*id)
        }
        Event::FenceDown { unit: id, gap } => {
            let text =
                format!("{} has {} of the {} down", unit(id), inches(gap.to - gap.from), piece(gap.piece, field).0);
            Line::of(text).page("Companion 16 \u{a7}4.2").about(*id)
        }
        Event::Building(what) => building_line(what, field),
        Event::Screen { unit: id, what } => screen_line(&the(id), what).about(*id),
        Event::BattleEnded { why, points, winner } => {
            let result = match winner {
                Some(side) => format!("{side} wins"),
                None => "a drawn battle".to_owned(),
            };
            let (union, confederate) = (points[0], points[1]);
            Line::of(format!("Result, {why}: {result}, Union {union}, Confederate {confederate} points"))
        }
    }
}

/// What befalls buildings and their garrisons.
fn building_line(what: &BuildingEvent, field: &Field) -> Line {
    let unit = |id: &RegimentId| field.unit(*id).name();
    match what {
        BuildingEvent::WentIn { unit: id, place, .. } => {
            let house = place.within.map_or("", |house| field.ground.name_of(house.piece));
            Line::of(format!("{} goes into {house}", unit(id))).page(building::PAGE).about(*id)
        }
        BuildingEvent::CameOut { unit: id, way, .. } => {
            let (how, page) = match way {
                WayOut::Ordered => ("comes out of its building", building::PAGE),
                WayOut::Driven => ("is driven out of its building", "Companion 16 \u{a7}7.4"),
                WayOut::Broken => ("leaves its building, its brigade Broken", "Companion 16 \u{a7}8.2"),
                WayOut::Collapse => ("stands in the rubble of its building", building::PAGE),
            };
            Line::of(format!("{} {how}", unit(id))).page(page).about(*id)
        }
        BuildingEvent::StructureHit { building, hits, total } => {
            let what = count(*hits, "structural hit", "structural hits");
            let name = field.ground.name_of(*building);
            let at = crate::book::cover::COLLAPSE;
            Line::of(format!("{} on {name}: {total} of {at}", capital(&what))).page(building::PAGE)
        }
        BuildingEvent::Collapsed(building) => {
            let name = capital(field.ground.name_of(*building));
            Line::of(format!("{name} comes down: light rubble")).page(building::PAGE)
        }
    }
}

/// What befalls a regiment's skirmish screen.
fn screen_line(whose: &str, what: &ScreenEvent) -> Line {
    match what {
        ScreenEvent::Out { .. } => {
            Line::of(format!("A screen of skirmishers goes out before {whose}")).page("Companion 16 \u{a7}3.4")
        }
        ScreenEvent::In { .. } => {
            Line::of(format!("The skirmishers of {whose} fall in")).page("Companion 16 \u{a7}3.4")
        }
        ScreenEvent::Evaded { behind } => {
            let where_to = inches(*behind);
            Line::of(format!(
                "The skirmishers of {whose} fall back through the line and stand {where_to} behind its front"
            ))
            .page("Companion 16 \u{a7}6.0")
        }
        ScreenEvent::Hit { hits } => {
            let which = if *hits == 1 { "first" } else { "second" };
            Line::of(format!("The skirmishers of {whose} take a hit, their {which}")).page("Companion 10 \u{a7}2.0")
        }
        ScreenEvent::Lost { why } => {
            let (how, page) = match why {
                ScreenEnd::Shot => ("shot down", "Companion 10 \u{a7}2.0"),
                ScreenEnd::RunOver => ("run over", "QRS 4 \u{a7}1.3"),
                ScreenEnd::Beaten => ("lost with the fight", "Companion 10 \u{a7}2.0"),
            };
            Line::of(format!("The skirmishers of {whose} are {how}")).page(page)
        }
    }
}
