//! Exact chances of a volley, from the numbers that [`crate::turn::volley::reckon`] gives.

use std::collections::BTreeMap;

use super::nerves::{Fears, Shaken};
use crate::army::RegimentId;
use crate::book::fire::Shock;
use crate::turn::event::Volley;
use crate::turn::shock::Told;
use crate::turn::volley::{self, Shot, ammunition, battery, reckon};
use crate::turn::{Field, Refusal, screen};

/// What may come of a volley.
#[derive(Clone, PartialEq, Debug)]
pub struct VolleyOdds {
    /// The volley; of batteries that fire as one, each battery's part.
    pub shots: Vec<(RegimentId, Shot)>,
    /// Hits before saves, on average.
    pub hits: f64,
    /// Hits that get through, on average.
    pub unsaved: f64,
    /// Chance of losing 0, 1, 2 ... stands.
    pub stands: Vec<f64>,
    /// Chance that the target must take a Discipline Check for it.
    pub tested: f64,
    /// Chance that it is Disordered, or takes the Micro-Hit of one that was.
    pub disordered: f64,
    /// Chance that it is Shattered; of a battery, that its last section goes.
    pub shattered: f64,
    /// Chance that the firer runs low on cartridges (Companion 12 §4.0); 0 for arms that do not, or have.
    pub low_ammo: f64,
    /// Every combination of stands lost and Disorder, with its chance.
    pub outcomes: Vec<Outcome>,
}

impl VolleyOdds {
    /// The volley, or the first battery's part of it.
    pub fn shot(&self) -> &Shot {
        &self.shots[0].1
    }

    /// All its dice.
    pub fn dice(&self) -> u8 {
        self.shots.iter().map(|(_, shot)| shot.dice).sum()
    }
}

/// One thing that may come of a volley.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    /// Stands lost.
    pub stands: u8,
    /// The odd hit that it carries afterwards.
    pub micro: u8,
    /// Disordered by it, or hit once more for the Disorder that it had.
    pub disordered: bool,
    /// Men at their first fire who go no further: a charge ends at its 4.0" line (Q30).
    pub halted: bool,
    /// How likely.
    pub chance: f64,
}

/// Exact chances of a volley.
///
/// # Errors
/// Says why it cannot be fired.
pub fn volley(field: &Field, unit: RegimentId, target: RegimentId, kind: Volley) -> Result<VolleyOdds, Refusal> {
    let shot = reckon(field, unit, target, kind)?;
    Ok(chances(field, vec![(unit, shot)], target, kind))
}

/// Exact chances of Concentrated Battery Fire.
///
/// # Errors
/// Says why it cannot be fired.
pub fn concentrated(field: &Field, batteries: &[RegimentId], target: RegimentId) -> Result<VolleyOdds, Refusal> {
    let shots = battery::concentration(field, batteries, target)?.shots;
    // By the time the target tests, all of them have fired on it (C-58).
    let mut then = field.clone();
    for (slot, (id, _)) in
        then.units[target.index()].deeds.fired_on_by.iter_mut().filter(|slot| slot.is_none()).zip(&shots)
    {
        *slot = Some(*id);
    }
    Ok(chances(&then, shots, target, Volley::Phase3))
}

/// Chance that a general who rolls is killed (Companion 16 §2.4).
pub(super) const KILLED: f64 = 1.0 / 6.0;

/// The dice of a volley as far as they have fallen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Fallen {
    hits: u8,
    /// Through all saves, and not taken by a screen.
    unsaved: u8,
    /// Hits that a screen has taken, and whether it still takes one of this volley.
    screened: u8,
    screen: bool,
    /// Natural sixes, in halves of what shocks; no more than that.
    halves: u8,
    /// A hit of canister that disorders.
    canister: bool,
    /// Whose six was the first, and whose hit.
    first_six: Option<u8>,
    first_hit: Option<u8>,
    /// The firer may still roll a miss again, the target a failed save.
    hit_again: bool,
    save_again: bool,
}

