//! What an assault would come to, step by step, each with its chance and with what that rests on.

use super::text;
use crate::army::{Face, RegimentId};
use crate::geometry::Inches;
use crate::odds::{self, AssaultOdds, ChargeOdds, Clash, Fate};
use crate::turn::event::Modifier;
use crate::turn::{Charge, Field, Refusal, hand};

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
    /// Whom it will strike: the first enemy on its path.
    pub strikes: RegimentId,
    /// Whom it is ordered against.
    pub named: RegimentId,
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

/// What a common assault would be.
#[derive(Clone, PartialEq, Debug)]
pub struct Common {
    /// The assault as a whole.
    pub whole: Vec<Chance>,
    /// Each charge, with how it ends.
    pub each: Vec<(Charge, Vec<Chance>)>,
    /// The melees, if the volleys do nothing: who leads and what he adds, on either side.
    pub scores: Vec<[(RegimentId, Vec<Modifier>); 2]>,
}

/// The whole chance of a charge: the volley that it meets, its check, the melee.
pub(super) fn charge(field: &Field, charge: Charge) -> Result<Plan, Refusal> {
    let odds = odds::charge(field, charge)?;
    let way = &odds.plan;
    if !way.reaches() {
        let short = text::inches(way.distance - way.reach);
        let why = format!("{short} short of the {} to contact", text::inches(way.distance));
        return Refusal::because(why, "Companion 16 \u{a7}7.1");
    }
    let mut chances = Vec::new();
    match &odds.volley {
        Some(volley) => {
            let lost = 1.0 - volley.stands.first().copied().unwrap_or(1.0);
            chances.push(Chance {
                what: format!("Loses a stand to a closing volley of {} dice", volley.dice()),
                chance: lost as f32,
                note: format!("{:.1} hits that tell expected at short range (Companion 16 \u{a7}6.0)", volley.unsaved),
            });
            chances.push(Chance {
                what: "Is Disordered by it".into(),
                chance: volley.disordered as f32,
                note: "Losing a stand, or its order, it must test before it closes (Companion 16 \u{a7}7.2)".into(),
            });
        }
        None => chances.push(Chance {
            what: "Meets no closing volley".into(),
            chance: 1.0,
            note: "The defender cannot fire one (Companion 16 \u{a7}6.0)".into(),
        }),
    }
    chances.push(Chance {
        what: "Reaches contact".into(),
        chance: (1.0 - odds.stopped) as f32,
        note: "Not stopped by the volley or by the check before contact (Companion 16 \u{a7}7.2)".into(),
    });
    chances.extend(melee_chances(&odds));
    Ok(planned(&odds, chances))
}

/// The melee that a charge or a Sweeping Advance leads to.
fn melee_chances(odds: &ChargeOdds) -> Vec<Chance> {
    let [own, theirs] = [&odds.attack, &odds.defence].map(|all| hand::sum(all));
    let [mine, others] = odds.engaged.map(|stands| text::count(usize::from(stands), "stand"));
    let beaten = "Loses a stand, goes back 6.0 in, 9.0 in as cavalry before cavalry, Disordered (RULE-01-5.3)";
    vec![
        Chance {
            what: "Wins the melee".into(),
            chance: odds.wins as f32,
            note: format!(
                "From here to victory. Unhurt: {mine} and {} against {others} and {} (Companion 16 \u{a7}7.3)",
                text::signed(own),
                text::signed(theirs)
            ),
        },
        Chance {
            what: "A Bloody Draw".into(),
            chance: odds.draws as f32,
            note: "Both suffer, and fight on next turn (Companion 7 \u{a7}3.0)".into(),
        },
        Chance { what: "Is beaten".into(), chance: odds.loses as f32, note: beaten.into() },
    ]
}

/// Whom and where it strikes, with these chances.
fn planned(odds: &ChargeOdds, chances: Vec<Chance>) -> Plan {
    let way = &odds.plan;
    Plan {
        strikes: way.charge.target,
        named: way.named,
        face: way.face,
        distance: way.distance,
        chances,
        own: odds.attack.clone(),
        theirs: odds.defence.clone(),
    }
}

/// What a Sweeping Advance into an enemy would be.
pub(super) fn sweep(field: &Field, charge: Charge) -> Result<Plan, Refusal> {
    let odds = odds::sweep(field, charge.unit, charge.target)?;
    Ok(planned(&odds, melee_chances(&odds)))
}

