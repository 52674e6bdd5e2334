//! The panels through a battle, without a window: nothing is cut, nothing is too small, what is refused says why.

use bevy::app::App;
use bevy::state::app::StatesPlugin;
use bevy_egui::egui;

use super::proof::{Proof, click, key};
use super::reckon::{Engine, Memo};
use super::*;
use crate::army::{Face, RegimentId, Side};
use crate::geometry::{Degrees, Inches};
use crate::scenario::{shelf, spawn};
use crate::table::sound::{Hearing, Loudness};
use crate::turn::agenda::{Charger, Told};
use crate::turn::reaction::{Opening, Reaction};
use crate::turn::{self, Agenda, Ask, Choice, Cup, Event, Field, Means, Question};

const LONG: &str = "Régiment d’Infanterie Légère « Les Enfants Perdus » de Lafourche";

struct Battle {
    field: Field,
    agenda: Agenda,
    events: Vec<Event>,
    log: Vec<LogLine>,
    proposed: Option<Order>,
    below: bool,
    hearing: Hearing,
}

/// A battle that has gone on to a phase of its second turn, or as near as its end allows.
fn battle(phase: Phase, dice: Cup) -> Battle {
    let scenario = shelf::find("brawners_farm", &[]).expect("it comes with the game");
    let mut app = App::new();
    app.add_plugins((StatesPlugin, turn::plugin));
    spawn(&scenario, &scenario.options, dice, app.world_mut());
    let mut events = turn::start(app.world_mut()).expect("seeded dice never end");
    for number in 1..40 {
        let (field, agenda) = (app.world().resource::<Field>(), app.world().resource::<Agenda>());
        if agenda.question.is_some() || field.clock.phase == phase && field.clock.turn >= 2 {
            break;
        }
        let side = Side::BOTH.into_iter().find(|side| turn::check(field, agenda, &Order::Ready(*side)).is_ok());
        let Some(side) = side else { break };
        events.extend(turn::give(app.world_mut(), &Order::Ready(side), number).expect("it was checked"));
    }
    let log = (0..30)
        .map(|n| LogLine {
            text: format!("Line {n}: the 6th Wisconsin fires at the {LONG} at 5.2 in: 3 of 7 dice hit, 2 tell."),
            side: Some(Side::BOTH[n % 2]),
            dice: vec![1, 2, 3, 4, 5, 6],
            details: vec!["4+ needed (Companion 16 \u{a7}5.2)".into()],
            heading: n % 10 == 0,
            ..Default::default()
        })
        .collect();
    Battle {
        field: app.world().resource::<Field>().clone(),
        agenda: app.world().resource::<Agenda>().clone(),
        events,
        log,
        proposed: None,
        below: false,
        hearing: Hearing::default(),
    }
}

/// One pass over the panels of a battle.
fn pass(
    proof: &mut Proof,
    battle: &Battle,
    state: &mut PanelState,
    selected: Option<Selected>,
    events: Vec<egui::Event>,
) -> (egui::FullOutput, Drawn) {
    let memo = Memo::default();
    let rules = Engine { field: &battle.field, agenda: &battle.agenda, memo: &memo };
    let todo = Todo::of(&battle.field, &battle.agenda, &rules);
    let view = View {
        field: &battle.field,
        agenda: &battle.agenda,
        rules: &rules,
        todo: &todo,
        selected,
        hovered: None,
        task: if state.dress.is_empty() { Task::Move } else { Task::Assault },
        proposal: battle.proposed.as_ref().map(|_| "what is proposed"),
        proposed: battle.proposed.as_ref(),
        log: &battle.log,
        last_turn: &battle.events,
        take_back: match state.agreed {
            None => TakeBack::Free(format!("march of {LONG}")),
            Some(_) => TakeBack::BothAgree { what: format!("march of {LONG}"), why: "dice have been rolled" },
        },
        version: 1,
        room: if battle.below { Room::Below } else { Room::Above },
        clear: 280.0,
        mode: Mode::Play,
        motion: crate::table::Motion::default(),
        loudness: Loudness::default(),
        hearing: &battle.hearing,
        moving: false,
        title: "Brawner's Farm",
    };
    let mut drawn = Drawn::default();
    let output = proof.pass(events, |ctx| drawn = draw(ctx, &view, state));
    (output, drawn)
}

