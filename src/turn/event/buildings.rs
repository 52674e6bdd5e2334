//! What befalls buildings and their garrisons (Companion 16 §4.3).

use serde::Serialize;

use super::WayOut;
use crate::army::{Place, RegimentId};
use crate::geometry::Inches;
use crate::ground::PieceId;

/// Something that befell a building, or those in it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub enum BuildingEvent {
    /// A regiment goes into a building whole.
    WentIn {
        /// Whom.
        unit: RegimentId,
        /// How it stands there.
        place: Place,
        /// Movement it cost.
        cost: Inches,
    },
    /// A garrison stands outside.
    CameOut {
        /// Whom.
        unit: RegimentId,
        /// Where and how.
        place: Place,
        /// Movement it cost.
        cost: Inches,
        /// What brought it out.
        way: WayOut,
    },
    /// Solid shot did structural damage.
    StructureHit {
        /// To what.
        building: PieceId,
        /// New structural hits.
        hits: u8,
        /// All that it has taken.
        total: u8,
    },
    /// A building came down.
    Collapsed(PieceId),
}
