//! Everything that the panels ask of the rules: whether an order is legal, what a volley or a charge may do, and who
//! still has something to do. The only file here that calls the engine.

use std::sync::Mutex;

use crate::army::{Face, Grade, RegimentId, Side};
use crate::book::{discipline, fire, movement};
use crate::geometry::Inches;
use crate::turn::event::{Modifier, Test, Volley};
use crate::turn::melee::Part;
use crate::turn::volley::Shot;
use crate::turn::{Agenda, Charge, Field, Order, Phase, Refusal, Unit};
use crate::turn::{assault, hand, melee, volley};

/// Chance that at least `hits` dice of a volley tell, after saves.
pub fn at_least(shot: &Shot, hits: u8) -> f32 {
    let one = (shot.chance() * (1.0 - shot.saved())) as f32;
    tail(shot.dice, one, hits)
}

/// Chance that a volley costs its target a stand, counting the odd hit that it already carries.
pub fn costs_a_stand(shot: &Shot, target: &Unit) -> f32 {
    at_least(shot, 2u8.saturating_sub(target.condition.micro))
}

/// Chance of at least `wanted` successes among `dice`, each with chance `one`.
fn tail(dice: u8, one: f32, wanted: u8) -> f32 {
    if wanted > dice {
        return 0.0;
    }
    let mut below = 0.0;
    let mut ways = 1.0;
    for k in 0..wanted {
        below += ways * one.powi(i32::from(k)) * (1.0 - one).powi(i32::from(dice - k));
        ways *= f32::from(dice - k) / f32::from(k + 1);
    }
    (1.0 - below).clamp(0.0, 1.0)
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

/// What has been reckoned for the present state of the field: the panels ask the same questions in every frame.
#[derive(Debug, Default)]
pub struct Memo {
    checks: Mutex<Vec<(Order, Result<(), Refusal>)>>,
    shots: Mutex<Vec<((RegimentId, RegimentId, Volley), Result<Shot, Refusal>)>>,
    charges: Mutex<Vec<(Charge, Result<Plan, Refusal>)>>,
}

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

    fn shot(&self, unit: RegimentId, target: RegimentId, kind: Volley) -> Result<Shot, Refusal> {
        remember(&self.memo.shots, (unit, target, kind), || volley::reckon(self.field, unit, target, kind))
    }

    fn charge(&self, charge: Charge) -> Result<Plan, Refusal> {
        remember(&self.memo.charges, charge, || plan(self.field, charge))
    }
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

/// The whole chance of a charge: the volley that it meets, its check, the melee.
fn plan(field: &Field, charge: Charge) -> Result<Plan, Refusal> {
    let way = assault::reckon(field, charge)?;
    if !way.reaches() {
        let short = way.distance - way.reach;
        return Refusal::because(
            format!("{} short of the {} to contact", tenth(short), tenth(way.distance)),
            "Companion 16 \u{a7}7.1",
        );
    }
    let (unit, target) = (field.unit(charge.unit), field.unit(charge.target));
    let mut chances = Vec::new();
    let mut at_line = field.clone();
    at_line.units[charge.unit.index()].place.pose = way.start.ahead(way.line);
    let mut closes = 1.0;
    match volley::reckon(&at_line, charge.target, charge.unit, Volley::Closing) {
        Ok(shot) => {
            let lost = costs_a_stand(&shot, unit);
            let (suppressed, _) = check(&at_line, unit, Test::Suppression, charge.target);
            let shaken = tail(shot.dice, 1.0 / 6.0, shot.sixes) * (1.0 - suppressed);
            let tests = 1.0 - (1.0 - lost) * (1.0 - shaken);
            let (passes, number) = check(&at_line, unit, Test::Contact, charge.target);
            closes = 1.0 - tests * (1.0 - passes);
            chances.push(Chance {
                what: format!("Hurt by a closing volley of {} dice", shot.dice),
                chance: tests,
                note: format!(
                    "{:.1} hits expected at short range. Losing a stand, or its order, it must test (Companion 16 \u{a7}7.2)",
                    f64::from(shot.dice) * shot.chance()
                ),
            });
            chances.push(Chance {
                what: "Passes its check".into(),
                chance: passes,
                note: format!("{number}+ needed with all that counts, if it must test at all (Companion 16 \u{a7}7.2)"),
            });
        }
        Err(refusal) => {
            chances.push(Chance { what: "Meets no closing volley".into(), chance: 1.0, note: refusal.to_string() })
        }
    }
    chances.push(Chance {
        what: "Reaches contact".into(),
        chance: closes,
        note: "If the enemy answers with a closing volley".into(),
    });
    let mut met = at_line;
    let charger = &mut met.units[charge.unit.index()];
    charger.place.pose = way.contact;
    charger.deeds.charged = true;
    charger.deeds.momentum = way.momentum;
    charger.condition.struck = Some(crate::army::Struck { target: charge.target, face: way.face, level: way.level });
    let own = melee::modifiers(&met, charge.unit, charge.target, Part::Attacker);
    let theirs = melee::modifiers(&met, charge.target, charge.unit, Part::Defender);
    let stands = [charge.unit, charge.target].map(|id| melee::engaged_stands(&met, id));
    let lead = i16::from(stands[0]) + i16::from(hand::sum(&own)) - i16::from(stands[1]) - i16::from(hand::sum(&theirs));
    let (wins, ties) = opposed(lead);
    chances.push(Chance {
        what: "Wins the melee then".into(),
        chance: wins,
        note: format!(
            "{} stands and {} against {} stands and {}, unhurt; {} for a Bloody Draw (Companion 16 \u{a7}7.3)",
            stands[0],
            hand::sum(&own),
            stands[1],
            hand::sum(&theirs),
            super::text::percent(ties)
        ),
    });
    chances.push(Chance {
        what: format!("Takes the ground of {}", target.name()),
        chance: closes * wins,
        note: "Contact and victory together".into(),
    });
    Ok(Plan { face: way.face, distance: way.distance, chances, own, theirs })
}

/// Chance to pass a Discipline Check, and the die that is needed.
fn check(field: &Field, unit: &Unit, test: Test, by: RegimentId) -> (f32, i16) {
    let (number, _) = crate::turn::discipline::needed(field, unit, test);
    let added = hand::sum(&crate::turn::discipline::modifiers(field, unit, test, Some(by)));
    let passing = (1..=6).filter(|die| discipline::passes(*die, added, number)).count();
    (passing as f32 / 6.0, (i16::from(number) - i16::from(added)).clamp(2, 6))
}

/// Chances to win and to tie when one D6 with `lead` added meets another.
fn opposed(lead: i16) -> (f32, f32) {
    let mut count = [0.0, 0.0];
    for mine in 1..=6i16 {
        for theirs in 1..=6i16 {
            match (mine + lead).cmp(&theirs) {
                std::cmp::Ordering::Greater => count[0] += 1.0,
                std::cmp::Ordering::Equal => count[1] += 1.0,
                std::cmp::Ordering::Less => {}
            }
        }
    }
    (count[0] / 36.0, count[1] / 36.0)
}

fn tenth(length: Inches) -> String {
    super::text::inches(length)
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

/// Whether a regiment of the Active side has done nothing yet in Phase 2.
pub fn idle(field: &Field, unit: &Unit) -> bool {
    !acted(field, unit) && !field.engaged(unit.id())
}

/// Whether a regiment has done this phase's business.
pub fn acted(field: &Field, unit: &Unit) -> bool {
    let d = &unit.deeds;
    match field.clock.phase {
        Phase::Maneuver => d.moved || d.held || d.pivoted || d.reformed || d.fell_back || d.about_faced || d.assaulted,
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
