//! The screens fit every size.

use bevy_egui::egui::{Context, FullOutput};

use super::load::{Purpose, SaveCard};
use super::new_battle::NewBattleState;
use super::title::TitleView;
use super::*;
use crate::panels::proof::Proof;
use crate::scenario::shelf;

fn look(name: &str, mut draw: impl FnMut(&Context)) {
    for size in Proof::SIZES {
        let mut proof = Proof::new(size);
        let mut output: Option<FullOutput> = None;
        for _ in 0..4 {
            output = Some(proof.pass(Vec::new(), &mut draw));
        }
        let output = output.expect("it was drawn");
        let faults = proof.faults(&output);
        if let Some(folder) = std::env::var_os("PANELS_PICTURES") {
            proof.picture(output, &std::path::Path::new(&folder).join(format!("{name}-{}.png", size.0)));
        }
        assert!(faults.is_empty(), "{name} at {size:?}:\n{}", faults.join("\n"));
    }
}

#[test]
fn title() {
    let view = TitleView {
        last: Some("Brawner's Farm, turn 5 of 16".into()),
        notice: Some(
            "A save could not be read: brawners-2.ron, line 3, column 8: a number is missing. It was left as it is."
                .into(),
        ),
        ..Default::default()
    };
    look("title", |ctx| {
        title::draw(ctx, &view);
    });
    look("title-first", |ctx| {
        title::draw(ctx, &TitleView::default());
    });
}

#[test]
fn new_battle() {
    let mut shelf = shelf::list(&[]);
    shelf.push(shelf::Entry { name: "broken".into(), scenario: crate::scenario::read("(format: 1", "broken.ron") });
    for chosen in 0..shelf.len() {
        let mut state = NewBattleState { chosen, ..Default::default() };
        look(&format!("new-battle-{chosen}"), |ctx| {
            new_battle::draw(ctx, &shelf, &mut state);
        });
    }
}

#[test]
fn load() {
    let good = SaveCard {
        path: "/home/somebody/.local/share/dress-on-the-colors/saves/brawners.ron".into(),
        title: "Brawner's Farm".into(),
        stand: "Turn 5 of 16, Fire, 48 orders".into(),
        written: "30 November 2026, 21:14".into(),
        problem: None,
    };
    let bad = SaveCard {
        title: "brawners-old.ron".into(),
        problem: Some("line 1, column 12: format 7 is newer than this program, which reads format 1".into()),
        ..good.clone()
    };
    look("load", |ctx| {
        load::draw(ctx, &[good.clone(), bad.clone()], Purpose::Play);
    });
    look("load-empty", |ctx| {
        load::draw(ctx, &[], Purpose::Watch);
    });
}

#[test]
fn while_a_battle_is_laid_out_the_screen_says_so() {
    look("laying", title::laying);
    let begins = ScreenAction::Continue;
    assert!(
        begins.lays_out() && ScreenAction::Load("a".into()).lays_out() && ScreenAction::Watch("a".into()).lays_out()
    );
    assert!(!ScreenAction::Quit.lays_out() && !ScreenAction::Go(Screen::Load).lays_out());
}
