//! The only writer of what is on the table: turns events into components.

use bevy::ecs::entity::Entity;
use bevy::ecs::resource::Resource;
use bevy::ecs::world::{EntityWorldMut, World};

use super::event::{End, Event, Exit, Fate, Motion, Purpose, Volley, WayOut};
use super::field::{Clock, Outcome};
use super::phase;
use crate::army::dress;
use crate::army::{
    BrigadeId, BrigadeState, Condition, Deeds, Face, Files, Formation, GeneralId, GeneralState, Place, Regiment,
    RegimentId, Smoke, Struck,
};
use crate::book::movement;
use crate::geometry::{Inches, Pose};
use crate::ground::{Ground, ObstacleKind, Piece};

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
        Event::TurnBegan { turn, active } => begin_turn(world, *turn, *active),
        Event::PhaseBegan(next) => begin_phase(world, *next),

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
        Event::ClockMoved { brigade, to, .. } => {
            let mut state = brigade_state(world, *brigade);
            state.clock = *to;
            if *to == crate::army::BrigadeClock::Broken {
                // A Broken brigade forfeits every pip it has (Companion 11 §3.0).
                state.pool = 0;
                state.reserved = 0;
                state.banked = 0;
            }
        }

        Event::Moved { unit, motion, from, to, cost, forward, wheel, .. } => {
            let mut place = part::<Place>(world, *unit);
            place.pose = *to;
            if *motion == Motion::AboutFace {
                // The stands stay where they are; left and right change hands.
                place.files = Files { left: place.files.right, right: place.files.left };
            }
            let mut deeds = part::<Deeds>(world, *unit);
            deeds.spent += *cost;
            deeds.forward += *forward;
            deeds.held = false;
            deeds.began.get_or_insert(from.at);
            match motion {
                Motion::Pivot => deeds.pivoted = true,
                _ => deeds.moved = true,
            }
            deeds.wheeled |= wheel.0 != 0 && *motion == Motion::March;
            deeds.fell_back |= *motion == Motion::FallBack;
            deeds.about_faced |= *motion == Motion::AboutFace;
            let mut condition = part::<Condition>(world, *unit);
            condition.refused = [0; 2];
            if !matches!(motion, Motion::FaceTarget | Motion::Charge | Motion::Consolidate) {
                condition.struck = None;
            }
            if matches!(motion, Motion::Retreat | Motion::Broken) {
                // The fight is over for those who struck it: when they meet again, nobody is in a flank any more.
                forget_struck(world, *unit);
            }
            carry_generals(world, *unit);
        }
        Event::Capped { unit, cap } => part::<Deeds>(world, *unit).cap = Some(*cap),
        Event::Crossed { unit, piece, .. } => {
            let abatis = matches!(
                world.resource::<Ground>().piece(*piece),
                Some(Piece::Obstacle(obstacle)) if obstacle.kind == ObstacleKind::Abatis
            );
            let mut deeds = part::<Deeds>(world, *unit);
            if piece.0 < 128 {
                deeds.paid |= 1 << piece.0;
            }
            deeds.tangled |= abatis && deeds.assaulted;
        }
        Event::Formed { unit, formation, cost } => {
            let mut place = part::<Place>(world, *unit);
            let remounts = place.formation == Formation::Dismounted;
            place.formation = *formation;
            place.files = Files::of(place.files.total());
            part::<Condition>(world, *unit).refused = [0; 2];
            let mut deeds = part::<Deeds>(world, *unit);
            deeds.spent += *cost;
            deeds.reformed = true;
            deeds.unlimbered = *formation == Formation::Unlimbered;
            // Detachments, mounting and dismounting are movement: no fire (B125).
            deeds.moved |= matches!(formation, Formation::Dismounted) || remounts;
            carry_generals(world, *unit);
        }
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
        Event::ShockIgnored(unit) => part::<Deeds>(world, *unit).shrugged = true,
        Event::SawTheElephant { unit, stood } => {
            bloody(world, *unit);
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
        Event::Detached { unit, parent, place } => detach(world, *unit, *parent, place),
        Event::Rejoined { unit, parent } => {
            let stands = part::<Place>(world, *unit).files.total();
            let mut place = part::<Place>(world, *parent);
            place.files = Files::of(place.files.total() + stands);
            let mut condition = part::<Condition>(world, *unit);
            condition.gone = true;
            let Condition { disordered, low_ammo, .. } = *condition;
            // What it has suffered is the regiment's now; a hit that it carries is told as one of its own.
            let mut condition = part::<Condition>(world, *parent);
            condition.disordered |= disordered;
            condition.low_ammo |= low_ammo;
            part::<Deeds>(world, *parent).moved = true;
            follow_colors(world, *unit, *parent);
            carry_generals(world, *parent);
        }
        Event::Dismantling { unit, .. } => part::<Deeds>(world, *unit).dismantling = true,
        Event::FenceDown { gap, .. } => world.resource_mut::<Ground>().take_down(*gap),
        Event::WentIn { unit, place, cost } => rehouse(world, *unit, place, *cost),
        Event::CameOut { unit, place, cost, way } => {
            rehouse(world, *unit, place, *cost);
            if *way != WayOut::Ordered {
                forget_struck(world, *unit);
            }
        }
        Event::StructureHit { building, total, .. } => {
            let struck = &mut world.resource_mut::<Ground>().changes.struck;
            struck.retain(|(piece, _)| piece != building);
            struck.push((*building, *total));
        }
        Event::Collapsed(building) => world.resource_mut::<Ground>().changes.fallen.push(*building),
        Event::ScreenOut { .. }
        | Event::ScreenIn { .. }
        | Event::Evaded { .. }
        | Event::ScreenHit { .. }
        | Event::ScreenLost { .. } => screen(world, event),
        Event::BattleEnded { why, points, winner } => {
            clock(world).outcome = Some(Outcome { why: (*why).to_owned(), points: *points, winner: *winner });
        }
    }
}

