//! How large words are before they are written, by the widths of the table's own letters.

use bevy::math::Vec2;

/// Size in logical pixels of words in letters of this size, their dark rim included.
pub fn size(words: &str, letters: f32) -> Vec2 {
    let longest = words.lines().map(|line| line.chars().map(width).sum::<f32>()).fold(0.0, f32::max);
    let lines = words.lines().count().max(1) as f32;
    Vec2::new(longest * letters + 2.0 * super::RIM, (lines * letters * LINE).ceil() + 1.0)
}

/// Distance of lines in parts of their letters.
pub const LINE: f32 = 1.2;

/// Width of a letter in parts of its size; what the face does not have is taken to be wide.
fn width(letter: char) -> f32 {
    match letter {
        ' ' | 'i' | 'j' | '\'' => 0.24,
        ',' | '.' | ':' | ';' | 'I' | 'l' | '|' | '!' => 0.275,
        '-' | '(' | ')' | '[' | ']' => 0.31,
        'r' | 'f' | 't' | '/' | '"' => 0.392,
        's' | 'c' | 'z' | 'v' | 'y' | 'k' | 'J' => 0.495,
        'x' | 'a' | 'L' | 'S' | 'F' | 'e' | 'T' => 0.55,
        '0'..='9' | '+' | 'E' | 'Z' | 'Y' | 'h' | 'n' | 'u' | 'g' | 'o' | 'b' | 'd' | 'p' | 'q' => 0.583,
        'P' | 'K' | 'X' | 'C' | 'R' | 'V' | 'B' => 0.63,
        'A' | '&' | 'G' | 'U' | 'H' | 'D' | 'N' => 0.71,
        'O' | 'Q' | 'w' => 0.775,
        'm' | 'M' | '%' => 0.865,
        _ => 0.94,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::{Context, FontId};

    #[test]
    fn words_are_never_wider_than_they_are_taken_to_be() {
        // The panels write with the same face.
        let ctx = Context::default();
        let mut checked = 0;
        let mut output = ctx.run_ui(bevy_egui::egui::RawInput::default(), |ui| {
            for words in [
                "110th Pennsylvania",
                "Battery B, 4th U.S. Artillery",
                "Stuart Horse Artillery",
                "6 Wis",
                "Phillips' Legion",
                "4.2 in used, 1.8 in left (ploughed field 2.0 in)",
                "AMWQGJLY amwqgjly 0123456789",
            ] {
                let galley = ui.painter().layout_no_wrap(
                    words.to_owned(),
                    FontId::proportional(15.0),
                    bevy_egui::egui::Color32::WHITE,
                );
                let taken = size(words, 15.0).x;
                // Not narrower, and not so much wider that room is wasted.
                assert!(galley.size().x <= taken && taken <= galley.size().x * 1.12 + 4.0, "{words}: {taken}");
                checked += 1;
            }
        });
        output.textures_delta.clear();
        assert_eq!(checked, 7);
    }
}
