//! Phase 3 on the card of a regiment: whom it may fire at and what will come of it, and Concentrated Battery Fire.

use bevy_egui::egui::{Key, RichText, Ui};

use super::state::PanelState;
use super::view::{Mode, PanelAction, View};
use super::widgets::{self, Entry, order_button};
use super::{reckon, text, theme};
use crate::army::RegimentId;
use crate::book::fire::{self, Arms};
use crate::odds::VolleyOdds;
use crate::turn::event::{Modifier, Volley};
use crate::turn::volley::Shot;
use crate::turn::{Order, Refusal, Unit};

/// Targets with their chances, and the volleys of everybody else.
pub fn fire(ui: &mut Ui, view: &View, state: &mut PanelState, unit: &Unit, out: &mut Vec<PanelAction>) {
    let id = unit.id();
    let legal = view.todo.targets(id);
    if legal.is_empty() {
        let near = reckon::targets(view.field, unit);
        let against = |target: &RegimentId| view.rules.check(&Order::Fire { unit: id, target: *target }).err();
        let all: Vec<_> = near.iter().filter_map(|target| against(target).map(|why| (*target, why))).collect();
        // What stands against most targets rather than what stands against the nearest, which is named.
        let shared = |(_, why): &&(RegimentId, Refusal)| all.iter().filter(|(_, w)| w == why).count() * 2 > all.len();
        let common = all.iter().find(shared).filter(|_| all.len() > 1).map(|(_, why)| why.plain());
        let nearest = || all.first().map(|(by, why)| format!("{}: {}", view.field.unit(*by).name(), why.plain()));
        let reason = common.or_else(nearest);
        let mut entry = Entry::new("Fire").key(Key::Space);
        entry.reason = Some(reason.unwrap_or_else(|| {
            let reach = fire::reach(Arms::of(&unit.regiment));
            format!("no enemy within {} (Companion 16 \u{a7}5.2)", text::inches(reach))
        }));
        entry.show(ui);
    }
    for (n, target) in legal.iter().enumerate() {
        let mut entry = Entry::new(format!("Fire at {}", view.field.unit(*target).name()));
        if n == 0 && view.proposal.is_none() {
            entry = entry.key(Key::Space);
        }
        order_button(ui, view, entry, &Order::Fire { unit: id, target: *target }, out);
        shot(ui, view, id, *target, Volley::Phase3);
        if unit.regiment.arm.is_artillery() {
            battery(ui, view, state, unit, *target, out);
        }
    }
    rest(ui, view, state);
}

/// The volleys of everybody who has not fired yet, from any card.
pub fn rest(ui: &mut Ui, view: &View, state: &mut PanelState) {
    if view.mode != Mode::Play {
        return;
    }
    let others = view.todo.volleys.len();
    let mut rest = Entry::new("Fire the rest")
        .cost(text::count(others, "regiment"))
        .key(Key::G)
        .hint("Each regiment that may fire does so in turn. It stops where a regiment has a choice of targets.");
    if view.agenda.question.is_some() {
        rest.reason = Some("the question on the table comes first".into());
    } else if others == 0 {
        rest.reason = Some("nobody is left who can fire".into());
    }
    if rest.show(ui) {
        state.fire_rest = Some(u64::MAX);
    }
}

/// Concentrated Battery Fire of this battery and others of its brigade, which the player may leave out.
fn battery(
    ui: &mut Ui,
    view: &View,
    state: &mut PanelState,
    unit: &Unit,
    target: RegimentId,
    out: &mut Vec<PanelAction>,
) {
    let all = reckon::companions(view.field, unit, target);
    for companion in all.iter().skip(1) {
        let mut joins = !state.apart.contains(companion);
        let words = format!("with {}", view.field.unit(*companion).the());
        if ui.checkbox(&mut joins, RichText::new(words).size(theme::SMALL)).changed() {
            state.apart.retain(|id| id != companion);
            if !joins {
                state.apart.push(*companion);
            }
        }
    }
    for other in reckon::batteries(view.field, unit).into_iter().filter(|other| !all.contains(other)) {
        let the = view.field.unit(other).the();
        if let Err(why) = view.rules.check(&Order::Fire { unit: other, target }) {
            widgets::note(ui, format!("Not with {the}: {}", why.plain()));
        }
    }
    let batteries = reckon::concentrated(view.field, &all, &state.apart);
    let name = view.field.unit(target).name();
    let price = reckon::dearest(view.field, &batteries, crate::book::command::CONCENTRATE);
    let entry = Entry::new(format!("Concentrate fire on {name}"))
        .cost(price)
        .hint("Up to three sections fire as one volley, and the target saves at -1 (Companion 16 \u{a7}2.3).");
    let order = Order::Concentrate { batteries: batteries.clone(), target };
    order_button(ui, view, entry, &order, out);
    if let Ok(odds) = view.rules.concentrated(&batteries, target) {
        for (id, shot) in &odds.shots {
            let who = format!("{}, {}", view.field.unit(*id).name(), text::count(usize::from(shot.stands), "section"));
            widgets::note(ui, who);
            dice(ui, shot);
            saves(ui, shot);
        }
        outcome(ui, view, &odds, target);
    }
}

