//! Every sound of the game, written by the program itself.

use std::process::Command;

#[test]
fn the_gallery_writes_sounds_by_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let written = Command::new(env!("CARGO_BIN_EXE_dress-on-the-colors"))
        .arg("gallery")
        .arg(folder.path())
        .args(["--only", "sounds", "--name", "skirmish"])
        .output()
        .expect("the program starts");
    assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));
    let lines = String::from_utf8(written.stdout).unwrap();
    let names = ["skirmish_shot_near.wav", "skirmish_shot_across.wav", "skirmish_shot_far.wav"];
    assert_eq!(lines.lines().count(), names.len(), "{lines}");
    for name in names {
        let bytes = std::fs::read(folder.path().join(name)).unwrap();
        assert_eq!((&bytes[..4], &bytes[8..12]), (&b"RIFF"[..], &b"WAVE"[..]), "{name}");
        let samples = bytes[44..].chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        assert!(samples.map(i16::unsigned_abs).max() > Some(1000), "{name} is heard");
    }
}
