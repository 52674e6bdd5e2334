//! The panels in the game: reads the world for [`View`], draws, and has `deeds` carry out what the players did.

use bevy::input::keyboard::{Key, KeyboardFocusLost, KeyboardInput};
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::{EguiContext, EguiInput, EguiPreUpdateSet, EguiPrimaryContextPass, PrimaryEguiContext, egui};

use super::deeds::carry_out;
use super::guide::{self, AIMED, ASKER, WAITING};
use super::reckon::{Engine, Memo};
use super::state::PanelState;
use super::view::{LogLine, Mode, PanelAction, Room, Selected, TakeBack, Task, View};
use super::{Todo, theme};
use crate::army::{RegimentId, Side};
use crate::record::log::{BattleLog, Said};
use crate::record::{Battle, Journal, LastRefusal, Orders, undo, words};
use crate::screens::watch::Watching;
use crate::screens::{Screen, end, replay, watch};
use crate::table::miniatures::Parade;
use crate::table::overlays::{self, Overlays};
use crate::table::pointing::{Aim, GiveOrder, Hover, Proposal, Reins, Selection, Tool};
use crate::table::sound::{Hearing, Loudness};
use crate::table::{self, Motion, ViewInsets};
use crate::turn::event::ScreenEvent;
use crate::turn::{Agenda, Event, Field, Phase};

/// What the panels remember, and what they have read of the battle so far.
#[derive(Resource, Default)]
pub struct Panels {
    /// What is open and typed.
    pub state: PanelState,
    pub(super) memo: Memo,
    pub(super) todo: Todo,
    log: Vec<LogLine>,
    read: usize,
    cuts: u32,
    version: u64,
    last_turn: Vec<Event>,
    this_turn: Vec<Event>,
    losses: Vec<[u16; 2]>,
    /// Stands that each regiment has lost by the events read so far.
    fallen: Vec<u16>,
    refusals: u32,
    trouble: Option<String>,
    shown: Option<Selected>,
}

impl Panels {
    /// Another battle lies on the table.
    pub fn forget(&mut self) {
        *self = Self::default();
    }
}

/// The panels' part of egui's pass.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Show;

/// The panels of a battle.
pub fn plugin(app: &mut App) {
    app.init_resource::<Panels>()
        .add_systems(
            PreUpdate,
            (pointed, hush.after(EguiPreUpdateSet::ProcessInput).before(EguiPreUpdateSet::BeginPass)),
        )
        .add_systems(EguiPrimaryContextPass, (dress, show.run_if(at_the_table)).chain().in_set(Show))
        .add_systems(OnExit(Screen::Battle), left)
        .add_systems(OnExit(Screen::Replay), left);
}

fn at_the_table(screen: Res<State<Screen>>, field: Option<Res<Field>>) -> bool {
    field.is_some() && matches!(screen.get(), Screen::Battle | Screen::Replay)
}

/// The context's look, once for each context.
fn dress(mut contexts: Query<&mut EguiContext, Added<PrimaryEguiContext>>) {
    for mut context in &mut contexts {
        theme::apply(context.get_mut());
    }
}

/// The bridge to egui tells it in every frame which modifier keys are down, and egui asks for another frame after
/// every event: the window would never rest. Only changes are let through.
///
/// It also gives every key of a frame the modifiers that are down when the frame ends: where frames are slow, Ctrl may
/// have been let go by then. Ctrl+Z gets what was down when Z was.
fn hush(
    mut inputs: Query<&mut EguiInput, With<PrimaryEguiContext>>,
    mut last: Local<Option<egui::Modifiers>>,
    (mut typed, mut unfocused): (MessageReader<KeyboardInput>, MessageReader<KeyboardFocusLost>),
    mut command: Local<bool>,
) {
    if unfocused.read().count() > 0 {
        *command = false;
    }
    let chords = chords(typed.read(), &mut command);
    for mut input in &mut inputs {
        let presses = input.events.iter_mut().filter_map(|event| match event {
            egui::Event::Key { key: egui::Key::Z, pressed: true, modifiers, .. } => Some(modifiers),
            _ => None,
        });
        for (modifiers, with) in presses.zip(&chords) {
            *modifiers = if *with { egui::Modifiers::COMMAND | egui::Modifiers::CTRL } else { egui::Modifiers::NONE };
        }
        input.events.retain(|event| match event {
            egui::Event::ModifiersChanged(now) => last.replace(*now) != Some(*now),
            _ => true,
        });
    }
}

