//! The card along the right edge. Of what is selected: what it is, how it stands, what it did, what it may do. The
//! battle's own while nothing is, so that selecting does not move the table.

use bevy_egui::egui::{self, Grid, Rect, RichText, ScrollArea, Sense, Ui, pos2};

use super::glyph::{self, Block};
use super::state::PanelState;
use super::view::{PanelAction, Selected, View};
use super::{actions, battle, garrison, reckon, text, theme, widgets};
use crate::army::{Formation, Rank, Weapon};
use crate::book::Health;
use crate::book::command::Tier;
use crate::book::fire;
use crate::book::melee;
use crate::geometry::Inches;
use crate::turn::field::GeneralNow;
use crate::turn::{Unit, mount};

/// Width of the card, in points.
pub const WIDTH: f32 = 324.0;

/// Draws the card between two heights of the screen: of what is selected, or else of the battle.
pub fn draw(
    ctx: &egui::Context,
    view: &View,
    state: &mut PanelState,
    top: f32,
    bottom: f32,
    out: &mut Vec<PanelAction>,
) -> Rect {
    let right = ctx.content_rect().right();
    let rect = Rect::from_min_max(pos2(right - WIDTH, top), pos2(right, bottom));
    widgets::sheet(ctx, "card", rect, theme::sheet(), egui::Order::Middle, |ui| {
        let Some(selected) = view.selected else {
            battle::draw(ui, view, state, out);
            return;
        };
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| match selected {
            Selected::Regiment(id) if view.field.knows(id) => regiment(ui, view, state, view.field.unit(id), out),
            Selected::General(id) if id.index() < view.field.generals.len() => {
                general(ui, view, state, view.field.general(id), out);
            }
            _ => {
                widgets::note(ui, "It is no longer on the table.");
            }
        });
    })
}

fn title(ui: &mut Ui, name: &str, out: &mut Vec<PanelAction>, flags: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        flags(ui);
        widgets::from_right(ui, |ui| {
            if ui.button("x").on_hover_text("Put the card away (Esc)").clicked() {
                out.push(PanelAction::Select(None));
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                // A general's rank and three names want smaller letters than "2nd Virginia".
                let size = if name.chars().count() > 22 { theme::BODY } else { 19.0 };
                widgets::line(ui, RichText::new(name).size(size).strong());
            });
        });
    });
}

fn regiment(ui: &mut Ui, view: &View, state: &mut PanelState, unit: &Unit, out: &mut Vec<PanelAction>) {
    let field = view.field;
    title(ui, unit.name(), out, |ui| {
        if unit.regiment.colors.is_empty() {
            glyph::side_flag(ui, unit.side(), 22.0);
        }
        for cloth in unit.regiment.colors.iter() {
            glyph::flag(ui, *cloth, 22.0);
        }
    });
    let brigade = &field.brigade(unit.regiment.brigade).brigade;
    widgets::line(
        ui,
        RichText::new(format!("{}, {}", brigade.name, unit.side())).size(theme::SMALL).color(theme::FADED),
    );
    stands(ui, view, unit);
    if unit.condition.gone {
        widgets::note(ui, "This regiment has left the field. All its stands count as lost.");
        return;
    }
    facts(ui, view, unit);
    weapon(ui, fire::Arms::of(&unit.regiment));
    marks(ui, view, unit);
    let done = text::deeds(unit);
    widgets::heading(ui, "This turn");
    widgets::note(
        ui,
        if done.is_empty() { "Nothing yet.".to_owned() } else { format!("{}.", text::capital(&done.join("; "))) },
    );
    actions::regiment(ui, view, state, unit, out);
}

