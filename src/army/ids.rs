//! Names by which orders, events and files refer to units. Never a Bevy `Entity`: those differ from run to run.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u16);

        impl $name {
            /// Position in the lists that are kept in id order.
            pub fn index(self) -> usize {
                usize::from(self.0)
            }
        }
    };
}

id! {
    /// A regiment: its place in the scenario's order of battle, counted from 0 through both armies.
    RegimentId
}
id! {
    /// A brigade: its place in the scenario's order of battle, counted from 0 through both armies.
    BrigadeId
}
id! {
    /// A general: brigadiers first, in the order of their brigades, then division commanders.
    GeneralId
}

/// One of the two armies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Side {
    /// The army of the United States.
    Union,
    /// The army of the Confederate States.
    Confederate,
}

impl Side {
    /// Both, in the order in which lists name them.
    pub const BOTH: [Self; 2] = [Self::Union, Self::Confederate];

    /// The enemy of this side.
    pub const fn other(self) -> Self {
        match self {
            Self::Union => Self::Confederate,
            Self::Confederate => Self::Union,
        }
    }

    /// 0 or 1, for arrays with one entry a side.
    pub const fn index(self) -> usize {
        match self {
            Self::Union => 0,
            Self::Confederate => 1,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Union => "Union",
            Self::Confederate => "Confederate",
        })
    }
}