/// Draws a few passes, looks for faults, and keeps a picture when `PANELS_PICTURES` names a folder.
fn look(name: &str, battle: &Battle, selected: Option<Selected>, set: impl Fn(&mut PanelState)) {
    for size in Proof::SIZES {
        let mut proof = Proof::new(size);
        let mut state = PanelState { turn_seen: battle.field.clock.turn, ..Default::default() };
        set(&mut state);
        let mut output = None;
        for _ in 0..4 {
            output = Some(pass(&mut proof, battle, &mut state, selected, Vec::new()).0);
        }
        let output = output.expect("it was drawn");
        let faults = proof.faults(&output);
        if let Some(folder) = std::env::var_os("PANELS_PICTURES") {
            let file = std::path::Path::new(&folder).join(format!("{name}-{}.png", size.0));
            proof.picture(output, &file);
        }
        assert!(faults.is_empty(), "{name} at {size:?}:\n{}", faults.join("\n"));
    }
}

fn regiment(n: u16) -> Option<Selected> {
    Some(Selected::Regiment(RegimentId(n)))
}

#[test]
fn every_phase_fits_every_size() {
    for phase in Phase::TURN {
        let battle = battle(phase, Cup::seeded(5));
        look(&format!("phase-{}", phase.number().unwrap_or(0)), &battle, regiment(2), |_| {});
    }
}

#[test]
fn long_names_and_every_marker_fit() {
    let mut battle = battle(Phase::Command, Cup::seeded(5));
    for unit in &mut battle.field.units {
        unit.regiment.name = LONG.into();
        unit.condition.disordered = true;
        unit.condition.micro = 1;
        unit.deeds.held = true;
    }
    for general in &mut battle.field.generals {
        general.general.name = LONG.into();
        general.state.wounds = 1;
    }
    for brigade in &mut battle.field.brigades {
        brigade.brigade.name = LONG.into();
        brigade.state.pool = 4;
        brigade.state.reserved = 1;
        brigade.state.banked = 1;
    }
    look("long-command", &battle, regiment(1), |state| state.log = state::Fold::Open);
    battle.field.clock.phase = Phase::Maneuver;
    look("long-maneuver", &battle, regiment(1), |state| {
        state.toast("It cannot: 3.2 in short of the 4.0 in line (QRS 4 \u{a7}1.1)");
        state.help = Some(help::Topic::Fire);
    });
    look("general", &battle, Some(Selected::General(crate::army::GeneralId(0))), |state| {
        state.menu = state::Fold::Open
    });
    battle.field.clock.phase = Phase::Status;
    look("long-status", &battle, regiment(9), |state| state.agreed = Some([false; 2]));
}

#[test]
fn the_menu_has_the_loudness_or_says_why_there_is_no_sound() {
    let mut battle = battle(Phase::Command, Cup::seeded(5));
    let states = [
        (Hearing::NotBuilt, "--features sound"),
        (Hearing::Silent("Could not find any output device".to_owned()), "Could not find any output device"),
        (Hearing::Plays, "how loud the battle is"),
    ];
    for (n, (hearing, said)) in states.into_iter().enumerate() {
        battle.hearing = hearing;
        look(&format!("menu-sound-{n}"), &battle, None, |state| state.menu = state::Fold::Open);
        let mut proof = Proof::new(Proof::SIZES[0]);
        let mut state = PanelState { menu: state::Fold::Open, ..Default::default() };
        pass(&mut proof, &battle, &mut state, None, Vec::new());
        let (output, _) = pass(&mut proof, &battle, &mut state, None, Vec::new());
        let words = Proof::texts(&output).join(" | ");
        assert!(words.contains(said), "{said} is not in the menu: {words}");
    }
}

