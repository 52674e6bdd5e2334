//! The one place where a gesture becomes a march: asks the planner for the nearest lawful place to the pointer.

use bevy::math::Vec2;

use crate::army::{Place, RegimentId};
use crate::geometry::{Degrees, Inches, Pose};
use crate::ground::{Mover, Walk};
use crate::turn::agenda::Gait;
use crate::turn::reaction::Reaction;
use crate::turn::{Field, Order, passage, planner};

pub use planner::Grip;

/// Where a regiment is seized by a point of the table: its outer quarters are its flanks.
pub fn grip(field: &Field, unit: RegimentId, at: Vec2) -> Grip {
    let footprint = field.unit(unit).footprint();
    let across = (at - footprint.pose.at.vec()).dot(footprint.pose.heading.right());
    let quarter = footprint.frontage.get() / 4.0;
    if footprint.frontage <= Inches::new(2) || across.abs() < quarter {
        Grip::Middle
    } else if across < 0.0 {
        Grip::LeftFlank
    } else {
        Grip::RightFlank
    }
}

/// What a drag would order.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The order.
    pub order: Order,
    /// Where it ends.
    pub to: Pose,
    /// Its course: the middle of the front edge from its start to its end.
    pub course: Vec<Vec2>,
    /// Inches spent.
    pub cost: Inches,
    /// Inches left afterwards.
    pub left: Inches,
    /// What took movement beyond the inches marched: "ploughed field 2.0 in".
    pub slowed: Vec<String>,
    /// Where enemies may fire at it on the way, and who.
    pub reactions: Vec<(Vec2, String)>,
    /// Formed friends whom it passes through: they and it will test (Companion 16 §3.3).
    pub passes: Vec<RegimentId>,
}

/// The lawful march that ends nearest to the pointer.
pub fn nearest(field: &Field, unit: RegimentId, pointer: Vec2, grip: Grip) -> Option<Plan> {
    recalling(field, unit, (pointer, Degrees::ZERO), grip, &mut planner::Memory::default())
}

/// As [`nearest`], with what was worked out before for the same unit on the same field, and for a skirmish line that is
/// turned at the end by so much.
pub fn recalling(
    field: &Field,
    unit: RegimentId,
    (pointer, turned): (Vec2, Degrees),
    grip: Grip,
    memory: &mut planner::Memory,
) -> Option<Plan> {
    let mut planner = planner::Planner::recalling(field, unit, std::mem::take(memory));
    let plan = planner.nearest_turned(pointer, grip, turned);
    *memory = planner.into_memory();
    let plan = plan?;
    let now = field.unit(unit);
    Some(Plan {
        order: plan.order(unit),
        passes: passage::of(field, now, Gait::Forward, &plan.way).into_iter().map(|(_, id)| id).collect(),
        to: plan.to,
        course: plan.way.course(now.place.pose, now.footprint().frontage),
        reactions: told(field, planner::reactions(field, unit, &plan.way)),
        cost: plan.walk.cost,
        left: left(&planner::mover(field, now), &plan.walk),
        slowed: plan.walk.slowed.iter().map(|(what, by)| slowed(what, *by)).collect(),
    })
}

/// Reactions in words, those at one place together.
fn told(field: &Field, reactions: Vec<planner::Reaction>) -> Vec<(Vec2, String)> {
    let mut told: Vec<(Vec2, Vec<String>)> = Vec::new();
    for reaction in reactions {
        let (name, the) = (field.unit(reaction.by).name(), field.unit(reaction.by).the());
        let words = match reaction.what {
            Reaction::Fire => format!("{name} may fire here"),
            Reaction::Evade => format!("the screen of {the} may evade here"),
            Reaction::Refuse(_) => format!("{name} may refuse its flank here"),
        };
        match told.iter_mut().find(|(at, _)| *at == reaction.at) {
            Some((_, lines)) => lines.push(words),
            None => told.push((reaction.at, vec![words])),
        }
    }
    told.into_iter().map(|(at, lines)| (at, lines.join("; "))).collect()
}

/// A regiment's place with another pose.
pub fn at(field: &Field, unit: RegimentId, pose: Pose) -> Place {
    Place { pose, ..field.unit(unit).place }
}

/// A length to a tenth of an inch, as it is read off a tape.
pub fn tenths(length: Inches) -> String {
    format!("{:.1} in", f64::from(length.0) / 1000.0)
}

/// Inches left after a march: woods and mud that it enters may allow less in all than its formation does.
fn left(mover: &Mover, walk: &Walk) -> Inches {
    let most = walk.cap.map_or(mover.total(), |cap| cap.min(mover.total()));
    (most - mover.spent - walk.cost).floor_zero()
}

/// What took movement, and how much: "ploughed field 2.0 in". A limit says its inches itself.
fn slowed(what: &str, by: Inches) -> String {
    if what.starts_with("at most ") { what.to_owned() } else { format!("{what} {}", tenths(by)) }
}

#[cfg(test)]
mod tests {
    use bevy::app::App;
    use bevy::state::app::StatesPlugin;

    use super::*;
    use crate::army::Side;
    use crate::scenario::{shelf, spawn};
    use crate::turn::{self, Agenda, Choice, Cup};

    #[test]
    fn what_a_march_is_said_to_leave_is_left_after_it() {
        let scenario = shelf::find("mcphersons_ridge", &[]).expect("it comes with the game");
        let mut app = App::new();
        app.add_plugins((StatesPlugin, turn::plugin));
        spawn(&scenario, &scenario.options, Cup::seeded(5), app.world_mut());
        turn::start(app.world_mut()).expect("seeded dice never end");
        for (n, side) in Side::BOTH.into_iter().enumerate() {
            turn::give(app.world_mut(), &Order::Ready(side), n as u64 + 1).expect("both may be ready");
        }
        // Ploughed land, a hedge, a wood that cuts what remains, the open.
        let mut cut = 0;
        for (n, id) in (16..25).map(RegimentId).enumerate() {
            let field = app.world().resource::<Field>().clone();
            let unit = field.unit(id);
            let to = unit.place.pose.ahead(Inches(5500)).at.vec();
            let Some(plan) = nearest(&field, id, to, Grip::Middle) else { continue };
            let order = plan.order.clone();
            let agenda = app.world().resource::<Agenda>();
            assert_eq!(turn::check(&field, agenda, &order), Ok(()));
            let number = n as u64 * 10 + 10;
            turn::give(app.world_mut(), &order, number).expect("it was checked");
            for answer in number + 1..number + 9 {
                if app.world().resource::<Agenda>().question.is_some() {
                    turn::give(app.world_mut(), &Order::Answer(Choice::Decline), answer).expect("it may be declined");
                }
            }
            let after = app.world().resource::<Field>();
            assert_eq!(planner::mover(after, after.unit(id)).left(), plan.left, "{}", unit.name());
            cut += usize::from(after.unit(id).deeds.cap.is_some());
        }
        assert!(cut > 0, "a wood must have cut one of them");
    }
}
