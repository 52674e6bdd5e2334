//! What is heard of the table itself: dice, and the page that is turned.

use std::f32::consts::TAU;

use bevy::math::ops;

use super::wave::{Filter, Luck, Wave, fall};
use crate::table::noise;

/// Length of [`dice`].
pub const DICE_SECONDS: f32 = 1.0;

/// So many dice are thrown, bounce and lie.
pub fn dice(count: u8, seed: u32) -> Wave {
    let mut luck = Luck::new(seed, 31);
    let mut wave = Wave::silence(DICE_SECONDS);
    let gain = 0.7 * ops::powf(f32::from(count.max(1)), -0.3);
    for _ in 0..count.max(1) {
        let tones = [luck.between(1750.0, 2300.0), luck.between(2900.0, 3700.0), luck.between(4700.0, 5900.0)];
        let mut at = luck.between(0.0, 0.14);
        let (mut next, mut force) = (luck.between(0.10, 0.17), 1.0);
        while at < 0.85 && force > 0.04 {
            knock(&mut wave, at, gain * force, tones, &mut luck);
            // A cube does not bounce like a ball: now and then an edge throws it sooner.
            at += next * luck.between(0.45, 1.0);
            next *= 0.78;
            force *= luck.between(0.6, 0.85);
        }
    }
    wave
}

/// A die strikes wood.
fn knock(wave: &mut Wave, at: f32, force: f32, tones: [f32; 3], luck: &mut Luck) {
    let board = luck.between(310.0, 430.0);
    wave.draw(at, 0.09, |t| {
        let die: f32 = tones.iter().map(|hertz| ops::sin(TAU * hertz * t)).sum::<f32>() * fall(t, 0.0055);
        let wood = ops::sin(TAU * board * t) * fall(t, 0.016);
        force * (0.26 * die + 0.5 * wood + 0.5 * luck.hiss() * fall(t, 0.0012))
    });
}

/// Length of [`page`].
pub const PAGE_SECONDS: f32 = 0.55;

/// A page is turned.
pub fn page(seed: u32) -> Wave {
    let mut luck = Luck::new(seed, 32);
    let mut wave = Wave::silence(PAGE_SECONDS);
    for (at, long, hertz, loud) in [(0.0, 0.30, 2300.0, 0.5), (0.16, 0.26, 3600.0, 0.34), (0.36, 0.1, 1300.0, 0.5)] {
        let mut paper = Filter::band(hertz, 0.8);
        let mut creases = 0.0_f32;
        wave.draw(at, long, |t| {
            // Paper does not hiss evenly, it crackles.
            if luck.unit() < 0.004 {
                creases = luck.between(0.4, 1.0);
            }
            creases *= 0.9985;
            let swept = noise::rise(0.0, long * 0.45, t) * noise::rise(0.0, long * 0.55, long - t);
            loud * swept * paper.step(luck.hiss() * (0.35 + creases))
        });
    }
    wave
}
