//! Ground pieces: trees, bushes, corn, rocks and the farm.

use crate::palette::{Paint, hex};
use crate::roster::{inch, up};
use crate::sculptor::Sculptor;
use crate::sdf::{Frame, Rot, Shape, V, hash, v};

/// Kinds of scenery.
#[derive(Clone, Copy, PartialEq)]
pub enum Piece {
    Oak,
    Pine,
    Fruit,
    Bush,
    Corn,
    Rock,
    House,
    Barn,
}

/// A small private lottery for each piece.
struct Dice {
    seed: u32,
    n: i32,
}

impl Dice {
    fn roll(&mut self, lo: f32, hi: f32) -> f32 {
        self.n += 1;
        lo + (hi - lo) * hash(self.n, 5, 9, self.seed)
    }
    /// A direction on the upper part of a ball.
    fn upward(&mut self, lowest: f32) -> V {
        let z = self.roll(lowest, 1.0);
        let a = self.roll(0.0, std::f32::consts::TAU);
        let r = (1.0 - z * z).max(0.0).sqrt();
        v(r * a.cos(), r * a.sin(), z)
    }
}

/// Sculpts piece number `n` of its kind.
pub fn piece(s: &mut Sculptor, piece: Piece, n: u32) {
    let mut dice = Dice { seed: 1000 + n * 77 + piece as u32 * 991, n: 0 };
    match piece {
        Piece::Oak => {
            let (dark, pale) = [(0x2c4a1c, 0x7d9c3c), (0x35521e, 0x93a83e), (0x24441f, 0x638a3a)][n as usize % 3];
            trunk(s, 0.30, inch(0.45), &mut dice);
            let c = Crown { middle: inch(0.62), radius: inch(0.50), flat: 0.80, lumps: 11, tufts: 17, leaf: 0.30 };
            crown(s, &c, (dark, pale, None), &mut dice);
        }
        Piece::Fruit => {
            let spot = if n == 0 { 0xd23a2a } else { 0xe8b93a };
            trunk(s, 0.16, inch(0.22), &mut dice);
            let c = Crown { middle: inch(0.34), radius: inch(0.27), flat: 0.85, lumps: 7, tufts: 11, leaf: 0.20 };
            crown(s, &c, (0x3c5e22, 0x9ab850, Some(spot)), &mut dice);
        }
        Piece::Bush => {
            let (dark, pale) = if n == 0 { (0x3a5824, 0x8ca444) } else { (0x4a5a2a, 0xa2a050) };
            let c = Crown { middle: inch(0.08), radius: inch(0.17), flat: 0.75, lumps: 6, tufts: 10, leaf: 0.17 };
            crown(s, &c, (dark, pale, None), &mut dice);
        }
        Piece::Pine => pine(s, n, &mut dice),
        Piece::Corn => corn(s, &mut dice),
        Piece::Rock => rock(s, n, &mut dice),
        Piece::House => house(s),
        Piece::Barn => barn(s),
    }
}

fn trunk(s: &mut Sculptor, r: f32, high: f32, dice: &mut Dice) {
    let bark = s.paint(Paint::Grain { a: hex(0x4a3726), b: hex(0x8a7050), freq: 6.0, seed: 4 });
    s.group(0.1);
    s.limb(up(0.0), up(high), r * 1.15, r * 0.8, bark);
    for k in 0..5 {
        let a = k as f32 * 1.26 + dice.roll(0.0, 0.6);
        let d = v(a.cos(), a.sin(), 0.0);
        s.limb(up(0.25 * r), d * (r * 2.0), r * 0.5, r * 0.2, bark);
        s.limb(up(high * 0.7), d * (high * 0.6) + up(high * 1.3), r * 0.5, r * 0.25, bark);
    }
}

/// The build of a leafy crown.
struct Crown {
    middle: f32,
    radius: f32,
    flat: f32,
    lumps: usize,
    tufts: usize,
    leaf: f32,
}

