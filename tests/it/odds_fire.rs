//! What Companion 15 §3.0 and 16 §2.1 and §2.4 lead one to expect of volleys, generals and pips, out of the engine itself.

use dress::army::{Temper, Weapon};
use dress::odds::range::{Air, Range, TARGET, Trial};
use dress::odds::tables::trial;
use dress::turn::event::{Event, Fate, Purpose};

/// Within four standard errors of a share.
#[track_caller]
fn check_share(what: &str, met: u32, of: u32, wanted: f64) {
    let got = f64::from(met) / f64::from(of);
    // The wanted shares are printed to a thousandth.
    let error = 4.0 * (wanted * (1.0 - wanted) / f64::from(of)).sqrt() + 0.0005;
    assert!((got - wanted).abs() <= error, "{what}: {got:.4}, wanted {wanted:.4} within {error:.4}");
}

fn dice_of(events: &[Event]) -> Vec<u8> {
    let rolled = events.iter().filter_map(|event| match event {
        Event::Rolled { purpose: Purpose::ToHit(_), dice, .. } => Some(dice.clone()),
        _ => None,
    });
    rolled.flatten().collect()
}

fn disorders(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event, Event::Disordered { unit, .. } if *unit == TARGET))
}

/// Two volleys at short range, one after the other, disorder a Regular regiment 50.9% of the time, a Fresh one 35.9%:
/// each of them 29.9 or 19.9%, and not the "~60%" of the book, which is how often they make it test.
#[test]
fn two_volleys_disorder_half_of_all_regulars() {
    const TRIALS: u32 = 500;
    // Twelve stands, so that what the first volley takes changes nothing of their health.
    for (what, target, share) in [("Worn", (8, 12), 0.509), ("Fresh", (12, 12), 0.359)] {
        let mut range = Range::new(Trial { target, ..trial(Weapon::RifledMusket, 5, 5, None) }, 1_863);
        let twice = |range: &mut Range| {
            let first = disorders(&range.volley());
            disorders(&range.another_volley(Air::Clear)) || first
        };
        let met = (0..TRIALS).filter(|_| twice(&mut range)).count() as u32;
        check_share(what, met, TRIALS, share);
    }
}

/// Five rifles at 4+ hit two times and three times equally often, 31.25% each, and 2.5 times on average.
#[test]
fn five_rifles_hit_twice_as_often_as_three_times() {
    const TRIALS: u32 = 1_000;
    let mut range = Range::new(trial(Weapon::RifledMusket, 5, 5, None), 303);
    let mut hits = [0_u32; 6];
    for _ in 0..TRIALS {
        for event in range.volley() {
            if let Event::VolleyTold { hits: n, .. } = event {
                hits[usize::from(n)] += 1;
            }
        }
    }
    for (n, share) in [1.0, 5.0, 10.0, 10.0, 5.0, 1.0].map(|ways| ways / 32.0).into_iter().enumerate() {
        check_share(&format!("{n} hits"), hits[n], TRIALS, share);
    }
}

/// A natural six is in 59.8% of the volleys of five dice, at any range; after one the general is taken from his brigade
/// 19.9% of the time, and killed 10.0%. A stand lost is as bad: both together make him roll 86.5% of the time.
#[test]
fn what_a_volley_does_to_a_general() {
    const TRIALS: u32 = 1_000;
    for (range, seed) in [(5, 598), (10, 865)] {
        let mut range = Range::new(trial(Weapon::RifledMusket, 5, range, None), seed);
        let [mut six, mut removed, mut killed, mut rolled] = [0_u32; 4];
        for _ in 0..TRIALS {
            let events = range.volley_at_a_general();
            let any = dice_of(&events).contains(&6);
            let fates = events.iter().filter_map(|event| match event {
                Event::Leader { fate, .. } => Some(*fate),
                _ => None,
            });
            let fates: Vec<Fate> = fates.collect();
            assert!(fates.len() <= 1, "one roll a volley");
            assert!(!any || fates.len() == 1, "a six is a roll");
            six += u32::from(any);
            rolled += fates.len() as u32;
            removed += u32::from(any && fates.iter().any(|f| matches!(f, Fate::SeverelyWounded | Fate::Killed)));
            killed += u32::from(any && fates.contains(&Fate::Killed));
        }
        check_share("a six", six, TRIALS, 0.598);
        check_share("a six, and he is gone", removed, TRIALS, 0.199);
        check_share("a six, and he is killed", killed, TRIALS, 0.100);
        check_share("a six or a stand", rolled, TRIALS, 0.865);
    }
}

/// Seven dice of repeaters show two ones or more 33.0% of the time, five 19.6%: of rifled muskets that means nothing.
#[test]
fn how_often_repeaters_run_low() {
    const TRIALS: u32 = 600;
    for (stands, share) in [(5, 0.330), (3, 0.196)] {
        let mut range = Range::new(trial(Weapon::RepeatingRifle, stands, 5, None), 70 + u64::from(stands));
        let low = (0..TRIALS).filter(|_| range.volley().iter().any(|event| matches!(event, Event::LowAmmo(_)))).count();
        check_share("repeaters", low as u32, TRIALS, share);
    }
    let mut range = Range::new(trial(Weapon::RifledMusket, 5, 5, None), 77);
    assert!((0..200).all(|_| !range.volley().iter().any(|event| matches!(event, Event::LowAmmo(_)))));
}

/// Shares of no pip, one, two, three and four.
fn pips(temper: Temper, wounds: u8, turns: u32) -> [u32; 5] {
    let mut range = Range::new(trial(Weapon::RifledMusket, 5, 20, None), 1_600 + u64::from(wounds));
    let mut tally = [0; 5];
    for _ in 0..turns {
        for rolled in range.pips(temper, wounds) {
            tally[usize::from(rolled)] += 1;
        }
    }
    tally
}

/// The pip ranges of Companion 16 §2.1: 2 to 4, 1 to 3, 1 to 2; a wound takes one of them, and none is the least.
#[test]
fn the_pip_ranges() {
    const TURNS: u32 = 150;
    const THIRD: f64 = 1.0 / 3.0;
    let rows = [
        (Temper::Aggressive, 0, [0.0, 0.0, THIRD, THIRD, THIRD]),
        (Temper::Reliable, 0, [0.0, THIRD, THIRD, THIRD, 0.0]),
        (Temper::Timid, 0, [0.0, 2.0 * THIRD, THIRD, 0.0, 0.0]),
        (Temper::Aggressive, 1, [0.0, THIRD, THIRD, THIRD, 0.0]),
        (Temper::Reliable, 1, [THIRD, THIRD, THIRD, 0.0, 0.0]),
        (Temper::Timid, 1, [2.0 * THIRD, THIRD, 0.0, 0.0, 0.0]),
    ];
    for (temper, wounds, shares) in rows {
        let tally = pips(temper, wounds, TURNS);
        assert_eq!(tally.iter().sum::<u32>(), 2 * TURNS);
        for (n, share) in shares.into_iter().enumerate() {
            let what = format!("{temper}, {wounds} wounds, {n} pips");
            if share == 0.0 {
                assert_eq!(tally[n], 0, "{what}");
            } else {
                check_share(&what, tally[n], 2 * TURNS, share);
            }
        }
    }
}
