//! Everything that the panels ask of the rules: whether an order is legal, what a volley or a charge may do, and who
//! still has something to do. The only file here that calls the engine.

use crate::army::{Face, Grade, RegimentId, Side};
use crate::book::cover::Cover;
use crate::book::fire::{self, Band};
use crate::book::{discipline, movement};
use crate::geometry::Inches;
use crate::turn::event::{Modifier, Volley};
use crate::turn::{Agenda, Charge, Field, Order, Phase, Refusal, Unit};

/// What a volley would be.
#[derive(Clone, PartialEq, Debug)]
pub struct Shot {
    /// Dice rolled.
    pub dice: u8,
    /// What each needs before modifiers.
    pub number: u8,
    /// What is added to each, and why.
    pub modifiers: Vec<Modifier>,
    /// Distance.
    pub range: Inches,
    /// Band.
    pub band: Band,
    /// Cover of the target.
    pub cover: Cover,
    /// What the target saves each hit with, if it saves at all.
    pub save: Option<u8>,
}

impl Shot {
    /// Chance of one die to hit.
    pub fn chance(&self) -> f32 {
        let sum: i8 = self.modifiers.iter().map(|m| m.value).sum();
        (1..=6u8).filter(|die| fire::hits(*die, sum, self.number)).count() as f32 / 6.0
    }

    /// Expected hits before saves.
    pub fn expected_hits(&self) -> f32 {
        f32::from(self.dice) * self.chance()
    }

    /// Expected hits after saves.
    pub fn expected_unsaved(&self) -> f32 {
        let saved = self.save.map_or(0.0, |number| {
            (1..=6u8).filter(|die| discipline::saves(*die, 0, number)).count() as f32 / 6.0
        });
        self.expected_hits() * (1.0 - saved)
    }

    /// Chance that at least `hits` of the dice tell, after saves.
    pub fn at_least(&self, hits: u8) -> f32 {
        if self.dice == 0 {
            return if hits == 0 { 1.0 } else { 0.0 };
        }
        let one = self.expected_unsaved() / f32::from(self.dice);
        let mut below = 0.0;
        let mut ways = 1.0;
        for k in 0..hits.min(self.dice + 1) {
            below += ways * one.powi(i32::from(k)) * (1.0 - one).powi(i32::from(self.dice - k));
            ways *= f32::from(self.dice - k) / f32::from(k + 1);
        }
        (1.0 - below).clamp(0.0, 1.0)
    }

    /// Chance that the target loses a stand, counting the odd hit it already carries.
    pub fn costs_a_stand(&self, target: &Unit) -> f32 {
        self.at_least(2u8.saturating_sub(target.condition.micro))
    }
}

/// One step of a charge with its chance.
#[derive(Clone, PartialEq, Debug)]
pub struct Chance {
    /// "Reaches contact".
    pub what: String,
    /// 0 to 1.
    pub chance: f32,
    /// What it rests on, with numbers.
    pub note: String,
}

/// What a charge would be.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The face it strikes.
    pub face: Face,
    /// Distance to go.
    pub distance: Inches,
    /// Pips.
    pub price: u8,
    /// Steps, in order.
    pub chances: Vec<Chance>,
    /// What the charger adds to its score.
    pub own: Vec<Modifier>,
    /// What the target adds.
    pub theirs: Vec<Modifier>,
}

/// The rules as the panels use them.
pub trait Rules {
    /// Whether an order may be given now.
    ///
    /// # Errors
    /// Why not, in the player's words.
    fn check(&self, order: &Order) -> Result<(), Refusal>;

    /// What a volley would be.
    ///
    /// # Errors
    /// Why it cannot be fired.
    fn shot(&self, unit: RegimentId, target: RegimentId, volley: Volley) -> Result<Shot, Refusal>;

    /// What a charge would be.
    ///
    /// # Errors
    /// Why it cannot be made.
    fn charge(&self, charge: Charge) -> Result<Plan, Refusal>;
}

/// Who still has something to do in the phase.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Todo {
    /// Regiments that the phase waits for, in id order.
    pub waiting: Vec<RegimentId>,
    /// Regiments that may fire, each with the targets it may choose.
    pub volleys: Vec<(RegimentId, Vec<RegimentId>)>,
    /// Disordered regiments that may be rallied now.
    pub rallies: Vec<RegimentId>,
}

