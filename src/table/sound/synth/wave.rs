//! What every sound is made of: a strip of samples, hiss, filters, and the open air that throws it back.

use std::f32::consts::TAU;

use bevy::math::ops;

use crate::table::noise;

/// Samples a second.
pub const RATE: u32 = 44_100;

/// One over [`RATE`].
const STEP: f32 = 1.0 / RATE as f32;

/// A sound for one ear, `-1.0..=1.0` when it is finished.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Wave {
    samples: Vec<f32>,
}

impl Wave {
    /// Nothing to be heard for so many seconds.
    pub fn silence(seconds: f32) -> Self {
        Self { samples: vec![0.0; index(seconds)] }
    }

    /// Its samples.
    pub fn samples(&self) -> &[f32] {
        &self.samples
    }

    /// How long it is.
    pub fn seconds(&self) -> f32 {
        self.samples.len() as f32 * STEP
    }

    /// Adds `shape` of the seconds since `at`, for `long` seconds; what would be behind the end is left out.
    pub fn draw(&mut self, at: f32, long: f32, mut shape: impl FnMut(f32) -> f32) {
        let from = index(at).min(self.samples.len());
        let to = index(at + long).min(self.samples.len());
        for (n, sample) in self.samples[from..to].iter_mut().enumerate() {
            *sample += shape(n as f32 * STEP);
        }
    }

    /// Its samples from one moment to another.
    pub fn part(&self, from: f32, to: f32) -> &[f32] {
        let end = self.samples.len();
        &self.samples[index(from).min(end)..index(to).min(end)]
    }

    /// Adds another sound from `at` on; what would be behind the end is left out.
    pub fn mix(&mut self, other: &Self, at: f32, gain: f32) {
        let from = index(at).min(self.samples.len());
        for (sample, more) in self.samples[from..].iter_mut().zip(&other.samples) {
            *sample += more * gain;
        }
    }

    /// The same through a filter.
    #[must_use]
    pub fn through(mut self, mut filter: Filter) -> Self {
        for sample in &mut self.samples {
            *sample = filter.step(*sample);
        }
        self
    }

    /// The same with what woods and hills throw back: single echoes, and a roll that dies away in about `roll` seconds.
    /// `dark` is the pitch in hertz above which the far side swallows it.
    #[must_use]
    pub fn outdoors(self, roll: f32, dark: f32, wet: f32, luck: &mut Luck) -> Self {
        // Four ways round that never meet, as in a hall, but as long as a field is wide.
        let ways = [0.0531_f32, 0.0743, 0.0977, 0.1213];
        let mut rooms: Vec<Delay> = ways.iter().map(|way| Delay::new(way * luck.between(0.92, 1.08))).collect();
        let keeps: Vec<f32> = ways.iter().map(|way| ops::exp(-6.9 * way / roll)).collect();
        let mut dulls: Vec<Filter> = ways.iter().map(|_| Filter::soft(dark * 2.0)).collect();
        let mut far = Filter::low(dark, 0.6);
        let dry = self.clone();
        let mut late = Self::silence(self.seconds());
        for (n, sample) in self.samples.iter().enumerate() {
            let mut sum = 0.0;
            for (k, room) in rooms.iter_mut().enumerate() {
                let back = room.oldest();
                sum += if k % 2 == 0 { back } else { -back };
                room.push(*sample + dulls[k].step(back) * keeps[k]);
            }
            late.samples[n] = far.step(sum * 0.5);
        }
        let mut all = dry;
        all.mix(&late, 0.02, wet);
        for echo in 0..3 {
            let at = 0.16 + 0.21 * echo as f32 + luck.between(0.0, 0.12);
            all.mix(&late, at, wet * luck.between(0.3, 0.6) / (1.0 + 0.7 * echo as f32));
        }
        all
    }

    /// The same, coming up in `come` seconds and going away in the last `go`.
    #[must_use]
    pub fn going_by(mut self, come: f32, go: f32) -> Self {
        let long = self.seconds();
        for (n, sample) in self.samples.iter_mut().enumerate() {
            let t = n as f32 * STEP;
            *sample *= noise::rise(0.0, come, t) * noise::rise(0.0, go, long - t);
        }
        self
    }

    /// Ready to be heard: nothing below what an ear hears, no step at either end, the loudest parts pressed together
    /// rather than cut off.
    #[must_use]
    pub fn finished(self) -> Self {
        const LOUDEST: f32 = 0.85;
        const IN: f32 = 0.0005;
        const OUT: f32 = 0.06;
        let mut wave = self.through(Filter::high(22.0, 0.7));
        for sample in &mut wave.samples {
            *sample = LOUDEST * ops::tanh(*sample);
        }
        wave.through(Filter::high(16.0, 0.7)).going_by(IN, OUT)
    }
}

