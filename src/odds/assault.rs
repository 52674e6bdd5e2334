//! The whole chance of an assault by several regiments: the ground, a closing volley of each regiment that is assaulted, the
//! checks before contact, and the melees in which those who get home fight together (Companion 16 §2.3, Q08, C-45).
//!
//! It goes step by step as the game does, by the game's own reckonings, with every way in which dice may fall beside its
//! chance; ways that come to the same are counted as one.

use super::answer::Fate;
use super::charge::{gives_way, hit};
use super::clash::{Clash, Settled};
use super::volley::{VolleyOdds, volley};
use super::ways::{Way, over_ground, shattered, test};
use crate::army::{BrigadeClock, Condition, Place, RegimentId, Struck};
use crate::geometry::Inches;
use crate::turn::assault::{self, ChargePlan};
use crate::turn::event::{Test, Volley};
use crate::turn::{Charge, Field, Refusal};

/// What may come of an assault, if every regiment that is assaulted fires when it can, at the charger on whom it tells most
/// for its side. Where several with equally many stands might lead a side of a melee, the one does who serves it best.
#[derive(Clone, PartialEq, Debug)]
pub struct AssaultOdds {
    /// Each charge, as it is declared, with what it comes to.
    pub charges: Vec<(ChargePlan, Fate)>,
    /// The closing volleys: who fires, at whom, and what it may do.
    pub volleys: Vec<(RegimentId, RegimentId, VolleyOdds)>,
    /// The melees, if the volleys do nothing and walls are crossed in order.
    pub melees: Vec<Clash>,
    /// Chance that all of them get home, or find nobody left to charge.
    pub all_home: f64,
    /// Chance that none does.
    pub none_home: f64,
    /// Chance that every enemy whom they charge is beaten or gone.
    pub all_beaten: f64,
    /// Chance that none of them is.
    pub none_beaten: f64,
    /// Enemies beaten or gone, on average.
    pub beaten: f64,
}

/// How far a charger has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// On its way.
    Charging,
    /// Stopped short, or Shattered.
    Stopped,
    /// In contact.
    Home,
    /// Its enemy is gone without a fight.
    Unopposed,
}

/// A way in which things may have gone, with the stage of each charger.
#[derive(Clone)]
struct Doing {
    way: Way,
    stages: Vec<Stage>,
}

impl Doing {
    /// What decides how it goes on.
    fn key(&self, all: &[RegimentId]) -> (Vec<(Place, Condition)>, &[Stage], &[RegimentId]) {
        let units = all.iter().map(|id| self.way.field.unit(*id));
        (units.map(|unit| (unit.place, unit.condition)).collect(), &self.stages, &self.way.risked)
    }

    /// Takes a regiment off the table that has come down to its last stand.
    fn settle(&mut self, unit: RegimentId) -> bool {
        let gone = shattered(&self.way.field, unit);
        self.way.field.units[unit.index()].condition.gone |= gone;
        gone
    }

    fn gone(&self, unit: RegimentId) -> bool {
        self.way.field.unit(unit).condition.gone
    }

    /// The same at another field or chance.
    fn with(&self, way: Way) -> Self {
        Self { way, stages: self.stages.clone() }
    }
}

/// Exact chances of an assault by several regiments; one regiment's comes out as [`super::charge()`] has it.
///
/// # Errors
/// Says why it cannot be declared.
pub fn assault(field: &Field, charges: &[Charge]) -> Result<AssaultOdds, Refusal> {
    let plans = charges.iter().map(|charge| assault::reckon_with(field, *charge, charges));
    let plans = plans.collect::<Result<Vec<_>, _>>()?;
    let pauses = assault::pauses(field, &plans);
    let table = Table { plans: &plans, pauses: &pauses };
    let start = table.at_lines(field);
    let mut best: Option<AssaultOdds> = None;
    for answers in table.answers(&start) {
        let odds = table.reckon(start.clone(), &answers);
        if best.as_ref().is_none_or(|best| odds.beaten < best.beaten - 1e-12) {
            best = Some(odds);
        }
    }
    best.ok_or_else(|| Refusal::new("an assault needs a regiment", "Companion 16 \u{a7}7.1"))
}

/// The charges of an assault.
struct Table<'a> {
    plans: &'a [ChargePlan],
    /// Inches along its line at which each pauses.
    pauses: &'a [Inches],
}

