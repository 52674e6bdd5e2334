//! Low Ammo (Companion 12 §4.0, 16 §11.0, B51): fast shooting empties cartridge boxes until the wagons come up.

use crate::army::{RegimentId, Weapon};
use crate::book::command::Tier;
use crate::book::options::LowAmmunition;
use crate::turn::event::{Event, Modifier};
use crate::turn::field::{Field, Unit};
use crate::turn::hand::{Hand, modifier};

/// Where the marker of repeaters stands.
pub const PAGE: &str = "Companion 12 \u{a7}4.0";
/// Where that of all small arms stands.
const OPTION: &str = "Companion 16 \u{a7}11.0";
/// Natural ones in one volley that empty the boxes.
const ONES: usize = 2;

/// Whether these arms can run low: repeaters, and with the option every small arm. Guns have limbers.
pub fn runs_low(field: &Field, weapon: Weapon) -> bool {
    match field.options.low_ammunition {
        LowAmmunition::Repeaters => matches!(weapon, Weapon::RepeatingRifle | Weapon::RepeatingCarbine),
        LowAmmunition::All => !weapon.is_gun(),
    }
}

/// Where the reading that the battle follows stands.
pub const fn page(reading: LowAmmunition) -> &'static str {
    match reading {
        LowAmmunition::Repeaters => PAGE,
        LowAmmunition::All => OPTION,
    }
}

/// With the option, who is low on cartridges also shoots worse.
pub(super) fn worse(field: &Field, unit: &Unit) -> Option<Modifier> {
    let worse = unit.condition.low_ammo && field.options.low_ammunition == LowAmmunition::All;
    worse.then(|| modifier(-1, "Low Ammo", OPTION))
}

/// Two natural ones in a volley leave a marker, once.
pub(super) fn spend(field: &Field, id: RegimentId, dice: &[u8], hand: &mut Hand) {
    let unit = field.unit(id);
    let ones = dice.iter().filter(|die| **die == 1).count();
    if ones >= ONES && !unit.condition.low_ammo && runs_low(field, unit.regiment.weapon) {
        hand.say(Event::LowAmmo(id));
    }
}

/// What keeps a regiment from being resupplied at the end of its own turn; `None` when the wagons have come up.
pub fn not_resupplied(field: &Field, unit: &Unit) -> Option<&'static str> {
    let deeds = &unit.deeds;
    if deeds.fired || deeds.reacted {
        return Some("it fired");
    }
    if deeds.fought || field.engaged(unit.id()) {
        return Some("it is engaged");
    }
    if deeds.moved || deeds.pivoted || deeds.reformed || deeds.wheeled || deeds.assaulted || deeds.dismantling {
        return Some("it did not stand still");
    }
    if field.tier(unit) == Tier::OutOfCommunication {
        return Some("it is out of communication");
    }
    None
}

/// Wagons come up to the Active side's regiments that have spent their turn on it: neither fired nor moved, unengaged,
/// within 24.0" of their brigadier.
pub fn resupply(hand: &mut Hand) {
    let field = hand.field;
    let low = field.of(field.clock.active).filter(|unit| unit.condition.low_ammo);
    for unit in low.filter(|unit| not_resupplied(field, unit).is_none()) {
        hand.say(Event::Resupplied(unit.id()));
    }
}
