//! The desk at which sounds are laid over each other, for two ears.

use std::f32::consts::FRAC_PI_4;
use std::sync::{Arc, Mutex, PoisonError};

use bevy::math::ops;

use super::synth::RATE;

/// Samples in which a voice that is silenced, or held no longer, goes out: fast, and without a click.
const OUT: usize = RATE as usize / 16;

/// A sound that is put on the desk.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The number by which it can be silenced.
    pub id: u32,
    /// Its samples, for one ear.
    pub samples: Arc<[f32]>,
    /// How loud.
    pub gain: f32,
    /// `-1.0` left to `1.0` right.
    pub pan: f32,
    /// Seconds until it begins.
    pub delay: f32,
    /// Seconds that it is held; to its own end if left out.
    pub held: Option<f32>,
}

#[derive(Debug)]
struct Line {
    id: u32,
    samples: Arc<[f32]>,
    ears: [f32; 2],
    wait: usize,
    at: usize,
    /// The sample behind the last one that is heard.
    end: usize,
}

/// What is heard now.
#[derive(Debug)]
pub struct Desk {
    /// What everything together is multiplied by.
    pub gain: f32,
    lines: Vec<Line>,
}

impl Desk {
    /// A silent desk.
    pub fn new(gain: f32) -> Self {
        Self { gain, lines: Vec::new() }
    }

    /// Begins a sound.
    pub fn put(&mut self, entry: Entry) {
        let samples = |seconds: f32| (seconds.max(0.0) * RATE as f32) as usize;
        // Equal strength at every angle: sine and cosine.
        let angle = (entry.pan.clamp(-1.0, 1.0) + 1.0) * FRAC_PI_4;
        let ears = [entry.gain * ops::cos(angle), entry.gain * ops::sin(angle)];
        let end = entry.held.map_or(usize::MAX, |held| samples(held) + OUT).min(entry.samples.len());
        self.lines.push(Line { id: entry.id, samples: entry.samples, ears, wait: samples(entry.delay), at: 0, end });
    }

    /// Silences a sound, in a moment.
    pub fn hush(&mut self, id: u32) {
        for line in self.lines.iter_mut().filter(|line| line.id == id) {
            if line.wait > 0 {
                line.end = 0;
            }
            line.end = line.end.min(line.at + OUT);
        }
        self.lines.retain(|line| line.at < line.end);
    }

    /// Whether nothing is to be heard.
    pub fn idle(&self) -> bool {
        self.lines.is_empty()
    }

    /// The next samples, left and right in turn, all sounds together. What would be too loud for the loudspeaker is pressed
    /// together.
    pub fn fill(&mut self, out: &mut [f32]) {
        out.fill(0.0);
        for line in &mut self.lines {
            for pair in out.chunks_exact_mut(2) {
                if line.wait > 0 {
                    line.wait -= 1;
                    continue;
                }
                if line.at >= line.end {
                    break;
                }
                // A sound that ends by itself is faded already; one that is cut off goes out here.
                let cut = line.end < line.samples.len();
                let fade = if cut { ((line.end - line.at) as f32 / OUT as f32).min(1.0) } else { 1.0 };
                let sample = line.samples[line.at] * fade;
                pair[0] += sample * line.ears[0];
                pair[1] += sample * line.ears[1];
                line.at += 1;
            }
        }
        self.lines.retain(|line| line.at < line.end);
        for sample in out {
            *sample = ops::tanh(*sample * self.gain);
        }
    }
}

/// Samples that are fetched from the desk together: six thousandths of a second for two ears.
const BLOCK: usize = 512;

/// What a desk gives, sample by sample, left and right in turn. It never ends.
#[derive(Debug)]
pub struct Feed {
    desk: Arc<Mutex<Desk>>,
    block: [f32; BLOCK],
    at: usize,
}

impl Feed {
    /// Of this desk.
    pub fn new(desk: Arc<Mutex<Desk>>) -> Self {
        Self { desk, block: [0.0; BLOCK], at: BLOCK }
    }
}

impl Iterator for Feed {
    type Item = f32;

