//! What the selected unit may do: every button is an order, grey with the refusal's words when the rules refuse it.

use bevy_egui::egui::{self, Key, RichText, Slider, Ui};

use super::state::PanelState;
use super::view::{Mode, PanelAction, Selected, Task, View};
use super::widgets::{self, Entry, order_button};
use super::{assault, fire, forming, garrison, reckon, text, theme};
use crate::army::{Formation, Rank, RegimentId};
use crate::book::{command, movement};
use crate::geometry::{Degrees, Inches};
use crate::ground::ObstacleKind;
use crate::turn::field::GeneralNow;
use crate::turn::march::firefight;
use crate::turn::{Order, Phase, Refusal, Unit};

/// Actions of a regiment in the present phase.
pub fn regiment(ui: &mut Ui, view: &View, state: &mut PanelState, unit: &Unit, out: &mut Vec<PanelAction>) {
    let sliders_of = Some((unit.id(), view.field.clock.phase));
    if state.sliders_of != sliders_of {
        state.sliders_of = sliders_of;
        state.fall_back = furthest_back(view, unit.id());
        state.pivot = 15;
    }
    if let Some(words) = view.proposal {
        // Space itself is the table's key; here it is only named, so that one stroke does one thing.
        ui.add_space(4.0);
        if Entry::new(text::capital(words)).cost("Space").chief().show(ui) {
            out.push(PanelAction::Confirm);
        }
        if let Some(Order::Assault(charges)) = view.proposed {
            assault::ends_moves(ui, view);
            assault::common(ui, view, charges);
            for charge in charges.iter().filter(|_| charges.len() == 1) {
                match view.rules.charge(*charge) {
                    Ok(plan) => {
                        for step in &plan.chances {
                            widgets::bar(ui, &step.what, step.chance, &step.note);
                        }
                    }
                    Err(short) => assault::would_stop(ui, &short),
                }
                assault::join(ui, view, state, *charge);
            }
        }
        widgets::note(ui, "Esc or a right click puts it back.");
    }
    let shared = shared_reason(view, unit);
    match view.field.clock.phase {
        Phase::Deployment => deployment(ui, view, unit, out),
        Phase::Command => {
            widgets::heading(ui, "Staff & Command");
            rally(ui, view, unit, out);
            brigade_pips(ui, view, unit, out);
        }
        Phase::Maneuver => {
            if view.task == Task::Assault {
                widgets::heading(ui, "Assault");
                assault::choose(ui, view, state, unit, out);
                return;
            }
            widgets::heading(ui, "Maneuver");
            if unit.place.within.is_some() {
                garrison::inside(ui, view, unit, out);
                return;
            }
            if shared.is_some() {
                widgets::say_once(ui, shared.as_deref());
            }
            maneuver(ui, view, state, unit, out);
            widgets::heading(ui, "Assault");
            assault::choose(ui, view, state, unit, out);
            widgets::say_once(ui, None);
        }
        Phase::Fire => {
            widgets::heading(ui, "Fire");
            fire::fire(ui, view, state, unit, out);
        }
        Phase::Melee => {
            widgets::heading(ui, "Melee");
            let enemies = view.field.engaged_with(unit.id());
            widgets::note(
                ui,
                if enemies.is_empty() {
                    "It is not in contact with an enemy."
                } else {
                    "Its fight is decided in this phase: 1D6 + engaged stands + modifiers each (Companion 16 \u{a7}7.3)."
                },
            );
        }
        Phase::Status => {
            widgets::heading(ui, "Status");
            let number = reckon::discipline_words(unit.regiment.grade);
            order_button(
                ui,
                view,
                Entry::new("Natural Rally")
                    .key(Key::N)
                    .cost(format!("free, {number}"))
                    .hint("One roll against the grade's number takes the Disorder off (Companion 11 \u{a7}5.0)."),
                &Order::NaturalRally(unit.id()),
                out,
            );
            rally(ui, view, unit, out);
        }
        Phase::Over => {}
    }
}

/// How far a regiment can fall back, in the slider's half inches; the full distance where it cannot at all, so that the
/// refusal speaks of that.
fn furthest_back(view: &View, unit: RegimentId) -> Inches {
    let steps = (1..=movement::FALL_BACK.0 / 500).rev().map(|half| Inches(half * 500));
    let mut allowed = steps.filter(|distance| view.may(&Order::FallBack { unit, distance: *distance }));
    allowed.next().unwrap_or(movement::FALL_BACK)
}

/// The reason that stands against nearly everything in Phase 2, if there is one: what has another says so itself.
fn shared_reason(view: &View, unit: &Unit) -> Option<String> {
    if view.mode != Mode::Play {
        return Some(widgets::replay().plain());
    }
    let id = unit.id();
    let pivot = Order::Pivot { unit: id, angle: Degrees::new(15) };
    let orders = [Order::Hold(id), Order::AboutFace(id), Order::DoubleTime(id), pivot];
    let reasons: Vec<_> = orders.iter().filter_map(|order| view.rules.check(order).err()).collect();
    let shared = |why: &&Refusal| reasons.iter().filter(|other| other == why).count() >= 3;
    reasons.iter().find(shared).map(Refusal::plain)
}

