//! How each style of overlay looks.

use bevy::prelude::*;

use crate::table::overlays::Style;

/// How a style looks.
pub(super) struct Ink {
    pub line: Color,
    pub fill: Color,
    /// Logical pixels.
    pub width: f32,
    pub pattern: Pattern,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pattern {
    Solid,
    Dashed,
    Dotted,
    Hatched,
}

impl Style {
    /// The colour of words that go with it.
    pub(super) fn said(self) -> Color {
        // Cream, not the red of the bar: it is read on dark ground.
        if self == Self::Blocked { Color::srgb(1.0, 0.93, 0.80) } else { self.ink().line }
    }

    pub(super) fn ink(self) -> Ink {
        let ink = |line: (f32, f32, f32), fill: f32, width: f32, pattern: Pattern| Ink {
            line: Color::srgb(line.0, line.1, line.2),
            fill: Color::srgba(line.0, line.1, line.2, fill),
            width,
            pattern,
        };
        match self {
            Self::Selected => ink((1.0, 0.86, 0.36), 0.10, 2.4, Pattern::Solid),
            Self::Hover => ink((1.0, 0.97, 0.88), 0.0, 1.5, Pattern::Solid),
            Self::Legal => ink((0.98, 0.90, 0.52), 0.20, 2.4, Pattern::Dashed),
            Self::Illegal => ink((0.80, 0.27, 0.19), 0.12, 2.0, Pattern::Hatched),
            Self::Path => ink((1.0, 0.93, 0.68), 0.30, 2.2, Pattern::Dashed),
            Self::Charge => ink((0.93, 0.33, 0.17), 0.55, 2.6, Pattern::Solid),
            Self::ReactionLine => ink((1.0, 0.72, 0.25), 0.3, 3.0, Pattern::Dashed),
            Self::Command => ink((0.96, 0.90, 0.68), 0.055, 1.7, Pattern::Dotted),
            Self::Sight => ink((0.98, 0.96, 0.82), 0.2, 1.6, Pattern::Solid),
            Self::Blocked => ink((0.62, 0.18, 0.14), 0.2, 1.8, Pattern::Dashed),
            Self::Measure => ink((1.0, 0.98, 0.90), 0.2, 2.0, Pattern::Solid),
            Self::Reach => ink((1.0, 0.93, 0.60), 0.16, 1.8, Pattern::Solid),
            Self::ReachSlow => ink((0.30, 0.22, 0.08), 0.22, 1.4, Pattern::Hatched),
            Self::Hidden => ink((0.08, 0.07, 0.10), 0.34, 1.2, Pattern::Hatched),
            Self::Goal => ink((0.97, 0.86, 0.45), 0.30, 2.2, Pattern::Dotted),
            Self::Zone => ink((0.96, 0.94, 0.82), 0.05, 2.0, Pattern::Dashed),
            Self::Plain => ink((1.0, 0.97, 0.88), 0.1, 1.6, Pattern::Solid),
        }
    }
}

pub(super) const DARK: Color = Color::srgba(0.05, 0.035, 0.02, 0.62);
