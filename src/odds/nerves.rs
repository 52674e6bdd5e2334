//! Chances of the checks that a volley asks for, from the same questions that the game asks ([`shock::asked`]).

use super::volley::share;
use crate::army::RegimentId;
use crate::book::discipline::passes;
use crate::turn::event::{Test, Volley};
use crate::turn::hand::sum;
use crate::turn::shock::{self, Nerves, Told};
use crate::turn::volley::Shot;
use crate::turn::{Field, discipline};

/// How the nerves of a target take a volley.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Shaken {
    /// Disorder events, 0 to 2.
    pub disorders: usize,
    /// It has failed at its first fire and stops where it is (Q30).
    pub halted: bool,
    /// How likely.
    pub chance: f64,
}

/// Chances of failing, reckoned once for a volley.
#[derive(Clone, PartialEq, Debug)]
pub struct Fears {
    /// A shock, by the firer who caused it: cover and crossfire differ.
    shock: Vec<(RegimentId, f64)>,
    elephant: f64,
}

impl Fears {
    /// For the target of a volley.
    pub fn of(field: &Field, shots: &[(RegimentId, Shot)], target: RegimentId, kind: Volley) -> Self {
        let unit = field.unit(target);
        let fails = |test, by: RegimentId| {
            let (needs, _) = discipline::needed(field, unit, test);
            let added = sum(&discipline::modifiers(field, unit, test, Some(by)));
            1.0 - share(|die| passes(die, added, needs))
        };
        let shock = shots.iter().map(|(by, _)| (*by, fails(Test::Suppression(kind), *by))).collect();
        Self { shock, elephant: fails(Test::Elephant(kind), shots[0].0) }
    }

    fn fails(&self, test: Test, by: RegimentId) -> f64 {
        match test {
            Test::Elephant(_) => self.elephant,
            _ => self.shock.iter().find(|(firer, _)| *firer == by).map_or(0.0, |(_, fails)| *fails),
        }
    }

    /// Everything that may come of a volley of which so many hits got through; and whether it asks for a check.
    pub fn shaken(&self, field: &Field, told: &Told, unsaved: u8) -> (bool, Vec<Shaken>) {
        let mut all = vec![Shaken { disorders: 0, halted: false, chance: 1.0 }];
        let mut tested = false;
        for nerves in shock::asked(field, told).0 {
            let (test, by) = match nerves {
                Nerves::Disorder(_) => {
                    all.iter_mut().for_each(|one| one.disorders += 1);
                    continue;
                }
                Nerves::Check(test, by) => (Some(test), Some(by)),
                Nerves::Wait(test) => ((unsaved > 0).then_some(Test::Elephant(told.volley)).or(test), told.hit),
            };
            let Some((test, by)) = test.zip(by) else { continue };
            tested = true;
            let (fails, halts) = (self.fails(test, by), matches!(test, Test::Elephant(_)));
            let failed = |one: &Shaken| Shaken {
                disorders: one.disorders + 1,
                halted: one.halted || halts,
                chance: one.chance * fails,
            };
            let failed: Vec<Shaken> = all.iter().map(failed).collect();
            all.iter_mut().for_each(|one| one.chance *= 1.0 - fails);
            all.extend(failed);
        }
        (tested, all)
    }
}