fn deployment(ui: &mut Ui, view: &View, unit: &Unit, out: &mut Vec<PanelAction>) {
    widgets::heading(ui, "Deployment");
    widgets::note(
        ui,
        "Drag it to its place. Q and E turn it while it is dragged, or hold the right button too and point.",
    );
    for formation in unit.regiment.arm.formations().iter().copied() {
        if formation == unit.place.formation {
            continue;
        }
        let order = Order::Deploy { unit: unit.id(), pose: unit.place.pose, formation };
        order_button(ui, view, Entry::new(format!("Place in {formation}")).key(formation_key(formation)), &order, out);
    }
}

const fn formation_key(formation: Formation) -> Key {
    match formation {
        Formation::Line | Formation::MountedLine | Formation::Unlimbered => Key::L,
        Formation::AssaultColumn | Formation::Dismounted | Formation::LedHorses | Formation::Garrison => Key::A,
        Formation::RoadColumn | Formation::MountedColumn | Formation::Limbered => Key::R,
    }
}

fn rally(ui: &mut Ui, view: &View, unit: &Unit, out: &mut Vec<PanelAction>) {
    let entry = Entry::new("Command Rally")
        .key(Key::Y)
        .cost(text::price(view.field, unit, command::RALLY))
        .hint("Takes the Disorder off without a roll (Companion 16 \u{a7}2.3).");
    order_button(ui, view, entry, &Order::Rally(unit.id()), out);
}

fn brigade_pips(ui: &mut Ui, view: &View, unit: &Unit, out: &mut Vec<PanelAction>) {
    let id = unit.regiment.brigade;
    let entry = Entry::new("Reserve a pip for a reaction")
        .cost("1 pip of the brigade")
        .hint("Kept through the enemy's next movement; at most one (RULE-01-2.3).");
    order_button(ui, view, entry, &Order::Reserve(id), out);
}

fn maneuver(ui: &mut Ui, view: &View, state: &mut PanelState, unit: &Unit, out: &mut Vec<PanelAction>) {
    let id = unit.id();
    if view.proposal.is_none() {
        widgets::note(
            ui,
            "Drag it by its middle to march, by an end to wheel. Letting go gives the order; Esc puts it back.",
        );
    }
    if firefight::held(view.field, unit) {
        let price = text::price(view.field, unit, command::BREAK_OFF);
        widgets::note(ui, format!("It fired in its last turn: to move it costs {price} (Companion 2 \u{a7}4.0)."));
    }
    for formation in unit.regiment.arm.formations().iter().copied() {
        let label = match formation {
            Formation::Line => "Form line",
            Formation::AssaultColumn => "Form assault column",
            Formation::RoadColumn => "Form road column",
            Formation::MountedLine if unit.place.formation == Formation::Dismounted => "Mount, in line",
            Formation::MountedLine => "Form line",
            Formation::MountedColumn if unit.place.formation == Formation::Dismounted => "Mount, in column",
            Formation::MountedColumn => "Form column",
            Formation::Dismounted => "Dismount",
            Formation::Limbered => "Limber",
            Formation::Unlimbered => "Unlimber",
            Formation::LedHorses | Formation::Garrison => continue,
        };
        if formation == unit.place.formation {
            continue;
        }
        let Some((cost, hint)) = forming::forming(view, unit, formation) else { continue };
        let order = Order::Form { unit: id, formation };
        let entry = Entry::new(label).key(formation_key(formation)).cost(cost);
        let entry = if hint.is_empty() { entry } else { entry.hint(hint) };
        order_button(ui, view, entry, &order, out);
    }
    garrison::rejoin(ui, view, unit, out);
    garrison::beside(ui, view, unit, out);
    let cost = format!("{}, no fire", text::inches(movement::ABOUT_FACE));
    order_button(ui, view, Entry::new("About face").key(Key::T).cost(cost), &Order::AboutFace(id), out);
    let fires = crate::book::fire::firing_ranks(unit.place.formation) > 0;
    let hold = if fires {
        Entry::new("Hold").cost("free, may fire").hint("It stays and may fire in Phase 3 (RULE-01-4.1).")
    } else {
        Entry::new("Hold").cost("free").hint("It stays; as it is formed it cannot fire (RULE-01-4.1).")
    };
    order_button(ui, view, hold.key(Key::H), &Order::Hold(id), out);
    let price =
        format!("{}, +{}", text::price(view.field, unit, command::DOUBLE_TIME), text::inches(movement::DOUBLE_TIME));
    order_button(ui, view, Entry::new("Double-time").key(Key::D).cost(price), &Order::DoubleTime(id), out);

    let fences = view.field.ground.obstacles.iter().any(|obstacle| obstacle.kind == ObstacleKind::RailFence);
    if fences && !unit.regiment.arm.is_artillery() {
        order_button(
            ui,
            view,
            Entry::new("Take the fence down").cost("the whole phase, no fire").hint(
                "A split-rail fence within 1.0 in, along its front and 1.0 in to either side (Companion 16 \u{a7}4.2).",
            ),
            &Order::Dismantle(id),
            out,
        );
    }

    forming::screen(ui, view, unit, out);
    let mut back = state.fall_back.get();
    let most = movement::FALL_BACK.get();
    slider(ui, "Fall back", Slider::new(&mut back, 0.5..=most).step_by(0.5).fixed_decimals(1).suffix(" in"));
    state.fall_back = Inches::round(back);
    let entry = Entry::new(format!("Fall back {}", text::inches(state.fall_back)))
        .key(Key::B)
        .cost(match (fires, unit.regiment.arm.is_artillery()) {
            (false, _) => "free",
            (true, true) => "no fire",
            (true, false) => "full fire",
        })
        .hint("In Good Order, face to the enemy (Companion 16 \u{a7}3.3).");
    order_button(ui, view, entry, &Order::FallBack { unit: id, distance: state.fall_back }, out);

    slider(ui, "Pivot", Slider::new(&mut state.pivot, -45..=45).suffix("\u{b0}"));
    let angle = Degrees::new(state.pivot);
    let label = if angle == Degrees::ZERO { "Pivot in place".to_owned() } else { text::turn_words("Pivot", angle.0) };
    let entry = Entry::new(label)
        .key(Key::P)
        .cost(if fires { "-1 to hit" } else { "free" })
        .hint("About the Color Stand, up to 45\u{b0}; negative is to the left (Companion 16 \u{a7}5.1).");
    order_button(ui, view, entry, &Order::Pivot { unit: id, angle }, out);
}