#[test]
fn every_question_fits() {
    let mut battle = battle(Phase::Maneuver, Cup::seeded(5));
    let (own, enemy) = (RegimentId(1), RegimentId(8));
    // Nose to nose, so that volleys can be reckoned.
    battle.field.units[own.index()].place.pose.at = crate::geometry::Spot { x: Inches::new(36), y: Inches::new(20) };
    battle.field.units[own.index()].place.pose.heading = Degrees::ZERO;
    battle.field.units[enemy.index()].place.pose.at = crate::geometry::Spot { x: Inches::new(36), y: Inches::new(24) };
    battle.field.units[enemy.index()].place.pose.heading = Degrees::HALF_TURN;
    battle.field.units[own.index()].condition.screen = true;
    let brigade = battle.field.units[own.index()].regiment.brigade;
    battle.field.brigades[brigade.index()].state.reserved = 1;
    let charger = |unit, face| Charger { unit, face };
    let opening = |what| Opening { along: Inches::ZERO, unit: own, what };
    let refused = |by, stands| Choice::RefuseFlank { unit: own, flank: Face::Left, stands, by };
    let asks = [
        (Ask::GoFirst, Side::BOTH.map(Choice::First).to_vec()),
        (
            Ask::ChargedAt {
                target: own,
                chargers: vec![charger(enemy, Face::Front), charger(RegimentId(9), Face::Left)],
            },
            vec![
                Choice::ClosingVolley { unit: own, at: enemy },
                Choice::CounterCharge { unit: own, at: enemy },
                refused(Means::Reserve, 1),
                refused(Means::Reserve, 2),
                refused(Means::Check, 1),
                refused(Means::Check, 2),
                Choice::Decline,
            ],
        ),
        (
            Ask::Crossing {
                mover: enemy,
                openings: [Reaction::Fire, Reaction::Evade, Reaction::Refuse(Face::Left)].map(opening).to_vec(),
            },
            vec![
                Choice::OpportunityFire(own),
                Choice::Evade { unit: own, back: Inches::new(6) },
                refused(Means::Check, 1),
                Choice::Decline,
            ],
        ),
        (
            Ask::ScreenCharged { unit: own, by: vec![enemy] },
            vec![Choice::Evade { unit: own, back: Inches::new(6) }, Choice::Decline],
        ),
        (
            Ask::Consolidation(own),
            vec![
                Choice::Stand,
                Choice::Advance(Inches::new(2)),
                Choice::Turn(Degrees::new(-30)),
                Choice::Turn(Degrees::new(45)),
            ],
        ),
        (Ask::Lead(vec![own, RegimentId(2)]), vec![Choice::Lead(own), Choice::Lead(RegimentId(2))]),
        (rolling(9, "the volley of the 6th Wisconsin"), Vec::new()),
    ];
    for (n, (ask, choices)) in asks.into_iter().enumerate() {
        battle.agenda.question = Some(Question { side: Side::BOTH[n % 2], ask, choices });
        look(&format!("ask-{n}"), &battle, regiment(1), |state| state.dice = vec![6, 1, 3]);
    }
}

fn rolling(count: u8, purpose: &str) -> Ask {
    let needs = vec!["Each needs 4+ with -1.".to_owned(), "-1 Disordered (Companion 16 \u{a7}5.2)".to_owned()];
    Ask::Dice { count, told: Told { purpose: purpose.to_owned(), needs } }
}

#[test]
fn the_strip_between_turns_fits() {
    let battle = battle(Phase::Command, Cup::seeded(5));
    look("handover", &battle, None, |state| state.turn_seen = 0);
}

#[test]
fn keys_and_buttons_give_orders_and_refusals_stay_in_view() {
    let battle = battle(Phase::Maneuver, Cup::seeded(5));
    let active = battle.field.of(battle.field.clock.active).next().expect("somebody is Active").id();
    let mut proof = Proof::new(Proof::SIZES[1]);
    let mut state = PanelState { turn_seen: 9, ..Default::default() };
    let selected = Some(Selected::Regiment(active));
    for _ in 0..3 {
        pass(&mut proof, &battle, &mut state, selected, Vec::new());
    }
    let (output, drawn) = pass(&mut proof, &battle, &mut state, selected, key(egui::Key::H));
    assert_eq!(drawn.actions, [PanelAction::Order(Order::Hold(active))]);
    let at = Proof::find(&output, "Hold").expect("the button is there").center();
    pass(&mut proof, &battle, &mut state, selected, vec![egui::Event::PointerMoved(at)]);
    let (_, drawn) = pass(&mut proof, &battle, &mut state, selected, click(at));
    assert_eq!(drawn.actions, [PanelAction::Order(Order::Hold(active))]);

    let enemy = battle.field.of(battle.field.clock.active.other()).next().expect("there is an enemy").id();
    let selected = Some(Selected::Regiment(enemy));
    pass(&mut proof, &battle, &mut state, selected, Vec::new());
    let (output, drawn) = pass(&mut proof, &battle, &mut state, selected, key(egui::Key::H));
    assert_eq!(drawn.actions, []);
    let texts = Proof::texts(&output);
    assert!(texts.iter().any(|text| text.contains("not of the Active side")), "{texts:?}");
}

