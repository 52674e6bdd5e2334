//! Assault and melee: what the engine itself does comes out as the exact chances say, and as the book's tables do where
//! these are right.

use std::sync::Arc;

use dress::army::{Arm, Condition, Deeds, Files, Formation, Grade, Regiment, RegimentId, Side, Weapon};
use dress::book::Options;
use dress::geometry::{Degrees, Inches, Pose, Spot};
use dress::ground::{Ground, ObstacleKind};
use dress::odds;
use dress::odds::range::{FIRER, Range, TARGET, Trial};
use dress::odds::tables::{checks, melees, trial};
use dress::record::{self, Dice};
use dress::scenario::shelf;
use dress::turn::event::{Event, Purpose, Test};
use dress::turn::{Charge, Field, Phase};

/// Within four standard errors of a share.
#[track_caller]
fn check_share(what: &str, got: f64, wanted: f64, trials: u32) {
    let error = 4.0 * (wanted * (1.0 - wanted) / f64::from(trials)).sqrt().max(1e-6);
    assert!((got - wanted).abs() <= error, "{what}: {got:.4}, wanted {wanted:.4} within {error:.4}");
}

/// Eight Fresh Regular stands that charge so many stands with rifled muskets over 8.0" of open ground.
fn charge_at(stands: u8) -> Trial {
    trial(Weapon::RifledMusket, stands, 8, None)
}

#[test]
fn what_forces_the_check_before_contact() {
    const TRIALS: u32 = 2_500;
    // A lost stand or Disorder: of five dice 83.0%, of three 54.2% (Companion 16 §7.2). Not ours: any hit (96.9 and
    // 87.5%), a stand or a natural six (Companion 6 §3.0: 86.5 and 62.5%), a stand alone (81.25 and 50%).
    for (stands, shares) in [(5, [0.969, 0.865, 0.830, 0.8125]), (3, [0.875, 0.625, 0.542, 0.5])] {
        let mut range = Range::new(charge_at(stands), 1_600 + u64::from(stands));
        let mut met = [0u32; 4];
        for _ in 0..TRIALS {
            let events = range.to_contact();
            let hit = events.iter().any(|event| matches!(event, Event::VolleyTold { unsaved: 1.., .. }));
            let lost = events.iter().any(|event| matches!(event, Event::StandLost { unit, .. } if *unit == TARGET));
            let six = events.iter().any(|event| {
                matches!(event, Event::Rolled { purpose: Purpose::ToHit(FIRER), dice, .. } if dice.contains(&6))
            });
            let tested = events
                .iter()
                .any(|event| matches!(event, Event::Rolled { purpose: Purpose::Discipline(_, Test::Contact), .. }));
            for (n, is) in [hit, lost || six, tested, lost].into_iter().enumerate() {
                met[n] += u32::from(is);
            }
        }
        for (n, what) in ["any hit", "a stand or a six", "the check", "a stand"].into_iter().enumerate() {
            let got = f64::from(met[n]) / f64::from(TRIALS);
            // The wanted shares are printed to a thousandth.
            let slack = 4.0 * (shares[n] * (1.0 - shares[n]) / f64::from(TRIALS)).sqrt() + 0.0005;
            assert!((got - shares[n]).abs() <= slack, "{what}, {stands} dice: {got:.4}, wanted {:.4}", shares[n]);
        }
    }
}

#[test]
fn green_troops_fail_it_two_times_in_three() {
    const TRIALS: u32 = 800;
    for (grade, fails) in [(Grade::Green, 4.0), (Grade::Regular, 3.0), (Grade::Veteran, 2.0), (Grade::Elite, 2.0)] {
        let [tested, failed] = checks(Trial { grade, ..charge_at(5) }, TRIALS, 66);
        check_share(&grade.to_string(), failed / tested, fails / 6.0, (tested * f64::from(TRIALS)) as u32);
    }
}

