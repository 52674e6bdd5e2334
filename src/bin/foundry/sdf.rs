//! The clay: vectors, rigid frames, signed-distance shapes and the scene they add up to.
//!
//! Lengths are in "man units": an infantryman with his hat on is about 1.87 of them, and
//! [`crate::march::INCH_PER_UNIT`] turns them into table inches.

use std::ops::{Add, Mul, Neg, Sub};

/// A vector, a point or a linear-light colour.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct V {
    pub x: f32,
    pub y: f32,
    pub z: f32,
}

/// Short constructor; sculpting code is mostly coordinates.
pub const fn v(x: f32, y: f32, z: f32) -> V {
    V { x, y, z }
}

impl V {
    pub fn dot(self, o: V) -> f32 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    pub fn cross(self, o: V) -> V {
        v(self.y * o.z - self.z * o.y, self.z * o.x - self.x * o.z, self.x * o.y - self.y * o.x)
    }
    pub fn len(self) -> f32 {
        self.dot(self).sqrt()
    }
    pub fn unit(self) -> V {
        self * (1.0 / self.len().max(1e-9))
    }
    pub fn mix(self, o: V, t: f32) -> V {
        self + (o - self) * t
    }
    /// Component-wise product: light times pigment.
    pub fn tint(self, o: V) -> V {
        v(self.x * o.x, self.y * o.y, self.z * o.z)
    }
}

impl Add for V {
    type Output = V;
    fn add(self, o: V) -> V {
        v(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}
impl Sub for V {
    type Output = V;
    fn sub(self, o: V) -> V {
        v(self.x - o.x, self.y - o.y, self.z - o.z)
    }
}
impl Mul<f32> for V {
    type Output = V;
    fn mul(self, k: f32) -> V {
        v(self.x * k, self.y * k, self.z * k)
    }
}
impl Neg for V {
    type Output = V;
    fn neg(self) -> V {
        self * -1.0
    }
}

/// A rotation, kept as the images of the three axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rot {
    pub x: V,
    pub y: V,
    pub z: V,
}

impl Rot {
    pub const ID: Rot = Rot { x: v(1.0, 0.0, 0.0), y: v(0.0, 1.0, 0.0), z: v(0.0, 0.0, 1.0) };
    pub fn about_x(a: f32) -> Rot {
        let (s, c) = a.sin_cos();
        Rot { x: v(1.0, 0.0, 0.0), y: v(0.0, c, s), z: v(0.0, -s, c) }
    }
    pub fn about_y(a: f32) -> Rot {
        let (s, c) = a.sin_cos();
        Rot { x: v(c, 0.0, -s), y: v(0.0, 1.0, 0.0), z: v(s, 0.0, c) }
    }
    pub fn about_z(a: f32) -> Rot {
        let (s, c) = a.sin_cos();
        Rot { x: v(c, s, 0.0), y: v(-s, c, 0.0), z: v(0.0, 0.0, 1.0) }
    }
    pub fn apply(&self, p: V) -> V {
        self.x * p.x + self.y * p.y + self.z * p.z
    }
    /// The inverse rotation, which for a rotation is the transpose.
    pub fn undo(&self, p: V) -> V {
        v(self.x.dot(p), self.y.dot(p), self.z.dot(p))
    }
    pub fn then(&self, inner: &Rot) -> Rot {
        Rot { x: self.apply(inner.x), y: self.apply(inner.y), z: self.apply(inner.z) }
    }
}

/// Where a part of a figure sits: an origin and a turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    pub o: V,
    pub r: Rot,
}

impl Frame {
    pub fn new(o: V, r: Rot) -> Frame {
        Frame { o, r }
    }
    pub fn out(&self, p: V) -> V {
        self.o + self.r.apply(p)
    }
    pub fn into(&self, p: V) -> V {
        self.r.undo(p - self.o)
    }
    /// A frame given inside this one, expressed outside it.
    pub fn then(&self, inner: &Frame) -> Frame {
        Frame { o: self.out(inner.o), r: self.r.then(&inner.r) }
    }
}

