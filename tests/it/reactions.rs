//! What the preview of a march says about enemies who may react to it on the way is what they are asked when the march is
//! ordered: the same regiments, at the same places, in the same order.

use std::collections::BTreeSet;
use std::sync::Arc;

use bevy::ecs::world::World;
use bevy::math::Vec2;
use dress::army::RegimentId;
use dress::book::Options;
use dress::record::{self, Dice};
use dress::scenario::shelf;
use dress::turn::planner::{self, Grip};
use dress::turn::reaction::Reaction;
use dress::turn::{self, Agenda, Ask, Choice, Field, Order, Phase};
use proptest::prelude::*;

use crate::bold;
use crate::player::Player;

/// Where the mover's front is, and who may do what about it there.
type Asked = Vec<(Vec2, BTreeSet<(RegimentId, Reaction)>)>;

fn previewed(field: &Field, unit: RegimentId, plan: &planner::Plan) -> Asked {
    let mut told: Asked = Vec::new();
    let mut last = None;
    for reaction in planner::reactions(field, unit, &plan.way) {
        match told.last_mut() {
            Some((_, by)) if last == Some(reaction.along) => {
                by.insert((reaction.by, reaction.what));
            }
            _ => told.push((reaction.at, BTreeSet::from([(reaction.by, reaction.what)]))),
        }
        last = Some(reaction.along);
    }
    told
}

/// Gives the march, and lets everybody who is asked decline.
fn asked(world: &mut World, unit: RegimentId, order: Order) -> Asked {
    record::give(world, order).expect("it was checked");
    let mut asked = Vec::new();
    while let Some(question) = world.resource::<Agenda>().question.clone() {
        let answer = match question.ask {
            Ask::Crossing { mover, .. } => {
                assert_eq!(mover, unit);
                let by = question.choices.iter().filter_map(|choice| match choice {
                    Choice::OpportunityFire(by) => Some((*by, Reaction::Fire)),
                    Choice::Evade { unit, .. } => Some((*unit, Reaction::Evade)),
                    Choice::RefuseFlank { unit, flank, .. } => Some((*unit, Reaction::Refuse(*flank))),
                    _ => None,
                });
                asked.push((world.resource::<Field>().unit(unit).place.pose.at.vec(), by.collect()));
                Choice::Decline
            }
            _ => question.choices[0],
        };
        record::give(world, Order::Answer(answer)).expect("it was asked");
    }
    asked
}

/// A march toward any place within reach, by any grip, that may be ordered.
fn any_march(field: &Field, agenda: &Agenda, player: &mut Player) -> Option<(RegimentId, planner::Plan)> {
    if field.clock.phase != Phase::Maneuver || agenda.question.is_some() {
        return None;
    }
    let units: Vec<RegimentId> = field.of(field.clock.active).map(dress::turn::Unit::id).collect();
    let unit = *units.get(player.below(units.len()))?;
    let away = Vec2::new(player.below(16_000) as f32 / 1000.0 - 8.0, player.below(16_000) as f32 / 1000.0 - 8.0);
    let grip = [Grip::Middle, Grip::Middle, Grip::Middle, Grip::LeftFlank, Grip::RightFlank][player.below(5)];
    let plan = planner::nearest(field, unit, field.unit(unit).place.pose.at.vec() + away, grip)?;
    turn::check(field, agenda, &plan.order(unit)).is_ok().then_some((unit, plan))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: std::env::var("SCENES").ok().and_then(|n| n.parse().ok()).unwrap_or(3), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_preview_names_those_who_are_asked(seed in any::<u64>()) {
        let mut player = Player::new(seed);
        let name = ["brawners_farm", "sandy_ridge", "every_ground"][player.below(3)];
        let scenario = Arc::new(shelf::find(name, &[]).expect("it comes with the game"));
        let mut app = record::replay::bare();
        let world = app.world_mut();
        prop_assert!(record::begin(world, scenario, Options::default(), Dice::Seeded(seed)).is_ok());
        let bold = player.below(2) == 0;
        for _ in 0..60 {
            for _ in 0..2 {
                let (field, agenda) = (world.resource::<Field>(), world.resource::<Agenda>());
                let Some((unit, plan)) = any_march(field, agenda, &mut player) else { continue };
                let expected = previewed(field, unit, &plan);
                let order = plan.order(unit);
                let was = format!("{order:?} of {:?}", field.unit(unit));
                let stands = field.unit(unit).stands();
                let got = asked(world, unit, order);
                // Dice may cost it a stand on the way, at a wall for one: then its front is elsewhere.
                let now = world.resource::<Field>().unit(unit);
                if now.condition.gone || now.stands() < stands {
                    continue;
                }
                let same = expected.len() == got.len()
                    && expected.iter().zip(&got).all(|(a, b)| a.0.distance(b.0) < 0.01 && a.1 == b.1);
                prop_assert!(same, "{was}: the preview says {expected:?}, those asked were {got:?}");
            }
            if bold {
                if bold::play(world).is_none() {
                    break;
                }
            } else if player.play(world, 1) == 0 {
                break;
            }
        }
    }
}
