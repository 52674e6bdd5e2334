//! The banner of a question: play has stopped, and one player must answer. Cards with effect, price and chance; keys 1
//! to 5, 0 declines.

use bevy_egui::egui::{self, Align2, Key, Rect, RichText, Sense, Slider, Ui, pos2};

use super::state::PanelState;
use super::view::{Mode, PanelAction, Room, View};
use super::widgets::{self, Entry, order_button};
use super::{answers, glyph, text, theme};
use crate::army::{RegimentId, Side};
use crate::book::melee;
use crate::geometry::{Degrees, Inches};
use crate::turn::agenda::Question;
use crate::turn::{Ask, Charge, Choice, Order};

/// Choices among regiments are made on the table, too.
const ON_THE_TABLE: &str = "Choose here, or click the regiment on the table and confirm with Space.";

pub(super) const KEYS: [Key; 5] = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5];

/// What a banner needs for the cards of most questions, in points: so high it is even where it hides a regiment.
const LEAST: f32 = 300.0;

/// Draws the banner in the free part of the table, `rect`.
pub fn draw(
    ctx: &egui::Context,
    view: &View,
    state: &mut PanelState,
    rect: Rect,
    out: &mut Vec<PanelAction>,
) -> Option<Rect> {
    let question = view.agenda.question.as_ref()?;
    if view.mode != Mode::Play {
        return None;
    }
    if state.dice_version != view.version {
        state.dice_version = view.version;
        state.dice.clear();
        state.turn = 0;
        state.advance = melee::CONSOLIDATION;
        state.sweep = melee::SWEEP;
    }
    let width = 560.0_f32.min(rect.width() - 16.0).max(320.0);
    let (at, pivot) = match view.room {
        Room::Above => (pos2(rect.center().x, rect.top() + 8.0), Align2::CENTER_TOP),
        Room::Below => (pos2(rect.center().x, rect.bottom() - 8.0), Align2::CENTER_BOTTOM),
    };
    Some(widgets::float(ctx, "question", at, pivot, width, theme::banner(question.side), |ui| {
        theme::on_accent(ui, question.side);
        ui.horizontal(|ui| {
            glyph::side_flag(ui, question.side, 26.0);
            ui.add(egui::Label::new(RichText::new(headline(view, question)).size(17.0).strong()).wrap());
        });
        if matches!(question.ask, Ask::Consolidation(_) | Ask::Sweep { .. }) {
            fight(ui, view);
        }
        ui.add_space(4.0);
        let most = view.clear.max(LEAST).min(rect.height() - 40.0) - (ui.cursor().top() - ui.max_rect().top()) - 24.0;
        egui::ScrollArea::vertical().max_height(most.max(120.0)).show(ui, |ui| {
            cards(ui, view, state, question, out);
        });
    }))
}

/// The fight that has just been decided, and what came of it: its scores must not flash by in the log.
fn fight(ui: &mut Ui, view: &View) {
    /// Lines of it: who won, stands, the way back, Disorder.
    const MOST: usize = 4;
    let Some(from) = view.log.iter().rposition(|line| line.fight) else { return };
    for line in view.log[from..].iter().filter(|line| !line.heading).take(MOST) {
        ui.add(egui::Label::new(RichText::new(&line.text).size(theme::SMALL)).wrap());
    }
}

/// What is happening, where, and who decides.
fn headline(view: &View, question: &Question) -> String {
    let field = view.field;
    let side = question.side;
    let name = |id: crate::army::RegimentId| field.unit(id).name().to_owned();
    match &question.ask {
        Ask::GoFirst => format!("{side} has won the initiative roll. Who goes first? {side} decides."),
        Ask::ChargedAt { target, chargers } => {
            let by: Vec<_> = chargers.iter().map(|charger| field.unit(charger.unit).name()).collect();
            let verb = if by.len() == 1 { "charges" } else { "charge" };
            format!("{} {verb} {}: at the {}. {side} decides.", text::list(&by), name(*target), line_words())
        }
        Ask::Crossing { mover, openings } => answers::passing(field, side, *mover, openings),
        Ask::ScreenCharged { unit, by } => {
            let by: Vec<_> = by.iter().map(|id| field.unit(*id).name()).collect();
            let verb = if by.len() == 1 { "comes" } else { "come" };
            format!("{} {verb} at the skirmishers of {}. {side} decides.", text::list(&by), name(*unit))
        }
        Ask::Consolidation(unit) => format!("{} has won the ground. {side} may use its 2.0 in.", name(*unit)),
        Ask::Sweep { unit, pips } => {
            let pips = text::count(usize::from(*pips), "pip");
            format!("{} has destroyed its enemy. For {pips} more it may sweep on; {side} decides.", name(*unit))
        }
        Ask::Lead(units) => {
            let names: Vec<_> = units.iter().map(|id| field.unit(*id).name()).collect();
            format!("{} have equally many stands engaged. {side} says which leads.", text::list(&names))
        }
        Ask::Dice { count, told } => {
            let dice = if *count == 1 { "1 die".to_owned() } else { format!("{count} dice") };
            text::stopped(format!("{side}: roll {dice} for {}", told.purpose))
        }
    }
}

