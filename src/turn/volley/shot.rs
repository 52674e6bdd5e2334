//! A volley as it would be fired: who may fire, what each die needs, and what may save the target.

use super::modifiers::{bonus_dice, modifiers, save_penalties};
use super::{ELIGIBLE, cover, modifiers as added_to};
use crate::army::{Arm, BrigadeClock, Formation, RegimentId, Trait};
use crate::book::cover::{Cover, Denial};
use crate::book::discipline::saves as is_saved;
use crate::book::fire::{self, Arms, Band, Shock};
use crate::book::options::SavePenaltyInOpen;
use crate::geometry::Inches;
use crate::geometry::sight::Block;
use crate::turn::check::present;
use crate::turn::event::{Modifier, Volley};
use crate::turn::field::{Field, Unit};
use crate::turn::hand::sum;
use crate::turn::refusal::Refusal;
use crate::turn::sight::{self, UnitSight};

/// A volley as it would be fired: everything that the dice need, each number with its reason.
#[derive(Clone, PartialEq, Debug)]
pub struct Shot {
    /// Shortest distance from a firing stand to the target.
    pub range: Inches,
    /// The band whose numbers count; Short for a Closing Volley.
    pub band: Band,
    /// Stands that fire.
    pub stands: u8,
    /// Dice, bonus dice included.
    pub dice: u8,
    /// Dice that are not those of a stand, and why.
    pub bonus: Vec<Modifier>,
    /// Dice that the target's formation gives in the open, where it has no save to be worsened (a house rule).
    pub in_open: Vec<Modifier>,
    /// What each die needs before modifiers.
    pub number: u8,
    /// What is added to each die.
    pub modifiers: Vec<Modifier>,
    /// The target's cover against this volley.
    pub cover: Cover,
    /// Why it has none, where it stands in cover.
    pub denied: Option<Denial>,
    /// What is taken off its saves, where it has any, and why.
    pub penalties: Vec<Modifier>,
    /// What shocks the target.
    pub shock: Shock,
    /// The first die that misses is rolled again (Companion 16 §9.0).
    pub again: bool,
}

impl Shot {
    /// Whether a die hits.
    pub fn hits(&self, die: u8) -> bool {
        fire::hits(die, sum(&self.modifiers), self.number)
    }

    /// What is taken off the target's saves, as a positive number.
    pub fn penalty(&self) -> i8 {
        -sum(&self.penalties)
    }

    /// Chance that one die hits.
    pub fn chance(&self) -> f64 {
        f64::from((1..=6).filter(|die| self.hits(*die)).count() as u8) / 6.0
    }

    /// Chance that one hit is saved.
    pub fn saved(&self) -> f64 {
        self.cover.save().map_or(0.0, |number| {
            f64::from((1..=6).filter(|die| is_saved(*die, self.penalty(), number)).count() as u8) / 6.0
        })
    }

    /// The same volley by fewer of its stands.
    pub fn by(mut self, stands: u8, each: u8) -> Self {
        let stands = stands.min(self.stands);
        self.dice -= (self.stands - stands) * each;
        self.stands = stands;
        self
    }

    /// The same volley without the dice that the target's formation gives in the open.
    pub fn plain(mut self) -> Self {
        self.dice -= sum(&self.in_open).unsigned_abs();
        self.in_open.clear();
        self
    }
}