/// What happens to a skirmish screen.
fn screen(world: &mut World, event: &Event) {
    match event {
        Event::ScreenOut { unit, from, cost } => {
            lose_stand(&mut part::<Place>(world, *unit), *from);
            let mut condition = part::<Condition>(world, *unit);
            condition.screen = true;
            condition.refused = [0; 2];
            let mut deeds = part::<Deeds>(world, *unit);
            deeds.spent += *cost;
            // Sharpshooters do it without losing their fire (B125).
            deeds.moved |= *cost > Inches::ZERO;
            deeds.held = false;
            carry_generals(world, *unit);
        }
        Event::ScreenIn { unit, cost } => {
            let mut place = part::<Place>(world, *unit);
            *place = super::screen::joined(&place);
            let mut condition = part::<Condition>(world, *unit);
            condition.screen = false;
            condition.evaded = None;
            condition.refused = [0; 2];
            part::<Deeds>(world, *unit).spent += *cost;
            carry_generals(world, *unit);
        }
        Event::Evaded { unit, behind } => part::<Condition>(world, *unit).evaded = Some(*behind),
        Event::ScreenHit { unit, hits } => part::<Condition>(world, *unit).screen_hits = *hits,
        Event::ScreenLost { unit, .. } => {
            let mut condition = part::<Condition>(world, *unit);
            condition.screen = false;
            condition.evaded = None;
            condition.screen_hits = 0;
            let mut deeds = part::<Deeds>(world, *unit);
            deeds.hurt = true;
            deeds.shaken = true;
        }
        _ => {}
    }
}