/// The shapes of the trade. All but the limb are centred on a frame of their own.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A tapering, round-ended limb between two points.
    Limb { a: V, ba: V, il2: f32, ra: f32, rb: f32 },
    /// An ellipsoid with three half axes.
    Egg { f: Frame, r: V },
    /// A box with rounded edges.
    Block { f: Frame, half: V, round: f32 },
    /// A standing drum tapering from `r0` at the bottom to `r1` at the top.
    Drum { f: Frame, r0: f32, r1: f32, h: f32, round: f32 },
    /// A hat brim: a thin oval plate, curled up (or down) at the sides and at the front.
    Brim { f: Frame, rx: f32, ry: f32, side: f32, front: f32, left: f32 },
    /// A sheet hanging in the wind along +x from its top hoist corner.
    Sheet { o: V, len: f32, high: f32, phase: f32 },
    /// A sheet with a swallow's tail cut out of its fly.
    Swallow { o: V, len: f32, high: f32, phase: f32 },
    /// A hoop with a rectangular section, round the frame's x axis: a wheel's tyre.
    Hoop { f: Frame, r: f32, deep: f32, wide: f32 },
    /// A gabled prism: ridge along local y, eaves at `half.x`, ridge height `half.z`.
    Gable { f: Frame, half: V },
    /// A rough ball, for leaves and stone.
    Rough { c: V, r: V, amp: f32, freq: f32, seed: u32 },
}

/// How far the cloth of a flag leaves its plane, `u` and `w` running 0..1 along fly and drop.
pub fn billow(u: f32, w: f32, phase: f32) -> f32 {
    let t = u * 7.6 + phase - w * 0.9;
    0.15 * u.max(0.0).powf(0.7) * t.sin() - 0.26 * u * (w - 0.25)
}

/// How far the fly end of a flag sags below the hoist.
pub fn sag(u: f32, phase: f32) -> f32 {
    0.10 * u * u + 0.035 * (u * 6.0 + phase).sin() * u
}

impl Shape {
    /// Signed distance, or a safe underestimate of it.
    pub fn dist(&self, p: V) -> f32 {
        match self {
            Shape::Limb { a, ba, il2, ra, rb } => {
                let pa = p - *a;
                let h = (pa.dot(*ba) * il2).clamp(0.0, 1.0);
                (pa - *ba * h).len() - (ra + (rb - ra) * h)
            }
            Shape::Egg { f, r } => {
                let q = f.into(p);
                let a = v(q.x / r.x, q.y / r.y, q.z / r.z);
                let b = v(a.x / r.x, a.y / r.y, a.z / r.z);
                let k0 = a.len();
                k0 * (k0 - 1.0) / b.len().max(1e-6)
            }
            Shape::Block { f, half, round } => {
                let q = f.into(p);
                let d = v(q.x.abs() - half.x + round, q.y.abs() - half.y + round, q.z.abs() - half.z + round);
                v(d.x.max(0.0), d.y.max(0.0), d.z.max(0.0)).len() + d.x.max(d.y).max(d.z).min(0.0) - round
            }
            Shape::Drum { f, r0, r1, h, round } => {
                let q = f.into(p);
                let t = (q.z / h * 0.5 + 0.5).clamp(0.0, 1.0);
                let dx = (q.x * q.x + q.y * q.y).sqrt() - (r0 + (r1 - r0) * t) + round;
                let dz = q.z.abs() - h + round;
                (dx.max(0.0).hypot(dz.max(0.0)) + dx.max(dz).min(0.0) - round) * 0.92
            }
            Shape::Brim { f, rx, ry, side, front, left } => {
                let q = f.into(p);
                let e = (q.x / rx).hypot(q.y / ry);
                let (sx, sy) = (q.x / rx, q.y / ry);
                let pinned = if sx < 0.0 { left * sx * sx } else { 0.0 };
                let z = q.z - side * sx * sx - front * sy * sy - pinned;
                let d = (e - 1.0) * rx.min(*ry);
                d.max(z.abs() - 0.018) * 0.7
            }
            Shape::Sheet { o, len, high, phase } => {
                let u = (p.x - o.x) / len;
                let uc = u.clamp(0.0, 1.0);
                let w = (o.z - p.z) / high - sag(uc, *phase);
                let y = p.y - o.y - billow(uc, w.clamp(0.0, 1.0), *phase);
                let du = (u - 0.5).abs() * len - len * 0.5;
                let dw = (w - 0.5).abs() * high - high * 0.5;
                let dy = y.abs() * 0.6 - 0.014;
                dy.max(du).max(dw) * 0.8
            }
            Shape::Swallow { o, len, high, phase } => {
                let u = (p.x - o.x) / len;
                let w = (o.z - p.z) / high - sag(u.clamp(0.0, 1.0), *phase);
                let cut = u - 1.0 + 0.38 * (1.0 - 2.0 * (w - 0.5).abs());
                Shape::Sheet { o: *o, len: *len, high: *high, phase: *phase }.dist(p).max(cut * len * 0.6)
            }
            Shape::Hoop { f, r, deep, wide } => {
                let q = f.into(p);
                let (d, x) = ((q.y.hypot(q.z) - r).abs() - deep, q.x.abs() - wide);
                d.max(0.0).hypot(x.max(0.0)) + d.max(x).min(0.0)
            }
            Shape::Gable { f, half } => {
                let q = f.into(p);
                let n = half.x.hypot(half.z);
                let slope = (q.x.abs() * half.z + q.z * half.x - half.x * half.z) / n;
                slope.max(-q.z).max(q.y.abs() - half.y)
            }
            Shape::Rough { c, r, amp, freq, seed } => {
                let q = p - *c;
                let a = v(q.x / r.x, q.y / r.y, q.z / r.z);
                let least = r.x.min(r.y).min(r.z);
                let d = (a.len() - 1.0) * least;
                if d > amp * 2.0 {
                    return d - amp;
                }
                (d - amp * (fbm(p * *freq, *seed) * 2.0 - 1.0)) * 0.7
            }
        }
    }