fn index(seconds: f32) -> usize {
    (seconds.max(0.0) * RATE as f32) as usize
}

/// What is left of something that rings, after `t` seconds, when it loses two thirds in `fall`.
pub fn fall(t: f32, fall: f32) -> f32 {
    ops::exp(-t / fall)
}

/// Chance without dice, one number after the other.
#[derive(Clone, Debug)]
pub struct Luck {
    seed: u32,
    count: i32,
}

impl Luck {
    /// The numbers of this seed. `what` keeps two uses of it apart.
    pub fn new(seed: u32, what: u32) -> Self {
        Self { seed: seed.wrapping_mul(0x9E37_79B9) ^ what.wrapping_mul(0x85EB_CA6B), count: 0 }
    }

    /// `0.0..1.0`
    pub fn unit(&mut self) -> f32 {
        self.count = self.count.wrapping_add(1);
        noise::unit(self.count, 0, self.seed)
    }

    /// `-1.0..1.0`: white hiss, drawn again and again.
    pub fn hiss(&mut self) -> f32 {
        self.unit() * 2.0 - 1.0
    }

    /// From `low` to `high`.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// A new seed.
    pub fn seed(&mut self) -> u32 {
        (self.unit() * 16_777_216.0) as u32
    }
}

/// A filter of second order, or a soft one of first.
#[derive(Clone, Debug)]
pub struct Filter {
    b: [f32; 3],
    a: [f32; 2],
    x: [f32; 2],
    y: [f32; 2],
}

impl Filter {
    /// Takes away what is above `hz`, gently.
    pub fn soft(hz: f32) -> Self {
        let keep = ops::exp(-TAU * hz * STEP);
        Self::of([1.0 - keep, 0.0, 0.0], [-keep, 0.0])
    }

    /// Takes away what is above `hz`; with a `q` above 0.7 it rings there.
    pub fn low(hz: f32, q: f32) -> Self {
        let (cos, alpha) = Self::corner(hz, q);
        Self::scaled([(1.0 - cos) / 2.0, 1.0 - cos, (1.0 - cos) / 2.0], cos, alpha)
    }

    /// Takes away what is below `hz`.
    pub fn high(hz: f32, q: f32) -> Self {
        let (cos, alpha) = Self::corner(hz, q);
        Self::scaled([f32::midpoint(1.0, cos), -(1.0 + cos), f32::midpoint(1.0, cos)], cos, alpha)
    }

    /// Leaves what is about `hz`, as it was there; the larger `q`, the narrower.
    pub fn band(hz: f32, q: f32) -> Self {
        let (cos, alpha) = Self::corner(hz, q);
        Self::scaled([alpha, 0.0, -alpha], cos, alpha)
    }

    fn corner(hz: f32, q: f32) -> (f32, f32) {
        let angle = TAU * hz * STEP;
        (ops::cos(angle), ops::sin(angle) / (2.0 * q))
    }

    fn scaled(b: [f32; 3], cos: f32, alpha: f32) -> Self {
        let whole = 1.0 + alpha;
        Self::of(b.map(|b| b / whole), [-2.0 * cos / whole, (1.0 - alpha) / whole])
    }

    fn of(b: [f32; 3], a: [f32; 2]) -> Self {
        Self { b, a, x: [0.0; 2], y: [0.0; 2] }
    }

    /// The next sample.
    pub fn step(&mut self, x: f32) -> f32 {
        let y = self.b[0] * x + self.b[1] * self.x[0] + self.b[2] * self.x[1]
            - self.a[0] * self.y[0]
            - self.a[1] * self.y[1];
        self.x = [x, self.x[0]];
        // A number too small to be heard costs as much as a hundred others.
        self.y = [if y.abs() < 1e-20 { 0.0 } else { y }, self.y[0]];
        y
    }
}

/// A ring of samples that come out as they went in, later.
struct Delay {
    ring: Vec<f32>,
    at: usize,
}

impl Delay {
    fn new(seconds: f32) -> Self {
        Self { ring: vec![0.0; index(seconds).max(1)], at: 0 }
    }

    fn oldest(&self) -> f32 {
        self.ring[self.at]
    }

    fn push(&mut self, sample: f32) {
        self.ring[self.at] = if sample.abs() < 1e-20 { 0.0 } else { sample };
        self.at = (self.at + 1) % self.ring.len();
    }
}
