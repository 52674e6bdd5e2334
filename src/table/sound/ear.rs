//! The ear hangs over the middle of what is seen: the closer the look, the closer it is.

use bevy::prelude::*;

use super::synth::{Distance, Sound};

/// How high the ear hangs over the table, in parts of half the width that is seen.
const HEIGHT: f32 = 0.55;
/// At this many inches a sound is half as loud.
const HALF: f32 = 30.0;
/// Up to so many inches a sound is near, and up to so many it comes from across the field.
const NEAR: f32 = 9.0;
const ACROSS: f32 = 34.0;
/// The most of a sound that one side has alone: nothing is in one ear only.
const WIDEST: f32 = 0.8;

/// Where the table is heard from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Ear {
    over: Vec2,
    half: f32,
}

/// How a sound arrives.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Heard {
    /// `0.0..=1.0`
    pub gain: f32,
    /// `-1.0` left to `1.0` right.
    pub pan: f32,
    pub distance: Distance,
}

impl Ear {
    /// Over a part of the table, in inches.
    pub fn over(seen: Rect) -> Self {
        Self { over: seen.center(), half: (seen.width() / 2.0).max(1.0) }
    }

    /// What arrives from a place; from beside the table, everything does.
    pub fn hears(&self, from: Option<Vec2>) -> Heard {
        let Some(at) = from else { return Heard { gain: 1.0, pan: 0.0, distance: Distance::Near } };
        let way = at - self.over;
        let far = way.extend(self.half * HEIGHT).length();
        let distance = match far {
            far if far <= NEAR => Distance::Near,
            far if far <= ACROSS => Distance::Across,
            _ => Distance::Far,
        };
        Heard { gain: 1.0 / (1.0 + far / HALF), pan: (way.x / self.half).clamp(-1.0, 1.0) * WIDEST, distance }
    }
}

/// How strong a sound is at its place, against the others.
pub(super) const fn strength(sound: Sound) -> f32 {
    match sound {
        Sound::Guns(..) | Sound::Canister(_) | Sound::Volley(_) => 1.0,
        Sound::Hurrah | Sound::Yell | Sound::Bugle => 0.8,
        Sound::Skirmish | Sound::Drums | Sound::Hooves(_) | Sound::Limbers => 0.6,
        Sound::Tramp => 0.5,
        Sound::Dice(_) => 0.35,
        Sound::Page => 0.25,
    }
}

/// As many voices as an ear tells apart.
pub(super) const VOICES: usize = 6;

/// Who is heard now.
#[derive(Default, Debug)]
pub(super) struct Voices {
    playing: Vec<Voice>,
    count: u32,
}

#[derive(Clone, Copy, Debug)]
struct Voice {
    id: u32,
    loud: f32,
    until: f32,
}

/// A voice that is let in, and whom it silences.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Admitted {
    pub id: u32,
    pub instead: Option<u32>,
}

impl Voices {
    /// Lets a voice in that is so loud and lasts until then, by a clock of seconds: if there are too many it takes the
    /// place of the softest, or is not heard if it is that itself.
    pub fn admit(&mut self, now: f32, loud: f32, until: f32) -> Option<Admitted> {
        self.playing.retain(|voice| voice.until > now);
        let mut instead = None;
        if self.playing.len() >= VOICES {
            let softest = self.playing.iter().enumerate().min_by(|a, b| a.1.loud.total_cmp(&b.1.loud));
            let (place, voice) = softest.filter(|(_, voice)| voice.loud < loud)?;
            instead = Some(voice.id);
            self.playing.remove(place);
        }
        self.count = self.count.wrapping_add(1);
        self.playing.push(Voice { id: self.count, loud, until });
        Some(Admitted { id: self.count, instead })
    }

    /// A voice has been silenced.
    pub fn end(&mut self, id: u32) {
        self.playing.retain(|voice| voice.id != id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ear(middle: Vec2, width: f32) -> Ear {
        Ear::over(Rect::from_center_size(middle, Vec2::new(width, width * 0.6)))
    }

    #[test]
    fn what_is_seen_at_the_right_is_heard_at_the_right() {
        let ear = ear(Vec2::new(36.0, 24.0), 40.0);
        let pan = |x: f32| ear.hears(Some(Vec2::new(x, 30.0))).pan;
        assert!(pan(50.0) > 0.5 && pan(22.0) < -0.5, "{} {}", pan(50.0), pan(22.0));
        assert!(pan(36.0).abs() < 1e-6);
        assert!((pan(2000.0) - WIDEST).abs() < 1e-6, "both ears hear something of everything");
    }

    #[test]
    fn what_is_near_is_louder_and_a_close_look_is_a_close_ear() {
        let place = Vec2::new(20.0, 10.0);
        let from = |at: Vec2| ear(at, 12.0).hears(Some(place));
        let mut before = from(place);
        assert_eq!(before.distance, Distance::Near);
        for away in 1..40 {
            let now = from(place + Vec2::X * away as f32);
            assert!(now.gain < before.gain && now.distance >= before.distance, "{away} inches");
            before = now;
        }
        assert_eq!(before.distance, Distance::Far);
        let (close, whole) = (ear(place, 8.0).hears(Some(place)), ear(place, 75.0).hears(Some(place)));
        assert!(close.gain > 1.4 * whole.gain);
        assert!(whole.gain > 0.5, "over the whole table a volley is still heard: {whole:?}");
        assert!(whole.distance > close.distance);
    }

    #[test]
    fn a_louder_voice_takes_the_place_of_the_softest_when_all_are_taken() {
        let mut voices = Voices::default();
        let loud = [0.5, 0.3, 0.8, 0.2, 0.9, 0.6];
        let ids: Vec<u32> = loud.iter().map(|loud| voices.admit(0.0, *loud, 2.0).expect("there is room").id).collect();
        assert_eq!(voices.admit(0.5, 0.1, 2.0), None, "softer than all");
        let new = voices.admit(0.5, 0.7, 2.5).expect("louder than one");
        assert_eq!(new.instead, Some(ids[3]));
        assert_eq!(voices.admit(0.6, 0.25, 2.0), None, "the softest is 0.3 now");
        // Those of the beginning are over: there is room again, and nobody is silenced.
        for _ in 0..VOICES - 1 {
            assert_eq!(voices.admit(2.1, 0.1, 4.0).expect("room").instead, None);
        }
        assert_eq!(voices.admit(2.2, 0.05, 4.0), None);
    }

    #[test]
    fn a_voice_that_was_silenced_leaves_its_place() {
        let mut voices = Voices::default();
        let ids: Vec<u32> = (0..VOICES).filter_map(|_| voices.admit(0.0, 0.5, 9.0)).map(|new| new.id).collect();
        assert_eq!(voices.admit(1.0, 0.4, 9.0), None);
        voices.end(ids[2]);
        assert_eq!(voices.admit(1.0, 0.4, 9.0).expect("a place is free").instead, None);
    }
}