/// Whether Ctrl was down, for each time that Z went down; it moves `down` along.
fn chords<'a>(typed: impl Iterator<Item = &'a KeyboardInput>, down: &mut bool) -> Vec<bool> {
    let mut chords = Vec::new();
    for input in typed {
        match &input.logical_key {
            Key::Super | Key::Meta if cfg!(target_os = "macos") => *down = input.state.is_pressed(),
            Key::Control => *down = input.state.is_pressed(),
            Key::Character(letter) if letter.eq_ignore_ascii_case("z") && input.state.is_pressed() => {
                chords.push(*down)
            }
            _ => {}
        }
    }
    chords
}

/// Orders that the player gave with the pointer.
fn pointed(mut given: MessageReader<GiveOrder>, mut orders: ResMut<Orders>, mut redraw: MessageWriter<RequestRedraw>) {
    for GiveOrder(order) in given.read() {
        orders.push(order.clone());
        redraw.write(RequestRedraw);
    }
}

fn left(
    mut insets: ResMut<ViewInsets>,
    mut overlays: ResMut<Overlays>,
    mut reins: ResMut<Reins>,
    mut parade: ResMut<Parade>,
) {
    parade.hurry = 1.0;
    insets.set_if_neq(ViewInsets::default());
    for name in [AIMED, ASKER, WAITING] {
        overlays::set(&mut overlays, name, Vec::new());
    }
    reins.set_if_neq(Reins::Watch);
}

/// The context of the window, or of the picture.
pub fn context(world: &mut World) -> Option<egui::Context> {
    let mut contexts = world.query_filtered::<&mut EguiContext, With<PrimaryEguiContext>>();
    contexts.iter_mut(world).next().map(|mut context| context.get_mut().clone())
}

fn show(world: &mut World) {
    let Some(ctx) = context(world) else { return };
    let mut watched = Vec::new();
    world.resource_scope(|world, mut panels: Mut<Panels>| {
        let panels = &mut *panels;
        read_on(world, panels);
        let drawn = pass(world, panels, &ctx);
        let covered = &drawn.covered;
        let insets = ViewInsets { left: covered.left, right: covered.right, top: covered.top, bottom: covered.bottom };
        world.resource_mut::<ViewInsets>().set_if_neq(insets);
        for action in drawn.actions {
            match action {
                PanelAction::Watch | PanelAction::Replay(_) => watched.push(action),
                action => carry_out(world, panels, action),
            }
            // What was done shows in the next frame, also where the window rests.
            ctx.request_repaint();
        }
        guide::guide(world, panels);
        bring_into_view(world, panels);
    });
    // Another battle is put on the table, and the panels forget the one before: they must lie in the world again.
    for action in watched {
        match action {
            PanelAction::Watch => watch::again(world),
            PanelAction::Replay(step) => watch::control(world, step),
            _ => {}
        }
    }
}

