//! The charge and the opposed melee roll (Companion 16 §7).

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
/// Less room than this costs another stand (C-42).
pub const RETREAT_ROOM: Inches = Inches::new(3);
/// The victor's consolidation.
pub const CONSOLIDATION: Inches = Inches::new(2);
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
