//! The photographer: marches rays through a sculpture and returns a sprite.
//!
//! The camera looks north and down at 50 degrees, orthographically; the sun stands in the upper
//! left of the picture. Every pixel is nine rays. Besides sun, sky and a soft fill light the
//! figures get the three tricks of miniature painters: dark lining where one part stands in
//! front of another, a wash in the recesses and a dry brush over the edges.

use crate::palette::{Look, crease};
use crate::sculptor::Figure;
use crate::sdf::{Scene, V, v};

/// The way pictures are taken; a new number for every change of it, so that no kept casting is taken for a new one.
pub const EDITION: u32 = 1;
/// Table inches for one sculpting unit.
pub const INCH_PER_UNIT: f32 = 0.225;
/// Sprite pixels for one table inch.
pub const PX_PER_INCH: f32 = 180.0;
/// Rays per pixel along each axis.
const SS: usize = 3;
/// Hardness of the shadows on the table.
const GROUND_HARD: f32 = 8.0;
/// Sine and cosine of the camera's 50 degrees above the horizon.
const SIN: f32 = 0.766_044_4;
const COS: f32 = 0.642_787_6;

/// How a sculpture meets the ground.
#[derive(Clone, Copy, PartialEq)]
pub enum Ground {
    /// Only a soft darkening close to the feet.
    Contact,
    /// A full soft shadow, as large things on the table cast.
    Shadow,
}

/// A finished picture with straight alpha and its ground point.
pub struct Sprite {
    /// Pixels for one table inch.
    pub fine: f32,
    pub w: usize,
    pub h: usize,
    pub ax: f32,
    pub ay: f32,
    pub px: Vec<[u8; 4]>,
}

/// Most coats of paint that one casting is photographed in.
pub const COATS: usize = 4;

/// One ray's result.
#[derive(Clone, Copy)]
struct Ray {
    /// Distance along the view; infinite where nothing was hit.
    t: f32,
    /// In each coat of paint.
    rgb: [V; COATS],
    a: f32,
    part: u32,
}

fn sun() -> V {
    v(-0.56, 0.26, 0.79).unit()
}

/// sRGB to linear light for one channel.
pub fn linear(c: f32) -> f32 {
    if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
}

fn encode(c: f32) -> f32 {
    let c = c.clamp(0.0, 1.0);
    if c <= 0.003_130_8 { c * 12.92 } else { 1.055 * c.powf(1.0 / 2.4) - 0.055 }
}

/// Soft shadow from `p` towards the sun, 0 in full shade.
fn shade(s: &Scene, p: V, far: f32, hard: f32) -> f32 {
    let l = sun();
    let (mut res, mut t) = (1.0_f32, 0.03);
    // Only what is near the ray to the sun can darken the point.
    let close = s.along(p, l, (far / hard + 0.05).max(0.4));
    // Long shadows are searched in shorter strides, or the gaps between crowns show as veins.
    let (stride, tries) = if far > 8.0 { (0.45, 110) } else { (1.0, 40) };
    for _ in 0..tries {
        // Beyond this distance a thing cannot darken the point any more.
        let cap = (t / hard + 0.05).max(0.4);
        let d = s.dist_to(&close, p + l * t, cap);
        res = res.min(0.5 + 0.5 * hard * d / t);
        if res < 0.02 || t > far {
            break;
        }
        t += (d * stride).max(0.02);
    }
    let r = res.clamp(0.0, 1.0);
    r * r * (3.0 - 2.0 * r)
}

/// Openness of the sky above `p`, and the cavity wash right at the surface.
fn openness(s: &Scene, p: V, n: V, scale: f32) -> (f32, f32) {
    let (mut wide, mut tight) = (0.0, 0.0);
    for (i, h) in [0.025, 0.06, 0.13, 0.26].iter().enumerate() {
        let h = h * scale;
        let miss = (h - s.dist(p + n * h, h)).max(0.0) / h;
        if i < 2 {
            tight += miss * 0.5;
        }
        wide += miss * 0.25;
    }
    (1.0 - wide, 1.0 - tight)
}

/// The costly part of the light, shared by the rays of one pixel that meet the same surface.
struct Lit {
    part: u32,
    n: V,
    t: f32,
    open: f32,
    wash: f32,
    shadow: f32,
    edge: f32,
}

/// What the rays of one pixel share.
#[derive(Default)]
struct Shared {
    lit: Vec<Lit>,
    ground: Option<f32>,
}