/// Stands as blocks, the lost ones hollow; those of detachments are counted in words.
fn stands(ui: &mut Ui, view: &View, unit: &Unit) {
    let standing = unit.stands();
    let lost = view.field.lost(unit);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(2.0, 2.0);
        for n in 0..standing + lost {
            let block = if n >= standing {
                Block::Lost
            } else if n == unit.place.files.left.min(standing.saturating_sub(1)) {
                Block::Colors
            } else {
                Block::Standing
            };
            glyph::stand(ui, block, unit.side());
        }
        if unit.condition.micro > 0 && !unit.condition.gone {
            glyph::micro(ui).on_hover_text("An odd hit is carried");
        }
    });
    let root = view.field.root(unit);
    let mut words = match unit.regiment.parent {
        Some(_) => format!("{} of {}", text::count(usize::from(standing), "stand"), root.the()),
        None => format!("{standing} of {} {}", unit.regiment.stands, text::stands(unit)),
    };
    let elsewhere = unit.regiment.stands.saturating_sub(standing + lost);
    if elsewhere > 0 {
        words.push_str(&format!(", {elsewhere} detached"));
    }
    if unit.regiment.men > 0 {
        words.push_str(&format!(", {} men at the start", unit.regiment.men));
    }
    widgets::note(ui, words);
}

fn facts(ui: &mut Ui, view: &View, unit: &Unit) {
    let field = view.field;
    Grid::new("facts").num_columns(2).spacing([10.0, 2.0]).show(ui, |ui| {
        let mut fact = |name: &str, words: String, tip: &str| {
            ui.label(RichText::new(name).size(theme::SMALL).color(theme::FADED));
            widgets::line(ui, words).on_hover_text(tip);
            ui.end_row();
        };
        fact(
            "Grade",
            format!("{}, checks on {}", unit.regiment.grade, reckon::discipline_words(unit.regiment.grade)),
            "Discipline Checks (Companion 16 \u{a7}5.5)",
        );
        let formation = unit.place.formation;
        let rates = unit.rates();
        fact(
            "Formation",
            if rates.open > Inches::ZERO {
                format!("{}, {}", text::capital(&formation.to_string()), text::inches(rates.open))
            } else {
                text::capital(&formation.to_string())
            },
            match formation {
                Formation::Line => "Moves 6.0 in, 4.0 in through woods; all stands fire (Companion 16 \u{a7}3)",
                Formation::AssaultColumn => {
                    "Moves 8.0 in, 5.0 in through woods; +1 when it attacks (Companion 16 \u{a7}3)"
                }
                Formation::RoadColumn => {
                    "Moves 10.0 in, 12.0 in on roads; cannot fire or charge (Companion 16 \u{a7}3)"
                }
                Formation::MountedLine => {
                    "Moves 9.0 in, 5.0 in through woods; charges 12.0 in (Companion 16 \u{a7}3.1)"
                }
                Formation::MountedColumn => "Moves 10.0 in, 14.0 in on roads; does not charge (Companion 16 \u{a7}3.1)",
                Formation::Dismounted => {
                    "Moves 5.0 in any way it likes, over obstacles free; does not charge (Companion 16 \u{a7}3.1)"
                }
                Formation::LedHorses => {
                    "Move 4.0 in, 8.0 in on roads; stay within 4.0 in of their regiment (Companion 13 \u{a7}6.0)"
                }
                Formation::Limbered => "Takes roads at full speed; cannot fire (Companion 16 \u{a7}3.1)",
                Formation::Unlimbered => "In action; moved by hand only (Companion 16 \u{a7}3.1)",
                Formation::Garrison => "Inside a building: Heavy cover, fires all round (Companion 16 \u{a7}4.3)",
            },
        );
        if let Some(words) = garrison::words(view, unit) {
            fact("Building", words, "Holds 2 stands; comes down at 4 structural hits (Companion 16 \u{a7}4.3)");
        }
        let health = field.health(unit);
        if unit.regiment.arm.is_artillery() {
            fact("Melee", "one die and one".to_owned(), "Beaten, its guns are taken (Companion 8 \u{a7}6.0)");
        } else {
            let table = field.options.melee_modifiers;
            let shock = melee::health(table, health, field.family_stands(unit.id())).map_or(0, |(value, _)| value);
            fact(
                "Health",
                format!("{health}, {} in melee", text::signed(shock)),
                match health {
                    Health::Fresh => "More than 75% of its stands (Companion 16 \u{a7}8.1)",
                    Health::Worn => "35% to 75% of its stands (Companion 16 \u{a7}8.1)",
                    Health::Spent => "Under 35%, or two stands: tests whenever it is hit (Companion 16 \u{a7}8.1)",
                    Health::Shattered => "One stand: removed (Companion 16 \u{a7}8.1)",
                },
            );
        }
        fact(
            "Command",
            text::capital(&text::command(field, unit)),
            match field.tier(unit) {
                Tier::Bugle | Tier::Courier => "Orders cost what is printed (Companion 16 \u{a7}2.2)",
                Tier::DistantCourier => "Orders cost double, -1 to checks (Companion 16 \u{a7}2.2)",
                Tier::OutOfCommunication => {
                    "No pips, -1 to checks; may hold, fall back or advance straight (Companion 16 \u{a7}2.2)"
                }
            },
        );
        let clock = field.clock_of(unit);
        fact("Brigade", clock.to_string(), text::clock_means(clock));
        for which in unit.regiment.traits.iter() {
            fact("Trait", which.to_string(), text::trait_means(*which));
        }
    });
}