/// A crown of lumps, each covered in tufts of leaves like clump foliage.
fn crown(s: &mut Sculptor, c: &Crown, (dark, pale, spot): (u32, u32, Option<u32>), dice: &mut Dice) {
    for k in 0..c.lumps {
        // The first lump is the heart, the rest sit round it on a spiral.
        let t = k as f32 / c.lumps as f32;
        let a = k as f32 * 2.4 + dice.roll(-0.3, 0.3);
        let ring = if k == 0 { 0.0 } else { (0.35 + 0.65 * t).sqrt() * 0.66 };
        let z = if k == 0 { 0.25 } else { 0.42 - 0.75 * t + dice.roll(-0.1, 0.1) };
        let at = v(a.cos() * ring * c.radius, a.sin() * ring * c.radius, c.middle + z * c.radius * c.flat);
        let r = c.radius * dice.roll(0.36, 0.48) * if k == 0 { 1.3 } else { 1.0 };
        let tone = dice.roll(0.88, 1.14) * (0.86 + 0.30 * (z + 0.4));
        let leaf =
            s.paint(Paint::Leaf { dark: hex(dark) * tone, pale: hex(pale) * tone, spot: None, seed: 60 + k as u32 });
        s.group(0.0);
        s.add(Shape::Rough { c: at, r: v(r, r, r * c.flat), amp: r * 0.22, freq: 3.2 / r, seed: 3 + k as u32 }, leaf);
        for i in 0..c.tufts {
            let d = dice.upward(-0.35);
            let q = at + v(d.x * r, d.y * r, d.z * r * c.flat) * dice.roll(0.86, 1.04);
            let b = c.leaf * dice.roll(0.65, 1.2);
            s.add(Shape::Rough { c: q, r: v(b, b, b * 0.75), amp: b * 0.45, freq: 2.4 / b, seed: i as u32 }, leaf);
        }
        if let Some(red) = spot {
            let skin = s.paint(Paint::Leather(hex(red)));
            for _ in 0..4 {
                let d = dice.upward(-0.2);
                let q = at + v(d.x, d.y, d.z * c.flat) * (r * 1.12);
                s.egg(q, v(0.085, 0.085, 0.085), skin);
            }
        }
    }
}

fn pine(s: &mut Sculptor, n: u32, dice: &mut Dice) {
    trunk(s, 0.20, inch(0.5), dice);
    let (tall, wide) = if n == 0 { (inch(1.25), inch(0.42)) } else { (inch(1.05), inch(0.46)) };
    let layers = 8;
    for k in 0..layers {
        let t = k as f32 / (layers - 1) as f32;
        let z = inch(0.22) + (tall - inch(0.22)) * t;
        let r = wide * (1.0 - t).powf(0.85) + 0.16;
        let tone = 0.72 + 0.5 * t;
        let leaf = s.paint(Paint::Leaf {
            dark: hex(0x1d3d26) * tone,
            pale: hex(if n == 0 { 0x4f7f48 } else { 0x5a8442 }) * tone,
            spot: None,
            seed: 90 + k,
        });
        s.group(0.06);
        s.limb(up(z - 0.15), up(z + 0.75), r * 0.42, 0.10, leaf);
        let arms = 9 + (layers - k) / 2;
        for i in 0..arms {
            let a = (i as f32 + 0.5 * (k & 1) as f32) / arms as f32 * std::f32::consts::TAU + dice.roll(-0.12, 0.12);
            let d = v(a.cos(), a.sin(), 0.0);
            let rr = r * dice.roll(0.82, 1.08);
            let (from, mid) = (up(z + 0.32), d * (rr * 0.6) + up(z + 0.05));
            let tip = d * rr + up(z - 0.16);
            s.limb(from, mid, 0.13, 0.17, leaf);
            s.limb(mid, tip, 0.17, 0.045, leaf);
        }
    }
}

