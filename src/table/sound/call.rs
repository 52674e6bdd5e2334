//! Calls out what is due: at the moment at which it is seen, from where it is seen.

use std::collections::VecDeque;

use bevy::prelude::*;

use super::cues::{Cue, cues};
use super::ear::{Ear, Voices, strength};
use super::synth::{Distance, Sound};
use crate::army::RegimentId;
use crate::record::log::BattleLog;
use crate::table::miniatures::{Muster, Parade};
use crate::table::motion::{self, Motion, Script};
use crate::table::{Draw, View, ViewInsets, noise};
use crate::turn::Field;

/// Without motion nothing is seen to happen one after the other: so many seconds are then between two sounds of an order.
const APART: f32 = 0.3;
/// And later than this none of them begins.
const LATEST: f32 = 2.4;

/// A march is heard for at least so many seconds, two steps of it: less is no drum, but a knock.
const LEAST: f32 = 1.1;
/// So many of each sound are made; the ear does not keep more apart.
const KINDS: u32 = 3;

/// What whoever plays the sounds shall do.
#[derive(Message, Clone, Copy, PartialEq, Debug)]
pub enum Call {
    /// Begins a sound.
    Play {
        /// A number by which it can be silenced.
        id: u32,
        /// What.
        sound: Sound,
        /// How far off it sounds.
        distance: Distance,
        /// Which of its kind.
        seed: u32,
        /// How loud, `0.0..=1.0`.
        gain: f32,
        /// `-1.0` left to `1.0` right.
        pan: f32,
        /// Seconds until it begins.
        delay: f32,
        /// Seconds that it is held; to its own end if left out.
        held: Option<f32>,
    },
    /// Ends a sound before its time.
    Hush(u32),
}

/// What is to come, and what lasts as long as something is on its way.
#[derive(Resource, Default)]
struct Score {
    /// The entry of the log that was read last.
    told: u64,
    /// The parade's clock when the script began.
    begun: f32,
    to_come: VecDeque<Cue>,
    /// Numbers of marches, and when they end on the parade's clock.
    held: Vec<(u32, f32)>,
    voices: Voices,
    count: u32,
}

/// Reads every order for the ear and calls out [`Call`]s. Without it nothing is heard, and nothing is done.
pub fn callers(app: &mut App) {
    app.add_message::<Call>()
        .init_resource::<Score>()
        .add_systems(Update, read.in_set(Draw::Build).after(Muster))
        .add_systems(Update, call.in_set(Draw::Dress));
}

/// Reads what came of a new order, as the miniatures do in the same frame.
fn read(
    (field, log): (Option<Res<Field>>, Option<Res<BattleLog>>),
    (motion, parade, time): (Res<Motion>, Res<Parade>, Res<Time<Real>>),
    (view, insets): (Res<View>, Res<ViewInsets>),
    mut score: ResMut<Score>,
    mut calls: MessageWriter<Call>,
) {
    let (Some(field), Some(log)) = (field.filter(|field| field.is_changed()), log) else { return };
    let Some(events) = motion::newest(&log, &mut score.told) else { return };
    let (Some(entry), script) = (log.entries.last(), Script::of(events)) else { return };
    let cues = cues(entry, &script, &field);
    if *motion == Motion::Off {
        // They happened, so they are heard, once each; but nobody marches.
        let happened = cues.into_iter().filter(|cue| cue.held.is_none());
        let ear = Ear::over(view.seen(&insets));
        let scene = Scene { ear, now: time.elapsed_secs(), parade: &parade, field: &field };
        for (n, cue) in happened.enumerate() {
            scene.play(&mut score, cue, (n as f32 * APART).min(LATEST), None, &mut calls);
        }
        return;
    }
    // The next order finishes what is still under way.
    score.stop(&mut calls);
    score.to_come = cues.into();
    score.begun = parade.clock();
}

