//! Field music: the drum that a line marches to, and the bugle that sounds the charge.

use std::f32::consts::TAU;

use bevy::math::ops;

use super::wave::{Filter, Luck, RATE, Wave, fall};
use crate::table::noise;

/// Seconds of a step at quickstep, 110 a minute.
pub const STEP: f32 = 60.0 / 110.0;
/// Steps of the cadence.
const STEPS: usize = 8;

/// Length of [`drums`].
pub const DRUMS_SECONDS: f32 = STEP * STEPS as f32 + 0.45;

/// How the sticks fall.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Stroke {
    /// Both, one a hair before the other.
    Flam,
    /// One, lightly.
    Tap,
    /// A press of five into the next stroke.
    Five,
}

/// The cadence: when, in steps, and how.
const CADENCE: [(f32, Stroke); 20] = [
    (0.0, Stroke::Flam),
    (0.5, Stroke::Tap),
    (0.75, Stroke::Tap),
    (1.0, Stroke::Flam),
    (1.5, Stroke::Tap),
    (2.0, Stroke::Flam),
    (2.5, Stroke::Five),
    (3.0, Stroke::Flam),
    (3.5, Stroke::Tap),
    (3.75, Stroke::Tap),
    (4.0, Stroke::Flam),
    (4.5, Stroke::Five),
    (5.0, Stroke::Flam),
    (5.5, Stroke::Five),
    (6.0, Stroke::Flam),
    (6.25, Stroke::Tap),
    (6.5, Stroke::Tap),
    (6.75, Stroke::Tap),
    (7.0, Stroke::Flam),
    (7.5, Stroke::Tap),
];

/// A cadence of rolls and taps at quickstep, with the tramp of the column under it.
pub fn drums(seed: u32) -> Wave {
    let mut luck = Luck::new(seed, 11);
    let mut wave = Wave::silence(DRUMS_SECONDS);
    // Two drummers, who agree nearly.
    for _ in 0..2 {
        let skin = luck.between(168.0, 190.0);
        let (hard, light) = (beat(skin, 1.0, &mut luck), beat(skin * 1.03, 0.6, &mut luck));
        for (step, stroke) in CADENCE {
            let at = step * STEP + luck.between(0.0, 0.012);
            match stroke {
                Stroke::Flam => {
                    wave.mix(&light, at, 0.20);
                    wave.mix(&hard, at + 0.028, 0.42);
                }
                Stroke::Tap => wave.mix(&light, at, 0.28),
                Stroke::Five => {
                    for n in 0..5 {
                        let gain = 0.12 + 0.03 * n as f32;
                        wave.mix(&light, at + 0.05 * n as f32 + luck.between(0.0, 0.004), gain);
                    }
                }
            }
        }
    }
    feet(&mut wave, 0.8, 1.0, &mut luck);
    wave.outdoors(0.7, 1800.0, 0.22, &mut luck)
}

/// Length of [`tramp`].
pub const TRAMP_SECONDS: f32 = STEP * STEPS as f32 + 0.2;

/// Men on foot without a drum, as well in step as that goes.
pub fn tramp(seed: u32) -> Wave {
    let mut luck = Luck::new(seed, 13);
    let mut wave = Wave::silence(TRAMP_SECONDS);
    feet(&mut wave, 2.4, 5.0, &mut luck);
    wave
}

/// The feet of a column, `loose` times as far apart as those of drilled men.
fn feet(wave: &mut Wave, loose: f32, loud: f32, luck: &mut Luck) {
    for step in 0..STEPS {
        for _ in 0..26 {
            let at = step as f32 * STEP + 0.03 * loose + 0.022 * loose * (luck.hiss() + luck.hiss());
            let (sole, force) = (luck.between(0.012, 0.03), loud * luck.between(0.045, 0.13));
            let mut dull = Filter::low(luck.between(260.0, 700.0), 0.7);
            wave.draw(at, 0.12, |t| force * dull.step(luck.hiss() * fall(t, sole)));
        }
    }
}

/// One stroke on a deep rope drum: the skin's two lowest tones, the shell, the gut snares.
fn beat(skin: f32, force: f32, luck: &mut Luck) -> Wave {
    const LONG: f32 = 0.32;
    let mut snares = Wave::silence(LONG);
    snares.draw(0.0, LONG, |t| luck.hiss() * (fall(t, 0.055) + 0.3 * fall(t, 0.012)));
    let snares = snares.through(Filter::high(1100.0, 0.7)).through(Filter::low(5200.0, 0.8));
    let mut wave = Wave::silence(LONG);
    wave.draw(0.0, LONG, |t| {
        // Struck hard, the skin is stretched, and sounds higher at first.
        let bent = t + 0.0009 * force * (1.0 - fall(t, 0.012));
        let low = ops::sin(TAU * skin * bent) * fall(t, 0.075);
        let high = ops::sin(TAU * skin * 1.59 * bent) * fall(t, 0.04);
        let stick = luck.hiss() * fall(t, 0.0018);
        force * (0.5 * low + 0.34 * high + 0.8 * stick)
    });
    wave.mix(&snares, 0.001, 1.15 * force);
    wave
}

/// Hertz of the tone that a bugle in B flat is built on; it plays the third to the sixth of its row.
const BUGLE: f32 = 116.54;
/// A call of our own: which of the row, and for how many beats.
const CALL: [(u8, f32); 15] = [
    (3, 1.0),
    (4, 1.0),
    (4, 1.0),
    (4, 1.0),
    (5, 1.0),
    (5, 1.0),
    (5, 1.0),
    (4, 1.0),
    (5, 1.0),
    (6, 2.0),
    (5, 1.0),
    (6, 1.0),
    (5, 1.0),
    (6, 1.0),
    (6, 5.0),
];
/// Seconds of a beat.
const BEAT: f32 = 0.128;

/// Length of [`bugle`].
pub fn bugle_seconds() -> f32 {
    CALL.iter().map(|note| note.1).sum::<f32>() * BEAT + 0.6
}

/// The charge is sounded.
pub fn bugle(seed: u32) -> Wave {
    let mut luck = Luck::new(seed, 12);
    let mut wave = Wave::silence(bugle_seconds());
    let mut at = 0.0;
    for (partial, beats) in CALL {
        let long = beats * BEAT;
        let pitch = BUGLE * f32::from(partial) * (1.0 + 0.002 * luck.hiss());
        let mut breath = Filter::band(pitch * 2.0, 1.5);
        let mut phase = 0.0;
        wave.draw(at, long, |t| {
            // The lip comes up to the note, holds it, and the tongue ends it.
            let lip = 1.0 - 0.035 * fall(t, 0.016) + 0.004 * ops::sin(TAU * 5.6 * t) * noise::rise(0.25, 0.5, t);
            phase += TAU * pitch * lip / RATE as f32;
            let open = noise::rise(0.0, 0.022, t) * noise::rise(0.0, 0.03, long - t);
            let swell = 0.8 + 0.2 * fall(t, 0.06);
            // The louder it is blown, the brassier: upper tones come with a greater power of its strength.
            let mut tone = 0.0;
            let mut weight = 1.0;
            for k in 1..=9 {
                tone += weight * ops::sin(phase * k as f32);
                weight *= 0.80 * open * swell;
            }
            0.16 * open * swell * (tone + 0.25 * breath.step(luck.hiss()))
        });
        at += long;
    }
    wave.through(Filter::band(1250.0, 0.35)).outdoors(0.9, 2200.0, 0.3, &mut luck)
}
