//! The book's tables come out of the engine's own procedures, within its sampling error.

use dress::army::{Grade, Weapon};
use dress::book::Health;
use dress::ground::ObstacleKind;
use dress::odds::range::{Air, Trial};
use dress::odds::tables::{FIREPOWER, firing, matched, melees, trial, volleys, volleys_until};

/// The more, the slower, and the closer: each bound below is four standard errors of so many.
const TRIALS: u32 = 1_000;

/// Within four standard errors of a mean whose single trials have this standard deviation.
#[track_caller]
fn check(what: &str, got: f64, wanted: f64, deviation: f64) {
    let error = 4.0 * deviation / f64::from(TRIALS).sqrt();
    assert!((got - wanted).abs() <= error, "{what}: {got:.4}, wanted {wanted:.4} within {error:.4}");
}

#[track_caller]
fn check_share(what: &str, got: f64, wanted: f64) {
    // What always happens has no sampling error; a sum of many small shares still has a rounding one.
    check(what, got, wanted, (wanted * (1.0 - wanted)).sqrt().max(1e-6));
}

#[test]
fn the_firepower_matrix() {
    let dice = [5.0, 5.0, 5.0, 5.0, 5.0, 7.0, 4.0];
    let chances = [2.0 / 3.0, 1.0 / 3.0, 0.5, 0.5, 1.0 / 3.0, 2.0 / 3.0, 5.0 / 6.0];
    let covers = [(None, 0.0), (Some(ObstacleKind::RailFence), 1.0 / 3.0), (Some(ObstacleKind::StoneWall), 0.5)];
    // What a single volley takes of a target that carries no hit: the mean of half its hits, rounded down, which is not
    // what the long run says.
    let losses = [1.416, 0.584, 1.000, 1.000, 0.584, 2.083, 1.466];
    for (n, (name, weapon, range)) in FIREPOWER.into_iter().enumerate() {
        for (behind, saved) in covers {
            let fired = volleys(trial(weapon, firing(weapon), range, behind), TRIALS, 1_500 + n as u64);
            let (dice, hit) = (dice[n], chances[n]);
            check(name, fired.hits, dice * hit, (dice * hit * (1.0 - hit)).sqrt());
            if behind.is_none() {
                let deviation = if weapon == Weapon::RepeatingRifle { 0.75 } else { 0.71 };
                check(name, fired.stands, losses[n], deviation);
            }
            let through = hit * (1.0 - saved);
            check(name, fired.unsaved, dice * through, (dice * through * (1.0 - through)).sqrt());
        }
    }
}

/// How many volleys a regiment of five stands endures. The chances are those of the book's arithmetic, six hits or eight.
#[test]
fn volleys_to_spent_and_to_shattered() {
    const FIGHTS: u32 = 250;
    let rifles = |range, behind| trial(Weapon::RifledMusket, 5, range, behind);
    let (light, heavy) = (Some(ObstacleKind::RailFence), Some(ObstacleKind::StoneWall));
    let rows = [
        ("3+ in the open", trial(Weapon::Smoothbore, 5, 5, None), Air::Clear, 2.22, Some(2.79)),
        ("4+ in the open", rifles(5, None), Air::Clear, 2.80, Some(3.60)),
        ("5+ in the open", rifles(17, None), Air::Clear, 4.00, Some(5.20)),
        ("4+ against light cover", rifles(5, light), Air::Clear, 4.00, Some(5.20)),
        ("4+ against heavy cover", rifles(5, heavy), Air::Clear, 5.20, Some(6.80)),
        ("5+ against heavy cover", rifles(17, heavy), Air::Clear, 7.60, Some(10.00)),
        ("4+, and 5+ through its own smoke", rifles(10, None), Air::Still, 3.50, None),
    ];
    for (n, (what, trial, air, spent, shattered)) in rows.into_iter().enumerate() {
        check_mean(what, &volleys_until(Health::Spent, trial, air, FIGHTS, 150 + n as u64), spent);
        if let Some(wanted) = shattered {
            check_mean(what, &volleys_until(Health::Shattered, trial, air, FIGHTS, 160 + n as u64), wanted);
        }
    }
    let volleys = volleys_until(Health::Spent, rifles(5, None), Air::Clear, TRIALS, 151);
    let by = |most: u32| volleys.iter().filter(|n| **n <= most).count() as f64 / volleys.len() as f64;
    check_share("Spent by the second volley", by(2), 0.377);
    check_share("Spent by the third volley", by(3), 0.849);
}

/// Within four standard errors of a mean, by the sample's own spread, and half of the printed figure's last digit.
#[track_caller]
fn check_mean(what: &str, sample: &[u32], wanted: f64) {
    let n = sample.len() as f64;
    let mean = sample.iter().map(|x| f64::from(*x)).sum::<f64>() / n;
    let spread = (sample.iter().map(|x| (f64::from(*x) - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt();
    let error = 4.0 * spread / n.sqrt() + 0.005;
    assert!((mean - wanted).abs() <= error, "{what}: {mean:.3}, wanted {wanted:.2} within {error:.3}");
}

#[test]
fn the_suppression_table() {
    let single = [0.4213, 0.5177, 0.5981, 0.6651, 0.7209];
    let double = [0.0741, 0.1319, 0.1962, 0.2632, 0.3302];
    for (n, stands) in (3..=7u8).enumerate() {
        let near = volleys(trial(Weapon::RifledMusket, stands, 6, None), TRIALS, 50 + n as u64);
        check_share("one six", near.tested, single[n]);
        let far = volleys(trial(Weapon::RifledMusket, stands, 7, None), TRIALS, 60 + n as u64);
        check_share("two sixes", far.tested, double[n]);
    }
}

#[test]
fn how_often_a_volley_disorders() {
    let at = |grade, behind, target| {
        let trial = Trial { grade, target, ..trial(Weapon::RifledMusket, 5, 5, behind) };
        volleys(trial, TRIALS, 77).disordered
    };
    // A Worn Regular, a Fresh one, and a Fresh one behind a fence.
    check_share("Worn", at(Grade::Regular, None, (6, 8)), 0.299);
    check_share("Fresh", at(Grade::Regular, None, (8, 8)), 0.199);
    check_share("Worn and Green", at(Grade::Green, None, (6, 8)), 0.399);
    check_share("Worn Veterans", at(Grade::Veteran, None, (6, 8)), 0.199);
    check_share("Fresh, in cover", at(Grade::Regular, Some(ObstacleKind::RailFence), (8, 8)), 0.0997);
}

#[test]
fn the_opposed_roll() {
    let table = [(15, 6), (21, 5), (26, 4), (30, 3), (33, 2), (35, 1), (36, 0)];
    for (lead, (wins, draws)) in table.into_iter().enumerate() {
        let got = melees(matched(lead as u8), TRIALS, 90 + lead as u64);
        check_share("wins", got[0], f64::from(wins) / 36.0);
        check_share("draws", got[1], f64::from(draws) / 36.0);
    }
}
