//! The cards of a defensive reaction: each with its effect, price and chances; those that are not allowed say why.

use bevy_egui::egui::{Key, Label, RichText, Slider, Ui};

use super::ask::KEYS;
use super::reckon::Card;
use super::state::PanelState;
use super::view::{PanelAction, View};
use super::widgets::{self, Entry, order_button};
use super::{fire, text};
use crate::army::{RegimentId, Side};
use crate::geometry::Inches;
use crate::odds::Fate;
use crate::turn::agenda::Charger;
use crate::turn::event::Volley;
use crate::turn::reaction::{NEAREST, Opening, Reaction};
use crate::turn::{Charge, Choice, Field, Means, Order};

const VOLLEY: &str = "A full volley at short range. A charger that loses a stand or its order must test before it closes, and stalls 2.0 in short if it fails (Companion 16 \u{a7}6.0).";
const FIRE: &str = "One volley now, with smoke; no second volley in reaction this turn (Companion 16 \u{a7}6.0).";
const COUNTER: &str = "No volley: it goes to meet the charge, half of the gap. The charger loses its momentum; its own shock counts (Companion 16 \u{a7}6.0).";
const REFUSE: &str = "Until it moves, enemies on that flank have no enfilade, no +2 in melee, and light cover holds; the bent stands do not fire (Companion 16 \u{a7}6.0).";
const EVADE: &str = "The skirmishers run back through the line, which takes no test, and stand behind it until they are recalled. Those who stay are lost if they are run over (Companion 16 \u{a7}6.0, QRS 4 \u{a7}1.3).";

/// What the enemy's move is, and where.
pub(super) fn passing(field: &Field, side: Side, mover: RegimentId, openings: &[Opening]) -> String {
    let name = field.unit(mover).name();
    let Some(first) = openings.first() else { return format!("{name} moves. {side} decides.") };
    let by = field.unit(first.unit);
    let away = text::inches(by.footprint().gap(&field.unit(mover).footprint()));
    let what = match first.what {
        Reaction::Fire => format!("crosses the front of {} at {away}", by.name()),
        Reaction::Evade => format!("comes within 6.0 in of the skirmishers of {}", by.name()),
        Reaction::Refuse(_) => format!("comes round the flank of {}, {away} off", by.name()),
    };
    format!("{name} {what}. {side} decides.")
}

/// The answers to a charge.
pub(super) fn charged(ui: &mut Ui, view: &View, target: RegimentId, chargers: &[Charger], out: &mut Vec<PanelAction>) {
    let all = view.rules.cards();
    let concerned = |choice: &Choice| match choice {
        Choice::ClosingVolley { at, .. } | Choice::CounterCharge { at, .. } => Some(*at),
        Choice::RefuseFlank { flank, .. } => chargers.iter().find(|c| c.face == *flank).map(|c| c.unit),
        _ => chargers.first().filter(|_| chargers.len() == 1).map(|c| c.unit),
    };
    let allowed_ones: Vec<Choice> = all.iter().filter(|(_, why)| why.is_none()).map(|(choice, _)| *choice).collect();
    for (n, choice) in allowed_ones.iter().copied().enumerate() {
        allowed(ui, view, &allowed_ones[..n], choice, out);
        check(ui, view, &allowed_ones[..n], choice);
        if let Some(unit) = concerned(&choice) {
            fate(ui, view, Charge { unit, target }, choice);
        }
    }
    decline(ui, view, "Receive the charge without a reaction", out);
    if let Some(unit) = concerned(&Choice::Decline) {
        fate(ui, view, Charge { unit, target }, Choice::Decline);
    }
    forbidden(ui, view, &all);
    // All cards can be seen at once; the dice of a volley come after them.
    for choice in allowed_ones {
        if let Choice::ClosingVolley { at, .. } = choice {
            widgets::heading(ui, text::choice(view.field, choice));
            fire::shot(ui, view, target, at, Volley::Closing);
        }
    }
}

/// The answers to a move.
pub(super) fn crossing(
    ui: &mut Ui,
    view: &View,
    state: &mut PanelState,
    mover: RegimentId,
    openings: &[Opening],
    out: &mut Vec<PanelAction>,
) {
    let all = view.rules.cards();
    let allowed_ones: Vec<Choice> = all.iter().filter(|(_, why)| why.is_none()).map(|(choice, _)| *choice).collect();
    for (n, choice) in allowed_ones.iter().enumerate() {
        match choice {
            Choice::Evade { unit, back } => evade(ui, view, state, &allowed_ones[..n], (*unit, *back), out),
            _ => allowed(ui, view, &allowed_ones[..n], *choice, out),
        }
        match choice {
            Choice::OpportunityFire(unit) => fire::shot(ui, view, *unit, mover, Volley::Opportunity),
            Choice::RefuseFlank { .. } => check(ui, view, &allowed_ones[..n], *choice),
            _ => {}
        }
    }
    let words =
        if openings.iter().any(|o| o.what == Reaction::Evade) { "Stand, and let it come" } else { "Let it pass" };
    decline(ui, view, words, out);
    forbidden(ui, view, &all);
}