/// Calls out what is due.
fn call(
    field: Option<Res<Field>>,
    (motion, parade, time): (Res<Motion>, Res<Parade>, Res<Time<Real>>),
    (view, insets): (Res<View>, Res<ViewInsets>),
    mut score: ResMut<Score>,
    mut calls: MessageWriter<Call>,
) {
    if score.to_come.is_empty() && score.held.is_empty() {
        return;
    }
    // A battle that was left is not heard any more.
    let Some(field) = field else { return score.stop(&mut calls) };
    let clock = parade.clock();
    let ear = Ear::over(view.seen(&insets));
    let scene = Scene { ear, now: time.elapsed_secs(), parade: &parade, field: &field };
    let speed = motion.speed().unwrap_or(1.0) * parade.hurry.max(1.0);
    while let Some(cue) = score.to_come.front().copied().filter(|cue| score.begun + cue.at <= clock) {
        score.to_come.pop_front();
        let held = cue.held.map(|held| ((held / speed).max(LEAST), score.begun + cue.at + held));
        scene.play(&mut score, cue, 0.0, held, &mut calls);
    }
    score.held.retain(|(_, end)| *end > clock);
    // What is hastened to its end is not seen any more, and what is not seen is not heard.
    if !parade.moving() {
        score.stop(&mut calls);
    }
}

impl Score {
    /// Nothing more is to come, and what is held ends.
    fn stop(&mut self, calls: &mut MessageWriter<Call>) {
        self.to_come.clear();
        for (id, _) in std::mem::take(&mut self.held) {
            self.voices.end(id);
            calls.write(Call::Hush(id));
        }
    }
}

/// From where the table is heard, and when.
struct Scene<'p> {
    ear: Ear,
    now: f32,
    parade: &'p Parade,
    field: &'p Field,
}

