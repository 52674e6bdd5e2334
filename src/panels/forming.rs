//! Changes of formation and skirmish screens as buttons: what each costs and what comes of it.

use bevy_egui::egui::{Key, Ui};

use super::text;
use super::view::{PanelAction, View};
use super::widgets::{Entry, order_button};
use crate::army::{Arm, Formation};
use crate::book::movement::{self, Change};
use crate::book::options::RemountPip;
use crate::book::{command, fire};
use crate::turn::{Order, Unit};

/// The skirmish screen, for who could have one.
pub fn screen(ui: &mut Ui, view: &View, unit: &Unit, out: &mut Vec<PanelAction>) {
    let id = unit.id();
    if unit.condition.screen {
        let cost = if unit.deeds.moved { text::inches(movement::SCREEN) } else { "free if it stands still".to_owned() };
        let entry = Entry::new("Call the screen in").key(Key::K).cost(cost);
        let hint = "Who marches afterwards has 3.0 in less; who stands as he is may fire (Companion 16 \u{a7}3.4).";
        order_button(ui, view, entry.hint(hint), &Order::Recall(id), out);
    } else if unit.place.formation == Formation::Line && unit.regiment.parent.is_none() {
        let cost = format!("{}, no fire", text::inches(movement::SCREEN));
        let entry = Entry::new("Send a screen out").key(Key::K).cost(cost);
        let hint = "One stand in open order 2.5 in ahead: -1 for who fires through it (Companion 16 \u{a7}3.4).";
        order_button(ui, view, entry.hint(hint), &Order::Screen(id), out);
    }
}

/// What a change of formation takes, and what there is to know about it; `None` where it is not done.
pub fn forming(view: &View, unit: &Unit, to: Formation) -> Option<(String, &'static str)> {
    let (arm, from) = (unit.regiment.arm, unit.place.formation);
    let change = movement::formation_change(arm, from, to);
    let takes = match change {
        Change::WholePhase => "the whole move".to_owned(),
        Change::Costs(inches) => text::inches(inches),
        Change::Never => return None,
    };
    Some(match to {
        Formation::Dismounted => (
            format!("{takes}, no fire"),
            "One stand in four holds the horses, 2.0 to 3.0 in behind; on foot half a move is left (Companion 16 \u{a7}10.2).",
        ),
        Formation::MountedLine | Formation::MountedColumn if from == Formation::Dismounted => {
            let price = match view.field.options.remount_pip {
                RemountPip::Pip => format!("{takes}, {}", text::price(view.field, unit, command::REMOUNT)),
                RemountPip::Free => takes,
            };
            (price, "In base contact with its horses; half a mounted move is left (Companion 16 \u{a7}10.2).")
        }
        Formation::Unlimbered if arm == Arm::HorseArtillery => {
            (format!("{takes}, full fire"), "It may come up, unlimber and fire in one turn (Companion 16 \u{a7}10.4).")
        }
        Formation::Unlimbered | Formation::Limbered => {
            (format!("{takes}, no fire"), "A limbered battery marches and cannot fire (Companion 8 \u{a7}2.0).")
        }
        Formation::MountedLine | Formation::MountedColumn => (takes, ""),
        _ if fire::firing_ranks(to) == 0 || unit.deeds.recalled => (format!("{takes}, no fire"), ""),
        _ => (format!("{takes}, -1 to hit"), ""),
    })
}
