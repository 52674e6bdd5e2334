//! The charge and the opposed melee roll (Companion 16 §7).

use super::Health;
use super::options::MeleeModifiers;
use crate::geometry::Inches;

/// Attacker who has come through abatis in this charge (Companion 16 §4.2, B33).
pub const ABATIS: i8 = -2;
/// Where a charge pauses for the defender (Companion 16 §7.2).
pub const LINE_OF_REACTION: Inches = Inches::new(4);
/// Where a charge that fails its check stalls.
pub const STALL: Inches = Inches::new(2);
/// How far a Counter-Charge goes at most: half of the 4.0" at which its charger pauses (Companion 16 §6.0, B73).
pub const MEETING: Inches = Inches::new(2);
/// Open run that gives momentum.
pub const MOMENTUM_RUN: Inches = Inches::new(3);
/// How far the beaten go back.
pub const RETREAT: Inches = Inches::new(6);
/// How far cavalry goes back that cavalry has beaten, both in the saddle (Companion 16 §10.1, B84).
pub const RETREAT_MOUNTED: Inches = Inches::new(9);
/// Less room than this costs another stand (C-42).
pub const RETREAT_ROOM: Inches = Inches::new(3);
/// The victor's consolidation.
pub const CONSOLIDATION: Inches = Inches::new(2);
/// How far a Sweeping Advance goes (Companion 16 §7.4).
pub const SWEEP: Inches = Inches::new(4);
/// By how much an attacker must win to sweep on.
pub const SWEEP_MARGIN: i8 = 4;
/// Pips that a Sweeping Advance costs, at bugle range.
pub const SWEEP_PIPS: u8 = 1;
/// How far apart regiments of one "Dress on the Colors" assault may stand.
pub const ADJACENT: Inches = Inches::new(1);

/// Enfilade, flank or rear attack.
pub const FLANK: i8 = 2;
/// Disordered.
pub const DISORDERED: i8 = -2;
/// Charging momentum.
pub const MOMENTUM: i8 = 1;
/// Assault column, attacking.
pub const COLUMN: i8 = 1;
/// Rebel Yell, attacking.
pub const REBEL_YELL: i8 = 1;
/// Attached brigadier.
pub const BRIGADIER: i8 = 1;
/// Defending a crest, or charging down from one.
pub const CREST: i8 = 1;
/// Charging uphill against a defended crest.
pub const UPHILL: i8 = -1;
/// Mounted cavalry that charges infantry in the open, Disordered or in column (Companion 16 §7.3, §10.1).
pub const CAVALRY: i8 = 1;
/// Infantry in column that cavalry charges; it takes the place of the modifier for Disorder (Companion 16 §10.1, B83).
pub const RIDDEN_DOWN: i8 = -2;
/// Shotguns and pairs of revolvers, in the saddle and on foot (Companion 16 §10.3, Q11).
pub const SHOTGUNS: i8 = 1;

/// What the health of a regiment is worth, and its name in the table: by its state (Companion 16 §7.3), or by the stands
/// it has left (QRS 4 §2).
pub const fn health(table: MeleeModifiers, state: Health, stands: u8) -> Option<(i8, &'static str)> {
    match (table, state) {
        (MeleeModifiers::Chapter16, Health::Fresh) => Some((1, "Fresh")),
        (MeleeModifiers::Chapter16, Health::Worn) => None,
        (MeleeModifiers::Chapter16, Health::Spent | Health::Shattered) => Some((-1, "Spent")),
        (MeleeModifiers::Qrs4, _) => match stands {
            0..=2 => Some((-2, "1-2 stands")),
            3 | 4 => Some((-1, "3-4 stands")),
            _ => None,
        },
    }
}

/// What cover is worth to who defends it, when it is worth `value` in Companion 16 §7.3: QRS 4 §2 knows heavy cover only.
pub const fn cover(table: MeleeModifiers, value: i8) -> i8 {
    match table {
        MeleeModifiers::Chapter16 => value,
        MeleeModifiers::Qrs4 if value >= 2 => 1,
        MeleeModifiers::Qrs4 => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn health_by_state_or_by_stands() {
        let rows = [
            (Health::Fresh, 5, Some(1), None),
            (Health::Fresh, 4, Some(1), Some(-1)),
            (Health::Worn, 5, None, None),
            (Health::Worn, 3, None, Some(-1)),
            (Health::Spent, 2, Some(-1), Some(-2)),
        ];
        for (state, stands, chapter, card) in rows {
            let worth = |table| health(table, state, stands).map(|(value, _)| value);
            assert_eq!(worth(MeleeModifiers::Chapter16), chapter, "{state}, {stands}");
            assert_eq!(worth(MeleeModifiers::Qrs4), card, "{state}, {stands}");
        }
    }

    #[test]
    fn cover_of_either_table() {
        assert_eq!([0, 1, 2].map(|value| cover(MeleeModifiers::Chapter16, value)), [0, 1, 2]);
        assert_eq!([0, 1, 2].map(|value| cover(MeleeModifiers::Qrs4, value)), [0, 0, 1]);
    }
}