/// Reckons a volley.
///
/// # Errors
/// Says why it cannot be fired.
pub fn reckon(field: &Field, id: RegimentId, target: RegimentId, volley: Volley) -> Result<Shot, Refusal> {
    let (unit, enemy) = (present(field, id)?, present(field, target)?);
    may_fire(field, unit, volley)?;
    // Steady infantry fires at horsemen who charge it; Disordered infantry does not stand to do so (B71).
    let ridden_at = volley == Volley::Closing && enemy.place.formation.is_mounted();
    if ridden_at && unit.condition.disordered && unit.regiment.arm == Arm::Infantry {
        let why = "Disordered infantry fires no closing volley at cavalry in the saddle";
        return Refusal::because(why, "Companion 9 \u{a7}5.0");
    }
    let seen = sight::aims(field, id, target);
    let arms = Arms::of(&unit.regiment);
    let stands = able_stands(unit, &seen);
    if stands.is_empty() {
        return Err(why_none(field, unit, enemy, &seen));
    }
    let range = seen.stands.iter().filter(|s| stands.contains(&s.stand)).map(|s| s.range).min().unwrap_or(seen.range);
    let row = match volley {
        // At the 4.0" line, whatever the base's depth adds to the distance of a stand.
        Volley::Closing => fire::rows(arms).first().copied(),
        _ => fire::row(arms, range),
    };
    let Some(fire::Row { band, number, .. }) = row else {
        return Err(out_of_range(unit, range));
    };
    let firing = stands.len() as u8;
    let bonus = bonus_dice(unit, firing, range);
    let (cover, denied) = cover::cover_from(field, unit, enemy, &stands, added_to::enfilades(unit, enemy));
    let penalties = save_penalties(unit, enemy, volley);
    let (penalties, in_open) = match (cover, field.options.save_penalty_in_open) {
        // There is no save to be worsened (B49).
        (Cover::Open, SavePenaltyInOpen::None) => (Vec::new(), Vec::new()),
        (Cover::Open, SavePenaltyInOpen::ExtraDie) => (Vec::new(), turned_into_dice(penalties)),
        _ => (penalties, Vec::new()),
    };
    let more = (sum(&bonus) + sum(&in_open)).unsigned_abs();
    Ok(Shot {
        range,
        band,
        stands: firing,
        dice: firing * fire::dice_each(arms.weapon) + more,
        bonus,
        in_open,
        number,
        modifiers: modifiers(field, unit, enemy, range, volley),
        cover,
        denied,
        penalties,
        shock: fire::shock(arms.weapon, band, range),
        again: unit.regiment.has(Trait::Sharpshooters)
            && !arms.weapon.is_gun()
            && range > fire::SHORT
            && range <= fire::MEDIUM,
    })
}

/// Each -1 to a save that the target has not is a die more (B49).
fn turned_into_dice(penalties: Vec<Modifier>) -> Vec<Modifier> {
    penalties.into_iter().map(|penalty| Modifier { value: -penalty.value, ..penalty }).collect()
}

/// Stands of the first rank that have the target in arc, in sight and in range; those that refuse a flank do not fire
/// forward (B72).
pub(super) fn able_stands(unit: &Unit, seen: &UnitSight) -> Vec<usize> {
    let reach = fire::reach(Arms::of(&unit.regiment));
    let bent = unit.refused_stands();
    let able = seen.stands.iter().filter(|stand| stand.in_arc && stand.sight.clear && stand.range <= reach);
    able.map(|stand| stand.stand).filter(|stand| !bent.contains(stand)).collect()
}

fn out_of_range(unit: &Unit, range: Inches) -> Refusal {
    let arms = Arms::of(&unit.regiment);
    let what = match (arms.weapon.is_gun(), arms.arm) {
        (true, _) => "guns",
        (false, Arm::Cavalry) => "carbines",
        (false, _) => "muskets",
    };
    Refusal::new(format!("it is {range} away; its {what} reach {}", fire::reach(arms)), page_of(unit))
}

/// Where the numbers of its weapon stand.
pub(super) const fn page_of(unit: &Unit) -> &'static str {
    match (unit.regiment.weapon.is_gun(), unit.regiment.arm) {
        (true, _) => "Companion 16 \u{a7}5.3",
        (false, Arm::Cavalry) => "Companion 16 \u{a7}10.3",
        (false, _) => "Companion 16 \u{a7}5.2",
    }
}

