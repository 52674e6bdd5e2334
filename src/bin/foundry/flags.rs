//! The colours of the regiments, painted from their written descriptions.

use crate::devices::{CANNON, EAGLE, HARP, MAGNOLIA, PALMETTO, VIRTUE, device};
use crate::palette::hex;
use crate::sdf::{V, v};

/// The flags that are carried.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Flag {
    National,
    Regiment,
    Irish,
    Massachusetts,
    NewYork,
    Pennsylvania,
    Artillery,
    /// The Union cavalry's stars and stripes with a swallow's tail.
    Guidon,
    Battle,
    Hardee,
    SecondNational,
    BonnieBlue,
    Virginia,
    Georgia,
    NorthCarolina,
    SouthCarolina,
    Mississippi,
    Louisiana,
    Texas,
    /// Designating flags that ride with generals.
    UnionBrigade,
    UnionDivision,
    ConfederateBrigade,
    ConfederateDivision,
}

/// Where the staff of a flag stands beside its bearer's ground point, in sculpting units: right, ahead, and how high its
/// foot is. On foot it is in a socket before him, in the saddle in a stirrup's boot.
pub const IN_HAND: V = v(0.14, 0.34, 0.72);
pub const IN_THE_SADDLE: V = v(0.36, 0.26, 1.26);