/// The weapon with its bands and numbers.
fn weapon(ui: &mut Ui, arms: fire::Arms) {
    let weapon = arms.weapon;
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(text::capital(&weapon.to_string())).strong());
    });
    ui.horizontal(|ui| {
        for row in fire::rows(arms) {
            theme::boxed()
                .show(ui, |ui| {
                    ui.set_width(78.0);
                    ui.vertical_centered(|ui| {
                        ui.spacing_mut().item_spacing.y = 0.0;
                        ui.label(RichText::new(format!("{}+", row.number)).strong().size(16.0));
                        ui.label(RichText::new(format!("to {}", row.to)).size(theme::SMALL));
                    });
                })
                .response
                .on_hover_text(format!("{} range (Companion 16 \u{a7}5)", row.band));
        }
    });
    match weapon {
        Weapon::RepeatingRifle | Weapon::RepeatingCarbine => {
            widgets::note(ui, "Two dice more in every volley.");
        }
        Weapon::BreechloadingCarbine => {
            widgets::note(ui, "One die more for every two stands that fire.");
        }
        Weapon::Shotgun => {
            widgets::note(ui, "Only within 4.0 in; one more in melee.");
        }
        Weapon::Napoleon | Weapon::OrdnanceRifle | Weapon::Parrott | Weapon::Howitzer => {
            widgets::note(ui, "Two dice for every section; canister to 6.0 in.");
        }
        Weapon::Smoothbore | Weapon::RifledMusket | Weapon::Musketoon => {}
    }
}