/// Light, pigment and brushwork at a point of the surface, in each coat of paint.
fn light(figs: &[Figure], met: &[usize], p: V, t: f32, view: V, big: bool, shared: &mut Shared) -> ([V; COATS], u32) {
    let fig = &figs[0];
    let s = &fig.scene;
    let near = s.near(met, p, 0.1);
    let prim = &s.groups[near.group].prims[near.prim];
    let smooth = s.normal(met, p);
    let frame = &fig.frames[prim.frame];
    let look: Look = fig.paints[prim.paint].look(frame.into(p), frame.r.undo(smooth));
    let n = if look.fold > 0.0 { (smooth - frame.r.apply(crease(frame.into(p))) * look.fold).unit() } else { smooth };
    let part = (near.group as u32) << 8 | prim.paint as u32;
    let scale = if big { 2.5 } else { 1.0 };
    let l = sun();
    let ndl = n.dot(l).max(if look.thin { 0.62 } else { 0.0 });
    let known =
        shared.lit.iter().position(|k| k.part == part && k.n.dot(smooth) > 0.93 && (k.t - t).abs() < 0.05 * scale);
    let known = known.unwrap_or_else(|| {
        let (open, wash) = openness(s, p, smooth, scale);
        let shadow = if ndl > 0.0 { shade(s, p + smooth * 0.02, 2.6 * scale, 9.0) } else { 0.0 };
        // The dry brush: edges are where the clay is thin just below the surface.
        let depth = 0.035 * scale;
        let edge = ((s.dist(p - smooth * depth, 0.5) + depth) / depth).clamp(0.0, 1.0);
        shared.lit.push(Lit { part, n: smooth, t, open, wash, shadow, edge });
        shared.lit.len() - 1
    });
    let known = &shared.lit[known];
    let mut coats = [V::default(); COATS];
    for (coat, fig) in coats.iter_mut().zip(figs) {
        let look = fig.paints[prim.paint].look(frame.into(p), frame.r.undo(smooth));
        *coat = reflected(&look, known, n, ndl, view);
    }
    (coats, part)
}

/// What comes back from a pigment with normal `n` in this light.
fn reflected(look: &Look, lit: &Lit, n: V, ndl: f32, view: V) -> V {
    let &Lit { open, wash, shadow, edge, .. } = lit;
    let shadow = if look.thin { shadow.max(0.8) } else { shadow };
    let fill = n.dot(v(0.35, -0.75, 0.55)).max(0.0);
    let sky = 0.5 + 0.5 * n.z;
    let warm = v(1.0, 0.95, 0.84);
    let cool = v(0.80, 0.90, 1.0);
    let ground = v(0.42, 0.44, 0.26);
    let ambient = (cool.mix(ground, 1.0 - sky)) * (0.42 * (0.25 + 0.75 * open));
    let mut lum = warm * (1.45 * ndl * shadow) + ambient + v(0.95, 0.95, 1.0) * (0.30 * fill * open);
    lum = lum * (0.55 + 0.45 * wash);
    let mut c = look.rgb.tint(lum) * (1.0 + look.brush * edge * (0.35 + 0.65 * shadow));
    let half = (sun() - view).unit();
    let gleam = n.dot(half).max(0.0).powf(look.tight) * look.gloss * (0.25 + 0.75 * shadow);
    c = c + warm * gleam;
    // A cool rim towards the light keeps dark coats off dark ground.
    let rim = (1.0 + n.dot(view)).clamp(0.0, 1.0).powi(3) * (0.3 + 0.7 * sky) * open;
    c + (cool * 0.06 + look.rgb * 0.5) * (rim * (0.5 + 0.5 * n.dot(v(-0.7, 0.5, 0.5))).max(0.0))
}

/// A gentle shoulder for the highlights and a little more colour than life.
fn develop(c: V) -> V {
    let grey = c.dot(v(0.2126, 0.7152, 0.0722));
    let sat = v(grey, grey, grey).mix(c, 1.06);
    let f = |x: f32| {
        let x = x.max(0.0) * 1.08;
        encode(x * (1.0 + x * 0.12) / (1.0 + x * 0.42))
    };
    v(f(sat.x), f(sat.y), f(sat.z))
}

