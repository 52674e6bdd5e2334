//! The assault on a regiment's card: who may be charged and with what chance, one regiment alone or several in common.

use bevy_egui::egui::{Key, RichText, Ui};

use super::state::PanelState;
use super::view::{PanelAction, Task, View};
use super::widgets::{self, Entry, order_button};
use super::{reckon, text, theme};
use crate::army::RegimentId;
use crate::book::command;
use crate::turn::assault::stays;
use crate::turn::{Charge, Order, Phase, Refusal, Unit};

/// The assault: legal targets with their chances, the others with the reason.
pub fn choose(ui: &mut Ui, view: &View, state: &mut PanelState, unit: &Unit, out: &mut Vec<PanelAction>) {
    let id = unit.id();
    let targets = reckon::assailable(view.field, unit);
    state.dress.retain(|charge| {
        !view.field.unit(charge.unit).condition.gone && !view.field.unit(charge.target).condition.gone
    });
    let legal: Vec<RegimentId> = targets
        .iter()
        .copied()
        .filter(|target| view.rules.check(&Order::Assault(vec![Charge { unit: id, target: *target }])).is_ok())
        .collect();
    let picking = view.task == Task::Assault;
    let price = text::price(view.field, unit, command::ASSAULT);
    let mut entry =
        Entry::new(if picking { "Choose the target on the table, or here" } else { "Assault: choose a target" })
            .key(Key::X)
            .cost(price);
    if legal.is_empty() {
        let reason = targets
            .first()
            .and_then(|nearest| view.rules.check(&Order::Assault(vec![Charge { unit: id, target: *nearest }])).err());
        entry.reason = Some(reason.map_or_else(
            || match unit.rates().charge {
                Some(far) => {
                    let far = text::inches(far);
                    format!("no enemy is near enough to charge: a charge goes {far} (Companion 16 \u{a7}7.1)")
                }
                None => format!("{} cannot charge (Companion 16 \u{a7}3.1)", stays(unit.place.formation)),
            },
            |r| r.plain(),
        ));
    }
    if entry.show(ui) {
        out.push(PanelAction::Task(if picking { Task::Move } else { Task::Assault }));
    }
    // What has been gathered stands above the long list of those who may yet be charged.
    dress(ui, view, state, out);
    if picking || !state.dress.is_empty() {
        ends_moves(ui, view);
        for target in targets.iter().take(6) {
            charge_row(ui, view, state, Charge { unit: id, target: *target }, out);
        }
    }
}

fn charge_row(ui: &mut Ui, view: &View, state: &mut PanelState, charge: Charge, out: &mut Vec<PanelAction>) {
    let name = view.field.unit(charge.target).name().to_owned();
    theme::boxed().show(ui, |ui| {
        ui.set_width(ui.available_width());
        let order = Order::Assault(vec![charge]);
        let plan = view.rules.charge(charge);
        let cost = plan.as_ref().map(|p| text::inches(p.distance)).unwrap_or_default();
        if order_button(ui, view, Entry::new(format!("Charge {name}")).cost(cost), &order, out) {
            out.push(PanelAction::Task(Task::Move));
        }
        if let Err(refusal) = &plan
            && view.may(&order)
        {
            would_stop(ui, refusal);
        }
        if let Ok(plan) = &plan {
            if plan.strikes != plan.named {
                let first = view.field.unit(plan.strikes).name();
                widgets::note(ui, format!("On its straight path it strikes {first} first (Companion 6 \u{a7}2.0)."));
            }
            for step in &plan.chances {
                widgets::bar(ui, &step.what, step.chance, &step.note);
            }
            if !plan.own.is_empty() || !plan.theirs.is_empty() {
                ui.collapsing(RichText::new("Scores").size(theme::SMALL), |ui| {
                    widgets::note(ui, view.field.unit(charge.unit).name());
                    widgets::modifiers(ui, &plan.own);
                    widgets::note(ui, view.field.unit(plan.strikes).name());
                    widgets::modifiers(ui, &plan.theirs);
                });
            }
        }
        join(ui, view, state, charge);
    });
}

