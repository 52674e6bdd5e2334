//! A firing range: two regiments on a bare table, to let the engine itself fire and fight as often as a table needs.

use std::sync::Arc;

use bevy::app::App;
use bevy::ecs::world::World;

use crate::army::{Arm, Brigade, BrigadeClock, BrigadeId, BrigadeState, Condition, Deeds, Files, General};
use crate::army::{Colors, GeneralId, GeneralState, Grade, Place, Rank, Regiment, RegimentId, Side, Temper, Uniform};
use crate::army::{Face, Struck, Weapon};
use crate::book::options::Engaged;
use crate::book::{Health, Options};
use crate::geometry::{Degrees, Inches, Pose, Spot};
use crate::ground::{Ground, Obstacle, ObstacleKind};
use crate::record;
use crate::turn::apply::Roll;
use crate::turn::resolve::resume;
use crate::turn::{self, Agenda, Ask, Charge, Choice, Clock, Cup, Event, Field, Order, Phase, Terms};

/// The firer and its target.
pub const FIRER: RegimentId = RegimentId(0);
/// The regiment that is shot at or charged.
pub const TARGET: RegimentId = RegimentId(1);

/// What is to be tried.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Trial {
    /// Arms of the firer.
    pub weapon: Weapon,
    /// Its stands, or its sections.
    pub stands: u8,
    /// Distance between the lines.
    pub range: Inches,
    /// What the target stands behind.
    pub behind: Option<ObstacleKind>,
    /// The target's grade.
    pub grade: Grade,
    /// The target's stands now, of so many at the start.
    pub target: (u8, u8),
    /// Arms of the firer and of its target.
    pub arms: [Arm; 2],
}

/// The two regiments on their table.
pub struct Range {
    app: App,
    trial: Trial,
    shots: u64,
}

impl Range {
    /// Sets the table up with dice from a seed.
    pub fn new(trial: Trial, seed: u64) -> Self {
        let mut app = record::bare();
        lay_out(app.world_mut(), &trial, seed);
        Self { app, trial, shots: 0 }
    }

    /// One volley in Phase 3 at a target that is as it was at the start; what happened.
    pub fn volley(&mut self) -> Vec<Event> {
        self.again(Phase::Fire, false);
        self.give(&Order::Fire { unit: FIRER, target: TARGET })
    }

    /// A volley at the target as the last one has left it, rallied; told from the target's health afterwards whether it is
    /// still there.
    pub fn next_volley(&mut self, air: Air) -> Health {
        let world = self.app.world_mut();
        for entity in world.resource::<Roll>().regiments.clone() {
            world.get_mut::<Condition>(entity).expect("its condition").disordered = false;
        }
        self.another_volley(air);
        let field = self.app.world().resource::<Field>();
        let target = field.unit(TARGET);
        if target.condition.gone { Health::Shattered } else { field.health(target) }
    }

    /// A volley at the target as the last one has left it; what happened.
    pub fn another_volley(&mut self, air: Air) -> Vec<Event> {
        let world = self.app.world_mut();
        for entity in world.resource::<Roll>().regiments.clone() {
            world.entity_mut(entity).insert(Deeds::default());
        }
        if air == Air::Clear {
            self.clear_smoke();
        }
        let world = self.app.world_mut();
        world.resource_mut::<Clock>().phase = Phase::Fire;
        resume(world);
        self.give(&Order::Fire { unit: FIRER, target: TARGET })
    }

    /// As [`Range::volley`], with a general at the target's colors.
    pub fn volley_at_a_general(&mut self) -> Vec<Event> {
        self.again(Phase::Fire, false);
        self.commanded_by(Temper::Reliable, 0, Some(TARGET));
        self.give(&Order::Fire { unit: FIRER, target: TARGET })
    }

    /// The next turn begins, with brigadiers of this temper who have so many wounds: the pips of either side.
    pub fn pips(&mut self, temper: Temper, wounds: u8) -> [u8; 2] {
        self.again(Phase::Fire, false);
        self.commanded_by(temper, wounds, None);
        let mut pips = [0; 2];
        for event in self.give(&Order::Ready(Side::Union)) {
            if let Event::PipsGenerated { brigade, rolled, .. } = event {
                pips[brigade.index()] = rolled;
            }
        }
        pips
    }