#[test]
fn five_fresh_stands_against_three_worn_ones_behind_a_wall() {
    const TRIALS: u32 = 2_000;
    let worked = Trial { target: (3, 5), ..trial(Weapon::RifledMusket, 5, 0, Some(ObstacleKind::StoneWall)) };
    let [wins, draws, loses] = melees(worked, TRIALS, 33);
    check_share("wins", wins, 21.0 / 36.0, TRIALS);
    check_share("draws", draws, 5.0 / 36.0, TRIALS);
    check_share("loses", loses, 10.0 / 36.0, TRIALS);
    let [wins, draws, loses] = melees(Trial { behind: None, ..worked }, TRIALS, 34);
    check_share("without the wall", wins, 30.0 / 36.0, TRIALS);
    check_share("draws", draws, 3.0 / 36.0, TRIALS);
    check_share("loses", loses, 3.0 / 36.0, TRIALS);
}

/// Shares of charges that were stopped, won, drawn and lost.
fn charges(range: &mut Range, trials: u32) -> [f64; 4] {
    let mut tally = [0.0; 4];
    for _ in 0..trials {
        let events = range.charge();
        let contact = events.iter().any(|event| matches!(event, Event::Contact { unit, .. } if *unit == TARGET));
        let gone = |who| events.iter().any(|event| matches!(event, Event::Removed { unit, .. } if *unit == who));
        let decided = events.iter().find_map(|event| match event {
            Event::MeleeDecided { winner, .. } => Some(*winner),
            _ => None,
        });
        let n = match decided {
            Some(Some(Side::Confederate)) => 1,
            Some(None) => 2,
            Some(Some(Side::Union)) => 3,
            None if contact && gone(FIRER) => 1,
            None => 0,
        };
        tally[n] += 1.0 / f64::from(trials);
    }
    tally
}

