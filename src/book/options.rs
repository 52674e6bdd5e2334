//! House rules: readings that differ from the default, chosen before a battle and stored with it.

use bevy::ecs::resource::Resource;
use serde::{Deserialize, Serialize};

/// Hesitant threshold (B91).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HesitantAt {
    /// The table of Companion 16 §8.2.
    #[default]
    Table,
    /// 30% exactly, Companion 11 §3.0.
    #[serde(rename = "strict_30")]
    Strict30,
}

/// Who counts in a melee (B76).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Engaged {
    /// Stands in edge contact, Companion 16 §7.3.
    #[default]
    Contact,
    /// All stands of the unit, QRS 4 §2.
    All,
}

/// Price of two-pip orders at courier range (B09).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CourierPrice {
    /// Doubled.
    #[default]
    Doubled,
    /// Never more than two.
    Flat2,
}

/// Number for tests that print "(4+)" (B29).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PrintedDiscipline {
    /// As printed.
    #[default]
    Printed,
    /// The grade's own number, QRS 4 §3.
    ByGrade,
}

/// A road column that is charged (B22).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoadColumnCharged {
    /// Removed, no dice: Companion 6 §2.0.
    #[default]
    Destroyed,
    /// Fights at -2: Companion 16 §10.1.
    #[serde(rename = "melee_minus_2")]
    MeleeMinus2,
}

/// A second Disorder (B80).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DoubleDisorder {
    /// One Micro-Hit: Companion 16 §8.3.
    #[default]
    MicroHit,
    /// A beaten regiment that was Disordered is routed: Companion 7 §6.0.
    Rout,
}

/// Troops on a crest, seen by guns from below (B35).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CrestSilhouette {
    /// No cover but earthworks saves them: Companion 3 §2.0.
    #[default]
    On,
    /// Their cover saves them: Companion 16 §5.4 names no exception.
    Off,
}

/// What mounting again costs (B13).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RemountPip {
    /// A pip: RULE-01-3.3.
    #[default]
    Pip,
    /// No pip: Companion 16 §10.2 names none.
    Free,
}

/// Which table of melee modifiers counts for health, cover and flanks (B77, B79).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MeleeModifiers {
    /// Fresh +1 and Spent -1, light cover +1 and heavy +2, a flank attack +2: Companion 16 §7.3.
    #[default]
    #[serde(rename = "chapter_16")]
    Chapter16,
    /// 3-4 stands -1 and 1-2 stands -2, heavy cover +1, attacked in the flank -2: QRS 4 §2.
    #[serde(rename = "qrs_4")]
    Qrs4,
}

/// Penalties to a save that the target has not (B49).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SavePenaltyInOpen {
    /// They do nothing: Companion 16 §5.6 worsens saves, and §5.4 gives none in the open.
    #[default]
    None,
    /// Each point is a die more for the firer, as Companion 8 §4.0 tells of the bowling alley.
    ExtraDie,
}

/// Who runs low on cartridges (B51).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LowAmmunition {
    /// Repeaters, who lose their bonus dice: Companion 12 §4.0.
    #[default]
    Repeaters,
    /// All small arms, at -1 and without bonus dice: Companion 16 §11.0.
    All,
}

/// What a wall of smoke between a brigadier and a regiment costs his couriers (B14).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SmokeCouriers {
    /// Nothing: Companion 16 §5.7 names no such effect.
    #[default]
    Free,
    /// A pip more beyond bugle range: Companion 5 §4.0, which does not say how many.
    PipMore,
}

/// What it takes to move a regiment that fired in its last own turn (B12).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Firefight {
    /// Nothing: nobody ever freezes, Companion 15 §6.0.
    #[default]
    Free,
    /// A pip breaks the trance of the firefight: Companion 2 §4.0.
    Pip,
}

/// All house rules of a battle.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// B91.
    pub hesitant_at: HesitantAt,
    /// B76.
    pub engaged: Engaged,
    /// B09.
    pub courier_price: CourierPrice,
    /// B29.
    pub printed_discipline: PrintedDiscipline,
    /// B22.
    pub road_column_charged: RoadColumnCharged,
    /// B80.
    pub double_disorder: DoubleDisorder,
    /// B35.
    pub crest_silhouette: CrestSilhouette,
    /// B13.
    pub remount_pip: RemountPip,
    /// B77, B79.
    pub melee_modifiers: MeleeModifiers,
    /// B49.
    pub save_penalty_in_open: SavePenaltyInOpen,
    /// B51.
    pub low_ammunition: LowAmmunition,
    /// B14.
    pub smoke_couriers: SmokeCouriers,
    /// B12.
    pub firefight: Firefight,
}

