//! The one place where a gesture becomes a march: asks the planner for the nearest legal place to the pointer.

use bevy::math::{Vec2, ops};

use crate::army::{Place, RegimentId};
use crate::geometry::{Degrees, Inches, March, Pose};
use crate::turn::{Field, Order};

/// Where a regiment is seized.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Grip {
    /// By its middle.
    #[default]
    Middle,
    /// By its left flank: that end goes forward.
    LeftFlank,
    /// By its right flank.
    RightFlank,
}

impl Grip {
    /// Where a regiment is seized by a point of the table: its outer quarters are its flanks.
    pub fn of(field: &Field, unit: RegimentId, at: Vec2) -> Self {
        let footprint = field.unit(unit).footprint();
        let across = (at - footprint.pose.at.vec()).dot(footprint.pose.heading.right());
        let quarter = footprint.frontage.get() / 4.0;
        if footprint.frontage <= Inches::new(2) || across.abs() < quarter {
            Self::Middle
        } else if across < 0.0 {
            Self::LeftFlank
        } else {
            Self::RightFlank
        }
    }
}

/// What a drag would order.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The order.
    pub order: Order,
    /// Where it ends.
    pub to: Pose,
    /// Poses on the way.
    pub via: Vec<Pose>,
    /// Inches spent.
    pub cost: Inches,
    /// Inches left afterwards, where it is known.
    pub left: Option<Inches>,
}

/// The end of the front edge that stays when a line wheels, and the wheel about it: clockwise is positive.
pub fn wheel(field: &Field, unit: RegimentId, pose: Pose, by: Degrees) -> Pose {
    let half = field.unit(unit).footprint().frontage.get() / 2.0;
    let hinge = pose.local(if by.0 >= 0 { half } else { -half }, 0.0);
    let (sin, cos) = ops::sin_cos(-by.radians());
    let arm = pose.at.vec() - hinge;
    let turned = Vec2::new(arm.x * cos - arm.y * sin, arm.x * sin + arm.y * cos);
    Pose::round(hinge + turned, pose.heading + by)
}

/// The poses of a march from a pose: after the first advance, after the wheel, at the end.
pub fn poses(field: &Field, unit: RegimentId, from: Pose, march: March) -> [Pose; 3] {
    let advanced = from.ahead(march.advance);
    let wheeled = if march.wheel == Degrees::ZERO { advanced } else { wheel(field, unit, advanced, march.wheel) };
    [advanced, wheeled, wheeled.ahead(march.then)]
}

/// The nearest place to the pointer that a free move can reach.
pub fn nearest(field: &Field, unit: RegimentId, pointer: Vec2, grip: Grip) -> Option<Plan> {
    let now = field.unit(unit);
    let rates = crate::book::movement::infantry(now.place.formation);
    let left = (now.deeds.cap.unwrap_or(rates.open).min(rates.open) - now.deeds.spent).floor_zero();
    if left == Inches::ZERO {
        return None;
    }
    let from = now.place.pose;
    let march = match grip {
        Grip::Middle => middle(field, unit, from, pointer, left, now.deeds.wheeled),
        Grip::LeftFlank | Grip::RightFlank => flank(field, unit, from, pointer, left, grip),
    };
    let [advanced, wheeled, to] = poses(field, unit, from, march);
    let turned = march.wheel.radians().abs() * now.footprint().frontage.get();
    let cost = march.advance + march.then + Inches::round(turned);
    (cost > Inches::ZERO).then(|| Plan {
        order: Order::March { unit, march },
        to,
        via: vec![advanced, wheeled],
        cost,
        left: Some((left - cost).floor_zero()),
    })
}

/// Tries every wheel in steps of a degree and takes the march that ends nearest to the pointer, then the cheapest.
fn middle(field: &Field, unit: RegimentId, from: Pose, pointer: Vec2, left: Inches, wheeled: bool) -> March {
    let frontage = field.unit(unit).footprint().frontage.get();
    let mut best = (f32::INFINITY, March::default());
    let most = if wheeled { 0 } else { 45 };
    for degrees in -most..=most {
        let by = Degrees::new(degrees);
        let budget = left.get() - by.radians().abs() * frontage;
        if budget < 0.0 {
            continue;
        }
        // Ends are at hinge-turned(from) + a * forward + b * new forward: least squares for a and b, then clipped.
        let turned = if degrees == 0 { from } else { wheel(field, unit, from, by) };
        let (u, v) = (from.heading.forward(), turned.heading.forward());
        let to = pointer - turned.at.vec();
        let cross = u.perp_dot(v);
        let (mut a, mut b) =
            if cross.abs() < 1e-4 { (0.0, to.dot(v)) } else { (to.perp_dot(v) / cross, u.perp_dot(to) / cross) };
        if a < 0.0 {
            (a, b) = (0.0, to.dot(v));
        }
        if b < 0.0 {
            (a, b) = (to.dot(u).max(0.0), 0.0);
        }
        let sum = a + b;
        if sum > budget {
            let scale = budget / sum;
            (a, b) = (a * scale, b * scale);
        }
        let end = turned.at.vec() + u * a + v * b;
        let miss = end.distance(pointer) + 0.004 * by.radians().abs() * frontage;
        if miss < best.0 - 1e-4 {
            best = (miss, March { advance: floor(a), wheel: by, then: floor(b) });
        }
    }
    best.1
}

/// A flank is seized: the line wheels so that this end comes nearest to the pointer.
fn flank(field: &Field, unit: RegimentId, from: Pose, pointer: Vec2, left: Inches, grip: Grip) -> March {
    let frontage = field.unit(unit).footprint().frontage.get();
    if field.unit(unit).deeds.wheeled {
        return March::default();
    }
    let sign = if grip == Grip::LeftFlank { 1.0 } else { -1.0 };
    let hinge = from.local(sign * frontage / 2.0, 0.0);
    let arm = pointer - hinge;
    // The hinge looks along the front edge to the seized end; the turn is the angle between that and the pointer.
    let rest = from.heading.right() * -sign;
    let turn = ops::atan2(rest.perp_dot(arm), rest.dot(arm));
    let clockwise = -turn.to_degrees() * sign;
    let most = (left.get() / frontage).to_degrees().min(45.0);
    let by = Degrees((clockwise.clamp(0.0, most) * sign * 100.0).trunc() as i32);
    March { advance: Inches::ZERO, wheel: by, then: Inches::ZERO }
}

/// Down to the tenth that players measure with.
fn floor(inches: f32) -> Inches {
    Inches((inches * 10.0 + 0.01).floor().max(0.0) as i32 * 100)
}

/// A regiment's place with another pose.
pub fn at(field: &Field, unit: RegimentId, pose: Pose) -> Place {
    Place { pose, ..field.unit(unit).place }
}