fn slider(ui: &mut Ui, name: &str, slider: Slider) {
    ui.horizontal(|ui| {
        ui.spacing_mut().slider_width = 130.0;
        ui.add_sized([64.0, 20.0], egui::Label::new(RichText::new(name).size(theme::SMALL)));
        ui.add(slider);
    });
}

/// Actions of a general in the present phase.
pub fn general(ui: &mut Ui, view: &View, state: &mut PanelState, now: &GeneralNow, out: &mut Vec<PanelAction>) {
    let field = view.field;
    let id = now.general.id;
    match field.clock.phase {
        Phase::Command => {
            widgets::heading(ui, "Staff & Command");
            match now.general.rank {
                Rank::Brigadier(brigade) => {
                    let entry = Entry::new("Reserve a pip for a reaction")
                        .cost("1 pip")
                        .hint("Kept through the enemy's next movement; at most one (RULE-01-2.3).");
                    order_button(ui, view, entry, &Order::Reserve(brigade), out);
                }
                Rank::Division => {
                    for brigade in field.brigades.iter().filter(|b| b.brigade.side == now.general.side) {
                        let entry = Entry::new(format!("Bonus pip for {}", brigade.brigade.name))
                            .cost("free, once a turn")
                            .hint("Any brigadier within 18.0 in (Companion 16 \u{a7}2.1).");
                        order_button(ui, view, entry, &Order::Bonus { general: id, brigade: brigade.brigade.id }, out);
                    }
                }
            }
        }
        Phase::Maneuver => {
            widgets::heading(ui, "Ride");
            widgets::note(ui, "Drag him to ride. He joins a regiment at its colors:");
            let mut regiments: Vec<_> = field
                .of(now.general.side)
                .filter(|unit| match now.general.rank {
                    Rank::Brigadier(brigade) => unit.regiment.brigade == brigade,
                    Rank::Division => true,
                })
                .map(|unit| (now.state.at.vec().distance(unit.colors()), unit))
                .collect();
            regiments.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.id().cmp(&b.1.id())));
            if regiments.is_empty() {
                widgets::note(ui, "None of his regiments is left.");
            }
            let orders: Vec<_> = regiments.iter().take(8).map(|(_, unit)| view.rules.joining(id, unit.id())).collect();
            let reasons: Vec<_> =
                orders.iter().map(|order| view.rules.check(order).err().map(|no| no.to_string())).collect();
            // A division's commander joins none, and one who has ridden all his way joins none either: that is said once.
            if let Some(Some(first)) = reasons.first()
                && reasons.len() > 1
                && reasons.iter().all(|reason| reason.as_ref() == Some(first))
            {
                widgets::say_once(ui, Some(first));
            }
            for ((distance, unit), order) in regiments.into_iter().zip(&orders) {
                let entry = Entry::new(format!("Join {}", unit.name())).cost(format!("{distance:.1} in away"));
                order_button(ui, view, entry, order, out);
            }
            widgets::say_once(ui, None);
        }
        Phase::Deployment => {
            widgets::note(ui, "Drag him to his place in the zone of his side.");
        }
        Phase::Fire => {
            widgets::note(ui, "Generals ride in Phase 2.");
            widgets::heading(ui, "Fire");
            fire::rest(ui, view, state);
        }
        _ => {
            widgets::note(ui, "Generals ride in Phase 2.");
        }
    }
    if let Some(unit) = now.state.attached
        && Entry::new(format!("Show {}", field.unit(unit).name())).show(ui)
    {
        out.push(PanelAction::Select(Some(Selected::Regiment(unit))));
    }
}