type Chances = BTreeMap<Fallen, f64>;

/// What dice that have fallen so ask of the target's nerves.
fn told(fallen: &Fallen, shots: &[(RegimentId, Shot)], target: RegimentId, volley: Volley) -> Told {
    let who = |firer: Option<u8>| firer.map(|n| shots[usize::from(n)].0);
    let hit = who(fallen.first_hit);
    Told {
        target,
        volley,
        canister: hit.filter(|_| fallen.canister),
        shocked: fallen.halves >= Shock::WHOLE,
        six: who(fallen.first_six),
        hit,
    }
}

fn chances(field: &Field, shots: Vec<(RegimentId, Shot)>, target: RegimentId, kind: Volley) -> VolleyOdds {
    let enemy = field.unit(target);
    let fears = Fears::of(field, &shots, target, kind);
    let dice: usize = shots.iter().map(|(_, shot)| usize::from(shot.dice)).sum();
    // Generals with it roll when it loses a stand or a six falls, and its men lose heart at each who is killed (Companion
    // 16 §2.4).
    let generals = field.generals_with(target).count();
    let most = usize::from(enemy.condition.micro) + dice + 1 + generals.max(1);
    // By hits carried in all: unshaken, Disordered, halted at its first fire.
    let mut cells = vec![[0.0; 3]; most + 2];
    let (mut hits, mut unsaved, mut tested) = (0.0, 0.0, 0.0);
    // The first unsaved hit of a volley is the screen's, and its second takes it away (Companion 10 §2.0).
    let takes = screen::front(enemy).map_or(0, |_| screen::HITS - enemy.condition.screen_hits);
    let left = usize::from(field.family_stands(target));
    let least = if enemy.regiment.arm.is_artillery() { 0 } else { 1 };
    let mut stands = vec![0.0; most / 2 + 2];
    let mut shattered = 0.0;
    for (fallen, p) in roll_all(&shots, volley::saves_again(field, enemy), takes) {
        hits += p * f64::from(fallen.hits);
        unsaved += p * f64::from(fallen.unsaved);
        let screen = usize::from(takes > 0 && fallen.screened == takes);
        let (asked, shaken) = fears.shaken(field, &told(&fallen, &shots, target, kind), fallen.unsaved);
        tested += if asked { p } else { 0.0 };
        let carried = |disorders: usize| {
            // A second Disorder is a Micro-Hit (Companion 16 §8.3).
            let twice = (usize::from(enemy.condition.disordered) + disorders).saturating_sub(1);
            usize::from(enemy.condition.micro) + usize::from(fallen.unsaved) + twice.min(disorders)
        };
        let led = |one: Shaken| {
            let at_risk = fallen.first_six.is_some() || carried(one.disorders) >= 2 || screen > 0;
            let fate = |one: Shaken| {
                let worse = Shaken { disorders: one.disorders + 1, chance: one.chance * KILLED, ..one };
                [Shaken { chance: one.chance * (1.0 - KILLED), ..one }, worse]
            };
            let roll = if at_risk { generals } else { 0 };
            (0..roll).fold(vec![one], |all, _| all.into_iter().flat_map(fate).collect())
        };
        for one in shaken.into_iter().flat_map(led).filter(|one| one.chance > 0.0) {
            let carried = carried(one.disorders);
            let state = if one.halted { 2 } else { one.disorders.min(1) };
            cells[carried][state] += p * one.chance;
            let lost = (carried / 2 + screen).min(left);
            stands[lost] += p * one.chance;
            shattered += if left - lost <= least { p * one.chance } else { 0.0 };
        }
    }
    let outcomes: Vec<Outcome> = cells
        .iter()
        .enumerate()
        .flat_map(|(hits, by)| (0..3).map(move |state| (hits, state, by[state])))
        .filter(|(_, _, chance)| *chance > 0.0)
        .map(|(hits, state, chance)| Outcome {
            stands: (hits / 2).min(left) as u8,
            micro: (hits % 2) as u8,
            disordered: state > 0,
            halted: state == 2,
            chance,
        })
        .collect();
    let total = |pick: &dyn Fn(&Outcome) -> bool| outcomes.iter().filter(|o| pick(o)).map(|o| o.chance).sum::<f64>();
    let disordered = total(&|o| o.disordered);
    let low_ammo = low_ammo(field, &shots);
    VolleyOdds { shots, hits, unsaved, stands, tested, disordered, shattered, low_ammo, outcomes }
}