    /// A ball around the shape, so that whole groups can be skipped.
    fn ball(&self) -> (V, f32) {
        match self {
            Shape::Limb { a, ba, ra, rb, .. } => (*a + *ba * 0.5, ba.len() * 0.5 + ra.max(*rb)),
            Shape::Egg { f, r } => (f.o, r.x.max(r.y).max(r.z)),
            Shape::Block { f, half, .. } => (f.o, half.len()),
            Shape::Drum { f, r0, r1, h, .. } => (f.o, r0.max(*r1).hypot(*h)),
            Shape::Brim { f, rx, ry, .. } => (f.o, rx.max(*ry) * 1.3),
            Shape::Hoop { f, r, deep, wide } => (f.o, (r + deep).hypot(*wide)),
            Shape::Sheet { o, len, high, .. } | Shape::Swallow { o, len, high, .. } => {
                (*o + v(len * 0.5, 0.0, -high * 0.55), len.hypot(*high) * 0.5 + 0.3)
            }
            Shape::Gable { f, half } => (f.o, half.len()),
            Shape::Rough { c, r, amp, .. } => (*c, r.x.max(r.y).max(r.z) + amp),
        }
    }
}

/// One shape with its paint, the frame its paint is laid out in, and how softly it melts into
/// the earlier shapes of its group.
#[derive(Clone, Debug)]
pub struct Prim {
    pub shape: Shape,
    pub paint: usize,
    pub frame: usize,
    pub soft: f32,
    /// A ball round the shape; [`Scene::seal`] fits it.
    pub ball: (V, f32),
}

/// Shapes that belong together; groups meet in hard creases, as separate castings do.
#[derive(Clone, Debug, Default)]
pub struct Group {
    pub prims: Vec<Prim>,
    ball: (V, f32),
}

/// A finished sculpture.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    pub groups: Vec<Group>,
}

/// What a distance query found: how far, and which shape of which group.
#[derive(Clone, Copy, Debug)]
pub struct Near {
    pub d: f32,
    pub group: usize,
    pub prim: usize,
}

impl Scene {
    /// Must be called once after the last shape is in place.
    pub fn seal(&mut self) {
        self.groups.retain(|g| !g.prims.is_empty());
        for g in &mut self.groups {
            for p in &mut g.prims {
                p.ball = p.shape.ball();
            }
            let balls: Vec<_> = g.prims.iter().map(|p| p.ball).collect();
            let mut lo = v(1e9, 1e9, 1e9);
            let mut hi = -lo;
            for (c, r) in &balls {
                lo = v(lo.x.min(c.x - r), lo.y.min(c.y - r), lo.z.min(c.z - r));
                hi = v(hi.x.max(c.x + r), hi.y.max(c.y + r), hi.z.max(c.z + r));
            }
            let c = (lo + hi) * 0.5;
            let r = balls.iter().map(|(b, r)| (*b - c).len() + r).fold(0.0, f32::max);
            g.ball = (c, r + 0.02);
        }
    }

