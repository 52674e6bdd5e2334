//! The only writer of what is on the table: turns events into components.

mod buildings;
mod detachments;
mod generals;
mod losses;
mod moves;
mod parts;
mod screens;
mod turns;

use bevy::ecs::entity::Entity;
use bevy::ecs::resource::Resource;
use bevy::ecs::world::World;

use self::generals::carry_generals;
use self::losses::remove;
use self::parts::{brigade_state, clock, general_state, part};
use super::event::{Event, Exit, Fate, Purpose, Volley};
use super::field::Outcome;
use crate::army::{BrigadeClock, BrigadeId, Condition, Deeds, Face, Files, Place, RegimentId, Smoke, Struck};
use crate::ground::Ground;

pub use self::generals::beside_colors;
pub(crate) use self::losses::lose_stand;

/// Entities by id: entry `n` of each list has id `n`. Orders and events never name an entity.
#[derive(Resource, Clone, Default, Debug)]
pub struct Roll {
    /// Regiments.
    pub regiments: Vec<Entity>,
    /// Brigades.
    pub brigades: Vec<Entity>,
    /// Generals.
    pub generals: Vec<Entity>,
}

/// Writes what happened into the world.
pub fn apply(world: &mut World, event: &Event) {
    match event {
        Event::Rolled { purpose: Purpose::SaveAgain(unit), .. } => part::<Deeds>(world, *unit).saved_again = true,
        Event::Rolled { .. }
        | Event::Declined(_)
        | Event::MarchEnded(_)
        | Event::VolleyTold { .. }
        | Event::Scored { .. }
        | Event::ChargeHalted { .. }
        | Event::Consolidated(_) => {}

        Event::First(side) => clock(world).active = *side,
        Event::Ready(side) => clock(world).ready[side.index()] = true,
        Event::DeploymentOrder(brigades) => clock(world).to_deploy.clone_from(brigades),
        Event::Deploying(brigade) => {
            let mut clock = clock(world);
            clock.deploying = *brigade;
            clock.to_deploy.retain(|b| Some(*b) != *brigade);
        }
        Event::Deployed { unit, pose, formation } => {
            let mut place = part::<Place>(world, *unit);
            place.pose = *pose;
            place.formation = *formation;
            place.files = Files::of(place.files.total());
        }
        Event::Rode { general, to, cost, attached } => {
            let mut state = general_state(world, *general);
            state.at = *to;
            state.spent += *cost;
            state.attached = *attached;
        }
        Event::TurnBegan { turn, active } => turns::begin_turn(world, *turn, *active),
        Event::PhaseBegan(next) => turns::begin_phase(world, *next),

        Event::PipsGenerated { brigade, rolled, banked } => {
            let mut state = brigade_state(world, *brigade);
            state.pool = rolled + banked;
            state.banked = 0;
        }
        Event::PipsSpent { brigade, pips, .. } => brigade_state(world, *brigade).pool -= pips,
        Event::PipsForfeited(brigade) => {
            let mut state = brigade_state(world, *brigade);
            state.pool = 0;
            state.reserved = 0;
            state.banked = 0;
        }
        Event::BonusPip { general, brigade } => {
            brigade_state(world, *brigade).pool += 1;
            general_state(world, *general).bonus_given = true;
        }
        Event::Reserved(brigade) => brigade_state(world, *brigade).reserved = 1,
        Event::ReserveSpent { brigade, .. } => brigade_state(world, *brigade).reserved -= 1,
        Event::ReserveLapsed(brigade) => {
            let mut state = brigade_state(world, *brigade);
            state.pool += state.reserved;
            state.reserved = 0;
        }
        Event::PipsBanked { brigade, banked, .. } => {
            let mut state = brigade_state(world, *brigade);
            state.pool = 0;
            state.banked = *banked;
        }
        Event::ClockMoved { brigade, to, .. } => clock_moved(world, *brigade, *to),

        Event::Moved { unit, motion, from, to, cost, taken, forward, wheel, .. } => {
            let (motion, from, to, wheel) = (*motion, *from, *to, *wheel);
            let how = moves::Move { motion, from, to, cost: *cost, taken: *taken, forward: *forward, wheel };
            moves::moved(world, *unit, &how);
        }
        Event::Capped { unit, cap } => part::<Deeds>(world, *unit).cap = Some(*cap),
        Event::Crossed { unit, piece, .. } => moves::crossed(world, *unit, *piece),
        Event::Formed { unit, formation, cost } => moves::formed(world, *unit, *formation, *cost),
        Event::Held(unit) => part::<Deeds>(world, *unit).held = true,
        Event::Doubled(unit) => {
            part::<Deeds>(world, *unit).doubled = true;
        }

        Event::AssaultDeclared(charges) => {
            clock(world).assaults_begun = true;
            for charge in charges {
                let place = *part::<Place>(world, charge.unit);
                let base = super::field::footprint(place.pose, place.formation, place.files);
                let level = world.resource::<Ground>().level_of(&base);
                let mut deeds = part::<Deeds>(world, charge.unit);
                deeds.assaulted = true;
                deeds.charged_from = level;
            }
        }
        Event::CounterCharged { unit, at } => part::<Deeds>(world, *unit).countered = Some(*at),
        Event::FlankRefused { unit, flank, stands } => {
            part::<Condition>(world, *unit).refused[usize::from(*flank == Face::Right)] = *stands;
        }
        Event::AtTheLine(unit) => part::<Deeds>(world, *unit).shaken = false,
        Event::Contact { unit, target, face, momentum } => {
            let mut deeds = part::<Deeds>(world, *unit);
            deeds.momentum = *momentum;
            deeds.charged = true;
            let level = deeds.charged_from;
            let mut condition = part::<Condition>(world, *unit);
            condition.struck = Some(Struck { target: *target, face: *face, level });
            // Whom it was locked with has gone, or it could not have charged.
            condition.locked = false;
        }

        Event::Swept { unit, .. } => {
            let place = *part::<Place>(world, *unit);
            let base = super::field::footprint(place.pose, place.formation, place.files);
            let level = world.resource::<Ground>().level_of(&base);
            let mut deeds = part::<Deeds>(world, *unit);
            deeds.swept = true;
            deeds.assaulted = true;
            // What it has come through before counts no more.
            deeds.charged_from = level;
            deeds.tangled = false;
        }
        Event::VolleyFired { unit, target, volley, .. } => {
            let mut deeds = part::<Deeds>(world, *unit);
            match volley {
                Volley::Phase3 | Volley::Concentrated => deeds.fired = true,
                Volley::Closing | Volley::Opportunity => deeds.reacted = true,
            }
            // Who moves is fired upon in Phase 2, who does not in Phase 3: a turn has one phase of fire for each side.
            if let Some(slot) = part::<Deeds>(world, *target).fired_on_by.iter_mut().find(|slot| slot.is_none()) {
                *slot = Some(*unit);
            }
        }
        Event::LowAmmo(unit) => part::<Condition>(world, *unit).low_ammo = true,
        Event::Resupplied(unit) => part::<Condition>(world, *unit).low_ammo = false,
        Event::Hurt { unit, micro, .. } => {
            part::<Condition>(world, *unit).micro = *micro;
            part::<Deeds>(world, *unit).hurt = true;
        }
        Event::StandLost { unit, from, .. } => {
            let mut place = part::<Place>(world, *unit);
            lose_stand(&mut place, *from);
            let left = place.files.total();
            part::<Condition>(world, *unit).straighten(left);
            let mut deeds = part::<Deeds>(world, *unit);
            deeds.hurt = true;
            deeds.shaken = true;
            carry_generals(world, *unit);
        }
        Event::Removed { unit, exit } => {
            remove(world, *unit);
            part::<Condition>(world, *unit).taken = *exit == Exit::GunsTaken;
        }
        Event::Disordered { unit, .. } => {
            part::<Condition>(world, *unit).disordered = true;
            part::<Deeds>(world, *unit).shaken = true;
        }
        Event::DoubleDisorder { unit, .. } => part::<Deeds>(world, *unit).shaken = true,
        Event::Roused(unit) => part::<Deeds>(world, *unit).roused = true,
        Event::ShockIgnored(unit) => part::<Deeds>(world, *unit).shrugged = true,
        Event::SawTheElephant { unit, stood } => {
            detachments::bloody(world, *unit);
            part::<Deeds>(world, *unit).halted |= !stood;
        }
        Event::Resting(unit) => part::<Deeds>(world, *unit).resting = true,
        Event::RestDisturbed { unit, .. } => part::<Deeds>(world, *unit).resting = false,
        Event::Rested { unit, turns } => part::<Condition>(world, *unit).rested = *turns,
        Event::Recovered(unit) => {
            let mut condition = part::<Condition>(world, *unit);
            condition.micro = 0;
            condition.rested = 0;
        }
        Event::Rallied(unit) => part::<Condition>(world, *unit).disordered = false,
        Event::RallyTried(unit) => part::<Deeds>(world, *unit).rally_tried = true,
        Event::SmokePlaced(smoke) => {
            lift_smoke(world, smoke.of);
            world.spawn(*smoke);
        }
        Event::SmokeLifted { unit, .. } => lift_smoke(world, *unit),

        Event::MeleeDecided { attackers, defenders, winner } => {
            for unit in attackers.iter().chain(defenders) {
                part::<Deeds>(world, *unit).fought = true;
                part::<Condition>(world, *unit).locked = winner.is_none();
            }
        }
        Event::Leader { general, fate, temper } => {
            let mut state = general_state(world, *general);
            state.temper = *temper;
            match fate {
                Fate::Unhurt | Fate::Escaped(_) => {}
                Fate::LightlyWounded => state.wounds += 1,
                Fate::SeverelyWounded | Fate::Killed | Fate::Captured => {
                    state.succeeded = true;
                    state.wounds = 0;
                    state.lost += 1;
                }
            }
        }
        Event::GeneralGone(general) => {
            let mut state = general_state(world, *general);
            state.gone = true;
            state.attached = None;
        }
        Event::Detached { unit, parent, place } => detachments::detach(world, *unit, *parent, place),
        Event::Rejoined { unit, parent } => detachments::rejoin(world, *unit, *parent),
        Event::Dismantling { unit, .. } => {
            let mut deeds = part::<Deeds>(world, *unit);
            deeds.dismantling = true;
            deeds.held = false;
        }
        Event::FenceDown { gap, .. } => world.resource_mut::<Ground>().take_down(*gap),
        Event::Building(what) => buildings::apply(world, what),
        Event::Screen { unit, what } => screens::apply(world, *unit, what),
        Event::BattleEnded { why, points, winner } => {
            clock(world).outcome = Some(Outcome { why: (*why).to_owned(), points: *points, winner: *winner });
        }
    }
}

fn clock_moved(world: &mut World, brigade: BrigadeId, to: BrigadeClock) {
    let mut state = brigade_state(world, brigade);
    state.clock = to;
    if to == BrigadeClock::Broken {
        // A Broken brigade forfeits every pip it has (Companion 11 §3.0).
        state.pool = 0;
        state.reserved = 0;
        state.banked = 0;
    }
}

fn lift_smoke(world: &mut World, of: RegimentId) {
    let mut query = world.query::<(Entity, &Smoke)>();
    let gone: Vec<Entity> = query.iter(world).filter(|(_, smoke)| smoke.of == of).map(|(entity, _)| entity).collect();
    for entity in gone {
        world.despawn(entity);
    }
}