#[test]
fn tab_goes_to_the_next_regiment_that_can_act() {
    let battle = battle(Phase::Maneuver, Cup::seeded(5));
    let mut proof = Proof::new(Proof::SIZES[0]);
    let mut state = PanelState { turn_seen: 9, ..Default::default() };
    let (_, drawn) = pass(&mut proof, &battle, &mut state, None, key(egui::Key::Tab));
    let first = battle.field.of(battle.field.clock.active).next().expect("somebody is Active").id();
    assert_eq!(drawn.actions[0], PanelAction::Select(Some(Selected::Regiment(first))));
}

#[test]
fn dice_are_typed_with_digits_and_given_when_all_are_there() {
    let mut battle = battle(Phase::Command, Cup::seeded(5));
    let ask = rolling(2, "the volley of Battery B, 4th U.S.");
    battle.agenda.question = Some(Question { side: Side::Union, ask, choices: Vec::new() });
    let mut proof = Proof::new(Proof::SIZES[0]);
    let mut state = PanelState::default();
    for _ in 0..3 {
        pass(&mut proof, &battle, &mut state, None, Vec::new());
    }
    let (output, _) = pass(&mut proof, &battle, &mut state, None, Vec::new());
    let said = Proof::texts(&output).into_iter().filter(|text| text.contains("roll 2 dice")).collect::<Vec<_>>();
    assert_eq!(said, vec!["Union: roll 2 dice for the volley of Battery B, 4th U.S."; 2], "one full stop");
    pass(&mut proof, &battle, &mut state, None, key(egui::Key::Num6));
    let (_, drawn) = pass(&mut proof, &battle, &mut state, None, key(egui::Key::Enter));
    assert_eq!(drawn.actions, []);
    pass(&mut proof, &battle, &mut state, None, key(egui::Key::Num2));
    let (_, drawn) = pass(&mut proof, &battle, &mut state, None, key(egui::Key::Enter));
    assert_eq!(drawn.actions, [PanelAction::Order(Order::Dice(vec![6, 2]))]);
}

#[test]
fn at_rest_nothing_asks_for_another_frame() {
    let battle = battle(Phase::Maneuver, Cup::seeded(5));
    let mut proof = Proof::new(Proof::SIZES[0]);
    let mut state =
        PanelState { turn_seen: 9, log: state::Fold::Open, help: Some(help::Topic::Fire), ..Default::default() };
    let mut rest = std::time::Duration::ZERO;
    for _ in 0..12 {
        let (output, _) = pass(&mut proof, &battle, &mut state, regiment(2), Vec::new());
        rest = Proof::rest(&output);
    }
    assert!(rest > std::time::Duration::from_secs(60), "{rest:?}: {:?}", proof.ctx.repaint_causes());
}

