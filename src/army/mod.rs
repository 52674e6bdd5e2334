//! Who is on the table: regiments and their stands, brigades, generals and gunsmoke, as components, ids and relations.
//!
//! A regiment is one entity with [`Regiment`] (what it is, never changes), [`Place`], [`Condition`] and [`Deeds`] (what
//! it did this turn); its stands are child entities dressed by [`dress`]. Only `turn::apply` writes these components.

pub mod brigade;
pub mod dress;
pub mod general;
pub mod ids;
pub mod kinds;
pub mod regiment;
pub mod smoke;

pub use brigade::{Brigade, BrigadeClock, BrigadeState};
pub use dress::{Files, StandSpot};
pub use general::{General, GeneralState, Rank, Temper};
pub use ids::{BrigadeId, GeneralId, RegimentId, Side};
pub use kinds::{Arm, Colors, Formation, Grade, Trait, Uniform, Weapon};
pub use regiment::{Condition, Deeds, Face, House, Place, Regiment, Struck, with_article};
pub use smoke::Smoke;