    fn next(&mut self) -> Option<f32> {
        if self.at >= BLOCK {
            self.desk.lock().unwrap_or_else(PoisonError::into_inner).fill(&mut self.block);
            self.at = 0;
        }
        self.at += 1;
        Some(self.block[self.at - 1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: u32, pan: f32) -> Entry {
        Entry { id, samples: vec![0.5; RATE as usize].into(), gain: 1.0, pan, delay: 0.0, held: None }
    }

    /// Seconds of the desk, left and right apart.
    fn hear(desk: &mut Desk, seconds: f32) -> [Vec<f32>; 2] {
        let mut out = vec![0.0; (seconds * RATE as f32) as usize * 2];
        desk.fill(&mut out);
        [0, 1].map(|ear| out.iter().skip(ear).step_by(2).copied().collect())
    }

    fn strength(samples: &[f32]) -> f32 {
        samples.iter().map(|x| x * x).sum::<f32>() / samples.len() as f32
    }

    #[test]
    fn a_sound_at_the_left_is_louder_at_the_left() {
        let mut desk = Desk::new(1.0);
        desk.put(entry(1, -0.8));
        let [left, right] = hear(&mut desk, 0.5);
        assert!(strength(&left) > 5.0 * strength(&right), "{} {}", strength(&left), strength(&right));
        assert!(strength(&right) > 0.0);
    }

    #[test]
    fn it_waits_is_held_and_goes_out_without_a_click() {
        let mut desk = Desk::new(1.0);
        desk.put(Entry { delay: 0.25, held: Some(0.3), ..entry(1, 0.0) });
        let [left, _] = hear(&mut desk, 1.0);
        let second = |t: f32| left[(t * RATE as f32) as usize];
        assert_eq!(second(0.24), 0.0);
        assert!(second(0.26) > 0.3 && second(0.54) > 0.3);
        assert_eq!(second(0.70), 0.0);
        let after = &left[(0.3 * RATE as f32) as usize..];
        assert!(after.windows(2).all(|pair| (pair[1] - pair[0]).abs() < 0.01), "no click");
        assert!(desk.idle());
    }

    #[test]
    fn who_is_silenced_is_silent_and_the_others_are_not() {
        let mut desk = Desk::new(1.0);
        desk.put(entry(1, 0.0));
        desk.put(Entry { samples: vec![-0.2; RATE as usize].into(), ..entry(2, 0.0) });
        desk.put(Entry { delay: 0.5, ..entry(3, 0.0) });
        hear(&mut desk, 0.1);
        desk.hush(1);
        desk.hush(3);
        let [left, _] = hear(&mut desk, 0.6);
        assert!((left[left.len() - 1] - ops::tanh(-0.2 * ops::cos(FRAC_PI_4))).abs() < 1e-4);
        hear(&mut desk, 0.4);
        assert!(desk.idle());
    }

    #[test]
    fn a_feed_gives_what_the_desk_has_and_silence_after_it() {
        let samples: Arc<[f32]> = (0..1000).map(|n| n as f32 / 1000.0).collect();
        let put = |desk: &mut Desk| desk.put(Entry { samples: samples.clone(), ..entry(1, 0.2) });
        let (mut alone, mut fed) = (Desk::new(0.7), Desk::new(0.7));
        put(&mut alone);
        put(&mut fed);
        let mut whole = vec![0.0; 3000];
        alone.fill(&mut whole);
        let feed: Vec<f32> = Feed::new(Arc::new(Mutex::new(fed))).take(3000).collect();
        assert_eq!(feed, whole);
        assert!(feed[1999] > 0.3 && feed[2000..].iter().all(|sample| *sample == 0.0));
    }

    #[test]
    fn six_guns_at_once_are_not_too_loud_for_the_loudspeaker() {
        let mut desk = Desk::new(1.0);
        for id in 0..6 {
            desk.put(Entry { samples: vec![0.8; 4000].into(), ..entry(id, 0.3) });
        }
        let [left, right] = hear(&mut desk, 0.05);
        assert!(left.iter().chain(&right).all(|sample| sample.abs() <= 1.0));
        assert!(right[100] > 0.95);
    }
}