    /// Both brigadiers as they are told, the target's with this regiment.
    fn commanded_by(&mut self, temper: Temper, wounds: u8, with: Option<RegimentId>) {
        let world = self.app.world_mut();
        for (n, entity) in world.resource::<Roll>().generals.clone().into_iter().enumerate() {
            let mut state = world.get_mut::<GeneralState>(entity).expect("a general has his state");
            (state.temper, state.wounds, state.gone, state.lost) = (temper, wounds, false, 0);
            state.attached = with.filter(|_| n == 1);
        }
        resume(world);
    }

    /// Sets both regiments back to what they were.
    pub fn rest(&mut self) {
        self.again(Phase::Fire, false);
    }

    /// One melee in Phase 4 between the regiments as they were at the start, without any charge; all stands count, so
    /// that sizes alone make the difference of the scores.
    pub fn melee(&mut self) -> Vec<Event> {
        self.app.world_mut().resource_mut::<Options>().engaged = Engaged::All;
        self.again(Phase::Fire, true);
        self.give(&Order::Ready(Side::Union))
    }

    /// The target before it charges the firer, as it is read by who asks for the odds.
    pub fn before_the_charge(&mut self) -> &Field {
        self.again(Phase::Maneuver, false);
        self.app.world().resource()
    }

    /// One charge of the target at the firer, who gives his closing volley if he can, until it has struck or not.
    pub fn to_contact(&mut self) -> Vec<Event> {
        self.again(Phase::Maneuver, false);
        let mut events = self.give(&Order::Assault(vec![Charge { unit: TARGET, target: FIRER }]));
        let question = self.app.world().resource::<Agenda>().question.clone();
        if question.is_some_and(|question| matches!(question.ask, Ask::ChargedAt { .. })) {
            events.extend(self.give(&Order::Answer(Choice::ClosingVolley { unit: FIRER, at: TARGET })));
        }
        events
    }

    /// One charge as [`Range::to_contact`], to the end of the melee.
    pub fn charge(&mut self) -> Vec<Event> {
        let mut events = self.to_contact();
        // The phase is over, and so is Phase 3.
        if self.app.world().resource::<Field>().engaged(TARGET) {
            for _ in 0..2 {
                events.extend(self.give(&Order::Ready(Side::Confederate)));
            }
        }
        events
    }

    fn give(&mut self, order: &Order) -> Vec<Event> {
        self.shots += 1;
        turn::give(self.app.world_mut(), order, self.shots).expect("orders on the range are legal")
    }

    fn clear_smoke(&mut self) {
        let world = self.app.world_mut();
        let smoke: Vec<_> = world
            .query_filtered::<bevy::ecs::entity::Entity, bevy::ecs::query::With<crate::army::Smoke>>()
            .iter(world)
            .collect();
        for marker in smoke {
            world.despawn(marker);
        }
    }

    /// Puts both regiments back, apart or in contact.
    fn again(&mut self, phase: Phase, touching: bool) {
        let trial = self.trial;
        let world = self.app.world_mut();
        let entities = world.resource::<Roll>().regiments.clone();
        let apart = if touching { Inches::ZERO } else { trial.range };
        for (n, entity) in entities.into_iter().enumerate() {
            let (place, condition) = placed(&trial, n, apart);
            let mut regiment = world.entity_mut(entity);
            regiment.insert((place, condition, Deeds::default()));
        }
        self.clear_smoke();
        let world = self.app.world_mut();
        let mut clock = world.resource_mut::<Clock>();
        // A melee without questions runs on into the next turn.
        clock.turn = 1;
        clock.phase = phase;
        // A melee that nobody wins lets the turn run on.
        clock.active = if phase == Phase::Maneuver { Side::Confederate } else { Side::Union };
        clock.ready = [false; 2];
        clock.assaults_begun = false;
        for brigade in world.resource::<Roll>().brigades.clone() {
            // A charge costs a pip.
            let state = BrigadeState { clock: BrigadeClock::Fresh, pool: 1, reserved: 0, banked: 0 };
            world.entity_mut(brigade).insert(state);
        }
        resume(world);
    }
}