/// Markers in words.
fn marks(ui: &mut Ui, view: &View, unit: &Unit) {
    let row = |ui: &mut Ui, glyph: &dyn Fn(&mut Ui), words: String| {
        ui.horizontal(|ui| {
            glyph(ui);
            ui.add(egui::Label::new(RichText::new(words).size(theme::SMALL)).wrap());
        });
    };
    if unit.condition.disordered {
        row(
            ui,
            &|ui| {
                glyph::drum(ui, Sense::hover());
            },
            "Disordered: -2.0 in, -1 to hit, -2 in melee (QRS 4 \u{a7}3)".into(),
        );
    }
    if unit.condition.micro > 0 {
        row(
            ui,
            &|ui| {
                glyph::micro(ui);
            },
            "Odd hit: one more costs a stand (Companion 16 \u{a7}5.4)".into(),
        );
        widgets::note(ui, text::rest(unit));
    }
    if unit.condition.low_ammo {
        row(
            ui,
            &|ui| {
                glyph::cartridges(ui);
            },
            super::reckon::low_ammo_means(view.field, unit),
        );
    }
    if unit.condition.screen {
        widgets::note(ui, text::screen(&unit.condition));
    }
    for (stands, side) in unit.condition.refused.into_iter().zip(["left", "right"]).filter(|(stands, _)| *stands > 0) {
        let bent = text::count(usize::from(stands), "stand");
        let why = format!(
            "Its {side} flank is refused: {bent} bent back, no enfilade and no +2 in melee there, until it moves (Companion 16 \u{a7}6.0)."
        );
        widgets::note(ui, why);
    }
    if unit.place.formation == Formation::Dismounted {
        widgets::note(
            ui,
            match mount::horses_of(view.field, unit) {
                Some(horses) => {
                    let far = text::inches(unit.footprint().gap(&horses.footprint()));
                    format!(
                        "Its horses are {far} away; 4.0 in at most, and in contact to mount (Companion 13 \u{a7}6.0)."
                    )
                }
                None => "Its horses are lost: it fights on foot to the end (Companion 16 \u{a7}10.2).".to_owned(),
            },
        );
    }
    let enemies = view.field.engaged_with(unit.id());
    if !enemies.is_empty() {
        let names: Vec<_> = enemies.iter().map(|id| view.field.unit(*id).name()).collect();
        let how = if unit.condition.locked { "Locked in a fight with" } else { "In contact with" };
        row(
            ui,
            &|ui| {
                glyph::crossed(ui);
            },
            format!("{how} {}", text::list(&names)),
        );
    }
    if unit.condition.doubled_last_turn {
        row(ui, &|_| {}, "Doubled last turn: doing it again brings Disorder (Companion 16 \u{a7}2.3)".into());
    }
    let with: Vec<_> = view.field.generals_with(unit.id()).map(|now| &*now.general.name).collect();
    if !with.is_empty() {
        let are = if with.len() == 1 { "is" } else { "are" };
        let who = text::list(&with);
        row(ui, &|_| {}, format!("{who} {are} with the colors: +1 in melee and to checks (Companion 16 \u{a7}2.4)"));
    }
}

fn general(ui: &mut Ui, view: &View, state: &mut PanelState, now: &GeneralNow, out: &mut Vec<PanelAction>) {
    let field = view.field;
    title(ui, &now.general.name, out, |ui| {
        glyph::side_flag(ui, now.general.side, 22.0);
    });
    let what = match now.general.rank {
        Rank::Brigadier(id) => format!("Commands {}", field.brigade(id).brigade.name),
        Rank::Division => "Commands the division".into(),
    };
    widgets::line(ui, RichText::new(what).size(theme::SMALL).color(theme::FADED));
    if now.state.gone {
        widgets::note(ui, "He is no longer on the field, and nobody took his place.");
        return;
    }
    ui.horizontal(|ui| {
        glyph::temper(ui, now.state.temper);
        ui.label(match now.state.temper {
            crate::army::Temper::Aggressive => "Aggressive: 1D3+1 pips",
            crate::army::Temper::Reliable => "Reliable: 1D3 pips",
            crate::army::Temper::Timid => "Timid: half of 1D3 pips",
        });
    });
    if now.state.succeeded {
        widgets::note(ui, "A colonel leads in his place (Companion 16 \u{a7}2.4).");
    }
    if now.state.wounds > 0 {
        widgets::note(ui, format!("Wounded: {} pip less each turn (Companion 16 \u{a7}2.4).", now.state.wounds));
    }
    match now.state.attached {
        Some(id) => {
            widgets::note(ui, format!("With the colors of {}: +1 in melee and to checks.", field.unit(id).name()))
        }
        None => widgets::note(ui, "With no regiment. He rides 12.0 in, 8.0 in through woods, 16.0 in on roads."),
    };
    if field.clock.turn > 0 {
        widgets::note(ui, format!("{} ridden this turn.", text::inches(now.state.spent)));
    }
    actions::general(ui, view, state, now, out);
}