/// Share of the six faces of a die that fulfil a condition.
pub fn share(condition: impl Fn(u8) -> bool) -> f64 {
    (1..=6).filter(|die| condition(*die)).count() as f64 / 6.0
}

/// Every way in which all dice may fall. They fall one after the other, each with its save: the order of dice that are
/// all alike changes nothing.
fn roll_all(shots: &[(RegimentId, Shot)], save_again: bool, screen_takes: u8) -> Chances {
    let mut all = Chances::from([(Fallen { save_again, ..Fallen::default() }, 1.0)]);
    for (n, (_, shot)) in shots.iter().enumerate() {
        all = merged(all.into_iter().map(|(fallen, p)| (next_volley(fallen, shot, screen_takes), p)));
        for _ in 0..shot.dice {
            all = merged(all.into_iter().flat_map(|(fallen, p)| one_die(fallen, p, n as u8, shot)));
        }
    }
    all
}

/// Before a regiment's dice: the screen takes one more hit, if it still stands.
fn next_volley(fallen: Fallen, shot: &Shot, screen_takes: u8) -> Fallen {
    Fallen { hit_again: shot.again, screen: fallen.screened < screen_takes, ..fallen }
}

fn merged(pieces: impl Iterator<Item = (Fallen, f64)>) -> Chances {
    let mut all = Chances::new();
    for (fallen, p) in pieces.filter(|(_, p)| *p > 0.0) {
        *all.entry(fallen).or_default() += p;
    }
    all
}

/// One die more.
fn one_die(fallen: Fallen, p: f64, firer: u8, shot: &Shot) -> Vec<(Fallen, f64)> {
    const SIX: f64 = 1.0 / 6.0;
    let (other, miss) = (shot.chance() - SIX, 1.0 - shot.chance());
    let mut after = Vec::new();
    let mut thrown = |fallen: Fallen, p: f64| {
        after.extend(saved(struck(fallen, firer, shot, true), p * SIX, shot));
        after.extend(saved(struck(fallen, firer, shot, false), p * other, shot));
    };
    thrown(fallen, p);
    if !fallen.hit_again {
        after.push((fallen, p * miss));
        return after;
    }
    let fallen = Fallen { hit_again: false, ..fallen };
    thrown(fallen, p * miss);
    after.push((fallen, p * miss * miss));
    after
}

/// A die that hits.
fn struck(fallen: Fallen, firer: u8, shot: &Shot, six: bool) -> Fallen {
    let halves = if six { fallen.halves + shot.shock.half_shocks() } else { fallen.halves };
    Fallen {
        hits: fallen.hits + 1,
        halves: halves.min(Shock::WHOLE),
        canister: fallen.canister || shot.shock == Shock::AnyHit,
        first_six: fallen.first_six.or(six.then_some(firer)),
        first_hit: fallen.first_hit.or(Some(firer)),
        ..fallen
    }
}

/// Its save.
fn saved(fallen: Fallen, p: f64, shot: &Shot) -> Vec<(Fallen, f64)> {
    let save = shot.saved();
    let through = match fallen.screen {
        true => Fallen { screened: fallen.screened + 1, screen: false, ..fallen },
        false => Fallen { unsaved: fallen.unsaved + 1, ..fallen },
    };
    if !fallen.save_again || save == 0.0 {
        return vec![(fallen, p * save), (through, p * (1.0 - save))];
    }
    let used = |fallen: Fallen| Fallen { save_again: false, ..fallen };
    let failed = p * (1.0 - save);
    vec![(fallen, p * save), (used(fallen), failed * save), (used(through), failed * (1.0 - save))]
}

