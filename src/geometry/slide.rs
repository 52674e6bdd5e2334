//! Bases that go straight in any direction without turning, as those of a skirmish line do: how near they pass to
//! another base, and whether they pass into it. Exactly, however long the way is; nothing is looked at in steps.

use bevy::math::Vec2;

use super::footprint::Footprint;
use super::measure::Inches;
use super::polygon;

/// A base and the straight way that it goes, from where it is to where it ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Slide {
    /// Where it begins.
    pub from: Footprint,
    /// Where it ends, facing as it did.
    pub to: Footprint,
}

impl Slide {
    /// Shortest distance to another base on the way; zero when they touch or overlap.
    pub fn gap(&self, other: &Footprint) -> Inches {
        let ends = self.from.gap(other).min(self.to.gap(other));
        if ends == Inches::ZERO || self.from.pose.at == self.to.pose.at {
            return ends;
        }
        // Our corners go past it, and its corners past us.
        let (start, end) = (other.framed(&self.from), other.framed(&self.to));
        let ours = start.into_iter().zip(end).map(|(a, b)| far_from(other, a, b));
        let (start, end) = (self.from.framed(other), self.to.framed(other));
        let theirs = start.into_iter().zip(end).map(|(a, b)| far_from(&self.from, a, b));
        Inches::round(ours.chain(theirs).fold(f32::INFINITY, f32::min)).min(ends)
    }

    /// A distance that [`Slide::gap`] is not less than, found at a glance.
    pub fn gap_at_least(&self, other: &Footprint) -> Inches {
        let around = |base: &Footprint| base.frontage.half() + base.depth;
        let way = (self.from.pose.at.vec(), self.to.pose.at.vec());
        let between = polygon::distance_to(other.pose.at.vec(), way.0, way.1);
        Inches((between * 1000.0) as i32 - 2) - around(&self.from) - around(other)
    }

    /// Whether it comes deeper into another base than `before` inches, which rounding left between them.
    pub fn overlaps_more(&self, other: &Footprint, before: f32) -> bool {
        if self.from.overlaps_more(other, before) || self.to.overlaps_more(other, before) {
            return true;
        }
        let deep = self.from.flush(other).max(before);
        let mut during = (0.0_f32, 1.0_f32);
        let near = |a: &[Vec2; 4], b: &[Vec2; 4], base: &Footprint, during: &mut (f32, f32)| {
            let ((lo_a, hi_a), (lo_b, hi_b)) = (ends(a), ends(b));
            let half = base.frontage.get() / 2.0;
            for (at_start, at_end) in [
                (hi_a.x + half, hi_b.x + half),
                (half - lo_a.x, half - lo_b.x),
                (hi_a.y + base.depth.get(), hi_b.y + base.depth.get()),
                (-lo_a.y, -lo_b.y),
            ] {
                narrow(during, at_start - deep, at_end - deep);
            }
        };
        near(&other.framed(&self.from), &other.framed(&self.to), other, &mut during);
        near(&self.from.framed(other), &self.to.framed(other), &self.from, &mut during);
        during.0 < during.1
    }
}

/// Keeps of a stretch of 0 to 1 where a quantity is above nothing that goes evenly from one value to another.
fn narrow(during: &mut (f32, f32), at_start: f32, at_end: f32) {
    match (at_start > 0.0, at_end > 0.0) {
        (true, true) => {}
        (false, false) => *during = (1.0, 0.0),
        (true, false) => during.1 = during.1.min(at_start / (at_start - at_end)),
        (false, true) => during.0 = during.0.max(at_start / (at_start - at_end)),
    }
}

/// The lowest and the highest of corners along both axes.
fn ends(corners: &[Vec2; 4]) -> (Vec2, Vec2) {
    corners.iter().fold((corners[0], corners[0]), |(lo, hi), c| (lo.min(*c), hi.max(*c)))
}

/// Distance of a segment in a base's frame from the base; zero where they meet.
fn far_from(base: &Footprint, a: Vec2, b: Vec2) -> f32 {
    let (half, depth) = (base.frontage.get() / 2.0, base.depth.get());
    let mut during = (0.0_f32, 1.0_f32);
    for (at_start, at_end) in
        [(a.x + half, b.x + half), (half - a.x, half - b.x), (a.y + depth, b.y + depth), (-a.y, -b.y)]
    {
        narrow(&mut during, at_start, at_end);
    }
    if during.0 < during.1 {
        return 0.0;
    }
    let corners = [Vec2::new(-half, 0.0), Vec2::new(half, 0.0), Vec2::new(half, -depth), Vec2::new(-half, -depth)];
    let past = corners.iter().map(|corner| polygon::distance_to(*corner, a, b)).fold(f32::INFINITY, f32::min);
    past.min(base.far_in_frame(a)).min(base.far_in_frame(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Degrees, Pose, Spot};

    fn base(x: i32, y: i32, heading: i32) -> Footprint {
        Footprint {
            pose: Pose { at: Spot { x: Inches(x), y: Inches(y) }, heading: Degrees::new(heading) },
            frontage: Inches(1000),
            depth: Inches(750),
        }
    }

    #[test]
    fn passing_counts_to_the_thousandth() {
        // Sideways past a front that is 2.0" ahead, then 2.0" beside it on the way.
        let slide = Slide { from: base(10_000, 10_000, 0), to: base(20_000, 10_000, 0) };
        assert_eq!(slide.gap(&base(15_000, 12_000, 180)), Inches(2000));
        assert_eq!(slide.gap(&base(15_000, 12_001, 180)), Inches(2001));
        assert_eq!(slide.gap(&base(15_000, 10_200, 0)), Inches::ZERO);
        assert!(slide.overlaps_more(&base(15_000, 10_200, 0), 0.0));
        assert!(!slide.overlaps_more(&base(15_000, 10_750, 0), 0.0));
        assert!(!slide.overlaps_more(&base(15_000, 9_250, 0), 0.0));
    }

    #[test]
    fn a_slanted_way_passes_where_looking_in_small_steps_finds_it() {
        for n in 0..400 {
            let other = base(10_000 + 37 * n, 15_000 - 23 * (n % 90), n * 7);
            let (from, to) = (base(9_000, 9_000 + 11 * n, n * 13), base(19_000 - 17 * n, 16_000, n * 13));
            let steps = 4000;
            let step = |k: i32| {
                let at = from.pose.at.vec().lerp(to.pose.at.vec(), k as f32 / steps as f32);
                Footprint { pose: Pose { at: Spot::round(at), ..from.pose }, ..from }
            };
            let least = (0..=steps).map(|k| step(k).gap(&other)).min().expect("steps");
            let got = Slide { from, to }.gap(&other);
            assert!((got - least).0.abs() <= 2, "{n}: {got} and in steps {least}");
            let into = (0..=steps).any(|k| step(k).overlaps_more(&other, 0.003));
            let not = !(0..=steps).any(|k| step(k).overlaps_more(&other, 0.0));
            let slides = Slide { from, to }.overlaps_more(&other, 0.001);
            assert!(slides || !into, "{n}: it goes into it");
            assert!(!slides || !not, "{n}: it does not go into it");
        }
    }
}
