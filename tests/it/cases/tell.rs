//! Events as short lines that do not change when the words for players do.

use dress::army::RegimentId;
use dress::geometry::{Inches, Pose};
use dress::turn::Event;
use dress::turn::event::{BuildingEvent, Cause, Modifier, Purpose, ScreenEvent, Test};

use super::table::Names;

/// A length as a plain number.
pub fn inches(length: Inches) -> String {
    format!("{}", f64::from(length))
}

fn pose(pose: Pose) -> String {
    format!("{}, {} facing {}", inches(pose.at.x), inches(pose.at.y), f64::from(pose.heading))
}

/// A test, whatever volley has caused it.
fn kind(test: &Test) -> String {
    let test = format!("{test:?}");
    test.split('(').next().unwrap_or_default().to_owned()
}

fn plain(cause: &Cause) -> String {
    match cause {
        Cause::Failed(test) => format!("Failed({})", kind(test)),
        other => format!("{other:?}"),
    }
}

fn added(modifiers: &[Modifier]) -> String {
    let all: Vec<String> = modifiers.iter().map(|m| format!("{:+} {}", m.value, m.why)).collect();
    if all.is_empty() { String::new() } else { format!(" ({})", all.join(", ")) }
}

/// One line for an event.
pub fn tell(event: &Event, names: &Names) -> String {
    let unit = |id: &RegimentId| names.regiments[id.index()].clone();
    let units = |ids: &[RegimentId]| ids.iter().map(unit).collect::<Vec<_>>().join(" and ");
    let brigade = |id: &dress::army::BrigadeId| names.brigades[id.index()].clone();
    match event {
        Event::Rolled { purpose, dice, number, modifiers, passed, .. } => {
            let what = match purpose {
                Purpose::Initiative => "initiative".to_owned(),
                Purpose::Pips(id) => format!("{} pips", brigade(id)),
                Purpose::Discipline(id, test) => format!("{} {} check", unit(id), kind(test)),
                Purpose::ToHit(id) => format!("{} to hit", unit(id)),
                Purpose::HitAgain(id) => format!("{} to hit again", unit(id)),
                Purpose::Saves(id) => format!("{} saves", unit(id)),
                Purpose::SaveAgain(id) => format!("{} saves again", unit(id)),
                Purpose::Melee(id) => format!("{} melee", unit(id)),
                Purpose::Rally(id) => format!("{} rally", unit(id)),
                Purpose::Leader(id) => format!("{} fate", names.general(*id)),
                Purpose::Structure(piece) => format!("walls of {}", piece.0),
            };
            let dice: Vec<String> = dice.iter().map(u8::to_string).collect();
            let needs = number.map_or_else(String::new, |n| format!(" for {n}+"));
            format!("{what}: {}{needs}{} = {passed}", dice.join(" "), added(modifiers))
        }
        Event::First(side) => format!("{side} goes first"),
        Event::Deployed { unit: id, pose: at, formation } => {
            format!("{} deployed at {} {formation:?}", unit(id), pose(*at))
        }
        Event::Rode { general, to, cost, attached } => {
            let joined = attached.map_or_else(String::new, |id| format!(", joins {}", unit(&id)));
            let (x, y) = (inches(to.x), inches(to.y));
            format!("{} rides to {x}, {y} for {}{joined}", names.general(*general), inches(*cost))
        }
        Event::Ready(side) => format!("{side} is ready"),
        Event::DeploymentOrder(_) | Event::Deploying(_) => "deployment".to_owned(),
        Event::TurnBegan { turn, active } => format!("turn {turn}, {active} active"),
        Event::PhaseBegan(phase) => format!("phase {phase:?}"),
        Event::PipsGenerated { brigade: id, rolled, banked } => {
            format!("{} has {rolled} pips and {banked} banked", brigade(id))
        }
        Event::PipsSpent { brigade: id, pips, on } => format!("{} spends {pips} on {on}", brigade(id)),
        Event::PipsForfeited(id) => format!("{} forfeits its pips", brigade(id)),
        Event::BonusPip { general, brigade: id } => format!("{} gives {} a pip", names.general(*general), brigade(id)),
        Event::Reserved(id) => format!("{} reserves a pip", brigade(id)),
        Event::ReserveLapsed(id) => format!("{}'s reserve lapses", brigade(id)),
        Event::PipsBanked { brigade: id, banked, lost } => format!("{} banks {banked}, loses {lost}", brigade(id)),
        Event::ClockMoved { brigade: id, to, lost, of } => format!("{} is {to:?}, {lost} of {of} lost", brigade(id)),
        Event::Moved { unit: id, motion, to, cost, .. } => {
            format!("{} {motion:?} to {} for {}", unit(id), pose(*to), inches(*cost))
        }
        Event::Capped { unit: id, cap } => format!("{} capped at {}", unit(id), inches(*cap)),
        Event::Crossed { unit: id, piece, price } => format!("{} crosses {} for {}", unit(id), piece.0, inches(*price)),
        Event::Formed { unit: id, formation, cost } => {
            format!("{} forms {formation:?} for {}", unit(id), inches(*cost))
        }
        Event::Held(id) => format!("{} holds", unit(id)),
        Event::Doubled(id) => format!("{} doubles", unit(id)),
        Event::AssaultDeclared(charges) => {
            let all: Vec<String> =
                charges.iter().map(|charge| format!("{} on {}", unit(&charge.unit), unit(&charge.target))).collect();
            format!("assault: {}", all.join(", "))
        }
        Event::AtTheLine(id) => format!("{} at the line", unit(id)),
        Event::ChargeHalted { unit: id, why } => format!("{} halted: {why:?}", unit(id)),
        Event::Contact { unit: id, target, face, momentum } => {
            let momentum = if *momentum { "with momentum" } else { "without momentum" };
            format!("{} strikes {} {face:?} {momentum}", unit(id), unit(target))
        }
        Event::MarchEnded(id) => format!("{} halts, its way is not free", unit(id)),
        Event::Declined(side) => format!("{side} declines"),
        Event::VolleyFired { unit: id, target, volley, range, band, stands } => {
            format!("{} fires {volley:?} at {}: {} {band:?}, {stands} stands", unit(id), unit(target), inches(*range))
        }
        Event::VolleyTold { target, hits, unsaved, cover, denied, hopeless, .. } => {
            let denied = denied.map_or_else(String::new, |why| format!(", denied: {why:?}"));
            format!("{} takes {hits} hits, {unsaved} unsaved, {cover:?}{denied}{}", unit(target), added(hopeless))
        }
        Event::LowAmmo(id) => format!("{} is low on ammunition", unit(id)),
        Event::Resupplied(id) => format!("{} is resupplied", unit(id)),
        Event::Hurt { unit: id, hits, micro } => format!("{} hurt {hits}, carries {micro}", unit(id)),
        Event::StandLost { unit: id, from, left } => format!("{} loses a stand {from:?}, {left} left", unit(id)),
        Event::Removed { unit: id, exit } => format!("{} is gone: {exit:?}", unit(id)),
        Event::Disordered { unit: id, cause } => format!("{} Disordered: {}", unit(id), plain(cause)),
        Event::DoubleDisorder { unit: id, cause } => format!("{} Disordered twice: {}", unit(id), plain(cause)),
        Event::Roused(id) => format!("{} is roused", unit(id)),
        Event::ShockIgnored(id) => format!("{} ignores the shock", unit(id)),
        Event::SawTheElephant { unit: id, stood } => {
            format!("{} has seen the elephant and {}", unit(id), if *stood { "stands" } else { "halts" })
        }
        Event::Resting(id) => format!("{} rests", unit(id)),
        Event::RestDisturbed { unit: id, by } => format!("{} disturbs the rest of {}", unit(by), unit(id)),
        Event::Rested { unit: id, turns } => format!("{} has rested {turns} turns", unit(id)),
        Event::Recovered(id) => format!("{} is rid of its Micro-Hit", unit(id)),
        Event::Rallied(id) => format!("{} rallies", unit(id)),
        Event::RallyTried(id) => format!("{} tries to rally", unit(id)),
        Event::SmokePlaced(smoke) => format!("{} makes smoke", unit(&smoke.of)),
        Event::SmokeLifted { unit: id, why } => format!("smoke of {} lifts: {why}", unit(id)),
        Event::Scored { lead, die, engaged, modifiers, total } => {
            format!("{} scores {die} + {engaged} engaged{} = {total}", unit(lead), added(modifiers))
        }
        Event::MeleeDecided { attackers, defenders, winner } => {
            let winner = winner.map_or_else(|| "nobody".to_owned(), |side| side.to_string());
            format!("melee of {} against {}: {winner} wins", units(attackers), units(defenders))
        }
        Event::Swept { unit: id, target } => {
            let into = target.map_or_else(String::new, |target| format!(" into {}", unit(&target)));
            format!("{} sweeps on{into}", unit(id))
        }
        Event::Consolidated(id) => format!("{} consolidates", unit(id)),
        Event::Leader { general, fate, temper } => format!("{}: {fate:?}, {temper:?}", names.general(*general)),
        Event::GeneralGone(general) => format!("{} is gone", names.general(*general)),
        Event::Detached { unit: id, parent, place } => {
            format!("{} leaves {}: {} {:?}", unit(id), unit(parent), place.files.total(), place.formation)
        }
        Event::Rejoined { unit: id, parent } => format!("{} rejoins {}", unit(id), unit(parent)),
        Event::Dismantling { unit: id, piece } => format!("{} takes {} down", unit(id), piece.0),
        Event::FenceDown { unit: id, gap } => {
            format!("{} has {} down from {} to {}", unit(id), gap.piece.0, inches(gap.from), inches(gap.to))
        }
        Event::Building(what) => building(what, names),
        Event::Screen { unit: id, what } => screen(unit(id), what),
        Event::ReserveSpent { brigade: id, on } => format!("{} spends its reserve on {on}", brigade(id)),
        Event::CounterCharged { unit: id, at } => format!("{} counter-charges {}", unit(id), unit(at)),
        Event::FlankRefused { unit: id, flank, stands } => format!("{} refuses {flank:?} with {stands}", unit(id)),
        Event::BattleEnded { why, points, winner } => {
            let winner = winner.map_or_else(|| "nobody".to_owned(), |side| side.to_string());
            format!("the end: {why}; {} to {}, {winner} wins", points[0], points[1])
        }
    }
}

