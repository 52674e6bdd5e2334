//! The sculptor's hands: adds shapes to a scene in whatever frame is being worked in.

use crate::palette::Paint;
use crate::sdf::{Frame, Group, Prim, Rot, Scene, Shape, V};

/// A sculpture in progress. Coordinates given to the shape methods are in the frame `at`.
pub struct Sculptor {
    pub scene: Scene,
    pub paints: Vec<Paint>,
    pub frames: Vec<Frame>,
    pub at: Frame,
    pub soft: f32,
}

/// A finished figure: shapes, paints and the frames the paints are laid out in.
pub struct Figure {
    pub scene: Scene,
    pub paints: Vec<Paint>,
    pub frames: Vec<Frame>,
}

impl Sculptor {
    /// Starts on an empty stand, turned so that +y faces `heading` (compass radians).
    pub fn new(heading: f32) -> Sculptor {
        let at = Frame::new(V::default(), Rot::about_z(-heading));
        Sculptor { scene: Scene::default(), paints: Vec::new(), frames: vec![at], at, soft: 0.0 }
    }

    /// Starts a group whose shapes melt together with softness `soft`.
    pub fn group(&mut self, soft: f32) {
        self.scene.groups.push(Group::default());
        self.soft = soft;
    }

    /// Mixes a paint; the number is used when adding shapes.
    pub fn paint(&mut self, paint: Paint) -> usize {
        self.paints.push(paint);
        self.paints.len() - 1
    }

    /// Works inside `inner` (given in the current frame) and returns the outer frame.
    pub fn enter(&mut self, inner: Frame) -> Frame {
        let outer = self.at;
        self.at = outer.then(&inner);
        self.frames.push(self.at);
        outer
    }

    /// Goes back to a frame returned by [`Sculptor::enter`].
    pub fn leave(&mut self, outer: Frame) {
        self.at = outer;
        self.frames.push(outer);
    }

    /// Adds a shape whose coordinates are already in the world.
    pub fn add(&mut self, shape: Shape, paint: usize) {
        let prim = Prim { shape, paint, frame: self.frames.len() - 1, soft: self.soft, ball: (V::default(), 0.0) };
        if self.scene.groups.is_empty() {
            self.group(0.0);
        }
        if let Some(g) = self.scene.groups.last_mut() {
            g.prims.push(prim);
        }
    }

    pub fn limb(&mut self, a: V, b: V, ra: f32, rb: f32, paint: usize) {
        let (a, b) = (self.at.out(a), self.at.out(b));
        let ba = b - a;
        let il2 = 1.0 / ba.dot(ba).max(1e-9);
        self.add(Shape::Limb { a, ba, il2, ra, rb }, paint);
    }

    /// A run of limbs of one thickness through several points.
    pub fn rope(&mut self, points: &[V], r: f32, paint: usize) {
        for w in points.windows(2) {
            self.limb(w[0], w[1], r, r, paint);
        }
    }

    pub fn egg(&mut self, c: V, r: V, paint: usize) {
        self.egg_turned(c, Rot::ID, r, paint);
    }

    pub fn egg_turned(&mut self, c: V, turn: Rot, r: V, paint: usize) {
        let f = self.at.then(&Frame::new(c, turn));
        self.add(Shape::Egg { f, r }, paint);
    }

    pub fn block(&mut self, c: V, turn: Rot, half: V, round: f32, paint: usize) {
        let f = self.at.then(&Frame::new(c, turn));
        self.add(Shape::Block { f, half, round }, paint);
    }

    pub fn drum(&mut self, c: V, turn: Rot, (r0, r1): (f32, f32), h: f32, round: f32, paint: usize) {
        let f = self.at.then(&Frame::new(c, turn));
        self.add(Shape::Drum { f, r0, r1, h, round }, paint);
    }

    /// Cleans up the casting.
    pub fn finish(mut self) -> Figure {
        self.scene.seal();
        Figure { scene: self.scene, paints: self.paints, frames: self.frames }
    }
}