/// One house rule as the options screen shows it.
#[derive(Clone, Copy, Debug)]
pub struct HouseRule {
    /// Field name, as in files and on the command line.
    pub name: &'static str,
    /// What it is about.
    pub title: &'static str,
    /// Each value with its words and its source, the default first.
    pub values: &'static [(&'static str, &'static str)],
}

/// Every house rule.
pub const HOUSE_RULES: &[HouseRule] = &[
    HouseRule {
        name: "hesitant_at",
        title: "A brigade is Hesitant",
        values: &[
            ("table", "at the printed table's count (Companion 16 \u{a7}8.2)"),
            ("strict_30", "at 30% exactly (Companion 11 \u{a7}3.0)"),
        ],
    },
    HouseRule {
        name: "engaged",
        title: "Stands that count in a melee",
        values: &[
            ("contact", "those in edge contact (Companion 16 \u{a7}7.3)"),
            ("all", "all of the regiment (QRS 4 \u{a7}2)"),
        ],
    },
    HouseRule {
        name: "courier_price",
        title: "Two-pip orders beyond 12 inches",
        values: &[("doubled", "cost four (Companion 16 \u{a7}2.2)"), ("flat2", "cost two (Companion 11 \u{a7}5.0)")],
    },
    HouseRule {
        name: "printed_discipline",
        title: "Checks that print their number, 4+ or 5+",
        values: &[
            ("printed", "keep it for every grade (Companion 16 \u{a7}3.3, \u{a7}9.0)"),
            ("by_grade", "use the grade's number (QRS 4 \u{a7}3)"),
        ],
    },
    HouseRule {
        name: "road_column_charged",
        title: "A charged road column",
        values: &[
            ("destroyed", "is overrun without dice (Companion 6 \u{a7}2.0)"),
            ("melee_minus_2", "fights at -2 (Companion 16 \u{a7}10.1)"),
        ],
    },
    HouseRule {
        name: "double_disorder",
        title: "A Disordered regiment beaten in melee",
        values: &[
            ("micro_hit", "takes a Micro-Hit (Companion 16 \u{a7}8.3)"),
            ("rout", "is routed (Companion 7 \u{a7}6.0)"),
        ],
    },
    HouseRule {
        name: "crest_silhouette",
        title: "Troops on a crest, for guns below it",
        values: &[
            ("on", "have no save but behind earthworks (Companion 3 \u{a7}2.0)"),
            ("off", "keep their cover (Companion 16 \u{a7}5.4)"),
        ],
    },
    HouseRule {
        name: "remount_pip",
        title: "Cavalry on foot that mounts again",
        values: &[("pip", "pays a pip (RULE-01-3.3)"), ("free", "pays none (Companion 16 \u{a7}10.2)")],
    },
    HouseRule {
        name: "melee_modifiers",
        title: "Health, cover and flanks in a melee",
        values: &[
            ("chapter_16", "Fresh +1, Spent -1; cover +1 or +2; flank +2 (Companion 16 \u{a7}7.3)"),
            ("qrs_4", "3-4 stands -1, 1-2 -2; heavy cover +1; flanked -2 (QRS 4 \u{a7}2)"),
        ],
    },
    HouseRule {
        name: "save_penalty_in_open",
        title: "A save penalty where there is no save",
        values: &[
            ("none", "does nothing (Companion 16 \u{a7}5.4)"),
            ("extra_die", "is a die more for the firer (Companion 8 \u{a7}4.0)"),
        ],
    },
    HouseRule {
        name: "low_ammunition",
        title: "Two natural ones in a volley",
        values: &[
            ("repeaters", "cost repeaters their bonus dice (Companion 12 \u{a7}4.0)"),
            ("all", "cost any small arms these and -1 (Companion 16 \u{a7}11.0)"),
        ],
    },
    HouseRule {
        name: "smoke_couriers",
        title: "Orders through a wall of smoke",
        values: &[
            ("free", "cost what they cost elsewhere (Companion 16 \u{a7}5.7)"),
            ("pip_more", "cost a pip more beyond 6 inches (Companion 5 \u{a7}4.0)"),
        ],
    },
    HouseRule {
        name: "firefight",
        title: "Foot that fired in its last turn",
        values: &[
            ("free", "moves on for nothing (Companion 15 \u{a7}6.0)"),
            ("pip", "pays a pip to move at all (Companion 2 \u{a7}4.0)"),
        ],
    },
];

