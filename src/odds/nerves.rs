//! Chances of the checks that a volley asks for, from the same questions that the game asks ([`shock::asked`]).

use super::volley::share;
use crate::book::discipline::passes;
use crate::turn::event::Test;
use crate::turn::hand::sum;
use crate::turn::shock::{self, Nerves, Told};
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
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fears {
    shock: f64,
    elephant: f64,
}

impl Fears {
    /// For the target of a volley.
    pub fn of(field: &Field, told: &Told) -> Self {
        let unit = field.unit(told.target);
        let fails = |test| {
            let (needs, _) = discipline::needed(field, unit, test);
            let added = sum(&discipline::modifiers(field, unit, test, Some(told.by)));
            1.0 - share(|die| passes(die, added, needs))
        };
        Self { shock: fails(Test::Suppression(told.volley)), elephant: fails(Test::Elephant(told.volley)) }
    }

    fn fails(self, test: Test) -> f64 {
        if matches!(test, Test::Elephant(_)) { self.elephant } else { self.shock }
    }

    /// Everything that may come of a volley of which so many hits got through; and whether it asks for a check.
    pub fn shaken(self, field: &Field, told: &Told, unsaved: usize) -> (bool, Vec<Shaken>) {
        let mut all = vec![Shaken { disorders: 0, halted: false, chance: 1.0 }];
        let mut tested = false;
        for nerves in shock::asked(field, told).0 {
            let first = (unsaved > 0).then_some(Test::Elephant(told.volley));
            let test = match nerves {
                Nerves::Disorder => {
                    all.iter_mut().for_each(|one| one.disorders += 1);
                    continue;
                }
                Nerves::Check(test) => Some(test),
                Nerves::Wait(test) => first.or(test),
            };
            let Some(test) = test else { continue };
            tested = true;
            let (fails, halts) = (self.fails(test), matches!(test, Test::Elephant(_)));
            let failed: Vec<Shaken> = all
                .iter()
                .map(|one| Shaken {
                    disorders: one.disorders + 1,
                    halted: one.halted || halts,
                    chance: one.chance * fails,
                })
                .collect();
            all.iter_mut().for_each(|one| one.chance *= 1.0 - fails);
            all.extend(failed);
        }
        (tested, all)
    }
}
