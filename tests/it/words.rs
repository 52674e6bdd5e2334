//! The log in words.

use dress::record::{self, BattleLog, Dice, words};
use dress::scenario::shelf;
use dress::turn::{Event, Field};

use crate::player::Player;

#[test]
fn a_volley_is_one_line_that_opens_into_its_dice() {
    let mut volleys = 0;
    for seed in 1..=8 {
        let scenario = shelf::find("brawners_farm", &[]).unwrap();
        let mut app = dress::app::rules_app();
        let world = app.world_mut();
        record::begin(world, scenario.into(), Default::default(), Dice::Seeded(seed)).unwrap();
        Player::new(seed).play(world, 3_000);
        let field = world.resource::<Field>();
        for entry in &world.resource::<BattleLog>().entries {
            let lines = words::lines(&entry.events, field);
            assert!(lines.len() <= entry.events.len());
            for line in &lines {
                assert!(!line.text.is_empty());
                // Names and numbers, no data: nothing that only a program would say.
                assert!(!line.text.contains("RegimentId") && !line.text.contains("Some("), "{}", line.text);
            }
            let fired = entry.events.iter().filter(|event| matches!(event, Event::VolleyFired { .. })).count();
            let shown: Vec<_> =
                lines.iter().filter(|line| line.text.contains(" in, ") && line.text.contains("hit")).collect();
            if fired > 0 {
                assert!(shown.len() >= fired, "{lines:?}");
                assert!(shown.iter().all(|line| line.page.is_some()));
                volleys += fired;
            }
        }
    }
    assert!(volleys > 20, "{volleys} volleys");
}
