//! The loudspeaker. A thread of its own makes the sounds that are called for, keeps them for the next time, and opens
//! the system's loudspeaker while anything is to be heard; no frame waits for it.
//!
//! It stands on rodio, as Bevy's own audio does; asked directly, it says why there is no loudspeaker, and gives it back
//! when the table is quiet.

use std::num::NonZero;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use bevy::prelude::*;
use rodio::{DeviceSinkBuilder, MixerDeviceSink, Source};

use super::synth::{Distance, RATE, Sound};
use super::{Call, Desk, Entry, Hearing, Loudness, callers};

/// A loudspeaker that is silent for so long is given back.
const QUIET: Duration = Duration::from_secs(15);
/// A sound that is ready so late is not played: its flash is over.
const TOO_LATE: Duration = Duration::from_millis(500);
/// So many sounds are kept; the largest takes 0.7 MB.
const KEPT: usize = 48;

/// The way to the thread.
#[derive(Resource)]
struct Speaker {
    calls: Sender<(Call, Instant)>,
    desk: Arc<Mutex<Desk>>,
    trouble: Arc<OnceLock<String>>,
}

/// Plays what [`callers`] call for.
pub fn plugin(app: &mut App) {
    let (calls, called) = channel();
    let (desk, trouble) = (Arc::new(Mutex::new(Desk::new(Loudness::default().gain()))), Arc::new(OnceLock::new()));
    let mut room = Room { desk: desk.clone(), kept: Vec::new(), open: None };
    let told = trouble.clone();
    let spawned = std::thread::Builder::new().name("sound".to_owned()).spawn(move || {
        if let Err(why) = room.work(&called) {
            // Only this thread tells, and it tells once.
            let _ = told.set(why);
        }
    });
    if let Err(why) = spawned {
        let _ = trouble.set(why.to_string());
    }
    app.add_plugins(callers)
        .insert_resource(Hearing::Plays)
        .insert_resource(Speaker { calls, desk, trouble })
        .add_systems(Last, speak);
}

fn speak(speaker: Res<Speaker>, loudness: Res<Loudness>, mut hearing: ResMut<Hearing>, mut calls: MessageReader<Call>) {
    if loudness.is_changed() {
        speaker.desk.lock().unwrap_or_else(PoisonError::into_inner).gain = loudness.gain();
    }
    if let (Some(why), Hearing::Plays) = (speaker.trouble.get(), &*hearing) {
        warn!("No sound: {why}. The game goes on silently.");
        *hearing = Hearing::Silent(why.clone());
    }
    for call in calls.read() {
        let wanted = loudness.0 > 0 || matches!(call, Call::Hush(_));
        if wanted && *hearing == Hearing::Plays {
            // When the thread is gone, its trouble says why.
            let _ = speaker.calls.send((*call, Instant::now()));
        }
    }
}

type Kind = (Sound, Distance, u32);

/// What the thread works with.
struct Room {
    desk: Arc<Mutex<Desk>>,
    /// Sounds that were made, the latest used last.
    kept: Vec<(Kind, Arc<[f32]>)>,
    open: Option<MixerDeviceSink>,
}

impl Room {
    /// Plays until the game is left, or until there is no loudspeaker.
    fn work(&mut self, called: &Receiver<(Call, Instant)>) -> Result<(), String> {
        // Whether there is one at all is known before the first shot.
        self.open()?;
        loop {
            let wait = if self.open.is_some() { QUIET } else { Duration::MAX };
            match called.recv_timeout(wait) {
                Ok((Call::Hush(id), _)) => self.desk().hush(id),
                Ok((Call::Play { id, sound, distance, seed, gain, pan, delay, held }, when)) => {
                    self.open()?;
                    let samples = self.make((sound, distance, seed));
                    if when.elapsed() < TOO_LATE {
                        self.desk().put(Entry { id, samples, gain, pan, delay, held });
                    }
                }
                Err(RecvTimeoutError::Timeout) if self.desk().idle() => self.open = None,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    }

    fn desk(&self) -> std::sync::MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open(&mut self) -> Result<(), String> {
        if self.open.is_none() {
            let mut sink = DeviceSinkBuilder::open_default_sink().map_err(|why| why.to_string())?;
            sink.log_on_drop(false);
            sink.mixer().add(Output { desk: self.desk.clone(), block: [0.0; BLOCK], at: BLOCK });
            self.open = Some(sink);
        }
        Ok(())
    }

    fn make(&mut self, kind: Kind) -> Arc<[f32]> {
        let had = self.kept.iter().position(|(of, _)| *of == kind);
        let (_, samples) = match had {
            Some(place) => self.kept.remove(place),
            None => (kind, kind.0.wave(kind.1, kind.2).samples().into()),
        };
        if self.kept.len() >= KEPT {
            self.kept.remove(0);
        }
        self.kept.push((kind, samples.clone()));
        samples
    }
}

/// Samples that are fetched from the desk together: six thousandths of a second for two ears.
const BLOCK: usize = 512;

/// What the desk gives, as the loudspeaker takes it.
struct Output {
    desk: Arc<Mutex<Desk>>,
    block: [f32; BLOCK],
    at: usize,
}

impl Iterator for Output {
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

impl Source for Output {
    fn current_span_len(&self) -> Option<usize> {
        None
    }

    fn channels(&self) -> NonZero<u16> {
        const { NonZero::new(2).unwrap() }
    }

    fn sample_rate(&self) -> NonZero<u32> {
        const { NonZero::new(RATE).unwrap() }
    }

    fn total_duration(&self) -> Option<Duration> {
        None
    }
}
