//! A WAV file: a header of 44 bytes, and the samples in 16 bits, one ear.

use super::{RATE, Wave};

/// Bytes before the samples.
pub const HEADER: usize = 44;

/// The file of a sound.
///
/// # Panics
/// With a sound of more than 13 hours, whose length the header cannot hold.
pub fn file(wave: &Wave) -> Vec<u8> {
    let data = u32::try_from(wave.samples().len() * 2).expect("a sound of less than 13 hours");
    let mut bytes = Vec::with_capacity(HEADER + data as usize);
    bytes.extend_from_slice(b"RIFF");
    bytes.extend_from_slice(&(data + HEADER as u32 - 8).to_le_bytes());
    bytes.extend_from_slice(b"WAVEfmt ");
    bytes.extend_from_slice(&16_u32.to_le_bytes());
    // Plain samples, of one ear.
    bytes.extend_from_slice(&1_u16.to_le_bytes());
    bytes.extend_from_slice(&1_u16.to_le_bytes());
    bytes.extend_from_slice(&RATE.to_le_bytes());
    bytes.extend_from_slice(&(RATE * 2).to_le_bytes());
    bytes.extend_from_slice(&2_u16.to_le_bytes());
    bytes.extend_from_slice(&16_u16.to_le_bytes());
    bytes.extend_from_slice(b"data");
    bytes.extend_from_slice(&data.to_le_bytes());
    for sample in wave.samples() {
        let whole = (sample.clamp(-1.0, 1.0) * 32_767.0).round() as i16;
        bytes.extend_from_slice(&whole.to_le_bytes());
    }
    bytes
}
