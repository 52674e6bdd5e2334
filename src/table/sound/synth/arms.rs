//! Muskets and guns.

use std::f32::consts::TAU;

use bevy::math::ops;

use super::Gun;
use super::wave::{Filter, Luck, Wave, fall};

/// How many muskets of a volley are cast apart; the others are these again, nearer or farther off.
const CASTINGS: usize = 8;
/// Seconds that a volley rolls on after its last shot.
const MUSKETS_ROLL: f32 = 1.0;
/// Seconds that a gun rolls on.
const GUNS_ROLL: f32 = 2.6;

/// Seconds from the first to the last shot of those that fire at the word; a longer line takes longer, since nobody
/// hears the word at the same moment.
fn ripple(muskets: u16) -> f32 {
    0.16 + 0.19 * ops::ln(1.0 + f32::from(muskets) / 4.0)
}

/// Length of [`volley`].
pub fn volley_seconds(muskets: u16) -> f32 {
    ripple(muskets) * 1.6 + MUSKETS_ROLL
}

/// So many muskets, rippling along the line, and the few that are late.
pub fn volley(muskets: u16, seed: u32) -> Wave {
    let mut luck = Luck::new(seed, 1);
    let castings: Vec<Wave> = (0..CASTINGS).map(|_| musket(&mut luck)).collect();
    let mut wave = Wave::silence(volley_seconds(muskets));
    let spread = ripple(muskets);
    // Twice the muskets are not twice as loud: most of them are farther off.
    let gain = 1.45 * ops::powf(f32::from(muskets.max(1)), -0.26);
    for n in 0..muskets {
        let late = luck.unit() < 0.1;
        let at = if late { luck.between(0.9, 1.55) } else { luck.unit() * luck.between(0.45, 1.0) };
        // The first is the first.
        let at = if n == 0 { 0.0 } else { at * spread };
        let near = if n == 0 { 0.85 } else { luck.between(0.35, 1.0) };
        wave.mix(&castings[n as usize % CASTINGS], at, gain * near * near);
    }
    wave.outdoors(1.1, 1300.0, 0.34, &mut luck)
}

/// Length of [`skirmish`].
pub const SKIRMISH_SECONDS: f32 = 1.1;

/// One man takes his time, and hits the echo.
pub fn skirmish(seed: u32) -> Wave {
    let mut luck = Luck::new(seed, 2);
    let mut wave = Wave::silence(SKIRMISH_SECONDS);
    wave.mix(&musket(&mut luck), 0.0, 0.5);
    wave.outdoors(0.8, 1500.0, 0.30, &mut luck)
}

/// The crack, the powder behind it, and the stock's thump.
fn musket(luck: &mut Luck) -> Wave {
    const LONG: f32 = 0.22;
    let mut crack = Wave::silence(LONG);
    let hard = luck.between(0.005, 0.010);
    crack.draw(0.0, LONG, |t| luck.hiss() * fall(t, hard));
    let bright = luck.between(3200.0, 6400.0);
    let crack = crack.through(Filter::high(650.0, 0.7)).through(Filter::low(bright, 0.8));
    let mut body = Wave::silence(LONG);
    let powder = luck.between(0.022, 0.038);
    body.draw(0.0, LONG, |t| luck.hiss() * fall(t, powder));
    let body = body.through(Filter::band(luck.between(380.0, 950.0), 0.5));
    let mut wave = Wave::silence(LONG);
    let pitch = luck.between(150.0, 230.0);
    wave.draw(0.0, LONG, |t| 0.26 * ops::sin(TAU * pitch * t * (1.0 - 2.0 * t)) * fall(t, 0.013));
    wave.mix(&crack, 0.0, 2.0);
    wave.mix(&body, 0.0005, 2.0);
    wave
}

/// What tells one kind of gun from another.
struct Bore {
    /// Hertz of the boom, at the muzzle and when it has died away.
    boom: [f32; 2],
    /// Seconds in which the boom falls.
    long: f32,
    /// Hertz above which the blast has nothing.
    blast: f32,
    /// How loud the crack is.
    crack: f32,
    /// Hertz above which its echo has nothing.
    echo: f32,
}

