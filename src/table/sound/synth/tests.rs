use super::*;

/// Strength of some samples together.
fn energy(samples: &[f32]) -> f32 {
    samples.iter().map(|x| x * x).sum()
}

fn between(wave: &Wave, from: f32, to: f32) -> f32 {
    let part = wave.part(from, to);
    energy(part) / part.len().max(1) as f32
}

/// Seconds until half of a sound has been heard.
fn half(wave: &Wave) -> f32 {
    let whole = energy(wave.samples());
    let mut sum = 0.0;
    let at = wave.samples().iter().position(|x| {
        sum += x * x;
        sum > whole / 2.0
    });
    at.unwrap_or(0) as f32 / RATE as f32
}

/// Strength at each of `COUNT / 2` pitches, of so many samples from a moment on.
const COUNT: usize = 8192;

fn spectrum(wave: &Wave, from: f32) -> Vec<f32> {
    let part = wave.part(from, from + COUNT as f32 / RATE as f32);
    let mut wheel: Vec<(f32, f32)> = (0..COUNT).map(|n| (part.get(n).copied().unwrap_or(0.0), 0.0)).collect();
    fourier(&mut wheel);
    wheel[..COUNT / 2].iter().map(|(re, im)| re * re + im * im).collect()
}

/// Fourier's transform, halved again and again.
fn fourier(wheel: &mut [(f32, f32)]) {
    let count = wheel.len();
    if count == 1 {
        return;
    }
    let half =
        |odd: usize, wheel: &[(f32, f32)]| -> Vec<(f32, f32)> { wheel.iter().skip(odd).step_by(2).copied().collect() };
    let (mut even, mut odd) = (half(0, wheel), half(1, wheel));
    fourier(&mut even);
    fourier(&mut odd);
    for k in 0..count / 2 {
        let (sin, cos) = bevy::math::ops::sin_cos(-std::f32::consts::TAU * k as f32 / count as f32);
        let turned = (odd[k].0 * cos - odd[k].1 * sin, odd[k].0 * sin + odd[k].1 * cos);
        wheel[k] = (even[k].0 + turned.0, even[k].1 + turned.1);
        wheel[k + count / 2] = (even[k].0 - turned.0, even[k].1 - turned.1);
    }
}

/// Hertz about which a sound's strength lies in its first fifth of a second.
fn centroid(wave: &Wave) -> f32 {
    let spectrum = spectrum(wave, 0.0);
    let whole: f32 = spectrum.iter().sum();
    spectrum.iter().enumerate().map(|(k, e)| hertz(k) * e).sum::<f32>() / whole
}

fn hertz(k: usize) -> f32 {
    k as f32 * RATE as f32 / COUNT as f32
}

fn near(sound: Sound) -> Wave {
    sound.wave(Distance::Near, 1)
}

