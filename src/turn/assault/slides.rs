//! How far a charger may have to slide along the face that it strikes (C-26): as it aims, or to where it comes clear of
//! somebody who stands there, to the thousandth.

use crate::geometry::{Footprint, Inches};
use crate::turn::field::{Field, Unit};
use crate::turn::way_back::stretch;

/// Slides to the right, to the left negative, the least first: none; clear of each regiment and house that is in the way,
/// on either side of it; onto the table.
pub(super) fn worth_trying(field: &Field, stands: &[Footprint], others: &[&Unit], most: Inches) -> Vec<Inches> {
    let mut all: Vec<i32> = vec![0];
    let houses = field.ground.standing_buildings().map(|(_, house)| house.base);
    for base in others.iter().flat_map(|other| other.bases()).chain(houses) {
        for mine in stands.iter().filter(|mine| mine.gap_at_least(&base) <= most) {
            let right = mine.pose.heading.right();
            if let Some((from, to)) = stretch(mine, &base, right, mine.flush(&base)) {
                all.extend(no_more(from));
                all.extend(no_less(to));
            }
        }
    }
    let table = field.ground.bounds();
    for mine in stands {
        let right = mine.pose.heading.right();
        for corner in mine.corners() {
            for (at, speed, lo, hi) in
                [(corner.x, right.x, table.lo.x, table.hi.x), (corner.y, right.y, table.lo.y, table.hi.y)]
            {
                if speed.abs() > 1e-3 && !(lo..=hi).contains(&at) {
                    let need = (if at < lo { lo } else { hi } - at) / speed;
                    all.extend(if need > 0.0 { no_less(need) } else { no_more(need) });
                }
            }
        }
    }
    all.retain(|slide| slide.abs() <= most.0);
    all.sort_by_key(|slide| (slide.abs(), *slide < 0));
    all.dedup();
    all.into_iter().map(Inches).collect()
}

/// Rounding of a distance in thousandths.
const NOISE: f32 = 0.1;

/// The greatest whole thousandths that are no more, and a few less for what the rounding of a pose may take.
fn no_more(inches: f32) -> [i32; 4] {
    let most = (inches * 1000.0 + NOISE).floor() as i32;
    [most, most - 1, most - 2, most - 3]
}

/// The least whole thousandths that are no less, and a few more.
fn no_less(inches: f32) -> [i32; 4] {
    let least = (inches * 1000.0 - NOISE).ceil() as i32;
    [least, least + 1, least + 2, least + 3]
}
