//! The loudspeaker. A thread of its own makes the sounds that are called for, keeps them for the next time, and opens
//! the system's loudspeaker while anything is to be heard; no frame waits for it.
//!
//! It stands on rodio, as Bevy's own audio does; asked directly, it says why there is no loudspeaker, and gives it back
//! when the table is quiet.

use std::error::Error;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use bevy::prelude::*;
use rodio::cpal::StreamError;
use rodio::{DeviceSinkBuilder, MixerDeviceSink, Source};

use super::library::Library;
use super::synth::RATE;
use super::{Call, Desk, Entry, Feed, Hearing, Loudness, callers};

/// A loudspeaker that is silent for so long is given back.
const QUIET: Duration = Duration::from_secs(15);
/// A sound that is ready so late is not played: its flash is over.
const TOO_LATE: Duration = Duration::from_millis(500);

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
    let mut room = Room { desk: desk.clone(), sounds: Library::default(), open: None, lost: Arc::default() };
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

/// What the thread works with.
struct Room {
    desk: Arc<Mutex<Desk>>,
    sounds: Library,
    open: Option<MixerDeviceSink>,
    /// It was unplugged: the next sound looks for another.
    lost: Arc<AtomicBool>,
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
                    let samples = self.sounds.get((sound, distance, seed));
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
        if self.lost.swap(false, Ordering::Relaxed) {
            self.open = None;
        }
        if self.open.is_none() {
            let lost = self.lost.clone();
            let unplugged = move |why| {
                // Anything else - a buffer that came late - it gets over by itself.
                if matches!(why, StreamError::DeviceNotAvailable | StreamError::StreamInvalidated) {
                    lost.store(true, Ordering::Relaxed);
                }
            };
            let mut sink = DeviceSinkBuilder::from_default_device()
                .and_then(|found| found.with_error_callback(unplugged).open_sink_or_fallback())
                .map_err(|why| why.source().map_or(why.to_string(), |deeper| format!("{why}: {deeper}")))?;
            sink.log_on_drop(false);
            sink.mixer().add(Feed::new(self.desk.clone()));
            self.open = Some(sink);
        }
        Ok(())
    }
}

impl Source for Feed {
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
