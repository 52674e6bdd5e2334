//! Men who cheer, and horses.

use std::f32::consts::TAU;

use bevy::math::ops;

use super::Pace;
use super::wave::{Filter, Luck, RATE, Wave, fall};
use crate::table::noise;

/// Throats that share a mouth, and mouths: as many men as an ear tells apart.
const THROATS: usize = 6;
const MOUTHS: usize = 5;

/// What a mouth is held like: hertz of the three hollows that tell vowels apart.
type Vowel = [f32; 3];
const UH: Vowel = [520.0, 1190.0, 2390.0];
const AH: Vowel = [740.0, 1120.0, 2480.0];
const EE: Vowel = [390.0, 1950.0, 2750.0];

/// How a man's voice goes: at a time, how high, how loud, and which vowel; between them it glides.
struct Note {
    at: f32,
    hertz: f32,
    loud: f32,
    vowel: Vowel,
}

const fn note(at: f32, hertz: f32, loud: f32, vowel: Vowel) -> Note {
    Note { at, hertz, loud, vowel }
}

/// Two deep hurrahs, together as far as men in a line are.
const HURRAH: [Note; 11] = [
    note(0.00, 130.0, 0.0, UH),
    note(0.05, 150.0, 0.6, UH),
    note(0.22, 185.0, 0.5, UH),
    note(0.34, 262.0, 1.0, AH),
    note(0.80, 238.0, 0.9, AH),
    note(1.08, 170.0, 0.0, AH),
    note(1.16, 150.0, 0.6, UH),
    note(1.32, 190.0, 0.5, UH),
    note(1.44, 285.0, 1.0, AH),
    note(2.05, 245.0, 0.9, AH),
    note(2.45, 165.0, 0.0, AH),
];

/// The yell: high, wavering, every man for himself.
const YELL: [Note; 12] = [
    note(0.00, 380.0, 0.0, UH),
    note(0.10, 520.0, 0.7, AH),
    note(0.26, 860.0, 1.0, EE),
    note(0.40, 600.0, 0.7, AH),
    note(0.55, 900.0, 1.0, EE),
    note(0.72, 560.0, 0.5, AH),
    note(0.90, 820.0, 0.9, EE),
    note(1.15, 980.0, 1.0, EE),
    note(1.50, 700.0, 0.8, AH),
    note(1.72, 930.0, 0.9, EE),
    note(2.10, 620.0, 0.6, AH),
    note(2.40, 430.0, 0.0, UH),
];

/// Length of [`hurrah`] and [`yell`].
pub const CHEER_SECONDS: f32 = 3.1;

/// A Union line cheers.
pub fn hurrah(seed: u32) -> Wave {
    crowd(&HURRAH, 0.16, Luck::new(seed, 21))
}

/// A Confederate line yells.
pub fn yell(seed: u32) -> Wave {
    crowd(&YELL, 0.5, Luck::new(seed, 22))
}

/// Many men, each up to `apart` seconds late.
fn crowd(tune: &[Note], apart: f32, mut luck: Luck) -> Wave {
    let mut wave = Wave::silence(CHEER_SECONDS);
    for group in 0..MOUTHS {
        // Longer and shorter necks; the mouths of one group move together. Somebody begins.
        let neck = luck.between(0.9, 1.14);
        let late = apart * luck.unit() * (group as f32 / (MOUTHS - 1) as f32);
        let mut breath = Wave::silence(CHEER_SECONDS);
        for _ in 0..THROATS {
            throat(&mut breath, tune, late + 0.25 * apart * luck.unit(), &mut luck);
        }
        wave.mix(&mouth(&breath, tune, late, neck), 0.0, 1.0);
    }
    wave.outdoors(0.8, 1700.0, 0.25, &mut luck)
}

/// Adds what comes out of one throat, before the mouth shapes it.
fn throat(breath: &mut Wave, tune: &[Note], late: f32, luck: &mut Luck) {
    let (high, slow) = (luck.between(0.84, 1.2), luck.between(0.92, 1.1));
    let (waver, rough) = (luck.between(4.5, 7.5), luck.between(0.12, 0.32));
    let mut phase = luck.unit();
    let (mut drift, mut step, mut loud) = (0.0, 0.0, 0.0);
    let end = tune.last().map_or(0.0, |last| last.at) * slow;
    let mut count = 0_u32;
    breath.draw(late, end, |t| {
        // A throat moves slowly: where it is needs no asking at every sample.
        if count.is_multiple_of(MOVES) {
            let (hertz, open) = sung(tune, t / slow);
            // None holds a shout still.
            drift += 0.012 * luck.hiss() - 0.02 * drift;
            step = high * hertz * (1.0 + drift + 0.02 * ops::sin(TAU * waver * t)) / RATE as f32;
            loud = open;
        }
        count += 1;
        phase += step;
        if phase >= 1.0 {
            phase -= 1.0;
        }
        // A sawtooth whose corner is rounded, so that nothing of it is above what samples can hold.
        let saw = 2.0 * phase - 1.0 - corner(phase, step);
        0.15 * loud * (saw + rough * luck.hiss())
    });
}

/// Samples between two looks at where a throat is.
const MOVES: u32 = 32;

/// What is taken off a sawtooth about its jump.
fn corner(phase: f32, step: f32) -> f32 {
    if phase < step {
        let t = phase / step;
        t + t - t * t - 1.0
    } else if phase > 1.0 - step {
        let t = (phase - 1.0) / step;
        t * t + t + t + 1.0
    } else {
        0.0
    }
}

