use super::*;
use crate::table::noise;

const EVERYWHERE: Rect = Rect { min: Vec2::splat(-1.0e6), max: Vec2::splat(1.0e6) };

fn among(taken: &[Rect], within: Rect) -> Around<'_> {
    Around { taken, pale: &[], within }
}

/// A crowd of regiments on a stretch of table, at a zoom: most in lines side by side, some anywhere and on top of each
/// other.
fn crowd(many: usize, spread: Vec2, zoom: f32, seed: u32) -> Vec<Wish> {
    (0..many)
        .map(|n| {
            let k = n as i32;
            let at = match n % 3 {
                0 => Vec2::new(noise::unit(k, 1, seed), noise::unit(k, 2, seed)) * spread,
                _ => Vec2::new((n % 12) as f32 * spread.x / 12.0, (n / 12) as f32 * 1.6 % spread.y.max(1.0)),
            };
            let body = Body {
                middle: at * zoom,
                along: Vec2::from_angle(noise::unit(k, 3, seed) * 6.3),
                half: Vec2::new(2.5, 0.4) * zoom,
                rise: 0.5 * zoom,
            };
            let forms =
                [(150.0, 0.0), (70.0, 1.0), (44.0, 3.0), (16.0, 6.0)].map(|(w, lacks)| (Vec2::new(w, 19.0), lacks));
            Wish { body, forms: forms.to_vec(), kept: None }
        })
        .collect()
}

fn apart(puts: &[Option<Put>], taken: &[Rect]) {
    let areas: Vec<Rect> = puts.iter().flatten().map(|put| put.area).chain(taken.iter().copied()).collect();
    for (n, one) in areas.iter().enumerate() {
        for other in &areas[n + 1..] {
            assert!(!overlap(*one, *other), "{one:?} and {other:?}");
        }
    }
}

#[test]
fn no_two_labels_overlap_in_any_crowd_at_any_zoom() {
    for (n, many) in [2, 7, 40, 200].into_iter().enumerate() {
        for spread in [Vec2::new(70.0, 46.0), Vec2::new(20.0, 12.0), Vec2::new(2.0, 1.0)] {
            for zoom in [9.0, 17.0, 31.0, 90.0, 240.0] {
                let wishes = crowd(many, spread, zoom, n as u32 * 31 + zoom as u32);
                let taken = [Rect::from_center_size(spread * zoom / 2.0, Vec2::new(180.0, 19.0))];
                let puts = arrange(&wishes, among(&taken, EVERYWHERE));
                apart(&puts, &taken);
                assert_eq!(puts.len(), many);
                assert!(puts.iter().flatten().count() >= 2.min(many), "somebody is named");
            }
        }
    }
}

#[test]
fn where_there_is_room_every_regiment_has_its_whole_name_below_it() {
    let alone: Vec<Wish> = (0..20)
        .map(|n| Wish {
            body: Body {
                middle: Vec2::new(400.0 * (n % 5) as f32, 300.0 * (n / 5) as f32),
                along: Vec2::X,
                half: Vec2::new(60.0, 10.0),
                rise: 12.0,
            },
            forms: vec![(Vec2::new(150.0, 19.0), 0.0), (Vec2::new(60.0, 19.0), 1.0)],
            kept: None,
        })
        .collect();
    for (wish, put) in alone.iter().zip(arrange(&alone, among(&[], EVERYWHERE))) {
        let put = put.expect("a place");
        assert_eq!(put.choice, Choice { form: 0, place: 0 });
        assert_eq!(put.leader, None);
        assert!((put.area.max.y - (wish.body.middle.y - 12.0)).abs() < 0.01, "it touches nearly: {:?}", put.area);
    }
}

