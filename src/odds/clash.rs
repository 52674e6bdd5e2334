//! The melee that regiments in contact would fight: who leads, what either side adds to its die, and the chances.

use crate::army::RegimentId;
use crate::turn::Field;
use crate::turn::event::Modifier;
use crate::turn::hand::sum;
use crate::turn::melee::{self, Part};

/// Chances of a melee, from the attackers' side.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Settled {
    /// They win.
    pub wins: f64,
    /// A Bloody Draw.
    pub draws: f64,
    /// They are beaten.
    pub loses: f64,
}

/// A melee as it would be fought now.
#[derive(Clone, PartialEq, Debug)]
pub struct Clash {
    /// Who attacks, and who is attacked: the first of each is the one whom the question is about.
    pub sides: [Vec<RegimentId>; 2],
    /// Who leads either side.
    pub leads: [RegimentId; 2],
    /// Engaged stands of all regiments of either side (C-45).
    pub engaged: [u8; 2],
    /// What the attackers' lead adds.
    pub attack: Vec<Modifier>,
    /// What the defenders' adds.
    pub defence: Vec<Modifier>,
}

impl Clash {
    /// The melee of all who hang together with this attacker by base contact; `None` if he is in contact with nobody. Of
    /// several with equally many stands each owner names the one that serves him best, the attackers' owner first (Q09).
    pub fn of(field: &Field, attacker: RegimentId, target: Option<RegimentId>) -> Option<Self> {
        let mut all = melee::fights(field).into_iter().find(|group| group.contains(&attacker))?;
        let first = |id: &RegimentId| *id != attacker && Some(*id) != target;
        all.sort_by_key(|id| (first(id), *id));
        let side = field.unit(attacker).side();
        let (own, theirs): (Vec<_>, Vec<_>) = all.into_iter().partition(|id| field.unit(*id).side() == side);
        Some(Self::between(field, own, theirs))
    }

    fn between(field: &Field, own: Vec<RegimentId>, theirs: Vec<RegimentId>) -> Self {
        let with = |attack: RegimentId, defence: RegimentId| {
            let modifiers = [
                melee::modifiers(field, attack, defence, Part::Attacker),
                melee::modifiers(field, defence, attack, Part::Defender),
            ];
            let lead = i32::from(sum(&modifiers[0])) - i32::from(sum(&modifiers[1]));
            (lead, [attack, defence], modifiers)
        };
        let (attackers, defenders) = (most_engaged(field, &own), most_engaged(field, &theirs));
        // The first of those who do equally well.
        let answers = attackers.iter().filter_map(|attack| {
            defenders.iter().map(|defence| with(*attack, *defence)).min_by_key(|(lead, ..)| *lead)
        });
        let best = answers.reduce(|best, next| if next.0 > best.0 { next } else { best });
        let (_, leads, [attack, defence]) = best.unwrap_or_else(|| with(own[0], theirs[0]));
        let stands = |ids: &[RegimentId]| ids.iter().map(|id| melee::engaged_stands(field, *id)).sum();
        let engaged = [stands(&own), stands(&theirs)];
        Self { sides: [own, theirs], leads, engaged, attack, defence }
    }

    /// How much the attackers' score is above the defenders' before the dice.
    pub fn ahead(&self) -> i32 {
        let [own, theirs] = self.engaged.map(i32::from);
        own + i32::from(sum(&self.attack)) - theirs - i32::from(sum(&self.defence))
    }

    /// Its chances.
    pub fn settled(&self) -> Settled {
        let mut all = Settled::default();
        for mine in 1..=6 {
            for theirs in 1..=6 {
                let chance = match (self.ahead() + mine - theirs).signum() {
                    1 => &mut all.wins,
                    0 => &mut all.draws,
                    _ => &mut all.loses,
                };
                *chance += 1.0 / 36.0;
            }
        }
        all
    }
}

/// The regiments of a side with most stands engaged.
fn most_engaged(field: &Field, units: &[RegimentId]) -> Vec<RegimentId> {
    let most = units.iter().map(|id| melee::engaged_stands(field, *id)).max();
    units.iter().copied().filter(|id| Some(melee::engaged_stands(field, *id)) == most).collect()
}
