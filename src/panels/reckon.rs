//! Everything that the panels ask of the rules: whether an order is legal, what a volley or a charge may do, and who
//! still has something to do. The only file here that calls the engine.

use std::sync::{Arc, Mutex};

use crate::army::{Formation, GeneralId, Grade, RegimentId, Side};
use crate::book::command::CONCENTRATED_SECTIONS;
use crate::book::options::LowAmmunition;
use crate::book::{discipline, fire, movement};
use crate::geometry::Inches;
use crate::ground::PieceId;
use crate::odds::{self, Fate, VolleyOdds};
use crate::turn::event::Volley;
use crate::turn::planner::ride::Rides;
use crate::turn::volley::{ammunition, battery};
use crate::turn::{Agenda, Charge, Choice, Field, Order, Phase, Refusal, Unit};
use crate::turn::{assault, building, reaction};

use super::prospect::{self, Common, Plan};
use super::text;

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
    fn shot(&self, unit: RegimentId, target: RegimentId, volley: Volley) -> Result<VolleyOdds, Refusal>;

    /// What Concentrated Battery Fire would be.
    ///
    /// # Errors
    /// Why it cannot be ordered.
    fn concentrated(&self, batteries: &[RegimentId], target: RegimentId) -> Result<VolleyOdds, Refusal>;

    /// What a charge would be.
    ///
    /// # Errors
    /// Why it cannot be made.
    fn charge(&self, charge: Charge) -> Result<Plan, Refusal>;

    /// What a common assault would be.
    ///
    /// # Errors
    /// Why it cannot be made.
    fn assault(&self, charges: &[Charge]) -> Result<Common, Refusal>;

    /// Every card of the reaction that is asked for, with why it may not be played if it may not.
    fn cards(&self) -> Vec<Card>;

    /// Chance that a regiment refuses its flank without a pip.
    fn refuses(&self, unit: RegimentId) -> f64;

    /// What a charge at its line would come to after this answer.
    ///
    /// # Errors
    /// Why it cannot be reckoned.
    fn answered(&self, charge: Charge, answer: Choice) -> Result<Fate, Refusal>;

    /// The order by which a general joins a regiment, round what is in his way.
    fn joining(&self, general: GeneralId, unit: RegimentId) -> Order;

    /// What a Sweeping Advance into an enemy would be.
    ///
    /// # Errors
    /// Why it cannot be made.
    fn sweep(&self, charge: Charge) -> Result<Plan, Refusal>;
}

/// What has been reckoned for the present state of the field: the panels ask the same questions in every frame.
#[derive(Debug, Default)]
pub struct Memo {
    checks: Known<Order, ()>,
    shots: Known<(RegimentId, RegimentId, Volley), VolleyOdds>,
    concentrated: Known<(Vec<RegimentId>, RegimentId), VolleyOdds>,
    charges: Known<Charge, Plan>,
    assaults: Known<Vec<Charge>, Common>,
    answers: Known<(Charge, Choice), Fate>,
    cards: Cards,
    joinings: Mutex<Vec<((GeneralId, RegimentId), Order)>>,
    rides: Mutex<Vec<(GeneralId, Arc<Rides>)>>,
    sweeps: Known<Charge, Plan>,
}

/// A card of a reaction, with why it may not be played if it may not.
pub type Card = (Choice, Option<String>);

/// The cards of the one question that is asked.
type Cards = Mutex<Vec<((), Vec<Card>)>>;

/// Questions with their answers.
type Known<Q, A> = Mutex<Vec<(Q, Result<A, Refusal>)>>;

impl Memo {
    /// Forgets everything: the field has changed.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

/// The engine's rules for one state of the field.
pub struct Engine<'a> {
    /// The field.
    pub field: &'a Field,
    /// The agenda.
    pub agenda: &'a Agenda,
    /// What has been reckoned already.
    pub memo: &'a Memo,
}