    /// Every group's bounding ball.
    pub fn balls(&self) -> impl Iterator<Item = (V, f32)> + '_ {
        self.groups.iter().map(|g| g.ball)
    }

    /// Distance to the nearest surface, never more than `cap`.
    pub fn dist(&self, p: V, cap: f32) -> f32 {
        let mut best = cap;
        for g in &self.groups {
            let reach = best + g.ball.1;
            let off = p - g.ball.0;
            if reach > 0.0 && off.dot(off) < reach * reach {
                best = best.min(g.dist(p, best));
            }
        }
        best
    }

    /// The groups that a bundle of rays of this radius can meet: along `way` (a unit vector) through `p`.
    pub fn along(&self, p: V, way: V, radius: f32) -> Vec<usize> {
        let meets = |g: &Group| {
            let to = g.ball.0 - p;
            let off = to - way * to.dot(way);
            off.len() < g.ball.1 + radius
        };
        (0..self.groups.len()).filter(|k| meets(&self.groups[*k])).collect()
    }

    /// [`Scene::dist`] to some of the groups.
    pub fn dist_to(&self, groups: &[usize], p: V, cap: f32) -> f32 {
        let mut best = cap;
        for k in groups {
            let g = &self.groups[*k];
            let reach = best + g.ball.1;
            let off = p - g.ball.0;
            if off.dot(off) < reach * reach {
                best = best.min(g.dist(p, best));
            }
        }
        best
    }

    /// Whose surface, among those of some groups, is nearest to a point no further than `cap` from it.
    pub fn near(&self, groups: &[usize], p: V, cap: f32) -> Near {
        let mut best = Near { d: cap, group: 0, prim: 0 };
        for &gi in groups {
            let g = &self.groups[gi];
            if (p - g.ball.0).len() - g.ball.1 >= best.d {
                continue;
            }
            let d = g.dist(p, best.d);
            if d < best.d {
                let mut least = 1e9;
                best = Near { d, group: gi, prim: 0 };
                for (pi, prim) in g.prims.iter().enumerate() {
                    let e = prim.shape.dist(p);
                    if e < least {
                        least = e;
                        best.prim = pi;
                    }
                }
            }
        }
        best
    }

    /// The outward normal at a point of the surface of some groups, by central differences on a tetrahedron.
    pub fn normal(&self, groups: &[usize], p: V) -> V {
        let e = 0.006;
        let mut n = v(0.0, 0.0, 0.0);
        for k in [v(1.0, -1.0, -1.0), v(-1.0, -1.0, 1.0), v(-1.0, 1.0, -1.0), v(1.0, 1.0, 1.0)] {
            n = n + k * self.dist_to(groups, p + k * e, 0.1);
        }
        n.unit()
    }
}

impl Group {
    /// Distance to the group's surface; only exact where it is less than `cap`.
    fn dist(&self, p: V, cap: f32) -> f32 {
        let mut d = 1e9_f32;
        for prim in &self.prims {
            // A shape further off than this can neither be the nearest nor melt into it.
            let reach = d.min(cap) + prim.soft + prim.ball.1;
            let off = p - prim.ball.0;
            if off.dot(off) > reach * reach && reach > 0.0 {
                continue;
            }
            let e = prim.shape.dist(p);
            d = if prim.soft > 0.0 {
                let h = (prim.soft - (d - e).abs()).max(0.0);
                d.min(e) - h * h * 0.25 / prim.soft
            } else {
                d.min(e)
            };
        }
        d
    }
}

/// A reproducible scramble of a lattice point into 0..1.
pub fn hash(x: i32, y: i32, z: i32, seed: u32) -> f32 {
    let mut h = seed ^ 0x9e37_79b9;
    for k in [x, y, z] {
        h = (h ^ k as u32).wrapping_mul(0x85eb_ca6b);
        h ^= h >> 13;
        h = h.wrapping_mul(0xc2b2_ae35);
        h ^= h >> 16;
    }
    (h >> 8) as f32 / 16_777_216.0
}

/// Smooth value noise, 0..1.
pub fn noise(p: V, seed: u32) -> f32 {
    let f = v(p.x.floor(), p.y.floor(), p.z.floor());
    let (i, j, k) = (f.x as i32, f.y as i32, f.z as i32);
    let t = p - f;
    let s = |a: f32| a * a * (3.0 - 2.0 * a);
    let (u, w, q) = (s(t.x), s(t.y), s(t.z));
    let l = |a: f32, b: f32, m: f32| a + (b - a) * m;
    let h = |a: i32, b: i32, c: i32| hash(i + a, j + b, k + c, seed);
    l(
        l(l(h(0, 0, 0), h(1, 0, 0), u), l(h(0, 1, 0), h(1, 1, 0), u), w),
        l(l(h(0, 0, 1), h(1, 0, 1), u), l(h(0, 1, 1), h(1, 1, 1), u), w),
        q,
    )
}

/// Three octaves of [`noise`], 0..1.
pub fn fbm(p: V, seed: u32) -> f32 {
    noise(p, seed) * 0.57 + noise(p * 2.1, seed ^ 1) * 0.29 + noise(p * 4.3, seed ^ 2) * 0.14
}