fn building(what: &BuildingEvent, names: &Names) -> String {
    let unit = |id: &RegimentId| names.regiments[id.index()].clone();
    match what {
        BuildingEvent::WentIn { unit: id, place, cost } => {
            format!("{} goes in, {} stands for {}", unit(id), place.files.total(), inches(*cost))
        }
        BuildingEvent::CameOut { unit: id, place, cost, way } => {
            format!("{} comes out, {way:?}, to {} for {}", unit(id), pose(place.pose), inches(*cost))
        }
        BuildingEvent::StructureHit { building, hits, total } => {
            format!("building {} takes {hits} structural hits, {total} in all", building.0)
        }
        BuildingEvent::Collapsed(building) => format!("building {} comes down", building.0),
    }
}

fn screen(unit: String, what: &ScreenEvent) -> String {
    match what {
        ScreenEvent::Out { from, cost } => format!("{unit}'s screen goes out {from:?} for {}", inches(*cost)),
        ScreenEvent::In { cost, .. } => format!("{unit}'s screen comes in for {}", inches(*cost)),
        ScreenEvent::Evaded { behind } => format!("{unit}'s screen is back {}", inches(*behind)),
        ScreenEvent::Hit { hits } => format!("{unit}'s screen is hit, {hits} in all"),
        ScreenEvent::Lost { why } => format!("{unit}'s screen is lost: {why:?}"),
    }
}