/// Whether a screen that is charged evades.
pub(super) fn screen(ui: &mut Ui, view: &View, state: &mut PanelState, unit: RegimentId, out: &mut Vec<PanelAction>) {
    for (choice, _) in view.rules.cards().iter().filter(|(_, why)| why.is_none()) {
        if let Choice::Evade { back, .. } = choice {
            evade(ui, view, state, &[], (unit, *back), out);
        }
    }
    decline(ui, view, "Stand, and be run over", out);
}

/// A card that may be played: what it costs and what it does. What a card `before` it does too is not said again.
fn allowed(ui: &mut Ui, view: &View, before: &[Choice], choice: Choice, out: &mut Vec<PanelAction>) {
    let (cost, effect) = worth(choice);
    let mut entry = Entry::new(text::choice(view.field, choice)).cost(cost).hint(effect);
    if let Some(key) = KEYS.get(before.len()) {
        entry = entry.key(*key);
    }
    order_button(ui, view, entry, &Order::Answer(choice), out);
    if before.iter().all(|other| worth(*other).1 != effect) {
        widgets::note(ui, effect);
    }
}

/// Cards that may not be played, and why.
fn forbidden(ui: &mut Ui, view: &View, all: &[Card]) {
    for (choice, why) in all {
        if let Some(why) = why {
            let mut entry = Entry::new(text::choice(view.field, *choice)).cost(worth(*choice).0);
            entry.reason = Some(why.clone());
            entry.show(ui);
        }
    }
}

/// Price and effect of a card.
const fn worth(choice: Choice) -> (&'static str, &'static str) {
    match choice {
        Choice::ClosingVolley { .. } => ("free", VOLLEY),
        Choice::OpportunityFire(_) => ("free, counts as its reaction", FIRE),
        Choice::CounterCharge { .. } => ("1 reserved pip", COUNTER),
        Choice::RefuseFlank { by: Means::Reserve, .. } => ("1 reserved pip, certain", REFUSE),
        Choice::RefuseFlank { by: Means::Check, .. } => ("free, on a check", REFUSE),
        Choice::Evade { .. } => ("free", EVADE),
        _ => ("", ""),
    }
}

/// How far the skirmishers run, and the card.
fn evade(
    ui: &mut Ui,
    view: &View,
    state: &mut PanelState,
    before: &[Choice],
    (unit, most): (RegimentId, Inches),
    out: &mut Vec<PanelAction>,
) {
    state.evade = Inches(state.evade.0.clamp(NEAREST.0, most.0));
    let mut back = state.evade.get();
    ui.spacing_mut().slider_width = (ui.available_width() - 180.0).max(120.0);
    ui.add(Slider::new(&mut back, NEAREST.get()..=most.get()).step_by(0.1).fixed_decimals(1).suffix(" in back"));
    state.evade = Inches::round(back);
    allowed(ui, view, before, Choice::Evade { unit, back: state.evade }, out);
}

/// The chance of a check that is taken instead of a pip; it is the same for one stand as for two.
fn check(ui: &mut Ui, view: &View, before: &[Choice], choice: Choice) {
    let by_check = |choice: Choice| match choice {
        Choice::RefuseFlank { unit, by: Means::Check, .. } => Some(unit),
        _ => None,
    };
    let Some(unit) = by_check(choice) else { return };
    if before.iter().any(|other| by_check(*other) == Some(unit)) {
        return;
    }
    let chance = view.rules.refuses(unit);
    widgets::bar(
        ui,
        "Passes its check",
        chance as f32,
        "4+ on its Discipline Check; failing it means nothing more (Companion 16 \u{a7}6.0)",
    );
}

/// How the charge goes on after an answer, as its defender looks at it.
fn fate(ui: &mut Ui, view: &View, charge: Charge, answer: Choice) {
    let words = match view.rules.answered(charge, answer) {
        Ok(Fate { stopped, wins, draws, loses }) => {
            let [stopped, wins, draws, loses] =
                [stopped, wins, draws, loses].map(|chance| text::percent(chance as f32));
            format!("The charge: stopped {stopped}, beaten {loses}, a Bloody Draw {draws}, wins {wins}.")
        }
        Err(why) => format!("The fight cannot be reckoned from here: {why}"),
    };
    ui.add(Label::new(RichText::new(words).strong()).wrap());
}

fn decline(ui: &mut Ui, view: &View, words: &str, out: &mut Vec<PanelAction>) {
    let entry = Entry::new(words).key(Key::Num0).cost("no reaction");
    order_button(ui, view, entry, &Order::Answer(Choice::Decline), out);
}
