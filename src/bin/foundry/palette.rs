//! The paint box: every pigment, and every detail that is painted on rather than sculpted.
//!
//! Paints are asked for their colour at a point given in the frame of the part they sit on, so
//! belts, buttons and eyes follow the body. Colours are written as sRGB and kept linear.

use crate::flags::{self, Flag};
use crate::march::linear;
use crate::sdf::{V, fbm, noise, v};

/// A colour from its sRGB hex value.
pub fn hex(c: u32) -> V {
    let f = |s: u32| linear(((c >> s) & 255) as f32 / 255.0);
    v(f(16), f(8), f(0))
}

/// What the light meets: pigment, gloss and how strongly edges take the dry brush.
#[derive(Clone, Copy)]
pub struct Look {
    pub rgb: V,
    pub gloss: f32,
    pub tight: f32,
    pub brush: f32,
    /// Thin cloth, through which the sun shines.
    pub thin: bool,
    /// Depth of the folds of cloth, in sculpting units.
    pub fold: f32,
}

fn matt(rgb: V) -> Look {
    Look { rgb, gloss: 0.02, tight: 12.0, brush: 0.55, thin: false, fold: 0.0 }
}

/// Woven stuff, with folds and a dry brush over them.
fn cloth(rgb: V) -> Look {
    Look { brush: 0.75, fold: 0.020, ..matt(rgb) }
}

/// Hair on a face.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Beard {
    None,
    Moustache,
    Full,
}

/// Everything a brush can be dipped into.
#[derive(Clone, Debug)]
pub enum Paint {
    /// Cloth, wood or skin of one colour, with a little life in it.
    Cloth(V),
    /// Dark leather with a soft shine.
    Leather(V),
    /// Polished metal.
    Metal(V),
    /// A coat body in its chest frame, with belts and buttons.
    Coat {
        cloth: V,
        collar: V,
        belt: V,
        sling: Option<V>,
        strap: Option<V>,
        sash: Option<V>,
        buttons: u8,
        /// The vest under a jacket that hangs open, its edges bound in the collar's colour.
        open: Option<V>,
    },
    /// Striped ticking, up and down.
    Ticking { a: V, b: V },
    /// A head in its own frame.
    Face { skin: V, hair: V, beard: Beard },
    /// A round cap: band below, cloth above and a badge on top; frame at the cap's middle.
    Cap { cloth: V, band: V, badge: Option<V>, top: f32 },
    /// A rolled or folded blanket with end stripes along the frame's x axis.
    Blanket { wool: V, stripe: V, at: f32 },
    /// A flag in its hoist frame.
    Flag { kind: Flag, len: f32, high: f32, phase: f32 },
    /// A saddle cloth with a coloured border.
    Shabrack { cloth: V, edge: V },
    /// A horse's hide with its points darkened towards the ground and a blaze.
    Hide { coat: V, points: V },
    /// Leaves, speckled between two greens.
    Leaf { dark: V, pale: V, spot: Option<V>, seed: u32 },
    /// Bark or rough stone.
    Grain { a: V, b: V, freq: f32, seed: u32 },
    /// Roof shingles in rows across the frame's local x.
    Shingle { a: V, b: V },
    /// Clapboard walls with the rows along z.
    Boards { a: V, upright: bool },
    /// A drum shell: eagle-blue or red with hoops and cords.
    DrumShell { shell: V, hoop: V, high: f32 },
}