impl Scene<'_> {
    /// The middle of a regiment as it is seen now; `None` for one of a battle that was left.
    fn place(&self, unit: RegimentId) -> Option<Vec2> {
        if !self.field.knows(unit) {
            return None;
        }
        let seen = self.parade.seen(unit);
        if seen.is_empty() {
            return Some(self.field.unit(unit).place.pose.at.vec());
        }
        Some(seen.iter().map(|(at, _)| *at).sum::<Vec2>() / seen.len() as f32)
    }

    /// Plays a cue if it is not drowned. What is `held` lasts so many seconds, and until then on the parade's clock.
    fn play(&self, score: &mut Score, cue: Cue, delay: f32, held: Option<(f32, f32)>, calls: &mut MessageWriter<Call>) {
        let place = cue.from.and_then(|unit| self.place(unit));
        if place.is_none() && cue.from.is_some() {
            return;
        }
        let heard = self.ear.hears(place);
        let gain = heard.gain * strength(cue.sound);
        let long = held.map_or(f32::INFINITY, |held| held.0).min(cue.sound.seconds());
        let Some(new) = score.voices.admit(self.now, gain, self.now + delay + long) else { return };
        if let Some(id) = new.instead {
            score.held.retain(|(held, _)| *held != id);
            calls.write(Call::Hush(id));
        }
        score.count = score.count.wrapping_add(1);
        if let Some((_, end)) = held {
            score.held.push((new.id, end));
        }
        calls.write(Call::Play {
            id: new.id,
            sound: cue.sound,
            distance: heard.distance,
            seed: noise::hash(score.count as i32, 0, 5) % KINDS,
            gain,
            pan: heard.pan,
            delay,
            held: held.map(|held| held.0),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::army::{Arm, Side};
    use crate::book::fire::Band;
    use crate::table::sound::stage::{entry, field, fired, moved, unit};
    use crate::table::sound::synth::RATE;
    use crate::table::sound::{Desk, Entry, Loudness};
    use crate::turn::Event;
    use crate::turn::event::Motion as Move;

    /// A table with ears, at the beginning of a battle, seen whole.
    fn table(motion: Motion) -> App {
        let mut app = App::new();
        app.configure_sets(Update, (Draw::Build, Draw::Move, Draw::Dress).chain())
            .insert_resource(field("mcphersons_ridge"))
            .insert_resource(motion)
            .init_resource::<BattleLog>()
            .init_resource::<Parade>()
            .init_resource::<Time<Real>>()
            .init_resource::<View>()
            .init_resource::<ViewInsets>()
            .add_plugins(callers);
        app
    }

    /// An order has this outcome.
    fn order(app: &mut App, events: Vec<Event>) {
        let mut log = app.world_mut().resource_mut::<BattleLog>();
        let number = log.entries.len() as u64 + 1;
        log.entries.push(entry(number, events));
        app.world_mut().resource_mut::<Field>().set_changed();
    }

    /// What is called out in the frame at such a time of the parade.
    fn at(app: &mut App, clock: f32, moving: bool) -> Vec<Call> {
        app.insert_resource(Parade::at(clock, moving));
        app.update();
        app.world_mut().resource_mut::<Messages<Call>>().drain().collect()
    }

    fn sounds(calls: &[Call]) -> Vec<Sound> {
        calls.iter().filter_map(|call| if let Call::Play { sound, .. } = call { Some(*sound) } else { None }).collect()
    }

    fn foot(app: &App, side: Side) -> RegimentId {
        unit(app.world().resource::<Field>(), Arm::Infantry, side)
    }

    /// A march of ten inches, which takes two seconds, and then a volley.
    fn march_and_volley(app: &App) -> Vec<Event> {
        let (own, enemy) = (foot(app, Side::Union), foot(app, Side::Confederate));
        vec![moved(app.world().resource::<Field>(), own, Move::March), fired(enemy, Band::Medium, 4)]
    }

    #[test]
    fn a_volley_is_called_at_its_flash_and_once() {
        let mut app = table(Motion::Steady);
        let events = march_and_volley(&app);
        order(&mut app, events);
        assert_eq!(sounds(&at(&mut app, 10.0, true)), [Sound::Drums]);
        assert_eq!(at(&mut app, 11.95, true), []);
        assert_eq!(sounds(&at(&mut app, 12.05, true)), [Sound::Volley(48)]);
        assert_eq!(at(&mut app, 12.4, true), []);
        assert_eq!(at(&mut app, 13.0, false), [], "the drum has ended by itself");
    }

    #[test]
    fn a_march_at_half_the_speed_is_heard_for_twice_as_long_and_none_for_less_than_two_steps() {
        let held = [Motion::Slow, Motion::Steady, Motion::Brisk].map(|motion| {
            let mut app = table(motion);
            let events = march_and_volley(&app);
            order(&mut app, events);
            match at(&mut app, 0.0, true)[..] {
                [Call::Play { held: Some(held), .. }] => held,
                ref other => panic!("{other:?}"),
            }
        });
        assert!((held[0] - 4.0).abs() < 1e-3 && (held[1] - 2.0).abs() < 1e-3 && held[2] == LEAST, "{held:?}");
    }

    #[test]
    fn what_is_hastened_to_its_end_is_not_heard() {
        let mut app = table(Motion::Steady);
        let events = march_and_volley(&app);
        order(&mut app, events);
        let drum = at(&mut app, 0.0, true);
        let Some(Call::Play { id, .. }) = drum.first() else { panic!("{drum:?}") };
        assert_eq!(at(&mut app, 0.2, false), [Call::Hush(*id)]);
        assert_eq!(at(&mut app, 9.0, true), [], "nor later");
    }

    #[test]
    fn a_march_that_is_called_a_little_late_is_not_cut_off_at_its_end() {
        let mut app = table(Motion::Steady);
        let mut events = march_and_volley(&app);
        events.rotate_right(1);
        order(&mut app, events);
        // The volley takes 0.6 seconds, the march two; a frame falls between.
        assert_eq!(sounds(&at(&mut app, 0.0, true)), [Sound::Volley(48)]);
        assert_eq!(sounds(&at(&mut app, 0.8, true)), [Sound::Drums]);
        assert_eq!(at(&mut app, 2.65, false), []);
    }

    #[test]
    fn what_is_to_come_of_a_battle_that_was_left_is_not_heard_in_the_next() {
        let mut app = table(Motion::Steady);
        let last = app.world().resource::<Field>().units.last().expect("somebody").id();
        let own = foot(&app, Side::Union);
        let march = moved(app.world().resource::<Field>(), own, Move::March);
        order(&mut app, vec![march, fired(last, Band::Short, 2)]);
        at(&mut app, 0.0, true);
        let smaller = field("sandy_ridge");
        assert!(!smaller.knows(last));
        app.insert_resource(smaller).insert_resource(BattleLog::default());
        assert_eq!(sounds(&at(&mut app, 3.0, true)), []);
    }

    #[test]
    fn the_next_order_ends_what_is_under_way() {
        let mut app = table(Motion::Steady);
        let events = march_and_volley(&app);
        order(&mut app, events);
        at(&mut app, 0.0, true);
        let own = foot(&app, Side::Union);
        order(&mut app, vec![fired(own, Band::Short, 2)]);
        let calls = at(&mut app, 0.3, true);
        assert!(matches!(calls[0], Call::Hush(_)), "{calls:?}");
        assert_eq!(sounds(&calls), [Sound::Volley(24)]);
        assert_eq!(at(&mut app, 1.0, true), [], "the other volley is not to come any more");
    }

    #[test]
    fn without_motion_what_happened_is_heard_once_and_nobody_marches() {
        let mut app = table(Motion::Off);
        let mut events = march_and_volley(&app);
        events.push(fired(foot(&app, Side::Union), Band::Short, 1));
        order(&mut app, events);
        let calls = at(&mut app, 0.0, false);
        assert_eq!(sounds(&calls), [Sound::Volley(48), Sound::Volley(12)]);
        let delays: Vec<f32> =
            calls.iter().map(|call| if let Call::Play { delay, .. } = call { *delay } else { -1.0 }).collect();
        assert_eq!(delays, [0.0, APART], "one after the other");
        assert_eq!(at(&mut app, 0.0, false), []);
    }

    #[test]
    fn a_volley_is_heard_from_where_it_is_seen() {
        let mut app = table(Motion::Steady);
        let enemy = foot(&app, Side::Confederate);
        let place = app.world().resource::<Field>().unit(enemy).place.pose.at.vec();
        let mut heard = Vec::new();
        for away in [-9.0, 0.0, 9.0] {
            let view = View { centre: place - Vec2::X * away, zoom: 60.0, whole: false, ..View::default() };
            app.insert_resource(view);
            order(&mut app, vec![fired(enemy, Band::Medium, 3)]);
            let calls = at(&mut app, 0.0, true);
            let [Call::Play { gain, pan, .. }] = calls[..] else { panic!("{calls:?}") };
            heard.push((gain, pan));
        }
        assert!(heard[0].1 < -0.5 && heard[1].1.abs() < 0.01 && heard[2].1 > 0.5, "{heard:?}");
        assert!(heard[1].0 > heard[0].0 && heard[1].0 > heard[2].0, "{heard:?}");
    }

    #[test]
    fn a_volley_is_as_loud_as_it_should_be_over_the_whole_table_and_from_near() {
        let mut app = table(Motion::Steady);
        let enemy = foot(&app, Side::Confederate);
        let centre = app.world().resource::<Field>().unit(enemy).place.pose.at.vec();
        let mut peak = |view: View, loudness: Loudness| {
            app.insert_resource(view);
            order(&mut app, vec![fired(enemy, Band::Medium, 5)]);
            let calls = at(&mut app, 0.0, true);
            let [Call::Play { sound, distance, seed, gain, pan, delay, held, id }] = calls[..] else {
                panic!("{calls:?}")
            };
            let mut desk = Desk::new(loudness.gain());
            desk.put(Entry { id, samples: sound.wave(distance, seed).samples().into(), gain, pan, delay, held });
            let mut out = vec![0.0; 2 * RATE as usize];
            desk.fill(&mut out);
            out.into_iter().fold(0.0_f32, |peak, sample| peak.max(sample.abs()))
        };
        let near = View { centre, zoom: 120.0, ..View::default() };
        let (whole, close) = (peak(View::default(), Loudness::default()), peak(near, Loudness::default()));
        assert!((0.1..0.4).contains(&whole) && (1.2 * whole..0.6).contains(&close), "{whole} and {close}");
        let loudest = peak(near, Loudness(Loudness::MOST));
        assert!((0.5..0.95).contains(&loudest), "{loudest}");
        assert!(peak(near, Loudness(0)) == 0.0);
    }

    #[test]
    fn a_battle_is_opened_silently_and_taking_back_is_silent() {
        let mut app = table(Motion::Steady);
        let events = march_and_volley(&app);
        let mut log = app.world_mut().resource_mut::<BattleLog>();
        // A save of forty orders.
        log.entries.push(entry(40, events));
        assert_eq!(at(&mut app, 0.0, false), []);
        let taken = crate::record::log::Said::Opening;
        let again = crate::record::log::LogEntry { said: taken, ..entry(39, march_and_volley(&app)) };
        app.world_mut().resource_mut::<BattleLog>().entries.push(again);
        app.world_mut().resource_mut::<Field>().set_changed();
        assert_eq!(at(&mut app, 0.0, false), []);
    }
}
