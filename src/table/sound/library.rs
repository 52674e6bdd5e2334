//! Sounds that were made are kept for the next time.

use std::sync::Arc;

use super::synth::{Distance, Sound};

/// So many sounds are kept; the largest takes 0.9 MB, and most take half of that.
const KEPT: usize = 48;

/// Which sound, how far off, and which of its kind.
pub type Kind = (Sound, Distance, u32);

/// The sounds that were asked for last.
#[derive(Default)]
pub struct Library {
    /// The latest used last.
    kept: Vec<(Kind, Arc<[f32]>)>,
}

impl Library {
    /// The samples of a sound, made if nobody has asked for it lately.
    pub fn get(&mut self, kind: Kind) -> Arc<[f32]> {
        let (sound, distance, seed) = kind;
        let had = self.kept.iter().position(|(of, _)| *of == kind);
        let samples = match had {
            Some(place) => self.kept.remove(place).1,
            None => sound.wave(distance, seed).samples().into(),
        };
        if self.kept.len() >= KEPT {
            self.kept.remove(0);
        }
        self.kept.push((kind, samples.clone()));
        samples
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_again_is_not_made_again_unless_much_else_was_since() {
        let mut library = Library::default();
        let page = |seed| (Sound::Page, Distance::Far, seed);
        let first = library.get(page(0));
        assert_eq!(first[..], *Sound::Page.wave(Distance::Far, 0).samples());
        for seed in 1..KEPT as u32 {
            library.get(page(seed));
        }
        assert!(Arc::ptr_eq(&first, &library.get(page(0))), "it is still kept");
        // Now it is the latest, and the second is the oldest.
        let second = library.get(page(1));
        for seed in 100..100 + KEPT as u32 - 1 {
            library.get(page(seed));
        }
        assert!(Arc::ptr_eq(&second, &library.get(page(1))));
        assert!(!Arc::ptr_eq(&first, &library.get(page(0))), "it was forgotten");
        assert!(library.kept.len() <= KEPT);
    }
}
