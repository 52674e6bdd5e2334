use super::*;
use crate::army::Formation;
use crate::turn::fixture::{bare, field};

/// A table with two lines that face each other, V held, and the pointer somewhere.
fn looking(pace: Pace) -> App {
    let posts = [
        (Side::Union, 30_000, 20_000, 0, 5, Formation::Line),
        (Side::Confederate, 30_000, 30_000, 180, 5, Formation::Line),
    ];
    let mut app = App::new();
    app.insert_resource(field(bare(), &posts))
        .insert_resource(Looking { arcs: false, sight: true })
        .init_resource::<Hover>()
        .init_resource::<Selection>()
        .init_resource::<GhostPlan>()
        .insert_resource(Vista::paced(pace))
        .add_message::<RequestRedraw>()
        .add_systems(Update, look);
    point(&mut app, 30.0, 10.0);
    app
}

fn point(app: &mut App, x: f32, y: f32) {
    app.world_mut().resource_mut::<Hover>().at = Some(Vec2::new(x, y));
}

fn vista(app: &App) -> &Vista {
    app.world().resource::<Vista>()
}

/// Draws frames until nobody looks around any more.
fn settle(app: &mut App) {
    app.update();
    while vista(app).looking() {
        std::thread::yield_now();
        app.update();
    }
}

#[test]
fn a_picture_has_its_ground_in_the_first_frame() {
    let mut app = looking(Pace::AtOnce);
    app.update();
    let outlook = vista(&app).outlook().expect("it was looked at");
    assert!(outlook.0.seen.hold(Vec2::new(30.0, 19.0)) && outlook.0.dead.hold(Vec2::new(30.0, 22.0)));
    assert_eq!(vista(&app).lines.len(), 1);
}

#[test]
fn in_the_window_the_newest_place_is_shown_in_the_end_and_frames_go_on_until_then() {
    let mut app = looking(Pace::Beside);
    app.update();
    assert!(vista(&app).looking() && vista(&app).outlook().is_none(), "the first frame does not wait");
    assert!(!app.world().resource::<Messages<RequestRedraw>>().is_empty(), "and asks for the next");
    // The pointer goes on while it is looked around.
    for n in 0..20 {
        point(&mut app, 30.0, 10.0 - n as f32 * 0.2);
        app.update();
    }
    point(&mut app, 30.0, 40.0);
    settle(&mut app);
    let beside = vista(&app).outlook().expect("it is done").clone();
    let mut once = looking(Pace::AtOnce);
    point(&mut once, 30.0, 40.0);
    once.update();
    assert_eq!(*beside.0, *vista(&once).outlook().expect("at once").0);
    assert_eq!(vista(&app).of, vista(&once).of);
    assert_eq!(vista(&app).lines, vista(&once).lines);
    // At rest it is not looked at again.
    app.update();
    assert!(!vista(&app).looking() && *vista(&app).outlook().expect("still") == beside);
}

#[test]
fn where_looks_take_long_a_glance_is_shown_first_and_all_that_is_seen_where_it_comes_to_rest() {
    let select = |app: &mut App| app.world_mut().resource_mut::<Selection>().unit = Some(RegimentId(0));
    let mut app = looking(Pace::Beside);
    let mut looker = app.world_mut().resource_mut::<Vista>();
    (looker.slow, looker.limit) = (true, Limit(Duration::ZERO));
    select(&mut app);
    while vista(&app).outlook().is_none() {
        std::thread::yield_now();
        app.update();
    }
    assert!(!vista(&app).whole && vista(&app).looking(), "the glance is shown while the rest is worked out");
    let lit = |app: &App| vista(app).outlook().expect("it was looked at").0.lit().area();
    let glance = lit(&app);
    settle(&mut app);
    assert!(vista(&app).whole);
    let mut once = looking(Pace::AtOnce);
    select(&mut once);
    once.update();
    let seen = |app: &App| vista(app).outlook().expect("it was looked at").0.clone();
    assert_eq!(*seen(&app), *seen(&once));
    assert!(glance > 1000.0 && glance <= lit(&app), "a glance of {glance} of {}", lit(&app));
    // Who moves on while all of it is worked out gets a glance from there.
    app.world_mut().resource_mut::<Field>().units[0].place.pose.at.x += Inches(250);
    app.update();
    app.world_mut().resource_mut::<Selection>().unit = Some(RegimentId(1));
    settle(&mut app);
    assert_eq!(vista(&app).of.map(|of| matches!(of, Onlooker::Unit(RegimentId(1), _))), Some(true));
    assert!(vista(&app).whole);
}

#[test]
fn where_looks_are_quick_all_that_is_seen_follows_the_pointer() {
    let mut app = looking(Pace::Beside);
    app.world_mut().resource_mut::<Selection>().unit = Some(RegimentId(0));
    // However slow this machine is.
    app.world_mut().resource_mut::<Vista>().limit = Limit(Duration::MAX);
    for n in 0..10 {
        app.world_mut().resource_mut::<Field>().bypass_change_detection().units[0].place.pose.at.x += Inches(250);
        app.update();
        assert!(vista(&app).outlook().is_none() || vista(&app).whole, "never less than all of it");
        if n > 5 {
            settle(&mut app);
        }
    }
    assert!(vista(&app).whole);
    let mut look = |took: Duration| {
        let look = Look { whole: true, took, view: View::default(), lines: Vec::new() };
        let mut vista = app.world_mut().resource_mut::<Vista>();
        vista.limit = Limit::default();
        let of = vista.of.expect("somebody looks");
        vista.show(of, look);
        vista.slow
    };
    let frame = Limit::default().0;
    assert!(look(frame * 2) && !look(frame), "what takes more than a frame is slow");
}

#[test]
fn nothing_of_another_field_is_shown_and_nothing_without_v() {
    let mut app = looking(Pace::Beside);
    settle(&mut app);
    assert!(vista(&app).outlook().is_some_and(|outlook| outlook.0.dead.hold(Vec2::new(30.0, 22.0))));
    app.world_mut().resource_mut::<Field>().units[0].condition.gone = true;
    app.update();
    assert!(vista(&app).outlook().is_none(), "what the old field hid is gone");
    settle(&mut app);
    assert!(vista(&app).outlook().is_some_and(|outlook| outlook.0.seen.hold(Vec2::new(30.0, 22.0))));
    app.world_mut().resource_mut::<Looking>().sight = false;
    app.update();
    assert!(vista(&app).outlook().is_none() && !vista(&app).looking() && vista(&app).lines.is_empty());
}
