//! What the foundry calls uniforms and flags.

use crate::army::{Arm, Colors, Side, Uniform};

/// The name that the figures of a uniform begin with.
pub fn uniform(uniform: Uniform) -> &'static str {
    match uniform {
        Uniform::UnionSackCoat => "union_sack",
        Uniform::UnionFrockCoat => "union_frock",
        Uniform::UnionSlouchHat => "union_slouch",
        Uniform::UnionBlackHat => "union_blackhat",
        Uniform::UnionChasseur => "union_chasseur",
        Uniform::UnionZouave => "union_zouave",
        Uniform::UnionBlueZouave => "union_blue_zouave",
        Uniform::UnionSharpshooter => "union_sharpshooter",
        Uniform::ConfederateSlouch => "confederate_slouch",
        Uniform::ConfederateButternut => "confederate_butternut",
        Uniform::ConfederateKepi => "confederate_kepi",
        Uniform::ConfederateSackCoat => "confederate_sack",
        Uniform::ConfederateFrockCoat => "confederate_frock",
        Uniform::ConfederateZouave => "confederate_zouave",
    }
}

/// The name that the troopers and gunners of a regiment with this uniform begin with. There are two dresses a side: regulars
/// among the volunteers, homespun among the greys.
pub fn kit(uniform: Uniform) -> &'static str {
    match uniform {
        Uniform::UnionFrockCoat | Uniform::UnionBlackHat | Uniform::UnionSharpshooter => "union_regular",
        Uniform::UnionSackCoat
        | Uniform::UnionSlouchHat
        | Uniform::UnionChasseur
        | Uniform::UnionZouave
        | Uniform::UnionBlueZouave => "union",
        Uniform::ConfederateButternut | Uniform::ConfederateSlouch | Uniform::ConfederateZouave => {
            "confederate_homespun"
        }
        Uniform::ConfederateKepi | Uniform::ConfederateSackCoat | Uniform::ConfederateFrockCoat => "confederate",
    }
}

/// What the figures of a regiment are issued for: its uniform, or its arm's figures of its side and of its dress.
pub fn issues(arm: Arm, uniform: Uniform) -> Vec<String> {
    let arm = match arm {
        Arm::Infantry => return vec![self::uniform(uniform).to_owned()],
        Arm::Cavalry => "cavalry",
        Arm::FootArtillery | Arm::HorseArtillery => "artillery",
    };
    let side = match uniform.side() {
        Side::Union => "union",
        Side::Confederate => "confederate",
    };
    vec![format!("{arm}_{side}"), format!("{arm}_{}", kit(uniform))]
}

/// The name of a flag, between "flag_" and how it is carried.
pub fn colors(colors: Colors) -> &'static str {
    match colors {
        Colors::UnionNational => "union_national",
        Colors::UnionRegimental => "union_regimental",
        Colors::UnionIrish => "union_irish",
        Colors::UnionMassachusetts => "union_massachusetts",
        Colors::UnionNewYork => "union_new_york",
        Colors::UnionPennsylvania => "union_pennsylvania",
        Colors::UnionArtillery => "union_artillery",
        Colors::UnionGuidon => "union_guidon",
        Colors::ConfederateBattle => "confederate_battle",
        Colors::ConfederateHardee => "confederate_hardee",
        Colors::ConfederateSecondNational => "confederate_second_national",
        Colors::ConfederateBonnieBlue => "confederate_bonnie_blue",
        Colors::ConfederateVirginia => "confederate_virginia",
        Colors::ConfederateGeorgia => "confederate_georgia",
        Colors::ConfederateNorthCarolina => "confederate_north_carolina",
        Colors::ConfederateSouthCarolina => "confederate_south_carolina",
        Colors::ConfederateMississippi => "confederate_mississippi",
        Colors::ConfederateLouisiana => "confederate_louisiana",
        Colors::ConfederateTexas => "confederate_texas",
    }
}