/// The whole chance of a common assault: the volleys, the checks, the melees in which those who get home stand together.
pub(super) fn assault(field: &Field, charges: &[Charge]) -> Result<Common, Refusal> {
    let odds = odds::assault(field, charges)?;
    let name = |id: RegimentId| field.unit(id).name();
    let mut whole = Vec::new();
    for (by, at, volley) in &odds.volleys {
        let lost = 1.0 - volley.stands.first().copied().unwrap_or(1.0);
        whole.push(Chance {
            what: format!("{} loses a stand", name(*at)),
            chance: lost as f32,
            note: format!(
                "To the closing volley of {}, {} dice, {:.1} hits that tell expected; each fires at the charger on whom it \
                 tells most (Companion 16 \u{a7}6.0)",
                name(*by),
                volley.dice(),
                volley.unsaved
            ),
        });
    }
    if odds.volleys.is_empty() {
        whole.push(Chance {
            what: "They meet no closing volley".into(),
            chance: 1.0,
            note: "None of the defenders can fire one (Companion 16 \u{a7}6.0)".into(),
        });
    }
    whole.extend(home(&odds));
    whole.extend(beaten(&odds));
    let ends = |fate: &Fate| {
        let bar = |what: &str, chance: f64, note: &str| Chance {
            what: what.into(),
            chance: chance as f32,
            note: note.into(),
        };
        vec![
            bar("Stopped short", fate.stopped, "By the volley, its check, or want of room (Companion 16 \u{a7}7.2)"),
            bar(
                "Wins its melee",
                fate.wins,
                "With all who fight beside it, or finds its enemy gone (Companion 16 \u{a7}7.3)",
            ),
            bar("A Bloody Draw", fate.draws, "All in it suffer, and fight on next turn (Companion 7 \u{a7}3.0)"),
            bar("Is beaten", fate.loses, "All in it go back, Disordered; their lead loses a stand (RULE-01-5.3)"),
        ]
    };
    let each = odds.charges.iter().map(|(plan, fate)| (plan.charge, ends(fate))).collect();
    let side = |clash: &Clash| {
        let [own, theirs] = clash.leads;
        [(own, clash.attack.clone()), (theirs, clash.defence.clone())]
    };
    Ok(Common { whole, each, scores: odds.melees.iter().map(side).collect() })
}

/// How many of them get home.
fn home(odds: &AssaultOdds) -> [Chance; 2] {
    [
        Chance {
            what: "All reach contact".into(),
            chance: odds.all_home as f32,
            note: "Only who was fired on may have to test before it closes (Companion 16 \u{a7}7.2)".into(),
        },
        Chance {
            what: "None does".into(),
            chance: odds.none_home as f32,
            note: "All stopped by volleys or checks (Companion 16 \u{a7}7.2)".into(),
        },
    ]
}

/// How many of their enemies are beaten.
fn beaten(odds: &AssaultOdds) -> Vec<Chance> {
    let together: Vec<String> = odds.melees.iter().map(strength).collect();
    let note = format!(
        "Unhurt: {} (Companion 16 \u{a7}7.3)",
        text::list(&together.iter().map(String::as_str).collect::<Vec<_>>())
    );
    let some = (1.0 - odds.all_beaten - odds.none_beaten).max(0.0);
    let mut targets: Vec<RegimentId> = odds.charges.iter().map(|(plan, _)| plan.charge.target).collect();
    targets.sort();
    targets.dedup();
    let [every, none] = match targets.len() {
        1 => ["The enemy is beaten", "He is not"],
        _ => ["Every enemy is beaten", "None is"],
    };
    let mut all = vec![Chance { what: every.into(), chance: odds.all_beaten as f32, note }];
    if targets.len() > 1 {
        all.push(Chance {
            what: "Some are, others not".into(),
            chance: some as f32,
            note: format!("{:.1} enemies beaten on average", odds.beaten),
        });
    }
    all.push(Chance {
        what: none.into(),
        chance: odds.none_beaten as f32,
        note: "Bloody Draws among them (Companion 16 \u{a7}7.4)".into(),
    });
    all
}

/// "10 stands and +2 against 5 stands and +1".
fn strength(clash: &Clash) -> String {
    let [own, theirs] = clash.engaged.map(|stands| text::count(usize::from(stands), "stand"));
    let [attack, defence] = [&clash.attack, &clash.defence].map(|all| text::signed(hand::sum(all)));
    format!("{own} and {attack} against {theirs} and {defence}")
}