/// What becomes of smoke between two volleys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Air {
    /// A wind takes it.
    Clear,
    /// It hangs where it was made.
    Still,
}

fn placed(trial: &Trial, n: usize, apart: Inches) -> (Place, Condition) {
    let middle = Inches::new(24);
    let (y, heading, stands) = if n == 0 {
        (middle, Degrees::ZERO, trial.stands)
    } else {
        (middle + apart, Degrees::HALF_TURN, trial.target.0)
    };
    let pose = Pose { at: Spot { x: Inches::new(36), y }, heading };
    let place = Place { pose, formation: trial.arms[n].usual(), files: Files::of(stands), within: None };
    let mut condition = Condition::FRESH;
    if n == 0 && apart == Inches::ZERO {
        condition.struck = Some(Struck { target: TARGET, face: Face::Front, level: 0 });
    }
    (place, condition)
}

fn lay_out(world: &mut World, trial: &Trial, seed: u64) {
    let mut ground = Ground::bare(Inches::new(72), Inches::new(48));
    if let Some(kind) = trial.behind {
        let y = Inches::new(24) + trial.range - Inches(500);
        let line = [20, 52].map(|x| Spot { x: Inches::new(x), y }).to_vec();
        ground.obstacles.push(Obstacle { kind, name: kind.to_string(), line });
    }
    let mut roll = Roll::default();
    for (n, side) in Side::BOTH.into_iter().enumerate() {
        let (brigade, general, id) = (BrigadeId(n as u16), GeneralId(n as u16), RegimentId(n as u16));
        let (place, condition) = placed(trial, n, trial.range);
        let (stands, grade) = if n == 0 { (trial.stands, Grade::Regular) } else { (trial.target.1, trial.grade) };
        let back = if n == 0 { Inches::new(-4) } else { Inches::new(4) };
        let at = Spot { x: place.pose.at.x, y: place.pose.at.y + back };
        roll.regiments.push(
            world
                .spawn((
                    Regiment {
                        arm: trial.arms[n],
                        parent: None,
                        id,
                        name: Arc::from(if n == 0 { "firer" } else { "target" }),
                        side,
                        brigade,
                        grade,
                        weapon: trial.weapon,
                        traits: Arc::from([]),
                        stands,
                        men: 0,
                        uniform: Uniform::UnionSackCoat,
                        colors: Arc::from([Colors::UnionNational]),
                    },
                    place,
                    condition,
                    Deeds::default(),
                ))
                .id(),
        );
        roll.brigades.push(
            world
                .spawn((
                    // Far larger than the regiment, so that the clock never interferes.
                    Brigade { id: brigade, name: Arc::from("brigade"), side, general, stands: 100 },
                    BrigadeState { clock: BrigadeClock::Fresh, pool: 0, reserved: 0, banked: 0 },
                ))
                .id(),
        );
        roll.generals.push(
            world
                .spawn((
                    General { id: general, name: Arc::from("general"), side, rank: Rank::Brigadier(brigade) },
                    GeneralState {
                        at,
                        attached: None,
                        temper: Temper::Reliable,
                        wounds: 0,
                        succeeded: false,
                        lost: 0,
                        gone: false,
                        spent: Inches::ZERO,
                        bonus_given: false,
                    },
                ))
                .id(),
        );
    }
    world.insert_resource(roll);
    world.insert_resource(ground);
    world.insert_resource(Terms::default());
    world.insert_resource(Options::default());
    world.insert_resource(Cup::seeded(seed));
    world.insert_resource(Clock {
        turn: 1,
        rounds: 40,
        phase: Phase::Fire,
        active: Side::Union,
        ready: [false; 2],
        deploying: None,
        to_deploy: Vec::new(),
        assaults_begun: false,
        outcome: None,
    });
    resume(world);
}
