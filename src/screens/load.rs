//! Saved battles, to go on with or to watch; broken ones with what is wrong with them.

use std::path::PathBuf;

use bevy_egui::egui::{self, Label, RichText, ScrollArea};

use super::{Screen, ScreenAction};
use crate::panels::widgets;
use crate::panels::{text, theme};

/// A save as the list shows it.
#[derive(Clone, PartialEq, Debug)]
pub struct SaveCard {
    /// The file.
    pub path: PathBuf,
    /// The battle, or the file's name when it cannot be read.
    pub title: String,
    /// "Turn 5 of 16, Fire", and how many orders.
    pub stand: String,
    /// When it was written.
    pub written: String,
    /// What is wrong with it.
    pub problem: Option<String>,
}

/// What a save is opened for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// To go on.
    Play,
    /// To watch.
    Watch,
}

/// Draws the list.
pub fn draw(ctx: &egui::Context, saves: &[SaveCard], purpose: Purpose) -> Vec<ScreenAction> {
    let mut out = Vec::new();
    let title = match purpose {
        Purpose::Play => "Load a battle",
        Purpose::Watch => "Watch a battle",
    };
    let screen = ctx.content_rect();
    widgets::sheet(ctx, "load", screen, theme::sheet().shadow(egui::Shadow::NONE), egui::Order::Background, |ui| {
        super::header(ui, title, &mut out);
        let page = super::page(ui, 900.0);
        let ui = &mut ui.new_child(egui::UiBuilder::new().max_rect(page));
        if saves.is_empty() {
            widgets::note(
                ui,
                "There are no saves yet. A battle is kept as soon as it begins; the table's menu writes a save of its own.",
            );
            return;
        }
        let broken = saves.iter().filter(|save| save.problem.is_some()).count();
        let mut words = text::count(saves.len(), "save");
        if broken > 0 {
            words.push_str(&format!(", {broken} of them cannot be read"));
        }
        widgets::note(ui, words);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            for save in saves {
                match &save.problem {
                    None => {
                        let note = format!("{}. Written {}.", save.stand, save.written);
                        if super::choice(ui, false, &save.title, &note) {
                            out.push(match purpose {
                                Purpose::Play => ScreenAction::Load(save.path.clone()),
                                Purpose::Watch => ScreenAction::Watch(save.path.clone()),
                            });
                        }
                    }
                    Some(problem) => {
                        theme::boxed().show(ui, |ui| {
                            ui.set_width(ui.available_width());
                            widgets::line(
                                ui,
                                RichText::new(format!("{} cannot be read", save.title)).color(theme::MADDER),
                            );
                            ui.add(Label::new(RichText::new(problem).size(theme::SMALL)).wrap());
                            widgets::note(ui, format!("{} was left as it is.", save.path.display()));
                        });
                    }
                }
            }
        });
    });
    if widgets::struck(ctx, egui::Key::Escape) {
        out.push(ScreenAction::Go(Screen::Title));
    }
    out
}