#[test]
fn every_sound_is_as_long_as_it_says_and_neither_cut_off_nor_off_the_middle() {
    for sound in ALL {
        let wave = near(sound);
        let (name, samples) = (sound.name(), wave.samples());
        assert!((wave.seconds() - sound.seconds()).abs() < 0.001, "{name} lasts {} s", wave.seconds());
        assert!((0.4..6.0).contains(&wave.seconds()), "{name} lasts {} s", wave.seconds());
        assert!(samples.iter().all(|x| x.is_finite()), "{name} has a sample that is no number");
        let peak = samples.iter().fold(0.0_f32, |peak, x| peak.max(x.abs()));
        assert!((0.15..0.97).contains(&peak), "{name} has its peak at {peak}");
        // What is cut off lies flat at its peak.
        let flat = samples.windows(3).filter(|at| at[0].abs() > 0.9 * peak && at[0] == at[1] && at[1] == at[2]).count();
        assert_eq!(flat, 0, "{name} is cut off");
        let middle = samples.iter().sum::<f32>() / samples.len() as f32;
        assert!(middle.abs() < 5e-4, "{name} lies about {middle}");
        let ends = [samples[0], samples[samples.len() - 1]];
        assert!(ends.iter().all(|x| x.abs() < 1e-3), "{name} begins and ends at {ends:?}");
        let last = between(&wave, wave.seconds() - 0.1, wave.seconds());
        assert!(last < 0.3 * between(&wave, 0.0, wave.seconds()), "{name} is cut off at its end");
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_gives_another_of_the_kind() {
    for sound in
        [Sound::Volley(20), Sound::Guns(Gun::Rifled, 2), Sound::Drums, Sound::Dice(4), Sound::Hooves(Pace::Trot)]
    {
        let bytes = |seed| wav::file(&sound.wave(Distance::Across, seed));
        assert_eq!(bytes(7), bytes(7), "{}", sound.name());
        assert_ne!(bytes(7), bytes(8), "{}", sound.name());
    }
}

#[test]
fn more_muskets_are_louder_and_ripple_for_longer() {
    let mean = |muskets| (0..6).map(|seed| half(&Sound::Volley(muskets).wave(Distance::Near, seed))).sum::<f32>() / 6.0;
    let late = [4, 20, 60].map(mean);
    assert!(late.is_sorted_by(|a, b| 1.15 * a < *b), "half is heard after {late:?} s");
    for seed in 0..4 {
        let volleys = [4, 20, 120].map(|muskets| Sound::Volley(muskets).wave(Distance::Near, seed));
        let strong = volleys.each_ref().map(|wave| energy(wave.samples()));
        assert!(strong.is_sorted_by(|a, b| 1.2 * a < *b), "seed {seed}: {strong:?}");
        // A ragged ripple, not a click: after the first tenth of a second most is still to come, and half of the tenths
        // of its first second have something of it.
        let tenths: Vec<f32> = (0..10).map(|n| between(&volleys[2], 0.1 * n as f32, 0.1 + 0.1 * n as f32)).collect();
        assert!(tenths[0] < 0.5 * tenths.iter().sum::<f32>(), "{tenths:?}");
        let loudest = tenths.iter().copied().fold(0.0, f32::max);
        assert!(tenths.iter().filter(|tenth| **tenth > 0.1 * loudest).count() >= 5, "{tenths:?}");
    }
}

#[test]
fn a_gun_is_deeper_than_a_musket_and_a_napoleon_than_a_rifle() {
    for seed in 0..3 {
        let deep = [Sound::Guns(Gun::Smoothbore, 1), Sound::Guns(Gun::Rifled, 1), Sound::Skirmish]
            .map(|sound| centroid(&sound.wave(Distance::Near, seed)));
        assert!(1.2 * deep[0] < deep[1] && 2.0 * deep[1] < deep[2], "seed {seed}: {deep:?} Hz");
        let canister = centroid(&Sound::Canister(1).wave(Distance::Near, seed));
        assert!(canister > 2.0 * deep[0], "the balls are heard: {canister} Hz");
    }
}

#[test]
fn a_gun_rolls_on() {
    let wave = near(Sound::Guns(Gun::Smoothbore, 1));
    let parts = [0.0, 0.5, 1.0, 1.5].map(|at| between(&wave, at, at + 0.5));
    assert!(parts.is_sorted_by(|a, b| a > b), "{parts:?}");
    assert!(parts[1] > 0.01 * parts[0], "the echo is heard: {parts:?}");
}

#[test]
fn air_takes_the_high_tones_first() {
    for sound in [Sound::Volley(20), Sound::Drums, Sound::Canister(1)] {
        let heard = Distance::ALL.map(|distance| sound.wave(distance, 2));
        let high = heard.each_ref().map(centroid);
        assert!(high.is_sorted_by(|a, b| *a > 1.1 * b), "{}: {high:?} Hz", sound.name());
        let strong = heard.each_ref().map(|wave| energy(wave.samples()));
        assert!(strong.is_sorted_by(|a, b| a > b), "{}: {strong:?}", sound.name());
    }
}

#[test]
fn the_drum_beats_every_step_of_quickstep() {
    let wave = near(Sound::Drums);
    for step in 0..8 {
        let at = step as f32 * 60.0 / 110.0;
        // The second stroke of the flam against the time between the steps.
        let (on, off) = (between(&wave, at + 0.02, at + 0.09), between(&wave, at + 0.19, at + 0.26));
        assert!(on > 2.5 * off, "step {step}: {on} to {off}");
    }
}

#[test]
fn the_bugle_holds_its_last_note() {
    let wave = near(Sound::Bugle);
    let spectrum = spectrum(&wave, wave.seconds() - 0.6 - 0.45);
    // The sixth of the row on B flat, and nothing lower: no note of the row is left standing.
    let about = |pitch: f32| -> f32 {
        spectrum.iter().enumerate().filter(|(k, _)| (hertz(*k) - pitch).abs() < 15.0).map(|(_, e)| e).sum()
    };
    let note = 6.0 * 116.54;
    assert!(about(note) > 20.0 * about(note / 6.0 * 4.0), "{} {}", about(note), about(note / 6.0 * 4.0));
    assert!(about(note) > 20.0 * about(note / 6.0 * 5.0));
    assert!(about(2.0 * note) > 0.02 * about(note), "brass has overtones");
}

#[test]
fn the_yell_is_higher_than_the_hurrah() {
    // Not so much in its strength, which the mouths shape, as in its lowest tone.
    let lowest = |sound| {
        let spectrum = spectrum(&near(sound), 0.5);
        let loudest = spectrum.iter().copied().fold(0.0, f32::max);
        spectrum.iter().position(|e| *e > 0.05 * loudest).map(hertz).unwrap_or_default()
    };
    let (hurrah, yell) = (lowest(Sound::Hurrah), lowest(Sound::Yell));
    assert!((100.0..400.0).contains(&hurrah) && yell > 1.3 * hurrah, "{hurrah} Hz and {yell} Hz");
}

#[test]
fn horses_at_the_gallop_have_more_hooves_than_at_the_trot() {
    let hooves = |pace| energy(near(Sound::Hooves(pace)).samples());
    assert!(hooves(Pace::Gallop) > 1.2 * hooves(Pace::Trot));
}

#[test]
fn more_dice_rattle_more() {
    let dice = |count| energy(Sound::Dice(count).wave(Distance::Near, 3).samples());
    assert!(dice(8) > 1.5 * dice(2) && dice(2) > dice(1));
}

#[test]
fn names_are_names_of_files_and_no_two_are_the_same() {
    let mut names: Vec<String> = ALL.iter().map(|sound| sound.name()).collect();
    assert!(names.iter().all(|name| name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')));
    names.sort();
    names.dedup();
    assert_eq!(names.len(), ALL.len());
}

#[test]
fn a_file_says_what_is_in_it() {
    let wave = near(Sound::Page);
    let bytes = wav::file(&wave);
    let number = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]) as usize;
    assert_eq!((&bytes[..4], &bytes[8..16], &bytes[36..40]), (&b"RIFF"[..], &b"WAVEfmt "[..], &b"data"[..]));
    assert_eq!(bytes.len(), wav::HEADER + 2 * wave.samples().len());
    assert_eq!((number(4), number(24), number(40)), (bytes.len() - 8, RATE as usize, bytes.len() - wav::HEADER));
    let peak = wave.samples().iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).expect("it has samples");
    let at = wav::HEADER + 2 * peak.0;
    let stored = f32::from(i16::from_le_bytes([bytes[at], bytes[at + 1]])) / 32_767.0;
    assert!((stored - peak.1).abs() < 1e-4);
}
