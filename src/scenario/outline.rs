//! Outlines as people write them: where one crosses itself, and what it encloses. Exact, in thousandths of an inch.

use crate::geometry::Spot;

/// Twice the signed area of the triangle `a b c`: positive when it turns to the left.
fn turn(a: Spot, b: Spot, c: Spot) -> i64 {
    let (ax, ay) = (i64::from(a.x.0), i64::from(a.y.0));
    let (bx, by) = (i64::from(b.x.0) - ax, i64::from(b.y.0) - ay);
    let (cx, cy) = (i64::from(c.x.0) - ax, i64::from(c.y.0) - ay);
    bx * cy - by * cx
}

/// Whether `p`, known to lie on the line through `a` and `b`, lies between them.
fn between(a: Spot, b: Spot, p: Spot) -> bool {
    p.x >= a.x.min(b.x) && p.x <= a.x.max(b.x) && p.y >= a.y.min(b.y) && p.y <= a.y.max(b.y)
}

/// Whether two segments have any point in common.
fn meet(a: Spot, b: Spot, c: Spot, d: Spot) -> bool {
    let (abc, abd) = (turn(a, b, c).signum(), turn(a, b, d).signum());
    let (cda, cdb) = (turn(c, d, a).signum(), turn(c, d, b).signum());
    if abc * abd < 0 && cda * cdb < 0 {
        return true;
    }
    abc == 0 && between(a, b, c)
        || abd == 0 && between(a, b, d)
        || cda == 0 && between(c, d, a)
        || cdb == 0 && between(c, d, b)
}

/// The first two sides of a closed outline that cross or touch though they are not neighbours, or fold back on each
/// other though they are.
pub fn crossing(outline: &[Spot]) -> Option<(usize, usize)> {
    let count = outline.len();
    let side = |n: usize| (outline[n % count], outline[(n + 1) % count]);
    for first in 0..count {
        let (a, b) = side(first);
        for second in first + 1..count {
            let (c, d) = side(second);
            let crossed = if second == first + 1 {
                turn(a, b, d) == 0 && folds(a, b, d)
            } else if (second + 1) % count == first {
                turn(c, d, b) == 0 && folds(c, d, b)
            } else {
                meet(a, b, c, d)
            };
            if crossed {
                return Some((first, second));
            }
        }
    }
    None
}

/// Whether the path `a b c`, known to be straight, turns back at `b`.
fn folds(a: Spot, b: Spot, c: Spot) -> bool {
    let (bax, bay) = (i64::from(a.x.0 - b.x.0), i64::from(a.y.0 - b.y.0));
    let (bcx, bcy) = (i64::from(c.x.0 - b.x.0), i64::from(c.y.0 - b.y.0));
    bax * bcx + bay * bcy > 0
}

/// Twice the area.
pub fn doubled_area(outline: &[Spot]) -> i64 {
    let Some(first) = outline.first() else { return 0 };
    outline.windows(2).map(|pair| turn(*first, pair[0], pair[1])).sum::<i64>().abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Inches;

    fn spots(points: &[(i32, i32)]) -> Vec<Spot> {
        points.iter().map(|(x, y)| Spot { x: Inches::new(*x), y: Inches::new(*y) }).collect()
    }

    #[test]
    fn a_bow_tie_crosses_itself_and_a_square_does_not() {
        assert_eq!(crossing(&spots(&[(0, 0), (4, 4), (4, 0), (0, 4)])), Some((0, 2)));
        assert_eq!(crossing(&spots(&[(0, 0), (4, 0), (4, 4), (0, 4)])), None);
        assert_eq!(crossing(&spots(&[(0, 0), (4, 0), (2, 0), (2, 3)])), Some((0, 1)));
        assert_eq!(crossing(&spots(&[(0, 0), (2, 0), (4, 0), (4, 4)])), None, "a corner on a straight side");
    }

    #[test]
    fn area_does_not_mind_which_way_round() {
        let hook = spots(&[(0, 0), (6, 0), (6, 6), (4, 6), (4, 2), (0, 2)]);
        assert_eq!(doubled_area(&hook), 2 * 20 * 1_000_000);
        assert_eq!(doubled_area(&hook.into_iter().rev().collect::<Vec<_>>()), 2 * 20 * 1_000_000);
    }
}
