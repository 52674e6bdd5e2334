//! Gunsmoke: a lit volume rather than a surface, in the shape of heaped cotton wool.

use crate::march::{PX_PER_INCH, Sprite};
use crate::sdf::{V, fbm, hash, v};

const SIN: f32 = 0.766_044_4;
const COS: f32 = 0.642_787_6;

/// The balls a puff is heaped from, in inches.
fn heap(n: u32) -> Vec<(V, f32)> {
    (0..13)
        .map(|k| {
            let h = |c: i32| hash(k, c, 0, 400 + n * 31);
            let a = k as f32 * 2.4 + h(0);
            let ring = 0.30 * (k as f32 / 13.0).sqrt();
            let c = v(a.cos() * ring * 1.05, a.sin() * ring * 0.8, 0.20 + 0.16 * (h(1) - 0.35) * (1.0 - ring));
            (c, 0.11 + 0.075 * h(2))
        })
        .collect()
}

fn density(balls: &[(V, f32)], p: V, n: u32) -> f32 {
    let mut near = 1.0_f32;
    for (c, r) in balls {
        let d = (p - *c).len() - r;
        let k = (0.07 - (near - d).abs()).max(0.0);
        near = near.min(d) - k * k * 0.25 / 0.07;
    }
    if near > 0.12 {
        return 0.0;
    }
    let rough = fbm(p * 9.0, 70 + n) - 0.5;
    let fine = fbm(p * 22.0, 90 + n) - 0.5;
    ((-near + rough * 0.17 + fine * 0.05) / 0.075).clamp(0.0, 1.0)
}

/// Photographs puff number `n`.
pub fn puff(n: u32) -> Sprite {
    let balls = heap(n);
    let half = 0.60;
    let side = (half * 2.0 * PX_PER_INCH) as usize;
    let view = v(0.0, COS, -SIN);
    let sun = v(-0.56, 0.26, 0.79).unit();
    let steps = 44;
    let dt = 1.1 / steps as f32;
    let mut px = Vec::with_capacity(side * side);
    for j in 0..side {
        for i in 0..side {
            let sx = (i as f32 + 0.5) / PX_PER_INCH - half;
            let sy = half + 0.12 - (j as f32 + 0.5) / PX_PER_INCH;
            let start = v(sx, sy / SIN, 0.0) - view * 0.95;
            let (mut clear, mut glow) = (1.0_f32, V::default());
            for k in 0..steps {
                let p = start + view * (dt * (k as f32 + 0.5));
                let d = density(&balls, p, n);
                if d <= 0.0 {
                    continue;
                }
                let mut dim = 0.0;
                for m in 1..=5 {
                    dim += density(&balls, p + sun * (0.045 * m as f32), n) * 0.045;
                }
                let lit = (-dim * 15.0).exp();
                let low = (p.z / 0.34).clamp(0.0, 1.0);
                let c = v(0.50, 0.485, 0.475).mix(v(0.74, 0.73, 0.715), low).mix(v(1.0, 0.985, 0.95), lit);
                let a = 1.0 - (-d * dt * 17.0).exp();
                glow = glow + c * (a * clear);
                clear *= 1.0 - a;
                if clear < 0.01 {
                    break;
                }
            }
            let a = 1.0 - clear;
            // Thin out towards the rim so that puffs overlap without a visible edge.
            let fade = ((a - 0.04) * 1.15).clamp(0.0, 1.0);
            let k = if a > 0.0 { 255.0 / a } else { 0.0 };
            let q = |x: f32| (x * k + 0.5).clamp(0.0, 255.0) as u8;
            let alpha = (fade * 0.93 * 255.0 + 0.5) as u8;
            px.push(if alpha == 0 { [0; 4] } else { [q(glow.x), q(glow.y), q(glow.z), alpha] });
        }
    }
    let mid = half * PX_PER_INCH;
    Sprite { fine: PX_PER_INCH, w: side, h: side, ax: mid, ay: (half + 0.12) * PX_PER_INCH, px }.trimmed()
}