/// A detachment becomes an entity of its own. Its stands count with its parent's, so it began with none.
fn detach(world: &mut World, unit: RegimentId, parent: RegimentId, place: &Place) {
    let own = regiment(world, parent).get::<Regiment>().expect("a regiment").clone();
    let detachment = own.detachment(unit, place.formation);
    let Condition { disordered, low_ammo, blooded, .. } = *part::<Condition>(world, parent);
    let condition = Condition { disordered, low_ammo, blooded, ..Condition::FRESH };
    // Half of what horse holders could walk has gone into taking the horses over.
    let spent = match place.formation {
        Formation::LedHorses => movement::rates(own.arm, place.formation).open.half(),
        _ => Inches::ZERO,
    };
    let deeds = Deeds { moved: true, spent, ..Deeds::default() };
    let entity = world.spawn((detachment, *place, condition, deeds)).id();
    world.resource_mut::<Roll>().regiments.push(entity);
    super::stands::muster_one(world, entity);
    let mut left = part::<Place>(world, parent);
    left.files = Files::of(left.files.total() - place.files.total());
    let left = left.files.total();
    part::<Condition>(world, parent).straighten(left);
    // To detach spends movement: no fire (B125).
    part::<Deeds>(world, parent).moved = true;
    carry_generals(world, parent);
}

/// A regiment has been under fire that told, its detachments with it: it tests once in a battle (C-54).
fn bloody(world: &mut World, unit: RegimentId) {
    let root = |regiment: &Regiment| regiment.parent.unwrap_or(regiment.id);
    let own = root(regiment(world, unit).get::<Regiment>().expect("a regiment"));
    for entity in world.resource::<Roll>().regiments.clone() {
        if root(world.get::<Regiment>(entity).expect("a regiment")) == own {
            world.get_mut::<Condition>(entity).expect("its condition").blooded = true;
        }
    }
}

/// A regiment goes into a building, or comes out of one.
fn rehouse(world: &mut World, unit: RegimentId, place: &Place, cost: Inches) {
    *part::<Place>(world, unit) = *place;
    let mut deeds = part::<Deeds>(world, unit);
    deeds.spent += cost;
    deeds.moved = true;
    deeds.held = false;
    carry_generals(world, unit);
}

fn clock(world: &mut World) -> bevy::ecs::change_detection::Mut<'_, Clock> {
    world.resource_mut::<Clock>()
}

fn regiment(world: &mut World, id: RegimentId) -> EntityWorldMut<'_> {
    let entity = world.resource::<Roll>().regiments[id.index()];
    world.entity_mut(entity)
}

/// One component of a regiment.
fn part<C: bevy::ecs::component::Component<Mutability = bevy::ecs::component::Mutable>>(
    world: &mut World,
    id: RegimentId,
) -> bevy::ecs::change_detection::Mut<'_, C> {
    let entity = world.resource::<Roll>().regiments[id.index()];
    world.get_mut::<C>(entity).expect("a regiment has all its parts")
}

fn brigade_state(world: &mut World, id: BrigadeId) -> bevy::ecs::change_detection::Mut<'_, BrigadeState> {
    let entity = world.resource::<Roll>().brigades[id.index()];
    world.get_mut(entity).expect("a brigade has its state")
}

fn general_state(world: &mut World, id: GeneralId) -> bevy::ecs::change_detection::Mut<'_, GeneralState> {
    let entity = world.resource::<Roll>().generals[id.index()];
    world.get_mut(entity).expect("a general has his state")
}

/// A new game turn: what was done in the last one is forgotten, except what two turns running would punish.
fn begin_turn(world: &mut World, turn: u16, active: crate::army::Side) {
    let mut clock = clock(world);
    // Deeds of the turn before the new active side's last one decide on Double-Time two turns running (B15).
    clock.turn = turn;
    clock.active = active;
    clock.ready = [false; 2];
    clock.assaults_begun = false;
    let roll = world.resource::<Roll>().clone();
    for entity in roll.regiments {
        let mut regiment = world.entity_mut(entity);
        let side = regiment.get::<crate::army::Regiment>().expect("a regiment").side;
        let doubled = regiment.get::<Deeds>().expect("deeds").doubled;
        if side != active {
            // The turn that has just ended was this side's own.
            regiment.get_mut::<Condition>().expect("condition").doubled_last_turn = doubled;
        }
        *regiment.get_mut::<Deeds>().expect("deeds") = Deeds::default();
    }
    for entity in roll.generals {
        let mut state = world.get_mut::<GeneralState>(entity).expect("a general has his state");
        state.spent = Inches::ZERO;
        state.bonus_given = false;
    }
}

