//! Exact chances of a volley, from the numbers that [`crate::turn::volley::reckon`] gives.

use super::nerves::Fears;
use crate::army::RegimentId;
use crate::book::discipline::saves;
use crate::book::fire;
use crate::turn::event::Volley;
use crate::turn::hand::sum;
use crate::turn::shock::Told;
use crate::turn::volley::{Shot, reckon};
use crate::turn::{Field, Refusal};

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
    let enemy = field.unit(target);
    let saved = shot.cover.save().map_or(0.0, |number| share(|die| saves(die, shot.penalty, number)));
    let mut told = Told { by: unit, target, volley: kind, shock: shot.shock, hits: 0, sixes: 0 };
    let fears = Fears::of(field, &told);
    let dice = usize::from(shot.dice);
    let joint = hits_and_sixes(&shot);
    let most = usize::from(enemy.condition.micro) + dice + 1;
    // By stands lost: unshaken, Disordered, halted at its first fire.
    let mut cells = vec![[0.0; 3]; most / 2 + 2];
    let (mut unsaved_mean, mut tested) = (0.0, 0.0);
    for (hits, by_sixes) in joint.iter().enumerate() {
        for (sixes, chance) in by_sixes.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            (told.hits, told.sixes) = (hits as u8, sixes as u8);
            for unsaved in 0..=hits {
                let p = chance * binomial(hits, unsaved, 1.0 - saved);
                unsaved_mean += p * unsaved as f64;
                let (asked, shaken) = fears.shaken(field, &told, unsaved);
                tested += if asked { p } else { 0.0 };
                for one in shaken {
                    // A second Disorder is a Micro-Hit (Companion 16 §8.3).
                    let twice = (usize::from(enemy.condition.disordered) + one.disorders).saturating_sub(1);
                    let carried = usize::from(enemy.condition.micro) + unsaved + twice.min(one.disorders);
                    let state = if one.halted { 2 } else { one.disorders.min(1) };
                    cells[carried / 2][state] += p * one.chance;
                }
            }
        }
    }
    let left = usize::from(field.family_stands(target));
    let least = if enemy.regiment.arm.is_artillery() { 0 } else { 1 };
    let outcomes: Vec<Outcome> = cells
        .iter()
        .enumerate()
        .flat_map(|(stands, by)| (0..3).map(move |state| (stands, state, by[state])))
        .filter(|(_, _, chance)| *chance > 0.0)
        .map(|(stands, state, chance)| Outcome {
            stands: stands.min(left) as u8,
            disordered: state > 0,
            halted: state == 2,
            chance,
        })
        .collect();
    let total = |pick: &dyn Fn(&Outcome) -> bool| outcomes.iter().filter(|o| pick(o)).map(|o| o.chance).sum::<f64>();
    let stands = (0..cells.len()).map(|n| total(&|o| usize::from(o.stands) == n)).collect();
    let disordered = total(&|o| o.disordered);
    let shattered = total(&|o| left.saturating_sub(usize::from(o.stands)) <= least);
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
    use crate::book::fire::{Band, Shock};
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