#[test]
fn buildings_are_entered_and_left_by_the_card_and_garrisons_stand_under_their_regiments() {
    use crate::army::{Face, Files, Formation, House, Place};
    use crate::geometry::Footprint;
    use crate::ground::{Building, BuildingKind};

    let mut battle = battle(Phase::Maneuver, Cup::seeded(5));
    let unit = battle.field.of(battle.field.clock.active).next().expect("somebody is Active").clone();
    let (id, name) = (unit.id(), "the Brawner house");
    let mut ground = (*battle.field.ground).clone();
    let base = Footprint { pose: unit.place.pose.ahead(Inches(3500)), frontage: Inches(3000), depth: Inches(3000) };
    ground.buildings.push(Building { kind: BuildingKind::House, name: name.into(), base, holds: 2 });
    let piece = ground.building_id(0);
    battle.field.ground = ground.into();
    look("building-beside", &battle, Some(Selected::Regiment(id)), |_| {});

    let press = |battle: &Battle, selected: Option<Selected>, label: &str| {
        let mut proof = Proof::new(Proof::SIZES[1]);
        let mut state = PanelState { turn_seen: 9, ..Default::default() };
        for _ in 0..3 {
            pass(&mut proof, battle, &mut state, selected, Vec::new());
        }
        let (output, _) = pass(&mut proof, battle, &mut state, selected, Vec::new());
        let at = Proof::find(&output, label).unwrap_or_else(|| panic!("no {label}: {:?}", Proof::texts(&output)));
        let at = at.center();
        pass(&mut proof, battle, &mut state, selected, vec![egui::Event::PointerMoved(at)]);
        pass(&mut proof, battle, &mut state, selected, click(at)).1.actions
    };
    let into = Order::Garrison { unit: id, building: piece, stands: 2 };
    let label = format!("Put 2 stands into {name}");
    assert_eq!(press(&battle, Some(Selected::Regiment(id)), &label), [PanelAction::Order(into)]);

    let mut garrison = unit.clone();
    garrison.regiment.id = RegimentId(battle.field.units.len() as u16);
    garrison.regiment.parent = Some(id);
    garrison.regiment.stands = 0;
    garrison.regiment.name = format!("{} (garrison)", unit.name()).into();
    let house = House { piece, frontage: base.frontage, depth: base.depth };
    garrison.place =
        Place { pose: base.pose, formation: Formation::Garrison, files: Files::of(2), within: Some(house) };
    battle.field.units[id.index()].place.files = Files::of(unit.stands() - 2);
    let inside = Some(Selected::Regiment(garrison.id()));
    // In front of the house it would be more than 3.0" from its regiment.
    let out = Order::LeaveBuilding { unit: garrison.id(), wall: Face::Left };
    battle.field.units.push(garrison);
    look("garrison", &battle, inside, |_| {});
    look("garrison-regiment", &battle, Some(Selected::Regiment(id)), |_| {});
    assert_eq!(press(&battle, inside, "Come out on the left"), [PanelAction::Order(out)]);
}

#[test]
fn fire_the_rest_is_on_every_card_of_the_fire_phase() {
    let mut battle = battle(Phase::Maneuver, Cup::seeded(5));
    battle.field.clock.phase = Phase::Fire;
    // Nose to nose, so that somebody may fire.
    let active = battle.field.clock.active;
    let own = battle.field.of(active).next().expect("somebody is Active").id();
    let enemy = battle.field.of(active.other()).next().expect("there is an enemy").id();
    let spot = |y| crate::geometry::Spot { x: Inches::new(36), y: Inches::new(y) };
    battle.field.units[own.index()].place.pose = crate::geometry::Pose { at: spot(20), heading: Degrees::ZERO };
    battle.field.units[enemy.index()].place.pose = crate::geometry::Pose { at: spot(24), heading: Degrees::HALF_TURN };
    for selected in [None, Some(Selected::General(crate::army::GeneralId(0))), Some(Selected::Regiment(own))] {
        let mut proof = Proof::new(Proof::SIZES[1]);
        let mut state = PanelState { turn_seen: 9, ..Default::default() };
        for _ in 0..3 {
            pass(&mut proof, &battle, &mut state, selected, Vec::new());
        }
        let (output, _) = pass(&mut proof, &battle, &mut state, selected, Vec::new());
        assert!(Proof::find(&output, "Fire the rest").is_some(), "{selected:?}: {:?}", Proof::texts(&output));
        let (_, drawn) = pass(&mut proof, &battle, &mut state, selected, key(egui::Key::G));
        let fires = |action: &PanelAction| matches!(action, PanelAction::Order(Order::Fire { .. }));
        assert!(state.fire_rest.is_some() || drawn.actions.iter().any(fires), "{selected:?}");
    }
}