/// The reason that is nearest to being cured: range, then arc, then sight.
fn why_none(field: &Field, unit: &Unit, enemy: &Unit, seen: &UnitSight) -> Refusal {
    if seen.range > fire::reach(Arms::of(&unit.regiment)) {
        return out_of_range(unit, seen.range);
    }
    if !seen.stands.iter().any(|stand| stand.in_arc) {
        let why = format!("{} is outside the 45\u{b0} arc of {}", enemy.the(), unit.the());
        return Refusal::new(why, "Companion 16 \u{a7}4.5");
    }
    let blocks: Vec<String> = seen
        .stands
        .iter()
        .filter(|stand| stand.in_arc)
        .flat_map(|stand| stand.sight.blocks.iter())
        .map(|block| match block {
            Block::Body { unit: friend, friendly: true, .. } if unit.regiment.arm.is_artillery() => {
                let friend = field.unit(RegimentId(*friend));
                match sight::overhead(field, unit, unit.place, friend, enemy) {
                    Err(why) => format!("{block} ({why})"),
                    Ok(()) => block.to_string(),
                }
            }
            _ => block.to_string(),
        })
        .fold(Vec::new(), |mut all, block| {
            if !all.contains(&block) {
                all.push(block);
            }
            all
        });
    Refusal::new(format!("no clear line of sight: {}", blocks.join("; ")), "Companion 16 \u{a7}4.5")
}

/// A formation that does not fire, as a sentence begins with it.
const fn in_words(formation: Formation) -> &'static str {
    match formation {
        Formation::RoadColumn => "a road column",
        Formation::MountedLine | Formation::MountedColumn => "cavalry in the saddle",
        Formation::Limbered => "a limbered battery",
        Formation::LedHorses => "the men who hold the horses",
        _ => "it",
    }
}

/// What the firer itself allows.
fn may_fire(field: &Field, unit: &Unit, volley: Volley) -> Result<(), Refusal> {
    if fire::firing_ranks(unit.place.formation) == 0 {
        return Refusal::because(format!("{} cannot fire", in_words(unit.place.formation)), ELIGIBLE);
    }
    if field.clock_of(unit) == BrigadeClock::Broken {
        return Refusal::because("its brigade is Broken: no shooting", "Companion 16 \u{a7}8.2");
    }
    if field.engaged(unit.id()) {
        return Refusal::because("it is in contact with the enemy", ELIGIBLE);
    }
    match volley {
        Volley::Phase3 | Volley::Concentrated => in_phase_3(unit),
        Volley::Closing | Volley::Opportunity if unit.deeds.reacted => {
            Refusal::because("it has fired a reaction this turn", "Companion 16 \u{a7}6.0")
        }
        Volley::Closing | Volley::Opportunity => Ok(()),
    }
}

/// What it has done in Phase 2 allows (Companion 16 §5.1, B42).
fn in_phase_3(unit: &Unit) -> Result<(), Refusal> {
    let deeds = &unit.deeds;
    crate::turn::terrain::not_at_work(unit)?;
    if deeds.fired {
        return Refusal::because("it has fired this turn", "RULE-01-4.2");
    }
    if deeds.assaulted {
        return Refusal::because("it took part in an assault this turn", ELIGIBLE);
    }
    if deeds.about_faced {
        return Refusal::because("it turned about this turn", "Companion 16 \u{a7}3.3");
    }
    if unit.regiment.arm == Arm::FootArtillery && deeds.unlimbered {
        return Refusal::because("it unlimbered this turn", "Companion 8 \u{a7}2.0");
    }
    // Horse artillery may come up, unlimber and fire; a battery that goes back by hand may not (Companion 16 §10.4).
    let kept = if unit.regiment.arm.is_artillery() { deeds.unlimbered } else { deeds.fell_back };
    if deeds.moved && !kept {
        return Refusal::because("it moved this turn", ELIGIBLE);
    }
    Ok(())
}