impl Paint {
    /// The colour at point `p` with normal `n`, both in the part's frame.
    pub fn look(&self, p: V, n: V) -> Look {
        match self {
            Paint::Cloth(c) => cloth(*c * mottle(p)),
            Paint::Leather(c) => {
                Look { rgb: *c * mottle(p), gloss: 0.10, tight: 24.0, brush: 1.1, ..matt(V::default()) }
            }
            Paint::Metal(c) => Look { rgb: *c, gloss: 0.75, tight: 22.0, brush: 0.8, ..matt(V::default()) },
            Paint::Ticking { a, b } => {
                let round = (p.x.abs() * 1.3 + p.y) * 15.0;
                self::cloth(if round.rem_euclid(1.0) < 0.42 { *b } else { *a * mottle(p) })
            }
            Paint::Coat { open: Some(vest), collar, .. } if p.y > 0.0 && p.x.abs() < 0.105 && p.z > 0.07 => {
                self::cloth(if p.x.abs() < 0.062 { *vest * mottle(p) } else { *collar })
            }
            Paint::Coat { cloth, collar, belt, sling, strap, sash, buttons, .. } => {
                coat(p, n, (*cloth, *collar, *belt), (*sling, *strap, *sash), *buttons)
            }
            Paint::Face { skin, hair, beard } => face(p, *skin, *hair, *beard),
            Paint::Cap { cloth, band, badge, top } => {
                let r = p.x.hypot(p.y);
                let mut c = *cloth * mottle(p);
                if p.z < 0.045 - top {
                    c = *band;
                }
                if let Some(b) = badge
                    && r < 0.055
                    && p.z > top * 0.5
                {
                    c = *b;
                }
                let mut l = matt(c);
                l.brush = 0.9;
                l
            }
            Paint::Blanket { wool, stripe, at } => {
                let on = (p.x.abs() - at).abs() < 0.025;
                matt(if on { *stripe } else { *wool * mottle(p) })
            }
            Paint::Flag { kind, len, high, phase } => {
                let u = p.x / len;
                let w = -p.z / high - crate::sdf::sag(u.clamp(0.0, 1.0), *phase);
                let mut l = matt(flags::colour(*kind, u, w));
                l.thin = true;
                l.brush = 0.1;
                l
            }
            Paint::Shabrack { cloth, edge } => {
                let near = (p.y.abs() - 0.29).abs() < 0.035 || (p.z + 0.19).abs() < 0.035;
                matt(if near { *edge } else { *cloth * mottle(p) })
            }
            Paint::Hide { coat, points } => {
                let low = ((0.75 - p.z) * 2.2).clamp(0.0, 1.0);
                let c = coat.mix(*points, low) * (0.85 + 0.3 * fbm(p * 5.0, 77));
                Look { rgb: c, gloss: 0.09, tight: 16.0, brush: 0.5, ..matt(V::default()) }
            }
            Paint::Leaf { dark, pale, spot, seed } => {
                let f = fbm(p * 5.5, *seed);
                let fine = noise(p * 21.0, seed ^ 9);
                let mut c = dark.mix(*pale, (f * 1.5 - 0.35 + 0.55 * (fine - 0.5)).clamp(0.0, 1.0));
                if let Some(s) = spot
                    && noise(p * 9.0, seed ^ 5) > 0.80
                {
                    c = *s;
                }
                let mut l = matt(c);
                l.brush = 0.45;
                l
            }
            Paint::Grain { a, b, freq, seed } => {
                let f = fbm(p * *freq, *seed);
                let mut l = matt(a.mix(*b, (f * 1.8 - 0.4).clamp(0.0, 1.0)));
                l.brush = 0.8;
                l
            }
            Paint::Shingle { a, b } => shingle(p, *a, *b),
            Paint::Boards { a, upright } => {
                let (q, along) = if *upright { ((p.x + p.y) / 0.26, p.z) } else { (p.z / 0.20, p.x + p.y) };
                let row = q.floor();
                let t = q - row;
                let k = 0.88 + 0.18 * noise(v(row * 3.1, along * 0.9, 0.0), 11);
                let lip = if t < 0.16 { 0.62 } else { 1.0 };
                matt(*a * (k * lip))
            }
            Paint::DrumShell { shell, hoop, high } => {
                let ang = p.y.atan2(p.x);
                let z = p.z / high;
                if z.abs() > 0.72 {
                    if n.z.abs() > 0.8 && p.x.hypot(p.y) < 0.19 {
                        return matt(hex(0xf4ead0));
                    }
                    return matt(*hoop);
                }
                let saw = ((ang * 1.4).rem_euclid(1.0) * 2.0 - 1.0).abs() * 1.3 - 0.65;
                matt(if (saw - z).abs() < 0.14 { hex(0xf2e6c4) } else { *shell })
            }
        }
    }
}

/// Uneven brushwork, so that no surface is flat.
fn mottle(p: V) -> f32 {
    0.88 + 0.24 * noise(p * 13.0, 3)
}

/// The slope of the folds at `p`: creases run round the limbs more than along them.
pub fn crease(p: V) -> V {
    let q = v(p.x * 7.0, p.y * 7.0, p.z * 11.0);
    let e = 0.25;
    let h = noise(q, 17);
    let d = |o: V, f: f32| (noise(q + o * e, 17) - h) / e * f;
    v(d(v(1.0, 0.0, 0.0), 7.0), d(v(0.0, 1.0, 0.0), 7.0), d(v(0.0, 0.0, 1.0), 11.0))
}