fn corn(s: &mut Sculptor, dice: &mut Dice) {
    let stalk = s.paint(Paint::Cloth(hex(0x869a52)));
    let blade = s.paint(Paint::Cloth(hex(0x78944a)));
    let pale = s.paint(Paint::Cloth(hex(0xa6b466)));
    let silk = s.paint(Paint::Cloth(hex(0xe6c870)));
    let ear = s.paint(Paint::Cloth(hex(0xd8d184)));
    for k in 0..6 {
        let a = k as f32 * 1.05 + dice.roll(0.0, 0.5);
        let r = if k == 0 { 0.0 } else { dice.roll(0.26, 0.42) };
        let base = v(a.cos() * r, a.sin() * r, 0.0);
        let high = dice.roll(1.35, 1.75);
        let lean = v(dice.roll(-0.10, 0.10), dice.roll(-0.10, 0.10), high);
        let top = base + lean;
        s.group(0.0);
        s.limb(base, top, 0.048, 0.035, stalk);
        s.group(0.02);
        for _ in 0..3 {
            let t = v(dice.roll(-0.11, 0.11), dice.roll(-0.11, 0.11), 0.26);
            s.limb(top, top + t, 0.030, 0.018, silk);
        }
        s.group(0.0);
        for i in 0..6 {
            let b = a + i as f32 * 2.5 + dice.roll(-0.4, 0.4);
            let d = v(b.cos(), b.sin(), 0.0);
            let from = base + lean * (0.22 + 0.13 * i as f32);
            let mid = from + d * 0.22 + up(0.20);
            let tip = from + d * dice.roll(0.42, 0.55) + up(-0.10);
            let green = if i & 1 == 0 { blade } else { pale };
            s.limb(from, mid, 0.024, 0.038, green);
            s.limb(mid, tip, 0.038, 0.010, green);
        }
        let e = base + lean * 0.55 + v(a.sin() * 0.08, -0.08, 0.0);
        s.limb(e, e + v(a.sin() * 0.05, -0.05, 0.20), 0.055, 0.035, ear);
    }
}

fn rock(s: &mut Sculptor, n: u32, dice: &mut Dice) {
    let (a, b) = if n == 0 { (0x6c6a64, 0xc0bbae) } else { (0x6a6258, 0xb4a68e) };
    let stone = s.paint(Paint::Grain { a: hex(a), b: hex(b), freq: 3.0, seed: 8 + n });
    let moss = s.paint(Paint::Leaf { dark: hex(0x46582a), pale: hex(0x8a9a4a), spot: None, seed: 31 });
    s.group(0.025);
    let many = if n == 0 { 3 } else { 4 };
    for k in 0..many {
        let ang = k as f32 * 2.3 + n as f32;
        let away = if k == 0 { 0.0 } else { dice.roll(0.45, 0.65) };
        let size = if k == 0 { 0.62 } else { dice.roll(0.24, 0.42) };
        let c = v(ang.cos() * away, ang.sin() * away * 0.8, size * 0.35);
        let turn = Rot::about_z(dice.roll(0.0, 3.0)).then(&Rot::about_x(dice.roll(-0.4, 0.4)));
        let turn = turn.then(&Rot::about_y(dice.roll(-0.4, 0.4)));
        s.block(c, turn, v(size, size * 0.72, size * 0.62), size * 0.10, stone);
        let turn = turn.then(&Rot::about_z(0.8)).then(&Rot::about_x(0.5));
        s.block(c, turn, v(size * 0.8, size * 0.78, size * 0.6), size * 0.08, stone);
    }
    s.group(0.0);
    for k in 0..5 {
        let ang = k as f32 * 1.3 + 0.4;
        let c = v(ang.cos() * 0.72, ang.sin() * 0.6, 0.02);
        s.add(Shape::Rough { c, r: v(0.15, 0.15, 0.12), amp: 0.06, freq: 14.0, seed: k }, moss);
    }
}

