//! A battle to listen to, for tests.

use bevy::app::App;
use bevy::state::app::StatesPlugin;

use crate::army::{Arm, RegimentId, Side};
use crate::book::fire::Band;
use crate::geometry::{Degrees, Inches};
use crate::record::log::{LogEntry, Said};
use crate::record::undo::Price;
use crate::scenario::{shelf, spawn};
use crate::turn::event::{Motion, Volley};
use crate::turn::{self, Cup, Event, Field, Order};

/// A battle of the game at its beginning.
pub fn field(name: &str) -> Field {
    let scenario = shelf::find(name, &[]).expect("it comes with the game");
    let mut app = App::new();
    app.add_plugins((StatesPlugin, turn::plugin));
    spawn(&scenario, &scenario.options, Cup::seeded(5), app.world_mut());
    turn::start(app.world_mut()).expect("seeded dice never end");
    app.world().resource::<Field>().clone()
}

/// The first of its arm and side.
pub fn unit(field: &Field, arm: Arm, side: Side) -> RegimentId {
    field.of(side).find(|unit| unit.regiment.arm == arm).expect("it is in the battle").id()
}

/// An order and what came of it.
pub fn entry(number: u64, events: Vec<Event>) -> LogEntry {
    LogEntry { number, by: Some(Side::Union), said: Said::Order(Order::Ready(Side::Union)), events, undo: Price::Free }
}

/// It goes ten inches straight ahead.
pub fn moved(field: &Field, unit: RegimentId, motion: Motion) -> Event {
    let from = field.unit(unit).place.pose;
    Event::Moved {
        unit,
        motion,
        from,
        via: Vec::new(),
        to: from.ahead(Inches::new(10)),
        cost: Inches::ZERO,
        taken: Inches::ZERO,
        forward: Inches::ZERO,
        wheel: Degrees::ZERO,
    }
}

/// So many of its stands fire.
pub fn fired(unit: RegimentId, band: Band, stands: u8) -> Event {
    Event::VolleyFired { unit, target: RegimentId(0), volley: Volley::Phase3, range: Inches::new(9), band, stands }
}
