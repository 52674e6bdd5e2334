//! The screens in the game: reads shelves and saves, draws, and begins, continues or watches battles.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use super::load::{Purpose, SaveCard};
use super::new_battle::{Dice, NewBattleState};
use super::title::{Backdrop, TitleView};
use super::{Screen, ScreenAction, go_to, load, new_battle, title, watch};
use crate::panels::bridge::{Panels, context};
use crate::panels::text;
use crate::record::{self, Battle, Folders, journal};
use crate::scenario::shelf;
use crate::turn::Field;

/// What the screens have read from the disk, and what was typed on them.
#[derive(Resource, Default)]
pub struct Shelves {
    title: TitleView,
    scenarios: Vec<shelf::Entry>,
    chosen: NewBattleState,
    saves: Vec<SaveCard>,
    notice: Option<String>,
    /// A battle that is about to be laid out, and how many passes have said so.
    laying: Option<(ScreenAction, u8)>,
}

/// Passes in which it is said that the table is being laid out, before that keeps everything waiting: egui sizes the
/// words in the first and shows them in the second.
const SAID: u8 = 3;

/// Title, new battle, saves.
pub fn plugin(app: &mut App) {
    app.init_state::<Screen>()
        .init_resource::<Shelves>()
        .add_systems(OnEnter(Screen::Title), read_title)
        .add_systems(OnEnter(Screen::NewBattle), read_scenarios)
        .add_systems(OnEnter(Screen::Load), read_saves)
        .add_systems(OnEnter(Screen::Replays), read_saves)
        .add_systems(EguiPrimaryContextPass, show.after(crate::panels::bridge::Show));
}

fn read_title(mut shelves: ResMut<Shelves>, folders: Option<Res<Folders>>, field: Option<Res<Field>>) {
    let newest = folders.and_then(|folders| journal::newest(&folders.journals()));
    let mut view = TitleView { notice: shelves.notice.take(), ..Default::default() };
    match newest.map(|path| journal::read(&path)) {
        None => {}
        Some(Ok(found)) => {
            let orders = text::count(found.battle.orders.len(), "order");
            view.last = Some(format!("{}, after {orders}", found.battle.scenario.title));
        }
        Some(Err(problems)) => view.notice = Some(format!("The last battle's journal cannot be read: {problems}")),
    }
    if field.is_some() {
        view.backdrop = Backdrop::Table;
    }
    shelves.title = view;
}

fn read_scenarios(mut shelves: ResMut<Shelves>, folders: Option<Res<Folders>>) {
    let own = folders.map(|folders| folders.scenarios());
    shelves.scenarios = shelf::list(&shelf::folders(own.as_deref()));
}

fn read_saves(mut shelves: ResMut<Shelves>, folders: Option<Res<Folders>>) {
    let Some(folders) = folders else {
        shelves.saves = Vec::new();
        return;
    };
    let mut found: Vec<(SystemTime, SaveCard)> = [(folders.saves(), "ron"), (folders.journals(), "journal")]
        .into_iter()
        .flat_map(|(folder, ending)| {
            fs::read_dir(folder).into_iter().flatten().flatten().map(move |entry| (entry.path(), ending))
        })
        .filter(|(path, ending)| path.extension().is_some_and(|e| e == *ending))
        .map(|(path, _)| card(&path))
        .collect();
    // The newest first; of the same moment in the order of their names.
    found.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.path.cmp(&b.1.path)));
    shelves.saves = found.into_iter().map(|(_, card)| card).collect();
}

fn card(path: &Path) -> (SystemTime, SaveCard) {
    let written = fs::metadata(path).and_then(|meta| meta.modified()).unwrap_or(UNIX_EPOCH);
    let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let (title, stand, problem) = match journal::read_any(path) {
        Ok(found) => {
            let orders = text::count(found.battle.orders.len(), "order");
            let date = &found.battle.scenario.date;
            (found.battle.scenario.title.to_string(), format!("{date}. {orders} given. {file}"), None)
        }
        Err(problems) => {
            let all: Vec<_> = problems.list.iter().take(6).map(ToString::to_string).collect();
            (file, String::new(), Some(all.join("\n")))
        }
    };
    (written, SaveCard { path: path.to_owned(), title, stand, written: moment(written), problem })
}

