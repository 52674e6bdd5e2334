//! What the players did with the panels, carried out in the world. Orders leave through [`Orders`], the same door as those
//! of the table's pointer.

use bevy::prelude::*;

use super::bridge::Panels;
use super::text;
use super::view::{PanelAction, Selected, Task};
use crate::record::{Agreement, Battle, Folders, Orders, take_back, undo};
use crate::screens::Screen;
use crate::table::miniatures::Parade;
use crate::table::pointing::{Aim, Proposal, Selection, Tool};
use crate::table::sound::Loudness;
use crate::table::{self, Motion, ViewInsets};
use crate::turn::{Field, Order};

/// Carries out one of the things that the panels gave back.
pub(super) fn carry_out(world: &mut World, panels: &mut Panels, action: PanelAction) {
    match action {
        PanelAction::Order(order) => {
            // What the pointer held is answered by another order.
            world.resource_mut::<Proposal>().set_if_neq(Proposal(None));
            if !matches!(order, Order::Answer(_) | Order::Dice(_)) {
                world.resource_mut::<Tool>().set_if_neq(Tool::Idle);
            }
            world.resource_mut::<Orders>().push(order);
        }
        PanelAction::Confirm => {
            if let Some(order) = world.resource_mut::<Proposal>().0.take() {
                world.resource_mut::<Orders>().push(order);
            }
            world.resource_mut::<Tool>().set_if_neq(Tool::Idle);
        }
        PanelAction::Select(selected) => {
            world.resource_mut::<Proposal>().set_if_neq(Proposal(None));
            let selection = match selected {
                None => Selection::default(),
                Some(Selected::Regiment(unit)) => Selection::regiment(unit),
                Some(Selected::General(general)) => Selection::leader(general),
            };
            world.resource_mut::<Selection>().set_if_neq(selection);
            world.resource_mut::<Tool>().set_if_neq(Tool::Idle);
        }
        PanelAction::Task(task) => {
            let unit = world.resource::<Selection>().unit;
            let tool = match (task, unit) {
                (Task::Assault, Some(unit)) => Tool::PickTarget { unit, aim: Aim::Assault },
                (Task::Fire, Some(unit)) => Tool::PickTarget { unit, aim: Aim::Fire },
                _ => Tool::Idle,
            };
            world.resource_mut::<Tool>().set_if_neq(tool);
        }
        PanelAction::LookAt(at) => {
            let insets = *world.resource::<ViewInsets>();
            let mut view = world.resource_mut::<table::View>();
            let near = view.whole_zoom(&insets) * 1.8;
            view.look_at(at.vec(), near, &insets);
        }
        PanelAction::TakeBack => {
            let agreed = match undo::offer(world).map(|offer| offer.price) {
                Some(undo::Price::Agreement(_)) => Agreement::Both,
                _ => Agreement::Alone,
            };
            match take_back(world, agreed) {
                Ok(taken) => panels.state.toast(text::stopped(format!("Taken back: {}", taken.what))),
                Err(refusal) => panels.state.toast(format!("Not taken back: {}.", refusal.plain())),
            }
        }
        PanelAction::Motion(motion) => {
            world.resource_mut::<Motion>().set_if_neq(motion);
        }
        PanelAction::Loudness(loudness) => {
            world.resource_mut::<Loudness>().set_if_neq(loudness);
        }
        PanelAction::Hasten => world.resource_mut::<Parade>().hasten(),
        PanelAction::Save => {
            let words = save(world).unwrap_or_else(|why| why);
            panels.state.toast(words);
        }
        PanelAction::Leave => crate::screens::go_to(world, Screen::Title),
        // The bridge does these when the panels lie in the world again.
        PanelAction::Watch | PanelAction::Replay(_) => {}
    }
}

/// Writes a save of the battle as it stands; says where, or what went wrong.
fn save(world: &World) -> Result<String, String> {
    let battle = world.get_resource::<Battle>().ok_or("There is no battle to save.")?;
    let folders = world.get_resource::<Folders>().ok_or("There is no folder for saves on this system.")?;
    let turn = world.resource::<Field>().clock.turn;
    let stem: String = battle
        .scenario
        .title
        .chars()
        .map(|c| if c.is_alphanumeric() { c.to_lowercase().next().unwrap_or(c) } else { '_' })
        .collect();
    let path = (1..1000)
        .map(|n| folders.saves().join(format!("{stem}_turn{turn}_{n}.ron")))
        .find(|path| !path.exists())
        .ok_or("There are too many saves of this turn.")?;
    crate::record::save(battle, &path).map_err(|why| why.to_string())?;
    Ok(format!("Saved: {}", path.display()))
}