/// A pitched roof with its ridge along x, sitting at height `z`; `half` is length, depth, rise.
fn roof(s: &mut Sculptor, at: V, half: V, tiles: usize) {
    let outer = s.enter(Frame::new(at, Rot::about_z(std::f32::consts::FRAC_PI_2)));
    s.group(0.0);
    let (run, rise) = (half.y, half.z);
    let slope = rise.atan2(run);
    let long = run.hypot(rise) * 0.5;
    for sx in [-1.0, 1.0] {
        let inner = s.enter(Frame::new(v(sx * run * 0.5, 0.0, rise * 0.5), Rot::about_y(sx * slope)));
        s.block(V::default(), Rot::ID, v(long + 0.04, half.x, 0.075), 0.02, tiles);
        s.leave(inner);
    }
    s.leave(outer);
}

/// A sash window or a door on a wall facing -y (`turn` 0) or another way.
fn opening(s: &mut Sculptor, at: V, turn: f32, half: V, (frame, pane): (usize, usize)) {
    let outer = s.enter(Frame::new(at, Rot::about_z(turn)));
    s.group(0.0);
    s.block(V::default(), Rot::ID, v(half.x + 0.10, 0.06, half.z + 0.10), 0.01, frame);
    s.block(v(0.0, -0.03, 0.0), Rot::ID, v(half.x, 0.06, half.z), 0.0, pane);
    if half.y > 0.0 {
        s.block(v(0.0, -0.05, 0.0), Rot::ID, v(0.035, 0.06, half.z), 0.0, frame);
        s.block(v(0.0, -0.05, 0.0), Rot::ID, v(half.x, 0.06, 0.035), 0.0, frame);
    }
    s.leave(outer);
}

fn house(s: &mut Sculptor) {
    let wall = s.paint(Paint::Boards { a: hex(0xf0e8d6), upright: false });
    let trim = s.paint(Paint::Cloth(hex(0xfaf6ec)));
    let pane = s.paint(Paint::Leather(hex(0x2c3844)));
    let door = s.paint(Paint::Cloth(hex(0x6a3a26)));
    let tiles = s.paint(Paint::Shingle { a: hex(0x6a5848), b: hex(0x9a8468) });
    let brick = s.paint(Paint::Boards { a: hex(0xa8523a), upright: false });
    let stone = s.paint(Paint::Grain { a: hex(0x77726a), b: hex(0xb4aea0), freq: 3.0, seed: 2 });
    let (hx, hy, hz) = (inch(0.72), inch(0.46), 1.25);
    s.group(0.0);
    s.block(up(0.12), Rot::ID, v(hx + 0.06, hy + 0.06, 0.14), 0.02, stone);
    s.block(up(hz), Rot::ID, v(hx, hy, hz), 0.02, wall);
    let f = s.at.then(&Frame::new(up(2.0 * hz), Rot::about_z(std::f32::consts::FRAC_PI_2)));
    s.add(Shape::Gable { f, half: v(hy, hx, 1.6) }, wall);
    roof(s, up(2.0 * hz - 0.08), v(hx + 0.25, hy + 0.30, 1.78), tiles);
    s.group(0.0);
    for sx in [-1.0, 1.0] {
        s.block(v(sx * (hx - 0.45), 0.0, 4.1), Rot::ID, v(0.32, 0.32, 0.9), 0.02, brick);
        s.block(v(sx * (hx - 0.45), 0.0, 5.0), Rot::ID, v(0.38, 0.38, 0.10), 0.02, brick);
    }
    for x in [-2.3, -1.15, 1.15, 2.3] {
        opening(s, v(x, -hy, 1.35), 0.0, v(0.30, 1.0, 0.48), (trim, pane));
    }
    opening(s, v(0.0, -hy, 0.95), 0.0, v(0.36, 0.0, 0.80), (trim, door));
    for y in [-0.9, 0.9] {
        opening(s, v(-hx, y, 1.35), -std::f32::consts::FRAC_PI_2, v(0.28, 1.0, 0.48), (trim, pane));
        opening(s, v(hx, y, 1.35), std::f32::consts::FRAC_PI_2, v(0.28, 1.0, 0.48), (trim, pane));
    }
    // A stoop with a little roof over the door.
    s.group(0.0);
    s.block(v(0.0, -hy - 0.42, 0.10), Rot::ID, v(0.85, 0.42, 0.10), 0.02, stone);
    for x in [-0.70, 0.70] {
        s.limb(v(x, -hy - 0.72, 0.1), v(x, -hy - 0.72, 1.95), 0.07, 0.07, trim);
    }
    let porch =
        Frame::new(v(0.0, -hy - 0.42, 2.12), Rot::about_z(-std::f32::consts::FRAC_PI_2).then(&Rot::about_y(0.32)));
    let outer = s.enter(porch);
    s.block(V::default(), Rot::ID, v(0.52, 0.95, 0.06), 0.02, tiles);
    s.leave(outer);
}