#[test]
fn who_cannot_fire_as_it_is_formed_is_not_told_that_it_may() {
    use crate::army::Formation;
    let mut battle = battle(Phase::Maneuver, Cup::seeded(5));
    let own = battle.field.of(battle.field.clock.active).next().expect("somebody is Active").id();
    let shown = |battle: &Battle| {
        let mut proof = Proof::new(Proof::SIZES[1]);
        let mut state = PanelState { turn_seen: 9, ..Default::default() };
        let mut output = pass(&mut proof, battle, &mut state, Some(Selected::Regiment(own)), Vec::new()).0;
        for _ in 0..3 {
            output = pass(&mut proof, battle, &mut state, Some(Selected::Regiment(own)), Vec::new()).0;
        }
        Proof::texts(&output)
    };
    let says = |texts: &[String], words: &str| texts.iter().any(|text| text.contains(words));
    let line = shown(&battle);
    assert!(says(&line, "free, may fire") && says(&line, "full fire"), "{line:?}");
    assert!(says(&line, "3.0 in, no fire"), "a road column cannot fire: {line:?}");
    battle.field.units[own.index()].place.formation = Formation::RoadColumn;
    battle.field.units[own.index()].deeds.reformed = true;
    let column = shown(&battle);
    for words in ["may fire", "full fire", "Changed formation: -1 to hit"] {
        assert!(!says(&column, words), "{words}: {column:?}");
    }
    assert!(says(&column, "Changed formation: no fire"), "{column:?}");
}

#[test]
fn a_fall_back_begins_at_what_can_be_done() {
    let battle = battle(Phase::Maneuver, Cup::seeded(5));
    let memo = Memo::default();
    let rules = Engine { field: &battle.field, agenda: &battle.agenda, memo: &memo };
    for unit in battle.field.of(battle.field.clock.active).map(crate::turn::Unit::id) {
        let mut proof = Proof::new(Proof::SIZES[1]);
        let mut state = PanelState { turn_seen: 9, ..Default::default() };
        pass(&mut proof, &battle, &mut state, Some(Selected::Regiment(unit)), Vec::new());
        let may = |distance| rules.check(&Order::FallBack { unit, distance }).is_ok();
        let steps = (1..=6).map(|half| Inches(half * 500));
        let most = steps.filter(|distance| may(*distance)).max().unwrap_or(Inches::new(3));
        assert_eq!(state.fall_back, most, "{unit:?}");
    }
}

#[test]
fn a_key_that_is_held_down_is_one_stroke() {
    let battle = battle(Phase::Maneuver, Cup::seeded(5));
    let active = battle.field.of(battle.field.clock.active).next().expect("somebody is Active").id();
    let selected = Some(Selected::Regiment(active));
    let mut proof = Proof::new(Proof::SIZES[1]);
    let mut state = PanelState { turn_seen: 9, ..Default::default() };
    let stroke = |key, modifiers| egui::Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
    let mut given = |events: Vec<egui::Event>| pass(&mut proof, &battle, &mut state, selected, events).1.actions;
    given(Vec::new());
    let hold = stroke(egui::Key::H, egui::Modifiers::NONE);
    assert_eq!(given(vec![hold.clone()]), [PanelAction::Order(Order::Hold(active))]);
    // The desktop repeats it until it is let go.
    assert_eq!(given(vec![hold.clone()]), []);
    assert_eq!(given(vec![hold]), []);
    let back = stroke(egui::Key::Z, egui::Modifiers::COMMAND);
    assert_eq!(given(vec![back.clone()]), [PanelAction::TakeBack]);
    assert_eq!(given(vec![back.clone(), back]), []);
}