/// The upper body: collar, buttons, belts over the shoulders, waist belt, sash.
fn coat(p: V, n: V, (pigment, collar, belt): (V, V, V), over: (Option<V>, Option<V>, Option<V>), buttons: u8) -> Look {
    let (sling, strap, sash) = over;
    let front = p.y > 0.0 && n.y > -0.1;
    let brass = Look { rgb: hex(0xf2c14a), gloss: 0.5, tight: 14.0, brush: 0.6, ..matt(V::default()) };
    if p.z > 0.555 {
        return matt(collar);
    }
    // The waist belt and its plate.
    if (p.z - 0.035).abs() < 0.036 {
        if front && p.x.abs() < 0.05 {
            return brass;
        }
        return Look { rgb: belt, gloss: 0.08, tight: 20.0, brush: 1.2, ..matt(V::default()) };
    }
    if let Some(s) = sash
        && (p.z + 0.01).abs() < 0.10
    {
        return matt(s * mottle(p));
    }
    // Belts across the breast: the left shoulder to the right hip, and the reverse.
    let across = |sx: f32| ((p.x * sx + 0.155) * 0.80 + (p.z - 0.50) * 0.60).abs();
    if let Some(s) = sling
        && across(1.0) < 0.033
        && p.z > 0.0
    {
        return Look { rgb: s, gloss: 0.06, tight: 20.0, brush: 1.0, ..matt(V::default()) };
    }
    if let Some(s) = strap
        && across(-1.0) < 0.030
        && p.z > 0.0
    {
        return matt(s);
    }
    if front && buttons > 0 && p.z > 0.06 && n.y > 0.2 {
        let z = (p.z / 0.098).rem_euclid(1.0) - 0.5;
        let x = if buttons == 2 { p.x.abs() - 0.085 } else { p.x };
        if x.abs() < 0.022 && (z * 0.098).abs() < 0.024 {
            return brass;
        }
        // The front edge of the coat.
        if p.x > 0.022 && p.x < 0.036 && buttons == 1 {
            return matt(pigment * 0.55);
        }
    }
    self::cloth(pigment * mottle(p))
}

/// A face with eyes, brows, cheeks and hair; the head looks along +y.
fn face(p: V, skin: V, hair: V, beard: Beard) -> Look {
    let ax = p.x.abs();
    let front = p.y > 0.02;
    let hairline = p.z > 0.085 || (p.y < 0.015 && p.z > -0.07) || (p.y < -0.05);
    if hairline {
        return matt(hair * mottle(p));
    }
    if front {
        let (ex, ez) = ((ax - 0.056) / 0.021, (p.z - 0.020) / 0.022);
        if ex * ex + ez * ez < 1.0 {
            return matt(hex(0x1c1410));
        }
        let white = (ax - 0.056) / 0.042;
        if white * white + ez * ez * 0.55 < 1.0 && p.z < 0.034 {
            return matt(hex(0xe9d9c4));
        }
        if (p.z - 0.062 + ax * 0.12).abs() < 0.014 && ax > 0.02 && ax < 0.105 {
            return matt(hair * 0.8);
        }
        let jaw = p.z < -0.055 && (p.z < -0.085 || ax > 0.035);
        let lip = (p.z + 0.056).abs() < 0.020 && ax < 0.075;
        let side = ax > 0.095 && p.z < -0.01;
        match beard {
            Beard::Full if jaw || lip || side => return matt(hair * mottle(p)),
            Beard::Moustache if lip => return matt(hair),
            _ => {}
        }
        if (p.z + 0.080).abs() < 0.011 && ax < 0.045 {
            return matt(hex(0x8a4436));
        }
        let (cx, cz) = ((ax - 0.085) / 0.045, (p.z + 0.025) / 0.035);
        let blush = (1.0 - (cx * cx + cz * cz)).clamp(0.0, 1.0);
        return matt(skin.mix(hex(0xd9705a), blush * 0.45));
    }
    matt(skin)
}

/// Rows of shingles, each with its own tone and a dark lower lip.
fn shingle(p: V, a: V, b: V) -> Look {
    let q = p.x / 0.26;
    let row = q.floor();
    let t = q - row;
    let off = if (row as i32) & 1 == 0 { 0.0 } else { 0.5 };
    let col = (p.y / 0.24 + off).floor();
    let s = p.y / 0.24 + off - col;
    let k = crate::sdf::hash(row as i32, col as i32, 0, 21);
    let mut c = a.mix(b, k);
    if t < 0.20 || s < 0.10 {
        c = c * 0.55;
    }
    let mut l = matt(c);
    l.brush = 0.3;
    l
}