/// Takes the picture of one casting in each of its coats of paint. The coats differ in nothing but their pigments.
pub fn shoot(figs: &[Figure], ground: Ground, fine: f32) -> Vec<Sprite> {
    let s = &figs[0].scene;
    let scale = fine * INCH_PER_UNIT;
    let big = ground == Ground::Shadow;
    let l = sun();
    let (mut x0, mut x1, mut y0, mut y1) = (-1.0_f32, 1.0_f32, -1.0_f32, 1.0_f32);
    let mut top = 0.0_f32;
    for (c, r) in s.balls() {
        top = top.max(c.z + r);
        let mut cover = |c: V, r: f32| {
            let (sx, sy) = (c.x * scale, (c.y * SIN + c.z * COS) * scale);
            x0 = x0.min(sx - r * scale);
            x1 = x1.max(sx + r * scale);
            y0 = y0.min(sy - r * scale);
            y1 = y1.max(sy + r * scale);
        };
        cover(c, r);
        if big || c.z - r < 0.6 {
            // A long shadow needs room for its penumbra as well.
            let throw = if big { c.z.max(0.0) / l.z } else { 0.38 };
            let soft = if big { (throw + r) / GROUND_HARD } else { 0.0 };
            cover(v(c.x, c.y, 0.0) - l * throw, r + soft);
        }
    }
    let (left, right) = (x0.floor() - 3.0, x1.ceil() + 3.0);
    let (down, up) = (y0.floor() - 3.0, y1.ceil() + 3.0);
    let (w, h) = ((right - left) as usize, (up - down) as usize);
    let (sw, sh) = (w * SS, h * SS);
    let view = v(0.0, COS, -SIN);
    let blank = Ray { t: f32::INFINITY, rgb: [v(0.055, 0.06, 0.04); COATS], a: 0.0, part: u32::MAX };
    let mut rays = vec![blank; sw * sh];
    // The point of a ray on the ground; rays start above the tallest thing.
    let foot = |x: f32, y: f32| v((left + x) / scale, (up - y) / scale / SIN, 0.0);
    for j in 0..h {
        for i in 0..w {
            let mut shared = Shared::default();
            let centre = foot(i as f32 + 0.5, j as f32 + 0.5);
            let met = s.along(centre, view, 0.75 / scale + 0.11);
            let near = if met.is_empty() { None } else { approach(s, &met, centre, view, top, 0.75 / scale) };
            for k in 0..SS * SS {
                let (si, sj) = (i * SS + k % SS, j * SS + k / SS);
                let at = foot((si as f32 + 0.5) / SS as f32, (sj as f32 + 0.5) / SS as f32);
                let ray = near.and_then(|t| trace(figs, &met, at, view, t - 0.06, big, &mut shared));
                let mut seen = blank;
                match ray {
                    Some(ray) => seen = ray,
                    None => seen.a = *shared.ground.get_or_insert_with(|| darkness(s, centre, ground)),
                }
                rays[sj * sw + si] = seen;
            }
        }
    }
    let edges = lining(&rays, sw, sh);
    (0..figs.len()).map(|k| trim(develop_rays(&rays, &edges, k, sw, sh), w, h, (-left, up), fine)).collect()
}

/// How far a pixel's whole bundle of rays can go before one of them may touch something.
fn approach(s: &Scene, met: &[usize], foot: V, view: V, top: f32, radius: f32) -> Option<f32> {
    let mut t = -(top / SIN + 0.05);
    while t < radius {
        let d = s.dist_to(met, foot + view * t, 0.5);
        if d <= radius * 1.05 {
            return Some(t);
        }
        t += (d * d - radius * radius).sqrt();
    }
    None
}

/// Follows one ray down to the figure from `t`, or finds that it misses.
fn trace(figs: &[Figure], met: &[usize], foot: V, view: V, from: f32, big: bool, shared: &mut Shared) -> Option<Ray> {
    let s = &figs[0].scene;
    let mut t = from;
    let eps = if big { 0.006 } else { 0.003 };
    for _ in 0..160 {
        if t > 0.0 {
            break;
        }
        let p = foot + view * t;
        let d = s.dist_to(met, p, 0.5);
        if d < eps {
            let (mut rgb, part) = light(figs, met, p, t, view, big, shared);
            for coat in &mut rgb[..figs.len()] {
                *coat = develop(*coat);
            }
            return Some(Ray { t, rgb, a: 1.0, part });
        }
        t += d;
    }
    None
}

/// How much a sculpture darkens the table at `foot`; the table's own colour shows through.
fn darkness(s: &Scene, foot: V, ground: Ground) -> f32 {
    let close = s.dist(foot, 0.5);
    let a = match ground {
        Ground::Shadow => {
            let lit = shade(s, foot + v(0.0, 0.0, 0.01), 12.0, GROUND_HARD);
            let occ = (1.0 - close / 0.5) * 0.2;
            0.52 * (1.0 - lit) + occ * lit
        }
        Ground::Contact => {
            let mut dark = 0.0_f32;
            for k in 0..6 {
                let h = 0.04 + k as f32 * 0.075;
                let d = s.dist(foot + sun() * h, 0.5);
                if d >= 0.5 {
                    break;
                }
                let soft = (1.0 - d / (0.05 + h * 0.35)).clamp(0.0, 1.0);
                dark = dark.max(soft * (1.0 - k as f32 / 7.0));
            }
            0.55 * dark
        }
    };
    if a < 0.02 { 0.0 } else { a }
}