fn barn(s: &mut Sculptor) {
    let wall = s.paint(Paint::Boards { a: hex(0x9c4232), upright: true });
    let trim = s.paint(Paint::Cloth(hex(0xeee6d4)));
    let dark = s.paint(Paint::Cloth(hex(0x2c2320)));
    let leaf = s.paint(Paint::Boards { a: hex(0x84382c), upright: true });
    let tiles = s.paint(Paint::Shingle { a: hex(0x70685c), b: hex(0xa09684) });
    let stone = s.paint(Paint::Grain { a: hex(0x77726a), b: hex(0xb4aea0), freq: 3.0, seed: 2 });
    let (hx, hy, hz) = (inch(0.76), inch(0.50), 1.45);
    s.group(0.0);
    s.block(up(0.25), Rot::ID, v(hx + 0.05, hy + 0.05, 0.27), 0.02, stone);
    s.block(up(hz), Rot::ID, v(hx, hy, hz), 0.02, wall);
    let f = s.at.then(&Frame::new(up(2.0 * hz), Rot::about_z(std::f32::consts::FRAC_PI_2)));
    s.add(Shape::Gable { f, half: v(hy, hx, 1.9) }, wall);
    roof(s, up(2.0 * hz - 0.08), v(hx + 0.22, hy + 0.28, 2.06), tiles);
    // Great doors, one leaf ajar, with cross braces.
    opening(s, v(0.0, -hy, 1.05), 0.0, v(1.05, 0.0, 0.95), (trim, dark));
    s.group(0.0);
    for (x, lean) in [(-0.53, 1.0), (0.60, -1.0_f32)] {
        let swing = if lean < 0.0 { 0.5 } else { 0.0 };
        let outer = s.enter(Frame::new(v(x, -hy - 0.09 - swing * 0.5, 1.05), Rot::about_z(-swing)));
        s.block(V::default(), Rot::ID, v(0.50, 0.05, 0.92), 0.01, leaf);
        for t in [-1.0, 1.0_f32] {
            s.limb(v(-0.44, -0.06, -0.80 * t), v(0.44, -0.06, 0.80 * t), 0.05, 0.05, trim);
        }
        s.leave(outer);
    }
    for x in [-2.5, 2.5] {
        opening(s, v(x, -hy, 1.7), 0.0, v(0.26, 1.0, 0.30), (trim, dark));
    }
    s.group(0.0);
    for x in [-1.0, 1.0] {
        s.limb(v(x * hx, -hy, 0.5), v(x * hx, -hy, 2.0 * hz), 0.07, 0.07, trim);
    }
    // A ventilator on the ridge.
    s.block(up(5.15), Rot::ID, v(0.36, 0.36, 0.42), 0.02, trim);
    let cap = Frame::new(up(5.55), Rot::ID);
    let outer = s.enter(cap);
    let f = s.at;
    s.add(Shape::Gable { f, half: v(0.55, 0.48, 0.40) }, tiles);
    s.leave(outer);
}
