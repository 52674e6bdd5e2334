//! Where everybody starts: on the table, in the zone, near the brigadier (C-93), on nobody else, away from the enemy.

use super::Check;
use crate::army::{Place, Side, with_article};
use crate::geometry::{Footprint, Inches, Spot, polygon};
use crate::ground::Ground;
use crate::scenario::sheet::{Army, BrigadeSheet, RegimentSheet};
use crate::turn::building;
use crate::turn::deployment::{FROM_BRIGADIER, from_brigadier};
use crate::turn::field::{Terms, footprint};

/// Enemies start farther apart than this (C-25).
const APART: Inches = Inches::new(1);

/// A regiment in its place, or the horses of a dismounted one.
struct Placed {
    side: Side,
    path: String,
    name: String,
    outline: Footprint,
}

fn outline(place: &Place) -> Footprint {
    footprint(place.pose, place.formation, place.files)
}

impl Check<'_> {
    pub(super) fn positions(&mut self, armies: &[Army; 2], terms: &Terms, ground: &Ground) {
        let mut placed: Vec<Placed> = Vec::new();
        for side in Side::BOTH {
            let army = &armies[side.index()];
            let army_path = if side == Side::Union { "armies.union" } else { "armies.confederate" };
            for (b, brigade) in army.brigades.iter().enumerate() {
                for (r, regiment) in brigade.regiments.iter().enumerate() {
                    let path = format!("{army_path}.brigades[{b}].regiments[{r}].at");
                    let (line, horses) = regiment.places();
                    if horses.is_some() && terms.zones.is_some() {
                        let what =
                            format!("{} deploys mounted; it dismounts in the battle", with_article(&regiment.name));
                        self.problem(&path.replace(".at", ".formation"), what);
                    }
                    let name = regiment.name.to_string();
                    let one = Placed { side, path: path.clone(), name, outline: outline(&line) };
                    self.near_brigadier(&one, brigade, regiment);
                    let led = horses.map(|horses| Placed {
                        side,
                        path,
                        name: format!("{} (horses)", regiment.name),
                        outline: outline(&horses),
                    });
                    for one in std::iter::once(one).chain(led) {
                        self.alone(&one, terms, ground);
                        for other in &placed {
                            self.beside(&one, other);
                        }
                        placed.push(one);
                    }
                }
            }
        }
    }

    fn alone(&mut self, one: &Placed, terms: &Terms, ground: &Ground) {
        if !ground.holds(&one.outline) {
            let bounds = ground.bounds();
            let off = one.outline.corners().into_iter().find(|corner| !bounds.holds(*corner));
            let corner = Spot::round(off.unwrap_or_default());
            let what = format!(
                "a corner of {} stands at ({}, {}), off the table",
                with_article(&one.name),
                corner.x.get(),
                corner.y.get()
            );
            self.problem(&one.path, what);
        }
        if let Some(house) = building::blocked(ground, &[one.outline], 0.0) {
            self.problem(&one.path, format!("{} starts inside {}", with_article(&one.name), house.name));
        }
        let Some(zones) = &terms.zones else { return };
        let zone: Vec<_> = zones[one.side.index()].iter().map(|spot| spot.vec()).collect();
        if zone.len() > 2 && !one.outline.corners().iter().all(|corner| polygon::contains(&zone, *corner)) {
            self.problem(&one.path, format!("{} starts outside the {} zone", with_article(&one.name), one.side));
        }
    }

    fn near_brigadier(&mut self, one: &Placed, brigade: &BrigadeSheet, regiment: &RegimentSheet) {
        let far = from_brigadier(brigade.brigadier.at, regiment.pose.at);
        if far > FROM_BRIGADIER {
            let what =
                format!("{} starts {far} from its brigadier; {FROM_BRIGADIER} is the most", with_article(&one.name));
            self.problem(&one.path, what);
        }
    }

    fn beside(&mut self, one: &Placed, other: &Placed) {
        if one.side == other.side {
            if one.outline.overlaps(&other.outline) {
                self.problem(
                    &one.path,
                    format!("{} starts on top of {}", with_article(&one.name), with_article(&other.name)),
                );
            }
            return;
        }
        let gap = one.outline.gap(&other.outline);
        if gap <= APART {
            let what = format!(
                "{} starts {gap} from {}; enemies start more than {APART} apart",
                with_article(&one.name),
                with_article(&other.name)
            );
            self.problem(&one.path, what);
        }
    }
}