/// The button by which a charge joins the common assault that is being gathered, or leaves it.
pub fn join(ui: &mut Ui, view: &View, state: &mut PanelState, charge: Charge) {
    let joined = state.dress.contains(&charge);
    // A companion in the way of a single charge is none once both charge: all of it is judged together.
    let together = state.dress.iter().filter(|other| other.unit != charge.unit).chain([&charge]).copied().collect();
    if !joined && !view.may(&Order::Assault(together)) {
        return;
    }
    let words = if joined { "Leave the common assault" } else { "Join a common assault" };
    if ui
        .button(RichText::new(words).size(theme::SMALL))
        .on_hover_text(
            "\"Dress on the Colors\": regiments within 1.0 in of each other charge at once (Companion 16 \u{a7}2.3)",
        )
        .clicked()
    {
        state.dress.retain(|c| c.unit != charge.unit);
        if !joined {
            state.dress.push(charge);
        }
    }
}

/// What a charge that may be ordered comes to when it does not reach its target.
pub fn would_stop(ui: &mut Ui, short: &Refusal) {
    widgets::note(ui, format!("It may be ordered, but would not get there: {}", short.plain()));
}

/// The common assault that is being gathered.
fn dress(ui: &mut Ui, view: &View, state: &mut PanelState, out: &mut Vec<PanelAction>) {
    if state.dress.is_empty() {
        return;
    }
    widgets::heading(ui, "Dress on the Colors");
    for charge in &state.dress {
        let words = format!("{} on {}", view.field.unit(charge.unit).name(), view.field.unit(charge.target).name());
        widgets::line(ui, RichText::new(words).size(theme::SMALL));
    }
    common(ui, view, &state.dress);
    let units: Vec<_> = state.dress.iter().map(|charge| charge.unit).collect();
    let price = reckon::dearest(view.field, &units, command::DRESS_ON_THE_COLORS);
    let mut entry = Entry::new(format!("Charge together: {}", text::count(state.dress.len(), "regiment"))).cost(price);
    let given = if units.len() > 1 {
        order_button(ui, view, entry, &Order::Assault(state.dress.clone()), out)
    } else {
        entry.reason =
            Some("select another regiment within 1.0 in of it that is to charge too (Companion 16 \u{a7}2.3)".into());
        entry.show(ui)
    };
    if given {
        state.dress.clear();
        out.push(PanelAction::Task(Task::Move));
    } else if Entry::new("Give it up").show(ui) {
        state.dress.clear();
    }
}

/// What the common assault comes to as a whole, and for each who takes part.
pub fn common(ui: &mut Ui, view: &View, charges: &[Charge]) {
    // One alone is reckoned above.
    if charges.len() < 2 || !view.may(&Order::Assault(charges.to_vec())) {
        return;
    }
    let Ok(common) = view.rules.assault(charges) else { return };
    for step in &common.whole {
        widgets::bar(ui, &step.what, step.chance, &step.note);
    }
    for (charge, steps) in &common.each {
        let name = view.field.unit(charge.unit).name();
        ui.collapsing(RichText::new(name).size(theme::SMALL), |ui| {
            for step in steps {
                widgets::bar(ui, &step.what, step.chance, &step.note);
            }
        });
    }
    if common.scores.iter().flatten().any(|(_, modifiers)| !modifiers.is_empty()) {
        ui.collapsing(RichText::new("Scores").size(theme::SMALL), |ui| {
            for (lead, modifiers) in common.scores.iter().flatten() {
                widgets::note(ui, view.field.unit(*lead).name());
                widgets::modifiers(ui, modifiers);
            }
        });
    }
}

/// The first assault of the phase ends free moves: who has not moved by then will not.
pub fn ends_moves(ui: &mut Ui, view: &View) {
    let clock = &view.field.clock;
    if clock.phase == Phase::Maneuver && !clock.assaults_begun {
        widgets::note(ui, text::ends_moves(view));
    }
}
