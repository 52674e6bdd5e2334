//! The book's tables (Companion 15 §3.0, 16 §8.1, §8.2), as the engine's own procedures give them.

use std::fmt::Write;

use super::range::{Air, Range, TARGET, Trial};
use crate::army::{Arm, Grade, Weapon};
use crate::book::options::HesitantAt;
use crate::book::{Health, brigade, fire};
use crate::geometry::Inches;
use crate::ground::ObstacleKind;
use crate::turn::Event;
use crate::turn::event::{Cause, Purpose, Test};

/// Which table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Table {
    /// Hits and losses by weapon, range and cover.
    Firepower,
    /// Shock by dice, range and grade.
    Suppression,
    /// Outcomes by difference of the scores before the dice.
    Melee,
    /// Health by stands.
    Health,
    /// Hesitant and Broken by brigade size.
    Brigade,
}

/// Trials for each line of a simulated table.
pub const TRIALS: u32 = 20_000;
/// Charges for each figure about the check before contact.
pub const CHARGES: u32 = 5_000;

/// A weapon at a range, with its dice.
pub const FIREPOWER: [(&str, Weapon, i32); 7] = [
    ("smoothbore musket, short", Weapon::Smoothbore, 5),
    ("smoothbore musket, medium", Weapon::Smoothbore, 10),
    ("rifled musket, short", Weapon::RifledMusket, 5),
    ("rifled musket, medium", Weapon::RifledMusket, 10),
    ("rifled musket, long", Weapon::RifledMusket, 17),
    ("repeating rifle, short", Weapon::RepeatingRifle, 5),
    ("12-pounder, canister", Weapon::Napoleon, 5),
];

/// Stands of a regiment, or sections of a battery, in that table.
pub const fn firing(weapon: Weapon) -> u8 {
    if weapon.is_gun() { 2 } else { 5 }
}

/// Averages of many volleys.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Volleys {
    /// Hits before saves.
    pub hits: f64,
    /// Hits after saves.
    pub unsaved: f64,
    /// Stands lost by a target that had no micro-hit.
    pub stands: f64,
    /// Share that triggered a Discipline Check.
    pub tested: f64,
    /// Share that disordered the target.
    pub disordered: f64,
}

/// Fires `count` volleys with the engine, each at a fresh target.
pub fn volleys(trial: Trial, count: u32, seed: u64) -> Volleys {
    let mut range = Range::new(trial, seed);
    let mut sum = Volleys::default();
    for _ in 0..count {
        for event in range.volley() {
            match event {
                Event::VolleyTold { hits, unsaved, .. } => {
                    sum.hits += f64::from(hits);
                    sum.unsaved += f64::from(unsaved);
                }
                Event::StandLost { unit, .. } if unit == TARGET => sum.stands += 1.0,
                Event::Rolled { purpose: Purpose::Discipline(_, Test::Suppression(_)), .. } => sum.tested += 1.0,
                Event::Disordered { cause: Cause::Failed(Test::Suppression(_)), .. } => sum.disordered += 1.0,
                _ => {}
            }
        }
    }
    let n = f64::from(count);
    Volleys {
        hits: sum.hits / n,
        unsaved: sum.unsaved / n,
        stands: sum.stands / n,
        tested: sum.tested / n,
        disordered: sum.disordered / n,
    }
}

/// How many volleys it takes, one after the other, until a target of five stands has come down to this health; each of
/// `count` times. It rallies between volleys, so that hits alone count.
pub fn volleys_until(health: Health, trial: Trial, air: Air, count: u32, seed: u64) -> Vec<u32> {
    let mut range = Range::new(Trial { target: (5, 5), ..trial }, seed);
    let one = |_| {
        range.rest();
        let mut volleys = 1;
        while range.next_volley(air) < health {
            volleys += 1;
        }
        volleys
    };
    (0..count).map(one).collect()
}

/// Fights `count` melees without any charge between two regiments; shares won by the first, drawn and lost.
pub fn melees(trial: Trial, count: u32, seed: u64) -> [f64; 3] {
    let mut range = Range::new(trial, seed);
    let mut tally = [0.0; 3];
    for _ in 0..count {
        for event in range.melee() {
            if let Event::MeleeDecided { winner, .. } = event {
                let n = match winner {
                    Some(crate::army::Side::Union) => 0,
                    None => 1,
                    Some(crate::army::Side::Confederate) => 2,
                };
                tally[n] += 1.0 / f64::from(count);
            }
        }
    }
    tally
}

/// Lets the target charge the firer `count` times; shares that were tested before contact, and that failed.
pub fn checks(trial: Trial, count: u32, seed: u64) -> [f64; 2] {
    let mut range = Range::new(trial, seed);
    let mut met = [0u32; 2];
    for _ in 0..count {
        for event in range.to_contact() {
            if let Event::Rolled { purpose: Purpose::Discipline(TARGET, Test::Contact), passed, .. } = event {
                met[0] += 1;
                met[1] += u32::from(passed == 0);
            }
        }
    }
    met.map(|n| f64::from(n) / f64::from(count))
}

/// A target of eight Fresh Regular stands in the open, 5 firing stands; everything else from the arguments.
pub fn trial(weapon: Weapon, stands: u8, range: i32, behind: Option<ObstacleKind>) -> Trial {
    Trial {
        weapon,
        stands,
        range: Inches::new(range),
        behind,
        grade: Grade::Regular,
        target: (8, 8),
        arms: [if weapon.is_gun() { Arm::FootArtillery } else { Arm::Infantry }, Arm::Infantry],
    }
}

/// A table in words, made by running the engine.
pub fn print(table: Table) -> String {
    match table {
        Table::Firepower => firepower(),
        Table::Suppression => suppression(),
        Table::Melee => melee(),
        Table::Health => health(),
        Table::Brigade => brigades(),
    }
}

