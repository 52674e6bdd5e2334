//! New battle: the list on the left; on the right what the chosen scenario is, and one button, *Take the field*.

use bevy_egui::egui::{self, Label, Rect, RichText, ScrollArea, TextEdit, Ui, UiBuilder, pos2, vec2};

use super::{Screen, ScreenAction, map};
use crate::army::Side;
use crate::book::Options;
use crate::book::options::HOUSE_RULES;
use crate::panels::widgets::{self, Entry};
use crate::panels::{glyph, text, theme};
use crate::scenario::shelf;
use crate::scenario::{Army, Problems, Scenario};

/// Where the dice of a battle come from.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Dice {
    /// The program rolls, from a seed that is kept with the battle.
    #[default]
    Rolled,
    /// The players roll their own and type them in.
    Typed,
}

/// What the screen remembers.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct NewBattleState {
    /// The chosen scenario, by its place in the list.
    pub chosen: usize,
    /// House rules; those that the scenario suggests until the players change them.
    pub options: Options,
    /// The scenario that the options were read from.
    pub options_of: Option<usize>,
    /// Dice.
    pub dice: Dice,
    /// The seed as it was typed; empty takes one at random.
    pub seed: String,
}

/// Draws the screen.
pub fn draw(ctx: &egui::Context, shelf: &[shelf::Entry], state: &mut NewBattleState) -> Vec<ScreenAction> {
    let mut out = Vec::new();
    let screen = ctx.content_rect();
    state.chosen = state.chosen.min(shelf.len().saturating_sub(1));
    widgets::sheet(
        ctx,
        "new-battle",
        screen,
        theme::sheet().shadow(egui::Shadow::NONE),
        egui::Order::Background,
        |ui| {
            super::header(ui, "New battle", &mut out);
            let body = super::page(ui, 1500.0);
            let list_width = 290.0_f32.min(body.width() * 0.3);
            let list = Rect::from_min_max(body.min, pos2(body.left() + list_width, body.bottom()));
            let rest = Rect::from_min_max(pos2(list.right() + 12.0, body.top()), body.max);
            ui.scope_builder(UiBuilder::new().max_rect(list), |ui| choose(ui, shelf, state));
            ui.scope_builder(UiBuilder::new().max_rect(rest), |ui| {
                match shelf.get(state.chosen).map(|e| &e.scenario) {
                    None => {
                        widgets::note(
                            ui,
                            "There is no scenario. Those that come with the game should be in its folder scenarios.",
                        );
                    }
                    Some(Err(problems)) => broken(ui, problems),
                    Some(Ok(scenario)) => {
                        if state.options_of != Some(state.chosen) {
                            state.options = scenario.options;
                            state.options_of = Some(state.chosen);
                        }
                        describe(ui, scenario, state, &mut out);
                    }
                }
            });
        },
    );
    if widgets::struck(ctx, egui::Key::Escape) {
        out.push(ScreenAction::Go(Screen::Title));
    }
    out
}

fn choose(ui: &mut Ui, shelf: &[shelf::Entry], state: &mut NewBattleState) {
    ScrollArea::vertical().id_salt("shelf").auto_shrink(false).show(ui, |ui| {
        if shelf.is_empty() {
            widgets::note(ui, "No scenarios.");
        }
        for (n, entry) in shelf.iter().enumerate() {
            let (name, note) = match &entry.scenario {
                Ok(scenario) => (scenario.title.to_string(), scenario.date.to_string()),
                Err(problems) => (entry.name.clone(), text::count(problems.list.len(), "problem")),
            };
            if super::choice(ui, n == state.chosen, &name, &note) {
                state.chosen = n;
            }
        }
    });
}

fn broken(ui: &mut Ui, problems: &Problems) {
    ui.label(RichText::new("This scenario cannot be played").heading());
    widgets::note(ui, problems.file.as_str());
    ScrollArea::vertical().id_salt("problems").auto_shrink(false).show(ui, |ui| {
        for problem in &problems.list {
            ui.add(Label::new(problem.to_string()).wrap());
        }
    });
}