impl Rules for Engine<'_> {
    fn check(&self, order: &Order) -> Result<(), Refusal> {
        remember(&self.memo.checks, order.clone(), || crate::turn::check(self.field, self.agenda, order))
    }

    fn shot(&self, unit: RegimentId, target: RegimentId, kind: Volley) -> Result<VolleyOdds, Refusal> {
        remember(&self.memo.shots, (unit, target, kind), || odds::volley(self.field, unit, target, kind))
    }

    fn concentrated(&self, batteries: &[RegimentId], target: RegimentId) -> Result<VolleyOdds, Refusal> {
        let question = (batteries.to_vec(), target);
        remember(&self.memo.concentrated, question, || odds::concentrated(self.field, batteries, target))
    }

    fn charge(&self, charge: Charge) -> Result<Plan, Refusal> {
        remember(&self.memo.charges, charge, || prospect::charge(self.field, charge))
    }

    fn assault(&self, charges: &[Charge]) -> Result<Common, Refusal> {
        remember(&self.memo.assaults, charges.to_vec(), || prospect::assault(self.field, charges))
    }

    fn cards(&self) -> Vec<Card> {
        remember(&self.memo.cards, (), || cards(self.field, self.agenda))
    }

    fn refuses(&self, unit: RegimentId) -> f64 {
        odds::refuses(self.field, unit)
    }

    fn answered(&self, charge: Charge, answer: Choice) -> Result<Fate, Refusal> {
        remember(&self.memo.answers, (charge, answer), || odds::answered(self.field, self.agenda, charge, answer))
    }

    fn joining(&self, general: GeneralId, unit: RegimentId) -> Order {
        remember(&self.memo.joinings, (general, unit), || {
            let rides = remember(&self.memo.rides, general, || Arc::new(Rides::of(self.field, general)));
            rides.joining(self.field, unit)
        })
    }

    fn sweep(&self, charge: Charge) -> Result<Plan, Refusal> {
        remember(&self.memo.sweeps, charge, || prospect::sweep(self.field, charge))
    }
}

fn cards(field: &Field, agenda: &Agenda) -> Vec<Card> {
    let Some(question) = &agenda.question else { return Vec::new() };
    // What may be answered is what has been asked.
    let why = |choice: &Choice, may: Result<(), Refusal>| match may {
        Err(why) => Some(why.to_string()),
        Ok(()) if question.choices.contains(choice) => None,
        Ok(()) => Some("it may not answer this".to_owned()),
    };
    let all = reaction::cards(field, question);
    all.into_iter().filter(|(choice, _)| *choice != Choice::Decline).map(|(c, may)| (c, why(&c, may))).collect()
}

fn remember<Q: PartialEq, A: Clone>(known: &Mutex<Vec<(Q, A)>>, question: Q, answer: impl FnOnce() -> A) -> A {
    // What is remembered is whole at any time: a lock that a panic has left may be used.
    let mut known = known.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some((_, answer)) = known.iter().find(|(known, _)| *known == question) {
        return answer.clone();
    }
    // Sliders ask a new question with every step.
    if known.len() > 500 {
        known.clear();
    }
    let answer = answer();
    known.push((question, answer.clone()));
    answer
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
                    let natural =
                        field.clock.phase == Phase::Status && rules.check(&Order::NaturalRally(unit.id())).is_ok();
                    if command || natural {
                        todo.rallies.push(unit.id());
                    }
                }
                todo.waiting = todo.rallies.clone();
            }
            Phase::Maneuver => {
                todo.waiting = field.of(field.clock.active).filter(|unit| idle(field, unit)).map(Unit::id).collect();
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

/// Whether a regiment of the Active side has done nothing yet in Phase 2. A garrison is where it should be.
pub fn idle(field: &Field, unit: &Unit) -> bool {
    !acted(field, unit) && !field.engaged(unit.id()) && unit.place.within.is_none()
}

/// Whether a regiment has done this phase's business.
pub fn acted(field: &Field, unit: &Unit) -> bool {
    let d = &unit.deeds;
    match field.clock.phase {
        Phase::Maneuver => {
            d.moved || d.held || d.dismantling || d.pivoted || d.reformed || d.fell_back || d.about_faced || d.assaulted
        }
        Phase::Fire => d.fired,
        Phase::Melee => d.fought,
        Phase::Status => d.rally_tried,
        Phase::Deployment | Phase::Command | Phase::Over => false,
    }
}

/// Enemies within a regiment's longest range, nearest first.
pub fn targets(field: &Field, unit: &Unit) -> Vec<RegimentId> {
    within(field, unit, fire::reach(fire::Arms::of(&unit.regiment)))
}

/// Batteries that could concentrate their fire with a battery, itself first.
pub fn companions(field: &Field, unit: &Unit, target: RegimentId) -> Vec<RegimentId> {
    battery::companions(field, unit, target)
}

/// All other batteries of a battery's brigade.
pub fn batteries(field: &Field, unit: &Unit) -> Vec<RegimentId> {
    let own = field.of(unit.side()).filter(|other| other.id() != unit.id() && other.regiment.arm.is_artillery());
    own.filter(|other| other.regiment.brigade == unit.regiment.brigade).map(Unit::id).collect()
}

/// Those of them that will: not the ones that are left out, nor more than there are sections for.
pub fn concentrated(field: &Field, all: &[RegimentId], apart: &[RegimentId]) -> Vec<RegimentId> {
    let mut sections = 0;
    all.iter()
        .enumerate()
        .filter(|(n, id)| *n == 0 || !apart.contains(id))
        .map(|(_, id)| *id)
        .take_while(|id| {
            let room = sections < CONCENTRATED_SECTIONS;
            sections += field.unit(*id).stands();
            room
        })
        .collect()
}

/// What an order to several costs, in words: what it costs for the one whose orders take longest (B09).
pub fn dearest(field: &Field, units: &[RegimentId], standard: u8) -> String {
    match units {
        [] => String::new(),
        _ => text::price(field, assault::dearest(field, units, standard), standard),
    }
}

/// Whether a regiment may still roll a failed save again this turn.
pub fn saves_again(field: &Field, unit: RegimentId) -> bool {
    crate::turn::volley::saves_again(field, field.unit(unit))
}

/// Where the battle's reading of Low Ammo stands.
pub fn ammunition_page(field: &Field) -> &'static str {
    ammunition::page(field.options.low_ammunition)
}

