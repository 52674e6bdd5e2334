//! Words beside shapes. They are broken into lines, kept in the part of the window that panels leave free, and moved to
//! where they cover neither the labels of regiments nor each other.

use bevy::prelude::*;

use crate::table::Layer;
use crate::table::camera::{View, ViewInsets};
use crate::table::labels::layout::{self, Index};
use crate::table::labels::{Pinned, Writing, measure, words};

/// Size of the letters, in logical pixels.
const LETTERS: f32 = 14.0;
/// Lines are broken when they are longer than this many logical pixels.
const LONGEST: f32 = 380.0;
/// Words moved further than this many logical pixels are led back to where they belong.
const LED: f32 = 26.0;
/// What is there all the time is never more than so many logical pixels from what it speaks of: a long line would lead
/// the eye to somebody else.
const REACH: f32 = 64.0;
/// And what is one of many never more than so many.
const CLOSE: f32 = 36.0;
/// What boxes stand for that words keep off: other words, and figures.
const WORDS: usize = 0;
const FIGURES: usize = 1;

/// Who comes first where there is little room.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Rank {
    /// What the player holds in his hand.
    Held,
    /// What he has asked to see.
    Plain,
    /// One of many: left out where there is no room close to its place.
    Aside,
    /// What is there all the time: places that count.
    Standing,
}

/// Words that are to be written.
#[derive(Clone, Debug)]
pub(super) struct Saying {
    /// What.
    pub text: String,
    /// The point of the table that it belongs to.
    pub at: Vec2,
    /// Moved by so many logical pixels, y up.
    pub shift: Vec2,
    /// Their colour.
    pub ink: Color,
    /// Who comes first.
    pub rank: Rank,
}

/// Words that have their place.
#[derive(Clone, Debug)]
pub(super) struct Said {
    text: String,
    ink: Color,
    /// The point of the table that it belongs to.
    pub at: Vec2,
    /// Their middle from there, in logical pixels.
    pub shift: Vec2,
    /// Half of what they cover, in logical pixels.
    pub half: Vec2,
    /// Whether they stand so far away that a line leads back.
    pub led: bool,
}

/// Gives all words places; `labels` is covered already, in logical pixels from the table's corner. What is there all
/// the time keeps off the `figures` too, in inches; where that would take it far away it covers some of them.
pub(super) fn place(
    mut words: Vec<Saying>,
    view: &View,
    insets: &ViewInsets,
    labels: impl Iterator<Item = Rect>,
    figures: impl Iterator<Item = Rect>,
) -> Vec<Said> {
    let free = view.seen(insets);
    let free = Rect { min: free.min * view.zoom, max: free.max * view.zoom };
    let (mut taken, mut men) = (Index::default(), Some(figures));
    for area in labels {
        taken.add(area, WORDS);
    }
    // A place that counts and is out of sight is not named: its name would be cut off.
    words.retain(|words| words.rank != Rank::Standing || free.contains(words.at * view.zoom));
    words.sort_by_key(|words| words.rank);
    let longest = LONGEST.min(free.width() - 8.0);
    words
        .into_iter()
        .filter_map(|words| {
            let text = broken(&words.text, longest);
            let size = measure::size(&text, LETTERS);
            let anchor = words.at * view.zoom;
            // More lines grow away from what they speak of.
            let more = (size.y - measure::size("", LETTERS).y) / 2.0 * words.shift.y.signum();
            let middle = anchor + words.shift + Vec2::Y * more;
            // What is out of sight is not dragged into it.
            let everywhere = Rect::from_center_half_size(Vec2::ZERO, Vec2::splat(1.0e6));
            let within = if free.contains(anchor) { free } else { everywhere };
            let found = if words.rank == Rank::Standing {
                // They come last: by then all others have their places.
                for area in men.take().into_iter().flatten() {
                    taken.add(Rect { min: area.min * view.zoom, max: area.max * view.zoom }, FIGURES);
                }
                let worth = |what| if what == WORDS { 4.0 } else { 1.0 };
                layout::room_near((anchor, REACH), middle, size, within, &taken, worth)
            } else {
                layout::room_for(middle, size, within, &taken)
            };
            let area = Rect::from_center_size(found, size);
            let far = layout::off(anchor, area) > CLOSE || !free.contains(anchor);
            if words.rank == Rank::Aside && far {
                return None;
            }
            taken.add(area, WORDS);
            let led = found.distance(middle) > LED;
            Some(Said { text, ink: words.ink, at: words.at, shift: found - anchor, half: size / 2.0, led })
        })
        .collect()
}

impl Said {
    /// Writes them.
    pub fn write(&self, commands: &mut Commands) -> Vec<Entity> {
        let middle = Pinned { at: self.at, shift: self.shift, scale: 1.0, z: Layer::Labels.z() + 20.0 };
        words(commands, Writing { text: &self.text, letters: LETTERS, ink: self.ink }, middle)
    }
}

