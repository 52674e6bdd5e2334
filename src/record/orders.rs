//! The queue of orders: the window puts them in, this gives them.

use std::collections::VecDeque;

use bevy::app::{App, PreUpdate};
use bevy::ecs::resource::Resource;
use bevy::ecs::world::World;

use super::battle::{Battle, give};
use crate::turn::{Order, Refusal};

/// Orders that players have confirmed and that are given before the next frame is made, in order.
#[derive(Resource, Default, Debug)]
pub struct Orders(VecDeque<Order>);

impl Orders {
    /// Confirms an order.
    pub fn push(&mut self, order: Order) {
        self.0.push_back(order);
    }

    /// Whether something waits to be given.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The last order from the queue that was refused.
#[derive(Resource, Default, Debug)]
pub struct LastRefusal {
    /// Which, and why; `None` until one is.
    pub last: Option<(Order, Refusal)>,
    /// How many there have been: it grows with each, also if the words are the same.
    pub count: u32,
}

/// Adds the queue.
pub fn plugin(app: &mut App) {
    app.init_resource::<Orders>().init_resource::<LastRefusal>().add_systems(PreUpdate, drain);
}

/// Gives what is in the queue. After a refusal the rest is dropped: it was meant to follow.
fn drain(world: &mut World) {
    if !world.contains_resource::<Battle>() || world.resource::<Orders>().is_empty() {
        return;
    }
    let orders = std::mem::take(&mut world.resource_mut::<Orders>().0);
    for order in orders {
        if let Err(refusal) = give(world, order.clone()) {
            let mut refusals = world.resource_mut::<LastRefusal>();
            refusals.last = Some((order, refusal));
            refusals.count += 1;
            return;
        }
    }
}