/// A moment in words: "30 November 2026, 21:14 UTC".
fn moment(time: SystemTime) -> String {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (mut year, mut left) = (1970_u64, days);
    let leap = |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    while left >= 365 + u64::from(leap(year)) {
        left -= 365 + u64::from(leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while left >= lengths[month] {
        left -= lengths[month];
        month += 1;
    }
    format!("{} {} {year}, {:02}:{:02} UTC", left + 1, MONTHS[month], rest / 3600, rest % 3600 / 60)
}

fn show(world: &mut World) {
    let screen = *world.resource::<State<Screen>>().get();
    if matches!(screen, Screen::Battle | Screen::Replay) {
        return;
    }
    let Some(ctx) = context(world) else { return };
    let actions = world.resource_scope(|_, mut shelves: Mut<Shelves>| {
        let shelves = shelves.bypass_change_detection();
        if let Some((action, said)) = shelves.laying.take() {
            title::laying(&ctx);
            ctx.request_repaint();
            if said >= SAID {
                return vec![action];
            }
            shelves.laying = Some((action, said + 1));
            return Vec::new();
        }
        let mut actions = match screen {
            Screen::NewBattle => new_battle::draw(&ctx, &shelves.scenarios, &mut shelves.chosen),
            Screen::Load => load::draw(&ctx, &shelves.saves, Purpose::Play),
            Screen::Replays => load::draw(&ctx, &shelves.saves, Purpose::Watch),
            Screen::Title | Screen::Battle | Screen::Replay => title::draw(&ctx, &shelves.title),
        };
        if let Some(at) = actions.iter().position(ScreenAction::lays_out) {
            shelves.laying = Some((actions.remove(at), 0));
            ctx.request_repaint();
        }
        actions
    });
    for action in actions {
        if let Err(why) = carry_out(world, action) {
            // The title is where notices are read.
            let mut shelves = world.resource_mut::<Shelves>();
            shelves.title.notice = Some(why.clone());
            shelves.notice = Some(why);
            go_to(world, Screen::Title);
        }
        ctx.request_repaint();
    }
}

fn carry_out(world: &mut World, action: ScreenAction) -> Result<(), String> {
    match action {
        ScreenAction::Go(screen) => {
            go_to(world, screen);
        }
        ScreenAction::Continue => {
            let folders = world.get_resource::<Folders>().ok_or("There is no folder for journals on this system.")?;
            let path = journal::newest(&folders.journals()).ok_or("There is no battle to go on with.")?;
            play(world, &path)?;
        }
        ScreenAction::Begin { scenario, options, dice, seed } => {
            let shelves = world.resource::<Shelves>();
            let entry = shelves.scenarios.get(scenario).ok_or("This scenario is not on the shelf any more.")?;
            let scenario = entry.scenario.as_ref().map_err(ToString::to_string)?.clone();
            let dice = match dice {
                Dice::Typed => record::Dice::Typed,
                Dice::Rolled => record::Dice::Seeded(seed.unwrap_or_else(any_seed)),
            };
            record::begin(world, Arc::new(scenario), options, dice).map_err(|why| why.to_string())?;
            take_the_field(world);
        }
        ScreenAction::Load(path) => play(world, &path)?,
        ScreenAction::Watch(path) => {
            let found = journal::read_any(&path).map_err(|problems| problems.to_string())?;
            watch::open(world, found.battle).map_err(|trouble| format!("{}: {trouble}", path.display()))?;
        }
        ScreenAction::Quit => {
            world.write_message(AppExit::Success);
        }
    }
    Ok(())
}

fn play(world: &mut World, path: &Path) -> Result<(), String> {
    let found = journal::read_any(path).map_err(|problems| problems.to_string())?;
    record::open(world, &found.battle).map_err(|trouble| format!("{}: {trouble}", path.display()))?;
    take_the_field(world);
    Ok(())
}

/// A battle lies on the table: goes there.
pub fn take_the_field(world: &mut World) {
    debug_assert!(world.contains_resource::<Battle>(), "a battle was begun");
    let turn = world.resource::<Field>().clock.turn;
    let mut panels = world.resource_mut::<Panels>();
    panels.forget();
    panels.state.turn_seen = turn;
    go_to(world, Screen::Battle);
}

/// A seed that nobody chose.
pub fn any_seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Nine digits: short enough to be read out and typed again.
    (since.as_nanos() % 1_000_000_000) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn moments_are_told_by_the_calendar() {
        let at = |seconds| moment(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1 January 1970, 00:00 UTC");
        assert_eq!(at(951_782_400), "29 February 2000, 00:00 UTC");
        assert_eq!(at(1_796_002_440), "30 November 2026, 01:34 UTC");
    }
}