#[test]
fn the_key_of_a_grey_button_says_why_also_where_the_button_is_out_of_sight() {
    let battle = battle(Phase::Maneuver, Cup::seeded(5));
    let active = battle.field.of(battle.field.clock.active).next().expect("somebody is Active").id();
    let selected = Some(Selected::Regiment(active));
    let mut proof = Proof::new(Proof::SIZES[0]);
    let mut state = PanelState { turn_seen: 9, ..Default::default() };
    for _ in 0..3 {
        pass(&mut proof, &battle, &mut state, selected, Vec::new());
    }
    let (_, drawn) = pass(&mut proof, &battle, &mut state, selected, key(egui::Key::X));
    assert_eq!(drawn.actions, []);
    let words: Vec<_> = state.toasts.iter().map(|toast| toast.words.as_str()).collect();
    assert!(words.len() == 1 && words[0].starts_with("Assault: choose a target: "), "{words:?}");
}

#[test]
fn a_banner_below_grows_with_what_is_asked() {
    let mut battle = battle(Phase::Maneuver, Cup::seeded(5));
    battle.below = true;
    let own = RegimentId(1);
    let mut proof = Proof::new(Proof::SIZES[0]);
    let mut state = PanelState { turn_seen: battle.field.clock.turn, ..Default::default() };
    let small = Question { side: Side::Union, ask: Ask::GoFirst, choices: Side::BOTH.map(Choice::First).to_vec() };
    let refused = |stands| Choice::RefuseFlank { unit: own, flank: Face::Left, stands, by: Means::Check };
    let large = Question {
        side: Side::Union,
        ask: Ask::ChargedAt { target: own, chargers: vec![Charger { unit: RegimentId(8), face: Face::Left }] },
        choices: vec![refused(1), refused(2), Choice::Decline],
    };
    let mut output = None;
    for question in [small, large] {
        battle.agenda.question = Some(question);
        for _ in 0..4 {
            output = Some(pass(&mut proof, &battle, &mut state, None, Vec::new()).0);
        }
    }
    let output = output.expect("it was drawn");
    let decline = "Receive the charge without a reaction";
    let seen = proof.seen(&output, decline);
    assert!(seen, "{decline} is out of sight: {:?}", Proof::find(&output, decline));
}

#[test]
fn the_first_assault_names_what_it_forgoes() {
    let mut battle = battle(Phase::Maneuver, Cup::seeded(5));
    let active = battle.field.of(battle.field.clock.active).next().expect("somebody is Active").id();
    let enemy = battle.field.of(battle.field.clock.active.other()).next().expect("there is an enemy").id();
    battle.proposed = Some(Order::Assault(vec![crate::turn::Charge { unit: active, target: enemy }]));
    let mut proof = Proof::new(Proof::SIZES[0]);
    let mut state = PanelState { turn_seen: 9, ..Default::default() };
    let told = |proof: &mut Proof, battle: &Battle, state: &mut PanelState| {
        let selected = Some(Selected::Regiment(active));
        pass(proof, battle, state, selected, Vec::new());
        let (output, _) = pass(proof, battle, state, selected, Vec::new());
        Proof::texts(&output).iter().any(|text| text.starts_with("The first assault ends all free moves: "))
    };
    assert!(told(&mut proof, &battle, &mut state));
    battle.field.clock.assaults_begun = true;
    assert!(!told(&mut proof, &battle, &mut state));
}

#[test]
fn a_fight_that_is_won_shows_its_scores_over_what_the_victor_may_do() {
    let mut battle = battle(Phase::Melee, Cup::seeded(5));
    let fight = LogLine { text: "6th Virginia beats 1st Maine, 13 to 6".into(), fight: true, ..Default::default() };
    let lost = LogLine { text: "1st Maine loses a stand".into(), ..Default::default() };
    battle.log.extend([fight, lost]);
    let choices = vec![Choice::Stand, Choice::Advance(Inches::new(2))];
    battle.agenda.question = Some(Question { side: Side::Union, ask: Ask::Consolidation(RegimentId(1)), choices });
    look("fight-won", &battle, None, |_| {});
    let mut proof = Proof::new(Proof::SIZES[0]);
    let mut state = PanelState { turn_seen: battle.field.clock.turn, ..Default::default() };
    pass(&mut proof, &battle, &mut state, None, Vec::new());
    let (output, _) = pass(&mut proof, &battle, &mut state, None, Vec::new());
    for words in ["6th Virginia beats 1st Maine, 13 to 6", "1st Maine loses a stand"] {
        assert!(Proof::find(&output, words).is_some(), "{words}");
    }
}
