//! Which procedure does which step.

use super::agenda::Step;
use super::hand::{Hand, Stop};
use super::phase::Phase;
use super::{
    assault, building, casualties, clock, command, deployment, discipline, general, march, melee, mount, reaction,
    retreat, status, terrain, victor, volley,
};

/// Does one step.
///
/// # Errors
/// [`Stop`] when a decision or dice are missing; the step is done again from its beginning.
pub fn work(step: &Step, hand: &mut Hand) -> Result<(), Stop> {
    match step {
        Step::Initiative => deployment::initiative(hand),
        Step::ChooseFirst(side) => deployment::choose_first(*side, hand),
        Step::NextDeployment => deployment::next(hand),
        Step::BeginTurn => clock::begin_turn(hand),
        Step::RollPips(brigade) => command::roll_pips(*brigade, hand),
        Step::AssessClocks => clock::assess(hand),
        Step::Open(phase) => open(*phase, hand),
        Step::Leave(phase) => leave(*phase, hand),
        Step::End(ending) => clock::end(*ending, hand),
        Step::BrokenRetreat(unit) => retreat::broken(*unit, hand),
        Step::March(progress) => march::go_on(progress, hand),
        Step::Check { unit, test, by } => discipline::check(*unit, *test, *by, hand),
        Step::Volley { unit, target, volley } => volley::fire(*unit, *target, *volley, hand),
        Step::Concentrate { batteries, target } => volley::battery::fire_concentrated(batteries, *target, hand),
        Step::Saves(hits) => volley::saves(hits, hand),
        Step::Smoke { unit, target } => volley::smoke(*unit, *target, hand),
        Step::Hits { unit, hits, from } => casualties::hits(*unit, *hits, *from, hand),
        Step::LoseStand { unit, to } => casualties::lose_stand(*unit, *to, hand),
        Step::Disorder { unit, cause, from } => casualties::disorder(*unit, *cause, *from, hand),
        Step::LeaderRoll(risk) => general::leader_roll(risk, hand),
        Step::CloseUp { unit, target } => assault::close_up(*unit, *target, hand),
        Step::ToTheLine(charges) => assault::to_the_line(charges, hand),
        Step::ReactToCharges { target, chargers } => assault::react(*target, chargers, hand),
        Step::CounterCharge { unit, at } => assault::counter(*unit, *at, hand),
        Step::RefuseFlank { unit, flank, stands, by } => reaction::refuse(*unit, *flank, *stands, *by, hand),
        Step::ScreenCharged { unit, by } => reaction::charged(*unit, by, hand),
        Step::Close(progress) => assault::close(progress, hand),
        Step::Strike { unit, target } => assault::strike(*unit, *target, hand),
        Step::Pursue { unit, most } => assault::pursue(*unit, *most, hand),
        Step::Stranded(who) => general::stranded(*who, hand),
        Step::Overrun(who) => general::ridden_down(*who, hand),
        Step::NaturalRally(unit) => status::natural_rally(*unit, hand),
        Step::NameLeads { attackers, defenders, attack_lead } => {
            melee::name_leads(attackers, defenders, *attack_lead, hand)
        }
        Step::Fight(units) => melee::fight(units, hand),
        Step::MeleeDice { attackers, defenders, attack_lead, defence_lead } => {
            melee::dice(attackers, defenders, *attack_lead, *defence_lead, hand)
        }
        Step::Retreat { unit, from, short } => retreat::beaten(*unit, *from, *short, hand),
        Step::Sweep { unit, beaten } => melee::sweep::offer(*unit, *beaten, hand),
        Step::SweepMelee(unit) => melee::sweep::fight_on(*unit, hand),
        Step::Consolidate(unit) => victor::consolidate(*unit, hand),
        Step::BringHorses { line, motion } => mount::bring_horses(*line, *motion, hand),
        Step::Structure { building, hits, by } => building::structure(*building, *hits, *by, hand),
        Step::OutOfRuins { unit, by } => building::out_of_ruins(*unit, *by, hand),
    }
}

fn open(phase: Phase, hand: &mut Hand) -> Result<(), Stop> {
    // The battle may have ended since this step was named.
    if hand.field.clock.phase != phase {
        return Ok(());
    }
    match phase {
        Phase::Command => command::open(hand),
        Phase::Maneuver => march::open(hand),
        Phase::Melee => melee::open(hand),
        Phase::Status => status::open(hand),
        Phase::Deployment | Phase::Fire | Phase::Over => {}
    }
    Ok(())
}

fn leave(phase: Phase, hand: &mut Hand) -> Result<(), Stop> {
    match phase {
        Phase::Maneuver => {
            terrain::fences_down(hand);
            command::lapse_reserves(hand);
        }
        Phase::Status => return status::leave(hand),
        Phase::Deployment | Phase::Command | Phase::Fire | Phase::Melee | Phase::Over => {}
    }
    if let Some(next) = phase.next() {
        hand.say(super::event::Event::PhaseBegan(next));
        hand.then(Step::Open(next));
    }
    Ok(())
}