/// Chance of two natural ones, where they leave a marker.
fn low_ammo(field: &Field, shots: &[(RegimentId, Shot)]) -> f64 {
    let [(id, shot)] = shots else { return 0.0 };
    let unit = field.unit(*id);
    if unit.condition.low_ammo || !ammunition::runs_low(field, unit.regiment.weapon) {
        return 0.0;
    }
    const ONE: f64 = 1.0 / 6.0;
    let miss = 1.0 - shot.chance();
    // By ones, none, one or more; and by whether a miss may still be rolled again.
    let mut all = BTreeMap::from([((0_u8, shot.again), 1.0)]);
    for _ in 0..shot.dice {
        let mut next = BTreeMap::new();
        for ((ones, again), p) in all {
            let more = (ones + 1).min(2);
            let ends = if again {
                [((more, false), miss * ONE), ((ones, false), miss * (1.0 - ONE)), ((ones, true), 1.0 - miss)]
            } else {
                [((more, false), ONE), ((ones, false), 1.0 - ONE), ((ones, false), 0.0)]
            };
            for (state, share) in ends {
                *next.entry(state).or_default() += p * share;
            }
        }
        all = next;
    }
    all.iter().filter(|((ones, _), _)| *ones == 2).map(|(_, p)| p).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::cover::Cover;
    use crate::book::fire::Band;
    use crate::geometry::Inches;

    fn shot(dice: u8, again: bool) -> Shot {
        Shot {
            range: Inches::new(5),
            band: Band::Short,
            stands: dice,
            dice,
            bonus: Vec::new(),
            in_open: Vec::new(),
            number: 4,
            modifiers: Vec::new(),
            cover: Cover::Light,
            denied: None,
            penalties: Vec::new(),
            shock: Shock::Sixes(1),
            again,
        }
    }

    fn sum_of(all: &Chances, what: impl Fn(&Fallen) -> f64) -> f64 {
        all.iter().map(|(fallen, p)| what(fallen) * p).sum()
    }

    #[test]
    fn all_falls_add_up_to_one_and_sixes_are_as_the_book_counts_them() {
        let all = roll_all(&[(RegimentId(0), shot(5, false))], false, 0);
        assert!((sum_of(&all, |_| 1.0) - 1.0).abs() < 1e-12);
        let shocked = sum_of(&all, |fallen| f64::from(u8::from(fallen.halves == Shock::WHOLE)));
        assert!((shocked - 0.5981).abs() < 1e-4, "{shocked}");
        // Five dice on 4+, saved on 5+.
        assert!((sum_of(&all, |fallen| f64::from(fallen.unsaved)) - 5.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn what_is_rolled_again_is_worth_what_it_should_be() {
        // Two dice on 4+: the first miss again. 0 hits 1/8, 1 hit 3/8, 2 hits 1/2.
        let all = roll_all(&[(RegimentId(0), shot(2, true))], false, 0);
        assert!((sum_of(&all, |fallen| f64::from(fallen.hits)) - 1.375).abs() < 1e-12);
        // One die: it hits 1/2, and of hits 2/3 fail, of which 2/3 fail again.
        let all = roll_all(&[(RegimentId(0), shot(1, false))], true, 0);
        assert!((sum_of(&all, |fallen| f64::from(fallen.unsaved)) - 0.5 * 4.0 / 9.0).abs() < 1e-12);
    }

    #[test]
    fn sixes_of_batteries_that_fire_as_one_count_together() {
        let far = Shot { shock: Shock::Sixes(2), ..shot(2, false) };
        let all = roll_all(&[(RegimentId(0), far.clone()), (RegimentId(1), far)], false, 0);
        let shocked = sum_of(&all, |fallen| f64::from(u8::from(fallen.halves >= Shock::WHOLE)));
        // At least two sixes of four dice.
        assert!((shocked - 0.1319).abs() < 1e-4, "{shocked}");
    }
}
