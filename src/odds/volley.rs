//! Exact chances of a volley, from the numbers that [`crate::turn::volley::reckon`] gives.

use crate::army::RegimentId;
use crate::book::Health;
use crate::book::discipline::{passes, saves};
use crate::book::fire::{self, Shock};
use crate::turn::discipline;
use crate::turn::event::{Test, Volley};
use crate::turn::hand::sum;
use crate::turn::volley::{Shot, reckon};
use crate::turn::{Field, Refusal, screen};

/// What may come of a volley.
#[derive(Clone, PartialEq, Debug)]
pub struct VolleyOdds {
    /// The volley.
    pub shot: Shot,
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
    /// Every combination of stands lost and Disorder, with its chance.
    pub outcomes: Vec<Outcome>,
}

/// One thing that may come of a volley.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    /// Stands lost.
    pub stands: u8,
    /// Disordered by it.
    pub disordered: bool,
    /// How likely.
    pub chance: f64,
}

/// Exact chances of a volley.
///
/// # Errors
/// Says why it cannot be fired.
pub fn volley(field: &Field, unit: RegimentId, target: RegimentId, kind: Volley) -> Result<VolleyOdds, Refusal> {
    let shot = reckon(field, unit, target, kind)?;
    let enemy = field.unit(target);
    let (needs, _) = discipline::needed(field, enemy, Test::Suppression);
    let added = sum(&discipline::modifiers(field, enemy, Test::Suppression, Some(unit)));
    let fails = 1.0 - share(|die| passes(die, added, needs));
    let saved = shot.cover.save().map_or(0.0, |number| share(|die| saves(die, shot.penalty, number)));
    let spent = field.health(enemy) == Health::Spent;
    let dice = usize::from(shot.dice);
    let joint = hits_and_sixes(&shot);
    let most = usize::from(enemy.condition.micro) + dice + 1;
    let mut cells = vec![[0.0; 2]; most / 2 + 1];
    let (mut unsaved_mean, mut tested, mut shattered) = (0.0, 0.0, 0.0);
    // The first unsaved hit is the screen's, and its second takes it away (Companion 10 §2.0).
    let screened = screen::front(enemy).is_some();
    let last_hit = screened && enemy.condition.screen_hits + 1 >= screen::HITS;
    let left = usize::from(field.family_stands(target));
    let least = if enemy.regiment.arm.is_artillery() { 0 } else { 1 };
    let mut stands = vec![0.0; cells.len() + 1];
    for (hits, by_sixes) in joint.iter().enumerate() {
        for (sixes, chance) in by_sixes.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            let (test, disorder) = match shot.shock {
                Shock::AnyHit => (false, if hits > 0 { 1.0 } else { 0.0 }),
                Shock::Sixes(needed) if sixes >= usize::from(needed) || (hits > 0 && spent) => (true, fails),
                Shock::Sixes(_) => (false, 0.0),
            };
            tested += if test { *chance } else { 0.0 };
            for unsaved in 0..=hits {
                let p = chance * binomial(hits, unsaved, 1.0 - saved);
                // A Disordered target's second Disorder is a Micro-Hit, taken before the saves are rolled.
                let told = unsaved.saturating_sub(usize::from(screened));
                let carried = usize::from(enemy.condition.micro) + told;
                let worse = carried + usize::from(enemy.condition.disordered);
                for (n, (hits, p)) in [(carried, p * (1.0 - disorder)), (worse, p * disorder)].into_iter().enumerate() {
                    cells[hits / 2][n] += p;
                    let lost = (hits / 2 + usize::from(last_hit && unsaved > 0)).min(left);
                    stands[lost.min(cells.len())] += p;
                    shattered += if left - lost <= least { p } else { 0.0 };
                }
                unsaved_mean += p * told as f64;
            }
        }
    }
    let outcomes: Vec<Outcome> = cells
        .iter()
        .enumerate()
        .flat_map(|(stands, by)| [(stands, false, by[0]), (stands, true, by[1])])
        .filter(|(_, _, chance)| *chance > 0.0)
        .map(|(stands, disordered, chance)| Outcome { stands: stands.min(left) as u8, disordered, chance })
        .collect();
    let total = |pick: &dyn Fn(&Outcome) -> bool| outcomes.iter().filter(|o| pick(o)).map(|o| o.chance).sum::<f64>();
    let disordered = total(&|o| o.disordered);
    Ok(VolleyOdds { shot, unsaved: unsaved_mean, stands, tested, disordered, shattered, outcomes })
}

/// Share of the six faces of a die that fulfil a condition.
pub fn share(condition: impl Fn(u8) -> bool) -> f64 {
    (1..=6).filter(|die| condition(*die)).count() as f64 / 6.0
}

/// Chance of each number of hits together with each number of natural sixes; a six always hits.
fn hits_and_sixes(shot: &Shot) -> Vec<Vec<f64>> {
    let added = sum(&shot.modifiers);
    let six = 1.0 / 6.0;
    let other = share(|die| die != 6 && fire::hits(die, added, shot.number));
    let miss = 1.0 - six - other;
    let dice = usize::from(shot.dice);
    let mut table = vec![vec![0.0; dice + 1]; dice + 1];
    table[0][0] = 1.0;
    for _ in 0..dice {
        let mut next = vec![vec![0.0; dice + 1]; dice + 1];
        for hits in 0..=dice {
            for sixes in 0..=hits {
                let p = table[hits][sixes];
                if p == 0.0 {
                    continue;
                }
                next[hits][sixes] += p * miss;
                if hits < dice {
                    next[hits + 1][sixes] += p * other;
                    next[hits + 1][sixes + 1] += p * six;
                }
            }
        }
        table = next;
    }
    table
}

/// Chance of exactly `wanted` successes among `tries`.
fn binomial(tries: usize, wanted: usize, chance: f64) -> f64 {
    let ways = (0..wanted).fold(1.0, |ways, n| ways * (tries - n) as f64 / (n + 1) as f64);
    ways * chance.powi(wanted as i32) * (1.0 - chance).powi((tries - wanted) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::cover::Cover;
    use crate::book::fire::Band;
    use crate::geometry::Inches;

    #[test]
    fn hits_and_sixes_add_up_to_one_and_sixes_are_as_the_book_counts_them() {
        let shot = Shot {
            range: Inches::new(5),
            band: Band::Short,
            stands: 5,
            dice: 5,
            number: 4,
            modifiers: Vec::new(),
            cover: Cover::Open,
            penalty: 0,
            shock: Shock::Sixes(1),
        };
        let table = hits_and_sixes(&shot);
        let all: f64 = table.iter().flatten().sum();
        let none: f64 = table.iter().map(|by_sixes| by_sixes[0]).sum();
        assert!((all - 1.0).abs() < 1e-12);
        assert!((1.0 - none - 0.5981).abs() < 1e-4, "{none}");
        assert!((binomial(5, 3, 0.5) - 0.3125).abs() < 1e-12);
    }
}