#[test]
fn a_whole_charge_goes_as_its_odds_say() {
    const TRIALS: u32 = 1_000;
    let infantry = charge_at(5);
    let guns = trial(Weapon::Napoleon, 2, 8, None);
    let horse = Trial { range: Inches::new(11), ..infantry };
    let cases = [
        ("infantry on infantry", infantry),
        ("five Green stands of eight on seven", Trial { grade: Grade::Green, target: (5, 8), ..charge_at(7) }),
        ("over a wall", Trial { range: Inches::new(5), behind: Some(ObstacleKind::StoneWall), ..infantry }),
        ("cavalry on infantry", Trial { target: (5, 5), arms: [Arm::Infantry, Arm::Cavalry], ..horse }),
        ("cavalry on cavalry", Trial { target: (5, 5), arms: [Arm::Cavalry, Arm::Cavalry], ..horse }),
        ("infantry on guns", Trial { arms: [Arm::FootArtillery, Arm::Infantry], ..guns }),
    ];
    for (n, (what, trial)) in cases.into_iter().enumerate() {
        let mut range = Range::new(trial, 7_200 + n as u64);
        let field: &Field = range.before_the_charge();
        let charge = Charge { unit: TARGET, target: FIRER };
        let told = odds::charge(field, charge).unwrap_or_else(|why| panic!("{what}: {why}"));
        let told = [told.stopped, told.wins, told.draws, told.loses];
        assert!((told.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{what}: {told:?}");
        let got = charges(&mut range, TRIALS);
        for (outcome, (got, told)) in ["stopped", "wins", "draws", "loses"].into_iter().zip(got.into_iter().zip(told)) {
            check_share(&format!("{what} {outcome}"), got, told, TRIALS);
        }
    }
}

/// Five Fresh stands of two Union regiments and three Confederate ones, on bare ground.
fn bare_field() -> (Field, [RegimentId; 5]) {
    let scenario = Arc::new(shelf::find("sandy_ridge", &[]).expect("a scenario that comes with the game"));
    let mut app = record::replay::bare();
    record::begin(app.world_mut(), scenario, Options::default(), Dice::Seeded(1)).expect("seeded dice do not run out");
    let mut field = app.world().resource::<Field>().clone();
    field.ground = Arc::new(Ground::bare(Inches::new(72), Inches::new(48)));
    let of = |side| field.of(side).filter(|unit| unit.regiment.arm == Arm::Infantry).map(|unit| unit.id());
    let picked: Vec<RegimentId> = of(Side::Union).take(2).chain(of(Side::Confederate).take(3)).collect();
    for unit in &mut field.units {
        unit.condition = Condition { gone: !picked.contains(&unit.id()), ..Condition::FRESH };
        unit.deeds = Deeds::default();
        unit.place.files = Files::of(5);
        unit.place.formation = Formation::Line;
        unit.regiment = Regiment { stands: 5, traits: Arc::from([]), ..unit.regiment.clone() };
    }
    field.clock.phase = Phase::Maneuver;
    (field, picked.try_into().expect("five regiments"))
}

fn put(field: &mut Field, unit: RegimentId, x: i32, y: i32, facing: i32) {
    let at = Spot { x: Inches(x), y: Inches(y) };
    field.units[unit.index()].place.pose = Pose { at, heading: Degrees::new(facing).heading() };
}

#[test]
fn a_charge_that_joins_a_fight_counts_all_who_are_in_it() {
    let (mut field, [a, c, b, d, e]) = bare_field();
    put(&mut field, a, 36_000, 26_000, 0);
    put(&mut field, b, 36_000, 26_000, 180);
    put(&mut field, c, 44_000, 29_000, 270);
    put(&mut field, d, 10_000, 40_000, 180);
    put(&mut field, e, 60_000, 40_000, 180);
    field.units[a.index()].condition.disordered = true;
    let odds = odds::charge(&field, Charge { unit: c, target: b }).unwrap_or_else(|why| panic!("{why}"));
    // All five of A and one of C against all five of B; A leads, which is Disordered: 6 + 1 - 2 to 5 + 1.
    assert_eq!(odds.engaged, [6, 5]);
    assert!(odds.attack.iter().any(|modifier| modifier.why == "Disordered"), "{:?}", odds.attack);
    assert!(odds.volley.is_none(), "who is locked gives no closing volley");
    assert!((odds.wins - 10.0 / 36.0).abs() < 1e-9, "{}", odds.wins);
    assert!((odds.draws - 5.0 / 36.0).abs() < 1e-9, "{}", odds.draws);
}

#[test]
fn the_odds_are_those_of_the_first_enemy_on_the_path() {
    let (mut field, [a, c, b, d, e]) = bare_field();
    put(&mut field, a, 36_000, 20_000, 0);
    put(&mut field, c, 10_000, 5_000, 0);
    put(&mut field, b, 36_000, 28_000, 180);
    put(&mut field, d, 32_000, 25_000, 180);
    put(&mut field, e, 60_000, 40_000, 180);
    let odds = odds::charge(&field, Charge { unit: a, target: b }).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!((odds.plan.named, odds.plan.charge.target), (b, d));
    assert_eq!(odds.plan.distance, Inches::new(5));
    // It reaches from 33.5, the enemy to 34.5.
    assert_eq!(odds.engaged, [1, 1]);
}

#[test]
fn a_sweep_meets_no_volley_and_has_no_momentum() {
    let (mut field, [a, c, b, d, e]) = bare_field();
    put(&mut field, a, 36_000, 20_000, 0);
    put(&mut field, c, 10_000, 5_000, 0);
    put(&mut field, b, 36_000, 24_000, 180);
    put(&mut field, d, 10_000, 40_000, 180);
    put(&mut field, e, 60_000, 40_000, 180);
    let odds = odds::sweep(&field, a, b).unwrap_or_else(|why| panic!("{why}"));
    assert!(odds.volley.is_none() && odds.stopped == 0.0);
    assert!((odds.wins - 15.0 / 36.0).abs() < 1e-9, "{}", odds.wins);
    put(&mut field, b, 36_000, 24_001, 180);
    let far = odds::sweep(&field, a, b).map(|odds| odds.plan.reaches());
    assert!(!matches!(far, Ok(true)), "4.001 is too far: {far:?}");
}