fn describe(ui: &mut Ui, scenario: &Scenario, state: &mut NewBattleState, out: &mut Vec<ScreenAction>) {
    let body = ui.available_rect_before_wrap();
    let foot = 54.0;
    let upper = Rect::from_min_max(body.min, pos2(body.right(), body.bottom() - foot));
    let lower = Rect::from_min_max(pos2(body.left(), body.bottom() - foot + 6.0), body.max);
    ui.scope_builder(UiBuilder::new().max_rect(upper), |ui| {
        ScrollArea::vertical().id_salt("scenario").auto_shrink(false).show(ui, |ui| {
            widgets::line(ui, RichText::new(&*scenario.title).size(26.0).strong());
            widgets::line(ui, RichText::new(format!("{}, {}.", scenario.date, scenario.place)));
            widgets::line(
                ui,
                RichText::new(format!(
                    "{} of one turn each side. {}",
                    text::count(usize::from(scenario.rounds), "round"),
                    match (scenario.terms.first, &scenario.terms.zones) {
                        (Some(side), None) => format!("{side} moves first; the armies stand where they stood."),
                        (None, None) => "The dice decide who moves first; the armies stand where they stood.".into(),
                        (Some(side), Some(_)) => format!("{side} moves first; both sides deploy."),
                        (None, Some(_)) => "The dice decide who moves first; both sides deploy.".into(),
                    }
                )),
            );
            ui.add_space(6.0);
            let wide = ui.available_width() > 820.0;
            if wide {
                ui.horizontal_top(|ui| {
                    let room = ui.available_width();
                    ui.allocate_ui(vec2(room * 0.52, 0.0), |ui| {
                        ui.vertical(|ui| {
                            map::draw(ui, scenario, 380.0);
                            legend(ui);
                        });
                    });
                    ui.vertical(|ui| briefing(ui, scenario));
                });
            } else {
                map::draw(ui, scenario, 300.0);
                legend(ui);
                briefing(ui, scenario);
            }
            ui.add_space(6.0);
            ui.scope(|ui| {
                // Strengths at the right of the one army keep clear of the flags at the left of the other.
                let usual = std::mem::replace(&mut ui.spacing_mut().item_spacing.x, 24.0);
                ui.columns(2, |columns| {
                    for (ui, side) in columns.iter_mut().zip(Side::BOTH) {
                        ui.spacing_mut().item_spacing.x = usual;
                        army(ui, side, scenario.army(side));
                    }
                });
            });
            victory(ui, scenario);
            house_rules(ui, scenario, state);
            dice(ui, state);
            if !scenario.sources.is_empty() {
                widgets::heading(ui, "Sources");
                widgets::note(ui, &*scenario.sources);
            }
            ui.add_space(10.0);
        });
    });
    ui.scope_builder(UiBuilder::new().max_rect(lower), |ui| {
        let mut entry = Entry::new("Take the field").key(egui::Key::Enter).chief();
        entry.reason = seed(state).err();
        if entry.show(ui)
            && let Ok(seed) = seed(state)
        {
            out.push(ScreenAction::Begin { scenario: state.chosen, options: state.options, dice: state.dice, seed });
        }
    });
}

/// The seed that was typed; `None` when none was.
fn seed(state: &NewBattleState) -> Result<Option<u64>, String> {
    let typed = state.seed.trim();
    if state.dice == Dice::Typed || typed.is_empty() {
        return Ok(None);
    }
    typed
        .parse()
        .map(Some)
        .map_err(|_| format!("\"{typed}\" is no seed: it is a whole number, or nothing for one at random"))
}

fn legend(ui: &mut Ui) {
    widgets::note(
        ui,
        "Blocks with one diagonal: Union. With a cross: Confederate. Dots: generals. Stars: worth points. Dashed: fences; thick: walls; dotted: hedges; brown ring: hill.",
    );
}

fn briefing(ui: &mut Ui, scenario: &Scenario) {
    widgets::heading(ui, "Briefing");
    if scenario.briefing.is_empty() {
        widgets::note(ui, "The scenario says nothing more.");
    }
    for paragraph in &scenario.briefing {
        ui.add(Label::new(&**paragraph).wrap());
        ui.add_space(4.0);
    }
}