/// What a Low Ammo marker does, and how it goes.
pub fn low_ammo_means(field: &Field, unit: &Unit) -> String {
    let costs = match field.options.low_ammunition {
        LowAmmunition::Repeaters => "no bonus dice",
        LowAmmunition::All => "-1 to hit and no bonus dice",
    };
    let page = ammunition_page(field);
    let now = match (unit.side() == field.clock.active, ammunition::not_resupplied(field, unit)) {
        (true, Some(why)) => format!("not this turn: {why}"),
        (true, None) => "at the end of this turn, if it goes on so".to_owned(),
        (false, _) => "in a turn of its own".to_owned(),
    };
    format!(
        "Low Ammo: {costs}. Resupplied by standing still a turn without fire, unengaged, within 24.0 in of its \
         brigadier; {now} ({page})"
    )
}

/// Enemies that a charge might reach with Double-Time's help, nearest first.
pub fn assailable(field: &Field, unit: &Unit) -> Vec<RegimentId> {
    let charge = unit.rates().charge.unwrap_or(Inches::new(9));
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

/// Standing buildings beside which a regiment is, or nearly, with their names and the stands that they hold; the nearest
/// first.
pub fn houses_near(field: &Field, unit: &Unit) -> Vec<(PieceId, String, u8)> {
    /// Farther away nobody thinks of going in.
    const NEAR: Inches = Inches::new(3);
    let mut all: Vec<_> = field
        .ground
        .standing_buildings()
        .map(|(id, house)| (building::orders::distance(unit, house), id, house.name.clone(), house.holds))
        .filter(|(gap, ..)| *gap <= NEAR)
        .collect();
    all.sort();
    all.into_iter().map(|(_, id, name, holds)| (id, name, holds)).collect()
}

/// The regiment that a detachment may go back to: not horse holders, who go with their horses.
pub fn regiment_of<'f>(field: &'f Field, unit: &Unit) -> Option<&'f Unit> {
    let parent = unit.regiment.parent.filter(|_| unit.place.formation != Formation::LedHorses)?;
    Some(field.unit(parent)).filter(|parent| !parent.condition.gone)
}

/// Structural hits on a building.
pub fn damage(field: &Field, house: PieceId) -> u8 {
    building::ruin::damage(&field.ground, house)
}

/// Pips of a side's brigades: pool, reserved, banked.
pub fn pips(field: &Field, side: Side) -> [u8; 3] {
    field
        .brigades
        .iter()
        .filter(|b| b.brigade.side == side)
        .fold([0; 3], |sum, b| [sum[0] + b.state.pool, sum[1] + b.state.reserved, sum[2] + b.state.banked])
}

/// What a grade needs on a Discipline Check, as players write it.
pub fn discipline_words(grade: Grade) -> String {
    format!("{}+", discipline::number(grade))
}
