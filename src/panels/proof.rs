//! Proofs of a page: runs egui without a window, finds text that is cut or too small, and paints pictures to look at.
//! For tests only.

use std::path::Path;

use bevy_egui::egui::{
    self, ClippedPrimitive, Color32, ColorImage, Context, FullOutput, ImageData, Pos2, RawInput, Rect, Shape,
    epaint::Primitive, pos2, vec2,
};

use super::theme;

/// A page of paper of a given size, in points, with its scale.
pub struct Proof {
    /// The context.
    pub ctx: Context,
    size: egui::Vec2,
    scale: f32,
    font: ColorImage,
    time: f64,
}

impl Proof {
    /// Sizes that the game is to look right in: pixels and scale.
    pub const SIZES: [(f32, f32, f32); 3] = [(1280.0, 720.0, 1.0), (1920.0, 1080.0, 1.0), (2560.0, 1440.0, 2.0)];

    /// A page of so many pixels.
    pub fn new((width, height, scale): (f32, f32, f32)) -> Self {
        let ctx = Context::default();
        theme::apply(&ctx);
        Self { ctx, size: vec2(width / scale, height / scale), scale, font: ColorImage::default(), time: 0.0 }
    }

    /// Runs one pass with these events.
    pub fn pass(&mut self, events: Vec<egui::Event>, mut draw: impl FnMut(&Context)) -> FullOutput {
        self.time += 0.1;
        let mut input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, self.size)),
            time: Some(self.time),
            events,
            ..Default::default()
        };
        let viewport = input.viewports.entry(input.viewport_id).or_default();
        viewport.native_pixels_per_point = Some(self.scale);
        let mut output = self.ctx.run_ui(input, |ui| draw(ui.ctx()));
        for delta in output.textures_delta.set.values().flatten() {
            let ImageData::Color(image) = &delta.image;
            match delta.pos {
                None => self.font = (**image).clone(),
                Some([left, top]) => {
                    for y in 0..image.size[1] {
                        for x in 0..image.size[0] {
                            let at = (top + y) * self.font.size[0] + left + x;
                            self.font.pixels[at] = image.pixels[y * image.size[0] + x];
                        }
                    }
                }
            }
        }
        output.textures_delta.clear();
        output
    }

    /// How long the page can wait for its next pass.
    pub fn rest(output: &FullOutput) -> std::time::Duration {
        output.viewport_output.values().map(|viewport| viewport.repaint_delay).min().unwrap_or(std::time::Duration::MAX)
    }

    /// Text that is too small or that leaves its panel sideways, in the shapes of a pass.
    pub fn faults(&self, output: &FullOutput) -> Vec<String> {
        let mut faults = Vec::new();
        for clipped in &output.shapes {
            walk(&clipped.shape, &mut |text: &egui::epaint::TextShape| {
                let words = text.galley.text();
                if words.trim().is_empty() {
                    return;
                }
                for section in &text.galley.job.sections {
                    if section.format.font_id.size < theme::SMALL {
                        faults.push(format!("{} points: {words}", section.format.font_id.size));
                    }
                }
                let rect = text.visual_bounding_rect();
                let clip = clipped.clip_rect;
                let seen = rect.top() < clip.bottom() - 2.0 && rect.bottom() > clip.top() + 2.0;
                if seen && (rect.right() > clip.right() + 1.5 || rect.left() < clip.left() - 1.5) {
                    faults.push(format!("cut at {:?} by {:?}: {words}", rect, clip));
                }
                if rect.left() < -1.0 || rect.right() > self.size.x + 1.0 {
                    faults.push(format!("off the screen at {rect:?}: {words}"));
                }
            });
        }
        faults
    }

    /// Every text of a pass.
    pub fn texts(output: &FullOutput) -> Vec<String> {
        let mut texts = Vec::new();
        for clipped in &output.shapes {
            walk(&clipped.shape, &mut |text: &egui::epaint::TextShape| texts.push(text.galley.text().to_owned()));
        }
        texts
    }

    /// Where a text stands in a pass.
    pub fn find(output: &FullOutput, words: &str) -> Option<Rect> {
        let mut found = None;
        for clipped in &output.shapes {
            walk(&clipped.shape, &mut |text: &egui::epaint::TextShape| {
                if text.galley.text() == words {
                    found = Some(text.visual_bounding_rect());
                }
            });
        }
        found
    }

    /// Whether a text stands in a pass where it can be read: not cut off by what scrolls, nor by the edge of the screen.
    pub fn seen(&self, output: &FullOutput, words: &str) -> bool {
        let page = Rect::from_min_size(Pos2::ZERO, self.size);
        let mut seen = false;
        for clipped in &output.shapes {
            walk(&clipped.shape, &mut |text: &egui::epaint::TextShape| {
                let rect = text.visual_bounding_rect();
                seen |=
                    text.galley.text() == words && clipped.clip_rect.intersect(page).expand(1.0).contains_rect(rect);
            });
        }
        seen
    }

    /// Paints a pass over a green cloth, into a PNG.
    pub fn picture(&self, output: FullOutput, file: &Path) {
        let (w, h) = ((self.size.x * self.scale) as usize, (self.size.y * self.scale) as usize);
        let mut pixels = vec![[0x6d_u8, 0x7d, 0x4c]; w * h];
        for ClippedPrimitive { clip_rect, primitive } in self.ctx.tessellate(output.shapes, self.scale) {
            if let Primitive::Mesh(mesh) = primitive {
                for triangle in mesh.indices.chunks(3) {
                    let corners = [0, 1, 2].map(|n| mesh.vertices[triangle[n] as usize]);
                    self.triangle(&mut pixels, w, h, clip_rect, corners);
                }
            }
        }
        let flat: Vec<u8> = pixels.into_iter().flatten().collect();
        image::save_buffer(file, &flat, w as u32, h as u32, image::ColorType::Rgb8).expect("the picture is written");
    }

    fn triangle(&self, pixels: &mut [[u8; 3]], w: usize, h: usize, clip: Rect, v: [egui::epaint::Vertex; 3]) {
        let at = v.map(|v| pos2(v.pos.x * self.scale, v.pos.y * self.scale));
        let cross = |a: Pos2, b: Pos2, p: Pos2| (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
        let area = cross(at[0], at[1], at[2]);
        if area.abs() < 1e-6 {
            return;
        }
        let bounds = Rect::from_points(&at).intersect(Rect::from_min_max(
            pos2(clip.left() * self.scale, clip.top() * self.scale),
            pos2(clip.right() * self.scale, clip.bottom() * self.scale),
        ));
        let (x0, x1) = (bounds.left().floor().max(0.0) as usize, (bounds.right().ceil().max(0.0) as usize).min(w));
        let (y0, y1) = (bounds.top().floor().max(0.0) as usize, (bounds.bottom().ceil().max(0.0) as usize).min(h));
        for y in y0..y1 {
            for x in x0..x1 {
                let p = pos2(x as f32 + 0.5, y as f32 + 0.5);
                if !bounds.contains(p) {
                    continue;
                }
                let b = [cross(at[1], at[2], p) / area, cross(at[2], at[0], p) / area, cross(at[0], at[1], p) / area];
                if b.iter().any(|b| *b < 0.0) {
                    continue;
                }
                let mix = |f: &dyn Fn(usize) -> f32| b[0] * f(0) + b[1] * f(1) + b[2] * f(2);
                let texel = self.texel(mix(&|n| v[n].uv.x), mix(&|n| v[n].uv.y));
                let channel = |n: usize, t: u8| mix(&|k| f32::from(v[k].color.to_array()[n])) * f32::from(t) / 255.0;
                let source = [channel(0, texel.r()), channel(1, texel.g()), channel(2, texel.b())];
                let alpha = channel(3, texel.a()) / 255.0;
                let under = &mut pixels[y * w + x];
                for n in 0..3 {
                    under[n] = (source[n] + f32::from(under[n]) * (1.0 - alpha)).clamp(0.0, 255.0) as u8;
                }
            }
        }
    }

    /// The font texture between four texels.
    fn texel(&self, u: f32, v: f32) -> Color32 {
        let [w, h] = self.font.size;
        if w == 0 {
            return Color32::WHITE;
        }
        let (x, y) = (u * w as f32 - 0.5, v * h as f32 - 0.5);
        let get = |x: f32, y: f32| {
            let (x, y) = (x.clamp(0.0, w as f32 - 1.0) as usize, y.clamp(0.0, h as f32 - 1.0) as usize);
            self.font.pixels[y * w + x]
        };
        let (fx, fy) = (x - x.floor(), y - y.floor());
        let upper = get(x.floor(), y.floor()).lerp_to_gamma(get(x.floor() + 1.0, y.floor()), fx);
        let lower = get(x.floor(), y.floor() + 1.0).lerp_to_gamma(get(x.floor() + 1.0, y.floor() + 1.0), fx);
        upper.lerp_to_gamma(lower, fy)
    }
}

fn walk(shape: &Shape, see: &mut dyn FnMut(&egui::epaint::TextShape)) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| walk(shape, see)),
        Shape::Text(text) => see(text),
        _ => {}
    }
}

/// A click with the left button.
pub fn click(at: Pos2) -> Vec<egui::Event> {
    let button = |pressed| egui::Event::PointerButton {
        pos: at,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: egui::Modifiers::NONE,
    };
    vec![egui::Event::PointerMoved(at), button(true), button(false)]
}

/// A key struck.
pub fn key(key: egui::Key) -> Vec<egui::Event> {
    let event = |pressed| egui::Event::Key {
        key,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: egui::Modifiers::NONE,
    };
    vec![event(true), event(false)]
}