fn army(ui: &mut Ui, side: Side, army: &Army) {
    egui::Frame::new().fill(theme::accent(side)).inner_margin(egui::Margin::symmetric(6, 4)).show(ui, |ui| {
        theme::on_accent(ui, side);
        ui.horizontal(|ui| {
            ui.set_min_width(ui.available_width());
            glyph::side_flag(ui, side, 18.0);
            widgets::line(ui, RichText::new(format!("{side}: {}", army.name)).strong());
        });
    });
    widgets::note(
        ui,
        format!("{} men, {} stands, {}", army.men(), army.stands(), text::count(army.regiments().count(), "regiment")),
    );
    if let Some(commander) = &army.commander {
        widgets::line(ui, RichText::new(format!("{}, commands", commander.name)).italics());
    }
    for brigade in &army.brigades {
        ui.add_space(3.0);
        widgets::line(ui, RichText::new(&*brigade.name).strong());
        ui.horizontal(|ui| {
            glyph::temper(ui, brigade.brigadier.temper);
            widgets::line(
                ui,
                RichText::new(format!("{}, {}", brigade.brigadier.name, brigade.brigadier.temper)).italics(),
            );
        });
        for regiment in &brigade.regiments {
            ui.horizontal(|ui| {
                match regiment.colors.last() {
                    Some(cloth) => glyph::flag(ui, *cloth, 14.0),
                    None => glyph::side_flag(ui, side, 14.0),
                };
                widgets::from_right(ui, |ui| {
                    ui.label(
                        RichText::new(format!(
                            "{}, {}",
                            regiment.grade,
                            text::count(usize::from(regiment.stands), "stand")
                        ))
                        .size(theme::SMALL),
                    )
                    .on_hover_text(format!("{} men with the {}", regiment.men, regiment.weapon));
                    ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                        widgets::line(ui, &*regiment.name);
                    });
                });
            });
        }
    }
}

fn victory(ui: &mut Ui, scenario: &Scenario) {
    let t = &scenario.terms;
    widgets::heading(ui, "What wins");
    widgets::note(
        ui,
        format!(
            "Points: {} for each enemy stand lost, {} for a Hesitant and {} for a Broken brigade, {} for a brigadier, {} for a division commander, {} for a battery captured. A lead of {}% of all points wins.",
            t.per_stand, t.per_hesitant, t.per_broken, t.per_brigadier, t.per_division, t.per_battery, t.margin
        ),
    );
    for objective in &t.objectives {
        widgets::note(
            ui,
            format!(
                "{}: {} to the side that holds it at the end.",
                objective.name,
                text::count(usize::from(objective.points), "point")
            ),
        );
    }
}

fn house_rules(ui: &mut Ui, scenario: &Scenario, state: &mut NewBattleState) {
    widgets::heading(ui, "House rules");
    let changed = HOUSE_RULES.iter().filter(|rule| state.options.get(rule.name) != rule.values[0].0).count();
    widgets::note(
        ui,
        match changed {
            0 => "All as the book has them. Where two places in the books differ, both are named.".to_owned(),
            n => format!("{} from the book.", if n == 1 { "1 differs".into() } else { format!("{n} differ") }),
        },
    );
    for rule in HOUSE_RULES {
        let now = state.options.get(rule.name);
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(rule.title).strong());
            if now != rule.values[0].0 {
                let why = if scenario.options.get(rule.name) == now {
                    "suggested by the scenario"
                } else {
                    "differs from the book"
                };
                ui.label(RichText::new(why).size(theme::SMALL).color(theme::MADDER));
            }
        });
        for (n, (value, words)) in rule.values.iter().enumerate() {
            let words = if n == 0 { format!("{words} - the default") } else { (*words).to_owned() };
            if ui.radio(now == *value, words).clicked() {
                // The names and values are the book's own list, so this cannot fail.
                let _ = state.options.set(rule.name, value);
            }
        }
    }
}

fn dice(ui: &mut Ui, state: &mut NewBattleState) {
    widgets::heading(ui, "Dice");
    ui.radio_value(&mut state.dice, Dice::Rolled, "The program rolls; every roll is in the log");
    if state.dice == Dice::Rolled {
        ui.horizontal(|ui| {
            ui.add_space(24.0);
            ui.label("Seed");
            ui.add(TextEdit::singleline(&mut state.seed).desired_width(190.0).hint_text("at random").char_limit(20));
        });
    }
    ui.radio_value(&mut state.dice, Dice::Typed, "We roll our own and type them in");
}