/// The dark lining: how strong it is at each ray, and which ray it takes its tint from.
fn lining(rays: &[Ray], sw: usize, sh: usize) -> Vec<(f32, usize)> {
    let mut lines = vec![(0.0_f32, 0); sw * sh];
    for j in 0..sh {
        for i in 0..sw {
            let me = &rays[j * sw + i];
            let best = &mut lines[j * sw + i];
            for dj in -3_i32..=3 {
                for di in -3_i32..=3 {
                    let r2 = di * di + dj * dj;
                    let (x, y) = (i as i32 + di, j as i32 + dj);
                    if r2 > 8 || r2 == 0 || x < 0 || y < 0 || x as usize >= sw || y as usize >= sh {
                        continue;
                    }
                    let other = y as usize * sw + x as usize;
                    let o = &rays[other];
                    if o.t.is_infinite() {
                        continue;
                    }
                    let gap = me.t - o.t;
                    // The outer contour is full strength; inside, only the thinnest line, and
                    // only where another part stands clearly in front.
                    let k = if me.t.is_infinite() {
                        0.92
                    } else if r2 <= 4 && gap > 0.05 {
                        (0.30 + gap * 1.6).min(0.66)
                    } else if r2 <= 1 && o.part >> 8 != me.part >> 8 && gap > 0.004 {
                        0.30
                    } else {
                        0.0
                    };
                    if k > best.0 {
                        *best = (k, other);
                    }
                }
            }
        }
    }
    lines
}

/// Draws the lining over one coat of paint and averages the rays into pixels.
fn develop_rays(rays: &[Ray], lines: &[(f32, usize)], coat: usize, sw: usize, sh: usize) -> Vec<[f32; 4]> {
    let (w, h) = (sw / SS, sh / SS);
    let mut out = vec![[0.0_f32; 4]; w * h];
    for j in 0..sh {
        for i in 0..sw {
            let me = &rays[j * sw + i];
            let (mut rgb, mut a) = (me.rgb[coat], me.a);
            let (line, from) = lines[j * sw + i];
            if line > 0.0 {
                if me.t.is_infinite() {
                    rgb = rays[from].rgb[coat] * 0.16;
                    a = a + (1.0 - a) * line;
                } else {
                    rgb = rgb.mix(rgb * 0.22, line);
                }
            }
            let o = &mut out[j / SS * w + i / SS];
            o[0] += rgb.x * a;
            o[1] += rgb.y * a;
            o[2] += rgb.z * a;
            o[3] += a;
        }
    }
    out
}

/// Averages, cuts away the empty margin and notes where the ground point went.
fn trim(sum: Vec<[f32; 4]>, w: usize, h: usize, (ax, ay): (f32, f32), fine: f32) -> Sprite {
    let n = (SS * SS) as f32;
    let px: Vec<[u8; 4]> = sum
        .iter()
        .map(|s| {
            let a = s[3] / n;
            if a < 0.012 {
                return [0; 4];
            }
            let q = |c: f32| (c / s[3] * 255.0 + 0.5).clamp(0.0, 255.0) as u8;
            [q(s[0]), q(s[1]), q(s[2]), (a * 255.0 + 0.5) as u8]
        })
        .collect();
    Sprite { fine, w, h, ax, ay, px }.trimmed()
}

impl Sprite {
    /// The same picture without its transparent margin.
    pub fn trimmed(self) -> Sprite {
        let (w, h) = (self.w, self.h);
        let (mut l, mut r, mut t, mut b) = (w, 0, h, 0);
        for (i, p) in self.px.iter().enumerate() {
            if p[3] > 0 {
                let (x, y) = (i % w, i / w);
                l = l.min(x);
                r = r.max(x);
                t = t.min(y);
                b = b.max(y);
            }
        }
        if l > r {
            return self;
        }
        let (nw, nh) = (r - l + 1, b - t + 1);
        let mut px = Vec::with_capacity(nw * nh);
        for y in t..=b {
            px.extend_from_slice(&self.px[y * w + l..y * w + r + 1]);
        }
        Sprite { fine: self.fine, w: nw, h: nh, ax: self.ax - l as f32, ay: self.ay - t as f32, px }
    }
}