fn firepower() -> String {
    let mut text = format!(
        "Hits of 5 stands or 2 sections, {TRIALS} volleys each (Companion 15 \u{a7}3.0)\n\
         {:<28}{:>6}{:>8}{:>8}{:>8}{:>8}{:>14}\n",
        "", "hit", "hits", "open", "light", "heavy", "stands, open"
    );
    for (n, (name, weapon, range)) in FIREPOWER.into_iter().enumerate() {
        let seed = 15_300 + n as u64;
        let fired = [None, Some(ObstacleKind::RailFence), Some(ObstacleKind::StoneWall)]
            .map(|behind| volleys(trial(weapon, firing(weapon), range, behind), TRIALS, seed));
        let stands = firing(weapon);
        let dice = f64::from(stands * fire::dice_each(weapon) + fire::bonus(weapon, stands));
        let _ = writeln!(
            text,
            "{name:<28}{:>5.1}%{:>8.2}{:>8.2}{:>8.2}{:>8.2}{:>14.2}",
            fired[0].hits / dice * 100.0,
            fired[0].hits,
            fired[0].unsaved,
            fired[1].unsaved,
            fired[2].unsaved,
            fired[0].unsaved / 2.0,
        );
    }
    text + "The last column is the long run, two hits a stand.\n"
}

fn suppression() -> String {
    let mut text = format!(
        "Shock by dice, {TRIALS} volleys of rifled muskets each (Companion 16 \u{a7}5.5)\n\
         {:<8}{:>12}{:>14}{:>14}{:>14}{:>14}\n",
        "dice", "6 to 0-6 in", "beyond 6 in", "Green", "Regular", "Veteran"
    );
    for stands in 3..=7u8 {
        let near = |grade, range| {
            let trial = Trial { grade, ..trial(Weapon::RifledMusket, stands, range, None) };
            volleys(trial, TRIALS, 16_500 + u64::from(stands))
        };
        let (regular, far) = (near(Grade::Regular, 5), near(Grade::Regular, 10));
        let _ = writeln!(
            text,
            "{stands}D6     {:>11.1}%{:>13.1}%{:>13.1}%{:>13.1}%{:>13.1}%",
            regular.tested * 100.0,
            far.tested * 100.0,
            near(Grade::Green, 5).disordered * 100.0,
            regular.disordered * 100.0,
            near(Grade::Veteran, 5).disordered * 100.0,
        );
    }
    text + "The grades' columns: chance that a Fresh target in the open is Disordered, at 6 in or less.\n"
}

fn melee() -> String {
    let mut text = format!(
        "Opposed 1D6 by lead before the dice, {TRIALS} melees each (Companion 16 \u{a7}7.3)\n\
         {:<8}{:>8}{:>8}{:>8}\n",
        "lead", "wins", "draws", "loses"
    );
    for lead in 0..=6u8 {
        let fought = melees(matched(lead), TRIALS, 16_700 + u64::from(lead));
        let [wins, draws, loses] = fought.map(|share| share * 100.0);
        let _ = writeln!(text, "+{lead:<7}{wins:>7.1}%{draws:>7.1}%{loses:>7.1}%");
    }
    text + &before_contact()
}

/// How often a closing volley makes eight Fresh stands in the open test before contact, and how often they fail.
fn before_contact() -> String {
    let mut text = format!(
        "\nThe check before contact, {CHARGES} charges each at rifled muskets (Companion 16 \u{a7}7.2)\n\
         {:<8}{:>8}{:>16}{:>16}{:>16}\n",
        "dice", "tested", "Green fails", "Regular fails", "Veteran fails"
    );
    for stands in [3u8, 5] {
        let fought = [Grade::Green, Grade::Regular, Grade::Veteran].map(|grade| {
            let charged = Trial { grade, ..trial(Weapon::RifledMusket, stands, 8, None) };
            checks(charged, CHARGES, 16_720 + u64::from(stands))
        });
        let _ = write!(text, "{:<8}{:>7.1}%", format!("{stands}D6"), fought[1][0] * 100.0);
        for [tested, failed] in fought {
            let _ = write!(text, "{:>15.1}%", failed / tested * 100.0);
        }
        text.push('\n');
    }
    text
}

/// Two Fresh regiments in contact, the first with `lead` stands more.
pub fn matched(lead: u8) -> Trial {
    Trial { target: (3, 3), ..trial(Weapon::RifledMusket, 3 + lead, 5, None) }
}

fn health() -> String {
    let mut text = format!("Health by stands left (Companion 16 \u{a7}8.1)\n{:<10}", "start");
    for left in (1..=8).rev() {
        let _ = write!(text, "{left:>11}");
    }
    text.push('\n');
    for start in [8u8, 6, 5, 4, 3] {
        let _ = write!(text, "{start:<10}");
        for left in (1..=8u8).rev() {
            let state = if left > start { "-".to_owned() } else { Health::of(start, left).to_string() };
            let _ = write!(text, "{state:>11}");
        }
        text.push('\n');
    }
    text
}

fn brigades() -> String {
    let mut text = format!(
        "Stands lost at which a brigade falters (Companion 16 \u{a7}8.2)\n{:<8}{:>10}{:>22}{:>8}\n",
        "stands", "Hesitant", "Hesitant (strict 30%)", "Broken"
    );
    for total in [16u16, 20, 24, 28, 32] {
        let _ = writeln!(
            text,
            "{total:<8}{:>10}{:>22}{:>8}",
            brigade::hesitant_at(total, HesitantAt::Table),
            brigade::hesitant_at(total, HesitantAt::Strict30),
            brigade::broken_at(total),
        );
    }
    text
}