fn begin_phase(world: &mut World, next: phase::Phase) {
    let mut clock = clock(world);
    clock.phase = next;
    clock.ready = [false; 2];
    phase::enter(world, next);
    if next == phase::Phase::Maneuver {
        for entity in world.resource::<Roll>().regiments.clone() {
            let slow = world.get::<Condition>(entity).expect("condition").disordered;
            world.get_mut::<Deeds>(entity).expect("deeds").slow = slow;
        }
    }
}

/// Takes a stand away; the Color Stand does not move (C-11).
pub(crate) fn lose_stand(place: &mut Place, from: End) {
    let half = (dress::base(place.formation).width + dress::interval(place.formation)).half().get();
    match from {
        End::Left => {
            place.files.left -= 1;
            place.pose = Pose::round(place.pose.local(half, 0.0), place.pose.heading);
        }
        End::Right => {
            place.files.right -= 1;
            place.pose = Pose::round(place.pose.local(-half, 0.0), place.pose.heading);
        }
        End::Rear => place.files = Files::of(place.files.total() - 1),
    }
}

fn remove(world: &mut World, unit: RegimentId) {
    let mut condition = part::<Condition>(world, unit);
    condition.gone = true;
    forget_struck(world, unit);
    let roll = world.resource::<Roll>().clone();
    for entity in roll.generals {
        let mut state = world.get_mut::<GeneralState>(entity).expect("a general has his state");
        if state.attached == Some(unit) {
            state.attached = None;
        }
    }
}

/// Nobody has this regiment before his bayonets any more.
fn forget_struck(world: &mut World, target: RegimentId) {
    for entity in world.resource::<Roll>().regiments.clone() {
        let mut other = world.get_mut::<Condition>(entity).expect("condition");
        if other.struck.is_some_and(|struck| struck.target == target) {
            other.struck = None;
            other.locked = false;
        }
    }
    // And whom it had before its own.
    let mut own = part::<Condition>(world, target);
    own.locked = false;
    if let Some(struck) = own.struck.take() {
        part::<Condition>(world, struck.target).locked = false;
    }
}

fn lift_smoke(world: &mut World, of: RegimentId) {
    let mut query = world.query::<(Entity, &Smoke)>();
    let gone: Vec<Entity> = query.iter(world).filter(|(_, smoke)| smoke.of == of).map(|(entity, _)| entity).collect();
    for entity in gone {
        world.despawn(entity);
    }
}

/// A general who was with a detachment is with its regiment now.
fn follow_colors(world: &mut World, unit: RegimentId, parent: RegimentId) {
    for entity in world.resource::<Roll>().generals.clone() {
        let mut state = world.get_mut::<GeneralState>(entity).expect("a general has his state");
        if state.attached == Some(unit) {
            state.attached = Some(parent);
        }
    }
}

/// A general who has joined a regiment goes where its colors go.
fn carry_generals(world: &mut World, unit: RegimentId) {
    let place = *regiment(world, unit).get::<Place>().expect("a regiment has its place");
    for entity in world.resource::<Roll>().generals.clone() {
        let mut state = world.get_mut::<GeneralState>(entity).expect("a general has his state");
        if state.attached == Some(unit) {
            state.at = beside_colors(&place);
        }
    }
}

/// Where a general stands who has joined a regiment: in contact with the rear of its Color Stand in line, with its left
/// side in column, where the next rank is behind it (Companion 16 §2.4).
pub fn beside_colors(place: &Place) -> crate::geometry::Spot {
    let stand = dress::colors(place.formation, place.files);
    let radius = 0.5;
    let base = dress::base(place.formation);
    let (right, ahead) = if let Some(house) = place.within {
        (0.0, -house.depth.get() - radius)
    } else if place.formation.is_abreast() {
        (stand.right.get(), stand.ahead.get() - base.depth.get() - radius)
    } else {
        (stand.right.get() - base.width.get() / 2.0 - radius, stand.ahead.get() - base.depth.get() / 2.0)
    };
    crate::geometry::Spot::round(place.pose.local(right, ahead))
}
