//! What a march meets on its legs, in order: areas, obstacles, inches of road.

use super::piece::{AreaKind, Ground};
use super::sweep::{Leg, Site};
use super::water;
use crate::book::movement::Ranks;
use crate::geometry::{Bounds, Inches, Shape, polygon};

/// Something that the ground does to a march.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meets {
    /// Stands in this area when it begins.
    Stands(usize),
    /// Enters this area.
    Enters(usize),
    /// Crosses this obstacle.
    Crosses(usize),
}

/// The pose is rounded between two legs: by no more than this does the front edge jump.
const BETWEEN_LEGS: f32 = 0.002;

/// Everything met on the legs by men in such ranks, in order along the path.
pub(super) fn met(ground: &Ground, legs: &[Leg], ranks: Ranks) -> Vec<(Inches, Meets)> {
    let index = ground.index();
    let around = legs.iter().map(|leg| leg.bounds).fold(Bounds::NOTHING, Bounds::join);
    let bridges = water::bridges(ground, ranks);
    let site = |i: usize, shape| match ground.areas[i].kind {
        AreaKind::Stream | AreaKind::River => water_of(shape, &bridges, ranks),
        _ => Site::beside_roads(shape),
    };
    let areas: Vec<(usize, Site)> = index
        .areas
        .iter()
        .enumerate()
        .filter(|(_, shape)| shape.bounds.meets(&around))
        .map(|(i, shape)| (i, site(i, shape)))
        .collect();
    let obstacles: Vec<(usize, &Shape)> = index
        .obstacles
        .iter()
        .filter(|part| part.shape.bounds.meets(&around))
        .map(|part| (part.obstacle, &part.shape))
        .collect();
    let mut met: Vec<(Inches, Meets)> = Vec::new();
    let mut before = Inches::ZERO;
    let mut crossed: Vec<(usize, Inches)> = Vec::new();
    for (n, leg) in legs.iter().enumerate() {
        for (i, area) in &areas {
            let i = *i;
            let already = leg.starts_inside(area);
            for (from, _) in leg.inside(area) {
                let flush = from <= polygon::NOISE;
                let along = before + Inches::round(from);
                if !(flush && already) {
                    met.push((along, Meets::Enters(i)));
                } else if n == 0 {
                    met.push((along, Meets::Stands(i)));
                }
            }
            let known = |m: &(Inches, Meets)| m.1 == Meets::Stands(i) || m.1 == Meets::Enters(i);
            if already && !met.iter().any(known) {
                // Inside as a later leg begins without having come in: the rounding of the pose between them.
                met.push((before, if n == 0 { Meets::Stands(i) } else { Meets::Enters(i) }));
            }
        }
        for (i, line) in obstacles.iter().copied() {
            let slack = if n == 0 { polygon::NOISE } else { BETWEEN_LEGS };
            for along in leg.crossings(line, slack) {
                let along = before + Inches::round(along);
                // A corner between two legs must not be paid twice for the rounding of a pose.
                if crossed.iter().any(|(o, at)| *o == i && (along - *at).0.abs() < 5) {
                    continue;
                }
                crossed.push((i, along));
                met.push((along, Meets::Crosses(i)));
            }
        }
        before += leg.length;
    }
    // Where areas are met together, prices come first and what is left is cut then, however the map lists them.
    let cuts = |i: usize| matches!(ground.areas[i].kind, AreaKind::LightWoods | AreaKind::DenseWoods);
    met.sort_by_key(|(along, meets)| {
        (
            *along,
            match meets {
                Meets::Stands(i) => (0, cuts(*i), *i),
                Meets::Crosses(i) => (1, false, *i),
                Meets::Enters(i) => (2, cuts(*i), *i),
            },
        )
    });
    met
}

/// Road inches in the first `along` inches of the path.
pub(super) fn road_before(legs: &[Leg], along: Inches) -> f32 {
    let mut before = Inches::ZERO;
    let mut road = 0.0;
    for leg in legs {
        road += leg.road_before((along - before).get());
        before += leg.length;
        if before >= along {
            break;
        }
    }
    road
}

/// Water as men in such ranks meet it.
pub(super) fn water_of<'g>(shape: &'g Shape, dry: &'g [&'g Shape], ranks: Ranks) -> Site<'g> {
    Site { shape, dry, over_roads: true, in_file: ranks == Ranks::Open }
}