impl Gun {
    const fn bore(self) -> Bore {
        match self {
            Self::Smoothbore => Bore { boom: [96.0, 42.0], long: 0.17, blast: 420.0, crack: 0.7, echo: 260.0 },
            Self::Rifled => Bore { boom: [132.0, 64.0], long: 0.10, blast: 850.0, crack: 1.9, echo: 480.0 },
        }
    }
}

/// Seconds between one gun of a battery and the next, at the most.
const NEXT_GUN: f32 = 0.30;

/// Length of [`guns`] and [`canister`].
pub fn guns_seconds(pieces: u8) -> f32 {
    NEXT_GUN * f32::from(pieces.max(1) - 1) + 0.6 + GUNS_ROLL
}

/// So many guns, one after the other.
pub fn guns(gun: Gun, pieces: u8, seed: u32) -> Wave {
    let mut luck = Luck::new(seed, 3 + gun as u32);
    let mut wave = Wave::silence(guns_seconds(pieces));
    let mut at = 0.0;
    for _ in 0..pieces.max(1) {
        wave.mix(&blast(gun, &mut luck), at, luck.between(0.6, 0.75));
        at += NEXT_GUN * luck.between(0.5, 1.0);
    }
    let mut wave = wave.outdoors(GUNS_ROLL, gun.bore().echo, 0.34, &mut luck);
    if gun == Gun::Rifled {
        // Its shell turns as it flies, and is heard going.
        let mut phase = 0.0;
        let flight = luck.between(0.9, 1.2);
        wave.draw(0.05, flight, |t| {
            let part = t / flight;
            phase += TAU * (1150.0 - 560.0 * part) / super::wave::RATE as f32;
            let flutter = 0.65 + 0.35 * ops::sin(TAU * 31.0 * t);
            0.035 * ops::sin(phase) * flutter * part.min(0.2) * 5.0 * (1.0 - part)
        });
    }
    wave
}

/// So many guns with canister: a hard blast, and the balls through grass and leaves.
pub fn canister(pieces: u8, seed: u32) -> Wave {
    let mut luck = Luck::new(seed, 7);
    let mut wave = Wave::silence(guns_seconds(pieces));
    let mut at = 0.0;
    for _ in 0..pieces.max(1) {
        wave.mix(&blast(Gun::Smoothbore, &mut luck), at, 0.62);
        let mut balls = Wave::silence(0.6);
        balls.draw(0.0, 0.6, |t| luck.hiss() * fall(t, 0.10) * (1.0 - fall(t, 0.008)));
        wave.mix(&balls.through(Filter::band(3100.0, 0.6)), at + 0.03, 0.95);
        for _ in 0..48 {
            let when = at + 0.06 + 0.5 * luck.unit() * luck.unit();
            let (pitch, loud) = (luck.between(900.0, 3600.0), luck.between(0.05, 0.28));
            wave.draw(when, 0.02, |t| loud * luck.hiss() * ops::cos(TAU * pitch * t) * fall(t, 0.004));
        }
        at += NEXT_GUN * luck.between(0.5, 1.0);
    }
    wave.outdoors(GUNS_ROLL * 0.7, 420.0, 0.24, &mut luck)
}

/// One gun at its muzzle.
fn blast(gun: Gun, luck: &mut Luck) -> Wave {
    const LONG: f32 = 1.2;
    let bore = gun.bore();
    let mut powder = Wave::silence(LONG);
    powder.draw(0.0, LONG, |t| luck.hiss() * (fall(t, 0.035) + 0.3 * fall(t, 0.16)));
    let powder = powder.through(Filter::low(bore.blast, 0.8)).through(Filter::soft(bore.blast * 2.0));
    let mut crack = Wave::silence(0.2);
    crack.draw(0.0, 0.2, |t| luck.hiss() * fall(t, 0.011));
    let crack = crack.through(Filter::high(500.0, 0.7)).through(Filter::low(2400.0, 0.7));
    let mut wave = Wave::silence(LONG);
    let mut phase = 0.0;
    let [high, low] = bore.boom;
    let deep = luck.between(0.92, 1.08);
    wave.draw(0.0, LONG, |t| {
        phase += TAU * deep * (low + (high - low) * fall(t, 0.09)) / super::wave::RATE as f32;
        1.15 * ops::sin(phase) * fall(t, bore.long) * (1.0 - fall(t, 0.002))
    });
    wave.mix(&powder, 0.0, 3.4);
    wave.mix(&crack, 0.0, bore.crack);
    wave
}
