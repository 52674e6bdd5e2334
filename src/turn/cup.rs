//! The one cup that all dice come from.

use std::collections::VecDeque;

use bevy::ecs::resource::Resource;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Where dice come from.
#[derive(Resource, Debug)]
pub struct Cup {
    source: Source,
}

#[derive(Debug)]
enum Source {
    /// ChaCha8 from the battle's seed; each order has a stream of its own, so that taking back and giving another order
    /// does not shift later dice.
    Seeded { seed: u64, rng: Box<ChaCha8Rng> },
    /// Dice that players type in; a roll waits until enough have come.
    Typed(VecDeque<u8>),
    /// Dice in a fixed order, for cases and `--dice`.
    Scripted(VecDeque<u8>),
}

/// Typed dice as they waited before a step.
#[derive(Debug)]
pub struct Mark(Option<VecDeque<u8>>);

/// Why a roll gave no dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Empty {
    /// Players roll their own, and have not yet.
    Waiting,
    /// The script has run out.
    RanOut,
}

impl Cup {
    /// Dice from a seed.
    pub fn seeded(seed: u64) -> Self {
        Self { source: Source::Seeded { seed, rng: Box::new(ChaCha8Rng::seed_from_u64(seed)) } }
    }

    /// Dice that players type in.
    pub fn typed() -> Self {
        Self { source: Source::Typed(VecDeque::new()) }
    }

    /// Dice in a fixed order.
    pub fn scripted(dice: impl IntoIterator<Item = u8>) -> Self {
        Self { source: Source::Scripted(dice.into_iter().collect()) }
    }

    /// Begins the stream of the order with this number.
    pub fn begin(&mut self, order: u64) {
        if let Source::Seeded { seed, rng } = &mut self.source {
            **rng = ChaCha8Rng::seed_from_u64(*seed);
            rng.set_stream(order);
        }
    }

    /// Puts typed dice in.
    pub fn put(&mut self, dice: &[u8]) {
        if let Source::Typed(waiting) = &mut self.source {
            waiting.extend(dice);
        }
    }

    /// Remembers the dice that are waiting, for a step that may have to begin again.
    pub fn mark(&self) -> Mark {
        match &self.source {
            Source::Typed(dice) => Mark(Some(dice.clone())),
            Source::Seeded { .. } | Source::Scripted(_) => Mark(None),
        }
    }

    /// Puts dice back that a step took before it had to stop.
    pub fn back_to(&mut self, mark: Mark) {
        if let (Source::Typed(dice), Mark(Some(before))) = (&mut self.source, mark) {
            *dice = before;
        }
    }

    /// Whether players roll their own dice.
    pub fn is_typed(&self) -> bool {
        matches!(self.source, Source::Typed(_))
    }

    /// Dice of a script that have not been used.
    pub fn left_over(&self) -> usize {
        match &self.source {
            Source::Scripted(dice) | Source::Typed(dice) => dice.len(),
            Source::Seeded { .. } => 0,
        }
    }

    /// Rolls `count` D6.
    ///
    /// # Errors
    /// [`Empty`] when players have not rolled yet, or a script has run out; nothing is taken then.
    pub fn roll(&mut self, count: usize) -> Result<Vec<u8>, Empty> {
        match &mut self.source {
            Source::Seeded { rng, .. } => Ok((0..count).map(|_| d6(rng)).collect()),
            Source::Typed(dice) if dice.len() < count => Err(Empty::Waiting),
            Source::Scripted(dice) if dice.len() < count => Err(Empty::RanOut),
            Source::Typed(dice) | Source::Scripted(dice) => Ok(dice.drain(..count).collect()),
        }
    }
}

/// A fair die by rejection, written out so that no other crate's version decides an old game.
fn d6(rng: &mut ChaCha8Rng) -> u8 {
    const LIMIT: u32 = u32::MAX - u32::MAX % 6;
    loop {
        let word = rng.next_u32();
        if word < LIMIT {
            return (word % 6) as u8 + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_and_an_order_number_always_give_the_same_dice() {
        let mut cup = Cup::seeded(1862);
        cup.begin(7);
        let once = cup.roll(20).unwrap();
        cup.begin(8);
        assert_ne!(once, cup.roll(20).unwrap());
        cup.begin(7);
        assert_eq!(once, cup.roll(20).unwrap());
        assert!(once.iter().all(|d| (1..=6).contains(d)));
    }

    #[test]
    fn the_faces_come_up_equally_often() {
        let mut cup = Cup::seeded(3);
        cup.begin(1);
        let mut faces = [0u32; 6];
        for die in cup.roll(60_000).unwrap() {
            faces[usize::from(die) - 1] += 1;
        }
        // Four standard errors of 60,000 / 6 are 365.
        assert!(faces.iter().all(|n| n.abs_diff(10_000) < 365), "{faces:?}");
    }

    #[test]
    fn a_script_that_runs_out_says_so_and_keeps_what_it_has() {
        let mut cup = Cup::scripted([6, 1]);
        assert_eq!(cup.roll(3), Err(Empty::RanOut));
        assert_eq!(cup.roll(2), Ok(vec![6, 1]));
        assert_eq!(cup.left_over(), 0);
    }
}