/// How high and how loud a tune is at a moment.
fn sung(tune: &[Note], t: f32) -> (f32, f32) {
    let next = tune.partition_point(|note| note.at <= t);
    let (Some(a), Some(b)) = (tune.get(next.wrapping_sub(1)), tune.get(next)) else { return (200.0, 0.0) };
    let part = noise::rise(a.at, b.at, t);
    (noise::mix(a.hertz, b.hertz, part), noise::mix(a.loud, b.loud, part))
}

/// Breath through a mouth that moves from vowel to vowel.
fn mouth(breath: &Wave, tune: &[Note], late: f32, neck: f32) -> Wave {
    let mut wave = Wave::silence(breath.seconds());
    for (hollow, (gain, q)) in [(1.0, 5.0), (0.7, 8.0), (0.35, 9.0)].into_iter().enumerate() {
        for (n, a) in tune.iter().enumerate() {
            // A window of its own for every note, overlapping those of its neighbours: they sum to one.
            let before = n.checked_sub(1).map_or(-1.0, |n| tune[n].at);
            let after = tune.get(n + 1).map_or(breath.seconds(), |next| next.at);
            let mut filter = Filter::band(a.vowel[hollow] * neck, q);
            let (from, to) = ((before + late).max(0.0), after + late);
            let part = breath.part(from, to);
            let mut samples = part.iter();
            wave.draw(from, to - from, |t| {
                let now = from + t - late;
                let open = noise::rise(before, a.at, now) * (1.0 - noise::rise(a.at, after, now));
                gain * open * filter.step(*samples.next().unwrap_or(&0.0))
            });
        }
    }
    wave
}

/// Length of [`hooves`] and [`limbers`].
pub const HOOVES_SECONDS: f32 = 5.0;

/// A troop goes by.
pub fn hooves(pace: Pace, seed: u32) -> Wave {
    let mut luck = Luck::new(seed, 23 + pace as u32);
    let mut wave = Wave::silence(HOOVES_SECONDS);
    horses(&mut wave, pace, 8, &mut luck);
    wave.outdoors(0.4, 900.0, 0.15, &mut luck).going_by(0.15, 0.7)
}

/// Teams with their guns behind them: hooves, wheels, chains.
pub fn limbers(seed: u32) -> Wave {
    let mut luck = Luck::new(seed, 27);
    let mut wave = Wave::silence(HOOVES_SECONDS);
    horses(&mut wave, Pace::Trot, 8, &mut luck);
    let mut wheels = Wave::silence(HOOVES_SECONDS);
    let (slow, fast) = (luck.between(2.0, 3.0), luck.between(6.0, 8.0));
    wheels.draw(0.0, HOOVES_SECONDS, |t| {
        luck.hiss() * (0.7 + 0.2 * ops::sin(TAU * slow * t) + 0.2 * ops::sin(TAU * fast * t))
    });
    wave.mix(&wheels.clone().through(Filter::low(150.0, 0.9)), 0.0, 1.5);
    wave.mix(&wheels.through(Filter::band(480.0, 2.0)), 0.0, 0.14);
    for _ in 0..30 {
        let at = luck.between(0.0, HOOVES_SECONDS);
        let (pitch, loud) = (luck.between(1500.0, 2900.0), luck.between(0.02, 0.07));
        wave.draw(at, 0.06, |t| loud * (ops::sin(TAU * pitch * t) + luck.hiss()) * fall(t, 0.012));
    }
    wave.outdoors(0.4, 900.0, 0.15, &mut luck).going_by(0.15, 0.7)
}

/// When a horse's feet come down within its stride, in parts of it.
fn feet(pace: Pace) -> (&'static [f32], f32) {
    match pace {
        Pace::Trot => (&[0.0, 0.03, 0.5, 0.53], 0.70),
        Pace::Gallop => (&[0.0, 0.21, 0.27, 0.46], 0.50),
    }
}

fn horses(wave: &mut Wave, pace: Pace, count: usize, luck: &mut Luck) {
    let (feet, stride) = feet(pace);
    let castings: Vec<Wave> = (0..6).map(|_| hoof(luck)).collect();
    for n in 0..count {
        // One is near, the others ever farther off.
        let (own, near) = (stride * luck.between(0.93, 1.08), 1.0 - 0.65 * n as f32 / count as f32);
        let mut at = -own * luck.unit();
        while at < HOOVES_SECONDS {
            for foot in feet {
                let when = at + own * foot + 0.008 * luck.hiss();
                let which = (luck.unit() * castings.len() as f32) as usize;
                if when >= 0.0 {
                    wave.mix(
                        &castings[which.min(castings.len() - 1)],
                        when,
                        0.7 * near * near * luck.between(0.6, 1.0),
                    );
                }
            }
            // Bits, buckles, scabbards.
            if luck.unit() < 0.5 {
                let (pitch, loud) = (luck.between(3800.0, 7400.0), near * luck.between(0.005, 0.02));
                wave.draw(at.max(0.0) + own * luck.unit(), 0.12, |t| {
                    loud * (ops::sin(TAU * pitch * t) + 0.6 * ops::sin(TAU * pitch * 1.37 * t)) * fall(t, 0.025)
                });
            }
            at += own;
        }
    }
}

/// A shod hoof on turf.
fn hoof(luck: &mut Luck) -> Wave {
    const LONG: f32 = 0.16;
    let mut turf = Wave::silence(LONG);
    turf.draw(0.0, LONG, |t| luck.hiss() * fall(t, 0.018));
    let turf = turf.through(Filter::low(luck.between(420.0, 900.0), 0.8));
    let mut wave = Wave::silence(LONG);
    let pitch = luck.between(78.0, 125.0);
    wave.draw(0.0, LONG, |t| 0.5 * ops::sin(TAU * pitch * t * (1.0 - t)) * fall(t, 0.026) * (1.0 - fall(t, 0.003)));
    wave.mix(&turf, 0.0, 1.9);
    wave
}