impl Table<'_> {
    /// All who take part, chargers first.
    fn everybody(&self) -> Vec<RegimentId> {
        let chargers = self.plans.iter().map(|plan| plan.charge.unit);
        chargers.chain(self.targets()).collect()
    }

    /// Who is charged, in id order, each once.
    fn targets(&self) -> Vec<RegimentId> {
        let mut all: Vec<RegimentId> = self.plans.iter().map(|plan| plan.charge.target).collect();
        all.sort();
        all.dedup();
        all
    }

    /// Ways that come to the same become one.
    fn merged(&self, ways: Vec<Doing>) -> Vec<Doing> {
        let all = self.everybody();
        let mut merged: Vec<Doing> = Vec::new();
        for doing in ways.into_iter().filter(|doing| doing.way.chance > 0.0) {
            match merged.iter_mut().find(|other| other.key(&all) == doing.key(&all)) {
                Some(same) => same.way.chance += doing.way.chance,
                None => merged.push(doing),
            }
        }
        merged
    }

    /// Everybody at his 4.0" line, what is on the way there behind him. The first way is the one without a failed check.
    fn at_lines(&self, field: &Field) -> Vec<Doing> {
        let mut field = field.clone();
        for target in self.targets() {
            // A regiment of a Broken brigade is gone at once (Companion 16 §8.2).
            field.units[target.index()].condition.gone = field.clock_of(field.unit(target)) == BrigadeClock::Broken;
        }
        let mut stages = Vec::new();
        for (plan, to) in self.plans.iter().zip(self.pauses) {
            let gone = field.unit(plan.charge.target).condition.gone;
            field.units[plan.charge.unit.index()].place.pose = plan.start.ahead(*to);
            stages.push(match (gone, plan.reach < plan.line) {
                (true, _) => Stage::Unopposed,
                (false, true) => Stage::Stopped,
                (false, false) => Stage::Charging,
            });
        }
        let mut ways = vec![Doing { way: Way::of(field), stages }];
        for (n, (plan, to)) in self.plans.iter().zip(self.pauses).enumerate() {
            let cross = |doing: Doing| {
                let ways = over_ground(doing.way.clone(), plan.charge.unit, &plan.walk, Inches::ZERO..*to);
                let settled = |way: Way| {
                    let mut doing = doing.with(way);
                    if doing.settle(plan.charge.unit) {
                        doing.stages[n] = Stage::Stopped;
                    }
                    doing
                };
                ways.into_iter().map(settled).collect::<Vec<_>>()
            };
            ways = ways.into_iter().flat_map(cross).collect();
        }
        self.merged(ways.into_iter().flat_map(|doing| self.fates(doing)).collect())
    }

    /// The generals roll whose regiments have lost a stand so far; who is Shattered by it is out of the assault.
    fn fates(&self, doing: Doing) -> Vec<Doing> {
        if doing.way.risked.is_empty() {
            return vec![doing];
        }
        let settled = |way: Way| {
            let mut next = doing.with(way);
            for (n, plan) in self.plans.iter().enumerate() {
                if next.settle(plan.charge.unit) {
                    next.stages[n] = Stage::Stopped;
                } else if next.settle(plan.charge.target) && next.stages[n] == Stage::Home {
                    next.stages[n] = Stage::Unopposed;
                }
            }
            next
        };
        doing.way.clone().fates().into_iter().map(settled).collect()
    }

    /// Every combination of volleys that the defenders may choose: each of them fires at one of its chargers (Q08).
    fn answers(&self, start: &[Doing]) -> Vec<Vec<(RegimentId, RegimentId)>> {
        let field = &start[0].way.field;
        let able = |target: RegimentId| {
            let waiting = self.plans.iter().enumerate().filter(move |(n, plan)| {
                plan.charge.target == target && start.iter().any(|doing| doing.stages[*n] == Stage::Charging)
            });
            let chargers = waiting.map(|(_, plan)| plan.charge.unit);
            chargers
                .filter(move |at| crate::turn::volley::reckon(field, target, *at, Volley::Closing).is_ok())
                .map(move |at| (target, at))
                .collect::<Vec<_>>()
        };
        let mut all = vec![Vec::new()];
        for volleys in self.targets().into_iter().map(able).filter(|volleys| !volleys.is_empty()) {
            let with = |answers: &Vec<_>| {
                let one_more = |volley: &(RegimentId, RegimentId)| answers.iter().copied().chain([*volley]).collect();
                volleys.iter().map(one_more).collect::<Vec<Vec<_>>>()
            };
            all = all.iter().flat_map(with).collect();
        }
        all
    }

    fn reckon(&self, start: Vec<Doing>, answers: &[(RegimentId, RegimentId)]) -> AssaultOdds {
        let calm = self.calm(start[0].clone());
        let mut volleys = Vec::new();
        let mut ways = start;
        for (by, at) in answers {
            if let Ok(odds) = volley(&ways[0].way.field, *by, *at, Volley::Closing) {
                volleys.push((*by, *at, odds));
            }
            ways = self.merged(ways.into_iter().flat_map(|doing| self.fired(doing, *by, *at)).collect());
        }
        for n in 0..self.plans.len() {
            ways = self.merged(ways.into_iter().flat_map(|doing| self.closed(doing, n)).collect());
        }
        ways = self.merged(ways.into_iter().flat_map(|doing| self.fates(doing)).collect());
        let mut odds = AssaultOdds {
            charges: self.plans.iter().map(|plan| (plan.clone(), Fate::default())).collect(),
            volleys,
            melees: calm,
            all_home: 0.0,
            none_home: 0.0,
            all_beaten: 0.0,
            none_beaten: 0.0,
            beaten: 0.0,
        };
        for doing in &ways {
            self.count(doing, &mut odds);
        }
        odds
    }

    /// The melees if nothing happens to anybody on the way.
    fn calm(&self, start: Doing) -> Vec<Clash> {
        let mut doing = start;
        for n in 0..self.plans.len() {
            doing = self.closed(doing.clone(), n).into_iter().next().unwrap_or(doing);
        }
        self.clashes(&doing)
    }

    /// A closing volley, and the check of the charger whom it has hurt. Its check hangs on nobody else: it is taken here.
    fn fired(&self, doing: Doing, by: RegimentId, at: RegimentId) -> Vec<Doing> {
        let Some(n) = self.plans.iter().position(|plan| plan.charge.unit == at) else { return vec![doing] };
        if doing.stages[n] != Stage::Charging || doing.gone(by) {
            return vec![doing];
        }
        let Ok(odds) = volley(&doing.way.field, by, at, Volley::Closing) else { return vec![doing] };
        let mut ways = Vec::new();
        for outcome in odds.outcomes {
            let mut hurt = doing.with(hit(&doing.way, outcome, at, by));
            let shaken = outcome.stands > 0 || outcome.disordered;
            let stops = hurt.settle(at) || outcome.halted;
            let fails = match (stops, shaken) {
                (true, _) => 1.0,
                (false, true) => test(&hurt.way.field, at, Test::Contact, Some(by)),
                (false, false) => 0.0,
            };
            for (stage, share) in [(Stage::Stopped, fails), (Stage::Charging, 1.0 - fails)] {
                let mut next = hurt.clone();
                next.stages[n] = stage;
                next.way.chance *= share;
                ways.push(next);
            }
        }
        ways
    }

    /// A charger closes: it finds its enemy gone or no room, or it strikes, and what contact does is done before the next
    /// one comes. The first way is the one without a failed check.
    fn closed(&self, doing: Doing, n: usize) -> Vec<Doing> {
        let plan = &self.plans[n];
        let Charge { unit, target } = plan.charge;
        let mut doing = doing;
        if doing.stages[n] != Stage::Charging {
            return vec![doing];
        }
        if doing.gone(target) {
            doing.stages[n] = Stage::Unopposed;
            return vec![doing];
        }
        let progress = plan.at_line(self.pauses[n]);
        let last = assault::last_stretch(&doing.way.field, &progress);
        let charger = &mut doing.way.field.units[unit.index()];
        let Some(contact) = last.contact.filter(|_| last.arrives) else {
            doing.stages[n] = Stage::Stopped;
            let runner = charger.clone();
            let short =
                assault::short_of_others(&doing.way.field, &runner, last.from, progress.left.min(last.distance));
            doing.way.field.units[unit.index()].place.pose = last.from.ahead(short);
            return vec![doing];
        };
        charger.place.pose = contact;
        charger.condition.struck = Some(Struck { target, face: plan.face, level: plan.level });
        charger.condition.locked = false;
        charger.deeds.charged = true;
        charger.deeds.momentum = last.momentum;
        charger.deeds.tangled = plan.walk.through_abatis();
        let ways = over_ground(doing.way.clone(), unit, &last.walk, Inches::ZERO..last.distance);
        ways.into_iter().flat_map(|way| self.struck(doing.with(way), n)).collect()
    }

    /// What contact does before any melee dice.
    fn struck(&self, mut doing: Doing, n: usize) -> Vec<Doing> {
        let Charge { unit, target } = self.plans[n].charge;
        doing.stages[n] = Stage::Home;
        if doing.settle(unit) {
            doing.stages[n] = Stage::Stopped;
            return vec![doing];
        }
        if gives_way(&doing.way.field, target) {
            doing.way.field.units[target.index()].condition.gone = true;
            doing.stages[n] = Stage::Unopposed;
            return vec![doing];
        }
        let yells = assault::hears_the_yell(&doing.way.field, unit, target);
        let shaken = if yells { test(&doing.way.field, target, Test::RebelYell, Some(unit)) } else { 0.0 };
        let ways = doing.way.clone().disordered(target, Some(unit), shaken);
        let settled = |way: Way| {
            let mut next = doing.with(way);
            if next.settle(target) {
                next.stages[n] = Stage::Unopposed;
            }
            next
        };
        ways.into_iter().map(settled).collect()
    }

    /// The melees of those who have got home.
    fn clashes(&self, doing: &Doing) -> Vec<Clash> {
        let mut all: Vec<Clash> = Vec::new();
        for (plan, stage) in self.plans.iter().zip(&doing.stages) {
            let fought = all.iter().any(|clash| clash.sides[0].contains(&plan.charge.unit));
            if *stage == Stage::Home && !fought {
                all.extend(Clash::of(&doing.way.field, plan.charge.unit, Some(plan.charge.target)));
            }
        }
        all
    }

    /// Adds what one way comes to.
    fn count(&self, doing: &Doing, odds: &mut AssaultOdds) {
        let chance = doing.way.chance;
        let settled: Vec<(Clash, Settled)> =
            self.clashes(doing).into_iter().map(|clash| (clash.clone(), clash.settled())).collect();
        for (n, plan) in self.plans.iter().enumerate() {
            let fate = &mut odds.charges[n].1;
            let own = settled.iter().find(|(clash, _)| clash.sides[0].contains(&plan.charge.unit));
            match (doing.stages[n], own) {
                (Stage::Charging | Stage::Stopped, _) => fate.stopped += chance,
                // Who has come up, and finds the line that he struck drawn away from him, fights nobody.
                (Stage::Home, None) if !doing.gone(plan.charge.target) => fate.stopped += chance,
                (Stage::Home, Some((_, settled))) => {
                    fate.wins += chance * settled.wins;
                    fate.draws += chance * settled.draws;
                    fate.loses += chance * settled.loses;
                }
                (Stage::Home | Stage::Unopposed, _) => fate.wins += chance,
            }
        }
        let home = |stage: &Stage| matches!(stage, Stage::Home | Stage::Unopposed);
        odds.all_home += if doing.stages.iter().all(home) { chance } else { 0.0 };
        odds.none_home += if doing.stages.iter().any(home) { 0.0 } else { chance };
        self.count_beaten(doing, &settled, odds);
    }

    /// Of the enemies whom they charge: those who are gone are beaten, those whom nobody has reached are not; the others
    /// are as their melee goes, together where they fight together.
    fn count_beaten(&self, doing: &Doing, settled: &[(Clash, Settled)], odds: &mut AssaultOdds) {
        let chance = doing.way.chance;
        let (mut all, mut none) = (chance, chance);
        let mut met = vec![false; settled.len()];
        for target in self.targets() {
            if doing.gone(target) {
                odds.beaten += chance;
                none = 0.0;
                continue;
            }
            let Some(n) = settled.iter().position(|(clash, _)| clash.sides[1].contains(&target)) else {
                all = 0.0;
                continue;
            };
            let wins = settled[n].1.wins;
            odds.beaten += chance * wins;
            if !std::mem::replace(&mut met[n], true) {
                all *= wins;
                none *= 1.0 - wins;
            }
        }
        odds.all_beaten += all;
        odds.none_beaten += none;
    }
}