fn line_words() -> String {
    format!("{} line", text::inches(melee::LINE_OF_REACTION))
}

fn cards(ui: &mut Ui, view: &View, state: &mut PanelState, question: &Question, out: &mut Vec<PanelAction>) {
    match &question.ask {
        Ask::GoFirst => {
            for (n, side) in Side::BOTH.into_iter().enumerate() {
                let entry = Entry::new(format!("{side} goes first")).key(KEYS[n]);
                order_button(ui, view, entry, &Order::Answer(Choice::First(side)), out);
            }
        }
        Ask::ChargedAt { target, chargers } => answers::charged(ui, view, *target, chargers, out),
        Ask::Crossing { mover, openings } => answers::crossing(ui, view, state, *mover, openings, out),
        Ask::ScreenCharged { unit, .. } => answers::screen(ui, view, state, *unit, out),
        Ask::Consolidation(_) => consolidation(ui, view, state, question, out),
        Ask::Sweep { unit, pips } => sweep(ui, view, state, question, (*unit, *pips), out),
        Ask::Lead(units) => {
            widgets::note(ui, ON_THE_TABLE);
            for (n, unit) in units.iter().enumerate() {
                card(ui, view, n, Choice::Lead(*unit), "", "Its die and its modifiers count for the side.", out);
            }
        }
        Ask::Dice { count, told } => {
            for line in &told.needs {
                widgets::note(ui, line);
            }
            dice(ui, view, state, *count, question.side, out);
        }
    }
}

fn card(ui: &mut Ui, view: &View, n: usize, choice: Choice, cost: &str, effect: &str, out: &mut Vec<PanelAction>) {
    let mut entry = Entry::new(text::choice(view.field, choice)).cost(cost).hint(effect);
    if let Some(key) = KEYS.get(n) {
        entry = entry.key(*key);
    }
    order_button(ui, view, entry, &Order::Answer(choice), out);
    widgets::note(ui, effect);
}

fn consolidation(ui: &mut Ui, view: &View, state: &mut PanelState, question: &Question, out: &mut Vec<PanelAction>) {
    let most = question.choices.iter().find_map(|choice| match choice {
        Choice::Advance(most) => Some(*most),
        _ => None,
    });
    let turns = question.choices.iter().filter_map(|choice| match choice {
        Choice::Turn(most) => Some(most.0 / 100),
        _ => None,
    });
    ui.spacing_mut().slider_width = (ui.available_width() - 180.0).max(120.0);
    let (left, right) = turns.fold((0, 0), |(left, right), most| (left.min(most), right.max(most)));
    if let Some(most) = most {
        state.advance = Inches(state.advance.0.clamp(100, most.0.max(100)));
        let mut advance = state.advance.get();
        ui.add(Slider::new(&mut advance, 0.1..=most.get().max(0.1)).step_by(0.1).fixed_decimals(1).suffix(" in ahead"));
        state.advance = Inches::round(advance);
        let choice = Choice::Advance(state.advance);
        let entry = Entry::new(text::choice(view.field, choice)).key(Key::Num1).cost("free");
        order_button(ui, view, entry, &Order::Answer(choice), out);
    }
    if (left, right) != (0, 0) {
        state.turn = state.turn.clamp(left, right);
        ui.add(Slider::new(&mut state.turn, left..=right).suffix("\u{b0}, left is negative"));
        let choice = Choice::Turn(Degrees::new(state.turn));
        let label = if state.turn == 0 { "Pivot".to_owned() } else { text::choice(view.field, choice) };
        let mut entry = Entry::new(label).key(Key::Num2).cost("free");
        if state.turn == 0 {
            entry.reason = Some("choose an angle with the slider first".into());
            entry.show(ui);
        } else {
            order_button(ui, view, entry, &Order::Answer(choice), out);
        }
    }
    let entry = Entry::new("Stand and dress ranks").key(Key::Num0).cost("free");
    order_button(ui, view, entry, &Order::Answer(Choice::Stand), out);
    widgets::note(ui, "The victor may advance straight or pivot about its Color Stand, 2.0 in at most (RULE-01-5.3).");
}