/// Reads what has happened since the last frame.
fn read_on(world: &World, panels: &mut Panels) {
    let field = world.resource::<Field>();
    let log = world.resource::<BattleLog>();
    if log.cuts != panels.cuts || log.entries.len() < panels.read {
        let state = std::mem::take(&mut panels.state);
        let shown = panels.shown;
        panels.forget();
        panels.state = state;
        panels.shown = shown;
        panels.cuts = log.cuts;
    }
    if log.entries.len() > panels.read || panels.version == 0 {
        for entry in &log.entries[panels.read..] {
            for event in &entry.events {
                panels.fallen.resize(field.units.len(), 0);
                match event {
                    Event::StandLost { unit, .. } | Event::Screen { unit, what: ScreenEvent::Lost { .. } } => {
                        panels.fallen[unit.index()] += 1;
                    }
                    Event::Removed { unit, .. } => {
                        panels.fallen[unit.index()] = u16::from(field.unit(*unit).regiment.stands);
                    }
                    Event::TurnBegan { turn, .. } => {
                        let lost = Side::BOTH.map(|side| {
                            let of = field.units.iter().zip(&panels.fallen).filter(|(unit, _)| unit.side() == side);
                            of.map(|(_, fallen)| *fallen).sum::<u16>()
                        });
                        note_losses(&mut panels.losses, turn.saturating_sub(1), lost);
                    }
                    _ => {}
                }
                if let Event::TurnBegan { .. } = event {
                    panels.last_turn = std::mem::take(&mut panels.this_turn);
                }
                panels.this_turn.push(event.clone());
            }
            if let Said::TakenBack(taken) = &entry.said {
                panels.log.push(LogLine { text: words::taken_back(taken), ..Default::default() });
            }
            panels.log.extend(words::lines(&entry.events, field).into_iter().map(|line| told(line, field)));
        }
        // The turn that is being played ends where the field stands now.
        let lost = Side::BOTH
            .map(|side| field.units.iter().filter(|u| u.side() == side).map(|u| u16::from(field.lost(u))).sum::<u16>());
        note_losses(&mut panels.losses, field.clock.turn, lost);
        panels.read = log.entries.len();
        panels.version += 1;
        panels.memo.clear();
        let agenda = world.resource::<Agenda>();
        panels.todo = Todo::of(field, agenda, &Engine { field, agenda, memo: &panels.memo });
    }
    if let Some(refusals) = world.get_resource::<LastRefusal>()
        && refusals.count != panels.refusals
    {
        panels.refusals = refusals.count;
        if let Some((order, refusal)) = &refusals.last {
            panels.state.toast(format!("Refused, {}: {}.", words::order(order, field), refusal.plain()));
            panels.state.fire_rest = None;
        }
    }
    let trouble = world.get_resource::<Journal>().and_then(|journal| journal.trouble.clone());
    if trouble != panels.trouble {
        panels.trouble.clone_from(&trouble);
        if let Some(trouble) = trouble {
            panels.state.toast(trouble);
        }
    }
}

/// Writes down what both sides have lost by the end of a turn.
fn note_losses(losses: &mut Vec<[u16; 2]>, turn: u16, lost: [u16; 2]) {
    losses.resize((usize::from(turn) + 1).max(losses.len()), lost);
    losses[usize::from(turn)] = lost;
}

/// A line of the record as the log shows it.
fn told(line: words::Line, field: &Field) -> LogLine {
    let unit = line.unit.filter(|id| field.knows(*id)).map(|id| field.unit(id));
    let heading = line.unit.is_none() && (line.text.starts_with("Turn ") || line.text.starts_with("Phase "));
    LogLine {
        text: line.whole(),
        side: unit.map(crate::turn::Unit::side),
        details: line.detail,
        at: unit.map(|unit| unit.place.pose.at),
        heading,
        fight: line.fight,
        ..Default::default()
    }
}