#[test]
fn side_by_side_names_are_shortened_or_moved_and_led_back() {
    // Seven regiments an inch apart in columns: whole names do not fit below all of them.
    let row: Vec<Wish> = (0..7)
        .map(|n| Wish {
            body: Body {
                middle: Vec2::new(30.0 * n as f32, 0.0),
                along: Vec2::Y,
                half: Vec2::new(40.0, 12.0),
                rise: 8.0,
            },
            forms: [(150.0, 0.0), (60.0, 1.0), (34.0, 3.0), (16.0, 6.0)].map(|(w, l)| (Vec2::new(w, 19.0), l)).to_vec(),
            kept: None,
        })
        .collect();
    let puts = arrange(&row, among(&[], EVERYWHERE));
    apart(&puts, &[]);
    assert!(puts.iter().all(Option::is_some), "each has some label: {puts:?}");
    assert!(puts.iter().flatten().any(|put| put.choice.form > 0 || put.leader.is_some()));
    for put in puts.iter().flatten() {
        let [from, to] = put.leader.unwrap_or([put.area.center(), put.area.center()]);
        assert!(put.area.inflate(0.1).contains(from));
        assert!(from.distance(to) < 120.0);
    }
}

#[test]
fn labels_stay_where_they_are_while_the_view_changes_a_little() {
    let (mut changes, mut all) = (0, 0);
    let mut kept: Vec<Option<Choice>> = vec![None; 60];
    // In and out again by hundredths: a label that goes to and fro would be counted every time.
    let zooms = (0..80).map(|n: i32| 24.0 * 1.004_f32.powi(if n < 40 { n } else { 80 - n }));
    for zoom in zooms {
        let mut wishes = crowd(60, Vec2::new(50.0, 30.0), zoom, 5);
        for (wish, kept) in wishes.iter_mut().zip(&kept) {
            wish.kept = *kept;
        }
        let puts = arrange(&wishes, among(&[], EVERYWHERE));
        let now: Vec<Option<Choice>> = puts.iter().map(|put| put.map(|put| put.choice)).collect();
        if kept.iter().any(Option::is_some) {
            changes += now.iter().zip(&kept).filter(|(now, before)| now != before).count();
            all += now.len();
        }
        // The same again is the same.
        for (wish, now) in wishes.iter_mut().zip(&now) {
            wish.kept = *now;
        }
        let again: Vec<Option<Choice>> =
            arrange(&wishes, among(&[], EVERYWHERE)).iter().map(|put| put.map(|put| put.choice)).collect();
        assert_eq!(now, again);
        kept = now;
    }
    assert!(changes * 33 < all, "{changes} of {all} labels jumped");
}

#[test]
fn words_find_room_beside_what_is_there() {
    let mut taken = Index::default();
    let within = Rect::new(0.0, 0.0, 800.0, 600.0);
    let mut areas = Vec::new();
    for _ in 0..60 {
        let size = Vec2::new(170.0, 17.0);
        let at = room_for(Vec2::new(790.0, 300.0), size, within, &taken);
        let area = Rect::from_center_size(at, size);
        assert!(areas.iter().all(|other| !overlap(area, *other)), "{area:?}");
        assert!(within.contains(area.min) && within.contains(area.max), "{area:?}");
        taken.add(area, 0);
        areas.push(area);
    }
}

#[test]
fn names_at_the_edge_stay_on_the_table() {
    let at_edge = Wish {
        body: Body { middle: Vec2::new(690.0, 8.0), along: Vec2::Y, half: Vec2::new(8.0, 20.0), rise: 5.0 },
        forms: vec![(Vec2::new(120.0, 19.0), 0.0), (Vec2::new(60.0, 19.0), 1.0)],
        kept: None,
    };
    let table = Rect::new(0.0, 0.0, 700.0, 460.0);
    let put = arrange(&[at_edge], among(&[], table))[0].expect("a place");
    assert!(table.contains(put.area.min) && table.contains(put.area.max), "{:?}", put.area);
}

#[test]
fn a_name_keeps_off_the_smoke_before_its_regiment() {
    let body = Body { middle: Vec2::ZERO, along: Vec2::X, half: Vec2::new(250.0, 40.0), rise: 30.0 };
    let wish = || Wish { body, forms: vec![(Vec2::new(120.0, 19.0), 0.0)], kept: None };
    // It faces whoever looks: its smoke hangs where its name would stand.
    let smoke = [Body { middle: Vec2::new(0.0, -80.0), half: Vec2::new(270.0, 45.0), rise: 0.0, ..body }];
    let put = |pale| arrange(&[wish()], Around { taken: &[], pale, within: EVERYWHERE })[0].expect("a place");
    assert!(put(&[]).area.max.y < -40.0, "below");
    let clear = put(&smoke);
    assert!(smoke[0].covered_by(clear.area) == 0.0, "{clear:?}");
}
