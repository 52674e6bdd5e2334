//! Files that were cut short, damaged or written by another version end in a message, never in a panic, and are left as
//! they are.

use std::fs;
use std::path::Path;

use bevy::app::App;
use dress::record::{self, Battle, Dice, Folders, file, journal, replay};
use dress::scenario::{Problems, shelf};

use crate::player::Player;

/// Ways to spoil a file.
#[derive(Clone, Copy, Debug)]
enum Damage {
    CutShort,
    BitFlipped,
    ByteChanged,
    PieceMissing,
    PieceTwice,
    AnotherVersion,
}

const WAYS: [Damage; 6] = [
    Damage::CutShort,
    Damage::BitFlipped,
    Damage::ByteChanged,
    Damage::PieceMissing,
    Damage::PieceTwice,
    Damage::AnotherVersion,
];

impl Damage {
    fn done_to(self, bytes: &[u8], player: &mut Player) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        let at = player.below(bytes.len());
        let end = (at + 1 + player.below(200)).min(bytes.len());
        match self {
            Self::CutShort => bytes.truncate(at),
            Self::BitFlipped => bytes[at] ^= 1 << player.below(8),
            Self::ByteChanged => bytes[at] = player.below(256) as u8,
            Self::PieceMissing => {
                bytes.drain(at..end);
            }
            Self::PieceTwice => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            Self::AnotherVersion => {
                let text = String::from_utf8(bytes).unwrap();
                let version = player.below(1_000) + 2;
                return text
                    .replacen("format: 1", &format!("format: {version}"), 1)
                    .replacen("format:1", &format!("format:{version}"), 1)
                    .into_bytes();
            }
        }
        bytes
    }
}

/// Spoils a file so many times, and looks each time what `open` says and whether the file is still the same.
fn spoil(
    path: &Path,
    whole: &[u8],
    times: usize,
    mut open: impl FnMut(&Path, Damage) -> Result<(), Problems>,
) -> (usize, usize) {
    let mut player = Player::new(whole.len() as u64);
    let (mut told, mut fine) = (0, 0);
    for n in 0..times {
        let way = WAYS[n % WAYS.len()];
        let bytes = way.done_to(whole, &mut player);
        fs::write(path, &bytes).unwrap();
        match open(path, way) {
            Ok(()) => {
                assert!(!matches!(way, Damage::AnotherVersion), "another version is told");
                fine += 1;
            }
            Err(problems) => {
                assert!(!problems.list.is_empty());
                let said = problems.to_string();
                assert!(said.len() > 10, "{said}");
                if matches!(way, Damage::AnotherVersion) {
                    assert!(said.contains("this program reads"), "{said}");
                }
                told += 1;
            }
        }
        assert_eq!(fs::read(path).unwrap(), bytes, "the file is as it was");
    }
    (told, fine)
}

fn battle(orders: usize) -> App {
    let scenario = shelf::find("brawners_farm", &[]).unwrap();
    let mut app = dress::app::rules_app();
    record::begin(app.world_mut(), scenario.into(), Default::default(), Dice::Seeded(1862)).unwrap();
    Player::new(5).play(app.world_mut(), orders);
    app
}

#[test]
fn damaged_scenarios_end_in_a_message() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in shelf::SHIPPED {
        let path = folder.path().join(format!("{name}.ron"));
        let (told, fine) = spoil(&path, text.as_bytes(), 240, |path, _| shelf::open(path).map(|_| ()));
        // A changed letter in a briefing is no damage that anybody could see.
        assert!(told > fine, "{told} told, {fine} read");
    }
}

#[test]
fn damaged_saves_always_end_in_a_message() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("save.ron");
    let app = battle(40);
    record::save(app.world().resource::<Battle>(), &path).unwrap();
    let whole = fs::read(&path).unwrap();
    let (told, fine) = spoil(&path, &whole, 300, |path, _| {
        let before = fs::read(path).unwrap();
        let read = record::load(path);
        // Putting a byte in the place of the same byte is no damage, nor is losing the last line's end.
        if before == whole || before == whole.trim_ascii_end() {
            Err(Problems::whole("same", "nothing was changed"))
        } else {
            read.map(|_| ())
        }
    });
    assert_eq!((told, fine), (300, 0));
}

#[test]
fn damaged_journals_end_in_a_message_or_lose_only_their_end() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = shelf::find("brawners_farm", &[]).unwrap();
    let mut app = dress::app::rules_app();
    let world = app.world_mut();
    world.insert_resource(Folders::at(folder.path()));
    record::begin(world, scenario.into(), Default::default(), Dice::Seeded(7)).unwrap();
    Player::new(11).play(world, 30);
    let orders = world.resource::<Battle>().orders.clone();
    let kept = journal::newest(&folder.path().join("journals")).unwrap();
    let whole = fs::read(&kept).unwrap();
    let path = folder.path().join("battle-000099.journal");
    spoil(&path, &whole, 300, |path, _| {
        journal::read(path).map(|recovered| {
            let battle = recovered.battle;
            assert_eq!(battle.orders, orders[..battle.orders.len()], "what is read is what was written");
        })
    });
}

#[test]
fn orders_of_a_save_that_no_table_has_are_refused_and_not_calculated() {
    use dress::army::{GeneralId, RegimentId};
    use dress::geometry::{Inches, March, Spot};
    use dress::record::Given;
    use dress::turn::{Choice, Order};
    let app = battle(4);
    let far = Inches(i32::MAX);
    let strange = [
        Order::March { unit: RegimentId(0), march: March { advance: far, ..March::default() } },
        Order::March { unit: RegimentId(9_999), march: March::default() },
        Order::Ride { general: GeneralId(0), to: Spot { x: Inches(i32::MIN), y: far }, via: Vec::new() },
        Order::FallBack { unit: RegimentId(1), distance: Inches(i32::MIN) },
        Order::Answer(Choice::Advance(far)),
        Order::Dice(vec![0; 300]),
        Order::Assault(Vec::new()),
    ];
    for order in strange {
        let mut battle = app.world().resource::<Battle>().clone();
        battle.orders.push(Given { order, digest: 0 });
        let text = file::text_of(&battle);
        let battle = file::read(&text, "strange.ron").unwrap_or_else(|problems| panic!("{problems}"));
        let trouble = replay::prove(&battle).expect_err("it is refused");
        assert!(matches!(trouble, replay::Trouble::Refused { number: 5, .. }), "{trouble}");
    }
}
