//! The book's tables come out of the engine's own procedures, within its sampling error.

use dress::army::{Grade, Weapon};
use dress::ground::ObstacleKind;
use dress::odds::range::Trial;
use dress::odds::tables::{FIREPOWER, matched, melees, trial, volleys};

const TRIALS: u32 = 4_000;

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
    let dice = [5.0, 5.0, 5.0, 5.0, 5.0, 7.0];
    let chances = [2.0 / 3.0, 1.0 / 3.0, 0.5, 0.5, 1.0 / 3.0, 2.0 / 3.0];
    let covers = [(None, 0.0), (Some(ObstacleKind::RailFence), 1.0 / 3.0), (Some(ObstacleKind::StoneWall), 0.5)];
    for (n, (name, weapon, range)) in FIREPOWER.into_iter().enumerate() {
        for (behind, saved) in covers {
            let fired = volleys(trial(weapon, 5, range, behind), TRIALS, 1_500 + n as u64);
            let (dice, hit) = (dice[n], chances[n]);
            check(name, fired.hits, dice * hit, (dice * hit * (1.0 - hit)).sqrt());
            let through = hit * (1.0 - saved);
            check(name, fired.unsaved, dice * through, (dice * through * (1.0 - through)).sqrt());
        }
    }
}

#[test]
fn one_volley_at_a_whole_target_takes_what_the_long_run_does_not_say() {
    let stands = volleys(trial(Weapon::RifledMusket, 5, 5, None), TRIALS, 9).stands;
    check("5D6 on 4+", stands, 1.0, 0.71);
    let stands = volleys(trial(Weapon::Smoothbore, 5, 5, None), TRIALS, 10).stands;
    check("5D6 on 3+", stands, 1.416, 0.71);
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