fn pass(world: &World, panels: &mut Panels, ctx: &egui::Context) -> super::Drawn {
    let (field, agenda) = (world.resource::<Field>(), world.resource::<Agenda>());
    let rules = Engine { field, agenda, memo: &panels.memo };
    let watching =
        world.get_resource::<Watching>().filter(|_| *world.resource::<State<Screen>>().get() == Screen::Replay);
    let proposal = world.resource::<Proposal>().0.as_ref().map(|order| words::order(order, field));
    let title = world.get_resource::<Battle>().map(|battle| battle.scenario.title.to_string()).unwrap_or_default();
    let selection = world.resource::<Selection>();
    let hover = world.resource::<Hover>();
    let (room, clear) = room(world, field, agenda);
    let view = View {
        field,
        agenda,
        rules: &rules,
        todo: &panels.todo,
        selected: picked(selection.unit, selection.general, field),
        hovered: picked(hover.unit, hover.general, field),
        task: match world.resource::<Tool>() {
            Tool::PickTarget { aim: Aim::Assault, .. } => Task::Assault,
            Tool::PickTarget { aim: Aim::Fire, .. } => Task::Fire,
            _ => Task::Move,
        },
        proposal: proposal.as_deref(),
        proposed: world.resource::<Proposal>().0.as_ref(),
        log: &panels.log,
        last_turn: &panels.last_turn,
        take_back: match undo::offer(world) {
            None => TakeBack::Nothing,
            Some(offer) => match offer.price {
                undo::Price::Free => TakeBack::Free(offer.what),
                undo::Price::Agreement(why) => TakeBack::BothAgree { what: offer.what, why },
                undo::Price::Never => TakeBack::Nothing,
            },
        },
        version: panels.version,
        room,
        clear,
        mode: watching.map_or(Mode::Play, Watching::mode),
        motion: *world.resource::<Motion>(),
        loudness: *world.resource::<Loudness>(),
        hearing: world.resource::<Hearing>(),
        moving: world.resource::<Parade>().moving(),
        title: &title,
    };
    let mut drawn = super::draw(ctx, &view, &mut panels.state);
    let free = drawn.covered.free(ctx.content_rect());
    drawn.actions.extend(replay::draw(ctx, view.mode, free));
    if view.mode == Mode::Play && field.clock.phase == Phase::Over {
        drawn.actions.extend(end::draw(ctx, &view, &panels.losses, free));
    }
    drawn
}

fn picked(unit: Option<RegimentId>, general: Option<crate::army::GeneralId>, field: &Field) -> Option<Selected> {
    let general = general.filter(|id| id.index() < field.generals.len()).map(Selected::General);
    general.or_else(|| unit.filter(|id| field.knows(*id)).map(Selected::Regiment))
}

/// Where a banner hides none of the regiments that it speaks of, and how high it may be there.
fn room(world: &World, field: &Field, agenda: &Agenda) -> (Room, f32) {
    /// Pixels from the middle of a regiment to where its miniatures and its label end.
    const AROUND: f32 = 44.0;
    let (view, insets) = (world.resource::<table::View>(), world.resource::<ViewInsets>());
    let (top, bottom) = (insets.top, view.size.y - insets.bottom);
    let Some(question) = &agenda.question else { return (Room::Above, bottom - top) };
    let heights = guide::concerned(question)
        .into_iter()
        .filter(|id| field.knows(*id))
        .map(|id| view.window_at(field.unit(id).place.pose.at.vec(), insets).y)
        .filter(|y| (top..bottom).contains(y));
    let Some((highest, lowest)) = heights.fold(None, |all: Option<(f32, f32)>, y| {
        Some(all.map_or((y, y), |(highest, lowest)| (highest.min(y), lowest.max(y))))
    }) else {
        return (Room::Above, bottom - top);
    };
    let (above, below) = (highest - AROUND - top, bottom - lowest - AROUND);
    if below >= above { (Room::Below, below) } else { (Room::Above, above) }
}

/// What is newly selected from a list is brought into view, if it is not.
fn bring_into_view(world: &mut World, panels: &mut Panels) {
    let field = world.resource::<Field>();
    let selection = *world.resource::<Selection>();
    let selected = picked(selection.unit, selection.general, field);
    if selected == panels.shown {
        return;
    }
    panels.shown = selected;
    let at = match selected {
        Some(Selected::Regiment(id)) if !field.unit(id).condition.gone => field.unit(id).place.pose.at.vec(),
        Some(Selected::General(id)) if !field.general(id).state.gone => field.general(id).state.at.vec(),
        _ => return,
    };
    let insets = *world.resource::<ViewInsets>();
    let mut view = world.resource_mut::<table::View>();
    let seen = view.window_at(at, &insets);
    let inside = seen.x > insets.left
        && seen.x < view.size.x - insets.right
        && seen.y > insets.top
        && seen.y < view.size.y - insets.bottom;
    if !inside {
        view.look_at(at, 0.0, &insets);
    }
}