impl Options {
    /// Sets a house rule by name, as `--option NAME=VALUE` and files write it.
    ///
    /// # Errors
    /// Says which names or values exist.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let Some(rule) = HOUSE_RULES.iter().find(|rule| rule.name == name) else {
            let names: Vec<_> = HOUSE_RULES.iter().map(|rule| rule.name).collect();
            return Err(format!("there is no house rule \"{name}\"; there are {}", names.join(", ")));
        };
        if !rule.values.iter().any(|(v, _)| *v == value) {
            let values: Vec<_> = rule.values.iter().map(|(v, _)| *v).collect();
            return Err(format!("{name} cannot be \"{value}\"; it can be {}", values.join(" or ")));
        }
        let first = rule.values[0].0 == value;
        match name {
            "hesitant_at" => self.hesitant_at = if first { HesitantAt::Table } else { HesitantAt::Strict30 },
            "engaged" => self.engaged = if first { Engaged::Contact } else { Engaged::All },
            "courier_price" => self.courier_price = if first { CourierPrice::Doubled } else { CourierPrice::Flat2 },
            "printed_discipline" => {
                self.printed_discipline = if first { PrintedDiscipline::Printed } else { PrintedDiscipline::ByGrade }
            }
            "road_column_charged" => {
                self.road_column_charged =
                    if first { RoadColumnCharged::Destroyed } else { RoadColumnCharged::MeleeMinus2 }
            }
            "crest_silhouette" => {
                self.crest_silhouette = if first { CrestSilhouette::On } else { CrestSilhouette::Off }
            }
            "save_penalty_in_open" => {
                self.save_penalty_in_open = if first { SavePenaltyInOpen::None } else { SavePenaltyInOpen::ExtraDie }
            }
            "low_ammunition" => self.low_ammunition = if first { LowAmmunition::Repeaters } else { LowAmmunition::All },
            "smoke_couriers" => self.smoke_couriers = if first { SmokeCouriers::Free } else { SmokeCouriers::PipMore },
            "firefight" => self.firefight = if first { Firefight::Free } else { Firefight::Pip },
            "remount_pip" => self.remount_pip = if first { RemountPip::Pip } else { RemountPip::Free },
            "melee_modifiers" => {
                self.melee_modifiers = if first { MeleeModifiers::Chapter16 } else { MeleeModifiers::Qrs4 }
            }
            _ => self.double_disorder = if first { DoubleDisorder::MicroHit } else { DoubleDisorder::Rout },
        }
        Ok(())
    }

    /// The value of a house rule by name, as files write it; the default's for an unknown name.
    pub fn get(&self, name: &str) -> &'static str {
        let second = match name {
            "hesitant_at" => self.hesitant_at != HesitantAt::Table,
            "engaged" => self.engaged != Engaged::Contact,
            "courier_price" => self.courier_price != CourierPrice::Doubled,
            "printed_discipline" => self.printed_discipline != PrintedDiscipline::Printed,
            "road_column_charged" => self.road_column_charged != RoadColumnCharged::Destroyed,
            "crest_silhouette" => self.crest_silhouette != CrestSilhouette::On,
            "remount_pip" => self.remount_pip != RemountPip::Pip,
            "melee_modifiers" => self.melee_modifiers != MeleeModifiers::Chapter16,
            "save_penalty_in_open" => self.save_penalty_in_open != SavePenaltyInOpen::None,
            "low_ammunition" => self.low_ammunition != LowAmmunition::Repeaters,
            "smoke_couriers" => self.smoke_couriers != SmokeCouriers::Free,
            "firefight" => self.firefight != Firefight::Free,
            _ => self.double_disorder != DoubleDisorder::MicroHit,
        };
        HOUSE_RULES.iter().find(|rule| rule.name == name).map_or("", |rule| rule.values[usize::from(second)].0)
    }
}
