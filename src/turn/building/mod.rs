//! Buildings (Companion 16 §4.3): garrisons go in and come out, are shot at and stormed; solid shot brings the walls down.
//!
//! | file | holds |
//! |---|---|
//! | [`lookup`] | who is inside, what stands in the way, how far a regiment may go from its garrison |
//! | [`walls`] | the four walls: which is nearest, where somebody stands who comes out by it |
//! | [`orders`] | going in, coming out, rejoining |
//! | [`ruin`] | structural hits and collapse |
//!
//! A garrison is a unit with the outline of its building: a detachment of one or two stands of a regiment that stays
//! within 3.0" of it, or a whole regiment of no more stands than the building holds (B40). A building holds one garrison.

pub mod lookup;
pub mod orders;
pub mod ruin;
pub mod walls;

pub use lookup::{blocked, garrison_of, tether};
pub use orders::{check_garrison, check_leave, check_rejoin, open_order};
pub use ruin::{out_of_ruins, struck, structure};
pub use walls::{WALLS, eye, muzzles, nearest, opposite, outward};

/// Everything about garrisons and demolition is here.
pub const PAGE: &str = "Companion 16 \u{a7}4.3";