/// Every enemy within reach of a Sweeping Advance with the odds of the melee, and the run past all of them.
fn sweep(
    ui: &mut Ui,
    view: &View,
    state: &mut PanelState,
    question: &Question,
    (unit, pips): (RegimentId, u8),
    out: &mut Vec<PanelAction>,
) {
    let cost = text::count(usize::from(pips), "pip");
    if question.choices.iter().any(|choice| matches!(choice, Choice::Sweep(_))) {
        widgets::note(ui, ON_THE_TABLE);
    }
    let mut n = 0;
    for choice in &question.choices {
        match *choice {
            Choice::Sweep(target) => {
                let effect = "4.0 in into contact: a new melee at once, without momentum (Companion 16 \u{a7}7.4).";
                card(ui, view, n, *choice, &cost, effect, out);
                let plan = view.rules.sweep(Charge { unit, target });
                for step in plan.iter().flat_map(|plan| &plan.chances) {
                    widgets::bar(ui, &step.what, step.chance, &step.note);
                }
            }
            Choice::Advance(most) => {
                ui.spacing_mut().slider_width = (ui.available_width() - 180.0).max(120.0);
                state.sweep = Inches(state.sweep.0.clamp(most.0.min(100), most.0));
                let mut advance = state.sweep.get();
                let all = (most.get().min(0.1))..=most.get();
                ui.add(Slider::new(&mut advance, all).step_by(0.1).fixed_decimals(1).suffix(" in ahead"));
                state.sweep = Inches::round(advance).min(most);
                let effect = "Straight on, touching nobody; in place of the consolidation.";
                card(ui, view, n, Choice::Advance(state.sweep), &cost, effect, out);
            }
            _ => continue,
        }
        n += 1;
    }
    let entry = Entry::new(format!("Keep the {} and consolidate", if pips == 1 { "pip" } else { "pips" }))
        .key(Key::Num0)
        .cost("free");
    order_button(ui, view, entry, &Order::Answer(Choice::Decline), out);
}

/// Dice that the players roll themselves: buttons, or the digits 1 to 6.
fn dice(ui: &mut Ui, view: &View, state: &mut PanelState, count: u8, side: Side, out: &mut Vec<PanelAction>) {
    let wanted = usize::from(count);
    let ctx = ui.ctx().clone();
    let digits = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6];
    for (n, key) in digits.into_iter().enumerate() {
        if widgets::struck(&ctx, key) && state.dice.len() < wanted {
            state.dice.push(n as u8 + 1);
        }
    }
    if widgets::struck(&ctx, Key::Backspace) {
        state.dice.pop();
    }
    ui.label(format!("{} of {wanted} entered. Roll on the table, then click or type what you see.", state.dice.len()));
    ui.horizontal_wrapped(|ui| {
        for value in 1..=6u8 {
            let clicked =
                glyph::die(ui, value, 40.0, Sense::click()).on_hover_text(format!("A {value} (key {value})")).clicked();
            if clicked && state.dice.len() < wanted {
                state.dice.push(value);
            }
        }
    });
    ui.separator();
    ui.horizontal_wrapped(|ui| {
        for n in 0..wanted {
            glyph::die(ui, state.dice.get(n).copied().unwrap_or(0), 26.0, Sense::hover());
        }
    });
    ui.horizontal(|ui| {
        let back = egui::Button::new("Take one back (Backspace)");
        let back = ui.add_enabled(!state.dice.is_empty(), back).on_disabled_hover_text("No die has been entered yet.");
        if back.clicked() {
            state.dice.pop();
        }
    });
    if state.dice.len() == wanted {
        let entry = Entry::new(format!("{side} rolled these")).key(Key::Enter);
        if order_button(ui, view, entry, &Order::Dice(state.dice.clone()), out) {
            state.dice.clear();
        }
    } else {
        let mut entry = Entry::new(format!("{side} rolled these")).key(Key::Enter);
        entry.reason = Some(format!("{} still to enter", text::count_dice(wanted - state.dice.len())));
        entry.show(ui);
    }
}