/// A volley reckoned: number needed, modifiers with their pages, expected result.
pub fn shot(ui: &mut Ui, view: &View, unit: RegimentId, target: RegimentId, volley: Volley) {
    match view.rules.shot(unit, target, volley) {
        Ok(odds) => {
            dice(ui, odds.shot());
            saves(ui, odds.shot());
            outcome(ui, view, &odds, target);
        }
        Err(refusal) => {
            widgets::note(ui, refusal.plain());
        }
    }
}

/// How many dice, and what each needs.
fn dice(ui: &mut Ui, shot: &Shot) {
    let sum: i8 = shot.modifiers.iter().map(|m| m.value).sum();
    let needed = (i16::from(shot.number) - i16::from(sum)).clamp(2, 6);
    ui.label(
        RichText::new(format!("{} dice, {needed}+ each: {} range, {}", shot.dice, shot.band, text::inches(shot.range)))
            .strong(),
    );
    let of_them = |all: &[Modifier]| all.iter().map(|m| m.value).sum::<i8>();
    if !shot.bonus.is_empty() || !shot.in_open.is_empty() {
        let more = of_them(&shot.bonus) + of_them(&shot.in_open);
        widgets::note(ui, format!("Of the dice {more} beyond those of its stands:"));
        widgets::modifiers(ui, &shot.bonus);
        widgets::modifiers(ui, &shot.in_open);
    }
    if shot.again {
        widgets::note(ui, "Sharpshooters: the first miss is rolled again (Companion 16 \u{a7}9.0).");
    }
    widgets::note(
        ui,
        format!("{}+ for the weapon{}", shot.number, if shot.modifiers.is_empty() { ", no modifiers." } else { ":" }),
    );
    widgets::modifiers(ui, &shot.modifiers);
}

/// What saves the target, and what is taken off it.
fn saves(ui: &mut Ui, shot: &Shot) {
    let save = match shot.cover.save() {
        Some(number) if shot.penalties.is_empty() => format!("{}: saves on {number}+", shot.cover),
        Some(number) => {
            let needed = i16::from(number) + i16::from(shot.penalty());
            if needed > 6 {
                format!("{}: {number}+ to save, and no die shows {needed}:", shot.cover)
            } else {
                format!("{}: saves on {needed}+, {number}+ with", shot.cover)
            }
        }
        None => match shot.denied {
            Some(why) => format!("no saves: {} ({})", why.why(), why.page()),
            None => format!("{}: no saves", shot.cover),
        },
    };
    widgets::note(ui, text::capital(&save));
    widgets::modifiers(ui, &shot.penalties);
}

/// What will come of it.
fn outcome(ui: &mut Ui, view: &View, odds: &VolleyOdds, target: RegimentId) {
    if reckon::saves_again(view.field, target) {
        widgets::note(ui, "Steady: its first failed save of the turn is rolled again (Companion 16 \u{a7}9.0).");
    }
    widgets::note(ui, format!("Expected: {:.1} hits, {:.1} of them tell.", odds.hits, odds.unsaved));
    let costs = 1.0 - odds.stands.first().copied().unwrap_or(1.0);
    widgets::bar(
        ui,
        "Costs it a stand",
        costs as f32,
        "Two hits that tell cost a stand; an odd hit already carried counts (Companion 16 \u{a7}5.4)",
    );
    widgets::bar(
        ui,
        "Disorders it",
        odds.disordered as f32,
        "A six, or a hit on a Spent regiment, makes it test (Companion 16 \u{a7}5.5)",
    );
    if odds.low_ammo > 0.0 {
        let page = reckon::ammunition_page(view.field);
        let hint = format!("Two natural ones: no bonus dice until it is resupplied ({page})");
        widgets::bar(ui, "Runs low on cartridges", odds.low_ammo as f32, &hint);
    }
}
