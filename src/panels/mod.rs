//! What lies over the table: the strip, the order of battle, the card, the log, questions and reference.
//!
//! [`draw`] needs egui and what [`View`] borrows, nothing else: it runs in tests without Bevy. It changes only
//! [`PanelState`] and gives back what the players did. The rules are asked through [`reckon::Rules`] alone.

pub mod actions;
mod answers;
pub mod ask;
mod assault;
pub mod battle;
pub mod between;
pub mod bridge;
pub mod card;
mod cloth;
mod deeds;
pub mod fire;
mod forming;
mod garrison;
pub mod glyph;
mod guide;
pub mod help;
pub mod log;
pub mod picture;
pub mod prospect;
pub mod reckon;
pub mod roster;
pub mod state;
pub mod strip;
pub mod text;
pub mod theme;
pub mod view;
pub mod widgets;

use bevy_egui::egui::{self, Key, Rect, pos2};

pub use reckon::{Rules, Todo};
pub use state::PanelState;
pub use view::{LogLine, Mode, PanelAction, Room, Selected, TakeBack, Task, View};

use crate::turn::{Order, Phase};

/// What the panels leave free of the window, in points, and where they are.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Covered {
    /// Points covered at the left edge.
    pub left: f32,
    /// At the right edge.
    pub right: f32,
    /// At the upper edge.
    pub top: f32,
    /// At the lower edge.
    pub bottom: f32,
    /// Rectangles where a click belongs to a panel.
    pub rects: Vec<Rect>,
}

impl Covered {
    /// The part of the window that no panel covers.
    pub fn free(&self, screen: Rect) -> Rect {
        Rect::from_min_max(
            pos2(screen.left() + self.left, screen.top() + self.top),
            pos2(screen.right() - self.right, screen.bottom() - self.bottom),
        )
    }
}

/// What one pass over the panels gives.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Drawn {
    /// What the players did, in order.
    pub actions: Vec<PanelAction>,
    /// What is covered.
    pub covered: Covered,
}

/// Draws every panel of a battle and reads its clicks and keys.
pub fn draw(ctx: &egui::Context, view: &View, state: &mut PanelState) -> Drawn {
    let mut out = Vec::new();
    // Tab belongs to the table: the next regiment that can act. egui would move its focus.
    ctx.memory_mut(|memory| memory.move_focus(egui::FocusDirection::None));
    let screen = ctx.content_rect();
    let mut rects = Vec::new();

    let strip = strip::draw(ctx, view, state, &mut out);
    let top = strip.bottom();
    let base = screen.bottom() - log::height(state);
    let roster = roster::draw(ctx, view, state, top, base, &mut out);
    let card = card::draw(ctx, view, state, top, base, &mut out);
    let log = log::draw(ctx, view, state, screen.left(), screen.right(), &mut out);
    let left = roster.right();
    let right = card.left();
    let free = Rect::from_min_max(pos2(left, top), pos2(right, base));

    rects.extend([strip, roster, card, log]);
    if state.agreed.is_some() {
        rects.extend(between::agree(ctx, view, state, free, &mut out));
    } else if view.agenda.question.is_some() {
        rects.extend(ask::draw(ctx, view, state, free, &mut out));
    } else {
        rects.extend(between::handover(ctx, view, state, free));
    }
    rects.extend(help::draw(ctx, state, free));
    strip::menu(ctx, view, state, &mut out);
    between::toasts(ctx, state, free);

    if view.moving && widgets::struck(ctx, Key::Enter) {
        out.push(PanelAction::Hasten);
    }
    next_with_tab(ctx, view, &mut out);
    fire_the_rest(view, state, &mut out);
    if let Some(words) = widgets::struck_in_vain(ctx).filter(|_| out.is_empty()) {
        state.toast(words);
    }
    let covered = Covered {
        left: left - screen.left(),
        right: card::WIDTH,
        top: top - screen.top(),
        bottom: screen.bottom() - base,
        rects,
    };
    Drawn { actions: out, covered }
}

/// Tab selects the next regiment that can act, after the one that is selected.
fn next_with_tab(ctx: &egui::Context, view: &View, out: &mut Vec<PanelAction>) {
    if !widgets::struck(ctx, Key::Tab) || view.todo.waiting.is_empty() {
        return;
    }
    let now = match view.selected {
        Some(Selected::Regiment(id)) => Some(id),
        _ => None,
    };
    let waiting = &view.todo.waiting;
    let next = waiting.iter().copied().find(|id| now.is_none_or(|now| *id > now)).unwrap_or(waiting[0]);
    out.push(PanelAction::Select(Some(Selected::Regiment(next))));
}

/// *Fire the rest*: one volley for each state of the field, until nobody is left or a regiment has a choice of targets.
fn fire_the_rest(view: &View, state: &mut PanelState, out: &mut Vec<PanelAction>) {
    let Some(last) = state.fire_rest else { return };
    // One volley is seen before the next is fired.
    if view.agenda.question.is_some() || last == view.version || view.moving {
        return;
    }
    if view.field.clock.phase != Phase::Fire || view.todo.volleys.is_empty() {
        state.fire_rest = None;
        return;
    }
    let only = view.todo.volleys.iter().find(|(_, targets)| targets.len() == 1);
    match only {
        Some((unit, targets)) => {
            state.fire_rest = Some(view.version);
            out.push(PanelAction::Select(Some(Selected::Regiment(*unit))));
            out.push(PanelAction::Order(Order::Fire { unit: *unit, target: targets[0] }));
        }
        None => {
            state.fire_rest = None;
            let unit = view.todo.volleys[0].0;
            out.push(PanelAction::Select(Some(Selected::Regiment(unit))));
            state.toast(format!("{} has a choice of targets: choose one.", view.field.unit(unit).name()));
        }
    }
}

#[cfg(test)]
pub mod proof;
#[cfg(test)]
mod tests;