impl Todo {
    /// Reads the field once after each order.
    pub fn of(field: &Field, agenda: &Agenda, rules: &dyn Rules) -> Self {
        let mut todo = Self::default();
        if agenda.question.is_some() {
            return todo;
        }
        match field.clock.phase {
            Phase::Command | Phase::Status => {
                for unit in field.standing().filter(|unit| unit.condition.disordered) {
                    let command = rules.check(&Order::Rally(unit.id())).is_ok();
                    let natural = field.clock.phase == Phase::Status && rules.check(&Order::NaturalRally(unit.id())).is_ok();
                    if command || natural {
                        todo.rallies.push(unit.id());
                    }
                }
                todo.waiting = todo.rallies.clone();
            }
            Phase::Maneuver => {
                todo.waiting =
                    field.of(field.clock.active).filter(|unit| idle(field, unit)).map(Unit::id).collect();
            }
            Phase::Fire => {
                let side = field.clock.active;
                for unit in field.of(side) {
                    let targets = targets(field, unit)
                        .into_iter()
                        .filter(|target| rules.check(&Order::Fire { unit: unit.id(), target: *target }).is_ok())
                        .collect::<Vec<_>>();
                    if !targets.is_empty() {
                        todo.waiting.push(unit.id());
                        todo.volleys.push((unit.id(), targets));
                    }
                }
            }
            Phase::Deployment | Phase::Melee | Phase::Over => {}
        }
        todo
    }

    /// The targets that a regiment may fire at.
    pub fn targets(&self, unit: RegimentId) -> &[RegimentId] {
        self.volleys.iter().find(|(id, _)| *id == unit).map_or(&[], |(_, targets)| targets)
    }
}

/// Whether a regiment of the Active side has done nothing yet in Phase 2.
pub fn idle(field: &Field, unit: &Unit) -> bool {
    !acted(field, unit) && !field.engaged(unit.id())
}

/// Whether a regiment has done this phase's business.
pub fn acted(field: &Field, unit: &Unit) -> bool {
    let d = &unit.deeds;
    match field.clock.phase {
        Phase::Maneuver => {
            d.moved || d.held || d.pivoted || d.reformed || d.fell_back || d.about_faced || d.assaulted
        }
        Phase::Fire => d.fired,
        Phase::Melee => d.fought,
        Phase::Status => d.rally_tried,
        Phase::Deployment | Phase::Command | Phase::Over => false,
    }
}

/// Enemies within a regiment's longest range, nearest first.
pub fn targets(field: &Field, unit: &Unit) -> Vec<RegimentId> {
    within(field, unit, fire::reach(unit.regiment.weapon))
}

/// Enemies that a charge might reach with Double-Time's help, nearest first.
pub fn assailable(field: &Field, unit: &Unit) -> Vec<RegimentId> {
    let charge = movement::infantry(unit.place.formation).charge.unwrap_or(Inches::new(9));
    within(field, unit, charge + movement::DOUBLE_TIME)
}

fn within(field: &Field, unit: &Unit, reach: Inches) -> Vec<RegimentId> {
    let here = unit.footprint();
    let mut found: Vec<_> = field
        .of(unit.side().other())
        .map(|enemy| (here.centre().distance(enemy.footprint().centre()), enemy))
        .filter(|(distance, enemy)| {
            let spread = (here.frontage.get() + enemy.footprint().frontage.get()) / 2.0;
            *distance <= reach.get() + spread + 1.0
        })
        .collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.id().cmp(&b.1.id())));
    found.into_iter().map(|(_, enemy)| enemy.id()).collect()
}

/// Pips of a side's brigades: pool, reserved, banked.
pub fn pips(field: &Field, side: Side) -> [u8; 3] {
    field.brigades.iter().filter(|b| b.brigade.side == side).fold([0; 3], |sum, b| {
        [sum[0] + b.state.pool, sum[1] + b.state.reserved, sum[2] + b.state.banked]
    })
}

/// What a grade needs on a Discipline Check, as players write it.
pub fn discipline_words(grade: Grade) -> String {
    format!("{}+", discipline::number(grade))
}