/// Words in lines no longer than so many pixels, broken at spaces.
fn broken(text: &str, longest: f32) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if measure::size(&format!("{line} {word}"), LETTERS).x <= longest => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view() -> (View, ViewInsets) {
        let view = View { centre: Vec2::new(36.0, 24.0), zoom: 20.0, whole: false, ..View::default() };
        (view, ViewInsets { left: 290.0, right: 320.0, top: 84.0, bottom: 40.0 })
    }

    fn saying(text: &str, at: Vec2, rank: Rank) -> Saying {
        Saying { text: text.into(), at, shift: Vec2::new(0.0, 13.0), ink: Color::WHITE, rank }
    }

    #[test]
    fn long_words_are_broken_and_nothing_is_lost() {
        let text = "4.2 in used, 1.8 in left (ploughed field 2.0 in); passes through the 6th Wisconsin and the 7th \
                    Wisconsin: each tests, as it does";
        let lines = broken(text, 380.0);
        assert!(lines.lines().count() > 1);
        assert!(lines.lines().all(|line| measure::size(line, LETTERS).x <= 380.0), "{lines}");
        assert_eq!(lines.replace('\n', " "), text);
    }

    #[test]
    fn words_cover_neither_labels_nor_each_other_and_stay_in_sight() {
        let (view, insets) = view();
        let at = Vec2::new(36.0, 24.0);
        let labels = [Rect::from_center_size(at * view.zoom + Vec2::new(0.0, 13.0), Vec2::new(120.0, 20.0))];
        let text = "Brawner's farmyard: 5 points";
        for (many, rank) in [(12, Rank::Plain), (5, Rank::Standing)] {
            let words: Vec<Saying> = (0..many).map(|n| saying(text, at + Vec2::X * n as f32, rank)).collect();
            let said = place(words, &view, &insets, labels.into_iter(), std::iter::empty());
            let free = view.seen(&insets);
            let free = Rect { min: free.min * view.zoom, max: free.max * view.zoom };
            let mut areas = labels.to_vec();
            for words in &said {
                let area = Rect::from_center_half_size(words.at * view.zoom + words.shift, words.half);
                assert!(areas.iter().all(|other| !layout::overlap(area, *other)), "{area:?}");
                assert!(free.contains(area.min) && free.contains(area.max), "{area:?} in {free:?}");
                areas.push(area);
            }
        }
    }

    #[test]
    fn what_is_always_there_keeps_off_the_figures_and_what_is_asked_for_does_not() {
        let (view, insets) = view();
        let at = Vec2::new(36.0, 24.0);
        let men = Rect::from_corners(Vec2::new(33.0, 24.0), Vec2::new(39.0, 25.2));
        for (rank, off) in [(Rank::Standing, true), (Rank::Plain, false)] {
            let words = vec![saying("the crossroads: 5 points", at, rank)];
            let said = place(words, &view, &insets, std::iter::empty(), [men].into_iter());
            let area = Rect::from_center_half_size(said[0].at * view.zoom + said[0].shift, said[0].half);
            let men = Rect { min: men.min * view.zoom, max: men.max * view.zoom };
            assert_eq!(!layout::overlap(area, men), off, "{area:?}");
        }
    }

    #[test]
    fn what_is_always_there_stays_close_to_its_place_in_any_crowd() {
        let (view, insets) = view();
        let at = Vec2::new(36.0, 24.0);
        let men = Rect::from_corners(Vec2::new(28.0, 18.0), Vec2::new(44.0, 32.0));
        // Labels everywhere but in one place above, which figures fill.
        let labels: Vec<Rect> = (-14..=14)
            .filter(|row| *row != 2)
            .map(|row| Rect::from_center_size(at * view.zoom + Vec2::Y * 20.0 * row as f32, Vec2::new(600.0, 18.0)))
            .collect();
        for crowd in [&labels[..], &[]] {
            let words = vec![saying("the crossroads: 5 points", at, Rank::Standing)];
            let said = place(words, &view, &insets, crowd.iter().copied(), [men].into_iter());
            let area = Rect::from_center_half_size(at * view.zoom + said[0].shift, said[0].half);
            let off = layout::off(at * view.zoom, area);
            assert!(off <= REACH, "{off} pixels off");
            assert!(
                crowd.iter().all(|other| area.intersect(*other).height() < 6.0),
                "rather figures than names: {area:?}"
            );
        }
    }

    #[test]
    fn what_is_one_of_many_is_said_where_there_is_room_and_left_out_where_there_is_none() {
        let (view, insets) = view();
        let at = Vec2::new(36.0, 24.0);
        let words: Vec<Saying> =
            (0..30).map(|n| saying("Herr Ridge rises between", at + Vec2::X * 0.1 * n as f32, Rank::Aside)).collect();
        let said = place(words, &view, &insets, std::iter::empty(), std::iter::empty());
        assert!((2..15).contains(&said.len()), "{} of them", said.len());
        for (n, words) in said.iter().enumerate() {
            let area = |words: &Said| Rect::from_center_half_size(words.at * view.zoom + words.shift, words.half);
            assert!(layout::off(words.at * view.zoom, area(words)) <= CLOSE);
            assert!(said[..n].iter().all(|other| !layout::overlap(area(words), area(other))));
        }
        let asked = vec![saying("Herr Ridge", at, Rank::Aside), saying("what was asked", at, Rank::Plain)];
        let said = place(asked, &view, &insets, std::iter::empty(), std::iter::empty());
        assert_eq!((said[0].text.as_str(), said[0].shift), ("what was asked", Vec2::new(0.0, 13.0)));
    }

    #[test]
    fn what_is_held_comes_before_what_is_always_there_and_what_is_out_of_sight_stays_there() {
        let (view, insets) = view();
        let at = Vec2::new(36.0, 24.0);
        let words = vec![saying("a place", at, Rank::Standing), saying("in the hand", at, Rank::Held)];
        let said = place(words, &view, &insets, std::iter::empty(), std::iter::empty());
        assert_eq!((said[0].text.as_str(), said[0].shift), ("in the hand", Vec2::new(0.0, 13.0)));
        let far = vec![saying("far", Vec2::new(-9.0, 24.0), Rank::Plain)];
        let far = place(far, &view, &insets, std::iter::empty(), std::iter::empty());
        assert_eq!(far[0].shift, Vec2::new(0.0, 13.0));
    }
}