impl Flag {
    /// All flags by name, in atlas order.
    pub const ALL: [(&'static str, Flag); 23] = [
        ("union_national", Flag::National),
        ("union_regimental", Flag::Regiment),
        ("union_irish", Flag::Irish),
        ("union_massachusetts", Flag::Massachusetts),
        ("union_new_york", Flag::NewYork),
        ("union_pennsylvania", Flag::Pennsylvania),
        ("union_artillery", Flag::Artillery),
        ("union_guidon", Flag::Guidon),
        ("confederate_battle", Flag::Battle),
        ("confederate_hardee", Flag::Hardee),
        ("confederate_second_national", Flag::SecondNational),
        ("confederate_bonnie_blue", Flag::BonnieBlue),
        ("confederate_virginia", Flag::Virginia),
        ("confederate_georgia", Flag::Georgia),
        ("confederate_north_carolina", Flag::NorthCarolina),
        ("confederate_south_carolina", Flag::SouthCarolina),
        ("confederate_mississippi", Flag::Mississippi),
        ("confederate_louisiana", Flag::Louisiana),
        ("confederate_texas", Flag::Texas),
        ("hq_union_brigade", Flag::UnionBrigade),
        ("hq_union_division", Flag::UnionDivision),
        ("hq_confederate_brigade", Flag::ConfederateBrigade),
        ("hq_confederate_division", Flag::ConfederateDivision),
    ];

    /// Length and height on a staff that is carried on foot.
    pub fn size(self) -> (f32, f32) {
        match self {
            Flag::Battle => (1.22, 1.30),
            Flag::ConfederateBrigade => (1.10, 1.10),
            Flag::Regiment | Flag::Irish | Flag::Massachusetts | Flag::NewYork | Flag::Artillery => (1.40, 1.30),
            Flag::Guidon => (1.44, 0.98),
            Flag::UnionBrigade => (1.36, 1.10),
            Flag::UnionDivision => (1.44, 1.10),
            _ => (1.44, 1.24),
        }
    }
}

/// A five-pointed star of radius `r` at the origin, point up.
fn star(x: f32, y: f32, r: f32) -> bool {
    let d = x.hypot(y) / r;
    if d > 1.0 {
        return false;
    }
    let fifth = std::f32::consts::TAU / 5.0;
    let a = ((x.atan2(-y) + fifth * 0.5).rem_euclid(fifth) - fifth * 0.5).abs();
    // Inside the line from the point to the notch; small stars are fat, so that they are seen as stars.
    let notch = if r < 0.1 { 0.56 } else { 0.42 };
    let (tip_x, tip_y) = (notch * (fifth * 0.5).cos() - 1.0, notch * (fifth * 0.5).sin());
    let (px, py) = (d * a.cos() - 1.0, d * a.sin());
    tip_x * py - tip_y * px >= 0.0
}

const WHITE: u32 = 0xf6f1e4;
const RED: u32 = 0xc3262c;
const BLUE: u32 = 0x25418f;
const GOLD: u32 = 0xf3c545;
const GREEN: u32 = 0x1f7a3e;

/// The colour of a flag at `u` along the fly and `w` down the hoist, both 0..1.
pub fn colour(kind: Flag, u: f32, w: f32) -> V {
    hex(match kind {
        Flag::National => national(u, w),
        Flag::Guidon => guidon(u, w),
        Flag::Regiment => regiment(u, w),
        Flag::Irish => irish(u, w),
        Flag::Massachusetts => massachusetts(u, w),
        Flag::NewYork => new_york(u, w),
        Flag::Pennsylvania => pennsylvania(u, w),
        Flag::Artillery => artillery(u, w),
        Flag::Battle => battle(u, w),
        Flag::Hardee => hardee(u, w),
        Flag::SecondNational => second_national(u, w),
        Flag::BonnieBlue => bonnie_blue(u, w),
        Flag::Virginia => virginia(u, w),
        Flag::Georgia => georgia(u, w),
        Flag::NorthCarolina => north_carolina(u, w),
        Flag::SouthCarolina => south_carolina(u, w),
        Flag::Mississippi => mississippi(u, w),
        Flag::Louisiana => louisiana(u, w),
        Flag::Texas => texas(u, w),
        Flag::UnionBrigade => union_brigade(u, w),
        Flag::UnionDivision => union_division(u, w),
        Flag::ConfederateBrigade => confederate_brigade(u, w),
        Flag::ConfederateDivision => confederate_division(u, w),
    })
}

/// Whether a flag has a swallow's tail.
pub fn swallow(kind: Flag) -> bool {
    matches!(kind, Flag::Guidon | Flag::UnionBrigade)
}

fn national(u: f32, w: f32) -> u32 {
    if u < 0.42 && w < 7.0 / 13.0 {
        let (cx, cy) = (u / 0.42 * 6.0, w * 13.0 / 7.0 * 5.0);
        let (fx, fy) = (cx.fract() - 0.5, cy.fract() - 0.5);
        return if fx.hypot(fy) < 0.27 { WHITE } else { BLUE };
    }
    if ((w * 13.0) as i32) & 1 == 0 { RED } else { WHITE }
}

fn guidon(u: f32, w: f32) -> u32 {
    if u < 0.46 && w < 7.0 / 13.0 {
        // A wreath of stars round one large one.
        let (x, y) = (u - 0.23, (w - 0.27) * 0.72);
        let ring = x.hypot(y);
        let on = (y.atan2(x) * 12.0 / std::f32::consts::TAU).rem_euclid(1.0) < 0.6;
        return if ring < 0.055 || ((ring - 0.135).abs() < 0.032 && on) { GOLD } else { BLUE };
    }
    if ((w * 13.0) as i32) & 1 == 0 { RED } else { WHITE }
}

fn regiment(u: f32, w: f32) -> u32 {
    // A yellow fringe, an eagle under an arc of stars, a red scroll below.
    if u > 0.965 || !(0.035..=0.965).contains(&w) {
        return GOLD;
    }
    if device(&EAGLE, (u - 0.17) / 0.66, (w - 0.19) / 0.50) {
        return GOLD;
    }
    let bow = 0.85 - 0.10 * ((u - 0.5) * 3.2).powi(2);
    if (w - bow).abs() < 0.065 && (0.17..0.83).contains(&u) {
        let letter = (u * 21.0).fract() < 0.55 && (w - bow).abs() < 0.030;
        return if letter { GOLD } else { RED };
    }
    for k in 0..7 {
        let a = (k as f32 - 3.0) * 0.36;
        if star(u - 0.5 - 0.40 * a.sin(), w - 0.55 + 0.46 * a.cos(), 0.045) {
            return WHITE;
        }
    }
    0x24489c
}

fn battle(u: f32, w: f32) -> u32 {
    if !(0.045..=0.955).contains(&u) || !(0.045..=0.955).contains(&w) {
        return WHITE;
    }
    battle_field(u, w)
}

/// The red field with the starred saltire.
fn battle_field(u: f32, w: f32) -> u32 {
    let (x, y) = (u - 0.5, w - 0.5);
    let d = (x - y).abs().min((x + y).abs()) * std::f32::consts::FRAC_1_SQRT_2;
    if d < 0.088 {
        for k in -3..=3_i32 {
            let q = k as f32 * 0.132;
            if star(x - q, y - q, 0.064) || star(x - q, y + q, 0.064) {
                return WHITE;
            }
        }
        return 0x223d86;
    }
    if d < 0.122 { WHITE } else { 0xc9202a }
}

fn virginia(u: f32, w: f32) -> u32 {
    if u > 0.96 {
        return WHITE;
    }
    let (x, y) = ((u - 0.49) * 1.12, w - 0.5);
    let r = x.hypot(y);
    if r > 0.36 {
        return 0x2650a8;
    }
    if r > 0.325 {
        return 0xb98c3a;
    }
    if device(&VIRTUE, (x + 0.23) / 0.46, (y + 0.24) / 0.46) {
        return if y > 0.14 { 0x6b4a2c } else { 0x8c3b34 };
    }
    if y > 0.19 { 0x6f8a45 } else { WHITE }
}

fn georgia(u: f32, w: f32) -> u32 {
    // The first national pattern: three bars and a ring of stars.
    if u < 0.44 && w < 0.667 {
        let (x, y) = (u - 0.22, (w - 0.333) * 0.9);
        for k in 0..7 {
            let a = k as f32 * std::f32::consts::TAU / 7.0;
            if star(x - 0.145 * a.sin(), y + 0.145 * a.cos() * 1.15, 0.058) {
                return WHITE;
            }
        }
        if star(x, y, 0.075) {
            return WHITE;
        }
        return 0x274a9c;
    }
    if (0.333..0.667).contains(&w) { WHITE } else { 0xc4242c }
}

/// A fringe all round but for the hoist.
fn fringe(u: f32, w: f32) -> bool {
    u > 0.962 || !(0.04..=0.96).contains(&w)
}

fn irish(u: f32, w: f32) -> u32 {
    // The second colors of the Irish Brigade: a gold harp on green, a sunburst above, a scroll below.
    if fringe(u, w) {
        return GOLD;
    }
    if device(&HARP, (u - 0.25) / 0.50, (w - 0.20) / 0.58) {
        return GOLD;
    }
    let ray = (u - 0.5).atan2(0.22 - w) * 7.0;
    if w < 0.20 && ray.rem_euclid(1.0) < 0.5 && (u - 0.5).abs() < 0.34 {
        return GOLD;
    }
    if (w - 0.88).abs() < 0.045 && (0.14..0.86).contains(&u) { 0xe8d590 } else { GREEN }
}

fn massachusetts(u: f32, w: f32) -> u32 {
    // White, with the arms of the Commonwealth on a blue shield.
    if fringe(u, w) {
        return GOLD;
    }
    let (x, y) = ((u - 0.5) / 0.26, (w - 0.46) / 0.32);
    let half = if y < 0.1 { 1.0 } else { (1.0 - ((y - 0.1) / 0.95).powi(2)).max(0.0).sqrt() };
    if (-1.0..1.05).contains(&y) && x.abs() < half {
        let (dx, dy) = (x.abs() - half + 0.16, y.abs() - 0.86);
        if dx > 0.0 || dy > 0.0 {
            return GOLD;
        }
        return if (x.abs() < 0.24 && y.abs() < 0.60) || (x.hypot(y + 0.62)) < 0.20 { GOLD } else { 0x2450a6 };
    }
    if (w - 0.88).abs() < 0.045 && (0.2..0.8).contains(&u) { 0x2450a6 } else { 0xf8f4ea }
}

fn new_york(u: f32, w: f32) -> u32 {
    // Buff, with the sun rising between the two supporters, over a red scroll.
    if fringe(u, w) {
        return 0x27428c;
    }
    let (x, y) = (u - 0.5, (w - 0.42) * 0.92);
    let r = x.hypot(y);
    if r < 0.20 {
        return if y > 0.05 {
            0x3f78a8
        } else if r < 0.10 {
            0xf8d24a
        } else {
            0x9cc4dc
        };
    }
    if r < 0.235 {
        return 0x8a5a24;
    }
    for (sx, robe) in [(-1.0, 0xb8302a), (1.0, 0x27509c)] {
        let (fx, fy) = ((x * sx - 0.31) / 0.065, (w - 0.46) / 0.24);
        if fx * fx + fy * fy < 1.0 {
            return robe;
        }
        if (x * sx - 0.31).hypot(w - 0.17) < 0.05 {
            return 0xd8a070;
        }
    }
    if (w - 0.82).abs() < 0.055 && (0.12..0.88).contains(&u) { 0xb8302a } else { 0xe6c98c }
}

fn pennsylvania(u: f32, w: f32) -> u32 {
    // The national flag with the arms of the state large in the canton, among the stars.
    if u < 0.46 && w < 7.0 / 13.0 {
        let (x, y) = ((u - 0.23) * 1.15, w - 0.27);
        let r = x.hypot(y);
        if r < 0.105 {
            return if y.abs() < 0.035 {
                0xf8f2e0
            } else if y < 0.0 {
                0x6aa0cc
            } else {
                0x3f8a4a
            };
        }
        if r < 0.145 {
            return GOLD;
        }
        let a = (y.atan2(x) * 12.0 / std::f32::consts::TAU).rem_euclid(1.0);
        return if (r - 0.205).abs() < 0.028 && a < 0.55 { WHITE } else { BLUE };
    }
    if ((w * 13.0) as i32) & 1 == 0 { RED } else { WHITE }
}

fn artillery(u: f32, w: f32) -> u32 {
    // Yellow silk with two crossed cannon and a scroll above.
    if fringe(u, w) {
        return 0xb8302a;
    }
    if device(&CANNON, (u - 0.24) / 0.52, (w - 0.30) / 0.50) {
        return 0x6a4a24;
    }
    if (w - 0.19).abs() < 0.06 && (0.2..0.8).contains(&u) { 0xb8302a } else { 0xf2c93c }
}

fn hardee(u: f32, w: f32) -> u32 {
    // Blue with a white border and the moon of Hardee's corps.
    if !(0.07..=0.93).contains(&u) || !(0.08..=0.92).contains(&w) {
        return WHITE;
    }
    let (x, y) = ((u - 0.5) / 0.22, (w - 0.5) / 0.25);
    if x * x + y * y < 1.0 { WHITE } else { 0x27489c }
}

fn second_national(u: f32, w: f32) -> u32 {
    // White, with the battle flag in the canton.
    if u < 0.46 && w < 0.60 { battle_field(u / 0.46, w / 0.60) } else { 0xfaf7ee }
}

fn bonnie_blue(u: f32, w: f32) -> u32 {
    if star((u - 0.5) * 1.16, w - 0.52, 0.30) { WHITE } else { 0x1f4fb0 }
}

fn north_carolina(u: f32, w: f32) -> u32 {
    // A red bar at the hoist with a white star between two dates; blue over white in the fly.
    if u < 0.36 {
        if star((u - 0.18) * 1.16, w - 0.52, 0.135) {
            return WHITE;
        }
        let date = (w - 0.26).abs() < 0.045 || (w - 0.78).abs() < 0.045;
        return if date && (0.06..0.30).contains(&u) && (u * 26.0).fract() < 0.62 { WHITE } else { 0xc4242c };
    }
    if w < 0.5 { 0x27489c } else { 0xf6f1e4 }
}

fn south_carolina(u: f32, w: f32) -> u32 {
    if device(&PALMETTO, (u - 0.30) / 0.46, (w - 0.20) / 0.66) {
        return WHITE;
    }
    let (x, y) = (u - 0.17, w - 0.22);
    let moon = x.hypot(y) < 0.115 && (x - 0.035).hypot(y + 0.045) > 0.095;
    if moon { WHITE } else { 0x1d3f8e }
}

fn mississippi(u: f32, w: f32) -> u32 {
    // A magnolia on white, a blue canton with one star, a red fringe at the fly.
    if u > 0.93 {
        return 0xc4242c;
    }
    if u < 0.32 && w < 0.44 {
        return if star((u - 0.16) * 1.16, w - 0.23, 0.14) { WHITE } else { 0x27489c };
    }
    if device(&MAGNOLIA, (u - 0.38) / 0.48, (w - 0.16) / 0.72) {
        return if w > 0.60 { 0x6b4a2c } else { 0x2f7a3a };
    }
    0xf8f4e8
}

fn louisiana(u: f32, w: f32) -> u32 {
    // Thirteen stripes of blue, white and red, and a yellow star in a red canton.
    if u < 0.40 && w < 0.54 {
        return if star((u - 0.20) * 1.16, w - 0.28, 0.17) { 0xf8d23c } else { 0xc4242c };
    }
    match (w * 13.0) as i32 % 4 {
        0 => 0x2a56ae,
        2 => 0xc4242c,
        _ => WHITE,
    }
}

fn texas(u: f32, w: f32) -> u32 {
    if u < 0.34 {
        return if star((u - 0.17) * 1.16, w - 0.52, 0.17) { WHITE } else { 0x24458f };
    }
    if w < 0.5 { WHITE } else { 0xc4242c }
}

/// The disc of the First Corps, which stands for all corps badges.
fn badge(u: f32, w: f32, long: f32, r: f32) -> bool {
    ((u - 0.44) * long).hypot(w - 0.5) < r
}

fn union_brigade(u: f32, w: f32) -> u32 {
    let border = u < 0.07 || !(0.10..=0.90).contains(&w);
    if border {
        return 0x27489c;
    }
    if badge(u, w, 1.2, 0.24) { 0xc4242c } else { 0xf8f4ea }
}

fn union_division(u: f32, w: f32) -> u32 {
    if badge(u + 0.06, w, 1.3, 0.25) { 0xf8f4ea } else { 0xc4242c }
}

fn confederate_brigade(u: f32, w: f32) -> u32 {
    let (x, y) = (u - 0.5, w - 0.5);
    if !(0.07..=0.93).contains(&u) || !(0.07..=0.93).contains(&w) {
        return 0xf0c24a;
    }
    if x.abs().min(y.abs()) < 0.075 { WHITE } else { 0xb8202a }
}

fn confederate_division(u: f32, w: f32) -> u32 {
    // The three stars of a general's collar.
    if !(0.05..=0.95).contains(&u) || !(0.06..=0.94).contains(&w) {
        return WHITE;
    }
    let stars = [0.24, 0.5, 0.76].iter().zip([0.10, 0.14, 0.10]);
    let gold = stars.into_iter().any(|(x, r)| star((u - x) * 1.16, w - 0.52, r));
    if gold { 0xf6d04c } else { 0x1f3f92 }
}
