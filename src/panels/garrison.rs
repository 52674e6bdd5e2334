//! Buildings on the card: going in, coming out, rejoining, and what the walls have taken.

use bevy_egui::egui::Ui;

use super::view::{PanelAction, View};
use super::widgets::{self, Entry, order_button};
use super::{reckon, text};
use crate::army::Face;
use crate::turn::{Order, Unit};

/// Where a garrison may come out, as its building looks.
const WALLS: [(Face, &str); 4] = [
    (Face::Front, "Come out in front"),
    (Face::Right, "Come out on the right"),
    (Face::Rear, "Come out behind"),
    (Face::Left, "Come out on the left"),
];

/// What a garrison may do in Phase 2.
pub fn inside(ui: &mut Ui, view: &View, unit: &Unit, out: &mut Vec<PanelAction>) {
    if let Some(house) = unit.place.within {
        let name = view.field.ground.name_of(house.piece);
        widgets::note(ui, format!("It holds {name}, looks all round and stays until it is called out."));
    }
    rejoin(ui, view, unit, out);
    for (wall, label) in WALLS {
        let entry = Entry::new(label)
            .cost("half of its move")
            .hint("In line before that wall, its back to the building (Companion 16 \u{a7}4.3).");
        order_button(ui, view, entry, &Order::LeaveBuilding { unit: unit.id(), wall }, out);
    }
}

/// A detachment may go back to its regiment.
pub fn rejoin(ui: &mut Ui, view: &View, unit: &Unit, out: &mut Vec<PanelAction>) {
    let Some(parent) = reckon::regiment_of(view.field, unit) else { return };
    let entry = Entry::new(format!("Rejoin {}", parent.the()))
        .cost(format!("{} of its move", text::inches(parent.rates().open.half())))
        .hint("Within 3.0 in of its regiment, which pays half of its move and fires at -1 (Companion 16 \u{a7}4.3).");
    order_button(ui, view, entry, &Order::Rejoin(unit.id()), out);
}

/// Buildings near enough to go into.
pub fn beside(ui: &mut Ui, view: &View, unit: &Unit, out: &mut Vec<PanelAction>) {
    for (building, name, holds) in reckon::houses_near(view.field, unit) {
        let total = unit.place.files.total();
        let cost = text::inches(unit.rates().open.half());
        for stands in (1..=holds.min(total)).rev() {
            let (label, cost) = if stands == total {
                (format!("Go into {name}"), cost.clone())
            } else {
                let what = text::count(usize::from(stands), "stand");
                (format!("Put {what} into {name}"), format!("{cost}, -1 to hit"))
            };
            let entry = Entry::new(label).cost(cost).hint(
                "Heavy cover 4+, +2 in melee, no flank, fire all round. The rest stays within 3.0 in (Companion 16 \u{a7}4.3).",
            );
            order_button(ui, view, entry, &Order::Garrison { unit: unit.id(), building, stands }, out);
        }
    }
}

/// "In the toll house, 1 of 4 structural hits".
pub fn words(view: &View, unit: &Unit) -> Option<String> {
    let house = unit.place.within?;
    let name = view.field.ground.name_of(house.piece);
    let damage = reckon::damage(view.field, house.piece);
    Some(if damage == 0 {
        format!("In {name}")
    } else {
        format!("In {name}, {damage} of {} structural hits", crate::book::cover::COLLAPSE)
    })
}
